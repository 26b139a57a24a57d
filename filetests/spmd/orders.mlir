// collectives: collective_permute 4
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @other = <["a"=4], device_ids=[3, 0, 2, 1]>
  func.func public @main(%x: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %y: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@other, [{"a"}, {}]>})
      -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@other, [{"a"}, {}]>}, tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
    %0 = stablehlo.add %x, %y : tensor<8x4xi32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@other, [{"a"}, {}]>] out_shardings=[<@other, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<2x4xi32>) {
      %2 = stablehlo.negate %p : tensor<2x4xi32>
      sdy.return %2 : tensor<2x4xi32>
    } : (tensor<8x4xi32>) -> tensor<8x4xi32>
    return %0, %1 : tensor<8x4xi32>, tensor<8x4xi32>
  }
  func.func public @whole(%x: tensor<8x4xi32>, %y: tensor<8x4xi32>) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
    %0 = stablehlo.add %x, %y : tensor<8x4xi32>
    %1 = stablehlo.negate %0 : tensor<8x4xi32>
    return %0, %1 : tensor<8x4xi32>, tensor<8x4xi32>
  }
}
