//! Evaluation of small integer tensors: the sizes that a program computes.

use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Func, Graph, Kind, Module, Op, Region, Type, Value, ValueMap};
use hloom_num::Literal;
use rustc_hash::{FxHashMap, FxHashSet};

/// Tensors of more elements are not sizes.
const MAX_ELEMENTS: usize = 1 << 10;

/// Values of a graph that are known.
pub(super) type Known = FxHashMap<Value, Literal>;

/// True for literals worth knowing.
pub(super) fn is_size(literal: &Literal) -> bool {
    (literal.dtype().is_int() || literal.dtype().is_bool()) && literal.num_elements() <= MAX_ELEMENTS
}

/// The elements of a known integer value.
pub(super) fn ints(literal: &Literal) -> Option<Vec<i64>> {
    Tensor::from_literal(literal).ints()
}

/// True if the region and those in it use only values that they define, and surely end.
fn is_closed(graph: &Graph, region: Region) -> bool {
    let mut defined: FxHashSet<Value> = FxHashSet::default();
    let mut stack = vec![region];
    let mut used: Vec<Value> = Vec::new();
    while let Some(r) = stack.pop() {
        let data = graph.region(r);
        defined.extend(&data.params);
        used.extend(&data.results);
        for &id in &data.ops {
            let d = graph.op(id);
            if d.op.kind() == Kind::Control {
                return false;
            }
            defined.extend(&d.results);
            used.extend(&d.operands);
            stack.extend(&d.regions);
        }
    }
    used.iter().all(|v| defined.contains(v))
}

/// True if the op's results depend on nothing but its operands, and are cheap.
fn is_computation(op: &Op) -> bool {
    match op {
        Op::PartitionId {} | Op::ReplicaId {} => false,
        other => {
            matches!(other.kind(), Kind::Elementwise | Kind::Movement | Kind::Constant | Kind::Index | Kind::Reduce)
        }
    }
}

/// The results of an op all of whose operands are known, if they are sizes. `regions` are of `graph`.
pub(super) fn evaluate(
    graph: &Graph,
    op: &Op,
    operands: &[Value],
    regions: &[Region],
    types: &[Type],
    known: &Known,
) -> Option<Vec<Literal>> {
    let sizes = types.iter().all(|t| {
        let sized = |t: &hloom_ir::TensorType| t.is_static() && t.num_elements() <= MAX_ELEMENTS;
        t.as_tensor().is_some_and(|t| sized(t) && (t.dtype.is_int() || t.dtype.is_bool()))
    });
    if !sizes || !is_computation(op) || !regions.iter().all(|&r| is_closed(graph, r)) {
        return None;
    }
    let values: Vec<&Literal> = operands.iter().map(|v| known.get(v)).collect::<Option<_>>()?;
    let mut f = Func::new("main", true);
    let body = f.body;
    let mut args = Vec::with_capacity(values.len());
    for value in values {
        let ty = Type::tensor(value.dtype(), value.shape());
        let id = f.graph.add_op(body, Op::Constant { value: value.clone() }, &[], &[], [ty], Default::default());
        args.push(f.graph.op(id).results[0]);
    }
    let regions: Vec<Region> = regions.iter().map(|&r| f.graph.clone_region(graph, r, &mut ValueMap::new())).collect();
    let id = f.graph.add_op(body, op.clone(), &args, &regions, types.iter().cloned(), Default::default());
    f.graph.set_results(body, f.graph.op(id).results.to_vec());
    let module = Module { funcs: vec![f], ..Module::default() };
    let results = Interpreter::new(&module).run("main", &[]).ok()?;
    results.iter().map(Tensor::to_literal).collect()
}
