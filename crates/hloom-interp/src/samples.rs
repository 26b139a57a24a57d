//! Arguments on which algebra goes wrong, for tests that compare a program with what a pass made of it.

use crate::Tensor;
use hloom_ir::{Func, TensorType};
use hloom_num::DTypeKind;
use hloom_num::scalar::Scalar;

const FLOATS: [f64; 23] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.5,
    -2.5,
    3.0,
    1e-45,
    -1e-45,
    1e-38,
    1.1754944e-38,
    3.4028235e38,
    -3.4028235e38,
    6e-8,
    65504.0,
    1e-310,
    1e308,
    0.1,
    -7.0,
    255.0,
];
const INTS: [i64; 17] = [0, 1, -1, 2, -2, 3, 7, -7, 127, -128, 128, 255, i64::MAX, i64::MIN, 1 << 31, 100, 5];

/// After so many rounds [`arguments`] has shown every pair of its numbers.
pub const ROUNDS: usize = FLOATS.len();

/// Number `i` of those that bring out corner cases, of that element type.
pub fn special(ty: &TensorType, i: usize) -> Scalar {
    let s = match ty.dtype.kind() {
        DTypeKind::Bool => Scalar::Bool((i * 7).is_multiple_of(3)),
        DTypeKind::Signed => Scalar::Int(INTS[i % INTS.len()]),
        DTypeKind::Unsigned => Scalar::UInt(INTS[i % INTS.len()] as u64),
        DTypeKind::Float => Scalar::Float(FLOATS[i % FLOATS.len()]),
        DTypeKind::Complex => Scalar::Complex(FLOATS[i % FLOATS.len()], FLOATS[i / 3 % FLOATS.len()]),
    };
    s.rounded(ty.dtype)
}

/// Arguments of a function of static tensors; their pairs differ from round to round.
///
/// # Panics
/// If a parameter is no tensor.
pub fn arguments(f: &Func, round: usize) -> Vec<Tensor> {
    let tensor = |(k, &p): (usize, &hloom_ir::Value)| {
        let ty = f.graph.tensor(p).clone();
        let element = |i: usize| special(&ty, i * (2 * k + 1) + round * (3 * k + 1) + k);
        let data = (0..ty.num_elements()).map(element).collect();
        Tensor::new(ty, data)
    };
    f.params().iter().enumerate().map(tensor).collect()
}
