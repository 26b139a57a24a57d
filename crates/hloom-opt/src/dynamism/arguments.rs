//! Argument types and values of one function.

use crate::empty_like;
use hloom_ir::infer::compatible;
use hloom_ir::{Attr, Diagnostics, Func, Loc, Module, Op, Severity, Type, Value, ValueMap};
use hloom_mlir::{Dense, RankedTensor, Type as SynType};
use hloom_num::{DType, Literal};
use std::sync::Arc;

/// The custom call that hides the refined type of an argument from the body until shapes are refined.
pub(super) const WRAPPER: &str = "stablehlo.shape_refinement_operand_wrapper";
/// Names the operands of a custom call that hold the shapes of its results.
pub(super) const SHAPE_OPERANDS: &str = "indices_of_shape_operands";

fn bad(code: &str, message: String, loc: Loc) -> Diagnostics {
    Diagnostics::one(Severity::Error, code, message, loc)
}

/// A vector of 64-bit integers.
pub(super) fn vector(values: &[i64]) -> Literal {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    Literal::new(DType::I64, &[values.len() as i64], bytes).expect("invariant: eight bytes a number")
}

/// `dense<1> : tensor<1xi64>`.
fn second_operand() -> Attr {
    let ty = RankedTensor { dims: vec![Some(1)], elem: SynType::Scalar(DType::I64), encoding: None };
    let data = Arc::from(&1i64.to_le_bytes()[..]);
    Attr::Dense(Arc::new(Dense { ty: SynType::RankedTensor(Arc::new(ty)), data, splat: true }))
}

/// Replaces one function of a module by what `build` makes of it.
fn with_func(
    module: &Module,
    name: &str,
    build: impl FnOnce(&Func) -> Result<Func, Diagnostics>,
) -> Result<Module, Diagnostics> {
    let Some(i) = module.funcs.iter().position(|f| &*f.name == name) else {
        return Err(bad("no-entry", format!("there is no function @{name}"), Loc::UNKNOWN));
    };
    let mut out = module.clone();
    out.funcs[i] = build(&module.funcs[i])?;
    Ok(out)
}

/// Gives function `entry` arguments of the types `args`, which must fit those it states. The body sees the stated types
/// through a custom call, as the reference does it.
///
/// # Errors
/// `no-entry`; `argument-count` and `argument-type` if `args` do not fit.
pub fn refine_arguments(module: &Module, entry: &str, args: &[Type]) -> Result<Module, Diagnostics> {
    with_func(module, entry, |f| {
        let params = f.params();
        if params.len() != args.len() {
            let message = format!("@{entry} takes {} arguments, {} were given", params.len(), args.len());
            return Err(bad("argument-count", message, f.loc));
        }
        let mut out = empty_like(f);
        let mut map = ValueMap::new();
        let body = out.body;
        let new: Vec<Value> = args.iter().map(|t| out.graph.add_param(body, t.clone())).collect();
        for (i, ((&p, &v), ty)) in params.iter().zip(&new).zip(args).enumerate() {
            let stated = f.graph.ty(p);
            let within_bounds = match (stated, ty) {
                (Type::Tensor(s), Type::Tensor(t)) => {
                    (0..s.rank().min(t.rank())).all(|i| s.bound(i).is_none_or(|b| t.dims[i] <= b))
                }
                _ => true,
            };
            if !compatible(stated, ty) || !within_bounds {
                let message = format!("argument {i} of @{entry} has type {stated}, {ty} was given");
                return Err(bad("argument-type", message, f.loc));
            }
            let seen = match ty.as_tensor().filter(|t| t.is_static() && stated != ty) {
                None => v,
                Some(t) => {
                    let shape = vector(&t.dims);
                    let shape_ty = Type::tensor(DType::I64, shape.shape());
                    let c = out.graph.add_op(body, Op::Constant { value: shape }, &[], &[], [shape_ty], f.loc);
                    let shape = out.graph.op(c).results[0];
                    let op = Op::CustomCall {
                        call_target_name: WRAPPER.into(),
                        has_side_effect: false,
                        backend_config: None,
                        api_version: None,
                        called_computations: None,
                        operand_layouts: None,
                        result_layouts: None,
                        output_operand_aliases: None,
                    };
                    let w = out.graph.add_op(body, op, &[v, shape], &[], [stated.clone()], f.loc);
                    out.graph.set_extra(w, vec![(SHAPE_OPERANDS.into(), second_operand())]);
                    out.graph.op(w).results[0]
                }
            };
            map.insert(p, seen);
        }
        finish(f, out, map)
    })
}

/// Puts constants where arguments are used; the signature stays.
///
/// # Errors
/// `no-entry`; `argument-type` if a value does not fit.
pub fn bind_arguments(module: &Module, entry: &str, values: &[Option<Literal>]) -> Result<Module, Diagnostics> {
    if values.iter().all(Option::is_none) {
        return Ok(module.clone());
    }
    with_func(module, entry, |f| {
        let mut out = empty_like(f);
        let mut map = ValueMap::new();
        let body = out.body;
        for (i, &p) in f.params().iter().enumerate() {
            let ty = f.graph.ty(p).clone();
            let v = out.graph.add_param(body, ty.clone());
            map.insert(p, v);
            let Some(Some(value)) = values.get(i) else { continue };
            let is = Type::tensor(value.dtype(), value.shape());
            if !compatible(&ty, &is) {
                return Err(bad("argument-type", format!("argument {i} of @{entry} is {ty}, not {is}"), f.loc));
            }
            let c = out.graph.add_op(body, Op::Constant { value: value.clone() }, &[], &[], [is], f.loc);
            map.insert(p, out.graph.op(c).results[0]);
        }
        finish(f, out, map)
    })
}

/// The body of `f` after what `out` has already.
fn finish(f: &Func, mut out: Func, mut map: ValueMap) -> Result<Func, Diagnostics> {
    let body = out.body;
    for &id in &f.graph.region(f.body).ops {
        out.graph.clone_op(&f.graph, id, body, &mut map, |loc| loc);
    }
    out.graph.set_results(body, f.results().iter().map(|&v| map.get(v)).collect());
    Ok(out)
}
