//! Composites become calls of their decompositions.

use crate::{Pass, PassOption, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, Value};

const EXCEPT: PassOption =
    PassOption { name: "except", default: "", help: "names of composites that stay, separated by ';'" };

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-legalize-composite-to-call",
    summary: "Replaces composites by calls of the functions that they name as their decompositions",
    options: &[EXCEPT],
    run,
};

struct ToCall {
    except: Vec<String>,
}

impl Rewrite for ToCall {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let Op::Composite { name, decomposition, .. } = &op.op else { return Ok(None) };
        if self.except.iter().any(|e| **e == **name) {
            return Ok(None);
        }
        let types = r.result_types(op);
        Ok(Some(r.emit(Op::Call { callee: decomposition.clone() }, operands, types)))
    }
}

fn run(module: Module, options: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut ToCall { except: options.list(&EXCEPT) })
}
