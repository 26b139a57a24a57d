//! Elements of a large buffer at run-time coordinates, asked for while earlier ones are used: the hardware does not see them
//! coming. 4 M elements out of 16 MB take 4.5 instead of 10 ms on two cores of a Zen 5.

use super::access::{Info, depends, is_reduce};
use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::loop_ir::Elem;
use crate::lower::prep;
use crate::nest::{Bind, Nest};
use rustc_hash::FxHashMap;

/// How far ahead, in elements along the vector axis.
const AHEAD: i64 = 128;

/// The nest with prefetches of what Maps gather from buffers that the second-level cache does not hold, lane by lane along
/// `v`.
pub(super) fn ask_ahead(k: &mut Kernel, info: &Info, t: &Target, v: AxisId, nest: Vec<Nest>) -> Vec<Nest> {
    let mut asks = Vec::new();
    for x in &info.accesses {
        let Some(Expr::Load { buf, index, when, .. }) = x.expr.map(|e| k.expr(e).clone()) else { continue };
        if is_reduce(k, x.def) || !when.0.is_empty() || !is_large_gather(k, t, buf, &index, v) {
            continue;
        }
        let mut later = Later { v, extent: k.extent(v), known: FxHashMap::default() };
        let mut ahead = Vec::new();
        for x in &index {
            ahead.extend(later.ix(k, x));
        }
        if ahead.len() == index.len() {
            asks.push(Nest::Prefetch { buf, index: ahead });
        }
    }
    asks.dedup();
    if asks.is_empty() { nest } else { beside_stores(nest, &asks) }
}

fn is_large_gather(k: &Kernel, t: &Target, buf: BufId, index: &[Ix], v: AxisId) -> bool {
    let b = &k.bufs[buf.0 as usize];
    let bytes = b.dims.iter().product::<i64>() * b.dtype.byte_size() as i64;
    let moved = |x: &Ix| x.terms.iter().any(|(t, _)| matches!(t, Term::Value(e) if depends(k, *e, v)));
    bytes > t.l2_bytes as i64 && b.role == Role::In && index.iter().any(moved)
}

/// Puts the asks into the innermost loops, those over lanes.
fn beside_stores(nest: Vec<Nest>, asks: &[Nest]) -> Vec<Nest> {
    nest.into_iter()
        .map(|n| match n {
            Nest::Loop { axis, step, bind, tail, body } => {
                let stores = body.iter().any(|n| matches!(n, Nest::Store { .. }));
                let body =
                    if bind == Bind::Vector && stores { [asks, &body[..]].concat() } else { beside_stores(body, asks) };
                Nest::Loop { axis, step, bind, tail, body }
            }
            other => other,
        })
        .collect()
}

/// Expressions some steps later along an axis. Loads beyond its end are not made.
struct Later {
    v: AxisId,
    extent: i64,
    known: FxHashMap<ExprId, ExprId>,
}

impl Later {
    fn ix(&mut self, k: &mut Kernel, x: &Ix) -> Option<Ix> {
        let mut values = FxHashMap::default();
        for (t, _) in &x.terms {
            match t {
                Term::Value(e) => drop(values.insert(*e, self.expr(k, *e)?)),
                Term::Div(y, _) | Term::Mod(y, _) if y.mentions(self.v, &|_| true) => return None,
                _ => {}
            }
        }
        let axis = |a: AxisId| Ix::axis(a).offset(if a == self.v { AHEAD } else { 0 });
        let extent = |a: AxisId| k.extent(a);
        Some(x.substitute(&axis, &mut |e| values.get(&e).copied().unwrap_or(e), &extent))
    }

    /// `None` if the expression reads a Def.
    fn expr(&mut self, k: &mut Kernel, e: ExprId) -> Option<ExprId> {
        if let Some(x) = self.known.get(&e) {
            return Some(*x);
        }
        let new = match k.expr(e).clone() {
            Expr::Read(..) => return None,
            Expr::Load { buf, index, when, .. } if when.0.is_empty() => {
                let mut ahead = Vec::new();
                for x in &index {
                    ahead.push(self.ix(k, x)?);
                }
                let index = ahead;
                let there = Atom::Range(Ix::axis(self.v).offset(AHEAD), 0, self.extent);
                let zero = if k.elem(e).is_float() { Expr::Float(0) } else { Expr::Int(0) };
                let other = Some(k.add_expr(k.elem(e), zero));
                k.add_expr(k.elem(e), Expr::Load { buf, index, when: Pred(vec![there]), other })
            }
            Expr::Load { .. } => return None,
            Expr::Coord(x) => {
                let x = self.ix(k, &x)?;
                k.add_expr(Elem::I64, Expr::Coord(x))
            }
            other => {
                let mut parts = Vec::new();
                prep::operands(&other, &mut |x| parts.push(x));
                let mut new = e;
                for x in parts {
                    let later = self.expr(k, x)?;
                    if later != x {
                        new = prep::replace(k, new, x, later);
                    }
                }
                new
            }
        };
        self.known.insert(e, new);
        Some(new)
    }
}
