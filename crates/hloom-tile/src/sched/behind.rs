//! What stands behind the reductions of rows, and has one point a row: functions take vectors of rows.
//!
//! Results of some rows go through scratch memory first. A function of one number takes as long as that of a vector: the
//! logarithm behind a sum of 16 terms took longer than the sum.

use super::access::{self, Info};
use super::rows::read_in_place;
use super::{FINISHED, maps, out_stride, shares_evenly};
use crate::Target;
use crate::kernel::*;

/// A kernel whose rows are finished in vectors.
pub(super) struct Behind {
    pub(super) kernel: Kernel,
    /// Maps that keep what the Defs below read.
    pub(super) kept: Vec<DefId>,
    /// Maps that no reduction needs.
    pub(super) last: Vec<DefId>,
}

/// The kernel with results of rows in Maps of their own, if there are functions behind them and outs lie along the last of `rows`.
pub(super) fn behind(k: &Kernel, info: &Info, t: &Target, rows: &[AxisId], tasks: i64) -> Option<Behind> {
    let (&row, others) = rows.split_last()?;
    let outs: Vec<DefId> = k.outs.iter().map(|o| o.def).collect();
    let along = k.outs.iter().all(|o| out_stride(k, o, row) == Some(1));
    let by_row = |d: DefId| info.is_by_row(k, d);
    let whole = outs.iter().all(|d| by_row(*d) && k.def(*d).axes.contains(&row));
    let lanes = i64::from(t.lanes(info.widest(k)));
    let block = FINISHED * lanes;
    let many = k.extent(row) >= block && shares_evenly(k, others, (row, block), tasks);
    if !along || !whole || lanes < 2 || !many || info.function_code(k, &outs) == 0.0 {
        return None;
    }
    let before = feeding(k, info);
    let is_last = |d: &DefId| !access::is_reduce(k, *d) && !before[d.0 as usize] && by_row(*d);
    // Others that outs and these read.
    let (mut todo, mut last, mut read) = (outs, Vec::new(), Vec::new());
    while let Some(d) = todo.pop() {
        let list = if is_last(&d) { &mut last } else { &mut read };
        if !list.contains(&d) {
            list.push(d);
            todo.extend(info.reads[d.0 as usize].iter().filter(|_| is_last(&d)));
        }
    }
    let in_place = read_in_place(k, info);
    if last.is_empty() || !read.iter().all(|d| by_row(*d) && in_place[d.0 as usize] && k.def(*d).tys.len() == 1) {
        return None;
    }
    // From the last one on, so that the numbers of the others stay.
    read.sort_unstable();
    let mut kernel = k.clone();
    for &d in read.iter().rev() {
        kernel = maps::kept(&kernel, d, "row").0;
    }
    let moved = |d: DefId| DefId(d.0 + read.iter().filter(|r| **r < d).count() as u32);
    let kept = read.iter().map(|d| DefId(moved(*d).0 + 1)).collect();
    let last = last.into_iter().map(moved).collect();
    Some(Behind { kernel, kept, last })
}

/// By Def: a needed reduction reads it, or what it reads.
fn feeding(k: &Kernel, info: &Info) -> Vec<bool> {
    let mut out = vec![false; k.defs.len()];
    for d in info.needed().into_iter().rev() {
        if out[d.0 as usize] || access::is_reduce(k, d) {
            info.reads[d.0 as usize].iter().for_each(|r| out[r.0 as usize] = true);
        }
    }
    out
}
