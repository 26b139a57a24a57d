//! What has one point a row and stands behind the reductions of rows, or between them and the rest of a row: functions take vectors of rows.
//!
//! Results of some rows go through scratch memory first. A function of one number takes as long as that of a vector: the
//! logarithm behind a sum of 16 terms took longer than the sum.

use super::access::{self, Info};
use super::rows::read_in_place;
use super::{FINISHED, lie_along, maps, shares_evenly};
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
    let by_row = |d: DefId| info.is_by_row(k, d);
    let whole = outs.iter().all(|d| by_row(*d) && k.def(*d).axes.contains(&row));
    let shares = blocks(k, info, t, (others, row), tasks);
    if !lie_along(k, row) || !whole || !shares || info.function_code(k, &outs) == 0.0 {
        return None;
    }
    let before = feeding(k, info, &info.needed());
    let is_last = |d: &DefId| !access::is_reduce(k, *d) && !before.contains(d) && by_row(*d);
    // Others that outs and these read.
    let (mut todo, mut last, mut read) = (outs, Vec::new(), Vec::new());
    while let Some(d) = todo.pop() {
        let list = if is_last(&d) { &mut last } else { &mut read };
        if !list.contains(&d) {
            list.push(d);
            todo.extend(info.reads[d.0 as usize].iter().filter(|_| is_last(&d)));
        }
    }
    if last.is_empty() || !can_be_kept(k, info, &read) {
        return None;
    }
    let (kernel, kept, moved) = keep(k, read);
    let last = last.into_iter().map(moved).collect();
    Some(Behind { kernel, kept, last })
}

/// True if rows make whole blocks of vectors, of which tasks have about as many each.
fn blocks(k: &Kernel, info: &Info, t: &Target, (others, row): (&[AxisId], AxisId), tasks: i64) -> bool {
    let lanes = i64::from(t.lanes(info.widest(k)));
    let block = FINISHED * lanes;
    lanes >= 2 && k.extent(row) >= block && shares_evenly(k, others, (row, block), tasks)
}

/// True if what Defs come to in some rows can be read back one row after the other.
fn can_be_kept(k: &Kernel, info: &Info, defs: &[DefId]) -> bool {
    let in_place = read_in_place(k, info);
    defs.iter().all(|d| info.is_by_row(k, *d) && k.def(*d).tys.len() == 1 && in_place[d.0 as usize])
}

/// The kernel with Maps that keep what some Defs come to, these Maps, and the numbers that Defs have now.
fn keep(k: &Kernel, mut read: Vec<DefId>) -> (Kernel, Vec<DefId>, impl Fn(DefId) -> DefId) {
    // From the last one on, so that the numbers of the others stay.
    read.sort_unstable();
    let mut kernel = k.clone();
    for &d in read.iter().rev() {
        kernel = maps::kept(&kernel, d, "row").0;
    }
    let earlier = read.clone();
    let moved = move |d: DefId| DefId(d.0 + earlier.iter().filter(|r| **r < d).count() as u32);
    let kept = read.iter().map(|d| DefId(moved(*d).0 + 1)).collect();
    (kernel, kept, moved)
}

/// A kernel whose rows need functions of their own numbers, of vectors of rows.
pub(super) struct Between {
    pub(super) kernel: Kernel,
    /// What the functions need, with the Maps that keep it.
    pub(super) first: Vec<DefId>,
    /// The Maps that keep what is read behind that.
    pub(super) kept: Vec<DefId>,
    /// Maps of the functions.
    pub(super) functions: Vec<DefId>,
}

/// The kernel with what functions of a row's own numbers read, and the rest of the row reads again, in Maps of its own. Maps along the
/// row are read again where they are in memory, and computed again where they are not.
pub(super) fn between(
    k: &Kernel,
    info: &Info,
    t: &Target,
    (rows, v): (&[AxisId], AxisId),
    tasks: i64,
) -> Option<Between> {
    /// Operations of a function that take no time of their own for each vector of the row beside which they are computed.
    const HIDDEN: f64 = 4.5;
    let (&row, others) = rows.split_last()?;
    if !blocks(k, info, t, (others, row), tasks) {
        return None;
    }
    let needed = info.needed();
    let reads = |d: &DefId| info.reads[d.0 as usize].iter().copied();
    // Functions none of which stands behind a reduction behind another one.
    let is_map = |d: &DefId| !access::is_reduce(k, *d) && info.is_by_row(k, *d);
    let mut level = vec![0; k.defs.len()];
    for d in &needed {
        let most = reads(d).map(|r| level[r.0 as usize]).max().unwrap_or(0);
        let new = match most {
            0 if is_map(d) && info.is_costly(*d) => 1,
            1 if access::is_reduce(k, *d) => 2,
            same => same,
        };
        level[d.0 as usize] = new;
    }
    let is_first = |d: &DefId| level[d.0 as usize] == 1 && is_map(d) && info.is_costly(*d);
    let past = closure(info, needed.iter().copied().filter(is_first));
    let feeding = feeding(k, info, &past);
    let (functions, mut first): (Vec<DefId>, _) = past.into_iter().partition(|d| is_map(d) && !feeding.contains(d));
    let is_by_row = |d: &DefId| access::is_reduce(k, *d) || info.is_by_row(k, *d);
    // What the rest reads of it, also by way of Maps along the row.
    let mut todo: Vec<DefId> = k.outs.iter().map(|o| o.def).collect();
    todo.extend(needed.iter().filter(|d| !first.contains(d)).flat_map(reads));
    let (mut seen, mut read) = (Vec::new(), Vec::new());
    while let Some(d) = todo.pop() {
        if first.contains(&d) && !seen.contains(&d) {
            seen.push(d);
            if is_by_row(&d) {
                read.push(d);
            } else {
                todo.extend(reads(&d));
            }
        }
    }
    let vectors = k.extent(v) as f64 / f64::from(t.lanes(info.widest(k)));
    if info.function_code(k, &functions) <= HIDDEN * vectors || !can_be_kept(k, info, &[&read[..], &functions].concat())
    {
        return None;
    }
    let (kernel, kept, moved) = keep(k, read);
    first.iter_mut().for_each(|d| *d = moved(*d));
    first.extend(&kept);
    let mut functions: Vec<DefId> = functions.into_iter().map(moved).collect();
    functions.sort_unstable();
    Some(Between { kernel, first, kept, functions })
}

/// Some Defs and all that they read, in one way or another.
fn closure(info: &Info, of: impl Iterator<Item = DefId>) -> Vec<DefId> {
    let (mut todo, mut all): (Vec<DefId>, Vec<DefId>) = (of.collect(), Vec::new());
    while let Some(d) = todo.pop() {
        if !all.contains(&d) {
            all.push(d);
            todo.extend(&info.reads[d.0 as usize]);
        }
    }
    all
}

/// What the reductions among some Defs read, in one way or another.
fn feeding(k: &Kernel, info: &Info, among: &[DefId]) -> Vec<DefId> {
    let reductions = among.iter().filter(|d| access::is_reduce(k, **d));
    closure(info, reductions.flat_map(|d| info.reads[d.0 as usize].iter().copied()))
}
