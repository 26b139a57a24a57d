//! What is computed before a product, by a kernel of its own.

use super::super::LINE_BYTES;
use super::super::normalise::{normalise, only_needed};
use super::along::laid_along;
use super::dots::dots;
use super::tiled::tiled;
use super::{Product, ROWS_PER_PACK, SHORT_SUM, shape};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::{CastOp, Elem};
use hloom_num::DType;

/// A product that is computed in another form than that in which it was given.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Computes the product.
    pub kernel: Kernel,
    /// What the kernel needs in one more buffer behind its own.
    pub first: Option<First>,
}

/// What is computed before a product.
#[derive(Clone, Debug)]
pub struct First {
    /// Computes it: a factor whose rows lie in memory one after the other, sums of a factor's lines, or its words.
    pub kernel: Kernel,
    /// The buffers of the product's kernel that this one takes before that of its result.
    pub bufs: Vec<BufId>,
    /// Type of the results.
    pub dtype: DType,
    /// Number of results.
    pub count: i64,
}

/// Most bytes of what is computed first, in second-level caches.
pub(super) const MOST_CACHES: i64 = 16;
/// Fewest columns, in vectors, for which a factor is turned, and is evaluated.
const FEWEST_VECTORS: i64 = 16;
const FEWEST_PRODUCT_VECTORS: i64 = 8;
/// Fewest rows and points of a product of which a factor is evaluated.
const FEWEST_ROWS: i64 = 16;
const FEWEST_POINTS: i64 = 1 << 23;
/// Fewest taps of a window.
const FEWEST_TAPS: i64 = 4;

/// The kernel in another form, if its only product is computed sooner then: in words, if they are narrow numbers for which
/// the target has an instruction, or with one factor turned, evaluated or widened.
pub fn prepared(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    tiled(kernel, t)
        .or_else(|| laid_along(kernel, t))
        .or_else(|| dots(kernel, t))
        .or_else(|| turned(kernel, t))
        .or_else(|| evaluated(kernel, t))
        .or_else(|| widened(kernel, t))
}

/// Takes a value at all points of some axes out of a product's kernel: the kernel that computes it, whose `body` is put together in
/// a copy of the product's, and the load that reads it.
pub(super) fn computed_first(
    k: &mut Kernel,
    (name, dtype, elem): (&str, DType, Elem),
    axes: Vec<AxisId>,
    body: impl FnOnce(&mut Kernel) -> Body,
) -> (First, ExprId) {
    let (given, count) = (k.bufs.len(), axes.iter().map(|a| k.extent(*a)).product());
    let buf = k.add_buf(dtype, &[count], Role::Out, 64);
    let at = axes.iter().fold(Ix::constant(0), |at, a| at.scale(k.extent(*a)).add(&Ix::axis(*a)));
    let mut own = k.clone();
    let body = body(&mut own);
    let def = own.add_def(name, axes, vec![elem], body);
    own.outs = vec![Out { buf, index: vec![at.clone()], def, component: 0, when: Pred::default() }];
    let (kernel, bufs) = only_needed(&own, given);
    k.bufs[buf.0 as usize].role = Role::In;
    let read = k.add_expr(elem, Expr::Load { buf, index: vec![at], when: Pred::default(), other: None });
    (First { kernel, bufs, dtype, count }, read)
}

/// The kernel whose product reads a factor that was computed first.
pub(super) fn with_factor(mut k: Kernel, product: DefId, factor: usize, read: ExprId, first: First) -> Prepared {
    if let Body::Reduce { args, .. } = &mut k.defs[product.0 as usize].body {
        args[factor] = read;
    }
    Prepared { kernel: k, first: Some(first) }
}

/// The product with its scalar factor turned, if that lies along the rows and not along the sum, as in gradients of weights: a
/// tile would read a few elements of one line a term, and these lines fall into the same sets of the first-level cache or are
/// more than it holds. Each of them would come from further away once a row tile and panel. On a Zen 3, whose tiles have six
/// rows, 1024 x 128 by 128 x 1024 takes 1.84 instead of 2.31 ms on two threads; machines with wider tiles were not measured.
fn turned(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let v = p.vector_axis()?;
    let f = p.vector_factor(v)?;
    let (vector, scalar) = (&p.factors[f], &p.factors[1 - f]);
    let ([sum], Body::Reduce { comb: Comb::Fma, .. }) = (&p.over[..], &k.def(p.def).body) else { return None };
    let (def, sum) = (p.def, *sum);
    let Expr::Load { buf, .. } = k.expr(scalar.expr) else { return None };
    let row = p.axes.iter().copied().find(|a| scalar.stride(*a) == Some(1) && !vector.has(*a) && *a != v)?;
    let axes: Vec<AxisId> = p.axes.iter().copied().filter(|a| *a != row && scalar.has(*a)).chain([row, sum]).collect();
    let (terms, count) = (k.extent(sum), p.extent(&axes));
    let bytes = scalar.stride(sum)? * p.elem_bytes;
    let far = shape::crowded(t, terms, bytes) || terms * LINE_BYTES > t.l1_bytes as i64;
    let many = k.extent(row) >= ROWS_PER_PACK && k.extent(v) >= FEWEST_VECTORS * p.lanes && terms > SHORT_SUM;
    let fits = p.elem_bytes * count <= MOST_CACHES * t.l2_bytes as i64;
    if shape::spreads_for_free(t) || !scalar.plain || !p.when.0.is_empty() || !scalar.has(sum) || !far || !many || !fits
    {
        return None;
    }
    let (dtype, elem, load) = (k.bufs[buf.0 as usize].dtype, k.elem(scalar.expr), scalar.expr);
    let (first, read) = computed_first(&mut k, ("turned", dtype, elem), axes, |_| Body::Map(vec![load]));
    Some(with_factor(k, def, 1 - f, read, first))
}

/// The product with its scalar factor evaluated, if that is more than a load, such as one of narrow numbers: tiles would evaluate it
/// for each panel, and gather what lies along their rows. On two cores of a Zen 2, of bf16, 1000 x 1000 by 1000 x 1000 takes 10.7 instead of
/// 12.8 ms, 1024 x 256 by 256 x 1024 with its left factor transposed 2.9 instead of 9.7; but 128 x 128 by 128 x 128 took 0.042 instead of 0.029.
fn evaluated(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let v = p.vector_axis()?;
    let f = p.vector_factor(v)?;
    let scalar = &p.factors[1 - f];
    let Body::Reduce { comb: Comb::Fma, .. } = k.def(p.def).body else { return None };
    let (def, elem, value) = (p.def, k.elem(scalar.expr), scalar.expr);
    let dtype = Kernel::dtype_of(elem).filter(|d| matches!(d, DType::F32 | DType::F64 | DType::I32))?;
    let own = |all: &[AxisId]| all.iter().copied().filter(|a| scalar.has(*a)).collect::<Vec<_>>();
    let (rows, sums) = (own(&p.axes), own(&p.over));
    let slides = rows.iter().any(|r| sums.iter().any(|a| scalar.slides(*r, *a) || scalar.slides(*a, *r)));
    let count = p.extent(&rows) * p.extent(&sums);
    let points = p.extent(&p.axes).saturating_mul(p.extent(&p.over));
    let often = k.extent(v) >= FEWEST_PRODUCT_VECTORS * p.lanes && points >= FEWEST_POINTS;
    let many = p.extent(&rows) >= FEWEST_ROWS && sums.len() == p.over.len() && !scalar.has(v);
    let fits = p.elem_bytes * count <= MOST_CACHES * t.l2_bytes as i64;
    if scalar.plain || !scalar.safe || !p.when.0.is_empty() || slides || !often || !many || !fits {
        return None;
    }
    let axes = [rows, sums].concat();
    let (first, read) = computed_first(&mut k, ("rows", dtype, elem), axes, |_| Body::Map(vec![value]));
    Some(with_factor(k, def, 1 - f, read, first))
}

/// The product with its scalar factor as numbers of the type it is computed in, if that reads narrower ones through a window:
/// each of them would be widened for every tap and panel. A 3 x 3 convolution of 28 x 28 x 64 bf16 takes 0.69 instead of 0.87 ms on
/// two cores of an Emerald Rapids or newer, of f16 0.69 instead of 1.01.
fn widened(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let v = p.vector_axis()?;
    let f = p.vector_factor(v)?;
    let scalar = &p.factors[1 - f];
    let (cast, load) = uncast(&k, scalar.expr);
    let Expr::Load { buf, index, when, other: None } = k.expr(load).clone() else { return None };
    let (def, data, elem) = (p.def, k.bufs[buf.0 as usize].clone(), k.elem(scalar.expr));
    let wide = Kernel::dtype_of(elem).filter(|d| matches!(d, DType::F32 | DType::I32))?;
    let count: i64 = data.dims.iter().product();
    // A step along the sum is some steps along the rows, or the other way about.
    let slides = |a: &&AxisId| p.axes.iter().any(|r| scalar.slides(*r, **a) || scalar.slides(**a, *r));
    let taps: i64 = p.over.iter().filter(slides).map(|a| k.extent(*a)).product();
    // Steps along a line of a window may have become one axis with its channels.
    let reads: i64 = p.axes.iter().chain(&p.over).filter(|a| scalar.has(**a)).map(|a| k.extent(*a)).product();
    let taps = taps.max(reads / count.max(1));
    let narrow = data.dtype.bits() < wide.bits() && data.role == Role::In && when.0.is_empty();
    let fits = count * p.elem_bytes <= MOST_CACHES * t.l2_bytes as i64 && data.span() == count;
    let many = taps >= FEWEST_TAPS && !scalar.has(v) && 2 * k.extent(v) >= p.lanes;
    if !narrow || !fits || !many {
        return None;
    }
    let first = copied("widened", data.clone(), wide, &data.dims, |first, at| {
        let from = Expr::Load { buf: BufId(0), index: at, when: Pred::default(), other: None };
        let x = first.add_expr(k.elem(load), from);
        cast.map_or(x, |cast| first.add_expr(elem, Expr::Cast(cast, x)))
    });
    let new = k.add_buf(wide, &data.dims, Role::In, 64);
    let read = k.add_expr(elem, Expr::Load { buf: new, index, when, other: None });
    let first = First { kernel: first, bufs: vec![buf], dtype: wide, count };
    Some(with_factor(k, def, 1 - f, read, first))
}

/// What is widened to the given expression, and how.
pub(super) fn uncast(k: &Kernel, e: ExprId) -> (Option<CastOp>, ExprId) {
    match k.expr(e) {
        Expr::Cast(op @ (CastOp::SExt | CastOp::ZExt), x) => (Some(*op), *x),
        _ => (None, e),
    }
}

/// The kernel that makes a buffer of type `to` and those sizes from another one, its buffer 0; `value` gives the element at a
/// point.
pub(super) fn copied(
    name: &str,
    from: BufData,
    to: DType,
    dims: &[i64],
    value: impl FnOnce(&mut Kernel, Vec<Ix>) -> ExprId,
) -> Kernel {
    let mut k = Kernel::default();
    let axes: Vec<AxisId> = dims.iter().map(|n| k.add_axis("i", *n)).collect();
    let at: Vec<Ix> = axes.iter().map(|a| Ix::axis(*a)).collect();
    k.bufs.push(from);
    let buf = k.add_buf(to, dims, Role::Out, 64);
    let x = value(&mut k, at.clone());
    let def = k.add_def(name, axes, vec![k.elem(x)], Body::Map(vec![x]));
    k.outs = vec![Out { buf, index: at, def, component: 0, when: Pred::default() }];
    k
}
