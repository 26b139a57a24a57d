// collectives: all_gather 7, all_reduce 1
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%x: tensor<4x8x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {"y"}]>}, %k: tensor<3x3x4x6xf32>)
      -> (tensor<4x8x8x6xf32>, tensor<4x4x4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<4x8x8x6xf32>
    %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%x, %m) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<4x8x8x4xf32>, tensor<f32>) -> tensor<4x4x4x4xf32>
    %2 = stablehlo.reduce(%1 init: %m) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<4x4x4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %3 = stablehlo.reduce(%2 init: %m) applies stablehlo.maximum across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0, %1, %2, %3 : tensor<4x8x8x6xf32>, tensor<4x4x4x4xf32>, tensor<4x4xf32>, tensor<4xf32>
  }
}
