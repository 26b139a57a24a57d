// A loop in a loop, whose state is read one place further.

module @jit_nested attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256xf32>) -> (tensor<256xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<i32>, tensor<i32>, tensor<256xf32>
    cond {
      %c_3 = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %2:3 = stablehlo.while(%iterArg_6 = %c_4, %iterArg_7 = %iterArg_1, %iterArg_8 = %iterArg_2) : tensor<i32>, tensor<i32>, tensor<256xf32>
      cond {
        %6 = stablehlo.compare LT, %iterArg_6, %iterArg_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %6 : tensor<i1>
      } do {
        %c_9 = stablehlo.constant dense<1> : tensor<i32>
        %6 = stablehlo.add %iterArg_6, %c_9 : tensor<i32>
        %7 = stablehlo.tanh %iterArg_8 : tensor<256xf32>
        %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
        %8 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
        %9 = stablehlo.multiply %8, %7 : tensor<256xf32>
        %10 = func.call @_roll_static(%iterArg_8) : (tensor<256xf32>) -> tensor<256xf32>
        %cst_11 = stablehlo.constant dense<4.000000e-01> : tensor<f32>
        %11 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256xf32>
        %12 = stablehlo.multiply %11, %10 : tensor<256xf32>
        %13 = stablehlo.add %9, %12 : tensor<256xf32>
        %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %14 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<256xf32>
        %15 = stablehlo.add %13, %14 : tensor<256xf32>
        stablehlo.return %6, %iterArg_7, %15 : tensor<i32>, tensor<i32>, tensor<256xf32>
      }
      %cst = stablehlo.constant dense<1.010000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
      %4 = stablehlo.multiply %2#2, %3 : tensor<256xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_5 : tensor<i32>
      stablehlo.return %5, %1, %4 : tensor<i32>, tensor<i32>, tensor<256xf32>
    }
    return %0#2 : tensor<256xf32>
  }
  func.func private @_roll_static(%arg0: tensor<256xf32>) -> tensor<256xf32> {
    %0 = stablehlo.slice %arg0 [255:256] : (tensor<256xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [0:255] : (tensor<256xf32>) -> tensor<255xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<255xf32>) -> tensor<256xf32>
    return %2 : tensor<256xf32>
  }
}
