// PASSES: --stablehlo-refine-arguments=types='tensor<3x4xf32>,!stablehlo.token'
// RUN: no
// CHECK: @main(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> tensor<?x4xf32>
// CHECK: stablehlo.constant dense<[3, 4]> : tensor<2xi64>
// CHECK: @stablehlo.shape_refinement_operand_wrapper(%arg0, %c)
// CHECK: chlo.broadcast_add %0, %arg1
func.func @main(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----
// PASSES: --stablehlo-refine-arguments=types=tensor<3x4xf32> --stablehlo-refine-shapes --stablehlo-canonicalize-dynamism
// RUN: no
// CHECK: @main(%arg0: tensor<3x4xf32>) -> tensor<12xf32>
// CHECK: stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<12xf32>
// CHECK-NOT: get_dimension_size
// CHECK-NOT: constant
// CHECK-NOT: wrapper
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %p = stablehlo.multiply %m, %n : tensor<i32>
  %s = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----
// PASSES: --stablehlo-refine-shapes
// CHECK: call @double(%arg0) : (tensor<3xf32>) -> tensor<6xf32>
// CHECK: call @double_0(%0) : (tensor<6xf32>) -> tensor<12xf32>
// CHECK: func.func private @double(%arg0: tensor<3xf32>) -> tensor<6xf32>
// CHECK: func.func private @double_0(%arg0: tensor<6xf32>) -> tensor<12xf32>
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %0 = call @double(%x) : (tensor<3xf32>) -> tensor<?xf32>
  %1 = call @double(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----
// PASSES: --stablehlo-canonicalize-dynamism
// CHECK: stablehlo.slice %arg0 [1:3:2, 0:4]
// CHECK: stablehlo.dynamic_slice %arg0
// CHECK: stablehlo.pad %arg0
// CHECK: stablehlo.iota dim = 0 : tensor<5xi32>
// CHECK-NOT: dynamic_pad
// CHECK-NOT: real_dynamic_slice
func.func @main(%x: tensor<3x4xf32>, %at: tensor<2xi32>) -> (tensor<1x4xf32>, tensor<2x2xf32>, tensor<5x4xf32>, tensor<5xi32>) {
  %a = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x4xf32>
  %two = stablehlo.constant dense<2> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %start = stablehlo.clamp %zero, %at, %one : tensor<2xi32>
  %end = stablehlo.add %start, %two : tensor<2xi32>
  %1 = stablehlo.real_dynamic_slice %x, %start, %end, %one : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.dynamic_pad %x, %z, %a, %a, %zero : (tensor<3x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x4xf32>
  %n = stablehlo.constant dense<5> : tensor<1xi32>
  %3 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<5xi32>
  return %0, %1, %2, %3 : tensor<1x4xf32>, tensor<2x2xf32>, tensor<5x4xf32>, tensor<5xi32>
}

// -----
// PASSES: --stablehlo-check-shape-assertions
// CHECK: return %arg0
// CHECK-NOT: shape_assertion
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %ok = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<3xf32>
}
