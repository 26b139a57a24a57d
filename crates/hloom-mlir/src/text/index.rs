//! Where names stand in a text: what editors ask for.

use crate::{RawValue, Type};
use std::ops::Range;

/// What a name in the text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// `%x` where it is defined: the first of so many values.
    DefinesValue(RawValue, u32),
    /// `%x` or `%x#1` where it is used.
    Value(RawValue),
    /// `@f` anywhere, the name of a function's definition among them.
    Symbol,
    /// `#a` where it is defined.
    DefinesAttr,
    /// `#a` where it is used.
    Attr,
    /// `!t` where it is defined.
    DefinesType,
    /// `!t` where it is used.
    Type,
    /// The name of an op, in full.
    Op(String),
}

/// The names of a text in the order they were read, as far as it could be read.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Byte ranges and what stands there; sigils (`%`, `@`, …) included.
    pub names: Vec<(Range<usize>, Name)>,
    /// For each function: where its name stands, and the whole of it.
    pub functions: Vec<(Range<usize>, Range<usize>)>,
    /// Type of each value.
    pub value_types: Vec<Type>,
}

impl Index {
    /// The innermost name around a position.
    pub fn at(&self, offset: usize) -> Option<&(Range<usize>, Name)> {
        self.names.iter().filter(|(r, _)| r.start <= offset && offset <= r.end).min_by_key(|(r, _)| r.len())
    }
    /// Where a value is defined.
    pub fn definition(&self, v: RawValue) -> Option<&Range<usize>> {
        let defines =
            |n: &Name| matches!(n, Name::DefinesValue(first, count) if (first.0..first.0 + count).contains(&v.0));
        self.names.iter().find(|(_, n)| defines(n)).map(|(r, _)| r)
    }
}
