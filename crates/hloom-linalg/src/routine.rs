//! What can be called, how it is written down, and how it runs on tensors of bytes.

use crate::eigen::{self, Eigen};
use crate::field::Field;
use crate::gemm::View;
use crate::scratch::Room;
use crate::{FftKind, Operand, Output, Parallel, batch, factor, fft, lu, qr, random, svd, symmetric};
use hloom_num::DType;
use num_complex::Complex;
use num_traits::{Float, Zero};
use std::cell::Cell;

/// How a triangular matrix enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trans {
    /// As it is.
    No,
    /// Transposed.
    Transpose,
    /// Transposed and conjugated.
    Adjoint,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Routine {
    /// Fourier transform; lengths of the last dimensions.
    Fft(FftKind, Vec<usize>),
    /// `stablehlo.cholesky`: the other triangle is zero, failure is NaN.
    Cholesky {
        /// Which triangle.
        lower: bool,
    },
    /// `stablehlo.triangular_solve` and LAPACK's trsm: operands A, B; result X.
    TriangularSolve {
        /// op(A) X = B, not X op(A) = B.
        left: bool,
        /// Which triangle is read.
        lower: bool,
        /// The diagonal is taken as ones.
        unit: bool,
        /// op.
        trans: Trans,
    },
    /// potrf: factor in one triangle, the other kept; info.
    Potrf {
        /// Which triangle.
        lower: bool,
    },
    /// getrf: factors, pivots, info.
    Getrf,
    /// geqrf: factors, τ.
    Geqrf,
    /// geqp3: operands A, order; results factors, order, τ.
    Geqp3,
    /// orgqr: operands reflectors, τ; result the first columns of Q.
    Orgqr,
    /// ormqr: operands reflectors, τ, C; result op(Q) C or C op(Q).
    Ormqr {
        /// op(Q) C.
        left: bool,
        /// op is the adjoint.
        transpose: bool,
    },
    /// syevd: vectors, values ascending, info.
    Syevd {
        /// Which triangle is read.
        lower: bool,
        /// Vectors are computed.
        vectors: bool,
    },
    /// gesdd: a copy of the input, singular values, U, Vᴴ, info.
    Gesdd {
        /// U and Vᴴ are computed; their shapes say how much of them.
        vectors: bool,
    },
    /// geev: eigenvalues (real and imaginary parts apart if the matrix is real), left and right eigenvectors (complex),
    /// info.
    Geev {
        /// Left eigenvectors are computed.
        left: bool,
        /// Right eigenvectors are computed.
        right: bool,
    },
    /// gees: Schur form, Schur vectors, eigenvalues as geev's, number of selected ones (0), info.
    Gees,
    /// gehrd: Hessenberg form with reflectors, τ, info. Rows and columns `low ..= high`, from 1.
    Gehrd {
        /// First.
        low: usize,
        /// Last.
        high: usize,
    },
    /// sytrd: reflectors, diagonal, subdiagonal, τ, info.
    Sytrd {
        /// Which triangle is read.
        lower: bool,
    },
    /// gtsv: operands dl, d, du, B (dl\[0\] is not read); results their remains, X, info.
    Gtsv,
    /// `stablehlo.rng`: operands a, b, shape.
    Rng {
        /// Normal, not uniform.
        normal: bool,
    },
}

/// Prefix of the names of all routines.
const PREFIX: &str = "hloom.";

fn truth(x: i64) -> Option<bool> {
    match x {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

impl Routine {
    /// The name that an executable calls it by, and the numbers that go with it.
    pub fn encode(&self) -> (String, Vec<i64>) {
        let b = |x: &bool| i64::from(*x);
        let (name, numbers) = match self {
            Routine::Fft(kind, lengths) => {
                ("fft", std::iter::once(*kind as i64).chain(lengths.iter().map(|&n| n as i64)).collect())
            }
            Routine::Cholesky { lower } => ("cholesky", vec![b(lower)]),
            Routine::TriangularSolve { left, lower, unit, trans } => {
                ("triangular_solve", vec![b(left), b(lower), b(unit), *trans as i64])
            }
            Routine::Potrf { lower } => ("potrf", vec![b(lower)]),
            Routine::Getrf => ("getrf", vec![]),
            Routine::Geqrf => ("geqrf", vec![]),
            Routine::Geqp3 => ("geqp3", vec![]),
            Routine::Orgqr => ("orgqr", vec![]),
            Routine::Ormqr { left, transpose } => ("ormqr", vec![b(left), b(transpose)]),
            Routine::Syevd { lower, vectors } => ("syevd", vec![b(lower), b(vectors)]),
            Routine::Gesdd { vectors } => ("gesdd", vec![b(vectors)]),
            Routine::Geev { left, right } => ("geev", vec![b(left), b(right)]),
            Routine::Gees => ("gees", vec![]),
            Routine::Gehrd { low, high } => ("gehrd", vec![*low as i64, *high as i64]),
            Routine::Sytrd { lower } => ("sytrd", vec![b(lower)]),
            Routine::Gtsv => ("gtsv", vec![]),
            Routine::Rng { normal } => ("rng", vec![b(normal)]),
        };
        (format!("{PREFIX}{name}"), numbers)
    }

    /// The inverse of [`Routine::encode`].
    pub fn decode(name: &str, numbers: &[i64]) -> Option<Routine> {
        let size = |x: i64| usize::try_from(x).ok();
        Some(match (name.strip_prefix(PREFIX)?, numbers) {
            ("fft", [kind, lengths @ ..]) => {
                use FftKind::{Forward, Inverse, RealForward, RealInverse};
                let kind = *[Forward, Inverse, RealForward, RealInverse].get(size(*kind)?)?;
                Routine::Fft(kind, lengths.iter().map(|&n| size(n)).collect::<Option<_>>()?)
            }
            ("cholesky", &[l]) => Routine::Cholesky { lower: truth(l)? },
            ("triangular_solve", &[left, lower, unit, trans]) => Routine::TriangularSolve {
                left: truth(left)?,
                lower: truth(lower)?,
                unit: truth(unit)?,
                trans: *[Trans::No, Trans::Transpose, Trans::Adjoint].get(size(trans)?)?,
            },
            ("potrf", &[l]) => Routine::Potrf { lower: truth(l)? },
            ("getrf", []) => Routine::Getrf,
            ("geqrf", []) => Routine::Geqrf,
            ("geqp3", []) => Routine::Geqp3,
            ("orgqr", []) => Routine::Orgqr,
            ("ormqr", &[l, t]) => Routine::Ormqr { left: truth(l)?, transpose: truth(t)? },
            ("syevd", &[l, v]) => Routine::Syevd { lower: truth(l)?, vectors: truth(v)? },
            ("gesdd", &[v]) => Routine::Gesdd { vectors: truth(v)? },
            ("geev", &[l, r]) => Routine::Geev { left: truth(l)?, right: truth(r)? },
            ("gees", []) => Routine::Gees,
            ("gehrd", &[low, high]) => Routine::Gehrd { low: size(low)?, high: size(high)? },
            ("sytrd", &[l]) => Routine::Sytrd { lower: truth(l)? },
            ("gtsv", []) => Routine::Gtsv,
            ("rng", &[n]) => Routine::Rng { normal: truth(n)? },
            _ => return None,
        })
    }

    /// The routine of a call in an executable, whose configuration is the numbers' bytes, little-endian.
    pub fn from_config(name: &str, config: &[u8]) -> Option<Routine> {
        let (numbers, rest) = config.as_chunks::<8>();
        let numbers: Vec<i64> = numbers.iter().map(|b| i64::from_le_bytes(*b)).collect();
        if rest.is_empty() { Routine::decode(name, &numbers) } else { None }
    }

    /// Names of all routines.
    pub const NAMES: [&str; 17] = [
        "hloom.fft",
        "hloom.cholesky",
        "hloom.triangular_solve",
        "hloom.potrf",
        "hloom.getrf",
        "hloom.geqrf",
        "hloom.geqp3",
        "hloom.orgqr",
        "hloom.ormqr",
        "hloom.syevd",
        "hloom.gesdd",
        "hloom.geev",
        "hloom.gees",
        "hloom.gehrd",
        "hloom.sytrd",
        "hloom.gtsv",
        "hloom.rng",
    ];

    /// The routine of a custom call that JAX or XLA makes; `attr` gives the entries of its `backend_config` (booleans are 0
    /// or 1; those of a list by their places). `None` if the target is not one of ours.
    ///
    /// # Errors
    /// A target of ours with attributes that are missing or out of range.
    pub fn of_custom_call(target: &str, attr: &dyn Fn(&str) -> Option<i64>) -> Option<Result<Routine, String>> {
        let name = match target {
            "Qr" => "geqrf",
            "ProductOfElementaryHouseholderReflectors" => "orgqr",
            "Eigh" => "eigh",
            other => other.strip_prefix("lapack_")?.strip_suffix("_ffi")?.get(1..)?,
        };
        let letter = |key: &str, letters: &str| {
            let found = attr(key).and_then(|c| u8::try_from(c).ok()).map(char::from);
            found.and_then(|c| letters.find(c)).ok_or_else(|| format!("attribute {key} is not one of {letters}"))
        };
        let flag = |key: &str| attr(key).and_then(truth).ok_or_else(|| format!("attribute {key} is missing"));
        let count = |key: &str| {
            attr(key).and_then(|x| usize::try_from(x).ok()).ok_or_else(|| format!("attribute {key} is missing"))
        };
        let make = || -> Result<Option<Routine>, String> {
            Ok(Some(match name {
                "potrf" => Routine::Potrf { lower: letter("uplo", "UL")? == 1 },
                "getrf" => Routine::Getrf,
                "geqrf" => Routine::Geqrf,
                "geqp3" => Routine::Geqp3,
                "orgqr" | "ungqr" => Routine::Orgqr,
                "ormqr" | "unmqr" => Routine::Ormqr { left: flag("left")?, transpose: flag("transpose")? },
                "trsm" => Routine::TriangularSolve {
                    left: letter("side", "RL")? == 1,
                    lower: letter("uplo", "UL")? == 1,
                    unit: letter("diag", "NU")? == 1,
                    trans: [Trans::No, Trans::Transpose, Trans::Adjoint][letter("trans_x", "NTC")?],
                },
                "syevd" | "heevd" => {
                    Routine::Syevd { lower: letter("uplo", "UL")? == 1, vectors: letter("mode", "NV")? == 1 }
                }
                "eigh" => {
                    let lower = attr("0").and_then(truth).ok_or("a configuration that does not begin with 0 or 1")?;
                    Routine::Syevd { lower, vectors: true }
                }
                "gesdd" | "gesvd" => Routine::Gesdd { vectors: letter("mode", "NSA")? > 0 },
                "geev" => Routine::Geev {
                    left: letter("compute_left", "NV")? == 1,
                    right: letter("compute_right", "NV")? == 1,
                },
                "gees" if letter("sort", "N")? == 0 => Routine::Gees,
                "gehrd" => Routine::Gehrd { low: count("low")?, high: count("high")? },
                "sytrd" | "hetrd" => Routine::Sytrd { lower: letter("uplo", "UL")? == 1 },
                "gtsv" => Routine::Gtsv,
                _ => return Ok(None),
            }))
        };
        make().transpose()
    }

    /// Floating-point operations, about, for operands of these shapes.
    pub fn flops(&self, operands: &[&[i64]]) -> u64 {
        let dims = operands.first().copied().unwrap_or(&[]);
        let elements = dims.iter().map(|&d| d as f64).product::<f64>();
        let [m, n] = *dims.last_chunk::<2>().unwrap_or(&[1, 1]);
        let (m, n) = (m as f64, n as f64);
        let least = m.min(n);
        (match self {
            Routine::Fft(_, lengths) => 5.0 * elements * lengths.iter().map(|&l| (l.max(1) as f64).log2()).sum::<f64>(),
            Routine::Cholesky { .. } | Routine::Potrf { .. } => elements * n / 3.0,
            Routine::TriangularSolve { .. } => {
                operands.get(1).map_or(0.0, |b| b.iter().map(|&d| d as f64).product::<f64>()) * n
            }
            Routine::Getrf => elements * least * 2.0 / 3.0,
            Routine::Gtsv | Routine::Rng { .. } => 10.0 * elements,
            _ => 4.0 * elements * least,
        }) as u64
    }

    /// Runs it. Numbers that a program leaves to the implementation depend on `draws` alone, which counts up.
    ///
    /// # Errors
    /// Element types or shapes that the routine does not take.
    pub fn run(
        &self,
        operands: &[Operand<'_>],
        results: &mut [Output<'_>],
        par: &dyn Parallel,
        draws: &Cell<u64>,
    ) -> Result<(), String> {
        if let Routine::Rng { normal } = self {
            let draw = draws.get();
            draws.set(draw + 1);
            return random::run(*normal, draw, operands, results, par);
        }
        let first = operands.first().ok_or("a routine without operands")?;
        if let Routine::Fft(kind, lengths) = self {
            let out = results.first_mut().ok_or("a transform without result")?;
            return match first.dtype.real_part() {
                DType::F32 => fft::run::<f32>(*kind, lengths, first, out, par),
                DType::F64 => fft::run::<f64>(*kind, lengths, first, out, par),
                other => Err(format!("a transform of {}", other.mlir_name())),
            };
        }
        match first.dtype {
            DType::F32 => self.typed::<f32>(operands, results, par),
            DType::F64 => self.typed::<f64>(operands, results, par),
            DType::C64 => self.typed::<Complex<f32>>(operands, results, par),
            DType::C128 => self.typed::<Complex<f64>>(operands, results, par),
            DType::F16 | DType::BF16 => self.widened(operands, results, par),
            other => Err(format!("matrices of {}", other.mlir_name())),
        }
    }

    /// Narrow floats compute in f32.
    fn widened(&self, operands: &[Operand<'_>], results: &mut [Output<'_>], par: &dyn Parallel) -> Result<(), String> {
        let narrow = |t: DType| matches!(t, DType::F16 | DType::BF16);
        let wide: Vec<Vec<f32>> = operands
            .iter()
            .map(|o| match o.dtype {
                DType::F16 => o.typed::<half::f16>().iter().map(|x| x.to_f32()).collect(),
                DType::BF16 => o.typed::<half::bf16>().iter().map(|x| x.to_f32()).collect(),
                _ => vec![],
            })
            .collect();
        let inner: Vec<Operand<'_>> = operands
            .iter()
            .zip(&wide)
            .map(|(o, w)| {
                if narrow(o.dtype) {
                    Operand { dtype: DType::F32, dims: o.dims, bytes: bytemuck::cast_slice(w) }
                } else {
                    *o
                }
            })
            .collect();
        let mut room: Vec<Vec<f32>> = results.iter().map(|r| vec![0.0; r.bytes.len() / 2]).collect();
        let mut outer: Vec<Output<'_>> = results
            .iter_mut()
            .zip(&mut room)
            .map(|(r, w)| {
                let (dtype, bytes) =
                    if narrow(r.dtype) { (DType::F32, bytemuck::cast_slice_mut(w)) } else { (r.dtype, &mut *r.bytes) };
                Output { dtype, dims: r.dims, bytes }
            })
            .collect();
        self.typed::<f32>(&inner, &mut outer, par)?;
        drop(outer);
        for (r, w) in results.iter_mut().zip(&room) {
            match r.dtype {
                DType::F16 => r.typed::<half::f16>()?.iter_mut().zip(w).for_each(|(r, &w)| *r = half::f16::from_f32(w)),
                DType::BF16 => {
                    r.typed::<half::bf16>()?.iter_mut().zip(w).for_each(|(r, &w)| *r = half::bf16::from_f32(w));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn typed<T: Eigen>(
        &self,
        operands: &[Operand<'_>],
        results: &mut [Output<'_>],
        par: &dyn Parallel,
    ) -> Result<(), String>
    where
        Complex<T::Real>: Field<Real = T::Real>,
    {
        let (m, n) = operands[0].matrix().or_else(|e| if *self == Routine::Gtsv { Ok((0, 0)) } else { Err(e) })?;
        let square = |what: &str| if m == n { Ok(()) } else { Err(format!("{what} of a matrix that is not square")) };
        match self {
            Routine::Cholesky { lower } => {
                square("cholesky")?;
                let data = in_place::<T>(&operands[0], results, 0)?;
                batch::parts(par, data, n * n, |_, a, par| {
                    if !lower {
                        adjoint(a, n);
                    }
                    let failed = factor::cholesky(par, a, n).is_some();
                    if failed {
                        a.fill(T::parts(T::Real::nan(), T::Real::zero()));
                    }
                    (0..n).for_each(|i| a[i * n + i + 1..(i + 1) * n].fill(T::zero()));
                    if !lower {
                        adjoint(a, n);
                    }
                });
            }
            Routine::Potrf { lower } => {
                square("potrf")?;
                let data = in_place::<T>(&operands[0], results, 0)?;
                let info = infos(par, data, n * n, |_, a, par| {
                    if !lower {
                        adjoint(a, n);
                    }
                    let bad = factor::cholesky(par, a, n);
                    if !lower {
                        adjoint(a, n);
                    }
                    bad.unwrap_or(0) as i32
                });
                put(results, 1, &info)?;
            }
            Routine::TriangularSolve { left, lower, unit, trans } => {
                square("triangular solve")?;
                let a = operands[0].typed::<T>();
                let rows = operands.get(1).ok_or("a solve without a right side")?.matrix()?;
                let data = in_place::<T>(&operands[1], results, 0)?;
                batch::parts(par, data, rows.0 * rows.1, |i, b, par| {
                    let a = &a[i * n * n..(i + 1) * n * n];
                    triangular_solve(par, a, n, b, rows, (*left, *lower, *unit, *trans));
                });
            }
            Routine::Getrf => {
                let k = m.min(n);
                let mut pivots = vec![0i32; results.get(1).map_or(0, |r| r.bytes.len() / 4)];
                let data = in_place::<T>(&operands[0], results, 0)?;
                let batches = data.len().checked_div(m * n).unwrap_or(0);
                let found = std::sync::Mutex::new(vec![0i32; batches * k]);
                let info = infos(par, data, m * n, |i, a, par| {
                    let mut p = vec![0; k];
                    let info = lu::lu(par, a, m, n, &mut p);
                    if let Ok(mut all) = found.lock() {
                        all[i * k..(i + 1) * k].copy_from_slice(&p);
                    }
                    info
                });
                let found = found.into_inner().unwrap_or_default();
                pivots.iter_mut().zip(found).for_each(|(to, p)| *to = p);
                put(results, 1, &pivots)?;
                put(results, 2, &info)?;
            }
            Routine::Gtsv => self.gtsv::<T>(operands, results)?,
            _ => return self.pieces::<T>(operands, results, par, (m, n)),
        }
        Ok(())
    }

    /// Routines whose results are gathered matrix by matrix.
    fn pieces<T: Eigen>(
        &self,
        operands: &[Operand<'_>],
        results: &mut [Output<'_>],
        par: &dyn Parallel,
        (m, n): (usize, usize),
    ) -> Result<(), String>
    where
        Complex<T::Real>: Field<Real = T::Real>,
    {
        let a = operands[0].typed::<T>();
        let batches: usize = operands[0].dims.iter().rev().skip(2).map(|&d| d as usize).product();
        let shapes: Vec<Vec<i64>> = results.iter().map(|r| r.dims.to_vec()).collect();
        let last = |r: usize| shapes.get(r).and_then(|d| d.last()).map_or(0, |&x| x as usize);
        let second =
            |r: usize| shapes.get(r).and_then(|d| d.len().checked_sub(2).map(|i| d[i])).map_or(0, |x| x as usize);
        let needs_square = matches!(
            self,
            Routine::Syevd { .. }
                | Routine::Gehrd { .. }
                | Routine::Sytrd { .. }
                | Routine::Geev { .. }
                | Routine::Gees
        );
        if needs_square && m != n {
            return Err(format!("{} of a matrix that is not square", self.encode().0));
        }
        let operand = |i: usize| operands.get(i).ok_or_else(|| format!("{} lacks an operand", self.encode().0));
        let taus = match self {
            Routine::Orgqr | Routine::Ormqr { .. } => operand(1)?.typed::<T>(),
            _ => Default::default(),
        };
        let k = taus.len().checked_div(batches).unwrap_or(0);
        if k > m || k > n {
            return Err(format!("{k} reflectors in a matrix of {m} × {n}"));
        }
        let c = match self {
            Routine::Ormqr { .. } => operand(2)?.typed::<T>(),
            _ => Default::default(),
        };
        let order = match self {
            Routine::Geqp3 => operand(1)?.typed::<i32>(),
            _ => Default::default(),
        };
        if let Routine::Ormqr { left, .. } = self
            && m != if *left { second(0) } else { last(0) }
        {
            return Err("reflectors that do not fit the matrix".into());
        }
        if let Routine::Gehrd { low, high } = self
            && (*low == 0 || *high > n)
        {
            return Err(format!("rows {low} to {high} of {n}"));
        }
        // Memory of a thread: fresh pages take as long as a small decomposition.
        let room = |x: &[u8]| {
            let mut to = Room::<u8>::new(x.len());
            to.copy_from_slice(x);
            to
        };
        let bytes = |x: &[T]| room(bytemuck::cast_slice(x));
        let reals = |x: &[T::Real]| room(bytemuck::cast_slice(x));
        let number = |x: i32| room(&x.to_le_bytes());
        // Eigenvalues: two results for a real matrix, one for a complex one.
        let values = |w: &[Complex<T::Real>]| -> Vec<Room<u8>> {
            if operands[0].dtype.is_complex() {
                return vec![room(bytemuck::cast_slice(w))];
            }
            let part = |f: fn(&Complex<T::Real>) -> T::Real| reals(&w.iter().map(f).collect::<Vec<_>>());
            vec![part(|c| c.re), part(|c| c.im)]
        };
        let one = |i: usize, par: &dyn Parallel| -> Vec<Room<u8>> {
            let mut x = Room::new(m * n);
            x.copy_from_slice(&a[i * m * n..(i + 1) * m * n]);
            match self {
                Routine::Geqrf => {
                    let mut t = vec![T::zero(); m.min(n)];
                    qr::factor(par, &mut x, m, n, &mut t);
                    vec![bytes(&x), bytes(&t)]
                }
                Routine::Geqp3 => {
                    let (mut t, mut p) = (vec![T::zero(); m.min(n)], order[i * n..(i + 1) * n].to_vec());
                    qr::factor_pivoted(&mut x, m, n, &mut p, &mut t);
                    vec![bytes(&x), room(bytemuck::cast_slice(&p)), bytes(&t)]
                }
                Routine::Orgqr => vec![bytes(&qr::generate(par, &x, m, n, &taus[i * k..(i + 1) * k], last(0)))],
                Routine::Ormqr { left, transpose } => {
                    let (rows, cols) = (second(0), last(0));
                    let mut c = c[i * rows * cols..(i + 1) * rows * cols].to_vec();
                    qr::multiply(par, &x, n, &taus[i * k..(i + 1) * k], *left, *transpose, &mut c, (rows, cols));
                    vec![bytes(&c)]
                }
                Routine::Syevd { lower, vectors } => {
                    let mut w = vec![T::Real::zero(); n];
                    let info = symmetric::eigh(par, &mut x, n, *lower, *vectors, &mut w);
                    vec![bytes(&x), reals(&w), number(info)]
                }
                Routine::Gesdd { vectors } => {
                    let full = last(2) == m && second(3) == n;
                    let r = svd::svd(par, &x, m, n, *vectors, full);
                    vec![bytes(&x), reals(&r.s), bytes(&r.u), bytes(&r.vt), number(r.info)]
                }
                Routine::Geev { left, right } => {
                    let r = eigen::eig(par, &x, n, *left, *right);
                    let complex = |x: &[Complex<T::Real>]| room(bytemuck::cast_slice(x));
                    let mut out = values(&r.values);
                    out.extend([complex(&r.left), complex(&r.right), number(r.info)]);
                    out
                }
                Routine::Gees => {
                    let (mut s, scale) = eigen::schur(par, &x, n, true);
                    let t = T::complex(&s, n).0;
                    s.t.iter_mut().for_each(|x| *x = x.scale(scale.recip()));
                    let mut out = vec![bytes(&s.t), bytes(&s.z)];
                    out.extend(values(&(0..n).map(|i| t[i * n + i].scale(scale.recip())).collect::<Vec<_>>()));
                    out.extend([number(0), number(s.info)]);
                    out
                }
                Routine::Gehrd { low, high } => {
                    let mut t = vec![T::zero(); n.saturating_sub(1)];
                    qr::hessenberg(par, &mut x, n, low - 1, *high, &mut t);
                    vec![bytes(&x), bytes(&t), number(0)]
                }
                Routine::Sytrd { lower } => {
                    let given = x.to_vec();
                    symmetric::mirror(&mut x, n, *lower);
                    // `U` goes from the last row and column to the first.
                    if !lower {
                        x.reverse();
                    }
                    let mut t = symmetric::tridiagonal(par, &mut x, n);
                    if !lower {
                        x.reverse();
                        t.d.reverse();
                        t.e.reverse();
                        t.taus.reverse();
                    }
                    // The other triangle stays as it was.
                    for i in 0..n {
                        let other = if *lower { i + 1..n } else { 0..i };
                        x[i * n..][other.clone()].copy_from_slice(&given[i * n..][other]);
                    }
                    vec![bytes(&x), reals(&t.d), reals(&t.e), bytes(&t.taus), number(0)]
                }
                _ => vec![],
            }
        };
        let parts = batch::map(par, batches, one);
        for (r, result) in results.iter_mut().enumerate() {
            let size = result.bytes.len().checked_div(batches).unwrap_or(0);
            for (to, from) in result.bytes.chunks_mut(size.max(1)).zip(&parts) {
                match from.get(r) {
                    Some(b) if b.len() == to.len() => to.copy_from_slice(b),
                    // Vectors that were not asked for.
                    Some(b) if b.is_empty() => to.fill(0),
                    _ => return Err(format!("result {r} of {} has another shape", self.encode().0)),
                }
            }
        }
        Ok(())
    }

    fn gtsv<T: Field>(&self, operands: &[Operand<'_>], results: &mut [Output<'_>]) -> Result<(), String> {
        let [dl, d, du, b] = operands else { return Err("gtsv takes four operands".into()) };
        let ([rl, rd, ru, rb], _) = results.split_first_chunk_mut::<4>().ok_or("gtsv gives five results")?;
        let (n, m) = b.matrix()?;
        for (to, from) in [(&mut *rl, dl), (&mut *rd, d), (&mut *ru, du), (&mut *rb, b)] {
            to.bytes.copy_from_slice(from.bytes);
        }
        let (l, d, u, x) = (rl.typed::<T>()?, rd.typed::<T>()?, ru.typed::<T>()?, rb.typed::<T>()?);
        if l.len() != d.len() || u.len() != d.len() || x.len() != d.len() * m {
            return Err("diagonals of different lengths".into());
        }
        let batches = d.len().checked_div(n).unwrap_or(0);
        let info: Vec<i32> = (0..batches)
            .map(|i| {
                let (at, rows) = (i * n, i * n * m..(i + 1) * n * m);
                factor::tridiagonal_solve(
                    &mut l[at + 1..at + n],
                    &mut d[at..at + n],
                    &mut u[at..at + n - 1],
                    &mut x[rows],
                    m,
                )
            })
            .collect();
        put(results, 4, &info)
    }
}

/// Result `r` with the operand's elements.
fn in_place<'a, T: Field>(x: &Operand<'_>, results: &'a mut [Output<'_>], r: usize) -> Result<&'a mut [T], String> {
    let out = results.get_mut(r).ok_or("a routine without result")?;
    if out.bytes.len() != x.bytes.len() {
        return Err("a result of another shape".into());
    }
    out.bytes.copy_from_slice(x.bytes);
    out.typed()
}

/// Writes integers to result `r`, if there is one.
fn put(results: &mut [Output<'_>], r: usize, x: &[i32]) -> Result<(), String> {
    let Some(out) = results.get_mut(r) else { return Ok(()) };
    let out = out.typed::<i32>()?;
    out.fill(0);
    out.iter_mut().zip(x).for_each(|(to, x)| *to = *x);
    Ok(())
}

/// As [`batch::parts`], with a number for each part.
fn infos<T: Field>(
    par: &dyn Parallel,
    data: &mut [T],
    size: usize,
    f: impl Fn(usize, &mut [T], &dyn Parallel) -> i32 + Sync,
) -> Vec<i32> {
    let count = data.len().checked_div(size).unwrap_or(0);
    let out: Vec<std::sync::atomic::AtomicI32> = (0..count).map(|_| Default::default()).collect();
    batch::parts(par, data, size, |i, a, par| {
        out[i].store(f(i, a, par), std::sync::atomic::Ordering::Relaxed);
    });
    out.into_iter().map(std::sync::atomic::AtomicI32::into_inner).collect()
}

/// A := Aᴴ for a square matrix.
fn adjoint<T: Field>(a: &mut [T], n: usize) {
    for i in 0..n {
        a[i * n + i] = a[i * n + i].conj();
        for j in 0..i {
            let (x, y) = (a[i * n + j], a[j * n + i]);
            a[i * n + j] = y.conj();
            a[j * n + i] = x.conj();
        }
    }
}

fn triangular_solve<T: Field>(
    par: &dyn Parallel,
    a: &[T],
    n: usize,
    b: &mut [T],
    (rows, cols): (usize, usize),
    (left, lower, unit, trans): (bool, bool, bool, Trans),
) {
    // X op(A) = B is op(A)ᵀ Xᵀ = Bᵀ.
    let v = View::new(a, n, (0, 0), n, n).conjugated(trans == Trans::Adjoint);
    let flipped = (trans != Trans::No) == left;
    let mut t = factor::copy(if flipped { v.transposed() } else { v });
    if unit {
        t.iter_mut().step_by(n + 1).for_each(|d| *d = T::one());
    }
    let lower = lower != flipped;
    if left {
        factor::solve(par, &t, n, lower, b, cols);
    } else {
        let mut x = factor::copy(View::new(b, cols, (0, 0), rows, cols).transposed());
        factor::solve(par, &t, n, lower, &mut x, rows);
        b.copy_from_slice(&factor::copy(View::new(&x, rows, (0, 0), cols, rows).transposed()));
    }
}
