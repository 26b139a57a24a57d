//! The little language of one-line formats: reading and printing from the same description.

use hloom_mlir::text::{OpState, Parser, Printer, float_to_bits, write_float};
use hloom_mlir::{Attr, RawOp, Str as Text, SyntaxError, Type};
use hloom_num::DType;
use std::fmt::Write;

/// One part of a format. Parts are separated by a space when printed; a comma follows directly.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    /// All operands, separated by commas.
    Operands,
    /// Punctuation.
    Lit(&'static str),
    /// Punctuation without blanks around it.
    Glue(&'static str),
    /// A keyword.
    Word(&'static str),
    /// An `array<i64>` attribute as `[1, 2]`.
    I64s(&'static str),
    /// An `i64` attribute as a number.
    I64(&'static str),
    /// A `ui64` attribute as a number.
    U64(&'static str),
    /// An `i32` attribute as a number.
    I32(&'static str),
    /// An `f64` attribute as a number.
    F64(&'static str),
    /// A bool attribute.
    Bool(&'static str),
    /// A string attribute.
    Str(&'static str),
    /// An enum attribute (name, mnemonic) as a bare word.
    Enum(&'static str, &'static str),
    /// An array of enum attributes as `[A, B]`.
    Enums(&'static str, &'static str),
    /// A dialect attribute (name, mnemonic) as `<body>`.
    Body(&'static str, &'static str),
    /// Parts that are there if and only if the attribute is.
    Maybe(&'static str, &'static [Piece]),
    /// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
    DotDimensions,
    /// `[start:limit:stride, ...]`.
    SliceRanges,
    /// `e5m10`.
    ExponentMantissa,
    /// The remaining attributes.
    Dict,
    /// The attribute `value` with its type, which is the result's.
    TypedValue,
    /// The attribute `value` with its type, which is the operand's.
    OperandTypedValue,
    /// One type for all operands and results, else a function type.
    SameType,
    /// `(operands) -> results`.
    Functional,
    /// `operands -> results`.
    Arrow,
    /// The result types.
    Results,
    /// One type for all operands; no results.
    OperandType,
    /// The operand types; no results.
    OperandTypes,
    /// `: types` of the operands, nothing if there are none; no results.
    ColonTypes,
    /// The complex result type, which gives the operands'; else a function type.
    ComplexType,
    /// `predicate type, value type`, else a function type.
    SelectType,
    /// `tuple<operand types>`, else a function type.
    TupleType,
}
use Piece::*;

fn enum_attr(dialect: &str, mnemonic: &str, word: &str) -> Attr {
    Attr::Dialect(dialect.into(), mnemonic.into(), word.into())
}

/// `[1, 2]` as `array<i64>`.
pub(super) fn parse_i64s(p: &mut Parser<'_>) -> Result<Vec<i64>, SyntaxError> {
    let mut values = Vec::new();
    p.expect("[")?;
    while !p.at("]") {
        values.push(p.int64()?);
        if !p.eat(",") {
            break;
        }
    }
    p.expect("]")?;
    Ok(values)
}

/// An attribute `array<i64: ...>`.
pub(super) fn i64s(values: Vec<i64>) -> Attr {
    Attr::DenseArray(DType::I64, values.into())
}

pub(super) fn parse(name: &str, format: &[Piece], p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    let dialect = name.split('.').next().unwrap_or(name);
    for piece in format {
        parse_piece(dialect, piece, p, op)?;
    }
    Ok(())
}

fn parse_piece(dialect: &str, piece: &Piece, p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    match *piece {
        Operands => op.operands = p.operands()?,
        Lit(text) | Glue(text) => p.expect(text)?,
        Word(word) => p.expect_word(word)?,
        I64s(name) => {
            let values = parse_i64s(p)?;
            op.set(name, i64s(values));
        }
        I64(name) => {
            let value = p.int64()?;
            op.set(name, Attr::Int(value.into(), Type::Scalar(DType::I64)));
        }
        U64(name) => {
            let value = p.unsigned()?;
            op.set(name, Attr::Int(value.into(), Type::Scalar(DType::U64)));
        }
        I32(name) => {
            let value = p.int64()?;
            let value = i32::try_from(value).map_err(|_| p.error("the number before this does not fit 32 bits"))?;
            op.set(name, Attr::Int(value.into(), Type::Scalar(DType::I32)));
        }
        F64(name) => {
            let value = p.float64()?;
            op.set(name, Attr::Float(value.to_bits(), Type::Scalar(DType::F64)));
        }
        Bool(name) => {
            let value = p.eat_word("true");
            if !value {
                p.expect_word("false")?;
            }
            op.set(name, Attr::Bool(value));
        }
        Str(name) => {
            let text = p.string()?;
            op.set(name, Attr::String(text.into()));
        }
        Enum(name, mnemonic) => {
            let word = p.word(mnemonic)?;
            op.set(name, enum_attr(dialect, mnemonic, word));
        }
        Enums(name, mnemonic) => {
            let mut words = Vec::new();
            p.expect("[")?;
            while !p.at("]") {
                words.push(enum_attr(dialect, mnemonic, p.word(mnemonic)?));
                if !p.eat(",") {
                    break;
                }
            }
            p.expect("]")?;
            op.set(name, Attr::Array(words.into()));
        }
        Body(name, mnemonic) => {
            p.expect("<")?;
            let body = p.balanced()?;
            op.set(name, Attr::Dialect(dialect.into(), mnemonic.into(), body.into()));
        }
        Maybe(_, pieces) => {
            let mark = p.mark();
            let present = match pieces {
                [Lit(comma), Word(word), ..] => p.eat(comma) && p.peek_word() == Some(word),
                [Lit(comma), ..] => p.eat(comma),
                _ => false,
            };
            p.rewind(mark);
            if present {
                for piece in pieces {
                    parse_piece(dialect, piece, p, op)?;
                }
            }
        }
        DotDimensions => {
            let mut parts = Vec::new();
            if p.eat_word("batching_dims") {
                parse_dot_pair("batching", p, &mut parts)?;
                p.expect(",")?;
            }
            p.expect_word("contracting_dims")?;
            parse_dot_pair("contracting", p, &mut parts)?;
            let body: Text = parts.join(", ").into();
            op.set("dot_dimension_numbers", Attr::Dialect(dialect.into(), "dot".into(), body));
        }
        SliceRanges => {
            let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
            p.expect("[")?;
            while !p.at("]") {
                starts.push(p.int64()?);
                p.expect(":")?;
                limits.push(p.int64()?);
                strides.push(if p.eat(":") { p.int64()? } else { 1 });
                if !p.eat(",") {
                    break;
                }
            }
            p.expect("]")?;
            op.set("start_indices", i64s(starts));
            op.set("limit_indices", i64s(limits));
            op.set("strides", i64s(strides));
        }
        ExponentMantissa => {
            let word = p.word("a format like e5m10")?;
            let parts = word.strip_prefix('e').and_then(|w| w.split_once('m'));
            let bits = parts.and_then(|(e, m)| Some((e.parse::<i32>().ok()?, m.parse::<i32>().ok()?)));
            let Some((exponent, mantissa)) = bits else { return Err(p.error("expected a format like e5m10")) };
            op.set("exponent_bits", Attr::Int(exponent.into(), Type::Scalar(DType::I32)));
            op.set("mantissa_bits", Attr::Int(mantissa.into(), Type::Scalar(DType::I32)));
        }
        Dict => p.attr_dict(op)?,
        TypedValue | OperandTypedValue => {
            let value = p.attr()?;
            let Attr::Dense(dense) = &value else { return Err(p.error("expected a constant `dense<...>`")) };
            let ty = dense.ty.clone();
            if matches!(piece, TypedValue) {
                op.result_types = vec![ty];
            } else {
                p.check_types(&op.operands, &[ty])?;
            }
            op.set("value", value);
        }
        Functional => functional(p, op)?,
        Arrow => {
            let inputs = p.types()?;
            p.expect("->")?;
            p.check_types(&op.operands, &inputs)?;
            op.result_types = p.result_types()?;
        }
        Results => op.result_types = p.types()?,
        ColonTypes if op.operands.is_empty() && !p.at(":") => {}
        ColonTypes => {
            p.expect(":")?;
            let types = p.types()?;
            p.check_types(&op.operands, &types)?;
        }
        OperandType | OperandTypes => {
            let mut types = p.types()?;
            if let [ty] = &types[..] {
                types = vec![ty.clone(); op.operands.len()];
            }
            p.check_types(&op.operands, &types)?;
        }
        SameType | ComplexType | SelectType | TupleType if p.at("(") => functional(p, op)?,
        SameType => {
            let ty = p.ty()?;
            p.check_types(&op.operands, &vec![ty.clone(); op.operands.len()])?;
            op.result_types = vec![ty];
        }
        ComplexType => {
            let ty = p.ty()?;
            let Some(part) = part_type(&ty) else { return Err(p.error("expected a complex tensor type before this")) };
            p.check_types(&op.operands, &[part.clone(), part])?;
            op.result_types = vec![ty];
        }
        SelectType => {
            let predicate = p.ty()?;
            p.expect(",")?;
            let ty = p.ty()?;
            p.check_types(&op.operands, &[predicate, ty.clone(), ty.clone()])?;
            op.result_types = vec![ty];
        }
        TupleType => {
            let ty = p.ty()?;
            let Type::Tuple(members) = &ty else { return Err(p.error("expected a tuple type before this")) };
            p.check_types(&op.operands, members)?;
            op.result_types = vec![ty];
        }
    }
    Ok(())
}

/// `(operands) -> results` after the colon.
pub(super) fn functional(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    let ty = p.function_type()?;
    p.check_types(&op.operands, &ty.inputs)?;
    op.result_types = ty.results;
    Ok(())
}

fn parse_dot_pair(kind: &str, p: &mut Parser<'_>, parts: &mut Vec<String>) -> Result<(), SyntaxError> {
    p.expect("=")?;
    let lhs = parse_i64s(p)?;
    // `x[` would read as one word only if a letter followed.
    p.expect_word("x")?;
    let rhs = parse_i64s(p)?;
    for (side, dims) in [("lhs", lhs), ("rhs", rhs)] {
        if !dims.is_empty() {
            parts.push(format!("{side}_{kind}_dimensions = {dims:?}"));
        }
    }
    Ok(())
}

/// The tensor type of the parts of a complex tensor type.
fn part_type(ty: &Type) -> Option<Type> {
    let replaced = |elem: &Type| match elem {
        Type::Scalar(d) if d.is_complex() => Some(Type::Scalar(d.real_part())),
        _ => None,
    };
    match ty {
        Type::RankedTensor(tensor) => {
            let mut tensor = (**tensor).clone();
            tensor.elem = replaced(&tensor.elem)?;
            Some(Type::RankedTensor(tensor.into()))
        }
        Type::UnrankedTensor(elem) => Some(Type::UnrankedTensor(replaced(elem)?.into())),
        _ => None,
    }
}

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
            Attr::Dialect(d, m, word) if **d == *dialect && **m == *mnemonic && !word.is_empty() => Some(&**word),
            _ => None,
        };
        match *piece {
            Operands => {
                if !op.operands.is_empty() {
                    self.gap(p);
                    p.values(&op.operands);
                }
            }
            Lit(",") => p.write(","),
            Lit(text) | Word(text) => self.text(p, text),
            Glue(text) => {
                p.write(text);
                self.glued = matches!(text, "(" | "[");
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
            Maybe(name, pieces) => {
                if op.attr(name).is_some() {
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
                let values = if matches!(piece, TypedValue) { &op.results } else { &op.operands };
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
