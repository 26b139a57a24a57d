//! Elementwise ops as kernel expressions, with the meaning that `hloom_num::scalar` gives them.
//!
//! A value of a type is one expression, or two for complex numbers (real, imaginary). Floats narrower than f32 are held
//! as F32 and rounded to their type after each op; integers narrower than a byte are held extended in I8.

use hloom_num::{BinaryOp, CompareDirection, DType, DTypeKind, UnaryOp, scalar};
use hloom_tile::kernel::{Expr, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem, UnOp};
use hloom_tile::math::MathFn;
use smallvec::{SmallVec, smallvec};

/// The components of one element.
pub(crate) type Comps = SmallVec<[ExprId; 2]>;

/// Width in bits of an integer kind.
pub(crate) fn width(e: Elem) -> u32 {
    if e == Elem::I1 { 1 } else { e.bytes() * 8 }
}

/// Writing expressions, with the obvious simplifications.
pub(crate) trait Exprs {
    fn kernel(&mut self) -> &mut Kernel;

    fn int(&mut self, elem: Elem, i: i64) -> ExprId {
        let s = 64 - width(elem);
        let i = if elem == Elem::I1 { i & 1 } else { i << s >> s };
        self.kernel().add_expr(elem, Expr::Int(i))
    }
    fn float(&mut self, elem: Elem, x: f64) -> ExprId {
        self.kernel().add_expr(elem, Expr::Float(x.to_bits()))
    }
    fn zero(&mut self, elem: Elem) -> ExprId {
        if elem.is_float() { self.float(elem, 0.0) } else { self.int(elem, 0) }
    }
    fn elem(&mut self, e: ExprId) -> Elem {
        Kernel::elem(self.kernel(), e)
    }
    fn as_int(&mut self, e: ExprId) -> Option<i64> {
        match self.kernel().expr(e) {
            Expr::Int(i) => Some(*i),
            _ => None,
        }
    }
    fn un(&mut self, op: UnOp, a: ExprId) -> ExprId {
        let elem = self.elem(a);
        if let (UnOp::Not, Elem::I1, Some(i)) = (op, elem, self.as_int(a)) {
            return self.int(Elem::I1, 1 - i);
        }
        self.kernel().add_expr(elem, Expr::Un(op, a))
    }
    fn bin(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let elem = self.elem(a);
        if !elem.is_float() {
            match (op, self.as_int(a), self.as_int(b)) {
                (BinOp::And, Some(1), _) | (BinOp::Or, Some(0), _) if elem == Elem::I1 => return b,
                (BinOp::And, _, Some(1)) | (BinOp::Or, _, Some(0)) if elem == Elem::I1 => return a,
                (BinOp::And | BinOp::Mul, Some(0), _) | (BinOp::Add | BinOp::Sub, _, Some(0)) => return a,
                (BinOp::And | BinOp::Mul, _, Some(0)) | (BinOp::Add, Some(0), _) => return b,
                _ => {}
            }
        }
        self.kernel().add_expr(elem, Expr::Bin(op, a, b))
    }
    fn cmp(&mut self, op: CmpOp, a: ExprId, b: ExprId) -> ExprId {
        self.kernel().add_expr(Elem::I1, Expr::Cmp(op, a, b))
    }
    fn select(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.as_int(c) {
            Some(1) => return a,
            Some(_) => return b,
            None if a == b => return a,
            None => {}
        }
        let elem = self.elem(a);
        self.kernel().add_expr(elem, Expr::Select(c, a, b))
    }
    fn cast(&mut self, op: CastOp, a: ExprId, to: Elem) -> ExprId {
        if self.elem(a) == to {
            return a;
        }
        if let (CastOp::SExt, Some(i)) = (op, self.as_int(a))
            && self.elem(a) != Elem::I1
        {
            return self.int(to, i);
        }
        self.kernel().add_expr(to, Expr::Cast(op, a))
    }
    fn math(&mut self, f: MathFn, args: &[ExprId]) -> ExprId {
        let elem = self.elem(args[0]);
        self.kernel().add_expr(elem, Expr::Math(f, args.to_vec()))
    }
    /// Rounds (or wraps) to the element type where its compute kind is wider.
    fn round(&mut self, dtype: DType, a: ExprId) -> ExprId {
        if !is_narrow(dtype) {
            return a;
        }
        let elem = self.elem(a);
        self.kernel().add_expr(elem, Expr::Round(dtype, a))
    }
    fn fadd(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.bin(BinOp::FAdd, a, b)
    }
    fn fsub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.bin(BinOp::FSub, a, b)
    }
    fn fmul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.bin(BinOp::FMul, a, b)
    }
    fn fdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.bin(BinOp::FDiv, a, b)
    }
}

impl Exprs for Kernel {
    fn kernel(&mut self) -> &mut Kernel {
        self
    }
}

/// True for types whose compute kind holds more values than the type.
pub(crate) fn is_narrow(dtype: DType) -> bool {
    match dtype.kind() {
        DTypeKind::Float => !matches!(dtype, DType::F32 | DType::F64),
        DTypeKind::Signed | DTypeKind::Unsigned => dtype.bits() < 8,
        DTypeKind::Bool | DTypeKind::Complex => false,
    }
}

/// What an op does not support, as a sentence.
pub(crate) type Res<T> = Result<T, String>;

fn unsupported<T>(op: &str, dtype: DType) -> Res<T> {
    Err(format!("{op} on {dtype} is not implemented"))
}

/// The element with these bytes.
pub(crate) fn constant(k: &mut Kernel, dtype: DType, bytes: &[u8]) -> Comps {
    let elem = Kernel::compute_elem(dtype);
    match scalar::read(dtype, bytes) {
        scalar::Scalar::Bool(b) => smallvec![k.int(elem, b.into())],
        scalar::Scalar::Int(i) => smallvec![k.int(elem, i)],
        scalar::Scalar::UInt(u) => smallvec![k.int(elem, u as i64)],
        scalar::Scalar::Float(x) => smallvec![k.float(elem, x)],
        scalar::Scalar::Complex(x, y) => smallvec![k.float(elem, x), k.float(elem, y)],
    }
}

/// `op` on an element of `dtype`.
pub(crate) fn unary(k: &mut Kernel, op: UnaryOp, dtype: DType, a: &Comps) -> Res<Comps> {
    let x = a[0];
    let elem = k.elem(x);
    let r = match dtype.kind() {
        DTypeKind::Complex => {
            return crate::complex::unary(k, op, a).map_or_else(|| unsupported(op.mnemonic(), dtype), Ok);
        }
        DTypeKind::Bool => match op {
            UnaryOp::Not => k.un(UnOp::Not, x),
            _ => return unsupported(op.mnemonic(), dtype),
        },
        DTypeKind::Signed | DTypeKind::Unsigned => {
            let signed = dtype.is_signed_int();
            let low_bits = |k: &mut Kernel| {
                let mask = k.int(elem, if dtype.bits() < 8 { (1 << dtype.bits()) - 1 } else { -1 });
                if dtype.bits() < 8 { k.bin(BinOp::And, x, mask) } else { x }
            };
            let y = match op {
                UnaryOp::Abs if signed => k.math(MathFn::SAbs, &[x]),
                UnaryOp::Abs | UnaryOp::Conj | UnaryOp::Real => x,
                UnaryOp::Negate => k.un(UnOp::Neg, x),
                UnaryOp::Not => k.un(UnOp::Not, x),
                UnaryOp::Sign => k.math(if signed { MathFn::SSign } else { MathFn::USign }, &[x]),
                UnaryOp::Square => k.bin(BinOp::Mul, x, x),
                UnaryOp::Popcnt => {
                    let x = low_bits(k);
                    k.un(UnOp::Popcnt, x)
                }
                UnaryOp::CountLeadingZeros => {
                    let x = low_bits(k);
                    let n = k.un(UnOp::Clz, x);
                    let extra = k.int(elem, i64::from(width(elem) - dtype.bits()));
                    k.bin(BinOp::Sub, n, extra)
                }
                _ => return unsupported(op.mnemonic(), dtype),
            };
            k.round(dtype, y)
        }
        DTypeKind::Float => {
            let inf = k.float(elem, f64::INFINITY);
            match op {
                UnaryOp::IsFinite | UnaryOp::IsInf => {
                    let m = k.un(UnOp::FAbs, x);
                    let c = if op == UnaryOp::IsInf { CmpOp::FEq } else { CmpOp::FLt };
                    return Ok(smallvec![k.cmp(c, m, inf)]);
                }
                UnaryOp::IsPosInf => return Ok(smallvec![k.cmp(CmpOp::FEq, x, inf)]),
                UnaryOp::IsNegInf => {
                    let ninf = k.float(elem, f64::NEG_INFINITY);
                    return Ok(smallvec![k.cmp(CmpOp::FEq, x, ninf)]);
                }
                UnaryOp::Real | UnaryOp::Conj => return Ok(smallvec![x]),
                // Not every type has a zero.
                UnaryOp::Imag => {
                    let zero = k.float(elem, 0.0);
                    return Ok(smallvec![k.round(dtype, zero)]);
                }
                _ => {}
            }
            let y = float_unary(k, op, x).map_or_else(|| unsupported(op.mnemonic(), dtype), Ok)?;
            k.round(dtype, y)
        }
    };
    Ok(smallvec![r])
}

fn float_unary(k: &mut Kernel, op: UnaryOp, x: ExprId) -> Option<ExprId> {
    use UnaryOp as U;
    Some(match op {
        U::Abs => k.un(UnOp::FAbs, x),
        U::Negate => k.un(UnOp::Neg, x),
        U::Floor => k.un(UnOp::Floor, x),
        U::Ceil => k.un(UnOp::Ceil, x),
        U::RoundNearestEven => k.un(UnOp::RoundEven, x),
        U::Sqrt => k.un(UnOp::Sqrt, x),
        U::Square => k.fmul(x, x),
        _ => k.math(function(op)?, &[x]),
    })
}

/// The function that computes an op on floats; `None` if that is an instruction or there is none.
pub(crate) fn function(op: UnaryOp) -> Option<MathFn> {
    use UnaryOp as U;
    Some(match op {
        U::Sign => MathFn::FSign,
        U::RoundNearestAfz => MathFn::RoundAfz,
        U::Exponential => MathFn::Exp,
        U::ExponentialMinusOne => MathFn::Expm1,
        U::Exp2 => MathFn::Exp2,
        U::Log => MathFn::Log,
        U::Log2 => MathFn::Log2,
        U::LogPlusOne => MathFn::Log1p,
        U::Rsqrt => MathFn::Rsqrt,
        U::Cbrt => MathFn::Cbrt,
        U::Sine => MathFn::Sin,
        U::Cosine => MathFn::Cos,
        U::Tan => MathFn::Tan,
        U::Tanh => MathFn::Tanh,
        U::Logistic => MathFn::Logistic,
        U::Acos => MathFn::Acos,
        U::Acosh => MathFn::Acosh,
        U::Asin => MathFn::Asin,
        U::Asinh => MathFn::Asinh,
        U::Atan => MathFn::Atan,
        U::Atanh => MathFn::Atanh,
        U::Sinh => MathFn::Sinh,
        U::Cosh => MathFn::Cosh,
        U::Erf => MathFn::Erf,
        U::Erfc => MathFn::Erfc,
        U::ErfInv => MathFn::ErfInv,
        U::Lgamma => MathFn::Lgamma,
        U::Digamma => MathFn::Digamma,
        U::BesselI1e => MathFn::BesselI1e,
        U::Abs
        | U::Negate
        | U::Floor
        | U::Ceil
        | U::RoundNearestEven
        | U::Sqrt
        | U::Square
        | U::Not
        | U::IsFinite
        | U::Popcnt
        | U::CountLeadingZeros
        | U::Real
        | U::Imag
        | U::Conj
        | U::IsInf
        | U::IsPosInf
        | U::IsNegInf => return None,
    })
}

/// `op` on two elements of `dtype`.
pub(crate) fn binary(k: &mut Kernel, op: BinaryOp, dtype: DType, a: &Comps, b: &Comps) -> Res<Comps> {
    use BinaryOp as B;
    let (x, y) = (a[0], b[0]);
    let elem = k.elem(x);
    let r = match dtype.kind() {
        DTypeKind::Complex => {
            return crate::complex::binary(k, op, a, b).map_or_else(|| unsupported(op.mnemonic(), dtype), Ok);
        }
        DTypeKind::Bool => match op {
            B::Add | B::Maximum | B::Or => k.bin(BinOp::Or, x, y),
            B::Multiply | B::Minimum | B::And => k.bin(BinOp::And, x, y),
            B::Xor => k.bin(BinOp::Xor, x, y),
            _ => return unsupported(op.mnemonic(), dtype),
        },
        DTypeKind::Signed | DTypeKind::Unsigned => {
            let signed = dtype.is_signed_int();
            let simple = |o| Ok(o);
            let o: Result<BinOp, MathFn> = match op {
                B::Add => simple(BinOp::Add),
                B::Subtract => simple(BinOp::Sub),
                B::Multiply => simple(BinOp::Mul),
                B::And => simple(BinOp::And),
                B::Or => simple(BinOp::Or),
                B::Xor => simple(BinOp::Xor),
                B::Maximum => simple(if signed { BinOp::SMax } else { BinOp::UMax }),
                B::Minimum => simple(if signed { BinOp::SMin } else { BinOp::UMin }),
                B::Divide => Err(if signed { MathFn::SDiv } else { MathFn::UDiv }),
                B::Remainder => Err(if signed { MathFn::SRem } else { MathFn::URem }),
                B::Power => Err(if signed { MathFn::SPow } else { MathFn::UPow }),
                B::ShiftLeft => Err(MathFn::Shl),
                B::ShiftRightLogical => Err(MathFn::LShr),
                B::ShiftRightArithmetic => Err(MathFn::AShr),
                B::MulHi => {
                    let r = mul_hi(k, dtype, x, y);
                    return Ok(smallvec![r]);
                }
                _ => return unsupported(op.mnemonic(), dtype),
            };
            let r = match o {
                Ok(o) => k.bin(o, x, y),
                Err(f) => {
                    let x = shift_operand(k, f, dtype, x);
                    k.math(f, &[x, y])
                }
            };
            k.round(dtype, r)
        }
        DTypeKind::Float => {
            if op == B::Complex {
                return Ok(smallvec![x, y]);
            }
            if op == B::NextAfter && is_narrow(dtype) {
                return Ok(smallvec![next_after_narrow(k, dtype, x, y)]);
            }
            let r = match op {
                B::Add => k.fadd(x, y),
                B::Subtract => k.fsub(x, y),
                B::Multiply => k.fmul(x, y),
                B::Divide => k.fdiv(x, y),
                B::Maximum => k.bin(BinOp::FMax, x, y),
                B::Minimum => k.bin(BinOp::FMin, x, y),
                B::Remainder => k.math(MathFn::FRem, &[x, y]),
                B::Power => {
                    let mut known = |e| match k.kernel().expr(e) {
                        Expr::Float(bits) => Some(f64::from_bits(*bits)),
                        _ => None,
                    };
                    match (known(x), known(y).and_then(MathFn::power)) {
                        (_, Some(f)) => k.math(f, &[x]),
                        (Some(2.0), _) => k.math(MathFn::Exp2, &[y]),
                        (Some(0.5), _) => {
                            let y = k.un(UnOp::Neg, y);
                            k.math(MathFn::Exp2, &[y])
                        }
                        _ => k.math(MathFn::Pow, &[x, y]),
                    }
                }
                B::Atan2 => k.math(MathFn::Atan2, &[x, y]),
                B::NextAfter => k.math(MathFn::NextAfter, &[x, y]),
                B::Polygamma => k.math(MathFn::Polygamma, &[x, y]),
                B::Zeta => k.math(MathFn::Zeta, &[x, y]),
                _ => return unsupported(op.mnemonic(), dtype),
            };
            k.round(dtype, r)
        }
    };
    debug_assert_eq!(k.elem(r), elem, "{op:?}");
    Ok(smallvec![r])
}

/// The neighbour of `x` toward `y` in a format of at most 16 bits: patterns order magnitudes.
fn next_after_narrow(k: &mut Kernel, dtype: DType, x: ExprId, y: ExprId) -> ExprId {
    let zero = k.float(Elem::F32, 0.0);
    let bits = raw_bits(k, dtype, x);
    let int = k.elem(bits);
    let (up, positive) = (k.cmp(CmpOp::FLt, x, y), k.cmp(CmpOp::FLt, zero, x));
    let toward_zero = k.bin(BinOp::Xor, up, positive);
    let (one, minus) = (k.int(int, 1), k.int(int, -1));
    let step = k.select(toward_zero, minus, one);
    let stepped = k.bin(BinOp::Add, bits, step);
    let sign = 1 << (dtype.bits() - 1);
    let mut next = stepped;
    let mut nan = k.float(Elem::F32, f64::NAN);
    if scalar::decode_float(dtype, sign).is_nan() {
        // Where the pattern of negative zero is NaN, zero has no sign, and that NaN has one.
        let (unsigned, signed) = (k.int(int, 0), k.int(int, sign as i64));
        let is_zero = k.cmp(CmpOp::Eq, stepped, signed);
        next = k.select(is_zero, unsigned, stepped);
        nan = of_bits(k, dtype, signed);
    }
    let negative = k.int(int, sign as i64 + 1);
    let from_zero = k.select(up, one, negative);
    let is_zero = k.cmp(CmpOp::FEq, x, zero);
    let r = k.select(is_zero, from_zero, next);
    let r = of_bits(k, dtype, r);
    let equal = k.cmp(CmpOp::FEq, x, y);
    let r = k.select(equal, y, r);
    let (xn, yn) = (k.cmp(CmpOp::FNe, x, x), k.cmp(CmpOp::FNe, y, y));
    let unordered = k.bin(BinOp::Or, xn, yn);
    k.select(unordered, nan, r)
}

/// The bits that a right shift of a type narrower than its kind must see.
fn shift_operand(k: &mut Kernel, f: MathFn, dtype: DType, x: ExprId) -> ExprId {
    if dtype.bits() >= 8 {
        return x;
    }
    let elem = k.elem(x);
    match f {
        MathFn::LShr => {
            let mask = k.int(elem, (1 << dtype.bits()) - 1);
            k.bin(BinOp::And, x, mask)
        }
        MathFn::AShr if dtype.is_unsigned_int() => {
            let s = k.int(elem, i64::from(8 - dtype.bits()));
            let up = k.bin(BinOp::Shl, x, s);
            k.bin(BinOp::AShr, up, s)
        }
        _ => x,
    }
}

/// High half of the double-width product.
fn mul_hi(k: &mut Kernel, dtype: DType, x: ExprId, y: ExprId) -> ExprId {
    let (elem, bits, signed) = (k.elem(x), dtype.bits(), dtype.is_signed_int());
    if bits <= 32 {
        let ext = if signed { CastOp::SExt } else { CastOp::ZExt };
        let (a, b) = (k.cast(ext, x, Elem::I64), k.cast(ext, y, Elem::I64));
        let p = k.bin(BinOp::Mul, a, b);
        let s = k.int(Elem::I64, bits.into());
        let h = k.bin(if signed { BinOp::AShr } else { BinOp::LShr }, p, s);
        let h = k.cast(CastOp::Trunc, h, elem);
        return k.round(dtype, h);
    }
    // Four 32-bit products; the signed result subtracts the operands that the unsigned reading adds.
    let (s, m) = (k.int(elem, 32), k.int(elem, 0xffff_ffff));
    let (xl, xh) = (k.bin(BinOp::And, x, m), k.bin(BinOp::LShr, x, s));
    let (yl, yh) = (k.bin(BinOp::And, y, m), k.bin(BinOp::LShr, y, s));
    let ll = k.bin(BinOp::Mul, xl, yl);
    let lh = k.bin(BinOp::Mul, xl, yh);
    let hl = k.bin(BinOp::Mul, xh, yl);
    let hh = k.bin(BinOp::Mul, xh, yh);
    let c = k.bin(BinOp::LShr, ll, s);
    let t = k.bin(BinOp::Add, hl, c);
    let tl = k.bin(BinOp::And, t, m);
    let th = k.bin(BinOp::LShr, t, s);
    let u = k.bin(BinOp::Add, lh, tl);
    let uh = k.bin(BinOp::LShr, u, s);
    let h = k.bin(BinOp::Add, hh, th);
    let mut h = k.bin(BinOp::Add, h, uh);
    if signed {
        let s63 = k.int(elem, 63);
        for (a, b) in [(x, y), (y, x)] {
            let sign = k.bin(BinOp::AShr, a, s63);
            let part = k.bin(BinOp::And, sign, b);
            h = k.bin(BinOp::Sub, h, part);
        }
    }
    h
}

/// `compare`; `total` asks for the total order of floats.
pub(crate) fn compare(
    k: &mut Kernel,
    dir: CompareDirection,
    total: bool,
    dtype: DType,
    a: &Comps,
    b: &Comps,
) -> ExprId {
    use CompareDirection as D;
    match dtype.kind() {
        DTypeKind::Complex => {
            let part = dtype.real_part();
            let (ar, ai) = (Comps::from_slice(&a[..1]), Comps::from_slice(&a[1..]));
            let (br, bi) = (Comps::from_slice(&b[..1]), Comps::from_slice(&b[1..]));
            match dir {
                D::Eq | D::Ne => {
                    let (x, y) = (compare(k, dir, total, part, &ar, &br), compare(k, dir, total, part, &ai, &bi));
                    k.bin(if dir == D::Eq { BinOp::And } else { BinOp::Or }, x, y)
                }
                _ => {
                    let strict = if matches!(dir, D::Lt | D::Le) { D::Lt } else { D::Gt };
                    let first = compare(k, strict, total, part, &ar, &br);
                    let same = compare(k, D::Eq, total, part, &ar, &br);
                    let second = compare(k, dir, total, part, &ai, &bi);
                    let tie = k.bin(BinOp::And, same, second);
                    k.bin(BinOp::Or, first, tie)
                }
            }
        }
        DTypeKind::Float if !total => {
            let (x, y) = (a[0], b[0]);
            match dir {
                D::Eq => k.cmp(CmpOp::FEq, x, y),
                D::Ne => k.cmp(CmpOp::FNe, x, y),
                D::Lt => k.cmp(CmpOp::FLt, x, y),
                D::Le => k.cmp(CmpOp::FLe, x, y),
                D::Gt => k.cmp(CmpOp::FLt, y, x),
                D::Ge => k.cmp(CmpOp::FLe, y, x),
            }
        }
        kind => {
            let (mut x, mut y) = (a[0], b[0]);
            let mut signed = kind == DTypeKind::Signed;
            if kind == DTypeKind::Bool {
                (x, y) = (k.cast(CastOp::ZExt, x, Elem::I8), k.cast(CastOp::ZExt, y, Elem::I8));
            }
            if kind == DTypeKind::Float {
                (x, y, signed) = (total_order_key(k, x), total_order_key(k, y), true);
            }
            let (lt, le) = if signed { (CmpOp::SLt, CmpOp::SLe) } else { (CmpOp::ULt, CmpOp::ULe) };
            match dir {
                D::Eq => k.cmp(CmpOp::Eq, x, y),
                D::Ne => k.cmp(CmpOp::Ne, x, y),
                D::Lt => k.cmp(lt, x, y),
                D::Le => k.cmp(le, x, y),
                D::Gt => k.cmp(lt, y, x),
                D::Ge => k.cmp(le, y, x),
            }
        }
    }
}

/// An integer that orders as signed like the float's total order.
fn total_order_key(k: &mut Kernel, x: ExprId) -> ExprId {
    let int = if k.elem(x) == Elem::F64 { Elem::I64 } else { Elem::I32 };
    let bits = k.cast(CastOp::Bitcast, x, int);
    let s = k.int(int, i64::from(width(int) - 1));
    let sign = k.bin(BinOp::AShr, bits, s);
    let one = k.int(int, 1);
    let flip = k.bin(BinOp::LShr, sign, one);
    k.bin(BinOp::Xor, bits, flip)
}

/// `clamp`: `min(max(x, lo), hi)`.
pub(crate) fn clamp(k: &mut Kernel, dtype: DType, lo: &Comps, x: &Comps, hi: &Comps) -> Res<Comps> {
    let m = binary(k, BinaryOp::Maximum, dtype, x, lo)?;
    binary(k, BinaryOp::Minimum, dtype, &m, hi)
}

/// `fma`: `a * b + c` in the kind that the type is computed in.
pub(crate) fn fma(k: &mut Kernel, dtype: DType, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
    let elem = k.elem(a);
    let r = k.add_expr(elem, Expr::Fma(a, b, c));
    k.round(dtype, r)
}

/// `convert`.
pub(crate) fn convert(k: &mut Kernel, from: DType, to: DType, a: &Comps) -> Comps {
    if from == to {
        return a.clone();
    }
    if to.is_complex() {
        let part = to.real_part();
        let re = convert(k, from.real_part(), part, &Comps::from_slice(&a[..1]));
        let im = match a.get(1) {
            Some(&im) => convert(k, from.real_part(), part, &smallvec![im])[0],
            None => k.float(Kernel::compute_elem(part), 0.0),
        };
        return smallvec![re[0], im];
    }
    if to.is_bool() {
        // Of a complex number the real part decides, as in every conversion to a real type.
        let elem = k.elem(a[0]);
        let z = k.zero(elem);
        return smallvec![k.cmp(if elem.is_float() { CmpOp::FNe } else { CmpOp::Ne }, a[0], z)];
    }
    let (x, from, elem) = (a[0], from.real_part(), Kernel::compute_elem(to));
    let y = match (from.is_float(), to.is_float()) {
        (false, false) => {
            let (w, v) = (width(k.elem(x)), width(elem));
            let y = if v < w {
                k.cast(CastOp::Trunc, x, elem)
            } else {
                k.cast(if from.is_signed_int() { CastOp::SExt } else { CastOp::ZExt }, x, elem)
            };
            if to.bits() < 8 && (from.bits() > to.bits() || from.is_signed_int() != to.is_signed_int()) {
                k.round(to, y)
            } else {
                y
            }
        }
        (true, false) => {
            let y = k.cast(if to.is_signed_int() { CastOp::FToS } else { CastOp::FToU }, x, elem);
            if to.bits() < 8 { saturate(k, to, y) } else { y }
        }
        (false, true) => int_to_float(k, from, to, x),
        (true, true) => {
            let from_elem = k.elem(x);
            match (from_elem, elem) {
                (Elem::F32, Elem::F64) => k.cast(CastOp::FloatExt, x, elem),
                (Elem::F64, Elem::F32) if to == DType::F32 => k.cast(CastOp::FloatTrunc, x, elem),
                (Elem::F64, Elem::F32) => {
                    let odd = f64_to_f32_odd(k, x);
                    k.round(to, odd)
                }
                _ => k.round(to, x),
            }
        }
    };
    smallvec![y]
}

fn saturate(k: &mut Kernel, to: DType, y: ExprId) -> ExprId {
    let elem = k.elem(y);
    let bits = to.bits();
    if to.is_signed_int() {
        let (lo, hi) = (k.int(elem, -(1 << (bits - 1))), k.int(elem, (1 << (bits - 1)) - 1));
        let y = k.bin(BinOp::SMax, y, lo);
        k.bin(BinOp::SMin, y, hi)
    } else {
        let hi = k.int(elem, (1 << bits) - 1);
        k.bin(BinOp::UMin, y, hi)
    }
}

/// Up to here every integer is an F32.
const EXACT: i64 = 1 << 24;

/// A coordinate in 32 bits, if they hold it, as processors convert vectors of these; and whether each is an F32.
fn short_coord(k: &mut Kernel, x: ExprId) -> Option<(ExprId, bool)> {
    let Expr::Coord(ix) = k.expr(x) else { return None };
    let (lo, hi) = ix.range(&|a| (0, k.extent(a) - 1))?;
    let fits = i32::try_from(lo).is_ok() && i32::try_from(hi).is_ok();
    fits.then(|| (k.cast(CastOp::Trunc, x, Elem::I32), -EXACT <= lo && hi <= EXACT))
}

/// One rounding: wide integers going to types narrower than f32 first lose their low bits to a sticky bit.
fn int_to_float(k: &mut Kernel, from: DType, to: DType, x: ExprId) -> ExprId {
    let out = Kernel::compute_elem(to);
    if from.is_bool() {
        let x = k.cast(CastOp::ZExt, x, Elem::I32);
        let y = k.cast(CastOp::UToF, x, out);
        return k.round(to, y);
    }
    let (x, signed, exact) = match short_coord(k, x) {
        Some((x, exact)) => (x, true, exact),
        None => (x, from.is_signed_int(), false),
    };
    let elem = k.elem(x);
    if exact || !is_narrow(to) || width(elem) <= 16 {
        let y = k.cast(if signed { CastOp::SToF } else { CastOp::UToF }, x, out);
        return k.round(to, y);
    }
    if !matches!(to, DType::BF16 | DType::F8E8M0FNU) {
        // All from there on is too large alike.
        let (most, least) = (k.int(elem, EXACT), k.int(elem, -EXACT));
        let x = match (signed, width(elem)) {
            (true, ..=32) => x,
            (true, _) => {
                let x = k.bin(BinOp::SMin, x, most);
                k.bin(BinOp::SMax, x, least)
            }
            (false, _) => k.bin(BinOp::UMin, x, most),
        };
        let x = if elem == Elem::I32 { x } else { k.cast(CastOp::Trunc, x, Elem::I32) };
        let y = k.cast(CastOp::SToF, x, out);
        return k.round(to, y);
    }
    let magnitude = if signed { k.math(MathFn::SAbs, &[x]) } else { x };
    let n = k.un(UnOp::Clz, magnitude);
    // Keep 24 significant bits; what is lost shows in the last of them.
    let spare = k.int(elem, i64::from(width(elem)) - 24);
    let lost = k.bin(BinOp::Sub, spare, n);
    let zero = k.int(elem, 0);
    let lost = k.bin(BinOp::SMax, lost, zero);
    let one = k.int(elem, 1);
    let unit = k.bin(BinOp::Shl, one, lost);
    let mask = k.bin(BinOp::Sub, unit, one);
    let rest = k.bin(BinOp::And, magnitude, mask);
    let kept = k.bin(BinOp::LShr, magnitude, lost);
    let kept = k.bin(BinOp::Shl, kept, lost);
    let inexact = k.cmp(CmpOp::Ne, rest, zero);
    let sticky = k.select(inexact, unit, zero);
    let odd = k.bin(BinOp::Or, kept, sticky);
    let f = k.cast(CastOp::UToF, odd, out);
    let y = if signed {
        let negative = k.cmp(CmpOp::SLt, x, zero);
        let minus = k.un(UnOp::Neg, f);
        k.select(negative, minus, f)
    } else {
        f
    };
    k.round(to, y)
}

/// f64 to f32, rounded to odd, so that a further rounding to a narrower type is right.
fn f64_to_f32_odd(k: &mut Kernel, x: ExprId) -> ExprId {
    let r = k.cast(CastOp::FloatTrunc, x, Elem::F32);
    let back = k.cast(CastOp::FloatExt, r, Elem::F64);
    let bits = k.cast(CastOp::Bitcast, r, Elem::I32);
    let (am, bm) = (k.un(UnOp::FAbs, back), k.un(UnOp::FAbs, x));
    let too_far = k.cmp(CmpOp::FLt, bm, am);
    let one = k.int(Elem::I32, 1);
    let down = k.bin(BinOp::Sub, bits, one);
    let toward_zero = k.select(too_far, down, bits);
    let odd = k.bin(BinOp::Or, toward_zero, one);
    // Ordered: NaN and exact values stay as they are.
    let (less, greater) = (k.cmp(CmpOp::FLt, back, x), k.cmp(CmpOp::FLt, x, back));
    let inexact = k.bin(BinOp::Or, less, greater);
    let bits = k.select(inexact, odd, bits);
    k.cast(CastOp::Bitcast, bits, Elem::F32)
}

/// `reduce_precision` of a float.
pub(crate) fn reduce_precision(k: &mut Kernel, dtype: DType, exponent: i64, mantissa: i64, x: ExprId) -> ExprId {
    let elem = k.elem(x);
    let (own_exponent, own_mantissa, own_least) = hloom_num::scalar::float_shape(dtype);
    let (own_exponent, own_mantissa) = (i64::from(own_exponent), i64::from(own_mantissa));
    // Of what it is computed in.
    let (int, kind_mantissa, kind_least) =
        if elem == Elem::F64 { (Elem::I64, 52, -1022) } else { (Elem::I32, 23, -126) };
    let inf = k.float(elem, f64::INFINITY);
    let mut r = x;
    if mantissa < own_mantissa {
        let drop = kind_mantissa - mantissa;
        let bits = k.cast(CastOp::Bitcast, r, int);
        let (s, one) = (k.int(int, drop), k.int(int, 1));
        let last = k.bin(BinOp::LShr, bits, s);
        let last = k.bin(BinOp::And, last, one);
        let half = k.int(int, (1 << (drop - 1)) - 1);
        let bias = k.bin(BinOp::Add, half, last);
        let sum = k.bin(BinOp::Add, bits, bias);
        let mask = k.int(int, -(1 << drop));
        let cut = k.bin(BinOp::And, sum, mask);
        r = k.cast(CastOp::Bitcast, cut, elem);
        // Subnormal numbers of the type have fewer digits: all are multiples of one quantum.
        if own_least > kind_least {
            let shift = k.float(elem, 2f64.powi((kind_mantissa - mantissa) as i32 + own_least));
            let m = k.un(UnOp::FAbs, x);
            let rounded = k.fadd(m, shift);
            let rounded = k.fsub(rounded, shift);
            let signed = copysign(k, rounded, x);
            let least = k.float(elem, 2f64.powi(own_least));
            let subnormal = k.cmp(CmpOp::FLt, m, least);
            r = k.select(subnormal, signed, r);
        }
    }
    if exponent < own_exponent {
        let bias = (1i32 << (exponent.max(1) - 1)) - 1;
        let m = k.un(UnOp::FAbs, r);
        let (top, least) = (k.float(elem, 2f64.powi(bias + 1)), k.float(elem, 2f64.powi(1 - bias)));
        let zero = k.float(elem, 0.0);
        let over = k.cmp(CmpOp::FLe, top, m);
        let under = k.cmp(CmpOp::FLt, m, least);
        let small = k.select(under, zero, m);
        let m = k.select(over, inf, small);
        r = copysign(k, m, x);
    }
    // NaN and infinities pass, but without mantissa bits there is no NaN: it becomes infinity.
    let m = k.un(UnOp::FAbs, x);
    let finite = k.cmp(CmpOp::FLt, m, inf);
    let other = if mantissa == 0 { copysign(k, inf, x) } else { x };
    let r = k.select(finite, r, other);
    k.round(dtype, r)
}

/// `x` with the sign of `s`, both F32 or both F64.
pub(crate) fn copysign(k: &mut Kernel, x: ExprId, s: ExprId) -> ExprId {
    let elem = k.elem(x);
    let (int, min, max) = match elem {
        Elem::F64 => (Elem::I64, i64::MIN, i64::MAX),
        _ => (Elem::I32, i64::from(i32::MIN), i64::from(i32::MAX)),
    };
    let (mask, magnitude) = (k.int(int, min), k.int(int, max));
    let (xb, sb) = (k.cast(CastOp::Bitcast, x, int), k.cast(CastOp::Bitcast, s, int));
    let sign = k.bin(BinOp::And, sb, mask);
    let rest = k.bin(BinOp::And, xb, magnitude);
    let r = k.bin(BinOp::Or, rest, sign);
    k.cast(CastOp::Bitcast, r, elem)
}

/// The bits of an element of a real type as an integer at least as wide; bits above the type's width are undefined.
fn raw_bits(k: &mut Kernel, dtype: DType, x: ExprId) -> ExprId {
    match dtype {
        DType::Bool => k.cast(CastOp::ZExt, x, Elem::I8),
        DType::F32 => k.cast(CastOp::Bitcast, x, Elem::I32),
        DType::F64 => k.cast(CastOp::Bitcast, x, Elem::I64),
        d if d.is_int() => x,
        d => match Kernel::half_elem(d) {
            Some(h) => {
                let narrow = k.cast(CastOp::FloatTrunc, x, h);
                k.cast(CastOp::Bitcast, narrow, Elem::I16)
            }
            None => k.add_expr(Elem::I8, Expr::Bits(d, x)),
        },
    }
}

/// The element with the low bits of an integer of [`raw_bits`]'s kind.
fn of_bits(k: &mut Kernel, dtype: DType, x: ExprId) -> ExprId {
    match dtype {
        DType::Bool => {
            let (one, zero) = (k.int(Elem::I8, 1), k.int(Elem::I8, 0));
            let low = k.bin(BinOp::And, x, one);
            k.cmp(CmpOp::Ne, low, zero)
        }
        DType::F32 => k.cast(CastOp::Bitcast, x, Elem::F32),
        DType::F64 => k.cast(CastOp::Bitcast, x, Elem::F64),
        d if d.is_int() => k.round(d, x),
        d => match Kernel::half_elem(d) {
            Some(h) => {
                let narrow = k.cast(CastOp::Bitcast, x, h);
                k.cast(CastOp::FloatExt, narrow, Elem::F32)
            }
            None => {
                let mask = k.int(Elem::I8, (1 << d.bits()) - 1);
                let low = k.bin(BinOp::And, x, mask);
                k.add_expr(Elem::F32, Expr::OfBits(d, low))
            }
        },
    }
}

fn resize(k: &mut Kernel, x: ExprId, to: Elem) -> ExprId {
    let from = k.elem(x);
    k.cast(if width(from) > width(to) { CastOp::Trunc } else { CastOp::ZExt }, x, to)
}

/// The element with the low bits of a wider integer.
pub(crate) fn of_low_bits(k: &mut Kernel, dtype: DType, x: ExprId) -> ExprId {
    let low = resize(k, x, Kernel::bits_elem(dtype));
    of_bits(k, dtype, low)
}

/// Same bits as another element type of the same width.
pub(crate) fn bitcast(k: &mut Kernel, from: DType, to: DType, x: ExprId) -> ExprId {
    let raw = raw_bits(k, from, x);
    of_bits(k, to, raw)
}

/// Part `part` (an I64 expression) of the bits of a wider element.
pub(crate) fn bits_part(k: &mut Kernel, from: DType, to: DType, x: ExprId, part: ExprId) -> ExprId {
    let raw = raw_bits(k, from, x);
    let elem = k.elem(raw);
    let step = k.int(Elem::I64, to.bits().into());
    let shift = k.bin(BinOp::Mul, part, step);
    let shift = resize(k, shift, elem);
    let moved = k.bin(BinOp::LShr, raw, shift);
    of_low_bits(k, to, moved)
}

/// The wider element that narrow ones make, the lowest bits first.
pub(crate) fn bits_join(k: &mut Kernel, from: DType, to: DType, parts: &[ExprId]) -> ExprId {
    let elem = Kernel::bits_elem(to);
    let mask = k.int(elem, if from.bits() < 64 { (1i64 << from.bits()) - 1 } else { -1 });
    let mut all = k.int(elem, 0);
    for (i, &p) in parts.iter().enumerate() {
        let raw = raw_bits(k, from, p);
        let wide = resize(k, raw, elem);
        let low = k.bin(BinOp::And, wide, mask);
        let shift = k.int(elem, i as i64 * i64::from(from.bits()));
        let up = k.bin(BinOp::Shl, low, shift);
        all = k.bin(BinOp::Or, all, up);
    }
    of_bits(k, to, all)
}
