//! The sections of a file and the ops of its IR section.

use super::reader::{Entry, LocState, Tables};
use super::{Cursor, DialectCodec, MAGIC, MAX_VERSION, OpLayout, Reader, Result, UseOrders, uses};
use crate::{
    Attr, Limits, Loc, LocTable, RawBlock, RawModule, RawOp, RawRegion, RawValue, RawValues, Str, SyntaxError, Type,
    str_from_bytes,
};
use hloom_num::DType;
use smallvec::SmallVec;

/// Section ids.
pub(super) mod section {
    pub(crate) const STRING: usize = 0;
    pub(crate) const DIALECT: usize = 1;
    pub(crate) const ATTR_TYPE: usize = 2;
    pub(crate) const ATTR_TYPE_OFFSET: usize = 3;
    pub(crate) const IR: usize = 4;
    pub(crate) const RESOURCE: usize = 5;
    pub(crate) const RESOURCE_OFFSET: usize = 6;
    pub(crate) const DIALECT_VERSIONS: usize = 7;
    pub(crate) const PROPERTIES: usize = 8;
    pub(crate) const COUNT: usize = 9;
}

/// Bits of an op's encoding mask.
pub(super) mod mask {
    pub(crate) const ATTRS: u8 = 1;
    pub(crate) const RESULTS: u8 = 2;
    pub(crate) const OPERANDS: u8 = 4;
    pub(crate) const SUCCESSORS: u8 = 8;
    pub(crate) const INLINE_REGIONS: u8 = 16;
    pub(crate) const USE_LIST_ORDERS: u8 = 32;
    pub(crate) const PROPERTIES: u8 = 64;
}

/// Container versions in which something was added.
pub(super) mod since {
    pub(crate) const DIALECT_VERSIONING: u64 = 1;
    pub(crate) const LAZY_LOADING: u64 = 2;
    pub(crate) const USE_LIST_ORDERING: u64 = 3;
    pub(crate) const ELIDE_UNKNOWN_BLOCK_ARG_LOCATION: u64 = 4;
    pub(crate) const NATIVE_PROPERTIES: u64 = 5;
    pub(crate) const PROPERTIES_SEGMENT_SIZES: u64 = 6;
}

/// An op name of the dialect section.
struct OpName {
    name: Str,
    /// Registered when the file was written: its properties have the op's own encoding, not a dictionary.
    registered: bool,
}

/// The values that ops of one isolated region may refer to. `next` of the innermost region counts up as values are
/// defined.
#[derive(Default)]
struct Scope {
    values: Vec<Option<RawValue>>,
    next: Vec<usize>,
}

struct IrReader<'a, 'c> {
    tables: Tables<'a>,
    codec: &'c dyn DialectCodec,
    op_names: Vec<OpName>,
    /// Blobs of the properties section.
    properties: Vec<Cursor<'a>>,
    scopes: Vec<Scope>,
    value_types: Vec<Option<Type>>,
    use_orders: UseOrders,
    ops_left: u32,
}

/// Reads a whole file.
pub(super) fn read(bytes: &[u8], limits: &Limits, codec: &dyn DialectCodec) -> Result<(RawModule, UseOrders)> {
    let mut file = Cursor::new(bytes, 0);
    if !bytes.starts_with(&MAGIC) {
        return Err(file.error("this is not MLIR bytecode"));
    }
    file.bytes(MAGIC.len() as u64)?;
    let version = file.varint()?;
    if version > MAX_VERSION {
        return Err(file.error(format!("bytecode version {version} is newer than {MAX_VERSION}, the newest known")));
    }
    let producer = String::from_utf8_lossy(file.c_string()?).into_owned();
    let mut sections: [Option<Cursor<'_>>; section::COUNT] = [None; section::COUNT];
    while !file.is_empty() {
        let (id, data) = file.section()?;
        let slot = sections.get_mut(usize::from(id)).ok_or_else(|| data.error(format!("unknown section {id}")))?;
        if slot.replace(data).is_some() {
            return Err(data.error(format!("section {id} occurs twice")));
        }
    }
    let need = |id: usize| sections[id].ok_or_else(|| file.error(format!("section {id} is missing")));

    let mut tables = Tables {
        limits: *limits,
        version,
        strings: read_strings(need(section::STRING)?)?,
        dialects: Vec::new(),
        attrs: Vec::new(),
        types: Vec::new(),
        resources: Vec::new(),
        locs: LocTable::default(),
        loc_state: Vec::new(),
        constant_budget: limits.constant_bytes,
        metadata_weight: 0,
    };
    let op_names = read_dialects(need(section::DIALECT)?, &mut tables)?;
    if let (Some(data), Some(offsets)) = (sections[section::RESOURCE], sections[section::RESOURCE_OFFSET]) {
        read_resources(data, offsets, &mut tables)?;
    }
    read_attr_types(need(section::ATTR_TYPE)?, need(section::ATTR_TYPE_OFFSET)?, &mut tables)?;
    let properties = match sections[section::PROPERTIES] {
        Some(data) => read_properties(data)?,
        None => Vec::new(),
    };
    let mut ir = IrReader {
        tables,
        codec,
        op_names,
        properties,
        scopes: vec![Scope::default()],
        value_types: Vec::new(),
        use_orders: UseOrders::default(),
        ops_left: limits.ops,
    };
    ir.scopes[0].next.push(0);
    let mut cursor = need(section::IR)?;
    let mut block = ir.block(&mut cursor, 0)?;
    if !cursor.is_empty() {
        return Err(cursor.error("unexpected bytes behind the last op"));
    }
    if block.ops.iter().any(|op| &*op.name == "builtin.module" && !op.results.is_empty()) {
        return Err(cursor.error("`builtin.module` has results"));
    }
    let op = match block.ops.pop() {
        Some(op) if block.ops.is_empty() && &*op.name == "builtin.module" => op,
        last => {
            block.ops.extend(last);
            RawOp {
                name: "builtin.module".into(),
                operands: Default::default(),
                results: Default::default(),
                attrs: Vec::new(),
                regions: vec![RawRegion { blocks: vec![block] }],
                loc: Loc::UNKNOWN,
            }
        }
    };
    let value_types: Option<Vec<Type>> = ir.value_types.into_iter().collect();
    let value_types = value_types.ok_or_else(|| cursor.error("a value is used but never defined"))?;
    Ok((RawModule { op, value_types, locs: ir.tables.locs, producer }, ir.use_orders))
}

fn read_strings(mut c: Cursor<'_>) -> Result<Vec<Str>> {
    let n = c.count()?;
    // Sizes come last string first; the strings themselves follow in order, each with a NUL.
    let mut sizes = Vec::with_capacity(n);
    for _ in 0..n {
        sizes.push(c.varint()?);
    }
    let mut strings = Vec::with_capacity(n);
    for &size in sizes.iter().rev() {
        let bytes = c.bytes(size)?;
        let (_, text) = bytes.split_last().ok_or_else(|| c.error("a string has no terminator"))?;
        strings.push(str_from_bytes(text));
    }
    if !c.is_empty() {
        return Err(c.error("unexpected bytes behind the strings"));
    }
    Ok(strings)
}

fn read_dialects(mut c: Cursor<'_>, t: &mut Tables<'_>) -> Result<Vec<OpName>> {
    let n = c.count()?;
    for _ in 0..n {
        let (name, versioned) =
            if t.version < since::DIALECT_VERSIONING { (c.varint()?, false) } else { c.varint_flag()? };
        t.dialects.push(t.string(name, &c)?);
        if versioned {
            let (id, data) = c.section()?;
            if usize::from(id) != section::DIALECT_VERSIONS {
                return Err(data.error("a dialect version was expected"));
            }
        }
    }
    if t.version >= since::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
        // The number of op names, only a hint.
        c.varint()?;
    }
    let mut names = Vec::new();
    while !c.is_empty() {
        let dialect = dialect_index(&mut c, t)?;
        let dialect = t.dialects[dialect as usize].clone();
        for _ in 0..c.count()? {
            let (name, registered) =
                if t.version < since::NATIVE_PROPERTIES { (c.varint()?, false) } else { c.varint_flag()? };
            let name = t.string(name, &c)?;
            let name = if name.is_empty() { dialect.clone() } else { format!("{dialect}.{name}").into() };
            names.push(OpName { name, registered });
        }
    }
    Ok(names)
}

fn dialect_index(c: &mut Cursor<'_>, t: &Tables<'_>) -> Result<u32> {
    let index = c.varint()?;
    let found = u32::try_from(index).ok().filter(|&i| (i as usize) < t.dialects.len());
    found.ok_or_else(|| c.error(format!("dialect {index} does not exist")))
}

fn read_resources<'a>(mut data: Cursor<'a>, mut c: Cursor<'a>, t: &mut Tables<'a>) -> Result<()> {
    let external_groups = c.varint()?;
    let mut group = 0;
    // External groups come first, named by a string; those of dialects follow.
    while group < external_groups || !c.is_empty() {
        let external = group < external_groups;
        if external {
            let key = c.varint()?;
            t.string(key, &c)?;
        } else {
            dialect_index(&mut c, t)?;
        }
        for _ in 0..c.count()? {
            let key = c.varint()?;
            let key = t.string(key, &c)?;
            let size = c.varint()?;
            let kind = c.byte()?;
            let mut value = data.sub(size)?;
            if external {
                continue;
            }
            // Kind 0 is a blob: alignment, size, padding, bytes. An empty value only declares the key.
            let blob = if kind == 0 && !value.is_empty() {
                let alignment = value.varint()?;
                let size = value.varint()?;
                value.align(alignment)?;
                Some(value.bytes(size)?)
            } else {
                None
            };
            t.resources.push((key, blob));
        }
        group += 1;
    }
    Ok(())
}

fn read_attr_types<'a>(mut data: Cursor<'a>, mut c: Cursor<'a>, t: &mut Tables<'a>) -> Result<()> {
    let (num_attrs, num_types) = (c.count()?, c.count()?);
    t.attrs = read_entries(num_attrs, &mut data, &mut c, t)?;
    t.types = read_entries(num_types, &mut data, &mut c, t)?;
    t.loc_state = vec![LocState::Unseen; num_attrs];
    if !c.is_empty() {
        return Err(c.error("unexpected bytes behind the attribute and type offsets"));
    }
    Ok(())
}

fn read_entries<'a, T>(
    total: usize,
    data: &mut Cursor<'a>,
    c: &mut Cursor<'a>,
    t: &Tables<'a>,
) -> Result<Vec<Entry<'a, T>>> {
    // Every entry takes at least a byte of offsets.
    c.check_count(total as u64)?;
    let mut entries = Vec::with_capacity(total);
    while entries.len() < total {
        let dialect = dialect_index(c, t)?;
        for _ in 0..c.count()? {
            if entries.len() == total {
                return Err(c.error("a group has more attributes or types than there are"));
            }
            let (size, custom) = c.varint_flag()?;
            entries.push(Entry { dialect, custom, data: data.sub(size)?, value: None });
        }
    }
    Ok(entries)
}

fn read_properties(mut c: Cursor<'_>) -> Result<Vec<Cursor<'_>>> {
    if c.is_empty() {
        return Ok(Vec::new());
    }
    let n = c.count()?;
    let mut blobs = Vec::with_capacity(n);
    for _ in 0..n {
        let size = c.varint()?;
        blobs.push(c.sub(size)?);
    }
    if !c.is_empty() {
        return Err(c.error("unexpected bytes behind the properties"));
    }
    Ok(blobs)
}

impl<'a> IrReader<'a, '_> {
    fn attr(&mut self, c: &mut Cursor<'a>) -> Result<Attr> {
        let index = c.varint()?;
        self.tables.attr(index, self.codec, 0).map(|(v, _)| v).map_err(|e| at(e, c))
    }
    fn type_at(&mut self, index: u64, c: &Cursor<'a>) -> Result<Type> {
        self.tables.ty(index, self.codec, 0).map(|(v, _)| v).map_err(|e| at(e, c))
    }
    fn loc(&mut self, c: &mut Cursor<'a>) -> Result<Loc> {
        let index = c.varint()?;
        let index = usize::try_from(index).map_err(|_| c.error("an attribute index is too large"))?;
        self.tables.loc(index, self.codec, 0).map_err(|e| at(e, c))
    }

    /// A block: the number of its ops, its arguments, its ops.
    fn block(&mut self, c: &mut Cursor<'a>, depth: u32) -> Result<RawBlock> {
        let (num_ops, has_args) = c.varint_flag()?;
        let mut block = RawBlock::default();
        if has_args {
            let n = c.count()?;
            block.args.reserve(n);
            for _ in 0..n {
                let (ty, has_loc) = if self.tables.version >= since::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
                    c.varint_flag()?
                } else {
                    (c.varint()?, true)
                };
                let ty = self.type_at(ty, c)?;
                let loc = if has_loc { self.loc(c)? } else { Loc::UNKNOWN };
                block.args.push((self.define(ty, c)?, loc));
            }
            if self.tables.version >= since::USE_LIST_ORDERING && c.byte()? != 0 {
                for (i, order) in uses::read(c, n)? {
                    self.use_orders.0.insert(block.args[i].0, order);
                }
            }
        }
        block.ops.reserve(c.check_count(num_ops)?.min(1 << 16));
        for _ in 0..num_ops {
            let op = self.op(c, depth)?;
            block.ops.push(op);
        }
        Ok(block)
    }

    fn op(&mut self, c: &mut Cursor<'a>, depth: u32) -> Result<RawOp> {
        self.ops_left = self.ops_left.checked_sub(1).ok_or_else(|| c.error("there are more ops than the limit"))?;
        let index = c.varint()?;
        let name = usize::try_from(index).ok().and_then(|i| self.op_names.get(i));
        let OpName { name, registered } = name.ok_or_else(|| c.error(format!("op name {index} does not exist")))?;
        let (name, registered) = (name.clone(), *registered);
        let parts = c.byte()?;
        let loc = self.loc(c)?;
        let mut attrs = Vec::new();
        let dict = if parts & mask::ATTRS != 0 { Some(self.attr(c)?) } else { None };
        if parts & mask::PROPERTIES != 0 {
            attrs = self.properties(&name, registered, c)?;
        }
        if let Some(dict) = dict {
            extend_from_dict(&mut attrs, dict, c)?;
        }
        let mut result_types: SmallVec<[Type; 2]> = SmallVec::new();
        if parts & mask::RESULTS != 0 {
            let n = c.count()?;
            result_types.reserve(n);
            for _ in 0..n {
                let ty = c.varint()?;
                result_types.push(self.type_at(ty, c)?);
            }
        }
        let mut operands = RawValues::new();
        if parts & mask::OPERANDS != 0 {
            let n = c.count()?;
            operands.reserve(n);
            for _ in 0..n {
                operands.push(self.operand(c)?);
            }
        }
        if parts & mask::SUCCESSORS != 0 && c.varint()? != 0 {
            return Err(c.error(format!("'{name}' branches to other blocks, which is not supported")));
        }
        let mut orders = Vec::new();
        if parts & mask::USE_LIST_ORDERS != 0 && self.tables.version >= since::USE_LIST_ORDERING {
            orders = uses::read(c, result_types.len())?;
        }
        let (num_regions, isolated) = if parts & mask::INLINE_REGIONS != 0 { c.varint_flag()? } else { (0, false) };
        // Results are numbered before what the regions define.
        let results: RawValues = result_types.into_iter().map(|ty| self.define(ty, c)).collect::<Result<_>>()?;
        for (i, order) in orders {
            self.use_orders.0.insert(results[i], order);
        }
        let regions = self.regions(c, num_regions, isolated, depth)?;
        Ok(RawOp { name, operands, results, attrs, regions, loc })
    }

    fn regions(&mut self, c: &mut Cursor<'a>, n: u64, isolated: bool, depth: u32) -> Result<Vec<RawRegion>> {
        if n == 0 {
            return Ok(Vec::new());
        }
        if depth >= self.tables.limits.depth {
            return Err(c.error("regions are nested too deeply"));
        }
        if !isolated {
            return self.region_list(c, n, depth);
        }
        self.scopes.push(Scope::default());
        let regions = if self.tables.version >= since::LAZY_LOADING {
            let (id, mut own) = c.section()?;
            if usize::from(id) != section::IR {
                return Err(c.error("the section of a region was expected"));
            }
            let regions = self.region_list(&mut own, n, depth)?;
            if !own.is_empty() {
                return Err(own.error("unexpected bytes behind a region"));
            }
            regions
        } else {
            self.region_list(c, n, depth)?
        };
        self.scopes.pop();
        Ok(regions)
    }

    fn region_list(&mut self, c: &mut Cursor<'a>, n: u64, depth: u32) -> Result<Vec<RawRegion>> {
        let n = c.check_count(n)?;
        let mut regions = Vec::with_capacity(n);
        for _ in 0..n {
            let num_blocks = c.count()?;
            let mut region = RawRegion::default();
            if num_blocks > 0 {
                // Each value takes a byte where it is defined.
                let num_values = c.count()?;
                let scope = self.scope();
                let start = scope.values.len();
                scope.next.push(start);
                scope.values.resize(start + num_values, None);
                for _ in 0..num_blocks {
                    region.blocks.push(self.block(c, depth + 1)?);
                }
                let scope = self.scope();
                scope.next.pop();
                scope.values.truncate(start);
            }
            regions.push(region);
        }
        Ok(regions)
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost scope is never popped")
    }

    fn new_value(&mut self, c: &Cursor<'a>) -> Result<RawValue> {
        let id = u32::try_from(self.value_types.len()).map_err(|_| c.error("there are too many values"))?;
        self.value_types.push(None);
        Ok(RawValue(id))
    }

    /// Gives the next value of the innermost region its type; it may have been used before.
    fn define(&mut self, ty: Type, c: &Cursor<'a>) -> Result<RawValue> {
        let scope = self.scope();
        let slot = scope.next.last().copied().unwrap_or(0);
        let used = *scope.values.get(slot).ok_or_else(|| c.error("a region defines more values than it says"))?;
        let value = match used {
            Some(value) => value,
            None => self.new_value(c)?,
        };
        let scope = self.scope();
        scope.values[slot] = Some(value);
        if let Some(next) = scope.next.last_mut() {
            *next = slot + 1;
        }
        self.value_types[value.0 as usize] = Some(ty);
        Ok(value)
    }

    fn operand(&mut self, c: &mut Cursor<'a>) -> Result<RawValue> {
        let index = c.varint()?;
        let slot = usize::try_from(index).ok().filter(|&i| i < self.scope().values.len());
        let slot = slot.ok_or_else(|| c.error(format!("value {index} does not exist")))?;
        if let Some(value) = self.scope().values[slot] {
            return Ok(value);
        }
        let value = self.new_value(c)?;
        self.scope().values[slot] = Some(value);
        Ok(value)
    }

    /// Inherent attributes: those of a registered op by the layout that the codec knows, those of another as one
    /// dictionary.
    fn properties(&mut self, name: &Str, registered: bool, c: &mut Cursor<'a>) -> Result<Vec<(Str, Attr)>> {
        let index = c.varint()?;
        let blob = usize::try_from(index).ok().and_then(|i| self.properties.get(i)).copied();
        let blob = blob.ok_or_else(|| c.error(format!("properties {index} do not exist")))?;
        if !registered {
            let mut blob = blob;
            let mut attrs = Vec::new();
            let dict = self.attr(&mut blob)?;
            extend_from_dict(&mut attrs, dict, c)?;
            return Ok(attrs);
        }
        let layout = self.codec.op_layout(name);
        let layout = layout.ok_or_else(|| {
            let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
            c.error(format!(
                "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
            ))
        })?;
        let read = self.with_layout(name, layout, blob);
        match (read, self.codec.newer_layout(name)) {
            (Err(_), Some(newer)) => self.with_layout(name, newer, blob),
            (read, _) => read,
        }
    }

    /// The inherent attributes of an op by a layout of its properties.
    fn with_layout(&mut self, name: &str, layout: OpLayout, blob: Cursor<'a>) -> Result<Vec<(Str, Attr)>> {
        let version = self.tables.version;
        let mut r = Reader { cursor: blob, tables: &mut self.tables, codec: self.codec, depth: 0, weight: 0 };
        let mut attrs: Vec<(Str, Attr)> = Vec::with_capacity(layout.attrs.len());
        let segments =
            [("operandSegmentSizes", layout.operand_segments), ("resultSegmentSizes", layout.result_segments)];
        let in_front = version < since::PROPERTIES_SEGMENT_SIZES;
        if in_front {
            for (name, _) in segments.iter().filter(|s| s.1 > 0) {
                attrs.push(((*name).into(), r.attr()?));
            }
        }
        for &spec in layout.attrs {
            match spec.strip_suffix('?') {
                // An op may have got attributes since the file was written; plain bytecode does not say.
                Some(_) if r.cursor().is_empty() => {}
                Some(name) => {
                    if let Some(attr) = r.optional_attr()? {
                        attrs.push((name.into(), attr));
                    }
                }
                None => attrs.push((spec.into(), r.attr()?)),
            }
        }
        if !in_front {
            for (name, n) in segments.iter().filter(|s| s.1 > 0) {
                let sizes = sparse_array(r.cursor(), usize::from(*n))?;
                attrs.push(((*name).into(), Attr::DenseArray(DType::I32, sizes.into())));
            }
        }
        if !r.cursor().is_empty() {
            return Err(r.error(format!("unexpected bytes behind the properties of '{name}'")));
        }
        Ok(attrs)
    }
}

/// Gives an error without place the place `c`.
fn at(mut e: SyntaxError, c: &Cursor<'_>) -> SyntaxError {
    if e.offset == 0 {
        e.offset = c.offset();
    }
    e
}

fn extend_from_dict(attrs: &mut Vec<(Str, Attr)>, dict: Attr, c: &Cursor<'_>) -> Result<()> {
    let Attr::Dict(items) = dict else { return Err(c.error("the attributes of an op are no dictionary")) };
    attrs.extend(items.iter().cloned());
    Ok(())
}

/// Segment sizes: either the leading numbers, or pairs of index (in as many low bits as stated) and number.
fn sparse_array(c: &mut Cursor<'_>, len: usize) -> Result<Vec<i64>> {
    let mut out = vec![0; len];
    let (n, sparse) = c.varint_flag()?;
    let n = c.check_count(n)?;
    if n == 0 {
        return Ok(out);
    }
    let index_bits = if sparse { c.varint()? } else { 0 };
    if index_bits > 8 {
        return Err(c.error("segment sizes are malformed"));
    }
    for i in 0..n {
        let v = c.varint()?;
        let (index, value) = if sparse { ((v & ((1 << index_bits) - 1)) as usize, v >> index_bits) } else { (i, v) };
        let slot = out.get_mut(index).ok_or_else(|| c.error("segment sizes are malformed"))?;
        *slot = i64::from(u32::try_from(value).map_err(|_| c.error("a segment size is too large"))?);
    }
    Ok(out)
}
