//! `dense<...>` and `dense_resource<...>`: elements into bytes.

use super::attrs::fit_integer;
use super::cursor::{Cursor, Parsed};
use super::number::parse_float_bits;
use super::ops::Parser;
use crate::{Attr, Dense, RankedTensor, Type};
use hloom_num::DType;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How the elements of a tensor type are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elem {
    Scalar(DType),
    Index,
}

impl Elem {
    pub(crate) fn of(ty: &Type) -> Option<Elem> {
        match ty {
            Type::Scalar(d) => Some(Elem::Scalar(*d)),
            Type::Index => Some(Elem::Index),
            _ => None,
        }
    }
    pub(crate) fn size(self) -> usize {
        match self {
            Elem::Scalar(d) => d.byte_size(),
            Elem::Index => 8,
        }
    }
}

/// Number of elements of a static shape, if it fits the address space.
pub(crate) fn element_count(tensor: &RankedTensor) -> Option<usize> {
    let mut count = 1usize;
    let mut zero = false;
    for dim in &tensor.dims {
        match usize::try_from((*dim)?).ok()? {
            0 => zero = true,
            n => count = count.checked_mul(n)?,
        }
    }
    Some(if zero { 0 } else { count })
}

impl Dense {
    /// A constant in canonical form: two or more equal elements become a splat, and a splat of one element is
    /// stored as what it is.
    pub fn canonical(ty: Type, data: Vec<u8>, splat: bool, count: usize) -> Dense {
        // Without elements there still are two constants: that of no value, and that of one value none times.
        if count == 0 {
            return Dense { ty, splat: splat && !data.is_empty(), data: data.into() };
        }
        if splat {
            return Dense { ty, data: data.into(), splat: count > 1 };
        }
        let size = data.len() / count;
        let uniform = count > 1 && data[size..] == data[..data.len() - size];
        let data = if uniform { Arc::from(&data[..size]) } else { data.into() };
        Dense { ty, data, splat: uniform }
    }
}

impl<'a> Parser<'a> {
    /// `dense<...> : type` after the word.
    pub(crate) fn dense(&mut self) -> Parsed<Attr> {
        self.cur.expect("<")?;
        self.cur.skip();
        // The elements make sense only with the type, which comes after them.
        let mut body = self.cur.clone();
        let blob = (body.byte() == b'"').then(|| body.raw_string()).transpose()?;
        if blob.is_some() {
            self.cur.pos = body.pos;
            self.cur.expect(">")?;
        } else {
            match self.cur.src[self.cur.pos..].find(['>', '"']) {
                Some(n) if self.cur.src.as_bytes()[self.cur.pos + n] == b'>' => self.cur.pos += n + 1,
                _ => return self.cur.fail("dense needs numbers between `<` and `>`; strings are not supported"),
            }
            body.src = &self.cur.src[..self.cur.pos - 1];
        }
        self.cur.expect(":")?;
        let at = self.cur.pos;
        let ty = self.ty()?;
        let Type::RankedTensor(tensor) = &ty else {
            return Err(self.cur.error_at(at, "dense needs a ranked tensor type"));
        };
        let Some(elem) = Elem::of(&tensor.elem) else {
            return Err(self.cur.error_at(at, "dense does not support this element type"));
        };
        let Some(count) = element_count(tensor) else {
            return Err(self.cur.error_at(at, "dense needs a static shape that fits the address space"));
        };
        let dense = match blob {
            Some(blob) => {
                let Some(hex) = blob.strip_prefix("0x") else {
                    return Err(self.cur.error_at(at, "dense strings are not supported, except `\"0x...\"`"));
                };
                self.count_constant(hex.len() / 2)?;
                match decode_hex(hex).and_then(|bytes| from_blob(ty.clone(), elem, count, bytes)) {
                    Some(dense) => dense,
                    None => return Err(self.cur.error_at(at, "the hex string does not fit the type")),
                }
            }
            None => {
                let tensor = tensor.clone();
                self.dense_elements(&mut body, ty, &tensor, elem, count)?
            }
        };
        Ok(Attr::Dense(Arc::new(dense)))
    }

    fn count_constant(&mut self, bytes: usize) -> Parsed<()> {
        self.constant_bytes = self.constant_bytes.saturating_add(bytes);
        if self.constant_bytes > self.limits.constant_bytes {
            return self.cur.fail("the constants exceed the size limit");
        }
        Ok(())
    }

    fn dense_elements(
        &mut self,
        body: &mut Cursor<'a>,
        ty: Type,
        tensor: &RankedTensor,
        elem: Elem,
        count: usize,
    ) -> Parsed<Dense> {
        let mut data = Vec::new();
        if body.at_end() {
            if count != 0 {
                return body.fail("dense without elements for a shape that has some");
            }
            return Ok(Dense::canonical(ty, data, false, 0));
        }
        if body.byte() != b'[' {
            element(body, elem, &mut data)?;
            if !body.at_end() {
                return body.fail("expected the end of the constant");
            }
            self.count_constant(data.len())?;
            return Ok(Dense::canonical(ty, data, true, count));
        }
        let rank = tensor.dims.len();
        if rank > self.limits.depth as usize {
            return body.fail("nesting too deep");
        }
        // Position in each open list: the shape is known, so no recursion is needed.
        let mut index: Vec<i64> = Vec::with_capacity(rank);
        let size = |level: usize| tensor.dims[level].unwrap_or(0);
        loop {
            // Descend to the next element, or to an empty list.
            while index.len() < rank && (index.is_empty() || size(index.len() - 1) > 0) {
                body.expect("[")?;
                index.push(0);
            }
            let Some(&last) = index.last() else { break };
            if last < size(index.len() - 1) {
                element(body, elem, &mut data)?;
            }
            // Ascend past the lists that are complete.
            while let Some(position) = index.last().copied() {
                let total = size(index.len() - 1);
                if position + 1 < total {
                    if !body.eat(",") {
                        return body.fail(format!("expected `,`: the type has {total} elements here"));
                    }
                    if let Some(last) = index.last_mut() {
                        *last += 1;
                    }
                    break;
                }
                body.expect("]")?;
                index.pop();
            }
            if index.is_empty() {
                break;
            }
        }
        if rank == 0 {
            return body.fail("a list for a type without dimensions");
        }
        if !body.at_end() {
            return body.fail("expected the end of the constant");
        }
        self.count_constant(data.len())?;
        Ok(Dense::canonical(ty, data, false, count))
    }

    /// `dense_resource<key> : type` after the word, resolved against the resource section at the end of the file.
    pub(crate) fn dense_resource(&mut self) -> Parsed<Attr> {
        self.cur.expect("<")?;
        let at = self.cur.pos;
        let key = match self.cur.peek() {
            b'"' => self.cur.string()?,
            _ => self.cur.suffix()?.into(),
        };
        self.cur.expect(">")?;
        self.cur.expect(":")?;
        let ty = self.ty()?;
        if self.resources.is_none() {
            self.resources = Some(resource_section(&self.cur)?);
        }
        let Some(hex) = self.resources.as_ref().and_then(|r| r.get(&*key)).copied() else {
            return Err(self.cur.error_at(at, format!("resource `{key}` has no data in this file")));
        };
        self.count_constant(hex.len() / 2)?;
        let tensor = match &ty {
            Type::RankedTensor(t) => Elem::of(&t.elem).zip(element_count(t)),
            _ => None,
        };
        let Some((elem, count)) = tensor else {
            return Err(self.cur.error_at(at, "dense_resource needs a static tensor type of numbers"));
        };
        // The blob starts with its alignment as a 32-bit number.
        let bytes = hex.strip_prefix("0x").and_then(decode_hex).filter(|b| b.len() >= 4);
        match bytes.and_then(|mut bytes| from_blob(ty, elem, count, bytes.split_off(4))) {
            Some(dense) => Ok(Attr::Dense(Arc::new(dense))),
            None => Err(self.cur.error_at(at, format!("the data of resource `{key}` does not fit the type"))),
        }
    }
}

/// Appends one element.
fn element(cur: &mut Cursor<'_>, elem: Elem, out: &mut Vec<u8>) -> Parsed<()> {
    cur.skip();
    let at = cur.pos;
    let dtype = match elem {
        Elem::Index => {
            out.extend_from_slice(&cur.int64()?.to_le_bytes());
            return Ok(());
        }
        Elem::Scalar(dtype) if dtype.is_complex() => {
            let part = Elem::Scalar(dtype.real_part());
            cur.expect("(")?;
            element(cur, part, out)?;
            cur.expect(",")?;
            element(cur, part, out)?;
            return cur.expect(")");
        }
        Elem::Scalar(dtype) => dtype,
    };
    if dtype.is_float() {
        let bits = match cur.float_text() {
            Some(text) => parse_float_bits(dtype, text),
            None => match cur.integer()? {
                (bits, true) => u64::try_from(bits).ok().filter(|b| dtype.bits() == 64 || b >> dtype.bits() == 0),
                _ => return Err(cur.error_at(at, "expected a float element (an integer was given)")),
            },
        };
        let Some(bits) = bits else { return Err(cur.error_at(at, format!("the literal does not fit {dtype}"))) };
        out.extend_from_slice(&bits.to_le_bytes()[..dtype.byte_size()]);
        return Ok(());
    }
    if dtype.is_bool() {
        if cur.eat_word("true") {
            out.push(1);
            return Ok(());
        }
        if cur.eat_word("false") {
            out.push(0);
            return Ok(());
        }
    }
    let (value, _) = cur.integer()?;
    match fit_integer(value, dtype.bits(), dtype.is_unsigned_int()) {
        Some(v) if dtype.is_bool() => out.push(u8::from(v != 0)),
        Some(v) => out.extend_from_slice(&v.to_le_bytes()[..dtype.byte_size()]),
        None => return Err(cur.error_at(at, format!("the element does not fit {dtype}"))),
    }
    Ok(())
}

/// Value of each hex digit; 0xFF for other bytes.
const HEX: [u8; 256] = {
    let mut table = [0xFF; 256];
    let mut i = 0;
    while i < 16 {
        table[b"0123456789abcdef"[i] as usize] = i as u8;
        table[b"0123456789ABCDEF"[i] as usize] = i as u8;
        i += 1;
    }
    table
};

fn decode_hex(hex: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    // One pass without branches; bad digits show in the accumulated high bits.
    let mut bad = 0;
    let bytes = pairs
        .iter()
        .map(|pair| {
            let (high, low) = (HEX[pair[0] as usize], HEX[pair[1] as usize]);
            bad |= high | low;
            high << 4 | (low & 15)
        })
        .collect();
    (bad & 0xF0 == 0).then_some(bytes)
}

/// Elements from the bytes MLIR stores: one element is a splat, booleans may be packed eight to a byte (old files),
/// narrow integers come zero-extended.
fn from_blob(ty: Type, elem: Elem, count: usize, mut bytes: Vec<u8>) -> Option<Dense> {
    let size = elem.size();
    if elem == Elem::Scalar(DType::Bool) {
        if bytes.len() != count && bytes.len() != 1 && bytes.len() == count.div_ceil(8) {
            bytes = (0..count).map(|i| bytes[i / 8] >> (i % 8) & 1).collect();
        }
        bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
    }
    match elem {
        Elem::Scalar(d) if d.bits() < 8 && d.is_signed_int() => {
            let shift = 8 - d.bits();
            bytes.iter_mut().for_each(|b| *b = (((*b << shift) as i8) >> shift) as u8);
        }
        Elem::Scalar(d) if d.bits() < 8 && !d.is_bool() => {
            let mask = (1u8 << d.bits()) - 1;
            bytes.iter_mut().for_each(|b| *b &= mask);
        }
        _ => {}
    }
    if count.checked_mul(size) == Some(bytes.len()) {
        Some(Dense::canonical(ty, bytes, false, count))
    } else if bytes.len() == size {
        Some(Dense::canonical(ty, bytes, true, count))
    } else {
        None
    }
}

/// The blobs of `{-# dialect_resources: { builtin: { key: "0x..." } } #-}`, by key.
fn resource_section<'a>(whole: &Cursor<'a>) -> Parsed<FxHashMap<&'a str, &'a str>> {
    let mut blobs = FxHashMap::default();
    let Some(start) = whole.src.rfind("{-#") else { return Ok(blobs) };
    let mut cur = whole.clone();
    cur.pos = start + 3;
    fn key<'a>(cur: &mut Cursor<'a>) -> Parsed<&'a str> {
        let key = if cur.peek() == b'"' { cur.raw_string()? } else { cur.suffix()? };
        cur.expect(":")?;
        Ok(key)
    }
    while !cur.eat("#-}") {
        let section = key(&mut cur)?;
        cur.expect("{")?;
        while !cur.eat("}") {
            key(&mut cur)?;
            cur.expect("{")?;
            while !cur.eat("}") {
                let name = key(&mut cur)?;
                if section == "dialect_resources" {
                    blobs.insert(name, cur.raw_string()?);
                } else if cur.peek() == b'"' {
                    cur.raw_string()?;
                } else {
                    cur.expect_word("a resource value")?;
                }
                cur.eat(",");
            }
            cur.eat(",");
        }
        cur.eat(",");
    }
    Ok(blobs)
}
