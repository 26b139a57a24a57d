// RULE: complex_product
// ROUNDS: 2
func.func @main(%x: tensor<80x80xi8>, %y: tensor<80x80xi8>) -> tensor<80x80xcomplex<f32>> {
  // Whole numbers, whose sums are exact in any order.
  %0 = stablehlo.convert %x : (tensor<80x80xi8>) -> tensor<80x80xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<80x80xf32>
  %2 = stablehlo.complex %0, %1 : tensor<80x80xcomplex<f32>>
  %3 = stablehlo.convert %y : (tensor<80x80xi8>) -> tensor<80x80xf32>
  %4 = stablehlo.reverse %3, dims = [1] : tensor<80x80xf32>
  %5 = stablehlo.complex %3, %4 : tensor<80x80xcomplex<f32>>
  %6 = stablehlo.dot_general %2, %5, contracting_dims = [1] x [0] : (tensor<80x80xcomplex<f32>>, tensor<80x80xcomplex<f32>>) -> tensor<80x80xcomplex<f32>>
  return %6 : tensor<80x80xcomplex<f32>>
}
// -----
// RULE: complex_product
// ROUNDS: 2
func.func @main(%x: tensor<8x1x80x10xi8>, %y: tensor<4x1x20x10x8xi8>) -> tensor<1x80x4x20xcomplex<f64>> {
  %0 = stablehlo.convert %x : (tensor<8x1x80x10xi8>) -> tensor<8x1x80x10xf64>
  %1 = stablehlo.reverse %0, dims = [2] : tensor<8x1x80x10xf64>
  %2 = stablehlo.complex %0, %1 : tensor<8x1x80x10xcomplex<f64>>
  %3 = stablehlo.convert %y : (tensor<4x1x20x10x8xi8>) -> tensor<4x1x20x10x8xf64>
  %4 = stablehlo.reverse %3, dims = [4] : tensor<4x1x20x10x8xf64>
  %5 = stablehlo.complex %3, %4 : tensor<4x1x20x10x8xcomplex<f64>>
  %6 = stablehlo.dot_general %2, %5, batching_dims = [1] x [1], contracting_dims = [3, 0] x [3, 4] : (tensor<8x1x80x10xcomplex<f64>>, tensor<4x1x20x10x8xcomplex<f64>>) -> tensor<1x80x4x20xcomplex<f64>>
  return %6 : tensor<1x80x4x20xcomplex<f64>>
}
// -----
// NOT: complex_product
// ROUNDS: 1
func.func @main(%x: tensor<8x256xcomplex<f32>>, %y: tensor<256x256xcomplex<f32>>) -> tensor<8x256xcomplex<f32>> {
  // Hardly more is computed than read.
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x256xcomplex<f32>>, tensor<256x256xcomplex<f32>>) -> tensor<8x256xcomplex<f32>>
  return %0 : tensor<8x256xcomplex<f32>>
}
