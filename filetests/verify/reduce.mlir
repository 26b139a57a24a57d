// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
    "stablehlo.return"(%r0) : (tensor<f64>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: error[reduce_c1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
// -----
// expected: error[reduce_c2]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f64>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c3]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c3]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.reduce"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
// -----
// expected: error[reduce_i2]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<1xf32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<1xf32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c4]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c5]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a0: tensor<2x3xf64>, %a1: tensor<f64>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf64>, tensor<f64>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c6]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
    "stablehlo.return"(%r0) : (tensor<2xf32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return %0 : tensor<2xf32>
}
// -----
// expected: error[reduce_c7]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<3xf32>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return %0 : tensor<3xf32>
}
// -----
// expected: error[reduce_c8]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<2xf64>) {
  %0 = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf64>)
  func.return %0 : tensor<2xf64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = -2 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[sort_c1]
func.func @f() {
  "stablehlo.sort"() ({
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : () -> ()
  func.return
}
// -----
// expected: error[sort_c2]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x4xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x4xf32>)
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[sort_c3]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>) {
  %0:2 = "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>)
  func.return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x4xf32>
}
// -----
// expected: error[sort_c4]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 2 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[sort_c4]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = -3 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[sort_c5]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[sort_c5]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[sort_c5]
func.func @f(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.sort"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = "chlo.top_k"(%a0) {k = 3 : i64} : (tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  func.return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
// -----
// expected: error[top_k_c1]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = "chlo.top_k"(%a0) {k = 3 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  func.return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
// -----
// expected: error[top_k_c1]
func.func @f(%a0: tensor<5xf32>) -> (tensor<4xf32>, tensor<3xi32>) {
  %0:2 = "chlo.top_k"(%a0) {k = 3 : i64} : (tensor<5xf32>) -> (tensor<4xf32>, tensor<3xi32>)
  func.return %0#0, %0#1 : tensor<4xf32>, tensor<3xi32>
}
// -----
// expected: error[top_k_c2]
func.func @f(%a0: tensor<5xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %0:2 = "chlo.top_k"(%a0) {k = 6 : i64} : (tensor<5xf32>) -> (tensor<6xf32>, tensor<6xi32>)
  func.return %0#0, %0#1 : tensor<6xf32>, tensor<6xi32>
}
// -----
// expected: error[top_k_c2]
func.func @f(%a0: tensor<5xf32>) -> (tensor<0xf32>, tensor<0xi32>) {
  %0:2 = "chlo.top_k"(%a0) {k = -1 : i64} : (tensor<5xf32>) -> (tensor<0xf32>, tensor<0xi32>)
  func.return %0#0, %0#1 : tensor<0xf32>, tensor<0xi32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c2]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c3]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c4]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c5]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<2xf32>, %a4: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c6]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2xf32>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[batch_norm_inference_c7]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<3x3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>)
  func.return %0 : tensor<3x3xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_training_c3]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_training_c4]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = -1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c3]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c4]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<4xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
// -----
// expected: error[batch_norm_grad_c5]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
