// The first of sorted lines take no more memory than they have elements; positions take none.
//
// TEXT: arena 0 B
// TEXT: sort_first
// HTML: needs no temporary memory
module @jit_memory {
  func.func @main(%x: tensor<64x50257xf32>) -> (tensor<64x50xf32>, tensor<64x50xi32>) {
    %values, %indices = chlo.top_k(%x, k = 50) : tensor<64x50257xf32> -> (tensor<64x50xf32>, tensor<64x50xi32>)
    return %values, %indices : tensor<64x50xf32>, tensor<64x50xi32>
  }
}
