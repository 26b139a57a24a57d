//! Run-time indices that are known after all: integer expressions over coordinates alone.
//!
//! Programs compute with `iota` what they read: frames of a signal are `x[160 * arange(98)[:, None] + arange(400)]`, for which JAX adds what
//! makes negative indices count from the end, and a clamp. Where the ranges of coordinates say that neither does anything, what is left is a
//! coordinate like those of a slice, and what lies side by side is read as vectors.

use hloom_tile::ix::Ix;
use hloom_tile::kernel::{Atom, AxisId, Expr, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem};
use hloom_tile::math::MathFn;

/// Expressions that are looked into, at most.
const MOST: u32 = 64;

/// The coordinate that an integer expression is wherever the guards hold, if it is one with values from 0 to `max`.
pub(crate) fn coordinate(k: &Kernel, guards: &[Atom], e: ExprId, max: i64) -> Option<Ix> {
    let mut a = Affine { k, guards, left: MOST };
    let x = a.of(e)?;
    a.range(&x).is_some_and(|(lo, hi)| 0 <= lo && hi <= max).then_some(x)
}

struct Affine<'a> {
    k: &'a Kernel,
    guards: &'a [Atom],
    left: u32,
}

impl Affine<'_> {
    /// Bounds of an axis where the guards hold, inclusive.
    fn interval(&self, a: AxisId) -> (i64, i64) {
        let mut r = (0, (self.k.extent(a) - 1).max(0));
        for g in self.guards {
            if let Atom::Range(x, lo, hi) = g
                && x.as_axis() == Some(a)
            {
                r = (r.0.max(*lo), r.1.min(*hi - 1));
            }
        }
        // (Where nothing holds, nothing is read.)
        (r.0, r.1.max(r.0))
    }

    fn range(&self, x: &Ix) -> Option<(i64, i64)> {
        x.range(&|a| self.interval(a))
    }

    /// A sum or product that the type has room for: it is read as a signed number, whatever it is.
    fn fitting(&self, x: Ix, elem: Elem) -> Option<Ix> {
        let (lo, hi) = self.range(&x)?;
        let most = i64::MAX >> (64 - 8 * elem.bytes());
        (-most <= lo && hi <= most).then_some(x)
    }

    /// The signed value of an expression.
    fn of(&mut self, e: ExprId) -> Option<Ix> {
        self.left = self.left.checked_sub(1)?;
        let elem = self.k.elem(e);
        if matches!(elem, Elem::I1) || elem.is_float() {
            return None;
        }
        match self.k.expr(e).clone() {
            Expr::Int(i) => self.fitting(Ix::constant(i), elem),
            Expr::Coord(x) => self.range(&x).is_some().then_some(x),
            Expr::Cast(CastOp::Trunc, a) => {
                let x = self.of(a)?;
                self.fitting(x, elem)
            }
            Expr::Cast(CastOp::SExt, a) => self.of(a),
            Expr::Cast(CastOp::ZExt, a) => {
                let x = self.of(a)?;
                (self.range(&x)?.0 >= 0).then_some(x)
            }
            Expr::Bin(op, a, b) => {
                let (x, y) = (self.of(a)?, self.of(b)?);
                self.binary(op, x, y, elem)
            }
            Expr::Math(f @ (MathFn::SDiv | MathFn::UDiv | MathFn::SRem | MathFn::URem), args) => {
                let (x, d) = (self.of(args[0])?, self.of(args[1])?.as_const().filter(|d| *d > 0)?);
                let extent = |a: AxisId| self.k.extent(a);
                let divides = matches!(f, MathFn::SDiv | MathFn::UDiv);
                (self.range(&x)?.0 >= 0).then(|| if divides { x.div(d, &extent) } else { x.rem(d, &extent) })
            }
            Expr::Select(c, a, b) => {
                let holds = self.holds(c)?;
                self.of(if holds { a } else { b })
            }
            _ => None,
        }
    }

    fn binary(&self, op: BinOp, x: Ix, y: Ix, elem: Elem) -> Option<Ix> {
        let ((x_lo, x_hi), (y_lo, y_hi)) = (self.range(&x)?, self.range(&y)?);
        let positive = x_lo >= 0 && y_lo >= 0;
        match op {
            BinOp::Add => self.fitting(x.add(&y), elem),
            BinOp::Sub => self.fitting(x.add(&y.scale(-1)), elem),
            BinOp::Mul => {
                let (x, k) = if let Some(k) = y.as_const() { (x, k) } else { (y, x.as_const()?) };
                let (lo, hi) = self.range(&x)?;
                lo.checked_mul(k)?;
                hi.checked_mul(k)?;
                self.fitting(x.scale(k), elem)
            }
            BinOp::SMin if x_hi <= y_lo => Some(x),
            BinOp::SMin if y_hi <= x_lo => Some(y),
            BinOp::SMax if x_lo >= y_hi => Some(x),
            BinOp::SMax if y_lo >= x_hi => Some(y),
            BinOp::UMin if positive && x_hi <= y_lo => Some(x),
            BinOp::UMin if positive && y_hi <= x_lo => Some(y),
            _ => None,
        }
    }

    /// Whether a comparison holds, if it is the same at all points.
    fn holds(&mut self, c: ExprId) -> Option<bool> {
        let Expr::Cmp(op, a, b) = *self.k.expr(c) else { return None };
        let (x, y) = (self.of(a)?, self.of(b)?);
        let (x, y) = (self.range(&x)?, self.range(&y)?);
        let positive = x.0 >= 0 && y.0 >= 0;
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match op {
            CmpOp::SLt => decide(x.1 < y.0, x.0 >= y.1),
            CmpOp::SLe => decide(x.1 <= y.0, x.0 > y.1),
            CmpOp::ULt if positive => decide(x.1 < y.0, x.0 >= y.1),
            CmpOp::ULe if positive => decide(x.1 <= y.0, x.0 > y.1),
            _ => None,
        }
    }
}
