// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"y":(2)2}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@other, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"z"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"x"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y":(1)2}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y":(1)3}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y":(1)4}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y":(1)2, "y":(2)2}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}p1, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}], replicated={"y", "x"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[bad-attribute]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{?, "x"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <mesh<["a"=3]>, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <mesh<[], device_ids=[5]>, []> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %a <mesh<[], device_ids=[5]>, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <["x"=0]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <["x"=2, "x"=2]>
func.func @f() {
  return
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2], device_ids=[0, 1]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <["x"=2], device_ids=[1, 1]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <["x"=2], device_ids=[1, 0, 2]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <[], device_ids=[1, 0]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-mesh]
sdy.mesh @mesh = <["x"=2], device_ids=[1, -1]>
func.func @f() {
  return
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
func.func @f() {
  return
}
// -----
// expected: error[duplicate-symbol]
sdy.mesh @f = <["x"=2]>
func.func @f() {
  return
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  return
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
  return %a : tensor<8xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-manual]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-manual]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-manual]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"z"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-manual]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-manual]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<mesh<["x"=4]>, [{}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-sharding]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %c = sdy.reshard %b <@mesh, [{"x"}]> : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-barrier]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[named_computation_c1]
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"n">(%a) (%b: tensor<4xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<8xf32>
    sdy.return %c : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// expected: error[public-declaration]
func.func @f(tensor<8xf32>) -> tensor<8xf32>
// -----
// expected: ok
func.func private @f(tensor<8xf32>) -> tensor<8xf32>
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x":(2)2}, {}] %a out_sharding=<@mesh, [{"x":(1)2}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x":(1)2}, {}] %a out_sharding=<@mesh, [{"x":(2)2}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"x"}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"x":(2)2}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"y"}: 1->0] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"y"}: 1->2] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"y"}: 1->1] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_to_all [{"x"}: 1->0] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.reduce_scatter [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}], unreduced={"x"}> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @f(%a: tensor<2x3x5x7xf32>, %b: tensor<16x8xf32>) -> (tensor<2x5x7xf32>, tensor<128xf32>, tensor<16x8xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, k, l]) {i=2, j=3, k=5, l=7} reduction={j} need_replication={i, l} permutation={k} blocked_propagation={l}, custom>} : (tensor<2x3x5x7xf32>) -> tensor<2x5x7xf32>
  %1 = stablehlo.reshape %b {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=16, j=8}>} : (tensor<16x8xf32>) -> tensor<128xf32>
  %2 = stablehlo.add %b, %b {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"y" = operand-1 -> [operand-0, result-0]}]}, {step-5 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : tensor<16x8xf32>
  func.return %0, %1, %2 : tensor<2x5x7xf32>, tensor<128xf32>, tensor<16x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = 1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  func.return %0 : tensor<8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=2}>} : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.add"(%a, %a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=2, j=4}>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.add"(%a, %a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=4}>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i, j]) {i=2, j=4}>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return %0 : tensor<2x4xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, j]) {i=2, j=8, k=1}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i,])->([i, j]) {i=2, j=8}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, u])->([i, j]) {i=2, j=8}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=8, k=2}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i, j]) {i=2, j=8}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={k, i}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={i, i}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} need_replication={z}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} reduction={j} permutation={j}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} blocked_propagation={k, i}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8} reduction={i}>} : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  func.return %0 : tensor<2x4x8xf32>
}
// -----
// expected: error[sdy-rule]
func.func @f(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.abs"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {j=8, i=2}>} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  func.return %0 : tensor<2x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-1 = [{"x" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step--3 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = result-0 -> [operand-0, operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = result-0 -> [operand-3]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"z" = result-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = result-0 -> [operand-0]}]}]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.propagation_edges = 64 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-rule]
sdy.mesh @mesh = <["x"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %a {sdy.result_propagation_edges = [1, 2], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-edge]
func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.data_flow_edge %a : tensor<8xf32>
  func.return %a, %0 : tensor<8xf32>, tensor<8xf32>
}
// -----
// expected: error[sdy-edge]
sdy.mesh @mesh = <["a"=2]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  func.return %1 : tensor<8xf32>
}
// -----
// expected: error[sdy-edge]
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %a : tensor<8xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  func.return %1 : tensor<8xf32>
}
// -----
// expected: error[sdy-edge]
func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.func_data_flow_edge %a : tensor<8xf32>
  func.return %a, %0 : tensor<8xf32>, tensor<8xf32>
}
// -----
// expected: ok
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"y"}>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-unreduced]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"y"}>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
// -----
// expected: error[sdy-collective]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"y"}>}) -> tensor<8x8xf32> {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  func.return %0 : tensor<8x8xf32>
}
