// The custom form has no results.
func.func @f(%a: tensor<2xui8>) {
  %0 = "check.expect_eq_const"(%a) <{value = dense<[1, 0]> : tensor<2xui8>}> : (tensor<2xui8>) -> bf16
  func.return
}
