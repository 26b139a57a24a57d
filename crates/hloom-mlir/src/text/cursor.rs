//! A position in the text and the lexical primitives of MLIR. There is no token stream: the grammar needs context to
//! tell `4x8xf32` from numbers, so the parser reads characters.

use crate::SyntaxError;
use std::borrow::Cow;

/// Result of everything that reads text.
pub(crate) type Parsed<T> = Result<T, SyntaxError>;

/// A position in a text.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    pub(crate) src: &'a str,
    pub(crate) pos: usize,
    /// Line of the file on which `src` starts.
    first_line: u32,
    /// A position whose line is known: byte offset, line (0-based in `src`), offset of the line's start.
    known: (usize, u32, usize),
}

pub(crate) fn is_id_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}
fn is_id_continue(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')
}
/// Suffix identifiers (after `%`, `^`, `@`, `#`, `!`) may also start with a digit and contain `-`.
fn is_suffix(b: u8) -> bool {
    is_id_continue(b) || b == b'-'
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(src: &'a str, first_line: u32) -> Self {
        Cursor { src, pos: 0, first_line, known: (0, 0, 0) }
    }

    fn bytes(&self) -> &'a [u8] {
        self.src.as_bytes()
    }

    /// The byte at the position without skipping blanks; 0 at the end.
    pub(crate) fn byte(&self) -> u8 {
        self.bytes().get(self.pos).copied().unwrap_or(0)
    }
    pub(crate) fn byte_at(&self, ahead: usize) -> u8 {
        self.bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Skips blanks and `//` comments.
    pub(crate) fn skip(&mut self) {
        let bytes = self.bytes();
        loop {
            // Most calls find nothing to skip.
            if bytes.get(self.pos).is_some_and(|b| *b > b' ' && *b != b'/') {
                return;
            }
            while bytes.get(self.pos).is_some_and(|b| matches!(b, b' ' | b'\n' | b'\t' | b'\r')) {
                self.pos += 1;
            }
            if bytes[self.pos..].starts_with(b"//") {
                self.pos = self.src[self.pos..].find('\n').map_or(self.src.len(), |n| self.pos + n);
            } else {
                return;
            }
        }
    }

    /// The next significant byte; 0 at the end.
    pub(crate) fn peek(&mut self) -> u8 {
        self.skip();
        self.byte()
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.skip();
        self.pos >= self.src.len()
    }

    /// Line and column (1-based) of `pos`. Cheap when positions grow from call to call.
    pub(crate) fn line_column(&mut self, pos: usize) -> (u32, u32) {
        let pos = pos.min(self.src.len());
        if pos < self.known.0 {
            self.known = (0, 0, 0);
        }
        let (from, mut line, mut start) = self.known;
        let between = &self.bytes()[from..pos];
        let newlines = between.iter().filter(|b| **b == b'\n').count();
        if newlines > 0 {
            line = line.saturating_add(newlines as u32);
            start = from + between.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        }
        self.known = (pos, line, start);
        (self.first_line.saturating_add(line), (pos - start) as u32 + 1)
    }

    pub(crate) fn error_at(&self, pos: usize, message: impl Into<String>) -> SyntaxError {
        let (line, column) = self.clone().line_column(pos);
        SyntaxError { message: message.into(), offset: pos, line, column }
    }
    /// An error at the next significant character.
    pub(crate) fn error(&self, message: impl Into<String>) -> SyntaxError {
        let mut here = self.clone();
        here.skip();
        self.error_at(here.pos, message)
    }
    pub(crate) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(self.error(message))
    }

    /// Whether the text goes on with `punct`. For words use [`Cursor::eat_word`].
    pub(crate) fn at(&mut self, punct: &str) -> bool {
        self.skip();
        match punct.as_bytes() {
            // Nearly all calls; a comparison of slices is a call of a function.
            [b] => self.byte() == *b,
            p => self.bytes()[self.pos..].starts_with(p),
        }
    }
    pub(crate) fn eat(&mut self, punct: &str) -> bool {
        let found = self.at(punct);
        if found {
            self.pos += punct.len();
        }
        found
    }
    pub(crate) fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { self.fail(format!("expected `{punct}`")) }
    }

    /// A bare identifier, if one follows.
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        if !is_id_start(self.peek()) {
            return None;
        }
        let start = self.pos;
        while is_id_continue(self.byte()) {
            self.pos += 1;
        }
        Some(&self.src[start..self.pos])
    }
    pub(crate) fn expect_word(&mut self, what: &str) -> Parsed<&'a str> {
        match self.word() {
            Some(word) => Ok(word),
            None => self.fail(format!("expected {what}")),
        }
    }
    /// The identifier that follows, without consuming it.
    pub(crate) fn peek_word(&mut self) -> Option<&'a str> {
        let start = self.pos;
        let word = self.word();
        self.pos = start;
        word
    }
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let start = self.pos;
        if self.word() == Some(word) {
            return true;
        }
        self.pos = start;
        false
    }

    /// The identifier after `%`, `^`, `@`, `#` or `!`, directly at the position.
    pub(crate) fn suffix(&mut self) -> Parsed<&'a str> {
        let start = self.pos;
        while is_suffix(self.byte()) {
            // `->` after a name is an arrow, not part of it.
            if self.byte() == b'-' && self.byte_at(1) == b'>' {
                break;
            }
            self.pos += 1;
        }
        if self.pos == start { self.fail("expected a name") } else { Ok(&self.src[start..self.pos]) }
    }

    /// A quoted string, unescaped. Bytes that are not UTF-8 are replaced.
    pub(crate) fn string(&mut self) -> Parsed<Cow<'a, str>> {
        let raw = self.raw_string()?;
        if !raw.contains('\\') {
            return Ok(Cow::Borrowed(raw));
        }
        let mut out = Vec::with_capacity(raw.len());
        let bytes = raw.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            let b = bytes[i];
            i += 1;
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let Some(&escaped) = bytes.get(i) else { break };
            let hex = |b: u8| (b as char).to_digit(16);
            match escaped {
                b'n' => out.push(b'\n'),
                b't' => out.push(b'\t'),
                b'"' | b'\\' => out.push(escaped),
                _ => match (hex(escaped), bytes.get(i + 1).copied().and_then(hex)) {
                    (Some(high), Some(low)) => {
                        out.push((high * 16 + low) as u8);
                        i += 1;
                    }
                    _ => return self.fail("unknown escape in the string before this"),
                },
            }
            i += 1;
        }
        Ok(Cow::Owned(crate::str_from_bytes(&out).as_ref().to_owned()))
    }

    /// The text between the quotes of a string, escapes left alone.
    pub(crate) fn raw_string(&mut self) -> Parsed<&'a str> {
        if self.peek() != b'"' {
            return self.fail("expected a string");
        }
        let start = self.pos + 1;
        let mut at = start;
        loop {
            // `find` on one character is a vectorised scan: blobs of 100 MB pass through here.
            let Some(n) = self.src[at..].find('"') else {
                return self.fail("string without closing quote");
            };
            let end = at + n;
            let backslashes = self.bytes()[start..end].iter().rev().take_while(|b| **b == b'\\').count();
            at = end + 1;
            if backslashes % 2 == 0 {
                self.pos = at;
                return Ok(&self.src[start..end]);
            }
        }
    }

    /// An unsigned decimal number that fits.
    pub(crate) fn unsigned(&mut self) -> Parsed<u64> {
        self.skip();
        let start = self.pos;
        while self.byte().is_ascii_digit() {
            self.pos += 1;
        }
        match self.src[start..self.pos].parse() {
            Ok(n) => Ok(n),
            Err(_) => Err(self.error_at(start, "expected a number")),
        }
    }

    /// A decimal or hexadecimal integer with optional sign: value, and whether it was hexadecimal.
    pub(crate) fn integer(&mut self) -> Parsed<(i128, bool)> {
        self.skip();
        let start = self.pos;
        let negative = self.byte() == b'-';
        if negative {
            self.pos += 1;
        }
        let hex = self.byte() == b'0' && self.byte_at(1) == b'x' && self.byte_at(2).is_ascii_hexdigit();
        if hex {
            self.pos += 2;
        }
        let digits = self.pos;
        let mut value: i128 = 0;
        loop {
            let b = self.byte();
            let digit = match b {
                b'0'..=b'9' => b - b'0',
                b'a'..=b'f' if hex => b - b'a' + 10,
                b'A'..=b'F' if hex => b - b'A' + 10,
                _ => break,
            };
            let grown = value.checked_mul(if hex { 16 } else { 10 }).and_then(|v| v.checked_add(i128::from(digit)));
            let Some(grown) = grown else {
                return Err(self.error_at(start, "integer too large"));
            };
            value = grown;
            self.pos += 1;
        }
        if self.pos == digits {
            return Err(self.error_at(start, "expected an integer"));
        }
        Ok((if negative { -value } else { value }, hex))
    }

    /// A signed 64-bit integer.
    pub(crate) fn int64(&mut self) -> Parsed<i64> {
        self.skip();
        let start = self.pos;
        let (value, _) = self.integer()?;
        i64::try_from(value).map_err(|_| self.error_at(start, "integer does not fit 64 bits"))
    }

    /// The text of a decimal floating-point literal with its sign, if one follows: digits, a point, optional digits,
    /// optional exponent.
    pub(crate) fn float_text(&mut self) -> Option<&'a str> {
        self.skip();
        let bytes = &self.bytes()[self.pos..];
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let mut end = usize::from(bytes.first() == Some(&b'-'));
        let whole = digits(end);
        end += whole;
        if whole == 0 || bytes.get(end) != Some(&b'.') {
            return None;
        }
        end += 1;
        end += digits(end);
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits((end + 1 + sign).min(bytes.len()));
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let text = &self.src[self.pos..self.pos + end];
        self.pos += end;
        Some(text)
    }

    /// Text up to the bracket that closes the one just consumed, which is consumed too. Blanks and comments become
    /// single spaces, none after an opening or before a closing bracket.
    pub(crate) fn balanced(&mut self, depth_limit: u32) -> Parsed<String> {
        self.balanced_to(b'>', depth_limit)
    }

    /// As [`Cursor::balanced`], up to another closing bracket.
    pub(crate) fn balanced_to(&mut self, close: u8, depth_limit: u32) -> Parsed<String> {
        let start = self.pos;
        let mut open = vec![close];
        let mut out = String::new();
        // Plain runs are copied at once.
        let mut run = self.pos;
        loop {
            let at = self.pos;
            let b = self.byte();
            match b {
                0 if at >= self.src.len() => return Err(self.error_at(start, "unbalanced brackets")),
                b' ' | b'\n' | b'\t' | b'\r' => {
                    out.push_str(&self.src[run..at]);
                    self.skip();
                    let tight = out.is_empty() || out.ends_with(['<', '(', '[', '{']);
                    let closing = matches!(self.byte(), b'>' | b')' | b']' | b'}' | b',');
                    // `- >` must not become an arrow.
                    if !tight && (!closing || out.ends_with('-')) {
                        out.push(' ');
                    }
                    run = self.pos;
                }
                b'/' if self.byte_at(1) == b'/' => {
                    out.push_str(&self.src[run..at]);
                    self.skip();
                    run = self.pos;
                }
                b'"' => {
                    self.raw_string()?;
                }
                b'-' if self.byte_at(1) == b'>' => self.pos += 2,
                b'<' | b'(' | b'[' | b'{' => {
                    open.push(match b {
                        b'<' => b'>',
                        b'(' => b')',
                        b'[' => b']',
                        _ => b'}',
                    });
                    if open.len() > depth_limit as usize {
                        return Err(self.error_at(at, "nesting too deep"));
                    }
                    self.pos += 1;
                }
                b'>' | b')' | b']' | b'}' => {
                    if open.pop() != Some(b) {
                        return Err(self.error_at(at, "unbalanced brackets"));
                    }
                    self.pos += 1;
                    if open.is_empty() {
                        out.push_str(&self.src[run..at]);
                        return Ok(out);
                    }
                }
                _ => self.pos += 1,
            }
        }
    }
}

/// The inside of `text` if it is one pair of angle brackets from its first to its last character.
pub(crate) fn in_angle_brackets(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?.strip_suffix('>')?;
    let mut cur = Cursor::new(text, 1);
    cur.pos = 1;
    cur.balanced(u32::MAX).ok()?;
    (cur.pos == text.len()).then_some(inside)
}
