//! The little language of one-line formats, and reading an op by one.

use hloom_mlir::text::{OpState, Parser};
use hloom_mlir::{Attr, Str as Text, SyntaxError, Type};
use hloom_num::DType;
use smallvec::{SmallVec, smallvec};

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
    /// A dialect attribute (name, mnemonic) whose body is a list, as that list.
    Bare(&'static str, &'static str),
    /// An `i32` attribute as one of these words.
    Words(&'static str, &'static [&'static str]),
    /// As [`Piece::Words`], if the attribute is there and is not the first of the words.
    OtherWords(&'static str, &'static [&'static str]),
    /// A string attribute as `@symbol`.
    SymbolName(&'static str),
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

pub(super) fn enum_attr(dialect: &str, mnemonic: &str, word: &str) -> Attr {
    Attr::Dialect(dialect.into(), mnemonic.into(), word.into())
}

/// A list of integers, of a few mostly.
pub(super) type I64List = SmallVec<[i64; 8]>;

/// `[1, 2]` as `array<i64>`.
pub(super) fn parse_i64s(p: &mut Parser<'_>) -> Result<I64List, SyntaxError> {
    let mut values = I64List::new();
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
pub(super) fn i64s(values: &[i64]) -> Attr {
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
            op.set(p.intern(name), i64s(&values));
        }
        I64(name) => {
            let value = p.int64()?;
            op.set(p.intern(name), Attr::Int(value.into(), Type::Scalar(DType::I64)));
        }
        U64(name) => {
            let value = p.unsigned()?;
            op.set(p.intern(name), Attr::Int(value.into(), Type::Scalar(DType::U64)));
        }
        I32(name) => {
            let value = p.int64()?;
            let value = i32::try_from(value).map_err(|_| p.error("the number before this does not fit 32 bits"))?;
            op.set(p.intern(name), Attr::Int(value.into(), Type::Scalar(DType::I32)));
        }
        F64(name) => {
            let value = p.float64()?;
            op.set(p.intern(name), Attr::Float(value.to_bits(), Type::Scalar(DType::F64)));
        }
        Bool(name) => {
            let value = p.eat_word("true");
            if !value {
                p.expect_word("false")?;
            }
            op.set(p.intern(name), Attr::Bool(value));
        }
        Str(name) => {
            let text = p.string()?;
            op.set(p.intern(name), Attr::String(text.into()));
        }
        Enum(name, mnemonic) => {
            let word = p.word(mnemonic)?;
            let value = Attr::Dialect(p.intern(dialect), p.intern(mnemonic), p.intern(word));
            op.set(p.intern(name), value);
        }
        Enums(name, mnemonic) => {
            let mut words = Vec::new();
            p.expect("[")?;
            while !p.at("]") {
                let word = p.word(mnemonic)?;
                words.push(Attr::Dialect(p.intern(dialect), p.intern(mnemonic), p.intern(word)));
                if !p.eat(",") {
                    break;
                }
            }
            p.expect("]")?;
            op.set(p.intern(name), Attr::Array(words.into()));
        }
        Body(name, mnemonic) => {
            p.expect("<")?;
            let body = p.balanced()?;
            let value = Attr::Dialect(p.intern(dialect), p.intern(mnemonic), body.into());
            op.set(p.intern(name), value);
        }
        Bare(name, mnemonic) => {
            let body = p.bracketed()?;
            let value = Attr::Dialect(p.intern(dialect), p.intern(mnemonic), body.into());
            op.set(p.intern(name), value);
        }
        Words(name, words) => {
            let word = p.word(name)?;
            let Some(value) = words.iter().position(|w| *w == word) else {
                return Err(p.error(format!("expected one of {} before this", words.join(", "))));
            };
            op.set(p.intern(name), Attr::Int(value as i128, Type::Scalar(DType::I32)));
        }
        OtherWords(name, words) => {
            let value = match p.peek_word() {
                Some(word) if words.contains(&word) => words.iter().position(|w| p.eat_word(w)),
                _ => None,
            };
            if let Some(value) = value {
                op.set(p.intern(name), Attr::Int(value as i128, Type::Scalar(DType::I32)));
            }
        }
        SymbolName(name) => {
            let symbol = p.symbol_name()?;
            op.set(p.intern(name), Attr::String(symbol));
        }
        Maybe(_, pieces) => {
            let mark = p.mark();
            let present = match pieces {
                [Lit(comma), Word(word), ..] => p.eat(comma) && p.peek_word() == Some(word),
                [Lit(comma), ..] => p.eat(comma),
                [Word(word), ..] => p.peek_word() == Some(word),
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
            op.set(p.intern("dot_dimension_numbers"), Attr::Dialect(dialect.into(), "dot".into(), body));
        }
        SliceRanges => {
            let (mut starts, mut limits, mut strides) = (I64List::new(), I64List::new(), I64List::new());
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
            op.set(p.intern("start_indices"), i64s(&starts));
            op.set(p.intern("limit_indices"), i64s(&limits));
            op.set(p.intern("strides"), i64s(&strides));
        }
        ExponentMantissa => {
            let word = p.word("a format like e5m10")?;
            let parts = word.strip_prefix('e').and_then(|w| w.split_once('m'));
            let bits = parts.and_then(|(e, m)| Some((e.parse::<i32>().ok()?, m.parse::<i32>().ok()?)));
            let Some((exponent, mantissa)) = bits else { return Err(p.error("expected a format like e5m10")) };
            op.set(p.intern("exponent_bits"), Attr::Int(exponent.into(), Type::Scalar(DType::I32)));
            op.set(p.intern("mantissa_bits"), Attr::Int(mantissa.into(), Type::Scalar(DType::I32)));
        }
        Dict => p.attr_dict(op)?,
        TypedValue | OperandTypedValue => {
            let value = p.attr()?;
            let Attr::Dense(dense) = &value else { return Err(p.error("expected a constant `dense<...>`")) };
            let ty = dense.ty.clone();
            if matches!(piece, TypedValue) {
                op.result_types = smallvec![ty];
            } else {
                p.check_types(&op.operands, &[ty])?;
            }
            op.set(p.intern("value"), value);
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
            let types = p.types()?;
            match &types[..] {
                [ty] => p.check_type(&op.operands, ty)?,
                _ => p.check_types(&op.operands, &types)?,
            }
        }
        SameType | ComplexType | SelectType | TupleType if p.at("(") => functional(p, op)?,
        SameType => {
            let ty = p.ty()?;
            p.check_type(&op.operands, &ty)?;
            op.result_types = smallvec![ty];
        }
        ComplexType => {
            let ty = p.ty()?;
            let Some(part) = part_type(&ty) else { return Err(p.error("expected a complex tensor type before this")) };
            p.check_types(&op.operands, &[part.clone(), part])?;
            op.result_types = smallvec![ty];
        }
        SelectType => {
            let predicate = p.ty()?;
            p.expect(",")?;
            let ty = p.ty()?;
            p.check_types(&op.operands, &[predicate, ty.clone(), ty.clone()])?;
            op.result_types = smallvec![ty];
        }
        TupleType => {
            let ty = p.ty()?;
            let Type::Tuple(members) = &ty else { return Err(p.error("expected a tuple type before this")) };
            p.check_types(&op.operands, members)?;
            op.result_types = smallvec![ty];
        }
    }
    Ok(())
}

/// `(operands) -> results` after the colon.
pub(super) fn functional(p: &mut Parser<'_>, op: &mut OpState) -> Result<(), SyntaxError> {
    let (inputs, results) = p.functional_types()?;
    p.check_types(&op.operands, &inputs)?;
    op.result_types = results;
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
pub(super) fn part_type(ty: &Type) -> Option<Type> {
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
