// Gates of a batch: a product, and what is done with parts of its results.

module @jit_gates attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x96xf32>, %arg1: tensor<32x96xf32>, %arg2: tensor<3x4x32xf32>, %arg3: tensor<4x32xf32>) -> (tensor<4x32xf32> {jax.result_info = "result[0]"}, tensor<3x4x32xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:6 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %c, %iterArg_3 = %arg3, %iterArg_4 = %0) : tensor<3x4x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<i32>, tensor<4x32xf32>, tensor<3x4x32xf32>
    cond {
      %c_5 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<3x4x32xf32>, tensor<i32>) -> tensor<4x32xf32>
      %3 = stablehlo.dot_general %2, %iterArg_0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<32x96xf32>) -> tensor<4x96xf32>
      %4 = stablehlo.dot_general %iterArg_3, %iterArg_1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32xf32>, tensor<32x96xf32>) -> tensor<4x96xf32>
      %5 = stablehlo.add %3, %4 : tensor<4x96xf32>
      %6 = stablehlo.slice %5 [0:4, 0:32] : (tensor<4x96xf32>) -> tensor<4x32xf32>
      %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %8 = stablehlo.multiply %7, %6 : tensor<4x32xf32>
      %9 = stablehlo.negate %8 : tensor<4x32xf32>
      %10 = stablehlo.exponential %9 : tensor<4x32xf32>
      %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %12 = stablehlo.add %11, %10 : tensor<4x32xf32>
      %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %14 = stablehlo.divide %13, %12 : tensor<4x32xf32>
      %15 = stablehlo.add %3, %4 : tensor<4x96xf32>
      %16 = stablehlo.slice %15 [0:4, 32:64] : (tensor<4x96xf32>) -> tensor<4x32xf32>
      %17 = stablehlo.negate %16 : tensor<4x32xf32>
      %18 = stablehlo.exponential %17 : tensor<4x32xf32>
      %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %20 = stablehlo.add %19, %18 : tensor<4x32xf32>
      %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %22 = stablehlo.divide %21, %20 : tensor<4x32xf32>
      %23 = stablehlo.slice %3 [0:4, 64:96] : (tensor<4x96xf32>) -> tensor<4x32xf32>
      %24 = stablehlo.slice %4 [0:4, 64:96] : (tensor<4x96xf32>) -> tensor<4x32xf32>
      %25 = stablehlo.multiply %14, %24 : tensor<4x32xf32>
      %26 = stablehlo.add %23, %25 : tensor<4x32xf32>
      %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %28 = stablehlo.multiply %27, %26 : tensor<4x32xf32>
      %29 = stablehlo.tanh %28 : tensor<4x32xf32>
      %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %30 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %31 = stablehlo.subtract %30, %22 : tensor<4x32xf32>
      %32 = stablehlo.multiply %31, %29 : tensor<4x32xf32>
      %33 = stablehlo.multiply %22, %iterArg_3 : tensor<4x32xf32>
      %34 = stablehlo.add %32, %33 : tensor<4x32xf32>
      %35 = func.call @dynamic_update_index_in_dim(%iterArg_4, %29, %iterArg_2) : (tensor<3x4x32xf32>, tensor<4x32xf32>, tensor<i32>) -> tensor<3x4x32xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg_2, %c_12 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %36, %34, %35 : tensor<3x4x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<i32>, tensor<4x32xf32>, tensor<3x4x32xf32>
    }
    return %1#4, %1#5 : tensor<4x32xf32>, tensor<3x4x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4x32xf32>, %arg1: tensor<i32>) -> tensor<4x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4, 32] : (tensor<3x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x32xf32>) -> tensor<4x32xf32>
    return %1 : tensor<4x32xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x4x32xf32>, %arg1: tensor<4x32xf32>, %arg2: tensor<i32>) -> tensor<3x4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4x32xf32>) -> tensor<1x4x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x4x32xf32>, tensor<1x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x32xf32>
    return %1 : tensor<3x4x32xf32>
  }
}
