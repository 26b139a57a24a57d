//! Random numbers that a program leaves to the implementation: `rng`.
//!
//! Each element is a function of the number of the draw and of its position alone (the finaliser of SplitMix64, Steele,
//! Lea and Flood, OOPSLA 2014), so a run gives the same numbers every time, whatever the threads.

use crate::{Operand, Output, Parallel, batch};
use hloom_num::scalar::{self, Scalar};

/// 64 bits for element `i` of a draw.
fn bits(seed: u64, i: u64) -> u64 {
    let mut z = seed.wrapping_add(i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// In [0, 1), a multiple of 2⁻⁵³.
fn unit(b: u64) -> f64 {
    (b >> 11) as f64 * 2f64.powi(-53)
}

/// An integer in [a, b), or `a` if there is none.
fn integer(b: u64, low: i128, high: i128) -> i128 {
    let width = high - low;
    if width <= 0 { low } else { low + ((u128::from(b) * width as u128) >> 64) as i128 }
}

/// Normal with mean 0 and deviation 1 (Box and Muller 1958).
fn normal(seed: u64, i: u64) -> f64 {
    let (u, v) = (1.0 - unit(bits(seed, 2 * i)), unit(bits(seed, 2 * i + 1)));
    (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos()
}

/// Fills the result: uniform in [a, b), or normal with mean `a` and deviation `b`.
pub(crate) fn run(
    wants_normal: bool,
    draw: u64,
    operands: &[Operand<'_>],
    results: &mut [Output<'_>],
    par: &dyn Parallel,
) -> Result<(), String> {
    const TASK: usize = 1 << 14;
    let ([a, b, ..], [out]) = (operands, results) else { return Err("rng takes two bounds and a shape".into()) };
    let dtype = out.dtype;
    let size = dtype.byte_size();
    if a.bytes.len() != size || b.bytes.len() != size || dtype.is_complex() {
        return Err(format!("bounds of rng that are not of type {}", dtype.mlir_name()));
    }
    let (a, b) = (scalar::read(dtype, a.bytes), scalar::read(dtype, b.bytes));
    let seed = bits(0, draw);
    let element = |i: u64| match (a, b) {
        (Scalar::Float(a), Scalar::Float(b)) if wants_normal => Scalar::Float(a + b * normal(seed, i)).rounded(dtype),
        (Scalar::Float(a), Scalar::Float(b)) => {
            // Rounding may reach the open end.
            match Scalar::Float(a + (b - a) * unit(bits(seed, i))).rounded(dtype) {
                Scalar::Float(x) if x >= b && a < b => Scalar::Float(a),
                x => x,
            }
        }
        (Scalar::Int(a), Scalar::Int(b)) => Scalar::Int(integer(bits(seed, i), a.into(), b.into()) as i64),
        (Scalar::UInt(a), Scalar::UInt(b)) => Scalar::UInt(integer(bits(seed, i), a.into(), b.into()) as u64),
        (Scalar::Bool(a), Scalar::Bool(b)) => Scalar::Bool(if a == b { a } else { bits(seed, i) >> 63 == 1 }),
        (other, _) => other,
    };
    batch::parts(par, out.bytes, TASK * size, |task, part, _| {
        for (i, to) in part.chunks_exact_mut(size).enumerate() {
            scalar::write(dtype, element((task * TASK + i) as u64), to);
        }
    });
    Ok(())
}
