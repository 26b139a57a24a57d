//! Element types of tensors (StableHLO spec, section "Types").

use std::fmt;

macro_rules! dtypes {
    ($( $(#[$doc:meta])* $variant:ident $mlir:literal $numpy:literal $bits:literal $kind:ident; )*) => {
        /// The element type of a tensor.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum DType { $( $(#[$doc])* $variant, )* }

        impl DType {
            /// Every element type, in declaration order.
            pub const ALL: &[DType] = &[$( DType::$variant, )*];
            /// The name in StableHLO's type syntax, for example `bf16`, `ui8`, `complex<f32>`.
            pub const fn mlir_name(self) -> &'static str { match self { $( DType::$variant => $mlir, )* } }
            /// The name that numpy or ml_dtypes gives the type, for example `bfloat16`, `uint8`, `complex64`.
            pub const fn numpy_name(self) -> &'static str { match self { $( DType::$variant => $numpy, )* } }
            /// Significant bits of one element (a complex number counts both parts).
            pub const fn bits(self) -> u32 { match self { $( DType::$variant => $bits, )* } }
            /// What sort of number it is.
            pub const fn kind(self) -> DTypeKind { match self { $( DType::$variant => DTypeKind::$kind, )* } }
        }
    };
}

/// What sort of number an element type holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DTypeKind {
    /// `i1`: false or true, one byte 0 or 1.
    Bool,
    /// Two's complement.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// Any floating-point format.
    Float,
    /// Pair of floats.
    Complex,
}

dtypes! {
    /// Boolean, stored as one byte.
    Bool "i1" "bool" 1 Bool;
    /// 2-bit signed integer, one per byte in literals and buffers.
    I2 "i2" "int2" 2 Signed;
    /// 4-bit signed integer, one per byte in literals and buffers.
    I4 "i4" "int4" 4 Signed;
    /// 8-bit signed integer.
    I8 "i8" "int8" 8 Signed;
    /// 16-bit signed integer.
    I16 "i16" "int16" 16 Signed;
    /// 32-bit signed integer.
    I32 "i32" "int32" 32 Signed;
    /// 64-bit signed integer.
    I64 "i64" "int64" 64 Signed;
    /// 2-bit unsigned integer, one per byte.
    U2 "ui2" "uint2" 2 Unsigned;
    /// 4-bit unsigned integer, one per byte.
    U4 "ui4" "uint4" 4 Unsigned;
    /// 8-bit unsigned integer.
    U8 "ui8" "uint8" 8 Unsigned;
    /// 16-bit unsigned integer.
    U16 "ui16" "uint16" 16 Unsigned;
    /// 32-bit unsigned integer.
    U32 "ui32" "uint32" 32 Unsigned;
    /// 64-bit unsigned integer.
    U64 "ui64" "uint64" 64 Unsigned;
    /// OCP MX FP4.
    F4E2M1FN "f4E2M1FN" "float4_e2m1fn" 4 Float;
    /// OCP MX FP6 with two exponent bits.
    F6E2M3FN "f6E2M3FN" "float6_e2m3fn" 6 Float;
    /// OCP MX FP6 with three exponent bits.
    F6E3M2FN "f6E3M2FN" "float6_e3m2fn" 6 Float;
    /// IEEE-like FP8, three exponent bits.
    F8E3M4 "f8E3M4" "float8_e3m4" 8 Float;
    /// IEEE-like FP8, four exponent bits.
    F8E4M3 "f8E4M3" "float8_e4m3" 8 Float;
    /// OCP FP8: no infinity, one NaN pattern.
    F8E4M3FN "f8E4M3FN" "float8_e4m3fn" 8 Float;
    /// FP8 without infinity and negative zero.
    F8E4M3FNUZ "f8E4M3FNUZ" "float8_e4m3fnuz" 8 Float;
    /// FP8 with bias 11, without infinity and negative zero.
    F8E4M3B11FNUZ "f8E4M3B11FNUZ" "float8_e4m3b11fnuz" 8 Float;
    /// OCP FP8, five exponent bits, IEEE-like.
    F8E5M2 "f8E5M2" "float8_e5m2" 8 Float;
    /// FP8, five exponent bits, without infinity and negative zero.
    F8E5M2FNUZ "f8E5M2FNUZ" "float8_e5m2fnuz" 8 Float;
    /// OCP MX scale: a power of two, no sign, no zero.
    F8E8M0FNU "f8E8M0FNU" "float8_e8m0fnu" 8 Float;
    /// bfloat16.
    BF16 "bf16" "bfloat16" 16 Float;
    /// IEEE binary16.
    F16 "f16" "float16" 16 Float;
    /// IEEE binary32.
    F32 "f32" "float32" 32 Float;
    /// IEEE binary64.
    F64 "f64" "float64" 64 Float;
    /// Pair of binary32.
    C64 "complex<f32>" "complex64" 64 Complex;
    /// Pair of binary64.
    C128 "complex<f64>" "complex128" 128 Complex;
    /// MLIR's integer of the machine's width, 64 bits here: the element type of shapes.
    Index "index" "int64" 64 Signed;
}

impl DType {
    /// Bytes that one element takes in a literal or a buffer.
    pub const fn byte_size(self) -> usize {
        let bits = self.bits() as usize;
        if bits <= 8 { 1 } else { bits / 8 }
    }

    /// The type with that StableHLO spelling; `si8` is accepted for `i8`.
    pub fn from_mlir_name(name: &str) -> Option<DType> {
        let unsigned_prefix_dropped = name.strip_prefix("si").map(|w| format!("i{w}"));
        let name = unsigned_prefix_dropped.as_deref().unwrap_or(name);
        DType::ALL.iter().copied().find(|d| d.mlir_name() == name)
    }

    /// The type with that numpy or ml_dtypes name.
    pub fn from_numpy_name(name: &str) -> Option<DType> {
        DType::ALL.iter().copied().find(|d| d.numpy_name() == name)
    }

    /// True for `i1`.
    pub const fn is_bool(self) -> bool {
        matches!(self.kind(), DTypeKind::Bool)
    }
    /// True for signed and unsigned integers, not for `i1`.
    pub const fn is_int(self) -> bool {
        matches!(self.kind(), DTypeKind::Signed | DTypeKind::Unsigned)
    }
    /// True for signed integers.
    pub const fn is_signed_int(self) -> bool {
        matches!(self.kind(), DTypeKind::Signed)
    }
    /// True for unsigned integers.
    pub const fn is_unsigned_int(self) -> bool {
        matches!(self.kind(), DTypeKind::Unsigned)
    }
    /// True for every floating-point format, not for complex.
    pub const fn is_float(self) -> bool {
        matches!(self.kind(), DTypeKind::Float)
    }
    /// True for complex types.
    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), DTypeKind::Complex)
    }

    /// The type of the real part of a complex type; any other type is its own part.
    pub const fn real_part(self) -> DType {
        match self {
            DType::C64 => DType::F32,
            DType::C128 => DType::F64,
            other => other,
        }
    }

    /// The complex type over this float, if there is one.
    pub const fn complex_of(self) -> Option<DType> {
        match self {
            DType::F32 => Some(DType::C64),
            DType::F64 => Some(DType::C128),
            _ => None,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mlir_name())
    }
}
