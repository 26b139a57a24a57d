//! Which element types native code takes of each op: every op of the table that programs are made of, on every element
//! type, on a scalar, on nothing, on one element and on a few, against the interpreter. What `docs/ops.txt` says of it is
//! what comes out here.

mod native;

use hloom_fuzz::Random;
use hloom_fuzz::program::{Generator, Program, Wish, is_generated};
use hloom_ir::Type;
use hloom_ir::table::all_names;
use hloom_num::DType;
use native::{Fate, Native, in_parallel};
use std::collections::BTreeMap;

/// Shapes of operands, where an op has the choice.
const SHAPES: &[&[i64]] = &[&[], &[0], &[1], &[2, 5]];

/// Something that the op takes: an element type, a shape, and a seed for all else.
type Case = (DType, &'static [i64], u64);

/// One op on all cases that fit it.
fn program(name: &str, cases: &[Case]) -> Program {
    let mut g = Generator::new("main", Random::new(0, 0));
    let mut results = Vec::new();
    for &(dtype, dims, seed) in cases {
        let wish = Wish { dtype: Some(dtype), dims: Some(dims.into()) };
        results.extend(g.instance_like(name, wish, Random::new(11, seed)).unwrap_or_default());
    }
    g.finish(results)
}

/// Cases that fit the op. Each element type gets a few draws: what else an op needs may not fit at first.
fn cases(name: &str) -> Vec<Case> {
    let mut out = Vec::new();
    for &dtype in DType::ALL.iter().filter(|&&d| d != DType::Index) {
        for &dims in SHAPES {
            out.extend((0..6).map(|seed| (dtype, dims, seed)).find(|&case| fits(name, case)));
        }
    }
    out
}

fn fits(name: &str, case: Case) -> bool {
    let p = program(name, &[case]);
    let f = &p.module.funcs[0];
    // Tokens are results of no program.
    !f.results().is_empty() && f.results().iter().all(|&v| matches!(f.graph.ty(v), Type::Tensor(_)))
}

/// What came of each element type: the first that is not agreement.
fn fates(native: &Native, name: &str, cases: &[Case], out: &mut BTreeMap<DType, Fate>) {
    let fate = native.fate(&program(name, cases));
    match (fate, cases) {
        (Fate::Agreed, _) => {
            for c in cases {
                out.entry(c.0).or_insert(Fate::Agreed);
            }
        }
        (fate, [one]) => {
            let known = out.entry(one.0).or_insert(Fate::Agreed);
            if *known == Fate::Agreed {
                *known = fate;
            }
        }
        (_, many) => {
            let (a, b) = many.split_at(many.len() / 2);
            fates(native, name, a, out);
            fates(native, name, b, out);
        }
    }
}

/// `yes`, `part` or `no`.
fn word(good: usize, all: usize) -> &'static str {
    match good {
        _ if good == all => "yes",
        0 => "no",
        _ => "part",
    }
}

/// What is wrong of an op, and how many cases it has.
fn judge(native: &Native, name: &str, stated: Option<&str>) -> (Vec<String>, usize) {
    let (mut found, mut wrong) = (BTreeMap::new(), Vec::new());
    let cases = cases(name);
    if !cases.is_empty() {
        fates(native, name, &cases, &mut found);
    }
    let (mut run, mut compiled) = (0, 0);
    for (dtype, fate) in &found {
        match fate {
            Fate::Agreed => (run, compiled) = (run + 1, compiled + 1),
            Fate::Refused(_) => run += 1,
            Fate::NotRun(_) => {}
            Fate::Wrong(why) => wrong.push(format!("{name} on {dtype}: {why}")),
        }
        if !matches!(fate, Fate::Agreed) {
            eprintln!("{name} on {dtype}: {fate:?}");
        }
    }
    let says = format!("{} {}", word(run, found.len()), word(compiled, found.len()));
    if stated != Some(&says) {
        wrong.push(format!("docs/ops.txt: {name} {says}, not {stated:?}"));
    }
    (wrong, cases.len())
}

/// `HLOOM_OPS=NAME` restricts it to ops with that in their name.
#[test]
fn the_table_of_ops_is_true() {
    let stated =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ops.txt")).expect("docs/ops.txt");
    let stated: BTreeMap<&str, &str> =
        stated.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(' ')).collect();
    let only = std::env::var("HLOOM_OPS").unwrap_or_default();
    let names: Vec<&str> = all_names().into_iter().filter(|n| is_generated(n) && n.contains(&only)).collect();
    let judged =
        in_parallel(names.len(), Native::one_width, |native, i| judge(native, names[i], stated.get(names[i]).copied()));
    eprintln!("{} cases", judged.iter().map(|j| j.1).sum::<usize>());
    let wrong: Vec<String> = judged.into_iter().flat_map(|j| j.0).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
