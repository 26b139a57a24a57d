// Loops over points that read what they do not write: tables, rows, coordinates. The values are those of XLA.

// A binary search: one element of a table a step and point.
func.func @search() {
  %arg0 = stablehlo.constant dense<[-1.998000026E+00, -1.988000035E+00, -1.355000019E+00, -1.108999968E+00, -1.101999998E+00, 3.299999982E-02, 4.399999976E-02, 2.249999940E-01, 2.720000148E-01, 7.170000076E-01, 1.169999957E+00]> : tensor<11xf32>
  %arg1 = stablehlo.constant dense<[-8.019999862E-01, -1.324000001E+00, -2.479999959E-01, 0x7FC00000, 1.136000037E+00, 1.099999994E-01, -5.529999733E-01, -7.850000262E-01, 7.490000129E-01, 1.634999990E+00, 2.730000019E-01, -1.233000040E+00, -9.580000043E-01, 1.600000024E+00, 2.029999942E-01, -1.731999993E+00, -8.399999887E-02, -1.162999988E+00, -6.290000081E-01, -4.880000055E-01, 0x7F800000, 5.529999733E-01, -6.300000101E-02, -5.889999866E-01, 4.099999964E-01, 8.299999833E-01, -1.643000007E+00, -2.569999993E-01, -9.810000062E-01, -1.729999930E-01, -1.289000034E+00, 2.099999972E-02, -3.799999878E-02, -3.039999902E-01, -1.047999978E+00, -3.959999979E-01, -1.090999961E+00]> : tensor<37xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<37xi32>
  %c_0 = stablehlo.constant dense<11> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xi32>, tensor<37xi32>
  cond {
    %c_6 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.subtract %iterArg_5, %iterArg_4 : tensor<37xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %5 = stablehlo.shift_right_logical %3, %4 : tensor<37xi32>
    %6 = stablehlo.add %iterArg_4, %5 : tensor<37xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %8 = "stablehlo.gather"(%iterArg, %7) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<11xf32>, tensor<37x1xi32>) -> tensor<37xf32>
    %9 = stablehlo.compare LT, %8, %iterArg_2, FLOAT : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %10 = stablehlo.select %9, %6, %iterArg_4 : tensor<37xi1>, tensor<37xi32>
    %11 = stablehlo.select %9, %iterArg_5, %6 : tensor<37xi1>, tensor<37xi32>
    %c_7 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_7 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_2, %12, %10, %11 : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xi32>, tensor<37xi32>
  }
  check.expect_eq_const %2#4, dense<[5, 3, 5, 0, 10, 7, 5, 5, 10, 11, 9, 3, 5, 11, 7, 2, 5, 3, 5, 5, 11, 9, 5, 5, 9, 10, 2, 5, 5, 5, 3, 5, 5, 5, 5, 5, 5]> : tensor<37xi32>
  func.return
}

// -----

// Places of 64 bits.
func.func @search_i64() {
  %arg0 = stablehlo.constant dense<[-1.998000026E+00, -1.988000035E+00, -1.355000019E+00, -1.108999968E+00, -1.101999998E+00, 3.299999982E-02, 4.399999976E-02, 2.249999940E-01, 2.720000148E-01, 7.170000076E-01, 1.169999957E+00]> : tensor<11xf32>
  %arg1 = stablehlo.constant dense<[-8.019999862E-01, -1.324000001E+00, -2.479999959E-01, 0x7FC00000, 1.136000037E+00, 1.099999994E-01, -5.529999733E-01, -7.850000262E-01, 7.490000129E-01, 1.634999990E+00, 2.730000019E-01, -1.233000040E+00, -9.580000043E-01, 1.600000024E+00, 2.029999942E-01, -1.731999993E+00, -8.399999887E-02, -1.162999988E+00, -6.290000081E-01, -4.880000055E-01, 0x7F800000, 5.529999733E-01, -6.300000101E-02, -5.889999866E-01, 4.099999964E-01, 8.299999833E-01, -1.643000007E+00, -2.569999993E-01, -9.810000062E-01, -1.729999930E-01, -1.289000034E+00, 2.099999972E-02, -3.799999878E-02, -3.039999902E-01, -1.047999978E+00, -3.959999979E-01, -1.090999961E+00]> : tensor<37xf32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<37xi64>
  %c_0 = stablehlo.constant dense<11> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<37xi64>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xi64>, tensor<37xi64>
  cond {
    %c_6 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.subtract %iterArg_5, %iterArg_4 : tensor<37xi64>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<37xi64>
    %5 = stablehlo.shift_right_logical %3, %4 : tensor<37xi64>
    %6 = stablehlo.add %iterArg_4, %5 : tensor<37xi64>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<37xi64>) -> tensor<37x1xi64>
    %8 = "stablehlo.gather"(%iterArg, %7) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<11xf32>, tensor<37x1xi64>) -> tensor<37xf32>
    %9 = stablehlo.compare LT, %8, %iterArg_2, FLOAT : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %10 = stablehlo.select %9, %6, %iterArg_4 : tensor<37xi1>, tensor<37xi64>
    %11 = stablehlo.select %9, %iterArg_5, %6 : tensor<37xi1>, tensor<37xi64>
    %c_7 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_7 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_2, %12, %10, %11 : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xi64>, tensor<37xi64>
  }
  check.expect_eq_const %2#4, dense<[5, 3, 5, 0, 10, 7, 5, 5, 10, 11, 9, 3, 5, 11, 7, 2, 5, 3, 5, 5, 11, 9, 5, 5, 9, 10, 2, 5, 5, 5, 3, 5, 5, 5, 5, 5, 5]> : tensor<37xi64>
  func.return
}

// -----

// Places of 8 bits.
func.func @search_u8() {
  %arg0 = stablehlo.constant dense<[-1.998000026E+00, -1.988000035E+00, -1.355000019E+00, -1.108999968E+00, -1.101999998E+00, 3.299999982E-02, 4.399999976E-02, 2.249999940E-01, 2.720000148E-01, 7.170000076E-01, 1.169999957E+00]> : tensor<11xf32>
  %arg1 = stablehlo.constant dense<[-8.019999862E-01, -1.324000001E+00, -2.479999959E-01, 0x7FC00000, 1.136000037E+00, 1.099999994E-01, -5.529999733E-01, -7.850000262E-01, 7.490000129E-01, 1.634999990E+00, 2.730000019E-01, -1.233000040E+00, -9.580000043E-01, 1.600000024E+00, 2.029999942E-01, -1.731999993E+00, -8.399999887E-02, -1.162999988E+00, -6.290000081E-01, -4.880000055E-01, 0x7F800000, 5.529999733E-01, -6.300000101E-02, -5.889999866E-01, 4.099999964E-01, 8.299999833E-01, -1.643000007E+00, -2.569999993E-01, -9.810000062E-01, -1.729999930E-01, -1.289000034E+00, 2.099999972E-02, -3.799999878E-02, -3.039999902E-01, -1.047999978E+00, -3.959999979E-01, -1.090999961E+00]> : tensor<37xf32>
  %c = stablehlo.constant dense<0> : tensor<ui8>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<37xui8>
  %c_0 = stablehlo.constant dense<11> : tensor<ui8>
  %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui8>) -> tensor<37xui8>
  %c_1 = stablehlo.constant dense<0> : tensor<i64>
  %2:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %0, %iterArg_5 = %1) : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xui8>, tensor<37xui8>
  cond {
    %c_6 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.subtract %iterArg_5, %iterArg_4 : tensor<37xui8>
    %c_6 = stablehlo.constant dense<1> : tensor<ui8>
    %4 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui8>) -> tensor<37xui8>
    %5 = stablehlo.shift_right_logical %3, %4 : tensor<37xui8>
    %6 = stablehlo.add %iterArg_4, %5 : tensor<37xui8>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<37xui8>) -> tensor<37x1xui8>
    %8 = "stablehlo.gather"(%iterArg, %7) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<11xf32>, tensor<37x1xui8>) -> tensor<37xf32>
    %9 = stablehlo.compare LT, %8, %iterArg_2, FLOAT : (tensor<37xf32>, tensor<37xf32>) -> tensor<37xi1>
    %10 = stablehlo.select %9, %6, %iterArg_4 : tensor<37xi1>, tensor<37xui8>
    %11 = stablehlo.select %9, %iterArg_5, %6 : tensor<37xi1>, tensor<37xui8>
    %c_7 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_3, %c_7 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_2, %12, %10, %11 : tensor<11xf32>, tensor<37xf32>, tensor<i64>, tensor<37xui8>, tensor<37xui8>
  }
  check.expect_eq_const %2#4, dense<[5, 3, 5, 0, 10, 7, 5, 5, 10, 11, 9, 3, 5, 11, 7, 2, 5, 3, 5, 5, 11, 9, 5, 5, 9, 10, 2, 5, 5, 5, 3, 5, 5, 5, 5, 5, 5]> : tensor<37xui8>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_bf16() {
  %arg0 = stablehlo.constant dense<[2.000000000E+00, 7.000000000E+00, -2.000000000E+00, -3.000000000E+00, 4.000000000E+00, -7.000000000E+00, -5.000000000E+00, -5.000000000E+00, -2.000000000E+00]> : tensor<9xbf16>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xbf16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xbf16>, tensor<37x1xi32>) -> tensor<37xbf16>
    %6 = stablehlo.convert %5 : (tensor<37xbf16>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xbf16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[18476, -35172, -13302, 29411, 29130, -30069, 22850, 22850, -3096, -9657, 33643, 32914, 11915, -7470, -20592, 29411, -16947, 1567, 11915, -18405, -13302, 16289, -22050, 11915, 31598, 13231, 8128, -2367, 35691, -19863, -10386, 8128, 9728, -28611, -24237, 16008, 22850]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_f16() {
  %arg0 = stablehlo.constant dense<[-5.000000000E+00, 4.000000000E+00, 5.000000000E+00, -2.000000000E+00, -7.000000000E+00, 3.000000000E+00, -6.000000000E+00, 2.000000000E+00, -5.000000000E+00]> : tensor<9xf16>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xf16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf16>, tensor<37x1xi32>) -> tensor<37xf16>
    %6 = stablehlo.convert %5 : (tensor<37xf16>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xf16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[17741, -37720, -15850, 31727, 27704, -32617, 25166, 25166, -5644, -12205, 34265, 30620, 11180, -10018, -23140, 31727, -19495, 3740, 11180, -20953, -15850, 15554, -24598, 11180, 30863, 10937, 10301, -4915, 34265, -22411, -12934, 10301, 8993, -31159, -26785, 14582, 25166]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_f8() {
  %arg0 = stablehlo.constant dense<[7.000000000E+00, 3.000000000E+00, 7.000000000E+00, 2.000000000E+00, 3.000000000E+00, -2.000000000E+00, 5.000000000E+00, -6.000000000E+00, -5.000000000E+00]> : tensor<9xf8E4M3FN>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xf8E4M3FN>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf8E4M3FN>, tensor<37x1xi32>) -> tensor<37xf8E4M3FN>
    %6 = stablehlo.convert %5 : (tensor<37xf8E4M3FN>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xf8E4M3FN>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[17828, -33352, -11482, 30223, 28036, -28249, 23662, 23662, -1276, -7837, 35999, 33866, 11267, -5650, -18772, 30223, -15127, 3248, 11267, -16585, -11482, 18503, -20230, 11267, 30950, 14183, 9809, -547, 34597, -18043, -8566, 9809, 11942, -26791, -22417, 14914, 23662]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_f64() {
  %arg0 = stablehlo.constant dense<[-2.000000000E+00, 3.000000000E+00, 0.000000000E+00, 5.000000000E+00, 7.000000000E+00, -1.000000000E+00, -1.000000000E+00, 1.000000000E+00, 2.000000000E+00]> : tensor<9xf64>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xf64>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf64>, tensor<37x1xi32>) -> tensor<37xf64>
    %6 = stablehlo.convert %5 : (tensor<37xf64>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xf64>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[19468, -36628, -14758, 31915, 27487, -31525, 25354, 25354, -4552, -11113, 36154, 32401, 12907, -8926, -22048, 31915, -18403, 3349, 12907, -19861, -14758, 17281, -23506, 12907, 32590, 12718, 9910, -3823, 34048, -21319, -11842, 9910, 10720, -30067, -25693, 14365, 25354]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_i8() {
  %arg0 = stablehlo.constant dense<[0, 2, 7, 4, -3, -1, -1, -5, -7]> : tensor<9xi8>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xi8>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xi8>, tensor<37x1xi32>) -> tensor<37xi8>
    %6 = stablehlo.convert %5 : (tensor<37xi8>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xi8>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[16384, -35900, -14030, 29511, 27063, -30797, 22950, 22950, -3824, -10385, 35343, 32427, 9823, -8198, -21320, 29511, -17675, 3006, 9823, -19133, -14030, 16384, -22778, 9823, 29506, 12744, 9567, -3095, 33624, -20591, -11114, 9567, 9823, -29339, -24965, 13941, 22950]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_i64() {
  %arg0 = stablehlo.constant dense<[4, -1, -2, 2, 1, 7, 2, 6, 1]> : tensor<9xi64>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xi64>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xi64>, tensor<37x1xi32>) -> tensor<37xi64>
    %6 = stablehlo.convert %5 : (tensor<37xi64>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xi64>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[19597, -34444, -12574, 33043, 26482, -29341, 26482, 26482, -2368, -8929, 35230, 33772, 13036, -6742, -19864, 33043, -16219, 5341, 13036, -17677, -12574, 17734, -21322, 13036, 32719, 14089, 11902, -1639, 33043, -19135, -9658, 11902, 11173, -27883, -23509, 13360, 26482]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_i16() {
  %arg0 = stablehlo.constant dense<[-3, -3, 7, 1, -5, 5, 5, -7, -5]> : tensor<9xi16>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xi16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xi16>, tensor<37x1xi32>) -> tensor<37xi16>
    %6 = stablehlo.convert %5 : (tensor<37xi16>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xi16>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[17113, -36992, -15122, 29746, 25938, -31889, 23185, 23185, -4916, -11477, 34609, 32202, 10552, -9290, -22412, 29746, -18767, 5206, 10552, -20225, -15122, 18811, -23870, 10552, 30235, 12519, 11767, -4187, 32499, -21683, -12206, 11767, 12250, -30431, -26057, 12816, 23185]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_bool() {
  %arg0 = stablehlo.constant dense<[true, true, true, true, true, true, true, true, true]> : tensor<9xi1>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xi1>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xi1>, tensor<37x1xi32>) -> tensor<37xi1>
    %6 = stablehlo.convert %5 : (tensor<37xi1>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xi1>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[19139, -35536, -13666, 31532, 27158, -30433, 24971, 24971, -3460, -10021, 35177, 32990, 12578, -7834, -20956, 31532, -17311, 3830, 12578, -18769, -13666, 17681, -22414, 12578, 32261, 13307, 10391, -2731, 33719, -20227, -10750, 10391, 11120, -28975, -24601, 14036, 24971]> : tensor<37xi32>
  func.return
}

// -----

// Indices may lie outside: they are clamped.
func.func @table_i4() {
  %arg0 = stablehlo.constant dense<[-5, -3, 0, 7, -4, 1, 0, 0, 1]> : tensor<9xi4>
  %arg1 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<6> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg1) : tensor<9xi4>, tensor<i32>, tensor<i32>, tensor<37xi32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<9> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.remainder %iterArg_3, %2 : tensor<37xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %5 = "stablehlo.gather"(%iterArg, %4) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xi4>, tensor<37x1xi32>) -> tensor<37xi4>
    %6 = stablehlo.convert %5 : (tensor<37xi4>) -> tensor<37xi32>
    %c_6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.multiply %iterArg_3, %7 : tensor<37xi32>
    %9 = stablehlo.add %8, %6 : tensor<37xi32>
    %10 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %11 = stablehlo.subtract %9, %10 : tensor<37xi32>
    stablehlo.return %iterArg, %1, %iterArg_2, %11 : tensor<9xi4>, tensor<i32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[18992, -37720, -15850, 31715, 25842, -32617, 25154, 25154, -5644, -12205, 36488, 31061, 12431, -10018, -23140, 31715, -19495, 3683, 12431, -20953, -15850, 17094, -24598, 12431, 32114, 11378, 10244, -4915, 32403, -22411, -12934, 10244, 10533, -31159, -26785, 12720, 25154]> : tensor<37xi32>
  func.return
}

// -----

// Each row of points has a table of its own.
func.func @table_of_each_row() {
  %arg0 = stablehlo.constant dense<[[3, -8, 8, 6, 4, -4, -2, -1], [-4, -8, 4, -9, 4, -6, 2, -3], [-5, 7, -1, 7, -6, -1, -3, -1]]> : tensor<3x8xi32>
  %arg1 = stablehlo.constant dense<[[0, 33, 17, 42, 10, 16, 2, 39, 26, 19, 45, 29, 48], [36, 29, 25, 10, 34, 39, 34, 20, 0, 36, 1, 40, 7], [15, 10, 27, 10, 12, 2, 49, 10, 9, 30, 7, 44, 39]]> : tensor<3x13xi32>
  %0 = stablehlo.iota dim = 0 : tensor<3x13xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %1:4 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg0, %iterArg_1 = %c, %iterArg_2 = %arg1) : tensor<3x13xi32>, tensor<3x8xi32>, tensor<i64>, tensor<3x13xi32>
  cond {
    %c_3 = stablehlo.constant dense<6> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<7> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3x13xi32>
    %3 = stablehlo.and %iterArg_2, %2 : tensor<3x13xi32>
    %4 = stablehlo.broadcast_in_dim %iterArg, dims = [0, 1] : (tensor<3x13xi32>) -> tensor<3x13x1xi32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x13xi32>) -> tensor<3x13x1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 2 : (tensor<3x13x1xi32>, tensor<3x13x1xi32>) -> tensor<3x13x2xi32>
    %c_4 = stablehlo.constant dense<5> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3x13xi32>
    %8 = stablehlo.multiply %iterArg_2, %7 : tensor<3x13xi32>
    %9 = "stablehlo.gather"(%iterArg_0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<3x8xi32>, tensor<3x13x2xi32>) -> tensor<3x13xi32>
    %10 = stablehlo.add %8, %9 : tensor<3x13xi32>
    %c_5 = stablehlo.constant dense<1> : tensor<i64>
    %11 = stablehlo.add %iterArg_1, %c_5 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_0, %11, %10 : tensor<3x13xi32>, tensor<3x8xi32>, tensor<i64>, tensor<3x13xi32>
  }
  check.expect_eq_const %1#3, dense<[[12501, 487501, 237501, 687498, 187498, 262501, 62498, 612498, 437498, 312501, 687501, 437501, 762501], [572916, 428916, 360784, 169584, 544584, 597916, 544584, 322916, -10416, 572916, -14216, 614584, 97916], [231342, 156707, 442707, 156707, 167707, 31707, 783542, 156707, 158542, 463542, 106342, 667707, 606342]]> : tensor<3x13xi32>
  func.return
}

// -----

// What is one a column, one a row, and a number of each point.
func.func @rows_and_columns() {
  %arg0 = stablehlo.constant dense<[[-3, -2, -3, 4, -2, -4, 3], [-7, 5, -2, 7, -5, -3, 6], [3, -9, -3, -9, 5, -2, -5], [4, 6, -8, 0, -3, 4, 7], [0, 4, -4, 1, -1, 4, -9]]> : tensor<5x7xi32>
  %arg1 = stablehlo.constant dense<[-3, -4, 3, 0, -1, -1, -4]> : tensor<7xi32>
  %arg2 = stablehlo.constant dense<[2, 2, -4, 0, 0]> : tensor<5xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:5 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %arg2, %iterArg_2 = %c_0, %iterArg_3 = %c, %iterArg_4 = %arg0) : tensor<7xi32>, tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5x7xi32>
  cond {
    %c_5 = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_5 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_3, %c_5 : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %iterArg, dims = [1] : (tensor<7xi32>) -> tensor<1x7xi32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x7xi32>) -> tensor<5x7xi32>
    %4 = stablehlo.multiply %iterArg_4, %3 : tensor<5x7xi32>
    %5 = stablehlo.broadcast_in_dim %iterArg_1, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<5x1xi32>) -> tensor<5x7xi32>
    %7 = stablehlo.add %4, %6 : tensor<5x7xi32>
    %8 = stablehlo.iota dim = 1 : tensor<5x7xi32>
    %9 = stablehlo.subtract %7, %8 : tensor<5x7xi32>
    %10 = stablehlo.convert %iterArg_3 : (tensor<i64>) -> tensor<i32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i32>) -> tensor<5x7xi32>
    %12 = stablehlo.add %9, %11 : tensor<5x7xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %13 = stablehlo.add %iterArg_2, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %iterArg_1, %13, %1, %12 : tensor<7xi32>, tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5x7xi32>
  }
  check.expect_eq_const %0#4, dense<[[-277, -552, -225, 2, 0, -2, 983], [-601, 1240, -144, 2, -3, -1, 1751], [329, -2038, -465, -4, 7, 0, -759], [330, 1598, -710, 0, -1, 6, 2109], [6, 1086, -386, 0, 1, 6, -1987]]> : tensor<5x7xi32>
  func.return
}

// -----

// What is read across.
func.func @transposed() {
  %arg0 = stablehlo.constant dense<[[-3, -2, -3, 4, -2, -4, 3], [-7, 5, -2, 7, -5, -3, 6], [3, -9, -3, -9, 5, -2, -5], [4, 6, -8, 0, -3, 4, 7], [0, 4, -4, 1, -1, 4, -9]]> : tensor<5x7xi32>
  %arg1 = stablehlo.constant dense<[[-3, -1, 6, 1, -1], [4, 3, 0, 5, 1], [2, -1, 1, 2, 7], [-5, -3, 0, -3, 3], [5, -6, -8, 8, 0], [4, 4, 8, -9, -4], [8, -2, -2, -5, -9]]> : tensor<7x5xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<7x5xi32>, tensor<i64>, tensor<5x7xi32>
  cond {
    %c_2 = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5x7xi32>
    %2 = stablehlo.multiply %iterArg_1, %1 : tensor<5x7xi32>
    %3 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<7x5xi32>) -> tensor<5x7xi32>
    %4 = stablehlo.add %2, %3 : tensor<5x7xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %5 = stablehlo.add %iterArg_0, %c_3 : tensor<i64>
    stablehlo.return %iterArg, %5, %4 : tensor<7x5xi32>, tensor<i64>, tensor<5x7xi32>
  }
  check.expect_eq_const %0#2, dense<[[-363, -2, -163, 124, 38, -164, 563], [-607, 525, -202, 447, -645, -83, 406], [483, -729, -203, -729, 85, 158, -485], [364, 686, -568, -120, 77, -36, 367], [-40, 364, -44, 201, -81, 164, -1089]]> : tensor<5x7xi32>
  func.return
}

// -----

// One row of a matrix a step.
func.func @row_of_step() {
  %arg0 = stablehlo.constant dense<[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3]> : tensor<19xi32>
  %arg1 = stablehlo.constant dense<[[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3], [-3, 0, -8, 0, -6, -1, -8, -5, -2, -1, -9, 7, -2, -6, -6, 4, -2, -5, -1], [-6, -7, -4, 8, -8, 0, 7, -1, -3, 1, -6, 3, -9, 1, -8, -9, -6, 3, -2], [-2, 1, -8, 8, -1, 7, 4, -5, -4, 2, 6, 7, -1, -8, 8, 6, 3, -2, -7], [5, -6, -4, 6, 2, -4, 0, 2, -8, -5, 4, 2, 5, 4, -1, -4, -3, -6, 8], [-9, -3, -8, 6, 2, -2, 5, -3, -1, -3, 4, -8, 0, -5, 8, -5, -2, -8, -1]]> : tensor<6x19xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<6x19xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  cond {
    %c_4 = stablehlo.constant dense<6> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_2, %c_4 : tensor<i64>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %3 = stablehlo.multiply %iterArg_3, %2 : tensor<19xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.compare LT, %iterArg_2, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %5 = stablehlo.convert %iterArg_2 : tensor<i64>
    %c_7 = stablehlo.constant dense<6> : tensor<i64>
    %6 = stablehlo.add %5, %c_7 : tensor<i64>
    %7 = stablehlo.select %4, %6, %iterArg_2 : tensor<i1>, tensor<i64>
    %c_8 = stablehlo.constant dense<0> : tensor<i64>
    %c_9 = stablehlo.constant dense<0> : tensor<i64>
    %8 = stablehlo.compare LT, %c_8, %c_9, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<0> : tensor<i64>
    %c_11 = stablehlo.constant dense<19> : tensor<i64>
    %9 = stablehlo.add %c_10, %c_11 : tensor<i64>
    %c_12 = stablehlo.constant dense<0> : tensor<i64>
    %10 = stablehlo.select %8, %9, %c_12 : tensor<i1>, tensor<i64>
    %11 = stablehlo.dynamic_slice %iterArg, %7, %10, sizes = [1, 19] : (tensor<6x19xi32>, tensor<i64>, tensor<i64>) -> tensor<1x19xi32>
    %12 = stablehlo.reshape %11 : (tensor<1x19xi32>) -> tensor<19xi32>
    %13 = stablehlo.add %3, %12 : tensor<19xi32>
    %c_13 = stablehlo.constant dense<1> : tensor<i64>
    %14 = stablehlo.add %iterArg_1, %c_13 : tensor<i64>
    stablehlo.return %iterArg, %14, %1, %13 : tensor<6x19xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  }
  check.expect_eq_const %0#3, dense<[-9165, 7575, -9596, -6492, -5563, -3920, 5414, -4362, -7108, -1998, 2095, -263, -5259, -7328, -8401, -854, -6140, 604, 2741]> : tensor<19xi32>
  func.return
}

// -----

// The rows from the last one on.
func.func @row_of_step_backwards() {
  %arg0 = stablehlo.constant dense<[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3]> : tensor<19xi32>
  %arg1 = stablehlo.constant dense<[[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3], [-3, 0, -8, 0, -6, -1, -8, -5, -2, -1, -9, 7, -2, -6, -6, 4, -2, -5, -1], [-6, -7, -4, 8, -8, 0, 7, -1, -3, 1, -6, 3, -9, 1, -8, -9, -6, 3, -2], [-2, 1, -8, 8, -1, 7, 4, -5, -4, 2, 6, 7, -1, -8, 8, 6, 3, -2, -7], [5, -6, -4, 6, 2, -4, 0, 2, -8, -5, 4, 2, 5, 4, -1, -4, -3, -6, 8], [-9, -3, -8, 6, 2, -2, 5, -3, -1, -3, 4, -8, 0, -5, 8, -5, -2, -8, -1]]> : tensor<6x19xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<6x19xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  cond {
    %c_4 = stablehlo.constant dense<8> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_2, %c_4 : tensor<i64>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %3 = stablehlo.multiply %iterArg_3, %2 : tensor<19xi32>
    %c_6 = stablehlo.constant dense<5> : tensor<i64>
    %4 = stablehlo.subtract %c_6, %iterArg_2 : tensor<i64>
    %c_7 = stablehlo.constant dense<0> : tensor<i64>
    %5 = stablehlo.compare LT, %4, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %6 = stablehlo.convert %4 : tensor<i64>
    %c_8 = stablehlo.constant dense<6> : tensor<i64>
    %7 = stablehlo.add %6, %c_8 : tensor<i64>
    %8 = stablehlo.select %5, %7, %4 : tensor<i1>, tensor<i64>
    %c_9 = stablehlo.constant dense<0> : tensor<i64>
    %c_10 = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.compare LT, %c_9, %c_10, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_11 = stablehlo.constant dense<0> : tensor<i64>
    %c_12 = stablehlo.constant dense<19> : tensor<i64>
    %10 = stablehlo.add %c_11, %c_12 : tensor<i64>
    %c_13 = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.select %9, %10, %c_13 : tensor<i1>, tensor<i64>
    %12 = stablehlo.dynamic_slice %iterArg, %8, %11, sizes = [1, 19] : (tensor<6x19xi32>, tensor<i64>, tensor<i64>) -> tensor<1x19xi32>
    %13 = stablehlo.reshape %12 : (tensor<1x19xi32>) -> tensor<19xi32>
    %14 = stablehlo.add %3, %13 : tensor<19xi32>
    %c_14 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.add %iterArg_1, %c_14 : tensor<i64>
    stablehlo.return %iterArg, %15, %1, %14 : tensor<6x19xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  }
  check.expect_eq_const %0#3, dense<[-76243, 41286, -82054, -25878, -28063, -31906, 51693, -32821, -55289, -22820, 32119, -20497, -30226, -56045, -34636, -19603, -45801, -15708, 21470]> : tensor<19xi32>
  func.return
}

// -----

// One number a step, for all points.
func.func @number_of_step() {
  %arg0 = stablehlo.constant dense<[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3]> : tensor<19xi32>
  %arg1 = stablehlo.constant dense<[0, 2, -1, -2, -4, 4]> : tensor<6xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<6xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  cond {
    %c_4 = stablehlo.constant dense<6> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_2, %c_4 : tensor<i64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %3 = stablehlo.convert %iterArg_2 : tensor<i64>
    %c_6 = stablehlo.constant dense<6> : tensor<i64>
    %4 = stablehlo.add %3, %c_6 : tensor<i64>
    %5 = stablehlo.select %2, %4, %iterArg_2 : tensor<i1>, tensor<i64>
    %6 = stablehlo.dynamic_slice %iterArg, %5, sizes = [1] : (tensor<6xi32>, tensor<i64>) -> tensor<1xi32>
    %7 = stablehlo.reshape %6 : (tensor<1xi32>) -> tensor<i32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %9 = stablehlo.multiply %iterArg_3, %8 : tensor<19xi32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %11 = stablehlo.add %9, %10 : tensor<19xi32>
    %c_8 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.add %iterArg_1, %c_8 : tensor<i64>
    stablehlo.return %iterArg, %12, %1, %11 : tensor<6xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  }
  check.expect_eq_const %0#3, dense<[-75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75, -75]> : tensor<19xi32>
  func.return
}

// -----

// One column of a matrix a step: elements that lie apart.
func.func @column_of_step() {
  %arg0 = stablehlo.constant dense<[-9, 8, -9, -7, -5, -4, 6, -4, -7, -2, 3, -1, -5, -7, -8, -1, -6, 1, 3]> : tensor<19xi32>
  %arg1 = stablehlo.constant dense<[[-7, 4, 7, -4, -7], [3, -3, -9, 8, 7], [-7, 4, -2, -8, 5], [6, -9, -8, -8, 8], [7, 6, 3, -8, -5], [0, -1, -8, -5, 3], [7, -8, 8, -4, -8], [7, 0, 2, -6, 7], [-2, -3, 4, 4, 3], [-5, -6, 1, -4, -9], [-2, 4, -3, -2, 3], [8, 5, -7, -3, 0], [-2, -5, -8, 2, -3], [-4, 8, 5, 0, 7], [1, 7, 1, -3, 1], [3, 5, 8, -5, -8], [-4, 1, 6, 7, -1], [-9, 8, -5, -7, -6], [5, 0, -1, -3, -1]]> : tensor<19x5xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %c_0 = stablehlo.constant dense<0> : tensor<i64>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<19x5xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  cond {
    %c_4 = stablehlo.constant dense<5> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_4 = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %iterArg_2, %c_4 : tensor<i64>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<19xi32>
    %3 = stablehlo.multiply %iterArg_3, %2 : tensor<19xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %c_7 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.compare LT, %c_6, %c_7, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<0> : tensor<i64>
    %c_9 = stablehlo.constant dense<19> : tensor<i64>
    %5 = stablehlo.add %c_8, %c_9 : tensor<i64>
    %c_10 = stablehlo.constant dense<0> : tensor<i64>
    %6 = stablehlo.select %4, %5, %c_10 : tensor<i1>, tensor<i64>
    %c_11 = stablehlo.constant dense<0> : tensor<i64>
    %7 = stablehlo.compare LT, %iterArg_2, %c_11, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %8 = stablehlo.convert %iterArg_2 : tensor<i64>
    %c_12 = stablehlo.constant dense<5> : tensor<i64>
    %9 = stablehlo.add %8, %c_12 : tensor<i64>
    %10 = stablehlo.select %7, %9, %iterArg_2 : tensor<i1>, tensor<i64>
    %11 = stablehlo.dynamic_slice %iterArg, %6, %10, sizes = [19, 1] : (tensor<19x5xi32>, tensor<i64>, tensor<i64>) -> tensor<19x1xi32>
    %12 = stablehlo.reshape %11 : (tensor<19x1xi32>) -> tensor<19xi32>
    %13 = stablehlo.add %3, %12 : tensor<19xi32>
    %c_13 = stablehlo.constant dense<1> : tensor<i64>
    %14 = stablehlo.add %iterArg_1, %c_13 : tensor<i64>
    stablehlo.return %iterArg, %14, %1, %13 : tensor<19x5xi32>, tensor<i64>, tensor<i64>, tensor<19xi32>
  }
  check.expect_eq_const %0#3, dense<[-2602, 2056, -2683, -1546, -488, -1083, 1861, -398, -1893, -1065, 645, 468, -1581, -1757, -1673, 184, -1681, -342, 1115]> : tensor<19xi32>
  func.return
}

// -----

// Two indices a point.
func.func @table_of_two_dimensions() {
  %arg0 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %arg1 = stablehlo.constant dense<[[3, 6, 8, -7, 4, 0], [-3, -5, -8, -3, -5, 5], [7, -2, -2, 5, -7, -9], [-6, 8, -2, 8, -9, 3]]> : tensor<4x6xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %c, %iterArg_1 = %arg0) : tensor<4x6xi32>, tensor<i64>, tensor<37xi32>
  cond {
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg_0, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_2 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %2 = stablehlo.multiply %iterArg_1, %1 : tensor<37xi32>
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %4 = stablehlo.and %iterArg_1, %3 : tensor<37xi32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %6 = stablehlo.shift_right_arithmetic %iterArg_1, %5 : tensor<37xi32>
    %c_5 = stablehlo.constant dense<7> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %8 = stablehlo.and %6, %7 : tensor<37xi32>
    %9 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %11 = stablehlo.concatenate %9, %10, dim = 1 : (tensor<37x1xi32>, tensor<37x1xi32>) -> tensor<37x2xi32>
    %12 = "stablehlo.gather"(%iterArg, %11) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xi32>, tensor<37x2xi32>) -> tensor<37xi32>
    %13 = stablehlo.add %2, %12 : tensor<37xi32>
    %c_6 = stablehlo.constant dense<1> : tensor<i64>
    %14 = stablehlo.add %iterArg_0, %c_6 : tensor<i64>
    stablehlo.return %iterArg, %14, %13 : tensor<4x6xi32>, tensor<i64>, tensor<37xi32>
  }
  check.expect_eq_const %0#2, dense<[5436, -11083, -4732, 10371, 8532, -10764, 8789, 8789, -972, -3697, 11988, 10820, 3954, -2140, -7773, 10371, -5181, 756, 3954, -6372, -4732, 6051, -7773, 3954, 10260, 4079, 4079, -972, 11855, -6414, -3822, 4079, 4469, -9501, -9052, 3996, 8789]> : tensor<37xi32>
  func.return
}

// -----

// The table changes with the points: this is no loop over points.
func.func @table_is_what_is_carried() {
  %arg0 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %c = stablehlo.constant dense<0> : tensor<i64>
  %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i64>, tensor<37xi32>
  cond {
    %c_1 = stablehlo.constant dense<4> : tensor<i64>
    %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %2 = stablehlo.multiply %iterArg_0, %1 : tensor<37xi32>
    %c_2 = stablehlo.constant dense<31> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %4 = stablehlo.and %iterArg_0, %3 : tensor<37xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %6 = "stablehlo.gather"(%iterArg_0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<37xi32>, tensor<37x1xi32>) -> tensor<37xi32>
    %7 = stablehlo.add %2, %6 : tensor<37xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %8 = stablehlo.add %iterArg, %c_3 : tensor<i64>
    stablehlo.return %8, %7 : tensor<i64>, tensor<37xi32>
  }
  check.expect_eq_const %0#1, dense<[3968, -508, -352, 5172, 1364, -2170, 2399, 2399, 276, -1436, 5540, 4832, 3812, 1220, -104, 5172, -1921, -1228, 3812, -104, -352, 4216, -4378, 3812, 4070, 1156, 1140, 665, 3732, 184, 1220, 1140, 4676, -968, -1084, 2488, 2399]> : tensor<37xi32>
  func.return
}

// -----

// The condition reads an element too.
func.func @condition_reads() {
  %arg0 = stablehlo.constant dense<[26, -49, -19, 43, 37, -42, 34, 34, -5, -14, 48, 45, 17, -11, -29, 43, -24, 5, 17, -26, -19, 24, -31, 17, 44, 18, 14, -4, 46, -28, -15, 14, 15, -40, -34, 19, 34]> : tensor<37xi32>
  %arg1 = stablehlo.constant dense<[5, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<8xi32>, tensor<8xi32>, tensor<i32>, tensor<37xi32>
  cond {
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
    %3 = "stablehlo.gather"(%iterArg, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<8xi32>, tensor<1x1xi32>) -> tensor<1xi32>
    %4 = stablehlo.reshape %3 : (tensor<1xi32>) -> tensor<i32>
    %5 = stablehlo.compare LT, %iterArg_1, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg_1, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %3 = stablehlo.multiply %iterArg_2, %2 : tensor<37xi32>
    %c_5 = stablehlo.constant dense<7> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37xi32>
    %5 = stablehlo.and %iterArg_2, %4 : tensor<37xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<37xi32>) -> tensor<37x1xi32>
    %7 = "stablehlo.gather"(%iterArg_0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<8xi32>, tensor<37x1xi32>) -> tensor<37xi32>
    %8 = stablehlo.add %3, %7 : tensor<37xi32>
    stablehlo.return %iterArg, %iterArg_0, %1, %8 : tensor<8xi32>, tensor<8xi32>, tensor<i32>, tensor<37xi32>
  }
  check.expect_eq_const %0#3, dense<[6677, -11168, -4040, 10864, 9568, -9523, 8621, 8621, -800, -3043, 12260, 11512, 4384, -2096, -6632, 10864, -5236, 1792, 4384, -5635, -4040, 6428, -7280, 4384, 11213, 4733, 4085, -451, 11861, -6283, -3392, 4085, 4384, -9124, -7579, 5032, 8621]> : tensor<37xi32>
  func.return
}
