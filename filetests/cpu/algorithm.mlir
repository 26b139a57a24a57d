// Dot algorithms: operands are rounded to the stated types, the sum to the type that it is stated to have.
func.func @bf16() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.0, 1.0, 70144.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @bf16_three_products() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @bf16_sum() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = bf16,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.0, 1.0, 70144.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @tf32() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.001953125, 1.0, 70016.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @tf32_three_products() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @f32() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %y, dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @f64_as_f32() {
  %x = stablehlo.constant dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf64>
  %i = stablehlo.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  %y = stablehlo.dot_general %x, %i, contracting_dims = [1] x [0], algorithm = <
    lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf64>
  check.expect_eq_const %y, dense<[[1.001953125, 1.000244140625, 70000.0]]> : tensor<1x3xf64>
  func.return
}

// -----

func.func @sums_are_rounded() {
  %x = stablehlo.constant dense<[2048.0, 1.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %narrow = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <
    lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %narrow, dense<2048.0> : tensor<f32>
  %wide = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <
    lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %wide, dense<2049.0> : tensor<f32>
  func.return
}

// -----

// 2²⁴ + 1 needs more than f32 has.
func.func @sum_in_f64() {
  %x = stablehlo.constant dense<[16777216.0, 1.0, -16777216.0]> : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %y = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <
    lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = false> : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  check.expect_eq_const %y, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @eight_bits() {
  %x = stablehlo.constant dense<[1.0625, 1.125]> : tensor<2xf32>
  %one = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <
    lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E5M2, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
    allow_imprecise_accumulation = true> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %y, dense<3.25> : tensor<f32>
  func.return
}
