//! What has one point a row and stands behind the reductions of rows, or between them and the rest of a row: functions take vectors of rows.
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
    if last.is_empty() || !read.iter().all(|d| can_be_kept(k, info, *d)) {
        return None;
    }
    let (kernel, kept, moved) = keep(k, read);
    let last = last.into_iter().map(moved).collect();
    Some(Behind { kernel, kept, last })
}

/// True if the numbers of some rows can be read back one a row.
fn can_be_kept(k: &Kernel, info: &Info, d: DefId) -> bool {
    info.is_by_row(k, d) && k.def(d).tys.len() == 1 && read_in_place(k, info)[d.0 as usize]
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
    let lanes = i64::from(t.lanes(info.widest(k)));
    let block = FINISHED * lanes;
    if lanes < 2 || k.extent(row) < block || !shares_evenly(k, others, (row, block), tasks) {
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
    let feeding = closure(info, past.iter().filter(|d| access::is_reduce(k, **d)).flat_map(reads));
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
    let fits = read.iter().chain(&functions).all(|d| can_be_kept(k, info, *d));
    if info.function_code(k, &functions) <= HIDDEN * k.extent(v) as f64 / lanes as f64 || !fits {
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
