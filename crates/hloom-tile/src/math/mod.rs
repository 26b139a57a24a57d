//! Functions that no machine instruction computes: transcendentals, and integer operations made total.
//!
//! [`MathFn`] names them; `expand` writes them as loop IR at any lane count. They use only IEEE operations and explicit
//! fused multiply-adds, so their bits are the same on every target and at every vector width.
//!
//! The error of each function is declared in [`ULP_TABLE`] and tested. Every function takes its whole domain: ±0, ±inf,
//! NaN, subnormal arguments and results.

mod basic;
pub mod coef;
mod erf;
mod exp;
mod gamma;
mod ints;
mod log;
mod pow;
#[cfg(test)]
mod tests;
mod trig;
mod writer;

use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, Elem, Val};
use writer::Writer;

/// A function that [`crate::kernel::Expr::Math`] can name. Float ones exist for F32 and F64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum MathFn {
    // one float argument
    Exp,
    Expm1,
    Exp2,
    Log,
    Log2,
    Log1p,
    Rsqrt,
    Cbrt,
    Sin,
    Cos,
    Tan,
    Tanh,
    Logistic,
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atanh,
    Sinh,
    Cosh,
    Erf,
    Erfc,
    ErfInv,
    Lgamma,
    Digamma,
    BesselI1e,
    /// StableHLO `sign` of a float (NaN and ±0 are returned).
    FSign,
    /// Round to integral, ties away from zero.
    RoundAfz,
    /// [`MathFn::Pow`] with an exponent of so many halves, as [`MathFn::power`] gives.
    PowHalves(i8),
    // two float arguments
    Pow,
    Atan2,
    /// C `fmod`, exact.
    FRem,
    NextAfter,
    Polygamma,
    Zeta,
    // integers, total: quotient by zero is all ones, remainder by zero the dividend, MIN / -1 = MIN, MIN % -1 = 0
    SDiv,
    UDiv,
    SRem,
    URem,
    /// Integer power, wrapping; a negative exponent gives 1, -1 or 0 as the exact quotient rounds toward zero.
    SPow,
    UPow,
    // shifts, total: amounts ≥ width (unsigned reading) give 0, arithmetic right shifts the sign
    Shl,
    LShr,
    AShr,
    // one integer
    SAbs,
    /// -1, 0, 1.
    SSign,
    /// 1 unless zero.
    USign,
}

impl MathFn {
    /// Number of arguments.
    pub const fn arity(self) -> usize {
        match self {
            MathFn::Pow
            | MathFn::Atan2
            | MathFn::FRem
            | MathFn::NextAfter
            | MathFn::Polygamma
            | MathFn::Zeta
            | MathFn::SDiv
            | MathFn::UDiv
            | MathFn::SRem
            | MathFn::URem
            | MathFn::SPow
            | MathFn::UPow
            | MathFn::Shl
            | MathFn::LShr
            | MathFn::AShr => 2,
            _ => 1,
        }
    }

    /// True for those that are hundreds of operations, with branches or series, or call a helper now and then. (A power is one long chain: a second vector
    /// beside it takes its idle cycles.)
    pub const fn is_long(self) -> bool {
        use MathFn::{Cos, Digamma, Lgamma, Polygamma, Sin, Tan, Zeta};
        matches!(self, Sin | Cos | Tan | Lgamma | Digamma | Polygamma | Zeta)
    }

    /// True for functions of floats, false for those of integers.
    pub const fn is_float(self) -> bool {
        use MathFn::{AShr, LShr, SAbs, SDiv, SPow, SRem, SSign, Shl, UDiv, UPow, URem, USign};
        !matches!(self, SDiv | UDiv | SRem | URem | SPow | UPow | Shl | LShr | AShr | SAbs | SSign | USign)
    }
}

/// Largest error of each float function in units in the last place, for F32 and F64, wherever the exact result is in the
/// range of the type. 0 means exact. Every function not listed here is an integer one, hence exact.
///
/// Where lgamma and digamma are the difference of larger terms (negative arguments; digamma near its positive zero), the
/// units for F64 are those of the terms.
pub const ULP_TABLE: &[(MathFn, f64, f64)] = &[
    (MathFn::Exp, 1.0, 1.5),
    (MathFn::Expm1, 1.5, 2.0),
    (MathFn::Exp2, 1.0, 1.5),
    (MathFn::Log, 1.0, 1.0),
    (MathFn::Log2, 2.0, 2.0),
    (MathFn::Log1p, 1.5, 2.0),
    (MathFn::Rsqrt, 1.5, 1.5),
    (MathFn::Cbrt, 1.0, 1.0),
    (MathFn::Sin, 1.0, 1.0),
    (MathFn::Cos, 1.0, 1.0),
    (MathFn::Tan, 1.0, 2.5),
    (MathFn::Tanh, 2.5, 2.5),
    (MathFn::Logistic, 2.0, 2.0),
    (MathFn::Acos, 1.0, 2.5),
    (MathFn::Acosh, 2.5, 4.0),
    (MathFn::Asin, 1.0, 2.5),
    (MathFn::Asinh, 2.5, 4.0),
    (MathFn::Atan, 2.0, 2.5),
    (MathFn::Atanh, 2.5, 4.0),
    (MathFn::Sinh, 2.5, 3.0),
    (MathFn::Cosh, 2.0, 2.0),
    (MathFn::Erf, 1.0, 2.0),
    (MathFn::Erfc, 5.0, 6.0),
    (MathFn::ErfInv, 3.0, 8.0),
    (MathFn::Lgamma, 1.0, 8.0),
    (MathFn::Digamma, 1.0, 16.0),
    (MathFn::BesselI1e, 5.5, 4.0),
    (MathFn::FSign, 0.0, 0.0),
    (MathFn::RoundAfz, 0.0, 0.0),
    (MathFn::PowHalves(-8), 1.0, 2.0),
    (MathFn::PowHalves(-6), 1.0, 2.0),
    (MathFn::PowHalves(-4), 1.0, 2.0),
    (MathFn::PowHalves(-3), 1.0, 2.0),
    (MathFn::PowHalves(-2), 1.0, 2.0),
    (MathFn::PowHalves(-1), 1.0, 2.0),
    (MathFn::PowHalves(1), 1.0, 2.0),
    (MathFn::PowHalves(3), 1.0, 2.0),
    (MathFn::PowHalves(6), 1.0, 2.0),
    (MathFn::PowHalves(8), 1.0, 2.0),
    (MathFn::Pow, 1.0, 2.0),
    (MathFn::Atan2, 1.0, 3.0),
    (MathFn::FRem, 0.0, 0.0),
    (MathFn::NextAfter, 0.0, 0.0),
    (MathFn::Polygamma, 1.0, 256.0),
    (MathFn::Zeta, 1.0, 16.0),
];

/// Writes `f` of `args` (all of one type, any lane count) and gives the value of that type.
///
/// F32 functions that are not worth a form of their own are computed in F64 lanes and rounded. Callers compute bf16 and
/// f16 in F32.
///
/// # Panics
/// If the number or type of the arguments is not what `f` takes: F32 or F64, or an integer type for the integer functions.
pub fn expand(b: &mut FuncBuilder, f: MathFn, args: &[Val]) -> Val {
    b.once(f, args, |b| expanded(b, f, args))
}

fn expanded(b: &mut FuncBuilder, f: MathFn, args: &[Val]) -> Val {
    assert_eq!(args.len(), f.arity(), "arguments of {f:?}");
    let ty = b.ty(args[0]);
    let x = args[0];
    let y = args[args.len() - 1];
    if !f.is_float() {
        assert!(!ty.elem.is_float() && ty.elem != Elem::Ptr, "{f:?} of {ty}");
        return match f {
            MathFn::SDiv | MathFn::UDiv => ints::div(b, x, y, f == MathFn::SDiv),
            MathFn::SRem | MathFn::URem => ints::rem(b, x, y, f == MathFn::SRem),
            MathFn::SPow | MathFn::UPow => ints::pow(b, x, y, f == MathFn::SPow),
            MathFn::Shl => ints::shift(b, BinOp::Shl, x, y),
            MathFn::LShr => ints::shift(b, BinOp::LShr, x, y),
            MathFn::AShr => ints::shift_arithmetic(b, x, y),
            MathFn::SAbs => ints::abs(b, x),
            MathFn::SSign => ints::sign(b, x),
            _ => ints::sign_unsigned(b, x),
        };
    }
    assert!(matches!(ty.elem, Elem::F32 | Elem::F64), "{f:?} of {ty}");
    if ty.elem == Elem::F32 && !has_own_f32(f) {
        let wide: Vec<Val> = args.iter().map(|&a| b.cast(CastOp::FloatExt, a, Elem::F64)).collect();
        // These subtract terms that may nearly cancel.
        let short = !matches!(f, MathFn::Lgamma | MathFn::Digamma | MathFn::Polygamma);
        let r = write(&mut Writer { b, ty: ty.with_elem(Elem::F64), short }, f, &wide);
        return b.cast(CastOp::FloatTrunc, r, Elem::F32);
    }
    write(&mut Writer { b, ty, short: false }, f, args)
}

/// Functions that are computed in F32 lanes for F32.
const fn has_own_f32(f: MathFn) -> bool {
    matches!(
        f,
        MathFn::Exp
            | MathFn::Expm1
            | MathFn::Exp2
            | MathFn::Log
            | MathFn::Log2
            | MathFn::Log1p
            | MathFn::Rsqrt
            | MathFn::Acosh
            | MathFn::Asinh
            | MathFn::Atan
            | MathFn::Atanh
            | MathFn::Sin
            | MathFn::Cos
            | MathFn::Tanh
            | MathFn::Logistic
            | MathFn::Sinh
            | MathFn::Cosh
            | MathFn::Erf
            | MathFn::Erfc
            | MathFn::ErfInv
            | MathFn::BesselI1e
            | MathFn::FSign
            | MathFn::RoundAfz
            | MathFn::PowHalves(_)
            | MathFn::NextAfter
    )
}

fn write(w: &mut Writer<'_>, f: MathFn, args: &[Val]) -> Val {
    let x = args[0];
    let y = args[args.len() - 1];
    match f {
        MathFn::Exp => w.exp(x),
        MathFn::Expm1 => w.expm1(x),
        MathFn::Exp2 => w.exp2(x),
        MathFn::Log => w.log(x),
        MathFn::Log2 => w.log2(x),
        MathFn::Log1p => w.log1p(x),
        MathFn::Rsqrt => w.rsqrt(x),
        MathFn::Cbrt => w.cbrt(x),
        MathFn::Sin => w.sin(x),
        MathFn::Cos => w.cos(x),
        MathFn::Tan => w.tan(x),
        MathFn::Tanh => w.tanh(x),
        MathFn::Logistic => w.logistic(x),
        MathFn::Acos => w.acos(x),
        MathFn::Acosh => w.acosh(x),
        MathFn::Asin => w.asin(x),
        MathFn::Asinh => w.asinh(x),
        MathFn::Atan => w.atan(x),
        MathFn::Atanh => w.atanh(x),
        MathFn::Sinh => w.sinh(x),
        MathFn::Cosh => w.cosh(x),
        MathFn::Erf if w.is_f64() => w.erf(x),
        MathFn::Erf => w.erf_f32(x),
        MathFn::Erfc => w.erfc(x),
        MathFn::ErfInv => w.erf_inv(x),
        MathFn::Lgamma => w.lgamma(x),
        MathFn::Digamma => w.digamma(x),
        MathFn::BesselI1e => w.bessel_i1e(x),
        MathFn::FSign => w.sign(x),
        MathFn::RoundAfz => w.round_afz(x),
        MathFn::PowHalves(n) => w.pow_halves(x, n),
        MathFn::Pow => w.pow(x, y),
        MathFn::Atan2 => w.atan2(x, y),
        MathFn::FRem => w.rem(x, y),
        MathFn::NextAfter => w.next_after(x, y),
        MathFn::Polygamma => w.polygamma(x, y),
        MathFn::Zeta => w.zeta(x, y),
        integer => unreachable!("{integer:?} is not a function of floats"),
    }
}
