// Complex numbers: formulas neither overflow nor cancel.

func.func @large() {
  %x = stablehlo.constant dense<[(3.0e38, 3.0e38), (1.0e-40, 0.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>>
  %l = stablehlo.log %x : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %l, dense<[(88.94356, 0.7853982), (-92.103404, 0.0), (1.609438, 0.9272952)]> : tensor<3xcomplex<f32>>
  %a = stablehlo.abs %x : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %c = stablehlo.constant dense<[0x7F800000, 1.0e-40, 5.0]> : tensor<3xf32>
  check.expect_close %a, %c, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  func.return
}

// -----

// A power that overflows alone does not where the cosine or sine beside it is small.
func.func @exponentials_of_large_numbers() {
  %x = stablehlo.constant dense<[(100.0, 1.0e-30), (190.0, 1.0e-45), (89.0, 1.5707964), (0.5, 2.0)]> : tensor<4xcomplex<f32>>
  %e = stablehlo.exponential %x : tensor<4xcomplex<f32>>
  %re = stablehlo.real %e : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %im = stablehlo.imag %e : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %a = stablehlo.constant dense<[0x7F800000, 0x7F800000, -1.9624721e+31, -0.68611014]> : tensor<4xf32>
  %b = stablehlo.constant dense<[26881170000000.0, 4.5970817e+37, 0x7F800000, 1.499178]> : tensor<4xf32>
  check.expect_close %re, %a, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  check.expect_close %im, %b, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  %y = stablehlo.constant dense<[(800.0, 1.0e-300), (1400.0, 1.0e-310), (710.0, 1.5707963267948966), (0.5, 2.0)]> : tensor<4xcomplex<f64>>
  %f = stablehlo.exponential %y : tensor<4xcomplex<f64>>
  %rf = stablehlo.real %f : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %if = stablehlo.imag %f : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %c = stablehlo.constant dense<[0x7FF0000000000000, 0x7FF0000000000000, 1.3679272698459396e+292, -0.6861101411498431]> : tensor<4xf64>
  %d = stablehlo.constant dense<[2.7263745721125668e+47, 1.0286666608519861e+298, 0x7FF0000000000000, 1.4991780090003948]> : tensor<4xf64>
  check.expect_close %rf, %c, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  check.expect_close %if, %d, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @inverse_functions() {
  %x = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 0.0), (-2.0, -0.0)]> : tensor<3xcomplex<f64>>
  %s = chlo.asin %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %b = stablehlo.sine %s : tensor<3xcomplex<f64>>
  check.expect_almost_eq %b, %x : tensor<3xcomplex<f64>>
  %h = chlo.acosh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %d = chlo.cosh %h : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  check.expect_almost_eq %d, %x : tensor<3xcomplex<f64>>
  %t = chlo.atanh %x : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %e = stablehlo.tanh %t : tensor<3xcomplex<f64>>
  check.expect_almost_eq %e, %x : tensor<3xcomplex<f64>>
  func.return
}

// -----

func.func @order_and_products() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(1.0, 3.0), (2.0, 9.0)]> : tensor<2xcomplex<f32>>
  %m = stablehlo.maximum %x, %y : tensor<2xcomplex<f32>>
  check.expect_eq_const %m, dense<[(1.0, 3.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
  %p = stablehlo.multiply %x, %y : tensor<2xcomplex<f32>>
  check.expect_eq_const %p, dense<[(-5.0, 5.0), (15.0, 25.0)]> : tensor<2xcomplex<f32>>
  %q = stablehlo.divide %p, %y : tensor<2xcomplex<f32>>
  check.expect_eq %q, %x : tensor<2xcomplex<f32>>
  func.return
}

// -----

// Of an infinite number the inverse root is zero, whatever its other part (jaxlib agrees).
func.func @rsqrt_of_infinities() {
  %x = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 1.0), (1.0, 0xFF800000)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.rsqrt %x : tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0, -0.0), (0.0, -0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  func.return
}

// -----

// 1 / sqrt maps the plane without the negative axis to the right half plane, mirrored: a part that is zero has the sign that
// this part has beside it. What has a cut there (acosh) needs that.
func.func @rsqrt_has_signs_of_zeros() {
  %x = stablehlo.constant dense<[(2.0, 0.0), (2.0, -0.0), (-4.0, 0.0), (-4.0, -0.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.rsqrt %x : tensor<4xcomplex<f32>>
  %re = stablehlo.real %r : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %im = stablehlo.imag %r : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %rebits = stablehlo.bitcast_convert %re : (tensor<4xf32>) -> tensor<4xui32>
  %imbits = stablehlo.bitcast_convert %im : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %rebits, dense<[0x3F3504F3, 0x3F3504F3, 0x00000000, 0x00000000]> : tensor<4xui32>
  check.expect_eq_const %imbits, dense<[0x80000000, 0x00000000, 0xBF000000, 0x3F000000]> : tensor<4xui32>
  func.return
}

// -----

// Where the imaginary part has no tangent, as C17 says (annex G).
func.func @tanh_of_infinities() {
  %x = stablehlo.constant dense<[(0xFF800000, 0x7F800000), (0x7F800000, 0x7FC00000), (-1.0e38, 0x7F800000), (0.0, 0xFF800000), (0x7F800000, 2.0)]> : tensor<5xcomplex<f32>>
  %t = stablehlo.tanh %x : tensor<5xcomplex<f32>>
  %re = stablehlo.real %t : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  %im = stablehlo.imag %t : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
  check.expect_eq_const %re, dense<[-1.0, 1.0, 0x7FC00000, 0.0, 1.0]> : tensor<5xf32>
  %a = stablehlo.abs %im : tensor<5xf32>
  check.expect_eq_const %a, dense<[0.0, 0.0, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<5xf32>
  func.return
}

// -----

// The initial value takes part once, also where lanes and chunks have accumulators of their own.
func.func @fold_from_what_is_not_neutral() {
  %x = stablehlo.constant dense<[(1.0, 0.0), (0.0, 1.0), (2.0, 0.0), (1.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]> : tensor<7xcomplex<f32>>
  %i = stablehlo.constant dense<(3.0, 1.0)> : tensor<complex<f32>>
  %p = stablehlo.reduce(%x init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<7xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %p, dense<(-8.0, 4.0)> : tensor<complex<f32>>
  %long = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<7xcomplex<f32>>) -> tensor<7x10000xcomplex<f32>>
  %s = stablehlo.reduce(%long init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x10000xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %s, dense<(70003.0, 20001.0)> : tensor<complex<f32>>
  func.return
}
