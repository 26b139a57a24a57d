//! Inclusive scan along one dimension, in order: a window that reaches back to the start.

use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::loop_ir::{BinOp, Stmt};
use hloom_num::DType;

/// What to scan. Buffers: result, operand.
#[derive(Clone, Copy, Debug)]
pub struct ScanSpec<'a> {
    /// Real element type.
    pub dtype: DType,
    /// Product of the dimensions before the scanned one.
    pub outer: i64,
    /// The scanned dimension.
    pub len: i64,
    /// Product of the dimensions after it.
    pub inner: i64,
    /// From the end to the start.
    pub reverse: bool,
    /// Value before the first element (over no parameters), then the combiner over (accumulated, new).
    pub combine: Scalars<'a>,
}

/// The kernel of a scan: one task a line.
///
/// # Errors
/// A combiner that reads more than its parameters.
pub fn scan(s: &ScanSpec<'_>) -> Result<Template, String> {
    let mut b = kernel_func("scan");
    let (out, input) = (buf(&mut b, 0), buf(&mut b, 1));
    let (lo, hi) = (b.param(1), b.param(2));
    let size = s.dtype.byte_size() as i64;
    let mut err = None;
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        // Line (o, i) starts at o * len * inner + i.
        let n = b.i64(s.inner);
        let o = b.bin(BinOp::SDiv, task, n);
        let i = b.bin(BinOp::SRem, task, n);
        let base = b.mul_const(o, s.len * s.inner);
        let base = b.add(base, i);
        let init = Scalars { kernel: s.combine.kernel, results: &s.combine.results[..1] };
        let start = match scalar::emit(b, init, &[]) {
            Ok(v) => v[0],
            Err(e) => {
                err = Some(e);
                return vec![];
            }
        };
        let (zero, len) = (b.i64(0), b.i64(s.len));
        b.for_loop(zero, len, 1, &[start], |b, j, acc| {
            let j = if s.reverse {
                let last = b.i64(s.len - 1);
                b.bin(BinOp::Sub, last, j)
            } else {
                j
            };
            let at = b.mul_const(j, s.inner);
            let at = b.add(base, at);
            let bytes = b.mul_const(at, size);
            let (from, to) = (b.ptr_add(input, bytes), b.ptr_add(out, bytes));
            let x = scalar::load(b, s.dtype, from);
            let step = Scalars { kernel: s.combine.kernel, results: &s.combine.results[1..] };
            match scalar::emit(b, step, &[acc[0], x]) {
                Ok(v) => {
                    scalar::store(b, s.dtype, to, v[0]);
                    vec![v[0]]
                }
                Err(e) => {
                    err = Some(e);
                    vec![acc[0]]
                }
            }
        });
        vec![]
    });
    if let Some(e) = err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    let tasks = s.outer * s.inner;
    Ok(Template {
        name: "scan".into(),
        func: b.finish(true, false),
        tasks,
        scratch_bytes: 0,
        cost_ns: 1.2 * (tasks * s.len) as f64,
    })
}
