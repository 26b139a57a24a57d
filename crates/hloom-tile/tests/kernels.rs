//! The law of nests: what a kernel means is what its scheduled, lowered function computes, on every width of vectors.

mod samples;

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, CastOp, Elem, Program};
use hloom_tile::math::MathFn;
use hloom_tile::nest::{Bind, Nest, Space, Tail};
use hloom_tile::{Lowered, Target, eval_kernel, lower, print_nest, sched, verify};
use samples::*;

fn target(bytes: u32) -> Target {
    Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: "x86-64".into(),
        features: vec![],
        vector_bytes: bytes,
        vector_regs: if bytes == 64 { 32 } else { 16 },
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

/// Caches so small that what is computed here is large.
fn small(bytes: u32) -> Target {
    Target { l1_bytes: 1 << 10, l2_bytes: 4 << 10, l3_bytes: 32 << 10, ..target(bytes) }
}

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: u64) -> i64 {
        (self.next() % n) as i64
    }
}

fn fill(k: &Kernel, rng: &mut Rng) -> Vec<Vec<u8>> {
    let buf = |b: &BufData, rng: &mut Rng| {
        let n: i64 = b.dims.iter().product();
        let mut bytes = Vec::new();
        for _ in 0..n {
            match b.dtype {
                DType::F32 => bytes.extend(((rng.below(4001) - 2000) as f32 / 256.0).to_le_bytes()),
                DType::F64 => bytes.extend(((rng.below(4001) - 2000) as f64 / 256.0).to_le_bytes()),
                DType::BF16 => bytes.extend(half_bits((rng.below(401) - 200) as f32).to_le_bytes()),
                DType::Bool => bytes.push(rng.below(2) as u8),
                DType::I32 => bytes.extend((rng.below(200) as i32 - 100).to_le_bytes()),
                d => (0..d.byte_size()).for_each(|_| bytes.push(rng.next() as u8)),
            }
        }
        bytes
    };
    k.bufs.iter().map(|b| buf(b, rng)).collect()
}

fn half_bits(x: f32) -> u16 {
    (x.to_bits() >> 16) as u16
}

fn run(l: &Lowered, bufs: &[Vec<u8>], tasks: &[(i64, i64)]) -> Result<Vec<Vec<u8>>, String> {
    let program = Program { funcs: vec![l.func.clone()], externs: vec![] };
    let mut m = Machine::new(&program);
    m.fuel = 1 << 40;
    let addrs: Vec<u64> = bufs.iter().map(|b| m.memory.add(b.clone())).collect();
    let table = m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
    let scratch = m.memory.add(vec![0xa5; l.scratch_bytes as usize]);
    for (lo, hi) in tasks {
        m.call(&l.func.name, &[table, *lo as u64, *hi as u64, scratch])?;
    }
    addrs.iter().map(|a| Ok(m.memory.region(*a).ok_or("gone")?.to_vec())).collect()
}

fn close(dtype: DType, a: &[u8], b: &[u8], tol: f64) -> Result<(), String> {
    let n = dtype.byte_size();
    for (i, (x, y)) in a.chunks(n).zip(b.chunks(n)).enumerate() {
        let value = |c: &[u8]| {
            let bits = c.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b));
            if dtype.is_float() { hloom_num::scalar::decode_float(dtype, bits) } else { bits as f64 }
        };
        let (p, q) = (value(x), value(y));
        let same = x == y
            || (p.is_nan() && q.is_nan())
            || (dtype.is_float() && (p - q).abs() <= tol * (1.0 + p.abs().max(q.abs())));
        if !same {
            return Err(format!("element {i}: expected {p}, got {q}"));
        }
    }
    Ok(())
}

/// Schedules, lowers and runs a kernel at each vector width, against its evaluator.
fn check(name: &str, k: &Kernel, tol: f64) {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let bufs = fill(k, &mut rng);
    let mut want = bufs.clone();
    eval_kernel(k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
    for t in [target(16), target(32), target(64), small(16), small(64)] {
        let s = sched::schedule(k, &t);
        let (bytes, l2) = (t.vector_bytes, t.l2_bytes);
        let words = |e: String| format!("{name} at {bytes}, L2 {l2}: {e}\n{:?}\n{:#?}", s.class, s.nest);
        hloom_tile::legal::check(&s.kernel, &s.nest).unwrap_or_else(|e| panic!("{}", words(e)));
        let l = lower(&s.kernel, &s.nest, &t, "kernel").unwrap_or_else(|e| panic!("{}", words(e.to_string())));
        assert_eq!(l.tasks, s.tasks, "{name}");
        verify::verify(&l.func).unwrap_or_else(|e| panic!("{}", words(format!("{e}\n{}", l.func))));
        // Tasks in two calls and in the other order: they must not depend on each other.
        let mid = l.tasks / 2;
        let got = run(&l, &bufs, &[(mid, l.tasks), (0, mid)])
            .unwrap_or_else(|e| panic!("{}", words(format!("{e}\n{}", l.func))));
        for (i, b) in k.bufs.iter().enumerate() {
            close(b.dtype, &want[i], &got[i], tol)
                .unwrap_or_else(|e| panic!("{}", words(format!("buffer {i}: {e}\n{}", l.func))));
        }
    }
}

#[test]
fn elementwise_of_every_type() {
    for d in DType::ALL {
        if d.is_complex() {
            continue;
        }
        for dims in [&[1][..], &[], &[0], &[37], &[3, 29], &[2, 3, 65], &[200]] {
            if *d == DType::Bool {
                continue;
            }
            check(&format!("elementwise {d} {dims:?}"), &elementwise(dims, *d), 0.0);
        }
    }
}

#[test]
fn rows() {
    for (r, c) in [(1, 1), (5, 7), (7, 64), (13, 131), (3, 300), (0, 5), (70, 17)] {
        check(&format!("softmax {r}x{c}"), &softmax_like(r, c), 1e-4);
        check(&format!("argmax {r}x{c}"), &argmax(r, c), 0.0);
    }
    for (r, c) in [(1, 1), (5, 7), (7, 4), (70, 17), (0, 5)] {
        check(&format!("steps {r}x{c}"), &steps(r, c, 2), 1e-4);
    }
}

#[test]
fn numbers_from_all_over_a_large_table_are_loaded_as_the_target_likes() {
    let k = gather_rows(301, 2000, 1);
    let near = Target { l2_bytes: 1 << 20, ..small(64) };
    for (t, gathers) in [(small(64), false), (Target { slow_gathers: false, ..small(64) }, true), (near, true)] {
        let s = sched::schedule(&k, &t);
        let text = lower(&s.kernel, &s.nest, &t, "kernel").expect("lowers").func.to_string();
        assert_eq!((text.contains(" = gather "), text.contains(": f32 = load")), (gathers, !gathers), "{text}");
    }
}

#[test]
fn a_row_is_divided_by_its_sum_as_the_target_likes() {
    let k = softmax(64, 1024);
    for slow_division in [false, true] {
        let t = Target { slow_division, ..target(64) };
        let s = sched::schedule(&k, &t);
        let text = lower(&s.kernel, &s.nest, &t, "kernel").expect("lowers").func.to_string();
        let [quotients, divisions] = ["<16xf32> = quotient ", "<16xf32> = fdiv "].map(|op| text.matches(op).count());
        assert_eq!((quotients > 0, divisions > 0), (slow_division, !slow_division), "{text}");
    }
}

#[test]
fn columns_and_full() {
    for (r, c) in [(1, 1), (5, 7), (70, 19), (13, 131), (0, 3)] {
        for (full, col) in [(false, true), (false, false), (true, false)] {
            let mut k = Kernel::default();
            let (i, j) = (k.add_axis("i", r), k.add_axis("j", c));
            let x = k.add_buf(DType::F32, &[r, c], Role::In, 64);
            let v = load(&mut k, x, ixs(&[i, j]));
            let (axes, over, dims) = match (full, col) {
                (true, _) => (vec![], vec![i, j], vec![]),
                (_, true) => (vec![j], vec![i], vec![c]),
                _ => (vec![i], vec![j], vec![r]),
            };
            let s = reduce(&mut k, "s", &axes, &over, Comb::Bin(BinOp::FAdd), 0.5, vec![v]);
            out(&mut k, DType::F32, ixs(&axes), &dims, s);
            check(&format!("sum {r}x{c} {full} {col}"), &k, 1e-4);
        }
    }
}

#[test]
fn products() {
    for (m, n, kk) in
        [(1, 1, 1), (6, 64, 5), (7, 33, 9), (13, 70, 31), (2, 130, 17), (1, 40, 33), (50, 100, 20), (20, 1, 40)]
    {
        for t in [false, true] {
            for bias in [false, true] {
                check(&format!("matmul {m}x{n}x{kk} {t} {bias}"), &matmul(m, n, kk, t, bias), 1e-4);
            }
        }
    }
}

#[test]
fn convolutions() {
    for (h, c, o, kh, s, p, dw) in [
        (5, 3, 7, 3, 1, 1, false),
        (9, 4, 70, 3, 1, 1, false),
        (14, 2, 16, 3, 2, 1, false),
        (7, 5, 33, 1, 1, 0, false),
        (16, 1, 20, 3, 1, 1, true),
        (8, 1, 64, 5, 1, 2, true),
        (14, 20, 32, 3, 1, 1, false),
        (29, 11, 40, 3, 1, 1, false),
        (30, 9, 17, 3, 2, 1, false),
    ] {
        check(&format!("conv {h} {c} {o} {kh} {s} {p} {dw}"), &conv(h, h, c, o, kh, s, p, dw), 1e-4);
    }
}

/// Taps that decide for themselves whether they meet an element are taken one by one, those of a loop in steps.
#[test]
fn convolutions_of_dilated_operands() {
    for (h, c, o, kh, dilation) in
        [(1, 3, 8, 3, 2), (5, 9, 16, 3, 2), (8, 12, 40, 4, 2), (6, 10, 33, 5, 3), (15, 9, 7, 2, 2)]
    {
        check(&format!("dilated conv {h} {c} {o} {kh} {dilation}"), &conv_dilated(h, c, o, kh, dilation), 1e-4);
    }
}

/// Where nothing leaves the operand, the taps of a window are a loop around the channels; a long body does not stand there again for
/// each edge of the image.
#[test]
fn windows_are_loops_inside() {
    let t = Target { cores: 1, ..target(64) };
    let lines = |k: &Kernel| {
        let s = sched::schedule(k, &t);
        assert!(print_nest(&s.kernel, &s.nest).contains("window kx"), "{}", print_nest(&s.kernel, &s.nest));
        lower(&s.kernel, &s.nest, &t, "kernel").expect("it is legal").func.to_string().lines().count()
    };
    let [few, many] = [3, 5].map(|taps| lines(&conv(56, 56, 32, 32, taps, 1, taps / 2, false)));
    assert!(many < 3 * few, "{few} lines for three taps, {many} for five");
    assert!(few < 900, "{few} lines");
}

#[test]
fn parts_of_points_are_stored_together() {
    for n in (1..=9).chain([12, 25]) {
        for dims in [&[1][..], &[0], &[37], &[3, 29], &[2, 64]] {
            for dtype in [DType::F32, DType::F64, DType::BF16, DType::I8] {
                for in_place in [false, true] {
                    check(&format!("parts {n} {dims:?} {dtype} {in_place}"), &parts(dims, n, dtype, in_place), 0.0);
                }
            }
        }
    }
    for (n, together) in [(2, true), (5, true), (64, true), (65, false)] {
        let (k, t) = (parts(&[64], n, DType::F32, false), target(32));
        let s = sched::schedule(&k, &t);
        let text = lower(&s.kernel, &s.nest, &t, "kernel").expect("lowers").func.to_string();
        assert_eq!(text.contains("scatter"), !together, "{text}");
    }
}

#[test]
fn transposes() {
    // Few rows, few columns: parts of points.
    let few = (1..=5).flat_map(|n| [(n, 70), (64, n), (n, 33)]);
    for (n, m) in [(1, 1), (16, 16), (33, 70), (5, 100), (64, 48)].into_iter().chain(few) {
        check(&format!("transpose {n}x{m}"), &transpose(n, m), 0.0);
    }
}

/// Rows that do not begin with lines share lines: those are fetched ahead, and not written past the caches.
#[test]
fn lines_of_two_rows_are_asked_for_and_not_streamed() {
    let kernels = [transpose(100, 70), transpose(96, 70), softmax_like(60, 131), softmax_like(60, 128)];
    for (k, shared) in kernels.iter().zip([true, false, true, false]) {
        let s = sched::schedule(k, &small(64));
        let nest = print_nest(&s.kernel, &s.nest);
        assert_eq!((nest.contains("prefetch b1"), nest.contains("stream")), (shared, !shared), "{nest}");
    }
    let s = sched::schedule(&transpose(100, 70), &target(64));
    assert!(print_nest(&s.kernel, &s.nest).contains("prefetch b1"));
    check("rows that share lines", &kernels[0], 0.0);
    check("rows that share lines", &kernels[2], 1e-4);
}

#[test]
fn more_shapes() {
    use hloom_tile::math::MathFn;
    for scores in [false, true] {
        check("batched", &batched(3, 13, 37, 20, scores), 1e-4);
    }
    check("conv first", &conv_first(14, 3, 9, 3, 1), 1e-4);
    check("conv first", &conv_first(20, 5, 6, 3, 0), 1e-4);
    check("pool", &max_pool(13, 20, 3, 2), 0.0);
    check("exp", &function(100, MathFn::Exp), 1e-6);
    check("short rows", &row_sum(70, 3), 1e-5);
    check("gather", &gather_rows(9, 5, 40), 0.0);
    check("gather", &gather_rows(40, 50, 1), 0.0);
    check("gather from afar", &gather_rows(301, 2000, 1), 0.0);
    check("attention", &attention(33, 2, 8), 1e-4);
}

/// Runs both halves of a split kernel through schedules and lowering.
#[test]
fn partials() {
    let whole = [target(16), target(64)];
    // Matrices that are read line by line. 2099 lines are not cut evenly.
    let lines = [small(16), small(64), Target { cores: 1, ..small(32) }];
    for (name, k, targets) in [
        ("all", sum(128, 1024, false), &whole[..]),
        ("short last chunk", sum(131, 1013, false), &whole),
        ("columns", sum(4099, 40, true), &whole),
        ("argmax", argmax(1, 100_003), &whole),
        ("columns, line by line", sum(2048, 128, true), &lines),
        ("columns, short last chunk", sum(2099, 131, true), &lines),
        ("columns, long lines", sum(2048, 2500, true), &lines[1..]),
        ("argmax of columns", argmax_over(70, 4096, true), &lines),
        ("one row", matmul(1, 130, 2048, false, true), &lines),
        ("two rows, short last chunk", matmul(2, 70, 2099, false, false), &lines),
    ] {
        let mut rng = Rng(77);
        let bufs = fill(&k, &mut rng);
        let mut want = bufs.clone();
        eval_kernel(&k, &mut want).unwrap_or_else(|e| panic!("{name}: {e}"));
        for t in targets {
            let p = sched::partial(&k, t).unwrap_or_else(|| panic!("{name} is not split"));
            let parts = p.parts.iter().map(|(d, n)| vec![0u8; d.byte_size() * *n as usize]);
            let first: Vec<Vec<u8>> = p.first_bufs.iter().map(|b| bufs[b.0 as usize].clone()).chain(parts).collect();
            let step = |k: &Kernel, bufs: &[Vec<u8>]| {
                let s = sched::schedule(k, t);
                let l = lower(&s.kernel, &s.nest, t, "kernel").unwrap_or_else(|e| panic!("{name}: {e}"));
                run(&l, bufs, &[(0, l.tasks)]).unwrap_or_else(|e| {
                    panic!("{name}: {e}\n{}\n{}", l.func, hloom_tile::print_nest(&s.kernel, &s.nest))
                })
            };
            let done = step(&p.first, &first);
            let second: Vec<Vec<u8>> = bufs.iter().cloned().chain(done.into_iter().skip(p.first_bufs.len())).collect();
            let got = step(&p.second, &second);
            for (i, b) in k.bufs.iter().enumerate() {
                close(b.dtype, &want[i], &got[i], 1e-3).unwrap_or_else(|e| panic!("{name}: buffer {i}: {e}"));
            }
        }
    }
}

/// A kernel of a few Maps and Reduces over up to three axes, with shifted, guarded, divided and gathered accesses, also at places
/// that other Maps compute, costly functions, and Maps that are read across.
fn random(rng: &mut Rng) -> Kernel {
    let mut k = Kernel::default();
    let extents = [1, 2, 3, 5, 8, 16, 17, 24, 33, 64, 70];
    let mut extent = |i: u64| extents[rng.below(extents.len() as u64 - 3 * i) as usize];
    let mut sizes = [extent(0), extent(1), extent(2)];
    let square = rng.below(3) == 0;
    if square {
        sizes = [sizes[2]; 3];
    }
    let axes: Vec<AxisId> = sizes.iter().enumerate().map(|(i, n)| k.add_axis(format!("a{i}"), *n)).collect();
    let mut defs: Vec<DefId> = Vec::new();
    let n = 1 + rng.below(4);
    let source = |k: &mut Kernel, rng: &mut Rng, over: &[AxisId], defs: &[DefId]| -> ExprId {
        if rng.below(3) == 0 && !defs.is_empty() {
            let d = defs[rng.below(defs.len() as u64) as usize];
            let of = k.def(d).axes.clone();
            if of.iter().all(|a| over.contains(a)) {
                let across = square && matches!(k.def(d).body, Body::Map(_)) && rng.below(2) == 0;
                let at = |a: &AxisId| if across { over[rng.below(over.len() as u64) as usize] } else { *a };
                let at: Vec<AxisId> = of.iter().map(at).collect();
                return read(k, d, &at);
            }
        }
        // A buffer over some of the axes, in any order, read with a shift under a guard, or through a division.
        let mut of: Vec<AxisId> = over.iter().copied().filter(|_| rng.below(4) != 0).collect();
        if rng.below(2) == 0 {
            of.reverse();
        }
        let dims: Vec<i64> = of.iter().map(|a| k.extent(*a)).collect();
        let buf = k.add_buf(DType::F32, &dims, Role::In, 4);
        let mut index = ixs(&of);
        let mut when = Pred::default();
        if let Some(a) = of.first().copied() {
            let extent = k.extent(a);
            match rng.below(7) {
                0 => {
                    index[0] = Ix::axis(a).offset(rng.below(3) - 1);
                    when.0.push(Atom::Range(index[0].clone(), 0, extent));
                }
                1 => index[0] = Ix::axis(a).div(3, &|a| k.extent(a)),
                2 => {
                    index[0] = Ix::axis(a).rem(4, &|a| k.extent(a)).div(2, &|a| k.extent(a)).scale(if extent > 1 {
                        1
                    } else {
                        0
                    })
                }
                3 => index[0] = Ix::axis(a).scale(-1).offset(extent - 1),
                4 => {
                    index[0] = Ix::axis(a).add(&Ix::axis(a));
                    when.0.push(Atom::Range(index[0].clone(), 0, extent));
                }
                5 => {
                    let read_here = |d: &&DefId| k.def(**d).axes.iter().all(|a| over.contains(a)) && is_exact(k, **d);
                    if let Some(d) = defs.iter().rev().find(read_here).copied() {
                        let axes = k.def(d).axes.clone();
                        let x = read(k, d, &axes);
                        index[0] = place(k, x, extent);
                    }
                }
                _ => {}
            }
        }
        let other = (!when.0.is_empty()).then(|| f32c(k, 0.25));
        k.add_expr(Elem::F32, Expr::Load { buf, index, when, other })
    };
    for i in 0..n {
        let mine: Vec<AxisId> = axes.iter().copied().filter(|_| rng.below(3) != 0).collect();
        let rest: Vec<AxisId> = axes.iter().copied().filter(|a| !mine.contains(a)).collect();
        let reduces = rng.below(2) == 0 && !rest.is_empty();
        let all: Vec<AxisId> = if reduces { axes.clone() } else { mine.clone() };
        let (a, b) = (source(&mut k, rng, &all, &defs), source(&mut k, rng, &all, &defs));
        let d = if reduces {
            let comb = [Comb::Bin(BinOp::FAdd), Comb::Bin(BinOp::FMax), Comb::Fma][rng.below(3) as usize].clone();
            let args = if comb == Comb::Fma { vec![a, b] } else { vec![bin(&mut k, BinOp::FSub, a, b)] };
            let d = reduce(&mut k, &format!("r{i}"), &mine, &rest, comb, 0.0, args);
            if rng.below(3) == 0
                && let Body::Reduce { when, .. } = &mut k.defs[d.0 as usize].body
            {
                when.0.push(Atom::Range(Ix::axis(rest[0]).offset(-1), 0, 5));
            }
            d
        } else {
            let mut e = bin(&mut k, BinOp::FAdd, a, b);
            if rng.below(2) == 0 {
                e = k.add_expr(Elem::F32, Expr::Math(MathFn::Tanh, vec![e]));
            }
            k.add_def(format!("m{i}"), mine, vec![Elem::F32], Body::Map(vec![e]))
        };
        defs.push(d);
    }
    for d in defs.iter().skip(defs.len().saturating_sub(2)) {
        let mut axes = k.def(*d).axes.clone();
        if rng.below(3) == 0 {
            axes.reverse();
        }
        let dims: Vec<i64> = axes.iter().map(|a| k.extent(*a)).collect();
        out(&mut k, DType::F32, ixs(&axes), &dims, *d);
    }
    k
}

/// A number from 0 to below `extent` that depends on `x`.
fn place(k: &mut Kernel, x: ExprId, extent: i64) -> Ix {
    let (few, none, last) = (f32c(k, 3.7), f32c(k, 0.0), f32c(k, (extent - 1) as f32));
    let x = bin(k, BinOp::FMul, x, few);
    let x = bin(k, BinOp::FMax, x, none);
    let x = bin(k, BinOp::FMin, x, last);
    Ix::value(k.add_expr(Elem::I64, Expr::Cast(CastOp::FToS, x)))
}

/// True if a Def has the same bits however it is computed: there is no sum in it.
fn is_exact(k: &Kernel, d: DefId) -> bool {
    let Body::Map(exprs) = &k.def(d).body else { return false };
    let mut exact = true;
    hloom_tile::visit_all(k, exprs.iter().copied(), &mut |e| {
        if let Expr::Read(d, ..) = k.expr(e) {
            exact &= is_exact(k, *d);
        }
    });
    exact
}

/// Swaps neighbours in the tree: pair `n`, counted from the front; false if there are not so many.
fn swap_neighbours(nest: &mut [Nest], n: &mut usize) -> bool {
    for i in 0..nest.len() {
        if i + 1 < nest.len() {
            if *n == 0 {
                nest.swap(i, i + 1);
                return true;
            }
            *n -= 1;
        }
        if let Nest::Loop { body, .. } | Nest::First { body, .. } | Nest::If { body, .. } = &mut nest[i]
            && swap_neighbours(body, n)
        {
            return true;
        }
    }
    false
}

/// What is staged and reads what is staged must stand behind it: the checker sees where it does not.
#[test]
fn a_nest_that_reads_too_early_is_refused() {
    let s = sched::schedule(&steps(70, 17, 2), &target(32));
    hloom_tile::legal::check(&s.kernel, &s.nest).expect("a legal nest");
    let swapped = |n: usize| {
        let mut nest = s.nest.clone();
        swap_neighbours(&mut nest, &mut { n }).then_some(nest)
    };
    let verdicts = (0..).map_while(swapped).map(|nest| hloom_tile::legal::check(&s.kernel, &nest));
    let early = |e: &String| e.starts_with("complete: ") && e.ends_with("is read before it is evaluated");
    let refused = verdicts.filter_map(Result::err).filter(early).count();
    assert!(refused >= 3, "{refused} of the nests are refused");
}

/// What is kept for one row must not be read by the column, not through a Map that passes it on either; kept for all rows
/// before, it may be.
#[test]
fn a_nest_that_reads_what_it_keeps_elsewhere_is_refused() {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", 24), k.add_axis("j", 24));
    let x = k.add_buf(DType::F32, &[24, 24], Role::In, 64);
    let map = |k: &mut Kernel, name: &str, e| k.add_def(name, vec![i, j], vec![Elem::F32], Body::Map(vec![e]));
    let e = load(&mut k, x, ixs(&[i, j]));
    let kept = map(&mut k, "kept", e);
    let e = read(&mut k, kept, &[i, j]);
    let passed = map(&mut k, "passed", e);
    let (own, across) = (read(&mut k, passed, &[i, j]), read(&mut k, passed, &[j, i]));
    let e = bin(&mut k, BinOp::FSub, own, across);
    let d = map(&mut k, "d", e);
    out(&mut k, DType::F32, ixs(&[i, j]), &[24, 24], d);
    let lp = |axis, body| Nest::Loop { axis, step: 1, bind: Bind::Serial, tail: Tail::Peel, body };
    let at = || Nest::At { def: kept, space: Space::Local };
    let store = || Nest::Store { out: 0, stream: false };
    let row = vec![lp(i, vec![lp(j, vec![at()]), lp(j, vec![store()])])];
    let verdict = hloom_tile::legal::check(&k, &row);
    assert_eq!(verdict, Err("reach: kept is read elsewhere along i, inside the loop that it is kept for".into()));
    let whole = vec![lp(i, vec![lp(j, vec![at()])]), lp(i, vec![lp(j, vec![store()])])];
    assert_eq!(hloom_tile::legal::check(&k, &whole), Ok(()));
}

/// What registers hold of one row must not be read behind the loop over the rows; inside of it, it may be.
#[test]
fn a_nest_that_reads_registers_of_another_row_is_refused() {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", 24), k.add_axis("j", 9));
    let x = k.add_buf(DType::F32, &[24, 9], Role::In, 64);
    let e = load(&mut k, x, ixs(&[i, j]));
    let sum = reduce(&mut k, "sum", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![e]);
    let e = read(&mut k, sum, &[i]);
    let d = k.add_def("d", vec![i], vec![Elem::F32], Body::Map(vec![e]));
    out(&mut k, DType::F32, ixs(&[i]), &[24], d);
    let lp = |axis, body| Nest::Loop { axis, step: 1, bind: Bind::Serial, tail: Tail::Peel, body };
    let at = || lp(j, vec![Nest::At { def: sum, space: Space::Reg }]);
    let store = || Nest::Store { out: 0, stream: false };
    let behind = vec![lp(i, vec![at()]), lp(i, vec![store()])];
    let verdict = hloom_tile::legal::check(&k, &behind);
    assert_eq!(verdict, Err("reach: sum is read behind the loop over i in whose registers it is".into()));
    assert_eq!(hloom_tile::legal::check(&k, &[lp(i, vec![at(), store()])]), Ok(()));
}

/// A loop whose last sub-range begins early computes some points again, from what it has stored if that is in place; what is
/// only staged may be staged again.
#[test]
fn a_nest_that_updates_points_twice_is_refused() {
    let mut k = Kernel::default();
    let i = k.add_axis("i", 10);
    let (x, y) = (k.add_buf(DType::F32, &[10], Role::InOut, 64), k.add_buf(DType::F32, &[10], Role::In, 64));
    let map = |k: &mut Kernel, name: &str, e| k.add_def(name, vec![i], vec![Elem::F32], Body::Map(vec![e]));
    let e = load(&mut k, y, ixs(&[i]));
    let staged = map(&mut k, "staged", e);
    let (own, other) = (load(&mut k, x, ixs(&[i])), read(&mut k, staged, &[i]));
    let e = bin(&mut k, BinOp::FAdd, own, other);
    let sum = map(&mut k, "sum", e);
    k.outs.push(Out { buf: x, index: ixs(&[i]), def: sum, component: 0, when: Pred::default() });
    let lp = |step, tail, body| Nest::Loop { axis: i, step, bind: Bind::Serial, tail, body };
    let points = |tail, node| vec![lp(4, tail, vec![lp(1, Tail::Peel, vec![node])])];
    let stage = |tail| points(tail, Nest::At { def: staged, space: Space::Local });
    let update = |tail| points(tail, Nest::Store { out: 0, stream: false });
    let verdict = |a, b| hloom_tile::legal::check(&k, &[stage(a), update(b)].concat());
    assert_eq!(verdict(Tail::Shift, Tail::Peel), Ok(()));
    assert_eq!(verdict(Tail::Peel, Tail::Shift), Err("overlap: i is shifted over a buffer in place".into()));
}

#[test]
fn random_kernels() {
    let mut rng = Rng(0x1234_5678_9abc_def1);
    for i in 0..std::env::var("HLOOM_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(150) {
        let k = random(&mut rng);
        let points: i64 = k.axes.iter().map(|a| a.extent).product();
        if points <= 20_000 {
            check(&format!("random {i}\n{}", hloom_tile::print_kernel(&k)), &k, 1e-3);
        }
    }
}
