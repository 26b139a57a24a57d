// expected: ok
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<?xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<?xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[add_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[add_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[add_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[add_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[operand-count]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[result-count]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
// -----
// expected: error[add_i1]
func.func @f(%a0: !stablehlo.token, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.add"(%a0, %a1) : (!stablehlo.token, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[subtract_i1]
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) -> (tensor<2xi1>) {
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[and_i1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.and"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[shift_left_i1]
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xi1>) -> (tensor<2xi1>) {
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[atan2_i1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[complex_i1]
func.func @f(%a0: tensor<2xf16>, %a1: tensor<2xf16>) -> (tensor<2xcomplex<f32>>) {
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xcomplex<f32>>)
  func.return %0 : tensor<2xcomplex<f32>>
}
// -----
// expected: error[complex_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xcomplex<f32>>) {
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  func.return %0 : tensor<2xcomplex<f32>>
}
// -----
// expected: error[complex_c2]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xcomplex<f32>>) {
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xcomplex<f32>>)
  func.return %0 : tensor<3xcomplex<f32>>
}
// -----
// expected: error[complex_c3]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xcomplex<f64>>) {
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xcomplex<f64>>)
  func.return %0 : tensor<2xcomplex<f64>>
}
// -----
// expected: error[abs_i1]
func.func @f(%a0: tensor<2xui8>) -> (tensor<2xui8>) {
  %0 = "stablehlo.abs"(%a0) : (tensor<2xui8>) -> (tensor<2xui8>)
  func.return %0 : tensor<2xui8>
}
// -----
// expected: error[abs_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.abs"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[abs_c2]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>) {
  %0 = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return %0 : tensor<2xcomplex<f32>>
}
// -----
// expected: error[real_c2]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xf64>) {
  %0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[exponential_i1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.exponential"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[exponential_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf16>) {
  %0 = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> (tensor<2xf16>)
  func.return %0 : tensor<2xf16>
}
// -----
// expected: error[is_finite_i1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.is_finite"(%a0) : (tensor<2xi32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[is_finite_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xi1>) {
  %0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return %0 : tensor<3xi1>
}
// -----
// expected: error[not_i1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.not"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[popcnt_i1]
func.func @f(%a0: tensor<2xi1>) -> (tensor<2xi1>) {
  %0 = "stablehlo.popcnt"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[floor_i1]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>) {
  %0 = "stablehlo.floor"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return %0 : tensor<2xcomplex<f32>>
}
// -----
// expected: error[erf_i1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  %0 = "chlo.erf"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_c2]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_c2]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xi1>)
  func.return %0 : tensor<3xi1>
}
// -----
// expected: error[compare_c3]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_c3]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type UNSIGNED>} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_c3]
func.func @f(%a0: tensor<2xcomplex<f32>>, %a1: tensor<2xcomplex<f32>>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type TOTALORDER>} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[compare_output]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi8>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi8>)
  func.return %0 : tensor<2xi8>
}
// -----
// expected: error[bad-attribute]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: error[bad-attribute]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  %0 = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction XX>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return %0 : tensor<2xi1>
}
// -----
// expected: ok
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[select_i1]
func.func @f(%a0: tensor<2xi8>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi8>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[select_c1]
func.func @f(%a0: tensor<3xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[select_c2]
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf64>) -> (tensor<2xf32>) {
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[select_c2]
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[clamp_c1]
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[clamp_c2]
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<1xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<1xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[clamp_c3]
func.func @f(%a0: tensor<f64>, %a1: tensor<2xf32>, %a2: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f64>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[clamp_c4]
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<f32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[convert_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf64>) {
  %0 = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> (tensor<3xf64>)
  func.return %0 : tensor<3xf64>
}
// -----
// expected: error[reduce_precision_i1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[reduce_precision_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = 2 : i32} : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[reduce_precision_c2]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce_precision"(%a0) {exponent_bits = 0 : i32, mantissa_bits = 2 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_precision_c3]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[map_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[map_c2]
func.func @f() -> (tensor<2xf32>) {
  %0 = "stablehlo.map"() ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : () -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[map_c3]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[map_c4]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[map_c4]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[map_c4]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
    "stablehlo.return"(%r0) : (tensor<2xf32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[region-count]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.map"(%a0) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[cbrt_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[ceil_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.ceil"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[cosine_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[exponential_minus_one_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[floor_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[log_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.log"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[log_plus_one_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[logistic_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[negate_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[round_nearest_afz_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[round_nearest_even_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[rsqrt_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[sign_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.sign"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[sine_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[sqrt_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[tan_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[tanh_c1]
func.func @f(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[not_c1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<3xi32>) {
  %0 = "stablehlo.not"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return %0 : tensor<3xi32>
}
// -----
// expected: error[popcnt_c1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<3xi32>) {
  %0 = "stablehlo.popcnt"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return %0 : tensor<3xi32>
}
// -----
// expected: error[count_leading_zeros_c1]
func.func @f(%a0: tensor<2xi32>) -> (tensor<3xi32>) {
  %0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return %0 : tensor<3xi32>
}
// -----
// expected: error[real_c1]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<3xf32>) {
  %0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[real_c2]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xf64>) {
  %0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[imag_c1]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<3xf32>) {
  %0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[imag_c2]
func.func @f(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xf64>) {
  %0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[atan2_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[divide_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[maximum_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[minimum_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[power_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[remainder_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[subtract_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[and_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.and"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[or_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.or"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[xor_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[shift_left_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[shift_right_arithmetic_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[shift_right_logical_c1]
func.func @f(%a0: tensor<2xi32>, %a1: tensor<3xi32>) -> (tensor<2xi32>) {
  %0 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<2xi32>)
  func.return %0 : tensor<2xi32>
}
// -----
// expected: error[tanh_i2]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[tanh_i2]
func.func @f(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%a0) <{result_accuracy = #stablehlo.result_accuracy<ulps = -1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: ok
func.func @f(%a: tensor<?xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "stablehlo.fma"(%a, %b, %b) : (tensor<?xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %1 = stablehlo.exp2 %0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf16>
  func.return %1 : tensor<4xf16>
}
// -----
// expected: error[fma_i1]
func.func @f(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.fma %a, %a, %a : tensor<4xcomplex<f32>>
  func.return %0 : tensor<4xcomplex<f32>>
}
// -----
// expected: error[fma_c1]
func.func @f(%a: tensor<f32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.fma %a, %b, %b : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[fma_c1]
func.func @f(%a: tensor<4xbf16>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.fma %a, %a, %b : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
// -----
// expected: error[exp2_i1]
func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.exp2 %a : tensor<4xi32>
  func.return %0 : tensor<4xi32>
}
// -----
// expected: error[log2_i2]
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.log2 %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
