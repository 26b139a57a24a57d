//! At how many points a kernel reads a value for one point of its own.
//!
//! A value that is computed where it is read is computed once for each such point: `y[2:] - y[:-2]` computes `y` twice,
//! and what is below a five-point stencil of such a stencil at thirteen points. Behind paddings, whose guards keep equal
//! points apart, each further stencil multiplies them by five.

use hloom_ir::{Graph, Op, OpData, Value};
use rustc_hash::{FxHashSet, FxHasher};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// The points of a value that are read for one of a kernel.
#[derive(Clone, Default)]
pub(crate) struct Points(SmallVec<[Point; 1]>);

/// A point as numbers that are equal where the coordinates are. Numbers stand for coordinates of the kernel; what slices and
/// paddings add to them is added, all else is hashed.
#[derive(Clone, PartialEq)]
struct Point {
    /// By dimension.
    at: SmallVec<[u64; 4]>,
    /// The conditions under which it is read.
    under: u64,
}

impl Points {
    /// No more are told apart.
    pub(crate) const MOST: usize = 64;

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many coordinates they have in one dimension.
    pub(crate) fn along(&self, d: usize) -> usize {
        let all: FxHashSet<Option<&u64>> = self.0.iter().map(|p| p.at.get(d)).collect();
        all.len()
    }

    /// Adds the points at which operand `i` of `op` is read if the op's result is read at these.
    pub(crate) fn extend(&mut self, g: &Graph, result: &Points, op: &OpData, i: usize) {
        self.add(result.0.iter().map(|p| p.through(g, op, i)));
    }

    fn add(&mut self, points: impl Iterator<Item = Point>) {
        for p in points {
            if self.0.len() < Self::MOST && !self.0.contains(&p) {
                self.0.push(p);
            }
        }
    }

    /// Adds the point at which the kernel of a root reads operand `i`: where its result is read if it moves elements, a point of
    /// the operand's own if it computes. The pieces of a concatenation are computed side by side, each at its own point.
    pub(crate) fn extend_root(&mut self, g: &Graph, op: &OpData, i: usize, moves: bool) {
        let own = |v: Value| {
            let rank = g.ty(v).as_tensor().map_or(0, |t| t.rank());
            Point { at: (0..rank).map(hash).collect(), under: 0 }
        };
        let moves = moves && !matches!(op.op, Op::Concatenate { .. });
        let p = if moves { own(op.results[0]).through(g, op, i) } else { own(op.operands[i]) };
        self.add(std::iter::once(p));
    }
}

fn hash(x: impl Hash) -> u64 {
    let mut h = FxHasher::default();
    (x, 0x9e37_79b9u32).hash(&mut h);
    h.finish()
}

impl Point {
    fn through(&self, g: &Graph, op: &OpData, i: usize) -> Point {
        let (Some(t), Some(s)) = (g.ty(op.results[0]).as_tensor(), g.ty(op.operands[i]).as_tensor()) else {
            return self.clone();
        };
        let (at, rank) = (&self.at, s.rank());
        let moved = |at: SmallVec<[u64; 4]>| Point { at, under: self.under };
        match &op.op {
            Op::Slice { start_indices, strides, .. } => {
                moved((0..rank).map(|d| times(at[d], strides[d]).wrapping_add(start_indices[d] as u64)).collect())
            }
            Op::Pad { edge_padding_low, interior_padding, .. } if i == 0 => {
                let inner = |d: usize| match interior_padding[d] {
                    0 => at[d].wrapping_sub(edge_padding_low[d] as u64),
                    n => hash((at[d], n, edge_padding_low[d])),
                };
                let at: SmallVec<[u64; 4]> = (0..rank).map(inner).collect();
                let guarded: SmallVec<[_; 4]> =
                    (0..rank).filter(|&d| s.dims[d] < t.dims[d]).map(|d| (d, at[d])).collect();
                Point { under: hash((self.under, &guarded)), at }
            }
            Op::Concatenate { dimension } => {
                let d = *dimension as usize;
                let before: i64 = op.operands[..i].iter().map(|&v| g.tensor(v).dims[d]).sum();
                let mut at = at.clone();
                at[d] = at[d].wrapping_sub(before as u64);
                Point { under: hash((self.under, at[d], s.dims[d])), at }
            }
            Op::Reverse { dimensions } => {
                let mut at = at.clone();
                for &d in dimensions {
                    at[d as usize] = (t.dims[d as usize] as u64).wrapping_sub(1).wrapping_sub(at[d as usize]);
                }
                moved(at)
            }
            Op::Transpose { permutation } => {
                let mut operand: SmallVec<[u64; 4]> = smallvec![0; rank];
                permutation.iter().zip(at).for_each(|(&d, &c)| operand[d as usize] = c);
                moved(operand)
            }
            Op::BroadcastInDim { broadcast_dimensions } => {
                let read = |d: usize| if s.dims[d] == 1 { 0 } else { at[broadcast_dimensions[d] as usize] };
                moved((0..rank).map(read).collect())
            }
            Op::Reshape {} => {
                let long = |dims: &[i64]| (0..dims.len()).filter(|&d| dims[d] != 1).collect::<SmallVec<[usize; 4]>>();
                let (from, to) = (long(&t.dims), long(&s.dims));
                let mut operand: SmallVec<[u64; 4]> = smallvec![0; rank];
                if from.iter().map(|&d| t.dims[d]).eq(to.iter().map(|&d| s.dims[d])) {
                    to.iter().zip(&from).for_each(|(&d, &f)| operand[d] = at[f]);
                } else {
                    let linear = from.iter().fold(0u64, |n, &d| times(n, t.dims[d]).wrapping_add(at[d]));
                    to.iter().for_each(|&d| operand[d] = hash((linear, &s.dims, d)));
                }
                moved(operand)
            }
            Op::DynamicSlice { .. } if i == 0 => {
                moved((0..rank).map(|d| at[d].wrapping_add(hash((op.operands[1 + d], s.dims[d])))).collect())
            }
            // The numbers by which a table is read stand at the coordinates that do not go to its slices.
            Op::Gather { dims, .. } if i > 0 => {
                let mut batch = (0..t.rank()).filter(|&d| !dims.offset_dims.contains(&(d as i64))).map(|d| at[d]);
                let index = |d: usize| if d as i64 == dims.index_vector_dim { 0 } else { batch.next().unwrap_or(0) };
                moved((0..rank).map(index).collect())
            }
            Op::Gather { .. } => moved((0..rank).map(|d| hash((&self.at, &op.op, &op.operands[1..], d))).collect()),
            _ if rank == at.len() => self.clone(),
            op => moved((0..rank).map(|d| hash((at, op, i, d))).collect()),
        }
    }
}

fn times(c: u64, n: i64) -> u64 {
    c.wrapping_mul(n as u64)
}
