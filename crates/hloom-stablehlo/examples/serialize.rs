//! Writes artifacts for comparisons with other writers: each line of the list in the first argument is tab-separated
//! input file, file name in locations, output file, target, newest version of the writer, and the words `strip` and
//! `mixed`. A target `bytecode:N:PRODUCER` asks for unversioned bytecode in a container of version N. Prints what cannot
//! be written.

use hloom_mlir::text::ParseOptions;
use hloom_mlir::{Limits, RawModule};
use hloom_stablehlo::text::StableHlo;
use hloom_stablehlo::vhlo::{self, Options, PlainOptions, Target};

fn read(file: &str, name: &str) -> Result<RawModule, String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    if vhlo::sniff(&bytes) {
        return vhlo::read_artifact(&bytes, &Limits::default()).map_err(|e| e.to_string());
    }
    let text = String::from_utf8(bytes).map_err(|e| e.to_string())?;
    hloom_mlir::text::parse(&text, &ParseOptions::new(name, &StableHlo))
        .map_err(|e| format!("{}:{}: {e}", e.line, e.column))
}

fn one(line: &str) -> Result<(), String> {
    let parts: Vec<&str> = line.split('\t').collect();
    let [input, name, output, target, newest, words] = parts[..] else { return Err("malformed line".into()) };
    let module = read(input, name)?;
    let strip_debuginfo = words.contains("strip");
    let bytes = match target.strip_prefix("bytecode:").and_then(|rest| rest.split_once(':')) {
        Some((version, producer)) => {
            let version = version.parse().map_err(|_| "malformed version")?;
            vhlo::write_plain(&module, &PlainOptions { version, producer, strip_debuginfo })
        }
        None => {
            let options = Options {
                target: target.parse()?,
                newest: newest.parse::<Target>()?.version(),
                strip_debuginfo,
                allow_other_dialects: words.contains("mixed"),
            };
            vhlo::serialize(&module, &options)
        }
    };
    let bytes = bytes.map_err(|e| e.to_string())?;
    std::fs::write(output, bytes).map_err(|e| e.to_string())
}

fn main() -> Result<(), std::io::Error> {
    let list = std::env::args().nth(1).unwrap_or_default();
    for line in std::fs::read_to_string(list)?.lines() {
        if let Err(e) = one(line) {
            println!("{}\t{e}", line.split('\t').next().unwrap_or_default());
        }
    }
    Ok(())
}
