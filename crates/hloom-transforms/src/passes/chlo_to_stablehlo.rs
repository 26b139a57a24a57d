//! CHLO ops become StableHLO ops.

use crate::expr::{Ex, Writer};
use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, rewrite_module, special};
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, Type, Value};

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
            sugar => super::expand(r, sugar, operands, &ty)?.map(Some).ok_or_else(|| no(r, &Type::Tensor(ty))),
        }
    }
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Expand)
}
