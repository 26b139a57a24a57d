//! What conditions and replacements of rules ask and compute.

use crate::builder::Builder;
use hloom_ir::attrs::I64s;
use hloom_ir::{TensorType, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, Literal};
use smallvec::SmallVec;

/// The value of all elements of a literal.
pub(super) fn uniform(c: &Literal) -> Option<Scalar> {
    c.splat_bytes().map(|b| scalar::read(c.dtype(), b))
}
/// True if all elements are this number (of either sign of zero; see [`is_negative_zero`]).
pub(super) fn is_number(c: &Literal, n: i64) -> bool {
    match uniform(c) {
        Some(Scalar::Bool(x)) => i64::from(x) == n,
        Some(Scalar::Int(x)) => x == n,
        Some(Scalar::UInt(x)) => i64::try_from(x) == Ok(n),
        Some(Scalar::Float(x)) => x == n as f64,
        Some(Scalar::Complex(..)) | None => false,
    }
}
pub(super) fn is_one(c: &Literal) -> bool {
    is_number(c, 1)
}
pub(super) fn is_zero(c: &Literal) -> bool {
    is_number(c, 0)
}
/// True if `c` is a constant to be put behind `x`: it has no NaN, whose bits might win over those of a NaN of `x`.
pub(super) fn commutes(b: &Builder<'_, '_>, c: Value, x: Value) -> bool {
    let Some(l) = b.literal(c) else { return false };
    let dtype = l.dtype();
    let is_nan = |bytes: &[u8]| match scalar::read(dtype, bytes) {
        Scalar::Float(x) => x.is_nan(),
        Scalar::Complex(x, y) => x.is_nan() || y.is_nan(),
        _ => false,
    };
    let stored = l.stored_bytes();
    let scannable = is_exact(dtype) || stored.len() <= MAX_SCAN;
    b.literal(x).is_none() && scannable && (is_exact(dtype) || !stored.chunks_exact(dtype.byte_size()).any(is_nan))
}
/// Constants of more bytes are not searched.
const MAX_SCAN: usize = 4096;
/// True if all elements are `-0.0`.
pub(super) fn is_negative_zero(c: &Literal) -> bool {
    matches!(uniform(c), Some(Scalar::Float(x)) if x == 0.0 && x.is_sign_negative())
}
/// True if all elements are `+0.0`.
pub(super) fn is_positive_zero(c: &Literal) -> bool {
    matches!(uniform(c), Some(Scalar::Float(x)) if x == 0.0 && x.is_sign_positive())
}
/// True if all bits of all elements are ones.
pub(super) fn is_ones(c: &Literal) -> bool {
    match uniform(c) {
        Some(Scalar::Bool(x)) => x,
        Some(Scalar::Int(x)) => x == -1,
        Some(Scalar::UInt(x)) => Some(Scalar::UInt(x)) == Scalar::highest(c.dtype()),
        _ => false,
    }
}
/// True for integers and `i1`: arithmetic without rounding.
pub(crate) fn is_exact(dtype: DType) -> bool {
    dtype.is_int() || dtype.is_bool()
}
/// True if a number's negative is one of the type's: -1 is a NaN of f8E8M0FNU.
pub(super) fn has_negative(dtype: DType) -> bool {
    dtype != DType::F8E8M0FNU
}
/// True for the floats that have both zeros, infinities and NaN as IEEE 754 defines them.
pub(super) fn is_ieee(dtype: DType) -> bool {
    matches!(dtype, DType::BF16 | DType::F16 | DType::F32 | DType::F64)
}
/// Significand bits of an IEEE float, the implicit one included.
fn precision(dtype: DType) -> Option<u32> {
    Some(match dtype {
        DType::BF16 => 8,
        DType::F16 => 11,
        DType::F32 => 24,
        DType::F64 => 53,
        _ => return None,
    })
}

/// True if every value of `from` is a value of `to`.
pub(super) fn is_lossless(from: DType, to: DType) -> bool {
    use hloom_num::DTypeKind as K;
    let widens = match (precision(from), precision(to)) {
        (Some(p), Some(q)) => p <= q && (to == from || matches!(to, DType::F32 | DType::F64)),
        _ => false,
    };
    match (from.kind(), to.kind()) {
        (K::Bool, K::Bool | K::Signed | K::Unsigned) => true,
        (K::Bool, K::Float) => precision(to).is_some(),
        (K::Signed, K::Signed) | (K::Unsigned, K::Unsigned) => from.bits() <= to.bits(),
        (K::Unsigned, K::Signed) => from.bits() < to.bits(),
        (K::Signed | K::Unsigned, K::Float) => precision(to).is_some_and(|p| from.bits() <= p),
        (K::Float, K::Float) => widens,
        _ => false,
    }
}

/// True if converting `from` to `via` and that to `to` is converting `from` to `to`.
pub(super) fn converts_through(from: DType, via: DType, to: DType) -> bool {
    // A float saturates where an integer wraps.
    let saturates = is_exact(from) && via.is_float() && is_exact(to);
    is_lossless(from, via) && (!saturates || is_lossless(from, to))
}

/// The reciprocal of a power of two whose reciprocal is a normal number too: `x / c` is `x * r` then, whatever `x`.
pub(super) fn exact_reciprocal(c: &Literal) -> Option<Scalar> {
    let Some(Scalar::Float(x)) = uniform(c) else { return None };
    let limit = match c.dtype() {
        DType::F16 => 14,
        DType::BF16 | DType::F32 => 126,
        DType::F64 => 1022,
        _ => return None,
    };
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1023;
    (bits & ((1 << 52) - 1) == 0 && exponent.abs() <= limit).then(|| Scalar::Float(1.0 / x))
}

/// Permutation and its like: `0, 1, 2, …`.
pub(super) fn is_identity(p: &[i64]) -> bool {
    (0i64..).zip(p).all(|(i, &p)| i == p)
}
/// Dimension `i` of the result is dimension `inner[outer[i]]` of the operand.
pub(super) fn then(inner: &[i64], outer: &[i64]) -> I64s {
    outer.iter().map(|&i| inner[i as usize]).collect()
}
/// Where each dimension goes, of a list of where each comes from.
pub(crate) fn inverse(p: &[i64]) -> I64s {
    let mut out: I64s = smallvec::smallvec![0; p.len()];
    (0i64..).zip(p).for_each(|(i, &p)| out[p as usize] = i);
    out
}
pub(super) fn is_sorted(p: &[i64]) -> bool {
    p.windows(2).all(|w| w[0] < w[1])
}
/// True if the permutation moves only dimensions of size 1 among the others.
pub(crate) fn moves_units_only(dims: &[i64], p: &[i64]) -> bool {
    let moved: SmallVec<[i64; 6]> = p.iter().copied().filter(|&d| dims[d as usize] != 1).collect();
    is_sorted(&moved)
}
/// Number of elements of a static shape.
pub(crate) fn count(dims: &[i64]) -> i64 {
    dims.iter().product()
}
/// If `to` is `from` with dimensions of size 1 inserted: where each dimension of `from` went.
pub(super) fn units_added(from: &[i64], to: &[i64]) -> Option<I64s> {
    let mut at = 0;
    let mut out = I64s::new();
    for &d in from {
        while *to.get(at)? != d {
            if to[at] != 1 {
                return None;
            }
            at += 1;
        }
        out.push(at as i64);
        at += 1;
    }
    to[at..].iter().all(|&d| d == 1).then_some(out)
}
/// Where some dimensions of `from` are if it is reshaped to `to`, if they stay as they are.
pub(crate) fn dims_kept(from: &[i64], to: &[i64], dims: &[i64]) -> Option<I64s> {
    let mut out = I64s::new();
    for &d in dims {
        let d = d as usize;
        let at = |&k: &usize| to[k] == from[d] && count(&to[..k]) == count(&from[..d]) && !out.contains(&(k as i64));
        let k = (0..to.len()).find(at).filter(|_| count(from) > 0)?;
        out.push(k as i64);
    }
    Some(out)
}
/// Sizes of a slice.
pub(super) fn last_index(start: i64, size: i64, stride: i64) -> i64 {
    start + (size - 1).max(0) * stride
}
/// A literal as this type's splat of the same element.
pub(super) fn splat_like(b: &mut Builder<'_, '_>, c: &Literal, ty: &TensorType) -> Option<Value> {
    let l = Literal::splat(ty.dtype, &ty.dims, c.splat_bytes()?).ok()?;
    Some(b.constant(l))
}
