//! Functions of complex numbers become functions of real ones.

use crate::expr::{Ex, Writer, as_stated};
use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, complex, rewrite_module};
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, Value};
use hloom_num::UnaryOp;

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-complex-math-expander",
    summary: "Writes exponentials, logarithms, powers, roots and circular functions of complex numbers by real ones",
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
        let Some(ty) = op.operands.first().and_then(|&v| r.src.ty(v).as_tensor()) else { return Ok(None) };
        if !ty.dtype.is_complex() {
            return Ok(None);
        }
        let (dtype, result) = (ty.dtype, r.result_types(op));
        let x = |i: usize| Ex::value(operands[i], dtype);
        let e = match &op.op {
            // Exact as they are.
            Op::Unary(UnaryOp::Abs | UnaryOp::Conj) => None,
            Op::Unary(u) => complex::unary(*u, &x(0)),
            Op::Binary(b) => complex::binary(*b, &x(0), &x(1)),
            _ => None,
        };
        let Some(e) = e else { return Ok(None) };
        let v = Writer::new(r, operands[0]).write(&e);
        Ok(Some(Values::from_slice(&[as_stated(r, v, &result[0])])))
    }
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Expand)
}
