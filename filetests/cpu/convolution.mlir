// Sums of products of integers as floats: the operands are converted first.
func.func @main() {
  %x = stablehlo.constant dense<[[[100], [-100], [3]]]> : tensor<1x3x1xi8>
  %k = stablehlo.constant dense<[[[100]], [[-100]]]> : tensor<2x1x1xi8>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi8>, tensor<2x1x1xi8>) -> tensor<1x2x1xf32>
  check.expect_eq_const %0, dense<[[[20000.0], [-10300.0]]]> : tensor<1x2x1xf32>
  return
}
