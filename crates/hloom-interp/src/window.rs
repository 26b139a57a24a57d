//! Sliding windows.

use crate::InterpError;
use crate::eval::RegionCall;
use crate::noise::Noise;
use crate::reduce::combine;
use crate::tensor::{Tensor, for_each_index, in_bounds, linear, try_for_each_index};
use hloom_ir::attrs::{I64s, Padding};
use hloom_ir::{Op, TensorType};
use hloom_num::scalar::Scalar;

/// The windows of one op; absent lists have their defaults.
pub(crate) struct Windows {
    pub(crate) size: I64s,
    pub(crate) stride: I64s,
    pub(crate) base_dilation: I64s,
    pub(crate) window_dilation: I64s,
    pub(crate) padding: Padding,
}

impl Windows {
    pub(crate) fn new(
        size: I64s,
        stride: &Option<I64s>,
        base_dilation: &Option<I64s>,
        window_dilation: &Option<I64s>,
        padding: &Option<Padding>,
    ) -> Windows {
        let n = size.len();
        let ones = || I64s::from_elem(1, n);
        Windows {
            stride: stride.clone().unwrap_or_else(ones),
            base_dilation: base_dilation.clone().unwrap_or_else(ones),
            window_dilation: window_dilation.clone().unwrap_or_else(ones),
            padding: padding.clone().unwrap_or_else(|| Padding(smallvec::SmallVec::from_elem((0, 0), n))),
            size,
        }
    }

    /// Position in the operand of element `k` of window `out`, or `None` in padding and between dilated elements.
    pub(crate) fn source(&self, dims: &[i64], out: &[i64], k: &[i64]) -> Option<Vec<i64>> {
        let mut src = Vec::with_capacity(dims.len());
        for i in 0..dims.len() {
            let p = out[i] * self.stride[i] + k[i] * self.window_dilation[i] - self.padding.0[i].0;
            if p < 0 || p % self.base_dilation[i] != 0 {
                return None;
            }
            src.push(p / self.base_dilation[i]);
        }
        in_bounds(dims, &src).then_some(src)
    }
}

pub(crate) fn reduce_window(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
    noise: Option<&Noise>,
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let Op::ReduceWindow { window_dimensions, window_strides, base_dilations, window_dilations, padding } = op else {
        return Err(InterpError::unimplemented(op.name(), ""));
    };
    let w = Windows::new(window_dimensions.clone(), window_strides, base_dilations, window_dilations, padding);
    let n = types.len();
    let (inputs, init) = (&operands[..n], &operands[n..]);
    let mut out: Vec<Vec<Scalar>> = vec![Vec::new(); n];
    try_for_each_index(&types[0].dims, |o| {
        let mut terms: Vec<Vec<Scalar>> = vec![init.iter().map(|t| t.data[0]).collect()];
        for_each_index(&w.size, |k| {
            // Padding holds the init value (spec), which takes part in the reduction.
            let src = w.source(inputs[0].dims(), o, k);
            terms.push((0..n).map(|j| src.as_ref().map_or(init[j].data[0], |s| inputs[j].at(s))).collect());
        });
        out.iter_mut().zip(combine(terms, noise, call)?).for_each(|(v, a)| v.push(a));
        Ok::<(), InterpError>(())
    })?;
    Ok(types.iter().zip(out).map(|(t, v)| Tensor::new(t.clone(), v)).collect())
}

pub(crate) fn select_and_scatter(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let Op::SelectAndScatter { window_dimensions, window_strides, padding } = op else {
        return Err(InterpError::unimplemented(op.name(), ""));
    };
    let (x, source, init) = (operands[0], operands[1], operands[2]);
    let size = window_dimensions.clone().unwrap_or_else(|| I64s::from_elem(1, x.dims().len()));
    let w = Windows::new(size, window_strides, &None, &None, padding);
    let mut data = vec![init.data[0]; x.data.len()];
    try_for_each_index(source.dims(), |o| {
        // Region 0 selects: it keeps the current element while it answers true.
        let mut selected: Option<Vec<i64>> = None;
        try_for_each_index(&w.size, |k| {
            if let Some(src) = w.source(x.dims(), o, k) {
                let replace = match &selected {
                    None => true,
                    Some(s) => !call(0, &[x.at(s), x.at(&src)])?[0].is_true(),
                };
                if replace {
                    selected = Some(src);
                }
            }
            Ok::<(), InterpError>(())
        })?;
        if let Some(s) = selected {
            let at = linear(x.dims(), &s);
            data[at] = call(1, &[data[at], source.at(o)])?[0];
        }
        Ok::<(), InterpError>(())
    })?;
    Ok(vec![Tensor::new(types[0].clone(), data)])
}
