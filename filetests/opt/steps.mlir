// Products of a loop's steps for all steps at once. The driver compares bits before and after.

// RULE: while_batch
func.func @main(%x: tensor<9x4xf32>, %w: tensor<4x256xf32>, %b: tensor<4xf32>, %h0: tensor<256xf32>) -> (tensor<256xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %h = %h0) : tensor<i32>, tensor<256xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %last = stablehlo.constant dense<8> : tensor<i32>
    %k = stablehlo.subtract %last, %i : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %k, %z, sizes = [1, 4] : (tensor<9x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %r = stablehlo.reshape %s : (tensor<1x4xf32>) -> tensor<4xf32>
    %q = stablehlo.add %r, %b : tensor<4xf32>
    %t = stablehlo.tanh %q : tensor<4xf32>
    %p = stablehlo.dot_general %t, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x256xf32>) -> tensor<256xf32>
    %e = stablehlo.add %p, %h : tensor<256xf32>
    %g = stablehlo.tanh %e : tensor<256xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<256xf32>
   }
  return %0#1 : tensor<256xf32>
}
// -----
// RULE: while_batch
// ANY NAN
func.func @main(%x: tensor<2x9x5xf32>, %w: tensor<300x5xf32>, %h0: tensor<300x2xf32>, %v: tensor<5x300xf32>) -> (tensor<300x2xf32>, tensor<2x300xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %m0 = stablehlo.reshape %h0 : (tensor<300x2xf32>) -> tensor<2x300xf32>
  %0:3 = stablehlo.while(%i = %z, %h = %h0, %u = %m0) : tensor<i32>, tensor<300x2xf32>, tensor<2x300xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %z, %i, %z, sizes = [2, 1, 5] : (tensor<2x9x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x5xf32>
    %r = stablehlo.reshape %s : (tensor<2x1x5xf32>) -> tensor<2x5xf32>
    %p = stablehlo.dot_general %w, %r, contracting_dims = [1] x [1] : (tensor<300x5xf32>, tensor<2x5xf32>) -> tensor<300x2xf32>
    %g = stablehlo.add %p, %h : tensor<300x2xf32>
    %p2 = stablehlo.dot_general %r, %v, contracting_dims = [1] x [0] : (tensor<2x5xf32>, tensor<5x300xf32>) -> tensor<2x300xf32>
    %g2 = stablehlo.subtract %p2, %u : tensor<2x300xf32>
    stablehlo.return %j, %g, %g2 : tensor<i32>, tensor<300x2xf32>, tensor<2x300xf32>
   }
  return %0#1, %0#2 : tensor<300x2xf32>, tensor<2x300xf32>
}
// -----
// RULE: while_batch
func.func @main(%x: tensor<9xi32>, %e: tensor<7x3xi32>, %w: tensor<3x400xi32>, %h0: tensor<400xi32>) -> (tensor<400xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %h = %h0) : tensor<i32>, tensor<400xi32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
    %d = stablehlo.dynamic_slice %e, %r, %z, sizes = [1, 3] : (tensor<7x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
    %f = stablehlo.reshape %d : (tensor<1x3xi32>) -> tensor<3xi32>
    %p = stablehlo.dot_general %f, %w, contracting_dims = [0] x [0] : (tensor<3xi32>, tensor<3x400xi32>) -> tensor<400xi32>
    %g = stablehlo.xor %p, %h : tensor<400xi32>
    stablehlo.return %j, %g : tensor<i32>, tensor<400xi32>
   }
  return %0#1 : tensor<400xi32>
}
// -----
// RULE: while_batch
func.func @main(%x: tensor<9x4xi8>, %w: tensor<4x256xf32>, %h0: tensor<256xf32>) -> (tensor<256xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %h = %h0) : tensor<i32>, tensor<256xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 4] : (tensor<9x4xi8>, tensor<i32>, tensor<i32>) -> tensor<1x4xi8>
    %cv = stablehlo.convert %s : (tensor<1x4xi8>) -> tensor<1x4xf32>
    %p = stablehlo.dot_general %cv, %w, contracting_dims = [1] x [0] : (tensor<1x4xf32>, tensor<4x256xf32>) -> tensor<1x256xf32>
    %pr = stablehlo.reshape %p : (tensor<1x256xf32>) -> tensor<256xf32>
    %e = stablehlo.add %pr, %h : tensor<256xf32>
    %g = stablehlo.sine %e : tensor<256xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<256xf32>
   }
  return %0#1 : tensor<256xf32>
}
// -----
// RULE: while_sink
func.func @main(%h0: tensor<16xf32>, %w: tensor<16x80xf32>, %b: tensor<80xf32>, %o: tensor<9x80xf32>, %q: tensor<9x16xf32>) -> (tensor<16xf32>, tensor<9x80xf32>, tensor<9x16xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:4 = stablehlo.while(%i = %z, %h = %h0, %y = %o, %ys = %q) : tensor<i32>, tensor<16xf32>, tensor<9x80xf32>, tensor<9x16xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %g = stablehlo.cosine %h : tensor<16xf32>
    %p = stablehlo.dot_general %g, %w, contracting_dims = [0] x [0] : (tensor<16xf32>, tensor<16x80xf32>) -> tensor<80xf32>
    %e = stablehlo.add %p, %b : tensor<80xf32>
    %t = stablehlo.tanh %e : tensor<80xf32>
    %u = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<80xf32>) -> tensor<1x80xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %z : (tensor<9x80xf32>, tensor<1x80xf32>, tensor<i32>, tensor<i32>) -> tensor<9x80xf32>
    %gu = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %ys1 = stablehlo.dynamic_update_slice %ys, %gu, %i, %z : (tensor<9x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<9x16xf32>
    stablehlo.return %j, %g, %y1, %ys1 : tensor<i32>, tensor<16xf32>, tensor<9x80xf32>, tensor<9x16xf32>
   }
  return %0#1, %0#2, %0#3 : tensor<16xf32>, tensor<9x80xf32>, tensor<9x16xf32>
}
// -----
// RULE: while_sink
// ANY NAN
func.func @main(%h0: tensor<12x1xf32>, %w: tensor<90x12xf32>, %v: tensor<20x90xf32>, %x: tensor<9x20xf32>, %o: tensor<9x20x1xf32>) -> (tensor<12x1xf32>, tensor<9x20x1xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:3 = stablehlo.while(%i = %z, %h = %h0, %y = %o) : tensor<i32>, tensor<12x1xf32>, tensor<9x20x1xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %last = stablehlo.constant dense<8> : tensor<i32>
    %k = stablehlo.subtract %last, %i : tensor<i32>
    %g = stablehlo.cosine %h : tensor<12x1xf32>
    %p = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<90x12xf32>, tensor<12x1xf32>) -> tensor<90x1xf32>
    %r = stablehlo.tanh %p : tensor<90x1xf32>
    %p2 = stablehlo.dot_general %v, %r, contracting_dims = [1] x [0] : (tensor<20x90xf32>, tensor<90x1xf32>) -> tensor<20x1xf32>
    %s = stablehlo.dynamic_slice %x, %k, %z, sizes = [1, 20] : (tensor<9x20xf32>, tensor<i32>, tensor<i32>) -> tensor<1x20xf32>
    %sr = stablehlo.reshape %s : (tensor<1x20xf32>) -> tensor<20x1xf32>
    %e = stablehlo.multiply %p2, %sr : tensor<20x1xf32>
    %u = stablehlo.reshape %e : (tensor<20x1xf32>) -> tensor<1x20x1xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %k, %z, %z : (tensor<9x20x1xf32>, tensor<1x20x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<9x20x1xf32>
    stablehlo.return %j, %g, %y1 : tensor<i32>, tensor<12x1xf32>, tensor<9x20x1xf32>
   }
  return %0#1, %0#2 : tensor<12x1xf32>, tensor<9x20x1xf32>
}
// -----
// NOT: while_sink
func.func @main(%h0: tensor<40xf32>, %w: tensor<40x40xf32>, %o: tensor<9x40xf32>) -> (tensor<40xf32>, tensor<9x40xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:3 = stablehlo.while(%i = %z, %h = %h0, %y = %o) : tensor<i32>, tensor<40xf32>, tensor<9x40xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %h, %w, contracting_dims = [0] x [0] : (tensor<40xf32>, tensor<40x40xf32>) -> tensor<40xf32>
    %t = stablehlo.tanh %p : tensor<40xf32>
    %u = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<40xf32>) -> tensor<1x40xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %z : (tensor<9x40xf32>, tensor<1x40xf32>, tensor<i32>, tensor<i32>) -> tensor<9x40xf32>
    stablehlo.return %j, %t, %y1 : tensor<i32>, tensor<40xf32>, tensor<9x40xf32>
   }
  return %0#1, %0#2 : tensor<40xf32>, tensor<9x40xf32>
}
// -----
// NOT: while_sink
func.func @main(%h0: tensor<16xf32>, %w: tensor<16x80xf32>, %o: tensor<10x80xf32>) -> (tensor<16xf32>, tensor<10x80xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:3 = stablehlo.while(%i = %z, %h = %h0, %y = %o) : tensor<i32>, tensor<16xf32>, tensor<10x80xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %g = stablehlo.cosine %h : tensor<16xf32>
    %p = stablehlo.dot_general %g, %w, contracting_dims = [0] x [0] : (tensor<16xf32>, tensor<16x80xf32>) -> tensor<80xf32>
    %u = stablehlo.broadcast_in_dim %p, dims = [1] : (tensor<80xf32>) -> tensor<1x80xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %z : (tensor<10x80xf32>, tensor<1x80xf32>, tensor<i32>, tensor<i32>) -> tensor<10x80xf32>
    stablehlo.return %j, %g, %y1 : tensor<i32>, tensor<16xf32>, tensor<10x80xf32>
   }
  return %0#1, %0#2 : tensor<16xf32>, tensor<10x80xf32>
}
// -----
// NOT: while_batch
func.func @main(%x: tensor<30x4xf32>, %w: tensor<4x256xf32>, %h0: tensor<256xf32>) -> (tensor<256xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %h = %h0) : tensor<i32>, tensor<256xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 4] : (tensor<30x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %r = stablehlo.reshape %s : (tensor<1x4xf32>) -> tensor<4xf32>
    %p = stablehlo.dot_general %r, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x256xf32>) -> tensor<256xf32>
    %e = stablehlo.add %p, %h : tensor<256xf32>
    %g = stablehlo.tanh %e : tensor<256xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<256xf32>
   }
  return %0#1 : tensor<256xf32>
}
// -----
// RULE: while_batch
func.func @main(%x: tensor<9x4xf32>, %w: tensor<4x256xf32>, %h0: tensor<256xf32>) -> (tensor<256xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %h = %h0) : tensor<i32>, tensor<256xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 4] : (tensor<9x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %cv = stablehlo.convert %s : (tensor<1x4xf32>) -> tensor<1x4xbf16>
    %cw = stablehlo.convert %cv : (tensor<1x4xbf16>) -> tensor<1x4xf32>
    %r = stablehlo.reshape %cw : (tensor<1x4xf32>) -> tensor<4xf32>
    %p = stablehlo.dot_general %r, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x256xf32>) -> tensor<256xf32>
    %e = stablehlo.add %p, %h : tensor<256xf32>
    %g = stablehlo.tanh %e : tensor<256xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<256xf32>
   }
  return %0#1 : tensor<256xf32>
}
