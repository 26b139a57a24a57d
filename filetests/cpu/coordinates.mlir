// Indices that are computed from coordinates, and indices of several components. The values are those of XLA.

// Frames of a signal: what makes negative indices count from the end does nothing.
func.func @frames() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<7x10xi32>
  %c = stablehlo.constant dense<5> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<7x10xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<7x10xi32>
  %3 = stablehlo.iota dim = 1 : tensor<7x10xi32>
  %4 = stablehlo.add %2, %3 : tensor<7x10xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<7x10xi32>
  %6 = stablehlo.compare LT, %4, %5, SIGNED : (tensor<7x10xi32>, tensor<7x10xi32>) -> tensor<7x10xi1>
  %c_1 = stablehlo.constant dense<40> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<7x10xi32>
  %8 = stablehlo.add %4, %7 : tensor<7x10xi32>
  %9 = stablehlo.select %6, %8, %4 : tensor<7x10xi1>, tensor<7x10xi32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<7x10xi32>) -> tensor<7x10x1xi32>
  %11 = "stablehlo.gather"(%arg0, %10) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<7x10x1xi32>) -> tensor<7x10xi32>
  check.expect_eq_const %11, dense<[[17, 30, -48, 30, -4, 1, 13, -22, 47, -45], [1, 13, -22, 47, -45, -23, -12, 7, -10, -37], [-23, -12, 7, -10, -37, -46, -50, -46, -36, 49], [-46, -50, -46, -36, 49, -31, 15, 25, -27, -22], [-31, 15, 25, -27, -22, -7, -24, 47, -33, 39], [-7, -24, 47, -33, 39, 29, 34, -39, -11, 12], [29, 34, -39, -11, 12, -1, 16, 17, 16, -44]]> : tensor<7x10xi32>
  func.return
}

// -----

// Some indices are negative, and count from the end.
func.func @before_the_first() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<9xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<9xi32>
  %2 = stablehlo.subtract %0, %1 : tensor<9xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<9xi32>
  %4 = stablehlo.compare LT, %2, %3, SIGNED : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
  %c_1 = stablehlo.constant dense<40> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<9xi32>
  %6 = stablehlo.add %2, %5 : tensor<9xi32>
  %7 = stablehlo.select %4, %6, %2 : tensor<9xi1>, tensor<9xi32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
  %9 = "stablehlo.gather"(%arg0, %8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<9x1xi32>) -> tensor<9xi32>
  check.expect_eq_const %9, dense<[16, 17, 16, -44, 17, 30, -48, 30, -4]> : tensor<9xi32>
  func.return
}

// -----

// Some lie beyond the last one.
func.func @clamped() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<17xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<17xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<17xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<17xi32>) -> tensor<17x1xi32>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<17x1xi32>) -> tensor<17xi32>
  check.expect_eq_const %4, dense<[17, 30, 13, -45, 7, -46, -36, 15, -22, 47, 29, -11, 16, -44, -44, -44, -44]> : tensor<17xi32>
  func.return
}

// -----

// Some lie before the first one, and are clamped.
func.func @below() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<17xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<17xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<17xi32>
  %c_0 = stablehlo.constant dense<20> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<17xi32>
  %4 = stablehlo.subtract %2, %3 : tensor<17xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<17xi32>) -> tensor<17x1xi32>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<17x1xi32>) -> tensor<17xi32>
  check.expect_eq_const %6, dense<[17, 17, 17, 17, 17, 17, 17, 30, -4, -22, -23, -10, -50, 49, 25, -7, -33]> : tensor<17xi32>
  func.return
}

// -----

// Each three times, and a third of them again and again.
func.func @quotients() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<33xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<33xi32>
  %2 = stablehlo.divide %0, %1 : tensor<33xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<33xi32>) -> tensor<33x1xi32>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<33x1xi32>) -> tensor<33xi32>
  %5 = stablehlo.iota dim = 0 : tensor<33xi32>
  %c_0 = stablehlo.constant dense<11> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<33xi32>
  %7 = stablehlo.remainder %5, %6 : tensor<33xi32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<33xi32>) -> tensor<33x1xi32>
  %9 = "stablehlo.gather"(%arg0, %8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<33x1xi32>) -> tensor<33xi32>
  check.expect_eq_const %4, dense<[17, 17, 17, 30, 30, 30, -48, -48, -48, 30, 30, 30, -4, -4, -4, 1, 1, 1, 13, 13, 13, -22, -22, -22, 47, 47, 47, -45, -45, -45, -23, -23, -23]> : tensor<33xi32>
  check.expect_eq_const %9, dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, 17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, 17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23]> : tensor<33xi32>
  func.return
}

// -----

// Indices of 8 bits that wrap: 20 times 7 is -116.
func.func @narrow() {
  %arg0 = stablehlo.constant dense<[45, 5, 40, -23, -14, 37, -32, -44, -13, 17, -38, 37, -16, -28, 4, 39, 38, 37, -20, -49, 27, 20, 27, -50, -47, 0, -17, -7, 43, -30, 2, -18, -21, 30, -35, -19, -39, -36, -22, 19, 7, -6, -34, 29, 29, -27, -45, -19, -36, 29, 1, 0, -21, 0, 46, -27, 26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34, 13, 43, -13, -18, 29, -46, -31, -31, -11, -35, 29, 34, -12, -48, 21, -40, 11, -33, 44, 17, 49, 11, 22, -13, 30, -39, -35, -14, 21, -2, 34, 44, -10, -8, 5, 14, -3, 10, 45, 23, -19, -8, -10, -35, -50, 29, -8, -15, 13, 6, 43, 11, 42, 7, -18, -18, 48, 8, -32, 33, 32, -49, -35, 19, -10, -16, -43, -31, 35, 33, 32, 7, -37, -18, 2, 49, -25, 4, -1, 0, 5, 20, -40, 48, 36, 26, -23, -6, -6, -20, -45, 24, -50, 26, -31, 14, -16, -27, 42, -3, 38, -32, -2, -16, -5, -49, 16, -16, 35, -29, -17, -46, 29, 3, -11, 41, 9, 46, 23, 8, 0, -30, 19, 29, 19, -9, -50, 23, -47, 30, -36, -20, -29, 4, -30, -25, -46, 48, -29, -31, 10, -36, 38, 28, -16, -10, -14, 23, -9, -22, 18, -37, 28, -8, 44, -24, -13, 37, 20, -46, -16, -49, 32, -9, -27, 22, 37, -40, 0, -14, 22, 42, 3, 24, -19, 7, -1, 23, -45, -27, -46, 47, 2, -2, -3, -47, 33, 34, -48, 12, 5, -12, -1, 38, 9, -2, 22, 19, 2, 32, 6, 11, -1, 9, 11, 39, -26]> : tensor<300xi32>
  %0 = stablehlo.iota dim = 0 : tensor<21xi8>
  %c = stablehlo.constant dense<7> : tensor<i8>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<21xi8>
  %2 = stablehlo.multiply %0, %1 : tensor<21xi8>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<21xi8>) -> tensor<21x1xi8>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<300xi32>, tensor<21x1xi8>) -> tensor<21xi32>
  check.expect_eq_const %4, dense<[45, -44, 4, 20, 43, -19, -34, 29, 26, 34, -29, 24, 46, 19, -46, -12, 17, -35, -8, 45, 45]> : tensor<21xi32>
  func.return
}

// -----

// Indices without sign: 3 less than 0 is far beyond the last one.
func.func @unsigned() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<21xui32>
  %c = stablehlo.constant dense<3> : tensor<ui32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<21xui32>
  %2 = stablehlo.subtract %0, %1 : tensor<21xui32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<21xui32>) -> tensor<21x1xui32>
  %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<21x1xui32>) -> tensor<21xi32>
  check.expect_eq_const %4, dense<[-44, -44, -44, 17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46]> : tensor<21xi32>
  func.return
}

// -----

// Under the guard of a padding only are they within the array.
func.func @padded() {
  %arg0 = stablehlo.constant dense<[17, 30, -48, 30, -4, 1, 13, -22, 47, -45, -23, -12, 7, -10, -37, -46, -50, -46, -36, 49, -31, 15, 25, -27, -22, -7, -24, 47, -33, 39, 29, 34, -39, -11, 12, -1, 16, 17, 16, -44]> : tensor<40xi32>
  %0 = stablehlo.iota dim = 0 : tensor<5x8xi32>
  %c = stablehlo.constant dense<8> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x8xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<5x8xi32>
  %3 = stablehlo.iota dim = 1 : tensor<5x8xi32>
  %4 = stablehlo.add %2, %3 : tensor<5x8xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<5x8xi32>) -> tensor<5x8x1xi32>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<40xi32>, tensor<5x8x1xi32>) -> tensor<5x8xi32>
  %c_0 = stablehlo.constant dense<-1> : tensor<i32>
  %7 = stablehlo.pad %6, %c_0, low = [0, 1], high = [0, 4], interior = [0, 0] : (tensor<5x8xi32>, tensor<i32>) -> tensor<5x13xi32>
  check.expect_eq_const %7, dense<[[-1, 17, 30, -48, 30, -4, 1, 13, -22, -1, -1, -1, -1], [-1, 47, -45, -23, -12, 7, -10, -37, -46, -1, -1, -1, -1], [-1, -50, -46, -36, 49, -31, 15, 25, -27, -1, -1, -1, -1], [-1, -22, -7, -24, 47, -33, 39, 29, 34, -1, -1, -1, -1], [-1, -39, -11, 12, -1, 16, 17, 16, -44, -1, -1, -1, -1]]> : tensor<5x13xi32>
  func.return
}

// -----

// Two components, concatenated.
func.func @diagonal() {
  %arg0 = stablehlo.constant dense<[[-14, 5, -17, 17, 32, -31, -45], [49, 0, 24, 26, 45, -47, -21], [48, -6, -11, -24, -49, -46, 47], [-49, -37, -26, -22, 36, -18, -34], [-11, 18, -6, -26, -39, -44, -1], [-31, 8, 17, -12, 0, -45, 4]]> : tensor<6x7xi32>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<6xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %4 = stablehlo.concatenate %2, %3, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
  %5 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x7xi32>, tensor<6x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %5, dense<[-14, 0, -11, -22, -39, -45]> : tensor<6xi32>
  func.return
}

// -----

// Components that run backwards, and one that is read.
func.func @turned_about() {
  %arg0 = stablehlo.constant dense<[[-14, 5, -17, 17, 32, -31, -45], [49, 0, 24, 26, 45, -47, -21], [48, -6, -11, -24, -49, -46, 47], [-49, -37, -26, -22, 36, -18, -34], [-11, 18, -6, -26, -39, -44, -1], [-31, 8, 17, -12, 0, -45, 4]]> : tensor<6x7xi32>
  %arg1 = stablehlo.constant dense<[0, 9, -3, 4, 6, 2]> : tensor<6xi32>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %c = stablehlo.constant dense<5> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>
  %2 = stablehlo.subtract %1, %0 : tensor<6xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %4 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
  %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<6x7xi32>, tensor<6x2xi32>) -> tensor<6xi32>
  check.expect_eq_const %6, dense<[-31, -1, -49, -49, -21, -17]> : tensor<6xi32>
  func.return
}

// -----

// Slices at places of two components.
func.func @windows_at() {
  %arg0 = stablehlo.constant dense<[[-14, 5, -17, 17, 32, -31, -45], [49, 0, 24, 26, 45, -47, -21], [48, -6, -11, -24, -49, -46, 47], [-49, -37, -26, -22, 36, -18, -34], [-11, 18, -6, -26, -39, -44, -1], [-31, 8, 17, -12, 0, -45, 4]]> : tensor<6x7xi32>
  %arg1 = stablehlo.constant dense<[0, 9, -3, 4]> : tensor<4xi32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1 = stablehlo.add %arg1, %0 : tensor<4xi32>
  %2 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %4 = stablehlo.concatenate %2, %3, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %5 = "stablehlo.gather"(%arg0, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 3>}> : (tensor<6x7xi32>, tensor<4x2xi32>) -> tensor<4x2x3xi32>
  check.expect_eq_const %5, dense<[[[5, -17, 17], [0, 24, 26]], [[-39, -44, -1], [0, -45, 4]], [[-14, 5, -17], [49, 0, 24]], [[-39, -44, -1], [0, -45, 4]]]> : tensor<4x2x3xi32>
  func.return
}

// -----

// One number of 16 bits of each row, four a vector.
func.func @narrow_numbers_of_each_row() {
  %arg0 = stablehlo.constant dense<[[1.700000000E+01, 3.000000000E+01, -4.800000000E+01, 3.000000000E+01, -4.000000000E+00, 1.000000000E+00, 1.300000000E+01, -2.200000000E+01, 4.700000000E+01], [-4.500000000E+01, -2.300000000E+01, -1.200000000E+01, 7.000000000E+00, -1.000000000E+01, -3.700000000E+01, -4.600000000E+01, -5.000000000E+01, -4.600000000E+01], [-3.600000000E+01, 4.900000000E+01, -3.100000000E+01, 1.500000000E+01, 2.500000000E+01, -2.700000000E+01, -2.200000000E+01, -7.000000000E+00, -2.400000000E+01], [4.700000000E+01, -3.300000000E+01, 3.900000000E+01, 2.900000000E+01, 3.400000000E+01, -3.900000000E+01, -1.100000000E+01, 1.200000000E+01, -1.000000000E+00]]> : tensor<4x9xf16>
  %arg1 = stablehlo.constant dense<[1.000000015E-01, 9.499999881E-01, 5.000000000E-01, -3.000000119E-01]> : tensor<4xf32>
  %arg2 = stablehlo.constant dense<[9.000000000E+00, 8.000000000E+00, 7.000000000E+00, 9.000000000E+00]> : tensor<4xf32>
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<4x4xf32>
  %5 = stablehlo.ceil %4 : tensor<4x4xf32>
  %6 = stablehlo.convert %5 : (tensor<4x4xf32>) -> tensor<4x4xi32>
  %7 = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x1xi32>
  %9 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<4x4xi32>) -> tensor<4x4x1xi32>
  %10 = stablehlo.concatenate %8, %9, dim = 2 : (tensor<4x4x1xi32>, tensor<4x4x1xi32>) -> tensor<4x4x2xi32>
  %11 = "stablehlo.gather"(%arg0, %10) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x9xf16>, tensor<4x4x2xi32>) -> tensor<4x4xf16>
  check.expect_eq_const %11, dense<[[3.000000000E+01, -2.300000000E+01, 4.900000000E+01, -3.300000000E+01], [4.700000000E+01, -4.600000000E+01, -7.000000000E+00, -1.000000000E+00], [1.000000000E+00, -1.000000000E+01, 2.500000000E+01, -3.900000000E+01], [1.700000000E+01, -4.500000000E+01, -3.600000000E+01, 4.700000000E+01]]> : tensor<4x4xf16>
  func.return
}

// -----


// -----

// `jnp.nanpercentile` of `f16`: one number of 16 bits of each row, at a place that is computed and known to be no less
// than 0.
func.func @percentiles_of_each_row() {
  %arg0 = stablehlo.constant dense<[0.000000000E+00, 4.300000000E+01, 7.700000000E+01, 1.000000000E+02]> : tensor<4xf32>
  %0 = stablehlo.iota dim = 0 : tensor<260xi32>
  %c = stablehlo.constant dense<37> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<260xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<260xi32>
  %c_0 = stablehlo.constant dense<101> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<260xi32>
  %4 = stablehlo.remainder %2, %3 : tensor<260xi32>
  %5 = stablehlo.convert %4 : (tensor<260xi32>) -> tensor<260xf16>
  %6 = stablehlo.reshape %5 : (tensor<260xf16>) -> tensor<4x65xf16>
  %cst = stablehlo.constant dense<1.000000e+02> : tensor<f32>
  %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.divide %arg0, %7 : tensor<4xf32>
  %9 = stablehlo.compare NE, %6, %6, FLOAT : (tensor<4x65xf16>, tensor<4x65xf16>) -> tensor<4x65xi1>
  %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %10 = stablehlo.convert %cst_1 : (tensor<f32>) -> tensor<f16>
  %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f16>) -> tensor<4x65xf16>
  %12 = stablehlo.select %9, %11, %6 : tensor<4x65xi1>, tensor<4x65xf16>
  %13 = "stablehlo.sort"(%12) <{dimension = 1 : i64, is_stable = false}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %50 = stablehlo.compare EQ, %arg1, %cst_10, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %51 = stablehlo.select %50, %cst_11, %arg1 : tensor<i1>, tensor<f16>
    %52 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_12 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %53 = stablehlo.select %52, %cst_12, %51 : tensor<i1>, tensor<f16>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %54 = stablehlo.compare EQ, %arg2, %cst_13, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %55 = stablehlo.select %54, %cst_14, %arg2 : tensor<i1>, tensor<f16>
    %56 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_15 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %57 = stablehlo.select %56, %cst_15, %55 : tensor<i1>, tensor<f16>
    %58 = stablehlo.compare LT, %53, %57, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %58 : tensor<i1>
  }) : (tensor<4x65xf16>) -> tensor<4x65xf16>
  %14 = stablehlo.compare NE, %13, %13, FLOAT : (tensor<4x65xf16>, tensor<4x65xf16>) -> tensor<4x65xi1>
  %15 = stablehlo.not %14 : tensor<4x65xi1>
  %16 = stablehlo.convert %15 : (tensor<4x65xi1>) -> tensor<4x65xi32>
  %17 = stablehlo.convert %16 : (tensor<4x65xi32>) -> tensor<4x65xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %18 = stablehlo.reduce(%17 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<4x65xf32>, tensor<f32>) -> tensor<4xf32>
  %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %20 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %21 = stablehlo.broadcast_in_dim %19, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<1x4x1xf32>
  %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x4x1xf32>
  %23 = stablehlo.subtract %21, %22 : tensor<1x4x1xf32>
  %24 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x4x1xf32>
  %25 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<4x4x1xf32>
  %26 = stablehlo.multiply %24, %25 : tensor<4x4x1xf32>
  %27 = stablehlo.ceil %26 : tensor<4x4x1xf32>
  %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x4x1xf32>
  %29 = stablehlo.subtract %21, %28 : tensor<1x4x1xf32>
  %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<4x4x1xf32>
  %31 = stablehlo.minimum %27, %30 : tensor<4x4x1xf32>
  %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x4x1xf32>
  %33 = stablehlo.maximum %32, %31 : tensor<4x4x1xf32>
  %34 = stablehlo.convert %33 : (tensor<4x4x1xf32>) -> tensor<4x4x1xi32>
  %35 = stablehlo.iota dim = 1 : tensor<4x4x1xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4x4x1xi32>
  %37 = stablehlo.compare LT, %35, %36, SIGNED : (tensor<4x4x1xi32>, tensor<4x4x1xi32>) -> tensor<4x4x1xi1>
  %c_7 = stablehlo.constant dense<4> : tensor<i32>
  %38 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4x4x1xi32>
  %39 = stablehlo.add %35, %38 : tensor<4x4x1xi32>
  %40 = stablehlo.select %37, %39, %35 : tensor<4x4x1xi1>, tensor<4x4x1xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %41 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<4x4x1xi32>
  %42 = stablehlo.compare LT, %34, %41, SIGNED : (tensor<4x4x1xi32>, tensor<4x4x1xi32>) -> tensor<4x4x1xi1>
  %c_9 = stablehlo.constant dense<65> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<4x4x1xi32>
  %44 = stablehlo.add %34, %43 : tensor<4x4x1xi32>
  %45 = stablehlo.select %42, %44, %34 : tensor<4x4x1xi1>, tensor<4x4x1xi32>
  %46 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<4x4x1xi32>) -> tensor<4x4x1x1xi32>
  %47 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<4x4x1xi32>) -> tensor<4x4x1x1xi32>
  %48 = stablehlo.concatenate %46, %47, dim = 3 : (tensor<4x4x1x1xi32>, tensor<4x4x1x1xi32>) -> tensor<4x4x1x2xi32>
  %49 = "stablehlo.gather"(%13, %48) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x65xf16>, tensor<4x4x1x2xi32>) -> tensor<4x4x1xf16>
  check.expect_eq_const %49, dense<[[[0.000000000E+00], [0.000000000E+00], [1.000000000E+00], [0.000000000E+00]], [[4.300000000E+01], [4.300000000E+01], [4.500000000E+01], [4.400000000E+01]], [[7.700000000E+01], [7.800000000E+01], [7.800000000E+01], [7.900000000E+01]], [[1.000000000E+02], [9.800000000E+01], [1.000000000E+02], [1.000000000E+02]]]> : tensor<4x4x1xf16>
  func.return
}

// -----


// -----

// `sparse.COO.fromdense`: rows and columns of what is not zero are results, and where it is read.
func.func @what_is_not_zero() {
  %arg0 = stablehlo.constant dense<[[0.000000000E+00, -3.400000000E+01, 0.000000000E+00, 0.000000000E+00, -2.600000000E+01, 0.000000000E+00, 0.000000000E+00, 6.000000000E+00], [0.000000000E+00, -3.300000000E+01, 0.000000000E+00, 0.000000000E+00, 0.000000000E+00, -2.000000000E+00, 0.000000000E+00, 0.000000000E+00], [0.000000000E+00, 1.800000000E+01, -3.800000000E+01, 0.000000000E+00, -4.000000000E+00, 0.000000000E+00, 0.000000000E+00, 1.000000000E+00], [0.000000000E+00, -6.000000000E+00, 1.300000000E+01, 0.000000000E+00, -2.700000000E+01, 0.000000000E+00, 0.000000000E+00, 0.000000000E+00], [0.000000000E+00, 0.000000000E+00, -1.500000000E+01, 0.000000000E+00, 0.000000000E+00, 0.000000000E+00, 0.000000000E+00, 0.000000000E+00]]> : tensor<5x8xf32>
  %0 = stablehlo.reshape %arg0 : (tensor<5x8xf32>) -> tensor<40xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<40xf32>
  %2 = stablehlo.compare NE, %0, %1, FLOAT : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %3 = stablehlo.convert %2 : (tensor<40xi1>) -> tensor<40xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
  %5 = "stablehlo.reduce_window"(%3, %4) <{base_dilations = array<i64: 1>, padding = dense<[[39, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 40>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %115 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %115 : tensor<i32>
  }) : (tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<40xi32>
  %8 = stablehlo.compare LT, %5, %7, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
  %c_2 = stablehlo.constant dense<13> : tensor<i32>
  %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<40xi32>
  %10 = stablehlo.add %5, %9 : tensor<40xi32>
  %11 = stablehlo.select %8, %10, %5 : tensor<40xi1>, tensor<40xi32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<40xi32>) -> tensor<40x1xi32>
  %c_3 = stablehlo.constant dense<1> : tensor<i32>
  %13 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<40xi32>
  %14 = "stablehlo.scatter"(%6, %12, %13) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %115 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %115 : tensor<i32>
  }) : (tensor<13xi32>, tensor<40x1xi32>, tensor<40xi32>) -> tensor<13xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<i32>
  %16 = "stablehlo.reduce_window"(%14, %15) <{base_dilations = array<i64: 1>, padding = dense<[[12, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 13>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %115 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %115 : tensor<i32>
  }) : (tensor<13xi32>, tensor<i32>) -> tensor<13xi32>
  %c_5 = stablehlo.constant dense<8> : tensor<i32>
  %17 = stablehlo.convert %c_5 : tensor<i32>
  %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %19 = stablehlo.divide %16, %18 : tensor<13xi32>
  %20 = stablehlo.sign %16 : tensor<13xi32>
  %21 = stablehlo.sign %17 : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %23 = stablehlo.compare NE, %20, %22, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %24 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %25 = stablehlo.remainder %16, %24 : tensor<13xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %26 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %27 = stablehlo.compare NE, %25, %26, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %28 = stablehlo.and %23, %27 : tensor<13xi1>
  %c_7 = stablehlo.constant dense<1> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %30 = stablehlo.subtract %19, %29 : tensor<13xi32>
  %31 = stablehlo.select %28, %30, %19 : tensor<13xi1>, tensor<13xi32>
  %c_8 = stablehlo.constant dense<5> : tensor<i32>
  %32 = stablehlo.convert %c_8 : tensor<i32>
  %c_9 = stablehlo.constant dense<0> : tensor<i32>
  %33 = stablehlo.compare EQ, %32, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.select %33, %c_10, %32 : tensor<i1>, tensor<i32>
  %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %36 = stablehlo.remainder %31, %35 : tensor<13xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %38 = stablehlo.compare NE, %36, %37, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_12 = stablehlo.constant dense<0> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %40 = stablehlo.compare LT, %36, %39, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %41 = stablehlo.compare LT, %34, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %42 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i1>) -> tensor<13xi1>
  %43 = stablehlo.compare NE, %40, %42, UNSIGNED : (tensor<13xi1>, tensor<13xi1>) -> tensor<13xi1>
  %44 = stablehlo.and %43, %38 : tensor<13xi1>
  %45 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %46 = stablehlo.add %36, %45 : tensor<13xi32>
  %47 = stablehlo.select %44, %46, %36 : tensor<13xi1>, tensor<13xi32>
  %c_14 = stablehlo.constant dense<1> : tensor<i32>
  %48 = stablehlo.convert %c_14 : tensor<i32>
  %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %50 = stablehlo.divide %16, %49 : tensor<13xi32>
  %51 = stablehlo.sign %16 : tensor<13xi32>
  %52 = stablehlo.sign %48 : tensor<i32>
  %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %54 = stablehlo.compare NE, %51, %53, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %55 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %56 = stablehlo.remainder %16, %55 : tensor<13xi32>
  %c_15 = stablehlo.constant dense<0> : tensor<i32>
  %57 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %58 = stablehlo.compare NE, %56, %57, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %59 = stablehlo.and %54, %58 : tensor<13xi1>
  %c_16 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %61 = stablehlo.subtract %50, %60 : tensor<13xi32>
  %62 = stablehlo.select %59, %61, %50 : tensor<13xi1>, tensor<13xi32>
  %c_17 = stablehlo.constant dense<8> : tensor<i32>
  %63 = stablehlo.convert %c_17 : tensor<i32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %64 = stablehlo.compare EQ, %63, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_19 = stablehlo.constant dense<1> : tensor<i32>
  %65 = stablehlo.select %64, %c_19, %63 : tensor<i1>, tensor<i32>
  %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %67 = stablehlo.remainder %62, %66 : tensor<13xi32>
  %c_20 = stablehlo.constant dense<0> : tensor<i32>
  %68 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %69 = stablehlo.compare NE, %67, %68, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_21 = stablehlo.constant dense<0> : tensor<i32>
  %70 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %71 = stablehlo.compare LT, %67, %70, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %72 = stablehlo.compare LT, %65, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %73 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<i1>) -> tensor<13xi1>
  %74 = stablehlo.compare NE, %71, %73, UNSIGNED : (tensor<13xi1>, tensor<13xi1>) -> tensor<13xi1>
  %75 = stablehlo.and %74, %69 : tensor<13xi1>
  %76 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %77 = stablehlo.add %67, %76 : tensor<13xi32>
  %78 = stablehlo.select %75, %77, %67 : tensor<13xi1>, tensor<13xi32>
  %79 = stablehlo.convert %2 : (tensor<40xi1>) -> tensor<40xi32>
  %c_23 = stablehlo.constant dense<0> : tensor<i32>
  %80 = stablehlo.reduce(%79 init: %c_23) applies stablehlo.add across dimensions = [0] : (tensor<40xi32>, tensor<i32>) -> tensor<i32>
  %81 = stablehlo.broadcast_in_dim %80, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %82 = stablehlo.iota dim = 0 : tensor<13xi32>
  %83 = stablehlo.broadcast_in_dim %81, dims = [0] : (tensor<1xi32>) -> tensor<13xi32>
  %84 = stablehlo.compare GE, %82, %83, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %85 = stablehlo.convert %c_24 : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %85, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %87 = stablehlo.select %84, %86, %47 : tensor<13xi1>, tensor<13xi32>
  %c_25 = stablehlo.constant dense<0> : tensor<i32>
  %88 = stablehlo.convert %c_25 : tensor<i32>
  %89 = stablehlo.broadcast_in_dim %88, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %90 = stablehlo.select %84, %89, %78 : tensor<13xi1>, tensor<13xi32>
  %c_26 = stablehlo.constant dense<0> : tensor<i32>
  %91 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %92 = stablehlo.compare LT, %87, %91, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_27 = stablehlo.constant dense<5> : tensor<i32>
  %93 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %94 = stablehlo.add %87, %93 : tensor<13xi32>
  %95 = stablehlo.select %92, %94, %87 : tensor<13xi1>, tensor<13xi32>
  %c_28 = stablehlo.constant dense<0> : tensor<i32>
  %96 = stablehlo.broadcast_in_dim %c_28, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %97 = stablehlo.compare LT, %90, %96, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_29 = stablehlo.constant dense<8> : tensor<i32>
  %98 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %99 = stablehlo.add %90, %98 : tensor<13xi32>
  %100 = stablehlo.select %97, %99, %90 : tensor<13xi1>, tensor<13xi32>
  %101 = stablehlo.broadcast_in_dim %95, dims = [0] : (tensor<13xi32>) -> tensor<13x1xi32>
  %102 = stablehlo.broadcast_in_dim %100, dims = [0] : (tensor<13xi32>) -> tensor<13x1xi32>
  %103 = stablehlo.concatenate %101, %102, dim = 1 : (tensor<13x1xi32>, tensor<13x1xi32>) -> tensor<13x2xi32>
  %104 = "stablehlo.gather"(%arg0, %103) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<5x8xf32>, tensor<13x2xi32>) -> tensor<13xf32>
  %105 = stablehlo.iota dim = 0 : tensor<13xi32>
  %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %106 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
  %107 = stablehlo.compare NE, %arg0, %106, FLOAT : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xi1>
  %108 = stablehlo.convert %107 : (tensor<5x8xi1>) -> tensor<5x8xi32>
  %c_31 = stablehlo.constant dense<0> : tensor<i32>
  %109 = stablehlo.reduce(%108 init: %c_31) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x8xi32>, tensor<i32>) -> tensor<i32>
  %110 = stablehlo.broadcast_in_dim %109, dims = [] : (tensor<i32>) -> tensor<13xi32>
  %111 = stablehlo.compare LT, %105, %110, SIGNED : (tensor<13xi32>, tensor<13xi32>) -> tensor<13xi1>
  %c_32 = stablehlo.constant dense<0> : tensor<i32>
  %112 = stablehlo.convert %c_32 : (tensor<i32>) -> tensor<f32>
  %113 = stablehlo.broadcast_in_dim %112, dims = [] : (tensor<f32>) -> tensor<13xf32>
  %114 = stablehlo.select %111, %104, %113 : tensor<13xi1>, tensor<13xf32>
  check.expect_eq_const %114, dense<[-3.400000000E+01, -2.600000000E+01, 6.000000000E+00, -3.300000000E+01, -2.000000000E+00, 1.800000000E+01, -3.800000000E+01, -4.000000000E+00, 1.000000000E+00, -6.000000000E+00, 1.300000000E+01, -2.700000000E+01, -1.500000000E+01]> : tensor<13xf32>
  check.expect_eq_const %87, dense<[0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]> : tensor<13xi32>
  check.expect_eq_const %90, dense<[1, 4, 7, 1, 5, 1, 2, 4, 7, 1, 2, 4, 2]> : tensor<13xi32>
  func.return
}
