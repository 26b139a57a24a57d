// Quantized tensors, with values that are easy to compute by hand. A scale of 0.5 and a zero point of 3 stores 2.0 as 7.

func.func @ties_go_to_even_and_the_range_saturates() {
  %x = stablehlo.constant dense<[0.25, 0.75, -0.25, 1000.0, -1000.0, 2.0]> : tensor<6xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8<-100:100>:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %q : (tensor<6x!quant.uniform<i8<-100:100>:f32, 0.5:3>>) -> tensor<6xi8>
  check.expect_eq_const %s, dense<[4, 4, 2, 100, -100, 7]> : tensor<6xi8>
  %y = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i8<-100:100>:f32, 0.5:3>>) -> tensor<6xf32>
  check.expect_eq_const %y, dense<[0.5, 0.5, -0.5, 48.5, -51.5, 2.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @along_a_dimension() {
  %x = stablehlo.constant dense<[[4.0, 15.0], [1.0, -2.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:-20}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>
  %s = stablehlo.bitcast_convert %t : (tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> tensor<2x2xi8>
  check.expect_eq_const %s, dense<[[10, -20], [10, -24]]> : tensor<2x2xi8>
  %r = stablehlo.uniform_quantize %t : (tensor<2x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> tensor<2x2x!quant.uniform<u16:f32, 0.25:32768>>
  %u = stablehlo.bitcast_convert %r : (tensor<2x2x!quant.uniform<u16:f32, 0.25:32768>>) -> tensor<2x2xui16>
  check.expect_eq_const %u, dense<[[32784, 32772], [32828, 32760]]> : tensor<2x2xui16>
  func.return
}

// -----

func.func @sums_saturate() {
  %a = stablehlo.constant dense<[100, -100, 7, 3]> : tensor<4xi8>
  %b = stablehlo.constant dense<[100, -100, 8, 3]> : tensor<4xi8>
  %x = stablehlo.bitcast_convert %a : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %y = stablehlo.bitcast_convert %b : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %z = stablehlo.add %x, %y : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.bitcast_convert %z : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  check.expect_eq_const %s, dense<[127, -128, 12, 3]> : tensor<4xi8>
  %w = stablehlo.add %x, %y : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %v = stablehlo.bitcast_convert %w : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xi8>
  check.expect_eq_const %v, dense<[97, -103, 4, 0]> : tensor<4xi8>
  func.return
}

// -----

func.func @product_with_zero_points() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %b = stablehlo.constant dense<[[1, -1], [2, -2], [3, -3]]> : tensor<3x2xi8>
  %x = stablehlo.bitcast_convert %a : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:2>>
  %y = stablehlo.bitcast_convert %b : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 0.5}>>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:2>>, tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 0.5}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.125, 0.25}>>
  %s = stablehlo.bitcast_convert %z : (tensor<2x2x!quant.uniform<i32:f32:1, {0.125, 0.25}>>) -> tensor<2x2xi32>
  check.expect_eq_const %s, dense<[[2, -2], [20, -20]]> : tensor<2x2xi32>
  %w = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:2>>, tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.25:10>>
  %t = stablehlo.bitcast_convert %w : (tensor<2x2x!quant.uniform<i8:f32, 0.25:10>>) -> tensor<2x2xi8>
  check.expect_eq_const %t, dense<[[11, 8], [20, -10]]> : tensor<2x2xi8>
  func.return
}

// -----

// Padding is zero, which is stored as the zero point.
func.func @convolution_with_padding() {
  %a = stablehlo.constant dense<[[[3], [5], [7]]]> : tensor<1x3x1xi8>
  %b = stablehlo.constant dense<[[[2]], [[3]], [[4]]]> : tensor<3x1x1xi8>
  %x = stablehlo.bitcast_convert %a : (tensor<1x3x1xi8>) -> tensor<1x3x1x!quant.uniform<i8:f32, 0.5:3>>
  %y = stablehlo.bitcast_convert %b : (tensor<3x1x1xi8>) -> tensor<3x1x1x!quant.uniform<i8:f32, 2.0:1>>
  %z = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x1x1x!quant.uniform<i8:f32, 2.0:1>>) -> tensor<1x3x1x!quant.uniform<i32:f32, 1.0>>
  %s = stablehlo.bitcast_convert %z : (tensor<1x3x1x!quant.uniform<i32:f32, 1.0>>) -> tensor<1x3x1xi32>
  check.expect_eq_const %s, dense<[[[6], [16], [10]]]> : tensor<1x3x1xi32>
  func.return
}

// -----

func.func @hybrid_product() {
  %x = stablehlo.constant dense<[[1.5, 2.5]]> : tensor<1x2xf32>
  %b = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %y = stablehlo.bitcast_convert %b : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 0.5}>>) -> tensor<1x2xf32>
  check.expect_eq_const %z, dense<[[18.0, 6.5]]> : tensor<1x2xf32>
  func.return
}

// -----

func.func @regions_on_elements() {
  %a = stablehlo.constant dense<[[10, -5, 3], [127, 127, 127]]> : tensor<2x3xi8>
  %c = stablehlo.constant dense<3> : tensor<i8>
  %x = stablehlo.bitcast_convert %a : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %z = stablehlo.bitcast_convert %c : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %sum = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i16:f32, 0.25:-9>>
    reducer(%p: tensor<!quant.uniform<i16:f32, 0.25:-9>>, %q: tensor<!quant.uniform<i16:f32, 0.25:-9>>) {
      %s = stablehlo.add %p, %q : tensor<!quant.uniform<i16:f32, 0.25:-9>>
      stablehlo.return %s : tensor<!quant.uniform<i16:f32, 0.25:-9>>
    }
  %stored = stablehlo.bitcast_convert %sum : (tensor<2x!quant.uniform<i16:f32, 0.25:-9>>) -> tensor<2xi16>
  check.expect_eq_const %stored, dense<[-11, 735]> : tensor<2xi16>
  %most = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %largest = stablehlo.bitcast_convert %most : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xi8>
  check.expect_eq_const %largest, dense<[127, 127, 127]> : tensor<3xi8>
  %sorted = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:3>>, %q: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %l = stablehlo.compare LT, %p, %q : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %order = stablehlo.bitcast_convert %sorted : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  check.expect_eq_const %order, dense<[[-5, 3, 10], [127, 127, 127]]> : tensor<2x3xi8>
  func.return
}

// -----

// The verdict is not returned, and counts all the same.
func.func @dropped_verdict() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %t = stablehlo.tanh %q : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.125>>
  %y = stablehlo.uniform_dequantize %t : (tensor<2x!quant.uniform<i8:f32, 0.125>>) -> tensor<2xf32>
  %e = stablehlo.constant dense<[0.75, 1.0]> : tensor<2xf32>
  %c = stablehlo.custom_call @check.eq(%e, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  func.return %y : tensor<2xf32>
}

// -----

func.func @narrow_and_wide() {
  %x = stablehlo.constant dense<[-10.0, -0.5, 0.0, 0.75, 1.0, 10.0]> : tensor<6xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i4:f32, 0.5:1>>
  %s = stablehlo.bitcast_convert %q : (tensor<6x!quant.uniform<i4:f32, 0.5:1>>) -> tensor<6xi4>
  check.expect_eq_const %s, dense<[-8, 0, 1, 2, 3, 7]> : tensor<6xi4>
  %y = stablehlo.uniform_dequantize %q : (tensor<6x!quant.uniform<i4:f32, 0.5:1>>) -> tensor<6xf32>
  check.expect_eq_const %y, dense<[-4.5, -0.5, 0.0, 0.5, 1.0, 3.0]> : tensor<6xf32>
  %u = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<u2:f32, 0.5:1>>
  %v = stablehlo.uniform_dequantize %u : (tensor<6x!quant.uniform<u2:f32, 0.5:1>>) -> tensor<6xf32>
  check.expect_eq_const %v, dense<[-0.5, -0.5, 0.0, 0.5, 1.0, 1.0]> : tensor<6xf32>
  %h = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf16>
  %w = stablehlo.uniform_quantize %h : (tensor<6xf16>) -> tensor<6x!quant.uniform<u32:f16, 0.5:1000>>
  %z = stablehlo.uniform_dequantize %w : (tensor<6x!quant.uniform<u32:f16, 0.5:1000>>) -> tensor<6xf16>
  check.expect_eq_const %z, dense<[-10.0, -0.5, 0.0, 1.0, 1.0, 10.0]> : tensor<6xf16>
  %d = stablehlo.convert %x : (tensor<6xf32>) -> tensor<6xf64>
  %e = stablehlo.uniform_quantize %d : (tensor<6xf64>) -> tensor<6x!quant.uniform<i32:f64, 0.1:-5>>
  %f = stablehlo.uniform_dequantize %e : (tensor<6x!quant.uniform<i32:f64, 0.1:-5>>) -> tensor<6xf64>
  check.expect_almost_eq_const %f, dense<[-10.0, -0.5, 0.0, 0.7, 1.0, 10.0]> : tensor<6xf64>
  func.return
}

// -----

func.func @through_numbers() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %lo = stablehlo.constant dense<1.5> : tensor<f32>
  %hi = stablehlo.constant dense<3.0> : tensor<f32>
  %l = stablehlo.uniform_quantize %lo : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %h = stablehlo.uniform_quantize %hi : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %c = stablehlo.clamp %l, %q, %h : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %cs = stablehlo.bitcast_convert %c : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xi8>
  check.expect_eq_const %cs, dense<[[3, 4], [6, 6]]> : tensor<2x2xi8>
  %p = stablehlo.power %q, %q : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.5>>
  %ps = stablehlo.uniform_dequantize %p : (tensor<2x2x!quant.uniform<i8:f32, 2.5>>) -> tensor<2x2xf32>
  check.expect_eq_const %ps, dense<[[0.0, 5.0], [27.5, 255.0]]> : tensor<2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %s = stablehlo.uniform_quantize %one : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %bn = "stablehlo.batch_norm_inference"(%q, %s, %s, %s, %s) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>
  %bs = stablehlo.bitcast_convert %bn : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2xi8>
  check.expect_eq_const %bs, dense<[[2, 4], [6, 8]]> : tensor<2x2xi8>
  func.return
}

// -----

func.func @moved_and_combined() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %x = stablehlo.bitcast_convert %a : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %i = stablehlo.constant dense<[[2], [2]]> : tensor<2x1xi32>
  %u0 = stablehlo.constant dense<[10, 20]> : tensor<2xi8>
  %u = stablehlo.bitcast_convert %u0 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:1>>, %q: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %s = stablehlo.add %p, %q : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x1xi32>, tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
  %rs = stablehlo.bitcast_convert %r : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xi8>
  check.expect_eq_const %rs, dense<[1, 2, 31, 4]> : tensor<4xi8>
  %g = "stablehlo.gather"(%r, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<2x1xi32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %gs = stablehlo.bitcast_convert %g : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xi8>
  check.expect_eq_const %gs, dense<[31, 31]> : tensor<2xi8>
  %z0 = stablehlo.constant dense<1> : tensor<i8>
  %z = stablehlo.bitcast_convert %z0 : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5:1>>
  %w = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%p: tensor<!quant.uniform<i8:f32, 0.5:1>>, %q: tensor<!quant.uniform<i8:f32, 0.5:1>>):
    %s = stablehlo.maximum %p, %q : tensor<!quant.uniform<i8:f32, 0.5:1>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %ws = stablehlo.bitcast_convert %w : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xi8>
  check.expect_eq_const %ws, dense<[2, 3, 4]> : tensor<3xi8>
  func.return
}

// -----

// CHLO's ops that broadcast; 64.5 saturates at 127 stored, which means 62.
func.func @broadcasting() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [60.0, -3.5]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[4.5, -1.0]> : tensor<2xf32>
  %a = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %b = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %s = chlo.broadcast_add %a, %b : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %sum = stablehlo.uniform_dequantize %s : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xf32>
  check.expect_eq_const %sum, dense<[[5.5, 1.0], [62.0, -4.5]]> : tensor<2x2xf32>
  %lt = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xi1>
  check.expect_eq_const %lt, dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  func.return
}
