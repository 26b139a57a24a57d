//! What stands behind a product, where it is long: in loops over a tile's sums rather than beside each of them.
//!
//! A register tile has up to some thirty vectors of sums, and tiles of other sizes at the edges. Code behind the product that is
//! written out for each of them takes long to compile. Where it is long, the sums go through scratch memory, and it is written
//! out twice for a tile: two vectors side by side take about the time that all of them do.
//!
//! The sums of a product in dot form are single numbers: there every function is long, as vectors of sums share it.
//!
//! Only functions and roundings to narrow floats count. Arithmetic with several more arrays (an optimiser's step) is as much code, but its loads are under way
//! all at once beside the sums, and one after the other in a loop.

use super::super::access::Info;
use super::super::maps::{kept, put_last};
use super::super::{FINISHED, around, lie_along, lp, out_stride, shares_evenly};
use super::Product;
use super::shape::Shape;
use crate::kernel::*;
use crate::lower::MOST_PARTS;
use crate::nest::{Bind, Nest, Space, Tail};

/// Operations of functions and roundings behind a tile's sums up to which they stand beside them: in a tile of several rows, and in one of a
/// single row, whose sums are often short, so that the way through memory shows.
const MOST_BESIDE: [f64; 2] = [500.0, 2000.0];

impl Product<'_> {
    /// The kernel with a Map behind the product that everything else reads, if what is done with a tile of vectors along `v` is long.
    pub(super) fn finished_apart(
        &self,
        kernel: &Kernel,
        product: DefId,
        (tile, v): (Shape, AxisId),
    ) -> Option<(Kernel, DefId)> {
        let most = MOST_BESIDE[usize::from(tile.rows == 1)];
        let long = |info: &Info, outs: &[DefId]| {
            let code = info.function_code(kernel, outs) + info.rounding_code(kernel, outs);
            code > most / (tile.rows * tile.vectors) as f64
        };
        self.apart(kernel, (product, v), long)
    }

    /// The same for sums that are single numbers, if they lie along `v`, alone or with those of `rows` between them, inside of `outer`
    /// axes, and make vectors there in tasks of [`FINISHED`] vectors or more.
    pub(super) fn finished_in_vectors(
        &self,
        (rows, v): (&[AxisId], AxisId),
        outer: &[AxisId],
        tasks: i64,
    ) -> Option<(Kernel, DefId)> {
        let near = lie_along(self.k, v) || self.is_part(rows, v);
        let even = || shares_evenly(self.k, outer, (v, FINISHED * self.lanes), tasks);
        let any = |info: &Info, outs: &[DefId]| info.function_code(self.k, outs) > 0.0;
        (near && self.k.extent(v) >= self.lanes && even()).then(|| self.apart(self.k, (self.def, v), any))?
    }

    /// True if the points of the only one of `rows` lie side by side, as parts of those of `v`.
    fn is_part(&self, rows: &[AxisId], v: AxisId) -> bool {
        let [row] = rows else { return false };
        let parts = self.k.extent(*row);
        let strides = |o: &Out| [out_stride(self.k, o, v), out_stride(self.k, o, *row)];
        parts <= MOST_PARTS && self.k.outs.iter().all(|o| strides(o) == [Some(parts), Some(1)])
    }

    /// The kernel with the Map, if what stands behind the product is long.
    fn apart(
        &self,
        kernel: &Kernel,
        (product, v): (DefId, AxisId),
        is_long: impl FnOnce(&Info, &[DefId]) -> bool,
    ) -> Option<(Kernel, DefId)> {
        let info = Info::new(kernel);
        let outs: Vec<DefId> = kernel.outs.iter().map(|o| o.def).filter(|d| *d != product).collect();
        is_long(&info, &outs).then(|| {
            let (mut kernel, sums) = kept(kernel, product, "sums");
            put_last(&mut kernel, sums, v);
            (kernel, sums)
        })
    }

    /// The sums of a tile into scratch memory, by `tile`, and loops over them.
    pub(super) fn finish(
        &self,
        sums: DefId,
        (rows, v): (&[AxisId], AxisId),
        tile: impl FnOnce(Vec<Nest>) -> Vec<Nest>,
    ) -> Vec<Nest> {
        let mut nest = tile(vec![Nest::At { def: sums, space: Space::Local }]);
        // Parts of points are stored together.
        let (outside, parts) = if self.is_part(rows, v) { (&[][..], rows) } else { (rows, &[][..]) };
        let vector = vec![lp(v, 1, Bind::Vector, self.vector_tail(), around(parts, Bind::Unroll, self.stores()))];
        let vectors = vec![lp(v, self.lanes, Bind::Unroll, Tail::Peel, vector)];
        let vectors = vec![lp(v, FINISHED * self.lanes, Bind::Serial, Tail::Peel, vectors)];
        nest.extend(around(outside, Bind::Serial, vectors));
        nest
    }
}
