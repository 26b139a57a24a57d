// A product in every step that two threads can have half each of is shared; one with so little to do is not.
//
// TEXT: while, 1000 times, its steps shared by threads
// TEXT: while, 999 times
// TEXT: end
// HTML: while, 1000 times, its steps shared by threads
// NOT: 999 times, its
module @jit_shared {
  func.func public @main(%w: tensor<256x256xf32>, %x: tensor<256xf32>, %u: tensor<16x16xf32>, %y: tensor<16xf32>) -> (tensor<256xf32>, tensor<16xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256xf32>
    cond {
      %n = stablehlo.constant dense<1000> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256xf32>) -> tensor<256xf32>
      %t = stablehlo.tanh %p : tensor<256xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<256xf32>
    }
    %1:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<16xf32>
    cond {
      %n = stablehlo.constant dense<999> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %u, %a, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
      %t = stablehlo.tanh %p : tensor<16xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<16xf32>
    }
    return %0#1, %1#1 : tensor<256xf32>, tensor<16xf32>
  }
}
