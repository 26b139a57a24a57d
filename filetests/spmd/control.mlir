// collectives: all_gather 6, all_to_all 2
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
      -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n, %y = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x6xf32>
      cond {
        %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
        %t = stablehlo.tanh %p : tensor<4x6xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %t : tensor<i32>, tensor<4x6xf32>
      }
    %g = stablehlo.compare GT, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %z = "stablehlo.if"(%g) ({
      %s = sdy.sharding_constraint %x <@mesh, [{}, {"x"}]> : tensor<4x6xf32>
      %u = stablehlo.add %s, %y : tensor<4x6xf32>
      stablehlo.return %u : tensor<4x6xf32>
    }, {
      stablehlo.return %y : tensor<4x6xf32>
    }) : (tensor<i1>) -> tensor<4x6xf32>
    %k = stablehlo.iota dim = 1 : tensor<4x6xi32>
    %k2 = sdy.sharding_constraint %k <@mesh, [{}, {"x"}]> : tensor<4x6xi32>
    return %y, %z, %k2 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xi32>
  }
}
