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

// -----

// From here on sorts of JAX, with the values that XLA gives.

// Lines of one block and a half, with ties and every kind of number.
func.func @floats() {
  %arg0 = stablehlo.constant dense<[3.0, -4.25, -3.25, 0x7FC00000, -3.25, 3.0, 3.5, 0.75, -4.75, -4.25, 0xFF800000, 0.0, 1.0, -0.25, -2.5, -3.5, 1.75, 2.25, -4.75, -4.0, -0.5, -1.25, 3.75, 0.0, -1.0, -0.75, 1.5, 0.75, -3.5, 2.25, 2.5, 4.5, 2.75, -2.25, -2.0, 1.25, 1.5, 1.75, 3.5, -2.25, 4.25, -5.0, -4.25, 4.5, 4.25, -2.25, -3.75, -2.0, -4.75, 3.75, -0.0, 0.75, -2.75, -0.5, -3.25, 2.5, -0.5, -4.75, -2.5, 2.0, 0.0, -1.5, -2.5, -4.25, 1.0, 1.5, 0.0, 4.25, 4.25, -3.0, 1.0, 1.25, -2.75, -2.25, -0.25, 2.25, -2.25, 0x7F800000, 1.5, -3.0, -1.25, 3.25, 3.25, 1.5, -5.0, 1.75, -2.75, 3.0, 4.0, -0.75, 4.5, 2.5, -1.75, 3.75, -1.25, -4.0, 0.75, 3.25, 1.5, -1.25]> : tensor<100xf32>
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
    %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  %1 = call @argsort(%arg0) : (tensor<100xf32>) -> tensor<100xi64>
  check.expect_eq_const %0, dense<[0xFF800000, -5.0, -5.0, -4.75, -4.75, -4.75, -4.75, -4.25, -4.25, -4.25, -4.25, -4.0, -4.0, -3.75, -3.5, -3.5, -3.25, -3.25, -3.25, -3.0, -3.0, -2.75, -2.75, -2.75, -2.5, -2.5, -2.5, -2.25, -2.25, -2.25, -2.25, -2.25, -2.0, -2.0, -1.75, -1.5, -1.25, -1.25, -1.25, -1.25, -1.0, -0.75, -0.75, -0.5, -0.5, -0.5, -0.25, -0.25, 0.0, 0.0, -0.0, 0.0, 0.0, 0.75, 0.75, 0.75, 0.75, 1.0, 1.0, 1.0, 1.25, 1.25, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.75, 1.75, 1.75, 2.0, 2.25, 2.25, 2.25, 2.5, 2.5, 2.5, 2.75, 3.0, 3.0, 3.0, 3.25, 3.25, 3.25, 3.5, 3.5, 3.75, 3.75, 3.75, 4.0, 4.25, 4.25, 4.25, 4.25, 4.5, 4.5, 4.5, 0x7F800000, 0x7FC00000]> : tensor<100xf32>
  check.expect_eq_const %1, dense<[10, 41, 84, 8, 18, 48, 57, 1, 9, 42, 63, 19, 95, 46, 15, 28, 2, 4, 54, 69, 79, 52, 72, 86, 14, 58, 62, 33, 39, 45, 73, 76, 34, 47, 92, 61, 21, 80, 94, 99, 24, 25, 89, 20, 53, 56, 13, 74, 11, 23, 50, 60, 66, 7, 27, 51, 96, 12, 64, 70, 35, 71, 26, 36, 65, 78, 83, 98, 16, 37, 85, 59, 17, 29, 75, 30, 55, 91, 32, 0, 5, 87, 81, 82, 97, 6, 38, 22, 49, 93, 88, 40, 44, 67, 68, 31, 43, 90, 77, 3]> : tensor<100xi64>
  func.return
}
func.func private @argsort(%arg0: tensor<100xf32>) -> tensor<100xi64> {
  %0 = stablehlo.iota dim = 0 : tensor<100xi64>
  %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i64>, %arg4: tensor<i64>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
    %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<100xf32>, tensor<100xi64>) -> (tensor<100xf32>, tensor<100xi64>)
  return %1#1 : tensor<100xi64>
}

// -----

// Two operands by the first: stable over three blocks.
func.func @pairs() {
  %arg0 = stablehlo.constant dense<[2, -1, -1, -3, -2, 1, 1, -2, 0, 2, -3, -2, 0, 0, -1, -1, -3, 0, 2, -2, 1, -2, -3, 1, -2, 1, -2, 0, 2, 2, -1, -2, -2, 2, 0, -2, 2, 2, 2, 0, 2, 0, 0, 2, 0, 1, -1, 1, 2, -3, 0, -1, -3, -3, -2, -2, 1, -2, 0, 2, -1, -3, -3, -2, -1, -1, -2, 2, 0, 2, 2, 1, -3, -2, 1, 0, 2, 1, 1, -3, -2, 1, 0, -1, -3, 0, -3, 1, 1, 1, -3, 0, -2, 0, 1, -2, -3, -1, 0, -3, 2, -1, 2, 0, 1, 1, -1, -1, 1, -3, 0, 0, -3, -2, -3, 1, 1, -1, 2, -1, -2, 2, -3, -1, -3, -1, 1, -1, -1, -1]> : tensor<130xi8>
  %arg1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129]> : tensor<130xi16>
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>, %arg4: tensor<i16>, %arg5: tensor<i16>):
    %1 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<130xi8>, tensor<130xi16>) -> (tensor<130xi8>, tensor<130xi16>)
  check.expect_eq_const %0#0, dense<[-3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]> : tensor<130xi8>
  check.expect_eq_const %0#1, dense<[3, 10, 16, 22, 49, 52, 53, 61, 62, 72, 79, 84, 86, 90, 96, 99, 109, 112, 114, 122, 124, 4, 7, 11, 19, 21, 24, 26, 31, 32, 35, 54, 55, 57, 63, 66, 73, 80, 92, 95, 113, 120, 1, 2, 14, 15, 30, 46, 51, 60, 64, 65, 83, 97, 101, 106, 107, 117, 119, 123, 125, 127, 128, 129, 8, 12, 13, 17, 27, 34, 39, 41, 42, 44, 50, 58, 68, 75, 82, 85, 91, 93, 98, 103, 110, 111, 5, 6, 20, 23, 25, 45, 47, 56, 71, 74, 77, 78, 81, 87, 88, 89, 94, 104, 105, 108, 115, 116, 126, 0, 9, 18, 28, 29, 33, 36, 37, 38, 40, 43, 48, 59, 67, 69, 70, 76, 100, 102, 118, 121]> : tensor<130xi16>
  func.return
}

// -----

// Along a dimension that is not the last; two keys.
func.func @columns() {
  %arg0 = stablehlo.constant dense<[[0, 0, 1], [2, 0, 4], [4, 2, 3], [3, 0, 4], [0, 4, 4], [3, 0, 4], [4, 4, 3], [1, 2, 2], [4, 1, 2], [1, 2, 2], [2, 1, 2], [3, 0, 2], [3, 0, 3], [2, 4, 1], [1, 3, 4], [0, 0, 0], [1, 2, 2], [2, 4, 3], [0, 1, 0], [0, 4, 4], [2, 1, 4], [0, 0, 1], [1, 1, 1], [1, 3, 2], [3, 4, 4], [0, 3, 2], [4, 3, 0], [4, 4, 4], [0, 0, 3], [2, 0, 4], [1, 0, 4], [2, 0, 0], [4, 3, 4], [4, 1, 2], [1, 0, 1], [0, 0, 2], [4, 4, 3], [1, 0, 3], [3, 2, 0], [1, 4, 3], [2, 1, 4], [1, 2, 3], [2, 2, 0], [3, 1, 2], [2, 0, 1], [2, 0, 4], [1, 2, 0], [4, 2, 0], [1, 1, 1], [3, 4, 3], [0, 2, 2], [3, 4, 4], [4, 3, 2], [2, 0, 2], [2, 3, 2], [1, 2, 3], [0, 3, 1], [3, 2, 2], [0, 0, 1], [2, 2, 4], [0, 3, 1], [3, 0, 1], [0, 1, 0], [3, 3, 0], [1, 4, 4], [4, 0, 4], [2, 0, 3], [0, 0, 4], [0, 2, 4], [1, 1, 1]]> : tensor<70x3xui32>
  %arg1 = stablehlo.constant dense<[[4, 2, -4], [-7, -2, -1], [-2, 2, -8], [3, 0, -9], [3, 5, -3], [-2, 1, -2], [0, 1, 1], [-4, -8, 6], [-1, -6, 8], [0, -4, -6], [-9, 2, 2], [7, 8, 6], [-8, -7, 1], [2, -6, 7], [7, -6, 2], [-2, 1, 3], [0, 4, -5], [-1, -7, 2], [-2, 3, 8], [-3, 5, 2], [4, 1, -5], [3, -3, 0], [0, -3, -1], [-2, -5, 7], [7, -6, -3], [-7, -6, -9], [-3, 6, -6], [8, 6, -5], [-9, -5, -2], [-6, 2, 1], [4, -1, 1], [5, 1, -6], [6, 6, 1], [-1, 2, 5], [4, 5, -5], [7, -9, -1], [-2, 1, 2], [1, -8, -6], [0, 0, -6], [7, -7, 7], [2, -9, -3], [2, -7, -4], [6, -7, 7], [-7, -2, 5], [-9, 8, 2], [0, 3, -3], [4, 0, -8], [5, 6, 4], [3, -8, -8], [-6, -3, 6], [-8, -1, 8], [2, 4, 4], [-3, 2, -7], [4, -5, 0], [3, -5, 6], [-6, 3, 8], [3, -9, 3], [3, -7, 6], [8, -5, 5], [-9, 4, -2], [-7, -4, 6], [-1, 2, -2], [-6, 7, -7], [-7, -2, 7], [0, -9, 7], [7, 0, -4], [-6, 4, -9], [-9, 8, -1], [-3, 3, -9], [2, -4, 5]]> : tensor<70x3xi32>
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %1 = stablehlo.compare LT, %arg4, %arg5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %arg2, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %arg2, %arg3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %4 = stablehlo.and %3, %1 : tensor<i1>
    %5 = stablehlo.or %2, %4 : tensor<i1>
    stablehlo.return %5 : tensor<i1>
  }) : (tensor<70x3xui32>, tensor<70x3xi32>) -> (tensor<70x3xui32>, tensor<70x3xi32>)
  check.expect_eq_const %0#0, dense<[[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 1], [1, 0, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [1, 1, 2], [2, 1, 2], [2, 1, 2], [2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 2, 2], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [2, 2, 3], [3, 2, 3], [3, 3, 3], [3, 3, 3], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 3, 4], [3, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4], [4, 4, 4]]> : tensor<70x3xui32>
  check.expect_eq_const %0#1, dense<[[-9, -9, -8], [-9, -8, -7], [-8, -7, -6], [-7, -5, -6], [-7, -5, -6], [-6, -5, 3], [-3, -3, 4], [-3, -2, 7], [-2, -1, 7], [-2, 0, 8], [3, 0, -8], [3, 1, -5], [3, 1, -4], [4, 1, -2], [7, 2, -1], [8, 2, 0], [-6, 2, 2], [-4, 3, 3], [-2, 4, 5], [0, 5, 5], [0, 8, 6], [0, 8, 7], [0, 8, -9], [1, -9, -7], [2, -8, -6], [2, -6, -5], [3, -4, -1], [4, -3, 0], [4, -2, 2], [4, 1, 5], [7, 2, 5], [7, 2, 6], [-9, 3, 6], [-9, 7, 6], [-9, -8, 6], [-7, -7, 7], [-6, -7, 8], [-6, -7, 8], [-1, -4, -9], [0, -1, -8], [2, 0, -6], [2, 0, -4], [3, 2, -2], [4, 3, 1], [4, 3, 1], [5, 4, 2], [6, 4, 2], [-8, 6, 6], [-7, -9, 7], [-7, -6, 8], [-6, -6, -9], [-2, -5, -9], [-1, -5, -5], [0, -4, -5], [2, -2, -4], [3, 2, -3], [3, 6, -3], [7, 6, -3], [7, -9, -3], [-3, -7, -2], [-3, -7, -2], [-2, -6, -1], [-2, -6, -1], [-1, -3, 1], [-1, 1, 1], [0, 1, 1], [5, 4, 2], [6, 5, 2], [7, 5, 4], [8, 6, 7]]> : tensor<70x3xi32>
  func.return
}

// -----

// Just as long as a block, and a little longer than a vector.
func.func @lengths() {
  %arg0 = stablehlo.constant dense<[[36, 15, 45, 39, 62, 60, 2, 2, 44, 82, 68, 41, 67, 24, 34, 22, 35, 64, 16, 4, 68, 24, 37, 30, 25, 25, 22, 72, 41, 58, 43, 89, 58, 69, 96, 29, 44, 32, 22, 12, 48, 24, 4, 59, 53, 72, 27, 29, 63, 34, 17, 79, 19, 94, 80, 8, 76, 7, 44, 75, 36, 49, 6, 42], [50, 62, 58, 75, 52, 6, 84, 95, 72, 94, 79, 41, 73, 46, 95, 26, 45, 58, 72, 20, 28, 52, 85, 89, 46, 50, 17, 81, 26, 17, 66, 87, 59, 12, 80, 21, 70, 71, 77, 29, 34, 11, 77, 8, 5, 78, 17, 1, 32, 5, 93, 93, 98, 77, 63, 36, 63, 19, 6, 85, 93, 77, 16, 66]]> : tensor<2x64xi32>
  %arg1 = stablehlo.constant dense<[[91.0, 52.0, 0.0, 52.0, 97.0, 96.0, 78.0, 51.0, 16.0, 8.0, 44.0, 7.0, 95.0, 58.0, 97.0, 72.0, 45.0], [62.0, 25.0, 73.0, 38.0, 29.0, 57.0, 36.0, 46.0, 26.0, 52.0, 36.0, 16.0, 26.0, 19.0, 82.0, 23.0, 14.0], [36.0, 20.0, 73.0, 70.0, 37.0, 39.0, 35.0, 33.0, 3.0, 96.0, 64.0, 88.0, 90.0, 21.0, 22.0, 15.0, 26.0]]> : tensor<3x17xf16>
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %2 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<2x64xi32>) -> tensor<2x64xi32>
  %1 = "stablehlo.sort"(%arg1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %2 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %3 = stablehlo.select %2, %cst_0, %arg2 : tensor<i1>, tensor<f16>
    %4 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_1 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %6 = stablehlo.compare EQ, %arg3, %cst_2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %7 = stablehlo.select %6, %cst_3, %arg3 : tensor<i1>, tensor<f16>
    %8 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7E00> : tensor<f16>
    %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f16>
    %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %10 : tensor<i1>
  }) : (tensor<3x17xf16>) -> tensor<3x17xf16>
  check.expect_eq_const %0, dense<[[2, 2, 4, 4, 6, 7, 8, 12, 15, 16, 17, 19, 22, 22, 22, 24, 24, 24, 25, 25, 27, 29, 29, 30, 32, 34, 34, 35, 36, 36, 37, 39, 41, 41, 42, 43, 44, 44, 44, 45, 48, 49, 53, 58, 58, 59, 60, 62, 63, 64, 67, 68, 68, 69, 72, 72, 75, 76, 79, 80, 82, 89, 94, 96], [1, 5, 5, 6, 6, 8, 11, 12, 16, 17, 17, 17, 19, 20, 21, 26, 26, 28, 29, 32, 34, 36, 41, 45, 46, 46, 50, 50, 52, 52, 58, 58, 59, 62, 63, 63, 66, 66, 70, 71, 72, 72, 73, 75, 77, 77, 77, 77, 78, 79, 80, 81, 84, 85, 85, 87, 89, 93, 93, 93, 94, 95, 95, 98]]> : tensor<2x64xi32>
  check.expect_eq_const %1, dense<[[0.0, 7.0, 8.0, 16.0, 44.0, 45.0, 51.0, 52.0, 52.0, 58.0, 72.0, 78.0, 91.0, 95.0, 96.0, 97.0, 97.0], [14.0, 16.0, 19.0, 23.0, 25.0, 26.0, 26.0, 29.0, 36.0, 36.0, 38.0, 46.0, 52.0, 57.0, 62.0, 73.0, 82.0], [3.0, 15.0, 20.0, 21.0, 22.0, 26.0, 33.0, 35.0, 36.0, 37.0, 39.0, 64.0, 70.0, 73.0, 88.0, 90.0, 96.0]]> : tensor<3x17xf16>
  func.return
}

// -----

// The least length that is counted, and the one below.
func.func @short() {
  %arg0 = stablehlo.constant dense<[[4, 7, 5, 3, 3, 7, 5, 3], [6, 8, 7, 3, 2, 2, 5, 7]]> : tensor<2x8xi32>
  %arg1 = stablehlo.constant dense<[[0, 7, 0, 5, 0, 1, 1], [0, 7, 3, 3, 6, 4, 3]]> : tensor<2x7xi32>
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %2 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<2x8xi32>) -> tensor<2x8xi32>
  %1 = "stablehlo.sort"(%arg1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %2 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<2x7xi32>) -> tensor<2x7xi32>
  check.expect_eq_const %0, dense<[[3, 3, 3, 4, 5, 5, 7, 7], [2, 2, 3, 5, 6, 7, 7, 8]]> : tensor<2x8xi32>
  check.expect_eq_const %1, dense<[[0, 0, 0, 1, 1, 5, 7], [0, 3, 3, 3, 4, 6, 7]]> : tensor<2x7xi32>
  func.return
}

// -----

// A comparator that is no order, as an element comes before itself: no element is lost.
func.func @no_order() {
  %x = stablehlo.constant dense<[5, 2, 9, 1, 7, 3, 8, 0, 6, 4]> : tensor<10xi32>
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<10xi32>) -> tensor<10xi32>
  check.expect_eq_const %0, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>
  return
}

// -----

func.func @few_f32_9x37() {
  %x = stablehlo.constant dense<[[0.0, -4.0, -2.0, -2.0, 1.0, 1.0, -2.0, 0xFF800000, 4.0, 0x7F800000, 0x7F800000, -1.0, -1.0, -2.0, 0x7F800000, 0xFF800000, 0x7F800000, 4.0, -2.0, 2.0, 0x7F800000, 2.0, 0.0, 0.0, 0xFF800000, 0.0, 0.0, -1.0, -2.0, -4.0, 4.0, 0x7F800000, 1.0, 0xFF800000, -4.0, 0xFF800000, 4.0], [2.0, -2.0, 0xFF800000, -1.0, -4.0, 0x7F800000, 0.0, -1.0, 0xFF800000, 0xFF800000, 1.0, 0xFF800000, -2.0, -4.0, 0.0, -2.0, 0.0, -2.0, 0xFF800000, 1.0, 0xFF800000, -2.0, -2.0, 0.0, 4.0, 0xFF800000, 4.0, -1.0, 0.0, 0xFF800000, 1.0, 0x7F800000, 0xFF800000, 0.0, 0.0, -1.0, 1.0], [4.0, 2.0, -2.0, 0.0, 0x7F800000, 2.0, -2.0, 1.0, 2.0, 0x7F800000, 0x7F800000, 0xFF800000, 0.0, 4.0, 0.0, -4.0, 0xFF800000, -4.0, -4.0, 4.0, 0.0, -4.0, -2.0, 0xFF800000, 0x7F800000, 0x7F800000, 0.0, 0x7F800000, -2.0, -4.0, 0.0, 0x7F800000, 4.0, 2.0, 0xFF800000, 0.0, 4.0], [-1.0, 1.0, 0x7F800000, -4.0, -2.0, -4.0, 0x7F800000, 1.0, 0xFF800000, 0x7F800000, 0xFF800000, 2.0, 0x7F800000, 2.0, -4.0, -1.0, 4.0, 1.0, 2.0, 2.0, 1.0, 2.0, 0x7F800000, -4.0, 0xFF800000, 0x7F800000, -4.0, -1.0, 1.0, 2.0, 0.0, 2.0, -2.0, 4.0, 0xFF800000, 0.0, 1.0], [2.0, 0xFF800000, 1.0, 0xFF800000, 4.0, -4.0, 4.0, -4.0, 4.0, 0xFF800000, 2.0, 0x7F800000, 0xFF800000, 4.0, 1.0, 1.0, -4.0, -4.0, 0x7F800000, 0xFF800000, -4.0, -4.0, 0xFF800000, 0x7F800000, 4.0, 0xFF800000, 4.0, 4.0, 0xFF800000, 1.0, 0x7F800000, 0x7F800000, -1.0, -4.0, 4.0, -1.0, -1.0], [0x7F800000, 0x7F800000, 2.0, 0xFF800000, -1.0, -4.0, -1.0, 0xFF800000, 0x7F800000, 0.0, -2.0, -1.0, 4.0, -1.0, 4.0, -4.0, -4.0, -2.0, 2.0, 0x7F800000, 4.0, 1.0, 0.0, 1.0, 1.0, 0xFF800000, 0x7F800000, 2.0, 0.0, -1.0, 0xFF800000, 1.0, 1.0, 4.0, 2.0, 0.0, 1.0], [2.0, 0xFF800000, 0x7F800000, -4.0, 4.0, 0xFF800000, -4.0, -1.0, 0.0, 2.0, 0xFF800000, 4.0, -4.0, 0xFF800000, 0x7F800000, -1.0, 0x7F800000, -1.0, 4.0, 0xFF800000, 1.0, -4.0, 0x7F800000, -4.0, 2.0, -4.0, -4.0, 2.0, 2.0, -4.0, 4.0, 2.0, 0xFF800000, 1.0, 0xFF800000, 1.0, -4.0], [1.0, 2.0, -2.0, 1.0, 1.0, 4.0, -4.0, 1.0, 4.0, 0x7F800000, 0.0, 2.0, 0.0, 2.0, 2.0, 0xFF800000, -4.0, 0x7F800000, 1.0, 0x7F800000, 4.0, 4.0, 4.0, 0xFF800000, 1.0, -2.0, -2.0, 0x7F800000, 0.0, 0xFF800000, 0xFF800000, -2.0, -4.0, -4.0, 0x7F800000, 0.0, -4.0], [0x7F800000, 4.0, 4.0, 0xFF800000, 0x7F800000, 0x7F800000, -2.0, -2.0, 0.0, -2.0, 1.0, 0.0, 4.0, -1.0, -1.0, -1.0, -4.0, -4.0, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0.0, 0.0, -2.0, -2.0, -1.0, 0xFF800000, 2.0, 1.0, 1.0, 0x7F800000, 1.0, -2.0, 0x7F800000, -4.0, 0.0]]> : tensor<9x37xf32>
  %i = stablehlo.iota dim = 0 : tensor<9x37xi32>
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %s = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<9x37xf32>, tensor<9x37xi32>) -> (tensor<9x37xf32>, tensor<9x37xi32>)
  check.expect_eq_const %r#0, dense<[[-1.0, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, 0xFF800000, -4.0, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, 0xFF800000, 0xFF800000, -4.0, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -2.0, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -4.0], [0.0, 0xFF800000, -2.0, 0xFF800000, -2.0, -4.0, -4.0, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, -4.0, -1.0, 0xFF800000, -4.0, -4.0, -4.0, 0xFF800000, -4.0, -4.0, -2.0, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, -1.0, -2.0, 0xFF800000, 0xFF800000, 1.0, 0xFF800000, -4.0, 0xFF800000, -4.0, -4.0], [1.0, -4.0, -2.0, 0xFF800000, -1.0, -4.0, -2.0, -4.0, 0.0, -2.0, -2.0, -1.0, -2.0, -2.0, 0.0, -4.0, -4.0, -4.0, -2.0, 1.0, 0.0, -4.0, -2.0, -4.0, -2.0, 0xFF800000, -2.0, -1.0, -2.0, -4.0, 0.0, 2.0, -4.0, -4.0, 0xFF800000, -1.0, -1.0], [2.0, -2.0, -2.0, -4.0, 1.0, -4.0, -2.0, -2.0, 0.0, 0.0, 0.0, -1.0, -1.0, -1.0, 0.0, -4.0, -4.0, -2.0, 1.0, 2.0, 1.0, -4.0, 0.0, -4.0, 1.0, -4.0, -1.0, -1.0, 0.0, -4.0, 0.0, 2.0, -2.0, -2.0, -4.0, -1.0, 0.0], [2.0, 1.0, 1.0, -4.0, 1.0, 1.0, -2.0, -1.0, 2.0, 2.0, 1.0, 0.0, 0.0, -1.0, 1.0, -2.0, -4.0, -2.0, 1.0, 2.0, 1.0, -2.0, 0.0, 0.0, 1.0, -2.0, 0.0, 2.0, 0.0, -4.0, 1.0, 0x7F800000, -1.0, 0.0, 0.0, 0.0, 1.0], [2.0, 2.0, 2.0, -2.0, 4.0, 2.0, -1.0, -1.0, 4.0, 0x7F800000, 1.0, 2.0, 0.0, 2.0, 2.0, -1.0, 0.0, -1.0, 2.0, 4.0, 4.0, 1.0, 0.0, 0.0, 2.0, -2.0, 0.0, 2.0, 0.0, -1.0, 1.0, 0x7F800000, 1.0, 1.0, 2.0, 0.0, 1.0], [4.0, 2.0, 4.0, -1.0, 4.0, 4.0, 0.0, 1.0, 4.0, 0x7F800000, 2.0, 2.0, 4.0, 2.0, 4.0, -1.0, 4.0, 1.0, 2.0, 0x7F800000, 4.0, 2.0, 4.0, 0.0, 4.0, 0.0, 4.0, 4.0, 1.0, 1.0, 4.0, 0x7F800000, 1.0, 2.0, 4.0, 0.0, 1.0], [0x7F800000, 4.0, 0x7F800000, 0.0, 0x7F800000, 0x7F800000, 4.0, 1.0, 4.0, 0x7F800000, 0x7F800000, 4.0, 4.0, 4.0, 0x7F800000, -1.0, 0x7F800000, 4.0, 4.0, 0x7F800000, 0x7F800000, 2.0, 0x7F800000, 1.0, 4.0, 0x7F800000, 4.0, 0x7F800000, 2.0, 1.0, 4.0, 0x7F800000, 1.0, 4.0, 0x7F800000, 0.0, 4.0], [0x7F800000, 0x7F800000, 0x7F800000, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 4.0, 0x7F800000, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 4.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 2.0, 2.0, 0x7F800000, 0x7F800000, 4.0, 4.0, 0x7F800000, 1.0, 4.0]]> : tensor<9x37xf32>
  check.expect_eq_const %r#1, dense<[[3, 4, 1, 4, 1, 6, 6, 0, 1, 1, 3, 1, 4, 6, 3, 0, 2, 2, 1, 4, 1, 8, 4, 2, 0, 1, 3, 8, 4, 1, 5, 7, 1, 0, 2, 0, 6], [0, 6, 0, 5, 3, 3, 7, 5, 3, 4, 6, 2, 6, 1, 8, 7, 4, 4, 2, 6, 4, 2, 1, 7, 3, 4, 6, 0, 0, 7, 7, 5, 6, 4, 3, 8, 7], [7, 0, 2, 8, 5, 4, 0, 4, 6, 8, 5, 0, 1, 0, 1, 2, 5, 8, 0, 1, 2, 4, 2, 3, 8, 5, 7, 1, 2, 0, 2, 3, 7, 7, 6, 1, 4], [1, 1, 7, 3, 0, 5, 2, 8, 8, 5, 7, 5, 0, 5, 2, 5, 7, 1, 7, 0, 3, 6, 0, 6, 5, 6, 8, 3, 1, 2, 3, 6, 3, 8, 0, 4, 8], [4, 3, 4, 6, 7, 0, 8, 1, 2, 6, 1, 8, 2, 8, 4, 1, 8, 5, 8, 3, 6, 1, 5, 0, 7, 7, 0, 5, 5, 6, 1, 0, 4, 1, 1, 2, 1], [6, 2, 5, 0, 4, 2, 5, 6, 0, 0, 8, 3, 7, 3, 7, 3, 1, 6, 3, 2, 5, 5, 8, 1, 6, 8, 2, 6, 7, 5, 8, 1, 0, 6, 5, 3, 3], [2, 7, 8, 1, 6, 7, 1, 2, 4, 2, 4, 7, 5, 7, 5, 6, 3, 3, 5, 5, 7, 0, 7, 8, 1, 0, 1, 4, 3, 4, 0, 2, 5, 2, 4, 5, 5], [5, 8, 3, 2, 2, 1, 4, 3, 7, 3, 0, 6, 8, 2, 0, 8, 0, 0, 6, 7, 0, 3, 3, 5, 4, 2, 4, 2, 6, 8, 6, 4, 8, 3, 7, 7, 0], [8, 5, 6, 7, 8, 8, 3, 7, 5, 7, 2, 4, 3, 4, 6, 4, 6, 7, 4, 8, 8, 7, 6, 4, 2, 3, 5, 7, 8, 3, 4, 8, 2, 5, 8, 6, 2]]> : tensor<9x37xi32>
  func.return
}

// -----

func.func @few_f32_37x9() {
  %x = stablehlo.constant dense<[[0xFF800000, 2.0, 0xFF800000, 0xFF800000, 4.0, 2.0, -4.0, 0xFF800000, 0xFF800000], [4.0, 4.0, 0x7F800000, 2.0, -2.0, 2.0, 1.0, 2.0, 0x7F800000], [1.0, 0xFF800000, 0x7F800000, -2.0, 0.0, 0.0, 1.0, 0.0, -4.0], [2.0, -1.0, 0x7F800000, 2.0, -4.0, -1.0, -2.0, 4.0, 0x7F800000], [-2.0, -2.0, 0.0, 0.0, 0xFF800000, -4.0, 0x7F800000, 1.0, -1.0], [-4.0, 2.0, -1.0, -1.0, -1.0, 1.0, -1.0, -2.0, 0.0], [-2.0, -2.0, 0x7F800000, 0xFF800000, -4.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 1.0, 4.0, 4.0, 0.0, 2.0, 1.0, -4.0, 0xFF800000], [4.0, 0xFF800000, -4.0, 2.0, -1.0, 1.0, 1.0, 4.0, -1.0], [0x7F800000, 0x7F800000, 1.0, 4.0, 0xFF800000, -1.0, 0x7F800000, 1.0, 0xFF800000], [0x7F800000, -4.0, -2.0, 2.0, 0xFF800000, 2.0, -4.0, -2.0, 2.0], [0x7F800000, 0x7F800000, 0xFF800000, -2.0, -4.0, 4.0, -4.0, -4.0, 0xFF800000], [1.0, 4.0, -4.0, 2.0, 0xFF800000, 2.0, 0xFF800000, 0.0, -1.0], [-4.0, -2.0, 0xFF800000, 0x7F800000, 2.0, 1.0, 1.0, -2.0, 1.0], [-2.0, -1.0, 0.0, -1.0, 4.0, 0xFF800000, 0xFF800000, 4.0, 0x7F800000], [-4.0, -2.0, 0x7F800000, 4.0, -2.0, 2.0, 0xFF800000, 1.0, 2.0], [4.0, -1.0, 0.0, 2.0, 2.0, 0.0, 0.0, -2.0, 0xFF800000], [-2.0, 2.0, 2.0, 0.0, -2.0, 4.0, 0.0, 0xFF800000, 4.0], [0.0, 1.0, 2.0, 1.0, 0.0, 0x7F800000, -2.0, 1.0, 0x7F800000], [0x7F800000, 2.0, -1.0, 1.0, 4.0, 0xFF800000, -2.0, -1.0, 0x7F800000], [4.0, -1.0, 0.0, 2.0, 2.0, 0.0, 0xFF800000, 0xFF800000, 1.0], [-4.0, 0.0, 2.0, 0xFF800000, 0xFF800000, 1.0, -4.0, 2.0, 1.0], [0.0, 0xFF800000, 1.0, 0.0, 0x7F800000, 1.0, 1.0, 4.0, 0.0], [4.0, 4.0, 0.0, -2.0, 0xFF800000, 0xFF800000, -4.0, 0.0, -4.0], [0.0, -1.0, 0xFF800000, -1.0, 1.0, 2.0, -4.0, 0.0, 0x7F800000], [2.0, -4.0, 0x7F800000, 0xFF800000, 2.0, 2.0, 2.0, 0x7F800000, 1.0], [2.0, -2.0, 0.0, 0.0, 2.0, 0xFF800000, -4.0, 0x7F800000, 1.0], [0xFF800000, -2.0, 0x7F800000, 0x7F800000, -4.0, -1.0, 0.0, 1.0, 0.0], [2.0, -1.0, 0x7F800000, 0xFF800000, 2.0, -2.0, 4.0, 0xFF800000, 0.0], [0xFF800000, -2.0, -4.0, 0xFF800000, 4.0, 1.0, -4.0, 4.0, -4.0], [0x7F800000, 4.0, -2.0, -4.0, 4.0, -1.0, -4.0, 2.0, -1.0], [1.0, -2.0, 0xFF800000, 0x7F800000, 1.0, 4.0, -2.0, -1.0, 2.0], [-2.0, 0x7F800000, 0xFF800000, 0xFF800000, -4.0, 0x7F800000, 4.0, 0xFF800000, -4.0], [4.0, 0.0, -4.0, -1.0, 0.0, 4.0, 4.0, 0.0, 1.0], [0.0, 4.0, -1.0, 4.0, 0xFF800000, -4.0, -1.0, 2.0, 0x7F800000], [1.0, -1.0, -1.0, 4.0, -1.0, 0x7F800000, -4.0, 0xFF800000, 1.0], [4.0, -2.0, 2.0, 0x7F800000, 1.0, 0.0, 0xFF800000, 0.0, 0xFF800000]]> : tensor<37x9xf32>
  %i = stablehlo.iota dim = 1 : tensor<37x9xi32>
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %s = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<37x9xf32>, tensor<37x9xi32>) -> (tensor<37x9xf32>, tensor<37x9xi32>)
  check.expect_eq_const %r#0, dense<[[0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, -4.0, 2.0, 2.0, 4.0], [-2.0, 1.0, 2.0, 2.0, 2.0, 4.0, 4.0, 0x7F800000, 0x7F800000], [0xFF800000, -4.0, -2.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0x7F800000], [-4.0, -2.0, -1.0, -1.0, 2.0, 2.0, 4.0, 0x7F800000, 0x7F800000], [0xFF800000, -4.0, -2.0, -2.0, -1.0, 0.0, 0.0, 1.0, 0x7F800000], [-4.0, -2.0, -1.0, -1.0, -1.0, -1.0, 0.0, 1.0, 2.0], [0xFF800000, -4.0, -2.0, -2.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, -4.0, 0.0, 1.0, 1.0, 2.0, 4.0, 4.0], [0xFF800000, -4.0, -1.0, -1.0, 1.0, 1.0, 2.0, 4.0, 4.0], [0xFF800000, 0xFF800000, -1.0, 1.0, 1.0, 4.0, 0x7F800000, 0x7F800000, 0x7F800000], [0xFF800000, -4.0, -4.0, -2.0, -2.0, 2.0, 2.0, 2.0, 0x7F800000], [0xFF800000, 0xFF800000, -4.0, -4.0, -4.0, -2.0, 4.0, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, -4.0, -1.0, 0.0, 1.0, 2.0, 2.0, 4.0], [0xFF800000, -4.0, -2.0, -2.0, 1.0, 1.0, 1.0, 2.0, 0x7F800000], [0xFF800000, 0xFF800000, -2.0, -1.0, -1.0, 0.0, 4.0, 4.0, 0x7F800000], [0xFF800000, -4.0, -2.0, -2.0, 1.0, 2.0, 2.0, 4.0, 0x7F800000], [0xFF800000, -2.0, -1.0, 0.0, 0.0, 0.0, 2.0, 2.0, 4.0], [0xFF800000, -2.0, -2.0, 0.0, 0.0, 2.0, 2.0, 4.0, 4.0], [-2.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 0x7F800000, 0x7F800000], [0xFF800000, -2.0, -1.0, -1.0, 1.0, 2.0, 4.0, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, -1.0, 0.0, 0.0, 1.0, 2.0, 2.0, 4.0], [0xFF800000, 0xFF800000, -4.0, -4.0, 0.0, 1.0, 1.0, 2.0, 2.0], [0xFF800000, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 4.0, 0x7F800000], [0xFF800000, 0xFF800000, -4.0, -4.0, -2.0, 0.0, 0.0, 4.0, 4.0], [0xFF800000, -4.0, -1.0, -1.0, 0.0, 0.0, 1.0, 2.0, 0x7F800000], [0xFF800000, -4.0, 1.0, 2.0, 2.0, 2.0, 2.0, 0x7F800000, 0x7F800000], [0xFF800000, -4.0, -2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0x7F800000], [0xFF800000, -4.0, -2.0, -1.0, 0.0, 0.0, 1.0, 0x7F800000, 0x7F800000], [0xFF800000, 0xFF800000, -2.0, -1.0, 0.0, 2.0, 2.0, 4.0, 0x7F800000], [0xFF800000, 0xFF800000, -4.0, -4.0, -4.0, -2.0, 1.0, 4.0, 4.0], [-4.0, -4.0, -2.0, -1.0, -1.0, 2.0, 4.0, 4.0, 0x7F800000], [0xFF800000, -2.0, -2.0, -1.0, 1.0, 1.0, 2.0, 4.0, 0x7F800000], [0xFF800000, 0xFF800000, 0xFF800000, -4.0, -4.0, -2.0, 4.0, 0x7F800000, 0x7F800000], [-4.0, -1.0, 0.0, 0.0, 0.0, 1.0, 4.0, 4.0, 4.0], [0xFF800000, -4.0, -1.0, -1.0, 0.0, 2.0, 4.0, 4.0, 0x7F800000], [0xFF800000, -4.0, -1.0, -1.0, -1.0, 1.0, 1.0, 4.0, 0x7F800000], [0xFF800000, 0xFF800000, -2.0, 0.0, 0.0, 1.0, 2.0, 4.0, 0x7F800000]]> : tensor<37x9xf32>
  check.expect_eq_const %r#1, dense<[[0, 2, 3, 7, 8, 6, 1, 5, 4], [4, 6, 3, 5, 7, 0, 1, 2, 8], [1, 8, 3, 4, 5, 7, 0, 6, 2], [4, 6, 1, 5, 0, 3, 7, 2, 8], [4, 5, 0, 1, 8, 2, 3, 7, 6], [0, 7, 2, 3, 4, 6, 8, 5, 1], [3, 4, 0, 1, 2, 5, 6, 7, 8], [0, 8, 7, 4, 1, 6, 5, 2, 3], [1, 2, 4, 8, 5, 6, 3, 0, 7], [4, 8, 5, 2, 7, 3, 0, 1, 6], [4, 1, 6, 2, 7, 3, 5, 8, 0], [2, 8, 4, 6, 7, 3, 5, 0, 1], [4, 6, 2, 8, 7, 0, 3, 5, 1], [2, 0, 1, 7, 5, 6, 8, 4, 3], [5, 6, 0, 1, 3, 2, 4, 7, 8], [6, 0, 1, 4, 7, 5, 8, 3, 2], [8, 7, 1, 2, 5, 6, 3, 4, 0], [7, 0, 4, 3, 6, 1, 2, 5, 8], [6, 0, 4, 1, 3, 7, 2, 5, 8], [5, 6, 2, 7, 3, 1, 4, 0, 8], [6, 7, 1, 2, 5, 8, 3, 4, 0], [3, 4, 0, 6, 1, 5, 8, 2, 7], [1, 0, 3, 8, 2, 5, 6, 7, 4], [4, 5, 6, 8, 3, 2, 7, 0, 1], [2, 6, 1, 3, 0, 7, 4, 5, 8], [3, 1, 8, 0, 4, 5, 6, 2, 7], [5, 6, 1, 2, 3, 8, 0, 4, 7], [0, 4, 1, 5, 6, 8, 7, 2, 3], [3, 7, 5, 1, 8, 0, 4, 6, 2], [0, 3, 2, 6, 8, 1, 5, 4, 7], [3, 6, 2, 5, 8, 7, 1, 4, 0], [2, 1, 6, 7, 0, 4, 8, 5, 3], [2, 3, 7, 4, 8, 0, 6, 1, 5], [2, 3, 1, 4, 7, 8, 0, 5, 6], [4, 5, 2, 6, 0, 7, 1, 3, 8], [7, 6, 1, 2, 4, 0, 8, 3, 5], [6, 8, 1, 5, 7, 4, 2, 0, 3]]> : tensor<37x9xi32>
  func.return
}

// -----

func.func @few_f64_5x6x7() {
  %x = stablehlo.constant dense<[[[-2.0, 0.0, -4.0, -4.0, -1.0, 0xFFF0000000000000, 0.0], [4.0, 0x7FF0000000000000, -1.0, -1.0, 1.0, 0x7FF0000000000000, 4.0], [-4.0, -1.0, 0x7FF0000000000000, 4.0, -4.0, 1.0, 2.0], [-1.0, 4.0, 0.0, -1.0, 2.0, 0.0, -2.0], [-4.0, 0.0, 2.0, 1.0, -1.0, -1.0, 1.0], [0x7FF0000000000000, 4.0, -1.0, 1.0, -1.0, -2.0, 2.0]], [[4.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, -1.0, 4.0, 1.0], [0.0, -2.0, 0x7FF0000000000000, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000], [-4.0, -2.0, 0xFFF0000000000000, -4.0, -1.0, -2.0, 0xFFF0000000000000], [1.0, 0x7FF0000000000000, 0xFFF0000000000000, -1.0, 0xFFF0000000000000, -2.0, -4.0], [-2.0, -1.0, 0xFFF0000000000000, -2.0, 0.0, 1.0, -1.0], [0x7FF0000000000000, 1.0, -1.0, 1.0, -4.0, -4.0, 0xFFF0000000000000]], [[1.0, -4.0, 0xFFF0000000000000, 0.0, 1.0, -4.0, 0x7FF0000000000000], [0xFFF0000000000000, 0x7FF0000000000000, 2.0, 4.0, -4.0, 0.0, 4.0], [2.0, -2.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 4.0, -1.0], [4.0, 0x7FF0000000000000, 4.0, -2.0, -1.0, 0.0, 2.0], [0xFFF0000000000000, 0.0, -1.0, 0.0, -2.0, 0x7FF0000000000000, -4.0], [-2.0, 4.0, 1.0, 1.0, 0x7FF0000000000000, 0xFFF0000000000000, 1.0]], [[0.0, -2.0, 4.0, 2.0, 4.0, -2.0, 0x7FF0000000000000], [-2.0, 0x7FF0000000000000, -4.0, 0xFFF0000000000000, 0xFFF0000000000000, -2.0, 0x7FF0000000000000], [-1.0, 1.0, 0x7FF0000000000000, 4.0, 1.0, 4.0, 0xFFF0000000000000], [-1.0, 0xFFF0000000000000, 0x7FF0000000000000, -2.0, 4.0, 4.0, -4.0], [0.0, 0x7FF0000000000000, -4.0, 1.0, 0xFFF0000000000000, -4.0, 2.0], [0.0, -1.0, -2.0, 0xFFF0000000000000, -4.0, 4.0, 0x7FF0000000000000]], [[1.0, 0x7FF0000000000000, -2.0, -4.0, -2.0, 2.0, 4.0], [2.0, 0xFFF0000000000000, 0.0, 1.0, 1.0, -1.0, -1.0], [0x7FF0000000000000, 1.0, -1.0, 0xFFF0000000000000, 0x7FF0000000000000, 1.0, -4.0], [0xFFF0000000000000, 0.0, 1.0, -1.0, 1.0, -2.0, -1.0], [-2.0, 0xFFF0000000000000, -2.0, -1.0, 4.0, -1.0, 2.0], [4.0, 2.0, -2.0, 0x7FF0000000000000, -2.0, 0.0, -2.0]]]> : tensor<5x6x7xf64>
  %i = stablehlo.iota dim = 1 : tensor<5x6x7xi32>
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %p: tensor<i32>, %q: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<f64>
    %nan = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<f64>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f64>
    %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<f64>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f64>
    %s = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5x6x7xf64>, tensor<5x6x7xi32>) -> (tensor<5x6x7xf64>, tensor<5x6x7xi32>)
  check.expect_eq_const %r#0, dense<[[[-4.0, -1.0, -4.0, -4.0, -4.0, 0xFFF0000000000000, -2.0], [-4.0, 0.0, -1.0, -1.0, -1.0, -2.0, 0.0], [-2.0, 0.0, -1.0, -1.0, -1.0, -1.0, 1.0], [-1.0, 4.0, 0.0, 1.0, -1.0, 0.0, 2.0], [4.0, 4.0, 2.0, 1.0, 1.0, 1.0, 2.0], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 4.0, 2.0, 0x7FF0000000000000, 4.0]], [[-4.0, -2.0, 0xFFF0000000000000, -4.0, 0xFFF0000000000000, -4.0, 0xFFF0000000000000], [-2.0, -2.0, 0xFFF0000000000000, -2.0, -4.0, -2.0, 0xFFF0000000000000], [0.0, -1.0, 0xFFF0000000000000, -1.0, -1.0, -2.0, 0xFFF0000000000000], [1.0, 1.0, 0xFFF0000000000000, 1.0, -1.0, 1.0, -4.0], [4.0, 0x7FF0000000000000, -1.0, 1.0, -1.0, 4.0, -1.0], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0.0, 0x7FF0000000000000, 1.0]], [[0xFFF0000000000000, -4.0, 0xFFF0000000000000, -2.0, -4.0, 0xFFF0000000000000, -4.0], [0xFFF0000000000000, -2.0, -1.0, 0.0, -2.0, -4.0, -1.0], [-2.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0], [1.0, 4.0, 1.0, 1.0, 1.0, 0.0, 2.0], [2.0, 0x7FF0000000000000, 2.0, 4.0, 0x7FF0000000000000, 4.0, 4.0], [4.0, 0x7FF0000000000000, 4.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000]], [[-2.0, 0xFFF0000000000000, -4.0, 0xFFF0000000000000, 0xFFF0000000000000, -4.0, 0xFFF0000000000000], [-1.0, -2.0, -4.0, 0xFFF0000000000000, 0xFFF0000000000000, -2.0, -4.0], [-1.0, -1.0, -2.0, -2.0, -4.0, -2.0, 2.0], [0.0, 1.0, 4.0, 1.0, 1.0, 4.0, 0x7FF0000000000000], [0.0, 0x7FF0000000000000, 0x7FF0000000000000, 2.0, 4.0, 4.0, 0x7FF0000000000000], [0.0, 0x7FF0000000000000, 0x7FF0000000000000, 4.0, 4.0, 4.0, 0x7FF0000000000000]], [[0xFFF0000000000000, 0xFFF0000000000000, -2.0, 0xFFF0000000000000, -2.0, -2.0, -4.0], [-2.0, 0xFFF0000000000000, -2.0, -4.0, -2.0, -1.0, -2.0], [1.0, 0.0, -2.0, -1.0, 1.0, -1.0, -1.0], [2.0, 1.0, -1.0, -1.0, 1.0, 0.0, -1.0], [4.0, 2.0, 0.0, 1.0, 4.0, 1.0, 2.0], [0x7FF0000000000000, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 2.0, 4.0]]]> : tensor<5x6x7xf64>
  check.expect_eq_const %r#1, dense<[[[2, 2, 0, 0, 2, 0, 3], [4, 0, 1, 1, 0, 5, 0], [0, 4, 5, 3, 4, 4, 4], [3, 3, 3, 4, 5, 3, 2], [1, 5, 4, 5, 1, 2, 5], [5, 1, 2, 2, 3, 1, 1]], [[2, 1, 0, 2, 3, 5, 1], [4, 2, 2, 4, 5, 2, 2], [1, 4, 3, 3, 0, 3, 5], [3, 5, 4, 1, 1, 4, 3], [0, 0, 5, 5, 2, 0, 4], [5, 3, 1, 0, 4, 1, 0]], [[1, 0, 0, 3, 1, 5, 4], [4, 2, 4, 0, 4, 0, 2], [5, 4, 2, 4, 3, 1, 5], [0, 5, 5, 5, 0, 3, 3], [2, 1, 1, 1, 2, 2, 1], [3, 3, 3, 2, 5, 4, 0]], [[1, 3, 1, 1, 1, 4, 2], [2, 0, 4, 5, 4, 0, 3], [3, 5, 5, 3, 5, 1, 4], [0, 2, 0, 4, 2, 2, 0], [4, 1, 2, 0, 0, 3, 1], [5, 4, 3, 2, 3, 5, 5]], [[3, 1, 0, 2, 0, 3, 2], [4, 4, 4, 0, 5, 1, 5], [0, 3, 5, 3, 1, 4, 1], [1, 2, 2, 4, 3, 5, 3], [5, 5, 1, 1, 4, 2, 4], [2, 0, 3, 5, 2, 0, 0]]]> : tensor<5x6x7xi32>
  func.return
}

// -----

func.func @few_bf16_6x40() {
  %x = stablehlo.constant dense<[[-2.0, 0xFF80, 2.0, 0x7F80, -1.0, 4.0, -4.0, 0xFF80, -2.0, 0xFF80, 1.0, -2.0, -2.0, 1.0, 1.0, -2.0, -4.0, -1.0, -4.0, 0xFF80, 0xFF80, 2.0, 0x7F80, -4.0, -2.0, 2.0, 0xFF80, 0x7F80, -2.0, 2.0, -4.0, 2.0, 2.0, 0x7F80, -2.0, 2.0, 2.0, 1.0, -1.0, 0.0], [-4.0, -4.0, -2.0, 2.0, -2.0, -1.0, 4.0, 1.0, 4.0, 0.0, 2.0, 4.0, -1.0, -2.0, -2.0, 4.0, -1.0, -1.0, 4.0, -1.0, -1.0, 0xFF80, -4.0, -1.0, 4.0, 1.0, 0xFF80, 0.0, 4.0, 0.0, 1.0, -1.0, -2.0, 0x7F80, 0x7F80, 0.0, -1.0, -1.0, -1.0, 0.0], [1.0, 4.0, 2.0, -1.0, 2.0, 0x7F80, 0x7F80, 0xFF80, -4.0, 0xFF80, 1.0, -1.0, -1.0, 1.0, 2.0, -1.0, 0xFF80, 0.0, -4.0, 0xFF80, 0xFF80, 0xFF80, -2.0, 0.0, 0.0, -1.0, -1.0, -2.0, -2.0, 2.0, 0xFF80, 0.0, 1.0, 0x7F80, 0x7F80, 4.0, 0x7F80, 0.0, -2.0, -4.0], [0xFF80, -1.0, -2.0, -4.0, 0x7F80, -4.0, 4.0, -1.0, 1.0, 0.0, -4.0, -2.0, 0xFF80, 2.0, -1.0, -2.0, -2.0, 4.0, -4.0, -4.0, -1.0, 2.0, -4.0, -2.0, 1.0, -2.0, 0x7F80, 0xFF80, 0.0, 0x7F80, -4.0, -2.0, 2.0, -2.0, 2.0, 0.0, -4.0, -4.0, 0xFF80, 0x7F80], [4.0, 0x7F80, 0.0, 4.0, 0xFF80, 4.0, 4.0, -2.0, 1.0, 0.0, 0x7F80, 0.0, 0.0, 2.0, 0x7F80, 0.0, 0x7F80, -1.0, -2.0, -4.0, 0.0, 1.0, 0.0, -1.0, -1.0, 0xFF80, -4.0, 1.0, -1.0, 0xFF80, 2.0, -1.0, -1.0, 0xFF80, -1.0, 1.0, 1.0, -4.0, -4.0, 1.0], [0xFF80, -1.0, 0xFF80, 0x7F80, -1.0, -1.0, -1.0, -4.0, 1.0, -1.0, -2.0, -4.0, 1.0, -1.0, 4.0, -4.0, 1.0, 0x7F80, -4.0, 4.0, 2.0, 4.0, -4.0, 0x7F80, 0x7F80, -2.0, 0x7F80, 0xFF80, 1.0, -4.0, 4.0, 0x7F80, -4.0, -1.0, -4.0, 0xFF80, 0.0, -2.0, -2.0, 2.0]]> : tensor<6x40xbf16>
  %i = stablehlo.iota dim = 0 : tensor<6x40xi32>
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %p: tensor<i32>, %q: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
    %nan = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %1 = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %2 = stablehlo.select %1, %z, %a : tensor<i1>, tensor<bf16>
    %3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<bf16>
    %5 = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %6 = stablehlo.select %5, %z, %b : tensor<i1>, tensor<bf16>
    %7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<bf16>
    %s = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x40xbf16>, tensor<6x40xi32>) -> (tensor<6x40xbf16>, tensor<6x40xi32>)
  check.expect_eq_const %r#0, dense<[[0xFF80, 0xFF80, 0xFF80, -4.0, 0xFF80, -4.0, -4.0, 0xFF80, -4.0, 0xFF80, -4.0, -4.0, 0xFF80, -2.0, -2.0, -4.0, 0xFF80, -1.0, -4.0, 0xFF80, 0xFF80, 0xFF80, -4.0, -4.0, -2.0, 0xFF80, 0xFF80, 0xFF80, -2.0, 0xFF80, 0xFF80, -2.0, -4.0, 0xFF80, -4.0, 0xFF80, -4.0, -4.0, 0xFF80, -4.0], [0xFF80, -4.0, -2.0, -1.0, -2.0, -1.0, -1.0, 0xFF80, -2.0, 0xFF80, -2.0, -2.0, -2.0, -1.0, -1.0, -2.0, -4.0, -1.0, -4.0, 0xFF80, 0xFF80, 0xFF80, -4.0, -2.0, -1.0, -2.0, 0xFF80, 0xFF80, -2.0, -4.0, -4.0, -1.0, -2.0, -2.0, -2.0, 0.0, -1.0, -4.0, -4.0, 0.0], [-4.0, -1.0, -2.0, 2.0, -1.0, -1.0, 4.0, -4.0, 1.0, -1.0, 1.0, -2.0, -1.0, 1.0, 1.0, -2.0, -2.0, -1.0, -4.0, -4.0, -1.0, 1.0, -4.0, -1.0, 0.0, -2.0, -4.0, -2.0, -1.0, 0.0, -4.0, -1.0, -1.0, -1.0, -1.0, 0.0, 0.0, -2.0, -2.0, 0.0], [-2.0, -1.0, 0.0, 4.0, -1.0, 4.0, 4.0, -2.0, 1.0, 0.0, 1.0, -1.0, -1.0, 1.0, 2.0, -1.0, -1.0, 0.0, -4.0, -4.0, -1.0, 2.0, -2.0, -1.0, 1.0, -1.0, -1.0, 0.0, 0.0, 2.0, 1.0, 0.0, 1.0, 0x7F80, 2.0, 1.0, 1.0, -1.0, -2.0, 1.0], [1.0, 4.0, 2.0, 0x7F80, 2.0, 4.0, 4.0, -1.0, 1.0, 0.0, 2.0, 0.0, 0.0, 2.0, 4.0, 0.0, 1.0, 4.0, -2.0, -1.0, 0.0, 2.0, 0.0, 0.0, 4.0, 1.0, 0x7F80, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 0x7F80, 0x7F80, 2.0, 2.0, 0.0, -1.0, 2.0], [4.0, 0x7F80, 2.0, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 1.0, 4.0, 0.0, 0x7F80, 4.0, 1.0, 2.0, 0x7F80, 4.0, 0x7F80, 0x7F80, 4.0, 4.0, 2.0, 4.0, 0x7F80, 0x7F80, 0x7F80, 2.0, 0x7F80, 0x7F80, 4.0, 0x7F80, 4.0, 0x7F80, 2.0, 0x7F80, 0x7F80, 4.0, 0x7F80, 1.0, -1.0, 0x7F80]]> : tensor<6x40xbf16>
  check.expect_eq_const %r#1, dense<[[3, 0, 5, 3, 4, 3, 0, 0, 2, 0, 3, 5, 3, 1, 1, 5, 2, 0, 0, 0, 0, 1, 1, 0, 0, 4, 0, 3, 0, 4, 2, 3, 5, 4, 5, 5, 3, 3, 3, 2], [5, 1, 1, 2, 1, 1, 5, 2, 0, 2, 5, 0, 0, 5, 3, 0, 0, 1, 2, 2, 2, 2, 3, 3, 4, 3, 1, 5, 2, 5, 0, 1, 1, 3, 0, 1, 1, 4, 4, 0], [1, 3, 3, 1, 0, 5, 1, 5, 3, 5, 0, 3, 1, 0, 0, 3, 3, 4, 3, 3, 1, 4, 5, 1, 2, 5, 4, 2, 4, 1, 3, 4, 4, 5, 4, 3, 5, 5, 2, 1], [0, 5, 4, 4, 5, 0, 3, 4, 4, 1, 2, 2, 2, 2, 2, 2, 1, 2, 5, 4, 3, 0, 2, 4, 3, 2, 2, 1, 3, 0, 1, 2, 2, 0, 3, 4, 4, 1, 5, 4], [2, 2, 0, 0, 2, 4, 4, 3, 5, 3, 1, 4, 4, 3, 5, 4, 5, 3, 4, 1, 4, 3, 4, 2, 1, 1, 3, 4, 5, 2, 4, 0, 0, 1, 1, 0, 0, 2, 0, 5], [4, 4, 2, 5, 3, 2, 2, 1, 1, 4, 4, 1, 5, 4, 4, 1, 4, 5, 1, 5, 5, 5, 0, 5, 5, 0, 5, 0, 1, 3, 5, 5, 3, 2, 2, 2, 2, 0, 1, 3]]> : tensor<6x40xi32>
  func.return
}

// -----

func.func @few_ui8_25x70() {
  %x = stablehlo.constant dense<[[237, 152, 6, 246, 3, 112, 133, 175, 150, 114, 70, 75, 136, 129, 163, 67, 64, 216, 103, 12, 193, 164, 21, 67, 82, 231, 24, 197, 216, 131, 183, 54, 195, 85, 207, 246, 139, 72, 23, 182, 234, 114, 30, 87, 116, 243, 140, 135, 1, 185, 226, 238, 155, 230, 18, 90, 222, 152, 72, 30, 25, 6, 243, 247, 15, 149, 100, 31, 61, 100], [95, 70, 117, 184, 104, 131, 46, 19, 142, 168, 33, 203, 195, 7, 50, 33, 159, 81, 232, 102, 148, 201, 247, 197, 242, 36, 12, 67, 55, 68, 247, 157, 60, 253, 114, 34, 56, 187, 115, 93, 10, 101, 1, 119, 68, 180, 109, 155, 146, 157, 185, 71, 54, 41, 208, 248, 249, 107, 170, 81, 6, 176, 49, 174, 227, 218, 72, 90, 251, 91], [213, 85, 18, 107, 184, 142, 221, 70, 37, 27, 137, 48, 186, 34, 118, 131, 99, 105, 186, 249, 185, 230, 151, 3, 63, 102, 45, 98, 207, 228, 25, 8, 189, 165, 252, 99, 205, 216, 19, 212, 84, 219, 216, 59, 246, 101, 108, 115, 7, 95, 167, 73, 82, 79, 189, 160, 14, 92, 93, 111, 242, 13, 206, 108, 6, 91, 216, 162, 231, 104], [144, 38, 157, 249, 133, 64, 1, 178, 59, 230, 17, 193, 126, 154, 43, 26, 164, 57, 110, 181, 50, 47, 79, 91, 127, 146, 94, 174, 71, 64, 11, 38, 225, 64, 213, 49, 70, 213, 222, 94, 48, 143, 90, 249, 250, 24, 190, 187, 165, 123, 109, 47, 163, 54, 147, 83, 108, 91, 95, 21, 43, 74, 205, 231, 152, 216, 122, 229, 106, 221], [176, 159, 149, 204, 58, 84, 130, 68, 94, 241, 11, 168, 244, 220, 42, 139, 217, 248, 114, 53, 92, 140, 70, 209, 13, 231, 135, 38, 38, 16, 159, 160, 43, 102, 22, 128, 158, 97, 0, 107, 71, 223, 196, 230, 107, 74, 63, 141, 108, 175, 246, 113, 245, 36, 14, 8, 163, 50, 71, 237, 68, 15, 179, 250, 75, 24, 130, 8, 201, 13], [228, 249, 182, 89, 140, 173, 84, 207, 69, 99, 131, 69, 14, 148, 124, 8, 108, 135, 106, 214, 245, 229, 136, 17, 189, 26, 108, 247, 225, 155, 129, 107, 200, 239, 93, 23, 180, 245, 57, 125, 216, 253, 58, 144, 131, 135, 37, 76, 174, 9, 18, 230, 179, 212, 78, 203, 57, 188, 118, 201, 200, 18, 148, 61, 58, 67, 105, 247, 121, 57], [71, 164, 215, 125, 122, 173, 93, 197, 209, 102, 111, 107, 74, 140, 190, 185, 130, 156, 116, 136, 215, 28, 84, 136, 31, 47, 121, 172, 240, 13, 168, 231, 174, 4, 0, 253, 120, 154, 2, 117, 81, 120, 155, 117, 187, 31, 187, 183, 126, 144, 14, 181, 58, 54, 221, 227, 47, 173, 169, 18, 19, 51, 166, 244, 25, 152, 92, 210, 64, 174], [80, 92, 182, 0, 143, 227, 130, 81, 27, 76, 107, 216, 15, 48, 122, 80, 109, 253, 1, 83, 196, 214, 81, 18, 41, 29, 41, 85, 73, 142, 114, 206, 156, 158, 82, 96, 253, 86, 179, 14, 75, 90, 34, 29, 255, 207, 166, 202, 141, 132, 141, 159, 112, 171, 43, 150, 23, 109, 192, 134, 46, 236, 2, 116, 214, 59, 251, 88, 67, 116], [62, 243, 186, 9, 164, 144, 163, 65, 170, 172, 51, 224, 215, 42, 83, 30, 181, 37, 24, 254, 158, 16, 164, 222, 15, 249, 35, 110, 218, 126, 241, 13, 194, 171, 254, 39, 190, 9, 145, 203, 74, 125, 26, 78, 208, 182, 141, 34, 97, 50, 76, 62, 244, 27, 84, 174, 168, 121, 202, 223, 191, 152, 232, 240, 79, 69, 140, 65, 220, 143], [163, 198, 178, 145, 15, 175, 100, 172, 222, 26, 114, 84, 99, 143, 107, 199, 225, 144, 30, 192, 112, 9, 138, 130, 184, 120, 15, 105, 21, 44, 90, 151, 47, 193, 249, 155, 16, 195, 61, 66, 155, 168, 213, 170, 53, 19, 26, 5, 106, 171, 129, 46, 237, 119, 17, 50, 210, 136, 1, 197, 89, 72, 17, 37, 151, 115, 162, 151, 252, 207], [112, 248, 76, 156, 142, 23, 75, 207, 19, 87, 221, 24, 202, 164, 34, 242, 129, 91, 1, 61, 53, 17, 130, 38, 254, 137, 70, 123, 71, 190, 96, 174, 158, 110, 138, 173, 162, 62, 114, 135, 132, 207, 227, 207, 106, 208, 4, 118, 148, 243, 110, 139, 146, 211, 153, 77, 244, 51, 22, 25, 81, 145, 51, 162, 17, 170, 125, 229, 43, 182], [16, 43, 59, 205, 229, 101, 47, 92, 172, 73, 93, 72, 75, 129, 244, 207, 98, 143, 194, 30, 50, 145, 222, 99, 9, 202, 141, 154, 72, 195, 64, 134, 89, 196, 143, 19, 187, 59, 219, 156, 184, 135, 129, 183, 189, 229, 31, 21, 108, 79, 116, 226, 96, 11, 50, 193, 165, 99, 188, 98, 198, 96, 219, 35, 41, 96, 227, 8, 110, 134], [38, 48, 154, 37, 52, 78, 37, 142, 231, 228, 232, 220, 4, 17, 10, 141, 38, 3, 187, 217, 179, 206, 229, 200, 76, 98, 224, 220, 252, 219, 142, 88, 89, 112, 180, 8, 130, 56, 212, 82, 138, 40, 223, 32, 205, 98, 47, 79, 11, 207, 16, 123, 175, 181, 133, 215, 188, 130, 198, 165, 118, 250, 153, 59, 83, 185, 155, 53, 196, 215], [175, 178, 200, 218, 27, 244, 151, 69, 244, 196, 144, 53, 114, 142, 113, 118, 172, 129, 20, 101, 187, 0, 74, 104, 38, 99, 78, 84, 226, 49, 132, 34, 57, 137, 194, 37, 212, 216, 189, 244, 91, 204, 110, 196, 8, 202, 248, 182, 141, 44, 197, 173, 229, 150, 208, 61, 206, 16, 93, 76, 180, 164, 237, 230, 225, 93, 222, 80, 136, 54], [94, 220, 153, 240, 86, 157, 177, 181, 215, 67, 194, 25, 120, 36, 45, 182, 68, 94, 213, 188, 254, 244, 106, 77, 11, 42, 248, 244, 215, 110, 50, 172, 212, 213, 25, 200, 237, 3, 4, 90, 209, 149, 157, 211, 211, 12, 242, 255, 195, 229, 234, 120, 16, 175, 169, 218, 221, 230, 134, 241, 35, 193, 126, 219, 19, 42, 168, 29, 207, 188], [188, 76, 252, 85, 18, 166, 238, 186, 201, 252, 163, 220, 245, 108, 51, 129, 151, 227, 137, 4, 168, 255, 240, 195, 55, 3, 39, 85, 93, 21, 106, 73, 203, 156, 185, 196, 191, 199, 182, 183, 159, 76, 177, 223, 25, 194, 45, 227, 45, 147, 78, 203, 47, 9, 29, 27, 114, 227, 224, 141, 0, 61, 73, 81, 238, 188, 207, 253, 27, 230], [217, 160, 79, 240, 204, 29, 179, 63, 227, 196, 101, 244, 38, 18, 164, 95, 135, 191, 18, 247, 50, 0, 37, 171, 80, 40, 123, 111, 198, 39, 18, 155, 240, 210, 150, 56, 103, 153, 137, 78, 242, 82, 106, 74, 88, 220, 220, 218, 109, 133, 163, 65, 82, 76, 23, 102, 229, 212, 57, 162, 233, 95, 60, 55, 29, 78, 200, 145, 216, 2], [201, 229, 46, 167, 12, 143, 154, 163, 169, 35, 44, 233, 11, 226, 101, 165, 167, 1, 28, 170, 141, 15, 45, 173, 99, 207, 128, 134, 239, 85, 149, 85, 0, 87, 238, 160, 52, 177, 198, 82, 246, 72, 14, 23, 47, 2, 149, 223, 49, 118, 202, 4, 87, 154, 108, 6, 136, 114, 187, 148, 172, 151, 176, 230, 160, 124, 14, 26, 54, 90], [11, 45, 57, 95, 186, 185, 45, 25, 45, 165, 216, 184, 38, 87, 148, 181, 32, 164, 106, 205, 185, 195, 72, 182, 237, 14, 108, 37, 140, 187, 176, 51, 83, 77, 235, 211, 24, 128, 17, 181, 66, 75, 243, 125, 252, 75, 153, 222, 139, 142, 177, 137, 77, 26, 211, 59, 180, 147, 156, 184, 105, 139, 64, 53, 247, 4, 247, 63, 218, 212], [227, 171, 75, 206, 216, 77, 98, 216, 89, 56, 179, 101, 135, 158, 177, 122, 51, 81, 185, 95, 18, 166, 231, 32, 121, 16, 70, 205, 8, 68, 202, 110, 160, 91, 135, 125, 41, 53, 103, 19, 148, 229, 131, 238, 242, 59, 191, 61, 44, 24, 94, 108, 136, 26, 237, 20, 205, 147, 144, 128, 62, 203, 38, 12, 5, 46, 67, 234, 153, 87], [82, 72, 216, 61, 89, 14, 4, 134, 141, 182, 53, 87, 214, 87, 6, 234, 222, 66, 62, 49, 202, 170, 86, 3, 170, 224, 140, 40, 175, 10, 71, 50, 120, 26, 124, 227, 147, 54, 228, 134, 143, 162, 5, 215, 110, 17, 149, 237, 238, 55, 46, 19, 105, 5, 135, 254, 186, 47, 143, 130, 199, 83, 213, 102, 239, 127, 191, 20, 132, 244], [127, 244, 143, 225, 245, 130, 214, 182, 27, 174, 128, 95, 19, 208, 43, 45, 107, 112, 204, 199, 144, 94, 144, 205, 50, 146, 12, 42, 130, 105, 221, 119, 225, 72, 50, 18, 123, 64, 3, 161, 242, 198, 160, 98, 56, 68, 199, 61, 138, 17, 208, 143, 95, 209, 95, 53, 187, 90, 213, 99, 191, 132, 150, 210, 209, 20, 239, 82, 107, 97], [95, 56, 140, 111, 150, 115, 93, 241, 157, 143, 199, 251, 23, 29, 118, 108, 197, 173, 41, 127, 198, 91, 9, 42, 22, 94, 219, 55, 240, 233, 50, 169, 40, 74, 235, 176, 16, 90, 117, 93, 32, 68, 239, 68, 237, 248, 14, 11, 151, 143, 176, 117, 184, 158, 43, 210, 33, 99, 213, 152, 176, 109, 167, 117, 255, 165, 95, 24, 180, 35], [225, 157, 172, 110, 156, 142, 235, 110, 127, 206, 166, 50, 183, 68, 187, 122, 226, 97, 34, 201, 211, 182, 204, 2, 215, 50, 214, 9, 164, 212, 253, 198, 109, 112, 64, 235, 150, 7, 133, 123, 213, 54, 84, 179, 182, 91, 36, 65, 64, 169, 73, 93, 222, 189, 39, 129, 200, 243, 137, 58, 92, 79, 113, 60, 66, 190, 51, 120, 186, 19], [167, 225, 119, 61, 197, 92, 220, 136, 255, 130, 70, 88, 159, 113, 97, 30, 190, 34, 5, 49, 120, 159, 111, 125, 57, 81, 48, 100, 11, 61, 158, 7, 48, 198, 112, 209, 29, 227, 201, 83, 33, 158, 78, 184, 68, 181, 65, 103, 210, 83, 86, 143, 143, 16, 126, 220, 179, 244, 242, 61, 242, 112, 114, 21, 128, 24, 158, 174, 24, 126]]> : tensor<25x70xui8>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %s = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<25x70xui8>) -> tensor<25x70xui8>
  check.expect_eq_const %r, dense<[[237, 249, 252, 249, 245, 244, 238, 241, 255, 252, 232, 251, 245, 226, 244, 242, 226, 253, 232, 254, 254, 255, 247, 222, 254, 249, 248, 247, 252, 233, 253, 231, 240, 253, 254, 253, 253, 245, 228, 244, 246, 253, 243, 249, 255, 248, 248, 255, 238, 243, 246, 238, 245, 230, 237, 254, 249, 244, 242, 241, 242, 250, 243, 250, 255, 218, 251, 253, 252, 244], [228, 248, 216, 246, 229, 227, 235, 216, 244, 241, 221, 244, 244, 220, 190, 234, 225, 248, 213, 249, 245, 244, 240, 209, 242, 231, 224, 244, 240, 228, 247, 206, 225, 239, 252, 246, 237, 227, 222, 212, 242, 229, 239, 238, 252, 243, 242, 237, 210, 229, 234, 230, 244, 212, 221, 248, 244, 243, 224, 237, 242, 236, 237, 247, 247, 216, 247, 247, 251, 230], [227, 244, 215, 240, 216, 185, 221, 207, 231, 230, 216, 233, 215, 208, 187, 207, 222, 227, 204, 247, 215, 230, 231, 205, 237, 231, 219, 220, 240, 219, 241, 198, 225, 213, 249, 235, 212, 216, 219, 203, 242, 223, 227, 230, 250, 229, 220, 227, 195, 207, 226, 226, 237, 211, 211, 227, 229, 230, 213, 223, 233, 203, 232, 244, 239, 190, 239, 234, 231, 221], [225, 243, 200, 240, 204, 175, 220, 207, 227, 228, 199, 224, 214, 164, 177, 199, 217, 216, 194, 217, 211, 229, 229, 200, 215, 224, 214, 205, 239, 212, 221, 174, 212, 210, 238, 227, 205, 216, 212, 183, 234, 219, 223, 223, 246, 220, 199, 223, 174, 185, 208, 203, 229, 209, 208, 220, 222, 227, 213, 201, 200, 193, 219, 240, 238, 188, 227, 229, 220, 215], [217, 229, 186, 225, 197, 173, 214, 197, 222, 206, 194, 220, 202, 158, 164, 185, 197, 191, 187, 214, 202, 214, 222, 197, 189, 207, 141, 197, 226, 195, 202, 172, 203, 198, 235, 211, 191, 213, 201, 182, 216, 207, 216, 215, 242, 208, 191, 222, 165, 175, 202, 181, 222, 189, 208, 218, 221, 212, 202, 197, 199, 176, 213, 231, 227, 185, 222, 229, 218, 212], [213, 225, 182, 218, 186, 173, 179, 186, 215, 196, 179, 220, 195, 154, 163, 182, 190, 173, 186, 205, 198, 206, 204, 195, 184, 202, 140, 174, 225, 190, 183, 169, 200, 196, 235, 209, 190, 199, 198, 181, 213, 204, 213, 211, 237, 207, 190, 218, 151, 171, 197, 173, 184, 181, 189, 215, 210, 188, 198, 184, 198, 164, 206, 230, 225, 170, 216, 210, 216, 207], [201, 220, 182, 206, 184, 166, 177, 182, 209, 196, 166, 216, 186, 148, 148, 181, 181, 164, 185, 201, 196, 201, 164, 182, 170, 146, 135, 172, 218, 187, 176, 160, 195, 193, 213, 200, 187, 195, 189, 161, 209, 198, 196, 207, 211, 202, 187, 202, 148, 169, 185, 159, 179, 175, 169, 210, 206, 173, 192, 165, 191, 152, 205, 230, 214, 165, 207, 174, 207, 188], [188, 198, 178, 205, 164, 157, 163, 181, 201, 182, 163, 203, 183, 143, 124, 165, 172, 156, 137, 199, 193, 195, 151, 173, 127, 146, 128, 154, 216, 155, 168, 157, 194, 171, 207, 196, 180, 187, 182, 156, 184, 168, 177, 196, 208, 194, 166, 187, 146, 157, 177, 143, 175, 171, 153, 203, 205, 152, 188, 162, 191, 151, 179, 219, 209, 152, 200, 162, 201, 182], [176, 178, 172, 204, 156, 144, 154, 178, 172, 174, 144, 193, 159, 142, 122, 141, 167, 144, 116, 192, 187, 182, 144, 171, 121, 137, 123, 134, 215, 142, 159, 155, 189, 165, 194, 176, 162, 177, 179, 135, 159, 162, 160, 184, 205, 182, 153, 183, 141, 147, 176, 143, 163, 158, 147, 193, 200, 147, 187, 152, 180, 145, 176, 210, 160, 149, 191, 151, 196, 174], [175, 171, 157, 184, 150, 143, 151, 175, 170, 172, 137, 184, 136, 140, 118, 139, 164, 143, 114, 188, 185, 170, 138, 136, 99, 120, 121, 123, 207, 131, 158, 151, 174, 158, 185, 173, 158, 154, 145, 134, 155, 158, 157, 183, 189, 181, 149, 182, 141, 144, 167, 139, 155, 154, 135, 174, 188, 147, 170, 148, 176, 139, 167, 174, 152, 127, 168, 145, 186, 143], [167, 164, 154, 167, 143, 142, 133, 172, 169, 168, 131, 168, 135, 129, 118, 131, 159, 135, 110, 181, 185, 166, 136, 130, 82, 102, 108, 111, 198, 126, 149, 134, 160, 156, 180, 160, 150, 153, 137, 125, 148, 149, 155, 179, 187, 180, 149, 155, 139, 143, 163, 137, 146, 150, 133, 160, 187, 136, 169, 141, 172, 132, 166, 162, 151, 124, 162, 120, 180, 134], [163, 160, 153, 156, 142, 142, 130, 163, 157, 165, 128, 107, 126, 129, 113, 129, 151, 129, 106, 170, 179, 164, 130, 125, 80, 99, 108, 110, 175, 110, 142, 119, 158, 137, 150, 155, 147, 128, 133, 123, 143, 143, 131, 170, 182, 135, 141, 141, 138, 142, 141, 123, 143, 119, 126, 150, 186, 130, 156, 134, 118, 112, 153, 117, 128, 115, 158, 90, 153, 126], [144, 159, 149, 145, 140, 131, 130, 142, 150, 143, 114, 101, 120, 113, 107, 122, 135, 112, 106, 136, 168, 159, 111, 104, 76, 98, 94, 105, 164, 105, 132, 110, 156, 112, 143, 128, 139, 97, 117, 117, 138, 135, 129, 144, 131, 101, 140, 135, 126, 133, 129, 120, 136, 79, 108, 129, 180, 121, 144, 130, 105, 109, 150, 116, 83, 96, 155, 88, 136, 116], [127, 157, 143, 125, 133, 130, 100, 136, 142, 130, 111, 95, 114, 108, 101, 122, 130, 105, 103, 127, 158, 145, 106, 99, 63, 94, 78, 100, 140, 85, 129, 107, 120, 112, 138, 125, 130, 90, 115, 107, 132, 125, 110, 125, 116, 98, 109, 118, 109, 132, 116, 117, 112, 76, 95, 102, 179, 114, 143, 128, 92, 96, 148, 108, 79, 93, 140, 82, 132, 104], [112, 152, 140, 111, 122, 115, 98, 134, 141, 114, 107, 88, 99, 87, 97, 118, 129, 97, 62, 102, 148, 140, 86, 91, 57, 81, 70, 98, 130, 68, 114, 88, 109, 110, 135, 99, 123, 86, 114, 94, 91, 120, 106, 119, 110, 91, 108, 115, 108, 123, 110, 113, 105, 54, 84, 90, 168, 109, 137, 111, 89, 95, 126, 102, 75, 91, 130, 80, 121, 100], [95, 92, 119, 110, 104, 112, 93, 110, 127, 102, 101, 87, 75, 87, 83, 108, 109, 94, 41, 101, 144, 94, 84, 77, 55, 50, 70, 85, 93, 68, 106, 85, 89, 102, 124, 96, 120, 72, 103, 93, 84, 114, 90, 117, 107, 75, 65, 103, 108, 118, 109, 108, 96, 54, 78, 83, 165, 107, 134, 99, 81, 83, 114, 81, 66, 78, 125, 65, 110, 97], [95, 85, 117, 107, 89, 101, 93, 92, 94, 99, 93, 84, 74, 68, 51, 95, 108, 91, 34, 95, 141, 91, 81, 67, 50, 47, 48, 85, 73, 64, 96, 73, 89, 91, 114, 56, 103, 64, 61, 93, 81, 101, 84, 98, 106, 74, 63, 79, 106, 95, 94, 93, 95, 41, 50, 77, 163, 99, 118, 98, 68, 79, 113, 61, 58, 69, 122, 63, 107, 91], [94, 76, 79, 95, 86, 92, 84, 81, 89, 87, 70, 75, 38, 48, 50, 80, 107, 81, 30, 83, 120, 47, 79, 42, 41, 42, 45, 84, 72, 61, 90, 54, 83, 87, 112, 49, 70, 62, 57, 90, 75, 90, 78, 87, 88, 68, 47, 76, 97, 83, 86, 73, 87, 36, 43, 61, 136, 99, 95, 81, 62, 74, 73, 60, 41, 67, 105, 53, 106, 90], [82, 72, 76, 89, 58, 84, 75, 70, 69, 76, 70, 72, 38, 42, 45, 67, 99, 81, 28, 61, 112, 28, 74, 38, 38, 40, 41, 67, 71, 49, 71, 51, 60, 85, 93, 39, 56, 59, 23, 83, 74, 82, 58, 78, 68, 59, 45, 65, 64, 79, 78, 71, 82, 27, 43, 59, 114, 92, 93, 76, 46, 72, 64, 59, 29, 59, 100, 31, 67, 87], [80, 70, 75, 85, 52, 78, 47, 69, 59, 73, 53, 69, 23, 36, 43, 45, 98, 66, 24, 53, 92, 17, 72, 32, 31, 36, 39, 55, 71, 44, 64, 50, 57, 77, 82, 37, 52, 56, 19, 82, 71, 76, 34, 74, 68, 31, 37, 61, 49, 55, 76, 65, 82, 26, 39, 53, 108, 91, 93, 61, 43, 61, 60, 55, 25, 46, 95, 29, 64, 57], [71, 56, 59, 61, 27, 77, 46, 68, 45, 67, 51, 53, 19, 34, 43, 33, 68, 57, 20, 49, 53, 16, 70, 18, 22, 29, 35, 42, 55, 39, 50, 38, 48, 74, 64, 34, 41, 54, 17, 82, 66, 75, 30, 68, 56, 24, 36, 61, 45, 50, 73, 62, 77, 26, 29, 50, 57, 90, 72, 58, 35, 51, 51, 53, 19, 42, 92, 26, 61, 54], [62, 48, 57, 61, 18, 64, 45, 65, 37, 56, 44, 50, 15, 29, 42, 30, 64, 37, 18, 49, 50, 15, 45, 17, 15, 26, 24, 40, 38, 21, 50, 34, 47, 72, 50, 23, 29, 53, 4, 78, 48, 72, 26, 59, 53, 19, 31, 34, 44, 44, 46, 47, 58, 16, 23, 27, 47, 51, 71, 30, 25, 18, 49, 37, 17, 24, 72, 24, 54, 35], [38, 45, 46, 37, 15, 29, 37, 63, 27, 35, 33, 48, 14, 18, 34, 30, 51, 34, 5, 30, 50, 9, 37, 3, 13, 16, 15, 38, 21, 16, 25, 13, 43, 64, 25, 19, 24, 9, 3, 66, 33, 68, 14, 32, 47, 17, 26, 21, 11, 24, 18, 46, 54, 11, 18, 20, 33, 50, 57, 25, 19, 15, 38, 35, 15, 24, 67, 20, 43, 19], [16, 43, 18, 9, 12, 23, 4, 25, 27, 27, 17, 25, 11, 17, 10, 26, 38, 3, 1, 12, 50, 0, 21, 3, 11, 14, 12, 37, 11, 13, 18, 8, 40, 26, 22, 18, 16, 7, 2, 19, 32, 54, 5, 29, 25, 12, 14, 11, 7, 17, 16, 19, 47, 9, 17, 8, 23, 47, 22, 21, 6, 13, 17, 21, 6, 20, 51, 8, 27, 13], [11, 38, 6, 0, 3, 14, 1, 19, 19, 26, 11, 24, 4, 7, 6, 8, 32, 1, 1, 4, 18, 0, 9, 2, 9, 3, 12, 9, 8, 10, 11, 7, 0, 4, 0, 8, 16, 3, 0, 14, 10, 40, 1, 23, 8, 2, 4, 5, 1, 9, 14, 4, 16, 5, 14, 6, 14, 16, 1, 18, 0, 6, 2, 12, 5, 4, 14, 8, 24, 2]]> : tensor<25x70xui8>
  func.return
}

// -----

func.func @few_i32_40x16() {
  %x = stablehlo.constant dense<[[7, -9, -62, -11, -78, 5, 8, -15, 73, 17, 96, -41, 52, -21, -46, -4], [-40, -99, -67, -13, 71, -40, -33, 54, 63, 25, 30, -66, 14, -83, 98, -32], [-54, 43, -47, 40, -28, -91, 22, -64, 5, -53, -54, 10, -41, 0, -20, 37], [-1, 21, 35, -18, -25, 9, -64, -49, -75, -6, 84, 24, 72, -82, 96, 32], [71, -46, -70, 0, 84, -83, -65, 15, 63, 39, 36, -10, -74, -76, -99, 2], [-56, -45, 54, -79, -49, -2, -21, 47, 31, 94, -83, -38, 32, -92, 57, -93], [43, 46, 73, -90, 55, -97, 42, 87, -40, -82, 81, 86, -99, 30, 13, 50], [-32, -9, -47, 0, 22, 45, 80, -95, -95, 34, -73, 64, 48, -85, 41, -14], [-45, -4, -94, -47, -97, 65, -67, -71, 16, -2, -72, -86, -78, 10, -82, -88], [-7, -35, -4, -56, -92, -87, -35, 70, -83, -29, 9, 11, 47, -95, -97, -1], [48, 16, 28, -38, -74, -10, 55, 69, -49, 62, -92, -43, 17, -5, -22, -95], [36, -84, -71, -43, 15, -2, -57, -6, -40, -11, 57, 83, -3, 36, -67, -80], [90, 87, -71, -44, 37, -40, 64, -49, -30, -88, -70, 38, -32, 31, 91, 6], [0, -52, 62, 10, 9, 98, 8, 59, 57, -78, 58, 78, -30, -40, 84, 16], [-59, -97, -17, 91, 0, 37, -94, 66, 14, -51, -60, -49, 10, 92, 29, -1], [-64, -90, 81, -23, -80, -60, 19, -6, 28, -41, -52, 79, 48, 54, 13, -54], [2, 78, 71, -76, 43, -29, -5, -71, -74, 4, -95, 45, 76, 54, -65, -96], [73, 23, 30, 18, 94, 18, 41, -34, -51, -73, 35, 60, -91, -26, 7, 2], [19, 59, 87, -56, 76, 7, 80, 92, -25, 74, -74, 27, -41, -81, 23, 60], [-28, 16, 57, -21, -22, 70, 4, -21, 93, -72, 27, -72, -64, 57, -53, -88], [-39, 71, -51, 77, -71, -80, 8, -51, -78, 83, 66, -34, -58, 28, 51, -7], [-16, -89, 6, 38, 18, -86, -92, -35, -91, -36, 7, 0, -80, -37, -99, -4], [67, 38, 92, 44, 22, 52, -14, 52, 34, 14, -47, 9, 36, -65, -9, 25], [-17, 15, -89, 49, 53, -51, -81, 37, -63, -51, -43, -53, -52, -35, -10, -51], [70, -3, -87, 80, -50, 74, -27, -32, -36, 97, 26, 62, 34, -53, -65, -35], [-50, -42, 65, 66, -56, 26, -14, -94, -93, 0, 29, 44, -95, 52, 91, -89], [61, 14, -65, 60, 38, 9, 4, -58, -65, -33, -3, -87, 97, -6, -49, -59], [-45, -25, 77, 10, -17, 7, -19, 66, 41, -55, -38, 84, -85, 48, -23, 48], [-55, 77, -5, 65, -54, -96, -51, 22, -94, 60, 92, 4, 2, -82, -88, -42], [46, 45, -8, -10, -77, 26, 42, -33, -67, -8, 25, -50, 60, -79, -97, 82], [45, -66, 58, 67, 67, 97, -54, -93, 74, -93, -51, 91, -43, -67, 31, -99], [24, -92, -63, 69, 18, 10, -99, -1, -3, 70, -55, 29, -37, 50, -52, -32], [-67, 77, 71, -9, 18, -98, -83, 54, 50, 43, 73, -5, 12, -38, 43, -64], [15, 73, 37, -84, 11, -54, 88, 95, -3, -64, -39, 57, -63, 64, -12, -93], [-80, 25, -76, -75, 96, -30, -89, -80, -78, -19, 14, -86, -54, 26, 21, -10], [-66, -89, -75, -7, 90, -4, -95, -57, 76, -77, 59, 22, -13, -71, -18, -99], [25, -30, 72, -90, 28, -55, -59, -95, 5, -29, -86, -60, -35, -59, 73, 44], [81, 35, -21, -16, -1, -8, 48, -90, -47, 35, 25, -55, -4, 92, -68, 56], [72, 59, -42, -58, 38, -83, 11, -48, -48, 89, -38, -5, 57, -14, 64, 55], [55, -18, 16, 83, 79, -72, 77, -48, 93, 30, -20, 97, 61, 93, -59, -21]]> : tensor<40x16xi32>
  %r = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<40x16xi32>) -> tensor<40x16xi32>
  check.expect_eq_const %r, dense<[[96, 73, 52, 17, 8, 7, 5, -4, -9, -11, -15, -21, -41, -46, -62, -78], [98, 71, 63, 54, 30, 25, 14, -13, -32, -33, -40, -40, -66, -67, -83, -99], [43, 40, 37, 22, 10, 5, 0, -20, -28, -41, -47, -53, -54, -54, -64, -91], [96, 84, 72, 35, 32, 24, 21, 9, -1, -6, -18, -25, -49, -64, -75, -82], [84, 71, 63, 39, 36, 15, 2, 0, -10, -46, -65, -70, -74, -76, -83, -99], [94, 57, 54, 47, 32, 31, -2, -21, -38, -45, -49, -56, -79, -83, -92, -93], [87, 86, 81, 73, 55, 50, 46, 43, 42, 30, 13, -40, -82, -90, -97, -99], [80, 64, 48, 45, 41, 34, 22, 0, -9, -14, -32, -47, -73, -85, -95, -95], [65, 16, 10, -2, -4, -45, -47, -67, -71, -72, -78, -82, -86, -88, -94, -97], [70, 47, 11, 9, -1, -4, -7, -29, -35, -35, -56, -83, -87, -92, -95, -97], [69, 62, 55, 48, 28, 17, 16, -5, -10, -22, -38, -43, -49, -74, -92, -95], [83, 57, 36, 36, 15, -2, -3, -6, -11, -40, -43, -57, -67, -71, -80, -84], [91, 90, 87, 64, 38, 37, 31, 6, -30, -32, -40, -44, -49, -70, -71, -88], [98, 84, 78, 62, 59, 58, 57, 16, 10, 9, 8, 0, -30, -40, -52, -78], [92, 91, 66, 37, 29, 14, 10, 0, -1, -17, -49, -51, -59, -60, -94, -97], [81, 79, 54, 48, 28, 19, 13, -6, -23, -41, -52, -54, -60, -64, -80, -90], [78, 76, 71, 54, 45, 43, 4, 2, -5, -29, -65, -71, -74, -76, -95, -96], [94, 73, 60, 41, 35, 30, 23, 18, 18, 7, 2, -26, -34, -51, -73, -91], [92, 87, 80, 76, 74, 60, 59, 27, 23, 19, 7, -25, -41, -56, -74, -81], [93, 70, 57, 57, 27, 16, 4, -21, -21, -22, -28, -53, -64, -72, -72, -88], [83, 77, 71, 66, 51, 28, 8, -7, -34, -39, -51, -51, -58, -71, -78, -80], [38, 18, 7, 6, 0, -4, -16, -35, -36, -37, -80, -86, -89, -91, -92, -99], [92, 67, 52, 52, 44, 38, 36, 34, 25, 22, 14, 9, -9, -14, -47, -65], [53, 49, 37, 15, -10, -17, -35, -43, -51, -51, -51, -52, -53, -63, -81, -89], [97, 80, 74, 70, 62, 34, 26, -3, -27, -32, -35, -36, -50, -53, -65, -87], [91, 66, 65, 52, 44, 29, 26, 0, -14, -42, -50, -56, -89, -93, -94, -95], [97, 61, 60, 38, 14, 9, 4, -3, -6, -33, -49, -58, -59, -65, -65, -87], [84, 77, 66, 48, 48, 41, 10, 7, -17, -19, -23, -25, -38, -45, -55, -85], [92, 77, 65, 60, 22, 4, 2, -5, -42, -51, -54, -55, -82, -88, -94, -96], [82, 60, 46, 45, 42, 26, 25, -8, -8, -10, -33, -50, -67, -77, -79, -97], [97, 91, 74, 67, 67, 58, 45, 31, -43, -51, -54, -66, -67, -93, -93, -99], [70, 69, 50, 29, 24, 18, 10, -1, -3, -32, -37, -52, -55, -63, -92, -99], [77, 73, 71, 54, 50, 43, 43, 18, 12, -5, -9, -38, -64, -67, -83, -98], [95, 88, 73, 64, 57, 37, 15, 11, -3, -12, -39, -54, -63, -64, -84, -93], [96, 26, 25, 21, 14, -10, -19, -30, -54, -75, -76, -78, -80, -80, -86, -89], [90, 76, 59, 22, -4, -7, -13, -18, -57, -66, -71, -75, -77, -89, -95, -99], [73, 72, 44, 28, 25, 5, -29, -30, -35, -55, -59, -59, -60, -86, -90, -95], [92, 81, 56, 48, 35, 35, 25, -1, -4, -8, -16, -21, -47, -55, -68, -90], [89, 72, 64, 59, 57, 55, 38, 11, -5, -14, -38, -42, -48, -48, -58, -83], [97, 93, 93, 83, 79, 77, 61, 55, 30, 16, -18, -20, -21, -48, -59, -72]]> : tensor<40x16xi32>
  func.return
}

// -----

func.func @few_i1_7x33() {
  %x = stablehlo.constant dense<[[true, false, false, false, false, false, false, false, true, false, true, true, true, false, true, false, true, true, true, true, true, false, true, true, true, true, false, false, true, true, true, true, false], [true, false, false, false, true, false, true, true, true, true, true, true, false, true, false, true, true, true, false, true, false, true, false, true, true, false, false, true, false, true, false, false, false], [false, true, true, true, false, true, false, true, true, false, false, true, false, false, false, false, true, true, true, false, false, true, true, true, true, false, true, true, false, false, false, false, false], [false, true, false, true, false, true, false, true, false, false, false, true, false, true, false, true, true, false, true, false, false, false, true, false, true, true, false, false, false, false, true, false, true], [false, true, false, true, false, true, true, false, false, true, true, false, false, true, false, true, false, true, true, true, false, false, false, false, true, false, true, false, true, false, false, false, true], [true, false, true, true, false, false, true, true, true, true, true, true, true, false, true, false, false, true, true, false, false, false, false, false, false, false, true, false, true, true, false, true, true], [false, true, true, true, false, true, true, false, false, false, true, false, true, true, false, true, true, false, false, true, false, true, false, false, true, false, true, true, true, true, false, true, true]]> : tensor<7x33xi1>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %s = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<7x33xi1>) -> tensor<7x33xi1>
  check.expect_eq_const %r, dense<[[true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true], [true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, true, true, true, true, true, true, true], [true, true, true, true, false, true, true, true, true, true, true, true, true, true, false, true, true, true, true, true, false, true, true, true, true, false, true, true, true, true, false, true, true], [false, true, false, true, false, true, true, true, true, false, true, true, false, true, false, true, true, true, true, true, false, false, false, false, true, false, true, false, true, true, false, false, true], [false, false, false, true, false, false, false, false, false, false, true, true, false, false, false, false, true, true, true, false, false, false, false, false, true, false, false, false, false, false, false, false, false], [false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false, false, false], [false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]]> : tensor<7x33xi1>
  func.return
}

// -----

func.func @few_i64_3x2x20() {
  %x = stablehlo.constant dense<[[[-5, -5, -2, -2, 1, -2, -4, -1, 4, -4, -3, -4, 0, 3, 0, 1, 1, 4, -5, -2], [1, 0, -2, -5, 1, -2, -3, 3, 2, 1, 4, -2, 2, -4, -3, 2, 3, -2, 4, -3]], [[1, 4, -4, 0, 2, -1, -2, -2, -2, 0, 2, -5, -4, -3, -3, -1, 2, -3, 2, -4], [-2, 4, -3, -2, 4, 1, -1, 2, -2, 4, 2, 3, 3, -5, -2, 3, -1, -4, -5, -1]], [[2, 1, 1, 3, 2, -2, -3, -2, -5, -1, 0, -1, -5, -2, 3, -2, -1, 0, -5, 4], [4, -2, -4, 3, 1, 4, 4, 2, -1, -5, 4, 2, 2, -2, 2, -1, 0, -3, 3, -5]]]> : tensor<3x2x20xi64>
  %r = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x2x20xi64>) -> tensor<3x2x20xi64>
  check.expect_eq_const %r, dense<[[[1, 0, -2, -2, 1, -2, -3, 3, 4, 1, 4, -2, 2, 3, 0, 2, 3, 4, 4, -2], [-5, -5, -2, -5, 1, -2, -4, -1, 2, -4, -3, -4, 0, -4, -3, 1, 1, -2, -5, -3]], [[1, 4, -3, 0, 4, 1, -1, 2, -2, 4, 2, 3, 3, -3, -2, 3, 2, -3, 2, -1], [-2, 4, -4, -2, 2, -1, -2, -2, -2, 0, 2, -5, -4, -5, -3, -1, -1, -4, -5, -4]], [[4, 1, 1, 3, 2, 4, 4, 2, -1, -1, 4, 2, 2, -2, 3, -1, 0, 0, 3, 4], [2, -2, -4, 3, 1, -2, -3, -2, -5, -5, 0, -1, -5, -2, 2, -2, -1, -3, -5, -5]]]> : tensor<3x2x20xi64>
  func.return
}
