//! Products of narrow numbers as words for a matrix unit ([`super::matrix`]).
//!
//! The longest summed axis is cut into words of two bf16 or four bytes; zeros fill the last one. A factor is whatever has such
//! values: elements of a buffer, floats of eight bits or bytes as floats, or numbers that were rounded to them. The vector
//! factor's words are put together when it is packed; those of the scalar factor are read where they lie, or else computed by
//! a kernel of its own.

use super::super::normalise::{normalise, with_axis};
use super::Product;
use super::dots::{join, lies_along, whole_words};
use super::first::{MOST_CACHES, Prepared, computed_first, uncast};
use super::padded::padded;
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::{BinOp, CastOp, CmpOp, DotOp, Elem, UnOp};
use hloom_num::DType;

/// A factor of narrow numbers.
#[derive(Clone, Copy)]
struct Narrow {
    /// An F32 that is a bf16, or an I8.
    value: ExprId,
    signed: bool,
}

/// The kernel with its only product in words for the target's matrix unit, if it is one of narrow numbers that is worth it.
pub(super) fn tiled(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    if !t.has_tiles(DotOp::BF16) && !t.has_tiles(DotOp::S8S8) {
        return None;
    }
    let Some((inside, copy)) = padded(kernel, t) else { return in_words(kernel, t) };
    // One kernel stands before a product.
    in_words(&inside, t).filter(|p| p.first.is_none()).map(|p| Prepared { first: Some(copy), ..p })
}

/// The kernel with its product, which has no guard, in words.
fn in_words(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let (init, a, f) = (p.start()?, p.word_axis()?, p.vector_factor(p.vector_axis()?)?);
    let (vector, scalar) = (narrow(&k, p.factors[f].expr)?, narrow(&k, p.factors[1 - f].expr)?);
    let op = tile_op(&k, &scalar, &vector)?;
    let both = p.factors.iter().all(|f| f.has(a) && f.safe);
    if !t.has_tiles(op) || op.sum() != k.def(p.def).tys[0] || !both {
        return None;
    }
    let has =
        |axes: &[AxisId]| axes.iter().copied().filter(|x| *x != a && p.factors[1 - f].has(*x)).collect::<Vec<_>>();
    // Rows of words, along the axis that is cut.
    let axes: Vec<AxisId> = has(&p.axes).into_iter().chain(has(&p.over)).chain([a]).collect();
    let (def, over, terms) = (p.def, p.over.clone(), k.extent(a));
    let lies = lies_in_words(&k, &scalar, a, op);
    let (mut x, y) = (words(&mut k, &scalar, a, op), words(&mut k, &vector, a, op));
    k.axes[a.0 as usize].extent = (terms + op.parts() - 1) / op.parts();
    let mut first = None;
    if !lies {
        let count: i64 = axes.iter().map(|a| k.extent(*a)).product();
        if 4 * count > MOST_CACHES * t.l2_bytes as i64 {
            return None;
        }
        let (words, read) = computed_first(&mut k, ("words", DType::I32, Elem::I32), axes, |_| Body::Map(vec![x]));
        (first, x) = (Some(words), read);
    }
    let body = Body::Reduce { over, comb: Comb::Dot(op), init: vec![init], args: vec![x, y], when: Pred::default() };
    k.defs[def.0 as usize].body = body;
    let worth = Product::of(&normalise(&k), t)?.matrix_form().is_some();
    worth.then_some(Prepared { kernel: k, first })
}

/// True if the factors of a product are such that the target's matrix unit multiplies them.
pub(in crate::sched) fn suits_tiles(k: &Kernel, args: [ExprId; 2], t: &Target) -> bool {
    let op = || tile_op(k, &narrow(k, args[0])?, &narrow(k, args[1])?);
    op().is_some_and(|op| t.has_tiles(op))
}

/// The operation of tiles for two factors.
fn tile_op(k: &Kernel, first: &Narrow, second: &Narrow) -> Option<DotOp> {
    Some(match (k.elem(first.value), k.elem(second.value), first.signed, second.signed) {
        (Elem::F32, Elem::F32, ..) => DotOp::BF16,
        (Elem::I8, Elem::I8, true, true) => DotOp::S8S8,
        (Elem::I8, Elem::I8, true, false) => DotOp::S8U8,
        (Elem::I8, Elem::I8, false, true) => DotOp::U8S8,
        (Elem::I8, Elem::I8, false, false) => DotOp::U8U8,
        _ => return None,
    })
}

/// A factor whose values are bf16, or bytes that were widened.
fn narrow(k: &Kernel, e: ExprId) -> Option<Narrow> {
    match uncast(k, e) {
        (Some(op), x) if k.elem(x) == Elem::I8 && k.elem(e) == Elem::I32 => {
            Some(Narrow { value: x, signed: op == CastOp::SExt })
        }
        _ if k.elem(e) == Elem::F32 && is_bf16(k, e) => Some(Narrow { value: e, signed: true }),
        _ => None,
    }
}

/// True if all values of an F32 are numbers of bf16, and none of a narrower type is subnormal there.
fn is_bf16(k: &Kernel, e: ExprId) -> bool {
    let fits = |t: DType| t == DType::BF16 || t.is_float() && t.bits() <= 8 && t != DType::F8E8M0FNU;
    match k.expr(e) {
        Expr::Round(t, _) | Expr::OfBits(t, _) => fits(*t),
        Expr::Cast(CastOp::SToF | CastOp::UToF, x) => matches!(k.elem(*x), Elem::I1 | Elem::I8),
        Expr::Load { buf, other, .. } => fits(k.bufs[buf.0 as usize].dtype) && other.is_none_or(|o| is_bf16(k, o)),
        Expr::Float(bits) => {
            let x = f64::from_bits(*bits) as f32;
            x.to_bits() & 0xffff == 0
        }
        Expr::Select(_, x, y) => is_bf16(k, *x) && is_bf16(k, *y),
        Expr::Un(UnOp::Neg | UnOp::FAbs, x) => is_bf16(k, *x),
        Expr::Read(d, c, _) => match &k.def(*d).body {
            Body::Map(exprs) => is_bf16(k, exprs[*c as usize]),
            Body::Reduce { .. } => false,
        },
        _ => false,
    }
}

/// True for a load of numbers as they are in memory, from a buffer that nothing else reads.
fn is_element(k: &Kernel, e: ExprId) -> bool {
    let Expr::Load { buf, when, .. } = k.expr(e) else { return false };
    let other = |i: usize| i != e.0 as usize && matches!(&k.exprs[i].0, Expr::Load { buf: b, .. } if b == buf);
    let whole = matches!(k.bufs[buf.0 as usize].dtype, DType::BF16 | DType::I8 | DType::U8);
    whole && when.0.is_empty() && !(0..k.exprs.len()).any(other)
}

/// True if the words of a factor are words in memory.
fn lies_in_words(k: &Kernel, n: &Narrow, a: AxisId, op: DotOp) -> bool {
    is_element(k, n.value) && k.extent(a) % op.parts() == 0 && lies_along(k, n.value, a, op)
}

/// The words of a factor along an axis, which counts words then.
fn words(k: &mut Kernel, n: &Narrow, a: AxisId, op: DotOp) -> ExprId {
    if lies_in_words(k, n, a, op) {
        return whole_words(k, n.value, a, op);
    }
    join(k, op, |k, j| part(k, n, (a, op.parts(), j)))
}

/// Part `j` of `parts` of a word, in its lowest bits, and nothing above them.
fn part(k: &mut Kernel, n: &Narrow, (a, parts, j): (AxisId, i64, i64)) -> ExprId {
    let extent = k.extent(a);
    let at = Ix::axis(a).scale(parts).offset(j);
    // The last word may have no such part: zero, whatever stands at the beginning.
    let lacks = extent % parts > 0 && j >= extent % parts;
    let from = if lacks { at.rem(extent, &|a| k.extent(a)) } else { at.clone() };
    let value = with_axis(k, a, &from, &[n.value], &Pred::default()).0[0];
    let bits = if k.elem(value) == Elem::F32 {
        let bits = k.add_expr(Elem::I32, Expr::Cast(CastOp::Bitcast, value));
        let by = k.add_expr(Elem::I32, Expr::Int(16));
        k.add_expr(Elem::I32, Expr::Bin(BinOp::LShr, bits, by))
    } else {
        k.add_expr(Elem::I32, Expr::Cast(CastOp::ZExt, value))
    };
    if !lacks {
        return bits;
    }
    let (at, end) = (k.add_expr(Elem::I64, Expr::Coord(at)), k.add_expr(Elem::I64, Expr::Int(extent)));
    let inside = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::SLt, at, end));
    let zero = k.add_expr(Elem::I32, Expr::Int(0));
    k.add_expr(Elem::I32, Expr::Select(inside, bits, zero))
}
