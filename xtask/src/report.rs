//! Steps, their results and the table at the end.

use crate::command::last_lines;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How a step went.
pub(crate) enum Outcome {
    /// All well: how many cases ran and passed.
    Passed(usize),
    /// Cases passed, cases failed, what failed.
    Failed(usize, usize, String),
    /// Cases passed, cases not passed, in a suite of which not everything is expected to pass yet: the least number of
    /// passed cases, written in the repository, decides.
    Counted(usize, usize),
    /// There is no data for it.
    NoData,
    /// Not applicable here, for this reason.
    Skipped(String),
}

struct Row {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

/// Collects results.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Runs a step. An error counts as one failed case.
    pub(crate) fn step(&mut self, name: &'static str, f: impl FnOnce() -> Result<Outcome>) {
        eprintln!("== {name}");
        let start = Instant::now();
        let outcome = f().unwrap_or_else(|e| Outcome::Failed(0, 1, format!("{e:#}")));
        let time = start.elapsed();
        match &outcome {
            Outcome::Failed(_, _, why) => eprintln!("{why}\n== {name}: FAILED after {:.1} s", time.as_secs_f64()),
            Outcome::Passed(n) => eprintln!("== {name}: {n} passed in {:.1} s", time.as_secs_f64()),
            Outcome::Counted(p, f) => eprintln!("== {name}: {p} passed, {f} did not, in {:.1} s", time.as_secs_f64()),
            Outcome::NoData => eprintln!("== {name}: NOT RUN (no data)"),
            Outcome::Skipped(why) => eprintln!("== {name}: skipped ({why})"),
        }
        self.rows.push(Row { name, outcome, time });
    }

    /// Prints the table, then one last line; whether everything passed. `floors` has the least numbers of passed cases:
    /// of suites that are counted they always hold, of all others (and of steps that did not run) with `strict`.
    pub(crate) fn finish(&self, floors: &BTreeMap<String, usize>, strict: bool) -> bool {
        println!("{:18} {:>8} {:>8} {:>9}  result", "step", "passed", "failed", "seconds");
        let mut problems = Vec::new();
        let mut no_data = Vec::new();
        for r in &self.rows {
            let floor = floors.get(r.name).copied();
            let (passed, failed, text) = match &r.outcome {
                Outcome::Passed(n) => (*n, 0, "ok".to_owned()),
                Outcome::Failed(p, f, _) => (*p, *f, "FAILED".to_owned()),
                Outcome::Counted(p, f) if *p < floor.unwrap_or(0) => (*p, *f, "FAILED".to_owned()),
                Outcome::Counted(p, f) => {
                    let said = floor.map_or("no least number is set".to_owned(), |n| format!("at least {n} expected"));
                    (*p, *f, format!("counted: {said}"))
                }
                Outcome::NoData => (0, 0, "NOT RUN (no data)".to_owned()),
                Outcome::Skipped(why) => (0, 0, format!("skipped: {why}")),
            };
            println!("{:18} {passed:8} {failed:8} {:9.1}  {text}", r.name, r.time.as_secs_f64());
            match &r.outcome {
                // Said again: who reads the end of a long log has the reason there.
                Outcome::Failed(_, _, why) => {
                    problems.push(format!("{} failed: {}", r.name, last_lines(why, 12).join("\n    ")))
                }
                Outcome::NoData => no_data.push(r.name),
                _ => {}
            }
            let counted = strict || matches!(r.outcome, Outcome::Counted(..));
            if let Some(floor) = floor.filter(|&f| counted && passed < f) {
                problems.push(format!("{}: {passed} cases passed, at least {floor} expected", r.name));
            }
        }
        if strict {
            let missing = floors.keys().filter(|k| self.rows.iter().all(|r| r.name != k.as_str()));
            problems.extend(missing.map(|k| format!("{k}: did not run")));
        }
        let total: f64 = self.rows.iter().map(|r| r.time.as_secs_f64()).sum();
        println!("{total:.0} s in all");
        problems.iter().for_each(|p| println!("FAILED: {p}"));
        if no_data.is_empty() {
            println!("{}", if problems.is_empty() { "all passed" } else { "not all passed" });
        } else {
            println!("{}: NOT RUN (no data)", no_data.join(", "));
        }
        problems.is_empty()
    }
}

/// Reads `name count` lines; `#` starts a comment.
pub(crate) fn read_counts(path: &Path) -> Result<BTreeMap<String, usize>> {
    let text = std::fs::read_to_string(path)?;
    let mut counts = BTreeMap::new();
    for line in text.lines().map(|l| l.split('#').next().unwrap_or_default().trim()).filter(|l| !l.is_empty()) {
        let Some((name, count)) = line.split_once(char::is_whitespace) else {
            anyhow::bail!("{}: '{line}' is not 'name count'", path.display());
        };
        counts.insert(name.to_owned(), count.trim().parse()?);
    }
    Ok(counts)
}
