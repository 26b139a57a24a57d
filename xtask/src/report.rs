//! Steps, their results and the table at the end.

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
            Outcome::NoData => eprintln!("== {name}: NOT RUN (no data)"),
            Outcome::Skipped(why) => eprintln!("== {name}: skipped ({why})"),
        }
        self.rows.push(Row { name, outcome, time });
    }

    /// Prints the table, then one last line; whether everything passed. With `floors`, a step that ran fewer cases than
    /// its floor, or did not run, fails.
    pub(crate) fn finish(&self, floors: &BTreeMap<String, usize>) -> bool {
        println!("{:18} {:>8} {:>8} {:>9}  result", "step", "passed", "failed", "seconds");
        let mut problems = Vec::new();
        let mut no_data = Vec::new();
        for r in &self.rows {
            let (passed, failed, text) = match &r.outcome {
                Outcome::Passed(n) => (*n, 0, "ok".to_owned()),
                Outcome::Failed(p, f, _) => (*p, *f, "FAILED".to_owned()),
                Outcome::NoData => (0, 0, "NOT RUN (no data)".to_owned()),
                Outcome::Skipped(why) => (0, 0, format!("skipped: {why}")),
            };
            println!("{:18} {passed:8} {failed:8} {:9.1}  {text}", r.name, r.time.as_secs_f64());
            match &r.outcome {
                Outcome::Failed(..) => problems.push(format!("{} failed", r.name)),
                Outcome::NoData => no_data.push(r.name),
                Outcome::Passed(_) | Outcome::Skipped(_) => {}
            }
        }
        for (name, &floor) in floors {
            let row = self.rows.iter().find(|r| r.name == name);
            let passed = row.map_or(0, |r| match &r.outcome {
                Outcome::Passed(n) | Outcome::Failed(n, ..) => *n,
                Outcome::NoData | Outcome::Skipped(_) => 0,
            });
            if passed < floor {
                problems.push(format!("{name}: {passed} cases passed, at least {floor} expected"));
            }
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
