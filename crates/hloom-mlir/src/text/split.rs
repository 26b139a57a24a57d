//! Splitting a file of several modules, the convention of test files.

/// One part of a file and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// The text of the part.
    pub text: &'a str,
    /// Line of the file that the part starts on, 1-based; what [`ParseOptions::first_line`](super::ParseOptions) takes.
    pub first_line: u32,
}

/// Splits `text` at lines that begin with `// -----`. A file without such lines is one chunk.
pub fn split_input(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (line, content) in (1u32..).zip(text.split_inclusive('\n')) {
        if content.starts_with("// -----") {
            chunks.push(Chunk { text: &text[start..offset], first_line });
            start = offset + content.len();
            first_line = line + 1;
        }
        offset += content.len();
    }
    chunks.push(Chunk { text: &text[start..], first_line });
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_know_their_first_line() {
        let chunks = split_input("a\nb\n// -----\nc\n// -----\n");
        assert_eq!(
            chunks,
            [
                Chunk { text: "a\nb\n", first_line: 1 },
                Chunk { text: "c\n", first_line: 4 },
                Chunk { text: "", first_line: 6 }
            ]
        );
    }
}
