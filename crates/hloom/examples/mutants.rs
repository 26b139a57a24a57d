//! Damaged programs: whatever is changed in a text or an artifact, reading, verifying, printing and compiling it give a
//! result or an error. A panic, an abort, a stack overflow or endless work ends or stalls this process, which the
//! caller watches (`cargo xtask mutate`).
//!
//! ```text
//! mutants CORPUS FIRST COUNT SEED          mutants FIRST..FIRST+COUNT; a line before each, a summary at the end
//! mutants CORPUS INDEX --save FILE SEED    writes one mutant
//! mutants --try FILE                       takes one file through everything
//! ```
//! CORPUS is a file with one path a line. A mutant depends on the corpus, its index and the seed only.

use std::error::Error;
use std::io::Write;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn new(seed: u64, index: u64) -> Random {
        let mut r = Random((seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1);
        for _ in 0..4 {
            r.next();
        }
        r
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 16) as usize % n.max(1)
    }
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Numbers at which code that computes with sizes goes wrong.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "64",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999",
    "1e400",
    "0x7FC00000",
    "?",
];

const TOKENS: &[&str] = &[
    "tensor<2x3xf32>",
    "tensor<f32>",
    "tensor<0xi1>",
    "tensor<?xf64>",
    "tensor<*xf32>",
    "complex<f32>",
    "i1",
    "ui8",
    "bf16",
    "f8E4M3FN",
    "i4",
    "!stablehlo.token",
    "tuple<tensor<f32>>",
    "dense<0>",
    "dense<\"0x00\">",
    "dense<[1, 2]>",
    "array<i64: 0, 1>",
    "#stablehlo.dot<>",
    "%0",
    "%arg0",
    "@main",
    "^bb0",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "->",
    "=",
    "stablehlo.reduce",
    "stablehlo.while",
    "stablehlo.dot_general",
    "return",
    "loc(unknown)",
];

/// Positions of maximal runs of characters of a class.
fn runs(bytes: &[u8], class: fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = None;
    for (i, &b) in bytes.iter().enumerate() {
        match (class(b), start) {
            (true, None) => start = Some(i),
            (false, Some(s)) => {
                out.push((s, i));
                start = None;
            }
            _ => {}
        }
    }
    out.extend(start.map(|s| (s, bytes.len())));
    out
}

fn replace(bytes: &mut Vec<u8>, (from, to): (usize, usize), with: &[u8]) {
    bytes.splice(from..to, with.iter().copied());
}

fn mutate_text(bytes: &mut Vec<u8>, other: &[u8], r: &mut Random) {
    let word = |b: u8| b.is_ascii_alphanumeric() || b"_%@#!.^".contains(&b);
    let pick = |bytes: &[u8], class: fn(u8) -> bool, r: &mut Random| {
        let all = runs(bytes, class);
        all.get(r.below(all.len())).copied()
    };
    match r.below(10) {
        // Numbers are where sizes, indices and permutations are.
        0..=3 => {
            if let Some(at) = pick(bytes, |b| b.is_ascii_digit(), r) {
                let n = r.of(NUMBERS);
                replace(bytes, at, n.as_bytes());
            }
        }
        4 => {
            if let Some(at) = pick(bytes, word, r) {
                let t = r.of(TOKENS);
                replace(bytes, at, t.as_bytes());
            }
        }
        5 => {
            // A word of the same file elsewhere.
            if let (Some(at), Some((from, to))) = (pick(bytes, word, r), pick(bytes, word, r)) {
                let w = bytes[from..to].to_vec();
                replace(bytes, at, &w);
            }
        }
        6 => {
            // A line twice, or gone.
            if let Some(at) = pick(bytes, |b| b != b'\n', r) {
                let mut line = bytes[at.0..at.1].to_vec();
                line.push(b'\n');
                let twice = [line.clone(), line].concat();
                let with: &[u8] = if r.below(2) == 0 { b"" } else { &twice };
                replace(bytes, at, with);
            }
        }
        7 => {
            let at = r.below(bytes.len());
            bytes.truncate(at);
        }
        8 => splice(bytes, other, r),
        _ => {
            if let Some(at) = pick(bytes, |b| b"<>()[]{},:=\"-x".contains(&b), r) {
                let t = r.of(TOKENS);
                replace(bytes, at, t.as_bytes());
            }
        }
    }
}

fn mutate_bytes(bytes: &mut Vec<u8>, other: &[u8], r: &mut Random) {
    let at = r.below(bytes.len());
    match r.below(8) {
        0..=2 => {
            if let Some(b) = bytes.get_mut(at) {
                *b ^= 1 << r.below(8);
            }
        }
        3 => {
            if let Some(b) = bytes.get_mut(at) {
                *b = [0, 1, 0x7f, 0x80, 0xfe, 0xff][r.below(6)];
            }
        }
        4 => {
            // A huge varint: zero in the low byte announces eight bytes.
            let huge = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, r.next() as u8];
            replace(bytes, (at, (at + 1).min(bytes.len())), &huge);
        }
        5 => drop(bytes.splice(at..(at + 1 + r.below(4)).min(bytes.len()), [])),
        6 => splice(bytes, other, r),
        _ if r.below(4) == 0 => bytes.truncate(at),
        _ => {
            let b = r.next() as u8;
            bytes.insert(at, b);
        }
    }
}

/// A piece of another program in the place of a piece of this one.
fn splice(bytes: &mut Vec<u8>, other: &[u8], r: &mut Random) {
    let (at, from) = (r.below(bytes.len()), r.below(other.len()));
    let (n, m) = (r.below(64), r.below(64));
    let piece = other[from..(from + n).min(other.len())].to_vec();
    let end = (at + m).min(bytes.len());
    replace(bytes, (at, end), &piece);
}

fn mutant(corpus: &[Vec<u8>], index: u64, seed: u64) -> Vec<u8> {
    let mut r = Random::new(seed, index);
    let mut bytes = corpus[r.below(corpus.len())].clone();
    let other = &corpus[r.below(corpus.len())];
    // Half of them are changed in one place only: what is damaged lightly gets further.
    let rounds = if r.below(2) == 0 { 1 } else { 1 + r.below(4) };
    for _ in 0..rounds {
        if hloom::is_artifact(&bytes) {
            mutate_bytes(&mut bytes, other, &mut r)
        } else {
            mutate_text(&mut bytes, other, &mut r)
        }
    }
    bytes
}

/// How far a program got.
enum Fate {
    Refused,
    Unsupported,
    Compiled,
}

fn try_all(bytes: &[u8], target: &hloom::Target) -> Fate {
    let name = if hloom::is_artifact(bytes) { "mutant.mlirbc" } else { "mutant.mlir" };
    let module = match hloom::parse(bytes, name) {
        Ok(m) => m,
        Err(e) => {
            assert!(!e.to_string().is_empty(), "an error without words");
            return Fate::Refused;
        }
    };
    std::hint::black_box(hloom::print(&module, hloom::Form::Pretty, false).len());
    let options = hloom::Options { threads: Some(1), ..hloom::Options::default() };
    match hloom::compile(&module, "main", target, &options) {
        Ok(c) => {
            std::hint::black_box(c.executable.planned_peak_bytes);
            Fate::Compiled
        }
        Err(e) => {
            assert!(!e.to_string().is_empty(), "an error without words");
            Fate::Unsupported
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let target = hloom::host_target();
    if let [flag, file] = &args[..]
        && flag == "--try"
    {
        let fate = match try_all(&std::fs::read(file)?, &target) {
            Fate::Refused => "refused",
            Fate::Unsupported => "verified, not compiled",
            Fate::Compiled => "compiled",
        };
        println!("{fate}");
        return Ok(());
    }
    let [corpus, first, rest @ .., seed] = &args[..] else { return Err("see the header of mutants.rs".into()) };
    let corpus: Vec<Vec<u8>> = std::fs::read_to_string(corpus)?.lines().map(std::fs::read).collect::<Result<_, _>>()?;
    if corpus.is_empty() {
        return Err("the corpus is empty".into());
    }
    let (first, seed): (u64, u64) = (first.parse()?, seed.parse()?);
    match rest {
        [flag, file] if flag == "--save" => Ok(std::fs::write(file, mutant(&corpus, first, seed))?),
        [count] => {
            let count: u64 = count.parse()?;
            let mut out = std::io::stdout().lock();
            let (mut refused, mut unsupported, mut compiled) = (0, 0, 0);
            for index in first..first + count {
                writeln!(out, "{index}")?;
                out.flush()?;
                match try_all(&mutant(&corpus, index, seed), &target) {
                    Fate::Refused => refused += 1,
                    Fate::Unsupported => unsupported += 1,
                    Fate::Compiled => compiled += 1,
                }
            }
            writeln!(out, "done {refused} {unsupported} {compiled}")?;
            Ok(())
        }
        _ => Err("see the header of mutants.rs".into()),
    }
}
