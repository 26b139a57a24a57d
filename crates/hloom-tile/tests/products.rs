//! Products and convolutions of random shapes and layouts: scheduled, lowered and run against the meaning of the kernel.
//! The caches of the targets are tiny, so that small products are packed, blocked and streamed as large ones are.

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, CastOp, DotOp, Elem, Program};
use hloom_tile::math::MathFn;
use hloom_tile::{Lowered, Target, eval_kernel, lower, print_kernel, print_nest, sched, verify};

fn target(vector_bytes: u32, l1_bytes: u64, l2_bytes: u64) -> Target {
    Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: if vector_bytes == 64 { "znver5" } else { "x86-64" }.into(),
        features: vec![],
        vector_bytes,
        vector_regs: if vector_bytes == 32 { 16 } else { 32 },
        cheap_masks: vector_bytes == 64,
        fma: true,
        slow_division: true,
        slow_subnormals: true,
        slow_gathers: true,
        gathers_words: true,
        wide_indices: true,
        l1_bytes,
        l2_bytes,
        l3_bytes: 1 << 20,
        cold: vector_bytes == 64,
        cores: 3,
        task_ns: Target::TASK_NS,
    }
}

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as i64 % n as i64
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
    fn shuffled<T: Copy>(&mut self, of: &[T]) -> Vec<T> {
        let mut v = of.to_vec();
        for i in (1..v.len()).rev() {
            v.swap(i, self.below(i as u64 + 1) as usize);
        }
        v
    }
}

/// Small integers in every type, so that sums are exact in any order.
fn fill(k: &Kernel, rng: &mut Rng) -> Vec<Vec<u8>> {
    let element = |t: DType, rng: &mut Rng| {
        let v = rng.below(9) - 4;
        let bits = match t {
            DType::F32 => u64::from((v as f32).to_bits()),
            DType::F64 => (v as f64).to_bits(),
            DType::BF16 => u64::from((v as f32).to_bits() >> 16),
            _ => v as u64,
        };
        bits.to_le_bytes()[..t.byte_size()].to_vec()
    };
    k.bufs.iter().map(|b| (0..b.dims.iter().product::<i64>()).flat_map(|_| element(b.dtype, rng)).collect()).collect()
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

/// Schedules a kernel, lowers and runs it; its buffers afterwards, and the nest.
fn native(name: &str, k: &Kernel, t: &Target, bufs: &[Vec<u8>]) -> (Vec<Vec<u8>>, String) {
    let s = sched::schedule(k, t);
    let nest = print_nest(&s.kernel, &s.nest);
    let words = |e: String| {
        let (bytes, l2) = (t.vector_bytes, t.l2_bytes);
        format!("{name} at {bytes} bytes, L2 {l2}: {e}\n{:?}\n{}\n{nest}", s.class, print_kernel(&s.kernel))
    };
    hloom_tile::legal::check(&s.kernel, &s.nest).unwrap_or_else(|e| panic!("{}", words(e)));
    let l = lower(&s.kernel, &s.nest, t, "kernel").unwrap_or_else(|e| panic!("{}", words(e.to_string())));
    assert_eq!(l.tasks, s.tasks, "{name}");
    verify::verify(&l.func).unwrap_or_else(|e| panic!("{}", words(e.to_string())));
    let mid = l.tasks / 2;
    let got = run(&l, bufs, &[(mid, l.tasks), (0, mid)]).unwrap_or_else(|e| panic!("{}", words(e)));
    (got, words(nest.clone()))
}

/// The first element that differs. Sums of small integers are exact; zeros may differ in sign.
fn difference(t: DType, want: &[u8], got: &[u8]) -> Option<usize> {
    let n = t.byte_size();
    let zero = |c: &[u8]| c[..n - 1].iter().all(|b| *b == 0) && c[n - 1] & 0x7f == 0;
    want.chunks(n).zip(got.chunks(n)).position(|(x, y)| x != y && !(zero(x) && zero(y)))
}

/// The nests, printed.
fn check(name: &str, k: &Kernel) -> String {
    let mut nests = String::new();
    let bufs = fill(k, &mut Rng(0x1234_5678_9abc_def1));
    let mut want = bufs.clone();
    eval_kernel(k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
    for (bytes, l1, l2) in [
        (16, 512, 2048),
        (32, 1024, 8192),
        (64, 1024, 4096),
        (64, 1024, 16_384),
        (64, 512, 40_000),
        (64, 32 << 10, 1 << 20),
    ] {
        let (got, words) = native(name, k, &target(bytes, l1, l2), &bufs);
        for (i, (w, g)) in want.iter().zip(&got).enumerate() {
            let bad = difference(k.bufs[i].dtype, w, g);
            assert!(bad.is_none(), "buffer {i}, element {bad:?}: {words}");
        }
        nests += &words;
    }
    nests
}

fn ixs(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

/// A factor as it is computed with: widened, perhaps with something done to it.
fn factor(k: &mut Kernel, t: DType, elem: Elem, index: Vec<Ix>, twice: bool) -> ExprId {
    let dims = vec![1; index.len()];
    let buf = k.add_buf(t, &dims, Role::In, 64);
    let from = Kernel::compute_elem(t);
    let mut e = k.add_expr(from, Expr::Load { buf, index, when: Pred::default(), other: None });
    if from != elem {
        let extend = if t == DType::U8 { CastOp::ZExt } else { CastOp::SExt };
        e = k.add_expr(elem, Expr::Cast(extend, e));
    }
    if twice {
        let op = if elem.is_float() { BinOp::FAdd } else { BinOp::Add };
        e = k.add_expr(elem, Expr::Bin(op, e, e));
    }
    e
}

/// Gives the buffer of the last factor its dimensions.
fn shape(k: &mut Kernel, dims: &[i64]) {
    let b = k.bufs.last_mut().expect("a factor was added");
    b.dims = dims.to_vec();
    b.strides = vec![1; dims.len()];
    for i in (0..dims.len().saturating_sub(1)).rev() {
        b.strides[i] = b.strides[i + 1] * dims[i + 1].max(1);
    }
}

fn finish(k: &mut Kernel, c: DefId, t: DType, axes: &[AxisId], out: &[AxisId], bias: bool) {
    let elem = k.def(c).tys[0];
    let mut def = c;
    if bias {
        let a = out[out.len() - 1];
        let buf = k.add_buf(t, &[k.extent(a)], Role::In, 64);
        let from = Kernel::compute_elem(t);
        let b = k.add_expr(from, Expr::Load { buf, index: ixs(&[a]), when: Pred::default(), other: None });
        let v = k.add_expr(elem, Expr::Read(c, 0, ixs(axes)));
        let op = if elem.is_float() { BinOp::FAdd } else { BinOp::Add };
        let s = k.add_expr(elem, Expr::Bin(op, v, b));
        def = k.add_def("y", axes.to_vec(), vec![elem], Body::Map(vec![s]));
    }
    let dims: Vec<i64> = out.iter().map(|a| k.extent(*a)).collect();
    let buf = k.add_buf(t, &dims, Role::Out, 64);
    k.outs.push(Out { buf, index: ixs(out), def, component: 0, when: Pred::default() });
}

/// Makes the last out read a value that takes long code to compute from its Def's, and is exact.
fn put_functions_behind(k: &mut Kernel) {
    let out = k.outs.last().expect("an out").clone();
    let (axes, elem) = (k.def(out.def).axes.clone(), k.def(out.def).tys[0]);
    let sum = k.add_expr(elem, Expr::Read(out.def, 0, ixs(&axes)));
    let function = |k: &mut Kernel, f: MathFn, args: Vec<ExprId>| k.add_expr(elem, Expr::Math(f, args));
    let value = if elem.is_float() {
        let [zero, five] = [0.0f64, 5.0].map(|x| k.add_expr(elem, Expr::Float(x.to_bits())));
        let [sine, cosine] = [MathFn::Sin, MathFn::Cos].map(|f| function(k, f, vec![sum]));
        let both = k.add_expr(elem, Expr::Bin(BinOp::FMul, cosine, sine));
        let nothing = k.add_expr(elem, Expr::Bin(BinOp::FMul, both, zero));
        let rest = function(k, MathFn::FRem, vec![sum, five]);
        k.add_expr(elem, Expr::Bin(BinOp::FAdd, rest, nothing))
    } else {
        let [three, five] = [3, 5].map(|x| k.add_expr(elem, Expr::Int(x)));
        let third = function(k, MathFn::SDiv, vec![sum, three]);
        let rest = function(k, MathFn::SRem, vec![sum, five]);
        k.add_expr(elem, Expr::Bin(BinOp::Sub, third, rest))
    };
    let def = k.add_def("f", axes, vec![elem], Body::Map(vec![value]));
    k.outs.last_mut().expect("an out").def = def;
}

fn reduce(k: &mut Kernel, axes: &[AxisId], over: &[AxisId], elem: Elem, args: Vec<ExprId>, when: Vec<Atom>) -> DefId {
    let zero = k.add_expr(elem, if elem.is_float() { Expr::Float(0) } else { Expr::Int(0) });
    let body = Body::Reduce { over: over.to_vec(), comb: Comb::Fma, init: vec![zero], args, when: Pred(when) };
    k.add_def("c", axes.to_vec(), vec![elem], body)
}

/// A product with these extents; layouts, types and surroundings by `rng`.
fn product(rng: &mut Rng, [b, m, n, l]: [i64; 4]) -> (String, Kernel) {
    let mut k = Kernel::default();
    let [bi, mi, ni, li] = [("b", b), ("m", m), ("n", n), ("k", l)].map(|(s, e)| k.add_axis(s, e));
    let (tin, tout) = rng.pick(&[
        (DType::F32, DType::F32),
        (DType::F32, DType::F32),
        (DType::F64, DType::F64),
        (DType::BF16, DType::F32),
        (DType::I8, DType::I32),
        (DType::I16, DType::I16),
        (DType::I8, DType::I8),
    ]);
    let elem = Kernel::compute_elem(tout);
    let la = rng.shuffled(&[bi, mi, li]);
    let lb = rng.shuffled(&[bi, li, ni]);
    let out = if rng.below(3) == 0 { rng.shuffled(&[bi, mi, ni]) } else { vec![bi, mi, ni] };
    let (ta, tb) = (rng.below(4) == 0, rng.below(4) == 0);
    let mut args = Vec::new();
    for (layout, twice) in [(&la, ta), (&lb, tb)] {
        args.push(factor(&mut k, tin, elem, ixs(layout), twice));
        let dims: Vec<i64> = layout.iter().map(|a| k.extent(*a)).collect();
        shape(&mut k, &dims);
    }
    if rng.below(4) == 0 {
        args.reverse();
    }
    let axes = out.clone();
    let c = reduce(&mut k, &axes, &[li], elem, args, vec![]);
    let bias = rng.below(2) == 0;
    finish(&mut k, c, tout, &axes, &out, bias);
    (format!("product {b}x{m}x{l}x{n} {tin} {la:?} {lb:?} -> {out:?} {ta} {tb} {bias}"), k)
}

#[test]
fn products() {
    let mut rng = Rng(7);
    for m in [1, 2, 5, 8, 13, 50] {
        for n in [1, 3, 16, 33, 70, 130] {
            for l in [1, 7, 40, 100] {
                let b = rng.pick(&[1, 1, 3]);
                let (name, k) = product(&mut rng, [b, m, n, l]);
                check(&name, &k);
            }
        }
    }
}

/// Long code behind a product stands once for a tile, and the product's sums go through memory.
#[test]
fn functions_behind_products() {
    let mut rng = Rng(17);
    let mut apart = 0;
    for m in [1, 7, 50] {
        for n in [3, 33, 130] {
            for l in [1, 40] {
                let b = rng.pick(&[1, 1, 3]);
                let (name, mut k) = product(&mut rng, [b, m, n, l]);
                put_functions_behind(&mut k);
                apart += check(&name, &k).matches("sums@L").count();
            }
        }
    }
    for _ in 0..6 {
        let (name, mut k) = convolution(&mut rng, DType::F32);
        put_functions_behind(&mut k);
        apart += check(&name, &k).matches("sums@L").count();
    }
    assert!(apart > 50, "{apart}");
    // A vector that is looked at first, and scaled if it is tiny.
    let mut k = Kernel::default();
    let [n, l] = [("n", 300), ("k", 40)].map(|(s, e)| k.add_axis(s, e));
    let x = factor(&mut k, DType::F32, Elem::F32, ixs(&[l]), false);
    shape(&mut k, &[40]);
    let w = factor(&mut k, DType::F32, Elem::F32, ixs(&[l, n]), false);
    shape(&mut k, &[40, 300]);
    let c = reduce(&mut k, &[n], &[l], Elem::F32, vec![x, w], vec![]);
    finish(&mut k, c, DType::F32, &[n], &[n], false);
    put_functions_behind(&mut k);
    let nests = check("vector", &k);
    assert!(nests.contains("sums@L") && nests.contains("unscaled"), "{nests}");
}

/// A thread has neighbouring tasks: rows of the larger factor, with all columns, or columns with all rows.
#[test]
fn tasks_by_the_larger_factor() {
    for ([m, n], outermost) in [([400, 140], "m"), ([60, 400], "n")] {
        let mut k = Kernel::default();
        let [mi, ni, li] = [("m", m), ("n", n), ("k", 200)].map(|(s, e)| k.add_axis(s, e));
        let args = [[mi, li], [li, ni]].map(|axes| {
            let f = factor(&mut k, DType::F32, Elem::F32, ixs(&axes), false);
            let dims = axes.map(|a| k.extent(a));
            shape(&mut k, &dims);
            f
        });
        let c = reduce(&mut k, &[mi, ni], &[li], Elem::F32, args.to_vec(), vec![]);
        finish(&mut k, c, DType::F32, &[mi, ni], &[mi, ni], false);
        let nests = check(outermost, &k);
        let first: Vec<&str> = nests.split("bytes, L2").skip(1).filter_map(|n| n.split("grid ").nth(1)).collect();
        assert!(!first.is_empty() && first.iter().all(|grid| grid.starts_with(outermost)), "{nests}");
    }
}

/// Panels that are packed by the first row tile, and asked for while the one before is used.
#[test]
fn panels_ahead() {
    let mut rng = Rng(11);
    let (mut packed_by_first_tile, mut asked_ahead) = (0, 0);
    for [m, n, l] in [[50, 130, 100], [61, 97, 40], [50, 200, 40], [43, 200, 160]] {
        for _ in 0..6 {
            let (name, k) = product(&mut rng, [1, m, n, l]);
            let nests = check(&name, &k);
            packed_by_first_tile += usize::from(nests.contains("first "));
            asked_ahead += usize::from(nests.contains("prefetch "));
        }
    }
    assert!(packed_by_first_tile > 4 && asked_ahead > packed_by_first_tile, "{packed_by_first_tile} {asked_ahead}");
}

/// Products of narrow numbers whose terms are added several at once.
#[test]
fn products_in_words() {
    let mut rng = Rng(23);
    let (mut in_words, mut with_first, mut wide, mut in_tiles) = (0, 0, 0, 0);
    for [b, m, n, l] in [
        [1, 23, 70, 40],
        [1, 50, 33, 8],
        [2, 5, 16, 100],
        [1, 1, 130, 64],
        [3, 8, 3, 4],
        [1, 7, 20, 6],
        [2, 33, 530, 76],
        [1, 80, 17, 140],
        [1, 16, 48, 2],
        [1, 40, 50, 33],
        [2, 16, 20, 7],
    ] {
        for (ta, tb) in
            [(DType::BF16, DType::BF16), (DType::I8, DType::I8), (DType::I8, DType::U8), (DType::U8, DType::U8)]
        {
            for turned in [false, true] {
                let mut k = Kernel::default();
                let [bi, mi, ni, li] = [("b", b), ("m", m), ("n", n), ("k", l)].map(|(s, e)| k.add_axis(s, e));
                let tout = if ta == DType::BF16 { DType::F32 } else { DType::I32 };
                let elem = Kernel::compute_elem(tout);
                let lb = if turned { [bi, ni, li] } else { [bi, li, ni] };
                let mut args = Vec::new();
                for (t, layout) in [(ta, [bi, mi, li]), (tb, lb)] {
                    let dims: Vec<i64> = layout.iter().map(|a| k.extent(*a)).collect();
                    let buf = k.add_buf(t, &dims, Role::In, t.byte_size() as u32);
                    let load = Expr::Load { buf, index: ixs(&layout), when: Pred::default(), other: None };
                    let mut e = k.add_expr(Kernel::compute_elem(t), load);
                    if t != DType::BF16 {
                        let widen = if t == DType::I8 { CastOp::SExt } else { CastOp::ZExt };
                        e = k.add_expr(elem, Expr::Cast(widen, e));
                    }
                    args.push(e);
                }
                if rng.below(2) == 0 {
                    args.reverse();
                }
                let axes = if rng.below(4) == 0 { [bi, ni, mi] } else { [bi, mi, ni] };
                let c = reduce(&mut k, &axes, &[li], elem, args, vec![]);
                let out = if rng.below(4) == 0 { [ni, bi, mi] } else { axes };
                finish(&mut k, c, tout, &axes, &out, rng.below(2) == 0);
                // Bytes over their whole range.
                let mut bufs = fill(&k, &mut rng);
                for (bytes, _) in bufs.iter_mut().zip(&k.bufs).filter(|(_, d)| d.dtype.byte_size() == 1) {
                    bytes.iter_mut().for_each(|x| *x = rng.below(256) as u8);
                }
                let name = format!("{b}x{m}x{l}x{n} {ta} {tb} {turned}");
                let mut want = bufs.clone();
                eval_kernel(&k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
                let machines: [(u32, &[&str], u64); 7] = [
                    (64, &["+avx512bf16", "+avx512vnni", "+amx-tile", "+amx-bf16", "+amx-int8"], 4096),
                    (64, &["+amx-tile", "+amx-bf16", "+amx-int8"], 1 << 20),
                    (64, &["+avx512bf16", "+avx512vnni"], 4096),
                    (64, &["+avx512bw"], 4096),
                    (32, &["+avx2", "+avxvnni"], 4096),
                    (32, &["+avx2"], 4096),
                    (32, &["+avx2"], 16),
                ];
                for (vector_bytes, features, l2) in machines {
                    let features = features.iter().map(|f| f.to_string()).collect();
                    let t = Target { features, ..target(vector_bytes, 1024, l2) };
                    let Some(dots) = sched::prepared(&k, &t) else { continue };
                    in_words += 1;
                    let mut given = bufs.clone();
                    wide += usize::from(t.has_dot(DotOp::S16) && !t.has_dot(DotOp::U8S8));
                    if let Some(first) = dots.first {
                        with_first += 1;
                        let mut own: Vec<Vec<u8>> = first.bufs.iter().map(|b| bufs[b.0 as usize].clone()).collect();
                        own.push(vec![0xa5; 4 * first.count as usize]);
                        given.extend(native(&name, &first.kernel, &t, &own).0.pop());
                    }
                    let (got, words) = native(&name, &dots.kernel, &t, &given);
                    in_tiles += usize::from(words.contains("tiles "));
                    let out = k.outs[0].buf.0 as usize;
                    let bad = difference(tout, &want[out], &got[out]);
                    assert!(bad.is_none(), "element {bad:?}: {words}");
                }
            }
        }
    }
    assert!(
        in_words > 100 && with_first > 40 && wide > 30 && in_tiles > 40,
        "{in_words} {with_first} {wide} {in_tiles}"
    );
}

/// Runs what is computed before a product, and the product. The type of the former, if there is any.
fn check_prepared(name: &str, k: &Kernel, t: &Target, bufs: &[Vec<u8>], want: &[Vec<u8>]) -> Option<DType> {
    let prepared = sched::prepared(k, t)?;
    let first = prepared.first?;
    let mut own: Vec<Vec<u8>> = first.bufs.iter().map(|b| bufs[b.0 as usize].clone()).collect();
    own.push(vec![0xa5; first.dtype.byte_size() * first.count as usize]);
    let mut given = bufs.to_vec();
    given.extend(native(name, &first.kernel, t, &own).0.pop());
    let (got, words) = native(name, &prepared.kernel, t, &given);
    let out = &k.outs[0];
    let at = out.buf.0 as usize;
    let bad = difference(k.bufs[at].dtype, &want[at], &got[at]);
    assert!(bad.is_none(), "element {bad:?}: {words}");
    Some(first.dtype)
}

/// Products whose factor of scalars lies along the rows: it is turned first.
#[test]
fn factors_turned_first() {
    let mut rng = Rng(29);
    let mut turned = 0;
    for ([b, m, n, l], dtype) in [
        ([1, 50, 130, 40], DType::F32),
        ([1, 61, 256, 33], DType::F32),
        ([2, 48, 128, 9], DType::F32),
        ([1, 49, 70, 20], DType::F64),
        ([1, 55, 129, 17], DType::I32),
    ] {
        for finished in [false, true] {
            let mut k = Kernel::default();
            let [bi, mi, ni, li] = [("b", b), ("m", m), ("n", n), ("k", l)].map(|(s, e)| k.add_axis(s, e));
            let elem = Kernel::compute_elem(dtype);
            let mut args = Vec::new();
            for layout in [[bi, li, mi], [bi, li, ni]] {
                let dims: Vec<i64> = layout.iter().map(|a| k.extent(*a)).collect();
                let buf = k.add_buf(dtype, &dims, Role::In, dtype.byte_size() as u32);
                args.push(
                    k.add_expr(elem, Expr::Load { buf, index: ixs(&layout), when: Pred::default(), other: None }),
                );
            }
            let axes = [bi, mi, ni];
            let c = reduce(&mut k, &axes, &[li], elem, args, vec![]);
            finish(&mut k, c, dtype, &axes, &axes, finished);
            let bufs = fill(&k, &mut rng);
            let name = format!("{b}x{m}x{l}x{n} {dtype}");
            let mut want = bufs.clone();
            eval_kernel(&k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
            for l2 in [64, 4096] {
                let t = target(32, 256, l2);
                let Some(found) = check_prepared(&name, &k, &t, &bufs, &want) else { continue };
                turned += 1;
                assert_eq!(found, dtype);
            }
        }
    }
    assert!(turned >= 10, "{turned}");
}

/// Few rows times a factor with long lines, which some machines ask for ahead.
#[test]
fn long_lines() {
    let mut rng = Rng(5);
    let mut asked_ahead = 0;
    for shape in [[1, 8, 1100, 9], [1, 3, 1300, 11], [1, 1, 2300, 20], [2, 4, 1100, 3]] {
        for _ in 0..3 {
            let (name, k) = product(&mut rng, shape);
            asked_ahead += usize::from(check(&name, &k).contains("prefetch "));
        }
    }
    assert!(asked_ahead >= 3, "{asked_ahead}");
}

/// A convolution of `t` with one channel axis or groups, any layout.
fn convolution(rng: &mut Rng, t: DType) -> (String, Kernel) {
    let taps = (rng.pick(&[1, 2, 3]), rng.pick(&[1, 3, 5]));
    convolution_by(rng, t, taps)
}

fn convolution_by(rng: &mut Rng, t: DType, (kh, kw): (i64, i64)) -> (String, Kernel) {
    let mut k = Kernel::default();
    let (stride, dilation, ld) = (rng.pick(&[1, 1, 2]), rng.pick(&[1, 1, 2]), rng.pick(&[1, 1, 1, 2]));
    let (low, high) = (rng.below(3), rng.below(3));
    let (h, w) = (rng.pick(&[5, 8, 14]), rng.pick(&[6, 9, 17]));
    let depthwise = rng.below(4) == 0;
    let (c, o, b) =
        (if depthwise { 1 } else { rng.pick(&[1, 3, 8, 16]) }, rng.pick(&[4, 16, 24, 70]), rng.pick(&[1, 2]));
    // One image, both of whose axes slide.
    let image = kh * kw > 50 && rng.below(4) > 0;
    let (h, w, c, o, b) = if image { (22, 70, 1, 1, 1) } else { (h, w, c, o, b) };
    let size = |n: i64, taps: i64| ((n - 1) * ld + 1 + low + high - ((taps - 1) * dilation + 1)) / stride + 1;
    let (oh, ow) = (size(h, kh), size(w, kw));
    let extents = [("b", b), ("y", oh.max(1)), ("z", ow.max(1)), ("o", o), ("ky", kh), ("kx", kw), ("c", c)];
    let [bi, y, z, oi, ky, kx, ci] = extents.map(|(s, e)| k.add_axis(s, e));
    let extent = |a: AxisId| extents[a.0 as usize].1;
    let mut when = Vec::new();
    let mut at = |out: AxisId, tap: AxisId, n: i64| {
        let x = Ix::axis(out).scale(stride).add(&Ix::axis(tap).scale(dilation)).offset(-low);
        when.push(Atom::Range(x.clone(), 0, (n - 1) * ld + 1));
        if ld > 1 {
            when.push(Atom::Divides(x.clone(), ld));
        }
        x.div(ld, &extent)
    };
    let (py, pz) = (at(y, ky, h), at(z, kx, w));
    let channel = if depthwise { (Ix::axis(oi), o) } else { (Ix::axis(ci), c) };
    let (sum, elem) = if t.is_float() { (DType::F32, Elem::F32) } else { (DType::I32, Elem::I32) };
    let order = rng.pick(&[[0, 1, 2, 3], [0, 3, 1, 2]]);
    let place = |x: [(Ix, i64); 4]| -> Vec<(Ix, i64)> { order.iter().map(|i| x[*i].clone()).collect() };
    let input = place([(Ix::axis(bi), b), (py, h), (pz, w), channel]);
    let weights = rng.shuffled(&[ky, kx, ci, oi]);
    let mut args = Vec::new();
    args.push(factor(&mut k, t, elem, input.iter().map(|x| x.0.clone()).collect(), false));
    shape(&mut k, &input.iter().map(|x| x.1).collect::<Vec<_>>());
    args.push(factor(&mut k, t, elem, ixs(&weights), rng.below(4) == 0));
    shape(&mut k, &weights.iter().map(|a| extent(*a)).collect::<Vec<_>>());
    let out: Vec<AxisId> = order.iter().map(|i| [bi, y, z, oi][*i]).collect();
    let d = reduce(&mut k, &out, &[ky, kx, ci], elem, args, when);
    finish(&mut k, d, sum, &out, &out, rng.below(2) == 0);
    let name = format!(
        "convolution of {t} {b}x{h}x{w}x{c} by {kh}x{kw} to {o}, stride {stride} dilation {dilation} {ld} low {low} high {high} \
         depthwise {depthwise} {order:?} {weights:?}"
    );
    (name, k)
}

#[test]
fn convolutions() {
    let mut rng = Rng(11);
    for _ in 0..50 {
        let (name, k) = convolution(&mut rng, DType::F32);
        check(&name, &k);
    }
}

/// Windows that are not written out as a whole.
#[test]
fn wide_windows() {
    let mut rng = Rng(19);
    for _ in 0..12 {
        let taps = rng.pick(&[(9, 9), (7, 11), (9, 13)]);
        let (name, k) = convolution_by(&mut rng, DType::F32, taps);
        check(&name, &k);
    }
}

/// Convolutions of narrow numbers: what their windows slide over is widened first, or zeros are put around it for a matrix unit, or both
/// for an instruction that takes numbers of 16 bits.
#[test]
fn windows_widened_first() {
    let mut rng = Rng(13);
    let (mut widened, mut padded, mut both) = ([0, 0], [0, 0], [0, 0, 0]);
    for i in 0..100 {
        let t = [DType::BF16, [DType::I8, DType::U8][i / 2 % 2]][i % 2];
        let (name, k) = convolution(&mut rng, t);
        let bufs = fill(&k, &mut rng);
        let mut want = bufs.clone();
        eval_kernel(&k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
        for vector_bytes in [16, 32, 64] {
            let wide = [DType::F32, DType::I32][i % 2];
            let found = check_prepared(&name, &k, &target(vector_bytes, 1024, 16_384), &bufs, &want);
            widened[i % 2] += usize::from(found == Some(wide));
        }
        let features = ["+amx-tile", "+amx-bf16", "+amx-int8"].map(String::from).to_vec();
        let unit = Target { features, ..target(64, 1024, 16_384) };
        padded[i % 2] += usize::from(check_prepared(&name, &k, &unit, &bufs, &want) == Some(t));
        let machines: [(u32, &[&str]); 3] =
            [(32, &["+avx2"]), (64, &["+avx512bw"]), (64, &["+avx512bw", "+avx512vnni"])];
        for (both, (vector_bytes, features)) in both.iter_mut().zip(machines) {
            let features = features.iter().map(|f| f.to_string()).collect();
            let machine = Target { features, ..target(vector_bytes, 1024, 16_384) };
            *both += usize::from(check_prepared(&name, &k, &machine, &bufs, &want) == Some(DType::I16));
        }
    }
    assert!(widened.iter().all(|&n| n >= 6), "{widened:?}");
    assert!(padded.iter().all(|&n| n >= 1), "{padded:?}");
    assert!(both.iter().all(|&n| n >= 6), "{both:?}");
}
