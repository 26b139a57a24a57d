//! Loops that compute every point from that point alone, as one kernel with the loop inside
//! ([`hloom_tile::templates`]).
//!
//! The commands of condition and body are composed to expressions over what the loop carries and what it reads. That
//! succeeds if they are Maps and copies, if each is one a point of one set of points or one for all, and if what is
//! written one a point is read where it is written. What the loop does not write is read anywhere. Whether it is worth while needs no asking: the kernel reads and writes each
//! point once, a step of the loop costs no memory.

use crate::program::{Buffer, BufferId, Command, PlanKernel, Work};
use hloom_tile::Target;
use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{AxisId, Body, BufId, DefId, Expr, ExprId, Kernel, Pred, Role};
use hloom_tile::templates::{IterateSpec, Scalars, Slot, Template};
use rustc_hash::FxHashMap;

/// Steps of more expressions stay loops over kernels.
const MAX_EXPRS: usize = 600;

/// The same, if they read tables or coordinates: beside that much work memory costs little, and kernels of one step are compiled
/// sooner (50 steps that draw 10,000 normal numbers each take 2.3 instead of 1.8 ms otherwise).
const MAX_EXPRS_ELSEWHERE: usize = 100;
/// Tables of more elements are read by the kernels of the loop.
const MOST_ELEMENTS: i64 = i32::MAX as i64;
/// The axis of the composed kernel.
const POINT: AxisId = AxisId(0);

/// A `while` as commands.
pub(crate) struct Loop<'a> {
    pub(crate) cond: &'a [Command],
    pub(crate) pred: BufferId,
    pub(crate) body: &'a [Command],
    /// Carried buffers, and what the body leaves in them.
    pub(crate) carried: &'a [(BufferId, BufferId)],
    /// Number of steps, where it is known.
    pub(crate) trips: Option<u64>,
}

/// The loop as a kernel, and the buffers that it reads besides the carried ones. Its parameters are final values,
/// initial values, and those inputs.
pub(crate) fn iterate(
    l: &Loop<'_>,
    buffers: &[Buffer],
    kernels: &[PlanKernel],
    target: &Target,
) -> Option<(Template, Vec<BufferId>)> {
    let elements = |b: BufferId| buffers[b.0 as usize].ty.num_elements() as i64;
    let points = l.carried.iter().map(|c| elements(c.0)).max().filter(|&n| n > 1)?;
    if l.carried.iter().any(|c| elements(c.0) != points && elements(c.0) != 1) {
        return None;
    }
    // A bitcast is another look at the same bytes, a slot has one type.
    let same_type = |a: BufferId, b: BufferId| buffers[a.0 as usize].ty.dtype == buffers[b.0 as usize].ty.dtype;
    if l.carried.iter().any(|c| !same_type(c.0, c.1)) {
        return None;
    }
    let slot = |b: BufferId| Slot { dtype: buffers[b.0 as usize].ty.dtype, per_point: elements(b) > 1 };
    let mut c = Composer {
        buffers,
        kernels,
        points,
        k: Kernel::default(),
        tables: Vec::new(),
        values: FxHashMap::default(),
        inputs: Vec::new(),
        per_point: Vec::new(),
    };
    c.k.add_axis("point", points);
    l.carried.iter().for_each(|&(b, _)| {
        c.param(b);
    });
    c.commands(l.cond)?;
    let mut results = vec![c.value(l.pred)?];
    c.commands(l.body)?;
    for &(_, from) in l.carried {
        results.push(c.value(from)?);
    }
    let varies = c.varies();
    let shared = |to: Option<BufferId>| to.is_none_or(|b| elements(b) == 1);
    let targets = std::iter::once(None).chain(l.carried.iter().map(|c| Some(c.0)));
    let most = if c.k.exprs.iter().any(|x| is_elsewhere(&x.0)) { MAX_EXPRS_ELSEWHERE } else { MAX_EXPRS };
    if c.k.exprs.len() > most || targets.zip(&results).any(|(to, e)| shared(to) && varies[e.0 as usize]) {
        return None;
    }
    let spec = IterateSpec {
        points,
        carried: l.carried.iter().map(|c| slot(c.0)).collect(),
        inputs: c.inputs.iter().map(|&b| slot(b)).collect(),
        step: Scalars { kernel: &c.k, results: &results },
        steps: l.trips,
    };
    let template = hloom_tile::templates::iterate(&spec, target).ok()?;
    Some((template, [c.inputs, c.tables].concat()))
}

/// True for what knows the place of its point.
fn is_elsewhere(e: &Expr) -> bool {
    matches!(e, Expr::Load { .. } | Expr::Coord(_))
}

struct Composer<'a> {
    buffers: &'a [Buffer],
    kernels: &'a [PlanKernel],
    points: i64,
    /// Holds the expressions, over parameters and its axis, the point.
    k: Kernel,
    /// What buffers hold now.
    values: FxHashMap<BufferId, ExprId>,
    inputs: Vec<BufferId>,
    /// What is read elsewhere than at the point: the buffers of `k`.
    tables: Vec<BufferId>,
    /// By parameter: it is one a point.
    per_point: Vec<bool>,
}

impl Composer<'_> {
    /// A new parameter for what a buffer holds.
    fn param(&mut self, b: BufferId) -> ExprId {
        let ty = &self.buffers[b.0 as usize].ty;
        let e = self.k.add_expr(Kernel::compute_elem(ty.dtype), Expr::Param(self.per_point.len() as u32));
        self.per_point.push(ty.num_elements() > 1);
        self.values.insert(b, e);
        e
    }

    /// What a buffer holds; one that the loop does not write is an input.
    fn value(&mut self, b: BufferId) -> Option<ExprId> {
        if let Some(&e) = self.values.get(&b) {
            return Some(e);
        }
        let n = self.buffers[b.0 as usize].ty.num_elements() as i64;
        (n == 1 || n == self.points).then(|| {
            self.inputs.push(b);
            self.param(b)
        })
    }

    /// A buffer that the loop does not write, to be read anywhere.
    fn table(&mut self, b: BufferId) -> Option<BufId> {
        if let Some(i) = self.tables.iter().position(|t| *t == b) {
            return Some(BufId(i as u32));
        }
        let ty = &self.buffers[b.0 as usize].ty;
        let n = ty.num_elements() as i64;
        if n > MOST_ELEMENTS || self.values.contains_key(&b) && !self.inputs.contains(&b) {
            return None;
        }
        self.tables.push(b);
        Some(self.k.add_buf(ty.dtype, &[n], Role::In, ty.dtype.byte_size() as u32))
    }

    /// By expression: it depends on something that is one a point.
    fn varies(&self) -> Vec<bool> {
        let mut varies: Vec<bool> = Vec::with_capacity(self.k.exprs.len());
        for (e, _) in &self.k.exprs {
            let differs = |x: &Ix| {
                x.terms.iter().any(|(t, _)| match t {
                    Term::Value(v) => varies[v.0 as usize],
                    _ => true,
                })
            };
            let mut any = match e {
                Expr::Param(i) => self.per_point[*i as usize],
                Expr::Load { index, .. } => index.iter().any(differs),
                Expr::Coord(x) => differs(x),
                _ => false,
            };
            hloom_tile::operands(e, &mut |o| any |= varies[o.0 as usize]);
            varies.push(any);
        }
        varies
    }

    fn commands(&mut self, commands: &[Command]) -> Option<()> {
        for c in commands {
            match c {
                Command::Copy { dst, src } => {
                    let [to, from] = [dst, src].map(|b| self.buffers[b.0 as usize].ty.dtype);
                    let v = self.value(*src).filter(|_| to == from)?;
                    self.values.insert(*dst, v);
                }
                Command::Kernel { kernel, args, .. } => {
                    let Work::Nest(k) = &self.kernels[*kernel as usize].work else { return None };
                    let mut new = Vec::new();
                    for out in &k.outs {
                        let buffer = args[out.buf.0 as usize];
                        let same = k.bufs[out.buf.0 as usize].dtype == self.buffers[buffer.0 as usize].ty.dtype;
                        if !same || !out.when.0.is_empty() || !covers(k, out.buf, &out.index, out.def) {
                            return None;
                        }
                        let at = k.bufs[out.buf.0 as usize].offset(&out.index);
                        let mut m = Point { k, args, at, memo: FxHashMap::default() };
                        let e = m.read(self, out.def, out.component)?;
                        new.push((buffer, e));
                    }
                    self.values.extend(new);
                }
                Command::Host { .. } | Command::While { .. } | Command::Case { .. } => return None,
            }
        }
        Some(())
    }
}

/// True if an out writes each element of its buffer.
fn covers(k: &Kernel, buf: BufId, index: &[Ix], def: DefId) -> bool {
    let mut seen = Vec::new();
    let each = index.iter().zip(&k.bufs[buf.0 as usize].dims).all(|(x, &n)| match x.as_axis() {
        Some(a) if k.extent(a) == n && !seen.contains(&a) => {
            seen.push(a);
            true
        }
        _ => n == 1 && x.as_const() == Some(0),
    });
    each && k.def(def).axes.iter().all(|a| seen.contains(a) || k.extent(*a) == 1)
}

/// A kernel at the point whose place in the results is `at`.
struct Point<'a> {
    k: &'a Kernel,
    args: &'a [BufferId],
    at: Ix,
    memo: FxHashMap<ExprId, ExprId>,
}

impl Point<'_> {
    fn read(&mut self, c: &mut Composer<'_>, def: DefId, component: u32) -> Option<ExprId> {
        match &self.k.def(def).body {
            Body::Map(es) => self.expr(c, es[component as usize]),
            Body::Reduce { .. } => None,
        }
    }

    fn expr(&mut self, c: &mut Composer<'_>, e: ExprId) -> Option<ExprId> {
        if let Some(&x) = self.memo.get(&e) {
            return Some(x);
        }
        let k = self.k;
        let mut x = |e: &ExprId| self.expr(c, *e);
        let new = match k.expr(e) {
            Expr::Int(i) => Expr::Int(*i),
            Expr::Float(f) => Expr::Float(*f),
            Expr::Un(op, a) => Expr::Un(*op, x(a)?),
            Expr::Bin(op, a, b) => Expr::Bin(*op, x(a)?, x(b)?),
            Expr::Cmp(op, a, b) => Expr::Cmp(*op, x(a)?, x(b)?),
            Expr::Select(a, b, d) => Expr::Select(x(a)?, x(b)?, x(d)?),
            Expr::Fma(a, b, d) => Expr::Fma(x(a)?, x(b)?, x(d)?),
            Expr::Cast(op, a) => Expr::Cast(*op, x(a)?),
            Expr::Round(t, a) => Expr::Round(*t, x(a)?),
            Expr::Bits(t, a) => Expr::Bits(*t, x(a)?),
            Expr::OfBits(t, a) => Expr::OfBits(*t, x(a)?),
            Expr::Math(f, args) => Expr::Math(*f, args.iter().map(x).collect::<Option<_>>()?),
            Expr::Load { buf, index, when, .. } => {
                let b = self.args[buf.0 as usize];
                let ty = &c.buffers[b.0 as usize].ty;
                let elements = ty.num_elements() as i64;
                let data = &k.bufs[buf.0 as usize];
                if ty.dtype != data.dtype || data.span() != elements || !when.0.is_empty() {
                    return None;
                }
                let at = data.offset(index);
                if elements == 1 || elements == c.points && at == self.at {
                    let v = c.value(b)?;
                    self.memo.insert(e, v);
                    return Some(v);
                }
                let (buf, at) = (c.table(b)?, self.coord(c, &at)?);
                Expr::Load { buf, index: vec![at], when: Pred::default(), other: None }
            }
            Expr::Coord(x) => {
                let x = self.coord(c, x)?;
                let small = |(lo, hi)| -MOST_ELEMENTS <= lo && hi <= MOST_ELEMENTS;
                x.range(&|_| (0, c.points - 1)).filter(|r| small(*r))?;
                Expr::Coord(x)
            }
            Expr::Read(def, component, index) => {
                let same = index.iter().zip(&k.def(*def).axes).all(|(x, a)| x.as_axis() == Some(*a));
                let v = if same { self.read(c, *def, *component)? } else { return None };
                self.memo.insert(e, v);
                return Some(v);
            }
            Expr::Param(_) => return None,
        };
        let v = c.k.add_expr(k.elem(e), new);
        self.memo.insert(e, v);
        Some(v)
    }

    /// A coordinate of the kernel as one of the loop. Where coordinates could be negative, or too large for 32 bits: `None`.
    fn coord(&mut self, c: &mut Composer<'_>, x: &Ix) -> Option<Ix> {
        let (points, k, place) = (c.points, self.k, self.at.clone());
        let extent = |a: AxisId| if a == POINT { points } else { 0 };
        let of_axis = |a: AxisId| {
            let n = k.extent(a);
            let step = place.coef(a);
            if step == 0 { Ix::constant(0) } else { Ix::axis(POINT).div(step, &extent).rem(n, &extent) }
        };
        let mut known = true;
        let mut of_value = |e| {
            let value = self.expr(c, e);
            known &= value.is_some();
            value.unwrap_or(e)
        };
        let moved = x.substitute(&of_axis, &mut of_value, &extent);
        let all_known = |x: &Ix| x.range(&|_| (0, points - 1)).is_some_and(|(lo, hi)| 0 <= lo && hi <= MOST_ELEMENTS);
        let inner_known = |t: &Term| match t {
            Term::Div(y, _) | Term::Mod(y, _) => all_known(y),
            Term::Axis(_) | Term::Value(_) => true,
        };
        (known && points <= MOST_ELEMENTS && moved.terms.iter().all(|t| inner_known(&t.0))).then_some(moved)
    }
}
