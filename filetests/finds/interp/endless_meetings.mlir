// Processes that meet for ever: each meeting cost as much as an addition, and the run twelve seconds.
module @rounds {
  func.func @sum(%x: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<5> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %t = "stablehlo.all_reduce"(%s) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %y = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %y : tensor<i32>
      }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<i32>) -> tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<i32>
    }
    return %r#1 : tensor<i32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.constant dense<3> : tensor<i32>
    %r:3 = "interpreter.run_parallel"(%0, %1, %2) {programs = [[@sum], [@sum], [@sum]]}
      : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<486> : tensor<i32>
    check.expect_eq_const %r#2, dense<486> : tensor<i32>
    return
  }
}

