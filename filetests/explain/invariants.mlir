// A function of what a loop does not change, written inside it, is computed once before it and kept.
//
// TEXT: exponential
// TEXT: while, 9 times
// TEXT: dot_general
// TEXT: end
// TEXT: computed again in every step of a loop
// HTML: computed again in every step of a loop
module @jit_invariants {
  func.func @main(%a: tensor<64x64xf32>, %x: tensor<64xf32>) -> tensor<64xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %nine = stablehlo.constant dense<9> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64xf32>
    cond {
      %c = stablehlo.compare LT, %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.negate %a : tensor<64x64xf32>
      %e = stablehlo.exponential %n : tensor<64x64xf32>
      %w = stablehlo.dot_general %e, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %w : tensor<i32>, tensor<64xf32>
    }
    return %0#1 : tensor<64xf32>
  }
}
