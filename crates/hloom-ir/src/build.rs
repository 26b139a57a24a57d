//! A typed builder: appends ops to a region and infers their types.
//!
//! The constructors are for passes and tests, which know that what they build is right: operands that do not fit
//! are a bug of the caller and panic with the violated constraint. [`Builder::try_op`] returns it instead.

use crate::attrs::{DotDims, I64s, PrecisionConfig, SymbolName};
use crate::infer::{InferError, infer};
use crate::{Graph, Op, OpId, Region, TensorType, Type, Value};
use hloom_mlir::{Loc, Str};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal, UnaryOp};

/// Appends to one region of a graph.
pub struct Builder<'g> {
    graph: &'g mut Graph,
    region: Region,
    loc: Loc,
}

impl<'g> Builder<'g> {
    /// A builder at the end of `region`.
    pub fn new(graph: &'g mut Graph, region: Region) -> Builder<'g> {
        Builder { graph, region, loc: Loc::UNKNOWN }
    }
    /// Location of the ops to come.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
    }
    /// The graph.
    pub fn graph(&self) -> &Graph {
        self.graph
    }
    /// The graph, for what the builder has no method for.
    pub fn graph_mut(&mut self) -> &mut Graph {
        self.graph
    }
    /// The region that is appended to.
    pub fn region(&self) -> Region {
        self.region
    }
    /// Type of a tensor value.
    pub fn tensor(&self, v: Value) -> &TensorType {
        self.graph.tensor(v)
    }
    /// Appends a parameter to the region.
    pub fn param(&mut self, ty: Type) -> Value {
        self.graph.add_param(self.region, ty)
    }
    /// States what the region returns.
    pub fn ret(&mut self, results: &[Value]) {
        self.graph.set_results(self.region, results.to_vec());
    }

    /// Appends an op with its inferred types; `stated` are the result types where they are not inferred.
    ///
    /// # Errors
    /// The constraint of the spec that does not hold.
    pub fn try_op(
        &mut self,
        op: Op,
        operands: &[Value],
        regions: &[Region],
        stated: Option<&[Type]>,
    ) -> Result<OpId, InferError> {
        let types: Vec<&Type> = operands.iter().map(|&v| self.graph.ty(v)).collect();
        let returned: Vec<Vec<Type>> = regions
            .iter()
            .map(|&r| self.graph.region(r).results.iter().map(|&v| self.graph.ty(v).clone()).collect())
            .collect();
        let results = infer(&op, &types, &returned, stated)?;
        Ok(self.graph.add_op(self.region, op, operands, regions, results, self.loc))
    }

    /// Appends an op; its results.
    ///
    /// # Panics
    /// If a constraint of the spec does not hold.
    pub fn op(&mut self, op: Op, operands: &[Value], regions: &[Region], stated: Option<&[Type]>) -> Vec<Value> {
        let name = op.name();
        match self.try_op(op, operands, regions, stated) {
            Ok(id) => self.graph.op(id).results.to_vec(),
            Err(e) => panic!("building {name}: {e}"),
        }
    }

    fn op1(&mut self, op: Op, operands: &[Value]) -> Value {
        self.op(op, operands, &[], None)[0]
    }

    fn stated1(&mut self, op: Op, operands: &[Value], ty: TensorType) -> Value {
        self.op(op, operands, &[], Some(&[Type::Tensor(ty)]))[0]
    }

    /// A nested region with parameters of those types; `body` returns its results.
    pub fn nested(&mut self, params: &[Type], body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>) -> Region {
        let region = self.graph.add_region();
        let params: Vec<Value> = params.iter().map(|t| self.graph.add_param(region, t.clone())).collect();
        let mut inner = Builder { graph: self.graph, region, loc: self.loc };
        let results = body(&mut inner, &params);
        self.graph.set_results(region, results);
        region
    }

    /// A literal.
    pub fn constant(&mut self, value: Literal) -> Value {
        self.op1(Op::Constant { value }, &[])
    }
    /// A tensor of one number, converted to the element type as a program would convert an `f64`.
    ///
    /// # Panics
    /// If the shape is too large.
    pub fn splat(&mut self, dtype: DType, dims: &[i64], x: f64) -> Value {
        let mut bytes = [0u8; 16];
        let element = &mut bytes[..dtype.byte_size()];
        scalar::write(dtype, scalar::convert(DType::F64, dtype, Scalar::Float(x)), element);
        let value = Literal::splat(dtype, dims, element).expect("a shape that fits in memory");
        self.constant(value)
    }
    /// 0, 1, 2, … along `dimension`.
    pub fn iota(&mut self, dtype: DType, dims: &[i64], dimension: i64) -> Value {
        self.stated1(Op::Iota { iota_dimension: dimension }, &[], TensorType::new(dtype, dims))
    }

    /// An elementwise op of one operand.
    pub fn unary(&mut self, op: UnaryOp, x: Value) -> Value {
        self.op1(Op::Unary(op), &[x])
    }
    /// An elementwise op of two operands.
    pub fn binary(&mut self, op: BinaryOp, x: Value, y: Value) -> Value {
        self.op1(Op::Binary(op), &[x, y])
    }
    /// `x + y`.
    pub fn add(&mut self, x: Value, y: Value) -> Value {
        self.binary(BinaryOp::Add, x, y)
    }
    /// `x - y`.
    pub fn subtract(&mut self, x: Value, y: Value) -> Value {
        self.binary(BinaryOp::Subtract, x, y)
    }
    /// `x * y`.
    pub fn multiply(&mut self, x: Value, y: Value) -> Value {
        self.binary(BinaryOp::Multiply, x, y)
    }
    /// `x / y`.
    pub fn divide(&mut self, x: Value, y: Value) -> Value {
        self.binary(BinaryOp::Divide, x, y)
    }
    /// Comparison; the sort of comparison follows from the element type.
    pub fn compare(&mut self, direction: CompareDirection, x: Value, y: Value) -> Value {
        self.op1(Op::Compare { direction, compare_type: None }, &[x, y])
    }
    /// `pred ? x : y`.
    pub fn select(&mut self, pred: Value, x: Value, y: Value) -> Value {
        self.op1(Op::Select {}, &[pred, x, y])
    }
    /// `min(max(x, lo), hi)`.
    pub fn clamp(&mut self, lo: Value, x: Value, hi: Value) -> Value {
        self.op1(Op::Clamp {}, &[lo, x, hi])
    }
    /// Conversion to another element type.
    pub fn convert(&mut self, dtype: DType, x: Value) -> Value {
        let ty = self.tensor(x).with_dtype(dtype);
        self.stated1(Op::Convert {}, &[x], ty)
    }
    /// The same bits as another type.
    pub fn bitcast_convert(&mut self, ty: TensorType, x: Value) -> Value {
        self.stated1(Op::BitcastConvert {}, &[x], ty)
    }

    /// Broadcast to `dims`; operand dimension `i` becomes dimension `mapping[i]`.
    pub fn broadcast_in_dim(&mut self, x: Value, dims: &[i64], mapping: &[i64]) -> Value {
        let ty = TensorType::new(self.tensor(x).dtype, dims);
        self.stated1(Op::BroadcastInDim { broadcast_dimensions: list(mapping) }, &[x], ty)
    }
    /// The same elements in another shape.
    pub fn reshape(&mut self, x: Value, dims: &[i64]) -> Value {
        let ty = TensorType::new(self.tensor(x).dtype, dims);
        self.stated1(Op::Reshape {}, &[x], ty)
    }
    /// Result dimension `i` is operand dimension `permutation[i]`.
    pub fn transpose(&mut self, x: Value, permutation: &[i64]) -> Value {
        self.op1(Op::Transpose { permutation: list(permutation) }, &[x])
    }
    /// Every `strides[i]`-th element of `start[i]..limit[i]`.
    pub fn slice(&mut self, x: Value, start: &[i64], limit: &[i64], strides: &[i64]) -> Value {
        let op = Op::Slice { start_indices: list(start), limit_indices: list(limit), strides: list(strides) };
        self.op1(op, &[x])
    }
    /// Joins along a dimension.
    pub fn concatenate(&mut self, inputs: &[Value], dimension: i64) -> Value {
        self.op1(Op::Concatenate { dimension }, inputs)
    }
    /// Padding around and between elements.
    pub fn pad(&mut self, x: Value, value: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Value {
        let op =
            Op::Pad { edge_padding_low: list(low), edge_padding_high: list(high), interior_padding: list(interior) };
        self.op1(op, &[x, value])
    }
    /// Reverses dimensions.
    pub fn reverse(&mut self, x: Value, dimensions: &[i64]) -> Value {
        self.op1(Op::Reverse { dimensions: list(dimensions) }, &[x])
    }
    /// A box of static sizes at a start known at run time.
    pub fn dynamic_slice(&mut self, x: Value, starts: &[Value], sizes: &[i64]) -> Value {
        let operands: Vec<Value> = std::iter::once(x).chain(starts.iter().copied()).collect();
        self.op1(Op::DynamicSlice { slice_sizes: list(sizes) }, &operands)
    }
    /// `x` with a box replaced by `update`.
    pub fn dynamic_update_slice(&mut self, x: Value, update: Value, starts: &[Value]) -> Value {
        let operands: Vec<Value> = [x, update].iter().chain(starts).copied().collect();
        self.op1(Op::DynamicUpdateSlice {}, &operands)
    }

    /// A product with results of `dtype`.
    pub fn dot_general(&mut self, x: Value, y: Value, dims: DotDims, dtype: DType) -> Value {
        let op = Op::DotGeneral { dims: Box::new(dims), precision: PrecisionConfig::default(), algorithm: None };
        let types = [self.graph.ty(x), self.graph.ty(y)];
        match infer(&op, &types, &[], None).as_deref() {
            Ok([Type::Tensor(t)]) => self.stated1(op, &[x, y], t.with_dtype(dtype)),
            other => panic!("building stablehlo.dot_general: {other:?}"),
        }
    }
    /// Product of two matrices.
    pub fn matmul(&mut self, x: Value, y: Value) -> Value {
        let dims = DotDims { lhs_contracting: list(&[1]), rhs_contracting: list(&[0]), ..DotDims::default() };
        let dtype = self.tensor(x).dtype;
        self.dot_general(x, y, dims, dtype)
    }
    /// Combines `inputs` along dimensions by a region; `body` gets accumulators, then elements.
    pub fn reduce(
        &mut self,
        inputs: &[Value],
        init_values: &[Value],
        dimensions: &[i64],
        body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let scalars: Vec<Type> = inputs.iter().map(|&v| Type::tensor(self.tensor(v).dtype, &[])).collect();
        let region = self.nested(&[scalars.as_slice(), &scalars].concat(), body);
        let operands: Vec<Value> = inputs.iter().chain(init_values).copied().collect();
        self.op(Op::Reduce { dimensions: list(dimensions) }, &operands, &[region], None)
    }
    /// Reduction by one elementwise op.
    pub fn reduce_by(&mut self, op: BinaryOp, x: Value, init: Value, dimensions: &[i64]) -> Value {
        self.reduce(&[x], &[init], dimensions, |b, p| vec![b.binary(op, p[0], p[1])])[0]
    }
    /// Sorts along a dimension; `comparator` gets a left and a right element of each input.
    pub fn sort(
        &mut self,
        inputs: &[Value],
        dimension: i64,
        is_stable: bool,
        comparator: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
    ) -> Vec<Value> {
        let element = |b: &Builder<'_>, v: Value| Type::tensor(b.tensor(v).dtype, &[]);
        let params: Vec<Type> = inputs.iter().flat_map(|&v| [element(self, v), element(self, v)]).collect();
        let region = self.nested(&params, |b, p| vec![comparator(b, p)]);
        self.op(Op::Sort { dimension, is_stable }, inputs, &[region], None)
    }

    /// A loop over `init`.
    pub fn while_loop(
        &mut self,
        init: &[Value],
        condition: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
        body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let types: Vec<Type> = init.iter().map(|&v| self.graph.ty(v).clone()).collect();
        let condition = self.nested(&types, |b, p| vec![condition(b, p)]);
        let body = self.nested(&types, body);
        self.op(Op::While {}, init, &[condition, body], None)
    }
    /// One of two branches.
    pub fn if_else(
        &mut self,
        pred: Value,
        on_true: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
        on_false: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    ) -> Vec<Value> {
        let on_true = self.nested(&[], |b, _| on_true(b));
        let on_false = self.nested(&[], |b, _| on_false(b));
        self.op(Op::If {}, &[pred], &[on_true, on_false], None)
    }
    /// A call of a function that returns `results`.
    pub fn call(&mut self, callee: impl Into<Str>, operands: &[Value], results: &[Type]) -> Vec<Value> {
        self.op(Op::Call { callee: SymbolName(callee.into()) }, operands, &[], Some(results))
    }
}

fn list(v: &[i64]) -> I64s {
    I64s::from_slice(v)
}
