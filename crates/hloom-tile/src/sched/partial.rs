//! Long reductions with few results: cut into chunks that run as tasks, and a second kernel that combines them.
//!
//! The cut follows from shapes and target alone, so results do not depend on the number of threads.

use super::access::Info;
use super::{maps, normalise};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::{BinOp, CastOp, Elem};
use hloom_num::DType;

/// A kernel in two steps.
#[derive(Clone, Debug)]
pub struct Partial {
    /// Reduces chunks.
    pub first: Kernel,
    /// Buffers of the given kernel that `first` takes, in order; [`Partial::parts`] follow.
    pub first_bufs: Vec<BufId>,
    /// Combines: takes all buffers of the given kernel, then [`Partial::parts`].
    pub second: Kernel,
    /// Temporary buffers between the two: element type and number of elements.
    pub parts: Vec<(DType, i64)>,
}

/// Splits the only Reduce of a kernel if that gives tasks to cores that would have none.
pub fn partial(kernel: &Kernel, target: &Target) -> Option<Partial> {
    const CHUNK_POINTS: f64 = 16384.0;
    const MOST_PARTS: i64 = 4096;
    let k = normalise::normalise(kernel);
    let info = Info::new(&k);
    let mut reduces = (0..k.defs.len()).filter(|d| info.needed[*d] && matches!(k.defs[*d].body, Body::Reduce { .. }));
    let d = DefId(reduces.next()? as u32);
    if reduces.next().is_some() || k.bufs.iter().any(|b| b.role == Role::InOut) {
        return None;
    }
    let results: i64 = k.def(d).axes.iter().map(|a| k.extent(*a)).product();
    if let Some((a, chunks, size)) = super::lines::parts(&k, target) {
        return split(&k, d, a, chunks, size);
    }
    let points = info.points(&k, d);
    let cores = i64::from(target.cores.max(1));
    let a = *k.def(d).over().first()?;
    let n = k.extent(a);
    // The lanes of a vector axis are worth one task together.
    let tasks = (results / 64).max(i64::from(results > 0));
    if tasks == 0 || tasks >= 2 * cores || points < 2.0 * CHUNK_POINTS || n < 2 {
        return None;
    }
    // Rounding errors grow with the length of a sum, and more parts of it cost nothing, as long as there are few.
    let parts = if k.rounds(d) { MOST_PARTS / results } else { 0 };
    let most = ((points / CHUNK_POINTS) as i64).clamp(2, parts.max(8 * cores)).min(n);
    // Whole chunks if there is a divisor near, else the last is short.
    let chunks = (most / 2..=most).rev().find(|c| *c >= 2 && n % c == 0).unwrap_or(most);
    let size = (n + chunks - 1) / chunks;
    let chunks = (n + size - 1) / size;
    if chunks < 2 {
        return None;
    }
    split(&k, d, a, chunks, size)
}

fn split(k: &Kernel, d: DefId, a: AxisId, chunks: i64, size: i64) -> Option<Partial> {
    let Body::Reduce { over, comb, init, args, when } = &k.def(d).body else { return None };
    let data = k.def(d);

    // First: coordinate a = chunk·size + a'.
    let mut first = k.clone();
    let n = k.extent(a);
    let c = first.add_axis("chunk", chunks);
    let at = Ix::axis(c).scale(size).add(&Ix::axis(a));
    // Only the Reduce itself: Maps that it reads are asked for the coordinates that it needs.
    let (a1, mut when1) = normalise::with_axis(&mut first, a, &at, args, when);
    first.axes[a.0 as usize].extent = size;
    let (o1, c1, i1) = (over.clone(), comb.clone(), init.clone());
    if chunks * size != n {
        when1.0.push(Atom::Range(at, 0, n));
    }
    let op = match comb {
        Comb::Bin(op) => Some(*op),
        Comb::Fma | Comb::Dot(_) => Some(if data.tys[0].is_float() { BinOp::FAdd } else { BinOp::Add }),
        Comb::Custom { .. } => None,
    };
    // A chunk starts at what is neutral, or at `init` if nothing is known to be.
    let init1 = match op.and_then(|op| crate::lower::neutral_expr(op, data.tys[0])) {
        Some(e) => vec![first.add_expr(data.tys[0], e)],
        None => i1,
    };
    let mut axes1 = vec![c];
    axes1.extend(&data.axes);
    let body = Body::Reduce { over: o1, comb: c1, init: init1, args: a1, when: when1 };
    let def = first.add_def("part", axes1.clone(), data.tys.clone(), body);
    first.outs.clear();
    let dims: Vec<i64> = axes1.iter().map(|x| first.extent(*x)).collect();
    let index: Vec<Ix> = axes1.iter().map(|x| Ix::axis(*x)).collect();
    let mut parts = Vec::new();
    for (i, t) in data.tys.iter().enumerate() {
        let dtype = Kernel::dtype_of(*t)?;
        let buf = first.add_buf(dtype, &dims, Role::Out, 64);
        let out = Out { buf, index: index.clone(), def, component: i as u32, when: Pred::default() };
        first.outs.push(out);
        parts.push((dtype, dims.iter().product()));
    }
    let (first, first_bufs) = normalise::only_needed(&first, k.bufs.len());

    // Second: the same Reduce over the parts.
    let mut second = k.clone();
    let c = second.add_axis("chunk", chunks);
    let mut args2 = Vec::new();
    let mut axes2 = vec![c];
    axes2.extend(&data.axes);
    let index: Vec<Ix> = axes2.iter().map(|x| Ix::axis(*x)).collect();
    for (t, (dtype, _)) in data.tys.iter().zip(&parts) {
        let buf = second.add_buf(*dtype, &dims, Role::In, 64);
        let load = Expr::Load { buf, index: index.clone(), when: Pred::default(), other: None };
        args2.push(second.add_expr(*t, load));
    }
    let comb = op.map_or_else(|| comb.clone(), Comb::Bin);
    let mut init2 = init.clone();
    let widens = op == Some(BinOp::FAdd) && data.tys[..] == [Elem::F32];
    if widens {
        for e in args2.iter_mut().chain(&mut init2) {
            *e = second.add_expr(Elem::F64, Expr::Cast(CastOp::FloatExt, *e));
        }
    }
    let body = Body::Reduce { over: vec![c], comb, init: init2, args: args2, when: Pred::default() };
    if widens {
        // The parts' sums are large, and few: of F64 they add no error.
        let sum = DefData { name: data.name.clone(), axes: data.axes.clone(), tys: vec![Elem::F64], body };
        second = maps::insert(&second, d, vec![sum]);
        let sum = maps::read(&mut second, d);
        let rounded = second.add_expr(Elem::F32, Expr::Cast(CastOp::FloatTrunc, sum));
        second.defs[d.0 as usize + 1].body = Body::Map(vec![rounded]);
    } else {
        second.defs[d.0 as usize].body = body;
    }
    Some(Partial { first, first_bufs, second, parts })
}
