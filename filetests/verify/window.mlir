// expected: ok
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x2x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x2x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c1]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c2]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c3]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 0>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c4]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c5]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c6]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 0, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c7]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c8]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, -1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c9]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c10]
func.func @f(%a0: tensor<3x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c11]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c12]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c14]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x3x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x3x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c15]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<5x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x4x8x8xf32>, tensor<5x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c16]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<5x2x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<5x2x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c17]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c19]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c21]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c22]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = -1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c23]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x2x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x4x8x8xf32>, tensor<6x2x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c24]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>]} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c25]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>)
  func.return %0 : tensor<2x6x6x7xf32>
}
// -----
// expected: error[convolution_c25]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x7xf32>)
  func.return %0 : tensor<2x6x6x7xf32>
}
// -----
// expected: error[convolution_c26]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6xf32>)
  func.return %0 : tensor<2x6x6xf32>
}
// -----
// expected: error[convolution_c27]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xi32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xi32>)
  func.return %0 : tensor<2x6x6x6xi32>
}
// -----
// expected: error[convolution_c27]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xi32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xi32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: error[convolution_c4]
func.func @f(%a0: tensor<2x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) {window_strides = array<i64: 1, 1>, padding = dense<[[4611686018427387904, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x8x8xf32>, tensor<6x4x3x3xf32>) -> (tensor<2x6x6x6xf32>)
  func.return %0 : tensor<2x6x6x6xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<0x0xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 5, 5>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<0x0xf32>)
  func.return %0 : tensor<0x0xf32>
}
// -----
// expected: error[reduce_window_c1]
func.func @f(%a0: tensor<4x4xf32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c2]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  func.return %0#0, %0#1 : tensor<3x3xf32>, tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c3]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f64>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f64>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_i2]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<1xf32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<1xf32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c4]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c5]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c6]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c7]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c8]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c9]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 0, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c10]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c11]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 0>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c11]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1099511627776>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c12]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c13]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c13]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: error[reduce_window_c15]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[reduce_window_c16]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) -> (tensor<3x3xf64>) {
  %0 = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf64>)
  func.return %0 : tensor<3x3xf64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c1]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf64>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf64>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c2]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c3]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f64>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f64>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_i3]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<1xf32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<1xf32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c4]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c5]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 0, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c6]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c7]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c8]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c9]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c9]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c10]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c10]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf32>)
  func.return %0 : tensor<4x4xf32>
}
// -----
// expected: error[select_and_scatter_c11]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x5xf32>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x5xf32>)
  func.return %0 : tensor<4x5xf32>
}
// -----
// expected: error[select_and_scatter_c12]
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x4xf64>) {
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x4xf64>)
  func.return %0 : tensor<4x4xf64>
}
// -----
// expected: error[convolution_c13]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[convolution_c13]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[convolution_c18]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[convolution_c20]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, -1]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<2x2x2x8xf32>)
  func.return %0 : tensor<2x2x2x8xf32>
}
// -----
// expected: error[convolution_c26]
func.func @f(%a0: tensor<2x4x4x3xf32>, %a1: tensor<3x3x3x8xf32>) -> (tensor<2x2x8xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> (tensor<2x2x8xf32>)
  func.return %0 : tensor<2x2x8xf32>
}
// -----
// expected: error[reduce_window_c14]
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<f32>, %b3: tensor<f32>):
    "stablehlo.return"(%b0, %b1) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>)
  func.return %0#0, %0#1 : tensor<3xf32>, tensor<2xf32>
}
