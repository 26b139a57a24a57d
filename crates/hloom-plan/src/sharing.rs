//! What several threads do: kernels of loops that the pool shares out one by one, and loops whose steps a [team](crate::team) shares.

use crate::made::{Made, is_direct, make, with_own};
use crate::planned::Options;
use crate::program::{Buffer, BufferId, Command, Plan};
use crate::team::Team;
use hloom_ir::Diagnostics;
use hloom_tile::Target;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Decides which kernels of loops are shared out among the threads.
pub(crate) struct Sharing<'a> {
    pub(crate) kernels: &'a mut [Made],
    pub(crate) buffers: &'a [Buffer],
    /// Bytes of a core's second-level cache.
    pub(crate) cache: u64,
    pub(crate) options: &'a Options,
}

/// A kernel of a loop, and its buffers.
pub(crate) type Inner<'a> = (usize, &'a [BufferId]);

impl<'a> Sharing<'a> {
    /// Looks for loops; collects the kernels that are not in any.
    pub(crate) fn own(&mut self, commands: &'a [Command], found: &mut Vec<Inner<'a>>) {
        for c in commands {
            match c {
                Command::Kernel { kernel, args, .. } => found.push((*kernel as usize, args)),
                Command::Host { .. } | Command::Copy { .. } => {}
                Command::Case { branches, .. } => branches.iter().for_each(|b| self.own(b, found)),
                Command::While { cond, body, trips, .. } => {
                    let mut inner = Vec::new();
                    self.own(cond, &mut inner);
                    self.own(body, &mut inner);
                    let mut written = FxHashSet::default();
                    c.writes(&mut |b| {
                        written.insert(b);
                    });
                    self.share(&inner, &written, *trips);
                }
            }
        }
    }

    /// Of kernels that run once an iteration of a loop, shares out those that take long enough.
    fn share(&mut self, inner: &[Inner<'_>], written: &FxHashSet<BufferId>, trips: Option<u64>) {
        /// Loops of fewer iterations may not be worth waking threads.
        const FEWEST_TRIPS: u64 = 8;
        // What one iteration reads the next one finds in the cache.
        let bytes: u64 = inner.iter().map(|&(k, _)| self.kernels[k].info.bytes).sum();
        let cached = bytes <= self.cache;
        let ns = |k: &Made| if cached { k.cost.cached_ns() } else { k.cost.ns() };
        if trips.is_none_or(|n| n >= FEWEST_TRIPS) {
            for &(k, args) in inner {
                let k = &mut self.kernels[k];
                if !k.is_product {
                    continue;
                }
                // What changes in the loop has to go from core to core.
                let changes = args.iter().filter(|b| written.contains(b)).map(|b| self.buffers[b.0 as usize].bytes);
                let mostly_fixed = 5 * changes.sum::<u64>() <= 2 * k.info.bytes;
                let least_ns = if mostly_fixed { self.options.direct_products_ns } else { self.options.direct_ns };
                k.info.direct = is_direct(k.info.tasks, ns(k), least_ns);
            }
        }
        if inner.iter().any(|&(k, _)| !self.kernels[k].info.direct) {
            for &(k, _) in inner {
                let k = &mut self.kernels[k];
                k.info.direct &= is_direct(k.info.tasks, ns(k), self.options.direct_awake_ns);
            }
        }
    }
}

/// Threads that share a loop's steps at most: each waits for all others.
const MOST_MEMBERS: u32 = 4;
/// Threads that share a product in them at most. A few columns of a vector and a matrix are too few sums to keep a core busy: cut into
/// eight parts, 128 of them took one thread three times as long, on a processor whose cores are too far apart for a team.
const MOST_FOR_PRODUCTS: u32 = 2;

/// Marks the loops whose steps threads share, and makes the kernels in them anew.
///
/// # Errors
/// A kernel that cannot be lowered.
pub(crate) fn share_steps(
    plan: &mut Plan,
    made: &mut [Made],
    target: &Target,
    options: &Options,
) -> Result<(), Diagnostics> {
    if target.cores < 2 || options.observed {
        return Ok(());
    }
    let fine = Target { task_ns: options.shared_task_ns, cores: target.cores.min(MOST_MEMBERS), ..target.clone() };
    let mut calls = vec![0; made.len()];
    plan.commands.iter().for_each(|c| c.kernels(&mut |k, _| calls[k as usize] += 1));
    let mut commands = std::mem::take(&mut plan.commands);
    let done = Sharers { plan, made, calls, target, fine, options }.look(&mut commands);
    plan.commands = commands;
    done
}

/// A kernel of a loop, its arguments, and which of them it writes.
type Call<'a> = (u32, &'a [BufferId], &'a [(u32, bool)]);

/// Finds the loops whose steps are worth sharing, and cuts their kernels into tasks for that.
struct Sharers<'a> {
    plan: &'a Plan,
    made: &'a mut [Made],
    /// By kernel: commands that call it.
    calls: Vec<u32>,
    target: &'a Target,
    /// Gives each thread less to do.
    fine: Target,
    options: &'a Options,
}

impl Sharers<'_> {
    /// Looks at outermost loops.
    fn look(&mut self, commands: &mut [Command]) -> Result<(), Diagnostics> {
        for c in commands {
            if matches!(c, Command::While { .. }) && crate::whole::is_short(c) {
                let fine = self.parted(c)?;
                let is_worth = fine.is_some();
                for (k, new) in fine.into_iter().flatten() {
                    self.made[k as usize] = new;
                }
                if let Command::While { shared, .. } = c {
                    *shared = is_worth;
                }
                continue;
            }
            match c {
                Command::While { cond, body, .. } => {
                    self.look(cond)?;
                    self.look(body)?;
                }
                Command::Case { branches, .. } => branches.iter_mut().try_for_each(|b| self.look(b))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The kernels of a loop that several threads are to have parts of, if two could do a step in less time, if only a little:
    /// whether it is so is measured at run time.
    fn parted(&self, c: &Command) -> Result<Option<BTreeMap<u32, Made>>, Diagnostics> {
        let Command::While { trips, .. } = c else { return Ok(None) };
        let (mut bytes, mut written, mut inner) = (0, FxHashSet::default(), Vec::new());
        let mut possible = trips.is_none_or(|n| n >= self.options.fewest_shared_trips);
        c.commands(&mut |c| match c {
            Command::Kernel { kernel, args, writes, .. } => {
                let k = &self.made[*kernel as usize].info;
                bytes += k.bytes;
                possible &= k.direct;
                inner.push((*kernel, &args[..], &writes[..]));
            }
            Command::Host { .. } => possible = false,
            Command::Copy { .. } | Command::While { .. } | Command::Case { .. } => {}
        });
        c.writes(&mut |b| {
            written.insert(b);
        });
        let ns = |k: u32| {
            let cost = &self.made[k as usize].cost;
            if bytes <= self.target.l2_bytes { cost.cached_ns() } else { cost.ns() }
        };
        let total = trips.map_or(f64::INFINITY, |n| n as f64 * inner.iter().map(|x| ns(x.0)).sum::<f64>());
        if !possible || total < self.options.shared_loop_ns {
            return Ok(None);
        }
        let size = |b: BufferId| self.plan.buffers[b.0 as usize].bytes;
        let tasks = inner.iter().map(|x| ns(x.0) / f64::from(self.options.apart_task_ns.max(1))).fold(0.0, f64::max);
        if let Some(apart) = self.apart(c, &inner, tasks as u32)? {
            return Ok(Some(apart));
        }
        let (mut fine, mut gain, mut lost) = (BTreeMap::new(), 0.0, 0.0);
        for &(k, args, writes) in &inner {
            if ns(k) >= 2.0 * f64::from(self.options.shared_task_ns) && !fine.contains_key(&k) {
                let own = self.own_operand(c, k, args, writes);
                let most = if self.made[k as usize].is_product { MOST_FOR_PRODUCTS } else { MOST_MEMBERS };
                let few = Target { cores: self.fine.cores.min(most), ..self.fine.clone() };
                let new = make(&with_own(&self.plan.kernels[k as usize], own), &few, self.options)?;
                // 128 x 128 by a vector take one thread 360 ns on a Golden Cove, which looks at the vector as a whole; two took 490.
                let alone = &self.made[k as usize];
                let little_else = 8 * bytes <= 9 * alone.info.bytes;
                let faster_alone = alone.alternates && little_else && own.is_some() && new.info.meets.is_none();
                if new.info.tasks > 1 && !faster_alone {
                    fine.insert(k, new.run_directly());
                }
            }
            let parted = fine.contains_key(&k);
            if parted {
                gain += ns(k) / 2.0;
            }
            if self.is_seen(args, writes) {
                lost += self.options.meeting_ns;
            }
            // Half of what it reads the other one has written. Elements that are parted alike stay where they are.
            if !parted || self.made[k as usize].is_sum {
                let changed: u64 = args.iter().filter(|b| written.contains(b)).map(|b| size(*b)).sum();
                let bytes = changed.min(self.made[k as usize].info.bytes);
                lost += bytes as f64 / 2.0 / self.options.bytes_from_core_per_ns;
            }
        }
        if fine.is_empty() || gain < lost {
            return Ok(None);
        }
        // Small kernels between those: if they cut alike what they read and write, nobody waits.
        let tasks = fine.values().map(|k| k.info.tasks).max().unwrap_or(1);
        for (k, args, writes) in inner {
            if self.is_seen(args, writes) && !fine.contains_key(&k) {
                let new = self.cut_into(k, tasks as u32)?;
                fine.extend(new.map(|new| (k, new)));
            }
        }
        Ok(Some(fine))
    }

    /// The kernels of a loop in so many tasks at most that nobody waits for another in it, where that is possible.
    fn apart(&self, c: &Command, inner: &[Call<'_>], tasks: u32) -> Result<Option<BTreeMap<u32, Made>>, Diagnostics> {
        let tasks = tasks.min(self.fine.cores);
        let seen = || inner.iter().filter(|x| self.is_seen(x.1, x.2)).map(|x| x.0);
        if tasks < 2 || seen().any(|k| self.made[k as usize].is_sum) {
            return Ok(None);
        }
        let mut cut = BTreeMap::new();
        for k in seen() {
            if let Entry::Vacant(e) = cut.entry(k) {
                let Some(new) = self.cut_into(k, tasks)? else { return Ok(None) };
                e.insert(new);
            }
        }
        let info = |k: u32| &cut.get(&k).unwrap_or(&self.made[k as usize]).info;
        let team = Team::of(self.plan, &info, c, &mut crate::whole::slots(self.plan, c));
        Ok(team.is_some_and(|t| t.never_meets()).then_some(cut))
    }

    /// True if a kernel with these arguments writes what is not each member's own.
    fn is_seen(&self, args: &[BufferId], writes: &[(u32, bool)]) -> bool {
        let size = |b: BufferId| self.plan.buffers[b.0 as usize].bytes;
        writes.iter().any(|w| size(args[w.0 as usize]) > crate::whole::MAX_SLOT)
    }

    /// A kernel without sums in just so many tasks, however short.
    fn cut_into(&self, kernel: u32, tasks: u32) -> Result<Option<Made>, Diagnostics> {
        if self.made[kernel as usize].is_sum {
            return Ok(None);
        }
        let finest = Target { task_ns: 1, cores: tasks, ..self.fine.clone() };
        let new = make(&self.plan.kernels[kernel as usize], &finest, self.options)?;
        Ok((new.info.tasks == i64::from(tasks)).then(|| new.run_directly()))
    }

    /// The parameter of a kernel that is what it has written a step before, if nothing else writes that in the loop, and the kernel is
    /// nowhere else.
    fn own_operand(&self, c: &Command, kernel: u32, args: &[BufferId], writes: &[(u32, bool)]) -> Option<u32> {
        let Command::While { rotations, .. } = c else { return None };
        let [(out, true)] = writes else { return None };
        let out = args[*out as usize];
        let [x, y] = rotations.iter().find(|r| r.contains(&out))?[..] else { return None };
        let operand = if x == out { y } else { x };
        let mut writers = 0;
        c.writes(&mut |b| writers += u32::from(b == x || b == y));
        let mut places = (0..args.len()).filter(|i| args[*i] == operand);
        let place = places.next().filter(|_| places.next().is_none())?;
        // The loop's own commands count as writers of what changes places.
        (writers == 3 && self.calls[kernel as usize] == 1).then_some(place as u32)
    }
}
