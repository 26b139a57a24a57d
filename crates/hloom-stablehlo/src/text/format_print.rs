//! Printing an op by the description of its format.

use super::formats::Piece::{self, *};
use super::formats::part_type;
use hloom_mlir::text::{Printer, float_to_bits, write_float};
use hloom_mlir::{Attr, RawOp, Type};
use hloom_num::DType;
use std::fmt::Write;

/// Prints `op` by `format`; `false` if the op does not fit it.
pub(super) fn print(format: &[Piece], op: &RawOp, p: &mut Printer<'_>) -> bool {
    if !op.regions.is_empty() {
        return false;
    }
    p.op_name(&op.name);
    // A value is printed with its type, after the other attributes.
    let shown = if format.iter().any(|p| matches!(p, TypedValue)) { vec!["value"] } else { Vec::new() };
    let mut state = Printing { op, shown, glued: false };
    format.iter().all(|piece| state.piece(piece, p).is_some())
}

struct Printing<'a> {
    op: &'a RawOp,
    /// Attributes that have been printed, so that `Dict` leaves them out.
    shown: Vec<&'static str>,
    /// No blank before the next part.
    glued: bool,
}

impl<'a> Printing<'a> {
    fn take(&mut self, name: &'static str) -> Option<&'a Attr> {
        self.shown.push(name);
        self.op.attr(name)
    }

    fn take_i64s(&mut self, name: &'static str) -> Option<&'a [i64]> {
        match self.take(name)? {
            Attr::DenseArray(DType::I64, values) => Some(values),
            _ => None,
        }
    }

    fn gap(&mut self, p: &mut Printer<'_>) {
        if !std::mem::take(&mut self.glued) {
            p.write(" ");
        }
    }

    fn text(&mut self, p: &mut Printer<'_>, text: &str) {
        self.gap(p);
        p.write(text);
    }

    /// `None` if the op does not fit the format.
    fn piece(&mut self, piece: &Piece, p: &mut Printer<'_>) -> Option<()> {
        let op = self.op;
        let dialect = op.name.split('.').next().unwrap_or("");
        let enum_word = |attr: &'a Attr, mnemonic: &str| match attr {
            Attr::Dialect(d, m, word) if **d == *dialect && **m == *mnemonic && is_word(word) => Some(&**word),
            _ => None,
        };
        match *piece {
            Operands => {
                // An empty list leaves its blank, but for the terminators, whose list is optional.
                if !op.operands.is_empty() || !op.name.ends_with(".return") {
                    self.gap(p);
                    p.values(&op.operands);
                }
            }
            Lit(",") => p.write(","),
            Lit(text) | Word(text) => self.text(p, text),
            Glue(text) => {
                p.write(text);
                self.glued = matches!(text, "(" | "[" | "=");
            }
            I64s(name) => {
                let values = self.take_i64s(name)?;
                self.text(p, &format!("{values:?}"));
            }
            I64(name) | I32(name) | U64(name) => {
                let width = match piece {
                    I64(_) => DType::I64,
                    U64(_) => DType::U64,
                    _ => DType::I32,
                };
                let Attr::Int(value, Type::Scalar(dtype)) = self.take(name)? else { return None };
                if *dtype != width {
                    return None;
                }
                self.text(p, &value.to_string());
            }
            F64(name) => {
                let Attr::Float(bits, Type::Scalar(DType::F64)) = self.take(name)? else { return None };
                let mut text = String::new();
                write_float(&mut text, DType::F64, float_to_bits(DType::F64, f64::from_bits(*bits))?);
                if text.starts_with("0x") {
                    return None;
                }
                self.text(p, &text);
            }
            Bool(name) => {
                let Attr::Bool(value) = self.take(name)? else { return None };
                self.text(p, if *value { "true" } else { "false" });
            }
            Str(name) => {
                let Attr::String(text) = self.take(name)? else { return None };
                self.gap(p);
                p.string(text);
            }
            Enum(name, mnemonic) => {
                let word = enum_word(self.take(name)?, mnemonic)?;
                self.text(p, word);
            }
            Enums(name, mnemonic) => {
                let Attr::Array(items) = self.take(name)? else { return None };
                let words: Vec<_> = items.iter().map(|a| enum_word(a, mnemonic)).collect::<Option<_>>()?;
                self.text(p, &format!("[{}]", words.join(", ")));
            }
            Body(name, mnemonic) => match self.take(name)? {
                Attr::Dialect(d, m, body) if **d == *dialect && **m == *mnemonic => {
                    self.text(p, &format!("<{body}>"));
                }
                _ => return None,
            },
            Bare(name, mnemonic) => match self.take(name)? {
                Attr::Dialect(d, m, body) if **d == *dialect && **m == *mnemonic && body.starts_with(['[', '{']) => {
                    self.text(p, body);
                }
                _ => return None,
            },
            OtherWords(name, _) if self.op.attr(name).is_none() => {}
            Words(name, words) | OtherWords(name, words) => {
                let Attr::Int(value, Type::Scalar(DType::I32)) = self.take(name)? else { return None };
                let word = words.get(usize::try_from(*value).ok()?)?;
                if matches!(piece, Words(..)) || *value != 0 {
                    self.text(p, word);
                }
            }
            SymbolName(name) => {
                let Attr::String(symbol) = self.take(name)? else { return None };
                // What has a name has no values.
                if !op.operands.is_empty() || !op.results.is_empty() {
                    return None;
                }
                self.gap(p);
                p.symbol(symbol);
            }
            Maybe(name, pieces) => {
                if let Some(value) = op.attr(name) {
                    if super::attributes::is_default(&op.name, name, value) {
                        self.shown.push(name);
                        return Some(());
                    }
                    for piece in pieces {
                        self.piece(piece, p)?;
                    }
                }
            }
            DotDimensions => {
                let Attr::Dialect(d, m, body) = self.take("dot_dimension_numbers")? else { return None };
                if **d != *dialect || &**m != "dot" {
                    return None;
                }
                let text = dot_dimensions(body)?;
                self.text(p, &text);
            }
            SliceRanges => {
                let starts = self.take_i64s("start_indices")?;
                let limits = self.take_i64s("limit_indices")?;
                let strides = self.take_i64s("strides")?;
                if starts.len() != limits.len() || starts.len() != strides.len() {
                    return None;
                }
                let mut text = String::from("[");
                for (i, ((start, limit), stride)) in starts.iter().zip(limits).zip(strides).enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let _ = write!(text, "{comma}{start}:{limit}");
                    if *stride != 1 {
                        let _ = write!(text, ":{stride}");
                    }
                }
                text.push(']');
                self.text(p, &text);
            }
            ExponentMantissa => {
                let Attr::Int(exponent, Type::Scalar(DType::I32)) = self.take("exponent_bits")? else { return None };
                let Attr::Int(mantissa, Type::Scalar(DType::I32)) = self.take("mantissa_bits")? else { return None };
                if *exponent < 0 || *mantissa < 0 {
                    return None;
                }
                self.text(p, &format!("e{exponent}m{mantissa}"));
            }
            Dict => p.attr_dict(op, &self.shown),
            TypedValue | OperandTypedValue => {
                let value = self.take("value")?;
                let Attr::Dense(dense) = value else { return None };
                let (values, others) = match piece {
                    TypedValue => (&op.results, &op.operands),
                    _ => (&op.operands, &op.results),
                };
                if !others.is_empty() {
                    return None;
                }
                let [only] = &values[..] else { return None };
                if *p.type_of(*only) != dense.ty {
                    return None;
                }
                self.gap(p);
                p.attr(value);
            }
            Functional => {
                self.gap(p);
                p.functional_type(op);
            }
            Arrow => {
                if op.operands.is_empty() {
                    return None;
                }
                self.gap(p);
                p.types(&p.types_of(&op.operands));
                p.write(" -> ");
                p.result_types(&p.types_of(&op.results));
            }
            Results => {
                if op.results.is_empty() || !op.operands.is_empty() {
                    return None;
                }
                self.gap(p);
                p.types(&p.types_of(&op.results));
            }
            ColonTypes | OperandTypes | OperandType => {
                if !op.results.is_empty() {
                    return None;
                }
                let mut types = p.types_of(&op.operands);
                if matches!(piece, ColonTypes) {
                    if types.is_empty() {
                        return Some(());
                    }
                    p.write(" :");
                }
                if matches!(piece, OperandType) && types.iter().all(|t| *t == types[0]) {
                    types.truncate(1);
                }
                if types.is_empty() {
                    return None;
                }
                self.gap(p);
                p.types(&types);
            }
            SameType | ComplexType | SelectType | TupleType => {
                self.gap(p);
                match self.short_type(piece, p) {
                    Some(types) => p.types(&types),
                    None => p.functional_type(op),
                }
            }
        }
        Some(())
    }

    /// The types that stand for the whole signature, if they can.
    fn short_type(&self, piece: &Piece, p: &Printer<'_>) -> Option<Vec<Type>> {
        let [result] = &p.types_of(&self.op.results)[..] else { return None };
        // `(a) -> b` would read as a function type of the operands.
        if matches!(result, Type::Function(_)) {
            return None;
        }
        let operands = p.types_of(&self.op.operands);
        match piece {
            SameType => operands.iter().all(|t| t == result).then(|| vec![result.clone()]),
            ComplexType => {
                let part = part_type(result)?;
                (operands == [part.clone(), part]).then(|| vec![result.clone()])
            }
            SelectType => match &operands[..] {
                [predicate, a, b] if a == result && b == result => Some(vec![predicate.clone(), result.clone()]),
                _ => None,
            },
            TupleType => match result {
                Type::Tuple(members) if **members == operands[..] => Some(vec![result.clone()]),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The text of the dimension numbers of a product, from the attribute's body.
fn dot_dimensions(body: &str) -> Option<String> {
    let mut lists: [Option<&str>; 4] = [None; 4];
    const KEYS: [&str; 4] = [
        "lhs_batching_dimensions",
        "rhs_batching_dimensions",
        "lhs_contracting_dimensions",
        "rhs_contracting_dimensions",
    ];
    let mut rest = body;
    while !rest.is_empty() {
        let (key, value) = rest.split_once('=')?;
        let value = value.trim_start().strip_prefix('[')?;
        let (list, after) = value.split_once(']')?;
        let slot = &mut lists[KEYS.iter().position(|k| *k == key.trim())?];
        let digits = list.split(',').all(|n| list.is_empty() || n.trim().parse::<i64>().is_ok());
        if slot.is_some() || !digits {
            return None;
        }
        *slot = Some(list);
        rest = after.trim_start().strip_prefix(',').unwrap_or(after).trim_start();
    }
    // The order and spelling that reading gives back; others stay in generic form.
    let canonical: Vec<_> = KEYS.iter().zip(lists).filter_map(|(k, l)| l.map(|l| format!("{k} = [{l}]"))).collect();
    if canonical.join(", ") != body || lists.contains(&Some("")) {
        return None;
    }
    let list = |i: usize| lists[i].unwrap_or("");
    let mut text = String::new();
    if lists[0].is_some() || lists[1].is_some() {
        let _ = write!(text, "batching_dims = [{}] x [{}], ", list(0), list(1));
    }
    let _ = write!(text, "contracting_dims = [{}] x [{}]", list(2), list(3));
    Some(text)
}

/// True if `text` reads as one identifier.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
