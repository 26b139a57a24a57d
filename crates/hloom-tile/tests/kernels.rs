//! The law of nests: what a kernel means is what its scheduled, lowered function computes, on every width of vectors.

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, CmpOp, Elem, Program};
use hloom_tile::{Lowered, Target, eval_kernel, lower, sched, verify};

fn target(bytes: u32) -> Target {
    Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: "x86-64".into(),
        features: vec![],
        vector_bytes: bytes,
        vector_regs: if bytes == 64 { 32 } else { 16 },
        cheap_masks: bytes == 64,
        fma: true,
        l1_bytes: 32 << 10,
        l2_bytes: 1 << 20,
        l3_bytes: 32 << 20,
        cores: 4,
    }
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
    for bytes in [16, 32, 64] {
        let t = target(bytes);
        let s = sched::schedule(k, &t);
        let words = |e: String| format!("{name} at {bytes}: {e}\n{:?}\n{:#?}", s.class, s.nest);
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

fn ixs(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

fn load(k: &mut Kernel, buf: BufId, index: Vec<Ix>) -> ExprId {
    let elem = Kernel::compute_elem(k.bufs[buf.0 as usize].dtype);
    k.add_expr(elem, Expr::Load { buf, index, when: Pred::default(), other: None })
}

fn bin(k: &mut Kernel, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
    let e = k.elem(a);
    k.add_expr(e, Expr::Bin(op, a, b))
}

fn read(k: &mut Kernel, d: DefId, axes: &[AxisId]) -> ExprId {
    let e = k.def(d).tys[0];
    k.add_expr(e, Expr::Read(d, 0, ixs(axes)))
}

fn f32c(k: &mut Kernel, x: f32) -> ExprId {
    k.add_expr(Elem::F32, Expr::Float(f64::from(x).to_bits()))
}

fn out(k: &mut Kernel, dtype: DType, index: Vec<Ix>, dims: &[i64], def: DefId) {
    let buf = k.add_buf(dtype, dims, Role::Out, 64);
    k.outs.push(Out { buf, index, def, component: 0, when: Pred::default() });
}

fn reduce(
    k: &mut Kernel,
    name: &str,
    axes: &[AxisId],
    over: &[AxisId],
    comb: Comb,
    init: f32,
    args: Vec<ExprId>,
) -> DefId {
    let i = f32c(k, init);
    let body = Body::Reduce { over: over.to_vec(), comb, init: vec![i], args, when: Pred::default() };
    k.add_def(name, axes.to_vec(), vec![Elem::F32], body)
}

fn elementwise(dims: &[i64], dtype: DType) -> Kernel {
    let mut k = Kernel::default();
    let axes: Vec<AxisId> = dims.iter().enumerate().map(|(i, n)| k.add_axis(format!("a{i}"), *n)).collect();
    let x = k.add_buf(dtype, dims, Role::In, 64);
    let y = k.add_buf(dtype, dims, Role::In, 64);
    let (a, b) = (load(&mut k, x, ixs(&axes)), load(&mut k, y, ixs(&axes)));
    let float = k.elem(a).is_float();
    let s = bin(&mut k, if float { BinOp::FAdd } else { BinOp::Add }, a, b);
    let s = bin(&mut k, if float { BinOp::FMul } else { BinOp::Xor }, s, a);
    let elem = k.elem(s);
    let s = k.add_expr(elem, Expr::Round(dtype, s));
    let s = if matches!(dtype, DType::F32 | DType::F64 | DType::I32) { bin_undo(&k, s) } else { s };
    let d = k.add_def("y", axes.clone(), vec![elem], Body::Map(vec![s]));
    out(&mut k, dtype, ixs(&axes), dims, d);
    k
}

/// The operand of a `Round` that rounds nothing.
fn bin_undo(k: &Kernel, e: ExprId) -> ExprId {
    match k.expr(e) {
        Expr::Round(_, a) => *a,
        _ => e,
    }
}

fn softmax_like(rows: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let m = reduce(&mut k, "m", &[i], &[j], Comb::Bin(BinOp::FMax), f32::NEG_INFINITY, vec![v]);
    let mx = read(&mut k, m, &[i]);
    let d = bin(&mut k, BinOp::FSub, v, mx);
    let d = bin(&mut k, BinOp::FMul, d, d);
    let e = k.add_def("e", vec![i, j], vec![Elem::F32], Body::Map(vec![d]));
    let ev = read(&mut k, e, &[i, j]);
    let s = reduce(&mut k, "s", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![ev]);
    let sv = read(&mut k, s, &[i]);
    let one = f32c(&mut k, 1.0);
    let sv = bin(&mut k, BinOp::FAdd, sv, one);
    let r = k.add_def("r", vec![i], vec![Elem::F32], Body::Map(vec![sv]));
    let rv = read(&mut k, r, &[i]);
    let q = bin(&mut k, BinOp::FDiv, ev, rv);
    let y = k.add_def("y", vec![i, j], vec![Elem::F32], Body::Map(vec![q]));
    out(&mut k, DType::F32, ixs(&[i, j]), &[rows, cols], y);
    k
}

fn matmul(m: i64, n: i64, kk: i64, transposed: bool, bias: bool) -> Kernel {
    let mut k = Kernel::default();
    let (i, j, l) = (k.add_axis("m", m), k.add_axis("n", n), k.add_axis("k", kk));
    let a = k.add_buf(DType::F32, &[m, kk], Role::In, 64);
    let b = k.add_buf(DType::F32, &if transposed { [n, kk] } else { [kk, n] }, Role::In, 64);
    let av = load(&mut k, a, ixs(&[i, l]));
    let bv = load(&mut k, b, ixs(&if transposed { [j, l] } else { [l, j] }));
    let c = reduce(&mut k, "c", &[i, j], &[l], Comb::Fma, 0.0, vec![av, bv]);
    if !bias {
        out(&mut k, DType::F32, ixs(&[i, j]), &[m, n], c);
        return k;
    }
    let bias = k.add_buf(DType::F32, &[n], Role::In, 64);
    let bb = load(&mut k, bias, ixs(&[j]));
    let cv = read(&mut k, c, &[i, j]);
    let s = bin(&mut k, BinOp::FAdd, cv, bb);
    let z = f32c(&mut k, 0.0);
    let s = bin(&mut k, BinOp::FMax, s, z);
    let y = k.add_def("y", vec![i, j], vec![Elem::F32], Body::Map(vec![s]));
    out(&mut k, DType::F32, ixs(&[i, j]), &[m, n], y);
    k
}

fn conv(h: i64, w: i64, c: i64, o: i64, kh: i64, stride: i64, pad: i64, depthwise: bool) -> Kernel {
    let mut k = Kernel::default();
    let (oh, ow) = ((h + 2 * pad - kh) / stride + 1, (w + 2 * pad - kh) / stride + 1);
    let (y, z) = (k.add_axis("y", oh), k.add_axis("z", ow));
    let oc = k.add_axis("o", o);
    let (ky, kx, ci) = (k.add_axis("ky", kh), k.add_axis("kx", kh), k.add_axis("c", c));
    let x = k.add_buf(DType::F32, &[h, w, if depthwise { o } else { c }], Role::In, 64);
    let wt = k.add_buf(DType::F32, &[kh, kh, c, o], Role::In, 64);
    let py = Ix::axis(y).scale(stride).add(&Ix::axis(ky)).offset(-pad);
    let pz = Ix::axis(z).scale(stride).add(&Ix::axis(kx)).offset(-pad);
    let ch = if depthwise { Ix::axis(oc) } else { Ix::axis(ci) };
    let xv = load(&mut k, x, vec![py.clone(), pz.clone(), ch]);
    let wv = load(&mut k, wt, ixs(&[ky, kx, ci, oc]));
    let init = f32c(&mut k, 0.0);
    let body = Body::Reduce {
        over: vec![ky, kx, ci],
        comb: Comb::Fma,
        init: vec![init],
        args: vec![xv, wv],
        when: Pred(vec![Atom::Range(py, 0, h), Atom::Range(pz, 0, w)]),
    };
    let d = k.add_def("x", vec![y, z, oc], vec![Elem::F32], body);
    out(&mut k, DType::F32, ixs(&[y, z, oc]), &[oh, ow, o], d);
    k
}

fn argmax(rows: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let c = k.add_expr(Elem::I64, Expr::Coord(Ix::axis(j)));
    let c = k.add_expr(Elem::I32, Expr::Cast(hloom_tile::loop_ir::CastOp::Trunc, c));
    let p = |k: &mut Kernel, i: u32, e: Elem| k.add_expr(e, Expr::Param(i));
    let (v0, p0, v1, p1) =
        (p(&mut k, 0, Elem::F32), p(&mut k, 1, Elem::I32), p(&mut k, 2, Elem::F32), p(&mut k, 3, Elem::I32));
    let gt = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::FLt, v1, v0));
    let eq = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::FEq, v0, v1));
    let lt = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::SLt, p0, p1));
    let tie = k.add_expr(Elem::I1, Expr::Bin(BinOp::And, eq, lt));
    let first = k.add_expr(Elem::I1, Expr::Bin(BinOp::Or, gt, tie));
    let rv = k.add_expr(Elem::F32, Expr::Select(first, v0, v1));
    let rp = k.add_expr(Elem::I32, Expr::Select(first, p0, p1));
    let ninf = f32c(&mut k, f32::NEG_INFINITY);
    let zero = k.add_expr(Elem::I32, Expr::Int(0));
    let comb = Comb::Custom { results: vec![rv, rp], commutes: true };
    let body = Body::Reduce { over: vec![j], comb, init: vec![ninf, zero], args: vec![v, c], when: Pred::default() };
    let d = k.add_def("am", vec![i], vec![Elem::F32, Elem::I32], body);
    out(&mut k, DType::F32, ixs(&[i]), &[rows], d);
    let buf = k.add_buf(DType::I32, &[rows], Role::Out, 64);
    k.outs.push(Out { buf, index: ixs(&[i]), def: d, component: 1, when: Pred::default() });
    k
}

fn transpose(n: i64, m: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", n), k.add_axis("j", m));
    let x = k.add_buf(DType::F32, &[n, m], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let d = k.add_def("t", vec![j, i], vec![Elem::F32], Body::Map(vec![v]));
    out(&mut k, DType::F32, ixs(&[j, i]), &[m, n], d);
    k
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
    ] {
        check(&format!("conv {h} {c} {o} {kh} {s} {p} {dw}"), &conv(h, h, c, o, kh, s, p, dw), 1e-4);
    }
}

#[test]
fn transposes() {
    for (n, m) in [(1, 1), (16, 16), (33, 70), (5, 100), (64, 48)] {
        check(&format!("transpose {n}x{m}"), &transpose(n, m), 0.0);
    }
}
