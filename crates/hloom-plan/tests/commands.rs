//! What command programs look like: copies that vanish, kernels that are shared, memory that is reused.

mod support;

use hloom_ir::{Attr, Builder, Func, Processes, Type, Value};
use hloom_num::{CompareDirection, DType};
use hloom_plan::{Command, Place, Plan, eval, plan};

fn func(params: &[Type], body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>) -> Func {
    let mut f = Func::new("main", true);
    let region = f.body;
    let mut b = Builder::new(&mut f.graph, region);
    let params: Vec<Value> = params.iter().map(|t| b.param(t.clone())).collect();
    let results = body(&mut b, &params);
    b.ret(&results);
    f.param_attrs = vec![Vec::new(); params.len()];
    f
}

fn floats(x: &[f32]) -> Vec<u8> {
    x.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Runs both evaluators.
fn run(p: &Plan, args: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let got = eval::run(p, args).expect("evaluates");
    let options = hloom_plan::Options {
        direct_ns: f64::INFINITY,
        direct_products_ns: f64::INFINITY,
        direct_awake_ns: f64::INFINITY,
        ..hloom_plan::Options::default()
    };
    let native = hloom_plan::compile(p.clone(), &support::target(), &options).expect("lowers");
    assert_eq!(native.evaluate(args).expect("evaluates"), got);
    got
}

/// `n` steps of a loop, each given its number and what is carried; the number of steps, and what is carried in the end.
fn repeat(
    b: &mut Builder<'_>,
    n: Value,
    init: &[Value],
    step: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> (Value, Vec<Value>) {
    let zero = b.splat(DType::I32, &[], 0.0);
    let out = b.while_loop(
        &[&[zero], init].concat(),
        |b, c| b.compare(CompareDirection::Lt, c[0], n),
        |b, c| {
            let one = b.splat(DType::I32, &[], 1.0);
            let i = b.add(c[0], one);
            [vec![i], step(b, c[0], &c[1..])].concat()
        },
    );
    (out[0], out[1..].to_vec())
}

fn vector() -> Type {
    Type::tensor(DType::F32, &[4])
}

#[test]
fn a_loop_carries_in_place() {
    let f = func(&[vector()], |b, p| {
        let (n, start) = (b.splat(DType::I32, &[], 5.0), b.splat(DType::F32, &[], 0.0));
        // A sum, so that the loop stays one.
        let step = |b: &mut Builder<'_>, _, c: &[Value]| {
            vec![b.add(c[0], c[0]), b.reduce_by(hloom_num::BinaryOp::Add, p[0], start, &[0])]
        };
        repeat(b, n, &[p[0], start], step).1
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    let Some(Command::While { body, .. }) = p.commands.iter().find(|c| matches!(c, Command::While { .. })) else {
        panic!("a loop:\n{}", p.dump())
    };
    assert!(body.iter().all(|c| matches!(c, Command::Kernel { .. })), "no copies in the body:\n{}", p.dump());
    let got = run(&p, &[floats(&[1.0, 2.0, 3.0, 4.0])]);
    assert_eq!(got, [floats(&[32.0, 64.0, 96.0, 128.0]), floats(&[10.0])]);
}

#[test]
fn what_a_loop_carries_in_scalars_has_places_of_its_own_in_its_frame() {
    let scalar = || Type::tensor(DType::F32, &[]);
    let f = func(&[scalar(), scalar()], |b, p| {
        let n = b.splat(DType::I32, &[], 5.0);
        // Each needs the other's old value, so that one waits in the arena, where the condition's result lies before.
        repeat(b, n, p, |b, _, c| vec![b.add(c[0], c[1]), b.multiply(c[0], c[1])]).1
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    let arena = |b: &hloom_plan::Buffer| match b.place {
        Place::Arena(at) => Some((at, at + b.bytes)),
        _ => None,
    };
    let ranges: Vec<(u64, u64)> = p.buffers.iter().filter_map(arena).collect();
    let results = p.buffers.iter().filter(|b| matches!(b.place, Place::Result(_))).count();
    let shared = ranges.iter().enumerate().any(|(i, a)| ranges[..i].iter().any(|b| a.0 < b.1 && b.0 < a.1));
    assert!(shared, "two share bytes, or this tests nothing:\n{}", p.dump());
    let native = hloom_plan::compile(p.clone(), &support::target(), &Default::default()).expect("lowers");
    let all = native.joined();
    let of_loop = all.funcs.iter().find(|f| f.name.ends_with("_loop0")).expect("the loop is a function");
    let places = of_loop.body.stmts.iter().filter(|s| matches!(s, hloom_tile::loop_ir::Stmt::Alloca(..))).count();
    // And one for the addresses of buffers.
    assert_eq!(places, ranges.len() + results + 1, "{of_loop}");
    assert_eq!(run(&p, &[floats(&[1.0]), floats(&[2.0])]), [floats(&[371.0]), floats(&[13530.0])]);
}

#[test]
fn a_loop_over_points_is_one_kernel() {
    // 37 points: the last tile overlaps another.
    let t = Type::tensor(DType::F32, &[37]);
    let f = func(&[t, Type::tensor(DType::I32, &[])], |b, p| {
        let (i, x) = repeat(b, p[1], &p[..1], |b, i, c| {
            let step = b.convert(DType::F32, i);
            let step = b.broadcast_in_dim(step, &[37], &[]);
            let x = b.add(c[0], p[0]);
            vec![b.add(x, step)]
        });
        vec![x[0], i]
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    assert!(p.commands.iter().all(|c| !matches!(c, Command::While { .. })), "{}", p.dump());
    let x: Vec<f32> = (0..37).map(|i| i as f32 - 5.0).collect();
    for (n, factor, sum) in [(4i32, 5.0, 6.0), (0, 1.0, 0.0)] {
        let want: Vec<f32> = x.iter().map(|v| v * factor + sum).collect();
        let got = run(&p, &[floats(&x), n.to_le_bytes().to_vec()]);
        assert_eq!(got, [floats(&want), n.to_le_bytes().to_vec()]);
    }
}

#[test]
fn a_matrix_that_a_loop_reads_is_transposed_before_it() {
    let f = func(&[Type::tensor(DType::F32, &[16, 16]), Type::tensor(DType::F32, &[16])], |b, p| {
        let n = b.splat(DType::I32, &[], 3.0);
        let step = |b: &mut Builder<'_>, _, c: &[Value]| {
            let column = b.reshape(c[0], &[16, 1]);
            let y = b.matmul(p[0], column);
            vec![b.reshape(y, &[16])]
        };
        repeat(b, n, &p[1..], step).1
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    assert!(p.kernels.iter().any(|k| k.ops.starts_with("transposed")), "{}", p.dump());
    // Three turns by one place.
    let mut turn = [0.0; 256];
    (0..16).for_each(|i| turn[i * 16 + (i + 1) % 16] = 1.0);
    let x: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let want: Vec<f32> = (0..16).map(|i| ((i + 3) % 16) as f32).collect();
    assert_eq!(run(&p, &[floats(&turn), floats(&x)])[0], floats(&want));
}

/// `x = (x * a) * b`, that many times; the rows of `a` lie 4 KiB apart.
fn colliding_rows(dtype: DType, columns: i64, trips: f64) -> Plan {
    let shape = |dims: &[i64]| Type::tensor(dtype, dims);
    let f = func(&[shape(&[5, 8]), shape(&[8, columns]), shape(&[columns, 8])], |b, p| {
        let n = b.splat(DType::I32, &[], trips);
        let step = |b: &mut Builder<'_>, _, c: &[Value]| {
            let wide = b.matmul(c[0], p[1]);
            vec![b.matmul(wide, p[2])]
        };
        repeat(b, n, &p[..1], step).1
    });
    plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans")
}

#[test]
fn a_matrix_whose_rows_collide_is_padded_before_a_loop() {
    let padded = |p: &Plan| p.kernels.iter().filter(|k| k.ops.starts_with("padded")).count();
    let p = colliding_rows(DType::F32, 1024, 9.0);
    assert_eq!(padded(&p), 1, "{}", p.dump());
    // Nine turns of eight columns.
    let (mut a, mut b) = (vec![0.0; 8 << 10], vec![0.0; 8 << 10]);
    for i in 0..8 {
        a[i * 1024 + i * 130] = 1.0;
        b[i * 130 * 8 + (i + 1) % 8] = 1.0;
    }
    let x: Vec<f32> = (0..40).map(|i| i as f32).collect();
    let want: Vec<f32> = (0..40).map(|i| (i / 8 * 8 + (i + 7) % 8) as f32).collect();
    assert_eq!(run(&p, &[floats(&x), floats(&a), floats(&b)])[0], floats(&want));
    // Where it is not worth a copy, and where rows do not collide.
    assert_eq!(padded(&colliding_rows(DType::F64, 512, 9.0)), 1);
    assert_eq!(padded(&colliding_rows(DType::F32, 1024, 7.0)), 0);
    assert_eq!(padded(&colliding_rows(DType::F32, 1008, 9.0)), 0);
    assert_eq!(padded(&colliding_rows(DType::BF16, 2048, 9.0)), 0);
}

#[test]
fn carried_values_may_change_places() {
    let f = func(&[vector(), vector()], |b, p| {
        let n = b.splat(DType::I32, &[], 3.0);
        repeat(b, n, p, |_, _, c| vec![c[1], c[0]]).1
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    let (x, y) = (floats(&[1.0; 4]), floats(&[2.0; 4]));
    assert_eq!(run(&p, &[x.clone(), y.clone()]), [y, x]);
}

#[test]
fn donated_arguments_may_be_swapped_or_updated() {
    let mut f = func(&[vector(), vector(), vector()], |b, p| {
        let sum = b.add(p[2], p[0]);
        vec![p[1], p[0], sum]
    });
    for i in 0..3 {
        f.param_attrs[i] =
            vec![("tf.aliasing_output".into(), Attr::Int(i as i128, hloom_mlir::Type::Scalar(DType::I32)))];
    }
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    assert!(p.args.iter().all(|a| a.alias.is_some()));
    let args = [floats(&[1.0; 4]), floats(&[2.0; 4]), floats(&[3.0; 4])];
    assert_eq!(run(&p, &args), [args[1].clone(), args[0].clone(), floats(&[4.0; 4])]);
}

#[test]
fn renaming_needs_no_kernel_and_equal_kernels_are_one() {
    let t = Type::tensor(DType::F32, &[2, 2]);
    let f = func(&[t.clone(), t], |b, p| {
        let flat = b.reshape(p[0], &[4]);
        let x = b.matmul(p[0], p[1]);
        let y = b.matmul(x, p[1]);
        vec![flat, y]
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    assert_eq!(p.kernels.len(), 1, "{}", p.dump());
    let copies = p.commands.iter().filter(|c| matches!(c, Command::Copy { .. })).count();
    assert_eq!((p.commands.len(), copies), (3, 1), "{}", p.dump());
    assert!(p.buffers.iter().any(|b| b.place == Place::Arena(0)));
    let got = run(&p, &[floats(&[1.0, 2.0, 3.0, 4.0]), floats(&[0.0, 1.0, 1.0, 0.0])]);
    assert_eq!(got, [floats(&[1.0, 2.0, 3.0, 4.0]), floats(&[1.0, 2.0, 3.0, 4.0])]);
}

#[test]
fn softmax_is_one_kernel() {
    let f = func(&[Type::tensor(DType::F32, &[64, 128])], |b, p| {
        let (low, zero) = (b.splat(DType::F32, &[], f64::NEG_INFINITY), b.splat(DType::F32, &[], 0.0));
        let m = b.reduce_by(hloom_num::BinaryOp::Maximum, p[0], low, &[1]);
        let m = b.broadcast_in_dim(m, &[64, 128], &[0]);
        let d = b.subtract(p[0], m);
        let e = b.unary(hloom_num::UnaryOp::Exponential, d);
        let s = b.reduce_by(hloom_num::BinaryOp::Add, e, zero, &[1]);
        let s = b.broadcast_in_dim(s, &[64, 128], &[0]);
        vec![b.divide(e, s)]
    });
    let p = plan(&f, &support::target(), &Default::default(), Processes::ONE).expect("plans");
    assert_eq!(p.num_commands(), 1, "{}", p.dump());
    assert_eq!(p.arena_bytes, 0);
}
