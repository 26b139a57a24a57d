//! Running commands: their output goes to a log file, the end of which is shown when they fail.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root")
}

/// Where cargo builds to.
pub(crate) fn target_dir() -> &'static Path {
    static DIR: OnceLock<PathBuf> = OnceLock::new();
    DIR.get_or_init(|| match std::env::var_os("CARGO_TARGET_DIR") {
        Some(d) => root().join(d),
        None => root().join("target"),
    })
}

/// A program built in release mode.
pub(crate) fn release(name: &str) -> PathBuf {
    target_dir().join("release").join(name)
}

/// A cargo command in the root.
pub(crate) fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut c = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    c.args(args).current_dir(root()).env("CARGO_TERM_COLOR", "never");
    c
}

/// The Python of `./setup`, or the one that `HLOOM_PYTHON` names.
pub(crate) fn python() -> Command {
    let local = root().join(".venv/bin/python");
    let program = std::env::var_os("HLOOM_PYTHON").map_or(local, PathBuf::from);
    let mut c = Command::new(program);
    c.current_dir(root());
    c
}

/// The `hloom` command of the release build.
pub(crate) fn hloom<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut c = Command::new(release("hloom"));
    c.args(args).current_dir(root());
    c
}

/// What a command wrote and how it ended.
pub(crate) struct Done {
    /// How it ended.
    pub(crate) status: ExitStatus,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

impl Done {
    /// The exit code; `None` if a signal ended it.
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }
    /// The last line of standard error, for messages.
    pub(crate) fn last_error(&self) -> &str {
        self.stderr.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or_default()
    }
}

/// Runs a command and keeps what it writes.
pub(crate) fn capture(c: &mut Command) -> Result<Done> {
    let out = c.stdin(Stdio::null()).output().with_context(|| format!("cannot run {}", c.get_program().display()))?;
    Ok(Done {
        status: out.status,
        stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&out.stderr).into_owned(),
    })
}

/// Runs a command with its output in a log file; the text of the log. Fails, showing the end of the log, when the
/// command fails.
pub(crate) fn logged(c: &mut Command, log: &Path) -> Result<String> {
    let (ok, text) = log_of(c, log)?;
    if !ok {
        let tail = last_lines(&text, 40).join("\n");
        let args: Vec<_> = c.get_args().map(|a| a.to_string_lossy()).collect();
        let name = Path::new(c.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
        bail!("{name} {} failed:\n{tail}\n(all of it: {})", args.join(" "), log.display());
    }
    Ok(text)
}

/// At most so many lines of a text's end.
pub(crate) fn last_lines(text: &str, most: usize) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(most)..].to_vec()
}

/// As [`logged`], but tells whether the command succeeded instead of failing.
pub(crate) fn log_of(c: &mut Command, log: &Path) -> Result<(bool, String)> {
    let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let status = c
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .status()
        .with_context(|| format!("cannot run {}", c.get_program().display()))?;
    let text = String::from_utf8_lossy(&std::fs::read(log)?).into_owned();
    Ok((status.success(), text))
}
