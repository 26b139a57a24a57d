// collectives: all_gather 1, all_reduce 3
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
    %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %3 = sdy.replicated_to_unreduced {"y"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
    %4 = sdy.all_reduce {"y"} %3 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
    %5 = sdy.sharded_to_unreduced [{}, {"x"}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x6xf32>
    %6 = sdy.reduce_scatter [{}, {"x"}] %5 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x6xf32>
    return %2, %4, %6 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>
  }
  func.func public @whole(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    return %0, %0, %a : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x6xf32>
  }
}
