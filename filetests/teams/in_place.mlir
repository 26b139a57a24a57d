// Rows and columns of what is updated in place.

module @jit_in_place attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24x24xf32>) -> (tensor<24x24xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i32>, tensor<i32>, tensor<24x24xf32>
    cond {
      %c_3 = stablehlo.constant dense<24> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
      %2 = stablehlo.convert %iterArg_1 : tensor<i32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %3 = stablehlo.compare LT, %c_4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %c_7 = stablehlo.constant dense<24> : tensor<i32>
      %4 = stablehlo.add %c_6, %c_7 : tensor<i32>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %5 = stablehlo.select %3, %4, %c_8 : tensor<i1>, tensor<i32>
      %c_9 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.compare LT, %2, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_10 = stablehlo.constant dense<24> : tensor<i32>
      %7 = stablehlo.add %2, %c_10 : tensor<i32>
      %8 = stablehlo.select %6, %7, %2 : tensor<i1>, tensor<i32>
      %9 = stablehlo.dynamic_slice %iterArg_2, %5, %8, sizes = [24, 1] : (tensor<24x24xf32>, tensor<i32>, tensor<i32>) -> tensor<24x1xf32>
      %10 = stablehlo.reshape %9 : (tensor<24x1xf32>) -> tensor<24xf32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<24xf32>) -> tensor<24x1xf32>
      %12 = stablehlo.convert %iterArg_1 : tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %13 = stablehlo.compare LT, %12, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_12 = stablehlo.constant dense<24> : tensor<i32>
      %14 = stablehlo.add %12, %c_12 : tensor<i32>
      %15 = stablehlo.select %13, %14, %12 : tensor<i1>, tensor<i32>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %c_14 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.compare LT, %c_13, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_15 = stablehlo.constant dense<0> : tensor<i32>
      %c_16 = stablehlo.constant dense<24> : tensor<i32>
      %17 = stablehlo.add %c_15, %c_16 : tensor<i32>
      %c_17 = stablehlo.constant dense<0> : tensor<i32>
      %18 = stablehlo.select %16, %17, %c_17 : tensor<i1>, tensor<i32>
      %19 = stablehlo.dynamic_slice %iterArg_2, %15, %18, sizes = [1, 24] : (tensor<24x24xf32>, tensor<i32>, tensor<i32>) -> tensor<1x24xf32>
      %20 = stablehlo.reshape %19 : (tensor<1x24xf32>) -> tensor<24xf32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [1] : (tensor<24xf32>) -> tensor<1x24xf32>
      %22 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<24x1xf32>) -> tensor<24x24xf32>
      %23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<24x24xf32>
      %24 = stablehlo.add %22, %23 : tensor<24x24xf32>
      %25 = stablehlo.minimum %iterArg_2, %24 : tensor<24x24xf32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %26 = stablehlo.add %iterArg, %c_18 : tensor<i32>
      stablehlo.return %26, %1, %25 : tensor<i32>, tensor<i32>, tensor<24x24xf32>
    }
    return %0#2 : tensor<24x24xf32>
  }
}
