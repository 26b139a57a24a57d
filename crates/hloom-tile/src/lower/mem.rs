//! Loads and stores: buffers and staged Defs, by the step of the address along the vector axis.

use super::guard::Truth;
use super::lin::{Fact, Lin, gcd};
use super::regs::Source;
use super::{Env, Lower, LowerError, Res};
use crate::ix::Ix;
use crate::kernel::{BufId, DefId, ExprId, Kernel, Pred, Role};
use crate::loop_ir::*;
use hloom_num::DType;

/// Largest step between lanes that is loaded as whole vectors.
pub(crate) const MAX_STEP: i64 = 6;
/// As [`MAX_STEP`], of points that begin at known places: all their parts are halves of halves.
pub(crate) const MAX_HALVED_STEP: i64 = 8;
/// As [`MAX_STEP`], of elements of a byte or two whose words they do not share with others of the same points.
const MAX_NARROW_STEP: i64 = 16;

/// A place to load from or store to.
pub(super) struct Place {
    pub(super) base: Val,
    /// In elements.
    pub(super) at: Lin,
    pub(super) elem: Elem,
    pub(super) align: u32,
    /// Elements that exist.
    pub(super) elems: i64,
    /// Not written while the kernel runs.
    pub(super) constant: bool,
    source: Source,
}

impl Place {
    /// A load of elements that begin there; lanes where a mask is false touch no memory.
    pub(super) fn load(&self, ptr: Val, align: u32, mask: Option<Val>) -> Expr {
        Expr::Load { ptr, align, mask, other: None, invariant: self.constant }
    }
}

/// Where a load may touch memory: one condition for all lanes, and a mask of them; both in one.
#[derive(Clone, Copy, Default)]
pub(super) struct Safe {
    pub(super) uniform: Option<Val>,
    pub(super) lanes: Option<Val>,
    pub(super) both: Option<Val>,
}

/// The kind in which an element travels in memory.
pub(crate) fn stored(dtype: DType) -> Elem {
    match (dtype.bits(), dtype.kind()) {
        (_, hloom_num::DTypeKind::Bool) => Elem::I1,
        (64, hloom_num::DTypeKind::Float) => Elem::F64,
        (32, hloom_num::DTypeKind::Float) => Elem::F32,
        (64, _) => Elem::I64,
        (32, _) => Elem::I32,
        (16, _) => Elem::I16,
        _ => Elem::I8,
    }
}

impl Lower<'_> {
    pub(super) fn buf_place(&mut self, buf: BufId, index: &[Ix], env: &mut Env) -> Res<Place> {
        let data = &self.k.bufs[buf.0 as usize];
        if data.dtype.is_complex() {
            return Err(LowerError::Kernel("buffers of complex elements have an extra dimension of reals".into()));
        }
        let mut at = Lin::constant(0);
        for (x, stride) in index.iter().zip(&data.strides) {
            let l = self.ix(x, env)?;
            self.lin_add(&mut at, &l, *stride);
        }
        let elems = data.span();
        Ok(Place {
            base: self.bufs[buf.0 as usize],
            at,
            elem: stored(data.dtype),
            align: data.align,
            elems,
            // What others write of it while they are waited for must not be read before.
            constant: data.role == Role::In && self.k.own != Some(buf),
            source: Source::Buf(buf),
        })
    }

    pub(super) fn local_place(&mut self, def: DefId, comp: usize, coords: &[Lin]) -> Res<Place> {
        let data = self.k.def(def);
        let Some(local) = self.locals[def.0 as usize].clone() else {
            return Err(LowerError::Nest(format!("{} is read outside the loop that stages it", data.name)));
        };
        let mut at = Lin::constant(0);
        for ((c, base), stride) in coords.iter().zip(&local.bases).zip(&local.strides) {
            let rel = c.minus_uniform(base);
            self.lin_add(&mut at, &rel, *stride);
        }
        let offset = self.b.i64(local.offsets[comp] as i64);
        let scratch = self.b.param(3);
        Ok(Place {
            base: self.b.ptr_add(scratch, offset),
            at,
            elem: data.tys[comp],
            align: 64,
            elems: local.capacity,
            constant: false,
            source: Source::Local(def, comp as u32),
        })
    }

    /// Address of an element, outermost terms first so that each part is computed as far out as it can be.
    pub(super) fn address(&mut self, p: &Place, at: &Lin) -> (Val, u32) {
        let bytes = i64::from(p.elem.bytes());
        let mut ptr = p.base;
        for &(v, k) in &at.terms {
            let t = self.b.mul_const(v, k * bytes);
            ptr = self.b.ptr_add(ptr, t);
        }
        let c = self.b.i64(at.c * bytes);
        ptr = self.b.ptr_add(ptr, c);
        let g = gcd(gcd(self.lin_div(at).saturating_mul(bytes), at.c.wrapping_mul(bytes)), i64::from(p.align.max(1)));
        let align = if g <= 0 { p.align } else { 1 << g.trailing_zeros().min(12) };
        (ptr, align.max(1))
    }

    /// Loads at a place; lanes where it is not safe touch no memory and have any value.
    fn load_place(&mut self, p: &Place, safe: Safe) -> Res<Val> {
        let w = self.lanes;
        let cacheable = !p.constant && safe.both.is_none() && p.at.opaque.is_none();
        let key = (p.source, p.elem, p.at.clone(), if p.at.is_uniform() { 1 } else { w });
        if cacheable && let Some(v) = self.blocks.last().and_then(|b| b.loads.get(&key)) {
            return Ok(*v);
        }
        let v = self.load_uncached(p, safe)?;
        if cacheable && let Some(b) = self.blocks.last_mut() {
            b.loads.insert(key, v);
        }
        Ok(v)
    }

    fn load_uncached(&mut self, p: &Place, safe: Safe) -> Res<Val> {
        let w = self.lanes;
        let mask = safe.both;
        let mask_lanes = mask.map_or(1, |m| self.b.ty(m).lanes);
        if p.elems == 0 {
            let ty = Ty::scalar(p.elem);
            let e = if p.elem.is_float() { Expr::Float(0) } else { Expr::Int(0) };
            return Ok(self.b.expr(ty, e));
        }
        // One condition for all lanes: load the first elements instead, which exist.
        let mut at = p.at.clone();
        let mut mask = mask;
        let most_halved = if self.part_of_points(p, &at).is_some() { MAX_HALVED_STEP } else { MAX_STEP };
        let apart = |step: i64| (2..=i64::from(w) + 1).contains(&step) && (step <= MAX_STEP || step == most_halved);
        let reach = match at.lane {
            0 => Some(1),
            step if step == 1 || apart(step) => Some(step * i64::from(w)),
            _ => None,
        };
        if let Some(m) = mask
            && mask_lanes == 1
            && at.opaque.is_none()
            && reach.is_some_and(|n| p.elems >= n)
        {
            let known = self.part_of_points(p, &at);
            let part = known.unwrap_or(0);
            let s = self.lin_scalar(&at.scalar_part().offset(-part));
            let zero = self.b.i64(0);
            let s = self.b.select(m, s, zero);
            if known.is_some() {
                self.facts.insert(s, Fact { lo: 0, hi: p.elems - 1, div: at.lane });
            }
            at = Lin { c: part, lane: at.lane, ..Lin::value(s) };
            mask = None;
        }
        if at.lane == 1 && at.opaque.is_none() && mask.is_some() && self.is_mostly_outside(p, &at) {
            at = self.moved_near(p, &at);
        }
        if at.is_uniform() && mask.is_none() {
            let (ptr, align) = self.address(p, &at);
            return Ok(self.plain_load(p, Ty::scalar(p.elem), ptr, align));
        }
        let ty = Ty::vector(p.elem, w);
        let mask = mask.map(|m| self.b.splat(m, w));
        // (Without instructions for masks of them, bytes are loaded one by one.)
        let masks = p.elem.bytes() >= 4 || self.target.cheap_masks;
        let whole = mask.is_none() || masks && self.part_of_points(p, &at).is_some();
        if at.opaque.is_none() {
            match (at.lane, mask) {
                (1, None) => {
                    let (ptr, align) = self.address(p, &at);
                    return Ok(self.plain_load(p, ty, ptr, align));
                }
                (1, Some(m)) => {
                    let (ptr, align) = self.address(p, &at);
                    let [plain, masked] = [None, Some(m)].map(|mask| p.load(ptr, align, mask));
                    let all = if masks { None } else { self.all_exist(p, &at) };
                    return Ok(match all {
                        Some(all) => self.b.if_else(all, |b| vec![b.expr(ty, plain)], |b| vec![b.expr(ty, masked)])[0],
                        None => self.b.expr(ty, masked),
                    });
                }
                (-1, None) => {
                    let first = at.scalar_part().offset(1 - i64::from(w));
                    let (ptr, align) = self.address(p, &first);
                    let v = self.plain_load(p, ty, ptr, align);
                    return Ok(self.turned_round(v));
                }
                (step, None) if (-MAX_STEP..0).contains(&step) && apart(-step) => {
                    let first = at.scalar_part().offset(step * (i64::from(w) - 1));
                    let v = self.strided_load(p, ty, &Lin { lane: -step, ..first }, None);
                    return Ok(self.turned_round(v));
                }
                (step, _) if whole && apart(step) => return Ok(self.strided_load(p, ty, &at, mask)),
                (step, None) => {
                    if let Some(v) = self.words_load(p, &at, step) {
                        return Ok(v);
                    }
                    // There are no gathers of them, but shuffles of any two vectors are one instruction.
                    let shuffles = p.elem.bytes() < 4 && self.target.vector_bytes >= 64;
                    if shuffles && (2..=MAX_NARROW_STEP.min(i64::from(w) + 1)).contains(&step) {
                        return Ok(self.strided_load(p, ty, &at, None));
                    }
                }
                _ => {}
            }
        }
        if let Some(v) = self.table_load(p, &at) {
            return Ok(v);
        }
        if let Some(v) = self.words_gather(p, &at, safe) {
            return Ok(v);
        }
        let (base, index) = self.indexed(p, &at);
        Ok(self.gather(ty, base, index, safe))
    }

    /// The lanes of a vector in the other order.
    fn turned_round(&mut self, v: Val) -> Val {
        let ty = self.b.ty(v);
        let idx = (0..ty.lanes as i32).rev().collect();
        self.b.expr(ty, Expr::Shuffle(v, v, idx))
    }

    /// True if a place is so far from what exists so often that masked loads of no lane must be kept from touching pages that
    /// do not exist: each takes a processor some 250 cycles.
    fn is_mostly_outside(&self, p: &Place, at: &Lin) -> bool {
        const PAGE: i64 = 4096;
        self.lin_range(at).is_some_and(|(lo, hi)| {
            let outside = (-lo).max(0) + (hi + 1 - p.elems).max(0);
            4 * outside > p.elems && outside * i64::from(p.elem.bytes()) > PAGE
        })
    }

    /// The place, or, of a vector none of whose elements exist, one beside what does.
    fn moved_near(&mut self, p: &Place, at: &Lin) -> Lin {
        let (lo, hi) = (1 - i64::from(self.lanes), p.elems);
        let s = self.lin_scalar(&at.scalar_part());
        let (first, last) = (self.b.i64(lo), self.b.i64(hi));
        let s = self.b.bin(BinOp::SMax, s, first);
        let s = self.b.bin(BinOp::SMin, s, last);
        self.know(s, Some(Fact { lo, hi, div: 1 }));
        Lin { lane: at.lane, ..Lin::value(s) }
    }

    /// Whether all elements of a vector exist, if they may.
    fn all_exist(&mut self, p: &Place, at: &Lin) -> Option<Val> {
        let last = p.elems - i64::from(self.lanes);
        if last < 0 {
            return None;
        }
        let (first, last) = (self.lin_scalar(&at.scalar_part()), self.b.i64(last));
        Some(self.b.cmp(CmpOp::ULe, first, last))
    }

    pub(super) fn plain_load(&mut self, p: &Place, ty: Ty, ptr: Val, align: u32) -> Val {
        // Under a guard an address may be invalid where the guard is false for good.
        if p.constant && self.guard_mask.is_none() {
            let inside = self.branch_depth();
            return self.b.load_hoisted(ty, ptr, align, inside, ty.lanes);
        }
        self.b.expr(ty, p.load(ptr, align, None))
    }

    /// An element of a buffer, widened.
    pub(super) fn load(
        &mut self,
        buf: BufId,
        index: &[Ix],
        when: &Pred,
        other: Option<ExprId>,
        env: &mut Env,
    ) -> Res<Val> {
        let guard = match self.pred(when, None, env)? {
            Truth::Always => None,
            Truth::Never => return self.eval_other(other, env),
            Truth::If(v) => Some(v),
        };
        let dtype = self.k.bufs[buf.0 as usize].dtype;
        let p = self.buf_place(buf, index, env)?;
        if p.elems == 0 && guard.is_some() {
            return self.eval_other(other, env);
        }
        let tail = if p.at.is_uniform() { None } else { self.tail_mask };
        // An address that exists whatever the guards say needs none.
        let exists = self.lin_range(&p.at).is_some_and(|(lo, hi)| 0 <= lo && hi < p.elems);
        let safe = if exists { Safe::default() } else { self.safe(&[guard, self.guard_mask, tail]) };
        // A guarded load must not be hoisted past its guard.
        let outer = self.guard_mask;
        self.guard_mask = safe.both;
        let raw = self.load_place(&p, safe);
        self.guard_mask = outer;
        let v = self.widen(dtype, raw?)?;
        let Some(g) = guard else { return Ok(v) };
        let o = self.eval_other(other, env)?;
        let n = [g, v, o].iter().map(|x| self.b.ty(*x).lanes).max().unwrap_or(1);
        let (v, o) = (self.b.splat(v, n), self.b.splat(o, n));
        Ok(self.b.select(g, v, o))
    }

    fn eval_other(&mut self, other: Option<ExprId>, env: &mut Env) -> Res<Val> {
        match other {
            Some(o) => self.eval(o, env),
            None => Err(LowerError::Kernel("a guarded load without a value for the other case".into())),
        }
    }

    pub(super) fn all_of(&mut self, masks: &[Option<Val>]) -> Option<Val> {
        let mut all: Option<Val> = None;
        for m in masks.iter().flatten() {
            all = Some(match all {
                None => *m,
                Some(a) => {
                    let n = self.b.ty(a).lanes.max(self.b.ty(*m).lanes);
                    let (a, m) = (self.b.splat(a, n), self.b.splat(*m, n));
                    self.b.bin(BinOp::And, a, m)
                }
            });
        }
        all
    }

    /// Where all of these hold.
    fn safe(&mut self, masks: &[Option<Val>]) -> Safe {
        let of_one = |s: &Self, m: &Option<Val>| m.is_some_and(|m| s.b.ty(m).lanes == 1);
        let (one, many): (Vec<Option<Val>>, _) = masks.iter().partition(|m| of_one(self, m));
        Safe { both: self.all_of(masks), uniform: self.all_of(&one), lanes: self.all_of(&many) }
    }

    /// A staged component at coordinates.
    pub(super) fn load_local(&mut self, def: DefId, comp: usize, coords: &[Lin]) -> Res<Val> {
        let p = self.local_place(def, comp, coords)?;
        // Vectors may be read past the end of staged memory; single lanes elsewhere not.
        let mask = if p.at.lane == 1 && p.at.opaque.is_none() { None } else { self.guard_mask };
        let mask = if p.at.is_uniform() && mask.is_some_and(|m| self.b.ty(m).lanes > 1) { None } else { mask };
        let safe = self.safe(&[mask]);
        self.load_place(&p, safe)
    }

    /// Stages a component at coordinates.
    pub(super) fn store_local(&mut self, def: DefId, comp: usize, coords: &[Lin], v: Val) -> Res {
        let p = self.local_place(def, comp, coords)?;
        self.store_place(&p, v, None, false)
    }

    /// What was loaded from there is written over.
    pub(super) fn forget_place(&mut self, p: &Place) {
        for b in &mut self.blocks {
            b.loads.retain(|k, _| k.0 != p.source);
        }
    }

    pub(super) fn store_place(&mut self, p: &Place, val: Val, mask: Option<Val>, stream: bool) -> Res {
        self.forget_place(p);
        if p.at.is_uniform() {
            if self.b.ty(val).lanes != 1 {
                return Err(LowerError::Nest("the lanes of a vector are stored to one place".into()));
            }
            let (ptr, align) = self.address(p, &p.at);
            match mask {
                None => self.b.push(Stmt::Store { ptr, val, align, mask: None, stream: false }),
                Some(m) if self.b.ty(m).lanes == 1 => {
                    self.b.if_else(
                        m,
                        |b| {
                            b.push(Stmt::Store { ptr, val, align, mask: None, stream: false });
                            vec![]
                        },
                        |_| vec![],
                    );
                }
                Some(_) => return Err(LowerError::Nest("a store under a condition that differs by lane".into())),
            }
            return Ok(());
        }
        let w = self.lanes;
        let val = self.b.splat(val, w);
        let mask = self.all_of(&[mask, self.tail_mask]).map(|m| self.b.splat(m, w));
        if p.at.opaque.is_none() && p.at.lane == 1 {
            let (ptr, align) = self.address(p, &p.at);
            let bytes = w * p.elem.bytes();
            // Non-temporal stores exist for whole aligned vectors.
            let stream = stream && mask.is_none() && p.elem != Elem::I1 && align >= bytes.min(self.target.vector_bytes);
            self.b.push(Stmt::Store { ptr, val, align, mask, stream });
            return Ok(());
        }
        if p.at.opaque.is_none() && p.at.lane == -1 && mask.is_none() {
            let (ptr, align) = self.address(p, &p.at.scalar_part().offset(1 - i64::from(w)));
            let idx = (0..w as i32).rev().collect();
            let ty = self.b.ty(val);
            let val = self.b.expr(ty, Expr::Shuffle(val, val, idx));
            self.b.push(Stmt::Store { ptr, val, align, mask: None, stream: false });
            return Ok(());
        }
        let (base, index) = self.indexed(p, &p.at);
        let val = self.b.in_memory(val);
        self.b.push(Stmt::Scatter { base, index, val, mask });
        Ok(())
    }

    /// Asks for the cache line of an element, in coordinates over the bases of the current ranges; inside a vector, of its
    /// first lane.
    pub(super) fn prefetch(&mut self, buf: BufId, index: &[Ix]) -> Res {
        let mut env = self.base_env();
        let p = self.buf_place(buf, index, &mut env)?;
        if p.at.opaque.is_some() {
            return Err(LowerError::Nest("a prefetch of what differs by lane".into()));
        }
        let (ptr, _) = self.address(&p, &p.at.scalar_part());
        self.b.push(Stmt::Prefetch(ptr));
        Ok(())
    }

    /// Stores an out at the current point.
    pub(super) fn store_out(&mut self, out: u32, stream: bool) -> Res {
        match self.out_value(out)? {
            Some((p, v, guard)) => self.store_place(&p, v, guard, stream),
            None => Ok(()),
        }
    }

    /// Where an out is stored at the current point, what, and under which guard; nothing if it is not.
    pub(super) fn out_value(&mut self, out: u32) -> Res<Option<(Place, Val, Option<Val>)>> {
        let k = self.k;
        let o = &k.outs[out as usize];
        let mut env = self.point_env();
        let guard = match self.pred(&o.when, None, &mut env)? {
            Truth::Never => return Ok(None),
            Truth::Always => None,
            Truth::If(v) => Some(v),
        };
        let p = self.buf_place(o.buf, &o.index, &mut env)?;
        if p.elems == 0 {
            return Ok(None);
        }
        let coords = self.coords_of(&env, &k.def(o.def).axes)?;
        let v = self.read_def(o.def, o.component, coords, &mut env)?;
        let v = self.narrow(k.bufs[o.buf.0 as usize].dtype, v)?;
        Ok(Some((p, v, guard)))
    }

    /// From the kind in memory to the kind to compute with.
    pub(super) fn widen(&mut self, dtype: DType, v: Val) -> Res<Val> {
        if let Some(half) = Kernel::half_elem(dtype) {
            let h = self.b.cast(CastOp::Bitcast, v, half);
            return Ok(self.b.cast(CastOp::FloatExt, h, Elem::F32));
        }
        Ok(match dtype {
            DType::F32 | DType::F64 => v,
            d if d.is_float() => crate::small_float::decode(&mut self.b, d, v),
            d if d.is_int() && d.bits() < 8 => {
                let ty = self.b.ty(v);
                let s = self.b.int(ty, 8 - i64::from(d.bits()));
                let up = self.b.bin(BinOp::Shl, v, s);
                self.b.bin(if d.is_signed_int() { BinOp::AShr } else { BinOp::LShr }, up, s)
            }
            _ => v,
        })
    }

    /// From the kind to compute with to the kind in memory, rounding or wrapping.
    pub(super) fn narrow(&mut self, dtype: DType, v: Val) -> Res<Val> {
        if let Some(half) = Kernel::half_elem(dtype) {
            let h = self.b.cast(CastOp::FloatTrunc, v, half);
            return Ok(self.b.cast(CastOp::Bitcast, h, Elem::I16));
        }
        Ok(match dtype {
            DType::F32 | DType::F64 => v,
            d if d.is_float() => crate::small_float::encode(&mut self.b, d, v),
            d if d.is_int() && d.bits() < 8 => self.widen(d, v)?,
            _ => v,
        })
    }
}
