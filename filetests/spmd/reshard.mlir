// collectives: all_gather 9, all_to_all 1
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  sdy.mesh @flat = <["d"=8]>
  func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@flat, [{"d":(4)2}, {"d":(1)2}]>}, tensor<8x16xf32>) {
    %0 = sdy.sharding_constraint %x <@mesh, [{}, {"x"}]> : tensor<8x16xf32>
    %1 = sdy.sharding_constraint %x <@flat, [{"d"}, {}]> : tensor<8x16xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"y", "x"}, {}]> : tensor<8x16xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x":(1)2}, {"x":(2)2, "y"}]> : tensor<8x16xf32>
    %4 = stablehlo.add %3, %0 : tensor<8x16xf32>
    return %0, %2, %3, %4 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
}
