//! The printer: ops, regions and locations, and the interface custom assembly is written through.

use super::assembly::{Assembly, Generic};
use super::print_names::{result_groups, value_names};
use crate::{Attr, Loc, LocData, RawBlock, RawModule, RawOp, RawRegion, RawValue, Type};
use rustc_hash::FxHashMap;
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
    printer.location_definitions();
    printer.out
}

/// The writer of one text. Custom assembly sees its public methods.
pub struct Printer<'a> {
    module: &'a RawModule,
    pub(super) assembly: &'a dyn Assembly,
    generic: bool,
    locations: Option<LocationAliases>,
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
            locations: options.locations.then(|| LocationAliases::collect(module)),
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
        let mut kept: Vec<_> = op.attrs.iter().filter(|(n, _)| !elided.contains(&&**n)).collect();
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
        self.trailing_location(loc);
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
        let printed = self.assembly.print_op(op, self);
        if !printed {
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
        // Discardable attributes carry a dialect prefix; the others are the op's properties.
        let mut sorted: Vec<_> = op.attrs.iter().collect();
        sorted.sort_by_key(|(name, _)| name);
        let (discardable, inherent): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|(n, _)| n.contains('.'));
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

    /// ` loc(...)` if locations are printed.
    pub fn trailing_location(&mut self, loc: Loc) {
        if self.locations.is_some() {
            self.write(" ");
            self.location(loc);
        }
    }

    /// `loc(...)`.
    pub(super) fn location(&mut self, loc: Loc) {
        self.write("loc(");
        match self.locations.as_ref().and_then(|l| l.aliases.get(loc.0 as usize)).copied() {
            Some(alias) if alias > 0 => {
                let _ = write!(self.out, "#loc{alias}");
            }
            _ => self.location_body(loc, 0),
        }
        self.write(")");
    }

    fn location_body(&mut self, loc: Loc, depth: u32) {
        // Locations met outside the alias table (in attributes) are written out; a hostile chain is cut.
        if depth > 64 {
            return self.write("unknown");
        }
        let module = self.module;
        let child = |p: &mut Self, loc: Loc| match p.locations.as_ref().and_then(|l| l.aliases.get(loc.0 as usize)) {
            Some(alias) if *alias > 0 => {
                let alias = *alias;
                let _ = write!(p.out, "#loc{alias}");
            }
            _ => p.location_body(loc, depth + 1),
        };
        match module.locs.get(loc) {
            LocData::Unknown => self.write("unknown"),
            LocData::File(file, line, column) => {
                self.string(file);
                let _ = write!(self.out, ":{line}:{column}");
            }
            LocData::Range(file, [line, column, last_line, last_column]) => {
                self.string(file);
                let _ = write!(self.out, ":{line}:{column} to ");
                if last_line != line {
                    let _ = write!(self.out, "{last_line}");
                }
                let _ = write!(self.out, ":{last_column}");
            }
            LocData::Name(name, Loc::UNKNOWN) => self.string(name),
            LocData::Name(name, inner) => {
                self.string(name);
                self.write("(");
                child(self, *inner);
                self.write(")");
            }
            LocData::CallSite(callee, caller) => {
                self.write("callsite(");
                child(self, *callee);
                self.write(" at ");
                child(self, *caller);
                self.write(")");
            }
            LocData::Fused(children) => {
                self.write("fused[");
                for (i, inner) in children.iter().enumerate() {
                    if i > 0 {
                        self.write(", ");
                    }
                    child(self, *inner);
                }
                self.write("]");
            }
        }
    }

    fn location_definitions(&mut self) {
        let Some(order) = self.locations.as_ref().map(|l| l.order.clone()) else { return };
        for (i, loc) in order.into_iter().enumerate() {
            let _ = write!(self.out, "#loc{} = loc(", i + 1);
            self.location_body(loc, 0);
            self.write(")\n");
        }
    }
}

/// `#locN` for every location in use; equal locations share one.
struct LocationAliases {
    /// Alias number of each location, 0 for none.
    aliases: Vec<u32>,
    /// The location each alias stands for, by number from 1.
    order: Vec<Loc>,
}

impl LocationAliases {
    fn collect(module: &RawModule) -> Self {
        let mut this = LocationAliases { aliases: vec![0; module.locs.0.len()], order: Vec::new() };
        let mut seen: FxHashMap<LocData, u32> = FxHashMap::default();
        let mut todo = vec![&module.op];
        while let Some(op) = todo.pop() {
            this.add(module, op.loc, &mut seen);
            for block in op.regions.iter().flat_map(|r| &r.blocks) {
                for (_, loc) in &block.args {
                    this.add(module, *loc, &mut seen);
                }
                todo.extend(&block.ops);
            }
        }
        this
    }

    /// Children first, on an explicit stack. A location visited twice on the way down is part of a cycle and stays
    /// without alias.
    fn add(&mut self, module: &RawModule, loc: Loc, seen: &mut FxHashMap<LocData, u32>) {
        let mut stack = vec![(loc, false)];
        while let Some((loc, ready)) = stack.pop() {
            let Some(alias) = self.aliases.get(loc.0 as usize).copied() else { continue };
            if alias > 0 || loc == Loc::UNKNOWN {
                continue;
            }
            let data = module.locs.get(loc);
            let children: Vec<Loc> = match data {
                LocData::Unknown => continue,
                LocData::File(..) | LocData::Range(..) => Vec::new(),
                LocData::Name(_, child) => vec![*child],
                LocData::CallSite(callee, caller) => vec![*callee, *caller],
                LocData::Fused(children) => children.to_vec(),
            };
            if !ready && !children.is_empty() {
                if stack.len() > module.locs.0.len() + 1 {
                    return;
                }
                stack.push((loc, true));
                stack.extend(children.into_iter().map(|c| (c, false)));
                continue;
            }
            // With children replaced by the first of their equals, equal means equal data.
            let first = |this: &Self, l: Loc| match this.aliases.get(l.0 as usize) {
                Some(alias) if *alias > 0 => this.order[*alias as usize - 1],
                _ => l,
            };
            let key = match data {
                LocData::Name(name, child) => LocData::Name(name.clone(), first(self, *child)),
                LocData::CallSite(a, b) => LocData::CallSite(first(self, *a), first(self, *b)),
                LocData::Fused(children) => LocData::Fused(children.iter().map(|c| first(self, *c)).collect()),
                other => other.clone(),
            };
            let alias = *seen.entry(key).or_insert_with(|| {
                self.order.push(loc);
                self.order.len() as u32
            });
            self.aliases[loc.0 as usize] = alias;
        }
    }
}
