// expected: ok
func.func @f(%a0: tensor<i1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[if_i1]
func.func @f(%a0: tensor<2xi1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<2xi1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[if_c1]
func.func @f(%a0: tensor<i1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[if_c2]
func.func @f(%a0: tensor<i1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
    "stablehlo.return"(%r0) : (tensor<f64>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[if_c2]
func.func @f(%a0: tensor<i1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[if_c3]
func.func @f(%a0: tensor<i1>) -> (tensor<f64>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f64>)
  func.return %0 : tensor<f64>
}
// -----
// expected: error[result-count]
func.func @f(%a0: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  func.return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
// -----
// expected: error[region-count]
func.func @f(%a0: tensor<i1>) -> (tensor<f32>) {
  %0 = "stablehlo.if"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<i32>) -> (tensor<f32>) {
  %0 = "stablehlo.case"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[case_i1]
func.func @f(%a0: tensor<i64>) -> (tensor<f32>) {
  %0 = "stablehlo.case"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i64>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[case_c1]
func.func @f(%a0: tensor<i32>) -> (tensor<f32>) {
  %0 = "stablehlo.case"(%a0) : (tensor<i32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[case_c2]
func.func @f(%a0: tensor<i32>) -> (tensor<f32>) {
  %0 = "stablehlo.case"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[case_c3]
func.func @f(%a0: tensor<i32>) -> (tensor<f32>) {
  %0 = "stablehlo.case"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
    "stablehlo.return"(%r0) : (tensor<f64>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[case_c4]
func.func @f(%a0: tensor<i32>) -> (tensor<f64>) {
  %0 = "stablehlo.case"(%a0) ({
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<i32>) -> (tensor<f64>)
  func.return %0 : tensor<f64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c1]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c1]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f64>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c2]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f64>} : () -> tensor<f64>
    "stablehlo.return"(%r0) : (tensor<f64>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c2]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f64>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c2]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %r1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[while_c3]
func.func @f(%a0: tensor<f32>) -> (tensor<f64>) {
  %0 = "stablehlo.while"(%a0) ({
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%r0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<f32>):
    %r0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    "stablehlo.return"(%r0) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> (tensor<f64>)
  func.return %0 : tensor<f64>
}
// -----
// expected: error[optimization_barrier_c1]
func.func @f(%a0: tensor<f32>) -> (tensor<f64>) {
  %0 = "stablehlo.optimization_barrier"(%a0) : (tensor<f32>) -> (tensor<f64>)
  func.return %0 : tensor<f64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<f32>, %a1: tensor<i32>) -> (tuple<tensor<f32>, tensor<i32>>) {
  %0 = "stablehlo.tuple"(%a0, %a1) : (tensor<f32>, tensor<i32>) -> (tuple<tensor<f32>, tensor<i32>>)
  func.return %0 : tuple<tensor<f32>, tensor<i32>>
}
// -----
// expected: error[tuple_c1]
func.func @f(%a0: tensor<f32>, %a1: tensor<i32>) -> (tuple<tensor<f32>>) {
  %0 = "stablehlo.tuple"(%a0, %a1) : (tensor<f32>, tensor<i32>) -> (tuple<tensor<f32>>)
  func.return %0 : tuple<tensor<f32>>
}
// -----
// expected: error[get_tuple_element_i1]
func.func @f(%a0: tensor<f32>) -> (tensor<f32>) {
  %0 = "stablehlo.get_tuple_element"(%a0) {index = 0 : i32} : (tensor<f32>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[get_tuple_element_c1]
func.func @f(%a0: tuple<tensor<f32>>) -> (tensor<f32>) {
  %0 = "stablehlo.get_tuple_element"(%a0) {index = 1 : i32} : (tuple<tensor<f32>>) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: error[get_tuple_element_c2]
func.func @f(%a0: tuple<tensor<f32>>) -> (tensor<f64>) {
  %0 = "stablehlo.get_tuple_element"(%a0) {index = 0 : i32} : (tuple<tensor<f32>>) -> (tensor<f64>)
  func.return %0 : tensor<f64>
}
// -----
// expected: error[after_all_i1]
func.func @f(%a0: !stablehlo.token, %a1: tensor<f32>) -> (!stablehlo.token) {
  %0 = "stablehlo.after_all"(%a0, %a1) : (!stablehlo.token, tensor<f32>) -> (!stablehlo.token)
  func.return %0 : !stablehlo.token
}
// -----
// expected: error[after_all_output]
func.func @f(%a0: !stablehlo.token) -> (tensor<f32>) {
  %0 = "stablehlo.after_all"(%a0) : (!stablehlo.token) -> (tensor<f32>)
  func.return %0 : tensor<f32>
}
// -----
// expected: ok
func.func @f(%a0: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return %0#0, %0#1 : tensor<2xui64>, tensor<4xui32>
}
// -----
// expected: error[rng_bit_generator_i2]
func.func @f(%a0: tensor<2xui32>) -> (tensor<2xui32>, tensor<4xui32>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui32>) -> (tensor<2xui32>, tensor<4xui32>)
  func.return %0#0, %0#1 : tensor<2xui32>, tensor<4xui32>
}
// -----
// expected: error[rng_bit_generator_c1]
func.func @f(%a0: tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return %0#0, %0#1 : tensor<3xui64>, tensor<4xui32>
}
// -----
// expected: error[rng_bit_generator_c2]
func.func @f(%a0: tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return %0#0, %0#1 : tensor<3xui64>, tensor<4xui32>
}
// -----
// expected: error[rng_bit_generator_output]
func.func @f(%a0: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  func.return %0#0, %0#1 : tensor<2xui64>, tensor<4xi1>
}
// -----
// expected: error[result-type]
func.func @f(%a0: tensor<2xui64>) -> (tensor<2xui64>) {
  %0 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>)
  func.return %0 : tensor<2xui64>
}
// -----
// expected: ok
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: error[rng_c1]
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) -> (tensor<2x3xf64>) {
  %0 = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<2x3xf64>)
  func.return %0 : tensor<2x3xf64>
}
// -----
// expected: error[rng_c2]
func.func @f(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<2xi64>) -> (tensor<2x3xi32>) {
  %0 = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> (tensor<2x3xi32>)
  func.return %0 : tensor<2x3xi32>
}
// -----
// expected: error[rng_c3]
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<3xi64>) -> (tensor<2x3xf32>) {
  %0 = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> (tensor<2x3xf32>)
  func.return %0 : tensor<2x3xf32>
}
// -----
// expected: unimplemented[unknown-op]
func.func @f(%a0: tensor<2xf32>) -> (tensor<4xf32>) {
  %0 = "stablehlo.unheard_of"(%a0) : (tensor<2xf32>) -> (tensor<4xf32>)
  func.return %0 : tensor<4xf32>
}
// -----
// expected: ok
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  func.return
}
// -----
// expected: ok
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  "check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
// expected: error[expect_eq_c1]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  "check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> ()
  func.return
}
// -----
// expected: error[expect_eq_const_c1]
func.func @f(%a0: tensor<2xf32>) {
  "check.expect_eq_const"(%a0) {value = dense<0.0> : tensor<3xf32>} : (tensor<2xf32>) -> ()
  func.return
}
