// Messages through channels, which native code does not have.

// A ring: everyone sends before anyone receives.
module @ring {
  func.func @f(%x: tensor<i32>, %t: !stablehlo.token) -> tensor<i32> {
    %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}
      : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}
      : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %1#0 : tensor<i32>
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %0 = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.constant dense<12> : tensor<i32>
    %r:3 = "interpreter.run_parallel"(%0, %t, %1, %t, %2, %t) {programs = [[@f, @f, @f]]}
      : (tensor<i32>, !stablehlo.token, tensor<i32>, !stablehlo.token, tensor<i32>, !stablehlo.token)
      -> (tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<12> : tensor<i32>
    check.expect_eq_const %r#1, dense<10> : tensor<i32>
    check.expect_eq_const %r#2, dense<11> : tensor<i32>
    return
  }
}
