//! Locations in printed text: every location in use has an alias, numbered as upstream does.
//!
//! Aliases are numbered by how deep a location nests, then in the order in which printing meets them, an op before what
//! it contains. Since that is known only at the end, the printer notes where locations belong and [`Locations::finish`]
//! writes them into the text. Locations of arguments stand in full; their aliases, which nothing but other locations
//! then use, are defined before the module, the others after it.

use super::print_attrs::escaped;
use crate::{Attr, Loc, LocData, LocTable};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// What printing met so far.
#[derive(Default)]
pub(super) struct Locations {
    /// Locations in the order they were met, and if their aliases may be defined after the module.
    met: Vec<(Loc, bool)>,
    /// Where in the text a location belongs, and if it is written in full.
    places: Vec<(usize, Loc, bool)>,
}

impl Locations {
    /// An op begins.
    pub(super) fn meet(&mut self, loc: Loc) {
        self.met.push((loc, true));
    }

    /// The alias of a location belongs at `at`. `later`: it has been met, and may be defined after its use.
    pub(super) fn alias(&mut self, at: usize, loc: Loc, later: bool) {
        if !later {
            self.met.push((loc, false));
        }
        self.places.push((at, loc, false));
    }

    /// A location in full belongs at `at`.
    pub(super) fn full(&mut self, at: usize, loc: Loc) {
        self.met.push((loc, false));
        self.places.push((at, loc, true));
    }

    /// How much has been noted, for [`Locations::rewind`].
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.met.len(), self.places.len())
    }

    /// Forgets what was noted since.
    pub(super) fn rewind(&mut self, (met, places): (usize, usize)) {
        self.met.truncate(met);
        self.places.truncate(places);
    }

    /// `text` with all locations and the definitions of their aliases; `attr` is how metadata is written.
    pub(super) fn finish(self, table: &LocTable, text: &str, attr: &dyn Fn(&Attr) -> String) -> String {
        let mut aliases = Aliases::new(table, attr);
        for (loc, later) in &self.met {
            aliases.meet(*loc, *later);
        }
        aliases.number();
        let mut out = String::with_capacity(text.len() + self.places.len() * 8);
        aliases.definitions(&mut out, false);
        let mut from = 0;
        for (at, loc, full) in self.places {
            out.push_str(&text[from..at]);
            from = at;
            if full { aliases.body(&mut out, loc) } else { aliases.name(&mut out, loc) }
        }
        out.push_str(&text[from..]);
        aliases.definitions(&mut out, true);
        out
    }
}

#[derive(Clone, Copy)]
struct Alias {
    depth: u32,
    later: bool,
    number: u32,
}

struct Aliases<'a> {
    table: &'a LocTable,
    attr: &'a dyn Fn(&Attr) -> String,
    /// The first location equal to each; `u32::MAX` if that is not known yet.
    same: Vec<u32>,
    depth: Vec<u32>,
    first: FxHashMap<LocData, u32>,
    alias: FxHashMap<u32, Alias>,
    order: Vec<u32>,
}

impl<'a> Aliases<'a> {
    fn new(table: &'a LocTable, attr: &'a dyn Fn(&Attr) -> String) -> Self {
        let n = table.entries().len().max(1);
        Aliases {
            table,
            attr,
            same: vec![u32::MAX; n],
            depth: vec![0; n],
            first: FxHashMap::default(),
            alias: FxHashMap::default(),
            order: Vec::new(),
        }
    }

    /// What is printed inside a location.
    fn children(&self, loc: u32) -> Vec<u32> {
        match self.table.get(Loc(loc)) {
            LocData::Unknown | LocData::File(..) | LocData::Range(..) => Vec::new(),
            LocData::Name(_, child) if *self.table.get(*child) == LocData::Unknown => Vec::new(),
            LocData::Name(_, child) => vec![child.0],
            LocData::CallSite(callee, caller) => vec![callee.0, caller.0],
            LocData::Fused(parts, _) => parts.iter().map(|l| l.0).collect(),
        }
    }

    /// The first location that says the same. Children first, on an explicit stack; a location inside itself, which no
    /// reader gives, counts as unknown there.
    fn canonical(&mut self, loc: Loc) -> u32 {
        let of = |this: &Self, l: u32| this.same.get(l as usize).copied().filter(|&s| s != u32::MAX).unwrap_or(0);
        let root = if (loc.0 as usize) < self.same.len() { loc.0 } else { 0 };
        let mut stack = vec![(root, false)];
        while let Some((l, ready)) = stack.pop() {
            let Some(&found) = self.same.get(l as usize) else { continue };
            if !ready {
                if found == u32::MAX {
                    self.same[l as usize] = 0;
                    stack.push((l, true));
                    stack.extend(self.children(l).into_iter().map(|c| (c, false)));
                }
                continue;
            }
            let children = self.children(l);
            let key = match self.table.get(Loc(l)) {
                LocData::Name(name, child) => LocData::Name(name.clone(), Loc(of(self, child.0))),
                LocData::CallSite(a, b) => LocData::CallSite(Loc(of(self, a.0)), Loc(of(self, b.0))),
                LocData::Fused(parts, meta) => {
                    LocData::Fused(parts.iter().map(|p| Loc(of(self, p.0))).collect(), meta.clone())
                }
                other => other.clone(),
            };
            let deepest = children.iter().map(|&c| self.depth[of(self, c) as usize]).max();
            self.depth[l as usize] = deepest.map_or(0, |d| d + 1);
            self.same[l as usize] = *self.first.entry(key).or_insert(l);
        }
        of(self, root)
    }

    fn meet(&mut self, loc: Loc, later: bool) {
        let root = self.canonical(loc);
        let mut stack = vec![root];
        while let Some(l) = stack.pop() {
            let known = self.alias.get(&l).copied();
            match known {
                Some(a) if later || !a.later => continue,
                _ => {}
            }
            if known.is_none() {
                self.order.push(l);
            }
            self.alias.insert(l, Alias { depth: self.depth[l as usize], later, number: 0 });
            let children: Vec<u32> = self.children(l).into_iter().map(|c| self.canonical(Loc(c))).collect();
            stack.extend(children.into_iter().rev());
        }
    }

    fn number(&mut self) {
        self.order.sort_by_key(|l| self.alias.get(l).map_or(0, |a| a.depth));
        for (number, l) in self.order.iter().enumerate() {
            if let Some(a) = self.alias.get_mut(l) {
                a.number = number as u32;
            }
        }
    }

    fn definitions(&mut self, out: &mut String, later: bool) {
        for i in 0..self.order.len() {
            let l = self.order[i];
            if self.alias.get(&l).is_some_and(|a| a.later == later) {
                self.name(out, Loc(l));
                out.push_str(" = loc(");
                self.body(out, Loc(l));
                out.push_str(")\n");
            }
        }
    }

    /// `#loc3`.
    fn name(&mut self, out: &mut String, loc: Loc) {
        let canonical = self.canonical(loc);
        let _ = match self.alias.get(&canonical).map(|a| a.number) {
            Some(0) => write!(out, "#loc"),
            Some(n) => write!(out, "#loc{n}"),
            None => write!(out, "unknown"),
        };
    }

    /// A location in full, those inside it by their aliases.
    fn body(&mut self, out: &mut String, loc: Loc) {
        let table = self.table;
        match table.get(loc) {
            LocData::Unknown => out.push_str("unknown"),
            LocData::File(file, line, column) => {
                escaped(out, file);
                let _ = write!(out, ":{line}:{column}");
            }
            LocData::Range(file, [line, column, end_line, end_column]) => {
                escaped(out, file);
                let _ = write!(out, ":{line}:{column} to ");
                let _ = if line == end_line {
                    write!(out, ":{end_column}")
                } else {
                    write!(out, "{end_line}:{end_column}")
                };
            }
            LocData::Name(name, child) => {
                escaped(out, name);
                if *table.get(*child) != LocData::Unknown {
                    out.push('(');
                    self.name(out, *child);
                    out.push(')');
                }
            }
            LocData::CallSite(callee, caller) => {
                out.push_str("callsite(");
                self.name(out, *callee);
                out.push_str(" at ");
                self.name(out, *caller);
                out.push(')');
            }
            LocData::Fused(parts, metadata) => {
                out.push_str("fused");
                if let Some(attr) = metadata {
                    out.push('<');
                    out.push_str(&(self.attr)(attr));
                    out.push('>');
                }
                out.push('[');
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.name(out, *part);
                }
                out.push(']');
            }
        }
    }
}
