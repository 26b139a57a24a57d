//! Products and convolutions: operands are converted to the type of the sum, each product and each partial sum is rounded
//! to it, in the order of the contracted indices. The type of the sum is the result's, but floats narrower than f32 are
//! summed in f32 and rounded once, as back ends do and the specification, which promises no accuracy, allows.

use crate::InterpError;
use crate::noise::Noise;
use crate::tensor::{Tensor, for_each_index};
use crate::window::Windows;
use hloom_ir::attrs::{DotDims, Einsum, I64s, RaggedDotDims, Rounding};
use hloom_ir::{Kind, Op, TensorType};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType};

/// The type in which a product with results of `dtype` is summed.
fn sum_type(dtype: DType) -> DType {
    if dtype.is_float() && dtype.bits() < 32 { DType::F32 } else { dtype }
}

/// How products are added up, where the specification leaves it open. By default each product and each sum is rounded.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sums {
    /// A product is not rounded before it is added.
    pub(crate) fused: bool,
    /// Nothing is rounded before the end (in F64 products are not).
    pub(crate) wide: bool,
    /// The first product is added to -0, which changes nothing.
    pub(crate) from_minus_zero: bool,
    /// A row of a ragged product is a sum over all groups, of which the others give zero.
    pub(crate) over_groups: bool,
    /// The products are added in another order, the one of this number.
    pub(crate) order: Option<u64>,
}

/// A running sum of products, in the type that the factors have.
struct Sum {
    dtype: DType,
    how: Sums,
    sum: Scalar,
    /// The factors, if they wait for another order.
    waiting: Vec<(Scalar, Scalar)>,
}

impl Sum {
    fn new(dtype: DType, how: Sums) -> Sum {
        let sum = match Scalar::zero(dtype) {
            Scalar::Float(_) if how.from_minus_zero => Scalar::Float(-0.0),
            Scalar::Complex(..) if how.from_minus_zero => Scalar::Complex(-0.0, -0.0),
            zero => zero,
        };
        Sum { dtype, how, sum, waiting: Vec::new() }
    }
    fn add(&mut self, a: Scalar, b: Scalar) {
        if self.how.order.is_some() {
            self.waiting.push((a, b));
        } else {
            self.add_now(a, b);
        }
    }
    fn add_now(&mut self, a: Scalar, b: Scalar) {
        let op = |op, a, b| scalar::binary(op, self.dtype, a, b).expect("every type has sums and products");
        self.sum = match (a, b, self.sum) {
            (Scalar::Float(x), Scalar::Float(y), Scalar::Float(s)) if self.how.wide => Scalar::Float(x.mul_add(y, s)),
            (Scalar::Float(x), Scalar::Float(y), Scalar::Float(s)) if self.how.fused => {
                Scalar::Float(x.mul_add(y, s)).rounded(self.dtype)
            }
            _ => op(BinaryOp::Add, self.sum, op(BinaryOp::Multiply, a, b)),
        };
    }
    fn finish(mut self, dtype: DType) -> Scalar {
        let mut waiting = std::mem::take(&mut self.waiting);
        if let Some(order) = self.how.order {
            Noise::new(order).shuffle(&mut waiting);
        }
        waiting.into_iter().for_each(|(a, b)| self.add_now(a, b));
        scalar::convert(self.dtype, dtype, self.sum)
    }
}

/// True for products and convolutions.
pub(crate) fn takes(op: &Op) -> bool {
    op.kind() == Kind::Contract || matches!(op, Op::Convolution { .. })
}

/// A product or convolution.
///
/// # Errors
/// What is not implemented.
pub(crate) fn eval(op: &Op, operands: &[&Tensor], ty: TensorType, how: Sums) -> Result<Tensor, InterpError> {
    let (a, b) = (operands[0], operands[operands.len() - 1]);
    match op {
        Op::DotGeneral { dims, algorithm, .. } if algorithm.is_none() || a.dtype().is_int() || a.dtype().is_bool() => {
            Ok(dot_general(dims, a, b, ty, how))
        }
        Op::DotGeneral { dims, algorithm: Some(algorithm), .. } => {
            let steps = algorithm.steps().filter(|_| a.dtype().is_float() && b.dtype().is_float());
            let steps = steps.ok_or_else(|| InterpError::unimplemented(op.name(), " by this algorithm"))?;
            let dtype = ty.dtype;
            let [a, b] = [(a, steps.operands[0]), (b, steps.operands[1])].map(|(x, to)| round(x, to));
            Ok(dot_general(dims, &a, &b, ty.with_dtype(steps.sum), how).converted(dtype))
        }
        Op::Dot { .. } => {
            let dims = DotDims {
                lhs_contracting: I64s::from_slice(&[a.dims().len() as i64 - 1]),
                rhs_contracting: I64s::from_slice(&[0]),
                ..DotDims::default()
            };
            Ok(dot_general(&dims, a, b, ty, how))
        }
        Op::Einsum { einsum_config } | Op::UnaryEinsum { einsum_config } => einsum(einsum_config, operands, ty, how),
        Op::RaggedDot { dims, .. } => ragged_dot(dims, operands, ty, how),
        Op::Convolution { .. } => convolution(op, a, b, ty, how),
        _ => Err(InterpError::unimplemented(op.name(), "")),
    }
}

/// An operand as an algorithm wants it.
fn round(x: &Tensor, how: Rounding) -> Tensor {
    match how {
        Rounding::To(dtype) => x.converted(dtype),
        Rounding::Tf32 => {
            let x = x.converted(DType::F32);
            let ty = TensorType::new(DType::F32, x.dims());
            Tensor::from_fn(ty, |at| scalar::reduce_precision(DType::F32, 8, 10, x.at(at)))
        }
    }
}

fn dot_general(d: &DotDims, a: &Tensor, b: &Tensor, ty: TensorType, how: Sums) -> Tensor {
    let free = |n: usize, batch: &[i64], contracting: &[i64]| -> Vec<usize> {
        (0..n).filter(|i| !batch.contains(&(*i as i64)) && !contracting.contains(&(*i as i64))).collect()
    };
    let a_free = free(a.dims().len(), &d.lhs_batching, &d.lhs_contracting);
    let b_free = free(b.dims().len(), &d.rhs_batching, &d.rhs_contracting);
    let sizes: Vec<i64> = d.lhs_contracting.iter().map(|&i| a.dims()[i as usize]).collect();
    let nb = d.lhs_batching.len();
    let (mut ai, mut bi) = (vec![0; a.dims().len()], vec![0; b.dims().len()]);
    let (dtype, wide) = (ty.dtype, sum_type(ty.dtype));
    let (a, b) = (a.converted(wide), b.converted(wide));
    Tensor::from_fn(ty, |o| {
        for k in 0..nb {
            ai[d.lhs_batching[k] as usize] = o[k];
            bi[d.rhs_batching[k] as usize] = o[k];
        }
        for (k, &i) in a_free.iter().enumerate() {
            ai[i] = o[nb + k];
        }
        for (k, &i) in b_free.iter().enumerate() {
            bi[i] = o[nb + a_free.len() + k];
        }
        let mut acc = Sum::new(wide, how);
        for_each_index(&sizes, |c| {
            for k in 0..c.len() {
                ai[d.lhs_contracting[k] as usize] = c[k];
                bi[d.rhs_contracting[k] as usize] = c[k];
            }
            acc.add(a.at(&ai), b.at(&bi));
        });
        acc.finish(dtype)
    })
}

/// The sum over all letters that are not in the result, in the order of the operands.
fn einsum(config: &str, operands: &[&Tensor], ty: TensorType, how: Sums) -> Result<Tensor, InterpError> {
    let malformed = |e: String| InterpError::Malformed(format!("einsum_config {e}"));
    let letters = Einsum::parse(config).map_err(malformed)?;
    let shapes: Vec<&[i64]> = operands.iter().map(|t| t.dims()).collect();
    let sizes = letters.sizes(&shapes).map_err(malformed)?;
    let mut summed: Vec<u8> = Vec::new();
    for &l in letters.operands.iter().flatten() {
        if !letters.result.contains(&l) && !summed.contains(&l) {
            summed.push(l);
        }
    }
    let counts: Vec<i64> = summed.iter().map(|l| sizes[l]).collect();
    let (dtype, wide) = (ty.dtype, sum_type(ty.dtype));
    let one = Scalar::one(wide);
    let operands: Vec<Tensor> = operands.iter().map(|t| t.converted(wide)).collect();
    let mut at = std::collections::BTreeMap::new();
    Ok(Tensor::from_fn(ty, |o| {
        at.extend(letters.result.iter().copied().zip(o.iter().copied()));
        let mut acc = Sum::new(wide, how);
        for_each_index(&counts, |c| {
            at.extend(summed.iter().copied().zip(c.iter().copied()));
            let element = |i: usize| {
                let ix: Vec<i64> = letters.operands[i].iter().map(|l| at[l]).collect();
                operands[i].at(&ix)
            };
            acc.add(element(0), if operands.len() > 1 { element(1) } else { one });
        });
        acc.finish(dtype)
    }))
}

/// Rows, columns or matrices of lhs, group by group, times the right side of their group; those behind the last group
/// give zero.
fn ragged_dot(d: &RaggedDotDims, operands: &[&Tensor], ty: TensorType, how: Sums) -> Result<Tensor, InterpError> {
    let [a, b, groups] = operands else { return Err(InterpError::Malformed("chlo.ragged_dot".into())) };
    let [ragged] = d.lhs_ragged[..] else { return Err(InterpError::Malformed("chlo.ragged_dot".into())) };
    if groups.dims().len() != 1 {
        return Err(InterpError::unimplemented("chlo.ragged_dot", " with groups that differ from batch to batch"));
    }
    if d.dot.lhs_batching.contains(&ragged) {
        return Ok(dot_general(&d.dot, a, b, ty, how));
    }
    // The end of each group.
    let sizes = groups.ints().unwrap_or_default();
    let ends: Vec<i64> = sizes
        .iter()
        .scan(0i64, |s, &n| {
            *s = s.saturating_add(n);
            Some(*s)
        })
        .collect();
    let group_of = |p: i64| ends.iter().position(|&e| p < e);
    let r = ragged as usize;
    // Not every type has a zero.
    let a = a.converted(sum_type(a.dtype()));
    let masked = |g: usize| {
        Tensor::from_fn(a.ty.clone(), |ix| if group_of(ix[r]) == Some(g) { a.at(ix) } else { Scalar::zero(a.dtype()) })
    };
    let summing = d.dot.lhs_contracting.contains(&ragged);
    let part = TensorType::new(ty.dtype, if summing { &ty.dims[1..] } else { &ty.dims[..] });
    let mut parts = Vec::new();
    for g in 0..ends.len() {
        let (dot, right) = match d.rhs_group[..] {
            [axis] if !summing => (without_axis(&d.dot, axis), slice_at(b, axis as usize, g as i64)),
            _ => (d.dot.clone(), (*b).clone()),
        };
        parts.push(dot_general(&dot, &masked(g), &right, part.clone(), how));
    }
    if summing {
        return Ok(Tensor::from_fn(ty, |ix| parts[ix[0] as usize].at(&ix[1..])));
    }
    // Where the row stands in the result.
    let free =
        (0..a.dims().len() as i64).filter(|i| !d.dot.lhs_batching.contains(i) && !d.dot.lhs_contracting.contains(i));
    let row = d.dot.lhs_batching.len() + free.take_while(|&i| i != ragged).count();
    let zero = Scalar::zero(ty.dtype);
    let own = |s: Scalar| match s {
        Scalar::Float(x) if how.over_groups => Scalar::Float(x + 0.0),
        Scalar::Complex(x, y) if how.over_groups => Scalar::Complex(x + 0.0, y + 0.0),
        s => s,
    };
    Ok(Tensor::from_fn(ty, |ix| group_of(ix[row]).map_or(zero, |g| own(parts[g].at(ix)))))
}

/// The dimensions of a product whose right side has lost one.
fn without_axis(d: &DotDims, axis: i64) -> DotDims {
    let shift = |v: &I64s| v.iter().map(|&i| if i > axis { i - 1 } else { i }).collect();
    DotDims { rhs_batching: shift(&d.rhs_batching), rhs_contracting: shift(&d.rhs_contracting), ..d.clone() }
}

/// A slice of one position, without the dimension.
pub(crate) fn slice_at(t: &Tensor, axis: usize, at: i64) -> Tensor {
    let mut dims = t.dims().to_vec();
    dims.remove(axis);
    Tensor::from_fn(TensorType { dims: dims.into_iter().collect(), ..t.ty.clone() }, |ix| {
        let mut full = ix.to_vec();
        full.insert(axis, at);
        t.at(&full)
    })
}

fn convolution(op: &Op, x: &Tensor, w: &Tensor, ty: TensorType, how: Sums) -> Result<Tensor, InterpError> {
    let Op::Convolution {
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        window_reversal,
        dims: d,
        feature_group_count,
        batch_group_count,
        ..
    } = op
    else {
        return Err(InterpError::unimplemented(op.name(), ""));
    };
    let size: I64s = d.kernel_spatial.iter().map(|&k| w.dims()[k as usize]).collect();
    let win = Windows::new(size, window_strides, lhs_dilation, rhs_dilation, padding);
    let spatial: Vec<i64> = d.input_spatial.iter().map(|&k| x.dims()[k as usize]).collect();
    let (fgc, bgc) = (*feature_group_count, *batch_group_count);
    let in_features = w.dims()[d.kernel_input_feature as usize];
    let out_features = w.dims()[d.kernel_output_feature as usize];
    let out_batch = ty.dims[d.output_batch as usize];
    let (dtype, wide) = (ty.dtype, sum_type(ty.dtype));
    let (x, w) = (x.converted(wide), w.converted(wide));
    let (mut xi, mut wi) = (vec![0; x.dims().len()], vec![0; w.dims().len()]);
    Ok(Tensor::from_fn(ty, |o| {
        let (n, f) = (o[d.output_batch as usize], o[d.output_feature as usize]);
        let os: Vec<i64> = d.output_spatial.iter().map(|&k| o[k as usize]).collect();
        // A group of features reads its share of the input features; a group of batches its share of the batch.
        let group = f * fgc / out_features.max(1);
        let batch = n + if bgc > 1 { f * bgc / out_features.max(1) * out_batch } else { 0 };
        let mut acc = Sum::new(wide, how);
        for_each_index(&win.size, |k| {
            let Some(src) = win.source(&spatial, &os, k) else { return };
            for (i, &s) in src.iter().enumerate() {
                xi[d.input_spatial[i] as usize] = s;
                let reversed = window_reversal.as_ref().is_some_and(|r| r[i]);
                wi[d.kernel_spatial[i] as usize] = if reversed { win.size[i] - 1 - k[i] } else { k[i] };
            }
            xi[d.input_batch as usize] = batch;
            wi[d.kernel_output_feature as usize] = f;
            for c in 0..in_features {
                xi[d.input_feature as usize] = group * in_features + c;
                wi[d.kernel_input_feature as usize] = c;
                acc.add(x.at(&xi), w.at(&wi));
            }
        });
        acc.finish(dtype)
    }))
}
