//! What the stages guarantee: inlining and its limits, expansions of sugar, barriers, loops.

use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Diagnostics, Level, Module, Op, OpId, Type, verify};
use hloom_num::scalar::Scalar;
use hloom_opt::{Optimized, Options, STAGES, inline, optimize, optimize_observed};
use hloom_stablehlo::{Form, parse, print};

fn module(text: &str) -> Module {
    let m = parse(text.as_bytes(), "test.mlir", &Default::default()).unwrap_or_else(|e| panic!("{e}"));
    verify(&m).unwrap_or_else(|d| panic!("{}", d.render(&m.locs)));
    m
}

fn optimized(m: &Module) -> Optimized {
    let out = optimize(m, "main", &Options::default()).unwrap_or_else(|d| panic!("{}", d.render(&m.locs)));
    verify(&out.module).unwrap_or_else(|d| panic!("{}", d.render(&out.module.locs)));
    let g = &out.module.funcs[0].graph;
    assert!((0..g.num_ops()).all(|i| g.op(OpId(i as u32)).op.info().level == Level::Core));
    out
}

fn ops(m: &Module) -> Vec<&'static str> {
    let f = &m.funcs[0];
    f.graph.region(f.body).ops.iter().map(|&id| f.graph.op(id).op.name()).collect()
}

fn arguments(m: &Module) -> Vec<Tensor> {
    let f = m.func("main").expect("main");
    let tensor = |(k, ty): (usize, hloom_ir::TensorType)| {
        let value = |i: usize| match ty.dtype {
            d if d.is_float() => Scalar::Float(((i * 7 + k * 3) % 11) as f64 / 4.0 + 0.125).rounded(d),
            d if d.is_bool() => Scalar::Bool(i.is_multiple_of(3)),
            d if d.is_unsigned_int() => Scalar::UInt((i * 5 + k) as u64 % 7),
            _ => Scalar::Int((i * 5 + k) as i64 % 7),
        };
        let data = (0..ty.num_elements()).map(value).collect();
        Tensor::new(ty, data)
    };
    f.params().iter().map(|&p| f.graph.tensor(p).clone()).enumerate().map(tensor).collect()
}

/// The largest difference between the results of two programs, relative to 1 or the value.
fn difference(before: &Module, after: &Module) -> f64 {
    let args = arguments(before);
    let run = |m: &Module| Interpreter::new(m).run("main", &args).unwrap_or_else(|e| panic!("{e}"));
    let mut worst = 0.0f64;
    for (x, y) in run(before).iter().zip(run(after)) {
        assert_eq!(x.ty, y.ty);
        for (a, b) in x.data.iter().zip(y.data.iter()) {
            let (a, b) = (a.as_f64(), b.as_f64());
            if a.to_bits() != b.to_bits() {
                worst = worst.max((a - b).abs() / a.abs().max(1.0));
            }
        }
    }
    worst
}

fn failure(m: &Module, options: &Options) -> Diagnostics {
    optimize(m, "main", options).expect_err("an error")
}

const CALLS: &str = r#"
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @once(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @once(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @once(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}"#;

#[test]
fn calls_are_inlined_within_limits() {
    let m = module(CALLS);
    let out = optimized(&m);
    assert_eq!(ops(&out.module), ["stablehlo.sine"; 4]);
    assert_eq!(difference(&m, &out.module), 0.0);
    assert_eq!(out.module.funcs.len(), 1);
    let few = failure(&m, &Options { max_ops: 5, ..Options::default() });
    assert_eq!(few.0[0].code, "too-many-ops");
    let shallow = failure(&m, &Options { max_call_depth: 1, ..Options::default() });
    assert_eq!(shallow.0[0].code, "calls-too-deep");
    assert_eq!(optimize(&m, "other", &Options::default()).expect_err("none").0[0].code, "no-entry");
}

#[test]
fn inlined_ops_know_where_they_were_called() {
    let m = module(CALLS);
    let out = optimized(&m);
    let f = &out.module.funcs[0];
    let locs: Vec<_> = f.graph.region(f.body).ops.iter().map(|&id| f.graph.op(id).loc).collect();
    assert!(locs.windows(2).all(|w| w[0] != w[1]), "each call has its own location");
    assert_eq!(
        out.module.locs.file_position(locs[0]).map(|p| p.1),
        m.locs.file_position(m.funcs[2].graph.op(OpId(0)).loc).map(|p| p.1)
    );
}

#[test]
fn dynamic_shapes_are_refused() {
    let m = module("func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n  return %a : tensor<?xf32>\n}");
    let e = failure(&m, &Options::default());
    assert!(e.is_unimplemented() && e.0[0].code == "dynamic-shape");
}

#[test]
fn stages_are_observed_in_order() {
    let mut seen = Vec::new();
    let out = optimize_observed(&module(CALLS), "main", &Options::default(), &mut |name, m| {
        seen.push((name, m.funcs.len()));
    })
    .expect("optimised");
    assert_eq!(seen, STAGES.iter().map(|&s| (s, 1)).collect::<Vec<_>>());
    assert_eq!(out.report.times.iter().map(|t| t.0).collect::<Vec<_>>(), STAGES);
}

/// Products of whole numbers, whose sums are exact in any order.
#[test]
fn products_of_complex_numbers_become_real() {
    let program = |part: &str, [x, y, xy]: [&str; 3], [i, j]: [u32; 2], dims: &str| {
        module(&format!(
            r#"
func.func @main(%x: tensor<{x}xi8>, %y: tensor<{y}xi8>) -> tensor<{xy}xcomplex<{part}>> {{
  %0 = stablehlo.convert %x : (tensor<{x}xi8>) -> tensor<{x}x{part}>
  %1 = stablehlo.reverse %0, dims = [{i}] : tensor<{x}x{part}>
  %2 = stablehlo.complex %0, %1 : tensor<{x}xcomplex<{part}>>
  %3 = stablehlo.convert %y : (tensor<{y}xi8>) -> tensor<{y}x{part}>
  %4 = stablehlo.reverse %3, dims = [{j}] : tensor<{y}x{part}>
  %5 = stablehlo.complex %3, %4 : tensor<{y}xcomplex<{part}>>
  %6 = stablehlo.dot_general %2, %5, {dims}
    : (tensor<{x}xcomplex<{part}>>, tensor<{y}xcomplex<{part}>>) -> tensor<{xy}xcomplex<{part}>>
  return %6 : tensor<{xy}xcomplex<{part}>>
}}"#
        ))
    };
    let plain = program("f32", ["80x80"; 3], [0, 1], "contracting_dims = [1] x [0]");
    let of_many_dimensions = program(
        "f64",
        ["8x2x90x10", "4x2x20x10x8", "2x90x4x20"],
        [2, 4],
        "batching_dims = [1] x [1], contracting_dims = [3, 0] x [3, 4]",
    );
    let of_few_rows = module(
        r#"
func.func @main(%x: tensor<8x256xcomplex<f32>>, %y: tensor<256x256xcomplex<f32>>) -> tensor<8x256xcomplex<f32>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<8x256xcomplex<f32>>, tensor<256x256xcomplex<f32>>) -> tensor<8x256xcomplex<f32>>
  return %0 : tensor<8x256xcomplex<f32>>
}"#,
    );
    let products = |m: &Module| -> Vec<bool> {
        let g = &m.funcs[0].graph;
        let all = (0..g.num_ops()).map(|i| g.op(OpId(i as u32)));
        all.filter(|op| matches!(op.op, Op::DotGeneral { .. }))
            .map(|op| g.tensor(op.results[0]).dtype.is_complex())
            .collect()
    };
    for before in [plain, of_many_dimensions] {
        let after = optimized(&before).module;
        assert_eq!(products(&after), [false], "{}", print(&after, Form::Pretty, false));
        let args = arguments(&before);
        let bits = |m: &Module| -> Vec<Vec<u8>> {
            Interpreter::new(m).run("main", &args).expect("it runs").iter().map(Tensor::to_bytes).collect()
        };
        assert_eq!(bits(&before), bits(&after));
    }
    assert_eq!(products(&optimized(&of_few_rows).module), [true]);
}

#[test]
fn sugar_becomes_core_ops() {
    let m = module(
        r#"
func.func @main(%a: tensor<3x4xf32>, %b: tensor<4x2xf32>, %x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>,
                %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3x4xf32>)
    -> (tensor<3x2xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>,
        tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x4xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 0.001 : f32, feature_index = 1 : i64}>
    : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %2:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 0.001 : f32, feature_index = 1 : i64}>
    : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %3:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}>
    : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %4:2 = chlo.top_k(%a, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %5 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %6 = stablehlo.multiply %p, %c : tensor<f32>
    %7 = stablehlo.compare LT, %6, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %q, %6 : tensor<i1>, tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %1, %2#0, %2#1, %2#2, %3#0, %3#1, %3#2, %4#0, %4#1, %5
    : tensor<3x2xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>,
      tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x4xf32>
}"#,
    );
    let out = optimized(&m);
    let d = difference(&m, &out.module);
    assert!(d < 4e-6, "{d}\n{}", print(&out.module, Form::Pretty, false));
}

#[test]
fn tuples_vanish() {
    let m = module(
        r#"
func.func @main(%a: tensor<2xf32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<3xi32>>
  %1 = call @f(%0) : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tuple<tensor<3xi32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<3xi32>>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}
func.func private @f(%t: tuple<tensor<2xf32>, tensor<3xi32>>) -> tuple<tensor<3xi32>> {
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<3xi32>
  %1 = stablehlo.negate %0 : tensor<3xi32>
  %2 = stablehlo.tuple %1 : tuple<tensor<3xi32>>
  return %2 : tuple<tensor<3xi32>>
}"#,
    );
    let out = optimized(&m);
    assert_eq!(ops(&out.module), ["stablehlo.negate"]);
    assert_eq!(difference(&m, &out.module), 0.0);
}

#[test]
fn barriers_keep_equal_work_apart() {
    let m = module(
        r#"
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.sine %a : tensor<2xf32>
  %1, %2 = stablehlo.optimization_barrier %a, %0 : tensor<2xf32>, tensor<2xf32>
  %3 = stablehlo.sine %1 : tensor<2xf32>
  return %0, %3 : tensor<2xf32>, tensor<2xf32>
}"#,
    );
    let out = optimized(&m);
    assert_eq!(ops(&out.module), ["stablehlo.sine"; 2]);
}

#[test]
fn unused_carried_values_go() {
    let m = module(
        r#"
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<13> : tensor<i32>
  %0:4 = stablehlo.while(%i = %z, %x = %a, %dead = %b, %feeds = %b) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
   } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.sine %x : tensor<f32>
    %e = stablehlo.add %dead, %feeds : tensor<f32>
    %f = stablehlo.cosine %feeds : tensor<f32>
    stablehlo.return %j, %y, %e, %f : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
   }
  return %0#1 : tensor<f32>
}"#,
    );
    let out = optimized(&m);
    let f = &out.module.funcs[0];
    let is_loop = |d: &&hloom_ir::OpData| d.op == Op::While {};
    let d = f.graph.region(f.body).ops.iter().map(|&id| f.graph.op(id)).find(is_loop).expect("the loop");
    assert_eq!(d.operands.len(), 2);
    assert_eq!(f.graph.region(d.regions[1]).ops.len(), 3, "constant, add, sine");
    assert_eq!(difference(&m, &out.module), 0.0);
}

#[test]
fn dead_operands_of_sorts_and_reductions_go() {
    let m = module(
        r#"
func.func @main(%a: tensor<5xf32>, %k: tensor<5xi32>) -> (tensor<5xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = "stablehlo.sort"(%k, %a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<f32>, %s: tensor<f32>):
    %1 = stablehlo.compare LT, %r, %s : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  %2:2 = stablehlo.reduce(%k init: %z), (%a init: %c) across dimensions = [0]
    : (tensor<5xi32>, tensor<5xf32>, tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
   reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<f32>, %s: tensor<f32>) {
    %3 = stablehlo.add %p, %q : tensor<i32>
    %4 = stablehlo.maximum %r, %s : tensor<f32>
    stablehlo.return %3, %4 : tensor<i32>, tensor<f32>
  }
  return %0#1, %2#1 : tensor<5xf32>, tensor<f32>
}"#,
    );
    let out = optimized(&m);
    let f = &out.module.funcs[0];
    let counts: Vec<usize> = f
        .graph
        .region(f.body)
        .ops
        .iter()
        .map(|&id| f.graph.op(id))
        .filter(|d| !d.regions.is_empty())
        .map(|d| d.operands.len())
        .collect();
    assert_eq!(counts, [1, 2]);
    assert_eq!(difference(&m, &out.module), 0.0);
}

#[test]
fn regions_of_reductions_stay_closed() {
    let m = module(
        r#"
func.func @main(%a: tensor<5xf32>) -> (tensor<f32>, tensor<f32>) {
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%a, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %d = stablehlo.constant dense<3.0> : tensor<f32>
    %1 = stablehlo.add %p, %q : tensor<f32>
    %2 = stablehlo.maximum %1, %d : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %0, %c : tensor<f32>, tensor<f32>
}"#,
    );
    let out = optimized(&m);
    let f = &out.module.funcs[0];
    let d = (0..f.graph.num_ops()).map(|i| f.graph.op(OpId(i as u32))).find(|d| !d.regions.is_empty()).expect("reduce");
    assert_eq!(f.graph.region(d.regions[0]).ops.len(), 3, "the constant is inside too");
}

#[test]
fn approximate_top_k_is_exact_and_annotations_vanish() {
    let m = module(
        r#"
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %v = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %y = stablehlo.custom_call @Sharding(%x) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%y, %i, %v, %n) {called_computations = [@greater],
    mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 3 : i64}}
    : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}"#,
    );
    let exact = module(
        r#"
func.func @main(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}"#,
    );
    assert_eq!(difference(&exact, &optimized(&m).module), 0.0);
}

#[test]
fn functions_that_custom_calls_name_stay() {
    let m = module(
        r#"
func.func private @helper(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @elsewhere(%x) {called_computations = [@helper]} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"#,
    );
    let names: Vec<String> = optimized(&m).module.funcs.iter().map(|f| f.name.to_string()).collect();
    assert_eq!(names, ["main", "helper"]);
}

/// Windows of 2 at the ends of 4 elements, and one that stands out: by element it would add to the last one.
const WINDOWS: &str = r#"
func.func @main(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"#;

#[test]
fn windows_fall_as_a_whole() {
    // Indices of one component, and scalars.
    for ty in ["tensor<3x1xi32>", "tensor<3xi32>"] {
        let text = WINDOWS.replace("tensor<3x1xi32>", ty);
        let module = module(&text);
        for (whole_windows, last) in [(true, 1.0), (false, 2.0)] {
            let options = Options { whole_windows, ..Options::default() };
            let inlined = inline(&module, "main", &options).expect("inlines");
            verify(&inlined).expect("verifies");
            let main = inlined.func("main").expect("the entry");
            let tensor = |i: usize, of: &dyn Fn(i64) -> Scalar| {
                let Type::Tensor(ty) = main.graph.ty(main.params()[i]) else { unreachable!() };
                Tensor::from_fn(ty.clone(), |ix| of(ix[0]))
            };
            let starts = [0, 2, 3];
            let args = [
                tensor(0, &|_| Scalar::Float(0.0)),
                tensor(1, &|i| Scalar::Int(starts[i as usize])),
                tensor(2, &|_| Scalar::Float(1.0)),
            ];
            let got = Interpreter::new(&inlined).run("main", &args).expect("runs");
            let want = [1.0, 1.0, 1.0, last];
            (0..4).for_each(|i| assert_eq!(got[0].at(&[i]), Scalar::Float(want[i as usize])));
        }
    }
}
