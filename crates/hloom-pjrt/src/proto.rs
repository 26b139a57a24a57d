//! Just enough of the protocol buffer wire format to read compile options and to write device assignments and shardings.

use crate::error::Error;

/// A field's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Field<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    Fixed64(u64),
    Fixed32(u32),
}

/// Reads a message field by field.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Error> {
        let (head, tail) = self.0.split_at_checked(n).ok_or_else(|| malformed("is truncated"))?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self.take(N)?;
        bytes.try_into().map_err(|_| malformed("is truncated"))
    }

    /// A number without a field around it, as in packed lists.
    fn varint(&mut self) -> Result<u64, Error> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let [b] = self.array()?;
            value |= u64::from(b & 0x7f) << shift;
            if b < 0x80 {
                return Ok(value);
            }
        }
        Err(malformed("has a number that is too long"))
    }

    /// Number and value of the next field; `None` at the end.
    pub(crate) fn field(&mut self) -> Result<Option<(u64, Field<'a>)>, Error> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let tag = self.varint()?;
        let value = match tag & 7 {
            0 => Field::Varint(self.varint()?),
            1 => Field::Fixed64(u64::from_le_bytes(self.array()?)),
            2 => {
                let n = usize::try_from(self.varint()?).map_err(|_| malformed("is truncated"))?;
                Field::Bytes(self.take(n)?)
            }
            5 => Field::Fixed32(u32::from_le_bytes(self.array()?)),
            _ => return Err(malformed("has a field of unknown form")),
        };
        Ok(Some((tag >> 3, value)))
    }
}

fn malformed(what: &str) -> Error {
    Error::invalid(format!("a protocol buffer message {what}"))
}

fn put_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a number field; fields are below 16.
pub(crate) fn put_varint(out: &mut Vec<u8>, field: u8, value: u64) {
    out.push(field << 3);
    put_number(out, value);
}

/// Appends a field of bytes.
pub(crate) fn put_bytes(out: &mut Vec<u8>, field: u8, bytes: &[u8]) {
    out.push(field << 3 | 2);
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends a list of numbers, packed.
pub(crate) fn put_list(out: &mut Vec<u8>, field: u8, values: impl IntoIterator<Item = u64>) {
    let mut list = Vec::new();
    values.into_iter().for_each(|v| put_number(&mut list, v));
    put_bytes(out, field, &list);
}

/// Adds the numbers of one field of a list, packed or not.
pub(crate) fn add_list(list: &mut Vec<u64>, field: Field<'_>) -> Result<(), Error> {
    match field {
        Field::Varint(n) => list.push(n),
        Field::Bytes(packed) => {
            let mut reader = Reader::new(packed);
            while !reader.0.is_empty() {
                list.push(reader.varint()?);
            }
        }
        Field::Fixed64(_) | Field::Fixed32(_) => return Err(malformed("has a list of unknown form")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let mut b = Vec::new();
        put_varint(&mut b, 4, 300);
        put_bytes(&mut b, 3, b"ab");
        put_list(&mut b, 5, [1, 300]);
        let mut r = Reader::new(&b);
        assert_eq!(r.field().expect("field"), Some((4, Field::Varint(300))));
        assert_eq!(r.field().expect("field"), Some((3, Field::Bytes(b"ab"))));
        let mut list = vec![7];
        let (number, field) = r.field().expect("field").expect("one more");
        add_list(&mut list, field).expect("numbers");
        assert_eq!((number, list), (5, vec![7, 1, 300]));
        assert_eq!(r.field().expect("end"), None);
    }

    #[test]
    fn damage_is_an_error() {
        for bytes in [&[0x80][..], &[0x1a, 9, 1], &[0x0b], &[0x09, 1], &[0x80; 12]] {
            assert!(Reader::new(bytes).field().is_err(), "{bytes:?}");
        }
    }
}
