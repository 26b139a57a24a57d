// Loops and branches from JAX, with the values that XLA gives.

// One point depends on itself alone; 37 points are no whole number of vectors.
func.func @points() {
  %arg0 = stablehlo.constant dense<[31, -42, -33, -27, -32, 30, 36, 8, -47, -41, -17, -7, 12, -3, -24, -35, 19, 23, -47, -39, -5, -11, 38, 1, -8, -7, 16, 8, -33, 23, 25, 45, 28, -22, -19, 14, 15]> : tensor<37xi32>
  %arg1 = stablehlo.constant dense<0> : tensor<i32>
  %arg2 = stablehlo.constant dense<13> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg0) : tensor<i32>, tensor<37xi32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c : tensor<i32>
    %c_3 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.multiply %iterArg_2, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %5 = stablehlo.add %3, %4 : tensor<37xi32>
    %6 = stablehlo.subtract %5, %iterArg_0 : tensor<37xi32>
    stablehlo.return %iterArg, %iterArg_0, %1, %6 : tensor<i32>, tensor<37xi32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#2, dense<13> : tensor<i32>
  check.expect_eq_const %0#3, dense<[-1607129466, 278851158, -71337338, 1126859430, 844190006, 1772310486, -1324460042, -1189421898, -3818266, 1194378502, 1692198278, -2037430170, -1822279818, 1624679206, -421525834, -1902392026, 291444294, -341413626, -3818266, -1269534106, -206375482, -1404572250, 506594646, 991821286, 1342009782, -2037430170, 1839829558, -1189421898, -71337338, -341413626, 1489641062, -1674648538, -58744202, 1409528854, -138856410, 8774870, 924302214]> : tensor<37xi32>
  func.return
}

// -----

// No step is made.
func.func @never() {
  %arg0 = stablehlo.constant dense<[19, 36, -21, 43, -50, -43, 47, 44, -21, -37, -19, -46, 39, 16, 8, -26, -3, -31, 27, -3, -47, -25, 20, 1, -13, -25, -41, 10, 16, 2, 43, 42, -30, 10, 13, -26, -21]> : tensor<37xi32>
  %arg1 = stablehlo.constant dense<9> : tensor<i32>
  %arg2 = stablehlo.constant dense<9> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg1, %iterArg_1 = %arg0) : tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c : tensor<i32>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.multiply %iterArg_1, %2 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %3 : tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#1, dense<9> : tensor<i32>
  check.expect_eq_const %0#2, dense<[19, 36, -21, 43, -50, -43, 47, 44, -21, -37, -19, -46, 39, 16, 8, -26, -3, -31, 27, -3, -47, -25, 20, 1, -13, -25, -41, 10, 16, 2, 43, 42, -30, 10, 13, -26, -21]> : tensor<37xi32>
  func.return
}

// -----

// What is read but not carried: one for all, one a point, in another shape.
func.func @inputs() {
  %arg0 = stablehlo.constant dense<[[-2, 24, -21, 22, 15, -29], [-12, 32, 34, 15, -50, 18], [-28, 32, 41, -8, 45, 25], [-18, 37, -12, -40, 9, 34]]> : tensor<4x6xi32>
  %arg1 = stablehlo.constant dense<[15, -11, 40, -3, -12, -36, -29, 19, 29, -21, 12, 37, -36, -23, 2, 6, -11, -11, -38, 11, 43, -31, 29, -32]> : tensor<24xi32>
  %arg2 = stablehlo.constant dense<3> : tensor<i32>
  %arg3 = stablehlo.constant dense<20> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:5 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %arg2, %iterArg_1 = %arg1, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<i32>, tensor<i32>, tensor<24xi32>, tensor<i32>, tensor<4x6xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg_2, %iterArg_0 : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %iterArg_2, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %3 = stablehlo.compare GT, %iterArg_3, %2, SIGNED : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi1>
    %4 = stablehlo.reshape %iterArg_1 : (tensor<24xi32>) -> tensor<4x6xi32>
    %5 = stablehlo.subtract %iterArg_3, %4 : tensor<4x6xi32>
    %6 = stablehlo.broadcast_in_dim %iterArg_0, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %7 = stablehlo.multiply %iterArg_3, %6 : tensor<4x6xi32>
    %8 = stablehlo.broadcast_in_dim %iterArg_2, dims = [] : (tensor<i32>) -> tensor<4x6xi32>
    %9 = stablehlo.add %7, %8 : tensor<4x6xi32>
    %10 = func.call @_where(%3, %5, %9) : (tensor<4x6xi1>, tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi32>
    stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %1, %10 : tensor<i32>, tensor<i32>, tensor<24xi32>, tensor<i32>, tensor<4x6xi32>
  }
  check.expect_eq_const %0#3, dense<21> : tensor<i32>
  check.expect_eq_const %0#4, dense<[[-2745, 101, -44298, 43, 99, -61794], [-24615, -558, -4932, 162, -107721, -12222], [-59607, 193, 27, -15867, 122, 102], [-37737, 34, -24615, -85851, -12951, 258]]> : tensor<4x6xi32>
  func.return
}
func.func private @_where(%arg0: tensor<4x6xi1>, %arg1: tensor<4x6xi32>, %arg2: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x6xi1>, tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// -----

// Carried values change places.
func.func @places() {
  %arg0 = stablehlo.constant dense<[-46, 24, -32, 25, -17]> : tensor<5xi32>
  %arg1 = stablehlo.constant dense<[6, 44, 42, -3, -30]> : tensor<5xi32>
  %arg2 = stablehlo.constant dense<7> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %c) : tensor<i32>, tensor<5xi32>, tensor<5xi32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg_0, %iterArg_1 : tensor<5xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %iterArg_2, %c_3 : tensor<i32>
    stablehlo.return %iterArg, %iterArg_1, %1, %2 : tensor<i32>, tensor<5xi32>, tensor<5xi32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<[-290, 764, 290, 161, -526]> : tensor<5xi32>
  check.expect_eq_const %0#2, dense<[-472, 1236, 466, 262, -851]> : tensor<5xi32>
  check.expect_eq_const %0#3, dense<7> : tensor<i32>
  func.return
}

// -----

// The number of steps depends on the data: one for all.
func.func @collatz() {
  %arg0 = stablehlo.constant dense<97> : tensor<ui32>
  %arg1 = stablehlo.constant dense<0> : tensor<ui32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<ui32>, tensor<ui32>
  cond {
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %1 = stablehlo.compare NE, %iterArg, %c, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<2> : tensor<i64>
    %1 = func.call @remainder(%iterArg, %c) : (tensor<ui32>, tensor<i64>) -> tensor<ui32>
    %c_1 = stablehlo.constant dense<0> : tensor<ui32>
    %2 = stablehlo.compare EQ, %1, %c_1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<2> : tensor<i64>
    %3 = func.call @floor_divide(%iterArg, %c_2) : (tensor<ui32>, tensor<i64>) -> tensor<ui32>
    %c_3 = stablehlo.constant dense<3> : tensor<ui32>
    %4 = stablehlo.multiply %c_3, %iterArg : tensor<ui32>
    %c_4 = stablehlo.constant dense<1> : tensor<ui32>
    %5 = stablehlo.add %4, %c_4 : tensor<ui32>
    %6 = func.call @_where(%2, %3, %5) : (tensor<i1>, tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %c_5 = stablehlo.constant dense<1> : tensor<ui32>
    %7 = stablehlo.add %iterArg_0, %c_5 : tensor<ui32>
    stablehlo.return %6, %7 : tensor<ui32>, tensor<ui32>
  }
  check.expect_eq_const %0#0, dense<1> : tensor<ui32>
  check.expect_eq_const %0#1, dense<118> : tensor<ui32>
  func.return
}
func.func private @remainder(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<ui32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
  %c = stablehlo.constant dense<0> : tensor<ui32>
  %1 = stablehlo.compare EQ, %0, %c, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<ui32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<ui32>, tensor<ui32>) -> tensor<ui32>
  %3 = stablehlo.remainder %arg0, %2 : tensor<ui32>
  %c_1 = stablehlo.constant dense<0> : tensor<ui32>
  %4 = stablehlo.compare NE, %3, %c_1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<ui32>
  %5 = stablehlo.compare LT, %3, %c_2, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<ui32>
  %6 = stablehlo.compare LT, %2, %c_3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<ui32>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<ui32>
  return %10 : tensor<ui32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<ui32>, %arg2: tensor<ui32>) -> tensor<ui32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<ui32>
  return %0 : tensor<ui32>
}
func.func private @floor_divide(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<ui32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
  %1 = stablehlo.divide %arg0, %0 : tensor<ui32>
  return %1 : tensor<ui32>
}

// -----

// The number of steps depends on all points.
func.func @until() {
  %arg0 = stablehlo.constant dense<[-25, 35, 8, -34, 38, 46, 46, 12, 47, 10, 0, 47, 10, 28, -17, 28, 47, -45, 3]> : tensor<19xi32>
  %arg1 = stablehlo.constant dense<400> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %c) : tensor<i32>, tensor<19xi32>, tensor<i32>
  cond {
    %1 = stablehlo.abs %iterArg_0 : tensor<19xi32>
    %c_2 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %2 = stablehlo.reduce(%1 init: %c_2) applies stablehlo.maximum across dimensions = [0] : (tensor<19xi32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.compare LT, %2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %2 = stablehlo.multiply %iterArg_0, %1 : tensor<19xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %4 = stablehlo.subtract %2, %3 : tensor<19xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %5 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    stablehlo.return %iterArg, %4, %5 : tensor<i32>, tensor<19xi32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<[-415, 545, 113, -559, 593, 721, 721, 177, 737, 145, -15, 737, 145, 433, -287, 433, 737, -735, 33]> : tensor<19xi32>
  check.expect_eq_const %0#2, dense<4> : tensor<i32>
  func.return
}

// -----

// Inputs are sliced and outputs stacked.
func.func @scanned() {
  %arg0 = stablehlo.constant dense<[-14, -45, -42, -24, -31]> : tensor<5xi32>
  %arg1 = stablehlo.constant dense<[[21, -29, 12, 35, -1], [-38, -44, -21, -9, -1], [-20, 34, 6, 46, 43], [20, -48, -29, 24, 4], [44, 20, 31, -45, -21], [17, 13, -14, -35, 8], [-42, 16, 30, 16, -44]]> : tensor<7x5xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<7x5xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<7xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %2:5 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %c_1, %iterArg_3 = %arg0, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<7x5xi32>, tensor<i64>, tensor<5xi32>, tensor<7x5xi32>, tensor<7xi32>
  cond {
    %c_6 = stablehlo.constant dense<7> : tensor<i64>
    %3 = stablehlo.compare LT, %iterArg_2, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_2) : (tensor<7x5xi32>, tensor<i64>) -> tensor<5xi32>
    %4:3 = func.call @closed_call(%iterArg_3, %3) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<i32>)
    %5 = func.call @dynamic_update_index_in_dim(%iterArg_4, %4#1, %iterArg_2) : (tensor<7x5xi32>, tensor<5xi32>, tensor<i64>) -> tensor<7x5xi32>
    %6 = func.call @dynamic_update_index_in_dim_0(%iterArg_5, %4#2, %iterArg_2) : (tensor<7xi32>, tensor<i32>, tensor<i64>) -> tensor<7xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %7 = stablehlo.add %iterArg_2, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %7, %4#0, %5, %6 : tensor<7x5xi32>, tensor<i64>, tensor<5xi32>, tensor<7x5xi32>, tensor<7xi32>
  }
  check.expect_eq_const %2#2, dense<[-25218, -128555, -88239, -25280, -65387]> : tensor<5xi32>
  check.expect_eq_const %2#3, dense<[[-42, -135, -126, -72, -93], [-63, -492, -342, -111, -282], [-303, -1608, -1089, -360, -849], [-969, -4722, -3249, -942, -2418], [-2847, -14310, -9834, -2754, -7242], [-8409, -42870, -29409, -8397, -21789], [-25176, -128571, -88269, -25296, -65343]]> : tensor<7x5xi32>
  check.expect_eq_const %2#4, dense<[21, -38, -20, 20, 44, 17, -42]> : tensor<7xi32>
  func.return
}
func.func private @dynamic_index_in_dim(%arg0: tensor<7x5xi32>, %arg1: tensor<i64>) -> tensor<5xi32> {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 5] : (tensor<7x5xi32>, tensor<i64>, tensor<i64>) -> tensor<1x5xi32>
  %1 = stablehlo.reshape %0 : (tensor<1x5xi32>) -> tensor<5xi32>
  return %1 : tensor<5xi32>
}
func.func private @closed_call(%arg0: tensor<5xi32>, %arg1: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<i32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %1 = stablehlo.multiply %arg0, %0 : tensor<5xi32>
  %2 = stablehlo.add %1, %arg1 : tensor<5xi32>
  %3 = stablehlo.subtract %2, %arg1 : tensor<5xi32>
  %4 = stablehlo.slice %arg1 [0:1] : (tensor<5xi32>) -> tensor<1xi32>
  %5 = stablehlo.reshape %4 : (tensor<1xi32>) -> tensor<i32>
  return %2, %3, %5 : tensor<5xi32>, tensor<5xi32>, tensor<i32>
}
func.func private @dynamic_update_index_in_dim(%arg0: tensor<7x5xi32>, %arg1: tensor<5xi32>, %arg2: tensor<i64>) -> tensor<7x5xi32> {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5xi32>) -> tensor<1x5xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<7x5xi32>, tensor<1x5xi32>, tensor<i64>, tensor<i64>) -> tensor<7x5xi32>
  return %1 : tensor<7x5xi32>
}
func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<7xi32>, %arg1: tensor<i32>, %arg2: tensor<i64>) -> tensor<7xi32> {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<7xi32>, tensor<1xi32>, tensor<i64>) -> tensor<7xi32>
  return %1 : tensor<7xi32>
}

// -----

// From the last to the first.
func.func @reversed_() {
  %arg0 = stablehlo.constant dense<[2, -20, 5, 18]> : tensor<4xi32>
  %arg1 = stablehlo.constant dense<[[-31, -47, -1, 11], [-38, 42, -2, 46], [3, 22, 27, -1], [-11, 16, -49, 11], [2, -36, -30, -47], [24, 18, -12, 45]]> : tensor<6x4xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x4xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %arg0, %iterArg_3 = %0) : tensor<6x4xi32>, tensor<i64>, tensor<4xi32>, tensor<6x4xi32>
  cond {
    %c_4 = stablehlo.constant dense<6> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<6> : tensor<i64>
    %2 = stablehlo.subtract %c_4, %iterArg_1 : tensor<i64>
    %c_5 = stablehlo.constant dense<1> : tensor<i64>
    %3 = stablehlo.subtract %2, %c_5 : tensor<i64>
    %4 = func.call @dynamic_index_in_dim(%iterArg, %3) : (tensor<6x4xi32>, tensor<i64>) -> tensor<4xi32>
    %5:2 = func.call @closed_call(%iterArg_2, %4) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    %6 = func.call @dynamic_update_index_in_dim(%iterArg_3, %5#1, %3) : (tensor<6x4xi32>, tensor<4xi32>, tensor<i64>) -> tensor<6x4xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %7 = stablehlo.add %iterArg_1, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %7, %5#0, %6 : tensor<6x4xi32>, tensor<i64>, tensor<4xi32>, tensor<6x4xi32>
  }
  check.expect_eq_const %1#2, dense<[53, -35, 72, -47]> : tensor<4xi32>
  check.expect_eq_const %1#3, dense<[[-682, 3854, -71, -396], [608, -1680, -138, 460], [-39, -396, 2592, -9], [264, -32, -2303, 220], [-44, 1368, -510, 1269], [48, -360, -60, 810]]> : tensor<6x4xi32>
  func.return
}
func.func private @dynamic_index_in_dim(%arg0: tensor<6x4xi32>, %arg1: tensor<i64>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<6x4xi32>, tensor<i64>, tensor<i64>) -> tensor<1x4xi32>
  %1 = stablehlo.reshape %0 : (tensor<1x4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
func.func private @closed_call(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<4xi32>
  %1 = stablehlo.multiply %arg0, %arg1 : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<i64>) -> tensor<6x4xi32> {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xi32>) -> tensor<1x4xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<6x4xi32>, tensor<1x4xi32>, tensor<i64>, tensor<i64>) -> tensor<6x4xi32>
  return %1 : tensor<6x4xi32>
}

// -----

// Loops in loops; the inner one's number of steps is the outer one's counter.
func.func @nested() {
  %arg0 = stablehlo.constant dense<[-12, -20, 40, -42, -11, -48]> : tensor<6xi32>
  %arg1 = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<i32>, tensor<i32>, tensor<6xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1:3 = stablehlo.while(%iterArg_4 = %iterArg_0, %iterArg_5 = %c_2, %iterArg_6 = %iterArg_1) : tensor<i32>, tensor<i32>, tensor<6xi32>
    cond {
      %5 = stablehlo.compare LT, %iterArg_5, %iterArg_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg_5, %c_7 : tensor<i32>
      %6 = func.call @_roll_static(%iterArg_6) : (tensor<6xi32>) -> tensor<6xi32>
      %7 = stablehlo.add %iterArg_6, %6 : tensor<6xi32>
      stablehlo.return %iterArg_4, %5, %7 : tensor<i32>, tensor<i32>, tensor<6xi32>
    }
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %1#1, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %4 = stablehlo.subtract %1#2, %3 : tensor<6xi32>
    stablehlo.return %iterArg, %2, %4 : tensor<i32>, tensor<i32>, tensor<6xi32>
  }
  check.expect_eq_const %0#1, dense<5> : tensor<i32>
  check.expect_eq_const %0#2, dense<[-12642, -11132, -15205, -20742, -22229, -18202]> : tensor<6xi32>
  func.return
}
func.func private @_roll_static(%arg0: tensor<6xi32>) -> tensor<6xi32> {
  %0 = stablehlo.slice %arg0 [5:6] : (tensor<6xi32>) -> tensor<1xi32>
  %1 = stablehlo.slice %arg0 [0:5] : (tensor<6xi32>) -> tensor<5xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<5xi32>) -> tensor<6xi32>
  return %2 : tensor<6xi32>
}

// -----

// Branches in a loop, one of them a loop.
func.func @branches() {
  %arg0 = stablehlo.constant dense<[-16, 22, -16, -1, -2, -44]> : tensor<6xi32>
  %arg1 = stablehlo.constant dense<9> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<i32>, tensor<i32>, tensor<6xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
    %c_3 = stablehlo.constant dense<4> : tensor<i64>
    %2 = func.call @remainder(%iterArg_0, %c_3) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<2> : tensor<i32>
    %3 = stablehlo.clamp %c_4, %2, %c_5 : tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %6 = stablehlo.add %iterArg_1, %5 : tensor<6xi32>
      stablehlo.return %6 : tensor<6xi32>
    }, {
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %5:2 = stablehlo.while(%iterArg_7 = %c_6, %iterArg_8 = %iterArg_1) : tensor<i32>, tensor<6xi32>
      cond {
        %c_9 = stablehlo.constant dense<3> : tensor<i32>
        %6 = stablehlo.compare LT, %iterArg_7, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %6 : tensor<i1>
      } do {
        %c_9 = stablehlo.constant dense<1> : tensor<i32>
        %6 = stablehlo.add %iterArg_7, %c_9 : tensor<i32>
        %c_10 = stablehlo.constant dense<2> : tensor<i32>
        %7 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6xi32>
        %8 = stablehlo.multiply %iterArg_8, %7 : tensor<6xi32>
        stablehlo.return %6, %8 : tensor<i32>, tensor<6xi32>
      }
      stablehlo.return %5#1 : tensor<6xi32>
    }, {
      %5 = stablehlo.reverse %iterArg_1, dims = [0] : tensor<6xi32>
      stablehlo.return %5 : tensor<6xi32>
    }) : (tensor<i32>) -> tensor<6xi32>
    stablehlo.return %iterArg, %1, %4 : tensor<i32>, tensor<i32>, tensor<6xi32>
  }
  check.expect_eq_const %0#1, dense<9> : tensor<i32>
  check.expect_eq_const %0#2, dense<[-951, 1481, -951, 9, -55, -2743]> : tensor<6xi32>
  func.return
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i64>) -> tensor<i32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<i32>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
  return %10 : tensor<i32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A loop in a branch, over scalars.
func.func @branch() {
  %arg0 = stablehlo.constant dense<5> : tensor<i32>
  %arg1 = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.convert %arg1 : (tensor<i1>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %arg0 : tensor<i32>
  }, {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2:3 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0, %iterArg_2 = %c_0) : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %3 = stablehlo.compare LT, %iterArg, %iterArg_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      %c_4 = stablehlo.constant dense<3> : tensor<i32>
      %4 = stablehlo.multiply %iterArg_2, %c_4 : tensor<i32>
      %5 = stablehlo.add %4, %iterArg : tensor<i32>
      stablehlo.return %3, %iterArg_1, %5 : tensor<i32>, tensor<i32>, tensor<i32>
    }
    stablehlo.return %2#2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<301> : tensor<i32>
  func.return
}

// -----

// Truth values and small integers.
func.func @small() {
  %arg0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %arg1 = stablehlo.constant dense<[100, -7, 3]> : tensor<3xi8>
  %arg2 = stablehlo.constant dense<[250, 7, 3]> : tensor<3xui8>
  %arg3 = stablehlo.constant dense<6> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<false> : tensor<i1>
  %0:6 = stablehlo.while(%iterArg = %arg3, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %c_0, %iterArg_4 = %arg1, %iterArg_5 = %arg2) : tensor<i32>, tensor<i32>, tensor<3xi1>, tensor<i1>, tensor<3xi8>, tensor<3xui8>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i8>
    %2 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i8>) -> tensor<3xi8>
    %3 = stablehlo.compare GT, %iterArg_4, %2, SIGNED : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>
    %4 = stablehlo.xor %iterArg_2, %3 : tensor<3xi1>
    %5 = stablehlo.not %iterArg_3 : tensor<i1>
    %c_8 = stablehlo.constant dense<3> : tensor<i8>
    %6 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i8>) -> tensor<3xi8>
    %7 = stablehlo.multiply %iterArg_4, %6 : tensor<3xi8>
    %c_9 = stablehlo.constant dense<1> : tensor<i8>
    %8 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i8>) -> tensor<3xi8>
    %9 = stablehlo.subtract %iterArg_4, %8 : tensor<3xi8>
    %10 = func.call @_where(%iterArg_2, %7, %9) : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
    %11 = stablehlo.multiply %iterArg_5, %iterArg_5 : tensor<3xui8>
    %c_10 = stablehlo.constant dense<1> : tensor<ui8>
    %12 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui8>) -> tensor<3xui8>
    %13 = stablehlo.add %11, %12 : tensor<3xui8>
    stablehlo.return %iterArg, %1, %4, %5, %10, %13 : tensor<i32>, tensor<i32>, tensor<3xi1>, tensor<i1>, tensor<3xi8>, tensor<3xui8>
  }
  check.expect_eq_const %0#1, dense<6> : tensor<i32>
  check.expect_eq_const %0#2, dense<[true, false, true]> : tensor<3xi1>
  check.expect_eq_const %0#3, dense<false> : tensor<i1>
  check.expect_eq_const %0#4, dense<[126, -13, 68]> : tensor<3xi8>
  check.expect_eq_const %0#5, dense<[90, 165, 165]> : tensor<3xui8>
  func.return
}
func.func private @_where(%arg0: tensor<3xi1>, %arg1: tensor<3xi8>, %arg2: tensor<3xi8>) -> tensor<3xi8> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3xi1>, tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// f64, with 64-bit counters; exact.
func.func @doubles() {
  %arg0 = stablehlo.constant dense<[1.5, -2.25, 1.00000000000000005e+300, 0x7FF0000000000000, -0.0]> : tensor<5xf64>
  %arg1 = stablehlo.constant dense<4> : tensor<i64>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %cst = stablehlo.constant dense<7.500000e-01> : tensor<f64>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %cst) : tensor<i64>, tensor<i64>, tensor<5xf64>, tensor<f64>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_0, %c_3 : tensor<i64>
    %2 = stablehlo.negate %iterArg_1 : tensor<5xf64>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %4 = stablehlo.multiply %2, %3 : tensor<5xf64>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %5 = stablehlo.multiply %iterArg_2, %cst_5 : tensor<f64>
    stablehlo.return %iterArg, %1, %4, %5 : tensor<i64>, tensor<i64>, tensor<5xf64>, tensor<f64>
  }
  check.expect_eq_const %0#1, dense<4> : tensor<i64>
  check.expect_eq_const %0#2, dense<[0.09375, -0.140625, 6.25000000000000033e+298, 0x7FF0000000000000, -0.0]> : tensor<5xf64>
  check.expect_eq_const %0#3, dense<12.0> : tensor<f64>
  func.return
}

// -----

// Complex numbers; exact.
func.func @complexes() {
  %arg0 = stablehlo.constant dense<[(1.0, 2.0), (-0.0, -3.0), (0.5, 0.0)]> : tensor<3xcomplex<f32>>
  %arg1 = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %arg2 = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1) : tensor<i32>, tensor<i32>, tensor<3xcomplex<f32>>, tensor<complex<f32>>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
    %cst = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
    %3 = stablehlo.multiply %iterArg_1, %2 : tensor<3xcomplex<f32>>
    %4 = stablehlo.broadcast_in_dim %iterArg_2, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
    %5 = stablehlo.add %3, %4 : tensor<3xcomplex<f32>>
    %6 = stablehlo.negate %iterArg_2 : tensor<complex<f32>>
    stablehlo.return %iterArg, %1, %5, %6 : tensor<i32>, tensor<i32>, tensor<3xcomplex<f32>>, tensor<complex<f32>>
  }
  check.expect_eq_const %0#1, dense<5> : tensor<i32>
  check.expect_eq_const %0#2, dense<[(-2.0, 2.0), (3.0, 1.0), (0.0, 1.5)]> : tensor<3xcomplex<f32>>
  check.expect_eq_const %0#3, dense<(-0.0, -1.0)> : tensor<complex<f32>>
  func.return
}

// -----

// bf16 and f16 are rounded at every step.
func.func @halves() {
  %arg0 = stablehlo.constant dense<[1.0, 3.0, -7.5]> : tensor<3xbf16>
  %arg1 = stablehlo.constant dense<[1.0, 3.0, -7.5]> : tensor<3xf16>
  %arg2 = stablehlo.constant dense<9> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1) : tensor<i32>, tensor<i32>, tensor<3xbf16>, tensor<3xf16>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
    %2 = stablehlo.add %iterArg_1, %iterArg_1 : tensor<3xbf16>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f16>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<3xf16>
    %4 = stablehlo.multiply %iterArg_2, %3 : tensor<3xf16>
    %5 = stablehlo.subtract %iterArg_2, %4 : tensor<3xf16>
    stablehlo.return %iterArg, %1, %2, %5 : tensor<i32>, tensor<i32>, tensor<3xbf16>, tensor<3xf16>
  }
  check.expect_eq_const %0#1, dense<9> : tensor<i32>
  check.expect_eq_const %0#2, dense<[512.0, 1536.0, -3840.0]> : tensor<3xbf16>
  check.expect_eq_const %0#3, dense<[0.001953125, 0.005859375, -0.0146484375]> : tensor<3xf16>
  func.return
}

// -----

// Nothing is carried but the counter and an empty tensor.
func.func @empty() {
  %arg0 = stablehlo.constant dense<> : tensor<0x3xf32>
  %arg1 = stablehlo.constant dense<4> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<i32>, tensor<i32>, tensor<0x3xf32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c_2 : tensor<i32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0x3xf32>
    %3 = stablehlo.add %iterArg_1, %2 : tensor<0x3xf32>
    stablehlo.return %iterArg, %1, %3 : tensor<i32>, tensor<i32>, tensor<0x3xf32>
  }
  check.expect_eq_const %0#1, dense<4> : tensor<i32>
  check.expect_eq_const %0#2, dense<> : tensor<0x3xf32>
  func.return
}

// -----

// One element in rank 2, and its neighbour in rank 0.
func.func @ones() {
  %arg0 = stablehlo.constant dense<[[3]]> : tensor<1x1xi32>
  %arg1 = stablehlo.constant dense<2> : tensor<i32>
  %arg2 = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1) : tensor<i32>, tensor<i32>, tensor<1x1xi32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_0, %c_3 : tensor<i32>
    %2 = stablehlo.reshape %iterArg_2 : (tensor<i32>) -> tensor<1x1xi32>
    %3 = stablehlo.multiply %iterArg_1, %2 : tensor<1x1xi32>
    %4 = stablehlo.reshape %iterArg_1 : (tensor<1x1xi32>) -> tensor<i32>
    %5 = stablehlo.subtract %4, %iterArg_2 : tensor<i32>
    stablehlo.return %iterArg, %1, %3, %5 : tensor<i32>, tensor<i32>, tensor<1x1xi32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<5> : tensor<i32>
  check.expect_eq_const %0#2, dense<[[870]]> : tensor<1x1xi32>
  check.expect_eq_const %0#3, dense<1> : tensor<i32>
  func.return
}

// -----

// A product and a sort in every step; exact.
func.func @products() {
  %arg0 = stablehlo.constant dense<[[-41, -21, 4, -43], [42, 35, 6, 23], [24, -50, 44, -46], [34, 33, 24, -37]]> : tensor<4x4xi32>
  %arg1 = stablehlo.constant dense<[31, 46, 32, 19]> : tensor<4xi32>
  %arg2 = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %arg0, %iterArg_1 = %c, %iterArg_2 = %arg1) : tensor<i32>, tensor<4x4xi32>, tensor<i32>, tensor<4xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
    %2 = stablehlo.dot_general %iterArg_0, %iterArg_2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xi32>, tensor<4xi32>) -> tensor<4xi32>
    %3 = func.call @sort(%2) : (tensor<4xi32>) -> tensor<4xi32>
    %c_4 = stablehlo.constant dense<100> : tensor<i64>
    %4 = func.call @remainder(%3, %c_4) : (tensor<4xi32>, tensor<i64>) -> tensor<4xi32>
    stablehlo.return %iterArg, %iterArg_0, %1, %4 : tensor<i32>, tensor<4x4xi32>, tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %0#2, dense<5> : tensor<i32>
  check.expect_eq_const %0#3, dense<[34, 48, 44, 52]> : tensor<4xi32>
  func.return
}
func.func private @sort(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.compare LT, %arg1, %arg2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func private @remainder(%arg0: tensor<4xi32>, %arg1: tensor<i64>) -> tensor<4xi32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %4 = stablehlo.remainder %arg0, %3 : tensor<4xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<4xi1>
  %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %12 = stablehlo.and %11, %6 : tensor<4xi1>
  %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %14 = stablehlo.add %4, %13 : tensor<4xi32>
  %15 = stablehlo.select %12, %14, %4 : tensor<4xi1>, tensor<4xi32>
  return %15 : tensor<4xi32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

// -----

// An element of a table a step, and one changed in place.
func.func @table() {
  %arg0 = stablehlo.constant dense<[-25, 5, -2, 36, -16, -10, -24, -2, 7]> : tensor<9xi32>
  %arg1 = stablehlo.constant dense<4> : tensor<i32>
  %arg2 = stablehlo.constant dense<11> : tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg2, %iterArg_0 = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1) : tensor<i32>, tensor<i32>, tensor<9xi32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg_2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.add %iterArg_2, %c_4 : tensor<i32>
    %3 = stablehlo.select %1, %2, %iterArg_2 : tensor<i1>, tensor<i32>
    %4 = stablehlo.dynamic_slice %iterArg_1, %3, sizes = [1] : (tensor<9xi32>, tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %4 : (tensor<1xi32>) -> tensor<i32>
    %c_5 = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.add %iterArg_0, %c_5 : tensor<i32>
    %7 = stablehlo.add %5, %iterArg_0 : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %iterArg_2, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<9> : tensor<i32>
    %9 = stablehlo.add %iterArg_2, %c_7 : tensor<i32>
    %10 = stablehlo.select %8, %9, %iterArg_2 : tensor<i1>, tensor<i32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %12 = "stablehlo.scatter"(%iterArg_1, %11, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<9xi32>, tensor<1xi32>, tensor<i32>) -> tensor<9xi32>
    %13 = stablehlo.abs %5 : tensor<i32>
    %14 = stablehlo.add %iterArg_2, %13 : tensor<i32>
    %c_8 = stablehlo.constant dense<9> : tensor<i64>
    %15 = func.call @remainder(%14, %c_8) : (tensor<i32>, tensor<i64>) -> tensor<i32>
    stablehlo.return %iterArg, %6, %12, %15 : tensor<i32>, tensor<i32>, tensor<9xi32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<11> : tensor<i32>
  check.expect_eq_const %0#2, dense<[-18, 5, 11, 45, -4, -10, -24, 12, 7]> : tensor<9xi32>
  check.expect_eq_const %0#3, dense<0> : tensor<i32>
  func.return
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i64>) -> tensor<i32> {
  %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<i32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_2 = stablehlo.constant dense<0> : tensor<i32>
  %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_3 = stablehlo.constant dense<0> : tensor<i32>
  %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %8 = stablehlo.and %7, %4 : tensor<i1>
  %9 = stablehlo.add %3, %2 : tensor<i32>
  %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
  return %10 : tensor<i32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Slices at run-time places that products read where they lie, on both sides, of what the loop does not change; places outside
// are clamped.
func.func @products_of_slices() {
  %w = stablehlo.constant dense<[[[1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 0.0, -1.0, -1.0], [-1.0, 0.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 1.0, -1.0, -1.0], [0.0, 0.0, 1.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, -1.0, 1.0], [1.0, 1.0, 1.0, -1.0, -1.0], [0.0, 0.0, 1.0, 1.0, -1.0], [1.0, -1.0, -1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, 1.0]], [[0.0, 0.0, -1.0, 0.0, -1.0], [1.0, 0.0, -1.0, -1.0, 1.0], [0.0, 0.0, -1.0, -1.0, 0.0], [0.0, 0.0, 1.0, 1.0, -1.0], [0.0, 0.0, -1.0, -1.0, 0.0]]]> : tensor<3x5x5xf32>
  %v = stablehlo.constant dense<[[[1.0, -1.0, 1.0, 0.0, -1.0], [0.0, 1.0, 1.0, 0.0, -1.0], [1.0, -1.0, 1.0, 1.0, 0.0]], [[1.0, 1.0, -1.0, 1.0, 0.0], [-1.0, 0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, -1.0, -1.0]], [[1.0, 1.0, -1.0, 0.0, 1.0], [-1.0, -1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.0, -1.0]], [[1.0, -1.0, -1.0, 1.0, -1.0], [1.0, -1.0, 0.0, 1.0, 1.0], [0.0, -1.0, -1.0, 1.0, 0.0]]]> : tensor<4x3x5xf32>
  %x0 = stablehlo.constant dense<[[-2.0, 2.0, 2.0, 2.0, 1.0], [2.0, 1.0, 0.0, 2.0, 1.0]]> : tensor<2x5xf32>
  %y0 = stablehlo.constant dense<0.0> : tensor<4x5xf32>
  %first = stablehlo.constant dense<-1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %0:3 = stablehlo.while(%i = %first, %x = %x0, %y = %y0) : tensor<i32>, tensor<2x5xf32>, tensor<4x5xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %lo = stablehlo.constant dense<-50.0> : tensor<f32>
    %hi = stablehlo.constant dense<50.0> : tensor<f32>
    %1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 5, 5] : (tensor<3x5x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x5x5xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x5x5xf32>) -> tensor<5x5xf32>
    %3 = stablehlo.dynamic_slice %v, %zero, %i, %zero, sizes = [4, 1, 5] : (tensor<4x3x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x5xf32>
    %4 = stablehlo.reshape %3 : (tensor<4x1x5xf32>) -> tensor<4x5xf32>
    %5 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<2x5xf32>, tensor<5x5xf32>) -> tensor<2x5xf32>
    %6 = stablehlo.clamp %lo, %5, %hi : (tensor<f32>, tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xf32>
    %7 = stablehlo.dot_general %4, %2, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x5xf32>) -> tensor<4x5xf32>
    %8 = stablehlo.add %y, %7 : tensor<4x5xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %6, %8 : tensor<i32>, tensor<2x5xf32>, tensor<4x5xf32>
  }
  check.expect_eq_const %0#1, dense<[[0.0, 0.0, 10.0, 10.0, -9.0], [0.0, 0.0, -27.0, -27.0, 9.0]]> : tensor<2x5xf32>
  check.expect_eq_const %0#2, dense<[[-3.0, -2.0, -1.0, 4.0, -14.0], [4.0, 2.0, -2.0, -4.0, -6.0], [2.0, -1.0, 8.0, 7.0, -8.0], [-4.0, -5.0, 4.0, 7.0, -2.0]]> : tensor<4x5xf32>
  func.return
}

// -----

// A slice of what the loop updates before a product reads the slice.
func.func @product_of_an_old_slice() {
  %c0 = stablehlo.constant dense<[[[1.0, 0.0, 1.0, 1.0], [-1.0, 0.0, 0.0, -1.0], [-1.0, -1.0, -1.0, 1.0], [-1.0, 0.0, 1.0, 0.0]], [[-1.0, -1.0, -1.0, 0.0], [0.0, -1.0, 1.0, 0.0], [1.0, 1.0, 1.0, -1.0], [-1.0, 1.0, 0.0, 1.0]], [[1.0, 1.0, -1.0, -1.0], [1.0, 0.0, 0.0, -1.0], [0.0, -1.0, 1.0, 1.0], [1.0, -1.0, 0.0, -1.0]]]> : tensor<3x4x4xf32>
  %x0 = stablehlo.constant dense<[[0.0, 1.0, -2.0, -2.0], [0.0, 1.0, -2.0, 2.0], [0.0, 2.0, 0.0, 1.0], [1.0, 0.0, -1.0, 1.0]]> : tensor<4x4xf32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %0:3 = stablehlo.while(%i = %first, %x = %x0, %c = %c0) : tensor<i32>, tensor<4x4xf32>, tensor<3x4x4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %lo = stablehlo.constant dense<-3.0> : tensor<f32>
    %hi = stablehlo.constant dense<3.0> : tensor<f32>
    %1 = stablehlo.dynamic_slice %c, %i, %zero, %zero, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<4x4xf32>) -> tensor<1x4x4xf32>
    %5 = stablehlo.dynamic_update_slice %c, %4, %i, %zero, %zero : (tensor<3x4x4xf32>, tensor<1x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x4xf32>
    %6 = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %6, %5 : tensor<i32>, tensor<4x4xf32>, tensor<3x4x4xf32>
  }
  check.expect_eq_const %0#1, dense<[[12.0, 7.0, 18.0, -6.0], [15.0, 3.0, 19.0, -15.0], [11.0, -8.0, 10.0, -18.0], [15.0, 3.0, 18.0, -18.0]]> : tensor<4x4xf32>
  check.expect_eq_const %0#2, dense<[[[0.0, 1.0, -2.0, -2.0], [0.0, 1.0, -2.0, 2.0], [0.0, 2.0, 0.0, 1.0], [1.0, 0.0, -1.0, 1.0]], [[3.0, 2.0, 0.0, -3.0], [-1.0, 2.0, 3.0, -3.0], [-3.0, 0.0, 1.0, -2.0], [1.0, 1.0, 3.0, 0.0]], [[-3.0, 3.0, -1.0, 3.0], [-1.0, 3.0, 0.0, 3.0], [2.0, 3.0, 0.0, 1.0], [0.0, 2.0, 1.0, 3.0]]]> : tensor<3x4x4xf32>
  func.return
}
