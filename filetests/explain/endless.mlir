// Counters that never meet their limit in their type: they wrap, and the loop has no length that counting gives.
//
// TEXT: while, as often as its condition says
// TEXT: while, as often as its condition says
// NOT: times
module @jit_endless {
  func.func @main(%x: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
    %start = stablehlo.constant dense<0> : tensor<i8>
    %step = stablehlo.constant dense<50> : tensor<i8>
    %limit = stablehlo.constant dense<127> : tensor<i8>
    %odd = stablehlo.constant dense<1> : tensor<i8>
    %two = stablehlo.constant dense<2> : tensor<i8>
    %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i8>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare LT, %i, %limit : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.cholesky %a, lower = true : tensor<16x16xf32>
      %s = stablehlo.sine %l : tensor<16x16xf32>
      %k = stablehlo.add %i, %step : tensor<i8>
      stablehlo.return %k, %s : tensor<i8>, tensor<16x16xf32>
    }
    %1:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i8>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare NE, %i, %odd : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.cholesky %a, lower = true : tensor<16x16xf32>
      %s = stablehlo.cosine %l : tensor<16x16xf32>
      %k = stablehlo.add %i, %two : tensor<i8>
      stablehlo.return %k, %s : tensor<i8>, tensor<16x16xf32>
    }
    return %0#1, %1#1 : tensor<16x16xf32>, tensor<16x16xf32>
  }
}
