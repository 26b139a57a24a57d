//! Memory: which buffers are one, and where the rest live in the arena.
//!
//! Liveness of every buffer at every command (backwards, loops to a fixpoint) gives an interference relation: two buffers
//! interfere if one is written while the other still holds a value that is read later. A copy does not make its two sides
//! interfere, nor does a kernel that reads one buffer exactly where it writes the other. Copies between buffers that do
//! not interfere vanish, innermost loops first; what is left is placed largest first at the lowest offset that no
//! interfering buffer overlaps.

use crate::bits::Bits;
use crate::program::{BufferId, Command, Place, Plan, Work};
use hloom_exe::{SPREAD_FROM, SPREAD_OVER, spread};
use hloom_tile::kernel::{Body, BufId, DefData, DefId, Expr, Kernel, Role};

/// Alignment of every arena buffer.
pub(crate) const ALIGN: u64 = 64;
/// Kernels write over an input they no longer need if it has that many bytes.
const IN_PLACE_BYTES: u64 = 1 << 16;

struct Interference {
    edges: Vec<Bits>,
    class: Vec<usize>,
}

impl Interference {
    fn edge(&mut self, a: usize, b: usize) {
        if a != b {
            self.edges[a].set(b);
            self.edges[b].set(a);
        }
    }
    fn find(&self, mut a: usize) -> usize {
        while self.class[a] != a {
            a = self.class[a];
        }
        a
    }
    /// Edges are kept between representatives only.
    fn conflict(&self, a: usize, b: usize) -> bool {
        self.edges[a].get(b)
    }
    fn merge(&mut self, keep: usize, gone: usize) {
        self.class[gone] = keep;
        let e = self.edges[gone].clone();
        for x in e.ones() {
            self.edges[x].clear(gone);
            self.edge(keep, x);
        }
    }
}

/// True if `kernel` reads parameter `input` only at the point that it writes to parameter `output`, so they may be one
/// buffer. The outs of a point are stored in order: what is stored later must not read the input again.
pub(crate) fn pointwise(k: &Kernel, input: u32, output: u32) -> bool {
    let (i, o) = (&k.bufs[input as usize], &k.bufs[output as usize]);
    let Some(n) = k.outs.iter().position(|x| x.buf == BufId(output)) else { return false };
    if i.dtype != o.dtype || i.dims != o.dims || i.strides != o.strides {
        return false;
    }
    let out = &k.outs[n];
    let axes = &k.def(out.def).axes;
    let loads = |d: DefId| hloom_tile::loads_from(k, d, BufId(input));
    let later = |x: &hloom_tile::kernel::Out| x.buf == out.buf || loads(x.def);
    if k.outs.iter().any(|x| k.def(x.def).axes != *axes || x.index != out.index) || k.outs[n + 1..].iter().any(later) {
        return false;
    }
    // What a Reduce reads is read again after other points are written.
    let same = |d: &DefData| d.axes.len() == axes.len() && d.axes.iter().all(|a| axes.contains(a));
    let reduces: Vec<usize> = (0..k.defs.len()).filter(|&d| matches!(k.defs[d].body, Body::Reduce { .. })).collect();
    if !reduces.is_empty() && (!k.defs.iter().all(same) || reduces.iter().any(|&d| loads(DefId(d as u32)))) {
        return false;
    }
    let identity = |index: &[hloom_tile::ix::Ix], axes: &[hloom_tile::kernel::AxisId]| {
        index.len() == axes.len() && index.iter().zip(axes).all(|(x, a)| x.as_axis() == Some(*a))
    };
    k.exprs.iter().all(|(e, _)| match e {
        Expr::Load { buf, index, .. } if buf.0 == input => *index == out.index,
        Expr::Read(d, _, index) => identity(index, &k.def(*d).axes),
        _ => true,
    })
}

struct Liveness<'a> {
    plan: &'a Plan,
    inter: Interference,
    in_place: Vec<(usize, usize)>,
    record: bool,
}

impl Liveness<'_> {
    fn block(&mut self, commands: &[Command], mut live: Bits) -> Bits {
        for c in commands.iter().rev() {
            live = self.command(c, live);
        }
        live
    }

    fn write(&mut self, w: usize, live: &Bits, except: Option<usize>) {
        for x in live.ones() {
            if Some(x) != except {
                self.inter.edge(w, x);
            }
        }
    }

    fn command(&mut self, c: &Command, mut live: Bits) -> Bits {
        match c {
            Command::Kernel { kernel, args, writes, .. } => {
                let ids: Vec<usize> = args.iter().map(|a| a.0 as usize).collect();
                let written = |i: usize| writes.iter().any(|w| w.0 as usize == i);
                for &(w, _) in writes {
                    let target = ids[w as usize];
                    self.write(target, &live, None);
                    for (i, &other) in ids.iter().enumerate() {
                        if i == w as usize || other == target {
                            continue;
                        }
                        let share = !written(i)
                            && match &self.plan.kernels[*kernel as usize].work {
                                Work::Nest(k) => pointwise(k, i as u32, w),
                                Work::Template(_) => false,
                            };
                        if !share {
                            self.inter.edge(target, other);
                        } else if !live.get(other) && self.record {
                            self.in_place.push((target, other));
                        }
                    }
                }
                for &(w, full) in writes {
                    if full {
                        live.clear(ids[w as usize]);
                    }
                }
                for (i, &b) in ids.iter().enumerate() {
                    if !written(i) {
                        live.set(b);
                    }
                }
                live
            }
            Command::Host { call, args, .. } => {
                let (operands, results) = args.split_at(self.plan.operands_of(*call));
                for (i, r) in results.iter().enumerate() {
                    self.write(r.0 as usize, &live, None);
                    operands.iter().chain(&results[..i]).for_each(|o| self.inter.edge(r.0 as usize, o.0 as usize));
                }
                results.iter().for_each(|r| live.clear(r.0 as usize));
                operands.iter().for_each(|o| live.set(o.0 as usize));
                live
            }
            Command::Copy { dst, src } => {
                self.write(dst.0 as usize, &live, Some(src.0 as usize));
                live.clear(dst.0 as usize);
                live.set(src.0 as usize);
                live
            }
            Command::While { cond, pred, body, .. } => {
                let mut body_in = Bits::new(self.plan.buffers.len());
                let record = std::mem::replace(&mut self.record, false);
                let mut head = live.clone();
                loop {
                    let mut after = live.clone();
                    after.or(&body_in);
                    after.set(pred.0 as usize);
                    let new_head = self.block(cond, after);
                    let new_in = self.block(body, new_head.clone());
                    if new_in == body_in && new_head == head {
                        break;
                    }
                    (head, body_in) = (new_head, new_in);
                }
                self.record = record;
                if record {
                    self.block(body, head.clone());
                }
                head
            }
            Command::Case { index, branches, .. } => {
                let mut all = Bits::new(self.plan.buffers.len());
                for b in branches {
                    let l = self.block(b, live.clone());
                    all.or(&l);
                }
                all.set(index.0 as usize);
                all
            }
        }
    }
}

fn copies(commands: &[Command], depth: usize, out: &mut Vec<(usize, BufferId, BufferId)>) {
    for c in commands {
        match c {
            Command::Copy { dst, src } => out.push((depth, *dst, *src)),
            Command::While { cond, body, .. } => {
                copies(cond, depth + 1, out);
                copies(body, depth + 1, out);
            }
            Command::Case { branches, .. } => branches.iter().for_each(|b| copies(b, depth, out)),
            Command::Kernel { .. } | Command::Host { .. } => {}
        }
    }
}

/// Gives every buffer a place and removes the copies that this makes needless.
pub(crate) fn assign(plan: &mut Plan) {
    let n = plan.buffers.len();
    let inter = Interference { edges: vec![Bits::new(n); n], class: (0..n).collect() };
    let mut l = Liveness { plan, inter, in_place: Vec::new(), record: true };
    let mut live = Bits::new(n);
    for (i, b) in l.plan.buffers.iter().enumerate() {
        if matches!(b.place, Place::Result(_)) {
            live.set(i);
        }
    }
    let commands = &l.plan.commands;
    let entry = l.block(commands, live.clone());
    let (mut inter, in_place) = (l.inter, l.in_place);
    // What is live on entry (donated arguments in their results' buffers) was written before: it meets all else there.
    let entry: Vec<usize> = entry.ones().collect();
    for &a in &entry {
        for &b in &entry {
            inter.edge(a, b);
        }
    }
    let mut list = Vec::new();
    copies(&plan.commands, 0, &mut list);
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|&i| {
        (std::cmp::Reverse(list[i].0), std::cmp::Reverse(plan.buffers[list[i].1.0 as usize].bytes), i)
    });
    let try_merge = |plan: &Plan, inter: &mut Interference, a: usize, b: usize| {
        let (a, b) = (inter.find(a), inter.find(b));
        let (pa, pb) = (plan.buffers[a].place, plan.buffers[b].place);
        let fixed = |p: Place| p != Place::Unplaced;
        let read_only = |p: Place| matches!(p, Place::Arg(_) | Place::Const(_));
        if a == b
            || read_only(pa)
            || read_only(pb)
            || fixed(pa) && fixed(pb)
            || plan.buffers[a].bytes != plan.buffers[b].bytes
            || inter.conflict(a, b)
        {
            return;
        }
        if fixed(pb) { inter.merge(b, a) } else { inter.merge(a, b) }
    };
    for i in order {
        try_merge(plan, &mut inter, list[i].1.0 as usize, list[i].2.0 as usize);
    }
    for (out, input) in in_place {
        if plan.buffers[out].bytes >= IN_PLACE_BYTES {
            try_merge(plan, &mut inter, out, input);
        }
    }
    let rename: Vec<BufferId> = (0..n).map(|i| BufferId(inter.find(i) as u32)).collect();
    let mut commands = std::mem::take(&mut plan.commands);
    rewrite(plan, &mut commands, &rename, &mut inter);
    crate::rotate::replace(plan, &mut commands, live, &mut |a, b| inter.edge(a.0 as usize, b.0 as usize));
    plan.commands = commands;
    place(plan, &inter);
}

/// Renames buffers, drops copies onto themselves, makes kernels that work in place say so, and keeps apart in memory
/// what stayed apart.
fn rewrite(plan: &mut Plan, commands: &mut Vec<Command>, rename: &[BufferId], inter: &mut Interference) {
    let name = |b: &mut BufferId| *b = rename[b.0 as usize];
    commands.retain_mut(|c| match c {
        Command::Kernel { kernel, args, writes, .. } => {
            args.iter_mut().for_each(name);
            share_params(plan, *kernel, args, writes);
            for &(w, _) in writes.iter() {
                for &a in args.iter() {
                    inter.edge(args[w as usize].0 as usize, a.0 as usize);
                }
            }
            true
        }
        Command::Host { call, args, .. } => {
            args.iter_mut().for_each(name);
            let operands = plan.operands_of(*call);
            for (i, r) in args.iter().enumerate().skip(operands) {
                args[..i].iter().for_each(|a| inter.edge(r.0 as usize, a.0 as usize));
            }
            true
        }
        Command::Copy { dst, src } => {
            name(dst);
            name(src);
            inter.edge(dst.0 as usize, src.0 as usize);
            dst != src
        }
        Command::While { cond, pred, body, .. } => {
            name(pred);
            rewrite(plan, cond, rename, inter);
            rewrite(plan, body, rename, inter);
            true
        }
        Command::Case { index, branches, .. } => {
            name(index);
            branches.iter_mut().for_each(|b| rewrite(plan, b, rename, inter));
            true
        }
    });
}

/// Replaces an input parameter that is the buffer of an output by that output.
fn share_params(plan: &mut Plan, kernel: u32, args: &mut Vec<BufferId>, writes: &mut [(u32, bool)]) {
    let Work::Nest(k) = &mut plan.kernels[kernel as usize].work else { return };
    let mut i = 0;
    while i < args.len() {
        let output = writes.iter().map(|w| w.0).find(|&w| w as usize != i && args[w as usize] == args[i]);
        let (Some(mut o), true) = (output, k.bufs[i].role == Role::In) else {
            i += 1;
            continue;
        };
        k.bufs[o as usize].role = Role::InOut;
        k.bufs[o as usize].align = k.bufs[o as usize].align.min(k.bufs[i].align);
        args.remove(i);
        k.bufs.remove(i);
        let shift = |b: u32| if b > i as u32 { b - 1 } else { b };
        for (e, _) in &mut k.exprs {
            if let Expr::Load { buf, .. } = e {
                buf.0 = if buf.0 == i as u32 { shift(o) } else { shift(buf.0) };
            }
        }
        for out in &mut k.outs {
            out.buf.0 = shift(out.buf.0);
        }
        for w in writes.iter_mut() {
            w.0 = shift(w.0);
        }
        o = shift(o);
        debug_assert!((o as usize) < args.len());
    }
}

/// Offsets in the arena.
fn place(plan: &mut Plan, inter: &Interference) {
    let n = plan.buffers.len();
    let mut used = vec![false; n];
    fn mark(commands: &[Command], used: &mut [bool]) {
        for c in commands {
            match c {
                Command::Kernel { args, .. } | Command::Host { args, .. } => {
                    args.iter().for_each(|a| used[a.0 as usize] = true)
                }
                Command::Copy { dst, src } => {
                    used[dst.0 as usize] = true;
                    used[src.0 as usize] = true;
                }
                Command::While { cond, pred, body, .. } => {
                    used[pred.0 as usize] = true;
                    mark(cond, used);
                    mark(body, used);
                }
                Command::Case { index, branches, .. } => {
                    used[index.0 as usize] = true;
                    branches.iter().for_each(|b| mark(b, used));
                }
            }
        }
    }
    mark(&plan.commands, &mut used);
    let mut order: Vec<usize> =
        (0..n).filter(|&i| used[i] && inter.find(i) == i && plan.buffers[i].place == Place::Unplaced).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(plan.buffers[i].bytes), i));
    let size = |plan: &Plan, i: usize| plan.buffers[i].bytes.div_ceil(ALIGN).max(1) * ALIGN;
    let mut placed: Vec<(usize, u64)> = Vec::new();
    for (k, i) in order.into_iter().enumerate() {
        let bytes = size(plan, i);
        let mut taken: Vec<(u64, u64)> =
            placed.iter().filter(|p| inter.edges[i].get(p.0)).map(|&(j, o)| (o, o + size(plan, j))).collect();
        taken.sort_unstable();
        let (mut at, mut end) = (0, u64::MAX);
        for (lo, hi) in taken {
            if at + bytes <= lo {
                end = lo;
                break;
            }
            at = at.max(hi);
        }
        let shift = spread(k as u64).wrapping_sub(at) % SPREAD_OVER;
        if bytes >= SPREAD_FROM && at + shift + bytes <= end {
            at += shift;
        }
        plan.buffers[i].place = Place::Arena(at);
        plan.arena_bytes = plan.arena_bytes.max(at + bytes);
        placed.push((i, at));
    }
}
