//! CHLO ops become StableHLO ops.

use crate::expr::{Ex, Writer, as_stated, shape_from, sizes_of, spread};
use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, rewrite_module, special};
use hloom_ir::attrs::{CompareType, I64s};
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, Severity, TensorType, Type, Value, ValueMap, chlo};
use hloom_num::{CompareDirection, DType, Literal};

pub(super) const PASS: Pass = Pass {
    name: "chlo-legalize-to-stablehlo",
    summary: "Writes CHLO ops by StableHLO ops; special functions of floats narrower than f64 through f64",
    options: &[],
    run,
};

struct Expand;

impl Rewrite for Expand {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let name = op.op.name();
        if !name.starts_with("chlo.") {
            return Ok(None);
        }
        let no = |r: &Rewriter<'_>, ty: &Type| {
            r.unimplemented("no-expansion", format!("{name} of {ty} has no expansion into StableHLO ops"))
        };
        if let Op::Scan { .. } = op.op {
            return scan(r, op, operands, regions).map(Some);
        }
        let Some(ty) = op.results.first().and_then(|&v| r.src.ty(v).as_tensor()).cloned() else {
            return Err(r.unimplemented("no-expansion", format!("{name} has no expansion into StableHLO ops")));
        };
        let stated = Type::Tensor(ty.clone());
        let element = |v: Value| Ex::value(v, r.src.tensor(v).dtype);
        let mut parts = op.operands.iter().zip(operands).map(|(&old, &new)| Ex::value(new, element(old).dtype()));
        let one = match &op.op {
            Op::Unary(u) => {
                let (u, x) = (*u, parts.next());
                let e = x.and_then(|x| special::unary(u, &x)).ok_or_else(|| no(r, &stated))?;
                Writer::new(r, operands[0]).write(&e)
            }
            Op::Binary(b) => {
                let (b, x, y) = (*b, parts.next(), parts.next());
                let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
                let mut w = Writer::new(r, operands[0]);
                match special::binary(&mut w, b, &x, &y) {
                    Some(e) => w.write(&e),
                    None => return Err(no(r, &stated)),
                }
            }
            // On quantized tensors the plain op has the meaning.
            Op::Broadcasting { op: inner, .. } if ty.quantized.is_some() => {
                let args = spread_all(r, &op.op, operands, &ty);
                r.emit(Op::Binary(*inner), &args, [stated.clone()])[0]
            }
            Op::Broadcasting { op: inner, .. } => {
                let args = spread_all(r, &op.op, operands, &ty);
                let (x, y) = (r.graph.tensor(args[0]).dtype, r.graph.tensor(args[1]).dtype);
                let mut w = Writer::new(r, args[0]);
                let (x, y) = (Ex::value(args[0], x), Ex::value(args[1], y));
                // Some of them are CHLO's own.
                let e = special::binary(&mut w, *inner, &x, &y).unwrap_or_else(|| x.binary(*inner, &y));
                w.write(&e)
            }
            Op::BroadcastCompare { direction, compare_type, .. } => {
                let args = spread_all(r, &op.op, operands, &ty);
                let compare = Op::Compare { direction: *direction, compare_type: *compare_type };
                r.emit(compare, &args, [stated.clone()])[0]
            }
            Op::BroadcastSelect {} => {
                let args = spread_all(r, &op.op, operands, &ty);
                r.emit(Op::Select {}, &args, [stated.clone()])[0]
            }
            Op::ConstantLike { value } if !ty.is_static() => {
                let scalar = TensorType::new(ty.dtype, &[]);
                let number = hloom_ir::chlo::constant_like(value, &scalar).ok_or_else(|| no(r, &stated))?;
                let number = r.builder().constant(number);
                let sizes = sizes_of(r, operands[0]);
                let shape = shape_from(r, &sizes);
                spread(r, number, &[], shape, ty.clone())
            }
            Op::TopK { k } if !ty.is_static() => return top_k(r, operands[0], *k, &r.result_types(op)).map(Some),
            sugar => {
                return super::expand(r, sugar, operands, &ty)?.map(Some).ok_or_else(|| no(r, &stated));
            }
        };
        Ok(Some(Values::from_slice(&[as_stated(r, one, &stated)])))
    }
}

/// The operands in the result's shape.
fn spread_all(r: &mut Rewriter<'_>, op: &Op, operands: &[Value], result: &TensorType) -> Vec<Value> {
    let types: Vec<TensorType> = operands.iter().map(|&v| r.graph.tensor(v).clone()).collect();
    let along: Vec<I64s> = types.iter().map(|t| chlo::mapping(op, t.rank(), result.rank())).collect();
    let is_static = result.is_static() && types.iter().all(TensorType::is_static);
    let shape = if is_static { None } else { Some(common_shape(r, operands, &along, result)) };
    let mut out = Vec::with_capacity(operands.len());
    for ((&v, t), along) in operands.iter().zip(types).zip(along) {
        let ty = TensorType { dims: result.dims.clone(), bounds: result.bounds.clone(), ..t.clone() };
        out.push(match shape {
            _ if is_static && t.dims == result.dims => v,
            None => r.emit(Op::BroadcastInDim { broadcast_dimensions: along }, &[v], [Type::Tensor(ty)])[0],
            Some(shape) => spread(r, v, &along, shape, ty),
        });
    }
    out
}

/// The sizes that operands are broadcast to: of each dimension the one that is not 1.
fn common_shape(r: &mut Rewriter<'_>, operands: &[Value], along: &[I64s], result: &TensorType) -> Value {
    let sizes: Vec<Vec<Value>> = operands.iter().map(|&v| sizes_of(r, v)).collect();
    let mut out = Vec::with_capacity(result.rank());
    for (i, &d) in result.dims.iter().enumerate() {
        let mut b = r.builder();
        let one = b.splat(DType::I32, &[], 1.0);
        if d >= 0 {
            out.push(b.splat(DType::I32, &[], d as f64));
            continue;
        }
        let of = along.iter().zip(&sizes).filter_map(|(a, s)| s.get(a.iter().position(|&x| x == i as i64)?));
        let joined = of.copied().reduce(|x, y| {
            let is_one = b.compare(CompareDirection::Eq, x, one);
            b.select(is_one, y, x)
        });
        out.push(joined.unwrap_or(one));
    }
    shape_from(r, &out)
}

/// A stable descending sort of values with their positions, and the first `k` of both.
fn top_k(r: &mut Rewriter<'_>, x: Value, k: i64, types: &[Type]) -> Result<Values, Diagnostics> {
    let t = r.graph.tensor(x).clone();
    let last = t.rank() as i64 - 1;
    let sizes = sizes_of(r, x);
    let shape = shape_from(r, &sizes);
    let places = Type::Tensor(t.with_dtype(DType::I32));
    let iota = r.emit(Op::DynamicIota { iota_dimension: last }, &[shape], [places.clone()])[0];
    let mut b = r.builder();
    let compare_type = t.dtype.is_float().then_some(CompareType::TotalOrder);
    let scalars = [t.dtype, t.dtype, DType::I32, DType::I32].map(|d| Type::tensor(d, &[]));
    let greater = b.nested(&scalars, |b, p| {
        b.op(Op::Compare { direction: CompareDirection::Gt, compare_type }, &p[..2], &[], None)
    });
    let sort = Op::Sort { dimension: last, is_stable: true };
    let sorted = r.emit_with(sort, &[x, iota], &[greater], [Type::Tensor(t), places], None);
    let mut limit = sizes;
    let mut b = r.builder();
    limit.pop();
    limit.push(b.splat(DType::I32, &[], k as f64));
    let rank = [limit.len() as i64];
    let (start, strides) = (b.splat(DType::I32, &rank, 0.0), b.splat(DType::I32, &rank, 1.0));
    let limit = shape_from(r, &limit);
    let first =
        |(&v, ty): (&Value, &Type)| r.emit(Op::RealDynamicSlice {}, &[v, start, limit, strides], [ty.clone()])[0];
    Ok(sorted.iter().zip(types).map(first).collect())
}

/// A loop over the slices: carried are the position, the outputs so far, and what the body carries.
fn scan(r: &mut Rewriter<'_>, op: &OpData, operands: &[Value], regions: &[Region]) -> Result<Values, Diagnostics> {
    let Op::Scan { dimension, is_reverse, operand_segments, result_segments, .. } = &op.op else {
        return Err(r.error("no-scan", "no scan"));
    };
    let types = r.result_types(op);
    let tensors: Vec<TensorType> = types.iter().filter_map(Type::as_tensor).cloned().collect();
    let inputs: Vec<TensorType> = operands.iter().map(|&v| r.graph.tensor(v).clone()).collect();
    if tensors.len() != types.len() || tensors.iter().chain(&inputs).any(|t| !t.is_static() || t.quantized.is_some()) {
        return Err(r.unimplemented("dynamic-shape", "a scan over a dynamic shape; refine the shapes first"));
    }
    let (axis, outputs) = (*dimension as usize, result_segments.0);
    let (elements, inits) = operands.split_at(operand_segments.0);
    let Some(length) = inputs.first().map(|t| t.dims[axis]) else {
        return Err(r.unimplemented("no-expansion", "a scan of nothing"));
    };
    let mut b = r.builder();
    let mut state = vec![b.splat(DType::I64, &[], 0.0)];
    for t in &tensors[..outputs] {
        let zero = Literal::splat(t.dtype, &t.dims, &vec![0; t.dtype.byte_size()]);
        let zero = zero.map_err(|e| Diagnostics::one(Severity::Error, "constant", e.to_string(), op.loc))?;
        state.push(b.constant(zero));
    }
    state.extend(inits);
    let carried: Vec<Type> = state.iter().map(|&v| b.graph().ty(v).clone()).collect();
    let condition = b.nested(&carried, |b, p| {
        let end = b.splat(DType::I64, &[], length as f64);
        vec![b.compare(CompareDirection::Lt, p[0], end)]
    });
    let body = b.nested(&carried, |b, p| {
        let at = match is_reverse {
            true => {
                let last = b.splat(DType::I64, &[], (length - 1) as f64);
                b.subtract(last, p[0])
            }
            false => p[0],
        };
        let zero = b.splat(DType::I64, &[], 0.0);
        let starts = |rank: usize| (0..rank).map(|i| if i == axis { at } else { zero }).collect::<Vec<_>>();
        let mut args = Vec::with_capacity(operands.len());
        for (&x, t) in elements.iter().zip(&inputs) {
            let mut sizes = t.dims.clone();
            sizes[axis] = 1;
            let slice = b.dynamic_slice(x, &starts(t.rank()), &sizes);
            sizes.remove(axis);
            args.push(b.reshape(slice, &sizes));
        }
        args.extend(&p[1 + outputs..]);
        // The rebuilt body sees the values around it, which stay what they are.
        let rebuilt = b.graph().clone();
        let mut map = ValueMap::new();
        (0..rebuilt.num_values() as u32).for_each(|v| map.insert(Value(v), Value(v)));
        let into = b.region();
        let given = b.graph_mut().inline_region(&rebuilt, regions[0], &args, into, &mut map);
        let step = b.splat(DType::I64, &[], 1.0);
        let mut next = vec![b.add(p[0], step)];
        for (i, (&y, t)) in given.iter().zip(&tensors).enumerate() {
            if i >= outputs {
                next.push(y);
                continue;
            }
            let mut sizes = t.dims.clone();
            sizes[axis] = 1;
            let slice = b.reshape(y, &sizes);
            next.push(b.dynamic_update_slice(p[1 + i], slice, &starts(t.rank())));
        }
        next
    });
    let results = b.op(Op::While {}, &state, &[condition, body], None);
    Ok(results[1..].iter().copied().collect())
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Expand)
}
