// What is put together along a line, where only the running program knows which part of it a task or a row reads: a loop for each piece, and
// masks around the seams. Lines come from a sort, so that they lie in memory; what is expected follows from where an element came from.

func.func @line_turned_round_i8() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xi8>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xi8>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xi8>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xi8>) -> tensor<9000xi8>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xi8>, tensor<9000xi8>, tensor<31001xi8>) -> tensor<71002xi8>
  %z = stablehlo.add %y, %y : tensor<71002xi8>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xi8>
  %expected = stablehlo.add %typed, %typed : tensor<71002xi8>
  check.expect_eq %z, %expected : tensor<71002xi8>
  func.return
}

// -----

func.func @line_turned_round_ui16() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xui16>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xui16>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xui16>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xui16>) -> tensor<9000xui16>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xui16>, tensor<9000xui16>, tensor<31001xui16>) -> tensor<71002xui16>
  %z = stablehlo.add %y, %y : tensor<71002xui16>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xui16>
  %expected = stablehlo.add %typed, %typed : tensor<71002xui16>
  check.expect_eq %z, %expected : tensor<71002xui16>
  func.return
}

// -----

func.func @line_turned_round_i32() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %keep = stablehlo.optimization_barrier %xs : tensor<31001xi32>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xi32>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xi32>) -> tensor<9000xi32>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xi32>, tensor<9000xi32>, tensor<31001xi32>) -> tensor<71002xi32>
  %z = stablehlo.add %y, %y : tensor<71002xi32>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %expected = stablehlo.add %from, %from : tensor<71002xi32>
  check.expect_eq %z, %expected : tensor<71002xi32>
  func.return
}

// -----

func.func @line_turned_round_f32() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xf32>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xf32>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xf32>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xf32>) -> tensor<9000xf32>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xf32>, tensor<9000xf32>, tensor<31001xf32>) -> tensor<71002xf32>
  %z = stablehlo.add %y, %y : tensor<71002xf32>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xf32>
  %expected = stablehlo.add %typed, %typed : tensor<71002xf32>
  check.expect_eq %z, %expected : tensor<71002xf32>
  func.return
}

// -----

func.func @line_turned_round_i64() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xi64>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xi64>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xi64>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xi64>) -> tensor<9000xi64>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xi64>, tensor<9000xi64>, tensor<31001xi64>) -> tensor<71002xi64>
  %z = stablehlo.add %y, %y : tensor<71002xi64>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xi64>
  %expected = stablehlo.add %typed, %typed : tensor<71002xi64>
  check.expect_eq %z, %expected : tensor<71002xi64>
  func.return
}

// -----

func.func @line_turned_round_f64() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xf64>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xf64>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xf64>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xf64>) -> tensor<9000xf64>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xf64>, tensor<9000xf64>, tensor<31001xf64>) -> tensor<71002xf64>
  %z = stablehlo.add %y, %y : tensor<71002xf64>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xf64>
  %expected = stablehlo.add %typed, %typed : tensor<71002xf64>
  check.expect_eq %z, %expected : tensor<71002xf64>
  func.return
}

// -----

func.func @line_turned_round_complex_f32() {
  %xi = stablehlo.iota dim = 0 : tensor<31001xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<31001xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<31001xi32>) -> tensor<31001xi32>
  %x = stablehlo.convert %xs : (tensor<31001xi32>) -> tensor<31001xcomplex<f32>>
  %keep = stablehlo.optimization_barrier %x : tensor<31001xcomplex<f32>>
  %back = stablehlo.reverse %keep, dims = [0] : tensor<31001xcomplex<f32>>
  %part = stablehlo.slice %keep [22001:31001] : (tensor<31001xcomplex<f32>>) -> tensor<9000xcomplex<f32>>
  %y = stablehlo.concatenate %back, %part, %keep, dim = 0 : (tensor<31001xcomplex<f32>>, tensor<9000xcomplex<f32>>, tensor<31001xcomplex<f32>>) -> tensor<71002xcomplex<f32>>
  %z = stablehlo.add %y, %y : tensor<71002xcomplex<f32>>
  %i = stablehlo.iota dim = 0 : tensor<71002xi32>
  %n = stablehlo.constant dense<31001> : tensor<71002xi32>
  %last = stablehlo.constant dense<31000> : tensor<71002xi32>
  %nk = stablehlo.constant dense<40001> : tensor<71002xi32>
  %to_part = stablehlo.constant dense<-9000> : tensor<71002xi32>
  %a = stablehlo.subtract %last, %i : tensor<71002xi32>
  %b = stablehlo.add %i, %to_part : tensor<71002xi32>
  %c = stablehlo.subtract %i, %nk : tensor<71002xi32>
  %in_back = stablehlo.compare LT, %i, %n : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %in_part = stablehlo.compare LT, %i, %nk : (tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi1>
  %bc = stablehlo.select %in_part, %b, %c : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %from = stablehlo.select %in_back, %a, %bc : (tensor<71002xi1>, tensor<71002xi32>, tensor<71002xi32>) -> tensor<71002xi32>
  %typed = stablehlo.convert %from : (tensor<71002xi32>) -> tensor<71002xcomplex<f32>>
  %expected = stablehlo.add %typed, %typed : tensor<71002xcomplex<f32>>
  check.expect_eq %z, %expected : tensor<71002xcomplex<f32>>
  func.return
}

// -----

func.func @rolled_by_13935_in_1_i32() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %again:2 = "stablehlo.sort"(%xs, %xm) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xi32>) -> (tensor<100000xi32>, tensor<100000xi32>)
  %a = stablehlo.slice %again#1 [86065:100000] : (tensor<100000xi32>) -> tensor<13935xi32>
  %b = stablehlo.slice %again#1 [0:86065] : (tensor<100000xi32>) -> tensor<86065xi32>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<13935xi32>, tensor<86065xi32>) -> tensor<100000xi32>
  %rows = stablehlo.reshape %y : (tensor<100000xi32>) -> tensor<1x100000xi32>
  %i = stablehlo.iota dim = 1 : tensor<1x100000xi32>
  %k = stablehlo.constant dense<13> : tensor<1x100000xi32>
  %one = stablehlo.constant dense<1> : tensor<1x100000xi32>
  %ik = stablehlo.remainder %i, %k : tensor<1x100000xi32>
  %w1 = stablehlo.add %ik, %one : tensor<1x100000xi32>
  %p = stablehlo.multiply %rows, %w1 : tensor<1x100000xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x100000xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %s, dense<[33597362]> : tensor<1xi32>
  func.return
}

// -----

func.func @rolled_by_86065_in_1_i64() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %x = stablehlo.convert %xm : (tensor<100000xi32>) -> tensor<100000xi64>
  %again:2 = "stablehlo.sort"(%xs, %x) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<i64>, %q: tensor<i64>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xi64>) -> (tensor<100000xi32>, tensor<100000xi64>)
  %a = stablehlo.slice %again#1 [13935:100000] : (tensor<100000xi64>) -> tensor<86065xi64>
  %b = stablehlo.slice %again#1 [0:13935] : (tensor<100000xi64>) -> tensor<13935xi64>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<86065xi64>, tensor<13935xi64>) -> tensor<100000xi64>
  %rows = stablehlo.reshape %y : (tensor<100000xi64>) -> tensor<1x100000xi64>
  %i = stablehlo.iota dim = 1 : tensor<1x100000xi32>
  %k = stablehlo.constant dense<13> : tensor<1x100000xi32>
  %one = stablehlo.constant dense<1> : tensor<1x100000xi32>
  %ik = stablehlo.remainder %i, %k : tensor<1x100000xi32>
  %w1 = stablehlo.add %ik, %one : tensor<1x100000xi32>
  %w = stablehlo.convert %w1 : (tensor<1x100000xi32>) -> tensor<1x100000xi64>
  %p = stablehlo.multiply %rows, %w : tensor<1x100000xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x100000xi64>, tensor<i64>) -> tensor<1xi64>
  check.expect_eq_const %s, dense<[33596097]> : tensor<1xi64>
  func.return
}

// -----

func.func @rolled_by_37000_in_100_f64() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %x = stablehlo.convert %xm : (tensor<100000xi32>) -> tensor<100000xf64>
  %again:2 = "stablehlo.sort"(%xs, %x) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<f64>, %q: tensor<f64>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xf64>) -> (tensor<100000xi32>, tensor<100000xf64>)
  %a = stablehlo.slice %again#1 [63000:100000] : (tensor<100000xf64>) -> tensor<37000xf64>
  %b = stablehlo.slice %again#1 [0:63000] : (tensor<100000xf64>) -> tensor<63000xf64>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<37000xf64>, tensor<63000xf64>) -> tensor<100000xf64>
  %rows = stablehlo.reshape %y : (tensor<100000xf64>) -> tensor<100x1000xf64>
  %i = stablehlo.iota dim = 1 : tensor<100x1000xi32>
  %k = stablehlo.constant dense<13> : tensor<100x1000xi32>
  %one = stablehlo.constant dense<1> : tensor<100x1000xi32>
  %ik = stablehlo.remainder %i, %k : tensor<100x1000xi32>
  %w1 = stablehlo.add %ik, %one : tensor<100x1000xi32>
  %w = stablehlo.convert %w1 : (tensor<100x1000xi32>) -> tensor<100x1000xf64>
  %p = stablehlo.multiply %rows, %w : tensor<100x1000xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x1000xf64>, tensor<f64>) -> tensor<100xf64>
  check.expect_eq_const %s, dense<[339292.0, 337167.0, 331841.0, 335924.0, 340977.0, 330025.0, 335951.0, 342265.0, 330052.0, 333068.0, 341225.0, 332892.0, 333580.0, 339797.0, 336314.0, 331182.0, 337981.0, 339057.0, 330918.0, 337038.0, 341024.0, 329296.0, 334446.0, 341536.0, 332330.0, 333988.0, 339138.0, 335946.0, 330620.0, 338874.0, 338883.0, 330647.0, 336961.0, 342402.0, 327764.0, 335921.0, 341944.0, 327764.0, 335921.0, 341944.0, 330992.0, 334493.0, 338576.0, 334802.0, 332677.0, 338603.0, 337933.0, 331734.0, 335720.0, 341646.0, 329142.0, 336232.0, 342449.0, 330139.0, 333834.0, 340633.0, 332882.0, 333570.0, 339690.0, 336207.0, 331657.0, 337098.0, 340114.0, 330617.0, 336640.0, 341790.0, 329771.0, 333272.0, 341526.0, 332708.0, 333299.0, 339613.0, 336227.0, 330416.0, 338573.0, 339067.0, 330928.0, 337145.0, 341228.0, 328627.0, 335329.0, 341255.0, 331758.0, 334386.0, 338372.0, 335471.0, 331794.0, 338884.0, 338505.0, 331336.0, 336486.0, 342121.0, 327968.0, 336222.0, 342342.0, 330032.0, 334309.0, 339750.0, 333939.0, 333269.0]> : tensor<100xf64>
  func.return
}

// -----

func.func @rolled_by_37000_in_100_i32() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %again:2 = "stablehlo.sort"(%xs, %xm) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xi32>) -> (tensor<100000xi32>, tensor<100000xi32>)
  %a = stablehlo.slice %again#1 [63000:100000] : (tensor<100000xi32>) -> tensor<37000xi32>
  %b = stablehlo.slice %again#1 [0:63000] : (tensor<100000xi32>) -> tensor<63000xi32>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<37000xi32>, tensor<63000xi32>) -> tensor<100000xi32>
  %rows = stablehlo.reshape %y : (tensor<100000xi32>) -> tensor<100x1000xi32>
  %i = stablehlo.iota dim = 1 : tensor<100x1000xi32>
  %k = stablehlo.constant dense<13> : tensor<100x1000xi32>
  %one = stablehlo.constant dense<1> : tensor<100x1000xi32>
  %ik = stablehlo.remainder %i, %k : tensor<100x1000xi32>
  %w1 = stablehlo.add %ik, %one : tensor<100x1000xi32>
  %p = stablehlo.multiply %rows, %w1 : tensor<100x1000xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x1000xi32>, tensor<i32>) -> tensor<100xi32>
  check.expect_eq_const %s, dense<[339292, 337167, 331841, 335924, 340977, 330025, 335951, 342265, 330052, 333068, 341225, 332892, 333580, 339797, 336314, 331182, 337981, 339057, 330918, 337038, 341024, 329296, 334446, 341536, 332330, 333988, 339138, 335946, 330620, 338874, 338883, 330647, 336961, 342402, 327764, 335921, 341944, 327764, 335921, 341944, 330992, 334493, 338576, 334802, 332677, 338603, 337933, 331734, 335720, 341646, 329142, 336232, 342449, 330139, 333834, 340633, 332882, 333570, 339690, 336207, 331657, 337098, 340114, 330617, 336640, 341790, 329771, 333272, 341526, 332708, 333299, 339613, 336227, 330416, 338573, 339067, 330928, 337145, 341228, 328627, 335329, 341255, 331758, 334386, 338372, 335471, 331794, 338884, 338505, 331336, 336486, 342121, 327968, 336222, 342342, 330032, 334309, 339750, 333939, 333269]> : tensor<100xi32>
  func.return
}

// -----

func.func @rolled_by_1000_in_50_f32() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %x = stablehlo.convert %xm : (tensor<100000xi32>) -> tensor<100000xf32>
  %again:2 = "stablehlo.sort"(%xs, %x) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<f32>, %q: tensor<f32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xf32>) -> (tensor<100000xi32>, tensor<100000xf32>)
  %a = stablehlo.slice %again#1 [99000:100000] : (tensor<100000xf32>) -> tensor<1000xf32>
  %b = stablehlo.slice %again#1 [0:99000] : (tensor<100000xf32>) -> tensor<99000xf32>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1000xf32>, tensor<99000xf32>) -> tensor<100000xf32>
  %rows = stablehlo.reshape %y : (tensor<100000xf32>) -> tensor<50x2000xf32>
  %i = stablehlo.iota dim = 1 : tensor<50x2000xi32>
  %k = stablehlo.constant dense<13> : tensor<50x2000xi32>
  %one = stablehlo.constant dense<1> : tensor<50x2000xi32>
  %ik = stablehlo.remainder %i, %k : tensor<50x2000xi32>
  %w1 = stablehlo.add %ik, %one : tensor<50x2000xi32>
  %w = stablehlo.convert %w1 : (tensor<50x2000xi32>) -> tensor<50x2000xf32>
  %p = stablehlo.multiply %rows, %w : tensor<50x2000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<50x2000xf32>, tensor<f32>) -> tensor<50xf32>
  check.expect_eq_const %s, dense<[669552.0, 677963.0, 664964.0, 673402.0, 671655.0, 669423.0, 677570.0, 664765.0, 673397.0, 674754.0, 666120.0, 676886.0, 669319.0, 670676.0, 677368.0, 663884.0, 674747.0, 672127.0, 666500.0, 678333.0, 667565.0, 669892.0, 676972.0, 665913.0, 674060.0, 670082.0, 669887.0, 679004.0, 663871.0, 673376.0, 674636.0, 667166.0, 676380.0, 668619.0, 671237.0, 677444.0, 662990.0, 674823.0, 672882.0, 666382.0, 677924.0, 667738.0, 670550.0, 675399.0, 666377.0, 675494.0, 669188.0, 669866.0, 679953.0, 663656.0]> : tensor<50xf32>
  func.return
}

// -----

func.func @rolled_by_99999_in_40_i64() {
  %xi = stablehlo.iota dim = 0 : tensor<100000xi32>
  %xf = stablehlo.reverse %xi, dims = [0] : tensor<100000xi32>
  %xs = "stablehlo.sort"(%xf) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>) -> tensor<100000xi32>
  %m = stablehlo.constant dense<97> : tensor<100000xi32>
  %xm = stablehlo.remainder %xs, %m : tensor<100000xi32>
  %x = stablehlo.convert %xm : (tensor<100000xi32>) -> tensor<100000xi64>
  %again:2 = "stablehlo.sort"(%xs, %x) ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>, %p: tensor<i64>, %q: tensor<i64>):
    %lt = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<100000xi32>, tensor<100000xi64>) -> (tensor<100000xi32>, tensor<100000xi64>)
  %a = stablehlo.slice %again#1 [1:100000] : (tensor<100000xi64>) -> tensor<99999xi64>
  %b = stablehlo.slice %again#1 [0:1] : (tensor<100000xi64>) -> tensor<1xi64>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<99999xi64>, tensor<1xi64>) -> tensor<100000xi64>
  %rows = stablehlo.reshape %y : (tensor<100000xi64>) -> tensor<40x2500xi64>
  %i = stablehlo.iota dim = 1 : tensor<40x2500xi32>
  %k = stablehlo.constant dense<13> : tensor<40x2500xi32>
  %one = stablehlo.constant dense<1> : tensor<40x2500xi32>
  %ik = stablehlo.remainder %i, %k : tensor<40x2500xi32>
  %w1 = stablehlo.add %ik, %one : tensor<40x2500xi32>
  %w = stablehlo.convert %w1 : (tensor<40x2500xi32>) -> tensor<40x2500xi64>
  %p = stablehlo.multiply %rows, %w : tensor<40x2500xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x2500xi64>, tensor<i64>) -> tensor<40xi64>
  check.expect_eq_const %s, dense<[833650, 836173, 839957, 843741, 839086, 834625, 838409, 842193, 844231, 833077, 836861, 840645, 844429, 837640, 835313, 839097, 842881, 841233, 833765, 837549, 841333, 845117, 834642, 836001, 839785, 843569, 839205, 834453, 838237, 842021, 844738, 832905, 836689, 840473, 844257, 838147, 835141, 838925, 842709, 841768]> : tensor<40xi64>
  func.return
}

// -----

func.func @sum_of_4_lines() {
  %x0 = stablehlo.constant dense<1> : tensor<50000xi64>
  %x1 = stablehlo.constant dense<2> : tensor<50000xi64>
  %x2 = stablehlo.constant dense<3> : tensor<50000xi64>
  %x3 = stablehlo.constant dense<4> : tensor<50000xi64>
  %y = stablehlo.concatenate %x0, %x1, %x2, %x3, dim = 0 : (tensor<50000xi64>, tensor<50000xi64>, tensor<50000xi64>, tensor<50000xi64>) -> tensor<200000xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<200000xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %s, dense<500000> : tensor<i64>
  %m = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %t = stablehlo.reduce(%y init: %m) applies stablehlo.maximum across dimensions = [0] : (tensor<200000xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %t, dense<4> : tensor<i64>
  func.return
}

// -----

func.func @sum_of_8_lines() {
  %x0 = stablehlo.constant dense<1> : tensor<20011xi64>
  %x1 = stablehlo.constant dense<2> : tensor<20011xi64>
  %x2 = stablehlo.constant dense<3> : tensor<20011xi64>
  %x3 = stablehlo.constant dense<4> : tensor<20011xi64>
  %x4 = stablehlo.constant dense<5> : tensor<20011xi64>
  %x5 = stablehlo.constant dense<6> : tensor<20011xi64>
  %x6 = stablehlo.constant dense<7> : tensor<20011xi64>
  %x7 = stablehlo.constant dense<8> : tensor<20011xi64>
  %y = stablehlo.concatenate %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, dim = 0 : (tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>, tensor<20011xi64>) -> tensor<160088xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<160088xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %s, dense<720396> : tensor<i64>
  %m = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %t = stablehlo.reduce(%y init: %m) applies stablehlo.maximum across dimensions = [0] : (tensor<160088xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %t, dense<8> : tensor<i64>
  func.return
}

// -----

func.func @sum_of_5_lines() {
  %x0 = stablehlo.constant dense<1> : tensor<70000xi64>
  %x1 = stablehlo.constant dense<2> : tensor<1xi64>
  %x2 = stablehlo.constant dense<3> : tensor<64xi64>
  %x3 = stablehlo.constant dense<4> : tensor<0xi64>
  %x4 = stablehlo.constant dense<5> : tensor<30000xi64>
  %y = stablehlo.concatenate %x0, %x1, %x2, %x3, %x4, dim = 0 : (tensor<70000xi64>, tensor<1xi64>, tensor<64xi64>, tensor<0xi64>, tensor<30000xi64>) -> tensor<100065xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100065xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %s, dense<220194> : tensor<i64>
  %m = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %t = stablehlo.reduce(%y init: %m) applies stablehlo.maximum across dimensions = [0] : (tensor<100065xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %t, dense<5> : tensor<i64>
  func.return
}
