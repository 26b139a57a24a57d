//! StableHLO ops to VHLO ops, in place: the inverse of [`upgrade`](super::upgrade).
//!
//! Ops, attributes and defaults come from the tables in [`ops`](super::ops) and [`rules`](super::rules). What the tables
//! cannot say is here: structures that VHLO takes apart, and the sizes of defaults.

use super::body::{self, Fields};
use super::codec::stablehlo;
use super::encode::i64_tensor;
use super::ops::{self, Version};
use super::rules::{Default, Form, Rule, rules};
use super::since::{canonical_type, check_type};
use super::{WriteError, sdy_write, text};
use hloom_mlir::{Attr, Dense, RankedTensor, RawModule, RawOp, Str, Type};
use hloom_num::DType;
use std::sync::Arc;

/// Brings every op of `module` to VHLO as it is at version `at`. Ops of other dialects stay as they are if `foreign`.
pub(super) fn lower(module: &mut RawModule, at: Version, foreign: bool) -> Result<(), WriteError> {
    module.value_types.iter_mut().for_each(|ty| *ty = canonical_type(ty));
    let pass = Lower { types: &module.value_types, at, foreign };
    pass.op(&mut module.op)
}

struct Lower<'a> {
    types: &'a [Type],
    at: Version,
    foreign: bool,
}

/// The VHLO name of a StableHLO or function op, without version.
fn vhlo_name(op: &str) -> Option<&str> {
    match op {
        "func.func" => Some("func"),
        "func.call" => Some("call"),
        "func.return" => Some("return"),
        // The names of function ops are no StableHLO ops, but for `return`.
        "stablehlo.func" | "stablehlo.call" => None,
        _ => op.strip_prefix("stablehlo."),
    }
}

impl Lower<'_> {
    fn op(&self, op: &mut RawOp) -> Result<(), WriteError> {
        self.one(op).map_err(|reason| WriteError::illegal(op, &reason))?;
        for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
            block.ops.iter_mut().try_for_each(|op| self.op(op))?;
        }
        Ok(())
    }

    fn one(&self, op: &mut RawOp) -> Result<(), String> {
        if &*op.name == "builtin.module" {
            return Ok(());
        }
        let Some(name) = vhlo_name(&op.name) else {
            return match self.foreign {
                true => {
                    op.attrs.iter_mut().for_each(|(_, attr)| *attr = canonical_foreign(attr));
                    Ok(())
                }
                false => Err("only StableHLO and functions have a versioned form".into()),
            };
        };
        let entry = ops::at_version(name, self.at).ok_or("StableHLO has no such op")?;
        let args = op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.args).map(|(v, _)| v);
        for value in op.operands.iter().chain(&op.results).chain(args) {
            let ty = self.types.get(value.0 as usize).ok_or("a value has no type")?;
            check_type(ty, ops::NEWEST, self.foreign)?;
        }
        let attrs = self.attrs(op, entry)?;
        if let Some(missing) = entry.attrs.iter().find(|name| attrs.iter().all(|(n, _)| &**n != **name)) {
            return Err(format!("attribute '{missing}' is missing"));
        }
        op.attrs = attrs;
        op.name = format!("vhlo.{}_v{}", entry.name, entry.version).into();
        Ok(())
    }

    /// The attributes of the VHLO op: defaults, parts of structures, the rest converted.
    fn attrs(&self, op: &RawOp, entry: &ops::VhloOp) -> Result<Vec<(Str, Attr)>, String> {
        let rules = rules(entry.name);
        let mut out: Vec<(Str, Attr)> = Vec::with_capacity(entry.attrs.len());
        for (name, attr) in &op.attrs {
            let wrong = |reason: String| format!("attribute '{name}': {reason}");
            if let Some(parts) = take_apart(entry.name, name, attr) {
                out.extend(parts.ok_or_else(|| wrong("it is malformed".into()))?);
                continue;
            }
            let rule = rules.iter().find(|r| r.attr == &**name);
            let value = match rule {
                Some(rule) => self.with_form(rule.form, attr),
                None => self.generic(attr),
            };
            out.push((name.clone(), value.map_err(wrong)?));
        }
        // The number of spatial dimensions of a convolution, or of dimensions of a window.
        let rank = ["input_spatial_dimensions", "window_dimensions"].iter().find_map(|n| find(&out, n)).and_then(count);
        let typed_ffi = matches!(find(&out, "api_version"), Some(Attr::Dialect(_, _, v)) if &**v == "4");
        for &name in entry.attrs {
            if find(&out, name).is_some() {
                continue;
            }
            let default = match (entry.name, name) {
                ("custom_call", "backend_config") if typed_ffi => Some(Attr::Dict([].into())),
                ("custom_call", "operand_layouts" | "result_layouts") => Some(Attr::Array([].into())),
                ("dot_general", _) if is_dot_algorithm(name) => Some(Attr::Type(Type::None)),
                _ => rules.iter().find(|r| r.attr == name).and_then(|rule| default(rule, rank)),
            };
            out.extend(default.map(|attr| (name.into(), attr)));
        }
        Ok(out)
    }

    /// An attribute that a rule says the form of.
    fn with_form(&self, form: Form, attr: &Attr) -> Result<Attr, String> {
        match (form, attr) {
            (Form::Unit, Attr::Unit) => Ok(Attr::Bool(true)),
            (Form::Unit, _) => Err("it is no unit attribute".into()),
            (Form::ApiVersion, Attr::Int(v, _)) if (0..=4).contains(v) => {
                Ok(Attr::Dialect("vhlo".into(), "api_version_v1".into(), v.to_string().into()))
            }
            (Form::ApiVersion, _) => Err("it is no API version".into()),
            (Form::Symbol, Attr::Symbol(path)) if path.len() == 1 => Ok(Attr::String(path[0].clone())),
            (Form::Symbol, _) => Err("it is no symbol".into()),
            _ => self.generic(attr),
        }
    }

    /// The VHLO form of an attribute whose place does not matter, in the spelling that reading an artifact gives.
    fn generic(&self, attr: &Attr) -> Result<Attr, String> {
        Ok(match attr {
            Attr::Array(items) => Attr::Array(items.iter().map(|a| self.generic(a)).collect::<Result<_, _>>()?),
            Attr::Dict(items) => {
                let mut items: Vec<(Str, Attr)> =
                    items.iter().map(|(n, a)| Ok((n.clone(), self.generic(a)?))).collect::<Result<_, String>>()?;
                items.sort_by(|a, b| a.0.cmp(&b.0));
                Attr::Dict(items.into())
            }
            Attr::Bool(_) | Attr::String(_) => attr.clone(),
            Attr::Int(_, ty) | Attr::Float(_, ty) => {
                check_type(ty, ops::NEWEST, self.foreign)?;
                attr.clone()
            }
            Attr::Type(ty) => {
                let ty = canonical_type(ty);
                check_type(&ty, ops::NEWEST, self.foreign)?;
                Attr::Type(ty)
            }
            Attr::Dense(dense) => {
                check_type(&dense.ty, ops::NEWEST, self.foreign)?;
                attr.clone()
            }
            Attr::DenseArray(DType::I64, values) => i64_tensor(&[], values),
            Attr::DenseArray(DType::Bool, values) => bool_tensor(values.iter().map(|&v| u8::from(v != 0)).collect()),
            Attr::Symbol(path) if path.len() == 1 => Attr::String(path[0].clone()),
            Attr::Dialect(dialect, name, text) if &**dialect == "stablehlo" => {
                let known = super::codec::ENUMS.iter().find(|e| e.mnemonic == &**name);
                let case = known.and_then(|e| e.cases.iter().find(|c| **c == text.trim()));
                match case {
                    Some(case) => stablehlo(name, case),
                    None => {
                        let (name, text) = body::canonical(name, text)
                            .ok_or_else(|| format!("VHLO has no #stablehlo.{name}<{text}>"))?;
                        stablehlo(name, text)
                    }
                }
            }
            other if self.foreign => canonical_foreign(other),
            other => return Err(format!("VHLO has no attribute {}", text::attr_text(other))),
        })
    }
}

/// An attribute of another dialect in the spelling that reading an artifact gives.
pub(super) fn canonical_foreign(attr: &Attr) -> Attr {
    match attr {
        Attr::Dialect(dialect, name, text) if &**dialect == "sdy" => match sdy_write::canonical(name, text) {
            Some(text) => Attr::Dialect(dialect.clone(), name.clone(), text.into()),
            None => attr.clone(),
        },
        other => other.clone(),
    }
}

fn find<'a>(attrs: &'a [(Str, Attr)], name: &str) -> Option<&'a Attr> {
    attrs.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
}

/// The number of elements of a list.
fn count(attr: &Attr) -> Option<i64> {
    match attr {
        Attr::Dense(dense) => match &dense.ty {
            Type::RankedTensor(t) => t.dims.first().copied().flatten(),
            _ => None,
        },
        _ => None,
    }
}

fn is_dot_algorithm(name: &str) -> bool {
    DOT_TYPES.contains(&name) || DOT_COUNTS.contains(&name) || name == DOT_IMPRECISE
}

const DOT_TYPES: [&str; 3] = ["lhs_precision_type", "rhs_precision_type", "accumulation_type"];
const DOT_COUNTS: [&str; 3] = ["lhs_component_count", "rhs_component_count", "num_primitive_operations"];
const DOT_IMPRECISE: &str = "allow_imprecise_accumulation";

/// What VHLO spells out where StableHLO says nothing; `None` if the attribute is not optional. `rank` is the length of
/// defaults that are one number for each dimension of a window.
fn default(rule: &Rule, rank: Option<i64>) -> Option<Attr> {
    /// Windows have no more dimensions than this.
    const MAX_RANK: i64 = 1 << 16;
    let rank = rank.filter(|r| (0..=MAX_RANK).contains(r));
    let array = |attr: Option<Attr>| Attr::Array(attr.into_iter().collect());
    Some(match rule.default {
        Default::None => return None,
        Default::False | Default::SplatFalse if rule.form != Form::BoolArray => Attr::Bool(false),
        Default::False | Default::SplatFalse => bool_tensor(vec![0; rank? as usize]),
        Default::Int(v) => Attr::Int(v.into(), Type::Scalar(DType::I64)),
        Default::EmptyArray | Default::EmptyDicts => array(None),
        Default::EmptyString | Default::EmptyStringOrDict => Attr::String("".into()),
        Default::EmptyDict => Attr::Dict([].into()),
        Default::EmptyTensor => i64_tensor(&[], &[]),
        // Padding has two numbers for each dimension.
        Default::SplatInt(v) if rule.attr == "padding" => i64_tensor(&[rank?, 2], &vec![v; 2 * rank? as usize]),
        Default::SplatInt(v) => i64_tensor(&[], &vec![v; rank? as usize]),
        Default::Precisions => Attr::Array(vec![stablehlo("precision", "DEFAULT"); 2].into()),
        Default::NoCompareType => stablehlo("comparison_type", "NOTYPE"),
        Default::ApiVersionOriginal => Attr::Dialect("vhlo".into(), "api_version_v1".into(), "1".into()),
        Default::Accuracy => stablehlo("result_accuracy", "mode = #stablehlo.result_accuracy_mode<DEFAULT>"),
    })
}

fn bool_tensor(data: Vec<u8>) -> Attr {
    let count = data.len();
    let dims = vec![Some(count as i64)];
    let ty = Type::RankedTensor(Arc::new(RankedTensor { dims, elem: Type::Scalar(DType::Bool), encoding: None }));
    Attr::Dense(Arc::new(Dense::canonical(ty, data, false, count)))
}

/// The attributes that VHLO has for a structure: `None` if it is none, `None` inside if it is malformed.
fn take_apart(op: &str, name: &str, attr: &Attr) -> Option<Option<Vec<(Str, Attr)>>> {
    let mnemonic = match (op, name) {
        ("convolution" | "dynamic_conv", "dimension_numbers") => "conv",
        ("dot_general", "dot_dimension_numbers") => "dot",
        ("dot_general", "algorithm") => "dot_algorithm",
        ("gather" | "dynamic_gather", "dimension_numbers") => "gather",
        ("scatter", "scatter_dimension_numbers") => "scatter",
        (_, "channel_handle") if rules(op).iter().any(|r| r.form == Form::ChannelHandle) => "channel_handle",
        ("send" | "recv", "channel_handle") => "channel_handle",
        _ => return None,
    };
    let text = match attr {
        Attr::Dialect(dialect, m, text) if &**dialect == "stablehlo" && &**m == mnemonic => text,
        _ => return Some(None),
    };
    let mut out = parts(mnemonic, text);
    if let (Some(out), "channel_handle", false) = (&mut out, mnemonic, matches!(op, "send" | "recv")) {
        out.truncate(1);
    }
    Some(out)
}

/// The parts of a structure that VHLO takes apart, in the order of their fields; `None` if it is none or malformed.
pub(super) fn parts(mnemonic: &str, text: &str) -> Option<Vec<(Str, Attr)>> {
    match mnemonic {
        "conv" => conv_numbers(text),
        "dot" => numbers(text, &DOT_LISTS, &[]),
        "dot_algorithm" => dot_algorithm(text),
        "gather" => numbers(text, &GATHER_LISTS, &["index_vector_dim"]),
        "scatter" => numbers(text, &SCATTER_LISTS, &["index_vector_dim"]),
        "channel_handle" => {
            let f = Fields::parse(text)?;
            Some(vec![("channel_id".into(), int(f.int("handle")?)), ("channel_type".into(), int(f.int("type")?))])
        }
        _ => None,
    }
}

const DOT_LISTS: [&str; 4] =
    ["lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions", "rhs_contracting_dimensions"];
const GATHER_LISTS: [&str; 5] =
    ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"];
const SCATTER_LISTS: [&str; 5] = [
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
];

fn int(v: i64) -> Attr {
    Attr::Int(v.into(), Type::Scalar(DType::I64))
}

fn numbers(text: &str, lists: &[&str], ints: &[&str]) -> Option<Vec<(Str, Attr)>> {
    let f = Fields::parse(text)?;
    let mut out: Vec<(Str, Attr)> = Vec::with_capacity(lists.len() + ints.len());
    for &name in lists {
        out.push((name.into(), i64_tensor(&[], &f.ints(name)?)));
    }
    for &name in ints {
        out.push((name.into(), int(f.int(name)?)));
    }
    Some(out)
}

fn dot_algorithm(text: &str) -> Option<Vec<(Str, Attr)>> {
    let f = Fields::parse(text)?;
    let mut out: Vec<(Str, Attr)> = Vec::with_capacity(7);
    for name in DOT_TYPES {
        out.push((name.into(), Attr::Type(text::parse_type(f.get(name)?)?)));
    }
    for name in DOT_COUNTS {
        out.push((name.into(), int(f.get(name)?.parse().ok()?)));
    }
    out.push((DOT_IMPRECISE.into(), Attr::Bool(f.get(DOT_IMPRECISE)?.parse().ok()?)));
    Some(out)
}

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
fn conv_numbers(text: &str) -> Option<Vec<(Str, Attr)>> {
    let (input, rest) = text.split_once('x')?;
    let (kernel, output) = rest.split_once("->")?;
    let mut out: Vec<(Str, Attr)> = Vec::with_capacity(9);
    let mut part = |text: &str, letters: [(&str, &str); 2], spatial: &str| {
        let labels = body::split(body::within(text, "[", "]")?)?;
        let position = |label: &str| labels.iter().position(|l| *l == label).map(|p| p as i64);
        for (letter, name) in letters {
            out.push((name.into(), int(position(letter)?)));
        }
        let dims: Option<Vec<i64>> = (0..labels.len() - 2).map(|i| position(&i.to_string())).collect();
        out.push((spatial.into(), i64_tensor(&[], &dims?)));
        Some(())
    };
    let input_names = [("b", "input_batch_dimension"), ("f", "input_feature_dimension")];
    part(input, input_names, "input_spatial_dimensions")?;
    let kernel_names = [("i", "kernel_input_feature_dimension"), ("o", "kernel_output_feature_dimension")];
    part(kernel, kernel_names, "kernel_spatial_dimensions")?;
    let output_names = [("b", "output_batch_dimension"), ("f", "output_feature_dimension")];
    part(output, output_names, "output_spatial_dimensions")?;
    Some(out)
}
