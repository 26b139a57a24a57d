// Tasks write the state in another order than they read it.

module @jit_turned_state attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x128xf32>, %arg1: tensor<128xf32>) -> (tensor<128xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c, %iterArg_1 = %arg1) : tensor<128x128xf32>, tensor<i32>, tensor<128xf32>
    cond {
      %c_2 = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.dot_general %iterArg, %iterArg_1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128xf32>
      %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128xf32>
      %3 = stablehlo.multiply %2, %1 : tensor<128xf32>
      %4 = stablehlo.tanh %3 : tensor<128xf32>
      %5 = stablehlo.reverse %4, dims = [0] : tensor<128xf32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
      stablehlo.return %iterArg, %6, %5 : tensor<128x128xf32>, tensor<i32>, tensor<128xf32>
    }
    return %0#2 : tensor<128xf32>
  }
}
