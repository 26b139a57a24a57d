//! Rules about single files.

use crate::command::{capture, root};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Half of the files of a crate are to be no longer than this.
const MEDIAN_LINES: usize = 400;
/// Longer files need a line in `xtask/long-files.txt`.
const MAX_LINES: usize = 1000;
/// Crates that own unsafe code.
const UNSAFE: &[&str] = &["crates/hloom-llvm/", "crates/hloom-rt/", "crates/hloom-pjrt/"];
/// Crates that serve every target: nothing in them names a back end or a host.
const NO_BACK_END: &[&str] = &["crates/hloom-opt/src/", "crates/hloom-plan/src/", "crates/hloom-tile/src/"];

/// Files looked at and findings.
pub(crate) fn check() -> Result<(usize, Vec<String>)> {
    let long = long_files()?;
    let mut found = Vec::new();
    let mut lengths: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let names = tracked()?;
    for name in &names {
        let Ok(text) = std::fs::read_to_string(root().join(name)) else { continue };
        let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
        if ["rs", "toml", "md", "py", "sh", "txt", ""].contains(&extension) {
            layout(name, &text, &mut found);
        }
        if extension == "rs" {
            let n = text.lines().count();
            let of =
                name.split('/').take(if name.starts_with("crates/") { 2 } else { 1 }).collect::<Vec<_>>().join("/");
            lengths.entry(of).or_default().push(n);
            if n > MAX_LINES && !long.contains_key(name.as_str()) {
                found.push(format!("{name}: {n} lines; over {MAX_LINES} needs a reason in xtask/long-files.txt"));
            }
            rust(name, &text, &mut found);
        }
    }
    for (of, mut n) in lengths {
        n.sort_unstable();
        let median = n[n.len() / 2];
        if median > MEDIAN_LINES {
            found.push(format!("{of}: half of its files have over {median} lines; {MEDIAN_LINES} is the limit"));
        }
    }
    found.extend(long.keys().filter(|k| !names.contains(k)).map(|k| format!("xtask/long-files.txt: no file {k}")));
    Ok((names.len(), found))
}

/// What git tracks or would track.
fn tracked() -> Result<Vec<String>> {
    let mut git = Command::new("git");
    let done = capture(git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root()))?;
    if !done.status.success() {
        bail!("git ls-files: {}", done.last_error());
    }
    let mut names: Vec<String> = done.stdout.lines().map(str::to_owned).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// `path reason` a line.
fn long_files() -> Result<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(root().join("xtask/long-files.txt")).context("xtask/long-files.txt")?;
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|l| {
            let (path, reason) = l.split_once(' ').with_context(|| format!("long-files.txt: '{l}' gives no reason"))?;
            Ok((path.to_owned(), reason.trim().to_owned()))
        })
        .collect()
}

fn layout(name: &str, text: &str, found: &mut Vec<String>) {
    // Places of the machine that a file was written on.
    let homes = [concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/ho", "me/")];
    for (i, line) in text.lines().enumerate() {
        let at = || format!("{name}:{}", i + 1);
        if line.ends_with([' ', '\t']) {
            found.push(format!("{}: trailing white space", at()));
        }
        if line.contains('\t') && name.ends_with(".rs") {
            found.push(format!("{}: tab", at()));
        }
        if let Some(h) = homes.iter().find(|h| line.contains(**h)) {
            found.push(format!("{}: names a place of one machine ({h})", at()));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        found.push(format!("{name}: no newline at the end"));
    }
}

fn rust(name: &str, text: &str, found: &mut Vec<String>) {
    if !text.starts_with("//!") && !text.starts_with("#![") {
        found.push(format!("{name}: does not begin with a module header (//!)"));
    }
    let may_be_unsafe = UNSAFE.iter().any(|c| name.starts_with(c));
    let common = NO_BACK_END.iter().any(|c| name.starts_with(c));
    let in_tests = |name: &str| name.contains("/tests") || name.contains("/examples/");
    // Split, so that this file does not find itself.
    let left_over = [concat!("to", "do!("), concat!("db", "g!("), concat!("unimple", "mented!("), concat!("FIX", "ME")];
    for (i, line) in text.lines().enumerate() {
        let at = || format!("{name}:{}", i + 1);
        if let Some(w) = left_over.iter().find(|w| line.contains(**w)) {
            found.push(format!("{}: {}", at(), w.trim_end_matches('(')));
        }
        let code = code_of(line);
        if !may_be_unsafe && has_unsafe(&code) {
            found.push(format!("{}: unsafe code outside the crates that own it", at()));
        }
        if common && !in_tests(name) {
            let marks =
                [concat!("is_x86_feature", "_detected"), concat!("cfg(target", "_arch"), concat!("llvm", "_sys")];
            if let Some(w) = marks.iter().find(|w| code.contains(**w)) {
                found.push(format!("{}: {w} in a crate that serves every target", at()));
            }
        }
        if code.contains(concat!("allow(unsafe", "_code")) && !may_be_unsafe {
            found.push(format!("{}: allows unsafe code", at()));
        }
    }
}

/// A line without its comment and without the contents of string literals.
fn code_of(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted => drop(chars.next()),
            '"' => quoted = !quoted,
            '/' if !quoted && chars.peek() == Some(&'/') => break,
            _ if !quoted => out.push(c),
            _ => {}
        }
    }
    out
}

/// Unsafe blocks, implementations and functions; types of unsafe functions are harmless.
fn has_unsafe(code: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(concat!("uns", "afe")).any(|(i, w)| {
        let before = code[..i].chars().next_back().is_some_and(word);
        let rest = code[i + w.len()..].trim_start();
        let named = rest.strip_prefix("fn ").is_some_and(|r| r.starts_with(word));
        !before && (rest.starts_with(['{']) || rest.starts_with("impl") || rest.starts_with("trait") || named)
    })
}
