//! Attributes.

use super::cursor::{Parsed, in_angle_brackets};
use super::index::Name;
use super::number::{float_from_bits, parse_float_bits};
use super::ops::Parser;
use crate::{Attr, Str, Type};
use hloom_num::DType;
use rustc_hash::FxHashSet;

impl<'a> Parser<'a> {
    /// An attribute.
    pub fn attr(&mut self) -> Parsed<Attr> {
        self.nested(Self::attr_inner)
    }

    fn attr_inner(&mut self) -> Parsed<Attr> {
        match self.cur.peek() {
            b'"' => self.string_attr(),
            b'[' => {
                self.cur.pos += 1;
                let mut items = Vec::new();
                while !self.cur.at("]") {
                    items.push(self.attr()?);
                    if !self.cur.eat(",") {
                        break;
                    }
                }
                self.cur.expect("]")?;
                Ok(Attr::Array(items.into()))
            }
            b'{' => {
                let mut entries = self.dict()?;
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                Ok(Attr::Dict(entries.into()))
            }
            b'@' => self.symbol(),
            b'#' => self.hash_attr(),
            b'!' | b'(' => Ok(Attr::Type(self.ty()?)),
            b'-' | b'0'..=b'9' => self.number_attr(),
            _ => {
                let start = self.cur.pos;
                let Some(word) = self.cur.word() else { return self.cur.fail("expected an attribute") };
                match word {
                    "true" => Ok(Attr::Bool(true)),
                    "false" => Ok(Attr::Bool(false)),
                    "unit" => Ok(Attr::Unit),
                    "dense" => self.dense(),
                    "dense_resource" => self.dense_resource(),
                    "array" => self.dense_array(),
                    "loc" => {
                        self.cur.pos = start;
                        Ok(Attr::Loc(self.location()?))
                    }
                    "affine_map" | "affine_set" => {
                        self.cur.expect("<")?;
                        let body = self.cur.balanced(self.limits.depth)?;
                        Ok(Attr::Dialect("builtin".into(), self.intern(word), body.into()))
                    }
                    "sparse" | "opaque" | "strided" | "distinct" => {
                        Err(self.cur.error_at(start, format!("the attribute `{word}` is not supported")))
                    }
                    _ => self.builtin_type(start, word).map(Attr::Type),
                }
            }
        }
    }

    /// `"text"`; with a type, which no op gives a meaning, it stays text under the name `string`.
    fn string_attr(&mut self) -> Parsed<Attr> {
        let start = self.cur.pos;
        let text = self.cur.string()?;
        if !self.cur.at(":") || self.cur.at("::") {
            return Ok(Attr::String(text.into()));
        }
        self.cur.expect(":")?;
        self.ty()?;
        Ok(Attr::Dialect("builtin".into(), "string".into(), self.cur.src[start..self.cur.pos].into()))
    }

    /// `{a = 1, b}`.
    pub fn dict(&mut self) -> Parsed<Vec<(Str, Attr)>> {
        let mut entries: Vec<(Str, Attr)> = Vec::new();
        let mut names = FxHashSet::default();
        self.cur.expect("{")?;
        while !self.cur.at("}") {
            let at = self.cur.pos;
            let name = if self.cur.peek() == b'"' {
                self.cur.string()?.into()
            } else {
                let word = self.cur.expect_word("an attribute name")?;
                self.intern(word)
            };
            if !names.insert(name.clone()) {
                return Err(self.cur.error_at(at, format!("attribute `{name}` is given twice")));
            }
            let value = if self.cur.eat("=") { self.attr()? } else { Attr::Unit };
            entries.push((name, value));
            if !self.cur.eat(",") {
                break;
            }
        }
        self.cur.expect("}")?;
        Ok(entries)
    }

    /// `@name` or `@"name"`.
    pub fn symbol_name(&mut self) -> Parsed<Str> {
        if self.cur.peek() != b'@' {
            return self.cur.fail("expected a symbol `@name`");
        }
        self.cur.pos += 1;
        if self.cur.byte() == b'"' {
            return Ok(self.cur.string()?.into());
        }
        let name = self.cur.suffix()?;
        self.note(name, || Name::Symbol);
        Ok(self.intern(name))
    }

    fn symbol(&mut self) -> Parsed<Attr> {
        let mut path = vec![self.symbol_name()?];
        while self.cur.eat("::") {
            path.push(self.symbol_name()?);
        }
        Ok(Attr::Symbol(path.into()))
    }

    /// `#dialect.mnemonic<body>`, `#dialect<mnemonic body>` or `#alias`.
    fn hash_attr(&mut self) -> Parsed<Attr> {
        let start = self.cur.pos;
        self.cur.pos += 1;
        let name = self.cur.suffix()?;
        if let Some((dialect, mnemonic)) = name.split_once('.') {
            let body: Str = if self.cur.byte() == b'<' {
                self.cur.pos += 1;
                self.cur.balanced(self.limits.depth)?.into()
            } else {
                self.intern("")
            };
            return self.dialect_attr(start, dialect, mnemonic, body);
        }
        if self.cur.byte() == b'<' {
            self.cur.pos += 1;
            let text = self.cur.balanced(self.limits.depth)?;
            let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.')).unwrap_or(text.len());
            let (mnemonic, body) = text.split_at(end);
            // `name<body>` is the long spelling of the dotted form.
            let body = body.trim_start();
            let body = in_angle_brackets(body).unwrap_or(body);
            return self.dialect_attr(start, name, mnemonic, body.into());
        }
        self.note(name, || Name::Attr);
        if let Some(attr) = self.attr_aliases.get(name) {
            return Ok(attr.clone());
        }
        if name.starts_with("loc") {
            return Ok(Attr::Loc(self.location_alias(name)));
        }
        Err(self.cur.error_at(start, format!("attribute alias `#{name}` is not defined before its use")))
    }

    fn dialect_attr(&mut self, at: usize, dialect: &'a str, mnemonic: &str, body: Str) -> Parsed<Attr> {
        let body = match self.assembly.canonical_body(dialect, mnemonic, &body) {
            Ok(canonical) => canonical.map_or(body, Str::from),
            Err(why) => return Err(self.cur.error_at(at, format!("`#{dialect}.{mnemonic}` {why}"))),
        };
        Ok(Attr::Dialect(self.intern(dialect), mnemonic.into(), body))
    }

    fn number_attr(&mut self) -> Parsed<Attr> {
        let start = self.cur.pos;
        if let Some(text) = self.cur.float_text() {
            let ty = if self.cur.eat(":") { self.ty()? } else { Type::Scalar(DType::F64) };
            let value = match ty {
                Type::Scalar(dtype) => parse_float_bits(dtype, text).and_then(|bits| float_from_bits(dtype, bits)),
                _ => None,
            };
            return match value {
                Some(value) => Ok(Attr::Float(value.to_bits(), ty)),
                None => Err(self.cur.error_at(start, "a float literal needs a float type")),
            };
        }
        let (value, hex) = self.cur.integer()?;
        let ty = if self.cur.eat(":") { self.ty()? } else { Type::Scalar(DType::I64) };
        if let Type::Scalar(dtype) = ty
            && dtype.is_float()
            && hex
        {
            let bits = u64::try_from(value).ok().filter(|b| dtype.bits() == 64 || b >> dtype.bits() == 0);
            return match bits.and_then(|bits| float_from_bits(dtype, bits)) {
                Some(value) => Ok(Attr::Float(value.to_bits(), ty)),
                None => Err(self.cur.error_at(start, format!("the literal has more bits than {dtype}"))),
            };
        }
        let (width, unsigned) = match ty {
            Type::Scalar(d) if d.is_int() || d.is_bool() => (d.bits(), d.is_unsigned_int()),
            Type::Index => (64, false),
            Type::OddInteger(width, kind) => (width, kind == 2),
            _ => return Err(self.cur.error_at(start, "an integer literal needs an integer type")),
        };
        match fit_integer(value, width, unsigned) {
            Some(v) if ty == Type::Scalar(DType::Bool) => Ok(Attr::Bool(v != 0)),
            Some(v) => Ok(Attr::Int(v, ty)),
            None => Err(self.cur.error_at(start, "the literal does not fit its type")),
        }
    }

    /// `array<i64: 1, 2>` after the word.
    fn dense_array(&mut self) -> Parsed<Attr> {
        self.cur.expect("<")?;
        let at = self.cur.pos;
        let Type::Scalar(dtype) = self.ty()? else {
            return Err(self.cur.error_at(at, "array needs an integer or float type"));
        };
        if dtype.is_complex() {
            return Err(self.cur.error_at(at, "array needs an integer or float type"));
        }
        let mut values = Vec::new();
        if self.cur.eat(":") {
            while !self.cur.at(">") {
                values.push(self.array_element(dtype)?);
                if !self.cur.eat(",") {
                    break;
                }
            }
        }
        self.cur.expect(">")?;
        Ok(Attr::DenseArray(dtype, values.into()))
    }

    fn array_element(&mut self, dtype: DType) -> Parsed<i64> {
        self.cur.skip();
        let at = self.cur.pos;
        if dtype.is_bool() {
            if self.cur.eat_word("true") {
                return Ok(1);
            }
            if self.cur.eat_word("false") {
                return Ok(0);
            }
            return Err(self.cur.error_at(at, "expected `true` or `false`"));
        }
        if dtype.is_float() {
            let bits = match self.cur.float_text() {
                Some(text) => parse_float_bits(dtype, text),
                None => match self.cur.integer()? {
                    (bits, true) => u64::try_from(bits).ok(),
                    _ => None,
                },
            };
            return match bits.and_then(|b| float_from_bits(dtype, b)) {
                Some(value) => Ok(value.to_bits() as i64),
                None => Err(self.cur.error_at(at, "expected a float literal")),
            };
        }
        let (value, _) = self.cur.integer()?;
        match fit_integer(value, dtype.bits(), dtype.is_unsigned_int()) {
            Some(v) => Ok(v as i64),
            None => Err(self.cur.error_at(at, format!("the value does not fit {dtype}"))),
        }
    }
}

/// `value` as a number of `width` bits: a bit pattern of a signed type may be written as a large positive number.
pub(crate) fn fit_integer(value: i128, width: u32, unsigned: bool) -> Option<i128> {
    if width == 0 || width >= 127 {
        return Some(value);
    }
    let (half, whole) = (1i128 << (width - 1), 1i128 << width);
    if unsigned {
        return (0..whole).contains(&value).then_some(value);
    }
    match value {
        v if v >= -half && v < half => Some(v),
        v if v >= half && v < whole => Some(v - whole),
        _ => None,
    }
}
