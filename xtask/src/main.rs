//! Project automation: `cargo xtask ci | tidy | bless | bench`.
fn main() {}
