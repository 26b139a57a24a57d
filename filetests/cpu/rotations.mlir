// What a loop carries and cannot compute in place: buffers that change places at the end of its body, and are where they
// belong after it whatever the number of turns. Expected values are NumPy's, or those of the same steps without a loop.

func.func @pair_0() {
  %x = stablehlo.constant dense<[-8, 37, 46, -22, -39, 10, 16, 27, 14, 21, 41, 41, 42, 36, 22, 41, -49, -48, 29, -7, 24, -2, 40, -44, 17, -50, -36, 33, -21, 48, -16, 28, 46, -19, 47, 20, 46]> : tensor<37xi32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[-8, 37, 46, -22, -39, 10, 16, 27, 14, 21, 41, 41, 42, 36, 22, 41, -49, -48, 29, -7, 24, -2, 40, -44, 17, -50, -36, 33, -21, 48, -16, 28, 46, -19, 47, 20, 46]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_0() {
  %p0 = stablehlo.constant dense<[-21, 1, 24, 46, -23, -2, 28, 33, 48, -29, 48, -39, 38, 37, 41, 37, 20, 8, 5, -43, 42, 41, -42, 9, -13, 24, 10, 8, -3, -39, 29, 38, -31, -4, -44, -7, -38]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[-9, 46, -36, -37, 20, -28, -50, -13, -33, 12, 5, 28, 10, -43, -45, 43, 23, 26, 31, -18, 2, -32, -50, 9, -28, 9, 39, -24, -25, -34, -17, 26, 16, 17, -46, 30, 24]> : tensor<37xi32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[-9, 46, -36, -37, 20, -28, -50, -13, -33, 12, 5, 28, 10, -43, -45, 43, 23, 26, 31, -18, 2, -32, -50, 9, -28, 9, 39, -24, -25, -34, -17, 26, 16, 17, -46, 30, 24]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[-21, 1, 24, 46, -23, -2, 28, 33, 48, -29, 48, -39, 38, 37, 41, 37, 20, 8, 5, -43, 42, 41, -42, 9, -13, 24, 10, 8, -3, -39, 29, 38, -31, -4, -44, -7, -38]> : tensor<37xi32>
  func.return
}

// -----

func.func @pair_1() {
  %x = stablehlo.constant dense<[-29, 9, 22, -45, -43, -28, -50, 11, -33, 7, 28, -24, 4, 14, 11, -25, 9, -27, 13, -22, -18, 45, 22, -37, -49, -41, -13, 39, -45, -39, -38, -24, 40, -19, 10, -49, 29]> : tensor<37xi32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[0, -20, 31, -23, -88, -71, -78, -39, -22, -26, 35, 4, -20, 18, 25, -14, -16, -18, -14, -9, -40, 27, 67, -15, -86, -90, -54, 26, -6, -84, -77, -62, 16, 21, -9, -39, -20]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_1() {
  %p0 = stablehlo.constant dense<[5, 10, 45, 7, -43, 29, 4, 12, -46, 1, 38, 5, -9, 6, -47, -16, 35, 16, -23, -10, -44, 15, 28, -2, 13, 24, 29, 19, 19, -47, -18, 28, 28, 39, -21, -17, 47]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[23, -47, 34, -19, -1, 25, -38, 14, 23, 15, 33, 48, -19, -35, -29, -2, 26, 7, 1, 39, -49, 35, -31, 34, -29, 27, 8, 0, 5, 27, 1, -50, -16, 14, -11, -40, 0]> : tensor<37xi32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[18, -34, -58, 8, 23, -5, -17, -36, 83, 37, 10, 76, 38, -60, -17, -15, -11, 17, 31, 50, 34, -29, -24, 5, -8, -26, 6, -11, -14, 79, 46, -77, -94, -41, 24, -34, -87]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[23, -47, 34, -19, -1, 25, -38, 14, 23, 15, 33, 48, -19, -35, -29, -2, 26, 7, 1, 39, -49, 35, -31, 34, -29, 27, 8, 0, 5, 27, 1, -50, -16, 14, -11, -40, 0]> : tensor<37xi32>
  func.return
}

// -----

func.func @pair_2() {
  %x = stablehlo.constant dense<[-42, 6, 6, 6, 26, 21, 7, 49, 26, 24, 2, -1, 20, 47, 17, -38, 29, 45, -20, 0, 37, -2, -28, 34, -48, 10, -5, 32, -35, -14, 14, 5, 38, 14, 3, -27, 21]> : tensor<37xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[-27, -57, -24, 24, 44, 79, 75, 84, 131, 125, 76, 27, 20, 86, 131, 43, -30, 65, 99, 5, 17, 72, 5, -24, -8, -52, -33, 32, 24, -52, -49, 19, 62, 95, 69, -7, -30]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_2() {
  %p0 = stablehlo.constant dense<[26, 14, -35, 7, -37, 37, -24, -7, 30, -35, -3, 21, -47, 43, -31, 7, 6, 12, -44, 43, -19, 1, -29, 45, 18, -39, -36, 26, -13, -23, -6, -22, 40, -1, -10, -24, -37]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[41, -8, 14, -13, 28, 6, -34, -38, 25, -8, -26, 15, 11, -9, -29, 44, 26, -14, -3, 37, 13, -17, -27, -11, -25, 20, -31, 3, -31, 43, -12, 38, -37, -22, 22, -18, -15]> : tensor<37xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[-37, 27, 46, 48, 18, 43, 27, -31, -133, 17, 47, -78, 30, 41, -19, -43, 46, 78, 30, -19, 47, 81, 7, -87, -112, -40, 90, -32, -38, -23, 84, 47, 46, -75, -70, 56, 47]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[0, 19, 41, -6, 52, -3, -4, -65, -43, 52, -31, -32, 73, -41, -7, 8, 64, 0, 27, -9, 69, -5, -15, -83, -54, 34, 25, -54, -15, 35, 37, 48, -39, -58, 10, 28, 4]> : tensor<37xi32>
  func.return
}

// -----

func.func @pair_3() {
  %x = stablehlo.constant dense<[14, 49, 29, 41, -39, 27, 40, 38, -15, 24, -36, 28, -24, -15, 29, 20, -25, -27, -39, 14, 9, -29, 41, 7, -19, 31, 1, 12, -12, 39, 44, 8, 36, 34, -2, -29, 47]> : tensor<37xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[66, 203, 265, 289, 220, 62, 45, 200, 246, 133, 29, -23, -24, -39, -60, 38, 107, -13, -175, -209, -93, 1, -5, 52, 96, 36, 44, 89, 58, 40, 137, 245, 231, 210, 216, 103, -12]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_3() {
  %p0 = stablehlo.constant dense<[-8, -28, -16, -9, 18, 6, 35, 26, 10, 20, -11, -9, -37, 43, -45, 48, -36, 35, 5, -5, -50, 31, 32, -24, 47, -33, -37, -43, -4, 30, -50, 47, -25, -21, 0, 21, -18]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[-24, -27, 27, 48, -34, -30, 1, -15, 29, -20, 46, 20, 17, 15, 18, 19, -10, 18, -34, 21, 30, 19, -42, -48, 24, -20, -20, 6, -45, -5, -36, 30, 3, 11, -19, -32, -37]> : tensor<37xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[-113, -106, -99, -66, 170, 140, -115, -184, -158, -41, -44, -3, 150, 191, 19, 108, 47, 71, 7, -56, -88, 145, 160, -2, -163, -212, 43, 45, 94, 9, -154, -56, -130, 49, 136, 70, -83]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[-80, -49, -34, 52, 114, -44, -135, -89, -65, 13, -20, 92, 132, 48, 49, 48, 44, 0, -14, -50, 63, 100, 5, -73, -161, -14, 54, 20, 39, -110, -35, -74, 2, 82, 46, -48, -86]> : tensor<37xi32>
  func.return
}

// -----

func.func @pair_4() {
  %x = stablehlo.constant dense<[25, -18, 1, 29, 11, 22, -33, -4, 14, -14, -7, 49, -47, 1, 3, 17, -34, 33, 43, 0, 41, 12, -15, -6, -39, 33, 2, 26, 13, -6, 11, 32, -38, -27, 18, -16, -9]> : tensor<37xi32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[-62, -18, 27, 16, 86, 226, 238, 69, -101, -92, -28, -11, 65, 65, -86, -104, 9, 12, 42, 251, 397, 381, 322, 170, -64, -207, -139, 70, 222, 243, 171, 118, 145, 51, -179, -226, -111]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_4() {
  %p0 = stablehlo.constant dense<[17, -49, -38, 11, 42, -43, -48, -40, 43, -31, -22, 21, 39, 49, -20, -3, 28, 46, 3, 12, -7, 29, 3, 7, 49, -27, 39, -28, -20, 48, -26, -23, 43, -16, -38, -31, -42]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[-4, 15, 34, -32, 37, -50, 7, 14, 25, -40, 7, -27, -42, 23, -44, 45, 26, -5, 27, -3, -49, -45, -1, 0, -7, -31, 47, 3, 38, -40, -38, -22, 23, 36, 44, -17, -42]> : tensor<37xi32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[439, -66, -259, 130, 379, -49, -32, 33, 75, 104, 131, 100, 97, -63, -436, -252, -156, -18, 73, -74, 68, 234, -58, -408, -221, -104, -95, -253, -116, 243, 305, 12, -119, -304, -301, 119, 494]> : tensor<37xi32>
  func.return
}

// -----

func.func @pair_5() {
  %x = stablehlo.constant dense<[30, -2, 16, -29, -40, 4, -5, -19, 2, -7, -3, -4, -31, 12, -20, -4, 24, 19, 8, -3, -10, 3, -5, -15, -5, 49, -1, -13, 5, -2, 40, -32, -49, 36, 11, 28, -43]> : tensor<37xi32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %u = stablehlo.add %y, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[336, 89, 27, 144, 62, -306, -597, -533, -332, -257, -229, -169, -160, -246, -332, -317, -235, -72, 215, 427, 361, 122, -61, -117, -153, -171, 22, 342, 380, 123, -6, 132, 183, -134, -421, -167, 290]> : tensor<37xi32>
  func.return
}

// -----

func.func @leapfrog_5() {
  %p0 = stablehlo.constant dense<[32, -42, -18, 45, -48, 12, 16, 0, -19, 30, -21, 2, -18, 37, -45, 38, 30, 48, -36, -45, 24, -12, 14, -31, -34, 20, -29, 12, -40, -15, 49, -36, -24, 1, -48, -39, 8]> : tensor<37xi32>
  %u0 = stablehlo.constant dense<[25, -22, -2, 40, -41, -23, 26, -25, -25, -19, 0, 10, 21, -23, -12, 31, -30, -37, 6, -8, 23, -2, 36, -45, -31, 12, -9, -41, 21, 45, -40, 39, -48, 18, 39, -42, -14]> : tensor<37xi32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %p = %p0, %u = %u0) : tensor<i32>, tensor<37xi32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %te = stablehlo.slice %u [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %u [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
    %d = stablehlo.subtract %u, %p : tensor<37xi32>
    %v = stablehlo.add %d, %t : tensor<37xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %r#2, dense<[772, 91, -408, 89, 55, -118, 404, 37, -322, 66, 163, -265, -356, -175, 187, 177, -12, 29, 174, -406, -501, 12, 41, -54, 89, 444, 145, -302, 79, -62, -381, 237, 115, 0, 224, -331, 91]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[240, -258, -57, 141, -105, 138, 158, -224, -59, 108, -105, -240, -129, 62, 131, 8, -49, 68, -122, -387, -38, 54, 10, 18, 211, 190, -168, -59, 66, -216, 12, 219, -69, 164, -44, -105, 429]> : tensor<37xi32>
  func.return
}

// -----

func.func @nested() {
  %x = stablehlo.constant dense<[15, 34, 14, 32, 28, 19, 10, 47, -38, -29, 18, -4, -5, -28, -25, -33, -16, -23, -4, -17, -13, -32, -37, 3, 10, 38, -16, 0, 1, -35, 45, -36, -45, 25, 41, -17, -24]> : tensor<37xi32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%o = %zero, %z = %x) : tensor<i32>, tensor<37xi32> cond {
    %c = stablehlo.compare LT, %o, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%i = %zero, %y = %z) : tensor<i32>, tensor<37xi32> cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
    %te = stablehlo.slice %y [36:37] : (tensor<37xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:36] : (tensor<37xi32>) -> tensor<36xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<36xi32>) -> tensor<37xi32>
      %u = stablehlo.add %y, %t : tensor<37xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %u : tensor<i32>, tensor<37xi32>
    }
    %se = stablehlo.slice %q#1 [35:37] : (tensor<37xi32>) -> tensor<2xi32>
    %ss = stablehlo.slice %q#1 [0:35] : (tensor<37xi32>) -> tensor<35xi32>
    %s = stablehlo.concatenate %se, %ss, dim = 0 : (tensor<2xi32>, tensor<35xi32>) -> tensor<37xi32>
    %w = stablehlo.subtract %q#1, %s : tensor<37xi32>
    %k = stablehlo.add %o, %one : tensor<i32>
    stablehlo.return %k, %w : tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %r#1, dense<[3404, 6347, -3648, -12776, -3944, 11141, 9713, -4835, -11974, -6562, 276, 1079, -825, 1986, 9644, 11061, -132, -11651, -8913, 3478, 10423, 6802, -1167, -6879, -7931, -3924, 4142, 11268, 9514, -3065, -15915, -15434, -1707, 10863, 10700, 1758, -2317]> : tensor<37xi32>
  func.return
}

// -----

// The condition looks at an element of what is carried.
func.func @large() {
  %x = stablehlo.iota dim = 0 : tensor<300000xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<300000xi32>
  %y = stablehlo.while(%y = %x) : tensor<300000xi32> cond {
    %e = stablehlo.slice %y [4:5] : (tensor<300000xi32>) -> tensor<1xi32>
    %f = stablehlo.reshape %e : (tensor<1xi32>) -> tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %p = stablehlo.compare EQ, %f, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %te = stablehlo.slice %y [299999:300000] : (tensor<300000xi32>) -> tensor<1xi32>
    %ts = stablehlo.slice %y [0:299999] : (tensor<300000xi32>) -> tensor<299999xi32>
    %t = stablehlo.concatenate %te, %ts, dim = 0 : (tensor<1xi32>, tensor<299999xi32>) -> tensor<300000xi32>
    %u = stablehlo.add %t, %ones : tensor<300000xi32>
    stablehlo.return %u : tensor<300000xi32>
  }
  %we = stablehlo.slice %x [299995:300000] : (tensor<300000xi32>) -> tensor<5xi32>
  %ws = stablehlo.slice %x [0:299995] : (tensor<300000xi32>) -> tensor<299995xi32>
  %w = stablehlo.concatenate %we, %ws, dim = 0 : (tensor<5xi32>, tensor<299995xi32>) -> tensor<300000xi32>
  %tc = stablehlo.constant dense<5> : tensor<300000xi32>
  %z = stablehlo.add %w, %tc : tensor<300000xi32>
  check.expect_eq %y, %z : tensor<300000xi32>
  func.return
}
