//! The programs that damage starts from: what files hold, in small pieces and in every form.
//!
//! Small programs are quick to run, and a change to one hits what matters more often. Of a file with several programs
//! each is a seed, of a program with several functions also each function with what it calls.

use crate::Target;
use hloom_ir::{Module, verify};
use hloom_mlir::Limits;
use hloom_mlir::text::split_input;
use hloom_stablehlo::vhlo::{self, PlainOptions};
use hloom_stablehlo::{Form, convert, parse_syntax, print, print_syntax, serialize, write_bytecode};
use std::io::{Error, Read, Result, Write};

/// Longer programs are left out.
const MAX_BYTES: usize = 24 << 10;
/// Versions that artifacts are written in, by turns.
const VERSIONS: [&str; 6] = ["current", "minimum", "1.24.0", "0.14.0", "1.3.0", "0.12.0"];
/// Versions of the container that unversioned bytecode is written in, by turns.
const CONTAINERS: [u64; 3] = [6, 0, 3];

/// The seeds of files, the shortest first, none twice.
pub fn seeds(target: Target, files: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for file in files {
        if vhlo::sniff(&file) {
            pieces(target, &file, &mut out);
            if target == Target::Bytecode {
                out.push(file);
            }
        } else if let Ok(text) = std::str::from_utf8(&file) {
            for chunk in split_input(text) {
                pieces(target, chunk.text.as_bytes(), &mut out);
                if target != Target::Bytecode {
                    out.push(chunk.text.into());
                }
            }
        }
    }
    out.retain(|seed| (1..=MAX_BYTES).contains(&seed.len()));
    out.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    out.dedup();
    out
}

/// A program in other forms, and its functions.
fn pieces(target: Target, program: &[u8], out: &mut Vec<Vec<u8>>) {
    let Ok(raw) = parse_syntax(program, "seed", &Limits::default()) else { return };
    match target {
        Target::Text => out.push(print_syntax(&raw, Form::Generic, true).into()),
        Target::Bytecode => artifacts(program, out),
        Target::Interp => {}
    }
    let Ok(module) = convert::to_ir(&raw) else { return };
    if module.funcs.len() < 2 || verify(&module).is_err() {
        return;
    }
    for (i, _) in module.funcs.iter().enumerate() {
        let mut called = module.reachable_funcs(i);
        called.sort_unstable();
        let funcs = called.into_iter().map(|f| module.funcs[f].clone()).collect();
        let text = print(&Module { funcs, meshes: module.meshes.clone(), ..Module::default() }, Form::Pretty, false);
        match target {
            Target::Bytecode => artifacts(text.as_bytes(), out),
            _ => out.push(text.into()),
        }
    }
}

/// A program as an artifact of some version and as unversioned bytecode, where it has a place there.
fn artifacts(program: &[u8], out: &mut Vec<Vec<u8>>) {
    let Ok(raw) = parse_syntax(program, "seed", &Limits::default()) else { return };
    let turn = out.len();
    let strip_debuginfo = !turn.is_multiple_of(4);
    if let Ok(target) = VERSIONS[turn / 2 % VERSIONS.len()].parse() {
        let options = vhlo::Options { target, strip_debuginfo, allow_other_dialects: true, ..Default::default() };
        out.extend(serialize(&raw, &options));
    }
    if let Ok(module) = convert::to_ir(&raw) {
        let version = CONTAINERS[turn / 2 % CONTAINERS.len()];
        out.extend(write_bytecode(&module, &PlainOptions { version, strip_debuginfo, ..Default::default() }));
    }
}

/// Writes seeds as one file.
///
/// # Errors
/// Of the file.
pub fn write(seeds: &[Vec<u8>], to: &mut impl Write) -> Result<()> {
    for seed in seeds {
        to.write_all(&(seed.len() as u32).to_le_bytes())?;
        to.write_all(seed)?;
    }
    Ok(())
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// Of the file, or if it is another kind of file.
pub fn read(mut from: impl Read) -> Result<Vec<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let (mut rest, mut seeds) = (&bytes[..], Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let (seed, behind) = behind.split_at_checked(length).ok_or_else(|| Error::other("no file of seeds"))?;
        seeds.push(seed.to_vec());
        rest = behind;
    }
    Ok(seeds)
}
