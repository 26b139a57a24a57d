//! Addresses that a loop moves on, where it would compute them from its counter.
//!
//! An instruction that reads memory at a base and an index takes two places of a Golden Cove's window, for it is taken apart
//! there, and one at a base alone only one: fewer lines are under way from the caches. So where many vectors are read from
//! one address in a loop, that is a pointer of its own. (128 x 128 of F32, half of which the first-level cache holds, by a
//! vector: 374 and 340 ns in C.)
//!
//! Absences: loops around others; several addresses that move alike, as the rows of a tile, of which each would be an addition more.

use hloom_tile::loop_ir::{BinOp, Block, Expr, Stmt, Val};
use rustc_hash::FxHashMap;

/// Vectors read from an address, at so many constant distances.
const FEWEST: usize = 4;
/// Pointers of a loop.
const MOST: usize = 2;

/// A pointer that a loop moves on by so many bytes for each unit of its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moving {
    pub(crate) pointer: Val,
    /// Where it is for 0.
    pub(crate) base: Val,
    pub(crate) bytes: i64,
}

/// The pointers of a loop with that counter. `constant` knows numbers, `is_vector` types, `is_outside` what stands before the loop.
pub(crate) fn moving(
    iv: Val,
    body: &Block,
    constant: impl Fn(Val) -> Option<i64>,
    is_vector: impl Fn(Val) -> bool,
    is_outside: impl Fn(Val) -> bool,
) -> Vec<Moving> {
    let mut multiples = FxHashMap::from_iter([(iv, 1)]);
    let mut found: Vec<(Moving, usize)> = Vec::new();
    // By pointer: which of the found ones it is a constant distance from.
    let mut roots: FxHashMap<Val, usize> = FxHashMap::default();
    for s in &body.stmts {
        if s.blocks().next().is_some() {
            return Vec::new();
        }
        let Stmt::Let(v, e) = s else { continue };
        match *e {
            Expr::Bin(BinOp::Mul, a, b) if a == iv => {
                multiples.extend(constant(b).map(|bytes| (*v, bytes)));
            }
            Expr::PtrAdd(base, by) => {
                if let (Some(&root), Some(_)) = (roots.get(&base), constant(by)) {
                    roots.insert(*v, root);
                } else if let (Some(&bytes), true) = (multiples.get(&by), is_outside(base)) {
                    roots.insert(*v, found.len());
                    found.push((Moving { pointer: *v, base, bytes }, 0));
                }
            }
            Expr::Load { ptr, .. } if is_vector(*v) => {
                if let Some(root) = roots.get(&ptr) {
                    found[*root].1 += 1;
                }
            }
            _ => {}
        }
    }
    found.retain(|f| f.1 >= FEWEST);
    // Few, or none: of the rows of a tile one would be like another.
    if found.len() > MOST { Vec::new() } else { found.into_iter().map(|f| f.0).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_tile::FuncBuilder;
    use hloom_tile::loop_ir::{Elem, Ty};

    /// A loop that reads `vectors` vectors behind each of `pointers` addresses that its counter moves on by 576 bytes.
    fn reads(pointers: usize, vectors: i64, nested: bool) -> Vec<Moving> {
        let mut b = FuncBuilder::new("f", &[(Ty::PTR, Default::default())], None);
        let ty = Ty::vector(Elem::F32, 16);
        let (out, lo, hi, zero, line) = (b.param(0), b.i64(0), b.i64(8), b.float(ty, 0.0), b.i64(576));
        let base = |b: &mut FuncBuilder, i: i64| {
            let by = b.i64(4096 * i);
            b.ptr_add(out, by)
        };
        let bases: Vec<Val> = (0..pointers as i64).map(|i| base(&mut b, i)).collect();
        let places: Vec<Val> = (0..vectors).map(|i| b.i64(64 * i)).collect();
        let sum = b.for_loop(lo, hi, 1, &[zero], |b, iv, sum| {
            let far = b.bin(BinOp::Mul, iv, line);
            let mut sum = sum[0];
            for base in &bases {
                let p = b.ptr_add(*base, far);
                for place in &places {
                    let p = b.ptr_add(p, *place);
                    let x = b.load(ty, p, 4);
                    sum = b.bin(BinOp::FAdd, sum, x);
                }
            }
            if nested {
                b.for_loop(lo, hi, 1, &[], |_, _, _| vec![]);
            }
            vec![sum]
        });
        b.store(out, sum[0], 4);
        b.push(Stmt::Return(None));
        let f = b.finish(true, false);
        let mut numbers = FxHashMap::default();
        let mut outside = vec![out];
        let mut found = Vec::new();
        for s in &f.body.stmts {
            match s {
                Stmt::Let(v, e) => {
                    outside.push(*v);
                    if let Expr::Int(n) = e {
                        numbers.insert(*v, *n);
                    }
                }
                Stmt::For { iv, body, .. } => {
                    let number = |v: Val| numbers.get(&v).copied();
                    found = moving(*iv, body, number, |v| f.ty(v).lanes > 1, |v| outside.contains(&v));
                }
                _ => {}
            }
        }
        found
    }

    #[test]
    fn pointers_of_many_vectors_move() {
        assert_eq!(reads(1, 4, false).iter().map(|m| m.bytes).collect::<Vec<_>>(), [576]);
        assert_eq!(reads(2, 8, false).len(), 2);
        // Few vectors, many pointers, a loop around another.
        assert!([reads(1, 3, false), reads(3, 8, false), reads(1, 8, true)].iter().all(Vec::is_empty));
    }
}
