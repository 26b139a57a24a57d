// Stacked weights, of which a product reads a slice where it lies; and a slice of what the loop updates before a product reads it,
// which is copied, so that the update can be in place. A matrix times such a slice is transposed
// before the loop, as for any vector, if it is not known how many of the products the loop needs.
//
// TEXT: dot_general + dynamic_slice
// TEXT: dynamic_update_slice
// TEXT: transposed for add + tanh + dot_general + dynamic_slice
// TEXT: a product reads it many times
// HTML: dot_general + dynamic_slice
module @jit_layers {
  func.func @main(%x0: tensor<32x64xf32>, %w: tensor<12x64x64xf32>, %s0: tensor<12x64x64xf32>, %m: tensor<96x32xf32>, %v: tensor<12x32xf32>, %y0: tensor<96xf32>, %n: tensor<i32>) -> (tensor<32x64xf32>, tensor<12x64x64xf32>, tensor<96xf32>) {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %end = stablehlo.constant dense<12> : tensor<i32>
    %0:3 = stablehlo.while(%i = %first, %x = %x0, %s = %s0) : tensor<i32>, tensor<32x64xf32>, tensor<12x64x64xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<12x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %2 = stablehlo.reshape %1 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
      %4 = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 64, 64] : (tensor<12x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %5 = stablehlo.reshape %4 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %6 = stablehlo.dot_general %3, %3, contracting_dims = [0] x [0] : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
      %7 = stablehlo.reshape %6 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
      %8 = stablehlo.dynamic_update_slice %s, %7, %i, %zero, %zero : (tensor<12x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<12x64x64xf32>
      %9 = stablehlo.dot_general %3, %5, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
      %10 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %10, %9, %8 : tensor<i32>, tensor<32x64xf32>, tensor<12x64x64xf32>
    }
    %1:2 = stablehlo.while(%i = %first, %y = %y0) : tensor<i32>, tensor<96xf32>
    cond {
      %2 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.dynamic_slice %v, %i, %zero, sizes = [1, 32] : (tensor<12x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
      %3 = stablehlo.reshape %2 : (tensor<1x32xf32>) -> tensor<32xf32>
      %4 = stablehlo.dot_general %m, %3, contracting_dims = [1] x [0] : (tensor<96x32xf32>, tensor<32xf32>) -> tensor<96xf32>
      %5 = stablehlo.tanh %4 : tensor<96xf32>
      %6 = stablehlo.add %y, %5 : tensor<96xf32>
      %7 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %7, %6 : tensor<i32>, tensor<96xf32>
    }
    return %0#1, %0#2, %1#1 : tensor<32x64xf32>, tensor<12x64x64xf32>, tensor<96xf32>
  }
}
