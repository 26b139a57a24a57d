//! Parts of sums: rounding errors grow with the length of a chain of additions, so long sums of floats are taken in parts.
//!
//! What a part costs depends on where the sum of the parts before it waits ([`Waits`]). Parts are as many as cost a product
//! 1 to 3 % of its time.

use super::{lp, result_bytes};
use crate::Target;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// Where the sum of the parts before waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waits {
    /// In registers: a part costs an addition a result.
    InRegisters,
    /// On the stack: a tile is stored and loaded once more, which takes as long as about two of its terms.
    OnStack,
    /// On the stack, where its stores stand behind those of so many results that miss the caches: several times as long.
    BehindResults(i64),
}

impl Waits {
    /// Of tiles with so many accumulators.
    pub(super) fn of(k: &Kernel, t: &Target, accumulators: i64) -> Waits {
        if 2 * accumulators <= i64::from(t.vector_regs) {
            Waits::InRegisters
        } else if result_bytes(k) <= t.l2_bytes / 2 {
            Waits::OnStack
        } else {
            Waits::BehindResults(k.outs.len() as i64)
        }
    }

    /// Terms of a part of a sum of `terms`.
    pub(super) fn length(self, terms: i64) -> i64 {
        let (parts, most) = match self {
            Waits::InRegisters => (4.min(terms / 4), MOST_IN_REGISTERS),
            Waits::BehindResults(results) if terms < 192 * results => (1, MOST_ON_STACK),
            Waits::OnStack | Waits::BehindResults(_) => ((terms / 128).clamp(2, 4).min(terms / 16), MOST_ON_STACK),
        };
        let parts = parts.max((terms + most - 1) / most).max(1);
        (terms + parts - 1) / parts
    }

    /// True if `written` terms, which stand one after the other in the code of a sum of `terms`, are taken in halves. Of longer
    /// sums they are few, and one addition more for each of them would show.
    pub(super) fn halves(self, written: i64, terms: i64) -> bool {
        self == Waits::InRegisters && written >= 6 && terms < 32
    }

    /// The same where a part can only be one of a few steps of `terms` terms each: these, if there are enough of them, of which a
    /// `small` product needs few.
    pub(super) fn step_length(self, terms: i64, small: bool) -> Option<i64> {
        let least = match self {
            Waits::InRegisters => 8,
            Waits::OnStack if small => 6,
            Waits::OnStack => 48,
            Waits::BehindResults(results) => 64 * results,
        };
        (terms >= least).then_some(terms)
    }
}

/// Most terms of a part if a second accumulator a result has a register.
pub(super) const MOST_IN_REGISTERS: i64 = 64;
/// Most terms of a part if it has not.
const MOST_ON_STACK: i64 = 256;

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
    let step = step(n, parts, unit);
    let cuts = k.rounds(d) && step < n;
    if cuts {
        *nest = vec![lp(a, step, Bind::Parts, Tail::Peel, std::mem::take(nest))];
    }
    cuts
}

/// The length, whole `unit`s, of `parts` parts of `n`, or of a few more if these are equal: what remains is compiled apart.
pub(super) fn step(n: i64, parts: i64, unit: i64) -> i64 {
    let parts = (parts..=parts + parts / 3 + 1).find(|p| n % (p * unit) == 0).unwrap_or(parts);
    ((n + parts - 1) / parts + unit - 1) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loop_ir::{BinOp, Elem};

    #[test]
    fn parts_are_short_where_they_cost_little() {
        let [registers, stack, behind] = [Waits::InRegisters, Waits::OnStack, Waits::BehindResults(1)];
        assert_eq!([1, 7, 8, 15, 16, 17, 32, 301].map(|n| registers.length(n)), [1, 7, 4, 5, 4, 5, 8, 61]);
        assert_eq!([16, 31, 32, 33, 256, 512, 1024].map(|n| stack.length(n)), [16, 31, 16, 17, 128, 128, 256]);
        assert_eq!([32, 191, 192, 384, 2048].map(|n| behind.length(n)), [32, 191, 96, 128, 256]);
        assert_eq!([(5, 5), (6, 31), (6, 32)].map(|(n, all)| registers.halves(n, all)), [false, true, false]);
        assert!(!stack.halves(8, 8));
        assert_eq!([7, 8].map(|n| registers.step_length(n, false)), [None, Some(8)]);
        assert_eq!([47, 48].map(|n| stack.step_length(n, false)), [None, Some(48)]);
        assert_eq!([5, 6].map(|n| stack.step_length(n, true)), [None, Some(6)]);
        assert_eq!([63, 64].map(|n| behind.step_length(n, true)), [None, Some(64)]);
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
        assert_eq!(step(Elem::F32, 301, (1, 1), 64), Some(43));
        assert_eq!(step(Elem::F32, 307, (1, 1), 64), Some(62));
        assert_eq!(step(Elem::F32, 512, (1, 32), 200), Some(128));
        assert_eq!(step(Elem::F32, 9, (48, 1), 150), Some(3));
        assert_eq!(step(Elem::F32, 3, (200, 1), 100), Some(1));
        assert_eq!(step(Elem::F32, 64, (1, 1), 64), None);
        assert_eq!(step(Elem::I32, 301, (1, 1), 64), None);
    }
}
