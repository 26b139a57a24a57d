//! Decompositions, transforms, batch normalisation.

use super::*;
use crate::attrs::FftType;

pub(super) fn cholesky(a: &Args<'_>) -> Inferred {
    let x = a.tensor_of(0, FLOAT | COMPLEX)?;
    let n = x.rank();
    ensure!(a, "c2", n >= 2, "{x} is not a matrix");
    ensure!(a, "c3", same_dim(x.dims[n - 2], x.dims[n - 1]), "{x} is not square");
    one(x.dtype, x.dims.clone())
}

pub(super) fn triangular_solve(a: &Args<'_>, left_side: bool) -> Inferred {
    let (m, b) = (a.tensor_of(0, FLOAT | COMPLEX)?, a.tensor_of(1, FLOAT | COMPLEX)?);
    ensure!(a, "c1", m.dtype == b.dtype, "a of type {m}, b of type {b}");
    let n = m.rank();
    ensure!(a, "c2", n >= 2 && n == b.rank(), "a of type {m}, b of type {b}");
    let side = if left_side { n - 2 } else { n - 1 };
    let fits = same_shape(&m.dims[..n - 2], &b.dims[..n - 2])
        && same_dim(m.dims[n - 2], m.dims[n - 1])
        && same_dim(m.dims[n - 1], b.dims[side])
        && same_dim(m.dims[n - 2], b.dims[side]);
    ensure!(a, "c3", fits, "a of type {m} does not fit b of type {b}");
    one(b.dtype, b.dims.clone())
}

pub(super) fn fft(a: &Args<'_>, fft_type: FftType, length: &[i64]) -> Inferred {
    let x = a.tensor_of(0, FLOAT | COMPLEX)?;
    let (rank, k) = (x.rank(), length.len());
    ensure!(a, "c3", (1..=3).contains(&k), "{k} sizes in fft_length; 1 to 3 are possible");
    ensure!(a, "c1", k <= rank, "{k} sizes in fft_length for {x}");
    ensure!(a, "c4", length.iter().all(|&n| n >= 0), "fft_length {length:?} must not be negative");
    let half = |n: i64| if n <= 0 { n } else { n / 2 + 1 };
    let tail = &x.dims[rank - k..];
    let complex = || x.dtype.is_complex();
    let mut dims = x.dims.clone();
    let dtype = match fft_type {
        FftType::Fft | FftType::Ifft => {
            ensure!(a, "c2", complex(), "{fft_type:?} of {x}");
            ensure!(a, "c4", same_shape(tail, length), "fft_length {length:?} does not fit {x}");
            x.dtype
        }
        FftType::Rfft => {
            let Some(c) = x.dtype.complex_of() else { return Err(a.fail("c2", format!("Rfft of {x}"))) };
            ensure!(a, "c4", same_shape(tail, length), "fft_length {length:?} does not fit {x}");
            dims[rank - 1] = half(length[k - 1]);
            c
        }
        FftType::Irfft => {
            ensure!(a, "c2", complex(), "Irfft of {x}");
            let outer = same_shape(&tail[..k - 1], &length[..k - 1]);
            ensure!(a, "c4", outer, "fft_length {length:?} does not fit {x}");
            let last = length[k - 1];
            ensure!(a, "c5", same_dim(tail[k - 1], half(last)), "{x} has not the half spectrum of {last} numbers");
            dims[rank - k..].copy_from_slice(length);
            x.dtype.real_part()
        }
    };
    one(dtype, dims)
}

/// Checks the feature dimension and that operands `vectors` are vectors of its size; `(operand, features)`.
fn features<'a>(
    a: &Args<'a>,
    feature_index: i64,
    vectors: &[(usize, &str)],
) -> Result<(&'a TensorType, i64), InferError> {
    let x = a.tensor_of(0, FLOAT)?;
    a.axes("c1", "feature_index", &[feature_index], x.rank())?;
    let n = x.dims[feature_index as usize];
    for &(i, code) in vectors {
        let v = a.tensor(i)?;
        ensure!(a, &format!("i{}", i + 1), v.rank() == 1, "operand {i} must be a vector, not {v}");
        ensure!(a, "c2", v.dtype == x.dtype, "operand of type {x}, operand {i} of type {v}");
        ensure!(a, code, same_dim(v.dims[0], n), "operand {i} of type {v} for {n} features");
    }
    Ok((x, n))
}

pub(super) fn batch_norm_inference(a: &Args<'_>, feature_index: i64) -> Inferred {
    let (x, _) = features(a, feature_index, &[(1, "c3"), (2, "c4"), (3, "c5"), (4, "c6")])?;
    one(x.dtype, x.dims.clone())
}

pub(super) fn batch_norm_training(a: &Args<'_>, feature_index: i64) -> Inferred {
    let (x, n) = features(a, feature_index, &[(1, "c3"), (2, "c4")])?;
    let statistic = Type::tensor(x.dtype, &[n]);
    Ok(vec![Type::Tensor(x.clone()), statistic.clone(), statistic])
}

pub(super) fn batch_norm_grad(a: &Args<'_>, feature_index: i64) -> Inferred {
    let (x, n) = features(a, feature_index, &[(1, "c5"), (2, "c4"), (3, "c4")])?;
    let g = a.tensor(4)?;
    ensure!(a, "c2", g.dtype == x.dtype, "operand of type {x}, grad_output of type {g}");
    ensure!(a, "c3", same_shape(&g.dims, &x.dims), "operand of type {x}, grad_output of type {g}");
    let vector = Type::tensor(x.dtype, &[n]);
    Ok(vec![Type::Tensor(x.clone()), vector.clone(), vector])
}
