//! What joins accumulators: parts of a sum, and those of a point when a scope closes.

use super::acc::{AccKey, Part, Start};
use super::lin::Lin;
use super::{Lower, LowerError, Res};
use crate::kernel::{AxisId, Comb, DefId};
use crate::loop_ir::*;

impl Lower<'_> {
    /// Accumulators of Reduces over `axis` start anew here.
    pub(super) fn open_part(&mut self, axis: AxisId) {
        self.parts.push((axis, self.frames.len() - 1));
    }

    /// Adds what was summed since [`Lower::open_part`] to the sums outside.
    pub(super) fn close_part(&mut self) -> Res {
        let Some((_, frame)) = self.parts.pop() else { return Ok(()) };
        let part = Part { frame, depth: self.parts.len() };
        let (own, rest) = std::mem::take(&mut self.frames[frame].accs)
            .into_iter()
            .partition::<Vec<_>, _>(|(id, _)| self.acc_keys[*id].part == Some(part));
        self.frames[frame].accs = rest;
        for (id, vals) in own {
            let key = self.acc_keys[id].clone();
            let (def, part) = (key.def, self.part_of(self.reduce(key.def)?.over));
            let whole = self.acc_id(AccKey { part, ..key });
            let sum = self.acc_get(whole)?;
            let sum = self.join(def, &sum, &vals)?;
            self.acc_put(whole, sum);
        }
        Ok(())
    }

    /// Joins two lists of components: old ones first.
    pub(super) fn join(&mut self, def: DefId, a: &[Val], x: &[Val]) -> Res<Vec<Val>> {
        if let Some(op) = self.join_op(def)? {
            return Ok(vec![self.b.bin(op, a[0], x[0])]);
        }
        let Comb::Custom { results, .. } = self.reduce(def)?.comb.clone() else {
            return Err(LowerError::Kernel("a combiner without operator".into()));
        };
        let mut env = self.env_at(def, &[]);
        env.params = a.iter().chain(x).copied().collect();
        let lanes = self.b.ty(a[0]).lanes;
        let vals = results.iter().map(|e| self.eval(*e, &mut env)).collect::<Res<Vec<Val>>>()?;
        Ok(vals.into_iter().map(|v| self.b.splat(v, lanes)).collect())
    }

    /// Combines the accumulators of each point; the results are readable from here on.
    pub(super) fn close_scope(&mut self, def: DefId) -> Res {
        let d = def.0 as usize;
        if self.plan.in_memory[d] {
            self.flush()?;
        }
        let Some(scope) = self.scopes[d].take() else { return Ok(()) };
        self.closed[d] = true;
        if self.plan.in_memory[d] {
            self.forget_loads();
            return Ok(());
        }
        let mut mine: Vec<(usize, Vec<Val>)> = Vec::new();
        let keys = &self.acc_keys;
        self.frames[scope.frame].accs.retain(|(id, v)| {
            let own = keys[*id].def == def;
            if own {
                mine.push((*id, v.clone()));
            }
            !own
        });
        let mut points: Vec<(Vec<Lin>, u32, u32)> = Vec::new();
        for (id, _) in &mine {
            let key = &self.acc_keys[*id];
            let p = (key.coords.clone(), key.width, key.live);
            if !points.contains(&p) {
                points.push(p);
            }
        }
        for (coords, width, live) in points {
            let of_point: Vec<&(usize, Vec<Val>)> = mine
                .iter()
                .filter(|(id, _)| self.acc_keys[*id].coords == coords && self.acc_keys[*id].width == width)
                .collect();
            let mut widths: Vec<u32> = Vec::new();
            for (id, _) in &of_point {
                if !widths.contains(&self.acc_keys[*id].reduced) {
                    widths.push(self.acc_keys[*id].reduced);
                }
            }
            let mut total: Option<Vec<Val>> = None;
            for w in widths {
                let same: Vec<Vec<Val>> =
                    of_point.iter().filter(|(id, _)| self.acc_keys[*id].reduced == w).map(|(_, v)| v.clone()).collect();
                let v = self.tree(def, same)?;
                let v = if w > 1 { self.across_lanes(def, v)? } else { v };
                total = Some(match total {
                    None => v,
                    Some(t) => self.join(def, &t, &v)?,
                });
            }
            let Some(mut total) = total else { continue };
            if let Start::Neutral(_, true) = self.start(def)? {
                let init = self.init_vals(def, &coords)?;
                let lanes = self.b.ty(total[0]).lanes;
                let init: Vec<Val> = init.into_iter().map(|v| self.b.splat(v, lanes)).collect();
                total = self.join(def, &init, &total)?;
            }
            if self.plan.staged[d] {
                self.store_points(def, &coords, (width, live), &total)?;
            }
            self.remember(def, coords, total);
        }
        Ok(())
    }

    /// Stages complete points; their lanes are those of a loop that has ended.
    fn store_points(&mut self, def: DefId, coords: &[Lin], (width, live): (u32, u32), vals: &[Val]) -> Res {
        self.at_lanes(width, live, |s| vals.iter().enumerate().try_for_each(|(c, v)| s.store_local(def, c, coords, *v)))
    }

    /// Neighbours are joined until one is left.
    fn tree(&mut self, def: DefId, mut level: Vec<Vec<Val>>) -> Res<Vec<Val>> {
        while level.len() > 1 {
            let mut next = Vec::new();
            for pair in level.chunks(2) {
                next.push(match pair {
                    [a, b] => self.join(def, a, b)?,
                    rest => rest[0].clone(),
                });
            }
            level = next;
        }
        level.pop().ok_or_else(|| LowerError::Kernel("a point without accumulators".into()))
    }

    fn across_lanes(&mut self, def: DefId, mut v: Vec<Val>) -> Res<Vec<Val>> {
        if let Some(op) = self.join_op(def)? {
            let elem = self.b.ty(v[0]).elem;
            return Ok(vec![self.b.expr(Ty::scalar(elem), Expr::Reduce(HReduce::Bin(op), v[0]))]);
        }
        loop {
            let n = self.b.ty(v[0]).lanes;
            if n == 1 {
                return Ok(v);
            }
            let half = |s: &mut Self, from: u32| -> Vec<Val> {
                v.iter()
                    .map(|&x| {
                        let elem = s.b.ty(x).elem;
                        if n == 2 {
                            return s.b.expr(Ty::scalar(elem), Expr::Extract(x, from));
                        }
                        let idx: Box<[i32]> = (from..from + n / 2).map(|i| i as i32).collect();
                        s.b.expr(Ty::vector(elem, n / 2), Expr::Shuffle(x, x, idx))
                    })
                    .collect()
            };
            let (lo, hi) = (half(self, 0), half(self, n / 2));
            v = self.join(def, &lo, &hi)?;
        }
    }

    /// A Reduce in memory, complete, at a point.
    pub(super) fn read_in_memory(&mut self, def: DefId, coords: &[Lin]) -> Res<Val> {
        let v = self.load_local(def, 0, coords)?;
        if let Start::Neutral(_, true) = self.start(def)? {
            let lanes = self.b.ty(v).lanes;
            let init = self.init_vals(def, coords)?;
            let init: Vec<Val> = init.into_iter().map(|x| self.b.splat(x, lanes)).collect();
            return Ok(self.join(def, &init, &[v])?[0]);
        }
        Ok(v)
    }
}
