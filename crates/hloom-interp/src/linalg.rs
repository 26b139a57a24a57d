//! Decompositions and transforms, in f64 or complex f64, rounded once at the end.

use crate::InterpError;
use crate::tensor::Tensor;
use hloom_ir::attrs::{FftType, TransposeKind};
use hloom_ir::{Op, TensorType};
use hloom_num::scalar::Scalar;

/// A complex number; real matrices use it with zero imaginary parts.
#[derive(Clone, Copy, Default)]
struct Cx(f64, f64);

impl Cx {
    fn of(s: Scalar) -> Cx {
        match s {
            Scalar::Complex(a, b) => Cx(a, b),
            s => Cx(s.as_f64(), 0.0),
        }
    }
    fn to(self, ty: &TensorType) -> Scalar {
        let s = if ty.dtype.is_complex() { Scalar::Complex(self.0, self.1) } else { Scalar::Float(self.0) };
        s.rounded(ty.dtype)
    }
    fn conj(self) -> Cx {
        Cx(self.0, -self.1)
    }
    fn mul(self, o: Cx) -> Cx {
        Cx(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
    fn sub(self, o: Cx) -> Cx {
        Cx(self.0 - o.0, self.1 - o.1)
    }
    fn add(self, o: Cx) -> Cx {
        Cx(self.0 + o.0, self.1 + o.1)
    }
    fn div(self, o: Cx) -> Cx {
        if o.1 == 0.0 {
            return Cx(self.0 / o.0, self.1 / o.0);
        }
        let n = o.0 * o.0 + o.1 * o.1;
        let q = self.mul(o.conj());
        Cx(q.0 / n, q.1 / n)
    }
}

pub(crate) fn eval(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let ty = types[0].clone();
    Ok(vec![match op {
        Op::Cholesky { lower } => cholesky(operands[0], *lower, ty),
        Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
            triangular_solve(operands[0], operands[1], [*left_side, *lower, *unit_diagonal], *transpose_a, ty)
        }
        Op::Fft { fft_type, fft_length } => fft(operands[0], *fft_type, fft_length, ty),
        _ => return Err(InterpError::unimplemented(op.name(), "")),
    }])
}

/// The triangle that is not asked for is zero. A matrix that is not positive definite gives NaN in all of the other, as in JAX
/// (the specification leaves it open).
fn cholesky(a: &Tensor, lower: bool, ty: TensorType) -> Tensor {
    let n = *a.dims().last().unwrap_or(&0) as usize;
    let mut out = Vec::with_capacity(a.data.len());
    for m in a.data.chunks_exact((n * n).max(1)) {
        let at = |i: usize, j: usize| if lower { Cx::of(m[i * n + j]) } else { Cx::of(m[j * n + i]).conj() };
        let mut l = vec![Cx::default(); n * n];
        for j in 0..n {
            for i in j..n {
                let mut s = at(i, j);
                for k in 0..j {
                    s = s.sub(l[i * n + k].mul(l[j * n + k].conj()));
                }
                let root = if s.0 > 0.0 { s.0.sqrt() } else { f64::NAN };
                l[i * n + j] = if i == j { Cx(root, 0.0) } else { s.div(l[j * n + j]) };
            }
        }
        if (0..n).any(|i| l[i * n + i].0.is_nan()) {
            (0..n).for_each(|i| l[i * n..=i * n + i].fill(Cx(f64::NAN, 0.0)));
        }
        for i in 0..n {
            for j in 0..n {
                out.push(if lower { l[i * n + j] } else { l[j * n + i].conj() }.to(&ty));
            }
        }
    }
    Tensor::new(ty, out)
}

fn triangular_solve(
    a: &Tensor,
    b: &Tensor,
    [left_side, lower, unit_diagonal]: [bool; 3],
    transpose: TransposeKind,
    ty: TensorType,
) -> Tensor {
    let rank = b.dims().len();
    let (rows, cols) = (b.dims()[rank - 2] as usize, b.dims()[rank - 1] as usize);
    let n = if left_side { rows } else { cols };
    let others = if left_side { cols } else { rows };
    let mut out: Vec<Scalar> = (*b.data).clone();
    let batches = out.len().checked_div(rows * cols).unwrap_or(0);
    for t in 0..batches {
        let m = &a.data[t * n * n..(t + 1) * n * n];
        // op(A)[i, j], with the unused triangle read as zero.
        let raw = |i: usize, j: usize| {
            let used = if lower { j <= i } else { i <= j };
            match (used, i == j && unit_diagonal) {
                (_, true) => Cx(1.0, 0.0),
                (true, _) => Cx::of(m[i * n + j]),
                (false, _) => Cx::default(),
            }
        };
        let opa = |i: usize, j: usize| match transpose {
            TransposeKind::NoTranspose => raw(i, j),
            TransposeKind::Transpose => raw(j, i),
            TransposeKind::Adjoint => raw(j, i).conj(),
        };
        // X op(A) = B is op(A)ᵀ Xᵀ = Bᵀ.
        let mat = |i: usize, j: usize| if left_side { opa(i, j) } else { opa(j, i) };
        let is_lower = (lower == (transpose == TransposeKind::NoTranspose)) == left_side;
        for c in 0..others {
            let slot = |i: usize| t * rows * cols + if left_side { i * cols + c } else { c * cols + i };
            let mut x = vec![Cx::default(); n];
            for step in 0..n {
                let i = if is_lower { step } else { n - 1 - step };
                let mut s = Cx::of(b.data[slot(i)]);
                for j in 0..n {
                    if (is_lower && j < i) || (!is_lower && j > i) {
                        s = s.sub(mat(i, j).mul(x[j]));
                    }
                }
                x[i] = s.div(mat(i, i));
            }
            for (i, v) in x.into_iter().enumerate() {
                out[slot(i)] = v.to(&ty);
            }
        }
    }
    Tensor::new(ty, out)
}

/// `exp(2 pi i k / n)`. Quarter turns are exact: what they cancel leaves nothing.
fn root(k: usize, n: usize) -> Cx {
    let (quarter, rest) = (4 * k / n, 4 * k % n);
    let (sin, cos) = (std::f64::consts::FRAC_PI_2 * rest as f64 / n as f64).sin_cos();
    match quarter % 4 {
        0 => Cx(cos, sin),
        1 => Cx(-sin, cos),
        2 => Cx(-cos, -sin),
        _ => Cx(sin, -cos),
    }
}

/// The defining sum along one dimension.
fn dft_axis(data: &[Cx], dims: &[i64], axis: usize, inverse: bool) -> Vec<Cx> {
    let n = dims[axis] as usize;
    let inner: usize = dims[axis + 1..].iter().product::<i64>() as usize;
    let mut out = vec![Cx::default(); data.len()];
    let sign = if inverse { 1.0 } else { -1.0 };
    let turned = |Cx(re, im): Cx| Cx(re, sign * im);
    let roots: Vec<Cx> = (0..n).map(|k| turned(root(k, n))).collect();
    for (i, slot) in out.iter_mut().enumerate() {
        let k = i / inner % n;
        let base = i - k * inner;
        let mut s = Cx::default();
        for j in 0..n {
            s = s.add(data[base + j * inner].mul(roots[k * j % n]));
        }
        *slot = if inverse { Cx(s.0 / n as f64, s.1 / n as f64) } else { s };
    }
    out
}

fn fft(x: &Tensor, kind: FftType, length: &[i64], ty: TensorType) -> Tensor {
    let rank = x.dims().len();
    let first = rank - length.len();
    if ty.num_elements() == 0 {
        return Tensor::new(ty, vec![]);
    }
    let mut dims = x.dims().to_vec();
    let mut data: Vec<Cx> = x.data.iter().map(|&s| Cx::of(s)).collect();
    match kind {
        FftType::Fft | FftType::Ifft | FftType::Rfft => {
            for axis in first..rank {
                data = dft_axis(&data, &dims, axis, kind == FftType::Ifft);
            }
            if kind == FftType::Rfft {
                // The last dimension keeps its first n/2 + 1 elements.
                let (n, m) = (dims[rank - 1] as usize, ty.dims[rank - 1] as usize);
                data = data.chunks_exact(n).flat_map(|row| row[..m].to_vec()).collect();
            }
        }
        FftType::Irfft => {
            for axis in first..rank - 1 {
                data = dft_axis(&data, &dims, axis, true);
            }
            // The missing half is the conjugate of the stored one, reversed.
            let (m, n) = (dims[rank - 1] as usize, ty.dims[rank - 1] as usize);
            data = data
                .chunks_exact(m)
                .flat_map(|row| (0..n).map(|k| if k < m { row[k] } else { row[n - k].conj() }).collect::<Vec<_>>())
                .collect();
            dims[rank - 1] = n as i64;
            data = dft_axis(&data, &dims, rank - 1, true);
        }
    }
    let out = data.into_iter().map(|c| c.to(&ty)).collect();
    Tensor::new(ty, out)
}
