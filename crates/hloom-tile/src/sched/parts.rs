//! Parts of sums: rounding errors grow with the length of a chain of additions, so long sums of floats are taken in parts.
//!
//! Where the sum of the parts before stays in registers a part costs an addition a result, else that sum waits on the
//! stack, which costs a tile as much as about two of its terms. So in registers sums of 16 terms have two parts and those of
//! 32 four; with sums that wait two parts of 16 cost 2 % of a product, four of 8 cost 4 to 7 %.

use super::lp;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// Most terms of a part if a second accumulator a result has a register.
pub(super) const MOST_IN_REGISTERS: i64 = 64;
/// Most terms of a part if the sum of the parts before waits in memory.
const MOST_IN_MEMORY: i64 = 256;

/// Terms of a part of a sum of `terms`, in tiles that leave registers for a second accumulator a result or do not.
pub(super) fn length(terms: i64, in_registers: bool) -> i64 {
    let (least, few, most) = if in_registers { (8, 4, MOST_IN_REGISTERS) } else { (16, 2, MOST_IN_MEMORY) };
    let parts = few.min(terms / least).max((terms + most - 1) / most).max(1);
    (terms + parts - 1) / parts
}

/// The same where a part can only be one of a few steps of `terms` terms each: these, if there are enough of them.
pub(super) fn step_length(terms: i64, in_registers: bool) -> Option<i64> {
    (terms >= if in_registers { 8 } else { 48 }).then_some(terms)
}

/// Cuts a loop over a summed axis into equal parts of about `terms` terms, if it sums floats and has two parts at least;
/// true if it did. The axis comes with the terms that an iteration adds, and what parts begin at multiples of.
pub(super) fn cut(
    k: &Kernel,
    d: DefId,
    (a, inner, unit): (AxisId, i64, i64),
    terms: i64,
    nest: &mut Vec<Nest>,
) -> bool {
    let n = k.extent(a);
    let most = ((terms + inner / 2) / inner.max(1)).max(1);
    let parts = (n + most - 1) / most;
    let step = ((n + parts - 1) / parts + unit - 1) / unit * unit;
    let cuts = k.rounds(d) && step < n;
    if cuts {
        *nest = vec![lp(a, step, Bind::Parts, Tail::Peel, std::mem::take(nest))];
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loop_ir::{BinOp, Elem};

    #[test]
    fn parts_are_short_where_they_cost_little() {
        let of = |in_registers| move |terms| length(terms, in_registers);
        assert_eq!([1, 15, 16, 17, 32, 100, 256, 301].map(of(true)), [1, 15, 8, 9, 8, 25, 64, 61]);
        assert_eq!([16, 31, 32, 33, 256, 512, 513, 1024].map(of(false)), [16, 31, 16, 17, 128, 256, 171, 256]);
        assert_eq!([step_length(7, true), step_length(8, true)], [None, Some(8)]);
        assert_eq!([step_length(47, false), step_length(48, false)], [None, Some(48)]);
    }

    /// The step of the loop around a sum over `n` in parts of about `terms`.
    fn step(elem: Elem, n: i64, (inner, unit): (i64, i64), terms: i64) -> Option<i64> {
        let mut k = Kernel::default();
        let a = k.add_axis("a", n);
        let one = k.add_expr(elem, Expr::Int(1));
        let comb = Comb::Bin(if elem.is_float() { BinOp::FAdd } else { BinOp::Add });
        let body = Body::Reduce { over: vec![a], comb, init: vec![one], args: vec![one], when: Pred::default() };
        let d = k.add_def("sum", vec![], vec![elem], body);
        let mut nest = vec![];
        let cuts = cut(&k, d, (a, inner, unit), terms, &mut nest);
        match nest[..] {
            [Nest::Loop { step, bind: Bind::Parts, .. }] if cuts => Some(step),
            _ => None,
        }
    }

    #[test]
    fn parts_of_a_sum_are_equal() {
        assert_eq!(step(Elem::F32, 301, (1, 1), 64), Some(61));
        assert_eq!(step(Elem::F32, 512, (1, 32), 200), Some(192));
        assert_eq!(step(Elem::F32, 9, (48, 1), 150), Some(3));
        assert_eq!(step(Elem::F32, 3, (200, 1), 100), Some(1));
        assert_eq!(step(Elem::F32, 64, (1, 1), 64), None);
        assert_eq!(step(Elem::I32, 301, (1, 1), 64), None);
    }
}
