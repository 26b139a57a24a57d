//! Sharding rules: which dimensions of an op's operands and results are split together.
//!
//! The dimensions are made of *factors*, as in Shardy's `op_sharding_rule`. An op can work on a part of a factor alone,
//! unless the factor needs replication; where a factor is only of operands and is summed over, each device has a part of
//! the sum. What is no row here needs everything whole: a rule without factors.

use crate::import::frontend;
use hloom_ir::attrs::{Padding, ShardingRule};
use hloom_ir::{Attr, Graph, Kind, Op, OpData, Region, Type};
use hloom_num::BinaryOp;

/// Index of the lists of [`ShardingRule::special`].
const REDUCTION: usize = 0;
const NEED_REPLICATION: usize = 1;

/// A rule being made.
struct Maker {
    rule: ShardingRule,
}

impl Maker {
    fn new(operands: &[&[i64]], results: &[&[i64]]) -> Maker {
        let empty = |all: &[&[i64]]| all.iter().map(|dims| vec![Vec::new(); dims.len()]).collect();
        Maker { rule: ShardingRule { operands: empty(operands), results: empty(results), ..ShardingRule::default() } }
    }
    /// A factor of dimensions of operands and results, each named by its tensor and its number.
    fn factor(
        &mut self,
        size: i64,
        operands: impl IntoIterator<Item = (usize, usize)>,
        results: impl IntoIterator<Item = (usize, usize)>,
    ) -> usize {
        let f = self.rule.factors.len();
        self.rule.factors.push(size);
        operands.into_iter().for_each(|(t, d)| self.rule.operands[t][d].push(f));
        results.into_iter().for_each(|(t, d)| self.rule.results[t][d].push(f));
        f
    }
}

/// True if an op's devices each have a part of the sum over this factor.
pub(crate) fn is_reduction(rule: &ShardingRule, factor: usize) -> bool {
    rule.special[REDUCTION].contains(&factor)
}

/// True if an op needs all of this factor.
pub(crate) fn is_whole(rule: &ShardingRule, factor: usize) -> bool {
    rule.special[NEED_REPLICATION].contains(&factor)
}

/// The op by which a region combines two elements, if it is one that may be applied in parts.
pub(crate) fn combiner(g: &Graph, region: Region) -> Option<BinaryOp> {
    let parts = [BinaryOp::Add, BinaryOp::Multiply, BinaryOp::Minimum, BinaryOp::Maximum, BinaryOp::And, BinaryOp::Or];
    g.combiner(region).map(|(op, _)| op).filter(|op| parts.contains(op))
}

/// The rule of an op of the optimiser's `inline` stage.
pub(crate) fn rule(g: &Graph, d: &OpData) -> ShardingRule {
    let dims = |v: &hloom_ir::Value| match g.ty(*v) {
        Type::Tensor(t) => t.dims.to_vec(),
        _ => Vec::new(),
    };
    let (operands, results): (Vec<_>, Vec<_>) =
        (d.operands.iter().map(dims).collect(), d.results.iter().map(dims).collect());
    let x: Vec<&[i64]> = operands.iter().map(|d| &d[..]).collect();
    let y: Vec<&[i64]> = results.iter().map(|d| &d[..]).collect();
    let mut m = Maker::new(&x, &y);
    fill(&mut m, g, d, &x, &y);
    m.rule
}

fn fill(m: &mut Maker, g: &Graph, d: &OpData, x: &[&[i64]], y: &[&[i64]]) {
    let has = |list: &[i64], d: usize| list.contains(&(d as i64));
    match &d.op {
        op if op.kind() == Kind::Elementwise => pointwise(m, x, y, |_| true),
        Op::OptimizationBarrier {} => {
            for (i, dims) in x.iter().enumerate() {
                for (d, &size) in dims.iter().enumerate() {
                    m.factor(size, [(i, d)], [(i, d)]);
                }
            }
        }
        Op::Constant { value } if value.splat_bytes().is_none() => {}
        Op::Iota { .. } | Op::Constant { .. } => pointwise(m, x, y, |_| true),
        Op::BroadcastInDim { broadcast_dimensions } => {
            for (r, &size) in y[0].iter().enumerate() {
                let from = broadcast_dimensions.iter().position(|&b| b == r as i64).filter(|&o| x[0][o] == size);
                m.factor(size, from.map(|o| (0, o)), [(0, r)]);
            }
        }
        Op::Reshape {} => reshape(m, x[0], y[0]),
        Op::BitcastConvert {} => pointwise(m, x, y, |d| {
            x[0].get(d) == y[0].get(d) && (x[0].len() == y[0].len() || d < x[0].len().min(y[0].len()))
        }),
        Op::Transpose { permutation } => {
            for (r, &o) in permutation.iter().enumerate() {
                m.factor(y[0][r], [(0, o as usize)], [(0, r)]);
            }
        }
        Op::Slice { .. } | Op::Pad { .. } | Op::DynamicSlice { .. } => {
            let untouched = |i: usize| match &d.op {
                Op::Pad { edge_padding_low: l, edge_padding_high: h, interior_padding: n } => {
                    l[i] == 0 && h[i] == 0 && n[i] == 0
                }
                Op::Slice { strides, .. } => strides[i] == 1 && x[0][i] == y[0][i],
                _ => x[0][i] == y[0][i],
            };
            pointwise(m, &x[..1], y, untouched);
        }
        Op::DynamicUpdateSlice {} => pointwise(m, &x[..2], y, |i| x[0][i] == x[1][i]),
        Op::Concatenate { dimension } => pointwise(m, x, y, |i| i as i64 != *dimension),
        Op::Reverse { .. } => pointwise(m, x, y, |_| true),
        Op::Sort { dimension, .. } => {
            let rank = y.first().map_or(0, |dims| dims.len() as i64);
            pointwise(m, x, y, |i| i as i64 != dimension.rem_euclid(rank.max(1)));
        }
        Op::Cholesky { .. } => pointwise(m, x, y, |i| i + 2 < y[0].len()),
        Op::TriangularSolve { .. } => pointwise(m, x, y, |i| i + 2 < y[0].len()),
        Op::Fft { fft_length, .. } => pointwise(m, x, y, |i| i + fft_length.len() < y[0].len()),
        Op::Reduce { dimensions } => {
            let n = x.len() / 2;
            let parts = n == 1 && combiner(g, d.regions[0]).is_some();
            let mut kept = 0;
            for (i, &size) in x[0].iter().enumerate() {
                let of = (0..n).map(|t| (t, i));
                if has(dimensions, i) {
                    let f = m.factor(size, of, []);
                    m.rule.special[if parts { REDUCTION } else { NEED_REPLICATION }].push(f);
                } else {
                    m.factor(size, of, (0..n).map(|t| (t, kept)));
                    kept += 1;
                }
            }
        }
        Op::DotGeneral { dims, .. } => {
            let mut at = 0;
            for (&l, &r) in dims.lhs_batching.iter().zip(&dims.rhs_batching) {
                m.factor(x[0][l as usize], [(0, l as usize), (1, r as usize)], [(0, at)]);
                at += 1;
            }
            for (&l, &r) in dims.lhs_contracting.iter().zip(&dims.rhs_contracting) {
                let f = m.factor(x[0][l as usize], [(0, l as usize), (1, r as usize)], []);
                m.rule.special[REDUCTION].push(f);
            }
            let sides = [(&dims.lhs_batching, &dims.lhs_contracting), (&dims.rhs_batching, &dims.rhs_contracting)];
            for (t, (batch, contracted)) in sides.into_iter().enumerate() {
                for (i, &size) in x[t].iter().enumerate().filter(|(i, _)| !has(batch, *i) && !has(contracted, *i)) {
                    m.factor(size, [(t, i)], [(0, at)]);
                    at += 1;
                }
            }
        }
        Op::Convolution { dims, feature_group_count: 1, batch_group_count: 1, .. } => {
            let [ib, il, kl, ko, ob, of] = [
                dims.input_batch,
                dims.input_feature,
                dims.kernel_input_feature,
                dims.kernel_output_feature,
                dims.output_batch,
                dims.output_feature,
            ]
            .map(|d| d as usize);
            m.factor(x[0][ib], [(0, ib)], [(0, ob)]);
            m.factor(x[1][ko], [(1, ko)], [(0, of)]);
            let f = m.factor(x[0][il], [(0, il), (1, kl)], []);
            m.rule.special[REDUCTION].push(f);
        }
        Op::ReduceWindow { window_dimensions, padding, .. } => {
            let n = x.len() / 2;
            pointwise(m, &x[..n], y, |i| window_dimensions[i] == 1 && x[0][i] == y[0][i] && !is_padded(padding, i));
        }
        Op::SelectAndScatter { window_dimensions: Some(window), padding, .. } => {
            pointwise(m, &x[..2], y, |i| window[i] == 1 && x[0][i] == x[1][i] && !is_padded(padding, i));
        }
        Op::Gather { dims, slice_sizes, .. } => {
            let batch: Vec<usize> = (0..y[0].len()).filter(|&d| !has(&dims.offset_dims, d)).collect();
            let mut index_dims = (0..x[1].len()).filter(|&d| d as i64 != dims.index_vector_dim);
            for &r in &batch {
                let Some(i) = index_dims.next() else { break };
                let paired = dims.start_indices_batching_dims.iter().position(|&b| b == i as i64);
                let operand = paired.map(|p| (0, dims.operand_batching_dims[p] as usize));
                m.factor(y[0][r], operand.into_iter().chain([(1, i)]), [(0, r)]);
            }
            let gone = |d: usize| has(&dims.collapsed_slice_dims, d) || has(&dims.operand_batching_dims, d);
            let kept = (0..x[0].len()).filter(|&d| !gone(d));
            for (o, &r) in kept.zip(&dims.offset_dims) {
                if slice_sizes[o] == x[0][o] {
                    m.factor(x[0][o], [(0, o)], [(0, r as usize)]);
                }
            }
        }
        Op::Scatter { dims, .. } => {
            let n = (x.len() - 1) / 2;
            let (indices, update) = (x[n], x[n + 1]);
            let scattered: Vec<usize> = (0..update.len()).filter(|&d| !has(&dims.update_window_dims, d)).collect();
            let index_dims = (0..indices.len()).filter(|&d| d as i64 != dims.index_vector_dim);
            for (&u, i) in scattered.iter().zip(index_dims) {
                let Some(p) = dims.scatter_indices_batching_dims.iter().position(|&b| b == i as i64) else { continue };
                let of = dims.input_batching_dims[p] as usize;
                let all = (0..n).map(|t| (t, of)).chain([(n, i)]).chain((0..n).map(|t| (n + 1 + t, u)));
                m.factor(x[0][of], all, (0..n).map(|t| (t, of)));
            }
            let gone = |d: usize| has(&dims.inserted_window_dims, d) || has(&dims.input_batching_dims, d);
            let kept = (0..x[0].len()).filter(|&d| !gone(d));
            for (o, &u) in kept.zip(&dims.update_window_dims) {
                // A whole window that is not where the dimension begins leaves it in part, which one part alone cannot see.
                if update[u as usize] == x[0][o] && !has(&dims.scatter_dims_to_operand_dims, o) {
                    let all = (0..n).map(|t| (t, o)).chain((0..n).map(|t| (n + 1 + t, u as usize)));
                    m.factor(x[0][o], all, (0..n).map(|t| (t, o)));
                }
            }
        }
        Op::CustomCall { .. } => {
            let batch = batch_dims(d);
            let shared = |dims: &[i64]| dims.len() >= batch && y.first().is_some_and(|r| dims[..batch] == r[..batch]);
            if y.first().is_some_and(|r| r.len() >= batch) && x.iter().chain(y).all(|dims| shared(dims)) {
                for i in 0..batch {
                    m.factor(y[0][i], (0..x.len()).map(|t| (t, i)), (0..y.len()).map(|t| (t, i)));
                }
            }
        }
        Op::AllReduce { .. } | Op::CollectivePermute { .. } | Op::CollectiveBroadcast { .. } => {
            for (i, dims) in y.iter().enumerate() {
                for (d, &size) in dims.iter().enumerate() {
                    m.factor(size, [(i, d)], [(i, d)]);
                }
            }
        }
        Op::AllGather { all_gather_dim: at, .. } | Op::ReduceScatter { scatter_dimension: at, .. } => {
            for (i, dims) in y.iter().enumerate() {
                for (d, &size) in dims.iter().enumerate().filter(|(d, _)| *d as i64 != *at) {
                    m.factor(size, [(i, d)], [(i, d)]);
                }
            }
        }
        Op::AllToAll { split_dimension: s, concat_dimension: c, .. } => {
            for (i, dims) in y.iter().enumerate() {
                for (d, &size) in dims.iter().enumerate().filter(|(d, _)| ![*s, *c].contains(&(*d as i64))) {
                    m.factor(size, [(i, d)], [(i, d)]);
                }
            }
        }
        _ => {}
    }
}

/// True if a dimension is padded, or cut, at an end.
fn is_padded(padding: &Option<Padding>, d: usize) -> bool {
    padding.as_ref().and_then(|p| p.0.get(d)).is_some_and(|&ends| ends != (0, 0))
}

/// Leading dimensions along which a custom call may be cut, which all its operands and results share: what JAX says of
/// batch-partitionable calls.
fn batch_dims(d: &OpData) -> usize {
    match d.extra.as_deref().and_then(|attrs| frontend(attrs, "num_batch_dims")) {
        Some(Attr::String(n)) => n.parse().unwrap_or(0),
        _ => 0,
    }
}

/// A factor for each dimension that `shared` is true of, in every tensor of the result's rank: an elementwise op is one
/// whose operands may also be scalars.
fn pointwise(m: &mut Maker, x: &[&[i64]], y: &[&[i64]], shared: impl Fn(usize) -> bool) {
    let Some(first) = y.first() else { return };
    for (d, &size) in first.iter().enumerate().filter(|(d, _)| shared(*d)) {
        let of = |all: &[&[i64]]| -> Vec<(usize, usize)> {
            (0..all.len())
                .filter(|&t| all[t].len() > d && (all[t].len() == first.len() || all[t][d] == size))
                .map(|t| (t, d))
                .collect()
        };
        m.factor(size, of(x), of(y));
    }
}

/// Factors of the groups of dimensions whose products agree, each cut where both sides can be.
fn reshape(m: &mut Maker, x: &[i64], y: &[i64]) {
    if x.contains(&0) {
        return;
    }
    let (mut i, mut j) = (0, 0);
    // What is left of the current dimension on each side.
    let (mut a, mut b) = (1, 1);
    loop {
        while a == 1 && i < x.len() {
            (a, i) = (x[i], i + 1);
        }
        while b == 1 && j < y.len() {
            (b, j) = (y[j], j + 1);
        }
        if a == 1 || b == 1 {
            return;
        }
        // The major part that both have: the smaller one if it divides the other.
        let (small, large) = (a.min(b), a.max(b));
        if large % small == 0 {
            m.factor(small, [(0, i - 1)], [(0, j - 1)]);
            (a, b) = (a / small, b / small);
            continue;
        }
        // No common part: the rest of the group stays whole. It ends where the products agree.
        let (mut left, mut right) = (a, b);
        while left != right {
            if left < right && i < x.len() {
                (left, i) = (left * x[i], i + 1);
            } else if j < y.len() {
                (right, j) = (right * y[j], j + 1);
            } else {
                return;
            }
        }
        (a, b) = (1, 1);
    }
}
