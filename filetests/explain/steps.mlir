// A routine of the runtime, a branch, a sort, a scatter, and names that try to leave the page.
//
// TEXT: </style><script>alert(1)</script>
// TEXT: hloom.cholesky
// TEXT: branch 0 of 2
// TEXT: branch 1 of 2
// TEXT: sort
// HTML: &lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;
// HTML: hloom.cholesky
// HTML: branch 1 of 2
// HTMLNOT: <script>alert
module @"</style><script>alert(1)</script>" {
  func.func @main(%x: tensor<64x64xf32>, %p: tensor<i1>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %0 = stablehlo.cholesky %x, lower = true : tensor<64x64xf32>
    %1 = "stablehlo.if"(%p) ({
      %t = stablehlo.sine %0 : tensor<64x64xf32>
      stablehlo.return %t : tensor<64x64xf32>
    }, {
      %t = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %u = stablehlo.cosine %t : tensor<64x64xf32>
      stablehlo.return %u : tensor<64x64xf32>
    }) : (tensor<i1>) -> tensor<64x64xf32>
    %2 = "stablehlo.sort"(%1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
  }
}
