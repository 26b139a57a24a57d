// Products of narrow numbers that a matrix unit has, against those of the numbers widened, which are stored in between: sums of
// integers are exact.
// More than a tile each way, none of them whole.
func.func @bytes() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<2870xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2870xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<2870xi32>
  %a3 = stablehlo.constant dense<37> : tensor<2870xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<2870xi32>
  %a5 = stablehlo.constant dense<256> : tensor<2870xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<2870xi32>
  %a7 = stablehlo.constant dense<128> : tensor<2870xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<2870xi32>
  %a9 = stablehlo.convert %a8 : (tensor<2870xi32>) -> tensor<2870xi8>
  %ar = stablehlo.reshape %a9 : (tensor<2870xi8>) -> tensor<41x70xi8>
  %a = stablehlo.optimization_barrier %ar : tensor<41x70xi8>
  %b0 = stablehlo.iota dim = 0 : tensor<3710xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3710xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<3710xi32>
  %b3 = stablehlo.constant dense<29> : tensor<3710xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<3710xi32>
  %b5 = stablehlo.constant dense<256> : tensor<3710xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<3710xi32>
  %b7 = stablehlo.constant dense<128> : tensor<3710xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<3710xi32>
  %b9 = stablehlo.convert %b8 : (tensor<3710xi32>) -> tensor<3710xi8>
  %br = stablehlo.reshape %b9 : (tensor<3710xi8>) -> tensor<70x53xi8>
  %b = stablehlo.optimization_barrier %br : tensor<70x53xi8>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<41x70xi8>, tensor<70x53xi8>) -> tensor<41x53xi32>
  %aw = stablehlo.convert %a : (tensor<41x70xi8>) -> tensor<41x70xi32>
  %bw = stablehlo.convert %b : (tensor<70x53xi8>) -> tensor<70x53xi32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<41x70xi32>, tensor<70x53xi32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<41x70xi32>, tensor<70x53xi32>) -> tensor<41x53xi32>
  check.expect_eq %y, %z : tensor<41x53xi32>, tensor<41x53xi32>
  func.return
}

// -----

// Bytes without sign, sums that lie along both factors.
func.func @unsigned_by_rows() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<2244xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2244xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<2244xi32>
  %a3 = stablehlo.constant dense<37> : tensor<2244xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<2244xi32>
  %a5 = stablehlo.constant dense<256> : tensor<2244xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<2244xi32>
  %a7 = stablehlo.constant dense<0> : tensor<2244xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<2244xi32>
  %a9 = stablehlo.convert %a8 : (tensor<2244xi32>) -> tensor<2244xui8>
  %ar = stablehlo.reshape %a9 : (tensor<2244xui8>) -> tensor<33x68xui8>
  %a = stablehlo.optimization_barrier %ar : tensor<33x68xui8>
  %b0 = stablehlo.iota dim = 0 : tensor<3400xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3400xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<3400xi32>
  %b3 = stablehlo.constant dense<29> : tensor<3400xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<3400xi32>
  %b5 = stablehlo.constant dense<256> : tensor<3400xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<3400xi32>
  %b7 = stablehlo.constant dense<0> : tensor<3400xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<3400xi32>
  %b9 = stablehlo.convert %b8 : (tensor<3400xi32>) -> tensor<3400xui8>
  %br = stablehlo.reshape %b9 : (tensor<3400xui8>) -> tensor<50x68xui8>
  %b = stablehlo.optimization_barrier %br : tensor<50x68xui8>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<33x68xui8>, tensor<50x68xui8>) -> tensor<33x50xi32>
  %aw = stablehlo.convert %a : (tensor<33x68xui8>) -> tensor<33x68xi32>
  %bw = stablehlo.convert %b : (tensor<50x68xui8>) -> tensor<50x68xi32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<33x68xi32>, tensor<50x68xi32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [1] : (tensor<33x68xi32>, tensor<50x68xi32>) -> tensor<33x50xi32>
  check.expect_eq %y, %z : tensor<33x50xi32>, tensor<33x50xi32>
  func.return
}

// -----

// Signs differ; one panel for each point of a batch.
func.func @signs() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<1920xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1920xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<1920xi32>
  %a3 = stablehlo.constant dense<37> : tensor<1920xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<1920xi32>
  %a5 = stablehlo.constant dense<256> : tensor<1920xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<1920xi32>
  %a7 = stablehlo.constant dense<128> : tensor<1920xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<1920xi32>
  %a9 = stablehlo.convert %a8 : (tensor<1920xi32>) -> tensor<1920xi8>
  %ar = stablehlo.reshape %a9 : (tensor<1920xi8>) -> tensor<3x16x40xi8>
  %a = stablehlo.optimization_barrier %ar : tensor<3x16x40xi8>
  %b0 = stablehlo.iota dim = 0 : tensor<2880xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2880xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<2880xi32>
  %b3 = stablehlo.constant dense<29> : tensor<2880xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<2880xi32>
  %b5 = stablehlo.constant dense<256> : tensor<2880xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<2880xi32>
  %b7 = stablehlo.constant dense<0> : tensor<2880xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<2880xi32>
  %b9 = stablehlo.convert %b8 : (tensor<2880xi32>) -> tensor<2880xui8>
  %br = stablehlo.reshape %b9 : (tensor<2880xui8>) -> tensor<3x40x24xui8>
  %b = stablehlo.optimization_barrier %br : tensor<3x40x24xui8>
  %y = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x16x40xi8>, tensor<3x40x24xui8>) -> tensor<3x16x24xi32>
  %aw = stablehlo.convert %a : (tensor<3x16x40xi8>) -> tensor<3x16x40xi32>
  %bw = stablehlo.convert %b : (tensor<3x40x24xui8>) -> tensor<3x40x24xi32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<3x16x40xi32>, tensor<3x40x24xi32>
  %z = stablehlo.dot_general %ax, %bx, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x16x40xi32>, tensor<3x40x24xi32>) -> tensor<3x16x24xi32>
  check.expect_eq %y, %z : tensor<3x16x24xi32>, tensor<3x16x24xi32>
  func.return
}

// -----

// Signs differ the other way, and the rows lie across the sum.
func.func @columns() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<720xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<720xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<720xi32>
  %a3 = stablehlo.constant dense<37> : tensor<720xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<720xi32>
  %a5 = stablehlo.constant dense<256> : tensor<720xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<720xi32>
  %a7 = stablehlo.constant dense<0> : tensor<720xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<720xi32>
  %a9 = stablehlo.convert %a8 : (tensor<720xi32>) -> tensor<720xui8>
  %ar = stablehlo.reshape %a9 : (tensor<720xui8>) -> tensor<36x20xui8>
  %a = stablehlo.optimization_barrier %ar : tensor<36x20xui8>
  %b0 = stablehlo.iota dim = 0 : tensor<1728xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1728xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1728xi32>
  %b3 = stablehlo.constant dense<29> : tensor<1728xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1728xi32>
  %b5 = stablehlo.constant dense<256> : tensor<1728xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<1728xi32>
  %b7 = stablehlo.constant dense<128> : tensor<1728xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<1728xi32>
  %b9 = stablehlo.convert %b8 : (tensor<1728xi32>) -> tensor<1728xi8>
  %br = stablehlo.reshape %b9 : (tensor<1728xi8>) -> tensor<36x48xi8>
  %b = stablehlo.optimization_barrier %br : tensor<36x48xi8>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<36x20xui8>, tensor<36x48xi8>) -> tensor<20x48xi32>
  %aw = stablehlo.convert %a : (tensor<36x20xui8>) -> tensor<36x20xi32>
  %bw = stablehlo.convert %b : (tensor<36x48xi8>) -> tensor<36x48xi32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<36x20xi32>, tensor<36x48xi32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [0] x [0] : (tensor<36x20xi32>, tensor<36x48xi32>) -> tensor<20x48xi32>
  check.expect_eq %y, %z : tensor<20x48xi32>, tensor<20x48xi32>
  func.return
}

// -----

// Sums of an odd number of terms.
func.func @odd() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<1800xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1800xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<1800xi32>
  %a3 = stablehlo.constant dense<37> : tensor<1800xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<1800xi32>
  %a5 = stablehlo.constant dense<17> : tensor<1800xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<1800xi32>
  %a7 = stablehlo.constant dense<8> : tensor<1800xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<1800xi32>
  %a9 = stablehlo.convert %a8 : (tensor<1800xi32>) -> tensor<1800xbf16>
  %ar = stablehlo.reshape %a9 : (tensor<1800xbf16>) -> tensor<40x45xbf16>
  %a = stablehlo.optimization_barrier %ar : tensor<40x45xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<1485xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<1485xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<1485xi32>
  %b3 = stablehlo.constant dense<29> : tensor<1485xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<1485xi32>
  %b5 = stablehlo.constant dense<17> : tensor<1485xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<1485xi32>
  %b7 = stablehlo.constant dense<8> : tensor<1485xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<1485xi32>
  %b9 = stablehlo.convert %b8 : (tensor<1485xi32>) -> tensor<1485xbf16>
  %br = stablehlo.reshape %b9 : (tensor<1485xbf16>) -> tensor<45x33xbf16>
  %b = stablehlo.optimization_barrier %br : tensor<45x33xbf16>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x45xbf16>, tensor<45x33xbf16>) -> tensor<40x33xf32>
  %aw = stablehlo.convert %a : (tensor<40x45xbf16>) -> tensor<40x45xf32>
  %bw = stablehlo.convert %b : (tensor<45x33xbf16>) -> tensor<45x33xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<40x45xf32>, tensor<45x33xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<40x45xf32>, tensor<45x33xf32>) -> tensor<40x33xf32>
  check.expect_eq %y, %z : tensor<40x33xf32>, tensor<40x33xf32>
  func.return
}

// -----

// Three words, and results narrower than a pair of tiles.
func.func @three_words() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<420xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<420xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<420xi32>
  %a3 = stablehlo.constant dense<37> : tensor<420xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<420xi32>
  %a5 = stablehlo.constant dense<17> : tensor<420xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<420xi32>
  %a7 = stablehlo.constant dense<8> : tensor<420xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<420xi32>
  %a9 = stablehlo.convert %a8 : (tensor<420xi32>) -> tensor<420xbf16>
  %ar = stablehlo.reshape %a9 : (tensor<420xbf16>) -> tensor<70x6xbf16>
  %a = stablehlo.optimization_barrier %ar : tensor<70x6xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<120xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<120xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<120xi32>
  %b3 = stablehlo.constant dense<29> : tensor<120xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<120xi32>
  %b5 = stablehlo.constant dense<17> : tensor<120xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<120xi32>
  %b7 = stablehlo.constant dense<8> : tensor<120xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<120xi32>
  %b9 = stablehlo.convert %b8 : (tensor<120xi32>) -> tensor<120xbf16>
  %br = stablehlo.reshape %b9 : (tensor<120xbf16>) -> tensor<6x20xbf16>
  %b = stablehlo.optimization_barrier %br : tensor<6x20xbf16>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<70x6xbf16>, tensor<6x20xbf16>) -> tensor<70x20xf32>
  %aw = stablehlo.convert %a : (tensor<70x6xbf16>) -> tensor<70x6xf32>
  %bw = stablehlo.convert %b : (tensor<6x20xbf16>) -> tensor<6x20xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<70x6xf32>, tensor<6x20xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<70x6xf32>, tensor<6x20xf32>) -> tensor<70x20xf32>
  check.expect_eq %y, %z : tensor<70x20xf32>, tensor<70x20xf32>
  func.return
}

// -----

// Two summed dimensions, words along the longer one.
func.func @two_sums() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<4080xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4080xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<4080xi32>
  %a3 = stablehlo.constant dense<37> : tensor<4080xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<4080xi32>
  %a5 = stablehlo.constant dense<17> : tensor<4080xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<4080xi32>
  %a7 = stablehlo.constant dense<8> : tensor<4080xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<4080xi32>
  %a9 = stablehlo.convert %a8 : (tensor<4080xi32>) -> tensor<4080xbf16>
  %ar = stablehlo.reshape %a9 : (tensor<4080xbf16>) -> tensor<34x3x40xbf16>
  %a = stablehlo.optimization_barrier %ar : tensor<34x3x40xbf16>
  %b0 = stablehlo.iota dim = 0 : tensor<7680xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7680xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<7680xi32>
  %b3 = stablehlo.constant dense<29> : tensor<7680xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<7680xi32>
  %b5 = stablehlo.constant dense<17> : tensor<7680xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<7680xi32>
  %b7 = stablehlo.constant dense<8> : tensor<7680xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<7680xi32>
  %b9 = stablehlo.convert %b8 : (tensor<7680xi32>) -> tensor<7680xbf16>
  %br = stablehlo.reshape %b9 : (tensor<7680xbf16>) -> tensor<3x40x64xbf16>
  %b = stablehlo.optimization_barrier %br : tensor<3x40x64xbf16>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1, 2] x [0, 1] : (tensor<34x3x40xbf16>, tensor<3x40x64xbf16>) -> tensor<34x64xf32>
  %aw = stablehlo.convert %a : (tensor<34x3x40xbf16>) -> tensor<34x3x40xf32>
  %bw = stablehlo.convert %b : (tensor<3x40x64xbf16>) -> tensor<3x40x64xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<34x3x40xf32>, tensor<3x40x64xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1, 2] x [0, 1] : (tensor<34x3x40xf32>, tensor<3x40x64xf32>) -> tensor<34x64xf32>
  check.expect_eq %y, %z : tensor<34x64xf32>, tensor<34x64xf32>
  func.return
}

// -----

// Numbers that are rounded on the way.
func.func @rounded() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4608xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<4608xi32>
  %a3 = stablehlo.constant dense<37> : tensor<4608xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<4608xi32>
  %a5 = stablehlo.constant dense<17> : tensor<4608xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<4608xi32>
  %a7 = stablehlo.constant dense<8> : tensor<4608xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<4608xi32>
  %a9 = stablehlo.convert %a8 : (tensor<4608xi32>) -> tensor<4608xf32>
  %ar = stablehlo.reshape %a9 : (tensor<4608xf32>) -> tensor<48x96xf32>
  %a = stablehlo.optimization_barrier %ar : tensor<48x96xf32>
  %b0 = stablehlo.iota dim = 0 : tensor<7680xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<7680xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<7680xi32>
  %b3 = stablehlo.constant dense<29> : tensor<7680xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<7680xi32>
  %b5 = stablehlo.constant dense<17> : tensor<7680xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<7680xi32>
  %b7 = stablehlo.constant dense<8> : tensor<7680xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<7680xi32>
  %b9 = stablehlo.convert %b8 : (tensor<7680xi32>) -> tensor<7680xf32>
  %br = stablehlo.reshape %b9 : (tensor<7680xf32>) -> tensor<96x80xf32>
  %b = stablehlo.optimization_barrier %br : tensor<96x80xf32>
  %ac = stablehlo.convert %a : (tensor<48x96xf32>) -> tensor<48x96xbf16>
  %bc = stablehlo.convert %b : (tensor<96x80xf32>) -> tensor<96x80xbf16>
  %y = stablehlo.dot_general %ac, %bc, contracting_dims = [1] x [0] : (tensor<48x96xbf16>, tensor<96x80xbf16>) -> tensor<48x80xf32>
  %aw = stablehlo.optimization_barrier %a : tensor<48x96xf32>
  %bw = stablehlo.optimization_barrier %b : tensor<96x80xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<48x96xf32>, tensor<96x80xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<48x96xf32>, tensor<96x80xf32>) -> tensor<48x80xf32>
  check.expect_eq %y, %z : tensor<48x80xf32>, tensor<48x80xf32>
  func.return
}

// -----

// Floats of eight bits.
func.func @eight_bits() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2048xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<2048xi32>
  %a3 = stablehlo.constant dense<37> : tensor<2048xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<2048xi32>
  %a5 = stablehlo.constant dense<17> : tensor<2048xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<2048xi32>
  %a7 = stablehlo.constant dense<8> : tensor<2048xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<2048xi32>
  %a9 = stablehlo.convert %a8 : (tensor<2048xi32>) -> tensor<2048xf8E4M3FN>
  %ar = stablehlo.reshape %a9 : (tensor<2048xf8E4M3FN>) -> tensor<32x64xf8E4M3FN>
  %a = stablehlo.optimization_barrier %ar : tensor<32x64xf8E4M3FN>
  %b0 = stablehlo.iota dim = 0 : tensor<2560xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<2560xi32>
  %b3 = stablehlo.constant dense<29> : tensor<2560xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<2560xi32>
  %b5 = stablehlo.constant dense<17> : tensor<2560xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<2560xi32>
  %b7 = stablehlo.constant dense<8> : tensor<2560xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<2560xi32>
  %b9 = stablehlo.convert %b8 : (tensor<2560xi32>) -> tensor<2560xf8E4M3FN>
  %br = stablehlo.reshape %b9 : (tensor<2560xf8E4M3FN>) -> tensor<64x40xf8E4M3FN>
  %b = stablehlo.optimization_barrier %br : tensor<64x40xf8E4M3FN>
  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x64xf8E4M3FN>, tensor<64x40xf8E4M3FN>) -> tensor<32x40xf32>
  %aw = stablehlo.convert %a : (tensor<32x64xf8E4M3FN>) -> tensor<32x64xf32>
  %bw = stablehlo.convert %b : (tensor<64x40xf8E4M3FN>) -> tensor<64x40xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<32x64xf32>, tensor<64x40xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x40xf32>) -> tensor<32x40xf32>
  check.expect_eq %y, %z : tensor<32x40xf32>, tensor<32x40xf32>
  func.return
}

// -----

// Bytes as floats.
func.func @bytes_as_floats() {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %a0 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %a1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2048xi32>
  %a2 = stablehlo.add %a0, %a1 : tensor<2048xi32>
  %a3 = stablehlo.constant dense<37> : tensor<2048xi32>
  %a4 = stablehlo.multiply %a2, %a3 : tensor<2048xi32>
  %a5 = stablehlo.constant dense<256> : tensor<2048xi32>
  %a6 = stablehlo.remainder %a4, %a5 : tensor<2048xi32>
  %a7 = stablehlo.constant dense<128> : tensor<2048xi32>
  %a8 = stablehlo.subtract %a6, %a7 : tensor<2048xi32>
  %a9 = stablehlo.convert %a8 : (tensor<2048xi32>) -> tensor<2048xi8>
  %ar = stablehlo.reshape %a9 : (tensor<2048xi8>) -> tensor<32x64xi8>
  %a = stablehlo.optimization_barrier %ar : tensor<32x64xi8>
  %b0 = stablehlo.iota dim = 0 : tensor<2560xi32>
  %b1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<2560xi32>
  %b2 = stablehlo.add %b0, %b1 : tensor<2560xi32>
  %b3 = stablehlo.constant dense<29> : tensor<2560xi32>
  %b4 = stablehlo.multiply %b2, %b3 : tensor<2560xi32>
  %b5 = stablehlo.constant dense<256> : tensor<2560xi32>
  %b6 = stablehlo.remainder %b4, %b5 : tensor<2560xi32>
  %b7 = stablehlo.constant dense<128> : tensor<2560xi32>
  %b8 = stablehlo.subtract %b6, %b7 : tensor<2560xi32>
  %b9 = stablehlo.convert %b8 : (tensor<2560xi32>) -> tensor<2560xi8>
  %br = stablehlo.reshape %b9 : (tensor<2560xi8>) -> tensor<64x40xi8>
  %b = stablehlo.optimization_barrier %br : tensor<64x40xi8>
  %ac = stablehlo.convert %a : (tensor<32x64xi8>) -> tensor<32x64xbf16>
  %bc = stablehlo.convert %b : (tensor<64x40xi8>) -> tensor<64x40xbf16>
  %y = stablehlo.dot_general %ac, %bc, contracting_dims = [1] x [0] : (tensor<32x64xbf16>, tensor<64x40xbf16>) -> tensor<32x40xf32>
  %aw = stablehlo.convert %a : (tensor<32x64xi8>) -> tensor<32x64xf32>
  %bw = stablehlo.convert %b : (tensor<64x40xi8>) -> tensor<64x40xf32>
  %ax, %bx = stablehlo.optimization_barrier %aw, %bw : tensor<32x64xf32>, tensor<64x40xf32>
  %z = stablehlo.dot_general %ax, %bx, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x40xf32>) -> tensor<32x40xf32>
  check.expect_eq %y, %z : tensor<32x40xf32>, tensor<32x40xf32>
  func.return
}
