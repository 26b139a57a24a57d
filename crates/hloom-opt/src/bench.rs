//! Measures the fold.

use crate::builder::Rewrites;
use crate::fold::{Mode, fold};
use hloom_ir::attrs::I64s;
use hloom_ir::{Func, Loc, Op, Type, Value};
use hloom_num::{BinaryOp, DType, Literal, UnaryOp};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Time of one fold with all rules on, over a function of `n_ops` mixed ops to most of which no rule applies.
pub fn rebuild(n_ops: usize) -> Duration {
    let func = mixed(n_ops);
    let off = BTreeSet::new();
    let mut rewrites = Rewrites::new(None, &off);
    let start = Instant::now();
    let out = fold(&func, Mode::Simplify, &mut rewrites);
    let time = start.elapsed();
    std::hint::black_box(out.graph.num_ops());
    time
}

/// A function of mixed ops, all of them live.
fn mixed(n_ops: usize) -> Func {
    let mut f = Func::new("main", true);
    let ty = Type::tensor(DType::F32, &[64, 32]);
    let turned = Type::tensor(DType::F32, &[32, 64]);
    let x = f.graph.add_param(f.body, ty.clone());
    let body = f.body;
    let mut last: Vec<Value> = vec![x; 8];
    let mut add = |op: Op, args: &[Value], ty: &Type| {
        let id = f.graph.add_op(body, op, args, &[], [ty.clone()], Loc::UNKNOWN);
        f.graph.op(id).results[0]
    };
    let mut n = 0;
    while n < n_ops {
        let (a, b) = (last[n % 8], last[(n / 3) % 8]);
        let v = match n % 5 {
            0 => add(Op::Binary(BinaryOp::Add), &[a, b], &ty),
            1 => add(Op::Unary(UnaryOp::Tanh), &[a], &ty),
            2 => {
                let bytes = (n as f32).to_le_bytes();
                let value = Literal::splat(DType::F32, &[64, 32], &bytes).expect("one element");
                let c = add(Op::Constant { value }, &[], &ty);
                n += 1;
                add(Op::Binary(BinaryOp::Multiply), &[a, c], &ty)
            }
            3 => {
                let p = I64s::from_slice(&[1, 0]);
                let t = add(Op::Transpose { permutation: p.clone() }, &[a], &turned);
                let s = add(Op::Unary(UnaryOp::Sine), &[t], &turned);
                n += 2;
                add(Op::Transpose { permutation: p }, &[s], &ty)
            }
            _ => add(Op::Binary(BinaryOp::Maximum), &[b, a], &ty),
        };
        last[n % 8] = v;
        n += 1;
    }
    let mut out = last[0];
    for &v in &last[1..] {
        out = add(Op::Binary(BinaryOp::Add), &[out, v], &ty);
    }
    f.graph.set_results(body, vec![out]);
    f
}
