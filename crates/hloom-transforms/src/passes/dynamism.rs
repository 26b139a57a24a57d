//! From dynamic shapes to static ones: the steps of [`hloom_opt::dynamism`], each a pass.

use crate::{Pass, PassOption, PassOptions};
use hloom_ir::{Diagnostics, Func, Loc, Module, Severity, Type};
use hloom_mlir::{Attr, Type as SynType};
use hloom_opt::dynamism;
use hloom_stablehlo::{convert::type_from_syntax, text};

const TYPES: PassOption = PassOption {
    name: "types",
    default: "",
    help: "the argument types of @main, separated by ','; !stablehlo.token leaves an argument as it is",
};

pub(super) const REFINE_ARGUMENTS: Pass = Pass {
    name: "stablehlo-refine-arguments",
    summary: "Gives the arguments of @main the types that are given; the body still sees the old ones",
    options: &[TYPES],
    run: refine_arguments,
};

pub(super) const REFINE_SHAPES: Pass = Pass {
    name: "stablehlo-refine-shapes",
    summary: "Carries sizes forward through ops, regions and calls, copying functions for the types they meet",
    options: &[],
    run: |m, _| dynamism::refine_shapes(&m, None),
};

pub(super) const CANONICALIZE: Pass = Pass {
    name: "stablehlo-canonicalize-dynamism",
    summary: "Turns ops that take constant amounts as operands into ops that have them as attributes",
    options: &[],
    run: |m, _| dynamism::canonicalize_dynamism(&m),
};

pub(super) const CHECK_ASSERTIONS: Pass = Pass {
    name: "stablehlo-check-shape-assertions",
    summary: "Decides the custom calls @shape_assertion whose operands are constants",
    options: &[],
    run: |m, _| dynamism::check_shape_assertions(&m),
};

fn bad(message: String) -> Diagnostics {
    Diagnostics::one(Severity::Error, "bad-option", message, Loc::UNKNOWN)
}

/// `@main`, else the only function.
fn entry(module: &Module) -> Result<&Func, Diagnostics> {
    match (module.func("main"), &module.funcs[..]) {
        (Some(f), _) | (None, [f]) => Ok(f),
        _ => Err(bad("the module has no @main".into())),
    }
}

/// Types separated by commas, as a function type writes them.
fn parse_types(types: &str) -> Result<Vec<SynType>, Diagnostics> {
    let program = format!("module attributes {{types = ({types}) -> ()}} {{}}");
    let raw = text::parse(&program, "types").map_err(|e| bad(format!("option 'types': {}", e.message)))?;
    match raw.op.attr("types") {
        Some(Attr::Type(SynType::Function(f))) => Ok(f.inputs.clone()),
        _ => Err(bad("option 'types' must be a list of types".into())),
    }
}

fn refine_arguments(module: Module, options: &PassOptions) -> Result<Module, Diagnostics> {
    let f = entry(&module)?;
    let parsed = parse_types(options.text(&TYPES))?;
    let mut types = Vec::with_capacity(parsed.len());
    for (i, ty) in parsed.iter().enumerate() {
        let ty = type_from_syntax(ty).map_err(|e| bad(format!("option 'types': {e}")))?;
        let stated = f.params().get(i).map(|&p| f.graph.ty(p).clone());
        types.push(match (ty, stated) {
            (Type::Token, Some(stated)) => stated,
            (ty, _) => ty,
        });
    }
    let name = f.name.clone();
    dynamism::refine_arguments(&module, &name, &types)
}
