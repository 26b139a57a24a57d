//! From a kernel and its nest to a function of loop IR: one walk over the tree.
//!
//! The function is `kernel(bufs, lo, hi, scratch)`: `bufs` points to the addresses of the kernel's buffers in order,
//! `lo..hi` are the grid tasks to run, `scratch` is memory of [`Lowered::scratch_bytes`] bytes, aligned to 64, that no
//! other thread uses meanwhile.
//!
//! How it works
//! * Every axis has a current range; inside the loops that reach a point its base is the coordinate, a [`lin::Lin`]: a
//!   linear form over loop variables, and over the lane number for the axis that is the vector axis.
//! * Values of evaluated Defs are kept by (Def, coordinates) and found again by equal coordinates ([`regs`]).
//! * Accumulators come into being when a point first needs them; each loop and branch that is open then carries them
//!   ([`acc`]). So a nest whose guards leave a tile without terms costs nothing.
//! * Guards that interval arithmetic decides vanish; the others become loop bounds, peeled tiles or masks ([`guard`]).
//!
//! Invariant: `blocks` runs in parallel with the builder's open blocks.

mod acc;
mod combine;
mod cut;
mod expr;
mod gather;
mod grid;
mod guard;
mod interleave;
mod lin;
mod loops;
mod mem;
pub(crate) mod prep;
mod regs;
mod tiles;

pub use prep::{depends, loads_from, operands, visit_all};

use crate::kernel::*;
use crate::loop_ir::*;
use crate::nest::Nest;
use crate::{FuncBuilder, Target};
use acc::{AccKey, Frame, Scope};
pub(crate) use acc::{neutral, neutral_expr};
pub(crate) use interleave::MOST_PARTS;
use lin::{Fact, Lin};
pub(crate) use mem::{MAX_HALVED_STEP, MAX_STEP, stored};
use prep::{Node, Plan};
use regs::BlockValues;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A kernel as a function.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The function; see the module's words for its parameters.
    pub func: Func,
    /// Number of grid tasks.
    pub tasks: i64,
    /// Bytes of scratch memory that one running task needs.
    pub scratch_bytes: u64,
    /// Behind the addresses of the buffers it expects that of a function and its argument: the first task of a call calls it, unless
    /// the argument is null, before it reads elements of [`Kernel::own`] that are not its own. Then a number: if it is not 0, the last
    /// task comes first.
    pub meets: bool,
}

/// Why a kernel with that nest has no function.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    /// The kernel is not well formed.
    #[error("kernel: {0}")]
    Kernel(String),
    /// The nest does not compute the kernel.
    #[error("nest: {0}")]
    Nest(String),
    /// Nothing here writes that.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

type Res<T = ()> = Result<T, LowerError>;

/// Lowers a kernel scheduled by `nest` to a function called `symbol`.
pub fn lower(kernel: &Kernel, nest: &[Nest], target: &Target, symbol: &str) -> Result<Lowered, LowerError> {
    let plan = Rc::new(prep::prepare(kernel, nest)?);
    let plain = ParamAttrs::default();
    let own = ParamAttrs { noalias: true, readonly: false };
    let read = ParamAttrs { noalias: true, readonly: true };
    let params = [(Ty::PTR, read), (Ty::I64, plain), (Ty::I64, plain), (Ty::PTR, own)];
    let b = FuncBuilder::new(symbol, &params, None);
    let mut l = Lower {
        k: kernel,
        target,
        plan: plan.clone(),
        b,
        facts: FxHashMap::default(),
        ranges: kernel.axes.iter().map(|a| Range { base: Lin::constant(0), len: Len::Static(a.extent) }).collect(),
        lanes: 1,
        live: 1,
        lane_axis: None,
        tail_mask: None,
        guard_mask: None,
        at_first: vec![First::No; kernel.axes.len()],
        ilp: Vec::new(),
        turned: None,
        task: None,
        meets: false,
        proven: Vec::new(),
        frames: Vec::new(),
        blocks: vec![BlockValues::default()],
        acc_keys: Vec::new(),
        acc_ids: FxHashMap::default(),
        parts: Vec::new(),
        scopes: vec![None; kernel.defs.len()],
        closed: vec![false; kernel.defs.len()],
        locals: vec![None; kernel.defs.len()],
        scratch: 0,
        bufs: Vec::new(),
        shapes: None,
    };
    l.load_bufs();
    let tasks = l.grid(&plan.root)?;
    if l.shapes.is_some() {
        l.b.push(Stmt::Tile(TileOp::Release));
    }
    l.b.push(Stmt::Return(None));
    let mut func = l.b.finish(true, false);
    if let Some(tiles::Shapes::Same(shapes)) = l.shapes {
        tiles::shape_once(&mut func, &shapes);
    }
    if target.slow_division {
        crate::quotient::settle(&mut func);
    }
    crate::order::order(&mut func, target.vector_regs);
    Ok(Lowered { func, tasks, scratch_bytes: l.scratch, meets: l.meets })
}

/// The current range of an axis: `base + [0, len)`. At a point, `base` is the coordinate.
#[derive(Clone, Debug)]
struct Range {
    base: Lin,
    len: Len,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Len {
    Static(i64),
    /// The last task of a grid loop may have a shorter range.
    Edge {
        full: i64,
        last: i64,
        is_last: Val,
    },
}

/// A task of a kernel with [`Bind::Own`](crate::nest::Bind::Own).
#[derive(Clone, Copy)]
struct Task {
    number: Val,
    /// What comes now is the first of a call.
    is_first: Val,
    /// What comes first otherwise comes last.
    turned: Val,
}

/// Whether a loop is at its first sub-range.
#[derive(Clone, Copy, PartialEq, Debug)]
enum First {
    Yes,
    No,
    /// If that value is true.
    If(Val),
}

/// Where a staged Def lives now.
#[derive(Clone, Debug)]
struct Local {
    /// Byte offset of each component in the scratch memory.
    offsets: Vec<u64>,
    /// Elements that were set aside.
    capacity: i64,
    /// Coordinates of element 0, one per axis of the Def.
    bases: Vec<Lin>,
    strides: Vec<i64>,
}

/// Coordinates and values while an expression is evaluated.
struct Env {
    coords: Vec<Option<Lin>>,
    memo: FxHashMap<ExprId, Val>,
    params: Vec<Val>,
}

struct Lower<'k> {
    k: &'k Kernel,
    target: &'k Target,
    plan: Rc<Plan>,
    b: FuncBuilder,
    facts: FxHashMap<Val, Fact>,
    ranges: Vec<Range>,
    lanes: u32,
    /// Lanes of the open vector loop that exist.
    live: u32,
    lane_axis: Option<AxisId>,
    /// Lanes that exist, where the vector axis ends inside a vector.
    tail_mask: Option<Val>,
    /// Points that take part in the Reduce whose args are evaluated: scalar or vector.
    guard_mask: Option<Val>,
    /// By axis: is the innermost loop over it that has a [`Node::First`] at its first sub-range?
    at_first: Vec<First>,
    /// Iterations of the open `Ilp` loops.
    ilp: Vec<(AxisId, i64)>,
    /// In a half of an `Alternate` loop: it is the one that comes second.
    turned: Option<bool>,
    /// The task, where it meets others.
    task: Option<Task>,
    /// There was an `Own` loop.
    meets: bool,
    /// Atoms of `when` that the bounds of open loops ensure.
    proven: Vec<guard::GuardAtom>,
    frames: Vec<Frame>,
    blocks: Vec<BlockValues>,
    acc_keys: Vec<AccKey>,
    acc_ids: FxHashMap<AccKey, usize>,
    /// Sub-ranges of `Parts` loops that are being summed: axis, and the frame that holds their accumulators.
    parts: Vec<(AxisId, usize)>,
    scopes: Vec<Option<Scope>>,
    closed: Vec<bool>,
    locals: Vec<Option<Local>>,
    scratch: u64,
    bufs: Vec<Val>,
    /// The shapes that tiles were given so far.
    shapes: Option<tiles::Shapes>,
}

impl Lower<'_> {
    fn lanes(&self) -> u32 {
        self.lanes
    }

    fn open_block(&mut self) {
        self.b.open();
        self.blocks.push(BlockValues::default());
    }

    fn close_block(&mut self) -> Block {
        self.blocks.pop();
        self.b.close()
    }

    /// Runs `f` as if only the outermost `depth` blocks were open.
    fn in_outer<R>(&mut self, depth: usize, f: impl FnOnce(&mut Self) -> Res<R>) -> Res<R> {
        let aside = self.b.aside(depth);
        let values = self.blocks.split_off(depth);
        let r = f(self)?;
        self.blocks.extend(values);
        self.b.back(aside);
        Ok(r)
    }

    /// The addresses of the buffers, once, at the function's entry.
    fn load_bufs(&mut self) {
        for i in 0..self.k.bufs.len() {
            let at = self.b.i64(8 * i as i64);
            let p = self.b.param(0);
            let p = self.b.ptr_add(p, at);
            let v = self.b.load_hoisted(Ty::PTR, p, 8, 1, 1);
            self.bufs.push(v);
        }
    }

    /// The coordinates of the current point; axes that are not at a point have none.
    fn point_env(&self) -> Env {
        let coord = |r: &Range| (r.len == Len::Static(1)).then(|| r.base.clone());
        Env { coords: self.ranges.iter().map(coord).collect(), memo: FxHashMap::default(), params: Vec::new() }
    }

    /// The bases of the current ranges as coordinates.
    fn base_env(&self) -> Env {
        let coords = self.ranges.iter().map(|r| Some(r.base.clone())).collect();
        Env { coords, memo: FxHashMap::default(), params: Vec::new() }
    }

    fn coords_of(&self, env: &Env, axes: &[AxisId]) -> Res<Vec<Lin>> {
        axes.iter().map(|a| self.coord(env, *a)).collect()
    }

    fn coord(&self, env: &Env, a: AxisId) -> Res<Lin> {
        match &env.coords[a.0 as usize] {
            Some(l) => Ok(l.clone()),
            None => {
                let name = &self.k.axes[a.0 as usize].name;
                Err(LowerError::Nest(format!("axis {name} is needed where the loops have not reached a point of it")))
            }
        }
    }

    fn nodes(&mut self, nodes: &[Node]) -> Res {
        let mut rest = nodes;
        while let Some((n, after)) = rest.split_first() {
            rest = after;
            match n {
                Node::Loop(l) => self.loop_node(l)?,
                Node::At { def, local } => self.at(*def, *local)?,
                Node::Tiles(t) => self.tiles(*t)?,
                Node::Store { out, stream } => {
                    let parts = self.parts_of_points(*out, after)?;
                    rest = &after[parts.len().saturating_sub(1)..];
                    if parts.is_empty() { self.store_out(*out, *stream)? } else { self.store_parts(&parts, *stream)? }
                }
                Node::First { axis, body } => match self.at_first[axis.0 as usize] {
                    First::Yes => self.nodes(body)?,
                    First::No => {}
                    First::If(cond) => self.branch(cond, |s| s.nodes(body), |_| Ok(()))?,
                },
                Node::If { not_negative, body, opens } => self.if_node(not_negative, body, opens)?,
                Node::Prefetch { buf, index } => self.prefetch(*buf, index)?,
            }
        }
        Ok(())
    }

    fn at(&mut self, def: DefId, local: bool) -> Res {
        let data = self.k.def(def);
        match &data.body {
            Body::Map(exprs) => {
                let mut env = self.point_env();
                let coords = self.coords_of(&env, &data.axes)?;
                let vals = exprs.iter().map(|e| self.eval(*e, &mut env)).collect::<Res<Vec<Val>>>()?;
                if local {
                    for (c, v) in vals.iter().enumerate() {
                        self.store_local(def, c, &coords, *v)?;
                    }
                }
                self.remember(def, coords, vals);
                Ok(())
            }
            Body::Reduce { .. } => {
                let alone = self.scopes[def.0 as usize].is_none();
                if alone {
                    self.open_scope(def)?;
                }
                self.accumulate(def)?;
                if alone {
                    self.close_scope(def)?;
                }
                Ok(())
            }
        }
    }

    /// Memory for `elems` elements of each of these kinds; offsets of the arrays. Vectors may be read past the end.
    fn alloc_scratch(&mut self, tys: &[Elem], elems: i64) -> Vec<u64> {
        const PAST_END: u64 = 512;
        let mut offsets = Vec::new();
        for t in tys {
            offsets.push(self.scratch);
            self.scratch += (elems as u64 * u64::from(t.bytes()) + PAST_END).next_multiple_of(64);
        }
        offsets
    }

    /// Lanes of the last row that nobody looks at are read from behind it, if rows are no whole vectors. What lies there may be
    /// subnormal numbers, with which arithmetic takes a hundred times as long: a call begins with zeros there.
    fn clear_behind(&mut self, ty: Elem, row: i64, end: u64) {
        let lanes = self.target.lanes(ty.bytes());
        if row % i64::from(lanes) == 0 {
            return;
        }
        let aside = self.b.aside(1);
        let (scratch, end) = (self.b.param(3), self.b.i64(end as i64));
        let ptr = self.b.ptr_add(scratch, end);
        let val = self.b.float(Ty::vector(ty, lanes), 0.0);
        self.b.push(Stmt::Store { ptr, val, align: ty.bytes(), mask: None, stream: false });
        self.b.back(aside);
    }

    /// Lays out a staged Def over the current ranges of its axes.
    fn enter_local(&mut self, def: DefId) {
        let data = self.k.def(def);
        let mut strides = vec![0; data.axes.len()];
        let mut elems = 1;
        let along = self.plan.along[def.0 as usize].and_then(|a| data.axes.iter().position(|x| *x == a));
        let others = (0..data.axes.len()).rev().filter(|i| Some(*i) != along);
        for i in along.into_iter().chain(others) {
            let a = data.axes[i];
            strides[i] = elems;
            elems *= match self.ranges[a.0 as usize].len {
                Len::Static(n) => n.max(1),
                Len::Edge { full, last, .. } => full.max(last),
            };
        }
        let bases = data.axes.iter().map(|a| self.ranges[a.0 as usize].base.clone()).collect();
        let reuse = self.locals[def.0 as usize].take().filter(|l| l.capacity >= elems);
        let (offsets, capacity) = match reuse {
            Some(l) => (l.offsets, l.capacity),
            None => {
                let offsets = self.alloc_scratch(&data.tys, elems);
                let row = along.or(data.axes.len().checked_sub(1)).map_or(1, |i| self.k.extent(data.axes[i]));
                for (ty, at) in data.tys.iter().zip(&offsets).filter(|(t, _)| t.is_float()) {
                    self.clear_behind(*ty, row, at + elems as u64 * u64::from(ty.bytes()));
                }
                (offsets, elems)
            }
        };
        self.locals[def.0 as usize] = Some(Local { offsets, capacity, bases, strides });
    }
}
