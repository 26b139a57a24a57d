// What an older version lacks.

// PASSES: --stablehlo-compatibility-expander=target=1.0.0
// ULPS: 2
// CHECK: stablehlo.sine
// CHECK: stablehlo.cosine
// CHECK-NOT: stablehlo.tan
func.func @main(%a: tensor<5xf64>) -> tensor<5xf64> {
  %c = stablehlo.constant dense<[0.1, -0.7, 1.5, 3.0, -9.0]> : tensor<5xf64>
  %0 = stablehlo.tan %c : tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----
// PASSES: --stablehlo-compatibility-expander=target=1.4.0
// CHECK: stablehlo.tan
func.func @main(%a: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.tan %a : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----
// PASSES: --stablehlo-compatibility-expander=target=1.0.0
// CHECK: stablehlo.iota dim = 0 : tensor<3x2x1xi64>
// CHECK: stablehlo.concatenate
// CHECK: collapsed_slice_dims = [0, 1]
// CHECK: start_index_map = [0, 2, 1]
// CHECK-NOT: batching
func.func @main(%x: tensor<3x4x2xi32>, %i: tensor<3x2x2xi64>) -> tensor<3x2x2xi32> {
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2],
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [0],
      start_index_map = [2, 1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi32>, tensor<3x2x2xi64>) -> tensor<3x2x2xi32>
  return %0 : tensor<3x2x2xi32>
}

// -----
// PASSES: --stablehlo-compatibility-expander=target=0.9.0
// CHECK: stablehlo.iota dim = 0 : tensor<3x1xi32>
// CHECK: stablehlo.concatenate
// CHECK: inserted_window_dims = [0, 1]
// CHECK-NOT: batching
func.func @main(%x: tensor<3x4xi32>, %i: tensor<3xi32>, %u: tensor<3xi32>) -> tensor<3x4xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [1],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}
