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

// -----

// What is the same for all channels of a pixel is computed for pixels side by side. The values are those of JAX.
func.func @warped_ui8_2() {
  %arg0 = stablehlo.constant dense<"0x3A1E0D202E0812122F22172F3A09350D26381827152D1D27170C260D100D391C0921143A182F17070B332F10240F26182C2E0930322E0D1E130A1C16112418150C0E023037012121333A321B082D2D0E1A36392730210C04392C183739051508233A082B2A110C2A0B0D282C261F33323A1C3B12360C09000511313A2F051F08051201272A1534301C2D0C272E253B291C222317193B021B35382219162615223402201A2C1D1A380B2D2C03210312081D1D153A00021E0C2C2A21191B27252E2534103A362A1A2B200B0E0D243A1B1B1803101418283722360A2E0504121D041A10092813220712222919090D1921270C04181E38163A170A332734201E152F110000351C2A181C1501020927101B16090709320E1B14080E0413231A18061839331C1517303B1317210A173A181A182A200B2B32222C350928373A2D06193B210B3B030A01260B01042F05222026270A080D070009061808222E2E0623110C182C2D1807103A0A16252D000C1E2925280C090013281610380621150715052B22220D0E181E342F2631282B202B35350D020B0A22151D1B2E1D382A1E012C0A031D17042C3A1C191321252D28321F2E262430362731080D3834092F"> : tensor<6x37x2xui8>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xui8>, tensor<6x37x2xi32>) -> tensor<6x37x2xui8>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xui8>, tensor<6x37x2xi32>) -> tensor<6x37x2xui8>
  %59 = stablehlo.add %42, %58 : tensor<6x37x2xui8>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xui8>, tensor<6x37x2xi32>) -> tensor<6x37x2xui8>
  %76 = stablehlo.add %59, %75 : tensor<6x37x2xui8>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xui8>, tensor<6x37x2xi32>) -> tensor<6x37x2xui8>
  %95 = stablehlo.add %76, %94 : tensor<6x37x2xui8>
  %want = stablehlo.constant dense<"0x818681868186818670637063875E94918D5DB4468F9B5F98757685BA58385A5CAF6D9394939493949394939493949394939493949394939493949394939493949394939493949394939481868186818681866C8E6C8E9E955273845684796D8D88A23F1B9055354892A3758492949294929492949294929492949294929492949294929492949294929492949294929492949294559E559E559E559E5A8B5A8B707A9D53498D85A4658E88A23F1B9055354892A3758492949294929492949294929492949294929492949294929492949294929492949294929492949294559E559E559E584C67676D67A2469D53498D85A4658EA4643F1B9676354892A37584929492949294929492949294929492949294929492949294929492949294929492949294929492943D603D603D603D606D676D679D535D7585A4648DA0A1A4645D289676798E866C9294929492949294929492949294929492949294929492949294929492949294929492949294929492943D603D603D606D676D67A2469D535D7585A4648DA0A19A645D28571B798E866C929492949294929492949294929492949294929492949294929492949294929492949294929492949294"> : tensor<6x37x2xui8>
  check.expect_eq %95, %want : tensor<6x37x2xui8>
  func.return
}

// -----

func.func @warped_ui8_3() {
  %arg0 = stablehlo.constant dense<"0x0A1D0014050E2F3407250D25173B360A392B2A18153802380420261315062B093700141F2B0120130F1A1C3111201D3A383A2115062D1733290A0911212522332705030E012A1C1C2B1E01041D2F2E3418260F36193A3236230812100C311A35130211191E31320F2A2F1F19211B00372220062613281B372E1C09060F242C01360A1B211832112A06130331302719140F162B0E3332282C1927331E26320D12361B3911151806222E350C2334211119383308012C131D3A0926281E02182E39380E08331722370F29331E352C2F26280228331C0D2826052E1422082905232821192C160931393B0528390B0209152E292F1B3B1F212A2A02160F2E000811392A2B3436021620260D191F15053B0C3A2116372E0306072E0C0008310F30212C0B29391B38342807340D29020415230E26043521071323152A0A321834062831201D130A0E36251B3B31011C132F1A09140326061F2F2F1C29110538313A25231B30032531083630132C0100390432202E0A0E28231529192F2F0C052F00311F1E183013072B26010C132B251E32361E061B11271E23270200062D3B0E3124190A2D032F050A1F241B042D3A2D261F3B3B241630150D051E1010372C0412240F2529201B062D0F3300122116200132072D3B3816350033282307271B080D1A341C082F0C0A2F2512190C27170403131037023A3A330E2C1818212F2B221D0C0F203405103436080411322532261A0401281E102C32390139101C2F27263B292939121810312E033A0F152514313B090C2721073A1B0D1E133A00303433021B2B0501063B130C1E191C02050235233826391B022E193B2A31033439000A1830262F0806090B231834291C05193B311D042418013A21012712333509361D0612073111212A2C05350F12140D1B090D0F24170A1E0C010A190A302C"> : tensor<6x37x3xui8>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xui8>, tensor<6x37x2xi32>) -> tensor<6x37x3xui8>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xui8>, tensor<6x37x2xi32>) -> tensor<6x37x3xui8>
  %59 = stablehlo.add %42, %58 : tensor<6x37x3xui8>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xui8>, tensor<6x37x2xi32>) -> tensor<6x37x3xui8>
  %76 = stablehlo.add %59, %75 : tensor<6x37x3xui8>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xui8>, tensor<6x37x2xi32>) -> tensor<6x37x3xui8>
  %95 = stablehlo.add %76, %94 : tensor<6x37x3xui8>
  %want = stablehlo.constant dense<"0x5B6A415B6A415B6A415B6A41717A5F717A5FAA786C7073886A6D9784677F446C6F485E9C90BF837D508D8C453BB98385B7686A8677408677408677408677408677408677408677408677408677408677408677408677408677408677408677408677408677408677408677408677405B6A415B6A415B6A415B6A41509E99509E999A6DA1B4318B86999E937FA478856B847EB613687B829D6D9549357CAB86513B904852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A4799C6A799C6A799C6A799C6A3C7FA43C7FA48265915B68727A768C745B74B64F62847EB613687B829D6D9549357CAB86513B904852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A4799C6A799C6A799C6A56547C496284595390893E915B68727A768C745B74B64F6250799213687B65997B9549357CAB86513B904852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A43074AF3074AF3074AF3074AF5953905953905B687259A055745B74B04C5B6B5D76507992446A5C65997B997A6E34B1534852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A43074AF3074AF3074AF595390595390893E915B687259A055745B74B04C5B6B5D766E7492446A5C6D677C997A6E34B1534852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A44852A4"> : tensor<6x37x3xui8>
  check.expect_eq %95, %want : tensor<6x37x3xui8>
  func.return
}

// -----

func.func @warped_f32_2() {
  %arg0 = stablehlo.constant dense<"0x0000803F0000E84100006442000000400000A04000005C420000104200009841000060420000C04100001442000080400000004100000C42000048420000A0400000A04100006042000004420000E841000060410000A041000044420000204200006041000040420000A04000002041000028420000344200004C42000060410000204200001C420000D8410000644200005C42000004420000B8410000F84100006842000020420000704100003442000060410000704100002042000014420000C04100003442000088410000384200003442000028420000F041000038420000184200000C4200003C420000A04000002442000060410000284200000042000004420000A041000014420000E84100000042000000000000D841000020420000B0410000104200001842000068420000004100001041000050410000184200006041000024420000A8410000A0400000C04100001C42000010410000A04000000042000050420000A84100000C420000F04100003C420000804100005842000054420000004100001C42000000410000984100008841000014420000A0400000D8410000204100000042000000420000D041000010420000404200002C420000B8410000E04000005C420000404000000000000040400000584200003041000034420000F04100002C4200002C4200003442000030410000244200006C420000604200000042000050420000C0410000E0400000C0400000004000000040000058420000504200002C4200005041000030420000084200000442000004420000F8410000004100001C420000E0410000144200003442000020410000D0410000A0400000F841000040420000F84100005442000038420000204100005C420000E8410000D8410000803F0000504200006C4200000842000000400000804100003041000014420000684200008040000038420000C84100003C4200005C4200002042000058420000E0400000704100001442000088410000C8410000803F000058420000D041000024420000E8410000E84100008841000060410000A841000034420000304100000442000008420000C041000060410000B84100009841000040410000C0410000F0410000244200004041000034420000F041000038420000D841000040420000D8410000E041000004420000D841000000410000E8410000384200008040000010410000A04000004042000000400000D041000040420000C841000014420000D0410000084200003C42000000420000803F000070410000D8410000A84100003C42000080410000904100001042000048420000604100007041000040420000484200001041000030420000B0410000B041000028420000C84100003C420000D8410000E8410000984100003C420000E04000006842000088410000A040000058420000D0410000D841000080410000104100004041000040410000D0410000304200004C420000B8410000004200006442000060410000F84100000442000038420000404000002041000018420000803F000044420000404100006042000030410000803F00001C42000010420000404100002042000040400000A0400000344200002C42000068420000044200005C4200006C420000D0410000A04100006041000044420000A84100006442000060410000E841000004420000803F000030410000A0410000E040000008420000F8410000004000003041000024420000904100003442000030410000F0410000404100000C42000058420000D041000040410000C84100001C420000C04000009041000040400000A8410000A0410000404000002C4200002842000088410000A0410000C84100003842000024420000803F0000104200004442000050420000F041000020410000E0400000A8410000484200003041000058420000684200004C42000098410000244200003C420000A041000030410000F8410000D841000014420000E04100000C420000F04100005C42000024420000C841000040400000A0410000104200000041000010410000E040000024420000204100000040000000420000F8410000604100002C4200003C420000184200008040000080400000A04100001C42000030420000F0410000004200002442000090410000A04000002442000064420000204200003C42000004420000004100003442000004420000E0400000B04100000C4200002C420000C0400000904100005042000000000000E041000020420000804100002442000010420000F04100000C420000204200002842000020420000000000008041000080410000A04100004042000010410000A040000044420000504100001C420000B04100002042000024420000E8410000A84100001C42000010420000B04100004040000054420000404100005C42000058420000604100009041000010420000B04100001042"> : tensor<6x37x2xf32>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xf32>, tensor<6x37x2xi32>) -> tensor<6x37x2xf32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xf32>, tensor<6x37x2xi32>) -> tensor<6x37x2xf32>
  %59 = stablehlo.add %42, %58 : tensor<6x37x2xf32>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xf32>, tensor<6x37x2xi32>) -> tensor<6x37x2xf32>
  %76 = stablehlo.add %59, %75 : tensor<6x37x2xf32>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xf32>, tensor<6x37x2xi32>) -> tensor<6x37x2xf32>
  %95 = stablehlo.add %76, %94 : tensor<6x37x2xf32>
  %want = stablehlo.constant dense<"0x0000D0420000C4420000D0420000C4420000D0420000C4420000D0420000C4420000A6420000D0420000A6420000D04200008842000019430000FE420000B24200009C420000A6420000C6420000C2420000D0420000274300001B430000D042000016430000BE4200001C4300002943000019430000BA420000104300008C420000F6420000A2420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000EE420000E0420000D0420000C4420000D0420000C4420000D0420000C4420000D0420000C442000010420000D042000010420000D0420000A04200000D43000015430000F8420000E2420000EE420000CE420000B0420000BC420000144300000B430000E8420000A0420000A8420000FA420000C8420000F2420000EC420000F8420000FE420000EA420000B242000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA420000BA4200000A430000BA4200000A430000BA4200000A430000BA4200000A43000084420000004300008442000000430000D842000018430000D8420000DE42000028420000C2420000CC420000D24200009E420000044300000B430000E8420000A0420000A8420000FA420000C8420000F2420000EC420000F8420000FE420000EA420000B242000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA420000BA4200000A430000BA4200000A430000BA4200000A430000B64200001A430000AC420000314300009A4200000B430000A242000020430000D8420000DE42000028420000C2420000CC420000D24200009E4200000443000010430000B8420000A0420000A8420000EC42000009430000F2420000EC420000F8420000FE420000EA420000B242000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000064420000E042000064420000E042000064420000E042000064420000E04200009A4200000B4300009A4200000B430000D8420000DE420000BE4200007C420000CC420000D2420000EC420000E4420000D04200002943000010430000B8420000A4420000A2420000EC42000009430000F242000074420000FA420000E842000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000064420000E042000064420000E042000064420000E04200009A4200000B4300009A4200000B430000A242000020430000D8420000DE420000BE4200007C420000CC420000D2420000EC420000E4420000D042000029430000CE420000AC420000A4420000A2420000FE42000028430000F242000074420000FA420000E842000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42000088420000EA42"> : tensor<6x37x2xf32>
  check.expect_eq %95, %want : tensor<6x37x2xf32>
  func.return
}

// -----

func.func @warped_f32_3() {
  %arg0 = stablehlo.constant dense<"0x0000904100000C4200003C420000A8410000204200003C4200002041000080410000804100006041000088410000C041000000410000F041000040400000B841000040420000D04100005442000080410000A8410000F8410000E8410000444200004C420000C0400000144200006442000000420000904100000842000068420000B0410000D841000060410000E0400000084200005C4200001041000088410000A0400000244200006442000010410000F04100003C420000704100001842000030420000E841000020420000C04000003042000054420000544200006842000040400000B0410000B8410000E041000000400000A04000006041000010410000E0400000A84100002041000038420000004200006C420000004000009841000000410000A0410000F84100000041000070410000204200006042000040410000604100001842000060420000D8410000284200004041000030420000104200004C42000008420000F0410000504200001442000024420000B0410000D04100001842000058420000A841000064420000184200003042000070410000884100008041000040400000084200009041000044420000F841000050410000F84100005C42000098410000A0410000F041000068420000004000003442000060420000C841000010420000A0400000804000000040000000420000404000008040000040420000803F0000A0410000E04000000041000000400000184200004842000024420000D8410000F8410000604200005C42000070410000C0410000504200003C420000404100006442000040400000C04000001442000018420000E040000080410000A040000064420000F8410000A8410000E0400000504200006842000004420000544200006C4200006C4200001042000034420000804100004842000020420000404000005C420000B04100001041000040400000004200004041000030420000B041000000000000803F0000884100003C420000684200001C420000F84100006C420000F8410000A0400000204200005C42000038420000004200000442000030410000544200004C42000000400000B0410000B841000044420000F0410000004000000040000034420000803F000044420000A84100004040000058420000E04000002C42000000410000304100006842000070410000D041000070410000A0400000D0410000A0400000B04100002C420000544200003842000050420000144200009041000030420000803F0000404200001C42000090410000804100002C420000C0410000B841000090410000184200008040000098410000684200001C42000040420000C04100005C42000040420000C84100006041000064420000B0410000C841000000410000A0400000C04000006C4200003C4200004040000000400000E041000048420000E04000001C42000058420000C0400000C8410000E0400000204200000C4200000C420000C84100004842000044420000604200006C42000050420000E8410000C841000058420000803F000088410000A04100009041000018420000704100000C42000044420000B841000058420000C0400000A041000000400000C841000024420000C841000008420000C041000020410000904100005442000050420000C040000014420000C04100006042000050410000504200005C420000F04100000042000050410000544200008041000034420000B0410000604100007041000080410000E84100001C42000080400000304100005C42000064420000E0400000E040000000400000E04000005C4200000442000060420000E84100000842000080410000B041000060420000D8410000A841000000420000244200005041000058420000C841000000420000204100001042000090410000F84100002C42000030420000404200005042000014420000C0400000D041000008420000D841000058420000404200007041000054420000104200000000000064420000F841000060410000804100005842000048420000384200004041000040420000A0400000384200005041000000420000904100004C420000584200003041000050410000A04000005C420000000000000C42000000420000D8410000F841000010410000C041000058420000D841000020410000803F0000F0410000C04000001042000014420000A0410000D0410000344200006C420000B04100002C42000010420000E841000080400000E8410000A8410000304100006842000000410000184200002C420000344200008041000050420000F8410000404100004C420000504200000000000080410000C040000068420000B041000058420000D041000000000000584200004042000048420000404100005C4200002C420000484200006C420000144200002C4200005042000000000000E841000058420000000000004041000010420000A84100000442000018420000604100005C420000C0410000884100001C42000018420000044200002C42000098410000B841000098410000204200003C420000304200001C420000284200004842000010410000A8410000144200002042000040400000244200001C42000090410000B04100005442000064420000804000002842000030410000184200008040000008420000D8410000004000006C4200003C4200009841000044420000184200003C4200000C4200003442000070410000C8410000684200003C420000A041000000400000C84100002041000020420000C04000004442000010420000E0400000304200004C420000A04000003442000000420000000000002042000058420000B841000048420000B041000000400000F841000038420000904100002C420000404100006C420000904100008841000024420000B841000028420000A040000040400000684200006042000090410000B04100000042000000400000D841000068420000803F00003842000034420000804000006C42000040400000F0410000B041000034420000C8410000A841000028420000F04100002C420000E0410000C8410000144200002041000048420000104100002C420000604200004842000098410000A0410000D0410000304200001442000068420000B0410000D041000064420000A0400000404000000C420000E0400000A04100002042000024420000F84100004042000010410000A8410000B04100001442000050410000C04000002042000040420000F04100000C420000F0410000004100000041000000000000384200001C420000244200000040000044420000E04000004041000030410000B041000048420000E041000040410000D8410000F04100003041000088410000E04100000C420000A8410000E0410000304200001C4200001C42000070410000E041000068420000504200001442000030420000544200000041000000420000404200005041000034420000804100001C4200001042000040400000104200005C42000040410000F0410000C0410000384200001041000080410000A0400000804000003842000040420000804100000C420000444200003C420000C0410000C0400000384200003442000070410000E841000048420000244200000C4200003442000060420000904100008041000088410000A84100005C42000048420000A040"> : tensor<6x37x3xf32>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xf32>, tensor<6x37x2xi32>) -> tensor<6x37x3xf32>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xf32>, tensor<6x37x2xi32>) -> tensor<6x37x3xf32>
  %59 = stablehlo.add %42, %58 : tensor<6x37x3xf32>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xf32>, tensor<6x37x2xi32>) -> tensor<6x37x3xf32>
  %76 = stablehlo.add %59, %75 : tensor<6x37x3xf32>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xf32>, tensor<6x37x2xi32>) -> tensor<6x37x3xf32>
  %95 = stablehlo.add %76, %94 : tensor<6x37x3xf32>
  %want = stablehlo.constant dense<"0x0000B4420000204300002B430000B4420000204300002B430000B4420000204300002B430000B4420000204300002B4300005442000003430000314300005442000003430000314300004C420000E4420000CA4200004C420000AA42000080420000A0420000B0420000CC420000BA42000086420000E64200003D4300000743000009430000DE420000AE420000DC4200002A430000A84200003743000023430000314300000E430000D8420000BE420000DC42000018430000E442000002430000B64200008E420000AC42000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C842000090420000B8420000C8420000B4420000204300002B430000B4420000204300002B430000B4420000204300002B430000B4420000204300002B430000704200000D43000045430000704200000D4300004543000038420000114300000F430000B8420000A04200000C43000031430000C242000011430000EE420000C04200002743000023430000104200002D430000B242000096420000EE420000CA420000BC420000344300000243000098420000A0420000C64200003F430000C2420000F642000094420000C84200001443000000430000CE4200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000154300002D4300000D430000154300002D4300000D430000154300002D4300000D430000154300002D430000904200001843000015430000904200001843000015430000D6420000E44200000F430000F6420000EE42000031430000B6420000E042000029430000C0420000E44200002F430000FA4200005C420000B6420000B242000096420000EE420000CA420000BC420000344300000243000098420000A0420000C64200003F430000C2420000F642000094420000C84200001443000000430000CE4200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000154300002D4300000D430000154300002D4300000D430000154300002D430000EA420000F64200001C430000C0420000EA42000020430000F8420000D64200002A430000FA420000D642000026430000F6420000EE42000031430000B6420000E042000029430000C0420000E44200002F430000FA4200005C420000B64200005442000006430000F4420000CA420000BC42000034430000A0420000184300001A430000C64200003F430000C2420000F642000094420000C84200001443000000430000CE4200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D4420000FE4200000D43000013430000FE4200000D43000013430000FE4200000D43000013430000FE4200000D43000013430000F8420000D64200002A430000F8420000D64200002A430000F6420000EE42000031430000AC420000C64200001B430000C0420000E44200002F430000C642000098420000144300002A43000012430000A04200005442000006430000F4420000F042000088420000D0420000A0420000184300001A430000CA420000BA420000054300001543000068420000264300000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D4420000FE4200000D43000013430000FE4200000D43000013430000FE4200000D43000013430000F8420000D64200002A430000F8420000D64200002A430000FA420000D642000026430000F6420000EE42000031430000AC420000C64200001B430000C0420000E44200002F430000C642000098420000144300002A43000012430000A0420000DA4200001C430000C6420000F042000088420000D0420000D64200003E43000003430000CA420000BA420000054300001543000068420000264300000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D44200000D430000F4420000D442"> : tensor<6x37x3xf32>
  check.expect_eq %95, %want : tensor<6x37x3xf32>
  func.return
}

// -----

func.func @warped_i16_2() {
  %arg0 = stablehlo.constant dense<"0x0F00280014001E000B00100007003700040025001C000E0011001700280013000000170002000C0007003400320039001F003B0007002D00020000002E000F0011003900020026000E002E00350000000B00020008001D003B001000210029002B0037002A001C000C00310008002A00260039000900290023002F0000001C0022002A003500100010001E00020028000A0027000C00270038002B0028000C0007003800370030002500100032002F00240003000A0008002400180029002B0008001E002F0013002B002B00010020000D00070026003B001D00140027001B00220012001A001F00030008001000370038000D000000040003000700150037000E002D00210022002F00220022002800370000002200350023002C002000050034001400270005002700090001000400340008003A001D002D0022001100130020001900380021002200070030002A0008003400280004003B00060026002D00200006001B001B0011002E000B00160031002300330018002E00230000000C001B00110038000A003900360006000F00360037003100000001000600040016002B00390030000F000B002200080038000A002A001E000F002E000C0031002E001B001100000019001C00060003003B003000010009001C0035001900040004001F0013000700010013003100140021002A002600150008003600120034000E001100340007000A0025002C0034000800150000003A001B00090020002200040025003600260036001400240012000300360023000A0017003B00390028003B0023000B00310009001C000F0013001600190039003000380033001200030034001E0005001D0003000A001C001F000E0031000A0032002D001D000800130007001C00220007002A0032000E0023000B000A000100170036000F0006002A001C00220013000300040030000A001800030031000F002F003A000A0027000F000D0022001900200017002E000C00340039000F00360009001D0008000E0018001B001D00050024002C001F001F00080032001B00040010003200070031001D0017002B001C0021002600380034001D0027001B000E001D0022003500350005000600150018001D00300036002F00110030003200160020002300080004000C0007003200050015002600380027002F003A000500370009001E0032002B00190011001200300033002C0008003700140020001500270026000500"> : tensor<6x37x2xi16>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xi16>, tensor<6x37x2xi32>) -> tensor<6x37x2xi16>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xi16>, tensor<6x37x2xi32>) -> tensor<6x37x2xi16>
  %59 = stablehlo.add %42, %58 : tensor<6x37x2xi16>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xi16>, tensor<6x37x2xi32>) -> tensor<6x37x2xi16>
  %76 = stablehlo.add %59, %75 : tensor<6x37x2xi16>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<6x37x2xi16>, tensor<6x37x2xi32>) -> tensor<6x37x2xi16>
  %95 = stablehlo.add %76, %94 : tensor<6x37x2xi16>
  %want = stablehlo.constant dense<"0x670098006700980067009800670098007F0065007F00650041008B004900C400840064008F005C00300043008800A50072008A0054008300A4007D007F00A60066005F0067006800670068006700680067006800670068006700680067006800670068006700680067006800670068006700680067006800670068006700680067006800670068006700680067006800670068006700980067009800670098006700980095004300950043009D006900860080006A00490067005F0086004E00670059005F0054006D009B00860019007D0079004900700070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C006C005F006C005F006C005F006C005F005000360050003600520065004C006F004B00670071005D00BC009100670059005F0054006D009B00860019007D0079004900700070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C006C005F006C005F006C005F009500B0007E0074008A009B0059007C004C006F004B00670071005D00BC0091007500A3005F0054009E006800860019007D0079004900700070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C008C00BC008C00BC008C00BC008C00BC008A009B008A009B004C006F0052006B0071005D009C005A00680044007500A300740096009E006800AD0096008D00860070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C008C00BC008C00BC008C00BC008A009B008A009B0059007C004C006F0052006B0071005D009C005A0068004400730073007400960047001900AD0096008D00860070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C0070004C00"> : tensor<6x37x2xi16>
  check.expect_eq %95, %want : tensor<6x37x2xi16>
  func.return
}

// -----

func.func @warped_i16_3() {
  %arg0 = stablehlo.constant dense<"0x0F00270003001C001D002E00250005001E0023002C0032002A003A000B0039001D000F001E000B0008002C0015001F000D000E0005000F00300018001800270001002A00270030002D00300038000C001D001E000B00200027003A00280034002E0017001D0027000A00200010001A0019001A003100050021003B00350039000C00260035002A00060000003A002F003A002E0025000200180003002B00190031002E0012001F002A0031000900320019000300000027002B0016001500040035002700290008001700000013001600270010002F002E00150012001D0012002400240006000900210031000B00240025000B0022001200060030002100290003003A001F0001001300090017002300130000001B003900110013001C000C000C0005000B002800230004000100260012001E001000180037002C0009000600140028000500220009002B0032001800200012002E002B0001001D0013000400030004002B002E0036002B00170009001100330013002800310002003A001F00160011000E0036001C00120013001C0028000F000900250027001D0010001C002E00280027000F0010003300290022002300200014003200290013000900380018001B000B0010000B0036002C001E00370016002D001000070032002A003300200035000E000B0005002A00000008001B00110031002E00270017000D001A00130009001B00150027000C002D0023003B0013002F003A00220001000300380019001200000013001E002D00190025001400140026000C000100050019001D0022003A0010003B002000320001000C003A001D002E00340017000F002A0039002C0007002B000500020033000D000700000034000F00120031002D0021003800050037002D001D00100011002F003800220001001F000000220027002B0025001D000A003A001800200011000B002C00160009000000180002002500080022001800360038002200100021001D000B00130031001F00350024001B00210031001B003B00210012002D001E000000350019001D0010000A00030037001A003500140004001C00320007001B001E0009001500140032002100180018001E0034000600290019001C00030013003B00380012000D0024000B00330039001C00190006000C00070000000B000E0036000A000B0035002000000027001A0003002A000D0019002D002D00240036003B000C00070000000E001A0014000E000C0002003700240035003A000A000800270022002000280029000E0020003B0034001A002C0004002F000D0015001A0029003A0036001E0002002800120012002500380000000E00150004003100340007000C001C00160034000F002A0029002B0002003B002E002F000500110015001A00010015001B002F000000190035002F000D0012000C002C001400320032001A00140027003B003B0035003500250022002A002B003400280008000400110019002C003A00030028000A002A001C0005002C002100190006001A00230021001D00120015002D0007003B0038001C000F002A0006001900000018002C001F000F001B000C00310022001E0007000D0012003B00230035002B00000026002B002E002A001300230016003700110037001800330019000F001E0011000A0010000A00170026000D000B003800150022000200270011000700290031002E0025001F0015003B002F00340025001C0025001C001F0020001B000B000300130038000F0013003B0009001B001A00390035001000170009002A000100040035000A002700230022002B001700210001001B0037003800070034000700030021001C002E002B0035002B00"> : tensor<6x37x3xi16>
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.iota dim = 0 : tensor<37xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<6xi32>) -> tensor<6x37xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<37xi32>) -> tensor<6x37xi32>
  %4 = stablehlo.multiply %2, %2 : tensor<6x37xi32>
  %5 = stablehlo.multiply %3, %3 : tensor<6x37xi32>
  %6 = stablehlo.add %4, %5 : tensor<6x37xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %8 = stablehlo.shift_right_arithmetic %6, %7 : tensor<6x37xi32>
  %9 = stablehlo.multiply %2, %8 : tensor<6x37xi32>
  %10 = stablehlo.add %9, %2 : tensor<6x37xi32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %12 = stablehlo.shift_right_arithmetic %10, %11 : tensor<6x37xi32>
  %c_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_2 = stablehlo.constant dense<4> : tensor<i32>
  %13 = stablehlo.convert %c_1 : tensor<i32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %15 = stablehlo.maximum %14, %12 : tensor<6x37xi32>
  %16 = stablehlo.convert %c_2 : tensor<i32>
  %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %18 = stablehlo.minimum %17, %15 : tensor<6x37xi32>
  %19 = stablehlo.multiply %3, %8 : tensor<6x37xi32>
  %20 = stablehlo.add %19, %3 : tensor<6x37xi32>
  %c_3 = stablehlo.constant dense<3> : tensor<i32>
  %21 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %22 = stablehlo.shift_right_arithmetic %20, %21 : tensor<6x37xi32>
  %c_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_5 = stablehlo.constant dense<35> : tensor<i32>
  %23 = stablehlo.convert %c_4 : tensor<i32>
  %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %25 = stablehlo.maximum %24, %22 : tensor<6x37xi32>
  %26 = stablehlo.convert %c_5 : tensor<i32>
  %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %28 = stablehlo.minimum %27, %25 : tensor<6x37xi32>
  %c_6 = stablehlo.constant dense<0> : tensor<i32>
  %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %30 = stablehlo.compare LT, %18, %29, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_7 = stablehlo.constant dense<6> : tensor<i32>
  %31 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %32 = stablehlo.add %18, %31 : tensor<6x37xi32>
  %33 = stablehlo.select %30, %32, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_8 = stablehlo.constant dense<0> : tensor<i32>
  %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %35 = stablehlo.compare LT, %28, %34, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_9 = stablehlo.constant dense<37> : tensor<i32>
  %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %37 = stablehlo.add %28, %36 : tensor<6x37xi32>
  %38 = stablehlo.select %35, %37, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %39 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %40 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %41 = stablehlo.concatenate %39, %40, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %42 = "stablehlo.gather"(%arg0, %41) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xi16>, tensor<6x37x2xi32>) -> tensor<6x37x3xi16>
  %c_10 = stablehlo.constant dense<1> : tensor<i32>
  %43 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %44 = stablehlo.add %28, %43 : tensor<6x37xi32>
  %c_11 = stablehlo.constant dense<0> : tensor<i32>
  %45 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %46 = stablehlo.compare LT, %18, %45, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_12 = stablehlo.constant dense<6> : tensor<i32>
  %47 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %48 = stablehlo.add %18, %47 : tensor<6x37xi32>
  %49 = stablehlo.select %46, %48, %18 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_13 = stablehlo.constant dense<0> : tensor<i32>
  %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %51 = stablehlo.compare LT, %44, %50, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_14 = stablehlo.constant dense<37> : tensor<i32>
  %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %53 = stablehlo.add %44, %52 : tensor<6x37xi32>
  %54 = stablehlo.select %51, %53, %44 : tensor<6x37xi1>, tensor<6x37xi32>
  %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %57 = stablehlo.concatenate %55, %56, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %58 = "stablehlo.gather"(%arg0, %57) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xi16>, tensor<6x37x2xi32>) -> tensor<6x37x3xi16>
  %59 = stablehlo.add %42, %58 : tensor<6x37x3xi16>
  %c_15 = stablehlo.constant dense<1> : tensor<i32>
  %60 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %61 = stablehlo.add %18, %60 : tensor<6x37xi32>
  %c_16 = stablehlo.constant dense<0> : tensor<i32>
  %62 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %63 = stablehlo.compare LT, %61, %62, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_17 = stablehlo.constant dense<6> : tensor<i32>
  %64 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %65 = stablehlo.add %61, %64 : tensor<6x37xi32>
  %66 = stablehlo.select %63, %65, %61 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_18 = stablehlo.constant dense<0> : tensor<i32>
  %67 = stablehlo.broadcast_in_dim %c_18, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %68 = stablehlo.compare LT, %28, %67, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_19 = stablehlo.constant dense<37> : tensor<i32>
  %69 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %70 = stablehlo.add %28, %69 : tensor<6x37xi32>
  %71 = stablehlo.select %68, %70, %28 : tensor<6x37xi1>, tensor<6x37xi32>
  %72 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %75 = "stablehlo.gather"(%arg0, %74) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xi16>, tensor<6x37x2xi32>) -> tensor<6x37x3xi16>
  %76 = stablehlo.add %59, %75 : tensor<6x37x3xi16>
  %c_20 = stablehlo.constant dense<1> : tensor<i32>
  %77 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %78 = stablehlo.add %18, %77 : tensor<6x37xi32>
  %c_21 = stablehlo.constant dense<1> : tensor<i32>
  %79 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %80 = stablehlo.add %28, %79 : tensor<6x37xi32>
  %c_22 = stablehlo.constant dense<0> : tensor<i32>
  %81 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %82 = stablehlo.compare LT, %78, %81, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_23 = stablehlo.constant dense<6> : tensor<i32>
  %83 = stablehlo.broadcast_in_dim %c_23, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %84 = stablehlo.add %78, %83 : tensor<6x37xi32>
  %85 = stablehlo.select %82, %84, %78 : tensor<6x37xi1>, tensor<6x37xi32>
  %c_24 = stablehlo.constant dense<0> : tensor<i32>
  %86 = stablehlo.broadcast_in_dim %c_24, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %87 = stablehlo.compare LT, %80, %86, SIGNED : (tensor<6x37xi32>, tensor<6x37xi32>) -> tensor<6x37xi1>
  %c_25 = stablehlo.constant dense<37> : tensor<i32>
  %88 = stablehlo.broadcast_in_dim %c_25, dims = [] : (tensor<i32>) -> tensor<6x37xi32>
  %89 = stablehlo.add %80, %88 : tensor<6x37xi32>
  %90 = stablehlo.select %87, %89, %80 : tensor<6x37xi1>, tensor<6x37xi32>
  %91 = stablehlo.broadcast_in_dim %85, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %92 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<6x37xi32>) -> tensor<6x37x1xi32>
  %93 = stablehlo.concatenate %91, %92, dim = 2 : (tensor<6x37x1xi32>, tensor<6x37x1xi32>) -> tensor<6x37x2xi32>
  %94 = "stablehlo.gather"(%arg0, %93) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<6x37x3xi16>, tensor<6x37x2xi32>) -> tensor<6x37x3xi16>
  %95 = stablehlo.add %76, %94 : tensor<6x37x3xi16>
  %want = stablehlo.constant dense<"0x4300710076004300710076004300710076004300710076007800360091007800360091009E0047009600840077008F00B20070001B00970048003F005A008A002E008B007F007700A5007F008200670078005A006F00BA007A00A5008200460079008E008B007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072007A008A0072004300710076004300710076004300710076004300710076005D00550081005D00550081007F00830088005F0073004B0076009C007F00920083007F0083009E0071005600830074009E007F0067003A00900081008000700050004B00450098007C005A00660082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B0072003C0070006D003C0070006D003C0070006D003C0070006D005B006B0087005B006B0087006000AD0053006F007A008B0071006A00A900680090009F007D00A00085005600830074009E007F0067003A00900081008000700050004B00450098007C005A00660082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B0072003C0070006D003C0070006D003C0070006D005A007A008F006C009B0079005F009B004C008200800053006F007A008B0071006A00A900680090009F007D00A00085005500690062009E007F0067006D0095007E008000700050004B00450098007C005A00660082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B0072006000A70052006000A70052006000A70052006000A70052005F009B004C005F009B004C006F007A008B006B0072009C00680090009F003C00A4008C0048009A0099005500690062006600A0008C006D0095007E0058007F00C8004800A6007E0082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B0072006000A70052006000A70052006000A70052005F009B004C005F009B004C008200800053006F007A008B006B0072009C00680090009F003C00A4008C0048009A0099003900580071006600A0008C0088006700820058007F00C8004800A6007E0082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B00720082009B007200"> : tensor<6x37x3xi16>
  check.expect_eq %95, %want : tensor<6x37x3xi16>
  func.return
}
