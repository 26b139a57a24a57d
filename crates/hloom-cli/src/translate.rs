//! `hloom translate`: between text and portable artifacts, and interpretation.

use crate::engine::{Engine, parse, read_file};
use crate::failure::Failure;
use crate::opt_cmd::write_out;
use anyhow::anyhow;
use std::path::PathBuf;

/// Arguments of `hloom translate`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("mode").required(true).multiple(true)))]
pub(crate) struct Args {
    /// Artifact to text.
    #[arg(long, group = "mode")]
    deserialize: bool,
    /// Text to artifact.
    #[arg(long, group = "mode", conflicts_with_all = ["deserialize", "print_stablehlo_version"])]
    serialize: bool,
    /// Run on the reference interpreter and print the results.
    #[arg(long, group = "mode", conflicts_with_all = ["deserialize", "serialize", "print_stablehlo_version"])]
    interpret: bool,
    /// Print the newest StableHLO version that is read and written; with `--deserialize`, in front of the text, the
    /// version of the artifact.
    #[arg(long, group = "mode")]
    print_stablehlo_version: bool,
    /// Version of the artifact: `X.Y.Z`, `current` or `minimum`.
    #[arg(long, default_value = "current")]
    target: hloom::SerializeTarget,
    /// Leave locations out.
    #[arg(long)]
    strip_debuginfo: bool,
    /// Let ops of dialects without a versioned form stand in the artifact.
    #[arg(long)]
    allow_other_dialects: bool,
    /// Print the generic form.
    #[arg(long)]
    generic: bool,
    /// Arguments of `--interpret`: `2xf32=1,2` separated by `;`.
    #[arg(long)]
    args: Option<String>,
    /// Directory for probes of `--interpret`.
    #[arg(long)]
    probe_output_dir: Option<PathBuf>,
    /// Where to write; standard output if not given.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Input file; `-` is standard input.
    #[arg(required_unless_present = "print_stablehlo_version")]
    file: Option<PathBuf>,
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    if args.print_stablehlo_version && !args.deserialize {
        outln!("{}", hloom::STABLEHLO_VERSION);
        return Ok(0);
    }
    let file = args.file.clone().unwrap_or_else(|| "-".into());
    let bytes = read_file(&file)?;
    let name = file.to_string_lossy().into_owned();
    if args.deserialize {
        let mut text = match hloom::artifact_version(&bytes) {
            _ if !args.print_stablehlo_version => String::new(),
            Some(version) => format!("// Reading portable artifact with StableHLO version: {version}\n"),
            None => "// Failed parsing StableHLO version from portable artifact\n".into(),
        };
        let module = hloom::parse_syntax(&bytes, &name)?;
        let form = if args.generic { hloom::Form::Generic } else { hloom::Form::Pretty };
        text += &hloom::print_syntax(&module, form, !args.strip_debuginfo);
        write_out(text.as_bytes(), args.output.as_ref())?;
        return Ok(0);
    }
    if args.serialize {
        let options = hloom::SerializeOptions {
            target: args.target,
            strip_debuginfo: args.strip_debuginfo,
            allow_other_dialects: args.allow_other_dialects,
            ..hloom::SerializeOptions::default()
        };
        let artifact = hloom::serialize(&bytes, &name, &options)?;
        write_out(&artifact, args.output.as_ref())?;
        return Ok(0);
    }
    if args.probe_output_dir.is_some() {
        return Err(Failure::Unimplemented("unimplemented[probe]: probes are not written yet".into()));
    }
    let inputs = args
        .args
        .iter()
        .flat_map(|a| a.split(';'))
        .filter(|a| !a.trim().is_empty())
        .map(|a| crate::array::Array::parse(a.trim()))
        .collect::<Result<Vec<_>, _>>()?;
    let module = parse(&bytes, &name)?;
    let function = match (module.func("main"), &module.funcs[..]) {
        (Some(_), _) => "main".to_owned(),
        (None, [only]) => only.name.to_string(),
        _ => return Err(anyhow!("the module has no @main and more than one function").into()),
    };
    for a in Engine::Interp(Box::new(module), function).run(&inputs)? {
        outln!("{}", a.summary());
    }
    Ok(0)
}
