//! How often a loop's body runs: loops that count from a constant to a constant by a constant. And what they overwrite
//! wholly: the stacked outputs of a scan.

use crate::{Graph, Op, OpData, Region, Value, ValueDef};
use hloom_num::{BinaryOp, CompareDirection, DType, scalar};

/// The iterations of a `while` whose condition compares a counter with a constant; `None` for all other loops.
pub fn count(g: &Graph, op: &OpData) -> Option<u64> {
    let (cond, body) = (op.regions[0], op.regions[1]);
    let (_, test) = g.def_op(*g.region(cond).results.first()?)?;
    let Op::Compare { direction, .. } = test.op else { return None };
    let (x, y) = (test.operands[0], test.operands[1]);
    let (slot, limit, direction) = match (parameter(g, cond, x), parameter(g, cond, y)) {
        (Some(i), None) => (i, integer(g, y)?, direction),
        (None, Some(i)) => (i, integer(g, x)?, mirrored(direction)),
        _ => return None,
    };
    let dtype = g.tensor(g.region(body).params[slot]).dtype;
    let (start, step) = (integer(g, op.operands[slot])?, stride(g, body, slot)?);
    let distance = limit - start;
    let runs = match direction {
        CompareDirection::Lt if step > 0 => ceil(distance, step),
        CompareDirection::Le if step > 0 => ceil(distance + 1, step),
        CompareDirection::Gt if step < 0 => ceil(-distance, -step),
        CompareDirection::Ge if step < 0 => ceil(1 - distance, -step),
        CompareDirection::Ne if step != 0 && distance % step == 0 && distance / step >= 0 => distance / step,
        _ => return None,
    };
    // A counter that would leave its type wraps, and the loop goes on.
    let in_range = fits(dtype, start + runs * step);
    u64::try_from(runs).ok().filter(|_| in_range)
}

fn ceil(distance: i128, step: i128) -> i128 {
    if distance <= 0 { 0 } else { (distance + step - 1) / step }
}

fn mirrored(d: CompareDirection) -> CompareDirection {
    match d {
        CompareDirection::Lt => CompareDirection::Gt,
        CompareDirection::Le => CompareDirection::Ge,
        CompareDirection::Gt => CompareDirection::Lt,
        CompareDirection::Ge => CompareDirection::Le,
        same @ (CompareDirection::Eq | CompareDirection::Ne) => same,
    }
}

/// Which parameter of the region a value is.
fn parameter(g: &Graph, r: Region, v: Value) -> Option<usize> {
    match g.value(v).def {
        ValueDef::Param(..) => g.region(r).params.iter().position(|&p| p == v),
        ValueDef::Result(..) => None,
    }
}

/// What a pass through the body adds to a parameter.
fn stride(g: &Graph, body: Region, slot: usize) -> Option<i128> {
    let (_, next) = g.def_op(g.region(body).results[slot])?;
    let (x, y) = (*next.operands.first()?, *next.operands.get(1)?);
    let counter = |v: Value| parameter(g, body, v) == Some(slot);
    match next.op {
        Op::Binary(BinaryOp::Add) if counter(x) => integer(g, y),
        Op::Binary(BinaryOp::Add) if counter(y) => integer(g, x),
        Op::Binary(BinaryOp::Subtract) if counter(x) => integer(g, y).map(|n| -n),
        _ => None,
    }
}

/// A constant integer scalar.
fn integer(g: &Graph, v: Value) -> Option<i128> {
    let t = g.ty(v).as_tensor()?;
    let (_, op) = g.def_op(v)?;
    let Op::Constant { value } = &op.op else { return None };
    if !t.dtype.is_int() || t.num_elements() != 1 {
        return None;
    }
    match scalar::read(t.dtype, value.splat_bytes()?) {
        scalar::Scalar::Int(i) => Some(i.into()),
        scalar::Scalar::UInt(u) => Some(u.into()),
        _ => None,
    }
}

fn fits(dtype: DType, x: i128) -> bool {
    let bound = |s: Option<scalar::Scalar>| match s {
        Some(scalar::Scalar::Int(i)) => Some(i128::from(i)),
        Some(scalar::Scalar::UInt(u)) => Some(i128::from(u)),
        _ => None,
    };
    let (low, high) = (bound(scalar::Scalar::lowest(dtype)), bound(scalar::Scalar::highest(dtype)));
    low.zip(high).is_some_and(|(low, high)| (low..=high).contains(&x))
}

/// By slot of a `while`: every step writes the row of its number, nothing reads the slot, and there is a step for each
/// row. What such a slot holds before the loop does not matter.
pub fn overwritten(g: &Graph, op: &OpData) -> Vec<bool> {
    let (cond, body) = (op.regions[0], op.regions[1]);
    let counted = counter(g, op);
    let wholly = |slot: usize| {
        let (counter, trips) = counted?;
        let (array, count) = (g.region(body).params[slot], g.region(body).params[counter]);
        let (_, update) = g.def_op(g.region(body).results[slot])?;
        let (Op::DynamicUpdateSlice {}, [to, rows, row, ..]) = (&update.op, &update.operands[..]) else { return None };
        let (dims, rows) = (&g.tensor(*to).dims, &g.tensor(*rows).dims);
        // A row starts where it must: other coordinates are clamped to 0.
        let each = *to == array && i128::from(dims[0]) == trips && rows[0] == 1 && rows[1..] == dims[1..];
        let at = *row == count || from_end(g, *row, count, trips);
        let unread = uses(g, body, array) == 1 && uses(g, cond, g.region(cond).params[slot]) == 0;
        Some(each && at && unread)
    };
    (0..op.operands.len()).map(|slot| wholly(slot).unwrap_or(false)).collect()
}

/// The slot that counts from 0 by 1 while it is less than a constant, and that constant.
fn counter(g: &Graph, op: &OpData) -> Option<(usize, i128)> {
    let (cond, body) = (op.regions[0], op.regions[1]);
    let (_, test) = g.def_op(*g.region(cond).results.first()?)?;
    let (Op::Compare { direction: CompareDirection::Lt, .. }, &[x, limit]) = (&test.op, &test.operands[..]) else {
        return None;
    };
    let slot = parameter(g, cond, x)?;
    let counts = integer(g, op.operands[slot]) == Some(0) && stride(g, body, slot) == Some(1);
    counts.then_some((slot, integer(g, limit)?))
}

/// True if `row` is `trips - 1 - count`.
fn from_end(g: &Graph, row: Value, count: Value, trips: i128) -> bool {
    let Some((_, op)) = g.def_op(row) else { return false };
    matches!(op.op, Op::Binary(BinaryOp::Subtract))
        && integer(g, op.operands[0]) == Some(trips - 1)
        && op.operands[1] == count
}

/// How often a value is read in a region and those inside it.
fn uses(g: &Graph, r: Region, v: Value) -> usize {
    let data = g.region(r);
    let reads = |list: &[Value]| list.iter().filter(|x| **x == v).count();
    let of = |o: &OpData| reads(&o.operands) + o.regions.iter().map(|&r| uses(g, r, v)).sum::<usize>();
    data.ops.iter().map(|&o| of(g.op(o))).sum::<usize>() + reads(&data.results)
}
