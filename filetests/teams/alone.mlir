// Sorted, scattered and gathered in every step: what one thread does alone.

module @jit_alone attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<64xi32>) -> (tensor<64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<64xi32>, tensor<i32>, tensor<i32>, tensor<64xf32>
    cond {
      %c_4 = stablehlo.constant dense<10> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg_2, %c_4 : tensor<i32>
      %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %3 = stablehlo.multiply %iterArg_3, %2 : tensor<64xf32>
      %cst_5 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %5 = stablehlo.multiply %iterArg_3, %4 : tensor<64xf32>
      %6 = stablehlo.floor %5 : tensor<64xf32>
      %7 = stablehlo.subtract %3, %6 : tensor<64xf32>
      %8 = func.call @sort(%7) : (tensor<64xf32>) -> tensor<64xf32>
      %9 = stablehlo.convert %iterArg_2 : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i32>) -> tensor<64xi32>
      %11 = stablehlo.add %iterArg, %10 : tensor<64xi32>
      %12 = stablehlo.abs %11 : tensor<64xi32>
      %c_6 = stablehlo.constant dense<64> : tensor<i32>
      %13 = func.call @remainder(%12, %c_6) : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
      %c_7 = stablehlo.constant dense<0> : tensor<i32>
      %14 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<64xi32>
      %15 = stablehlo.compare LT, %13, %14, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
      %c_8 = stablehlo.constant dense<64> : tensor<i32>
      %16 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<64xi32>
      %17 = stablehlo.add %13, %16 : tensor<64xi32>
      %18 = stablehlo.select %15, %17, %13 : tensor<64xi1>, tensor<64xi32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
      %cst_9 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %21 = "stablehlo.scatter"(%8, %19, %20) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %36 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %36 : tensor<f32>
      }) : (tensor<64xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<64xf32>
      %22 = stablehlo.abs %iterArg : tensor<64xi32>
      %c_10 = stablehlo.constant dense<64> : tensor<i32>
      %23 = func.call @remainder(%22, %c_10) : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<64xi32>
      %25 = stablehlo.compare LT, %23, %24, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
      %c_12 = stablehlo.constant dense<64> : tensor<i32>
      %26 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<64xi32>
      %27 = stablehlo.add %23, %26 : tensor<64xi32>
      %28 = stablehlo.select %25, %27, %23 : tensor<64xi1>, tensor<64xi32>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
      %30 = "stablehlo.gather"(%21, %29) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<64xf32>, tensor<64x1xi32>) -> tensor<64xf32>
      %31 = func.call @cumsum(%8) : (tensor<64xf32>) -> tensor<64xf32>
      %cst_13 = stablehlo.constant dense<0.00999999977> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %33 = stablehlo.multiply %31, %32 : tensor<64xf32>
      %34 = stablehlo.add %30, %33 : tensor<64xf32>
      %c_14 = stablehlo.constant dense<1> : tensor<i32>
      %35 = stablehlo.add %iterArg_1, %c_14 : tensor<i32>
      stablehlo.return %iterArg, %35, %1, %34 : tensor<64xi32>, tensor<i32>, tensor<i32>, tensor<64xf32>
    }
    return %0#3 : tensor<64xf32>
  }
  func.func private @sort(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<64xf32>) -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
  func.func private @remainder(%arg0: tensor<64xi32>, %arg1: tensor<i32>) -> tensor<64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<64xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<64xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<64xi1>, tensor<64xi1>) -> tensor<64xi1>
    %12 = stablehlo.and %11, %6 : tensor<64xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %14 = stablehlo.add %4, %13 : tensor<64xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<64xi1>, tensor<64xi32>
    return %15 : tensor<64xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @cumsum(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<64xf32>) -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<64xf32>) -> tensor<64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<[[63, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 64>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    return %1 : tensor<64xf32>
  }
}
