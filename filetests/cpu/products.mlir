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

// -----

// Few results side by side: vectors along the other dimension. Expected values are NumPy's.
func.func @weights_of_3_f32() {
  %x = stablehlo.constant dense<[[0.0, 0.0, 0.0, -1.0, 2.0, -1.0, 1.0, -1.0, 0.0, 2.0, -2.0, 1.0, 0.0, 1.0, 1.0, -1.0, 1.0, 1.0, 0.0, -2.0, 1.0, -2.0, 2.0, 2.0, 2.0, -2.0, 2.0, 2.0, 0.0, 2.0, 1.0, 1.0, -2.0, -2.0, -1.0, -1.0, 0.0], [2.0, 1.0, 0.0, 0.0, 1.0, 1.0, -2.0, 1.0, -2.0, 0.0, 0.0, 2.0, 1.0, -2.0, 0.0, -2.0, -2.0, 0.0, 2.0, -1.0, -2.0, 2.0, 0.0, -2.0, 0.0, -1.0, -1.0, 0.0, 0.0, 2.0, 2.0, -1.0, 0.0, 1.0, 0.0, 0.0, 2.0], [-1.0, -1.0, 1.0, 2.0, 0.0, -1.0, 1.0, -1.0, 0.0, 2.0, -1.0, -2.0, 0.0, 2.0, 2.0, 2.0, 1.0, 2.0, -1.0, -2.0, 1.0, -1.0, 1.0, 1.0, 0.0, 0.0, 0.0, -2.0, 2.0, 1.0, -2.0, 1.0, 2.0, 2.0, 0.0, -2.0, -1.0], [-1.0, 2.0, 2.0, 0.0, -2.0, -2.0, -1.0, 1.0, 0.0, -1.0, 0.0, -2.0, 0.0, -1.0, 2.0, 0.0, 1.0, 2.0, 1.0, -1.0, 0.0, -2.0, -1.0, -1.0, 0.0, 1.0, 2.0, -2.0, 2.0, -2.0, 1.0, 2.0, 0.0, 0.0, 2.0, -2.0, 1.0], [2.0, -1.0, -1.0, 0.0, -2.0, -2.0, 0.0, 0.0, 1.0, -1.0, -2.0, 1.0, -2.0, 2.0, -2.0, 2.0, 0.0, 2.0, -1.0, -2.0, 0.0, 1.0, -1.0, 2.0, -1.0, 2.0, -2.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, -2.0, 2.0, 2.0, 0.0], [2.0, -2.0, -1.0, 0.0, 2.0, 0.0, -1.0, -1.0, -2.0, 2.0, 1.0, 2.0, 2.0, -2.0, -2.0, 1.0, 2.0, 1.0, -1.0, 1.0, -2.0, 2.0, -1.0, 1.0, -2.0, 1.0, 1.0, 2.0, -1.0, 1.0, 1.0, 1.0, 0.0, 0.0, -2.0, -1.0, 0.0], [-1.0, 2.0, 0.0, -2.0, 2.0, 2.0, 0.0, -2.0, -2.0, 0.0, -1.0, -2.0, 2.0, 2.0, 2.0, 0.0, -2.0, 2.0, 0.0, 1.0, 0.0, 0.0, 1.0, -1.0, 0.0, 2.0, -1.0, 2.0, 2.0, 1.0, -1.0, 2.0, -2.0, -2.0, -2.0, -1.0, 1.0], [0.0, 0.0, -2.0, -1.0, 0.0, 2.0, 2.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 2.0, 1.0, 1.0, 2.0, 1.0, 2.0, -1.0, 0.0, -1.0, -1.0, -1.0, -2.0, -2.0, 2.0, 2.0, 2.0, 0.0, 0.0, -1.0, 1.0, -1.0, -1.0, -2.0, 1.0], [0.0, -1.0, -1.0, 1.0, -2.0, -2.0, -2.0, -1.0, -1.0, -1.0, 0.0, -2.0, -1.0, -1.0, -2.0, 2.0, 2.0, -1.0, -2.0, -2.0, -2.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 2.0, 2.0, 1.0, 0.0, 0.0, -1.0, 2.0, -1.0, 2.0, -1.0], [1.0, -2.0, -1.0, 2.0, 0.0, 2.0, 1.0, 2.0, 2.0, 1.0, 2.0, 0.0, -2.0, -1.0, 0.0, -2.0, 2.0, -2.0, 0.0, 1.0, 1.0, -2.0, -1.0, 0.0, 2.0, 0.0, -2.0, -2.0, -1.0, -1.0, -1.0, 2.0, -2.0, 1.0, 1.0, 0.0, 2.0], [-1.0, -2.0, -1.0, -2.0, -2.0, -1.0, -2.0, -1.0, 2.0, 1.0, 1.0, -2.0, 2.0, 0.0, -2.0, 0.0, 2.0, -2.0, 0.0, 0.0, 2.0, -1.0, 2.0, -2.0, 2.0, -1.0, 0.0, 1.0, 1.0, 2.0, 0.0, 2.0, 1.0, 1.0, 2.0, 0.0, 2.0], [-2.0, 0.0, 1.0, -2.0, 0.0, 2.0, 2.0, 0.0, -1.0, -2.0, 1.0, 0.0, -2.0, 0.0, -1.0, -2.0, 0.0, -1.0, 2.0, 1.0, -1.0, 1.0, 1.0, 0.0, 2.0, -2.0, 2.0, 2.0, 0.0, -2.0, -1.0, 2.0, 1.0, 1.0, 1.0, -2.0, 0.0], [2.0, 1.0, 2.0, -1.0, 1.0, -1.0, 0.0, -2.0, -2.0, -2.0, 2.0, 0.0, 0.0, 1.0, -2.0, -1.0, -2.0, 2.0, -2.0, -1.0, -2.0, -1.0, 0.0, 2.0, -2.0, 1.0, 1.0, 0.0, 1.0, -1.0, -2.0, -2.0, -2.0, -2.0, 2.0, -2.0, -1.0], [0.0, -1.0, -1.0, 0.0, 0.0, 0.0, -1.0, 2.0, 1.0, 0.0, 2.0, -1.0, 2.0, -2.0, 0.0, 0.0, -1.0, 0.0, 1.0, 2.0, 2.0, 0.0, -2.0, -2.0, 2.0, 2.0, 2.0, -1.0, -1.0, -2.0, -2.0, 0.0, 1.0, 2.0, 0.0, 1.0, -2.0], [0.0, 1.0, 1.0, 2.0, 0.0, 1.0, 1.0, -2.0, -1.0, -2.0, 1.0, 0.0, -1.0, 1.0, 2.0, 2.0, 2.0, 1.0, -2.0, 1.0, 1.0, 2.0, 1.0, 0.0, -1.0, -2.0, 2.0, -2.0, 0.0, -1.0, 0.0, 2.0, 2.0, 0.0, 0.0, -2.0, 1.0], [2.0, 0.0, 2.0, 0.0, -2.0, 2.0, 1.0, 1.0, -2.0, 1.0, -2.0, 2.0, -1.0, 0.0, 1.0, -1.0, -1.0, -1.0, 0.0, 1.0, 2.0, -1.0, -2.0, 0.0, 1.0, 2.0, -1.0, 1.0, -2.0, 1.0, 1.0, 2.0, 1.0, 0.0, 0.0, -2.0, 0.0], [-2.0, -1.0, 1.0, 1.0, -1.0, -2.0, -2.0, -2.0, 0.0, -2.0, -2.0, -2.0, -1.0, 0.0, 0.0, 0.0, 2.0, 1.0, 2.0, 0.0, -1.0, 1.0, 2.0, 1.0, 1.0, -2.0, -1.0, -2.0, 0.0, 1.0, 0.0, 2.0, 1.0, 2.0, 2.0, -2.0, -2.0], [1.0, 2.0, -2.0, 1.0, -1.0, 2.0, 2.0, -1.0, 1.0, -1.0, 2.0, -2.0, 1.0, -2.0, 2.0, 1.0, -1.0, -1.0, 0.0, -2.0, 2.0, -1.0, 1.0, 1.0, -2.0, 0.0, -1.0, 2.0, -1.0, 2.0, 1.0, 1.0, -1.0, 2.0, 2.0, 1.0, 2.0], [0.0, 0.0, 0.0, -1.0, -2.0, -1.0, 1.0, -1.0, -1.0, 0.0, 1.0, 0.0, 0.0, 2.0, 1.0, 0.0, 2.0, 0.0, 0.0, -1.0, 2.0, 2.0, -2.0, 0.0, -2.0, -2.0, 2.0, -1.0, 2.0, 1.0, -1.0, -1.0, 1.0, 2.0, 0.0, 0.0, -1.0], [1.0, 1.0, 1.0, 2.0, 1.0, 2.0, -1.0, 2.0, 2.0, -1.0, 2.0, 1.0, 2.0, 2.0, 1.0, 2.0, 1.0, 0.0, 2.0, -2.0, -1.0, -2.0, -2.0, 1.0, 2.0, 0.0, -1.0, 1.0, -2.0, 1.0, 2.0, -1.0, 2.0, 0.0, 1.0, -1.0, -2.0], [-2.0, 2.0, 0.0, 0.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -1.0, 2.0, -1.0, 2.0, 1.0, 2.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0, -1.0, 1.0, -2.0, -1.0, -2.0, -2.0, -2.0, -1.0, 0.0, -2.0, 0.0, -2.0, -2.0, 1.0], [-2.0, 1.0, -1.0, -2.0, 1.0, 2.0, 0.0, 1.0, 1.0, -2.0, 0.0, -2.0, -2.0, -1.0, -2.0, 1.0, -1.0, 0.0, 1.0, 2.0, 2.0, 0.0, 2.0, -1.0, 2.0, 1.0, 2.0, 0.0, 0.0, -2.0, 0.0, 2.0, -2.0, 0.0, 2.0, -2.0, 0.0], [0.0, -2.0, 0.0, 2.0, 1.0, 1.0, 1.0, 2.0, -1.0, -2.0, -2.0, 0.0, 0.0, -2.0, 1.0, 2.0, -1.0, -2.0, 0.0, 1.0, -2.0, 1.0, -2.0, 1.0, 1.0, 0.0, 2.0, 0.0, 1.0, 1.0, 2.0, 1.0, -1.0, -1.0, -2.0, 1.0, -2.0], [1.0, 2.0, 0.0, -2.0, 1.0, 2.0, -2.0, -2.0, 0.0, 0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0, 0.0, -1.0, -2.0, 2.0, 0.0, 1.0, -2.0, 1.0, -2.0, -1.0, 1.0, -2.0, -1.0, 1.0, -2.0, -2.0, -1.0, 1.0, -1.0, -2.0], [2.0, -2.0, 0.0, 0.0, 0.0, 2.0, 1.0, -1.0, -2.0, 2.0, -1.0, 2.0, 1.0, 1.0, 2.0, -1.0, 0.0, 0.0, -1.0, 2.0, 2.0, 0.0, -1.0, 0.0, -2.0, 0.0, -1.0, -2.0, 2.0, 2.0, -2.0, 0.0, -2.0, 1.0, -2.0, 2.0, 0.0], [0.0, 0.0, -1.0, -2.0, 2.0, 2.0, -2.0, -1.0, -1.0, -2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 2.0, -1.0, 2.0, -2.0, 0.0, -2.0, 2.0, -2.0, 2.0, -1.0, 1.0, -1.0, -1.0, 0.0, -2.0, -2.0, 2.0, -1.0, 2.0], [-2.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, -1.0, -2.0, -1.0, 2.0, -1.0, -2.0, -1.0, 0.0, 0.0, 1.0, -2.0, -2.0, -1.0, -1.0, 0.0, 1.0, 2.0, -1.0, 0.0, 1.0, -1.0, -2.0, 2.0, 1.0, 2.0, -2.0, -1.0, 0.0, 2.0, 2.0], [1.0, 2.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 2.0, -2.0, 1.0, 0.0, -2.0, 1.0, 0.0, -1.0, 0.0, 2.0, 2.0, 1.0, 2.0, 1.0, 1.0, 1.0, 0.0, -1.0, 0.0, 1.0, -2.0, 1.0, 1.0, 0.0, 0.0, -1.0, -1.0, 0.0, 1.0], [2.0, -1.0, -1.0, 1.0, 0.0, -1.0, 2.0, -2.0, 2.0, 0.0, -1.0, 2.0, -2.0, -2.0, 1.0, -2.0, 1.0, -1.0, 0.0, 2.0, -1.0, 0.0, -1.0, -1.0, 2.0, -1.0, -1.0, -1.0, -1.0, 0.0, 1.0, 0.0, 1.0, -2.0, 1.0, 1.0, 0.0], [-2.0, -2.0, 0.0, 2.0, 0.0, 1.0, -2.0, -1.0, -1.0, -1.0, 2.0, 0.0, 2.0, 1.0, 2.0, -2.0, -2.0, -2.0, 1.0, -1.0, -1.0, 1.0, -1.0, 2.0, -2.0, 0.0, 2.0, 2.0, 2.0, -1.0, 0.0, 2.0, 2.0, -1.0, -2.0, -2.0, -2.0], [-1.0, 0.0, -1.0, 2.0, 0.0, 0.0, -1.0, -1.0, -2.0, 2.0, -1.0, 1.0, -1.0, -1.0, 2.0, 0.0, -2.0, 1.0, 1.0, -2.0, 2.0, 0.0, -1.0, 1.0, -2.0, -2.0, 2.0, -2.0, 0.0, -2.0, 0.0, -1.0, -2.0, -2.0, 2.0, 0.0, -2.0], [2.0, -1.0, -2.0, 1.0, 2.0, -1.0, -1.0, -2.0, -2.0, -2.0, 0.0, -2.0, -1.0, 2.0, -1.0, 1.0, -1.0, -2.0, 1.0, -1.0, -1.0, -2.0, 2.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -2.0, -1.0, 2.0, 2.0, 0.0, 0.0, -2.0], [0.0, -2.0, 1.0, 2.0, 0.0, 1.0, -1.0, -2.0, 2.0, -2.0, 2.0, 2.0, 2.0, -1.0, 0.0, 0.0, 2.0, 0.0, 2.0, -2.0, -1.0, 0.0, -2.0, 0.0, 1.0, -2.0, 0.0, 0.0, -2.0, 1.0, 0.0, 1.0, 2.0, -1.0, -1.0, 0.0, -2.0], [-2.0, 2.0, 0.0, 1.0, -1.0, 2.0, 0.0, -2.0, 1.0, -2.0, -2.0, 2.0, 2.0, -2.0, 1.0, 2.0, 2.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -2.0, 2.0, -1.0, 1.0, 1.0, 0.0, 1.0, -2.0, 0.0, 1.0, -2.0, 2.0, -2.0, 1.0], [0.0, 0.0, 1.0, -2.0, -2.0, 2.0, 2.0, 2.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, -2.0, 2.0, 1.0, -1.0, 2.0, -2.0, -1.0, -1.0, 2.0, -2.0, -1.0, 0.0, 2.0, 1.0, 0.0, -1.0, 1.0, 0.0, 0.0, -2.0, -2.0, 2.0, -2.0], [-2.0, -1.0, 2.0, -2.0, -1.0, 0.0, 2.0, -1.0, -2.0, 0.0, 1.0, -2.0, 0.0, -2.0, -2.0, -1.0, 1.0, 2.0, 0.0, 0.0, 2.0, 0.0, -2.0, 1.0, 0.0, 1.0, -2.0, 1.0, 2.0, 1.0, -2.0, -1.0, 2.0, 2.0, 1.0, -1.0, 2.0]]> : tensor<36x37xf32>
  %g = stablehlo.constant dense<[[1.0, 0.0, 0.0], [-2.0, -1.0, 1.0], [2.0, -2.0, 2.0], [-2.0, -1.0, -1.0], [2.0, 0.0, 0.0], [-2.0, -1.0, 0.0], [0.0, -1.0, -1.0], [-1.0, -1.0, 2.0], [1.0, 0.0, 0.0], [2.0, 0.0, 1.0], [0.0, -1.0, -2.0], [2.0, -2.0, 1.0], [-2.0, -1.0, -2.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, -1.0], [2.0, 2.0, 2.0], [-1.0, -2.0, 1.0], [0.0, -1.0, -2.0], [1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 2.0], [2.0, 2.0, -2.0], [0.0, -2.0, 2.0], [-2.0, 2.0, 2.0], [-1.0, -1.0, 2.0], [-1.0, -1.0, -1.0], [2.0, -2.0, 0.0], [-2.0, 1.0, -1.0], [-2.0, 2.0, -1.0], [-1.0, 0.0, -2.0], [2.0, -1.0, 2.0], [0.0, -2.0, 1.0], [1.0, 1.0, -2.0], [0.0, -2.0, -1.0], [2.0, -2.0, -2.0], [-2.0, -1.0, -1.0]]> : tensor<36x3xf32>
  %r = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<36x37xf32>, tensor<36x3xf32>) -> tensor<37x3xf32>
  check.expect_eq_const %r, dense<[[-16.0, 16.0, 10.0], [-12.0, 6.0, -7.0], [-2.0, -5.0, -2.0], [5.0, -6.0, 13.0], [-17.0, -5.0, 7.0], [11.0, -9.0, -2.0], [18.0, -3.0, 10.0], [23.0, 13.0, 5.0], [7.0, 30.0, -25.0], [15.0, 10.0, 20.0], [-12.0, 3.0, -33.0], [-9.0, 24.0, 21.0], [-24.0, -3.0, -20.0], [10.0, 1.0, 16.0], [-8.0, 0.0, 22.0], [13.0, -15.0, 5.0], [2.0, -5.0, 0.0], [-19.0, 1.0, -2.0], [-3.0, -2.0, -4.0], [-15.0, 17.0, 0.0], [6.0, 23.0, 1.0], [-11.0, 6.0, 4.0], [10.0, -22.0, -10.0], [14.0, -9.0, 3.0], [9.0, 13.0, -1.0], [5.0, 7.0, -13.0], [6.0, -17.0, -14.0], [-1.0, -4.0, -19.0], [-4.0, -29.0, -3.0], [-1.0, -18.0, 3.0], [0.0, 9.0, 1.0], [22.0, -15.0, -13.0], [-9.0, -3.0, -11.0], [0.0, 0.0, 14.0], [4.0, -4.0, -15.0], [17.0, 7.0, -3.0], [-11.0, -9.0, -11.0]]> : tensor<37x3xf32>
  func.return
}

// -----

// Few results side by side: vectors along the other dimension. Expected values are NumPy's.
func.func @weights_of_2_f16() {
  %x = stablehlo.constant dense<[[0.0, 2.0, 0.0, -2.0, -2.0, 0.0, -2.0, 1.0, -1.0, -2.0, -2.0, 0.0, 2.0, 1.0, 1.0, 0.0, -1.0, -1.0, -2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, -1.0, 2.0, 1.0, -2.0, -1.0, 1.0, 0.0, -1.0], [0.0, 0.0, 0.0, 1.0, -1.0, -1.0, -1.0, 1.0, 0.0, 2.0, 0.0, -2.0, -1.0, -1.0, 1.0, 0.0, 2.0, 1.0, 1.0, -2.0, 1.0, 1.0, 2.0, 1.0, 1.0, -2.0, -1.0, 1.0, -2.0, 2.0, -1.0, 0.0, 0.0], [1.0, -1.0, 0.0, -2.0, 2.0, 2.0, -2.0, 2.0, 2.0, -2.0, -1.0, 0.0, -2.0, 2.0, 0.0, 2.0, -1.0, -1.0, -1.0, -2.0, 2.0, -1.0, 2.0, -2.0, -1.0, 2.0, 2.0, 2.0, 0.0, -2.0, -2.0, 2.0, 0.0], [-1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -2.0, 0.0, 1.0, 0.0, -2.0, -1.0, -2.0, 1.0, -1.0, -2.0, -1.0, 1.0, -1.0, 2.0, -2.0, 0.0, 0.0, -2.0, 1.0, 0.0, -1.0, -2.0, 0.0, 0.0, -1.0, 0.0, -2.0], [-2.0, 2.0, 0.0, 1.0, -1.0, 1.0, -2.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -2.0, -1.0, 0.0, -1.0, 2.0, -2.0, 0.0, 1.0, -2.0, -2.0, 0.0, 0.0, 2.0, -1.0, 1.0, -2.0, -2.0], [0.0, 1.0, 0.0, -2.0, 1.0, -1.0, -2.0, 1.0, -1.0, 1.0, 2.0, -2.0, 0.0, 2.0, 0.0, -1.0, 0.0, 2.0, -2.0, 2.0, 2.0, -2.0, -2.0, 1.0, 1.0, 2.0, -2.0, 1.0, 0.0, 0.0, -2.0, 0.0, -2.0], [-2.0, 1.0, 2.0, -2.0, 1.0, 0.0, -1.0, 1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 1.0, -2.0, 1.0, 1.0, -1.0, -2.0, 1.0, -2.0, -1.0, 1.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 2.0, 1.0, -2.0], [2.0, 2.0, 0.0, 2.0, 2.0, 2.0, 0.0, 1.0, 0.0, 1.0, 0.0, -2.0, -2.0, 2.0, 1.0, 0.0, -1.0, 0.0, -1.0, -1.0, -2.0, -2.0, -1.0, 1.0, 0.0, -2.0, -1.0, 2.0, -1.0, 1.0, 1.0, 0.0, 0.0], [2.0, 0.0, 1.0, -1.0, 2.0, -1.0, -2.0, 0.0, 1.0, -1.0, 1.0, -1.0, 0.0, 1.0, 0.0, -1.0, -2.0, -2.0, -2.0, 2.0, 0.0, -1.0, 2.0, -1.0, 0.0, 0.0, 1.0, 1.0, -2.0, 1.0, -1.0, -2.0, -1.0], [1.0, 2.0, -1.0, 0.0, 2.0, 1.0, 2.0, -2.0, 2.0, 1.0, 1.0, -2.0, 0.0, 1.0, 1.0, -1.0, 2.0, -1.0, 0.0, -2.0, -2.0, -1.0, -1.0, 0.0, -1.0, 0.0, -1.0, -1.0, 0.0, 2.0, -1.0, 2.0, 0.0], [2.0, -2.0, -2.0, 0.0, 1.0, -1.0, -1.0, 0.0, 2.0, -1.0, -1.0, 0.0, -2.0, 0.0, 1.0, 2.0, 2.0, -2.0, 2.0, -1.0, -2.0, 0.0, 1.0, -1.0, 0.0, -1.0, 2.0, 1.0, -2.0, -2.0, -2.0, -1.0, -2.0], [0.0, 0.0, 2.0, 2.0, 2.0, 2.0, 2.0, 1.0, 2.0, -1.0, 2.0, -2.0, 2.0, 0.0, 1.0, -2.0, -2.0, 2.0, 2.0, 0.0, 0.0, 1.0, -2.0, 2.0, -2.0, -1.0, 0.0, -2.0, 1.0, 2.0, 2.0, 2.0, 2.0], [1.0, 2.0, -1.0, -2.0, 2.0, 0.0, 1.0, 2.0, -1.0, 2.0, -1.0, -1.0, -2.0, 0.0, 2.0, -1.0, 2.0, -2.0, -1.0, 2.0, 1.0, -1.0, 2.0, 2.0, 2.0, -2.0, -1.0, 2.0, 0.0, 2.0, 0.0, 0.0, -2.0], [0.0, -1.0, -1.0, 2.0, 0.0, -2.0, 1.0, 1.0, 1.0, -1.0, 0.0, -2.0, -2.0, 2.0, -1.0, 2.0, 2.0, -2.0, -1.0, -1.0, -1.0, 2.0, 0.0, 2.0, 2.0, 0.0, -1.0, 2.0, 0.0, 1.0, -1.0, 0.0, -1.0], [1.0, -1.0, 1.0, -1.0, 2.0, 2.0, 2.0, 2.0, -2.0, 1.0, 2.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 2.0, 2.0, -2.0, -2.0, -2.0, 0.0, 1.0, -1.0, 0.0, -1.0, 1.0, 1.0, 2.0, -1.0, -2.0, 2.0], [1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -2.0, 1.0, -2.0, 0.0, 0.0, -2.0, 2.0, 0.0, 0.0, -2.0, -2.0, -1.0, 1.0, 1.0, 2.0, 2.0, -1.0, 2.0, 0.0, -1.0, -2.0, -2.0, 1.0, 2.0, -2.0, -2.0], [1.0, 1.0, -1.0, -1.0, -1.0, 2.0, -2.0, -2.0, 0.0, 2.0, 2.0, -2.0, -1.0, 1.0, 2.0, 2.0, -2.0, -2.0, 1.0, 0.0, 2.0, -1.0, -2.0, 2.0, 2.0, 1.0, 2.0, 2.0, -1.0, 2.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 2.0, -1.0, 2.0, -1.0, 1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 0.0, -1.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.0, 2.0, 2.0, 0.0, 1.0, 0.0, 2.0, -2.0, -2.0], [-1.0, -1.0, 2.0, 2.0, -2.0, -1.0, -1.0, -2.0, 0.0, -1.0, 1.0, -2.0, 0.0, 1.0, -2.0, 2.0, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0, 1.0, -1.0, 2.0, -2.0, -1.0, 2.0, 2.0, 0.0, 0.0, 1.0, 1.0], [1.0, 2.0, 2.0, -1.0, 2.0, 0.0, 1.0, 2.0, -1.0, -2.0, 2.0, -1.0, -2.0, 0.0, 0.0, 2.0, 0.0, 2.0, -2.0, -2.0, 2.0, -2.0, -1.0, -2.0, 0.0, 1.0, 0.0, -1.0, -1.0, 0.0, -1.0, -1.0, 1.0], [1.0, 2.0, 2.0, 1.0, 2.0, 0.0, 0.0, -2.0, -2.0, -2.0, 1.0, 1.0, 0.0, 1.0, -1.0, 2.0, 0.0, -1.0, 1.0, 0.0, -1.0, -1.0, -1.0, -2.0, 1.0, 1.0, -2.0, 2.0, 0.0, 0.0, 0.0, 1.0, -1.0], [2.0, 1.0, -2.0, 1.0, 1.0, 2.0, -1.0, 2.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 2.0, -2.0, 2.0, -1.0, -2.0, -1.0, -2.0, 2.0, 2.0, 2.0, -1.0, -2.0, 2.0, 0.0, 1.0, 2.0, 0.0, 2.0, -1.0], [-2.0, 0.0, -2.0, 0.0, -1.0, -1.0, 0.0, 2.0, 1.0, 2.0, 0.0, -2.0, -1.0, 2.0, -1.0, 2.0, 2.0, 1.0, -1.0, 0.0, 1.0, -2.0, -2.0, -1.0, 1.0, 2.0, 2.0, -2.0, 0.0, 1.0, 2.0, 0.0, 1.0], [0.0, -1.0, 0.0, -1.0, 2.0, 2.0, 0.0, -2.0, 0.0, 0.0, 1.0, 2.0, 1.0, -1.0, 0.0, -1.0, 1.0, -1.0, 2.0, -2.0, 1.0, 0.0, 2.0, 1.0, -2.0, -1.0, 0.0, -1.0, 0.0, 0.0, 2.0, -2.0, -1.0], [0.0, -1.0, 1.0, 0.0, -2.0, -1.0, 1.0, 0.0, 2.0, 1.0, -2.0, -1.0, -1.0, -2.0, 1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 0.0, 1.0, 1.0, -2.0, -1.0, 1.0, 2.0, 0.0, -1.0, -2.0, -2.0, -1.0, 1.0], [2.0, -2.0, -1.0, 0.0, -1.0, 0.0, 0.0, 2.0, -2.0, 2.0, 0.0, 1.0, 1.0, -1.0, -2.0, 0.0, 0.0, 2.0, -2.0, 2.0, -1.0, 0.0, 2.0, 2.0, 0.0, 2.0, 2.0, 0.0, 1.0, 2.0, -1.0, 2.0, 1.0], [0.0, 2.0, 0.0, 0.0, -2.0, 1.0, 1.0, 2.0, -2.0, -1.0, 1.0, 1.0, 2.0, 1.0, -1.0, 2.0, -2.0, 0.0, 0.0, 2.0, 2.0, 1.0, -1.0, 0.0, -1.0, -1.0, -2.0, -1.0, 0.0, 1.0, -1.0, 0.0, 2.0], [1.0, -2.0, 1.0, 2.0, 0.0, -2.0, 2.0, -1.0, -1.0, 0.0, 1.0, -2.0, -1.0, 2.0, 2.0, 0.0, 2.0, 0.0, -2.0, 2.0, 2.0, 1.0, 1.0, -2.0, -1.0, 2.0, -1.0, 1.0, -1.0, -2.0, 0.0, -1.0, 1.0], [-1.0, 1.0, 2.0, 0.0, -1.0, 1.0, 2.0, 1.0, 0.0, 1.0, -2.0, -1.0, 2.0, 0.0, 0.0, -2.0, 2.0, 0.0, 1.0, -1.0, -2.0, 0.0, 0.0, 0.0, 0.0, 2.0, -1.0, -1.0, -2.0, -2.0, 2.0, 0.0, 1.0], [1.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0, -2.0, 0.0, 1.0, -1.0, 0.0, -2.0, 2.0, 1.0, -1.0, -2.0, 0.0, 0.0, 0.0, -1.0, -2.0, 1.0, 1.0, -1.0, -2.0, -1.0, 2.0, 2.0, 0.0, 0.0, -2.0, -1.0], [-1.0, 2.0, -2.0, -2.0, 0.0, 2.0, 1.0, -1.0, 1.0, 2.0, -1.0, 0.0, 2.0, 2.0, 0.0, -2.0, 1.0, -2.0, -1.0, 2.0, 2.0, 0.0, 2.0, -2.0, -1.0, 1.0, -1.0, 2.0, 0.0, 1.0, -2.0, -2.0, -2.0], [2.0, 0.0, 0.0, 1.0, 0.0, 2.0, -1.0, 1.0, 0.0, 0.0, -2.0, -1.0, 1.0, 0.0, 0.0, -1.0, 2.0, -1.0, -2.0, -2.0, 1.0, 1.0, -1.0, -2.0, 0.0, 2.0, -2.0, -1.0, 1.0, 2.0, -2.0, 1.0, -1.0], [2.0, -1.0, 1.0, 0.0, 2.0, 2.0, 0.0, -2.0, 0.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -2.0, 0.0, 2.0, 0.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0], [0.0, 0.0, 2.0, -2.0, 2.0, -1.0, -2.0, 2.0, 1.0, 1.0, 0.0, 1.0, -2.0, 2.0, -2.0, 0.0, 1.0, -1.0, 1.0, 0.0, -1.0, 1.0, 2.0, 2.0, 1.0, -1.0, 2.0, 1.0, 0.0, 1.0, 1.0, -2.0, -1.0], [-1.0, 1.0, 0.0, 1.0, 1.0, -1.0, -2.0, 0.0, 2.0, 1.0, 0.0, 2.0, 0.0, -2.0, 0.0, 0.0, 1.0, -1.0, -2.0, 0.0, 2.0, -1.0, -2.0, 0.0, 0.0, 1.0, 0.0, 2.0, 2.0, 1.0, -2.0, 0.0, -2.0], [1.0, 1.0, -2.0, 2.0, -1.0, -2.0, 2.0, 2.0, 0.0, 1.0, 1.0, -1.0, 1.0, 0.0, 2.0, 0.0, -1.0, 1.0, 2.0, 1.0, 1.0, 2.0, -2.0, 0.0, 2.0, 1.0, -1.0, 1.0, 1.0, 2.0, -1.0, 2.0, 1.0]]> : tensor<36x33xf16>
  %g = stablehlo.constant dense<[[2.0, 0.0], [0.0, 1.0], [-2.0, 1.0], [1.0, 2.0], [2.0, -1.0], [1.0, -1.0], [0.0, 0.0], [0.0, -2.0], [-2.0, -1.0], [2.0, 2.0], [2.0, 1.0], [-1.0, -1.0], [0.0, -1.0], [2.0, -2.0], [0.0, 1.0], [1.0, -2.0], [0.0, -1.0], [2.0, -1.0], [1.0, 2.0], [2.0, -2.0], [-2.0, -2.0], [-1.0, -2.0], [2.0, 2.0], [0.0, -1.0], [-1.0, 0.0], [1.0, -1.0], [2.0, -2.0], [0.0, 0.0], [0.0, 1.0], [-2.0, 0.0], [0.0, 2.0], [2.0, 2.0], [-2.0, 1.0], [-1.0, 1.0], [2.0, -2.0], [1.0, -2.0]]> : tensor<36x2xf16>
  %r = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<36x33xf16>, tensor<36x2xf16>) -> tensor<33x2xf16>
  check.expect_eq_const %r, dense<[[-8.0, -19.0], [13.0, -21.0], [-22.0, -4.0], [11.0, -16.0], [-24.0, -11.0], [-12.0, 3.0], [0.0, -3.0], [22.0, -14.0], [-1.0, 19.0], [6.0, 13.0], [-3.0, -26.0], [-13.0, -9.0], [0.0, 7.0], [3.0, 3.0], [-9.0, -10.0], [16.0, -11.0], [13.0, 28.0], [2.0, 3.0], [-21.0, 11.0], [-2.0, -11.0], [21.0, -19.0], [-4.0, -6.0], [-26.0, 12.0], [-5.0, -24.0], [9.0, -4.0], [8.0, 8.0], [-8.0, 4.0], [-13.0, -12.0], [3.0, -1.0], [12.0, -15.0], [-6.0, -9.0], [-4.0, 2.0], [-10.0, 6.0]]> : tensor<33x2xf16>
  func.return
}

// -----

// Few results side by side: vectors along the other dimension. Expected values are NumPy's.
func.func @weights_of_5_i8() {
  %x = stablehlo.constant dense<[[1, -1, 2, -2, 1, 0, 0, 0, -1, -1, 2, 1, 2, 1, 1, 0, 0, -2, 2, -2, 0, 0, -1, 1, 2, 2, 2, 1, -1, -2, 1, 2, -1, 2, -2], [2, -1, 1, 2, -1, -2, -1, 1, 2, -2, 1, 1, -2, -1, -1, 1, 0, 2, 1, 2, 1, -2, 1, -1, -2, 2, -1, 0, -1, 1, -1, 2, 2, 2, -2], [-2, 2, 2, 0, -1, 1, 2, -1, -2, -2, -1, 2, 0, 2, 2, 1, -2, 0, -1, 2, 2, -1, -1, -1, 1, -1, -1, -1, -2, -2, 0, 2, 0, 2, 1], [0, 1, 1, 1, 2, 0, 1, -2, -2, 2, 0, 2, 2, -1, 2, -2, 2, 2, 2, -2, -1, 2, 1, -2, 1, 1, 1, -1, 2, -2, -1, 2, 0, 1, 0], [1, -2, 1, 0, -1, -1, -1, 1, 0, -2, 1, 1, -2, 2, -2, 2, 0, -2, 1, 0, -2, -1, -1, -1, -2, 2, -1, 1, -1, 2, 1, 0, 2, 1, 2], [2, -1, -1, -1, 2, -1, 2, -2, 2, 0, -1, -2, 2, 2, 1, -2, 0, -1, 1, 0, 2, -1, -2, -2, 0, -2, 0, -2, -2, -1, 0, -2, -1, 2, 1], [1, -2, -2, 2, 1, 0, 2, -1, 0, 1, 1, 1, -2, 2, -1, 2, 2, 0, -1, 2, 1, 2, 0, 0, -2, -2, -1, -1, 2, 1, -2, -1, -2, -2, 2], [0, 0, 1, 1, -1, 0, 2, -1, 0, -2, -2, 1, 0, 2, 2, 0, -2, -2, 2, -2, -2, -1, -1, -1, 2, -2, 1, 0, 0, 1, 0, 0, 0, 0, 0], [-2, 1, -1, -2, 1, -1, 2, 0, 2, 0, 2, -2, -2, -1, -2, 0, 0, -1, 0, -1, -1, 1, 2, 0, 2, 0, 2, 1, 2, 2, -1, -2, -2, -1, -2], [1, -1, -1, -1, 1, 2, -1, 1, 2, 2, 0, -2, -1, 0, 2, 2, -2, 0, 2, -1, 0, 1, 2, -2, -2, 1, 1, 0, 0, -2, -2, -2, 0, -1, 2], [0, 1, 2, -2, -1, 0, 0, 1, 1, 2, -2, 0, 0, 2, 0, -2, -2, 1, -1, 0, -2, 2, 1, -1, 2, -1, 1, 1, 0, 2, 1, -1, 0, 1, 0], [1, 0, -2, 1, 1, -1, 0, 1, 2, 2, 2, -1, 0, -2, -2, -2, -1, 2, -2, 2, 1, 2, 1, -1, 2, -1, 1, 1, 1, -2, 2, -2, 2, 0, -2], [2, 1, 2, 1, 0, -2, 1, 1, -2, 2, -2, 0, 1, -2, 2, 2, 0, 0, 1, 0, -1, -1, 2, -2, -1, 2, -2, 0, 2, 1, 1, -2, 1, 2, 2], [1, -1, 2, -2, 0, -1, 1, 0, 1, 0, 1, 2, 0, -1, 0, 2, -2, -1, 2, 0, -2, 1, -2, -2, 2, -1, 1, 0, -1, 0, 2, 1, 1, 2, 1], [2, 2, -1, 2, 0, -1, 2, 1, 0, 1, -2, 0, -2, 2, 1, 1, 2, 0, 0, 0, 2, 2, -1, 1, 0, -1, 1, -1, 1, 0, 2, 2, 2, -1, 2], [-2, -2, 1, -2, 1, -1, 0, 2, 2, 2, 1, -1, -1, -1, -1, 2, -2, 1, -2, 1, 0, -1, -2, -2, -1, 1, 2, -1, 1, -1, 1, 0, 0, 2, -2], [0, -1, 2, -2, 0, 2, -1, 0, -1, -1, 0, 0, 2, -1, -1, 2, 1, -2, 1, 1, -2, -2, -1, -2, -2, -2, 2, 0, 0, 1, 0, 0, -1, 1, -2], [0, 1, -1, 0, -2, -2, 1, 2, 0, -1, 2, -1, 2, 0, 0, 1, 2, 1, -2, -2, -2, -2, -2, 2, 0, 0, 2, 1, 1, 2, 0, 1, 2, 1, 0], [-2, 1, 0, 2, 0, -2, 2, -1, 2, 1, 2, 0, 0, -2, -1, -1, 2, 1, 1, -1, 0, -1, 1, -2, 0, 0, -2, 2, 0, -1, -1, 2, -1, -1, 2], [-1, -2, 1, -2, 1, -1, -2, 2, 0, -2, -2, 2, 1, -2, 2, -2, 2, 2, -2, 2, 0, -2, -2, -1, 2, 1, 0, 1, -1, 2, -2, -2, 2, -2, -1], [0, -1, 0, 1, 1, -1, -1, 1, 2, -2, -2, -2, 1, 1, 0, 2, 2, 1, 2, 0, 2, -2, -1, -1, 2, 2, 2, -2, -2, 0, 1, -1, -2, 1, -1], [-2, 0, 1, -1, -2, 0, 2, 1, 0, -1, -1, -1, -1, -2, 0, 2, 1, -1, 2, 1, -1, 1, -2, 1, 1, -2, 2, 1, 1, 2, -1, 2, -2, 0, -2], [2, 1, 0, 0, -2, 1, 2, 2, 1, -1, 2, 0, 1, -2, 0, 0, -1, -2, -2, 0, 1, -1, -2, -1, 0, 1, -1, 2, 0, 0, 0, -1, -1, -1, 0], [2, 1, 2, -2, 1, 2, -2, 1, 2, -2, 2, -1, 2, -1, 1, 0, 0, 0, -1, 1, 1, 1, 0, 2, -1, 1, 0, -2, 2, 2, -1, 2, -2, -1, 1], [-2, 2, -2, 1, -2, 2, 2, 1, -1, -1, -2, 2, -2, 0, -2, -2, -2, 0, 2, -2, -2, -2, 1, 0, 1, 0, 1, 2, -2, 1, 0, 0, -2, 0, -2], [-2, 1, 2, -2, -1, -2, 2, 1, 1, 0, 2, -2, -1, 2, -2, 0, -1, 1, -1, 1, 2, 1, 0, -1, -1, -1, 0, -2, 2, 0, 0, 1, 0, -1, 1], [1, 2, -1, -2, 2, -2, 0, 1, 1, -1, -1, -1, 0, 0, -2, 0, 1, 0, 1, -2, -1, 2, -2, -1, 0, -1, 0, 1, -1, -1, 1, 0, 0, 1, 0], [1, 1, -2, 1, 1, 0, 2, -1, -1, 0, 2, -2, 2, -2, -1, -2, 1, -2, 2, 2, 0, 2, 1, -2, 2, -1, -2, 0, -2, -1, -2, -1, -2, 2, 0], [-2, -1, 0, -2, -1, -2, -2, -2, -1, 2, 1, -2, 0, -2, 2, 2, -1, 2, -2, 2, 2, -2, -2, -1, 0, -2, -2, 1, 2, -2, 2, -2, -2, -1, 1], [1, 1, -2, 1, 0, -1, 2, 0, -2, 2, 0, 0, 1, -2, 0, 2, -2, -2, -1, -2, 2, -1, 0, 2, -2, 0, 0, 0, -1, 0, -2, -1, 1, 0, 1], [0, -1, 2, 2, 0, -2, -1, 2, -2, 2, -2, -2, -2, -1, 1, -1, 2, 1, -1, 1, 2, -2, -1, 1, -2, 2, -1, 0, 2, -1, 1, 2, 2, -2, 0], [2, -2, -2, 1, -2, 2, 1, -2, -1, 1, 1, 2, 0, 0, 0, -1, -1, -2, -1, 2, 2, -2, 2, -2, -2, 1, 0, 0, 1, 0, -1, 1, 2, 1, 0], [0, -1, 2, -2, 1, -2, 1, 1, -2, -1, -2, -2, 0, -2, -2, -1, -2, 2, -1, -2, -2, 0, 2, 0, 2, 0, -1, 0, 0, -1, -2, 1, 1, 0, -1], [0, 2, -2, 2, 0, 2, -1, -1, -1, 1, 1, 1, 0, 2, -1, -1, 0, -2, 0, 0, 0, -2, 0, 0, -2, 2, -1, 2, 0, 1, -1, 0, -1, -1, -1], [0, 1, -2, 0, 1, 0, 2, 1, -2, -1, -1, -2, -1, 1, -2, 0, -2, 1, 2, -1, 1, 1, -1, -1, 0, -1, 2, 1, 1, 0, 1, 0, -1, 0, 2], [0, 0, 2, -1, -1, -2, 2, 0, 2, -1, 1, -2, -2, 0, -2, 0, -2, 1, 2, 1, -1, -2, 2, -2, 0, 2, -2, 1, 0, 2, -2, -1, -1, 2, -2]]> : tensor<36x35xi8>
  %g = stablehlo.constant dense<[[2, 1, 0, -2, 0], [2, -2, -1, -2, 0], [2, 1, 1, -1, 1], [0, 0, 2, -2, -1], [1, -1, 1, 0, -2], [-1, 1, -1, -1, -2], [-1, 0, 2, 2, -1], [2, 2, -2, -1, 0], [1, 0, 2, 0, -2], [-1, -1, 1, 0, 0], [2, 2, -2, -2, 1], [-2, 0, -1, 0, 2], [1, 0, 2, -2, 2], [-2, 2, -2, 1, -1], [-2, 2, -1, 1, -1], [2, 2, 2, -2, 1], [2, 2, -2, 0, -1], [-2, 0, 0, -2, 2], [-1, -1, 0, 0, -1], [1, -2, 0, -1, 0], [2, 2, 2, 1, -1], [-2, -1, -1, 2, 1], [1, 1, 0, -2, -2], [-1, -1, 1, 2, 1], [0, 1, -2, -2, 2], [2, -2, 0, -1, -1], [-2, -1, 0, -1, 0], [-2, 1, 2, -2, 1], [-1, 1, -2, -1, -2], [-1, 0, -2, 0, 1], [2, 0, -2, -1, -2], [-2, 2, -2, -1, -1], [-2, 1, 2, 1, 0], [2, -2, 0, 1, 0], [1, 2, -1, 0, -1], [-2, -1, 2, -2, -1]]> : tensor<36x5xi8>
  %r = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<36x35xi8>, tensor<36x5xi8>) -> tensor<35x5xi32>
  check.expect_eq_const %r, dense<[[-19, 7, -3, -1, -4], [-4, -5, -1, -7, 19], [35, -1, 8, -13, -6], [0, -6, -4, 6, 5], [-4, -1, 27, 11, -6], [10, 8, -9, 20, 12], [-21, 23, 3, -18, -3], [13, -6, 3, -8, 13], [-8, -14, 12, 4, -8], [-14, 6, -7, -5, 2], [-15, -19, 16, -5, -8], [15, -1, -17, -1, 12], [-4, 11, 3, -9, 14], [29, 8, -3, 9, -11], [10, 7, -8, -4, 3], [5, 7, 7, 18, -6], [-6, -21, 16, 16, -11], [-4, -14, 13, -7, 7], [-1, 7, 5, -3, -7], [3, -7, 0, 4, -6], [4, -1, -7, 7, -18], [-30, 0, 17, 25, 9], [-11, -14, 24, -1, 13], [-7, -17, -9, 33, 19], [-8, 24, 7, -8, 12], [25, -22, 28, -17, -1], [12, 26, -14, 5, 8], [-4, -7, -16, -15, 3], [-4, -6, 6, 7, -9], [8, -14, -2, 8, 5], [14, 26, -25, -3, -3], [3, -2, -10, 7, 1], [-4, -8, -18, -10, 8], [1, 23, 8, -33, 13], [-15, 1, 1, 15, -14]]> : tensor<35x5xi32>
  func.return
}

// -----

// Few results side by side: vectors along the other dimension. Expected values are NumPy's.
func.func @weights_of_3_f64() {
  %x = stablehlo.constant dense<[[1.0, 0.0, 2.0, -1.0, 1.0, 2.0, 0.0, -2.0, 2.0, 2.0, -2.0, 2.0, -1.0, 0.0, -1.0, 1.0, 1.0, -2.0, -2.0], [2.0, -1.0, -2.0, -2.0, -2.0, -1.0, -1.0, 2.0, 0.0, -1.0, 2.0, -2.0, 2.0, -1.0, 2.0, 2.0, 2.0, -2.0, 0.0], [2.0, 1.0, 1.0, 2.0, 0.0, -1.0, -2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0, 1.0, -2.0, -2.0, -2.0, -2.0], [2.0, 0.0, -1.0, 1.0, 2.0, 1.0, 1.0, -2.0, -2.0, -1.0, -1.0, 2.0, 1.0, -2.0, 1.0, 2.0, 0.0, -2.0, -1.0], [-1.0, -2.0, 1.0, -1.0, 0.0, -2.0, 2.0, -1.0, -1.0, 1.0, 1.0, -2.0, 1.0, -2.0, -1.0, 2.0, 2.0, 0.0, 2.0], [1.0, 0.0, 1.0, 1.0, -2.0, 1.0, 1.0, 2.0, 0.0, 1.0, -2.0, 1.0, -1.0, -1.0, -2.0, -2.0, -2.0, 1.0, 0.0], [-1.0, -1.0, 0.0, 2.0, 0.0, -2.0, 2.0, 2.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, -2.0, 1.0, 1.0, 0.0], [-1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, -2.0, -2.0, 0.0, -1.0, 0.0, 1.0, -2.0, 0.0, 0.0, 1.0, -1.0], [-1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 2.0, -1.0, -1.0, -2.0, 1.0, -2.0, -2.0, 1.0, -1.0, 1.0, -1.0, -2.0, -1.0], [2.0, -2.0, -2.0, 2.0, -1.0, 0.0, 1.0, -1.0, -2.0, 1.0, 1.0, -2.0, -1.0, 2.0, -1.0, 2.0, 1.0, 2.0, 1.0], [-2.0, -1.0, 0.0, -2.0, 0.0, -2.0, 2.0, 2.0, 2.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, -2.0, 0.0], [-2.0, 2.0, 1.0, 0.0, -2.0, -1.0, 1.0, -1.0, -1.0, 1.0, -2.0, 1.0, 2.0, -2.0, 2.0, -2.0, 0.0, 0.0, -1.0], [-1.0, -2.0, 2.0, -1.0, -1.0, 2.0, 1.0, -1.0, -2.0, -1.0, -2.0, 1.0, 0.0, -1.0, 0.0, 2.0, 0.0, 0.0, -2.0], [1.0, 1.0, -1.0, 1.0, -2.0, -2.0, 2.0, 2.0, 2.0, 0.0, -1.0, -1.0, 0.0, 2.0, -2.0, 2.0, 2.0, -2.0, 0.0], [2.0, 1.0, 1.0, 1.0, -1.0, 0.0, 1.0, -2.0, -1.0, -2.0, -1.0, -2.0, 0.0, 1.0, 0.0, 1.0, 2.0, -1.0, 0.0], [-1.0, -2.0, 0.0, 0.0, 1.0, 0.0, -2.0, -1.0, 0.0, 1.0, 1.0, -2.0, 2.0, -1.0, -1.0, -2.0, -2.0, 0.0, -2.0], [-2.0, 1.0, -1.0, 1.0, -1.0, 0.0, -2.0, 1.0, 2.0, -1.0, 0.0, 0.0, 2.0, -2.0, -1.0, 1.0, 2.0, -2.0, 1.0], [0.0, -2.0, 0.0, -2.0, 1.0, 0.0, 0.0, -2.0, 2.0, 0.0, -2.0, 0.0, -1.0, 1.0, -1.0, 2.0, -1.0, 2.0, 1.0], [-1.0, 2.0, 1.0, 1.0, 2.0, 2.0, -2.0, -2.0, 0.0, 0.0, -2.0, -2.0, -1.0, 2.0, 2.0, -1.0, 2.0, 0.0, -1.0], [0.0, 2.0, -2.0, -1.0, 0.0, -2.0, 1.0, 0.0, -2.0, -2.0, 0.0, 2.0, 2.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0], [1.0, -1.0, 2.0, -1.0, 1.0, 2.0, 1.0, 2.0, 1.0, -1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 2.0, 2.0, 1.0, 2.0], [1.0, -1.0, -2.0, 1.0, 1.0, -2.0, -1.0, -2.0, -1.0, -2.0, 2.0, -2.0, 1.0, 1.0, 1.0, 2.0, 0.0, 1.0, -2.0], [2.0, -2.0, 0.0, -2.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0, -1.0, -2.0, -2.0, -2.0, 1.0, 0.0, -2.0, -2.0, 2.0], [-1.0, -1.0, 0.0, 0.0, 1.0, -2.0, 0.0, 2.0, -1.0, -2.0, -1.0, 0.0, 2.0, 1.0, -1.0, 2.0, -2.0, 1.0, -1.0], [0.0, -1.0, 0.0, 2.0, 2.0, 1.0, 1.0, -2.0, -2.0, -1.0, 1.0, -1.0, 1.0, 2.0, -2.0, 2.0, 2.0, -1.0, -2.0], [-2.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 0.0, 2.0, 2.0, 2.0, 0.0, 0.0, 2.0, -1.0, 0.0, 1.0, 1.0], [-1.0, -1.0, -1.0, 1.0, -2.0, 2.0, -1.0, 2.0, 1.0, -2.0, -1.0, 2.0, -1.0, -1.0, -1.0, -2.0, -1.0, 1.0, 2.0], [2.0, 1.0, 2.0, -1.0, -2.0, -2.0, 0.0, 1.0, 2.0, 2.0, -2.0, -2.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 2.0], [1.0, -1.0, 2.0, -1.0, 1.0, 1.0, 0.0, 0.0, 0.0, -2.0, -2.0, 0.0, -1.0, -1.0, 1.0, -2.0, -1.0, 0.0, -1.0], [-2.0, 2.0, 1.0, 1.0, 2.0, 2.0, -2.0, -2.0, -2.0, 1.0, -2.0, -1.0, 2.0, 0.0, 0.0, 0.0, 2.0, 2.0, 0.0], [-2.0, -1.0, 0.0, -2.0, -1.0, 0.0, 1.0, 2.0, 1.0, 0.0, -2.0, -1.0, 0.0, 2.0, 2.0, -1.0, 1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, -2.0, 2.0, -2.0, 1.0, -2.0, 1.0, -2.0, -1.0, 1.0, -2.0, -1.0, -1.0, -1.0, -1.0], [-1.0, -1.0, 2.0, 1.0, -2.0, -2.0, 2.0, 0.0, -1.0, -2.0, -1.0, -1.0, -1.0, 0.0, 0.0, 2.0, 1.0, -2.0, -1.0], [2.0, 0.0, 2.0, 2.0, -1.0, -2.0, 2.0, 2.0, 0.0, -1.0, 0.0, 0.0, -2.0, 1.0, 1.0, 2.0, -2.0, 1.0, 1.0], [-1.0, -1.0, 0.0, -2.0, 2.0, 2.0, 0.0, -2.0, 0.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 0.0, 1.0], [-1.0, -1.0, 2.0, 2.0, 2.0, 2.0, -1.0, 1.0, 0.0, 2.0, 1.0, 1.0, 2.0, -2.0, 1.0, -1.0, 1.0, -2.0, 1.0]]> : tensor<36x19xf64>
  %g = stablehlo.constant dense<[[-1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [1.0, -1.0, -2.0], [0.0, 2.0, 2.0], [-1.0, 1.0, -1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.0, -1.0, 0.0], [-2.0, 1.0, 2.0], [-1.0, 0.0, 1.0], [1.0, 1.0, -2.0], [1.0, 2.0, -1.0], [-1.0, -2.0, 2.0], [0.0, 2.0, 2.0], [-2.0, 2.0, -2.0], [0.0, 0.0, 2.0], [-1.0, -1.0, -1.0], [-2.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 2.0, 2.0], [2.0, 1.0, -1.0], [2.0, -2.0, 1.0], [0.0, -2.0, 2.0], [1.0, -1.0, 1.0], [-1.0, 2.0, 1.0], [1.0, -1.0, 0.0], [-1.0, 2.0, 2.0], [-1.0, 0.0, -2.0], [0.0, -1.0, 1.0], [0.0, -1.0, 2.0], [1.0, 1.0, -2.0], [-1.0, 0.0, -2.0], [1.0, -2.0, 1.0], [1.0, 1.0, 0.0], [-2.0, 2.0, 2.0]]> : tensor<36x3xf64>
  %r = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<36x19xf64>, tensor<36x3xf64>) -> tensor<19x3xf64>
  check.expect_eq_const %r, dense<[[8.0, -5.0, -1.0], [-4.0, -6.0, -2.0], [-6.0, 14.0, -4.0], [-3.0, -5.0, -1.0], [-3.0, 1.0, -6.0], [-3.0, 9.0, -7.0], [10.0, -7.0, 5.0], [-5.0, -13.0, 33.0], [-10.0, -4.0, 8.0], [-24.0, 20.0, 5.0], [11.0, 13.0, 11.0], [-3.0, -6.0, -19.0], [-5.0, 14.0, 13.0], [-6.0, -14.0, 16.0], [1.0, 9.0, 1.0], [9.0, -6.0, 29.0], [-10.0, 22.0, 36.0], [-4.0, 3.0, 8.0], [-3.0, 2.0, 38.0]]> : tensor<19x3xf64>
  func.return
}

// -----

// Sums along the rows of a matrix, and a function of vectors of them. Expected values are NumPy's.
func.func @tanh_of_short_sums() {
  %a = stablehlo.constant dense<[[0.25, -0.125, 0.0, 0.0, 0.0, 0.125, -0.125, 0.125, 0.125, -0.125, -0.25, -0.25, 0.25, 0.0, 0.0, -0.125, -0.125, 0.0, -0.125, -0.25, 0.125, 0.25, -0.25, -0.125, -0.125, -0.125, 0.0, 0.125, 0.0, 0.25, 0.0, -0.125, 0.25, 0.0, 0.25, 0.25], [-0.125, -0.125, 0.25, -0.25, -0.25, -0.125, -0.25, -0.125, 0.25, 0.125, -0.125, 0.0, -0.25, 0.25, -0.25, 0.0, 0.0, -0.125, -0.25, 0.125, 0.125, 0.25, 0.25, 0.0, 0.125, 0.0, -0.25, 0.125, -0.25, 0.0, 0.25, 0.0, -0.125, -0.25, 0.25, 0.125], [0.0, 0.125, 0.125, 0.25, -0.25, 0.25, 0.125, -0.25, 0.125, 0.25, -0.125, -0.25, 0.125, 0.125, 0.25, 0.125, 0.125, 0.0, 0.0, 0.25, -0.25, 0.0, 0.25, -0.125, 0.25, -0.25, -0.125, 0.25, 0.125, 0.0, 0.25, 0.25, 0.0, -0.125, -0.25, 0.125], [0.0, 0.125, 0.25, -0.25, 0.125, 0.0, 0.25, 0.25, -0.125, -0.125, -0.125, 0.125, 0.0, 0.125, -0.125, -0.25, -0.125, 0.0, -0.25, -0.25, -0.125, -0.125, 0.25, -0.25, -0.25, 0.125, 0.0, -0.25, 0.125, 0.25, -0.125, -0.125, 0.0, 0.25, -0.125, -0.25], [-0.125, -0.25, -0.125, -0.25, 0.0, -0.25, -0.25, -0.25, -0.125, 0.0, 0.25, -0.125, 0.0, 0.25, 0.0, 0.125, 0.0, -0.125, 0.125, -0.125, -0.125, 0.0, -0.125, 0.25, 0.125, -0.25, 0.125, 0.125, 0.25, -0.125, -0.125, 0.25, 0.125, -0.125, 0.25, -0.25], [0.25, -0.25, 0.0, -0.25, 0.125, 0.25, -0.25, 0.25, 0.25, -0.25, -0.25, 0.125, 0.0, -0.25, -0.25, -0.125, 0.25, 0.0, -0.25, -0.25, 0.125, 0.0, -0.125, -0.125, -0.25, -0.25, 0.25, 0.0, 0.0, 0.0, -0.25, -0.125, 0.0, -0.25, 0.125, 0.25], [0.0, -0.25, 0.125, 0.0, 0.125, -0.125, -0.25, -0.125, 0.25, 0.25, 0.0, 0.0, -0.25, 0.0, 0.0, 0.25, 0.125, -0.25, 0.0, 0.125, -0.125, -0.125, -0.25, 0.25, 0.125, 0.0, 0.0, -0.25, -0.125, 0.125, -0.125, 0.0, -0.125, 0.25, -0.25, 0.125], [0.125, 0.125, 0.0, -0.25, -0.25, 0.0, -0.125, 0.0, -0.25, 0.25, -0.25, -0.25, 0.0, 0.125, -0.125, 0.125, 0.0, 0.0, 0.25, 0.25, -0.125, -0.125, -0.125, 0.125, -0.25, 0.25, -0.25, 0.0, 0.25, 0.25, 0.25, 0.125, 0.0, 0.125, 0.125, -0.125], [-0.125, -0.25, 0.125, 0.25, 0.0, -0.125, -0.25, 0.0, 0.125, 0.125, 0.0, 0.25, 0.0, 0.125, 0.0, 0.125, 0.125, -0.25, 0.125, -0.25, -0.25, -0.25, 0.0, 0.25, -0.25, -0.125, -0.25, -0.125, 0.0, 0.125, 0.125, -0.25, 0.125, -0.125, 0.25, -0.25], [-0.25, -0.25, -0.125, 0.0, -0.125, -0.25, 0.0, 0.25, 0.25, 0.125, 0.0, 0.0, 0.125, -0.125, 0.0, -0.125, -0.125, -0.25, 0.125, -0.25, 0.25, 0.25, -0.25, 0.0, -0.125, 0.125, 0.125, -0.25, -0.25, 0.0, 0.0, 0.125, 0.125, 0.0, 0.25, -0.25], [0.0, -0.125, -0.125, -0.25, 0.0, 0.125, 0.25, 0.25, 0.125, -0.25, 0.25, -0.125, 0.25, 0.125, 0.25, 0.125, 0.25, -0.125, 0.0, -0.125, 0.25, -0.125, -0.25, 0.0, -0.25, 0.25, 0.0, 0.0, 0.25, 0.25, -0.25, 0.125, -0.125, 0.0, 0.25, -0.125], [0.25, 0.125, 0.25, 0.125, 0.125, 0.0, -0.25, -0.125, -0.25, 0.25, 0.125, 0.0, -0.25, -0.125, 0.0, 0.0, -0.125, -0.25, -0.125, -0.25, -0.125, 0.125, -0.25, 0.125, 0.125, 0.125, 0.25, 0.25, -0.25, 0.0, -0.125, -0.25, -0.25, 0.125, 0.25, -0.25], [0.125, -0.25, -0.125, 0.25, 0.25, -0.25, -0.25, -0.25, 0.125, 0.25, 0.125, -0.25, 0.0, 0.0, -0.25, 0.125, 0.25, 0.125, 0.125, 0.0, 0.25, -0.125, -0.125, -0.25, -0.125, 0.125, 0.125, -0.25, 0.25, 0.0, -0.125, -0.25, -0.25, -0.125, -0.125, 0.125], [-0.125, 0.25, 0.125, 0.125, 0.125, 0.0, -0.125, -0.125, 0.25, 0.125, -0.25, -0.125, -0.25, -0.25, 0.0, -0.125, 0.25, 0.25, 0.125, -0.125, 0.25, 0.0, -0.125, 0.25, 0.125, -0.25, -0.25, -0.125, -0.125, 0.0, -0.125, 0.125, 0.0, 0.0, -0.125, 0.125], [-0.125, -0.25, 0.0, -0.125, 0.25, 0.25, -0.25, 0.0, -0.25, 0.25, 0.25, 0.25, 0.125, 0.25, 0.0, 0.25, -0.125, 0.0, 0.0, 0.25, -0.125, 0.25, -0.25, -0.125, -0.25, 0.125, 0.0, 0.0, -0.125, -0.25, 0.125, -0.25, 0.25, 0.0, -0.125, 0.0], [0.0, -0.125, 0.0, 0.0, 0.125, -0.125, 0.0, 0.125, 0.25, 0.125, 0.0, 0.25, 0.125, -0.25, 0.0, -0.125, 0.25, 0.0, 0.25, 0.0, -0.125, 0.25, 0.25, 0.125, -0.25, -0.25, -0.125, 0.125, 0.0, -0.125, 0.0, -0.25, 0.0, 0.0, -0.125, 0.125], [-0.25, -0.125, -0.125, -0.125, 0.25, 0.125, 0.25, 0.25, -0.125, 0.125, -0.25, 0.0, -0.125, -0.25, -0.25, -0.25, 0.0, 0.0, 0.0, -0.125, -0.25, 0.0, 0.25, 0.125, -0.25, -0.125, 0.0, 0.0, 0.25, 0.0, -0.125, 0.125, 0.25, 0.125, 0.125, -0.25], [-0.125, 0.0, 0.125, 0.125, -0.125, 0.125, 0.0, 0.0, 0.25, 0.0, 0.25, -0.25, 0.25, -0.125, 0.0, -0.25, 0.125, -0.125, -0.125, 0.125, 0.0, 0.25, -0.25, 0.125, -0.125, 0.25, -0.25, 0.0, 0.25, 0.0, -0.125, 0.125, -0.125, -0.125, 0.0, 0.25], [0.125, -0.125, 0.25, -0.25, -0.125, 0.125, -0.125, -0.25, 0.0, -0.125, 0.0, -0.125, -0.25, 0.125, -0.25, -0.125, 0.25, 0.25, -0.25, 0.0, -0.25, 0.25, 0.0, -0.25, -0.125, -0.125, -0.125, 0.125, -0.125, -0.125, -0.25, 0.0, -0.125, 0.0, -0.125, 0.125], [-0.25, 0.125, -0.25, -0.25, -0.125, -0.125, -0.25, 0.0, 0.125, 0.0, -0.25, 0.25, -0.25, -0.125, 0.125, 0.0, 0.0, -0.125, 0.125, -0.25, 0.0, -0.125, 0.0, 0.125, -0.25, 0.25, -0.125, 0.0, -0.125, 0.125, 0.25, 0.25, -0.25, 0.125, 0.25, -0.25], [-0.125, 0.0, 0.125, -0.125, -0.25, -0.25, -0.125, -0.25, 0.25, 0.125, -0.125, 0.0, 0.0, -0.25, 0.25, 0.25, -0.25, -0.125, -0.125, 0.125, 0.0, 0.25, -0.25, 0.0, 0.0, 0.0, 0.125, -0.25, 0.0, 0.0, 0.125, 0.0, -0.125, 0.25, 0.0, 0.125], [0.0, 0.25, 0.25, 0.125, -0.25, 0.25, 0.125, 0.0, 0.0, -0.125, -0.25, 0.0, 0.125, -0.25, 0.25, 0.125, 0.0, 0.0, 0.25, -0.25, 0.25, 0.25, 0.125, 0.25, -0.25, 0.125, -0.25, -0.125, 0.125, 0.125, -0.25, -0.125, -0.25, 0.125, 0.125, 0.0], [-0.25, -0.125, 0.0, 0.125, -0.125, 0.125, 0.25, -0.125, -0.125, 0.25, -0.125, 0.0, 0.125, 0.25, -0.25, 0.0, 0.0, 0.0, -0.125, 0.125, -0.25, 0.0, -0.25, -0.25, 0.25, 0.25, 0.0, 0.25, 0.0, 0.0, -0.125, -0.125, 0.25, 0.0, 0.125, -0.125], [-0.25, -0.125, 0.0, -0.25, 0.125, 0.0, 0.125, 0.125, -0.25, -0.125, 0.0, -0.125, 0.25, -0.125, 0.125, -0.125, 0.125, 0.25, -0.25, 0.125, 0.25, -0.125, -0.125, -0.25, 0.0, -0.25, 0.0, -0.25, 0.0, 0.25, 0.25, 0.25, -0.25, -0.25, 0.25, -0.25], [0.0, -0.25, -0.25, 0.0, 0.125, 0.125, -0.125, 0.125, 0.125, 0.0, 0.125, 0.125, 0.25, 0.0, -0.25, 0.0, -0.25, 0.125, 0.0, 0.25, -0.125, 0.125, 0.125, 0.0, -0.125, -0.25, -0.25, 0.0, -0.125, 0.0, -0.25, 0.125, -0.25, 0.125, -0.125, -0.25], [0.25, 0.125, 0.0, 0.25, -0.125, 0.25, -0.25, -0.125, -0.125, -0.125, -0.125, 0.25, 0.125, 0.0, 0.25, 0.0, 0.0, 0.0, -0.25, -0.125, 0.125, 0.0, 0.125, 0.125, 0.0, -0.25, 0.25, 0.125, 0.125, 0.125, 0.25, 0.125, 0.0, -0.125, 0.0, 0.0], [0.125, 0.125, 0.125, 0.25, 0.0, -0.25, 0.125, -0.25, 0.125, -0.25, 0.125, -0.25, 0.125, -0.25, 0.25, 0.25, 0.125, 0.25, 0.125, 0.125, 0.25, -0.25, 0.0, 0.0, 0.0, 0.125, 0.125, 0.125, 0.25, 0.125, -0.25, 0.125, 0.25, -0.25, 0.0, 0.25], [-0.125, 0.125, 0.25, 0.25, 0.125, 0.125, 0.25, 0.0, 0.25, 0.125, 0.25, 0.0, -0.125, 0.25, 0.0, -0.25, -0.25, 0.25, 0.0, -0.25, 0.125, 0.125, 0.0, 0.125, 0.25, 0.0, -0.125, -0.25, -0.25, -0.125, 0.125, 0.125, -0.125, -0.125, 0.125, 0.25], [0.25, -0.125, -0.25, 0.125, -0.125, 0.125, -0.125, -0.25, -0.125, 0.25, -0.125, 0.0, 0.125, -0.125, 0.25, 0.0, -0.125, 0.25, -0.125, -0.125, -0.125, 0.25, 0.25, -0.125, -0.125, -0.25, -0.125, 0.25, 0.125, -0.125, -0.25, 0.0, -0.25, 0.0, 0.125, -0.25], [-0.25, 0.125, -0.125, 0.125, 0.0, -0.125, -0.25, -0.125, 0.0, 0.25, 0.125, -0.25, 0.25, 0.25, -0.125, -0.25, 0.125, -0.125, 0.0, -0.25, -0.125, 0.125, 0.125, -0.125, -0.125, 0.0, -0.125, -0.25, 0.25, -0.25, 0.0, 0.125, 0.25, -0.25, 0.125, -0.25], [-0.125, -0.125, 0.125, 0.125, -0.25, 0.25, 0.125, -0.125, 0.125, 0.125, 0.25, 0.25, 0.25, 0.25, -0.25, -0.125, 0.125, -0.25, 0.125, 0.25, -0.25, 0.125, -0.25, 0.0, 0.0, -0.25, -0.25, 0.0, -0.125, -0.25, -0.125, 0.125, 0.125, 0.125, 0.125, -0.125], [0.0, -0.25, -0.125, -0.25, -0.125, -0.25, 0.125, 0.25, 0.0, -0.25, 0.0, 0.25, 0.25, -0.125, -0.25, -0.125, 0.0, -0.25, -0.25, -0.25, 0.125, -0.25, 0.125, 0.25, -0.25, -0.125, 0.0, -0.125, 0.125, 0.0, 0.0, 0.0, 0.125, 0.125, 0.0, 0.125], [-0.25, -0.25, -0.125, -0.25, -0.25, -0.125, 0.25, -0.125, 0.125, 0.125, 0.0, 0.25, -0.125, 0.25, 0.125, -0.25, 0.125, -0.25, 0.0, 0.0, -0.25, 0.125, -0.125, 0.25, 0.25, -0.25, 0.125, -0.25, 0.25, 0.125, 0.25, 0.0, -0.125, 0.125, -0.125, -0.25], [0.125, 0.25, -0.25, -0.125, 0.0, 0.0, -0.25, -0.125, -0.125, 0.125, 0.0, 0.0, 0.125, -0.25, 0.125, -0.125, 0.0, -0.25, 0.25, -0.25, -0.125, -0.125, 0.0, 0.0, 0.25, 0.0, 0.0, -0.25, 0.0, 0.125, -0.125, -0.125, -0.25, -0.25, 0.125, -0.125], [0.125, -0.25, 0.0, 0.125, 0.25, -0.25, 0.0, 0.25, 0.0, 0.0, -0.125, 0.0, -0.25, -0.25, -0.25, 0.125, 0.125, -0.125, 0.25, 0.125, -0.125, -0.125, 0.0, 0.125, -0.125, -0.125, -0.125, 0.0, -0.25, 0.25, 0.125, 0.125, -0.25, 0.0, -0.25, -0.25], [0.125, -0.25, -0.125, -0.125, 0.0, 0.125, -0.25, 0.25, -0.25, 0.0, 0.0, 0.25, 0.25, 0.0, 0.0, 0.125, 0.25, -0.125, -0.25, -0.25, 0.0, -0.125, 0.25, 0.125, 0.0, -0.25, 0.25, 0.25, -0.125, 0.125, -0.25, 0.25, 0.125, 0.0, -0.25, -0.125], [0.125, 0.125, -0.125, 0.25, 0.0, 0.25, -0.125, -0.25, -0.25, 0.0, 0.0, 0.125, 0.125, 0.125, 0.125, 0.25, 0.0, 0.0, -0.25, 0.0, -0.125, 0.25, -0.125, 0.25, 0.25, 0.25, -0.125, 0.25, 0.125, -0.125, 0.0, 0.125, 0.125, 0.0, -0.125, 0.125]]> : tensor<37x36xf32>
  %x = stablehlo.constant dense<[-0.25, 0.0, -0.125, 0.125, 0.125, 0.25, -0.25, -0.25, 0.125, -0.25, 0.125, 0.0, 0.0, 0.0, 0.25, 0.0, -0.25, 0.0, 0.125, 0.25, 0.0, 0.0, -0.25, 0.0, -0.125, 0.125, 0.125, 0.25, -0.125, -0.25, 0.25, 0.125, 0.25, -0.25, 0.125, 0.0]> : tensor<36xf32>
  %s = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<37x36xf32>, tensor<36xf32>) -> tensor<37xf32>
  %r = stablehlo.tanh %s : tensor<37xf32>
  check.expect_almost_eq_const %r, dense<[0.04684069752693176, 0.0, 0.10894092917442322, -0.49817442893981934, 0.2003767192363739, -0.10894092917442322, -0.15499073266983032, -0.093476302921772, 0.0, 0.07796644419431686, -0.04684069752693176, -0.031239831820130348, -0.15499073266983032, -0.093476302921772, 0.4115700423717499, -0.13970530033111572, -0.21532633900642395, 0.12435299903154373, -0.15499073266983032, 0.10894092917442322, 0.07796644419431686, -0.2301757037639618, 0.07796644419431686, -0.01562372874468565, -0.04684069752693176, 0.1702023148536682, 0.2003767192363739, 0.06241874769330025, -0.07796644419431686, 0.07796644419431686, 0.13970530033111572, -0.33082112669944763, -0.21532633900642395, -0.12435299903154373, -0.24491865932941437, -0.2301757037639618, 0.25954920053482056]> : tensor<37xf32>
  func.return
}

// -----

// The same for three rows of another matrix. Expected values are NumPy's.
func.func @logistic_of_sums_of_3_rows() {
  %a = stablehlo.constant dense<[[0.0, 0.125, 0.25, 0.25, -0.25, -0.125, -0.125, -0.25, 0.125, 0.0, 0.0, 0.25, 0.125, -0.25, -0.25, -0.25, 0.0, 0.0, -0.125, -0.125, 0.0], [0.25, -0.25, 0.25, -0.25, 0.25, -0.125, 0.25, 0.0, 0.0, 0.25, 0.125, 0.125, -0.125, 0.0, 0.0, -0.125, -0.125, -0.25, 0.125, 0.125, 0.0], [0.0, -0.25, 0.25, -0.125, 0.25, -0.25, 0.25, -0.25, 0.125, -0.25, 0.0, -0.25, -0.125, 0.0, -0.125, 0.0, 0.0, -0.25, -0.25, 0.25, -0.25]]> : tensor<3x21xf64>
  %x = stablehlo.constant dense<[[0.125, 0.0, 0.25, -0.125, -0.125, 0.25, -0.25, 0.0, -0.25, -0.125, 0.25, 0.125, -0.25, 0.0, 0.125, -0.25, 0.25, 0.125, 0.25, 0.25, 0.25], [0.125, -0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.0, -0.25, -0.25, 0.0, 0.25, 0.25, -0.125, 0.0, 0.125, -0.25, -0.125, 0.25, -0.125, 0.0], [0.0, 0.25, 0.125, 0.125, -0.25, 0.125, 0.125, 0.125, -0.25, 0.125, 0.0, -0.125, 0.125, 0.0, 0.125, -0.125, -0.125, 0.25, 0.25, 0.125, -0.25], [-0.125, -0.125, 0.25, -0.25, 0.0, 0.25, 0.125, -0.125, -0.125, -0.125, 0.0, 0.125, 0.0, 0.125, 0.25, 0.125, 0.0, 0.125, 0.125, 0.25, -0.125], [-0.125, -0.125, 0.125, -0.25, 0.25, 0.0, 0.125, 0.125, 0.125, -0.25, 0.125, 0.125, -0.125, 0.25, -0.125, 0.0, 0.0, 0.0, -0.25, 0.0, 0.125], [0.25, 0.0, 0.25, -0.125, 0.0, 0.25, 0.0, -0.25, -0.125, 0.25, 0.25, 0.0, -0.125, 0.125, -0.25, 0.25, 0.0, 0.125, -0.125, -0.125, -0.25], [0.0, 0.125, 0.25, 0.125, -0.125, 0.0, -0.25, -0.25, 0.25, 0.125, 0.0, 0.125, -0.25, 0.25, 0.25, 0.125, -0.25, 0.0, 0.0, 0.125, 0.25], [0.125, -0.125, 0.25, 0.25, -0.25, 0.0, 0.25, -0.25, -0.125, 0.0, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125, 0.0, -0.25, 0.0, -0.25, -0.25], [0.125, -0.25, 0.25, 0.125, 0.0, -0.125, 0.25, 0.125, 0.125, -0.25, -0.125, 0.25, 0.0, -0.25, 0.0, 0.25, -0.125, 0.0, -0.25, -0.125, -0.125], [0.25, -0.125, -0.25, 0.125, 0.0, 0.25, 0.125, 0.0, -0.25, 0.25, 0.125, 0.0, -0.125, 0.0, -0.25, 0.25, 0.25, 0.25, -0.25, -0.25, 0.0], [0.125, -0.125, 0.0, 0.25, 0.25, 0.125, 0.0, 0.0, 0.125, -0.25, 0.25, 0.25, -0.25, 0.25, -0.125, 0.0, 0.25, 0.125, -0.25, -0.25, 0.0], [-0.25, 0.125, 0.125, 0.0, 0.0, 0.25, 0.125, 0.0, 0.0, -0.125, -0.25, -0.125, 0.0, -0.125, -0.125, 0.25, 0.25, 0.0, 0.125, 0.25, 0.25], [0.25, -0.25, 0.25, -0.25, 0.125, 0.25, 0.0, 0.0, -0.125, 0.25, -0.125, -0.125, -0.125, 0.125, 0.0, -0.125, -0.125, 0.125, -0.125, 0.25, -0.125], [0.25, -0.25, -0.125, -0.125, 0.125, -0.125, 0.125, -0.25, -0.25, -0.125, -0.125, 0.0, 0.0, 0.25, -0.25, 0.0, 0.0, -0.25, 0.25, 0.0, -0.125], [0.25, -0.125, 0.0, -0.25, -0.25, 0.125, -0.125, 0.125, -0.125, 0.0, 0.25, -0.125, 0.125, -0.25, 0.125, 0.0, -0.125, 0.0, 0.0, 0.25, 0.25], [0.0, -0.25, 0.125, 0.125, -0.25, 0.0, 0.0, -0.125, 0.0, 0.0, 0.125, -0.25, 0.0, -0.125, 0.25, 0.0, 0.0, -0.25, -0.25, -0.125, 0.0], [-0.125, 0.0, -0.25, 0.125, -0.125, 0.0, -0.25, -0.125, 0.125, 0.125, 0.125, 0.0, 0.125, 0.25, 0.25, 0.25, 0.0, -0.125, -0.25, -0.125, 0.25], [0.125, 0.0, -0.125, -0.25, -0.25, 0.125, 0.125, 0.25, 0.0, -0.125, -0.25, -0.125, 0.25, -0.125, 0.25, -0.125, -0.125, 0.125, 0.125, 0.0, 0.125], [-0.25, 0.0, -0.125, -0.25, 0.125, -0.125, -0.125, 0.125, 0.125, 0.0, 0.125, -0.125, 0.0, 0.25, -0.25, -0.25, 0.0, -0.125, 0.0, 0.25, 0.25]]> : tensor<19x21xf64>
  %s = stablehlo.dot_general %a, %x, contracting_dims = [1] x [1] : (tensor<3x21xf64>, tensor<19x21xf64>) -> tensor<3x19xf64>
  %r = stablehlo.logistic %s : tensor<3x19xf64>
  check.expect_almost_eq_const %r, dense<[[0.5, 0.5078118642792044, 0.5, 0.45326184801538616, 0.46879062662624377, 0.5078118642792044, 0.523420348936324, 0.5467381519846138, 0.5350984286266115, 0.48047867804790706, 0.5117166047041654, 0.48047867804790706, 0.45713671682749474, 0.46879062662624377, 0.48047867804790706, 0.5195213219520929, 0.48828339529583464, 0.4649015713733885, 0.4726834766204329], [0.5195213219520929, 0.5273165233795671, 0.47657965106367606, 0.5273165233795671, 0.5350984286266115, 0.5350984286266115, 0.5039061705290805, 0.5195213219520929, 0.523420348936324, 0.47657965106367606, 0.48828339529583464, 0.461016779312316, 0.5774953651858118, 0.5621765008857981, 0.523420348936324, 0.5, 0.4416730056646256, 0.48047867804790706, 0.5195213219520929], [0.45326184801538616, 0.48828339529583464, 0.4416730056646256, 0.5273165233795671, 0.5660185351961015, 0.5195213219520929, 0.48047867804790706, 0.523420348936324, 0.5621765008857981, 0.45326184801538616, 0.5156199157230156, 0.5039061705290805, 0.5467381519846138, 0.5660185351961015, 0.4726834766204329, 0.5428632831725052, 0.44939263446475963, 0.4455295350395727, 0.5273165233795671]]> : tensor<3x19xf64>
  func.return
}
