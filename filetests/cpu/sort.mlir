// Comparators that read values around them, and pairs of f64.
func.func @main() {
  %x = stablehlo.constant dense<[(1.0, 4.0), (3.0, 2.0), (2.0, 1.0), (1.0, 3.0)]> : tensor<4xcomplex<f64>>
  %i = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %one = stablehlo.constant dense<[1.0]> : tensor<1xf64>
  %r = stablehlo.reshape %one : (tensor<1xf64>) -> tensor<f64>
  %k = stablehlo.negate %r : tensor<f64>
  %0:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<complex<f64>>, %b: tensor<complex<f64>>, %p: tensor<i32>, %q: tensor<i32>):
    %ra = stablehlo.real %a : (tensor<complex<f64>>) -> tensor<f64>
    %rb = stablehlo.real %b : (tensor<complex<f64>>) -> tensor<f64>
    %s = stablehlo.multiply %ra, %k : tensor<f64>
    %t = stablehlo.multiply %rb, %k : tensor<f64>
    %c = stablehlo.compare LT, %s, %t : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xcomplex<f64>>, tensor<4xi32>) -> (tensor<4xcomplex<f64>>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[(3.0, 2.0), (2.0, 1.0), (1.0, 4.0), (1.0, 3.0)]> : tensor<4xcomplex<f64>>
  check.expect_eq_const %0#1, dense<[1, 2, 0, 3]> : tensor<4xi32>
  return
}
