//! Reductions along dimensions, orders, batch normalisation.

use super::Generator;
use hloom_interp::Tensor;
use hloom_ir::attrs::{CompareType, F32Attr};
use hloom_ir::{Op, Region, Type, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};

impl Generator {
    pub(super) fn reduction(&mut self, name: &str) -> Option<Vec<Value>> {
        match name {
            "stablehlo.reduce" => {
                let x = self.any(0, 4);
                let (inputs, inits, region) = self.fold(x, 3)?;
                let rank = self.ty(x).rank();
                let dimensions = self.some_of(rank, 60);
                let operands: Vec<Value> = inputs.into_iter().chain(inits).collect();
                self.emit(Op::Reduce { dimensions }, &operands, &[region], None)
            }
            "stablehlo.sort" => self.sort(),
            "chlo.top_k" => {
                let x = self.any(1, 3);
                let last = *self.ty(x).dims.last()?;
                let k = self.between(0, last);
                self.plain(Op::TopK { k }, &[x])
            }
            "stablehlo.batch_norm_inference" => {
                let (x, feature_index, epsilon, [a, b, c, d]) = self.norm()?;
                self.plain(Op::BatchNormInference { epsilon, feature_index }, &[x, a, b, c, d])
            }
            "stablehlo.batch_norm_training" => {
                let (x, feature_index, epsilon, [a, b, ..]) = self.norm()?;
                self.plain(Op::BatchNormTraining { epsilon, feature_index }, &[x, a, b])
            }
            "stablehlo.batch_norm_grad" => {
                let (x, feature_index, epsilon, [a, b, c, _]) = self.norm()?;
                let t = self.ty(x);
                let grad = self.operand(t.dtype, &t.dims);
                self.plain(Op::BatchNormGrad { epsilon, feature_index }, &[x, a, b, c, grad])
            }
            _ => None,
        }
    }

    /// Inputs of the shape of `x`, initial values, and what combines them.
    pub(super) fn fold(&mut self, x: Value, most: usize) -> Option<(Vec<Value>, Vec<Value>, Region)> {
        let t = self.ty(x);
        let mut inputs = vec![x];
        let mut dtypes = vec![t.dtype];
        let extreme = most >= 2 && !t.dtype.is_complex() && !t.dtype.is_bool() && self.chance(15);
        if extreme {
            let index = self.one_of(&[DType::I32, DType::I64, DType::U32]);
            inputs.push(self.operand(index, &t.dims));
            dtypes.push(index);
        }
        while !extreme && inputs.len() < most && self.chance(20) {
            let d = self.other_dtype();
            inputs.push(self.operand(d, &t.dims));
            dtypes.push(d);
        }
        use BinaryOp::{Add, And, Maximum, Minimum, Multiply, Or, Xor};
        let n = dtypes.len();
        let ops: Vec<BinaryOp> = match extreme {
            true => vec![self.one_of(&[Maximum, Minimum]), Maximum],
            false => (0..n).map(|_| self.one_of(&[Add, Add, Add, Multiply, Maximum, Minimum, And, Or, Xor])).collect(),
        };
        let mut inits = Vec::new();
        for (&op, &d) in ops.iter().zip(&dtypes) {
            // An implementation may begin with the initial value more than once.
            let identity = match op {
                Add | Or | Xor => Some(Scalar::zero(d)),
                Multiply => Some(Scalar::one(d)),
                And if d.is_int() => Some(super::values::integer(d, -1)),
                And => Some(Scalar::one(d)),
                Maximum => Scalar::lowest(d),
                _ => Scalar::highest(d),
            };
            inits.push(match identity {
                Some(s) if n > 1 => self.argument_with(Tensor::scalar(d, s)),
                None if n > 1 => return None,
                _ => self.operand(d, &[]),
            });
        }
        let scalars: Vec<Type> = dtypes.iter().chain(&dtypes).map(|&d| Type::tensor(d, &[])).collect();
        let region =
            self.region(&scalars, |g, p| if extreme { g.arg_extreme(p, ops[0]) } else { g.combiners(p, &ops) })?;
        Some((inputs, inits, region))
    }

    /// Each accumulated value with its new one, by an op that is associative but for rounding.
    fn combiners(&mut self, p: &[Value], ops: &[BinaryOp]) -> Option<Vec<Value>> {
        let n = ops.len();
        ops.iter()
            .enumerate()
            .map(|(k, &op)| {
                let (a, b) = if self.chance(50) { (p[k], p[n + k]) } else { (p[n + k], p[k]) };
                self.plain(Op::Binary(op), &[a, b]).map(|v| v[0])
            })
            .collect()
    }

    /// The greater value with its index, the smaller index of equal ones, as frontends write it.
    fn arg_extreme(&mut self, p: &[Value], which: BinaryOp) -> Option<Vec<Value>> {
        let [a, i, b, j] = p[..] else { return None };
        let dir = if which == BinaryOp::Maximum { CompareDirection::Gt } else { CompareDirection::Lt };
        let better = self.compare(dir, a, b)?;
        let nan = self.compare(CompareDirection::Ne, a, a)?;
        let first = self.plain(Op::Binary(BinaryOp::Or), &[better, nan])?[0];
        let (same, earlier) = (self.compare(CompareDirection::Eq, a, b)?, self.compare(CompareDirection::Lt, i, j)?);
        let tie = self.plain(Op::Binary(BinaryOp::And), &[same, earlier])?[0];
        let keep = self.plain(Op::Binary(BinaryOp::Or), &[first, tie])?[0];
        let value = self.plain(Op::Select {}, &[first, a, b])?[0];
        Some(vec![value, self.plain(Op::Select {}, &[keep, i, j])?[0]])
    }

    /// A total order: floats by their total order, ties in the order that they have.
    fn sort(&mut self) -> Option<Vec<Value>> {
        let x = self.any(1, 3);
        let t = self.ty(x);
        let mut inputs = vec![x];
        while inputs.len() < 4 && self.chance(30) {
            let d = self.other_dtype();
            inputs.push(self.operand(d, &t.dims));
        }
        let dimension = self.between(-(t.rank() as i64), t.rank() as i64 - 1);
        let scalars: Vec<Type> = inputs
            .iter()
            .flat_map(|&v| {
                let scalar = Type::tensor(self.func.graph.tensor(v).dtype, &[]);
                [scalar.clone(), scalar]
            })
            .collect();
        let keys = if inputs.len() > 1 && self.chance(30) { 2 } else { 1 };
        // One key that tells all values apart needs no stability.
        let is_stable = inputs.len() > 1 || t.dtype.is_complex() || self.chance(50);
        let region = self.region(&scalars, |g, p| {
            let dir = g.one_of(&[CompareDirection::Lt, CompareDirection::Gt]);
            let mut less = g.ordered(dir, p[2 * (keys - 1)], p[2 * keys - 1])?;
            for k in (0..keys - 1).rev() {
                let dir = g.one_of(&[CompareDirection::Lt, CompareDirection::Gt]);
                let (first, same) =
                    (g.ordered(dir, p[2 * k], p[2 * k + 1])?, g.ordered(CompareDirection::Eq, p[2 * k], p[2 * k + 1])?);
                let tie = g.plain(Op::Binary(BinaryOp::And), &[same, less])?[0];
                less = g.plain(Op::Binary(BinaryOp::Or), &[first, tie])?[0];
            }
            Some(vec![less])
        })?;
        self.emit(Op::Sort { dimension, is_stable }, &inputs, &[region], None)
    }

    /// A comparison by a total order.
    fn ordered(&mut self, direction: CompareDirection, mut a: Value, mut b: Value) -> Option<Value> {
        if self.ty(a).dtype.is_complex() {
            a = self.plain(Op::Unary(UnaryOp::Real), &[a])?[0];
            b = self.plain(Op::Unary(UnaryOp::Real), &[b])?[0];
        }
        let compare_type = self.ty(a).dtype.is_float().then_some(CompareType::TotalOrder);
        self.plain(Op::Compare { direction, compare_type }, &[a, b]).map(|v| v[0])
    }

    /// Operand, feature dimension, epsilon, vectors of features.
    fn norm(&mut self) -> Option<(Value, i64, F32Attr, [Value; 4])> {
        let (dtype, dims) = (self.float()?, self.dims(1, 4));
        let x = self.operand(dtype, &dims);
        let feature = self.r.below(dims.len());
        let vectors = [(); 4].map(|()| self.operand(dtype, &[dims[feature]]));
        let epsilon = self.one_of(&[0.0, 1e-3, 1.0]);
        Some((x, feature as i64, F32Attr::new(epsilon), vectors))
    }
}
