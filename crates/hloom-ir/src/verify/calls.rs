//! Calls: callees exist and match, nothing calls itself.

use crate::infer::compatible;
use crate::{Diagnostics, Func, Module, Op, OpData, Value};
use hloom_mlir::{Attr, Loc};
use rustc_hash::FxHashMap;

/// Checks the symbols that an op names and notes the functions behind them.
pub(super) fn check(
    module: &Module,
    symbols: &FxHashMap<&str, usize>,
    caller: &Func,
    data: &OpData,
    calls: &mut Vec<(usize, Loc)>,
    diags: &mut Diagnostics,
) {
    let (callee, [undefined, inputs, outputs]) = match &data.op {
        Op::Call { callee } => (callee, ["undefined-symbol", "call-signature", "call-signature"]),
        Op::Composite { decomposition, .. } => (decomposition, ["composite_c2", "composite_c3", "composite_c4"]),
        Op::CustomCall { called_computations: Some(_), .. } => {
            let Some(names) = data.op.called_computations() else {
                diags.error("bad-attribute", "called_computations must be an array of symbols", data.loc);
                return;
            };
            for name in names {
                let found = match name {
                    Attr::Symbol(s) if s.len() == 1 => symbols.get(&*s[0]),
                    _ => None,
                };
                match found {
                    Some(&i) => calls.push((i, data.loc)),
                    None => diags.error("undefined-symbol", "a called computation does not exist", data.loc),
                }
            }
            return;
        }
        Op::RunParallel { .. } => return super::parallel::run_parallel(module, symbols, caller, data, calls, diags),
        _ => return,
    };
    if let Op::Composite { name, .. } = &data.op
        && !is_op_name(name)
    {
        diags.error("composite_c1", format!("'{name}' is not the name of an op with its namespace"), data.loc);
    }
    let Some(&index) = symbols.get(&*callee.0) else {
        diags.error(undefined, format!("there is no function @{}", callee.0), data.loc);
        return;
    };
    calls.push((index, data.loc));
    let f = &module.funcs[index];
    let fits = |args: &[Value], of: &[Value]| {
        args.len() == of.len()
            && args
                .iter()
                .zip(of)
                .all(|(&a, &p)| (p.0 as usize) < f.graph.num_values() && compatible(caller.graph.ty(a), f.graph.ty(p)))
    };
    if f.body.0 as usize >= f.graph.num_regions() {
        return;
    }
    if !fits(&data.operands, f.params()) {
        diags.error(inputs, format!("the operands do not fit the parameters of @{}", callee.0), data.loc);
    }
    if !fits(&data.results, f.results()) {
        diags.error(outputs, format!("the results do not fit those of @{}", callee.0), data.loc);
    }
}

/// `namespace.name` or `namespace.name.more`.
fn is_op_name(name: &str) -> bool {
    let mut parts = name.split('.');
    let namespace = parts.next().unwrap_or("");
    let word = |w: &str, odd: &[u8]| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || odd.contains(&b));
    namespace.starts_with(|c: char| c.is_ascii_alphabetic())
        && word(namespace, b"_")
        && name.contains('.')
        && parts.all(|p| word(p, b"_$"))
}

/// Reports calls that close a cycle.
pub(super) fn no_recursion(module: &Module, edges: &[Vec<(usize, Loc)>], diags: &mut Diagnostics) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut stack = vec![(root, 0usize)];
        while let Some((f, next)) = stack.last_mut() {
            let Some(&(callee, loc)) = edges[*f].get(*next) else {
                marks[*f] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            match marks[callee] {
                Mark::New => {
                    marks[callee] = Mark::Open;
                    stack.push((callee, 0));
                }
                Mark::Open => {
                    diags.error("recursive-call", format!("@{} calls itself", module.funcs[callee].name), loc);
                }
                Mark::Done => {}
            }
        }
    }
}
