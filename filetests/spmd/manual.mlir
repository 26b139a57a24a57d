// collectives: all_gather 5, all_reduce 1, collective_permute 1
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %b: tensor<16x6xf32>)
      -> (tensor<8x6xf32>, tensor<4x6xf32>, tensor<8x16xf32>) {
    %0:3 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {"y"}]>]
        out_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] manual_axes={"x"} (%p: tensor<8x4xf32>, %q: tensor<4x6xf32>) {
      %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%s: tensor<f32>, %t: tensor<f32>):
        %u = stablehlo.add %s, %t : tensor<f32>
        stablehlo.return %u : tensor<f32>
      }) : (tensor<8x6xf32>) -> tensor<8x6xf32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %3 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
      %4 = stablehlo.reshape %3 : (tensor<6xf32>) -> tensor<1x6xf32>
      %5 = "stablehlo.collective_permute"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
      sdy.return %2, %4, %5 : tensor<8x6xf32>, tensor<1x6xf32>, tensor<8x4xf32>
    } : (tensor<8x16xf32>, tensor<16x6xf32>) -> (tensor<8x6xf32>, tensor<4x6xf32>, tensor<8x16xf32>)
    return %0#0, %0#1, %0#2 : tensor<8x6xf32>, tensor<4x6xf32>, tensor<8x16xf32>
  }
  // What that comes to.
  func.func public @whole(%a: tensor<8x16xf32>, %b: tensor<16x6xf32>) -> (tensor<8x6xf32>, tensor<4x6xf32>, tensor<8x16xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x6xf32>) -> tensor<8x6xf32>
    %1 = stablehlo.reshape %b : (tensor<16x6xf32>) -> tensor<4x4x6xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
    %3 = stablehlo.slice %a [0:8, 12:16] : (tensor<8x16xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.slice %a [0:8, 0:12] : (tensor<8x16xf32>) -> tensor<8x12xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<8x16xf32>
    return %0, %2, %5 : tensor<8x6xf32>, tensor<4x6xf32>, tensor<8x16xf32>
  }
}
