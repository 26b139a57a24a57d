// Complex functions by real ones.

// PASSES: --stablehlo-complex-math-expander
// ULPS: 4
// CHECK-NOT: stablehlo.exponential %a
// CHECK-NOT: stablehlo.exponential_minus_one %a
// CHECK-NOT: stablehlo.log %a
// CHECK-NOT: stablehlo.log_plus_one %a
// CHECK-NOT: stablehlo.sqrt %a
// CHECK-NOT: stablehlo.rsqrt %a
// CHECK-NOT: stablehlo.cbrt %a
// CHECK-NOT: stablehlo.sine %a
// CHECK-NOT: stablehlo.cosine %a
// CHECK-NOT: stablehlo.tan %a
// CHECK-NOT: stablehlo.tanh %a
// CHECK-NOT: stablehlo.logistic %a
// CHECK-NOT: stablehlo.sign %a
func.func @main(%a: tensor<69xcomplex<f32>>) -> (tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>) {
  %0 = stablehlo.exponential %a : tensor<69xcomplex<f32>>
  %1 = stablehlo.exponential_minus_one %a : tensor<69xcomplex<f32>>
  %2 = stablehlo.log %a : tensor<69xcomplex<f32>>
  %3 = stablehlo.log_plus_one %a : tensor<69xcomplex<f32>>
  %4 = stablehlo.sqrt %a : tensor<69xcomplex<f32>>
  %5 = stablehlo.rsqrt %a : tensor<69xcomplex<f32>>
  %6 = stablehlo.cbrt %a : tensor<69xcomplex<f32>>
  %7 = stablehlo.sine %a : tensor<69xcomplex<f32>>
  %8 = stablehlo.cosine %a : tensor<69xcomplex<f32>>
  %9 = stablehlo.tan %a : tensor<69xcomplex<f32>>
  %10 = stablehlo.tanh %a : tensor<69xcomplex<f32>>
  %11 = stablehlo.logistic %a : tensor<69xcomplex<f32>>
  %12 = stablehlo.sign %a : tensor<69xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>
}

// -----
// PASSES: --stablehlo-complex-math-expander --chlo-legalize-to-stablehlo
// ULPS: 4
// CHECK-NOT: chlo.
func.func @main(%a: tensor<69xcomplex<f32>>) -> (tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>) {
  %0 = chlo.sinh %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %1 = chlo.cosh %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %2 = chlo.asin %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %3 = chlo.acos %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %4 = chlo.asinh %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %5 = chlo.acosh %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %6 = chlo.atan %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %7 = chlo.atanh %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %8 = chlo.conj %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  %9 = chlo.square %a : tensor<69xcomplex<f32>> -> tensor<69xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>, tensor<69xcomplex<f32>>
}

// -----
// PASSES: --stablehlo-complex-math-expander
// ULPS: 4
// CHECK-NOT: complex<f64>>, tensor
// CHECK-NOT: stablehlo.power %cst
func.func @main(%x: tensor<7xcomplex<f32>>) -> (tensor<7xcomplex<f32>>, tensor<7xcomplex<f64>>) {
  %a = stablehlo.constant dense<[(1.0, 2.0), (0.0, 0.0), (-1.5, 0.25), (3.0, -4.0), (0.0, 2.0), (2.0, 0.0), (-3.0, 0.0)]> : tensor<7xcomplex<f32>>
  %b = stablehlo.constant dense<[(0.5, -1.0), (2.0, 1.0), (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.5, 0.0), (0.0, 3.0)]> : tensor<7xcomplex<f32>>
  %0 = stablehlo.power %a, %b : tensor<7xcomplex<f32>>
  %c = stablehlo.convert %a : (tensor<7xcomplex<f32>>) -> tensor<7xcomplex<f64>>
  %1 = stablehlo.log %c : tensor<7xcomplex<f64>>
  return %0, %1 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f64>>
}
