//! Hash of a function's structure.

use hloom_ir::{Func, Graph, Region, Value};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Hash of what a function says: ops, attributes and types as they stand in its regions. Names of values, locations
/// and dead parts of the arena do not count. Equal in every process of one build.
pub fn hash_func(func: &Func) -> u64 {
    let mut s =
        State { g: &func.graph, numbers: vec![u32::MAX; func.graph.num_values()], next: 0, h: FxHasher::default() };
    func.name.hash(&mut s.h);
    s.region(func.body);
    s.h.finish()
}

struct State<'g> {
    g: &'g Graph,
    numbers: Vec<u32>,
    next: u32,
    h: FxHasher,
}

impl State<'_> {
    fn define(&mut self, v: Value) {
        self.numbers[v.0 as usize] = self.next;
        self.next += 1;
        self.g.ty(v).hash(&mut self.h);
    }
    fn use_(&mut self, v: Value) {
        self.numbers[v.0 as usize].hash(&mut self.h);
    }
    fn region(&mut self, r: Region) {
        let g = self.g;
        let data = g.region(r);
        (data.params.len(), data.ops.len(), data.results.len()).hash(&mut self.h);
        data.params.iter().for_each(|&v| self.define(v));
        for &id in &data.ops {
            let op = g.op(id);
            op.op.hash(&mut self.h);
            (op.operands.len(), op.regions.len(), op.results.len()).hash(&mut self.h);
            op.operands.iter().for_each(|&v| self.use_(v));
            op.regions.iter().for_each(|&r| self.region(r));
            op.results.iter().for_each(|&v| self.define(v));
        }
        data.results.iter().for_each(|&v| self.use_(v));
    }
}
