//! Loops, branches, calls.

use super::{Generator, MAX_DEPTH, Wish};
use crate::Random;
use hloom_interp::Tensor;
use hloom_ir::attrs::{DotDims, PrecisionConfig, Segments, SymbolName};
use hloom_ir::{Op, TensorType, Type, Value};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};

impl Generator {
    pub(super) fn control(&mut self, name: &str) -> Option<Vec<Value>> {
        let deeper = matches!(name, "stablehlo.while" | "stablehlo.if" | "stablehlo.case" | "chlo.scan" | "func.call")
            || name == "stablehlo.composite";
        if deeper && self.depth >= MAX_DEPTH {
            return None;
        }
        let wish = self.wish.clone();
        self.depth += 1;
        let results = match name {
            "stablehlo.while" => self.while_loop(),
            "stablehlo.if" | "stablehlo.case" => self.branches(name == "stablehlo.if"),
            "chlo.scan" => self.scan(),
            "func.call" | "stablehlo.composite" => self.call(name == "func.call"),
            "stablehlo.optimization_barrier" => {
                let (x, y) = (self.any(0, 3), self.any(0, 3));
                self.plain(Op::OptimizationBarrier {}, &[x, y])
            }
            _ => None,
        };
        self.depth -= 1;
        self.wish = wish;
        results
    }

    /// A few ops, of any type.
    fn inner_ops(&mut self) {
        let n = 1 + self.r.below(3);
        if self.wish.dtype.is_none() {
            self.ops(n);
        }
    }

    /// A loop over a matrix and a vector: products along its rows and down its columns, and the matrix may change.
    fn matrix_loop(&mut self) -> Option<Vec<Value>> {
        let dtype = self.dtype_where(|d| d.is_float() || d.is_signed_int())?;
        let (m, n) = (self.one_of(&[3, 16, 17, 24, 33]), self.one_of(&[5, 8, 16, 31]));
        let trips = self.between(0, 4);
        let [zero, limit, one] = [0, trips, 1].map(|x| self.indices(DType::I32, &[], x, x));
        let carried = [zero, self.operand(dtype, &[m, n]), self.operand(dtype, &[n])];
        let types: Vec<Type> = carried.iter().map(|&v| self.func.graph.ty(v).clone()).collect();
        let condition = self.region(&types, |g, p| Some(vec![g.compare(CompareDirection::Lt, p[0], limit)?]))?;
        let body = self.region(&types, |g, p| {
            let next = g.plain(Op::Binary(BinaryOp::Add), &[p[0], one])?[0];
            let (matrix, vector) = (p[1], p[2]);
            let product = |g: &mut Generator, over: i64, with: Value, len: i64| {
                let dims = DotDims {
                    lhs_contracting: [over][..].into(),
                    rhs_contracting: [0][..].into(),
                    ..DotDims::default()
                };
                let op =
                    Op::DotGeneral { dims: Box::new(dims), precision: PrecisionConfig::default(), algorithm: None };
                Some(g.stated(op, &[matrix, with], TensorType::new(dtype, &[len]))?[0])
            };
            let rows = product(g, 1, vector, m)?;
            let columns = if g.chance(70) { product(g, 0, rows, n)? } else { vector };
            let spread = |of: i64| Op::BroadcastInDim { broadcast_dimensions: [of][..].into() };
            let changed = match g.r.below(4) {
                0 => matrix,
                1 => {
                    let s = g.stated(spread(0), &[rows], TensorType::new(dtype, &[m, n]))?[0];
                    g.plain(Op::Binary(BinaryOp::Subtract), &[matrix, s])?[0]
                }
                2 => {
                    let row = g.stated(spread(1), &[columns], TensorType::new(dtype, &[1, n]))?[0];
                    g.plain(Op::DynamicUpdateSlice {}, &[matrix, row, p[0], zero])?[0]
                }
                _ => {
                    let column = g.stated(spread(0), &[rows], TensorType::new(dtype, &[m, 1]))?[0];
                    g.plain(Op::DynamicUpdateSlice {}, &[matrix, column, zero, p[0]])?[0]
                }
            };
            Some(vec![next, changed, columns])
        })?;
        self.emit(Op::While {}, &carried, &[condition, body], None)
    }

    /// A recurrent layer: products with slices of its input, of its state, and of what it stacks, and functions between them.
    fn recurrent_loop(&mut self) -> Option<Vec<Value>> {
        let dtype = self.dtype_where(|d| d.is_float() || d.is_signed_int())?;
        let (rows, steps) = (self.one_of(&[1, 1, 2, 5]), self.between(8, 11));
        let [inputs, width, outputs] = [32, 33, 40].map(|n| self.between(n, n + 2));
        let trips = steps + self.one_of(&[0, 0, 0, 1, -1]);
        let (across, back, first) = (self.chance(30), self.chance(40), self.one_of(&[0, 0, 1]));
        let x = if across { [rows, steps, inputs] } else { [steps, rows, inputs] };
        let x = self.operand(dtype, &x);
        let [u, v] = [[inputs, width], [width, outputs]].map(|d| self.operand(dtype, &d));
        // Constants: how often the loop runs is to be known.
        let mut known = |x: i64| self.constant(Literal::splat(DType::I32, &[], &(x as i32).to_le_bytes()).ok()?);
        let (zero, limit, one) = (known(0)?, known(trips)?, known(1)?);
        let (last, first) = (known(steps - 1)?, known(first)?);
        let carried = [zero, self.operand(dtype, &[rows, width]), self.operand(dtype, &[steps, rows, outputs])];
        let types: Vec<Type> = carried.iter().map(|&v| self.func.graph.ty(v).clone()).collect();
        let condition = self.region(&types, |g, p| Some(vec![g.compare(CompareDirection::Lt, p[0], limit)?]))?;
        let body = self.region(&types, |g, p| {
            let next = g.plain(Op::Binary(BinaryOp::Add), &[p[0], one])?[0];
            let row = if back { g.plain(Op::Binary(BinaryOp::Subtract), &[last, p[0]])?[0] } else { p[0] };
            let place = g.plain(Op::Binary(BinaryOp::Add), &[row, first])?[0];
            let product = |g: &mut Generator, x: Value, weights: Value, n: i64| {
                let dims =
                    DotDims { lhs_contracting: [1][..].into(), rhs_contracting: [0][..].into(), ..DotDims::default() };
                let op =
                    Op::DotGeneral { dims: Box::new(dims), precision: PrecisionConfig::default(), algorithm: None };
                Some(g.stated(op, &[x, weights], TensorType::new(dtype, &[rows, n]))?[0])
            };
            let some = |g: &mut Generator, x: Value, y: Value| {
                let op = g.one_of(&[BinaryOp::Add, BinaryOp::Maximum, BinaryOp::Subtract]);
                let with = if g.chance(50) { x } else { y };
                if g.chance(60) { Some(g.plain(Op::Binary(op), &[x, with])?[0]) } else { Some(x) }
            };
            let (sizes, at) = match across {
                true => ([rows, 1, inputs], [zero, place, zero]),
                false => ([1, rows, inputs], [place, zero, zero]),
            };
            let slice = g.plain(Op::DynamicSlice { slice_sizes: sizes[..].into() }, &[x, at[0], at[1], at[2]])?[0];
            let slice = g.stated(Op::Reshape {}, &[slice], TensorType::new(dtype, &[rows, inputs]))?[0];
            let slice = some(g, slice, slice)?;
            let from = product(g, slice, u, width)?;
            let state = some(g, p[1], from)?;
            let op = g.one_of(&[BinaryOp::Minimum, BinaryOp::Subtract]);
            let state = g.plain(Op::Binary(op), &[from, state])?[0];
            let out = some(g, state, p[1])?;
            let out = product(g, out, v, outputs)?;
            let out = some(g, out, out)?;
            let out = g.stated(Op::Reshape {}, &[out], TensorType::new(dtype, &[1, rows, outputs]))?[0];
            let stack = g.plain(Op::DynamicUpdateSlice {}, &[p[2], out, row, zero, zero])?[0];
            Some(vec![next, state, stack])
        })?;
        self.emit(Op::While {}, &carried, &[condition, body], None)
    }

    /// A loop that counts, over one to three carried values.
    fn while_loop(&mut self) -> Option<Vec<Value>> {
        match self.r.below(20) {
            0..3 => return self.matrix_loop(),
            3..6 => return self.recurrent_loop(),
            _ => {}
        }
        let int = self.one_of(&[DType::I32, DType::I64, DType::U32, DType::U8]);
        let trips = self.between(0, 5);
        let (start, limit) = (self.indices(int, &[], 0, 0), self.indices(int, &[], trips, trips));
        let step = self.indices(int, &[], 1, 1);
        let mut carried = vec![start, self.any(0, 3)];
        while carried.len() < 4 && self.chance(40) {
            carried.push(self.any(0, 3));
        }
        let types: Vec<Type> = carried.iter().map(|&v| self.func.graph.ty(v).clone()).collect();
        let condition = self.region(&types, |g, p| {
            let go = g.compare(CompareDirection::Lt, p[0], limit)?;
            if g.chance(80) {
                return Some(vec![go]);
            }
            let also = g.operand(DType::Bool, &[]);
            g.plain(Op::Binary(BinaryOp::And), &[go, also])
        })?;
        let body = self.region(&types, |g, p| {
            g.scope.extend(&p[1..]);
            g.inner_ops();
            let next = g.plain(Op::Binary(BinaryOp::Add), &[p[0], step])?[0];
            let rest: Vec<TensorType> = p[1..].iter().map(|&v| g.ty(v)).collect();
            Some([next].into_iter().chain(rest.iter().map(|t| g.operand(t.dtype, &t.dims))).collect())
        })?;
        self.emit(Op::While {}, &carried, &[condition, body], None)
    }

    /// Two or a few branches that return one to three values.
    fn branches(&mut self, two: bool) -> Option<Vec<Value>> {
        let index = if two { self.operand(DType::Bool, &[]) } else { self.indices(DType::I32, &[], -1, 4) };
        let mut types = vec![self.any(0, 3)];
        while types.len() < 3 && self.chance(40) {
            types.push(self.any(0, 3));
        }
        let types: Vec<TensorType> = types.into_iter().map(|v| self.ty(v)).collect();
        let n = if two { 2 } else { 1 + self.r.below(4) };
        let mut regions = Vec::new();
        for _ in 0..n {
            regions.push(self.region(&[], |g, _| {
                g.inner_ops();
                Some(types.iter().map(|t| g.operand(t.dtype, &t.dims)).collect())
            })?);
        }
        let op = if two { Op::If {} } else { Op::Case {} };
        self.emit(op, &[index], &regions, None)
    }

    /// Slices along a dimension with a carried value.
    fn scan(&mut self) -> Option<Vec<Value>> {
        let x = self.any(1, 3);
        let t = self.ty(x);
        let dimension = self.r.below(t.rank());
        let mut slice = t.clone();
        slice.dims.remove(dimension);
        let init = if self.chance(60) { self.operand(slice.dtype, &slice.dims) } else { self.any(0, 2) };
        let carry = self.ty(init);
        let region = self.region(&[Type::Tensor(slice.clone()), Type::Tensor(carry.clone())], |g, p| {
            g.scope.extend(p);
            g.inner_ops();
            let next = if slice == carry {
                let op = g.one_of(&[BinaryOp::Add, BinaryOp::Maximum]);
                g.plain(Op::Binary(op), &[p[1], p[0]])?[0]
            } else {
                g.operand(carry.dtype, &carry.dims)
            };
            Some(vec![g.operand(slice.dtype, &slice.dims), next])
        })?;
        let op = Op::Scan {
            dimension: dimension as i64,
            is_reverse: self.chance(40),
            is_associative: None,
            operand_segments: Segments(1, 1),
            result_segments: Segments(1, 1),
        };
        self.emit(op, &[x, init], &[region], None)
    }

    /// A call of a function of its own.
    fn call(&mut self, plain: bool) -> Option<Vec<Value>> {
        let name = format!("{}_{}", self.func.name, self.callees.len());
        let seed = self.r.below(1 << 30) as u64;
        let mut callee = Generator::new(&name, Random::new(seed, 1));
        callee.depth = self.depth;
        callee.wish = Wish { dtype: self.wish.dtype, ..Wish::default() };
        let n = 1 + callee.r.below(4);
        match callee.wish.dtype {
            None => callee.ops(n),
            Some(_) => drop(callee.instance("stablehlo.reshape")),
        }
        let defined: Vec<Value> =
            callee.scope.iter().copied().filter(|&v| callee.func.graph.def_op(v).is_some()).collect();
        let results: Vec<Value> = defined.iter().rev().take(2).copied().collect();
        let types: Vec<Type> = results.iter().map(|&v| callee.func.graph.ty(v).clone()).collect();
        let params = callee.args.clone();
        let made = callee.finish(results);
        self.callees.extend(made.module.funcs);
        // Indices, sizes and what folds start from are what the callee made them for.
        let other = |t: &Tensor| !t.dtype().is_int() && t.ty.rank() > 0;
        let operands: Vec<Value> = params
            .into_iter()
            .map(|t| if other(&t) { self.operand(t.dtype(), t.dims()) } else { self.argument_with(t) })
            .collect();
        let callee = SymbolName(name.as_str().into());
        let op = match plain {
            true => Op::Call { callee },
            false => Op::Composite {
                name: "test.composite".into(),
                composite_attributes: None,
                decomposition: callee,
                version: 0,
            },
        };
        self.emit(op, &operands, &[], Some(&types))
    }
}
