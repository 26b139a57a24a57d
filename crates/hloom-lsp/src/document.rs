//! One text and what is known of it.

use hloom_ir::table::{Arity, info_of};
use hloom_ir::{Diagnostic, Severity};
use hloom_mlir::text::{Index, Name, ParseOptions, parse_indexed, print_type};
use hloom_mlir::{LocTable, RawValue, SyntaxError, Type};
use hloom_stablehlo::{convert, text::StableHlo};
use std::fmt::Write as _;
use std::ops::Range;

/// Syntax errors that are looked for at most: after each, the function it is in is left out and the rest read again.
const MAX_SYNTAX_ERRORS: usize = 20;

/// Something to say about a part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Bytes it is about.
    pub range: Range<usize>,
    /// Id of a constraint, or a short name.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The program is right but uses what Hloom does not support.
    pub unimplemented: bool,
}

/// A text, its names, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    index: Index,
    findings: Vec<Finding>,
}

impl Document {
    /// Reads and verifies a text.
    pub fn new(text: String) -> Document {
        let mut document = Document { index: Index::default(), findings: Vec::new(), text };
        document.read();
        document
    }
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// What is wrong with it, in order of the text.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn read(&mut self) {
        let options = ParseOptions::new("", &StableHlo);
        let (module, index) = parse_indexed(&self.text, &options);
        self.index = index;
        match module {
            Err(error) => self.syntax(error),
            Ok(raw) => {
                let found = match convert::to_ir(&raw) {
                    Err(found) => found,
                    Ok(module) => hloom_ir::verify(&module).err().unwrap_or_default(),
                };
                self.findings = found.0.iter().map(|d| self.finding(d, &raw.locs)).collect();
                self.findings.sort_by_key(|f| f.range.start);
            }
        }
    }

    /// The syntax error, and those of the other functions: what contains an error is blanked and the rest read again.
    fn syntax(&mut self, first: SyntaxError) {
        let mut rest = self.text.clone();
        let mut error = first;
        loop {
            let at = error.offset.min(self.text.len());
            let end = self.text[at..].find(|c: char| c.is_whitespace()).map_or(self.text.len(), |n| at + n);
            let finding = Finding {
                range: at..end.max(at),
                code: "syntax".into(),
                message: error.message.clone(),
                unimplemented: false,
            };
            self.findings.push(finding);
            let Some(function) = function_around(&rest, at) else { break };
            blank(&mut rest, function);
            let (module, more) = parse_indexed(&rest, &ParseOptions::new("", &StableHlo));
            // Functions behind the error are known only now.
            if self.index.functions.len() < more.functions.len() {
                self.index.functions = more.functions;
            }
            match module {
                Err(next) if self.findings.len() < MAX_SYNTAX_ERRORS && next.offset != error.offset => error = next,
                _ => break,
            }
        }
        self.findings.sort_by_key(|f| f.range.start);
    }

    fn finding(&self, d: &Diagnostic, locs: &LocTable) -> Finding {
        let lines = crate::Lines::new(&self.text, true);
        let at = locs.file_position(d.loc).map_or(0, |(_, line, column)| lines.of_parser(&self.text, line, column));
        let op = self.index.names.iter().find(|(r, n)| r.start == at && matches!(n, Name::Op(_)));
        let range = op.map_or(at..at, |(r, _)| r.clone());
        let unimplemented = d.severity == Severity::Unimplemented;
        Finding { range, code: d.code.clone(), message: d.message.clone(), unimplemented }
    }

    /// What stands at an offset, as Markdown, and its extent.
    pub fn hover(&self, offset: usize) -> Option<(String, Range<usize>)> {
        let (range, name) = self.index.at(offset)?;
        let text = match name {
            Name::DefinesValue(first, count) => self.value_text(*first, *count, range)?,
            Name::Value(v) => self.value_text(*v, 1, range)?,
            Name::Op(op) => op_text(op)?,
            Name::Symbol => self.signature(range)?,
            Name::Attr | Name::DefinesAttr | Name::Type | Name::DefinesType => {
                let definition = self.definition(offset)?;
                let line = self.text[definition.start..].lines().next()?;
                format!("```mlir\n{}\n```", shortened(line))
            }
        };
        Some((text, range.clone()))
    }

    fn value_text(&self, first: RawValue, count: u32, at: &Range<usize>) -> Option<String> {
        let types = self.index.value_types.get(first.0 as usize..(first.0 + count) as usize)?;
        let types: Vec<String> = types.iter().map(type_text).collect();
        let mut text = format!("```mlir\n{} : {}\n```", &self.text[at.clone()], types.join(", "));
        if let Some(op) = self.op_defining(first) {
            let _ = write!(text, "\nby `{op}`");
        }
        Some(text)
    }

    /// The name of the op that defines a value: the first op after the definition, on the same line.
    fn op_defining(&self, v: RawValue) -> Option<&str> {
        let definition = self.index.definition(v)?;
        let line = self.text[definition.end..].find('\n').map_or(self.text.len(), |n| definition.end + n);
        let after = |r: &Range<usize>| definition.end <= r.start && r.start < line;
        let between = |r: &Range<usize>| self.text[definition.end..r.start].contains('=');
        self.index.names.iter().find_map(|(r, n)| match n {
            Name::Op(op) if after(r) && between(r) => Some(op.as_str()),
            _ => None,
        })
    }

    fn signature(&self, symbol: &Range<usize>) -> Option<String> {
        let (_, whole) = self.function_named(&self.text[symbol.clone()])?;
        let head = &self.text[whole.clone()];
        let head = head.split(" {\n").next().unwrap_or(head);
        Some(format!("```mlir\n{}\n```", shortened(head.lines().next()?)))
    }

    fn function_named(&self, symbol: &str) -> Option<&(Range<usize>, Range<usize>)> {
        self.index.functions.iter().find(|(name, _)| &self.text[name.clone()] == symbol)
    }

    /// Where the name at an offset is defined.
    pub fn definition(&self, offset: usize) -> Option<Range<usize>> {
        let (range, name) = self.index.at(offset)?;
        let defined = |what: Name| {
            let text = &self.text[range.clone()];
            self.index.names.iter().find(|(r, n)| *n == what && &self.text[r.clone()] == text).map(|(r, _)| r.clone())
        };
        match name {
            Name::DefinesValue(..) | Name::DefinesAttr | Name::DefinesType => Some(range.clone()),
            Name::Value(v) => self.index.definition(*v).cloned(),
            Name::Symbol => self.function_named(&self.text[range.clone()]).map(|(name, _)| name.clone()),
            Name::Attr => defined(Name::DefinesAttr),
            Name::Type => defined(Name::DefinesType),
            Name::Op(_) => None,
        }
    }

    /// Functions: name, where the name stands, the whole.
    pub fn functions(&self) -> impl Iterator<Item = (&str, Range<usize>, Range<usize>)> {
        let named = |(name, whole): &(Range<usize>, Range<usize>)| (name.clone(), whole.clone());
        self.index.functions.iter().map(named).map(|(name, whole)| (&self.text[name.start + 1..name.end], name, whole))
    }

    /// Aliases of attributes and types: name and where it stands.
    pub fn aliases(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let alias = |n: &Name| matches!(n, Name::DefinesAttr | Name::DefinesType);
        self.index.names.iter().filter(move |(_, n)| alias(n)).map(|(r, _)| (&self.text[r.clone()], r.clone()))
    }
}

fn type_text(ty: &Type) -> String {
    print_type(ty, &StableHlo)
}

/// A line that is not too long for a tooltip.
fn shortened(line: &str) -> String {
    const MOST: usize = 400;
    match line.char_indices().nth(MOST) {
        None => line.trim_end().to_owned(),
        Some((at, _)) => format!("{} …", &line[..at]),
    }
}

/// What the op table says about an op.
fn op_text(name: &str) -> Option<String> {
    let info = info_of(name)?;
    let operands: Vec<String> = info.operands.iter().map(|o| o.replace('*', "…")).collect();
    let mut text = format!("**{name}**({})\n\n{}\n", operands.join(", "), info.doc);
    if !info.attrs.is_empty() {
        let _ = write!(
            text,
            "\nAttributes: {}\n",
            info.attrs.iter().map(|a| format!("`{a}`")).collect::<Vec<_>>().join(", ")
        );
    }
    let regions = match info.regions {
        0 => String::new(),
        0xffff_ffff => ", any number of regions".into(),
        n => format!(", {n} region{}", if n == 1 { "" } else { "s" }),
    };
    let operands = match info.arity {
        Arity::Exact(n) => format!("{n} operand{}", if n == 1 { "" } else { "s" }),
        Arity::AtLeast(n) => format!("{n} or more operands"),
    };
    let _ = write!(text, "\n{operands}{regions}");
    Some(text)
}

/// The function around an offset: from the line with `func.func` before it to the line of the next one (or the end).
fn function_around(text: &str, offset: usize) -> Option<Range<usize>> {
    let starts: Vec<usize> =
        text.match_indices("func.func").map(|(i, _)| text[..i].rfind('\n').map_or(0, |n| n + 1)).collect();
    let i = starts.partition_point(|s| *s <= offset).checked_sub(1)?;
    let start = starts[i];
    let end = match starts.get(i + 1) {
        Some(next) => *next,
        // The last one: up to its closing brace, so that the module's stays.
        None => {
            let indent: String = text[start..].chars().take_while(|c| *c == ' ').collect();
            let close = format!("\n{indent}}}");
            text[start..].find(&close).map_or(text.len(), |n| start + n + close.len())
        }
    };
    (offset < end || starts.len() == i + 1).then_some(start..end.max(start))
}

/// Replaces a range by blanks; lines stay.
fn blank(text: &mut String, range: Range<usize>) {
    let blanks: String = text[range.clone()].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(range, &blanks);
}
