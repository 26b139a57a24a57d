//! Sliding windows.

use super::contract::{multipliable, result_dtype, summable};
use super::*;
use crate::attrs::{I64s, Padding};

/// Window attributes stay below this, so that positions computed from them fit 64 bits: two multiply, a few add.
const LARGEST: i64 = 1 << 31;

/// A window along one dimension.
#[derive(Clone, Copy)]
struct Span {
    window: i64,
    stride: i64,
    base_dilation: i64,
    window_dilation: i64,
    padding: (i64, i64),
}

impl Span {
    /// Number of positions along a dimension of `dim` elements.
    fn count(&self, dim: i64) -> i64 {
        if dim < 0 || self.window < 0 {
            return TensorType::DYNAMIC;
        }
        let dilated = |n: i64, by: i64| if n == 0 { 0 } else { (i128::from(n) - 1) * i128::from(by) + 1 };
        let padded = i128::from(self.padding.0) + dilated(dim, self.base_dilation) + i128::from(self.padding.1);
        let window = dilated(self.window, self.window_dilation);
        if padded <= 0 || window > padded {
            return 0;
        }
        let n = (padded - window) / i128::from(self.stride) + 1;
        i64::try_from(n).unwrap_or(i64::MAX)
    }
}

/// An optional list of `n` numbers within `from..LARGEST`, ones if absent.
fn list(a: &Args<'_>, v: &Option<I64s>, n: usize, what: &str, len: &str, range: &str) -> Result<I64s, InferError> {
    let Some(v) = v else { return Ok(I64s::from_elem(1, n)) };
    ensure!(a, len, v.len() == n, "{} {what} for {n} dimensions", v.len());
    ensure!(a, range, v.iter().all(|x| (1..LARGEST).contains(x)), "{what} {v:?} must be within 1..2^31");
    Ok(v.clone())
}

fn paddings(a: &Args<'_>, p: &Option<Padding>, n: usize, code: &str) -> Result<Padding, InferError> {
    let Some(p) = p else { return Ok(Padding(smallvec::SmallVec::from_elem((0, 0), n))) };
    ensure!(a, code, p.0.len() == n, "{} paddings for {n} dimensions", p.0.len());
    let fits = p.0.iter().all(|(l, h)| l.abs_diff(0) < LARGEST as u64 && h.abs_diff(0) < LARGEST as u64);
    ensure!(a, code, fits, "paddings must be below 2^31");
    Ok(p.clone())
}

pub(super) fn reduce_window(
    a: &Args<'_>,
    window: &I64s,
    strides: &Option<I64s>,
    base_dilations: &Option<I64s>,
    window_dilations: &Option<I64s>,
    padding: &Option<Padding>,
) -> Inferred {
    let count = a.types.len();
    ensure!(
        a,
        "c1",
        count >= 2 && count.is_multiple_of(2),
        "{count} operands; as many init_values as inputs are needed"
    );
    let n = count / 2;
    let (inputs, inits) = (a.tensors(0..n)?, a.tensors(n..count)?);
    let x = inputs[0];
    for (t, i) in inputs.iter().zip(&inits) {
        ensure!(a, "c2", same_shape(&t.dims, &x.dims), "inputs of types {x} and {t}");
        ensure!(a, "i2", i.rank() == 0, "init_values must be scalars, not {i}");
        ensure!(a, "c3", t.dtype == i.dtype, "input of type {t} with init value of type {i}");
    }
    let rank = x.rank();
    let window = list(a, &Some(window.clone()), rank, "window_dimensions", "c4", "c5")?;
    let strides = list(a, strides, rank, "window_strides", "c6", "c7")?;
    let base = list(a, base_dilations, rank, "base_dilations", "c8", "c9")?;
    let dilations = list(a, window_dilations, rank, "window_dilations", "c10", "c11")?;
    let padding = paddings(a, padding, rank, "c12")?;
    let dtypes = a.scalars_of_region(0, n, "c13")?;
    let dims: Dims = (0..rank)
        .map(|i| {
            let span = Span {
                window: window[i],
                stride: strides[i],
                base_dilation: base[i],
                window_dilation: dilations[i],
                padding: padding.0[i],
            };
            span.count(x.dims[i])
        })
        .collect();
    for (t, &e) in inputs.iter().zip(&dtypes) {
        ensure!(a, "c13", promotable(t.dtype, e), "the region returns {e} for an input of {}", t.dtype);
    }
    Ok(dtypes.into_iter().map(|e| tensor(e, dims.clone())).collect())
}

pub(super) fn select_and_scatter(
    a: &Args<'_>,
    window: &Option<I64s>,
    strides: &Option<I64s>,
    padding: &Option<Padding>,
) -> Inferred {
    let (x, source, init) = (a.tensor(0)?, a.tensor(1)?, a.tensor(2)?);
    ensure!(a, "c1", x.dtype == source.dtype, "operand of type {x}, source of type {source}");
    ensure!(a, "i3", init.rank() == 0, "init_value must be a scalar, not {init}");
    ensure!(a, "c3", init.dtype == x.dtype, "operand of type {x}, init_value of type {init}");
    let rank = x.rank();
    ensure!(a, "c4", window.is_some() || rank == 0, "no window_dimensions for {x}");
    let window = list(a, window, rank, "window_dimensions", "c4", "c5")?;
    let strides = list(a, strides, rank, "window_strides", "c6", "c7")?;
    let padding = paddings(a, padding, rank, "c8")?;
    let windows: Dims = (0..rank)
        .map(|i| {
            let span = Span {
                window: window[i],
                stride: strides[i],
                base_dilation: 1,
                window_dilation: 1,
                padding: padding.0[i],
            };
            span.count(x.dims[i])
        })
        .collect();
    ensure!(a, "c2", same_shape(&source.dims, &windows), "source of type {source} for windows {windows:?}");
    let select = a.scalars_of_region(0, 1, "c9")?;
    ensure!(a, "c9", select[0].is_bool(), "select must return i1, not {}", select[0]);
    let e = a.scalars_of_region(1, 1, "c10")?[0];
    ensure!(a, "c10", promotable(x.dtype, e), "scatter returns {e} for an operand of {}", x.dtype);
    one(e, x.dims.clone())
}

pub(super) fn convolution(a: &Args<'_>, op: &Op) -> Inferred {
    let Op::Convolution {
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        window_reversal,
        dims,
        feature_group_count,
        batch_group_count,
        precision,
    } = op
    else {
        return Err(a.fail("c1", "not a convolution"));
    };
    let (x, k) = (a.tensor(0)?, a.tensor(1)?);
    let rank = x.rank();
    ensure!(a, "c1", rank == k.rank() && rank >= 2, "lhs of type {x}, rhs of type {k}");
    let n = rank - 2;
    let strides = list(a, window_strides, n, "window_strides", "c2", "c3")?;
    let padding = paddings(a, padding, n, "c4")?;
    let base = list(a, lhs_dilation, n, "lhs_dilation", "c5", "c6")?;
    let dilations = list(a, rhs_dilation, n, "rhs_dilation", "c7", "c8")?;
    if let Some(r) = window_reversal {
        ensure!(a, "c9", r.len() == n, "{} window_reversal for {n} dimensions", r.len());
    }
    let named = [
        ("c12", "c13", "input", &dims.input_spatial, dims.input_batch, dims.input_feature),
        ("c17", "c18", "kernel", &dims.kernel_spatial, dims.kernel_input_feature, dims.kernel_output_feature),
        ("c19", "c20", "output", &dims.output_spatial, dims.output_batch, dims.output_feature),
    ];
    for (len, range, what, spatial, b, f) in named {
        ensure!(a, len, spatial.len() == n, "{} spatial dimensions of the {what}, not {n}", spatial.len());
        let all: Dims = spatial.iter().copied().chain([b, f]).collect();
        let fits = is_unique(&all) && in_range(&all, rank);
        ensure!(a, range, fits, "dimensions of the {what} must be unique and within 0..{rank}");
    }
    let (fg, bg) = (*feature_group_count, *batch_group_count);
    ensure!(a, "c21", fg > 0, "feature_group_count {fg} must be positive");
    ensure!(a, "c22", bg > 0, "batch_group_count {bg} must be positive");
    ensure!(a, "c23", fg == 1 || bg == 1, "only one of feature_group_count and batch_group_count may exceed 1");
    let divides = |d: i64, by: i64| d < 0 || d % by == 0;
    let quotient = |d: i64, by: i64| if d < 0 { d } else { d / by };
    let (batch, feature) = (x.dims[dims.input_batch as usize], x.dims[dims.input_feature as usize]);
    let (kin, kout) = (k.dims[dims.kernel_input_feature as usize], k.dims[dims.kernel_output_feature as usize]);
    ensure!(a, "c10", divides(batch, bg), "batch size {batch} in {bg} groups");
    ensure!(a, "c11", divides(feature, fg), "{feature} features in {fg} groups");
    ensure!(a, "c14", same_dim(kin, quotient(feature, fg)), "a kernel for {kin} of {feature} features in {fg} groups");
    ensure!(a, "c15", divides(kout, bg), "{kout} output features in {bg} batch groups");
    ensure!(a, "c16", divides(kout, fg), "{kout} output features in {fg} groups");
    ensure!(a, "c24", matches!(precision.0.len(), 0 | 2), "{} precisions for two operands", precision.0.len());
    ensure!(a, "c27", multipliable(x.dtype, k.dtype), "no product of {} and {}", x.dtype, k.dtype);
    let dtype = result_dtype(a, x.dtype)?;
    ensure!(a, "c27", summable(x.dtype, dtype), "no product of {} as {dtype}", x.dtype);
    let mut result = Dims::from_elem(0, rank);
    result[dims.output_batch as usize] = quotient(batch, bg);
    result[dims.output_feature as usize] = kout;
    for i in 0..n {
        let window = k.dims[dims.kernel_spatial[i] as usize];
        ensure!(a, "c25", window < LARGEST, "a kernel of {window} elements");
        let span = Span {
            window,
            stride: strides[i],
            base_dilation: base[i],
            window_dilation: dilations[i],
            padding: padding.0[i],
        };
        result[dims.output_spatial[i] as usize] = span.count(x.dims[dims.input_spatial[i] as usize]);
    }
    one(dtype, result)
}
