// The optimiser's rules in place: functions stay.

// PASSES: --stablehlo-aggressive-folder
// CHECK: stablehlo.constant dense<[4, 6]> : tensor<2xi32>
// CHECK: stablehlo.add %arg0, %c
// CHECK: call @twice
// CHECK-NOT: multiply
func.func @main(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.constant dense<2> : tensor<2xi32>
  %1 = stablehlo.multiply %c, %0 : tensor<2xi32>
  %2 = stablehlo.add %a, %1 : tensor<2xi32>
  %3 = call @twice(%2) : (tensor<2xi32>) -> tensor<2xi32>
  return %2, %3 : tensor<2xi32>, tensor<2xi32>
}
func.func private @twice(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %a, %a : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----
// PASSES: --stablehlo-aggressive-folder=optimize-float=false
// CHECK: stablehlo.multiply
// CHECK-NOT: stablehlo.add
func.func @main(%a: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %1 = stablehlo.multiply %c, %c : tensor<2xf32>
  %d = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %2 = stablehlo.add %d, %d : tensor<2xi32>
  return %1, %2 : tensor<2xf32>, tensor<2xi32>
}

// -----
// PASSES: --stablehlo-aggressive-folder=fold-op-element-limit=1
// CHECK: stablehlo.add
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %d = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %2 = stablehlo.add %d, %d : tensor<2xi32>
  return %2 : tensor<2xi32>
}

// -----
// PASSES: --stablehlo-aggressive-simplification
// CHECK: stablehlo.multiply
// CHECK-NOT: transpose
// CHECK-NOT: stablehlo.add
func.func @main(%a: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<2x3xi32>
  %2 = stablehlo.add %1, %z : tensor<2x3xi32>
  %d = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %3 = stablehlo.multiply %d, %d : tensor<2xi32>
  return %2, %3 : tensor<2x3xi32>, tensor<2xi32>
}

// -----
// PASSES: --stablehlo-target-independent-optimization=assume-no-undeclared-side-effects=true
// CHECK: dense<[4, 9]>
// CHECK-NOT: transpose
// CHECK-NOT: call
func.func @main(%a: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %d = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %3 = stablehlo.multiply %d, %d : tensor<2xi32>
  %4 = func.call @same(%3) : (tensor<2xi32>) -> tensor<2xi32>
  return %1, %3 : tensor<2x3xi32>, tensor<2xi32>
}
func.func private @same(%a: tensor<2xi32>) -> tensor<2xi32> {
  return %a : tensor<2xi32>
}
