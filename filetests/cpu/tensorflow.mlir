// What TensorFlow writes that others do not: calls that give a tuple, decompositions of XLA by name, and two ops of MHLO. Expected
// values are LAPACK's and the C library's.

func.func @eigenvalues_lower() {
  %a = stablehlo.constant dense<[[2.0, 77.0, 77.0, 77.0], [-1.0, 5.0, 77.0, 77.0], [0.0, 1.0, 4.0, 77.0], [3.0, 0.0, 2.0, 9.0]]> : tensor<4x4xf64>
  %whole = stablehlo.constant dense<[[2.0, -1.0, 0.0, 3.0], [-1.0, 5.0, 1.0, 0.0], [0.0, 1.0, 4.0, 2.0], [3.0, 0.0, 2.0, 9.0]]> : tensor<4x4xf64>
  %t = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6", xla_shape = "(f64[4,4]{1,0}, f64[4]{0})"} : (tensor<4x4xf64>) -> tuple<tensor<4x4xf64>, tensor<4xf64>>
  %v = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4x4xf64>, tensor<4xf64>>) -> tensor<4x4xf64>
  %w = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4x4xf64>, tensor<4xf64>>) -> tensor<4xf64>
  %av = stablehlo.dot %whole, %v : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf64>) -> tensor<4x4xf64>
  %vw = stablehlo.multiply %v, %ws : tensor<4x4xf64>
  %r = stablehlo.subtract %av, %vw : tensor<4x4xf64>
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf64>
  %s = stablehlo.add %r, %one : tensor<4x4xf64>
  check.expect_almost_eq_const %w, dense<[0.6108644970770408, 2.9414138989959304, 5.804030657009082, 10.64369094691795]> : tensor<4xf64>
  check.expect_almost_eq_const %s, dense<1.0> : tensor<4x4xf64>
  func.return
}

// -----

func.func @eigenvalues_upper() {
  %a = stablehlo.constant dense<[[2.0, -1.0, 0.0, 3.0], [77.0, 5.0, 1.0, 0.0], [77.0, 77.0, 4.0, 2.0], [77.0, 77.0, 77.0, 9.0]]> : tensor<4x4xf64>
  %whole = stablehlo.constant dense<[[2.0, -1.0, 0.0, 3.0], [-1.0, 5.0, 1.0, 0.0], [0.0, 1.0, 4.0, 2.0], [3.0, 0.0, 2.0, 9.0]]> : tensor<4x4xf64>
  %t = stablehlo.custom_call @Eigh(%a) {backend_config = "0,1,100,1e-6", xla_shape = "(f64[4,4]{1,0}, f64[4]{0})"} : (tensor<4x4xf64>) -> tuple<tensor<4x4xf64>, tensor<4xf64>>
  %v = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4x4xf64>, tensor<4xf64>>) -> tensor<4x4xf64>
  %w = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4x4xf64>, tensor<4xf64>>) -> tensor<4xf64>
  %av = stablehlo.dot %whole, %v : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %ws = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf64>) -> tensor<4x4xf64>
  %vw = stablehlo.multiply %v, %ws : tensor<4x4xf64>
  %r = stablehlo.subtract %av, %vw : tensor<4x4xf64>
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf64>
  %s = stablehlo.add %r, %one : tensor<4x4xf64>
  check.expect_almost_eq_const %w, dense<[0.6108644970770408, 2.9414138989959304, 5.804030657009082, 10.64369094691795]> : tensor<4xf64>
  check.expect_almost_eq_const %s, dense<1.0> : tensor<4x4xf64>
  func.return
}

// -----

func.func @factors() {
  %a = stablehlo.constant dense<[[[4.0, 1.0], [2.0, 3.0], [0.0, 5.0]], [[1.0, -2.0], [7.0, 0.5], [3.0, 3.0]]]> : tensor<2x3x2xf32>
  %t = stablehlo.custom_call @Qr(%a) {backend_config = "", xla_shape = "(f32[2,3,2]{2,1,0}, f32[2,2]{1,0})"} : (tensor<2x3x2xf32>) -> tuple<tensor<2x3x2xf32>, tensor<2x2xf32>>
  %f = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2x3x2xf32>, tensor<2x2xf32>>) -> tensor<2x3x2xf32>
  %tau = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x3x2xf32>, tensor<2x2xf32>>) -> tensor<2x2xf32>
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%f, %tau) : (tensor<2x3x2xf32>, tensor<2x2xf32>) -> tensor<2x3x2xf32>
  %g = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %top = stablehlo.slice %f [0:2, 0:2, 0:2] : (tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x2x2xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x2x2xi32>
  %upper = stablehlo.compare LE, %i, %j : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x2x2xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<2x2x2xf32>
  %abs = stablehlo.abs %top : tensor<2x2x2xf32>
  %r = stablehlo.select %upper, %abs, %zero : tensor<2x2x2xi1>, tensor<2x2x2xf32>
  check.expect_almost_eq_const %r, dense<[[[4.47213595499958, 2.2360679774997894], [0.0, 5.47722557505166]], [[7.681145747868609, 1.3669835652986504], [0.0, 3.3736265252993536]]]> : tensor<2x2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x2x2xf32>
  %h = stablehlo.add %g, %one : tensor<2x2x2xf32>
  check.expect_almost_eq_const %h, dense<[[[2.0, 1.0], [1.0, 2.0]], [[2.0, 1.0], [1.0, 2.0]]]> : tensor<2x2x2xf32>
  func.return
}

// -----

func.func @ops_of_mhlo() {
  %x = stablehlo.constant dense<[-2.5, -0.0, 0.3, 1.0, 0x7F800000]> : tensor<5xf32>
  %y = mhlo.copy %x : tensor<5xf32>
  check.expect_eq_const %y, dense<[-2.5, -0.0, 0.3, 1.0, 0x7F800000]> : tensor<5xf32>
  %z = mhlo.erf %y : tensor<5xf32>
  check.expect_almost_eq_const %z, dense<[-0.999593047982555, -0.0, 0.32862677175271543, 0.8427007929497149, 1.0]> : tensor<5xf32>
  %b = stablehlo.constant dense<true> : tensor<i1>
  %c = "mhlo.copy"(%b) : (tensor<i1>) -> tensor<i1>
  check.expect_eq_const %c, dense<true> : tensor<i1>
  %none = stablehlo.constant dense<> : tensor<0x3xi8>
  %n = mhlo.copy %none : tensor<0x3xi8>
  check.expect_eq_const %n, dense<> : tensor<0x3xi8>
  func.return
}
