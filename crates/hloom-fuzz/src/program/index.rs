//! Ops whose positions are known at run time.

use super::{Generator, values};
use hloom_interp::Tensor;
use hloom_ir::attrs::{GatherDims, I64s, ScatterDims};
use hloom_ir::{Dims, Op, TensorType, Type, Value};
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};

/// How slices of a tensor lie at indices.
struct Layout {
    /// Dimensions that an index says nothing of: those that indices have too, and where.
    batching: Vec<(i64, i64)>,
    /// Dimensions of which one element is taken, and that the slice does not have.
    collapsed: I64s,
    /// Dimensions that the index is of, in its order.
    index_map: I64s,
    index_vector_dim: i64,
    indices: Dims,
    /// Sizes of indices without the dimension of the vector.
    batch: Dims,
    slice: Dims,
}

impl Layout {
    /// The slice's dimensions that are not collapsed.
    fn window(&self) -> Dims {
        let kept = |i: &i64| !self.collapsed.contains(i) && self.batching.iter().all(|(d, _)| d != i);
        (0..self.slice.len() as i64).filter(kept).map(|i| self.slice[i as usize]).collect()
    }
}

impl Generator {
    pub(super) fn index_op(&mut self, name: &str) -> Option<Vec<Value>> {
        match name {
            "stablehlo.dynamic_slice" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let slice_sizes: I64s = t.dims.iter().map(|&d| self.between(0, d)).collect();
                let mut operands = vec![x];
                operands.extend(self.starts(t.rank()));
                self.plain(Op::DynamicSlice { slice_sizes }, &operands)
            }
            "stablehlo.dynamic_update_slice" => {
                let x = self.any(0, 4);
                let t = self.ty(x);
                let sizes: Dims = t.dims.iter().map(|&d| self.between(0, d)).collect();
                let mut operands = vec![x, self.operand(t.dtype, &sizes)];
                operands.extend(self.starts(t.rank()));
                self.plain(Op::DynamicUpdateSlice {}, &operands)
            }
            "stablehlo.gather" | "stablehlo.dynamic_gather" => self.gather(name == "stablehlo.dynamic_gather"),
            "stablehlo.scatter" => self.scatter(),
            "stablehlo.torch_index_select" => {
                let x = self.any(1, 3);
                let t = self.ty(x);
                let batch_dims = self.r.below(t.rank());
                let dim = self.between(batch_dims as i64, t.rank() as i64 - 1);
                let mut dims: Dims = t.dims[..batch_dims].into();
                dims.extend(self.small_dims(2));
                let dtype = self.one_of(&[DType::I32, DType::I64]);
                let high = (t.dims[dim as usize] - 1).max(0);
                let index = self.indices(dtype, &dims, 0, high);
                self.plain(Op::TorchIndexSelect { dim, batch_dims: batch_dims as i64 }, &[x, index])
            }
            _ => None,
        }
    }

    /// Up to `rank` sizes, seldom 0.
    fn small_dims(&mut self, rank: usize) -> Dims {
        (0..self.r.below(rank + 1)).map(|_| if self.chance(5) { 0 } else { self.between(1, 4) }).collect()
    }

    fn starts(&mut self, rank: usize) -> Vec<Value> {
        let dtype = self.int();
        (0..rank)
            .map(|_| if self.chance(70) { self.indices(dtype, &[], -2, 6) } else { self.operand(dtype, &[]) })
            .collect()
    }

    fn layout(&mut self, sizes: &[i64]) -> Layout {
        let (mut batching, mut collapsed, mut index_map) = (Vec::new(), I64s::new(), I64s::new());
        for (i, &d) in (0i64..).zip(sizes) {
            match self.r.below(10) {
                0 => batching.push(i),
                1..=4 if d > 0 => {
                    collapsed.push(i);
                    index_map.push(i);
                }
                5..=7 => index_map.push(i),
                _ => {}
            }
        }
        let order = self.permutation(index_map.len());
        let index_map: I64s = order.iter().map(|&k| index_map[k as usize]).collect();
        let slice: Dims = (0i64..)
            .zip(sizes)
            .map(|(i, &d)| match () {
                () if batching.contains(&i) => d.min(1),
                () if collapsed.contains(&i) => 1,
                () if index_map.contains(&i) => self.between(0, d),
                () => d,
            })
            .collect();
        // Where the batching dimensions stand among those of the indices.
        let mut kinds: Vec<Option<i64>> = batching.iter().map(|&d| Some(d)).collect();
        let mut batch: Dims = batching.iter().map(|&d| sizes[d as usize]).collect();
        for d in self.small_dims(2) {
            let at = self.r.below(kinds.len() + 1);
            kinds.insert(at, None);
            batch.insert(at, d);
        }
        let index_vector_dim = self.r.below(batch.len() + 1);
        let mut indices = batch.clone();
        if index_map.len() != 1 || index_vector_dim < batch.len() || self.chance(50) {
            indices.insert(index_vector_dim, index_map.len() as i64);
        }
        let place = |d: i64| {
            let at = kinds.iter().position(|k| *k == Some(d)).unwrap_or(0);
            (at + usize::from(at >= index_vector_dim)) as i64
        };
        let batching = batching.iter().map(|&d| (d, place(d))).collect();
        let index_vector_dim = index_vector_dim as i64;
        Layout { batching, collapsed, index_map, index_vector_dim, indices, batch, slice }
    }

    /// Places of the window's dimensions in the result of a gather or the updates of a scatter, and its sizes.
    fn placed(&mut self, batch: &[i64], window: &[i64]) -> (I64s, Dims) {
        let rank = batch.len() + window.len();
        let mut at: I64s = self.permutation(rank)[..window.len()].into();
        at.sort_unstable();
        let (mut b, mut w) = (batch.iter(), window.iter());
        let dims =
            (0..rank as i64).filter_map(|i| if at.contains(&i) { w.next() } else { b.next() }).copied().collect();
        (at, dims)
    }

    /// Indices whose vectors lie along dimension `at`, or that are scalars: an argument, or components computed from what is
    /// there, concatenated.
    fn vectors(&mut self, dtype: DType, dims: &[i64], at: i64) -> Value {
        let computed = if self.chance(50) { self.computed_vectors(dtype, dims, at as usize) } else { None };
        computed.unwrap_or_else(|| self.indices(dtype, dims, -2, 6))
    }

    fn computed_vectors(&mut self, dtype: DType, dims: &[i64], at: usize) -> Option<Value> {
        let (mut batch, mut part) = (Dims::from(dims), Dims::from(dims));
        if at < dims.len() {
            batch.remove(at);
            part[at] = 1;
        }
        let evenly = self.chance(40);
        let parts = (0..dims.get(at).copied().unwrap_or(1)).map(|k| {
            let few = self.between(2, 7);
            let i = if evenly && !batch.is_empty() {
                self.evenly_spaced(dtype, &batch, k as usize)?
            } else if self.chance(50) {
                let x = self.operand(dtype, &batch);
                self.wrapped(x, few)?.0
            } else {
                let (x, few) = (self.operand(dtype, &batch), self.splat(dtype, &batch, few)?);
                self.plain(Op::Binary(BinaryOp::Remainder), &[x, few])?[0]
            };
            self.stated(Op::Reshape {}, &[i], TensorType::new(dtype, &part)).map(|v| v[0])
        });
        let parts: Vec<Value> = parts.collect::<Option<_>>()?;
        match parts[..] {
            [] => None,
            [i] => Some(i),
            _ => self.plain(Op::Concatenate { dimension: at as i64 }, &parts).map(|v| v[0]),
        }
    }

    /// `start + step * iota`: of each of several components along a dimension of its own, most often.
    fn evenly_spaced(&mut self, dtype: DType, dims: &[i64], component: usize) -> Option<Value> {
        let d = if self.chance(80) { component % dims.len() } else { self.r.below(dims.len()) };
        let (step, start) = (self.between(-2, 3), self.between(0, 3));
        let at = self.stated(Op::Iota { iota_dimension: d as i64 }, &[], TensorType::new(dtype, dims))?[0];
        let (step, start) = (self.splat(dtype, dims, step)?, self.splat(dtype, dims, start)?);
        let at = self.plain(Op::Binary(BinaryOp::Multiply), &[at, step])?[0];
        self.plain(Op::Binary(BinaryOp::Add), &[at, start]).map(|v| v[0])
    }

    /// The remainder of integers by `few`, from the end where it is negative, as Python counts, and where that is.
    fn wrapped(&mut self, x: Value, few: i64) -> Option<(Value, Value)> {
        let TensorType { dtype, dims, .. } = self.ty(x);
        let few = self.splat(dtype, &dims, few)?;
        let zero = self.splat(dtype, &dims, 0)?;
        let i = self.plain(Op::Binary(BinaryOp::Remainder), &[x, few])?[0];
        let negative = self.compare(CompareDirection::Lt, i, zero)?;
        let wrapped = self.plain(Op::Binary(BinaryOp::Add), &[i, few])?[0];
        Some((self.plain(Op::Select {}, &[negative, wrapped, i])?[0], negative))
    }

    /// What lies in a table at places of its rows and columns, as many of them as a sum says, and where that is.
    fn found(&mut self) -> Option<Vec<Value>> {
        let n = self.one_of(&[5, 8, 16, 20, 33]);
        let ty = |dtype| TensorType::new(dtype, &[n]);
        let (rows, columns) = (self.between(2, 7), self.between(2, 7));
        let dtype = self.dtype();
        let table = self.operand(dtype, &[rows, columns]);
        let numbers = self.operand(DType::I32, &[n]);
        // Quotient and remainder, rounded down.
        let per_row = self.splat(DType::I32, &[n], columns)?;
        let row = self.plain(Op::Binary(BinaryOp::Divide), &[numbers, per_row])?[0];
        let (column, negative) = self.wrapped(numbers, columns)?;
        let one_less = self.stated(Op::Convert {}, &[negative], ty(DType::I32))?[0];
        let row = self.plain(Op::Binary(BinaryOp::Subtract), &[row, one_less])?[0];
        let row = self.wrapped(row, rows)?.0;

        let (zero, none) = (self.splat(DType::I32, &[n], 0)?, self.splat(DType::I32, &[], 0)?);
        let positive = self.compare(CompareDirection::Gt, numbers, zero)?;
        let positive = self.stated(Op::Convert {}, &[positive], ty(DType::I32))?[0];
        let scalars = [Type::tensor(DType::I32, &[]), Type::tensor(DType::I32, &[])];
        let add = self.region(&scalars, |g, p| g.plain(Op::Binary(BinaryOp::Add), p))?;
        let count = self.emit(Op::Reduce { dimensions: [0][..].into() }, &[positive, none], &[add], None)?[0];
        let count =
            self.stated(Op::BroadcastInDim { broadcast_dimensions: Default::default() }, &[count], ty(DType::I32))?[0];
        let at = self.stated(Op::Iota { iota_dimension: 0 }, &[], ty(DType::I32))?[0];
        let valid = self.compare(CompareDirection::Lt, at, count)?;

        let component = |g: &mut Generator, i: Value| {
            let i = g.plain(Op::Select {}, &[valid, i, zero])?[0];
            Some((i, g.stated(Op::Reshape {}, &[i], TensorType::new(DType::I32, &[n, 1]))?[0]))
        };
        let ((row, first), (column, second)) = (component(self, row)?, component(self, column)?);
        let indices = self.plain(Op::Concatenate { dimension: 1 }, &[first, second])?[0];
        let dims = GatherDims {
            collapsed_slice_dims: [0, 1][..].into(),
            start_index_map: [0, 1][..].into(),
            index_vector_dim: 1,
            ..GatherDims::default()
        };
        let gather = Op::Gather { dims: Box::new(dims), slice_sizes: [1, 1][..].into(), indices_are_sorted: false };
        let y = self.plain(gather, &[table, indices])?[0];
        // (Results, as nothing else reads these.)
        let also = |g: &mut Generator, v| Some(g.plain(Op::Unary(UnaryOp::Not), &[v])?[0]);
        Some(vec![y, also(self, row)?, also(self, column)?])
    }

    /// A constant of equal integers.
    fn splat(&mut self, dtype: DType, dims: &[i64], i: i64) -> Option<Value> {
        let ty = TensorType::new(dtype, dims);
        let data = vec![values::integer(dtype, i); ty.num_elements()];
        self.constant(Tensor::new(ty, data).to_literal()?)
    }

    fn gather(&mut self, dynamic: bool) -> Option<Vec<Value>> {
        if !dynamic && self.chance(20) {
            return self.found();
        }
        let x = self.any(0, 4);
        let t = self.ty(x);
        let l = self.layout(&t.dims);
        let (offset_dims, result) = self.placed(&l.batch, &l.window());
        let dtype = self.int();
        let indices = self.vectors(dtype, &l.indices, l.index_vector_dim);
        let dims = Box::new(GatherDims {
            offset_dims,
            collapsed_slice_dims: l.collapsed,
            operand_batching_dims: l.batching.iter().map(|b| b.0).collect(),
            start_indices_batching_dims: l.batching.iter().map(|b| b.1).collect(),
            start_index_map: l.index_map,
            index_vector_dim: l.index_vector_dim,
        });
        let slice_sizes: I64s = l.slice.iter().copied().collect();
        if !dynamic {
            return self.plain(Op::Gather { dims, slice_sizes, indices_are_sorted: false }, &[x, indices]);
        }
        let sizes = self.int_constant(DType::I64, &slice_sizes)?;
        let ty = hloom_ir::TensorType::from_dims(t.dtype, result);
        self.stated(Op::DynamicGather { dims, indices_are_sorted: false }, &[x, indices, sizes], ty)
    }

    fn scatter(&mut self) -> Option<Vec<Value>> {
        let x = self.any(0, 4);
        let t = self.ty(x);
        let l = self.layout(&t.dims);
        let (update_window_dims, update) = self.placed(&l.batch, &l.window());
        let mut dtypes = vec![t.dtype];
        let mut inputs = vec![x];
        while self.chance(20) {
            let d = self.other_dtype();
            inputs.push(self.operand(d, &t.dims));
            dtypes.push(d);
        }
        let dtype = self.int();
        let indices = self.vectors(dtype, &l.indices, l.index_vector_dim);
        let updates: Vec<Value> = dtypes.iter().map(|&d| self.operand(d, &update)).collect();
        // Updates are taken in order here and there, so that the region need not commute.
        let outer = if self.chance(15) { Some(self.operand(t.dtype, &[])) } else { None };
        let n = dtypes.len();
        let scalars: Vec<Type> = dtypes.iter().chain(&dtypes).map(|&d| Type::tensor(d, &[])).collect();
        let region = self.region(&scalars, |g, p| {
            (0..n)
                .map(|k| match g.r.below(5) {
                    0 => Some(p[n + k]),
                    1 if k == 0 && outer.is_some() => {
                        let v = g.plain(Op::Binary(BinaryOp::Maximum), &[p[n], outer?])?[0];
                        g.plain(Op::Binary(BinaryOp::Add), &[p[0], v]).map(|v| v[0])
                    }
                    2 => g.scalar_op(p[k], p[n + k]),
                    _ => {
                        let op = g.one_of(&[BinaryOp::Add, BinaryOp::Multiply, BinaryOp::Maximum, BinaryOp::Minimum]);
                        g.plain(Op::Binary(op), &[p[k], p[n + k]]).map(|v| v[0])
                    }
                })
                .collect()
        })?;
        let dims = Box::new(ScatterDims {
            update_window_dims,
            inserted_window_dims: l.collapsed,
            input_batching_dims: l.batching.iter().map(|b| b.0).collect(),
            scatter_indices_batching_dims: l.batching.iter().map(|b| b.1).collect(),
            scatter_dims_to_operand_dims: l.index_map,
            index_vector_dim: l.index_vector_dim,
        });
        let operands: Vec<Value> = inputs.into_iter().chain([indices]).chain(updates).collect();
        self.emit(Op::Scatter { dims, indices_are_sorted: false, unique_indices: false }, &operands, &[region], None)
    }
}
