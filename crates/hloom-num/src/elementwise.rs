//! Names of the elementwise ops. The IR's op table, the scalar semantics, the math expansions and the kernel IR all
//! use these enums.

macro_rules! op_enum {
    ($(#[$doc:meta])* $name:ident { $( $variant:ident $mnemonic:literal $text:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name { $( #[doc = $text] $variant, )* }
        impl $name {
            /// Every op, in declaration order.
            pub const ALL: &[$name] = &[$( $name::$variant, )*];
            /// Full op name with dialect, e.g. `stablehlo.add`, `chlo.erf`.
            pub const fn mnemonic(self) -> &'static str { match self { $( $name::$variant => $mnemonic, )* } }
            /// What it computes, in a few words.
            pub const fn doc(self) -> &'static str { match self { $( $name::$variant => $text, )* } }
            /// The op with that full name.
            pub fn from_mnemonic(name: &str) -> Option<$name> {
                match name { $( $mnemonic => Some($name::$variant), )* _ => None }
            }
        }
    };
}

op_enum! {
    /// Elementwise ops of one operand whose result has the operand's shape. The result type equals the operand's,
    /// but for `Abs`, `Real`, `Imag` (complex to real) and the `Is…` predicates (to `i1`).
    UnaryOp {
        Abs "stablehlo.abs" "|x|; of a complex number its modulus",
        Negate "stablehlo.negate" "-x",
        Not "stablehlo.not" "bitwise not; logical for `i1`",
        Sign "stablehlo.sign" "-1, 0 or 1; z / |z| of a complex number",
        Floor "stablehlo.floor" "greatest integral number not above x",
        Ceil "stablehlo.ceil" "least integral number not below x",
        RoundNearestEven "stablehlo.round_nearest_even" "nearest integral number, ties to even",
        RoundNearestAfz "stablehlo.round_nearest_afz" "nearest integral number, ties away from zero",
        Exponential "stablehlo.exponential" "e^x",
        ExponentialMinusOne "stablehlo.exponential_minus_one" "e^x - 1, exact near 0",
        Exp2 "stablehlo.exp2" "2^x",
        Log "stablehlo.log" "natural logarithm",
        Log2 "stablehlo.log2" "logarithm to base 2",
        LogPlusOne "stablehlo.log_plus_one" "log(1 + x), exact near 0",
        Sqrt "stablehlo.sqrt" "square root",
        Rsqrt "stablehlo.rsqrt" "1 / sqrt(x)",
        Cbrt "stablehlo.cbrt" "cube root",
        Sine "stablehlo.sine" "sine of an angle in radians",
        Cosine "stablehlo.cosine" "cosine of an angle in radians",
        Tan "stablehlo.tan" "tangent of an angle in radians",
        Tanh "stablehlo.tanh" "hyperbolic tangent",
        Logistic "stablehlo.logistic" "1 / (1 + e^-x)",
        IsFinite "stablehlo.is_finite" "true unless x is infinite or NaN",
        Popcnt "stablehlo.popcnt" "number of bits that are set",
        CountLeadingZeros "stablehlo.count_leading_zeros" "number of zero bits before the highest one",
        Real "stablehlo.real" "real part",
        Imag "stablehlo.imag" "imaginary part; 0 of a real number",
        Acos "chlo.acos" "inverse cosine",
        Acosh "chlo.acosh" "inverse hyperbolic cosine",
        Asin "chlo.asin" "inverse sine",
        Asinh "chlo.asinh" "inverse hyperbolic sine",
        Atan "chlo.atan" "inverse tangent",
        Atanh "chlo.atanh" "inverse hyperbolic tangent",
        Sinh "chlo.sinh" "hyperbolic sine",
        Cosh "chlo.cosh" "hyperbolic cosine",
        Erf "chlo.erf" "error function",
        Erfc "chlo.erfc" "1 - erf(x), exact for large x",
        ErfInv "chlo.erf_inv" "inverse of the error function",
        Lgamma "chlo.lgamma" "log |gamma(x)|",
        Digamma "chlo.digamma" "derivative of log gamma(x)",
        Square "chlo.square" "x * x",
        Conj "chlo.conj" "complex conjugate",
        IsInf "chlo.is_inf" "true if x is infinite",
        IsPosInf "chlo.is_pos_inf" "true if x is +infinity",
        IsNegInf "chlo.is_neg_inf" "true if x is -infinity",
        BesselI1e "chlo.bessel_i1e" "modified Bessel function of order 1, times e^-|x|",
    }
}

op_enum! {
    /// Elementwise ops of two operands of one type; the result has that type, but for `Complex` (two floats to complex).
    BinaryOp {
        Add "stablehlo.add" "x + y; or of `i1`",
        Subtract "stablehlo.subtract" "x - y",
        Multiply "stablehlo.multiply" "x * y; and of `i1`",
        Divide "stablehlo.divide" "x / y; integers truncate",
        Remainder "stablehlo.remainder" "x - y * trunc(x / y)",
        Power "stablehlo.power" "x^y",
        Maximum "stablehlo.maximum" "the greater; NaN if either is; or of `i1`",
        Minimum "stablehlo.minimum" "the lesser; NaN if either is; and of `i1`",
        And "stablehlo.and" "bitwise and; logical for `i1`",
        Or "stablehlo.or" "bitwise or; logical for `i1`",
        Xor "stablehlo.xor" "bitwise exclusive or; logical for `i1`",
        Atan2 "stablehlo.atan2" "angle of the point (y, x) in radians",
        ShiftLeft "stablehlo.shift_left" "bits moved up by y; 0 from the width on",
        ShiftRightArithmetic "stablehlo.shift_right_arithmetic" "bits moved down by y, copies of the sign above",
        ShiftRightLogical "stablehlo.shift_right_logical" "bits moved down by y, zeros above",
        Complex "stablehlo.complex" "complex number of real and imaginary part",
        NextAfter "chlo.next_after" "the neighbour of x toward y",
        Polygamma "chlo.polygamma" "derivative of digamma of order x at y",
        Zeta "chlo.zeta" "Hurwitz zeta function",
        MulHi "chlo.mulhi" "upper half of the product",
    }
}

/// `comparison_direction` of `stablehlo.compare`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum CompareDirection {
    Eq,
    Ne,
    Ge,
    Gt,
    Le,
    Lt,
}
