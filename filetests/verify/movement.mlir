// expected: error[transpose_c1]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<3x2xf64>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> (tensor<3x2xf64>)
  func.return %0 : tensor<3x2xf64>
}
// -----
// expected: error[transpose_c2]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<3x2xf32>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 0, 0>} : (tensor<2x3xf32>) -> (tensor<3x2xf32>)
  func.return %0 : tensor<3x2xf32>
}
// -----
// expected: error[transpose_c2]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<3x2xf32>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 0, 2>} : (tensor<2x3xf32>) -> (tensor<3x2xf32>)
  func.return %0 : tensor<3x2xf32>
}
// -----
// expected: error[transpose_c2]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<3x2xf32>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 0, -1>} : (tensor<2x3xf32>) -> (tensor<3x2xf32>)
  func.return %0 : tensor<3x2xf32>
}
// -----
// expected: error[transpose_c2]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 0>} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[transpose_c3]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[broadcast_in_dim_c1]
func.func @f(%a0: tensor<3xf32>) -> (tensor<2x3xf64>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> (tensor<2x3xf64>)
  func.return %0 : tensor<2x3xf64>
}
// -----
// expected: error[broadcast_in_dim_c2]
func.func @f(%a0: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[broadcast_in_dim_c3]
func.func @f(%a0: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 2>} : (tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[broadcast_in_dim_c4]
func.func @f(%a0: tensor<1x1xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<1x1xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[broadcast_in_dim_c5]
func.func @f(%a0: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[reshape_c1]
func.func @f(%a0: tensor<6xf32>) -> (tensor<2x3xf64>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<6xf32>) -> (tensor<2x3xf64>)
  func.return %0 : tensor<2x3xf64>
}
// -----
// expected: error[reshape_c2]
func.func @f(%a0: tensor<6xf32>) -> (tensor<2x4xf32>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<6xf32>) -> (tensor<2x4xf32>)
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<?xf32>) -> (tensor<2x4xf32>) {
  %0 = "stablehlo.reshape"(%a0) : (tensor<?xf32>) -> (tensor<2x4xf32>)
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[slice_c1]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<8xf32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[slice_c2]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[slice_c3]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: -1>, limit_indices = array<i64: 1>, strides = array<i64: 1>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[slice_c3]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 7>, limit_indices = array<i64: 9>, strides = array<i64: 1>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[slice_c3]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 3>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[slice_c4]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 0>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[slice_c5]
func.func @f(%a0: tensor<8xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 2>} : (tensor<8xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[attribute-too-large]
func.func @f(%a0: tensor<8xf32>) -> (tensor<1xf32>) {
  %0 = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 4611686018427387904>} : (tensor<8xf32>) -> (tensor<1xf32>)
  func.return %0 : tensor<1xf32>
}
// -----
// expected: error[concatenate_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<4xf32>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xf64>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[concatenate_c2]
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) -> (tensor<4x2xf32>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<4x2xf32>)
  func.return %0 : tensor<4x2xf32>
}
// -----
// expected: error[concatenate_c3]
func.func @f() -> (tensor<4xf32>) {
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[concatenate_c4]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[concatenate_c4]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = -1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[concatenate_c5]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<4xf64>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf64>)
  func.return %0 : tensor<4xf64>
}
// -----
// expected: error[concatenate_c6]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<5xf32>) {
  %0 = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: -1>, edge_padding_high = array<i64: -1>, interior_padding = array<i64: 1>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[pad_c1]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f64>) -> (tensor<5xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f64>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: error[pad_c1]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<5xf64>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> (tensor<5xf64>)
  func.return %0 : tensor<5xf64>
}
// -----
// expected: error[pad_i2]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<1xf32>) -> (tensor<5xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<1xf32>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: error[pad_c2]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<5xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> (tensor<5xf32>)
  func.return %0 : tensor<5xf32>
}
// -----
// expected: error[pad_c3]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: -1>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[pad_c4]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<6xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> (tensor<6xf32>)
  func.return %0 : tensor<6xf32>
}
// -----
// expected: error[pad_c4]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<0xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: -4>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> (tensor<0xf32>)
  func.return %0 : tensor<0xf32>
}
// -----
// expected: error[attribute-too-large]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1152921504606846976>, edge_padding_high = array<i64: -1152921504606846976>, interior_padding = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[reverse_c1]
func.func @f(%a0: tensor<3xf32>) -> (tensor<4xf32>) {
  %0 = "stablehlo.reverse"(%a0) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[reverse_c2]
func.func @f(%a0: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.reverse"(%a0) {dimensions = array<i64: 0, 0>} : (tensor<3xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[reverse_c3]
func.func @f(%a0: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.reverse"(%a0) {dimensions = array<i64: 1>} : (tensor<3xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[iota_c1]
func.func @f() -> (tensor<3xf32>) {
  %0 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[iota_c1]
func.func @f() -> (tensor<f32>) {
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[iota_output]
func.func @f() -> (tensor<3xi1>) {
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> (tensor<3xi1>)
  func.return %0 : tensor<3xi1>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2xf32>) -> (tensor<2x4xi8>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<2x4xi8>)
  func.return %0 : tensor<2x4xi8>
}
// -----
// expected: error[bitcast_convert_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2x2xi8>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<2x2xi8>)
  func.return %0 : tensor<2x2xi8>
}
// -----
// expected: error[bitcast_convert_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xi32>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<3xi32>)
  func.return %0 : tensor<3xi32>
}
// -----
// expected: error[bitcast_convert_c1]
func.func @f(%a0: tensor<3xi8>) -> (tensor<i32>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<3xi8>) -> (tensor<i32>)
  func.return %0 : tensor<i32>
}
// -----
// expected: error[bitcast_convert_c2]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xi64>) {
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xi64>)
  func.return %0 : tensor<2xi64>
}
// -----
// expected: error[get_dimension_size_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<i32>) {
  %0 = "stablehlo.get_dimension_size"(%a0) {dimension = 1 : i64} : (tensor<2xf32>) -> (tensor<i32>)
  func.return %0 : tensor<i32>
}
// -----
// expected: error[get_dimension_size_output]
func.func @f(%a0: tensor<2xf32>) -> (tensor<i64>) {
  %0 = "stablehlo.get_dimension_size"(%a0) {dimension = 0 : i64} : (tensor<2xf32>) -> (tensor<i64>)
  func.return %0 : tensor<i64>
}
// -----
// expected: error[constant_c1]
func.func @f() -> (tensor<3xf32>) {
  %0 = "stablehlo.constant"() {value = dense<0.0> : tensor<2xf32>} : () -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[partition_id_output]
func.func @f() -> (tensor<i32>) {
  %0 = "stablehlo.partition_id"() : () -> (tensor<i32>)
  func.return %0 : tensor<i32>
}
