//! The optimiser's parts for passes over modules that keep their functions: one function simplified where it stands,
//! one sugar op expanded.

use crate::builder::{Builder, FoldLimits, Rewrites};
use crate::{expand, fold, hash_func};
use hloom_ir::{Func, Graph, Loc, Op, Region, TensorType, Type, Value};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// What [`simplify_func`] may do.
#[derive(Clone, Debug)]
pub struct Simplify {
    /// Names of rules and rewrites that must not be applied.
    pub rules_off: BTreeSet<String>,
    /// Elements of a folded constant that is no splat, at most.
    pub fold_elements: usize,
    /// Floating-point arithmetic is folded.
    pub fold_floats: bool,
    /// Calls whose results are not used go.
    pub pure_calls: bool,
    /// Folds at most.
    pub max_iterations: u32,
}

impl Default for Simplify {
    fn default() -> Simplify {
        Simplify {
            rules_off: BTreeSet::new(),
            fold_elements: usize::MAX,
            fold_floats: true,
            pure_calls: true,
            max_iterations: 16,
        }
    }
}

/// True if every value of the function has a type that the rules know: static tensors of plain numbers, tokens, tuples.
pub fn can_simplify(f: &Func) -> bool {
    let plain = |ty: &Type| match ty {
        Type::Tensor(t) => t.is_static() && t.quantized.is_none() && t.bounds.is_none(),
        Type::Token | Type::Tuple(_) => true,
        #[allow(unreachable_patterns)]
        _ => false,
    };
    !f.declared && (0..f.graph.num_values()).all(|i| plain(f.graph.ty(Value(i as u32))))
}

/// Rules, constant folding, numbering and dead code of one function of a verified module, to a fixed point; calls stay.
/// How often each rewrite was applied comes with it. The function must pass [`can_simplify`].
pub fn simplify_func(f: &Func, options: &Simplify) -> (Func, BTreeMap<&'static str, u64>) {
    let limits =
        FoldLimits { elements: options.fold_elements, floats: options.fold_floats, pure_calls: options.pure_calls };
    let mut rewrites = Rewrites::new(None, &options.rules_off).with_limits(limits);
    let mut func = f.clone();
    let mut hash = hash_func(&func);
    for _ in 0..options.max_iterations.max(1) {
        func = fold::fold(&func, fold::Mode::Simplify, &mut rewrites);
        let new = hash_func(&func);
        if new == hash {
            break;
        }
        hash = new;
    }
    (func, rewrites.into_counts())
}

/// The results of a sugar op, built from core ops at the end of `region`. `None` if there is no expansion of it (then
/// nothing, or ops that nothing uses, have been built).
pub fn expand_op(
    graph: &mut Graph,
    region: Region,
    loc: Loc,
    op: &Op,
    args: &[Value],
    result: &TensorType,
) -> Option<SmallVec<[Value; 3]>> {
    let off = BTreeSet::new();
    let mut rewrites = Rewrites::new(Some(0), &off);
    let mut b = Builder::new(std::mem::take(graph), region, &mut rewrites, false);
    b.loc = loc;
    let values = expand::expand(&mut b, op, args, result);
    *graph = std::mem::take(&mut b.graph);
    values
}
