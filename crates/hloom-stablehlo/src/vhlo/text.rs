//! The text between the angle brackets of StableHLO attributes, spelled as MLIR prints it.

use hloom_mlir::text::{parse_float_bits, write_float};
use hloom_mlir::{Attr, Limits, Type};
use hloom_num::DType;
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

/// An `f64` as MLIR prints it.
pub(super) fn float(v: f64) -> String {
    let mut out = String::new();
    write_float(&mut out, DType::F64, v.to_bits());
    out
}

/// Reads what [`float`] writes.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    parse_float_bits(DType::F64, text).map(f64::from_bits)
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
    fn convolution_dimensions() {
        assert_eq!(conv_operand((0, 'b'), (3, 'f'), &[1, 2]).as_deref(), Some("[b, 0, 1, f]"));
        assert_eq!(conv_operand((0, 'b'), (0, 'f'), &[1, 2]), None);
        assert_eq!(conv_operand((0, 'b'), (9, 'f'), &[1, 2]), None);
    }
}
