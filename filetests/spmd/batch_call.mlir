// collectives: 
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%x: tensor<4x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %0 = stablehlo.custom_call @Qr(%x) {api_version = 4 : i32, backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}} : (tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
    return %0 : tensor<4x3x3xf32>
  }
  func.func public @whole(%x: tensor<4x3x3xf32>) -> tensor<4x3x3xf32> {
    %0 = stablehlo.custom_call @Qr(%x) {api_version = 4 : i32, backend_config = {}} : (tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
    return %0 : tensor<4x3x3xf32>
  }
}
