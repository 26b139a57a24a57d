//! The programs of `filetests/passes`: what a pass gives has the text that is asked for, and means what it meant.
//!
//! A chunk names its pipeline (`// PASSES: --a --b=option=3`), what the result holds in order (`// CHECK:`) and what it
//! does not (`// CHECK-NOT:`). The interpreter runs `@main` before and after; `// ULPS: n` allows floats to differ,
//! `// RUN: no` leaves that out where the pass changes the signature.

use hloom_interp::{Interpreter, Tensor, samples};
use hloom_ir::{Module, verify};
use hloom_num::DType;
use hloom_num::scalar::Scalar;
use hloom_stablehlo::{Form, parse, print};
use hloom_transforms::{PASSES, Pass, PassOptions, pass, run};
use std::collections::BTreeSet;
use std::path::PathBuf;

struct Chunk {
    place: String,
    text: String,
    pipeline: Vec<(&'static Pass, PassOptions)>,
    module: Module,
}

impl Chunk {
    fn values(&self, key: &str) -> Vec<&str> {
        let key = format!("// {key}: ");
        self.text.lines().filter_map(|l| l.strip_prefix(&key)).map(str::trim_end).collect()
    }
}

fn chunks() -> Vec<Chunk> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/passes");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&dir).expect("filetests/passes").map(|e| e.expect("entry").path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let mut line = 1;
        for chunk in text.split("// -----\n") {
            let place = format!("{}:{line}", file.file_name().expect("name").display());
            line += chunk.lines().count() + 1;
            let named = chunk.lines().find_map(|l| l.strip_prefix("// PASSES: "));
            let named = named.unwrap_or_else(|| panic!("{place}: no PASSES line"));
            let pipeline = named.split(" --").map(|p| {
                let p = p.trim().trim_start_matches("--");
                let (name, options) = p.split_once('=').unwrap_or((p, ""));
                let pass = pass(name).unwrap_or_else(|| panic!("{place}: there is no pass '{name}'"));
                (pass, PassOptions::parse(options, pass.options).unwrap_or_else(|e| panic!("{place}: {e}")))
            });
            let pipeline = pipeline.collect();
            let module =
                parse(chunk.as_bytes(), &place, &Default::default()).unwrap_or_else(|e| panic!("{place}: {e}"));
            verify(&module).unwrap_or_else(|d| panic!("{place}: {}", d.render(&module.locs)));
            out.push(Chunk { place, text: chunk.to_string(), pipeline, module });
        }
    }
    out
}

/// A float as a number whose distances count the floats between.
fn rank(dtype: DType, x: f64) -> f64 {
    match dtype {
        DType::F64 => {
            let b = x.to_bits() as i64;
            (if b < 0 { i64::MIN.wrapping_sub(b) } else { b }) as f64
        }
        DType::F32 => {
            let b = (x as f32).to_bits() as i32;
            f64::from(if b < 0 { i32::MIN.wrapping_sub(b) } else { b })
        }
        // Narrower: relative to 2⁻⁸, which no type between has more bits than but f16; good enough for a test.
        _ => x / (x.abs().max(1e-30)) * x.abs().max(1e-30).log2() * 1024.0,
    }
}

fn close(dtype: DType, a: f64, b: f64, ulps: f64) -> bool {
    a == b
        || (a.is_nan() && b.is_nan())
        || (a.is_finite() == b.is_finite() && (rank(dtype, a) - rank(dtype, b)).abs() <= ulps)
}

fn same(a: &Tensor, b: &Tensor, ulps: f64) -> Result<(), String> {
    if ulps == 0.0 {
        return if a.ty == b.ty && a.to_bytes() == b.to_bytes() { Ok(()) } else { Err(format!("{a:?}\n{b:?}")) };
    }
    for (i, (x, y)) in a.data.iter().zip(b.data.iter()).enumerate() {
        let part = match a.dtype() {
            DType::C128 => DType::F64,
            DType::C64 => DType::F32,
            d => d,
        };
        let equal = match (x, y) {
            (Scalar::Float(x), Scalar::Float(y)) => close(part, *x, *y, ulps),
            (Scalar::Complex(a, b), Scalar::Complex(c, d)) => close(part, *a, *c, ulps) && close(part, *b, *d, ulps),
            (x, y) => x == y,
        };
        if !equal {
            return Err(format!("element {i}: {x:?} became {y:?}"));
        }
    }
    Ok(())
}

fn same_results(c: &Chunk, after: &Module) {
    let ulps: f64 = c.values("ULPS").first().map_or(0.0, |n| n.parse().expect("a number"));
    let f = c.module.func("main").unwrap_or_else(|| panic!("{}: no @main", c.place));
    for round in 0..samples::ROUNDS {
        let args = samples::arguments(f, round);
        let go = |m: &Module| Interpreter::new(m).run("main", &args).unwrap_or_else(|e| panic!("{}: {e}", c.place));
        let (x, y) = (go(&c.module), go(after));
        assert_eq!(x.len(), y.len(), "{}: results", c.place);
        for (i, (x, y)) in x.iter().zip(&y).enumerate() {
            if let Err(why) = same(x, y, ulps) {
                panic!(
                    "{}, round {round}, result {i}: {why}\n{args:?}\n{}",
                    c.place,
                    print(after, Form::Pretty, false)
                );
            }
        }
    }
}

#[test]
fn texts_and_results() {
    for c in chunks() {
        let after = run(c.module.clone(), &c.pipeline)
            .unwrap_or_else(|e| panic!("{}: {}: {}", c.place, e.pass, e.diagnostics.render(&c.module.locs)));
        let text = print(&after, Form::Pretty, false);
        let mut rest = &text[..];
        for wanted in c.values("CHECK") {
            let Some(at) = rest.find(wanted) else { panic!("{}: no '{wanted}' (in this order) in\n{text}", c.place) };
            rest = &rest[at + wanted.len()..];
        }
        for unwanted in c.values("CHECK-NOT") {
            assert!(!text.contains(unwanted), "{}: '{unwanted}' in\n{text}", c.place);
        }
        if c.values("RUN") != ["no"] {
            same_results(&c, &after);
        }
    }
}

#[test]
fn every_pass_has_a_case() {
    let named: BTreeSet<&str> = chunks().iter().flat_map(|c| c.pipeline.iter().map(|(p, _)| p.name)).collect();
    let without: Vec<&str> = PASSES.iter().map(|p| p.name).filter(|n| !named.contains(n)).collect();
    assert!(without.is_empty(), "passes without a case in filetests/passes: {without:?}");
}

#[test]
fn names_are_unique_and_sorted() {
    assert!(PASSES.windows(2).all(|w| w[0].name < w[1].name), "PASSES is sorted by name");
}
