// Functions of what a loop does not change, written inside it: they are computed once before it, whatever the loop makes of the
// arrays that they come from. Expected values are NumPy's.

func.func @of_the_first_value_0() {
  %a = stablehlo.constant dense<[121.0, 49.0, 64.0, 100.0, 49.0, 81.0, 100.0, 9.0, 1.0, 16.0, 16.0, 100.0, 121.0, 1.0, 36.0, 100.0, 4.0, 81.0, 4.0, 36.0, 81.0, 16.0, 16.0, 16.0, 64.0, 9.0, 121.0, 25.0, 36.0, 36.0, 49.0, 49.0, 36.0, 121.0, 81.0, 81.0, 64.0, 49.0, 16.0, 121.0, 36.0, 9.0, 100.0, 4.0, 100.0, 49.0, 4.0, 1.0, 25.0, 1.0, 4.0, 36.0, 121.0, 36.0, 81.0, 121.0, 100.0, 49.0, 25.0, 36.0, 9.0, 36.0, 25.0, 9.0, 121.0, 1.0, 4.0, 9.0, 121.0, 64.0]> : tensor<70xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.sqrt %a : tensor<70xf32>
    %y = stablehlo.add %x, %s : tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[121.0, 49.0, 64.0, 100.0, 49.0, 81.0, 100.0, 9.0, 1.0, 16.0, 16.0, 100.0, 121.0, 1.0, 36.0, 100.0, 4.0, 81.0, 4.0, 36.0, 81.0, 16.0, 16.0, 16.0, 64.0, 9.0, 121.0, 25.0, 36.0, 36.0, 49.0, 49.0, 36.0, 121.0, 81.0, 81.0, 64.0, 49.0, 16.0, 121.0, 36.0, 9.0, 100.0, 4.0, 100.0, 49.0, 4.0, 1.0, 25.0, 1.0, 4.0, 36.0, 121.0, 36.0, 81.0, 121.0, 100.0, 49.0, 25.0, 36.0, 9.0, 36.0, 25.0, 9.0, 121.0, 1.0, 4.0, 9.0, 121.0, 64.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @of_the_first_value_1() {
  %a = stablehlo.constant dense<[100.0, 9.0, 64.0, 25.0, 36.0, 1.0, 49.0, 100.0, 64.0, 4.0, 36.0, 9.0, 121.0, 100.0, 9.0, 36.0, 121.0, 100.0, 64.0, 64.0, 1.0, 81.0, 36.0, 4.0, 9.0, 36.0, 64.0, 36.0, 49.0, 100.0, 64.0, 16.0, 64.0, 49.0, 4.0, 1.0, 64.0, 25.0, 49.0, 16.0, 9.0, 4.0, 25.0, 81.0, 25.0, 25.0, 49.0, 121.0, 25.0, 49.0, 25.0, 49.0, 25.0, 64.0, 49.0, 64.0, 121.0, 4.0, 49.0, 25.0, 16.0, 9.0, 1.0, 25.0, 100.0, 4.0, 25.0, 121.0, 121.0, 9.0]> : tensor<70xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.sqrt %a : tensor<70xf32>
    %y = stablehlo.add %x, %s : tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[110.0, 12.0, 72.0, 30.0, 42.0, 2.0, 56.0, 110.0, 72.0, 6.0, 42.0, 12.0, 132.0, 110.0, 12.0, 42.0, 132.0, 110.0, 72.0, 72.0, 2.0, 90.0, 42.0, 6.0, 12.0, 42.0, 72.0, 42.0, 56.0, 110.0, 72.0, 20.0, 72.0, 56.0, 6.0, 2.0, 72.0, 30.0, 56.0, 20.0, 12.0, 6.0, 30.0, 90.0, 30.0, 30.0, 56.0, 132.0, 30.0, 56.0, 30.0, 56.0, 30.0, 72.0, 56.0, 72.0, 132.0, 6.0, 56.0, 30.0, 20.0, 12.0, 2.0, 30.0, 110.0, 6.0, 30.0, 132.0, 132.0, 12.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @of_the_first_value_5() {
  %a = stablehlo.constant dense<[1.0, 64.0, 1.0, 16.0, 36.0, 100.0, 4.0, 64.0, 36.0, 4.0, 100.0, 100.0, 36.0, 121.0, 49.0, 100.0, 121.0, 49.0, 16.0, 4.0, 49.0, 9.0, 81.0, 121.0, 9.0, 49.0, 1.0, 4.0, 25.0, 100.0, 121.0, 64.0, 49.0, 49.0, 1.0, 25.0, 121.0, 25.0, 9.0, 9.0, 64.0, 1.0, 121.0, 100.0, 49.0, 36.0, 81.0, 49.0, 36.0, 16.0, 25.0, 81.0, 1.0, 1.0, 64.0, 25.0, 81.0, 1.0, 100.0, 4.0, 25.0, 121.0, 4.0, 64.0, 81.0, 25.0, 1.0, 36.0, 25.0, 100.0]> : tensor<70xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.sqrt %a : tensor<70xf32>
    %y = stablehlo.add %x, %s : tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[6.0, 104.0, 6.0, 36.0, 66.0, 150.0, 14.0, 104.0, 66.0, 14.0, 150.0, 150.0, 66.0, 176.0, 84.0, 150.0, 176.0, 84.0, 36.0, 14.0, 84.0, 24.0, 126.0, 176.0, 24.0, 84.0, 6.0, 14.0, 50.0, 150.0, 176.0, 104.0, 84.0, 84.0, 6.0, 50.0, 176.0, 50.0, 24.0, 24.0, 104.0, 6.0, 176.0, 150.0, 84.0, 66.0, 126.0, 84.0, 66.0, 36.0, 50.0, 126.0, 6.0, 6.0, 104.0, 50.0, 126.0, 6.0, 150.0, 14.0, 50.0, 176.0, 14.0, 104.0, 126.0, 50.0, 6.0, 66.0, 50.0, 150.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @below_a_product_1() {
  %a = stablehlo.constant dense<[[18, -16, -45, 9, -23, 18, 36, -15, 40, 1, 3, 26], [28, 40, 49, -35, -9, 43, -20, -50, 7, 25, 24, 31], [14, -37, 34, -9, 34, 31, 47, -49, 36, 12, -2, 29], [45, 1, -42, 22, -27, -28, -31, -31, 40, -14, -40, -33], [-11, -16, -19, 44, 36, 7, 48, -16, -37, -23, -42, 45], [-29, -6, -30, 48, -35, 1, 45, 2, 39, 39, 26, 24], [7, 8, 33, -8, 44, 37, -13, -9, 21, 42, -41, -44], [-26, -8, -34, 1, 4, 45, 24, -25, 28, 30, 17, 17], [-19, 21, -37, 12, 42, 47, -21, -17, 11, -11, 23, -30], [-34, -45, -4, -29, -21, 41, 31, 34, 9, -39, 24, 10], [40, -3, -33, 9, -5, 15, -13, -20, -38, 46, 25, -4], [-27, 12, -9, 13, -41, -32, 23, -44, 17, -9, -50, 26]]> : tensor<12x12xi32>
  %v = stablehlo.constant dense<[1, 2, 3, 2, 2, -3, 3, 3, 1, 2, 2, 3]> : tensor<12xi32>
  %seven = stablehlo.constant dense<7> : tensor<12x12xi32>
  %low = stablehlo.constant dense<-9> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %v) : tensor<i32>, tensor<12xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.divide %a, %seven : tensor<12x12xi32>
    %p = stablehlo.dot_general %q, %x, contracting_dims = [1] x [0] : (tensor<12x12xi32>, tensor<12xi32>) -> tensor<12xi32>
    %y = stablehlo.clamp %low, %p, %high : (tensor<i32>, tensor<12xi32>, tensor<i32>) -> tensor<12xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<12xi32>
  }
  check.expect_eq_const %r#1, dense<[-7, 3, 9, -9, 9, 9, -9, -9, -9, -9, -7, -9]> : tensor<12xi32>
  func.return
}

// -----

func.func @below_a_product_3() {
  %a = stablehlo.constant dense<[[38, 2, 31, 41, -21, -46, -33, -47, -7, -48, -25, -25], [20, -26, 44, -32, 47, 6, -26, -47, -20, 9, -40, -34], [-39, 17, -42, -48, -5, -19, 7, 43, 35, 3, 14, 31], [-7, 15, -29, 11, -27, -31, 26, 7, -13, -47, -27, 30], [-4, 46, 40, 35, -49, -45, 7, -17, 34, -19, -35, -39], [-20, 12, -38, 29, -20, -19, 16, 36, -7, 29, -20, -38], [32, 26, 25, 38, -1, -31, 8, 7, -12, 13, -24, 10], [29, -41, -5, 16, -45, 13, 41, 32, 18, 30, -14, -18], [-42, 22, -19, 36, -4, 39, -37, -34, -16, -48, -1, 15], [16, -29, -34, 6, 13, 44, 39, -13, -34, -25, 38, -5], [49, 15, 9, -40, 9, -12, 34, -37, -31, 16, 18, 33], [2, -13, -20, -13, 16, 3, -21, -29, 21, -26, -30, -18]]> : tensor<12x12xi32>
  %v = stablehlo.constant dense<[2, 0, 1, -3, -1, 2, 2, 1, 3, -1, -2, -3]> : tensor<12xi32>
  %seven = stablehlo.constant dense<7> : tensor<12x12xi32>
  %low = stablehlo.constant dense<-9> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %v) : tensor<i32>, tensor<12xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.divide %a, %seven : tensor<12x12xi32>
    %p = stablehlo.dot_general %q, %x, contracting_dims = [1] x [0] : (tensor<12x12xi32>, tensor<12xi32>) -> tensor<12xi32>
    %y = stablehlo.clamp %low, %p, %high : (tensor<i32>, tensor<12xi32>, tensor<i32>) -> tensor<12xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<12xi32>
  }
  check.expect_eq_const %r#1, dense<[9, -9, 9, 9, 9, -9, -9, -9, 9, -9, -9, 9]> : tensor<12xi32>
  func.return
}

// -----

func.func @of_an_outer_loop_0() {
  %b0 = stablehlo.constant dense<[9.0, 81.0, 100.0, 4.0, 36.0, 4.0, 100.0, 4.0, 64.0, 1.0, 81.0, 100.0, 81.0, 9.0, 100.0, 16.0, 81.0, 100.0, 36.0, 49.0, 100.0, 9.0, 1.0, 25.0, 4.0, 100.0, 100.0, 25.0, 16.0, 64.0, 25.0, 4.0, 64.0, 81.0, 1.0, 81.0, 36.0, 100.0, 100.0, 64.0, 16.0, 25.0, 64.0, 1.0, 9.0, 36.0, 121.0, 81.0, 81.0, 9.0, 16.0, 9.0, 81.0, 36.0, 9.0, 81.0, 64.0, 100.0, 49.0, 4.0, 100.0, 9.0, 1.0, 81.0, 25.0, 64.0, 4.0, 64.0, 25.0, 121.0]> : tensor<70xf32>
  %x0 = stablehlo.constant dense<0.0> : tensor<70xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %x0, %b = %b0) : tensor<i32>, tensor<70xf32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<70xf32> cond {
      %d = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %s = stablehlo.sqrt %b : tensor<70xf32>
      %t = stablehlo.sqrt %b0 : tensor<70xf32>
      %u = stablehlo.reverse %y, dims = [0] : tensor<70xf32>
      %v = stablehlo.add %u, %s : tensor<70xf32>
      %w = stablehlo.add %v, %t : tensor<70xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %w : tensor<i32>, tensor<70xf32>
    }
    %e = stablehlo.reverse %b, dims = [0] : tensor<70xf32>
    %h = stablehlo.slice %e [35:70] : (tensor<70xf32>) -> tensor<35xf32>
    %f = stablehlo.dynamic_update_slice %e, %h, %zero : (tensor<70xf32>, tensor<35xf32>, tensor<i32>) -> tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q#1, %f : tensor<i32>, tensor<70xf32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @of_an_outer_loop_1() {
  %b0 = stablehlo.constant dense<[121.0, 25.0, 121.0, 81.0, 100.0, 9.0, 25.0, 121.0, 81.0, 9.0, 100.0, 81.0, 4.0, 1.0, 9.0, 36.0, 4.0, 1.0, 4.0, 16.0, 25.0, 16.0, 25.0, 64.0, 9.0, 36.0, 81.0, 1.0, 121.0, 121.0, 16.0, 100.0, 9.0, 121.0, 64.0, 9.0, 1.0, 25.0, 81.0, 9.0, 36.0, 4.0, 25.0, 1.0, 121.0, 36.0, 100.0, 4.0, 4.0, 4.0, 49.0, 100.0, 49.0, 36.0, 121.0, 9.0, 4.0, 64.0, 100.0, 9.0, 9.0, 36.0, 81.0, 16.0, 100.0, 36.0, 64.0, 49.0, 36.0, 36.0]> : tensor<70xf32>
  %x0 = stablehlo.constant dense<0.0> : tensor<70xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %x0, %b = %b0) : tensor<i32>, tensor<70xf32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<70xf32> cond {
      %d = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %s = stablehlo.sqrt %b : tensor<70xf32>
      %t = stablehlo.sqrt %b0 : tensor<70xf32>
      %u = stablehlo.reverse %y, dims = [0] : tensor<70xf32>
      %v = stablehlo.add %u, %s : tensor<70xf32>
      %w = stablehlo.add %v, %t : tensor<70xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %w : tensor<i32>, tensor<70xf32>
    }
    %e = stablehlo.reverse %b, dims = [0] : tensor<70xf32>
    %h = stablehlo.slice %e [35:70] : (tensor<70xf32>) -> tensor<35xf32>
    %f = stablehlo.dynamic_update_slice %e, %h, %zero : (tensor<70xf32>, tensor<35xf32>, tensor<i32>) -> tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q#1, %f : tensor<i32>, tensor<70xf32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[56.0, 32.0, 58.0, 52.0, 52.0, 32.0, 28.0, 62.0, 48.0, 18.0, 46.0, 56.0, 24.0, 8.0, 18.0, 46.0, 20.0, 18.0, 28.0, 30.0, 24.0, 20.0, 24.0, 52.0, 24.0, 46.0, 38.0, 14.0, 48.0, 56.0, 22.0, 58.0, 22.0, 46.0, 38.0, 28.0, 26.0, 26.0, 56.0, 20.0, 46.0, 30.0, 22.0, 22.0, 56.0, 30.0, 56.0, 18.0, 16.0, 18.0, 36.0, 44.0, 30.0, 28.0, 56.0, 18.0, 10.0, 36.0, 58.0, 32.0, 18.0, 42.0, 58.0, 26.0, 46.0, 44.0, 50.0, 50.0, 34.0, 46.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @of_an_outer_loop_4() {
  %b0 = stablehlo.constant dense<[100.0, 121.0, 49.0, 4.0, 16.0, 36.0, 16.0, 4.0, 4.0, 121.0, 25.0, 49.0, 25.0, 81.0, 4.0, 16.0, 49.0, 81.0, 36.0, 64.0, 81.0, 64.0, 100.0, 121.0, 9.0, 25.0, 9.0, 25.0, 1.0, 64.0, 9.0, 100.0, 64.0, 16.0, 25.0, 64.0, 25.0, 9.0, 1.0, 49.0, 36.0, 81.0, 4.0, 1.0, 81.0, 81.0, 81.0, 1.0, 64.0, 121.0, 81.0, 36.0, 36.0, 25.0, 1.0, 64.0, 36.0, 36.0, 121.0, 81.0, 121.0, 1.0, 121.0, 49.0, 25.0, 49.0, 1.0, 121.0, 49.0, 1.0]> : tensor<70xf32>
  %x0 = stablehlo.constant dense<0.0> : tensor<70xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %x0, %b = %b0) : tensor<i32>, tensor<70xf32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<70xf32> cond {
      %d = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %s = stablehlo.sqrt %b : tensor<70xf32>
      %t = stablehlo.sqrt %b0 : tensor<70xf32>
      %u = stablehlo.reverse %y, dims = [0] : tensor<70xf32>
      %v = stablehlo.add %u, %s : tensor<70xf32>
      %w = stablehlo.add %v, %t : tensor<70xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %w : tensor<i32>, tensor<70xf32>
    }
    %e = stablehlo.reverse %b, dims = [0] : tensor<70xf32>
    %h = stablehlo.slice %e [35:70] : (tensor<70xf32>) -> tensor<35xf32>
    %f = stablehlo.dynamic_update_slice %e, %h, %zero : (tensor<70xf32>, tensor<35xf32>, tensor<i32>) -> tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q#1, %f : tensor<i32>, tensor<70xf32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[138.0, 190.0, 206.0, 88.0, 114.0, 148.0, 102.0, 138.0, 46.0, 228.0, 140.0, 224.0, 158.0, 186.0, 138.0, 96.0, 146.0, 192.0, 150.0, 176.0, 190.0, 198.0, 138.0, 224.0, 132.0, 188.0, 50.0, 78.0, 106.0, 164.0, 110.0, 120.0, 146.0, 146.0, 174.0, 156.0, 124.0, 154.0, 153.0, 103.0, 172.0, 89.0, 90.0, 55.0, 166.0, 120.0, 238.0, 162.0, 195.0, 209.0, 187.0, 147.0, 195.0, 151.0, 87.0, 111.0, 192.0, 142.0, 208.0, 142.0, 246.0, 44.0, 120.0, 108.0, 143.0, 114.0, 65.0, 199.0, 215.0, 162.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @in_a_branch_2() {
  %a = stablehlo.constant dense<[64.0, 25.0, 100.0, 100.0, 16.0, 49.0, 36.0, 49.0, 100.0, 64.0, 81.0, 64.0, 9.0, 49.0, 25.0, 25.0, 4.0, 9.0, 16.0, 16.0, 64.0, 16.0, 9.0, 25.0, 49.0, 121.0, 36.0, 16.0, 16.0, 25.0, 121.0, 25.0, 9.0, 49.0, 81.0, 121.0, 16.0, 100.0, 100.0, 25.0, 16.0, 9.0, 16.0, 100.0, 16.0, 36.0, 121.0, 64.0, 4.0, 1.0, 9.0, 100.0, 9.0, 16.0, 36.0, 36.0, 1.0, 9.0, 121.0, 25.0, 16.0, 100.0, 36.0, 100.0, 4.0, 36.0, 81.0, 81.0, 64.0, 36.0]> : tensor<70xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %odd = stablehlo.and %i, %one : tensor<i32>
    %p = stablehlo.compare EQ, %odd, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %y = "stablehlo.if"(%p) ({
      %s = stablehlo.sqrt %a : tensor<70xf32>
      %t = stablehlo.add %x, %s : tensor<70xf32>
      stablehlo.return %t : tensor<70xf32>
    }, {
      %t = stablehlo.reverse %x, dims = [0] : tensor<70xf32>
      stablehlo.return %t : tensor<70xf32>
    }) : (tensor<i1>) -> tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[42.0, 72.0, 90.0, 90.0, 42.0, 6.0, 110.0, 42.0, 110.0, 20.0, 30.0, 132.0, 12.0, 2.0, 42.0, 42.0, 20.0, 12.0, 110.0, 12.0, 2.0, 6.0, 72.0, 132.0, 42.0, 20.0, 110.0, 20.0, 12.0, 20.0, 30.0, 110.0, 110.0, 20.0, 132.0, 90.0, 56.0, 12.0, 30.0, 132.0, 30.0, 20.0, 20.0, 42.0, 132.0, 56.0, 30.0, 12.0, 20.0, 72.0, 20.0, 20.0, 12.0, 6.0, 30.0, 30.0, 56.0, 12.0, 72.0, 90.0, 72.0, 110.0, 56.0, 42.0, 56.0, 20.0, 110.0, 110.0, 30.0, 72.0]> : tensor<70xf32>
  func.return
}

// -----

func.func @in_a_branch_5() {
  %a = stablehlo.constant dense<[100.0, 25.0, 64.0, 49.0, 16.0, 9.0, 36.0, 16.0, 36.0, 64.0, 81.0, 81.0, 36.0, 1.0, 4.0, 81.0, 49.0, 81.0, 36.0, 25.0, 9.0, 1.0, 4.0, 64.0, 49.0, 9.0, 16.0, 64.0, 25.0, 25.0, 9.0, 64.0, 100.0, 9.0, 16.0, 36.0, 9.0, 36.0, 100.0, 49.0, 4.0, 9.0, 1.0, 121.0, 16.0, 16.0, 100.0, 16.0, 9.0, 9.0, 25.0, 1.0, 64.0, 25.0, 121.0, 81.0, 25.0, 64.0, 81.0, 9.0, 4.0, 4.0, 1.0, 16.0, 81.0, 81.0, 25.0, 36.0, 81.0, 121.0]> : tensor<70xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<70xf32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %odd = stablehlo.and %i, %one : tensor<i32>
    %p = stablehlo.compare EQ, %odd, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %y = "stablehlo.if"(%p) ({
      %s = stablehlo.sqrt %a : tensor<70xf32>
      %t = stablehlo.add %x, %s : tensor<70xf32>
      stablehlo.return %t : tensor<70xf32>
    }, {
      %t = stablehlo.reverse %x, dims = [0] : tensor<70xf32>
      stablehlo.return %t : tensor<70xf32>
    }) : (tensor<i1>) -> tensor<70xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<70xf32>
  }
  check.expect_eq_const %r#1, dense<[131.0, 44.0, 86.0, 68.0, 33.0, 24.0, 52.0, 25.0, 50.0, 82.0, 102.0, 108.0, 56.0, 8.0, 17.0, 110.0, 68.0, 107.0, 49.0, 40.0, 18.0, 6.0, 12.0, 90.0, 67.0, 19.0, 35.0, 81.0, 38.0, 37.0, 22.0, 90.0, 126.0, 18.0, 30.0, 52.0, 18.0, 58.0, 128.0, 66.0, 13.0, 20.0, 11.0, 147.0, 27.0, 31.0, 128.0, 26.0, 16.0, 18.0, 40.0, 9.0, 89.0, 42.0, 152.0, 101.0, 36.0, 86.0, 108.0, 24.0, 16.0, 14.0, 7.0, 30.0, 102.0, 103.0, 42.0, 56.0, 104.0, 153.0]> : tensor<70xf32>
  func.return
}
