//! Functions that no machine instruction computes: transcendentals, and integer operations made total.
//!
//! [`MathFn`] names them; `expand` writes them as loop IR at any lane count. They use only IEEE operations and explicit
//! fused multiply-adds, so their bits are the same on every target and at every vector width.

/// A function that [`crate::kernel::Expr::Math`] can name. Float ones exist for F32 and F64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum MathFn {
    // one float argument
    Exp,
    Expm1,
    Log,
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
