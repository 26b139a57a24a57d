// expected: ok
func.func @f(%a0: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>) {
  %0 = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>)
  func.return %0 : tensor<2x3x3xf32>
}
// -----
// expected: error[cholesky_i1]
func.func @f(%a0: tensor<3x3xi32>) -> (tensor<3x3xi32>) {
  %0 = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<3x3xi32>) -> (tensor<3x3xi32>)
  func.return %0 : tensor<3x3xi32>
}
// -----
// expected: error[cholesky_c1]
func.func @f(%a0: tensor<3x3xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<3x3xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: error[cholesky_c2]
func.func @f(%a0: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<3xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[cholesky_c3]
func.func @f(%a0: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3x3xf32>, %a1: tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>)
  func.return %0 : tensor<2x3x5xf32>
}
// -----
// expected: error[triangular_solve_i1]
func.func @f(%a0: tensor<3x3xi32>, %a1: tensor<3x5xi32>) -> (tensor<3x5xi32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xi32>, tensor<3x5xi32>) -> (tensor<3x5xi32>)
  func.return %0 : tensor<3x5xi32>
}
// -----
// expected: error[triangular_solve_c1]
func.func @f(%a0: tensor<3x3xf32>, %a1: tensor<3x5xf64>) -> (tensor<3x5xf64>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
  func.return %0 : tensor<3x5xf64>
}
// -----
// expected: error[triangular_solve_c2]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[triangular_solve_c2]
func.func @f(%a0: tensor<3x3xf32>, %a1: tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>)
  func.return %0 : tensor<2x3x3xf32>
}
// -----
// expected: error[triangular_solve_c3]
func.func @f(%a0: tensor<3x3xf32>, %a1: tensor<3x5xf32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[triangular_solve_c3]
func.func @f(%a0: tensor<2x3x3xf32>, %a1: tensor<3x3x5xf32>) -> (tensor<3x3x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<3x3x5xf32>) -> (tensor<3x3x5xf32>)
  func.return %0 : tensor<3x3x5xf32>
}
// -----
// expected: error[triangular_solve_c3]
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x5xf32>) -> (tensor<3x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x4xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
  func.return %0 : tensor<3x5xf32>
}
// -----
// expected: error[triangular_solve_c4]
func.func @f(%a0: tensor<3x3xf32>, %a1: tensor<3x5xf32>) -> (tensor<3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x5xf32>) -> (tensor<3x4xf32>)
  func.return %0 : tensor<3x4xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<4x8xf32>) -> (tensor<4x5xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<4x8xf32>) -> (tensor<4x5xcomplex<f32>>)
  func.return %0 : tensor<4x5xcomplex<f32>>
}
// -----
// expected: ok
func.func @f(%a0: tensor<4x5xcomplex<f32>>) -> (tensor<4x9xf32>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 9>} : (tensor<4x5xcomplex<f32>>) -> (tensor<4x9xf32>)
  func.return %0 : tensor<4x9xf32>
}
// -----
// expected: error[fft_i1]
func.func @f(%a0: tensor<8xi32>) -> (tensor<8xi32>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xi32>) -> (tensor<8xi32>)
  func.return %0 : tensor<8xi32>
}
// -----
// expected: error[fft_c1]
func.func @f(%a0: tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8, 8>} : (tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
  func.return %0 : tensor<8xcomplex<f32>>
}
// -----
// expected: error[fft_c2]
func.func @f(%a0: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[fft_c2]
func.func @f(%a0: tensor<8xcomplex<f32>>) -> (tensor<5xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> (tensor<5xcomplex<f32>>)
  func.return %0 : tensor<5xcomplex<f32>>
}
// -----
// expected: error[fft_c2]
func.func @f(%a0: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[fft_c2]
func.func @f(%a0: tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f64>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 8>} : (tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f64>>)
  func.return %0 : tensor<8xcomplex<f64>>
}
// -----
// expected: error[fft_c3]
func.func @f(%a0: tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
  func.return %0 : tensor<8xcomplex<f32>>
}
// -----
// expected: error[fft_c4]
func.func @f(%a0: tensor<8xf32>) -> (tensor<5xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<8xf32>) -> (tensor<5xcomplex<f32>>)
  func.return %0 : tensor<5xcomplex<f32>>
}
// -----
// expected: error[fft_c4]
func.func @f(%a0: tensor<8xf32>) -> (tensor<5xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: -8>} : (tensor<8xf32>) -> (tensor<5xcomplex<f32>>)
  func.return %0 : tensor<5xcomplex<f32>>
}
// -----
// expected: error[fft_c5]
func.func @f(%a0: tensor<8xf32>) -> (tensor<4xcomplex<f32>>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<8xf32>) -> (tensor<4xcomplex<f32>>)
  func.return %0 : tensor<4xcomplex<f32>>
}
// -----
// expected: error[fft_c5]
func.func @f(%a0: tensor<6xcomplex<f32>>) -> (tensor<8xf32>) {
  %0 = "stablehlo.fft"(%a0) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 8>} : (tensor<6xcomplex<f32>>) -> (tensor<8xf32>)
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[batch_norm_training_c1]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_training_c2]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_training_c5]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_training_c6]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>
}
// -----
// expected: error[batch_norm_training_c7]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x4xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c2]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf64>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf64>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c4]
func.func @f(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<4x3xf32>, tensor<4xf32>, tensor<3xf32>
}
