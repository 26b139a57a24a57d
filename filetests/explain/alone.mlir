// On a machine that looks at the vector as a whole, a product in every step whose matrix a core mostly keeps in its nearest cache is not
// shared; one four times as large is.
//
// CPU: emeraldrapids
// TEXT: while, 1000 times, its steps shared by threads
// TEXT: while, 999 times
// NOT: 999 times, its
module @jit_alone {
  func.func public @main(%w: tensor<256x256xf32>, %x: tensor<256xf32>, %u: tensor<128x128xf32>, %y: tensor<128xf32>) -> (tensor<256xf32>, tensor<128xf32>) {
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
    %1:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<128xf32>
    cond {
      %n = stablehlo.constant dense<999> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %p = stablehlo.dot_general %u, %a, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128xf32>
      %t = stablehlo.tanh %p : tensor<128xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<128xf32>
    }
    return %0#1, %1#1 : tensor<256xf32>, tensor<128xf32>
  }
}
