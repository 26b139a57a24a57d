// What a loop carries and reads elsewhere than it writes: two buffers change places, or three.
//
// TEXT: while, 10 times
// TEXT: result0 and result1 and arena+
// TEXT: change places
// TEXT: end
// TEXT: Memory
// TEXT:  4 B |
// TEXT: 260 B |
// HTML: change places
module @jit_leapfrog {
  func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %0:3 = stablehlo.while(%i = %zero, %p = %x, %u = %y) : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    cond {
      %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %r = stablehlo.reverse %u, dims = [0] : tensor<64xf32>
      %v = stablehlo.subtract %r, %p : tensor<64xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %u, %v : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    }
    return %0#1, %0#2 : tensor<64xf32>, tensor<64xf32>
  }
}
