// Sizes that do not split, empty and scalar tensors, a group, priorities, a mesh of one axis over all.
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @one = <["a"=4]>
  func.func public @main(%x: tensor<3x5xf32>, %e: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %s: tensor<f32>, %m: tensor<4x4xi1> {sdy.sharding = #sdy.sharding<@one, [{}, {"a"}]>})
      -> (tensor<3x5xf32>, tensor<0x4xf32>, tensor<f32>, tensor<4xi1>, tensor<4x4xi1>) {
    %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {"y"}]> : tensor<3x5xf32>
    %1 = stablehlo.add %0, %0 : tensor<3x5xf32>
    %2 = stablehlo.add %e, %e : tensor<0x4xf32>
    %z = stablehlo.constant dense<0.5> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x4xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.add %3, %s : tensor<f32>
    %t = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.reduce(%m init: %t) applies stablehlo.and across dimensions = [1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<4xi1>
    %6 = stablehlo.not %m : tensor<4x4xi1>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"x", ?}p1, {?}p2]> : tensor<4x4xi1>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<4x4xi1>) -> tensor<4x4xi1>
    sdy.sharding_group %8 group_id=0 : tensor<4x4xi1>
    sdy.sharding_group %6 group_id=0 : tensor<4x4xi1>
    return %1, %2, %4, %5, %8 : tensor<3x5xf32>, tensor<0x4xf32>, tensor<f32>, tensor<4xi1>, tensor<4x4xi1>
  }
}
