//! `cargo xtask bless`: the parts of the documentation that follow from the sources.
//!
//! `docs/status.md` has one row an op between two markers. Which stages take an op is written in `docs/ops.txt`, a line
//! an op: `name interpreter native`, each `yes`, `part` or `no`. A new op of the table gets a line there by itself.

use crate::command::root;
use anyhow::{Context, Result, bail};
use hloom_ir::table::all_names;
use std::collections::BTreeMap;
use std::fmt::Write;

const BEGIN: &str = "<!-- ops: written by `cargo xtask bless` from docs/ops.txt -->";
const END: &str = "<!-- /ops -->";

/// Rewrites what is out of date.
pub(crate) fn run() -> Result<bool> {
    let list = root().join("docs/ops.txt");
    let stages = read_stages(&std::fs::read_to_string(&list)?)?;
    let header =
        "# What takes each op: name, interpreter, native code; yes, part (some element types or forms) or no.\n";
    let lines = all_names().into_iter().map(|name| {
        let [interpreter, native] = stages.get(name).cloned().unwrap_or(["no".into(), "no".into()]);
        format!("{name} {interpreter} {native}\n")
    });
    write(&list, &[header.to_owned(), lines.collect()].concat())?;
    let page = root().join("docs/status.md");
    write(&page, &with_table(&std::fs::read_to_string(&page)?)?)?;
    Ok(true)
}

fn write(path: &std::path::Path, new: &str) -> Result<()> {
    if std::fs::read_to_string(path)? != new {
        std::fs::write(path, new)?;
        println!("wrote {}", path.strip_prefix(root())?.display());
    }
    Ok(())
}

/// What is out of date, for `tidy`.
pub(crate) fn stale() -> Result<Option<String>> {
    let old = std::fs::read_to_string(root().join("docs/status.md")).context("docs/status.md")?;
    Ok((with_table(&old)? != old).then(|| "docs/status.md is out of date: run cargo xtask bless".into()))
}

fn with_table(text: &str) -> Result<String> {
    let (before, rest) = text.split_once(BEGIN).context("docs/status.md has no place for the table of ops")?;
    let (_, after) = rest.split_once(END).context("the table of ops in docs/status.md has no end")?;
    Ok(format!("{before}{BEGIN}\n{}{END}{after}", table()?))
}

/// One row an op, in the order of the op table.
fn table() -> Result<String> {
    let stages = read_stages(&std::fs::read_to_string(root().join("docs/ops.txt")).context("docs/ops.txt")?)?;
    let mut out = String::from("| op | interpreter | native |\n|---|---|---|\n");
    let names = all_names();
    for name in &names {
        let Some([interpreter, native]) = stages.get(*name) else {
            bail!("docs/ops.txt has no line for {name}: run cargo xtask bless");
        };
        writeln!(out, "| `{name}` | {interpreter} | {native} |")?;
    }
    match stages.keys().find(|k| !names.contains(&k.as_str())) {
        Some(k) => bail!("docs/ops.txt has a line for {k}, which is no op of the table: run cargo xtask bless"),
        None => Ok(out),
    }
}

fn read_stages(text: &str) -> Result<BTreeMap<String, [String; 2]>> {
    let mut out = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, interpreter, native] = words[..] else { bail!("docs/ops.txt: '{line}' is not three words") };
        if let Some(w) = [interpreter, native].iter().find(|w| !["yes", "part", "no"].contains(w)) {
            bail!("docs/ops.txt: {name}: '{w}' is not yes, part or no");
        }
        out.insert(name.to_owned(), [interpreter.to_owned(), native.to_owned()]);
    }
    Ok(out)
}
