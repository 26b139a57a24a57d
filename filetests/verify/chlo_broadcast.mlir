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
