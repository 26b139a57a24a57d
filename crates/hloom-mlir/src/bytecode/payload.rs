//! The writer of one payload, and what it asks of the tables.

use crate::{Attr, Loc, LocData, Str, Type};

/// Whose copy of an attribute or type is meant: the builtin dialect's, or that of the dialect being written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// The builtin dialect.
    Builtin,
    /// The encoder's dialect.
    Dialect,
    /// A dictionary of the builtin dialect whose values are the other dialect's: the attributes of an op.
    Dictionary,
}

/// Writes one payload, or only counts what it refers to.
pub struct Payload<'n> {
    pub(super) out: Option<Vec<u8>>,
    pub(super) numbering: &'n mut dyn Refer,
}

/// What a payload asks of the tables.
pub(super) trait Refer {
    /// Counts a reference; numbers the attribute when it is new.
    fn count_attr(&mut self, space: Space, attr: &Attr) -> Result<(), String>;
    fn count_type(&mut self, space: Space, ty: &Type) -> Result<(), String>;
    fn attr_number(&mut self, space: Space, attr: &Attr) -> Result<u64, String>;
    fn type_number(&mut self, space: Space, ty: &Type) -> Result<u64, String>;
    fn string_number(&mut self, text: &Str) -> u64;
    fn loc(&self, loc: Loc) -> LocData;
}

impl Payload<'_> {
    /// An unsigned integer.
    pub fn varint(&mut self, v: u64) {
        if let Some(out) = &mut self.out {
            put_varint(out, v);
        }
    }
    /// A signed integer.
    pub fn svarint(&mut self, v: i64) {
        self.varint((v << 1 ^ v >> 63) as u64);
    }
    /// Signed integers with their number.
    pub fn svarints(&mut self, all: &[i64]) {
        self.varint(all.len() as u64);
        all.iter().for_each(|&v| self.svarint(v));
    }
    /// The bits of an integer of known width.
    pub fn int_bits(&mut self, width: u32, bits: u64) {
        if width > 8 {
            self.svarint(bits as i64);
        } else if let Some(out) = &mut self.out {
            out.push(bits as u8);
        }
    }
    /// A byte.
    pub fn byte(&mut self, b: u8) {
        if let Some(out) = &mut self.out {
            out.push(b);
        }
    }
    /// Numbers of which many are zero: all of them, or pairs of index and number.
    pub fn sparse(&mut self, all: &[i64]) {
        let stated = || all.iter().enumerate().filter(|(_, n)| **n != 0);
        let last = stated().next_back().map_or(0, |(i, _)| i);
        let count = stated().count();
        if last > 256 || count > all.len() / 2 {
            self.varint((all.len() as u64) << 1);
            all.iter().for_each(|&n| self.varint(n as u64));
            return;
        }
        self.varint((count as u64) << 1 | 1);
        if count > 0 {
            let index_bits = (last + 1).next_power_of_two().trailing_zeros();
            self.varint(index_bits.into());
            stated().for_each(|(i, &n)| self.varint(i as u64 | (n as u64) << index_bits));
        }
    }
    /// Text with its terminator: the payload of an attribute or type in assembly.
    pub fn text(&mut self, text: &str) {
        if let Some(out) = &mut self.out {
            out.extend_from_slice(text.as_bytes());
            out.push(0);
        }
    }
    /// Bytes with their number.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        if let Some(out) = &mut self.out {
            out.extend_from_slice(bytes);
        }
    }
    /// A string of the string section.
    pub fn string(&mut self, text: &Str) {
        if self.out.is_some() {
            let number = self.numbering.string_number(text);
            self.varint(number);
        }
    }
    /// A reference to an attribute.
    ///
    /// # Errors
    /// When the attribute cannot be written.
    pub fn attr(&mut self, space: Space, attr: &Attr) -> Result<(), String> {
        if self.out.is_some() {
            let number = self.numbering.attr_number(space, attr)?;
            self.varint(number);
            return Ok(());
        }
        self.numbering.count_attr(space, attr)
    }
    /// A reference to an attribute, or that there is none.
    ///
    /// # Errors
    /// As [`Payload::attr`].
    pub fn optional_attr(&mut self, space: Space, attr: Option<&Attr>) -> Result<(), String> {
        let Some(attr) = attr else {
            self.varint(0);
            return Ok(());
        };
        if self.out.is_some() {
            let number = self.numbering.attr_number(space, attr)?;
            self.varint(number << 1 | 1);
            return Ok(());
        }
        self.numbering.count_attr(space, attr)
    }
    /// A reference to a type.
    ///
    /// # Errors
    /// When the type cannot be written.
    pub fn ty(&mut self, space: Space, ty: &Type) -> Result<(), String> {
        if self.out.is_some() {
            let number = self.numbering.type_number(space, ty)?;
            self.varint(number);
            return Ok(());
        }
        self.numbering.count_type(space, ty)
    }
    /// References to types with their number.
    ///
    /// # Errors
    /// As [`Payload::ty`].
    pub fn types(&mut self, space: Space, all: &[Type]) -> Result<(), String> {
        self.varint(all.len() as u64);
        all.iter().try_for_each(|ty| self.ty(space, ty))
    }
    /// What a location says.
    pub fn location(&self, loc: Loc) -> LocData {
        self.numbering.loc(loc)
    }
}

/// Appends an integer with the length in its low bits.
pub(super) fn put_varint(out: &mut Vec<u8>, v: u64) {
    let bits = 64 - v.leading_zeros();
    let bytes = bits.div_ceil(7).max(1) as usize;
    if bytes > 8 {
        out.push(0);
        out.extend_from_slice(&v.to_le_bytes());
        return;
    }
    let encoded = (u128::from(v) << 1 | 1) << (bytes - 1);
    out.extend_from_slice(&encoded.to_le_bytes()[..bytes]);
}
