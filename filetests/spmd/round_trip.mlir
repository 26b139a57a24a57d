// collectives: all_reduce 1
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=4]>}"}, mhlo.num_partitions = 4 : i32} {
  func.func public @main(%a: tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}, {}]>"}}) -> (tensor<8x4xf32>, tensor<2x4xf32>) {
    %0 = stablehlo.custom_call @Sharding(%a) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22, ?}, {?}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.add %0, %a : tensor<8x4xf32>
    %2 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>"}} : (tensor<8x4xf32>) -> tensor<2x4xf32>
    %3 = call @xla.sdy.manual_computation_body(%2) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%3) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}, {}]>]>"}} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %5, %4 : tensor<8x4xf32>, tensor<2x4xf32>
  }
  func.func @xla.sdy.manual_computation_body(%p: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%s: tensor<f32>, %t: tensor<f32>):
      %u = stablehlo.add %s, %t : tensor<f32>
      stablehlo.return %u : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func public @whole(%a: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<2x4xf32>) {
    %0 = stablehlo.add %a, %a : tensor<8x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    return %0, %2 : tensor<8x4xf32>, tensor<2x4xf32>
  }
}
