//! Ops become composites whose decompositions hold the op.

use crate::{Pass, PassOption, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::attrs::SymbolName;
use hloom_ir::{Attr, Diagnostics, Func, Graph, Loc, Module, Op, OpData, Region, Severity, Str, Type, Value};
use std::collections::BTreeSet;

const OPS: PassOption =
    PassOption { name: "op-names", default: "", help: "full names of the ops to wrap, separated by ';'" };
const VERSION: PassOption = PassOption { name: "version", default: "0", help: "version of the composites" };

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-wrap-in-composite",
    summary: "Wraps ops in composites; the op stands in a private function, its attributes in the composite's",
    options: &[OPS, VERSION],
    run,
};

struct Wrap {
    ops: Vec<String>,
    version: i64,
    /// Symbols of the module.
    taken: BTreeSet<Str>,
    /// Decompositions; equal ones are shared.
    made: Vec<(Op, Vec<Type>, Vec<Type>, Func)>,
}

impl Wrap {
    fn decomposition(&mut self, op: &OpData, inputs: Vec<Type>, results: Vec<Type>, loc: Loc) -> Str {
        if let Some((.., f)) = self.made.iter().find(|(o, i, r, _)| *o == op.op && *i == inputs && *r == results) {
            return f.name.clone();
        }
        let base = format!("{}.impl", op.op.name());
        let free = |n: &String| !self.taken.contains(n.as_str());
        let name = std::iter::once(base.clone()).chain((1..).map(|i| format!("{base}_{i}"))).find(free);
        let name: Str = name.unwrap_or(base).into();
        self.taken.insert(name.clone());
        let mut f = Func::new(name.clone(), false);
        f.loc = loc;
        let params: Vec<Value> = inputs.iter().map(|t| f.graph.add_param(f.body, t.clone())).collect();
        let id = f.graph.add_op(f.body, op.op.clone(), &params, &[], results.clone(), loc);
        let returned = f.graph.op(id).results.to_vec();
        f.graph.set_results(f.body, returned);
        self.made.push((op.op.clone(), inputs, results, f));
        name
    }
}

impl Rewrite for Wrap {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let name = op.op.name();
        if !self.ops.iter().any(|n| n == name) {
            return Ok(None);
        }
        if !regions.is_empty() {
            return Err(r.unimplemented("wrap-regions", format!("{name} has regions; only ops without are wrapped")));
        }
        let ty = |g: &Graph, vs: &[Value]| vs.iter().map(|&v| g.ty(v).clone()).collect::<Vec<Type>>();
        let (inputs, results) = (ty(r.src, &op.operands), r.result_types(op));
        let decomposition = self.decomposition(op, inputs, results.clone(), r.loc);
        let attrs = op.op.to_attrs();
        let composite = Op::Composite {
            name: name.into(),
            composite_attributes: (!attrs.is_empty()).then(|| Attr::Dict(attrs.into())),
            decomposition: SymbolName(decomposition),
            version: self.version,
        };
        Ok(Some(r.emit_with(composite, operands, &[], results, op.extra.as_deref())))
    }
}

fn run(module: Module, options: &PassOptions) -> Result<Module, Diagnostics> {
    let bad = |why: String| Diagnostics::one(Severity::Error, "pass-option", why, Loc::UNKNOWN);
    let ops = options.list(&OPS);
    let known = hloom_ir::table::all_names();
    if let Some(unknown) = ops.iter().find(|n| !known.contains(&n.as_str())) {
        return Err(bad(format!("there is no op '{unknown}'")));
    }
    let version = options.int(&VERSION).map_err(|e| bad(e.0))?;
    let taken = module.funcs.iter().map(|f| f.name.clone()).collect();
    let mut wrap = Wrap { ops, version, taken, made: Vec::new() };
    let mut module = rewrite_module(module, &mut wrap)?;
    module.funcs.extend(wrap.made.into_iter().map(|(.., f)| f));
    Ok(module)
}
