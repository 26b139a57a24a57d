// Arithmetic, bits and conversions. Each chunk names the rules that must fire in it; the driver compares bits before and after.

// RULE: negate_negate
func.func @main(%a: tensor<40xi32>) -> (tensor<40xi32>) {
  %0 = stablehlo.negate %a : tensor<40xi32>
  %1 = stablehlo.negate %0 : tensor<40xi32>
  return %1 : tensor<40xi32>
}

// -----
// RULE: negate_negate
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.negate %a : tensor<40xf32>
  %1 = stablehlo.negate %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: not_not
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.not %a : tensor<40xi8>
  %1 = stablehlo.not %0 : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: not_not
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %0 = stablehlo.not %a : tensor<40xi1>
  %1 = stablehlo.not %0 : tensor<40xi1>
  return %1 : tensor<40xi1>
}

// -----
// RULE: abs_abs
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.abs %a : tensor<40xf32>
  %1 = stablehlo.abs %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: abs_negate
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.negate %a : tensor<40xf32>
  %1 = stablehlo.abs %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: abs_negate
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.negate %a : tensor<40xi8>
  %1 = stablehlo.abs %0 : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: floor_floor
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.floor %a : tensor<40xf32>
  %1 = stablehlo.floor %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: ceil_ceil
func.func @main(%a: tensor<40xf64>) -> (tensor<40xf64>) {
  %0 = stablehlo.ceil %a : tensor<40xf64>
  %1 = stablehlo.ceil %0 : tensor<40xf64>
  return %1 : tensor<40xf64>
}

// -----
// RULE: round_round
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.round_nearest_even %a : tensor<40xf32>
  %1 = stablehlo.round_nearest_even %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: sign_sign
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.sign %a : tensor<40xf32>
  %1 = stablehlo.sign %0 : tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: sign_sign
func.func @main(%a: tensor<40xi32>) -> (tensor<40xi32>) {
  %0 = stablehlo.sign %a : tensor<40xi32>
  %1 = stablehlo.sign %0 : tensor<40xi32>
  return %1 : tensor<40xi32>
}

// -----
// RULE: add_constant_left
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.5> : tensor<40xf32>
  %0 = stablehlo.add %c, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: add_zero
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<-0.0> : tensor<40xf32>
  %0 = stablehlo.add %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: add_zero
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<0> : tensor<40xi8>
  %0 = stablehlo.add %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: add_zero
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<false> : tensor<40xi1>
  %0 = stablehlo.add %a, %c : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: subtract_zero
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<40xf32>
  %0 = stablehlo.subtract %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: subtract_zero
func.func @main(%a: tensor<40xbf16>) -> (tensor<40xbf16>) {
  %c = stablehlo.constant dense<0.0> : tensor<40xbf16>
  %0 = stablehlo.subtract %a, %c : tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----
// RULE: subtract_zero
func.func @main(%a: tensor<40xi32>) -> (tensor<40xi32>) {
  %c = stablehlo.constant dense<0> : tensor<40xi32>
  %0 = stablehlo.subtract %a, %c : tensor<40xi32>
  return %0 : tensor<40xi32>
}

// -----
// RULE: subtract_from_zero
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<0> : tensor<40xi8>
  %0 = stablehlo.subtract %c, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: subtract_constant
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<-128> : tensor<40xi8>
  %0 = stablehlo.subtract %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: subtract_constant
func.func @main(%a: tensor<40xui8>) -> (tensor<40xui8>) {
  %c = stablehlo.constant dense<3> : tensor<40xui8>
  %0 = stablehlo.subtract %a, %c : tensor<40xui8>
  return %0 : tensor<40xui8>
}

// -----
// RULE: multiply_constant_left
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.5> : tensor<40xf32>
  %0 = stablehlo.multiply %c, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: multiply_one
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = stablehlo.multiply %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: multiply_one
func.func @main(%a: tensor<40xf16>) -> (tensor<40xf16>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf16>
  %0 = stablehlo.multiply %a, %c : tensor<40xf16>
  return %0 : tensor<40xf16>
}

// -----
// RULE: multiply_one
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<true> : tensor<40xi1>
  %0 = stablehlo.multiply %a, %c : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: multiply_zero
func.func @main(%a: tensor<40xi32>) -> (tensor<40xi32>) {
  %c = stablehlo.constant dense<0> : tensor<40xi32>
  %0 = stablehlo.multiply %a, %c : tensor<40xi32>
  return %0 : tensor<40xi32>
}

// -----
// RULE: divide_one
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = stablehlo.divide %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: divide_one
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<1> : tensor<40xi8>
  %0 = stablehlo.divide %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: divide_power_of_two
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<8.0> : tensor<40xf32>
  %0 = stablehlo.divide %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: divide_power_of_two
func.func @main(%a: tensor<40xf16>) -> (tensor<40xf16>) {
  %c = stablehlo.constant dense<-0.0625> : tensor<40xf16>
  %0 = stablehlo.divide %a, %c : tensor<40xf16>
  return %0 : tensor<40xf16>
}

// -----
// RULE: divide_power_of_two
func.func @main(%a: tensor<40xbf16>) -> (tensor<40xbf16>) {
  %c = stablehlo.constant dense<4.0> : tensor<40xbf16>
  %0 = stablehlo.divide %a, %c : tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----
// RULE: divide_power_of_two
func.func @main(%a: tensor<40xf64>) -> (tensor<40xf64>) {
  %c = stablehlo.constant dense<0.5> : tensor<40xf64>
  %0 = stablehlo.divide %a, %c : tensor<40xf64>
  return %0 : tensor<40xf64>
}

// -----
// RULE: remainder_one
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<1> : tensor<40xi8>
  %0 = stablehlo.remainder %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: power_one
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = stablehlo.power %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: power_two
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<2.0> : tensor<40xf32>
  %0 = stablehlo.power %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: power_two
func.func @main(%a: tensor<40xbf16>) -> (tensor<40xbf16>) {
  %c = stablehlo.constant dense<2.0> : tensor<40xbf16>
  %0 = stablehlo.power %a, %c : tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----
// RULE: power_two
func.func @main(%a: tensor<40xf16>) -> (tensor<40xf16>) {
  %c = stablehlo.constant dense<2.0> : tensor<40xf16>
  %0 = stablehlo.power %a, %c : tensor<40xf16>
  return %0 : tensor<40xf16>
}

// -----
// RULE: power_two
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<2> : tensor<40xi8>
  %0 = stablehlo.power %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: maximum_constant_left
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = stablehlo.maximum %c, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: minimum_constant_left
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<-0.0> : tensor<40xf32>
  %0 = stablehlo.minimum %c, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: maximum_lowest
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<0xFF800000> : tensor<40xf32>
  %0 = stablehlo.maximum %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: maximum_lowest
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<-128> : tensor<40xi8>
  %0 = stablehlo.maximum %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: minimum_highest
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %c = stablehlo.constant dense<0x7F800000> : tensor<40xf32>
  %0 = stablehlo.minimum %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: minimum_highest
func.func @main(%a: tensor<40xui8>) -> (tensor<40xui8>) {
  %c = stablehlo.constant dense<255> : tensor<40xui8>
  %0 = stablehlo.minimum %a, %c : tensor<40xui8>
  return %0 : tensor<40xui8>
}

// -----
// RULE: and_constant_left
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<6> : tensor<40xi8>
  %0 = stablehlo.and %c, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: or_constant_left
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<6> : tensor<40xi8>
  %0 = stablehlo.or %c, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: xor_constant_left
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<6> : tensor<40xi8>
  %0 = stablehlo.xor %c, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: and_ones
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<-1> : tensor<40xi8>
  %0 = stablehlo.and %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: and_ones
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<true> : tensor<40xi1>
  %0 = stablehlo.and %a, %c : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: and_zero
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<0> : tensor<40xi8>
  %0 = stablehlo.and %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: or_zero
func.func @main(%a: tensor<40xui8>) -> (tensor<40xui8>) {
  %c = stablehlo.constant dense<0> : tensor<40xui8>
  %0 = stablehlo.or %a, %c : tensor<40xui8>
  return %0 : tensor<40xui8>
}

// -----
// RULE: or_ones
func.func @main(%a: tensor<40xui8>) -> (tensor<40xui8>) {
  %c = stablehlo.constant dense<255> : tensor<40xui8>
  %0 = stablehlo.or %a, %c : tensor<40xui8>
  return %0 : tensor<40xui8>
}

// -----
// RULE: xor_zero
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<false> : tensor<40xi1>
  %0 = stablehlo.xor %a, %c : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: xor_ones
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<true> : tensor<40xi1>
  %0 = stablehlo.xor %a, %c : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: xor_ones
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<-1> : tensor<40xi8>
  %0 = stablehlo.xor %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: shift_left_zero
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<0> : tensor<40xi8>
  %0 = stablehlo.shift_left %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: shift_right_arithmetic_zero
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<0> : tensor<40xi8>
  %0 = stablehlo.shift_right_arithmetic %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: shift_right_logical_zero
func.func @main(%a: tensor<40xui8>) -> (tensor<40xui8>) {
  %c = stablehlo.constant dense<0> : tensor<40xui8>
  %0 = stablehlo.shift_right_logical %a, %c : tensor<40xui8>
  return %0 : tensor<40xui8>
}

// -----
// RULE: subtract_self
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.subtract %a, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: maximum_self
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.maximum %a, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: minimum_self
func.func @main(%a: tensor<40xf32>) -> (tensor<40xf32>) {
  %0 = stablehlo.minimum %a, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}

// -----
// RULE: and_self
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.and %a, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: or_self
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %0 = stablehlo.or %a, %a : tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: xor_self
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.xor %a, %a : tensor<40xi8>
  return %0 : tensor<40xi8>
}

// -----
// RULE: conj_conj
func.func @main(%a: tensor<20xcomplex<f32>>) -> (tensor<20xcomplex<f32>>) {
  %0 = chlo.conj %a : tensor<20xcomplex<f32>> -> tensor<20xcomplex<f32>>
  %1 = chlo.conj %0 : tensor<20xcomplex<f32>> -> tensor<20xcomplex<f32>>
  return %1 : tensor<20xcomplex<f32>>
}

// -----
// RULE: conj_real
func.func @main(%a: tensor<20xf32>) -> (tensor<20xf32>) {
  %0 = chlo.conj %a : tensor<20xf32> -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----
// RULE: real_complex, imag_complex
func.func @main(%a: tensor<20xf32>, %b: tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>) {
  %0 = stablehlo.complex %a, %b : tensor<20xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<20xcomplex<f32>>) -> tensor<20xf32>
  %2 = stablehlo.imag %0 : (tensor<20xcomplex<f32>>) -> tensor<20xf32>
  return %1, %2 : tensor<20xf32>, tensor<20xf32>
}

// -----
// RULE: real_real
func.func @main(%a: tensor<20xf32>) -> (tensor<20xf32>) {
  %0 = stablehlo.real %a : (tensor<20xf32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----
// RULE: complex_parts
func.func @main(%a: tensor<20xcomplex<f32>>) -> (tensor<20xcomplex<f32>>) {
  %1 = stablehlo.real %a : (tensor<20xcomplex<f32>>) -> tensor<20xf32>
  %2 = stablehlo.imag %a : (tensor<20xcomplex<f32>>) -> tensor<20xf32>
  %0 = stablehlo.complex %1, %2 : tensor<20xcomplex<f32>>
  return %0 : tensor<20xcomplex<f32>>
}

// -----
// RULE: not_compare
func.func @main(%a: tensor<40xi8>, %b: tensor<40xi8>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  %1 = stablehlo.not %0 : tensor<40xi1>
  return %1 : tensor<40xi1>
}

// -----
// RULE: not_compare
func.func @main(%a: tensor<40xf32>, %b: tensor<40xf32>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare EQ, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %1 = stablehlo.not %0 : tensor<40xi1>
  return %1 : tensor<40xi1>
}

// -----
// RULE: add_add_constants
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<100> : tensor<40xi8>
  %0 = stablehlo.add %a, %c : tensor<40xi8>
  %1 = stablehlo.add %0, %c : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: add_subtract
func.func @main(%a: tensor<40xi8>, %b: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.subtract %a, %b : tensor<40xi8>
  %1 = stablehlo.add %0, %b : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: subtract_add
func.func @main(%a: tensor<40xi8>, %b: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.add %a, %b : tensor<40xi8>
  %1 = stablehlo.subtract %0, %b : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: add_negate
func.func @main(%a: tensor<40xi8>, %b: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.negate %b : tensor<40xi8>
  %1 = stablehlo.add %a, %0 : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: subtract_negate
func.func @main(%a: tensor<40xi8>, %b: tensor<40xi8>) -> (tensor<40xi8>) {
  %0 = stablehlo.negate %b : tensor<40xi8>
  %1 = stablehlo.subtract %a, %0 : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: multiply_multiply_constants
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %c = stablehlo.constant dense<100> : tensor<40xi8>
  %d = stablehlo.constant dense<7> : tensor<40xi8>
  %0 = stablehlo.multiply %a, %c : tensor<40xi8>
  %1 = stablehlo.multiply %0, %d : tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: convert_identity
func.func @main(%a: tensor<20xf32>) -> (tensor<20xf32>) {
  %0 = stablehlo.convert %a : tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----
// RULE: convert_convert
func.func @main(%a: tensor<40xbf16>) -> (tensor<40xf16>) {
  %0 = stablehlo.convert %a : (tensor<40xbf16>) -> tensor<40xf32>
  %1 = stablehlo.convert %0 : (tensor<40xf32>) -> tensor<40xf16>
  return %1 : tensor<40xf16>
}

// -----
// RULE: convert_convert
func.func @main(%a: tensor<40xi8>) -> (tensor<40xui16>) {
  %0 = stablehlo.convert %a : (tensor<40xi8>) -> tensor<40xi32>
  %1 = stablehlo.convert %0 : (tensor<40xi32>) -> tensor<40xui16>
  return %1 : tensor<40xui16>
}

// -----
// RULE: convert_convert
func.func @main(%a: tensor<40xi16>) -> (tensor<40xi32>) {
  %0 = stablehlo.convert %a : (tensor<40xi16>) -> tensor<40xf32>
  %1 = stablehlo.convert %0 : (tensor<40xf32>) -> tensor<40xi32>
  return %1 : tensor<40xi32>
}

// -----
// RULE: convert_convert
func.func @main(%a: tensor<40xi1>) -> (tensor<40xf32>) {
  %0 = stablehlo.convert %a : (tensor<40xi1>) -> tensor<40xi8>
  %1 = stablehlo.convert %0 : (tensor<40xi8>) -> tensor<40xf32>
  return %1 : tensor<40xf32>
}

// -----
// RULE: convert_iota
func.func @main() -> (tensor<100x2xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<100x2xi8>
  %1 = stablehlo.convert %0 : (tensor<100x2xi8>) -> tensor<100x2xf32>
  return %1 : tensor<100x2xf32>
}

// -----
// RULE: reduce_precision_identity
func.func @main(%a: tensor<40xbf16>) -> (tensor<40xbf16>) {
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----
// RULE: outer_product
func.func @main(%a: tensor<3xf32>, %b: tensor<4xf32>, %c: tensor<2x3x1xi32>, %d: tensor<1x5x2xi32>) -> (tensor<3x4xf32>, tensor<2x3x5xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot_general %c, %d, batching_dims = [0] x [2], contracting_dims = [2] x [0] : (tensor<2x3x1xi32>, tensor<1x5x2xi32>) -> tensor<2x3x5xi32>
  return %0, %1 : tensor<3x4xf32>, tensor<2x3x5xi32>
}
// -----
// RULE: add_subtract_constants
func.func @main(%a: tensor<40xi32>, %b: tensor<7xui8>) -> (tensor<40xi32>, tensor<7xui8>) {
  %c = stablehlo.constant dense<2147483647> : tensor<40xi32>
  %d = stablehlo.constant dense<-5> : tensor<40xi32>
  %0 = stablehlo.subtract %c, %a : tensor<40xi32>
  %1 = stablehlo.add %0, %d : tensor<40xi32>
  %e = stablehlo.constant dense<200> : tensor<7xui8>
  %2 = stablehlo.subtract %e, %b : tensor<7xui8>
  %3 = stablehlo.add %2, %e : tensor<7xui8>
  return %1, %3 : tensor<40xi32>, tensor<7xui8>
}
