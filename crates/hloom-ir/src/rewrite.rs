//! The frame of most passes: a function is rebuilt op by op, and the pass says what an op becomes.

use crate::{
    Attr, Builder, Diagnostics, Func, Graph, Loc, Module, Op, OpData, Region, Severity, Str, Type, Value, ValueMap,
};
use smallvec::SmallVec;

/// Results of an op.
pub type Values = SmallVec<[Value; 2]>;

/// What a pass does with types and ops.
pub trait Rewrite {
    /// What stands for the results of `op`; `None` keeps the op as it is. `operands` and `regions` are rebuilt already;
    /// what is appended to `r` stands where the op stood. New values must have the types that [`Rewrite::ty`] gives.
    ///
    /// # Errors
    /// What the pass cannot do.
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics>;

    /// True if the one region of `op`, which has no parameters, takes the op's place. What is appended to `r` stands in
    /// front.
    ///
    /// # Errors
    /// What the pass cannot do.
    fn inline(&mut self, _r: &mut Rewriter<'_>, _op: &OpData, _operands: &[Value]) -> Result<bool, Diagnostics> {
        Ok(false)
    }

    /// What a type becomes.
    ///
    /// # Errors
    /// Types the pass cannot convert.
    fn ty(&mut self, ty: &Type) -> Result<Type, Diagnostics> {
        Ok(ty.clone())
    }
}

/// The function being built.
pub struct Rewriter<'s> {
    /// The function as it was.
    pub src: &'s Graph,
    /// The function so far.
    pub graph: Graph,
    /// Where ops are appended.
    pub region: Region,
    /// Location of the op that is rewritten.
    pub loc: Loc,
    map: ValueMap,
}

impl<'s> Rewriter<'s> {
    /// A builder at the place of the op that is rewritten.
    pub fn builder(&mut self) -> Builder<'_> {
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        b
    }

    /// Appends an op; its results.
    pub fn emit(&mut self, op: Op, operands: &[Value], types: impl IntoIterator<Item = Type>) -> Values {
        self.emit_with(op, operands, &[], types, None)
    }

    /// As [`Self::emit`], with regions and attributes that the table does not know.
    pub fn emit_with(
        &mut self,
        op: Op,
        operands: &[Value],
        regions: &[Region],
        types: impl IntoIterator<Item = Type>,
        extra: Option<&[(Str, Attr)]>,
    ) -> Values {
        let id = self.graph.add_op(self.region, op, operands, regions, types, self.loc);
        if let Some(extra) = extra {
            self.graph.set_extra(id, extra.to_vec());
        }
        self.graph.op(id).results.clone()
    }

    /// Types of the results that `op` had.
    pub fn result_types(&self, op: &OpData) -> Vec<Type> {
        op.results.iter().map(|&v| self.src.ty(v).clone()).collect()
    }

    /// What a value of the old function became. Only values whose definition has been passed have become something.
    pub fn new_value(&self, old: Value) -> Option<Value> {
        self.map.try_get(old)
    }

    /// An error at the op that is rewritten.
    pub fn error(&self, code: &str, message: impl Into<String>) -> Diagnostics {
        Diagnostics::one(Severity::Error, code, message, self.loc)
    }

    /// As [`Self::error`], for what the pass does not do.
    pub fn unimplemented(&self, code: &str, message: impl Into<String>) -> Diagnostics {
        Diagnostics::one(Severity::Unimplemented, code, message, self.loc)
    }

    fn region(&mut self, old: Region, new: Region, pass: &mut dyn Rewrite) -> Result<(), Diagnostics> {
        let src = self.src;
        let data = src.region(old);
        for &p in &data.params {
            let v = self.graph.add_param(new, pass.ty(src.ty(p))?);
            self.map.insert(p, v);
        }
        let outer = std::mem::replace(&mut self.region, new);
        for &id in &data.ops {
            self.op(src.op(id), pass)?;
        }
        self.region = outer;
        let results = data.results.iter().map(|&v| self.map.get(v)).collect();
        self.graph.set_results(new, results);
        Ok(())
    }

    fn op(&mut self, d: &OpData, pass: &mut dyn Rewrite) -> Result<(), Diagnostics> {
        let operands: SmallVec<[Value; 4]> = d.operands.iter().map(|&v| self.map.get(v)).collect();
        self.loc = d.loc;
        if pass.inline(self, d, &operands)? {
            let body = self.src.region(d.regions[0]);
            for &id in &body.ops {
                self.op(self.src.op(id), pass)?;
            }
            d.results.iter().zip(&body.results).for_each(|(&old, &v)| self.map.insert(old, self.map.get(v)));
            return Ok(());
        }
        let mut regions: SmallVec<[Region; 2]> = SmallVec::new();
        for &r in &d.regions {
            let new = self.graph.add_region();
            self.region(r, new, pass)?;
            regions.push(new);
        }
        self.loc = d.loc;
        let results = match pass.op(self, d, &operands, &regions)? {
            Some(values) => values,
            None => {
                let mut types: SmallVec<[Type; 2]> = SmallVec::new();
                for &v in &d.results {
                    types.push(pass.ty(self.src.ty(v))?);
                }
                self.emit_with(d.op.clone(), &operands, &regions, types, d.extra.as_deref())
            }
        };
        debug_assert_eq!(results.len(), d.results.len(), "{} lost results", d.op.name());
        d.results.iter().zip(results).for_each(|(&old, new)| self.map.insert(old, new));
        Ok(())
    }
}

/// Rebuilds one function.
///
/// # Errors
/// The pass's.
pub fn rewrite_func(f: &Func, pass: &mut dyn Rewrite) -> Result<Func, Diagnostics> {
    let mut out = Func {
        param_attrs: f.param_attrs.clone(),
        result_attrs: f.result_attrs.clone(),
        attrs: f.attrs.clone(),
        loc: f.loc,
        ..Func::new(f.name.clone(), f.public)
    };
    let graph = std::mem::take(&mut out.graph);
    if f.declared {
        out.declared = true;
        out.graph = graph;
        for &p in f.params() {
            let ty = pass.ty(f.graph.ty(p))?;
            out.graph.add_param(out.body, ty);
        }
        let outside = out.graph.add_region();
        let mut results = Vec::new();
        for &v in f.results() {
            let ty = pass.ty(f.graph.ty(v))?;
            results.push(out.graph.add_param(outside, ty));
        }
        out.graph.set_results(out.body, results);
        return Ok(out);
    }
    let mut r = Rewriter { src: &f.graph, graph, region: out.body, loc: f.loc, map: ValueMap::new() };
    r.region(f.body, out.body, pass)?;
    out.graph = r.graph;
    Ok(out)
}

/// Rebuilds every function.
///
/// # Errors
/// Those of all functions.
pub fn rewrite_module(mut module: Module, pass: &mut dyn Rewrite) -> Result<Module, Diagnostics> {
    let mut found = Diagnostics::default();
    for f in &mut module.funcs {
        match rewrite_func(f, pass) {
            Ok(new) => *f = new,
            Err(e) => found.0.extend(e.0),
        }
    }
    if found.0.is_empty() { Ok(module) } else { Err(found) }
}
