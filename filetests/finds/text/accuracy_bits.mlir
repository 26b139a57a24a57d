// A tolerance that MLIR prints by its bits.
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.log"(%a) {result_accuracy = #stablehlo.result_accuracy<rtol = 2147483648.000000e+00, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}
