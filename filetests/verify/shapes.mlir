// expected: ok
func.func @f(%a: tensor<?x3xf32>, %i: index, %s: !shape.shape, %z: !shape.size, %t: tensor<?xindex>, %p: i1) -> (index, !shape.shape) {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.broadcast %0, %t, %s : tensor<2xindex>, tensor<?xindex>, !shape.shape -> !shape.shape
  %2 = arith.select %p, %i, %i : index
  %3 = tensor.extract %a[%i, %i] : tensor<?x3xf32>
  %4 = arith.addf %3, %3 : f32
  return %2, %1 : index, !shape.shape
}
// -----
// expected: error[addi_c1]
func.func @f(%a: index, %b: i32) -> index {
  %0 = "arith.addi"(%a, %b) : (index, i32) -> index
  func.return %0 : index
}
// -----
// expected: error[addi_i1]
func.func @f(%a: f32) -> f32 {
  %0 = arith.addi %a, %a : f32
  func.return %0 : f32
}
// -----
// expected: error[addi_i1]
func.func @f(%a: ui32) -> ui32 {
  %0 = arith.addi %a, %a : ui32
  func.return %0 : ui32
}
// -----
// expected: error[result-type]
func.func @f(%a: index) -> i32 {
  %0 = "arith.addi"(%a, %a) : (index, index) -> i32
  func.return %0 : i32
}
// -----
// expected: error[extsi_c2]
func.func @f(%a: i32) -> i16 {
  %0 = arith.extsi %a : i32 to i16
  func.return %0 : i16
}
// -----
// expected: error[index_cast_c2]
func.func @f(%a: i32) -> i64 {
  %0 = arith.index_cast %a : i32 to i64
  func.return %0 : i64
}
// -----
// expected: error[index_cast_c1]
func.func @f(%a: tensor<2xi32>) -> tensor<3xindex> {
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<3xindex>
  func.return %0 : tensor<3xindex>
}
// -----
// expected: error[cmpi_c2]
func.func @f(%a: index) -> i1 {
  %0 = "arith.cmpi"(%a, %a) {predicate = 10 : i64} : (index, index) -> i1
  func.return %0 : i1
}
// -----
// expected: error[select_c2]
func.func @f(%c: tensor<2xi1>, %a: tensor<3xindex>) -> tensor<3xindex> {
  %0 = arith.select %c, %a, %a : tensor<2xi1>, tensor<3xindex>
  func.return %0 : tensor<3xindex>
}
// -----
// expected: error[constant_i1]
func.func @f() -> ui8 {
  %0 = "arith.constant"() {value = 1 : ui8} : () -> ui8
  func.return %0 : ui8
}
// -----
// expected: error[shape_of_output]
func.func @f(%a: tensor<?x3xf32>) -> tensor<3xindex> {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<3xindex>
  func.return %0 : tensor<3xindex>
}
// -----
// A shape may stand for an error; an index cannot.
// expected: error[num_elements_c1]
func.func @f(%a: !shape.shape) -> index {
  %0 = shape.num_elements %a : !shape.shape -> index
  func.return %0 : index
}
// -----
// expected: error[broadcast_i1]
func.func @f(%a: tensor<2xi32>) -> tensor<2xindex> {
  %0 = shape.broadcast %a, %a : tensor<2xi32>, tensor<2xi32> -> tensor<2xindex>
  func.return %0 : tensor<2xindex>
}
// -----
// expected: error[const_shape_output]
func.func @f() -> tensor<3xindex> {
  %0 = shape.const_shape [1, 2] : tensor<3xindex>
  func.return %0 : tensor<3xindex>
}
// -----
// expected: error[max_i1]
func.func @f(%a: index) -> !shape.size {
  %0 = "shape.max"(%a, %a) : (index, index) -> !shape.size
  func.return %0 : !shape.size
}
// -----
// expected: error[cstr_broadcastable_i1]
func.func @f(%a: tensor<2xindex>) -> !shape.witness {
  %0 = shape.cstr_broadcastable %a : tensor<2xindex>
  func.return %0 : !shape.witness
}
// -----
// expected: error[assuming_i1]
func.func @f(%a: i1) {
  "shape.assuming"(%a) ({
    "shape.assuming_yield"() : () -> ()
  }) : (i1) -> ()
  func.return
}
// -----
// expected: error[result-type]
func.func @f(%w: !shape.witness, %a: index) -> i32 {
  %0 = "shape.assuming"(%w) ({
    "shape.assuming_yield"(%a) : (index) -> ()
  }) : (!shape.witness) -> i32
  func.return %0 : i32
}
// -----
// expected: error[dim_i1]
func.func @f(%a: tensor<f32>, %i: index) -> index {
  %0 = tensor.dim %a, %i : tensor<f32>
  func.return %0 : index
}
// -----
// expected: error[cast_c1]
func.func @f(%a: tensor<2x?xf32>) -> tensor<3x?xf32> {
  %0 = tensor.cast %a : tensor<2x?xf32> to tensor<3x?xf32>
  func.return %0 : tensor<3x?xf32>
}
// -----
// expected: error[extract_c1]
func.func @f(%a: tensor<2x3xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<2x3xf32>
  func.return %0 : f32
}
// -----
// expected: error[from_elements_c1]
func.func @f(%i: index) -> tensor<3xindex> {
  %0 = tensor.from_elements %i, %i : tensor<3xindex>
  func.return %0 : tensor<3xindex>
}
// -----
// expected: error[operand-type]
func.func @f(%i: index) -> index {
  %0 = "stablehlo.optimization_barrier"(%i) : (index) -> index
  func.return %0 : index
}
// -----
// expected: error[abs_i1]
func.func @f(%i: i32) -> i32 {
  %0 = "stablehlo.abs"(%i) : (i32) -> i32
  func.return %0 : i32
}
