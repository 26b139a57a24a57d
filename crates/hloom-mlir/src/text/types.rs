//! Types.

use super::assembly::Types;
use super::cursor::Parsed;
use super::index::Name;
use super::ops::Parser;
use crate::{FunctionType, RankedTensor, Type};
use hloom_num::DType;
use smallvec::smallvec;
use std::sync::Arc;

/// Largest integer width MLIR has.
const MAX_INT_WIDTH: u32 = (1 << 24) - 1;

impl<'a> Parser<'a> {
    /// A type.
    pub fn ty(&mut self) -> Parsed<Type> {
        self.nested(|p| match p.cur.peek() {
            b'!' => p.dialect_type(),
            b'(' => p.function_type().map(|f| Type::Function(Arc::new(f))),
            _ => {
                let start = p.cur.pos;
                match p.cur.word() {
                    Some(word) => p.builtin_type(start, word),
                    None => p.cur.fail("expected a type"),
                }
            }
        })
    }

    /// A type that starts with `word`, which was read at `start`.
    pub(crate) fn builtin_type(&mut self, start: usize, word: &'a str) -> Parsed<Type> {
        Ok(match word {
            "tensor" => return self.tensor(),
            "memref" => {
                self.cur.expect("<")?;
                let Some(dims) = self.dims()? else { return self.cur.fail("unranked memref is not supported") };
                let elem = self.ty()?;
                if !self.cur.eat(">") {
                    return self.cur.fail("memref with a layout or a memory space is not supported");
                }
                Type::MemRef(Arc::new(RankedTensor { dims, elem, encoding: None }))
            }
            "complex" => {
                self.cur.expect("<")?;
                let part = self.ty()?;
                self.cur.expect(">")?;
                let Type::Scalar(part) = part else {
                    return Err(self.cur.error_at(start, "complex needs a float type"));
                };
                match part.complex_of() {
                    Some(complex) => Type::Scalar(complex),
                    None => return Err(self.cur.error_at(start, format!("there is no complex<{part}>"))),
                }
            }
            "tuple" => {
                self.cur.expect("<")?;
                let mut members = Vec::new();
                while !self.cur.at(">") {
                    members.push(self.ty()?);
                    if !self.cur.eat(",") {
                        break;
                    }
                }
                self.cur.expect(">")?;
                Type::Tuple(members.into())
            }
            "index" => Type::Index,
            "none" => Type::None,
            // An operand precision; no tensor has it.
            "tf32" => Type::Dialect("builtin".into(), self.intern(word)),
            "vector" => {
                self.cur.expect("<")?;
                let body = self.cur.balanced(self.limits.depth)?;
                Type::Dialect("builtin".into(), format!("vector<{body}>").into())
            }
            _ => match DType::from_mlir_name(word) {
                Some(dtype) => Type::Scalar(dtype),
                None => match odd_integer(word) {
                    Some(ty) => ty,
                    None => return Err(self.cur.error_at(start, format!("unknown type `{word}`"))),
                },
            },
        })
    }

    fn tensor(&mut self) -> Parsed<Type> {
        self.cur.expect("<")?;
        // Programs repeat few types many times: the text is looked up before it is read.
        let rest = &self.cur.src.as_bytes()[self.cur.pos..];
        let plain = rest.iter().take(48).position(|b| !(b.is_ascii_alphanumeric() || *b == b'?'));
        let text = plain.filter(|n| rest[*n] == b'>').map(|n| &self.cur.src[self.cur.pos..self.cur.pos + n]);
        let Some(text) = text else { return self.tensor_body() };
        if let Some(ty) = self.tensor_types.get(text) {
            self.cur.pos += text.len() + 1;
            return Ok(ty.clone());
        }
        let ty = self.tensor_body()?;
        self.tensor_types.insert(text, ty.clone());
        Ok(ty)
    }

    fn tensor_body(&mut self) -> Parsed<Type> {
        let dims = self.dims()?;
        let elem = self.ty()?;
        let encoding = if self.cur.eat(",") { Some(self.attr()?) } else { None };
        self.cur.expect(">")?;
        match (dims, encoding) {
            (Some(dims), None) => Ok(Type::RankedTensor(Arc::new(RankedTensor { dims, elem, encoding: None }))),
            (Some(dims), encoding) => {
                let ty = Type::RankedTensor(Arc::new(RankedTensor { dims, elem, encoding }));
                Ok(self.assembly.canonical_type(ty))
            }
            (None, None) => Ok(Type::UnrankedTensor(Arc::new(elem))),
            (None, Some(_)) => self.cur.fail("an unranked tensor has no encoding"),
        }
    }

    /// `4x?x`, up to the element type; `None` for `*x`.
    fn dims(&mut self) -> Parsed<Option<Vec<Option<i64>>>> {
        if self.cur.eat("*") {
            self.cur.expect("x")?;
            return Ok(None);
        }
        let mut dims = Vec::new();
        loop {
            match self.cur.peek() {
                b'?' => {
                    self.cur.pos += 1;
                    dims.push(None);
                }
                b'0'..=b'9' => {
                    let at = self.cur.pos;
                    let size = self.cur.unsigned()?;
                    let size = i64::try_from(size).map_err(|_| self.cur.error_at(at, "dimension too large"))?;
                    dims.push(Some(size));
                }
                _ => return Ok(Some(dims)),
            }
            self.cur.expect("x")?;
        }
    }

    fn dialect_type(&mut self) -> Parsed<Type> {
        let start = self.cur.pos;
        self.cur.pos += 1;
        let name = self.cur.suffix()?;
        if let Some((dialect, mnemonic)) = name.split_once('.') {
            let text = if self.cur.byte() == b'<' {
                self.cur.pos += 1;
                format!("{mnemonic}<{}>", self.cur.balanced(self.limits.depth)?).into()
            } else {
                self.intern(mnemonic)
            };
            let dialect = self.intern(dialect);
            return Ok(self.assembly.canonical_type(Type::Dialect(dialect, text)));
        }
        if self.cur.byte() == b'<' {
            self.cur.pos += 1;
            let body = self.cur.balanced(self.limits.depth)?;
            return Ok(Type::Dialect(self.intern(name), body.into()));
        }
        self.note(name, || Name::Type);
        match self.type_aliases.get(name) {
            Some(ty) => Ok(ty.clone()),
            None => Err(self.cur.error_at(start, format!("type alias `!{name}` is not defined before its use"))),
        }
    }

    /// `(types) -> types`, the results with or without parentheses.
    pub fn function_type(&mut self) -> Parsed<FunctionType> {
        let (inputs, results) = self.functional_types()?;
        Ok(FunctionType { inputs: inputs.into_vec(), results: results.into_vec() })
    }

    /// As [`Parser::function_type`], the parts.
    pub fn functional_types(&mut self) -> Parsed<(Types, Types)> {
        let inputs = self.parenthesised_types()?;
        self.cur.expect("->")?;
        Ok((inputs, self.result_types()?))
    }

    /// `(a, b)`.
    pub fn parenthesised_types(&mut self) -> Parsed<Types> {
        self.cur.expect("(")?;
        if self.cur.eat(")") {
            return Ok(Types::new());
        }
        let types = self.types()?;
        self.cur.expect(")")?;
        Ok(types)
    }

    /// The types after `->`: one type, or any number in parentheses.
    pub fn result_types(&mut self) -> Parsed<Types> {
        if self.cur.at("(") { self.parenthesised_types() } else { Ok(smallvec![self.ty()?]) }
    }

    /// `a, b, c`, at least one.
    pub fn types(&mut self) -> Parsed<Types> {
        let mut types: Types = smallvec![self.ty()?];
        while self.cur.eat(",") {
            types.push(self.ty()?);
        }
        Ok(types)
    }
}

/// `i128`, `si7`: integer types without a `DType`.
fn odd_integer(word: &str) -> Option<Type> {
    let (kind, width) = if let Some(w) = word.strip_prefix("si") {
        (1, w)
    } else if let Some(w) = word.strip_prefix("ui") {
        (2, w)
    } else {
        (0, word.strip_prefix('i')?)
    };
    let width: u32 = width.parse().ok()?;
    (width <= MAX_INT_WIDTH).then_some(Type::OddInteger(width, kind))
}
