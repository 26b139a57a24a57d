// No step at all, one step, and sizes of 0 and 1.

module @jit_few_steps attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<0xf32>, %arg1: tensor<1xf32>, %arg2: tensor<256xf32>, %arg3: tensor<i32>) -> (tensor<0xf32> {jax.result_info = "result[0]"}, tensor<1xf32> {jax.result_info = "result[1]"}, tensor<256xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.minimum %arg3, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:5 = stablehlo.while(%iterArg = %c_0, %iterArg_5 = %0, %iterArg_6 = %arg0, %iterArg_7 = %arg1, %iterArg_8 = %arg2) : tensor<i32>, tensor<i32>, tensor<0xf32>, tensor<1xf32>, tensor<256xf32>
    cond {
      %6 = stablehlo.compare LT, %iterArg, %iterArg_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_9 : tensor<i32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0xf32>
      %8 = stablehlo.add %iterArg_6, %7 : tensor<0xf32>
      %9 = stablehlo.tanh %iterArg_7 : tensor<1xf32>
      %10 = stablehlo.cosine %iterArg_8 : tensor<256xf32>
      %11 = stablehlo.broadcast_in_dim %iterArg_7, dims = [0] : (tensor<1xf32>) -> tensor<256xf32>
      %12 = stablehlo.add %10, %11 : tensor<256xf32>
      stablehlo.return %6, %iterArg_5, %8, %9, %12 : tensor<i32>, tensor<i32>, tensor<0xf32>, tensor<1xf32>, tensor<256xf32>
    }
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.minimum %arg3, %c_1 : tensor<i32>
    %c_2 = stablehlo.constant dense<128> : tensor<i32>
    %3 = call @floor_divide(%2, %c_2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %c_3, %3 : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %5:5 = stablehlo.while(%iterArg = %c_4, %iterArg_5 = %4, %iterArg_6 = %1#2, %iterArg_7 = %1#3, %iterArg_8 = %1#4) : tensor<i32>, tensor<i32>, tensor<0xf32>, tensor<1xf32>, tensor<256xf32>
    cond {
      %6 = stablehlo.compare LT, %iterArg, %iterArg_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_9 : tensor<i32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0xf32>
      %8 = stablehlo.add %iterArg_6, %7 : tensor<0xf32>
      %9 = stablehlo.tanh %iterArg_7 : tensor<1xf32>
      %10 = stablehlo.cosine %iterArg_8 : tensor<256xf32>
      %11 = stablehlo.broadcast_in_dim %iterArg_7, dims = [0] : (tensor<1xf32>) -> tensor<256xf32>
      %12 = stablehlo.add %10, %11 : tensor<256xf32>
      stablehlo.return %6, %iterArg_5, %8, %9, %12 : tensor<i32>, tensor<i32>, tensor<0xf32>, tensor<1xf32>, tensor<256xf32>
    }
    return %5#2, %5#3, %5#4 : tensor<0xf32>, tensor<1xf32>, tensor<256xf32>
  }
  func.func private @floor_divide(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.divide %arg0, %0 : tensor<i32>
    %2 = stablehlo.sign %arg0 : tensor<i32>
    %3 = stablehlo.sign %0 : tensor<i32>
    %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.remainder %arg0, %0 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare NE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %4, %6 : tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.subtract %1, %c_0 : tensor<i32>
    %9 = call @_where(%7, %8, %1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
