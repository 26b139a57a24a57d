//! Changes to texts and artifacts that are likely to get past the first checks.

/// xorshift64*.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// Depends on both numbers.
    pub fn new(seed: u64, index: u64) -> Random {
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
    /// A number below `n` (0 if `n` is 0).
    pub fn below(&mut self, n: usize) -> usize {
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

/// Replaces a run of a class, or all that are like it: a type that changes everywhere is more often a right one.
fn replace_some(bytes: &mut Vec<u8>, at: (usize, usize), with: &[u8], class: fn(u8) -> bool, r: &mut Random) {
    if r.below(2) == 0 {
        return replace(bytes, at, with);
    }
    let old = bytes[at.0..at.1].to_vec();
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = 0;
    for (from, to) in runs(bytes, class).into_iter().filter(|&(from, to)| bytes[from..to] == old[..]) {
        out.extend_from_slice(&bytes[rest..from]);
        out.extend_from_slice(with);
        rest = to;
    }
    out.extend_from_slice(&bytes[rest..]);
    *bytes = out;
}

fn mutate_text(bytes: &mut Vec<u8>, other: &[u8], r: &mut Random) {
    let word: fn(u8) -> bool = |b| b.is_ascii_alphanumeric() || b"_%@#!.^".contains(&b);
    let pick = |bytes: &[u8], class: fn(u8) -> bool, r: &mut Random| {
        let all = runs(bytes, class);
        all.get(r.below(all.len())).copied()
    };
    match r.below(16) {
        // Numbers are where sizes, indices and permutations are; those in names and element types are rarely any use.
        0..=6 => {
            let mut at = pick(bytes, |b| b.is_ascii_digit(), r);
            for _ in 0..3 {
                let before = at.and_then(|(from, _)| from.checked_sub(1)).map_or(b' ', |i| bytes[i]);
                if before == b'%' || before == b'_' || (before.is_ascii_alphabetic() && before != b'x') {
                    at = pick(bytes, |b| b.is_ascii_digit(), r);
                }
            }
            if let Some(at) = at {
                let n = if r.below(2) == 0 { r.below(9).to_string() } else { r.of(NUMBERS).to_owned() };
                replace_some(bytes, at, n.as_bytes(), |b| b.is_ascii_digit(), r);
            }
        }
        7 => {
            if let Some(at) = pick(bytes, word, r) {
                let t = r.of(TOKENS);
                replace(bytes, at, t.as_bytes());
            }
        }
        8..=10 => {
            // A word of the same file elsewhere.
            if let (Some(at), Some((from, to))) = (pick(bytes, word, r), pick(bytes, word, r)) {
                let w = bytes[from..to].to_vec();
                replace_some(bytes, at, &w, word, r);
            }
        }
        11..=12 => {
            // A line twice, or gone.
            if let Some(at) = pick(bytes, |b| b != b'\n', r) {
                let mut line = bytes[at.0..at.1].to_vec();
                line.push(b'\n');
                let twice = [line.clone(), line].concat();
                let with: &[u8] = if r.below(2) == 0 { b"" } else { &twice };
                replace(bytes, at, with);
            }
        }
        13 => {
            let at = r.below(bytes.len());
            bytes.truncate(at);
        }
        14 => splice(bytes, other, r),
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

/// Damages a program: one to four changes; `other` lends pieces. Most programs are changed in one place only: what is
/// damaged lightly gets further.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], r: &mut Random) {
    let rounds = if r.below(4) > 0 { 1 } else { 1 + r.below(4) };
    for _ in 0..rounds {
        if hloom_stablehlo::vhlo::sniff(bytes) { mutate_bytes(bytes, other, r) } else { mutate_text(bytes, other, r) }
    }
}
