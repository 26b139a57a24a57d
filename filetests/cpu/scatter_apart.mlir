// Many updates of few elements, which several tasks combine apart; indices outside are left out. The values are those of
// NumPy, and the same whatever the order.
func.func @sum_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %u0 = stablehlo.convert %v : (tensor<40000xi64>) -> tensor<40000xf32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xf32>
  %x = stablehlo.constant dense<2.0> : tensor<13xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.add %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13xf32>, tensor<40000xi64>, tensor<40000xf32>) -> tensor<13xf32>
  check.expect_eq_const %r, dense<[2.0, 2.0, -5338.0, 2.0, -5336.0, -10661.0, 2.0, -2662.0, 2.0, 2.0, -5325.0, 2.0, 2.0]> : tensor<13xf32>
  func.return
}

// -----

func.func @sum_rows_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<200000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<200000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<200000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<200000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<200000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<200000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<200000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<200000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<200000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<200000xi64>
  %v = stablehlo.reshape %qf : (tensor<200000xi64>) -> tensor<40000x5xi64>
  %u0 = stablehlo.convert %v : (tensor<40000x5xi64>) -> tensor<40000x5xf32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x5xf32>
  %x = stablehlo.constant dense<2.0> : tensor<13x5xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.add %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13x5xf32>, tensor<40000xi64>, tensor<40000x5xf32>) -> tensor<13x5xf32>
  check.expect_eq_const %r, dense<[[2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0], [-5343.0, -5323.0, -5345.0, -5321.0, -5339.0], [2.0, 2.0, 2.0, 2.0, 2.0], [-5342.0, -5316.0, -5343.0, -5313.0, -5347.0], [-10670.0, -10654.0, -10668.0, -10657.0, -10665.0], [2.0, 2.0, 2.0, 2.0, 2.0], [-2654.0, -2674.0, -2655.0, -2674.0, -2654.0], [2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0], [-5327.0, -5341.0, -5331.0, -5341.0, -5327.0], [2.0, 2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0, 2.0]]> : tensor<13x5xf32>
  func.return
}

// -----

func.func @sum_f64() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %u0 = stablehlo.convert %v : (tensor<40000x3xi64>) -> tensor<40000x3xf64>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xf64>
  %x = stablehlo.constant dense<2.0> : tensor<13x3xf64>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f64>, %n: tensor<f64>):
    %k = stablehlo.add %l, %n : tensor<f64>
    stablehlo.return %k : tensor<f64>
  }) : (tensor<13x3xf64>, tensor<40000xi64>, tensor<40000x3xf64>) -> tensor<13x3xf64>
  check.expect_eq_const %r, dense<[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0], [-5335.0, -5325.0, -5324.0], [2.0, 2.0, 2.0], [-5335.0, -5328.0, -5319.0], [-10669.0, -10669.0, -10666.0], [2.0, 2.0, 2.0], [-2661.0, -2668.0, -2669.0], [2.0, 2.0, 2.0], [2.0, 2.0, 2.0], [-5325.0, -5331.0, -5335.0], [2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]> : tensor<13x3xf64>
  func.return
}

// -----

func.func @sum_i8() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %u0 = stablehlo.convert %v : (tensor<40000xi64>) -> tensor<40000xi8>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xi8>
  %x = stablehlo.constant dense<2> : tensor<13xi8>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i8>, %n: tensor<i8>):
    %k = stablehlo.add %l, %n : tensor<i8>
    stablehlo.return %k : tensor<i8>
  }) : (tensor<13xi8>, tensor<40000xi64>, tensor<40000xi8>) -> tensor<13xi8>
  check.expect_eq_const %r, dense<[2, 2, 38, 2, 40, 91, 2, -102, 2, 2, 51, 2, 2]> : tensor<13xi8>
  func.return
}

// -----

func.func @sum_i32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<320000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<320000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<320000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<320000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<320000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<320000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<320000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<320000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<320000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<320000xi64>
  %v = stablehlo.reshape %qf : (tensor<320000xi64>) -> tensor<40000x8xi64>
  %u0 = stablehlo.convert %v : (tensor<40000x8xi64>) -> tensor<40000x8xi32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x8xi32>
  %x = stablehlo.constant dense<2> : tensor<13x8xi32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %k = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<13x8xi32>, tensor<40000xi64>, tensor<40000x8xi32>) -> tensor<13x8xi32>
  check.expect_eq_const %r, dense<[[2, 2, 2, 2, 2, 2, 2, 2], [2, 2, 2, 2, 2, 2, 2, 2], [-5333, -5320, -5327, -5321, -5324, -5325, -5335, -5343], [2, 2, 2, 2, 2, 2, 2, 2], [-5329, -5324, -5317, -5319, -5319, -5328, -5335, -5340], [-10668, -10661, -10662, -10649, -10666, -10669, -10669, -10666], [2, 2, 2, 2, 2, 2, 2, 2], [-2668, -2669, -2675, -2675, -2669, -2668, -2661, -2659], [2, 2, 2, 2, 2, 2, 2, 2], [2, 2, 2, 2, 2, 2, 2, 2], [-5331, -5335, -5337, -5337, -5335, -5331, -5325, -5328], [2, 2, 2, 2, 2, 2, 2, 2], [2, 2, 2, 2, 2, 2, 2, 2]]> : tensor<13x8xi32>
  func.return
}

// -----

func.func @sum_i64() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<102> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %u0 = stablehlo.convert %v : (tensor<40000xi64>) -> tensor<40000xi64>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xi64>
  %x = stablehlo.constant dense<2> : tensor<100xi64>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i64>, %n: tensor<i64>):
    %k = stablehlo.add %l, %n : tensor<i64>
    stablehlo.return %k : tensor<i64>
  }) : (tensor<100xi64>, tensor<40000xi64>, tensor<40000xi64>) -> tensor<100xi64>
  check.expect_eq_const %r, dense<[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, -1569, 2, 2, 2, -3126, 2, 2, 2, 2, 2, -3134, 2, -1572, 2, 2, 2, 2, 2, -1561, 2, 2, 2, 2, 2, -775, 2, 2, 2, 2, 2, -1569, 2, 2, 2, -3128, 2, -1565, 2, 2, 2, 2, 2, 2, 2, 2, 2, -3133, 2, -1556, 2, 2, 2, -3136, 2, 2, 2, 2, 2, -1571, 2, 2, 2, 2, 2, -3137, 2, 2, 2, 2, 2, -3133, 2, -1574, 2, 2, 2, 2, 2, -1570, 2, 2]> : tensor<100xi64>
  func.return
}

// -----

func.func @count_i32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %u = stablehlo.constant dense<1> : tensor<40000xi32>
  %x = stablehlo.constant dense<2> : tensor<13xi32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %k = stablehlo.add %l, %n : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<13xi32>, tensor<40000xi64>, tensor<40000xi32>) -> tensor<13xi32>
  check.expect_eq_const %r, dense<[2, 2, 5335, 2, 5335, 10669, 2, 2669, 2, 2, 5335, 2, 2]> : tensor<13xi32>
  func.return
}

// -----

func.func @count_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %u = stablehlo.constant dense<1.0> : tensor<40000xf32>
  %x = stablehlo.constant dense<2.0> : tensor<13xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.add %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13xf32>, tensor<40000xi64>, tensor<40000xf32>) -> tensor<13xf32>
  check.expect_eq_const %r, dense<[2.0, 2.0, 5335.0, 2.0, 5335.0, 10669.0, 2.0, 2669.0, 2.0, 2.0, 5335.0, 2.0, 2.0]> : tensor<13xf32>
  func.return
}

// -----

func.func @max_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %pp = stablehlo.reshape %q : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x3xi64>
  %cn = stablehlo.constant dense<120000> : tensor<40000x3xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000x3xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x3xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x3xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x3xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x3xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x3xi64>) -> tensor<40000x3xf32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xf32>
  %x = stablehlo.constant dense<-100.0> : tensor<13x3xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.maximum %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13x3xf32>, tensor<40000xi64>, tensor<40000x3xf32>) -> tensor<13x3xf32>
  check.expect_eq_const %r, dense<[[-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0]]> : tensor<13x3xf32>
  func.return
}

// -----

func.func @min_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xf32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xf32>
  %x = stablehlo.constant dense<100.0> : tensor<13xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.minimum %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13xf32>, tensor<40000xi64>, tensor<40000xf32>) -> tensor<13xf32>
  check.expect_eq_const %r, dense<[100.0, 100.0, 8.0, 100.0, 8.0, 8.0, 100.0, 8.0, 100.0, 100.0, 8.0, 100.0, 100.0]> : tensor<13xf32>
  func.return
}

// -----

func.func @max_bf16() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %pp = stablehlo.reshape %q : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x3xi64>
  %cn = stablehlo.constant dense<120000> : tensor<40000x3xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000x3xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x3xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x3xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x3xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x3xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x3xi64>) -> tensor<40000x3xbf16>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xbf16>
  %x = stablehlo.constant dense<-100.0> : tensor<13x3xbf16>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<bf16>, %n: tensor<bf16>):
    %k = stablehlo.maximum %l, %n : tensor<bf16>
    stablehlo.return %k : tensor<bf16>
  }) : (tensor<13x3xbf16>, tensor<40000xi64>, tensor<40000x3xbf16>) -> tensor<13x3xbf16>
  check.expect_eq_const %r, dense<[[-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0], [-8.0, -8.0, -8.0], [-100.0, -100.0, -100.0], [-100.0, -100.0, -100.0]]> : tensor<13x3xbf16>
  func.return
}

// -----

func.func @min_bf16() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xbf16>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xbf16>
  %x = stablehlo.constant dense<100.0> : tensor<13xbf16>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<bf16>, %n: tensor<bf16>):
    %k = stablehlo.minimum %l, %n : tensor<bf16>
    stablehlo.return %k : tensor<bf16>
  }) : (tensor<13xbf16>, tensor<40000xi64>, tensor<40000xbf16>) -> tensor<13xbf16>
  check.expect_eq_const %r, dense<[100.0, 100.0, 8.0, 100.0, 8.0, 8.0, 100.0, 8.0, 100.0, 100.0, 8.0, 100.0, 100.0]> : tensor<13xbf16>
  func.return
}

// -----

func.func @max_f16() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<9> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<680000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<680000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<680000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<680000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<680000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<680000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<680000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<680000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<680000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<680000xi64>
  %v = stablehlo.reshape %qf : (tensor<680000xi64>) -> tensor<40000x17xi64>
  %pp = stablehlo.reshape %q : (tensor<680000xi64>) -> tensor<40000x17xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x17xi64>
  %cn = stablehlo.constant dense<680000> : tensor<40000x17xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000x17xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x17xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x17xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x17xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x17xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x17xi64>) -> tensor<40000x17xf16>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x17xf16>
  %x = stablehlo.constant dense<-100.0> : tensor<7x17xf16>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f16>, %n: tensor<f16>):
    %k = stablehlo.maximum %l, %n : tensor<f16>
    stablehlo.return %k : tensor<f16>
  }) : (tensor<7x17xf16>, tensor<40000xi64>, tensor<40000x17xf16>) -> tensor<7x17xf16>
  check.expect_eq_const %r, dense<[[-100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0], [-8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0], [-8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0], [-100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0], [-100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0], [-8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0, -8.0], [-100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0, -100.0]]> : tensor<7x17xf16>
  func.return
}

// -----

func.func @min_f16() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xf16>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xf16>
  %x = stablehlo.constant dense<100.0> : tensor<13xf16>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f16>, %n: tensor<f16>):
    %k = stablehlo.minimum %l, %n : tensor<f16>
    stablehlo.return %k : tensor<f16>
  }) : (tensor<13xf16>, tensor<40000xi64>, tensor<40000xf16>) -> tensor<13xf16>
  check.expect_eq_const %r, dense<[100.0, 100.0, 8.0, 100.0, 8.0, 8.0, 100.0, 8.0, 100.0, 100.0, 8.0, 100.0, 100.0]> : tensor<13xf16>
  func.return
}

// -----

func.func @max_i8() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %pp = stablehlo.reshape %q : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x3xi64>
  %cn = stablehlo.constant dense<120000> : tensor<40000x3xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000x3xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x3xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x3xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x3xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x3xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x3xi64>) -> tensor<40000x3xi8>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xi8>
  %x = stablehlo.constant dense<-100> : tensor<13x3xi8>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i8>, %n: tensor<i8>):
    %k = stablehlo.maximum %l, %n : tensor<i8>
    stablehlo.return %k : tensor<i8>
  }) : (tensor<13x3xi8>, tensor<40000xi64>, tensor<40000x3xi8>) -> tensor<13x3xi8>
  check.expect_eq_const %r, dense<[[-100, -100, -100], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-8, -8, -8], [-8, -8, -8], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-100, -100, -100]]> : tensor<13x3xi8>
  func.return
}

// -----

func.func @min_i8() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xi8>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xi8>
  %x = stablehlo.constant dense<100> : tensor<13xi8>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i8>, %n: tensor<i8>):
    %k = stablehlo.minimum %l, %n : tensor<i8>
    stablehlo.return %k : tensor<i8>
  }) : (tensor<13xi8>, tensor<40000xi64>, tensor<40000xi8>) -> tensor<13xi8>
  check.expect_eq_const %r, dense<[100, 100, 8, 100, 8, 8, 100, 8, 100, 100, 8, 100, 100]> : tensor<13xi8>
  func.return
}

// -----

func.func @max_ui8() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %pp = stablehlo.reshape %q : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x3xi64>
  %cn = stablehlo.constant dense<120000> : tensor<40000x3xi64>
  %base = stablehlo.constant dense<60> : tensor<40000x3xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x3xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x3xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x3xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x3xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x3xi64>) -> tensor<40000x3xui8>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xui8>
  %x = stablehlo.constant dense<0> : tensor<13x3xui8>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<ui8>, %n: tensor<ui8>):
    %k = stablehlo.maximum %l, %n : tensor<ui8>
    stablehlo.return %k : tensor<ui8>
  }) : (tensor<13x3xui8>, tensor<40000xi64>, tensor<40000x3xui8>) -> tensor<13x3xui8>
  check.expect_eq_const %r, dense<[[0, 0, 0], [0, 0, 0], [72, 72, 72], [0, 0, 0], [72, 72, 72], [72, 72, 72], [0, 0, 0], [72, 72, 72], [0, 0, 0], [0, 0, 0], [72, 72, 72], [0, 0, 0], [0, 0, 0]]> : tensor<13x3xui8>
  func.return
}

// -----

func.func @min_ui8() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<60> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xui8>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xui8>
  %x = stablehlo.constant dense<100> : tensor<13xui8>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<ui8>, %n: tensor<ui8>):
    %k = stablehlo.minimum %l, %n : tensor<ui8>
    stablehlo.return %k : tensor<ui8>
  }) : (tensor<13xui8>, tensor<40000xi64>, tensor<40000xui8>) -> tensor<13xui8>
  check.expect_eq_const %r, dense<[100, 100, 48, 100, 48, 48, 100, 48, 100, 100, 48, 100, 100]> : tensor<13xui8>
  func.return
}

// -----

func.func @max_i32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<120000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<120000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<120000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<120000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<120000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<120000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<120000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<120000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<120000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<120000xi64>
  %v = stablehlo.reshape %qf : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %pp = stablehlo.reshape %q : (tensor<120000xi64>) -> tensor<40000x3xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000x3xi64>
  %cn = stablehlo.constant dense<120000> : tensor<40000x3xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000x3xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000x3xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000x3xi64>
  %moved = stablehlo.add %v, %base : tensor<40000x3xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000x3xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000x3xi64>) -> tensor<40000x3xi32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x3xi32>
  %x = stablehlo.constant dense<-100> : tensor<13x3xi32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %k = stablehlo.maximum %l, %n : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<13x3xi32>, tensor<40000xi64>, tensor<40000x3xi32>) -> tensor<13x3xi32>
  check.expect_eq_const %r, dense<[[-100, -100, -100], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-8, -8, -8], [-8, -8, -8], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-100, -100, -100], [-8, -8, -8], [-100, -100, -100], [-100, -100, -100]]> : tensor<13x3xi32>
  func.return
}

// -----

func.func @min_i32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.subtract %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xi32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xi32>
  %x = stablehlo.constant dense<100> : tensor<13xi32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %k = stablehlo.minimum %l, %n : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<13xi32>, tensor<40000xi64>, tensor<40000xi32>) -> tensor<13xi32>
  check.expect_eq_const %r, dense<[100, 100, 8, 100, 8, 8, 100, 8, 100, 100, 8, 100, 100]> : tensor<13xi32>
  func.return
}

// -----

func.func @max_nan() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xf32>
  %hole = stablehlo.constant dense<5> : tensor<40000xi64>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<40000xf32>
  %at = stablehlo.iota dim = 0 : tensor<40000xi64>
  %h = stablehlo.compare EQ, %at, %hole : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %u = stablehlo.select %h, %nan, %u0 : tensor<40000xi1>, tensor<40000xf32>
  %x = stablehlo.constant dense<-100.0> : tensor<13xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.maximum %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13xf32>, tensor<40000xi64>, tensor<40000xf32>) -> tensor<13xf32>
  check.expect_eq_const %r, dense<[-100.0, -100.0, -8.0, -100.0, -8.0, -8.0, -100.0, -8.0, -100.0, -100.0, -8.0, -100.0, -100.0]> : tensor<13xf32>
  func.return
}

// -----

func.func @max_nan_bf16() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %pp = stablehlo.reshape %q : (tensor<40000xi64>) -> tensor<40000xi64>
  %c8 = stablehlo.constant dense<8> : tensor<40000xi64>
  %cn = stablehlo.constant dense<40000> : tensor<40000xi64>
  %base = stablehlo.constant dense<-20> : tensor<40000xi64>
  %p8 = stablehlo.multiply %pp, %c8 : tensor<40000xi64>
  %part = stablehlo.divide %p8, %cn : tensor<40000xi64>
  %moved = stablehlo.add %v, %base : tensor<40000xi64>
  %w2 = stablehlo.add %moved, %part : tensor<40000xi64>
  %u0 = stablehlo.convert %w2 : (tensor<40000xi64>) -> tensor<40000xbf16>
  %hole = stablehlo.constant dense<5> : tensor<40000xi64>
  %nan = stablehlo.constant dense<0x7FC0> : tensor<40000xbf16>
  %at = stablehlo.iota dim = 0 : tensor<40000xi64>
  %h = stablehlo.compare EQ, %at, %hole : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %u = stablehlo.select %h, %nan, %u0 : tensor<40000xi1>, tensor<40000xbf16>
  %x = stablehlo.constant dense<-100.0> : tensor<13xbf16>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<bf16>, %n: tensor<bf16>):
    %k = stablehlo.maximum %l, %n : tensor<bf16>
    stablehlo.return %k : tensor<bf16>
  }) : (tensor<13xbf16>, tensor<40000xi64>, tensor<40000xbf16>) -> tensor<13xbf16>
  check.expect_eq_const %r, dense<[-100.0, -100.0, -8.0, -100.0, -8.0, -8.0, -100.0, -8.0, -100.0, -100.0, -8.0, -100.0, -100.0]> : tensor<13xbf16>
  func.return
}

// -----

func.func @product_f32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %z = stablehlo.constant dense<0> : tensor<40000xi64>
  %g1 = stablehlo.constant dense<1> : tensor<40000xi64>
  %g2 = stablehlo.constant dense<-1> : tensor<40000xi64>
  %lt = stablehlo.compare LT, %v, %z : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %w = stablehlo.select %lt, %g2, %g1 : tensor<40000xi1>, tensor<40000xi64>
  %u0 = stablehlo.convert %w : (tensor<40000xi64>) -> tensor<40000xf32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000xf32>
  %x = stablehlo.constant dense<1.0> : tensor<13xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    %k = stablehlo.multiply %l, %n : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }) : (tensor<13xf32>, tensor<40000xi64>, tensor<40000xf32>) -> tensor<13xf32>
  check.expect_eq_const %r, dense<[1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<13xf32>
  func.return
}

// -----

func.func @product_i32() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<160000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<160000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<160000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<160000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<160000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<160000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<160000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<160000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<160000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<160000xi64>
  %v = stablehlo.reshape %qf : (tensor<160000xi64>) -> tensor<40000x4xi64>
  %z = stablehlo.constant dense<0> : tensor<40000x4xi64>
  %g1 = stablehlo.constant dense<1> : tensor<40000x4xi64>
  %g2 = stablehlo.constant dense<-1> : tensor<40000x4xi64>
  %lt = stablehlo.compare LT, %v, %z : (tensor<40000x4xi64>, tensor<40000x4xi64>) -> tensor<40000x4xi1>
  %w = stablehlo.select %lt, %g2, %g1 : tensor<40000x4xi1>, tensor<40000x4xi64>
  %u0 = stablehlo.convert %w : (tensor<40000x4xi64>) -> tensor<40000x4xi32>
  %u = stablehlo.optimization_barrier %u0 : tensor<40000x4xi32>
  %x = stablehlo.constant dense<1> : tensor<13x4xi32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i32>, %n: tensor<i32>):
    %k = stablehlo.multiply %l, %n : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<13x4xi32>, tensor<40000xi64>, tensor<40000x4xi32>) -> tensor<13x4xi32>
  check.expect_eq_const %r, dense<[[1, 1, 1, 1], [1, 1, 1, 1], [-1, -1, -1, 1], [1, 1, 1, 1], [-1, 1, -1, -1], [1, -1, 1, -1], [1, 1, 1, 1], [1, -1, 1, -1], [1, 1, 1, 1], [1, 1, 1, 1], [1, -1, 1, -1], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<13x4xi32>
  func.return
}

// -----

func.func @any() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %g4 = stablehlo.constant dense<5> : tensor<40000xi64>
  %u = stablehlo.compare EQ, %v, %g4 : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %x = stablehlo.constant dense<false> : tensor<13xi1>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i1>, %n: tensor<i1>):
    %k = stablehlo.or %l, %n : tensor<i1>
    stablehlo.return %k : tensor<i1>
  }) : (tensor<13xi1>, tensor<40000xi64>, tensor<40000xi1>) -> tensor<13xi1>
  check.expect_eq_const %r, dense<[false, false, true, false, true, true, false, true, false, false, true, false, false]> : tensor<13xi1>
  func.return
}

// -----

func.func @all() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %g4 = stablehlo.constant dense<-5> : tensor<40000xi64>
  %u = stablehlo.compare NE, %v, %g4 : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %x = stablehlo.constant dense<true> : tensor<13xi1>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i1>, %n: tensor<i1>):
    %k = stablehlo.and %l, %n : tensor<i1>
    stablehlo.return %k : tensor<i1>
  }) : (tensor<13xi1>, tensor<40000xi64>, tensor<40000xi1>) -> tensor<13xi1>
  check.expect_eq_const %r, dense<[true, true, false, true, false, false, true, false, true, true, false, true, true]> : tensor<13xi1>
  func.return
}

// -----

func.func @odd() {
  %p = stablehlo.iota dim = 0 : tensor<40000xi64>
  %c7 = stablehlo.constant dense<7> : tensor<40000xi64>
  %c31 = stablehlo.constant dense<31> : tensor<40000xi64>
  %m = stablehlo.constant dense<15> : tensor<40000xi64>
  %one = stablehlo.constant dense<1> : tensor<40000xi64>
  %a = stablehlo.multiply %p, %p : tensor<40000xi64>
  %b = stablehlo.multiply %a, %c7 : tensor<40000xi64>
  %d = stablehlo.multiply %p, %c31 : tensor<40000xi64>
  %e = stablehlo.add %b, %d : tensor<40000xi64>
  %f = stablehlo.remainder %e, %m : tensor<40000xi64>
  %idx = stablehlo.subtract %f, %one : tensor<40000xi64>
  %q = stablehlo.iota dim = 0 : tensor<40000xi64>
  %k5 = stablehlo.constant dense<5> : tensor<40000xi64>
  %k3 = stablehlo.constant dense<3> : tensor<40000xi64>
  %k11 = stablehlo.constant dense<11> : tensor<40000xi64>
  %qa = stablehlo.multiply %q, %q : tensor<40000xi64>
  %qb = stablehlo.multiply %qa, %k5 : tensor<40000xi64>
  %qc = stablehlo.multiply %q, %k3 : tensor<40000xi64>
  %qd = stablehlo.add %qb, %qc : tensor<40000xi64>
  %qe = stablehlo.remainder %qd, %k11 : tensor<40000xi64>
  %qf = stablehlo.subtract %qe, %k5 : tensor<40000xi64>
  %v = stablehlo.reshape %qf : (tensor<40000xi64>) -> tensor<40000xi64>
  %g4 = stablehlo.constant dense<0> : tensor<40000xi64>
  %u = stablehlo.compare GT, %v, %g4 : (tensor<40000xi64>, tensor<40000xi64>) -> tensor<40000xi1>
  %x = stablehlo.constant dense<true> : tensor<13xi1>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<i1>, %n: tensor<i1>):
    %k = stablehlo.xor %l, %n : tensor<i1>
    stablehlo.return %k : tensor<i1>
  }) : (tensor<13xi1>, tensor<40000xi64>, tensor<40000xi1>) -> tensor<13xi1>
  check.expect_eq_const %r, dense<[true, true, true, true, true, false, true, true, true, true, false, true, true]> : tensor<13xi1>
  func.return
}

// -----

func.func @never_twice() {
  %p = stablehlo.iota dim = 0 : tensor<20011xi64>
  %c7 = stablehlo.constant dense<7> : tensor<20011xi64>
  %m = stablehlo.constant dense<20011> : tensor<20011xi64>
  %a = stablehlo.multiply %p, %c7 : tensor<20011xi64>
  %idx = stablehlo.remainder %a, %m : tensor<20011xi64>
  %q = stablehlo.iota dim = 0 : tensor<20011xf32>
  %u = stablehlo.reshape %q : (tensor<20011xf32>) -> tensor<20011xf32>
  %x = stablehlo.constant dense<-1.0> : tensor<20011xf32>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    stablehlo.return %n : tensor<f32>
  }) : (tensor<20011xf32>, tensor<20011xi64>, tensor<20011xf32>) -> tensor<20011xf32>
  %s = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f32>, %n: tensor<f32>):
    stablehlo.return %n : tensor<f32>
  }) : (tensor<20011xf32>, tensor<20011xi64>, tensor<20011xf32>) -> tensor<20011xf32>
  %same = stablehlo.compare EQ, %r, %s : (tensor<20011xf32>, tensor<20011xf32>) -> tensor<20011xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0] : (tensor<20011xi1>, tensor<i1>) -> tensor<i1>
  %big = stablehlo.constant dense<1.0e9> : tensor<f32>
  %least = stablehlo.reduce(%r init: %big) applies stablehlo.minimum across dimensions = [0] : (tensor<20011xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %all, dense<true> : tensor<i1>
  check.expect_eq_const %least, dense<0.0> : tensor<f32>
  func.return
}

// -----

func.func @rows_never_twice() {
  %p = stablehlo.iota dim = 0 : tensor<20011xi64>
  %c7 = stablehlo.constant dense<7> : tensor<20011xi64>
  %m = stablehlo.constant dense<20011> : tensor<20011xi64>
  %a = stablehlo.multiply %p, %c7 : tensor<20011xi64>
  %idx = stablehlo.remainder %a, %m : tensor<20011xi64>
  %q = stablehlo.iota dim = 0 : tensor<60033xf64>
  %u = stablehlo.reshape %q : (tensor<60033xf64>) -> tensor<20011x3xf64>
  %x = stablehlo.constant dense<-1.0> : tensor<20011x3xf64>
  %r = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%l: tensor<f64>, %n: tensor<f64>):
    stablehlo.return %n : tensor<f64>
  }) : (tensor<20011x3xf64>, tensor<20011xi64>, tensor<20011x3xf64>) -> tensor<20011x3xf64>
  %s = "stablehlo.scatter"(%x, %idx, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%l: tensor<f64>, %n: tensor<f64>):
    stablehlo.return %n : tensor<f64>
  }) : (tensor<20011x3xf64>, tensor<20011xi64>, tensor<20011x3xf64>) -> tensor<20011x3xf64>
  %same = stablehlo.compare EQ, %r, %s : (tensor<20011x3xf64>, tensor<20011x3xf64>) -> tensor<20011x3xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%same init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<20011x3xi1>, tensor<i1>) -> tensor<i1>
  %big = stablehlo.constant dense<1.0e9> : tensor<f64>
  %least = stablehlo.reduce(%r init: %big) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<20011x3xf64>, tensor<f64>) -> tensor<f64>
  check.expect_eq_const %all, dense<true> : tensor<i1>
  check.expect_eq_const %least, dense<0.0> : tensor<f64>
  func.return
}
