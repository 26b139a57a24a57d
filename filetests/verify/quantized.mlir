// Quantized types (`!quant.uniform`), ops on them, and bounds of dynamic sizes.
// expected: ok
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.1:3>>, %b: tensor<3x2x!quant.uniform<u8<1:9>:bf16:1, {0.5:1, 0.25:9}>>) {
  func.return
}
// -----
// expected: ok
func.func @f(%a: tensor<1x?x2x!quant.uniform<i8:f32:1, {0.1:-30,0.1:-30}>>) {
  func.return
}
// -----
// expected: error[quantized_type_c3]
func.func @f(%a: tensor<4x!quant.uniform<i8<5:3>:f32, 0.1:3>>) {
  func.return
}
// -----
// expected: error[quantized_type_c3]
func.func @f(%a: tensor<4x!quant.uniform<i8<0:300>:f32, 0.1:3>>) {
  func.return
}
// -----
// expected: error[quantized_type_c4]
func.func @f(%a: tensor<1x2x!quant.uniform<i4:f16, 10.550400e+04>>) {
  func.return
}
// -----
// expected: error[quantized_type_c4]
func.func @f(%a: tensor<1x2x!quant.uniform<i4:f16, 4.960464e-08>>) {
  func.return
}
// -----
// expected: error[quantized_type_c5]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.0>>) {
  func.return
}
// -----
// expected: error[quantized_type_c6]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0x7FF0000000000000>>) {
  func.return
}
// -----
// expected: error[quantized_type_c7]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.1:300>>) {
  func.return
}
// -----
// expected: error[quantized_type_c7]
func.func @f(%a: tensor<1x2x!quant.uniform<i8<-128:127>:f32, 1.0:-129>>) {
  func.return
}
// -----
// expected: error[quantized_type_c11]
func.func @f(%a: tensor<1x5x2x!quant.uniform<i8:f32:-1, {0.1:-30, 0.1:-30}>>) {
  func.return
}
// -----
// expected: error[quantized_type_c12]
func.func @f(%a: tensor<1x5x2x!quant.uniform<i8:f32:10, {0.1:-30, 0.1:-30}>>) {
  func.return
}
// -----
// expected: error[quantized_type_c13]
func.func @f(%a: tensor<1x5x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.1:-30}>>) {
  func.return
}
// -----
// expected: unimplemented[unsupported-type]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32:{0:1,1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>) {
  func.return
}
// -----
// expected: unimplemented[unsupported-type]
func.func @f(%a: tensor<4x!quant.uniform<si8:f32, 1.0>>) {
  func.return
}
// -----
// expected: unimplemented[unsupported-type]
func.func @f(%a: tensor<4x!quant.calibrated<f32<-1.0:1.0>>>) {
  func.return
}
// -----
// expected: ok
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<16, ?>>, %b: tensor<?x4xf32, #stablehlo.type_extensions<bounds = [16, ?]>>) {
  func.return
}
// -----
// expected: error[bounds]
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<16>>) {
  func.return
}
// -----
// expected: error[bounds]
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<16, 5>>) {
  func.return
}
// -----
// expected: error[bounds]
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<-1, ?>>) {
  func.return
}
// -----
// expected: unimplemented[unsupported-type]
func.func @f(%a: tensor<?x4xf32, #stablehlo.bounds<x, ?>>) {
  func.return
}
// -----
// Different spellings of one type.
// expected: ok
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<2x!quant.uniform<i8<-128:127>:f32, 1.0e-01:3>> {
  %0 = stablehlo.abs %a : tensor<2x!quant.uniform< i8 : f32,1.000000e-01:3 >>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.10:3>>
}
// -----
// expected: ok
func.func @f() -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.constant() {value = dense<[1, 2]> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return %1 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
// -----
// expected: error[constant_c1]
func.func @f() -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
// -----
// expected: ok
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5:1, 0.25}>>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2x!quant.uniform<i8:f32:0, {0.5:1, 0.25}>>) -> tensor<2x!quant.uniform<i32:f32, 0.5>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x!quant.uniform<i32:f32, 0.5>>) -> tensor<2xf32>
  func.return %2 : tensor<2xf32>
}
// -----
// expected: error[uniform_quantize_i1]
func.func @f(%a: tensor<2xi32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xi32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[uniform_quantize_output]
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// expected: error[uniform_quantize_c1]
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[uniform_quantize_c2]
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f64, 0.5>>
  func.return
}
// -----
// expected: error[uniform_dequantize_i1]
func.func @f(%a: tensor<2xi8>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// expected: error[uniform_dequantize_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  func.return
}
// -----
// expected: error[uniform_dequantize_c2]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf64>
  func.return
}
// -----
// Arithmetic: scales and zero points may differ.
// expected: ok
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x!quant.uniform<i8:f32, 0.25:3>>) {
  %0 = stablehlo.multiply %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<2x!quant.uniform<i8:f32, 1.5:9>>
  %1 = stablehlo.compare LT, %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<2xi1>
  %2 = stablehlo.select %1, %a, %b : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<2x!quant.uniform<i8:f32, 1.5:9>>
  %3 = stablehlo.is_finite %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>
  %4 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[multiply_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.multiply %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i16:f32, 0.5>>
  func.return
}
// -----
// expected: error[multiply_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2xf32>) {
  %0 = stablehlo.multiply %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[abs_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.abs %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  func.return
}
// -----
// expected: error[abs_i1]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.abs %a : tensor<1x!quant.uniform<i8:f32:0, {0.5}>>
  func.return
}
// -----
// expected: error[and_i1]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.and %a, %a : tensor<1x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[clamp_c3]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x!quant.uniform<i16:f32, 0.5>>) {
  %0 = stablehlo.clamp %a, %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[select_c2]
func.func @f(%p: tensor<2xi1>, %a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.select %p, %a, %a : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<u8:f32, 0.5>>
  func.return
}
// -----
// expected: ok
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25:1}>>, %b: tensor<2x!quant.uniform<i8:f32, 0.25:3>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25:1}>>, tensor<2x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}
// -----
// expected: error[add_c2]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  func.return
}
// -----
// expected: error[add_c3]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i4:f32, 0.5>>
  func.return
}
// -----
// expected: error[add_c4]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:bf16, 0.5>>
  func.return
}
// -----
// expected: error[add_c5]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.add %a, %a : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>, tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[add_c6]
func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.add %a, %a : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>, tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>
  func.return
}
// -----
// expected: error[add_c7]
func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>, %b: tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) {
  %0 = stablehlo.add %a, %b : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>, tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>) -> tensor<1x2x!quant.uniform<i8:f32:0, {0.5}>>
  func.return
}
// -----
// Elements are moved: the element type stays.
// expected: ok
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 1.0:1}>>, %b: tensor<1x3x!quant.uniform<i8:f32:0, {0.5:2}>>, %s: tensor<4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<!quant.uniform<i8:f32, 0.5>>, %i: tensor<i32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 1.0:1}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25, 1.0:1}>>
  %1 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 1.0:1}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {0.5, 0.25, 1.0:1}>>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1, 0] : (tensor<1x3x!quant.uniform<i8:f32:0, {0.5:2}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5:2, 0.5:2}>>
  %3 = stablehlo.slice %s [0:2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %4 = stablehlo.pad %s, %p, low = [1], high = [1], interior = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<6x!quant.uniform<i8:f32, 0.5>>
  %5 = stablehlo.dynamic_slice %s, %i, sizes = [2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %6 = stablehlo.bitcast_convert %s : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xi8>
  func.return
}
// -----
// expected: error[slice_c1]
func.func @f(%s: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.slice %s [0:2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
  func.return
}
// -----
// expected: error[slice_c1]
func.func @f(%s: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.slice %s [0:2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi8>
  func.return
}
// -----
// expected: error[concatenate_c1]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>, %b: tensor<4x!quant.uniform<i8:f32, 0.25>>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<8x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[pad_c1]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>, %p: tensor<i8>) {
  %0 = stablehlo.pad %a, %p, low = [1], high = [1], interior = [0] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<i8>) -> tensor<6x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dynamic_slice_i2]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>, %i: tensor<!quant.uniform<i32:f32, 0.5>>) {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i32:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[transpose_c4]
func.func @f(%a: tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) {
  %0 = stablehlo.transpose %a, dims = [0, 2, 1] : (tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}
// -----
// expected: error[transpose_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.transpose %a, dims = [0] : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  func.return
}
// -----
// expected: error[reshape_c3]
func.func @f(%a: tensor<1x2x3x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.reshape %a : (tensor<1x2x3x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x1x3x!quant.uniform<i8:f32:1, {0.5}>>
  func.return
}
// -----
// expected: error[broadcast_in_dim_c6]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>
  func.return
}
// -----
// expected: error[broadcast_in_dim_c6]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}
// -----
// Products.
// expected: ok
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.5, 0.25}>>, %h: tensor<2x3xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.5, 0.25}>>) -> tensor<2x4x!quant.uniform<i32:f32:1, {0.25, 0.125, 0.25, 0.125}>>
  %1 = stablehlo.dot_general %h, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.5, 0.25}>>) -> tensor<2x4xf32>
  func.return
}
// -----
// expected: error[dot_general_c14]
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c14]
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c15]
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5:1>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c16]
func.func @f(%a: tensor<2x1x!quant.uniform<i8:f32, 0.5>>, %b: tensor<1x4x!quant.uniform<i8:f32:0, {0.5}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x4x!quant.uniform<i8:f32:0, {0.5}>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c17]
func.func @f(%a: tensor<2x3x!quant.uniform<i16:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i16:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c18]
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x4x!quant.uniform<i8:f16, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x4x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: error[dot_general_c19]
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %b: tensor<3x1x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x1x!quant.uniform<i8:f32:1, {0.5}>>
  func.return
}
// -----
// expected: error[dot_general_c20]
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4x!quant.uniform<i8:f16, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x4xf32>
  func.return
}
// -----
// expected: error[dot_general_i1]
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {0.5}>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x3x!quant.uniform<i8:f32:0, {0.5}>>, tensor<3x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x4x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// expected: ok
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x2x!quant.uniform<i8:f32:3, {5.0:20, 2.0}>>, %h: tensor<1x4x4x1xf32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x2x!quant.uniform<i8:f32:3, {5.0:20, 2.0}>>) -> tensor<1x2x2x2x!quant.uniform<i32:f32:3, {3.0:6, 1.0}>>
  %1 = stablehlo.convolution(%h, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x2x!quant.uniform<i8:f32:3, {5.0:20, 2.0}>>) -> tensor<1x2x2x2xf32>
  func.return
}
// -----
// expected: error[convolution_c28]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1xf32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[convolution_c29]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32:2, {5.0:20}>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32:2, {5.0:20}>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[convolution_c30]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32:3, {5.0:20}>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32:3, {5.0:20}>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32:0, {3.0:6}>>
  func.return
}
// -----
// expected: error[convolution_c31]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i16:f32, 5.0:20>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i16:f32, 5.0:20>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[convolution_c32]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f16, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f16, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32, 3.0:6>>
  func.return
}
// -----
// expected: error[convolution_c33]
func.func @f(%a: tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, %b: tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1x!quant.uniform<i8:f32, 4.0:10>>, tensor<3x3x1x1x!quant.uniform<i8:f32, 5.0:20>>) -> tensor<1x2x2x1x!quant.uniform<i8:f32:3, {3.0:6}>>
  func.return
}
// -----
// expected: error[convolution_c34]
func.func @f(%a: tensor<1x4x4x1xf32>, %b: tensor<3x3x1x1x!quant.uniform<i8:f16, 5.0:20>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1x!quant.uniform<i8:f16, 5.0:20>>) -> tensor<1x2x2x1xf32>
  func.return
}
// -----
// Regions on elements: a wider storage type may accumulate.
// expected: ok
func.func @f(%a: tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x!quant.uniform<i16:f32, 2.0:15>> {
  %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x!quant.uniform<i16:f32, 2.0:15>>
    reducer(%x: tensor<!quant.uniform<i16:f32, 2.0:15>>, %y: tensor<!quant.uniform<i16:f32, 2.0:15>>) {
      %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i16:f32, 2.0:15>>
      stablehlo.return %1 : tensor<!quant.uniform<i16:f32, 2.0:15>>
    }
  func.return %0 : tensor<4x!quant.uniform<i16:f32, 2.0:15>>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a: tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x!quant.uniform<i32:f64, 2.0:15>>
    reducer(%x: tensor<!quant.uniform<i32:f64, 2.0:15>>, %y: tensor<!quant.uniform<i32:f64, 2.0:15>>) {
      %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f64, 2.0:15>>
      stablehlo.return %1 : tensor<!quant.uniform<i32:f64, 2.0:15>>
    }
  func.return
}
// -----
// expected: error[reduce_c6]
func.func @f(%a: tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, %b: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>, tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %1 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }
  func.return
}
// -----
// expected: error[sort_c5]
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  func.return
}
// -----
// expected: error[while_c2]
func.func @f(%a: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = stablehlo.while(%i = %a) : tensor<!quant.uniform<i8:f32, 2.0:15>>
    cond {
      %c = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %q = stablehlo.uniform_quantize %i : (tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %q : tensor<!quant.uniform<i8:f32, 1.0>>
    }
  func.return
}
// -----
// expected: error[case_i1]
func.func @f(%a: tensor<!quant.uniform<i32:f32, 2.0:15>>, %x: tensor<f32>) {
  %0 = "stablehlo.case"(%a) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<!quant.uniform<i32:f32, 2.0:15>>) -> tensor<f32>
  func.return
}
// -----
// expected: error[call-signature]
func.func @f(%a: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  func.call @g(%a) : (tensor<!quant.uniform<i8:f32, 2.0:15>>) -> ()
  func.return
}
func.func @g(%a: tensor<!quant.uniform<i8:f32, 2.0:16>>) {
  func.return
}
// -----
// Shapes known at run time.
// expected: ok
func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, %s: tensor<3xi64>, %b: tensor<?x!quant.uniform<i8:f32, 0.5>>, %p: tensor<!quant.uniform<i8:f32, 0.5>>, %i: tensor<1xi64>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 2] : (tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<3xi64>) -> tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %1 = stablehlo.dynamic_reshape %a, %s : (tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<3xi64>) -> tensor<1x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>
  %2 = stablehlo.dynamic_pad %b, %p, %i, %i, %i : (tensor<?x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  %3 = stablehlo.dynamic_iota %i, dim = 0 : (tensor<1xi64>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  %4 = stablehlo.add %b, %3 : (tensor<?x!quant.uniform<i8:f32, 0.5>>, tensor<?x!quant.uniform<i8:f32, 0.5>>) -> tensor<?x!quant.uniform<i8:f32, 2.0>>
  func.return
}
// -----
// expected: error[dynamic_broadcast_in_dim_c6]
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>, %s: tensor<2xi64>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  func.return
}
// -----
// expected: error[dynamic_reshape_c1]
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %s: tensor<1xi64>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<1xi64>) -> tensor<?x!quant.uniform<i8:f32, 0.25>>
  func.return
}
// -----
// Between processes.
// expected: ok
func.func @f(%a: tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>, %t: !stablehlo.token) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x8x!quant.uniform<i8:f32, 1.0:17>>
  %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i16:f32, 2.0:15>>, %y: tensor<!quant.uniform<i16:f32, 2.0:15>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i16:f32, 2.0:15>>
    stablehlo.return %s : tensor<!quant.uniform<i16:f32, 2.0:15>>
  }) : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x4x!quant.uniform<i16:f32, 2.0:15>>
  %2 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0:17>>, %y: tensor<!quant.uniform<i8:f32, 1.0:17>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i8:f32, 1.0:17>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 1.0:17>>
  }) : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:17>>
  %3 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>
  %4 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>) -> tensor<4x2x!quant.uniform<i8:f32, 1.0:17>>
  %5 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = ""}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:17>>, !stablehlo.token) -> !stablehlo.token
  func.return
}
// -----
// expected: error[all_gather_i1]
func.func @f(%a: tensor<1x4x!quant.uniform<i8:f32:0, {1.0:17}>>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4x!quant.uniform<i8:f32:0, {1.0:17}>>) -> tensor<1x8x!quant.uniform<i8:f32:0, {1.0:17}>>
  func.return
}
// -----
// expected: error[all_gather_c6]
func.func @f(%a: tensor<1x4x!quant.uniform<i8:f32, 1.0>>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x4x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x8x!quant.uniform<i8:f32, 2.0>>
  func.return
}
// -----
// expected: error[all_reduce_c5]
func.func @f(%a: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i32:f64, 2.0:15>>, %y: tensor<!quant.uniform<i32:f64, 2.0:15>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f64, 2.0:15>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f64, 2.0:15>>
  }) : (tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<!quant.uniform<i32:f64, 2.0:15>>
  func.return
}
// -----
// expected: error[reduce_scatter_c7]
func.func @f(%a: tensor<4x16x!quant.uniform<i8:f32, 2.0:15>>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<i32:f64, 2.0:15>>, %y: tensor<!quant.uniform<i32:f64, 2.0:15>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f64, 2.0:15>>
    stablehlo.return %s : tensor<!quant.uniform<i32:f64, 2.0:15>>
  }) : (tensor<4x16x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x4x!quant.uniform<i32:f64, 2.0:15>>
  func.return
}
