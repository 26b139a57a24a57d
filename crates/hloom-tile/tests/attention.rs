//! Two products with a softmax between them: scheduled, lowered and run against the meaning of the kernel.

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem, Program};
use hloom_tile::math::MathFn;
use hloom_tile::{Lowered, Target, eval_kernel, legal, lower, print_kernel, print_nest, sched, verify};

fn target(vector_bytes: u32, l2_bytes: u64, cores: u32) -> Target {
    Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: "x86-64".into(),
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
        l1_bytes: 32 << 10,
        l2_bytes,
        l3_bytes: 1 << 22,
        cold: false,
        cores,
        task_ns: Target::TASK_NS,
    }
}

/// What surrounds the products.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Keys, values and results are `[b][t][h][d]`, else `[b][h][t][d]`; or keys are `[b][h][d][t]`.
    layout: Layout,
    causal: bool,
    /// Added to the scores: by `b` and `t`, minus infinity for some keys, for one batch for all of them.
    bias: bool,
    /// The queries and values are bf16.
    narrow: bool,
    /// Something is added to the result.
    epilogue: bool,
    /// One more dimension of keys and queries, and scores that are bounded by a costly function.
    groups: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    HeadsInside,
    HeadsOutside,
    KeysTurned,
    ResultTurned,
}

fn ixs(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

fn load(k: &mut Kernel, t: DType, axes: &[AxisId]) -> ExprId {
    let dims: Vec<i64> = axes.iter().map(|a| k.extent(*a)).collect();
    let buf = k.add_buf(t, &dims, Role::In, 64);
    k.add_expr(Elem::F32, Expr::Load { buf, index: ixs(axes), when: Pred::default(), other: None })
}

fn bin(k: &mut Kernel, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
    k.add_expr(Elem::F32, Expr::Bin(op, a, b))
}

fn read(k: &mut Kernel, d: DefId) -> ExprId {
    let index = ixs(&k.def(d).axes.clone());
    k.add_expr(Elem::F32, Expr::Read(d, 0, index))
}

fn reduce(
    k: &mut Kernel,
    name: &str,
    axes: &[AxisId],
    over: &[AxisId],
    comb: Comb,
    init: f64,
    args: Vec<ExprId>,
) -> DefId {
    let init = vec![k.add_expr(Elem::F32, Expr::Float(init.to_bits()))];
    let body = Body::Reduce { over: over.to_vec(), comb, init, args, when: Pred::default() };
    k.add_def(name, axes.to_vec(), vec![Elem::F32], body)
}

fn attention([nb, nh, nq, nt, nd, nf]: [i64; 6], form: Form) -> Kernel {
    let mut k = Kernel::default();
    let extents = [("b", nb), ("h", nh), ("q", nq), ("t", nt), ("d", nd), ("f", nf), ("g", 3)];
    let [b, h, q, t, d, f, g] = extents.map(|(n, e)| k.add_axis(n, e));
    // Defs share axes of the same extent.
    let d = if nd == nf { f } else { d };
    let inside = form.layout == Layout::HeadsInside;
    let side = |x: AxisId, y: AxisId| if inside { vec![b, x, h, y] } else { vec![b, h, x, y] };
    let with = |mut v: Vec<AxisId>| {
        if form.groups {
            v.insert(2, g);
        }
        v
    };
    let narrow = if form.narrow { DType::BF16 } else { DType::F32 };
    let query = load(&mut k, narrow, &with(side(q, d)));
    let keys = if form.layout == Layout::KeysTurned { with(vec![b, h, d, t]) } else { with(side(t, d)) };
    let key = load(&mut k, DType::F32, &keys);
    let value = load(&mut k, narrow, &side(t, f));
    let over = if form.groups { vec![g, d] } else { vec![d] };
    let s = reduce(&mut k, "s", &[b, h, q, t], &over, Comb::Fma, 0.0, vec![query, key]);
    let scale = k.add_expr(Elem::F32, Expr::Float(0.25f64.to_bits()));
    let sv = read(&mut k, s);
    let mut z = bin(&mut k, BinOp::FMul, sv, scale);
    if form.groups {
        z = k.add_expr(Elem::F32, Expr::Math(MathFn::Tanh, vec![z]));
    }
    if form.bias {
        let extra = load(&mut k, DType::F32, &[b, t]);
        z = bin(&mut k, BinOp::FAdd, z, extra);
    }
    if form.causal {
        let least = k.add_expr(Elem::F32, Expr::Float(f64::from(f32::MIN).to_bits()));
        let [qi, ti] = [q, t].map(|a| {
            let c = k.add_expr(Elem::I64, Expr::Coord(Ix::axis(a)));
            k.add_expr(Elem::I32, Expr::Cast(CastOp::Trunc, c))
        });
        let visible = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::SLe, ti, qi));
        z = k.add_expr(Elem::F32, Expr::Select(visible, z, least));
    }
    let m = reduce(&mut k, "m", &[b, h, q], &[t], Comb::Bin(BinOp::FMax), f64::NEG_INFINITY, vec![z]);
    let mv = read(&mut k, m);
    let x = bin(&mut k, BinOp::FSub, z, mv);
    let x = k.add_expr(Elem::F32, Expr::Math(MathFn::Exp, vec![x]));
    let e = k.add_def("e", vec![b, h, q, t], vec![Elem::F32], Body::Map(vec![x]));
    let ev = read(&mut k, e);
    let l = reduce(&mut k, "l", &[b, h, q], &[t], Comb::Bin(BinOp::FAdd), 0.0, vec![ev]);
    let lv = read(&mut k, l);
    let p = bin(&mut k, BinOp::FDiv, ev, lv);
    let p = k.add_def("p", vec![b, h, q, t], vec![Elem::F32], Body::Map(vec![p]));
    let pv = read(&mut k, p);
    let result = if form.layout == Layout::ResultTurned { vec![b, h, f, q] } else { side(q, f) };
    let mut o = reduce(&mut k, "o", &[b, h, f, q], &[t], Comb::Fma, 0.0, vec![value, pv]);
    if form.epilogue {
        let more = load(&mut k, DType::F32, &[f]);
        let v = read(&mut k, o);
        let y = bin(&mut k, BinOp::FAdd, v, more);
        o = k.add_def("y", vec![b, h, f, q], vec![Elem::F32], Body::Map(vec![y]));
    }
    let dims: Vec<i64> = result.iter().map(|a| k.extent(*a)).collect();
    let buf = k.add_buf(DType::F32, &dims, Role::Out, 64);
    k.outs.push(Out { buf, index: ixs(&result), def: o, component: 0, when: Pred::default() });
    k
}

fn fill(k: &Kernel) -> Vec<Vec<u8>> {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as f32 / 16_777_216.0 - 0.5
    };
    let mut fill = |b: &BufData| -> Vec<u8> {
        let n: i64 = b.dims.iter().product();
        // Biases have two dimensions: some keys are hidden, and all of the first batch.
        let hides = |i: i64| b.dims.len() == 2 && (i % 5 == 2 || i < b.dims[1] && b.dims[0] > 1);
        let value = |i: i64, v: f32| if hides(i) { f32::NEG_INFINITY } else { 4.0 * v };
        let bytes = |v: f32| match b.dtype {
            DType::BF16 => ((v.to_bits() >> 16) as u16).to_le_bytes().to_vec(),
            _ => v.to_le_bytes().to_vec(),
        };
        (0..n).flat_map(|i| bytes(value(i, next()))).collect()
    };
    k.bufs.iter().map(&mut fill).collect()
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

fn check(sizes: [i64; 6], form: Form) {
    let k = attention(sizes, form);
    let bufs = fill(&k);
    let mut want = bufs.clone();
    let name = format!("{sizes:?} {form:?}");
    eval_kernel(&k, &mut want).unwrap_or_else(|e| panic!("{name}: oracle: {e}"));
    for (bytes, l2, cores) in [(16, 1 << 20, 1), (32, 128 << 10, 2), (64, 1 << 20, 2), (64, 160 << 10, 2)] {
        let t = target(bytes, l2, cores);
        assert!(sched::joins(&k, &t), "{name}: is computed together");
        let s = sched::schedule(&k, &t);
        let words = |e: String| {
            format!("{name} at {bytes}: {e}\n{}\n{}", print_kernel(&s.kernel), print_nest(&s.kernel, &s.nest))
        };
        // Scores that a mask hides are not computed.
        assert_eq!(print_nest(&s.kernel, &s.nest).contains("if 0 <= "), form.causal, "{name}");
        legal::check(&s.kernel, &s.nest).unwrap_or_else(|e| panic!("{}", words(e)));
        let l = lower(&s.kernel, &s.nest, &t, "kernel").unwrap_or_else(|e| panic!("{}", words(e.to_string())));
        assert_eq!(l.tasks, s.tasks, "{name}");
        verify::verify(&l.func).unwrap_or_else(|e| panic!("{}", words(e.to_string())));
        let mid = l.tasks / 2;
        let got = run(&l, &bufs, &[(mid, l.tasks), (0, mid)]).unwrap_or_else(|e| panic!("{}", words(e)));
        let floats = |b: &[u8]| -> Vec<f32> {
            b.chunks_exact(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
        };
        let (w, g) = (floats(&want[k.bufs.len() - 1]), floats(&got[k.bufs.len() - 1]));
        let near = |(x, y): (&f32, &f32)| x.is_nan() && y.is_nan() || (x - y).abs() <= 1e-5 + 1e-5 * x.abs();
        let bad = w.iter().zip(&g).position(|p| !near(p));
        assert!(
            bad.is_none(),
            "{}",
            words(format!("element {bad:?}: {:?} {:?}", w[bad.unwrap_or(0)], g[bad.unwrap_or(0)]))
        );
    }
}

const PLAIN: Form =
    Form { layout: Layout::HeadsInside, causal: false, bias: false, narrow: false, epilogue: false, groups: false };

#[test]
fn heads_inside_and_outside() {
    check([2, 2, 16, 16, 8, 8], Form { causal: true, ..PLAIN });
    check([2, 1, 16, 16, 8, 8], Form { layout: Layout::HeadsOutside, ..PLAIN });
    check([1, 3, 20, 36, 16, 16], Form { layout: Layout::KeysTurned, causal: true, ..PLAIN });
    check([2, 2, 17, 33, 16, 20], Form { layout: Layout::ResultTurned, ..PLAIN });
}

#[test]
fn odd_extents() {
    check([1, 2, 13, 29, 7, 5], Form { causal: true, epilogue: true, ..PLAIN });
    check([1, 2, 97, 67, 19, 33], Form { causal: true, ..PLAIN });
    check([2, 1, 131, 130, 3, 70], Form { layout: Layout::HeadsOutside, ..PLAIN });
}

#[test]
fn biases_that_hide_keys() {
    check([2, 2, 19, 24, 8, 8], Form { bias: true, ..PLAIN });
    check([1, 2, 9, 40, 5, 16], Form { bias: true, causal: true, epilogue: true, ..PLAIN });
}

#[test]
fn narrow_factors_and_several_summed_axes() {
    check([1, 2, 18, 35, 9, 24], Form { narrow: true, causal: true, ..PLAIN });
    check([2, 1, 12, 20, 16, 16], Form { groups: true, ..PLAIN });
    check([1, 2, 12, 20, 16, 16], Form { groups: true, narrow: true, layout: Layout::HeadsOutside, ..PLAIN });
}
