// Ops in composites.

// PASSES: --stablehlo-wrap-in-composite=op-names=stablehlo.transpose;stablehlo.add,version=3
// CHECK: stablehlo.composite "stablehlo.add" %arg0, %arg0 {decomposition = @stablehlo.add.impl, version = 3 : i32}
// CHECK: stablehlo.composite "stablehlo.add"
// CHECK: decomposition = @stablehlo.add.impl,
// CHECK: stablehlo.composite "stablehlo.transpose"
// CHECK: composite_attributes = {permutation = array<i64: 1, 0>}
// CHECK: func.func private @stablehlo.add.impl
// CHECK: func.func private @stablehlo.transpose.impl
// CHECK-NOT: impl_1
func.func @main(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2x3xf32>
  %1 = stablehlo.add %0, %a : tensor<2x3xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// -----
// PASSES: --stablehlo-wrap-in-composite=op-names=stablehlo.negate --stablehlo-legalize-composite-to-call
// CHECK: call @stablehlo.negate.impl_1
// CHECK-NOT: composite
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @stablehlo.negate.impl(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
