// CHLO by StableHLO. Special values go through every function; floats may differ in the last places.

// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 1
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf32>) -> (tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>) {
  %0 = chlo.acos %a : tensor<23xf32> -> tensor<23xf32>
  %1 = chlo.acosh %a : tensor<23xf32> -> tensor<23xf32>
  %2 = chlo.asin %a : tensor<23xf32> -> tensor<23xf32>
  %3 = chlo.asinh %a : tensor<23xf32> -> tensor<23xf32>
  %4 = chlo.atan %a : tensor<23xf32> -> tensor<23xf32>
  %5 = chlo.atanh %a : tensor<23xf32> -> tensor<23xf32>
  %6 = chlo.sinh %a : tensor<23xf32> -> tensor<23xf32>
  %7 = chlo.cosh %a : tensor<23xf32> -> tensor<23xf32>
  %8 = chlo.erf %a : tensor<23xf32> -> tensor<23xf32>
  %9 = chlo.erfc %a : tensor<23xf32> -> tensor<23xf32>
  %10 = chlo.erf_inv %a : tensor<23xf32> -> tensor<23xf32>
  %11 = chlo.lgamma %a : tensor<23xf32> -> tensor<23xf32>
  %12 = chlo.digamma %a : tensor<23xf32> -> tensor<23xf32>
  %13 = chlo.bessel_i1e %a : tensor<23xf32> -> tensor<23xf32>
  %14 = chlo.square %a : tensor<23xf32> -> tensor<23xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 8
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf64>) -> (tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>) {
  %0 = chlo.acos %a : tensor<23xf64> -> tensor<23xf64>
  %1 = chlo.acosh %a : tensor<23xf64> -> tensor<23xf64>
  %2 = chlo.asin %a : tensor<23xf64> -> tensor<23xf64>
  %3 = chlo.asinh %a : tensor<23xf64> -> tensor<23xf64>
  %4 = chlo.atan %a : tensor<23xf64> -> tensor<23xf64>
  %5 = chlo.atanh %a : tensor<23xf64> -> tensor<23xf64>
  %6 = chlo.sinh %a : tensor<23xf64> -> tensor<23xf64>
  %7 = chlo.cosh %a : tensor<23xf64> -> tensor<23xf64>
  %8 = chlo.square %a : tensor<23xf64> -> tensor<23xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 64
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf64>) -> (tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>) {
  %0 = chlo.erf %a : tensor<23xf64> -> tensor<23xf64>
  %1 = chlo.erfc %a : tensor<23xf64> -> tensor<23xf64>
  %2 = chlo.erf_inv %a : tensor<23xf64> -> tensor<23xf64>
  %3 = chlo.lgamma %a : tensor<23xf64> -> tensor<23xf64>
  %4 = chlo.digamma %a : tensor<23xf64> -> tensor<23xf64>
  %5 = chlo.bessel_i1e %a : tensor<23xf64> -> tensor<23xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>, tensor<23xf64>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 1
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf16>) -> (tensor<23xf16>, tensor<23xf16>, tensor<23xf16>) {
  %0 = chlo.sinh %a : tensor<23xf16> -> tensor<23xf16>
  %1 = chlo.erf %a : tensor<23xf16> -> tensor<23xf16>
  %2 = chlo.lgamma %a : tensor<23xf16> -> tensor<23xf16>
  return %0, %1, %2 : tensor<23xf16>, tensor<23xf16>, tensor<23xf16>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xbf16>) -> (tensor<23xi1>, tensor<23xi1>, tensor<23xi1>) {
  %0 = chlo.is_inf %a : tensor<23xbf16> -> tensor<23xi1>
  %1 = chlo.is_pos_inf %a : tensor<23xbf16> -> tensor<23xi1>
  %2 = chlo.is_neg_inf %a : tensor<23xbf16> -> tensor<23xi1>
  return %0, %1, %2 : tensor<23xi1>, tensor<23xi1>, tensor<23xi1>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xi32>) -> (tensor<23xi32>) {
  %0 = chlo.square %a : tensor<23xi32> -> tensor<23xi32>
  return %0 : tensor<23xi32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 1
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xcomplex<f32>>) -> (tensor<23xcomplex<f32>>, tensor<23xcomplex<f32>>) {
  %0 = chlo.square %a : tensor<23xcomplex<f32>> -> tensor<23xcomplex<f32>>
  %1 = chlo.conj %a : tensor<23xcomplex<f32>> -> tensor<23xcomplex<f32>>
  return %0, %1 : tensor<23xcomplex<f32>>, tensor<23xcomplex<f32>>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf32>, %b: tensor<23xf32>) -> (tensor<23xf32>) {
  %0 = chlo.next_after %a, %b : tensor<23xf32>, tensor<23xf32> -> tensor<23xf32>
  return %0 : tensor<23xf32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xf64>, %b: tensor<23xf64>) -> (tensor<23xf64>) {
  %0 = chlo.next_after %a, %b : tensor<23xf64>, tensor<23xf64> -> tensor<23xf64>
  return %0 : tensor<23xf64>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<23xbf16>, %b: tensor<23xbf16>) -> (tensor<23xbf16>) {
  %0 = chlo.next_after %a, %b : tensor<23xbf16>, tensor<23xbf16> -> tensor<23xbf16>
  return %0 : tensor<23xbf16>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xi8>, %b: tensor<17xi8>) -> (tensor<17xi8>) {
  %0 = chlo.mulhi %a, %b : tensor<17xi8>, tensor<17xi8> -> tensor<17xi8>
  return %0 : tensor<17xi8>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xui8>, %b: tensor<17xui8>) -> (tensor<17xui8>) {
  %0 = chlo.mulhi %a, %b : tensor<17xui8>, tensor<17xui8> -> tensor<17xui8>
  return %0 : tensor<17xui8>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xi32>, %b: tensor<17xi32>) -> (tensor<17xi32>) {
  %0 = chlo.mulhi %a, %b : tensor<17xi32>, tensor<17xi32> -> tensor<17xi32>
  return %0 : tensor<17xi32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xui32>, %b: tensor<17xui32>) -> (tensor<17xui32>) {
  %0 = chlo.mulhi %a, %b : tensor<17xui32>, tensor<17xui32> -> tensor<17xui32>
  return %0 : tensor<17xui32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xi64>, %b: tensor<17xi64>) -> (tensor<17xi64>) {
  %0 = chlo.mulhi %a, %b : tensor<17xi64>, tensor<17xi64> -> tensor<17xi64>
  return %0 : tensor<17xi64>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 0
// CHECK-NOT: chlo.
func.func @main(%a: tensor<17xui64>, %b: tensor<17xui64>) -> (tensor<17xui64>) {
  %0 = chlo.mulhi %a, %b : tensor<17xui64>, tensor<17xui64> -> tensor<17xui64>
  return %0 : tensor<17xui64>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 2
// CHECK: stablehlo.while
// CHECK-NOT: chlo.
func.func @main(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %s = stablehlo.constant dense<[2.0, 3.5, 1.0, 2.0, 0.5, 9.0]> : tensor<6xf32>
  %q = stablehlo.constant dense<[1.0, 0.25, 2.0, -1.5, 1.0, 30.0]> : tensor<6xf32>
  %n = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 1.5, -1.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[0.5, 1.0, 2.5, 7.0, 1.0, 1.0]> : tensor<6xf32>
  %0 = chlo.zeta %s, %q : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  %1 = chlo.polygamma %n, %y : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  return %0, %1 : tensor<6xf32>, tensor<6xf32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// CHECK: stablehlo.sort
// CHECK: stablehlo.slice
// CHECK-NOT: chlo.
func.func @main(%x: tensor<2x17xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x17xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1]
// CHECK: stablehlo.add
// CHECK: stablehlo.compare
// CHECK: stablehlo.select
// CHECK-NOT: chlo.
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2x1xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = chlo.broadcast_compare %a, %c {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  %2 = chlo.broadcast_select %1, %a, %b : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = "chlo.constant_like"(%a) {value = 2.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// ULPS: 8
// CHECK: stablehlo.get_dimension_size
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK-NOT: chlo.
// Shapes that are not known: constants and operands are spread over sizes known at run time.
func.func @main(%x: tensor<23xf32>, %y: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) {
  %a = tensor.cast %x : tensor<23xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<1xf32> to tensor<?xf32>
  %0 = chlo.erf %a : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_next_after %b, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction GE>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %4 = "chlo.constant_like"(%a) {value = 2.5 : f32} : (tensor<?xf32>) -> tensor<?xf32>
  %5 = chlo.zeta %a, %a : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xf32>, tensor<?xf32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// CHECK-NOT: chlo.
func.func @main(%x: tensor<3x5xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %a = tensor.cast %x : tensor<3x5xf32> to tensor<?x5xf32>
  %v, %i = chlo.top_k(%a, k = 2) : tensor<?x5xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %v, %i : tensor<?x2xf32>, tensor<?x2xi32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// CHECK: stablehlo.while
// CHECK-NOT: chlo.
// Running sums, and sums backward with a value from around the body.
func.func @main(%x: tensor<4x3xi32>, %s: tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>, tensor<4x3xi32>, tensor<3xi32>) {
  %0:2 = chlo.scan(%x) inits(%s) dimension=0 {
  ^bb0(%e: tensor<3xi32>, %c: tensor<3xi32>):
    %n = stablehlo.add %e, %c : tensor<3xi32>
    stablehlo.return %n, %n : tensor<3xi32>, tensor<3xi32>
  } : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  %1:2 = "chlo.scan"(%x, %s) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%e: tensor<3xi32>, %c: tensor<3xi32>):
    %n = stablehlo.multiply %e, %s : tensor<3xi32>
    %m = stablehlo.add %n, %c : tensor<3xi32>
    stablehlo.return %m, %m : tensor<3xi32>, tensor<3xi32>
  }) : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<4x3xi32>, tensor<3xi32>, tensor<4x3xi32>, tensor<3xi32>
}

// -----
// PASSES: --chlo-legalize-to-stablehlo
// CHECK: stablehlo.add
// CHECK-NOT: chlo.
func.func @main(%x: tensor<3x23xf32>, %y: tensor<23xf32>) -> (tensor<3x23xf32>, tensor<3x23xi1>) {
  %a = stablehlo.uniform_quantize %x : (tensor<3x23xf32>) -> tensor<3x23x!quant.uniform<i8:f32, 0.5:3>>
  %b = stablehlo.uniform_quantize %y : (tensor<23xf32>) -> tensor<23x!quant.uniform<i8:f32, 0.5:3>>
  %0 = chlo.broadcast_add %a, %b : (tensor<3x23x!quant.uniform<i8:f32, 0.5:3>>, tensor<23x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x23x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x23x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x23xf32>
  %2 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x23x!quant.uniform<i8:f32, 0.5:3>>, tensor<23x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x23xi1>
  return %1, %2 : tensor<3x23xf32>, tensor<3x23xi1>
}
