//! Loops whose steps several threads share, `filetests/teams`: with any number of threads that come and go between steps, native code
//! agrees with the interpreter, and has the same bits.

mod native;

use hloom_fuzz::program::Program;
use hloom_interp::{Tensor, samples};
use hloom_ir::TensorType;
use hloom_num::DTypeKind;
use hloom_num::scalar::Scalar;
use native::{Fate, Native, in_parallel};
use std::path::PathBuf;

fn programs() -> Vec<(String, hloom::Module)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/teams");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("the directory").map(|f| f.expect("a file").path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let module = hloom::parse(&std::fs::read(path).expect("a readable file"), &name).expect("a valid program");
        (name, module)
    };
    files.iter().map(read).collect()
}

/// Numbers from -1 to 1; integers below 100.
fn argument(ty: &TensorType, state: &mut u64) -> Tensor {
    let mut next = || {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 40) as f64 / f64::from(1 << 23) - 1.0
    };
    let element = |_| {
        let x = match ty.dtype.kind() {
            DTypeKind::Bool => Scalar::Bool(next() > 0.0),
            DTypeKind::Signed => Scalar::Int((next() * 100.0) as i64),
            DTypeKind::Unsigned => Scalar::UInt((next() * 100.0).abs() as u64),
            DTypeKind::Float => Scalar::Float(next()),
            DTypeKind::Complex => Scalar::Complex(next(), next()),
        };
        x.rounded(ty.dtype)
    };
    Tensor::new(ty.clone(), (0..ty.num_elements()).map(element).collect())
}

#[test]
fn shared_loops_agree_with_the_interpreter() {
    let programs = programs();
    assert!(programs.len() >= 13, "only {} programs", programs.len());
    let wrong: Vec<String> = in_parallel(
        programs.len(),
        || Native::new().sharing_loops().within(1 << 24),
        |native, i| {
            let (name, module) = &programs[i];
            let main = module.func("main").expect("a function");
            let mut state = i as u64;
            let usual: Vec<Tensor> =
                main.params().iter().map(|p| argument(main.graph.tensor(*p), &mut state)).collect();
            [usual, samples::arguments(main, 1)]
                .into_iter()
                .map(|args| native.fate(&Program { module: module.clone(), args }))
                .filter(|fate| *fate != Fate::Agreed)
                .map(|fate| format!("{name}: {fate:?}"))
                .collect::<Vec<_>>()
        },
    )
    .concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_can_be_parted_is_shared() {
    let target = hloom::target_for("x86_64-unknown-linux-gnu", "x86-64-v3", &[]);
    let options = hloom::Options { share_loops: true, ..hloom::Options::default() };
    for (name, module) in programs() {
        let text = hloom::dump(&module, "main", &target, &options, "loops").expect("it compiles");
        // The function of a shared loop has one more parameter, the member of the team.
        let shared = text.lines().any(|l| l.starts_with("export func @hloom_entry_loop") && l.contains("v5: ptr"));
        assert!(shared, "{name}");
    }
}
