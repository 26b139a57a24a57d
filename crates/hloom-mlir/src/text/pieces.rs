//! Types and attributes on their own, outside a module.

use super::assembly::Assembly;
use super::cursor::Parsed;
use super::ops::{ParseOptions, Parser};
use super::printer::{PrintOptions, Printer};
use crate::{Attr, RawModule, RawOp, RawValues, Type};
use crate::{Limits, Loc, LocTable};

fn whole<'a, T>(
    text: &'a str,
    limits: &Limits,
    assembly: &'a dyn Assembly,
    read: impl FnOnce(&mut Parser<'a>) -> Parsed<T>,
) -> Parsed<T> {
    let options = ParseOptions { limits: *limits, ..ParseOptions::new("", assembly) };
    let mut parser = Parser::new(text, &options);
    let found = read(&mut parser)?;
    parser.cur.skip();
    if parser.cur.at_end() { Ok(found) } else { parser.cur.fail("unexpected text behind this") }
}

/// Reads a type.
///
/// # Errors
/// When the text is no type, or something follows it.
pub fn parse_type(text: &str, limits: &Limits, assembly: &dyn Assembly) -> Parsed<Type> {
    whole(text, limits, assembly, Parser::ty)
}

/// Reads an attribute. Aliases are not known.
///
/// # Errors
/// When the text is no attribute, or something follows it.
pub fn parse_attr(text: &str, limits: &Limits, assembly: &dyn Assembly) -> Parsed<Attr> {
    whole(text, limits, assembly, Parser::attr)
}

fn written(assembly: &dyn Assembly, write: impl FnOnce(&mut Printer<'_>)) -> String {
    let op = RawOp {
        name: "builtin.module".into(),
        operands: RawValues::new(),
        results: RawValues::new(),
        attrs: Vec::new(),
        regions: Vec::new(),
        loc: Loc::UNKNOWN,
    };
    let module = RawModule { op, value_types: Vec::new(), locs: LocTable::default(), producer: String::new() };
    let mut printer = Printer::new(&module, &PrintOptions::pretty(assembly));
    write(&mut printer);
    printer.out
}

/// The text of a type.
pub fn print_type(ty: &Type, assembly: &dyn Assembly) -> String {
    written(assembly, |p| p.ty(ty))
}

/// The text of an attribute. Locations in it are unknown.
pub fn print_attr(attr: &Attr, assembly: &dyn Assembly) -> String {
    written(assembly, |p| p.attr(attr))
}
