//! Factors in Maps of their own, which a nest stages in scratch memory: packed, turned, or converted once.

use super::super::maps::{copy_of, insert, map, read, set_arg};
use super::super::{at, lp, staged};
use super::Product;
use super::factor::Factor;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// The Maps that stage factors.
pub(super) struct Stages {
    pub(super) count: u32,
    /// The vector factor: read along the sum, if that is where it lies; and packed.
    pub(super) vector: Option<(Option<DefId>, DefId)>,
    pub(super) scalar: Option<DefId>,
}

impl Product<'_> {
    /// The kernel with the factors' staging Maps.
    pub(super) fn staged(
        &self,
        vector: Option<usize>,
        scalar: Option<usize>,
        v: AxisId,
        row: Option<AxisId>,
    ) -> (Kernel, Stages) {
        let mut maps = Vec::new();
        let mut s = Stages { count: 0, vector: None, scalar: None };
        let first = self.def.0;
        if let Some(f) = vector {
            let f = &self.factors[f];
            let axes = self.staged_axes(f, v, true);
            let turned = if self.turns(f, v).is_some() {
                maps.push(map(self.k, "lines", axes.clone(), f.expr));
                Some(DefId(first))
            } else {
                None
            };
            // Where the factor is turned, the packed Map copies that one; see below.
            maps.push(map(self.k, "panel", axes, f.expr));
            s.vector = Some((turned, DefId(first + maps.len() as u32 - 1)));
        }
        if let (Some(f), Some(r)) = (scalar, row) {
            let f = &self.factors[f];
            maps.push(map(self.k, "rows", self.staged_axes(f, r, false), f.expr));
            s.scalar = Some(DefId(first + maps.len() as u32 - 1));
        }
        s.count = maps.len() as u32;
        if maps.is_empty() {
            return (self.k.clone(), s);
        }
        let mut k = insert(self.k, self.def, maps);
        let product = DefId(first + s.count);
        if let (Some((turned, packed)), Some(f)) = (s.vector, vector) {
            if let Some(t) = turned {
                copy_of(&mut k, packed, t);
            }
            let e = read(&mut k, packed);
            set_arg(&mut k, product, f, e);
        }
        if let (Some(d), Some(f)) = (s.scalar, scalar) {
            let e = read(&mut k, d);
            set_arg(&mut k, product, f, e);
        }
        (k, s)
    }

    /// Axes of a staged factor: those that are at a point there, then the summed ones, with `own` last or before them.
    fn staged_axes(&self, f: &Factor, own: AxisId, last: bool) -> Vec<AxisId> {
        let fixed = self.axes.iter().filter(|a| **a != own && f.has(**a));
        let sum = self.over.iter().filter(|a| f.has(**a));
        let (before, after) = if last { (None, Some(&own)) } else { (Some(&own), None) };
        fixed.chain(before).chain(sum).chain(after).copied().collect()
    }

    /// The summed axis along which a factor lies in memory, if it is not the vector axis.
    fn turns(&self, f: &Factor, v: AxisId) -> Option<AxisId> {
        if f.stride(v) == Some(1) {
            return None;
        }
        self.over.iter().copied().find(|a| f.stride(*a) == Some(1) && self.k.extent(*a) > 1)
    }

    fn vector(&self, a: AxisId, body: Vec<Nest>) -> Vec<Nest> {
        vec![lp(a, 1, Bind::Vector, self.vector_tail(), body)]
    }

    /// One term of a panel that lies along the vector axis.
    pub(super) fn pack_term(&self, v: AxisId, packed: DefId) -> Vec<Nest> {
        vec![lp(v, self.lanes, Bind::Unroll, Tail::Peel, self.vector(v, vec![staged(packed)]))]
    }

    /// Fills a panel: vectors along the vector axis, or squares that are turned in registers.
    pub(super) fn pack_nest(&self, f: &Factor, v: AxisId, turned: Option<DefId>, packed: DefId) -> Vec<Nest> {
        let w = self.lanes;
        let vector = |a: AxisId, body: Vec<Nest>| self.vector(a, body);
        let along = self.turns(f, v);
        let mut body = match (turned, along) {
            (Some(lines), Some(s)) => {
                let read = lp(v, 1, Bind::Unroll, Tail::Peel, vector(s, vec![at(lines)]));
                let write = lp(s, 1, Bind::Unroll, Tail::Peel, vector(v, vec![staged(packed)]));
                // What is left over is staged with some of what is there already, as by a transposition.
                let square = vec![lp(v, w, Bind::Serial, Tail::Shift, vec![read, write])];
                vec![lp(s, w, Bind::Serial, Tail::Shift, square)]
            }
            _ => self.pack_term(v, packed),
        };
        for a in self.over.iter().rev().filter(|a| f.has(**a)) {
            if turned.is_none() || Some(*a) != along {
                body = vec![lp(*a, 1, Bind::Serial, Tail::Peel, body)];
            }
        }
        body
    }

    /// Converts the scalars of a tile's rows, as vectors along the sum.
    pub(super) fn spread_nest(&self, f: &Factor, row: AxisId, def: DefId) -> Vec<Nest> {
        let sums: Vec<AxisId> = self.over.iter().copied().filter(|a| f.has(*a)).collect();
        let along = sums.iter().copied().find(|a| f.stride(*a) == Some(1)).or(sums.last().copied());
        let mut body = match along {
            Some(a) => {
                // What a masked store has written cannot be read before it is in the cache, and short sums read it at once.
                let tail = if self.k.extent(a) < self.lanes { Tail::Peel } else { self.vector_tail() };
                let vec = vec![lp(a, 1, Bind::Vector, tail, vec![staged(def)])];
                let un = vec![lp(row, 1, Bind::Unroll, Tail::Peel, vec)];
                vec![lp(a, self.lanes, Bind::Serial, Tail::Peel, un)]
            }
            None => vec![lp(row, 1, Bind::Unroll, Tail::Peel, vec![staged(def)])],
        };
        for a in sums.iter().rev().filter(|a| Some(**a) != along) {
            body = vec![lp(*a, 1, Bind::Serial, Tail::Peel, body)];
        }
        body
    }
}
