// expected: ok
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xi8>, tensor<2x4x5xi8>) -> (tensor<2x3x5xi32>)
  func.return %0 : tensor<2x3x5xi32>
}
// -----
// expected: error[dot_general_c1]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c2]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c3]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c4]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c5]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c6]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c7]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c8]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c9]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<3x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c10]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c11]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c12]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x5x3xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x5x3xf32>)
  func.return %0 : tensor<2x5x3xf32>
}
// -----
// expected: error[dot_general_c13]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xi32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xi32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[dot_general_c13]
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xi32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xi32>)
  func.return %0 : tensor<2x3x5xi32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dot_i1]
func.func @f(%a0: tensor<2x3x3xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3x3xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dot_c1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dot_c1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[dot_general_c21]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[dot_general_c22]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[dot_general_c23]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = -1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[dot_general_c24]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[dot_general_i8]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
