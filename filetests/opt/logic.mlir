// Comparisons and choices, elementwise ops on broadcasts. Each chunk names the rules that must fire in it; the driver compares bits before and after.

// RULE: compare_self_strict
func.func @main(%a: tensor<40xf32>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare LT, %a, %a : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_self_strict
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare GT, %a, %a : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_self_not_equal
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare NE, %a, %a : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_self
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare LE, %a, %a : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_self
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %0 = stablehlo.compare EQ, %a, %a : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_bool
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<false> : tensor<40xi1>
  %0 = stablehlo.compare EQ, %a, %c : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_bool
func.func @main(%a: tensor<40xi1>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<false> : tensor<40xi1>
  %0 = stablehlo.compare NE, %a, %c : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_unsigned_zero
func.func @main(%a: tensor<40xui8>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<0> : tensor<40xui8>
  %0 = stablehlo.compare LT, %a, %c : (tensor<40xui8>, tensor<40xui8>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_unsigned_zero
func.func @main(%a: tensor<40xui8>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<0> : tensor<40xui8>
  %0 = stablehlo.compare GE, %a, %c : (tensor<40xui8>, tensor<40xui8>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_constant_left
func.func @main(%a: tensor<40xf32>) -> (tensor<40xi1>) {
  %c = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = stablehlo.compare LE, %c, %a : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0 : tensor<40xi1>
}

// -----
// RULE: compare_converted_bool
func.func @main(%p: tensor<8xi1>) -> (tensor<8xi1>) {
  %c = stablehlo.constant dense<0> : tensor<8xi32>
  %0 = stablehlo.convert %p : (tensor<8xi1>) -> tensor<8xi32>
  %1 = stablehlo.compare NE, %0, %c : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  return %1 : tensor<8xi1>
}

// -----
// RULE: compare_converted_bool
func.func @main(%p: tensor<8xi1>) -> (tensor<8xi1>) {
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.convert %p : (tensor<8xi1>) -> tensor<8xf32>
  %1 = stablehlo.compare NE, %0, %c : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %1 : tensor<8xi1>
}

// -----
// RULE: compare_of_extreme
func.func @main(%a: tensor<40xf32>, %c: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xi1>) {
  %0 = stablehlo.maximum %a, %c : tensor<40xf32>
  %1 = stablehlo.compare GT, %a, %c : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xi1>
  return %0, %1 : tensor<40xf32>, tensor<40xi1>
}

// -----
// RULE: compare_of_extreme
func.func @main(%a: tensor<40xi8>, %c: tensor<40xi8>) -> (tensor<40xi8>, tensor<40xi1>) {
  %0 = stablehlo.maximum %a, %c : tensor<40xi8>
  %1 = stablehlo.compare LE, %a, %c : (tensor<40xi8>, tensor<40xi8>) -> tensor<40xi1>
  return %0, %1 : tensor<40xi8>, tensor<40xi1>
}

// -----
// RULE: compare_of_extreme
func.func @main(%a: tensor<40xbf16>, %c: tensor<40xbf16>) -> (tensor<40xbf16>, tensor<40xi1>) {
  %0 = stablehlo.minimum %a, %c : tensor<40xbf16>
  %1 = stablehlo.compare LT, %a, %c : (tensor<40xbf16>, tensor<40xbf16>) -> tensor<40xi1>
  return %0, %1 : tensor<40xbf16>, tensor<40xi1>
}

// -----
// RULE: compare_of_extreme
func.func @main(%a: tensor<40xui32>, %c: tensor<40xui32>) -> (tensor<40xui32>, tensor<40xi1>) {
  %0 = stablehlo.minimum %a, %c : tensor<40xui32>
  %1 = stablehlo.compare GE, %a, %c : (tensor<40xui32>, tensor<40xui32>) -> tensor<40xi1>
  return %0, %1 : tensor<40xui32>, tensor<40xi1>
}

// -----
// RULE: compare_iota_zero
func.func @main() -> (tensor<100xi1>) {
  %c = stablehlo.constant dense<0> : tensor<100xi8>
  %0 = stablehlo.iota dim = 0 : tensor<100xi8>
  %1 = stablehlo.compare LT, %0, %c : (tensor<100xi8>, tensor<100xi8>) -> tensor<100xi1>
  return %1 : tensor<100xi1>
}

// -----
// RULE: select_same
func.func @main(%p: tensor<8xi1>, %a: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = stablehlo.select %p, %a, %a : tensor<8xi1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----
// RULE: select_constant
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>) {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----
// RULE: select_not
func.func @main(%p: tensor<8xi1>, %a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>) {
  %q = stablehlo.not %p : tensor<8xi1>
  %0 = stablehlo.select %q, %a, %b : tensor<8xi1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----
// RULE: select_bool, select_bool_not
func.func @main(%p: tensor<8xi1>) -> (tensor<8xi1>, tensor<8xi1>) {
  %t = stablehlo.constant dense<true> : tensor<8xi1>
  %f = stablehlo.constant dense<false> : tensor<8xi1>
  %0 = stablehlo.select %p, %t, %f : tensor<8xi1>, tensor<8xi1>
  %1 = stablehlo.select %p, %f, %t : tensor<8xi1>, tensor<8xi1>
  return %0, %1 : tensor<8xi1>, tensor<8xi1>
}

// -----
// RULE: select_select_true, select_select_false
func.func @main(%p: tensor<8xi1>, %a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.select %p, %a, %b : tensor<8xi1>, tensor<8xf32>
  %1 = stablehlo.select %p, %0, %c : tensor<8xi1>, tensor<8xf32>
  %2 = stablehlo.select %p, %c, %0 : tensor<8xi1>, tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----
// RULE: select_spread_predicate
func.func @main(%p: tensor<i1>, %a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>) {
  %q = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<i1>) -> tensor<8xi1>
  %0 = stablehlo.select %q, %a, %b : tensor<8xi1>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----
// RULE: clamp_clamp
func.func @main(%a: tensor<40xi8>) -> (tensor<40xi8>) {
  %l = stablehlo.constant dense<-7> : tensor<i8>
  %h = stablehlo.constant dense<50> : tensor<i8>
  %0 = stablehlo.clamp %l, %a, %h : (tensor<i8>, tensor<40xi8>, tensor<i8>) -> tensor<40xi8>
  %1 = stablehlo.clamp %l, %0, %h : (tensor<i8>, tensor<40xi8>, tensor<i8>) -> tensor<40xi8>
  return %1 : tensor<40xi8>
}

// -----
// RULE: unary_broadcast
func.func @main(%a: tensor<20xf32>) -> (tensor<3x20xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.negate %0 : tensor<3x20xf32>
  return %1 : tensor<3x20xf32>
}

// -----
// RULE: binary_broadcast
func.func @main(%a: tensor<20xf32>, %b: tensor<20xf32>) -> (tensor<3x20xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %c = stablehlo.constant dense<3.0> : tensor<3x20xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x20xf32>
  %3 = stablehlo.add %2, %c : tensor<3x20xf32>
  return %3 : tensor<3x20xf32>
}

// -----
// RULE: compare_broadcast
func.func @main(%a: tensor<20xf32>) -> (tensor<3x20xi1>) {
  %c = stablehlo.constant dense<-0.0> : tensor<3x20xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.compare LT, %0, %c : (tensor<3x20xf32>, tensor<3x20xf32>) -> tensor<3x20xi1>
  return %1 : tensor<3x20xi1>
}

// -----
// RULE: select_broadcast
func.func @main(%p: tensor<i1>, %a: tensor<20xf32>, %b: tensor<20xf32>) -> (tensor<3x20xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %2 = stablehlo.select %p, %0, %1 : tensor<i1>, tensor<3x20xf32>
  return %2 : tensor<3x20xf32>
}

// -----
// RULE: clamp_broadcast
func.func @main(%a: tensor<20xf32>, %l: tensor<f32>) -> (tensor<3x20xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %h = stablehlo.constant dense<1.0> : tensor<3x20xf32>
  %1 = stablehlo.clamp %l, %0, %h : (tensor<f32>, tensor<3x20xf32>, tensor<3x20xf32>) -> tensor<3x20xf32>
  return %1 : tensor<3x20xf32>
}

// -----
// RULE: convert_broadcast
func.func @main(%a: tensor<20xf32>) -> (tensor<3x20xbf16>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.convert %0 : (tensor<3x20xf32>) -> tensor<3x20xbf16>
  return %1 : tensor<3x20xbf16>
}

// -----
// RULE: reduce_precision_broadcast
func.func @main(%a: tensor<20xf32>) -> (tensor<3x20xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<20xf32>) -> tensor<3x20xf32>
  %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<3x20xf32>
  return %1 : tensor<3x20xf32>
}

// -----
// RULE: reduce_nothing
func.func @main(%a: tensor<1x8x1xf32>, %i: tensor<f32>) -> (tensor<8xf32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x8x1xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----
// RULE: reduce_single
func.func @main(%a: tensor<1x8xi32>, %b: tensor<1x8xi64>, %i: tensor<i32>, %j: tensor<i64>) -> (tensor<8xi32>, tensor<8xi64>) {
  %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<1x8xi32>, tensor<1x8xi64>, tensor<i32>, tensor<i64>) -> (tensor<8xi32>, tensor<8xi64>)
   reducer(%x: tensor<i32>, %y: tensor<i32>) (%p: tensor<i64>, %q: tensor<i64>) {
    %gt = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %gt, %x, %y : tensor<i1>, tensor<i32>
    %n = stablehlo.select %gt, %p, %q : tensor<i1>, tensor<i64>
    stablehlo.return %v, %n : tensor<i32>, tensor<i64>
  }
  return %0#0, %0#1 : tensor<8xi32>, tensor<8xi64>
}

// -----
// One of the results is not wanted, nor what it comes from.
// RULE: reduce_single
func.func @main(%a: tensor<f32>, %b: tensor<ui16>, %i: tensor<f32>, %j: tensor<ui16>) -> (tensor<ui16>) {
  %n = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<f32>
  %0:2 = stablehlo.reduce(%n init: %i), (%b init: %j) across dimensions = [] : (tensor<f32>, tensor<ui16>, tensor<f32>, tensor<ui16>) -> (tensor<f32>, tensor<ui16>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<ui16>, %q: tensor<ui16>) {
    %s = stablehlo.add %y, %x : tensor<f32>
    %o = stablehlo.or %p, %q : tensor<ui16>
    stablehlo.return %s, %o : tensor<f32>, tensor<ui16>
  }
  return %0#1 : tensor<ui16>
}

// -----
// RULE: cse
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  %1 = stablehlo.add %a, %b : tensor<8xf32>
  %2 = stablehlo.divide %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----
// RULE: cse
func.func @main(%a: tensor<4x8xf32>) -> (tensor<4xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----
// RULE: constant_fold
func.func @main() -> (tensor<5xf32>) {
  %a = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000, 0x7F800000, 1.0e-45]> : tensor<5xf32>
  %b = stablehlo.constant dense<[3.0, 0.0, 2.0, 0xFF800000, 0.5]> : tensor<5xf32>
  %0 = stablehlo.add %a, %b : tensor<5xf32>
  %1 = stablehlo.multiply %0, %b : tensor<5xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<5xf32>
  return %2 : tensor<5xf32>
}
