// Products with the input of a recurrent layer stand before its loop, those that it only stacks after it.
//
// TEXT: rows.mlir:21:15
// TEXT: while, 9 times
// TEXT: tanh + add + dynamic_slice + dot_general
// TEXT: end
// TEXT: rows.mlir:25:14
// HTML: rows.mlir:25:14
module @jit_rows {
  func.func @main(%xs: tensor<9x40xf32>, %w: tensor<40x50xf32>, %u: tensor<50x50xf32>, %v: tensor<50x60xf32>, %h: tensor<50xf32>, %y: tensor<9x60xf32>) -> tensor<9x60xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %nine = stablehlo.constant dense<9> : tensor<i32>
    %0:3 = stablehlo.while(%i = %zero, %state = %h, %stack = %y) : tensor<i32>, tensor<50xf32>, tensor<9x60xf32>
    cond {
      %c = stablehlo.compare LT, %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %s = stablehlo.dynamic_slice %xs, %i, %zero, sizes = [1, 40] : (tensor<9x40xf32>, tensor<i32>, tensor<i32>) -> tensor<1x40xf32>
      %x = stablehlo.reshape %s : (tensor<1x40xf32>) -> tensor<40xf32>
      %from = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<40xf32>, tensor<40x50xf32>) -> tensor<50xf32>
      %own = stablehlo.dot_general %state, %u, contracting_dims = [0] x [0] : (tensor<50xf32>, tensor<50x50xf32>) -> tensor<50xf32>
      %sum = stablehlo.add %from, %own : tensor<50xf32>
      %next = stablehlo.tanh %sum : tensor<50xf32>
      %out = stablehlo.dot_general %next, %v, contracting_dims = [0] x [0] : (tensor<50xf32>, tensor<50x60xf32>) -> tensor<60xf32>
      %row = stablehlo.reshape %out : (tensor<60xf32>) -> tensor<1x60xf32>
      %stacked = stablehlo.dynamic_update_slice %stack, %row, %i, %zero : (tensor<9x60xf32>, tensor<1x60xf32>, tensor<i32>, tensor<i32>) -> tensor<9x60xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %next, %stacked : tensor<i32>, tensor<50xf32>, tensor<9x60xf32>
    }
    return %0#2 : tensor<9x60xf32>
  }
}
