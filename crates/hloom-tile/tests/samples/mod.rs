//! Sample kernels, for tests and for timing.
#![allow(missing_docs, dead_code, unreachable_pub)]

use hloom_num::DType;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem};

pub fn ixs(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

pub fn load(k: &mut Kernel, buf: BufId, index: Vec<Ix>) -> ExprId {
    let elem = Kernel::compute_elem(k.bufs[buf.0 as usize].dtype);
    k.add_expr(elem, Expr::Load { buf, index, when: Pred::default(), other: None })
}

pub fn bin(k: &mut Kernel, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
    let e = k.elem(a);
    k.add_expr(e, Expr::Bin(op, a, b))
}

pub fn read(k: &mut Kernel, d: DefId, axes: &[AxisId]) -> ExprId {
    let e = k.def(d).tys[0];
    k.add_expr(e, Expr::Read(d, 0, ixs(axes)))
}

pub fn f32c(k: &mut Kernel, x: f32) -> ExprId {
    k.add_expr(Elem::F32, Expr::Float(f64::from(x).to_bits()))
}

pub fn out(k: &mut Kernel, dtype: DType, index: Vec<Ix>, dims: &[i64], def: DefId) {
    let buf = k.add_buf(dtype, dims, Role::Out, 64);
    k.outs.push(Out { buf, index, def, component: 0, when: Pred::default() });
}

pub fn reduce(
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

pub fn elementwise(dims: &[i64], dtype: DType) -> Kernel {
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
pub fn bin_undo(k: &Kernel, e: ExprId) -> ExprId {
    match k.expr(e) {
        Expr::Round(_, a) => *a,
        _ => e,
    }
}

pub fn softmax_like(rows: i64, cols: i64) -> Kernel {
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

pub fn matmul(m: i64, n: i64, kk: i64, transposed: bool, bias: bool) -> Kernel {
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

pub fn conv(h: i64, w: i64, c: i64, o: i64, kh: i64, stride: i64, pad: i64, depthwise: bool) -> Kernel {
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

/// A convolution over an operand with `dilation - 1` zeros between its elements, as gradients of strided ones are: channels last,
/// as many results a side as the dilated operand has elements.
pub fn conv_dilated(h: i64, c: i64, o: i64, kh: i64, dilation: i64) -> Kernel {
    let mut k = Kernel::default();
    let wide = (h - 1) * dilation + 1;
    let (y, z, oc) = (k.add_axis("y", wide), k.add_axis("z", wide), k.add_axis("o", o));
    let (ky, kx, ci) = (k.add_axis("ky", kh), k.add_axis("kx", kh), k.add_axis("c", c));
    let x = k.add_buf(DType::F32, &[h, h, c], Role::In, 64);
    let wt = k.add_buf(DType::F32, &[kh, kh, c, o], Role::In, 64);
    let at = |a: AxisId, tap: AxisId| Ix::axis(a).add(&Ix::axis(tap)).offset(-(kh / 2));
    let (py, pz) = (at(y, ky), at(z, kx));
    let [qy, qz] = [&py, &pz].map(|p| p.div(dilation, &|a| k.extent(a)));
    let xv = load(&mut k, x, vec![qy, qz, Ix::axis(ci)]);
    let wv = load(&mut k, wt, ixs(&[ky, kx, ci, oc]));
    let init = f32c(&mut k, 0.0);
    let when = [py, pz].into_iter().flat_map(|p| [Atom::Range(p.clone(), 0, wide), Atom::Divides(p, dilation)]);
    let body = Body::Reduce {
        over: vec![ky, kx, ci],
        comb: Comb::Fma,
        init: vec![init],
        args: vec![xv, wv],
        when: Pred(when.collect()),
    };
    let d = k.add_def("x", vec![y, z, oc], vec![Elem::F32], body);
    out(&mut k, DType::F32, ixs(&[y, z, oc]), &[wide, wide, o], d);
    k
}

pub fn argmax(rows: i64, cols: i64) -> Kernel {
    argmax_over(rows, cols, false)
}

/// The largest of `terms` and its place, `results` times; `columns`: the terms of a result are not next to each other.
pub fn argmax_over(results: i64, terms: i64, columns: bool) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", results), k.add_axis("j", terms));
    let dims = if columns { [terms, results] } else { [results, terms] };
    let x = k.add_buf(DType::F32, &dims, Role::In, 64);
    let v = load(&mut k, x, ixs(&if columns { [j, i] } else { [i, j] }));
    let c = k.add_expr(Elem::I64, Expr::Coord(Ix::axis(j)));
    let c = k.add_expr(Elem::I32, Expr::Cast(CastOp::Trunc, c));
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
    out(&mut k, DType::F32, ixs(&[i]), &[results], d);
    let buf = k.add_buf(DType::I32, &[results], Role::Out, 64);
    k.outs.push(Out { buf, index: ixs(&[i]), def: d, component: 1, when: Pred::default() });
    k
}

/// Points of `n` parts that lie side by side; each part becomes the next one plus the last one, or in place twice itself: there
/// what is stored first must not be read for another.
pub fn parts(dims: &[i64], n: i64, dtype: DType, in_place: bool) -> Kernel {
    let mut k = Kernel::default();
    let axes: Vec<AxisId> = dims.iter().enumerate().map(|(i, n)| k.add_axis(format!("a{i}"), *n)).collect();
    let all = [dims, &[n]].concat();
    let at = |part: i64| [ixs(&axes), vec![Ix::constant(part)]].concat();
    let x = k.add_buf(dtype, &all, if in_place { Role::InOut } else { Role::In }, 64);
    let y = if in_place { x } else { k.add_buf(dtype, &all, Role::Out, 64) };
    let add = if dtype.is_float() { BinOp::FAdd } else { BinOp::Add };
    let values: Vec<ExprId> = (0..n)
        .map(|i| {
            let (a, b) = if in_place { (i, i) } else { ((i + 1) % n, n - 1) };
            let (a, b) = (load(&mut k, x, at(a)), load(&mut k, x, at(b)));
            bin(&mut k, add, a, b)
        })
        .collect();
    let tys = values.iter().map(|v| k.elem(*v)).collect();
    let def = k.add_def("parts", axes.clone(), tys, Body::Map(values));
    for component in 0..n {
        k.outs.push(Out { buf: y, index: at(component), def, component: component as u32, when: Pred::default() });
    }
    k
}

pub fn transpose(n: i64, m: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", n), k.add_axis("j", m));
    let x = k.add_buf(DType::F32, &[n, m], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let d = k.add_def("t", vec![j, i], vec![Elem::F32], Body::Map(vec![v]));
    out(&mut k, DType::F32, ixs(&[j, i]), &[m, n], d);
    k
}

/// Softmax or layer norm with real functions.
pub fn softmax(rows: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let m = reduce(&mut k, "m", &[i], &[j], Comb::Bin(BinOp::FMax), f32::NEG_INFINITY, vec![v]);
    let mx = read(&mut k, m, &[i]);
    let d = bin(&mut k, BinOp::FSub, v, mx);
    let d = k.add_expr(Elem::F32, Expr::Math(hloom_tile::math::MathFn::Exp, vec![d]));
    let e = k.add_def("e", vec![i, j], vec![Elem::F32], Body::Map(vec![d]));
    let ev = read(&mut k, e, &[i, j]);
    let s = reduce(&mut k, "s", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![ev]);
    let sv = read(&mut k, s, &[i]);
    let q = bin(&mut k, BinOp::FDiv, ev, sv);
    let y = k.add_def("y", vec![i, j], vec![Elem::F32], Body::Map(vec![q]));
    out(&mut k, DType::F32, ixs(&[i, j]), &[rows, cols], y);
    k
}

pub fn layer_norm(rows: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let (g, b) = (k.add_buf(DType::F32, &[cols], Role::In, 64), k.add_buf(DType::F32, &[cols], Role::In, 64));
    let v = load(&mut k, x, ixs(&[i, j]));
    let a = reduce(&mut k, "a", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![v]);
    let n = f32c(&mut k, cols as f32);
    let av = read(&mut k, a, &[i]);
    let mu = bin(&mut k, BinOp::FDiv, av, n);
    let mu = k.add_def("mu", vec![i], vec![Elem::F32], Body::Map(vec![mu]));
    let mv = read(&mut k, mu, &[i]);
    let d = bin(&mut k, BinOp::FSub, v, mv);
    let dd = bin(&mut k, BinOp::FMul, d, d);
    let q = reduce(&mut k, "q", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![dd]);
    let qv = read(&mut k, q, &[i]);
    let var = bin(&mut k, BinOp::FDiv, qv, n);
    let eps = f32c(&mut k, 1e-5);
    let var = bin(&mut k, BinOp::FAdd, var, eps);
    let r = k.add_expr(Elem::F32, Expr::Math(hloom_tile::math::MathFn::Rsqrt, vec![var]));
    let (gv, bv) = (load(&mut k, g, ixs(&[j])), load(&mut k, b, ixs(&[j])));
    let y = bin(&mut k, BinOp::FMul, d, r);
    let y = bin(&mut k, BinOp::FMul, y, gv);
    let y = bin(&mut k, BinOp::FAdd, y, bv);
    let y = k.add_def("y", vec![i, j], vec![Elem::F32], Body::Map(vec![y]));
    out(&mut k, DType::F32, ixs(&[i, j]), &[rows, cols], y);
    k
}

/// Sums along columns (`true`) or of everything.
pub fn sum(rows: i64, cols: i64, columns: bool) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let (axes, over, dims) = if columns { (vec![j], vec![i], vec![cols]) } else { (vec![], vec![i, j], vec![]) };
    let s = reduce(&mut k, "s", &axes, &over, Comb::Bin(BinOp::FAdd), 0.0, vec![v]);
    out(&mut k, DType::F32, ixs(&axes), &dims, s);
    k
}

/// `c[b,m,n] = Σ a·b` with operands laid out `[m,b,k]`, `[n,b,k]` (scores of attention) or `[b,m,k]`, `[k,b,n]`.
pub fn batched(b: i64, m: i64, n: i64, kk: i64, scores: bool) -> Kernel {
    let mut k = Kernel::default();
    let (h, i, j, l) = (k.add_axis("b", b), k.add_axis("m", m), k.add_axis("n", n), k.add_axis("k", kk));
    let (x, y, ix, iy) = if scores {
        (vec![m, b, kk], vec![n, b, kk], [i, h, l], [j, h, l])
    } else {
        (vec![b, m, kk], vec![kk, b, n], [h, i, l], [l, h, j])
    };
    let x = k.add_buf(DType::F32, &x, Role::In, 64);
    let y = k.add_buf(DType::F32, &y, Role::In, 64);
    let (av, bv) = (load(&mut k, x, ixs(&ix)), load(&mut k, y, ixs(&iy)));
    let c = reduce(&mut k, "c", &[h, i, j], &[l], Comb::Fma, 0.0, vec![av, bv]);
    out(&mut k, DType::F32, ixs(&[h, i, j]), &[b, m, n], c);
    k
}

/// Convolution in channels-first layout, weights `[o,c,ky,kx]`.
pub fn conv_first(h: i64, c: i64, o: i64, kh: i64, pad: i64) -> Kernel {
    let mut k = Kernel::default();
    let oh = h + 2 * pad - kh + 1;
    let (oc, y, z) = (k.add_axis("o", o), k.add_axis("y", oh), k.add_axis("z", oh));
    let (ci, ky, kx) = (k.add_axis("c", c), k.add_axis("ky", kh), k.add_axis("kx", kh));
    let x = k.add_buf(DType::F32, &[c, h, h], Role::In, 64);
    let wt = k.add_buf(DType::F32, &[o, c, kh, kh], Role::In, 64);
    let py = Ix::axis(y).add(&Ix::axis(ky)).offset(-pad);
    let pz = Ix::axis(z).add(&Ix::axis(kx)).offset(-pad);
    let xv = load(&mut k, x, vec![Ix::axis(ci), py.clone(), pz.clone()]);
    let wv = load(&mut k, wt, ixs(&[oc, ci, ky, kx]));
    let init = f32c(&mut k, 0.0);
    let body = Body::Reduce {
        over: vec![ci, ky, kx],
        comb: Comb::Fma,
        init: vec![init],
        args: vec![xv, wv],
        when: Pred(vec![Atom::Range(py, 0, h), Atom::Range(pz, 0, h)]),
    };
    let d = k.add_def("x", vec![oc, y, z], vec![Elem::F32], body);
    out(&mut k, DType::F32, ixs(&[oc, y, z]), &[o, oh, oh], d);
    k
}

/// Largest value in windows, channels last.
pub fn max_pool(h: i64, c: i64, window: i64, stride: i64) -> Kernel {
    let mut k = Kernel::default();
    let oh = (h - window) / stride + 1;
    let (y, z, ci) = (k.add_axis("y", oh), k.add_axis("z", oh), k.add_axis("c", c));
    let (ky, kx) = (k.add_axis("ky", window), k.add_axis("kx", window));
    let x = k.add_buf(DType::F32, &[h, h, c], Role::In, 64);
    let py = Ix::axis(y).scale(stride).add(&Ix::axis(ky));
    let pz = Ix::axis(z).scale(stride).add(&Ix::axis(kx));
    let v = load(&mut k, x, vec![py, pz, Ix::axis(ci)]);
    let d = reduce(&mut k, "p", &[y, z, ci], &[ky, kx], Comb::Bin(BinOp::FMax), f32::NEG_INFINITY, vec![v]);
    out(&mut k, DType::F32, ixs(&[y, z, ci]), &[oh, oh, c], d);
    k
}

/// A function of each element.
pub fn function(n: i64, f: hloom_tile::math::MathFn) -> Kernel {
    let mut k = Kernel::default();
    let i = k.add_axis("i", n);
    let x = k.add_buf(DType::F32, &[n], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i]));
    let e = k.add_expr(Elem::F32, Expr::Math(f, vec![v]));
    let d = k.add_def("y", vec![i], vec![Elem::F32], Body::Map(vec![e]));
    out(&mut k, DType::F32, ixs(&[i]), &[n], d);
    k
}

/// Sums of rows.
pub fn row_sum(rows: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let v = load(&mut k, x, ixs(&[i, j]));
    let s = reduce(&mut k, "s", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![v]);
    out(&mut k, DType::F32, ixs(&[i]), &[rows], s);
    k
}

/// Rows chosen by run-time indices, clamped.
pub fn gather_rows(rows: i64, table: i64, cols: i64) -> Kernel {
    let mut k = Kernel::default();
    let (i, j) = (k.add_axis("i", rows), k.add_axis("j", cols));
    let x = k.add_buf(DType::F32, &[table, cols], Role::In, 64);
    let idx = k.add_buf(DType::I32, &[rows], Role::In, 64);
    let n = load(&mut k, idx, ixs(&[i]));
    let n = k.add_expr(Elem::I64, Expr::Cast(CastOp::SExt, n));
    let (zero, last) = (k.add_expr(Elem::I64, Expr::Int(0)), k.add_expr(Elem::I64, Expr::Int(table - 1)));
    let n = bin(&mut k, BinOp::SMax, n, zero);
    let n = bin(&mut k, BinOp::SMin, n, last);
    let v = load(&mut k, x, vec![Ix::value(n), Ix::axis(j)]);
    let d = k.add_def("g", vec![i, j], vec![Elem::F32], Body::Map(vec![v]));
    out(&mut k, DType::F32, ixs(&[i, j]), &[rows, cols], d);
    k
}

/// Scores, softmax and the mix of values in one kernel; layouts `[t,h,d]`.
pub fn attention(t: i64, heads: i64, d: i64) -> Kernel {
    let mut k = Kernel::default();
    let (h, q, s) = (k.add_axis("h", heads), k.add_axis("q", t), k.add_axis("t", t));
    let (c, f) = (k.add_axis("d", d), k.add_axis("f", d));
    let dims = [t, heads, d];
    let [qb, kb, vb] = [0, 1, 2].map(|_| k.add_buf(DType::F32, &dims, Role::In, 64));
    let (qv, kv) = (load(&mut k, qb, ixs(&[q, h, c])), load(&mut k, kb, ixs(&[s, h, c])));
    let sc = reduce(&mut k, "s", &[h, q, s], &[c], Comb::Fma, 0.0, vec![qv, kv]);
    let sv = read(&mut k, sc, &[h, q, s]);
    let scale = f32c(&mut k, 1.0 / (d as f32).sqrt());
    let z = bin(&mut k, BinOp::FMul, sv, scale);
    let z = k.add_def("z", vec![h, q, s], vec![Elem::F32], Body::Map(vec![z]));
    let zv = read(&mut k, z, &[h, q, s]);
    let m = reduce(&mut k, "m", &[h, q], &[s], Comb::Bin(BinOp::FMax), f32::NEG_INFINITY, vec![zv]);
    let mv = read(&mut k, m, &[h, q]);
    let e = bin(&mut k, BinOp::FSub, zv, mv);
    let e = k.add_expr(Elem::F32, Expr::Math(hloom_tile::math::MathFn::Exp, vec![e]));
    let e = k.add_def("p", vec![h, q, s], vec![Elem::F32], Body::Map(vec![e]));
    let ev = read(&mut k, e, &[h, q, s]);
    let l = reduce(&mut k, "l", &[h, q], &[s], Comb::Bin(BinOp::FAdd), 0.0, vec![ev]);
    let lv = read(&mut k, l, &[h, q]);
    let n = bin(&mut k, BinOp::FDiv, ev, lv);
    let n = k.add_def("n", vec![h, q, s], vec![Elem::F32], Body::Map(vec![n]));
    let nv = read(&mut k, n, &[h, q, s]);
    let vv = load(&mut k, vb, ixs(&[s, h, f]));
    let o = reduce(&mut k, "o", &[h, q, f], &[s], Comb::Fma, 0.0, vec![nv, vv]);
    out(&mut k, DType::F32, ixs(&[q, h, f]), &dims, o);
    k
}

/// Steps of a recurrence on rows: each multiplies the rows by a function of their sums and of a sum over everything else.
/// Costly Maps, with and without the column axis, read one another.
pub fn steps(rows: i64, cols: i64, n: usize) -> Kernel {
    use hloom_tile::math::MathFn;
    let mut k = Kernel::default();
    let (i, j, l) = (k.add_axis("i", rows), k.add_axis("j", cols), k.add_axis("l", 2));
    let x = k.add_buf(DType::F32, &[rows, cols], Role::In, 64);
    let d = k.add_buf(DType::F32, &[2], Role::In, 64);
    let map = |k: &mut Kernel, name: &str, axes: &[AxisId], e: ExprId| {
        k.add_def(name, axes.to_vec(), vec![Elem::F32], Body::Map(vec![e]))
    };
    let function = |k: &mut Kernel, e: ExprId| k.add_expr(Elem::F32, Expr::Math(MathFn::Sin, vec![e]));
    let all = load(&mut k, d, ixs(&[l]));
    let all = reduce(&mut k, "all", &[], &[l], Comb::Bin(BinOp::FAdd), 0.0, vec![all]);
    let mut state = None;
    let mut factors = Vec::new();
    for _ in 0..n {
        let now = |k: &mut Kernel| match state {
            Some(s) => read(k, s, &[i, j]),
            None => load(k, x, ixs(&[i, j])),
        };
        let v = now(&mut k);
        let v = function(&mut k, v);
        let sum = reduce(&mut k, "sum", &[i], &[j], Comb::Bin(BinOp::FAdd), 0.0, vec![v]);
        let (a, b) = (read(&mut k, sum, &[i]), read(&mut k, all, &[]));
        let v = bin(&mut k, BinOp::FAdd, a, b);
        let v = function(&mut k, v);
        let factor = map(&mut k, "factor", &[i], v);
        factors.push(factor);
        let (a, b) = (now(&mut k), read(&mut k, factor, &[i]));
        let v = bin(&mut k, BinOp::FMul, a, b);
        let v = function(&mut k, v);
        state = Some(map(&mut k, "state", &[i, j], v));
    }
    if let Some(s) = state {
        out(&mut k, DType::F32, ixs(&[i, j]), &[rows, cols], s);
    }
    for f in factors {
        out(&mut k, DType::F32, ixs(&[i]), &[rows], f);
    }
    k
}
