// What ends a product, what follows it by rows, and why two reductions of one value stay apart.
//
// TEXT: jit_fusion for x86_64
// TEXT: planned peak
// TEXT: roof
// TEXT: 100.0 Gflop/s, 10.0 GB/s, given
// TEXT: tanh + add + dot_general
// TEXT: contraction
// TEXT: Fused
// TEXT: dot_general
// TEXT: epilogue
// TEXT: Not fused
// TEXT: not in
// TEXT: Memory: bytes of the arena in use
// HTML: <title>Hloom: jit_fusion</title>
// HTML: class="graph"
// HTML: class="way
// HTML: class="timeline"
// HTML: class="kernels"
// HTML: epilogue
module @jit_fusion {
  func.func @main(%x: tensor<256x512xf32>, %w: tensor<512x256xf32>, %b: tensor<256xf32>, %v: tensor<256x64xf32>)
      -> (tensor<256x64xf32>, tensor<256xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x512xf32>, tensor<512x256xf32>) -> tensor<256x256xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<256x256xf32>
    %2 = stablehlo.add %0, %1 : tensor<256x256xf32>
    %3 = stablehlo.tanh %2 : tensor<256x256xf32>
    %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
    %5 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
    return %4, %5 : tensor<256x64xf32>, tensor<256xf32>
  }
}
