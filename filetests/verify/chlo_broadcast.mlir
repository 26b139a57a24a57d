// expected: error[broadcast_add_c1]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf64>) -> (tensor<4xf32>) {
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<4xf32>, tensor<4xf64>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[broadcast_add_c2]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "chlo.broadcast_add"(%a0, %a1) {broadcast_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<3x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[broadcast_add_c3]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<3x5xf32>) -> (tensor<3x5xf32>) {
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<4xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[broadcast_select_c3]
func.func @f(%a0: tensor<4xi1>, %a1: tensor<3xf32>) -> (tensor<4xf32>) {
  %0 = "chlo.broadcast_select"(%a0, %a1, %a1) : (tensor<4xi1>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: ok
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %p: tensor<4xi1>) -> (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4xi1>, tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  %1 = "chlo.broadcast_compare"(%a, %b) {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x4xi1>
  %2 = "chlo.broadcast_select"(%p, %a, %b) : (tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return %0, %1, %2 : tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4xi1>, tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
}
// -----
// expected: error[broadcast_and_i1]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = chlo.broadcast_and %a, %a : (tensor<4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:0>>
  return
}
