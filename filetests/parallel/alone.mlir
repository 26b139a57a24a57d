// Programs of one process and one device, with annotations for more: on both back ends.

module @annotated {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  sdy.mesh @single = <["x"=1]>
  func.func private @elsewhere(tensor<8xf32>) -> tensor<8xf32>
  func.func @main() {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x", ?}]> : tensor<8xf32>
    %2 = sdy.reshard %1 <@mesh, [{"y"}]> : tensor<8xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<8xf32>
    %4 = sdy.named_computation<"twice">(%3) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] (%a: tensor<8xf32>) {
      %b = stablehlo.add %a, %a : tensor<8xf32>
      sdy.return %b : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %5 = sdy.manual_computation(%4) in_shardings=[<@single, [{"x"}]>] out_shardings=[<@single, [{"x"}]>] manual_axes={"x"} (%a: tensor<8xf32>) {
      %b = stablehlo.multiply %a, %a : tensor<8xf32>
      sdy.return %b : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.sharding_group %5 group_id=1 : tensor<8xf32>
    %6 = sdy.constant dense<1.0> : tensor<8xf32>
    %one = stablehlo.optimization_barrier %6 : tensor<8xf32>
    %7 = sdy.data_flow_edge %one sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    %8 = stablehlo.add %5, %7 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    %r = sdy.reshard %8 <@single, [{}]> : tensor<8xf32>
    %9 = sdy.all_reduce {"x"} %r out_sharding=<@single, [{}]> : tensor<8xf32>
    check.expect_eq_const %9, dense<[5.0, 17.0, 37.0, 65.0, 101.0, 145.0, 197.0, 257.0]> : tensor<8xf32>
    return
  }
}

// -----

// Collectives of a process with itself.
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
    %3 = "stablehlo.collective_permute"(%2) {source_target_pairs = dense<0> : tensor<1x2xi64>}
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
