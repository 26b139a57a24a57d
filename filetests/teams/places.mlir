// Three that change places, integers.

module @jit_places attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xui32>, %arg1: tensor<1000xui32>, %arg2: tensor<1000xui32>) -> (tensor<1000xui32> {jax.result_info = "result[0]"}, tensor<1000xui32> {jax.result_info = "result[1]"}, tensor<1000xui32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2) : tensor<i32>, tensor<1000xui32>, tensor<1000xui32>, tensor<1000xui32>
    cond {
      %c_3 = stablehlo.constant dense<20> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1664525> : tensor<ui32>
      %1 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<1000xui32>
      %2 = stablehlo.multiply %iterArg_0, %1 : tensor<1000xui32>
      %c_4 = stablehlo.constant dense<1013904223> : tensor<ui32>
      %3 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<1000xui32>
      %4 = stablehlo.add %2, %3 : tensor<1000xui32>
      %c_5 = stablehlo.constant dense<7> : tensor<ui32>
      %5 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<1000xui32>
      %6 = stablehlo.shift_right_logical %iterArg_1, %5 : tensor<1000xui32>
      %7 = stablehlo.xor %4, %6 : tensor<1000xui32>
      %8 = func.call @_roll_static(%iterArg_2) : (tensor<1000xui32>) -> tensor<1000xui32>
      %9 = stablehlo.xor %7, %8 : tensor<1000xui32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg, %c_6 : tensor<i32>
      stablehlo.return %10, %iterArg_1, %iterArg_2, %9 : tensor<i32>, tensor<1000xui32>, tensor<1000xui32>, tensor<1000xui32>
    }
    return %0#1, %0#2, %0#3 : tensor<1000xui32>, tensor<1000xui32>, tensor<1000xui32>
  }
  func.func private @_roll_static(%arg0: tensor<1000xui32>) -> tensor<1000xui32> {
    %0 = stablehlo.slice %arg0 [995:1000] : (tensor<1000xui32>) -> tensor<5xui32>
    %1 = stablehlo.slice %arg0 [0:995] : (tensor<1000xui32>) -> tensor<995xui32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<5xui32>, tensor<995xui32>) -> tensor<1000xui32>
    return %2 : tensor<1000xui32>
  }
}
