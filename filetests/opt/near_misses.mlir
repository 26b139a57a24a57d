// Near misses: what looks like a rule's pattern but must not be rewritten by it. The driver checks that the rules
// named after NOT do not fire and compares bits before and after.

// NOT: add_zero
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<40xf32>
  %0 = stablehlo.add %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: subtract_zero
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<-0.0> : tensor<40xf32>
  %0 = stablehlo.subtract %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: multiply_zero
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<40xf32>
  %0 = stablehlo.multiply %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: divide_power_of_two
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<40xf32>
  %0 = stablehlo.divide %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: divide_power_of_two
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<1.7014118e38> : tensor<40xf32>
  %0 = stablehlo.divide %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: divide_power_of_two
func.func @main(%a: tensor<40xf16>) -> tensor<40xf16> {
  %c = stablehlo.constant dense<32768.0> : tensor<40xf16>
  %0 = stablehlo.divide %a, %c : tensor<40xf16>
  return %0 : tensor<40xf16>
}
// -----
// NOT: divide_power_of_two
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<40xf32>
  %0 = stablehlo.divide %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: power_two
func.func @main(%a: tensor<40xf64>) -> tensor<40xf64> {
  %c = stablehlo.constant dense<2.0> : tensor<40xf64>
  %0 = stablehlo.power %a, %c : tensor<40xf64>
  return %0 : tensor<40xf64>
}
// -----
// NOT: maximum_lowest
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<-3.40282347e38> : tensor<40xf32>
  %0 = stablehlo.maximum %a, %c : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: divide_one
func.func @main(%a: tensor<40xi8>) -> tensor<40xi8> {
  %c = stablehlo.constant dense<-1> : tensor<40xi8>
  %0 = stablehlo.divide %a, %c : tensor<40xi8>
  return %0 : tensor<40xi8>
}
// -----
// NOT: compare_self
func.func @main(%a: tensor<40xf32>) -> tensor<40xi1> {
  %0 = stablehlo.compare LE, %a, %a : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}
// -----
// NOT: compare_self_not_equal
func.func @main(%a: tensor<40xf32>) -> tensor<40xi1> {
  %0 = stablehlo.compare NE, %a, %a : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}
// -----
// NOT: convert_convert
func.func @main(%a: tensor<40xi8>) -> tensor<40xui8> {
  %0 = stablehlo.convert %a : (tensor<40xi8>) -> tensor<40xf32>
  %1 = stablehlo.convert %0 : (tensor<40xf32>) -> tensor<40xui8>
  return %1 : tensor<40xui8>
}
// -----
// NOT: convert_convert
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %0 = stablehlo.convert %a : (tensor<40xf32>) -> tensor<40xbf16>
  %1 = stablehlo.convert %0 : (tensor<40xbf16>) -> tensor<40xf32>
  return %1 : tensor<40xf32>
}
// -----
// NOT: convert_convert
func.func @main(%a: tensor<40xi32>) -> tensor<40xf64> {
  %0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xf32>
  %1 = stablehlo.convert %0 : (tensor<40xf32>) -> tensor<40xf64>
  return %1 : tensor<40xf64>
}
// -----
// NOT: convert_convert
func.func @main(%a: tensor<40xi32>) -> tensor<40xi32> {
  %0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xi8>
  %1 = stablehlo.convert %0 : (tensor<40xi8>) -> tensor<40xi32>
  return %1 : tensor<40xi32>
}
// -----
// NOT: not_compare
func.func @main(%a: tensor<40xf32>, %b: tensor<40xf32>) -> tensor<40xi1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  %1 = stablehlo.not %0 : tensor<40xi1>
  return %1 : tensor<40xi1>
}
// -----
// NOT: subtract_self
func.func @main(%a: tensor<40xf32>) -> tensor<40xf32> {
  %0 = stablehlo.subtract %a, %a : tensor<40xf32>
  return %0 : tensor<40xf32>
}
// -----
// NOT: convert_iota
func.func @main() -> tensor<300xbf16> {
  %0 = stablehlo.iota dim = 0 : tensor<300xi8>
  %1 = stablehlo.convert %0 : (tensor<300xi8>) -> tensor<300xbf16>
  return %1 : tensor<300xbf16>
}
// -----
// NOT: compare_iota_zero
func.func @main() -> tensor<300xi1> {
  %c = stablehlo.constant dense<0> : tensor<300xi8>
  %0 = stablehlo.iota dim = 0 : tensor<300xi8>
  %1 = stablehlo.compare LT, %0, %c : (tensor<300xi8>, tensor<300xi8>) -> tensor<300xi1>
  return %1 : tensor<300xi1>
}
// -----
// NOT: compare_of_extreme
func.func @main(%a: tensor<40xf32>, %c: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xi1>) {
  %0 = stablehlo.maximum %a, %c : tensor<40xf32>
  %1 = stablehlo.compare GE, %a, %c : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0, %1 : tensor<40xf32>, tensor<40xi1>
}
// -----
// NOT: compare_of_extreme
func.func @main(%a: tensor<40xf32>, %c: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xi1>) {
  %0 = stablehlo.maximum %a, %c : tensor<40xf32>
  %1 = stablehlo.compare GT, %a, %c, TOTALORDER : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0, %1 : tensor<40xf32>, tensor<40xi1>
}
// -----
// NOT: slice_concatenate
func.func @main(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %0 [2:4] : (tensor<7xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// -----
// NOT: concatenate_slices
func.func @main(%a: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %a [4:6] : (tensor<8xf32>) -> tensor<2xf32>
  %1 = stablehlo.slice %a [2:4] : (tensor<8xf32>) -> tensor<2xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
// -----
// NOT: while_equal
func.func @main(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:3 = stablehlo.while(%i = %z, %x = %a, %y = %a) : tensor<i32>, tensor<f32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %x : tensor<f32>
    %t = stablehlo.subtract %y, %x : tensor<f32>
    stablehlo.return %j, %s, %t : tensor<i32>, tensor<f32>, tensor<f32>
   }
  return %0#1, %0#2 : tensor<f32>, tensor<f32>
}
// -----
// NOT: while_unroll
func.func @main(%a: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.minimum %n, %most : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %x : tensor<f32>
    stablehlo.return %j, %s : tensor<i32>, tensor<f32>
   }
  return %0#1 : tensor<f32>
}
// -----
// NOT: pad_nothing
func.func @main(%a: tensor<2xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.pad %a, %v, low = [0], high = [-1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----
// What is stacked is used besides.
// NOT: reduce_pieces
func.func @main(%a: tensor<1x6xf32>, %b: tensor<1x6xf32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<2x6xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %1, %0 : tensor<6xf32>, tensor<2x6xf32>
}

// -----
// Another dimension is reduced.
// NOT: reduce_pieces
func.func @main(%a: tensor<1x6xf32>, %b: tensor<1x6xf32>, %z: tensor<f32>) -> (tensor<2xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x6xf32>, tensor<1x6xf32>) -> tensor<2x6xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----
// A piece has two elements.
// NOT: reduce_pieces
func.func @main(%a: tensor<1x6xi32>, %b: tensor<2x6xi32>, %z: tensor<i32>) -> (tensor<6xi32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x6xi32>, tensor<2x6xi32>) -> tensor<3x6xi32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x6xi32>, tensor<i32>) -> tensor<6xi32>
  return %1 : tensor<6xi32>
}

// -----
// Sums of narrow floats are added up in wider ones.
// NOT: reduce_pieces
func.func @main(%a: tensor<1x6xbf16>, %b: tensor<1x6xbf16>, %z: tensor<bf16>) -> (tensor<6xbf16>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x6xbf16>, tensor<1x6xbf16>) -> tensor<2x6xbf16>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %1 : tensor<6xbf16>
}

// -----
// NaN is no less and no greater than anything: the comparator is no order.
// NOT: sort_network
func.func @main(%a: tensor<5x17xf32>) -> (tensor<5x17xf32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x17xf32>) -> tensor<5x17xf32>
  return %0 : tensor<5x17xf32>
}

// -----
// Too few lines.
// NOT: sort_network
func.func @main(%a: tensor<5x15xi32>) -> (tensor<5x15xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x15xi32>) -> tensor<5x15xi32>
  return %0 : tensor<5x15xi32>
}

// -----
// Too many elements.
// NOT: sort_network
func.func @main(%a: tensor<33x16xi32>) -> (tensor<33x16xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<33x16xi32>) -> tensor<33x16xi32>
  return %0 : tensor<33x16xi32>
}

// -----
// Not strict: equal elements change places.
// NOT: sort_network
func.func @main(%a: tensor<5x17xi32>) -> (tensor<5x17xi32>) {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.compare LE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x17xi32>) -> tensor<5x17xi32>
  return %0 : tensor<5x17xi32>
}

// -----
// The last place is outside.
// NOT: scatter_evenly
func.func @main(%a: tensor<9xf32>, %u: tensor<5xf32>) -> (tensor<9xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<5x1xi32>
  %m = stablehlo.constant dense<2> : tensor<5x1xi32>
  %t = stablehlo.multiply %k, %m : tensor<5x1xi32>
  %b = stablehlo.constant dense<1> : tensor<5x1xi32>
  %i = stablehlo.add %t, %b : tensor<5x1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<9xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----
// The first place is outside.
// NOT: scatter_evenly
func.func @main(%a: tensor<9xf32>, %u: tensor<3xf32>) -> (tensor<9xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %m = stablehlo.constant dense<2> : tensor<3x1xi32>
  %t = stablehlo.multiply %k, %m : tensor<3x1xi32>
  %b = stablehlo.constant dense<-1> : tensor<3x1xi32>
  %i = stablehlo.add %t, %b : tensor<3x1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<9xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----
// All at one place.
// NOT: scatter_evenly
func.func @main(%a: tensor<9xf32>, %u: tensor<3xf32>) -> (tensor<9xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %m = stablehlo.constant dense<0> : tensor<3x1xi32>
  %t = stablehlo.multiply %k, %m : tensor<3x1xi32>
  %b = stablehlo.constant dense<1> : tensor<3x1xi32>
  %i = stablehlo.add %t, %b : tensor<3x1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<9xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----
// Positions wrap around.
// NOT: scatter_evenly
func.func @main(%a: tensor<320xf32>, %u: tensor<20xf32>) -> (tensor<320xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<20x1xi8>
  %m = stablehlo.constant dense<16> : tensor<20x1xi8>
  %t = stablehlo.multiply %k, %m : tensor<20x1xi8>
  %b = stablehlo.constant dense<0> : tensor<20x1xi8>
  %i = stablehlo.add %t, %b : tensor<20x1xi8>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<320xf32>, tensor<20x1xi8>, tensor<20xf32>) -> tensor<320xf32>
  return %0 : tensor<320xf32>
}

// -----
// Far apart, in a size that the distance does not divide.
// NOT: scatter_evenly
func.func @main(%a: tensor<11xf32>, %u: tensor<3xf32>) -> (tensor<11xf32>) {
  %k = stablehlo.iota dim = 0 : tensor<3x1xi32>
  %m = stablehlo.constant dense<5> : tensor<3x1xi32>
  %t = stablehlo.multiply %k, %m : tensor<3x1xi32>
  %b = stablehlo.constant dense<0> : tensor<3x1xi32>
  %i = stablehlo.add %t, %b : tensor<3x1xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<11xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----
// A diagonal.
// NOT: scatter_evenly
func.func @main(%a: tensor<4x4xf32>, %u: tensor<4xf32>) -> (tensor<4x4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----
// One element stays.
// NOT: update_parts
func.func @main(%a: tensor<5xf32>, %u: tensor<3xf32>, %v: tensor<2xf32>) -> (tensor<5xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %one : (tensor<5xf32>, tensor<3xf32>, tensor<i32>) -> tensor<5xf32>
  %1 = stablehlo.dynamic_update_slice %0, %v, %zero : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----
// Two readers: it is stored for one of them.
// NOT: elementwise_pieces
func.func @main(%a: tensor<4x5xf32>, %b: tensor<2x5xf32>, %e: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
  %0 = stablehlo.sine %a : tensor<4x5xf32>
  %1 = stablehlo.concatenate %0, %b, dim = 0 : (tensor<4x5xf32>, tensor<2x5xf32>) -> tensor<6x5xf32>
  %2 = stablehlo.subtract %e, %1 : tensor<6x5xf32>
  return %2, %1 : tensor<6x5xf32>, tensor<6x5xf32>
}

// -----
// Rows of another operand would be cut.
// NOT: elementwise_pieces
func.func @main(%a: tensor<4x5xf32>, %b: tensor<4x2xf32>, %e: tensor<4x7xf32>) -> (tensor<4x7xf32>) {
  %0 = stablehlo.sine %a : tensor<4x5xf32>
  %1 = stablehlo.concatenate %0, %b, dim = 1 : (tensor<4x5xf32>, tensor<4x2xf32>) -> tensor<4x7xf32>
  %2 = stablehlo.subtract %e, %1 : tensor<4x7xf32>
  return %2 : tensor<4x7xf32>
}

// -----
// Pieces are moved only.
// NOT: elementwise_pieces
func.func @main(%a: tensor<6x5xf32>, %e: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %0 = stablehlo.slice %a [2:6, 0:5] : (tensor<6x5xf32>) -> tensor<4x5xf32>
  %1 = stablehlo.slice %a [0:2, 0:5] : (tensor<6x5xf32>) -> tensor<2x5xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4x5xf32>, tensor<2x5xf32>) -> tensor<6x5xf32>
  %3 = stablehlo.subtract %e, %2 : tensor<6x5xf32>
  return %3 : tensor<6x5xf32>
}
