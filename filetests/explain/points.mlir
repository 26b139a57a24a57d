// What a stencil has five points of is computed once and stored, not once for each point; a cheap product stays where it is read.
//
// TEXT: subtract + multiply
// TEXT: tanh2 not in
// TEXT: tanh2: it would be computed again for each of the points that a kernel reads
// HTML: it would be computed again for each of the points that a kernel reads
module @jit_points {
  func.func @main(%x: tensor<128x128xf32>, %y: tensor<126x126xf32>) -> (tensor<126x126xf32>, tensor<126x127xf32>) {
    %0 = stablehlo.tanh %x : tensor<128x128xf32>
    %1 = stablehlo.slice %0 [0:126, 1:127] : (tensor<128x128xf32>) -> tensor<126x126xf32>
    %2 = stablehlo.slice %0 [2:128, 1:127] : (tensor<128x128xf32>) -> tensor<126x126xf32>
    %3 = stablehlo.slice %0 [1:127, 0:126] : (tensor<128x128xf32>) -> tensor<126x126xf32>
    %4 = stablehlo.slice %0 [1:127, 2:128] : (tensor<128x128xf32>) -> tensor<126x126xf32>
    %5 = stablehlo.slice %0 [1:127, 1:127] : (tensor<128x128xf32>) -> tensor<126x126xf32>
    %6 = stablehlo.add %1, %2 : tensor<126x126xf32>
    %7 = stablehlo.add %3, %4 : tensor<126x126xf32>
    %8 = stablehlo.add %6, %7 : tensor<126x126xf32>
    %9 = stablehlo.add %8, %5 : tensor<126x126xf32>
    %10 = stablehlo.multiply %x, %x : tensor<128x128xf32>
    %11 = stablehlo.slice %10 [0:126, 0:127] : (tensor<128x128xf32>) -> tensor<126x127xf32>
    %12 = stablehlo.slice %10 [2:128, 1:128] : (tensor<128x128xf32>) -> tensor<126x127xf32>
    %13 = stablehlo.subtract %11, %12 : tensor<126x127xf32>
    return %9, %13 : tensor<126x126xf32>, tensor<126x127xf32>
  }
}
