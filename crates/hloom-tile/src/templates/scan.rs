//! Inclusive scan along one dimension: a window that reaches back to the start.
//!
//! A line that lies in order goes a few vectors at a time: each is scanned in registers, then what came before is joined to
//! it. Lines that lie side by side go together, one a lane. A few long lines are cut into chunks: a first kernel folds each
//! of them, and each task of a second one starts with what the chunks before its own come to. What sums of F32 come to is
//! passed on as F64, so that errors do not grow along a line.
//!
//! Any combiner will do that is associative, as that of a `reduce_window` has to be: what comes first stays first. An element
//! may be of several operands, and of complex numbers: it is its [`Parts`], each a vector of its own.
//!
//! Absences: chunks where the combiner is no single operation.

use super::{Scalars, Template, buf, kernel_func, scalar, whole};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr, HReduce, Stmt, Ty, Val};
use hloom_num::DType;

/// What to scan. Buffers: results, operands; those of further kernels are told with them.
#[derive(Clone, Copy, Debug)]
pub struct ScanSpec<'a> {
    /// Element types, one an operand.
    pub dtypes: &'a [DType],
    /// Product of the dimensions before the scanned one.
    pub outer: i64,
    /// The scanned dimension.
    pub len: i64,
    /// Product of the dimensions after it.
    pub inner: i64,
    /// From the end to the start.
    pub reverse: bool,
    /// What combines each part of a single operand, if it is one operation, which commutes.
    pub op: Option<BinOp>,
    /// Parts before the first element, neutral (over no parameters), then the combiner's over those of (accumulated, new).
    pub combine: Scalars<'a>,
}

/// The kernels of a scan.
#[derive(Clone, Debug)]
pub struct Scan {
    /// If lines are cut: folds chunks (buffers: totals, operand); the totals' type and number.
    pub totals: Option<(Template, DType, i64)>,
    /// Scans (buffers: results, operands and, if lines are cut, totals).
    pub scan: Template,
}

/// Elements of a vector.
const LANES: i64 = 16;
/// Fewest tasks worth having.
const TASKS: i64 = 16;
/// Fewest elements of a chunk.
const LEAST_CHUNK: i64 = 1 << 13;
/// Vectors that are folded side by side.
const CHAINS: i64 = 4;
/// Terms of their chains if these are sums of F32.
const CHAIN: i64 = 16;
/// Vectors that are scanned side by side.
const BESIDE: i64 = 4;

/// The kernels of a scan.
///
/// # Errors
/// A combiner that reads more than its parameters.
pub fn scan(s: &ScanSpec<'_>) -> Result<Scan, String> {
    let chunks =
        if s.inner == 1 && s.op.is_some() { (TASKS / s.outer.max(1)).min(s.len / LEAST_CHUNK).max(1) } else { 1 };
    let step = CHAINS * LANES;
    let size = ((s.len + chunks - 1) / chunks + step - 1) / step * step;
    let chunks = if chunks > 1 { (s.len + size - 1) / size } else { 1 };
    let cut = (chunks > 1).then_some((chunks, size));
    let wide = match s.dtypes[0].real_part() {
        DType::F32 if s.widens() => DType::F64,
        t if t.is_float() && t.bits() < 32 => DType::F32,
        t => t,
    };
    let totals = cut.zip(s.op).map(|((chunks, size), op)| totals(s, op, wide, chunks, size)).transpose()?;
    let scan = if s.inner == 1 { in_order(s, cut.map(|c| (c, wide)))? } else { side_by_side(s)? };
    Ok(Scan { totals: totals.map(|t| (t, wide, s.outer * chunks * s.parts() as i64)), scan })
}

/// The numbers of an element, or of some neighbours, a lane each: one an operand, a real and an imaginary part if it is complex.
type Parts = Vec<Val>;

/// Each part of one kind of elements with that of another.
fn zip(a: &[Val], b: &[Val], f: impl FnMut((&Val, &Val)) -> Val) -> Parts {
    a.iter().zip(b).map(f).collect()
}

/// Copies of single numbers in all lanes.
fn splat(b: &mut FuncBuilder, x: &[Val], lanes: u32) -> Parts {
    x.iter().map(|x| b.splat(*x, lanes)).collect()
}

/// Lanes in another order.
fn shuffled(b: &mut FuncBuilder, x: &[Val], lanes: &[i32]) -> Parts {
    let one = |&x| {
        let ty = b.ty(x);
        b.expr(ty, Expr::Shuffle(x, x, lanes.into()))
    };
    x.iter().map(one).collect()
}

impl ScanSpec<'_> {
    fn parts(&self) -> usize {
        self.dtypes.iter().map(|t| if t.is_complex() { 2 } else { 1 }).sum()
    }
    /// The neutral element.
    fn start(&self, b: &mut FuncBuilder) -> Result<Parts, String> {
        let results = &self.combine.results[..self.parts()];
        scalar::emit(b, Scalars { kernel: self.combine.kernel, results }, &[])
    }
    /// `acc` comes before `x` in the order of the scan.
    fn join(&self, b: &mut FuncBuilder, acc: &[Val], x: &[Val]) -> Result<Parts, String> {
        // In that of the elements it comes after it if the scan begins at the end.
        let params = if self.reverse && self.op.is_none() { [x, acc] } else { [acc, x] }.concat();
        let results = &self.combine.results[self.parts()..];
        scalar::emit(b, Scalars { kernel: self.combine.kernel, results }, &params)
    }
    /// True if what comes before an element is F64s, sums of F32.
    fn widens(&self) -> bool {
        self.dtypes[0].real_part() == DType::F32 && self.op == Some(BinOp::FAdd)
    }
    /// Numbers as what comes before others.
    fn widen(&self, b: &mut FuncBuilder, mut x: Parts) -> Parts {
        if self.widens() {
            x.iter_mut().for_each(|x| *x = b.cast(CastOp::FloatExt, *x, Elem::F64));
        }
        x
    }
    /// What comes before others as numbers.
    fn narrow(&self, b: &mut FuncBuilder, acc: &[Val]) -> Parts {
        if self.widens() {
            acc.iter().map(|x| b.cast(CastOp::FloatTrunc, *x, Elem::F32)).collect()
        } else {
            acc.to_vec()
        }
    }
    /// Joins what comes before others.
    fn pass_on(&self, b: &mut FuncBuilder, acc: &[Val], x: &[Val]) -> Result<Parts, String> {
        if self.widens() { Ok(zip(acc, x, |(a, x)| b.bin(BinOp::FAdd, *a, *x))) } else { self.join(b, acc, x) }
    }
    /// Joins the elements at `at` to what comes before them, and stores what they come to; that, to be passed on.
    fn next(&self, b: &mut FuncBuilder, bufs: &Bufs, at: Val, acc: &[Val], lanes: u32) -> Result<Parts, String> {
        let x = self.load(b, bufs, at, lanes);
        let x = self.widen(b, x);
        let acc = self.pass_on(b, acc, &x)?;
        let all = self.narrow(b, &acc);
        self.store(b, bufs, at, &all);
        Ok(acc)
    }
    /// Neighbouring elements.
    fn load(&self, b: &mut FuncBuilder, bufs: &Bufs, at: Val, lanes: u32) -> Parts {
        let mut parts = Vec::new();
        for (&t, &p) in self.dtypes.iter().zip(&bufs.from) {
            let p = address(b, t, p, at);
            if t.is_complex() {
                let both = scalar::load_lanes(b, t.real_part(), p, 2 * lanes);
                let ty = Ty::vector(b.ty(both).elem, lanes);
                parts.extend([0, 1].map(|part| {
                    let own = (0..lanes as i32).map(|i| 2 * i + part).collect();
                    b.expr(
                        ty,
                        if lanes == 1 { Expr::Extract(both, part as u32) } else { Expr::Shuffle(both, both, own) },
                    )
                }));
            } else {
                parts.push(scalar::load_lanes(b, t, p, lanes));
            }
        }
        parts
    }
    fn store(&self, b: &mut FuncBuilder, bufs: &Bufs, at: Val, parts: &[Val]) {
        let mut rest = parts;
        for (&t, &p) in self.dtypes.iter().zip(&bufs.to) {
            let p = address(b, t, p, at);
            rest = match *rest {
                [re, im, ref others @ ..] if t.is_complex() => {
                    let Ty { elem, lanes, .. } = b.ty(re);
                    let turns = (0..lanes as i32).flat_map(|i| [i, i + lanes as i32]).collect();
                    let both = if lanes == 1 {
                        let both = b.splat(re, 2);
                        Expr::Insert(both, im, 1)
                    } else {
                        Expr::Shuffle(re, im, turns)
                    };
                    let both = b.expr(Ty::vector(elem, 2 * lanes), both);
                    scalar::store(b, t.real_part(), p, both);
                    others
                }
                [x, ref others @ ..] => {
                    scalar::store(b, t, p, x);
                    others
                }
                [] => return,
            };
        }
    }
    fn template(&self, name: &str, b: FuncBuilder, tasks: i64, ns: f64) -> Template {
        // A combiner of several operations takes as much longer.
        let steps = if self.op.is_some() { 1.0 } else { self.combine.kernel.exprs.len() as f64 };
        let cost_ns = ns * steps * (self.parts() as i64 * self.outer * self.inner * self.len) as f64;
        let func = b.finish(true, false);
        Template { name: name.into(), func, tasks, scratch_bytes: 0, cost_ns, unbounded: false }
    }
}

/// Addresses of the results and of the operands.
struct Bufs {
    to: Vec<Val>,
    from: Vec<Val>,
}

impl Bufs {
    /// Those of a kernel with so many results, of which come first.
    fn of(b: &mut FuncBuilder, s: &ScanSpec<'_>, results: usize) -> Bufs {
        let mut next = (0..).map(|i| buf(b, i));
        Bufs { to: next.by_ref().take(results).collect(), from: next.take(s.dtypes.len()).collect() }
    }
}

/// Address of an element.
fn address(b: &mut FuncBuilder, t: DType, p: Val, at: Val) -> Val {
    let bytes = b.mul_const(at, t.byte_size() as i64);
    b.ptr_add(p, bytes)
}

/// Writes a body that may fail.
fn attempt(err: &mut Option<String>, r: Result<Parts, String>, or: &[Val]) -> Parts {
    r.unwrap_or_else(|e| {
        *err = Some(e);
        or.to_vec()
    })
}

fn finished(mut b: FuncBuilder, err: Option<String>) -> Result<FuncBuilder, String> {
    b.push(Stmt::Return(None));
    err.map_or(Ok(b), Err)
}

/// First element and number of elements of a chunk of a line, in the order of the scan.
fn chunk_of(b: &mut FuncBuilder, s: &ScanSpec<'_>, chunk: Val, size: i64) -> (Val, Val) {
    let first = b.mul_const(chunk, size);
    let len = b.i64(s.len);
    let rest = b.bin(BinOp::Sub, len, first);
    let size = b.i64(size);
    (first, b.bin(BinOp::SMin, size, rest))
}

/// Folds each chunk, in any order: the operator commutes.
fn totals(s: &ScanSpec<'_>, op: BinOp, wide: DType, chunks: i64, size: i64) -> Result<Template, String> {
    let mut b = kernel_func("scan_totals");
    let bufs = Bufs::of(&mut b, s, 1);
    let (lo, hi) = (b.param(1), b.param(2));
    let mut err = None;
    let start = s.start(&mut b)?;
    let parts = start.len();
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let n = b.i64(chunks);
        let (line, chunk) = (b.bin(BinOp::SDiv, task, n), b.bin(BinOp::SRem, task, n));
        let (first, count) = chunk_of(b, s, chunk, size);
        let first = if s.reverse {
            let len = b.i64(s.len);
            let end = b.bin(BinOp::Sub, len, first);
            b.bin(BinOp::Sub, end, count)
        } else {
            first
        };
        let base = b.mul_const(line, s.len);
        let base = b.add(base, first);
        let zero = b.i64(0);
        let vectors = whole(b, count, CHAINS * LANES);
        let init = splat(b, &start, LANES as u32).repeat(CHAINS as usize);
        let mut chains = |b: &mut FuncBuilder, lo: Val, hi: Val| -> Parts {
            let chains = b.for_loop(lo, hi, CHAINS * LANES, &init, |b, j, acc| {
                let mut next = Vec::new();
                for (i, a) in acc.chunks(parts).enumerate() {
                    let o = b.i64(i as i64 * LANES);
                    let at = b.add(base, j);
                    let at = b.add(at, o);
                    let x = s.load(b, &bufs, at, LANES as u32);
                    let joined = s.join(b, a, &x);
                    next.extend(attempt(&mut err, joined, a));
                }
                next
            });
            let (first, others) = chains.split_at(parts);
            let all = others.chunks(parts).fold(first.to_vec(), |a, x| zip(&a, x, |(a, x)| b.bin(op, *a, *x)));
            let all = s.widen(b, all);
            let folded = |x| {
                let elem = b.ty(x).elem;
                b.expr(Ty::scalar(elem), Expr::Reduce(HReduce::Bin(op), x))
            };
            all.into_iter().map(folded).collect()
        };
        let all = if s.widens() {
            // Short chains of F32.
            let none = s.widen(b, start.clone());
            let part = CHAIN * CHAINS * LANES;
            b.for_loop(zero, vectors, part, &none, |b, lo, acc| {
                let step = b.i64(part);
                let hi = b.add(lo, step);
                let hi = b.bin(BinOp::SMin, hi, vectors);
                let all = chains(b, lo, hi);
                zip(acc, &all, |(a, x)| b.bin(BinOp::FAdd, *a, *x))
            })
        } else {
            chains(b, zero, vectors)
        };
        let all = b.for_loop(vectors, count, 1, &all, |b, j, acc| {
            let at = b.add(base, j);
            let x = s.load(b, &bufs, at, 1);
            let x = s.widen(b, x);
            let joined = s.pass_on(b, acc, &x);
            attempt(&mut err, joined, acc)
        });
        let at = b.mul_const(task, parts as i64);
        for (i, x) in all.into_iter().enumerate() {
            let i = b.i64(i as i64);
            let at = b.add(at, i);
            let p = address(b, wide, bufs.to[0], at);
            scalar::store(b, wide, p, x);
        }
        vec![]
    });
    let b = finished(b, err)?;
    Ok(s.template("scan_totals", b, s.outer * chunks, 0.1))
}

/// A number of which all lanes are copies.
fn first_lane(b: &mut FuncBuilder, x: Val) -> Val {
    let ty = b.ty(x);
    if ty.lanes == 1 { x } else { b.expr(Ty::scalar(ty.elem), Expr::Extract(x, 0)) }
}

/// Scans lines that lie in order; `cut`: number and size of chunks, and the type of their totals.
fn in_order(s: &ScanSpec<'_>, cut: Option<((i64, i64), DType)>) -> Result<Template, String> {
    let (chunks, size) = cut.map_or((1, s.len), |c| c.0);
    let mut b = kernel_func("scan");
    let bufs = Bufs::of(&mut b, s, s.dtypes.len());
    let before = cut.map(|c| (buf(&mut b, 2), c.1));
    let (lo, hi) = (b.param(1), b.param(2));
    let mut err = None;
    let start = s.start(&mut b)?;
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let n = b.i64(chunks);
        let (line, chunk) = (b.bin(BinOp::SDiv, task, n), b.bin(BinOp::SRem, task, n));
        let (first, count) = chunk_of(b, s, chunk, size);
        let base = b.mul_const(line, s.len);
        let zero = b.i64(0);
        let mut carry = s.widen(b, start.clone());
        if let Some((totals, wide)) = before {
            let parts = carry.len() as i64;
            let own = b.bin(BinOp::Sub, task, chunk);
            carry = b.for_loop(own, task, 1, &carry, |b, i, acc| {
                let at = b.mul_const(i, parts);
                let x: Parts = (0..parts)
                    .map(|part| {
                        let part = b.i64(part);
                        let at = b.add(at, part);
                        let p = address(b, wide, totals, at);
                        scalar::load(b, wide, p)
                    })
                    .collect();
                let joined = s.pass_on(b, acc, &x);
                attempt(&mut err, joined, acc)
            });
        }
        // Position of the first of `lanes` elements that come next in the scan.
        let place = |b: &mut FuncBuilder, j: Val, lanes: i64| {
            let at = b.add(first, j);
            let at = if s.reverse {
                let end = b.i64(s.len - lanes);
                b.bin(BinOp::Sub, end, at)
            } else {
                at
            };
            b.add(base, at)
        };
        // `n` vectors: each is scanned by itself, then joined to what comes before it. From step to step only what all of
        // them come to is passed on, so that the steps overlap.
        let several = |b: &mut FuncBuilder, j: Val, n: i64, acc: &[Val]| -> Result<Parts, String> {
            let earlier = s.narrow(b, acc);
            let earlier = splat(b, &earlier, LANES as u32);
            let mut sum: Option<Parts> = None;
            for i in 0..n {
                let o = b.i64(i * LANES);
                let j = b.add(j, o);
                let at = place(b, j, LANES);
                let x = s.load(b, &bufs, at, LANES as u32);
                let x = within(b, s, x)?;
                let before = sum.as_ref().map_or(Ok(earlier.clone()), |t| s.join(b, &earlier, t))?;
                let all = s.join(b, &before, &x)?;
                s.store(b, &bufs, at, &all);
                let last = if s.reverse { 0 } else { LANES as i32 - 1 };
                let own = shuffled(b, &x, &[last; LANES as usize]);
                sum = Some(sum.map_or(Ok(own.clone()), |t| s.join(b, &t, &own))?);
            }
            let Some(mut sum) = sum else { return Ok(acc.to_vec()) };
            if s.widens() {
                sum.iter_mut().for_each(|x| *x = first_lane(b, *x));
            }
            let sum = s.widen(b, sum);
            s.pass_on(b, acc, &sum)
        };
        // One number is enough of what is converted.
        let carry = splat(b, &carry, if s.widens() { 1 } else { LANES as u32 });
        let vectors = whole(b, count, LANES);
        let (carry, groups) = if s.op.is_some() {
            let groups = whole(b, count, BESIDE * LANES);
            let carry = b.for_loop(zero, groups, BESIDE * LANES, &carry, |b, j, acc| {
                let next = several(b, j, BESIDE, acc);
                attempt(&mut err, next, acc)
            });
            (carry, groups)
        } else {
            // A vector of a longer combiner, and the next one, are enough to do for a core.
            (carry, zero)
        };
        let carry = b.for_loop(groups, vectors, LANES, &carry, |b, j, acc| {
            let next = several(b, j, 1, acc);
            attempt(&mut err, next, acc)
        });
        let carry: Parts = carry.into_iter().map(|x| first_lane(b, x)).collect();
        b.for_loop(vectors, count, 1, &carry, |b, j, acc| {
            let at = place(b, j, 1);
            let next = s.next(b, &bufs, at, acc, 1);
            attempt(&mut err, next, acc)
        });
        vec![]
    });
    let b = finished(b, err)?;
    Ok(s.template("scan", b, s.outer * chunks, 0.3))
}

/// A vector's own scan: each lane is joined to what is 1, 2, 4, … lanes before it. Lanes that have nothing there are kept by
/// a mask: rotations and masks are cheaper than shuffles with neutral elements.
fn within(b: &mut FuncBuilder, s: &ScanSpec<'_>, mut x: Parts) -> Result<Parts, String> {
    let index = Ty::vector(Elem::I32, LANES as u32);
    let lanes = b.expr(index, Expr::Lanes);
    let mut by = 1;
    while by < LANES {
        let back = if s.reverse { -by } else { by };
        let rotated: Vec<i32> = (0..LANES).map(|i| (i - back).rem_euclid(LANES) as i32).collect();
        let earlier = shuffled(b, &x, &rotated);
        let joined = s.join(b, &earlier, &x)?;
        let mask = if s.reverse {
            let end = b.int(index, LANES - by);
            b.cmp(CmpOp::SLt, lanes, end)
        } else {
            let first = b.int(index, by);
            b.cmp(CmpOp::SLe, first, lanes)
        };
        x = zip(&joined, &x, |(joined, x)| b.select(mask, *joined, *x));
        by *= 2;
    }
    Ok(x)
}

/// Scans lines whose elements lie apart: neighbouring lines together, and those left over alone.
fn side_by_side(s: &ScanSpec<'_>) -> Result<Template, String> {
    let (blocks, rest) = (s.inner / LANES, s.inner % LANES);
    let each = blocks + rest;
    let mut b = kernel_func("scan_lines");
    let bufs = Bufs::of(&mut b, s, s.dtypes.len());
    let (lo, hi) = (b.param(1), b.param(2));
    let mut err = None;
    let start = s.start(&mut b)?;
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let n = b.i64(each);
        let (o, block) = (b.bin(BinOp::SDiv, task, n), b.bin(BinOp::SRem, task, n));
        let base = b.mul_const(o, s.len * s.inner);
        let mut lines = |b: &mut FuncBuilder, first: Val, lanes: u32| {
            let base = b.add(base, first);
            let (zero, len) = (b.i64(0), b.i64(s.len));
            let init = s.widen(b, start.clone());
            let init = splat(b, &init, lanes);
            b.for_loop(zero, len, 1, &init, |b, j, acc| {
                let j = if s.reverse {
                    let last = b.i64(s.len - 1);
                    b.bin(BinOp::Sub, last, j)
                } else {
                    j
                };
                let at = b.mul_const(j, s.inner);
                let at = b.add(base, at);
                let next = s.next(b, &bufs, at, acc, lanes);
                attempt(&mut err, next, acc)
            });
        };
        let whole = b.i64(blocks);
        let is_block = b.cmp(CmpOp::SLt, block, whole);
        let first = b.mul_const(block, LANES);
        let skipped = b.i64(blocks * (LANES - 1));
        let alone = b.add(block, skipped);
        let lines = std::cell::RefCell::new(&mut lines);
        b.if_else(
            is_block,
            |b| {
                if blocks > 0 {
                    (lines.borrow_mut())(b, first, LANES as u32);
                }
                vec![]
            },
            |b| {
                if rest > 0 {
                    (lines.borrow_mut())(b, alone, 1);
                }
                vec![]
            },
        );
        vec![]
    });
    let b = finished(b, err)?;
    Ok(s.template("scan_lines", b, s.outer * each, if blocks > 0 { 0.3 } else { 1.2 }))
}
