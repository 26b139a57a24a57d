// Parts that are no power of two, in f64.

module @jit_odd_sizes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<72x72xf64>, %arg1: tensor<72xf64>) -> (tensor<72xf64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c, %iterArg_1 = %arg1) : tensor<72x72xf64>, tensor<i64>, tensor<72xf64>
    cond {
      %c_2 = stablehlo.constant dense<5> : tensor<i64>
      %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.dot_general %iterArg, %iterArg_1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<72x72xf64>, tensor<72xf64>) -> tensor<72xf64>
      %cst = stablehlo.constant dense<1.000000e-01> : tensor<f64>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<72xf64>
      %3 = stablehlo.multiply %2, %1 : tensor<72xf64>
      %4 = stablehlo.sine %3 : tensor<72xf64>
      %5 = stablehlo.add %4, %iterArg_1 : tensor<72xf64>
      %c_2 = stablehlo.constant dense<1> : tensor<i64>
      %6 = stablehlo.add %iterArg_0, %c_2 : tensor<i64>
      stablehlo.return %iterArg, %6, %5 : tensor<72x72xf64>, tensor<i64>, tensor<72xf64>
    }
    return %0#2 : tensor<72xf64>
  }
}
