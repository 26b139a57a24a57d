//! Coordinates while lowering: linear forms over scalar values of the function, and over the lane number.

use super::{Lower, LowerError};
use crate::FuncBuilder;
use crate::kernel::{Expr as K, ExprId};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr, Ty, Val};
use smallvec::SmallVec;

/// `c + Σ k·value + lane·(number of the lane) + opaque`. Equal coordinates have equal forms when they differ by no
/// arithmetic that the normal form does not see.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Lin {
    /// Constant part.
    pub(super) c: i64,
    /// Scalar I64 values with their coefficients, outermost definition first.
    pub(super) terms: SmallVec<[(Val, i64); 4]>,
    /// Step from lane to lane.
    pub(super) lane: i64,
    /// Vector to add: of I32 if it has a [`Fact`] which 32 bits hold, else of I64.
    pub(super) opaque: Option<Val>,
}

/// What is known of an I64 value, of a vector in all lanes: an inclusive interval, and a number that divides it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) div: i64,
}

impl Fact {
    /// Of values between two, either of which may be the smaller.
    fn between(a: i64, b: i64) -> Fact {
        Fact { lo: a.min(b), hi: a.max(b), div: 1 }
    }

    /// The integers that vectors of such numbers have.
    fn elem(fact: Option<Fact>) -> Elem {
        if fact.is_some_and(|f| fits_i32((f.lo, f.hi))) { Elem::I32 } else { Elem::I64 }
    }
}

/// True if 32 bits hold all numbers of an inclusive interval.
pub(super) fn fits_i32((lo, hi): (i64, i64)) -> bool {
    i32::try_from(lo).is_ok() && i32::try_from(hi).is_ok()
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

impl Lin {
    pub(super) fn constant(c: i64) -> Lin {
        Lin { c, ..Lin::default() }
    }
    pub(super) fn value(v: Val) -> Lin {
        Lin { terms: smallvec::smallvec![(v, 1)], ..Lin::default() }
    }
    pub(super) fn is_uniform(&self) -> bool {
        self.lane == 0 && self.opaque.is_none()
    }
    /// The scalar part.
    pub(super) fn scalar_part(&self) -> Lin {
        Lin { c: self.c, terms: self.terms.clone(), lane: 0, opaque: None }
    }
    /// The coordinate in one lane, if that is a linear form.
    pub(super) fn at_lane(&self, i: i64) -> Option<Lin> {
        self.opaque.is_none().then(|| {
            let mut l = self.scalar_part();
            l.c += i * self.lane;
            l
        })
    }
    pub(super) fn offset(&self, c: i64) -> Lin {
        let mut l = self.clone();
        l.c = l.c.wrapping_add(c);
        l
    }
    /// `self + v·k`.
    pub(super) fn plus(mut self, v: Val, k: i64) -> Lin {
        self.add_term(v, k);
        self
    }
    /// `self - other` without opaque parts; `None` if `other` has one.
    pub(super) fn minus_uniform(&self, other: &Lin) -> Lin {
        let mut l = self.clone();
        l.c = l.c.wrapping_sub(other.c);
        for &(v, k) in &other.terms {
            l.add_term(v, -k);
        }
        l
    }
    fn add_term(&mut self, v: Val, k: i64) {
        match self.terms.binary_search_by_key(&v, |t| t.0) {
            Ok(i) => {
                self.terms[i].1 = self.terms[i].1.wrapping_add(k);
                if self.terms[i].1 == 0 {
                    self.terms.remove(i);
                }
            }
            Err(i) if k != 0 => self.terms.insert(i, (v, k)),
            Err(_) => {}
        }
    }
}

impl Lower<'_> {
    /// `acc += x * k`.
    pub(super) fn lin_add(&mut self, acc: &mut Lin, x: &Lin, k: i64) {
        if k == 0 {
            return;
        }
        acc.c = acc.c.wrapping_add(x.c.wrapping_mul(k));
        for &(v, q) in &x.terms {
            acc.add_term(v, q.wrapping_mul(k));
        }
        acc.lane = acc.lane.wrapping_add(x.lane.wrapping_mul(k));
        if let Some(o) = x.opaque {
            let scaled = if k == 1 { o } else { self.scaled(o, k) };
            acc.opaque = Some(match acc.opaque {
                None => scaled,
                Some(p) => self.sum(p, scaled),
            });
        }
    }

    /// `o * k`.
    fn scaled(&mut self, o: Val, k: i64) -> Val {
        let fact = self.facts.get(&o).and_then(|f| Some(Fact::between(f.lo.checked_mul(k)?, f.hi.checked_mul(k)?)));
        let elem = Fact::elem(fact);
        let o = self.in_bits(o, elem);
        let f = self.b.int(self.b.ty(o), k);
        let v = self.b.bin(BinOp::Mul, o, f);
        self.know(v, fact);
        v
    }

    /// `p + q`.
    fn sum(&mut self, p: Val, q: Val) -> Val {
        let both = self.facts.get(&p).zip(self.facts.get(&q));
        let fact = both.and_then(|(p, q)| Some(Fact::between(p.lo.checked_add(q.lo)?, p.hi.checked_add(q.hi)?)));
        let elem = Fact::elem(fact);
        let (p, q) = (self.in_bits(p, elem), self.in_bits(q, elem));
        let v = self.b.bin(BinOp::Add, p, q);
        self.know(v, fact);
        v
    }

    /// An I32 or I64 as a kind of integer, in all lanes: its low bits, or with bits above that keep the number.
    fn in_bits(&mut self, v: Val, elem: Elem) -> Val {
        match (self.b.ty(v).elem, elem) {
            (of, to) if of == to => v,
            (Elem::I32, Elem::I64) => {
                let fact = self.facts.get(&v).copied();
                let op = if fact.is_some_and(|f| f.lo >= 0) { CastOp::ZExt } else { CastOp::SExt };
                let wide = self.b.cast(op, v, elem);
                self.know(wide, fact);
                wide
            }
            _ => self.b.cast(CastOp::Trunc, v, elem),
        }
    }

    /// The form of a vector alone.
    fn opaque(&mut self, v: Val) -> Lin {
        let fact = self.facts.get(&v).copied();
        let v = self.in_bits(v, Fact::elem(fact));
        self.know(v, fact);
        Lin { opaque: Some(v), ..Lin::default() }
    }

    /// Notes what is known of a value, if something is and nothing was.
    pub(super) fn know(&mut self, v: Val, fact: Option<Fact>) {
        if let Some(fact) = fact {
            self.facts.entry(v).or_insert(fact);
        }
    }

    /// Interval of the values in all lanes; `None` if unknown.
    pub(super) fn lin_range(&self, l: &Lin) -> Option<(i64, i64)> {
        let (mut lo, mut hi) = (l.c, l.c);
        let mut see = |a: i64, b: i64| -> Option<()> {
            lo = lo.checked_add(a.min(b))?;
            hi = hi.checked_add(a.max(b))?;
            Some(())
        };
        for &(v, k) in &l.terms {
            let f = self.facts.get(&v)?;
            see(f.lo.checked_mul(k)?, f.hi.checked_mul(k)?)?;
        }
        if let Some(o) = l.opaque {
            let f = self.facts.get(&o)?;
            see(f.lo, f.hi)?;
        }
        see(0, l.lane.checked_mul(i64::from(self.lanes()) - 1)?)?;
        Some((lo, hi))
    }

    /// A number that divides the scalar part without its constant.
    pub(super) fn lin_div(&self, l: &Lin) -> i64 {
        l.terms.iter().fold(0, |g, (v, k)| gcd(g, self.facts.get(v).map_or(1, |f| f.div).saturating_mul(*k)))
    }

    pub(super) fn lin_scalar(&mut self, l: &Lin) -> Val {
        let mut acc: Option<Val> = None;
        for &(v, k) in &l.terms {
            let t = self.b.mul_const(v, k);
            acc = Some(match acc {
                None => t,
                Some(a) => self.b.add(a, t),
            });
        }
        let c = self.b.i64(l.c);
        match acc {
            None => c,
            Some(a) => self.b.add(a, c),
        }
    }

    /// The coordinate as a value: scalar if uniform, else a vector, of I64 or a narrower integer (low bits).
    pub(super) fn lin_value(&mut self, l: &Lin, elem: Elem) -> Val {
        let s = self.lin_scalar(&l.scalar_part());
        let s = if let Some(c) = self.b.as_int(s) { self.b.int(Ty::scalar(elem), c) } else { self.in_bits(s, elem) };
        if l.is_uniform() {
            return s;
        }
        let w = self.lanes();
        let ty = Ty::vector(elem, w);
        let mut v = self.b.splat(s, w);
        if l.lane != 0 {
            let n = self.b.expr(ty, Expr::Lanes);
            let k = self.b.int(ty, l.lane);
            let n = if l.lane == 1 { n } else { self.b.bin(BinOp::Mul, n, k) };
            v = if self.b.as_int(s) == Some(0) { n } else { self.b.bin(BinOp::Add, v, n) };
        }
        if let Some(o) = l.opaque {
            let o = self.in_bits(o, elem);
            v = self.b.bin(BinOp::Add, v, o);
        }
        v
    }

    /// Bounds of an integer expression, as a signed number, that its kind states, or a clamp not far down.
    fn bounds(&self, e: ExprId, depth: usize) -> (i64, i64) {
        let bits = self.k.elem(e).bits();
        let whole = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        match self.k.expr(e) {
            K::Int(i) => {
                // The constants of unsigned kinds may be above.
                let i = *i << (64 - bits) >> (64 - bits);
                (i, i)
            }
            _ if depth == 0 => whole,
            K::Bin(op @ (BinOp::SMin | BinOp::SMax | BinOp::UMin), a, b) => {
                let ((a, p), (b, q)) = (self.bounds(*a, depth - 1), self.bounds(*b, depth - 1));
                match op {
                    BinOp::SMin => (a.min(b), p.min(q)),
                    BinOp::SMax => (a.max(b), p.max(q)),
                    // As unsigned numbers, those that are not negative are the smaller ones.
                    _ if a >= 0 && b >= 0 => (a.min(b), p.min(q)),
                    _ if a >= 0 => (0, p),
                    _ if b >= 0 => (0, q),
                    _ => whole,
                }
            }
            K::Cast(op @ (CastOp::ZExt | CastOp::SExt), a) => match (op, self.bounds(*a, depth - 1)) {
                (CastOp::ZExt, (lo, _)) if lo < 0 => (0, !(-1 << self.k.elem(*a).bits())),
                (_, within) => within,
            },
            _ => whole,
        }
    }

    /// Form of an expression whose value was computed: itself.
    pub(super) fn lin_of(&mut self, e: ExprId, v: Val) -> Result<Lin, LowerError> {
        if let Some(c) = self.b.as_int(v) {
            return Ok(Lin::constant(c));
        }
        let (lo, hi) = self.bounds(e, 4);
        self.know(v, ((lo, hi) != (i64::MIN, i64::MAX)).then(|| Fact::between(lo, hi)));
        match self.b.ty(v) {
            Ty::I64 => Ok(Lin::value(v)),
            t if t.elem == Elem::I64 => Ok(self.opaque(v)),
            t => Err(LowerError::Kernel(format!("a coordinate of kind {t}"))),
        }
    }

    /// Floor quotient and remainder by `d > 0`.
    pub(super) fn lin_div_mod(&mut self, l: &Lin, d: i64) -> (Lin, Lin) {
        if d == 1 {
            return (l.clone(), Lin::constant(0));
        }
        // The part that d divides goes out.
        let mut q = Lin::constant(l.c.div_euclid(d));
        let mut rest = Lin { c: l.c.rem_euclid(d), opaque: l.opaque, ..Lin::default() };
        for &(v, k) in &l.terms {
            if k % d == 0 { q.add_term(v, k / d) } else { rest.add_term(v, k) }
        }
        if l.lane % d == 0 {
            q.lane = l.lane / d
        } else {
            rest.lane = l.lane
        }
        if let Some((lo, hi)) = self.lin_range(&rest)
            && lo.div_euclid(d) == hi.div_euclid(d)
        {
            let n = lo.div_euclid(d);
            return (q.offset(n), rest.offset(-n * d));
        }
        // Lanes that stay inside one multiple of g, which divides d, share the quotient.
        if rest.opaque.is_none() {
            let g = gcd(self.lin_div(&rest), d);
            let reach = rest.lane * (i64::from(self.lanes()) - 1);
            let c0 = rest.c.rem_euclid(g.max(1));
            if rest.lane == 0 || (g > 0 && c0 + reach.min(0) >= 0 && c0 + reach.max(0) < g) {
                let s = self.lin_scalar(&rest.scalar_part());
                let (qv, rv) = self.div_mod_values(s, d, self.lin_range(&rest.scalar_part()));
                q.add_term(qv, 1);
                let mut r = Lin::value(rv);
                r.lane = rest.lane;
                return (q, r);
            }
        }
        let range = self.lin_range(&rest);
        let small = range.is_some_and(|(lo, hi)| lo >= 0 && hi <= i64::from(i32::MAX));
        let elem = if small { Elem::I32 } else { Elem::I64 };
        let v = self.lin_value(&rest, elem);
        let (qv, rv) = self.div_mod_values(v, d, range);
        let quotient = self.opaque(qv);
        self.lin_add(&mut q, &quotient, 1);
        (q, self.opaque(rv))
    }

    /// Floor quotient and remainder of values within a range, if it is known, and what is known of them.
    fn div_mod_values(&mut self, v: Val, d: i64, range: Option<(i64, i64)>) -> (Val, Val) {
        let (q, r) = divided(&mut self.b, v, d, range.is_some_and(|r| r.0 >= 0));
        self.know(q, range.map(|(lo, hi)| Fact::between(lo.div_euclid(d), hi.div_euclid(d))));
        self.know(r, Some(Fact::between(0, d - 1)));
        (q, r)
    }
}

fn divided(b: &mut FuncBuilder, v: Val, d: i64, nonneg: bool) -> (Val, Val) {
    let ty = b.ty(v);
    let dv = b.int(ty, d);
    if nonneg && d & (d - 1) == 0 {
        let sh = b.int(ty, i64::from(d.trailing_zeros()));
        let m = b.int(ty, d - 1);
        return (b.bin(BinOp::LShr, v, sh), b.bin(BinOp::And, v, m));
    }
    if nonneg {
        let q = b.bin(BinOp::UDiv, v, dv);
        let back = b.bin(BinOp::Mul, q, dv);
        return (q, b.bin(BinOp::Sub, v, back));
    }
    let q = b.bin(BinOp::SDiv, v, dv);
    let back = b.bin(BinOp::Mul, q, dv);
    let r = b.bin(BinOp::Sub, v, back);
    let (zero, one) = (b.int(ty, 0), b.int(ty, 1));
    let neg = b.cmp(CmpOp::SLt, r, zero);
    let (q1, r1) = (b.bin(BinOp::Sub, q, one), b.bin(BinOp::Add, r, dv));
    (b.select(neg, q1, q), b.select(neg, r1, r))
}
