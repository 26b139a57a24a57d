// Branches, of which a value decides that all threads know.

module @jit_branches attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<500xf32>, %arg1: tensor<30x500xf32>) -> (tensor<500xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0:5 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %c_1, %iterArg_3 = %c, %iterArg_4 = %arg0, %iterArg_5 = %c_0) : tensor<30x500xf32>, tensor<i32>, tensor<i32>, tensor<500xf32>, tensor<i32>
    cond {
      %c_6 = stablehlo.constant dense<30> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_2, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
      %c_7 = stablehlo.constant dense<3> : tensor<i32>
      %2 = func.call @remainder(%iterArg_5, %c_7) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %3 = stablehlo.convert %2 : tensor<i32>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %c_9 = stablehlo.constant dense<2> : tensor<i32>
      %4 = stablehlo.clamp %c_8, %3, %c_9 : tensor<i32>
      %5 = "stablehlo.case"(%4) ({
        %23 = stablehlo.sine %iterArg_4 : tensor<500xf32>
        stablehlo.return %23 : tensor<500xf32>
      }, {
        %23 = stablehlo.reverse %iterArg_4, dims = [0] : tensor<500xf32>
        %cst_20 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
        %24 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<500xf32>
        %25 = stablehlo.multiply %23, %24 : tensor<500xf32>
        stablehlo.return %25 : tensor<500xf32>
      }, {
        %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %23 = stablehlo.reduce(%iterArg_4 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<500xf32>, tensor<f32>) -> tensor<f32>
        %cst_21 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
        %24 = stablehlo.multiply %23, %cst_21 : tensor<f32>
        %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<500xf32>
        %26 = stablehlo.add %iterArg_4, %25 : tensor<500xf32>
        stablehlo.return %26 : tensor<500xf32>
      }) : (tensor<i32>) -> tensor<500xf32>
      %6 = stablehlo.convert %iterArg_3 : tensor<i32>
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %7 = stablehlo.compare LT, %6, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_11 = stablehlo.constant dense<30> : tensor<i32>
      %8 = stablehlo.add %6, %c_11 : tensor<i32>
      %9 = stablehlo.select %7, %8, %6 : tensor<i1>, tensor<i32>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.compare LT, %c_12, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_14 = stablehlo.constant dense<0> : tensor<i32>
      %c_15 = stablehlo.constant dense<500> : tensor<i32>
      %11 = stablehlo.add %c_14, %c_15 : tensor<i32>
      %c_16 = stablehlo.constant dense<0> : tensor<i32>
      %12 = stablehlo.select %10, %11, %c_16 : tensor<i1>, tensor<i32>
      %13 = stablehlo.dynamic_slice %iterArg, %9, %12, sizes = [1, 500] : (tensor<30x500xf32>, tensor<i32>, tensor<i32>) -> tensor<1x500xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x500xf32>) -> tensor<500xf32>
      %15 = stablehlo.add %5, %14 : tensor<500xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %16 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<500xf32>, tensor<f32>) -> tensor<f32>
      %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.compare GT, %16, %cst_17, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %18 = stablehlo.convert %17 : (tensor<i1>) -> tensor<i32>
      %19 = stablehlo.convert %iterArg_5 : tensor<i32>
      %20 = stablehlo.add %19, %18 : tensor<i32>
      %c_18 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %20, %c_18 : tensor<i32>
      %c_19 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %iterArg_2, %c_19 : tensor<i32>
      stablehlo.return %iterArg, %22, %1, %15, %21 : tensor<30x500xf32>, tensor<i32>, tensor<i32>, tensor<500xf32>, tensor<i32>
    }
    return %0#3, %0#4 : tensor<500xf32>, tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = call @_where(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
