//! Syntax tree to graph IR.

use super::{defaults, type_from_syntax};
use hloom_ir::{Diagnostic, Diagnostics, Func, MeshDecl, Module, Op, Region, Severity, Type, Value};
use hloom_mlir::{Attr, FunctionType, Loc, RankedTensor, RawModule, RawOp, RawRegion, RawValue, Str, Type as SynType};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Regions nest at most this deep: everything later walks regions recursively.
const MAX_DEPTH: u32 = 200;

/// Builds the IR of a module.
///
/// # Errors
/// Everything that has no place in the IR, not only the first finding.
pub fn to_ir(raw: &RawModule) -> Result<Module, Diagnostics> {
    let mut lower = Lower {
        types: &raw.value_types,
        tensors: FxHashMap::default(),
        diags: Diagnostics::default(),
        values: vec![(0, Value(0)); raw.value_types.len()],
        func: 0,
    };
    let mut module = Module { locs: raw.locs.clone(), loc: raw.op.loc, ..Module::default() };
    if &*raw.op.name != "builtin.module" {
        lower.diags.error("not-a-module", format!("expected builtin.module, found {}", raw.op.name), raw.op.loc);
        return Err(lower.diags);
    }
    for (name, attr) in &raw.op.attrs {
        match attr {
            Attr::String(s) if &**name == "sym_name" => module.name = s.to_string(),
            _ => module.attrs.push((name.clone(), attr.clone())),
        }
    }
    for op in raw.op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops) {
        match &*op.name {
            "func.func" => module.funcs.extend(lower.func(op)),
            "sdy.mesh" => {
                let before = module.funcs.len();
                module.meshes.extend(lower.mesh(op, before));
            }
            _ => lower.unknown(op),
        }
    }
    if lower.diags.0.is_empty() { Ok(module) } else { Err(lower.diags) }
}

struct Lower<'a> {
    types: &'a [SynType],
    /// What tensor types became, by where the syntax tree keeps them.
    tensors: FxHashMap<*const RankedTensor, Type>,
    diags: Diagnostics,
    /// The function (counted from 1) that defines each syntax value, and what it became there. After an error the
    /// entry may be a stand-in: the module is thrown away, the entry only keeps the error from causing others.
    values: Vec<(u32, Value)>,
    /// The current function.
    func: u32,
}

/// Attributes of `func.func` that [`Func`] has fields for.
const FUNC_ATTRS: &[&str] = &["sym_name", "function_type", "arg_attrs", "res_attrs"];

impl Lower<'_> {
    fn unimplemented(&mut self, code: &str, message: String, loc: Loc) {
        self.diags.0.push(Diagnostic { severity: Severity::Unimplemented, code: code.into(), message, loc });
    }

    fn unknown(&mut self, op: &RawOp) {
        self.unimplemented("unknown-op", format!("op {} is not supported", op.name), op.loc);
    }

    /// The IR type; a diagnostic and a token as stand-in if there is none.
    fn ty(&mut self, ty: &SynType, loc: Loc) -> Type {
        if let SynType::RankedTensor(t) = ty
            && let Some(known) = self.tensors.get(&Arc::as_ptr(t))
        {
            return known.clone();
        }
        type_from_syntax(ty).unwrap_or_else(|why| {
            self.unimplemented("unsupported-type", why, loc);
            Type::Token
        })
    }

    fn value_ty(&mut self, v: RawValue, loc: Loc) -> Type {
        let types = self.types;
        match types.get(v.0 as usize) {
            Some(t) => {
                let ty = self.ty(t, loc);
                if let SynType::RankedTensor(key) = t
                    && matches!(ty, Type::Tensor(_))
                {
                    self.tensors.entry(Arc::as_ptr(key)).or_insert_with(|| ty.clone());
                }
                ty
            }
            None => {
                self.diags.error("undefined-value", "a value has no type", loc);
                Type::Token
            }
        }
    }

    fn define(&mut self, raw: RawValue, v: Value, loc: Loc) {
        match self.values.get_mut(raw.0 as usize) {
            Some(slot) if slot.0 == 0 => *slot = (self.func, v),
            Some(_) => self.diags.error("redefined-value", "a value is defined twice", loc),
            None => {}
        }
    }

    fn operands(&mut self, op: &RawOp) -> SmallVec<[Value; 4]> {
        let found: Option<SmallVec<[Value; 4]>> = op
            .operands
            .iter()
            .map(|v| self.values.get(v.0 as usize).filter(|(func, _)| *func == self.func).map(|&(_, v)| v))
            .collect();
        found.unwrap_or_else(|| {
            self.diags.error("undefined-value", format!("{} uses a value before its definition", op.name), op.loc);
            SmallVec::new()
        })
    }

    fn dicts(&mut self, op: &RawOp, name: &str) -> Vec<Vec<(Str, Attr)>> {
        let Some(attr) = op.attr(name) else { return Vec::new() };
        let items = match attr {
            Attr::Array(items) => items
                .iter()
                .map(|a| match a {
                    Attr::Dict(d) => Some(d.to_vec()),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        items.unwrap_or_else(|| {
            self.diags.error("bad-attribute", format!("attribute '{name}' must be an array of dictionaries"), op.loc);
            Vec::new()
        })
    }

    fn mesh(&mut self, op: &RawOp, before: usize) -> Option<MeshDecl> {
        if !op.operands.is_empty() || !op.results.is_empty() || !op.regions.is_empty() {
            self.diags.error("bad-op", "sdy.mesh has neither operands, results nor regions", op.loc);
        }
        let Some(Attr::String(name)) = op.attr("sym_name") else {
            self.diags.error("bad-attribute", "a mesh needs a name", op.loc);
            return None;
        };
        let attrs = op.attrs.iter().filter(|(n, _)| &**n != "sym_name").cloned().collect();
        Some(MeshDecl { name: name.clone(), attrs, before, loc: op.loc })
    }

    /// Parameters and results of a function without body.
    fn declare(&mut self, f: &mut Func, ty: &FunctionType, loc: Loc) {
        f.declared = true;
        let body = f.body;
        for t in &ty.inputs {
            let t = self.ty(t, loc);
            f.graph.add_param(body, t);
        }
        let outside = f.graph.add_region();
        let mut results = Vec::with_capacity(ty.results.len());
        for t in &ty.results {
            let t = self.ty(t, loc);
            results.push(f.graph.add_param(outside, t));
        }
        f.graph.set_results(body, results);
    }

    fn func(&mut self, op: &RawOp) -> Option<Func> {
        let name: Str = match op.attr("sym_name") {
            Some(Attr::String(s)) => s.clone(),
            _ => {
                self.diags.error("bad-attribute", "a function needs a name", op.loc);
                return None;
            }
        };
        let Some(Attr::Type(SynType::Function(ty))) = op.attr("function_type") else {
            self.diags.error("bad-attribute", format!("function @{name} needs a function_type"), op.loc);
            return None;
        };
        let private = matches!(op.attr("sym_visibility"), Some(Attr::String(s)) if &**s != "public");
        let mut f = Func::new(name.clone(), !private);
        f.loc = op.loc;
        f.param_attrs = self.dicts(op, "arg_attrs");
        f.result_attrs = self.dicts(op, "res_attrs");
        // Public is what a function is that states nothing; if it states that, it is kept as it stands.
        let kept = |n: &str| !(FUNC_ATTRS.contains(&n) || private && n == "sym_visibility");
        f.attrs = op.attrs.iter().filter(|(n, _)| kept(n)).cloned().collect();
        if !op.operands.is_empty() || !op.results.is_empty() {
            self.diags.error("bad-function", format!("function @{name} has operands or results"), op.loc);
        }
        let [region] = op.regions.as_slice() else {
            self.diags.error("bad-function", format!("function @{name} must have one region"), op.loc);
            return None;
        };
        if region.blocks.is_empty() {
            self.declare(&mut f, ty, op.loc);
            return Some(f);
        }
        self.func += 1;
        let before = self.diags.0.len();
        let body = f.body;
        self.region(&mut f, body, region, "func.return", op.loc, 0);
        if self.diags.0.len() > before {
            return Some(f);
        }
        let inputs: Vec<Type> = ty.inputs.iter().map(|t| self.ty(t, op.loc)).collect();
        let results: Vec<Type> = ty.results.iter().map(|t| self.ty(t, op.loc)).collect();
        if self.diags.0.len() > before {
            return Some(f);
        }
        for (what, stated, is) in [("parameters", &inputs, f.params()), ("results", &results, f.results())] {
            if stated.len() != is.len() || stated.iter().zip(is).any(|(t, &v)| t != f.graph.ty(v)) {
                let found: Vec<String> = is.iter().map(|&v| f.graph.ty(v).to_string()).collect();
                let stated: Vec<String> = stated.iter().map(Type::to_string).collect();
                let (found, stated) = (found.join(", "), stated.join(", "));
                let message = format!("function @{name} states {what} ({stated}) but its body has ({found})");
                self.diags.error("function-type-mismatch", message, op.loc);
            }
        }
        for (what, n, attrs) in
            [("parameter", inputs.len(), &f.param_attrs), ("result", results.len(), &f.result_attrs)]
        {
            if !attrs.is_empty() && attrs.len() != n {
                let message = format!("function @{name} has {n} {what}s but {what} attributes for {}", attrs.len());
                self.diags.error("bad-attribute", message, op.loc);
            }
        }
        Some(f)
    }

    fn region(&mut self, f: &mut Func, into: Region, raw: &RawRegion, terminator: &str, loc: Loc, depth: u32) {
        let [block] = raw.blocks.as_slice() else {
            self.diags.error("bad-region", format!("a region must have one block, not {}", raw.blocks.len()), loc);
            return;
        };
        if depth > MAX_DEPTH {
            self.diags.error("too-deep", format!("regions nest deeper than {MAX_DEPTH}"), loc);
            return;
        }
        for &(arg, arg_loc) in &block.args {
            let ty = self.value_ty(arg, if arg_loc == Loc::UNKNOWN { loc } else { arg_loc });
            let v = f.graph.add_param(into, ty);
            self.define(arg, v, loc);
        }
        let end_loc = block.ops.last().map_or(Loc::UNKNOWN, |op| op.loc);
        f.graph.set_locs(into, block.args.iter().map(|a| a.1).collect(), end_loc);
        let Some((last, ops)) = block.ops.split_last() else {
            self.diags.error("missing-terminator", format!("a region must end with {terminator}"), loc);
            return;
        };
        f.graph.reserve(into, ops.len());
        for op in ops {
            self.op(f, into, op, depth);
        }
        // JAX ends the comparators of `approx_top_k`, which are functions, with the terminator of regions.
        if &*last.name == terminator || &*last.name == "stablehlo.return" {
            if !last.results.is_empty() || !last.regions.is_empty() {
                let message = format!("{} has neither results nor regions", last.name);
                self.diags.error("bad-terminator", message, last.loc);
            }
            let results = self.operands(last);
            f.graph.set_results(into, results.into_vec());
        } else {
            self.op(f, into, last, depth);
            self.diags.error("missing-terminator", format!("a region must end with {terminator}"), last.loc);
        }
    }

    /// Defines the results of an op that cannot be built, so that their uses are no errors.
    fn stand_in(&mut self, f: &mut Func, raw: &RawOp) {
        let dead = f.graph.add_region();
        for &r in &raw.results {
            let ty = self.types.get(r.0 as usize).and_then(|t| type_from_syntax(t).ok());
            let v = f.graph.add_param(dead, ty.unwrap_or(Type::Token));
            self.define(r, v, raw.loc);
        }
    }

    fn op(&mut self, f: &mut Func, into: Region, raw: &RawOp, depth: u32) {
        if matches!(&*raw.name, "stablehlo.return" | "func.return" | "sdy.return" | "shape.assuming_yield") {
            self.diags.error("misplaced-terminator", format!("{} does not end its region", raw.name), raw.loc);
            return;
        }
        let (mut op, extra) = match Op::from_attrs(defaults::canonical_name(&raw.name), &raw.attrs) {
            Some(Ok(found)) => found,
            failed => {
                match failed {
                    Some(Err(why)) => self.diags.error("bad-attribute", format!("{}: {why}", raw.name), raw.loc),
                    _ => self.unknown(raw),
                }
                self.stand_in(f, raw);
                return;
            }
        };
        let operands = self.operands(raw);
        defaults::complete(&mut op, raw, &f.graph, &operands);
        let terminator = op.terminator();
        let mut regions = Vec::with_capacity(raw.regions.len());
        for r in &raw.regions {
            let region = f.graph.add_region();
            self.region(f, region, r, terminator, raw.loc, depth + 1);
            regions.push(region);
        }
        let types: SmallVec<[Type; 2]> = raw.results.iter().map(|&r| self.value_ty(r, raw.loc)).collect();
        let id = f.graph.add_op(into, op, &operands, &regions, types, raw.loc);
        if !extra.is_empty() {
            f.graph.set_extra(id, extra);
        }
        let results = f.graph.op(id).results.clone();
        for (&r, &v) in raw.results.iter().zip(&results) {
            self.define(r, v, raw.loc);
        }
    }
}
