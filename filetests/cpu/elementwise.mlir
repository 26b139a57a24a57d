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
