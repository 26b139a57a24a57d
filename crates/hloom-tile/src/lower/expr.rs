//! Scalar expressions at the current point: scalars where all lanes agree, else vectors.

use super::lin::{Lin, fits_i32};
use super::{Env, Lower, LowerError, Res};
use crate::ix::{Ix, Term};
use crate::kernel::{Expr as K, ExprId, Kernel};
use crate::loop_ir::*;

impl Lower<'_> {
    /// A coordinate at the point of `env`.
    pub(super) fn ix(&mut self, x: &Ix, env: &mut Env) -> Res<Lin> {
        let mut out = Lin::constant(x.c);
        for (t, k) in &x.terms {
            let l = match t {
                Term::Axis(a) => self.coord(env, *a)?,
                Term::Div(y, d) => {
                    let y = self.ix(y, env)?;
                    self.lin_div_mod(&y, *d).0
                }
                Term::Mod(y, d) => {
                    let y = self.ix(y, env)?;
                    self.lin_div_mod(&y, *d).1
                }
                Term::Value(e) => {
                    let v = self.eval(*e, env)?;
                    self.lin_of(*e, v)?
                }
            };
            self.lin_add(&mut out, &l, *k);
        }
        Ok(out)
    }

    /// An expression at the point of `env`.
    pub(super) fn eval(&mut self, e: ExprId, env: &mut Env) -> Res<Val> {
        if let Some(v) = env.memo.get(&e) {
            return Ok(*v);
        }
        let k = self.k;
        let v = self.compute(k.expr(e), k.elem(e), env)?;
        env.memo.insert(e, v);
        Ok(v)
    }

    fn eval2(&mut self, a: ExprId, b: ExprId, env: &mut Env) -> Res<(Val, Val)> {
        let (a, b) = (self.eval(a, env)?, self.eval(b, env)?);
        let n = self.b.ty(a).lanes.max(self.b.ty(b).lanes);
        Ok((self.b.splat(a, n), self.b.splat(b, n)))
    }

    /// A division by the inverse, where one number divides vectors and is there before they are.
    fn by_inverse(&mut self, a: ExprId, b: ExprId, env: &mut Env) -> Res<Option<Val>> {
        let (a, b) = (self.eval(a, env)?, self.eval(b, env)?);
        let fits = self.b.ty(a).lanes > 1 && self.b.ty(b).lanes == 1 && self.b.depth_of(b) < self.b.depth();
        Ok(fits.then(|| crate::quotient::by_scalar(&mut self.b, a, b)))
    }

    /// An integer that is a coordinate or known.
    fn place(&mut self, e: ExprId, env: &mut Env) -> Res<Option<Lin>> {
        let k = self.k;
        Ok(match k.expr(e) {
            K::Int(i) => Some(Lin::constant(*i)),
            K::Coord(x) => Some(self.ix(x, env)?),
            K::Cast(CastOp::Trunc, a) if k.elem(e) == Elem::I32 => match k.expr(*a) {
                K::Coord(x) => Some(self.ix(x, env)?).filter(|l| self.lin_range(l).is_some_and(fits_i32)),
                _ => None,
            },
            _ => None,
        })
    }

    /// A comparison of coordinates: decided where their ranges decide it, else of vectors of 32 bits where these hold them.
    fn compare_coords(&mut self, op: CmpOp, a: ExprId, b: ExprId, env: &mut Env) -> Res<Option<Val>> {
        let is_coord = |e: ExprId| !matches!(self.k.expr(e), K::Int(_));
        if !is_coord(a) && !is_coord(b) {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (self.place(a, env)?, self.place(b, env)?) else { return Ok(None) };
        let (Some(ra), Some(rb)) = (self.lin_range(&a), self.lin_range(&b)) else { return Ok(None) };
        let decided = match op {
            CmpOp::SLt if ra.1 < rb.0 => Some(true),
            CmpOp::SLt if ra.0 >= rb.1 => Some(false),
            CmpOp::SLe if ra.1 <= rb.0 => Some(true),
            CmpOp::SLe if ra.0 > rb.1 => Some(false),
            CmpOp::Eq | CmpOp::Ne if ra.1 < rb.0 || rb.1 < ra.0 => Some(op == CmpOp::Ne),
            CmpOp::SLt | CmpOp::SLe | CmpOp::Eq | CmpOp::Ne => None,
            _ => return Ok(None),
        };
        if let Some(known) = decided {
            return Ok(Some(self.b.int(Ty::scalar(Elem::I1), i64::from(known))));
        }
        if a.is_uniform() && b.is_uniform() || !fits_i32(ra) || !fits_i32(rb) {
            return Ok(None);
        }
        let (a, b) = (self.lin_value(&a, Elem::I32), self.lin_value(&b, Elem::I32));
        let (a, b) = (self.b.splat(a, self.lanes), self.b.splat(b, self.lanes));
        Ok(Some(self.b.cmp(op, a, b)))
    }

    fn compute(&mut self, e: &K, elem: Elem, env: &mut Env) -> Res<Val> {
        Ok(match e {
            K::Int(i) => self.b.int(Ty::scalar(elem), *i),
            K::Float(bits) => self.b.expr(Ty::scalar(elem), Expr::Float(*bits)),
            K::Coord(x) => {
                let l = self.ix(x, env)?;
                self.lin_value(&l, Elem::I64)
            }
            K::Load { buf, index, when, other } => self.load(*buf, index, when, *other, env)?,
            K::Read(d, c, index) => {
                let coords = index.iter().map(|x| self.ix(x, env)).collect::<Res<Vec<Lin>>>()?;
                self.read_def(*d, *c, coords, env)?
            }
            K::Param(i) => *env
                .params
                .get(*i as usize)
                .ok_or_else(|| LowerError::Kernel(format!("parameter {i} outside a custom combiner")))?,
            K::Un(op, a) => {
                let a = self.eval(*a, env)?;
                self.b.un(*op, a)
            }
            K::Bin(op, a, b) => {
                if *op == BinOp::FDiv
                    && self.target.slow_division
                    && let Some(q) = self.by_inverse(*a, *b, env)?
                {
                    return Ok(q);
                }
                let (a, b) = self.eval2(*a, *b, env)?;
                self.b.bin(*op, a, b)
            }
            K::Cmp(op, a, b) => match self.compare_coords(*op, *a, *b, env)? {
                Some(v) => v,
                None => {
                    let (a, b) = self.eval2(*a, *b, env)?;
                    self.b.cmp(*op, a, b)
                }
            },
            K::Select(c, a, b) => {
                let c = self.eval(*c, env)?;
                if let Some(known) = self.b.as_truth(c) {
                    return self.eval(if known { *a } else { *b }, env);
                }
                let (a, b) = self.eval2(*a, *b, env)?;
                let n = self.b.ty(a).lanes.max(self.b.ty(c).lanes);
                let (a, b) = (self.b.splat(a, n), self.b.splat(b, n));
                self.b.select(c, a, b)
            }
            K::Fma(a, b, c) => {
                let (a, b) = self.eval2(*a, *b, env)?;
                let c = self.eval(*c, env)?;
                let n = self.b.ty(a).lanes.max(self.b.ty(c).lanes);
                let (a, b, c) = (self.b.splat(a, n), self.b.splat(b, n), self.b.splat(c, n));
                self.b.fma(a, b, c)
            }
            // A coordinate is wanted in fewer bits: compute it so.
            K::Cast(CastOp::Trunc, a) if matches!(elem, Elem::I8 | Elem::I16 | Elem::I32) => {
                if let K::Coord(x) = self.k.expr(*a) {
                    let l = self.ix(x, env)?;
                    self.lin_value(&l, elem)
                } else {
                    let a = self.eval(*a, env)?;
                    self.b.cast(CastOp::Trunc, a, elem)
                }
            }
            K::Cast(op, a) => {
                let a = self.eval(*a, env)?;
                self.b.cast(*op, a, elem)
            }
            K::Round(dtype, a) => {
                let a = self.eval(*a, env)?;
                if let Some(half) = Kernel::half_elem(*dtype) {
                    return Ok(self.b.round(a, half));
                }
                let n = self.narrow(*dtype, a)?;
                self.widen(*dtype, n)?
            }
            K::Bits(dtype, a) => {
                let a = self.eval(*a, env)?;
                self.narrow(*dtype, a)?
            }
            K::OfBits(dtype, a) => {
                let a = self.eval(*a, env)?;
                self.widen(*dtype, a)?
            }
            K::Math(f, args) => {
                let mut vals = args.iter().map(|a| self.eval(*a, env)).collect::<Res<Vec<Val>>>()?;
                let n = vals.iter().map(|v| self.b.ty(*v).lanes).max().unwrap_or(1);
                for v in &mut vals {
                    *v = self.b.splat(*v, n);
                }
                crate::math::expand(&mut self.b, *f, &vals)
            }
        })
    }
}
