//! The builder that simplifies as it builds: `emit` = rules → constant folding → value numbering → append.

use crate::number::{Numbering, Scope, equal_regions, hash_regions, is_function};
use crate::{constant, rules};
use hloom_ir::attrs::{CompareType, I64s};
use hloom_ir::{Attr, Dims, Graph, Loc, Op, OpId, Region, Str, TensorType, Type, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal, UnaryOp};
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};

/// Rules may lead to rules this deep. They all lead downhill; the limit only bounds the stack.
const MAX_DEPTH: u32 = 64;

/// What constant folding and dead code may do.
#[derive(Clone, Copy)]
pub(crate) struct FoldLimits {
    /// Elements of a folded constant that is no splat, at most.
    pub(crate) elements: usize,
    /// Floating-point arithmetic is folded.
    pub(crate) floats: bool,
    /// Calls whose results are not used go.
    pub(crate) pure_calls: bool,
}

impl Default for FoldLimits {
    fn default() -> FoldLimits {
        FoldLimits { elements: usize::MAX, floats: true, pure_calls: true }
    }
}

/// Counts rewrites, and ends them when the fuel is spent.
pub(crate) struct Rewrites<'o> {
    fuel: u64,
    used: u64,
    off: &'o BTreeSet<String>,
    limits: FoldLimits,
    counts: BTreeMap<&'static str, u64>,
}

impl<'o> Rewrites<'o> {
    pub(crate) fn new(fuel: Option<u64>, off: &'o BTreeSet<String>) -> Rewrites<'o> {
        Rewrites {
            fuel: fuel.unwrap_or(u64::MAX),
            used: 0,
            off,
            limits: FoldLimits::default(),
            counts: BTreeMap::new(),
        }
    }
    /// The same, folding constants only within limits.
    pub(crate) fn with_limits(self, limits: FoldLimits) -> Rewrites<'o> {
        Rewrites { limits, ..self }
    }
    pub(crate) fn limits(&self) -> FoldLimits {
        self.limits
    }
    /// Asks to do one rewrite that is certain to apply.
    pub(crate) fn fire(&mut self, name: &'static str) -> bool {
        let go = self.take(name);
        if go {
            self.count(name);
        }
        go
    }
    /// Asks to try one: pays for it. [`Self::count`] or [`Self::refund`] follows.
    pub(crate) fn take(&mut self, name: &'static str) -> bool {
        if self.used >= self.fuel || (!self.off.is_empty() && self.off.contains(name)) {
            return false;
        }
        self.used += 1;
        true
    }
    /// The rewrite was done.
    pub(crate) fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_insert(0) += 1;
    }
    /// What has been paid so far.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }
    /// Back to what had been paid before an attempt that came to nothing.
    pub(crate) fn refund(&mut self, used: u64) {
        self.used = used;
    }
    pub(crate) fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }
    pub(crate) fn into_counts(self) -> BTreeMap<&'static str, u64> {
        self.counts
    }
    fn is_spent(&self) -> bool {
        self.used >= self.fuel
    }
}

/// What the rules look at: an op of one result that is about to be built.
pub(crate) struct Expr<'a> {
    pub(crate) op: &'a Op,
    pub(crate) args: &'a [Value],
    pub(crate) ty: &'a TensorType,
}

/// Builds one function.
pub(crate) struct Builder<'r, 'o> {
    pub(crate) graph: Graph,
    pub(crate) rewrites: &'r mut Rewrites<'o>,
    /// Location of what is built now.
    pub(crate) loc: Loc,
    region: Region,
    numbering: Numbering,
    depth: u32,
    simplify: bool,
}

/// Where building stood before a region was opened.
pub(crate) struct Opened {
    region: Region,
    scope: Scope,
}

impl<'r, 'o> Builder<'r, 'o> {
    /// Builds into the region `body` of `graph`. Without `simplify` ops are appended as they come.
    pub(crate) fn new(graph: Graph, body: Region, rewrites: &'r mut Rewrites<'o>, simplify: bool) -> Builder<'r, 'o> {
        let numbering = Numbering::default();
        Builder { graph, rewrites, loc: Loc::UNKNOWN, region: body, numbering, depth: 0, simplify }
    }

    /// Starts a nested region; `closed` ones use no values from outside.
    pub(crate) fn open(&mut self, closed: bool) -> (Region, Opened) {
        let region = self.graph.add_region();
        let opened = Opened { region: self.region, scope: self.numbering.open(closed) };
        self.region = region;
        (region, opened)
    }

    /// Ends a nested region.
    pub(crate) fn close(&mut self, opened: Opened, results: Vec<Value>) {
        self.graph.set_results(self.region, results);
        self.region = opened.region;
        self.numbering.close(opened.scope);
    }

    /// True inside a region that uses no values from outside.
    pub(crate) fn is_closed(&self) -> bool {
        self.numbering.is_closed()
    }

    /// True if `fire` may still succeed.
    pub(crate) fn simplifies(&self) -> bool {
        self.simplify && !self.rewrites.is_spent()
    }

    // ---- building

    /// An op of one tensor result, simplified.
    pub(crate) fn emit(&mut self, op: Op, args: &[Value], ty: TensorType) -> Value {
        self.emit_extra(op, args, ty, None)
    }

    /// As [`Self::emit`], with attributes that are kept if the op is.
    pub(crate) fn emit_extra(&mut self, op: Op, args: &[Value], ty: TensorType, extra: Extra<'_>) -> Value {
        if self.simplifies() && self.depth < MAX_DEPTH {
            self.depth += 1;
            let simpler = rules::apply(self, &Expr { op: &op, args, ty: &ty });
            self.depth -= 1;
            if let Some(v) = simpler {
                debug_assert_eq!(self.graph.ty(v), &Type::Tensor(ty), "a rule on {} changed the type", op.name());
                return v;
            }
            if let Some(value) = constant::fold(self, &op, args, &ty) {
                return self.constant(value);
            }
        }
        let id = self.append(op, args, &[], smallvec![Type::Tensor(ty)], extra);
        self.graph.op(id).results[0]
    }

    /// An op of any results, numbered but not simplified.
    pub(crate) fn append(
        &mut self,
        op: Op,
        args: &[Value],
        regions: &[Region],
        types: SmallVec<[Type; 2]>,
        extra: Extra<'_>,
    ) -> OpId {
        let mut key = None;
        if self.simplify
            && is_function(&op)
            && let Some(inner) = hash_regions(&self.graph, regions)
        {
            let hash = self.numbering.hash(&op, args, &types, inner);
            match self.numbering.get(hash) {
                Some(id) if self.computes(id, &op, args, regions, &types) => {
                    if self.rewrites.fire("cse") {
                        return id;
                    }
                }
                Some(_) => {}
                None => key = Some(hash),
            }
        }
        let id = self.graph.add_op(self.region, op, args, regions, types, self.loc);
        if let Some(extra) = extra {
            self.graph.set_extra(id, extra.to_vec());
        }
        if let Some(hash) = key {
            self.numbering.insert(hash, id);
        }
        id
    }

    /// True if the op `id` is this very op.
    fn computes(&self, id: OpId, op: &Op, args: &[Value], regions: &[Region], types: &[Type]) -> bool {
        let d = self.graph.op(id);
        d.op == *op
            && d.operands[..] == *args
            && d.results.len() == types.len()
            && d.results.iter().zip(types).all(|(&v, t)| self.graph.ty(v) == t)
            && equal_regions(&self.graph, &d.regions, regions)
    }

    // ---- looking

    /// Tensor type of a value.
    pub(crate) fn ty(&self, v: Value) -> &TensorType {
        self.graph.tensor(v)
    }
    /// Sizes of a value.
    pub(crate) fn dims(&self, v: Value) -> &[i64] {
        &self.ty(v).dims
    }
    /// The literal, if the value is one.
    pub(crate) fn literal(&self, v: Value) -> Option<&Literal> {
        match &self.graph.def_op(v)?.1.op {
            Op::Constant { value } => Some(value),
            _ => None,
        }
    }
    /// What computes this of two values of one type, if it stands already.
    pub(crate) fn standing(&self, op: BinaryOp, x: Value, y: Value) -> Option<Value> {
        let (op, args, types) = (Op::Binary(op), [x, y], [Type::Tensor(self.ty(x).clone())]);
        let id = self.numbering.get(self.numbering.hash(&op, &args, &types, hash_regions(&self.graph, &[])?))?;
        self.computes(id, &op, &args, &[], &types).then(|| self.graph.op(id).results[0])
    }
    /// The value of all elements, if it is known.
    pub(crate) fn uniform(&self, v: Value) -> Option<Scalar> {
        let l = self.literal(v)?;
        l.splat_bytes().map(|b| scalar::read(l.dtype(), b))
    }

    // ---- the ops that rules build; types are computed here

    pub(crate) fn constant(&mut self, value: Literal) -> Value {
        let ty = Type::tensor(value.dtype(), value.shape());
        let id = self.append(Op::Constant { value }, &[], &[], smallvec![ty], None);
        self.graph.op(id).results[0]
    }
    /// A tensor of equal elements.
    pub(crate) fn splat(&mut self, ty: &TensorType, value: Scalar) -> Option<Value> {
        let mut bytes = [0u8; 16];
        let bytes = &mut bytes[..ty.dtype.byte_size()];
        scalar::write(ty.dtype, value, bytes);
        Some(self.constant(Literal::splat(ty.dtype, &ty.dims, bytes).ok()?))
    }
    pub(crate) fn unary(&mut self, op: UnaryOp, x: Value) -> Value {
        let t = self.ty(x);
        let ty = t.with_dtype(scalar::unary_result_type(op, t.dtype));
        self.emit(Op::Unary(op), &[x], ty)
    }
    pub(crate) fn binary(&mut self, op: BinaryOp, x: Value, y: Value) -> Value {
        let t = self.ty(x);
        let ty = t.with_dtype(scalar::binary_result_type(op, t.dtype).unwrap_or(t.dtype));
        self.emit(Op::Binary(op), &[x, y], ty)
    }
    pub(crate) fn compare(&mut self, d: CompareDirection, t: Option<CompareType>, x: Value, y: Value) -> Value {
        let ty = self.ty(x).with_dtype(DType::Bool);
        self.emit(Op::Compare { direction: d, compare_type: t }, &[x, y], ty)
    }
    pub(crate) fn select(&mut self, p: Value, x: Value, y: Value) -> Value {
        let ty = self.ty(x).clone();
        self.emit(Op::Select {}, &[p, x, y], ty)
    }
    pub(crate) fn convert(&mut self, x: Value, dtype: DType) -> Value {
        let ty = self.ty(x).with_dtype(dtype);
        self.emit(Op::Convert {}, &[x], ty)
    }
    pub(crate) fn reshape(&mut self, x: Value, dims: &[i64]) -> Value {
        let ty = TensorType::new(self.ty(x).dtype, dims);
        self.emit(Op::Reshape {}, &[x], ty)
    }
    pub(crate) fn broadcast(&mut self, x: Value, to: &[i64], along: &[i64]) -> Value {
        let ty = TensorType::new(self.ty(x).dtype, to);
        self.emit(Op::BroadcastInDim { broadcast_dimensions: I64s::from_slice(along) }, &[x], ty)
    }
    pub(crate) fn transpose(&mut self, x: Value, permutation: I64s) -> Value {
        let t = self.ty(x);
        let dims: Dims = permutation.iter().map(|&p| t.dims[p as usize]).collect();
        let ty = TensorType::from_dims(t.dtype, dims);
        self.emit(Op::Transpose { permutation }, &[x], ty)
    }
    pub(crate) fn slice(&mut self, x: Value, start: I64s, limit: I64s, strides: I64s) -> Value {
        let size = |i: usize| if limit[i] <= start[i] { 0 } else { (limit[i] - start[i] - 1) / strides[i] + 1 };
        let ty = TensorType::from_dims(self.ty(x).dtype, (0..start.len()).map(size).collect());
        self.emit(Op::Slice { start_indices: start, limit_indices: limit, strides }, &[x], ty)
    }
    pub(crate) fn concatenate(&mut self, xs: &[Value], dimension: i64) -> Value {
        let mut ty = self.ty(xs[0]).clone();
        ty.dims[dimension as usize] = xs.iter().map(|&x| self.dims(x)[dimension as usize]).sum();
        self.emit(Op::Concatenate { dimension }, xs, ty)
    }
    /// Edges may be cut.
    pub(crate) fn pad(&mut self, x: Value, element: Value, low: I64s, high: I64s, interior: I64s) -> Value {
        let t = self.ty(x);
        let size = |i: usize| low[i] + t.dims[i] + (t.dims[i] - 1).max(0) * interior[i] + high[i];
        let ty = TensorType::from_dims(t.dtype, (0..low.len()).map(size).collect());
        let op = Op::Pad { edge_padding_low: low, edge_padding_high: high, interior_padding: interior };
        self.emit(op, &[x, element], ty)
    }
    pub(crate) fn reverse(&mut self, x: Value, dimensions: I64s) -> Value {
        let ty = self.ty(x).clone();
        self.emit(Op::Reverse { dimensions }, &[x], ty)
    }
    pub(crate) fn iota(&mut self, ty: TensorType, dimension: i64) -> Value {
        self.emit(Op::Iota { iota_dimension: dimension }, &[], ty)
    }
}

/// Attributes that the table does not know.
pub(crate) type Extra<'a> = Option<&'a [(Str, Attr)]>;
