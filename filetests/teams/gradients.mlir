// A stencil and two sums over it.

module @jit_gradients attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<16x16xf32>) -> tensor<256xf32>
    %2 = stablehlo.reshape %arg0 : (tensor<16x16xf32>) -> tensor<256xf32>
    %3 = stablehlo.dot_general %1, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256xf32>, tensor<256xf32>) -> tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:5 = stablehlo.while(%iterArg = %c, %iterArg_0 = %0, %iterArg_1 = %arg0, %iterArg_2 = %arg0, %iterArg_3 = %3) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<f32>
    cond {
      %c_4 = stablehlo.constant dense<6> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %5 = func.call @_pad(%iterArg_2, %c_4) : (tensor<16x16xf32>, tensor<i32>) -> tensor<18x18xf32>
      %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %7 = stablehlo.multiply %6, %iterArg_2 : tensor<16x16xf32>
      %8 = stablehlo.slice %5 [2:18, 1:17] : (tensor<18x18xf32>) -> tensor<16x16xf32>
      %9 = stablehlo.subtract %7, %8 : tensor<16x16xf32>
      %10 = stablehlo.slice %5 [0:16, 1:17] : (tensor<18x18xf32>) -> tensor<16x16xf32>
      %11 = stablehlo.subtract %9, %10 : tensor<16x16xf32>
      %12 = stablehlo.slice %5 [1:17, 2:18] : (tensor<18x18xf32>) -> tensor<16x16xf32>
      %13 = stablehlo.subtract %11, %12 : tensor<16x16xf32>
      %14 = stablehlo.slice %5 [1:17, 0:16] : (tensor<18x18xf32>) -> tensor<16x16xf32>
      %15 = stablehlo.subtract %13, %14 : tensor<16x16xf32>
      %16 = stablehlo.reshape %iterArg_2 : (tensor<16x16xf32>) -> tensor<256xf32>
      %17 = stablehlo.reshape %15 : (tensor<16x16xf32>) -> tensor<256xf32>
      %18 = stablehlo.dot_general %16, %17, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256xf32>, tensor<256xf32>) -> tensor<f32>
      %cst_6 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %19 = stablehlo.add %18, %cst_6 : tensor<f32>
      %20 = stablehlo.divide %iterArg_3, %19 : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %22 = stablehlo.multiply %21, %iterArg_2 : tensor<16x16xf32>
      %23 = stablehlo.add %iterArg_0, %22 : tensor<16x16xf32>
      %24 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %25 = stablehlo.multiply %24, %15 : tensor<16x16xf32>
      %26 = stablehlo.subtract %iterArg_1, %25 : tensor<16x16xf32>
      %27 = stablehlo.reshape %26 : (tensor<16x16xf32>) -> tensor<256xf32>
      %28 = stablehlo.reshape %26 : (tensor<16x16xf32>) -> tensor<256xf32>
      %29 = stablehlo.dot_general %27, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256xf32>, tensor<256xf32>) -> tensor<f32>
      %cst_7 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
      %30 = stablehlo.add %iterArg_3, %cst_7 : tensor<f32>
      %31 = stablehlo.divide %29, %30 : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
      %33 = stablehlo.multiply %32, %iterArg_2 : tensor<16x16xf32>
      %34 = stablehlo.add %26, %33 : tensor<16x16xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %35 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      stablehlo.return %35, %23, %26, %34, %29 : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<f32>
    }
    return %4#1 : tensor<16x16xf32>
  }
  func.func private @_pad(%arg0: tensor<16x16xf32>, %arg1: tensor<i32>) -> tensor<18x18xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<18x18xf32>
    return %1 : tensor<18x18xf32>
  }
}
