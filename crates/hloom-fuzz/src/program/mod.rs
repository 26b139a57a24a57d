//! Random well-typed programs, which two implementations of the language must agree on.
//!
//! A program is a function `main` of random ops on random values. Its inputs are arguments, hardly any of them
//! constants, so that nothing folds; sizes are odd, 1 or 0 more often than in programs that people write. Every op of the
//! table has a generator ([`Generator::instance`]) or stands in [`NOT_GENERATED`].
//!
//! Programs have one meaning, rounding aside: combiners are associative and commutative, comparators are orders, loops
//! end. What rounding may change is told apart by [`crate::judge`].

mod control;
mod elementwise;
mod index;
mod movement;
mod reduce;
mod special;
mod values;
mod window;

pub use values::argument;

use crate::Random;
use hloom_interp::Tensor;
use hloom_ir::{Dims, Func, Module, Op, Region, TensorType, Type, Value, infer};
use hloom_num::{CompareDirection, DType, Literal};

/// Elements of a value at most.
const MAX_ELEMENTS: usize = 1 << 12;
/// Nesting of control flow at most.
const MAX_DEPTH: u32 = 3;

/// Ops of the table that random programs do not have, and why not.
pub const NOT_GENERATED: &[(&str, &str)] = &[
    ("uniform_", "quantized types have tests of their own"),
    ("stablehlo.custom_call", "what it means depends on its target"),
    ("stablehlo.set_dimension_size", "its result has a dynamic shape"),
    ("stablehlo.async_", "starts an op of another name at once"),
    ("stablehlo.all_", "several processes"),
    ("stablehlo.collective_", "several processes"),
    ("stablehlo.cross-replica-sum", "several processes"),
    ("stablehlo.reduce_scatter", "several processes"),
    ("stablehlo.send", "several processes"),
    ("stablehlo.recv", "several processes"),
    ("stablehlo.infeed", "a host's queue"),
    ("stablehlo.outfeed", "a host's queue"),
    ("check.", "tests"),
    ("interpreter.", "tests"),
    ("sdy.", "says where values are"),
    ("arith.", "sizes, which have tests of their own"),
    ("shape.", "sizes, which have tests of their own"),
    ("tensor.", "sizes, which have tests of their own"),
];

/// True if random programs have the op of that name.
pub fn is_generated(name: &str) -> bool {
    let (_, op) = name.split_once('.').unwrap_or_default();
    !NOT_GENERATED.iter().any(|(n, _)| name.starts_with(n) || op.starts_with(n))
}

/// A program with arguments to run it on.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its function is `main`.
    pub module: Module,
    /// One for each parameter.
    pub args: Vec<Tensor>,
}

/// What values must be like; random where it says nothing.
#[derive(Clone, Default, Debug)]
pub struct Wish {
    /// Element type of the op's (first) operand.
    pub dtype: Option<DType>,
    /// Sizes of the op's (first) operand, where the op has a choice.
    pub dims: Option<Dims>,
}

/// Builds one function.
pub struct Generator {
    func: Func,
    callees: Vec<Func>,
    region: Region,
    r: Random,
    /// What ops may read here, oldest first.
    scope: Vec<Value>,
    args: Vec<Tensor>,
    depth: u32,
    wish: Wish,
}

impl Generator {
    /// An empty function `name`.
    pub fn new(name: &str, r: Random) -> Generator {
        let func = Func::new(name, true);
        let region = func.body;
        let (callees, scope, args) = (Vec::new(), Vec::new(), Vec::new());
        Generator { func, callees, region, r, scope, args, depth: 0, wish: Wish::default() }
    }

    /// The program that returns these values, with arguments.
    pub fn finish(mut self, results: Vec<Value>) -> Program {
        let body = self.func.body;
        self.func.graph.set_results(body, results);
        let mut funcs = vec![self.func];
        funcs.append(&mut self.callees);
        Program { module: Module { funcs, ..Module::default() }, args: self.args }
    }

    /// As [`Self::instance`] of an op on values of its own: what is made depends on the wish and `r` only.
    pub fn instance_like(&mut self, name: &str, wish: Wish, r: Random) -> Option<Vec<Value>> {
        self.scope.clear();
        (self.wish, self.r) = (wish, r);
        self.instance(name)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.r.below(100) < percent
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.r.below(list.len())]
    }

    /// A number of `low..=high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.r.below((high - low + 1).max(1) as usize) as i64
    }

    fn ty(&self, v: Value) -> TensorType {
        self.func.graph.tensor(v).clone()
    }

    /// Appends an op if its operands fit and its results are not too large; its results, which later ops may read.
    fn emit(&mut self, op: Op, operands: &[Value], regions: &[Region], stated: Option<&[Type]>) -> Option<Vec<Value>> {
        let g = &self.func.graph;
        let types: Vec<&Type> = operands.iter().map(|&v| g.ty(v)).collect();
        let of_region = |&r: &Region| g.region(r).results.iter().map(|&v| g.ty(v).clone()).collect();
        let returned: Vec<Vec<Type>> = regions.iter().map(of_region).collect();
        let results = infer(&op, &types, &returned, stated).ok()?;
        let fits = |t: &Type| t.as_tensor().is_none_or(|t| t.is_static() && t.num_elements() <= MAX_ELEMENTS);
        if !results.iter().all(fits) {
            return None;
        }
        let id = self.func.graph.add_op(self.region, op, operands, regions, results, hloom_ir::Loc::UNKNOWN);
        let results = self.func.graph.op(id).results.to_vec();
        self.scope.extend(results.iter().filter(|&&v| self.func.graph.ty(v).as_tensor().is_some()));
        Some(results)
    }

    /// [`Self::emit`] of an op with one result and no regions.
    fn plain(&mut self, op: Op, operands: &[Value]) -> Option<Vec<Value>> {
        self.emit(op, operands, &[], None)
    }

    /// Compares values of one type.
    fn compare(&mut self, direction: CompareDirection, x: Value, y: Value) -> Option<Value> {
        self.plain(Op::Compare { direction, compare_type: None }, &[x, y]).map(|v| v[0])
    }

    /// [`Self::emit`] of an op whose result type is stated.
    fn stated(&mut self, op: Op, operands: &[Value], ty: TensorType) -> Option<Vec<Value>> {
        self.emit(op, operands, &[], Some(&[Type::Tensor(ty)]))
    }

    /// A size: small, seldom 0, often 1, sometimes just beside a vector's width.
    fn size(&mut self) -> i64 {
        match self.r.below(20) {
            0 => 0,
            1..=5 => 1,
            6..=15 => self.between(2, 5),
            16..=18 => self.one_of(&[6, 7, 8, 9, 12, 15, 16, 17]),
            _ => self.one_of(&[31, 32, 33, 63, 65, 127, 130]),
        }
    }

    /// Sizes of a value of a rank between these, few elements.
    fn dims(&mut self, low: usize, high: usize) -> Dims {
        if let Some(d) = &self.wish.dims
            && (low..=high).contains(&d.len())
        {
            return d.clone();
        }
        let rank = self.between(low as i64, high as i64);
        let mut dims = Dims::new();
        let mut elements = 1;
        for _ in 0..rank {
            let d = self.size();
            let d = if elements * d > 1 << 10 { 1 + d % 3 } else { d };
            elements *= d.max(1);
            dims.push(d);
        }
        dims
    }

    fn dtype(&mut self) -> DType {
        if let Some(d) = self.wish.dtype {
            return d;
        }
        match self.r.below(10) {
            0..=2 => DType::F32,
            3 => self.one_of(&[DType::F64, DType::BF16, DType::F16]),
            4 => self.one_of(&[DType::I32, DType::I64, DType::U32, DType::U8]),
            5 => DType::Bool,
            // `index` is the type of shapes.
            _ => self.one_of(&DType::ALL[..DType::ALL.len() - 1]),
        }
    }

    /// An element type that `fits`, the wished one or a random one.
    fn dtype_where(&mut self, fits: impl Fn(DType) -> bool) -> Option<DType> {
        (0..20).map(|_| self.dtype()).find(|&d| fits(d))
    }

    fn float(&mut self) -> Option<DType> {
        self.dtype_where(DType::is_float)
    }

    fn int(&mut self) -> DType {
        let ints = [DType::I32, DType::I64, DType::I32, DType::I8, DType::U8, DType::U32, DType::U64, DType::I16];
        self.one_of(&ints)
    }

    /// A new argument of `main`.
    fn argument(&mut self, ty: TensorType) -> Value {
        let value = argument(&ty, &mut self.r);
        self.argument_with(value)
    }

    fn argument_with(&mut self, value: Tensor) -> Value {
        let body = self.func.body;
        let v = self.func.graph.add_param(body, Type::Tensor(value.ty.clone()));
        self.args.push(value);
        // Outermost: visible everywhere, whatever scopes end.
        self.scope.insert(0, v);
        v
    }

    /// An argument with small integers of `low..=high`.
    fn indices(&mut self, dtype: DType, dims: &[i64], low: i64, high: i64) -> Value {
        let low = if dtype.is_unsigned_int() { low.max(0) } else { low };
        let ty = TensorType::new(dtype, dims);
        let n = ty.num_elements();
        let data = (0..n).map(|_| values::integer(dtype, self.between(low, high))).collect();
        self.argument_with(Tensor::new(ty, data))
    }

    /// A constant of integers.
    fn int_constant(&mut self, dtype: DType, list: &[i64]) -> Option<Value> {
        let data = list.iter().map(|&i| values::integer(dtype, i)).collect();
        let value = Tensor::new(TensorType::new(dtype, &[list.len() as i64]), data).to_literal()?;
        self.constant(value)
    }

    fn constant(&mut self, value: Literal) -> Option<Value> {
        self.plain(Op::Constant { value }, &[]).map(|v| v[0])
    }

    /// A value of this type: one that is there, one made of what is there, or an argument.
    fn operand(&mut self, dtype: DType, dims: &[i64]) -> Value {
        let ty = TensorType::new(dtype, dims);
        let g = &self.func.graph;
        let same: Vec<Value> = self.scope.iter().copied().filter(|&v| *g.tensor(v) == ty).collect();
        let recent = same.len().saturating_sub(3);
        match self.r.below(10) {
            0..=6 if !same.is_empty() => return same[recent + self.r.below(same.len() - recent)],
            7 if !same.is_empty() => return self.one_of(&same),
            8 => {
                let alike: Vec<Value> = self.scope.iter().copied().filter(|&v| *g.tensor(v).dims == *dims).collect();
                if !alike.is_empty() {
                    let x = self.one_of(&alike);
                    if let Some(v) = self.stated(Op::Convert {}, &[x], ty.clone()) {
                        return v[0];
                    }
                }
            }
            9 if !dims.is_empty() => {
                let scalars: Vec<Value> = self
                    .scope
                    .iter()
                    .copied()
                    .filter(|&v| g.tensor(v).rank() == 0 && g.tensor(v).dtype == dtype)
                    .collect();
                if !scalars.is_empty() {
                    let x = self.one_of(&scalars);
                    let op = Op::BroadcastInDim { broadcast_dimensions: Default::default() };
                    if let Some(v) = self.stated(op, &[x], ty.clone()) {
                        return v[0];
                    }
                }
            }
            _ => {}
        }
        if self.wish.dtype.is_none() && self.chance(6) {
            let value = argument(&ty, &mut self.r).to_literal();
            if let Some(v) = value.and_then(|value| self.constant(value)) {
                return v;
            }
        }
        self.argument(ty)
    }

    /// Some value of a rank between these.
    fn any(&mut self, low: usize, high: usize) -> Value {
        if self.wish.dtype.is_none() && self.chance(75) {
            let g = &self.func.graph;
            let fits = |&v: &Value| (low..=high).contains(&g.tensor(v).rank());
            let there: Vec<Value> = self.scope.iter().copied().filter(fits).collect();
            let recent = there.len().saturating_sub(6);
            if !there.is_empty() {
                return there[recent + self.r.below(there.len() - recent)];
            }
        }
        let (dtype, dims) = (self.dtype(), self.dims(low, high));
        self.operand(dtype, &dims)
    }

    /// A region with parameters of these types, which only `body` is told of.
    fn region(
        &mut self,
        params: &[Type],
        body: impl FnOnce(&mut Generator, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Region> {
        let region = self.func.graph.add_region();
        let params: Vec<Value> = params.iter().map(|t| self.func.graph.add_param(region, t.clone())).collect();
        let around = std::mem::replace(&mut self.region, region);
        let (seen, args) = (self.scope.len(), self.args.len());
        let results = body(self, &params);
        // New arguments stand in front.
        self.scope.truncate(seen + self.args.len() - args);
        self.region = around;
        self.func.graph.set_results(region, results?);
        Some(region)
    }

    /// Appends one op of that name; its results. `None` if what was drawn does not fit it.
    pub fn instance(&mut self, name: &str) -> Option<Vec<Value>> {
        self.elementwise(name)
            .or_else(|| self.movement(name))
            .or_else(|| self.index_op(name))
            .or_else(|| self.reduction(name))
            .or_else(|| self.window_op(name))
            .or_else(|| self.special(name))
            .or_else(|| self.control(name))
    }

    /// Appends about `n` random ops.
    fn ops(&mut self, n: usize) {
        let names: Vec<&str> = hloom_ir::table::all_names().into_iter().filter(|n| is_generated(n)).collect();
        for _ in 0..n {
            for _ in 0..12 {
                let name = self.one_of(&names);
                if self.instance(name).is_some() {
                    break;
                }
            }
        }
    }
}

/// Program `index` of those that a seed gives.
pub fn generate(seed: u64, index: u64) -> Program {
    let mut g = Generator::new("main", Random::new(seed, index));
    let n = 1 + g.r.below(12);
    g.ops(n);
    let mut results: Vec<Value> = Vec::new();
    // What nothing reads, and a few others.
    let read: Vec<Value> =
        (0..g.func.graph.num_ops() as u32).flat_map(|i| g.func.graph.op(hloom_ir::OpId(i)).operands.to_vec()).collect();
    for v in g.scope.clone() {
        let unread = !read.contains(&v) && g.func.graph.def_op(v).is_some();
        if (unread || g.chance(10)) && results.len() < 24 {
            results.push(v);
        }
    }
    if results.is_empty() {
        results.extend(g.scope.last());
    }
    g.finish(results)
}
