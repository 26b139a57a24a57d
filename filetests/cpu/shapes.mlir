// Scalars, dimensions of 0 and 1, movement.

func.func @scalars() {
  %x = stablehlo.constant dense<2.0> : tensor<f32>
  %y = stablehlo.multiply %x, %x : tensor<f32>
  check.expect_eq_const %y, dense<4.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %b, dense<4.0> : tensor<1x3x1xf32>
  func.return
}

// -----

func.func @nothing() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %s = stablehlo.constant dense<1.5> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<0x3xf32>
  check.expect_eq_const %e, dense<> : tensor<0x3xf32>
  %p = stablehlo.pad %x, %s, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %p, dense<1.5> : tensor<2x3xf32>
  %r = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<1.5> : tensor<3xf32>
  %c = stablehlo.concatenate %x, %p, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %c, dense<1.5> : tensor<2x3xf32>
  %d = stablehlo.dot_general %x, %p, contracting_dims = [1] x [1] : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %d, dense<> : tensor<0x2xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  %z = stablehlo.dot_general %t, %x, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %z, dense<0.0> : tensor<3x3xf32>
  func.return
}

// -----

func.func @movement() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %z = stablehlo.constant dense<0> : tensor<i16>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi16>) -> tensor<3x2xi16>
  %v = stablehlo.reverse %t, dims = [0] : tensor<3x2xi16>
  %r = stablehlo.reshape %v : (tensor<3x2xi16>) -> tensor<6xi16>
  check.expect_eq_const %r, dense<[3, 6, 2, 5, 1, 4]> : tensor<6xi16>
  %s = stablehlo.slice %r [1:6:2] : (tensor<6xi16>) -> tensor<3xi16>
  %p = stablehlo.pad %s, %z, low = [-1], high = [1], interior = [1] : (tensor<3xi16>, tensor<i16>) -> tensor<5xi16>
  check.expect_eq_const %p, dense<[0, 5, 0, 4, 0]> : tensor<5xi16>
  func.return
}

// -----

// Starts are clamped.
func.func @dynamic_positions() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %u = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %i = stablehlo.constant dense<100> : tensor<i32>
  %j = stablehlo.constant dense<-100> : tensor<i64>
  %s = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %s, dense<[3, 4]> : tensor<2xi32>
  %d = stablehlo.dynamic_update_slice %x, %u, %j : (tensor<4xi32>, tensor<2xi32>, tensor<i64>) -> tensor<4xi32>
  check.expect_eq_const %d, dense<[8, 9, 3, 4]> : tensor<4xi32>
  func.return
}

// -----

// Sizes computed in MLIR's dialects, as exporters of dynamic programs write them.
func.func @broadcast_by_shape_ops() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %a = tensor.cast %x : tensor<2x1xf32> to tensor<?x?xf32>
  %b = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %r = func.call @add(%a, %b) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %s = tensor.cast %r : tensor<?x?xf32> to tensor<2x3xf32>
  check.expect_eq_const %s, dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  func.return
}
func.func private @add(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
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
  func.return %3 : tensor<?x?xf32>
}

// -----

func.func @reshape_by_tensor_ops() {
  %x = stablehlo.constant dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  %a = tensor.cast %x : tensor<2x3x1xi32> to tensor<?x?x1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?x1xi32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?x1xi32>
  %n = arith.muli %d0, %d1 : index
  %n64 = arith.index_cast %n : index to i64
  %two = arith.constant 2 : i64
  %half = arith.divsi %n64, %two : i64
  %shape = tensor.from_elements %half, %two : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %a, %shape : (tensor<?x?x1xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %s = tensor.cast %r : tensor<?x?xi32> to tensor<3x2xi32>
  check.expect_eq_const %s, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  func.return
}
