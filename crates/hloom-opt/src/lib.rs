//! Optimiser: from a verified module to one function of core ops, simplified to a fixed point.
//!
//! Stages ([`STAGES`]), each a fold of one graph into a new one:
//! * `inline`: quantized tensors become what they store ([`quantized`]); calls and composites become their bodies;
//!   sugar becomes core ops; tuples vanish.
//! * `simplify`: dead code out; every op goes through a builder that applies rules, folds constants and
//!   numbers values as it builds; loops and branches lose what they do not need. Repeats until nothing changes.
//! * `lower`: optimisation barriers, which have kept their operands apart until here, pass them through.
//!
//! Rules are bit-exact (see [`rules`]); each is named, counted in the [`Report`] and can be switched off.
//! [`Options::fuel`] stops after a number of rewrites: a wrong rewrite is found by bisection.
//!
//! Absences
//! * No dynamic shapes: [`optimize`] refuses them.
//! * No movement op is sunk below elementwise ops: the planner's coordinate maps absorb movement.
//! * Nothing here knows a target.

mod alone;
pub mod bench;
mod builder;
mod constant;
mod control;
pub mod dynamism;
mod expand;
mod fold;
mod hash;
mod inline;
mod live;
mod networks;
mod number;
mod pieces;
mod products;
pub mod quantized;
pub mod rules;
mod single;
pub mod sizes;
mod standalone;
mod steps;

use hloom_ir::attrs::ResultAccuracy;
use hloom_ir::{Diagnostics, Func, Module};
use hloom_num::{DType, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

pub use expand::is_annotation;
pub use hash::hash_func;
pub use standalone::{Simplify, can_simplify, expand_op, simplify_func};

/// Names of the stages in order.
pub const STAGES: &[&str] = &["inline", "simplify", "lower"];

/// What the optimiser may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rewrites to do at most; `None` is no limit. Zero still inlines, expands sugar and drops dead code.
    pub fuel: Option<u64>,
    /// Names of rules and rewrites (see [`rules::names`]) that must not be applied.
    pub rules_off: BTreeSet<String>,
    /// Folds of the `simplify` stage at most.
    pub max_iterations: u32,
    /// Ops of the inlined program at most: calls that call twice grow exponentially.
    pub max_ops: usize,
    /// Calls nest at most this deep.
    pub max_call_depth: u32,
    /// The `inline` stage keeps collectives and what says where values are, as if there were many devices.
    pub keep_placement: bool,
    /// Update windows of `scatter` that leave the operand are dropped as a whole, as XLA does, not element by element as the
    /// specification says.
    pub whole_windows: bool,
    /// True of functions of f32 that are to be computed in f64 and rounded, so that they are as exact as they are asked to be
    /// (`result_accuracy`): what the code generator promises is not known here.
    pub in_f64: fn(UnaryOp, DType, &ResultAccuracy) -> bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fuel: None,
            rules_off: BTreeSet::new(),
            max_iterations: 16,
            max_ops: 4_000_000,
            max_call_depth: 200,
            keep_placement: false,
            whole_windows: false,
            in_f64: |_, _, _| false,
        }
    }
}

/// What the optimiser did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Time of each stage, in order.
    pub times: Vec<(&'static str, Duration)>,
    /// How often each rule or rewrite was applied.
    pub firings: BTreeMap<&'static str, u64>,
    /// Folds of the `simplify` stage.
    pub iterations: u32,
    /// Names of the rewrites that the last fold still did, if the iteration limit ended the stage.
    pub unfinished: Vec<&'static str>,
    /// Ops before (inlined) and after, nested regions included.
    pub ops: (usize, usize),
}

/// An optimised program and how it came about.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The entry, of core ops only; behind it, functions that custom calls name.
    pub module: Module,
    /// What was done.
    pub report: Report,
}

/// Optimises the function `entry` of a verified module.
///
/// # Errors
/// `no-entry`; calls deeper or a program larger than the options allow; what has no expansion to core ops yet.
pub fn optimize(module: &Module, entry: &str, options: &Options) -> Result<Optimized, Diagnostics> {
    optimize_observed(module, entry, options, &mut |_, _| {})
}

/// As [`optimize`], showing the module after each stage to `observe` (for `--dump-after`).
///
/// # Errors
/// As [`optimize`].
pub fn optimize_observed(
    module: &Module,
    entry: &str,
    options: &Options,
    observe: &mut dyn FnMut(&'static str, &Module),
) -> Result<Optimized, Diagnostics> {
    let mut report = Report::default();
    let mut clock = Instant::now();
    let mut stage_ends = |report: &mut Report, name: &'static str, module: &Module| {
        report.times.push((name, clock.elapsed()));
        observe(name, module);
        clock = Instant::now();
    };

    let mut out = inline(module, entry, options)?;
    let called = out.funcs.split_off(1);
    report.ops.0 = live::count_ops(&out.funcs[0]);
    stage_ends(&mut report, "inline", &out);

    let mut func = out.funcs.remove(0);
    let mut rewrites = builder::Rewrites::new(options.fuel, &options.rules_off);
    let mut hash = hash_func(&func);
    for i in 1..=options.max_iterations.max(1) {
        let before = rewrites.counts().clone();
        func = fold::fold(&func, fold::Mode::Simplify, &mut rewrites);
        report.iterations = i;
        let new = hash_func(&func);
        if new == hash {
            report.unfinished.clear();
            break;
        }
        hash = new;
        report.unfinished =
            rewrites.counts().iter().filter(|(k, n)| before.get(*k) != Some(n)).map(|(k, _)| *k).collect();
    }
    out.funcs.push(func);
    stage_ends(&mut report, "simplify", &out);

    func = fold::fold(&out.funcs.remove(0), fold::Mode::Lower, &mut rewrites);
    report.ops.1 = live::count_ops(&func);
    out.funcs.push(func);
    stage_ends(&mut report, "lower", &out);
    out.funcs.extend(called);
    report.firings = rewrites.into_counts();
    Ok(Optimized { module: out, report })
}

/// The `inline` stage alone: the entry of core ops, not simplified, and behind it the functions that custom calls name.
///
/// # Errors
/// As [`optimize`].
pub fn inline(module: &Module, entry: &str, options: &Options) -> Result<Module, Diagnostics> {
    let legal = quantized::reached_to_math(module, entry)?;
    let module = legal.as_ref().unwrap_or(module);
    let (func, locs) = inline::inline(module, entry, options)?;
    let mut funcs = inline::called_functions(module, &func);
    funcs.insert(0, func);
    let (name, attrs, meshes) = (module.name.clone(), module.attrs.clone(), module.meshes.clone());
    Ok(Module { name, attrs, meshes, funcs, locs, loc: module.loc })
}

/// The header of a function without its body.
pub(crate) fn empty_like(f: &Func) -> Func {
    Func {
        param_attrs: f.param_attrs.clone(),
        result_attrs: f.result_attrs.clone(),
        attrs: f.attrs.clone(),
        loc: f.loc,
        ..Func::new(f.name.clone(), f.public)
    }
}
