//! Rounding as an adversary: runs that show which digits of a result an implementation may choose.
//!
//! The specification leaves the error of transcendental functions and the order of sums and products open. A run with
//! noise moves operands and results of such ops by about what implementations differ in, and sums and other reductions
//! take their terms in any order. Sums are not rounded in between in half of the runs; of the others, half have products
//! that are not rounded before they are added, and half of all runs add them to -0 instead of 0 (`reduce` may leave its
//! initial value out). The steps of a batch normalisation are rounded in half of the runs. What then varies from run to
//! run is open, what does not is decided.

use crate::Tensor;
use crate::contract::Sums;
use hloom_ir::{Graph, Kind, Op, OpData, Region};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, UnaryOp};
use std::cell::Cell;

/// A source of noise, a different one for each seed.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    state: Cell<u64>,
    seed: u64,
}

impl Noise {
    pub(crate) fn new(seed: u64) -> Noise {
        Noise { state: Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1), seed }
    }

    /// How this run adds up products.
    pub(crate) fn sums(&self) -> Sums {
        let (wide, fused) = (self.seed % 2 == 1, self.seed % 4 == 2);
        let order = (self.seed % 8 >= 4).then_some(self.seed);
        Sums { wide, fused, from_minus_zero: self.seed % 4 >= 2, over_groups: self.seed.is_multiple_of(3), order }
    }

    /// Draws of random numbers to skip after one: implementations need not draw what nothing reads.
    pub(crate) fn draws(&self) -> u64 {
        self.seed << 20
    }

    fn draw(&self) -> u64 {
        let mut x = self.state.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.state.set(x);
        x >> 33
    }

    /// A part of the error: -1, 0 or 1 of it, in one of four draws anything up to a quarter, which is a unit or two in the
    /// last place: what is compared for equality may be off by just that.
    fn part(&self) -> f64 {
        let draw = self.draw();
        if draw.is_multiple_of(4) { (self.draw() % 1025) as f64 / 2048.0 - 0.25 } else { (draw / 4 % 3) as f64 - 1.0 }
    }

    /// Puts a list into another order.
    pub(crate) fn shuffle<T>(&self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.draw() % (i as u64 + 1)) as usize);
        }
    }

    /// Puts the terms of a reduction into another order; in one of four it is the largest first, where products overflow if
    /// they do in any order.
    pub(crate) fn arrange(&self, terms: &mut [Vec<Scalar>]) {
        self.shuffle(terms);
        if self.draw().is_multiple_of(4) {
            let size = |term: &Vec<Scalar>| term.first().map_or(0.0, |&s| magnitude(s));
            terms.sort_by(|x, y| size(y).total_cmp(&size(x)));
        }
    }

    fn moved(&self, s: Scalar, f: impl Fn(f64, f64) -> f64) -> Scalar {
        match s {
            Scalar::Float(x) => Scalar::Float(f(x, self.part())),
            Scalar::Complex(x, y) => Scalar::Complex(f(x, self.part()), f(y, self.part())),
            other => other,
        }
    }

    /// `f` of each number and a part of the error.
    fn each(&self, t: &Tensor, f: impl Fn(f64, f64) -> f64) -> Tensor {
        Tensor::new(t.ty.clone(), t.data.iter().map(|&s| self.moved(s, &f).rounded(t.dtype())).collect())
    }

    /// The tensor as an operand that is a part of an ulp off.
    pub(crate) fn operand(&self, t: &Tensor) -> Tensor {
        let (error, _) = errors(t.dtype());
        let other = |x: f64, part: f64| {
            let integer = x.round();
            // Functions have poles there.
            let near = (x - integer).abs() <= x.abs() * error && self.draw().is_multiple_of(4);
            if near { integer } else { x * (1.0 + part * error) }
        };
        let data = t.data.iter().map(|&s| self.moved(s, other)).collect();
        Tensor::new(t.ty.clone(), data)
    }

    /// The tensor as the result of another implementation.
    pub(crate) fn result(&self, t: &Tensor) -> Tensor {
        let (_, error) = errors(t.dtype());
        // Subnormal numbers are as exact as the type can say.
        let (normal, quantum) = subnormal(t.dtype());
        let other = |x: f64, part: f64| match x.abs() {
            a if a > 0.0 && a < normal => x + part * quantum,
            _ => x * (1.0 + part * error),
        };
        self.each(t, other)
    }

    /// The tensor with signs and digits of NaN that are nobody's promise. Formats without NaN have a zero in its place.
    pub(crate) fn nan_bits(&self, t: &Tensor) -> Tensor {
        let none = without_nan(t.dtype());
        // Any number of them may be negative: where they are sorted, that many stand in front. Often none is, or all are; in
        // some runs, of all ops, as a loop makes one after the other.
        let negative = match (self.seed % 5, self.draw() % 8) {
            (0, _) | (2.., 0) => 0,
            (1, _) | (2.., 1) => 256,
            _ => self.draw() % 257,
        };
        let other = |x: f64, _| {
            if !x.is_nan() && (!none || x != 0.0) {
                return x;
            }
            let draw = self.draw();
            let digits = if x.is_nan() && draw % 2 == 1 { (1 << 52) - 1 } else { 0 };
            f64::from_bits(x.to_bits() | digits).copysign(if draw / 2 % 256 < negative { -1.0 } else { 1.0 })
        };
        self.each(t, other)
    }

    /// The tensor after it was copied: in half of the runs, NaNs of types below 32 bits lose their digits, since copies may
    /// be made in a wider type.
    pub(crate) fn copied(&self, t: Tensor) -> Tensor {
        let dtype = t.dtype();
        if self.seed.is_multiple_of(2) || !dtype.is_float() || dtype.bits() >= 32 {
            return t;
        }
        self.each(&t, |x, _| if x.is_nan() { f64::NAN.copysign(x) } else { x })
    }

    /// The tensor of sums of all elements: each is as exact as the largest.
    fn spread(&self, t: &Tensor) -> Tensor {
        let largest = t.data.iter().copied().map(magnitude).fold(0.0, f64::max);
        let error = 4.0 * errors(t.dtype()).0 * largest;
        // What is left of terms that cancel may be nothing.
        let cancel = self.draw().is_multiple_of(3);
        self.each(t, |x, part| if cancel && x.abs() <= error { 0.0 } else { x + part * error })
    }

    /// The tensor with zeros that may be what is left of a small number, if there are subnormal numbers beside them.
    fn underflowed(&self, t: &Tensor) -> Tensor {
        let (normal, quantum) = subnormal(t.dtype());
        let small = t.data.iter().copied().map(magnitude).any(|a| a > 0.0 && a < normal);
        self.each(t, |x, part| if small && x == 0.0 { x + part * quantum } else { x })
    }

    /// [`Self::result`] of all results of an op with intermediate ones, of which nothing is said once something is not
    /// finite, or near the end of the type's range.
    pub(crate) fn solution(&self, op: &Op, operands: &[&Tensor], all: &[Tensor]) -> Vec<Tensor> {
        // What is divided by an element of a matrix at the end is that much larger before.
        let matrices = if op.kind() == Kind::Linalg { operands } else { &[] };
        let elements = matrices.iter().flat_map(|t| t.data.iter());
        let factor = elements.map(|&s| magnitude(s)).filter(|m| m.is_finite()).fold(1.0, f64::max);
        let finite = |t: &Tensor| {
            let limit = 1e-3 * largest(t.dtype().real_part()) / factor;
            t.data.iter().all(|&s| magnitude(s) < limit)
        };
        if all.iter().all(finite) {
            let results = all.iter().map(|t| self.result(t));
            let signed = |x: f64, sign: f64| if x == 0.0 { x.copysign(sign) } else { x };
            return match op {
                Op::Fft { .. } => results.map(|t| self.each(&self.spread(&t), signed)).collect(),
                // The logarithm of a number that was brought to the unit circle, its cut included.
                _ if is_binary(op, BinaryOp::Atan2) => {
                    let moved = |x: f64, unit: f64| match (x.abs() - std::f64::consts::PI).abs() <= 4.0 * unit {
                        true if self.draw().is_multiple_of(2) => -x,
                        _ => x + self.part() * unit,
                    };
                    results.map(|t| self.each(&t, |x, _| moved(x, 4.0 * errors(t.dtype()).0))).collect()
                }
                // Products of several factors, which round in some order.
                norm if is_norm(norm) => results.map(|t| self.each(&self.underflowed(&t), signed)).collect(),
                // Of complex numbers: formulas, and orders of products, differ in the signs of zeros.
                _ if is_binary(op, BinaryOp::Divide)
                    || matches!(op.kind(), Kind::Reduce | Kind::Window | Kind::Contract | Kind::Linalg) =>
                {
                    results.map(|t| self.each(&t, signed)).collect()
                }
                _ => results.collect(),
            };
        }
        // Perhaps no NaN at all: a reduction of all elements would always find one.
        let nans = self.draw().is_multiple_of(2);
        let anything = |x: f64, _| match self.draw() % 5 {
            0 if nans => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 if x != 0.0 => 0.0,
            _ if x.is_finite() => x,
            _ => 1.0,
        };
        all.iter().map(|t| self.each(t, anything)).collect()
    }
}

fn is_binary(op: &Op, which: BinaryOp) -> bool {
    matches!(op, Op::Binary(b) | Op::Broadcasting { op: b, .. } if *b == which)
}

pub(crate) fn is_norm(op: &Op) -> bool {
    matches!(op, Op::BatchNormInference { .. } | Op::BatchNormTraining { .. } | Op::BatchNormGrad { .. })
}

/// The least normal number of a type and the distance of those below it, where these are as exact as the type can say.
fn subnormal(dtype: DType) -> (f64, f64) {
    match dtype.real_part() {
        DType::F64 => (f64::MIN_POSITIVE, f64::from_bits(1)),
        DType::F32 => (f64::from(f32::MIN_POSITIVE), f64::from(f32::from_bits(1))),
        _ => (0.0, 0.0),
    }
}

/// True for formats of numbers only.
fn without_nan(dtype: DType) -> bool {
    matches!(dtype, DType::F4E2M1FN | DType::F6E2M3FN | DType::F6E3M2FN)
}

/// That of the larger part; NaN if there is one.
fn magnitude(s: Scalar) -> f64 {
    match s {
        Scalar::Complex(x, y) if x.is_nan() || y.is_nan() => f64::NAN,
        Scalar::Complex(x, y) => x.abs().max(y.abs()),
        s => s.as_f64().abs(),
    }
}

/// About the largest number of a float type.
fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::F64 => f64::MAX,
        DType::F16 => 65504.0,
        d if d.bits() < 16 => 1e3,
        _ => f64::from(f32::MAX),
    }
}

/// Relative error of operands, and of results.
fn errors(dtype: DType) -> (f64, f64) {
    match dtype.real_part() {
        DType::F64 => (1e-15, 2e-13),
        DType::F32 => (1e-7, 6e-7),
        // One unit in the last place of the result.
        DType::F16 => (5e-4, 1.5e-3),
        DType::BF16 => (4e-3, 1.2e-2),
        d if d.is_float() => (2e-2, 0.2),
        _ => (0.0, 0.0),
    }
}

/// True if the op's formula leaves open where it overflows.
pub(crate) fn has_intermediates(op: &Op, results: &[Tensor]) -> bool {
    let complex = results.iter().any(|t| t.dtype().is_complex());
    is_norm(op) || op.kind() == Kind::Linalg || complex
}

/// True if a NaN among the op's results is a new one, of either sign.
pub(crate) fn makes_nan(g: &Graph, op: &OpData) -> bool {
    let copies = matches!(op.op, Op::Select {} | Op::Compare { .. });
    match op.op.kind() {
        Kind::Elementwise | Kind::Reduce | Kind::Contract | Kind::Window => !copies,
        Kind::Index => op.regions.iter().any(|&r| !g.region(r).ops.is_empty()),
        _ => false,
    }
}

/// True if implementations may differ in the op's results by rounding.
pub(crate) fn is_inexact(g: &Graph, op: &OpData) -> bool {
    let complex = op.operands.iter().any(|&v| g.ty(v).as_tensor().is_some_and(|t| t.dtype.is_complex()));
    match &op.op {
        Op::Unary(u) => inexact_unary(*u, complex),
        Op::Binary(b) | Op::Broadcasting { op: b, .. } => {
            matches!(b, BinaryOp::Power | BinaryOp::Atan2 | BinaryOp::Polygamma | BinaryOp::Zeta)
                || complex && *b == BinaryOp::Divide
        }
        norm if is_norm(norm) => true,
        Op::Convolution { .. } => true,
        other => match other.kind() {
            Kind::Contract | Kind::Linalg => true,
            Kind::Reduce | Kind::Window => op.regions.is_empty() || op.regions.iter().any(|&r| rounds(g, r)),
            _ => false,
        },
    }
}

/// True if the region has an op that rounds.
fn rounds(g: &Graph, r: Region) -> bool {
    g.region(r).ops.iter().any(|&o| {
        matches!(
            g.op(o).op,
            Op::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide) | Op::Unary(_)
        )
    })
}

fn inexact_unary(u: UnaryOp, complex: bool) -> bool {
    use UnaryOp as U;
    let copies = matches!(u, U::Negate | U::Real | U::Imag | U::Conj);
    let rounds_once = matches!(
        u,
        U::Abs
            | U::Not
            | U::Sign
            | U::Floor
            | U::Ceil
            | U::RoundNearestEven
            | U::RoundNearestAfz
            | U::Sqrt
            | U::Square
            | U::IsFinite
            | U::IsInf
            | U::IsPosInf
            | U::IsNegInf
            | U::Popcnt
            | U::CountLeadingZeros
    );
    !copies && (complex || !rounds_once)
}
