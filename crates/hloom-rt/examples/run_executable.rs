//! Runs an executable file with the runtime alone: no compiler is in this process.
//!
//! `run_executable FILE [--threads N] [--input RAW]… [--output RAW]…`: the raw elements of each argument, row-major, one
//! byte for elements below 8 bits, and where to write those of each result.

use hloom_rt::{Buffer, CpuDevice, DeviceOptions, ExecOptions, HostFns, Loaded};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: run_executable FILE [--threads N] [--input RAW]… [--output RAW]…")?;
    let (mut inputs, mut outputs, mut options) = (Vec::new(), Vec::new(), DeviceOptions::default());
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--input" => inputs.push(value),
            "--output" => outputs.push(value),
            "--threads" => options.threads = value.parse()?,
            _ => return Err(format!("unknown argument {name}").into()),
        }
    }
    if std::fs::read_to_string("/proc/self/maps").is_ok_and(|maps| maps.contains("LLVM")) {
        return Err("a compiler is loaded in this process".into());
    }
    let loaded = Loaded::load_file(Path::new(&file), &CpuDevice::new(options), &HostFns::default())?;
    let signature = &loaded.executable().args;
    if signature.len() != inputs.len() {
        return Err(format!("the program takes {} arguments, {} given", signature.len(), inputs.len()).into());
    }
    let buffers: Vec<Buffer> = signature
        .iter()
        .zip(&inputs)
        .map(|(arg, path)| -> Result<Buffer, Box<dyn Error>> {
            let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
            Ok(Buffer::from_bytes(loaded.device(), arg.tensor.dtype, &arg.tensor.dims, &bytes)?)
        })
        .collect::<Result<_, _>>()?;
    let results = loaded.execute(&buffers.iter().collect::<Vec<_>>(), &ExecOptions::default())?;
    for (result, path) in results.iter().zip(&outputs) {
        std::fs::write(path, result.bytes()).map_err(|e| format!("{path}: {e}"))?;
    }
    println!("{} results", results.len());
    Ok(())
}
