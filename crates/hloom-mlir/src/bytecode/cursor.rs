//! A bounds-checked position in the bytes of a bytecode file.

use super::Result;
use crate::SyntaxError;

/// The byte that fills alignment gaps.
const PADDING: u8 = 0xCB;

/// A position in a slice of the file that knows where in the file it is.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    data: &'a [u8],
    pos: usize,
    /// Offset of `data[0]` in the file: alignment is relative to the file, and errors name file offsets.
    base: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `data`, which begins at offset `base` of the file.
    pub fn new(data: &'a [u8], base: usize) -> Self {
        Cursor { data, pos: 0, base }
    }
    /// Bytes not yet read.
    pub fn remaining(&self) -> usize {
        self.data.len() - self.pos
    }
    /// True at the end.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }
    /// Offset in the file.
    pub fn offset(&self) -> usize {
        self.base + self.pos
    }
    /// An error at this position.
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { message: message.into(), offset: self.offset(), line: 0, column: 0 }
    }

    /// One byte.
    ///
    /// # Errors
    /// At the end.
    pub fn byte(&mut self) -> Result<u8> {
        let b = *self.data.get(self.pos).ok_or_else(|| self.error("unexpected end of bytecode"))?;
        self.pos += 1;
        Ok(b)
    }

    /// The next `n` bytes.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn bytes(&mut self, n: u64) -> Result<&'a [u8]> {
        let n = usize::try_from(n).ok().filter(|&n| n <= self.remaining());
        let n = n.ok_or_else(|| self.error("a length points behind the end of the bytecode"))?;
        let out = &self.data[self.pos..self.pos + n];
        self.pos += n;
        Ok(out)
    }

    /// The next `n` bytes as a cursor of their own.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn sub(&mut self, n: u64) -> Result<Cursor<'a>> {
        let base = self.offset();
        Ok(Cursor::new(self.bytes(n)?, base))
    }

    /// A variable-length unsigned integer: the number of trailing zero bits of the first byte is the number of further
    /// bytes; the value is little-endian above the marker bit.
    ///
    /// # Errors
    /// At the end.
    pub fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let extra = first.trailing_zeros() as usize;
        let mut raw = [0u8; 8];
        if extra == 8 {
            raw.copy_from_slice(self.bytes(8)?);
            return Ok(u64::from_le_bytes(raw));
        }
        raw[0] = first;
        raw[1..=extra].copy_from_slice(self.bytes(extra as u64)?);
        Ok(u64::from_le_bytes(raw) >> (extra + 1))
    }

    /// A zigzag-encoded signed integer.
    ///
    /// # Errors
    /// At the end.
    pub fn svarint(&mut self) -> Result<i64> {
        let v = self.varint()?;
        Ok((v >> 1) as i64 ^ -((v & 1) as i64))
    }

    /// An integer whose low bit is a flag.
    ///
    /// # Errors
    /// At the end.
    pub fn varint_flag(&mut self) -> Result<(u64, bool)> {
        let v = self.varint()?;
        Ok((v >> 1, v & 1 == 1))
    }

    /// A count of things that each take at least one of the remaining bytes, so that reserving for it is harmless.
    ///
    /// # Errors
    /// When the count is larger than the remaining bytes.
    pub fn count(&mut self) -> Result<usize> {
        let n = self.varint()?;
        self.check_count(n)
    }

    /// `n`, if each of `n` things could take one of the remaining bytes.
    ///
    /// # Errors
    /// When the count is larger than the remaining bytes.
    pub fn check_count(&self, n: u64) -> Result<usize> {
        let fits = usize::try_from(n).ok().filter(|&n| n <= self.remaining());
        fits.ok_or_else(|| self.error(format!("a count of {n} is more than the bytes that are left")))
    }

    /// Bytes up to a NUL, which is skipped.
    ///
    /// # Errors
    /// When no NUL follows.
    pub fn c_string(&mut self) -> Result<&'a [u8]> {
        let rest = &self.data[self.pos..];
        let n = rest.iter().position(|&b| b == 0).ok_or_else(|| self.error("a string has no end"))?;
        self.pos += n + 1;
        Ok(&rest[..n])
    }

    /// Skips padding up to a multiple of `alignment` in the file.
    ///
    /// # Errors
    /// When the alignment is no power of two or the gap holds other bytes.
    pub fn align(&mut self, alignment: u64) -> Result<()> {
        if !alignment.is_power_of_two() || alignment > 1 << 32 {
            return Err(self.error("an alignment is not a power of two"));
        }
        while self.offset() as u64 & (alignment - 1) != 0 {
            if self.byte()? != PADDING {
                return Err(self.error("unexpected byte in padding"));
            }
        }
        Ok(())
    }

    /// A section: its id and its contents.
    ///
    /// # Errors
    /// When the header is malformed.
    pub fn section(&mut self) -> Result<(u8, Cursor<'a>)> {
        let id = self.byte()?;
        let length = self.varint()?;
        if id & 0x80 != 0 {
            let alignment = self.varint()?;
            self.align(alignment)?;
        }
        Ok((id & 0x7f, self.sub(length)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_of_every_length() {
        let cases: &[(&[u8], u64)] = &[
            (&[0x01], 0),
            (&[0xff], 127),
            (&[0x02, 0x02], 128),
            (&[0xfe, 0xff], (1 << 14) - 1),
            (&[0x04, 0x00, 0x02], 1 << 14),
            (&[0x80, 0, 0, 0, 0, 0, 0, 0x80], 0x80 << 48),
            (&[0x00, 1, 0, 0, 0, 0, 0, 0, 0x80], 0x8000_0000_0000_0001),
        ];
        for (bytes, value) in cases {
            let mut c = Cursor::new(bytes, 0);
            assert_eq!(c.varint(), Ok(*value));
            assert!(c.is_empty());
            assert!(Cursor::new(&bytes[..bytes.len() - 1], 0).varint().is_err());
        }
        assert_eq!(Cursor::new(&[0x03], 0).svarint(), Ok(-1));
        assert_eq!(Cursor::new(&[0x05], 0).svarint(), Ok(1));
    }

    #[test]
    fn alignment_is_relative_to_the_file() {
        let mut c = Cursor::new(&[0xCB, 0xCB, 7], 6);
        assert_eq!(c.align(8), Ok(()));
        assert_eq!(c.byte(), Ok(7));
        assert!(Cursor::new(&[0], 1).align(8).is_err());
        assert!(Cursor::new(&[0], 1).align(3).is_err());
        assert!(Cursor::new(&[0], 1).align(0).is_err());
    }
}
