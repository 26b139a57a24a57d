//! Accumulators of Reduces.
//!
//! One accumulator belongs to a point of the Def, an iteration of the `Ilp` loops over its reduced axes, and a lane if the
//! vector axis is reduced. It is made where it is first needed: the scope's frame holds its start, and every loop or
//! branch between that frame and the current one carries it. A sub-range of a `Parts` loop, but for the first, has accumulators
//! of its own, which are added to those outside when it ends ([`super::combine`]).
//!
//! An accumulator of a Def `in_memory` lives in scratch memory; the loops in which its coordinates do not change carry it
//! in registers and store it when they end. Sums of floats start anew there, and are added to it.

use super::lin::Lin;
use super::{Env, Lower, LowerError, Res};
use crate::kernel::{AxisId, Body, Comb, DefId, ExprId, Pred};
use crate::loop_ir::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Names an accumulator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct AccKey {
    pub(super) def: DefId,
    pub(super) coords: Vec<Lin>,
    /// Lanes of the point, 1 if its coordinates are uniform.
    pub(super) width: u32,
    /// Of those, the lanes that exist.
    pub(super) live: u32,
    pub(super) ilp: SmallVec<[i64; 2]>,
    /// Lanes over a reduced axis, 1 if that is not the vector axis.
    pub(super) reduced: u32,
    /// The innermost sub-range of a `Parts` loop that it sums, if any.
    pub(super) part: Option<Part>,
}

/// An open sub-range of a `Parts` loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Part {
    pub(super) frame: usize,
    /// Of parts, those around it: several begin in one frame if their loops are straight-line code.
    pub(super) depth: usize,
}

/// An open loop or branch.
pub(super) struct Frame {
    pub(super) accs: Vec<(usize, Vec<Val>)>,
    pub(super) carry: Vec<(Val, Val)>,
    is_loop: bool,
    /// A loop that may have no iteration, where a coordinate in it is known to be valid only because there is one.
    may_be_empty: bool,
    /// Open blocks, its own included.
    depth: usize,
}

impl Frame {
    pub(super) fn new(is_loop: bool, depth: usize) -> Frame {
        Frame { accs: Vec::new(), carry: Vec::new(), is_loop, may_be_empty: false, depth }
    }
    pub(super) fn get(&self, id: usize) -> Option<&Vec<Val>> {
        self.accs.iter().find(|a| a.0 == id).map(|a| &a.1)
    }
}

/// An open scope: the frame that holds its accumulators.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) frame: usize,
}

/// How the accumulators of a Def start.
pub(super) enum Start {
    /// At constants that are neutral; `true` if the Def's `init` must still be combined at the end.
    Neutral(Vec<Expr>, bool),
    /// At `init`.
    Init,
}

/// Neutral element of a known combiner.
pub(crate) fn neutral(op: BinOp, elem: Elem) -> Option<Expr> {
    let bits = 8 * elem.bytes();
    let smax = i64::MAX >> (64 - bits);
    Some(match op {
        BinOp::FAdd => Expr::Float((-0.0f64).to_bits()),
        BinOp::FMul => Expr::Float(1.0f64.to_bits()),
        BinOp::FMin => Expr::Float(f64::INFINITY.to_bits()),
        BinOp::FMax => Expr::Float(f64::NEG_INFINITY.to_bits()),
        BinOp::Add | BinOp::Or | BinOp::Xor | BinOp::UMax => Expr::Int(0),
        BinOp::Mul => Expr::Int(1),
        BinOp::And if elem == Elem::I1 => Expr::Int(1),
        BinOp::And | BinOp::UMin => Expr::Int(-1),
        BinOp::SMin => Expr::Int(smax),
        BinOp::SMax => Expr::Int(-smax - 1),
        _ => return None,
    })
}

/// Neutral element of a known combiner, as a kernel's expression.
pub(crate) fn neutral_expr(op: BinOp, elem: Elem) -> Option<crate::kernel::Expr> {
    match neutral(op, elem)? {
        Expr::Float(bits) => Some(crate::kernel::Expr::Float(bits)),
        Expr::Int(i) => Some(crate::kernel::Expr::Int(i)),
        _ => None,
    }
}

/// The body of a Reduce.
pub(super) struct Reduction<'a> {
    pub(super) over: &'a [AxisId],
    pub(super) comb: &'a Comb,
    init: &'a [ExprId],
    pub(super) args: &'a [ExprId],
    when: &'a Pred,
}

impl Lower<'_> {
    pub(super) fn reduce(&self, def: DefId) -> Res<Reduction<'_>> {
        match &self.k.def(def).body {
            Body::Reduce { over, comb, init, args, when } => Ok(Reduction { over, comb, init, args, when }),
            Body::Map(_) => Err(LowerError::Kernel(format!("{} is no Reduce", self.k.def(def).name))),
        }
    }

    /// The operator that joins two accumulators, unless it is a custom one.
    pub(super) fn join_op(&self, def: DefId) -> Res<Option<BinOp>> {
        let elem = self.k.def(def).tys.first().copied().unwrap_or(Elem::F32);
        Ok(match self.reduce(def)?.comb {
            Comb::Bin(op) => Some(*op),
            Comb::Fma | Comb::Dot(_) => Some(if elem.is_float() { BinOp::FAdd } else { BinOp::Add }),
            Comb::Custom { .. } => None,
        })
    }

    pub(super) fn start(&self, def: DefId) -> Res<Start> {
        let Some(op) = self.join_op(def)? else { return Ok(Start::Init) };
        let init = self.reduce(def)?.init;
        let [init] = init else {
            return Err(LowerError::Kernel("a plain combiner has one component".into()));
        };
        let elem = self.k.def(def).tys[0];
        let Some(n) = neutral(op, elem) else {
            return Err(LowerError::Kernel(format!("{op:?} is no combiner")));
        };
        let is_zero = |bits: u64| f64::from_bits(bits) == 0.0;
        Ok(match (self.k.expr(*init), &n) {
            (crate::kernel::Expr::Float(a), Expr::Float(b)) if a == b || (is_zero(*a) && is_zero(*b)) => {
                Start::Neutral(vec![Expr::Float(*a)], false)
            }
            (crate::kernel::Expr::Int(a), Expr::Int(b)) if a == b => Start::Neutral(vec![n], false),
            _ => Start::Neutral(vec![n], true),
        })
    }

    pub(super) fn open_scope(&mut self, def: DefId) -> Res {
        self.scopes[def.0 as usize] = Some(Scope { frame: self.frames.len() - 1 });
        if self.plan.in_memory[def.0 as usize] {
            self.enter_local(def);
            self.fill_local(def)?;
        }
        Ok(())
    }

    /// Sets all accumulators in memory to their start.
    fn fill_local(&mut self, def: DefId) -> Res {
        let Start::Neutral(start, _) = self.start(def)? else {
            return Err(LowerError::Unsupported("accumulators of a custom combiner in memory".into()));
        };
        let elem = self.k.def(def).tys[0];
        let local = self.locals[def.0 as usize].clone().expect("entered by the caller");
        let lanes = self.target.lanes(elem.bytes());
        let ty = Ty::vector(elem, lanes);
        let v = self.b.expr(ty, start[0].clone());
        let at = self.b.i64(local.offsets[0] as i64);
        let scratch = self.b.param(3);
        let p = self.b.ptr_add(scratch, at);
        let bytes = i64::from(elem.bytes());
        let (lo, hi) = (self.b.i64(0), self.b.i64(local.capacity * bytes));
        self.b.for_loop(lo, hi, i64::from(lanes) * bytes, &[], |b, iv, _| {
            let q = b.ptr_add(p, iv);
            b.store(q, v, elem.bytes());
            vec![]
        });
        Ok(())
    }

    /// What is loaded in the innermost frame may be at no valid place outside it.
    pub(super) fn mark_may_be_empty(&mut self) {
        self.frames.last_mut().expect("the task loop is a frame").may_be_empty = true;
    }

    /// Open blocks of the innermost branch, or loop that may be empty: what is computed there may be invalid outside.
    pub(super) fn branch_depth(&self) -> usize {
        self.frames.iter().rev().find(|f| !f.is_loop || f.may_be_empty).map_or(1, |f| f.depth)
    }

    pub(super) fn acc_id(&mut self, key: AccKey) -> usize {
        if let Some(&i) = self.acc_ids.get(&key) {
            return i;
        }
        self.acc_keys.push(key.clone());
        self.acc_ids.insert(key, self.acc_keys.len() - 1);
        self.acc_keys.len() - 1
    }

    /// The accumulator's components as seen in the innermost frame.
    pub(super) fn acc_get(&mut self, id: usize) -> Res<Vec<Val>> {
        self.acc_at(self.frames.len() - 1, id)
    }

    fn acc_at(&mut self, f: usize, id: usize) -> Res<Vec<Val>> {
        if let Some(v) = self.frames[f].get(id) {
            return Ok(v.clone());
        }
        let key = self.acc_keys[id].clone();
        let Some(scope) = self.scopes[key.def.0 as usize] else {
            return Err(LowerError::Nest(format!("{} is accumulated outside its scope", self.k.def(key.def).name)));
        };
        let in_memory = self.plan.in_memory[key.def.0 as usize];
        let outside = f.checked_sub(1).map_or(0, |p| self.frames[p].depth);
        let constant = key.coords.iter().flat_map(|c| &c.terms).all(|t| self.b.depth_of(t.0) <= outside);
        let here =
            f <= scope.frame || key.part.is_some_and(|p| p.frame == f) || (in_memory && self.is_home(f, &key, scope));
        let vals = if !here {
            if !constant {
                let name = &self.k.def(key.def).name;
                return Err(LowerError::Nest(format!("a serial loop over an axis of {name} inside its scope")));
            }
            let outer = self.acc_at(f - 1, id)?;
            if self.frames[f].is_loop {
                let depth = self.frames[f].depth;
                let names =
                    self.in_outer(depth, |s| Ok(outer.iter().map(|v| s.b.fresh_here(s.b.ty(*v))).collect::<Vec<_>>()))?;
                self.frames[f].carry.extend(names.iter().copied().zip(outer));
                names
            } else {
                outer
            }
        } else {
            let depth = self.frames[f].depth;
            if in_memory && !self.k.rounds(key.def) {
                self.in_outer(depth, |s| s.acc_load(&key))?
            } else {
                self.in_outer(depth, |s| s.acc_start(&key))?
            }
        };
        self.frames[f].accs.push((id, vals.clone()));
        Ok(vals)
    }

    /// True if frame `f` is where the accumulator in memory is loaded and stored.
    fn is_home(&self, f: usize, key: &AccKey, scope: Scope) -> bool {
        let outside = f.checked_sub(1).map_or(0, |p| self.frames[p].depth);
        // A branch may stand for memory that belongs to other points where it is not taken.
        f <= scope.frame
            // Rows that are left over have no loop in which they move: they are summed apart like the others.
            || f == scope.frame + 1 && self.k.rounds(key.def)
            || !self.frames[f].is_loop
            || key.coords.iter().flat_map(|c| &c.terms).any(|t| self.b.depth_of(t.0) > outside)
    }

    pub(super) fn acc_put(&mut self, id: usize, vals: Vec<Val>) {
        let frame = self.frames.last_mut().expect("the task loop is a frame");
        match frame.accs.iter_mut().find(|a| a.0 == id) {
            Some(a) => a.1 = vals,
            None => frame.accs.push((id, vals)),
        }
    }

    fn acc_start(&mut self, key: &AccKey) -> Res<Vec<Val>> {
        let lanes = key.width.max(key.reduced);
        let tys = self.k.def(key.def).tys.clone();
        match self.start(key.def)? {
            Start::Neutral(e, _) => {
                Ok(e.into_iter().zip(tys).map(|(e, t)| self.b.expr(Ty::vector(t, lanes), e)).collect())
            }
            Start::Init => {
                let vals = self.init_vals(key.def, &key.coords)?;
                Ok(vals.into_iter().map(|v| self.b.splat(v, lanes)).collect())
            }
        }
    }

    /// The Def's `init` at a point.
    pub(super) fn init_vals(&mut self, def: DefId, coords: &[Lin]) -> Res<Vec<Val>> {
        let init = self.reduce(def)?.init.to_vec();
        let mut env = self.env_at(def, coords);
        init.iter().map(|e| self.eval(*e, &mut env)).collect()
    }

    pub(super) fn env_at(&self, def: DefId, coords: &[Lin]) -> Env {
        let mut env = Env { coords: vec![None; self.k.axes.len()], memo: FxHashMap::default(), params: Vec::new() };
        for (a, c) in self.k.def(def).axes.iter().zip(coords) {
            env.coords[a.0 as usize] = Some(c.clone());
        }
        env
    }

    fn acc_load(&mut self, key: &AccKey) -> Res<Vec<Val>> {
        self.at_lanes(key.width, key.live, |s| Ok(vec![s.load_local(key.def, 0, &key.coords)?]))
    }

    /// Runs `f` as inside a vector loop of `width` lanes of which `live` exist.
    pub(super) fn at_lanes<R>(&mut self, width: u32, live: u32, f: impl FnOnce(&mut Self) -> Res<R>) -> Res<R> {
        let tail = (live < width).then(|| self.first_lanes(width, live));
        let outer = (self.lanes, self.tail_mask);
        (self.lanes, self.tail_mask) = (width, tail);
        let r = f(self);
        (self.lanes, self.tail_mask) = outer;
        r
    }

    /// Stores the accumulators of the innermost frame that live in memory and change their place with it.
    pub(super) fn flush(&mut self) -> Res {
        let top = self.frames.len() - 1;
        let accs = std::mem::take(&mut self.frames[top].accs);
        let mut keep = Vec::new();
        for (id, vals) in accs {
            let key = self.acc_keys[id].clone();
            let d = key.def.0 as usize;
            match self.scopes[d] {
                Some(scope) if self.plan.in_memory[d] && self.is_home(top, &key, scope) => {
                    let mut sum = vals[0];
                    if self.k.rounds(key.def) {
                        let before = self.acc_load(&key)?;
                        sum = self.join(key.def, &before, &vals)?[0];
                    }
                    self.at_lanes(key.width, key.live, |s| s.store_local(key.def, 0, &key.coords, sum))?;
                }
                _ => keep.push((id, vals)),
            }
        }
        self.frames[top].accs = keep;
        Ok(())
    }

    /// The accumulator of the current point.
    fn acc_key(&self, def: DefId, env: &Env) -> Res<AccKey> {
        let axes = &self.k.def(def).axes;
        let coords = self.coords_of(env, axes)?;
        let over = self.reduce(def)?.over;
        // Every reduced axis must have reached a point.
        self.coords_of(env, over)?;
        let lanes_of = |a: &[AxisId]| if self.lane_axis.is_some_and(|l| a.contains(&l)) { self.lanes } else { 1 };
        let ilp = self.ilp.iter().filter(|i| over.contains(&i.0)).map(|i| i.1).collect();
        let width = lanes_of(axes);
        let live = width.min(self.live);
        Ok(AccKey { def, coords, width, live, ilp, reduced: lanes_of(over), part: self.part_of(over) })
    }

    /// The innermost part of a loop over one of these axes.
    pub(super) fn part_of(&self, over: &[AxisId]) -> Option<Part> {
        let depth = self.parts.iter().rposition(|p| over.contains(&p.0))?;
        Some(Part { frame: self.parts[depth].1, depth })
    }

    /// One element of the reduction at the current point.
    pub(super) fn accumulate(&mut self, def: DefId) -> Res {
        let mut env = self.point_env();
        let Reduction { over, comb, args, when, .. } = self.reduce(def)?;
        let (over, comb, args, when) = (over.to_vec(), comb.clone(), args.to_vec(), when.clone());
        let guard = match self.pred(&when, Some(def), &mut env)? {
            // A staged point is written even if no term is ever added.
            super::guard::Truth::Never if self.plan.staged[def.0 as usize] => {
                let key = self.acc_key(def, &env)?;
                let id = self.acc_id(key);
                self.acc_get(id)?;
                return Ok(());
            }
            super::guard::Truth::Never => return Ok(()),
            super::guard::Truth::Always => None,
            super::guard::Truth::If(v) => Some(v),
        };
        self.guard_mask = guard;
        let vals: Res<Vec<Val>> = args.iter().map(|e| self.eval(*e, &mut env)).collect();
        self.guard_mask = None;
        let vals = vals?;
        let key = self.acc_key(def, &env)?;
        let is_over = self.lane_axis.is_some_and(|l| over.contains(&l));
        let lanes = key.width.max(key.reduced);
        let in_memory = self.plan.in_memory[def.0 as usize];
        let split = is_over || !key.ilp.is_empty() || key.part.is_some() && !self.k.rounds(def);
        if in_memory && split {
            return Err(LowerError::Nest("accumulators in memory cannot be split".into()));
        }
        let id = self.acc_id(key.clone());
        let acc = self.acc_get(id)?;
        let vals: Vec<Val> = vals.into_iter().map(|v| self.b.splat(v, lanes)).collect();
        let mut new = match &comb {
            Comb::Fma => vec![self.multiply_add(&vals, acc[0])?],
            Comb::Dot(op) => {
                let ty = self.b.ty(acc[0]);
                vec![self.b.expr(ty, Expr::Dot(*op, vals[0], vals[1], acc[0]))]
            }
            _ => self.join(def, &acc, &vals)?,
        };
        let tail = if is_over { self.tail_mask } else { None };
        let mask = match (guard, tail) {
            (None, m) | (m, None) => m,
            (Some(a), Some(b)) => {
                let a = self.b.splat(a, lanes);
                Some(self.b.bin(BinOp::And, a, b))
            }
        };
        if let Some(m) = mask {
            for (n, a) in new.iter_mut().zip(&acc) {
                *n = self.b.select(m, *n, *a);
            }
        }
        self.acc_put(id, new);
        Ok(())
    }

    fn multiply_add(&mut self, vals: &[Val], acc: Val) -> Res<Val> {
        let [a, x] = vals else {
            return Err(LowerError::Kernel("a multiply-add combiner has two args".into()));
        };
        let float = self.b.ty(acc).elem.is_float();
        Ok(if float && self.target.fma {
            self.b.fma(*a, *x, acc)
        } else {
            let (mul, add) = if float { (BinOp::FMul, BinOp::FAdd) } else { (BinOp::Mul, BinOp::Add) };
            let m = self.b.bin(mul, *a, *x);
            self.b.bin(add, acc, m)
        })
    }
}
