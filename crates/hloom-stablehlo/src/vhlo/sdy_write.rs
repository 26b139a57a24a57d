//! Bytecode payloads of Shardy attributes, written from the text that [`sdy`](super::sdy) reads them as, however it is
//! spaced.

use super::body::{split, string, within};
use super::sdy::{REDUCTIONS, code, factor_index};
use hloom_mlir::Attr;
use hloom_mlir::bytecode::{Payload, Space};

/// Writes `#sdy.name<body>`; `None` if there is no such attribute or it is malformed.
pub(super) fn attr(name: &str, body: &str, to: &mut Payload<'_>) -> Option<Result<(), String>> {
    let mut w = Writer { to, result: Ok(()) };
    w.attr(name, body.trim())?;
    Some(w.result)
}

struct Writer<'p, 'n> {
    to: &'p mut Payload<'n>,
    /// The first error of the payload.
    result: Result<(), String>,
}

impl Writer<'_, '_> {
    fn put(&mut self, attr: &Attr) {
        if self.result.is_ok() {
            self.result = self.to.attr(Space::Builtin, attr);
        }
    }
    fn nested(&mut self, name: &str, body: &str) {
        self.put(&Attr::Dialect("sdy".into(), name.into(), body.into()));
    }
    fn list(&mut self, name: &str, bodies: &[String]) {
        self.to.varint(bodies.len() as u64);
        bodies.iter().for_each(|b| self.nested(name, b));
    }
    fn ints(&mut self, all: &[i64]) {
        self.to.svarints(all);
    }
    fn text(&mut self, text: &str) {
        self.to.string(&text.into());
    }

    fn attr(&mut self, name: &str, body: &str) -> Option<()> {
        use code::*;
        match name {
            "manual_axes" => {
                let axes = split(within(body, "{", "}")?)?.into_iter().map(string).collect::<Option<Vec<_>>>()?;
                self.to.varint(MANUAL_AXES);
                self.to.varint(axes.len() as u64);
                axes.into_iter().for_each(|a| self.put(&Attr::String(a.into())));
            }
            "mesh_axis" => {
                let (axis, size) = body.rsplit_once('=')?;
                self.to.varint(MESH_AXIS);
                self.text(&string(axis)?);
                self.to.svarint(size.trim().parse().ok()?);
            }
            "mesh" => {
                let parts = split(body)?;
                let (axes, ids) = parts.split_first()?;
                let axes: Vec<String> =
                    split(within(axes, "[", "]")?)?.into_iter().map(mesh_axis).collect::<Option<_>>()?;
                let ids = match ids {
                    [] => Vec::new(),
                    [ids] => super::body::ints(ids.strip_prefix("device_ids")?.trim_start().strip_prefix('=')?.trim())?,
                    _ => return None,
                };
                self.to.varint(MESH);
                self.list("mesh_axis", &axes);
                self.ints(&ids);
            }
            "sub_axis_info" => {
                let (pre_size, size) = super::body::sub_axis_info(body)?;
                self.to.varint(SUB_AXIS_INFO);
                self.to.svarint(pre_size);
                self.to.svarint(size);
            }
            "axis_ref" => {
                let (axis, sub) = body.rsplit_once('"')?;
                let sub = sub.trim().strip_prefix(':');
                self.to.varint(AXIS_REF);
                self.text(&string(&format!("{axis}\""))?);
                let sub = sub.map(|s| Attr::Dialect("sdy".into(), "sub_axis_info".into(), s.trim().into()));
                if self.result.is_ok() {
                    self.result = self.to.optional_attr(Space::Builtin, sub.as_ref());
                }
            }
            "dimension_sharding" => {
                let (axes, priority) = body.rsplit_once('}')?;
                let mut axes = split(axes.trim().strip_prefix('{')?)?;
                let open = axes.last() == Some(&"?");
                if open {
                    axes.pop();
                }
                let axes: Vec<String> = axes.into_iter().map(axis_ref).collect::<Option<_>>()?;
                let priority: Option<u64> = match priority.trim() {
                    "" => None,
                    p => Some(p.strip_prefix('p')?.parse().ok()?),
                };
                self.to.varint(DIMENSION_SHARDING);
                self.list("axis_ref", &axes);
                self.to.byte(u8::from(!open));
                self.to.varint(priority.unwrap_or(0) << 1 | u64::from(priority.is_some()));
            }
            "sharding" => self.sharding(body)?,
            "sharding_per_value" => {
                let all = split(within(body, "[", "]")?)?.into_iter().map(sharding).collect::<Option<Vec<_>>>()?;
                let unreduced = all.iter().any(|s| s.contains("unreduced="));
                self.to.varint(if unreduced { SHARDING_PER_VALUE_V2 } else { SHARDING_PER_VALUE_V1 });
                self.list("sharding", &all);
            }
            "dim_mapping" => {
                let factors = factors(body)?;
                self.to.varint(DIM_MAPPING);
                self.ints(&factors);
            }
            "tensor_mapping" => {
                let dims = strings(split(within(body, "[", "]")?)?);
                self.to.varint(TENSOR_MAPPING);
                self.list("dim_mapping", &dims);
            }
            "op_sharding_rule" => self.op_sharding_rule(body)?,
            "axis_ref_list" => {
                let axes = axes(body)?;
                self.to.varint(AXIS_REF_LIST);
                self.list("axis_ref", &axes);
            }
            "list_of_axis_ref_lists" => {
                let lists = split(within(body, "[", "]")?)?.into_iter().map(axis_list).collect::<Option<Vec<_>>>()?;
                self.to.varint(LIST_OF_AXIS_REF_LISTS);
                self.list("axis_ref_list", &lists);
            }
            "all_to_all_param" => {
                let (list, dims) = body.rsplit_once(':')?;
                let (from, into) = dims.split_once("->")?;
                let axes = axes(list)?;
                self.to.varint(ALL_TO_ALL_PARAM);
                self.list("axis_ref", &axes);
                self.to.svarint(from.trim().parse().ok()?);
                self.to.svarint(into.trim().parse().ok()?);
            }
            "all_to_all_param_list" => {
                let all = strings(split(within(body, "[", "]")?)?);
                self.to.varint(ALL_TO_ALL_PARAM_LIST);
                self.list("all_to_all_param", &all);
            }
            _ => return None,
        }
        Some(())
    }

    /// `@mesh, [{"x"}, {}], replicated={"y"}, unreduced=max{"z"}`.
    fn sharding(&mut self, body: &str) -> Option<()> {
        use code::*;
        let parts = split(body)?;
        let [mesh, dims, rest @ ..] = &parts[..] else { return None };
        let mesh = match mesh.strip_prefix('@') {
            Some(name) => Attr::Symbol([string(name).unwrap_or_else(|| name.to_owned()).into()].into()),
            None => {
                let mesh = mesh.strip_prefix("#sdy.").unwrap_or(mesh).strip_prefix("mesh")?;
                Attr::Dialect("sdy".into(), "mesh".into(), mesh_text(within(mesh, "<", ">")?)?.into())
            }
        };
        let dims = split(within(dims, "[", "]")?)?.into_iter().map(dimension).collect::<Option<Vec<_>>>()?;
        let (mut replicated, mut unreduced, mut reduction) = (Vec::new(), Vec::new(), 0);
        for part in rest {
            let (name, value) = part.split_once('=')?;
            match name.trim() {
                "replicated" => replicated = axes(value)?,
                "unreduced" => {
                    let at = value.find('{')?;
                    reduction = REDUCTIONS.iter().position(|r| *r == value[..at].trim())?;
                    unreduced = axes(&value[at..])?;
                }
                _ => return None,
            }
        }
        self.to.varint(match (unreduced.is_empty(), reduction) {
            (true, _) => SHARDING_V1,
            (false, 0) => SHARDING_V2,
            _ => SHARDING_V3,
        });
        self.put(&mesh);
        self.list("dimension_sharding", &dims);
        self.list("axis_ref", &replicated);
        if !unreduced.is_empty() {
            self.list("axis_ref", &unreduced);
            if reduction != 0 {
                self.to.svarint(reduction as i64);
            }
        }
        Some(())
    }

    /// `([i, j], [j, k])->([i, k]) {i=4, j=8, k=2} reduction={j}, custom`.
    fn op_sharding_rule(&mut self, body: &str) -> Option<()> {
        let (operands, rest) = body.split_once("->")?;
        let close = rest.find(')')?;
        let (results, rest) = rest.split_at(close + 1);
        let mappings = |text: &str| Some(strings(split(within(text, "(", ")")?)?));
        let (operands, results) = (mappings(operands)?, mappings(results)?);
        let (mut rest, mut custom) = (rest.trim(), false);
        if let Some(before) = rest.strip_suffix("custom") {
            rest = before.trim_end().strip_suffix(',')?.trim_end();
            custom = true;
        }
        let mut sizes = Vec::new();
        let mut kinds: [Vec<i64>; 4] = Default::default();
        while !rest.is_empty() {
            let open = rest.find('{')?;
            let (head, tail) = rest.split_at(open);
            let (inner, after) = tail[1..].split_once('}')?;
            match head.trim() {
                "" => {
                    for (i, pair) in split(inner)?.into_iter().enumerate() {
                        let (factor, size) = pair.split_once('=')?;
                        if factor_index(factor.trim())?.0 != i as i64 {
                            return None;
                        }
                        sizes.push(size.trim().parse().ok()?);
                    }
                }
                kind => {
                    let kind = kind.strip_suffix('=')?.trim_end();
                    let at = super::sdy::FACTOR_KINDS.iter().position(|k| *k == kind)?;
                    kinds[at] = split(inner)?.into_iter().map(|f| Some(factor_index(f)?.0)).collect::<Option<_>>()?;
                }
            }
            rest = after.trim();
        }
        self.to.varint(code::OP_SHARDING_RULE);
        self.ints(&sizes);
        self.list("tensor_mapping", &operands);
        self.list("tensor_mapping", &results);
        kinds.iter().for_each(|k| self.ints(k));
        self.to.byte(u8::from(custom));
        Some(())
    }
}

fn strings(parts: Vec<&str>) -> Vec<String> {
    parts.into_iter().map(str::to_owned).collect()
}

/// The canonical spellings, in which equal attributes are equal.
fn mesh_axis(body: &str) -> Option<String> {
    let (axis, size) = body.rsplit_once('=')?;
    Some(format!("{:?}={}", string(axis)?, size.trim()))
}

fn mesh_text(body: &str) -> Option<String> {
    let parts = split(body)?;
    let (axes, ids) = parts.split_first()?;
    let axes: Vec<String> = split(within(axes, "[", "]")?)?.into_iter().map(mesh_axis).collect::<Option<_>>()?;
    let ids: String = ids.iter().map(|i| format!(", {i}")).collect();
    Some(format!("[{}]{ids}", axes.join(", ")))
}

fn axis_ref(body: &str) -> Option<String> {
    let (axis, sub) = body.rsplit_once('"')?;
    let axis = string(&format!("{axis}\""))?;
    match sub.trim().strip_prefix(':') {
        Some(sub) => {
            let (pre_size, size) = super::body::sub_axis_info(sub)?;
            Some(format!("{axis:?}:({pre_size}){size}"))
        }
        None => sub.trim().is_empty().then(|| format!("{axis:?}")),
    }
}

fn axes(body: &str) -> Option<Vec<String>> {
    split(within(body, "{", "}")?)?.into_iter().map(axis_ref).collect()
}

fn axis_list(body: &str) -> Option<String> {
    Some(format!("{{{}}}", axes(body)?.join(", ")))
}

fn dimension(body: &str) -> Option<String> {
    let (inner, priority) = body.rsplit_once('}')?;
    let inner = split(inner.trim().strip_prefix('{')?)?;
    let axis = |a: &str| if a == "?" { Some("?".to_owned()) } else { axis_ref(a) };
    let inner: Vec<String> = inner.into_iter().map(axis).collect::<Option<_>>()?;
    Some(format!("{{{}}}{}", inner.join(", "), priority.trim()))
}

/// `<@mesh, [..]>` in canonical spelling, without its brackets.
fn sharding(text: &str) -> Option<String> {
    let text = text.strip_prefix("#sdy.sharding").unwrap_or(text);
    canonical("sharding", within(text, "<", ">")?)
}

/// The canonical spelling of an attribute's body.
pub(super) fn canonical(name: &str, body: &str) -> Option<String> {
    match name {
        "sharding" => {
            let parts = split(body)?;
            let [mesh, dims, rest @ ..] = &parts[..] else { return None };
            let dims = split(within(dims, "[", "]")?)?.into_iter().map(dimension).collect::<Option<Vec<_>>>()?;
            let mut out = format!("{mesh}, [{}]", dims.join(", "));
            for part in rest {
                let (name, value) = part.split_once('=')?;
                let at = value.find('{')?;
                out += &format!(", {}={}{}", name.trim(), value[..at].trim(), axis_list(&value[at..])?);
            }
            Some(out)
        }
        "sharding_per_value" => {
            let all = split(within(body, "[", "]")?)?.into_iter().map(sharding).collect::<Option<Vec<_>>>()?;
            Some(format!("[{}]", all.iter().map(|s| format!("<{s}>")).collect::<Vec<_>>().join(", ")))
        }
        "mesh" => mesh_text(body),
        "manual_axes" => {
            let all = split(within(body, "{", "}")?)?.into_iter().map(string).collect::<Option<Vec<_>>>()?;
            Some(format!("{{{}}}", all.iter().map(|s| format!("{s:?}")).collect::<Vec<_>>().join(", ")))
        }
        _ => Some(body.to_owned()),
    }
}

/// The factors of a dimension, one behind the other: `ij`, `iz_1`.
fn factors(mut text: &str) -> Option<Vec<i64>> {
    let mut out = Vec::new();
    text = text.trim();
    while !text.is_empty() {
        let (factor, length) = factor_index(text)?;
        out.push(factor);
        text = &text[length..];
    }
    Some(out)
}
