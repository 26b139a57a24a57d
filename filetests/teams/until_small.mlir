// The end depends on a sum over what the threads have written.

module @jit_until_small attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300xf32>, %arg1: tensor<300xf32>) -> (tensor<300xf32> {jax.result_info = "result[0]"}, tensor<300xf32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %c) : tensor<300xf32>, tensor<300xf32>, tensor<i32>
    cond {
      %1 = stablehlo.abs %iterArg : tensor<300xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
      %3 = stablehlo.abs %iterArg_0 : tensor<300xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.reduce(%3 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
      %5 = stablehlo.add %2, %4 : tensor<f32>
      %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.compare GT, %5, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %cst = stablehlo.constant dense<8.000000e-01> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %2 = stablehlo.multiply %1, %iterArg : tensor<300xf32>
      %3 = func.call @_roll_static(%iterArg_0) : (tensor<300xf32>) -> tensor<300xf32>
      %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %5 = stablehlo.multiply %4, %3 : tensor<300xf32>
      %6 = stablehlo.add %2, %5 : tensor<300xf32>
      %7 = stablehlo.reverse %iterArg_0, dims = [0] : tensor<300xf32>
      %cst_3 = stablehlo.constant dense<0.699999988> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<300xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<300xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
      stablehlo.return %6, %9, %10 : tensor<300xf32>, tensor<300xf32>, tensor<i32>
    }
    return %0#0, %0#1, %0#2 : tensor<300xf32>, tensor<300xf32>, tensor<i32>
  }
  func.func private @_roll_static(%arg0: tensor<300xf32>) -> tensor<300xf32> {
    %0 = stablehlo.slice %arg0 [297:300] : (tensor<300xf32>) -> tensor<3xf32>
    %1 = stablehlo.slice %arg0 [0:297] : (tensor<300xf32>) -> tensor<297xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3xf32>, tensor<297xf32>) -> tensor<300xf32>
    return %2 : tensor<300xf32>
  }
}
