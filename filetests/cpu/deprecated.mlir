// Deprecated ops and chlo.ragged_dot.
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %0 = "stablehlo.einsum"(%a, %b) {einsum_config = "ab,bc->ca"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[19.0, 43.0], [22.0, 50.0]]> : tensor<2x2xf32>
  %1 = "stablehlo.unary_einsum"(%a) {einsum_config = "ab->b"} : (tensor<2x2xf32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[4.0, 6.0]> : tensor<2xf32>
  %2 = "stablehlo.unary_einsum"(%a) {einsum_config = "aa->a"} : (tensor<2x2xf32>) -> tensor<2xf32>
  check.expect_eq_const %2, dense<[1.0, 4.0]> : tensor<2xf32>
  %3 = "stablehlo.broadcast"(%1) {broadcast_sizes = array<i64: 2>} : (tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %3, dense<[[4.0, 6.0], [4.0, 6.0]]> : tensor<2x2xf32>
  %i = stablehlo.constant dense<[1, 0, 5]> : tensor<3xi32>
  %4 = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x2xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  check.expect_eq_const %4, dense<[[2.0, 1.0, 2.0], [4.0, 3.0, 4.0]]> : tensor<2x3xf32>
  %j = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %5 = "stablehlo.torch_index_select"(%a, %j) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x2xf32>, tensor<2x1xi32>) -> tensor<2x1xf32>
  check.expect_eq_const %5, dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %6 = "stablehlo.dot"(%a, %b) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %6, dense<[[19.0, 22.0], [43.0, 50.0]]> : tensor<2x2xf32>
  %gs = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %7 = "chlo.ragged_dot"(%a, %b, %gs) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi64>) -> tensor<2x2x2xf32>
  check.expect_eq_const %7, dense<[[[5.0, 6.0], [15.0, 18.0]], [[14.0, 16.0], [28.0, 32.0]]]> : tensor<2x2x2xf32>
  return
}

// -----

// A type without a zero: sums of other groups, and of what stands nowhere else, add nothing.
func.func @products_without_zero() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [4.0, 2.0], [8.0, 8.0]]> : tensor<3x2xf8E8M0FNU>
  %b = stablehlo.constant dense<[[[1.0], [0.5]], [[2.0], [4.0]]]> : tensor<2x2x1xf8E8M0FNU>
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x2xf8E8M0FNU>, tensor<2x2x1xf8E8M0FNU>, tensor<2xi32>) -> tensor<3x1xf8E8M0FNU>
  check.expect_eq_const %0, dense<[[2.0], [16.0], [64.0]]> : tensor<3x1xf8E8M0FNU>
  %1 = stablehlo.unary_einsum %a, config = "ab->b" : (tensor<3x2xf8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  check.expect_eq_const %1, dense<[16.0, 16.0]> : tensor<2xf8E8M0FNU>
  func.return
}

// -----

// A letter of one operand alone is summed in the type of the result: 4 times 100 is no i8.
func.func @einsum_of_lone_letters() {
  %a = stablehlo.constant dense<100> : tensor<2x2xi8>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %0 = "stablehlo.einsum"(%a, %b) {einsum_config = "ab,c->c"} : (tensor<2x2xi8>, tensor<2xi8>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[400, 800]> : tensor<2xi32>
  func.return
}
