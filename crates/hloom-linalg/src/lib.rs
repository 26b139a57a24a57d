//! Decompositions and Fourier transforms: routines that programs call by name.
//!
//! What no kernel of ours computes well — factorisations that look at values to decide what comes next, transforms of
//! any length — is a [`Routine`]. The planner names it in an executable, the runtime runs it, the interpreter runs it for
//! custom calls; all three go through [`Routine::run`].
//!
//! Conventions
//! * Tensors are row-major; the last two dimensions are a matrix, those before count matrices of a batch.
//! * Reflectors, pivots, `info` codes and the meaning of attributes are LAPACK's; pivots count from 1.
//! * A result that LAPACK leaves undefined is zero or the input. Input that is not finite gives NaN or an `info` that is
//!   not zero, and always ends.
//!
//! Invariants
//! * No IR, no compiler, no unsafe code.
//! * Work is cut by shape alone: the number of threads behind [`Parallel`] never changes a bit of a result.

mod batch;
mod bidiagonal;
mod divide;
mod eigen;
mod factor;
mod fft;
mod field;
mod francis;
mod gemm;
mod lu;
mod qr;
mod quotients;
mod random;
mod reflectors;
mod rotations;
mod routine;
mod rows;
mod scratch;
mod svd;
mod symmetric;
mod tensor;

pub use fft::FftKind;
pub use routine::{Routine, Trans};
pub use tensor::{Operand, Output, with_results};

/// Someone who runs tasks.
pub trait Parallel: Sync {
    /// Calls `body(i)` for `i` in `0..tasks` in any order, on any threads; returns when all calls have.
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync));

    /// How many calls may run at once. Results must not depend on it.
    fn threads(&self) -> usize;
}

/// The calling thread alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Parallel for Serial {
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        (0..tasks).for_each(body);
    }
    fn threads(&self) -> usize {
        1
    }
}
