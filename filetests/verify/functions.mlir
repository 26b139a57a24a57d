// expected: ok
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = func.call @g(%0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %1 : tensor<2xf32>
}
// -----
// expected: error[undefined-symbol]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[call-signature]
func.func private @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  func.return %x : tensor<3xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[call-signature]
func.func private @g(%x: tensor<3xf32>) -> tensor<3xf32> {
  func.return %x : tensor<3xf32>
}
func.func @f(%x: tensor<3xf32>) {
  func.call @g(%x) : (tensor<3xf32>) -> ()
  func.return
}
// -----
// expected: error[recursive-call]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[duplicate-symbol]
func.func @f() {
  func.return
}
func.func @f() {
  func.return
}
// -----
// expected: error[function-type-mismatch]
"func.func"() <{sym_name = "f", function_type = (tensor<2xf32>) -> tensor<3xf32>}> ({
^bb0(%x: tensor<2xf32>):
  "func.return"(%x) : (tensor<2xf32>) -> ()
}) : () -> ()
// -----
// expected: error[missing-terminator]
"func.func"() <{sym_name = "f", function_type = (tensor<2xf32>) -> ()}> ({
^bb0(%x: tensor<2xf32>):
  %0 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf32>
}) : () -> ()
// -----
// expected: ok
func.func private @g(tensor<3xf32>) -> tensor<3xf32>
func.func @f() {
  func.return
}
// -----
// expected: ok
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.composite"(%x) {name = "my.op", decomposition = @g, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[composite_c2]
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.composite"(%x) {name = "my.op", decomposition = @h, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[composite_c4]
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.composite"(%x) {name = "my.op", decomposition = @g, version = 1 : i32} : (tensor<2xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[composite_c3]
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @f(%x: tensor<3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.composite"(%x) {name = "my.op", decomposition = @g, version = 1 : i32} : (tensor<3xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[undefined-symbol]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.custom_call"(%x) {call_target_name = "t", called_computations = [@g]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[aliasing-output]
func.func @f(%x: tensor<2xf32> {tf.aliasing_output = 1 : i32}) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
// -----
// expected: error[shape-too-large]
func.func @f(%x: tensor<4294967296x4294967296xf32>) {
  func.return
}
// -----
// expected: error[shape-too-large]
func.func @f(%x: tensor<0x9223372036854775807xi8>) {
  func.return
}
// -----
// expected: unimplemented[rank-too-large]
func.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  func.return
}
// -----
// expected: error[transpose_c2]
// expected: error[reverse_c3]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.reverse"(%0) {dimensions = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return %1 : tensor<2xf32>
}
// -----
// expected: error[composite_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.composite"(%a0) <{decomposition = @d, name = "square"}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
func.func private @d(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  func.return %a0 : tensor<2xf32>
}
