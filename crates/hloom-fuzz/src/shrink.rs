//! Makes a program small that shows something.

use crate::constants::with_values;
use crate::program::Program;
use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Builder, Func, Module, Op, OpData, Type, Value, ValueMap};

/// The function with the ops of `keep`, other results being parameters of the given values. `None` if a value is missing.
fn rebuilt(p: &Program, results: &[Value], keep: &dyn Fn(usize) -> bool, given: &[(Value, Tensor)]) -> Option<Program> {
    let f = p.module.func("main")?;
    let g = &f.graph;
    let body = g.region(f.body);
    // What the results need.
    let mut needed = vec![false; g.num_values()];
    results.iter().for_each(|v| needed[v.0 as usize] = true);
    let mut kept = Vec::new();
    for (i, &id) in body.ops.iter().enumerate().rev() {
        let op = g.op(id);
        if keep(i) && op.results.iter().any(|v| needed[v.0 as usize]) {
            kept.push(id);
            need(g, op, &mut needed);
        }
    }
    kept.reverse();
    let mut out = Func::new("main", true);
    let mut map = ValueMap::default();
    let mut args = Vec::new();
    let params = body.params.iter().copied().zip(p.args.iter().cloned());
    for (v, value) in params.chain(given.iter().cloned()).filter(|(v, _)| needed[v.0 as usize]) {
        let new = out.graph.add_param(out.body, Type::Tensor(value.ty.clone()));
        map.insert(v, new);
        args.push(value);
    }
    for id in kept {
        let op = g.op(id);
        let operands: Option<Vec<Value>> = op.operands.iter().map(|&v| map.try_get(v)).collect();
        let regions: Vec<_> = op.regions.iter().map(|&r| out.graph.clone_region(g, r, &mut map)).collect();
        let types: Vec<Type> = op.results.iter().map(|&v| g.ty(v).clone()).collect();
        let new = out.graph.add_op(out.body, op.op.clone(), &operands?, &regions, types, op.loc);
        for (&v, &n) in op.results.iter().zip(&out.graph.op(new).results) {
            map.insert(v, n);
        }
    }
    let returned: Option<Vec<Value>> = results.iter().map(|&v| map.try_get(v)).collect();
    out.graph.set_results(out.body, returned?);
    Some(Program { module: with_callees(out, &p.module), args })
}

/// The module of `main` and what it calls in `from`.
pub(crate) fn with_callees(main: Func, from: &Module) -> Module {
    let mut all = vec![main];
    all.extend(from.funcs.iter().filter(|f| &*f.name != "main").cloned());
    let all = Module { funcs: all, ..Module::default() };
    let mut called = all.reachable_funcs(0);
    called.sort_unstable();
    Module { funcs: called.into_iter().map(|i| all.funcs[i].clone()).collect(), ..Module::default() }
}

/// Marks what an op reads, in its regions too.
fn need(g: &hloom_ir::Graph, op: &OpData, needed: &mut [bool]) {
    op.operands.iter().for_each(|v| needed[v.0 as usize] = true);
    for &r in &op.regions {
        let region = g.region(r);
        region.results.iter().for_each(|v| needed[v.0 as usize] = true);
        region.ops.iter().for_each(|&o| need(g, g.op(o), needed));
    }
}

fn values(p: &Program, of: &[Value]) -> Option<Vec<Tensor>> {
    let asked = rebuilt(p, of, &|_| true, &[])?;
    let run = || Interpreter::new(&asked.module).run("main", &asked.args);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).ok()?.ok()
}

/// A smaller program for which `fails` holds, as it does for `p`: one result, and no op that can be an argument instead.
pub fn shrink(p: &Program, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = p.clone();
    let results = |p: &Program| p.module.func("main").map(|f| f.results().to_vec()).unwrap_or_default();
    for v in results(p) {
        if let Some(one) = rebuilt(p, &[v], &|_| true, &[])
            && fails(&one)
        {
            best = one;
            break;
        }
    }
    let mut i = 0;
    loop {
        let Some(f) = best.module.func("main") else { return best };
        let ops = &f.graph.region(f.body).ops;
        let Some(&id) = ops.get(i) else { return best };
        let made: Vec<Value> = f.graph.op(id).results.to_vec();
        let smaller = values(&best, &made).and_then(|ts| {
            let given: Vec<(Value, Tensor)> = made.into_iter().zip(ts).collect();
            rebuilt(&best, &results(&best), &|k| k != i, &given)
        });
        match smaller {
            Some(s) if fails(&s) => best = s,
            _ => i += 1,
        }
    }
}

/// The program as a file for `hloom check`: its arguments are constants, which `check` makes arguments again, and what
/// it returns is compared with `expected`.
pub fn as_test(p: &Program, expected: &[Tensor]) -> Option<Module> {
    let mut out = with_values(p, &mut |f, a| {
        let body = f.body;
        Some(Builder::new(&mut f.graph, body).constant(a.to_literal()?))
    })?;
    let (body, results) = (out.body, out.results().to_vec());
    let mut b = Builder::new(&mut out.graph, body);
    for (&v, e) in results.iter().zip(expected) {
        b.try_op(Op::CheckExpectEqConst { value: e.to_literal()? }, &[v], &[], None).ok()?;
    }
    out.graph.set_results(body, Vec::new());
    Some(with_callees(out, &p.module))
}
