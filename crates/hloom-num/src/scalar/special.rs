//! Special functions that the C library does not have, in `f64` by their textbook series.

use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// Inverse of erf: ±inf at ±1, NaN outside [-1, 1].
pub(super) fn erf_inv(x: f64) -> f64 {
    let a = x.abs();
    if a.is_nan() || a > 1.0 {
        return f64::NAN;
    }
    if a == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if a < 1e-9 {
        return x / FRAC_2_SQRT_PI;
    }
    // A closed-form guess good to about 1e-3, then Halley's iteration, which cubes the error.
    let complement = 1.0 - a;
    let l = libm::log(complement * (1.0 + a));
    let t = 2.0 / (PI * 0.147) + l / 2.0;
    let mut y = ((t * t - l / 0.147).sqrt() - t).sqrt();
    for _ in 0..4 {
        // In the upper half 1 - a is exact and erfc does not cancel.
        let error = if a < 0.5 { libm::erf(y) - a } else { complement - libm::erfc(y) };
        let slope = FRAC_2_SQRT_PI * libm::exp(-y * y);
        y -= error / (slope + y * error);
    }
    y.copysign(x)
}

/// B_2k / 2k, k = 1…: the coefficients of the asymptotic series of digamma.
const DIGAMMA_SERIES: [f64; 8] =
    [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0, -3617.0 / 8160.0];

/// Logarithmic derivative of the gamma function; NaN at its poles (0, -1, -2, …), as XLA has it.
pub(super) fn digamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::NEG_INFINITY || x <= 0.0 && x == x.floor() {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    if x < 0.5 {
        // Reflection; the tangent's argument is reduced exactly first.
        let r = x - x.round_ties_even();
        return digamma_positive(1.0 - x) - PI / libm::tan(PI * r);
    }
    digamma_positive(x)
}

fn digamma_positive(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 10.0 {
        below += 1.0 / x;
        x += 1.0;
    }
    let inverse_square = 1.0 / (x * x);
    let series = DIGAMMA_SERIES.iter().rev().fold(0.0, |acc, c| acc * inverse_square + c) * inverse_square;
    libm::log(x) - 0.5 / x - series - below
}

/// (2k)! / B_2k, k = 1…: the divisors of the Euler-Maclaurin correction of the zeta function.
const ZETA_DIVISORS: [f64; 10] = [
    12.0,
    -720.0,
    30240.0,
    -1209600.0,
    47900160.0,
    -1307674368000.0 / 691.0,
    74724249600.0,
    -10670622842880000.0 / 3617.0,
    5109094217170944000.0 / 43867.0,
    -802857662698291200000.0 / 174611.0,
];

/// Hurwitz zeta function `sum (q + k)^-s`, k = 0, 1, …; infinite at its poles, NaN outside its domain and for q < -1e5,
/// where the sum is too long.
pub(super) fn zeta(s: f64, q: f64) -> f64 {
    if s.is_nan() || q.is_nan() || s < 1.0 {
        return f64::NAN;
    }
    if q < -1e5 {
        return f64::NAN;
    }
    if s == 1.0 {
        return f64::INFINITY;
    }
    if q <= 0.0 {
        if q == q.floor() {
            return f64::INFINITY;
        }
        if s != s.floor() {
            return f64::NAN;
        }
    }
    let mut sum = 0.0;
    let mut a = q;
    let mut terms = 0;
    while terms < 10 || a <= 9.0 {
        let term = libm::pow(a, -s);
        sum += term;
        a += 1.0;
        terms += 1;
        if a > 1.0 && term.abs() <= sum.abs() * (f64::EPSILON / 4.0) {
            return sum;
        }
    }
    // Euler-Maclaurin for the tail from a.
    let power = libm::pow(a, -s);
    sum += power * a / (s - 1.0) + 0.5 * power;
    let mut factor = s;
    let mut scale = power / a;
    for (k, divisor) in ZETA_DIVISORS.iter().enumerate() {
        sum += factor * scale / divisor;
        let k = 2.0 * k as f64;
        factor *= (s + k + 1.0) * (s + k + 2.0);
        scale /= a * a;
    }
    sum
}

/// The `n`-th derivative of digamma at `x`; NaN unless `n` is a non-negative integer.
pub(super) fn polygamma(n: f64, x: f64) -> f64 {
    if !n.is_finite() || n < 0.0 || n != n.floor() {
        return f64::NAN;
    }
    if n == 0.0 {
        return digamma(x);
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    sign * libm::exp(libm::lgamma(n + 1.0)) * zeta(n + 1.0, x)
}

/// Modified Bessel function of order 1 times e^-|x|.
pub(super) fn bessel_i1e(x: f64) -> f64 {
    let a = x.abs();
    let value = if a.is_nan() {
        a
    } else if a < 30.0 {
        // Power series: all terms have one sign.
        let h = a / 2.0;
        let (mut term, mut sum, mut k) = (h, h, 1.0);
        while term > sum * (f64::EPSILON / 8.0) {
            term *= h * h / (k * (k + 1.0));
            sum += term;
            k += 1.0;
        }
        sum * libm::exp(-a)
    } else if a.is_infinite() {
        0.0
    } else {
        // Asymptotic series in 1 / 8a with mu = 4.
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..25 {
            let odd = f64::from(2 * k - 1);
            term *= -(4.0 - odd * odd) / (f64::from(k) * 8.0 * a);
            sum += term;
        }
        sum / (2.0 * PI).sqrt() / a.sqrt()
    };
    value.copysign(x)
}
