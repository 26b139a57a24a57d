//! Reductions along what has been stacked: the pieces are combined where they are, and nothing need be stacked.

use crate::fold::Folder;
use hloom_ir::{Op, OpData, Value};
use hloom_num::{BinaryOp, DType};

pub(crate) const NAME: &str = "reduce_pieces";

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
    if !alone || !f.b.rewrites.fire(NAME) {
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
