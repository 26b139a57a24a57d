//! Strings that are no text. MLIR's strings are bytes, and some hold serialised programs; here they are [`Str`], so a byte
//! that is no part of valid UTF-8 becomes a character of a private range, and comes back as that byte.

use crate::Str;
use std::borrow::Cow;

/// Byte `b` stands as this character plus `b`. The range is the end of the last private plane.
const FIRST: u32 = 0x10_FF00;

fn is_escape(c: char) -> bool {
    (FIRST..FIRST + 0x100).contains(&u32::from(c))
}

fn push(out: &mut String, bytes: &[u8]) {
    out.extend(bytes.iter().filter_map(|&b| char::from_u32(FIRST + u32::from(b))));
}

/// The string of some bytes. Different bytes give different strings.
pub fn str_from_bytes(bytes: &[u8]) -> Str {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains(is_escape) => return text.into(),
        _ => {}
    }
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match is_escape(c) {
                true => push(&mut out, c.encode_utf8(&mut [0; 4]).as_bytes()),
                false => out.push(c),
            }
        }
        push(&mut out, chunk.invalid());
    }
    out.into()
}

/// The bytes of a string that [`str_from_bytes`] made.
pub fn str_to_bytes(text: &str) -> Cow<'_, [u8]> {
    // All characters of the range begin with these two bytes.
    if !text.as_bytes().windows(2).any(|w| w == [0xF4, 0x8F]) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match is_escape(c) {
            true => out.push((u32::from(c) - FIRST) as u8),
            false => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&all[..], b"text", "\u{e4}\u{10FF41}".as_bytes(), b"\xf4\x8f\xbc\x80", b"\xff\xfe", b""] {
            assert_eq!(&*str_to_bytes(&str_from_bytes(bytes)), bytes);
        }
        assert_ne!(str_from_bytes(b"\x80"), str_from_bytes("\u{10FF80}".as_bytes()));
        assert_eq!(&*str_from_bytes("gr\u{fc}n".as_bytes()), "gr\u{fc}n");
    }
}
