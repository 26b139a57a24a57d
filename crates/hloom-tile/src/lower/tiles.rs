//! Reduces that the matrix unit evaluates: up to two by two tiles of sums, which two tiles of either factor are multiplied into,
//! sixteen words of the sum at a time.

use super::lin::{Fact, Lin};
use super::mem::Place;
use super::regs::Source;
use super::{Env, Len, Lower, LowerError, Range, Res};
use crate::kernel::{self, AxisId, Comb, ExprId};
use crate::loop_ir::*;
use crate::nest::Tiles;

/// Rows and words a row of each tile.
type Shape = [(u8, u8); TileOp::TILES];

/// The shapes that the tiles of a function have.
pub(super) enum Shapes {
    /// Always these.
    Same(Shape),
    Several,
}

/// Tiles of sums, in pairs of one row of tiles; then those of the first factor, and of the second.
const SUMS: u8 = 0;
const FIRST: u8 = 4;
const SECOND: u8 = 6;
/// Fewest words for which a row of the factors' tiles is made shorter, so that all are alike.
const FEWEST_WORDS: i64 = 12;

/// Words that are multiplied at once; what is left of `words` is a product of its own.
fn together(words: i64) -> i64 {
    let even = |n: &i64| words % n == 0;
    if words <= TileOp::SIDE { words } else { (FEWEST_WORDS..=TileOp::SIDE).rev().find(even).unwrap_or(TileOp::SIDE) }
}

/// The points of a range as one or two tiles, which may overlap: where they begin, and their length.
fn halves(n: i64) -> (Vec<i64>, i64) {
    let len = if n > TileOp::SIDE { (n + 1) / 2 } else { n };
    (if len < n { vec![0, n - len] } else { vec![0] }, len)
}

/// Shapes that all statements agree on, once at the start of the function.
pub(super) fn shape_once(func: &mut Func, shape: &Shape) {
    fn remove(b: &mut Block) {
        b.stmts.retain(|s| !matches!(s, Stmt::Tile(TileOp::Shape(_))));
        b.stmts.iter_mut().flat_map(Stmt::blocks_mut).for_each(remove);
    }
    remove(&mut func.body);
    func.body.stmts.insert(0, Stmt::Tile(TileOp::Shape(Box::new(*shape))));
}

/// The product at hand.
struct Product {
    t: Tiles,
    op: DotOp,
    args: [ExprId; 2],
    /// Where its tiles begin along rows and lanes, and their sizes.
    rows: (Vec<i64>, i64),
    lanes: (Vec<i64>, i64),
}

impl Product {
    /// The tiles of sums: number, and where in the ranges of rows and lanes.
    fn sums(&self) -> impl Iterator<Item = (u8, i64, i64)> {
        let of = |i: usize, row: i64| (0..).zip(&self.lanes.0).map(move |(j, l)| (SUMS + 2 * i as u8 + j, row, *l));
        self.rows.0.iter().enumerate().flat_map(move |(i, r)| of(i, *r))
    }
}

impl Lower<'_> {
    pub(super) fn tiles(&mut self, t: Tiles) -> Res {
        let r = self.reduce(t.def)?;
        let (Comb::Dot(op), [a, b]) = (r.comb, r.args) else {
            return Err(LowerError::Nest(format!("{} is no sum of words", self.k.def(t.def).name)));
        };
        let (op, args) = (op.to_owned(), [*a, *b]);
        let others: Vec<AxisId> = r.over.iter().copied().filter(|a| *a != t.word && self.k.extent(*a) > 1).collect();
        let (rows, lanes) = (halves(self.length(t.row)?), halves(self.length(t.lane)?));
        if rows.1.max(lanes.1) > TileOp::SIDE {
            return Err(LowerError::Nest("more than two by two tiles".into()));
        }
        let p = Product { t, op, args, rows, lanes };
        let words = self.k.extent(t.word);
        let step = together(words);
        self.tile_sums(&p, &others, (0, words / step * step), step)?;
        if words % step != 0 {
            self.tile_sums(&p, &others, (words / step * step, words), words % step)?;
        }
        for b in &mut self.blocks {
            b.loads.retain(|k, _| !matches!(k.0, Source::Local(d, _) if d == t.def));
        }
        self.closed[t.def.0 as usize] = true;
        Ok(())
    }

    fn length(&self, a: AxisId) -> Res<i64> {
        match self.ranges[a.0 as usize].len {
            Len::Static(n) if n > 0 => Ok(n),
            _ => Err(LowerError::Nest(format!("tiles over an unknown part of {}", self.k.axes[a.0 as usize].name))),
        }
    }

    /// Adds the products of some words, `step` at a time, to the sums, or begins them.
    fn tile_sums(&mut self, p: &Product, others: &[AxisId], words: (i64, i64), step: i64) -> Res {
        self.tile_shapes(p, step);
        let (to, steps) = self.tile_place([p.t.row, p.t.lane], |s, env| {
            let coords = s.coords_of(env, &s.k.def(p.t.def).axes)?;
            s.local_place(p.t.def, 0, &coords)
        })?;
        if steps[1] != 1 && p.lanes.1 > 1 {
            return Err(LowerError::Nest("sums of tiles that do not lie along a row".into()));
        }
        let row = self.b.i64(steps[0] * i64::from(to.elem.bytes()));
        for (tile, r, l) in p.sums() {
            if words.0 == 0 {
                self.b.push(Stmt::Tile(TileOp::Zero(tile)));
            } else {
                let (ptr, _) = self.address(&to, &to.at.offset(r * steps[0] + l));
                self.b.push(Stmt::Tile(TileOp::Load { tile, ptr, step: row }));
            }
        }
        self.over_others(p, others, words, step)?;
        for (tile, r, l) in p.sums() {
            let (ptr, _) = self.address(&to, &to.at.offset(r * steps[0] + l));
            self.b.push(Stmt::Tile(TileOp::Store { tile, ptr, step: row }));
        }
        Ok(())
    }

    /// Loops over the summed axes that no word has, then over words.
    fn over_others(&mut self, p: &Product, others: &[AxisId], words: (i64, i64), step: i64) -> Res {
        let (axis, lo, hi, len) = match others {
            [a, ..] => (*a, 0, self.k.extent(*a), 1),
            [] => (p.t.word, words.0, words.1, step),
        };
        let at = |s: &mut Self, base: Lin| {
            let range = Range { base, len: Len::Static(len) };
            let outside = std::mem::replace(&mut s.ranges[axis.0 as usize], range);
            match others {
                [_, rest @ ..] => s.over_others(p, rest, words, step)?,
                [] => s.tile_dots(p)?,
            }
            s.ranges[axis.0 as usize] = outside;
            Ok(())
        };
        if hi - lo == len {
            return at(self, Lin::constant(lo));
        }
        let fact = Fact { lo, hi: hi - len, div: len };
        let (lo, hi) = (self.b.i64(lo), self.b.i64(hi));
        self.for_loop(lo, hi, len, fact, |s, iv| at(s, Lin::value(iv)))
    }

    /// Multiplies the tiles of both factors at the current words.
    fn tile_dots(&mut self, p: &Product) -> Res {
        for (i, (first, axes, starts)) in
            [(FIRST, [p.t.row, p.t.word], &p.rows.0), (SECOND, [p.t.word, p.t.lane], &p.lanes.0)]
                .into_iter()
                .enumerate()
        {
            let (place, steps) = self.tile_place(axes, |s, env| s.factor_place(p.args[i], env))?;
            if steps[1] != 1 {
                return Err(LowerError::Nest("a factor of tiles that does not lie along their rows".into()));
            }
            // Along the axis of which there may be two tiles.
            let apart = steps[i];
            let row = self.b.i64(steps[0] * i64::from(place.elem.bytes()));
            for (tile, start) in (first..).zip(starts) {
                let (ptr, _) = self.address(&place, &place.at.offset(start * apart));
                self.b.push(Stmt::Tile(TileOp::Load { tile, ptr, step: row }));
            }
        }
        for (sum, _, _) in p.sums() {
            let (i, j) = ((sum - SUMS) / 2, (sum - SUMS) % 2);
            self.b.push(Stmt::Tile(TileOp::Dot { op: p.op, sum, a: FIRST + i, b: SECOND + j }));
        }
        Ok(())
    }

    /// The place of what `of` finds at the bases of the current ranges, and elements from there to the next point of two axes.
    fn tile_place(
        &mut self,
        axes: [AxisId; 2],
        mut of: impl FnMut(&mut Self, &mut Env) -> Res<Place>,
    ) -> Res<(Place, [i64; 2])> {
        let place = of(self, &mut self.base_env())?;
        let mut steps = [0; 2];
        for (step, a) in steps.iter_mut().zip(axes) {
            let mut env = self.base_env();
            let next = &mut env.coords[a.0 as usize];
            *next = next.as_ref().map(|c| c.offset(1));
            let by = of(self, &mut env)?.at.minus_uniform(&place.at);
            if !by.terms.is_empty() || !by.is_uniform() {
                return Err(LowerError::Nest("the rows of a tile do not lie evenly".into()));
            }
            *step = by.c;
        }
        Ok((place, steps))
    }

    fn factor_place(&mut self, e: ExprId, env: &mut Env) -> Res<Place> {
        let k = self.k;
        match k.expr(e) {
            kernel::Expr::Load { buf, index, when, .. } if when.0.is_empty() => self.buf_place(*buf, index, env),
            kernel::Expr::Read(d, c, index) if self.plan.staged[d.0 as usize] => {
                let coords = index.iter().map(|x| self.ix(x, env)).collect::<Res<Vec<Lin>>>()?;
                self.local_place(*d, *c as usize, &coords)
            }
            _ => Err(LowerError::Nest("a factor of tiles that is not in memory".into())),
        }
    }

    fn tile_shapes(&mut self, p: &Product, words: i64) {
        let (rows, lanes, words) = (p.rows.1 as u8, p.lanes.1 as u8, words as u8);
        let mut shape = [(rows, lanes); TileOp::TILES];
        shape[FIRST as usize..SECOND as usize].fill((rows, words));
        shape[SECOND as usize..].fill((words, lanes));
        self.shapes = Some(match self.shapes {
            None => Shapes::Same(shape),
            Some(Shapes::Same(s)) if s == shape => Shapes::Same(s),
            _ => Shapes::Several,
        });
        self.b.push(Stmt::Tile(TileOp::Shape(Box::new(shape))));
    }
}
