//! The numbers of attributes, types, op names, dialects and strings in a file to be written.

use super::builtin_write;
use super::payload::{Payload, Refer, Space};
use super::writer::DialectEncoder;
use crate::{Attr, Loc, LocData, RawModule, Str, Type};
use rustc_hash::FxHashMap;

/// Something with a number: an attribute, a type or an op name.
pub(super) struct Numbered<T> {
    pub(super) value: T,
    pub(super) dialect: usize,
    references: u64,
}

pub(super) type Table<T> = (Vec<Numbered<T>>, FxHashMap<T, usize>);

/// All tables of the file to be.
pub(super) struct Numbering<'a> {
    pub(super) encoder: &'a dyn DialectEncoder,
    pub(super) module: &'a RawModule,
    pub(super) dialects: Vec<String>,
    pub(super) attrs: Table<(Space, Attr)>,
    pub(super) types: Table<(Space, Type)>,
    pub(super) ops: Table<Str>,
    /// For each location the first that says the same.
    canonical: Vec<Loc>,
    pub(super) strings: (Vec<Str>, FxHashMap<Str, usize>),
    /// How deep the payload that is being counted is nested in others.
    depth: u32,
}

/// Deepest nesting of payloads; the writer follows it by recursion.
const MAX_DEPTH: u32 = 512;

impl Refer for Numbering<'_> {
    fn count_attr(&mut self, space: Space, attr: &Attr) -> Result<(), String> {
        let key = self.attr_key(space, attr);
        if let Some(&i) = self.attrs.1.get(&key) {
            self.attrs.0[i].references += 1;
            return Ok(());
        }
        let space = key.0;
        let dialect = match attr {
            Attr::Dialect(dialect, ..) if space == Space::Builtin && &**dialect != "builtin" => self.dialect(dialect),
            _ => self.dialect(self.space_name(space)),
        };
        self.attrs.1.insert(key.clone(), self.attrs.0.len());
        self.attrs.0.push(Numbered { value: key, dialect, references: 1 });
        self.nested(|n| n.encode_attr(space, attr, None))
    }
    fn count_type(&mut self, space: Space, ty: &Type) -> Result<(), String> {
        let key = self.type_key(space, ty);
        if let Some(&i) = self.types.1.get(&key) {
            self.types.0[i].references += 1;
            return Ok(());
        }
        let space = key.0;
        let dialect = match ty {
            Type::Dialect(dialect, _) if space == Space::Builtin && &**dialect != "builtin" => self.dialect(dialect),
            _ => self.dialect(self.space_name(space)),
        };
        self.types.1.insert(key.clone(), self.types.0.len());
        self.types.0.push(Numbered { value: key, dialect, references: 1 });
        self.nested(|n| n.encode_type(space, ty, None))
    }
    fn attr_number(&mut self, space: Space, attr: &Attr) -> Result<u64, String> {
        let key = self.attr_key(space, attr);
        self.attrs.1.get(&key).map(|&i| i as u64).ok_or_else(|| "an attribute has no number".into())
    }
    fn type_number(&mut self, space: Space, ty: &Type) -> Result<u64, String> {
        let key = self.type_key(space, ty);
        self.types.1.get(&key).map(|&i| i as u64).ok_or_else(|| "a type has no number".into())
    }
    fn string_number(&mut self, text: &Str) -> u64 {
        let next = self.strings.0.len();
        let number = *self.strings.1.entry(text.clone()).or_insert(next);
        if number == next {
            self.strings.0.push(text.clone());
        }
        number as u64
    }
    fn loc(&self, loc: Loc) -> LocData {
        self.module.locs.get(loc).clone()
    }
}

impl<'a> Numbering<'a> {
    pub(super) fn new(module: &'a RawModule, encoder: &'a dyn DialectEncoder) -> Self {
        Numbering {
            encoder,
            module,
            dialects: Vec::new(),
            attrs: Table::default(),
            types: Table::default(),
            ops: Table::default(),
            canonical: canonical_locations(module),
            strings: Default::default(),
            depth: 0,
        }
    }

    fn space_name(&self, space: Space) -> &'static str {
        match space {
            Space::Builtin | Space::Dictionary => "builtin",
            Space::Dialect => self.encoder.name(),
        }
    }

    pub(super) fn dialect(&mut self, name: &str) -> usize {
        self.dialects.iter().position(|d| d == name).unwrap_or_else(|| {
            self.dialects.push(name.into());
            self.dialects.len() - 1
        })
    }

    fn nested(&mut self, count: impl FnOnce(&mut Self) -> Result<(Vec<u8>, bool), String>) -> Result<(), String> {
        if self.depth == MAX_DEPTH {
            return Err("attributes, types or locations are nested too deeply to be written".into());
        }
        self.depth += 1;
        let result = count(self);
        self.depth -= 1;
        result.map(|_| ())
    }

    /// What makes an attribute the same as another: where it belongs, and its value, with a location replaced by the first
    /// equal one.
    fn attr_key(&self, space: Space, attr: &Attr) -> (Space, Attr) {
        let foreign = |a: &Attr| !self.encoder.owns_attr(a);
        match (space, attr) {
            (_, Attr::Loc(loc)) => {
                let loc = self.canonical.get(loc.0 as usize).copied().unwrap_or(Loc::UNKNOWN);
                (Space::Builtin, Attr::Loc(loc))
            }
            (Space::Dialect, attr) if foreign(attr) => (Space::Builtin, attr.clone()),
            (Space::Dictionary, Attr::Dict(items)) if items.iter().all(|(_, a)| foreign(a)) => {
                (Space::Builtin, attr.clone())
            }
            _ => (space, attr.clone()),
        }
    }

    fn type_key(&self, space: Space, ty: &Type) -> (Space, Type) {
        let own = space != Space::Builtin && self.encoder.owns_type(ty);
        (if own { Space::Dialect } else { Space::Builtin }, ty.clone())
    }

    /// The payload of an attribute, and whether it is one: false for assembly text.
    pub(super) fn encode_attr(
        &mut self,
        space: Space,
        attr: &Attr,
        out: Option<Vec<u8>>,
    ) -> Result<(Vec<u8>, bool), String> {
        let encoder = self.encoder;
        let mut to = Payload { out, numbering: self };
        let mut payload = true;
        match (space, attr) {
            (Space::Builtin, Attr::Dialect(dialect, ..)) if &**dialect != "builtin" => {
                payload = encoder.foreign_attr(attr, &mut to)?;
            }
            // What the builtin dialect has no payload for.
            (Space::Builtin, Attr::Dialect(_, name, map)) if matches!(&**name, "affine_map" | "affine_set") => {
                payload = false;
                to.text(&format!("{name}<{map}>"));
            }
            (Space::Builtin, _) => builtin_write::attr(attr, Space::Builtin, &mut to)?,
            (Space::Dictionary, _) => builtin_write::attr(attr, Space::Dialect, &mut to)?,
            (Space::Dialect, _) => encoder.attr(attr, &mut to)?,
        }
        Ok((to.out.unwrap_or_default(), payload))
    }

    /// As [`Numbering::encode_attr`], for a type.
    pub(super) fn encode_type(
        &mut self,
        space: Space,
        ty: &Type,
        out: Option<Vec<u8>>,
    ) -> Result<(Vec<u8>, bool), String> {
        let encoder = self.encoder;
        let mut to = Payload { out, numbering: self };
        let mut payload = true;
        match (space, ty) {
            (Space::Builtin, Type::Dialect(dialect, _)) if &**dialect != "builtin" => {
                payload = encoder.foreign_type(ty, &mut to)?;
            }
            (Space::Builtin | Space::Dictionary, _) => builtin_write::ty(ty, &mut to)?,
            (Space::Dialect, _) => encoder.ty(ty, &mut to)?,
        }
        Ok((to.out.unwrap_or_default(), payload))
    }

    /// Gives the entries of all tables their final numbers.
    pub(super) fn finish(&mut self) {
        order(&mut self.attrs);
        order(&mut self.types);
        order(&mut self.ops);
    }

    /// Counts an op name.
    pub(super) fn count_op(&mut self, name: &Str) {
        if let Some(&i) = self.ops.1.get(name) {
            self.ops.0[i].references += 1;
            return;
        }
        let (dialect, _) = name.split_once('.').unwrap_or((name, ""));
        let dialect = self.dialect(dialect);
        self.ops.1.insert(name.clone(), self.ops.0.len());
        self.ops.0.push(Numbered { value: name.clone(), dialect, references: 1 });
    }
}

/// For each location the first that says the same. A location that contains itself only goes unmerged.
fn canonical_locations(module: &RawModule) -> Vec<Loc> {
    let all = module.locs.entries();
    let mut canonical: Vec<Option<Loc>> = vec![None; all.len()];
    let mut first: FxHashMap<LocData, Loc> = FxHashMap::default();
    // Children before parents, from a work list: an alias may be defined after its use.
    let mut pending = vec![false; all.len()];
    for start in 0..all.len() {
        let mut work = vec![start];
        while let Some(&at) = work.last() {
            if canonical[at].is_some() {
                work.pop();
                continue;
            }
            let before = work.len();
            if !std::mem::replace(&mut pending[at], true) {
                let children: &[Loc] = match &all[at] {
                    LocData::Unknown | LocData::File(..) | LocData::Range(..) => &[],
                    LocData::Name(_, child) => std::slice::from_ref(child),
                    LocData::CallSite(callee, caller) => &[*callee, *caller],
                    LocData::Fused(parts, _) => parts,
                };
                let new = |c: &usize| canonical.get(*c).is_some_and(Option::is_none) && !pending[*c];
                work.extend(children.iter().map(|c| c.0 as usize).filter(new));
            }
            if work.len() > before {
                continue;
            }
            let of = |l: &Loc| canonical.get(l.0 as usize).copied().flatten().unwrap_or(*l);
            let data = match &all[at] {
                LocData::Name(name, child) => LocData::Name(name.clone(), of(child)),
                LocData::CallSite(callee, caller) => LocData::CallSite(of(callee), of(caller)),
                LocData::Fused(parts, meta) => LocData::Fused(parts.iter().map(of).collect(), meta.clone()),
                leaf => leaf.clone(),
            };
            canonical[at] = Some(*first.entry(data).or_insert(Loc(at as u32)));
            work.pop();
        }
    }
    canonical.into_iter().map(Option::unwrap_or_default).collect()
}

/// Sorts by falling reference count, then by dialect within each range of indices of equal encoded length; the dialect
/// that ended one range leads the next.
fn order<T: Clone + Eq + std::hash::Hash>(table: &mut Table<T>) {
    let (entries, index) = table;
    entries.sort_by_key(|e| std::cmp::Reverse(e.references));
    let (mut start, mut size, mut first) = (0, 0, 0);
    for bytes in 1..9 {
        size = (1usize << (7 * bytes)) - size;
        let end = entries.len().min(start + size);
        let range = &mut entries[start..end];
        range.sort_by_key(|e| (e.dialect != first, e.dialect));
        if let Some(last) = range.last() {
            first = last.dialect;
        }
        start = end;
        if start == entries.len() {
            break;
        }
    }
    for (i, e) in entries.iter().enumerate() {
        index.insert(e.value.clone(), i);
    }
}

/// Runs of entries of one dialect.
pub(super) fn groups<T>(entries: &[Numbered<T>]) -> impl Iterator<Item = &[Numbered<T>]> {
    entries.chunk_by(|a, b| a.dialect == b.dialect)
}
