// Comparators that read values around them, and complex numbers.
func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 4.0), (3.0, 2.0), (2.0, 1.0), (1.0, 3.0)]> : tensor<4xcomplex<f64>>
  %i = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %one = stablehlo.constant dense<[1.0]> : tensor<1xf64>
  %r = stablehlo.reshape %one : (tensor<1xf64>) -> tensor<f64>
  %k = stablehlo.negate %r : tensor<f64>
  %0:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>, %p: tensor<i32>, %q: tensor<i32>):
    %ra = stablehlo.real %a : (tensor<complex<f64>>) -> tensor<f64>
    %rb = stablehlo.real %b : (tensor<complex<f64>>) -> tensor<f64>
    %s = stablehlo.multiply %ra, %k : tensor<f64>
    %t = stablehlo.multiply %rb, %k : tensor<f64>
    %c = stablehlo.compare LT, %s, %t : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xcomplex<f64>>, tensor<4xi32>) -> (tensor<4xcomplex<f64>>, tensor<4xi32>)
  %y = stablehlo.convert %x : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f32>>
  %1 = "stablehlo.sort"(%y) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %ia = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %ib = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %c = stablehlo.compare LT, %ia, %ib : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %1, dense<[(2.0, 1.0), (3.0, 2.0), (1.0, 3.0), (1.0, 4.0)]> : tensor<4xcomplex<f32>>
  check.expect_eq_const %0#0, dense<[(3.0, 2.0), (2.0, 1.0), (1.0, 4.0), (1.0, 3.0)]> : tensor<4xcomplex<f64>>
  check.expect_eq_const %0#1, dense<[1, 2, 0, 3]> : tensor<4xi32>
  return
}

// -----
// Positions that need no memory, and results of which slices read the first elements only.
func.func @main() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0, 5.0], [4.0, 4.0, 0.0, 9.0]]> : tensor<2x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %0:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %1 = stablehlo.slice %0#0 [0:2, 0:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.slice %0#1 [0:2, 0:3:2] : (tensor<2x4xi32>) -> tensor<2x2xi32>
  %3 = stablehlo.slice %0#1 [1:2, 1:2] : (tensor<2x4xi32>) -> tensor<1x1xi32>
  check.expect_eq_const %1, dense<[[5.0, 3.0], [9.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq_const %2, dense<[[3, 2], [3, 1]]> : tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[0]]> : tensor<1x1xi32>
  return
}

// -----
// The same along the first dimension, with positions that something else reads too.
func.func @main() {
  %x = stablehlo.constant dense<[[3, 40], [1, 10], [2, 30], [5, 20]]> : tensor<4x2xi16>
  %i = stablehlo.iota dim = 0 : tensor<4x2xi64>
  %0:2 = "stablehlo.sort"(%i, %x) ({
  ^bb0(%p: tensor<i64>, %q: tensor<i64>, %a: tensor<i16>, %b: tensor<i16>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4x2xi64>, tensor<4x2xi16>) -> (tensor<4x2xi64>, tensor<4x2xi16>)
  %1 = stablehlo.slice %0#0 [0:3, 0:2] : (tensor<4x2xi64>) -> tensor<3x2xi64>
  %2 = stablehlo.slice %0#1 [2:3, 0:2] : (tensor<4x2xi16>) -> tensor<1x2xi16>
  %3 = stablehlo.convert %x : (tensor<4x2xi16>) -> tensor<4x2xi64>
  %4 = stablehlo.add %3, %i : tensor<4x2xi64>
  check.expect_eq_const %1, dense<[[1, 1], [2, 3], [0, 2]]> : tensor<3x2xi64>
  check.expect_eq_const %2, dense<[[3, 30]]> : tensor<1x2xi16>
  check.expect_eq_const %4, dense<[[3, 40], [2, 11], [4, 32], [8, 23]]> : tensor<4x2xi64>
  return
}

// -----
// Numbers along another dimension are no positions; a narrow type has memory; all of the results are read.
func.func @main() {
  %x = stablehlo.constant dense<[[3, 1, 2], [1, 3, 2]]> : tensor<2x3xui8>
  %i = stablehlo.iota dim = 0 : tensor<2x3xui32>
  %j = stablehlo.iota dim = 1 : tensor<2x3xui8>
  %k = stablehlo.iota dim = 1 : tensor<2x3xui64>
  %0:4 = "stablehlo.sort"(%x, %i, %j, %k) ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %c: tensor<ui32>, %d: tensor<ui32>, %e: tensor<ui8>, %f: tensor<ui8>, %g: tensor<ui64>, %h: tensor<ui64>):
    %l = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) {dimension = -1 : i64, is_stable = true} : (tensor<2x3xui8>, tensor<2x3xui32>, tensor<2x3xui8>, tensor<2x3xui64>) -> (tensor<2x3xui8>, tensor<2x3xui32>, tensor<2x3xui8>, tensor<2x3xui64>)
  check.expect_eq_const %0#0, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xui8>
  check.expect_eq_const %0#1, dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xui32>
  check.expect_eq_const %0#2, dense<[[1, 2, 0], [0, 2, 1]]> : tensor<2x3xui8>
  check.expect_eq_const %0#3, dense<[[1, 2, 0], [0, 2, 1]]> : tensor<2x3xui64>
  return
}

// -----
// A long line of which the first are collected: 63 and 62 stand where 37 j + 11 is that modulo 64.
func.func @main() {
  %factor = stablehlo.constant dense<37> : tensor<1xi32>
  %more = stablehlo.constant dense<11> : tensor<1xi32>
  %size = stablehlo.constant dense<64> : tensor<1xi32>
  %f = stablehlo.broadcast_in_dim %factor, dims = [0] : (tensor<1xi32>) -> tensor<64xi32>
  %m = stablehlo.broadcast_in_dim %more, dims = [0] : (tensor<1xi32>) -> tensor<64xi32>
  %n = stablehlo.broadcast_in_dim %size, dims = [0] : (tensor<1xi32>) -> tensor<64xi32>
  %i = stablehlo.iota dim = 0 : tensor<64xi32>
  %0 = stablehlo.multiply %i, %f : tensor<64xi32>
  %1 = stablehlo.add %0, %m : tensor<64xi32>
  %x = stablehlo.remainder %1, %n : tensor<64xi32>
  %2:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<64xi32>, tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>)
  %3 = stablehlo.slice %2#0 [0:2] : (tensor<64xi32>) -> tensor<2xi32>
  %4 = stablehlo.slice %2#1 [0:2] : (tensor<64xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[63, 62]> : tensor<2xi32>
  check.expect_eq_const %4, dense<[36, 55]> : tensor<2xi32>
  return
}
