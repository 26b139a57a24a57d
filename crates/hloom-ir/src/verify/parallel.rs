//! Programs of several processes: what inference cannot see.

use crate::attrs::{MeshRef, ReplicaGroups, SymbolName};
use crate::infer::compatible;
use crate::{Diagnostics, Func, Graph, Module, Op, OpData, Type, Value};
use hloom_mlir::Loc;
use rustc_hash::FxHashMap;

/// The groups of a collective, if it has such.
fn replica_groups(op: &Op) -> Option<&ReplicaGroups> {
    match op {
        Op::AllGather { replica_groups, .. }
        | Op::AllReduce { replica_groups, .. }
        | Op::AllToAll { replica_groups, .. }
        | Op::CollectiveBroadcast { replica_groups, .. }
        | Op::CollectiveReduce { replica_groups, .. }
        | Op::ReduceScatter { replica_groups, .. } => Some(replica_groups),
        _ => None,
    }
}

/// A mesh that groups name is a symbol of the module.
pub(super) fn mesh_exists(module: &Module, symbols: &FxHashMap<&str, usize>, data: &OpData, diags: &mut Diagnostics) {
    if let Some(ReplicaGroups::Axes(axes)) = replica_groups(&data.op)
        && let MeshRef::Symbol(name) = &axes.mesh
        && !symbols.contains_key(&**name)
        && !module.meshes.iter().any(|m| m.name == *name)
    {
        diags.error("undefined-symbol", format!("{}: there is no mesh @{name}", data.op.name()), data.loc);
    }
}

/// The body of `async_start` is one collective or slice of the body's own parameters.
pub(super) fn async_start(g: &Graph, data: &OpData, diags: &mut Diagnostics) {
    let body = g.region(data.regions[0]);
    let mut fail = |code: &str, message: &str| diags.error(code, format!("stablehlo.async_start: {message}"), data.loc);
    let [only] = body.ops[..] else { return fail("async_start_c1", "the body must hold one op") };
    let inner = g.op(only);
    let allowed = matches!(
        inner.op,
        Op::AllGather { .. }
            | Op::AllReduce { .. }
            | Op::AllToAll { .. }
            | Op::CollectiveBroadcast { .. }
            | Op::CollectivePermute { .. }
            | Op::CollectiveReduce { .. }
            | Op::ReduceScatter { .. }
            | Op::Slice { .. }
            | Op::DynamicSlice { .. }
            | Op::DynamicUpdateSlice {}
    );
    if !allowed {
        return fail("async_start_c2", &format!("the body must not hold {}", inner.op.name()));
    }
    let own = |v: &Value| body.params.contains(v) || inner.results.contains(v);
    if !inner.operands.iter().chain(&body.results).all(own) {
        fail("async_start_c3", "the body must use its own parameters only");
    }
}

/// The functions of a grid exist, and operands and results are theirs, process by process.
pub(super) fn run_parallel(
    module: &Module,
    symbols: &FxHashMap<&str, usize>,
    caller: &Func,
    data: &OpData,
    calls: &mut Vec<(usize, Loc)>,
    diags: &mut Diagnostics,
) {
    let Op::RunParallel { programs, infeed } = &data.op else { return };
    let width = programs.0.first().map_or(0, |row| row.0.len());
    if width == 0 || programs.0.iter().any(|row| row.0.len() != width) {
        diags.error("run_parallel_c1", "programs must be rows of one length, not empty", data.loc);
        return;
    }
    let mut find = |name: &SymbolName, diags: &mut Diagnostics| match symbols.get(&*name.0) {
        Some(&i) => {
            calls.push((i, data.loc));
            Some(&module.funcs[i])
        }
        None => {
            diags.error("undefined-symbol", format!("there is no function @{}", name.0), data.loc);
            None
        }
    };
    let mut sound = true;
    let (mut inputs, mut outputs): (Vec<&Type>, Vec<&Type>) = (Vec::new(), Vec::new());
    for name in programs.0.iter().flat_map(|row| &row.0) {
        let Some(f) = find(name, diags).filter(|f| known(f)) else {
            sound = false;
            continue;
        };
        inputs.extend(f.params().iter().map(|&v| f.graph.ty(v)));
        outputs.extend(f.results().iter().map(|&v| f.graph.ty(v)));
    }
    for name in infeed.iter().flat_map(|s| &s.0) {
        let Some(f) = find(name, diags).filter(|f| known(f)) else { continue };
        let tensors = f.results().len() == 1 && f.results().iter().all(|&v| f.graph.ty(v).as_tensor().is_some());
        if !tensors || !f.params().is_empty() {
            let message = format!("@{} must take nothing and return a tensor to stand for the infeed", f.name);
            diags.error("run_parallel_c4", message, data.loc);
        }
    }
    if infeed.as_ref().is_some_and(|s| s.0.is_empty()) {
        diags.error("run_parallel_c4", "infeed must not be empty if it is given", data.loc);
    }
    if !sound {
        return;
    }
    for (code, what, values, types) in [
        ("run_parallel_c2", "operands", &data.operands[..], &inputs),
        ("run_parallel_c3", "results", &data.results[..], &outputs),
    ] {
        let fits =
            values.len() == types.len() && values.iter().zip(types).all(|(&v, t)| compatible(caller.graph.ty(v), t));
        if !fits {
            diags.error(code, format!("the {what} are not those of all programs, one after the other"), data.loc);
        }
    }
}

/// True if the function's values can be looked at.
fn known(f: &Func) -> bool {
    (f.body.0 as usize) < f.graph.num_regions()
        && f.params().iter().chain(f.results()).all(|v| (v.0 as usize) < f.graph.num_values())
}
