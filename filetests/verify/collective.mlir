// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x?xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}
// -----
// expected: error[all_gather_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_i3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[all_gather_c6]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x9xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}
// -----
// expected: error[all_gather_c6]
func.func @f(%x: tensor<8x4xf32>) -> tensor<9x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}
// -----
// expected: error[all_gather_c6]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x12xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x16xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// -----
// expected: error[undefined-symbol]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[bad-attribute]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: error[bad-attribute]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf64>
  return %0 : tensor<8x4xf64>
}
// -----
// expected: error[all_reduce_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %s = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_reduce_c6]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x5xf32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}
// -----
// expected: error[all_reduce_c7]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf64> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf64>
  return %0 : tensor<8x4xf64>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[all_to_all_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c7]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c8]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// expected: error[all_to_all_c9]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c6]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c7]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
// -----
// expected: error[reduce_scatter_c8]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[reduce_scatter_c8]
func.func @f(%x: tensor<8x4xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
// -----
// expected: error[reduce_scatter_c9]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x2xf64> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x2xf64>
  return %0 : tensor<8x2xf64>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_i2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_permute_c5]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x5xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_broadcast_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 2]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_broadcast_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, -1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_broadcast_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf64> {
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf64>
  return %0 : tensor<8x4xf64>
}
// -----
// expected: error[collective_broadcast_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_broadcast"(%x) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_broadcast_c4]
func.func @f(%x: tensor<4xf32>, %r: tensor<2xi32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_broadcast"(%x, %r) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
// expected: error[collective_broadcast_c5]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_reduce_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_reduce_c2]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[1, -3]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_reduce_c3]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[collective_reduce_c4]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: error[cross-replica-sum_c1]
func.func @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// -----
// expected: ok
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: ok
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c5]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c5]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c1]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c2]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c3]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_c4]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[send_i2]
func.func @f(%x: tensor<2xf32>, %t: tensor<i32>) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (tensor<2xf32>, tensor<i32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: error[bad-attribute]
func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %t) {is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: ok
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: ok
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c5]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c1]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c2]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c3]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c4]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c3]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}
// -----
// expected: error[recv_c4]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<i32>, tensor<i32>)
  return
}
// -----
// expected: ok
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[infeed_c1]
func.func @f(%t: !stablehlo.token) {
  "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> ()
  return
}
// -----
// expected: error[infeed_c2]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}
// -----
// expected: error[infeed_c3]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {} : (!stablehlo.token) -> (tensor<i32>, tensor<i32>)
  return
}
// -----
// expected: error[infeed_layout]
func.func @f(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) {layout = [[0], [0]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
// expected: error[outfeed_i2]
func.func @f(%x: tensor<i32>, %t: tensor<i32>) -> !stablehlo.token {
  %0 = "stablehlo.outfeed"(%x, %t) : (tensor<i32>, tensor<i32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// expected: ok
func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %y = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %0 : !stablehlo.future<tensor<2xf32>>
}
// -----
// expected: error[async_start_c1]
func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %y = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %z = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %0 : !stablehlo.future<tensor<2xf32>>
}
// -----
// expected: error[async_start_c2]
func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %y = stablehlo.add %a, %a : tensor<4xf32>
    stablehlo.return %y : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return %0 : !stablehlo.future<tensor<4xf32>>
}
// -----
// expected: error[async_start_c3]
func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<8xf32>):
    %y = stablehlo.slice %a [0:2] : (tensor<8xf32>) -> tensor<2xf32>
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return %0 : !stablehlo.future<tensor<2xf32>>
}
// -----
// expected: error[async_start_c4]
func.func @f(%x: tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %y = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>
  return %0 : !stablehlo.future<tensor<3xf32>>
}
// -----
// expected: error[async_done_c1]
func.func @f(%x: !stablehlo.future<tensor<2xf32>>) -> tensor<3xf32> {
  %0 = "stablehlo.async_done"(%x) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
// expected: error[async_done_i1]
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_done"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
// expected: ok
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = [[@g]]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[run_parallel_c1]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = []} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[run_parallel_c1]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = [[@g], []]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[run_parallel_c2]
// expected: error[run_parallel_c3]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = [[@g, @g]]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[undefined-symbol]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = [[@h]]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[run_parallel_c4]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {infeed = [@g], programs = [[@g]]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: error[recursive-call]
func.func @g(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// expected: ok
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Pin(%x) : (tensor<4xf32>) -> memref<4xf32>
  %1 = stablehlo.custom_call @Unpin(%0) : (memref<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
// expected: error[buffer-call]
// expected: error[buffer-call]
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Pin(%x) : (tensor<4xf32>) -> memref<5xf32>
  %1 = stablehlo.custom_call @Unpin(%0) : (memref<5xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
// expected: error[buffer-call]
func.func @f() -> tensor<4xf32> {
  %0 = stablehlo.custom_call @CreateBuffer() : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
