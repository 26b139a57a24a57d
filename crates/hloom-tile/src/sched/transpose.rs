//! Maps that read along one axis and write along another: squares of lanes that change their vector axis in registers.

use super::access::{Access, Info};
use super::{LINE_BYTES, Level, ask, at, by_out_stride, grid, lp, parted, unroll, vector_tail};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::lower::{MAX_STEP, MOST_PARTS, prep};
use crate::nest::{Bind, Nest, Tail};

/// Lines that are read one after the other: with two of them, what the hardware fetches beyond is gone before it is read.
const LINES: i64 = 4;

/// Lanes of a square at most: one of 64 bytes has twice as many vectors as there are registers, takes 1.7 times as long to
/// compile and a little longer to run.
const LARGEST_SQUARE: i64 = 32;

/// A nest, if the kernel is a transposition of at least a square of lanes; loads across lanes become Defs of their own.
pub(super) fn nest(k: &mut Kernel, info: &Info, t: &Target, tasks: i64) -> Option<Vec<Nest>> {
    let bytes = info.widest(k);
    let most = i64::from(t.lanes(bytes)).min(LARGEST_SQUARE);
    let all_maps = (0..k.defs.len()).all(|d| !info.needed[d] || matches!(k.defs[d].body, Body::Map(_)));
    // Of fewer elements side by side, vectors of points are loaded and stored as a whole.
    let unit = |x: &Access, least: i64| {
        info.rows.iter().copied().find(|a| x.strides[a.0 as usize] == Some(1) && k.extent(*a) >= most.min(least))
    };
    let store = info.accesses.iter().find(|x| x.is_store)?;
    let v = unit(store, MOST_PARTS + 1)?;
    let same_out = info.accesses.iter().all(|x| !x.is_store || x.strides[v.0 as usize] == Some(1));
    let one_point = k.outs.iter().all(|o| info.is_by_row(k, o.def));
    if !all_maps || !same_out || !one_point {
        return None;
    }
    let across: Vec<&Access> =
        info.accesses.iter().filter(|x| !x.is_store && !matches!(x.strides[v.0 as usize], Some(-1..=1))).collect();
    let first = across.first()?;
    let u = unit(first, MAX_STEP + 1)?;
    let turned: Vec<(DefId, ExprId)> = across
        .iter()
        .filter(|x| x.strides[u.0 as usize] == Some(1) && info.rows.iter().all(|r| k.def(x.def).axes.contains(r)))
        .filter_map(|x| x.expr.map(|e| (x.def, e)))
        .collect();
    if u == v || turned.is_empty() {
        return None;
    }
    // A narrow matrix has smaller squares, and its lines have several rows.
    let w = 1 << most.min(k.extent(u)).min(k.extent(v)).ilog2();
    let line = w.max(LINE_BYTES / i64::from(bytes));
    let narrow = w < most;
    let mut raws = Vec::new();
    for (d, e) in turned {
        let axes = k.def(d).axes.clone();
        let elem = k.elem(e);
        let raw = k.add_def("turned", axes.clone(), vec![elem], Body::Map(vec![e]));
        let read = k.add_expr(elem, Expr::Read(raw, 0, axes.iter().map(|a| Ix::axis(*a)).collect()));
        let Body::Map(exprs) = k.def(d).body.clone() else { return None };
        let exprs = exprs.into_iter().map(|x| prep::replace(k, x, e, read)).collect();
        k.defs[d.0 as usize].body = Body::Map(exprs);
        raws.push(raw);
    }
    let largest = k.outs.iter().map(|o| k.bufs[o.buf.0 as usize].bytes() as u64);
    // A line between two squares is written in two parts if rows do not begin with lines. It must have been fetched by then, and as
    // stores are made in order, one that waits for it keeps all others, so it is asked for; stores past the caches would write both
    // parts to memory. Whole lines need not be fetched and are not asked for. On two cores of an Emerald Rapids: 1001 x 1000 f32
    // 0.45 -> 0.14 ms, 4001 x 2003 13.2 -> 1.5, 3001 x 3001 15.5 -> 1.6; 1024 x 1024, with all lines asked for, a tenth slower.
    let in_parts: Vec<&Out> = k.outs.iter().filter(|o| !narrow && parted(k, o, u)).collect();
    let stream = in_parts.is_empty() && largest.max().unwrap_or(0) > t.l3_bytes / 2;
    let lanes = |a: AxisId, what: Vec<Nest>| vec![lp(a, 1, Bind::Vector, vector_tail(t), what)];
    let stores = (0..k.outs.len() as u32).map(|out| Nest::Store { out, stream }).collect();
    // Lines are written whole, one after the other: a half that is stored past the caches would wait for the other one. In
    // the caches that is worth it if the squares side by side are not far too many for the registers.
    let wide = if !narrow && (stream || line <= 2 * i64::from(t.vector_regs)) { line } else { w };
    let store = if wide > w { unroll(v, w, lanes(v, stores)) } else { lanes(v, stores) };
    let mut body = unroll(v, 1, lanes(u, raws.into_iter().map(at).collect()));
    body.extend(unroll(u, 1, store));
    let next = |a: AxisId| Ix::axis(a).offset(if a == v { 2 * wide - 1 } else { 0 });
    body.extend(unroll(u, 1, in_parts.iter().map(|o| ask(k, o.buf, &o.index, &next)).collect()));
    // Inside a block, what was read along one axis is written along the other while its lines are still near.
    // What is left over at an end is done with some of what is done already: other squares would be code of their own.
    let in_place = k.bufs.iter().any(|b| b.role == Role::InOut);
    let tail = |a: AxisId, step: i64| if in_place || k.extent(a) < step { Tail::Peel } else { Tail::Shift };
    let body = vec![lp(u, w, Bind::Serial, tail(u, w), body)];
    let plain = |axis: AxisId, unit: i64| Level { tail: tail(axis, unit), ..Level::new(axis, unit) };
    let others = by_out_stride(k, info, &info.rows).into_iter().filter(|a| *a != v && *a != u);
    let mut levels: Vec<Level> = others.map(|a| plain(a, 1)).collect();
    levels.push(plain(u, LINES * wide));
    levels.push(plain(v, wide));
    Some(grid(k, levels, tasks, body))
}
