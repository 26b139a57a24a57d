//! Writes the container, in the order and with the numbering that MLIR's own writer uses, so that the same module
//! gives the same bytes.
//!
//! MLIR numbers attributes, types and op names by how often they are referred to, the most frequent first, then groups
//! them by dialect within each range of indices that takes the same number of bytes. To count references it walks the
//! payloads once without writing; [`Payload`] has both modes.
//!
//! Absences: resources, dialect versions.

use super::ir::{mask, section, since};
use super::numbering::{Numbering, groups};
use super::payload::{Payload, Refer, Space, put_varint};
use super::{MAGIC, OpLayout, UseOrders};
use crate::{Attr, LocData, RawBlock, RawModule, RawOp, RawRegion, RawValue, Str, Type, str_to_bytes};
use rustc_hash::FxHashMap;

/// What the container needs to know to write a module: one dialect that has attributes and types of its own for
/// everything, and which others may be mixed in.
pub trait DialectEncoder {
    /// The dialect's name.
    fn name(&self) -> &'static str;
    /// How the properties of an op of any dialect but `builtin` are laid out; `None` if it cannot be written.
    fn op_layout(&self, op: &str) -> Option<OpLayout>;
    /// True if the dialect has its own form of an attribute; else it is written as the attribute that it is.
    fn owns_attr(&self, attr: &Attr) -> bool;
    /// As [`DialectEncoder::owns_attr`], for a type.
    fn owns_type(&self, ty: &Type) -> bool;
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
    /// Writes an attribute of another dialect: true for a payload, false for assembly text.
    ///
    /// # Errors
    /// When it cannot be written.
    fn foreign_attr(&self, attr: &Attr, to: &mut Payload<'_>) -> Result<bool, String>;
    /// As [`DialectEncoder::foreign_attr`], for a type.
    ///
    /// # Errors
    /// When it cannot be written.
    fn foreign_type(&self, ty: &Type, to: &mut Payload<'_>) -> Result<bool, String>;
}

/// The op that leads between the types of two dialects.
const CAST: &str = "builtin.unrealized_conversion_cast";
const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

struct Writer<'a> {
    numbering: Numbering<'a>,
    version: u64,
    use_orders: &'a UseOrders,
    /// Number of each value within its isolated region.
    values: Vec<u64>,
    /// Whether the type of a value is the dialect's or the builtin one.
    spaces: Vec<Space>,
    /// Values that a region defines, and whether an op's regions use none from outside; by address.
    region_values: FxHashMap<*const RawRegion, u64>,
    isolated: FxHashMap<*const RawOp, bool>,
    properties: (Vec<Vec<u8>>, FxHashMap<Vec<u8>, u64>),
}

/// Writes `module`.
///
/// # Errors
/// When an op, attribute or type cannot be written.
pub fn write(
    module: &RawModule,
    use_orders: &UseOrders,
    version: u64,
    producer: &str,
    encoder: &dyn DialectEncoder,
) -> Result<Vec<u8>, String> {
    let mut w = Writer {
        numbering: Numbering::new(module, encoder),
        version,
        use_orders,
        values: vec![0; module.value_types.len()],
        spaces: vec![Space::Builtin; module.value_types.len()],
        region_values: FxHashMap::default(),
        isolated: FxHashMap::default(),
        properties: Default::default(),
    };
    w.find_isolated(&module.op);
    w.number_all(&module.op)?;
    w.numbering.finish();

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
    let texts: Vec<_> = w.numbering.strings.0.iter().map(|text| str_to_bytes(text)).collect();
    for text in texts.iter().rev() {
        put_varint(&mut strings, text.len() as u64 + 1);
    }
    for text in &texts {
        strings.extend_from_slice(text);
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
    /// Whose attributes and result types an op has.
    fn space(&self, op: &RawOp) -> Space {
        match op.name.split_once('.') {
            Some((dialect, _)) if dialect == self.numbering.encoder.name() => Space::Dialect,
            _ => Space::Builtin,
        }
    }

    fn layout(&self, op: &RawOp) -> Result<OpLayout, String> {
        let layout = match op.name.starts_with("builtin.") {
            true => super::builtin_op_layout(&op.name),
            false => self.numbering.encoder.op_layout(&op.name),
        };
        layout.ok_or_else(|| format!("'{}' cannot be written", op.name))
    }

    /// Attributes outside the properties, sorted; all of them if the version has no properties.
    fn dictionary(&self, op: &RawOp) -> Result<Vec<(Str, Attr)>, String> {
        let layout = self.layout(op)?;
        let inherent = |name: &str| {
            layout.attrs.iter().any(|a| a.strip_suffix('?').unwrap_or(a) == name)
                || layout.operand_segments > 0 && name == OPERAND_SEGMENTS
                || layout.result_segments > 0 && name == RESULT_SEGMENTS
        };
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
        // A cast goes from one space to the other.
        let space = match op.operands.first() {
            Some(v) if &*op.name == CAST && self.spaces[v.0 as usize] == Space::Builtin => Space::Dialect,
            _ => self.space(op),
        };
        for result in &op.results {
            depth_of[result.0 as usize] = depth;
            self.spaces[result.0 as usize] = space;
        }
        if op.regions.is_empty() {
            return;
        }
        self.isolated.insert(op, true);
        stack.push((op, depth + 1));
        for block in op.regions.iter().flat_map(|r| &r.blocks) {
            for (v, _) in &block.args {
                depth_of[v.0 as usize] = depth + 1;
                self.spaces[v.0 as usize] = space;
            }
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
                    self.numbering.count_type(self.spaces[arg.0 as usize], ty)?;
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
        self.numbering.count_op(&op.name);
        let space = self.space(op);
        for result in &op.results {
            self.values[result.0 as usize] = *next;
            *next += 1;
            let ty = &self.numbering.module.value_types[result.0 as usize];
            self.numbering.count_type(self.spaces[result.0 as usize], ty)?;
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
        let segments = [(OPERAND_SEGMENTS, layout.operand_segments), (RESULT_SEGMENTS, layout.result_segments)];
        if layout.attrs.is_empty() && segments.iter().all(|s| s.1 == 0) {
            return Ok(None);
        }
        let in_front = self.version < since::PROPERTIES_SEGMENT_SIZES;
        let space = self.space(op);
        let mut to = Payload { out, numbering: &mut self.numbering };
        let need = |name: &str| op.attr(name).ok_or_else(|| format!("'{}' lacks the attribute '{name}'", op.name));
        let segments = segments.iter().filter(|s| s.1 > 0);
        if in_front {
            segments.clone().try_for_each(|(name, _)| to.attr(space, need(name)?))?;
        }
        for spec in layout.attrs {
            match spec.strip_suffix('?') {
                Some(name) => to.optional_attr(space, op.attr(name))?,
                None => to.attr(space, need(spec)?)?,
            }
        }
        if !in_front {
            for (name, _) in segments {
                let Attr::DenseArray(_, sizes) = need(name)? else {
                    return Err(format!("'{}' has no list of numbers as {name}", op.name));
                };
                to.sparse(sizes);
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
                let (payload, custom) = n.encode_attr(space, &attr, Some(Vec::new()))?;
                put_varint(&mut offsets, (payload.len() as u64) << 1 | u64::from(custom));
                data.extend(payload);
            }
        }
        let types: Vec<Vec<(usize, (Space, Type))>> =
            groups(&n.types.0).map(|g| g.iter().map(|e| (e.dialect, e.value.clone())).collect()).collect();
        for group in types {
            put_varint(&mut offsets, group[0].0 as u64);
            put_varint(&mut offsets, group.len() as u64);
            for (_, (space, ty)) in group {
                let (payload, custom) = n.encode_type(space, &ty, Some(Vec::new()))?;
                put_varint(&mut offsets, (payload.len() as u64) << 1 | u64::from(custom));
                data.extend(payload);
            }
        }
        Ok((offsets, data))
    }

    fn value_type(&mut self, out: &mut Vec<u8>, value: RawValue, flag: Option<bool>) -> Result<(), String> {
        let ty = &self.numbering.module.value_types[value.0 as usize];
        let number = self.numbering.type_number(self.spaces[value.0 as usize], ty)?;
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
                self.value_type(out, result, None)?;
            }
        }
        if !op.operands.is_empty() {
            parts |= mask::OPERANDS;
            put_varint(out, op.operands.len() as u64);
            op.operands.iter().for_each(|v| put_varint(out, self.values[v.0 as usize]));
        }
        if self.version >= since::USE_LIST_ORDERING && self.use_orders.write(op.results.iter().copied(), out) {
            parts |= mask::USE_LIST_ORDERS;
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
                self.value_type(out, arg, elide.then_some(stated))?;
                if stated || !elide {
                    put_varint(out, self.numbering.attr_number(Space::Builtin, &Attr::Loc(loc))?);
                }
            }
            if self.version >= since::USE_LIST_ORDERING {
                let at = out.len();
                out.push(0);
                if self.use_orders.write(block.args.iter().map(|a| a.0), out) {
                    out[at] = mask::USE_LIST_ORDERS;
                }
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
