//! Vectors that wait in memory while a loop runs that needs the registers.
//!
//! A product whose sum is taken in parts has its first sums alive across the loop that makes the next ones. They do not all
//! find registers; and where much follows (a `tanh` of each result), LLVM takes registers from the accumulators inside the loop:
//! a third of a tile is loaded and stored for every term. So as many as are too many are stored before such a loop and loaded
//! where they are read. (256 x 256 x 256 and a `tanh`: 0.130 -> 0.104 ms.)

use hloom_tile::loop_ir::{Block, Expr, Func, Stmt, Val};
use rustc_hash::FxHashSet;

/// Loops with fewer vectors carried leave enough registers.
const FEWEST: usize = 12;
/// Where fewer statements follow, LLVM keeps the accumulators in registers, and reads what waits where it is added.
const LONG: usize = 200;
/// Registers of a loop for what it loads and multiplies.
const LOADED: usize = 4;

/// Loops, by their variables, and what waits in memory while it runs.
pub(crate) type Parked = Vec<(Val, Vec<Val>)>;

/// What is to be parked in a function for a machine with so many registers of `bytes` bytes.
pub(crate) fn parked(f: &Func, bytes: u32, regs: u32) -> Parked {
    let mut p = Parked::default();
    let full = |v: Val| {
        let ty = f.ty(v);
        ty.lanes > 1 && ty.lanes * ty.elem.bytes() >= bytes
    };
    block(&f.body, &[], &FxHashSet::default(), &full, regs as usize, &mut p);
    p
}

/// `carried` come into the block by its loop, `given` are what the statement around it reads of it.
fn block(b: &Block, carried: &[Val], given: &FxHashSet<Val>, full: &dyn Fn(Val) -> bool, regs: usize, p: &mut Parked) {
    for (i, s) in b.stmts.iter().enumerate() {
        if let Stmt::For { iv, carry, body, .. } = s {
            let inner = body.stmts.iter().all(|s| s.blocks().next().is_none());
            let busy = carry.iter().filter(|c| full(c.0)).count();
            if inner && busy >= FEWEST && b.stmts.len() - i > LONG {
                let mut inside = given.clone();
                s.uses(&mut |v| {
                    inside.insert(v);
                });
                let mut waiting = waiting(&b.stmts[..i], carried, &b.stmts[i + 1..], &inside, full);
                let too_many = (busy + waiting.len() + LOADED).saturating_sub(regs);
                waiting.truncate(too_many);
                if !waiting.is_empty() {
                    p.push((*iv, waiting));
                }
            }
        }
        if s.blocks().next().is_none() {
            continue;
        }
        let carried: Vec<Val> = match s {
            Stmt::For { carry, .. } => carry.iter().map(|c| c.0).collect(),
            _ => Vec::new(),
        };
        let mut given = FxHashSet::default();
        s.operands(&mut |v| {
            given.insert(v);
        });
        s.blocks().for_each(|b| block(b, &carried, &given, full, regs, p));
    }
}

/// Vectors made before a loop that plain statements after it read, and nothing else.
fn waiting(
    before: &[Stmt],
    carried: &[Val],
    after: &[Stmt],
    inside: &FxHashSet<Val>,
    full: &dyn Fn(Val) -> bool,
) -> Vec<Val> {
    let (mut plain, mut other) = (FxHashSet::default(), FxHashSet::default());
    for s in after {
        let to = if matches!(s, Stmt::Let(..) | Stmt::Store { .. }) { &mut plain } else { &mut other };
        s.uses(&mut |v| {
            to.insert(v);
        });
    }
    let mut made: Vec<Val> = carried.to_vec();
    for s in before {
        match s {
            // What costs nothing to make again has no place of its own.
            Stmt::Let(_, Expr::Float(_) | Expr::Int(_) | Expr::Splat(_) | Expr::Lanes) => {}
            Stmt::Let(v, _) => made.push(*v),
            Stmt::For { results, .. } => made.extend(results),
            _ => {}
        }
    }
    made.retain(|v| full(*v) && plain.contains(v) && !other.contains(v) && !inside.contains(v));
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_tile::FuncBuilder;
    use hloom_tile::loop_ir::{BinOp, Elem, Ty, UnOp};

    /// Sums of `vectors` vectors in two loops, added and followed by `steps` operations each.
    fn two_parts(vectors: usize, steps: usize) -> Func {
        let mut b = FuncBuilder::new("f", &[(Ty::PTR, Default::default())], None);
        let (p, lo, hi) = (b.param(0), b.i64(0), b.i64(128));
        let ty = Ty::vector(Elem::F32, 16);
        let zero = b.float(ty, 0.0);
        let mut sums = || {
            b.for_loop(lo, hi, 1, &vec![zero; vectors], |b, _, at| {
                let x = b.load(ty, p, 4);
                at.iter().map(|a| b.bin(BinOp::FAdd, *a, x)).collect()
            })
        };
        let (first, second) = (sums(), sums());
        for (x, y) in first.into_iter().zip(second) {
            let mut sum = b.bin(BinOp::FAdd, x, y);
            for _ in 0..steps {
                sum = b.un(UnOp::Sqrt, sum);
            }
            b.store(p, sum, 4);
        }
        b.push(Stmt::Return(None));
        b.finish(true, false)
    }

    #[test]
    fn sums_wait_in_memory_where_much_follows() {
        let counts = |vectors, steps, regs| -> Vec<usize> {
            parked(&two_parts(vectors, steps), 64, regs).iter().map(|p| p.1.len()).collect()
        };
        assert_eq!(counts(24, 20, 32), [20]);
        assert_eq!(counts(15, 20, 32), [2]);
        // Little follows, registers are enough, or few vectors are carried.
        assert!([counts(24, 2, 32), counts(14, 20, 32), counts(8, 40, 16)].concat().is_empty());
        // Vectors that do not fill a register do not count.
        assert!(parked(&two_parts(24, 20), 128, 32).is_empty());
    }
}
