// Deprecated ops by what replaced them.

// PASSES: --stablehlo-legalize-deprecated-ops
// CHECK: stablehlo.dot_general
// CHECK: contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]
// CHECK-NOT: stablehlo.dot %
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %v: tensor<3xf32>) -> (tensor<2x4xf32>, tensor<f32>) {
  %0 = stablehlo.dot %a, %b, precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0, %1 : tensor<2x4xf32>, tensor<f32>
}

// -----
// PASSES: --stablehlo-legalize-deprecated-ops
// RUN: no
// CHECK: stablehlo.dot_general
// CHECK: (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
func.func @main(%a: tensor<?x3xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
