//! Factors multiply back, transforms invert, and what fails says so.

mod hard;

use hloom_linalg::{FftKind, Operand, Output, Parallel, Routine, Serial, Trans};
use hloom_num::DType;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Units of the largest value by which values of F32 differ from those of the same matrix in F64.
const MOST_UNITS: f64 = 4.0;

/// Steps of QL and QR on F32 would each round: their values were off by 20 units at this order.
#[test]
fn values_of_f32_are_those_of_f64() {
    let n = 200;
    // Numbers that F32 holds.
    let a: Vec<f64> = noise(n * n).iter().map(|x| f64::from(*x as f32)).collect();
    let (square, line) = ([n as i64, n as i64], [n as i64]);
    let values = |r: &Routine, vectors: Option<&[i64]>| {
        let [x, y] = [DType::F32, F].map(|t| {
            let mut results = vec![(t, &square[..]), (t, &line[..])];
            results.extend(vectors.into_iter().flat_map(|d| [(t, d); 2]));
            results.push((DType::I32, &[]));
            let mut out = call(r, &[(t, &square, &a)], &results);
            assert_eq!(out.last(), Some(&vec![0.0]), "{r:?}");
            out.swap_remove(1)
        });
        let largest = y.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
        near(&x, &y, MOST_UNITS * f64::from(f32::EPSILON) * largest);
    };
    values(&Routine::Gesdd { vectors: false }, Some(&[0, 0]));
    values(&Routine::Gesdd { vectors: true }, Some(&square));
    values(&Routine::Syevd { lower: true, vectors: true }, None);
}

/// Numbers that look random.
fn noise(n: usize) -> Vec<f64> {
    let mut s = 1u64;
    (0..n)
        .map(|_| {
            s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (s >> 33) as f64 / f64::from(1u32 << 30) - 1.0
        })
        .collect()
}

/// Runs on tensors given as F64 (pairs for complex ones); results by type and shape.
fn call(r: &Routine, operands: &[(DType, &[i64], &[f64])], results: &[(DType, &[i64])]) -> Vec<Vec<f64>> {
    call_with(&Serial, r, operands, results)
}

fn call_with(
    par: &dyn Parallel,
    r: &Routine,
    operands: &[(DType, &[i64], &[f64])],
    results: &[(DType, &[i64])],
) -> Vec<Vec<f64>> {
    let (name, numbers) = r.encode();
    assert_eq!(Routine::decode(&name, &numbers).as_ref(), Some(r));
    assert!(Routine::NAMES.contains(&name.as_str()));
    let mut room: Vec<Vec<u64>> = results
        .iter()
        .map(|(t, d)| vec![0; (d.iter().product::<i64>() as usize * t.byte_size()).div_ceil(8)])
        .collect();
    // What F32 is given as.
    let short = |(t, _, x): &(DType, &[i64], &[f64])| -> Option<Vec<f32>> {
        (*t == DType::F32).then(|| x.iter().map(|x| *x as f32).collect())
    };
    let shorts: Vec<Option<Vec<f32>>> = operands.iter().map(short).collect();
    let ops: Vec<Operand<'_>> = operands
        .iter()
        .zip(&shorts)
        .map(|((dtype, dims, x), short)| {
            let bytes = short.as_ref().map_or(bytemuck::cast_slice(x), |x| bytemuck::cast_slice(x));
            Operand { dtype: *dtype, dims, bytes }
        })
        .collect();
    let mut outs: Vec<Output<'_>> = room
        .iter_mut()
        .zip(results)
        .map(|(w, (dtype, dims))| {
            let n = dims.iter().product::<i64>() as usize * dtype.byte_size();
            Output { dtype: *dtype, dims, bytes: &mut bytemuck::cast_slice_mut(w)[..n] }
        })
        .collect();
    r.run(&ops, &mut outs, par, &Cell::new(0)).expect("the call fits");
    let decode = |w: &Vec<u64>, (t, d): &(DType, &[i64])| -> Vec<f64> {
        let n = d.iter().product::<i64>() as usize;
        match t {
            DType::I32 => bytemuck::cast_slice::<u64, i32>(w)[..n].iter().map(|&x| f64::from(x)).collect(),
            DType::F32 => bytemuck::cast_slice::<u64, f32>(w)[..n].iter().map(|&x| f64::from(x)).collect(),
            _ => bytemuck::cast_slice::<u64, f64>(w).to_vec(),
        }
    };
    room.iter().zip(results).map(|(w, r)| decode(w, r)).collect()
}

fn mul(a: &[f64], b: &[f64], m: usize, k: usize, n: usize) -> Vec<f64> {
    (0..m * n).map(|i| (0..k).map(|j| a[i / n * k + j] * b[j * n + i % n]).sum()).collect()
}

fn transposed(a: &[f64], m: usize, n: usize) -> Vec<f64> {
    (0..m * n).map(|i| a[i % m * n + i / m]).collect()
}

fn near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tolerance, "element {i}: {x} and {y}");
    }
}

const F: DType = DType::F64;

#[test]
fn cholesky_multiplies_back() {
    for n in [1usize, 5, 33, 150] {
        let g = noise(n * n);
        let mut a = mul(&g, &transposed(&g, n, n), n, n, n);
        (0..n).for_each(|i| a[i * n + i] += 1.0);
        let d = [n as i64, n as i64];
        let l = &call(&Routine::Cholesky { lower: true }, &[(F, &d, &a)], &[(F, &d)])[0];
        near(&mul(l, &transposed(l, n, n), n, n, n), &a, 1e-11 * n as f64);
        let u = &call(&Routine::Cholesky { lower: false }, &[(F, &d, &a)], &[(F, &d)])[0];
        near(&transposed(u, n, n), l, 1e-12);
    }
    let d = [2, 2];
    let bad = call(&Routine::Potrf { lower: true }, &[(F, &d, &[1.0, 2.0, 2.0, 1.0])], &[(F, &d), (DType::I32, &[])]);
    assert_eq!(bad[1], [2.0]);
    let nan = call(&Routine::Cholesky { lower: true }, &[(F, &d, &[1.0, 2.0, 2.0, 1.0])], &[(F, &d)]);
    assert!(nan[0][0].is_nan() && nan[0][1] == 0.0);
}

#[test]
fn triangular_solves_solve() {
    let (n, m) = (70usize, 9usize);
    let mut a = noise(n * n);
    (0..n).for_each(|i| a[i * n + i] = 3.0 + i as f64 / 10.0);
    a.iter_mut().enumerate().filter(|(i, _)| i / n != i % n).for_each(|(_, x)| *x /= n as f64);
    for left in [true, false] {
        for lower in [true, false] {
            for unit in [true, false] {
                for trans in [Trans::No, Trans::Transpose] {
                    let (rows, cols) = if left { (n, m) } else { (m, n) };
                    let b = noise(rows * cols);
                    let r = Routine::TriangularSolve { left, lower, unit, trans };
                    let (da, db) = ([n as i64, n as i64], [rows as i64, cols as i64]);
                    let x = &call(&r, &[(F, &da, &a), (F, &db, &b)], &[(F, &db)])[0];
                    let mut t: Vec<f64> = (0..n * n)
                        .map(|i| match (i / n, i % n) {
                            (r, c) if r == c && unit => 1.0,
                            (r, c) if (lower && c <= r) || (!lower && r <= c) => a[i],
                            _ => 0.0,
                        })
                        .collect();
                    if trans == Trans::Transpose {
                        t = transposed(&t, n, n);
                    }
                    let back = if left { mul(&t, x, n, n, m) } else { mul(x, &t, m, n, n) };
                    near(&back, &b, 1e-12);
                }
            }
        }
    }
}

#[test]
fn lu_multiplies_back() {
    let small = [(1usize, 1usize), (6, 6), (100, 40), (40, 100), (128, 128), (0, 0), (0, 3), (3, 0)];
    // Blocks that are not whole, in which the last pivot is amid a block or at its end, with blocks beyond it.
    let blocked = [(129, 129), (320, 130), (130, 320), (128, 300), (70, 150), (256, 256)];
    for (m, n) in small.into_iter().chain(blocked) {
        let a = noise(m * n);
        let (d, k) = ([m as i64, n as i64], m.min(n));
        let (operands, results) = ([(F, &d[..], &a[..])], [(F, &d[..]), (DType::I32, &[k as i64]), (DType::I32, &[])]);
        let r = call(&Routine::Getrf, &operands, &results);
        assert_eq!(r, call_with(&Backwards::default(), &Routine::Getrf, &operands, &results));
        let f = &r[0];
        let l: Vec<f64> = (0..m * k)
            .map(|i| match (i / k, i % k) {
                (r, c) if r == c => 1.0,
                (r, c) if c < r => f[r * n + c],
                _ => 0.0,
            })
            .collect();
        let u: Vec<f64> = (0..k * n).map(|i| if i / n <= i % n { f[i] } else { 0.0 }).collect();
        let mut pa = a;
        for i in 0..k {
            let p = r[1][i] as usize - 1;
            (0..n).for_each(|c| pa.swap(i * n + c, p * n + c));
        }
        near(&mul(&l, &u, m, k, n), &pa, 1e-12 * k as f64);
        assert!(l.iter().all(|x| x.abs() <= 1.0));
        assert_eq!(r[2], [0.0]);
    }
    for (n, column, x, info) in [(2, 0, 0.0, 1.0), (200, 149, 0.0, 150.0), (200, 70, f64::NAN, 0.0)] {
        let mut a = noise(n * n);
        a.iter_mut().skip(column).step_by(n).for_each(|a| *a = x);
        let d = [n as i64, n as i64];
        let r = call(&Routine::Getrf, &[(F, &d, &a)], &[(F, &d), (DType::I32, &d[..1]), (DType::I32, &[])]);
        assert_eq!(r[2], [info]);
        // A column of NaN exchanges no rows, nor do those that it makes NaN.
        assert!(!x.is_nan() || r[1][column..].iter().enumerate().all(|(i, p)| *p == (column + i + 1) as f64));
    }
}

#[test]
fn qr_multiplies_back() {
    for (m, n) in [(7usize, 4usize), (4, 7), (20, 20), (1, 1), (90, 33), (33, 90), (300, 150), (0, 0), (0, 3), (3, 0)] {
        let a = noise(m * n);
        let rounding = 1e-13 * ((m + n) / 40).max(1) as f64;
        let (d, k) = ([m as i64, n as i64], m.min(n));
        let r = call(&Routine::Geqrf, &[(F, &d, &a)], &[(F, &d), (F, &[k as i64])]);
        let q = &call(&Routine::Orgqr, &[(F, &d, &r[0]), (F, &[k as i64], &r[1])], &[(F, &[m as i64, k as i64])])[0];
        let upper: Vec<f64> = (0..k * n).map(|i| if i / n <= i % n { r[0][i] } else { 0.0 }).collect();
        near(&mul(q, &upper, m, k, n), &a, rounding);
        let c = noise(m * 3);
        let full = &call(&Routine::Orgqr, &[(F, &d, &r[0]), (F, &[k as i64], &r[1])], &[(F, &[m as i64, m as i64])])[0];
        let dc = [m as i64, 3];
        let left = Routine::Ormqr { left: true, transpose: true };
        let qc = &call(&left, &[(F, &d, &r[0]), (F, &[k as i64], &r[1]), (F, &dc, &c)], &[(F, &dc)])[0];
        near(qc, &mul(&transposed(full, m, m), &c, m, m, 3), rounding);
        let right = Routine::Ormqr { left: false, transpose: false };
        let dc = [3, m as i64];
        let cq = &call(&right, &[(F, &d, &r[0]), (F, &[k as i64], &r[1]), (F, &dc, &c)], &[(F, &dc)])[0];
        near(cq, &mul(&c, full, 3, m, m), rounding);
    }
}

#[test]
fn eigenvectors_diagonalise() {
    for n in [0usize, 1, 2, 6, 40, 200] {
        let g = noise(n * n);
        let t = transposed(&g, n, n);
        let a: Vec<f64> = g.iter().zip(&t).map(|(x, y)| x + y).collect();
        let d = [n as i64, n as i64];
        let r = call(
            &Routine::Syevd { lower: true, vectors: true },
            &[(F, &d, &a)],
            &[(F, &d), (F, &[n as i64]), (DType::I32, &[])],
        );
        let (v, w) = (&r[0], &r[1]);
        let vw: Vec<f64> = v.iter().enumerate().map(|(i, x)| x * w[i % n]).collect();
        near(&mul(&a, v, n, n, n), &vw, 1e-12 * n as f64);
        assert!(w.windows(2).all(|p| p[0] <= p[1]));
        assert_eq!(r[2], [0.0]);
    }
    let d = [2, 2];
    let out: &[(DType, &[i64])] = &[(F, &d), (F, &[2]), (DType::I32, &[])];
    let nan = call(&Routine::Syevd { lower: true, vectors: true }, &[(F, &d, &[f64::NAN; 4])], out);
    assert!(nan[2][0] > 0.0);
    // Hermitian: eigenvalues of [[2, i], [-i, 2]] are 1 and 3.
    let out: &[(DType, &[i64])] = &[(DType::C128, &d), (F, &[2]), (DType::I32, &[])];
    let h = [2.0, 0.0, 0.0, 1.0, 0.0, -1.0, 2.0, 0.0];
    let r = call(&Routine::Syevd { lower: true, vectors: true }, &[(DType::C128, &d, &h)], out);
    near(&r[1], &[1.0, 3.0], 1e-14);
}

#[test]
fn singular_values_multiply_back() {
    let shapes = [(6usize, 4usize, 4usize), (4, 6, 4), (5, 5, 2), (9, 3, 0), (1, 1, 1), (40, 40, 12), (200, 200, 200)];
    for (m, n, rank) in shapes.into_iter().chain([(300, 20, 20), (70, 90, 70), (0, 0, 0), (0, 3, 0), (3, 0, 0)]) {
        let a = if rank == m.min(n) { noise(m * n) } else { mul(&noise(m * rank), &noise(rank * n), m, rank, n) };
        factors_of(&a, m, n);
    }
}

/// Bidiagonal matrices that fall into blocks, that are singular, and whose elements differ by far, from either end.
#[test]
fn singular_values_of_graded_and_split_matrices() {
    let n = 12;
    /// An element by its place on the diagonal, or above it.
    type Line = fn(usize) -> f64;
    let matrices: [(Line, Line); 7] = [
        (|_| 1.0, |_| 0.0),
        (|_| 1.0, |_| 1.0),
        (|i| if i % 5 == 2 { 0.0 } else { 1.0 + i as f64 }, |_| 1.0),
        (|i| if i == 0 { 0.0 } else { 1.0 }, |i| if i % 4 == 0 { 0.0 } else { -1.0 }),
        (|i| 10f64.powi(-3 * i as i32), |i| 10f64.powi(-3 * i as i32)),
        (|i| 10f64.powi(3 * i as i32 - 33), |i| 10f64.powi(3 * i as i32 - 33)),
        (|i| if i == 11 { 0.0 } else { 1.0 }, |_| 1e-20),
    ];
    for (d, e) in matrices {
        let mut a = vec![0.0; n * n];
        (0..n).for_each(|i| a[i * n + i] = d(i));
        (0..n - 1).for_each(|i| a[i * n + i + 1] = e(i));
        let s = factors_of(&a, n, n);
        let product: f64 = (0..n).map(d).product();
        let rounding = 1e-12 * product.abs();
        assert!((s.iter().product::<f64>() - product.abs()).abs() <= rounding.max(1e-40), "{s:?}");
    }
}

/// Singular values, after a look at the factors.
fn factors_of(a: &[f64], m: usize, n: usize) -> Vec<f64> {
    let k = m.min(n);
    let size = a.iter().fold(0f64, |m, x| m.max(x.abs())).max(1e-300);
    let mut values = vec![];
    for full in [false, true] {
        let (p, q) = if full { (m, n) } else { (k, k) };
        let d = [m as i64, n as i64];
        let r = call(
            &Routine::Gesdd { vectors: true },
            &[(F, &d, a)],
            &[(F, &d), (F, &[k as i64]), (F, &[m as i64, p as i64]), (F, &[q as i64, n as i64]), (DType::I32, &[])],
        );
        let (s, u, vt) = (&r[1], &r[2], &r[3]);
        let us: Vec<f64> = (0..m * k).map(|i| u[i / k * p + i % k] * s[i % k]).collect();
        near(&mul(&us, &vt[..k * n], m, k, n), a, 1e-14 * (m + n + 80) as f64 * size);
        let one: Vec<f64> = (0..p * p).map(|i| f64::from(u8::from(i / p == i % p))).collect();
        near(&mul(&transposed(u, m, p), u, p, m, p), &one, 1e-12);
        let one: Vec<f64> = (0..q * q).map(|i| f64::from(u8::from(i / q == i % q))).collect();
        near(&mul(vt, &transposed(vt, q, n), q, n, q), &one, 1e-12);
        assert!(s.windows(2).all(|p| p[0] >= p[1]) && s.iter().all(|&s| s >= 0.0));
        assert_eq!(r[4], [0.0]);
        values.clone_from(s);
    }
    values
}

/// However many threads there are and in whatever order parts are done, bits are the same.
#[test]
fn order_of_parts_changes_nothing() {
    type Place<'a> = (DType, &'a [i64]);
    // Large enough for each routine, and the reductions in them, to have parts; rows are a multiple of 1 KiB.
    let n = 384;
    let mut a = noise(n * n);
    // Positive definite.
    a.iter_mut().step_by(n + 1).for_each(|x| *x += n as f64);
    let (d, line) = ([384, 384], [384]);
    let solve = Routine::TriangularSolve { left: false, lower: true, unit: false, trans: Trans::No };
    let routines: [(Routine, usize, &[Place]); 7] = [
        (Routine::Geqrf, 1, &[(F, &d), (F, &line)]),
        (Routine::Gehrd { low: 1, high: n }, 1, &[(F, &d), (F, &[383]), (DType::I32, &[])]),
        (Routine::Syevd { lower: false, vectors: true }, 1, &[(F, &d), (F, &line), (DType::I32, &[])]),
        (Routine::Gesdd { vectors: true }, 1, &[(F, &d), (F, &line), (F, &d), (F, &d), (DType::I32, &[])]),
        (Routine::Cholesky { lower: true }, 1, &[(F, &d)]),
        (Routine::Getrf, 1, &[(F, &d), (DType::I32, &line), (DType::I32, &[])]),
        (solve, 2, &[(F, &d)]),
    ];
    for (r, operands, results) in routines {
        let operands: Vec<(DType, &[i64], &[f64])> = (0..operands).map(|_| (F, &d[..], &a[..])).collect();
        let par = Backwards::default();
        let (forwards, backwards) = std::thread::scope(|s| {
            let forwards = s.spawn(|| call(&r, &operands, results));
            let backwards = call_with(&par, &r, &operands, results);
            (forwards.join().expect("no panic"), backwards)
        });
        assert!(par.0.into_inner() > 0, "{r:?} has one part");
        assert!(forwards[0].iter().all(|x| x.is_finite()), "{r:?}");
        let bits = |x: &[Vec<f64>]| -> Vec<u64> { x.iter().flatten().map(|x| x.to_bits()).collect() };
        assert!(bits(&forwards) == bits(&backwards), "{r:?}");
    }
}

/// Both triangles give T = Qᵀ A Q with Q from the reflectors where LAPACK leaves them, and the other triangle stays.
#[test]
fn tridiagonal_forms_of_either_triangle() {
    let n = 5;
    let a = noise(n * n);
    let (square, line) = ([5, 5], [4]);
    for lower in [true, false] {
        let results: [(DType, &[i64]); 5] =
            [(DType::F64, &square), (DType::F64, &[5]), (DType::F64, &line), (DType::F64, &line), (DType::I32, &[])];
        let out = call(&Routine::Sytrd { lower }, &[(DType::F64, &square, &a)], &results);
        let [x, d, e, taus, info] = &out[..] else { panic!("five results") };
        assert_eq!(info[0], 0.0);
        let read = |i: usize, j: usize| if (i >= j) == lower { a[i * n + j] } else { a[j * n + i] };
        let whole: Vec<f64> = (0..n * n).map(|k| read(k / n, k % n)).collect();
        let mut q: Vec<f64> = (0..n * n).map(|k| f64::from(u8::from(k / n == k % n))).collect();
        for step in 0..n - 1 {
            // H(0) H(1) … for L; H(n-2) … H(0) for U, which has reflector i above the superdiagonal of column i + 1.
            let i = if lower { step } else { n - 2 - step };
            let v: Vec<f64> = (0..n)
                .map(|r| match lower {
                    true if r == i + 1 => 1.0,
                    true if r > i + 1 => x[r * n + i],
                    false if r == i => 1.0,
                    false if r < i => x[r * n + i + 1],
                    _ => 0.0,
                })
                .collect();
            let qv = mul(&q, &v, n, n, 1);
            (0..n * n).for_each(|k| q[k] -= taus[i] * qv[k / n] * v[k % n]);
        }
        let t = mul(&mul(&transposed(&q, n, n), &whole, n, n, n), &q, n, n, n);
        let expected = |i: usize, j: usize| match i.abs_diff(j) {
            0 => d[i],
            1 => e[i.min(j)],
            _ => 0.0,
        };
        near(&t, &(0..n * n).map(|k| expected(k / n, k % n)).collect::<Vec<_>>(), 1e-13);
        for (i, j) in (0..n * n).map(|k| (k / n, k % n)).filter(|&(i, j)| if lower { i < j } else { i > j }) {
            assert_eq!(x[i * n + j], a[i * n + j], "the other triangle");
        }
    }
}

#[test]
fn tridiagonal_systems_solve() {
    let n = 6;
    let (l, d, u, b) = (noise(n), noise(n), noise(2 * n)[n..].to_vec(), noise(2 * n));
    let (v, w) = ([n as i64], [n as i64, 2]);
    let x = &call(
        &Routine::Gtsv,
        &[(F, &v, &l), (F, &v, &d), (F, &v, &u), (F, &w, &b)],
        &[(F, &v), (F, &v), (F, &v), (F, &w), (DType::I32, &[])],
    )[3];
    for i in 0..n {
        for c in 0..2 {
            let mut s = d[i] * x[i * 2 + c];
            s += if i > 0 { l[i] * x[(i - 1) * 2 + c] } else { 0.0 };
            s += if i + 1 < n { u[i] * x[(i + 1) * 2 + c] } else { 0.0 };
            assert!((s - b[i * 2 + c]).abs() < 1e-11);
        }
    }
}

fn dft(x: &[f64], n: usize, inverse: bool) -> Vec<f64> {
    let sign = if inverse { 1.0 } else { -1.0 };
    let mut out = vec![];
    for k in 0..n {
        let (mut re, mut im) = (0.0, 0.0);
        for j in 0..n {
            let t = sign * 2.0 * std::f64::consts::PI * (j * k % n) as f64 / n as f64;
            re += x[2 * j] * t.cos() - x[2 * j + 1] * t.sin();
            im += x[2 * j] * t.sin() + x[2 * j + 1] * t.cos();
        }
        let f = if inverse { n as f64 } else { 1.0 };
        out.extend([re / f, im / f]);
    }
    out
}

#[test]
fn transforms_are_the_sum() {
    let c = DType::C128;
    for n in [1usize, 2, 7, 12, 16, 61] {
        let (x, d) = (noise(2 * n), [n as i64]);
        for inverse in [false, true] {
            let kind = if inverse { FftKind::Inverse } else { FftKind::Forward };
            let y = &call(&Routine::Fft(kind, vec![n]), &[(c, &d, &x)], &[(c, &d)])[0];
            near(y, &dft(&x, n, inverse), 1e-12);
        }
        let h = [n as i64 / 2 + 1];
        let real = &x[..n];
        let pairs: Vec<f64> = real.iter().flat_map(|&r| [r, 0.0]).collect();
        let y = &call(&Routine::Fft(FftKind::RealForward, vec![n]), &[(F, &d, real)], &[(c, &h)])[0];
        near(y, &dft(&pairs, n, false)[..y.len()], 1e-12);
        let back = &call(&Routine::Fft(FftKind::RealInverse, vec![n]), &[(c, &h, y)], &[(F, &d)])[0];
        near(back, real, 1e-13);
    }
    // Two dimensions, and one long enough to be cut.
    let (x, d) = (noise(2 * 6 * 20), [6i64, 20]);
    let y = &call(&Routine::Fft(FftKind::Forward, vec![6, 20]), &[(c, &d, &x)], &[(c, &d)])[0];
    let back = &call(&Routine::Fft(FftKind::Inverse, vec![6, 20]), &[(c, &d, y)], &[(c, &d)])[0];
    near(back, &x, 1e-13);
    let n = 1usize << 15;
    let d = [n as i64];
    let mut x = vec![0.0; 2 * n];
    x[2 * 3] = 1.0;
    let y = &call(&Routine::Fft(FftKind::Forward, vec![n]), &[(c, &d, &x)], &[(c, &d)])[0];
    let wanted: Vec<f64> = (0..n)
        .flat_map(|k| {
            let t = -2.0 * std::f64::consts::PI * (3 * k % n) as f64 / n as f64;
            [t.cos(), t.sin()]
        })
        .collect();
    near(y, &wanted, 1e-12);
}

/// Tasks in reverse order, and how many there were beside the first of each run.
#[derive(Default)]
struct Backwards(AtomicUsize);

impl Parallel for Backwards {
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        self.0.fetch_add(tasks.saturating_sub(1), Relaxed);
        (0..tasks).rev().for_each(body);
    }
    fn threads(&self) -> usize {
        5
    }
}

#[test]
fn numbers_are_drawn_in_range() {
    let r = Routine::Rng { normal: false };
    let (a, b) = ([-3i32], [5i32]);
    let draws = Cell::new(7);
    let mut all = vec![];
    for par in [&Serial as &dyn Parallel, &Backwards::default()] {
        draws.set(7);
        let mut out = vec![0i32; 40_000];
        let op = |x| Operand { dtype: DType::I32, dims: &[], bytes: bytemuck::cast_slice(x) };
        let bytes = bytemuck::cast_slice_mut(&mut out);
        let mut results = [Output { dtype: DType::I32, dims: &[40_000], bytes }];
        r.run(&[op(&a), op(&b)], &mut results, par, &draws).expect("the call fits");
        assert_eq!(draws.get(), 8);
        assert!(out.iter().all(|x| (-3..5).contains(x)));
        all.push(out);
    }
    assert_eq!(all[0], all[1]);
    let n = 100_000;
    let x = &call(&Routine::Rng { normal: true }, &[(F, &[], &[2.0]), (F, &[], &[3.0])], &[(F, &[n])])[0];
    let mean = x.iter().sum::<f64>() / n as f64;
    let variance = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64;
    assert!((mean - 2.0).abs() < 0.05 && (variance - 9.0).abs() < 0.2);
}

/// Product of complex matrices given as pairs.
fn mul_complex(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let mut out = vec![0.0; 2 * n * n];
    for i in 0..n * n {
        for j in 0..n {
            let (x, y) = (2 * (i / n * n + j), 2 * (j * n + i % n));
            out[2 * i] += a[x] * b[y] - a[x + 1] * b[y + 1];
            out[2 * i + 1] += a[x] * b[y + 1] + a[x + 1] * b[y];
        }
    }
    out
}

/// The adjoint of a complex matrix.
fn adjoint(a: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).flat_map(|i| [a[2 * (i % n * n + i / n)], -a[2 * (i % n * n + i / n) + 1]]).collect()
}

#[test]
fn general_eigenvectors_and_schur_forms_multiply_back() {
    let c = DType::C128;
    for n in [0usize, 1, 2, 3, 4, 7, 17, 30, 75] {
        let d = [n as i64, n as i64];
        let v = [n as i64];
        for complex in [false, true] {
            let (t, a) = if complex { (c, noise(2 * n * n)) } else { (F, noise(n * n)) };
            let pairs: Vec<f64> = if complex { a.clone() } else { a.iter().flat_map(|&x| [x, 0.0]).collect() };
            let mut outs: Vec<(DType, &[i64])> = if complex { vec![(c, &v)] } else { vec![(F, &v), (F, &v)] };
            outs.extend([(c, &d[..]), (c, &d[..]), (DType::I32, &[][..])]);
            let mut r = call(&Routine::Geev { left: true, right: true }, &[(t, &d, &a)], &outs);
            if !complex {
                let w: Vec<f64> = (0..n).flat_map(|i| [r[0][i], r[1][i]]).collect();
                r.splice(0..2, [w]);
            }
            assert_eq!(r[3], [0.0], "n {n}");
            let mut w = vec![0.0; 2 * n * n];
            (0..n).for_each(|i| w[2 * (i * n + i)..][..2].copy_from_slice(&r[0][2 * i..2 * i + 2]));
            near(&mul_complex(&pairs, &r[2], n), &mul_complex(&r[2], &w, n), 1e-11);
            let left = adjoint(&r[1], n);
            near(&mul_complex(&left, &pairs, n), &mul_complex(&w, &left, n), 1e-11);
            // A = Z T Zᴴ.
            let mut outs: Vec<(DType, &[i64])> = vec![(t, &d), (t, &d), (t, &v)];
            if !complex {
                outs.push((F, &v));
            }
            outs.extend([(DType::I32, &[][..]), (DType::I32, &[][..])]);
            let s = call(&Routine::Gees, &[(t, &d, &a)], &outs);
            if complex {
                near(&mul_complex(&mul_complex(&s[1], &s[0], n), &adjoint(&s[1], n), n), &a, 1e-12);
            } else {
                near(&mul(&mul(&s[1], &s[0], n, n, n), &transposed(&s[1], n, n), n, n, n), &a, 1e-12);
                let below = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|(i, j)| j + 1 < *i);
                assert!(below.into_iter().all(|(i, j)| s[0][i * n + j] == 0.0));
            }
        }
    }
    let d = [2, 2];
    let out: &[(DType, &[i64])] = &[(F, &[2]), (F, &[2]), (c, &d), (c, &d), (DType::I32, &[])];
    // A rotation: ± i. A Jordan block: one eigenvector.
    let r = call(&Routine::Geev { left: true, right: true }, &[(F, &d, &[0.0, 1.0, -1.0, 0.0])], out);
    near(&r[0], &[0.0, 0.0], 1e-15);
    near(&r[1], &[1.0, -1.0], 1e-15);
    let r = call(&Routine::Geev { left: true, right: true }, &[(F, &d, &[1.0, 1.0, 0.0, 1.0])], out);
    near(&r[0], &[1.0, 1.0], 1e-15);
    let r = call(&Routine::Geev { left: true, right: true }, &[(F, &d, &[f64::INFINITY; 4])], out);
    assert!(r[4][0] > 0.0);
}
