//! Scatter to places that lie evenly: JAX's `x.at[::2].set(y)`, `x.at[:, 1::2].add(y)`. If the distance between them divides the size,
//! they are a box of the reshaped operand. Otherwise, if they lie close, the box around them is updated, with its old elements between them.

use super::progression;
use super::scatter::{Combiner, combined, combiner};
use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{I64s, ScatterDims};
use hloom_ir::{Op, Region, TensorType, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType};
use smallvec::{SmallVec, smallvec};

/// Elements of a box for one that is updated, at most.
const MOST_BETWEEN: i64 = 4;

/// Where the windows lie in one dimension of the operand.
#[derive(Clone, Copy)]
struct Place {
    /// The first of them, and how far the next is.
    start: i64,
    step: i64,
    /// The update has the last of them first.
    backwards: bool,
    /// How many places there are, and the window's size at each; one of them is 1.
    places: i64,
    window: i64,
    /// The indices' dimension that counts the places.
    along: Option<usize>,
}

impl Place {
    fn size(&self) -> i64 {
        self.places * self.window
    }
}

/// A scatter whose places are known to lie so.
pub(super) fn evenly(b: &mut Builder<'_, '_>, e: &Expr<'_>, d: &ScatterDims, region: Region) -> Option<Value> {
    let [x, indices, update] = *e.args else { return None };
    let t = b.ty(x).clone();
    if count(b.dims(update)) == 0 || b.ty(update).dtype != t.dtype {
        return None;
    }
    let combiner = combiner(b, region)?;
    let (places, order) = places(b, d, x, indices, update)?;
    let divided = |p: &Place, n: i64| p.step > 1 && n % p.step == 0;
    let close: i64 = places.iter().zip(&t.dims).filter(|&(p, &n)| !divided(p, n)).map(|(p, _)| p.step).product();
    if close > MOST_BETWEEN || !b.rewrites.take("scatter_evenly") {
        return None;
    }
    // The update as the operand lies.
    let mut u = b.transpose(update, order);
    let sizes: I64s = places.iter().map(Place::size).collect();
    u = b.reshape(u, &sizes);
    let back: I64s = (0i64..).zip(&places).filter(|(_, p)| p.backwards).map(|(k, _)| k).collect();
    if !back.is_empty() {
        u = b.reverse(u, back);
    }
    // A dimension of steps is two: of steps, and of what is in one.
    let (mut dims, mut start, mut window, mut gaps) = (I64s::new(), I64s::new(), I64s::new(), I64s::new());
    for (p, &n) in places.iter().zip(&t.dims) {
        if divided(p, n) {
            dims.extend([n / p.step, p.step]);
            start.extend([p.start / p.step, p.start % p.step]);
            window.extend([p.places, 1]);
            gaps.extend([0, 0]);
        } else {
            dims.push(n);
            start.push(p.start);
            window.push(p.size());
            gaps.push(p.step - 1);
        }
    }
    u = b.reshape(u, &window);
    let wide = b.reshape(x, &dims);
    let updated = within(b, wide, u, &start, &gaps, combiner)?;
    Some(b.reshape(updated, &t.dims))
}

/// `x` with the elements of `u` from `start` on, and so many between them.
fn within(b: &mut Builder<'_, '_>, x: Value, u: Value, start: &[i64], gaps: &[i64], how: Combiner) -> Option<Value> {
    let t = b.ty(x).clone();
    let extent = |k: usize| (b.dims(u)[k] - 1) * (gaps[k] + 1) + 1;
    let limit: I64s = (0..start.len()).map(|k| start[k] + extent(k)).collect();
    let old = |b: &mut Builder<'_, '_>, steps: I64s| b.slice(x, start.into(), limit.clone(), steps);
    let new = match how {
        None => u,
        Some(_) => {
            let at = old(b, gaps.iter().map(|g| g + 1).collect());
            combined(b, how, at, u)
        }
    };
    if let Some(element) = b.uniform(x) {
        let high = (0..start.len()).map(|k| t.dims[k] - limit[k]).collect();
        let element = b.splat(&TensorType::new(t.dtype, &[]), element)?;
        return Some(b.pad(new, element, start.into(), high, gaps.into()));
    }
    let new = match gaps.iter().any(|&g| g > 0) {
        true => {
            let around = old(b, smallvec![1; start.len()]);
            spread(b, around, new, gaps)?
        }
        false => new,
    };
    let number = TensorType::new(DType::I32, &[]);
    let mut args: SmallVec<[Value; 8]> = smallvec![x, new];
    for &s in start {
        args.push(b.splat(&number, Scalar::Int(s))?);
    }
    Some(b.emit(Op::DynamicUpdateSlice {}, &args, t))
}

/// `around` with the elements of `u`, so many of its own between them.
fn spread(b: &mut Builder<'_, '_>, around: Value, u: Value, gaps: &[i64]) -> Option<Value> {
    let t = b.ty(around).clone();
    let none: I64s = smallvec![0; gaps.len()];
    let zero = b.splat(&TensorType::new(t.dtype, &[]), Scalar::zero(t.dtype))?;
    let apart = b.pad(u, zero, none.clone(), none, gaps.into());
    let mut is_new: Option<Value> = None;
    for (k, &gap) in gaps.iter().enumerate().filter(|g| *g.1 > 0) {
        let line = TensorType::new(DType::I32, &[t.dims[k]]);
        let (at, step) = (b.iota(line.clone(), 0), b.splat(&line, Scalar::Int(gap + 1))?);
        let (rest, zero) = (b.binary(BinaryOp::Remainder, at, step), b.splat(&line, Scalar::Int(0))?);
        let here = b.compare(CompareDirection::Eq, None, rest, zero);
        let here = b.broadcast(here, &t.dims, &[k as i64]);
        is_new = Some(is_new.map_or(here, |p| b.binary(BinaryOp::And, p, here)));
    }
    Some(b.select(is_new?, apart, around))
}

/// Where the windows lie, by dimension of the operand, and the update's dimensions in that order; if they all lie inside.
fn places(
    b: &Builder<'_, '_>,
    d: &ScatterDims,
    x: Value,
    indices: Value,
    update: Value,
) -> Option<(SmallVec<[Place; 6]>, I64s)> {
    let (sizes, counts) = (b.dims(x), b.dims(indices));
    let vector = d.index_vector_dim as usize;
    let mut found: SmallVec<[Place; 6]> =
        smallvec![Place { start: 0, step: 1, backwards: false, places: 1, window: 1, along: None }; sizes.len()];
    let is_in = |list: &[i64], k: usize| list.contains(&(k as i64));
    let kept = (0..sizes.len()).filter(|&k| !is_in(&d.inserted_window_dims, k) && !is_in(&d.input_batching_dims, k));
    let mut window_dim: SmallVec<[Option<i64>; 6]> = smallvec![None; sizes.len()];
    for (k, &u) in kept.zip(&d.update_window_dims) {
        found[k].window = b.dims(update)[u as usize];
        window_dim[k] = Some(u);
    }
    for (j, &k) in d.scatter_dims_to_operand_dims.iter().enumerate() {
        let p = progression::of(b, indices, (vector < counts.len()).then_some((vector, j as i64)))?;
        let mut steps = (0..counts.len()).filter(|&c| counts[c] != 1 && p.steps[c] != 0);
        let place = &mut found[k as usize];
        place.start = p.base;
        if let Some(c) = steps.next() {
            (place.step, place.places, place.along) = (p.steps[c], counts[c], Some(c));
        }
        if steps.next().is_some() {
            return None;
        }
    }
    for (&k, &c) in d.input_batching_dims.iter().zip(&d.scatter_indices_batching_dims) {
        let c = c as usize;
        (found[k as usize].places, found[k as usize].along) = (counts[c], Some(c));
    }
    // Each dimension that counts places does so once.
    for c in (0..counts.len()).filter(|&c| c != vector && counts[c] != 1) {
        if found.iter().filter(|p| p.along == Some(c)).count() != 1 {
            return None;
        }
    }
    for (p, &n) in found.iter_mut().zip(sizes) {
        if p.step < 0 {
            (p.start, p.step, p.backwards) = (p.start + p.step * (p.places - 1), -p.step, true);
        }
        let inside = p.start >= 0 && p.start + (p.places - 1) * p.step <= n - p.window;
        if !inside || p.places != 1 && p.window != 1 || n > i64::from(i32::MAX) {
            return None;
        }
    }
    let counting: SmallVec<[usize; 4]> = (0..counts.len()).filter(|&c| c != vector).collect();
    let scattered = (0..b.dims(update).len() as i64).filter(|u| !d.update_window_dims.contains(u));
    let of: SmallVec<[(usize, i64); 4]> = counting.into_iter().zip(scattered).collect();
    let unit = of.iter().filter(|(c, _)| counts[*c] == 1).map(|&(_, u)| u);
    let mut order: I64s = unit.collect();
    for (k, p) in found.iter().enumerate() {
        order.extend(of.iter().filter(|(c, _)| p.along == Some(*c) && counts[*c] != 1).map(|&(_, u)| u));
        order.extend(window_dim[k]);
    }
    Some((found, order))
}
