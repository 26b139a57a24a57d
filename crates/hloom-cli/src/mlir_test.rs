//! Test programs (`.mlir`): chunks, `check` ops, and constants turned into run-time arguments.
//!
//! What was evaluated at compile time has not tested the back end, so tensor constants of a test become arguments before
//! anything folds, and what a `check` op compares becomes a result, compared here.

use crate::array::Array;
use hloom_interp::{Tensor, Tolerance, custom_call_tolerance};
use hloom_ir::{Func, Module, Op, TensorType, Type, Value};
use hloom_num::Literal;

/// A check that a test program makes.
pub(crate) struct Check {
    /// How close.
    pub(crate) tolerance: Tolerance,
    /// Index of the computed value among the results.
    pub(crate) got: usize,
    /// The wanted value: a result, or a constant.
    pub(crate) expected: Expected,
    /// Name of the op.
    pub(crate) name: &'static str,
}

/// Where the wanted value of a check is.
pub(crate) enum Expected {
    /// Among the results.
    Result(usize),
    /// In the op.
    Constant(Literal),
}

/// A test as a plain program: arguments, and what to compare.
pub(crate) struct Lifted {
    /// The program; its function takes the lifted constants and returns what the checks compare.
    pub(crate) module: Module,
    /// Values of the arguments.
    pub(crate) inputs: Vec<Array>,
    /// Checks over the results.
    pub(crate) checks: Vec<Check>,
}

fn check_of(op: &Op) -> Option<(Tolerance, Option<&Literal>)> {
    Some(match op {
        Op::CheckExpectEq {} => (Tolerance::Exact, None),
        Op::CheckExpectEqConst { value } => (Tolerance::Exact, Some(value)),
        Op::CheckExpectAlmostEq { tolerance } => (Tolerance::Almost(tolerance.map_or(1e-4, |t| t.get())), None),
        Op::CheckExpectAlmostEqConst { value, tolerance } => {
            (Tolerance::Almost(tolerance.map_or(1e-4, |t| t.get())), Some(value))
        }
        Op::CheckExpectClose { max_ulp_difference, min_ulp_difference } => {
            let max = max_ulp_difference.unwrap_or(1);
            (Tolerance::Ulps { min: min_ulp_difference.unwrap_or(0), max }, None)
        }
        Op::CustomCall { call_target_name, .. } => (custom_call_tolerance(call_target_name)?, None),
        _ => return None,
    })
}

/// True if `function`, or what it calls, has a check.
pub(crate) fn checks_anything(module: &Module, function: &str) -> bool {
    let Some(root) = module.funcs.iter().position(|f| &*f.name == function) else { return false };
    module.reachable_funcs(root).into_iter().any(|i| {
        let f = &module.funcs[i];
        let mut found = false;
        f.graph.walk(f.body, |id| {
            found |= {
                let op = &f.graph.op(id).op;
                check_of(op).is_some() || matches!(op, Op::CheckExpectSerializedEq { .. })
            }
        });
        found
    })
}

/// Makes `function` return the truth values of its checks that nothing uses: some programs compute the verdict and drop
/// it. Left alone if something calls `function`.
pub(crate) fn return_dropped_verdicts(module: &mut Module, function: &str) {
    let calls = |f: &Func| {
        let mut found = false;
        f.graph.walk(f.body, |id| found |= f.graph.op(id).op.callees().iter().any(|c| &***c == function));
        found
    };
    if module.funcs.iter().any(calls) {
        return;
    }
    let Some(f) = module.funcs.iter_mut().find(|f| &*f.name == function) else { return };
    let counts = f.graph.use_counts(f.body);
    let mut results = f.results().to_vec();
    for &id in &f.graph.region(f.body).ops {
        let op = f.graph.op(id);
        if check_of(&op.op).is_some() {
            results.extend(op.results.iter().filter(|v| counts[v.0 as usize] == 0));
        }
    }
    if !f.result_attrs.is_empty() {
        f.result_attrs.resize(results.len(), Vec::new());
    }
    f.graph.set_results(f.body, results);
}

/// Indices of the results that are the truth value of a check.
pub(crate) fn returned_verdicts(func: &Func) -> Vec<usize> {
    let is_check = |v: Value| func.graph.def_op(v).is_some_and(|(_, op)| check_of(&op.op).is_some());
    (0..func.results().len()).filter(|&i| is_check(func.results()[i])).collect()
}

/// Lifts the constants of `func` (already inlined: no calls) to arguments unless `fold`, and its checks to results.
pub(crate) fn lift(module: &Module, func: &Func, fold: bool) -> Lifted {
    let src = &func.graph;
    let mut out = Func::new(func.name.clone(), true);
    let mut inputs = Vec::new();
    let mut checks = Vec::new();
    let mut results: Vec<Value> = Vec::new();
    let mut map = hloom_ir::ValueMap::new();
    let body = out.body;
    // `check.eq` gives a truth value, which the program returns; the check itself stands for it.
    let returned: Vec<Value> = func.results().to_vec();
    let counts = src.use_counts(func.body);
    let only_returned = |v: Value| counts[v.0 as usize] as usize == returned.iter().filter(|&&r| r == v).count();
    for &id in &src.region(func.body).ops {
        let op = src.op(id);
        match (&op.op, check_of(&op.op)) {
            (Op::Constant { value }, _) if !fold => {
                let ty = TensorType::new(value.dtype(), value.shape());
                inputs.push(Array { ty: ty.clone(), bytes: value.to_bytes().to_vec() });
                let p = out.graph.add_param(body, Type::Tensor(ty));
                map.insert(op.results[0], p);
            }
            (_, Some((tolerance, constant))) if op.results.iter().all(|&r| only_returned(r)) => {
                let got = results.len();
                results.push(map.get(op.operands[0]));
                let expected = match (constant, op.operands.get(1)) {
                    (Some(c), _) => Expected::Constant(c.clone()),
                    (None, Some(&e)) => {
                        results.push(map.get(e));
                        Expected::Result(got + 1)
                    }
                    (None, None) => continue,
                };
                checks.push(Check { tolerance, got, expected, name: op.op.name() });
            }
            _ => {
                out.graph.clone_op(src, id, body, &mut map, |loc| loc);
            }
        }
    }
    out.graph.set_results(body, results);
    out.param_attrs = vec![Vec::new(); out.params().len()];
    out.result_attrs = vec![Vec::new(); out.results().len()];
    // What the function runs by name stays.
    let others = module.funcs.iter().filter(|f| f.name != func.name).cloned();
    let module = Module { funcs: std::iter::once(out).chain(others).collect(), ..module.clone() };
    Lifted { module, inputs, checks }
}

impl Lifted {
    /// Compares what the program returned.
    pub(crate) fn verdict(&self, outputs: &[Array]) -> Result<(), String> {
        let tensor = |a: &Array| Tensor::from_bytes(a.ty.clone(), &a.bytes).ok_or("an output has the wrong size");
        for (n, c) in self.checks.iter().enumerate() {
            let got = tensor(outputs.get(c.got).ok_or("too few outputs")?)?;
            let expected = match &c.expected {
                Expected::Result(i) => tensor(outputs.get(*i).ok_or("too few outputs")?)?,
                Expected::Constant(l) => Tensor::from_literal(l),
            };
            hloom_interp::compare(&got, &expected, c.tolerance).map_err(|e| format!("check {n} ({}): {e}", c.name))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom::{Buffer, Device, ExecOptions, HostFns, Loaded, Profile};

    const TEST: &str = "func.func @main() {
        %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
        %y = stablehlo.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
        %s = stablehlo.multiply %x, %y : tensor<3xf32>
        check.expect_eq_const %s, dense<[4.0, 10.0, 18.0]> : tensor<3xf32>
        func.return
    }";

    /// Calls of kernels, and the verdict.
    fn run(text: &str, fold: bool) -> (u64, Result<(), String>) {
        let module = hloom::parse(text.as_bytes(), "test").expect("a program");
        let lifted = lift(&module, module.func("main").expect("a main"), fold);
        let options = hloom::Options { observed: true, ..hloom::Options::default() };
        let compiled = hloom::compile(&lifted.module, "main", &hloom::host_target(), &options).expect("compiles");
        let device = Device::shared();
        let loaded = Loaded::load(compiled.executable, &device, &HostFns::default()).expect("loads");
        let buffer = |a: &Array| Buffer::from_bytes(&device, a.ty.dtype, &a.ty.dims, &a.bytes).expect("an argument");
        let args: Vec<Buffer> = lifted.inputs.iter().map(buffer).collect();
        let args: Vec<&Buffer> = args.iter().collect();
        let profile = Profile::new(&loaded, &[]);
        let options = ExecOptions { observer: Some(&profile), ..ExecOptions::default() };
        let out: Vec<Array> =
            loaded.execute(&args, &options).expect("runs").iter().map(crate::engine::from_buffer).collect();
        (profile.take().iter().map(|k| k.calls).sum(), lifted.verdict(&out))
    }

    #[test]
    fn inputs_are_arguments_and_kernels_run() {
        let (kernels, verdict) = run(TEST, false);
        assert!(kernels > 0 && verdict.is_ok(), "{kernels} {verdict:?}");
        for (input, other) in [("3.0", "7.0"), ("4.0, 5.0", "4.0, 5.5")] {
            let (kernels, verdict) = run(&TEST.replacen(input, other, 1), false);
            assert!(kernels > 0 && verdict.is_err(), "{input}: {kernels} {verdict:?}");
        }
        // What the folder would have left of it.
        assert_eq!(run(TEST, true).0, 0);
    }
}
