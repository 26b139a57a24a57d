//! Kernel expressions and stored elements as loop IR, scalar or some lanes at a time.

use super::Scalars;
use crate::FuncBuilder;
use crate::kernel::{Expr, ExprId, Kernel};
use crate::loop_ir::{BinOp, CastOp, Elem, Ty, Val};
use crate::small_float;
use hloom_num::DType;
use rustc_hash::FxHashMap;

/// Writes expressions for these parameters; their values, of as many lanes as the parameters have.
///
/// # Errors
/// An expression that is more than a function of parameters and constants.
pub fn emit(b: &mut FuncBuilder, s: Scalars<'_>, params: &[Val]) -> Result<Vec<Val>, String> {
    let lanes = params.first().map_or(1, |x| b.ty(*x).lanes);
    let values = emit_mixed(b, s, params)?;
    Ok(values.into_iter().map(|v| b.splat(v, lanes)).collect())
}

/// As [`emit`], for parameters some of which are scalars and the others of one number of lanes. What depends on scalars
/// alone is a scalar.
///
/// # Errors
/// As [`emit`].
pub fn emit_mixed(b: &mut FuncBuilder, s: Scalars<'_>, params: &[Val]) -> Result<Vec<Val>, String> {
    let mut memo = FxHashMap::default();
    s.results.iter().map(|&e| one(b, s.kernel, e, params, &mut memo)).collect()
}

/// The values with as many lanes as the one that has most.
fn join<V: AsMut<[Val]>>(b: &mut FuncBuilder, mut values: V) -> V {
    let lanes = values.as_mut().iter().map(|v| b.ty(*v).lanes).max().unwrap_or(1);
    values.as_mut().iter_mut().for_each(|v| *v = b.splat(*v, lanes));
    values
}

fn one(
    b: &mut FuncBuilder,
    k: &Kernel,
    e: ExprId,
    p: &[Val],
    memo: &mut FxHashMap<ExprId, Val>,
) -> Result<Val, String> {
    if let Some(v) = memo.get(&e) {
        return Ok(*v);
    }
    let elem = k.elem(e);
    let mut x = |b: &mut FuncBuilder, e: ExprId| one(b, k, e, p, memo);
    let v = match k.expr(e) {
        Expr::Int(i) => b.int(Ty::scalar(elem), *i),
        Expr::Float(bits) => b.float(Ty::scalar(elem), f64::from_bits(*bits)),
        Expr::Param(i) => *p.get(*i as usize).ok_or("a parameter too many")?,
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
        Expr::Coord(_) | Expr::Load { .. } | Expr::Read(..) => {
            return Err("a region that reads values around it is not implemented".into());
        }
    };
    memo.insert(e, v);
    Ok(v)
}

/// The float kind of memory for types that widen by a cast.
fn half(dtype: DType) -> Option<Elem> {
    match dtype {
        DType::BF16 => Some(Elem::BF16),
        DType::F16 => Some(Elem::F16),
        _ => None,
    }
}

fn narrow_int(dtype: DType) -> bool {
    dtype.is_int() && dtype.bits() < 8
}

fn is_small(dtype: DType) -> bool {
    dtype.is_float() && dtype.bits() <= 8
}

fn round(b: &mut FuncBuilder, dtype: DType, a: Val) -> Val {
    if let Some(h) = half(dtype) {
        let n = b.cast(CastOp::FloatTrunc, a, h);
        return b.cast(CastOp::FloatExt, n, Elem::F32);
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
    match half(dtype) {
        Some(h) => {
            let raw = b.load(Ty::vector(Elem::I16, lanes), ptr, 2);
            let n = b.cast(CastOp::Bitcast, raw, h);
            b.cast(CastOp::FloatExt, n, Elem::F32)
        }
        None if is_small(dtype) => {
            let raw = b.load(Ty::vector(Elem::I8, lanes), ptr, 1);
            small_float::decode(b, dtype, raw)
        }
        None => b.load(Ty::vector(Kernel::compute_elem(dtype), lanes), ptr, dtype.byte_size() as u32),
    }
}

/// Stores one element of a real type, or as many as `v` has lanes.
pub fn store(b: &mut FuncBuilder, dtype: DType, ptr: Val, v: Val) {
    match half(dtype) {
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
