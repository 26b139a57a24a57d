//! What combiner regions are: whether they commute, and whether they are the arg-max or arg-min that frontends write.

use crate::scalar::{Comps, Exprs};
use hloom_ir::{Graph, Op, Region, Value, ValueDef};
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp, scalar};
use hloom_tile::kernel::{Expr, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CmpOp, Elem};
use rustc_hash::FxHashMap;
use scalar::Scalar;

/// Ids of expressions in which the operands of commuting operations have no order: equal ids mean equal values.
#[derive(Default)]
pub(crate) struct Canon {
    ids: FxHashMap<(String, Vec<u32>), u32>,
    memo: FxHashMap<ExprId, u32>,
}

/// The canonical id of `e`.
pub(crate) fn canonical(k: &Kernel, e: ExprId, c: &mut Canon) -> u32 {
    if let Some(id) = c.memo.get(&e) {
        return *id;
    }
    let (operands, commutes): (Vec<ExprId>, bool) = match k.expr(e) {
        Expr::Un(_, a) | Expr::Cast(_, a) | Expr::Round(_, a) | Expr::Bits(_, a) | Expr::OfBits(_, a) => {
            (vec![*a], false)
        }
        Expr::Bin(op, a, b) => {
            use BinOp::*;
            let commutes =
                matches!(op, Add | Mul | And | Or | Xor | SMin | SMax | UMin | UMax | FAdd | FMul | FMin | FMax);
            (vec![*a, *b], commutes)
        }
        Expr::Cmp(op, a, b) => (vec![*a, *b], matches!(op, CmpOp::Eq | CmpOp::Ne | CmpOp::FEq | CmpOp::FNe)),
        Expr::Select(a, b, d) | Expr::Fma(a, b, d) => (vec![*a, *b, *d], false),
        Expr::Math(_, args) => (args.clone(), false),
        _ => (vec![], false),
    };
    let tag = match k.expr(e) {
        Expr::Un(o, _) => format!("{o:?}"),
        Expr::Cast(o, _) => format!("{o:?}"),
        Expr::Round(d, _) => format!("round {d}"),
        Expr::Bits(d, _) => format!("bits {d}"),
        Expr::OfBits(d, _) => format!("of bits {d}"),
        Expr::Bin(o, ..) => format!("{o:?}"),
        Expr::Cmp(o, ..) => format!("cmp {o:?}"),
        Expr::Math(f, _) => format!("{f:?}"),
        Expr::Select(..) => "select".into(),
        Expr::Fma(..) => "fma".into(),
        leaf => format!("{leaf:?}"),
    };
    let mut ids: Vec<u32> = operands.iter().map(|&o| canonical(k, o, c)).collect();
    if commutes {
        ids.sort_unstable();
    }
    let next = c.ids.len() as u32;
    let id = *c.ids.entry((format!("{tag} {:?}", k.elem(e)), ids)).or_insert(next);
    c.memo.insert(e, id);
    id
}

/// Which extreme a region finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extreme {
    Max,
    Min,
}

/// Recognises `(value, index)` regions that return the larger (smaller) value, NaN before numbers, and of equal values the
/// smaller index. Only regions of comparisons, choices and logic are considered: what they compute depends on nothing
/// but the order of their parameters, so a few values stand for all.
pub(crate) fn arg_extreme(g: &Graph, region: Region, types: &[DType]) -> Option<Extreme> {
    let [vt, it] = types[..] else { return None };
    let r = g.region(region);
    if r.results.len() != 2 || r.params.len() != 4 || !it.is_int() || vt.is_complex() || vt.is_bool() {
        return None;
    }
    let ordered = r.ops.iter().all(|&o| {
        matches!(
            g.op(o).op,
            Op::Compare { .. }
                | Op::Select {}
                | Op::Unary(UnaryOp::Not)
                | Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Maximum | BinaryOp::Minimum)
        )
    });
    if !ordered {
        return None;
    }
    let values: Vec<Scalar> = if vt.is_float() {
        [f64::NAN, -2.0, -0.0, 0.0, 1.0].into_iter().map(Scalar::Float).collect()
    } else if vt.is_signed_int() {
        [-1, 0, 1].into_iter().map(Scalar::Int).collect()
    } else {
        [0, 1, 2].into_iter().map(Scalar::UInt).collect()
    };
    let index = |i: i64| if it.is_signed_int() { Scalar::Int(i) } else { Scalar::UInt(i as u64) };
    [Extreme::Max, Extreme::Min].into_iter().find(|&which| {
        let better = |a: Scalar, b: Scalar| {
            let dir = if which == Extreme::Max { CompareDirection::Gt } else { CompareDirection::Lt };
            scalar::compare(dir, scalar::CompareType::Float, a, b)
        };
        let nan = |a: Scalar| matches!(a, Scalar::Float(x) if x.is_nan());
        values.iter().all(|&a| {
            values.iter().all(|&b| {
                (0..2).all(|i| {
                    (0..2).all(|j| {
                        let params = [a, index(i), b, index(j)];
                        let Some(got) = eval_region(g, region, &params) else { return false };
                        if nan(a) && nan(b) {
                            // Any index: in the order of the reduction the first NaN stays.
                            return nan(got[0]) && (got[1] == index(i) || got[1] == index(j));
                        }
                        let same = a == b;
                        let first = nan(a) || !nan(b) && (better(a, b) || same && i < j);
                        let want = if first { (a, index(i)) } else { (b, index(j)) };
                        let value_ok = got[0] == want.0 || nan(got[0]) && nan(want.0);
                        value_ok && (got[1] == want.1 || same && i == j)
                    })
                })
            })
        })
    })
}

/// The combiner of [`arg_extreme`], made total: of two NaNs the smaller index wins, so it commutes. That is the first NaN,
/// as it must be, where indices count up in the order of the reduction.
pub(crate) fn arg_extreme_results(
    k: &mut Kernel,
    which: Extreme,
    types: &[DType],
    acc: &[Comps],
    new: &[Comps],
) -> Vec<ExprId> {
    let (vt, it) = (types[0], types[1]);
    let (a, i, b, j) = (acc[0][0], acc[1][0], new[0][0], new[1][0]);
    let dir = if which == Extreme::Max { CompareDirection::Gt } else { CompareDirection::Lt };
    let better = crate::scalar::compare(k, dir, false, vt, &acc[0], &new[0]);
    let earlier = crate::scalar::compare(k, CompareDirection::Lt, false, it, &acc[1], &new[1]);
    let same = crate::scalar::compare(k, CompareDirection::Eq, false, vt, &acc[0], &new[0]);
    let (better, same) = if vt.is_float() {
        let (a_nan, b_nan) = (k.cmp(CmpOp::FNe, a, a), k.cmp(CmpOp::FNe, b, b));
        let both = k.bin(BinOp::And, a_nan, b_nan);
        let same = k.bin(BinOp::Or, same, both);
        let not_same = k.un(hloom_tile::loop_ir::UnOp::Not, b_nan);
        let only_a = k.bin(BinOp::And, a_nan, not_same);
        (k.bin(BinOp::Or, better, only_a), same)
    } else {
        (better, same)
    };
    let tie = k.bin(BinOp::And, same, earlier);
    let first = k.bin(BinOp::Or, better, tie);
    debug_assert_eq!(k.elem(first), Elem::I1);
    vec![k.select(first, a, b), k.select(first, i, j)]
}

/// A scalar region's results; `None` if an op has no scalar meaning.
fn eval_region(g: &Graph, region: Region, params: &[Scalar]) -> Option<Vec<Scalar>> {
    let r = g.region(region);
    let mut env: FxHashMap<Value, Scalar> = r.params.iter().copied().zip(params.iter().copied()).collect();
    for &id in &r.ops {
        let op = g.op(id);
        let arg = |i: usize| env.get(&op.operands[i]).copied();
        let dtype = g.tensor(op.operands[0]).dtype;
        let x = match &op.op {
            Op::Compare { direction, .. } => {
                Scalar::Bool(scalar::compare(*direction, scalar::CompareType::Float, arg(0)?, arg(1)?))
            }
            Op::Select {} => scalar::select(arg(0)?, arg(1)?, arg(2)?),
            Op::Unary(u) => scalar::unary(*u, dtype, arg(0)?).ok()?,
            Op::Binary(b) => scalar::binary(*b, dtype, arg(0)?, arg(1)?).ok()?,
            _ => return None,
        };
        env.insert(op.results[0], x);
    }
    r.results.iter().map(|v| env.get(v).copied()).collect()
}

/// True if `v` is defined inside `region` (not in a region around it).
pub(crate) fn defined_in(g: &Graph, region: Region, v: Value) -> bool {
    match g.value(v).def {
        ValueDef::Param(r, _) => r == region,
        ValueDef::Result(op, _) => g.region(region).ops.contains(&op),
    }
}
