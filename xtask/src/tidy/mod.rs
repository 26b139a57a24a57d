//! `cargo xtask tidy`: rules of the sources that no compiler checks. Each finding names the file and the rule.

mod files;
mod graph;

use crate::bless;
use crate::report::Outcome;
use anyhow::Result;

fn findings() -> Result<(usize, Vec<String>)> {
    let (mut checked, mut found) = files::check()?;
    let (more, graph) = graph::check()?;
    checked += more + 1;
    found.extend(graph);
    found.extend(bless::stale().unwrap_or_else(|e| Some(format!("{e:#}"))));
    Ok((checked, found))
}

/// The command.
pub(crate) fn run() -> Result<bool> {
    let (checked, found) = findings()?;
    found.iter().for_each(|f| println!("{f}"));
    println!("{checked} things checked, {} findings", found.len());
    Ok(found.is_empty())
}

/// The suite's step: files, crates and licences looked at.
pub(crate) fn step() -> Result<Outcome> {
    let (checked, found) = findings()?;
    Ok(match found.len() {
        0 => Outcome::Passed(checked),
        n => Outcome::Failed(checked.saturating_sub(n), n, found.join("\n")),
    })
}
