//! The first of the random programs of `examples/differential.rs`: native code, for two widths of vectors and with three
//! numbers of threads, agrees with the interpreter.

mod native;

use hloom_fuzz::program::generate;
use native::{Fate, Native};

const PROGRAMS: u64 = 520;
const SEED: u64 = 1;

#[test]
#[ignore = "takes minutes: cargo test --release -p hloom --test differential -- --ignored"]
fn native_code_agrees_with_the_interpreter() {
    let native = Native::new();
    let mut wrong = Vec::new();
    let mut agreed = 0;
    for index in 0..PROGRAMS {
        let program = generate(SEED, index);
        match native.fate(&program) {
            Fate::Agreed => agreed += 1,
            Fate::Wrong(why) => wrong.push(format!("program {index}: {why}\n{}", native.reproducer(&program))),
            Fate::Refused(_) | Fate::NotRun(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > PROGRAMS * 9 / 10, "only {agreed} of {PROGRAMS} were compared");
}
