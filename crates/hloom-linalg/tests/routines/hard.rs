//! Matrices on which decompositions fail first: of low rank, whose reduction runs into subnormal numbers; with values that are
//! equal or nearly so; with values of very different sizes; with no eigenvectors to speak of.

use super::{F, call, mul, noise, transposed};
use hloom_linalg::Routine;
use hloom_num::DType;

/// Rows and columns `n`, element by element.
fn square(n: usize, f: impl Fn(usize, usize) -> f64) -> (usize, Vec<f64>) {
    (n, (0..n * n).map(|i| f(i / n, i % n)).collect())
}

/// Q diag(values) Qᵀ with a random orthogonal Q.
fn with_values(n: usize, values: impl Fn(usize) -> f64) -> (usize, Vec<f64>) {
    let d = [n as i64, n as i64];
    let r = call(&Routine::Geqrf, &[(F, &d, &noise(n * n))], &[(F, &d), (F, &d[..1])]);
    let q = &call(&Routine::Orgqr, &[(F, &d, &r[0]), (F, &d[..1], &r[1])], &[(F, &d)])[0];
    let scaled: Vec<f64> = q.iter().enumerate().map(|(i, x)| x * values(i % n)).collect();
    let a = mul(&scaled, &transposed(q, n, n), n, n, n);
    square(n, |i, j| 0.5 * (a[i * n + j] + a[j * n + i]))
}

fn tridiagonal(n: usize, d: impl Fn(usize) -> f64, e: impl Fn(usize) -> f64) -> (usize, Vec<f64>) {
    square(n, |i, j| match i.abs_diff(j) {
        0 => d(i),
        1 => e(i.min(j)),
        _ => 0.0,
    })
}

fn symmetric() -> Vec<(&'static str, (usize, Vec<f64>))> {
    let wilkinson = |i: usize| (i % 21).abs_diff(10) as f64;
    vec![
        ("ones", square(80, |_, _| 1.0)),
        ("rank one", square(70, |i, j| (i as f64 - 7.0) * (j as f64 - 7.0))),
        ("blocks of rank one", square(78, |i, j| f64::from(u8::from(i / 26 == j / 26)))),
        ("Hilbert", square(75, |i, j| 1.0 / (i + j + 1) as f64)),
        ("zero", square(70, |_, _| 0.0)),
        ("identity", square(70, |i, j| f64::from(u8::from(i == j)))),
        ("second difference", tridiagonal(70, |_| 2.0, |_| -1.0)),
        ("Wilkinson", tridiagonal(71, |i| i.abs_diff(35) as f64, |_| 1.0)),
        ("Wilkinson, glued", tridiagonal(168, wilkinson, |i| if i % 21 == 20 { 1e-7 } else { 1.0 })),
        ("Wilkinson, hardly glued", tridiagonal(84, wilkinson, |i| if i % 21 == 20 { 1e-14 } else { 1.0 })),
        ("two parts", tridiagonal(70, |i| if i < 35 { 1e8 } else { 1.0 }, |_| 1e-3)),
        ("two values", with_values(70, |i| if i < 35 { 1.0 } else { -1.0 })),
        ("clusters", with_values(90, |i| (i / 30 + 1) as f64 + 1e-13 * i as f64)),
        ("graded", with_values(75, |i| 10f64.powf(-0.2 * i as f64))),
        ("tiny", with_values(66, |i| 1e-300 * (i as f64 - 30.0))),
        ("huge", with_values(66, |i| 1e300 * (i as f64 - 30.0))),
        ("random", with_values(100, |i| (i as f64).sin())),
    ]
}

fn general() -> Vec<(&'static str, (usize, Vec<f64>))> {
    let mut random = noise(70 * 70);
    random.iter_mut().for_each(|x| *x *= 1e-290);
    let graded: Vec<f64> = noise(80 * 80).iter().enumerate().map(|(i, x)| x * 10f64.powi(-(i as i32 / 640))).collect();
    let frank = |i: usize, j: usize| if j + 1 < i { 0.0 } else { (20 - i.max(j)) as f64 };
    vec![
        ("cyclic", square(66, |i, j| f64::from(u8::from((i + 1) % 66 == j)))),
        ("nilpotent", square(60, |i, j| f64::from(u8::from(i + 1 == j)))),
        ("Frank", square(20, frank)),
        ("Grcar", square(60, |i, j| if i == j + 1 { -1.0 } else { f64::from(u8::from(i <= j && j <= i + 3)) })),
        ("graded rows", (80, graded)),
        ("tiny, random", (70, random)),
    ]
}

/// The largest element of a matrix, or one for none; and it without that factor.
fn scaled(a: &[f64]) -> (f64, Vec<f64>) {
    let size = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let size = if size == 0.0 { 1.0 } else { size };
    (size, a.iter().map(|x| x / size).collect())
}

/// Fails where elements differ by more than so many units, or are not finite.
fn near(what: &str, x: &[f64], y: impl Fn(usize) -> f64, units: f64) {
    let worst = x.iter().enumerate().fold(0.0, |m: f64, (i, x)| m.max((x - y(i)).abs()));
    assert!(x.iter().all(|x| x.is_finite()) && worst <= units * f64::EPSILON, "{what}: off by {worst}");
}

fn identity(n: usize) -> impl Fn(usize) -> f64 {
    move |i| f64::from(u8::from(i / n == i % n))
}

#[test]
fn symmetric_matrices_have_orthogonal_eigenvectors() {
    for (name, (n, a)) in symmetric() {
        let (d, units) = ([n as i64, n as i64], 4.0 * n as f64);
        let out = &[(F, &d[..]), (F, &d[..1]), (DType::I32, &[][..])];
        let r = call(&Routine::Syevd { lower: true, vectors: true }, &[(F, &d, &a)], out);
        assert_eq!(r[2], [0.0], "{name}");
        let (size, a) = scaled(&a);
        let v = &r[0];
        let norm = r[1].iter().fold(0.0, |m: f64, w| m.max((w / size).abs())).max(1.0);
        near(name, &mul(&transposed(v, n, n), v, n, n, n), identity(n), units);
        near(name, &mul(&a, v, n, n, n), |i| v[i] * r[1][i % n] / size, units * norm);
        let w = call(&Routine::Syevd { lower: true, vectors: false }, &[(F, &d, &(a))], out);
        near(name, &w[1], |i| r[1][i] / size, units * norm);
        assert!(r[1].is_sorted(), "{name}");
    }
}

#[test]
fn singular_vectors_are_orthogonal() {
    for (name, (n, a)) in symmetric().into_iter().chain(general()) {
        let (d, units) = ([n as i64, n as i64], 4.0 * n as f64);
        let out = &[(F, &d[..]), (F, &d[..1]), (F, &d[..]), (F, &d[..]), (DType::I32, &[][..])];
        let r = call(&Routine::Gesdd { vectors: true }, &[(F, &d, &a)], out);
        assert_eq!(r[4], [0.0], "{name}");
        let ((size, a), u, vt) = (scaled(&a), &r[2], &r[3]);
        let norm = (r[1][0] / size).max(1.0);
        near(name, &mul(&transposed(u, n, n), u, n, n, n), identity(n), units);
        near(name, &mul(vt, &transposed(vt, n, n), n, n, n), identity(n), units);
        let us: Vec<f64> = u.iter().enumerate().map(|(i, u)| u * r[1][i % n] / size).collect();
        near(name, &mul(&us, vt, n, n, n), |i| a[i], units * norm);
        // Without vectors they are found in another way.
        let out = &[(F, &d[..]), (F, &d[..1]), (F, &[0, 0]), (F, &[0, 0]), (DType::I32, &[][..])];
        let alone = call(&Routine::Gesdd { vectors: false }, &[(F, &d, &a)], out);
        assert_eq!(alone[4], [0.0], "{name}");
        near(name, &alone[1], |i| r[1][i] / size, units * norm);
        assert!(alone[1].is_sorted_by(|x, y| x >= y), "{name}");
    }
}

#[test]
fn general_eigenvectors_have_length_one() {
    for (name, (n, a)) in symmetric().into_iter().chain(general()) {
        let (d, units) = ([n as i64, n as i64], 8.0 * n as f64);
        let out = &[(F, &d[..1]), (F, &d[..1]), (DType::C128, &d[..]), (DType::C128, &d[..]), (DType::I32, &[][..])];
        let r = call(&Routine::Geev { left: false, right: true }, &[(F, &d, &a)], out);
        assert_eq!(r[4], [0.0], "{name}");
        let (size, a) = scaled(&a);
        let v: [Vec<f64>; 2] = [0, 1].map(|part| r[3].iter().skip(part).step_by(2).copied().collect());
        let lengths: Vec<f64> =
            (0..n).map(|k| (0..n).map(|i| v[0][i * n + k].powi(2) + v[1][i * n + k].powi(2)).sum()).collect();
        near(name, &lengths, |_| 1.0, units);
        let norm = a.chunks(n).map(|row| row.iter().map(|x| x.abs()).sum()).fold(1.0, f64::max);
        let value = |i: usize| [r[0][i % n] / size, r[1][i % n] / size];
        let product = |i: usize| {
            let ([x, y], [re, im]) = ([v[0][i], v[1][i]], value(i));
            [x * re - y * im, x * im + y * re]
        };
        near(name, &mul(&a, &v[0], n, n, n), |i| product(i)[0], units * norm);
        near(name, &mul(&a, &v[1], n, n, n), |i| product(i)[1], units * norm);
        let w = call(&Routine::Geev { left: false, right: false }, &[(F, &d, &a)], out);
        assert_eq!(w[4], [0.0], "{name} without vectors");
        let trace: f64 = (0..n).map(|i| a[i * n + i]).sum();
        near(name, &[w[0].iter().sum::<f64>()], |_| trace, units * norm);
    }
}
