// Elements that are only moved keep their bits: signs and digits of NaN, also of signalling ones.

// Quarters of a NaN, as bytes: 0x7FF8 is a quiet NaN of f16 with more digits than one.
func.func @quarters_of_nan() {
  %x = stablehlo.constant dense<[0x7FF8000000000000, 0x3FE4A34CC4A60FA7]> : tensor<2xf64>
  %h = stablehlo.bitcast_convert %x : (tensor<2xf64>) -> tensor<2x4xf16>
  %b = stablehlo.bitcast_convert %h : (tensor<2x4xf16>) -> tensor<2x4x2xui8>
  check.expect_eq_const %b, dense<[[[0, 0], [0, 0], [0, 0], [248, 127]], [[167, 15], [166, 196], [76, 163], [228, 63]]]> : tensor<2x4x2xui8>
  func.return
}

// -----

func.func @slices_of_bf16() {
  %x = stablehlo.constant dense<[0x7F81, 0xFFBF, 0x7FC0, 0xFFFF, 0x7F80, 0x8000, 0x0001, 0x3F80]> : tensor<8xui16>
  %f = stablehlo.bitcast_convert %x : (tensor<8xui16>) -> tensor<8xbf16>
  %r = stablehlo.reverse %f, dims = [0] : tensor<8xbf16>
  %s = stablehlo.slice %f [1:8:3] : (tensor<8xbf16>) -> tensor<3xbf16>
  %c = stablehlo.concatenate %s, %r, dim = 0 : (tensor<3xbf16>, tensor<8xbf16>) -> tensor<11xbf16>
  %b = stablehlo.bitcast_convert %c : (tensor<11xbf16>) -> tensor<11xui16>
  check.expect_eq_const %b, dense<[0xFFBF, 0x7F80, 0x3F80, 0x3F80, 0x0001, 0x8000, 0x7F80, 0xFFFF, 0x7FC0, 0xFFBF, 0x7F81]> : tensor<11xui16>
  func.return
}

// -----

// The padding is 1.0, which is a pattern too.
func.func @padding_and_choice_of_f16() {
  %x = stablehlo.constant dense<[[0x7C01, 0xFDFF], [0x7E00, 0xFFFF], [0x7C00, 0x8000]]> : tensor<3x2xui16>
  %p = stablehlo.constant dense<[[true, false, true], [false, true, true]]> : tensor<2x3xi1>
  %f = stablehlo.bitcast_convert %x : (tensor<3x2xui16>) -> tensor<3x2xf16>
  %t = stablehlo.transpose %f, dims = [1, 0] : (tensor<3x2xf16>) -> tensor<2x3xf16>
  %r = stablehlo.reverse %t, dims = [0, 1] : tensor<2x3xf16>
  %y = stablehlo.select %p, %t, %r : tensor<2x3xi1>, tensor<2x3xf16>
  %one = stablehlo.constant dense<1.0> : tensor<f16>
  %z = stablehlo.pad %y, %one, low = [0, 1], high = [1, 0], interior = [0, 0] : (tensor<2x3xf16>, tensor<f16>) -> tensor<3x4xf16>
  %b = stablehlo.bitcast_convert %z : (tensor<3x4xf16>) -> tensor<3x4xui16>
  check.expect_eq_const %b, dense<[[0x3C00, 0x7C01, 0xFFFF, 0x7C00], [0x3C00, 0x7C00, 0xFFFF, 0x8000], [0x3C00, 0x3C00, 0x3C00, 0x3C00]]> : tensor<3x4xui16>
  func.return
}

// -----

func.func @rows_of_f8() {
  %x = stablehlo.constant dense<[[0x7D, 0x7E, 0xFF], [0x7C, 0xFD, 0x01], [0x80, 0x3C, 0x7F]]> : tensor<3x3xui8>
  %i = stablehlo.constant dense<[2, 0, 1, 2]> : tensor<4xi32>
  %f = stablehlo.bitcast_convert %x : (tensor<3x3xui8>) -> tensor<3x3xf8E5M2>
  %g = "stablehlo.gather"(%f, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<3x3xf8E5M2>, tensor<4xi32>) -> tensor<4x3xf8E5M2>
  %b = stablehlo.bitcast_convert %g : (tensor<4x3xf8E5M2>) -> tensor<4x3xui8>
  check.expect_eq_const %b, dense<[[0x80, 0x3C, 0x7F], [0x7D, 0x7E, 0xFF], [0x7C, 0xFD, 0x01], [0x80, 0x3C, 0x7F]]> : tensor<4x3xui8>
  func.return
}

// -----

// What is moved and computed with in one kernel: the numbers are the same.
func.func @moved_and_doubled() {
  %f = stablehlo.constant dense<[1.0, -0.0, 0x7F80, 3.0]> : tensor<4xbf16>
  %r = stablehlo.reverse %f, dims = [0] : tensor<4xbf16>
  %d = stablehlo.add %r, %r : tensor<4xbf16>
  check.expect_eq_const %r, dense<[3.0, 0x7F80, -0.0, 1.0]> : tensor<4xbf16>
  check.expect_eq_const %d, dense<[6.0, 0x7F80, -0.0, 2.0]> : tensor<4xbf16>
  func.return
}

// -----

func.func @one_and_none() {
  %x = stablehlo.constant dense<0x7F81> : tensor<ui16>
  %f = stablehlo.bitcast_convert %x : (tensor<ui16>) -> tensor<bf16>
  %y = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<bf16>) -> tensor<3xbf16>
  %b = stablehlo.bitcast_convert %y : (tensor<3xbf16>) -> tensor<3xui16>
  %z = stablehlo.slice %y [1:1] : (tensor<3xbf16>) -> tensor<0xbf16>
  %c = stablehlo.concatenate %z, %z, dim = 0 : (tensor<0xbf16>, tensor<0xbf16>) -> tensor<0xbf16>
  check.expect_eq_const %b, dense<0x7F81> : tensor<3xui16>
  check.expect_eq_const %c, dense<> : tensor<0xbf16>
  func.return
}
