// Convolutions whose channels do not lie last, and what stands around them. All sums are exact; the values are those of XLA.

func.func @results_and_arguments() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<240xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<240xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<240xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<240xi32>
  %4 = stablehlo.divide %0, %3 : tensor<240xi32>
  %5 = stablehlo.add %2, %4 : tensor<240xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<240xi32>
  %7 = stablehlo.add %5, %6 : tensor<240xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<240xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<240xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<240xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<240xi32>
  %12 = stablehlo.reshape %11 : (tensor<240xi32>) -> tensor<1x16x3x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x3x5xi32>) -> tensor<1x16x3x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x3x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x3x5xf32>
  check.expect_eq_const %28, dense<[[[[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]], [[-16.0, -32.0, 112.0, -48.0, 16.0], [-48.0, 80.0, -80.0, 0.0, 16.0], [0.0, 16.0, -80.0, 80.0, -32.0]]]]> : tensor<1x16x3x5xf32>
  func.return
}

// -----

func.func @two_images() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<1120xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1120xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<1120xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1120xi32>
  %4 = stablehlo.divide %0, %3 : tensor<1120xi32>
  %5 = stablehlo.add %2, %4 : tensor<1120xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<1120xi32>
  %7 = stablehlo.add %5, %6 : tensor<1120xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1120xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<1120xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1120xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<1120xi32>
  %12 = stablehlo.reshape %11 : (tensor<1120xi32>) -> tensor<2x16x5x7xi32>
  %13 = stablehlo.convert %12 : (tensor<2x16x5x7xi32>) -> tensor<2x16x5x7xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2736xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2736xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2736xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2736xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2736xi32>
  %19 = stablehlo.add %16, %18 : tensor<2736xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2736xi32>
  %21 = stablehlo.add %19, %20 : tensor<2736xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2736xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2736xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2736xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2736xi32>
  %26 = stablehlo.reshape %25 : (tensor<2736xi32>) -> tensor<19x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<19x16x3x3xi32>) -> tensor<19x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x16x5x7xf32>, tensor<19x16x3x3xf32>) -> tensor<2x19x5x7xf32>
  %29 = stablehlo.iota dim = 0 : tensor<35xi32>
  %30 = stablehlo.reshape %29 : (tensor<35xi32>) -> tensor<5x7xi32>
  %31 = stablehlo.iota dim = 0 : tensor<19xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5x7xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<5x7xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5x7xi32>
  %35 = stablehlo.add %33, %34 : tensor<5x7xi32>
  %36 = stablehlo.convert %35 : (tensor<5x7xi32>) -> tensor<5x7xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<19xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<19xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<19xi32>
  %40 = stablehlo.add %38, %39 : tensor<19xi32>
  %41 = stablehlo.convert %40 : (tensor<19xi32>) -> tensor<19xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<5x7xf32>) -> tensor<1x1x5x7xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x5x7xf32>) -> tensor<2x19x5x7xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<2x19x5x7xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x19x5x7xf32>, tensor<f32>) -> tensor<2x19xf32>
  %46 = stablehlo.reshape %41 : (tensor<19xf32>) -> tensor<1x19x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x19x1x1xf32>) -> tensor<2x19x5x7xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<2x19x5x7xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<2x19x5x7xf32>, tensor<f32>) -> tensor<2x5x7xf32>
  check.expect_eq_const %45, dense<[[19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0, 19.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0]]> : tensor<2x19xf32>
  check.expect_eq_const %49, dense<[[[296.0, 296.0, -444.0, -703.0, 481.0, 296.0, 555.0], [629.0, -888.0, -74.0, 962.0, 37.0, -74.0, -444.0], [-296.0, 1221.0, -148.0, 222.0, -1184.0, 222.0, 296.0], [0.0, -148.0, -888.0, -74.0, 962.0, 37.0, -703.0], [-777.0, 37.0, 333.0, 37.0, 407.0, -962.0, 740.0]], [[148.0, 407.0, -629.0, -629.0, 407.0, 296.0, 740.0], [740.0, -888.0, -148.0, 1221.0, -148.0, 222.0, -703.0], [74.0, 777.0, 111.0, -148.0, -888.0, -74.0, 296.0], [-296.0, -74.0, -888.0, -148.0, 1221.0, -148.0, -444.0], [-888.0, 407.0, 37.0, 333.0, 37.0, -703.0, 555.0]]]> : tensor<2x5x7xf32>
  func.return
}

// -----

func.func @stride_two() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<2016xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2016xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<2016xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2016xi32>
  %4 = stablehlo.divide %0, %3 : tensor<2016xi32>
  %5 = stablehlo.add %2, %4 : tensor<2016xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2016xi32>
  %7 = stablehlo.add %5, %6 : tensor<2016xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2016xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<2016xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2016xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<2016xi32>
  %12 = stablehlo.reshape %11 : (tensor<2016xi32>) -> tensor<2x16x7x9xi32>
  %13 = stablehlo.convert %12 : (tensor<2x16x7x9xi32>) -> tensor<2x16x7x9xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x16x7x9xf32>, tensor<16x16x3x3xf32>) -> tensor<2x16x4x5xf32>
  %29 = stablehlo.iota dim = 0 : tensor<20xi32>
  %30 = stablehlo.reshape %29 : (tensor<20xi32>) -> tensor<4x5xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<4x5xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %35 = stablehlo.add %33, %34 : tensor<4x5xi32>
  %36 = stablehlo.convert %35 : (tensor<4x5xi32>) -> tensor<4x5xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<4x5xf32>) -> tensor<1x1x4x5xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x4x5xf32>) -> tensor<2x16x4x5xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<2x16x4x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<2x16x4x5xf32>, tensor<f32>) -> tensor<2x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<2x16x4x5xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<2x16x4x5xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<2x16x4x5xf32>, tensor<f32>) -> tensor<2x4x5xf32>
  check.expect_eq_const %45, dense<[[4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0], [-3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0]]> : tensor<2x16xf32>
  check.expect_eq_const %49, dense<[[[93.0, 93.0, 62.0, 62.0, -93.0], [-124.0, -155.0, -155.0, 0.0, 93.0], [186.0, 0.0, 0.0, 0.0, -62.0], [-62.0, 0.0, 31.0, 0.0, 155.0]], [[-62.0, -62.0, -93.0, 62.0, 155.0], [186.0, 0.0, 0.0, 0.0, -62.0], [-124.0, 0.0, 155.0, 0.0, 93.0], [31.0, 0.0, -124.0, -155.0, -93.0]]]> : tensor<2x4x5xf32>
  func.return
}

// -----

func.func @one_by_one_stride_two() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<4680xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4680xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<4680xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4680xi32>
  %4 = stablehlo.divide %0, %3 : tensor<4680xi32>
  %5 = stablehlo.add %2, %4 : tensor<4680xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<4680xi32>
  %7 = stablehlo.add %5, %6 : tensor<4680xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4680xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<4680xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4680xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<4680xi32>
  %12 = stablehlo.reshape %11 : (tensor<4680xi32>) -> tensor<1x130x6x6xi32>
  %13 = stablehlo.convert %12 : (tensor<1x130x6x6xi32>) -> tensor<1x130x6x6xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2080xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2080xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2080xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2080xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2080xi32>
  %19 = stablehlo.add %16, %18 : tensor<2080xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2080xi32>
  %21 = stablehlo.add %19, %20 : tensor<2080xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2080xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2080xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2080xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2080xi32>
  %26 = stablehlo.reshape %25 : (tensor<2080xi32>) -> tensor<16x130x1x1xi32>
  %27 = stablehlo.convert %26 : (tensor<16x130x1x1xi32>) -> tensor<16x130x1x1xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x130x6x6xf32>, tensor<16x130x1x1xf32>) -> tensor<1x16x3x3xf32>
  %29 = stablehlo.iota dim = 0 : tensor<9xi32>
  %30 = stablehlo.reshape %29 : (tensor<9xi32>) -> tensor<3x3xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<3x3xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
  %35 = stablehlo.add %33, %34 : tensor<3x3xi32>
  %36 = stablehlo.convert %35 : (tensor<3x3xi32>) -> tensor<3x3xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<3x3xf32>) -> tensor<1x1x3x3xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x3x3xf32>) -> tensor<1x16x3x3xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x3x3xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x3x3xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x3x3xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x3x3xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x3x3xf32>, tensor<f32>) -> tensor<1x3x3xf32>
  check.expect_eq_const %45, dense<[[-3.0, -8.0, 4.0, 9.0, 7.0, -23.0, -6.0, 1.0, 19.0, -3.0, -8.0, 4.0, 9.0, 7.0, -23.0, -6.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[-3.0, 2.0, 2.0], [2.0, -13.0, -13.0], [12.0, -3.0, -3.0]]]> : tensor<1x3x3xf32>
  func.return
}

// -----

func.func @dilated_kernel() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<1152xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<1152xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %4 = stablehlo.divide %0, %3 : tensor<1152xi32>
  %5 = stablehlo.add %2, %4 : tensor<1152xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %7 = stablehlo.add %5, %6 : tensor<1152xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<1152xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1152xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<1152xi32>
  %12 = stablehlo.reshape %11 : (tensor<1152xi32>) -> tensor<1x16x9x8xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x9x8xi32>) -> tensor<1x16x9x8xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x9x8xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x9x8xf32>
  %29 = stablehlo.iota dim = 0 : tensor<72xi32>
  %30 = stablehlo.reshape %29 : (tensor<72xi32>) -> tensor<9x8xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<9x8xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<9x8xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<9x8xi32>
  %35 = stablehlo.add %33, %34 : tensor<9x8xi32>
  %36 = stablehlo.convert %35 : (tensor<9x8xi32>) -> tensor<9x8xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<9x8xf32>) -> tensor<1x1x9x8xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x9x8xf32>) -> tensor<1x16x9x8xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x9x8xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x9x8xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x9x8xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x9x8xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x9x8xf32>, tensor<f32>) -> tensor<1x9x8xf32>
  check.expect_eq_const %45, dense<[[31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[62.0, -93.0, 0.0, 0.0, -31.0, 155.0, 0.0, 62.0], [-93.0, 62.0, -31.0, 0.0, 0.0, -31.0, 62.0, -31.0], [-62.0, 62.0, 0.0, 0.0, 155.0, 0.0, 0.0, -124.0], [62.0, -62.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [62.0, -93.0, 0.0, 155.0, 0.0, 0.0, -124.0, 0.0], [-62.0, 62.0, 0.0, 0.0, 0.0, 0.0, 0.0, 31.0], [-93.0, 93.0, 155.0, 0.0, 0.0, -155.0, 0.0, 0.0], [31.0, -62.0, 31.0, 31.0, 0.0, 31.0, 62.0, -62.0], [93.0, 0.0, 0.0, -124.0, -124.0, 0.0, 0.0, 93.0]]]> : tensor<1x9x8xf32>
  func.return
}

// -----

func.func @dilated_image() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<320xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<320xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %4 = stablehlo.divide %0, %3 : tensor<320xi32>
  %5 = stablehlo.add %2, %4 : tensor<320xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %7 = stablehlo.add %5, %6 : tensor<320xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<320xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<320xi32>
  %12 = stablehlo.reshape %11 : (tensor<320xi32>) -> tensor<1x16x4x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x4x5xi32>) -> tensor<1x16x4x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 2], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x8x10xf32>
  %29 = stablehlo.iota dim = 0 : tensor<80xi32>
  %30 = stablehlo.reshape %29 : (tensor<80xi32>) -> tensor<8x10xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<8x10xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<8x10xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8x10xi32>
  %35 = stablehlo.add %33, %34 : tensor<8x10xi32>
  %36 = stablehlo.convert %35 : (tensor<8x10xi32>) -> tensor<8x10xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<8x10xf32>) -> tensor<1x1x8x10xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x8x10xf32>) -> tensor<1x16x8x10xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x8x10xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x8x10xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x8x10xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x8x10xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x8x10xf32>, tensor<f32>) -> tensor<1x8x10xf32>
  check.expect_eq_const %45, dense<[[48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0, 48.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[0.0, -124.0, 124.0, 279.0, -279.0, 62.0, -62.0, -341.0, 341.0, 217.0], [31.0, 124.0, -248.0, -279.0, 434.0, -62.0, 31.0, 341.0, -310.0, -217.0], [0.0, -155.0, 155.0, 372.0, -372.0, 0.0, 0.0, -372.0, 372.0, 155.0], [62.0, 155.0, -186.0, -372.0, 403.0, 0.0, -155.0, 372.0, -248.0, -155.0], [0.0, -217.0, 217.0, 341.0, -341.0, -62.0, 62.0, -279.0, 279.0, 124.0], [-93.0, 217.0, -62.0, -341.0, 155.0, 62.0, 124.0, 279.0, -434.0, -124.0], [0.0, -124.0, 124.0, 279.0, -279.0, 62.0, -62.0, -341.0, 341.0, 217.0], [-124.0, 124.0, 279.0, -279.0, 62.0, -62.0, -341.0, 341.0, 217.0, -217.0]]]> : tensor<1x8x10xf32>
  func.return
}

// -----

func.func @no_padding() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<672xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<672xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %4 = stablehlo.divide %0, %3 : tensor<672xi32>
  %5 = stablehlo.add %2, %4 : tensor<672xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %7 = stablehlo.add %5, %6 : tensor<672xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<672xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<672xi32>
  %12 = stablehlo.reshape %11 : (tensor<672xi32>) -> tensor<1x16x6x7xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x6x7xi32>) -> tensor<1x16x6x7xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x6x7xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x4x5xf32>
  %29 = stablehlo.iota dim = 0 : tensor<20xi32>
  %30 = stablehlo.reshape %29 : (tensor<20xi32>) -> tensor<4x5xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<4x5xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %35 = stablehlo.add %33, %34 : tensor<4x5xi32>
  %36 = stablehlo.convert %35 : (tensor<4x5xi32>) -> tensor<4x5xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<4x5xf32>) -> tensor<1x1x4x5xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x4x5xf32>) -> tensor<1x16x4x5xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x4x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x4x5xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x4x5xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x4x5xf32>
  check.expect_eq_const %45, dense<[[4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[31.0, -62.0, 31.0, 31.0, -62.0], [248.0, -124.0, 186.0, -217.0, 186.0], [-124.0, 31.0, -62.0, 31.0, 31.0], [-124.0, 248.0, -124.0, 186.0, -217.0]]]> : tensor<1x4x5xf32>
  func.return
}

// -----

func.func @kernel_with_channels_last() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<672xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<672xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %4 = stablehlo.divide %0, %3 : tensor<672xi32>
  %5 = stablehlo.add %2, %4 : tensor<672xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %7 = stablehlo.add %5, %6 : tensor<672xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<672xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<672xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<672xi32>
  %12 = stablehlo.reshape %11 : (tensor<672xi32>) -> tensor<1x16x6x7xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x6x7xi32>) -> tensor<1x16x6x7xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<3x3x16x16xi32>
  %27 = stablehlo.convert %26 : (tensor<3x3x16x16xi32>) -> tensor<3x3x16x16xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x6x7xf32>, tensor<3x3x16x16xf32>) -> tensor<1x16x6x7xf32>
  %29 = stablehlo.iota dim = 0 : tensor<42xi32>
  %30 = stablehlo.reshape %29 : (tensor<42xi32>) -> tensor<6x7xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x7xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<6x7xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x7xi32>
  %35 = stablehlo.add %33, %34 : tensor<6x7xi32>
  %36 = stablehlo.convert %35 : (tensor<6x7xi32>) -> tensor<6x7xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<6x7xf32>) -> tensor<1x1x6x7xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x6x7xf32>) -> tensor<1x16x6x7xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x6x7xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x6x7xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x6x7xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x6x7xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x6x7xf32>, tensor<f32>) -> tensor<1x6x7xf32>
  check.expect_eq_const %45, dense<[[-56.0, 0.0, -25.0, 70.0, 3.0, 50.0, -14.0, -3.0, -25.0, -56.0, 0.0, -25.0, 70.0, 3.0, 50.0, -14.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[4.0, -3.0, 17.0, -9.0, 35.0, 5.0, 24.0], [-39.0, -21.0, 6.0, -47.0, 24.0, -39.0, -36.0], [13.0, 6.0, 28.0, 9.0, -14.0, 53.0, -4.0], [5.0, -32.0, -21.0, 6.0, -47.0, 24.0, -18.0], [31.0, 4.0, 6.0, 28.0, 9.0, -14.0, 39.0], [-5.0, 19.0, -20.0, -3.0, -17.0, -16.0, 5.0]]]> : tensor<1x6x7xf32>
  func.return
}

// -----

func.func @result_with_channels_last() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<192xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<192xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %4 = stablehlo.divide %0, %3 : tensor<192xi32>
  %5 = stablehlo.add %2, %4 : tensor<192xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %7 = stablehlo.add %5, %6 : tensor<192xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<192xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<192xi32>
  %12 = stablehlo.reshape %11 : (tensor<192xi32>) -> tensor<1x16x3x4xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x3x4xi32>) -> tensor<1x16x3x4xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x3x4xf32>, tensor<16x16x3x3xf32>) -> tensor<1x3x4x16xf32>
  check.expect_eq_const %28, dense<[[[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0]], [[-4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0], [4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0], [-4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0, -4.0], [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]]]]> : tensor<1x3x4x16xf32>
  func.return
}

// -----

func.func @groups() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<800xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<800xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<800xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<800xi32>
  %4 = stablehlo.divide %0, %3 : tensor<800xi32>
  %5 = stablehlo.add %2, %4 : tensor<800xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<800xi32>
  %7 = stablehlo.add %5, %6 : tensor<800xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<800xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<800xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<800xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<800xi32>
  %12 = stablehlo.reshape %11 : (tensor<800xi32>) -> tensor<1x32x5x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x32x5x5xi32>) -> tensor<1x32x5x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<4608xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %18 = stablehlo.divide %14, %17 : tensor<4608xi32>
  %19 = stablehlo.add %16, %18 : tensor<4608xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %21 = stablehlo.add %19, %20 : tensor<4608xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<4608xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<4608xi32>
  %26 = stablehlo.reshape %25 : (tensor<4608xi32>) -> tensor<32x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<32x16x3x3xi32>) -> tensor<32x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x32x5x5xf32>, tensor<32x16x3x3xf32>) -> tensor<1x32x5x5xf32>
  %29 = stablehlo.iota dim = 0 : tensor<25xi32>
  %30 = stablehlo.reshape %29 : (tensor<25xi32>) -> tensor<5x5xi32>
  %31 = stablehlo.iota dim = 0 : tensor<32xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<5x5xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %35 = stablehlo.add %33, %34 : tensor<5x5xi32>
  %36 = stablehlo.convert %35 : (tensor<5x5xi32>) -> tensor<5x5xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<32xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<32xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<32xi32>
  %40 = stablehlo.add %38, %39 : tensor<32xi32>
  %41 = stablehlo.convert %40 : (tensor<32xi32>) -> tensor<32xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x32x5x5xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x32x5x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x32x5x5xf32>, tensor<f32>) -> tensor<1x32xf32>
  %46 = stablehlo.reshape %41 : (tensor<32xf32>) -> tensor<1x32x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x32x1x1xf32>) -> tensor<1x32x5x5xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x32x5x5xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x32x5x5xf32>, tensor<f32>) -> tensor<1x5x5xf32>
  check.expect_eq_const %45, dense<[[63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0, 49.0]]> : tensor<1x32xf32>
  check.expect_eq_const %49, dense<[[[-1008.0, 632.0, 751.0, -942.0, 250.0], [-29.0, -5.0, 165.0, -160.0, 95.0], [-65.0, 160.0, -315.0, 155.0, -61.0], [94.0, -155.0, 150.0, 5.0, -34.0], [696.0, 310.0, -1223.0, 186.0, 758.0]]]> : tensor<1x5x5xf32>
  func.return
}

// -----

func.func @bf16() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<480xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<480xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %4 = stablehlo.divide %0, %3 : tensor<480xi32>
  %5 = stablehlo.add %2, %4 : tensor<480xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %7 = stablehlo.add %5, %6 : tensor<480xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<480xi32>
  %c_2 = stablehlo.constant dense<1> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<480xi32>
  %12 = stablehlo.reshape %11 : (tensor<480xi32>) -> tensor<1x16x5x6xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x5x6xi32>) -> tensor<1x16x5x6xbf16>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xbf16>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x6xbf16>, tensor<16x16x3x3xbf16>) -> tensor<1x16x5x6xbf16>
  %29 = stablehlo.convert %28 : (tensor<1x16x5x6xbf16>) -> tensor<1x16x5x6xf32>
  %30 = stablehlo.iota dim = 0 : tensor<30xi32>
  %31 = stablehlo.reshape %30 : (tensor<30xi32>) -> tensor<5x6xi32>
  %32 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %33 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %34 = stablehlo.remainder %31, %33 : tensor<5x6xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %35 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %36 = stablehlo.add %34, %35 : tensor<5x6xi32>
  %37 = stablehlo.convert %36 : (tensor<5x6xi32>) -> tensor<5x6xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %38 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %39 = stablehlo.remainder %32, %38 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %40 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %41 = stablehlo.add %39, %40 : tensor<16xi32>
  %42 = stablehlo.convert %41 : (tensor<16xi32>) -> tensor<16xf32>
  %43 = stablehlo.broadcast_in_dim %37, dims = [2, 3] : (tensor<5x6xf32>) -> tensor<1x1x5x6xf32>
  %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x1x5x6xf32>) -> tensor<1x16x5x6xf32>
  %45 = stablehlo.multiply %29, %44 : tensor<1x16x5x6xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %46 = stablehlo.reduce(%45 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x6xf32>, tensor<f32>) -> tensor<1x16xf32>
  %47 = stablehlo.reshape %42 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x5x6xf32>
  %49 = stablehlo.multiply %29, %48 : tensor<1x16x5x6xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %50 = stablehlo.reduce(%49 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x6xf32>, tensor<f32>) -> tensor<1x5x6xf32>
  check.expect_eq_const %46, dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf32>
  check.expect_eq_const %50, dense<[[[0.0, 31.0, 62.0, -62.0, 31.0, -62.0], [-31.0, 0.0, -93.0, 93.0, 0.0, 62.0], [-31.0, 0.0, 0.0, 0.0, 0.0, -31.0], [62.0, 0.0, 93.0, -93.0, 0.0, -31.0], [0.0, 31.0, -93.0, 93.0, -62.0, 62.0]]]> : tensor<1x5x6xf32>
  func.return
}

// -----

func.func @f64() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<480xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<480xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %4 = stablehlo.divide %0, %3 : tensor<480xi32>
  %5 = stablehlo.add %2, %4 : tensor<480xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %7 = stablehlo.add %5, %6 : tensor<480xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<480xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<480xi32>
  %12 = stablehlo.reshape %11 : (tensor<480xi32>) -> tensor<1x16x5x6xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x5x6xi32>) -> tensor<1x16x5x6xf64>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf64>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x6xf64>, tensor<16x16x3x3xf64>) -> tensor<1x16x5x6xf64>
  %29 = stablehlo.iota dim = 0 : tensor<30xi32>
  %30 = stablehlo.reshape %29 : (tensor<30xi32>) -> tensor<5x6xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<5x6xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %35 = stablehlo.add %33, %34 : tensor<5x6xi32>
  %36 = stablehlo.convert %35 : (tensor<5x6xi32>) -> tensor<5x6xf64>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf64>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<5x6xf64>) -> tensor<1x1x5x6xf64>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x1x5x6xf64>) -> tensor<1x16x5x6xf64>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x5x6xf64>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x6xf64>, tensor<f64>) -> tensor<1x16xf64>
  %46 = stablehlo.reshape %41 : (tensor<16xf64>) -> tensor<1x16x1x1xf64>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf64>) -> tensor<1x16x5x6xf64>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x5x6xf64>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x6xf64>, tensor<f64>) -> tensor<1x5x6xf64>
  check.expect_eq_const %45, dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf64>
  check.expect_eq_const %49, dense<[[[496.0, 992.0, 1488.0, -1488.0, 992.0, -1984.0], [-496.0, 0.0, -2480.0, 2480.0, -2480.0, 992.0], [-2976.0, 0.0, 0.0, 0.0, 2480.0, 992.0], [1984.0, 0.0, 0.0, 0.0, 0.0, -1488.0], [1488.0, -1984.0, 2480.0, -2480.0, 496.0, 0.0]]]> : tensor<1x5x6xf64>
  func.return
}

// -----

func.func @i8() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<480xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<480xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %4 = stablehlo.divide %0, %3 : tensor<480xi32>
  %5 = stablehlo.add %2, %4 : tensor<480xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %7 = stablehlo.add %5, %6 : tensor<480xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<480xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<480xi32>
  %12 = stablehlo.reshape %11 : (tensor<480xi32>) -> tensor<1x16x5x6xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x5x6xi32>) -> tensor<1x16x5x6xi8>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xi8>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x6xi8>, tensor<16x16x3x3xi8>) -> tensor<1x16x5x6xi32>
  %29 = stablehlo.iota dim = 0 : tensor<30xi32>
  %30 = stablehlo.reshape %29 : (tensor<30xi32>) -> tensor<5x6xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<5x6xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5x6xi32>
  %35 = stablehlo.add %33, %34 : tensor<5x6xi32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %37 = stablehlo.remainder %31, %36 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %38 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %39 = stablehlo.add %37, %38 : tensor<16xi32>
  %40 = stablehlo.broadcast_in_dim %35, dims = [2, 3] : (tensor<5x6xi32>) -> tensor<1x1x5x6xi32>
  %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<1x1x5x6xi32>) -> tensor<1x16x5x6xi32>
  %42 = stablehlo.multiply %28, %41 : tensor<1x16x5x6xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %43 = stablehlo.reduce(%42 init: %c_11) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x6xi32>, tensor<i32>) -> tensor<1x16xi32>
  %44 = stablehlo.reshape %39 : (tensor<16xi32>) -> tensor<1x16x1x1xi32>
  %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xi32>) -> tensor<1x16x5x6xi32>
  %46 = stablehlo.multiply %28, %45 : tensor<1x16x5x6xi32>
  %c_12 = stablehlo.constant dense<0> : tensor<i32>
  %47 = stablehlo.reduce(%46 init: %c_12) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x6xi32>, tensor<i32>) -> tensor<1x5x6xi32>
  check.expect_eq_const %43, dense<[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi32>
  check.expect_eq_const %47, dense<[[[496, 992, 1488, -1488, 992, -1984], [-496, 0, -2480, 2480, -2480, 992], [-2976, 0, 0, 0, 2480, 992], [1984, 0, 0, 0, 0, -1488], [1488, -1984, 2480, -2480, 496, 0]]]> : tensor<1x5x6xi32>
  func.return
}

// -----

func.func @c64() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<320xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<320xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %4 = stablehlo.divide %0, %3 : tensor<320xi32>
  %5 = stablehlo.add %2, %4 : tensor<320xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %7 = stablehlo.add %5, %6 : tensor<320xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<320xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<320xi32>
  %12 = stablehlo.reshape %11 : (tensor<320xi32>) -> tensor<1x16x4x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x4x5xi32>) -> tensor<1x16x4x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<320xi32>
  %c_3 = stablehlo.constant dense<11> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<320xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %18 = stablehlo.divide %14, %17 : tensor<320xi32>
  %19 = stablehlo.add %16, %18 : tensor<320xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %21 = stablehlo.add %19, %20 : tensor<320xi32>
  %c_5 = stablehlo.constant dense<5> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<320xi32>
  %c_6 = stablehlo.constant dense<2> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<320xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<320xi32>
  %26 = stablehlo.reshape %25 : (tensor<320xi32>) -> tensor<1x16x4x5xi32>
  %27 = stablehlo.convert %26 : (tensor<1x16x4x5xi32>) -> tensor<1x16x4x5xf32>
  %28 = stablehlo.complex %13, %27 : tensor<1x16x4x5xcomplex<f32>>
  %29 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_7 = stablehlo.constant dense<7> : tensor<i32>
  %30 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %31 = stablehlo.multiply %29, %30 : tensor<2304xi32>
  %c_8 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %33 = stablehlo.divide %29, %32 : tensor<2304xi32>
  %34 = stablehlo.add %31, %33 : tensor<2304xi32>
  %35 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %36 = stablehlo.add %34, %35 : tensor<2304xi32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %38 = stablehlo.remainder %36, %37 : tensor<2304xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %40 = stablehlo.subtract %38, %39 : tensor<2304xi32>
  %41 = stablehlo.reshape %40 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %42 = stablehlo.convert %41 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %43 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_11 = stablehlo.constant dense<5> : tensor<i32>
  %44 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %45 = stablehlo.multiply %43, %44 : tensor<2304xi32>
  %c_12 = stablehlo.constant dense<3> : tensor<i32>
  %46 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %47 = stablehlo.divide %43, %46 : tensor<2304xi32>
  %48 = stablehlo.add %45, %47 : tensor<2304xi32>
  %49 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %50 = stablehlo.add %48, %49 : tensor<2304xi32>
  %c_13 = stablehlo.constant dense<3> : tensor<i32>
  %51 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %52 = stablehlo.remainder %50, %51 : tensor<2304xi32>
  %c_14 = stablehlo.constant dense<1> : tensor<i32>
  %53 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %54 = stablehlo.subtract %52, %53 : tensor<2304xi32>
  %55 = stablehlo.reshape %54 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %56 = stablehlo.convert %55 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %57 = stablehlo.complex %42, %56 : tensor<16x16x3x3xcomplex<f32>>
  %58 = stablehlo.real %28 : (tensor<1x16x4x5xcomplex<f32>>) -> tensor<1x16x4x5xf32>
  %59 = stablehlo.imag %28 : (tensor<1x16x4x5xcomplex<f32>>) -> tensor<1x16x4x5xf32>
  %60 = stablehlo.real %57 : (tensor<16x16x3x3xcomplex<f32>>) -> tensor<16x16x3x3xf32>
  %61 = stablehlo.imag %57 : (tensor<16x16x3x3xcomplex<f32>>) -> tensor<16x16x3x3xf32>
  %62 = stablehlo.add %58, %59 : tensor<1x16x4x5xf32>
  %63 = stablehlo.convolution(%62, %60) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x4x5xf32>
  %64 = stablehlo.subtract %61, %60 : tensor<16x16x3x3xf32>
  %65 = stablehlo.convolution(%58, %64) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x4x5xf32>
  %66 = stablehlo.add %60, %61 : tensor<16x16x3x3xf32>
  %67 = stablehlo.convolution(%59, %66) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x4x5xf32>
  %68 = stablehlo.subtract %63, %67 : tensor<1x16x4x5xf32>
  %69 = stablehlo.add %63, %65 : tensor<1x16x4x5xf32>
  %70 = stablehlo.complex %68, %69 : tensor<1x16x4x5xcomplex<f32>>
  %71 = stablehlo.real %70 : (tensor<1x16x4x5xcomplex<f32>>) -> tensor<1x16x4x5xf32>
  %72 = stablehlo.iota dim = 0 : tensor<20xi32>
  %73 = stablehlo.reshape %72 : (tensor<20xi32>) -> tensor<4x5xi32>
  %74 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_15 = stablehlo.constant dense<3> : tensor<i32>
  %75 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %76 = stablehlo.remainder %73, %75 : tensor<4x5xi32>
  %c_16 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %78 = stablehlo.add %76, %77 : tensor<4x5xi32>
  %79 = stablehlo.convert %78 : (tensor<4x5xi32>) -> tensor<4x5xf32>
  %c_17 = stablehlo.constant dense<3> : tensor<i32>
  %80 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %81 = stablehlo.remainder %74, %80 : tensor<16xi32>
  %c_18 = stablehlo.constant dense<1> : tensor<i32>
  %82 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %83 = stablehlo.add %81, %82 : tensor<16xi32>
  %84 = stablehlo.convert %83 : (tensor<16xi32>) -> tensor<16xf32>
  %85 = stablehlo.broadcast_in_dim %79, dims = [2, 3] : (tensor<4x5xf32>) -> tensor<1x1x4x5xf32>
  %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x1x4x5xf32>) -> tensor<1x16x4x5xf32>
  %87 = stablehlo.multiply %71, %86 : tensor<1x16x4x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %88 = stablehlo.reduce(%87 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %89 = stablehlo.reshape %84 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x4x5xf32>
  %91 = stablehlo.multiply %71, %90 : tensor<1x16x4x5xf32>
  %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %92 = stablehlo.reduce(%91 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x4x5xf32>
  %93 = stablehlo.imag %70 : (tensor<1x16x4x5xcomplex<f32>>) -> tensor<1x16x4x5xf32>
  %94 = stablehlo.iota dim = 0 : tensor<20xi32>
  %95 = stablehlo.reshape %94 : (tensor<20xi32>) -> tensor<4x5xi32>
  %96 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_20 = stablehlo.constant dense<3> : tensor<i32>
  %97 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %98 = stablehlo.remainder %95, %97 : tensor<4x5xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %99 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
  %100 = stablehlo.add %98, %99 : tensor<4x5xi32>
  %101 = stablehlo.convert %100 : (tensor<4x5xi32>) -> tensor<4x5xf32>
  %c_22 = stablehlo.constant dense<3> : tensor<i32>
  %102 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %103 = stablehlo.remainder %96, %102 : tensor<16xi32>
  %c_23 = stablehlo.constant dense<1> : tensor<i32>
  %104 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %105 = stablehlo.add %103, %104 : tensor<16xi32>
  %106 = stablehlo.convert %105 : (tensor<16xi32>) -> tensor<16xf32>
  %107 = stablehlo.broadcast_in_dim %101, dims = [2, 3] : (tensor<4x5xf32>) -> tensor<1x1x4x5xf32>
  %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<1x1x4x5xf32>) -> tensor<1x16x4x5xf32>
  %109 = stablehlo.multiply %93, %108 : tensor<1x16x4x5xf32>
  %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %110 = stablehlo.reduce(%109 init: %cst_24) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %111 = stablehlo.reshape %106 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x4x5xf32>
  %113 = stablehlo.multiply %93, %112 : tensor<1x16x4x5xf32>
  %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %114 = stablehlo.reduce(%113 init: %cst_25) applies stablehlo.add across dimensions = [1] : (tensor<1x16x4x5xf32>, tensor<f32>) -> tensor<1x4x5xf32>
  check.expect_eq_const %88, dense<[[15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0, 15.0]]> : tensor<1x16xf32>
  check.expect_eq_const %92, dense<[[[-651.0, 93.0, 434.0, -31.0, -124.0], [-124.0, 186.0, -217.0, 31.0, 0.0], [-62.0, 31.0, -124.0, 248.0, -124.0], [713.0, -155.0, -682.0, -248.0, 1178.0]]]> : tensor<1x4x5xf32>
  check.expect_eq_const %110, dense<[[-24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0, -24.0]]> : tensor<1x16xf32>
  check.expect_eq_const %114, dense<[[[372.0, -589.0, -527.0, 1333.0, -496.0], [93.0, -341.0, 372.0, -186.0, 62.0], [-186.0, 434.0, -186.0, -93.0, -62.0], [-124.0, 806.0, -155.0, -651.0, 186.0]]]> : tensor<1x4x5xf32>
  func.return
}

// -----

func.func @rows_of_bf16() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<2560xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<2560xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %4 = stablehlo.divide %0, %3 : tensor<2560xi32>
  %5 = stablehlo.add %2, %4 : tensor<2560xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %7 = stablehlo.add %5, %6 : tensor<2560xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<2560xi32>
  %c_2 = stablehlo.constant dense<1> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<2560xi32>
  %12 = stablehlo.reshape %11 : (tensor<2560xi32>) -> tensor<2x32x40xi32>
  %13 = stablehlo.convert %12 : (tensor<2x32x40xi32>) -> tensor<2x32x40xbf16>
  %14 = stablehlo.iota dim = 0 : tensor<2560xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2560xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2560xi32>
  %19 = stablehlo.add %16, %18 : tensor<2560xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %21 = stablehlo.add %19, %20 : tensor<2560xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2560xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2560xi32>
  %26 = stablehlo.reshape %25 : (tensor<2560xi32>) -> tensor<16x32x5xi32>
  %27 = stablehlo.convert %26 : (tensor<16x32x5xi32>) -> tensor<16x32x5xbf16>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[2, 2]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x32x40xbf16>, tensor<16x32x5xbf16>) -> tensor<2x16x40xbf16>
  %29 = stablehlo.convert %28 : (tensor<2x16x40xbf16>) -> tensor<2x16x40xf32>
  %30 = stablehlo.iota dim = 0 : tensor<40xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<40xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<40xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<40xi32>
  %35 = stablehlo.add %33, %34 : tensor<40xi32>
  %36 = stablehlo.convert %35 : (tensor<40xi32>) -> tensor<40xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2] : (tensor<40xf32>) -> tensor<1x1x40xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<1x1x40xf32>) -> tensor<2x16x40xf32>
  %44 = stablehlo.multiply %29, %43 : tensor<2x16x40xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x16x40xf32>, tensor<f32>) -> tensor<2x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<2x16x40xf32>
  %48 = stablehlo.multiply %29, %47 : tensor<2x16x40xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<2x16x40xf32>, tensor<f32>) -> tensor<2x40xf32>
  check.expect_eq_const %45, dense<[[8.0, 20.0, -15.0, -70.0, -61.0, -9.0, 62.0, 41.0, 24.0, 8.0, 20.0, -15.0, -70.0, -61.0, -9.0, 62.0], [39.0, 16.0, 4.0, -27.0, -59.0, -47.0, -12.0, 43.0, 43.0, 39.0, 16.0, 4.0, -27.0, -59.0, -47.0, -12.0]]> : tensor<2x16xf32>
  check.expect_eq_const %49, dense<[[-135.0, 172.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -188.0, 201.0], [-58.0, 48.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -45.0, -5.0, 84.0, -150.0, 166.0, -210.0, 195.0, -161.0, 126.0, -117.0, 98.0]]> : tensor<2x40xf32>
  func.return
}

// -----

func.func @volumes() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<480xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<480xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %4 = stablehlo.divide %0, %3 : tensor<480xi32>
  %5 = stablehlo.add %2, %4 : tensor<480xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %7 = stablehlo.add %5, %6 : tensor<480xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<480xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<480xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<480xi32>
  %12 = stablehlo.reshape %11 : (tensor<480xi32>) -> tensor<1x8x4x3x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x8x4x3x5xi32>) -> tensor<1x8x4x3x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<3456xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<3456xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %18 = stablehlo.divide %14, %17 : tensor<3456xi32>
  %19 = stablehlo.add %16, %18 : tensor<3456xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %21 = stablehlo.add %19, %20 : tensor<3456xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<3456xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<3456xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<3456xi32>
  %26 = stablehlo.reshape %25 : (tensor<3456xi32>) -> tensor<16x8x3x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x8x3x3x3xi32>) -> tensor<16x8x3x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2], window = {stride = [1, 1, 1], pad = [[1, 1], [1, 1], [1, 1]], lhs_dilate = [1, 1, 1], rhs_dilate = [1, 1, 1], reverse = [false, false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x4x3x5xf32>, tensor<16x8x3x3x3xf32>) -> tensor<1x16x4x3x5xf32>
  %29 = stablehlo.iota dim = 0 : tensor<60xi32>
  %30 = stablehlo.reshape %29 : (tensor<60xi32>) -> tensor<4x3x5xi32>
  %31 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4x3x5xi32>
  %33 = stablehlo.remainder %30, %32 : tensor<4x3x5xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<4x3x5xi32>
  %35 = stablehlo.add %33, %34 : tensor<4x3x5xi32>
  %36 = stablehlo.convert %35 : (tensor<4x3x5xi32>) -> tensor<4x3x5xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %38 = stablehlo.remainder %31, %37 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %40 = stablehlo.add %38, %39 : tensor<16xi32>
  %41 = stablehlo.convert %40 : (tensor<16xi32>) -> tensor<16xf32>
  %42 = stablehlo.broadcast_in_dim %36, dims = [2, 3, 4] : (tensor<4x3x5xf32>) -> tensor<1x1x4x3x5xf32>
  %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3, 4] : (tensor<1x1x4x3x5xf32>) -> tensor<1x16x4x3x5xf32>
  %44 = stablehlo.multiply %28, %43 : tensor<1x16x4x3x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %45 = stablehlo.reduce(%44 init: %cst) applies stablehlo.add across dimensions = [2, 3, 4] : (tensor<1x16x4x3x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %46 = stablehlo.reshape %41 : (tensor<16xf32>) -> tensor<1x16x1x1x1xf32>
  %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3, 4] : (tensor<1x16x1x1x1xf32>) -> tensor<1x16x4x3x5xf32>
  %48 = stablehlo.multiply %28, %47 : tensor<1x16x4x3x5xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %49 = stablehlo.reduce(%48 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<1x16x4x3x5xf32>, tensor<f32>) -> tensor<1x4x3x5xf32>
  check.expect_eq_const %45, dense<[[320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0, 320.0]]> : tensor<1x16xf32>
  check.expect_eq_const %49, dense<[[[[-496.0, -992.0, 3472.0, -1488.0, 496.0], [-1488.0, 2480.0, -2480.0, 0.0, 496.0], [0.0, 496.0, -2480.0, 2480.0, -992.0]], [[-744.0, -1488.0, 5208.0, -2232.0, 744.0], [-2232.0, 3720.0, -3720.0, 0.0, 744.0], [0.0, 744.0, -3720.0, 3720.0, -1488.0]], [[-744.0, -1488.0, 5208.0, -2232.0, 744.0], [-2232.0, 3720.0, -3720.0, 0.0, 744.0], [0.0, 744.0, -3720.0, 3720.0, -1488.0]], [[-496.0, -992.0, 3472.0, -1488.0, 496.0], [-1488.0, 2480.0, -2480.0, 0.0, 496.0], [0.0, 496.0, -2480.0, 2480.0, -992.0]]]]> : tensor<1x4x3x5xf32>
  func.return
}

// -----

// A residual, a window and a product between convolutions.
func.func @blocks() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<576xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<576xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %4 = stablehlo.divide %0, %3 : tensor<576xi32>
  %5 = stablehlo.add %2, %4 : tensor<576xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %7 = stablehlo.add %5, %6 : tensor<576xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<576xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<576xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<576xi32>
  %12 = stablehlo.reshape %11 : (tensor<576xi32>) -> tensor<1x16x6x6xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x6x6xi32>) -> tensor<1x16x6x6xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.iota dim = 0 : tensor<256xi32>
  %c_7 = stablehlo.constant dense<5> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %30 = stablehlo.multiply %28, %29 : tensor<256xi32>
  %c_8 = stablehlo.constant dense<3> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %32 = stablehlo.divide %28, %31 : tensor<256xi32>
  %33 = stablehlo.add %30, %32 : tensor<256xi32>
  %34 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %35 = stablehlo.add %33, %34 : tensor<256xi32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %37 = stablehlo.remainder %35, %36 : tensor<256xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %38 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %39 = stablehlo.subtract %37, %38 : tensor<256xi32>
  %40 = stablehlo.reshape %39 : (tensor<256xi32>) -> tensor<16x16x1x1xi32>
  %41 = stablehlo.convert %40 : (tensor<16x16x1x1xi32>) -> tensor<16x16x1x1xf32>
  %42 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x6x6xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x6x6xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %43 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x16x6x6xf32>
  %44 = stablehlo.maximum %42, %43 : tensor<1x16x6x6xf32>
  %45 = stablehlo.convolution(%44, %41) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x6x6xf32>
  %cst_11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1x16x6x6xf32>
  %47 = stablehlo.multiply %45, %46 : tensor<1x16x6x6xf32>
  %48 = stablehlo.add %47, %44 : tensor<1x16x6x6xf32>
  %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %49 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<f32>
  %50 = "stablehlo.reduce_window"(%48, %49) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %79 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
    stablehlo.return %79 : tensor<f32>
  }) : (tensor<1x16x6x6xf32>, tensor<f32>) -> tensor<1x16x3x3xf32>
  %cst_13 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
  %51 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1x16x3x3xf32>
  %52 = stablehlo.multiply %50, %51 : tensor<1x16x3x3xf32>
  %53 = stablehlo.round_nearest_afz %52 : tensor<1x16x3x3xf32>
  %cst_14 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
  %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %54 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x16x3x3xf32>
  %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<1x16x3x3xf32>
  %56 = stablehlo.clamp %54, %53, %55 : tensor<1x16x3x3xf32>
  %57 = stablehlo.convolution(%56, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x3x3xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x2x2xf32>
  %58 = stablehlo.iota dim = 0 : tensor<36xi32>
  %59 = stablehlo.reshape %58 : (tensor<36xi32>) -> tensor<6x6xi32>
  %60 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_16 = stablehlo.constant dense<3> : tensor<i32>
  %61 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
  %62 = stablehlo.remainder %59, %61 : tensor<6x6xi32>
  %c_17 = stablehlo.constant dense<1> : tensor<i32>
  %63 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x6xi32>
  %64 = stablehlo.add %62, %63 : tensor<6x6xi32>
  %65 = stablehlo.convert %64 : (tensor<6x6xi32>) -> tensor<6x6xf32>
  %c_18 = stablehlo.constant dense<3> : tensor<i32>
  %66 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %67 = stablehlo.remainder %60, %66 : tensor<16xi32>
  %c_19 = stablehlo.constant dense<1> : tensor<i32>
  %68 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %69 = stablehlo.add %67, %68 : tensor<16xi32>
  %70 = stablehlo.convert %69 : (tensor<16xi32>) -> tensor<16xf32>
  %71 = stablehlo.broadcast_in_dim %65, dims = [2, 3] : (tensor<6x6xf32>) -> tensor<1x1x6x6xf32>
  %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<1x1x6x6xf32>) -> tensor<1x16x6x6xf32>
  %73 = stablehlo.multiply %48, %72 : tensor<1x16x6x6xf32>
  %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %74 = stablehlo.reduce(%73 init: %cst_20) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x6x6xf32>, tensor<f32>) -> tensor<1x16xf32>
  %75 = stablehlo.reshape %70 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x6x6xf32>
  %77 = stablehlo.multiply %48, %76 : tensor<1x16x6x6xf32>
  %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %78 = stablehlo.reduce(%77 init: %cst_21) applies stablehlo.add across dimensions = [1] : (tensor<1x16x6x6xf32>, tensor<f32>) -> tensor<1x6x6xf32>
  check.expect_eq_const %74, dense<[[39.0, 156.0, 39.0, 78.0, 78.0, 78.0, 117.0, 0.0, 117.0, 39.0, 156.0, 39.0, 78.0, 78.0, 78.0, 117.0]]> : tensor<1x16xf32>
  check.expect_eq_const %78, dense<[[[31.5, 63.0, 94.5, 0.0, 63.0, 0.0], [0.0, 0.0, 0.0, 157.5, 0.0, 63.0], [0.0, 0.0, 0.0, 0.0, 157.5, 63.0], [126.0, 0.0, 0.0, 0.0, 0.0, 0.0], [126.0, 0.0, 157.5, 0.0, 0.0, 63.0], [0.0, 31.5, 0.0, 0.0, 31.5, 0.0]]]> : tensor<1x6x6xf32>
  check.expect_eq_const %57, dense<[[[[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]], [[-11.0, 9.0], [0.0, 29.0]]]]> : tensor<1x16x2x2xf32>
  func.return
}

// -----

func.func @read_by_others() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<192xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<192xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %4 = stablehlo.divide %0, %3 : tensor<192xi32>
  %5 = stablehlo.add %2, %4 : tensor<192xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %7 = stablehlo.add %5, %6 : tensor<192xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<192xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<192xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<192xi32>
  %12 = stablehlo.reshape %11 : (tensor<192xi32>) -> tensor<1x16x3x4xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x3x4xi32>) -> tensor<1x16x3x4xf32>
  %14 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<2304xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %18 = stablehlo.divide %14, %17 : tensor<2304xi32>
  %19 = stablehlo.add %16, %18 : tensor<2304xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %21 = stablehlo.add %19, %20 : tensor<2304xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<2304xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<2304xi32>
  %26 = stablehlo.reshape %25 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %27 = stablehlo.convert %26 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %28 = stablehlo.convolution(%13, %27) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x3x4xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x3x4xf32>
  %29 = stablehlo.reshape %28 : (tensor<1x16x3x4xf32>) -> tensor<16x12xf32>
  %30 = stablehlo.slice %29 [0:16, 0:5] : (tensor<16x12xf32>) -> tensor<16x5xf32>
  %31 = stablehlo.iota dim = 0 : tensor<24xi32>
  %c_7 = stablehlo.constant dense<7> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %33 = stablehlo.multiply %31, %32 : tensor<24xi32>
  %c_8 = stablehlo.constant dense<3> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %35 = stablehlo.divide %31, %34 : tensor<24xi32>
  %36 = stablehlo.add %33, %35 : tensor<24xi32>
  %37 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %38 = stablehlo.add %36, %37 : tensor<24xi32>
  %c_9 = stablehlo.constant dense<5> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %40 = stablehlo.remainder %38, %39 : tensor<24xi32>
  %c_10 = stablehlo.constant dense<2> : tensor<i32>
  %41 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<24xi32>
  %42 = stablehlo.subtract %40, %41 : tensor<24xi32>
  %43 = stablehlo.reshape %42 : (tensor<24xi32>) -> tensor<1x2x3x4xi32>
  %44 = stablehlo.convert %43 : (tensor<1x2x3x4xi32>) -> tensor<1x2x3x4xf32>
  %45 = stablehlo.concatenate %28, %44, dim = 1 : (tensor<1x16x3x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x18x3x4xf32>
  %46 = stablehlo.slice %45 [0:1, 14:18, 1:2, 0:4] : (tensor<1x18x3x4xf32>) -> tensor<1x4x1x4xf32>
  %47 = stablehlo.reshape %46 : (tensor<1x4x1x4xf32>) -> tensor<4x4xf32>
  %48 = stablehlo.transpose %28, dims = [0, 2, 3, 1] : (tensor<1x16x3x4xf32>) -> tensor<1x3x4x16xf32>
  %49 = stablehlo.slice %48 [0:1, 1:2, 2:3, 0:16] : (tensor<1x3x4x16xf32>) -> tensor<1x1x1x16xf32>
  %50 = stablehlo.reshape %49 : (tensor<1x1x1x16xf32>) -> tensor<16xf32>
  %51 = stablehlo.slice %28 [0:1, 3:6:2, 0:3, 1:4] : (tensor<1x16x3x4xf32>) -> tensor<1x2x3x3xf32>
  %52 = stablehlo.reverse %28, dims = [3] : tensor<1x16x3x4xf32>
  %53 = stablehlo.slice %52 [0:1, 5:6, 0:3, 0:4] : (tensor<1x16x3x4xf32>) -> tensor<1x1x3x4xf32>
  %54 = stablehlo.reshape %53 : (tensor<1x1x3x4xf32>) -> tensor<3x4xf32>
  check.expect_eq_const %30, dense<[[1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0], [1.0, -2.0, 3.0, -1.0, 0.0]]> : tensor<16x5xf32>
  check.expect_eq_const %47, dense<[[0.0, 1.0, -2.0, -3.0], [0.0, 1.0, -2.0, -3.0], [-2.0, 0.0, -2.0, 0.0], [1.0, -2.0, 1.0, -2.0]]> : tensor<4x4xf32>
  check.expect_eq_const %50, dense<[-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0]> : tensor<16xf32>
  check.expect_eq_const %51, dense<[[[[-2.0, 3.0, -1.0], [1.0, -2.0, -3.0], [4.0, -4.0, 3.0]], [[-2.0, 3.0, -1.0], [1.0, -2.0, -3.0], [4.0, -4.0, 3.0]]]]> : tensor<1x2x3x3xf32>
  check.expect_eq_const %54, dense<[[-1.0, 3.0, -2.0, 1.0], [-3.0, -2.0, 1.0, 0.0], [3.0, -4.0, 4.0, -4.0]]> : tensor<3x4xf32>
  func.return
}

// -----

func.func @in_a_loop() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<400xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<400xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %4 = stablehlo.divide %0, %3 : tensor<400xi32>
  %5 = stablehlo.add %2, %4 : tensor<400xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %7 = stablehlo.add %5, %6 : tensor<400xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<400xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<400xi32>
  %12 = stablehlo.reshape %11 : (tensor<400xi32>) -> tensor<1x16x5x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x5x5xi32>) -> tensor<1x16x5x5xf32>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %14:3 = stablehlo.while(%iterArg = %arg0, %iterArg_9 = %c_3, %iterArg_10 = %13) : tensor<i32>, tensor<i32>, tensor<1x16x5x5xf32>
  cond {
    %c_11 = stablehlo.constant dense<3> : tensor<i32>
    %36 = stablehlo.compare LT, %iterArg_9, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %36 : tensor<i1>
  } do {
    %36 = stablehlo.add %iterArg_9, %iterArg : tensor<i32>
    %37 = stablehlo.iota dim = 0 : tensor<2304xi32>
    %c_11 = stablehlo.constant dense<7> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %39 = stablehlo.multiply %37, %38 : tensor<2304xi32>
    %c_12 = stablehlo.constant dense<3> : tensor<i32>
    %40 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %41 = stablehlo.divide %37, %40 : tensor<2304xi32>
    %42 = stablehlo.add %39, %41 : tensor<2304xi32>
    %43 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %44 = stablehlo.add %42, %43 : tensor<2304xi32>
    %c_13 = stablehlo.constant dense<3> : tensor<i32>
    %45 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %46 = stablehlo.remainder %44, %45 : tensor<2304xi32>
    %c_14 = stablehlo.constant dense<1> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %48 = stablehlo.subtract %46, %47 : tensor<2304xi32>
    %49 = stablehlo.reshape %48 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
    %50 = stablehlo.convert %49 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
    %51 = stablehlo.convolution(%iterArg_10, %50) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x5x5xf32>
    %cst_15 = stablehlo.constant dense<-2.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<1x16x5x5xf32>
    %53 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1x16x5x5xf32>
    %54 = stablehlo.clamp %52, %51, %53 : tensor<1x16x5x5xf32>
    stablehlo.return %iterArg, %36, %54 : tensor<i32>, tensor<i32>, tensor<1x16x5x5xf32>
  }
  %15 = stablehlo.iota dim = 0 : tensor<25xi32>
  %16 = stablehlo.reshape %15 : (tensor<25xi32>) -> tensor<5x5xi32>
  %17 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %18 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %19 = stablehlo.remainder %16, %18 : tensor<5x5xi32>
  %c_5 = stablehlo.constant dense<1> : tensor<i32>
  %20 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %21 = stablehlo.add %19, %20 : tensor<5x5xi32>
  %22 = stablehlo.convert %21 : (tensor<5x5xi32>) -> tensor<5x5xf32>
  %c_6 = stablehlo.constant dense<3> : tensor<i32>
  %23 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %24 = stablehlo.remainder %17, %23 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<1> : tensor<i32>
  %25 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %26 = stablehlo.add %24, %25 : tensor<16xi32>
  %27 = stablehlo.convert %26 : (tensor<16xi32>) -> tensor<16xf32>
  %28 = stablehlo.broadcast_in_dim %22, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
  %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x16x5x5xf32>
  %30 = stablehlo.multiply %14#2, %29 : tensor<1x16x5x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %31 = stablehlo.reduce(%30 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %32 = stablehlo.reshape %27 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x5x5xf32>
  %34 = stablehlo.multiply %14#2, %33 : tensor<1x16x5x5xf32>
  %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %35 = stablehlo.reduce(%34 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x5x5xf32>
  check.expect_eq_const %31, dense<[[18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0]]> : tensor<1x16xf32>
  check.expect_eq_const %35, dense<[[[-62.0, 62.0, 0.0, -62.0, 62.0], [62.0, 62.0, -62.0, 62.0, 0.0], [62.0, -62.0, 62.0, 62.0, -62.0], [-62.0, 62.0, 62.0, -62.0, 62.0], [-62.0, 62.0, -62.0, 62.0, -62.0]]]> : tensor<1x5x5xf32>
  func.return
}

// -----

func.func @in_a_branch() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.compare GT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
  %2 = "stablehlo.case"(%1) ({
    %24 = stablehlo.iota dim = 0 : tensor<400xi32>
    %c_5 = stablehlo.constant dense<7> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %26 = stablehlo.multiply %24, %25 : tensor<400xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %28 = stablehlo.divide %24, %27 : tensor<400xi32>
    %29 = stablehlo.add %26, %28 : tensor<400xi32>
    %30 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %31 = stablehlo.add %29, %30 : tensor<400xi32>
    %c_7 = stablehlo.constant dense<5> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %33 = stablehlo.remainder %31, %32 : tensor<400xi32>
    %c_8 = stablehlo.constant dense<2> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %35 = stablehlo.subtract %33, %34 : tensor<400xi32>
    %36 = stablehlo.reshape %35 : (tensor<400xi32>) -> tensor<1x16x5x5xi32>
    %37 = stablehlo.convert %36 : (tensor<1x16x5x5xi32>) -> tensor<1x16x5x5xf32>
    stablehlo.return %37 : tensor<1x16x5x5xf32>
  }, {
    %24 = stablehlo.iota dim = 0 : tensor<400xi32>
    %c_5 = stablehlo.constant dense<7> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %26 = stablehlo.multiply %24, %25 : tensor<400xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %28 = stablehlo.divide %24, %27 : tensor<400xi32>
    %29 = stablehlo.add %26, %28 : tensor<400xi32>
    %30 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %31 = stablehlo.add %29, %30 : tensor<400xi32>
    %c_7 = stablehlo.constant dense<5> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %33 = stablehlo.remainder %31, %32 : tensor<400xi32>
    %c_8 = stablehlo.constant dense<2> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<400xi32>
    %35 = stablehlo.subtract %33, %34 : tensor<400xi32>
    %36 = stablehlo.reshape %35 : (tensor<400xi32>) -> tensor<1x16x5x5xi32>
    %37 = stablehlo.convert %36 : (tensor<1x16x5x5xi32>) -> tensor<1x16x5x5xf32>
    %38 = stablehlo.iota dim = 0 : tensor<2304xi32>
    %c_9 = stablehlo.constant dense<7> : tensor<i32>
    %39 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %40 = stablehlo.multiply %38, %39 : tensor<2304xi32>
    %c_10 = stablehlo.constant dense<3> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %42 = stablehlo.divide %38, %41 : tensor<2304xi32>
    %43 = stablehlo.add %40, %42 : tensor<2304xi32>
    %44 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %45 = stablehlo.add %43, %44 : tensor<2304xi32>
    %c_11 = stablehlo.constant dense<3> : tensor<i32>
    %46 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %47 = stablehlo.remainder %45, %46 : tensor<2304xi32>
    %c_12 = stablehlo.constant dense<1> : tensor<i32>
    %48 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2304xi32>
    %49 = stablehlo.subtract %47, %48 : tensor<2304xi32>
    %50 = stablehlo.reshape %49 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
    %51 = stablehlo.convert %50 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
    %52 = stablehlo.convolution(%37, %51) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x5x5xf32>
    stablehlo.return %52 : tensor<1x16x5x5xf32>
  }) : (tensor<i32>) -> tensor<1x16x5x5xf32>
  %3 = stablehlo.iota dim = 0 : tensor<25xi32>
  %4 = stablehlo.reshape %3 : (tensor<25xi32>) -> tensor<5x5xi32>
  %5 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %7 = stablehlo.remainder %4, %6 : tensor<5x5xi32>
  %c_1 = stablehlo.constant dense<1> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %9 = stablehlo.add %7, %8 : tensor<5x5xi32>
  %10 = stablehlo.convert %9 : (tensor<5x5xi32>) -> tensor<5x5xf32>
  %c_2 = stablehlo.constant dense<3> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %12 = stablehlo.remainder %5, %11 : tensor<16xi32>
  %c_3 = stablehlo.constant dense<1> : tensor<i32>
  %13 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %14 = stablehlo.add %12, %13 : tensor<16xi32>
  %15 = stablehlo.convert %14 : (tensor<16xi32>) -> tensor<16xf32>
  %16 = stablehlo.broadcast_in_dim %10, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x16x5x5xf32>
  %18 = stablehlo.multiply %2, %17 : tensor<1x16x5x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %19 = stablehlo.reduce(%18 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %20 = stablehlo.reshape %15 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x5x5xf32>
  %22 = stablehlo.multiply %2, %21 : tensor<1x16x5x5xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %23 = stablehlo.reduce(%22 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x5x5xf32>
  check.expect_eq_const %19, dense<[[63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0, 63.0]]> : tensor<1x16xf32>
  check.expect_eq_const %23, dense<[[[-496.0, 248.0, 527.0, -558.0, 186.0], [-93.0, 155.0, -155.0, 0.0, 31.0], [31.0, 0.0, -155.0, 155.0, -93.0], [62.0, -155.0, 310.0, -155.0, 62.0], [248.0, 310.0, -775.0, 186.0, 310.0]]]> : tensor<1x5x5xf32>
  func.return
}

// -----

func.func @gradient_of_weights() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<4608xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %4 = stablehlo.divide %0, %3 : tensor<4608xi32>
  %5 = stablehlo.add %2, %4 : tensor<4608xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %7 = stablehlo.add %5, %6 : tensor<4608xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<4608xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<4608xi32>
  %12 = stablehlo.reshape %11 : (tensor<4608xi32>) -> tensor<2x16x12x12xi32>
  %13 = stablehlo.convert %12 : (tensor<2x16x12x12xi32>) -> tensor<2x16x12x12xf32>
  %14 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<4608xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %18 = stablehlo.divide %14, %17 : tensor<4608xi32>
  %19 = stablehlo.add %16, %18 : tensor<4608xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %21 = stablehlo.add %19, %20 : tensor<4608xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<4608xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<4608xi32>
  %26 = stablehlo.reshape %25 : (tensor<4608xi32>) -> tensor<2x16x12x12xi32>
  %27 = stablehlo.convert %26 : (tensor<2x16x12x12xi32>) -> tensor<2x16x12x12xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %28 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x12x12xf32>
  %29 = stablehlo.multiply %28, %27 : tensor<2x16x12x12xf32>
  %30 = stablehlo.convolution(%13, %29) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x16x12x12xf32>, tensor<2x16x12x12xf32>) -> tensor<16x16x3x3xf32>
  %31 = stablehlo.slice %30 [0:5, 0:16, 0:3, 0:3] : (tensor<16x16x3x3xf32>) -> tensor<5x16x3x3xf32>
  %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %32 = stablehlo.reduce(%31 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<5x16x3x3xf32>, tensor<f32>) -> tensor<5x16x3xf32>
  check.expect_eq_const %32, dense<[[[-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0]], [[-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0]], [[-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0]], [[-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0]], [[-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0], [4.0, 1.0, -10.0], [17.0, -19.0, 10.0], [5.0, -14.0, 15.0], [-12.0, 11.0, 0.0], [-14.0, 21.0, -15.0]]]> : tensor<5x16x3xf32>
  func.return
}

// -----

func.func @gradient_of_image() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<2304xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %4 = stablehlo.divide %0, %3 : tensor<2304xi32>
  %5 = stablehlo.add %2, %4 : tensor<2304xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %7 = stablehlo.add %5, %6 : tensor<2304xi32>
  %c_1 = stablehlo.constant dense<3> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<2304xi32>
  %c_2 = stablehlo.constant dense<1> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<2304xi32>
  %12 = stablehlo.reshape %11 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %13 = stablehlo.convert %12 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %14 = stablehlo.iota dim = 0 : tensor<256xi32>
  %c_3 = stablehlo.constant dense<7> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<256xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %18 = stablehlo.divide %14, %17 : tensor<256xi32>
  %19 = stablehlo.add %16, %18 : tensor<256xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %21 = stablehlo.add %19, %20 : tensor<256xi32>
  %c_5 = stablehlo.constant dense<3> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<256xi32>
  %c_6 = stablehlo.constant dense<1> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<256xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<256xi32>
  %26 = stablehlo.reshape %25 : (tensor<256xi32>) -> tensor<1x16x4x4xi32>
  %27 = stablehlo.convert %26 : (tensor<1x16x4x4xi32>) -> tensor<1x16x4x4xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %28 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x16x4x4xf32>
  %29 = stablehlo.multiply %28, %27 : tensor<1x16x4x4xf32>
  %30 = stablehlo.reverse %13, dims = [2, 3] : tensor<16x16x3x3xf32>
  %31 = stablehlo.convolution(%29, %30) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 2], [1, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x4x4xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x8x8xf32>
  %32 = stablehlo.iota dim = 0 : tensor<64xi32>
  %33 = stablehlo.reshape %32 : (tensor<64xi32>) -> tensor<8x8xi32>
  %34 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_7 = stablehlo.constant dense<3> : tensor<i32>
  %35 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %36 = stablehlo.remainder %33, %35 : tensor<8x8xi32>
  %c_8 = stablehlo.constant dense<1> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %38 = stablehlo.add %36, %37 : tensor<8x8xi32>
  %39 = stablehlo.convert %38 : (tensor<8x8xi32>) -> tensor<8x8xf32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %40 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %41 = stablehlo.remainder %34, %40 : tensor<16xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %42 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %43 = stablehlo.add %41, %42 : tensor<16xi32>
  %44 = stablehlo.convert %43 : (tensor<16xi32>) -> tensor<16xf32>
  %45 = stablehlo.broadcast_in_dim %39, dims = [2, 3] : (tensor<8x8xf32>) -> tensor<1x1x8x8xf32>
  %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<1x1x8x8xf32>) -> tensor<1x16x8x8xf32>
  %47 = stablehlo.multiply %31, %46 : tensor<1x16x8x8xf32>
  %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %48 = stablehlo.reduce(%47 init: %cst_11) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x8x8xf32>, tensor<f32>) -> tensor<1x16xf32>
  %49 = stablehlo.reshape %44 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x8x8xf32>
  %51 = stablehlo.multiply %31, %50 : tensor<1x16x8x8xf32>
  %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %52 = stablehlo.reduce(%51 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<1x16x8x8xf32>, tensor<f32>) -> tensor<1x8x8xf32>
  check.expect_eq_const %48, dense<[[-3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0]]> : tensor<1x16xf32>
  check.expect_eq_const %52, dense<[[[-62.0, -31.0, 31.0, 62.0, -62.0, 0.0, 0.0, 0.0], [0.0, 93.0, 0.0, -93.0, -62.0, 124.0, 31.0, -31.0], [0.0, 0.0, 0.0, -62.0, 62.0, 31.0, -31.0, 0.0], [-62.0, 62.0, 62.0, 0.0, -31.0, -62.0, 62.0, -31.0], [62.0, 62.0, -62.0, -31.0, 31.0, 62.0, -62.0, 0.0], [0.0, -124.0, 0.0, 93.0, 0.0, -93.0, -62.0, 124.0], [0.0, 0.0, 0.0, 0.0, 0.0, -62.0, 62.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 62.0, 0.0, -62.0]]]> : tensor<1x8x8xf32>
  func.return
}

// -----

func.func @of_a_sum_that_is_read_twice() {
  %arg0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<400xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<400xi32>
  %c_0 = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %4 = stablehlo.divide %0, %3 : tensor<400xi32>
  %5 = stablehlo.add %2, %4 : tensor<400xi32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %7 = stablehlo.add %5, %6 : tensor<400xi32>
  %c_1 = stablehlo.constant dense<5> : tensor<i32>
  %8 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %9 = stablehlo.remainder %7, %8 : tensor<400xi32>
  %c_2 = stablehlo.constant dense<2> : tensor<i32>
  %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %11 = stablehlo.subtract %9, %10 : tensor<400xi32>
  %12 = stablehlo.reshape %11 : (tensor<400xi32>) -> tensor<1x16x5x5xi32>
  %13 = stablehlo.convert %12 : (tensor<1x16x5x5xi32>) -> tensor<1x16x5x5xf32>
  %14 = stablehlo.iota dim = 0 : tensor<400xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %16 = stablehlo.multiply %14, %15 : tensor<400xi32>
  %c_4 = stablehlo.constant dense<3> : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %18 = stablehlo.divide %14, %17 : tensor<400xi32>
  %19 = stablehlo.add %16, %18 : tensor<400xi32>
  %20 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %21 = stablehlo.add %19, %20 : tensor<400xi32>
  %c_5 = stablehlo.constant dense<5> : tensor<i32>
  %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %23 = stablehlo.remainder %21, %22 : tensor<400xi32>
  %c_6 = stablehlo.constant dense<2> : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<400xi32>
  %25 = stablehlo.subtract %23, %24 : tensor<400xi32>
  %26 = stablehlo.reshape %25 : (tensor<400xi32>) -> tensor<1x16x5x5xi32>
  %27 = stablehlo.convert %26 : (tensor<1x16x5x5xi32>) -> tensor<1x16x5x5xf32>
  %28 = stablehlo.add %13, %27 : tensor<1x16x5x5xf32>
  %29 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_7 = stablehlo.constant dense<7> : tensor<i32>
  %30 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %31 = stablehlo.multiply %29, %30 : tensor<2304xi32>
  %c_8 = stablehlo.constant dense<3> : tensor<i32>
  %32 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %33 = stablehlo.divide %29, %32 : tensor<2304xi32>
  %34 = stablehlo.add %31, %33 : tensor<2304xi32>
  %35 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %36 = stablehlo.add %34, %35 : tensor<2304xi32>
  %c_9 = stablehlo.constant dense<3> : tensor<i32>
  %37 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %38 = stablehlo.remainder %36, %37 : tensor<2304xi32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %39 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %40 = stablehlo.subtract %38, %39 : tensor<2304xi32>
  %41 = stablehlo.reshape %40 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %42 = stablehlo.convert %41 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %43 = stablehlo.convolution(%28, %42) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x5x5xf32>
  %44 = stablehlo.add %43, %28 : tensor<1x16x5x5xf32>
  %45 = stablehlo.add %44, %28 : tensor<1x16x5x5xf32>
  %46 = stablehlo.iota dim = 0 : tensor<25xi32>
  %47 = stablehlo.reshape %46 : (tensor<25xi32>) -> tensor<5x5xi32>
  %48 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_11 = stablehlo.constant dense<3> : tensor<i32>
  %49 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %50 = stablehlo.remainder %47, %49 : tensor<5x5xi32>
  %c_12 = stablehlo.constant dense<1> : tensor<i32>
  %51 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %52 = stablehlo.add %50, %51 : tensor<5x5xi32>
  %53 = stablehlo.convert %52 : (tensor<5x5xi32>) -> tensor<5x5xf32>
  %c_13 = stablehlo.constant dense<3> : tensor<i32>
  %54 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %55 = stablehlo.remainder %48, %54 : tensor<16xi32>
  %c_14 = stablehlo.constant dense<1> : tensor<i32>
  %56 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %57 = stablehlo.add %55, %56 : tensor<16xi32>
  %58 = stablehlo.convert %57 : (tensor<16xi32>) -> tensor<16xf32>
  %59 = stablehlo.broadcast_in_dim %53, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
  %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x16x5x5xf32>
  %61 = stablehlo.multiply %45, %60 : tensor<1x16x5x5xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %62 = stablehlo.reduce(%61 init: %cst) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %63 = stablehlo.reshape %58 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x5x5xf32>
  %65 = stablehlo.multiply %45, %64 : tensor<1x16x5x5xf32>
  %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %66 = stablehlo.reduce(%65 init: %cst_15) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x5x5xf32>
  %67 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %c_16 = stablehlo.constant dense<7> : tensor<i32>
  %68 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %69 = stablehlo.multiply %67, %68 : tensor<2304xi32>
  %c_17 = stablehlo.constant dense<3> : tensor<i32>
  %70 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %71 = stablehlo.divide %67, %70 : tensor<2304xi32>
  %72 = stablehlo.add %69, %71 : tensor<2304xi32>
  %73 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %74 = stablehlo.add %72, %73 : tensor<2304xi32>
  %c_18 = stablehlo.constant dense<3> : tensor<i32>
  %75 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %76 = stablehlo.remainder %74, %75 : tensor<2304xi32>
  %c_19 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<2304xi32>
  %78 = stablehlo.subtract %76, %77 : tensor<2304xi32>
  %79 = stablehlo.reshape %78 : (tensor<2304xi32>) -> tensor<16x16x3x3xi32>
  %80 = stablehlo.convert %79 : (tensor<16x16x3x3xi32>) -> tensor<16x16x3x3xf32>
  %81 = stablehlo.convolution(%44, %80) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x16x5x5xf32>, tensor<16x16x3x3xf32>) -> tensor<1x16x5x5xf32>
  %82 = stablehlo.iota dim = 0 : tensor<25xi32>
  %83 = stablehlo.reshape %82 : (tensor<25xi32>) -> tensor<5x5xi32>
  %84 = stablehlo.iota dim = 0 : tensor<16xi32>
  %c_20 = stablehlo.constant dense<3> : tensor<i32>
  %85 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %86 = stablehlo.remainder %83, %85 : tensor<5x5xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %87 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %88 = stablehlo.add %86, %87 : tensor<5x5xi32>
  %89 = stablehlo.convert %88 : (tensor<5x5xi32>) -> tensor<5x5xf32>
  %c_22 = stablehlo.constant dense<3> : tensor<i32>
  %90 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %91 = stablehlo.remainder %84, %90 : tensor<16xi32>
  %c_23 = stablehlo.constant dense<1> : tensor<i32>
  %92 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<16xi32>
  %93 = stablehlo.add %91, %92 : tensor<16xi32>
  %94 = stablehlo.convert %93 : (tensor<16xi32>) -> tensor<16xf32>
  %95 = stablehlo.broadcast_in_dim %89, dims = [2, 3] : (tensor<5x5xf32>) -> tensor<1x1x5x5xf32>
  %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x16x5x5xf32>
  %97 = stablehlo.multiply %81, %96 : tensor<1x16x5x5xf32>
  %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %98 = stablehlo.reduce(%97 init: %cst_24) applies stablehlo.add across dimensions = [2, 3] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x16xf32>
  %99 = stablehlo.reshape %94 : (tensor<16xf32>) -> tensor<1x16x1x1xf32>
  %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2, 3] : (tensor<1x16x1x1xf32>) -> tensor<1x16x5x5xf32>
  %101 = stablehlo.multiply %81, %100 : tensor<1x16x5x5xf32>
  %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %102 = stablehlo.reduce(%101 init: %cst_25) applies stablehlo.add across dimensions = [1] : (tensor<1x16x5x5xf32>, tensor<f32>) -> tensor<1x5x5xf32>
  check.expect_eq_const %62, dense<[[66.0, 20.0, 102.0, 66.0, 20.0, 102.0, 66.0, 20.0, 102.0, 66.0, 20.0, 102.0, 66.0, 20.0, 102.0, 66.0]]> : tensor<1x16xf32>
  check.expect_eq_const %66, dense<[[[-440.0, 143.0, 676.0, -540.0, -72.0], [-106.0, 149.0, -141.0, 54.0, 80.0], [50.0, 18.0, -163.0, 207.0, -39.0], [180.0, -229.0, 366.0, -75.0, -41.0], [80.0, 397.0, -823.0, 209.0, 576.0]]]> : tensor<1x5x5xf32>
  check.expect_eq_const %98, dense<[[-2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0, -2756.0]]> : tensor<1x16xf32>
  check.expect_eq_const %102, dense<[[[9920.0, -10695.0, -8308.0, 22692.0, -8990.0], [-8618.0, -15221.0, 27125.0, -9424.0, -4402.0], [-8866.0, 8928.0, -155.0, -11253.0, 6417.0], [5580.0, -6603.0, -16058.0, 32581.0, -4991.0], [4464.0, -13485.0, 26443.0, -17701.0, -6386.0]]]> : tensor<1x5x5xf32>
  func.return
}
