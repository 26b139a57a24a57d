//! The singular values of a bidiagonal matrix, without vectors, by differential quotient differences with shifts: no roots, and
//! one division after the other where a QR step has two roots and four.
//!
//! Fernando, Parlett, "Accurate singular values and differential qd algorithms" (1994); what ends a value and how a shift that
//! was too large is mended: Parlett, Marques, "An implementation of the dqds algorithm" (2000). All numbers stay positive and
//! shifts are only added up, so that small values are as exact as large ones.

/// Sweeps per value; more are left to others.
const SWEEPS: usize = 30;
/// Least square of a number that is not zero, and of a value, beside the largest one: products of two must not underflow.
const SMALLEST: f64 = 1e-140;

/// The squares that are left, from `first` to `last`, all of them less by what was taken off before.
struct Block {
    first: usize,
    last: usize,
    taken: Sum,
}

/// A sum of positive numbers, and what its roundings lost.
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let all = self.sum + x;
        let (large, small) = (self.sum.max(x), self.sum.min(x));
        self.lost += small - (all - large);
        self.sum = all;
    }
    fn and(&self, x: f64) -> f64 {
        self.sum + (x + self.lost)
    }
}

/// The remainders of a sweep whose shift was not too large: the last ones from the end on, infinite where there are not as many,
/// and the smallest one before them.
#[derive(Clone, Copy)]
struct Swept {
    ends: [f64; 3],
    least: f64,
}

impl Swept {
    /// The smallest one before the last.
    fn before(&self) -> f64 {
        self.ends[1].min(self.ends[2]).min(self.least)
    }
    /// Without the last ones; none if too little is known of those that are last then.
    fn without(self, count: usize) -> Option<Swept> {
        let mut ends = [f64::INFINITY; 3];
        ends[..3 - count].copy_from_slice(&self.ends[count..]);
        (ends[0] < f64::INFINITY).then_some(Swept { ends, ..self })
    }
}

/// A sweep that went below zero.
enum TooLarge {
    /// With the last remainder alone, which is this.
    AtTheEnd(f64),
    Before,
}

/// Squares of the diagonal and of what stands above it, and what a sweep makes of them.
struct Squares {
    q: Vec<f64>,
    e: Vec<f64>,
    next: (Vec<f64>, Vec<f64>),
}

impl Squares {
    fn sweep(&mut self, first: usize, last: usize, shift: f64) -> Result<Swept, TooLarge> {
        let (q, e) = (&self.q[first..=last], &self.e[first..last]);
        let (to, above) = (&mut self.next.0[first..=last], &mut self.next.1[first..last]);
        let mut rest = q[0] - shift;
        let (mut least, mut before) = (f64::INFINITY, [f64::INFINITY; 2]);
        for i in 0..e.len() {
            if rest < 0.0 || rest.is_nan() {
                return Err(TooLarge::Before);
            }
            least = least.min(before[1]);
            before = [rest, before[0]];
            to[i] = rest + e[i];
            let t = q[i + 1] / to[i];
            above[i] = e[i] * t;
            rest = rest * t - shift;
        }
        if rest < 0.0 {
            return Err(TooLarge::AtTheEnd(rest));
        }
        if rest.is_nan() {
            return Err(TooLarge::Before);
        }
        to[e.len()] = rest;
        self.q[first..=last].copy_from_slice(to);
        self.e[first..last].copy_from_slice(above);
        Ok(Swept { ends: [rest, before[0], before[1]], least })
    }

    /// The block's squares from the last to the first have the same values.
    fn turn(&mut self, first: usize, last: usize) {
        self.q[first..=last].reverse();
        self.e[first..last].reverse();
    }

    /// Eigenvalues of the last two rows by themselves, the smaller one first.
    fn last_two(&self, last: usize) -> (f64, f64) {
        let (q, e, r) = (self.q[last - 1], self.e[last - 1], self.q[last]);
        let half = (q - r + e) / 2.0;
        let large = (q + e + r) / 2.0 + (half * half + r * e).sqrt();
        (if large == 0.0 { 0.0 } else { r * (q / large) }, large)
    }

    /// Near the smallest value of the block where that is decided at its end, and seldom above it: the smaller one of its last
    /// two rows, less three times what the row before them would take of it by itself. (Of random matrices of 150 rows 4 % of
    /// the sweeps are in vain so, 6 % for twice as much, more than a third for once.)
    fn shift_at_the_end(&self, first: usize, last: usize) -> f64 {
        let (small, large) = self.last_two(last);
        if last < first + 2 {
            return small;
        }
        let inner = self.e[last - 1] * self.q[last];
        let outer = self.e[last - 2] * self.q[last - 1];
        let gap = large - small;
        let before = self.q[last - 2] + self.e[last - 2] - small;
        if gap <= 0.0 || before <= 0.0 {
            return small / 2.0;
        }
        (small - 3.0 * (inner / gap) * (outer / gap) / before).max(0.0)
    }
    /// The eigenvalues; none if there were too many sweeps.
    fn values(&mut self, tol: f64) -> Option<Vec<f64>> {
        let n = self.q.len();
        let tol = tol * tol;
        let mut found = Vec::with_capacity(n);
        let mut left = SWEEPS * n;
        let mut blocks = vec![Block { first: 0, last: n - 1, taken: Sum::default() }];
        while let Some(Block { mut first, mut last, mut taken }) = blocks.pop() {
            // How the sweep before went, and the part of its least remainder that was taken as a shift.
            let mut swept: Option<Swept> = None;
            let mut part = 0.25;
            loop {
                let drops = |s: &Squares, i: usize| s.e[i] <= tol * taken.sum || s.e[i] <= tol * s.q[i];
                if first == last || self.e[last - 1] <= tol * taken.and(self.q[last]) {
                    found.push(taken.and(self.q[last]));
                    if first == last {
                        break;
                    }
                    last -= 1;
                    swept = swept.and_then(|s| s.without(1));
                    continue;
                }
                if last == first + 1 || drops(self, last - 2) {
                    let (small, large) = self.last_two(last);
                    found.extend([taken.and(small), taken.and(large)]);
                    if last == first + 1 {
                        break;
                    }
                    last -= 2;
                    swept = swept.and_then(|s| s.without(2));
                    continue;
                }
                if let Some(i) = (first..last - 2).rev().find(|&i| drops(self, i)) {
                    blocks.push(Block { first, last: i, taken });
                    first = i + 1;
                    swept = None;
                }
                if 1.5 * self.q[first] < self.q[last] {
                    self.turn(first, last);
                    swept = None;
                }
                let mut shift = match swept {
                    Some(s) if s.ends[0] > s.before() => {
                        let shift = part * s.before();
                        part += (1.0 - part) / 3.0;
                        shift
                    }
                    _ => self.shift_at_the_end(first, last).min(self.q[last]),
                };
                let mut again = 0;
                swept = Some(loop {
                    left = left.checked_sub(1)?;
                    match self.sweep(first, last, shift) {
                        Ok(s) => break s,
                        // What is left of it is a lower bound, but for roundings.
                        Err(TooLarge::AtTheEnd(rest)) if again < 2 => {
                            shift = ((shift + rest) * (1.0 - 4.0 * f64::EPSILON)).max(0.0);
                        }
                        Err(_) if again < 4 && shift > 0.0 => {
                            part = 0.25;
                            shift /= 4.0;
                        }
                        Err(_) if shift > 0.0 => shift = 0.0,
                        Err(_) => return None,
                    }
                    again += 1;
                });
                if shift > 0.0 {
                    taken.add(shift);
                }
            }
        }
        Some(found)
    }
}

/// Overwrites the diagonal of an upper bidiagonal matrix with its singular values, in no order, each off by no more than some
/// `eps` of itself. False, and nothing done, if that is left to QR steps: for a zero on the diagonal, and for numbers whose
/// squares are too far apart.
pub(crate) fn singular_values(d: &mut [f64], e: &[f64], eps: f64) -> bool {
    let largest = d.iter().chain(e).fold(0.0, |m: f64, x| m.max(x.abs()));
    let small = |x: f64| (x / largest).powi(2) < SMALLEST;
    let far = d.iter().any(|x| small(*x)) || e.iter().any(|x| *x != 0.0 && small(*x));
    if d.is_empty() || largest == 0.0 || !largest.is_finite() || far {
        return false;
    }
    // Squares of at most 1.
    let square = |x: &f64| (x / largest).powi(2);
    let (q, e): (Vec<f64>, Vec<f64>) = (d.iter().map(square).collect(), e.iter().map(square).collect());
    let mut s = Squares { next: (q.clone(), e.clone()), q, e };
    let Some(found) = s.values(10.0 * eps).filter(|all| all.iter().all(|x| *x > SMALLEST)) else { return false };
    d.iter_mut().zip(found).for_each(|(d, x)| *d = largest * x.sqrt());
    true
}

#[cfg(test)]
mod tests {
    use super::singular_values;
    use crate::Serial;
    use crate::bidiagonal::diagonalise;

    /// Of bidiagonal matrices small values are as exact as large ones, by quotients as by QR steps.
    #[test]
    fn quotients_are_as_exact_as_steps() {
        let spread = |x: f64, decades: f64| x.signum() * 10f64.powf(decades * (x.abs() - 1.0));
        let (mut by_quotients, mut all) = (0, 0);
        for n in (1..40).chain([99, 200]) {
            // Numbers that look random, the same in every run.
            let x: Vec<f64> = (0..2 * n).map(|i| (12.9898 * (i + 1) as f64).sin() * 43758.5453 % 1.0).collect();
            let line = |f: &dyn Fn(usize) -> f64, count: usize| -> Vec<f64> { (0..count).map(f).collect() };
            let matrices: [[&dyn Fn(usize) -> f64; 2]; 9] = [
                [&|i| x[i], &|i| x[n + i]],
                [&|i| spread(x[i], 9.0), &|i| spread(x[n + i], 9.0)],
                [&|i| spread(x[i], 60.0), &|i| spread(x[n + i], 60.0)],
                [&|i| 10f64.powf(-0.5 * i as f64), &|i| 10f64.powf(-0.5 * i as f64)],
                [&|i| 10f64.powf(0.5 * (i as f64 - n as f64)), &|i| 10f64.powf(0.5 * (i as f64 - n as f64))],
                [&|_| 1.0, &|_| 1.0],
                [&|_| 1.0, &|i| if i % 7 == 3 { 0.0 } else { 1e-9 }],
                [&|i| if i % 2 == 0 { 1.0 } else { 1e-8 }, &|_| 1.0],
                [&|_| 1e-3, &|i| if i % 21 == 20 { 1e-7 } else { 1.0 }],
            ];
            for (m, [d, e]) in matrices.into_iter().enumerate() {
                let (mut d, mut e) = (line(d, n), line(e, n - 1));
                let mut found = d.clone();
                all += 1;
                if !singular_values(&mut found, &e, f64::EPSILON / 2.0) {
                    continue;
                }
                by_quotients += 1;
                assert_eq!(diagonalise::<f64>(&mut d, &mut e, &mut None, &Serial), 0);
                d.iter_mut().chain(&mut found).for_each(|x| *x = x.abs());
                d.sort_by(f64::total_cmp);
                found.sort_by(f64::total_cmp);
                for (x, y) in found.iter().zip(&d) {
                    let units = 16.0 * (n + 4) as f64;
                    assert!((x - y).abs() <= units * f64::EPSILON * y, "matrix {m} of {n}: {x:e}, {y:e}");
                }
            }
        }
        assert!(!singular_values(&mut [], &[], f64::EPSILON) && !singular_values(&mut [0.0], &[], f64::EPSILON));
        // Some have squares too far apart.
        assert!(by_quotients * 10 >= all * 7, "{by_quotients} of {all}");
    }
}
