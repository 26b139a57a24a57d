//! Work on what has been stacked: reductions along it combine the pieces where they are, and nothing need be stacked; elementwise
//! work is done on each piece as it is computed.

use crate::fold::Folder;
use crate::rules::util::{count, dims_kept, moves_units_only};
use hloom_ir::attrs::I64s;
use hloom_ir::{Kind, Op, OpData, TensorType, Value};
use hloom_num::{BinaryOp, DType};
use smallvec::{SmallVec, smallvec};

const REDUCE: &str = "reduce_pieces";
const ELEMENTWISE: &str = "elementwise_pieces";
const TRANSPOSE: &str = "transpose_pieces";
pub(crate) const NAMES: &[&str] = &[REDUCE, ELEMENTWISE, TRANSPOSE];

/// Most pieces: each may be memory of its own, which has an address to keep.
const MOST: usize = 64;

/// What the result is, `init op x0 op x1 ...`, if the op reduces along what nothing else uses: pieces of extent 1, perhaps with
/// functions of single elements behind them.
pub(crate) fn combined(f: &mut Folder<'_, '_, '_>, d: &OpData) -> Option<Vec<(Value, Value)>> {
    let (Op::Reduce { dimensions }, [x, init], [region]) = (&d.op, &d.operands[..], &d.regions[..]) else {
        return None;
    };
    let &[along] = &dimensions[..] else { return None };
    let (op, swapped) = f.src.combiner(*region)?;
    let mut functions = Vec::new();
    let mut v = *x;
    let pieces = loop {
        let (_, below) = f.src.def_op(v)?;
        match below.op {
            Op::Concatenate { dimension } if dimension == along => break &below.operands,
            Op::Unary(_) | Op::Convert {} if below.extra.is_none() => functions.push(v),
            _ => return None,
        }
        v = below.operands[0];
    };
    let single = pieces.iter().all(|p| f.src.tensor(*p).dims[along as usize] == 1);
    if !single || pieces.len() > MOST || !keeps_its_precision(op, f.src.tensor(*x).dtype) {
        return None;
    }
    let alone = functions.iter().chain([&v]).all(|v| f.uses()[v.0 as usize] == 1);
    if !alone || !f.b.rewrites.fire(REDUCE) {
        return None;
    }
    let dims = f.src.tensor(d.results[0]).dims.clone();
    let init = f.get(*init);
    let mut all = f.b.broadcast(init, &dims, &[]);
    for piece in pieces {
        let mut x = f.get(*piece);
        for y in functions.iter().rev() {
            let ty = f.src.tensor(*y).dtype;
            let (_, function) = f.src.def_op(*y)?;
            x = match function.op {
                Op::Unary(u) => f.b.unary(u, x),
                _ => f.b.convert(x, ty),
            };
        }
        let x = f.b.reshape(x, &dims);
        all = if swapped { f.b.binary(op, x, all) } else { f.b.binary(op, all, x) };
    }
    Some(vec![(d.results[0], all)])
}

/// Sums of narrow floats are added up in wider ones by whoever compiles a reduction.
fn keeps_its_precision(op: BinaryOp, dtype: DType) -> bool {
    !dtype.is_float() || dtype.bits() >= 32 || matches!(op, BinaryOp::Maximum | BinaryOp::Minimum)
}

/// A transposed concatenation of pieces whose transposition moves nothing, if nothing else uses it: `stack(..., axis=0).T`.
pub(crate) fn transposed(f: &mut Folder<'_, '_, '_>, d: &OpData, args: &[Value]) -> Option<Value> {
    let (Op::Transpose { permutation: p }, &[x]) = (&d.op, args) else { return None };
    let (along, parts) = pieces(f, x)?;
    let still = |v: &Value| moves_units_only(f.b.dims(*v), p);
    let used_once = f.uses()[d.operands[0].0 as usize] == 1;
    if !used_once || parts.len() > MOST || !parts.iter().all(still) || moves_units_only(f.b.dims(x), p) {
        return None;
    }
    let parts = parts.to_vec();
    if !f.b.rewrites.fire(TRANSPOSE) {
        return None;
    }
    let parts: Vec<Value> = parts.into_iter().map(|v| f.b.transpose(v, p.clone())).collect();
    Some(f.b.concatenate(&parts, p.iter().position(|&k| k == along as i64)? as i64))
}

/// Least work of an element of all pieces together: less may be computed wherever it is read.
const LEAST_WORK: f64 = 5.0;
/// Most pieces for each of which operands of their own are read: code that is written once for all of them is so once for each.
const MOST_OTHERS: usize = 8;

/// Longest rows of which each element is read as well as all of them.
const MOST_STEP: i64 = 6;

/// What a piece takes of another operand.
enum Way {
    Whole,
    Pieces(Vec<Value>),
    Slice,
}

/// What an elementwise op is whose operand is a concatenation that nothing else uses, perhaps reshaped, of which pieces are computed.
pub(crate) fn elementwise(f: &mut Folder<'_, '_, '_>, d: &OpData, args: &[Value]) -> Option<Value> {
    if d.op.kind() != Kind::Elementwise || d.extra.is_some() || d.results.len() != 1 {
        return None;
    }
    let ty = f.src.tensor(d.results[0]).clone();
    let mut found = args.iter().zip(&d.operands).filter(|(x, _)| f.b.dims(**x) == &ty.dims[..]);
    let (joined, along, parts) = found.find_map(|(&x, &from)| alone(f, x, from))?;
    let g = &f.b.graph;
    let computed = |p: &Value| {
        let (_, mut below) = g.def_op(*p)?;
        while let Op::Reshape {} = below.op {
            below = g.def_op(below.operands[0])?.1;
        }
        (below.op.kind() == Kind::Elementwise).then(|| g.own_work(below))
    };
    let work: f64 = parts.iter().filter_map(computed).sum();
    if work < LEAST_WORK || parts.len() > MOST || count(&ty.dims) == 0 {
        return None;
    }
    let whole = g.tensor(joined).dims.clone();
    let sizes: SmallVec<[i64; 8]> = parts.iter().map(|&p| g.tensor(p).dims[along]).collect();
    let ways: SmallVec<[Way; 3]> = args.iter().map(|&x| way(f, x, &whole, along, &sizes)).collect::<Option<_>>()?;
    if !f.b.rewrites.fire(ELEMENTWISE) {
        return None;
    }
    let (mut out, mut from) = (Vec::new(), 0);
    for (i, &n) in sizes.iter().enumerate() {
        let mut start: I64s = smallvec![0; whole.len()];
        let (mut limit, ones): (I64s, I64s) = (whole[..].into(), smallvec![1; whole.len()]);
        (start[along], limit[along]) = (from, from + n);
        from += n;
        let mut own: SmallVec<[Value; 4]> = smallvec![];
        for (&x, way) in args.iter().zip(&ways) {
            own.push(match way {
                Way::Whole => x,
                Way::Pieces(p) => p[i],
                Way::Slice => {
                    let x = f.b.reshape(x, &whole);
                    f.b.slice(x, start.clone(), limit.clone(), ones.clone())
                }
            });
        }
        let mut dims = whole.clone();
        dims[along] = n;
        out.push(f.b.emit(d.op.clone(), &own, TensorType::from_dims(ty.dtype, dims)));
    }
    let all = f.b.concatenate(&out, along as i64);
    Some(f.b.reshape(all, &ty.dims))
}

/// The concatenation that `x` is, perhaps reshaped, if nothing else of the source uses it; its dimension and its pieces.
fn alone(f: &Folder<'_, '_, '_>, x: Value, from: Value) -> Option<(Value, usize, Vec<Value>)> {
    let single = |v: Value| f.uses()[v.0 as usize] == 1;
    let (_, d) = f.b.graph.def_op(x)?;
    let joined = match (&d.op, f.src.def_op(from).map(|(_, s)| (&s.op, &s.operands[..]))) {
        (Op::Reshape {}, Some((Op::Reshape {}, &[below]))) if single(below) => d.operands[0],
        _ => x,
    };
    let (along, parts) = pieces(f, joined).filter(|_| single(from))?;
    Some((joined, along, parts.to_vec()))
}

fn pieces<'a>(f: &'a Folder<'_, '_, '_>, v: Value) -> Option<(usize, &'a [Value])> {
    match f.b.graph.def_op(v)? {
        (_, OpData { op: Op::Concatenate { dimension }, operands, .. }) => Some((*dimension as usize, operands)),
        _ => None,
    }
}

/// How pieces of these sizes, along a dimension of `whole`, take an operand, if that costs nothing.
fn way(f: &Folder<'_, '_, '_>, x: Value, whole: &[i64], along: usize, sizes: &[i64]) -> Option<Way> {
    let dims = f.b.dims(x);
    if dims.is_empty() {
        return Some(Way::Whole);
    }
    let joined = match f.b.graph.def_op(x) {
        Some((_, OpData { op: Op::Reshape {}, operands, .. })) if dims != whole => operands[0],
        _ => x,
    };
    if let Some((d, p)) = pieces(f, joined)
        && (d, f.b.dims(joined)) == (along, whole)
        && p.len() == sizes.len()
        && p.iter().zip(sizes).all(|(&p, &n)| f.b.dims(p)[along] == n)
    {
        return Some(Way::Pieces(p.to_vec()));
    }
    let same = match f.b.graph.def_op(x).map(|(_, d)| &d.op) {
        Some(Op::Constant { value }) => value.splat_bytes().is_some(),
        Some(Op::BroadcastInDim { broadcast_dimensions: to }) => {
            dims_kept(dims, whole, to).is_some_and(|to| !to.contains(&(along as i64)))
        }
        _ => false,
    };
    let near = whole[along] <= MOST_STEP || whole[along + 1..].iter().any(|&n| n != 1);
    let rows = dims == whole && near && sizes.len() <= MOST_OTHERS;
    (same || rows).then_some(Way::Slice)
}
