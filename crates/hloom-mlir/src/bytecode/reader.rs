//! The tables of a file (strings, attributes, types, locations) and the reader of one payload.

use super::{Cursor, DialectCodec, Result, builtin};
use crate::{Attr, Limits, Loc, LocData, LocTable, Str, SyntaxError, Type};
use std::sync::Arc;

/// An attribute or type of the file: where its encoding is, and its value once decoded.
pub(super) struct Entry<'a, T> {
    /// Index of the dialect that owns the encoding.
    pub(super) dialect: u32,
    /// Payload of the dialect, not assembly text.
    pub(super) custom: bool,
    pub(super) data: Cursor<'a>,
    /// The value and its size as a tree.
    pub(super) value: Option<(T, u64)>,
}

/// How far the decoding of a location got.
#[derive(Clone, Copy)]
pub(super) enum LocState {
    Unseen,
    Pending,
    Done(Loc),
}

/// Everything that payloads refer to by index.
pub(super) struct Tables<'a> {
    pub(super) limits: Limits,
    /// Container version.
    pub(super) version: u64,
    pub(super) strings: Vec<Str>,
    pub(super) dialects: Vec<Str>,
    pub(super) attrs: Vec<Entry<'a, Attr>>,
    pub(super) types: Vec<Entry<'a, Type>>,
    /// Dialect resources in file order: key, and the blob if one was stored.
    pub(super) resources: Vec<(Str, Option<&'a [u8]>)>,
    pub(super) locs: LocTable,
    /// One state for each entry of `attrs`.
    pub(super) loc_state: Vec<LocState>,
    /// Bytes of constants that may still be decoded.
    pub(super) constant_budget: usize,
    /// Size, as trees, of all metadata of locations so far.
    pub(super) metadata_weight: u64,
}

/// Largest tree that one attribute or type may stand for. Real modules stay far below; only deliberate sharing
/// reaches it.
const MAX_TREE: u64 = 1 << 24;

impl<'a> Tables<'a> {
    pub(super) fn string(&self, index: u64, at: &Cursor<'_>) -> Result<Str> {
        let found = usize::try_from(index).ok().and_then(|i| self.strings.get(i));
        found.cloned().ok_or_else(|| at.error(format!("string {index} does not exist")))
    }

    pub(super) fn attr(&mut self, index: u64, codec: &dyn DialectCodec, depth: u32) -> Result<(Attr, u64)> {
        let missing = || error_at(0, format!("attribute {index} does not exist"));
        let i = usize::try_from(index).map_err(|_| missing())?;
        let entry = self.attrs.get(i).ok_or_else(missing)?;
        if let Some((value, weight)) = &entry.value {
            return Ok((value.clone(), *weight));
        }
        let (data, custom, dialect) = (entry.data, entry.custom, self.dialects[entry.dialect as usize].clone());
        self.check_depth(depth, &data)?;
        let (value, weight) = if custom {
            let is_builtin = &*dialect == "builtin";
            if is_builtin && builtin::is_location(data) {
                (Attr::Loc(self.loc(i, codec, depth)?), 1)
            } else {
                let mut r = Reader { cursor: data, tables: self, codec, depth, weight: 1 };
                let value = if is_builtin { builtin::attr(&mut r)? } else { codec.attr(&dialect, &mut r)? };
                (value, r.finish("attribute")?)
            }
        } else {
            let text = entry_text(data)?;
            let value = codec.attr_text(&text);
            let value = value.ok_or_else(|| data.error(format!("attribute text '{text}' is not understood")))?;
            (value, 1)
        };
        self.attrs[i].value = Some((value.clone(), weight));
        Ok((value, weight))
    }

    pub(super) fn ty(&mut self, index: u64, codec: &dyn DialectCodec, depth: u32) -> Result<(Type, u64)> {
        let missing = || error_at(0, format!("type {index} does not exist"));
        let i = usize::try_from(index).map_err(|_| missing())?;
        let entry = self.types.get(i).ok_or_else(missing)?;
        if let Some((value, weight)) = &entry.value {
            return Ok((value.clone(), *weight));
        }
        let (data, custom, dialect) = (entry.data, entry.custom, self.dialects[entry.dialect as usize].clone());
        self.check_depth(depth, &data)?;
        let (value, weight) = if custom {
            let mut r = Reader { cursor: data, tables: self, codec, depth, weight: 1 };
            let value = if &*dialect == "builtin" { builtin::ty(&mut r)? } else { codec.ty(&dialect, &mut r)? };
            (value, r.finish("type")?)
        } else {
            let text = entry_text(data)?;
            let value = codec.type_text(&text);
            (value.ok_or_else(|| data.error(format!("type text '{text}' is not understood")))?, 1)
        };
        self.types[i].value = Some((value.clone(), weight));
        Ok((value, weight))
    }

    fn check_depth(&self, depth: u32, at: &Cursor<'_>) -> Result<()> {
        if depth > self.limits.depth {
            return Err(at.error("attributes or types are nested too deeply"));
        }
        Ok(())
    }

    /// The location that attribute `index` is. Chains of call sites are long, so children are decoded from a work list;
    /// metadata, which may hold locations again, is decoded at `depth`.
    pub(super) fn loc(&mut self, index: usize, codec: &dyn DialectCodec, depth: u32) -> Result<Loc> {
        if let Some(LocState::Pending) = self.loc_state.get(index) {
            return Err(error_at(0, "a location contains itself".into()));
        }
        let mut work = vec![index];
        while let Some(&i) = work.last() {
            let entry = self.attrs.get(i).ok_or_else(|| error_at(0, format!("attribute {i} does not exist")))?;
            let data = entry.data;
            if !entry.custom || &*self.dialects[entry.dialect as usize] != "builtin" {
                return Err(data.error("a location was expected"));
            }
            let state = self.loc_state[i];
            if let LocState::Done(_) = state {
                work.pop();
                continue;
            }
            let parts = builtin::location(data)?;
            let before = work.len();
            for &child in parts.children() {
                let child = usize::try_from(child).map_err(|_| data.error("an attribute index is too large"))?;
                match self.loc_state.get(child) {
                    None => return Err(data.error(format!("attribute {child} does not exist"))),
                    Some(LocState::Unseen) => work.push(child),
                    Some(LocState::Done(_)) => {}
                    Some(LocState::Pending) => return Err(data.error("a location contains itself")),
                }
            }
            if work.len() > before {
                self.loc_state[i] = LocState::Pending;
                continue;
            }
            let done = |t: &Self, child: u64| match t.loc_state[child as usize] {
                LocState::Done(loc) => loc,
                _ => Loc::UNKNOWN,
            };
            let loc = match parts {
                builtin::LocParts::Unknown => LocData::Unknown,
                builtin::LocParts::File { name, line, column } => LocData::File(self.string_attr(name)?, line, column),
                builtin::LocParts::Range { name, range } => LocData::Range(self.string_attr(name)?, range),
                builtin::LocParts::Name { name, child } => LocData::Name(self.string_attr(name)?, done(self, child[0])),
                builtin::LocParts::CallSite([callee, caller]) => {
                    LocData::CallSite(done(self, callee), done(self, caller))
                }
                builtin::LocParts::Fused(locs, metadata) => {
                    let metadata = match metadata {
                        Some(metadata) => {
                            self.loc_state[i] = LocState::Pending;
                            Some(Box::new(self.metadata(metadata, codec, depth, &data)?))
                        }
                        None => None,
                    };
                    LocData::Fused(locs.iter().map(|&l| done(self, l)).collect(), metadata)
                }
            };
            self.loc_state[i] = LocState::Done(self.locs.add(loc));
            work.pop();
        }
        match self.loc_state[index] {
            LocState::Done(loc) => Ok(loc),
            _ => Err(error_at(0, "a location contains itself".into())),
        }
    }

    /// The metadata of a location. Many locations may share one large attribute, so that sizes are summed.
    fn metadata(&mut self, index: u64, codec: &dyn DialectCodec, depth: u32, at: &Cursor<'_>) -> Result<Attr> {
        let (attr, weight) = self.attr(index, codec, depth + 1)?;
        self.metadata_weight = self.metadata_weight.saturating_add(weight);
        if self.metadata_weight > MAX_TREE {
            return Err(at.error("the metadata of locations is too large"));
        }
        Ok(attr)
    }

    /// The text of a string attribute that a location names; read directly, so that a location cannot lead back
    /// to itself through it.
    fn string_attr(&self, index: u64) -> Result<Str> {
        let missing = || error_at(0, format!("attribute {index} is no string where a location needs one"));
        let entry = usize::try_from(index).ok().and_then(|i| self.attrs.get(i)).ok_or_else(missing)?;
        if !entry.custom || &*self.dialects[entry.dialect as usize] != "builtin" {
            return Err(missing());
        }
        self.string(builtin::string_index(entry.data).ok_or_else(missing)?, &entry.data)
    }
}

fn error_at(offset: usize, message: String) -> SyntaxError {
    SyntaxError { message, offset, line: 0, column: 0 }
}

/// The assembly text of an entry: everything up to its terminating NUL.
fn entry_text(mut data: Cursor<'_>) -> Result<String> {
    let text = data.c_string()?;
    if !data.is_empty() {
        return Err(data.error("unexpected bytes behind the text of an attribute or type"));
    }
    Ok(String::from_utf8_lossy(text).into_owned())
}

/// Reads one payload: an attribute, a type, or the properties of an op. What it refers to is decoded on the way.
pub struct Reader<'r, 'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) tables: &'r mut Tables<'a>,
    pub(super) codec: &'r dyn DialectCodec,
    pub(super) depth: u32,
    /// Size so far, as a tree, of what is being read.
    pub(super) weight: u64,
}

impl<'a> Reader<'_, 'a> {
    /// An error at the current position.
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        self.cursor.error(message)
    }
    /// Version of the container.
    pub fn version(&self) -> u64 {
        self.tables.version
    }
    /// The bytes of the payload that are left.
    pub fn cursor(&mut self) -> &mut Cursor<'a> {
        &mut self.cursor
    }
    /// Bytes of constants that may still be decoded.
    pub fn constant_budget(&self) -> usize {
        self.tables.constant_budget
    }
    /// An unsigned integer.
    ///
    /// # Errors
    /// At the end of the payload.
    pub fn varint(&mut self) -> Result<u64> {
        self.cursor.varint()
    }
    /// A signed integer.
    ///
    /// # Errors
    /// At the end of the payload.
    pub fn svarint(&mut self) -> Result<i64> {
        self.cursor.svarint()
    }
    /// A list: its length, then each element as `read` reads it.
    ///
    /// # Errors
    /// When the length is more than the payload holds, or from `read`.
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let n = self.cursor.count()?;
        (0..n).map(|_| read(self)).collect()
    }
    /// A list of signed integers.
    ///
    /// # Errors
    /// At the end of the payload.
    pub fn svarints(&mut self) -> Result<Vec<i64>> {
        self.list(|r| r.svarint())
    }
    /// A string of the string section.
    ///
    /// # Errors
    /// When the index does not exist.
    pub fn string(&mut self) -> Result<Str> {
        let index = self.varint()?;
        self.tables.string(index, &self.cursor)
    }
    /// Bytes with their length.
    ///
    /// # Errors
    /// When they are longer than the payload.
    pub fn blob(&mut self) -> Result<&'a [u8]> {
        let n = self.varint()?;
        self.cursor.bytes(n)
    }

    /// An attribute by index.
    ///
    /// # Errors
    /// When it does not exist, is malformed or nested too deeply.
    pub fn attr(&mut self) -> Result<Attr> {
        let index = self.varint()?;
        self.attr_at(index)
    }
    /// An attribute that may be absent.
    ///
    /// # Errors
    /// As [`Reader::attr`].
    pub fn optional_attr(&mut self) -> Result<Option<Attr>> {
        let (index, present) = self.cursor.varint_flag()?;
        if present { self.attr_at(index).map(Some) } else { Ok(None) }
    }
    fn attr_at(&mut self, index: u64) -> Result<Attr> {
        let (value, weight) = self.tables.attr(index, self.codec, self.depth + 1)?;
        self.charge(weight)?;
        Ok(value)
    }
    /// A string attribute by index.
    ///
    /// # Errors
    /// As [`Reader::attr`], and when it is something else.
    pub fn string_attr(&mut self) -> Result<Str> {
        match self.attr()? {
            Attr::String(s) => Ok(s),
            _ => Err(self.error("a string attribute was expected")),
        }
    }
    /// A type by index.
    ///
    /// # Errors
    /// When it does not exist, is malformed or nested too deeply.
    pub fn ty(&mut self) -> Result<Type> {
        let index = self.varint()?;
        let (value, weight) = self.tables.ty(index, self.codec, self.depth + 1)?;
        self.charge(weight)?;
        Ok(value)
    }
    /// A list of types.
    ///
    /// # Errors
    /// As [`Reader::ty`].
    pub fn types(&mut self) -> Result<Vec<Type>> {
        self.list(|r| r.ty())
    }
    /// A resource by index: key and blob.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn resource(&mut self) -> Result<(Str, Option<&'a [u8]>)> {
        let index = self.varint()?;
        let found = usize::try_from(index).ok().and_then(|i| self.tables.resources.get(i)).cloned();
        found.ok_or_else(|| self.error(format!("resource {index} does not exist")))
    }

    /// The bits of an integer of `width` bits (at most 64), above them zero: a byte up to 8 bits, else a signed varint.
    ///
    /// # Errors
    /// At the end of the payload, or when the width is larger than 64.
    pub fn int_bits(&mut self, width: u32) -> Result<u64> {
        let raw = match width {
            1..=8 => u64::from(self.cursor.byte()?),
            9..=64 => self.svarint()? as u64,
            _ => return Err(self.error(format!("integers of {width} bits are not supported"))),
        };
        Ok(raw & (u64::MAX >> (64 - width)))
    }

    /// A `dense` attribute from its type and raw buffer.
    ///
    /// # Errors
    /// When the buffer does not fit the type or constants exceed the limit.
    pub fn dense(&mut self, ty: &Type, raw: &[u8]) -> Result<Attr> {
        let attr =
            super::dense_from_raw(ty, raw, self.tables.constant_budget).map_err(|message| self.error(message))?;
        if let Attr::Dense(d) = &attr {
            self.tables.constant_budget = self.tables.constant_budget.saturating_sub(d.data.len());
        }
        Ok(attr)
    }

    /// A dictionary: keys and values.
    ///
    /// # Errors
    /// As [`Reader::attr`], and when a key stands there twice.
    pub fn dictionary(&mut self) -> Result<Attr> {
        let entries = self.list(|r| Ok((r.string_attr()?, r.attr()?)))?;
        let mut keys: Vec<&Str> = entries.iter().map(|(key, _)| key).collect();
        keys.sort_unstable();
        if let Some(twice) = keys.windows(2).find(|w| w[0] == w[1]) {
            return Err(self.error(format!("the key '{}' stands in a dictionary twice", twice[0])));
        }
        Ok(Attr::Dict(entries.into()))
    }

    /// Builds an array attribute.
    pub fn array(&self, items: Vec<Attr>) -> Attr {
        Attr::Array(Arc::from(items))
    }

    /// Counts `weight` towards the bound on the size of what is being read; for codecs that build text out of texts.
    ///
    /// # Errors
    /// When the bound is exceeded.
    pub fn charge(&mut self, weight: u64) -> Result<()> {
        self.weight = self.weight.saturating_add(weight);
        if self.weight > MAX_TREE {
            return Err(self.error("an attribute or type is too large"));
        }
        Ok(())
    }

    /// Checks that the payload ends here; returns its size as a tree.
    fn finish(self, what: &str) -> Result<u64> {
        if !self.cursor.is_empty() {
            return Err(self.error(format!("unexpected bytes behind an {what}").replace("an type", "a type")));
        }
        Ok(self.weight)
    }
}
