//! Products and sliding windows.

use super::Generator;
use super::values::integer;
use hloom_interp::Tensor;
use hloom_ir::attrs::{Bools, ConvDims, DotDims, I64s, Padding, Precision, PrecisionConfig, RaggedDotDims};
use hloom_ir::{Dims, Op, TensorType, Type, Value, infer};
use hloom_num::{BinaryOp, CompareDirection, DType};

/// Parameters of a window along each dimension.
struct Windows {
    sizes: I64s,
    strides: I64s,
    base_dilations: I64s,
    window_dilations: I64s,
    padding: Padding,
}

impl Generator {
    pub(super) fn window_op(&mut self, name: &str) -> Option<Vec<Value>> {
        match name {
            "stablehlo.dot_general" => self.dot_general(),
            "stablehlo.dot" => {
                let (dtype, x) = (self.dtype(), self.dims(1, 2));
                let mut y: Dims = x[x.len() - 1..].into();
                if self.chance(60) {
                    y.push(self.size());
                }
                let (x, y) = (self.operand(dtype, &x), self.operand(dtype, &y));
                self.product(Op::Dot { precision: PrecisionConfig::default() }, &[x, y])
            }
            "stablehlo.einsum" => {
                let (config, x, y) = self.one_of(&[
                    ("ab,bc->ac", "ab", "bc"),
                    ("ab,bc->ca", "ab", "bc"),
                    ("abc,acd->abd", "abc", "acd"),
                    ("ab,ab->a", "ab", "ab"),
                    ("a,b->ba", "a", "b"),
                ]);
                let sizes = [(); 4].map(|()| self.size().min(7));
                let shape = |letters: &str| -> Dims { letters.bytes().map(|c| sizes[usize::from(c - b'a')]).collect() };
                let dtype = self.dtype();
                let (x, y) = (self.operand(dtype, &shape(x)), self.operand(dtype, &shape(y)));
                self.product(Op::Einsum { einsum_config: config.into() }, &[x, y])
            }
            "stablehlo.unary_einsum" => {
                let (config, rank) = self.one_of(&[("ab->a", 2), ("ab->ba", 2), ("abc->b", 3), ("a->", 1)]);
                let x = self.any(rank, rank);
                self.product(Op::UnaryEinsum { einsum_config: config.into() }, &[x])
            }
            "chlo.ragged_dot" => self.ragged_dot(),
            "stablehlo.convolution" => self.convolution(false),
            "stablehlo.dynamic_conv" => self.convolution(true),
            "stablehlo.reduce_window" => {
                let x = self.any(0, 4);
                let dims = self.ty(x).dims;
                let w = self.windows(&dims);
                let (inputs, inits, region) = self.fold(x, 2)?;
                let op = Op::ReduceWindow {
                    window_dimensions: w.sizes,
                    window_strides: Some(w.strides),
                    base_dilations: Some(w.base_dilations),
                    window_dilations: Some(w.window_dilations),
                    padding: Some(w.padding),
                };
                let operands: Vec<Value> = inputs.into_iter().chain(inits).collect();
                self.emit(op, &operands, &[region], None)
            }
            "stablehlo.select_and_scatter" => self.select_and_scatter(),
            _ => None,
        }
    }

    /// A product of which the result has the element type of its operands, sometimes a wider one.
    fn product(&mut self, op: Op, operands: &[Value]) -> Option<Vec<Value>> {
        let types: Vec<&Type> = operands.iter().map(|&v| self.func.graph.ty(v)).collect();
        let own = types.first()?.as_tensor()?.dtype;
        let as_stated = Type::tensor(own, &[]);
        let ty = infer(&op, &types, &[], Some(std::slice::from_ref(&as_stated)))
            .or_else(|_| infer(&op, &types, &[], None))
            .ok()?;
        let mut ty = ty.first()?.as_tensor()?.clone();
        if self.chance(25) {
            ty.dtype = match own {
                DType::BF16 | DType::F16 => DType::F32,
                d if d.is_signed_int() && d.bits() < 32 => DType::I32,
                d if d.is_float() && d.bits() < 16 => self.one_of(&[DType::F32, DType::BF16]),
                d => d,
            };
        }
        self.stated(op, operands, ty)
    }

    fn dot_general(&mut self) -> Option<Vec<Value>> {
        let dtype = self.dtype();
        let count = |g: &mut Generator, list: &[usize]| g.one_of(list);
        let (batch, sums) = (count(self, &[0, 0, 1, 2]), count(self, &[0, 1, 1, 1, 2]));
        let (left, right) = (count(self, &[0, 1, 1, 2]), count(self, &[0, 1, 1, 2]));
        let long = batch + sums + left.max(right) <= 2;
        let mut draw = |n: usize| -> Dims {
            (0..n).map(|_| if long && self.chance(30) { self.between(1, 40) } else { self.size().min(6) }).collect()
        };
        let (b, s, l, r) = (draw(batch), draw(sums), draw(left), draw(right));
        let mut side = |free: &[i64]| -> (Dims, I64s, I64s) {
            let n = batch + sums + free.len();
            let p = self.permutation(n);
            let mut dims = Dims::from_elem(0, n);
            for (&at, &d) in p.iter().zip(b.iter().chain(&s).chain(free)) {
                dims[at as usize] = d;
            }
            (dims, p[..batch].into(), p[batch..batch + sums].into())
        };
        let (x, lhs_batching, lhs_contracting) = side(&l);
        let (y, rhs_batching, rhs_contracting) = side(&r);
        let (x, y) = (self.operand(dtype, &x), self.operand(dtype, &y));
        let precision = if self.chance(20) {
            PrecisionConfig(smallvec::smallvec![Precision::Highest, Precision::Default])
        } else {
            PrecisionConfig::default()
        };
        let dims = Box::new(DotDims { lhs_batching, rhs_batching, lhs_contracting, rhs_contracting });
        self.product(Op::DotGeneral { dims, precision, algorithm: None }, &[x, y])
    }

    fn ragged_dot(&mut self) -> Option<Vec<Value>> {
        let dtype = self.dtype();
        let [m, k, n, groups] = [12, 6, 6, 4].map(|most| self.between(1, most));
        let (x, y) = (self.operand(dtype, &[m, k]), self.operand(dtype, &[groups, k, n]));
        let int = self.one_of(&[DType::I32, DType::I64]);
        let sizes = self.indices(int, &[groups], 0, 5);
        let dot = DotDims {
            lhs_contracting: smallvec::smallvec![1],
            rhs_contracting: smallvec::smallvec![1],
            ..DotDims::default()
        };
        let dims =
            Box::new(RaggedDotDims { dot, lhs_ragged: smallvec::smallvec![0], rhs_group: smallvec::smallvec![0] });
        self.product(Op::RaggedDot { dims, precision: PrecisionConfig::default() }, &[x, y, sizes])
    }

    fn windows(&mut self, dims: &[i64]) -> Windows {
        let mut draw = |percent, low, high| -> I64s {
            dims.iter().map(|_| if self.chance(percent) { self.between(low, high) } else { 1 }).collect()
        };
        let (strides, base_dilations, window_dilations) = (draw(30, 1, 3), draw(15, 1, 3), draw(15, 1, 3));
        let mut sizes: I64s = dims.iter().map(|&d| self.between(1, d.clamp(1, 4))).collect();
        let mut padding: Vec<(i64, i64)> = dims
            .iter()
            .map(|_| if self.chance(40) { (self.between(-1, 2), self.between(-1, 2)) } else { (0, 0) })
            .collect();
        // The shape of a running sum.
        if !dims.is_empty() && self.chance(25) {
            let d = self.r.below(dims.len());
            sizes.fill(1);
            padding.fill((0, 0));
            sizes[d] = dims[d].max(1);
            let before = self.chance(60);
            padding[d] = if before { (sizes[d] - 1, 0) } else { (0, sizes[d] - 1) };
        }
        Windows { sizes, strides, base_dilations, window_dilations, padding: Padding(padding.into()) }
    }

    fn convolution(&mut self, dynamic: bool) -> Option<Vec<Value>> {
        let dtype = self.dtype();
        let spatial = self.one_of(&[0usize, 1, 1, 2, 2]);
        let (feature_groups, batch_groups) = self.one_of(&[(1i64, 1i64), (1, 1), (1, 1), (2, 1), (3, 1), (1, 2)]);
        let group_features = self.between(1, 4);
        let outputs = self.between(1, 4) * feature_groups * batch_groups;
        let least = i64::from(!self.chance(5));
        let batch = self.between(least, 3) * batch_groups;
        let image: Dims = (0..spatial).map(|_| self.size().min(9)).collect();
        let w = self.windows(&image);
        // Batch, feature, spatial; then where each stands.
        let mut place = |sizes: Dims| -> (Dims, I64s) {
            let p = self.permutation(sizes.len());
            let mut dims = sizes.clone();
            for (&at, &d) in p.iter().zip(&sizes) {
                dims[at as usize] = d;
            }
            (dims, p)
        };
        let whole = |a: i64, b: i64, rest: &[i64]| -> Dims { [a, b].iter().chain(rest).copied().collect() };
        let (x, xp) = place(whole(batch, group_features * feature_groups, &image));
        let (k, kp) = place(whole(group_features, outputs, &w.sizes));
        let (_, op) = place(whole(0, 0, &image));
        let dims = Box::new(ConvDims {
            input_batch: xp[0],
            input_feature: xp[1],
            input_spatial: xp[2..].into(),
            kernel_input_feature: kp[0],
            kernel_output_feature: kp[1],
            kernel_spatial: kp[2..].into(),
            output_batch: op[0],
            output_feature: op[1],
            output_spatial: op[2..].into(),
        });
        let (x, k) = (self.operand(dtype, &x), self.operand(dtype, &k));
        let window_reversal: Bools = image.iter().map(|_| self.chance(15)).collect();
        let op = Op::Convolution {
            window_strides: Some(w.strides.clone()),
            padding: Some(w.padding.clone()),
            lhs_dilation: Some(w.base_dilations.clone()),
            rhs_dilation: Some(w.window_dilations.clone()),
            window_reversal: Some(window_reversal.clone()),
            dims: dims.clone(),
            feature_group_count: feature_groups,
            batch_group_count: batch_groups,
            precision: PrecisionConfig::default(),
        };
        if !dynamic {
            return self.product(op, &[x, k]);
        }
        let g = &self.func.graph;
        let own = Type::tensor(dtype, &[]);
        let types =
            infer(&op, &[g.ty(x), g.ty(k)], &[], Some(&[own])).or_else(|_| infer(&op, &[g.ty(x), g.ty(k)], &[], None));
        let ty = TensorType::from_dims(dtype, types.ok()?.first()?.as_tensor()?.dims.clone());
        let list = w.padding.0.iter().flat_map(|&(a, b)| [a, b]).map(|i| integer(DType::I64, i)).collect();
        let list = Tensor::new(TensorType::new(DType::I64, &[spatial as i64, 2]), list);
        let padding = self.constant(list.to_literal()?)?;
        let op = Op::DynamicConv {
            window_strides: Some(w.strides),
            lhs_dilation: Some(w.base_dilations),
            rhs_dilation: Some(w.window_dilations),
            window_reversal: Some(window_reversal),
            dims,
            feature_group_count: feature_groups,
            batch_group_count: batch_groups,
            precision: PrecisionConfig::default(),
        };
        self.stated(op, &[x, k, padding], ty)
    }

    fn select_and_scatter(&mut self) -> Option<Vec<Value>> {
        let x = self.any(0, 3);
        let t = self.ty(x);
        let sizes: I64s = t.dims.iter().map(|&d| self.between(1, d.clamp(1, 3))).collect();
        let strides: I64s = t.dims.iter().map(|_| self.between(1, 3)).collect();
        let pad = self.chance(30);
        let padding: Vec<(i64, i64)> = t.dims.iter().map(|_| if pad { (0, 1) } else { (0, 0) }).collect();
        let windows = |i: usize| {
            let d = t.dims[i] + padding[i].0 + padding[i].1;
            if d < sizes[i] { 0 } else { (d - sizes[i]) / strides[i] + 1 }
        };
        let dims: Dims = (0..t.rank()).map(windows).collect();
        let (source, init) = (self.operand(t.dtype, &dims), self.operand(t.dtype, &[]));
        let scalar = Type::tensor(t.dtype, &[]);
        let pair = [scalar.clone(), scalar];
        let direction = self.one_of(&[CompareDirection::Ge, CompareDirection::Gt, CompareDirection::Le]);
        let select = self.region(&pair, |g, p| g.plain(Op::Compare { direction, compare_type: None }, p))?;
        let op = self.one_of(&[BinaryOp::Add, BinaryOp::Add, BinaryOp::Maximum]);
        let scatter = self.region(&pair, |g, p| g.plain(Op::Binary(op), p))?;
        let op = Op::SelectAndScatter {
            window_dimensions: Some(sizes),
            window_strides: Some(strides),
            padding: Some(Padding(padding.into())),
        };
        self.emit(op, &[x, source, init], &[select, scatter], None)
    }
}
