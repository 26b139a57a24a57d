//! Counter-based random bits as Maps over counters: Threefry-2x32 (20 rounds) and Philox-4x32 (10 rounds) with the counter
//! layout of XLA's Threefry expander, and Philox as its authors number it. Each element computes its own block.

use crate::read::{KernelBuilder, Param};
use crate::scalar::{self, Exprs, Res};
use hloom_ir::attrs::RngAlgorithm;
use hloom_ir::{Op, OpData, TensorType, Value};
use hloom_num::DType;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{Body, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem};

/// Roots of `rng_bit_generator`: new state and bits.
pub(crate) fn bits_root(b: &mut KernelBuilder<'_>, op: &OpData) -> Res<()> {
    let Op::RngBitGenerator { algorithm } = &op.op else { return Err("not a bit generator".into()) };
    let (st, bt) = (b.g.tensor(op.results[0]).clone(), b.g.tensor(op.results[1]).clone());
    if !bt.dtype.is_int() && !bt.dtype.is_float() {
        return Err(format!("random bits of {} are not implemented", bt.dtype));
    }
    let state = state(b, op.operands[0])?;
    let wide = bt.dtype.bits() == 64;
    let words = bt.num_elements() as i64 * if wide { 2 } else { 1 };
    let philox = *algorithm != RngAlgorithm::ThreeFry;
    if !matches!((philox, state.len()), (false, 2) | (true, 2 | 3)) {
        return Err(format!("a state of {} words is not implemented", state.len()));
    }
    if b.places.is_live(op.results[1]) && words > 0 {
        let (axes, which) = b.def_axes(&bt.dims, &[]);
        let ix = KernelBuilder::axes_ix(bt.rank(), &axes, &which);
        let linear =
            ix.iter().zip(crate::read::strides(&bt.dims)).fold(Ix::constant(0), |a, (x, s)| a.add(&x.scale(s)));
        let e = b.coord(&linear);
        let v = if philox { philox_bits(&mut b.k, &state, e, wide) } else { threefry_bits(&mut b.k, &state, e, wide) };
        let v = scalar::of_low_bits(&mut b.k, bt.dtype, v);
        map(b, op.results[1], &bt, axes, ix, v)?;
    }
    if b.places.is_live(op.results[0]) {
        let k = &mut b.k;
        let count = k.int(Elem::I64, if philox { (words + 3) / 4 } else { (words + 1) / 2 });
        let mut next = state.clone();
        next[1] = k.bin(BinOp::Add, state[1], count);
        if let Some(&high) = state.get(2) {
            let carry = k.cmp(CmpOp::ULt, next[1], count);
            let carry = k.cast(CastOp::ZExt, carry, Elem::I64);
            next[2] = k.bin(BinOp::Add, high, carry);
        }
        let elem = Kernel::compute_elem(st.dtype);
        let parts: Vec<ExprId> =
            if st.dtype == DType::U32 { next.iter().flat_map(|&w| halves(k, w)).collect() } else { next };
        let (axes, which) = b.def_axes(&st.dims, &[]);
        let ix = KernelBuilder::axes_ix(st.rank(), &axes, &which);
        let at = b.coord(&ix[0]);
        let mut v = b.k.zero(elem);
        for (i, &p) in parts.iter().enumerate().rev() {
            let i = b.k.int(Elem::I64, i as i64);
            let here = b.k.cmp(CmpOp::Eq, at, i);
            v = b.k.select(here, p, v);
        }
        map(b, op.results[0], &st, axes, ix, v)?;
    }
    Ok(())
}

fn map(
    b: &mut KernelBuilder<'_>,
    v: Value,
    t: &TensorType,
    axes: Vec<hloom_tile::kernel::AxisId>,
    ix: Vec<Ix>,
    e: ExprId,
) -> Res<()> {
    let elem = b.k.elem(e);
    let def = b.k.add_def(format!("bits{}", v.0), axes, vec![elem], Body::Map(vec![e]));
    let base = b.places.base(v);
    b.store(Param::Value(base), t, def, 0, ix)
}

/// The state as 64-bit words.
fn state(b: &mut KernelBuilder<'_>, v: Value) -> Res<Vec<ExprId>> {
    let t = b.g.tensor(v).clone();
    let mut word = |i: i64| Ok::<ExprId, String>(b.read(v, &[Ix::constant(i)])?[0]);
    match (t.dtype, &t.dims[..]) {
        (DType::U64, &[n]) => (0..n).map(word).collect(),
        (DType::U32, &[n]) => {
            let parts = (0..n).map(&mut word).collect::<Res<Vec<_>>>()?;
            Ok(parts.chunks_exact(2).map(|p| join(&mut b.k, p[0], p[1])).collect())
        }
        _ => Err(format!("a state of type {t} is not implemented")),
    }
}

fn join(k: &mut Kernel, low: ExprId, high: ExprId) -> ExprId {
    let (l, h) = (k.cast(CastOp::ZExt, low, Elem::I64), k.cast(CastOp::ZExt, high, Elem::I64));
    let s = k.int(Elem::I64, 32);
    let h = k.bin(BinOp::Shl, h, s);
    k.bin(BinOp::Or, l, h)
}

fn halves(k: &mut Kernel, w: ExprId) -> [ExprId; 2] {
    let s = k.int(Elem::I64, 32);
    let h = k.bin(BinOp::LShr, w, s);
    [k.cast(CastOp::Trunc, w, Elem::I32), k.cast(CastOp::Trunc, h, Elem::I32)]
}

fn rotate(k: &mut Kernel, x: ExprId, r: i64) -> ExprId {
    let (up, down) = (k.int(Elem::I32, r), k.int(Elem::I32, 32 - r));
    let (a, b) = (k.bin(BinOp::Shl, x, up), k.bin(BinOp::LShr, x, down));
    k.bin(BinOp::Or, a, b)
}

fn threefry(k: &mut Kernel, key: [ExprId; 2], x: [ExprId; 2]) -> [ExprId; 2] {
    const ROTATIONS: [[i64; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let parity = k.int(Elem::I32, 0x1bd1_1bda);
    let both = k.bin(BinOp::Xor, key[0], key[1]);
    let ks = [key[0], key[1], k.bin(BinOp::Xor, both, parity)];
    let mut x = [k.bin(BinOp::Add, x[0], ks[0]), k.bin(BinOp::Add, x[1], ks[1])];
    for i in 0..5usize {
        for r in ROTATIONS[i % 2] {
            x[0] = k.bin(BinOp::Add, x[0], x[1]);
            let turned = rotate(k, x[1], r);
            x[1] = k.bin(BinOp::Xor, turned, x[0]);
        }
        x[0] = k.bin(BinOp::Add, x[0], ks[(i + 1) % 3]);
        let n = k.int(Elem::I32, i as i64 + 1);
        let kn = k.bin(BinOp::Add, ks[(i + 2) % 3], n);
        x[1] = k.bin(BinOp::Add, x[1], kn);
    }
    x
}

/// Blocks of two words. 64-bit elements are a block.
fn threefry_bits(k: &mut Kernel, state: &[ExprId], e: ExprId, wide: bool) -> ExprId {
    let one = k.int(Elem::I64, 1);
    let block = if wide { e } else { k.bin(BinOp::LShr, e, one) };
    let counter = k.bin(BinOp::Add, state[1], block);
    let (key, ctr) = (halves(k, state[0]), halves(k, counter));
    let x = threefry(k, key, ctr);
    if wide {
        return join(k, x[0], x[1]);
    }
    let (place, zero) = (k.bin(BinOp::And, e, one), k.int(Elem::I64, 0));
    let first = k.cmp(CmpOp::Eq, place, zero);
    k.select(first, x[0], x[1])
}

fn philox(k: &mut Kernel, key: [ExprId; 2], ctr: [ExprId; 4]) -> [ExprId; 4] {
    let (mut key, mut c) = (key, ctr);
    let (m0, m1) = (k.int(Elem::I64, 0xd251_1f53), k.int(Elem::I64, 0xcd9e_8d57));
    let (w0, w1) = (k.int(Elem::I32, 0x9e37_79b9), k.int(Elem::I32, 0xbb67_ae85));
    for _ in 0..10 {
        let (a, b) = (k.cast(CastOp::ZExt, c[0], Elem::I64), k.cast(CastOp::ZExt, c[2], Elem::I64));
        let (p0, p1) = (k.bin(BinOp::Mul, a, m0), k.bin(BinOp::Mul, b, m1));
        let ([l0, h0], [l1, h1]) = (halves(k, p0), halves(k, p1));
        let x = k.bin(BinOp::Xor, h1, c[1]);
        let x = k.bin(BinOp::Xor, x, key[0]);
        let y = k.bin(BinOp::Xor, h0, c[3]);
        let y = k.bin(BinOp::Xor, y, key[1]);
        c = [x, l1, y, l0];
        key = [k.bin(BinOp::Add, key[0], w0), k.bin(BinOp::Add, key[1], w1)];
    }
    c
}

/// Blocks of four words. 64-bit elements are two neighbouring words.
fn philox_bits(k: &mut Kernel, state: &[ExprId], e: ExprId, wide: bool) -> ExprId {
    let per_block = if wide { 1 } else { 2 };
    let s = k.int(Elem::I64, per_block);
    let block = k.bin(BinOp::LShr, e, s);
    let mask = k.int(Elem::I64, (1 << per_block) - 1);
    let place = k.bin(BinOp::And, e, mask);
    let low = k.bin(BinOp::Add, state[1], block);
    let carry = k.cmp(CmpOp::ULt, low, block);
    let carry = k.cast(CastOp::ZExt, carry, Elem::I64);
    // Without a word of its own the high half of the counter starts from the key.
    let high = state.get(2).copied().unwrap_or(state[0]);
    let high = k.bin(BinOp::Add, high, carry);
    let ([l0, l1], [h0, h1]) = (halves(k, low), halves(k, high));
    let key = halves(k, state[0]);
    let x = philox(k, key, [l0, l1, h0, h1]);
    let values: Vec<ExprId> = if wide { vec![join(k, x[0], x[1]), join(k, x[2], x[3])] } else { x.to_vec() };
    let mut v = values[values.len() - 1];
    for (i, &w) in values.iter().enumerate().rev().skip(1) {
        let i = k.int(Elem::I64, i as i64);
        let here = k.cmp(CmpOp::Eq, place, i);
        v = k.select(here, w, v);
    }
    v
}
