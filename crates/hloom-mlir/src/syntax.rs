//! The tree that text and bytecode are read into, and that printers and bytecode writers take.

use hloom_num::DType;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// Shared immutable string.
pub type Str = Arc<str>;

/// Index of a location in a [`LocTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Loc(pub u32);

impl Loc {
    /// `loc(unknown)`, entry 0 of every table.
    pub const UNKNOWN: Loc = Loc(0);
}

/// What a location says (MLIR builtin location attributes).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocData {
    /// Nothing known.
    Unknown,
    /// File, line and column (1-based).
    File(Str, u32, u32),
    /// File, and a range in it: first line, first column, last line, last column.
    Range(Str, [u32; 4]),
    /// A name, for example a JAX op name, wrapped around a child location.
    Name(Str, Loc),
    /// `callee at caller`.
    CallSite(Loc, Loc),
    /// Several locations merged, and metadata about that.
    Fused(Box<[Loc]>, Option<Box<Attr>>),
}

/// All locations of one module. Entry 0 is `Unknown`. Copies share one table until one of them grows.
#[derive(Clone, Debug)]
pub struct LocTable(Arc<Vec<LocData>>);

impl Default for LocTable {
    fn default() -> Self {
        LocTable(Arc::new(vec![LocData::Unknown]))
    }
}

impl LocTable {
    /// Appends a location and returns its index.
    pub fn add(&mut self, data: LocData) -> Loc {
        if data == LocData::Unknown {
            return Loc::UNKNOWN;
        }
        self.push(data)
    }
    /// As [`LocTable::add`], with an entry of its own for an unknown location.
    pub(crate) fn push(&mut self, data: LocData) -> Loc {
        Arc::make_mut(&mut self.0).push(data);
        Loc((self.0.len() - 1) as u32)
    }
    /// Replaces an entry of the table.
    pub(crate) fn set(&mut self, loc: Loc, data: LocData) {
        Arc::make_mut(&mut self.0)[loc.0 as usize] = data;
    }
    /// All entries.
    pub fn entries(&self) -> &[LocData] {
        &self.0
    }
    /// What `loc` says; unknown for an index out of range.
    pub fn get(&self, loc: Loc) -> &LocData {
        self.0.get(loc.0 as usize).unwrap_or(&LocData::Unknown)
    }
    /// The name that a front end gave the op at `loc`, as JAX does (`jit(f)/scope/add`). In a function that was inlined it stands
    /// behind the name of the call, unless it begins where that does.
    pub fn op_name(&self, loc: Loc) -> Option<Cow<'_, str>> {
        self.op_name_within(loc, 64)
    }
    fn op_name_within(&self, loc: Loc, depth: u32) -> Option<Cow<'_, str>> {
        let depth = depth.checked_sub(1)?;
        match self.get(loc) {
            LocData::Name(name, _) => Some(Cow::Borrowed(name)),
            LocData::CallSite(callee, caller) => {
                let inner = self.op_name_within(*callee, depth)?;
                let root = |name: &str| name.split('/').next().map(str::to_owned);
                match self.op_name_within(*caller, depth) {
                    Some(outer) if root(&outer) != root(&inner) => Some(format!("{outer}/{inner}").into()),
                    _ => Some(inner),
                }
            }
            LocData::Fused(locs, _) => self.op_name_within(*locs.first()?, depth),
            LocData::File(..) | LocData::Range(..) | LocData::Unknown => None,
        }
    }
    /// The innermost file position of `loc`, looking through names, call sites (callee first) and fused locations.
    pub fn file_position(&self, loc: Loc) -> Option<(&str, u32, u32)> {
        let mut loc = loc;
        for _ in 0..64 {
            loc = match self.get(loc) {
                LocData::File(f, l, c) | LocData::Range(f, [l, c, ..]) => return Some((f, *l, *c)),
                LocData::Name(_, child) => *child,
                LocData::CallSite(callee, _) => *callee,
                LocData::Fused(locs, _) => *locs.first()?,
                LocData::Unknown => return None,
            };
        }
        None
    }
}

/// A type as written. Dialect types this crate has no structure for stay text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Any numeric element type of `hloom-num`, complex included.
    Scalar(DType),
    /// An integer of a width that has no [`DType`], e.g. `i128`, `si7`: width, and `i`/`si`/`ui` as 0/1/2.
    OddInteger(u32, u8),
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `tensor<2x?xf32, encoding>`; a dynamic dimension is `None`.
    RankedTensor(Arc<RankedTensor>),
    /// `tensor<*xf32>`.
    UnrankedTensor(Arc<Type>),
    /// `memref<...>`: dims and element type (identity layout).
    MemRef(Arc<RankedTensor>),
    /// `(inputs) -> results`.
    Function(Arc<FunctionType>),
    /// `tuple<...>`.
    Tuple(Arc<[Type]>),
    /// `!dialect.body` or `!dialect<body>`: dialect and the text after the dot, e.g. `stablehlo`, `token`;
    /// `quant`, `uniform<i8:f32, 1.0:0>`.
    Dialect(Str, Str),
}

impl Type {
    /// How an element type is written.
    pub fn element(dtype: DType) -> Type {
        if dtype == DType::Index { Type::Index } else { Type::Scalar(dtype) }
    }
    /// The element type that this type writes, if it is one.
    pub fn as_element(&self) -> Option<DType> {
        match self {
            Type::Scalar(d) => Some(*d),
            Type::Index => Some(DType::Index),
            _ => None,
        }
    }
}

/// `tensor<dims x elem, encoding>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RankedTensor {
    /// Sizes; `None` is `?`.
    pub dims: Vec<Option<i64>>,
    /// Element type: `Scalar`, `Index`, or a quantized dialect type.
    pub elem: Type,
    /// Encoding attribute, e.g. `#stablehlo.bounds<16, ?>`.
    pub encoding: Option<Attr>,
}

/// `(inputs) -> results`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FunctionType {
    /// Parameter types.
    pub inputs: Vec<Type>,
    /// Result types.
    pub results: Vec<Type>,
}

/// An attribute as written. Dialect attributes stay text: their owners parse the body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attr {
    /// Present without value.
    Unit,
    /// `true` / `false`.
    Bool(bool),
    /// `3 : i64`. The value of an unsigned 64-bit integer is its two's complement reading as i128 ≥ 0.
    Int(i128, Type),
    /// `1.5 : f32`; the value as f64 bits (exact for every type up to f64) so that attributes are `Eq`.
    Float(u64, Type),
    /// `"text"`. MLIR strings are bytes; see [`str_to_bytes`](crate::str_to_bytes).
    String(Str),
    /// `[a, b]`.
    Array(Arc<[Attr]>),
    /// `{a = 1, b}` sorted by name.
    Dict(Arc<[(Str, Attr)]>),
    /// A type used as attribute.
    Type(Type),
    /// `@a` or `@a::@b`.
    Symbol(Arc<[Str]>),
    /// `dense<...> : tensor<...>`.
    Dense(Arc<Dense>),
    /// `array<i64: 1, 2>`: element type and values (bools as 0/1; floats as f64 bits).
    DenseArray(DType, Arc<[i64]>),
    /// `#dialect.name<body>` or `#dialect<name body>`: dialect, mnemonic, and the text between the angle brackets
    /// without them (empty if there were none). `#stablehlo<comparison_direction LT>` is
    /// (`stablehlo`, `comparison_direction`, `LT`).
    Dialect(Str, Str, Str),
    /// `loc(...)` used as attribute.
    Loc(Loc),
}

/// `dense<...>`: elements of a tensor, in the storage of `hloom_num::Literal`
/// (row-major, little-endian, one element per byte below 8 bits, `i1` as 0/1). `index` elements are stored as i64.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dense {
    /// The tensor type.
    pub ty: Type,
    /// One element if `splat`, else all.
    pub data: Arc<[u8]>,
    /// One value for all elements.
    pub splat: bool,
}

/// An SSA value; unique within a [`RawModule`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RawValue(pub u32);

/// Operands or results of one op.
pub type RawValues = SmallVec<[RawValue; 4]>;

/// One operation. Properties and discardable attributes are merged in `attrs`, in source order.
#[derive(Clone, Debug)]
pub struct RawOp {
    /// Full name with dialect: `stablehlo.add`, `vhlo.add_v1`, `func.func`.
    pub name: Str,
    /// Operands.
    pub operands: RawValues,
    /// Results; their types are in [`RawModule::value_types`].
    pub results: RawValues,
    /// Attributes by name.
    pub attrs: Vec<(Str, Attr)>,
    /// Nested regions.
    pub regions: Vec<RawRegion>,
    /// Source location as the program states it, else the position in the text.
    pub loc: Loc,
}

/// A region: a list of blocks (all dialects read here use at most one).
#[derive(Clone, Debug, Default)]
pub struct RawRegion {
    /// Blocks in order.
    pub blocks: Vec<RawBlock>,
}

/// A block: arguments and ops.
#[derive(Clone, Debug, Default)]
pub struct RawBlock {
    /// Block arguments and their locations.
    pub args: Vec<(RawValue, Loc)>,
    /// Ops in order.
    pub ops: Vec<RawOp>,
}

/// A whole file: the `builtin.module` op (made up if the text had only its contents) and the side tables.
#[derive(Clone, Debug)]
pub struct RawModule {
    /// The `builtin.module`.
    pub op: RawOp,
    /// Type of each value.
    pub value_types: Vec<Type>,
    /// Locations.
    pub locs: LocTable,
    /// Producer string of bytecode, e.g. `StableHLO_v1.16.0`; empty for text.
    pub producer: String,
}

impl RawOp {
    /// The attribute called `name`.
    pub fn attr(&self, name: &str) -> Option<&Attr> {
        self.attrs.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }
}

/// Bounds on what a reader accepts, so that hostile input ends in an error and not in a stack overflow or a runaway
/// allocation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deepest nesting of regions, attributes, types.
    pub depth: u32,
    /// Most ops.
    pub ops: u32,
    /// Most bytes of constants after expansion (a `dense` splat is never expanded).
    pub constant_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 128, ops: 50_000_000, constant_bytes: 1 << 40 }
    }
}

/// What is wrong with the input, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// Byte offset in the text or bytecode.
    pub offset: usize,
    /// Line, 1-based (0 for bytecode).
    pub line: u32,
    /// Column, 1-based (0 for bytecode).
    pub column: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_inlined_ops_stand_behind_those_of_calls() {
        let mut table = LocTable::default();
        let mut name = |n: &str| table.add(LocData::Name(n.into(), Loc::UNKNOWN));
        let [call, inner, whole, plain] = ["jit(f)/while/body/call", "tanh", "jit(f)/layer/tanh", "x"].map(&mut name);
        let file = table.add(LocData::File("a.py".into(), 1, 2));
        let composed = table.add(LocData::CallSite(inner, call));
        let absolute = table.add(LocData::CallSite(whole, call));
        let nameless = table.add(LocData::CallSite(file, call));
        let unknown_call = table.add(LocData::CallSite(inner, file));
        let fused = table.add(LocData::Fused([composed, plain].into(), None));
        let names = [composed, absolute, nameless, unknown_call, fused, file].map(|l| table.op_name(l));
        let expected = [
            Some("jit(f)/while/body/call/tanh"),
            Some("jit(f)/layer/tanh"),
            None,
            Some("tanh"),
            Some("jit(f)/while/body/call/tanh"),
            None,
        ];
        assert_eq!(names.each_ref().map(|n| n.as_deref()), expected);
    }
}
