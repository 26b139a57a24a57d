//! THE TABLE: every op, declared once.
//!
//! A row gives the op's name, level, kind, operands, regions and attributes. The enum, the lookup by name, the
//! conversion of attributes from and to the syntax tree, and the facts that generic code asks for ([`OpInfo`]) are
//! expansions of it. Elementwise ops with no attribute are rows of [`hloom_num::UnaryOp`] and [`hloom_num::BinaryOp`].
//!
//! Adding an op is one row, plus what the exhaustive matches (inference, interpreter, planner) then ask for.

use crate::attrs::*;
use crate::chlo::{BROADCASTING, broadcasting_name};
use crate::codec::{Codec, I32, InChlo, OrDefault, Stated};
use crate::shapes::{ArithOp, ShapeOp};
use hloom_mlir::{Attr, Str};
use hloom_num::{BinaryOp, CompareDirection, Literal, UnaryOp};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Which stages see an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// What optimiser, planner and back ends see.
    Core,
    /// Has a simpler equivalent; expanded on reading or by the first pass.
    Sugar,
    /// Of a test or annotation dialect; only the interpreter or its own pass sees it.
    Foreign,
}

/// What sort of op it is. Passes match on this; on single ops only inside one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// One result element from the operands' elements at the same index.
    Elementwise,
    /// Moves elements, computes nothing: reshape, transpose, slice, pad, concatenate, ….
    Movement,
    /// Combines elements along whole dimensions.
    Reduce,
    /// Products.
    Contract,
    /// Sliding windows: convolution, reduce_window, select_and_scatter.
    Window,
    /// Positions known at run time: gather, scatter, dynamic_slice, dynamic_update_slice.
    Index,
    /// Ordering.
    Sort,
    /// Regions and calls.
    Control,
    /// Communication between devices.
    Collective,
    /// Random bits.
    Random,
    /// Custom calls, infeed, outfeed, send, recv.
    Host,
    /// Values from nothing: constant, iota, partition and replica ids.
    Constant,
    /// Decompositions and transforms: cholesky, triangular_solve, fft.
    Linalg,
}

/// Number of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly that many.
    Exact(usize),
    /// That many or more.
    AtLeast(usize),
}

/// Facts about an op, from its row.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// Full name with dialect.
    pub name: &'static str,
    /// Which stages see it.
    pub level: Level,
    /// What sort it is.
    pub kind: Kind,
    /// Operand names, in order; a trailing `*` marks a variadic group.
    pub operands: &'static [&'static str],
    /// Number of operands.
    pub arity: Arity,
    /// Number of regions (`0xffff_ffff`: any).
    pub regions: usize,
    /// What it computes, in a sentence or two; empty where the name says it.
    pub doc: &'static str,
    /// Names of its attributes, as they are written.
    pub attrs: &'static [&'static str],
}

const fn arity(names: &[&str]) -> Arity {
    let mut i = 0;
    let mut fixed = 0;
    let mut variadic = false;
    while i < names.len() {
        let b = names[i].as_bytes();
        if b[b.len() - 1] == b'*' {
            variadic = true
        } else {
            fixed += 1
        }
        i += 1;
    }
    if variadic { Arity::AtLeast(fixed) } else { Arity::Exact(fixed) }
}

/// An op and the attributes that its row does not name, or what is wrong with its attributes.
pub type FromAttrs = Result<(Op, Vec<(Str, Attr)>), String>;

/// How an op is made of attributes.
enum Row {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Broadcasting(BinaryOp),
    Arith(ArithOp),
    Shape(ShapeOp),
    Build(fn(&[(Str, Attr)]) -> FromAttrs),
}

/// The attribute of the broadcasting ops of CHLO.
const BROADCAST_DIMENSIONS: &str = "broadcast_dimensions";
const BROADCASTING_DOC: &str = "Elementwise, over operands that are broadcast against one another.";

fn broadcasting(op: BinaryOp, attrs: &[(Str, Attr)]) -> FromAttrs {
    let found = attrs.iter().find(|(k, _)| &**k == BROADCAST_DIMENSIONS).map(|(_, a)| a);
    let broadcast_dimensions = <Option<I64s> as AttrValue>::from_attr(found)
        .map_err(|e| format!("attribute '{BROADCAST_DIMENSIONS}': {e}"))?;
    let extra = attrs.iter().filter(|(k, _)| &**k != BROADCAST_DIMENSIONS).cloned().collect();
    Ok((Op::Broadcasting { op, broadcast_dimensions }, extra))
}

/// The codec of a field: the one that the row names, else the type itself.
macro_rules! codec {
    ($ty:ty) => {
        $ty
    };
    ($ty:ty, $codec:ty) => {
        $codec
    };
}

macro_rules! ops {
    ($(
        $(#[doc = $doc:literal])*
        $variant:ident $name:literal $level:ident $kind:ident ($($operand:literal),*) $regions:literal
        { $( $(#[$fdoc:meta])* $field:ident : $fty:ty $(as $codec:ty)? = $attr:literal ),* $(,)? }
    )*) => {
        /// An operation with its attributes.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Op {
            /// Elementwise, one operand, no attribute.
            Unary(UnaryOp),
            /// Elementwise, two operands, no attribute.
            Binary(BinaryOp),
            /// Elementwise, two operands that are broadcast against one another.
            Broadcasting {
                /// What is computed.
                op: BinaryOp,
                /// Dimensions of the result that the operand of lower rank has; the last ones if absent.
                broadcast_dimensions: Option<I64s>,
            },
            /// On the scalars with which sizes are computed.
            Arith(ArithOp),
            /// On shapes and sizes.
            Shape(ShapeOp),
            $( $(#[doc = $doc])* $variant { $( $(#[$fdoc])* #[doc = concat!("`", $attr, "`")] $field : $fty ),* }, )*
        }

        impl Op {
            /// Facts from the table.
            pub fn info(&self) -> OpInfo {
                match self {
                    Op::Unary(u) => OpInfo { name: u.mnemonic(), level: Level::Core, kind: Kind::Elementwise, operands: &["operand"], arity: Arity::Exact(1), regions: 0, doc: u.doc(), attrs: &[] },
                    Op::Binary(b) => OpInfo { name: b.mnemonic(), level: Level::Core, kind: Kind::Elementwise, operands: &["lhs", "rhs"], arity: Arity::Exact(2), regions: 0, doc: b.doc(), attrs: &[] },
                    Op::Broadcasting { op, .. } => OpInfo { name: broadcasting_name(*op), level: Level::Sugar, kind: Kind::Elementwise, operands: &["lhs", "rhs"], arity: Arity::Exact(2), regions: 0, doc: BROADCASTING_DOC, attrs: &[BROADCAST_DIMENSIONS] },
                    Op::Arith(a) => a.info(),
                    Op::Shape(s) => s.info(),
                    $( Op::$variant { .. } => {
                        const NAMES: &[&str] = &[$($operand),*];
                        const ARITY: Arity = arity(NAMES);
                        OpInfo { name: $name, level: Level::$level, kind: Kind::$kind, operands: NAMES, arity: ARITY, regions: $regions, doc: concat!($($doc),*).trim_ascii_start(), attrs: &[$($attr),*] }
                    } )*
                }
            }

            /// Builds the op called `name` from its attributes. `None` if the table has no such op. What the row does
            /// not name is returned as the op's extra attributes.
            pub fn from_attrs(name: &str, attrs: &[(Str, Attr)]) -> Option<FromAttrs> {
                static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
                    let unary = UnaryOp::ALL.iter().map(|&u| (u.mnemonic(), Row::Unary(u)));
                    let binary = BinaryOp::ALL.iter().map(|&b| (b.mnemonic(), Row::Binary(b)));
                    let mut rows: FxHashMap<&'static str, Row> = unary.chain(binary).collect();
                    rows.extend(BROADCASTING.iter().map(|&(b, name)| (name, Row::Broadcasting(b))));
                    rows.extend(ArithOp::ALL.iter().map(|&a| (a.mnemonic(), Row::Arith(a))));
                    rows.extend(ShapeOp::ALL.iter().map(|&s| (s.mnemonic(), Row::Shape(s))));
                    $( rows.insert($name, Row::Build(|attrs| {
                        const KNOWN: &[&str] = &[$($attr),*];
                        let _find = |n: &str| attrs.iter().find(|(k, _)| &**k == n).map(|(_, a)| a);
                        let op = Op::$variant { $( $field: <codec!($fty $(, $codec)?) as Codec<$fty>>::read(_find($attr)).map_err(|e| format!("attribute '{}': {e}", $attr))? ),* };
                        let extra = attrs.iter().filter(|(k, _)| !KNOWN.contains(&&**k)).cloned().collect();
                        Ok((op, extra))
                    })); )*
                    rows
                });
                Some(match ROWS.get(name)? {
                    Row::Unary(u) => Ok((Op::Unary(*u), attrs.to_vec())),
                    Row::Binary(b) => Ok((Op::Binary(*b), attrs.to_vec())),
                    Row::Broadcasting(b) => broadcasting(*b, attrs),
                    Row::Arith(a) => Ok((Op::Arith(*a), attrs.to_vec())),
                    Row::Shape(s) => Ok((Op::Shape(*s), attrs.to_vec())),
                    Row::Build(build) => build(attrs),
                })
            }

            /// The attributes in the order of the row; absent optional ones are left out.
            pub fn to_attrs(&self) -> Vec<(Str, Attr)> {
                #[allow(unused_mut)]
                let mut out: Vec<(Str, Attr)> = Vec::new();
                match self {
                    Op::Unary(_) | Op::Binary(_) | Op::Arith(_) | Op::Shape(_) => {}
                    Op::Broadcasting { broadcast_dimensions, .. } => {
                        if let Some(a) = broadcast_dimensions.to_attr() { out.push((BROADCAST_DIMENSIONS.into(), a)); }
                    }
                    $( Op::$variant { $( $field ),* } => {
                        $( if let Some(a) = <codec!($fty $(, $codec)?) as Codec<$fty>>::write($field) { out.push(($attr.into(), a)); } )*
                    } )*
                }
                out
            }
        }

        /// Names of the attributes that the row of `name` has; `None` if the table has no such op.
        pub fn attr_names(name: &str) -> Option<&'static [&'static str]> {
            info_of(name).map(|i| i.attrs)
        }

        /// Facts about the op of that name.
        pub fn info_of(name: &str) -> Option<OpInfo> {
            if let Some(u) = UnaryOp::from_mnemonic(name) { return Some(Op::Unary(u).info()); }
            if let Some(b) = BinaryOp::from_mnemonic(name) { return Some(Op::Binary(b).info()); }
            if let Some((b, _)) = BROADCASTING.iter().find(|(_, n)| *n == name) {
                return Some(Op::Broadcasting { op: *b, broadcast_dimensions: None }.info());
            }
            if let Some(a) = ArithOp::from_mnemonic(name) { return Some(a.info()); }
            if let Some(s) = ShapeOp::from_mnemonic(name) { return Some(s.info()); }
            match name {
                $( $name => {
                    const NAMES: &[&str] = &[$($operand),*];
                    const ARITY: Arity = arity(NAMES);
                    Some(OpInfo { name: $name, level: Level::$level, kind: Kind::$kind, operands: NAMES, arity: ARITY, regions: $regions, doc: concat!($($doc),*).trim_ascii_start(), attrs: &[$($attr),*] })
                } )*
                _ => None,
            }
        }

        /// Names of all ops of the table (elementwise ones included).
        pub fn all_names() -> Vec<&'static str> {
            let mut v: Vec<&'static str> = UnaryOp::ALL.iter().map(|u| u.mnemonic()).collect();
            v.extend(BinaryOp::ALL.iter().map(|b| b.mnemonic()));
            v.extend(BROADCASTING.iter().map(|(_, name)| *name));
            v.extend(ArithOp::ALL.iter().map(|a| a.mnemonic()));
            v.extend(ShapeOp::ALL.iter().map(|s| s.mnemonic()));
            v.extend([$( $name ),*]);
            v
        }
    };
}

ops! {
    // ---- elementwise with attributes or other operand types
    /// Comparison to `i1`.
    Compare "stablehlo.compare" Core Elementwise ("lhs", "rhs") 0 {
        direction: CompareDirection = "comparison_direction",
        compare_type: Option<CompareType> = "compare_type",
    }
    /// `pred ? on_true : on_false`; `pred` has the result's shape or is a scalar.
    Select "stablehlo.select" Core Elementwise ("pred", "on_true", "on_false") 0 {}
    /// `min(max(operand, min), max)`; bounds have the operand's shape or are scalars.
    Clamp "stablehlo.clamp" Core Elementwise ("min", "operand", "max") 0 {}
    /// `a * b + c`, rounded once.
    Fma "stablehlo.fma" Core Elementwise ("a", "b", "c") 0 {}
    /// Conversion to the result's element type.
    Convert "stablehlo.convert" Core Elementwise ("operand") 0 {}
    /// Same bits as another element type; the last dimension grows or shrinks if widths differ.
    BitcastConvert "stablehlo.bitcast_convert" Core Movement ("operand") 0 {}
    /// Numbers, or otherwise quantized ones, to the result's quantized type.
    UniformQuantize "stablehlo.uniform_quantize" Sugar Elementwise ("operand") 0 {}
    /// The numbers that a quantized tensor means.
    UniformDequantize "stablehlo.uniform_dequantize" Sugar Elementwise ("operand") 0 {}
    /// Rounds to fewer exponent and mantissa bits.
    ReducePrecision "stablehlo.reduce_precision" Core Elementwise ("operand") 0 {
        exponent_bits: i64 as I32 = "exponent_bits",
        mantissa_bits: i64 as I32 = "mantissa_bits",
    }
    /// Elementwise by a region on scalars.
    Map "stablehlo.map" Sugar Elementwise ("inputs*") 1 { dimensions: I64s = "dimensions" }

    /// `compare` of operands that are broadcast against one another.
    BroadcastCompare "chlo.broadcast_compare" Sugar Elementwise ("lhs", "rhs") 0 {
        broadcast_dimensions: Option<I64s> = "broadcast_dimensions",
        direction: CompareDirection as InChlo = "comparison_direction",
        compare_type: Option<CompareType> as InChlo = "compare_type",
    }
    /// `select` of operands that are broadcast against one another.
    BroadcastSelect "chlo.broadcast_select" Sugar Elementwise ("pred", "on_true", "on_false") 0 {}
    /// A number at every element of a tensor of the operand's shape.
    ConstantLike "chlo.constant_like" Sugar Elementwise ("operand") 0 { value: Attr = "value" }

    // ---- constants
    /// A literal.
    Constant "stablehlo.constant" Core Constant () 0 { value: Literal = "value" }
    /// 0, 1, 2, … along one dimension.
    Iota "stablehlo.iota" Core Constant () 0 { iota_dimension: i64 = "iota_dimension" }

    // ---- movement
    /// Result dimension `broadcast_dimensions[i]` follows operand dimension `i` (size 1 is repeated).
    BroadcastInDim "stablehlo.broadcast_in_dim" Core Movement ("operand") 0 { broadcast_dimensions: I64s = "broadcast_dimensions" }
    /// New dimensions in front of the operand's (deprecated).
    Broadcast "stablehlo.broadcast" Sugar Movement ("operand") 0 { broadcast_sizes: I64s = "broadcast_sizes" }
    /// Same elements in row-major order, another shape.
    Reshape "stablehlo.reshape" Core Movement ("operand") 0 {}
    /// Result dimension `i` is operand dimension `permutation[i]`.
    Transpose "stablehlo.transpose" Core Movement ("operand") 0 { permutation: I64s = "permutation" }
    /// Every `strides[i]`-th element from `start_indices[i]` to `limit_indices[i]`.
    Slice "stablehlo.slice" Core Movement ("operand") 0 {
        start_indices: I64s = "start_indices",
        limit_indices: I64s = "limit_indices",
        strides: I64s = "strides",
    }
    /// Joins along `dimension`.
    Concatenate "stablehlo.concatenate" Core Movement ("inputs*") 0 { dimension: i64 = "dimension" }
    /// Padding around and between elements; negative edges cut.
    Pad "stablehlo.pad" Core Movement ("operand", "padding_value") 0 {
        edge_padding_low: I64s = "edge_padding_low",
        edge_padding_high: I64s = "edge_padding_high",
        interior_padding: I64s = "interior_padding",
    }
    /// Reverses the named dimensions.
    Reverse "stablehlo.reverse" Core Movement ("operand") 0 { dimensions: I64s = "dimensions" }

    // ---- shapes known at run time
    /// `broadcast_in_dim` to the shape `output_dimensions`.
    DynamicBroadcastInDim "stablehlo.dynamic_broadcast_in_dim" Sugar Movement ("operand", "output_dimensions") 0 {
        broadcast_dimensions: I64s = "broadcast_dimensions",
        known_expanding_dimensions: Option<I64s> = "known_expanding_dimensions",
        known_nonexpanding_dimensions: Option<I64s> = "known_nonexpanding_dimensions",
    }
    /// `iota` of the shape `output_shape`.
    DynamicIota "stablehlo.dynamic_iota" Sugar Movement ("output_shape") 0 { iota_dimension: i64 = "iota_dimension" }
    /// `reshape` to the shape `output_shape`.
    DynamicReshape "stablehlo.dynamic_reshape" Sugar Movement ("operand", "output_shape") 0 {}
    /// `slice` with bounds and strides known at run time.
    RealDynamicSlice "stablehlo.real_dynamic_slice" Sugar Movement
        ("operand", "start_indices", "limit_indices", "strides") 0 {}
    /// `pad` by amounts known at run time.
    DynamicPad "stablehlo.dynamic_pad" Sugar Movement
        ("operand", "padding_value", "edge_padding_low", "edge_padding_high", "interior_padding") 0 {}
    /// `convolution` with a padding known at run time.
    DynamicConv "stablehlo.dynamic_conv" Sugar Window ("lhs", "rhs", "padding") 0 {
        window_strides: Option<I64s> = "window_strides",
        lhs_dilation: Option<I64s> = "lhs_dilation",
        rhs_dilation: Option<I64s> = "rhs_dilation",
        window_reversal: Option<Bools> = "window_reversal",
        dims: Box<ConvDims> = "dimension_numbers",
        feature_group_count: i64 = "feature_group_count",
        batch_group_count: i64 = "batch_group_count",
        precision: PrecisionConfig = "precision_config",
    }
    /// `gather` of slices whose sizes are known at run time.
    DynamicGather "stablehlo.dynamic_gather" Sugar Index ("operand", "start_indices", "slice_sizes") 0 {
        dims: Box<GatherDims> = "dimension_numbers",
        indices_are_sorted: bool = "indices_are_sorted",
    }
    /// The first `size` elements along a dimension; the operand's size is the result's bound.
    SetDimensionSize "stablehlo.set_dimension_size" Sugar Movement ("operand", "size") 0 { dimension: i64 = "dimension" }

    // ---- index
    /// A box of static sizes at a start known at run time (clamped).
    DynamicSlice "stablehlo.dynamic_slice" Core Index ("operand", "start_indices*") 0 { slice_sizes: I64s = "slice_sizes" }
    /// `operand` with a box replaced by `update`, at a start known at run time (clamped).
    DynamicUpdateSlice "stablehlo.dynamic_update_slice" Core Index ("operand", "update", "start_indices*") 0 {}
    /// Slices at indices known at run time.
    Gather "stablehlo.gather" Core Index ("operand", "start_indices") 0 {
        dims: Box<GatherDims> = "dimension_numbers",
        slice_sizes: I64s = "slice_sizes",
        indices_are_sorted: bool = "indices_are_sorted",
    }
    /// Elements of dimension `dim` by index, for each position of the first `batch_dims` dimensions (deprecated).
    TorchIndexSelect "stablehlo.torch_index_select" Sugar Index ("operand", "index") 0 {
        dim: i64 = "dim",
        batch_dims: i64 = "batch_dims",
    }
    /// Combines updates into the inputs at indices known at run time.
    Scatter "stablehlo.scatter" Core Index ("inputs*", "scatter_indices", "updates*") 1 {
        dims: Box<ScatterDims> = "scatter_dimension_numbers",
        indices_are_sorted: bool = "indices_are_sorted",
        unique_indices: bool = "unique_indices",
    }

    // ---- reduce, contract, window
    /// Combines along dimensions by a region; inputs then init values.
    Reduce "stablehlo.reduce" Core Reduce ("inputs*", "init_values*") 1 { dimensions: I64s = "dimensions" }
    /// General product.
    DotGeneral "stablehlo.dot_general" Core Contract ("lhs", "rhs") 0 {
        dims: Box<DotDims> = "dot_dimension_numbers",
        precision: PrecisionConfig = "precision_config",
        algorithm: Option<DotAlgorithm> = "algorithm",
    }
    /// Product of matrices or vectors (deprecated).
    Dot "stablehlo.dot" Sugar Contract ("lhs", "rhs") 0 { precision: PrecisionConfig = "precision_config" }
    /// Sum of products by letters (deprecated): `ab,bc->ac`.
    Einsum "stablehlo.einsum" Sugar Contract ("lhs", "rhs") 0 { einsum_config: Str = "einsum_config" }
    /// Sum, diagonal or transpose by letters (deprecated): `ab->a`.
    UnaryEinsum "stablehlo.unary_einsum" Sugar Contract ("operand") 0 { einsum_config: Str = "einsum_config" }
    /// Product in which groups of rows, columns or matrices have a right side each.
    RaggedDot "chlo.ragged_dot" Sugar Contract ("lhs", "rhs", "group_sizes") 0 {
        dims: Box<RaggedDotDims> as InChlo = "ragged_dot_dimension_numbers",
        precision: PrecisionConfig as InChlo = "precision_config",
    }
    /// Convolution with strides, padding, dilation, groups.
    Convolution "stablehlo.convolution" Core Window ("lhs", "rhs") 0 {
        window_strides: Option<I64s> = "window_strides",
        padding: Option<Padding> = "padding",
        lhs_dilation: Option<I64s> = "lhs_dilation",
        rhs_dilation: Option<I64s> = "rhs_dilation",
        window_reversal: Option<Bools> = "window_reversal",
        dims: Box<ConvDims> = "dimension_numbers",
        feature_group_count: i64 = "feature_group_count",
        batch_group_count: i64 = "batch_group_count",
        precision: PrecisionConfig = "precision_config",
    }
    /// Combines over sliding windows by a region; inputs then init values.
    ReduceWindow "stablehlo.reduce_window" Core Window ("inputs*", "init_values*") 1 {
        window_dimensions: I64s = "window_dimensions",
        window_strides: Option<I64s> = "window_strides",
        base_dilations: Option<I64s> = "base_dilations",
        window_dilations: Option<I64s> = "window_dilations",
        padding: Option<Padding> = "padding",
    }
    /// Scatters `source` to the element that each window of `operand` selects.
    SelectAndScatter "stablehlo.select_and_scatter" Core Window ("operand", "source", "init_value") 2 {
        window_dimensions: Option<I64s> = "window_dimensions",
        window_strides: Option<I64s> = "window_strides",
        padding: Option<Padding> = "padding",
    }
    /// Sorts along a dimension by a comparator region.
    Sort "stablehlo.sort" Core Sort ("inputs*") 1 { dimension: i64 as OrDefault<i64> = "dimension", is_stable: bool = "is_stable" }
    /// The `k` largest along the last dimension: values and indices.
    TopK "chlo.top_k" Sugar Sort ("operand") 0 { k: i64 = "k" }

    // ---- control
    /// Region `index` (clamped to the last); no operands are passed.
    Case "stablehlo.case" Core Control ("index") 0xffff_ffff {}
    /// First region if true.
    If "stablehlo.if" Core Control ("pred") 2 {}
    /// Regions: condition, body.
    While "stablehlo.while" Core Control ("operand*") 2 {}
    /// Call of a function of the module.
    Call "func.call" Core Control ("operands*") 0 { callee: SymbolName = "callee" }
    /// An op with its decomposition.
    Composite "stablehlo.composite" Sugar Control ("inputs*") 0xffff_ffff {
        name: Str = "name",
        composite_attributes: Option<Attr> = "composite_attributes",
        decomposition: SymbolName = "decomposition",
        version: i64 as OrDefault<I32> = "version",
    }
    /// Keeps its operands from being moved across it.
    OptimizationBarrier "stablehlo.optimization_barrier" Core Control ("operand*") 0 {}
    /// Packs values.
    Tuple "stablehlo.tuple" Sugar Control ("val*") 0 {}
    /// Unpacks a tuple.
    GetTupleElement "stablehlo.get_tuple_element" Sugar Control ("operand") 0 { index: i64 as I32 = "index" }
    /// A region over the slices of the inputs along a dimension, one after another, with carried values: outputs, then
    /// what is carried last.
    Scan "chlo.scan" Sugar Control ("inputs*", "inits*") 1 {
        dimension: i64 = "dimension",
        is_reverse: bool = "is_reverse",
        is_associative: Option<Attr> = "is_associative",
        operand_segments: Segments = "operandSegmentSizes",
        result_segments: Segments = "resultSegmentSizes",
    }
    /// Joins tokens.
    AfterAll "stablehlo.after_all" Core Control ("inputs*") 0 {}
    /// A token (deprecated: `after_all` of nothing).
    CreateToken "stablehlo.create_token" Sugar Control () 0 {}
    /// Begins the one op of its region, on its operands.
    AsyncStart "stablehlo.async_start" Core Control ("operands*") 1 {}
    /// What the op begun before gives.
    AsyncDone "stablehlo.async_done" Core Control ("operand") 0 {}

    // ---- random
    /// Bits of a counter-based generator: new state, bits.
    RngBitGenerator "stablehlo.rng_bit_generator" Core Random ("initial_state") 0 { algorithm: RngAlgorithm = "rng_algorithm" }
    /// Uniform or normal numbers.
    Rng "stablehlo.rng" Core Random ("a", "b", "shape") 0 { distribution: RngDistribution = "rng_distribution" }

    // ---- linear algebra
    /// Cholesky factor.
    Cholesky "stablehlo.cholesky" Core Linalg ("a") 0 { lower: bool = "lower" }
    /// Solves triangular systems.
    TriangularSolve "stablehlo.triangular_solve" Core Linalg ("a", "b") 0 {
        left_side: bool as Stated = "left_side",
        lower: bool as Stated = "lower",
        unit_diagonal: bool as Stated = "unit_diagonal",
        transpose_a: TransposeKind = "transpose_a",
    }
    /// Fourier transforms.
    Fft "stablehlo.fft" Core Linalg ("operand") 0 { fft_type: FftType = "fft_type", fft_length: I64s = "fft_length" }

    // ---- batch norm
    /// Normalises with given statistics.
    BatchNormInference "stablehlo.batch_norm_inference" Sugar Reduce ("operand", "scale", "offset", "mean", "variance") 0 {
        epsilon: F32Attr = "epsilon", feature_index: i64 = "feature_index",
    }
    /// Normalises with the batch's statistics.
    BatchNormTraining "stablehlo.batch_norm_training" Sugar Reduce ("operand", "scale", "offset") 0 {
        epsilon: F32Attr = "epsilon", feature_index: i64 = "feature_index",
    }
    /// Gradient of `batch_norm_training`.
    BatchNormGrad "stablehlo.batch_norm_grad" Sugar Reduce ("operand", "scale", "mean", "variance", "grad_output") 0 {
        epsilon: F32Attr = "epsilon", feature_index: i64 = "feature_index",
    }

    // ---- host and shapes
    /// A named function outside the program.
    CustomCall "stablehlo.custom_call" Core Host ("inputs*") 0xffff_ffff {
        call_target_name: Str = "call_target_name",
        has_side_effect: bool = "has_side_effect",
        backend_config: Option<Box<Attr>> = "backend_config",
        api_version: Option<Box<Attr>> = "api_version",
        called_computations: Option<Box<Attr>> = "called_computations",
        operand_layouts: Option<Box<Attr>> = "operand_layouts",
        result_layouts: Option<Box<Attr>> = "result_layouts",
        output_operand_aliases: Option<Box<Attr>> = "output_operand_aliases",
    }
    /// Size of a dimension as `i32`.
    GetDimensionSize "stablehlo.get_dimension_size" Core Movement ("operand") 0 { dimension: i64 = "dimension" }
    /// Column of this process in the grid; 0 on one device.
    PartitionId "stablehlo.partition_id" Core Constant () 0 {}
    /// Row of this process in the grid; 0 on one device.
    ReplicaId "stablehlo.replica_id" Core Constant () 0 {}

    // ---- between processes
    /// The operands of a group's processes, one after the other along a dimension.
    AllGather "stablehlo.all_gather" Core Collective ("operands*") 0 {
        all_gather_dim: i64 = "all_gather_dim",
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
        use_global_device_ids: Flag = "use_global_device_ids",
    }
    /// The operands of a group's processes combined by a region.
    AllReduce "stablehlo.all_reduce" Core Collective ("operands*") 1 {
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
        use_global_device_ids: Flag = "use_global_device_ids",
    }
    /// Part `i` of each operand goes to process `i` of the group.
    AllToAll "stablehlo.all_to_all" Core Collective ("operands*") 0 {
        split_dimension: i64 = "split_dimension",
        concat_dimension: i64 = "concat_dimension",
        split_count: i64 = "split_count",
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
    }
    /// The operands of one process of a group; zeros outside of the groups. With a dynamic root the last operand says
    /// which process, for each of the others.
    CollectiveBroadcast "stablehlo.collective_broadcast" Core Collective ("operands*") 0 {
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
        has_dynamic_root: Flag = "has_dynamic_root",
    }
    /// The operand of the source that is paired with this process; zeros if none is.
    CollectivePermute "stablehlo.collective_permute" Core Collective ("operand") 0 {
        source_target_pairs: Ids = "source_target_pairs",
        channel: Option<ChannelHandle> = "channel_handle",
    }
    /// As `all_reduce`, for one process of the group; zeros for the others.
    CollectiveReduce "stablehlo.collective_reduce" Core Collective ("operands*") 1 {
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
        use_global_device_ids: Flag = "use_global_device_ids",
        has_dynamic_root: Flag = "has_dynamic_root",
    }
    /// Sum over the replicas of a group (deprecated: `all_reduce`).
    CrossReplicaSum "stablehlo.cross-replica-sum" Sugar Collective ("operand") 0 { replica_groups: Ids = "replica_groups" }
    /// As `all_reduce`; each process keeps its part along a dimension.
    ReduceScatter "stablehlo.reduce_scatter" Core Collective ("operand") 1 {
        scatter_dimension: i64 = "scatter_dimension",
        replica_groups: ReplicaGroups = "replica_groups",
        channel: Option<ChannelHandle> = "channel_handle",
        use_global_device_ids: Flag = "use_global_device_ids",
    }
    /// Sends tensors through a channel.
    Send "stablehlo.send" Core Host ("inputs*", "token") 0 {
        channel: ChannelHandle = "channel_handle",
        is_host_transfer: Option<bool> = "is_host_transfer",
        source_target_pairs: Option<Ids> = "source_target_pairs",
    }
    /// Receives tensors from a channel.
    Recv "stablehlo.recv" Core Host ("token") 0 {
        channel: ChannelHandle = "channel_handle",
        is_host_transfer: Option<bool> = "is_host_transfer",
        source_target_pairs: Option<Ids> = "source_target_pairs",
    }
    /// Tensors from the host's queue.
    Infeed "stablehlo.infeed" Core Host ("token") 0 { config: Config = "infeed_config", layout: Option<Attr> = "layout" }
    /// Tensors to the host's queue.
    Outfeed "stablehlo.outfeed" Core Host ("inputs*", "token") 0 { config: Config = "outfeed_config" }

    // ---- test dialect
    /// Test passes if the values are equal.
    CheckExpectEq "check.expect_eq" Foreign Host ("lhs", "rhs") 0 {}
    /// Test passes if the value is this constant.
    CheckExpectEqConst "check.expect_eq_const" Foreign Host ("lhs") 0 { value: Literal = "value" }
    /// Test passes within a tolerance.
    CheckExpectAlmostEq "check.expect_almost_eq" Foreign Host ("lhs", "rhs") 0 { tolerance: Option<F64Attr> = "tolerance" }
    /// Test passes within a tolerance of this constant.
    CheckExpectAlmostEqConst "check.expect_almost_eq_const" Foreign Host ("lhs") 0 {
        value: Literal = "value", tolerance: Option<F64Attr> = "tolerance",
    }
    /// Test passes if the values are a number of ulps apart.
    CheckExpectClose "check.expect_close" Foreign Host ("actual", "expected") 0 {
        max_ulp_difference: Option<u64> = "max_ulp_difference",
        min_ulp_difference: Option<u64> = "min_ulp_difference",
    }
    /// Test passes if the value is the one that a probe wrote.
    CheckExpectSerializedEq "check.expect_serialized_eq" Foreign Host ("expected") 0 {
        probe_id: Str = "probe_id", iteration: Option<u64> = "iter",
    }

    // ---- the interpreter's dialect
    /// A grid of processes, each a function; operands and results of all of them, process by process.
    RunParallel "interpreter.run_parallel" Foreign Host ("inputs*") 0 {
        infeed: Option<Symbols> = "infeed", programs: SymbolGrid = "programs",
    }
    /// Prints a tensor.
    Print "interpreter.print" Foreign Host ("operand") 0 {}
    /// Its operand, which is written to a file on the way.
    Probe "interpreter.probe" Foreign Host ("operand") 0 { probe_id: Str = "probe_id" }

    // ---- sizes in MLIR's dialects
    /// A number, or a tensor of numbers.
    ArithConstant "arith.constant" Foreign Constant () 0 { value: Attr = "value" }
    /// Comparison of integers.
    ArithCmpI "arith.cmpi" Foreign Elementwise ("lhs", "rhs") 0 { predicate: i64 = "predicate" }
    /// Comparison of floats.
    ArithCmpF "arith.cmpf" Foreign Elementwise ("lhs", "rhs") 0 { predicate: i64 = "predicate" }
    /// A shape.
    ShapeConst "shape.const_shape" Foreign Constant () 0 { shape: Literal = "shape" }
    /// A size.
    ShapeConstSize "shape.const_size" Foreign Constant () 0 { value: Attr = "value" }
    /// An assertion that holds, or not.
    ShapeConstWitness "shape.const_witness" Foreign Constant () 0 { passing: bool as Stated = "passing" }
    /// Asserts that a condition holds.
    ShapeCstrRequire "shape.cstr_require" Foreign Host ("pred") 0 { msg: Str = "msg" }
    /// A region that relies on an assertion.
    ShapeAssuming "shape.assuming" Foreign Control ("witness") 1 {}

    // ---- Shardy
    /// How a value is to be sharded.
    SdyShardingConstraint "sdy.sharding_constraint" Foreign Control ("input") 0 { sharding: Sharding = "sharding" }
    /// The same value with another sharding.
    SdyReshard "sdy.reshard" Foreign Control ("input") 0 { sharding: Sharding = "sharding" }
    /// A region on what each device holds.
    SdyManualComputation "sdy.manual_computation" Foreign Control ("tensors*") 1 {
        in_shardings: ShardingPerValue = "in_shardings",
        manual_axes: ManualAxes = "manual_axes",
        out_shardings: ShardingPerValue = "out_shardings",
    }
    /// A region with a name.
    SdyNamedComputation "sdy.named_computation" Foreign Control ("operands*") 1 {
        in_shardings: Option<ShardingPerValue> = "in_shardings",
        name: Str = "name",
        out_shardings: Option<ShardingPerValue> = "out_shardings",
    }
    /// Values of one group are sharded alike.
    SdyShardingGroup "sdy.sharding_group" Foreign Control ("input") 0 { group_id: i64 = "group_id" }
    /// A literal that propagation may shard use by use.
    SdyConstant "sdy.constant" Foreign Constant () 0 { value: Literal = "value" }
    /// Where a value enters or leaves a region.
    SdyDataFlowEdge "sdy.data_flow_edge" Foreign Control ("input") 0 { sharding: Option<Sharding> = "sharding" }
    /// Where a value enters a function or leaves a call.
    SdyFuncDataFlowEdge "sdy.func_data_flow_edge" Foreign Control ("operand") 0 {}
    /// Stops propagation.
    SdyPropagationBarrier "sdy.propagation_barrier" Foreign Control ("input") 0 { allowed_direction: Direction = "allowed_direction" }
    /// Unshards dimensions.
    SdyAllGather "sdy.all_gather" Foreign Collective ("tensor") 0 {
        gathering_axes: AxisRefLists = "gathering_axes", out_sharding: Sharding = "out_sharding",
    }
    /// Shards dimensions.
    SdyAllSlice "sdy.all_slice" Foreign Collective ("tensor") 0 {
        out_sharding: Sharding = "out_sharding", slicing_axes: AxisRefLists = "slicing_axes",
    }
    /// Moves axes between dimensions.
    SdyAllToAll "sdy.all_to_all" Foreign Collective ("tensor") 0 {
        out_sharding: Sharding = "out_sharding", params: AllToAllParams = "params",
    }
    /// Exchanges axes for others of the same size.
    SdyCollectivePermute "sdy.collective_permute" Foreign Collective ("tensor") 0 { out_sharding: Sharding = "out_sharding" }
    /// Combines partial results.
    SdyAllReduce "sdy.all_reduce" Foreign Collective ("tensor") 0 {
        out_sharding: Sharding = "out_sharding", reduction_axes: AxisRefs = "reduction_axes", reduction_op: Option<Reduction> = "reduction_op",
    }
    /// Combines partial results and shards.
    SdyReduceScatter "sdy.reduce_scatter" Foreign Collective ("tensor") 0 {
        out_sharding: Sharding = "out_sharding", reduce_scatter_axes: AxisRefLists = "reduce_scatter_axes", reduction_op: Option<Reduction> = "reduction_op",
    }
    /// Shards become partial results.
    SdyShardedToUnreduced "sdy.sharded_to_unreduced" Foreign Collective ("tensor") 0 {
        axes: AxisRefLists = "axes", out_sharding: Sharding = "out_sharding",
    }
    /// Copies become partial results.
    SdyReplicatedToUnreduced "sdy.replicated_to_unreduced" Foreign Collective ("tensor") 0 {
        axes: AxisRefs = "axes", out_sharding: Sharding = "out_sharding",
    }
}

impl Op {
    /// Full name with dialect.
    pub fn name(&self) -> &'static str {
        self.info().name
    }
    /// What sort of op it is.
    pub fn kind(&self) -> Kind {
        self.info().kind
    }
    /// True if removing an unused instance changes what the program does.
    pub fn has_side_effect(&self) -> bool {
        match self {
            Op::CustomCall { has_side_effect, .. } => *has_side_effect,
            Op::SdyShardingGroup { .. } | Op::Shape(ShapeOp::CstrEq | ShapeOp::CstrBroadcastable) => true,
            // A process that leaves out a collective would leave the others waiting.
            other => matches!(other.kind(), Kind::Host | Kind::Collective),
        }
    }
    /// Name of the op that ends its regions.
    pub fn terminator(&self) -> &'static str {
        match self {
            Op::SdyManualComputation { .. } | Op::SdyNamedComputation { .. } => "sdy.return",
            Op::ShapeAssuming {} => "shape.assuming_yield",
            _ => "stablehlo.return",
        }
    }
    /// True if its result is its operand as long as no value is spread over devices: the op only says where the value
    /// is or should be.
    pub fn is_placement(&self) -> bool {
        matches!(
            self,
            Op::SdyShardingConstraint { .. }
                | Op::SdyReshard { .. }
                | Op::SdyDataFlowEdge { .. }
                | Op::SdyFuncDataFlowEdge {}
                | Op::SdyPropagationBarrier { .. }
                | Op::SdyAllGather { .. }
                | Op::SdyAllSlice { .. }
                | Op::SdyAllToAll { .. }
                | Op::SdyCollectivePermute { .. }
        )
    }
}
