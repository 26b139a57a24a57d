// Movement. Each chunk names the rules that must fire in it; the driver compares bits before and after.

// RULE: transpose_identity
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.transpose %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: transpose_transpose
func.func @main(%a: tensor<2x3x4xf32>) -> (tensor<3x2x4xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<3x4x2xf32>) -> tensor<3x2x4xf32>
  return %1 : tensor<3x2x4xf32>
}

// -----
// RULE: transpose_unit_dims
func.func @main(%a: tensor<2x1x3xf32>) -> (tensor<1x2x3xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----
// RULE: transpose_broadcast
func.func @main(%a: tensor<3xf32>) -> (tensor<3x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----
// RULE: transpose_iota
func.func @main() -> (tensor<3x4x2xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x3x4xi32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<2x3x4xi32>) -> tensor<3x4x2xi32>
  return %1 : tensor<3x4x2xi32>
}

// -----
// RULE: reshape_identity
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: reshape_reshape
func.func @main(%a: tensor<2x3xf32>) -> (tensor<3x2xf32>) {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----
// RULE: reshape_broadcast_scalar
func.func @main(%a: tensor<f32>) -> (tensor<6xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----
// RULE: reshape_broadcast
func.func @main(%a: tensor<3xf32>) -> (tensor<1x2x1x3x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<1x2x1x3x1xf32>
  return %1 : tensor<1x2x1x3x1xf32>
}

// -----
// RULE: reshape_iota
func.func @main() -> (tensor<2x1x3x1xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xi32>) -> tensor<2x1x3x1xi32>
  return %1 : tensor<2x1x3x1xi32>
}

// -----
// RULE: broadcast_identity
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: broadcast_is_reshape
func.func @main(%a: tensor<3xf32>) -> (tensor<1x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----
// RULE: broadcast_is_transpose
func.func @main(%a: tensor<2x3x4xf32>) -> (tensor<3x4x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// -----
// RULE: broadcast_broadcast
func.func @main(%a: tensor<3xf32>) -> (tensor<2x4x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
  return %1 : tensor<2x4x3xf32>
}

// -----
// RULE: broadcast_reshape
func.func @main(%a: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.reshape %a : (tensor<3xf32>) -> tensor<1x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----
// RULE: broadcast_one_element
func.func @main(%a: tensor<1x1xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: slice_identity
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.slice %a [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: slice_slice
func.func @main(%a: tensor<20xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.slice %a [1:19:2] : (tensor<20xf32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [2:9:3] : (tensor<9xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----
// RULE: slice_concatenate
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> (tensor<1x2xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %1 = stablehlo.slice %0 [0:1, 3:7:2] : (tensor<2x7xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// -----
// RULE: slice_pad
func.func @main(%a: tensor<8xf32>, %v: tensor<f32>) -> (tensor<3xf32>) {
  %0 = stablehlo.pad %a, %v, low = [2], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [3:9:2] : (tensor<9xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----
// RULE: slice_broadcast
func.func @main(%a: tensor<1x6xf32>) -> (tensor<3x1x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<1x6xf32>) -> tensor<4x5x6xf32>
  %1 = stablehlo.slice %0 [1:4, 2:3, 1:6:2] : (tensor<4x5x6xf32>) -> tensor<3x1x3xf32>
  return %1 : tensor<3x1x3xf32>
}

// -----
// RULE: slice_iota
func.func @main() -> (tensor<2x5xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %1 = stablehlo.slice %0 [1:3, 0:5] : (tensor<4x6xi32>) -> tensor<2x5xi32>
  return %1 : tensor<2x5xi32>
}

// -----
// RULE: concatenate_single
func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----
// RULE: concatenate_empty
func.func @main(%a: tensor<3xf32>, %b: tensor<0xf32>, %c: tensor<2xf32>) -> (tensor<5xf32>) {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----
// RULE: concatenate_concatenate
func.func @main(%a: tensor<3xf32>, %b: tensor<2xf32>) -> (tensor<7xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %b, %0, dim = 0 : (tensor<2xf32>, tensor<5xf32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----
// RULE: concatenate_splats
func.func @main() -> (tensor<400x200xf32>) {
  %a = stablehlo.constant dense<-0.0> : tensor<300x200xf32>
  %b = stablehlo.constant dense<-0.0> : tensor<100x200xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<300x200xf32>, tensor<100x200xf32>) -> tensor<400x200xf32>
  return %0 : tensor<400x200xf32>
}

// -----
// RULE: concatenate_slices
func.func @main(%a: tensor<4x6xf32>, %b: tensor<4x1xf32>) -> (tensor<2x6xf32>) {
  %0 = stablehlo.slice %a [1:3, 0:2] : (tensor<4x6xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.slice %a [1:3, 2:5] : (tensor<4x6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.slice %b [0:2, 0:1] : (tensor<4x1xf32>) -> tensor<2x1xf32>
  %3 = stablehlo.concatenate %0, %1, %2, dim = 1 : (tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x6xf32>
  return %3 : tensor<2x6xf32>
}

// -----
// RULE: pad_nothing
func.func @main(%a: tensor<3xf32>, %v: tensor<f32>) -> (tensor<3xf32>) {
  %0 = stablehlo.pad %a, %v, low = [0], high = [0], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----
// RULE: pad_is_slice
func.func @main(%a: tensor<6xf32>, %v: tensor<f32>) -> (tensor<3xf32>) {
  %0 = stablehlo.pad %a, %v, low = [-1], high = [-2], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----
// RULE: pad_pad
func.func @main(%a: tensor<3xf32>, %v: tensor<f32>) -> (tensor<7xf32>) {
  %0 = stablehlo.pad %a, %v, low = [1], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.pad %0, %v, low = [0], high = [1], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----
// RULE: pad_empty
func.func @main(%a: tensor<0x2xf32>, %v: tensor<f32>) -> (tensor<3x3xf32>) {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----
// RULE: pad_splat
func.func @main() -> (tensor<602x101xf32>) {
  %a = stablehlo.constant dense<2.5> : tensor<300x100xf32>
  %v = stablehlo.constant dense<2.5> : tensor<f32>
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [2, 1], interior = [1, 0] : (tensor<300x100xf32>, tensor<f32>) -> tensor<602x101xf32>
  return %0 : tensor<602x101xf32>
}

// -----
// RULE: reverse_nothing
func.func @main(%a: tensor<1x3xf32>) -> (tensor<1x3xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----
// RULE: reverse_reverse
func.func @main(%a: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
  %0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3x4xf32>
  %1 = stablehlo.reverse %0, dims = [1, 2] : tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// -----
// RULE: reverse_reverse
func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----
// RULE: reverse_broadcast
func.func @main(%a: tensor<3xf32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----
// RULE: bitcast_identity
func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----
// RULE: bitcast_bitcast
func.func @main(%a: tensor<3xf32>) -> (tensor<3xui32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3xi32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xi32>) -> tensor<3xui32>
  return %1 : tensor<3xui32>
}

// -----
// RULE: iota_one
func.func @main() -> (tensor<3x1xf32>) {
  %0 = stablehlo.iota dim = 1 : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----
// RULE: get_dimension_size
func.func @main(%a: tensor<3x5xf32>) -> (tensor<i32>) {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<3x5xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----
// RULE: dynamic_slice_whole
func.func @main(%a: tensor<2x3xf32>, %i: tensor<i32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: dynamic_slice_constant
func.func @main(%a: tensor<4x5xf32>) -> (tensor<2x3xf32>) {
  %i = stablehlo.constant dense<7> : tensor<i64>
  %j = stablehlo.constant dense<-3> : tensor<i64>
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 3] : (tensor<4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: dynamic_slice_constant
func.func @main(%a: tensor<6xf32>) -> (tensor<2xf32>) {
  %i = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<6xf32>, tensor<ui64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----
// RULE: dynamic_slice_update
func.func @main(%a: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_slice %0, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

// -----
// RULE: dynamic_slice_scalar
func.func @main(%a: tensor<f32>, %i: tensor<i32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<5x6xf32>
  %1 = stablehlo.dynamic_slice %0, %i, %i, sizes = [2, 3] : (tensor<5x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----
// RULE: update_whole
func.func @main(%a: tensor<2x3xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: update_nothing
func.func @main(%a: tensor<2x3xf32>, %u: tensor<0x3xf32>, %i: tensor<i32>) -> (tensor<2x3xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----
// RULE: update_same
func.func @main(%a: tensor<5xf32>, %i: tensor<i32>) -> (tensor<5xf32>) {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<5xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_update_slice %a, %0, %i : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----
// RULE: update_update
func.func @main(%a: tensor<5xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>, %i: tensor<i32>) -> (tensor<5xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  %1 = stablehlo.dynamic_update_slice %0, %v, %i : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----
// RULE: gather_one
func.func @main(%a: tensor<4x5x6xf32>, %i: tensor<2xi32>) -> (tensor<5x2xf32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [2, 0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5, 2>}> : (tensor<4x5x6xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----
// RULE: gather_one
func.func @main(%a: tensor<7x3xf32>, %i: tensor<1x1xi32>) -> (tensor<1x3xf32>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<7x3xf32>, tensor<1x1xi32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----
// RULE: scatter_one
func.func @main(%a: tensor<6x5xf32>, %u: tensor<4x5xf32>) -> (tensor<6x5xf32>) {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %y, %x : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<1xi32>, tensor<4x5xf32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// -----
// RULE: scatter_one
func.func @main(%a: tensor<6x9xf32>, %i: tensor<1x1xi8>, %u: tensor<1x9xf32>) -> (tensor<6x9xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<6x9xf32>, tensor<1x1xi8>, tensor<1x9xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}

// -----
// RULE: scatter_one
func.func @main(%a: tensor<6x9x2xf32>, %k: tensor<i32>, %u: tensor<9xf32>) -> (tensor<6x9x2xf32>) {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %r = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.concatenate %c, %r, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [2, 0]>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x9x2xf32>, tensor<2xi32>, tensor<9xf32>) -> tensor<6x9x2xf32>
  return %0 : tensor<6x9x2xf32>
}

// -----
// RULE: scatter_evenly
func.func @main(%a: tensor<5x8xf32>, %u: tensor<5x4xf32>) -> (tensor<5x8xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<4xi32>
  %two = stablehlo.constant dense<2> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %eight = stablehlo.constant dense<8> : tensor<4xi32>
  %t = stablehlo.multiply %two, %k : tensor<4xi32>
  %p = stablehlo.add %one, %t : tensor<4xi32>
  %n = stablehlo.compare LT, %p, %zero, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %e = stablehlo.add %p, %eight : tensor<4xi32>
  %s = stablehlo.select %n, %e, %p : tensor<4xi1>, tensor<4xi32>
  %i = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %d = stablehlo.subtract %y, %x : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<5x8xf32>, tensor<4x1xi32>, tensor<5x4xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----
// RULE: scatter_evenly
func.func @main(%a: tensor<7x9xf32>, %u: tensor<4x3xf32>) -> (tensor<7x9xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<3xi64>
  %m = stablehlo.constant dense<-2> : tensor<3xi64>
  %t = stablehlo.multiply %m, %k : tensor<3xi64>
  %six = stablehlo.constant dense<6> : tensor<3xi64>
  %c = stablehlo.add %six, %t : tensor<3xi64>
  %r = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
  %c3 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi64>) -> tensor<4x3x1xi64>
  %r3 = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<4xi64>) -> tensor<4x3x1xi64>
  %i = stablehlo.concatenate %c3, %r3, dim = 2 : (tensor<4x3x1xi64>, tensor<4x3x1xi64>) -> tensor<4x3x2xi64>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<7x9xf32>, tensor<4x3x2xi64>, tensor<4x3xf32>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}

// -----
// RULE: scatter_evenly
func.func @main(%u: tensor<3x2xf32>) -> (tensor<7x2xf32>) {
  %a = stablehlo.constant dense<-0.0> : tensor<7x2xf32>
  %i = stablehlo.constant dense<[[0], [2], [4]]> : tensor<3x1xui8>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<7x2xf32>, tensor<3x1xui8>, tensor<3x2xf32>) -> tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}

// -----
// RULE: scatter_evenly
func.func @main(%a: tensor<3x6xf32>, %u: tensor<2x3xf32>) -> (tensor<3x6xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<2x3x1xi16>
  %three = stablehlo.constant dense<3> : tensor<2x3x1xi16>
  %i = stablehlo.multiply %k, %three : tensor<2x3x1xi16>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<3x6xf32>, tensor<2x3x1xi16>, tensor<2x3xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

// -----
// RULE: update_parts
func.func @main(%a: tensor<2x7xf32>, %u: tensor<2x3xf32>, %v: tensor<2x1xf32>, %w: tensor<2x3xf32>, %k: tensor<i32>) -> (tensor<2x7xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %k, %four : (tensor<2x7xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x7xf32>
  %1 = stablehlo.dynamic_update_slice %0, %v, %zero, %three : (tensor<2x7xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x7xf32>
  %2 = stablehlo.dynamic_update_slice %1, %w, %zero, %zero : (tensor<2x7xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x7xf32>
  return %2 : tensor<2x7xf32>
}

// -----
// RULE: update_splat
// RULE: update_parts
func.func @main(%u: tensor<3xf32>, %v: tensor<2xf32>) -> (tensor<5xf32>) {
  %a = stablehlo.constant dense<1.0> : tensor<5xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %nine : (tensor<5xf32>, tensor<3xf32>, tensor<i32>) -> tensor<5xf32>
  %1 = stablehlo.dynamic_update_slice %0, %v, %zero : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----
// RULE: slice_pad
func.func @main(%a: tensor<4x3xf32>, %v: tensor<f32>) -> (tensor<2x1xf32>) {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [2, 0], interior = [2, 3] : (tensor<4x3xf32>, tensor<f32>) -> tensor<13x9xf32>
  %1 = stablehlo.slice %0 [4:11:6, 8:9] : (tensor<13x9xf32>) -> tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}

// -----
// RULE: reshape_broadcast
func.func @main(%a: tensor<3x5xf32>) -> (tensor<12x5xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 3] : (tensor<3x5xf32>) -> tensor<3x2x2x5xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2x2x5xf32>) -> tensor<3x4x5xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x4x5xf32>) -> tensor<12x5xf32>
  return %2 : tensor<12x5xf32>
}

// -----
// RULE: elementwise_pieces
func.func @main(%a: tensor<4x5xf32>, %b: tensor<2x5xf32>, %e: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %0 = stablehlo.sine %a : tensor<4x5xf32>
  %1 = stablehlo.concatenate %0, %b, dim = 0 : (tensor<4x5xf32>, tensor<2x5xf32>) -> tensor<6x5xf32>
  %2 = stablehlo.subtract %e, %1 : tensor<6x5xf32>
  %low = stablehlo.constant dense<-0.5> : tensor<6x5xf32>
  %4 = stablehlo.clamp %low, %2, %e : tensor<6x5xf32>
  return %4 : tensor<6x5xf32>
}

// -----
// RULE: elementwise_pieces
func.func @main(%m: tensor<7x4xf32>) -> (tensor<7x2x2xf32>) {
  %a = stablehlo.slice %m [0:7, 0:1] : (tensor<7x4xf32>) -> tensor<7x1xf32>
  %b = stablehlo.slice %m [0:7, 1:2] : (tensor<7x4xf32>) -> tensor<7x1xf32>
  %c = stablehlo.slice %m [0:7, 2:3] : (tensor<7x4xf32>) -> tensor<7x1xf32>
  %d = stablehlo.slice %m [0:7, 3:4] : (tensor<7x4xf32>) -> tensor<7x1xf32>
  %ad = stablehlo.multiply %a, %d : tensor<7x1xf32>
  %bc = stablehlo.multiply %b, %c : tensor<7x1xf32>
  %det = stablehlo.subtract %ad, %bc : tensor<7x1xf32>
  %flat = stablehlo.reshape %det : (tensor<7x1xf32>) -> tensor<7xf32>
  %nb = stablehlo.sine %b : tensor<7x1xf32>
  %nc = stablehlo.cosine %c : tensor<7x1xf32>
  %all = stablehlo.concatenate %d, %nb, %nc, %a, dim = 1 : (tensor<7x1xf32>, tensor<7x1xf32>, tensor<7x1xf32>, tensor<7x1xf32>) -> tensor<7x4xf32>
  %square = stablehlo.reshape %all : (tensor<7x4xf32>) -> tensor<7x2x2xf32>
  %by = stablehlo.broadcast_in_dim %flat, dims = [0] : (tensor<7xf32>) -> tensor<7x2x2xf32>
  %inverse = stablehlo.divide %square, %by : tensor<7x2x2xf32>
  return %inverse : tensor<7x2x2xf32>
}

// -----
// RULE: transpose_pieces
func.func @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7x2xf32>) {
  %0 = stablehlo.reshape %a : (tensor<7xf32>) -> tensor<1x7xf32>
  %1 = stablehlo.reshape %b : (tensor<7xf32>) -> tensor<1x7xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x7xf32>, tensor<1x7xf32>) -> tensor<2x7xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x7xf32>) -> tensor<7x2xf32>
  return %3 : tensor<7x2xf32>
}

// -----
// RULE: reduce_pieces
func.func @main(%a: tensor<1x6xf32>, %b: tensor<1x6xf32>, %c: tensor<1x6xf32>, %z: tensor<f32>) -> (tensor<6xf32>) {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<1x6xf32>, tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<3x6xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----
// RULE: reduce_pieces
func.func @main(%a: tensor<6x1x2xbf16>, %b: tensor<6x1x2xbf16>, %z: tensor<f32>) -> (tensor<6x2xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<6x1x2xbf16>, tensor<6x1x2xbf16>) -> tensor<6x2x2xbf16>
  %1 = stablehlo.negate %0 : tensor<6x2x2xbf16>
  %2 = stablehlo.convert %1 : (tensor<6x2x2xbf16>) -> tensor<6x2x2xf32>
  %3 = "stablehlo.reduce"(%2, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %y, %x : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x2x2xf32>, tensor<f32>) -> tensor<6x2xf32>
  return %3 : tensor<6x2xf32>
}

// -----
// RULE: reduce_pieces
func.func @main(%a: tensor<1xi8>, %b: tensor<1xi8>, %z: tensor<i8>) -> (tensor<i8>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi8>, tensor<i8>) -> tensor<i8>
  return %1 : tensor<i8>
}

// -----
// RULE: sort_single
func.func @main(%a: tensor<5x1x4xf32>, %b: tensor<5x1x4xi8>) -> (tensor<5x1x4xf32>, tensor<5x1x4xi8>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i8>, %q: tensor<i8>):
    %s = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x1x4xf32>, tensor<5x1x4xi8>) -> (tensor<5x1x4xf32>, tensor<5x1x4xi8>)
  return %0#0, %0#1 : tensor<5x1x4xf32>, tensor<5x1x4xi8>
}

// -----
// RULE: sort_network
func.func @main(%a: tensor<5x17xi32>) -> (tensor<5x17xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x17xi32>) -> tensor<5x17xi32>
  return %0 : tensor<5x17xi32>
}

// -----
// RULE: sort_network
func.func @main(%a: tensor<17x7xui8>) -> (tensor<17x7xui8>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = false}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
    %s = stablehlo.compare GT, %x, %y, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<17x7xui8>) -> tensor<17x7xui8>
  return %0 : tensor<17x7xui8>
}

// -----
// RULE: sort_network
func.func @main(%a: tensor<6x9x3xi1>) -> (tensor<6x9x3xi1>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %s = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x9x3xi1>) -> tensor<6x9x3xi1>
  return %0 : tensor<6x9x3xi1>
}

// -----
// RULE: sort_network
func.func @main(%a: tensor<18x2xf32>) -> (tensor<18x2xf32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<18x2xf32>) -> tensor<18x2xf32>
  return %0 : tensor<18x2xf32>
}

// -----
// RULE: sort_network
func.func @main(%a: tensor<3x20xf16>) -> (tensor<3x20xf16>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %s = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x20xf16>) -> tensor<3x20xf16>
  return %0 : tensor<3x20xf16>
}

// -----
// Rows of values, zeros of both signs and NaNs, and where they stood.
// RULE: sort_network
func.func @main(%a: tensor<16x7xf32>, %b: tensor<16x7xi8>) -> (tensor<16x7xf32>, tensor<16x7xi8>, tensor<16x7xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<16x7xi32>
  %0:3 = "stablehlo.sort"(%a, %b, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i8>, %q: tensor<i8>, %m: tensor<i32>, %n: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %z, %x : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %y, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %z, %y : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %y, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %s = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<16x7xf32>, tensor<16x7xi8>, tensor<16x7xi32>) -> (tensor<16x7xf32>, tensor<16x7xi8>, tensor<16x7xi32>)
  return %0#0, %0#1, %0#2 : tensor<16x7xf32>, tensor<16x7xi8>, tensor<16x7xi32>
}

// -----
// Of what is sorted by, nothing is kept.
// RULE: sort_network
func.func @main(%a: tensor<4x16xi8>, %b: tensor<4x16xf64>) -> (tensor<4x16xf64>) {
  %0:2 = "stablehlo.sort"(%b, %a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f64>, %q: tensor<f64>, %x: tensor<i8>, %y: tensor<i8>):
    %n = stablehlo.negate %x : tensor<i8>
    %m = stablehlo.negate %y : tensor<i8>
    %s = stablehlo.compare GT, %n, %m, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x16xf64>, tensor<4x16xi8>) -> (tensor<4x16xf64>, tensor<4x16xi8>)
  return %0#0 : tensor<4x16xf64>
}

// -----
// The second stands first in the comparator.
// RULE: sort_network
func.func @main(%a: tensor<5x17xi32>) -> (tensor<5x17xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.compare LT, %y, %x, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x17xi32>) -> tensor<5x17xi32>
  return %0 : tensor<5x17xi32>
}
