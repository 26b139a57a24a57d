//! The registers of a matrix unit.

use super::{Memory, ops};
use crate::loop_ir::{DotOp, TileOp, Val};

/// A tile: words by rows.
#[derive(Clone, Debug, Default)]
struct Tile {
    rows: usize,
    words: usize,
    bits: Vec<u32>,
}

/// The registers; none while they have no shapes.
#[derive(Debug, Default)]
pub(super) struct Tiles(Option<Vec<Tile>>);

impl Tiles {
    /// Runs an operation; `scalar` gives the values of operands.
    pub(super) fn run(&mut self, op: &TileOp, memory: &mut Memory, scalar: impl Fn(Val) -> u64) -> Result<(), String> {
        match op {
            TileOp::Shape(shapes) => {
                let tile = |(rows, words): (u8, u8)| {
                    let (rows, words) = (usize::from(rows), usize::from(words));
                    Tile { rows, words, bits: vec![0; rows * words] }
                };
                self.0 = Some(shapes.iter().copied().map(tile).collect());
            }
            TileOp::Zero(t) => self.tile(*t)?.bits.fill(0),
            TileOp::Load { tile, ptr, step } => {
                let (ptr, step) = (scalar(*ptr), scalar(*step));
                let t = self.tile(*tile)?;
                for (i, row) in t.bits.chunks_mut(t.words).enumerate() {
                    let at = ptr.wrapping_add((i as u64).wrapping_mul(step));
                    let (words, _) = memory.read(at, 4 * row.len())?.as_chunks::<4>();
                    row.iter_mut().zip(words).for_each(|(x, b)| *x = u32::from_le_bytes(*b));
                }
            }
            TileOp::Store { tile, ptr, step } => {
                let (ptr, step) = (scalar(*ptr), scalar(*step));
                let t = self.tile(*tile)?;
                for (i, row) in t.bits.chunks(t.words).enumerate() {
                    let at = ptr.wrapping_add((i as u64).wrapping_mul(step));
                    let (words, _) = memory.write(at, 4 * row.len())?.as_chunks_mut::<4>();
                    row.iter().zip(words).for_each(|(x, b)| *b = x.to_le_bytes());
                }
            }
            TileOp::Dot { op, sum, a, b } => {
                let (a, b) = (self.tile(*a)?.clone(), self.tile(*b)?.clone());
                let c = self.tile(*sum)?;
                if (a.rows, a.words, b.words) != (c.rows, b.rows, c.words) {
                    return Err("tiles of other shapes".into());
                }
                for i in 0..c.rows {
                    for j in 0..c.words {
                        let words = (0..a.words).map(|k| (a.bits[i * a.words + k], b.bits[k * b.words + j]));
                        let word = &mut c.bits[i * c.words + j];
                        *word = dot(*op, words, *word);
                    }
                }
            }
            TileOp::Release => self.0 = None,
        }
        Ok(())
    }

    fn tile(&mut self, t: u8) -> Result<&mut Tile, String> {
        self.0.as_mut().and_then(|all| all.get_mut(usize::from(t))).ok_or_else(|| format!("tile {t} has no shape"))
    }
}

/// One word of a sum and all words that are added to it.
fn dot(op: DotOp, words: impl Iterator<Item = (u32, u32)>, sum: u32) -> u32 {
    if op != DotOp::BF16 {
        return words.fold(sum, |s, (a, b)| ops::dot(op, a.into(), b.into(), s.into()) as u32);
    }
    let part = |w: u32, shift: u32| ops::flushed(f32::from_bits(w << shift & 0xffff_0000));
    let mut sums = [0f32; 2];
    for (a, b) in words {
        for (s, shift) in sums.iter_mut().zip([16, 0]) {
            *s = ops::flushed(part(a, shift).mul_add(part(b, shift), *s));
        }
    }
    let both = ops::flushed(sums[0] + sums[1]);
    ops::flushed(ops::flushed(f32::from_bits(sum)) + both).to_bits()
}
