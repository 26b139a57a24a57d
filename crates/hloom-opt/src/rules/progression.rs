//! Integers that grow evenly with their coordinates: positions like `2 * iota + 1`, as programs compute them and as literals.

use crate::builder::Builder;
use hloom_ir::{Op, Value};
use hloom_num::scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, Literal, UnaryOp};
use smallvec::{SmallVec, smallvec};

/// Ops that are looked at, at most.
const MOST: u32 = 64;
/// Elements of a literal that are looked at, at most.
const MOST_ELEMENTS: usize = 1 << 12;

/// `base + sum of step * coordinate`.
pub(super) struct Progression {
    pub(super) base: i64,
    /// By dimension of the value; 0 for one that is fixed.
    pub(super) steps: SmallVec<[i64; 4]>,
}

/// The elements of `v` whose coordinate in one dimension is fixed, if they are such.
pub(super) fn of(b: &Builder<'_, '_>, v: Value, fixed: Option<(usize, i64)>) -> Option<Progression> {
    Search { b, left: MOST }.of(v, fixed)
}

struct Search<'a, 'r, 'o> {
    b: &'a Builder<'r, 'o>,
    left: u32,
}

impl Search<'_, '_, '_> {
    fn of(&mut self, v: Value, fixed: Option<(usize, i64)>) -> Option<Progression> {
        self.left = self.left.checked_sub(1)?;
        let b = self.b;
        let t = b.ty(v);
        let (_, d) = b.graph.def_op(v)?;
        if !t.dtype.is_int() {
            return None;
        }
        let mut steps: SmallVec<[i64; 4]> = smallvec![0; t.dims.len()];
        let p = match (&d.op, &d.operands[..]) {
            (Op::Constant { value }, []) => literal(value, fixed)?,
            (Op::Iota { iota_dimension }, []) => match fixed {
                Some((d, i)) if d as i64 == *iota_dimension => Progression { base: i, steps },
                _ => {
                    steps[*iota_dimension as usize] = 1;
                    Progression { base: 0, steps }
                }
            },
            (Op::BroadcastInDim { broadcast_dimensions: to }, &[x]) => {
                let from = b.dims(x);
                let inner = fixed.and_then(|(d, i)| {
                    let k = to.iter().position(|&to| to == d as i64)?;
                    Some((k, if from[k] == 1 { 0 } else { i }))
                });
                let p = self.of(x, inner)?;
                for (k, &to) in to.iter().enumerate().filter(|&(k, _)| from[k] != 1) {
                    steps[to as usize] = p.steps[k];
                }
                Progression { base: p.base, steps }
            }
            (Op::Reshape {}, &[x]) => {
                let long =
                    |dims: &[i64]| -> SmallVec<[usize; 4]> { (0..dims.len()).filter(|&d| dims[d] != 1).collect() };
                let (from, to) = (long(b.dims(x)), long(&t.dims));
                let same = from.len() == to.len() && from.iter().zip(&to).all(|(&f, &t)| b.dims(x)[f] == b.dims(v)[t]);
                let inner = fixed.and_then(|(d, i)| Some((from[to.iter().position(|&to| to == d)?], i)));
                let p = same.then(|| self.of(x, inner))??;
                from.iter().zip(&to).for_each(|(&f, &t)| steps[t] = p.steps[f]);
                Progression { base: p.base, steps }
            }
            (Op::Concatenate { dimension }, parts) => {
                let (d, mut i) = fixed.filter(|&(d, _)| d as i64 == *dimension)?;
                let part = parts.iter().find(|&&x| {
                    let here = i < b.dims(x)[d];
                    i -= if here { 0 } else { b.dims(x)[d] };
                    here
                });
                self.of(*part?, Some((d, i)))?
            }
            (Op::Convert {}, &[x]) => self.of(x, fixed)?,
            (Op::Unary(UnaryOp::Negate), &[x]) => self.of(x, fixed)?.times(-1)?,
            (Op::Binary(op), &[x, y]) => {
                let (x, y) = (self.of(x, fixed)?, self.of(y, fixed)?);
                match op {
                    BinaryOp::Add => x.plus(&y)?,
                    BinaryOp::Subtract => x.plus(&y.times(-1)?)?,
                    BinaryOp::Multiply => match (x.number(), y.number()) {
                        (Some(n), _) => y.times(n)?,
                        (_, Some(n)) => x.times(n)?,
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            (Op::Select {}, &[p, x, y]) => {
                let chosen = if self.holds(p, fixed)? { x } else { y };
                self.of(chosen, fixed)?
            }
            _ => return None,
        };
        // What leaves the type wraps around.
        let (low, high) = p.range(&t.dims)?;
        let (least, most) = bounds(t.dtype)?;
        (least <= low && high <= most).then_some(p)
    }

    /// Whether a comparison holds or fails for all elements: of what is added to negative positions, for example.
    fn holds(&mut self, p: Value, fixed: Option<(usize, i64)>) -> Option<bool> {
        let (_, d) = self.b.graph.def_op(p)?;
        let (Op::Compare { direction, .. }, &[x, y]) = (&d.op, &d.operands[..]) else { return None };
        let dims = self.b.dims(x);
        let ((x0, x1), (y0, y1)) = (self.of(x, fixed)?.range(dims)?, self.of(y, fixed)?.range(dims)?);
        let less = |always: bool, never: bool| if always { Some(true) } else { never.then_some(false) };
        match direction {
            CompareDirection::Lt => less(x1 < y0, x0 >= y1),
            CompareDirection::Ge => less(x0 >= y1, x1 < y0),
            CompareDirection::Gt => less(x0 > y1, x1 <= y0),
            CompareDirection::Le => less(x1 <= y0, x0 > y1),
            _ => None,
        }
    }
}

impl Progression {
    fn plus(&self, other: &Progression) -> Option<Progression> {
        let steps = self.steps.iter().zip(&other.steps).map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>()?;
        Some(Progression { base: self.base.checked_add(other.base)?, steps })
    }

    fn times(&self, n: i64) -> Option<Progression> {
        let steps = self.steps.iter().map(|s| s.checked_mul(n)).collect::<Option<_>>()?;
        Some(Progression { base: self.base.checked_mul(n)?, steps })
    }

    /// The number that all elements are.
    fn number(&self) -> Option<i64> {
        self.steps.iter().all(|&s| s == 0).then_some(self.base)
    }

    /// The least and the greatest element.
    fn range(&self, dims: &[i64]) -> Option<(i64, i64)> {
        let mut r = (self.base, self.base);
        for (&step, &n) in self.steps.iter().zip(dims) {
            let far = step.checked_mul((n - 1).max(0))?;
            r = (r.0.checked_add(far.min(0))?, r.1.checked_add(far.max(0))?);
        }
        Some(r)
    }
}

/// Least and greatest number of a type, of those below 2^63.
fn bounds(t: DType) -> Option<(i64, i64)> {
    let bits = t.bits().min(64);
    Some(match t.is_unsigned_int() {
        true => (0, if bits >= 63 { i64::MAX } else { (1 << bits) - 1 }),
        false => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
    })
}

fn literal(c: &Literal, fixed: Option<(usize, i64)>) -> Option<Progression> {
    let (t, dims) = (c.dtype(), c.shape());
    let number = |bytes: &[u8]| scalar::read(t, bytes).as_i64();
    if let Some(bytes) = c.splat_bytes() {
        return Some(Progression { base: number(bytes)?, steps: smallvec![0; dims.len()] });
    }
    let elements: usize = dims.iter().map(|&n| n as usize).product();
    if elements > MOST_ELEMENTS {
        return None;
    }
    let strides: SmallVec<[usize; 4]> =
        (0..dims.len()).map(|d| dims[d + 1..].iter().map(|&n| n as usize).product()).collect();
    let first = fixed.map_or(0, |(d, i)| i as usize * strides[d]);
    let base = number(c.element_bytes(first))?;
    let mut steps: SmallVec<[i64; 4]> = smallvec![0; dims.len()];
    for d in (0..dims.len()).filter(|&d| dims[d] > 1 && fixed.is_none_or(|f| f.0 != d)) {
        steps[d] = number(c.element_bytes(first + strides[d]))?.checked_sub(base)?;
    }
    let even = (0..elements).all(|e| {
        let at = |d: usize| (e / strides[d]) as i64 % dims[d];
        let other = fixed.is_some_and(|(d, i)| at(d) != i);
        let sum = || (0..dims.len()).try_fold(base, |s, d| s.checked_add(steps[d].checked_mul(at(d))?));
        other || sum().is_some_and(|s| number(c.element_bytes(e)) == Some(s))
    });
    even.then_some(Progression { base, steps })
}
