//! Partitioned programs against whole ones, both on the interpreter: `filetests/spmd`.
//!
//! The whole program is `@whole` where there is one (of programs with manual computations), else `@main`. A first line
//! `// collectives: all_gather 2, …` states the exchanges of the partitioned program where nothing is free.

mod grid;

use grid::{part, run};
use hloom_interp::{Interpreter, Tensor, samples};
use hloom_ir::{Func, Module, TensorType};
use hloom_num::scalar::Scalar;
use hloom_spmd::{Options, partition};
use std::path::Path;

fn close(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Float(x), Scalar::Float(y)) => {
            x == y || (x - y).abs() <= 1e-5 * y.abs().max(1.0) || x.is_nan() && y.is_nan()
        }
        _ => a == b,
    }
}

fn parse(path: &Path) -> Module {
    let text = std::fs::read(path).expect("a file");
    let module = hloom_stablehlo::parse(&text, &path.to_string_lossy(), &hloom_mlir::Limits::default());
    let module = module.unwrap_or_else(|e| panic!("{path:?}: {e}"));
    hloom_ir::verify(&module).unwrap_or_else(|e| panic!("{path:?}: {}", e.render(&module.locs)));
    module
}

/// Arguments of moderate size: sums in another order must stay close.
fn arguments(f: &Func, round: usize) -> Vec<Tensor> {
    samples::arguments(f, round)
        .into_iter()
        .map(|x| {
            let small = |s: Scalar| match s {
                Scalar::Float(v) if !v.is_finite() || v.abs() > 8.0 => Scalar::Float(0.75),
                other => other,
            };
            Tensor::from_fn(TensorType::new(x.dtype(), x.dims()), |ix| small(x.at(ix)))
        })
        .collect()
}

/// The collectives of a program with their counts, by name.
fn collectives(module: &Module) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for f in &module.funcs {
        for i in 0..f.graph.num_ops() {
            let op = &f.graph.op(hloom_ir::OpId(i as u32)).op;
            if op.kind() == hloom_ir::Kind::Collective {
                *counts.entry(op.name().trim_start_matches("stablehlo.")).or_insert(0) += 1;
            }
        }
    }
    let all: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
    all.join(", ")
}

#[test]
fn parts_are_those_of_the_whole() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/spmd");
    let mut files: Vec<_> = std::fs::read_dir(dir).expect("filetests").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let module = parse(&path);
        let func = module.func("main").expect("an entry");
        for (free, round) in [(false, 0), (true, 1)] {
            let p = partition(&module, "main", &Options { params: free, results: free })
                .unwrap_or_else(|e| panic!("{path:?}: {}", e.render(&module.locs)));
            hloom_ir::verify(&p.module).unwrap_or_else(|e| panic!("{path:?}: {}", e.render(&p.module.locs)));
            if let Some(wanted) = text.strip_prefix("// collectives: ").filter(|_| !free) {
                assert_eq!(collectives(&p.module), wanted.lines().next().unwrap_or_default(), "{path:?}");
            }
            let args = arguments(func, round);
            let reference = module.func("whole").map_or("main", |_| "whole");
            let whole = Interpreter::new(&module).run(reference, &args).expect("the whole program runs");
            for (d, parts) in run(&p, &args).expect("the grid runs").iter().enumerate() {
                for (i, got) in parts.iter().enumerate() {
                    let want = part(&whole[i], &p.results[i], d as i64);
                    assert_eq!(got.dims(), want.dims(), "{path:?} result {i} of device {d}");
                    Tensor::from_fn(TensorType::new(got.dtype(), got.dims()), |ix| {
                        let (x, y) = (got.at(ix), want.at(ix));
                        assert!(close(x, y), "{path:?} result {i} of device {d} at {ix:?}: {x:?}, expected {y:?}");
                        x
                    });
                }
            }
        }
    }
}
