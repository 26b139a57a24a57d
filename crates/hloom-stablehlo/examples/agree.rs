//! Reading, verifying and printing many programs in one process, for the scripts that compare them with another
//! implementation (`python/agree_*.py`).
//!
//! Requests come on standard input: a line `COMMAND LENGTH` and that many bytes of program. Answers go to standard
//! output: a line `STATUS LENGTH` and that many bytes.
//!
//! * `verify`: `ok`, else `syntax` (no program), `error` (refused) or `unimplemented` (uses what is not supported), with the
//!   findings.
//! * `print:FORM` and `print:FORM:loc` with FORM `pretty` or `generic`: the syntax tree printed, as `ok`.
//! * `ir:FORM` and `ir:FORM:loc`: the same by way of the graph IR.

use hloom_ir::Severity;
use hloom_mlir::Limits;
use hloom_mlir::text::PrintOptions;
use hloom_stablehlo::text::StableHlo;
use hloom_stablehlo::{Form, ParseError, parse, parse_syntax, print};
use std::io::{self, BufRead, Read, Write};

type Answer = (&'static str, String);

fn refused(error: &ParseError) -> Answer {
    match error {
        ParseError::Syntax { .. } => ("syntax", error.to_string()),
        ParseError::Program { diagnostics, .. } if diagnostics.0.iter().any(|d| d.severity == Severity::Error) => {
            ("error", error.to_string())
        }
        ParseError::Program { .. } => ("unimplemented", error.to_string()),
    }
}

fn answer(command: &str, program: &[u8]) -> Answer {
    let limits = Limits::default();
    let mut words = command.split(':');
    let (what, generic) = (words.next(), words.next() == Some("generic"));
    let locations = words.next() == Some("loc");
    match what {
        Some("print") => match parse_syntax(program, "-", &limits) {
            Ok(raw) => {
                let options = PrintOptions { assembly: &StableHlo, generic, locations };
                ("ok", hloom_mlir::text::print(&raw, &options))
            }
            Err(e) => refused(&e),
        },
        Some("ir") => match parse(program, "-", &limits) {
            Ok(module) => ("ok", print(&module, if generic { Form::Generic } else { Form::Pretty }, locations)),
            Err(e) => refused(&e),
        },
        Some("verify") => match parse(program, "-", &limits) {
            Ok(module) => match hloom_ir::verify(&module) {
                Ok(()) => ("ok", String::new()),
                Err(diagnostics) => refused(&ParseError::Program { diagnostics, locs: module.locs }),
            },
            Err(e) => refused(&e),
        },
        _ => ("usage", format!("there is no command {command}")),
    }
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let request = line.trim_end().split_once(' ').and_then(|(c, n)| Some((c, n.parse::<usize>().ok()?)));
        let Some((command, length)) = request else {
            return Err(io::Error::other(format!("not a request: {line}")));
        };
        let mut program = vec![0; length];
        input.read_exact(&mut program)?;
        let (status, text) = answer(command, &program);
        write!(output, "{status} {}\n{text}", text.len())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
