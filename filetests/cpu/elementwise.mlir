// Elementwise ops by element type. `hloom check` makes every constant a run-time argument.

func.func @float_specials() {
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.5, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %s = stablehlo.sign %x : tensor<7xf32>
  check.expect_eq_const %s, dense<[0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0x7FC00000]> : tensor<7xf32>
  %r = stablehlo.round_nearest_even %x : tensor<7xf32>
  check.expect_eq_const %r, dense<[0.0, -0.0, 1.0, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %f = stablehlo.is_finite %x : (tensor<7xf32>) -> tensor<7xi1>
  check.expect_eq_const %f, dense<[true, true, true, true, false, false, false]> : tensor<7xi1>
  func.return
}

// -----

// Division by zero and the smallest number by -1 have values.
func.func @integer_division() {
  %x = stablehlo.constant dense<[7, -7, 5, -128]> : tensor<4xi8>
  %y = stablehlo.constant dense<[2, 2, 0, -1]> : tensor<4xi8>
  %q = stablehlo.divide %x, %y : tensor<4xi8>
  check.expect_eq_const %q, dense<[3, -3, -1, -128]> : tensor<4xi8>
  %r = stablehlo.remainder %x, %y : tensor<4xi8>
  check.expect_eq_const %r, dense<[1, -1, 5, 0]> : tensor<4xi8>
  func.return
}

// -----

func.func @shifts_past_the_width() {
  %x = stablehlo.constant dense<[1, -8, -8]> : tensor<3xi32>
  %n = stablehlo.constant dense<[31, 1, 40]> : tensor<3xi32>
  %l = stablehlo.shift_left %x, %n : tensor<3xi32>
  check.expect_eq_const %l, dense<[-2147483648, -16, 0]> : tensor<3xi32>
  %a = stablehlo.shift_right_arithmetic %x, %n : tensor<3xi32>
  check.expect_eq_const %a, dense<[0, -4, -1]> : tensor<3xi32>
  %u = stablehlo.shift_right_logical %x, %n : tensor<3xi32>
  check.expect_eq_const %u, dense<[0, 2147483644, 0]> : tensor<3xi32>
  func.return
}

// -----

func.func @four_bits_wrap() {
  %x = stablehlo.constant dense<[7, -8, 3]> : tensor<3xi4>
  %y = stablehlo.constant dense<[1, -1, 5]> : tensor<3xi4>
  %s = stablehlo.add %x, %y : tensor<3xi4>
  check.expect_eq_const %s, dense<[-8, 7, -8]> : tensor<3xi4>
  %m = stablehlo.multiply %x, %y : tensor<3xi4>
  check.expect_eq_const %m, dense<[7, -8, -1]> : tensor<3xi4>
  func.return
}

// -----

// Each op rounds to its type: 1 + 2^-9 is 1 in bf16.
func.func @bf16_rounds_each_op() {
  %x = stablehlo.constant dense<[1.0, 256.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[0.001953125, 1.0]> : tensor<2xbf16>
  %s = stablehlo.add %x, %y : tensor<2xbf16>
  %d = stablehlo.subtract %s, %x : tensor<2xbf16>
  check.expect_eq_const %d, dense<0.0> : tensor<2xbf16>
  func.return
}

// -----

func.func @f8_rounds_and_saturates() {
  %x = stablehlo.constant dense<[0.3, 17.0, 1000.0, -0.001]> : tensor<4xf32>
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %b = stablehlo.convert %a : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  check.expect_eq_const %b, dense<[0.3125, 16.0, 0x7FC00000, -0.001953125]> : tensor<4xf32>
  %c = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %d = stablehlo.convert %c : (tensor<4xf8E5M2>) -> tensor<4xf32>
  check.expect_eq_const %d, dense<[0.3125, 16.0, 1024.0, -0.0009765625]> : tensor<4xf32>
  func.return
}

// -----

func.func @float_to_integer_saturates() {
  %x = stablehlo.constant dense<[3.9, -3.9, 1.0e10, -1.0e10, 0x7FC00000]> : tensor<5xf32>
  %i = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %i, dense<[3, -3, 2147483647, -2147483648, 0]> : tensor<5xi32>
  %u = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xui8>
  check.expect_eq_const %u, dense<[3, 0, 255, 0, 0]> : tensor<5xui8>
  func.return
}

// -----

func.func @next_after_halves() {
  %x = stablehlo.constant dense<[1.0, 0.0, -1.0, 2.0]> : tensor<4xbf16>
  %y = stablehlo.constant dense<[2.0, -1.0, 0.0, 2.0]> : tensor<4xbf16>
  %n = chlo.next_after %x, %y : tensor<4xbf16>, tensor<4xbf16> -> tensor<4xbf16>
  check.expect_eq_const %n, dense<[0x3F81, 0x8001, 0xBF7F, 0x4000]> : tensor<4xbf16>
  func.return
}

// -----

// Formats without infinities, without a negative zero, without a zero.
func.func @next_after_bytes() {
  %x = stablehlo.constant dense<[448.0, 0.0, -0.001953125, 1.0]> : tensor<4xf8E4M3FN>
  %y = stablehlo.constant dense<[0.0, -1.0, 1.0, 448.0]> : tensor<4xf8E4M3FN>
  %n = chlo.next_after %x, %y : tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN> -> tensor<4xf8E4M3FN>
  check.expect_eq_const %n, dense<[416.0, -0.001953125, -0.0, 1.125]> : tensor<4xf8E4M3FN>
  %u = stablehlo.constant dense<[0x81, 0x00, 0x7F]> : tensor<3xf8E4M3FNUZ>
  %v = stablehlo.constant dense<[0x00, 0x81, 0x00]> : tensor<3xf8E4M3FNUZ>
  %w = chlo.next_after %u, %v : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ> -> tensor<3xf8E4M3FNUZ>
  check.expect_eq_const %w, dense<[0x00, 0x81, 0x7E]> : tensor<3xf8E4M3FNUZ>
  %nan = stablehlo.constant dense<0x80> : tensor<3xf8E4M3FNUZ>
  %o = chlo.next_after %nan, %v : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ> -> tensor<3xf8E4M3FNUZ>
  %before = stablehlo.compare LT, %o, %v, TOTALORDER : (tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>) -> tensor<3xi1>
  check.expect_eq_const %before, dense<true> : tensor<3xi1>
  %a = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf8E8M0FNU>
  %b = stablehlo.constant dense<[4.0, 1.0]> : tensor<2xf8E8M0FNU>
  %c = chlo.next_after %a, %b : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU> -> tensor<2xf8E8M0FNU>
  check.expect_eq_const %c, dense<2.0> : tensor<2xf8E8M0FNU>
  func.return
}

// -----

// Between two powers of two the pattern that is even (jaxlib agrees).
func.func @precision_without_mantissa() {
  %x = stablehlo.constant dense<[3.0, 6.0, 1.5, 12.0, 0.75, -3.0, 2.5, 3.5]> : tensor<8xf32>
  %r = stablehlo.reduce_precision %x, format = e6m0 : tensor<8xf32>
  check.expect_eq_const %r, dense<[2.0, 8.0, 2.0, 8.0, 0.5, -2.0, 2.0, 4.0]> : tensor<8xf32>
  func.return
}

// -----

// Functions that are nearly their argument are it where that is subnormal.
func.func @functions_of_subnormals() {
  %x = stablehlo.constant dense<[0x00000001, 0x80000001, 0x00000003, 0x007FFFFF]> : tensor<4xf32>
  %e = stablehlo.exponential_minus_one %x : tensor<4xf32>
  check.expect_eq %e, %x : tensor<4xf32>
  %s = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq %s, %x : tensor<4xf32>
  func.return
}

// -----

func.func @bits_between_widths() {
  %x = stablehlo.constant dense<[0x01234567, 0x89ABCDEF]> : tensor<2xui32>
  %n = stablehlo.bitcast_convert %x : (tensor<2xui32>) -> tensor<2x8xui4>
  check.expect_eq_const %n, dense<[[7, 6, 5, 4, 3, 2, 1, 0], [15, 14, 13, 12, 11, 10, 9, 8]]> : tensor<2x8xui4>
  %b = stablehlo.bitcast_convert %n : (tensor<2x8xui4>) -> tensor<2xui32>
  check.expect_eq %b, %x : tensor<2xui32>
  %h = stablehlo.bitcast_convert %x : (tensor<2xui32>) -> tensor<2x2xi16>
  check.expect_eq_const %h, dense<[[17767, 291], [-12817, -30293]]> : tensor<2x2xi16>
  func.return
}

// -----

func.func @no_mantissa_no_nan() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.25, 1.75, 0x7F800000]> : tensor<4xf32>
  %r = stablehlo.reduce_precision %x, format = e8m0 : tensor<4xf32>
  check.expect_eq_const %r, dense<[0x7F800000, 1.0, 2.0, 0x7F800000]> : tensor<4xf32>
  func.return
}

// -----

// Powers of two and their logarithms are exact; other values are the nearest numbers.
func.func @base_two() {
  %x = stablehlo.constant dense<[0.0, -0.0, 10.0, -149.0, -150.5, 127.0, 128.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
  %e = stablehlo.exp2 %x : tensor<10xf32>
  check.expect_eq_const %e, dense<[1.0, 1.0, 1024.0, 0x00000001, 0.0, 1.70141183E+38, 0x7F800000, 0x7F800000, 0.0, 0x7FC00000]> : tensor<10xf32>
  %y = stablehlo.constant dense<[1.0, 1024.0, 0x00000001, 0.0, -0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %l = stablehlo.log2 %y : tensor<8xf32>
  check.expect_eq_const %l, dense<[0.0, 10.0, -149.0, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %z = stablehlo.constant dense<[0.5, -0.5, 1.3, -7.25, 10.75, 0.1]> : tensor<6xf32>
  %ez = stablehlo.exp2 %z : tensor<6xf32>
  %ewant = stablehlo.constant dense<[1.4142135381698608, 0.7071067690849304, 2.4622888565063477, 0.006569503340870142, 1722.1558837890625, 1.0717734098434448]> : tensor<6xf32>
  check.expect_close %ez, %ewant, max_ulp_difference = 1 : tensor<6xf32>, tensor<6xf32>
  %w = stablehlo.constant dense<[0.75, 3.0, 1.0e-3, 1.0e10, 1.0000001]> : tensor<5xf64>
  %lw = stablehlo.log2 %w : tensor<5xf64>
  %lwant = stablehlo.constant dense<[-0.4150374992788438, 1.584962500721156, -9.965784284662087, 33.219280948873624, 1.4426949695965583e-07]> : tensor<5xf64>
  check.expect_close %lw, %lwant, max_ulp_difference = 2 : tensor<5xf64>, tensor<5xf64>
  %c = stablehlo.constant dense<(0.5, -1.25)> : tensor<complex<f64>>
  %ec = stablehlo.exp2 %c : tensor<complex<f64>>
  %ecwant = stablehlo.constant dense<(0.9157712445719304, -1.0776655453410293)> : tensor<complex<f64>>
  check.expect_almost_eq %ec, %ecwant, tolerance = 1.0e-14 : tensor<complex<f64>>
  %lc = stablehlo.log2 %c : tensor<complex<f64>>
  %lcwant = stablehlo.constant dense<(0.42899049756378604, -1.7172254076269622)> : tensor<complex<f64>>
  check.expect_almost_eq %lc, %lcwant, tolerance = 1.0e-14 : tensor<complex<f64>>
  func.return
}

// -----

// One rounding: with two, the first elements would be 0.
func.func @fma() {
  %a = stablehlo.constant dense<[1.00000012, 3.0, 0x7F800000, 1.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[0.99999988, 0.333333343, 0.0, 2.0]> : tensor<4xf32>
  %c = stablehlo.constant dense<[-1.0, -1.0, 1.0, 3.0]> : tensor<4xf32>
  %f = stablehlo.fma %a, %b, %c : tensor<4xf32>
  check.expect_eq_const %f, dense<[-1.42108547E-14, 2.98023224E-8, 0x7FC00000, 5.0]> : tensor<4xf32>
  %h = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %hf = stablehlo.fma %h, %h, %h : tensor<2xbf16>
  check.expect_eq_const %hf, dense<[3.75, 2.0]> : tensor<2xbf16>
  func.return
}

// -----

// Exponents that are known when the program is compiled, though no constant says so: constants become arguments.
func.func @powers_of_three_halves_f32() {
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 9.0, 0.25, 0.0625, 16.0, 0x7F800000, 0xFF800000, 2.25]> : tensor<11xf32>
  %i = stablehlo.iota dim = 0 : tensor<1xf32>
  %0 = stablehlo.reshape %i : (tensor<1xf32>) -> tensor<f32>
  %1 = stablehlo.cosine %0 : tensor<f32>
  %2 = stablehlo.add %1, %1 : tensor<f32>
  %3 = stablehlo.add %2, %1 : tensor<f32>
  %4 = stablehlo.divide %3, %2 : tensor<f32>
  %5 = stablehlo.negate %4 : tensor<f32>
  %e = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<11xf32>
  %d = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<11xf32>
  %y = stablehlo.power %x, %e : tensor<11xf32>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, 8.0, 27.0, 0.125, 0.015625, 64.0, 0x7F800000, 0x7F800000, 3.375]> : tensor<11xf32>
  %u = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 16.0, 0.25, 0.0625, 64.0, 0x7F800000, 0xFF800000, 256.0]> : tensor<11xf32>
  %z = stablehlo.power %u, %d : tensor<11xf32>
  check.expect_eq_const %z, dense<[0x7F800000, 0x7F800000, 1.0, 0.125, 0.015625, 8.0, 64.0, 0.001953125, 0.0, 0.0, 0.000244140625]> : tensor<11xf32>
  func.return
}

// -----

func.func @powers_of_three_halves_f64() {
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 9.0, 0.25, 0.0625, 16.0, 0x7FF0000000000000, 0xFFF0000000000000, 2.25]> : tensor<11xf64>
  %i = stablehlo.iota dim = 0 : tensor<1xf64>
  %0 = stablehlo.reshape %i : (tensor<1xf64>) -> tensor<f64>
  %1 = stablehlo.cosine %0 : tensor<f64>
  %2 = stablehlo.add %1, %1 : tensor<f64>
  %3 = stablehlo.add %2, %1 : tensor<f64>
  %4 = stablehlo.divide %3, %2 : tensor<f64>
  %5 = stablehlo.negate %4 : tensor<f64>
  %e = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f64>) -> tensor<11xf64>
  %d = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<11xf64>
  %y = stablehlo.power %x, %e : tensor<11xf64>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, 8.0, 27.0, 0.125, 0.015625, 64.0, 0x7FF0000000000000, 0x7FF0000000000000, 3.375]> : tensor<11xf64>
  %u = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 16.0, 0.25, 0.0625, 64.0, 0x7FF0000000000000, 0xFFF0000000000000, 256.0]> : tensor<11xf64>
  %z = stablehlo.power %u, %d : tensor<11xf64>
  check.expect_eq_const %z, dense<[0x7FF0000000000000, 0x7FF0000000000000, 1.0, 0.125, 0.015625, 8.0, 64.0, 0.001953125, 0.0, 0.0, 0.000244140625]> : tensor<11xf64>
  func.return
}

// -----

func.func @powers_of_three_halves_bf16() {
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 9.0, 0.25, 0.0625, 16.0, 0x7F80, 0xFF80, 2.25]> : tensor<11xbf16>
  %i = stablehlo.iota dim = 0 : tensor<1xbf16>
  %0 = stablehlo.reshape %i : (tensor<1xbf16>) -> tensor<bf16>
  %1 = stablehlo.cosine %0 : tensor<bf16>
  %2 = stablehlo.add %1, %1 : tensor<bf16>
  %3 = stablehlo.add %2, %1 : tensor<bf16>
  %4 = stablehlo.divide %3, %2 : tensor<bf16>
  %5 = stablehlo.negate %4 : tensor<bf16>
  %e = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<bf16>) -> tensor<11xbf16>
  %d = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<bf16>) -> tensor<11xbf16>
  %y = stablehlo.power %x, %e : tensor<11xbf16>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, 8.0, 27.0, 0.125, 0.015625, 64.0, 0x7F80, 0x7F80, 3.375]> : tensor<11xbf16>
  %u = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 16.0, 0.25, 0.0625, 64.0, 0x7F80, 0xFF80, 256.0]> : tensor<11xbf16>
  %z = stablehlo.power %u, %d : tensor<11xbf16>
  check.expect_eq_const %z, dense<[0x7F80, 0x7F80, 1.0, 0.125, 0.015625, 8.0, 64.0, 0.001953125, 0.0, 0.0, 0.000244140625]> : tensor<11xbf16>
  func.return
}

// -----

// The same for bases: powers of two and of one half.
func.func @powers_of_two_f32() {
  %y = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.0, 10.0, 0x7F800000, 0xFF800000, -149.0, 127.0, 4096.0, -4096.0]> : tensor<11xf32>
  %i = stablehlo.iota dim = 0 : tensor<1xf32>
  %0 = stablehlo.reshape %i : (tensor<1xf32>) -> tensor<f32>
  %1 = stablehlo.cosine %0 : tensor<f32>
  %2 = stablehlo.add %1, %1 : tensor<f32>
  %3 = stablehlo.divide %1, %2 : tensor<f32>
  %b = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<11xf32>
  %h = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<11xf32>
  %two = stablehlo.power %b, %y : tensor<11xf32>
  check.expect_eq_const %two, dense<[1.0, 1.0, 2.0, 0.25, 1024.0, 0x7F800000, 0.0, 0x00000001, 0x7F000000, 0x7F800000, 0.0]> : tensor<11xf32>
  %half = stablehlo.power %h, %y : tensor<11xf32>
  check.expect_eq_const %half, dense<[1.0, 1.0, 0.5, 4.0, 0.0009765625, 0.0, 0x7F800000, 0x7F800000, 0x00400000, 0.0, 0x7F800000]> : tensor<11xf32>
  func.return
}

// -----

func.func @powers_of_two_f64() {
  %y = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000, -1074.0, 1023.0, 4096.0, -4096.0]> : tensor<11xf64>
  %i = stablehlo.iota dim = 0 : tensor<1xf64>
  %0 = stablehlo.reshape %i : (tensor<1xf64>) -> tensor<f64>
  %1 = stablehlo.cosine %0 : tensor<f64>
  %2 = stablehlo.add %1, %1 : tensor<f64>
  %3 = stablehlo.divide %1, %2 : tensor<f64>
  %b = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f64>) -> tensor<11xf64>
  %h = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f64>) -> tensor<11xf64>
  %two = stablehlo.power %b, %y : tensor<11xf64>
  check.expect_eq_const %two, dense<[1.0, 1.0, 2.0, 0.25, 1024.0, 0x7FF0000000000000, 0.0, 0x0000000000000001, 0x7FE0000000000000, 0x7FF0000000000000, 0.0]> : tensor<11xf64>
  %half = stablehlo.power %h, %y : tensor<11xf64>
  check.expect_eq_const %half, dense<[1.0, 1.0, 0.5, 4.0, 0.0009765625, 0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x0008000000000000, 0.0, 0x7FF0000000000000]> : tensor<11xf64>
  func.return
}

// -----

func.func @powers_of_two_bf16() {
  %y = stablehlo.constant dense<[0.0, -0.0, 1.0, -2.0, 10.0, 0x7F80, 0xFF80, -130.0, 127.0, 4096.0, -4096.0]> : tensor<11xbf16>
  %i = stablehlo.iota dim = 0 : tensor<1xbf16>
  %0 = stablehlo.reshape %i : (tensor<1xbf16>) -> tensor<bf16>
  %1 = stablehlo.cosine %0 : tensor<bf16>
  %2 = stablehlo.add %1, %1 : tensor<bf16>
  %3 = stablehlo.divide %1, %2 : tensor<bf16>
  %b = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<bf16>) -> tensor<11xbf16>
  %h = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<bf16>) -> tensor<11xbf16>
  %two = stablehlo.power %b, %y : tensor<11xbf16>
  check.expect_eq_const %two, dense<[1.0, 1.0, 2.0, 0.25, 1024.0, 0x7F80, 0.0, 0x0008, 0x7F00, 0x7F80, 0.0]> : tensor<11xbf16>
  %half = stablehlo.power %h, %y : tensor<11xbf16>
  check.expect_eq_const %half, dense<[1.0, 1.0, 0.5, 4.0, 0.0009765625, 0.0, 0x7F80, 0x7F80, 0x0040, 0.0, 0x7F80]> : tensor<11xbf16>
  func.return
}

// -----

func.func @powers_of_three_halves_f16() {
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 9.0, 0.25, 0.0625, 16.0, 0x7C00, 0xFC00, 2.25]> : tensor<11xf16>
  %i = stablehlo.iota dim = 0 : tensor<1xf16>
  %0 = stablehlo.reshape %i : (tensor<1xf16>) -> tensor<f16>
  %1 = stablehlo.cosine %0 : tensor<f16>
  %2 = stablehlo.add %1, %1 : tensor<f16>
  %3 = stablehlo.add %2, %1 : tensor<f16>
  %4 = stablehlo.divide %3, %2 : tensor<f16>
  %5 = stablehlo.negate %4 : tensor<f16>
  %e = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f16>) -> tensor<11xf16>
  %d = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f16>) -> tensor<11xf16>
  %y = stablehlo.power %x, %e : tensor<11xf16>
  check.expect_eq_const %y, dense<[0.0, 0.0, 1.0, 8.0, 27.0, 0.125, 0.015625, 64.0, 0x7C00, 0x7C00, 3.375]> : tensor<11xf16>
  %u = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 16.0, 0.25, 0.0625, 64.0, 0x7C00, 0xFC00, 256.0]> : tensor<11xf16>
  %z = stablehlo.power %u, %d : tensor<11xf16>
  check.expect_eq_const %z, dense<[0x7C00, 0x7C00, 1.0, 0.125, 0.015625, 8.0, 64.0, 0.001953125, 0.0, 0.0, 0.000244140625]> : tensor<11xf16>
  func.return
}

// -----

// The same of 3, 0.5, -0.5, -1 and -2.
func.func @powers_of_other_halves() {
  %i = stablehlo.iota dim = 0 : tensor<1xf32>
  %0 = stablehlo.reshape %i : (tensor<1xf32>) -> tensor<f32>
  %1 = stablehlo.cosine %0 : tensor<f32>
  %2 = stablehlo.add %1, %1 : tensor<f32>
  %3 = stablehlo.add %2, %1 : tensor<f32>
  %h = stablehlo.divide %1, %2 : tensor<f32>
  %mh = stablehlo.negate %h : tensor<f32>
  %m1 = stablehlo.negate %1 : tensor<f32>
  %m2 = stablehlo.negate %2 : tensor<f32>
  %x = stablehlo.constant dense<[0.0, -0.0, 1.0, 4.0, 16.0, 0.25, 64.0, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %e3 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %y3 = stablehlo.power %x, %e3 : tensor<9xf32>
  check.expect_eq_const %y3, dense<[0.0, -0.0, 1.0, 64.0, 4096.0, 0.015625, 262144.0, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %eh = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %yh = stablehlo.power %x, %eh : tensor<9xf32>
  check.expect_eq_const %yh, dense<[0.0, 0.0, 1.0, 2.0, 4.0, 0.5, 8.0, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %emh = stablehlo.broadcast_in_dim %mh, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %ymh = stablehlo.power %x, %emh : tensor<9xf32>
  check.expect_eq_const %ymh, dense<[0x7F800000, 0x7F800000, 1.0, 0.5, 0.25, 2.0, 0.125, 0.0, 0.0]> : tensor<9xf32>
  %em1 = stablehlo.broadcast_in_dim %m1, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %ym1 = stablehlo.power %x, %em1 : tensor<9xf32>
  check.expect_eq_const %ym1, dense<[0x7F800000, 0xFF800000, 1.0, 0.25, 0.0625, 4.0, 0.015625, 0.0, -0.0]> : tensor<9xf32>
  %em2 = stablehlo.broadcast_in_dim %m2, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %ym2 = stablehlo.power %x, %em2 : tensor<9xf32>
  check.expect_eq_const %ym2, dense<[0x7F800000, 0x7F800000, 1.0, 0.0625, 0.00390625, 16.0, 0.000244140625, 0.0, 0.0]> : tensor<9xf32>
  func.return
}

// -----

// What takes its values from operands is not rounded again, and what is computed is.
func.func @values_bf16() {
  %x = stablehlo.constant dense<[0x7FC0, 0x7F80, 0xFF80, -0.0, 0.0, 1.0, -7.6875, -4.59375, 1.84375, 4.46875, -4.46875, 2.90625, 3.359375, 0.05224609375, -4.03125, -1.921875, -1.0859375, 2.078125, 2.703125, -2.953125, -0.306640625, -0.10498046875, -0.5234375, 2.84375, -0.81640625, -0.2099609375, -4.4375, 0.4375, -2.8125, 5.65625, 0.4453125, 0.55078125, 0.296875, -3.515625, -1.3046875, 0.33203125, 2.734375]> : tensor<37xbf16>
  %y = stablehlo.constant dense<[1.0, 0xFF80, 2.0, 0.0, -0.0, 0x7FC0, 2.296875, -2.734375, 6.5625, 0.97265625, -1.765625, 5.84375, -1.765625, 0.44921875, -5.4375, -3.296875, 5.25, -3.0, -2.53125, -0.78125, -2.46875, -3.75, -3.0625, -0.51171875, 4.53125, 2.3125, 6.78125, -2.609375, 0.51953125, 0.76953125, 1.5234375, 2.171875, -5.1875, 4.4375, -0.039794921875, -1.4921875, 0.76171875]> : tensor<37xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<37xbf16>
  %s = stablehlo.add %x, %y : tensor<37xbf16>
  %p = stablehlo.multiply %x, %y : tensor<37xbf16>
  %mx = stablehlo.maximum %s, %z : tensor<37xbf16>
  %c = stablehlo.compare GT, %x, %z : (tensor<37xbf16>, tensor<37xbf16>) -> tensor<37xi1>
  %sel = stablehlo.select %c, %p, %y : tensor<37xi1>, tensor<37xbf16>
  %fl = stablehlo.floor %p : tensor<37xbf16>
  %ns = stablehlo.negate %s : tensor<37xbf16>
  %ap = stablehlo.abs %p : tensor<37xbf16>
  %mn = stablehlo.minimum %ns, %ap : tensor<37xbf16>
  %last = stablehlo.add %mn, %fl : tensor<37xbf16>
  check.expect_eq_const %mx, dense<[0x7FC0, 0x7FC0, 0.0, 0.0, 0.0, 0x7FC0, 0.0, 0.0, 8.375, 5.4375, 0.0, 8.75, 1.59375, 0.5, 0.0, 0.0, 4.15625, 0.0, 0.171875, 0.0, 0.0, 0.0, 0.0, 2.328125, 3.71875, 2.109375, 2.34375, 0.0, 0.0, 6.4375, 1.96875, 2.71875, 0.0, 0.921875, 0.0, 0.0, 3.5]> : tensor<37xbf16>
  check.expect_eq_const %sel, dense<[1.0, 0xFF80, 2.0, 0.0, -0.0, 0x7FC0, 2.296875, -2.734375, 12.125, 4.34375, -1.765625, 17.0, -5.9375, 0.0234375, -5.4375, -3.296875, 5.25, -6.25, -6.84375, -0.78125, -2.46875, -3.75, -3.0625, -1.453125, 4.53125, 2.3125, 6.78125, -1.140625, 0.51953125, 4.34375, 0.6796875, 1.1953125, -1.5390625, 4.4375, -0.039794921875, -0.49609375, 2.078125]> : tensor<37xbf16>
  check.expect_eq_const %fl, dense<[0x7FC0, 0xFF80, 0xFF80, -0.0, -0.0, 0x7FC0, -18.0, 12.0, 12.0, 4.0, 7.0, 17.0, -6.0, 0.0, 21.0, 6.0, -6.0, -7.0, -7.0, 2.0, 0.0, 0.0, 1.0, -2.0, -4.0, -1.0, -31.0, -2.0, -2.0, 4.0, 0.0, 1.0, -2.0, -16.0, 0.0, -1.0, 2.0]> : tensor<37xbf16>
  check.expect_eq_const %mn, dense<[0x7FC0, 0x7FC0, 0x7F80, 0.0, 0.0, 0x7FC0, 5.375, 7.3125, -8.375, -5.4375, 6.25, -8.75, -1.59375, -0.5, 9.5, 5.21875, -4.15625, 0.921875, -0.171875, 2.3125, 0.7578125, 0.39453125, 1.6015625, -2.328125, -3.71875, -2.109375, -2.34375, 1.140625, 1.4609375, -6.4375, -1.96875, -2.71875, 1.5390625, -0.921875, 0.052001953125, 0.49609375, -3.5]> : tensor<37xbf16>
  check.expect_eq_const %last, dense<[0x7FC0, 0x7FC0, 0x7FC0, 0.0, 0.0, 0x7FC0, -12.625, 19.25, 3.625, -1.4375, 13.25, 8.25, -7.59375, -0.5, 30.5, 11.25, -10.125, -6.0625, -7.1875, 4.3125, 0.7578125, 0.39453125, 2.59375, -4.3125, -7.71875, -3.109375, -33.25, -0.859375, -0.5390625, -2.4375, -1.96875, -1.71875, -0.4609375, -16.875, 0.052001953125, -0.50390625, -1.5]> : tensor<37xbf16>
  func.return
}

// -----

// What takes its values from operands is not rounded again, and what is computed is.
func.func @values_f16() {
  %x = stablehlo.constant dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.0, 1.0, 1.4267578125, -3.453125, -6.73828125, 0.52490234375, 1.109375, -0.179443359375, -3.00390625, 0.176513671875, -1.0986328125, 0.54736328125, 1.6982421875, -0.1400146484375, -0.63720703125, 1.5927734375, 0.78076171875, -2.6328125, -0.307861328125, 1.986328125, 1.7001953125, -0.974609375, -0.494384765625, -3.1640625, 0.6630859375, 3.205078125, 1.2216796875, -1.40234375, 1.873046875, -0.01471710205078125, 1.8935546875, -3.7421875, -1.25]> : tensor<37xf16>
  %y = stablehlo.constant dense<[1.0, 0xFC00, 2.0, 0.0, -0.0, 0x7E00, -0.45947265625, 1.466796875, -1.650390625, -4.99609375, 0.07843017578125, -1.048828125, -1.8330078125, 0.02337646484375, -2.638671875, -1.48046875, -5.59765625, 3.576171875, 4.2734375, -3.421875, -4.7890625, 1.1630859375, 2.369140625, -1.376953125, -3.34765625, 5.49609375, -2.05859375, 1.1083984375, 0.86474609375, 0.92919921875, 3.80078125, 4.13671875, -4.421875, -0.376953125, 3.2734375, 0.521484375, -1.953125]> : tensor<37xf16>
  %z = stablehlo.constant dense<0.0> : tensor<37xf16>
  %s = stablehlo.add %x, %y : tensor<37xf16>
  %p = stablehlo.multiply %x, %y : tensor<37xf16>
  %mx = stablehlo.maximum %s, %z : tensor<37xf16>
  %c = stablehlo.compare GT, %x, %z : (tensor<37xf16>, tensor<37xf16>) -> tensor<37xi1>
  %sel = stablehlo.select %c, %p, %y : tensor<37xi1>, tensor<37xf16>
  %fl = stablehlo.floor %p : tensor<37xf16>
  %ns = stablehlo.negate %s : tensor<37xf16>
  %ap = stablehlo.abs %p : tensor<37xf16>
  %mn = stablehlo.minimum %ns, %ap : tensor<37xf16>
  %last = stablehlo.add %mn, %fl : tensor<37xf16>
  check.expect_eq_const %mx, dense<[0x7E00, 0x7E00, 0.0, 0.0, 0.0, 0x7E00, 0.96728515625, 0.0, 0.0, 0.0, 1.1875, 0.0, 0.0, 0.199951171875, 0.0, 0.0, 0.0, 3.435546875, 3.63671875, 0.0, 0.0, 0.0, 2.060546875, 0.609375, 0.0, 4.5234375, 0.0, 0.0, 1.52734375, 4.1328125, 5.0234375, 2.734375, 0.0, 0.0, 5.16796875, 0.0, 0.0]> : tensor<37xf16>
  check.expect_eq_const %sel, dense<[1.0, 0xFC00, 2.0, 0.0, -0.0, 0x7E00, -0.65576171875, 1.466796875, -1.650390625, -2.623046875, 0.0870361328125, -1.048828125, -1.8330078125, 0.00412750244140625, -2.638671875, -0.810546875, -9.5078125, 3.576171875, 4.2734375, -5.44921875, -3.73828125, 1.1630859375, 2.369140625, -2.734375, -5.69140625, 5.49609375, -2.05859375, 1.1083984375, 0.5732421875, 2.978515625, 4.64453125, 4.13671875, -8.28125, -0.376953125, 6.19921875, 0.521484375, -1.953125]> : tensor<37xf16>
  check.expect_eq_const %fl, dense<[0x7E00, 0xFC00, 0xFC00, -0.0, -0.0, 0x7E00, -1.0, -6.0, 11.0, -3.0, 0.0, 0.0, 5.0, 0.0, 2.0, -1.0, -10.0, -1.0, -3.0, -6.0, -4.0, -4.0, -1.0, -3.0, -6.0, -6.0, 1.0, -4.0, 0.0, 2.0, 4.0, -6.0, -9.0, 0.0, 6.0, -2.0, 2.0]> : tensor<37xf16>
  check.expect_eq_const %mn, dense<[0x7E00, 0x7E00, 0x7C00, 0.0, 0.0, 0x7E00, -0.96728515625, 1.986328125, 8.390625, 2.623046875, -1.1875, 0.188232421875, 4.8359375, -0.199951171875, 2.8984375, 0.810546875, 3.8984375, -3.435546875, -3.63671875, 1.8291015625, 3.73828125, 1.4697265625, -2.060546875, -0.609375, 1.6474609375, -4.5234375, 1.017578125, 2.0546875, -1.52734375, -4.1328125, -5.0234375, -2.734375, 2.548828125, 0.00554656982421875, -5.16796875, 1.951171875, 2.44140625]> : tensor<37xf16>
  check.expect_eq_const %last, dense<[0x7E00, 0x7E00, 0x7E00, 0.0, 0.0, 0x7E00, -1.966796875, -4.015625, 19.390625, -0.376953125, -1.1875, 0.188232421875, 9.8359375, -0.199951171875, 4.8984375, -0.189453125, -6.1015625, -4.4375, -6.63671875, -4.171875, -0.26171875, -2.53125, -3.060546875, -3.609375, -4.3515625, -10.5234375, 2.017578125, -1.9453125, -1.52734375, -2.1328125, -1.0234375, -8.734375, -6.453125, 0.00554656982421875, 0.83203125, -0.048828125, 4.44140625]> : tensor<37xf16>
  func.return
}

// -----

// Circular functions of numbers of all sizes: vectors, and shorter ones at the end, call the same helpers. The values are mpmath's.
func.func @circular_f32() {
  %x = stablehlo.constant dense<[-3.7479052543640137, 0x7FC00000, -3.111427257396592e+28, -3.7746458675858405e+25, -0.2892095446586609, 0x7F800000, 2.47212815311107e+32, -7.661249951667837e+20, 1.1526321172714233, 0xFF800000, -389276608.0, 3175089.5, 0.043889258056879044, -0.0, 3.6625361104430694e+17, -6.903476107953826e+21, 3.0999927520751953, 0.0, 259172958208.0, 2.0677981737517445e+32, 2.1904520988464355, -1.674753838426086e+25, -4.082636165405009e+25, -39683174400.0, 1.0333882570266724, -7.103676851471142e+23, -2.2420243003340776e+22, -3.017453758186174e+27, -2.3637328147888184, -40521405825024.0, -2.9104181885617723e+30, -20066854764544.0, -1.8378554582595825, -137506381103104.0, -25763448.0, -3.4266074614012274e+22, -3.5545146465301514, 1.0000000150474662e+30, -40000.0]> : tensor<39xf32>
  %s = stablehlo.sine %x : tensor<39xf32>
  %c = stablehlo.cosine %x : tensor<39xf32>
  %t = stablehlo.tan %x : tensor<39xf32>
  %es = stablehlo.constant dense<[0.569841206073761, 0x7FC00000, 0.9735742807388306, -0.26279890537261963, -0.2851946949958801, 0x7FC00000, 0.9411885142326355, -0.9350730776786804, 0.9138359427452087, 0x7FC00000, -0.6215775012969971, 0.9267012476921082, 0.04387516900897026, -0.0, -0.9690609574317932, -0.9848307967185974, 0.04158790409564972, 0.0, -0.32337144017219543, 0.39969396591186523, 0.8140783905982971, 0.0969928726553917, 0.5513308644294739, -0.851792573928833, 0.8590384125709534, -0.01097055897116661, 0.6204296946525574, -0.8763036727905273, -0.7017563581466675, -0.9671809077262878, -0.9631838798522949, -0.8790246844291687, -0.9645511507987976, 0.06714869290590286, -0.5892634987831116, -0.714304506778717, 0.4012874364852905, -0.791163444519043, -0.9465396404266357]> : tensor<39xf32>
  %ec = stablehlo.constant dense<[-0.8217548131942749, 0x7FC00000, -0.2283705621957779, 0.9648506045341492, 0.9584696292877197, 0x7FC00000, 0.337881863117218, -0.35445499420166016, 0.40608352422714233, 0x7FC00000, -0.7833526730537415, 0.37579888105392456, 0.9990370273590088, 1.0, -0.24682149291038513, 0.1735173463821411, -0.9991348385810852, 1.0, -0.9462721347808838, 0.9166486263275146, -0.5807549953460693, -0.9952850937843323, -0.8342866897583008, -0.5238791704177856, 0.511911153793335, 0.9999397993087769, 0.7842621207237244, 0.4817591607570648, -0.7124170660972595, -0.2540886402130127, -0.26884356141090393, -0.47677627205848694, -0.2638959586620331, 0.9977429509162903, 0.8079409003257751, -0.6998350620269775, -0.9159521460533142, -0.6116048097610474, 0.3225874602794647]> : tensor<39xf32>
  %et = stablehlo.constant dense<[-0.6934443116188049, 0x7FC00000, -4.263134002685547, -0.27237263321876526, -0.2975521385669708, 0x7FC00000, 2.785555124282837, 2.638058662414551, 2.2503645420074463, 0x7FC00000, 0.793483555316925, 2.4659500122070312, 0.0439174622297287, -0.0, 3.926161050796509, -5.675690650939941, -0.04162391647696495, 0.0, 0.3417319655418396, 0.4360383450984955, -1.4017589092254639, -0.09745235741138458, -0.6608409881591797, 1.625933289527893, 1.6781005859375, -0.010971219278872013, 0.7910999059677124, -1.818966269493103, 0.9850358963012695, 3.8064703941345215, 3.5826926231384277, 1.8436838388442993, 3.655043125152588, 0.06730059534311295, -0.7293398380279541, 1.020675539970398, -0.4381096065044403, 1.2935861349105835, -2.934210777282715]> : tensor<39xf32>
  check.expect_close %s, %es, max_ulp_difference = 1 : tensor<39xf32>, tensor<39xf32>
  check.expect_close %c, %ec, max_ulp_difference = 1 : tensor<39xf32>, tensor<39xf32>
  check.expect_close %t, %et, max_ulp_difference = 2 : tensor<39xf32>, tensor<39xf32>
  func.return
}

// -----

// Circular functions of numbers of all sizes: vectors, and shorter ones at the end, call the same helpers. The values are mpmath's.
func.func @circular_f64() {
  %x = stablehlo.constant dense<[-1.8761157886244657, 0x7FF8000000000000, -5.416678719103317e+21, 1.4998880193854775e+226, 3.0687945207134195, 0x7FF0000000000000, 1.2155174804155035e+267, -21735866039496.99, -1.8009675480215206, 0xFFF0000000000000, 1.7334196636590725e+250, 6.398401889558128e+295, 2.5159572477484673, -0.0, 2.0571220893268232e+73, 2.1309679321072364e+285, 3.9074513459460603, 0.0, -1.100784000593966e+91, -3.636662265631674e+35, -1.9813308207792186, -4.067911978730229e+156, 1.0585237330772121e+96, -1.6985984791068266e+278, 1.968951551177823, -3.327753412087728e+184, 1.08304728128241e+152, -1.9171109185358133e+212, -0.8346290331198203, -5.407387338597875e+47, -1.9372984294898572e+83, 2.16555433617778e+34, -1.3896443736927253, 1.6261940747533438e+87, 8.45780492465092e+296, -6.405988849289415e+153, 3.696157307107632, 1.0e+30, -40000.0]> : tensor<39xf64>
  %s = stablehlo.sine %x : tensor<39xf64>
  %c = stablehlo.cosine %x : tensor<39xf64>
  %t = stablehlo.tan %x : tensor<39xf64>
  %es = stablehlo.constant dense<[-0.953750971689364, 0x7FF8000000000000, 0.2943546425088453, 0.40083395934649685, 0.07273385013454474, 0x7FF8000000000000, 0.21975221767703115, -0.9578502775355735, -0.9736273461419963, 0x7FF8000000000000, 0.5602073505549685, -0.14649535735353608, 0.5856124454952686, -0.0, 0.6418860089207603, -0.42771512085282376, -0.6931561886816033, 0.0, 0.028361827123228937, -0.48785203430293955, -0.9169076375355606, 0.27186616969223054, 0.5295186671635728, -0.653099890538895, 0.9217778157825502, -0.9775765137417123, -0.03982953663933957, -0.581456248393491, -0.7410474760349435, -0.9391102016330293, 0.41940451065011547, -0.0024525019787579997, -0.9836368063830195, -0.5540187177082194, 0.19282361197059772, -0.9763175351968526, -0.5265732491132556, 0.009331468931175825, -0.9465396567857337]> : tensor<39xf64>
  %ec = stablehlo.constant dense<[-0.3005978775733356, 0x7FF8000000000000, 0.9556962615985739, -0.9161507174229636, -0.9973513859440942, 0x7FF8000000000000, -0.9755557200006706, 0.28726789905073763, -0.2281442325470739, 0x7FF8000000000000, -0.8283524155721299, 0.9892113577359793, -0.8105911815959085, 1.0, 0.7668000727385057, 0.9039135884551435, -0.7207874153260401, 1.0, 0.9995977224675094, -0.8729263386027961, -0.3990994665856584, -0.9623350693894904, -0.8482982854664469, 0.7572717695636643, -0.38771852977533955, -0.21058053039300637, -0.9992064891758338, 0.8135776737375277, 0.6714526329252422, -0.3436161072894738, -0.9077994582760761, 0.9999969926124999, 0.1801627961833802, 0.8325042104571846, 0.9812334353590956, -0.2163424841937953, -0.8501297626352752, -0.9999564608959665, 0.32258747361288764]> : tensor<39xf64>
  %et = stablehlo.constant dense<[3.1728466594268663, 0x7FF8000000000000, 0.30800020292690505, -0.43751966977005813, -0.07292700562670273, 0x7FF8000000000000, -0.22525849951131455, -3.3343449814641373, 4.2675957015091495, 0x7FF8000000000000, -0.6762910809743243, -0.14809308062214518, -0.7224510441161016, -0.0, 0.8370969588309578, -0.47318142609607317, 0.9616652204839924, 0.0, 0.028373241040623515, 0.5588696465314523, 2.2974414007109814, -0.28250676748661324, -0.6242128225832858, -0.8624379209530119, -2.377440707609892, 4.642292959929684, 0.039861166906743975, -0.7146905171602306, -1.1036481796288522, 2.7330214786523124, -0.4620012788359343, -0.002452509354403976, -5.459711034801083, -0.6654845834400888, 0.19651145692974814, 4.5128331535764685, 0.6194033808214846, -0.009331875232662407, -2.9342108240743503]> : tensor<39xf64>
  check.expect_close %s, %es, max_ulp_difference = 1 : tensor<39xf64>, tensor<39xf64>
  check.expect_close %c, %ec, max_ulp_difference = 1 : tensor<39xf64>, tensor<39xf64>
  check.expect_close %t, %et, max_ulp_difference = 2 : tensor<39xf64>, tensor<39xf64>
  func.return
}
