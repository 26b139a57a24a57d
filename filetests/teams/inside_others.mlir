// Inside a loop that is not shared, as it calls a routine, and inside a branch.

module @jit_inside_others attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<f32>) -> (tensor<64xf32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %arg1) : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
    cond {
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %7 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7 = func.call @fft(%iterArg_2) : (tensor<64xf32>) -> tensor<64xcomplex<f32>>
      %8 = stablehlo.real %7 : (tensor<64xcomplex<f32>>) -> tensor<64xf32>
      %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %10 = stablehlo.multiply %8, %9 : tensor<64xf32>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %11:3 = stablehlo.while(%iterArg_6 = %iterArg, %iterArg_7 = %c_4, %iterArg_8 = %10) : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      cond {
        %c_9 = stablehlo.constant dense<4> : tensor<i32>
        %13 = stablehlo.compare LT, %iterArg_7, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %13 : tensor<i1>
      } do {
        %13 = stablehlo.dot_general %iterArg_6, %iterArg_8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
        %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %14 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
        %15 = stablehlo.multiply %14, %13 : tensor<64xf32>
        %16 = stablehlo.tanh %15 : tensor<64xf32>
        %c_10 = stablehlo.constant dense<1> : tensor<i32>
        %17 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
        stablehlo.return %iterArg_6, %17, %16 : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      }
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %12, %11#2 : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
    }
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.compare GT, %arg2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %8 = stablehlo.multiply %0#2, %7 : tensor<64xf32>
      stablehlo.return %8 : tensor<64xf32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %7:3 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %c_1, %iterArg_3 = %0#2) : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      cond {
        %c_4 = stablehlo.constant dense<4> : tensor<i32>
        %8 = stablehlo.compare LT, %iterArg_2, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %8 : tensor<i1>
      } do {
        %8 = stablehlo.dot_general %iterArg, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
        %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
        %10 = stablehlo.multiply %9, %8 : tensor<64xf32>
        %11 = stablehlo.tanh %10 : tensor<64xf32>
        %c_5 = stablehlo.constant dense<1> : tensor<i32>
        %12 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
        stablehlo.return %iterArg, %12, %11 : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      }
      stablehlo.return %7#2 : tensor<64xf32>
    }) : (tensor<i32>) -> tensor<64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.compare GT, %arg2, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.convert %4 : (tensor<i1>) -> tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %7:3 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %c_1, %iterArg_3 = %0#2) : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      cond {
        %c_4 = stablehlo.constant dense<4> : tensor<i32>
        %8 = stablehlo.compare LT, %iterArg_2, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %8 : tensor<i1>
      } do {
        %8 = stablehlo.dot_general %iterArg, %iterArg_3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
        %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
        %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
        %10 = stablehlo.multiply %9, %8 : tensor<64xf32>
        %11 = stablehlo.tanh %10 : tensor<64xf32>
        %c_5 = stablehlo.constant dense<1> : tensor<i32>
        %12 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
        stablehlo.return %iterArg, %12, %11 : tensor<64x64xf32>, tensor<i32>, tensor<64xf32>
      }
      stablehlo.return %7#2 : tensor<64xf32>
    }, {
      %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %8 = stablehlo.multiply %0#2, %7 : tensor<64xf32>
      stablehlo.return %8 : tensor<64xf32>
    }) : (tensor<i32>) -> tensor<64xf32>
    return %3, %6 : tensor<64xf32>, tensor<64xf32>
  }
  func.func private @fft(%arg0: tensor<64xf32>) -> tensor<64xcomplex<f32>> {
    %0 = stablehlo.convert %arg0 : (tensor<64xf32>) -> tensor<64xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [64] : (tensor<64xcomplex<f32>>) -> tensor<64xcomplex<f32>>
    return %1 : tensor<64xcomplex<f32>>
  }
}
