//! Names for values, as upstream invents them: a region's values are numbered before those of the regions nested in
//! it. In custom form sibling regions reuse numbers, and named values get `_0`, `_1` where a name is taken. In generic
//! form numbers are unique, and regions come last first.

use super::assembly::Assembly;
use crate::{RawModule, RawOp, RawRegion, RawValue};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

#[derive(Clone, Copy)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

struct Namer<'a> {
    module: &'a RawModule,
    assembly: Option<&'a dyn Assembly>,
    names: Vec<String>,
    used: FxHashSet<String>,
}

/// The text after `%` of every use of each value: `0`, `arg1`, `cst_3`, `4#1`.
pub fn value_names(module: &RawModule, assembly: Option<&dyn Assembly>) -> Vec<String> {
    if assembly.is_none() {
        return generic_names(module);
    }
    let names = vec![String::new(); module.value_types.len()];
    let mut namer = Namer { module, assembly, names, used: FxHashSet::default() };
    let start = Counters { value: 0, argument: 0, conflict: 0 };
    for region in &module.op.regions {
        namer.region(&module.op, region, start);
    }
    namer.names
}

fn generic_names(module: &RawModule) -> Vec<String> {
    let mut names = vec![String::new(); module.value_types.len()];
    let mut set = |value: RawValue, name: String| {
        if let Some(slot) = names.get_mut(value.0 as usize) {
            *slot = name;
        }
    };
    let (mut values, mut arguments) = (0, 0);
    let mut stack: Vec<&RawRegion> = module.op.regions.iter().collect();
    while let Some(region) = stack.pop() {
        for (i, block) in region.blocks.iter().enumerate() {
            for (value, _) in &block.args {
                let (prefix, counter) = if i == 0 { ("arg", &mut arguments) } else { ("", &mut values) };
                set(*value, format!("{prefix}{counter}"));
                *counter += 1;
            }
            for op in &block.ops {
                match &op.results[..] {
                    [] => continue,
                    [result] => set(*result, values.to_string()),
                    several => several.iter().enumerate().for_each(|(i, r)| set(*r, format!("{values}#{i}"))),
                }
                values += 1;
            }
        }
        stack.extend(region.blocks.iter().flat_map(|b| &b.ops).flat_map(|op| &op.regions));
    }
    names
}

impl Namer<'_> {
    fn region(&mut self, parent: &RawOp, region: &RawRegion, mut counters: Counters) {
        let mut taken = Vec::new();
        for (i, block) in region.blocks.iter().enumerate() {
            for (n, (value, _)) in block.args.iter().enumerate() {
                let name = if i > 0 {
                    counters.value += 1;
                    (counters.value - 1).to_string()
                } else if let Some(name) = self.assembly.and_then(|a| a.region_argument_name(parent, n)) {
                    self.unique(name, &mut counters, &mut taken)
                } else {
                    let name = format!("arg{}", counters.argument);
                    counters.argument += 1;
                    self.unique(&name, &mut counters, &mut taken)
                };
                self.set(*value, name);
            }
            for op in &block.ops {
                self.results(op, &mut counters, &mut taken);
            }
        }
        for op in region.blocks.iter().flat_map(|b| &b.ops) {
            for nested in &op.regions {
                self.region(op, nested, counters);
            }
        }
        for name in taken {
            self.used.remove(&name);
        }
    }

    fn results(&mut self, op: &RawOp, counters: &mut Counters, taken: &mut Vec<String>) {
        let mut rest = &op.results[..];
        for (name, count) in result_groups(self.assembly, op, self.module) {
            let (group, after) = rest.split_at(count);
            rest = after;
            let name = match name {
                Some(name) => self.unique(&name, counters, taken),
                None => {
                    counters.value += 1;
                    (counters.value - 1).to_string()
                }
            };
            if let [value] = group {
                self.set(*value, name);
            } else {
                for (i, value) in group.iter().enumerate() {
                    self.set(*value, format!("{name}#{i}"));
                }
            }
        }
    }

    fn set(&mut self, value: RawValue, name: String) {
        if let Some(slot) = self.names.get_mut(value.0 as usize) {
            *slot = name;
        }
    }

    fn unique(&mut self, name: &str, counters: &mut Counters, taken: &mut Vec<String>) -> String {
        let mut chosen = name.to_owned();
        while self.used.contains(&chosen) {
            chosen = format!("{name}_{}", counters.conflict);
            counters.conflict += 1;
        }
        self.used.insert(chosen.clone());
        taken.push(chosen.clone());
        chosen
    }
}

/// How the results of an op are grouped under names: (name or a number, group size).
pub(super) fn result_groups(
    assembly: Option<&dyn Assembly>,
    op: &RawOp,
    module: &RawModule,
) -> Vec<(Option<Cow<'static, str>>, usize)> {
    if op.results.is_empty() {
        return Vec::new();
    }
    if let Some(assembly) = assembly {
        let types: Vec<_> = op.results.iter().map(|v| module.value_types[v.0 as usize].clone()).collect();
        let groups = assembly.result_names(op, &types);
        if !groups.is_empty() && groups.iter().map(|(_, n)| n).sum::<usize>() == op.results.len() {
            return groups.into_iter().map(|(name, n)| (Some(name), n)).collect();
        }
    }
    vec![(None, op.results.len())]
}
