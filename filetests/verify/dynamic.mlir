// expected: error[dynamic_broadcast_in_dim_c1]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf64>
  func.return %0 : tensor<?x3xf64>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c2]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c3]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 2>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c4]
func.func @f(%a0: tensor<1x1xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c5]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x4xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c5]
func.func @f(%a0: tensor<3xf32>) -> (tensor<?x?xf32>) {
  %c1 = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c7]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<3xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<3xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c8]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c9]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_broadcast_in_dim_c10]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> (tensor<?x3xf32>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: -1>}> : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return %0 : tensor<?x3xf32>
}
// -----
// expected: error[dynamic_reshape_c1]
func.func @f(%a0: tensor<6xf32>, %a1: tensor<2xi64>) -> (tensor<?x?xf64>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf64>
  func.return %0 : tensor<?x?xf64>
}
// -----
// expected: error[dynamic_reshape_c2]
func.func @f(%a0: tensor<6xf32>, %a1: tensor<2xi64>) -> (tensor<2x4xf32>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<6xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[dynamic_reshape_c4]
func.func @f(%a0: tensor<6xf32>, %a1: tensor<3xi64>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<6xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_iota_c1]
func.func @f(%a0: tensor<2xi64>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_iota_c2]
func.func @f(%a0: tensor<3xi64>) -> (tensor<?x?xf32>) {
  %0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 0 : i64}> : (tensor<3xi64>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_pad_c1]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> (tensor<?xf32>) {
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// -----
// expected: error[dynamic_pad_c2]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<1xi64>, %a3: tensor<2xi64>, %a4: tensor<1xi64>) -> (tensor<?xf32>) {
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// -----
// expected: error[dynamic_pad_c3]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) -> (tensor<?xf32>) {
  %c2 = stablehlo.constant dense<0> : tensor<1xi64>
  %c3 = stablehlo.constant dense<0> : tensor<1xi64>
  %c4 = stablehlo.constant dense<-1> : tensor<1xi64>
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// -----
// expected: error[dynamic_pad_c4]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) -> (tensor<7xf32>) {
  %c2 = stablehlo.constant dense<1> : tensor<1xi64>
  %c3 = stablehlo.constant dense<1> : tensor<1xi64>
  %c4 = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  func.return %0 : tensor<7xf32>
}
// -----
// expected: error[dynamic_gather_c1]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4x1xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4x1xf32>
  func.return %0 : tensor<5x4x1xf32>
}
// -----
// expected: error[dynamic_gather_c2]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c3]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c4]
func.func @f(%a0: tensor<3x4x5xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4x5xf32>) {
  %c2 = stablehlo.constant dense<[1, 4, 5]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4x5xf32>, tensor<5x1xi64>, tensor<3xi64>) -> tensor<5x4x5xf32>
  func.return %0 : tensor<5x4x5xf32>
}
// -----
// expected: error[dynamic_gather_c5]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c6]
func.func @f(%a0: tensor<3x4x5xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x5xf32>) {
  %c2 = stablehlo.constant dense<[1, 1, 5]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4x5xf32>, tensor<5x1xi64>, tensor<3xi64>) -> tensor<5x5xf32>
  func.return %0 : tensor<5x5xf32>
}
// -----
// expected: error[dynamic_gather_c7]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c8]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c9]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x2xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x2xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c10]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c11]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %c2 = stablehlo.constant dense<[1, 4, 1]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<3xi64>) -> tensor<5x4xf32>
  func.return %0 : tensor<5x4xf32>
}
// -----
// expected: error[dynamic_gather_c12]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x5xf32>) {
  %c2 = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x5xf32>
  func.return %0 : tensor<5x5xf32>
}
// -----
// expected: error[dynamic_gather_c13]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x3xf32>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x3xf32>
  func.return %0 : tensor<5x3xf32>
}
// -----
// expected: error[dynamic_gather_c14]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf64>
  func.return %0 : tensor<5x4xf64>
}
// -----
// expected: error[dynamic_conv_c1]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c2]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c3]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 0>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c4]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<1x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c5]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c6]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c7]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c8]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, -1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c9]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c10]
func.func @f(%a0: tensor<3x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c11]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c12]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c14]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x3x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x3x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c15]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<5x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x4x8x8xf32>, tensor<5x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c16]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<5x2x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<5x2x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c17]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c19]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c21]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c22]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c23]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x2x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x4x8x8xf32>, tensor<6x2x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c24]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c25]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x7xf32>)
  func.return %0 : tensor<2x6x6x7xf32>
}
// -----
// expected: error[dynamic_conv_c25]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x7xf32>)
  func.return %0 : tensor<2x6x6x7xf32>
}
// -----
// expected: error[dynamic_conv_c26]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6xf32>)
  func.return %0 : tensor<2x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c27]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xi32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xi32>)
  func.return %0 : tensor<2x6x6x6xi32>
}
// -----
// expected: error[dynamic_conv_c27]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xi32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xi32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c4]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %p = stablehlo.constant dense<[[4611686018427387904, 0], [0, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<2x2xi64>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[dynamic_conv_c13]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi64>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[dynamic_conv_c13]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi64>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[dynamic_conv_c18]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi64>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[dynamic_conv_c20]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, -1]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi64>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[dynamic_conv_c26]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x8xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi64>) -> (tensor<2x2x8xf32>)
  func.return %0 : tensor<2x2x8xf32>
}
// -----
// expected: error[dynamic_conv_c28]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1xf32>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1xf32>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[dynamic_conv_c29]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32:2, {5.0:20}>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32:2, {5.0:20}>>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[dynamic_conv_c30]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32:3, {5.0:20}>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32:3, {5.0:20}>>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32:0, {3.0:6}>>
  func.return
}
// -----
// expected: error[dynamic_conv_c31]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i16:f32, 5.0:20>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i16:f32, 5.0:20>>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[dynamic_conv_c32]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f16, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f16, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[dynamic_conv_c33]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>, tensor<2x2xi64>) -> tensor<1x2x2x1x!quant.uniform<i8:f32:3, {3.0:6}>>
  func.return
}
// -----
// expected: error[dynamic_conv_c34]
func.func @f(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1x!quant.uniform<i8:f16, 5.0:20>>, %p: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1x!quant.uniform<i8:f16, 5.0:20>>, tensor<2x2xi64>) -> tensor<1x2x2x1xf32>
  func.return
}
// -----
// expected: error[dynamic_reshape_c3]
func.func @f(%a: tensor<1x2x3x!quant.uniform<i8:f32:0, {0.5}>>, %s: tensor<3xi64>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<1x2x3x!quant.uniform<i8:f32:0, {0.5}>>, tensor<3xi64>) -> tensor<2x1x3x!quant.uniform<i8:f32:1, {0.5}>>
  func.return
}
// -----
// A result of reshape or broadcast_in_dim has at most one dynamic size, which has a bound.
// expected: ok
func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.reshape %a : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %1 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return %0, %1 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>
}
// -----
// expected: error[reshape_output]
func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.reshape %a : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>>
  return
}
// -----
// expected: error[reshape_output]
func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.reshape %a : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf32>
  return
}
// -----
// expected: error[broadcast_in_dim_output]
func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>>
  return
}
// -----
// How many sizes and amounts there are is known.
// expected: error[dynamic_broadcast_in_dim_i2]
func.func @f(%a: tensor<2xf32>, %s: tensor<?xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<2xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_iota_i1]
func.func @f(%s: tensor<?xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<?xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// expected: error[dynamic_reshape_i2]
func.func @f(%a: tensor<2xf32>, %s: tensor<?xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// expected: error[real_dynamic_slice_i2]
func.func @f(%a: tensor<2xf32>, %s: tensor<?xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<2xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// expected: error[dynamic_pad_i4]
func.func @f(%a: tensor<2xf32>, %v: tensor<f32>, %l: tensor<1xi32>, %h: tensor<?xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %a, %v, %l, %h, %l : (tensor<2xf32>, tensor<f32>, tensor<1xi32>, tensor<?xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// expected: error[dynamic_gather_i3]
func.func @f(%a: tensor<2x4x9xi32>, %i: tensor<1x5x2xi32>, %s: tensor<?xi32>) -> tensor<1x5x8xi32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<?xi32>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}
// -----
// Sizes of `index` are taken by ops on shapes only.
// expected: error[dynamic_gather_i3]
func.func @f(%a: tensor<2x4x9xi32>, %i: tensor<1x5x2xi32>, %s: tensor<3xindex>) -> tensor<1x5x8xi32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<3xindex>) -> tensor<1x5x8xi32>
  return %0 : tensor<1x5x8xi32>
}
// -----
// expected: error[dynamic_conv_c4]
func.func @f(%a: tensor<1x8x1xf32>, %k: tensor<3x1x1xf32>, %p: tensor<?x2xi32>) -> tensor<1x?x1xf32> {
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<?x2xi32>) -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}
