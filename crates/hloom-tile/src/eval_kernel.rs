//! The evaluator of kernels: what a kernel means, point by point, without any schedule. Slow and obvious; the oracle for
//! [`crate::lower()`].
//!
//! A Reduce is the fold in order from `init`. Functions of [`crate::math`] are evaluated through their loop IR, one lane.

use crate::FuncBuilder;
use crate::eval::{Machine, ops};
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::loop_ir::{CastOp, Elem, Func, ParamAttrs, Program, Stmt, Ty};
use crate::math::MathFn;
use hloom_num::{DType, DTypeKind, scalar};
use rustc_hash::FxHashMap;

/// Runs a kernel on buffers (one list of bytes per buffer parameter, dense).
pub fn eval_kernel(kernel: &Kernel, bufs: &mut [Vec<u8>]) -> Result<(), String> {
    let mut e = Eval { k: kernel, bufs: bufs.to_vec(), memo: FxHashMap::default() };
    for o in &kernel.outs {
        let axes = &kernel.def(o.def).axes;
        let mut point: Point = vec![None; kernel.axes.len()];
        let dtype = kernel.bufs[o.buf.0 as usize].dtype;
        e.each(axes, &mut point, &mut |e, point| {
            if !e.pred(&o.when, point)? {
                return Ok(());
            }
            let at = e.offset(o.buf, &o.index, point)?;
            let coords = axes.iter().map(|a| point[a.0 as usize].unwrap_or(0)).collect();
            let bits = e.def(o.def, coords)?[o.component as usize];
            let n = dtype.byte_size();
            let out = bufs[o.buf.0 as usize].get_mut(at * n..(at + 1) * n).ok_or("a store outside its buffer")?;
            out.copy_from_slice(&store(dtype, bits).to_le_bytes()[..n]);
            Ok(())
        })?;
    }
    Ok(())
}

type Point = Vec<Option<i64>>;
type Res<T> = Result<T, String>;

struct Eval<'k> {
    k: &'k Kernel,
    bufs: Vec<Vec<u8>>,
    memo: FxHashMap<(DefId, Vec<i64>), Vec<u64>>,
}

/// Bits in the kind to compute with.
fn load(dtype: DType, bits: u64) -> u64 {
    let elem = Kernel::compute_elem(dtype);
    match dtype.kind() {
        DTypeKind::Bool => bits & 1,
        DTypeKind::Float => ops::float_bits(elem, scalar::decode_float(dtype, bits)),
        DTypeKind::Signed if dtype.bits() < 8 => {
            let up = 64 - dtype.bits();
            ops::clip(elem, ((bits << up) as i64 >> up) as u64)
        }
        DTypeKind::Unsigned if dtype.bits() < 8 => bits & ((1 << dtype.bits()) - 1),
        _ => bits,
    }
}

/// Bits in memory.
fn store(dtype: DType, bits: u64) -> u64 {
    match dtype.kind() {
        DTypeKind::Float => scalar::encode_float(dtype, ops::float_value(Kernel::compute_elem(dtype), bits)),
        DTypeKind::Signed | DTypeKind::Unsigned if dtype.bits() < 8 => load(dtype, bits),
        _ => bits,
    }
}

impl Eval<'_> {
    fn each(
        &mut self,
        axes: &[AxisId],
        point: &mut Point,
        f: &mut dyn FnMut(&mut Self, &mut Point) -> Res<()>,
    ) -> Res<()> {
        let Some((a, rest)) = axes.split_first() else { return f(self, point) };
        for i in 0..self.k.extent(*a) {
            point[a.0 as usize] = Some(i);
            self.each(rest, point, f)?;
        }
        point[a.0 as usize] = None;
        Ok(())
    }

    fn ix(&mut self, x: &Ix, p: &mut Point, params: &[u64]) -> Res<i64> {
        let mut v = x.c;
        for (t, k) in &x.terms {
            let t = match t {
                Term::Axis(a) => p[a.0 as usize].ok_or("a coordinate of an axis that the Def does not have")?,
                Term::Div(y, d) => self.ix(y, p, params)?.div_euclid(*d),
                Term::Mod(y, d) => self.ix(y, p, params)?.rem_euclid(*d),
                Term::Value(e) => self.expr(*e, p, params)? as i64,
            };
            v += t * k;
        }
        Ok(v)
    }

    fn pred(&mut self, w: &Pred, p: &mut Point) -> Res<bool> {
        for a in &w.0 {
            let holds = match a {
                Atom::Range(x, lo, hi) => (*lo..*hi).contains(&self.ix(x, p, &[])?),
                Atom::Divides(x, d) => self.ix(x, p, &[])?.rem_euclid(*d) == 0,
                Atom::Cond(e) => self.expr(*e, p, &[])? == 1,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn offset(&mut self, buf: BufId, index: &[Ix], p: &mut Point) -> Res<usize> {
        let k = self.k;
        let data = &k.bufs[buf.0 as usize];
        let mut at = 0;
        for ((x, n), s) in index.iter().zip(&data.dims).zip(&data.strides) {
            let i = self.ix(x, p, &[])?;
            if !(0..*n).contains(&i) {
                return Err(format!("coordinate {i} in a dimension of {n} of buffer {}", buf.0));
            }
            at += i * s;
        }
        usize::try_from(at).map_err(|_| "negative offset".to_string())
    }

    fn def(&mut self, d: DefId, coords: Vec<i64>) -> Res<Vec<u64>> {
        if let Some(v) = self.memo.get(&(d, coords.clone())) {
            return Ok(v.clone());
        }
        let k = self.k;
        let data = k.def(d);
        let mut p: Point = vec![None; k.axes.len()];
        for (a, c) in data.axes.iter().zip(&coords) {
            p[a.0 as usize] = Some(*c);
        }
        let v = match &data.body {
            Body::Map(e) => e.iter().map(|e| self.expr(*e, &mut p, &[])).collect::<Res<Vec<u64>>>()?,
            Body::Reduce { over, comb, init, args, when } => {
                let mut acc = init.iter().map(|e| self.expr(*e, &mut p, &[])).collect::<Res<Vec<u64>>>()?;
                let elem = data.tys[0];
                self.each(over, &mut p, &mut |s, p| {
                    if !s.pred(when, p)? {
                        return Ok(());
                    }
                    let x = args.iter().map(|e| s.expr(*e, p, &[])).collect::<Res<Vec<u64>>>()?;
                    acc = match comb {
                        Comb::Bin(op) => vec![ops::bin(*op, elem, acc[0], x[0])?],
                        Comb::Fma if elem.is_float() => vec![ops::fma(elem, x[0], x[1], acc[0])],
                        Comb::Fma => vec![ops::clip(elem, acc[0].wrapping_add(x[0].wrapping_mul(x[1])))],
                        Comb::Dot(op) => vec![ops::dot(*op, x[0], x[1], acc[0])],
                        Comb::Custom { results, .. } => {
                            let params: Vec<u64> = acc.iter().chain(&x).copied().collect();
                            results.iter().map(|e| s.expr(*e, p, &params)).collect::<Res<Vec<u64>>>()?
                        }
                    };
                    Ok(())
                })?;
                acc
            }
        };
        self.memo.insert((d, coords), v.clone());
        Ok(v)
    }

    fn expr(&mut self, e: ExprId, p: &mut Point, params: &[u64]) -> Res<u64> {
        let k = self.k;
        let elem = k.elem(e);
        Ok(match k.expr(e) {
            Expr::Int(i) => ops::clip(elem, *i as u64),
            Expr::Float(b) => ops::float_bits(elem, f64::from_bits(*b)),
            Expr::Coord(x) => self.ix(x, p, params)? as u64,
            Expr::Load { buf, index, when, other } => {
                if !self.pred(when, p)? {
                    return self.expr(other.ok_or("a guarded load without other value")?, p, params);
                }
                let at = self.offset(*buf, index, p)?;
                let dtype = k.bufs[buf.0 as usize].dtype;
                let n = dtype.byte_size();
                let bytes = self.bufs[buf.0 as usize].get(at * n..(at + 1) * n).ok_or("a load outside its buffer")?;
                load(dtype, bytes.iter().rev().fold(0, |x, b| x << 8 | u64::from(*b)))
            }
            Expr::Read(d, c, index) => {
                let coords = index.iter().map(|x| self.ix(x, p, params)).collect::<Res<Vec<i64>>>()?;
                self.def(*d, coords)?[*c as usize]
            }
            Expr::Param(i) => params[*i as usize],
            Expr::Un(op, a) => ops::un(*op, elem, self.expr(*a, p, params)?),
            Expr::Bin(op, a, b) => ops::bin(*op, elem, self.expr(*a, p, params)?, self.expr(*b, p, params)?)?,
            Expr::Cmp(op, a, b) => {
                u64::from(ops::cmp(*op, k.elem(*a), self.expr(*a, p, params)?, self.expr(*b, p, params)?))
            }
            Expr::Select(c, a, b) => {
                let c = self.expr(*c, p, params)?;
                self.expr(if c == 1 { *a } else { *b }, p, params)?
            }
            Expr::Fma(a, b, c) => {
                let (a, b) = (self.expr(*a, p, params)?, self.expr(*b, p, params)?);
                ops::fma(elem, a, b, self.expr(*c, p, params)?)
            }
            Expr::Cast(CastOp::Bitcast, a) => self.expr(*a, p, params)?,
            Expr::Cast(op, a) => ops::cast(*op, k.elem(*a), elem, self.expr(*a, p, params)?),
            Expr::Round(dtype, a) => load(*dtype, store(*dtype, self.expr(*a, p, params)?)),
            Expr::Bits(dtype, a) => store(*dtype, self.expr(*a, p, params)?),
            Expr::OfBits(dtype, a) => load(*dtype, self.expr(*a, p, params)?),
            Expr::Math(f, args) => {
                let vals = args.iter().map(|a| self.expr(*a, p, params)).collect::<Res<Vec<u64>>>()?;
                let elems: Vec<Elem> = args.iter().map(|a| k.elem(*a)).collect();
                math(*f, &elems, elem, &vals)?
            }
        })
    }
}

/// One function value, through its expansion.
fn math(f: MathFn, elems: &[Elem], ret: Elem, vals: &[u64]) -> Res<u64> {
    let params: Vec<(Ty, ParamAttrs)> = elems.iter().map(|e| (Ty::scalar(*e), ParamAttrs::default())).collect();
    let mut b = FuncBuilder::new("f", &params, Some(Ty::scalar(ret)));
    let args: Vec<_> = (0..elems.len()).map(|i| b.param(i)).collect();
    let v = crate::math::expand(&mut b, f, &args);
    b.push(Stmt::Return(Some(v)));
    let func: Func = b.finish(true, false);
    let program = Program { funcs: vec![func], externs: vec![] };
    let mut m = Machine::new(&program);
    let r = m.call("f", vals)?;
    r.map(|l| l[0]).ok_or_else(|| "no value".into())
}
