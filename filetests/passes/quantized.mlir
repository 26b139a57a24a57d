// Quantized programs: the interpreter's result on the quantized program is what every pass has to keep.

// PASSES: --stablehlo-legalize-quantized-op-to-qdq
// CHECK: uniform_quantize %arg0
// CHECK: uniform_dequantize %0
// CHECK: stablehlo.multiply
// CHECK: tensor<4xf32>
// CHECK: uniform_quantize
// CHECK: stablehlo.slice
// CHECK: (tensor<4x!quant.uniform<i8:f32, 2.500000e-01:-3>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-3>>
func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.multiply %0, %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.25:-3>>
  %2 = stablehlo.slice %1 [1:3] : (tensor<4x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<2x!quant.uniform<i8:f32, 0.25:-3>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----
// A hybrid product: only rhs is quantized.
// PASSES: --stablehlo-legalize-quantized-op-to-qdq
// CHECK: uniform_dequantize %0
// CHECK: stablehlo.dot_general %arg0, %1
// CHECK: (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.uniform_quantize %b : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----
// PASSES: --stablehlo-legalize-qdq-to-quantized-op
// CHECK: stablehlo.multiply %0, %1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK: uniform_dequantize
// CHECK-NOT: tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.25>>
  %2 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %3 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4xf32>
  %4 = stablehlo.multiply %2, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = stablehlo.uniform_quantize %4 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %6 = stablehlo.uniform_dequantize %5 : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// -----
// One operand is no uniform_dequantize; the sum has another use; convert does not take quantized tensors.
// PASSES: --stablehlo-legalize-qdq-to-quantized-op
// CHECK: stablehlo.add %arg0, %1 : tensor<4xf32>
// CHECK: stablehlo.abs %1 : tensor<4xf32>
// CHECK: stablehlo.abs %0 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK: stablehlo.convert
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %2 = stablehlo.add %a, %1 : tensor<4xf32>
  %3 = stablehlo.uniform_quantize %2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %5 = stablehlo.abs %1 : tensor<4xf32>
  %6 = stablehlo.uniform_quantize %5 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %7 = stablehlo.uniform_dequantize %6 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %8 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf16>
  %9 = stablehlo.uniform_quantize %8 : (tensor<4xf16>) -> tensor<4x!quant.uniform<i8:f16, 0.5:3>>
  %10 = stablehlo.uniform_dequantize %9 : (tensor<4x!quant.uniform<i8:f16, 0.5:3>>) -> tensor<4xf16>
  return %4, %5, %7, %10 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}

// -----
// The steps of the formulas.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: stablehlo.divide %arg0
// CHECK: stablehlo.add
// CHECK: stablehlo.clamp
// CHECK: stablehlo.round_nearest_even
// CHECK: (tensor<4xf32>) -> tensor<4xi8>
// CHECK: (tensor<4xi8>) -> tensor<4xi32>
// CHECK: stablehlo.subtract
// CHECK: (tensor<4xi32>) -> tensor<4xf32>
// CHECK: stablehlo.multiply
// CHECK-NOT: quant
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-127:127>:f32, 0.013:5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8<-127:127>:f32, 0.013:5>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----
// Along a dimension; wide storage; narrow floats; unsigned storage.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: dense<[0.00999999977, 3.000000e-01]> : tensor<2xf32>
// CHECK: stablehlo.broadcast_in_dim
// CHECK: dims = [1]
// CHECK: tensor<3x2xi64>
// CHECK-NOT: quant
func.func @main(%a: tensor<3x2xf32>, %b: tensor<3x2xbf16>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xbf16>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.01:5, 0.3}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x2x!quant.uniform<i8:f32:1, {0.01:5, 0.3}>>) -> tensor<3x2xf32>
  %2 = stablehlo.uniform_quantize %0 : (tensor<3x2x!quant.uniform<i8:f32:1, {0.01:5, 0.3}>>) -> tensor<3x2x!quant.uniform<i32:f32, 1.0e-7:-77>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<3x2x!quant.uniform<i32:f32, 1.0e-7:-77>>) -> tensor<3x2xf32>
  %4 = stablehlo.uniform_quantize %b : (tensor<3x2xbf16>) -> tensor<3x2x!quant.uniform<u8:bf16, 0.07:200>>
  %5 = stablehlo.uniform_dequantize %4 : (tensor<3x2x!quant.uniform<u8:bf16, 0.07:200>>) -> tensor<3x2xbf16>
  return %1, %3, %5 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xbf16>
}

// -----
// Alike on both sides: integers do it.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: stablehlo.maximum
// CHECK: tensor<4xi8>
// CHECK: stablehlo.add
// CHECK: tensor<4xi32>
// CHECK: stablehlo.subtract
// CHECK: tensor<4xi32>
// CHECK: stablehlo.compare LT
// CHECK: (tensor<4xi8>, tensor<4xi8>)
// CHECK: stablehlo.select
// CHECK: tensor<4xi1>, tensor<4xi8>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %2 = stablehlo.maximum %0, %1 : tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %3 = stablehlo.add %0, %1 : tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %4 = stablehlo.subtract %0, %1 : tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %5 = stablehlo.negate %0 : tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %6 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>, tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xi1>
  %7 = stablehlo.select %6, %3, %4 : tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %r2 = stablehlo.uniform_dequantize %2 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xf32>
  %r3 = stablehlo.uniform_dequantize %3 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xf32>
  %r4 = stablehlo.uniform_dequantize %4 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xf32>
  %r5 = stablehlo.uniform_dequantize %5 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xf32>
  %r7 = stablehlo.uniform_dequantize %7 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>) -> tensor<4xf32>
  return %r2, %r3, %r4, %r5, %r7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----
// Not alike: the detour over numbers.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: stablehlo.add
// CHECK: stablehlo.maximum
// CHECK: tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.013:5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.012:5>>
  %2 = stablehlo.maximum %0, %1 : (tensor<4x!quant.uniform<i8:f32, 0.013:5>>, tensor<4x!quant.uniform<i8:f32, 0.012:5>>) -> tensor<4x!quant.uniform<i8:f32, 0.012:5>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<4x!quant.uniform<i8:f32, 0.012:5>>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----
// A product is summed as integers; the zero point of lhs is taken off by the sums of rhs.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: stablehlo.dot_general
// CHECK: (tensor<2x4x3xi8>, tensor<5x2x3xi8>) -> tensor<2x4x5xi32>
// CHECK: stablehlo.reduce
// CHECK: dims = [2, 0]
// CHECK: stablehlo.subtract
// CHECK: tensor<2x4x5xi32>
// CHECK: stablehlo.broadcast_in_dim
// CHECK: dims = [2]
func.func @main(%a: tensor<2x4x3xf32>, %b: tensor<5x2x3xf32>) -> tensor<2x4x5xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x4x3xf32>) -> tensor<2x4x3x!quant.uniform<i8:f32, 0.013:5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<5x2x3xf32>) -> tensor<5x2x3x!quant.uniform<i8:f32:0, {0.013, 0.012, 0.011, 0.01, 0.009}>>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [1], contracting_dims = [2] x [2] : (tensor<2x4x3x!quant.uniform<i8:f32, 0.013:5>>, tensor<5x2x3x!quant.uniform<i8:f32:0, {0.013, 0.012, 0.011, 0.01, 0.009}>>) -> tensor<2x4x5x!quant.uniform<i8:f32, 0.05:-8>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x4x5x!quant.uniform<i8:f32, 0.05:-8>>) -> tensor<2x4x5xf32>
  return %3 : tensor<2x4x5xf32>
}

// -----
// A result in units of the sums is the sums.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
// CHECK: (tensor<2x4xi32>) -> tensor<2x4xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i8:f32, 0.25>>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x!quant.uniform<i32:f32, 0.125>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x4x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// -----
// Sums of products of 16 bits do not fit: the detour over numbers.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i16:f32, 0.5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i16:f32, 0.25>>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i16:f32, 0.5>>, tensor<3x4x!quant.uniform<i16:f32, 0.25>>) -> tensor<2x4x!quant.uniform<i32:f32, 0.125>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<2x4x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// -----
// A convolution with padding, which means zero, not the stored 0.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: (tensor<1x4x4x2xi32>, tensor<3x3x2x3xi32>) -> tensor<1x4x4x3xi32>
func.func @main(%a: tensor<1x4x4x2xf32>, %b: tensor<3x3x2x3xf32>) -> tensor<1x4x4x3xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2x!quant.uniform<i8:f32, 0.013:5>>
  %1 = stablehlo.uniform_quantize %b : (tensor<3x3x2x3xf32>) -> tensor<3x3x2x3x!quant.uniform<i8:f32:3, {0.01:1, 0.02, 0.03:-3}>>
  %2 = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.013:5>>, tensor<3x3x2x3x!quant.uniform<i8:f32:3, {0.01:1, 0.02, 0.03:-3}>>) -> tensor<1x4x4x3x!quant.uniform<i8:f32:3, {0.1:1, 0.2, 0.3:-3}>>
  %3 = stablehlo.uniform_dequantize %2 : (tensor<1x4x4x3x!quant.uniform<i8:f32:3, {0.1:1, 0.2, 0.3:-3}>>) -> tensor<1x4x4x3xf32>
  return %3 : tensor<1x4x4x3xf32>
}

// -----
// Regions on elements: a wider type accumulates.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: stablehlo.reduce
// CHECK: tensor<i16>
// CHECK: stablehlo.sort
// CHECK: compare GT
// CHECK: tensor<i8>
// CHECK-NOT: quant
func.func @main(%a: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3x4xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.uniform_quantize %c : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.reduce(%0 init: %z) across dimensions = [1] : (tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i16:f32, 0.25:-9>>
    reducer(%x: tensor<!quant.uniform<i16:f32, 0.25:-9>>, %y: tensor<!quant.uniform<i16:f32, 0.25:-9>>) {
      %s = stablehlo.add %x, %y : tensor<!quant.uniform<i16:f32, 0.25:-9>>
      stablehlo.return %s : tensor<!quant.uniform<i16:f32, 0.25:-9>>
    }
  %2 = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %g = stablehlo.compare GT, %x, %y : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) : (tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>
  %r1 = stablehlo.uniform_dequantize %1 : (tensor<3x!quant.uniform<i16:f32, 0.25:-9>>) -> tensor<3xf32>
  %r2 = stablehlo.uniform_dequantize %2 : (tensor<3x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x4xf32>
  return %r1, %r2 : tensor<3xf32>, tensor<3x4xf32>
}

// -----
// Control flow, calls, tuples, iota, constants, bits.
// PASSES: --stablehlo-legalize-quant-to-math
// CHECK: call @double
// CHECK: tuple<tensor<4xi8>
// CHECK-NOT: quant
func.func @main(%a: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xi8>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = call @double(%0) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.iota dim = 0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %1 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  }, {
    stablehlo.return %2 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  }) : (tensor<i1>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %4 = stablehlo.tuple %3, %2 : tuple<tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>>
  %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x!quant.uniform<i8:f32, 0.5:3>>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %6 = stablehlo.uniform_dequantize %5 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  %7 = stablehlo.constant() <{value = dense<[1, -2, 3, 4]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %8 = stablehlo.add %7, %5 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %9 = stablehlo.bitcast_convert %8 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  return %6, %9 : tensor<4xf32>, tensor<4xi8>
}
func.func private @double(%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.add %a, %a : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}
