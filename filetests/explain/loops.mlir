// Loops (with a routine in them, so that they stay loops) whose length is known by counting, one whose length is not, and a loop in a loop.
//
// TEXT: while, 100 times
// TEXT: while, 17 times
// TEXT: 1700
// TEXT: while, 25 times
// TEXT: while, 10 times
// TEXT: while, as often as its condition says
// TEXT: ?
// TEXT: end
// HTML: while, 100 times
// HTML: while, as often as its condition says
module @jit_loops {
  func.func @main(%x: tensor<16x16xf32>, %n: tensor<i32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %hundred = stablehlo.constant dense<100> : tensor<i32>
    %fifty = stablehlo.constant dense<50> : tensor<ui8>
    %step = stablehlo.constant dense<3> : tensor<ui8>
    %start = stablehlo.constant dense<0> : tensor<ui8>
    %ten = stablehlo.constant dense<10> : tensor<i64>
    %down = stablehlo.constant dense<1> : tensor<i64>
    %none = stablehlo.constant dense<0> : tensor<i64>
    %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      // From 0 in threes below 50.
      %inner:2 = stablehlo.while(%j = %start, %b = %a) : tensor<ui8>, tensor<16x16xf32>
      cond {
        %c = stablehlo.compare GT, %fifty, %j : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %l = stablehlo.cholesky %b, lower = true : tensor<16x16xf32>
        %s = stablehlo.sine %l : tensor<16x16xf32>
        %k = stablehlo.add %step, %j : tensor<ui8>
        stablehlo.return %k, %s : tensor<ui8>, tensor<16x16xf32>
      }
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %inner#1 : tensor<i32>, tensor<16x16xf32>
    }
    // To exactly 50, by twos.
    %limit = stablehlo.constant dense<50> : tensor<i32>
    %1:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare NE, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.cholesky %a, lower = true : tensor<16x16xf32>
      %s = stablehlo.cosine %l : tensor<16x16xf32>
      %k = stablehlo.add %i, %two : tensor<i32>
      stablehlo.return %k, %s : tensor<i32>, tensor<16x16xf32>
    }
    // Downwards from 10 to 1.
    %2:2 = stablehlo.while(%i = %ten, %a = %x) : tensor<i64>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare GT, %i, %none : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.cholesky %a, lower = true : tensor<16x16xf32>
      %s = stablehlo.tanh %l : tensor<16x16xf32>
      %k = stablehlo.subtract %i, %down : tensor<i64>
      stablehlo.return %k, %s : tensor<i64>, tensor<16x16xf32>
    }
    // As long as an argument says.
    %3:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<16x16xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %l = stablehlo.cholesky %a, lower = true : tensor<16x16xf32>
      %s = stablehlo.exponential %l : tensor<16x16xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %s : tensor<i32>, tensor<16x16xf32>
    }
    return %0#1, %1#1, %2#1, %3#1 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
}
