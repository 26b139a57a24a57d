// Two thousand million lines of no element each: the sort went through all of them.
module {
  func.func private @argsort_1(%arg0: tensor<2147483648x0xf32>) -> tensor<2147483648x0xi32> {
    %cst = stablehlo.constant dense<0x4FC00000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.iota dim = 1 : tensor<2147483648x0xi32>
    %1 = stablehlo.reverse %arg0, dims = [1] : tensor<2147483648x0xf32>
    %2 = stablehlo.reverse %0, dims = [1] : tensor<2147483648x0xi32>
    %3:2 = "stablehlo.sort"(%1, %2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %2147483648 = stablehlo.compare EQ, %arg1, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.select %2147483648, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.select %4, %cst, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare EQ, %arg2, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.select %9, %cst_0, %arg2 : tensor<i1>, tensor<f32>
      %11 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %12 = stablehlo.select %11, %cst, %10 : tensor<i1>, tensor<f32>
      %13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    }) : (tensor<2147483648x0xf32>, tensor<2147483648x0xi32>) -> (tensor<2147483648x0xf32>, tensor<2147483648x0xi32>)
    %4 = stablehlo.reverse %3#1, dims = [1] : tensor<2147483648x0xi32>
    return %4 : tensor<2147483648x0xi32>
  }
}
