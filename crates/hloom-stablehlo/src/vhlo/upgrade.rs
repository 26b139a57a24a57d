//! VHLO ops to StableHLO ops, in place.

use super::codec::stablehlo;
use super::ops;
use super::rules::{Default, Form, Rule, rules};
use super::text::{self, Field};
use hloom_mlir::{Attr, RawModule, RawOp, RawValue, Str, SyntaxError, Type};
use hloom_num::DType;
use rustc_hash::FxHashMap;

/// Most elements that an attribute which StableHLO writes out as a list may have.
const MAX_LIST: usize = 1 << 16;

/// Brings every VHLO op of `module` to StableHLO and removes casts between VHLO and builtin types, which are the
/// same types here.
pub(super) fn upgrade(module: &mut RawModule) -> Result<(), SyntaxError> {
    let types = std::mem::take(&mut module.value_types);
    let mut pass = Upgrade { types: &types, replaced: FxHashMap::default() };
    let result = pass.op(&mut module.op, false);
    let replaced = pass.replaced;
    module.value_types = types;
    result.map_err(|message| SyntaxError { message, offset: 0, line: 0, column: 0 })?;
    if !replaced.is_empty() {
        rename(&mut module.op, &replaced);
    }
    Ok(())
}

struct Upgrade<'a> {
    types: &'a [Type],
    /// Results of removed casts, and what they were casts of.
    replaced: FxHashMap<RawValue, RawValue>,
}

impl Upgrade<'_> {
    fn op(&mut self, op: &mut RawOp, parent_is_func: bool) -> Result<(), String> {
        let is_func = matches!(&*op.name, "func.func" | "vhlo.func_v1");
        for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
            for op in &mut block.ops {
                self.op(op, is_func)?;
            }
            block.ops.retain(|op| !self.is_noop_cast(op));
        }
        let Some(spelled) = op.name.strip_prefix("vhlo.") else { return Ok(()) };
        let entry = ops::find(spelled).ok_or_else(|| format!("'{}' is not a known VHLO op", op.name))?;
        op.attrs =
            convert_attrs(entry.name, std::mem::take(&mut op.attrs)).map_err(|e| format!("'{}': {e}", op.name))?;
        op.name = match entry.name {
            "func" => "func.func".into(),
            "call" => "func.call".into(),
            "return" if parent_is_func => "func.return".into(),
            name => format!("stablehlo.{name}").into(),
        };
        Ok(())
    }

    /// True for a cast that changes no type; its result is recorded as replaced.
    fn is_noop_cast(&mut self, op: &RawOp) -> bool {
        if &*op.name != "builtin.unrealized_conversion_cast" || op.operands.len() != op.results.len() {
            return false;
        }
        let ty = |v: &RawValue| self.types.get(v.0 as usize);
        if !op.operands.iter().zip(&op.results).all(|(a, b)| ty(a) == ty(b)) {
            return false;
        }
        self.replaced.extend(op.results.iter().copied().zip(op.operands.iter().copied()));
        true
    }
}

fn rename(op: &mut RawOp, replaced: &FxHashMap<RawValue, RawValue>) {
    for operand in &mut op.operands {
        // A cast may follow a cast; a cycle cannot hold more links than there are casts.
        for _ in 0..replaced.len() {
            match replaced.get(operand) {
                Some(&source) => *operand = source,
                None => break,
            }
        }
    }
    for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
        for op in &mut block.ops {
            rename(op, replaced);
        }
    }
}

/// Attributes of a VHLO op while they are taken apart.
struct Attrs(Vec<(Str, Attr)>);

impl Attrs {
    fn take(&mut self, name: &str) -> Option<Attr> {
        let i = self.0.iter().position(|(n, _)| &**n == name)?;
        Some(self.0.remove(i).1)
    }
    fn need(&mut self, name: &str) -> Result<Attr, String> {
        self.take(name).ok_or_else(|| format!("attribute '{name}' is missing"))
    }
    fn int(&mut self, name: &str) -> Result<i64, String> {
        int(&self.need(name)?).ok_or_else(|| format!("attribute '{name}' is no integer"))
    }
    fn ints(&mut self, name: &str) -> Result<Vec<i64>, String> {
        ints(&self.need(name)?).ok_or_else(|| format!("attribute '{name}' is no tensor of integers"))
    }
    /// As [`Attrs::ints`]; empty if the version of the op did not have the attribute.
    fn ints_or_empty(&mut self, name: &str) -> Result<Vec<i64>, String> {
        if self.0.iter().any(|(n, _)| &**n == name) { self.ints(name) } else { Ok(Vec::new()) }
    }
}

pub(super) fn int(attr: &Attr) -> Option<i64> {
    match attr {
        Attr::Int(v, _) => i64::try_from(*v).ok(),
        _ => None,
    }
}

/// The elements of a tensor of i64 or booleans; `None` if it is something else or absurdly large.
pub(super) fn ints(attr: &Attr) -> Option<Vec<i64>> {
    let Attr::Dense(dense) = attr else { return None };
    let Type::RankedTensor(ty) = &dense.ty else { return None };
    let size = match ty.elem {
        Type::Scalar(DType::I64) | Type::Index => 8,
        Type::Scalar(DType::Bool) => 1,
        _ => return None,
    };
    let decode = |chunk: &[u8]| {
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(chunk);
        i64::from_le_bytes(bytes)
    };
    let mut out: Vec<i64> = dense.data.chunks_exact(size).map(decode).collect();
    if dense.splat {
        let count = ty.dims.iter().try_fold(1usize, |n, d| n.checked_mul(usize::try_from((*d)?).ok()?))?;
        if count > MAX_LIST {
            return None;
        }
        out = vec![*out.first()?; count];
    }
    (out.len() <= MAX_LIST).then_some(out)
}

fn is_type_none(attr: &Attr) -> bool {
    matches!(attr, Attr::Type(Type::None))
}

/// Attributes of the StableHLO op: structured ones first, then the rest in their order.
fn convert_attrs(op: &str, attrs: Vec<(Str, Attr)>) -> Result<Vec<(Str, Attr)>, String> {
    let mut attrs = Attrs(attrs);
    let mut out = combine(op, &mut attrs)?;
    let rules = rules(op);
    let layouts_empty = op == "custom_call"
        && ["operand_layouts", "result_layouts"]
            .iter()
            .all(|name| attrs.0.iter().all(|(n, a)| &**n != *name || is_default(a, Default::EmptyArray)));
    for (name, attr) in attrs.0 {
        if layouts_empty && matches!(&*name, "operand_layouts" | "result_layouts") {
            continue;
        }
        match rules.iter().find(|r| r.attr == &*name) {
            None => out.push((name, attr)),
            Some(rule) if is_default(&attr, rule.default) => {}
            Some(rule) => out.extend(apply(rule, name, attr)?),
        }
    }
    Ok(out)
}

/// True if `attr` is what the default stands for.
pub(super) fn is_default(attr: &Attr, default: Default) -> bool {
    let splat = |value: i64| match attr {
        Attr::Dense(d) if d.splat || d.data.len() <= 8 => {
            ints(&Attr::Dense(d.clone())).is_some_and(|v| !v.is_empty() && v.iter().all(|&x| x == value))
        }
        _ => false,
    };
    match default {
        Default::None => false,
        Default::False => *attr == Attr::Bool(false),
        Default::Int(v) => int(attr) == Some(v),
        Default::EmptyArray => matches!(attr, Attr::Array(a) if a.is_empty()),
        Default::EmptyString => matches!(attr, Attr::String(s) if s.is_empty()),
        Default::EmptyDict => matches!(attr, Attr::Dict(d) if d.is_empty()),
        Default::EmptyDicts => {
            matches!(attr, Attr::Array(a) if a.iter().all(|d| is_default(d, Default::EmptyDict)))
        }
        Default::EmptyStringOrDict => is_default(attr, Default::EmptyString) || is_default(attr, Default::EmptyDict),
        Default::EmptyTensor => matches!(attr, Attr::Dense(d) if d.data.is_empty()),
        Default::SplatInt(v) => splat(v),
        Default::SplatFalse => splat(0),
        Default::Precisions => matches!(attr, Attr::Array(a) if a.iter().all(|p| is_enum(p, "precision", "DEFAULT"))),
        Default::NoCompareType => is_enum(attr, "comparison_type", "NOTYPE"),
        Default::ApiVersionOriginal => is_enum(attr, "api_version_v1", "1"),
        Default::Accuracy => is_enum(attr, "result_accuracy", "mode = #stablehlo.result_accuracy_mode<DEFAULT>"),
    }
}

fn is_enum(attr: &Attr, mnemonic: &str, case: &str) -> bool {
    matches!(attr, Attr::Dialect(_, name, body) if &**name == mnemonic && &**body == case)
}

fn apply(rule: &Rule, name: Str, attr: Attr) -> Result<Option<(Str, Attr)>, String> {
    let wrong = |what: &str| format!("attribute '{}' is no {what}", rule.attr);
    let symbol = |attr: &Attr| match attr {
        Attr::String(s) => Ok(Attr::Symbol([s.clone()].into())),
        _ => Err(wrong("string")),
    };
    Ok(Some(match rule.form {
        Form::Same => (name, attr),
        Form::I64Array => {
            (name, Attr::DenseArray(DType::I64, ints(&attr).ok_or_else(|| wrong("tensor of integers"))?.into()))
        }
        Form::BoolArray => {
            (name, Attr::DenseArray(DType::Bool, ints(&attr).ok_or_else(|| wrong("tensor of booleans"))?.into()))
        }
        Form::Symbol => (name, symbol(&attr)?),
        Form::Symbols => {
            let Attr::Array(items) = &attr else { return Err(wrong("array")) };
            (name, Attr::Array(items.iter().map(symbol).collect::<Result<_, _>>()?))
        }
        Form::Unit => (name, Attr::Unit),
        Form::ChannelHandle => {
            let id = int(&attr).ok_or_else(|| wrong("integer"))?;
            ("channel_handle".into(), channel_handle(id, 0))
        }
        Form::ApiVersion => {
            let version = match &attr {
                Attr::Dialect(_, _, version) => version.parse().ok(),
                _ => None,
            };
            (name, Attr::Int(version.ok_or_else(|| wrong("API version"))?, Type::Scalar(DType::I32)))
        }
        Form::Drop => return Ok(None),
    }))
}

fn channel_handle(id: i64, kind: i64) -> Attr {
    stablehlo("channel_handle", format!("handle = {id}, type = {kind}"))
}

/// The structure of the parts that [`lower::parts`](super::lower::parts) gives, in the spelling that reading an artifact
/// gives; `None` if they make none.
pub(super) fn structure(mnemonic: &str, parts: Vec<(Str, Attr)>) -> Option<Attr> {
    let mut parts = Attrs(parts);
    let op = match mnemonic {
        "conv" => "convolution",
        "dot" => "dot_general",
        "gather" => "gather",
        "scatter" => "scatter",
        "channel_handle" => "send",
        "dot_algorithm" => return dot_algorithm(&mut parts).ok()?,
        _ => return None,
    };
    combine(op, &mut parts).ok()?.into_iter().next().map(|(_, attr)| attr)
}

/// Takes the attributes that StableHLO has in one structure and builds it.
fn combine(op: &str, a: &mut Attrs) -> Result<Vec<(Str, Attr)>, String> {
    Ok(match op {
        "convolution" | "dynamic_conv" => vec![("dimension_numbers".into(), conv_numbers(a)?)],
        "dot_general" => {
            let mut fields = Vec::new();
            for name in [
                "lhs_batching_dimensions",
                "rhs_batching_dimensions",
                "lhs_contracting_dimensions",
                "rhs_contracting_dimensions",
            ] {
                fields.push(Field::Ints(name, a.ints(name)?));
            }
            let mut out = vec![("dot_dimension_numbers".into(), stablehlo("dot", text::fields(&fields)))];
            out.extend(dot_algorithm(a)?.map(|algorithm| ("algorithm".into(), algorithm)));
            out
        }
        "gather" | "dynamic_gather" => {
            let fields = [
                Field::Ints("offset_dims", a.ints("offset_dims")?),
                Field::Ints("collapsed_slice_dims", a.ints("collapsed_slice_dims")?),
                Field::Ints("operand_batching_dims", a.ints_or_empty("operand_batching_dims")?),
                Field::Ints("start_indices_batching_dims", a.ints_or_empty("start_indices_batching_dims")?),
                Field::Ints("start_index_map", a.ints("start_index_map")?),
                Field::Int("index_vector_dim", a.int("index_vector_dim")?),
            ];
            vec![("dimension_numbers".into(), stablehlo("gather", text::fields(&fields)))]
        }
        "scatter" => {
            let fields = [
                Field::Ints("update_window_dims", a.ints("update_window_dims")?),
                Field::Ints("inserted_window_dims", a.ints("inserted_window_dims")?),
                Field::Ints("input_batching_dims", a.ints_or_empty("input_batching_dims")?),
                Field::Ints("scatter_indices_batching_dims", a.ints_or_empty("scatter_indices_batching_dims")?),
                Field::Ints("scatter_dims_to_operand_dims", a.ints("scatter_dims_to_operand_dims")?),
                Field::Int("index_vector_dim", a.int("index_vector_dim")?),
            ];
            vec![("scatter_dimension_numbers".into(), stablehlo("scatter", text::fields(&fields)))]
        }
        "recv" | "send" => {
            vec![("channel_handle".into(), channel_handle(a.int("channel_id")?, a.int("channel_type")?))]
        }
        _ => Vec::new(),
    })
}

fn conv_numbers(a: &mut Attrs) -> Result<Attr, String> {
    let mut operand = |first: (&str, char), second: (&str, char), spatial: &str| {
        let (x, y, spatial) = (a.int(first.0)?, a.int(second.0)?, a.ints(spatial)?);
        text::conv_operand((x, first.1), (y, second.1), &spatial)
            .ok_or_else(|| "convolution dimension numbers are no permutation".to_string())
    };
    let input = operand(("input_batch_dimension", 'b'), ("input_feature_dimension", 'f'), "input_spatial_dimensions")?;
    let kernel = operand(
        ("kernel_input_feature_dimension", 'i'),
        ("kernel_output_feature_dimension", 'o'),
        "kernel_spatial_dimensions",
    )?;
    let output =
        operand(("output_batch_dimension", 'b'), ("output_feature_dimension", 'f'), "output_spatial_dimensions")?;
    Ok(stablehlo("conv", format!("{input}x{kernel}->{output}")))
}

/// The algorithm of a dot product, if it states one.
fn dot_algorithm(a: &mut Attrs) -> Result<Option<Attr>, String> {
    const TYPES: [&str; 3] = ["lhs_precision_type", "rhs_precision_type", "accumulation_type"];
    const COUNTS: [&str; 3] = ["lhs_component_count", "rhs_component_count", "num_primitive_operations"];
    const IMPRECISE: &str = "allow_imprecise_accumulation";
    let all: Vec<Attr> = TYPES.iter().chain(&COUNTS).chain(&[IMPRECISE]).filter_map(|name| a.take(name)).collect();
    if all.iter().all(is_type_none) {
        return Ok(None);
    }
    let [lhs, rhs, accumulation, counts @ .., imprecise] = &all[..] else {
        return Err("a dot algorithm lacks attributes".into());
    };
    let mut body = String::new();
    for (name, ty) in TYPES.iter().zip([lhs, rhs, accumulation]) {
        let Attr::Type(ty) = ty else { return Err("a dot algorithm has a precision that is no type".into()) };
        body += &format!("{name} = {}, ", text::type_text(ty));
    }
    for (name, count) in COUNTS.iter().zip(counts) {
        body += &format!("{name} = {}, ", int(count).ok_or("a dot algorithm has a count that is no integer")?);
    }
    let Attr::Bool(imprecise) = imprecise else { return Err("a dot algorithm has a flag that is no boolean".into()) };
    Ok(Some(stablehlo("dot_algorithm", body + &format!("{IMPRECISE} = {imprecise}"))))
}
