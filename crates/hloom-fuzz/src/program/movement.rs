//! Ops that move elements, also those that take their amounts as operands.

use super::Generator;
use hloom_ir::attrs::I64s;
use hloom_ir::{Dims, Op, TensorType, Value};
use hloom_num::DType;

impl Generator {
    pub(super) fn movement(&mut self, name: &str) -> Option<Vec<Value>> {
        match name {
            "stablehlo.iota" => {
                let (dtype, dims) = (self.dtype(), self.dims(1, 4));
                let iota_dimension = self.r.below(dims.len()) as i64;
                self.stated(Op::Iota { iota_dimension }, &[], TensorType::from_dims(dtype, dims))
            }
            "stablehlo.dynamic_iota" => {
                let (dtype, dims) = (self.dtype(), self.dims(1, 3));
                let iota_dimension = self.r.below(dims.len()) as i64;
                let shape = self.int_constant(DType::I64, &dims)?;
                self.stated(Op::DynamicIota { iota_dimension }, &[shape], TensorType::from_dims(dtype, dims))
            }
            "stablehlo.broadcast_in_dim" => {
                let (x, mapping, ty) = self.spread()?;
                self.stated(Op::BroadcastInDim { broadcast_dimensions: mapping }, &[x], ty)
            }
            "stablehlo.dynamic_broadcast_in_dim" => {
                let (x, broadcast_dimensions, ty) = self.spread()?;
                let shape = self.int_constant(DType::I32, &ty.dims)?;
                let op = Op::DynamicBroadcastInDim {
                    broadcast_dimensions,
                    known_expanding_dimensions: None,
                    known_nonexpanding_dimensions: None,
                };
                self.stated(op, &[x, shape], ty)
            }
            "stablehlo.broadcast" => {
                let x = self.any(0, 3);
                let broadcast_sizes = self.dims(0, 2).iter().copied().collect();
                self.plain(Op::Broadcast { broadcast_sizes }, &[x])
            }
            "stablehlo.reshape" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let ty = TensorType::from_dims(t.dtype, self.other_shape(&t));
                self.stated(Op::Reshape {}, &[x], ty)
            }
            "stablehlo.dynamic_reshape" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let ty = TensorType::from_dims(t.dtype, self.other_shape(&t));
                let shape = self.int_constant(DType::I32, &ty.dims)?;
                self.stated(Op::DynamicReshape {}, &[x, shape], ty)
            }
            "stablehlo.transpose" => {
                let x = self.any(0, 4);
                let rank = self.ty(x).rank();
                let permutation = self.permutation(rank);
                self.plain(Op::Transpose { permutation }, &[x])
            }
            "stablehlo.slice" => {
                let x = self.any(0, 4);
                let [start_indices, limit_indices, strides] = self.bounds(x);
                self.plain(Op::Slice { start_indices, limit_indices, strides }, &[x])
            }
            "stablehlo.real_dynamic_slice" => {
                let x = self.any(0, 3);
                let t = self.ty(x);
                let [start, limit, strides] = self.bounds(x);
                let dims: Dims = (0..t.rank()).map(|i| (limit[i] - start[i] + strides[i] - 1) / strides[i]).collect();
                let mut operands = vec![x];
                for list in [start, limit, strides] {
                    operands.push(self.int_constant(DType::I64, &list)?);
                }
                self.stated(Op::RealDynamicSlice {}, &operands, TensorType::from_dims(t.dtype, dims))
            }
            "stablehlo.concatenate" => self.concatenate(),
            "stablehlo.pad" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let value = self.operand(t.dtype, &[]);
                let [edge_padding_low, edge_padding_high, interior_padding] = self.amounts(t.rank());
                self.plain(Op::Pad { edge_padding_low, edge_padding_high, interior_padding }, &[x, value])
            }
            "stablehlo.dynamic_pad" => {
                let x = self.any(0, 3);
                let t = self.ty(x);
                let mut operands = vec![x, self.operand(t.dtype, &[])];
                let [low, high, interior] = self.amounts(t.rank());
                let padded = |i: usize| t.dims[i] + low[i] + high[i] + interior[i] * (t.dims[i] - 1).max(0);
                let dims: Dims = (0..t.rank()).map(padded).collect();
                if dims.iter().any(|&d| d < 0) {
                    return None;
                }
                for list in [low, high, interior] {
                    operands.push(self.int_constant(DType::I64, &list)?);
                }
                self.stated(Op::DynamicPad {}, &operands, TensorType::from_dims(t.dtype, dims))
            }
            "stablehlo.reverse" => {
                let x = self.any(0, 4);
                let rank = self.ty(x).rank();
                let dimensions = self.some_of(rank, 60);
                self.plain(Op::Reverse { dimensions }, &[x])
            }
            "stablehlo.get_dimension_size" => {
                let x = self.any(1, 4);
                let dimension = self.r.below(self.func.graph.tensor(x).rank()) as i64;
                self.plain(Op::GetDimensionSize { dimension }, &[x])
            }
            _ => None,
        }
    }

    /// Some of `0..n`, in order.
    pub(super) fn some_of(&mut self, n: usize, percent: usize) -> I64s {
        (0..n as i64).filter(|_| self.chance(percent)).collect()
    }

    pub(super) fn permutation(&mut self, n: usize) -> I64s {
        let mut p: I64s = (0..n as i64).collect();
        for i in (1..n).rev() {
            let j = self.r.below(i + 1);
            p.swap(i, j);
        }
        p
    }

    fn spread(&mut self) -> Option<(Value, I64s, TensorType)> {
        let x = self.any(0, 3);
        let t = self.ty(x);
        let rank = t.rank() + self.r.below(3);
        let mapping: I64s = self.permutation(rank)[..t.rank()].into();
        let dims: Dims = (0..rank as i64)
            .map(|d| match mapping.iter().position(|&m| m == d) {
                Some(i) if t.dims[i] != 1 => t.dims[i],
                _ => self.size().min(9),
            })
            .collect();
        Some((x, mapping, TensorType::from_dims(t.dtype, dims)))
    }

    /// Sizes of the same number of elements.
    fn other_shape(&mut self, t: &TensorType) -> Dims {
        let mut n = t.num_elements() as i64;
        let mut dims = Dims::new();
        if n == 0 {
            dims.extend(t.dims.iter().rev().copied());
        }
        while n > 1 {
            let divisors: Vec<i64> = (2..=n).filter(|d| n % d == 0).collect();
            let d = self.one_of(&divisors);
            dims.push(d);
            n /= d;
        }
        while dims.len() < 5 && self.chance(25) {
            let at = self.r.below(dims.len() + 1);
            dims.insert(at, 1);
        }
        dims
    }

    /// Starts, limits and strides.
    fn bounds(&mut self, x: Value) -> [I64s; 3] {
        let mut out = [I64s::new(), I64s::new(), I64s::new()];
        for d in self.ty(x).dims {
            let whole = self.chance(30);
            let start = if whole { 0 } else { self.between(0, d) };
            out[0].push(start);
            out[1].push(if whole { d } else { self.between(start, d) });
            out[2].push(if self.chance(60) { 1 } else { self.between(1, 4) });
        }
        out
    }

    /// Padding at the edges, which may cut, and inside.
    fn amounts(&mut self, rank: usize) -> [I64s; 3] {
        let mut list = |low, high, percent| -> I64s {
            (0..rank).map(|_| if self.chance(percent) { self.between(low, high) } else { 0 }).collect()
        };
        [list(-2, 4, 60), list(-2, 4, 60), list(1, 2, 20)]
    }

    fn concatenate(&mut self) -> Option<Vec<Value>> {
        let x = self.any(1, 4);
        let t = self.ty(x);
        let dimension = self.r.below(t.rank());
        let mut inputs = vec![x];
        for _ in 0..self.r.below(4) {
            let mut dims = t.dims.clone();
            if self.chance(50) {
                dims[dimension] = self.size();
            }
            inputs.push(self.operand(t.dtype, &dims));
        }
        self.plain(Op::Concatenate { dimension: dimension as i64 }, &inputs)
    }
}
