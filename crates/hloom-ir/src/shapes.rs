//! Ops of MLIR's `arith`, `shape` and `tensor` dialects: exporters of dynamic programs compute sizes with them.
//!
//! They work on scalars, on tensors of the element type `index` ("extent tensors") and on the types that the `shape`
//! dialect has for shapes, sizes and assertions ([`MlirType`]). The ops without attributes are the rows of this module;
//! those with attributes are rows of [`crate::table`]. `hloom_opt` writes all of them by StableHLO ops.

use crate::chlo;
use crate::table::{Arity, Kind, Level, OpInfo};
use crate::{Attr, Op, Type};
use hloom_num::{DType, Literal};
use std::fmt;

/// A type of MLIR's own that is no tensor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MlirType {
    /// `index`, `i32`, `f32`, …: one number.
    Scalar(DType),
    /// `!shape.shape`: the sizes of a tensor of any rank.
    Shape,
    /// `!shape.size`: one size.
    Size,
    /// `!shape.witness`: an assertion that has been looked at.
    Witness,
}

impl fmt::Display for MlirType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MlirType::Scalar(d) => write!(f, "{d}"),
            MlirType::Shape => f.write_str("!shape.shape"),
            MlirType::Size => f.write_str("!shape.size"),
            MlirType::Witness => f.write_str("!shape.witness"),
        }
    }
}

macro_rules! family {
    ($(#[$doc:meta])* $name:ident $kind:ident {
        $( $variant:ident $mnemonic:literal ($($operand:literal),*) $text:literal; )*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name { $( #[doc = $text] $variant, )* }
        impl $name {
            /// Every op, in declaration order.
            pub const ALL: &[$name] = &[$( $name::$variant, )*];
            /// Full name with dialect.
            pub const fn mnemonic(self) -> &'static str { match self { $( $name::$variant => $mnemonic, )* } }
            /// The op with that full name.
            pub fn from_mnemonic(name: &str) -> Option<$name> {
                match name { $( $mnemonic => Some($name::$variant), )* _ => None }
            }
            /// Facts about the op.
            pub fn info(self) -> OpInfo {
                let (operands, doc): (&'static [&'static str], _) = match self {
                    $( $name::$variant => (&[$($operand),*], $text), )*
                };
                let arity = match operands {
                    [.., last] if last.ends_with('*') => Arity::AtLeast(operands.len() - 1),
                    _ => Arity::Exact(operands.len()),
                };
                let (name, level, kind) = (self.mnemonic(), Level::Foreign, Kind::$kind);
                OpInfo { name, level, kind, operands, arity, regions: 0, doc, attrs: &[] }
            }
        }
    };
}

family! {
    /// Ops on scalars, or elementwise on tensors. Integers have no sign, the op says how it reads them.
    ArithOp Elementwise {
        AddI "arith.addi" ("lhs", "rhs") "x + y, wrapping";
        SubI "arith.subi" ("lhs", "rhs") "x - y, wrapping";
        MulI "arith.muli" ("lhs", "rhs") "x * y, wrapping";
        DivSI "arith.divsi" ("lhs", "rhs") "x / y toward zero";
        DivUI "arith.divui" ("lhs", "rhs") "x / y of numbers without sign";
        RemSI "arith.remsi" ("lhs", "rhs") "x - y * trunc(x / y)";
        RemUI "arith.remui" ("lhs", "rhs") "the remainder of numbers without sign";
        FloorDivSI "arith.floordivsi" ("lhs", "rhs") "x / y, rounded down";
        CeilDivSI "arith.ceildivsi" ("lhs", "rhs") "x / y, rounded up";
        MaxSI "arith.maxsi" ("lhs", "rhs") "the greater";
        MaxUI "arith.maxui" ("lhs", "rhs") "the greater of numbers without sign";
        MinSI "arith.minsi" ("lhs", "rhs") "the lesser";
        MinUI "arith.minui" ("lhs", "rhs") "the lesser of numbers without sign";
        AndI "arith.andi" ("lhs", "rhs") "bitwise and";
        OrI "arith.ori" ("lhs", "rhs") "bitwise or";
        XorI "arith.xori" ("lhs", "rhs") "bitwise exclusive or";
        AddF "arith.addf" ("lhs", "rhs") "x + y of floats";
        SubF "arith.subf" ("lhs", "rhs") "x - y of floats";
        MulF "arith.mulf" ("lhs", "rhs") "x * y of floats";
        DivF "arith.divf" ("lhs", "rhs") "x / y of floats";
        MaximumF "arith.maximumf" ("lhs", "rhs") "the greater; NaN if either is";
        MinimumF "arith.minimumf" ("lhs", "rhs") "the lesser; NaN if either is";
        NegF "arith.negf" ("operand") "-x of a float";
        Select "arith.select" ("condition", "true_value", "false_value") "one of two values";
        IndexCast "arith.index_cast" ("in") "between `index` and another integer type, keeping the sign";
        IndexCastUI "arith.index_castui" ("in") "between `index` and another integer type, without sign";
        ExtSI "arith.extsi" ("in") "to a wider integer, keeping the sign";
        ExtUI "arith.extui" ("in") "to a wider integer, without sign";
        TruncI "arith.trunci" ("in") "to a narrower integer";
        SIToFP "arith.sitofp" ("in") "integer to float";
        FPToSI "arith.fptosi" ("in") "float to integer, toward zero";
        ExtF "arith.extf" ("in") "to a wider float";
        TruncF "arith.truncf" ("in") "to a narrower float";
    }
}

impl ArithOp {
    /// True if the op gives its operand in another type.
    pub fn is_cast(self) -> bool {
        use ArithOp::*;
        matches!(self, IndexCast | IndexCastUI | ExtSI | ExtUI | TruncI | SIToFP | FPToSI | ExtF | TruncF)
    }
}

family! {
    /// Ops on shapes, and on tensors that are asked for sizes.
    ShapeOp Movement {
        ShapeOf "shape.shape_of" ("arg") "the sizes of a tensor";
        ToExtentTensor "shape.to_extent_tensor" ("input") "a shape as a tensor";
        FromExtentTensor "shape.from_extent_tensor" ("input") "a tensor as a shape";
        ValueAsShape "shape.value_as_shape" ("arg") "a tensor as a shape";
        FromExtents "shape.from_extents" ("extents*") "a shape of these sizes";
        NumElements "shape.num_elements" ("shape") "the product of the sizes";
        Broadcast "shape.broadcast" ("shapes*") "the shape that operands of these shapes are broadcast to";
        Concat "shape.concat" ("lhs", "rhs") "the sizes of one shape, then those of another";
        SplitAt "shape.split_at" ("operand", "index") "the sizes before a position, and those from it on";
        GetExtent "shape.get_extent" ("shape", "dim") "one of the sizes";
        Dim "shape.dim" ("value", "index") "one of the sizes of a tensor";
        Rank "shape.rank" ("shape") "how many sizes there are";
        Add "shape.add" ("lhs", "rhs") "x + y of sizes";
        Mul "shape.mul" ("lhs", "rhs") "x * y of sizes";
        Div "shape.div" ("lhs", "rhs") "x / y of sizes, rounded down";
        Max "shape.max" ("lhs", "rhs") "the greater size";
        Min "shape.min" ("lhs", "rhs") "the lesser size";
        IndexToSize "shape.index_to_size" ("arg") "a number as a size";
        SizeToIndex "shape.size_to_index" ("arg") "a size as a number";
        ShapeEq "shape.shape_eq" ("shapes*") "true if the shapes are the same";
        IsBroadcastable "shape.is_broadcastable" ("shapes*") "true if operands of these shapes can be broadcast";
        CstrEq "shape.cstr_eq" ("shapes*") "asserts that the shapes are the same";
        CstrBroadcastable "shape.cstr_broadcastable" ("shapes*") "asserts that operands of them can be broadcast";
        AssumingAll "shape.assuming_all" ("inputs*") "all of the assertions";
        TensorDim "tensor.dim" ("source", "index") "one of the sizes of a tensor";
        TensorRank "tensor.rank" ("tensor") "how many dimensions a tensor has";
        TensorCast "tensor.cast" ("source") "the same tensor, with more or fewer sizes known";
        TensorExtract "tensor.extract" ("tensor", "indices*") "one element";
        TensorFromElements "tensor.from_elements" ("elements*") "a tensor of these elements, in row-major order";
    }
}

/// Predicates of `arith.cmpi`, by number.
pub const INT_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// Predicates of `arith.cmpf`, by number.
pub const FLOAT_PREDICATES: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];

/// The literal that an attribute of a constant holds: of rank 0 for a number.
pub fn constant(value: &Attr) -> Option<Literal> {
    match value {
        Attr::Dense(_) => <Literal as crate::attrs::AttrValue>::from_attr(Some(value)).ok(),
        number => chlo::number(number),
    }
}

impl Op {
    /// True for the ops of MLIR's dialects that compute sizes.
    pub fn computes_sizes(&self) -> bool {
        matches!(
            self,
            Op::Arith(_)
                | Op::Shape(_)
                | Op::ArithConstant { .. }
                | Op::ArithCmpI { .. }
                | Op::ArithCmpF { .. }
                | Op::ShapeConst { .. }
                | Op::ShapeConstSize { .. }
                | Op::ShapeConstWitness { .. }
                | Op::ShapeCstrRequire { .. }
                | Op::ShapeAssuming {}
        )
    }
}

/// True if the type, or one that it is made of, is no type of StableHLO.
pub(crate) fn is_outside(ty: &Type) -> bool {
    match ty {
        Type::Mlir(_) => true,
        Type::Tuple(items) | Type::Future(items) => items.iter().any(is_outside),
        Type::Tensor(_) | Type::Buffer(_) | Type::Token => false,
    }
}
