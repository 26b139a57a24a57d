//! One function: ids, scoping, and each op against its types.

use super::{
    absurd, calls, custom, extras, known_calls, known_values, parallel, regions, results, sdy_collectives, sharding,
};
use crate::infer::{ANY_REGIONS, infer};
use crate::shapes::is_outside;
use crate::{
    Arity, Diagnostic, Diagnostics, Func, Graph, Module, Op, OpData, OpId, Region, Severity, Type, Value, ValueDef,
};
use hloom_mlir::{Loc, Str};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Regions nest at most this deep: later stages walk them recursively.
const MAX_DEPTH: u32 = 256;

/// Checks a function; returns whom it calls, and where.
pub(super) fn check(
    module: &Module,
    symbols: &FxHashMap<&str, usize>,
    f: &Func,
    diags: &mut Diagnostics,
) -> Vec<(usize, Loc)> {
    let g = &f.graph;
    let mut c = Check {
        module,
        symbols,
        f,
        g,
        diags,
        calls: Vec::new(),
        defined: vec![false; g.num_values()],
        op_seen: vec![false; g.num_ops()],
        region_seen: vec![false; g.num_regions()],
        manual: Vec::new(),
        parents: OnceCell::new(),
        uses: OnceCell::new(),
    };
    c.region(f.body, f.loc, 0);
    c.calls
}

struct Check<'m, 'd> {
    module: &'m Module,
    symbols: &'m FxHashMap<&'m str, usize>,
    f: &'m Func,
    g: &'m Graph,
    diags: &'d mut Diagnostics,
    calls: Vec<(usize, Loc)>,
    defined: Vec<bool>,
    op_seen: Vec<bool>,
    region_seen: Vec<bool>,
    /// Axes that the manual computations around bind.
    manual: Vec<Str>,
    /// The op around each region, once it is asked for.
    parents: OnceCell<Vec<Option<OpId>>>,
    /// How often each value is used, likewise.
    uses: OnceCell<Vec<u32>>,
}

impl<'m> Check<'m, '_> {
    fn is_defined(&self, v: Value) -> bool {
        self.defined.get(v.0 as usize).copied().unwrap_or(false)
    }

    fn unimplemented(&mut self, code: &str, message: String, loc: Loc) {
        self.diags.0.push(Diagnostic { severity: Severity::Unimplemented, code: code.into(), message, loc });
    }

    /// Marks a definition, which must be the one that the value itself states. False if it is not.
    fn define(&mut self, v: Value, def: ValueDef, loc: Loc) -> bool {
        if v.0 as usize >= self.g.num_values() || self.g.value(v).def != def || self.is_defined(v) {
            self.diags.error("malformed-graph", format!("value {} is not defined where it stands", v.0), loc);
            return false;
        }
        self.defined[v.0 as usize] = true;
        if let Some((code, message)) = absurd(self.g.ty(v)) {
            match code {
                "rank-too-large" => self.unimplemented(code, message, loc),
                _ => self.diags.error(code, message, loc),
            }
        }
        true
    }

    /// Checks a region and what is in it. False if it cannot be looked at further.
    fn region(&mut self, r: Region, loc: Loc, depth: u32) -> bool {
        match self.region_seen.get_mut(r.0 as usize) {
            Some(seen @ false) => *seen = true,
            _ => {
                self.diags.error("malformed-graph", format!("region {} does not exist or stands twice", r.0), loc);
                return false;
            }
        }
        if depth > MAX_DEPTH {
            self.diags.error("too-deep", format!("regions nest deeper than {MAX_DEPTH}"), loc);
            return false;
        }
        let data = self.g.region(r);
        let mut sound = true;
        for (i, &p) in data.params.iter().enumerate() {
            sound &= self.define(p, ValueDef::Param(r, i as u32), loc);
        }
        for &id in &data.ops {
            sound &= self.op(id, loc, depth);
        }
        for &v in &data.results {
            if !self.is_defined(v) {
                self.diags.error("undefined-value", "a region returns a value that is not defined there", loc);
                sound = false;
            }
        }
        // Leaving the scope.
        let mut leave = |v: &Value| {
            if let Some(d) = self.defined.get_mut(v.0 as usize) {
                *d = false;
            }
        };
        data.params.iter().for_each(&mut leave);
        for &id in data.ops.iter().filter(|id| (id.0 as usize) < self.g.num_ops()) {
            self.g.op(id).results.iter().for_each(&mut leave);
        }
        sound
    }

    /// Checks an op. False if what follows it cannot be judged.
    fn op(&mut self, id: OpId, region_loc: Loc, depth: u32) -> bool {
        match self.op_seen.get_mut(id.0 as usize) {
            Some(seen @ false) => *seen = true,
            _ => {
                self.diags.error("malformed-graph", format!("op {} does not exist or stands twice", id.0), region_loc);
                return false;
            }
        }
        let data = self.g.op(id);
        let mut sound = true;
        if let Some(v) = data.operands.iter().find(|&&v| !self.is_defined(v)) {
            let message = format!("{} uses value {} that is not defined there", data.op.name(), v.0);
            self.diags.error("undefined-value", message, data.loc);
            sound = false;
        }
        let bound = self.manual.len();
        if let Op::SdyManualComputation { manual_axes, .. } = &data.op {
            self.manual.extend(manual_axes.0.iter().cloned());
        }
        for &r in &data.regions {
            sound &= self.region(r, data.loc, depth + 1);
        }
        self.manual.truncate(bound);
        if sound {
            self.types(data);
        }
        for (i, &v) in data.results.iter().enumerate() {
            sound &= self.define(v, ValueDef::Result(id, i as u32), data.loc);
        }
        sound
    }

    /// Checks an op whose operands and regions are sound against the spec.
    fn types(&mut self, data: &'m OpData) {
        let g = self.g;
        let types = |vs: &[Value]| -> SmallVec<[&'m Type; 4]> { vs.iter().map(|&v| g.ty(v)).collect() };
        let operands = types(&data.operands);
        let stated: SmallVec<[Type; 1]> = data.results.iter().map(|&v| g.ty(v).clone()).collect();
        if let Some((code, message)) = counts(data) {
            self.diags.error(code, message, data.loc);
            return;
        }
        if let Some(message) = results::extreme_attribute(&data.op) {
            self.diags.error("attribute-too-large", message, data.loc);
            return;
        }
        let returned: Vec<Vec<Type>> =
            data.regions.iter().map(|&r| g.region(r).results.iter().map(|&v| g.ty(v).clone()).collect()).collect();
        let inferred = match infer(&data.op, &operands, &returned, Some(&stated)) {
            Ok(types) => types,
            Err(e) => {
                self.diags.error(e.code, format!("{}: {}", data.op.name(), e.message), data.loc);
                return;
            }
        };
        if let Some((code, message)) = results::mismatch(&data.op, &inferred, &stated) {
            self.diags.error(code, format!("{}: {message}", data.op.name()), data.loc);
        } else if let Some(e) = known_values::contradiction(data, g, &operands, &stated) {
            self.diags.error(e.code, format!("{}: {}", data.op.name(), e.message), data.loc);
        }
        if let Some((code, message)) = custom::mismatch(&data.op, &operands, &stated) {
            self.diags.error(code, format!("{}: {message}", data.op.name()), data.loc);
        }
        if let Some((code, message)) = extras::mismatch(data) {
            self.diags.error(code, format!("{}: {message}", data.op.name()), data.loc);
        }
        if let Some(message) = results::undefined_elementwise(&data.op, &operands) {
            self.unimplemented("unsupported-type", message, data.loc);
        }
        if !data.op.computes_sizes() && !matches!(data.op, Op::Call { .. }) {
            let passed = operands.iter().copied().chain(&stated).chain(returned.iter().flatten());
            if let Some(ty) = passed.clone().find(|t| is_outside(t)) {
                let message = format!("{} neither takes nor gives a value of type {ty}", data.op.name());
                self.diags.error("operand-type", message, data.loc);
            }
        }
        for (i, &r) in data.regions.iter().enumerate() {
            let params = types(&g.region(r).params);
            if let Some((code, message)) = regions::mismatch(&data.op, i, &operands, &returned[i], &params) {
                self.diags.error(code, format!("{}: {message}", data.op.name()), data.loc);
            }
        }
        match &data.op {
            Op::Call { .. } | Op::Composite { .. } | Op::CustomCall { .. } | Op::RunParallel { .. } => {
                calls::check(self.module, self.symbols, self.f, data, &mut self.calls, self.diags);
                known_calls::check(g, data, self.diags);
            }
            Op::AsyncStart {} => parallel::async_start(g, data, self.diags),
            _ => {}
        }
        parallel::mesh_exists(self.module, self.symbols, data, self.diags);
        let parents = &self.parents;
        let parent = |r: Region| {
            let known = parents.get_or_init(|| sdy_collectives::parents(g));
            known.get(r.0 as usize).copied().flatten()
        };
        let (counts, body) = (&self.uses, self.f.body);
        let uses = |v: Value| counts.get_or_init(|| g.use_counts(body)).get(v.0 as usize).copied().unwrap_or(0);
        sharding::op(self.module, self.f, data, &self.manual, &parent, &uses, self.diags);
    }
}

/// Wrong numbers of operands or regions.
fn counts(data: &OpData) -> Option<(&'static str, String)> {
    let info = data.op.info();
    let n = data.operands.len();
    let (fits, takes) = match info.arity {
        Arity::Exact(k) => (n == k, k.to_string()),
        Arity::AtLeast(k) => (n >= k, format!("{k} or more")),
    };
    if !fits {
        return Some(("operand-count", format!("{} has {n} operands; it takes {takes}", info.name)));
    }
    let n = data.regions.len();
    (info.regions != ANY_REGIONS && n != info.regions)
        .then(|| ("region-count", format!("{} has {n} regions; it takes {}", info.name, info.regions)))
}
