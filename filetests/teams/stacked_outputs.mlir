// The same with inputs and stacked outputs, whose parts are each thread's own.

module @jit_stacked_outputs attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<5x64xf32>, %arg2: tensor<64xf32>) -> (tensor<64xf32> {jax.result_info = "result[0]"}, tensor<5x64xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %c, %iterArg_2 = %arg2, %iterArg_3 = %0) : tensor<5x64xf32>, tensor<64x64xf32>, tensor<i32>, tensor<64xf32>, tensor<5x64xf32>
    cond {
      %c_4 = stablehlo.constant dense<5> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<5x64xf32>, tensor<i32>) -> tensor<64xf32>
      %3 = stablehlo.dot_general %iterArg_0, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
      %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %5 = stablehlo.multiply %4, %3 : tensor<64xf32>
      %6 = stablehlo.add %5, %2 : tensor<64xf32>
      %7 = stablehlo.tanh %6 : tensor<64xf32>
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<64xf32>
      %10 = func.call @dynamic_update_index_in_dim(%iterArg_3, %9, %iterArg_1) : (tensor<5x64xf32>, tensor<64xf32>, tensor<i32>) -> tensor<5x64xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %11, %7, %10 : tensor<5x64xf32>, tensor<64x64xf32>, tensor<i32>, tensor<64xf32>, tensor<5x64xf32>
    }
    return %1#3, %1#4 : tensor<64xf32>, tensor<5x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x64xf32>, %arg1: tensor<i32>) -> tensor<64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 64] : (tensor<5x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64xf32>) -> tensor<64xf32>
    return %1 : tensor<64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<i32>) -> tensor<5x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<5x64xf32>
    return %1 : tensor<5x64xf32>
  }
}
