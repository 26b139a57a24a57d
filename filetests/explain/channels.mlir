// Channels of an image are moved last before two convolutions and what is between them, and back behind the second one. Those of an image with
// channels last stay.
//
// TEXT: maximum5: channels turned for maximum + convolution
// TEXT: maximum5: maximum + convolution
// TEXT: convolution6: convolution
// TEXT: convolution7: convolution
// TEXT: convolution6: channels turned back
// NOT: channels turned for convolution
module @jit_channels {
  func.func public @main(%x: tensor<1x32x14x14xf32>, %w: tensor<32x32x3x3xf32>, %y: tensor<1x14x14x32xf32>) -> (tensor<1x32x14x14xf32>, tensor<1x14x14x32xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<1x32x14x14xf32>
    %a = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x32x14x14xf32>, tensor<32x32x3x3xf32>) -> tensor<1x32x14x14xf32>
    %b = stablehlo.maximum %a, %zero : tensor<1x32x14x14xf32>
    %c = stablehlo.convolution(%b, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x32x14x14xf32>, tensor<32x32x3x3xf32>) -> tensor<1x32x14x14xf32>
    %d = stablehlo.convolution(%y, %w) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x14x32xf32>, tensor<32x32x3x3xf32>) -> tensor<1x14x14x32xf32>
    return %c, %d : tensor<1x32x14x14xf32>, tensor<1x14x14x32xf32>
  }
}
