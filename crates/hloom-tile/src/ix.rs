//! Coordinates: integer expressions over the axes of a kernel, in the normal form `c + Σ kᵢ·tᵢ`.
//!
//! Movement ops vanish into coordinates: a transpose permutes them, a slice is affine, a reshape linearises and divides,
//! a gather adds a value known at run time. Every operation of this module keeps the normal form, so equality of
//! coordinates is structural equality.

use crate::kernel::{AxisId, ExprId};
use smallvec::SmallVec;

/// One non-constant term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// An axis.
    Axis(AxisId),
    /// Floor quotient by a positive constant.
    Div(Box<Ix>, i64),
    /// Remainder (≥ 0) by a positive constant.
    Mod(Box<Ix>, i64),
    /// An I64 expression of the kernel, e.g. a clamped run-time index.
    Value(ExprId),
}

/// `c + Σ k·term`, terms sorted, coefficients non-zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Ix {
    /// Constant part.
    pub c: i64,
    /// Terms with their coefficients.
    pub terms: SmallVec<[(Term, i64); 3]>,
}

impl Ix {
    /// A constant.
    pub fn constant(c: i64) -> Ix {
        Ix { c, terms: SmallVec::new() }
    }
    /// An axis.
    pub fn axis(a: AxisId) -> Ix {
        Ix::term(Term::Axis(a))
    }
    /// A run-time value.
    pub fn value(e: ExprId) -> Ix {
        Ix::term(Term::Value(e))
    }
    fn term(t: Term) -> Ix {
        Ix { c: 0, terms: smallvec::smallvec![(t, 1)] }
    }
    /// The constant, if there are no terms.
    pub fn as_const(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.c)
    }
    /// The axis, if this is exactly one axis.
    pub fn as_axis(&self) -> Option<AxisId> {
        match (&self.c, self.terms.as_slice()) {
            (0, [(Term::Axis(a), 1)]) => Some(*a),
            _ => None,
        }
    }
    /// Sum.
    pub fn add(&self, other: &Ix) -> Ix {
        let mut out = self.clone();
        out.c += other.c;
        for (t, k) in &other.terms {
            out.add_term(t.clone(), *k);
        }
        out
    }
    fn add_term(&mut self, t: Term, k: i64) {
        match self.terms.binary_search_by(|(u, _)| u.cmp(&t)) {
            Ok(i) => {
                self.terms[i].1 += k;
                if self.terms[i].1 == 0 {
                    self.terms.remove(i);
                }
            }
            Err(i) => {
                if k != 0 {
                    self.terms.insert(i, (t, k));
                }
            }
        }
    }
    /// Sum with a constant.
    pub fn offset(&self, c: i64) -> Ix {
        Ix { c: self.c + c, terms: self.terms.clone() }
    }
    /// Product with a constant.
    pub fn scale(&self, k: i64) -> Ix {
        if k == 0 {
            return Ix::constant(0);
        }
        Ix { c: self.c * k, terms: self.terms.iter().map(|(t, q)| (t.clone(), q * k)).collect() }
    }
    /// True if a run-time value is added, outside div and mod.
    pub fn has_value(&self) -> bool {
        self.terms.iter().any(|(t, _)| matches!(t, Term::Value(_)))
    }
    /// Coefficient of an axis outside div and mod.
    pub fn coef(&self, a: AxisId) -> i64 {
        self.terms.iter().find(|(t, _)| *t == Term::Axis(a)).map_or(0, |(_, k)| *k)
    }
    /// True if `a` occurs anywhere, also inside div, mod; expressions are asked through `in_expr`.
    pub fn mentions(&self, a: AxisId, in_expr: &dyn Fn(ExprId) -> bool) -> bool {
        self.terms.iter().any(|(t, _)| match t {
            Term::Axis(b) => *b == a,
            Term::Div(x, _) | Term::Mod(x, _) => x.mentions(a, in_expr),
            Term::Value(e) => in_expr(*e),
        })
    }
    /// Interval of values, inclusive, given each axis's interval (inclusive); `None` when a run-time value occurs.
    pub fn range(&self, axis: &dyn Fn(AxisId) -> (i64, i64)) -> Option<(i64, i64)> {
        let (mut lo, mut hi) = (self.c, self.c);
        for (t, k) in &self.terms {
            let (a, b) = match t {
                Term::Axis(x) => axis(*x),
                Term::Div(x, d) => {
                    let (a, b) = x.range(axis)?;
                    (a.div_euclid(*d), b.div_euclid(*d))
                }
                Term::Mod(x, d) => match x.range(axis)? {
                    (a, b) if a.div_euclid(*d) == b.div_euclid(*d) => (a.rem_euclid(*d), b.rem_euclid(*d)),
                    _ => (0, d - 1),
                },
                Term::Value(_) => return None,
            };
            let (a, b) = (a * k, b * k);
            lo += a.min(b);
            hi += a.max(b);
        }
        Some((lo, hi))
    }
    /// Floor quotient by `d > 0`, simplified with the axes' extents (`(16a + b) / 16 = a` when `0 ≤ b < 16`).
    pub fn div(&self, d: i64, extent: &dyn Fn(AxisId) -> i64) -> Ix {
        self.div_mod(d, extent).0
    }
    /// Remainder by `d > 0`, simplified likewise.
    pub fn rem(&self, d: i64, extent: &dyn Fn(AxisId) -> i64) -> Ix {
        self.div_mod(d, extent).1
    }
    fn div_mod(&self, d: i64, extent: &dyn Fn(AxisId) -> i64) -> (Ix, Ix) {
        if d == 1 {
            return (self.clone(), Ix::constant(0));
        }
        let interval = |a: AxisId| (0, (extent(a) - 1).max(0));
        // Split into a multiple of d and a rest.
        let mut quotient = Ix::constant(self.c.div_euclid(d));
        let mut rest = Ix::constant(self.c.rem_euclid(d));
        for (t, k) in &self.terms {
            if k % d == 0 {
                quotient.add_term(t.clone(), k / d);
            } else {
                rest.add_term(t.clone(), *k);
            }
        }
        match rest.range(&interval) {
            Some((lo, hi)) if lo.div_euclid(d) == hi.div_euclid(d) => {
                let q = lo.div_euclid(d);
                (quotient.offset(q), rest.offset(-q * d))
            }
            _ => {
                // x / d where x = y / e: nested quotients of a pure quotient merge.
                if let (0, [(Term::Div(x, e), 1)]) = (rest.c, rest.terms.as_slice()) {
                    let merged = x.div(e * d, extent);
                    return (quotient.add(&merged), Ix::term(Term::Mod(Box::new(rest), d)));
                }
                // (x mod e) mod d = x mod d when d divides e.
                if let (0, [(Term::Mod(x, e), 1)]) = (rest.c, rest.terms.as_slice())
                    && e % d == 0
                {
                    let m = x.rem(d, extent);
                    return (quotient.add(&Ix::term(Term::Div(Box::new(rest), d))), m);
                }
                let q = Ix::term(Term::Div(Box::new(rest.clone()), d));
                (quotient.add(&q), Ix::term(Term::Mod(Box::new(rest), d)))
            }
        }
    }
    /// Replaces axes by coordinates (and run-time values by others), keeping the normal form.
    pub fn substitute(
        &self,
        axis: &dyn Fn(AxisId) -> Ix,
        value: &mut dyn FnMut(ExprId) -> ExprId,
        extent: &dyn Fn(AxisId) -> i64,
    ) -> Ix {
        let mut out = Ix::constant(self.c);
        for (t, k) in &self.terms {
            let x = match t {
                Term::Axis(a) => axis(*a),
                Term::Div(x, d) => x.substitute(axis, value, extent).div(*d, extent),
                Term::Mod(x, d) => x.substitute(axis, value, extent).rem(*d, extent),
                Term::Value(e) => Ix::value(value(*e)),
            };
            out = out.add(&x.scale(*k));
        }
        out
    }
}
