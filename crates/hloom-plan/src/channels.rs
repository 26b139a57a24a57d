//! Convolutions whose channels do not lie last: channels of what they read and write are moved there.
//!
//! A window that moves along the last dimension makes vectors of what lies along it: short rows, strides and a result's channels by
//! themselves fill few lanes, and narrow numbers have no neighbours to be summed with. With channels last, vectors are channels of the
//! result, whatever the window does.
//!
//! Buffers that kernels alone touch just lie otherwise (their strides say so), and with them those that other kernels compute from them
//! or with them at the same channels. Arguments, results and what else others touch are turned by a kernel.

use crate::program::{BufferId, Command, Place, PlanKernel, Work};
use crate::region::Planner;
use hloom_tile::depends;
use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{AxisId, Body, BufId, Comb, Expr, ExprId, Kernel};
use rustc_hash::FxHashMap;

/// Fewest terms of a convolution's sums, and channels of its result, that are worth it.
const MIN_TERMS: i64 = 128;
const MIN_CHANNELS: i64 = 16;
/// Shortest row that fills vectors well where its windows move by one, if it is all that there is and its numbers are not narrow: 4000 sums
/// of 5 x 64 terms for 64 channels take 0.51 ms in rows of 128 and 0.59 with channels last, for 32 channels in rows of 512 0.13 and 0.25.
const MIN_ROW: i64 = 64;

/// An element of a buffer that a kernel reads or writes.
#[derive(Clone, Copy)]
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

/// A factor: an element, or one that is converted.
fn factor(k: &Kernel, e: ExprId) -> Option<Access<'_>> {
    match k.expr(e) {
        Expr::Cast(_, x) => load(k, *x),
        _ => load(k, e),
    }
}

/// The axes of an index that is no coordinate itself but the place of a window: its coordinate and the one along the window.
fn window(x: &Ix) -> Option<(AxisId, AxisId)> {
    fn axes(x: &Ix, found: &mut Vec<AxisId>) {
        for (t, _) in &x.terms {
            match t {
                Term::Axis(a) => found.push(*a),
                // Between the elements of a dilated image.
                Term::Div(y, _) | Term::Mod(y, _) => axes(y, found),
                Term::Value(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    axes(x, &mut found);
    match found[..] {
        [a, b] => Some((a, b)),
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
    let (image, weights) = (factor(k, x)?, factor(k, w)?);
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
    // Channels of groups are no window.
    if windows.iter().any(|p| depends(k, w, summed(p).1)) {
        return None;
    }
    let among: Vec<AxisId> = over.iter().copied().filter(|a| depends(k, w, *a)).collect();
    let (apart, summed_up) = (plain(image.index, axes), plain(image.index, &among));
    // An image with fewer places than the window has is told from a gradient by its channels, of which there are more than images.
    let few_channels = match (&apart[..], &summed_up[..]) {
        (&[a], &[b]) => k.extent(b) < k.extent(a),
        _ => true,
    };
    let mut sides = windows.iter().map(summed).map(|(s, r)| (k.extent(s), k.extent(r)));
    let is_gradient = sides.any(|(s, r)| s > r && (s > 2 * r || few_channels));
    if is_gradient {
        let &[channel] = &apart[..] else { return None };
        return Some(Channels { reads: vec![(image, channel), (weights, result)], result, moves: large });
    }
    let &[channel] = &summed_up[..] else { return None };
    let strided = image.index.iter().any(|x| matches!(x.terms[..], [(Term::Axis(_), s)] if s > 1));
    let places = apart.len() + windows.len() + usize::from(strided);
    let is_row = image.index.len() == 3
        && k.bufs[image.buf.0 as usize].dtype.bits() >= 32
        && windows.iter().all(|w| k.extent(summed(w).1) >= MIN_ROW)
        && image
            .index
            .iter()
            .all(|x| x.terms.iter().all(|(t, s)| matches!(t, Term::Axis(a) if *s == 1 || over.contains(a))));
    let moves = large && !is_row && (strided || !windows.is_empty());
    let mut reads = vec![(image, channel)];
    // Narrow weights that lie along the result are packed in vectors: sums of them are 1.0 to 1.37 times as fast. Others are packed
    // as fast as they are turned.
    if k.bufs[weights.buf.0 as usize].dtype.bits() < 32 {
        reads.push((weights, result));
    }
    (places > 0).then_some(Channels { reads, result, moves })
}

/// What a kernel reads and writes.
fn accesses(k: &Kernel) -> Vec<Access<'_>> {
    let loads = (0..k.exprs.len() as u32).filter_map(|e| load(k, ExprId(e)));
    loads.chain(k.outs.iter().map(|o| Access { buf: o.buf, index: &o.index })).collect()
}

/// The dimension of a buffer along which an axis moves, if others lie inside of it.
fn elsewhere(k: &Kernel, x: &Access<'_>, a: AxisId) -> Option<usize> {
    let dims = &k.bufs[x.buf.0 as usize].dims;
    let d = x.index.iter().position(|x| x.as_axis() == Some(a))?;
    (dims.len() >= 3 && dims[d] > 1 && dims[d + 1..].iter().any(|n| *n > 1)).then_some(d)
}

/// What a convolution reads and writes with channels elsewhere.
fn channels<'a>(k: &'a Kernel, c: &Channels<'a>) -> Vec<(Access<'a>, AxisId)> {
    let outs = k.outs.iter().map(|o| (Access { buf: o.buf, index: &o.index }, c.result));
    c.reads.iter().copied().chain(outs).filter(|(x, a)| elsewhere(k, x, *a).is_some()).collect()
}

/// How buffers are touched.
pub(crate) struct Use {
    /// By what is no kernel of Defs, or by one that sees another shape.
    fixed: bool,
    /// By anything.
    pub(crate) written: bool,
}

/// The dimension that lies innermost, by buffer.
pub(crate) type Wanted = FxHashMap<BufferId, usize>;

impl Planner<'_> {
    /// The commands with channels of convolutions innermost.
    pub(crate) fn channels_last(&mut self, commands: Vec<Command>) -> Vec<Command> {
        let mut found = false;
        each_nest(&commands, &self.kernels, &mut |k, _| {
            found |= convolutions(k).iter().any(|c| c.moves && !channels(k, c).is_empty());
        });
        if !found {
            return commands;
        }
        let uses = self.uses(&commands);
        let wanted = self.wanted(&commands, &uses);
        crate::turn::turned(self, commands, &uses, &wanted)
    }

    fn uses(&self, commands: &[Command]) -> Vec<Use> {
        let mut uses: Vec<Use> =
            (self.buffers.iter()).map(|b| Use { fixed: b.place != Place::Unplaced, written: false }).collect();
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
                for (x, a) in same_channels(k, args, &wanted) {
                    let b = args[x.buf.0 as usize];
                    if let Some(d) = elsewhere(k, &x, a).filter(|_| !uses[b.0 as usize].fixed) {
                        wanted.entry(b).or_insert(d);
                    }
                }
            });
            if wanted.len() == before {
                return wanted;
            }
        }
    }
}

/// What a kernel reads and writes along the channels of large convolutions, and along those of buffers that lie otherwise already.
fn same_channels<'a>(k: &'a Kernel, args: &[BufferId], wanted: &Wanted) -> Vec<(Access<'a>, AxisId)> {
    let products = k.defs.iter().filter_map(|d| match &d.body {
        Body::Reduce { comb: Comb::Fma, args, .. } => Some(args),
        _ => None,
    });
    let factors: Vec<BufId> = products.flatten().filter_map(|e| Some(factor(k, *e)?.buf)).collect();
    // Weights have no channels of others.
    let others: Vec<Access<'_>> = accesses(k).into_iter().filter(|x| !factors.contains(&x.buf)).collect();
    let lies = |x: &Access<'_>| wanted.get(&args[x.buf.0 as usize]).and_then(|d| x.index[*d].as_axis());
    let mut axes: Vec<AxisId> = others.iter().filter_map(lies).collect();
    let mut found = Vec::new();
    for c in convolutions(k) {
        let image = c.reads[0];
        if c.moves {
            found.extend(channels(k, &c));
        } else if lies(&image.0) == Some(image.1) {
            axes.push(c.result);
        } else if axes.contains(&c.result) {
            found.push(image);
        }
    }
    found.extend(axes.into_iter().flat_map(|a| others.iter().map(move |x| (*x, a))));
    found
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

/// Buffers of large convolutions with channels elsewhere, and the dimensions of these.
pub(crate) fn to_turn(k: &Kernel) -> Vec<(BufId, usize)> {
    let large = convolutions(k).into_iter().filter(|c| c.moves);
    large.flat_map(|c| channels(k, &c)).filter_map(|(x, a)| Some((x.buf, elsewhere(k, &x, a)?))).collect()
}
