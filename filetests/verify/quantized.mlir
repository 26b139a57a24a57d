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
