//! Bytecode payloads of Shardy attributes, decoded into the text they print as.

use hloom_mlir::bytecode::{Reader, Result};
use hloom_mlir::{Attr, Str};

/// Attribute codes.
pub(super) mod code {
    pub(crate) const MANUAL_AXES: u64 = 0;
    pub(crate) const MESH_AXIS: u64 = 1;
    pub(crate) const MESH: u64 = 2;
    pub(crate) const SUB_AXIS_INFO: u64 = 3;
    pub(crate) const AXIS_REF: u64 = 4;
    pub(crate) const DIMENSION_SHARDING: u64 = 5;
    pub(crate) const SHARDING_V1: u64 = 6;
    pub(crate) const SHARDING_PER_VALUE_V1: u64 = 7;
    pub(crate) const DIM_MAPPING: u64 = 8;
    pub(crate) const TENSOR_MAPPING: u64 = 9;
    pub(crate) const OP_SHARDING_RULE: u64 = 10;
    pub(crate) const AXIS_REF_LIST: u64 = 11;
    pub(crate) const LIST_OF_AXIS_REF_LISTS: u64 = 12;
    pub(crate) const ALL_TO_ALL_PARAM: u64 = 13;
    pub(crate) const ALL_TO_ALL_PARAM_LIST: u64 = 14;
    pub(crate) const SHARDING_V2: u64 = 15;
    pub(crate) const SHARDING_PER_VALUE_V2: u64 = 16;
    pub(crate) const SHARDING_V3: u64 = 17;
}

/// Names of reductions other than the sum, which is not printed.
pub(super) const REDUCTIONS: [&str; 3] = ["", "max", "min"];

/// Reads an attribute.
pub(super) fn attr(r: &mut Reader<'_, '_>) -> Result<Attr> {
    use code::*;
    let code = r.varint()?;
    let (name, body) = match code {
        MANUAL_AXES => {
            let axes = r.list(|r| Ok(format!("{:?}", r.string_attr()?)))?;
            ("manual_axes", braces(&axes))
        }
        MESH_AXIS => ("mesh_axis", format!("{:?}={}", r.string()?, r.svarint()?)),
        MESH => {
            let axes = bodies(r, "mesh_axis")?.join(", ");
            let ids = r.svarints()?;
            // Devices in their natural order are not stated.
            let ids = if ids.is_empty() { String::new() } else { format!(", device_ids=[{}]", join(&ids)) };
            ("mesh", format!("[{axes}]{ids}"))
        }
        SUB_AXIS_INFO => ("sub_axis_info", format!("({}){}", r.svarint()?, r.svarint()?)),
        AXIS_REF => {
            let name = r.string()?;
            let sub = match r.optional_attr()? {
                Some(sub) => format!(":{}", body(r, "sub_axis_info", sub)?),
                None => String::new(),
            };
            ("axis_ref", format!("{name:?}{sub}"))
        }
        DIMENSION_SHARDING => {
            let mut axes = bodies(r, "axis_ref")?;
            if r.cursor().byte()? == 0 {
                axes.push("?".into());
            }
            let (priority, stated) = r.cursor().varint_flag()?;
            let priority = if stated { format!("p{priority}") } else { String::new() };
            ("dimension_sharding", braces(&axes) + &priority)
        }
        SHARDING_V1 | SHARDING_V2 | SHARDING_V3 => ("sharding", sharding(r, code)?),
        SHARDING_PER_VALUE_V1 | SHARDING_PER_VALUE_V2 => {
            let all: Vec<String> = bodies(r, "sharding")?.iter().map(|s| format!("<{s}>")).collect();
            ("sharding_per_value", format!("[{}]", all.join(", ")))
        }
        DIM_MAPPING => ("dim_mapping", r.svarints()?.iter().map(|&f| factor(f)).collect()),
        TENSOR_MAPPING => ("tensor_mapping", format!("[{}]", bodies(r, "dim_mapping")?.join(", "))),
        OP_SHARDING_RULE => ("op_sharding_rule", op_sharding_rule(r)?),
        AXIS_REF_LIST => ("axis_ref_list", braces(&bodies(r, "axis_ref")?)),
        LIST_OF_AXIS_REF_LISTS => ("list_of_axis_ref_lists", format!("[{}]", bodies(r, "axis_ref_list")?.join(", "))),
        ALL_TO_ALL_PARAM => {
            let axes = bodies(r, "axis_ref")?;
            ("all_to_all_param", format!("{}: {}->{}", braces(&axes), r.svarint()?, r.svarint()?))
        }
        ALL_TO_ALL_PARAM_LIST => ("all_to_all_param_list", format!("[{}]", bodies(r, "all_to_all_param")?.join(", "))),
        _ => return Err(r.error(format!("Shardy attribute code {code} is not known"))),
    };
    Ok(Attr::Dialect("sdy".into(), name.into(), body.into()))
}

/// `@mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}`.
fn sharding(r: &mut Reader<'_, '_>, code: u64) -> Result<String> {
    let mesh = match r.attr()? {
        Attr::Symbol(path) if path.len() == 1 => format!("@{}", path[0]),
        Attr::Dialect(_, name, body) if &*name == "mesh" => format!("mesh<{body}>"),
        _ => return Err(r.error("a sharding is over something that is no mesh")),
    };
    let dims = bodies(r, "dimension_sharding")?.join(", ");
    let mut out = format!("{mesh}, [{dims}]");
    let replicated = bodies(r, "axis_ref")?;
    if !replicated.is_empty() {
        out += &format!(", replicated={}", braces(&replicated));
    }
    if code != code::SHARDING_V1 {
        let unreduced = bodies(r, "axis_ref")?;
        let reduction = if code == code::SHARDING_V3 { r.svarint()? } else { 0 };
        let reduction = usize::try_from(reduction).ok().and_then(|i| REDUCTIONS.get(i));
        let reduction = reduction.ok_or_else(|| r.error("a sharding has an unknown reduction"))?;
        if !unreduced.is_empty() {
            out += &format!(", unreduced={reduction}{}", braces(&unreduced));
        }
    }
    Ok(out)
}

/// `([i, j], [j, k])->([i, k]) {i=4, j=8, k=2} reduction={j}, custom`.
fn op_sharding_rule(r: &mut Reader<'_, '_>) -> Result<String> {
    let sizes = r.svarints()?;
    let operands = bodies(r, "tensor_mapping")?.join(", ");
    let results = bodies(r, "tensor_mapping")?.join(", ");
    let mut out = format!("({operands})->({results})");
    if !sizes.is_empty() {
        let sizes: Vec<String> = sizes.iter().enumerate().map(|(i, s)| format!("{}={s}", factor(i as i64))).collect();
        out += &format!(" {{{}}}", sizes.join(", "));
    }
    for kind in FACTOR_KINDS {
        let factors: Vec<String> = r.svarints()?.iter().map(|&f| factor(f)).collect();
        if !factors.is_empty() {
            out += &format!(" {kind}={{{}}}", factors.join(", "));
        }
    }
    if r.cursor().byte()? != 0 {
        out += ", custom";
    }
    Ok(out)
}

/// What an op does with factors, in the order in which they are stored.
pub(super) const FACTOR_KINDS: [&str; 4] = ["reduction", "need_replication", "permutation", "blocked_propagation"];

/// The factor that `text` begins with, and the length of its symbol.
pub(super) fn factor_index(text: &str) -> Option<(i64, usize)> {
    let letter = *text.as_bytes().first().filter(|b| (b'i'..=b'z').contains(b))?;
    let digits = text
        .strip_prefix("z_")
        .map_or("", |rest| &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())]);
    let beyond: i64 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let length = if digits.is_empty() { 1 } else { 2 + digits.len() };
    Some((i64::from(letter - b'i').checked_add(beyond)?, length))
}

/// The symbol of a factor: `i` to `z`, then `z_1`, `z_2`, and so on.
fn factor(f: i64) -> String {
    const LETTERS: &[u8] = b"ijklmnopqrstuvwxyz";
    let last = LETTERS.len() as i64 - 1;
    match usize::try_from(f).ok().and_then(|f| LETTERS.get(f)) {
        Some(&letter) => char::from(letter).to_string(),
        None => format!("z_{}", f.wrapping_sub(last)),
    }
}

fn join(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn braces<S: std::borrow::Borrow<str>>(items: &[S]) -> String {
    format!("{{{}}}", items.join(", "))
}

/// The text of a Shardy attribute that must be a `name`.
fn body(r: &Reader<'_, '_>, name: &str, attr: Attr) -> Result<Str> {
    match attr {
        Attr::Dialect(dialect, n, body) if &*dialect == "sdy" && &*n == name => Ok(body),
        _ => Err(r.error(format!("a Shardy {name} was expected"))),
    }
}

/// The texts of a list of Shardy attributes that must be `name`s. Their joined length stays within what the reader's
/// limit on the size of attributes allows.
fn bodies(r: &mut Reader<'_, '_>, name: &str) -> Result<Vec<Str>> {
    r.list(|r| {
        let attr = r.attr()?;
        let text = body(r, name, attr)?;
        r.charge(text.len() as u64)?;
        Ok(text)
    })
}
