// Each part must fail with an error that has the text behind `error:`.

// error: stablehlo.recv
// A message that nobody sends.
module @never_sent {
  func.func @f(%t: !stablehlo.token) -> tensor<i32> {
    %1:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}
      : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %1#0 : tensor<i32>
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %r = "interpreter.run_parallel"(%t) {programs = [[@f]]} : (!stablehlo.token) -> tensor<i32>
    check.expect_eq_const %r, dense<12> : tensor<i32>
    return
  }
}

// -----

// error: sent what was never received
module @never_received {
  func.func @f(%t: !stablehlo.token) -> !stablehlo.token {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = "stablehlo.send"(%c, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}
      : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return %0 : !stablehlo.token
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %c = stablehlo.constant dense<1> : tensor<i32>
    %r = "interpreter.run_parallel"(%t) {programs = [[@f]]} : (!stablehlo.token) -> !stablehlo.token
    check.expect_eq_const %c, dense<1> : tensor<i32>
    return
  }
}

// -----

// error: (0, 0) waits in stablehlo.all_reduce
// One process leaves before the other comes.
module @left_alone {
  func.func @f(%x: tensor<i32>) -> tensor<i32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %y = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func @g(%x: tensor<i32>) -> tensor<i32> {
    return %x : tensor<i32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@g]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<1> : tensor<i32>
    return
  }
}

// -----

// error: waits in stablehlo.all_gather
// Two ops that wait for each other's processes.
module @crossed {
  func.func @f(%x: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @g(%x: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
      : (tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@g]]}
      : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: all_gather_c3: 3 ids in replica_groups, which takes 2, in a grid of 2 by 1
module @too_many {
  func.func @f(%x: tensor<1xi32>) -> tensor<3xi32> {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}
      : (tensor<1xi32>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@f]]}
      : (tensor<1xi32>, tensor<1xi32>) -> (tensor<3xi32>, tensor<3xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<3xi32>
    return
  }
}

// -----

// error: all_gather_c3: 2 ids in replica_groups, which takes 3, in a grid of 3 by 1
module @in_no_group {
  func.func @f(%x: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<1xi32>
    %r:3 = "interpreter.run_parallel"(%0, %0, %0) {programs = [[@f], [@f], [@f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: send to channel 3
// Two senders, and nobody says which is meant.
module @ambiguous {
  func.func @f(%x: tensor<i32>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>}
      : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return %0 : !stablehlo.token
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %0 = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = "interpreter.run_parallel"(%0, %t, %0, %t) {programs = [[@f, @f]]}
      : (tensor<i32>, !stablehlo.token, tensor<i32>, !stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
    check.expect_eq_const %0, dense<1> : tensor<i32>
    return
  }
}

// -----

// error: the infeed is empty
module @starved {
  func.func @f(%t: !stablehlo.token) -> tensor<i32> {
    %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %0#0 : tensor<i32>
  }
  func.func @queue() -> tensor<i32> {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    return %0 : tensor<i32>
  }
  func.func @main() {
    %t = stablehlo.create_token : !stablehlo.token
    %r:2 = "interpreter.run_parallel"(%t, %t) {infeed = [@queue], programs = [[@f, @f]]}
      : (!stablehlo.token, !stablehlo.token) -> (tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<1> : tensor<i32>
    return
  }
}

// -----

// error: collective_broadcast_c6: root 2 in a group of 2
module @no_such_root {
  func.func @f(%x: tensor<2xi32>, %root: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_broadcast"(%x, %root) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %root = stablehlo.constant dense<2> : tensor<1xi32>
    %0 = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%0, %root, %0, %root) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
    return
  }
}

// -----

// error: has not run 1 times
module @not_probed {
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    check.expect_serialized_eq %0, probe_id = "a" : tensor<i32>
    return
  }
}

// -----

// error: over 2 devices
module @several_devices {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main() {
    %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
      sdy.return %a : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    check.expect_eq_const %1, dense<1.0> : tensor<8xf32>
    return
  }
}

// -----

// error: all_reduce_c2: 2 ids in replica_groups, which takes 3, in a grid of 3 by 1
module @left_out {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %y = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%0, %0, %0) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: all_to_all_c6: 2 ids in replica_groups, which takes 3, in a grid of 3 by 1
module @not_all {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%0, %0, %0) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: reduce_scatter_c4: 2 ids in replica_groups, which takes 3, in a grid of 3 by 1
module @not_scattered {
  func.func @f(%x: tensor<2xi32>) -> tensor<1xi32> {
    %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %y = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2xi32>) -> tensor<1xi32>
    return %0 : tensor<1xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%0, %0, %0) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<1xi32>
    return
  }
}

// -----

// error: collective_broadcast_c2: id 2 in a grid of 2 by 1
module @nobody {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: collective_permute_c4: id 5 in a grid of 2 by 1
module @to_nobody {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}

// -----

// error: send_c4: id 5 in a grid of 2 by 1
module @sent_to_nobody {
  func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
    %t = stablehlo.create_token : !stablehlo.token
    %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
      source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<1> : tensor<2xi32>
    return
  }
}
