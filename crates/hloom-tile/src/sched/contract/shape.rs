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
/// What a second tile for the vectors that are left must gain: it is compiled and fetched too.
const REST: f64 = 1.03;

/// What is to be covered with tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) rows: i64,
    pub(super) vectors: i64,
    /// Length of the sums.
    pub(super) terms: i64,
    /// Bytes from a row of the scalar factor to the next.
    pub(super) row_bytes: i64,
    /// The vectors are all there is to share among the cores, in that many tasks at most.
    pub(super) tasks: Option<i64>,
}

/// The tile that covers it soonest.
pub(super) fn choose(t: &Target, x: Extent) -> Shape {
    let Extent { rows, vectors, terms, tasks, .. } = x;
    let regs = i64::from(t.vector_regs);
    let in_flight = if spreads_for_free(t) { 1 } else { 2 };
    let mut best: Option<(f64, Shape)> = None;
    for r in 1..=MOST_ROWS.min(rows.max(1)) {
        let misses = if crowded(t, r, x.row_bytes) { MISS * r as f64 } else { 0.0 };
        for v in 1..=MOST_VECTORS.min(vectors.max(1)) {
            // Accumulators, one row of vectors, and the scalars that are spread.
            if r * v + v + in_flight > regs {
                continue;
            }
            let tiles = |n: i64, step: i64| (n + step - 1) / step;
            let (mut full, mut rest) = (vectors / v, vectors % v);
            if let Some(tasks) = tasks {
                (full, rest) = busiest(full, rest, tasks, i64::from(t.cores.max(1)));
            }
            let cycles = |v: i64| cycles(t, r, v, terms) + misses;
            let strip = full as f64 * cycles(v) + if rest > 0 { cycles(rest) } else { 0.0 };
            let more_code = if vectors % v > 0 { REST } else { 1.0 };
            let cost = tiles(rows, r) as f64 * strip * more_code;
            let better = best.is_none_or(|(c, s)| cost < c * 0.999 || (cost < c * 1.001 && r * v > s.rows * s.vectors));
            if better {
                best = Some((cost, Shape { rows: r, vectors: v }));
            }
        }
    }
    best.map_or(Shape { rows: 1, vectors: 1 }, |b| b.1)
}

/// What the core with most work has of `full` panels and one of `rest` vectors, if they are cut into `tasks` tasks, which
/// the cores take in order.
fn busiest(full: i64, rest: i64, tasks: i64, cores: i64) -> (i64, i64) {
    let panels = full + i64::from(rest > 0);
    let each = (panels + tasks - 1) / tasks;
    let tasks = (panels + each - 1) / each;
    let rounds = (tasks + cores - 1) / cores;
    // One task in the last round: it has what is left.
    if (tasks - 1) % cores == 0 {
        let before = (rounds - 1) * each;
        return (before + full - (tasks - 1) * each, rest);
    }
    (rounds * each, 0)
}

/// Cycles that a scalar takes from the second-level cache.
const MISS: f64 = 4.0;

/// True if multiply-adds take a scalar for all lanes (AVX-512, NEON). Elsewhere it is spread by an instruction of its own,
/// and waits in a register.
pub(super) fn spreads_for_free(t: &Target) -> bool {
    t.vector_regs >= 32
}

/// True if the scalars of a tile's rows fall into the same sets of the first-level cache, and are more than those hold: then
/// each of them is gone before the next one of its line is read.
pub(super) fn crowded(t: &Target, rows: i64, row_bytes: i64) -> bool {
    row_bytes > 0 && rows > rows_kept(t, row_bytes, 1)
}

/// Rows of which the first `bytes` are in the first-level cache at once, if they lie `row_bytes` apart.
pub(super) fn rows_kept(t: &Target, row_bytes: i64, bytes: i64) -> i64 {
    t.l1_bytes as i64 / apart(row_bytes, Target::L1_WAY_BYTES).max(bytes.min(Target::L1_WAY_BYTES)).max(1)
}

/// As [`rows_kept`], in the second-level cache.
pub(super) fn rows_kept_long(t: &Target, row_bytes: i64, bytes: i64) -> i64 {
    // Of 8 or 16 ways: 64 KiB on a Zen 5, 128 KiB on a Zen 4 and a Golden Cove.
    t.l2_bytes as i64 / apart(row_bytes, t.l2_bytes as i64 / 16).max(bytes).max(1)
}

/// Bytes of a way from one row to the next if each finds its place: the greatest power of two that divides both.
fn apart(row_bytes: i64, way: i64) -> i64 {
    if row_bytes == 0 { 1 } else { 1 << row_bytes.trailing_zeros().min(way.trailing_zeros()) }
}

/// Cycles of one term of a tile: multiply-adds, loads, their latency, and vectors from the second-level cache; with its
/// share of starting and storing the tile. Measured: what the second-level cache gives while all pipes work, that loads
/// are not quite free beside multiply-adds, and that tiles with few chains wait for them: fewer than 16 on a Zen 5 with
/// vectors of 64 bytes, fewer than 10 on a Zen 3 with 32, and than 12 on a Zen 2 if the vectors come from that cache.
fn cycles(t: &Target, rows: i64, vectors: i64, terms: i64) -> f64 {
    const CACHE_BYTES: f64 = 22.0;
    const LOAD: f64 = 0.1;
    let (r, v) = (rows as f64, vectors as f64);
    let vector_bytes = f64::from(t.vector_bytes);
    // Ten chains of five cycles have no time to wait for the second-level cache.
    let waits = t.multiply_add_cycles() > 4 && v * vector_bytes * terms as f64 > t.l1_bytes as f64;
    let latency = match waits {
        _ if spreads_for_free(t) => 8.0,
        true => 5.5,
        false => 5.0,
    };
    let work = (r * v / 2.0).max((r + v) / 2.0).max(latency).max(v * vector_bytes / CACHE_BYTES);
    work + LOAD * (r + v) + (20.0 + 2.0 * r * v) / terms.max(1) as f64
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
            slow_division: true,
            slow_subnormals: true,
            slow_gathers: true,
            gathers_words: true,
            wide_indices: true,
            l1_bytes: 32 << 10,
            l2_bytes: 1 << 20,
            l3_bytes: 32 << 20,
            cold: false,
            cores: 4,
            task_ns: Target::TASK_NS,
        }
    }

    fn extent(rows: i64, vectors: i64, terms: i64, tasks: Option<i64>) -> Extent {
        Extent { rows, vectors, terms, row_bytes: 4 * terms, tasks }
    }

    /// Three quarters of the registers at least are accumulators, and tile, operands and spread scalar fit the file.
    #[test]
    fn large_products_fill_the_registers() {
        for (bytes, regs) in [(64, 32), (32, 16), (16, 32)] {
            let s = choose(&target(bytes, regs), extent(1 << 20, 840, 1024, None));
            let (used, regs) = (s.rows * s.vectors, i64::from(regs));
            assert!(4 * used >= 3 * regs && used + s.vectors < regs, "{}x{} of {regs}", s.rows, s.vectors);
        }
    }

    /// 64 vectors for two cores: 21 panels of three and one more are 34 for one of them, 16 of four are 32.
    #[test]
    fn few_panels_are_shared_evenly() {
        let t = Target { cores: 2, ..target(64, 32) };
        assert_eq!(choose(&t, extent(64, 63, 1024, None)), Shape { rows: 8, vectors: 3 });
        assert_eq!(choose(&t, extent(64, 64, 1024, Some(16))), Shape { rows: 6, vectors: 4 });
        assert_eq!(busiest(10, 4, 16, 2), (5, 4));
        assert_eq!(busiest(21, 1, 16, 2), (11, 1));
        assert_eq!(busiest(21, 1, 22, 2), (11, 0));
        assert_eq!(busiest(3, 1, 1, 2), (3, 1));
        assert_eq!(busiest(0, 3, 8, 2), (0, 3));
    }

    #[test]
    fn few_rows_have_many_vectors() {
        let s = choose(&target(64, 32), extent(1, 256, 4096, None));
        assert_eq!((s.rows, s.vectors), (1, 8));
    }

    /// Eight lines of a set of the first-level cache are there, so that twelve rows of 4 KiB each are never read from it.
    #[test]
    fn rows_that_share_sets_are_few() {
        let narrow = target(32, 16);
        assert!(crowded(&narrow, 9, 4096) && crowded(&narrow, 9, 3 * 4096) && crowded(&narrow, 17, 2048));
        assert!(!crowded(&narrow, 8, 4096) && !crowded(&narrow, 16, 2048) && !crowded(&narrow, 14, 0));
        assert!(!crowded(&narrow, 14, 3072) && !crowded(&narrow, 14, 4100));
        assert_eq!(choose(&narrow, extent(1024, 128, 1024, None)), Shape { rows: 6, vectors: 2 });
        assert_eq!(choose(&narrow, extent(1024, 1, 1024, None)), Shape { rows: 8, vectors: 1 });
        assert_eq!(choose(&narrow, extent(1024, 1, 1000, None)), Shape { rows: 13, vectors: 1 });
    }

    /// Rows 4 KiB apart have one set for each of their lines in the first-level cache, 16 in the second of 1 MiB.
    #[test]
    fn rows_a_power_of_two_apart_are_kept_in_few_sets() {
        let t = target(64, 32);
        assert_eq!((rows_kept(&t, 4096, 256), rows_kept_long(&t, 4096, 256)), (8, 256));
        assert_eq!((rows_kept(&t, 3 * 4096, 256), rows_kept_long(&t, 3 * 4096, 256)), (8, 256));
        assert_eq!((rows_kept(&t, 3072, 256), rows_kept_long(&t, 3072, 256)), (32, 1024));
        assert_eq!((rows_kept(&t, 4100, 256), rows_kept_long(&t, 4100, 256)), (128, 4096));
        assert_eq!((rows_kept(&t, 0, 256), rows_kept_long(&t, 0, 256)), (128, 4096));
        assert_eq!((rows_kept(&t, 4, 1 << 20), rows_kept_long(&t, 4, 1 << 20)), (8, 1));
    }
}
