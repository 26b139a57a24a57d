//! `hloom translate`: between text and portable artifacts, and interpretation.

use crate::array::Array;
use crate::engine::{interp_failure, parse, read_file};
use crate::failure::Failure;
use crate::opt_cmd::write_out;
use crate::outside::Files;
use anyhow::anyhow;
use hloom_interp::{Interpreter, Tensor};
use hloom_ir::Attr;
use hloom_ir::attrs::AttrValue;
use hloom_mlir::Limits;
use hloom_num::Literal;
use hloom_stablehlo::text::StableHlo;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// Arguments of `--interpret`: `2xf32=1,2` separated by `;`, or `[dense<[1.0, 2.0]> : tensor<2xf32>]`.
    #[arg(long)]
    args: Option<String>,
    /// Directory for probes of `--interpret`.
    #[arg(long)]
    probe_output_dir: Option<PathBuf>,
    /// Print the results of `--interpret` as attributes: `dense<[1, 2]> : tensor<2xi32>`.
    #[arg(long)]
    interpreter_print_dense: bool,
    /// Interpret the parts of the file between lines `// -----` one by one.
    #[arg(long)]
    split_input_file: bool,
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
    let inputs = arguments(args.args.as_deref().unwrap_or_default())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut probes = 1;
    if !args.split_input_file {
        interpret(&bytes, &name, &inputs, args, &mut probes)?;
        return Ok(0);
    }
    for chunk in hloom::split_input(&text) {
        if !chunk.text.lines().all(|l| l.trim().is_empty() || l.trim_start().starts_with("//")) {
            // Line numbers of diagnostics are those of the file.
            let padded = format!("{}{}", "\n".repeat(chunk.first_line as usize - 1), chunk.text);
            interpret(padded.as_bytes(), &name, &inputs, args, &mut probes)?;
        }
    }
    Ok(0)
}

/// The arguments of the command line.
fn arguments(text: &str) -> Result<Vec<Tensor>, Failure> {
    if !text.trim_start().starts_with('[') {
        let parts = text.split(';').map(str::trim).filter(|a| !a.is_empty());
        return parts
            .map(|a| {
                let array = Array::parse(a)?;
                Ok(Tensor::from_bytes(array.ty.clone(), &array.bytes).ok_or_else(|| anyhow!("array of wrong size"))?)
            })
            .collect();
    }
    let attr = hloom_mlir::text::parse_attr(text, &Limits::default(), &StableHlo);
    let Attr::Array(items) = attr.map_err(|e| anyhow!("--args: {e}"))? else {
        return Err(anyhow!("--args must be an array of constants").into());
    };
    let tensor = |a: &Attr| Literal::from_attr(Some(a)).map(|l| Tensor::from_literal(&l));
    items.iter().map(|a| tensor(a).map_err(|e| anyhow!("--args: a constant {e}").into())).collect()
}

/// Runs one module and prints its results. `probes` is the number of the next file of a probe.
fn interpret(bytes: &[u8], name: &str, inputs: &[Tensor], args: &Args, probes: &mut usize) -> Result<(), Failure> {
    let module = parse(bytes, name)?;
    let function = match (module.func("main"), &module.funcs[..]) {
        (Some(_), _) => "main",
        (None, [only]) => &only.name,
        _ => return Err(anyhow!("the module has no @main and more than one function").into()),
    };
    let outside = Arc::new(Files::new(&module, args.probe_output_dir.as_deref(), *probes));
    let run = Interpreter::new(&module).with_outside(outside.clone()).run(function, inputs);
    *probes = outside.next();
    for t in run.map_err(|e| interp_failure(&e, &module))? {
        if args.interpreter_print_dense {
            let literal = Literal::new(t.dtype(), t.dims(), t.to_bytes()).map_err(|e| anyhow!("{e}"))?;
            outln!("{}", literal.to_attr().map_or(String::new(), |a| hloom_mlir::text::print_attr(&a, &StableHlo)));
        } else {
            outln!("{}", crate::outside::text(&t));
        }
    }
    Ok(())
}
