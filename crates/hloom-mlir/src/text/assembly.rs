//! The interface between the syntax and the custom assembly of dialects: the trait they implement, and what they may
//! ask the parser for.

use super::index::Name;
use super::ops::Parser;
use super::printer::Printer;
use crate::{Attr, Loc, LocData, RawOp, RawRegion, RawValue, RawValues, Str, SyntaxError, Type};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Custom assembly of dialects, and what else their text needs.
pub trait Assembly {
    /// The full name of an op written without its dialect (`return` in a function), or another spelling of a name.
    fn canonical_name(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// True if regions of the op do not see values of the enclosing regions.
    fn is_isolated(&self, _name: &str) -> bool {
        false
    }

    /// Reads what follows the name of an op in custom form, up to its location. `false` if the op has no custom form.
    ///
    /// # Errors
    /// [`SyntaxError`] if the text is not the op's custom form.
    fn parse_op(&self, name: &str, parser: &mut Parser<'_>, op: &mut OpState) -> Result<bool, SyntaxError>;

    /// Writes the op from its name on, up to its location. `false` (anything written is dropped) if this op cannot be
    /// written in custom form.
    fn print_op(&self, op: &RawOp, printer: &mut Printer<'_>) -> bool;

    /// Names for the result groups of an op instead of numbers, with the size of each group: `[("values", 1), ..]`.
    fn result_names(&self, _op: &RawOp, _types: &[Type]) -> Vec<(Cow<'static, str>, usize)> {
        Vec::new()
    }

    /// Name for region argument `index` of an op instead of `arg0`, `arg1`.
    fn region_argument_name(&self, _op: &RawOp, _index: usize) -> Option<&'static str> {
        None
    }

    /// The one spelling of a type that may be spelled in several ways: types are compared as they are spelled.
    fn canonical_type(&self, ty: Type) -> Type {
        ty
    }

    /// True if the attribute is written `#dialect<mnemonic body>` and not `#dialect.mnemonic<body>`.
    fn is_enum_attr(&self, _dialect: &str, _mnemonic: &str) -> bool {
        false
    }

    /// The usual spelling of the body of a dialect attribute, if this one has another.
    ///
    /// # Errors
    /// What is wrong with a body of a kind that is known, as a phrase.
    fn canonical_body(&self, _dialect: &str, _mnemonic: &str, _body: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// True if the attribute belongs to the op itself, false if anyone may have added it.
    fn is_property(&self, _op: &str, attr: &str) -> bool {
        !attr.contains('.')
    }

    /// True if the attribute of the op says what its absence would; custom form leaves it out.
    fn is_default(&self, _op: &str, _name: &str, _value: &Attr) -> bool {
        false
    }
}

/// No dialect: the generic form of every op, and `module`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generic;

impl Assembly for Generic {
    fn is_isolated(&self, name: &str) -> bool {
        name == "builtin.module" || name == "func.func"
    }
    fn parse_op(&self, _: &str, _: &mut Parser<'_>, _: &mut OpState) -> Result<bool, SyntaxError> {
        Ok(false)
    }
    fn print_op(&self, _: &RawOp, _: &mut Printer<'_>) -> bool {
        false
    }
}

/// What custom assembly fills in for one op.
#[derive(Default)]
pub struct OpState {
    /// Operands.
    pub operands: RawValues,
    /// Attributes; sorted before use so that every form of an op gives the same order.
    pub attrs: Vec<(Str, Attr)>,
    /// Regions.
    pub regions: Vec<RawRegion>,
    /// Types of the results.
    pub result_types: Types,
    /// Where the op is if no location follows it; the position of its name if this is not set.
    pub loc: Option<Loc>,
}

/// Types of an op's operands or results.
pub type Types = SmallVec<[Type; 2]>;

impl OpState {
    /// Adds an attribute.
    pub fn set(&mut self, name: impl Into<Str>, value: Attr) {
        self.attrs.push((name.into(), value));
    }
}

/// A region argument: name (without `%`), type, location.
pub type Argument<'a> = (&'a str, Type, Loc);

impl<'a> Parser<'a> {
    /// `%name: type loc(...)`.
    ///
    /// # Errors
    /// [`SyntaxError`] for malformed text.
    pub fn argument(&mut self) -> Result<Argument<'a>, SyntaxError> {
        let position = self.here();
        let name = self.value_name()?;
        self.cur.expect(":")?;
        let ty = self.ty()?;
        let loc = self.location_or(position)?;
        Ok((name, ty, loc))
    }

    /// The line and column of the next significant character, for [`Parser::location_or`].
    pub fn here(&mut self) -> (u32, u32) {
        self.cur.skip();
        self.position(self.cur.pos)
    }

    /// `loc(...)` if one follows, else `position`.
    ///
    /// # Errors
    /// [`SyntaxError`] for a malformed location.
    pub fn location_or(&mut self, position: (u32, u32)) -> Result<Loc, SyntaxError> {
        match self.optional_location()? {
            Some(loc) => Ok(loc),
            None => Ok(self.location_at(position)),
        }
    }

    /// The location of a line and column of this text.
    pub fn location_at(&mut self, position: (u32, u32)) -> Loc {
        let file = self.file.clone();
        self.locs.add(LocData::File(file, position.0, position.1))
    }

    /// The name after `%`.
    ///
    /// # Errors
    /// [`SyntaxError`] if no value name follows.
    pub fn value_name(&mut self) -> Result<&'a str, SyntaxError> {
        if self.cur.peek() != b'%' {
            return self.cur.fail("expected a value `%name`");
        }
        self.cur.pos += 1;
        self.cur.suffix()
    }

    /// `%name` or `%name#1`: a value defined before.
    ///
    /// # Errors
    /// [`SyntaxError`] if the value is not visible here.
    pub fn operand(&mut self) -> Result<RawValue, SyntaxError> {
        self.cur.skip();
        let at = self.cur.pos;
        let name = self.value_name()?;
        let number = if self.cur.byte() == b'#' {
            self.cur.pos += 1;
            self.cur.unsigned()?
        } else {
            0
        };
        match self.frames.last().and_then(|f| f.get(name)) {
            Some(group) if number < u64::from(group.count) => {
                let value = RawValue(group.first + number as u32);
                self.note(name, || Name::Value(value));
                Ok(value)
            }
            Some(group) => Err(self.cur.error_at(at, format!("`%{name}` has {} values", group.count))),
            None => Err(self.cur.error_at(at, format!("`%{name}` is not defined before its use"))),
        }
    }

    /// `%a, %b`: as many as follow; the comma before anything else is left.
    ///
    /// # Errors
    /// [`SyntaxError`] if a value is not visible here.
    pub fn operands(&mut self) -> Result<RawValues, SyntaxError> {
        let mut values = RawValues::new();
        if self.cur.peek() != b'%' {
            return Ok(values);
        }
        loop {
            values.push(self.operand()?);
            let before = self.cur.pos;
            if !self.cur.eat(",") {
                return Ok(values);
            }
            if self.cur.peek() != b'%' {
                self.cur.pos = before;
                return Ok(values);
            }
        }
    }

    /// A value that no name stands for, for ops that a custom form implies.
    pub fn new_value(&mut self, ty: Type) -> RawValue {
        self.value_types.push(ty);
        RawValue(self.value_types.len() as u32 - 1)
    }

    /// The type of a value.
    pub fn type_of(&self, value: RawValue) -> &Type {
        &self.value_types[value.0 as usize]
    }

    /// Checks the stated types of values against their definitions.
    ///
    /// # Errors
    /// [`SyntaxError`] where they differ.
    pub fn check_types(&self, values: &[RawValue], types: &[Type]) -> Result<(), SyntaxError> {
        if values.len() != types.len() {
            return self.cur.fail(format!("{} operands but {} operand types before this", values.len(), types.len()));
        }
        match values.iter().zip(types).position(|(v, t)| self.type_of(*v) != t) {
            None => Ok(()),
            Some(i) => self.cur.fail(format!("the type of operand {i} before this is not the type of its definition")),
        }
    }

    /// Checks that values have one stated type.
    ///
    /// # Errors
    /// [`SyntaxError`] where one has another.
    pub fn check_type(&self, values: &[RawValue], ty: &Type) -> Result<(), SyntaxError> {
        match values.iter().position(|v| self.type_of(*v) != ty) {
            None => Ok(()),
            Some(i) => self.cur.fail(format!("the type of operand {i} before this is not the type of its definition")),
        }
    }

    /// `{...}` into the op's attributes, if it follows.
    ///
    /// # Errors
    /// [`SyntaxError`] for a malformed dictionary or an attribute given before.
    pub fn attr_dict(&mut self, op: &mut OpState) -> Result<(), SyntaxError> {
        if !self.cur.at("{") {
            return Ok(());
        }
        if op.attrs.is_empty() {
            op.attrs = self.dict()?;
            return Ok(());
        }
        // The dictionary has no duplicates in itself.
        let before: FxHashSet<Str> = op.attrs.iter().map(|(n, _)| n.clone()).collect();
        for (name, value) in self.dict()? {
            if before.contains(&name) {
                return self.cur.fail(format!("attribute `{name}` is given twice"));
            }
            op.attrs.push((name, value));
        }
        Ok(())
    }

    /// Skips blanks and takes `punct` if it follows.
    pub fn eat(&mut self, punct: &str) -> bool {
        self.cur.eat(punct)
    }
    /// Whether `punct` follows.
    pub fn at(&mut self, punct: &str) -> bool {
        self.cur.at(punct)
    }
    /// Takes `punct`.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn expect(&mut self, punct: &str) -> Result<(), SyntaxError> {
        self.cur.expect(punct)
    }
    /// Takes the identifier `word` if it follows.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.cur.eat_word(word)
    }
    /// Takes the identifier `word`.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn expect_word(&mut self, word: &str) -> Result<(), SyntaxError> {
        if self.cur.eat_word(word) { Ok(()) } else { self.cur.fail(format!("expected `{word}`")) }
    }
    /// Takes an identifier; `what` names it in the error.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn word(&mut self, what: &str) -> Result<&'a str, SyntaxError> {
        self.cur.expect_word(what)
    }
    /// The identifier that follows, left in place.
    pub fn peek_word(&mut self) -> Option<&'a str> {
        self.cur.peek_word()
    }
    /// A quoted string.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn string(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.cur.string()
    }
    /// A signed 64-bit integer.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn int64(&mut self) -> Result<i64, SyntaxError> {
        self.cur.int64()
    }
    /// An unsigned 64-bit integer.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn unsigned(&mut self) -> Result<u64, SyntaxError> {
        self.cur.unsigned()
    }
    /// A decimal floating-point literal, without the type that may follow.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else follows.
    pub fn float64(&mut self) -> Result<f64, SyntaxError> {
        match self.cur.float_text().and_then(|text| text.parse().ok()) {
            Some(value) => Ok(value),
            None => self.cur.fail("expected a float literal"),
        }
    }
    /// The position, for [`Parser::rewind`].
    pub fn mark(&self) -> usize {
        self.cur.pos
    }
    /// Back to a position taken before, to read it another way.
    pub fn rewind(&mut self, mark: usize) {
        self.cur.pos = mark.min(self.cur.pos);
    }
    /// The text between a bracket just taken (`<`) and its partner, blanks normalised.
    ///
    /// # Errors
    /// [`SyntaxError`] if brackets do not match.
    pub fn balanced(&mut self) -> Result<String, SyntaxError> {
        self.cur.balanced(self.limits.depth)
    }
    /// The text of a list in square or curly brackets, with them, blanks normalised.
    ///
    /// # Errors
    /// [`SyntaxError`] if no such list follows.
    pub fn bracketed(&mut self) -> Result<String, SyntaxError> {
        let (open, close) = if self.cur.eat("[") {
            ('[', ']')
        } else {
            self.cur.expect("{")?;
            ('{', '}')
        };
        let inner = self.cur.balanced_to(close as u8, self.limits.depth)?;
        Ok(format!("{open}{inner}{close}"))
    }
    /// Whether an op's regions see no outer values.
    pub fn is_isolated(&self, name: &str) -> bool {
        self.assembly.is_isolated(name)
    }
    /// An error at the next significant character.
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        self.cur.error(message)
    }
}
