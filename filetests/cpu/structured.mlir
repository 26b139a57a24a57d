// Reductions, windows, products, gather and scatter, sort, random bits, control flow.

func.func @reduce_two_values() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 7.0], [2.0, 9.0, 9.0]]> : tensor<2x3xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %m:2 = stablehlo.reduce(%x init: %lowest), (%i init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
      %g = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %g, %a, %c : tensor<i1>, tensor<f32>
      %w = stablehlo.select %g, %b, %d : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
  check.expect_eq_const %m#0, dense<[7.0, 9.0]> : tensor<2xf32>
  check.expect_eq_const %m#1, dense<[2, 1]> : tensor<2xi32>
  func.return
}

// -----

func.func @window_with_dilation() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 3>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[0, 1, 2, 3]> : tensor<4xi32>
  func.return
}

// -----

// What is not associative is folded in order from the initial value; gaps hold that too.
func.func @window_that_subtracts() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[-1.0, 0.0, -2.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @products() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %y = stablehlo.constant dense<[[100, 0], [1, 100]]> : tensor<2x2xi8>
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  check.expect_eq_const %p, dense<[[102, 200], [304, 400]]> : tensor<2x2xi32>
  %f = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %c = stablehlo.convolution(%f, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %c, dense<[[[20.0], [42.0]]]> : tensor<1x2x1xf32>
  func.return
}

// -----

// Windows outside are clamped when gathered, skipped when scattered.
func.func @gather_and_scatter() {
  %x = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf16>
  %i = stablehlo.constant dense<[[2], [0], [7], [-1], [0]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : tensor<5xf16>
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xf16>, tensor<5x1xi32>) -> tensor<5xf16>
  check.expect_eq_const %g, dense<[30.0, 10.0, 30.0, 10.0, 10.0]> : tensor<5xf16>
  %s = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      %t = stablehlo.add %a, %b : tensor<f16>
      stablehlo.return %t : tensor<f16>
  }) : (tensor<3xf16>, tensor<5x1xi32>, tensor<5xf16>) -> tensor<3xf16>
  check.expect_eq_const %s, dense<[28.0, 20.0, 31.0]> : tensor<3xf16>
  func.return
}

// -----

// Equal keys keep their order.
func.func @stable_sort() {
  %k = stablehlo.constant dense<[[3, 1, 3, 2, 1]]> : tensor<1x5xui8>
  %v = stablehlo.iota dim = 1 : tensor<1x5xi64>
  %s:2 = "stablehlo.sort"(%k, %v) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %c: tensor<i64>, %d: tensor<i64>):
      %l = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
  }) : (tensor<1x5xui8>, tensor<1x5xi64>) -> (tensor<1x5xui8>, tensor<1x5xi64>)
  check.expect_eq_const %s#0, dense<[[1, 1, 2, 3, 3]]> : tensor<1x5xui8>
  check.expect_eq_const %s#1, dense<[[1, 4, 3, 0, 2]]> : tensor<1x5xi64>
  func.return
}

// -----

func.func @random_bits() {
  %s = stablehlo.constant dense<[8589934593, 17179869187]> : tensor<2xui64>
  %n, %b = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %b, dense<[512747620, 1298009047, 1267190206, 761827841, 1383286907]> : tensor<5xui32>
  check.expect_eq_const %n, dense<[8589934593, 17179869189]> : tensor<2xui64>
  func.return
}

// -----

func.func @control() {
  %n = stablehlo.constant dense<10> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %zero) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.add %a, %j : tensor<i32>
      stablehlo.return %j, %b : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %r#1, dense<55> : tensor<i32>
  // A branch index outside the list takes the last.
  %k = "stablehlo.case"(%r#1) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    stablehlo.return %n : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %k, dense<10> : tensor<i32>
  func.return
}

// -----
// A choice of one: every index takes it, and what it returns is its own.
func.func @main() {
  %index = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = "stablehlo.case"(%index) ({
    %1 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<5xf32>
    stablehlo.return %1 : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  check.expect_eq_const %0, dense<3.0> : tensor<5xf32>
  return
}

// -----

// Random bits of every width, as jaxlib has them: narrow types have the low bits of a word, floats are patterns.
func.func @random_bits_of_all_widths() {
  %s = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
  %n, %i4 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xi4>)
  check.expect_eq_const %n, dense<[7, 12]> : tensor<2xui64>
  check.expect_eq_const %i4, dense<[2, 4, -4, -3, 3]> : tensor<5xi4>
  %n2, %u2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui2>)
  check.expect_eq_const %u2, dense<[2, 0, 3, 2, 1]> : tensor<5xui2>
  %n3, %f = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xf32>)
  %w = stablehlo.bitcast_convert %f : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %w, dense<[2624491802, 3865826212, 2369117307, 3756717838, 1745368373]> : tensor<5xui32>
  %n4, %h = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xbf16>)
  %v = stablehlo.bitcast_convert %h : (tensor<5xbf16>) -> tensor<5xui16>
  check.expect_eq_const %v, dense<[62162, 6964, 47340, 15661, 21155]> : tensor<5xui16>
  func.return
}

// -----

// Of several NaNs the first stays, whatever its index.
func.func @index_of_the_first_nan() {
  %x = stablehlo.constant dense<[[1.0, 0x7FC00000, 2.0, 0x7FC00000, 0.0], [5.0, 4.0, 3.0, 4.0, 5.0]]> : tensor<2x5xf32>
  %j = stablehlo.constant dense<[[9, 8, 7, 6, 5], [9, 8, 7, 6, 5]]> : tensor<2x5xi32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %inf), (%j init: %none) across dimensions = [1] : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %k: tensor<i32>)  {
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %first = stablehlo.or %less, %nan : tensor<i1>
      %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %earlier = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %same, %earlier : tensor<i1>
      %keep = stablehlo.or %first, %tie : tensor<i1>
      %v = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
      %w = stablehlo.select %keep, %i, %k : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
  check.expect_eq_const %r#1, dense<[8, 7]> : tensor<2xi32>
  func.return
}

// -----

// Slices of size 0 along dropped dimensions leave nothing to read: zeros, as XLA gives.
func.func @gather_nothing() {
  %i = stablehlo.constant dense<[[0], [1], [7]]> : tensor<3x1xi32>
  %none = stablehlo.constant dense<> : tensor<0x2xf32>
  %0 = "stablehlo.gather"(%none, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 2>}> : (tensor<0x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<3x2xf32>
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 2>}> : (tensor<2x2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<0> : tensor<3x2xi32>
  %j = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 0, 2>}> : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<0> : tensor<2xi32>
  func.return
}

// -----

// Sums of integer products as floats: the factors are converted first, so that 4 times 100 times 100 is a number, and 257 as
// bf16 is 256. Scalars, nothing to sum, batches and ragged groups too.
func.func @integer_products_as_floats() {
  %a = stablehlo.constant dense<[[100, -100, 100, 100], [1, 2, 3, -4]]> : tensor<2x4xi8>
  %b = stablehlo.constant dense<[[100, 1], [-100, 1], [100, 1], [100, 2]]> : tensor<4x2xi8>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xi8>, tensor<4x2xi8>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[40000.0, 300.0], [-200.0, -2.0]]> : tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x4xi8>, tensor<2x4xi8>) -> tensor<2xf64>
  check.expect_eq_const %1, dense<[40000.0, 30.0]> : tensor<2xf64>
  %2 = "stablehlo.dot"(%a, %b) : (tensor<2x4xi8>, tensor<4x2xi8>) -> tensor<2x2xf16>
  check.expect_eq_const %2, dense<[[40000.0, 300.0], [-200.0, -2.0]]> : tensor<2x2xf16>
  %c = stablehlo.constant dense<257> : tensor<ui16>
  %d = stablehlo.constant dense<1> : tensor<ui16>
  %3 = stablehlo.dot_general %c, %d, contracting_dims = [] x [] : (tensor<ui16>, tensor<ui16>) -> tensor<bf16>
  check.expect_eq_const %3, dense<256.0> : tensor<bf16>
  %none = stablehlo.constant dense<> : tensor<2x0xi8>
  %4 = stablehlo.dot_general %none, %none, contracting_dims = [1] x [1] : (tensor<2x0xi8>, tensor<2x0xi8>) -> tensor<2x2xf32>
  check.expect_eq_const %4, dense<0.0> : tensor<2x2xf32>
  %w = stablehlo.constant dense<[[[1], [1], [1], [1]], [[100], [100], [100], [100]]]> : tensor<2x4x1xi8>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %5 = "chlo.ragged_dot"(%a, %w, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<2x4xi8>, tensor<2x4x1xi8>, tensor<2xi32>) -> tensor<2x1xf32>
  check.expect_eq_const %5, dense<[[200.0], [200.0]]> : tensor<2x1xf32>
  func.return
}
