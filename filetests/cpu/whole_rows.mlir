// Rows of a few elements of which sums and extremes are taken and each element is computed with: all of a row is in registers.
// The values are those of NumPy.

func.func @whole_rows_f32_2() {
  %x = stablehlo.constant dense<[[3.0, 6.0], [-9.0, 6.0], [-1.0, 0.0], [2.0, -4.0], [9.0, -8.0], [-4.0, -2.0], [1.0, -2.0], [-7.0, -9.0], [-9.0, -9.0], [-7.0, 9.0], [-6.0, 3.0], [5.0, -5.0], [-4.0, -1.0], [-4.0, 9.0], [-6.0, 8.0], [6.0, 7.0], [-7.0, -2.0], [2.0, 0.0], [3.0, 3.0], [3.0, -8.0], [9.0, 1.0]]> : tensor<21x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x2xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x2xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x2xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x2xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x2xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x2xf32>
  check.expect_eq_const %y, dense<[[21.0, 48.0], [21.0, -24.0], [1.0, 0.0], [-6.0, 6.0], [0.0, -17.0], [26.0, 14.0], [-2.0, 1.0], [119.0, 151.0], [171.0, 171.0], [-23.0, 9.0], [15.0, -12.0], [-5.0, -5.0], [21.0, 6.0], [-29.0, 36.0], [-20.0, 8.0], [71.0, 84.0], [65.0, 20.0], [2.0, -2.0], [15.0, 15.0], [-18.0, 37.0], [81.0, 1.0]]> : tensor<21x2xf32>
  func.return
}

// -----

func.func @whole_rows_f32_3() {
  %x = stablehlo.constant dense<[[8.0, -4.0, -3.0], [7.0, -6.0, -8.0], [-2.0, 3.0, -7.0], [7.0, -3.0, -5.0], [1.0, 8.0, 7.0], [7.0, -4.0, -9.0], [5.0, 4.0, 5.0], [-9.0, -9.0, 0.0], [-3.0, -1.0, 8.0], [-6.0, 1.0, -3.0], [-4.0, 6.0, -7.0], [-3.0, -7.0, -7.0], [-4.0, 4.0, 2.0], [-1.0, -6.0, 6.0], [6.0, -5.0, -8.0], [-3.0, -7.0, 6.0], [0.0, 0.0, -4.0], [0.0, 9.0, -5.0], [5.0, -9.0, -4.0], [8.0, 7.0, -8.0], [7.0, 7.0, -1.0]]> : tensor<21x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x3xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x3xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x3xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x3xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x3xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x3xf32>
  check.expect_eq_const %y, dense<[[0.0, -12.0, -11.0], [-56.0, 35.0, 49.0], [9.0, -21.0, 39.0], [-14.0, -4.0, -2.0], [8.0, 120.0, 104.0], [-49.0, 17.0, 47.0], [65.0, 51.0, 65.0], [162.0, 162.0, 0.0], [-20.0, -12.0, 24.0], [47.0, -9.0, 23.0], [14.0, -36.0, 29.0], [54.0, 122.0, 122.0], [-12.0, 4.0, 0.0], [-5.0, 0.0, -12.0], [-48.0, 29.0, 50.0], [6.0, 22.0, -30.0], [0.0, 0.0, 16.0], [-9.0, 27.0, -29.0], [-45.0, 67.0, 27.0], [48.0, 41.0, -64.0], [84.0, 84.0, -20.0]]> : tensor<21x3xf32>
  func.return
}

// -----

func.func @whole_rows_f32_4() {
  %x = stablehlo.constant dense<[[-3.0, 9.0, 9.0, 3.0], [-2.0, -6.0, 8.0, -4.0], [1.0, 3.0, -5.0, -4.0], [5.0, -6.0, 3.0, 8.0], [3.0, 3.0, -1.0, 9.0], [-5.0, -3.0, 3.0, 3.0], [-7.0, -6.0, 4.0, 6.0], [3.0, 8.0, -2.0, -3.0], [6.0, -9.0, -6.0, -6.0], [-2.0, -7.0, 6.0, 7.0], [-2.0, -9.0, 4.0, -7.0], [2.0, -6.0, 8.0, 3.0], [9.0, 2.0, 4.0, -2.0], [6.0, -7.0, -7.0, -3.0], [4.0, 0.0, 7.0, 8.0], [-2.0, -1.0, 1.0, 3.0], [0.0, 2.0, 9.0, 4.0], [-3.0, -1.0, -2.0, -7.0], [-9.0, 6.0, -2.0, -3.0], [2.0, 1.0, 8.0, 2.0], [8.0, 1.0, -3.0, -3.0]]> : tensor<21x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x4xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x4xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x4xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x4xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x4xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x4xf32>
  check.expect_eq_const %y, dense<[[-63.0, 153.0, 153.0, 45.0], [0.0, 16.0, -40.0, 8.0], [-8.0, -18.0, 22.0, 17.0], [42.0, -68.0, 22.0, 72.0], [33.0, 33.0, -23.0, 117.0], [7.0, 3.0, -9.0, -9.0], [15.0, 12.0, -18.0, -24.0], [10.0, 40.0, -20.0, -26.0], [-96.0, 129.0, 84.0, 84.0], [-15.0, -35.0, 17.0, 21.0], [24.0, 122.0, -60.0, 94.0], [6.0, -50.0, 48.0, 13.0], [108.0, 17.0, 43.0, -35.0], [-72.0, 71.0, 71.0, 27.0], [68.0, -8.0, 125.0, 144.0], [-5.0, -4.0, -2.0, 0.0], [-9.0, 21.0, 126.0, 51.0], [40.0, 14.0, 27.0, 92.0], [66.0, -54.0, 10.0, 18.0], [18.0, 5.0, 96.0, 18.0], [16.0, -5.0, -17.0, -17.0]]> : tensor<21x4xf32>
  func.return
}

// -----

func.func @whole_rows_f32_5() {
  %x = stablehlo.constant dense<[[9.0, 2.0, -6.0, 6.0, 6.0], [-9.0, -7.0, 4.0, -2.0, -3.0], [-8.0, -6.0, 7.0, 6.0, 6.0], [1.0, -7.0, -3.0, 1.0, 9.0], [-5.0, 1.0, 0.0, 0.0, 1.0], [4.0, -7.0, 9.0, 7.0, 5.0], [-4.0, -1.0, -1.0, -4.0, -8.0], [5.0, -9.0, 5.0, -6.0, 3.0], [-3.0, -5.0, 8.0, 0.0, 7.0], [-6.0, 0.0, -3.0, -1.0, -9.0], [3.0, -3.0, 7.0, -5.0, -3.0], [-9.0, 6.0, 1.0, -2.0, 8.0], [2.0, 9.0, 5.0, 2.0, 0.0], [-6.0, 4.0, 6.0, 4.0, -2.0], [-9.0, 4.0, -9.0, 6.0, -7.0], [-4.0, -5.0, 1.0, -6.0, -5.0], [-9.0, 9.0, -5.0, -6.0, 2.0], [-7.0, 7.0, 5.0, -3.0, -2.0], [-3.0, 4.0, -2.0, -4.0, 3.0], [-7.0, 5.0, -1.0, 8.0, -5.0], [-2.0, 7.0, 4.0, -9.0, -3.0]]> : tensor<21x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x5xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x5xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x5xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x5xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x5xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x5xf32>
  check.expect_eq_const %y, dense<[[144.0, 25.0, -111.0, 93.0, 93.0], [149.0, 115.0, -72.0, 30.0, 47.0], [-47.0, -37.0, 28.0, 23.0, 23.0], [-8.0, -16.0, -12.0, -8.0, 0.0], [14.0, -4.0, -1.0, -1.0, -4.0], [63.0, -135.0, 153.0, 117.0, 81.0], [73.0, 19.0, 19.0, 73.0, 145.0], [-15.0, 13.0, -15.0, 7.0, -11.0], [-29.0, -43.0, 48.0, -8.0, 41.0], [114.0, 0.0, 57.0, 19.0, 171.0], [-10.0, -4.0, -14.0, -2.0, -4.0], [-44.0, 16.0, -4.0, -16.0, 24.0], [27.0, 153.0, 81.0, 27.0, -9.0], [-42.0, 18.0, 30.0, 18.0, -18.0], [129.0, -66.0, 129.0, -96.0, 99.0], [75.0, 94.0, -20.0, 113.0, 94.0], [72.0, -90.0, 36.0, 45.0, -27.0], [-7.0, -7.0, -7.0, -7.0, -7.0], [2.0, -12.0, 0.0, 4.0, -10.0], [-8.0, -8.0, -8.0, -8.0, -8.0], [-1.0, -28.0, -19.0, 20.0, 2.0]]> : tensor<21x5xf32>
  func.return
}

// -----

func.func @whole_rows_f32_6() {
  %x = stablehlo.constant dense<[[-9.0, 6.0, -2.0, -5.0, 4.0, 7.0], [-8.0, 0.0, -3.0, 4.0, 8.0, 1.0], [5.0, -3.0, 2.0, 0.0, 4.0, -9.0], [-5.0, -9.0, 9.0, 1.0, 0.0, 0.0], [-9.0, 6.0, 7.0, -9.0, 2.0, 1.0], [-2.0, 0.0, 7.0, 2.0, 0.0, 4.0], [4.0, 0.0, 6.0, 1.0, 2.0, 0.0], [2.0, 2.0, 8.0, -5.0, -3.0, 1.0], [-3.0, 3.0, 6.0, -6.0, -8.0, 9.0], [0.0, 5.0, 5.0, 9.0, -9.0, -4.0], [9.0, -1.0, -2.0, -5.0, -9.0, -9.0], [9.0, -9.0, -7.0, -5.0, -4.0, 7.0], [-3.0, -6.0, -2.0, 4.0, -1.0, -5.0], [-7.0, -8.0, 0.0, -6.0, 2.0, 3.0], [-2.0, 0.0, -8.0, 1.0, -6.0, -1.0], [-7.0, -4.0, -2.0, 0.0, -9.0, 8.0], [-2.0, -6.0, -6.0, 4.0, -1.0, -5.0], [-1.0, -6.0, -6.0, -3.0, 9.0, -8.0], [1.0, 8.0, -1.0, -3.0, 1.0, -6.0], [4.0, -9.0, 1.0, -8.0, -9.0, -5.0], [4.0, -2.0, -1.0, 2.0, -8.0, 9.0]]> : tensor<21x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x6xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x6xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x6xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x6xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x6xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x6xf32>
  check.expect_eq_const %y, dense<[[-16.0, -1.0, -9.0, -12.0, -3.0, 0.0], [-24.0, -8.0, -14.0, 0.0, 8.0, -6.0], [-10.0, -2.0, -7.0, -5.0, -9.0, 4.0], [11.0, 27.0, -45.0, -13.0, -9.0, -9.0], [11.0, -19.0, -21.0, 11.0, -11.0, -9.0], [-29.0, -7.0, 70.0, 15.0, -7.0, 37.0], [46.0, -6.0, 72.0, 7.0, 20.0, -6.0], [2.0, 2.0, 32.0, -33.0, -23.0, -3.0], [-12.0, -6.0, -3.0, -15.0, -17.0, 0.0], [-9.0, 21.0, 21.0, 45.0, -63.0, -33.0], [-162.0, 8.0, 25.0, 76.0, 144.0, 144.0], [-90.0, 72.0, 54.0, 36.0, 27.0, -72.0], [35.0, 74.0, 22.0, -56.0, 9.0, 61.0], [109.0, 125.0, -3.0, 93.0, -35.0, -51.0], [31.0, -1.0, 127.0, -17.0, 95.0, 15.0], [90.0, 48.0, 20.0, -8.0, 118.0, -120.0], [28.0, 92.0, 92.0, -68.0, 12.0, 76.0], [6.0, 81.0, 81.0, 36.0, -144.0, 111.0], [-8.0, -8.0, -8.0, -8.0, -8.0, -8.0], [-108.0, 230.0, -30.0, 204.0, 230.0, 126.0], [7.0, -17.0, -13.0, -1.0, -41.0, 27.0]]> : tensor<21x6xf32>
  func.return
}

// -----

func.func @whole_rows_f32_7() {
  %x = stablehlo.constant dense<[[0.0, 7.0, 5.0, -5.0, -4.0, 2.0, 6.0], [8.0, 0.0, -8.0, 9.0, 7.0, 4.0, -2.0], [-7.0, 5.0, -6.0, -3.0, 7.0, 2.0, -4.0], [0.0, 2.0, -8.0, -4.0, 5.0, 2.0, 6.0], [4.0, 0.0, -4.0, -2.0, -6.0, 9.0, -9.0], [-2.0, -8.0, 7.0, 3.0, -2.0, 6.0, -2.0], [-1.0, -3.0, 5.0, -8.0, 1.0, -4.0, 9.0], [-5.0, -2.0, -8.0, 0.0, 1.0, 5.0, -1.0], [-5.0, -9.0, 8.0, -7.0, 5.0, 8.0, -3.0], [-7.0, 4.0, -2.0, -9.0, 9.0, 8.0, -7.0], [4.0, -2.0, -8.0, 6.0, 7.0, -9.0, -7.0], [-8.0, 9.0, 8.0, 6.0, 4.0, -8.0, -5.0], [0.0, 0.0, -8.0, -5.0, 4.0, 7.0, -7.0], [9.0, -3.0, -8.0, 8.0, 0.0, 3.0, -6.0], [8.0, -2.0, -2.0, 5.0, 5.0, 4.0, -5.0], [-6.0, 1.0, -3.0, -9.0, -1.0, 5.0, -2.0], [-2.0, 3.0, 9.0, 5.0, -7.0, -3.0, 1.0], [-1.0, -5.0, -8.0, 3.0, -3.0, -3.0, 8.0], [6.0, 0.0, 8.0, 1.0, 8.0, 2.0, -3.0], [1.0, 4.0, 6.0, 9.0, -5.0, -8.0, -3.0], [1.0, 7.0, 8.0, 0.0, -9.0, 9.0, -5.0]]> : tensor<21x7xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-100.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x7xf32>, tensor<f32>) -> tensor<21xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x7xf32>, tensor<f32>) -> tensor<21xf32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf32>) -> tensor<21x7xf32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf32>) -> tensor<21x7xf32>
  %p = stablehlo.multiply %x, %sr : tensor<21x7xf32>
  %y = stablehlo.subtract %p, %mr : tensor<21x7xf32>
  check.expect_eq_const %y, dense<[[-7.0, 70.0, 48.0, -62.0, -51.0, 15.0, 59.0], [135.0, -9.0, -153.0, 153.0, 117.0, 63.0, -45.0], [35.0, -37.0, 29.0, 11.0, -49.0, -19.0, 17.0], [-6.0, 0.0, -30.0, -18.0, 9.0, 0.0, 12.0], [-41.0, -9.0, 23.0, 7.0, 39.0, -81.0, 63.0], [-11.0, -23.0, 7.0, -1.0, -11.0, 5.0, -11.0], [-8.0, -6.0, -14.0, -1.0, -10.0, -5.0, -18.0], [45.0, 15.0, 75.0, -5.0, -15.0, -55.0, 5.0], [7.0, 19.0, -32.0, 13.0, -23.0, -32.0, 1.0], [19.0, -25.0, -1.0, 27.0, -45.0, -41.0, 19.0], [-43.0, 11.0, 65.0, -61.0, -70.0, 74.0, 56.0], [-57.0, 45.0, 39.0, 27.0, 15.0, -57.0, -39.0], [-7.0, -7.0, 65.0, 38.0, -43.0, -70.0, 56.0], [18.0, -18.0, -33.0, 15.0, -9.0, 0.0, -27.0], [96.0, -34.0, -34.0, 57.0, 57.0, 44.0, -73.0], [85.0, -20.0, 40.0, 130.0, 10.0, -80.0, 25.0], [-21.0, 9.0, 45.0, 21.0, -51.0, -27.0, -3.0], [1.0, 37.0, 64.0, -35.0, 19.0, 19.0, -80.0], [124.0, -8.0, 168.0, 14.0, 168.0, 36.0, -74.0], [-5.0, 7.0, 15.0, 27.0, -29.0, -41.0, -21.0], [2.0, 68.0, 79.0, -9.0, -108.0, 90.0, -64.0]]> : tensor<21x7xf32>
  func.return
}

// -----

func.func @whole_rows_bf16_2() {
  %x = stablehlo.constant dense<[[-3.0, -2.0], [2.0, 0.0], [0.0, -1.0], [0.0, 2.0], [3.0, 3.0], [-3.0, 2.0], [0.0, -1.0], [-2.0, -3.0], [-1.0, -2.0], [2.0, 3.0], [-1.0, -1.0], [2.0, -2.0], [-3.0, -2.0], [3.0, 0.0], [3.0, -3.0], [1.0, -2.0], [-2.0, 1.0], [1.0, 2.0], [-2.0, 2.0], [-1.0, -3.0], [-3.0, -3.0]]> : tensor<21x2xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x2xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x2xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x2xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x2xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x2xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x2xbf16>
  check.expect_eq_const %y, dense<[[17.0, 12.0], [2.0, -2.0], [0.0, 1.0], [-2.0, 2.0], [15.0, 15.0], [1.0, -4.0], [0.0, 1.0], [12.0, 17.0], [4.0, 7.0], [7.0, 12.0], [3.0, 3.0], [-2.0, -2.0], [17.0, 12.0], [6.0, -3.0], [-3.0, -3.0], [-2.0, 1.0], [1.0, -2.0], [1.0, 4.0], [-2.0, -2.0], [5.0, 13.0], [21.0, 21.0]]> : tensor<21x2xbf16>
  func.return
}

// -----

func.func @whole_rows_bf16_3() {
  %x = stablehlo.constant dense<[[-3.0, 1.0, -2.0], [0.0, -2.0, 2.0], [2.0, 2.0, -2.0], [0.0, 2.0, 2.0], [-3.0, 1.0, -3.0], [1.0, -3.0, 1.0], [3.0, -1.0, 2.0], [-1.0, -3.0, 0.0], [3.0, 2.0, -2.0], [-2.0, -2.0, 0.0], [1.0, 1.0, -2.0], [2.0, 3.0, -2.0], [-1.0, 0.0, 0.0], [3.0, 1.0, 3.0], [-2.0, 1.0, 2.0], [2.0, 3.0, 0.0], [1.0, 2.0, -3.0], [2.0, 2.0, 0.0], [1.0, 2.0, 0.0], [-3.0, 1.0, 1.0], [-2.0, 0.0, -1.0]]> : tensor<21x3xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x3xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x3xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x3xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x3xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x3xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x3xbf16>
  check.expect_eq_const %y, dense<[[11.0, -5.0, 7.0], [-2.0, -2.0, -2.0], [2.0, 2.0, -6.0], [-2.0, 6.0, 6.0], [14.0, -6.0, 14.0], [-2.0, 2.0, -2.0], [9.0, -7.0, 5.0], [4.0, 12.0, 0.0], [6.0, 3.0, -9.0], [8.0, 8.0, 0.0], [-1.0, -1.0, -1.0], [3.0, 6.0, -9.0], [1.0, 0.0, 0.0], [18.0, 4.0, 18.0], [-4.0, -1.0, 0.0], [7.0, 12.0, -3.0], [-2.0, -2.0, -2.0], [6.0, 6.0, -2.0], [1.0, 4.0, -2.0], [2.0, -2.0, -2.0], [6.0, 0.0, 3.0]]> : tensor<21x3xbf16>
  func.return
}

// -----

func.func @whole_rows_bf16_4() {
  %x = stablehlo.constant dense<[[-3.0, 0.0, -1.0, -3.0], [-1.0, 1.0, -3.0, -2.0], [-2.0, -2.0, 3.0, 3.0], [-1.0, 1.0, 0.0, -2.0], [-2.0, 1.0, 1.0, 3.0], [-1.0, 3.0, 3.0, 2.0], [2.0, -1.0, 1.0, 1.0], [-1.0, 1.0, 0.0, -3.0], [0.0, 1.0, 2.0, 0.0], [-3.0, 0.0, -1.0, 2.0], [1.0, -3.0, 3.0, -2.0], [0.0, 3.0, -3.0, -1.0], [2.0, -2.0, 1.0, -3.0], [-2.0, -1.0, 0.0, 0.0], [0.0, -3.0, 1.0, -1.0], [0.0, -2.0, -3.0, -2.0], [-1.0, 2.0, 2.0, 3.0], [-2.0, 3.0, -1.0, 0.0], [-2.0, -3.0, 2.0, -1.0], [1.0, 0.0, 0.0, -1.0], [-3.0, 2.0, 3.0, 2.0]]> : tensor<21x4xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x4xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x4xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x4xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x4xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x4xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x4xbf16>
  check.expect_eq_const %y, dense<[[21.0, 0.0, 7.0, 21.0], [4.0, -6.0, 14.0, 9.0], [-7.0, -7.0, 3.0, 3.0], [1.0, -3.0, -1.0, 3.0], [-9.0, 0.0, 0.0, 6.0], [-10.0, 18.0, 18.0, 11.0], [4.0, -5.0, 1.0, 1.0], [2.0, -4.0, -1.0, 8.0], [-2.0, 1.0, 4.0, -2.0], [4.0, -2.0, 0.0, -6.0], [-4.0, 0.0, -6.0, -1.0], [-3.0, -6.0, 0.0, -2.0], [-6.0, 2.0, -4.0, 4.0], [6.0, 3.0, 0.0, 0.0], [-1.0, 8.0, -4.0, 2.0], [0.0, 14.0, 21.0, 14.0], [-9.0, 9.0, 9.0, 15.0], [-3.0, -3.0, -3.0, -3.0], [6.0, 10.0, -10.0, 2.0], [-1.0, -1.0, -1.0, -1.0], [-15.0, 5.0, 9.0, 5.0]]> : tensor<21x4xbf16>
  func.return
}

// -----

func.func @whole_rows_bf16_5() {
  %x = stablehlo.constant dense<[[0.0, 3.0, 3.0, 0.0, -3.0], [-2.0, 1.0, 3.0, 0.0, 3.0], [-3.0, -3.0, 0.0, -2.0, -1.0], [1.0, 3.0, 2.0, -2.0, 3.0], [-3.0, -3.0, 2.0, -2.0, 2.0], [-1.0, 0.0, 0.0, 0.0, 2.0], [1.0, 0.0, 2.0, 0.0, -3.0], [-2.0, -3.0, 1.0, -2.0, 1.0], [-3.0, 3.0, 2.0, -2.0, 0.0], [-3.0, 1.0, -1.0, 0.0, -1.0], [0.0, 0.0, -1.0, -2.0, -2.0], [1.0, 3.0, 2.0, 1.0, -3.0], [2.0, 3.0, -1.0, -3.0, -2.0], [-1.0, -1.0, 0.0, -1.0, -1.0], [-1.0, -2.0, 1.0, 2.0, 1.0], [2.0, -2.0, -2.0, -2.0, -2.0], [-1.0, 0.0, -2.0, -2.0, -3.0], [3.0, -1.0, 2.0, 1.0, 2.0], [-3.0, -1.0, 2.0, 2.0, -2.0], [-1.0, 3.0, 0.0, 2.0, -3.0], [1.0, -3.0, 1.0, 1.0, -2.0]]> : tensor<21x5xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x5xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x5xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x5xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x5xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x5xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x5xbf16>
  check.expect_eq_const %y, dense<[[-3.0, 6.0, 6.0, -3.0, -12.0], [-13.0, 2.0, 12.0, -3.0, 12.0], [27.0, 27.0, 0.0, 18.0, 9.0], [4.0, 18.0, 11.0, -17.0, 18.0], [10.0, 10.0, -10.0, 6.0, -10.0], [-3.0, -2.0, -2.0, -2.0, 0.0], [-2.0, -2.0, -2.0, -2.0, -2.0], [9.0, 14.0, -6.0, 9.0, -6.0], [-3.0, -3.0, -3.0, -3.0, -3.0], [11.0, -5.0, 3.0, -1.0, 3.0], [0.0, 0.0, 5.0, 10.0, 10.0], [1.0, 9.0, 5.0, 1.0, -15.0], [-5.0, -6.0, -2.0, 0.0, -1.0], [4.0, 4.0, 0.0, 4.0, 4.0], [-3.0, -4.0, -1.0, 0.0, -1.0], [-14.0, 10.0, 10.0, 10.0, 10.0], [8.0, 0.0, 16.0, 16.0, 24.0], [18.0, -10.0, 11.0, 4.0, 11.0], [4.0, 0.0, -6.0, -6.0, 2.0], [-4.0, 0.0, -3.0, -1.0, -6.0], [-3.0, 5.0, -3.0, -3.0, 3.0]]> : tensor<21x5xbf16>
  func.return
}

// -----

func.func @whole_rows_bf16_6() {
  %x = stablehlo.constant dense<[[-2.0, -2.0, 3.0, 3.0, 0.0, 3.0], [1.0, 1.0, 3.0, -1.0, -1.0, 1.0], [-3.0, -1.0, -2.0, -3.0, 0.0, 0.0], [-2.0, 0.0, -2.0, -2.0, 2.0, 0.0], [-1.0, 3.0, -1.0, 2.0, -2.0, 1.0], [0.0, -2.0, 3.0, 3.0, -2.0, -1.0], [2.0, -3.0, 2.0, -1.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0, -3.0, 2.0], [0.0, 0.0, 3.0, -2.0, 2.0, -2.0], [0.0, 3.0, 0.0, 0.0, 3.0, -1.0], [-3.0, -3.0, -2.0, 0.0, 3.0, 3.0], [1.0, -1.0, 2.0, -1.0, 0.0, 2.0], [-3.0, 0.0, 0.0, -2.0, 1.0, 2.0], [-3.0, 3.0, 0.0, 1.0, 3.0, 2.0], [-3.0, 0.0, -3.0, 3.0, -3.0, -3.0], [1.0, -1.0, 3.0, -1.0, -2.0, 0.0], [2.0, 1.0, -2.0, 2.0, 0.0, 1.0], [2.0, 2.0, -3.0, -3.0, 0.0, -1.0], [3.0, -2.0, -1.0, -2.0, 2.0, -1.0], [0.0, 2.0, 3.0, -3.0, -1.0, 2.0], [2.0, 2.0, -3.0, 1.0, -1.0, -2.0]]> : tensor<21x6xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x6xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x6xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x6xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x6xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x6xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x6xbf16>
  check.expect_eq_const %y, dense<[[-13.0, -13.0, 12.0, 12.0, -3.0, 12.0], [1.0, 1.0, 9.0, -7.0, -7.0, 1.0], [27.0, 9.0, 18.0, 27.0, 0.0, 0.0], [6.0, -2.0, 6.0, 6.0, -10.0, -2.0], [-5.0, 3.0, -5.0, 1.0, -7.0, -1.0], [-3.0, -5.0, 0.0, 0.0, -5.0, -4.0], [0.0, -5.0, 0.0, -3.0, -1.0, -2.0], [-2.0, 0.0, -2.0, -2.0, 4.0, -6.0], [-3.0, -3.0, 0.0, -5.0, -1.0, -5.0], [-3.0, 12.0, -3.0, -3.0, 12.0, -8.0], [3.0, 3.0, 1.0, -3.0, -9.0, -9.0], [1.0, -5.0, 4.0, -5.0, -2.0, 4.0], [4.0, -2.0, -2.0, 2.0, -4.0, -6.0], [-21.0, 15.0, -3.0, 3.0, 15.0, 9.0], [24.0, -3.0, 24.0, -30.0, 24.0, 24.0], [-3.0, -3.0, -3.0, -3.0, -3.0, -3.0], [6.0, 2.0, -10.0, 6.0, -2.0, 2.0], [-8.0, -8.0, 7.0, 7.0, -2.0, 1.0], [-6.0, -1.0, -2.0, -1.0, -5.0, -2.0], [-3.0, 3.0, 6.0, -12.0, -6.0, 3.0], [-4.0, -4.0, 1.0, -3.0, -1.0, 0.0]]> : tensor<21x6xbf16>
  func.return
}

// -----

func.func @whole_rows_bf16_7() {
  %x = stablehlo.constant dense<[[-2.0, 3.0, -1.0, 1.0, -1.0, 3.0, -2.0], [3.0, -1.0, 2.0, 1.0, 1.0, 1.0, -3.0], [-2.0, -3.0, 1.0, -2.0, 1.0, -3.0, -1.0], [2.0, 0.0, 3.0, -2.0, -1.0, 2.0, 1.0], [-1.0, -1.0, -1.0, 2.0, 3.0, 0.0, -1.0], [-3.0, -2.0, 3.0, -1.0, 3.0, 0.0, 2.0], [1.0, 2.0, -1.0, 0.0, 1.0, -1.0, -3.0], [-2.0, 3.0, -2.0, 0.0, 0.0, 0.0, 1.0], [0.0, 2.0, -2.0, 1.0, 2.0, 3.0, 0.0], [2.0, -3.0, 1.0, -1.0, 3.0, 0.0, -1.0], [-1.0, -1.0, -3.0, 0.0, 3.0, 0.0, -2.0], [2.0, 2.0, -3.0, -1.0, 1.0, 0.0, -1.0], [1.0, 3.0, -3.0, -1.0, 0.0, -2.0, 0.0], [-1.0, 0.0, 1.0, -3.0, 0.0, -3.0, 1.0], [0.0, -2.0, 0.0, 3.0, -1.0, -1.0, -3.0], [0.0, -1.0, 3.0, 1.0, 0.0, 2.0, 2.0], [2.0, 1.0, -3.0, -3.0, -1.0, 1.0, 0.0], [1.0, 2.0, 2.0, 0.0, 2.0, 2.0, 3.0], [1.0, 1.0, -3.0, 3.0, 3.0, 3.0, 0.0], [-1.0, 1.0, 2.0, -2.0, -3.0, 3.0, 2.0], [3.0, 3.0, -1.0, -1.0, 0.0, -3.0, -3.0]]> : tensor<21x7xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<-100.0> : tensor<bf16>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x7xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x7xbf16>, tensor<bf16>) -> tensor<21xbf16>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xbf16>) -> tensor<21x7xbf16>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xbf16>) -> tensor<21x7xbf16>
  %p = stablehlo.multiply %x, %sr : tensor<21x7xbf16>
  %y = stablehlo.subtract %p, %mr : tensor<21x7xbf16>
  check.expect_eq_const %y, dense<[[-5.0, 0.0, -4.0, -2.0, -4.0, 0.0, -5.0], [9.0, -7.0, 5.0, 1.0, 1.0, 1.0, -15.0], [17.0, 26.0, -10.0, 17.0, -10.0, 26.0, 8.0], [7.0, -3.0, 12.0, -13.0, -8.0, 7.0, 2.0], [-4.0, -4.0, -4.0, -1.0, 0.0, -3.0, -4.0], [-9.0, -7.0, 3.0, -5.0, 3.0, -3.0, 1.0], [-3.0, -4.0, -1.0, -2.0, -3.0, -1.0, 1.0], [-3.0, -3.0, -3.0, -3.0, -3.0, -3.0, -3.0], [-3.0, 9.0, -15.0, 3.0, 9.0, 15.0, -3.0], [-1.0, -6.0, -2.0, -4.0, 0.0, -3.0, -4.0], [1.0, 1.0, 9.0, -3.0, -15.0, -3.0, 5.0], [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0, -2.0], [-5.0, -9.0, 3.0, -1.0, -3.0, 1.0, -3.0], [4.0, -1.0, -6.0, 14.0, -1.0, 14.0, -6.0], [-3.0, 5.0, -3.0, -15.0, 1.0, 1.0, 9.0], [-3.0, -10.0, 18.0, 4.0, -3.0, 11.0, 11.0], [-8.0, -5.0, 7.0, 7.0, 1.0, -5.0, -2.0], [9.0, 21.0, 21.0, -3.0, 21.0, 21.0, 33.0], [5.0, 5.0, -27.0, 21.0, 21.0, 21.0, -3.0], [-5.0, -1.0, 1.0, -7.0, -9.0, 3.0, 1.0], [-9.0, -9.0, -1.0, -1.0, -3.0, 3.0, 3.0]]> : tensor<21x7xbf16>
  func.return
}

// -----

func.func @whole_rows_f64_3() {
  %x = stablehlo.constant dense<[[6.0, 5.0, -7.0], [3.0, 3.0, -5.0], [8.0, 6.0, -6.0], [1.0, 1.0, 8.0], [1.0, 6.0, 8.0], [-8.0, -9.0, -5.0], [-8.0, 7.0, 9.0], [-9.0, 5.0, -7.0], [-2.0, 8.0, -5.0], [6.0, -6.0, -5.0], [-4.0, -3.0, 5.0], [-9.0, 9.0, -7.0], [9.0, -9.0, 5.0], [2.0, 0.0, 2.0], [-3.0, -7.0, 5.0], [6.0, -8.0, 0.0], [1.0, 2.0, 2.0], [3.0, 2.0, -6.0], [-6.0, 6.0, 7.0], [-2.0, -8.0, 0.0], [-7.0, -7.0, 6.0]]> : tensor<21x3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<-100.0> : tensor<f64>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x3xf64>, tensor<f64>) -> tensor<21xf64>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x3xf64>, tensor<f64>) -> tensor<21xf64>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf64>) -> tensor<21x3xf64>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf64>) -> tensor<21x3xf64>
  %p = stablehlo.multiply %x, %sr : tensor<21x3xf64>
  %y = stablehlo.subtract %p, %mr : tensor<21x3xf64>
  check.expect_eq_const %y, dense<[[18.0, 14.0, -34.0], [0.0, 0.0, -8.0], [56.0, 40.0, -56.0], [2.0, 2.0, 72.0], [7.0, 82.0, 112.0], [181.0, 203.0, 115.0], [-73.0, 47.0, 63.0], [94.0, -60.0, 72.0], [-10.0, 0.0, -13.0], [-36.0, 24.0, 19.0], [3.0, 1.0, -15.0], [54.0, -72.0, 40.0], [36.0, -54.0, 16.0], [6.0, -2.0, 6.0], [10.0, 30.0, -30.0], [-18.0, 10.0, -6.0], [3.0, 8.0, 8.0], [-6.0, -5.0, 3.0], [-49.0, 35.0, 42.0], [20.0, 80.0, 0.0], [50.0, 50.0, -54.0]]> : tensor<21x3xf64>
  func.return
}

// -----

func.func @whole_rows_f64_6() {
  %x = stablehlo.constant dense<[[-5.0, -5.0, -1.0, 9.0, 4.0, 7.0], [-1.0, -9.0, 1.0, 6.0, 5.0, -4.0], [-2.0, -4.0, -9.0, -8.0, 1.0, -4.0], [8.0, 6.0, -9.0, 6.0, -1.0, 5.0], [3.0, 9.0, 0.0, -6.0, -8.0, -5.0], [0.0, -8.0, -8.0, -9.0, -8.0, -3.0], [-3.0, -8.0, -6.0, -1.0, 0.0, 1.0], [8.0, -7.0, -5.0, -8.0, 9.0, 5.0], [-3.0, -9.0, 6.0, -6.0, 0.0, -2.0], [5.0, 5.0, 7.0, -9.0, 6.0, 0.0], [-7.0, 6.0, 7.0, 1.0, -7.0, 8.0], [4.0, 0.0, -9.0, -3.0, -4.0, 8.0], [-7.0, 7.0, 2.0, 5.0, -4.0, 1.0], [1.0, -4.0, -5.0, 4.0, -2.0, 9.0], [8.0, -6.0, 2.0, 4.0, 0.0, -4.0], [4.0, 6.0, 9.0, -5.0, -3.0, 1.0], [-7.0, -1.0, -5.0, 0.0, -7.0, -3.0], [-2.0, -8.0, 5.0, -3.0, 5.0, 6.0], [-7.0, 4.0, -6.0, -6.0, -3.0, -8.0], [7.0, 6.0, 0.0, 0.0, 1.0, 4.0], [-4.0, 1.0, 1.0, 4.0, 2.0, -5.0]]> : tensor<21x6xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<-100.0> : tensor<f64>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x6xf64>, tensor<f64>) -> tensor<21xf64>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x6xf64>, tensor<f64>) -> tensor<21xf64>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xf64>) -> tensor<21x6xf64>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xf64>) -> tensor<21x6xf64>
  %p = stablehlo.multiply %x, %sr : tensor<21x6xf64>
  %y = stablehlo.subtract %p, %mr : tensor<21x6xf64>
  check.expect_eq_const %y, dense<[[-54.0, -54.0, -18.0, 72.0, 27.0, 54.0], [-4.0, 12.0, -8.0, -18.0, -16.0, 2.0], [51.0, 103.0, 233.0, 207.0, -27.0, 103.0], [112.0, 82.0, -143.0, 82.0, -23.0, 67.0], [-30.0, -72.0, -9.0, 33.0, 47.0, 26.0], [0.0, 288.0, 288.0, 324.0, 288.0, 108.0], [50.0, 135.0, 101.0, 16.0, -1.0, -18.0], [7.0, -23.0, -19.0, -25.0, 9.0, 1.0], [36.0, 120.0, -90.0, 78.0, -6.0, 22.0], [63.0, 63.0, 91.0, -133.0, 77.0, -7.0], [-64.0, 40.0, 48.0, 0.0, -64.0, 56.0], [-24.0, -8.0, 28.0, 4.0, 8.0, -40.0], [-35.0, 21.0, 1.0, 13.0, -23.0, -3.0], [-6.0, -21.0, -24.0, 3.0, -15.0, 18.0], [24.0, -32.0, 0.0, 8.0, -8.0, -24.0], [39.0, 63.0, 99.0, -69.0, -45.0, 3.0], [161.0, 23.0, 115.0, 0.0, 161.0, 69.0], [-12.0, -30.0, 9.0, -15.0, 9.0, 12.0], [178.0, -108.0, 152.0, 152.0, 74.0, 204.0], [119.0, 101.0, -7.0, -7.0, 11.0, 65.0], [0.0, -5.0, -5.0, -8.0, -6.0, 1.0]]> : tensor<21x6xf64>
  func.return
}

// -----

func.func @whole_rows_i32_2() {
  %x = stablehlo.constant dense<[[-3, 9], [2, 7], [5, -8], [-3, -8], [-1, 7], [-7, -3], [-5, -1], [-9, 0], [-8, 3], [-8, -9], [8, 1], [4, -1], [2, 2], [6, -6], [-6, 2], [-3, 8], [2, 7], [7, 2], [1, -8], [-7, 4], [-9, 4]]> : tensor<21x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x2xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x2xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x2xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x2xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x2xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x2xi32>
  check.expect_eq_const %y, dense<[[-27, 45], [11, 56], [-20, 19], [36, 91], [-13, 35], [73, 33], [31, 7], [81, 0], [37, -18], [144, 161], [64, 1], [8, -7], [6, 6], [-6, -6], [22, -10], [-23, 32], [11, 56], [56, 11], [-8, 55], [17, -16], [41, -24]]> : tensor<21x2xi32>
  func.return
}

// -----

func.func @whole_rows_i32_3() {
  %x = stablehlo.constant dense<[[-9, 2, 5], [1, 7, 3], [-7, 3, 6], [-1, -9, -1], [6, 0, 4], [9, -1, 1], [0, 2, -5], [9, 8, 5], [-4, -9, -4], [0, 5, 4], [1, -9, 0], [-2, 1, 6], [-7, -2, -7], [2, 9, 5], [4, -5, 2], [-8, 1, -5], [-5, -7, -7], [8, 2, 2], [-9, 0, -9], [-8, -3, -7], [2, 9, 8]]> : tensor<21x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x3xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x3xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x3xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x3xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x3xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x3xi32>
  check.expect_eq_const %y, dense<[[13, -9, -15], [4, 70, 26], [-20, 0, 6], [12, 100, 12], [54, -6, 34], [72, -18, 0], [-2, -8, 13], [189, 167, 101], [72, 157, 72], [-5, 40, 31], [-9, 71, -1], [-16, -1, 24], [114, 34, 114], [23, 135, 71], [0, -9, -2], [95, -13, 59], [100, 138, 138], [88, 16, 16], [162, 0, 162], [147, 57, 129], [29, 162, 143]]> : tensor<21x3xi32>
  func.return
}

// -----

func.func @whole_rows_i32_4() {
  %x = stablehlo.constant dense<[[3, -1, 4, -4], [-1, 9, -9, -4], [8, 0, 6, 0], [-2, -9, -2, -7], [-4, -9, 0, 6], [-4, -2, 5, 3], [9, -1, -7, 0], [-4, 7, 5, -2], [4, -8, -8, 3], [-9, -9, -4, 0], [2, -2, 8, -1], [-5, 4, 8, 6], [-5, 9, -1, 5], [-4, 6, -2, 8], [7, -2, -4, -3], [-5, -9, 5, -1], [8, -8, -6, -5], [-4, -2, 3, -2], [8, 5, 1, -1], [-1, 4, -7, -9], [8, 4, -7, 5]]> : tensor<21x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x4xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x4xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x4xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x4xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x4xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x4xi32>
  check.expect_eq_const %y, dense<[[2, -6, 4, -12], [-4, -54, 36, 11], [104, -8, 76, -8], [42, 182, 42, 142], [22, 57, -6, -48], [-13, -9, 5, 1], [0, -10, -16, -9], [-31, 35, 23, -19], [-40, 68, 68, -31], [198, 198, 88, 0], [6, -22, 48, -15], [-73, 44, 96, 70], [-49, 63, -17, 31], [-40, 40, -24, 56], [-21, -3, 1, -1], [45, 85, -55, 5], [-96, 80, 58, 47], [17, 7, -18, 7], [96, 57, 5, -21], [9, -56, 87, 113], [72, 32, -78, 42]]> : tensor<21x4xi32>
  func.return
}

// -----

func.func @whole_rows_i32_5() {
  %x = stablehlo.constant dense<[[8, -9, -2, -3, 0], [3, -7, -7, -3, 6], [-2, 9, -6, 5, -3], [2, -5, 5, -7, 8], [6, 9, 5, -3, -6], [3, -9, -8, 9, 8], [-8, -8, -8, -4, 5], [1, -6, -5, -9, -1], [-2, -3, -1, 3, -9], [0, -4, 6, -1, 2], [-3, 4, 9, -9, -3], [3, -8, 8, -6, -7], [0, 5, 9, 5, 6], [-8, -8, 2, 5, -4], [8, -2, 1, 9, 6], [1, 6, 0, 0, 6], [8, -2, -3, -7, -8], [9, -1, -6, 7, 8], [9, 9, 8, -1, 3], [-7, 8, -1, -3, 1], [-6, 5, 6, 9, -6]]> : tensor<21x5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x5xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x5xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x5xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x5xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x5xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x5xi32>
  check.expect_eq_const %y, dense<[[-56, 46, 4, 10, -8], [-30, 50, 50, 18, -54], [-15, 18, -27, 6, -18], [-2, -23, 7, -29, 16], [57, 90, 46, -42, -75], [0, -36, -33, 18, 15], [179, 179, 179, 87, -120], [-21, 119, 99, 179, 19], [21, 33, 9, -39, 105], [-6, -18, 12, -9, 0], [-3, -17, -27, 9, -3], [-38, 72, -88, 52, 62], [-9, 116, 216, 116, 141], [99, 99, -31, -70, 47], [167, -53, 13, 189, 123], [7, 72, -6, -6, 72], [-104, 16, 28, 76, 88], [144, -26, -111, 110, 127], [243, 243, 215, -37, 75], [6, -24, -6, -2, -10], [-57, 31, 39, 63, -57]]> : tensor<21x5xi32>
  func.return
}

// -----

func.func @whole_rows_i32_6() {
  %x = stablehlo.constant dense<[[-5, -3, -9, -6, 9, 4], [-9, 2, 9, -8, 7, -8], [8, 9, -2, -1, -6, -7], [2, 8, -1, 0, 4, 8], [-6, -9, -1, 1, 8, -9], [2, -5, 8, 4, 5, 8], [-7, -2, 3, 2, -6, -9], [-8, -6, 2, -3, -9, 8], [-9, -9, -2, 3, -6, -5], [3, 9, -4, -3, -5, 2], [1, 6, 0, 0, 7, 1], [6, 5, 8, 8, -7, -3], [-8, 8, 5, 7, -2, 9], [-8, 0, 1, 7, -3, -6], [-5, 3, 3, -1, 4, 6], [-5, 7, 3, 7, -5, 4], [7, 5, -2, -8, -1, 3], [-6, 0, -1, 9, -4, 4], [5, -2, -7, 3, 1, 8], [-2, -4, 8, -2, 3, -5], [1, 0, -7, 9, -8, -4]]> : tensor<21x6xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x6xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x6xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x6xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x6xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x6xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x6xi32>
  check.expect_eq_const %y, dense<[[41, 21, 81, 51, -99, -49], [54, -23, -72, 47, -58, 47], [-1, 0, -11, -10, -15, -16], [34, 160, -29, -8, 76, 160], [88, 136, 8, -24, -136, 136], [36, -118, 168, 80, 102, 168], [130, 35, -60, -41, 111, 168], [120, 88, -40, 40, 136, -136], [249, 249, 53, -87, 165, 137], [-3, 9, -17, -15, -19, -5], [8, 83, -7, -7, 98, 8], [94, 77, 128, 128, -127, -59], [-161, 143, 86, 124, -47, 162], [65, -7, -16, -70, 20, 47], [-56, 24, 24, -16, 34, 54], [-62, 70, 26, 70, -62, 37], [21, 13, -15, -39, -11, 5], [-21, -9, -11, 9, -17, -1], [32, -24, -64, 16, 0, 56], [-4, 0, -24, -4, -14, 2], [-18, -9, 54, -90, 63, 27]]> : tensor<21x6xi32>
  func.return
}

// -----

func.func @whole_rows_i32_7() {
  %x = stablehlo.constant dense<[[2, -5, 8, -2, -8, -8, -1], [-6, -2, 0, -9, 5, 2, 8], [-1, 4, 0, -6, 6, 4, 2], [2, -5, -2, 9, 5, 8, -3], [4, 4, -7, 1, 3, -9, -9], [-9, -4, 0, -1, -2, -1, -9], [5, 1, 1, -7, 3, 2, -1], [-7, 4, 2, -6, -5, 8, -5], [6, 5, 8, 8, 9, 8, 5], [-9, -4, -7, 8, -6, 6, 7], [-1, 1, -8, 9, 9, 1, -5], [-6, -6, -2, 1, 9, 7, 4], [-4, 8, -6, -5, 5, 3, 1], [8, 1, -8, 2, -7, 6, -4], [5, 8, -4, 8, -3, -2, 9], [8, 6, -9, 1, -6, -3, -1], [8, 6, -4, 9, -1, 4, 2], [-6, 5, 1, 4, -9, 4, -6], [-6, 7, -3, 9, 5, 5, 1], [5, 8, -6, -8, 1, 9, 4], [0, 0, -4, 0, -8, -9, -8]]> : tensor<21x7xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-100> : tensor<i32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x7xi32>, tensor<i32>) -> tensor<21xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x7xi32>, tensor<i32>) -> tensor<21xi32>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi32>) -> tensor<21x7xi32>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi32>) -> tensor<21x7xi32>
  %p = stablehlo.multiply %x, %sr : tensor<21x7xi32>
  %y = stablehlo.subtract %p, %mr : tensor<21x7xi32>
  check.expect_eq_const %y, dense<[[-36, 62, -120, 20, 104, 104, 6], [4, -4, -8, 10, -18, -12, -24], [-15, 30, -6, -60, 48, 30, 12], [19, -79, -37, 117, 61, 103, -51], [-56, -56, 87, -17, -43, 113, 113], [234, 104, 0, 26, 52, 26, 234], [15, -1, -1, -33, 7, 3, -9], [55, -44, -26, 46, 37, -80, 37], [285, 236, 383, 383, 432, 383, 236], [37, 12, 27, -48, 22, -38, -43], [-15, -3, -57, 45, 45, -3, -39], [-51, -51, -23, -2, 54, 40, 19], [-16, 8, -20, -18, 2, -2, -6], [-24, -10, 8, -12, 6, -20, 0], [96, 159, -93, 159, -72, -51, 180], [-40, -32, 28, -12, 16, 4, -4], [183, 135, -105, 207, -33, 87, 39], [37, -40, -12, -33, 58, -33, 37], [-117, 117, -63, 153, 81, 81, 9], [56, 95, -87, -113, 4, 108, 43], [0, 0, 116, 0, 232, 261, 232]]> : tensor<21x7xi32>
  func.return
}

// -----

func.func @whole_rows_i8_3() {
  %x = stablehlo.constant dense<[[2, 3, 2], [2, 0, 3], [1, 2, 2], [0, 0, -2], [2, 0, 1], [-2, -3, -2], [0, 0, -2], [0, 3, 3], [3, 2, -2], [-3, -3, -2], [3, 0, -3], [1, 1, 3], [-3, 0, -2], [0, 1, -3], [-1, 0, -3], [3, -2, -3], [3, 0, 1], [3, -1, 3], [2, -3, -3], [-1, 2, -2], [1, 3, -1]]> : tensor<21x3xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %low = stablehlo.constant dense<-100> : tensor<i8>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x3xi8>, tensor<i8>) -> tensor<21xi8>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x3xi8>, tensor<i8>) -> tensor<21xi8>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi8>) -> tensor<21x3xi8>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi8>) -> tensor<21x3xi8>
  %p = stablehlo.multiply %x, %sr : tensor<21x3xi8>
  %y = stablehlo.subtract %p, %mr : tensor<21x3xi8>
  check.expect_eq_const %y, dense<[[11, 18, 11], [7, -3, 12], [3, 8, 8], [0, 0, 4], [4, -2, 1], [16, 23, 16], [0, 0, 4], [-3, 15, 15], [6, 3, -9], [26, 26, 18], [-3, -3, -3], [2, 2, 12], [15, 0, 10], [-1, -3, 5], [4, 0, 12], [-9, 1, 3], [9, -3, 1], [12, -8, 12], [-10, 10, 10], [-1, -4, 0], [0, 6, -6]]> : tensor<21x3xi8>
  func.return
}

// -----

func.func @whole_rows_i8_6() {
  %x = stablehlo.constant dense<[[2, -3, -2, 0, -1, -3], [1, 3, -3, -2, -2, -2], [2, -3, -1, 3, -2, 2], [3, -1, 2, 0, 3, 1], [2, -3, 0, 2, -2, 0], [1, 0, 0, -3, 2, 2], [1, -3, 2, 0, -3, 0], [-2, -3, 3, -2, 1, 2], [3, 2, -3, 2, 0, 3], [-3, 3, -2, 0, -3, -3], [-2, 3, -2, -3, -3, -3], [1, 2, 1, 0, 1, 3], [3, 2, -2, -2, -2, -3], [-1, 1, 2, 3, 1, -1], [2, -1, -2, 0, -3, 1], [0, -1, 3, 1, -2, -1], [2, 0, 1, 0, -1, 3], [1, -1, 3, 3, -2, -1], [-2, -3, -1, 3, -2, -2], [-1, -3, 2, -2, 2, 2], [1, 1, 0, 0, 3, -2]]> : tensor<21x6xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %low = stablehlo.constant dense<-100> : tensor<i8>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<21x6xi8>, tensor<i8>) -> tensor<21xi8>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<21x6xi8>, tensor<i8>) -> tensor<21xi8>
  %sr = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<21xi8>) -> tensor<21x6xi8>
  %mr = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<21xi8>) -> tensor<21x6xi8>
  %p = stablehlo.multiply %x, %sr : tensor<21x6xi8>
  %y = stablehlo.subtract %p, %mr : tensor<21x6xi8>
  check.expect_eq_const %y, dense<[[-16, 19, 12, -2, 5, 19], [-8, -18, 12, 7, 7, 7], [-1, -6, -4, 0, -5, -1], [21, -11, 13, -3, 21, 5], [-4, 1, -2, -4, 0, -2], [0, -2, -2, -8, 2, 2], [-5, 7, -8, -2, 7, -2], [-1, 0, -6, -1, -4, -5], [18, 11, -24, 11, -3, 18], [21, -27, 13, -3, 21, 21], [17, -33, 17, 27, 27, 27], [5, 13, 5, -3, 5, 21], [-15, -11, 5, 5, 5, 9], [-8, 2, 7, 12, 2, -8], [-8, 1, 4, -2, 7, -5], [-3, -3, -3, -3, -3, -3], [7, -3, 2, -3, -8, 12], [0, -6, 6, 6, -9, -6], [11, 18, 4, -24, 11, 11], [-2, -2, -2, -2, -2, -2], [0, 0, -3, -3, 6, -9]]> : tensor<21x6xi8>
  func.return
}
