//! Loops that exchange buffers instead of copying them.
//!
//! What a loop carries and cannot be computed in place is computed elsewhere and copied at the end of the body. Where
//! the copied buffer holds nothing of use then, the two may as well change places: the next turn finds under either name
//! the memory of the other. So it is with a buffer that takes what a second one had, which takes what a third one had
//! (the last two states of a leapfrog scheme). Such a rotation is part of the loop ([`Command::While`]); after the loop
//! what it carries is brought home, unless it is there.
//!
//! All buffers of a rotation are in use as long as the loop runs: what lies in one may lie in any other.

use crate::bits::Bits;
use crate::lifetime::live_before;
use crate::program::{BufferId, Command, Place, Plan};
use crate::whole;

/// Buffers of a rotation at most.
const MOST: usize = 3;

/// Makes rotations of copies at the ends of loops among `commands`, whose buffers have their final names; after them `live`
/// is needed. `apart` is told which buffers may no longer share memory.
pub(crate) fn replace(
    plan: &Plan,
    commands: &mut [Command],
    mut live: Bits,
    apart: &mut impl FnMut(BufferId, BufferId),
) {
    for c in commands.iter_mut().rev() {
        let before = live_before(plan, c, live.clone());
        let short = whole::is_short(c);
        let mut all: Vec<BufferId> = Vec::new();
        match c {
            Command::While { cond, body, rotations, .. } => {
                replace(plan, body, before.clone(), apart);
                if short {
                    *rotations = found(plan, cond, body, &before);
                    all.extend(rotations.iter().flatten());
                }
            }
            Command::Case { branches, .. } => {
                branches.iter_mut().for_each(|b| replace(plan, b, live.clone(), apart));
            }
            Command::Kernel { .. } | Command::Host { .. } | Command::Copy { .. } => {}
        }
        if !all.is_empty() {
            c.buffers(&mut |b| all.iter().filter(|a| **a != b).for_each(|a| apart(*a, b)));
        }
        live = before;
    }
}

/// The rotations that the last copies of a body are, without which it is left; `head` is what is needed after the body.
fn found(plan: &Plan, cond: &[Command], body: &mut Vec<Command>, head: &Bits) -> Vec<Vec<BufferId>> {
    let mut copies = Vec::new();
    let mut live = head.clone();
    for c in body.iter().rev() {
        let Command::Copy { dst, src } = c else { break };
        // What its source holds is not needed after it.
        copies.push((*dst, *src, !live.get(src.0 as usize)));
        live = live_before(plan, c, live);
    }
    copies.reverse();
    let named = |b: BufferId| copies.iter().filter(|c| c.0 == b || c.1 == b).count();
    // Loops inside may become functions of their own, which know where buffers are.
    let mut inside = Vec::new();
    let loops = |c: &&Command| matches!(c, Command::While { .. } | Command::Case { .. });
    cond.iter().chain(&*body).filter(loops).for_each(|c| c.buffers(&mut |b| inside.push(b)));
    let large = |b: BufferId| {
        let b = &plan.buffers[b.0 as usize];
        b.bytes > whole::MAX_SLOT && matches!(b.place, Place::Result(_) | Place::Unplaced)
    };
    let bytes = |b: BufferId| plan.buffers[b.0 as usize].bytes;
    // Those that stay are put back.
    body.truncate(body.len() - copies.len());
    let (mut rotations, mut at) = (Vec::new(), 0);
    while at < copies.len() {
        let mut rotation = vec![copies[at].0];
        let mut end = at;
        while let Some(&(dst, src, free)) = copies.get(end)
            && rotation.last() == Some(&dst)
            && free
            && rotation.len() < MOST
            && !rotation.contains(&src)
        {
            rotation.push(src);
            end += 1;
        }
        let n = rotation.len();
        // Nothing else names them, so the copies that stay may come before.
        let alone = rotation.iter().enumerate().all(|(i, b)| named(*b) == if i == 0 || i + 1 == n { 1 } else { 2 });
        let fits = rotation.iter().all(|b| large(*b) && bytes(*b) == bytes(rotation[0]) && !inside.contains(b));
        end = end.max(at + 1);
        if n > 1 && alone && fits {
            rotations.push(rotation);
        } else {
            body.extend(copies[at..end].iter().map(|c| Command::Copy { dst: c.0, src: c.1 }));
        }
        at = end;
    }
    rotations
}
