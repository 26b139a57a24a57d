//! Kernel expressions and stored elements as loop IR, scalar or some lanes at a time.

use super::Scalars;
use crate::FuncBuilder;
use crate::ix::{Ix, Term};
use crate::kernel::{BufId, Expr, ExprId, Kernel};
use crate::loop_ir::{self, BinOp, CastOp, Elem, Ty, Val};
use crate::lower::stored;
use crate::small_float;
use hloom_num::DType;
use rustc_hash::FxHashMap;

/// Writes expressions for these parameters; their values, of as many lanes as the parameters have.
///
/// # Errors
/// An expression that is more than a function of parameters and constants.
pub fn emit(b: &mut FuncBuilder, s: Scalars<'_>, params: &[Val]) -> Result<Vec<Val>, String> {
    let lanes = params.first().map_or(1, |x| b.ty(*x).lanes);
    let mut emitter = Emitter { kernel: s.kernel, params, points: None, memo: FxHashMap::default() };
    s.results.iter().map(|&e| emitter.emit(b, e).map(|v| b.splat(v, lanes))).collect()
}

/// Neighbouring points of a kernel's only axis, one a lane.
#[derive(Clone, Copy)]
pub struct Points<'a> {
    /// The first one, I64.
    pub first: Val,
    /// How many.
    pub lanes: u32,
    /// Addresses of the kernel's buffers.
    pub bufs: &'a [Val],
}

/// The values with as many lanes as the one that has most.
fn join<V: AsMut<[Val]>>(b: &mut FuncBuilder, mut values: V) -> V {
    let lanes = values.as_mut().iter().map(|v| b.ty(*v).lanes).max().unwrap_or(1);
    values.as_mut().iter_mut().for_each(|v| *v = b.splat(*v, lanes));
    values
}

/// Writes expressions over parameters some of which are scalars and the others of one number of lanes. What depends on
/// scalars alone is a scalar. With points, expressions may be coordinates, and loads without guard at coordinates over the
/// point and run-time values; the kernel's buffers, its coordinates and their parts are below 2³¹ and not negative.
pub struct Emitter<'a> {
    /// Holds the expressions.
    pub kernel: &'a Kernel,
    /// Values of the parameters.
    pub params: &'a [Val],
    /// Where they are.
    pub points: Option<Points<'a>>,
    /// What is known already.
    pub memo: FxHashMap<ExprId, Val>,
}

impl Emitter<'_> {
    /// The value of an expression.
    ///
    /// # Errors
    /// As [`emit`].
    pub fn emit(&mut self, b: &mut FuncBuilder, e: ExprId) -> Result<Val, String> {
        if let Some(v) = self.memo.get(&e) {
            return Ok(*v);
        }
        let (kernel, params) = (self.kernel, self.params);
        let elem = kernel.elem(e);
        let mut x = |b: &mut FuncBuilder, e: ExprId| self.emit(b, e);
        let v = match kernel.expr(e) {
            Expr::Int(i) => b.int(Ty::scalar(elem), *i),
            Expr::Float(bits) => b.float(Ty::scalar(elem), f64::from_bits(*bits)),
            Expr::Param(i) => *params.get(*i as usize).ok_or("a parameter too many")?,
            Expr::Un(op, a) => {
                let a = x(b, *a)?;
                b.un(*op, a)
            }
            Expr::Bin(op, a, c) => {
                let operands = [x(b, *a)?, x(b, *c)?];
                let [a, c] = join(b, operands);
                b.bin(*op, a, c)
            }
            Expr::Cmp(op, a, c) => {
                let operands = [x(b, *a)?, x(b, *c)?];
                let [a, c] = join(b, operands);
                b.cmp(*op, a, c)
            }
            Expr::Select(c, a, d) => {
                let operands = [x(b, *c)?, x(b, *a)?, x(b, *d)?];
                let [c, a, d] = join(b, operands);
                b.select(c, a, d)
            }
            Expr::Fma(a, c, d) => {
                let operands = [x(b, *a)?, x(b, *c)?, x(b, *d)?];
                let [a, c, d] = join(b, operands);
                b.fma(a, c, d)
            }
            Expr::Cast(op, a) => {
                let a = x(b, *a)?;
                b.cast(*op, a, elem)
            }
            Expr::Round(dtype, a) => {
                let a = x(b, *a)?;
                round(b, *dtype, a)
            }
            Expr::Bits(dtype, a) => {
                let a = x(b, *a)?;
                small_float::encode(b, *dtype, a)
            }
            Expr::OfBits(dtype, a) => {
                let a = x(b, *a)?;
                small_float::decode(b, *dtype, a)
            }
            Expr::Math(f, args) => {
                let args = args.iter().map(|&a| x(b, a)).collect::<Result<Vec<_>, _>>()?;
                let args = join(b, args);
                crate::math::expand(b, *f, &args)
            }
            Expr::Coord(at) => {
                let at = self.index(b, at)?;
                b.cast(CastOp::SExt, at, Elem::I64)
            }
            Expr::Load { buf, index, when, other: None } if when.0.is_empty() => self.load(b, *buf, index)?,
            Expr::Load { .. } | Expr::Read(..) => return Err(OUTSIDE.into()),
        };
        self.memo.insert(e, v);
        Ok(v)
    }

    /// A coordinate, I32.
    fn index(&mut self, b: &mut FuncBuilder, x: &Ix) -> Result<Val, String> {
        let mut sum = b.int(Ty::scalar(Elem::I32), x.c);
        for (t, k) in &x.terms {
            let v = match t {
                Term::Axis(_) => {
                    let p = self.points.ok_or(OUTSIDE)?;
                    let ty = Ty::vector(Elem::I32, p.lanes);
                    let (first, lanes) = (b.cast(CastOp::Trunc, p.first, Elem::I32), b.expr(ty, loop_ir::Expr::Lanes));
                    let first = b.splat(first, p.lanes);
                    b.bin(BinOp::Add, first, lanes)
                }
                Term::Div(y, d) | Term::Mod(y, d) => {
                    let y = self.index(b, y)?;
                    let d = b.int(b.ty(y), *d);
                    b.bin(if matches!(t, Term::Div(..)) { BinOp::UDiv } else { BinOp::URem }, y, d)
                }
                Term::Value(e) => match self.kernel.expr(*e) {
                    // An index within a buffer is the same in 32 bits.
                    Expr::Cast(CastOp::ZExt | CastOp::SExt, a) if self.kernel.elem(*a) == Elem::I32 => {
                        self.emit(b, *a)?
                    }
                    _ => {
                        let v = self.emit(b, *e)?;
                        b.cast(CastOp::Trunc, v, Elem::I32)
                    }
                },
            };
            let scaled = if *k == 1 {
                v
            } else {
                let k = b.int(b.ty(v), *k);
                b.bin(BinOp::Mul, v, k)
            };
            let [x, y] = join(b, [sum, scaled]);
            sum = b.bin(BinOp::Add, x, y);
        }
        Ok(sum)
    }

    fn load(&mut self, b: &mut FuncBuilder, buf: BufId, index: &[Ix]) -> Result<Val, String> {
        let p = self.points.ok_or(OUTSIDE)?;
        let data = &self.kernel.bufs[buf.0 as usize];
        let at = data.offset(index);
        let (dtype, base) = (data.dtype, p.bufs[buf.0 as usize]);
        // Neighbours, if the point is in it just so and all else is the same for all points.
        let is_axis = |t: &(Term, i64)| matches!(t, (Term::Axis(_), 1));
        if at.terms.iter().any(is_axis) {
            let rest = Ix { c: at.c, terms: at.terms.iter().filter(|t| !is_axis(t)).cloned().collect() };
            let rest = self.index(b, &rest)?;
            if b.ty(rest).lanes == 1 {
                let rest = b.cast(CastOp::SExt, rest, Elem::I64);
                let at = b.add(p.first, rest);
                let bytes = b.mul_const(at, dtype.byte_size() as i64);
                let ptr = b.ptr_add(base, bytes);
                return Ok(load_lanes(b, dtype, ptr, p.lanes));
            }
        }
        let index = self.index(b, &at)?;
        let lanes = b.ty(index).lanes;
        let raw = b.gather(Ty::vector(stored(dtype), lanes), base, index, None);
        Ok(widen(b, dtype, raw))
    }
}

const OUTSIDE: &str = "a region that reads values around it is not implemented";

fn narrow_int(dtype: DType) -> bool {
    dtype.is_int() && dtype.bits() < 8
}

fn is_small(dtype: DType) -> bool {
    dtype.is_float() && dtype.bits() <= 8
}

fn round(b: &mut FuncBuilder, dtype: DType, a: Val) -> Val {
    if let Some(h) = Kernel::half_elem(dtype) {
        return b.round(a, h);
    }
    if is_small(dtype) {
        let bits = small_float::encode(b, dtype, a);
        return small_float::decode(b, dtype, bits);
    }
    if narrow_int(dtype) {
        let ty = b.ty(a);
        let s = b.int(ty, i64::from(8 - dtype.bits()));
        let up = b.bin(BinOp::Shl, a, s);
        return b.bin(if dtype.is_signed_int() { BinOp::AShr } else { BinOp::LShr }, up, s);
    }
    a
}

/// Loads one element of a real type, widened to its compute kind.
pub fn load(b: &mut FuncBuilder, dtype: DType, ptr: Val) -> Val {
    load_lanes(b, dtype, ptr, 1)
}

/// Loads neighbouring elements of a real type, widened to its compute kind.
pub fn load_lanes(b: &mut FuncBuilder, dtype: DType, ptr: Val, lanes: u32) -> Val {
    let raw = b.load(Ty::vector(stored(dtype), lanes), ptr, dtype.byte_size() as u32);
    widen(b, dtype, raw)
}

/// What was loaded, in its compute kind.
fn widen(b: &mut FuncBuilder, dtype: DType, raw: Val) -> Val {
    match Kernel::half_elem(dtype) {
        Some(h) => {
            let n = b.cast(CastOp::Bitcast, raw, h);
            b.cast(CastOp::FloatExt, n, Elem::F32)
        }
        None if is_small(dtype) => small_float::decode(b, dtype, raw),
        None => raw,
    }
}

/// Stores one element of a real type, or as many as `v` has lanes.
pub fn store(b: &mut FuncBuilder, dtype: DType, ptr: Val, v: Val) {
    match Kernel::half_elem(dtype) {
        Some(h) => {
            let n = b.cast(CastOp::FloatTrunc, v, h);
            let raw = b.cast(CastOp::Bitcast, n, Elem::I16);
            b.store(ptr, raw, 2);
        }
        None if is_small(dtype) => {
            let raw = small_float::encode(b, dtype, v);
            b.store(ptr, raw, 1);
        }
        None => b.store(ptr, v, dtype.byte_size() as u32),
    }
}
