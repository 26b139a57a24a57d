// Slices of what a loop carries, updated from other elements of it: the update is computed before anything is overwritten.
// Expected values are NumPy's.

func.func @row_from_the_one_before() {
  %x = stablehlo.constant dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [36, -46, -11, 7, -7, -12, -13, -46, -40], [4, -3, 45, -26, 34, -25, -36, -32, -11], [-31, 39, 31, 30, -8, -47, -25, -6, 9], [-6, 10, -13, 14, -48, 41, 3, -35, 31], [-13, 37, -22, 39, -49, -7, -32, -7, -11], [48, -11, 25, 11, -12, -5, -43, 10, -11], [-28, -34, -37, 39, -18, 37, -41, -44, -14], [46, -4, 20, 21, 11, 36, -18, -45, -36], [45, -40, 22, -6, 48, 44, -39, -49, -13], [-9, 0, -33, 24, 3, -19, -39, -6, 40], [-23, -20, -6, 24, 0, 11, 6, -4, 20]]> : tensor<12x9xi32>
  %lo = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %lo, %y = %x) : tensor<i32>, tensor<12x9xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k = stablehlo.subtract %i, %one : tensor<i32>
    %p = stablehlo.dynamic_slice %y, %k, %zero, sizes = [1, 9] : (tensor<12x9xi32>, tensor<i32>, tensor<i32>) -> tensor<1x9xi32>
    %q = stablehlo.dynamic_slice %y, %i, %zero, sizes = [1, 9] : (tensor<12x9xi32>, tensor<i32>, tensor<i32>) -> tensor<1x9xi32>
    %s = stablehlo.add %p, %q : tensor<1x9xi32>
    %z = stablehlo.dynamic_update_slice %y, %s, %i, %zero : (tensor<12x9xi32>, tensor<1x9xi32>, tensor<i32>, tensor<i32>) -> tensor<12x9xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %z : tensor<i32>, tensor<12x9xi32>
  }
  check.expect_eq_const %r#1, dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [57, -64, -38, 55, -40, -31, 1, -18, -27], [61, -67, 7, 29, -6, -56, -35, -50, -38], [30, -28, 38, 59, -14, -103, -60, -56, -29], [24, -18, 25, 73, -62, -62, -57, -91, 2], [11, 19, 3, 112, -111, -69, -89, -98, -9], [59, 8, 28, 123, -123, -74, -132, -88, -20], [31, -26, -9, 162, -141, -37, -173, -132, -34], [77, -30, 11, 183, -130, -1, -191, -177, -70], [122, -70, 33, 177, -82, 43, -230, -226, -83], [113, -70, 0, 201, -79, 24, -269, -232, -43], [90, -90, -6, 225, -79, 35, -263, -236, -23]]> : tensor<12x9xi32>
  func.return
}

// -----

func.func @overlapping_block_reversed() {
  %x = stablehlo.constant dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [36, -46, -11, 7, -7, -12, -13, -46, -40], [4, -3, 45, -26, 34, -25, -36, -32, -11], [-31, 39, 31, 30, -8, -47, -25, -6, 9], [-6, 10, -13, 14, -48, 41, 3, -35, 31], [-13, 37, -22, 39, -49, -7, -32, -7, -11], [48, -11, 25, 11, -12, -5, -43, 10, -11], [-28, -34, -37, 39, -18, 37, -41, -44, -14], [46, -4, 20, 21, 11, 36, -18, -45, -36], [45, -40, 22, -6, 48, 44, -39, -49, -13], [-9, 0, -33, 24, 3, -19, -39, -6, 40], [-23, -20, -6, 24, 0, 11, 6, -4, 20]]> : tensor<12x9xi32>
  %lo = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %lo, %y = %x) : tensor<i32>, tensor<12x9xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dynamic_slice %y, %i, %two, sizes = [3, 6] : (tensor<12x9xi32>, tensor<i32>, tensor<i32>) -> tensor<3x6xi32>
    %q = stablehlo.reverse %p, dims = [0] : tensor<3x6xi32>
    %f = stablehlo.dynamic_slice %y, %i, %two, sizes = [1, 6] : (tensor<12x9xi32>, tensor<i32>, tensor<i32>) -> tensor<1x6xi32>
    %g = stablehlo.broadcast_in_dim %f, dims = [0, 1] : (tensor<1x6xi32>) -> tensor<3x6xi32>
    %s = stablehlo.add %q, %g : tensor<3x6xi32>
    %z = stablehlo.dynamic_update_slice %y, %s, %k, %two : (tensor<12x9xi32>, tensor<3x6xi32>, tensor<i32>, tensor<i32>) -> tensor<12x9xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %z : tensor<i32>, tensor<12x9xi32>
  }
  check.expect_eq_const %r#1, dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [36, -46, 18, 22, 1, -44, -22, -4, -40], [4, -3, -36, 118, -65, -82, 6, 52, -11], [-31, 39, 0, 162, -63, -170, -38, 44, 9], [-6, 10, -72, 398, -193, -334, -26, 148, 31], [-13, 37, -72, 722, -319, -674, -102, 236, -11], [48, -11, -216, 1518, -705, -1342, -154, 532, -11], [-28, -34, -360, 2962, -1343, -2690, -358, 1004, -14], [46, -4, -416, 2995, -1384, -2677, -335, 990, -36], [45, -40, -432, 3036, -1410, -2684, -308, 1064, -13], [-9, 0, -33, 24, 3, -19, -39, -6, 40], [-23, -20, -6, 24, 0, 11, 6, -4, 20]]> : tensor<12x9xi32>
  func.return
}

// -----

func.func @row_added_inside_or_not() {
  %x = stablehlo.constant dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [36, -46, -11, 7, -7, -12, -13, -46, -40], [4, -3, 45, -26, 34, -25, -36, -32, -11], [-31, 39, 31, 30, -8, -47, -25, -6, 9], [-6, 10, -13, 14, -48, 41, 3, -35, 31], [-13, 37, -22, 39, -49, -7, -32, -7, -11], [48, -11, 25, 11, -12, -5, -43, 10, -11], [-28, -34, -37, 39, -18, 37, -41, -44, -14], [46, -4, 20, 21, 11, 36, -18, -45, -36], [45, -40, 22, -6, 48, 44, -39, -49, -13], [-9, 0, -33, 24, 3, -19, -39, -6, 40], [-23, -20, -6, 24, 0, 11, 6, -4, 20]]> : tensor<12x9xi32>
  %lo = stablehlo.constant dense<-3> : tensor<i32>
  %n = stablehlo.constant dense<15> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %lo, %y = %x) : tensor<i32>, tensor<12x9xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %p = stablehlo.dynamic_slice %y, %five, %zero, sizes = [1, 9] : (tensor<12x9xi32>, tensor<i32>, tensor<i32>) -> tensor<1x9xi32>
    %u = stablehlo.reshape %p : (tensor<1x9xi32>) -> tensor<9xi32>
    %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %z = "stablehlo.scatter"(%y, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) : (tensor<12x9xi32>, tensor<1xi32>, tensor<9xi32>) -> tensor<12x9xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %z : tensor<i32>, tensor<12x9xi32>
  }
  check.expect_eq_const %r#1, dense<[[8, 19, -49, 87, -82, -26, -18, 21, 2], [23, -9, -33, 46, -56, -19, -45, -53, -51], [-9, 34, 23, 13, -15, -32, -68, -39, -22], [-44, 76, 9, 69, -57, -54, -57, -13, -2], [-19, 47, -35, 53, -97, 34, -29, -42, 20], [-26, 74, -44, 78, -98, -14, -64, -14, -22], [22, 63, -19, 89, -110, -19, -107, -4, -33], [-54, 40, -81, 117, -116, 23, -105, -58, -36], [20, 70, -24, 99, -87, 22, -82, -59, -58], [19, 34, -22, 72, -50, 30, -103, -63, -35], [-35, 74, -77, 102, -95, -33, -103, -20, 18], [-49, 54, -50, 102, -98, -3, -58, -18, -2]]> : tensor<12x9xi32>
  func.return
}

// -----

func.func @all_but_a_column() {
  %x = stablehlo.constant dense<[[21, -18, -27, 48, -33, -19, 14, 28, 13], [36, -46, -11, 7, -7, -12, -13, -46, -40], [4, -3, 45, -26, 34, -25, -36, -32, -11], [-31, 39, 31, 30, -8, -47, -25, -6, 9], [-6, 10, -13, 14, -48, 41, 3, -35, 31], [-13, 37, -22, 39, -49, -7, -32, -7, -11], [48, -11, 25, 11, -12, -5, -43, 10, -11], [-28, -34, -37, 39, -18, 37, -41, -44, -14], [46, -4, 20, 21, 11, 36, -18, -45, -36], [45, -40, 22, -6, 48, 44, -39, -49, -13], [-9, 0, -33, 24, 3, -19, -39, -6, 40], [-23, -20, -6, 24, 0, 11, 6, -4, 20]]> : tensor<12x9xi32>
  %lo = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %lo, %y = %x) : tensor<i32>, tensor<12x9xi32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %p = stablehlo.slice %y [0:12, 1:9] : (tensor<12x9xi32>) -> tensor<12x8xi32>
    %at = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %z = "stablehlo.scatter"(%y, %at, %p) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1]>, indices_are_sorted = true, unique_indices = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %t = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) : (tensor<12x9xi32>, tensor<1xi32>, tensor<12x8xi32>) -> tensor<12x9xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %z : tensor<i32>, tensor<12x9xi32>
  }
  check.expect_eq_const %r#1, dense<[[-294, 491, -327, 38, 28, 41, -20, -24, 13], [119, 56, -46, -31, 107, -76, -69, 114, -40], [424, -500, 417, -200, 35, -29, 26, 12, -11], [-129, 80, 26, -126, 63, -19, 53, -42, 9], [-228, 379, -518, 405, -23, -305, 329, -159, 31], [-498, 548, -476, 314, -196, 123, -70, 37, -11], [186, -2, -114, 211, -301, 271, -149, 54, -11], [-288, 457, -490, 453, -250, -7, 51, 12, -14], [109, 34, -160, 220, -97, -18, -54, 99, -36], [409, -312, 119, 173, -179, -42, 79, 3, -13], [-300, 245, -74, 48, -91, -59, 225, -166, 40], [-75, 159, -140, 62, 28, -117, 142, -84, 20]]> : tensor<12x9xi32>
  func.return
}
