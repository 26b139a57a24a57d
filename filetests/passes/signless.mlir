// Unsigned integers as signless ones.

// PASSES: --stablehlo-convert-to-signless
// RUN: no
// CHECK: @main(%arg0: tensor<4xi32>, %arg1: tensor<4xi8>) -> (tensor<4xi32>, tensor<4xi1>, tensor<4xi8>, tensor<2xi4>)
// CHECK: dense<[1, -1, -2147483648, 7]> : tensor<4xi32>
// CHECK: stablehlo.compare EQ, %arg0, %c, SIGNED
// CHECK: dense<[-1, 7]> : tensor<2xi4>
// CHECK-NOT: ui
func.func @main(%a: tensor<4xui32>, %b: tensor<4xui8>) -> (tensor<4xui32>, tensor<4xi1>, tensor<4xui8>, tensor<2xui4>) {
  %c = stablehlo.constant dense<[1, 4294967295, 2147483648, 7]> : tensor<4xui32>
  %0 = stablehlo.multiply %a, %c : tensor<4xui32>
  %1 = stablehlo.compare EQ, %a, %c, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %2 = stablehlo.convert %a : (tensor<4xui32>) -> tensor<4xui8>
  %3 = stablehlo.xor %2, %b : tensor<4xui8>
  %d = stablehlo.constant dense<[15, 7]> : tensor<2xui4>
  return %0, %1, %3, %d : tensor<4xui32>, tensor<4xi1>, tensor<4xui8>, tensor<2xui4>
}
