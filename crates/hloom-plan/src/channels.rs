//! Convolutions whose channels do not lie last: channels of what they read and write are moved there.
//!
//! A window that moves along the last dimension makes vectors of what lies along it: short rows, strides and a result's channels by
//! themselves fill few lanes, and narrow numbers have no neighbours to be summed with. With channels last, vectors are channels of the
//! result, whatever the window does.
//!
//! Buffers that kernels alone touch just lie otherwise (their strides say so), and with them those that other kernels compute from them
//! or with them at the same channels. Arguments, results and what else others touch are turned by a kernel.

use crate::memory::ALIGN;
use crate::program::{BufferId, Command, Place, PlanKernel, Work};
use crate::region::Planner;
use hloom_ir::TensorType;
use hloom_tile::depends;
use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{AxisId, Body, BufId, Comb, Expr, ExprId, Kernel, Out, Pred, Role};
use rustc_hash::FxHashMap;

/// Fewest terms of a convolution's sums, and channels of its result, that are worth it.
const MIN_TERMS: i64 = 128;
const MIN_CHANNELS: i64 = 16;

/// An element of a buffer that a kernel reads or writes.
struct Access<'a> {
    buf: BufId,
    index: &'a [Ix],
}

/// What a convolution multiplies and writes, with the axis of each along which channels lie.
struct Channels<'a> {
    reads: Vec<(Access<'a>, AxisId)>,
    result: AxisId,
    /// It has a window, and is large enough.
    moves: bool,
}

fn load(k: &Kernel, e: ExprId) -> Option<Access<'_>> {
    match k.expr(e) {
        Expr::Load { buf, index, .. } => Some(Access { buf: *buf, index }),
        _ => None,
    }
}

/// An index that is no coordinate itself but the place of a window: its coordinate and the one along the window.
fn window(x: &Ix) -> Option<(AxisId, AxisId)> {
    match x.terms[..] {
        [(Term::Axis(a), _), (Term::Axis(b), _)] => Some((a, b)),
        _ => None,
    }
}

/// The convolutions of a kernel.
fn convolutions(k: &Kernel) -> Vec<Channels<'_>> {
    let product = |d: &hloom_tile::kernel::DefData| match &d.body {
        Body::Reduce { over, comb: Comb::Fma, args, .. } => Some((d.axes.clone(), over.clone(), [args[0], args[1]])),
        _ => None,
    };
    let both = |(axes, over, [x, y]): (Vec<AxisId>, Vec<AxisId>, [ExprId; 2])| {
        [[x, y], [y, x]].into_iter().find_map(|[x, w]| convolution(k, &axes, &over, x, w))
    };
    k.defs.iter().filter_map(product).filter_map(both).collect()
}

/// A product of an image, which has places, and of a window's weights; or of two images, whose result has the window's places.
fn convolution<'a>(k: &'a Kernel, axes: &[AxisId], over: &[AxisId], x: ExprId, w: ExprId) -> Option<Channels<'a>> {
    let (image, weights) = (load(k, x)?, load(k, w)?);
    if image.index.len() != weights.index.len() || image.index.len() < 3 {
        return None;
    }
    let own = |of: ExprId, other: ExprId| {
        let mut own = axes.iter().copied().filter(|a| depends(k, of, *a) && !depends(k, other, *a));
        let first = own.next()?;
        Some((first, own.next().is_none()))
    };
    let (result, true) = own(w, x)? else { return None };
    let plain = |index: &[Ix], among: &[AxisId]| -> Vec<AxisId> {
        index.iter().filter_map(Ix::as_axis).filter(|a| among.contains(a)).collect()
    };
    let windows: Vec<(AxisId, AxisId)> = image.index.iter().filter_map(window).collect();
    let large = over.iter().map(|a| k.extent(*a)).product::<i64>() >= MIN_TERMS && k.extent(result) >= MIN_CHANNELS;
    // The summed axis of a window is that along the image if the result has the window's places.
    let summed = |(a, b): &(AxisId, AxisId)| if over.contains(a) { (*a, *b) } else { (*b, *a) };
    let is_gradient = windows.iter().map(summed).any(|(s, r)| k.extent(s) > k.extent(r));
    if is_gradient {
        let &[channel] = &plain(image.index, axes)[..] else { return None };
        return Some(Channels { reads: vec![(image, channel), (weights, result)], result, moves: large });
    }
    let among: Vec<AxisId> = over.iter().copied().filter(|a| depends(k, w, *a)).collect();
    let &[channel] = &plain(image.index, &among)[..] else { return None };
    let strided = image.index.iter().any(|x| matches!(x.terms[..], [(Term::Axis(_), s)] if s > 1));
    let places = plain(image.index, axes).len() + windows.len() + usize::from(strided);
    (places > 0).then(|| Channels { reads: vec![(image, channel)], result, moves: large && (strided || !windows.is_empty()) })
}

/// What a kernel reads and writes.
fn accesses(k: &Kernel) -> Vec<Access<'_>> {
    let loads = (0..k.exprs.len() as u32).filter_map(|e| load(k, ExprId(e)));
    loads.chain(k.outs.iter().map(|o| Access { buf: o.buf, index: &o.index })).collect()
}

fn along(index: &[Ix], a: AxisId) -> Option<usize> {
    index.iter().position(|x| x.as_axis() == Some(a))
}

/// Strides with dimension `last` innermost and the others in order.
fn strides(dims: &[i64], last: usize) -> Vec<i64> {
    let mut strides = vec![1; dims.len()];
    let mut step = dims[last];
    for d in (0..dims.len()).rev().filter(|d| *d != last) {
        strides[d] = step;
        step *= dims[d];
    }
    strides
}

/// True if the dimension lies innermost as it is.
fn is_last(dims: &[i64], d: usize) -> bool {
    dims[d + 1..].iter().all(|n| *n == 1) || dims[d] == 1
}

/// How buffers are touched.
#[derive(Clone, Default)]
struct Use {
    /// By what is no kernel of Defs, or by one that sees another shape.
    fixed: bool,
    written: bool,
}

/// The dimension that lies innermost, by buffer.
type Wanted = FxHashMap<BufferId, usize>;

impl Planner<'_> {
    /// The commands with channels of convolutions innermost.
    pub(crate) fn channels_last(&mut self, commands: Vec<Command>) -> Vec<Command> {
        let mut found = false;
        each_nest(&commands, &self.kernels, &mut |k, _| {
            found |= convolutions(k).iter().any(|c| c.moves && !lies_last(k, c));
        });
        if !found {
            return commands;
        }
        let uses = self.uses(&commands);
        let wanted = self.wanted(&commands, &uses);
        let mut turned = FxHashMap::default();
        let (mut first, mut out) = (Vec::new(), Vec::new());
        self.turn(commands, &uses, &wanted, &mut turned, &mut first, &mut out);
        first.extend(out);
        first
    }

    fn uses(&self, commands: &[Command]) -> Vec<Use> {
        let mut uses: Vec<Use> = (self.buffers.iter())
            .map(|b| Use { fixed: b.place != Place::Unplaced, written: false })
            .collect();
        let mut visit = |c: &Command| match c {
            Command::Kernel { kernel, args, writes, .. } => {
                for (i, b) in args.iter().enumerate() {
                    let sees_it = match &self.kernels[*kernel as usize].work {
                        Work::Nest(k) => k.bufs[i].dims[..] == self.buffers[b.0 as usize].ty.dims[..],
                        Work::Template(_) => false,
                    };
                    uses[b.0 as usize].fixed |= !sees_it;
                }
                writes.iter().for_each(|w| uses[args[w.0 as usize].0 as usize].written = true);
            }
            Command::Copy { dst, .. } => uses[dst.0 as usize] = Use { fixed: true, written: true },
            c => c.buffers_here(&mut |b| uses[b.0 as usize] = Use { fixed: true, written: true }),
        };
        commands.iter().for_each(|c| c.commands(&mut visit));
        uses
    }

    /// Buffers that lie otherwise: those of large convolutions, and what has the same channels.
    fn wanted(&self, commands: &[Command], uses: &[Use]) -> Wanted {
        let mut wanted = Wanted::default();
        loop {
            let before = wanted.len();
            each_nest(commands, &self.kernels, &mut |k, args| {
                let mut want = |access: &Access<'_>, a: AxisId| {
                    let b = args[access.buf.0 as usize];
                    let dims = &k.bufs[access.buf.0 as usize].dims;
                    if let Some(d) = along(access.index, a)
                        && dims.len() >= 3
                        && !uses[b.0 as usize].fixed
                        && !is_last(dims, d)
                    {
                        wanted.entry(b).or_insert(d);
                    }
                };
                let found = convolutions(k);
                for c in found.iter().filter(|c| c.moves) {
                    c.reads.iter().for_each(|(x, a)| want(x, *a));
                    k.outs.iter().for_each(|o| want(&Access { buf: o.buf, index: &o.index }, c.result));
                }
                let lies = |x: &Access<'_>, a| along(x.index, a).is_some_and(|d| wanted.get(&args[x.buf.0 as usize]) == Some(&d));
                let all = accesses(k);
                let factors: Vec<BufId> = k.defs.iter().filter_map(|d| match &d.body {
                    Body::Reduce { comb: Comb::Fma, args, .. } => Some(args.iter().filter_map(|e| Some(load(k, *e)?.buf))),
                    _ => None,
                }).flatten().collect();
                // Axes along which channels lie that others have too.
                let mut shared: Vec<AxisId> = Vec::new();
                for x in all.iter().filter(|x| !factors.contains(&x.buf)) {
                    let d = wanted.get(&args[x.buf.0 as usize]);
                    shared.extend(d.and_then(|d| x.index[*d].as_axis()));
                }
                let mut more = Vec::new();
                for c in &found {
                    let image = &c.reads[0];
                    if lies(&image.0, image.1) {
                        shared.push(c.result);
                    } else if shared.contains(&c.result) {
                        more.push((image.0.buf, image.0.index, image.1));
                    }
                }
                for a in shared {
                    more.extend(all.iter().filter(|x| !factors.contains(&x.buf)).map(|x| (x.buf, x.index, a)));
                }
                for (buf, index, a) in more {
                    let b = args[buf.0 as usize];
                    let dims = &k.bufs[buf.0 as usize].dims;
                    if let Some(d) = along(index, a)
                        && dims.len() >= 3
                        && !uses[b.0 as usize].fixed
                        && !is_last(dims, d)
                    {
                        wanted.entry(b).or_insert(d);
                    }
                }
            });
            if wanted.len() == before {
                return wanted;
            }
        }
    }

    /// Changes kernels and adds those that turn buffers: before all commands if nothing ever writes what they turn.
    fn turn(
        &mut self,
        commands: Vec<Command>,
        uses: &[Use],
        wanted: &Wanted,
        turned: &mut FxHashMap<(BufferId, usize), BufferId>,
        first: &mut Vec<Command>,
        out: &mut Vec<Command>,
    ) {
        for c in commands {
            match c {
                Command::Kernel { kernel, mut args, writes, step } => {
                    let mut k = match &self.kernels[kernel as usize].work {
                        Work::Nest(k) => k.clone(),
                        Work::Template(_) => {
                            out.push(Command::Kernel { kernel, args, writes, step });
                            continue;
                        }
                    };
                    let mut after = Vec::new();
                    let mut lie: Vec<(BufId, usize)> = Vec::new();
                    for (i, b) in args.iter().enumerate() {
                        lie.extend(wanted.get(b).map(|d| (BufId(i as u32), *d)));
                    }
                    let whole = writes.iter().all(|w| w.1);
                    for (buf, d) in others_of(&k) {
                        let b = args[buf.0 as usize];
                        let is_out = k.bufs[buf.0 as usize].role != Role::In;
                        if wanted.contains_key(&b) || lie.iter().any(|l| l.0 == buf) || is_out && !whole {
                            continue;
                        }
                        let ops = self.kernels[kernel as usize].ops.clone();
                        let ty = TensorType::new(k.bufs[buf.0 as usize].dtype, &k.bufs[buf.0 as usize].dims);
                        let once = !uses[b.0 as usize].written && !is_out;
                        let to = match turned.get(&(b, d)) {
                            Some(to) if once => *to,
                            _ => {
                                let to = self.temp(&ty, format!("turned{}", self.buffers.len()));
                                let (from, into) = if is_out { ((to, Some(d)), (b, None)) } else { ((b, None), (to, Some(d))) };
                                let place = if is_out { &mut after } else if once { &mut *first } else { &mut *out };
                                self.emit_nest(copy(&ty, from.1, into.1), vec![from.0, into.0], true, format!("channels turned for {ops}"), step, place);
                                if once {
                                    turned.insert((b, d), to);
                                }
                                to
                            }
                        };
                        args[buf.0 as usize] = to;
                        lie.push((buf, d));
                    }
                    for (buf, d) in lie {
                        let b = &mut k.bufs[buf.0 as usize];
                        b.strides = strides(&b.dims, d);
                    }
                    self.kernels[kernel as usize].work = Work::Nest(k);
                    out.push(Command::Kernel { kernel, args, writes, step });
                    out.append(&mut after);
                }
                Command::Copy { dst, src } => match wanted.get(&src) {
                    Some(d) => {
                        let ty = self.buffers[src.0 as usize].ty.clone();
                        let step = self.steps.len().saturating_sub(1) as u32;
                        self.emit_nest(copy(&ty, Some(*d), None), vec![src, dst], true, "channels turned back".into(), step, out);
                    }
                    None => out.push(Command::Copy { dst, src }),
                },
                Command::While { cond, pred, body, rotations, trips, shared, loc } => {
                    let (mut inner_cond, mut inner_body) = (Vec::new(), Vec::new());
                    self.turn(cond, uses, wanted, turned, first, &mut inner_cond);
                    self.turn(body, uses, wanted, turned, first, &mut inner_body);
                    out.push(Command::While { cond: inner_cond, pred, body: inner_body, rotations, trips, shared, loc });
                }
                Command::Case { index, boolean, branches, loc } => {
                    let turn = |b: Vec<Command>| {
                        let mut inner = Vec::new();
                        self.turn(b, uses, wanted, turned, first, &mut inner);
                        inner
                    };
                    out.push(Command::Case { index, boolean, branches: branches.into_iter().map(turn).collect(), loc });
                }
                Command::Host { .. } => out.push(c),
            }
        }
    }
}

/// True if a convolution finds its channels innermost.
fn lies_last(k: &Kernel, c: &Channels<'_>) -> bool {
    let last = |buf: BufId, index: &[Ix], a| along(index, a).is_none_or(|d| is_last(&k.bufs[buf.0 as usize].dims, d));
    c.reads.iter().all(|(x, a)| last(x.buf, x.index, *a)) && k.outs.iter().all(|o| last(o.buf, &o.index, c.result))
}

/// Buffers of large convolutions with channels elsewhere, and the dimensions of these.
fn others_of(k: &Kernel) -> Vec<(BufId, usize)> {
    let mut all = Vec::new();
    for c in convolutions(k).iter().filter(|c| c.moves && !lies_last(k, c)) {
        let reads = c.reads.iter().map(|(x, a)| (x.buf, x.index, *a));
        for (buf, index, a) in reads.chain(k.outs.iter().map(|o| (o.buf, &o.index[..], c.result))) {
            let dims = &k.bufs[buf.0 as usize].dims;
            all.extend(along(index, a).filter(|d| dims.len() >= 3 && !is_last(dims, *d)).map(|d| (buf, d)));
        }
    }
    all
}

/// Calls `f` with the kernel of Defs and the buffers of each command.
fn each_nest(commands: &[Command], kernels: &[PlanKernel], f: &mut impl FnMut(&Kernel, &[BufferId])) {
    let mut visit = |c: &Command| {
        if let Command::Kernel { kernel, args, .. } = c
            && let Work::Nest(k) = &kernels[*kernel as usize].work
        {
            f(k, args);
        }
    };
    commands.iter().for_each(|c| c.commands(&mut visit));
}

/// A kernel that copies a tensor to one that lies otherwise; the dimensions that lie innermost, if those are not the last ones.
fn copy(ty: &TensorType, from: Option<usize>, to: Option<usize>) -> Kernel {
    let mut k = Kernel::default();
    let dims = &ty.dims[..];
    let bufs = [(Role::In, from), (Role::Out, to)].map(|(role, last)| {
        let b = k.add_buf(ty.dtype, dims, role, if last.is_some() { ALIGN as u32 } else { ty.dtype.byte_size() as u32 });
        if let Some(d) = last {
            k.bufs[b.0 as usize].strides = strides(dims, d);
        }
        b
    });
    let axes: Vec<AxisId> = dims.iter().enumerate().map(|(i, n)| k.add_axis(&format!("i{i}"), *n)).collect();
    let index: Vec<Ix> = axes.iter().map(|a| Ix::axis(*a)).collect();
    let elem = Kernel::compute_elem(ty.dtype);
    let x = k.add_expr(elem, Expr::Load { buf: bufs[0], index: index.clone(), when: Pred::default(), other: None });
    let def = k.add_def("turned", axes, vec![elem], Body::Map(vec![x]));
    k.outs.push(Out { buf: bufs[1], index, def, component: 0, when: Pred::default() });
    k
}
