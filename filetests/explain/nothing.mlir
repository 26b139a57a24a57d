// A program without any kernel, and one whose tensors are empty.
//
// TEXT: main for
// HTML: This program runs nothing
// HTML: needs no temporary memory
module {
  func.func @main(%x: tensor<4xf32>, %y: tensor<0xf32>) -> tensor<0xf32> {
    %0 = stablehlo.add %y, %y : tensor<0xf32>
    return %0 : tensor<0xf32>
  }
}
