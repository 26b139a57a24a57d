//! Random bits: Threefry-2x32 (20 rounds) and Philox-4x32 (10 rounds), Salmon et al., SC 2011, with the counter layout
//! of XLA's expanders.

use crate::InterpError;
use crate::tensor::Tensor;
use hloom_ir::attrs::RngAlgorithm;
use hloom_ir::{Op, TensorType};
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};

fn word(t: &Tensor, i: usize) -> u64 {
    match t.data.get(i) {
        Some(Scalar::UInt(u)) => *u,
        _ => 0,
    }
}

/// State as u64 words, whether it is stored as `ui32` or `ui64`.
fn state_words(t: &Tensor) -> Vec<u64> {
    if t.dtype() == DType::U32 {
        (0..t.data.len() / 2).map(|i| word(t, 2 * i) | word(t, 2 * i + 1) << 32).collect()
    } else {
        (0..t.data.len()).map(|i| word(t, i)).collect()
    }
}

fn state_tensor(words: &[u64], ty: &TensorType) -> Tensor {
    let data = if ty.dtype == DType::U32 {
        words.iter().flat_map(|w| [Scalar::UInt(w & 0xffff_ffff), Scalar::UInt(w >> 32)]).collect()
    } else {
        words.iter().map(|&w| Scalar::UInt(w)).collect()
    };
    Tensor::new(ty.clone(), data)
}

fn threefry2x32(key: [u32; 2], x: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let ks = [key[0], key[1], key[0] ^ key[1] ^ 0x1bd1_1bda];
    let mut x = [x[0].wrapping_add(ks[0]), x[1].wrapping_add(ks[1])];
    for i in 0..5u32 {
        for r in ROTATIONS[i as usize % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(r) ^ x[0];
        }
        x[0] = x[0].wrapping_add(ks[(i as usize + 1) % 3]);
        x[1] = x[1].wrapping_add(ks[(i as usize + 2) % 3]).wrapping_add(i + 1);
    }
    x
}

fn philox4x32(key: [u32; 2], ctr: [u32; 4]) -> [u32; 4] {
    let (mut k, mut c) = (key, ctr);
    for _ in 0..10 {
        let p0 = u64::from(c[0]) * 0xd251_1f53;
        let p1 = u64::from(c[2]) * 0xcd9e_8d57;
        c = [(p1 >> 32) as u32 ^ c[1] ^ k[0], p1 as u32, (p0 >> 32) as u32 ^ c[3] ^ k[1], p0 as u32];
        k = [k[0].wrapping_add(0x9e37_79b9), k[1].wrapping_add(0xbb67_ae85)];
    }
    c
}

fn halves(w: u64) -> [u32; 2] {
    [w as u32, (w >> 32) as u32]
}

/// Elements of `dtype` from 32-bit words: 64-bit elements take two, narrower ones the low bits of one. Floats are the
/// patterns, as XLA gives them.
fn elements(words: &[u32], ty: &TensorType) -> Result<Vec<Scalar>, InterpError> {
    let bits = ty.dtype.bits();
    let make = |u: u64| match ty.dtype {
        d if d.is_unsigned_int() => Ok(Scalar::UInt(u).rounded(d)),
        d if d.is_signed_int() => Ok(Scalar::Int(u as i64).rounded(d)),
        d if d.is_float() => Ok(Scalar::Float(scalar::decode_float(d, u))),
        _ => Err(InterpError::unimplemented("stablehlo.rng_bit_generator", format!(" of {}", ty.dtype))),
    };
    (0..ty.num_elements())
        .map(|i| {
            if bits == 64 {
                make(u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
            } else {
                make(u64::from(words[i]))
            }
        })
        .collect()
}

pub(crate) fn eval(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let Op::RngBitGenerator { algorithm } = op else {
        return Err(InterpError::unimplemented(op.name(), ": its numbers are implementation-defined"));
    };
    let state = state_words(operands[0]);
    let ty = &types[1];
    let n = ty.num_elements() * if ty.dtype.bits() == 64 { 2 } else { 1 };
    let mut words: Vec<u32> = Vec::with_capacity(n + 4);
    let mut next = state.clone();
    match (algorithm, state.len()) {
        (RngAlgorithm::ThreeFry, 2) => {
            // Both words of a pair follow one another.
            let half = n.div_ceil(2);
            let pairs: Vec<[u32; 2]> =
                (0..half as u64).map(|i| threefry2x32(halves(state[0]), halves(state[1].wrapping_add(i)))).collect();
            words.extend(pairs.iter().flatten());
            next[1] = state[1].wrapping_add(half as u64);
        }
        (RngAlgorithm::Philox | RngAlgorithm::Default, 2 | 3) => {
            let blocks = n.div_ceil(4) as u64;
            // Without a word of its own the high half of the counter starts from the key.
            let high = state.get(2).copied().unwrap_or(state[0]);
            for i in 0..blocks {
                let (low, carry) = state[1].overflowing_add(i);
                let (l, h) = (halves(low), halves(high.wrapping_add(u64::from(carry))));
                words.extend(philox4x32(halves(state[0]), [l[0], l[1], h[0], h[1]]));
            }
            let (low, carry) = state[1].overflowing_add(blocks);
            next[1] = low;
            if let Some(h) = next.get_mut(2) {
                *h = high.wrapping_add(u64::from(carry));
            }
        }
        _ => return Err(InterpError::unimplemented(op.name(), format!(" with {} state words", state.len()))),
    }
    words.resize(words.len().max(n), 0);
    Ok(vec![state_tensor(&next, &types[0]), Tensor::new(ty.clone(), elements(&words, ty)?)])
}
