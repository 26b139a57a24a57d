//! CHLO ops become StableHLO ops.

use crate::expr::{Ex, Writer};
use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, rewrite_module, special};
use hloom_ir::attrs::I64s;
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, TensorType, Type, Value};

pub(super) const PASS: Pass = Pass {
    name: "chlo-legalize-to-stablehlo",
    summary: "Writes CHLO ops by StableHLO ops; those of static shapes, floats narrower than f64 through f64",
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
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let name = op.op.name();
        if !name.starts_with("chlo.") {
            return Ok(None);
        }
        let no = |r: &Rewriter<'_>, ty: &Type| {
            r.unimplemented("no-expansion", format!("{name} of {ty} has no expansion into StableHLO ops"))
        };
        let Some(ty) = op.results.first().and_then(|&v| r.src.ty(v).as_tensor()).cloned() else {
            return Err(r.unimplemented("no-expansion", format!("{name} has no expansion into StableHLO ops")));
        };
        let element = |v: Value| Ex::value(v, r.src.tensor(v).dtype);
        let mut parts = op.operands.iter().zip(operands).map(|(&old, &new)| Ex::value(new, element(old).dtype()));
        match &op.op {
            Op::Unary(u) => {
                let (u, x) = (*u, parts.next());
                let e = x.and_then(|x| special::unary(u, &x)).ok_or_else(|| no(r, &Type::Tensor(ty.clone())))?;
                let v = Writer::new(r, &ty.dims)?.write(&e);
                Ok(Some(Values::from_slice(&[v])))
            }
            Op::Binary(b) => {
                let (b, x, y) = (*b, parts.next(), parts.next());
                let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
                let mut w = Writer::new(r, &ty.dims)?;
                match special::binary(&mut w, b, &x, &y) {
                    Some(e) => Ok(Some(Values::from_slice(&[w.write(&e)]))),
                    None => Err(no(r, &Type::Tensor(ty))),
                }
            }
            Op::Broadcasting { op: inner, broadcast_dimensions } => {
                let args = spread(r, operands, broadcast_dimensions.as_deref(), &ty)?;
                let (x, y) = (r.graph.tensor(args[0]).dtype, r.graph.tensor(args[1]).dtype);
                let mut w = Writer::new(r, &ty.dims)?;
                let (x, y) = (Ex::value(args[0], x), Ex::value(args[1], y));
                // Some of them are CHLO's own.
                let e = special::binary(&mut w, *inner, &x, &y).unwrap_or_else(|| x.binary(*inner, &y));
                Ok(Some(Values::from_slice(&[w.write(&e)])))
            }
            Op::BroadcastCompare { broadcast_dimensions, direction, compare_type } => {
                let args = spread(r, operands, broadcast_dimensions.as_deref(), &ty)?;
                let compare = Op::Compare { direction: *direction, compare_type: *compare_type };
                Ok(Some(r.emit(compare, &args, [Type::Tensor(ty)])))
            }
            Op::BroadcastSelect {} => {
                let args = spread(r, operands, None, &ty)?;
                Ok(Some(r.emit(Op::Select {}, &args, [Type::Tensor(ty)])))
            }
            sugar => super::expand(r, sugar, operands, &ty)?.map(Some).ok_or_else(|| no(r, &Type::Tensor(ty))),
        }
    }
}

/// The operands in the result's shape. `along` says which dimensions those of the operand of lower rank are; else they are
/// the last ones.
fn spread(
    r: &mut Rewriter<'_>,
    operands: &[Value],
    along: Option<&[i64]>,
    result: &TensorType,
) -> Result<Vec<Value>, Diagnostics> {
    let mut out = Vec::with_capacity(operands.len());
    for &v in operands {
        let t = r.graph.tensor(v).clone();
        if !t.is_static() || !result.is_static() {
            return Err(r.unimplemented("dynamic-shape", "broadcasting of dynamic shapes; refine the shapes first"));
        }
        if t.dims == result.dims {
            out.push(v);
            continue;
        }
        let missing = result.rank().saturating_sub(t.rank()) as i64;
        let dims: I64s = match along {
            Some(along) if along.len() == t.rank() && missing > 0 => along.iter().copied().collect(),
            _ => (0..t.rank() as i64).map(|d| d + missing).collect(),
        };
        let ty = Type::tensor(t.dtype, &result.dims);
        out.push(r.emit(Op::BroadcastInDim { broadcast_dimensions: dims }, &[v], [ty])[0]);
    }
    Ok(out)
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Expand)
}
