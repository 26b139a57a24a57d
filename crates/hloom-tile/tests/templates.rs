//! Sorts and scans that are cut into tasks, run step by step in the evaluator of loop IR.

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::kernel::{Expr, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CmpOp, Elem, Program};
use hloom_tile::templates::{Scalars, ScanSpec, SortSpec, Template, scan, sort};
use hloom_tile::verify;

/// Runs the tasks of a template, the later half first; its buffers afterwards.
fn run(t: &Template, bufs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    verify::verify(&t.func).unwrap_or_else(|e| panic!("{}: {e}", t.name));
    let program = Program { funcs: vec![t.func.clone()], externs: vec![] };
    let mut m = Machine::new(&program);
    m.fuel = 1 << 40;
    let addrs: Vec<u64> = bufs.iter().map(|b| m.memory.add(b.clone())).collect();
    let table = m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
    let scratch = m.memory.add(vec![0xa5; t.scratch_bytes as usize]);
    let mid = t.tasks / 2;
    for (lo, hi) in [(mid, t.tasks), (0, mid)] {
        m.call(&t.func.name, &[table, lo as u64, hi as u64, scratch]).unwrap_or_else(|e| panic!("{}: {e}", t.name));
    }
    addrs.iter().map(|a| m.memory.region(*a).expect("still there").to_vec()).collect()
}

/// Runs the steps of a sort: the results, `to` before, from the operands.
fn run_steps(steps: &[Template], to: &[Vec<u8>], operands: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    steps.iter().fold(operands, |from, step| run(step, &[to.to_vec(), from].concat())[..to.len()].to_vec())
}

/// Numbers below `n`, by a simple generator.
fn numbers(count: i64, n: u64) -> Vec<i32> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    (0..count).map(|_| next() as i32).collect()
}

fn bytes<T: Copy, const N: usize>(x: &[T], f: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    x.iter().flat_map(|v| f(*v)).collect()
}

fn words(x: &[u8]) -> Vec<i32> {
    x.as_chunks::<4>().0.iter().map(|w| i32::from_le_bytes(*w)).collect()
}

/// The elements of a line that starts at `base`.
fn line<T: Copy>(x: &[T], base: i64, len: i64, inner: i64) -> Vec<T> {
    (0..len).map(|j| x[(base + j * inner) as usize]).collect()
}

fn starts(outer: i64, len: i64, inner: i64) -> impl Iterator<Item = i64> {
    (0..outer).flat_map(move |o| (0..inner).map(move |i| o * len * inner + i))
}

/// Sorts keys and their positions by a comparison of the keys; the number of steps, sorted keys and positions.
fn sorted(dtype: DType, op: CmpOp, keys: &[u8], [outer, len, inner]: [i64; 3]) -> (usize, Vec<u8>, Vec<i32>) {
    let mut k = Kernel::default();
    let params: Vec<ExprId> = (0..2).map(|i| k.add_expr(Kernel::compute_elem(dtype), Expr::Param(i))).collect();
    let less = [k.add_expr(Elem::I1, Expr::Cmp(op, params[0], params[1]))];
    let less = Scalars { kernel: &k, results: &less };
    // Positions in the only line need no buffer.
    let counted = outer * inner == 1;
    let (dtypes, positions) = (vec![dtype, DType::I32], vec![false, counted]);
    let steps = sort(&SortSpec { dtypes, positions, outer, len, inner, keep: len, less, cores: 2 }).expect("sorts");
    let places: Vec<i32> = (0..(outer * len * inner) as i32).collect();
    let mut from = vec![keys.to_vec(), bytes(&places, i32::to_le_bytes)];
    let to: Vec<Vec<u8>> = from.iter().map(|b| vec![0xa5; b.len()]).collect();
    from.truncate(if counted { 1 } else { 2 });
    let got = run_steps(&steps, &to, from);
    (steps.len(), got[0].clone(), words(&got[1]))
}

#[test]
fn long_lines_are_sorted_in_runs() {
    let mut cut = 0;
    for [outer, len, inner] in [[1, 20_000, 1], [1, 8_193, 1], [2, 9_001, 1], [1, 8_500, 3], [1, 1, 1], [3, 7, 2]] {
        let keys = numbers(outer * len * inner, 500);
        let (steps, got, positions) =
            sorted(DType::I32, CmpOp::SLt, &bytes(&keys, i32::to_le_bytes), [outer, len, inner]);
        cut += usize::from(steps > 1);
        let got = words(&got);
        for base in starts(outer, len, inner) {
            let mut want: Vec<(i32, i32)> =
                (0..len).map(|j| base + j * inner).map(|at| (keys[at as usize], at as i32)).collect();
            want.sort_by_key(|x| x.0);
            let got: Vec<(i32, i32)> =
                line(&got, base, len, inner).into_iter().zip(line(&positions, base, len, inner)).collect();
            assert!(want == got, "{outer}x{len}x{inner} from {base}");
        }
    }
    assert_eq!(cut, 4);
}

/// Comparators that compare one number of each side, here all bits but the lowest two: elements with equal keys keep their
/// order, whatever the type, the direction, and what goes with the key.
#[test]
fn keys_of_every_type_are_sorted_stably() {
    let ints = [DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32, DType::I64, DType::U64];
    for (dtype, descending, companions) in
        ints.iter().flat_map(|t| [(*t, false, 0), (*t, true, 0), (*t, false, 1), (*t, true, 2)])
    {
        // All of a line, or its first few.
        let shapes = [[1, 1, 1], [2, 7, 3], [1, 100, 1], [2, 600, 1], [3, 203, 2], [1, 9000, 1]];
        for ([outer, len, inner], keep) in shapes.iter().flat_map(|s| [(*s, s[1]), (*s, (s[1] / 9).max(1))]) {
            let elem = Kernel::compute_elem(dtype);
            let mut k = Kernel::default();
            let upper = k.add_expr(elem, Expr::Int(-4));
            let mut side = |n: u32| {
                let x = k.add_expr(elem, Expr::Param(n));
                k.add_expr(elem, Expr::Bin(BinOp::And, x, upper))
            };
            let (x, y) = (side(0), side(1));
            let op = if dtype.is_signed_int() { CmpOp::SLt } else { CmpOp::ULt };
            let less = [k.add_expr(Elem::I1, if descending { Expr::Cmp(op, y, x) } else { Expr::Cmp(op, x, y) })];
            // Companions: the position in memory, and half of it.
            let dtypes = [vec![dtype], vec![DType::I32, DType::I16][..companions].to_vec()].concat();
            let spec = SortSpec {
                positions: vec![false; dtypes.len()],
                dtypes,
                outer,
                len,
                inner,
                keep,
                less: Scalars { kernel: &k, results: &less },
                cores: 2,
            };
            let count = outer * len * inner;
            let size = dtype.byte_size();
            // All bytes of a number vary, but for the middle of wide ones: those are not dealt out.
            let mut keys: Vec<u64> = numbers(count, 1 << 20)
                .into_iter()
                .map(|x| (x as u64 & 0xffff | (x as u64) << 52) >> (if size == 8 { 0 } else { 3 }))
                .map(|x| if size == 8 { x } else { (x ^ x >> 32) & (u64::MAX >> (64 - 8 * size)) })
                .collect();
            // Each is among the first when it comes.
            if keep < len && !descending {
                keys.sort_by_key(|x| std::cmp::Reverse(x << (64 - 8 * size) ^ u64::from(dtype.is_signed_int()) << 63));
            }
            let places: Vec<i32> = (0..count as i32).collect();
            let mut from = vec![
                keys.iter().flat_map(|x| x.to_le_bytes()[..size].to_vec()).collect(),
                bytes(&places, i32::to_le_bytes),
                bytes(&places, |x| (x as i16 / 2).to_le_bytes()),
            ];
            from.truncate(1 + companions);
            let to: Vec<Vec<u8>> = from.iter().map(|b| vec![0xa5; b.len() / len as usize * keep as usize]).collect();
            let from = run_steps(&sort(&spec).expect("sorts"), &to, from);
            let key = |at: i64| {
                let x = keys[at as usize];
                let wide = if dtype.is_signed_int() {
                    let unused = 64 - 8 * size as u32;
                    i128::from(((x << unused) as i64) >> unused)
                } else {
                    i128::from(x)
                };
                if descending { -(wide >> 2) } else { wide >> 2 }
            };
            for (base, to_base) in starts(outer, len, inner).zip(starts(outer, keep, inner)) {
                let mut want: Vec<i64> = (0..len).map(|j| base + j * inner).collect();
                want.sort_by_key(|at| key(*at));
                for (j, at) in want.into_iter().take(keep as usize).enumerate() {
                    let to = (to_base + j as i64 * inner) as usize;
                    let what = format!("{dtype:?} {descending} {companions} {keep} of {outer}x{len}x{inner} at {to}");
                    assert_eq!(from[0][size * to..][..size], keys[at as usize].to_le_bytes()[..size], "{what}");
                    if companions > 0 {
                        assert_eq!(words(&from[1])[to], at as i32, "{what}");
                    }
                    if companions > 1 {
                        assert_eq!(from[2][2 * to..][..2], (at as i16 / 2).to_le_bytes(), "{what}");
                    }
                }
            }
        }
    }
}

/// NaN is neither before nor after anything: the comparison is no order, and still nothing may be lost.
#[test]
fn no_order_loses_nothing() {
    let keys: Vec<f32> = numbers(20_000, 300).iter().map(|&x| if x % 5 == 0 { f32::NAN } else { x as f32 }).collect();
    let (steps, _, mut positions) = sorted(DType::F32, CmpOp::FLt, &bytes(&keys, f32::to_le_bytes), [1, 20_000, 1]);
    assert!(steps > 1);
    positions.sort_unstable();
    assert!(positions.into_iter().eq(0..20_000));
}

#[test]
fn scans() {
    let mut cut = 0;
    for [outer, len, inner] in [[1, 40_000, 1], [2, 17_000, 1], [3, 100, 1], [2, 16, 1], [2, 30, 37], [1, 20, 5]] {
        for (dtype, op) in [(DType::I32, BinOp::Add), (DType::F32, BinOp::FAdd), (DType::BF16, BinOp::FMax)] {
            for reverse in [false, true] {
                let mut k = Kernel::default();
                let elem = Kernel::compute_elem(dtype);
                let neutral = match op {
                    BinOp::Add => Expr::Int(0),
                    BinOp::FAdd => Expr::Float((-0.0f64).to_bits()),
                    _ => Expr::Float(f64::NEG_INFINITY.to_bits()),
                };
                let start = k.add_expr(elem, neutral);
                let params: Vec<ExprId> = (0..2).map(|i| k.add_expr(elem, Expr::Param(i))).collect();
                let join = k.add_expr(elem, Expr::Bin(op, params[0], params[1]));
                let results = [start, join];
                let combine = Scalars { kernel: &k, results: &results };
                let steps = scan(&ScanSpec { dtypes: &[dtype], outer, len, inner, reverse, op: Some(op), combine })
                    .expect("scans");
                // Small integers: sums are exact, and so is bf16.
                let x = numbers(outer * len * inner, 9);
                let input = match dtype {
                    DType::I32 => bytes(&x, i32::to_le_bytes),
                    DType::F32 => bytes(&x, |x| (x as f32).to_le_bytes()),
                    _ => bytes(&x, |x| (((x as f32).to_bits() >> 16) as u16).to_le_bytes()),
                };
                let mut bufs = vec![vec![0xa5; input.len()], input.clone()];
                if let Some((t, wide, count)) = &steps.totals {
                    cut += 1;
                    bufs.push(run(t, &[vec![0xa5; *count as usize * wide.byte_size()], input]).swap_remove(0));
                }
                let got = run(&steps.scan, &bufs).swap_remove(0);
                let got: Vec<i32> = match dtype {
                    DType::I32 => words(&got),
                    DType::F32 => words(&got).into_iter().map(|w| f32::from_bits(w as u32) as i32).collect(),
                    _ => got
                        .as_chunks::<2>()
                        .0
                        .iter()
                        .map(|h| u16::from_le_bytes(*h))
                        .map(|h| f32::from_bits(u32::from(h) << 16) as i32)
                        .collect(),
                };
                for base in starts(outer, len, inner) {
                    let mut want = line(&x, base, len, inner);
                    let mut got = line(&got, base, len, inner);
                    if reverse {
                        want.reverse();
                        got.reverse();
                    }
                    for j in 1..want.len() {
                        want[j] = if op == BinOp::FMax { want[j].max(want[j - 1]) } else { want[j] + want[j - 1] };
                    }
                    let wrong = want.iter().zip(&got).position(|(w, g)| w != g);
                    assert!(wrong.is_none(), "{outer}x{len}x{inner} {dtype} {op:?} {reverse}: {wrong:?} from {base}");
                }
            }
        }
    }
    assert_eq!(cut, 12);
}
