// Each chunk names the pipeline; CHECK lines stand in the result in this order, CHECK-NOT lines nowhere.

// PASSES: --stablehlo-legalize-composite-to-call
// CHECK: call @square(%
// CHECK-NOT: composite
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.square" %a {decomposition = @square, composite_attributes = {n = 2 : i64}, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @square(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----
// PASSES: --stablehlo-legalize-composite-to-call=except=my.square;other
// CHECK: call @neg
// CHECK: stablehlo.composite "my.square"
// CHECK-NOT: my.neg
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.composite "my.neg" %a {decomposition = @neg} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %2 = stablehlo.composite "my.square" %0 {decomposition = @square} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @neg(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @square(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
