//! Loops whose steps compute every point from that point alone: the loop over time inside the tile.
//!
//! A tile of a few vectors is read once, goes through all steps in registers, and is stored once. What is the same for
//! all points (counters, the condition) is carried beside it as scalars, which every tile computes anew. Tables that the
//! loop does not write are read where steps say: a binary search reads one element a step and point, a loop over rows of a
//! matrix one row a step. What is read at places that the point alone decides is read before the first step.

use super::scalar::{Emitter, Points};
use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::ix::Ix;
use crate::kernel::{Expr, ExprId};
use crate::loop_ir::{BinOp, CmpOp, Stmt, Ty, Val};
use crate::{FuncBuilder, Target};
use hloom_num::DType;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A carried value or an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Real element type.
    pub dtype: DType,
    /// It has an element for each point; else one for all.
    pub per_point: bool,
}

/// What to iterate. Buffers: final values, initial values, inputs, tables (the buffers of the step's kernel, whose only axis
/// is the point).
#[derive(Clone, Debug)]
pub struct IterateSpec<'a> {
    /// Number of points, at least 2.
    pub points: i64,
    /// Carried values.
    pub carried: Vec<Slot>,
    /// What does not change.
    pub inputs: Vec<Slot>,
    /// The condition, then the next carried values, over the carried values and the inputs. The condition, and what is
    /// not one a point, depend on nothing that is one a point.
    pub step: Scalars<'a>,
    /// Number of steps, where it is known.
    pub steps: Option<u64>,
}

/// Steps that a loop of an unknown number is thought to make when its cost is estimated.
const STEPS: u64 = 100;
/// Vectors of a tile.
const MAX_VECTORS: i64 = 8;
/// Operations of a step, written out for each vector of a tile.
const MAX_OPS: usize = 1500;
/// What a core takes for an element of a table.
const LOAD_NS: f64 = 0.5;
/// Tasks of a core.
const TASKS: i64 = 16;

/// The kernel of a loop.
///
/// # Errors
/// A complex element type, or a step that is more than a function of its parameters.
pub fn iterate(s: &IterateSpec<'_>, t: &Target) -> Result<Template, String> {
    let slots = || s.carried.iter().chain(&s.inputs);
    if let Some(x) = slots().find(|x| x.dtype.is_complex()) {
        return Err(format!("a loop over {} is not implemented", x.dtype));
    }
    let ops = s.step.kernel.exprs.len();
    let loads = s.step.kernel.exprs.iter().filter(|x| matches!(x.0, Expr::Load { .. })).count();
    let width = slots().filter(|x| x.per_point).map(|x| x.dtype.byte_size()).max().unwrap_or(4).max(4) as u32;
    let lanes = i64::from(t.vector_bytes / width).min(1 << s.points.ilog2());
    // The tile, its inputs and what a vector needs meanwhile share the registers. If these are few, inputs and constants are
    // read from memory by the operations that use them: chains that wait for each other cost more.
    let per_point = |s: &[Slot]| s.iter().filter(|x| x.per_point).count() as i64;
    let (carried, regs) = (per_point(&s.carried), i64::from(t.vector_regs));
    let fit = if regs < 32 { regs / (2 * carried).max(1) } else { (regs - 8) / (carried + per_point(&s.inputs) + 1) };
    let most = fit.min((MAX_OPS / ops.max(1)) as i64).clamp(1, MAX_VECTORS).min(s.points / lanes);
    let tiles_of = |size: i64| (s.points + size - 1) / size;
    let vectors = (s.points / lanes / tiles_of(most * lanes)).clamp(1, most);
    let size = vectors * lanes;
    let tiles = tiles_of(size);
    let tasks = tiles.min(TASKS * i64::from(t.cores.max(1)));

    let n = s.carried.len();
    let mut b = kernel_func("iterate");
    let finals: Vec<Val> = (0..n).map(|i| buf(&mut b, i)).collect();
    let inits: Vec<Val> = (n..2 * n).map(|i| buf(&mut b, i)).collect();
    let inputs: Vec<Val> = (0..s.inputs.len()).map(|i| buf(&mut b, 2 * n + i)).collect();
    let tables: Vec<Val> = (0..s.step.kernel.bufs.len()).map(|i| buf(&mut b, 2 * n + s.inputs.len() + i)).collect();
    let (lo, hi) = (b.param(1), b.param(2));
    let mut error = None;
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let share = |b: &mut FuncBuilder, task: Val| {
            let x = b.mul_const(task, tiles);
            let d = b.i64(tasks);
            b.bin(BinOp::SDiv, x, d)
        };
        let one = b.i64(1);
        let next_task = b.add(task, one);
        let (first, end) = (share(b, task), share(b, next_task));
        b.for_loop(first, end, 1, &[], |b, tile, _| {
            // The last tile overlaps the one before it, and computes the same there.
            let (at, last) = (b.mul_const(tile, size), b.i64(s.points - size));
            let at = if tiles * size == s.points { at } else { b.bin(BinOp::SMin, at, last) };
            let w = Tile { s, lanes: lanes as u32, vectors, at, tables: &tables };
            if let Err(e) = w.run(b, &finals, &inits, &inputs, tile) {
                error = Some(e);
            }
            vec![]
        });
        vec![]
    });
    if let Some(e) = error {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    let mut func = b.finish(true, false);
    crate::order::order(&mut func, t.vector_regs);
    Ok(Template {
        name: "iterate".into(),
        func,
        tasks,
        scratch_bytes: 0,
        cost_ns: s.steps.unwrap_or(STEPS) as f64
            * (tiles * vectors) as f64
            * (ops as f64 * 0.15 + (loads as i64 * lanes) as f64 * LOAD_NS),
        unbounded: true,
    })
}

struct Tile<'a> {
    s: &'a IterateSpec<'a>,
    lanes: u32,
    vectors: i64,
    /// Its first point.
    at: Val,
    tables: &'a [Val],
}

impl Tile<'_> {
    /// The first point of one of its vectors.
    fn first(&self, b: &mut FuncBuilder, vector: i64) -> Val {
        let before = b.i64(vector * i64::from(self.lanes));
        b.add(self.at, before)
    }

    fn address(&self, b: &mut FuncBuilder, x: Slot, p: Val, vector: i64) -> Val {
        if !x.per_point {
            return p;
        }
        let at = self.first(b, vector);
        let bytes = b.mul_const(at, x.dtype.byte_size() as i64);
        b.ptr_add(p, bytes)
    }

    /// How many values a slot has in the tile.
    fn pieces(&self, x: Slot) -> i64 {
        if x.per_point { self.vectors } else { 1 }
    }

    fn load(&self, b: &mut FuncBuilder, slots: &[Slot], from: &[Val]) -> Vec<Val> {
        let mut values = Vec::new();
        for (&x, &p) in slots.iter().zip(from) {
            for v in 0..self.pieces(x) {
                let p = self.address(b, x, p, v);
                values.push(scalar::load_lanes(b, x.dtype, p, if x.per_point { self.lanes } else { 1 }));
            }
        }
        values
    }

    /// The values of the slots at one vector of the tile.
    fn at_vector(&self, slots: &[Slot], values: &[Val], vector: i64) -> Vec<Val> {
        let mut out = Vec::new();
        let mut first = 0;
        for &x in slots {
            out.push(values[first + if x.per_point { vector as usize } else { 0 }]);
            first += self.pieces(x) as usize;
        }
        out
    }

    fn run(&self, b: &mut FuncBuilder, finals: &[Val], inits: &[Val], inputs: &[Val], tile: Val) -> Result<(), String> {
        let s = self.s;
        let fixed = self.load(b, &s.inputs, inputs);
        let start = self.load(b, &s.carried, inits);
        let params = |c: &[Val], vector: i64| {
            let mut p = self.at_vector(&s.carried, c, vector);
            p.extend(self.at_vector(&s.inputs, &fixed, vector));
            p
        };
        let kernel = s.step.kernel;
        let firsts: Vec<Val> = (0..self.vectors).map(|v| self.first(b, v)).collect();
        let points = |vector: i64| Points { first: firsts[vector as usize], lanes: self.lanes, bufs: self.tables };
        let known = (0..self.vectors)
            .map(|vector| {
                let memo = FxHashMap::default();
                let mut x = Emitter { kernel, params: &[], points: Some(points(vector)), memo };
                let steady = (0..kernel.exprs.len()).map(|e| ExprId(e as u32)).filter(|e| is_steady(kernel.expr(*e)));
                steady.map(|e| Ok((e, x.emit(b, e)?))).collect()
            })
            .collect::<Result<Vec<FxHashMap<ExprId, Val>>, String>>()?;
        let error = RefCell::new(None);
        let emit = |b: &mut FuncBuilder, results: &[ExprId], p: &[Val], vector: i64| {
            let memo = known[vector as usize].clone();
            let mut x = Emitter { kernel, params: p, points: Some(points(vector)), memo };
            let values: Result<Vec<Val>, String> = results.iter().map(|&e| x.emit(b, e)).collect();
            values.map_err(|e| *error.borrow_mut() = Some(e)).ok()
        };
        let (cond, next) = s.step.results.split_at(1);
        let end = b.while_loop(
            &start,
            |b, c| match emit(b, cond, &params(c, 0), 0) {
                Some(v) => v[0],
                None => b.int(Ty::I1, 0),
            },
            |b, c| {
                let mut new = c.to_vec();
                for vector in 0..self.vectors {
                    let Some(values) = emit(b, next, &params(c, vector), vector) else { break };
                    let mut first = 0;
                    for (&x, v) in s.carried.iter().zip(values) {
                        if x.per_point {
                            new[first + vector as usize] = b.splat(v, self.lanes);
                        } else {
                            new[first] = v;
                        }
                        first += self.pieces(x) as usize;
                    }
                }
                new
            },
        );
        if let Some(e) = error.into_inner() {
            return Err(e);
        }
        let mut first = 0;
        let (zero, mut shared) = (b.i64(0), Vec::new());
        for (&x, &p) in s.carried.iter().zip(finals) {
            for v in 0..self.pieces(x) {
                let value = end[first + v as usize];
                if x.per_point {
                    let to = self.address(b, x, p, v);
                    scalar::store(b, x.dtype, to, value);
                } else {
                    shared.push((x.dtype, p, value));
                }
            }
            first += self.pieces(x) as usize;
        }
        let is_first = b.cmp(CmpOp::Eq, tile, zero);
        b.if_else(
            is_first,
            |b| {
                shared.into_iter().for_each(|(t, p, v)| scalar::store(b, t, p, v));
                vec![]
            },
            |_| vec![],
        );
        Ok(())
    }
}

/// True for what is read, or counted, at places that the point alone decides.
fn is_steady(e: &Expr) -> bool {
    match e {
        Expr::Load { index, .. } => !index.iter().any(Ix::has_value),
        Expr::Coord(x) => !x.has_value(),
        _ => false,
    }
}
