// Grids of processes: ids, meetings, messages, queues.

module @ids {
  func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.partition_id : tensor<ui32>
    return %0, %1 : tensor<ui32>, tensor<ui32>
  }
  func.func @main() {
    %r:12 = "interpreter.run_parallel"() {programs = [[@ids, @ids, @ids], [@ids, @ids, @ids]]}
      : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>,
               tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %r#0, dense<0> : tensor<ui32>
    check.expect_eq_const %r#3, dense<1> : tensor<ui32>
    check.expect_eq_const %r#10, dense<1> : tensor<ui32>
    check.expect_eq_const %r#11, dense<2> : tensor<ui32>
    return
  }
}

// -----

// The same op in a loop: each round meets the same round of the others.
module @rounds {
  func.func @sum(%x: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
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

// -----

// A reduction may widen, and is in the order of the group.
module @widened {
  func.func @f(%x: tensor<2xi8>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %y = stablehlo.subtract %a, %b : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[100, 1]> : tensor<2xi8>
    %1 = stablehlo.constant dense<[-100, 5]> : tensor<2xi8>
    %r:2 = "interpreter.run_parallel"(%0, %1) {programs = [[@f], [@f]]}
      : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[-200, 4]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[-200, 4]> : tensor<2xi32>
    return
  }
}

// -----

// An empty list of groups is one group of all.
module @all {
  func.func @f(%x: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}
      : (tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<7> : tensor<1xi32>
    %1 = stablehlo.constant dense<8> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%0, %1) {programs = [[@f], [@f]]}
      : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#1, dense<[7, 8]> : tensor<2xi32>
    return
  }
}

// -----

// Groups by axes of a mesh, inline and by name, with device ids of its own.
module @axes {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
  func.func @f(%x: tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #stablehlo.replica_group_mesh_axes<
        mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>,
        axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>}
      : (tensor<1xi32>) -> tensor<2xi32>
    %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}
      : (tensor<1xi32>) -> tensor<2xi32>
    return %0, %1 : tensor<2xi32>, tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<0> : tensor<1xi32>
    %1 = stablehlo.constant dense<1> : tensor<1xi32>
    %2 = stablehlo.constant dense<2> : tensor<1xi32>
    %3 = stablehlo.constant dense<3> : tensor<1xi32>
    %r:8 = "interpreter.run_parallel"(%0, %1, %2, %3) {programs = [[@f], [@f], [@f], [@f]]}
      : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
      -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 2]> : tensor<2xi32>
    check.expect_eq_const %r#6, dense<[1, 3]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[0, 1]> : tensor<2xi32>
    check.expect_eq_const %r#7, dense<[2, 3]> : tensor<2xi32>
    return
  }
}

// -----

// Asynchronous ops, and sums over replicas as they once were.
module @asynchronous {
  func.func @f(%x: tensor<2xi32>) -> (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>) {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<2xi32>) -> tensor<4xi32>
      stablehlo.return %y : tensor<4xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<4xi32>>
    %1 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xi32>):
      %y = stablehlo.slice %a [1:2] : (tensor<2xi32>) -> tensor<1xi32>
      stablehlo.return %y : tensor<1xi32>
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<1xi32>>
    %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xi32>>) -> tensor<4xi32>
    %3 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<1xi32>>) -> tensor<1xi32>
    %4 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2xi32>) -> tensor<2xi32>
    return %2, %3, %4 : tensor<4xi32>, tensor<1xi32>, tensor<2xi32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:6 = "interpreter.run_parallel"(%0, %1) {programs = [[@f], [@f]]}
      : (tensor<2xi32>, tensor<2xi32>)
      -> (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>, tensor<4xi32>, tensor<1xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[1, 2, 3, 4]> : tensor<4xi32>
    check.expect_eq_const %r#1, dense<2> : tensor<1xi32>
    check.expect_eq_const %r#4, dense<4> : tensor<1xi32>
    check.expect_eq_const %r#5, dense<[4, 6]> : tensor<2xi32>
    return
  }
}

// -----

// A root that the program computes.
module @rooted {
  func.func @f(%x: tensor<2xi32>, %root: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_reduce"(%x, %root) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %y = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) {has_dynamic_root, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %root = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.constant dense<[1, 9]> : tensor<2xi32>
    %1 = stablehlo.constant dense<[5, 5]> : tensor<2xi32>
    %2 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%0, %root, %1, %root, %2, %root) {programs = [[@f], [@f], [@f]]}
      : (tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>)
      -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[0, 0]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[3, 9]> : tensor<2xi32>
    return
  }
}

// -----

// Probes keep what they see, run by run.
module @probes {
  func.func @main() {
    %0 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
    %1 = interpreter.probe %0, probe_id = "a" : tensor<2xf32>
    %2 = stablehlo.add %1, %1 : tensor<2xf32>
    %3 = interpreter.probe %2, probe_id = "a" : tensor<2xf32>
    check.expect_serialized_eq %0, probe_id = "a" : tensor<2xf32>
    check.expect_serialized_eq %2, probe_id = "a", iter = 1 : tensor<2xf32>
    return
  }
}
