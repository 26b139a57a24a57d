//! Is a nest a schedule of a kernel? One function a rule; the answer says why not.
//!
//! * *cover*: every out is stored by one `Store`, every `At` and `Store` stands where the loops have reached a point of its
//!   axes;
//! * *complete*: what a node reads has been evaluated before it, a Reduce outside its open scope;
//! * *reach*: what is kept for a part of an axis only, inside a loop over it, is read at the reader's own point of the axis, and what
//!   registers hold inside a serial loop over one of its axes is not read behind that loop;
//! * *order*: a Reduce that does not commute meets its terms in order;
//! * *parallel*: grid loops are outermost, one per axis, over no axis that is reduced;
//! * what runs in the first sub-range of a loop only ([`Nest::First`]) is staged and the same for all of them;
//! * *overlap*: nothing is recomputed where a buffer is updated in place.

use crate::ix::Ix;
use crate::kernel::*;
use crate::loop_ir::TileOp;
use crate::lower::prep;
use crate::nest::{Bind, Nest, Space, Tail, Tiles};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Why a nest is not legal, if it is not.
pub fn check(kernel: &Kernel, nest: &[Nest]) -> Result<(), String> {
    let (no, kept) = (vec![false; kernel.defs.len()], vec![None; kernel.defs.len()]);
    let mut c =
        Check { k: kernel, stored: vec![0; kernel.outs.len()], evaluated: no.clone(), done: no, kept, loops: 0 };
    c.evaluated(nest)?;
    c.nodes(nest, &mut Vec::new(), true)?;
    match c.stored.iter().position(|n| *n != 1) {
        Some(o) => Err(format!("cover: out {o} has {} stores", c.stored[o])),
        None => Ok(()),
    }
}

struct Check<'k> {
    k: &'k Kernel,
    stored: Vec<u32>,
    /// By Def: anywhere in the nest; the others are computed where they are read.
    evaluated: Vec<bool>,
    /// By Def: evaluated by now, and complete.
    done: Vec<bool>,
    /// By Def whose values cannot be computed again where they are read: where they live, and the loops around the last `At`,
    /// outermost first.
    kept: Vec<Option<(Space, Path)>>,
    /// Loops met so far.
    loops: u32,
}

/// A loop around a node.
#[derive(Clone, Copy)]
struct Around {
    axis: AxisId,
    step: i64,
    bind: Bind,
    /// How many were met before it.
    number: u32,
}

/// The loops around a node, outermost first.
type Path = Vec<Around>;

impl Check<'_> {
    fn name(&self, a: AxisId) -> &str {
        &self.k.axes[a.0 as usize].name
    }

    fn evaluated(&mut self, nest: &[Nest]) -> Result<(), String> {
        for n in nest {
            match n {
                Nest::Loop { axis, body, step, .. } => {
                    if axis.0 as usize >= self.k.axes.len() || *step < 1 {
                        return Err(format!("loop over axis {} with step {step}", axis.0));
                    }
                    self.evaluated(body)?;
                }
                Nest::First { body, .. } | Nest::If { body, .. } => self.evaluated(body)?,
                Nest::At { def, .. } | Nest::Tiles(Tiles { def, .. }) => {
                    *self.evaluated.get_mut(def.0 as usize).ok_or("no such Def")? = true;
                }
                Nest::Store { out, .. } => *self.stored.get_mut(*out as usize).ok_or("no such out")? += 1,
                Nest::Prefetch { buf, .. } => drop(self.k.bufs.get(buf.0 as usize).ok_or("no such buffer")?),
            }
        }
        Ok(())
    }

    fn nodes(&mut self, nest: &[Nest], path: &mut Path, outermost: bool) -> Result<(), String> {
        for n in nest {
            match n {
                Nest::Loop { axis, step, bind, tail, body } => {
                    self.parallel(*axis, *bind, path, outermost && nest.len() == 1)?;
                    if *bind == Bind::Vector && path.iter().any(|p| p.bind == Bind::Vector) {
                        return Err(format!("cover: a vector of {} inside a vector", self.name(*axis)));
                    }
                    if *tail == Tail::Shift && self.updates(body) {
                        return Err(format!("overlap: {} is shifted over a buffer in place", self.name(*axis)));
                    }
                    path.push(Around { axis: *axis, step: *step, bind: *bind, number: self.loops });
                    self.loops += 1;
                    self.nodes(body, path, outermost && *bind == Bind::Grid)?;
                    path.pop();
                    // Scopes that this loop opened are complete.
                    let mut below = Vec::new();
                    defs(body, &mut below);
                    for d in below {
                        let over = self.k.def(d).over();
                        if over.contains(axis) && !path.iter().any(|p| over.contains(&p.axis)) {
                            self.done[d.0 as usize] = true;
                        }
                    }
                }
                Nest::At { def, space } => {
                    let mut axes = self.k.def(*def).axes.clone();
                    axes.extend(self.k.def(*def).over());
                    self.reached(&axes, path)?;
                    self.order(*def, path)?;
                    self.read(&prep::def_exprs(self.k, *def), Vec::new(), path)?;
                    if *space == Space::Local || !self.k.def(*def).over().is_empty() {
                        self.kept[def.0 as usize] = Some((*space, path.clone()));
                    }
                    let scope = path.iter().any(|p| self.k.def(*def).over().contains(&p.axis));
                    self.done[def.0 as usize] |= !scope;
                }
                Nest::Tiles(t @ Tiles { def, .. }) => {
                    self.tiles(t, path)?;
                    self.read(&prep::def_exprs(self.k, *def), Vec::new(), path)?;
                    self.kept[def.0 as usize] = Some((Space::Local, path.clone()));
                    self.done[def.0 as usize] = true;
                }
                Nest::Store { out, .. } => {
                    let o = &self.k.outs[*out as usize];
                    self.reached(&self.k.def(o.def).axes.clone(), path)?;
                    self.read(&prep::out_exprs(o), vec![(o.def, BTreeSet::new())], path)?;
                }
                // That nobody looks elsewhere is the writer's word.
                Nest::If { body, .. } => self.nodes(body, path, false)?,
                Nest::First { axis, body } => {
                    self.first(*axis, body, path)?;
                    self.nodes(body, path, false)?;
                    // It outlives that loop.
                    let depth = path.iter().rposition(|p| p.axis == *axis).unwrap_or(0);
                    let mut below = Vec::new();
                    defs(body, &mut below);
                    for d in below {
                        self.kept[d.0 as usize].iter_mut().for_each(|(_, p)| p.truncate(depth));
                    }
                }
                Nest::Prefetch { .. } => {}
            }
        }
        Ok(())
    }

    /// The matrix unit has two by two tiles of sums, and adds up whole sums.
    fn tiles(&self, &Tiles { def, row, lane, word }: &Tiles, path: &Path) -> Result<(), String> {
        let d = self.k.def(def);
        let over = d.over();
        let Body::Reduce { comb: Comb::Dot(_), when, .. } = &d.body else {
            return Err(format!("tiles: {} is no sum of words", d.name));
        };
        let own = d.axes.contains(&row) && d.axes.contains(&lane) && row != lane && over.contains(&word);
        let whole = when.0.is_empty() && path.iter().all(|p| !over.contains(&p.axis));
        if !own || !whole {
            return Err(format!("tiles: not the whole sum of {}", d.name));
        }
        for a in [row, lane] {
            let finest = path.iter().filter(|p| p.axis == a).map(|p| p.step).min();
            if finest.unwrap_or(self.k.extent(a)) > 2 * TileOp::SIDE {
                return Err(format!("tiles: too much of {} at once", self.name(a)));
            }
        }
        let others: Vec<AxisId> = d.axes.iter().copied().filter(|a| *a != row && *a != lane).collect();
        self.reached(&others, path)
    }

    /// What runs once for all sub-ranges of an axis does not depend on it.
    fn first(&self, axis: AxisId, body: &[Nest], path: &Path) -> Result<(), String> {
        let name = self.k.axes.get(axis.0 as usize).map_or("?", |a| &a.name);
        match path.iter().rev().find(|p| p.axis == axis) {
            Some(l) if l.bind != Bind::Grid => {}
            _ => return Err(format!("cover: first of {name} outside a loop over it")),
        }
        for n in body {
            match n {
                Nest::Loop { axis: a, body, .. } if *a != axis => self.first(axis, body, path)?,
                Nest::At { def, space: Space::Local } => {
                    let d = self.k.def(*def);
                    if !matches!(d.body, Body::Map(_)) || d.axes.contains(&axis) {
                        return Err(format!("cover: {} is not the same for all of {name}", d.name));
                    }
                }
                Nest::Prefetch { .. } => {}
                _ => return Err(format!("cover: first of {name} holds what is not staged")),
            }
        }
        Ok(())
    }

    fn parallel(&self, axis: AxisId, bind: Bind, path: &Path, outermost: bool) -> Result<(), String> {
        if bind != Bind::Grid {
            return Ok(());
        }
        let name = self.name(axis);
        if !outermost {
            return Err(format!("parallel: the grid loop over {name} is not outermost"));
        }
        if path.iter().any(|p| p.axis == axis) {
            return Err(format!("parallel: two grid loops over {name}"));
        }
        let reduced = (0..self.k.defs.len()).any(|d| self.k.defs[d].over().contains(&axis));
        let kept = self.k.outs.iter().all(|o| self.k.def(o.def).axes.contains(&axis));
        if reduced && !kept {
            return Err(format!("parallel: {name} is reduced across tasks"));
        }
        Ok(())
    }

    fn reached(&self, axes: &[AxisId], path: &Path) -> Result<(), String> {
        for a in axes {
            let finest = path.iter().filter(|p| p.axis == *a).map(|p| p.step).min();
            if self.k.extent(*a) > 1 && finest != Some(1) {
                return Err(format!("cover: the loops do not reach points of {}", self.name(*a)));
            }
        }
        Ok(())
    }

    /// True if these nodes read or write a buffer that is updated in place.
    fn updates(&self, body: &[Nest]) -> bool {
        let in_place = |b: BufId| self.k.bufs[b.0 as usize].role == Role::InOut;
        let bufs = || (0..self.k.bufs.len() as u32).map(BufId);
        let reads = |d: DefId| bufs().any(|b| in_place(b) && prep::loads_from(self.k, d, b));
        body.iter().any(|n| match n {
            Nest::Loop { body, .. } | Nest::First { body, .. } | Nest::If { body, .. } => self.updates(body),
            Nest::At { def, .. } | Nest::Tiles(Tiles { def, .. }) => reads(*def),
            Nest::Store { out, .. } => {
                let o = &self.k.outs[*out as usize];
                in_place(o.buf) || reads(o.def)
            }
            Nest::Prefetch { .. } => false,
        })
    }

    fn order(&self, d: DefId, path: &Path) -> Result<(), String> {
        let Body::Reduce { over, comb: Comb::Custom { commutes: false, .. }, .. } = &self.k.def(d).body else {
            return Ok(());
        };
        let loops: Vec<&Around> = path.iter().filter(|p| over.contains(&p.axis)).collect();
        if loops.iter().any(|p| matches!(p.bind, Bind::Ilp | Bind::Parts | Bind::Alternate | Bind::Own | Bind::Vector))
        {
            return Err(format!("order: {} does not commute", self.k.def(d).name));
        }
        let positions: Vec<Option<usize>> = loops.iter().map(|p| over.iter().position(|a| *a == p.axis)).collect();
        if positions.windows(2).any(|w| w[0] > w[1]) {
            return Err(format!("order: {} is summed in another order", self.k.def(d).name));
        }
        Ok(())
    }

    /// What expressions read, with `todo` (Defs that are read at the current point but for some axes, of which they are read
    /// elsewhere), through Maps that are computed where they are read: it is complete, and was kept for the points that
    /// are read.
    fn read(&self, exprs: &[ExprId], mut todo: Vec<(DefId, BTreeSet<AxisId>)>, path: &Path) -> Result<(), String> {
        todo.extend(exprs.iter().flat_map(|e| self.reads(*e, &BTreeSet::new())));
        let mut seen = FxHashSet::default();
        while let Some((d, elsewhere)) = todo.pop() {
            if !seen.insert((d, elsewhere.clone())) {
                continue;
            }
            let (i, what) = (d.0 as usize, &self.k.def(d).name);
            if !self.done[i] && (self.evaluated[i] || matches!(self.k.def(d).body, Body::Reduce { .. })) {
                return Err(format!("complete: {what} is read before it is evaluated"));
            }
            let Some((space, kept)) = &self.kept[i] else {
                todo.extend(prep::def_exprs(self.k, d).into_iter().flat_map(|e| self.reads(e, &elsewhere)));
                continue;
            };
            let common = path.iter().zip(kept).take_while(|(a, b)| a.number == b.number).count();
            let turns = |i: usize| {
                let (l, around) = (kept[i], kept[..i].iter().rev().find(|p| p.axis == kept[i].axis));
                around.map_or(self.k.extent(l.axis), |p| p.step) > l.step
            };
            let is_lost = |i: &usize| {
                let l = kept[*i];
                l.bind == Bind::Serial && self.k.def(d).axes.contains(&l.axis) && turns(*i)
            };
            // Inside its scope, a Reduce has an accumulator for each point.
            let over = self.k.def(d).over();
            let scope = kept.iter().position(|l| over.contains(&l.axis)).unwrap_or(kept.len());
            if let Some(i) = (common..scope).find(is_lost).filter(|_| *space == Space::Reg) {
                let axis = self.name(kept[i].axis);
                return Err(format!("reach: {what} is read behind the loop over {axis} in whose registers it is"));
            }
            if let Some(l) = path[..common].iter().find(|l| elsewhere.contains(&l.axis)) {
                let axis = self.name(l.axis);
                return Err(format!(
                    "reach: {what} is read elsewhere along {axis}, inside the loop that it is kept for"
                ));
            }
        }
        Ok(())
    }

    /// The Defs that an expression reads, each with the axes of its own that are not read at the point where the expression
    /// stands; `elsewhere`: the axes of the expression for which that point is not the loops' own.
    fn reads(&self, e: ExprId, elsewhere: &BTreeSet<AxisId>) -> Vec<(DefId, BTreeSet<AxisId>)> {
        let mut out = Vec::new();
        prep::visit(self.k, e, &mut |e| {
            if let Expr::Read(d, _, index) = e {
                let own = |x: &Ix, a: AxisId| x.as_axis() == Some(a) && !elsewhere.contains(&a);
                let axes = self.k.def(*d).axes.iter().zip(index);
                let moved = axes.filter(|(a, x)| self.k.extent(**a) > 1 && !own(x, **a)).map(|(a, _)| *a);
                out.push((*d, moved.collect()));
            }
        });
        out
    }
}

fn defs(nest: &[Nest], out: &mut Vec<DefId>) {
    for n in nest {
        match n {
            Nest::Loop { body, .. } | Nest::First { body, .. } | Nest::If { body, .. } => defs(body, out),
            Nest::At { def, .. } | Nest::Tiles(Tiles { def, .. }) => out.push(*def),
            Nest::Store { .. } | Nest::Prefetch { .. } => {}
        }
    }
}
