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
