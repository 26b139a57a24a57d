//! StableHLO's own bytecode, written: payloads from the text that [`plain`](super::plain) reads them as, and modules in any
//! version of the container.

use super::body::{self, Fields};
use super::codec::{ENUMS, stablehlo};
use super::plain::{code, enum_code};
use super::{WriteError, casts, downgrade, encode, foreign, lower, serialize, since, text, upgrade};
use hloom_mlir::bytecode::{self, DialectEncoder, MAX_VERSION, OpLayout, Payload, Space, UseOrders, builtin_op_layout};
use hloom_mlir::{Attr, Loc, RawModule, RawOp, Type};

/// How [`write_plain`] writes.
#[derive(Clone, Copy, Debug)]
pub struct PlainOptions<'a> {
    /// Version of the container, at most [`MAX_VERSION`].
    pub version: u64,
    /// What the header says of the writer.
    pub producer: &'a str,
    /// Leave locations out.
    pub strip_debuginfo: bool,
}

impl Default for PlainOptions<'_> {
    fn default() -> Self {
        PlainOptions { version: MAX_VERSION, producer: "Hloom", strip_debuginfo: false }
    }
}

/// Writes a module of today's StableHLO as it stands, as unversioned bytecode: what MLIR writes for a module that it has
/// read from text.
///
/// # Errors
/// When an op, attribute or type has no bytecode form, or there is no such version.
pub fn write_plain(module: &RawModule, options: &PlainOptions<'_>) -> Result<Vec<u8>, WriteError> {
    let failed = |message| WriteError { message, loc: Loc::UNKNOWN };
    let PlainOptions { version, producer, strip_debuginfo } = *options;
    if version > MAX_VERSION {
        return Err(failed(format!("bytecode version {version} is not in the range [0, {MAX_VERSION}]")));
    }
    if producer.contains('\0') {
        return Err(failed("the name of the producer holds a NUL".into()));
    }
    let mut module = module.clone();
    if strip_debuginfo {
        serialize::strip(&mut module);
    }
    module.value_types.iter_mut().for_each(|ty| *ty = since::canonical_type(ty));
    canonical_attrs(&mut module.op);
    let lists = casts::as_read(&module);
    let orders = lists.iter().filter_map(|(value, list)| Some((*value, downgrade::order(list)?))).collect();
    bytecode::write(&module, &UseOrders(orders), version, producer, &PlainEncoder).map_err(failed)
}

/// Writes the dialects that are read here, each as its own.
#[derive(Clone, Copy, Debug)]
struct PlainEncoder;

impl DialectEncoder for PlainEncoder {
    fn name(&self) -> &'static str {
        // No dialect has copies of builtin attributes and types.
        ""
    }
    fn op_layout(&self, op: &str) -> Option<OpLayout> {
        foreign::op_layout(op).or_else(|| builtin_op_layout(op))
    }
    fn owns_attr(&self, _: &Attr) -> bool {
        false
    }
    fn owns_type(&self, _: &Type) -> bool {
        false
    }
    fn attr(&self, attr: &Attr, _: &mut Payload<'_>) -> Result<(), String> {
        Err(format!("the attribute {} has no dialect", text::attr_text(attr)))
    }
    fn ty(&self, ty: &Type, _: &mut Payload<'_>) -> Result<(), String> {
        Err(format!("the type {} has no dialect", text::type_text(ty)))
    }
    fn foreign_attr(&self, attr: &Attr, to: &mut Payload<'_>) -> Result<bool, String> {
        foreign::write_attr(attr, to)
    }
    fn foreign_type(&self, ty: &Type, to: &mut Payload<'_>) -> Result<bool, String> {
        foreign::write_type(ty, to)
    }
}

/// Spells attributes as reading bytecode gives them, since two spellings of one attribute would become two attributes.
fn canonical_attrs(op: &mut RawOp) {
    op.attrs.iter_mut().for_each(|(_, attr)| *attr = canonical(attr));
    for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
        block.ops.iter_mut().for_each(canonical_attrs);
    }
}

fn canonical(attr: &Attr) -> Attr {
    match attr {
        Attr::Array(items) => Attr::Array(items.iter().map(canonical).collect()),
        Attr::Dict(items) => {
            let mut items: Vec<_> = items.iter().map(|(name, a)| (name.clone(), canonical(a))).collect();
            items.sort_by(|a, b| a.0.cmp(&b.0));
            Attr::Dict(items.into())
        }
        Attr::Type(ty) => Attr::Type(since::canonical_type(ty)),
        Attr::Dialect(dialect, name, text) if &**dialect == "stablehlo" => {
            if ENUMS.iter().any(|e| e.mnemonic == &**name) {
                return stablehlo(name, text.trim());
            }
            let whole = || body::canonical(name, text).map(|(name, text)| stablehlo(name, text));
            let structure = || upgrade::structure(name, lower::parts(name, text)?);
            // What is malformed is found when it is written.
            whole().or_else(structure).unwrap_or_else(|| attr.clone())
        }
        other => lower::canonical_foreign(other),
    }
}

/// Writes `#stablehlo.name<body>` in its canonical spelling; `None` if there is no such attribute or it is malformed.
pub(super) fn attr(name: &str, body: &str, to: &mut Payload<'_>) -> Option<Result<(), String>> {
    use code::*;
    if let Some(e) = ENUMS.iter().find(|e| e.mnemonic == name) {
        to.varint((0..=MESH).find(|c| enum_code(*c) == Some(e.code))?);
        to.varint(e.cases.iter().position(|c| *c == body)? as u64);
        return Some(Ok(()));
    }
    let structure = match name {
        "channel_handle" => CHANNEL_HANDLE,
        "conv" => CONV,
        "dot" => DOT,
        "gather" => GATHER,
        "scatter" => SCATTER,
        "dot_algorithm" => DOT_ALGORITHM,
        _ => return described(name, body, to),
    };
    to.varint(structure);
    for (_, part) in lower::parts(name, body)? {
        match &part {
            Attr::Int(..) => to.svarint(upgrade::int(&part)?),
            Attr::Dense(_) => to.svarints(&upgrade::ints(&part)?),
            Attr::Bool(b) => to.byte((*b).into()),
            Attr::Type(ty) => {
                if let Err(e) = to.ty(Space::Builtin, ty) {
                    return Some(Err(e));
                }
            }
            _ => return None,
        }
    }
    Some(Ok(()))
}

/// As [`attr`], for attributes that VHLO has as one too.
fn described(name: &str, body: &str, to: &mut Payload<'_>) -> Option<Result<(), String>> {
    use code::*;
    let nested = |to: &mut Payload<'_>, name: &str, body: &str| to.attr(Space::Builtin, &stablehlo(name, body));
    match name {
        "bounds" => encode::numbers(TYPE_EXTENSIONS, name, body, to)?,
        "output_operand_alias" => encode::numbers(OUTPUT_OPERAND_ALIAS, name, body, to)?,
        "sub_axis_info" => encode::numbers(SUB_AXIS_INFO, name, body, to)?,
        "result_accuracy" => {
            to.varint(RESULT_ACCURACY);
            return encode::result_accuracy(body, Space::Builtin, to);
        }
        "axis_ref" => {
            let f = Fields::parse(body)?;
            to.varint(AXIS_REF);
            to.string(&body::string(f.get("name")?)?.into());
            let sub = f.get("sub_axis_info");
            to.byte(sub.is_some().into());
            if let Some(sub) = sub {
                return Some(nested(to, "sub_axis_info", sub));
            }
        }
        "replica_group_mesh_axes" => {
            let f = Fields::parse(body)?;
            let mesh = f.get("mesh")?;
            to.varint(REPLICA_GROUP_MESH_AXES);
            let written = match mesh.strip_prefix('@') {
                Some(symbol) => {
                    let symbol = body::string(symbol).unwrap_or_else(|| symbol.to_owned());
                    to.attr(Space::Builtin, &Attr::Symbol([symbol.into()].into()))
                }
                None => nested(to, "mesh", body::attr(mesh, "mesh")?),
            };
            let axes = encode::attrs(f.get("axes")?, "axis_ref")?;
            to.varint(axes.len() as u64);
            return Some(written.and_then(|()| axes.iter().try_for_each(|a| to.attr(Space::Builtin, a))));
        }
        "mesh_axis" => {
            let f = Fields::parse(body)?;
            to.varint(MESH_AXIS);
            to.string(&body::string(f.get("name")?)?.into());
            to.svarint(f.int("size")?);
        }
        "mesh" => {
            let f = Fields::parse(body)?;
            to.varint(MESH);
            let axes = Attr::Array(encode::attrs(f.get("axes")?, "mesh_axis")?.into());
            let ids = match f.get("device_ids") {
                Some(ids) => Some(encode::i64_tensor(&[], &body::device_ids(ids)?)),
                None => None,
            };
            let written = to.attr(Space::Builtin, &axes);
            to.byte(ids.is_some().into());
            return Some(written.and_then(|()| ids.iter().try_for_each(|ids| to.attr(Space::Builtin, ids))));
        }
        _ => return None,
    }
    Some(Ok(()))
}

/// Writes `!stablehlo.body`.
pub(super) fn ty(body: &str, to: &mut Payload<'_>) -> Result<(), String> {
    if body == "token" {
        to.varint(0);
        return Ok(());
    }
    let parts = encode::future("stablehlo", body).flatten();
    let parts = parts.ok_or_else(|| format!("the type !stablehlo.{body} is malformed"))?;
    to.varint(1);
    to.types(Space::Builtin, &parts)
}
