//! Gives the crate a name for its code generator: a hash of the sources that decide what an object is. Those of a package
//! do not change within a version, but those of a checkout do.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs};

fn main() {
    let mut sources: Vec<_> = fs::read_dir("src").expect("the sources").map(|f| f.expect("a source").path()).collect();
    sources.retain(|p| p.extension().is_some_and(|e| e == "rs"));
    println!("cargo:rerun-if-changed=src");
    // In a package it is another one's.
    let loop_ir = Path::new("../hloom-tile/src/loop_ir.rs");
    if loop_ir.exists() {
        println!("cargo:rerun-if-changed={}", loop_ir.display());
        sources.push(loop_ir.to_owned());
    }
    sources.sort();
    let mut h = DefaultHasher::new();
    env::var("CARGO_PKG_VERSION").ok().hash(&mut h);
    sources.iter().for_each(|s| fs::read(s).expect("a source").hash(&mut h));
    println!("cargo:rustc-env=HLOOM_CODE_GENERATOR={:016x}", h.finish());
}
