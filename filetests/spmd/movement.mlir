// collectives: all_gather 12, collective_permute 1
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%x: tensor<8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
      -> (tensor<6x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<4x6xi32>, tensor<10x6xi32>, tensor<16x6xi32>, tensor<8x6xi32>, tensor<2x4x6x1xi32>, tensor<48xi32>) {
    %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x6xi32>) -> tensor<6x8xi32>
    %1 = stablehlo.slice %x [2:6, 0:6] : (tensor<8x6xi32>) -> tensor<4x6xi32>
    %c = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.pad %x, %c, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<8x6xi32>, tensor<i32>) -> tensor<10x6xi32>
    %3 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<8x6xi32>, tensor<8x6xi32>) -> tensor<16x6xi32>
    %4 = stablehlo.reverse %x, dims = [1] : tensor<8x6xi32>
    %5 = stablehlo.reshape %x : (tensor<8x6xi32>) -> tensor<2x4x6x1xi32>
    %6 = stablehlo.reshape %x : (tensor<8x6xi32>) -> tensor<48xi32>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<6x8xi32>, tensor<4x6xi32>, tensor<10x6xi32>, tensor<16x6xi32>, tensor<8x6xi32>, tensor<2x4x6x1xi32>, tensor<48xi32>
  }
}
