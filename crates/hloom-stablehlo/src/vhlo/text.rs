//! The text between the angle brackets of StableHLO attributes, spelled as MLIR prints it.

use hloom_mlir::{Attr, Limits, Type};
use std::fmt::{self, Write};

/// A list of integers in brackets: `[1, 2]`.
pub(super) struct Ints<'a>(pub(super) &'a [i64]);
impl fmt::Display for Ints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        join(f, self.0, ", ")?;
        f.write_char(']')
    }
}

fn join<T: fmt::Display>(f: &mut impl Write, items: impl IntoIterator<Item = T>, separator: &str) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

/// A field of a dimension-numbers attribute.
pub(super) enum Field {
    /// Left out if empty.
    Ints(&'static str, Vec<i64>),
    /// Left out if zero.
    Int(&'static str, i64),
}

/// `name = [..], name = 1`, without the fields that have their default.
pub(super) fn fields(all: &[Field]) -> String {
    let mut out = String::new();
    for field in all {
        let text = match field {
            Field::Ints(name, v) if !v.is_empty() => format!("{name} = {}", Ints(v)),
            Field::Int(name, v) if *v != 0 => format!("{name} = {v}"),
            _ => continue,
        };
        if !out.is_empty() {
            out.push_str(", ");
        }
        out.push_str(&text);
    }
    out
}

/// One operand of a convolution: dimension `a` (batch, or kernel input feature) and `b` (feature, or kernel output
/// feature) with their letters, and the spatial dimensions in order. `None` if the dimensions are no permutation.
pub(super) fn conv_operand(a: (i64, char), b: (i64, char), spatial: &[i64]) -> Option<String> {
    let mut labels: Vec<Option<String>> = vec![None; spatial.len() + 2];
    let named = [(a.0, a.1.to_string()), (b.0, b.1.to_string())];
    let numbered = spatial.iter().enumerate().map(|(i, &d)| (d, i.to_string()));
    for (dim, label) in named.into_iter().chain(numbered) {
        let slot = labels.get_mut(usize::try_from(dim).ok()?)?;
        if slot.replace(label).is_some() {
            return None;
        }
    }
    let labels: Option<Vec<String>> = labels.into_iter().collect();
    Some(format!("[{}]", labels?.join(", ")))
}

/// A float as MLIR prints it (six digits after the point) if that is exact, else with as many digits as needed.
pub(super) fn float(v: f64) -> String {
    let short = exponent_form(&format!("{v:.6e}"));
    if short.parse() == Ok(v) { short } else { exponent_form(&format!("{v:e}")) }
}

/// Turns Rust's `1.5e-7` into C's `1.5e-07`, with a point in the mantissa.
fn exponent_form(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else { return text.to_string() };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}

/// A type as MLIR spells it.
pub(super) fn type_text(ty: &Type) -> String {
    hloom_mlir::text::print_type(ty, &crate::text::StableHlo)
}

/// An attribute as MLIR spells it.
pub(super) fn attr_text(attr: &Attr) -> String {
    hloom_mlir::text::print_attr(attr, &crate::text::StableHlo)
}

/// Reads a type; `tf32`, which no tensor has, is the builtin dialect's.
pub(super) fn parse_type(text: &str) -> Option<Type> {
    if text == "tf32" {
        return Some(Type::Dialect("builtin".into(), "tf32".into()));
    }
    hloom_mlir::text::parse_type(text, &Limits::default(), &crate::text::StableHlo).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_like_mlir() {
        assert_eq!(float(1e-5), "1.000000e-05");
        assert_eq!(float(0.0), "0.000000e+00");
        assert_eq!(float(2.5), "2.500000e+00");
        assert_eq!(float(0.1234567890123), "1.234567890123e-01");
        assert_eq!(float(1e300), "1.000000e+300");
    }

    #[test]
    fn convolution_dimensions() {
        assert_eq!(conv_operand((0, 'b'), (3, 'f'), &[1, 2]).as_deref(), Some("[b, 0, 1, f]"));
        assert_eq!(conv_operand((0, 'b'), (0, 'f'), &[1, 2]), None);
        assert_eq!(conv_operand((0, 'b'), (9, 'f'), &[1, 2]), None);
    }
}
