//! Names of the elementwise ops. The IR's op table, the scalar semantics, the math expansions and the kernel IR all
//! use these enums.

macro_rules! op_enum {
    ($(#[$doc:meta])* $name:ident { $( $variant:ident $mnemonic:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs)]
        pub enum $name { $( $variant, )* }
        impl $name {
            /// Every op, in declaration order.
            pub const ALL: &[$name] = &[$( $name::$variant, )*];
            /// Full op name with dialect, e.g. `stablehlo.add`, `chlo.erf`.
            pub const fn mnemonic(self) -> &'static str { match self { $( $name::$variant => $mnemonic, )* } }
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
        Abs "stablehlo.abs",
        Negate "stablehlo.negate",
        Not "stablehlo.not",
        Sign "stablehlo.sign",
        Floor "stablehlo.floor",
        Ceil "stablehlo.ceil",
        RoundNearestEven "stablehlo.round_nearest_even",
        RoundNearestAfz "stablehlo.round_nearest_afz",
        Exponential "stablehlo.exponential",
        ExponentialMinusOne "stablehlo.exponential_minus_one",
        Log "stablehlo.log",
        LogPlusOne "stablehlo.log_plus_one",
        Sqrt "stablehlo.sqrt",
        Rsqrt "stablehlo.rsqrt",
        Cbrt "stablehlo.cbrt",
        Sine "stablehlo.sine",
        Cosine "stablehlo.cosine",
        Tan "stablehlo.tan",
        Tanh "stablehlo.tanh",
        Logistic "stablehlo.logistic",
        IsFinite "stablehlo.is_finite",
        Popcnt "stablehlo.popcnt",
        CountLeadingZeros "stablehlo.count_leading_zeros",
        Real "stablehlo.real",
        Imag "stablehlo.imag",
        Acos "chlo.acos",
        Acosh "chlo.acosh",
        Asin "chlo.asin",
        Asinh "chlo.asinh",
        Atan "chlo.atan",
        Atanh "chlo.atanh",
        Sinh "chlo.sinh",
        Cosh "chlo.cosh",
        Erf "chlo.erf",
        Erfc "chlo.erfc",
        ErfInv "chlo.erf_inv",
        Lgamma "chlo.lgamma",
        Digamma "chlo.digamma",
        Square "chlo.square",
        Conj "chlo.conj",
        IsInf "chlo.is_inf",
        IsPosInf "chlo.is_pos_inf",
        IsNegInf "chlo.is_neg_inf",
        BesselI1e "chlo.bessel_i1e",
    }
}

op_enum! {
    /// Elementwise ops of two operands of one type; the result has that type, but for `Complex` (two floats to complex).
    BinaryOp {
        Add "stablehlo.add",
        Subtract "stablehlo.subtract",
        Multiply "stablehlo.multiply",
        Divide "stablehlo.divide",
        Remainder "stablehlo.remainder",
        Power "stablehlo.power",
        Maximum "stablehlo.maximum",
        Minimum "stablehlo.minimum",
        And "stablehlo.and",
        Or "stablehlo.or",
        Xor "stablehlo.xor",
        Atan2 "stablehlo.atan2",
        ShiftLeft "stablehlo.shift_left",
        ShiftRightArithmetic "stablehlo.shift_right_arithmetic",
        ShiftRightLogical "stablehlo.shift_right_logical",
        Complex "stablehlo.complex",
        NextAfter "chlo.next_after",
        Polygamma "chlo.polygamma",
        Zeta "chlo.zeta",
        MulHi "chlo.mulhi",
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
