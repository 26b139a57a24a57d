// Complex numbers, bf16 and booleans.

module @jit_element_types attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<96xcomplex<f32>>, %arg1: tensor<96xbf16>, %arg2: tensor<96xi1>) -> (tensor<96xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<96xbf16> {jax.result_info = "result[1]"}, tensor<96xi1> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2) : tensor<i32>, tensor<96xcomplex<f32>>, tensor<96xbf16>, tensor<96xi1>
    cond {
      %c_3 = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %cst = stablehlo.constant dense<(0.899999976,1.000000e-01)> : tensor<complex<f32>>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<96xcomplex<f32>>
      %2 = stablehlo.multiply %iterArg_0, %1 : tensor<96xcomplex<f32>>
      %3 = func.call @_roll_static(%iterArg_0) : (tensor<96xcomplex<f32>>) -> tensor<96xcomplex<f32>>
      %4 = stablehlo.add %2, %3 : tensor<96xcomplex<f32>>
      %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
      %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<96xbf16>
      %6 = stablehlo.multiply %iterArg_1, %5 : tensor<96xbf16>
      %7 = stablehlo.reverse %iterArg_1, dims = [0] : tensor<96xbf16>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %8 = func.call @_where(%iterArg_2, %7, %c_4) : (tensor<96xi1>, tensor<96xbf16>, tensor<i32>) -> tensor<96xbf16>
      %9 = stablehlo.add %6, %8 : tensor<96xbf16>
      %10 = func.call @_roll_static_0(%iterArg_2) : (tensor<96xi1>) -> tensor<96xi1>
      %11 = stablehlo.not %10 : tensor<96xi1>
      %12 = stablehlo.real %iterArg_0 : (tensor<96xcomplex<f32>>) -> tensor<96xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<96xf32>
      %14 = stablehlo.compare GT, %12, %13, FLOAT : (tensor<96xf32>, tensor<96xf32>) -> tensor<96xi1>
      %15 = stablehlo.xor %11, %14 : tensor<96xi1>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.add %iterArg, %c_6 : tensor<i32>
      stablehlo.return %16, %4, %9, %15 : tensor<i32>, tensor<96xcomplex<f32>>, tensor<96xbf16>, tensor<96xi1>
    }
    return %0#1, %0#2, %0#3 : tensor<96xcomplex<f32>>, tensor<96xbf16>, tensor<96xi1>
  }
  func.func private @_roll_static(%arg0: tensor<96xcomplex<f32>>) -> tensor<96xcomplex<f32>> {
    %0 = stablehlo.slice %arg0 [95:96] : (tensor<96xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %1 = stablehlo.slice %arg0 [0:95] : (tensor<96xcomplex<f32>>) -> tensor<95xcomplex<f32>>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xcomplex<f32>>, tensor<95xcomplex<f32>>) -> tensor<96xcomplex<f32>>
    return %2 : tensor<96xcomplex<f32>>
  }
  func.func private @_where(%arg0: tensor<96xi1>, %arg1: tensor<96xbf16>, %arg2: tensor<i32>) -> tensor<96xbf16> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<96xbf16>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<96xi1>, tensor<96xbf16>
    return %2 : tensor<96xbf16>
  }
  func.func private @_roll_static_0(%arg0: tensor<96xi1>) -> tensor<96xi1> {
    %0 = stablehlo.slice %arg0 [95:96] : (tensor<96xi1>) -> tensor<1xi1>
    %1 = stablehlo.slice %arg0 [0:95] : (tensor<96xi1>) -> tensor<95xi1>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi1>, tensor<95xi1>) -> tensor<96xi1>
    return %2 : tensor<96xi1>
  }
}
