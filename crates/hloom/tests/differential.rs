//! The first of the random programs of `examples/differential.rs`, and those that once differed: native code, for two widths
//! of vectors (a quarter of them for the oldest machines too) and with three numbers of threads, agrees with the interpreter.
//! What was Hloom's fault among the latter stands in `filetests/cpu/finds.mlir` too; the others show what the specification
//! leaves open.

mod native;

use hloom_fuzz::program::generate;
use hloom_fuzz::varied;
use native::{Fate, Native, in_parallel};

const PROGRAMS: usize = 520;
const SEED: u64 = 1;
/// One of each kind, by number, of that seed.
const FOUND: [u64; 32] = [
    4652, 5306, 6583, 6746, 8100, 8467, 9328, 9855, 9999, 11032, 11331, 12310, 12739, 13208, 13269, 14965, 16444,
    16520, 16934, 18332, 19434, 21069, 24150, 27622, 31507, 35460, 35884, 39164, 41084, 44113, 44166, 46383,
];

/// Of other seeds, (seed, number): what is left of terms that cancel, signs of complex zeros, a pole; products that
/// overflow in one order, NaN of one sign, solutions that overflow (twice); a row that was kept and read across; the sign of
/// a zero in complex rsqrt; NaN of one sign that a loop makes, digits of complex tanh, a tensor without elements that is
/// reshaped and reduced, negatives of f8E8M0FNU; a logarithm that is compared for equality,
/// digits of a NaN of f16, the sign of a NaN that has no other.
const FOUND_LATER: [(u64, u64); 16] = [
    (3, 17356),
    (3, 28001),
    (3, 33565),
    (17, 19615),
    (17, 23729),
    (17, 34440),
    (29, 38636),
    (29, 45304),
    (31, 9721),
    (41, 6378),
    (41, 41261),
    (41, 47216),
    (41, 49825),
    (43, 26731),
    (43, 44896),
    (53, 16015),
];

#[test]
fn native_code_agrees_with_the_interpreter() {
    let first = (0..PROGRAMS as u64).map(|index| (SEED, index));
    let found = FOUND.map(|index| (SEED, index)).into_iter().chain(FOUND_LATER);
    let programs: Vec<(u64, u64)> = first.chain(found).collect();
    let fates = in_parallel(programs.len(), Native::new, |native, i| {
        let (seed, index) = programs[i];
        // What was found had no constants.
        let program = if i < PROGRAMS { varied(seed, index) } else { generate(seed, index) };
        let sharing = native.sharing_loops();
        let native = if i % 2 == 0 { &sharing } else { native };
        let fate = match native.fate(&program) {
            Fate::Agreed if i % 4 == 0 => native.oldest().fate(&program),
            fate => fate,
        };
        match fate {
            Fate::Wrong(why) => Err(format!("program {index} of seed {seed}: {why}\n{}", native.reproducer(&program))),
            fate => Ok(fate == Fate::Agreed),
        }
    });
    let wrong: Vec<&str> = fates.iter().filter_map(|f| f.as_ref().err()).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let agreed = fates.iter().filter(|f| matches!(f, Ok(true))).count();
    assert!(agreed > PROGRAMS * 9 / 10, "only {agreed} of {PROGRAMS} were compared");
}
