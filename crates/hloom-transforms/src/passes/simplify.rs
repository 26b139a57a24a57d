//! The optimiser's rules and constant folding over a module whose functions stay.
//!
//! Functions with values of dynamic, bounded or quantized types stay as they are: the rules read sizes as numbers.

use crate::{Pass, PassOption, PassOptions};
use hloom_ir::{Diagnostics, Loc, Module, Severity};
use hloom_opt::{Simplify, can_simplify, rules, simplify_func};
use std::collections::BTreeSet;

const ELEMENTS: PassOption = PassOption {
    name: "fold-op-element-limit",
    default: "65536",
    help: "constants of more elements are not made by folding, but for splats",
};
const FLOATS: PassOption =
    PassOption { name: "optimize-float", default: "true", help: "whether floating-point arithmetic is folded" };
const PURE: PassOption = PassOption {
    name: "assume-no-undeclared-side-effects",
    default: "false",
    help: "whether calls of functions go when their results are not used",
};

pub(super) const FOLDER: Pass = Pass {
    name: "stablehlo-aggressive-folder",
    summary: "Folds ops of constants, loops that never run, branches that are known",
    options: &[ELEMENTS, FLOATS, PURE],
    run: |module, options| run(module, options, |name| !is_fold(name)),
};

pub(super) const SIMPLIFICATION: Pass = Pass {
    name: "stablehlo-aggressive-simplification",
    summary: "Applies the optimiser's rules: identities, movement that cancels, equal ops",
    options: &[ELEMENTS, FLOATS, PURE],
    run: |module, options| run(module, options, is_fold),
};

pub(super) const BOTH: Pass = Pass {
    name: "stablehlo-target-independent-optimization",
    summary: "Applies the optimiser's rules and folds constants until nothing changes",
    options: &[ELEMENTS, FLOATS, PURE],
    run: |module, options| run(module, options, |_| false),
};

/// Rewrites that compute at compile time; the others are rules about form.
fn is_fold(name: &str) -> bool {
    matches!(name, "constant_fold" | "while_never" | "while_unroll" | "branch_constant") || name.ends_with("_constant")
}

fn run(mut module: Module, options: &PassOptions, off: impl Fn(&str) -> bool) -> Result<Module, Diagnostics> {
    let bad = |e: crate::OptionError| Diagnostics::one(Severity::Error, "pass-option", e.0, Loc::UNKNOWN);
    let rules_off: BTreeSet<String> = rules::names().into_iter().filter(|n| off(n)).map(str::to_string).collect();
    let simplify = Simplify {
        rules_off,
        fold_elements: usize::try_from(options.int(&ELEMENTS).map_err(bad)?).unwrap_or(usize::MAX),
        fold_floats: options.flag(&FLOATS).map_err(bad)?,
        pure_calls: options.flag(&PURE).map_err(bad)?,
        ..Simplify::default()
    };
    for f in &mut module.funcs {
        if can_simplify(f) {
            *f = simplify_func(f, &simplify).0;
        }
    }
    Ok(module)
}
