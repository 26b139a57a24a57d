// Products and windows with few columns, whose weights are turned and whose lanes are added, against those of integers, whose
// vectors lie along the columns. All sums are exact.

// The window leaves the picture on all sides.
func.func @f32() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<12480xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<12480xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<12480xi32>
  %a3 = stablehlo.constant dense<7> : tensor<12480xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<12480xi32>
  %a5 = stablehlo.constant dense<5> : tensor<12480xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<12480xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<12480xi32>
  %a8 = stablehlo.constant dense<3> : tensor<12480xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<12480xi32>
  %ac = stablehlo.constant dense<1> : tensor<12480xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<12480xi32>
  %ae = stablehlo.reshape %ad : (tensor<12480xi32>) -> tensor<2x13x15x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x13x15x32xi32>) -> tensor<2x13x15x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x13x15x32xi32>, tensor<2x13x15x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xf32>, tensor<3x3x32x3xf32>) -> tensor<2x13x15x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xi32>, tensor<3x3x32x3xi32>) -> tensor<2x13x15x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x15x3xi32>) -> tensor<2x13x15x3xf32>
  check.expect_eq %y, %zf : tensor<2x13x15x3xf32>, tensor<2x13x15x3xf32>
  func.return
}

// -----

func.func @f64() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<12480xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<12480xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<12480xi32>
  %a3 = stablehlo.constant dense<7> : tensor<12480xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<12480xi32>
  %a5 = stablehlo.constant dense<5> : tensor<12480xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<12480xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<12480xi32>
  %a8 = stablehlo.constant dense<3> : tensor<12480xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<12480xi32>
  %ac = stablehlo.constant dense<1> : tensor<12480xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<12480xi32>
  %ae = stablehlo.reshape %ad : (tensor<12480xi32>) -> tensor<2x13x15x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x13x15x32xi32>) -> tensor<2x13x15x32xf64>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x13x15x32xi32>, tensor<2x13x15x32xf64>
  %b0 = stablehlo.iota dim = 0 : tensor<576xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<576xi32>
  %b3 = stablehlo.constant dense<5> : tensor<576xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<576xi32>
  %b5 = stablehlo.constant dense<7> : tensor<576xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<576xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<576xi32>
  %b8 = stablehlo.constant dense<3> : tensor<576xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<576xi32>
  %bc = stablehlo.constant dense<1> : tensor<576xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<576xi32>
  %be = stablehlo.reshape %bd : (tensor<576xi32>) -> tensor<3x3x32x2xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x2xi32>) -> tensor<3x3x32x2xf64>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x2xi32>, tensor<3x3x32x2xf64>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xf64>, tensor<3x3x32x2xf64>) -> tensor<2x13x15x2xf64>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xi32>, tensor<3x3x32x2xi32>) -> tensor<2x13x15x2xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x15x2xi32>) -> tensor<2x13x15x2xf64>
  check.expect_eq %y, %zf : tensor<2x13x15x2xf64>, tensor<2x13x15x2xf64>
  func.return
}

// -----

func.func @bf16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<12480xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<12480xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<12480xi32>
  %a3 = stablehlo.constant dense<7> : tensor<12480xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<12480xi32>
  %a5 = stablehlo.constant dense<5> : tensor<12480xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<12480xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<12480xi32>
  %a8 = stablehlo.constant dense<3> : tensor<12480xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<12480xi32>
  %ac = stablehlo.constant dense<1> : tensor<12480xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<12480xi32>
  %ae = stablehlo.reshape %ad : (tensor<12480xi32>) -> tensor<2x13x15x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x13x15x32xi32>) -> tensor<2x13x15x32xbf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x13x15x32xi32>, tensor<2x13x15x32xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xbf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xbf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xbf16>, tensor<3x3x32x3xbf16>) -> tensor<2x13x15x3xbf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xi32>, tensor<3x3x32x3xi32>) -> tensor<2x13x15x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x15x3xi32>) -> tensor<2x13x15x3xbf16>
  check.expect_eq %y, %zf : tensor<2x13x15x3xbf16>, tensor<2x13x15x3xbf16>
  func.return
}

// -----

func.func @f16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<12480xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<12480xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<12480xi32>
  %a3 = stablehlo.constant dense<7> : tensor<12480xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<12480xi32>
  %a5 = stablehlo.constant dense<5> : tensor<12480xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<12480xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<12480xi32>
  %a8 = stablehlo.constant dense<3> : tensor<12480xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<12480xi32>
  %ac = stablehlo.constant dense<1> : tensor<12480xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<12480xi32>
  %ae = stablehlo.reshape %ad : (tensor<12480xi32>) -> tensor<2x13x15x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x13x15x32xi32>) -> tensor<2x13x15x32xf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x13x15x32xi32>, tensor<2x13x15x32xf16>
  %b0 = stablehlo.iota dim = 0 : tensor<1152xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1152xi32>
  %b3 = stablehlo.constant dense<5> : tensor<1152xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1152xi32>
  %b5 = stablehlo.constant dense<7> : tensor<1152xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<1152xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<1152xi32>
  %b8 = stablehlo.constant dense<3> : tensor<1152xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<1152xi32>
  %bc = stablehlo.constant dense<1> : tensor<1152xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<1152xi32>
  %be = stablehlo.reshape %bd : (tensor<1152xi32>) -> tensor<3x3x32x4xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x4xi32>) -> tensor<3x3x32x4xf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x4xi32>, tensor<3x3x32x4xf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xf16>, tensor<3x3x32x4xf16>) -> tensor<2x13x15x4xf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x15x32xi32>, tensor<3x3x32x4xi32>) -> tensor<2x13x15x4xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x15x4xi32>) -> tensor<2x13x15x4xf16>
  check.expect_eq %y, %zf : tensor<2x13x15x4xf16>, tensor<2x13x15x4xf16>
  func.return
}

// -----

func.func @eight_columns() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<14400xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<14400xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<14400xi32>
  %a3 = stablehlo.constant dense<7> : tensor<14400xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<14400xi32>
  %a5 = stablehlo.constant dense<5> : tensor<14400xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<14400xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<14400xi32>
  %a8 = stablehlo.constant dense<3> : tensor<14400xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<14400xi32>
  %ac = stablehlo.constant dense<1> : tensor<14400xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<14400xi32>
  %ae = stablehlo.reshape %ad : (tensor<14400xi32>) -> tensor<1x15x15x64xi32>
  %af = stablehlo.convert %ae : (tensor<1x15x15x64xi32>) -> tensor<1x15x15x64xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x15x15x64xi32>, tensor<1x15x15x64xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<4608xi32>
  %b3 = stablehlo.constant dense<5> : tensor<4608xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<4608xi32>
  %b5 = stablehlo.constant dense<7> : tensor<4608xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<4608xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<4608xi32>
  %b8 = stablehlo.constant dense<3> : tensor<4608xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<4608xi32>
  %bc = stablehlo.constant dense<1> : tensor<4608xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<4608xi32>
  %be = stablehlo.reshape %bd : (tensor<4608xi32>) -> tensor<3x3x64x8xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x64x8xi32>) -> tensor<3x3x64x8xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x64x8xi32>, tensor<3x3x64x8xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x64xf32>, tensor<3x3x64x8xf32>) -> tensor<1x15x15x8xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x15x64xi32>, tensor<3x3x64x8xi32>) -> tensor<1x15x15x8xi32>
  %zf = stablehlo.convert %z : (tensor<1x15x15x8xi32>) -> tensor<1x15x15x8xf32>
  check.expect_eq %y, %zf : tensor<1x15x15x8xf32>, tensor<1x15x15x8xf32>
  func.return
}

// -----

func.func @sixteen_channels() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<8704xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<8704xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<8704xi32>
  %a3 = stablehlo.constant dense<7> : tensor<8704xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<8704xi32>
  %a5 = stablehlo.constant dense<5> : tensor<8704xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<8704xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<8704xi32>
  %a8 = stablehlo.constant dense<3> : tensor<8704xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<8704xi32>
  %ac = stablehlo.constant dense<1> : tensor<8704xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<8704xi32>
  %ae = stablehlo.reshape %ad : (tensor<8704xi32>) -> tensor<2x16x17x16xi32>
  %af = stablehlo.convert %ae : (tensor<2x16x17x16xi32>) -> tensor<2x16x17x16xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x16x17x16xi32>, tensor<2x16x17x16xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<432xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<432xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<432xi32>
  %b3 = stablehlo.constant dense<5> : tensor<432xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<432xi32>
  %b5 = stablehlo.constant dense<7> : tensor<432xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<432xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<432xi32>
  %b8 = stablehlo.constant dense<3> : tensor<432xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<432xi32>
  %bc = stablehlo.constant dense<1> : tensor<432xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<432xi32>
  %be = stablehlo.reshape %bd : (tensor<432xi32>) -> tensor<3x3x16x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x16x3xi32>) -> tensor<3x3x16x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x16x3xi32>, tensor<3x3x16x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x17x16xf32>, tensor<3x3x16x3xf32>) -> tensor<2x16x17x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x17x16xi32>, tensor<3x3x16x3xi32>) -> tensor<2x16x17x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x16x17x3xi32>) -> tensor<2x16x17x3xf32>
  check.expect_eq %y, %zf : tensor<2x16x17x3xf32>, tensor<2x16x17x3xf32>
  func.return
}

// -----

func.func @odd_channels() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<16896xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<16896xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<16896xi32>
  %a3 = stablehlo.constant dense<7> : tensor<16896xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<16896xi32>
  %a5 = stablehlo.constant dense<5> : tensor<16896xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<16896xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<16896xi32>
  %a8 = stablehlo.constant dense<3> : tensor<16896xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<16896xi32>
  %ac = stablehlo.constant dense<1> : tensor<16896xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<16896xi32>
  %ae = stablehlo.reshape %ad : (tensor<16896xi32>) -> tensor<2x16x16x33xi32>
  %af = stablehlo.convert %ae : (tensor<2x16x16x33xi32>) -> tensor<2x16x16x33xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x16x16x33xi32>, tensor<2x16x16x33xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<594xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<594xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<594xi32>
  %b3 = stablehlo.constant dense<5> : tensor<594xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<594xi32>
  %b5 = stablehlo.constant dense<7> : tensor<594xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<594xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<594xi32>
  %b8 = stablehlo.constant dense<3> : tensor<594xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<594xi32>
  %bc = stablehlo.constant dense<1> : tensor<594xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<594xi32>
  %be = stablehlo.reshape %bd : (tensor<594xi32>) -> tensor<3x3x33x2xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x33x2xi32>) -> tensor<3x3x33x2xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x33x2xi32>, tensor<3x3x33x2xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x33xf32>, tensor<3x3x33x2xf32>) -> tensor<2x16x16x2xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x33xi32>, tensor<3x3x33x2xi32>) -> tensor<2x16x16x2xi32>
  %zf = stablehlo.convert %z : (tensor<2x16x16x2xi32>) -> tensor<2x16x16x2xf32>
  check.expect_eq %y, %zf : tensor<2x16x16x2xf32>, tensor<2x16x16x2xf32>
  func.return
}

// -----

func.func @one_column() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<24576xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<24576xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<24576xi32>
  %a3 = stablehlo.constant dense<7> : tensor<24576xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<24576xi32>
  %a5 = stablehlo.constant dense<5> : tensor<24576xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<24576xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<24576xi32>
  %a8 = stablehlo.constant dense<3> : tensor<24576xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<24576xi32>
  %ac = stablehlo.constant dense<1> : tensor<24576xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<24576xi32>
  %ae = stablehlo.reshape %ad : (tensor<24576xi32>) -> tensor<2x16x16x48xi32>
  %af = stablehlo.convert %ae : (tensor<2x16x16x48xi32>) -> tensor<2x16x16x48xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x16x16x48xi32>, tensor<2x16x16x48xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<432xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<432xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<432xi32>
  %b3 = stablehlo.constant dense<5> : tensor<432xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<432xi32>
  %b5 = stablehlo.constant dense<7> : tensor<432xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<432xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<432xi32>
  %b8 = stablehlo.constant dense<3> : tensor<432xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<432xi32>
  %bc = stablehlo.constant dense<1> : tensor<432xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<432xi32>
  %be = stablehlo.reshape %bd : (tensor<432xi32>) -> tensor<3x3x48x1xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x48x1xi32>) -> tensor<3x3x48x1xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x48x1xi32>, tensor<3x3x48x1xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x48xf32>, tensor<3x3x48x1xf32>) -> tensor<2x16x16x1xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x48xi32>, tensor<3x3x48x1xi32>) -> tensor<2x16x16x1xi32>
  %zf = stablehlo.convert %z : (tensor<2x16x16x1xi32>) -> tensor<2x16x16x1xf32>
  check.expect_eq %y, %zf : tensor<2x16x16x1xf32>, tensor<2x16x16x1xf32>
  func.return
}

// -----

func.func @stride() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<54000xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<54000xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<54000xi32>
  %a3 = stablehlo.constant dense<7> : tensor<54000xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<54000xi32>
  %a5 = stablehlo.constant dense<5> : tensor<54000xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<54000xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<54000xi32>
  %a8 = stablehlo.constant dense<3> : tensor<54000xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<54000xi32>
  %ac = stablehlo.constant dense<1> : tensor<54000xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<54000xi32>
  %ae = stablehlo.reshape %ad : (tensor<54000xi32>) -> tensor<2x25x27x40xi32>
  %af = stablehlo.convert %ae : (tensor<2x25x27x40xi32>) -> tensor<2x25x27x40xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x25x27x40xi32>, tensor<2x25x27x40xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<1080xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1080xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1080xi32>
  %b3 = stablehlo.constant dense<5> : tensor<1080xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1080xi32>
  %b5 = stablehlo.constant dense<7> : tensor<1080xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<1080xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<1080xi32>
  %b8 = stablehlo.constant dense<3> : tensor<1080xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<1080xi32>
  %bc = stablehlo.constant dense<1> : tensor<1080xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<1080xi32>
  %be = stablehlo.reshape %bd : (tensor<1080xi32>) -> tensor<3x3x40x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x40x3xi32>) -> tensor<3x3x40x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x40x3xi32>, tensor<3x3x40x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x25x27x40xf32>, tensor<3x3x40x3xf32>) -> tensor<2x13x14x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x25x27x40xi32>, tensor<3x3x40x3xi32>) -> tensor<2x13x14x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x14x3xi32>) -> tensor<2x13x14x3xf32>
  check.expect_eq %y, %zf : tensor<2x13x14x3xf32>, tensor<2x13x14x3xf32>
  func.return
}

// -----

func.func @padded_on_one_side() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<9120xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<9120xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<9120xi32>
  %a3 = stablehlo.constant dense<7> : tensor<9120xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<9120xi32>
  %a5 = stablehlo.constant dense<5> : tensor<9120xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<9120xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<9120xi32>
  %a8 = stablehlo.constant dense<3> : tensor<9120xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<9120xi32>
  %ac = stablehlo.constant dense<1> : tensor<9120xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<9120xi32>
  %ae = stablehlo.reshape %ad : (tensor<9120xi32>) -> tensor<1x15x19x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x15x19x32xi32>) -> tensor<1x15x19x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x15x19x32xi32>, tensor<1x15x19x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 2], [2, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x19x32xf32>, tensor<3x3x32x3xf32>) -> tensor<1x15x19x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 2], [2, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x15x19x32xi32>, tensor<3x3x32x3xi32>) -> tensor<1x15x19x3xi32>
  %zf = stablehlo.convert %z : (tensor<1x15x19x3xi32>) -> tensor<1x15x19x3xf32>
  check.expect_eq %y, %zf : tensor<1x15x19x3xf32>, tensor<1x15x19x3xf32>
  func.return
}

// -----

func.func @not_padded() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<14400xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<14400xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<14400xi32>
  %a3 = stablehlo.constant dense<7> : tensor<14400xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<14400xi32>
  %a5 = stablehlo.constant dense<5> : tensor<14400xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<14400xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<14400xi32>
  %a8 = stablehlo.constant dense<3> : tensor<14400xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<14400xi32>
  %ac = stablehlo.constant dense<1> : tensor<14400xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<14400xi32>
  %ae = stablehlo.reshape %ad : (tensor<14400xi32>) -> tensor<2x15x15x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x15x15x32xi32>) -> tensor<2x15x15x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x15x15x32xi32>, tensor<2x15x15x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x15x32xf32>, tensor<3x3x32x3xf32>) -> tensor<2x13x13x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x15x32xi32>, tensor<3x3x32x3xi32>) -> tensor<2x13x13x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x13x13x3xi32>) -> tensor<2x13x13x3xf32>
  check.expect_eq %y, %zf : tensor<2x13x13x3xf32>, tensor<2x13x13x3xf32>
  func.return
}

// -----

// Each window leaves the picture.
func.func @larger_than_the_picture() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<3456xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<3456xi32>
  %a3 = stablehlo.constant dense<7> : tensor<3456xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<3456xi32>
  %a5 = stablehlo.constant dense<5> : tensor<3456xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<3456xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<3456xi32>
  %a8 = stablehlo.constant dense<3> : tensor<3456xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<3456xi32>
  %ac = stablehlo.constant dense<1> : tensor<3456xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<3456xi32>
  %ae = stablehlo.reshape %ad : (tensor<3456xi32>) -> tensor<9x4x3x32xi32>
  %af = stablehlo.convert %ae : (tensor<9x4x3x32xi32>) -> tensor<9x4x3x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<9x4x3x32xi32>, tensor<9x4x3x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<4704xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4704xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<4704xi32>
  %b3 = stablehlo.constant dense<5> : tensor<4704xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<4704xi32>
  %b5 = stablehlo.constant dense<7> : tensor<4704xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<4704xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<4704xi32>
  %b8 = stablehlo.constant dense<3> : tensor<4704xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<4704xi32>
  %bc = stablehlo.constant dense<1> : tensor<4704xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<4704xi32>
  %be = stablehlo.reshape %bd : (tensor<4704xi32>) -> tensor<7x7x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<7x7x32x3xi32>) -> tensor<7x7x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<7x7x32x3xi32>, tensor<7x7x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 3], [3, 3]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<9x4x3x32xf32>, tensor<7x7x32x3xf32>) -> tensor<9x4x3x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 3], [3, 3]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<9x4x3x32xi32>, tensor<7x7x32x3xi32>) -> tensor<9x4x3x3xi32>
  %zf = stablehlo.convert %z : (tensor<9x4x3x3xi32>) -> tensor<9x4x3x3xf32>
  check.expect_eq %y, %zf : tensor<9x4x3x3xf32>, tensor<9x4x3x3xf32>
  func.return
}

// -----

func.func @narrow_picture() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<8192xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<8192xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<8192xi32>
  %a3 = stablehlo.constant dense<7> : tensor<8192xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<8192xi32>
  %a5 = stablehlo.constant dense<5> : tensor<8192xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<8192xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<8192xi32>
  %a8 = stablehlo.constant dense<3> : tensor<8192xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<8192xi32>
  %ac = stablehlo.constant dense<1> : tensor<8192xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<8192xi32>
  %ae = stablehlo.reshape %ad : (tensor<8192xi32>) -> tensor<4x64x1x32xi32>
  %af = stablehlo.convert %ae : (tensor<4x64x1x32xi32>) -> tensor<4x64x1x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<4x64x1x32xi32>, tensor<4x64x1x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x64x1x32xf32>, tensor<3x3x32x3xf32>) -> tensor<4x64x1x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x64x1x32xi32>, tensor<3x3x32x3xi32>) -> tensor<4x64x1x3xi32>
  %zf = stablehlo.convert %z : (tensor<4x64x1x3xi32>) -> tensor<4x64x1x3xf32>
  check.expect_eq %y, %zf : tensor<4x64x1x3xf32>, tensor<4x64x1x3xf32>
  func.return
}

// -----

func.func @dilated() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<9248xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<9248xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<9248xi32>
  %a3 = stablehlo.constant dense<7> : tensor<9248xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<9248xi32>
  %a5 = stablehlo.constant dense<5> : tensor<9248xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<9248xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<9248xi32>
  %a8 = stablehlo.constant dense<3> : tensor<9248xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<9248xi32>
  %ac = stablehlo.constant dense<1> : tensor<9248xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<9248xi32>
  %ae = stablehlo.reshape %ad : (tensor<9248xi32>) -> tensor<1x17x17x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x17x17x32xi32>) -> tensor<1x17x17x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x17x17x32xi32>, tensor<1x17x17x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x17x17x32xf32>, tensor<3x3x32x3xf32>) -> tensor<1x17x17x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x17x17x32xi32>, tensor<3x3x32x3xi32>) -> tensor<1x17x17x3xi32>
  %zf = stablehlo.convert %z : (tensor<1x17x17x3xi32>) -> tensor<1x17x17x3xf32>
  check.expect_eq %y, %zf : tensor<1x17x17x3xf32>, tensor<1x17x17x3xf32>
  func.return
}

// -----

func.func @line() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<14544xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<14544xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<14544xi32>
  %a3 = stablehlo.constant dense<7> : tensor<14544xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<14544xi32>
  %a5 = stablehlo.constant dense<5> : tensor<14544xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<14544xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<14544xi32>
  %a8 = stablehlo.constant dense<3> : tensor<14544xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<14544xi32>
  %ac = stablehlo.constant dense<1> : tensor<14544xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<14544xi32>
  %ae = stablehlo.reshape %ad : (tensor<14544xi32>) -> tensor<3x101x48xi32>
  %af = stablehlo.convert %ae : (tensor<3x101x48xi32>) -> tensor<3x101x48xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<3x101x48xi32>, tensor<3x101x48xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<480xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<480xi32>
  %b3 = stablehlo.constant dense<5> : tensor<480xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<480xi32>
  %b5 = stablehlo.constant dense<7> : tensor<480xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<480xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<480xi32>
  %b8 = stablehlo.constant dense<3> : tensor<480xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<480xi32>
  %bc = stablehlo.constant dense<1> : tensor<480xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<480xi32>
  %be = stablehlo.reshape %bd : (tensor<480xi32>) -> tensor<5x48x2xi32>
  %bf = stablehlo.convert %be : (tensor<5x48x2xi32>) -> tensor<5x48x2xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x48x2xi32>, tensor<5x48x2xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x101x48xf32>, tensor<5x48x2xf32>) -> tensor<3x101x2xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x101x48xi32>, tensor<5x48x2xi32>) -> tensor<3x101x2xi32>
  %zf = stablehlo.convert %z : (tensor<3x101x2xi32>) -> tensor<3x101x2xf32>
  check.expect_eq %y, %zf : tensor<3x101x2xf32>, tensor<3x101x2xf32>
  func.return
}

// -----

func.func @volume() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<12096xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<12096xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<12096xi32>
  %a3 = stablehlo.constant dense<7> : tensor<12096xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<12096xi32>
  %a5 = stablehlo.constant dense<5> : tensor<12096xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<12096xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<12096xi32>
  %a8 = stablehlo.constant dense<3> : tensor<12096xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<12096xi32>
  %ac = stablehlo.constant dense<1> : tensor<12096xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<12096xi32>
  %ae = stablehlo.reshape %ad : (tensor<12096xi32>) -> tensor<1x7x6x9x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x7x6x9x32xi32>) -> tensor<1x7x6x9x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x7x6x9x32xi32>, tensor<1x7x6x9x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<2592xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2592xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<2592xi32>
  %b3 = stablehlo.constant dense<5> : tensor<2592xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<2592xi32>
  %b5 = stablehlo.constant dense<7> : tensor<2592xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<2592xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<2592xi32>
  %b8 = stablehlo.constant dense<3> : tensor<2592xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<2592xi32>
  %bc = stablehlo.constant dense<1> : tensor<2592xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<2592xi32>
  %be = stablehlo.reshape %bd : (tensor<2592xi32>) -> tensor<3x3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x3x32x3xi32>) -> tensor<3x3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x3x32x3xi32>, tensor<3x3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x9x32xf32>, tensor<3x3x3x32x3xf32>) -> tensor<1x7x6x9x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], rhs_dilate = [1, 1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x9x32xi32>, tensor<3x3x3x32x3xi32>) -> tensor<1x7x6x9x3xi32>
  %zf = stablehlo.convert %z : (tensor<1x7x6x9x3xi32>) -> tensor<1x7x6x9x3xf32>
  check.expect_eq %y, %zf : tensor<1x7x6x9x3xf32>, tensor<1x7x6x9x3xf32>
  func.return
}

// -----

func.func @groups() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<16384xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<16384xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<16384xi32>
  %a3 = stablehlo.constant dense<7> : tensor<16384xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<16384xi32>
  %a5 = stablehlo.constant dense<5> : tensor<16384xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<16384xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<16384xi32>
  %a8 = stablehlo.constant dense<3> : tensor<16384xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<16384xi32>
  %ac = stablehlo.constant dense<1> : tensor<16384xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<16384xi32>
  %ae = stablehlo.reshape %ad : (tensor<16384xi32>) -> tensor<1x16x16x64xi32>
  %af = stablehlo.convert %ae : (tensor<1x16x16x64xi32>) -> tensor<1x16x16x64xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x16x16x64xi32>, tensor<1x16x16x64xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<1152xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1152xi32>
  %b3 = stablehlo.constant dense<5> : tensor<1152xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1152xi32>
  %b5 = stablehlo.constant dense<7> : tensor<1152xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<1152xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<1152xi32>
  %b8 = stablehlo.constant dense<3> : tensor<1152xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<1152xi32>
  %bc = stablehlo.constant dense<1> : tensor<1152xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<1152xi32>
  %be = stablehlo.reshape %bd : (tensor<1152xi32>) -> tensor<3x3x32x4xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x4xi32>) -> tensor<3x3x32x4xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x4xi32>, tensor<3x3x32x4xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x16x16x64xf32>, tensor<3x3x32x4xf32>) -> tensor<1x16x16x4xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x16x16x64xi32>, tensor<3x3x32x4xi32>) -> tensor<1x16x16x4xi32>
  %zf = stablehlo.convert %z : (tensor<1x16x16x4xi32>) -> tensor<1x16x16x4xf32>
  check.expect_eq %y, %zf : tensor<1x16x16x4xf32>, tensor<1x16x16x4xf32>
  func.return
}

// -----

// Finished in vectors, whose results are parts of points.
func.func @bias_and_function() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<31680xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<31680xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<31680xi32>
  %a3 = stablehlo.constant dense<7> : tensor<31680xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<31680xi32>
  %a5 = stablehlo.constant dense<5> : tensor<31680xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<31680xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<31680xi32>
  %a8 = stablehlo.constant dense<3> : tensor<31680xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<31680xi32>
  %ac = stablehlo.constant dense<1> : tensor<31680xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<31680xi32>
  %ae = stablehlo.reshape %ad : (tensor<31680xi32>) -> tensor<2x15x33x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x15x33x32xi32>) -> tensor<2x15x33x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x15x33x32xi32>, tensor<2x15x33x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x33x32xf32>, tensor<3x3x32x3xf32>) -> tensor<2x15x33x3xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x33x32xi32>, tensor<3x3x32x3xi32>) -> tensor<2x15x33x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x15x33x3xi32>) -> tensor<2x15x33x3xf32>
  %c0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %c2 = stablehlo.add %c0, %c1 : tensor<3xi32>
  %c3 = stablehlo.constant dense<3> : tensor<3xi32>
  %c4 = stablehlo.multiply %c2, %c3 : tensor<3xi32>
  %c5 = stablehlo.constant dense<2> : tensor<3xi32>
  %c6 = stablehlo.divide %c2, %c5 : tensor<3xi32>
  %c7 = stablehlo.add %c4, %c6 : tensor<3xi32>
  %c8 = stablehlo.constant dense<5> : tensor<3xi32>
  %c9 = stablehlo.remainder %c7, %c8 : tensor<3xi32>
  %cc = stablehlo.constant dense<2> : tensor<3xi32>
  %cd = stablehlo.subtract %c9, %cc : tensor<3xi32>
  %ce = stablehlo.reshape %cd : (tensor<3xi32>) -> tensor<3xi32>
  %cf = stablehlo.convert %ce : (tensor<3xi32>) -> tensor<3xf32>
  %ci, %c = stablehlo.optimization_barrier %ce, %cf : tensor<3xi32>, tensor<3xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<3xf32>) -> tensor<2x15x33x3xf32>
  %yt0 = stablehlo.add %y, %cb : tensor<2x15x33x3xf32>
  %yt = stablehlo.tanh %yt0 : tensor<2x15x33x3xf32>
  %zt0 = stablehlo.add %zf, %cb : tensor<2x15x33x3xf32>
  %zt = stablehlo.tanh %zt0 : tensor<2x15x33x3xf32>
  check.expect_eq %yt, %zt : tensor<2x15x33x3xf32>, tensor<2x15x33x3xf32>
  func.return
}

// -----

func.func @bias_and_function_bf16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<31680xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<31680xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<31680xi32>
  %a3 = stablehlo.constant dense<7> : tensor<31680xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<31680xi32>
  %a5 = stablehlo.constant dense<5> : tensor<31680xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<31680xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<31680xi32>
  %a8 = stablehlo.constant dense<3> : tensor<31680xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<31680xi32>
  %ac = stablehlo.constant dense<1> : tensor<31680xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<31680xi32>
  %ae = stablehlo.reshape %ad : (tensor<31680xi32>) -> tensor<2x15x33x32xi32>
  %af = stablehlo.convert %ae : (tensor<2x15x33x32xi32>) -> tensor<2x15x33x32xbf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<2x15x33x32xi32>, tensor<2x15x33x32xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<864xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<864xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<864xi32>
  %b3 = stablehlo.constant dense<5> : tensor<864xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<864xi32>
  %b5 = stablehlo.constant dense<7> : tensor<864xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<864xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<864xi32>
  %b8 = stablehlo.constant dense<3> : tensor<864xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<864xi32>
  %bc = stablehlo.constant dense<1> : tensor<864xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<864xi32>
  %be = stablehlo.reshape %bd : (tensor<864xi32>) -> tensor<3x3x32x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x3x32x3xi32>) -> tensor<3x3x32x3xbf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x3x32x3xi32>, tensor<3x3x32x3xbf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x33x32xbf16>, tensor<3x3x32x3xbf16>) -> tensor<2x15x33x3xbf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x33x32xi32>, tensor<3x3x32x3xi32>) -> tensor<2x15x33x3xi32>
  %zf = stablehlo.convert %z : (tensor<2x15x33x3xi32>) -> tensor<2x15x33x3xbf16>
  %c0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %c2 = stablehlo.add %c0, %c1 : tensor<3xi32>
  %c3 = stablehlo.constant dense<3> : tensor<3xi32>
  %c4 = stablehlo.multiply %c2, %c3 : tensor<3xi32>
  %c5 = stablehlo.constant dense<2> : tensor<3xi32>
  %c6 = stablehlo.divide %c2, %c5 : tensor<3xi32>
  %c7 = stablehlo.add %c4, %c6 : tensor<3xi32>
  %c8 = stablehlo.constant dense<5> : tensor<3xi32>
  %c9 = stablehlo.remainder %c7, %c8 : tensor<3xi32>
  %cc = stablehlo.constant dense<2> : tensor<3xi32>
  %cd = stablehlo.subtract %c9, %cc : tensor<3xi32>
  %ce = stablehlo.reshape %cd : (tensor<3xi32>) -> tensor<3xi32>
  %cf = stablehlo.convert %ce : (tensor<3xi32>) -> tensor<3xbf16>
  %ci, %c = stablehlo.optimization_barrier %ce, %cf : tensor<3xi32>, tensor<3xbf16>
  %cb = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<3xbf16>) -> tensor<2x15x33x3xbf16>
  %yt0 = stablehlo.add %y, %cb : tensor<2x15x33x3xbf16>
  %yt = stablehlo.abs %yt0 : tensor<2x15x33x3xbf16>
  %zt0 = stablehlo.add %zf, %cb : tensor<2x15x33x3xbf16>
  %zt = stablehlo.abs %zt0 : tensor<2x15x33x3xbf16>
  check.expect_eq %yt, %zt : tensor<2x15x33x3xbf16>, tensor<2x15x33x3xbf16>
  func.return
}

// -----

// The results have an axis that no factor has.
func.func @single_point() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<16640xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<16640xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<16640xi32>
  %a3 = stablehlo.constant dense<7> : tensor<16640xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<16640xi32>
  %a5 = stablehlo.constant dense<5> : tensor<16640xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<16640xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<16640xi32>
  %a8 = stablehlo.constant dense<3> : tensor<16640xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<16640xi32>
  %ac = stablehlo.constant dense<1> : tensor<16640xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<16640xi32>
  %ae = stablehlo.reshape %ad : (tensor<16640xi32>) -> tensor<20x13x1x64xi32>
  %af = stablehlo.convert %ae : (tensor<20x13x1x64xi32>) -> tensor<20x13x1x64xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<20x13x1x64xi32>, tensor<20x13x1x64xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<1280xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1280xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1280xi32>
  %b3 = stablehlo.constant dense<5> : tensor<1280xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1280xi32>
  %b5 = stablehlo.constant dense<7> : tensor<1280xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<1280xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<1280xi32>
  %b8 = stablehlo.constant dense<3> : tensor<1280xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<1280xi32>
  %bc = stablehlo.constant dense<1> : tensor<1280xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<1280xi32>
  %be = stablehlo.reshape %bd : (tensor<1280xi32>) -> tensor<5x4x64x1xi32>
  %bf = stablehlo.convert %be : (tensor<5x4x64x1xi32>) -> tensor<5x4x64x1xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x4x64x1xi32>, tensor<5x4x64x1xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [0, 8]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<20x13x1x64xf32>, tensor<5x4x64x1xf32>) -> tensor<20x13x6x1xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [0, 8]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<20x13x1x64xi32>, tensor<5x4x64x1xi32>) -> tensor<20x13x6x1xi32>
  %zf = stablehlo.convert %z : (tensor<20x13x6x1xi32>) -> tensor<20x13x6x1xf32>
  check.expect_eq %y, %zf : tensor<20x13x6x1xf32>, tensor<20x13x6x1xf32>
  func.return
}

// -----

func.func @single_point_and_columns() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<7168xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7168xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<7168xi32>
  %a3 = stablehlo.constant dense<7> : tensor<7168xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<7168xi32>
  %a5 = stablehlo.constant dense<5> : tensor<7168xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<7168xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<7168xi32>
  %a8 = stablehlo.constant dense<3> : tensor<7168xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<7168xi32>
  %ac = stablehlo.constant dense<1> : tensor<7168xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<7168xi32>
  %ae = stablehlo.reshape %ad : (tensor<7168xi32>) -> tensor<7x8x1x128xi32>
  %af = stablehlo.convert %ae : (tensor<7x8x1x128xi32>) -> tensor<7x8x1x128xf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<7x8x1x128xi32>, tensor<7x8x1x128xf16>
  %b0 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<4608xi32>
  %b3 = stablehlo.constant dense<5> : tensor<4608xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<4608xi32>
  %b5 = stablehlo.constant dense<7> : tensor<4608xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<4608xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<4608xi32>
  %b8 = stablehlo.constant dense<3> : tensor<4608xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<4608xi32>
  %bc = stablehlo.constant dense<1> : tensor<4608xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<4608xi32>
  %be = stablehlo.reshape %bd : (tensor<4608xi32>) -> tensor<3x4x128x3xi32>
  %bf = stablehlo.convert %be : (tensor<3x4x128x3xi32>) -> tensor<3x4x128x3xf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x4x128x3xi32>, tensor<3x4x128x3xf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[-1, 2], [0, 8]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<7x8x1x128xf16>, tensor<3x4x128x3xf16>) -> tensor<7x7x6x3xf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[-1, 2], [0, 8]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<7x8x1x128xi32>, tensor<3x4x128x3xi32>) -> tensor<7x7x6x3xi32>
  %zf = stablehlo.convert %z : (tensor<7x7x6x3xi32>) -> tensor<7x7x6x3xf16>
  check.expect_eq %y, %zf : tensor<7x7x6x3xf16>, tensor<7x7x6x3xf16>
  func.return
}

// -----

func.func @product_f32() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<600xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<600xi32>
  %b3 = stablehlo.constant dense<5> : tensor<600xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<600xi32>
  %b5 = stablehlo.constant dense<7> : tensor<600xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<600xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<600xi32>
  %b8 = stablehlo.constant dense<3> : tensor<600xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<600xi32>
  %bc = stablehlo.constant dense<1> : tensor<600xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<600xi32>
  %be = stablehlo.reshape %bd : (tensor<600xi32>) -> tensor<200x3xi32>
  %bf = stablehlo.convert %be : (tensor<200x3xi32>) -> tensor<200x3xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<200x3xi32>, tensor<200x3xf32>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<403x200xf32>, tensor<200x3xf32>) -> tensor<403x3xf32>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<403x200xi32>, tensor<200x3xi32>) -> tensor<403x3xi32>
  %zf = stablehlo.convert %z : (tensor<403x3xi32>) -> tensor<403x3xf32>
  check.expect_eq %y, %zf : tensor<403x3xf32>, tensor<403x3xf32>
  func.return
}

// -----

func.func @product_f64() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xf64>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xf64>
  %b0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<600xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<600xi32>
  %b3 = stablehlo.constant dense<5> : tensor<600xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<600xi32>
  %b5 = stablehlo.constant dense<7> : tensor<600xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<600xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<600xi32>
  %b8 = stablehlo.constant dense<3> : tensor<600xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<600xi32>
  %bc = stablehlo.constant dense<1> : tensor<600xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<600xi32>
  %be = stablehlo.reshape %bd : (tensor<600xi32>) -> tensor<200x3xi32>
  %bf = stablehlo.convert %be : (tensor<200x3xi32>) -> tensor<200x3xf64>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<200x3xi32>, tensor<200x3xf64>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<403x200xf64>, tensor<200x3xf64>) -> tensor<403x3xf64>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<403x200xi32>, tensor<200x3xi32>) -> tensor<403x3xi32>
  %zf = stablehlo.convert %z : (tensor<403x3xi32>) -> tensor<403x3xf64>
  check.expect_eq %y, %zf : tensor<403x3xf64>, tensor<403x3xf64>
  func.return
}

// -----

func.func @product_bf16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xbf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<600xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<600xi32>
  %b3 = stablehlo.constant dense<5> : tensor<600xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<600xi32>
  %b5 = stablehlo.constant dense<7> : tensor<600xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<600xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<600xi32>
  %b8 = stablehlo.constant dense<3> : tensor<600xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<600xi32>
  %bc = stablehlo.constant dense<1> : tensor<600xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<600xi32>
  %be = stablehlo.reshape %bd : (tensor<600xi32>) -> tensor<200x3xi32>
  %bf = stablehlo.convert %be : (tensor<200x3xi32>) -> tensor<200x3xbf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<200x3xi32>, tensor<200x3xbf16>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<403x200xbf16>, tensor<200x3xbf16>) -> tensor<403x3xbf16>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<403x200xi32>, tensor<200x3xi32>) -> tensor<403x3xi32>
  %zf = stablehlo.convert %z : (tensor<403x3xi32>) -> tensor<403x3xbf16>
  check.expect_eq %y, %zf : tensor<403x3xbf16>, tensor<403x3xbf16>
  func.return
}

// -----

func.func @product_f16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xf16>
  %b0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<600xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<600xi32>
  %b3 = stablehlo.constant dense<5> : tensor<600xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<600xi32>
  %b5 = stablehlo.constant dense<7> : tensor<600xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<600xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<600xi32>
  %b8 = stablehlo.constant dense<3> : tensor<600xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<600xi32>
  %bc = stablehlo.constant dense<1> : tensor<600xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<600xi32>
  %be = stablehlo.reshape %bd : (tensor<600xi32>) -> tensor<200x3xi32>
  %bf = stablehlo.convert %be : (tensor<200x3xi32>) -> tensor<200x3xf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<200x3xi32>, tensor<200x3xf16>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<403x200xf16>, tensor<200x3xf16>) -> tensor<403x3xf16>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<403x200xi32>, tensor<200x3xi32>) -> tensor<403x3xi32>
  %zf = stablehlo.convert %z : (tensor<403x3xi32>) -> tensor<403x3xf16>
  check.expect_eq %y, %zf : tensor<403x3xf16>, tensor<403x3xf16>
  func.return
}

// -----

// The weights lie along the sum already.
func.func @product_turned() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<600xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<600xi32>
  %b3 = stablehlo.constant dense<5> : tensor<600xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<600xi32>
  %b5 = stablehlo.constant dense<7> : tensor<600xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<600xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<600xi32>
  %b8 = stablehlo.constant dense<3> : tensor<600xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<600xi32>
  %bc = stablehlo.constant dense<1> : tensor<600xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<600xi32>
  %be = stablehlo.reshape %bd : (tensor<600xi32>) -> tensor<3x200xi32>
  %bf = stablehlo.convert %be : (tensor<3x200xi32>) -> tensor<3x200xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x200xi32>, tensor<3x200xf32>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<403x200xf32>, tensor<3x200xf32>) -> tensor<403x3xf32>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [1] : (tensor<403x200xi32>, tensor<3x200xi32>) -> tensor<403x3xi32>
  %zf = stablehlo.convert %z : (tensor<403x3xi32>) -> tensor<403x3xf32>
  check.expect_eq %y, %zf : tensor<403x3xf32>, tensor<403x3xf32>
  func.return
}

// -----

func.func @product_of_a_batch() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<72000xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<72000xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<72000xi32>
  %a3 = stablehlo.constant dense<7> : tensor<72000xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<72000xi32>
  %a5 = stablehlo.constant dense<5> : tensor<72000xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<72000xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<72000xi32>
  %a8 = stablehlo.constant dense<3> : tensor<72000xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<72000xi32>
  %ac = stablehlo.constant dense<1> : tensor<72000xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<72000xi32>
  %ae = stablehlo.reshape %ad : (tensor<72000xi32>) -> tensor<3x150x160xi32>
  %af = stablehlo.convert %ae : (tensor<3x150x160xi32>) -> tensor<3x150x160xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<3x150x160xi32>, tensor<3x150x160xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<960xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<960xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<960xi32>
  %b3 = stablehlo.constant dense<5> : tensor<960xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<960xi32>
  %b5 = stablehlo.constant dense<7> : tensor<960xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<960xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<960xi32>
  %b8 = stablehlo.constant dense<3> : tensor<960xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<960xi32>
  %bc = stablehlo.constant dense<1> : tensor<960xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<960xi32>
  %be = stablehlo.reshape %bd : (tensor<960xi32>) -> tensor<3x160x2xi32>
  %bf = stablehlo.convert %be : (tensor<3x160x2xi32>) -> tensor<3x160x2xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x160x2xi32>, tensor<3x160x2xf32>
  %y = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x150x160xf32>, tensor<3x160x2xf32>) -> tensor<3x150x2xf32>
  %z = stablehlo.dot_general %ai, %bi, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x150x160xi32>, tensor<3x160x2xi32>) -> tensor<3x150x2xi32>
  %zf = stablehlo.convert %z : (tensor<3x150x2xi32>) -> tensor<3x150x2xf32>
  check.expect_eq %y, %zf : tensor<3x150x2xf32>, tensor<3x150x2xf32>
  func.return
}

// -----

func.func @product_bias_and_function() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<80600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<80600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<80600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<80600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<80600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<80600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<80600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<80600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<80600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<80600xi32>
  %ac = stablehlo.constant dense<1> : tensor<80600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<80600xi32>
  %ae = stablehlo.reshape %ad : (tensor<80600xi32>) -> tensor<403x200xi32>
  %af = stablehlo.convert %ae : (tensor<403x200xi32>) -> tensor<403x200xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<403x200xi32>, tensor<403x200xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<1000xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1000xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1000xi32>
  %b3 = stablehlo.constant dense<5> : tensor<1000xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1000xi32>
  %b5 = stablehlo.constant dense<7> : tensor<1000xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<1000xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<1000xi32>
  %b8 = stablehlo.constant dense<3> : tensor<1000xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<1000xi32>
  %bc = stablehlo.constant dense<1> : tensor<1000xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<1000xi32>
  %be = stablehlo.reshape %bd : (tensor<1000xi32>) -> tensor<200x5xi32>
  %bf = stablehlo.convert %be : (tensor<200x5xi32>) -> tensor<200x5xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<200x5xi32>, tensor<200x5xf32>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<403x200xf32>, tensor<200x5xf32>) -> tensor<403x5xf32>
  %z = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<403x200xi32>, tensor<200x5xi32>) -> tensor<403x5xi32>
  %zf = stablehlo.convert %z : (tensor<403x5xi32>) -> tensor<403x5xf32>
  %c0 = stablehlo.iota dim = 0 : tensor<5xi32>
  %c1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %c2 = stablehlo.add %c0, %c1 : tensor<5xi32>
  %c3 = stablehlo.constant dense<3> : tensor<5xi32>
  %c4 = stablehlo.multiply %c2, %c3 : tensor<5xi32>
  %c5 = stablehlo.constant dense<2> : tensor<5xi32>
  %c6 = stablehlo.divide %c2, %c5 : tensor<5xi32>
  %c7 = stablehlo.add %c4, %c6 : tensor<5xi32>
  %c8 = stablehlo.constant dense<5> : tensor<5xi32>
  %c9 = stablehlo.remainder %c7, %c8 : tensor<5xi32>
  %cc = stablehlo.constant dense<2> : tensor<5xi32>
  %cd = stablehlo.subtract %c9, %cc : tensor<5xi32>
  %ce = stablehlo.reshape %cd : (tensor<5xi32>) -> tensor<5xi32>
  %cf = stablehlo.convert %ce : (tensor<5xi32>) -> tensor<5xf32>
  %ci, %c = stablehlo.optimization_barrier %ce, %cf : tensor<5xi32>, tensor<5xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<5xf32>) -> tensor<403x5xf32>
  %yt0 = stablehlo.add %y, %cb : tensor<403x5xf32>
  %yt = stablehlo.logistic %yt0 : tensor<403x5xf32>
  %zt0 = stablehlo.add %zf, %cb : tensor<403x5xf32>
  %zt = stablehlo.logistic %zt0 : tensor<403x5xf32>
  check.expect_eq %yt, %zt : tensor<403x5xf32>, tensor<403x5xf32>
  func.return
}
