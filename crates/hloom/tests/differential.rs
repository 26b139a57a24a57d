//! The first of the random programs of `examples/differential.rs`: native code, for two widths of vectors and with three
//! numbers of threads, agrees with the interpreter.

mod native;

use hloom_fuzz::program::generate;
use native::{Fate, Native, in_parallel};

const PROGRAMS: usize = 520;
const SEED: u64 = 1;

#[test]
fn native_code_agrees_with_the_interpreter() {
    let fates = in_parallel(PROGRAMS, Native::new, |native, index| {
        let program = generate(SEED, index as u64);
        match native.fate(&program) {
            Fate::Wrong(why) => Err(format!("program {index}: {why}\n{}", native.reproducer(&program))),
            fate => Ok(fate == Fate::Agreed),
        }
    });
    let wrong: Vec<&str> = fates.iter().filter_map(|f| f.as_ref().err()).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let agreed = fates.iter().filter(|f| matches!(f, Ok(true))).count();
    assert!(agreed > PROGRAMS * 9 / 10, "only {agreed} of {PROGRAMS} were compared");
}
