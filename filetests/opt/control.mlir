// Loops and branches. Each chunk names the rules that must fire in it; the driver compares bits before and after.

// RULE: while_never
func.func @main(%a: tensor<f32>) -> (tensor<f32>) {
  %z = stablehlo.constant dense<5> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %y = stablehlo.sine %x : tensor<f32>
    stablehlo.return %i, %y : tensor<i32>, tensor<f32>
   }
  return %0#1 : tensor<f32>
}

// -----
// RULE: while_unroll
func.func @main(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>, tensor<i32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %p = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %q = stablehlo.constant dense<[8.0, 7.0, 6.0, 5.0]> : tensor<4xf32>
  %0:4 = stablehlo.while(%i = %z, %x = %a, %s = %p, %t = %q) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %bb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.multiply %x, %s : tensor<4xf32>
    %2 = stablehlo.subtract %bb, %1 : tensor<4xf32>
    %3 = stablehlo.add %2, %g : tensor<4xf32>
    stablehlo.return %j, %3, %t, %s : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
   }
  return %0#1, %0#0 : tensor<4xf32>, tensor<i32>
}

// -----
// RULE: while_invariant
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:4 = stablehlo.while(%i = %z, %x = %a, %k = %b, %m = %n) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>
   cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %k : tensor<f32>
    stablehlo.return %j, %y, %k, %m : tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>
   }
  return %0#1, %0#2 : tensor<f32>, tensor<f32>
}

// -----
// RULE: while_equal
func.func @main(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<i32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:5 = stablehlo.while(%i = %z, %x = %a, %k = %z, %y = %a, %l = %z) : tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %k1 = stablehlo.add %k, %one : tensor<i32>
    %l1 = stablehlo.add %l, %k1 : tensor<i32>
    %f = stablehlo.convert %k : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %x1 = stablehlo.subtract %x, %f : tensor<f32>
    %y1 = stablehlo.subtract %y, %g : tensor<f32>
    stablehlo.return %j, %x1, %k1, %y1, %l1 : tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>
   }
  return %0#1, %0#3, %0#4 : tensor<f32>, tensor<f32>, tensor<i32>
}

// -----
// RULE: while_hoist
func.func @main(%a: tensor<4xf32>, %b: tensor<3x4xf32>) -> (tensor<4xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %f0 = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.negate %b : tensor<3x4xf32>
    %s = stablehlo.reduce(%e init: %f0) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
    %y = stablehlo.add %x, %s : tensor<4xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
   }
  return %0#1 : tensor<4xf32>
}

// -----
// RULE: while_hoist
func.func @main(%a: tensor<2x64xf32>, %b: tensor<2x64xf32>) -> (tensor<2x64xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<2x64xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.negate %b : tensor<2x64xf32>
    %s = stablehlo.exponential %e : tensor<2x64xf32>
    %y = stablehlo.multiply %x, %s : tensor<2x64xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<2x64xf32>
   }
  return %0#1 : tensor<2x64xf32>
}

// -----
// RULE: while_hoist
// A matrix less its diagonal: the product reads it in every step.
func.func @main(%a: tensor<8xf32>, %m: tensor<8x8xf32>, %d: tensor<8x8xf32>) -> (tensor<8xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<8xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %column = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %on = stablehlo.compare EQ, %row, %column : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %f0 = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    %diagonal = stablehlo.select %on, %d, %f0 : tensor<8x8xi1>, tensor<8x8xf32>
    %rest = stablehlo.subtract %m, %diagonal : tensor<8x8xf32>
    %y = stablehlo.dot_general %rest, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %j, %y : tensor<i32>, tensor<8xf32>
   }
  return %0#1 : tensor<8xf32>
}

// -----
// RULE: branch_constant
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>) {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %i = stablehlo.constant dense<9> : tensor<i32>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.negate %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %2 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<f32>
  }, {
    %3 = stablehlo.add %0, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----
// RULE: branch_same
func.func @main(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %a : tensor<f32>
    stablehlo.return %b, %1 : tensor<f32>, tensor<f32>
  }, {
    stablehlo.return %b, %a : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
