// Every chunk states something false: the driver demands that each fails.

func.func @one_ulp() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.add %x, %x : tensor<f32>
  check.expect_eq_const %y, dense<0x40000001> : tensor<f32>
  func.return
}

// -----

func.func @last_element() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = stablehlo.negate %x : tensor<3xi32>
  check.expect_eq_const %y, dense<[-1, -2, 3]> : tensor<3xi32>
  func.return
}

// -----

// The verdict is dropped, not returned.
func.func @quantized() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %y = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  %e = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %c = stablehlo.custom_call @check.eq(%e, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  func.return %y : tensor<2xf32>
}
