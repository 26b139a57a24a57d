//! Typed attributes of the op table and their conversion from and to the syntax tree.

pub use crate::accuracy::ResultAccuracy;
pub use crate::algorithm::{DotAlgorithm, DotSteps, Rounding};
use hloom_mlir::{Attr, Dense, RankedTensor, Str, Type as SynType};
use hloom_num::{CompareDirection, DType, Literal};
use smallvec::SmallVec;
use std::sync::Arc;

mod parallel;
pub(crate) mod scan;
mod sdy;
mod sdy_rule;

pub use parallel::{
    Axis, AxisRef, ChannelHandle, ChannelKind, Config, Flag, Ids, Mesh, MeshAxes, MeshRef, ReplicaGroups,
};
pub use sdy::{
    AllToAllParams, AxisRefLists, AxisRefs, DimSharding, Direction, ManualAxes, Reduction, SdyMesh, Sharding,
    ShardingPerValue,
};
pub use sdy_rule::{AxisEdges, PropagationEdges, ShardingRule, ValueRef};

/// A typed attribute: how it is read from and written to the syntax tree.
pub trait AttrValue: Sized {
    /// Reads; `None` means the attribute is absent.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String>;
    /// Writes; `None` leaves it out.
    fn to_attr(&self) -> Option<Attr>;
}

fn required(attr: Option<&Attr>) -> Result<&Attr, String> {
    attr.ok_or_else(|| "is required".to_string())
}

/// A list of 64-bit integers.
pub type I64s = SmallVec<[i64; 2]>;
/// A list of booleans.
pub type Bools = SmallVec<[bool; 4]>;

/// `tensor<N x elem>` syntax type.
fn vec_type(dims: &[i64], elem: DType) -> SynType {
    SynType::RankedTensor(Arc::new(RankedTensor {
        dims: dims.iter().map(|&d| Some(d)).collect(),
        elem: SynType::element(elem),
        encoding: None,
    }))
}

fn dense_dims(d: &Dense) -> Result<Vec<i64>, String> {
    match &d.ty {
        SynType::RankedTensor(t) => t.dims.iter().map(|x| x.ok_or_else(|| "has a dynamic shape".to_string())).collect(),
        _ => Err("is not a ranked tensor".into()),
    }
}

/// Elements of an integer or boolean dense attribute, splats written out, and its dims.
pub(crate) fn dense_ints(d: &Dense) -> Result<(Vec<i64>, Vec<i64>), String> {
    let dims = dense_dims(d)?;
    let elem = match &d.ty {
        SynType::RankedTensor(t) => t.elem.clone(),
        _ => return Err("is not a ranked tensor".into()),
    };
    let (size, signed) = match elem {
        SynType::Scalar(t) if t.is_int() || t.is_bool() => (t.byte_size(), t.is_signed_int()),
        SynType::Index => (8, true),
        _ => return Err("does not hold integers".into()),
    };
    let count: usize = dims.iter().try_fold(1usize, |n, &x| n.checked_mul(x as usize)).unwrap_or(usize::MAX);
    if count > 1 << 16 {
        return Err("is too large".into());
    }
    let one = |b: &[u8]| {
        let mut buf = [if signed && b.last().is_some_and(|x| x & 0x80 != 0) { 0xff } else { 0 }; 8];
        buf[..size].copy_from_slice(b);
        i64::from_le_bytes(buf)
    };
    let values: Vec<i64> = if d.splat {
        if d.data.len() < size {
            return Err("is malformed".into());
        }
        vec![one(&d.data[..size]); count]
    } else {
        d.data.chunks_exact(size).map(one).collect()
    };
    if values.len() != count { Err("is malformed".into()) } else { Ok((dims, values)) }
}

fn int(attr: &Attr) -> Result<i64, String> {
    match attr {
        Attr::Int(v, SynType::Scalar(DType::I64)) => i64::try_from(*v).map_err(|_| "is out of range".to_string()),
        _ => Err("must be an integer of type i64".into()),
    }
}

impl AttrValue for I64s {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::DenseArray(DType::I64, v) => Ok(I64s::from_slice(v)),
            _ => Err("must be an array of type i64".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(DType::I64, self.as_slice().into()))
    }
}

/// The elements of an integer `dense<...>` or `array<...>`.
pub fn integers(attr: &Attr) -> Option<Vec<i64>> {
    match attr {
        Attr::Dense(d) => dense_ints(d).ok().map(|(_, values)| values),
        Attr::DenseArray(_, values) => Some(values.to_vec()),
        _ => None,
    }
}

impl AttrValue for Bools {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::DenseArray(DType::Bool, v) => Ok(v.iter().map(|&v| v != 0).collect()),
            _ => Err("must be an array of type i1".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(DType::Bool, self.iter().map(|&b| i64::from(b)).collect()))
    }
}

impl AttrValue for i64 {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        int(required(attr)?)
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Int(i128::from(*self), SynType::Scalar(DType::I64)))
    }
}

impl AttrValue for u64 {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            // A signless attribute holds the upper half of the range as negative numbers.
            Attr::Int(v, _) if *v < 0 => i64::try_from(*v).map(|v| v as u64).map_err(|_| "is out of range".into()),
            Attr::Int(v, _) => u64::try_from(*v).map_err(|_| "is out of range".to_string()),
            _ => Err("must be an integer".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Int(i128::from(*self), SynType::Scalar(DType::U64)))
    }
}

impl AttrValue for bool {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        // Flags that may be left out are false then.
        match attr {
            None => Ok(false),
            Some(Attr::Bool(b)) => Ok(*b),
            Some(_) => Err("must be true or false".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Bool(*self))
    }
}

impl AttrValue for Str {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::String(s) => Ok(s.clone()),
            _ => Err("must be a string".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::String(self.clone()))
    }
}

impl AttrValue for Attr {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        required(attr).cloned()
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(self.clone())
    }
}

impl<T: AttrValue> AttrValue for Option<T> {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        attr.map(|a| T::from_attr(Some(a))).transpose()
    }
    fn to_attr(&self) -> Option<Attr> {
        self.as_ref().and_then(AttrValue::to_attr)
    }
}

impl<T: AttrValue> AttrValue for Box<T> {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        T::from_attr(attr).map(Box::new)
    }
    fn to_attr(&self) -> Option<Attr> {
        (**self).to_attr()
    }
}

impl AttrValue for Literal {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let Attr::Dense(d) = required(attr)? else { return Err("must be a dense tensor".into()) };
        let dims = dense_dims(d)?;
        let SynType::RankedTensor(t) = &d.ty else { return Err("is not a ranked tensor".into()) };
        let Some(dtype) = t.elem.as_element() else { return Err("has an element type without literals".into()) };
        if dtype.is_bool() && d.data.iter().any(|&b| b > 1) {
            return Err("has an i1 that is neither false nor true".into());
        }
        if d.splat { Literal::splat(dtype, &dims, &d.data) } else { Literal::new(dtype, &dims, d.data.clone()) }
            .map_err(|e| e.to_string())
    }
    fn to_attr(&self) -> Option<Attr> {
        let splat = self.splat_bytes().is_some();
        let ty = vec_type(self.shape(), self.dtype());
        Some(Attr::Dense(Arc::new(Dense { ty, data: self.stored_bytes().clone(), splat })))
    }
}

/// `@name`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymbolName(pub Str);

impl AttrValue for SymbolName {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::Symbol(s) if s.len() == 1 => Ok(SymbolName(s[0].clone())),
            _ => Err("must be a symbol".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Symbol(Arc::from([self.0.clone()])))
    }
}

/// `[@a, @b]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Symbols(pub Vec<SymbolName>);

impl AttrValue for Symbols {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::Array(items) => {
                Ok(Symbols(items.iter().map(|a| SymbolName::from_attr(Some(a))).collect::<Result<_, _>>()?))
            }
            _ => Err("must be an array of symbols".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Array(self.0.iter().filter_map(AttrValue::to_attr).collect()))
    }
}

/// `[[@a, @b], [@c, @d]]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymbolGrid(pub Vec<Symbols>);

impl AttrValue for SymbolGrid {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::Array(items) => {
                Ok(SymbolGrid(items.iter().map(|a| Symbols::from_attr(Some(a))).collect::<Result<_, _>>()?))
            }
            _ => Err("must be an array of arrays of symbols".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Array(self.0.iter().filter_map(AttrValue::to_attr).collect()))
    }
}

macro_rules! float_attr {
    ($(#[$doc:meta])* $name:ident $float:ty, $dtype:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(u64);
        impl $name {
            /// Wraps.
            pub fn new(x: $float) -> Self { $name(f64::from(x).to_bits()) }
            /// Unwraps.
            pub fn get(self) -> $float { f64::from_bits(self.0) as $float }
        }
        impl AttrValue for $name {
            fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
                match required(attr)? {
                    Attr::Float(bits, SynType::Scalar(d)) if *d == $dtype => Ok($name(*bits)),
                    _ => Err(format!("must be a number of type {}", $dtype)),
                }
            }
            fn to_attr(&self) -> Option<Attr> { Some(Attr::Float(self.0, SynType::Scalar($dtype))) }
        }
    };
}
float_attr!(/** A float attribute of type f32, comparable by bits. */ F32Attr f32, DType::F32);
float_attr!(/** A float attribute of type f64, comparable by bits. */ F64Attr f64, DType::F64);

/// Low and high padding of each dimension (`tensor<Nx2xi64>`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Padding(pub SmallVec<[(i64, i64); 1]>);

impl AttrValue for Padding {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let Attr::Dense(d) = required(attr)? else { return Err("must be a dense tensor".into()) };
        if !matches!(&d.ty, SynType::RankedTensor(t) if t.elem == SynType::Scalar(DType::I64)) {
            return Err("must hold elements of type i64".into());
        }
        let (dims, v) = dense_ints(d)?;
        if dims.len() != 2 || dims[1] != 2 {
            return Err("must have shape Nx2".into());
        }
        Ok(Padding(v.chunks_exact(2).map(|c| (c[0], c[1])).collect()))
    }
    fn to_attr(&self) -> Option<Attr> {
        let mut data = Vec::with_capacity(self.0.len() * 16);
        for &(l, h) in &self.0 {
            data.extend_from_slice(&l.to_le_bytes());
            data.extend_from_slice(&h.to_le_bytes());
        }
        let splat = self.0.first().is_some_and(|&(f, _)| self.0.iter().all(|&(l, h)| l == f && h == f));
        if splat {
            data.truncate(8);
        }
        let ty = vec_type(&[self.0.len() as i64, 2], DType::I64);
        Some(Attr::Dense(Arc::new(Dense { ty, data: data.into(), splat })))
    }
}

/// Reads `#dialect<mnemonic KEYWORD>`.
fn keyword<'a>(attr: &'a Attr, mnemonic: &str) -> Result<&'a str, String> {
    match attr {
        Attr::Dialect(_, m, body) if &**m == mnemonic => Ok(body.trim()),
        _ => Err(format!("must be #stablehlo<{mnemonic} …>")),
    }
}

macro_rules! keyword_enum {
    ($(#[$doc:meta])* $name:ident $mnemonic:literal { $( $variant:ident $word:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum $name { $( $variant, )* }
        keyword_codec!($name $mnemonic { $( $variant $word, )* });
    };
}
macro_rules! keyword_codec {
    ($name:ident $mnemonic:literal { $( $variant:ident $word:literal, )* }) => {
        impl AttrValue for $name {
            fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
                match keyword(required(attr)?, $mnemonic)? {
                    $( $word => Ok($name::$variant), )*
                    other => Err(format!("has no value '{other}'")),
                }
            }
            fn to_attr(&self) -> Option<Attr> {
                let word = match self { $( $name::$variant => $word, )* };
                Some(Attr::Dialect("stablehlo".into(), $mnemonic.into(), word.into()))
            }
        }
    };
}

keyword_codec!(CompareDirection "comparison_direction" { Eq "EQ", Ne "NE", Ge "GE", Gt "GT", Le "LE", Lt "LT", });
keyword_enum!(/** `compare_type` of `compare`. */ CompareType "comparison_type" {
    Float "FLOAT", TotalOrder "TOTALORDER", Signed "SIGNED", Unsigned "UNSIGNED", NoType "NOTYPE",
});
keyword_enum!(/** Precision of a product's operand; a hint. */ Precision "precision" {
    Default "DEFAULT", High "HIGH", Highest "HIGHEST",
});
keyword_enum!(/** Kind of Fourier transform. */ FftType "fft_type" { Fft "FFT", Ifft "IFFT", Rfft "RFFT", Irfft "IRFFT", });
keyword_enum!(/** Algorithm of `rng_bit_generator`. */ RngAlgorithm "rng_algorithm" {
    Default "DEFAULT", ThreeFry "THREE_FRY", Philox "PHILOX",
});
keyword_enum!(/** Distribution of `rng`. */ RngDistribution "rng_distribution" { Uniform "UNIFORM", Normal "NORMAL", });
keyword_enum!(/** How `triangular_solve` reads its matrix. */ TransposeKind "transpose" {
    NoTranspose "NO_TRANSPOSE", Transpose "TRANSPOSE", Adjoint "ADJOINT",
});

/// `precision_config`: one entry an operand, or empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PrecisionConfig(pub SmallVec<[Precision; 2]>);

impl AttrValue for PrecisionConfig {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match attr {
            None => Ok(PrecisionConfig::default()),
            Some(Attr::Array(a)) => {
                Ok(PrecisionConfig(a.iter().map(|p| Precision::from_attr(Some(p))).collect::<Result<_, _>>()?))
            }
            Some(_) => Err("must be an array of precisions".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        (!self.0.is_empty()).then(|| Attr::Array(self.0.iter().filter_map(AttrValue::to_attr).collect()))
    }
}

/// The `key = value` pairs of a dialect attribute's body; values are integers, integer lists or words.
pub(crate) struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads the body of `#…<mnemonic …>`, which has each of `keys` at most once and no others.
    pub(crate) fn parse(attr: &'a Attr, mnemonic: &str, keys: &[&str]) -> Result<Fields<'a>, String> {
        let body = keyword(attr, mnemonic)?;
        let mut pairs = Vec::new();
        let (mut depth, mut start) = (0i32, 0);
        let bytes = body.as_bytes();
        for i in 0..=bytes.len() {
            match bytes.get(i) {
                Some(b'[' | b'<' | b'(') => depth += 1,
                Some(b']' | b'>' | b')') => depth -= 1,
                Some(b',') | None if depth <= 0 || i == bytes.len() => {
                    let item = body[start..i].trim();
                    start = i + 1;
                    if !item.is_empty() {
                        let (k, v) = item.split_once('=').ok_or_else(|| format!("has no value for '{item}'"))?;
                        let k = k.trim();
                        if !keys.contains(&k) || pairs.iter().any(|(other, _)| *other == k) {
                            return Err(format!("has '{k}' twice or where it has no meaning"));
                        }
                        pairs.push((k, v.trim()));
                    }
                }
                _ => {}
            }
        }
        Ok(Fields(pairs))
    }
    /// The value of `key` as text.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }
    /// The value of `key` as a list, empty if absent.
    pub(crate) fn list(&self, key: &str) -> Result<I64s, String> {
        self.get(key).map_or(Ok(I64s::new()), |v| parse_list(v).map_err(|e| format!("{key}: {e}")))
    }
    /// The value of `key` as a number, zero if absent.
    pub(crate) fn int(&self, key: &str) -> Result<i64, String> {
        self.get(key).map_or(Ok(0), |v| v.parse().map_err(|_| format!("{key}: '{v}' is not an integer")))
    }
}

fn parse_list(text: &str) -> Result<I64s, String> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|t| t.strip_suffix(']'))
        .ok_or_else(|| format!("'{text}' is not a list"))?
        .trim();
    if inner.is_empty() {
        return Ok(I64s::new());
    }
    inner.split(',').map(|s| s.trim().parse().map_err(|_| format!("'{}' is not an integer", s.trim()))).collect()
}

/// Writes `#stablehlo.mnemonic<key = [..], ...>`, leaving empty lists out as upstream does.
struct Body(String);
impl Body {
    fn new() -> Body {
        Body(String::new())
    }
    fn item(&mut self, key: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.push_str(key);
        self.0.push_str(" = ");
        self.0.push_str(value);
    }
    fn list(mut self, key: &str, v: &[i64]) -> Body {
        if !v.is_empty() {
            self.item(key, &list_text(v));
        }
        self
    }
    fn int(mut self, key: &str, v: i64) -> Body {
        if v != 0 {
            self.item(key, &v.to_string());
        }
        self
    }
    fn done(self, mnemonic: &str) -> Option<Attr> {
        Some(Attr::Dialect("stablehlo".into(), mnemonic.into(), self.0.into()))
    }
}

fn list_text(v: &[i64]) -> String {
    let items: Vec<String> = v.iter().map(i64::to_string).collect();
    format!("[{}]", items.join(", "))
}

const DOT_KEYS: &[&str] =
    &["lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions"];
const GATHER_KEYS: &[&str] = &[
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
    "index_vector_dim",
];
const SCATTER_KEYS: &[&str] = &[
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
    "index_vector_dim",
];

/// `#stablehlo.dot`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct DotDims {
    pub lhs_batching: I64s,
    pub rhs_batching: I64s,
    pub lhs_contracting: I64s,
    pub rhs_contracting: I64s,
}

impl AttrValue for DotDims {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let f = Fields::parse(required(attr)?, "dot", DOT_KEYS)?;
        Ok(DotDims {
            lhs_batching: f.list("lhs_batching_dimensions")?,
            rhs_batching: f.list("rhs_batching_dimensions")?,
            lhs_contracting: f.list("lhs_contracting_dimensions")?,
            rhs_contracting: f.list("rhs_contracting_dimensions")?,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Body::new()
            .list("lhs_batching_dimensions", &self.lhs_batching)
            .list("rhs_batching_dimensions", &self.rhs_batching)
            .list("lhs_contracting_dimensions", &self.lhs_contracting)
            .list("rhs_contracting_dimensions", &self.rhs_contracting)
            .done("dot")
    }
}

/// `#chlo.ragged_dot`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct RaggedDotDims {
    pub dot: DotDims,
    pub lhs_ragged: I64s,
    pub rhs_group: I64s,
}

impl AttrValue for RaggedDotDims {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let keys: Vec<&str> =
            DOT_KEYS.iter().copied().chain(["lhs_ragged_dimensions", "rhs_group_dimensions"]).collect();
        let f = Fields::parse(required(attr)?, "ragged_dot", &keys)?;
        Ok(RaggedDotDims {
            dot: DotDims {
                lhs_batching: f.list("lhs_batching_dimensions")?,
                rhs_batching: f.list("rhs_batching_dimensions")?,
                lhs_contracting: f.list("lhs_contracting_dimensions")?,
                rhs_contracting: f.list("rhs_contracting_dimensions")?,
            },
            lhs_ragged: f.list("lhs_ragged_dimensions")?,
            rhs_group: f.list("rhs_group_dimensions")?,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Body::new()
            .list("lhs_batching_dimensions", &self.dot.lhs_batching)
            .list("rhs_batching_dimensions", &self.dot.rhs_batching)
            .list("lhs_contracting_dimensions", &self.dot.lhs_contracting)
            .list("rhs_contracting_dimensions", &self.dot.rhs_contracting)
            .list("lhs_ragged_dimensions", &self.lhs_ragged)
            .list("rhs_group_dimensions", &self.rhs_group)
            .done("ragged_dot")
    }
}

/// Sizes of two groups of operands or results (`array<i32: …>`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Segments(pub usize, pub usize);

impl AttrValue for Segments {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match required(attr)? {
            Attr::DenseArray(DType::I32, v) => match v[..] {
                [a, b] if a >= 0 && b >= 0 => Ok(Segments(a as usize, b as usize)),
                _ => Err("must be two sizes".into()),
            },
            _ => Err("must be an array of type i32".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::DenseArray(DType::I32, [self.0 as i64, self.1 as i64].into()))
    }
}

/// What the letters of an `einsum_config` say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Einsum {
    /// The letter of each dimension of each operand.
    pub operands: Vec<Vec<u8>>,
    /// The letter of each dimension of the result.
    pub result: Vec<u8>,
}

impl Einsum {
    /// Reads `ab,bc->ac`. Letters only; each letter of the result stands in an operand, and once in the result.
    ///
    /// # Errors
    /// What is wrong with it, as a phrase.
    pub fn parse(config: &str) -> Result<Einsum, String> {
        let (operands, result) = config.split_once("->").ok_or("has no '->'")?;
        let letters = |s: &str| -> Result<Vec<u8>, String> {
            let s = s.trim();
            if s.bytes().all(|b| b.is_ascii_alphabetic()) { Ok(s.bytes().collect()) } else { Err(format!("has '{s}'")) }
        };
        let operands = operands.split(',').map(letters).collect::<Result<Vec<_>, _>>()?;
        let result = letters(result)?;
        for (i, l) in result.iter().enumerate() {
            if result[..i].contains(l) || !operands.iter().any(|o| o.contains(l)) {
                return Err(format!("has '{}' twice in the result, or there alone", char::from(*l)));
            }
        }
        Ok(Einsum { operands, result })
    }

    /// The size of each letter of operands of these shapes, by letter.
    ///
    /// # Errors
    /// Shapes that do not fit.
    pub fn sizes(&self, shapes: &[&[i64]]) -> Result<std::collections::BTreeMap<u8, i64>, String> {
        let mut sizes = std::collections::BTreeMap::new();
        if shapes.len() != self.operands.len() {
            return Err(format!("is of {} operands", self.operands.len()));
        }
        for (letters, dims) in self.operands.iter().zip(shapes) {
            if letters.len() != dims.len() {
                return Err(format!("has {} letters for {} dimensions", letters.len(), dims.len()));
            }
            for (&l, &d) in letters.iter().zip(*dims) {
                if *sizes.entry(l).or_insert(d) != d {
                    return Err(format!("has letter '{}' for sizes that differ", char::from(l)));
                }
            }
        }
        Ok(sizes)
    }
}

/// `#stablehlo.gather`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct GatherDims {
    pub offset_dims: I64s,
    pub collapsed_slice_dims: I64s,
    pub operand_batching_dims: I64s,
    pub start_indices_batching_dims: I64s,
    pub start_index_map: I64s,
    pub index_vector_dim: i64,
}

impl AttrValue for GatherDims {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let f = Fields::parse(required(attr)?, "gather", GATHER_KEYS)?;
        Ok(GatherDims {
            offset_dims: f.list("offset_dims")?,
            collapsed_slice_dims: f.list("collapsed_slice_dims")?,
            operand_batching_dims: f.list("operand_batching_dims")?,
            start_indices_batching_dims: f.list("start_indices_batching_dims")?,
            start_index_map: f.list("start_index_map")?,
            index_vector_dim: f.int("index_vector_dim")?,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Body::new()
            .list("offset_dims", &self.offset_dims)
            .list("collapsed_slice_dims", &self.collapsed_slice_dims)
            .list("operand_batching_dims", &self.operand_batching_dims)
            .list("start_indices_batching_dims", &self.start_indices_batching_dims)
            .list("start_index_map", &self.start_index_map)
            .int("index_vector_dim", self.index_vector_dim)
            .done("gather")
    }
}

/// `#stablehlo.scatter`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct ScatterDims {
    pub update_window_dims: I64s,
    pub inserted_window_dims: I64s,
    pub input_batching_dims: I64s,
    pub scatter_indices_batching_dims: I64s,
    pub scatter_dims_to_operand_dims: I64s,
    pub index_vector_dim: i64,
}

impl AttrValue for ScatterDims {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let f = Fields::parse(required(attr)?, "scatter", SCATTER_KEYS)?;
        Ok(ScatterDims {
            update_window_dims: f.list("update_window_dims")?,
            inserted_window_dims: f.list("inserted_window_dims")?,
            input_batching_dims: f.list("input_batching_dims")?,
            scatter_indices_batching_dims: f.list("scatter_indices_batching_dims")?,
            scatter_dims_to_operand_dims: f.list("scatter_dims_to_operand_dims")?,
            index_vector_dim: f.int("index_vector_dim")?,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        Body::new()
            .list("update_window_dims", &self.update_window_dims)
            .list("inserted_window_dims", &self.inserted_window_dims)
            .list("input_batching_dims", &self.input_batching_dims)
            .list("scatter_indices_batching_dims", &self.scatter_indices_batching_dims)
            .list("scatter_dims_to_operand_dims", &self.scatter_dims_to_operand_dims)
            .int("index_vector_dim", self.index_vector_dim)
            .done("scatter")
    }
}

/// `#stablehlo.conv`: which dimension is what, for input, kernel and output.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct ConvDims {
    pub input_batch: i64,
    pub input_feature: i64,
    pub input_spatial: I64s,
    pub kernel_input_feature: i64,
    pub kernel_output_feature: i64,
    pub kernel_spatial: I64s,
    pub output_batch: i64,
    pub output_feature: i64,
    pub output_spatial: I64s,
}

/// Reads `[b, 0, 1, f]`: positions of two letters and of the spatial dims.
fn conv_part(text: &str, a: &str, b: &str) -> Result<(i64, i64, I64s), String> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|t| t.strip_suffix(']'))
        .ok_or_else(|| format!("'{text}' is not a dimension list"))?;
    let (mut ia, mut ib, mut spatial) = (None, None, Vec::new());
    for (i, w) in inner.split(',').map(str::trim).enumerate() {
        let i = i as i64;
        if w == a {
            ia = Some(i);
        } else if w == b {
            ib = Some(i);
        } else {
            spatial.push((w.parse::<i64>().map_err(|_| format!("unknown dimension '{w}'"))?, i));
        }
    }
    spatial.sort_unstable();
    if spatial.iter().enumerate().any(|(i, s)| s.0 != i as i64) {
        return Err("spatial dimensions must be numbered from 0 without gaps".into());
    }
    match (ia, ib) {
        (Some(x), Some(y)) => Ok((x, y, spatial.into_iter().map(|s| s.1).collect())),
        _ => Err(format!("needs '{a}' and '{b}'")),
    }
}

fn conv_text(a: (i64, &str), b: (i64, &str), spatial: &[i64]) -> String {
    let mut words = vec![String::new(); spatial.len() + 2];
    let mut set = |i: i64, w: String| {
        if let Some(slot) = words.get_mut(i as usize) {
            *slot = w;
        }
    };
    set(a.0, a.1.into());
    set(b.0, b.1.into());
    spatial.iter().enumerate().for_each(|(n, &i)| set(i, n.to_string()));
    format!("[{}]", words.join(", "))
}

const CONV_KEYS: &[&str] = &[
    "input_batch_dimension",
    "input_feature_dimension",
    "input_spatial_dimensions",
    "kernel_input_feature_dimension",
    "kernel_output_feature_dimension",
    "kernel_spatial_dimensions",
    "output_batch_dimension",
    "output_feature_dimension",
    "output_spatial_dimensions",
];

impl ConvDims {
    /// Reads `input_batch_dimension = 0, …`, which can say what the short form cannot.
    fn from_raw(body: &str) -> Result<Self, String> {
        let attr = Attr::Dialect("stablehlo".into(), "conv".into(), body.into());
        let f = Fields::parse(&attr, "conv", CONV_KEYS)?;
        Ok(ConvDims {
            input_batch: f.int("input_batch_dimension")?,
            input_feature: f.int("input_feature_dimension")?,
            input_spatial: f.list("input_spatial_dimensions")?,
            kernel_input_feature: f.int("kernel_input_feature_dimension")?,
            kernel_output_feature: f.int("kernel_output_feature_dimension")?,
            kernel_spatial: f.list("kernel_spatial_dimensions")?,
            output_batch: f.int("output_batch_dimension")?,
            output_feature: f.int("output_feature_dimension")?,
            output_spatial: f.list("output_spatial_dimensions")?,
        })
    }

    fn raw(&self) -> String {
        let ints = |b: Body, keys: &[&str], batch: i64, feature: i64, spatial: &[i64]| {
            let mut b = b;
            b.item(keys[0], &batch.to_string());
            b.item(keys[1], &feature.to_string());
            b.list(keys[2], spatial)
        };
        let b = ints(Body::new(), &CONV_KEYS[..3], self.input_batch, self.input_feature, &self.input_spatial);
        let b = ints(b, &CONV_KEYS[3..6], self.kernel_input_feature, self.kernel_output_feature, &self.kernel_spatial);
        let b = ints(b, &CONV_KEYS[6..], self.output_batch, self.output_feature, &self.output_spatial);
        format!("raw {}", b.0)
    }

    /// True if each side names every dimension once.
    fn is_permutation(&self) -> bool {
        let all = |a: i64, b: i64, spatial: &[i64]| {
            let mut dims: I64s = spatial.iter().copied().chain([a, b]).collect();
            dims.sort_unstable();
            dims.iter().zip(0..).all(|(&d, i)| d == i)
        };
        all(self.input_batch, self.input_feature, &self.input_spatial)
            && all(self.kernel_input_feature, self.kernel_output_feature, &self.kernel_spatial)
            && all(self.output_batch, self.output_feature, &self.output_spatial)
    }
}

impl AttrValue for ConvDims {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let attr = required(attr)?;
        let body = keyword(attr, "conv")?;
        if let Some(raw) = body.strip_prefix("raw ") {
            return ConvDims::from_raw(raw);
        }
        if !body.starts_with('[') {
            return Err("must have the form [b, 0, f]x[0, i, o]->[b, 0, f]".into());
        }
        let (lhs, rest) = body.split_once('x').ok_or("must have the form [..]x[..]->[..]")?;
        let (rhs, out) = rest.split_once("->").ok_or("must have the form [..]x[..]->[..]")?;
        let (input_batch, input_feature, input_spatial) = conv_part(lhs, "b", "f")?;
        let (kernel_input_feature, kernel_output_feature, kernel_spatial) = conv_part(rhs, "i", "o")?;
        let (output_batch, output_feature, output_spatial) = conv_part(out, "b", "f")?;
        Ok(ConvDims {
            input_batch,
            input_feature,
            input_spatial,
            kernel_input_feature,
            kernel_output_feature,
            kernel_spatial,
            output_batch,
            output_feature,
            output_spatial,
        })
    }
    fn to_attr(&self) -> Option<Attr> {
        if !self.is_permutation() {
            return Some(Attr::Dialect("stablehlo".into(), "conv".into(), self.raw().into()));
        }
        let text = format!(
            "{}x{}->{}",
            conv_text((self.input_batch, "b"), (self.input_feature, "f"), &self.input_spatial),
            conv_text((self.kernel_input_feature, "i"), (self.kernel_output_feature, "o"), &self.kernel_spatial),
            conv_text((self.output_batch, "b"), (self.output_feature, "f"), &self.output_spatial),
        );
        Some(Attr::Dialect("stablehlo".into(), "conv".into(), text.into()))
    }
}
