//! Children that work through numbered cases and say so, watched from outside: an abort, a stack overflow, endless work
//! and runaway memory are seen.
//!
//! A child gets `FIRST COUNT SEED` behind its other arguments, writes the number of a case before it begins, of each or
//! from time to time, and at the end `done` and its counts.

use anyhow::{Context as _, Result};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What a child may take.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Longest that the child may be silent, in its own time where the system tells it: on a busy machine a child may get
    /// none for long.
    pub(crate) patience: Duration,
    /// Address space in kB.
    pub(crate) memory: u64,
}

/// How a child ended.
pub(crate) enum End {
    /// Well, with these counts.
    Done(Vec<u64>),
    /// The last case that the child named, and how it went down.
    Down(u64, String),
}

/// Runs one child: `program` with its arguments, then the numbers.
pub(crate) fn watch(program: &[String], first: u64, count: u64, seed: u64, bounds: Bounds) -> Result<End> {
    let limits = format!("ulimit -v {}; ulimit -c 0; exec \"$@\"", bounds.memory);
    let mut child = Command::new("bash")
        .args(["-c", &limits, "limits"])
        .args(program)
        .args([first, count, seed].map(|n| n.to_string()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start a child")?;
    let (send, lines) = channel();
    let stdout = child.stdout.take().context("a child without standard output")?;
    let reader = std::thread::spawn(move || {
        BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|l| send.send(l)).ok()
    });
    let mut stderr = child.stderr.take().context("a child without standard error")?;
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        stderr.read_to_end(&mut text).ok();
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut index = first;
    let mut fates = None;
    let (mut used, mut silent) = (Some(Duration::ZERO), Duration::ZERO);
    let stalled = loop {
        match lines.recv_timeout(bounds.patience) {
            Ok(line) => {
                (used, silent) = (processor_time(&child), Duration::ZERO);
                match line.strip_prefix("done ") {
                    Some(numbers) => fates = Some(numbers.to_owned()),
                    None => index = line.parse().context("a child spoke out of turn")?,
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                silent += bounds.patience;
                let own = processor_time(&child).zip(used).map(|(now, then)| now.saturating_sub(then));
                // Whoever waits for ever uses no time.
                if own.is_none_or(|t| t >= bounds.patience) || silent >= 30 * bounds.patience {
                    break true;
                }
            }
            Err(RecvTimeoutError::Disconnected) => break false,
        }
    };
    if stalled {
        kill(&mut child);
    }
    let status = child.wait()?;
    reader.join().ok();
    let errors = errors.join().unwrap_or_default();
    match fates {
        Some(numbers) if status.success() => {
            Ok(End::Done(numbers.split(' ').map(str::parse).collect::<Result<_, _>>()?))
        }
        _ if stalled => Ok(End::Down(index, format!("no end within {} s", bounds.patience.as_secs()))),
        _ => {
            let said = errors.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
            let more = errors.lines().filter(|l| !l.trim().is_empty()).nth(1).unwrap_or_default();
            Ok(End::Down(index, format!("{status}: {said} {more}")))
        }
    }
}

/// What the child has used of the processor.
fn processor_time(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // Behind the name, which may hold blanks: user and system time in hundredths.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(|n| n.parse::<u64>().ok());
    Some(Duration::from_millis(10 * (numbers.next()?? + numbers.next()??)))
}

fn kill(child: &mut Child) {
    // It may have ended in the meantime.
    child.kill().ok();
}
