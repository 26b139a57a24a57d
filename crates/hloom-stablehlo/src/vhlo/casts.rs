//! Casts between VHLO's types and those of other dialects, where values go from one to the other.
//!
//! A value has one cast at most, right behind its definition. Their order among each other, and the orders of uses that
//! MLIR's conversion leaves, are as upstream's pass makes them.

use hloom_mlir::{Loc, RawBlock, RawModule, RawOp, RawValue};
use rustc_hash::FxHashMap;

/// The op that casts.
pub(super) const CAST: &str = "builtin.unrealized_conversion_cast";

/// The uses of each value, first in the list first; uses are numbered in the order of the text. Values whose uses are in
/// their natural order, last in the text first, are absent.
pub(super) type UseLists = FxHashMap<RawValue, Vec<u32>>;

#[derive(Clone, Copy, PartialEq)]
enum Space {
    Vhlo,
    Foreign,
}

fn space(op: &RawOp) -> Space {
    if op.name.starts_with("vhlo.") { Space::Vhlo } else { Space::Foreign }
}

/// What is known of a value.
#[derive(Clone, Copy)]
struct Value {
    space: Space,
    loc: Loc,
    /// The result of its cast.
    cast: Option<RawValue>,
    /// The first user in the other space: its place among all ops, and its location.
    first: Option<(u32, Loc)>,
}

/// Inserts casts into a module of VHLO ops and ops of other dialects.
pub(super) fn insert(module: &mut RawModule) -> UseLists {
    let unknown = Value { space: Space::Vhlo, loc: Loc::UNKNOWN, cast: None, first: None };
    let mut pass = Casts { values: vec![unknown; module.value_types.len()], next: 0, any: false };
    pass.look(&module.op);
    if !pass.any {
        return UseLists::default();
    }
    for (i, value) in pass.values.iter_mut().enumerate().filter(|(_, v)| v.first.is_some()) {
        value.cast = Some(RawValue(module.value_types.len() as u32));
        let ty = module.value_types[i].clone();
        module.value_types.push(ty);
    }
    pass.rewrite(&mut module.op);
    let mut uses = Uses { lists: vec![Vec::new(); module.value_types.len()], next: 0, ended: 0 };
    uses.op(&module.op);
    let mut lists = UseLists::default();
    for (i, value) in pass.values.iter().enumerate() {
        let Some(cast) = value.cast else { continue };
        // The cast is made last, so its use is the first of the list; the rest is as the text or the pass made it.
        let mut own = std::mem::take(&mut uses.lists[i]);
        let mut others = std::mem::take(&mut uses.lists[cast.0 as usize]);
        match value.space {
            Space::Vhlo => {
                own.sort_by_key(|u| (u.kind != Kind::Cast, std::cmp::Reverse(u.id)));
                others.sort_by_key(|u| std::cmp::Reverse((u.ended, u.id)));
            }
            Space::Foreign => {
                own.sort_by_key(|u| (u.kind != Kind::Cast, std::cmp::Reverse((u.ended, u.id))));
                // A preliminary cast made way for this one: its uses moved over, one by one to the front.
                others.sort_by_key(|u| u.id);
            }
        }
        lists.insert(RawValue(i as u32), own.iter().map(|u| u.id).collect());
        lists.insert(cast, others.iter().map(|u| u.id).collect());
    }
    // Where nothing is cast, uses are as the text made them.
    for (i, value) in pass.values.iter().enumerate() {
        if value.cast.is_none() && value.space == Space::Foreign {
            lists.insert(RawValue(i as u32), uses.as_read(i));
        }
    }
    lists
}

/// The uses of each value as reading a text makes them: those by an op with regions come after those in the regions.
pub(super) fn as_read(module: &RawModule) -> UseLists {
    let mut uses = Uses { lists: vec![Vec::new(); module.value_types.len()], next: 0, ended: 0 };
    uses.op(&module.op);
    (0..module.value_types.len()).map(|i| (RawValue(i as u32), uses.as_read(i))).collect()
}

struct Casts {
    values: Vec<Value>,
    next: u32,
    any: bool,
}

impl Casts {
    fn look(&mut self, op: &RawOp) {
        let (here, at) = (space(op), self.next);
        self.next += 1;
        for v in &op.operands {
            let value = &mut self.values[v.0 as usize];
            if value.space != here && value.first.is_none() {
                value.first = Some((at, op.loc));
                self.any = true;
            }
        }
        for v in &op.results {
            let value = &mut self.values[v.0 as usize];
            (value.space, value.loc) = (here, op.loc);
        }
        for block in op.regions.iter().flat_map(|r| &r.blocks) {
            for (v, loc) in &block.args {
                let value = &mut self.values[v.0 as usize];
                (value.space, value.loc) = (here, *loc);
            }
            block.ops.iter().for_each(|op| self.look(op));
        }
    }

    fn rewrite(&self, op: &mut RawOp) {
        let here = space(op);
        for v in &mut op.operands {
            let value = &self.values[v.0 as usize];
            if let (true, Some(cast)) = (value.space != here, value.cast) {
                *v = cast;
            }
        }
        for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
            self.block(block);
        }
    }

    fn block(&self, block: &mut RawBlock) {
        let args: Vec<RawValue> = block.args.iter().map(|a| a.0).collect();
        let mut ops = Vec::with_capacity(block.ops.len());
        self.casts(&args, &mut ops);
        for mut op in std::mem::take(&mut block.ops) {
            self.rewrite(&mut op);
            let results = op.results.clone();
            ops.push(op);
            self.casts(&results, &mut ops);
        }
        block.ops = ops;
    }

    /// The casts of what one op or block defines. Each was put right behind the definition, so the last one made comes
    /// first: of VHLO values in their order, of others when they were first needed.
    fn casts(&self, values: &[RawValue], out: &mut Vec<RawOp>) {
        let mut found: Vec<(u32, RawValue, &Value)> = Vec::new();
        for (i, v) in values.iter().enumerate() {
            let value = &self.values[v.0 as usize];
            let Some((first, _)) = value.first else { continue };
            found.push((if value.space == Space::Vhlo { i as u32 } else { first }, *v, value));
        }
        // Values first needed by one op are cast in the order of its operands.
        found.sort_by_key(|(order, ..)| *order);
        for (_, v, value) in found.into_iter().rev() {
            let (Some(cast), Some((_, user))) = (value.cast, value.first) else { continue };
            out.push(RawOp {
                name: CAST.into(),
                operands: [v].into_iter().collect(),
                results: [cast].into_iter().collect(),
                attrs: Vec::new(),
                regions: Vec::new(),
                loc: if value.space == Space::Vhlo { value.loc } else { user },
            });
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Cast,
    Other,
}

#[derive(Clone, Copy)]
struct Use {
    id: u32,
    kind: Kind,
    /// When the text of the op ends, among all ops: ops are made in this order when a text is read.
    ended: u32,
}

struct Uses {
    lists: Vec<Vec<Use>>,
    next: u32,
    ended: u32,
}

impl Uses {
    /// The uses of a value, the last one made first.
    fn as_read(&mut self, value: usize) -> Vec<u32> {
        let list = &mut self.lists[value];
        list.sort_by_key(|u| std::cmp::Reverse((u.ended, u.id)));
        list.iter().map(|u| u.id).collect()
    }

    fn op(&mut self, op: &RawOp) {
        let first = self.next;
        self.next += op.operands.len() as u32;
        for block in op.regions.iter().flat_map(|r| &r.blocks) {
            block.ops.iter().for_each(|op| self.op(op));
        }
        let kind = if &*op.name == CAST { Kind::Cast } else { Kind::Other };
        for (i, v) in op.operands.iter().enumerate() {
            self.lists[v.0 as usize].push(Use { id: first + i as u32, kind, ended: self.ended });
        }
        self.ended += 1;
    }
}
