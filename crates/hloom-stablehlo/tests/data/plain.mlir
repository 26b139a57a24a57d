module @plain attributes {a.list = [1 : i32, "text", @f], a.small = 1.500000e+00 : f8E4M3FN} {
  func.func public @main(%x: tensor<2x3x4xf32> {a.donated = true}, %i: tensor<3x2xi32>, %t: !stablehlo.token) -> tensor<2x3x4xf32> {
    %k = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
    %bits = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %s = "stablehlo.constant"() <{value = dense<0.5> : tensor<4xf8E5M2>}> : () -> tensor<4xf8E5M2>
    %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x3xf32>
    %1 = stablehlo.compare GT, %0, %0, FLOAT : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xi1>
    %2 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<3x2xi32>) -> tensor<3x4xf32>
    %3 = "stablehlo.scatter"(%x, %i, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x3x4xf32>, tensor<3x2xi32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<2x3x4xf32>) -> tensor<2x12x1xf32>
    %5 = stablehlo.convolution(%4, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x12x1xf32>, tensor<2x1x1xf32>) -> tensor<2x6x1xf32>
    %6 = stablehlo.tan %3 : tensor<2x3x4xf32>
    %7 = "stablehlo.exponential"(%6) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %8 = stablehlo.custom_call @target(%7) {api_version = 2 : i32, backend_config = "\00\FF", called_computations = [@f], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %9:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
    %10:2 = stablehlo.rng_bit_generator %i, algorithm = THREE_FRY : (tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<4xui32>)
    %11 = chlo.erf %8 : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
    return %11 : tensor<2x3x4xf32>
  }
  func.func private @f(%b: tensor<?xf32, #stablehlo.bounds<16>>) -> tensor<?xf32, #stablehlo.bounds<16>> {
    return %b : tensor<?xf32, #stablehlo.bounds<16>>
  }
}
