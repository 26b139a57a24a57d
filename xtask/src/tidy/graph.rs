//! Who may know whom, and under which licences others' code comes.

use crate::command::{capture, cargo, root};
use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

/// What each crate may depend on, of this workspace. What is absent here is what makes a crate small enough to
/// understand alone: `hloom-mlir` knows no op, `hloom-rt` no IR, `hloom-tile` no graph and no back end.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("hloom-num", &[]),
    ("hloom-mlir", &["hloom-num"]),
    ("hloom-ir", &["hloom-num", "hloom-mlir"]),
    ("hloom-stablehlo", &["hloom-num", "hloom-mlir", "hloom-ir"]),
    ("hloom-linalg", &["hloom-num"]),
    ("hloom-interp", &["hloom-num", "hloom-ir", "hloom-linalg"]),
    ("hloom-opt", &["hloom-num", "hloom-mlir", "hloom-ir", "hloom-interp"]),
    ("hloom-spmd", &["hloom-num", "hloom-ir", "hloom-opt"]),
    (
        "hloom-transforms",
        &["hloom-num", "hloom-mlir", "hloom-ir", "hloom-interp", "hloom-opt", "hloom-stablehlo", "hloom-tile"],
    ),
    ("hloom-lsp", &["hloom-mlir", "hloom-ir", "hloom-stablehlo"]),
    (
        "hloom-fuzz",
        &["hloom-num", "hloom-mlir", "hloom-ir", "hloom-interp", "hloom-opt", "hloom-stablehlo", "hloom-transforms"],
    ),
    ("hloom-tile", &["hloom-num"]),
    ("hloom-plan", &["hloom-num", "hloom-ir", "hloom-linalg", "hloom-tile", "hloom-exe"]),
    ("hloom-llvm", &["hloom-num", "hloom-tile"]),
    ("hloom-exe", &["hloom-num"]),
    ("hloom-rt", &["hloom-num", "hloom-exe", "hloom-linalg"]),
    (
        "hloom",
        &[
            "hloom-num",
            "hloom-mlir",
            "hloom-ir",
            "hloom-stablehlo",
            "hloom-opt",
            "hloom-tile",
            "hloom-plan",
            "hloom-llvm",
            "hloom-exe",
            "hloom-rt",
            "hloom-spmd",
        ],
    ),
    (
        "hloom-cli",
        &[
            "hloom",
            "hloom-exe",
            "hloom-interp",
            "hloom-ir",
            "hloom-lsp",
            "hloom-mlir",
            "hloom-num",
            "hloom-opt",
            "hloom-rt",
            "hloom-stablehlo",
            "hloom-tile",
            "hloom-plan",
            "hloom-transforms",
        ],
    ),
    ("hloom-pjrt", &["hloom", "hloom-exe", "hloom-interp", "hloom-ir", "hloom-num", "hloom-rt"]),
    ("xtask", &["hloom-ir"]),
];

/// Dependencies of others that only some crates may have.
const ONLY_IN: &[(&str, &[&str])] =
    &[("llvm-sys", &["hloom-llvm"]), ("clap", &["hloom-cli", "xtask"]), ("anyhow", &["hloom-cli", "xtask"])];

/// Crates looked at and findings.
pub(crate) fn check() -> Result<(usize, Vec<String>)> {
    let done = capture(&mut cargo(["metadata", "--format-version=1", "--locked"]))?;
    if !done.status.success() {
        bail!("cargo metadata: {}", done.stderr.trim());
    }
    let json: Json = serde_json::from_str(&done.stdout)?;
    let packages = json["packages"].as_array().context("cargo metadata lists no packages")?;
    let allowed = allowed_licences()?;
    let mut found = Vec::new();
    for p in packages {
        let name = p["name"].as_str().unwrap_or_default();
        if p["source"].is_null() {
            crate_of_ours(name, p, &mut found);
        } else {
            licence(name, p["license"].as_str().unwrap_or_default(), &allowed, &mut found);
        }
    }
    Ok((packages.len(), found))
}

fn crate_of_ours(name: &str, package: &Json, found: &mut Vec<String>) {
    let Some((_, may)) = MAY_KNOW.iter().find(|(n, _)| *n == name) else {
        found.push(format!("{name}: not in the list of crates and what they may know (xtask/src/tidy/graph.rs)"));
        return;
    };
    // Tests may know more: kind is null for normal dependencies.
    for d in package["dependencies"].as_array().into_iter().flatten().filter(|d| d["kind"].is_null()) {
        let other = d["name"].as_str().unwrap_or_default();
        if other.starts_with("hloom") && !may.contains(&other) {
            found.push(format!("{name}: may not depend on {other}"));
        }
        if let Some((_, owners)) = ONLY_IN.iter().find(|(n, _)| *n == other)
            && !owners.contains(&name)
        {
            found.push(format!("{name}: only {} may depend on {other}", owners.join(", ")));
        }
    }
}

/// The licences that `deny.toml` allows.
fn allowed_licences() -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml")?;
    let list = text.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']')).map(|(list, _)| list);
    Ok(list.context("deny.toml allows no licence")?.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// `A OR B`: one is enough; `A AND B`: both are needed.
fn licence(name: &str, expression: &str, allowed: &[String], found: &mut Vec<String>) {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    let both = |e: &str| e.split(" AND ").all(|l| allowed.iter().any(|a| a == l.trim()));
    // An `OR` inside an `AND` binds tighter in none of the expressions in use, so the order of splitting decides nothing
    // but strictness: each side of every AND must offer an allowed choice.
    let ok = plain.split(" OR ").any(both) || plain.split(" AND ").all(|e| e.split(" OR ").any(both));
    if !ok {
        found.push(format!("{name}: licence '{expression}' is not allowed in deny.toml"));
    }
}
