//! Whether an implementation's results are right, given that rounding is partly its own affair.
//!
//! What no op of open rounding feeds must be what the interpreter says, bit for bit. Elsewhere the interpreter runs again
//! with other rounding errors ([`Interpreter::with_noise`]): an element must lie within a few times the range that these
//! runs span. Elements that they leave wholly open (a choice of a branch, an order, an integer that varies) are not
//! judged.

use crate::program::Program;
use hloom_interp::{InterpError, Interpreter, Tensor};
use hloom_num::DType;
use hloom_num::scalar::Scalar;
use std::fmt;

/// Element operations of one run, if nothing else is said.
pub const BUDGET: u64 = 1 << 20;
/// Noisy runs before an element is called wrong: first a few, then, if it is, more.
const RUNS: [u64; 3] = [6, 24, 120];
/// How far beyond the span of the noisy runs an element may lie, in spans.
const SLACK: f64 = 4.0;
/// An element whose span is larger than this part of it is not judged.
const OPEN: f64 = 0.3;

/// What an implementation got wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Which result.
    pub result: usize,
    /// Which element.
    pub element: usize,
    expected: Scalar,
    found: Scalar,
    /// What the runs with noise gave at least and at most.
    span: (f64, f64),
    of: usize,
    all: usize,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { result, element, expected, found, span, of, all } = self;
        write!(
            f,
            "result {result}, element {element}: {found:?}, not {expected:?} (with noise {:e} to {:e}); {of} of {all} \
             elements differ",
            span.0, span.1
        )
    }
}

/// The interpreter's view of one program.
pub struct Oracle<'p> {
    program: &'p Program,
    budget: u64,
    /// What the interpreter gives.
    pub expected: Vec<Tensor>,
    noisy: Vec<Vec<Tensor>>,
}

impl<'p> Oracle<'p> {
    /// Runs the interpreter.
    ///
    /// # Errors
    /// What the interpreter cannot do, or does not within bounds.
    pub fn new(program: &'p Program) -> Result<Oracle<'p>, InterpError> {
        Oracle::within(program, BUDGET)
    }

    /// As [`Oracle::new`], within so many element operations.
    ///
    /// # Errors
    /// As [`Oracle::new`].
    pub fn within(program: &'p Program, budget: u64) -> Result<Oracle<'p>, InterpError> {
        let expected = Interpreter::new(&program.module).with_budget(budget).run("main", &program.args)?;
        Ok(Oracle { program, budget, expected, noisy: Vec::new() })
    }

    /// Compares results, as bytes of buffers, with the expected ones.
    ///
    /// # Errors
    /// The first difference.
    ///
    /// # Panics
    /// If results are missing or have the wrong size.
    pub fn check(&mut self, outputs: &[Vec<u8>]) -> Result<(), Difference> {
        assert_eq!(outputs.len(), self.expected.len(), "number of results");
        for (k, bytes) in outputs.iter().enumerate() {
            let ty = self.expected[k].ty.clone();
            let found = Tensor::from_bytes(ty, bytes).expect("a result of the right size");
            let mut verdict = Ok(());
            for runs in RUNS {
                verdict = self.judge(k, &found);
                if verdict.is_ok() || !self.more_noise(runs) {
                    break;
                }
                verdict = self.judge(k, &found);
                if verdict.is_ok() {
                    break;
                }
            }
            verdict?;
        }
        Ok(())
    }

    /// Runs with noise until there are `runs`; false if one fails.
    fn more_noise(&mut self, runs: u64) -> bool {
        while (self.noisy.len() as u64) < runs {
            let seed = self.noisy.len() as u64 + 1;
            let run = Interpreter::new(&self.program.module).with_budget(2 * self.budget).with_noise(seed);
            match run.run("main", &self.program.args) {
                Ok(out) => self.noisy.push(out),
                Err(_) => return false,
            }
        }
        true
    }

    fn judge(&self, k: usize, found: &Tensor) -> Result<(), Difference> {
        let expected = &self.expected[k];
        let mut first = None;
        let mut wrong = 0;
        for i in 0..expected.data.len() {
            let (e, f) = (expected.data[i], found.data[i]);
            if same(e, f) {
                continue;
            }
            let noisy: Vec<Scalar> = self.noisy.iter().map(|r| r[k].data[i]).collect();
            // A format without NaN has a zero in its place, of the sign that the NaN had.
            let no_nan = matches!(expected.dtype(), DType::F4E2M1FN | DType::F6E2M3FN | DType::F6E3M2FN);
            if no_nan && e.as_f64() == 0.0 && f.as_f64() == 0.0 {
                continue;
            }
            if let Err(span) = within(expected.dtype(), e, f, &noisy) {
                wrong += 1;
                first.get_or_insert((i, e, f, span));
            }
        }
        match first {
            None => Ok(()),
            Some((element, expected, found, span)) => {
                let all = self.expected[k].data.len();
                Err(Difference { result: k, element, expected, found, span, of: wrong, all })
            }
        }
    }
}

/// The same bits, or NaN both.
fn same_float(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

fn same(x: Scalar, y: Scalar) -> bool {
    match (x, y) {
        (Scalar::Float(x), Scalar::Float(y)) => same_float(x, y),
        (Scalar::Complex(a, b), Scalar::Complex(c, d)) => same_float(a, c) && same_float(b, d),
        _ => x == y,
    }
}

/// Whether `found` may stand for `expected`; else the span of the noisy ones.
fn within(dtype: DType, expected: Scalar, found: Scalar, noisy: &[Scalar]) -> Result<(), (f64, f64)> {
    let parts = |s: Scalar| match s {
        Scalar::Complex(x, y) => [x, y],
        s => [s.as_f64(); 2],
    };
    let ([ex, ey], [fx, fy]) = (parts(expected), parts(found));
    let [nx, ny] = [0, 1].map(|p| noisy.iter().map(|&s| parts(s)[p]).collect::<Vec<f64>>());
    let (Scalar::Float(_) | Scalar::Complex(..)) = expected else {
        // Integers and truth values are decided, or open.
        let open = noisy.iter().any(|&n| n != expected);
        return if open { Ok(()) } else { Err((nx.first().copied().unwrap_or(ex), ex)) };
    };
    // Complex numbers are as exact as their larger part.
    let size = if matches!(expected, Scalar::Complex(..)) { span(ex, &nx).1.max(span(ey, &ny).1) } else { 0.0 };
    let normal = match dtype.real_part() {
        DType::F64 => f64::MIN_POSITIVE,
        DType::F32 | DType::BF16 => f64::from(f32::MIN_POSITIVE),
        _ => 0.0,
    };
    part(ex, fx, &nx, size, normal)?;
    part(ey, fy, &ny, size, normal)
}

/// Least and greatest value and their distance.
fn span(expected: f64, noisy: &[f64]) -> ((f64, f64), f64) {
    let (lo, hi) = noisy.iter().fold((expected, expected), |(lo, hi), &n| (lo.min(n), hi.max(n)));
    ((lo, hi), if lo == hi { 0.0 } else { hi - lo })
}

/// `normal`: the least number that is as exact as others; those below are within some of their units.
fn part(expected: f64, found: f64, noisy: &[f64], at_least: f64, normal: f64) -> Result<(), (f64, f64)> {
    if same_float(expected, found) {
        return Ok(());
    }
    let nans = noisy.iter().filter(|n| n.is_nan()).count();
    // A NaN or an infinity that noise makes or removes.
    if expected.is_nan() && nans < noisy.len() || !expected.is_nan() && nans > 0 {
        return Ok(());
    }
    let ((lo, hi), distance) = span(expected, noisy);
    let width = distance.max(at_least);
    let largest = lo.abs().max(hi.abs());
    let open = !width.is_finite() || largest >= normal && width > OPEN * largest;
    let zero_of_other_sign =
        expected == 0.0 && found == 0.0 && (noisy.iter().any(|n| !same_float(*n, expected)) || at_least > 0.0);
    let inside = width > 0.0 && lo - SLACK * width <= found && found <= hi + SLACK * width;
    if open && width > 0.0 || inside || zero_of_other_sign { Ok(()) } else { Err((lo, hi)) }
}
