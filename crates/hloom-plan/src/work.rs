//! How many operations a kernel does, for reports.

use hloom_tile::kernel::{AxisId, Body, Comb, DefData, Expr, ExprId, Kernel};

/// Points of these axes.
fn size(k: &Kernel, axes: &[AxisId]) -> u64 {
    axes.iter().map(|&a| k.extent(a).max(0) as u64).fold(1, u64::saturating_mul)
}

/// Evaluations of a Def's body.
fn points(k: &Kernel, d: &DefData) -> u64 {
    size(k, &d.axes).saturating_mul(size(k, d.over()))
}

/// Arithmetic operations of all points: a multiply-add is two, an elementary function one, conversions none. What several
/// Defs have in common counts for each.
pub(crate) fn flops(k: &Kernel) -> u64 {
    let once = |d: &DefData| match &d.body {
        Body::Map(es) => operations(k, es),
        // Putting words together is no arithmetic of the program.
        Body::Reduce { comb: Comb::Dot(op), .. } => 2 * op.parts() as u64,
        Body::Reduce { args, comb, .. } => {
            operations(k, args)
                + match comb {
                    Comb::Bin(_) => 1,
                    Comb::Fma | Comb::Dot(_) => 2,
                    Comb::Custom { results, .. } => operations(k, results),
                }
        }
    };
    k.defs.iter().map(|d| points(k, d).saturating_mul(once(d))).fold(0, u64::saturating_add)
}

/// Operations of computing these expressions once, shared parts once.
fn operations(k: &Kernel, roots: &[ExprId]) -> u64 {
    let mut n = 0;
    hloom_tile::visit_all(k, roots.iter().copied(), &mut |e| {
        n += match k.expr(e) {
            Expr::Un(..) | Expr::Bin(..) | Expr::Cmp(..) | Expr::Select(..) | Expr::Math(..) => 1,
            Expr::Fma(..) => 2,
            _ => 0,
        };
    });
    n
}
