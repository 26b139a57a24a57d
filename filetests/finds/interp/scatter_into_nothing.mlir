// One row for a place in a matrix of no rows: it became a slice of one row.
func.func @main(%a: tensor<0x9xf32>, %i: tensor<1x1xi8>, %u: tensor<1x9xf32>) -> (tensor<0x9xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<0x9xf32>, tensor<1x1xi8>, tensor<1x9xf32>) -> tensor<0x9xf32>
  return %0 : tensor<0x9xf32>
}

