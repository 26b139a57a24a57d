//! Options of passes: `key=value`, separated by commas or blanks, as `--PASS=key=value,key=value` gives them.

use std::fmt;

/// An option that a pass takes.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// Its name.
    pub name: &'static str,
    /// What it has if it is not given.
    pub default: &'static str,
    /// What it says, in one sentence.
    pub help: &'static str,
}

/// Values of a pass's options; those that are not given have their defaults.
#[derive(Clone, Debug, Default)]
pub struct PassOptions(Vec<(&'static str, String)>);

/// A text that gives no options of the pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError(pub String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PassOptions {
    /// Reads `key=value` pairs for a pass with these options. A value in quotes may hold separators.
    ///
    /// # Errors
    /// What is no pair, and keys that the pass does not take.
    pub fn parse(text: &str, known: &[PassOption]) -> Result<PassOptions, OptionError> {
        let mut options = PassOptions::default();
        for part in split(text) {
            let (key, value) = part.split_once('=').unwrap_or((&part, "true"));
            let Some(option) = known.iter().find(|o| o.name == key) else {
                let names: Vec<&str> = known.iter().map(|o| o.name).collect();
                let takes =
                    if names.is_empty() { "it takes none".into() } else { format!("it takes {}", names.join(", ")) };
                return Err(OptionError(format!("the pass has no option '{key}': {takes}")));
            };
            options.0.push((option.name, value.to_string()));
        }
        Ok(options)
    }

    /// The text of an option, the last one given.
    pub fn text<'a>(&'a self, option: &'a PassOption) -> &'a str {
        self.0.iter().rev().find(|(k, _)| *k == option.name).map_or(option.default, |(_, v)| v)
    }
    /// True if the option was given.
    pub fn is_given(&self, option: &PassOption) -> bool {
        self.0.iter().any(|(k, _)| *k == option.name)
    }
    /// A number.
    ///
    /// # Errors
    /// Another text.
    pub fn int(&self, option: &PassOption) -> Result<i64, OptionError> {
        let text = self.text(option);
        text.parse().map_err(|_| OptionError(format!("option '{}': '{text}' is no number", option.name)))
    }
    /// `true` or `false`.
    ///
    /// # Errors
    /// Another text.
    pub fn flag(&self, option: &PassOption) -> Result<bool, OptionError> {
        match self.text(option) {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            text => Err(OptionError(format!("option '{}': '{text}' is neither true nor false", option.name))),
        }
    }
    /// A list, its elements separated by `;` (or by commas, if the value was quoted).
    pub fn list(&self, option: &PassOption) -> Vec<String> {
        let parts = self.text(option).split([';', ',']).map(str::trim);
        parts.filter(|p| !p.is_empty()).map(str::to_string).collect()
    }
}

/// Parts of the text between commas and blanks outside quotes and brackets, without the quotes.
fn split(text: &str) -> Vec<String> {
    let (mut out, mut part, mut quote, mut depth) = (Vec::new(), String::new(), None, 0u32);
    for c in text.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            ',' | ' ' if quote.is_none() && depth == 0 => out.push(std::mem::take(&mut part)),
            _ => {
                match c {
                    '<' | '(' | '[' | '{' if quote.is_none() => depth += 1,
                    '>' | ')' | ']' | '}' if quote.is_none() => depth = depth.saturating_sub(1),
                    _ => {}
                }
                part.push(c);
            }
        }
    }
    out.push(part);
    out.retain(|p| !p.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: PassOption = PassOption { name: "n", default: "7", help: "" };
    const LIST: PassOption = PassOption { name: "list", default: "", help: "" };

    #[test]
    fn pairs_and_defaults() {
        let o = PassOptions::parse("list='a,b',n=3 n=4", &[N, LIST]).expect("options");
        assert_eq!(o.int(&N), Ok(4));
        assert_eq!(o.list(&LIST), ["a", "b"]);
        assert_eq!(PassOptions::default().int(&N), Ok(7));
        assert!(PassOptions::parse("m=1", &[N]).expect_err("unknown").0.contains("'m'"));
        let o =
            PassOptions::parse("list=tensor<2x?xf32, #stablehlo.bounds<?, 4>>;i1,n=x", &[N, LIST]).expect("options");
        assert_eq!(o.text(&LIST), "tensor<2x?xf32, #stablehlo.bounds<?, 4>>;i1");
        assert!(o.int(&N).is_err());
    }
}
