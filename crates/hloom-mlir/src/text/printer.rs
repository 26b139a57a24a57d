//! The printer: ops, regions and locations, and the interface custom assembly is written through.

use super::assembly::{Assembly, Generic};
use super::print_locations::Locations;
use super::print_names::{result_groups, value_names};
use crate::{Attr, Loc, RawBlock, RawModule, RawOp, RawRegion, RawValue, Str, Type};
use std::fmt::Write;

/// How to print.
#[derive(Clone, Copy)]
pub struct PrintOptions<'a> {
    /// Custom assembly, and how dialect attributes are spelled.
    pub assembly: &'a dyn Assembly,
    /// Every op in generic form.
    pub generic: bool,
    /// Print locations.
    pub locations: bool,
}

impl<'a> PrintOptions<'a> {
    /// Custom form, no locations.
    pub fn pretty(assembly: &'a dyn Assembly) -> Self {
        PrintOptions { assembly, generic: false, locations: false }
    }
    /// Generic form, no locations.
    pub fn generic(assembly: &'a dyn Assembly) -> Self {
        PrintOptions { assembly, generic: true, locations: false }
    }
}

impl Default for PrintOptions<'_> {
    fn default() -> Self {
        PrintOptions::generic(&Generic)
    }
}

/// The text of a module.
pub fn print(module: &RawModule, options: &PrintOptions<'_>) -> String {
    let mut printer = Printer::new(module, options);
    printer.op(&module.op);
    printer.write("\n");
    let Some(locations) = printer.locations.take() else { return printer.out };
    let text = std::mem::take(&mut printer.out);
    let attr = |a: &Attr| {
        let mut p = Printer { out: String::new(), names: Vec::new(), locations: None, ..printer };
        p.attr(a);
        p.out
    };
    locations.finish(&module.locs, &text, &attr)
}

/// The writer of one text. Custom assembly sees its public methods.
pub struct Printer<'a> {
    module: &'a RawModule,
    pub(super) assembly: &'a dyn Assembly,
    generic: bool,
    locations: Option<Locations>,
    names: Vec<String>,
    pub(super) out: String,
    indent: usize,
    default_dialect: &'static str,
}

impl<'a> Printer<'a> {
    pub(super) fn new(module: &'a RawModule, options: &PrintOptions<'a>) -> Self {
        let custom = (!options.generic).then_some(options.assembly);
        Printer {
            module,
            assembly: options.assembly,
            generic: options.generic,
            locations: options.locations.then(Locations::default),
            names: value_names(module, custom),
            out: String::new(),
            indent: 0,
            default_dialect: "",
        }
    }
}

impl Printer<'_> {
    /// Text as it is.
    pub fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A new line, indented as the current op.
    pub fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }

    /// The name of an op in custom form, without the dialect where the enclosing op implies it.
    pub fn op_name(&mut self, name: &str) {
        let short = name.split_once('.').filter(|(dialect, _)| *dialect == self.default_dialect);
        self.out.push_str(short.map_or(name, |(_, rest)| rest));
    }

    /// The types of an op's values.
    pub fn type_of(&self, value: RawValue) -> &Type {
        &self.module.value_types[value.0 as usize]
    }
    /// The types of values.
    pub fn types_of(&self, values: &[RawValue]) -> Vec<Type> {
        values.iter().map(|v| self.type_of(*v).clone()).collect()
    }

    /// `%name`.
    pub fn value(&mut self, value: RawValue) {
        self.out.push('%');
        match self.names.get(value.0 as usize).filter(|n| !n.is_empty()) {
            Some(name) => self.out.push_str(name),
            // A value nothing defines; cannot come from a reader.
            None => self.out.push_str("undefined"),
        }
    }

    /// `%a, %b`.
    pub fn values(&mut self, values: &[RawValue]) {
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            self.value(*value);
        }
    }

    /// ` {a = 1}` with all attributes but `elided`, sorted by name; nothing if none is left.
    pub fn attr_dict(&mut self, op: &RawOp, elided: &[&str]) {
        self.attr_dict_after(" ", op, elided);
    }

    /// Like [`Printer::attr_dict`] with ` attributes` before the brace.
    pub fn attr_dict_with_keyword(&mut self, op: &RawOp, elided: &[&str]) {
        self.attr_dict_after(" attributes ", op, elided);
    }

    fn attr_dict_after(&mut self, before: &str, op: &RawOp, elided: &[&str]) {
        let shown = |(n, a): &&(Str, Attr)| !elided.contains(&&**n) && !self.assembly.is_default(&op.name, n, a);
        let mut kept: Vec<_> = op.attrs.iter().filter(shown).collect();
        if !kept.is_empty() {
            kept.sort_by_key(|(name, _)| name);
            self.write(before);
            self.dict(kept.into_iter());
        }
    }

    /// `(operand types) -> result types`.
    pub fn functional_type(&mut self, op: &RawOp) {
        self.write("(");
        self.types(&self.types_of(&op.operands));
        self.write(") -> ");
        self.result_types(&self.types_of(&op.results));
    }

    /// `%a: type` with its location, for argument lists.
    pub fn argument(&mut self, value: RawValue, loc: Loc) {
        self.value(value);
        self.write(": ");
        self.ty(&self.type_of(value).clone());
        self.argument_location(loc);
    }

    /// A region in braces. `entry_arguments`: the entry block's arguments are printed as a label (else the op has
    /// printed them). Ops of `dialect` inside lose their prefix.
    pub fn region(&mut self, region: &RawRegion, entry_arguments: bool, dialect: &'static str) {
        let outer = std::mem::replace(&mut self.default_dialect, dialect);
        self.write("{");
        let lone_empty = match &region.blocks[..] {
            [block] => block.ops.is_empty(),
            _ => false,
        };
        for (i, block) in region.blocks.iter().enumerate() {
            let label = i > 0 || (entry_arguments && (!block.args.is_empty() || lone_empty));
            if label {
                self.block_label(i, block);
            }
            self.indent += 2;
            for op in &block.ops {
                self.new_line();
                self.op(op);
            }
            self.indent -= 2;
        }
        self.new_line();
        self.write("}");
        self.default_dialect = outer;
    }

    fn block_label(&mut self, index: usize, block: &RawBlock) {
        self.new_line();
        let _ = write!(self.out, "^bb{index}");
        if !block.args.is_empty() {
            self.write("(");
            for (i, (value, loc)) in block.args.iter().enumerate() {
                if i > 0 {
                    self.write(", ");
                }
                self.argument(*value, *loc);
            }
            self.write(")");
        }
        self.write(":");
    }

    fn op(&mut self, op: &RawOp) {
        if let Some(locations) = &mut self.locations {
            locations.meet(op.loc);
        }
        let custom = (!self.generic).then_some(self.assembly);
        let mut at = 0;
        for (i, (_, count)) in result_groups(custom, op, self.module).into_iter().enumerate() {
            if i > 0 {
                self.write(", ");
            }
            let name = self.names.get(op.results[at].0 as usize).map_or("", |n| n);
            let name = name.split('#').next().unwrap_or(name).to_owned();
            let _ = write!(self.out, "%{name}");
            if count > 1 {
                let _ = write!(self.out, ":{count}");
            }
            at += count;
        }
        if !op.results.is_empty() {
            self.write(" = ");
        }
        if !self.custom_op(op) {
            self.generic_op(op);
        }
        self.trailing_location(op.loc);
    }

    fn custom_op(&mut self, op: &RawOp) -> bool {
        if self.generic {
            return false;
        }
        if &*op.name == "builtin.module" {
            return self.module_op(op);
        }
        let (mark, indent, dialect) = (self.out.len(), self.indent, self.default_dialect);
        let met = self.locations.as_ref().map(Locations::mark);
        let printed = self.assembly.print_op(op, self);
        if !printed {
            if let (Some(locations), Some(met)) = (&mut self.locations, met) {
                locations.rewind(met);
            }
            self.out.truncate(mark);
            (self.indent, self.default_dialect) = (indent, dialect);
        }
        printed
    }

    fn module_op(&mut self, op: &RawOp) -> bool {
        let [region] = &op.regions[..] else { return false };
        let plain = matches!(&region.blocks[..], [block] if block.args.is_empty());
        if !plain || !op.operands.is_empty() || !op.results.is_empty() {
            return false;
        }
        self.write("module");
        let mut elided: &[&str] = &[];
        if let Some(Attr::String(name)) = op.attr("sym_name") {
            self.write(" ");
            self.symbol(name);
            elided = &["sym_name"];
        }
        self.attr_dict_with_keyword(op, elided);
        self.write(" ");
        self.region(region, false, "");
        true
    }

    fn generic_op(&mut self, op: &RawOp) {
        let _ = write!(self.out, "\"{}\"(", op.name);
        self.values(&op.operands);
        self.write(")");
        let mut sorted: Vec<_> = op.attrs.iter().collect();
        sorted.sort_by_key(|(name, _)| name);
        let (inherent, discardable): (Vec<_>, Vec<_>) =
            sorted.into_iter().partition(|(n, _)| self.assembly.is_property(&op.name, n));
        if !inherent.is_empty() {
            self.write(" <");
            self.dict(inherent.into_iter());
            self.write(">");
        }
        if !op.regions.is_empty() {
            self.write(" (");
            for (i, region) in op.regions.iter().enumerate() {
                if i > 0 {
                    self.write(", ");
                }
                self.region(region, true, "");
            }
            self.write(")");
        }
        if !discardable.is_empty() {
            self.write(" ");
            self.dict(discardable.into_iter());
        }
        self.write(" : ");
        self.functional_type(op);
    }

    /// ` loc(...)` of an op that has ended, if locations are printed.
    fn trailing_location(&mut self, loc: Loc) {
        if let Some(locations) = &mut self.locations {
            self.out.push_str(" loc(");
            locations.alias(self.out.len(), loc, true);
            self.out.push(')');
        }
    }

    /// ` loc(...)` of an argument, in full, if locations are printed.
    pub fn argument_location(&mut self, loc: Loc) {
        if let Some(locations) = &mut self.locations {
            self.out.push_str(" loc(");
            locations.full(self.out.len(), loc);
            self.out.push(')');
        }
    }

    /// `loc(...)` as an attribute.
    pub(super) fn location(&mut self, loc: Loc) {
        self.out.push_str("loc(");
        match &mut self.locations {
            Some(locations) => locations.alias(self.out.len(), loc, false),
            None => self.out.push_str("unknown"),
        }
        self.out.push(')');
    }
}
