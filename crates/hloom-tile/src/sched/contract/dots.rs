//! Products of narrow numbers by instructions that add the products of all parts of a word.
//!
//! The longest summed axis is cut into words. A factor that lies along it is read as words; the other one's words are put
//! together when it is packed. The instruction for bytes takes one factor without sign and one with: where both are alike,
//! 128 is added to (or taken from) every element of the vector factor, and a kernel of its own sums the scalar factor's
//! lines, so that the sums can start at what that changes. Where there is only the instruction for numbers of 16 bits, bytes
//! are widened as words are put together, those of the scalar factor by a kernel of its own.
//!
//! A window of bytes slides over a copy in numbers of 16 bits, which has zeros where the window leaves what it slides over
//! ([`padded`](super::padded)): on two cores of a Zen 2 a 3 x 3 convolution of 4 x 56 x 56 x 64 takes 4.7 instead of 17.0 ms, XLA's 5.0.

use super::super::normalise::normalise;
use super::Product;
use super::first::{MOST_CACHES, Prepared, computed_first, uncast};
use super::padded::padded_and_widened;
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::{BinOp, CastOp, DotOp, Elem};
use crate::lower::depends;
use hloom_num::DType;

/// Fewest rows for which bytes are widened: the vector factor is packed for them.
const ROWS_PER_WIDENING: i64 = 16;

/// What a factor loads.
#[derive(Clone, Copy)]
struct Narrow {
    load: ExprId,
    buf: BufId,
    signed: bool,
}

/// The kernel with its only product in words, if it is one of narrow numbers and the target has the instruction.
pub(super) fn dots(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    over_copy(kernel, t).or_else(|| without_guard(kernel, t, false))
}

/// The same for a window of bytes.
fn over_copy(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let op = DotOp::S16;
    let p = Product::of(kernel, t)?;
    let slides = |a: &AxisId| p.axes.iter().any(|r| p.factors.iter().any(|f| f.slides(*r, *a) || f.slides(*a, *r)));
    let guarded = !p.when.0.is_empty();
    // Without a guard the instruction for bytes is better.
    if !t.has_dot(op) || !guarded && (t.has_dot(DotOp::U8S8) || !p.over.iter().any(slides)) {
        return None;
    }
    let (inside, copy) = padded_and_widened(kernel, t)?;
    let words = without_guard(&inside, t, true)?;
    Some(Prepared { first: Some(copy), ..words })
}

/// The same for a product without a guard. `copied`: its scalar factor are bytes in numbers of 16 bits.
fn without_guard(kernel: &Kernel, t: &Target, copied: bool) -> Option<Prepared> {
    let k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let (init, a, f) = (p.start()?, p.word_axis()?, p.vector_factor(p.vector_axis()?)?);
    let (vector, scalar) = (narrow(&k, p.factors[f].expr)?, narrow(&k, p.factors[1 - f].expr)?);
    let op = match (k.bufs[vector.buf.0 as usize].dtype, k.bufs[scalar.buf.0 as usize].dtype) {
        (DType::I8 | DType::U8, DType::I16) if copied => DotOp::S16,
        _ if copied => return None,
        (DType::BF16, DType::BF16) => DotOp::BF16,
        (DType::I8 | DType::U8, DType::I8 | DType::U8) if t.has_dot(DotOp::U8S8) => DotOp::U8S8,
        (DType::I8 | DType::U8, DType::I8 | DType::U8) => DotOp::S16,
        _ => return None,
    };
    let fits = t.has_dot(op) && op.sum() == k.def(p.def).tys[0];
    let own = |f: usize| p.axes.iter().copied().filter(|a| p.factors[f].has(*a)).collect::<Vec<_>>();
    let widened = op == DotOp::S16 && !copied;
    let many = own(1 - f).iter().filter(|a| !p.factors[f].has(**a)).map(|a| k.extent(*a)).product::<i64>();
    let along = if widened { many >= ROWS_PER_WIDENING } else { lies_along(&k, scalar.load, a, op) };
    let other_load = |i: usize| {
        let other = ![vector.load.0, scalar.load.0].contains(&(i as u32));
        other && matches!(&k.exprs[i].0, Expr::Load { buf, .. } if [vector.buf, scalar.buf].contains(buf))
    };
    let shared = vector.buf == scalar.buf || (0..k.exprs.len()).any(other_load);
    let (_, x) = place(&k, vector.load);
    let nested = x.add(&Ix::axis(a).scale(-x.coef(a))).mentions(a, &|e| depends(&k, e, a));
    if !fits || k.extent(a) % op.parts() != 0 || !along || shared || nested {
        return None;
    }
    let (rows, sums) = (own(1 - f), p.over.iter().copied().filter(|a| p.factors[1 - f].has(*a)).collect());
    let (def, over) = (p.def, p.over.clone());
    Some(if widened {
        in_wide_words(k, (def, a, over, rows, sums), init, (vector, scalar), MOST_CACHES * t.l2_bytes as i64)
    } else {
        in_words(k, op, (def, a, over, rows), init, (vector, scalar))
    })
}

/// Words of 16-bit numbers from bytes, however they lie.
fn wide_words(k: &mut Kernel, n: &Narrow, a: AxisId) -> ExprId {
    let op = DotOp::S16;
    if lies_along(k, n.load, a, op) { widened_words(k, n, a) } else { joined_words(k, n, a, op) }
}

/// Rewrites product `def` of bytes, whose axis `a` is cut, as one of words of 16 bits. The scalar factor moves along `rows` and
/// `sums`; its words are computed first if they take no more than `most` bytes.
fn in_wide_words(
    mut k: Kernel,
    (def, a, over, rows, sums): (DefId, AxisId, Vec<AxisId>, Vec<AxisId>, Vec<AxisId>),
    init: ExprId,
    (vector, scalar): (Narrow, Narrow),
    most: i64,
) -> Prepared {
    let op = DotOp::S16;
    let (x, mut y) = (wide_words(&mut k, &vector, a), wide_words(&mut k, &scalar, a));
    k.axes[a.0 as usize].extent /= op.parts();
    let axes: Vec<AxisId> = rows.into_iter().chain(sums).collect();
    let count: i64 = axes.iter().map(|a| k.extent(*a)).product();
    let mut first = None;
    if 4 * count <= most {
        let (words, read) = computed_first(&mut k, ("words", DType::I32, Elem::I32), axes, |_| Body::Map(vec![y]));
        (first, y) = (Some(words), read);
    }
    k.defs[def.0 as usize].body =
        Body::Reduce { over, comb: Comb::Dot(op), init: vec![init], args: vec![x, y], when: Pred::default() };
    Prepared { kernel: k, first }
}

/// Words of 16-bit numbers from the pairs of bytes of a load that lies along the axis: its buffer becomes one of pairs.
fn widened_words(k: &mut Kernel, n: &Narrow, a: AxisId) -> ExprId {
    let pair = whole_words(k, n.load, a, DotOp::S16);
    let mut op = |op: BinOp, x: ExprId, y: i64| {
        let y = k.add_expr(Elem::I32, Expr::Int(y));
        k.add_expr(Elem::I32, Expr::Bin(op, x, y))
    };
    let (low, high) = if n.signed {
        let low = op(BinOp::Shl, pair, 24);
        let low = op(BinOp::AShr, low, 24);
        let high = op(BinOp::Shl, pair, 16);
        (op(BinOp::And, low, 0xffff), op(BinOp::AShr, high, 8))
    } else {
        (op(BinOp::And, pair, 0xff), op(BinOp::Shl, pair, 8))
    };
    let high = op(BinOp::And, high, i64::from(0xffff_0000_u32 as i32));
    k.add_expr(Elem::I32, Expr::Bin(BinOp::Or, low, high))
}

/// Rewrites product `def`, whose axis `a` is cut; the scalar factor moves along `rows`.
fn in_words(
    mut k: Kernel,
    op: DotOp,
    (def, a, over, rows): (DefId, AxisId, Vec<AxisId>, Vec<AxisId>),
    init: ExprId,
    (vector, scalar): (Narrow, Narrow),
) -> Prepared {
    let mut x = match op {
        DotOp::S16 => wide_words(&mut k, &vector, a),
        _ if lies_along(&k, vector.load, a, op) => whole_words(&mut k, vector.load, a, op),
        _ => joined_words(&mut k, &vector, a, op),
    };
    let y = whole_words(&mut k, scalar.load, a, op);
    k.axes[a.0 as usize].extent /= op.parts();
    let alike = op == DotOp::U8S8 && vector.signed == scalar.signed;
    if alike {
        let flip = k.add_expr(Elem::I32, Expr::Int(i64::from(0x8080_8080_u32 as i32)));
        x = k.add_expr(Elem::I32, Expr::Bin(BinOp::Xor, x, flip));
    }
    // The factor without sign comes first.
    let ordered = |vector: ExprId, scalar_word: ExprId| {
        if op == DotOp::U8S8 && !scalar.signed { vec![scalar_word, vector] } else { vec![vector, scalar_word] }
    };
    let product = |args: Vec<ExprId>, init: ExprId| Body::Reduce {
        over: over.clone(),
        comb: Comb::Dot(op),
        init: vec![init],
        args,
        when: Pred::default(),
    };
    if !alike {
        k.defs[def.0 as usize].body = product(ordered(x, y), init);
        return Prepared { kernel: k, first: None };
    }

    let (first, sum) = computed_first(&mut k, ("sums", DType::I32, Elem::I32), rows, |own| {
        let (ones, zero) = (own.add_expr(Elem::I32, Expr::Int(0x0101_0101)), own.add_expr(Elem::I32, Expr::Int(0)));
        product(ordered(ones, y), zero)
    });
    let offset = k.add_expr(Elem::I32, Expr::Int(if scalar.signed { -128 } else { 128 }));
    let start = k.add_expr(Elem::I32, Expr::Bin(BinOp::Mul, sum, offset));
    let start = k.add_expr(Elem::I32, Expr::Bin(BinOp::Add, init, start));
    k.defs[def.0 as usize].body = product(ordered(x, y), start);
    Prepared { kernel: k, first: Some(first) }
}

/// The words of a load that lies along the axis, as they are in memory: its buffer becomes one of words. Pairs of bytes where words
/// have numbers of 16 bits are the low half of one.
pub(super) fn whole_words(k: &mut Kernel, load: ExprId, a: AxisId, op: DotOp) -> ExprId {
    let (buf, x) = place(k, load);
    let rest = x.add(&Ix::axis(a).scale(-1));
    let words =
        Ix { c: rest.c / op.parts(), terms: rest.terms.into_iter().map(|(t, c)| (t, c / op.parts())).collect() };
    let b = &mut k.bufs[buf.0 as usize];
    let pairs = op == DotOp::S16 && b.dtype.byte_size() == 1;
    b.dtype = if pairs { DType::U16 } else { DType::I32 };
    b.dims = b.dims.iter().map(|d| d / op.parts()).collect();
    let load = Expr::Load { buf, index: vec![words.add(&Ix::axis(a))], when: Pred::default(), other: None };
    let load = k.add_expr(if pairs { Elem::I16 } else { Elem::I32 }, load);
    if pairs { k.add_expr(Elem::I32, Expr::Cast(CastOp::ZExt, load)) } else { load }
}

/// Words put together from the elements of a load.
fn joined_words(k: &mut Kernel, n: &Narrow, a: AxisId, op: DotOp) -> ExprId {
    let b = &mut k.bufs[n.buf.0 as usize];
    let elem = if op == DotOp::BF16 { Elem::I16 } else { Elem::I8 };
    // A part that is wider than the element has copies of its sign.
    let widen = if op == DotOp::S16 && n.signed { CastOp::SExt } else { CastOp::ZExt };
    if op == DotOp::BF16 {
        b.dtype = DType::U16;
    }
    let (_, x) = place(k, n.load);
    let step = x.coef(a);
    let first = x.add(&Ix::axis(a).scale(step * (op.parts() - 1)));
    join(k, op, |k, j| {
        let part = Expr::Load { buf: n.buf, index: vec![first.offset(j * step)], when: Pred::default(), other: None };
        let part = k.add_expr(elem, part);
        let part = k.add_expr(Elem::I32, Expr::Cast(widen, part));
        if widen == CastOp::ZExt || j + 1 == op.parts() {
            return part;
        }
        let mask = k.add_expr(Elem::I32, Expr::Int((1 << (32 / op.parts())) - 1));
        k.add_expr(Elem::I32, Expr::Bin(BinOp::And, part, mask))
    })
}

/// A word of parts, which have nothing above their own bits but for the last.
pub(super) fn join(k: &mut Kernel, op: DotOp, mut part: impl FnMut(&mut Kernel, i64) -> ExprId) -> ExprId {
    let mut word = None;
    for j in 0..op.parts() {
        let (part, by) = (part(k, j), k.add_expr(Elem::I32, Expr::Int(j * 32 / op.parts())));
        let part = k.add_expr(Elem::I32, Expr::Bin(BinOp::Shl, part, by));
        word = Some(word.map_or(part, |w| k.add_expr(Elem::I32, Expr::Bin(BinOp::Or, w, part))));
    }
    word.expect("a word has parts")
}

/// The load that a factor is, perhaps widened.
fn narrow(k: &Kernel, e: ExprId) -> Option<Narrow> {
    let (cast, load) = uncast(k, e);
    match k.expr(load) {
        Expr::Load { buf, when, .. } if when.0.is_empty() => {
            Some(Narrow { load, buf: *buf, signed: cast != Some(CastOp::ZExt) })
        }
        _ => None,
    }
}

/// Buffer and place of a load of a kernel in normal form.
fn place(k: &Kernel, load: ExprId) -> (BufId, Ix) {
    match k.expr(load) {
        Expr::Load { buf, index, .. } => (*buf, index.first().cloned().unwrap_or_default()),
        other => unreachable!("{other:?} is no load"),
    }
}

/// True if the words of a load along an axis are words in memory.
pub(super) fn lies_along(k: &Kernel, load: ExprId, a: AxisId, op: DotOp) -> bool {
    let (_, x) = place(k, load);
    let rest = x.add(&Ix::axis(a).scale(-1));
    let whole = |x: &Ix| x.c % op.parts() == 0 && x.terms.iter().all(|(_, c)| c % op.parts() == 0);
    x.coef(a) == 1 && !rest.mentions(a, &|e| depends(k, e, a)) && whole(&rest)
}
