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
