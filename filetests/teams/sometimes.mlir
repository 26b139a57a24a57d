// A step that is not always done.

module @jit_sometimes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<9xf32>) -> (tensor<64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:5 = stablehlo.while(%iterArg = %arg2, %iterArg_1 = %arg0, %iterArg_2 = %c_0, %iterArg_3 = %c, %iterArg_4 = %arg1) : tensor<9xf32>, tensor<64x64xf32>, tensor<i32>, tensor<i32>, tensor<64xf32>
    cond {
      %c_5 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_3, %c_5 : tensor<i32>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.convert %iterArg_3 : tensor<i32>
      %c_7 = stablehlo.constant dense<9> : tensor<i32>
      %4 = stablehlo.add %3, %c_7 : tensor<i32>
      %5 = stablehlo.select %2, %4, %iterArg_3 : tensor<i1>, tensor<i32>
      %6 = stablehlo.dynamic_slice %iterArg, %5, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
      %7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.compare GT, %7, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %9 = stablehlo.convert %8 : (tensor<i1>) -> tensor<i32>
      %10 = "stablehlo.case"(%9) ({
        %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
        %12 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
        %13 = stablehlo.multiply %iterArg_4, %12 : tensor<64xf32>
        %14 = func.call @_roll_static(%iterArg_4) : (tensor<64xf32>) -> tensor<64xf32>
        %15 = stablehlo.add %13, %14 : tensor<64xf32>
        stablehlo.return %15 : tensor<64xf32>
      }, {
        %12 = stablehlo.dot_general %iterArg_1, %iterArg_4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
        %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %13 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
        %14 = stablehlo.multiply %13, %12 : tensor<64xf32>
        %15 = stablehlo.tanh %14 : tensor<64xf32>
        stablehlo.return %15 : tensor<64xf32>
      }) : (tensor<i32>) -> tensor<64xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg_2, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %11, %1, %10 : tensor<9xf32>, tensor<64x64xf32>, tensor<i32>, tensor<i32>, tensor<64xf32>
    }
    return %0#4 : tensor<64xf32>
  }
  func.func private @_roll_static(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.slice %arg0 [57:64] : (tensor<64xf32>) -> tensor<7xf32>
    %1 = stablehlo.slice %arg0 [0:57] : (tensor<64xf32>) -> tensor<57xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<7xf32>, tensor<57xf32>) -> tensor<64xf32>
    return %2 : tensor<64xf32>
  }
}
