// Sizes computed in MLIR's dialects, by StableHLO ops. Casts hide the sizes that arguments have.

// PASSES: --shape-legalize-to-stablehlo
// CHECK: stablehlo.get_dimension_size
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK-NOT: shape.
// CHECK-NOT: index
// CHECK-NOT: tensor.
// What exporters write for `x + y` of shapes that are not known.
func.func @main(%x: tensor<2x1xf32>, %y: tensor<3xf32>) -> tensor<?x?xf32> {
  %a = tensor.cast %x : tensor<2x1xf32> to tensor<?x?xf32>
  %b = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %0 = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?x?xf32>) {
    %4 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %a, %4, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %6 = stablehlo.dynamic_broadcast_in_dim %b, %4, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %7 = stablehlo.add %5, %6 : tensor<?x?xf32>
    shape.assuming_yield %7 : tensor<?x?xf32>
  }
  return %3 : tensor<?x?xf32>
}

// -----
// PASSES: --shape-legalize-to-stablehlo
// CHECK: stablehlo.dynamic_reshape
// CHECK-NOT: arith.
// A batch of matrices as one matrix: what torch exports for `view(-1, n)`.
func.func @main(%x: tensor<2x3x5xf32>) -> tensor<?x?xf32> {
  %a = tensor.cast %x : tensor<2x3x5xf32> to tensor<?x?x5xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.dim %a, %c0 : tensor<?x?x5xf32>
  %1 = tensor.dim %a, %c1 : tensor<?x?x5xf32>
  %2 = tensor.dim %a, %c2 : tensor<?x?x5xf32>
  %3 = arith.muli %0, %1 : index
  %4 = arith.index_cast %3 : index to i64
  %5 = arith.index_cast %2 : index to i64
  %6 = tensor.from_elements %4, %5 : tensor<2xi64>
  %7 = stablehlo.dynamic_reshape %a, %6 : (tensor<?x?x5xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %7 : tensor<?x?xf32>
}

// -----
// PASSES: --shape-legalize-to-stablehlo
// CHECK: stablehlo.multiply
// CHECK-NOT: shape.
func.func @main(%x: tensor<2x3x5xf32>, %y: tensor<f32>) -> (tensor<i64>, tensor<?xf32>, tensor<i64>) {
  %a = tensor.cast %x : tensor<2x3x5xf32> to tensor<?x?x?xf32>
  %0 = shape.shape_of %a : tensor<?x?x?xf32> -> tensor<?xindex>
  %1 = shape.num_elements %0 : tensor<?xindex> -> index
  %2 = tensor.from_elements %1 : tensor<1xindex>
  %3 = stablehlo.dynamic_reshape %a, %2 : (tensor<?x?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %4 = arith.index_cast %1 : index to i64
  %5 = tensor.from_elements %4 : tensor<i64>
  %6 = shape.shape_of %y : tensor<f32> -> !shape.shape
  %7 = shape.num_elements %6 : !shape.shape -> !shape.size
  %8 = shape.size_to_index %7 : !shape.size
  %9 = arith.index_cast %8 : index to i64
  %10 = tensor.from_elements %9 : tensor<i64>
  return %5, %3, %10 : tensor<i64>, tensor<?xf32>, tensor<i64>
}

// -----
// PASSES: --shape-legalize-to-stablehlo
// CHECK-NOT: shape.
// CHECK-NOT: tensor.
// Every op on shapes.
func.func @main(%x: tensor<2x0x5xf32>, %y: tensor<1x5xf32>) -> tensor<19xi64> {
  %a = tensor.cast %x : tensor<2x0x5xf32> to tensor<?x?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = shape.shape_of %a : tensor<?x?x?xf32> -> !shape.shape
  %t = shape.shape_of %y : tensor<1x5xf32> -> !shape.shape
  // A size of 0 stays 0 beside a 1.
  %b = shape.broadcast %s, %t : !shape.shape, !shape.shape -> !shape.shape
  %e = shape.to_extent_tensor %b : !shape.shape -> tensor<3xindex>
  %0 = tensor.extract %e[%c0] : tensor<3xindex>
  %1 = tensor.extract %e[%c1] : tensor<3xindex>
  %c = shape.concat %s, %t : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.rank %c : !shape.shape -> !shape.size
  %head, %tail = "shape.split_at"(%c, %c1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %3 = shape.rank %tail : !shape.shape -> !shape.size
  %4 = shape.get_extent %head, %c0 : !shape.shape, index -> !shape.size
  %5 = shape.dim %a, %c0 : tensor<?x?x?xf32>, index -> index
  %6 = shape.const_size 7
  %7 = shape.add %6, %4 : !shape.size, !shape.size -> !shape.size
  %8 = shape.mul %6, %4 : !shape.size, !shape.size -> !shape.size
  %9 = shape.div %6, %4 : !shape.size, !shape.size -> !shape.size
  %10 = shape.max %6, %4 : !shape.size, !shape.size -> !shape.size
  %11 = shape.min %6, %4 : !shape.size, !shape.size -> !shape.size
  %12 = shape.index_to_size %5
  %13 = shape.shape_eq %s, %t : !shape.shape, !shape.shape
  %14 = shape.shape_eq %s, %s : !shape.shape, !shape.shape
  %15 = shape.is_broadcastable %s, %t : !shape.shape, !shape.shape
  %16 = shape.is_broadcastable %c, %t : !shape.shape, !shape.shape
  %k = shape.const_shape [2, 0, 5] : !shape.shape
  %17 = shape.cstr_eq %s, %k : !shape.shape, !shape.shape
  %18 = shape.const_witness true
  %19 = shape.cstr_require %15, "they can be broadcast"
  %20 = shape.assuming_all %17, %18, %19
  %f = shape.from_extents %c1, %5 : index, index
  %g = shape.from_extent_tensor %e : tensor<3xindex>
  %21 = shape.num_elements %f : !shape.shape -> !shape.size
  %22 = shape.num_elements %g : !shape.shape -> !shape.size
  %23 = tensor.rank %a : tensor<?x?x?xf32>
  %24 = shape.assuming %20 -> (index) {
    %z = shape.size_to_index %12 : !shape.size
    shape.assuming_yield %z : index
  }
  shape.assuming %20 {
  }
  %i2 = shape.size_to_index %2 : !shape.size
  %i3 = shape.size_to_index %3 : !shape.size
  %i4 = shape.size_to_index %4 : !shape.size
  %i7 = shape.size_to_index %7 : !shape.size
  %i8 = shape.size_to_index %8 : !shape.size
  %i9 = shape.size_to_index %9 : !shape.size
  %i10 = shape.size_to_index %10 : !shape.size
  %i11 = shape.size_to_index %11 : !shape.size
  %i21 = shape.size_to_index %21 : !shape.size
  %i22 = shape.size_to_index %22 : !shape.size
  %i13 = arith.index_castui %13 : i1 to index
  %i14 = arith.index_castui %14 : i1 to index
  %i15 = arith.index_castui %15 : i1 to index
  %i16 = arith.index_castui %16 : i1 to index
  %all = tensor.from_elements %0, %1, %i2, %i3, %i4, %5, %i7, %i8, %i9, %i10, %i11, %i13, %i14, %i15, %i16, %i21, %i22, %23, %24 : tensor<19xindex>
  %r = arith.index_cast %all : tensor<19xindex> to tensor<19xi64>
  return %r : tensor<19xi64>
}

// -----
// PASSES: --shape-legalize-to-stablehlo
// CHECK-NOT: arith.
func.func @main(%x: tensor<23xi32>, %y: tensor<23xi32>, %p: tensor<23xi1>) -> (tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi64>, tensor<23xi64>, tensor<23xi8>, tensor<23xi1>, tensor<23xi64>, tensor<23xi64>) {
  // Division by zero is undefined there.
  %one = arith.constant dense<1> : tensor<23xi32>
  %d = arith.ori %y, %one : tensor<23xi32>
  %0 = arith.addi %x, %y : tensor<23xi32>
  %1 = arith.subi %x, %y overflow<nsw> : tensor<23xi32>
  %2 = arith.divsi %x, %d : tensor<23xi32>
  %3 = arith.remsi %x, %d : tensor<23xi32>
  %4 = arith.floordivsi %x, %d : tensor<23xi32>
  %5 = arith.ceildivsi %x, %d : tensor<23xi32>
  %6 = arith.divui %x, %d : tensor<23xi32>
  %7 = arith.maxui %x, %y : tensor<23xi32>
  %8 = arith.minsi %x, %y : tensor<23xi32>
  %9 = arith.extsi %x : tensor<23xi32> to tensor<23xi64>
  %10 = arith.extui %x : tensor<23xi32> to tensor<23xi64>
  %11 = arith.trunci %x : tensor<23xi32> to tensor<23xi8>
  %12 = arith.trunci %x : tensor<23xi32> to tensor<23xi1>
  %13 = arith.extsi %p : tensor<23xi1> to tensor<23xi64>
  %14 = arith.extui %p : tensor<23xi1> to tensor<23xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi32>, tensor<23xi64>, tensor<23xi64>, tensor<23xi8>, tensor<23xi1>, tensor<23xi64>, tensor<23xi64>
}

// -----
// PASSES: --shape-legalize-to-stablehlo
// CHECK-NOT: arith.
func.func @main(%x: tensor<23xf32>, %y: tensor<23xf32>, %i: tensor<23xi32>, %j: tensor<23xi32>) -> (tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf64>, tensor<23xi32>) {
  %0 = arith.cmpf olt, %x, %y : tensor<23xf32>
  %1 = arith.cmpf ult, %x, %y : tensor<23xf32>
  %2 = arith.cmpf one, %x, %y : tensor<23xf32>
  %3 = arith.cmpf une, %x, %y : tensor<23xf32>
  %4 = arith.cmpf ord, %x, %y : tensor<23xf32>
  %5 = arith.cmpf uno, %x, %y : tensor<23xf32>
  %6 = arith.cmpf true, %x, %y : tensor<23xf32>
  %7 = arith.cmpf false, %x, %y : tensor<23xf32>
  %8 = arith.cmpi ult, %i, %j : tensor<23xi32>
  %9 = arith.cmpi sge, %i, %j : tensor<23xi32>
  %10 = arith.maximumf %x, %y : tensor<23xf32>
  %11 = arith.negf %x : tensor<23xf32>
  %12 = arith.select %0, %x, %y : tensor<23xi1>, tensor<23xf32>
  %13 = arith.extf %x : tensor<23xf32> to tensor<23xf64>
  %c = arith.constant true
  %14 = arith.select %c, %i, %j : tensor<23xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xi1>, tensor<23xf32>, tensor<23xf32>, tensor<23xf32>, tensor<23xf64>, tensor<23xi32>
}
