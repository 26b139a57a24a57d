// collectives: all_gather 8, all_reduce 1
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func public @main(%x: tensor<4x6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y", "z"}]>},
      %w: tensor<4x8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z"}, {"y"}]>})
      -> (tensor<4x6x6xf32>, tensor<24x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}, tensor<6xf32>) {
    %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x6x8xf32>, tensor<4x8x6xf32>) -> tensor<4x6x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x6x6xf32>) -> tensor<24x6xf32>
    %c = stablehlo.constant dense<2.5> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<24x6xf32>, tensor<f32>) -> tensor<6xf32>
    return %0, %1, %2 : tensor<4x6x6xf32>, tensor<24x6xf32>, tensor<6xf32>
  }
}
