// expected: error[dynamic_slice_c1]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<i32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<8xf32>, tensor<i32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[dynamic_slice_c2]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0) {slice_sizes = array<i64: 2>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dynamic_slice_c2]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<i32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2, 2>} : (tensor<8xf32>, tensor<i32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dynamic_slice_i2]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<1xi32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<8xf32>, tensor<1xi32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dynamic_slice_i2]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<8xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[dynamic_slice_c3]
func.func @f(%a0: tensor<8x8xf32>, %a1: tensor<i32>, %a2: tensor<i64>) -> (tensor<2x2xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 2, 2>} : (tensor<8x8xf32>, tensor<i32>, tensor<i64>) -> (tensor<2x2xf32>)
  func.return %0 : tensor<2x2xf32>
}
// -----
// expected: error[dynamic_slice_c4]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<i32>) -> (tensor<9xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 9>} : (tensor<8xf32>, tensor<i32>) -> (tensor<9xf32>)
  func.return %0 : tensor<9xf32>
}
// -----
// expected: error[dynamic_slice_c4]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<i32>) -> (tensor<0xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: -1>} : (tensor<8xf32>, tensor<i32>) -> (tensor<0xf32>)
  func.return %0 : tensor<0xf32>
}
// -----
// expected: error[dynamic_slice_c5]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<i32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<8xf32>, tensor<i32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[dynamic_update_slice_c1]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) -> (tensor<9xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> (tensor<9xf32>)
  func.return %0 : tensor<9xf32>
}
// -----
// expected: error[dynamic_update_slice_c2]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<2xf64>, %a2: tensor<i32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<2xf64>, tensor<i32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[dynamic_update_slice_c3]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<f32>, %a2: tensor<i32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[dynamic_update_slice_c4]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<2xf32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1) : (tensor<8xf32>, tensor<2xf32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[dynamic_update_slice_c5]
func.func @f(%a0: tensor<8x8xf32>, %a1: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i64>) -> (tensor<8x8xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<8x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> (tensor<8x8xf32>)
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[dynamic_update_slice_c6]
func.func @f(%a0: tensor<8xf32>, %a1: tensor<9xf32>, %a2: tensor<i32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<9xf32>, tensor<i32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c1]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c3]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c4]
func.func @f(%a0: tensor<3x4x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 4>} : (tensor<3x4x4xf32>, tensor<5x1xi32>) -> (tensor<5x4x4xf32>)
  func.return %0 : tensor<5x4x4xf32>
}
// -----
// expected: error[gather_c5]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c6]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: error[gather_c7]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: error[gather_c8]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c9]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_i2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xf32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xf32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c11]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c12]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c14]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c15]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c16]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>)
  func.return %0 : tensor<3x3x5xf32>
}
// -----
// expected: error[gather_c10]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>)
  func.return %0 : tensor<3x3x5xf32>
}
// -----
// expected: error[gather_c13]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>) -> (tensor<3x3x5xf32>)
  func.return %0 : tensor<3x3x5xf32>
}
// -----
// expected: error[gather_c17]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<2x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c18]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<3x4xf32>, tensor<3x5x1xi32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[gather_c19]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c20]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c21]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c21]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: -1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>)
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[gather_c22]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<4x5xf32>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<4x5xf32>)
  func.return %0 : tensor<4x5xf32>
}
// -----
// expected: error[gather_c23]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>) -> (tensor<5x4xf64>) {
  %0 = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf64>)
  func.return %0 : tensor<5x4xf64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x2xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x2xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c1]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<3x5xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  func.return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xf32>
}
// -----
// expected: error[scatter_c3]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x4xf32>, %a2: tensor<5x1xi32>, %a3: tensor<5x4xf32>, %a4: tensor<5x3xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x3xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  func.return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x4xf32>
}
// -----
// expected: error[scatter_c2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c4]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<4x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<4x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c4]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c4]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4x1xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4x1xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c5]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>, %a3: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c6]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf64>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf64>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_i2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xf32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xf32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c7]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c8]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c9]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c10]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c11]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c13]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c15]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c16]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c17]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c18]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<2x5x1xi32>, tensor<2x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c20]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5x1xi32>, %a2: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<3x4xf32>, tensor<3x5x1xi32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>, %a2: tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>, tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>)
  func.return %0 : tensor<3x3x4xf32>
}
// -----
// expected: error[scatter_c12]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>, %a2: tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [2], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>, tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>)
  func.return %0 : tensor<3x3x4xf32>
}
// -----
// expected: error[scatter_c14]
func.func @f(%a0: tensor<3x3x4xf32>, %a1: tensor<3x3x5x1xi32>, %a2: tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>} : (tensor<3x3x4xf32>, tensor<3x3x5x1xi32>, tensor<3x3x5xf32>) -> (tensor<3x3x4xf32>)
  func.return %0 : tensor<3x3x4xf32>
}
// -----
// expected: error[scatter_c19]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c21]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c22]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c23]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c23]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[scatter_c24]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[scatter_c25]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5x4xf32>) -> (tensor<3x4xf64>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> (tensor<3x4xf64>)
  func.return %0 : tensor<3x4xf64>
}
