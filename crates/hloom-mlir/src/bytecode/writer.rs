//! Writes the container, in the order and with the numbering that MLIR's own writer uses, so that the same module
//! gives the same bytes.
//!
//! MLIR numbers attributes, types and op names by how often they are referred to, the most frequent first, then groups
//! them by dialect within each range of indices that takes the same number of bytes. To count references it walks the
//! payloads once without writing; [`Payload`] has both modes.
//!
//! Absences: use-list orders, resources, dialect versions, attributes as assembly text.

use super::ir::{mask, section, since};
use super::payload::{Payload, Refer, Space, put_varint};
use super::{MAGIC, OpLayout, builtin_write};
use crate::{Attr, Loc, LocData, RawBlock, RawModule, RawOp, RawRegion, RawValue, Str, Type};
use rustc_hash::FxHashMap;

/// What the container needs to know to write the ops of a dialect.
pub trait DialectEncoder {
    /// The dialect's name.
    fn name(&self) -> &'static str;
    /// How the properties of an op are laid out; `None` if it cannot be written.
    fn op_layout(&self, op: &str) -> Option<OpLayout>;
    /// Writes the payload of an attribute as this dialect has it.
    ///
    /// # Errors
    /// When the dialect has no such attribute.
    fn attr(&self, attr: &Attr, to: &mut Payload<'_>) -> Result<(), String>;
    /// Writes the payload of a type as this dialect has it.
    ///
    /// # Errors
    /// When the dialect has no such type.
    fn ty(&self, ty: &Type, to: &mut Payload<'_>) -> Result<(), String>;
}

/// Something with a number: an attribute, a type or an op name.
struct Numbered<T> {
    value: T,
    dialect: usize,
    references: u64,
}

type Table<T> = (Vec<Numbered<T>>, FxHashMap<T, usize>);

/// All tables of the file to be.
pub(super) struct Numbering<'a> {
    encoder: &'a dyn DialectEncoder,
    module: &'a RawModule,
    dialects: Vec<String>,
    attrs: Table<(Space, Attr)>,
    types: Table<(Space, Type)>,
    ops: Table<Str>,
    /// For each location the first that says the same.
    canonical: Vec<Loc>,
    strings: (Vec<Str>, FxHashMap<Str, usize>),
    /// How deep the payload that is being counted is nested in others.
    depth: u32,
}

/// Deepest nesting of payloads; the writer follows it by recursion.
const MAX_DEPTH: u32 = 512;

impl Refer for Numbering<'_> {
    fn count_attr(&mut self, space: Space, attr: &Attr) -> Result<(), String> {
        let key = (space, self.canonical_attr(attr));
        if let Some(&i) = self.attrs.1.get(&key) {
            self.attrs.0[i].references += 1;
            return Ok(());
        }
        let dialect = self.dialect(self.space_name(space));
        self.attrs.1.insert(key.clone(), self.attrs.0.len());
        self.attrs.0.push(Numbered { value: key, dialect, references: 1 });
        self.nested(|n| n.encode_attr(space, attr, None))
    }
    fn count_type(&mut self, space: Space, ty: &Type) -> Result<(), String> {
        let key = (space, ty.clone());
        if let Some(&i) = self.types.1.get(&key) {
            self.types.0[i].references += 1;
            return Ok(());
        }
        let dialect = self.dialect(self.space_name(space));
        self.types.1.insert(key.clone(), self.types.0.len());
        self.types.0.push(Numbered { value: key, dialect, references: 1 });
        self.nested(|n| n.encode_type(space, ty, None))
    }
    fn attr_number(&mut self, space: Space, attr: &Attr) -> Result<u64, String> {
        let key = (space, self.canonical_attr(attr));
        self.attrs.1.get(&key).map(|&i| i as u64).ok_or_else(|| "an attribute has no number".into())
    }
    fn type_number(&mut self, space: Space, ty: &Type) -> Result<u64, String> {
        self.types.1.get(&(space, ty.clone())).map(|&i| i as u64).ok_or_else(|| "a type has no number".into())
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
    fn space_name(&self, space: Space) -> &'static str {
        match space {
            Space::Builtin | Space::Dictionary => "builtin",
            Space::Dialect => self.encoder.name(),
        }
    }

    fn dialect(&mut self, name: &str) -> usize {
        self.dialects.iter().position(|d| d == name).unwrap_or_else(|| {
            self.dialects.push(name.into());
            self.dialects.len() - 1
        })
    }

    fn nested(&mut self, count: impl FnOnce(&mut Self) -> Result<Vec<u8>, String>) -> Result<(), String> {
        if self.depth == MAX_DEPTH {
            return Err("attributes, types or locations are nested too deeply to be written".into());
        }
        self.depth += 1;
        let result = count(self);
        self.depth -= 1;
        result.map(|_| ())
    }

    /// The attribute with its location, if it is one, replaced by the first equal one.
    fn canonical_attr(&self, attr: &Attr) -> Attr {
        match attr {
            Attr::Loc(loc) => Attr::Loc(self.canonical.get(loc.0 as usize).copied().unwrap_or(Loc::UNKNOWN)),
            other => other.clone(),
        }
    }

    fn encode_attr(&mut self, space: Space, attr: &Attr, out: Option<Vec<u8>>) -> Result<Vec<u8>, String> {
        let encoder = self.encoder;
        let mut to = Payload { out, numbering: self };
        match space {
            Space::Builtin => builtin_write::attr(attr, Space::Builtin, &mut to)?,
            Space::Dictionary => builtin_write::attr(attr, Space::Dialect, &mut to)?,
            Space::Dialect => encoder.attr(attr, &mut to)?,
        }
        Ok(to.out.unwrap_or_default())
    }

    fn encode_type(&mut self, space: Space, ty: &Type, out: Option<Vec<u8>>) -> Result<Vec<u8>, String> {
        let encoder = self.encoder;
        let mut to = Payload { out, numbering: self };
        match space {
            Space::Builtin | Space::Dictionary => builtin_write::ty(ty, &mut to)?,
            Space::Dialect => encoder.ty(ty, &mut to)?,
        }
        Ok(to.out.unwrap_or_default())
    }
}

/// For each location the first that says the same. Children come before their parents in a table; one that does not
/// only goes unmerged.
fn canonical_locations(module: &RawModule) -> Vec<Loc> {
    let mut canonical: Vec<Loc> = Vec::with_capacity(module.locs.0.len());
    let mut first: FxHashMap<LocData, Loc> = FxHashMap::default();
    for (i, data) in module.locs.0.iter().enumerate() {
        let of = |l: &Loc| canonical.get(l.0 as usize).copied().unwrap_or(*l);
        let data = match data {
            LocData::Unknown | LocData::File(..) => data.clone(),
            LocData::Name(name, child) => LocData::Name(name.clone(), of(child)),
            LocData::CallSite(callee, caller) => LocData::CallSite(of(callee), of(caller)),
            LocData::Fused(parts) => LocData::Fused(parts.iter().map(of).collect()),
        };
        canonical.push(*first.entry(data).or_insert(Loc(i as u32)));
    }
    canonical
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
fn groups<T>(entries: &[Numbered<T>]) -> impl Iterator<Item = &[Numbered<T>]> {
    entries.chunk_by(|a, b| a.dialect == b.dialect)
}

struct Writer<'a> {
    numbering: Numbering<'a>,
    version: u64,
    /// Number of each value within its isolated region.
    values: Vec<u64>,
    /// Values that a region defines, and whether an op's regions use none from outside; by address.
    region_values: FxHashMap<*const RawRegion, u64>,
    isolated: FxHashMap<*const RawOp, bool>,
    properties: (Vec<Vec<u8>>, FxHashMap<Vec<u8>, u64>),
}

/// Writes `module`, whose ops all belong to the encoder's dialect but for the `builtin.module` around them.
///
/// # Errors
/// When an op, attribute or type cannot be written.
pub fn write(
    module: &RawModule,
    version: u64,
    producer: &str,
    encoder: &dyn DialectEncoder,
) -> Result<Vec<u8>, String> {
    let numbering = Numbering {
        encoder,
        module,
        dialects: Vec::new(),
        attrs: Table::default(),
        types: Table::default(),
        ops: Table::default(),
        canonical: canonical_locations(module),
        strings: Default::default(),
        depth: 0,
    };
    let mut w = Writer {
        numbering,
        version,
        values: vec![0; module.value_types.len()],
        region_values: FxHashMap::default(),
        isolated: FxHashMap::default(),
        properties: Default::default(),
    };
    w.find_isolated(&module.op);
    w.number_all(&module.op)?;
    order(&mut w.numbering.attrs);
    order(&mut w.numbering.types);
    order(&mut w.numbering.ops);

    let mut out = MAGIC.to_vec();
    put_varint(&mut out, version);
    out.extend_from_slice(producer.as_bytes());
    out.push(0);
    put_section(&mut out, section::DIALECT, &w.dialect_section());
    let (offsets, data) = w.attr_type_sections()?;
    put_section(&mut out, section::ATTR_TYPE_OFFSET, &offsets);
    put_section(&mut out, section::ATTR_TYPE, &data);
    let mut ir = Vec::new();
    put_varint(&mut ir, 1 << 1);
    w.op(&mut ir, &module.op)?;
    put_section(&mut out, section::IR, &ir);
    // No external resource groups, and so no resources.
    put_section(&mut out, section::RESOURCE_OFFSET, &[1]);
    put_section(&mut out, section::RESOURCE, &[]);
    let mut strings = Vec::new();
    put_varint(&mut strings, w.numbering.strings.0.len() as u64);
    for text in w.numbering.strings.0.iter().rev() {
        put_varint(&mut strings, text.len() as u64 + 1);
    }
    for text in &w.numbering.strings.0 {
        strings.extend_from_slice(text.as_bytes());
        strings.push(0);
    }
    put_section(&mut out, section::STRING, &strings);
    if version >= since::NATIVE_PROPERTIES {
        let mut properties = Vec::new();
        put_varint(&mut properties, w.properties.0.len() as u64);
        for blob in &w.properties.0 {
            put_varint(&mut properties, blob.len() as u64);
            properties.extend_from_slice(blob);
        }
        put_section(&mut out, section::PROPERTIES, &properties);
    }
    Ok(out)
}

fn put_section(out: &mut Vec<u8>, id: usize, data: &[u8]) {
    out.push(id as u8);
    put_varint(out, data.len() as u64);
    out.extend_from_slice(data);
}

impl<'a> Writer<'a> {
    fn space(&self, op: &RawOp) -> Space {
        if op.name.starts_with("builtin.") { Space::Builtin } else { Space::Dialect }
    }

    fn layout(&self, op: &RawOp) -> Result<OpLayout, String> {
        let layout = match self.space(op) {
            Space::Builtin | Space::Dictionary => super::builtin_op_layout(&op.name),
            Space::Dialect => self.numbering.encoder.op_layout(&op.name),
        };
        let layout = layout.ok_or_else(|| format!("'{}' cannot be written", op.name))?;
        if layout.operand_segments > 0 || layout.result_segments > 0 {
            return Err(format!("'{}' cannot be written: it stores segment sizes", op.name));
        }
        Ok(layout)
    }

    /// Attributes outside the properties, sorted; all of them if the version has no properties.
    fn dictionary(&self, op: &RawOp) -> Result<Vec<(Str, Attr)>, String> {
        let layout = self.layout(op)?;
        let inherent = |name: &str| layout.attrs.iter().any(|a| a.strip_suffix('?').unwrap_or(a) == name);
        let native = self.version >= since::NATIVE_PROPERTIES;
        let mut attrs: Vec<_> = op.attrs.iter().filter(|(n, _)| !(native && inherent(n))).cloned().collect();
        attrs.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(attrs)
    }

    /// Marks the ops whose regions use no value from outside.
    fn find_isolated(&mut self, root: &'a RawOp) {
        let mut depth_of = vec![0u32; self.values.len()];
        let mut stack: Vec<(*const RawOp, u32)> = Vec::new();
        self.walk_isolated(root, 0, &mut depth_of, &mut stack);
    }

    fn walk_isolated(&mut self, op: &'a RawOp, depth: u32, depth_of: &mut [u32], stack: &mut Vec<(*const RawOp, u32)>) {
        for operand in &op.operands {
            let defined = depth_of.get(operand.0 as usize).copied().unwrap_or(0);
            for (outer, _) in stack.iter().rev().take_while(|(_, inner)| *inner > defined) {
                self.isolated.insert(*outer, false);
            }
        }
        for result in &op.results {
            depth_of[result.0 as usize] = depth;
        }
        if op.regions.is_empty() {
            return;
        }
        self.isolated.insert(op, true);
        stack.push((op, depth + 1));
        for block in op.regions.iter().flat_map(|r| &r.blocks) {
            block.args.iter().for_each(|(v, _)| depth_of[v.0 as usize] = depth + 1);
            block.ops.iter().for_each(|op| self.walk_isolated(op, depth + 1, depth_of, stack));
        }
        stack.pop();
    }

    fn is_isolated(&self, op: &RawOp) -> bool {
        self.isolated.get(&(op as *const RawOp)).copied().unwrap_or(true)
    }

    fn number_all(&mut self, root: &'a RawOp) -> Result<(), String> {
        let mut next = 0;
        self.number_op(root, &mut next)?;
        let mut work: Vec<(&RawRegion, u64)> = root.regions.iter().map(|r| (r, next)).collect();
        while let Some((region, first)) = work.pop() {
            let mut next = first;
            for block in &region.blocks {
                for (arg, loc) in &block.args {
                    self.values[arg.0 as usize] = next;
                    next += 1;
                    self.numbering.count_attr(Space::Builtin, &Attr::Loc(*loc))?;
                    let ty = &self.numbering.module.value_types[arg.0 as usize];
                    self.numbering.count_type(Space::Dialect, ty)?;
                }
                for op in &block.ops {
                    self.number_op(op, &mut next)?;
                }
            }
            self.region_values.insert(region, next - first);
            for op in region.blocks.iter().flat_map(|b| &b.ops) {
                let first = if self.is_isolated(op) { 0 } else { next };
                work.extend(op.regions.iter().map(|r| (r, first)));
            }
        }
        Ok(())
    }

    fn number_op(&mut self, op: &'a RawOp, next: &mut u64) -> Result<(), String> {
        if let Some(&i) = self.numbering.ops.1.get(&op.name) {
            self.numbering.ops.0[i].references += 1;
        } else {
            let (dialect, _) = op.name.split_once('.').unwrap_or((&op.name, ""));
            let dialect = self.numbering.dialect(dialect);
            self.numbering.ops.1.insert(op.name.clone(), self.numbering.ops.0.len());
            self.numbering.ops.0.push(Numbered { value: op.name.clone(), dialect, references: 1 });
        }
        let space = self.space(op);
        for result in &op.results {
            self.values[result.0 as usize] = *next;
            *next += 1;
            let ty = &self.numbering.module.value_types[result.0 as usize];
            self.numbering.count_type(space, ty)?;
        }
        let dictionary = self.dictionary(op)?;
        if !dictionary.is_empty() {
            let dictionary = wrap(space, dictionary);
            self.numbering.count_attr(dictionary.0, &dictionary.1)?;
        }
        if self.version >= since::NATIVE_PROPERTIES {
            self.properties(op, None)?;
        }
        self.numbering.count_attr(Space::Builtin, &Attr::Loc(op.loc))
    }

    /// Counts (without `out`) or writes the properties of an op; `None` if the op has none.
    fn properties(&mut self, op: &RawOp, out: Option<Vec<u8>>) -> Result<Option<Vec<u8>>, String> {
        let layout = self.layout(op)?;
        if layout.attrs.is_empty() {
            return Ok(None);
        }
        let space = self.space(op);
        let mut to = Payload { out, numbering: &mut self.numbering };
        for spec in layout.attrs {
            match spec.strip_suffix('?') {
                Some(name) => to.optional_attr(space, op.attr(name))?,
                None => {
                    let attr = op.attr(spec).ok_or_else(|| format!("'{}' lacks the attribute '{spec}'", op.name))?;
                    to.attr(space, attr)?;
                }
            }
        }
        Ok(Some(to.out.unwrap_or_default()))
    }

    fn dialect_section(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let n = &mut self.numbering;
        put_varint(&mut out, n.dialects.len() as u64);
        for name in n.dialects.clone() {
            let name = n.string_number(&name.into());
            put_varint(&mut out, if self.version >= since::DIALECT_VERSIONING { name << 1 } else { name });
        }
        if self.version >= since::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            put_varint(&mut out, n.ops.0.len() as u64);
        }
        let names: Vec<Vec<(usize, Str)>> =
            groups(&n.ops.0).map(|g| g.iter().map(|e| (e.dialect, e.value.clone())).collect()).collect();
        for group in names {
            put_varint(&mut out, group[0].0 as u64);
            put_varint(&mut out, group.len() as u64);
            for (_, name) in group {
                let bare = name.split_once('.').map_or("", |(_, bare)| bare);
                let number = n.string_number(&bare.into());
                // Every op that has a layout counts as registered.
                let native = self.version >= since::NATIVE_PROPERTIES;
                put_varint(&mut out, if native { number << 1 | 1 } else { number });
            }
        }
        out
    }

    fn attr_type_sections(&mut self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let n = &mut self.numbering;
        let (mut offsets, mut data) = (Vec::new(), Vec::new());
        put_varint(&mut offsets, n.attrs.0.len() as u64);
        put_varint(&mut offsets, n.types.0.len() as u64);
        let attrs: Vec<Vec<(usize, (Space, Attr))>> =
            groups(&n.attrs.0).map(|g| g.iter().map(|e| (e.dialect, e.value.clone())).collect()).collect();
        for group in attrs {
            put_varint(&mut offsets, group[0].0 as u64);
            put_varint(&mut offsets, group.len() as u64);
            for (_, (space, attr)) in group {
                let payload = n.encode_attr(space, &attr, Some(Vec::new()))?;
                put_varint(&mut offsets, (payload.len() as u64) << 1 | 1);
                data.extend(payload);
            }
        }
        let types: Vec<Vec<(usize, (Space, Type))>> =
            groups(&n.types.0).map(|g| g.iter().map(|e| (e.dialect, e.value.clone())).collect()).collect();
        for group in types {
            put_varint(&mut offsets, group[0].0 as u64);
            put_varint(&mut offsets, group.len() as u64);
            for (_, (space, ty)) in group {
                let payload = n.encode_type(space, &ty, Some(Vec::new()))?;
                put_varint(&mut offsets, (payload.len() as u64) << 1 | 1);
                data.extend(payload);
            }
        }
        Ok((offsets, data))
    }

    fn value_type(
        &mut self,
        out: &mut Vec<u8>,
        space: Space,
        value: RawValue,
        flag: Option<bool>,
    ) -> Result<(), String> {
        let ty = self.numbering.module.value_types[value.0 as usize].clone();
        let number = self.numbering.type_number(space, &ty)?;
        put_varint(out, flag.map_or(number, |flag| number << 1 | u64::from(flag)));
        Ok(())
    }

    fn op(&mut self, out: &mut Vec<u8>, op: &RawOp) -> Result<(), String> {
        let space = self.space(op);
        put_varint(out, self.numbering.ops.1.get(&op.name).map_or(0, |&i| i as u64));
        let mask_at = out.len();
        out.push(0);
        let mut parts = 0;
        put_varint(out, self.numbering.attr_number(Space::Builtin, &Attr::Loc(op.loc))?);
        let dictionary = self.dictionary(op)?;
        if !dictionary.is_empty() {
            parts |= mask::ATTRS;
            let (space, dictionary) = wrap(space, dictionary);
            put_varint(out, self.numbering.attr_number(space, &dictionary)?);
        }
        if self.version >= since::NATIVE_PROPERTIES
            && let Some(blob) = self.properties(op, Some(Vec::new()))?
        {
            parts |= mask::PROPERTIES;
            let (blobs, index) = &mut self.properties;
            let number = *index.entry(blob).or_insert_with_key(|blob| {
                blobs.push(blob.clone());
                blobs.len() as u64 - 1
            });
            put_varint(out, number);
        }
        if !op.results.is_empty() {
            parts |= mask::RESULTS;
            put_varint(out, op.results.len() as u64);
            for &result in &op.results {
                self.value_type(out, space, result, None)?;
            }
        }
        if !op.operands.is_empty() {
            parts |= mask::OPERANDS;
            put_varint(out, op.operands.len() as u64);
            op.operands.iter().for_each(|v| put_varint(out, self.values[v.0 as usize]));
        }
        if !op.regions.is_empty() {
            parts |= mask::INLINE_REGIONS;
        }
        out[mask_at] = parts;
        if op.regions.is_empty() {
            return Ok(());
        }
        let isolated = self.is_isolated(op);
        put_varint(out, (op.regions.len() as u64) << 1 | u64::from(isolated));
        if isolated && self.version >= since::LAZY_LOADING {
            let mut own = Vec::new();
            op.regions.iter().try_for_each(|r| self.region(&mut own, r))?;
            put_section(out, section::IR, &own);
            return Ok(());
        }
        op.regions.iter().try_for_each(|r| self.region(out, r))
    }

    fn region(&mut self, out: &mut Vec<u8>, region: &RawRegion) -> Result<(), String> {
        put_varint(out, region.blocks.len() as u64);
        if region.blocks.is_empty() {
            return Ok(());
        }
        put_varint(out, self.region_values.get(&(region as *const RawRegion)).copied().unwrap_or(0));
        region.blocks.iter().try_for_each(|b| self.block(out, b))
    }

    fn block(&mut self, out: &mut Vec<u8>, block: &RawBlock) -> Result<(), String> {
        put_varint(out, (block.ops.len() as u64) << 1 | u64::from(!block.args.is_empty()));
        if !block.args.is_empty() {
            put_varint(out, block.args.len() as u64);
            for &(arg, loc) in &block.args {
                let stated = *self.numbering.module.locs.get(loc) != LocData::Unknown;
                let elide = self.version >= since::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION;
                self.value_type(out, Space::Dialect, arg, elide.then_some(stated))?;
                if stated || !elide {
                    put_varint(out, self.numbering.attr_number(Space::Builtin, &Attr::Loc(loc))?);
                }
            }
            if self.version >= since::USE_LIST_ORDERING {
                out.push(0);
            }
        }
        block.ops.iter().try_for_each(|op| self.op(out, op))
    }
}

/// The dictionary of an op: a builtin attribute whose values are in the space of the op.
fn wrap(space: Space, attrs: Vec<(Str, Attr)>) -> (Space, Attr) {
    let space = if space == Space::Dialect { Space::Dictionary } else { space };
    (space, Attr::Dict(attrs.into()))
}
