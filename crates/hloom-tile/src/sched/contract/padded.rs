//! Windows that leave what they slide over, for forms of products without guards: a copy of it has zeros around it. The copy may be
//! of wider numbers than what it copies.

use super::Product;
use super::first::{First, MOST_CACHES, copied, uncast};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::{CastOp, Elem};
use hloom_num::DType;

/// The kernel with its product over such a copy in one more buffer, and what copies it; if all guards are that the window of the
/// scalar factor, numbers of 8 or 16 bits, is inside. `None` where there is no guard.
pub(super) fn padded(kernel: &Kernel, t: &Target) -> Option<(Kernel, First)> {
    copy_of_scalar_factor(kernel, t, false)
}

/// The same, with a guard or none, for bytes: the copy is of numbers of 16 bits.
pub(super) fn padded_and_widened(kernel: &Kernel, t: &Target) -> Option<(Kernel, First)> {
    copy_of_scalar_factor(kernel, t, true)
}

fn copy_of_scalar_factor(kernel: &Kernel, t: &Target, wide: bool) -> Option<(Kernel, First)> {
    let p = Product::of(kernel, t)?;
    let v = p.vector_axis()?;
    let scalar = 1 - p.vector_factor(v)?;
    let (cast, load) = uncast(kernel, p.factors[scalar].expr);
    let Expr::Load { buf, index, when, other: None } = kernel.expr(load).clone() else { return None };
    let data = &kernel.bufs[buf.0 as usize];
    let raw = match data.dtype {
        DType::BF16 if !wide => DType::U16,
        t @ (DType::I8 | DType::U8) => t,
        _ => return None,
    };
    // What the product reads, and as what that is copied.
    let (dtype, copied_as) = if wide { (DType::I16, DType::I16) } else { (data.dtype, raw) };
    let within = |x: &Atom| match x {
        Atom::Range(x, 0, n) => index.iter().zip(&data.dims).position(|(i, d)| i == x && d == n),
        _ => None,
    };
    let guarded: Vec<usize> = p.when.0.iter().map(within).collect::<Option<_>>()?;
    let suits = if wide { cast.is_some() } else { !guarded.is_empty() };
    if !suits || !when.0.is_empty() || data.role != Role::In {
        return None;
    }
    let interval = |a: AxisId| (0, kernel.extent(a) - 1);
    let reach: Vec<(i64, i64)> = index.iter().map(|x| x.range(&interval)).collect::<Option<_>>()?;
    let dims: Vec<i64> = reach.iter().map(|(lo, hi)| hi - lo + 1).collect();
    let count: i64 = dims.iter().product();
    if count * dtype.byte_size() as i64 > MOST_CACHES * t.l2_bytes as i64 {
        return None;
    }

    let first = copied("padded", BufData { dtype: raw, ..data.clone() }, copied_as, &dims, |first, at| {
        let from: Vec<Ix> = at.iter().zip(&reach).map(|(x, (lo, _))| x.offset(*lo)).collect();
        let inside = guarded.iter().map(|&d| Atom::Range(from[d].clone(), 0, data.dims[d])).collect();
        let elem = Kernel::compute_elem(raw);
        let zero = first.add_expr(elem, Expr::Int(0));
        let x = first.add_expr(elem, Expr::Load { buf: BufId(0), index: from, when: Pred(inside), other: Some(zero) });
        match cast {
            Some(cast) if wide => first.add_expr(Kernel::compute_elem(copied_as), Expr::Cast(cast, x)),
            _ => x,
        }
    });

    let mut k = kernel.clone();
    let new = k.add_buf(dtype, &dims, Role::In, 64);
    let index = index.iter().zip(&reach).map(|(x, (lo, _))| x.offset(-lo)).collect();
    let read = Expr::Load { buf: new, index, when: Pred::default(), other: None };
    let mut read = k.add_expr(Kernel::compute_elem(dtype), read);
    if let Some(cast) = cast {
        let cast = if wide { CastOp::SExt } else { cast };
        read = k.add_expr(Elem::I32, Expr::Cast(cast, read));
    }
    if let Body::Reduce { args, when, .. } = &mut k.defs[p.def.0 as usize].body {
        args[scalar] = read;
        *when = Pred::default();
    }
    Some((k, First { kernel: first, bufs: vec![buf], dtype, count }))
}
