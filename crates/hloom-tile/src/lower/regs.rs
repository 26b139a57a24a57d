//! Values of evaluated Defs, by coordinates.

use super::lin::Lin;
use super::{Lower, LowerError, Res};
use crate::kernel::{Body, BufId, DefId};
use crate::loop_ir::*;
use rustc_hash::FxHashMap;

/// The point of a value; `width` is its number of lanes if its coordinates differ between lanes, else 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct RegKey {
    def: DefId,
    coords: Vec<Lin>,
    width: u32,
}

/// Memory that is loaded from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Buf(BufId),
    Local(DefId, u32),
}

/// What an open block knows.
#[derive(Default)]
pub(super) struct BlockValues {
    regs: FxHashMap<RegKey, Vec<Val>>,
    /// The keys of `regs`, in order of evaluation.
    order: Vec<RegKey>,
    /// By uniform point: the key that has it in a lane; of the first `indexed` keys.
    lane_index: FxHashMap<(DefId, Vec<Lin>), (usize, u32)>,
    indexed: usize,
    /// Loads of memory that may be written: only valid in the innermost block, until a store.
    pub(super) loads: FxHashMap<(Source, Elem, Lin, u32), Val>,
}

impl Lower<'_> {
    fn key(&self, def: DefId, coords: Vec<Lin>) -> RegKey {
        let width = if coords.iter().all(Lin::is_uniform) { 1 } else { self.lanes };
        RegKey { def, coords, width }
    }

    /// Keeps the components of a Def at a point until the block ends.
    pub(super) fn remember(&mut self, def: DefId, coords: Vec<Lin>, vals: Vec<Val>) {
        if coords.iter().any(|c| c.opaque.is_some()) {
            return;
        }
        let mut key = self.key(def, coords);
        // A scope closes outside the loop over lanes: the values tell their width.
        if key.coords.iter().any(|c| !c.is_uniform()) {
            key.width = vals.iter().map(|v| self.b.ty(*v).lanes).max().unwrap_or(1).max(self.lanes);
        }
        let top = self.blocks.last_mut().expect("the function's block");
        if top.regs.insert(key.clone(), vals).is_none() {
            top.order.push(key);
        }
    }

    /// The value of a component at coordinates, wherever it comes from.
    pub(super) fn read_def(&mut self, def: DefId, comp: u32, coords: Vec<Lin>, env: &mut super::Env) -> Res<Val> {
        let d = def.0 as usize;
        let key = self.key(def, coords);
        if let Some(v) = self.blocks.iter().rev().find_map(|s| s.regs.get(&key)) {
            return Ok(v[comp as usize]);
        }
        let data = self.k.def(def);
        match &data.body {
            Body::Map(exprs) => {
                if self.plan.staged[d] {
                    return self.load_local(def, comp as usize, &key.coords);
                }
                if self.plan.evaluated[d]
                    && let Some(v) = self.by_lanes(&key, comp)?
                {
                    return Ok(v);
                }
                let e = exprs[comp as usize];
                let same = data.axes.iter().zip(&key.coords).all(|(a, c)| env.coords[a.0 as usize].as_ref() == Some(c));
                if same {
                    return self.eval(e, env);
                }
                let mut inner = self.env_at(def, &key.coords);
                self.eval(e, &mut inner)
            }
            Body::Reduce { .. } => {
                if !self.closed[d] || self.scopes[d].is_some() {
                    return Err(LowerError::Nest(format!("{} is read before it is complete", data.name)));
                }
                if self.plan.in_memory[d] {
                    return self.read_in_memory(def, &key.coords);
                }
                if self.plan.staged[d] {
                    return self.load_local(def, comp as usize, &key.coords);
                }
                if let Some(v) = self.by_lanes(&key, comp)? {
                    return Ok(v);
                }
                // No term of this point was ever added.
                Ok(self.init_vals(def, &key.coords)?[comp as usize])
            }
        }
    }

    /// Puts a vector together from values that were computed with other lanes; `None` if there is none.
    fn by_lanes(&mut self, key: &RegKey, comp: u32) -> Res<Option<Val>> {
        let mut lanes: Vec<Option<(Val, u32)>> = Vec::new();
        for i in 0..key.width {
            let at: Option<Vec<Lin>> = key.coords.iter().map(|c| c.at_lane(i64::from(i))).collect();
            let Some(at) = at else { return Ok(None) };
            lanes.push(self.find_lane(key.def, at, comp));
        }
        if lanes.iter().all(Option::is_none) {
            return Ok(None);
        }
        if let Some(v) = self.transposed(&lanes) {
            return Ok(Some(v));
        }
        let reduce = matches!(self.k.def(key.def).body, Body::Reduce { .. });
        let mut scalars = Vec::new();
        for (i, l) in lanes.iter().enumerate() {
            scalars.push(match l {
                Some((v, lane)) if self.b.ty(*v).lanes > 1 => {
                    let elem = self.b.ty(*v).elem;
                    self.b.expr(Ty::scalar(elem), Expr::Extract(*v, *lane))
                }
                Some((v, _)) => *v,
                None if reduce => {
                    let at: Vec<Lin> = key.coords.iter().filter_map(|c| c.at_lane(i as i64)).collect();
                    self.init_vals(key.def, &at)?[comp as usize]
                }
                None => return Ok(None),
            });
        }
        Ok(Some(self.vector_of(&scalars)))
    }

    pub(super) fn vector_of(&mut self, scalars: &[Val]) -> Val {
        if let [one] = scalars {
            return *one;
        }
        let ty = Ty::vector(self.b.ty(scalars[0]).elem, scalars.len() as u32);
        let mut v = self.b.splat(scalars[0], ty.lanes);
        for (i, s) in scalars.iter().enumerate().skip(1) {
            v = self.b.expr(ty, Expr::Insert(v, *s, i as u32));
        }
        v
    }

    /// A value that holds the Def at a point of uniform coordinates, and its lane.
    fn find_lane(&mut self, def: DefId, at: Vec<Lin>, comp: u32) -> Option<(Val, u32)> {
        let point = (def, at);
        for s in self.blocks.iter_mut().rev() {
            while let Some(k) = s.order.get(s.indexed) {
                for lane in 0..k.width {
                    let at: Option<Vec<Lin>> = k.coords.iter().map(|c| c.at_lane(i64::from(lane))).collect();
                    if let Some(at) = at {
                        s.lane_index.entry((k.def, at)).or_insert((s.indexed, lane));
                    }
                }
                s.indexed += 1;
            }
            if let Some(&(i, lane)) = s.lane_index.get(&point) {
                return Some((s.regs[&s.order[i]][comp as usize], lane));
            }
        }
        None
    }

    /// If lane `i` is the same lane of the `i`-th of as many vectors as these have lanes: their transposition network
    /// (log₂ levels of two-operand shuffles), whose other results are found again by the builder.
    fn transposed(&mut self, lanes: &[Option<(Val, u32)>]) -> Option<Val> {
        let n = lanes.len();
        let sources: Vec<Val> = lanes.iter().map(|l| l.map(|l| l.0)).collect::<Option<_>>()?;
        let lane = lanes.first().copied().flatten()?.1;
        if n < 2 || !lanes.iter().all(|l| l.is_some_and(|l| l.1 == lane)) {
            return None;
        }
        let ty = self.b.ty(sources[0]);
        let distinct = (1..n).all(|i| !sources[..i].contains(&sources[i]));
        if ty.lanes as usize != n || !distinct || sources.iter().any(|v| self.b.ty(*v) != ty) {
            return None;
        }
        // Level d exchanges, between rows i and i + d, the blocks of d columns off the diagonal: as words, where blocks of
        // smaller elements are, since shuffles of few lanes are found sooner.
        let mut rows = sources;
        let mut d = n / 2;
        while d >= 1 {
            // Truth values are no bits.
            let bytes = if ty.elem == Elem::I1 { 4 } else { ty.elem.bytes() as usize };
            let (word, size) = match d * bytes {
                2 if bytes < 2 => (Elem::I16, 2 / bytes),
                4.. if bytes < 4 => (Elem::I32, 4 / bytes),
                _ => (ty.elem, 1),
            };
            let (n_words, d_words) = (n / size, d / size);
            let words = Ty::vector(word, n_words as u32);
            rows.iter_mut().for_each(|v| *v = self.bits_as(*v, words));
            let mut next = rows.clone();
            for i in (0..n).filter(|i| i & d == 0) {
                let (a, b) = (rows[i], rows[i + d]);
                let pick = |hi: bool| -> Box<[i32]> {
                    (0..n_words)
                        .map(|j| match (hi, j & d_words == 0) {
                            (false, true) => j as i32,
                            (false, false) => (n_words + j - d_words) as i32,
                            (true, true) => (j + d_words) as i32,
                            (true, false) => (n_words + j) as i32,
                        })
                        .collect()
                };
                next[i] = self.b.expr(words, Expr::Shuffle(a, b, pick(false)));
                next[i + d] = self.b.expr(words, Expr::Shuffle(a, b, pick(true)));
            }
            rows = next;
            d /= 2;
        }
        Some(self.bits_as(rows[lane as usize], ty))
    }

    /// The same bits as lanes of another type.
    fn bits_as(&mut self, v: Val, ty: Ty) -> Val {
        if self.b.ty(v) == ty { v } else { self.b.expr(ty, Expr::Cast(CastOp::Bitcast, v)) }
    }

    /// Forgets loads of memory that may have been written.
    pub(super) fn forget_loads(&mut self) {
        for b in &mut self.blocks {
            b.loads.clear();
        }
    }
}
