//! The order of statements: independent chains side by side.
//!
//! Lowering writes one point of a tile after the other, each as one long chain of dependent operations. A processor
//! looks ahead over some hundred instructions only, which is hardly more than one exponential, and would wait for its
//! latencies. So each straight-line run of statements is put into the order in which a machine with a few pipes
//! would start them (list scheduling by the longest way to the end), as long as the values alive fit the
//! registers; when they do not, what ends a life goes first.
//!
//! Only order changes: operands, and the order of accesses to memory that may be written, stay as they are; a load may
//! pass a store at another constant distance from the same address, as where a buffer is updated in place. Runs whose chains
//! are short (products, copies) are left alone.

use crate::loop_ir::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Runs with fewer statements are left as they are.
const LEAST: usize = 24;
/// And longer ones: the time would not be won back.
const MOST: usize = 4096;
/// Shortest critical path, in cycles, that is worth it.
const LONG_CHAIN: u32 = 40;

/// Orders the statements of a function for a machine with that many vector registers.
pub(crate) fn order(func: &mut Func, vector_regs: u32) {
    let mut uses = vec![0u32; func.tys.len()];
    func.body.stmts.iter().for_each(|s| s.uses(&mut |v| uses[v.0 as usize] += 1));
    let mut body = std::mem::take(&mut func.body);
    // More than there is: a value that waits in memory costs less than a pipe that waits for a value.
    let limit = 2 * i64::from(vector_regs);
    let n = func.tys.len();
    let mut o = Order { func, uses, limit, def: vec![NONE; n], left: vec![0; n], offsets: FxHashMap::default() };
    o.addresses(&body, &mut FxHashMap::default());
    o.block(&mut body);
    func.body = body;
}

const NONE: u32 = u32::MAX;

struct Order<'a> {
    func: &'a Func,
    /// Of each value, in the whole function.
    uses: Vec<u32>,
    /// Vector values that may be alive at once.
    limit: i64,
    /// Statement of the run at hand that defines a value, or [`NONE`].
    def: Vec<u32>,
    /// Uses by statements of the run that are not placed yet.
    left: Vec<u32>,
    /// Addresses at a constant distance from another one.
    offsets: FxHashMap<Val, (Val, i64)>,
}

/// Bytes from an address on: the first one, and the one after the last.
#[derive(Clone, Copy)]
struct Span {
    base: Val,
    from: i64,
    to: i64,
}

impl Span {
    /// False if no byte is in both.
    fn meets(&self, other: &Span) -> bool {
        self.base != other.base || self.from < other.to && other.from < self.to
    }
}

fn straight(s: &Stmt) -> bool {
    matches!(s, Stmt::Let(..) | Stmt::Store { .. } | Stmt::Prefetch(_))
}

/// Cycles until the result is there, on machines of today; only differences matter.
fn latency(f: &Func, s: &Stmt) -> u32 {
    let Stmt::Let(v, e) = s else { return 0 };
    let wide = f.ty(*v).lanes > 1;
    match e {
        Expr::Int(_) | Expr::Float(_) | Expr::Null | Expr::Lanes | Expr::FuncAddr(_) | Expr::PtrAdd(..) => 0,
        Expr::Cast(CastOp::Bitcast, _) => 0,
        Expr::Load { .. } => 6,
        Expr::Gather { .. } => 16,
        Expr::Fma(..) | Expr::Dot(..) | Expr::Bin(BinOp::FMul | BinOp::Mul, ..) => 4,
        Expr::Bin(BinOp::FDiv | BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem, ..) | Expr::Quotient { .. } => {
            12
        }
        Expr::Bin(BinOp::FAdd | BinOp::FSub | BinOp::FMin | BinOp::FMax, ..) => 3,
        Expr::Un(UnOp::Sqrt, _) => 16,
        Expr::Un(UnOp::Floor | UnOp::Ceil | UnOp::RoundEven | UnOp::Trunc, _) => 4,
        Expr::Cast(..) | Expr::Shuffle(..) | Expr::Cmp(..) if wide => 3,
        Expr::Lookup(..) | Expr::Permute(..) => 4,
        Expr::Reduce(..) => 16,
        _ => 1,
    }
}

fn multiplies(s: &Stmt) -> bool {
    matches!(s, Stmt::Let(_, Expr::Fma(..) | Expr::Dot(..) | Expr::Bin(BinOp::FMul, ..)))
}

/// What must precede what in a run.
struct Graph {
    /// Statements that wait for a statement.
    after: Vec<Vec<u32>>,
    /// How many it waits for.
    waits: Vec<u32>,
    latency: Vec<u32>,
    /// The longest way from its start to the end of the run, in cycles.
    height: Vec<u32>,
}

impl Order<'_> {
    fn block(&mut self, b: &mut Block) {
        let mut start = 0;
        while start < b.stmts.len() {
            let run = b.stmts[start..].iter().take_while(|s| straight(s)).count();
            if (LEAST..=MOST).contains(&run) {
                self.run(&mut b.stmts[start..start + run]);
            }
            start += run;
            if let Some(s) = b.stmts.get_mut(start) {
                s.blocks_mut().for_each(|b| self.block(b));
            }
            start += 1;
        }
    }

    /// Orders a run of statements without control flow.
    fn run(&mut self, stmts: &mut [Stmt]) {
        for (i, s) in stmts.iter().enumerate() {
            s.operands(&mut |v| self.left[v.0 as usize] += 1);
            if let Stmt::Let(v, _) = s {
                self.def[v.0 as usize] = i as u32;
            }
        }
        let g = self.graph(stmts);
        if g.height.iter().any(|h| *h >= LONG_CHAIN) {
            // Values that end here: what the run defines and nobody else reads.
            let ends = |o: &Self, v: Val| o.def[v.0 as usize] != NONE && o.uses[v.0 as usize] == o.left[v.0 as usize];
            let mut mortal = vec![false; stmts.len()];
            for (i, s) in stmts.iter().enumerate() {
                mortal[i] = matches!(s, Stmt::Let(v, _) if self.is_vector(*v) && ends(self, *v));
            }
            let places = self.list(stmts, g, &mortal);
            let take = |s: &mut Stmt| Some(std::mem::replace(s, Stmt::Return(None)));
            let mut old: Vec<Option<Stmt>> = stmts.iter_mut().map(take).collect();
            let moved = places.into_iter().filter_map(|i| old[i].take());
            stmts.iter_mut().zip(moved).for_each(|(s, o)| *s = o);
        }
        for s in stmts.iter() {
            s.operands(&mut |v| self.left[v.0 as usize] = 0);
            if let Stmt::Let(v, _) = s {
                self.def[v.0 as usize] = NONE;
            }
        }
    }

    fn graph(&self, stmts: &[Stmt]) -> Graph {
        let n = stmts.len();
        let (mut after, mut waits) = (vec![Vec::new(); n], vec![0u32; n]);
        // Stores stay in order. Loads that no store had to wait for yet; those of lanes at indices may be of any memory.
        let mut writes: Vec<(usize, Span)> = Vec::new();
        let mut reads: Vec<(usize, Option<Span>)> = Vec::new();
        for (i, s) in stmts.iter().enumerate() {
            let mut edge = |from: usize| {
                after[from].push(i as u32);
                waits[i] += 1;
            };
            s.operands(&mut |v| {
                let d = self.def[v.0 as usize];
                if d != NONE {
                    edge(d as usize);
                }
            });
            match s {
                Stmt::Let(_, Expr::Load { invariant: true, .. }) => {}
                Stmt::Let(v, e @ (Expr::Load { .. } | Expr::Gather { .. })) => {
                    let span = if let Expr::Load { ptr, .. } = e { Some(self.span(*ptr, *v)) } else { None };
                    let before = writes.iter().rev().find(|(_, w)| span.is_none_or(|s| s.meets(w)));
                    before.iter().for_each(|(w, _)| edge(*w));
                    reads.push((i, span));
                }
                Stmt::Store { ptr, val, .. } => {
                    let span = self.span(*ptr, *val);
                    writes.last().iter().for_each(|(w, _)| edge(*w));
                    reads.retain(|(read, of)| {
                        let meets = of.is_none_or(|s| s.meets(&span));
                        if meets {
                            edge(*read);
                        }
                        !meets
                    });
                    writes.push((i, span));
                }
                _ => {}
            }
        }
        let latency: Vec<u32> = stmts.iter().map(|s| latency(self.func, s)).collect();
        let mut height = latency.clone();
        for i in (0..n).rev() {
            height[i] += after[i].iter().map(|a| height[*a as usize]).max().unwrap_or(0);
        }
        Graph { after, waits, latency, height }
    }

    /// Collects the addresses at constant distances.
    fn addresses(&mut self, b: &Block, ints: &mut FxHashMap<Val, i64>) {
        for s in &b.stmts {
            match s {
                Stmt::Let(v, Expr::Int(x)) if self.func.ty(*v) == Ty::I64 => drop(ints.insert(*v, *x)),
                Stmt::Let(v, Expr::PtrAdd(base, distance)) => {
                    if let Some(&d) = ints.get(distance) {
                        let (base, before) = self.offsets.get(base).copied().unwrap_or((*base, 0));
                        self.offsets.insert(*v, (base, before.wrapping_add(d)));
                    }
                }
                _ => s.blocks().for_each(|b| self.addresses(b, ints)),
            }
        }
    }

    /// What an access to the lanes of `val` touches.
    fn span(&self, ptr: Val, val: Val) -> Span {
        let (base, from) = self.offsets.get(&ptr).copied().unwrap_or((ptr, 0));
        let ty = self.func.ty(val);
        Span { base, from, to: from.saturating_add(i64::from(ty.lanes) * i64::from(ty.elem.bytes())) }
    }

    /// Takes a register; a mask has registers of its own.
    fn is_vector(&self, v: Val) -> bool {
        let ty = self.func.ty(v);
        ty.lanes > 1 && ty.elem != Elem::I1
    }

    /// The order in which a machine that starts a few operations a cycle would start them.
    fn list(&mut self, stmts: &[Stmt], g: Graph, mortal: &[bool]) -> Vec<usize> {
        // Operations that start in a cycle, and multiplications among them.
        const WIDTH: u32 = 4;
        const MULTIPLIERS: u32 = 2;
        let n = stmts.len();
        let Graph { after, mut waits, latency, height } = g;
        let (mut places, mut ready_at) = (Vec::with_capacity(n), vec![0u32; n]);
        // What can start when its operands are there, and what can start now.
        let mut later: BinaryHeap<Reverse<(u32, usize)>> =
            (0..n).filter(|i| waits[*i] == 0).map(|i| Reverse((0, i))).collect();
        let mut now: Vec<usize> = Vec::new();
        let (mut cycle, mut alive) = (0u32, 0i64);
        while places.len() < n {
            while let Some(&Reverse((at, i))) = later.peek()
                && at <= cycle
            {
                later.pop();
                now.push(i);
            }
            let (mut width, mut multipliers) = (WIDTH, MULTIPLIERS);
            while width > 0 {
                let full = alive >= self.limit;
                let rank = |i: usize| {
                    let growth = if full { self.growth(&stmts[i], mortal) } else { 0 };
                    // When registers are short, the oldest chain goes on.
                    (Reverse(growth), if full { 0 } else { height[i] }, Reverse(i))
                };
                let may = now.iter().enumerate().filter(|(_, i)| multipliers > 0 || !multiplies(&stmts[**i]));
                let Some((at, i)) = may.map(|(at, i)| (at, *i)).max_by_key(|(_, i)| rank(*i)) else { break };
                let growth = self.growth(&stmts[i], mortal);
                // Nor does another chain begin while something is on its way.
                if full && growth > 0 && !later.is_empty() {
                    break;
                }
                now.swap_remove(at);
                alive += growth;
                stmts[i].operands(&mut |v| self.left[v.0 as usize] -= 1);
                places.push(i);
                if latency[i] > 0 {
                    width -= 1;
                    multipliers -= u32::from(multiplies(&stmts[i]));
                }
                for a in after[i].iter().map(|a| *a as usize) {
                    ready_at[a] = ready_at[a].max(cycle + latency[i]);
                    waits[a] -= 1;
                    if waits[a] == 0 {
                        later.push(Reverse((ready_at[a], a)));
                    }
                }
                while let Some(&Reverse((at, i))) = later.peek()
                    && at <= cycle
                {
                    later.pop();
                    now.push(i);
                }
            }
            cycle += 1;
        }
        places
    }

    /// By how many vectors the statement changes what is alive.
    fn growth(&self, s: &Stmt, mortal: &[bool]) -> i64 {
        let makes = matches!(s, Stmt::Let(v, _) if self.is_vector(*v));
        let mut reads = [NONE; 4];
        let mut n = 0;
        s.operands(&mut |v| {
            reads[n.min(3)] = v.0;
            n += 1;
        });
        let mut ends = 0;
        for (k, &v) in reads.iter().enumerate().filter(|(_, v)| **v != NONE) {
            let d = self.def[v as usize];
            let times = reads.iter().filter(|r| **r == v).count() as u32;
            let first = !reads[..k].contains(&v);
            if first && d != NONE && mortal[d as usize] && self.left[v as usize] == times {
                ends += 1;
            }
        }
        i64::from(makes) - ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FuncBuilder;

    /// Two vectors in `distance` bytes of each other, each through a chain of multiplications and stored where it was.
    fn two_chains(length: usize, distance: i64) -> Func {
        let params = [(Ty::PTR, ParamAttrs::default())];
        let mut b = FuncBuilder::new("f", &params, None);
        let ty = Ty::vector(Elem::F32, 8);
        for i in 0..2 {
            let at = b.i64(distance * i);
            let p = b.param(0);
            let p = b.ptr_add(p, at);
            let x = b.load(ty, p, 4);
            let y = (0..length).fold(x, |y, _| b.bin(BinOp::FMul, y, x));
            b.store(p, y, 4);
        }
        b.push(Stmt::Return(None));
        b.finish(true, false)
    }

    fn is_product(s: &Stmt) -> bool {
        matches!(s, Stmt::Let(_, Expr::Bin(BinOp::FMul, ..)))
    }

    #[test]
    fn chains_run_side_by_side_and_memory_keeps_its_order() {
        let mut f = two_chains(20, 32);
        let before = f.clone();
        order(&mut f, 32);
        crate::verify::verify(&f).expect("still in SSA form");
        let products: Vec<Val> = f
            .body
            .stmts
            .iter()
            .filter(|s| is_product(s))
            .flat_map(|s| if let Stmt::Let(v, _) = s { Some(*v) } else { None })
            .collect();
        let first_of_second = products.iter().position(|v| v.0 > products[0].0 + 20).expect("two chains");
        assert!(first_of_second < 4, "{products:?}");
        let stores =
            |f: &Func| f.body.stmts.iter().filter(|s| matches!(s, Stmt::Store { .. })).cloned().collect::<Vec<_>>();
        assert_eq!(stores(&f), stores(&before));
        assert_eq!(f.body.stmts.len(), before.body.stmts.len());
    }

    #[test]
    fn a_load_passes_no_store_to_its_bytes_nor_are_short_chains_touched() {
        for (distance, passes) in [(28, false), (-28, false), (0, false), (32, true), (-32, true)] {
            let mut f = two_chains(20, distance);
            order(&mut f, 32);
            let kinds: Vec<bool> = f
                .body
                .stmts
                .iter()
                .filter_map(|s| match s {
                    Stmt::Store { .. } => Some(true),
                    Stmt::Let(_, Expr::Load { .. }) => Some(false),
                    _ => None,
                })
                .collect();
            assert_eq!(
                kinds,
                if passes { [false, false, true, true] } else { [false, true, false, true] },
                "{distance}"
            );
        }
        let mut short = two_chains(5, 32);
        let before = short.clone();
        order(&mut short, 32);
        assert_eq!(short, before);
    }
}
