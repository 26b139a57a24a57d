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
