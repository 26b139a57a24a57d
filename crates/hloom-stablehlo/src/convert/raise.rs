//! Graph IR to syntax tree.

use super::type_to_syntax;
use crate::text::StableHlo;
use hloom_ir::attrs::{AttrValue, SdyMesh};
use hloom_ir::{Func, Graph, MeshDecl, Module, OpData, Region, Value};
use hloom_mlir::{
    Attr, FunctionType, Loc, RawBlock, RawModule, RawOp, RawRegion, RawValue, RawValues, Str, Type as SynType,
};
use std::sync::Arc;

/// The syntax tree of a module. Value numbers follow the order of definition.
pub fn from_ir(module: &Module) -> RawModule {
    raise(module).0
}

/// The names that values have in the text of a module, without `%`: of each function, value by value.
pub fn value_names(module: &Module) -> Vec<Vec<String>> {
    let (raw, values) = raise(module);
    let names = hloom_mlir::text::value_names(&raw, Some(&StableHlo));
    let name = |v: &RawValue| names.get(v.0 as usize).cloned().unwrap_or_default();
    values.iter().map(|of_func| of_func.iter().map(name).collect()).collect()
}

/// The tree, and for each function what its values are called there.
fn raise(module: &Module) -> (RawModule, Vec<Vec<RawValue>>) {
    let mut value_types = Vec::new();
    let mut ops = Vec::with_capacity(module.funcs.len() + module.meshes.len());
    let mut values = Vec::with_capacity(module.funcs.len());
    let mut meshes = module.meshes.iter().peekable();
    for (i, f) in module.funcs.iter().enumerate() {
        ops.extend(std::iter::from_fn(|| meshes.next_if(|m| m.before <= i)).map(mesh));
        let (op, names) = func(f, &mut value_types);
        ops.push(op);
        values.push(names);
    }
    ops.extend(meshes.map(mesh));
    let mut attrs: Vec<(Str, Attr)> = Vec::new();
    if !module.name.is_empty() {
        attrs.push(("sym_name".into(), Attr::String(module.name.as_str().into())));
    }
    attrs.extend(module.attrs.iter().cloned());
    let body = RawBlock { args: Vec::new(), ops };
    let op = RawOp { attrs, regions: vec![RawRegion { blocks: vec![body] }], ..raw_op("builtin.module", module.loc) };
    (RawModule { op, value_types, locs: module.locs.clone(), producer: String::new() }, values)
}

fn raw_op(name: &str, loc: Loc) -> RawOp {
    RawOp {
        name: name.into(),
        operands: RawValues::new(),
        results: RawValues::new(),
        attrs: vec![],
        regions: vec![],
        loc,
    }
}

fn mesh(m: &MeshDecl) -> RawOp {
    let mut op = raw_op("sdy.mesh", m.loc);
    op.attrs.extend(m.attrs.iter().map(|(name, attr)| match &**name {
        // However it was spaced.
        "mesh" => (name.clone(), m.mesh().ok().and_then(|m| SdyMesh(m).to_attr()).unwrap_or_else(|| attr.clone())),
        _ => (name.clone(), attr.clone()),
    }));
    op.attrs.push(("sym_name".into(), Attr::String(m.name.clone())));
    op
}

fn func(f: &Func, value_types: &mut Vec<SynType>) -> (RawOp, Vec<RawValue>) {
    let types = |vs: &[Value]| vs.iter().map(|&v| type_to_syntax(f.graph.ty(v))).collect();
    let ty = FunctionType { inputs: types(f.params()), results: types(f.results()) };
    let mut op = raw_op("func.func", f.loc);
    op.attrs.push(("sym_name".into(), Attr::String(f.name.clone())));
    op.attrs.push(("function_type".into(), Attr::Type(SynType::Function(Arc::new(ty)))));
    if !f.public {
        op.attrs.push(("sym_visibility".into(), Attr::String("private".into())));
    }
    for (name, dicts, n) in
        [("arg_attrs", &f.param_attrs, f.params().len()), ("res_attrs", &f.result_attrs, f.results().len())]
    {
        if dicts.iter().any(|d| !d.is_empty()) {
            let dict = |i: usize| Attr::Dict(dicts.get(i).map_or(&[][..], |d| d).into());
            op.attrs.push((name.into(), Attr::Array((0..n).map(dict).collect())));
        }
    }
    op.attrs.extend(f.attrs.iter().cloned());
    if f.declared {
        op.regions.push(RawRegion::default());
        return (op, vec![RawValue(u32::MAX); f.graph.num_values()]);
    }
    let mut raise = Raise { graph: &f.graph, names: vec![RawValue(0); f.graph.num_values()], value_types };
    op.regions.push(raise.region(f.body, "func.return"));
    (op, raise.names)
}

struct Raise<'a> {
    graph: &'a Graph,
    names: Vec<RawValue>,
    value_types: &'a mut Vec<SynType>,
}

impl Raise<'_> {
    fn define(&mut self, v: Value) -> RawValue {
        let raw = RawValue(self.value_types.len() as u32);
        self.value_types.push(type_to_syntax(self.graph.ty(v)));
        self.names[v.0 as usize] = raw;
        raw
    }

    fn uses(&self, vs: &[Value]) -> RawValues {
        vs.iter().map(|v| self.names[v.0 as usize]).collect()
    }

    fn region(&mut self, region: Region, terminator: &str) -> RawRegion {
        let data = self.graph.region(region);
        let loc = |i: usize| data.param_locs.get(i).copied().unwrap_or(Loc::UNKNOWN);
        let args = data.params.iter().enumerate().map(|(i, &p)| (self.define(p), loc(i))).collect();
        let mut ops: Vec<RawOp> = data.ops.iter().map(|&id| self.op(self.graph.op(id))).collect();
        ops.push(RawOp { operands: self.uses(&data.results), ..raw_op(terminator, data.end_loc) });
        RawRegion { blocks: vec![RawBlock { args, ops }] }
    }

    fn op(&mut self, data: &OpData) -> RawOp {
        let mut op = raw_op(data.op.name(), data.loc);
        op.operands = self.uses(&data.operands);
        op.attrs = data.op.to_attrs();
        op.attrs.extend(data.extra.iter().flat_map(|e| e.iter().cloned()));
        op.regions = data.regions.iter().map(|&r| self.region(r, data.op.terminator())).collect();
        op.results = data.results.iter().map(|&v| self.define(v)).collect();
        op
    }
}
