//! Building, printing, walking and copying graphs.

use hloom_ir::attrs::SymbolName;
use hloom_ir::{Builder, Func, Module, Op, Type, ValueMap, verify};
use hloom_num::{BinaryOp, CompareDirection, DType};

/// `@main`: a loop that doubles a vector until its sum exceeds 100.
fn doubling() -> Func {
    let mut f = Func::new("main", true);
    let body = f.body;
    let mut b = Builder::new(&mut f.graph, body);
    let x = b.param(Type::tensor(DType::F32, &[4]));
    let out = b.while_loop(
        &[x],
        |b, p| {
            let zero = b.splat(DType::F32, &[], 0.0);
            let sum = b.reduce_by(BinaryOp::Add, p[0], zero, &[0]);
            let limit = b.splat(DType::F32, &[], 100.0);
            b.compare(CompareDirection::Le, sum, limit)
        },
        |b, p| vec![b.add(p[0], p[0])],
    );
    b.ret(&out);
    f
}

fn module(funcs: Vec<Func>) -> Module {
    Module { funcs, ..Module::default() }
}

#[test]
fn built_functions_verify_and_print() {
    let f = doubling();
    let text = f.to_string();
    verify(&module(vec![f])).expect("the builder infers types");
    // Value numbers follow the order of building, in which regions come before their op.
    let line = |n: usize| text.lines().nth(n).unwrap_or("").to_string();
    assert_eq!(line(0), "@main(%0: tensor<4xf32>) {", "{text}");
    assert!(line(1).contains("= while %0 (%1: tensor<4xf32>) {"), "{text}");
    assert!(line(2).contains("= constant 0.0 : tensor<f32>"), "{text}");
    assert!(text.contains("{dimensions=[0]} (%3: tensor<f32>, %4: tensor<f32>) {"), "{text}");
    assert!(text.contains("compare") && text.contains("{comparison_direction=<LE>}"), "{text}");
}

#[test]
fn walk_is_in_order_and_counts_uses() {
    let f = doubling();
    let mut names = Vec::new();
    f.graph.walk(f.body, |id| names.push(f.graph.op(id).op.name()));
    let expected = [
        "stablehlo.while",
        "stablehlo.constant",
        "stablehlo.reduce",
        "stablehlo.add",
        "stablehlo.constant",
        "stablehlo.compare",
        "stablehlo.add",
    ];
    assert_eq!(names, expected);
    let uses = f.graph.use_counts(f.body);
    let x = f.params()[0];
    assert_eq!(uses[x.0 as usize], 1);
    assert_eq!(uses[f.results()[0].0 as usize], 1);
}

#[test]
fn inlined_calls_equal_the_callee() {
    let mut callee = doubling();
    callee.name = "double".into();
    let mut f = Func::new("main", true);
    let body = f.body;
    let mut b = Builder::new(&mut f.graph, body);
    let x = b.param(Type::tensor(DType::F32, &[4]));
    let y = b.add(x, x);
    let results = f.graph.inline_region(&callee.graph, callee.body, &[y], body, &mut ValueMap::new());
    f.graph.set_results(body, results);
    assert_eq!(f.graph.region(body).ops.len(), 2);
    let count = |f: &Func| {
        let mut n = 0;
        f.graph.walk(f.body, |_| n += 1);
        n
    };
    assert_eq!(count(&f), count(&callee) + 1);
    verify(&module(vec![f, callee])).expect("a copy is well formed");
}

#[test]
fn reachable_functions_come_after_their_callees() {
    let ty = [Type::tensor(DType::F32, &[])];
    let calling = |name: &str, callees: &[&str]| {
        let mut f = Func::new(name, true);
        let body = f.body;
        let mut b = Builder::new(&mut f.graph, body);
        let mut x = b.param(ty[0].clone());
        for c in callees {
            x = b.call(*c, &[x], &ty)[0];
        }
        b.ret(&[x]);
        f
    };
    let m = module(vec![
        calling("a", &["b", "c"]),
        calling("b", &["d"]),
        calling("c", &["d"]),
        calling("d", &[]),
        calling("e", &["a"]),
    ]);
    verify(&m).expect("calls fit");
    assert_eq!(m.reachable_funcs(0), [3, 1, 2, 0]);
    assert_eq!(m.reachable_funcs(4), [3, 1, 2, 0, 4]);
    assert_eq!(Op::Call { callee: SymbolName("d".into()) }.callees(), [&"d".into()]);
}

#[test]
fn malformed_graphs_are_refused() {
    use hloom_ir::{Loc, Region, Value};
    let neg = || Op::Unary(hloom_num::UnaryOp::Negate);
    let ty = || Type::tensor(DType::F32, &[2]);
    let code = |f: Func| verify(&module(vec![f])).err().map(|d| d.0[0].code.clone());

    let mut f = Func::new("f", true);
    f.graph.add_op(f.body, neg(), &[Value(7)], &[], [ty()], Loc::UNKNOWN);
    assert_eq!(code(f).as_deref(), Some("undefined-value"), "an operand that does not exist");

    let mut f = Func::new("f", true);
    f.graph.add_op(f.body, neg(), &[Value(0)], &[], [ty()], Loc::UNKNOWN);
    assert_eq!(code(f).as_deref(), Some("undefined-value"), "an op that uses itself");

    let mut f = Func::new("f", true);
    f.graph.set_results(f.body, vec![Value(3)]);
    assert_eq!(code(f).as_deref(), Some("undefined-value"), "a result that does not exist");

    let mut f = Func::new("f", true);
    f.body = Region(9);
    assert_eq!(code(f).as_deref(), Some("malformed-graph"), "a body that does not exist");

    let mut f = Func::new("f", true);
    let p = f.graph.add_param(f.body, Type::tensor(DType::Bool, &[]));
    let body = f.body;
    f.graph.add_op(f.body, Op::If {}, &[p], &[body, Region(5)], [], Loc::UNKNOWN);
    assert_eq!(code(f).as_deref(), Some("malformed-graph"), "a region within itself");
}
