// Routines of the runtime: transforms, factors, LAPACK calls as JAX writes them.

func.func @cholesky_keeps_its_triangle_and_fails_with_nan() {
  %a = stablehlo.constant dense<[[[4.0, 9.0], [2.0, 5.0]], [[1.0, 2.0], [2.0, 1.0]]]> : tensor<2x2x2xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  %first = stablehlo.slice %l [0:1, 0:2, 0:2] : (tensor<2x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %first, dense<[[[2.0, 0.0], [1.0, 2.0]]]> : tensor<1x2x2xf32>
  %last = stablehlo.slice %l [1:2, 1:2, 1:2] : (tensor<2x2x2xf32>) -> tensor<1x1x1xf32>
  %same = stablehlo.compare EQ, %last, %last : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xi1>
  check.expect_eq_const %same, dense<false> : tensor<1x1x1xi1>
  return
}

// -----

func.func @factors_of_a_matrix_that_is_not_positive_have_info() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<i32>)
  check.expect_eq_const %0#1, dense<2> : tensor<i32>
  return
}

// -----

// Two calls that differ in their configuration alone.
func.func @calls_are_told_apart_by_their_configuration() {
  %a = stablehlo.constant dense<[[2.0, 1.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[1.0], [0.75]]> : tensor<2x1xf32>
  check.expect_eq_const %1, dense<[[0.5], [1.0]]> : tensor<2x1xf32>
  return
}

// -----

func.func @eigenvalues_of_a_rotation_are_imaginary() {
  %a = stablehlo.constant dense<[[0.0, 1.0], [-1.0, 0.0]]> : tensor<2x2xf64>
  %0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {api_version = 4 : i32, backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %0#0, dense<0.0> : tensor<2xf64>
  check.expect_almost_eq_const %0#1, dense<[1.0, -1.0]> : tensor<2xf64>
  check.expect_eq_const %0#4, dense<0> : tensor<i32>
  return
}

// -----

func.func @transforms_of_odd_length_come_back() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 4.0, -1.0, 0.5], [0.0, 1.0, 0.0, 0.0, 0.0]]> : tensor<2x5xf32>
  %f = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<2x5xf32>) -> tensor<2x3xcomplex<f32>>
  %y = stablehlo.fft %f, type = IRFFT, length = [5] : (tensor<2x3xcomplex<f32>>) -> tensor<2x5xf32>
  check.expect_almost_eq %x, %y : tensor<2x5xf32>
  %e = stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
  %g = stablehlo.fft %e, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  check.expect_eq %e, %g : tensor<0x4xcomplex<f32>>
  return
}

// -----

// A call inside a loop, and numbers in their range.
func.func @a_draw_in_each_round() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %shape = stablehlo.constant dense<[64]> : tensor<1xi64>
  %start = stablehlo.constant dense<1.5> : tensor<64xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<64xf32>
   cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<64xf32>
    stablehlo.return %n, %u : tensor<i32>, tensor<64xf32>
  }
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %clamped = stablehlo.clamp %low, %r#1, %high : tensor<64xf32>
  check.expect_eq %clamped, %r#1 : tensor<64xf32>
  return
}
