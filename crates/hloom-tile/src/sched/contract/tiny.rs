//! Vectors of tiny numbers: products of a matrix with a vector all of whose numbers are [so small](range) that the terms
//! could be subnormal numbers.
//!
//! Processors with [slow subnormals](Target::slow_subnormals) take a hundred times as long for such a term, and a state that
//! fades passes through them. So the vector is looked at first; if it is tiny as a whole, the sum is taken of the vector times
//! a power of two, and the results are divided by it. Neither rounds, but where a result is a subnormal number: there it is
//! rounded once, where the terms would have been rounded one by one. Else both factors are 1, which changes nothing.
//!
//! Absences: products with several rows, which may be of very different sizes; vectors tiny in part.

use super::super::maps::{insert, map, read, read_instead, set_arg};
use super::super::{at, lp, staged};
use super::Product;
use crate::Target;
use crate::kernel::*;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, UnOp};
use crate::nest::{Bind, Nest, Tail};

/// Results a task for which its look at the vector and the copy of it do not show: each of its numbers costs as much as those of
/// three results.
const FEWEST_RESULTS: i64 = 128;
/// Vectors in flight.
const UNROLL: i64 = 4;

/// A vector is tiny if all its numbers are below 2^-95 in F32, 2^-511 in F64.
struct Range {
    /// An integer of the numbers' size.
    int: Elem,
    /// Upper bits of the exponent, none of which a tiny number has, so that a look at many numbers is an `or` of their bits.
    upper: i64,
    /// What tiny numbers are multiplied by. Small enough that no sum of 2^30 terms is too large that would not be so without;
    /// and large enough that the numbers between have all but the smallest factors before their terms become subnormal.
    scale: f64,
}

fn range(elem: Elem) -> Option<Range> {
    match elem {
        Elem::F32 => Some(Range { int: Elem::I32, upper: 0x7000_0000, scale: 2f64.powi(64) }),
        Elem::F64 => Some(Range { int: Elem::I64, upper: 0x6000_0000_0000_0000, scale: 2f64.powi(480) }),
        _ => None,
    }
}

impl Product<'_> {
    /// The kernel and nest with factor `arg` of the product scaled, if it is a vector and that is worth while.
    pub(super) fn rescaled(&self, arg: usize, product: DefId, k: Kernel, nest: Vec<Nest>) -> (Kernel, Vec<Nest>) {
        let x = &self.factors[arg];
        let results = self.extent(&self.axes) / crate::nest::tasks(&nest, &k).max(1);
        let bytes = self.extent(&self.over) * self.elem_bytes;
        let vector = self.axes.iter().all(|a| !x.has(*a)) && self.over.iter().all(|a| x.has(*a));
        // What a sum begins with would have to be scaled too.
        let Body::Reduce { init, .. } = &self.k.def(self.def).body else { return (k, nest) };
        let from_zero = matches!(self.k.expr(init[0]), Expr::Float(bits) if f64::from_bits(*bits) == 0.0);
        // Threads that share a loop's steps have half of the results each.
        let fewest = if self.t.task_ns < Target::TASK_NS { FEWEST_RESULTS / 2 } else { FEWEST_RESULTS };
        let suits = self.t.slow_subnormals
            && vector
            && from_zero
            && x.plain
            && self.when.0.is_empty()
            && results >= fewest
            && bytes <= self.t.l1_bytes as i64 / 4;
        let along = self.over.iter().copied().find(|a| x.stride(*a) == Some(1) && self.k.extent(*a) >= self.lanes);
        match (along, range(k.elem(x.expr))) {
            (Some(along), Some(range)) if suits => {
                let (k, [upper_bits, scaled]) = self.scaled_kernel(arg, product, k, range);
                let before = vec![
                    self.over_vector(along, Bind::Ilp, at(upper_bits)),
                    self.over_vector(along, Bind::Unroll, staged(scaled)),
                ];
                (k, inside_grid(before, moved(nest, product)))
            }
            _ => (k, nest),
        }
    }

    /// The kernel with two Defs before the product, upper bits of the vector's exponents and the vector scaled, and one behind it, its
    /// results divided again.
    fn scaled_kernel(
        &self,
        arg: usize,
        product: DefId,
        mut k: Kernel,
        Range { int, upper, scale }: Range,
    ) -> (Kernel, [DefId; 2]) {
        let (elem, x) = (k.def(product).tys[0], self.factors[arg].expr);
        let float = |k: &mut Kernel, x: f64| k.add_expr(elem, Expr::Float(x.to_bits()));
        let (bits, mask) = (k.add_expr(int, Expr::Cast(CastOp::Bitcast, x)), k.add_expr(int, Expr::Int(upper)));
        let bits = k.add_expr(int, Expr::Bin(BinOp::And, bits, mask));
        let none = k.add_expr(int, Expr::Int(0));
        let (over, comb) = (self.over.clone(), Comb::Bin(BinOp::Or));
        let body = Body::Reduce { over: over.clone(), comb, init: vec![none], args: vec![bits], when: Pred::default() };
        let upper_bits = DefData { name: "upper_bits".into(), axes: vec![], tys: vec![int], body };
        let scaled = map(&k, "scaled", over, x);
        let unscaled = map(&k, "unscaled", k.def(product).axes.clone(), x);
        // From the last Def to the first, so that earlier numbers stay.
        k = insert(&k, DefId(product.0 + 1), vec![unscaled]);
        k = insert(&k, product, vec![upper_bits, scaled]);
        let [upper_bits, scaled, product, unscaled] = [0, 1, 2, 3].map(|i| DefId(product.0 + i));
        read_instead(&mut k, product, unscaled);
        let (found, none) = (read(&mut k, upper_bits), k.add_expr(int, Expr::Int(0)));
        let is_large = k.add_expr(Elem::I1, Expr::Cmp(CmpOp::Ne, found, none));
        let is_large = k.add_expr(Elem::I1, Expr::Un(UnOp::Likely, is_large));
        let sum = read(&mut k, product);
        for (d, of, tiny) in [(scaled, x, scale), (unscaled, sum, 1.0 / scale)] {
            let (one, tiny) = (float(&mut k, 1.0), float(&mut k, tiny));
            let factor = k.add_expr(elem, Expr::Select(is_large, one, tiny));
            k.defs[d.0 as usize].body = Body::Map(vec![k.add_expr(elem, Expr::Bin(BinOp::FMul, of, factor))]);
        }
        let read_scaled = read(&mut k, scaled);
        set_arg(&mut k, product, arg, read_scaled);
        (k, [upper_bits, scaled])
    }

    /// Loops over the vector, whose numbers lie along that axis.
    fn over_vector(&self, along: AxisId, vectors: Bind, what: Nest) -> Nest {
        let body = vec![lp(along, 1, Bind::Vector, self.vector_tail(), vec![what])];
        let body = vec![lp(along, self.lanes, vectors, Tail::Peel, body)];
        let body = lp(along, UNROLL * self.lanes, Bind::Serial, Tail::Peel, body);
        let others = self.over.iter().rev().filter(|a| **a != along);
        others.fold(body, |b, a| lp(*a, 1, Bind::Serial, Tail::Peel, vec![b]))
    }
}

/// The nest with two Defs before the product and one behind it.
fn moved(mut nest: Vec<Nest>, product: DefId) -> Vec<Nest> {
    for n in &mut nest {
        match n {
            Nest::At { def, .. } if *def > product => def.0 += 3,
            Nest::At { def, .. } if *def == product => def.0 += 2,
            Nest::Loop { body, .. } | Nest::First { body, .. } | Nest::If { body, .. } => {
                *body = moved(std::mem::take(body), product);
            }
            _ => {}
        }
    }
    nest
}

/// The nest with what is to be done first in each task.
fn inside_grid(before: Vec<Nest>, mut nest: Vec<Nest>) -> Vec<Nest> {
    match &mut nest[..] {
        [Nest::Loop { bind: Bind::Grid, body, .. }] => {
            *body = inside_grid(before, std::mem::take(body));
            nest
        }
        _ => [before, nest].concat(),
    }
}
