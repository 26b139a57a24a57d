// Windows along an axis that tasks share: tiles inside have no guards. Against those of integers; all sums are exact.

func.func @f32() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<22400xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<22400xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<22400xi32>
  %a3 = stablehlo.constant dense<7> : tensor<22400xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<22400xi32>
  %a5 = stablehlo.constant dense<5> : tensor<22400xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<22400xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<22400xi32>
  %a8 = stablehlo.constant dense<3> : tensor<22400xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<22400xi32>
  %ac = stablehlo.constant dense<1> : tensor<22400xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<22400xi32>
  %ae = stablehlo.reshape %ad : (tensor<22400xi32>) -> tensor<1x700x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x700x32xi32>) -> tensor<1x700x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x700x32xi32>, tensor<1x700x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<7680xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7680xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<7680xi32>
  %b3 = stablehlo.constant dense<5> : tensor<7680xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<7680xi32>
  %b5 = stablehlo.constant dense<7> : tensor<7680xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<7680xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<7680xi32>
  %b8 = stablehlo.constant dense<3> : tensor<7680xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<7680xi32>
  %bc = stablehlo.constant dense<1> : tensor<7680xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<7680xi32>
  %be = stablehlo.reshape %bd : (tensor<7680xi32>) -> tensor<5x32x48xi32>
  %bf = stablehlo.convert %be : (tensor<5x32x48xi32>) -> tensor<5x32x48xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x32x48xi32>, tensor<5x32x48xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xf32>, tensor<5x32x48xf32>) -> tensor<1x700x48xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xi32>, tensor<5x32x48xi32>) -> tensor<1x700x48xi32>
  %zf = stablehlo.convert %z : (tensor<1x700x48xi32>) -> tensor<1x700x48xf32>
  check.expect_eq %y, %zf : tensor<1x700x48xf32>, tensor<1x700x48xf32>
  func.return
}

// -----

func.func @f64() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<22400xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<22400xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<22400xi32>
  %a3 = stablehlo.constant dense<7> : tensor<22400xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<22400xi32>
  %a5 = stablehlo.constant dense<5> : tensor<22400xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<22400xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<22400xi32>
  %a8 = stablehlo.constant dense<3> : tensor<22400xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<22400xi32>
  %ac = stablehlo.constant dense<1> : tensor<22400xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<22400xi32>
  %ae = stablehlo.reshape %ad : (tensor<22400xi32>) -> tensor<1x700x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x700x32xi32>) -> tensor<1x700x32xf64>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x700x32xi32>, tensor<1x700x32xf64>
  %b0 = stablehlo.iota dim = 0 : tensor<3840xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3840xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<3840xi32>
  %b3 = stablehlo.constant dense<5> : tensor<3840xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<3840xi32>
  %b5 = stablehlo.constant dense<7> : tensor<3840xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<3840xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<3840xi32>
  %b8 = stablehlo.constant dense<3> : tensor<3840xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<3840xi32>
  %bc = stablehlo.constant dense<1> : tensor<3840xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<3840xi32>
  %be = stablehlo.reshape %bd : (tensor<3840xi32>) -> tensor<3x32x40xi32>
  %bf = stablehlo.convert %be : (tensor<3x32x40xi32>) -> tensor<3x32x40xf64>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x32x40xi32>, tensor<3x32x40xf64>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xf64>, tensor<3x32x40xf64>) -> tensor<1x700x40xf64>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xi32>, tensor<3x32x40xi32>) -> tensor<1x700x40xi32>
  %zf = stablehlo.convert %z : (tensor<1x700x40xi32>) -> tensor<1x700x40xf64>
  check.expect_eq %y, %zf : tensor<1x700x40xf64>, tensor<1x700x40xf64>
  func.return
}

// -----

func.func @bf16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<19200xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<19200xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<19200xi32>
  %a3 = stablehlo.constant dense<7> : tensor<19200xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<19200xi32>
  %a5 = stablehlo.constant dense<5> : tensor<19200xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<19200xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<19200xi32>
  %a8 = stablehlo.constant dense<3> : tensor<19200xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<19200xi32>
  %ac = stablehlo.constant dense<1> : tensor<19200xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<19200xi32>
  %ae = stablehlo.reshape %ad : (tensor<19200xi32>) -> tensor<1x1200x16xi32>
  %af = stablehlo.convert %ae : (tensor<1x1200x16xi32>) -> tensor<1x1200x16xbf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x1200x16xi32>, tensor<1x1200x16xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<5120xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<5120xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<5120xi32>
  %b3 = stablehlo.constant dense<5> : tensor<5120xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<5120xi32>
  %b5 = stablehlo.constant dense<7> : tensor<5120xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<5120xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<5120xi32>
  %b8 = stablehlo.constant dense<3> : tensor<5120xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<5120xi32>
  %bc = stablehlo.constant dense<1> : tensor<5120xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<5120xi32>
  %be = stablehlo.reshape %bd : (tensor<5120xi32>) -> tensor<5x16x64xi32>
  %bf = stablehlo.convert %be : (tensor<5x16x64xi32>) -> tensor<5x16x64xbf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x16x64xi32>, tensor<5x16x64xbf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1200x16xbf16>, tensor<5x16x64xbf16>) -> tensor<1x1200x64xbf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1200x16xi32>, tensor<5x16x64xi32>) -> tensor<1x1200x64xi32>
  %zf = stablehlo.convert %z : (tensor<1x1200x64xi32>) -> tensor<1x1200x64xbf16>
  check.expect_eq %y, %zf : tensor<1x1200x64xbf16>, tensor<1x1200x64xbf16>
  func.return
}

// -----

func.func @f16() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<19200xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<19200xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<19200xi32>
  %a3 = stablehlo.constant dense<7> : tensor<19200xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<19200xi32>
  %a5 = stablehlo.constant dense<5> : tensor<19200xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<19200xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<19200xi32>
  %a8 = stablehlo.constant dense<3> : tensor<19200xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<19200xi32>
  %ac = stablehlo.constant dense<1> : tensor<19200xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<19200xi32>
  %ae = stablehlo.reshape %ad : (tensor<19200xi32>) -> tensor<1x1200x16xi32>
  %af = stablehlo.convert %ae : (tensor<1x1200x16xi32>) -> tensor<1x1200x16xf16>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x1200x16xi32>, tensor<1x1200x16xf16>
  %b0 = stablehlo.iota dim = 0 : tensor<5120xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<5120xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<5120xi32>
  %b3 = stablehlo.constant dense<5> : tensor<5120xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<5120xi32>
  %b5 = stablehlo.constant dense<7> : tensor<5120xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<5120xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<5120xi32>
  %b8 = stablehlo.constant dense<3> : tensor<5120xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<5120xi32>
  %bc = stablehlo.constant dense<1> : tensor<5120xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<5120xi32>
  %be = stablehlo.reshape %bd : (tensor<5120xi32>) -> tensor<5x16x64xi32>
  %bf = stablehlo.convert %be : (tensor<5x16x64xi32>) -> tensor<5x16x64xf16>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x16x64xi32>, tensor<5x16x64xf16>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1200x16xf16>, tensor<5x16x64xf16>) -> tensor<1x1200x64xf16>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1200x16xi32>, tensor<5x16x64xi32>) -> tensor<1x1200x64xi32>
  %zf = stablehlo.convert %z : (tensor<1x1200x64xi32>) -> tensor<1x1200x64xf16>
  check.expect_eq %y, %zf : tensor<1x1200x64xf16>, tensor<1x1200x64xf16>
  func.return
}

// -----

func.func @causal() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<22432xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<22432xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<22432xi32>
  %a3 = stablehlo.constant dense<7> : tensor<22432xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<22432xi32>
  %a5 = stablehlo.constant dense<5> : tensor<22432xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<22432xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<22432xi32>
  %a8 = stablehlo.constant dense<3> : tensor<22432xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<22432xi32>
  %ac = stablehlo.constant dense<1> : tensor<22432xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<22432xi32>
  %ae = stablehlo.reshape %ad : (tensor<22432xi32>) -> tensor<1x701x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x701x32xi32>) -> tensor<1x701x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x701x32xi32>, tensor<1x701x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<7680xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7680xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<7680xi32>
  %b3 = stablehlo.constant dense<5> : tensor<7680xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<7680xi32>
  %b5 = stablehlo.constant dense<7> : tensor<7680xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<7680xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<7680xi32>
  %b8 = stablehlo.constant dense<3> : tensor<7680xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<7680xi32>
  %bc = stablehlo.constant dense<1> : tensor<7680xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<7680xi32>
  %be = stablehlo.reshape %bd : (tensor<7680xi32>) -> tensor<5x32x48xi32>
  %bf = stablehlo.convert %be : (tensor<5x32x48xi32>) -> tensor<5x32x48xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x32x48xi32>, tensor<5x32x48xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[4, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x701x32xf32>, tensor<5x32x48xf32>) -> tensor<1x701x48xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[4, 0]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x701x32xi32>, tensor<5x32x48xi32>) -> tensor<1x701x48xi32>
  %zf = stablehlo.convert %z : (tensor<1x701x48xi32>) -> tensor<1x701x48xf32>
  check.expect_eq %y, %zf : tensor<1x701x48xf32>, tensor<1x701x48xf32>
  func.return
}

// -----

func.func @stride() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<44896xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<44896xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<44896xi32>
  %a3 = stablehlo.constant dense<7> : tensor<44896xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<44896xi32>
  %a5 = stablehlo.constant dense<5> : tensor<44896xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<44896xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<44896xi32>
  %a8 = stablehlo.constant dense<3> : tensor<44896xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<44896xi32>
  %ac = stablehlo.constant dense<1> : tensor<44896xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<44896xi32>
  %ae = stablehlo.reshape %ad : (tensor<44896xi32>) -> tensor<1x1403x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x1403x32xi32>) -> tensor<1x1403x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x1403x32xi32>, tensor<1x1403x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<10752xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<10752xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<10752xi32>
  %b3 = stablehlo.constant dense<5> : tensor<10752xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<10752xi32>
  %b5 = stablehlo.constant dense<7> : tensor<10752xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<10752xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<10752xi32>
  %b8 = stablehlo.constant dense<3> : tensor<10752xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<10752xi32>
  %bc = stablehlo.constant dense<1> : tensor<10752xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<10752xi32>
  %be = stablehlo.reshape %bd : (tensor<10752xi32>) -> tensor<7x32x48xi32>
  %bf = stablehlo.convert %be : (tensor<7x32x48xi32>) -> tensor<7x32x48xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<7x32x48xi32>, tensor<7x32x48xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[3, 3]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1403x32xf32>, tensor<7x32x48xf32>) -> tensor<1x702x48xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[3, 3]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1403x32xi32>, tensor<7x32x48xi32>) -> tensor<1x702x48xi32>
  %zf = stablehlo.convert %z : (tensor<1x702x48xi32>) -> tensor<1x702x48xf32>
  check.expect_eq %y, %zf : tensor<1x702x48xf32>, tensor<1x702x48xf32>
  func.return
}

// -----

func.func @dilated() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<28800xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<28800xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<28800xi32>
  %a3 = stablehlo.constant dense<7> : tensor<28800xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<28800xi32>
  %a5 = stablehlo.constant dense<5> : tensor<28800xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<28800xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<28800xi32>
  %a8 = stablehlo.constant dense<3> : tensor<28800xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<28800xi32>
  %ac = stablehlo.constant dense<1> : tensor<28800xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<28800xi32>
  %ae = stablehlo.reshape %ad : (tensor<28800xi32>) -> tensor<1x900x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x900x32xi32>) -> tensor<1x900x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x900x32xi32>, tensor<1x900x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<3168xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3168xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<3168xi32>
  %b3 = stablehlo.constant dense<5> : tensor<3168xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<3168xi32>
  %b5 = stablehlo.constant dense<7> : tensor<3168xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<3168xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<3168xi32>
  %b8 = stablehlo.constant dense<3> : tensor<3168xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<3168xi32>
  %bc = stablehlo.constant dense<1> : tensor<3168xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<3168xi32>
  %be = stablehlo.reshape %bd : (tensor<3168xi32>) -> tensor<3x32x33xi32>
  %bf = stablehlo.convert %be : (tensor<3x32x33xi32>) -> tensor<3x32x33xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<3x32x33xi32>, tensor<3x32x33xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[16, 16]], rhs_dilate = [16]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x900x32xf32>, tensor<3x32x33xf32>) -> tensor<1x900x33xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[16, 16]], rhs_dilate = [16]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x900x32xi32>, tensor<3x32x33xi32>) -> tensor<1x900x33xi32>
  %zf = stablehlo.convert %z : (tensor<1x900x33xi32>) -> tensor<1x900x33xf32>
  check.expect_eq %y, %zf : tensor<1x900x33xf32>, tensor<1x900x33xf32>
  func.return
}

// -----

func.func @far_outside() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<9600xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<9600xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<9600xi32>
  %a3 = stablehlo.constant dense<7> : tensor<9600xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<9600xi32>
  %a5 = stablehlo.constant dense<5> : tensor<9600xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<9600xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<9600xi32>
  %a8 = stablehlo.constant dense<3> : tensor<9600xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<9600xi32>
  %ac = stablehlo.constant dense<1> : tensor<9600xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<9600xi32>
  %ae = stablehlo.reshape %ad : (tensor<9600xi32>) -> tensor<1x300x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x300x32xi32>) -> tensor<1x300x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x300x32xi32>, tensor<1x300x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<18432xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<18432xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<18432xi32>
  %b3 = stablehlo.constant dense<5> : tensor<18432xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<18432xi32>
  %b5 = stablehlo.constant dense<7> : tensor<18432xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<18432xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<18432xi32>
  %b8 = stablehlo.constant dense<3> : tensor<18432xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<18432xi32>
  %bc = stablehlo.constant dense<1> : tensor<18432xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<18432xi32>
  %be = stablehlo.reshape %bd : (tensor<18432xi32>) -> tensor<9x32x64xi32>
  %bf = stablehlo.convert %be : (tensor<9x32x64xi32>) -> tensor<9x32x64xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<9x32x64xi32>, tensor<9x32x64xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[150, 151]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x300x32xf32>, tensor<9x32x64xf32>) -> tensor<1x593x64xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[150, 151]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x300x32xi32>, tensor<9x32x64xi32>) -> tensor<1x593x64xi32>
  %zf = stablehlo.convert %z : (tensor<1x593x64xi32>) -> tensor<1x593x64xf32>
  check.expect_eq %y, %zf : tensor<1x593x64xf32>, tensor<1x593x64xf32>
  func.return
}

// -----

func.func @bias_and_function() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<22400xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<22400xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<22400xi32>
  %a3 = stablehlo.constant dense<7> : tensor<22400xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<22400xi32>
  %a5 = stablehlo.constant dense<5> : tensor<22400xi32>
  %a6 = stablehlo.divide %a2, %a5 : tensor<22400xi32>
  %a7 = stablehlo.add %a4, %a6 : tensor<22400xi32>
  %a8 = stablehlo.constant dense<3> : tensor<22400xi32>
  %a9 = stablehlo.remainder %a7, %a8 : tensor<22400xi32>
  %ac = stablehlo.constant dense<1> : tensor<22400xi32>
  %ad = stablehlo.subtract %a9, %ac : tensor<22400xi32>
  %ae = stablehlo.reshape %ad : (tensor<22400xi32>) -> tensor<1x700x32xi32>
  %af = stablehlo.convert %ae : (tensor<1x700x32xi32>) -> tensor<1x700x32xf32>
  %ai, %a = stablehlo.optimization_barrier %ae, %af : tensor<1x700x32xi32>, tensor<1x700x32xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<7680xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7680xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<7680xi32>
  %b3 = stablehlo.constant dense<5> : tensor<7680xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<7680xi32>
  %b5 = stablehlo.constant dense<7> : tensor<7680xi32>
  %b6 = stablehlo.divide %b2, %b5 : tensor<7680xi32>
  %b7 = stablehlo.add %b4, %b6 : tensor<7680xi32>
  %b8 = stablehlo.constant dense<3> : tensor<7680xi32>
  %b9 = stablehlo.remainder %b7, %b8 : tensor<7680xi32>
  %bc = stablehlo.constant dense<1> : tensor<7680xi32>
  %bd = stablehlo.subtract %b9, %bc : tensor<7680xi32>
  %be = stablehlo.reshape %bd : (tensor<7680xi32>) -> tensor<5x32x48xi32>
  %bf = stablehlo.convert %be : (tensor<5x32x48xi32>) -> tensor<5x32x48xf32>
  %bi, %b = stablehlo.optimization_barrier %be, %bf : tensor<5x32x48xi32>, tensor<5x32x48xf32>
  %y = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xf32>, tensor<5x32x48xf32>) -> tensor<1x700x48xf32>
  %z = stablehlo.convolution(%ai, %bi) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 2]], rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x700x32xi32>, tensor<5x32x48xi32>) -> tensor<1x700x48xi32>
  %zf = stablehlo.convert %z : (tensor<1x700x48xi32>) -> tensor<1x700x48xf32>
  %c0 = stablehlo.iota dim = 0 : tensor<48xi32>
  %c1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<48xi32>
  %c2 = stablehlo.add %c0, %c1 : tensor<48xi32>
  %c3 = stablehlo.constant dense<3> : tensor<48xi32>
  %c4 = stablehlo.multiply %c2, %c3 : tensor<48xi32>
  %c5 = stablehlo.constant dense<2> : tensor<48xi32>
  %c6 = stablehlo.divide %c2, %c5 : tensor<48xi32>
  %c7 = stablehlo.add %c4, %c6 : tensor<48xi32>
  %c8 = stablehlo.constant dense<5> : tensor<48xi32>
  %c9 = stablehlo.remainder %c7, %c8 : tensor<48xi32>
  %cc = stablehlo.constant dense<2> : tensor<48xi32>
  %cd = stablehlo.subtract %c9, %cc : tensor<48xi32>
  %ce = stablehlo.reshape %cd : (tensor<48xi32>) -> tensor<48xi32>
  %cf = stablehlo.convert %ce : (tensor<48xi32>) -> tensor<48xf32>
  %ci, %c = stablehlo.optimization_barrier %ce, %cf : tensor<48xi32>, tensor<48xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<48xf32>) -> tensor<1x700x48xf32>
  %yt0 = stablehlo.add %y, %cb : tensor<1x700x48xf32>
  %yt = stablehlo.tanh %yt0 : tensor<1x700x48xf32>
  %zt0 = stablehlo.add %zf, %cb : tensor<1x700x48xf32>
  %zt = stablehlo.tanh %zt0 : tensor<1x700x48xf32>
  check.expect_eq %yt, %zt : tensor<1x700x48xf32>, tensor<1x700x48xf32>
  func.return
}
