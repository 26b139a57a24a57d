//! A scanner for the bodies of dialect attributes, which stay text in the syntax tree.

/// The rest of a body.
pub(crate) struct Scan<'a>(&'a str);

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Scan<'a> {
        Scan(text.trim_start())
    }

    /// What is left.
    pub(crate) fn rest(&self) -> &'a str {
        self.0
    }

    /// True if nothing but `text` is next.
    pub(crate) fn at(&self, text: &str) -> bool {
        self.0.starts_with(text)
    }

    /// Takes punctuation if it is next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        match self.0.strip_prefix(text) {
            Some(rest) => {
                self.0 = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Takes punctuation that must be next.
    pub(crate) fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) { Ok(()) } else { Err(self.fail(&format!("'{text}'"))) }
    }

    /// What to say when something else was expected.
    pub(crate) fn fail(&self, expected: &str) -> String {
        let found: String = self.0.chars().take(16).collect();
        if found.is_empty() {
            format!("ends where {expected} was expected")
        } else {
            format!("has '{found}' where {expected} was expected")
        }
    }

    /// An identifier, if one is next.
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        let end =
            self.0.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))).unwrap_or(self.0.len());
        if end == 0 || self.0.as_bytes()[0].is_ascii_digit() {
            return None;
        }
        let (word, rest) = self.0.split_at(end);
        self.0 = rest.trim_start();
        Some(word)
    }

    /// Takes a keyword if it is next.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let before = self.0;
        if self.word() == Some(word) {
            return true;
        }
        self.0 = before;
        false
    }

    /// An integer.
    pub(crate) fn int(&mut self) -> Result<i64, String> {
        let sign = usize::from(self.0.starts_with('-'));
        let digits = self.0[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(sign + digits);
        let value = number.parse().map_err(|_| self.fail("an integer"))?;
        self.0 = rest.trim_start();
        Ok(value)
    }

    /// A quoted string without escapes that matter to names.
    pub(crate) fn string(&mut self) -> Result<String, String> {
        let inner = self.0.strip_prefix('"').ok_or_else(|| self.fail("a string"))?;
        let (mut text, mut escaped) = (String::new(), false);
        for (i, c) in inner.char_indices() {
            match c {
                _ if escaped => {
                    text.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.0 = inner[i + 1..].trim_start();
                    return Ok(text);
                }
                _ => text.push(c),
            }
        }
        Err("has a string without end".into())
    }

    /// `item, item, …` up to `close`, which is taken. `open` was taken.
    pub(crate) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut out = Vec::new();
        if self.eat(close) {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if self.eat(close) {
                return Ok(out);
            }
            self.expect(",")?;
        }
    }

    /// The text up to the `,` or closing bracket that ends an item, brackets within matched.
    pub(crate) fn item(&mut self) -> &'a str {
        let (mut depth, mut quoted, mut escaped) = (0i32, false, false);
        let mut end = self.0.len();
        for (i, c) in self.0.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                _ if quoted => {}
                '<' | '[' | '(' | '{' => depth += 1,
                '>' | ']' | ')' | '}' if depth > 0 => depth -= 1,
                ',' | '>' | ']' | ')' | '}' if depth == 0 => {
                    end = i;
                    break;
                }
                _ => {}
            }
        }
        let (item, rest) = self.0.split_at(end);
        self.0 = rest;
        item.trim_end()
    }

    /// Nothing may follow.
    pub(crate) fn end(&self) -> Result<(), String> {
        if self.0.is_empty() { Ok(()) } else { Err(self.fail("the end")) }
    }
}
