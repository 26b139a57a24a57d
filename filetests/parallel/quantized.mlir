// Quantized tensors between processes. A scale of 0.5 and a zero point of 1 stores 1.0 as 3, and nothing as 1.

module @exchange {
  func.func @f(%s: tensor<2xi8>) -> (tensor<2xi16>, tensor<2xi8>, tensor<4xi8>) {
    %x = stablehlo.bitcast_convert %s : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    %sum = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<!quant.uniform<i16:f32, 0.25>>, %b: tensor<!quant.uniform<i16:f32, 0.25>>):
      %y = stablehlo.add %a, %b : tensor<!quant.uniform<i16:f32, 0.25>>
      stablehlo.return %y : tensor<!quant.uniform<i16:f32, 0.25>>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i16:f32, 0.25>>
    %0 = stablehlo.bitcast_convert %sum : (tensor<2x!quant.uniform<i16:f32, 0.25>>) -> tensor<2xi16>
    %sent = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    %1 = stablehlo.bitcast_convert %sent : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xi8>
    %all = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:1>>
    %2 = stablehlo.bitcast_convert %all : (tensor<4x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<4xi8>
    return %0, %1, %2 : tensor<2xi16>, tensor<2xi8>, tensor<4xi8>
  }
  func.func @main() {
    %p = stablehlo.constant dense<[3, 5]> : tensor<2xi8>
    %q = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
    %r:6 = "interpreter.run_parallel"(%p, %q) {programs = [[@f], [@f]]}
      : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi16>, tensor<2xi8>, tensor<4xi8>, tensor<2xi16>, tensor<2xi8>, tensor<4xi8>)
    check.expect_eq_const %r#0, dense<[4, 4]> : tensor<2xi16>
    check.expect_eq_const %r#1, dense<[1, 1]> : tensor<2xi8>
    check.expect_eq_const %r#2, dense<[3, 5, 1, -1]> : tensor<4xi8>
    check.expect_eq_const %r#3, dense<[4, 4]> : tensor<2xi16>
    check.expect_eq_const %r#4, dense<[3, 5]> : tensor<2xi8>
    return
  }
}
