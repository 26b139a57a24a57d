// Windows back to the start are scans, also of complex numbers and of several operands; one whose combiner reads an argument is a window.
//
// TEXT: scan          reduce_window9: reduce_window
// TEXT: scan          reduce_window17: reduce_window
// TEXT: reduce_window + minimum + maximum
module @jit_scans {
  func.func public @main(%z: tensor<100xcomplex<f32>>, %x: tensor<100xf32>, %y: tensor<f32>) -> (tensor<100xcomplex<f32>>, tensor<100xf32>, tensor<100xf32>) {
    %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %s = "stablehlo.reduce_window"(%z, %zero) <{window_dimensions = array<i64: 100>, padding = dense<[[99, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %t = stablehlo.add %a, %b : tensor<complex<f32>>
      stablehlo.return %t : tensor<complex<f32>>
    }) : (tensor<100xcomplex<f32>>, tensor<complex<f32>>) -> tensor<100xcomplex<f32>>
    %w:2 = "stablehlo.reduce_window"(%x, %x, %one, %none) <{window_dimensions = array<i64: 100>, padding = dense<[[99, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>):
      %p = stablehlo.multiply %a, %b : tensor<f32>
      %q = stablehlo.multiply %c, %b : tensor<f32>
      %t = stablehlo.add %q, %d : tensor<f32>
      stablehlo.return %p, %t : tensor<f32>, tensor<f32>
    }) : (tensor<100xf32>, tensor<100xf32>, tensor<f32>, tensor<f32>) -> (tensor<100xf32>, tensor<100xf32>)
    %u = "stablehlo.reduce_window"(%x, %none) <{window_dimensions = array<i64: 100>, padding = dense<[[99, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      %t = stablehlo.minimum %m, %y : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<100xf32>, tensor<f32>) -> tensor<100xf32>
    return %s, %w#1, %u : tensor<100xcomplex<f32>>, tensor<100xf32>, tensor<100xf32>
  }
}
