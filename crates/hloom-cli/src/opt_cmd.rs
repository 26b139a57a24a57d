//! `hloom opt`: prints a program after reading, optimising or any later stage.

use crate::engine::{Input, PARTITION, open};
use crate::failure::Failure;
use anyhow::{Context, anyhow};
use hloom_transforms::{PASSES, Pass, PassOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `hloom opt`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// StableHLO text or portable artifact.
    file: PathBuf,
    /// Print the program after this stage of compilation (`read`, `inline`, `simplify`, `plan`, `kernels`, `loops`).
    #[arg(long)]
    dump_after: Option<String>,
    /// Cut a program for several devices: before everything else, the program becomes that of one device.
    #[arg(long)]
    partition: bool,
    /// Inline calls.
    #[arg(long)]
    inline: bool,
    /// Optimise.
    #[arg(long)]
    simplify: bool,
    /// Apply only that many rewrites.
    #[arg(long)]
    fuel: Option<u64>,
    /// Print the generic form.
    #[arg(long)]
    generic: bool,
    /// Leave locations out.
    #[arg(long)]
    no_locations: bool,
    /// Write MLIR bytecode instead of text: StableHLO's own ops, unversioned. See `translate --serialize` for artifacts.
    #[arg(long)]
    emit_bytecode: bool,
    /// Version of the bytecode's container (0 to 6), the newest if not given.
    #[arg(long, requires = "emit_bytecode")]
    emit_bytecode_version: Option<u64>,
    /// Print the time of each stage to standard error.
    #[arg(long)]
    times: bool,
    /// Function that is compiled.
    #[arg(long, default_value = "main")]
    function: String,
    /// Where to write; standard output if not given.
    #[arg(short, long)]
    output: Option<PathBuf>,
    #[command(flatten)]
    passes: Passes,
}

/// Named passes in the order of the command line: `--NAME` or `--NAME=key=value,…`, before the stages of compilation.
#[derive(Debug, Default)]
struct Passes(Vec<(&'static Pass, PassOptions)>);

impl clap::Args for Passes {
    fn augment_args(mut cmd: clap::Command) -> clap::Command {
        for pass in PASSES {
            let mut help = pass.summary.to_owned();
            for o in pass.options {
                help += &format!("; {}={}: {}", o.name, if o.default.is_empty() { "…" } else { o.default }, o.help);
            }
            let arg = clap::Arg::new(pass.name)
                .long(pass.name)
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .value_name("OPTIONS")
                .action(clap::ArgAction::Append)
                .help_heading("Passes (run in the order given)")
                .help(help);
            cmd = cmd.arg(arg);
        }
        cmd
    }
    fn augment_args_for_update(cmd: clap::Command) -> clap::Command {
        Passes::augment_args(cmd)
    }
}

impl clap::FromArgMatches for Passes {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Passes, clap::Error> {
        let mut found = Vec::new();
        for pass in PASSES {
            let texts = matches.get_many::<String>(pass.name).into_iter().flatten();
            for (place, text) in matches.indices_of(pass.name).into_iter().flatten().zip(texts) {
                let options = PassOptions::parse(text, pass.options).map_err(|e| {
                    clap::Error::raw(clap::error::ErrorKind::InvalidValue, format!("--{}: {e}\n", pass.name))
                })?;
                found.push((place, *pass, options));
            }
        }
        found.sort_by_key(|(place, ..)| *place);
        Ok(Passes(found.into_iter().map(|(_, pass, options)| (pass, options)).collect()))
    }
    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Passes::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Passes {
    fn run(&self, module: hloom::Module) -> Result<hloom::Module, Failure> {
        let locs = module.locs.clone();
        hloom_transforms::run(module, &self.0).map_err(|e| {
            let what =
                if e.broken { "what the pass made does not verify, please report it" } else { "the pass failed" };
            let text = format!("{}note: --{}: {what}", e.diagnostics.render(&locs), e.pass);
            if e.diagnostics.is_unimplemented() && !e.broken {
                Failure::Unimplemented(text)
            } else {
                Failure::Bad(text)
            }
        })
    }
}

/// Writes a file as a whole: what was there stays until everything is written. Pipes and devices are just written to.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // Through links: the file that they name is replaced, not the link.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let Some(name) = path.file_name().filter(|_| !path.exists() || path.is_file()) else {
        return std::fs::write(path, bytes);
    };
    let mut part = std::ffi::OsString::from(format!(".{}-", std::process::id()));
    part.push(name);
    let part = path.with_file_name(part);
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Writes text or an executable to a file or standard output.
pub(crate) fn write_out(bytes: &[u8], output: Option<&PathBuf>) -> Result<(), Failure> {
    match output {
        Some(p) => write_whole(p, bytes).with_context(|| format!("cannot write {}", p.display()))?,
        None => {
            let mut out = std::io::stdout().lock();
            // A reader that went away is no error.
            let _ = out.write_all(bytes).and_then(|()| out.flush());
        }
    }
    Ok(())
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let Input::Module(module) = open(&args.file)? else {
        return Err(anyhow!("{} holds native code", args.file.display()).into());
    };
    let mut module = args.passes.run(module)?;
    if args.partition {
        module = hloom::partition(&module, &args.function, &PARTITION)?.module;
    }
    let show = |m: &hloom::Module| -> Result<Vec<u8>, Failure> {
        if args.emit_bytecode {
            let mut options =
                hloom::BytecodeOptions { strip_debuginfo: args.no_locations, ..hloom::BytecodeOptions::default() };
            options.version = args.emit_bytecode_version.unwrap_or(options.version);
            return Ok(hloom::write_bytecode(m, &options)?);
        }
        let form = if args.generic { hloom::Form::Generic } else { hloom::Form::Pretty };
        Ok(hloom::print(m, form, !args.no_locations).into_bytes())
    };
    let options = hloom::Options { fuel: args.fuel, ..hloom::Options::default() };
    let written = match args.dump_after.as_deref() {
        Some("read") => show(&module)?,
        Some(stage @ ("plan" | "kernels" | "loops")) if args.emit_bytecode => {
            return Err(anyhow!("stage '{stage}' has no bytecode").into());
        }
        Some(stage @ ("plan" | "kernels" | "loops")) => {
            hloom::dump(&module, &args.function, &hloom::host_target(), &options, stage)?.into_bytes()
        }
        Some("inline") => show(&hloom::inline(&module, &args.function)?)?,
        Some("simplify") => show(&hloom::simplify(&module, &args.function, &options)?)?,
        Some(other) => return Err(anyhow!("there is no stage '{other}'").into()),
        None if args.simplify => show(&hloom::simplify(&module, &args.function, &options)?)?,
        None if args.inline => show(&hloom::inline(&module, &args.function)?)?,
        None => show(&module)?,
    };
    if args.times {
        let compiled = hloom::compile(&module, &args.function, &hloom::host_target(), &options)?;
        for (stage, time) in &compiled.stats.stages {
            eprintln!("{stage:12} {:9.3} ms", time.as_secs_f64() * 1e3);
        }
    }
    write_out(&written, args.output.as_ref())?;
    Ok(0)
}
