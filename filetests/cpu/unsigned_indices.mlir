// Indices of unsigned types whose highest bit is set lie behind every end: no update is written there, and starts are clamped to
// the last window. What is expected is what XLA gives on the CPU.
func.func @scatter_ui64() {
  %x = stablehlo.constant dense<1> : tensor<8xi32>
  %i = stablehlo.constant dense<[18446744073709551615, 9223372036854775813, 2]> : tensor<3xui64>
  %ix = stablehlo.reshape %i : (tensor<3xui64>) -> tensor<3x1xui64>
  %u = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60], [70, 80, 90]]> : tensor<3x3xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi32>, tensor<3x1xui64>, tensor<3x3xi32>) -> tensor<8xi32>
  check.expect_eq_const %r, dense<[1, 1, 71, 81, 91, 1, 1, 1]> : tensor<8xi32>
  func.return
}
func.func @scatter_rows_ui64() {
  %x = stablehlo.constant dense<1> : tensor<4x3xi32>
  %ix = stablehlo.constant dense<[[18446744073709551615, 0], [1, 9223372036854775813], [2, 1]]> : tensor<3x2xui64>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[10, 20], [30, 40]]]> : tensor<3x2x2xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<3x2xui64>, tensor<3x2x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1], [1, 1, 1], [1, 11, 21], [1, 31, 41]]> : tensor<4x3xi32>
  func.return
}
func.func @gather_ui64() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %ix = stablehlo.constant dense<[[18446744073709551615], [9223372036854775813], [2]]> : tensor<3x1xui64>
  %r = "stablehlo.gather"(%x, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>}> : (tensor<8xi32>, tensor<3x1xui64>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[5, 6, 7], [5, 6, 7], [2, 3, 4]]> : tensor<3x3xi32>
  func.return
}
func.func @slices_ui64() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %i = stablehlo.constant dense<9223372036854775813> : tensor<ui64>
  %r = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xi32>, tensor<ui64>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[5, 6, 7]> : tensor<3xi32>
  %u = stablehlo.constant dense<[40, 50]> : tensor<2xi32>
  %s = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xi32>, tensor<2xi32>, tensor<ui64>) -> tensor<8xi32>
  check.expect_eq_const %s, dense<[0, 1, 2, 3, 4, 5, 40, 50]> : tensor<8xi32>
  func.return
}
func.func @scatter_ui32() {
  %x = stablehlo.constant dense<1> : tensor<8xi32>
  %i = stablehlo.constant dense<[4294967295, 2147483653, 2]> : tensor<3xui32>
  %ix = stablehlo.reshape %i : (tensor<3xui32>) -> tensor<3x1xui32>
  %u = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60], [70, 80, 90]]> : tensor<3x3xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi32>, tensor<3x1xui32>, tensor<3x3xi32>) -> tensor<8xi32>
  check.expect_eq_const %r, dense<[1, 1, 71, 81, 91, 1, 1, 1]> : tensor<8xi32>
  func.return
}
func.func @scatter_rows_ui32() {
  %x = stablehlo.constant dense<1> : tensor<4x3xi32>
  %ix = stablehlo.constant dense<[[4294967295, 0], [1, 2147483653], [2, 1]]> : tensor<3x2xui32>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[10, 20], [30, 40]]]> : tensor<3x2x2xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<3x2xui32>, tensor<3x2x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1], [1, 1, 1], [1, 11, 21], [1, 31, 41]]> : tensor<4x3xi32>
  func.return
}
func.func @gather_ui32() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %ix = stablehlo.constant dense<[[4294967295], [2147483653], [2]]> : tensor<3x1xui32>
  %r = "stablehlo.gather"(%x, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>}> : (tensor<8xi32>, tensor<3x1xui32>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[5, 6, 7], [5, 6, 7], [2, 3, 4]]> : tensor<3x3xi32>
  func.return
}
func.func @slices_ui32() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %i = stablehlo.constant dense<2147483653> : tensor<ui32>
  %r = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xi32>, tensor<ui32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[5, 6, 7]> : tensor<3xi32>
  %u = stablehlo.constant dense<[40, 50]> : tensor<2xi32>
  %s = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xi32>, tensor<2xi32>, tensor<ui32>) -> tensor<8xi32>
  check.expect_eq_const %s, dense<[0, 1, 2, 3, 4, 5, 40, 50]> : tensor<8xi32>
  func.return
}
func.func @scatter_ui8() {
  %x = stablehlo.constant dense<1> : tensor<8xi32>
  %i = stablehlo.constant dense<[255, 133, 2]> : tensor<3xui8>
  %ix = stablehlo.reshape %i : (tensor<3xui8>) -> tensor<3x1xui8>
  %u = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60], [70, 80, 90]]> : tensor<3x3xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi32>, tensor<3x1xui8>, tensor<3x3xi32>) -> tensor<8xi32>
  check.expect_eq_const %r, dense<[1, 1, 71, 81, 91, 1, 1, 1]> : tensor<8xi32>
  func.return
}
func.func @scatter_rows_ui8() {
  %x = stablehlo.constant dense<1> : tensor<4x3xi32>
  %ix = stablehlo.constant dense<[[255, 0], [1, 133], [2, 1]]> : tensor<3x2xui8>
  %u = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[10, 20], [30, 40]]]> : tensor<3x2x2xi32>
  %r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %s = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<3x2xui8>, tensor<3x2x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1], [1, 1, 1], [1, 11, 21], [1, 31, 41]]> : tensor<4x3xi32>
  func.return
}
func.func @gather_ui8() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %ix = stablehlo.constant dense<[[255], [133], [2]]> : tensor<3x1xui8>
  %r = "stablehlo.gather"(%x, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 3>}> : (tensor<8xi32>, tensor<3x1xui8>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[5, 6, 7], [5, 6, 7], [2, 3, 4]]> : tensor<3x3xi32>
  func.return
}
func.func @slices_ui8() {
  %x = stablehlo.iota dim = 0 : tensor<8xi32>
  %i = stablehlo.constant dense<133> : tensor<ui8>
  %r = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xi32>, tensor<ui8>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[5, 6, 7]> : tensor<3xi32>
  %u = stablehlo.constant dense<[40, 50]> : tensor<2xi32>
  %s = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xi32>, tensor<2xi32>, tensor<ui8>) -> tensor<8xi32>
  check.expect_eq_const %s, dense<[0, 1, 2, 3, 4, 5, 40, 50]> : tensor<8xi32>
  func.return
}
