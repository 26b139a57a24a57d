// A gap in the spatial dimensions: the custom form was read, what was printed of it was not.
func.func @main(%a: tensor<1x5x5x2xf32>, %b: tensor<1x1x2x6xf32>) -> tensor<1x5x5x6xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 4294967296, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x2xf32>, tensor<1x1x2x6xf32>) -> tensor<1x5x5x6xf32>
  return %0 : tensor<1x5x5x6xf32>
}
