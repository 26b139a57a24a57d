//! The text between the angle brackets of dialect attributes, taken apart, however it is spaced.

use super::text::Ints;
use std::fmt::Write;

/// `name = value` pairs.
pub(super) struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads `a = 1, b = [2, 3]`; `None` if a part has no value or brackets do not match.
    pub(super) fn parse(body: &'a str) -> Option<Fields<'a>> {
        let pair = |part: &'a str| part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        split(body)?.into_iter().map(pair).collect::<Option<_>>().map(Fields)
    }
    /// The text of a value.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
    /// A list of numbers, empty if it is not stated; `None` if it is something else.
    pub(super) fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.get(name).map_or(Some(Vec::new()), ints)
    }
    /// A number, 0 if it is not stated; `None` if it is something else.
    pub(super) fn int(&self, name: &str) -> Option<i64> {
        self.get(name).map_or(Some(0), |value| value.parse().ok())
    }
}

/// The parts between the commas that are in no bracket and no string. No parts for blank text.
pub(super) fn split(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, 0usize, false, false);
    let mut previous = 0;
    for (i, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'<' | b'(' | b'{' => depth += 1,
            b'>' if previous == b'-' => {}
            b']' | b'>' | b')' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
        previous = b;
    }
    let last = text[start..].trim();
    if !(parts.is_empty() && last.is_empty()) {
        parts.push(last);
    }
    (depth == 0 && !quoted).then_some(parts)
}

/// The text in brackets of a kind.
pub(super) fn within<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    text.trim().strip_prefix(open)?.strip_suffix(close)
}

/// `[1, 2]`.
pub(super) fn ints(text: &str) -> Option<Vec<i64>> {
    split(within(text, "[", "]")?)?.into_iter().map(|n| n.parse().ok()).collect()
}

/// The body of `#stablehlo.name<body>`, `#stablehlo<name<body>>` or, where the kind is clear, `<body>`.
pub(super) fn attr<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let text = text.trim();
    let rest = match text.strip_prefix("#stablehlo.") {
        Some(rest) => rest.strip_prefix(name)?.trim_start(),
        None => match text.strip_prefix("#stablehlo") {
            Some(rest) => within(rest, "<", ">")?.trim_start().strip_prefix(name)?.trim(),
            None => text,
        },
    };
    within(rest, "<", ">").or_else(|| (!rest.starts_with('<')).then_some(rest))
}

/// `"text"` without its quotes and escapes.
pub(super) fn string(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = within(text, "\"", "\"")?.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next()? {
                c @ ('\\' | '"') => out.push(c),
                'n' => out.push('\n'),
                't' => out.push('\t'),
                high => {
                    let code = high.to_digit(16)? * 16 + rest.next()?.to_digit(16)?;
                    out.push(char::from_u32(code).filter(char::is_ascii)?);
                }
            },
            '"' => return None,
            c => out.push(c),
        }
    }
    Some(out)
}

/// The canonical spelling of the body of a StableHLO attribute that VHLO has as one attribute; `None` if there is no such
/// attribute or the body is malformed.
pub(super) fn canonical(name: &str, body: &str) -> Option<(&'static str, String)> {
    Some(match name {
        "bounds" | "type_extensions" => {
            let bounds = match name {
                "bounds" => body,
                _ => within(Fields::parse(body)?.get("bounds")?, "[", "]")?,
            };
            let bound = |b: &str| (b == "?" || b.parse::<i64>().is_ok()).then(|| b.to_owned());
            ("bounds", split(bounds)?.into_iter().map(bound).collect::<Option<Vec<_>>>()?.join(", "))
        }
        "output_operand_alias" => {
            let f = Fields::parse(body)?;
            let (outputs, operands) = (f.ints("output_tuple_indices")?, f.ints("operand_tuple_indices")?);
            let index = f.int("operand_index")?;
            let (outputs, operands) = (Ints(&outputs), Ints(&operands));
            let text = format!(
                "output_tuple_indices = {outputs}, operand_index = {index}, operand_tuple_indices = {operands}"
            );
            ("output_operand_alias", text)
        }
        "result_accuracy" => {
            let f = Fields::parse(body)?;
            let mut text = String::new();
            for name in ["atol", "rtol"] {
                let value = f.get(name).map_or(Some(0.0), super::text::parse_float)?;
                if value != 0.0 {
                    let _ = write!(text, "{name} = {}, ", super::text::float(value));
                }
            }
            let ulps = f.int("ulps")?;
            if ulps != 0 {
                let _ = write!(text, "ulps = {ulps}, ");
            }
            let mode = attr(f.get("mode")?, "result_accuracy_mode")?.trim();
            let _ = write!(text, "mode = #stablehlo.result_accuracy_mode<{mode}>");
            ("result_accuracy", text)
        }
        "sub_axis_info" => {
            let (pre_size, size) = sub_axis_info(body)?;
            ("sub_axis_info", format!("({pre_size}){size}"))
        }
        "axis_ref" => ("axis_ref", axis_ref(body)?),
        "replica_group_mesh_axes" => {
            let f = Fields::parse(body)?;
            let mesh = f.get("mesh").or_else(|| f.get("mesh_name"))?;
            let mesh = match mesh.strip_prefix('@') {
                Some(_) => mesh.to_owned(),
                None => format!("#stablehlo.mesh<{}>", self::mesh(attr(mesh, "mesh")?)?),
            };
            let axes = split(within(f.get("axes")?, "[", "]")?)?.into_iter();
            let axes = axes.map(|a| Some(format!("#stablehlo.axis_ref<{}>", axis_ref(attr(a, "axis_ref")?)?)));
            let axes = axes.collect::<Option<Vec<_>>>()?.join(", ");
            ("replica_group_mesh_axes", format!("mesh = {mesh}, axes = [{axes}]"))
        }
        "mesh_axis" => ("mesh_axis", mesh_axis(body)?),
        "mesh" => ("mesh", mesh(body)?),
        _ => return None,
    })
}

/// `(pre)size`.
pub(super) fn sub_axis_info(body: &str) -> Option<(i64, i64)> {
    let (pre_size, size) = body.trim().strip_prefix('(')?.split_once(')')?;
    Some((pre_size.trim().parse().ok()?, size.trim().parse().ok()?))
}

fn axis_ref(body: &str) -> Option<String> {
    let f = Fields::parse(body)?;
    let mut text = format!("name = {:?}", string(f.get("name")?)?);
    if let Some(sub) = f.get("sub_axis_info") {
        let (pre_size, size) = sub_axis_info(attr(sub, "sub_axis_info")?)?;
        let _ = write!(text, ", sub_axis_info = ({pre_size}){size}");
    }
    Some(text)
}

fn mesh_axis(body: &str) -> Option<String> {
    let f = Fields::parse(body)?;
    Some(format!("name = {:?}, size = {}", string(f.get("name")?)?, f.int("size")?))
}

fn mesh(body: &str) -> Option<String> {
    let f = Fields::parse(body)?;
    let axes = split(within(f.get("axes")?, "[", "]")?)?.into_iter();
    let axes = axes.map(|a| Some(format!("<{}>", mesh_axis(attr(a, "mesh_axis")?)?))).collect::<Option<Vec<_>>>()?;
    let mut text = format!("axes=[{}]", axes.join(", "));
    if let Some(ids) = f.get("device_ids") {
        let ids = device_ids(ids)?;
        let _ = write!(text, ", device_ids=dense<{}> : tensor<{}xi64>", Ints(&ids), ids.len());
    }
    Some(text)
}

/// `dense<[0, 1]> : tensor<2xi64>`, a splat included.
pub(super) fn device_ids(text: &str) -> Option<Vec<i64>> {
    let (data, ty) = text.trim().strip_prefix("dense<")?.rsplit_once('>')?.0.rsplit_once("> : ")?;
    if let Ok(splat) = data.trim().parse() {
        let n: usize = ty.trim().strip_prefix("tensor<")?.strip_suffix("xi64")?.parse().ok()?;
        return (n <= 1 << 16).then(|| vec![splat; n]);
    }
    if data.trim().is_empty() { Some(Vec::new()) } else { ints(data) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_does_not_matter() {
        let canonical = |name, body| canonical(name, body).map(|(_, text)| text);
        let accuracy = "atol=1.0e-5,rtol = 0.0, ulps=1 ,mode = #stablehlo.result_accuracy_mode<TOLERANCE>";
        let expected = "atol = 1.000000e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>";
        assert_eq!(canonical("result_accuracy", accuracy).as_deref(), Some(expected));
        assert_eq!(canonical("type_extensions", "bounds=[16,?]").as_deref(), Some("16, ?"));
        assert_eq!(
            canonical("axis_ref", "name=\"x\", sub_axis_info=(1)2").as_deref(),
            Some("name = \"x\", sub_axis_info = (1)2")
        );
        let groups = "mesh = @mesh,\n axes = [#stablehlo.axis_ref<name = \"x\">, <name=\"y\">]";
        let expected = "mesh = @mesh, axes = [#stablehlo.axis_ref<name = \"x\">, #stablehlo.axis_ref<name = \"y\">]";
        assert_eq!(canonical("replica_group_mesh_axes", groups).as_deref(), Some(expected));
        let mesh = "axes=[<name = \"x\", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>";
        assert_eq!(canonical("mesh", mesh).as_deref(), Some(mesh));
        assert_eq!(canonical("bounds", "16, x"), None);
    }

    #[test]
    fn brackets_and_strings_hold_commas() {
        assert_eq!(split("a = [1, 2], b = \"x,\\\"y\", c -> d"), Some(vec!["a = [1, 2]", "b = \"x,\\\"y\"", "c -> d"]));
        assert_eq!(split(" "), Some(vec![]));
        assert_eq!(split("a]"), None);
        assert_eq!(string("\"a\\22\\\\\""), Some("a\"\\".into()));
        assert_eq!(attr("#stablehlo<axis_ref<name>>", "axis_ref"), Some("name"));
    }
}
