//! Exit codes: 1 bad input or a failed case, 2 usage (clap), 3 unimplemented.

use std::fmt;

/// Why a command ends without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input, mismatch, nothing to do: exit code 1. The text is already complete.
    Bad(String),
    /// The program needs what is not supported: exit code 3.
    Unimplemented(String),
}

impl Failure {
    /// The process exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Bad(_) => 1,
            Failure::Unimplemented(_) => 3,
        }
    }
    /// The first line, for a one-line report.
    pub(crate) fn headline(&self) -> String {
        let text = self.to_string();
        let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
        let first = lines.next().unwrap_or_default().to_owned();
        match lines.next().filter(|l| l.starts_with("-->")) {
            Some(place) => format!("{first} {place}"),
            None => first,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Bad(t) | Failure::Unimplemented(t) => f.write_str(t.trim_end()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(e: anyhow::Error) -> Failure {
        Failure::Bad(format!("error: {e:#}"))
    }
}

impl From<hloom_rt::RtError> for Failure {
    fn from(e: hloom_rt::RtError) -> Failure {
        Failure::Bad(format!("error: {e}"))
    }
}

impl From<hloom::Error> for Failure {
    fn from(e: hloom::Error) -> Failure {
        if e.is_unimplemented() { Failure::Unimplemented(e.to_string()) } else { Failure::Bad(e.to_string()) }
    }
}
