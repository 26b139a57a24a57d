//! The oracle: every rule fires in `filetests/opt`, and what it gives has the bits of what it took.

use hloom_interp::{Interpreter, Tensor, samples};
use hloom_ir::{Level, Module, verify};
use hloom_num::scalar::Scalar;
use hloom_opt::{Options, Report, optimize};
use hloom_stablehlo::{Form, parse, print};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// One program of a file, the rules that must fire in it, and those that must not.
struct Chunk {
    place: String,
    rules: Vec<String>,
    not: Vec<String>,
    /// A NaN may become any other: of two that are multiplied, either.
    any_nan: bool,
    module: Module,
}

fn chunks() -> Vec<Chunk> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/opt");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&dir).expect("filetests/opt").map(|e| e.expect("entry").path()).collect();
    files.sort();
    let mut out = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let mut line = 1;
        for chunk in text.split("// -----\n") {
            let place = format!("{}:{line}", file.file_name().expect("name").display());
            line += chunk.lines().count() + 1;
            let list = |key: &str| -> Vec<String> {
                let line = chunk.lines().find_map(|l| l.strip_prefix(key));
                line.map(|l| l.split(", ").map(str::to_string).collect()).unwrap_or_default()
            };
            let (rules, not) = (list("// RULE: "), list("// NOT: "));
            assert!(!rules.is_empty() || !not.is_empty(), "{place}: neither RULE nor NOT");
            let module =
                parse(chunk.as_bytes(), &place, &Default::default()).unwrap_or_else(|e| panic!("{place}: {e}"));
            verify(&module).unwrap_or_else(|d| panic!("{place}: {}", d.render(&module.locs)));
            let any_nan = chunk.lines().any(|l| l == "// ANY NAN");
            out.push(Chunk { place, rules, not, any_nan, module });
        }
    }
    out
}

fn run(chunk: &Chunk, options: &Options) -> (Module, Report) {
    let out = optimize(&chunk.module, "main", options)
        .unwrap_or_else(|d| panic!("{}: {}", chunk.place, d.render(&chunk.module.locs)));
    if let Err(d) = verify(&out.module) {
        panic!("{}: {}\n{}", chunk.place, d.render(&out.module.locs), print(&out.module, Form::Pretty, false));
    }
    (out.module, out.report)
}

/// All NaNs as the same one.
fn one_nan(t: Tensor) -> Tensor {
    let one = |s: &Scalar| if matches!(s, Scalar::Float(x) if x.is_nan()) { Scalar::Float(f64::NAN) } else { *s };
    Tensor::new(t.ty.clone(), t.data.iter().map(one).collect())
}

fn same_bits(chunk: &Chunk, after: &Module, rounds: usize) {
    let Chunk { place, module: before, any_nan, .. } = chunk;
    for round in 0..rounds {
        let args = samples::arguments(before.func("main").expect("main"), round);
        let bits = |m: &Module| -> Vec<Vec<u8>> {
            let out = Interpreter::new(m).run("main", &args).unwrap_or_else(|e| panic!("{place}: {e}"));
            out.into_iter().map(|t| if *any_nan { one_nan(t) } else { t }).map(|t| t.to_bytes()).collect()
        };
        assert_eq!(
            bits(before),
            bits(after),
            "{place}, round {round}:\n{}{}",
            print(before, Form::Pretty, false),
            print(after, Form::Pretty, false)
        );
    }
}

#[test]
fn rules_fire_and_keep_every_bit() {
    let mut missing = Vec::new();
    for c in chunks() {
        let (after, report) = run(&c, &Options::default());
        missing.extend(
            c.rules.iter().filter(|r| !report.firings.contains_key(r.as_str())).map(|r| (c.place.clone(), r.clone())),
        );
        let wrong: Vec<&String> = c.not.iter().filter(|r| report.firings.contains_key(r.as_str())).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?} fired", c.place);
        assert!(report.unfinished.is_empty(), "{}: {:?} never ends", c.place, report.unfinished);
        same_bits(&c, &after, 23);
    }
    assert!(missing.is_empty(), "rules that did not fire: {missing:#?}");
}

#[test]
fn every_rule_has_a_case() {
    let named: BTreeSet<String> = chunks().into_iter().flat_map(|c| c.rules).collect();
    let all: BTreeSet<String> = hloom_opt::rules::names().into_iter().map(str::to_string).collect();
    assert_eq!(all.len(), hloom_opt::rules::names().len(), "two rules have one name");
    let without: Vec<&String> = all.difference(&named).collect();
    assert!(without.is_empty(), "rules without a case in filetests/opt: {without:?}");
    let unknown: Vec<&String> = named.difference(&all).collect();
    assert!(unknown.is_empty(), "cases of rules that do not exist: {unknown:?}");
}

#[test]
fn switched_off_rules_do_not_fire() {
    for c in chunks() {
        let options = Options { rules_off: c.rules.iter().cloned().collect(), ..Options::default() };
        let (after, report) = run(&c, &options);
        assert!(c.rules.iter().all(|r| !report.firings.contains_key(r.as_str())), "{}", c.place);
        same_bits(&c, &after, 2);
    }
}

#[test]
fn fuel_applies_the_first_rewrites_only() {
    for c in chunks() {
        let (_, full) = run(&c, &Options::default());
        let total: u64 = full.firings.values().sum();
        for fuel in 0..=total {
            let (after, report) = run(&c, &Options { fuel: Some(fuel), ..Options::default() });
            let done: u64 = report.firings.values().sum();
            assert_eq!(done, fuel, "{}: {:?}", c.place, report.firings);
            same_bits(&c, &after, 2);
        }
    }
}

#[test]
fn the_result_is_a_fixed_point_and_deterministic() {
    for c in chunks() {
        let (once, _) = run(&c, &Options::default());
        let (again, _) = run(&c, &Options::default());
        assert_eq!(print(&once, Form::Generic, true), print(&again, Form::Generic, true), "{}", c.place);
        let (twice, report) = run(&Chunk { module: once.clone(), ..c }, &Options::default());
        assert_eq!(print(&once, Form::Pretty, false), print(&twice, Form::Pretty, false), "{:?}", report.firings);
    }
}

#[test]
fn only_core_ops_remain() {
    for c in chunks() {
        let (after, _) = run(&c, &Options::default());
        let f = after.func("main").expect("main");
        assert!((0..f.graph.num_ops()).all(|i| f.graph.op(hloom_ir::OpId(i as u32)).op.info().level != Level::Sugar));
        assert_eq!(after.funcs.len(), 1);
    }
}
