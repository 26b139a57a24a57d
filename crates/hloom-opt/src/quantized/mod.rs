//! Quantized programs as programs on stored values.
//!
//! [`to_math`] replaces every quantized type by its storage type and every op on quantized tensors by plain ops on what
//! is stored: by the spec's formulas (dequantize, compute on numbers, quantize), or on integers where that gives the same
//! or, for products, something closer to the exact result. [`ops_to_qdq`] does only the first half: ops on quantized
//! tensors become `uniform_dequantize`, the op, and `uniform_quantize`.
//!
//! Absences
//! * Arithmetic on quantized values of dynamic shape is refused.

mod integer;
mod math;

use hloom_ir::rewrite::{Rewrite, Rewriter, Values, rewrite_func, rewrite_module};
use hloom_ir::{Diagnostics, Func, Kind, Module, Op, OpData, Region, TensorType, Type, Value};
use hloom_num::BinaryOp;
use smallvec::smallvec;

fn is_quantized(ty: &Type) -> bool {
    match ty {
        Type::Tensor(t) | Type::Buffer(t) => t.quantized.is_some(),
        Type::Tuple(items) | Type::Future(items) => items.iter().any(is_quantized),
        Type::Token | Type::Mlir(_) => false,
    }
}

fn storage(ty: &Type) -> Type {
    match ty {
        Type::Tensor(t) => Type::Tensor(t.storage()),
        Type::Tuple(items) => Type::Tuple(items.iter().map(storage).collect()),
        Type::Future(items) => Type::Future(items.iter().map(storage).collect()),
        Type::Buffer(t) => Type::Buffer(t.storage()),
        Type::Token | Type::Mlir(_) => ty.clone(),
    }
}

/// True if a value of the function is quantized.
pub fn concerns(f: &Func) -> bool {
    (0..f.graph.num_values()).any(|i| is_quantized(f.graph.ty(Value(i as u32))))
}

/// The program on stored values: no type of it is quantized.
///
/// # Errors
/// Arithmetic on quantized values of dynamic shape.
pub fn to_math(module: Module) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut ToMath)
}

/// As [`to_math`], for what `entry` reaches. `None` if nothing there is quantized.
///
/// # Errors
/// As [`to_math`].
pub(crate) fn reached_to_math(module: &Module, entry: &str) -> Result<Option<Module>, Diagnostics> {
    let Some(root) = module.funcs.iter().position(|f| &*f.name == entry) else { return Ok(None) };
    let concerned: Vec<usize> =
        module.reachable_funcs(root).into_iter().filter(|&i| concerns(&module.funcs[i])).collect();
    if concerned.is_empty() {
        return Ok(None);
    }
    let mut out = module.clone();
    for i in concerned {
        out.funcs[i] = rewrite_func(&module.funcs[i], &mut ToMath)?;
    }
    Ok(Some(out))
}

/// Arithmetic on quantized tensors by way of the numbers that are meant. Ops that move elements, and ops with regions on
/// elements, stay.
///
/// # Errors
/// None so far; the signature is that of a pass.
pub fn ops_to_qdq(module: Module) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut ToQdq)
}

/// How an op is taken to stored values.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// It moves stored values, or does not look at them.
    Stored,
    /// A region computes on elements.
    Regions,
    /// It computes on numbers.
    Numbers,
}

fn sort_of(op: &Op) -> Sort {
    match (op, op.kind()) {
        (Op::DynamicIota { .. }, _) => Sort::Numbers,
        (Op::Constant { .. }, _)
        | (_, Kind::Movement | Kind::Index | Kind::Control | Kind::Host | Kind::Collective)
            if !op.combines_elements() =>
        {
            Sort::Stored
        }
        _ if op.combines_elements() => Sort::Regions,
        _ => Sort::Numbers,
    }
}

/// The tensor types of values that the verifier knows to be tensors.
fn tensors<'s>(r: &Rewriter<'s>, values: &[Value]) -> Vec<&'s TensorType> {
    values.iter().filter_map(|&v| r.src.ty(v).as_tensor()).collect()
}

/// An op on the numbers that quantized operands mean; its results are numbers.
fn on_numbers(r: &mut Rewriter<'_>, op: &OpData, numbers: &[Value], regions: &[Region]) -> Values {
    let types: Vec<Type> = r.result_types(op).iter().map(expressed).collect();
    r.emit_with(op.op.clone(), numbers, regions, types, op.extra.as_deref())
}

fn expressed(ty: &Type) -> Type {
    ty.as_tensor().map_or_else(|| ty.clone(), |t| Type::Tensor(t.expressed()))
}

struct ToMath;

impl Rewrite for ToMath {
    fn ty(&mut self, ty: &Type) -> Result<Type, Diagnostics> {
        Ok(storage(ty))
    }

    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let src = r.src;
        if !op.operands.iter().chain(&op.results).any(|&v| is_quantized(src.ty(v))) {
            return Ok(None);
        }
        if let Op::CollectivePermute { .. } | Op::CollectiveBroadcast { .. } | Op::CollectiveReduce { .. } = &op.op {
            return filled(r, op, operands);
        }
        let sort = sort_of(&op.op);
        if sort == Sort::Stored {
            return Ok(None);
        }
        let (from, to) = (tensors(r, &op.operands), tensors(r, &op.results));
        if from.len() != operands.len() || to.len() != op.results.len() {
            return Err(r.unimplemented("quantized", format!("{} of tuples or tokens", op.op.name())));
        }
        let refused = |r: &Rewriter<'_>, why: String| r.unimplemented("quantized", why);
        if sort == Sort::Regions {
            let mut taken = Vec::with_capacity(operands.len());
            for (i, &v) in operands.iter().enumerate() {
                let like = op.op.combined_into(i, to.len()).and_then(|k| to.get(k));
                let converted = match like {
                    Some(like) if from[i].quantized.is_some() => {
                        math::requantize(&mut r.builder(), v, from[i], &sized(like, from[i]))
                    }
                    _ => Ok(v),
                };
                taken.push(converted.map_err(|why| refused(r, why))?);
            }
            let types: Vec<Type> = to.iter().map(|t| Type::Tensor(t.storage())).collect();
            return Ok(Some(r.emit_with(op.op.clone(), &taken, regions, types, op.extra.as_deref())));
        }
        if let (Op::UniformQuantize {} | Op::UniformDequantize {}, [x], [t], [result]) =
            (&op.op, operands, &from[..], &to[..])
        {
            let b = &mut r.builder();
            let converted = match (&t.quantized, &result.quantized) {
                (Some(_), Some(_)) => math::requantize(b, *x, t, result),
                (Some(_), None) => math::dequantize(b, *x, t),
                _ => math::quantize(b, *x, result),
            };
            return converted.map(|v| Some(smallvec![v])).map_err(|why| refused(r, why));
        }
        if let [result] = &to[..] {
            let b = &mut r.builder();
            let direct = match op.op.kind() {
                Kind::Contract | Kind::Window => integer::product(b, &op.op, operands, &from, result),
                _ => integer::elementwise(b, &op.op, operands, &from, result),
            };
            if let Some(v) = direct.map_err(|why| refused(r, why))? {
                return Ok(Some(smallvec![v]));
            }
        }
        let mut numbers = Vec::with_capacity(operands.len());
        for (&v, t) in operands.iter().zip(&from) {
            let number = if t.quantized.is_some() { math::dequantize(&mut r.builder(), v, t) } else { Ok(v) };
            numbers.push(number.map_err(|why| refused(r, why))?);
        }
        let mut results = on_numbers(r, op, &numbers, regions);
        for (v, t) in results.iter_mut().zip(&to) {
            if t.quantized.is_some() {
                *v = math::quantize(&mut r.builder(), *v, t).map_err(|why| refused(r, why))?;
            }
        }
        Ok(Some(results))
    }
}

/// An op that gives zeros to processes that get nothing: what is stored for zero need not be 0.
fn filled(r: &mut Rewriter<'_>, op: &OpData, operands: &[Value]) -> Result<Option<Values>, Diagnostics> {
    let zero = |t: &TensorType| t.quantized.as_ref().and_then(|q| q.params.first()).map_or(0, |p| p.zero_point);
    let zeros: Vec<i64> = tensors(r, &op.results).into_iter().map(zero).collect();
    if let Op::CollectiveReduce { .. } = op.op {
        return Err(r.unimplemented("quantized", format!("{} of quantized tensors", op.op.name())));
    }
    let flip = |r: &mut Rewriter<'_>, values: &[Value]| -> Values {
        let mut b = r.builder();
        let flipped = |(i, &x): (usize, &Value)| match zeros.get(i) {
            None | Some(0) => x,
            Some(&zero) => {
                let t = b.tensor(x).clone();
                let zero = b.splat(t.dtype, &t.dims, zero as f64);
                b.binary(BinaryOp::Xor, x, zero)
            }
        };
        values.iter().enumerate().map(flipped).collect()
    };
    let types: Vec<Type> = r.result_types(op).iter().map(storage).collect();
    let given = flip(r, operands);
    let given = r.emit_with(op.op.clone(), &given, &[], types, op.extra.as_deref());
    Ok(Some(flip(r, &given)))
}

/// The element type of `like` with the shape of `of`.
fn sized(like: &TensorType, of: &TensorType) -> TensorType {
    TensorType { dtype: like.dtype, quantized: like.quantized.clone(), ..of.clone() }
}

struct ToQdq;

impl Rewrite for ToQdq {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let src = r.src;
        let concerned = op.operands.iter().chain(&op.results).any(|&v| is_quantized(src.ty(v)));
        let converts = matches!(op.op, Op::UniformQuantize {} | Op::UniformDequantize {});
        if !concerned || converts || sort_of(&op.op) != Sort::Numbers {
            return Ok(None);
        }
        let mut numbers = Vec::with_capacity(operands.len());
        for (&v, &old) in operands.iter().zip(&op.operands) {
            let ty = src.ty(old);
            numbers.push(match is_quantized(ty) {
                true => r.emit(Op::UniformDequantize {}, &[v], [expressed(ty)])[0],
                false => v,
            });
        }
        let mut results = on_numbers(r, op, &numbers, regions);
        for (v, ty) in results.iter_mut().zip(r.result_types(op)) {
            if is_quantized(&ty) {
                *v = r.emit(Op::UniformQuantize {}, &[*v], [ty])[0];
            }
        }
        Ok(Some(results))
    }
}
