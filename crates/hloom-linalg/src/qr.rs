//! Householder reflections: QR factors, their products, reduction to Hessenberg form.
//!
//! A reflector is H = I - τ v vᴴ with v₀ = 1. Factors are Q = H₀ H₁ …, LAPACK's way.

use crate::Parallel;
use crate::factor::{all_finite, copy, divide};
use crate::field::Field;
use crate::gemm::View;
use crate::reflectors::{BLOCK, Block, grow, reflect};
use crate::rows::{Pass, Rows, zero_row};
use crate::scratch::Room;
use num_traits::{Float, Zero};
use std::ops::Range;

/// Columns that are one block if there are no more.
const LONE: usize = 54;

/// Σ f(a, b), in as many sums as a register has numbers at most.
pub(crate) fn sum_of<T: Copy, R: Field>(a: &[T], b: &[T], f: impl Fn(T, T) -> R) -> R {
    let mut sums = [R::zero(); 16];
    for (a, b) in a.chunks(16).zip(b.chunks(16)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(s, (a, b))| *s += f(*a, *b));
    }
    sums.into_iter().fold(R::zero(), |s, x| s + x)
}

/// Scaled Euclidean norm.
pub(crate) fn norm<T: Field>(x: &[T]) -> T::Real {
    let plain: T::Real = sum_of(x, x, |v, _| v.norm_sqr());
    let tiny = T::Real::min_positive_value() / T::Real::epsilon();
    if plain.is_finite() && plain > tiny {
        return plain.sqrt();
    }
    let largest = x.iter().fold(T::Real::zero(), |m, v| m.max(v.re().abs()).max(v.im().abs()));
    if largest.is_zero() || !largest.is_finite() {
        return plain.sqrt();
    }
    largest * sum_of(x, x, |v: T, _| T::parts(v.re() / largest, v.im() / largest).norm_sqr()).sqrt()
}

/// The reflector with Hᴴ (α, x)ᵀ = (β, 0)ᵀ and β real. `x` becomes v without its leading 1. (β, τ).
pub(crate) fn reflector<T: Field>(alpha: T, x: &mut [T]) -> (T::Real, T) {
    let tail = norm(x);
    if tail.is_zero() && alpha.im().is_zero() {
        return (alpha.re(), T::zero());
    }
    let length = norm(&[T::real(alpha.modulus()), T::real(tail)]);
    let least = T::Real::min_positive_value() / T::Real::epsilon();
    if length < least {
        // Subnormal numbers have too few digits for a reflector: they are made larger, exactly.
        let larger = least.recip();
        x.iter_mut().for_each(|x| *x = x.scale(larger));
        let (beta, tau) = reflector(alpha.scale(larger), x);
        return (beta * least, tau);
    }
    let beta = if alpha.re() >= T::Real::zero() { -length } else { length };
    let tau = T::parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let d = alpha - T::real(beta);
    divide(x, d);
    (beta, tau)
}

/// A := (I - τ v vᴴ) A for rows `rows` of a row-major matrix, columns from `col` on.
pub(crate) fn apply_left<T: Field>(a: &mut [T], ld: usize, top: usize, col: usize, cols: usize, v: &[T], tau: T) {
    if tau.is_zero() || cols == 0 {
        return;
    }
    let mut w = vec![T::zero(); cols];
    for (i, &f) in v.iter().enumerate() {
        let f = f.conj();
        for (w, x) in w.iter_mut().zip(&a[(top + i) * ld + col..][..cols]) {
            *w += f * *x;
        }
    }
    for (i, &f) in v.iter().enumerate() {
        let f = tau * f;
        for (x, w) in a[(top + i) * ld + col..][..cols].iter_mut().zip(&w) {
            *x -= f * *w;
        }
    }
}

/// A := A (I - τ v vᴴ) for `rows` rows from `top` on; v stands at columns from `col` on.
pub(crate) fn apply_right<T: Field>(a: &mut [T], ld: usize, top: usize, rows: usize, col: usize, v: &[T], tau: T) {
    if tau.is_zero() {
        return;
    }
    for i in top..top + rows {
        let row = &mut a[i * ld + col..][..v.len()];
        let s = row.iter().zip(v).fold(T::zero(), |s, (x, v)| s + *x * *v);
        let s = s * tau;
        row.iter_mut().zip(v).for_each(|(x, v)| *x -= s * v.conj());
    }
}

/// Replaces an m × n matrix by R and the reflectors below its diagonal.
pub(crate) fn factor<T: Field>(par: &dyn Parallel, a: &mut [T], m: usize, n: usize, taus: &mut [T]) {
    let k = m.min(n);
    if !all_finite(a) {
        // Of a number that is not finite, the zeros before a vector's first row would leave nothing.
        for j in 0..k {
            taus[j] = factor_column(a, m, n, j);
        }
        return;
    }
    let wide = if k <= LONE { k } else { BLOCK };
    let (mut whole, mut panel, mut block) = (Rows::of(a, m, n), Rows::zeros(wide, m), Block::new(m, wide));
    for j in (0..k).step_by(wide.max(1)) {
        let end = k.min(j + wide);
        block.clear();
        whole.columns_to(&mut panel, m, j..end);
        factor_panel(par, &mut panel, m, &mut block, j..end, taus);
        whole.columns_from(&panel, m, j..end);
        block.apply(par, &mut whole, end..n);
    }
    whole.copy_to(a, n);
}

/// Replaces columns of a matrix, as rows, that the reflectors of those before them have been applied to; their own become the block.
fn factor_panel<T: Field>(
    par: &dyn Parallel,
    panel: &mut Rows<T>,
    m: usize,
    block: &mut Block<T>,
    columns: Range<usize>,
    taus: &mut [T],
) {
    let (count, ld) = (columns.len(), panel.ld);
    let mut conj = zero_row(m);
    // By column, what it has yet to take of the vector before.
    let (mut due, mut dots) = (vec![T::zero(); count], vec![T::zero(); count]);
    for (c, j) in columns.clone().enumerate() {
        let (before, from) = (c.saturating_sub(1), j - usize::from(c > 0));
        if c > 0 {
            let update = [(&due[c..=c], block.vector(before))];
            Pass { rows: panel.range_mut(c..c + 1), ld, from, update, gather: [], dots: None }.run(par);
        }
        let Some((first, rest)) = panel.row_mut(c)[j..m].split_first_mut() else { return };
        let (beta, tau) = reflector(*first, rest);
        (*first, taus[j]) = (T::real(beta), tau);
        block.push(j, tau.conj(), |v| v.copy_from_slice(rest));
        if c + 1 < count {
            let to = conj.row_mut(0)[from..].iter_mut();
            to.zip(&block.vector(c)[from..]).for_each(|(to, v)| *to = v.conj());
            let update = [(&due[c + 1..], block.vector(before))];
            let along = Some((conj.row(0), &mut dots[c + 1..]));
            Pass { rows: panel.range_mut(c + 1..count), ld, from, update, gather: [], dots: along }.run(par);
            due[c + 1..].iter_mut().zip(&dots[c + 1..]).for_each(|(due, dot)| *due = -(tau.conj() * *dot));
        }
    }
}

/// Makes and applies reflector `j`.
fn factor_column<T: Field>(a: &mut [T], m: usize, n: usize, j: usize) -> T {
    let mut v = vec![T::one(); m - j];
    fill(a, n, j, 0, &mut v[1..]);
    let (beta, tau) = reflector(a[j * n + j], &mut v[1..]);
    apply_left(a, n, j, j + 1, n - j - 1, &v, tau.conj());
    a[j * n + j] = T::real(beta);
    for (i, x) in v.iter().enumerate().skip(1) {
        a[(j + i) * n + j] = *x;
    }
    tau
}

/// As [`factor`], with the column of largest remaining norm next. `order` says on entry which columns come first (not
/// zero) and on exit which column of the matrix stands where, from 1.
pub(crate) fn factor_pivoted<T: Field>(a: &mut [T], m: usize, n: usize, order: &mut [i32], taus: &mut [T]) {
    let swap = |a: &mut [T], order: &mut [i32], p: usize, q: usize| {
        if p != q {
            (0..m).for_each(|i| a.swap(i * n + p, i * n + q));
            order.swap(p, q);
        }
    };
    let mut fixed = 0;
    let wanted: Vec<bool> = order.iter().map(|&x| x != 0).collect();
    order.iter_mut().enumerate().for_each(|(i, o)| *o = i as i32 + 1);
    for j in 0..n {
        if wanted[j] {
            swap(a, order, j, fixed);
            fixed += 1;
        }
    }
    for j in 0..m.min(n) {
        if j >= fixed {
            let length = |c: usize| norm(&(j..m).map(|i| a[i * n + c]).collect::<Vec<T>>());
            let mut best = (j, length(j));
            for c in j + 1..n {
                let l = length(c);
                if l > best.1 {
                    best = (c, l);
                }
            }
            swap(a, order, j, best.0);
        }
        taus[j] = factor_column(a, m, n, j);
    }
}

/// The first `cols` columns of H₀ H₁ …, an m × cols matrix, from reflectors below the diagonal of `a` (rows of `n`).
pub(crate) fn generate<T: Field>(par: &dyn Parallel, a: &[T], m: usize, n: usize, taus: &[T], cols: usize) -> Room<T> {
    let mut out = Room::new(m * cols);
    grow(par, m, cols, 0, &taus[..taus.len().min(m)], |j, v| fill(a, n, j, 0, v)).copy_to(&mut out, cols);
    out
}

/// What follows the 1 of a vector: column `j` below the diagonal, or `below` rows further down.
fn fill<T: Field>(a: &[T], n: usize, j: usize, below: usize, v: &mut [T]) {
    v.iter_mut().enumerate().for_each(|(i, x)| *x = a[(j + below + 1 + i) * n + j]);
}

/// C := op(Q) C or C op(Q) for Q = H₀ H₁ … and op the adjoint or nothing; C is rows × cols.
pub(crate) fn multiply<T: Field>(
    par: &dyn Parallel,
    a: &[T],
    n: usize,
    taus: &[T],
    left: bool,
    adjoint: bool,
    c: &mut [T],
    (rows, cols): (usize, usize),
) {
    let taus = || taus.iter().enumerate().map(|(j, &t)| (j, if adjoint { t.conj() } else { t }));
    if !left {
        // C op(Q) is the adjoint of op(Q)ᴴ Cᴴ.
        let mut t = copy(View::new(c, cols, (0, 0), rows, cols).transposed().conjugated(true));
        let steps: Vec<(usize, T)> = taus().map(|(j, t)| (j, t.conj())).collect();
        multiply_steps(par, a, n, steps, !adjoint, &mut t, (cols, rows));
        c.copy_from_slice(&copy(View::new(&t, rows, (0, 0), cols, rows).transposed().conjugated(true)));
        return;
    }
    multiply_steps(par, a, n, taus().collect(), adjoint, c, (rows, cols));
}

fn multiply_steps<T: Field>(
    par: &dyn Parallel,
    a: &[T],
    n: usize,
    mut steps: Vec<(usize, T)>,
    adjoint: bool,
    c: &mut [T],
    (rows, cols): (usize, usize),
) {
    // Q C applies the last reflector first.
    if !adjoint {
        steps.reverse();
    }
    let mut x = Rows::of(c, rows, cols);
    reflect(par, &mut x, (rows, cols), &steps, |j, v| fill(a, n, j, 0, v), false);
    x.copy_to(c, cols);
}

/// Reduces rows and columns `low .. high` to Hessenberg form: Qᴴ A Q with the reflectors below the subdiagonal.
pub(crate) fn hessenberg<T: Field>(par: &dyn Parallel, a: &mut [T], n: usize, low: usize, high: usize, taus: &mut [T]) {
    taus.fill(T::zero());
    if !all_finite(a) {
        for j in low..high.saturating_sub(1) {
            let mut v = vec![T::one(); high - j - 1];
            fill(a, n, j, 1, &mut v[1..]);
            let (beta, tau) = reflector(a[(j + 1) * n + j], &mut v[1..]);
            apply_right(a, n, 0, high, j + 1, &v, tau);
            apply_left(a, n, j + 1, j + 1, n - j - 1, &v, tau.conj());
            a[(j + 1) * n + j] = T::real(beta);
            for (i, x) in v.iter().enumerate().skip(1) {
                a[(j + 1 + i) * n + j] = *x;
            }
            taus[j] = tau;
        }
        return;
    }
    let mut m = Rows::of(a, n, n);
    let ld = m.ld;
    // Rows have yet to take `last` times `y` from the reflector before, from the left.
    let (mut last, mut x, mut weights) = (vec![T::zero(); n], vec![T::zero(); n], vec![T::zero(); n]);
    let (mut v, mut adjoint, mut y) = (zero_row(n), zero_row(n), zero_row(n));
    for j in low..high.saturating_sub(1) {
        for i in low..high {
            let z = m.at(i, j) + last[i] * y.at(0, j);
            m.set(i, j, z);
        }
        y.row_mut(0)[..=j].fill(T::zero());
        let mut u: Vec<T> = (j + 1..high).map(|i| m.at(i, j)).collect();
        let (beta, tau) = reflector(u[0], &mut u[1..]);
        taus[j] = tau;
        m.set(j + 1, j, T::real(beta));
        (j + 2..high).for_each(|i| m.set(i, j, u[i - j - 1]));
        u[0] = T::one();
        v.row_mut(0)[..=j].fill(T::zero());
        adjoint.row_mut(0)[..=j].fill(T::zero());
        v.row_mut(0)[j + 1..high].copy_from_slice(&u);
        adjoint.row_mut(0)[j + 1..high].iter_mut().zip(&u).for_each(|(to, u)| *to = u.conj());
        // From the left what is due; then A v, and from the right.
        let rows = m.range_mut(0..high);
        let update = [(&last[..high], y.row(0))];
        Pass { rows, ld, from: j + 1, update, gather: [], dots: Some((v.row(0), &mut x[..high])) }.run(par);
        x[..high].iter_mut().for_each(|x| *x *= -tau);
        weights[..=j].fill(T::zero());
        (j + 1..high).for_each(|i| weights[i] = u[i - j - 1].conj());
        y.row_mut(0).fill(T::zero());
        Pass {
            rows: m.range_mut(0..high),
            ld,
            from: j + 1,
            update: [(&x[..high], adjoint.row(0))],
            gather: [(&weights[..high], y.row_mut(0))],
            dots: None,
        }
        .run(par);
        y.row_mut(0)[..=j].fill(T::zero());
        last[..=j].fill(T::zero());
        (j + 1..high).for_each(|i| last[i] = -(tau.conj() * u[i - j - 1]));
    }
    let rows = m.range_mut(0..high);
    Pass { rows, ld, from: high.saturating_sub(1), update: [(&last[..high], y.row(0))], gather: [], dots: None }
        .run(par);
    m.copy_to(a, n);
}

/// Q of [`hessenberg`] over the whole matrix.
pub(crate) fn hessenberg_vectors<T: Field>(par: &dyn Parallel, a: &[T], n: usize, taus: &[T]) -> Rows<T> {
    grow(par, n, n, 1, taus, |j, v| fill(a, n, j, 1, v))
}
