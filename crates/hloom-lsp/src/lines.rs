//! Offsets of a text and the lines and characters of the protocol.

use lsp_types::Position;

/// Where the lines of a text begin, and how characters count.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    /// Characters are bytes; else units of UTF-16.
    utf8: bool,
}

impl Lines {
    /// Of a text.
    pub fn new(text: &str, utf8: bool) -> Lines {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Lines { starts, utf8 }
    }

    /// Start and end of a line (0-based), without its newline; past the text, its end.
    fn line(&self, text: &str, line: usize) -> (usize, usize) {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        (start, end.max(start))
    }

    /// The offset of a position; past a line's end, its end.
    pub fn offset(&self, text: &str, p: Position) -> usize {
        let (start, end) = self.line(text, p.line as usize);
        let line = &text[start..end];
        let wanted = p.character as usize;
        if self.utf8 {
            let mut at = wanted.min(line.len());
            while !line.is_char_boundary(at) {
                at -= 1;
            }
            return start + at;
        }
        let mut units = 0;
        for (i, c) in line.char_indices() {
            if units >= wanted {
                return start + i;
            }
            units += c.len_utf16();
        }
        end
    }

    /// The position of an offset.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|s| *s <= offset).saturating_sub(1);
        let before = &text[self.starts[line]..offset];
        let character = if self.utf8 { before.len() } else { before.encode_utf16().count() };
        Position::new(line as u32, character as u32)
    }

    /// The offset of a line and a column in bytes, both 1-based, as the parser counts.
    pub fn of_parser(&self, text: &str, line: u32, column: u32) -> usize {
        let (start, end) = self.line(text, (line as usize).saturating_sub(1));
        (start + (column as usize).saturating_sub(1)).min(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let text = "a\u{1d11e}b\nüx\n";
        for utf8 in [true, false] {
            let l = Lines::new(text, utf8);
            for (i, _) in text.char_indices() {
                assert_eq!(l.offset(text, l.position(text, i)), i);
            }
            assert_eq!(l.position(text, 99), Position::new(2, 0));
            assert_eq!(l.offset(text, Position::new(9, 9)), text.len());
            assert_eq!(l.offset(text, Position::new(0, 99)), 6);
        }
        assert_eq!(Lines::new(text, false).position(text, 5), Position::new(0, 3));
        assert_eq!(Lines::new(text, true).position(text, 5), Position::new(0, 5));
    }
}
