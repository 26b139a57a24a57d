// What random programs have found, made small. Signs of zeros are looked at as bits.

// A product of zeros has the sign of both: tan(-z) is -tan(z).
func.func @tangent_of_zeros() {
  %x = stablehlo.constant dense<[-0.0, 0.0, -0.0, 1.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[0.0, -0.0, -0.0, -0.0]> : tensor<4xf32>
  %z = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %t = stablehlo.tan %z : tensor<4xcomplex<f32>>
  %re = stablehlo.real %t : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %im = stablehlo.imag %t : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %a = stablehlo.bitcast_convert %re : (tensor<4xf32>) -> tensor<4xi32>
  %b = stablehlo.bitcast_convert %im : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %a, dense<[0x80000000, 0, 0x80000000, 0x3FC75923]> : tensor<4xi32>
  check.expect_eq_const %b, dense<[0, 0x80000000, 0x80000000, 0x80000000]> : tensor<4xi32>
  func.return
}

// -----

// Numbers below the least normal one have its quantum (jaxlib agrees), and an exponent that has as many bits as the
// type's, or more, changes nothing.
func.func @precision_of_subnormals() {
  %x = stablehlo.constant dense<[0x0001, 0x0003, 0x0101, 0x0300, 0x8300, 0x0400, 0x0600, 0x0500]> : tensor<8xf16>
  %r = stablehlo.reduce_precision %x, format = e8m1 : tensor<8xf16>
  %b = stablehlo.bitcast_convert %r : (tensor<8xf16>) -> tensor<8xui16>
  check.expect_eq_const %b, dense<[0, 0, 0x0200, 0x0400, 0x8400, 0x0400, 0x0600, 0x0400]> : tensor<8xui16>
  %y = stablehlo.constant dense<[0.75, -0.625, 0.125, -0.125, 1.375]> : tensor<5xf6E2M3FN>
  %s = stablehlo.reduce_precision %y, format = e10m1 : tensor<5xf6E2M3FN>
  check.expect_eq_const %s, dense<[1.0, -0.5, 0.0, -0.0, 1.5]> : tensor<5xf6E2M3FN>
  %same = stablehlo.reduce_precision %y, format = e2m15 : tensor<5xf6E2M3FN>
  check.expect_eq %same, %y : tensor<5xf6E2M3FN>
  %z = stablehlo.constant dense<[448.0, 0.001953125, -0.013671875]> : tensor<3xf8E4M3FN>
  %own = stablehlo.reduce_precision %z, format = e4m3 : tensor<3xf8E4M3FN>
  check.expect_eq %own, %z : tensor<3xf8E4M3FN>
  func.return
}

// -----

// As many elements as before, but not the same.
func.func @padding_that_takes_away_what_it_adds() {
  %x = stablehlo.constant dense<[3.0, -1.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %p = stablehlo.pad %x, %v, low = [0], high = [-1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %p, dense<[3.0, 7.0]> : tensor<2xf32>
  func.return
}

// -----

// A format without a zero.
func.func @imaginary_part_without_a_zero() {
  %x = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf8E8M0FNU>
  %i = stablehlo.imag %x : tensor<2xf8E8M0FNU>
  %c = stablehlo.cosine %i : tensor<2xf8E8M0FNU>
  check.expect_eq_const %c, dense<0xFF> : tensor<2xf8E8M0FNU>
  func.return
}

// -----

// Quotients by infinite numbers are zeros (jaxlib agrees).
func.func @complex_over_infinity() {
  %x = stablehlo.constant dense<(1.0, 3.0)> : tensor<5xcomplex<f32>>
  %y = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0.0), (0xFF800000, 0x7F800000), (0.0, 0x7F800000), (2.0, 0xFF800000)]> : tensor<5xcomplex<f32>>
  %q = stablehlo.divide %x, %y : tensor<5xcomplex<f32>>
  %re = stablehlo.real %q : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %im = stablehlo.imag %q : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %a = stablehlo.bitcast_convert %re : (tensor<5xf32>) -> tensor<5xi32>
  %b = stablehlo.bitcast_convert %im : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %a, dense<[0, 0, 0, 0, 0x80000000]> : tensor<5xi32>
  check.expect_eq_const %b, dense<[0, 0, 0x80000000, 0x80000000, 0]> : tensor<5xi32>
  func.return
}

// -----

// Windows that overlap are written one after the other, whichever dimensions of the updates they have (jaxlib agrees).
func.func @overlapping_windows() {
  %x = stablehlo.constant dense<[79, 149, 199, 9]> : tensor<4xui8>
  %i = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xui8>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    stablehlo.return %b : tensor<ui8>
  }) : (tensor<4xui8>, tensor<3x1xi32>, tensor<2x3xui8>) -> tensor<4xui8>
  check.expect_eq_const %0, dense<[2, 3, 6, 9]> : tensor<4xui8>
  func.return
}

// -----

// Imaginary parts of the first and the middle element do not count, however large.
func.func @imaginary_parts_of_a_real_transform() {
  %x = stablehlo.constant dense<[(1.0, 1.0e30), (0.5, 0.0), (2.0, -1.0e30)]> : tensor<3xcomplex<f32>>
  %y = stablehlo.fft %x, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[1.0, -0.25, 0.5, -0.25]> : tensor<4xf32>
  func.return
}

// -----

// A loop that could be one kernel carries bits that outside of it are a float.
func.func @carried_bits_of_a_float() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %f = stablehlo.constant dense<[1.5]> : tensor<1xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %bits = stablehlo.bitcast_convert %f : (tensor<1xf32>) -> tensor<1xui32>
  %start = stablehlo.constant dense<[7]> : tensor<1xui32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %b = %start) : tensor<i32>, tensor<4xf32>, tensor<1xui32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<4xf32>
    stablehlo.return %j, %z, %bits : tensor<i32>, tensor<4xf32>, tensor<1xui32>
  }
  check.expect_eq_const %0#1, dense<[4.0, 8.0, 12.0, 16.0]> : tensor<4xf32>
  check.expect_eq_const %0#2, dense<[0x3FC00000]> : tensor<1xui32>
  func.return
}

// -----

// Zeros have the signs of the factors, whatever quadrant the imaginary part is in (as in C).
func.func @hyperbolic_functions_of_imaginary_numbers() {
  %x = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[-4.0, -4.0, 4.0, 1.0]> : tensor<4xf32>
  %z = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %c = chlo.cosh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %im = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %a = stablehlo.bitcast_convert %im : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %a, dense<[0, 0x80000000, 0x80000000, 0x80000000]> : tensor<4xi32>
  %s = chlo.sinh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %re = stablehlo.real %s : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %b = stablehlo.bitcast_convert %re : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %b, dense<[0x80000000, 0, 0x80000000, 0x80000000]> : tensor<4xi32>
  func.return
}

// -----

// A row beside which matrices of a batch lie: each row has a matrix of its own, so no panel is packed for all of them.
func.func @rows_with_a_matrix_each() {
  %x = stablehlo.constant dense<[[[-2.0, -1.0, 0.0], [1.0, 2.0, -2.0], [-1.0, 0.0, 1.0], [2.0, -2.0, -1.0]], [[0.0, 1.0, 2.0], [-2.0, -1.0, 0.0], [1.0, 2.0, -2.0], [-1.0, 0.0, 1.0]], [[2.0, -2.0, -1.0], [0.0, 1.0, 2.0], [-2.0, -1.0, 0.0], [1.0, 2.0, -2.0]], [[-1.0, 0.0, 1.0], [2.0, -2.0, -1.0], [0.0, 1.0, 2.0], [-2.0, -1.0, 0.0]], [[1.0, 2.0, -2.0], [-1.0, 0.0, 1.0], [2.0, -2.0, -1.0], [0.0, 1.0, 2.0]], [[-2.0, -1.0, 0.0], [1.0, 2.0, -2.0], [-1.0, 0.0, 1.0], [2.0, -2.0, -1.0]]]> : tensor<6x4x3xbf16>
  %y = stablehlo.constant dense<[[[[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, -3.0, -2.0]], [[-1.0, 0.0, 1.0], [2.0, 3.0, -3.0], [-2.0, -1.0, 0.0]], [[1.0, 2.0, 3.0], [-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]], [[3.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, -3.0]]], [[[-2.0, -1.0, 0.0], [1.0, 2.0, 3.0], [-3.0, -2.0, -1.0]], [[0.0, 1.0, 2.0], [3.0, -3.0, -2.0], [-1.0, 0.0, 1.0]], [[2.0, 3.0, -3.0], [-2.0, -1.0, 0.0], [1.0, 2.0, 3.0]], [[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, -3.0, -2.0]]], [[[-1.0, 0.0, 1.0], [2.0, 3.0, -3.0], [-2.0, -1.0, 0.0]], [[1.0, 2.0, 3.0], [-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]], [[3.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, -3.0]], [[-2.0, -1.0, 0.0], [1.0, 2.0, 3.0], [-3.0, -2.0, -1.0]]], [[[0.0, 1.0, 2.0], [3.0, -3.0, -2.0], [-1.0, 0.0, 1.0]], [[2.0, 3.0, -3.0], [-2.0, -1.0, 0.0], [1.0, 2.0, 3.0]], [[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, -3.0, -2.0]], [[-1.0, 0.0, 1.0], [2.0, 3.0, -3.0], [-2.0, -1.0, 0.0]]], [[[1.0, 2.0, 3.0], [-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]], [[3.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, -3.0]], [[-2.0, -1.0, 0.0], [1.0, 2.0, 3.0], [-3.0, -2.0, -1.0]], [[0.0, 1.0, 2.0], [3.0, -3.0, -2.0], [-1.0, 0.0, 1.0]]], [[[2.0, 3.0, -3.0], [-2.0, -1.0, 0.0], [1.0, 2.0, 3.0]], [[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, -3.0, -2.0]], [[-1.0, 0.0, 1.0], [2.0, 3.0, -3.0], [-2.0, -1.0, 0.0]], [[1.0, 2.0, 3.0], [-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]]]]> : tensor<6x4x3x3xbf16>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<6x4x3xbf16>, tensor<6x4x3x3xbf16>) -> tensor<6x4x3xbf16>
  check.expect_eq_const %0, dense<[[[6.0, 3.0, 0.0], [7.0, 8.0, -5.0], [-1.0, -1.0, -1.0], [6.0, -9.0, -3.0]], [[-5.0, -2.0, 1.0], [-3.0, 1.0, -2.0], [-4.0, -3.0, -9.0], [6.0, -1.0, -1.0]], [[-4.0, -5.0, 8.0], [-3.0, 0.0, 3.0], [-5.0, 6.0, 3.0], [6.0, 7.0, 8.0]], [[-1.0, -1.0, -1.0], [7.0, 6.0, -9.0], [6.0, -5.0, -2.0], [0.0, -3.0, 1.0]], [[-5.0, -4.0, -3.0], [-1.0, 6.0, -1.0], [-3.0, -4.0, -5.0], [1.0, -3.0, 0.0]], [[-2.0, -5.0, 6.0], [-9.0, 6.0, 7.0], [-1.0, -1.0, -1.0], [8.0, 7.0, 6.0]]]> : tensor<6x4x3xbf16>
  func.return
}

// -----

// Upper halves of products of 16 bits that are multiplied again, and the same by shifts in 64 bits.
func.func @products_of_short_numbers_in_long_ones() {
  %x = stablehlo.constant dense<[23394, 31363, -27256, -3570]> : tensor<4xi16>
  %y = stablehlo.constant dense<[2, 1, -1, 3]> : tensor<4xi16>
  %0 = chlo.mulhi %x, %y : tensor<4xi16>, tensor<4xi16> -> tensor<4xi16>
  %1 = chlo.mulhi %0, %x : tensor<4xi16>, tensor<4xi16> -> tensor<4xi16>
  check.expect_eq_const %1, dense<0> : tensor<4xi16>
  %2 = stablehlo.convert %x : (tensor<4xi16>) -> tensor<4xi64>
  %3 = stablehlo.convert %y : (tensor<4xi16>) -> tensor<4xi32>
  %4 = stablehlo.convert %3 : (tensor<4xi32>) -> tensor<4xi64>
  %5 = stablehlo.multiply %2, %4 : tensor<4xi64>
  %s = stablehlo.constant dense<16> : tensor<4xi64>
  %6 = stablehlo.shift_right_arithmetic %5, %s : tensor<4xi64>
  %7 = stablehlo.multiply %6, %2 : tensor<4xi64>
  check.expect_eq_const %7, dense<[0, 0, 0, 3570]> : tensor<4xi64>
  func.return
}

// -----

// A costly value that a second one passes on, which is read where it stands and across: no row of it may be kept.
func.func @kept_rows_read_across() {
  %x = stablehlo.constant dense<[[-3.0, -2.5, -2.0, -1.5], [-1.0, -0.5, 0.0, 0.5], [1.0, 1.5, 2.0, 2.5], [3.0, 3.5, 4.0, 4.5]]> : tensor<4x4xf64>
  %0 = chlo.bessel_i1e %x : tensor<4x4xf64> -> tensor<4x4xf64>
  %1 = stablehlo.tanh %0 : tensor<4x4xf64>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x4xf64>) -> tensor<4x4xf64>
  %3 = stablehlo.multiply %1, %0 : tensor<4x4xf64>
  check.expect_almost_eq_const %2, dense<[[-0.1943237542664967, -0.20496556027144563, 0.20496556027144563, 0.1943237542664967], [-0.20369514656965468, -0.15515742608623967, 0.21560229231069505, 0.18523661036411435], [-0.2120045373358796, 0.0, 0.2120045373358796, 0.1768710534953676], [-0.21560229231069505, 0.15515742608623967, 0.20369514656965468, 0.16931253279750424]]> : tensor<4x4xf64>
  check.expect_almost_eq_const %3, dense<[[0.03824810586786689, 0.04208029046531208, 0.04563806606984467, 0.047225394034282], [0.04261447476842196, 0.02426984920850697, 0.0, 0.02426984920850697], [0.04261447476842196, 0.047225394034282, 0.04563806606984467, 0.04208029046531208], [0.03824810586786689, 0.03471333644826332, 0.031615849295977105, 0.028945471207266833]]> : tensor<4x4xf64>
  func.return
}

// -----

// The imaginary part of tanh far from the imaginary axis: 1 - tanh² of the real part would have lost its digits. (Values by
// mpmath, times e^2x.)
func.func @tanh_far_out() {
  %z = stablehlo.constant dense<[(14.0, -8.0), (8.0, -22.0), (18.0, 2.0), (40.0, 1.0)]> : tensor<4xcomplex<f64>>
  %t = stablehlo.tanh %z : tensor<4xcomplex<f64>>
  %im = stablehlo.imag %t : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %s = stablehlo.constant dense<[1446257064291.4752, 8886110.5205078726, 4311231547115195.2, 5.5406223843935101e+34]> : tensor<4xf64>
  %y = stablehlo.multiply %im, %s : tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[0.57580663333089315, -0.035403842243720134, -1.513604990615857, 1.8185948536513634]> : tensor<4xf64>
  func.return
}

// -----

// A number of f8E8M0FNU has no negative: what is negated twice is not what it was.
func.func @negatives_of_exponents() {
  %x = stablehlo.constant dense<[1.0, 0xFF]> : tensor<2xf8E8M0FNU>
  %n = stablehlo.negate %x : tensor<2xf8E8M0FNU>
  %a = stablehlo.abs %n : tensor<2xf8E8M0FNU>
  %m = stablehlo.negate %n : tensor<2xf8E8M0FNU>
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf8E8M0FNU>) -> tensor<2xui8>
  %1 = stablehlo.bitcast_convert %m : (tensor<2xf8E8M0FNU>) -> tensor<2xui8>
  check.expect_eq_const %0, dense<0xFF> : tensor<2xui8>
  check.expect_eq_const %1, dense<0xFF> : tensor<2xui8>
  func.return
}

// -----

// A tensor without elements, reshaped where it is reduced.
func.func @reduction_of_a_reshaped_nothing() {
  %x = stablehlo.constant dense<> : tensor<4x3x0xf32>
  %0 = stablehlo.tanh %x : tensor<4x3x0xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x3x0xf32>) -> tensor<0x3x4xf32>
  %i = stablehlo.constant dense<1.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<0x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<1.0> : tensor<3xf32>
  func.return
}
