//! The register tile of a product: rows of scalars of one factor times vectors of the other.

use crate::Target;

/// Rows and vectors of a register tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) rows: i64,
    pub(super) vectors: i64,
}

/// Most vectors of a tile.
const MOST_VECTORS: i64 = 8;
/// Most rows of a tile.
const MOST_ROWS: i64 = 16;

/// The tile that covers `rows` times `vectors` vectors soonest, with sums of `terms` terms.
pub(super) fn choose(t: &Target, rows: i64, vectors: i64, terms: i64) -> Shape {
    let regs = i64::from(t.vector_regs);
    let mut best: Option<(f64, Shape)> = None;
    for r in 1..=MOST_ROWS.min(rows.max(1)) {
        for v in 1..=MOST_VECTORS.min(vectors.max(1)) {
            // Accumulators, one row of vectors, and the scalar that is spread.
            if r * v + v + 1 > regs {
                continue;
            }
            let tiles = |n: i64, step: i64| (n + step - 1) / step;
            let (full, rest) = (vectors / v, vectors % v);
            let strip = full as f64 * cycles(t, r, v, terms) + if rest > 0 { cycles(t, r, rest, terms) } else { 0.0 };
            let cost = tiles(rows, r) as f64 * strip;
            let better = best.is_none_or(|(c, s)| cost < c * 0.999 || (cost < c * 1.001 && r * v > s.rows * s.vectors));
            if better {
                best = Some((cost, Shape { rows: r, vectors: v }));
            }
        }
    }
    best.map_or(Shape { rows: 1, vectors: 1 }, |b| b.1)
}

/// Cycles of one term of a tile: multiply-adds, loads, their latency, and vectors from the second-level cache; with its
/// share of starting and storing the tile.
fn cycles(t: &Target, rows: i64, vectors: i64, terms: i64) -> f64 {
    const LATENCY: f64 = 4.0;
    const CACHE_BYTES: f64 = 32.0;
    let (r, v) = (rows as f64, vectors as f64);
    let work = (r * v / 2.0).max((r + v) / 2.0).max(LATENCY).max(v * f64::from(t.vector_bytes) / CACHE_BYTES);
    work + (20.0 + 2.0 * r * v) / terms.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(bytes: u32, regs: u32) -> Target {
        Target {
            triple: String::new(),
            cpu: String::new(),
            features: vec![],
            vector_bytes: bytes,
            vector_regs: regs,
            cheap_masks: bytes == 64,
            fma: true,
            l1_bytes: 32 << 10,
            l2_bytes: 1 << 20,
            l3_bytes: 32 << 20,
            cores: 4,
        }
    }

    /// Three quarters of the registers at least are accumulators, and tile, operands and spread scalar fit the file.
    #[test]
    fn large_products_fill_the_registers() {
        for (bytes, regs) in [(64, 32), (32, 16), (16, 32)] {
            let s = choose(&target(bytes, regs), 1 << 20, 840, 1024);
            let (used, regs) = (s.rows * s.vectors, i64::from(regs));
            assert!(4 * used >= 3 * regs && used + s.vectors < regs, "{}x{} of {regs}", s.rows, s.vectors);
        }
    }

    #[test]
    fn few_rows_have_many_vectors() {
        let s = choose(&target(64, 32), 1, 256, 4096);
        assert_eq!((s.rows, s.vectors), (1, 8));
    }
}
