
// Collectives of a process with itself; one row of no pairs.
module @itself {
  func.func @main() {
    %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %1 = "stablehlo.all_gather"(%0) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}
      : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "stablehlo.all_reduce"(%1) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %y = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %y : tensor<f32>
    }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %3 = "stablehlo.collective_permute"(%2) {source_target_pairs = dense<0> : tensor<1x0xi64>}
      : (tensor<2xf32>) -> tensor<2xf32>
    %4 = "stablehlo.async_start"(%3) ({
    ^bb0(%a: tensor<2xf32>):
      %y = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>
      stablehlo.return %y : tensor<1xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
    %5 = "stablehlo.async_done"(%4) : (!stablehlo.future<tensor<1xf32>>) -> tensor<1xf32>
    check.expect_eq_const %3, dense<[1.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %5, dense<1.0> : tensor<1xf32>
    return
  }
}
