// Values that an interpreter writes down.

// PASSES: --interpreter-instrument-with-probe
// CHECK: stablehlo.add %arg0, %arg0
// CHECK: interpreter.probe
// CHECK: stablehlo.negate
// CHECK: interpreter.probe
// RUN: no
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %a, %a : tensor<2x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
