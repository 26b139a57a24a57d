//! The matrix unit: compiled everywhere, run where there is one.

use super::{Call, LINUX, Rng, buf, check, kernel, targets};
use crate::{Level, Options, compile, target_for};
use hloom_tile::loop_ir::*;

const OPS: [DotOp; 5] = [DotOp::BF16, DotOp::S8S8, DotOp::S8U8, DotOp::U8S8, DotOp::U8U8];

/// Buffer 2 += buffer 0 (`rows` x `words`) times buffer 1 (`words` x `lanes`), `times` times, all words; buffer 3 the same from zero.
fn product(op: DotOp, rows: u8, words: u8, lanes: u8, times: i64) -> Program {
    let mut b = kernel("k");
    let bufs = [0, 1, 2, 3].map(|i| buf(&mut b, i));
    let [a_step, step] = [words, lanes].map(|n| b.i64(4 * i64::from(n)));
    let mut shapes = [(rows, lanes); TileOp::TILES];
    (shapes[4], shapes[6]) = ((rows, words), (words, lanes));
    let tile = |b: &mut hloom_tile::FuncBuilder, op: TileOp| b.push(Stmt::Tile(op));
    tile(&mut b, TileOp::Shape(Box::new(shapes)));
    tile(&mut b, TileOp::Load { tile: 0, ptr: bufs[2], step });
    tile(&mut b, TileOp::Load { tile: 3, ptr: bufs[2], step });
    tile(&mut b, TileOp::Zero(3));
    let (lo, hi) = (b.i64(0), b.i64(times));
    b.for_loop(lo, hi, 1, &[], |b, _, _| {
        tile(b, TileOp::Load { tile: 4, ptr: bufs[0], step: a_step });
        tile(b, TileOp::Load { tile: 6, ptr: bufs[1], step });
        tile(b, TileOp::Dot { op, sum: 0, a: 4, b: 6 });
        tile(b, TileOp::Dot { op, sum: 3, a: 4, b: 6 });
        vec![]
    });
    tile(&mut b, TileOp::Store { tile: 0, ptr: bufs[2], step });
    tile(&mut b, TileOp::Store { tile: 3, ptr: bufs[3], step });
    tile(&mut b, TileOp::Release);
    b.push(Stmt::Return(None));
    Program { funcs: vec![b.finish(true, false)], externs: vec![] }
}

/// What parts of words are, but for some zeros and subnormal numbers.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    Ordinary,
    /// Infinities and NaNs too.
    NotFinite,
    /// All of them zero or subnormal, but for some whose products are.
    Tiny,
}

/// Words of bf16 parts.
fn words(rng: &mut Rng, count: usize, parts: Parts) -> Vec<u8> {
    let part = |rng: &mut Rng| {
        let r = rng.next();
        let x = ((r >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * 4.0;
        let x = match r % 64 {
            0 if parts == Parts::NotFinite => [f32::INFINITY, f32::NEG_INFINITY, f32::NAN][r as usize / 64 % 3],
            4..60 if parts == Parts::Tiny => x * if r % 64 < 50 { 1e-39 } else { 1e-20 },
            1..4 => [0.0, -0.0, 1e-39, -3e-39, 1e-30, 3e38][r as usize / 64 % 6],
            _ => x,
        };
        (x.to_bits() >> 16) as u16
    };
    (0..2 * count).flat_map(|_| part(rng).to_le_bytes()).collect()
}

#[test]
fn tiles_as_evaluated() {
    let mut rng = Rng::new(41);
    for target in targets().iter().filter(|t| t.has_tiles(DotOp::BF16) && t.has_tiles(DotOp::S8S8)) {
        for op in OPS {
            for (rows, words_of_row, lanes) in [(16, 16, 16), (1, 1, 1), (3, 16, 5), (16, 2, 7), (9, 13, 16)] {
                for parts in [Parts::Ordinary, Parts::NotFinite, Parts::Tiny] {
                    let count = |x: u8, y: u8| usize::from(x) * usize::from(y);
                    let (a, b, c) = (count(rows, words_of_row), count(words_of_row, lanes), count(rows, lanes));
                    let mut bytes = |n: usize| match op {
                        DotOp::BF16 => words(&mut rng, n, parts),
                        _ => rng.bytes(Elem::I32, n),
                    };
                    let sums = if op == DotOp::BF16 { Elem::F32 } else { Elem::I32 };
                    let bufs =
                        vec![(Elem::I32, bytes(a)), (Elem::I32, bytes(b)), (sums, bytes(c)), (sums, vec![0xa5; 4 * c])];
                    let call = Call { func: "k".into(), bufs, lo: 0, hi: 1 };
                    let program = product(op, rows, words_of_row, lanes, 3);
                    for level in [Level::None, Level::Default] {
                        let options = Options { level, ..Options::default() };
                        check(&program, std::slice::from_ref(&call), target, &options);
                    }
                }
            }
        }
    }
}

#[test]
fn tiles_compile_for_a_machine_that_has_them() {
    let mut t = target_for(LINUX, "x86-64-v4", &["+amx-tile", "+amx-bf16", "+amx-int8"]);
    let programs = OPS.map(|op| product(op, 16, 16, 16, 2));
    for level in [Level::None, Level::Default] {
        let objects = compile(&programs, &t, &Options { level, ..Options::default() }).expect("compiles");
        for o in &objects {
            hloom_exe::link(std::slice::from_ref(o), "k").expect("links");
        }
    }
    t.features.retain(|f| !f.contains("amx"));
    let e = compile(&programs, &t, &Options::default()).expect_err("no tiles there");
    assert!(e.to_string().contains("tiles on a target without them"), "{e}");
}
