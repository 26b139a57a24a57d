//! Reductions along dimensions, sorting, batch normalisation.

use crate::InterpError;
use crate::eval::RegionCall;
use crate::noise::Noise;
use crate::tensor::{Tensor, for_each_index, linear, try_for_each_index};
use hloom_ir::{Graph, Op, Region, TensorType};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType, DTypeKind};
use std::cmp::Ordering;

/// A region of one known scalar op, which need not be walked for every element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownCombiner {
    op: BinaryOp,
    dtype: DType,
    swapped: bool,
}

impl KnownCombiner {
    pub(crate) fn apply(&self, args: &[Scalar]) -> Result<Vec<Scalar>, InterpError> {
        let (a, b) = if self.swapped { (args[1], args[0]) } else { (args[0], args[1]) };
        Ok(vec![scalar::binary(self.op, self.dtype, a, b)?])
    }
}

/// How a region on scalars is evaluated.
pub(crate) enum Combiner {
    Known(KnownCombiner),
    Region,
}

impl Combiner {
    /// `binary(param 0, param 1)` in either order is known; anything else is walked. If `wide`, what is known of floats
    /// does not round.
    pub(crate) fn recognise(graph: &Graph, region: Region, wide: bool) -> Combiner {
        let r = graph.region(region);
        let ([a, b], [op], [result]) = (&r.params[..], &r.ops[..], &r.results[..]) else { return Combiner::Region };
        let op = graph.op(*op);
        let Op::Binary(bin) = op.op else { return Combiner::Region };
        let swapped = match &op.operands[..] {
            [x, y] if x == a && y == b => false,
            [x, y] if x == b && y == a => true,
            _ => return Combiner::Region,
        };
        match graph.ty(*a).as_tensor() {
            Some(t) if op.results[..] == [*result] && t.quantized.is_none() => {
                let dtype = match t.dtype.kind() {
                    DTypeKind::Float if wide => DType::F64,
                    DTypeKind::Complex if wide => DType::C128,
                    _ => t.dtype,
                };
                Combiner::Known(KnownCombiner { op: bin, dtype, swapped })
            }
            _ => Combiner::Region,
        }
    }
}

/// Combines terms of which the first is the initial value, as they stand or, with noise, in any order.
pub(crate) fn combine(
    mut terms: Vec<Vec<Scalar>>,
    noise: Option<&Noise>,
    call: &mut RegionCall<'_>,
) -> Result<Vec<Scalar>, InterpError> {
    if let Some(noise) = noise {
        noise.arrange(&mut terms);
    }
    let mut terms = terms.into_iter();
    let first = terms.next().unwrap_or_default();
    terms.try_fold(first, |sum, term| call(0, &[sum, term].concat()))
}

pub(crate) fn reduce(
    operands: &[&Tensor],
    dimensions: &[i64],
    types: &[TensorType],
    noise: Option<&Noise>,
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let n = types.len();
    let (inputs, init) = (&operands[..n], &operands[n..]);
    let dims = inputs[0].dims();
    let kept: Vec<usize> = (0..dims.len()).filter(|i| !dimensions.contains(&(*i as i64))).collect();
    let mut acc: Vec<Vec<Scalar>> = (0..n).map(|k| vec![init[k].data[0]; types[k].num_elements()]).collect();
    let out_dims = &types[0].dims;
    let place = |ix: &[i64]| linear(out_dims, &kept.iter().map(|&d| ix[d]).collect::<Vec<_>>());
    if noise.is_some() {
        let first: Vec<Scalar> = init.iter().map(|t| t.data[0]).collect();
        let mut terms = vec![vec![first]; types[0].num_elements()];
        for_each_index(dims, |ix| terms[place(ix)].push(inputs.iter().map(|t| t.at(ix)).collect()));
        for (at, terms) in terms.into_iter().enumerate() {
            let sum = combine(terms, noise, call)?;
            acc.iter_mut().zip(sum).for_each(|(v, new)| v[at] = new);
        }
    } else {
        try_for_each_index(dims, |ix| {
            let at = place(ix);
            let mut args: Vec<Scalar> = acc.iter().map(|v| v[at]).collect();
            args.extend(inputs.iter().map(|t| t.at(ix)));
            for (v, new) in acc.iter_mut().zip(call(0, &args)?) {
                v[at] = new;
            }
            Ok::<(), InterpError>(())
        })?;
    }
    Ok(types.iter().zip(acc).map(|(t, v)| Tensor::new(t.clone(), v)).collect())
}

/// Stable merge sort with a comparator that may fail; a comparator that is no order gives some permutation.
fn merge_sort(
    items: Vec<usize>,
    less: &mut dyn FnMut(usize, usize) -> Result<bool, InterpError>,
) -> Result<Vec<usize>, InterpError> {
    let mut runs: Vec<Vec<usize>> = items.into_iter().map(|i| vec![i]).collect();
    while runs.len() > 1 {
        let mut next = Vec::with_capacity(runs.len().div_ceil(2));
        let mut it = runs.into_iter();
        while let Some(a) = it.next() {
            let Some(b) = it.next() else {
                next.push(a);
                break;
            };
            let (mut i, mut j, mut out) = (0, 0, Vec::with_capacity(a.len() + b.len()));
            while i < a.len() && j < b.len() {
                if less(b[j], a[i])? {
                    out.push(b[j]);
                    j += 1;
                } else {
                    out.push(a[i]);
                    i += 1;
                }
            }
            out.extend_from_slice(&a[i..]);
            out.extend_from_slice(&b[j..]);
            next.push(out);
        }
        runs = next;
    }
    Ok(runs.pop().unwrap_or_default())
}

pub(crate) fn sort(
    operands: &[&Tensor],
    dimension: usize,
    types: &[TensorType],
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let dims = operands[0].dims().to_vec();
    let mut out: Vec<Vec<Scalar>> = operands.iter().map(|t| (*t.data).clone()).collect();
    let n = dims.get(dimension).copied().unwrap_or(1);
    let mut outer = dims.clone();
    if let Some(d) = outer.get_mut(dimension) {
        // Of lines without elements there may be very many.
        *d = (*d).min(1);
    }
    try_for_each_index(&outer, |ix| {
        let position = |i: i64| {
            let mut p = ix.to_vec();
            if let Some(d) = p.get_mut(dimension) {
                *d = i;
            }
            linear(&dims, &p)
        };
        let positions: Vec<usize> = (0..n).map(position).collect();
        let sorted = merge_sort(positions.clone(), &mut |a, b| {
            let args: Vec<Scalar> = operands.iter().flat_map(|t| [t.data[a], t.data[b]]).collect();
            Ok(call(0, &args)?[0].is_true())
        })?;
        for (k, t) in operands.iter().enumerate() {
            for (&to, &from) in positions.iter().zip(&sorted) {
                out[k][to] = t.data[from];
            }
        }
        Ok::<(), InterpError>(())
    })?;
    Ok(types.iter().zip(out).map(|(t, v)| Tensor::new(t.clone(), v)).collect())
}

/// `chlo.top_k`: the k largest of the last dimension in descending order (NaN counts as largest), ties by index.
pub(crate) fn top_k(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let Op::TopK { k } = op else { return Err(InterpError::unimplemented(op.name(), "")) };
    let x = operands[0];
    let n = *x.dims().last().ok_or_else(|| InterpError::Malformed(op.name().into()))? as usize;
    let (mut values, mut indices) = (Vec::new(), Vec::new());
    let rows = x.data.len().checked_div(n).unwrap_or(0);
    for row in 0..rows {
        let row = &x.data[row * n..(row + 1) * n];
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| descending(row[a], row[b]));
        for &i in order.iter().take(*k as usize) {
            values.push(row[i]);
            indices.push(Scalar::Int(i as i64));
        }
    }
    Ok(vec![Tensor::new(types[0].clone(), values), Tensor::new(types[1].clone(), indices)])
}

fn descending(a: Scalar, b: Scalar) -> Ordering {
    match (a, b) {
        (Scalar::Float(a), Scalar::Float(b)) => b.total_cmp(&a),
        (Scalar::Int(a), Scalar::Int(b)) => b.cmp(&a),
        (Scalar::UInt(a), Scalar::UInt(b)) => b.cmp(&a),
        (Scalar::Bool(a), Scalar::Bool(b)) => b.cmp(&a),
        _ => Ordering::Equal,
    }
}

/// `batch_norm_*` by their decompositions in the spec, in f64, rounded once; `stepwise` after each step, to f32 if the type
/// is not f64, so that steps overflow and vanish.
pub(crate) fn batch_norm(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
    stepwise: bool,
) -> Result<Vec<Tensor>, InterpError> {
    let (Op::BatchNormInference { epsilon, feature_index }
    | Op::BatchNormTraining { epsilon, feature_index }
    | Op::BatchNormGrad { epsilon, feature_index }) = op
    else {
        return Err(InterpError::unimplemented(op.name(), ""));
    };
    let x = operands[0];
    let f = *feature_index as usize;
    let c = x.dims()[f] as usize;
    let eps = f64::from(epsilon.get());
    let value = |t: &Tensor, i: usize| t.data[i].as_f64();
    let n = (x.data.len() / c.max(1)) as f64;
    let narrow = stepwise && x.dtype() != DType::F64;
    let r = |x: f64| if narrow { f64::from(x as f32) } else { x };
    let sum = |g: &mut dyn FnMut(&[i64], usize) -> f64| {
        let mut s = vec![0.0; c];
        let mut i = 0;
        for_each_index(x.dims(), |ix| {
            let s = &mut s[ix[f] as usize];
            *s = r(*s + g(ix, i));
            i += 1;
        });
        s
    };
    let stats = || {
        let mean: Vec<f64> = sum(&mut |_, i| value(x, i)).iter().map(|s| r(s / n)).collect();
        let var: Vec<f64> =
            sum(&mut |ix, i| r(r(value(x, i) - mean[ix[f] as usize]).powi(2))).iter().map(|s| r(s / n)).collect();
        (mean, var)
    };
    let vector = |ty: &TensorType, v: &[f64]| {
        Tensor::new(ty.clone(), v.iter().map(|&s| Scalar::Float(s).rounded(ty.dtype)).collect())
    };
    let deviation = |var: f64| r(r(var + eps).sqrt());
    let normalised = |mean: &[f64], var: &[f64]| {
        let mut data = Vec::with_capacity(x.data.len());
        for_each_index(x.dims(), |ix| {
            let (k, i) = (ix[f] as usize, data.len());
            let y = r(r(value(x, i) - mean[k]) / deviation(var[k]));
            let y = r(y * value(operands[1], k)) + value(operands[2], k);
            data.push(Scalar::Float(y).rounded(types[0].dtype));
        });
        Tensor::new(types[0].clone(), data)
    };
    let floats = |t: &Tensor| t.data.iter().map(|s| s.as_f64()).collect::<Vec<f64>>();
    Ok(match op {
        Op::BatchNormInference { .. } => vec![normalised(&floats(operands[3]), &floats(operands[4]))],
        Op::BatchNormTraining { .. } => {
            let (mean, var) = stats();
            vec![normalised(&mean, &var), vector(&types[1], &mean), vector(&types[2], &var)]
        }
        _ => {
            let (scale, mean, var, grad) = (floats(operands[1]), floats(operands[2]), floats(operands[3]), operands[4]);
            let sum_g = sum(&mut |_, i| value(grad, i));
            let sum_gx = sum(&mut |ix, i| r(value(grad, i) * r(value(x, i) - mean[ix[f] as usize])));
            let mut data = Vec::with_capacity(x.data.len());
            for_each_index(x.dims(), |ix| {
                let (k, i) = (ix[f] as usize, data.len());
                let inv = r(1.0 / deviation(var[k]));
                let centred = r(value(x, i) - mean[k]);
                let along = r(r(r(r(centred * inv) * inv) * sum_gx[k]) / n);
                let g = r(scale[k] * inv) * r(r(value(grad, i) - r(sum_g[k] / n)) - along);
                data.push(Scalar::Float(g).rounded(types[0].dtype));
            });
            let d_scale: Vec<f64> = (0..c).map(|k| sum_gx[k] / deviation(var[k])).collect();
            vec![Tensor::new(types[0].clone(), data), vector(&types[1], &d_scale), vector(&types[2], &sum_g)]
        }
    })
}
