//! Compiles the one file that is not Rust: see `src/ffi/guard.cc`.

fn main() {
    println!("cargo::rerun-if-changed=src/ffi/guard.cc");
    cc::Build::new().cpp(true).std("c++17").file("src/ffi/guard.cc").compile("hloom_guard");
}
