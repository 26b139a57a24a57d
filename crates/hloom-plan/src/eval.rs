//! The evaluator of plans: kernels are computed as their Defs say, point by point, with no schedule in between. Slow and
//! obvious; the oracle for schedules, lowering and the native entry.

use crate::program::{BufferId, Command, Place, Plan, Work};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType, UnaryOp};
use hloom_tile::eval::{Machine, ops};
use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{Atom, AxisId, Body, Comb, DefId, Expr, ExprId, Kernel, Pred};
use hloom_tile::loop_ir::{BinOp, CastOp, Elem, Program};
use hloom_tile::math::MathFn;

type Res<T> = Result<T, String>;

/// Runs a plan on the bytes of its arguments; the bytes of its results.
///
/// # Errors
/// What the evaluator met that a plan must not contain: an access outside a buffer, a loop IR error.
pub fn run(plan: &Plan, args: &[Vec<u8>]) -> Res<Vec<Vec<u8>>> {
    let mut m = Memory::new(plan, args)?;
    m.block(&plan.commands)?;
    Ok((0..plan.results.len()).map(|i| m.results[i].clone()).collect())
}

struct Memory<'a> {
    plan: &'a Plan,
    args: Vec<Vec<u8>>,
    results: Vec<Vec<u8>>,
    constants: Vec<Vec<u8>>,
    arena: Vec<u8>,
    /// Draws of random numbers so far.
    draws: std::cell::Cell<u64>,
}

impl<'a> Memory<'a> {
    fn new(plan: &'a Plan, args: &[Vec<u8>]) -> Res<Memory<'a>> {
        if args.len() != plan.args.len() {
            return Err(format!("{} arguments for {}", args.len(), plan.args.len()));
        }
        let mut results: Vec<Vec<u8>> = plan.results.iter().map(|r| vec![0xA5; r.ty.num_bytes()]).collect();
        for (i, a) in plan.args.iter().enumerate() {
            if args[i].len() != a.ty.num_bytes() {
                return Err(format!("argument {i} has {} bytes, not {}", args[i].len(), a.ty.num_bytes()));
            }
            if let Some(r) = a.alias {
                results[r as usize] = args[i].clone();
            }
        }
        let constants = plan.constants.iter().map(|c| c.to_bytes().to_vec()).collect();
        Ok(Memory {
            plan,
            args: args.to_vec(),
            results,
            constants,
            arena: vec![0xA5; plan.arena_bytes as usize],
            draws: Default::default(),
        })
    }

    fn bytes(&self, b: BufferId) -> Res<&[u8]> {
        let b = &self.plan.buffers[b.0 as usize];
        let n = b.bytes as usize;
        Ok(match b.place {
            Place::Arg(i) => &self.args[i as usize],
            Place::Result(i) => &self.results[i as usize],
            Place::Const(i) => &self.constants[i as usize],
            Place::Arena(o) => &self.arena[o as usize..o as usize + n],
            Place::Unplaced => return Err(format!("{} has no place", b.name)),
        })
    }

    fn set(&mut self, b: BufferId, bytes: &[u8]) -> Res<()> {
        let b = &self.plan.buffers[b.0 as usize];
        match b.place {
            Place::Result(i) => self.results[i as usize].copy_from_slice(bytes),
            Place::Arena(o) => self.arena[o as usize..o as usize + bytes.len()].copy_from_slice(bytes),
            _ => return Err(format!("{} is written", b.name)),
        }
        Ok(())
    }

    fn block(&mut self, commands: &[Command]) -> Res<()> {
        commands.iter().try_for_each(|c| self.command(c))
    }

    fn command(&mut self, c: &Command) -> Res<()> {
        match c {
            Command::Copy { dst, src } => {
                let bytes = self.bytes(*src)?.to_vec();
                self.set(*dst, &bytes)
            }
            Command::While { cond, pred, body, rotations, .. } => loop {
                self.block(cond)?;
                if self.bytes(*pred)?[0] == 0 {
                    return Ok(());
                }
                self.block(body)?;
                for pair in rotations.iter().flat_map(|r| r.windows(2)) {
                    let [a, b] = [self.bytes(pair[0])?.to_vec(), self.bytes(pair[1])?.to_vec()];
                    self.set(pair[0], &b)?;
                    self.set(pair[1], &a)?;
                }
            },
            Command::Case { index, boolean, branches, .. } => {
                let b = self.bytes(*index)?;
                let i = if *boolean {
                    usize::from(b[0] == 0)
                } else {
                    let i = i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                    usize::try_from(i).unwrap_or(usize::MAX).min(branches.len() - 1)
                };
                self.block(&branches[i])
            }
            Command::Host { call, args, .. } => {
                let h = &self.plan.host_calls[*call as usize].call;
                let operands = args.iter().take(h.operands.len()).map(|&a| self.bytes(a)).collect::<Res<Vec<_>>>()?;
                let results = crate::host::run(h, &operands, &self.draws)?;
                for (&a, bytes) in args[h.operands.len()..].iter().zip(&results) {
                    self.set(a, bytes)?;
                }
                Ok(())
            }
            Command::Kernel { kernel, args, writes, .. } => {
                let k = &self.plan.kernels[*kernel as usize];
                let mut bufs = args.iter().map(|&a| self.bytes(a).map(<[u8]>::to_vec)).collect::<Res<Vec<_>>>()?;
                let what = |e: String| format!("kernel {kernel} ({}): {e}", k.ops);
                match &k.work {
                    Work::Nest(k) => KernelEval::new(k).run(&mut bufs).map_err(what)?,
                    Work::Template(t) => template(t, &mut bufs).map_err(what)?,
                }
                for &(w, _) in writes {
                    self.set(args[w as usize], &bufs[w as usize])?;
                }
                Ok(())
            }
        }
    }
}

/// Runs a template's loop IR.
fn template(t: &hloom_tile::templates::Template, bufs: &mut [Vec<u8>]) -> Res<()> {
    let program = Program { funcs: vec![t.func.clone()], externs: vec![] };
    let mut m = Machine::new(&program);
    m.fuel = u64::MAX / 2;
    let addrs: Vec<u64> = bufs.iter().map(|b| m.memory.add(b.clone())).collect();
    let table = m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
    let scratch = m.memory.add(vec![0; t.scratch_bytes as usize]);
    m.call(&t.func.name, &[table, 0, t.tasks as u64, scratch])?;
    for (b, a) in bufs.iter_mut().zip(addrs) {
        b.copy_from_slice(m.memory.region(a).ok_or("a lost region")?);
    }
    Ok(())
}

struct KernelEval<'k> {
    k: &'k Kernel,
    bufs: Vec<Vec<u8>>,
    /// Values of Defs already computed, by row-major point.
    known: Vec<Vec<Option<Vec<u64>>>>,
    /// Coordinates of each axis while Def `i` is evaluated.
    env: Vec<Vec<i64>>,
    /// Expression values of the current point of Def `i` (a second half for combiners).
    memo: Vec<Vec<(u64, u64)>>,
    stamp: Vec<u64>,
    params: Vec<Vec<u64>>,
}

impl<'k> KernelEval<'k> {
    fn new(k: &'k Kernel) -> Self {
        let n = k.defs.len();
        let points = |axes: &[AxisId]| axes.iter().map(|&a| k.extent(a).max(0)).product::<i64>() as usize;
        KernelEval {
            k,
            bufs: Vec::new(),
            known: k.defs.iter().map(|d| vec![None; points(&d.axes)]).collect(),
            env: vec![vec![0; k.axes.len()]; n],
            memo: vec![vec![(0, 0); k.exprs.len()]; 2 * n],
            stamp: vec![0; 2 * n],
            params: vec![Vec::new(); n],
        }
    }

    fn run(mut self, bufs: &mut Vec<Vec<u8>>) -> Res<()> {
        self.bufs = std::mem::take(bufs);
        for o in &self.k.outs {
            let d = self.k.def(o.def);
            let mut at = vec![0; d.axes.len()];
            if d.axes.iter().any(|&a| self.k.extent(a) == 0) {
                continue;
            }
            loop {
                let v = self.value(o.def, &at)?[o.component as usize];
                // The out's coordinates are evaluated where the Def's are.
                let slot = o.def.0 as usize;
                self.enter(slot, &d.axes, &at);
                if self.pred(slot, slot, &o.when)? {
                    let b = &self.k.bufs[o.buf.0 as usize];
                    let mut pos = 0;
                    for ((x, &dim), &s) in o.index.iter().zip(&b.dims).zip(&b.strides) {
                        let x = self.ix(slot, slot, x)?;
                        if !(0..dim).contains(&x) {
                            return Err(format!("store at {x} of a dimension of {dim}"));
                        }
                        pos += x * s;
                    }
                    let n = b.dtype.byte_size();
                    let elem = self.k.def(o.def).tys[o.component as usize];
                    let bytes = &mut self.bufs[o.buf.0 as usize][pos as usize * n..];
                    scalar::write(b.dtype, to_scalar(b.dtype, elem, v), bytes);
                }
                if !self.next(&d.axes, &mut at) {
                    break;
                }
            }
        }
        *bufs = self.bufs;
        Ok(())
    }

    /// The next point in row-major order; false after the last.
    fn next(&self, axes: &[AxisId], at: &mut [i64]) -> bool {
        for i in (0..axes.len()).rev() {
            at[i] += 1;
            if at[i] < self.k.extent(axes[i]) {
                return true;
            }
            at[i] = 0;
        }
        false
    }

    fn enter(&mut self, slot: usize, axes: &[AxisId], at: &[i64]) {
        for (&a, &x) in axes.iter().zip(at) {
            self.env[slot][a.0 as usize] = x;
        }
        self.stamp[slot] += 1;
    }

    fn value(&mut self, d: DefId, at: &[i64]) -> Res<Vec<u64>> {
        let k = self.k;
        let (slot, def) = (d.0 as usize, k.def(d));
        let mut linear = 0;
        for (&a, &x) in def.axes.iter().zip(at) {
            if !(0..k.extent(a)).contains(&x) {
                return Err(format!("{} read at {at:?}", def.name));
            }
            linear = linear * k.extent(a) as usize + x as usize;
        }
        if let Some(v) = &self.known[slot][linear] {
            return Ok(v.clone());
        }
        self.enter(slot, &def.axes, at);
        let v = match &def.body {
            Body::Map(es) => es.iter().map(|&e| self.expr(slot, slot, e)).collect::<Res<Vec<_>>>()?,
            Body::Reduce { over, comb, init, args, when } => {
                let mut acc = init.iter().map(|&e| self.expr(slot, slot, e)).collect::<Res<Vec<_>>>()?;
                let mut r = vec![0; over.len()];
                if !over.iter().any(|&a| k.extent(a) == 0) {
                    loop {
                        self.enter(slot, over, &r);
                        if self.pred(slot, slot, when)? {
                            let new = args.iter().map(|&e| self.expr(slot, slot, e)).collect::<Res<Vec<_>>>()?;
                            acc = self.combine(slot, comb, def.tys[0], acc, new)?;
                        }
                        if !self.next(over, &mut r) {
                            break;
                        }
                    }
                }
                acc
            }
        };
        self.known[slot][linear] = Some(v.clone());
        Ok(v)
    }

    fn combine(&mut self, slot: usize, comb: &Comb, elem: Elem, acc: Vec<u64>, new: Vec<u64>) -> Res<Vec<u64>> {
        Ok(match comb {
            Comb::Bin(op) => vec![ops::bin(*op, elem, acc[0], new[0])?],
            Comb::Fma if elem.is_float() => vec![ops::fma(elem, new[0], new[1], acc[0])],
            Comb::Fma => {
                let p = ops::bin(BinOp::Mul, elem, new[0], new[1])?;
                vec![ops::bin(BinOp::Add, elem, acc[0], p)?]
            }
            Comb::Dot(op) => vec![ops::dot(*op, new[0], new[1], acc[0])],
            Comb::Custom { results, .. } => {
                self.params[slot] = acc.into_iter().chain(new).collect();
                let memo = slot + self.k.defs.len();
                self.stamp[memo] += 1;
                results.iter().map(|&e| self.expr(slot, memo, e)).collect::<Res<Vec<_>>>()?
            }
        })
    }

    fn pred(&mut self, slot: usize, memo: usize, p: &Pred) -> Res<bool> {
        for a in &p.0 {
            let holds = match a {
                Atom::Range(x, lo, hi) => (*lo..*hi).contains(&self.ix(slot, memo, x)?),
                Atom::Divides(x, d) => self.ix(slot, memo, x)?.rem_euclid(*d) == 0,
                Atom::Cond(e) => self.expr(slot, memo, *e)? == 1,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn ix(&mut self, slot: usize, memo: usize, x: &Ix) -> Res<i64> {
        let mut v = x.c;
        for (t, k) in &x.terms {
            v += k * match t {
                Term::Axis(a) => self.env[slot][a.0 as usize],
                Term::Div(x, d) => self.ix(slot, memo, x)?.div_euclid(*d),
                Term::Mod(x, d) => self.ix(slot, memo, x)?.rem_euclid(*d),
                Term::Value(e) => self.expr(slot, memo, *e)? as i64,
            };
        }
        Ok(v)
    }

    fn expr(&mut self, slot: usize, memo: usize, e: ExprId) -> Res<u64> {
        let (stamp, v) = self.memo[memo][e.0 as usize];
        if stamp == self.stamp[memo] {
            return Ok(v);
        }
        let v = self.compute(slot, memo, e)?;
        self.memo[memo][e.0 as usize] = (self.stamp[memo], v);
        Ok(v)
    }

    fn compute(&mut self, slot: usize, memo: usize, e: ExprId) -> Res<u64> {
        let k = self.k;
        let elem = k.elem(e);
        Ok(match k.expr(e) {
            Expr::Int(i) => ops::clip(elem, *i as u64),
            Expr::Float(b) => ops::float_bits(elem, f64::from_bits(*b)),
            Expr::Coord(x) => self.ix(slot, memo, x)? as u64,
            Expr::Load { buf, index, when, other } => {
                if !self.pred(slot, memo, when)? {
                    return other.map_or(Ok(0), |o| self.expr(slot, memo, o));
                }
                let b = &k.bufs[buf.0 as usize];
                let mut pos = 0;
                for ((x, &dim), &s) in index.iter().zip(&b.dims).zip(&b.strides) {
                    let x = self.ix(slot, memo, x)?;
                    if !(0..dim).contains(&x) {
                        return Err(format!("load at {x} of a dimension of {dim} of buffer {}", buf.0));
                    }
                    pos += x * s;
                }
                let n = b.dtype.byte_size();
                let at = pos as usize * n;
                from_scalar(elem, scalar::read(b.dtype, &self.bufs[buf.0 as usize][at..at + n]))
            }
            Expr::Read(d, c, index) => {
                let at = index.iter().map(|x| self.ix(slot, memo, x)).collect::<Res<Vec<_>>>()?;
                self.value(*d, &at)?[*c as usize]
            }
            Expr::Param(i) => self.params[slot][*i as usize],
            Expr::Un(op, a) => {
                let a = self.expr(slot, memo, *a)?;
                ops::un(*op, elem, a)
            }
            Expr::Bin(op, a, b) => {
                let (a, b) = (self.expr(slot, memo, *a)?, self.expr(slot, memo, *b)?);
                ops::bin(*op, elem, a, b)?
            }
            Expr::Cmp(op, a, b) => {
                let from = k.elem(*a);
                let (a, b) = (self.expr(slot, memo, *a)?, self.expr(slot, memo, *b)?);
                u64::from(ops::cmp(*op, from, a, b))
            }
            Expr::Select(c, a, b) => {
                if self.expr(slot, memo, *c)? == 1 {
                    self.expr(slot, memo, *a)?
                } else {
                    self.expr(slot, memo, *b)?
                }
            }
            Expr::Fma(a, b, c) => {
                let (a, b) = (self.expr(slot, memo, *a)?, self.expr(slot, memo, *b)?);
                ops::fma(elem, a, b, self.expr(slot, memo, *c)?)
            }
            Expr::Cast(CastOp::Bitcast, a) => self.expr(slot, memo, *a)?,
            Expr::Cast(op, a) => {
                let from = k.elem(*a);
                ops::cast(*op, from, elem, self.expr(slot, memo, *a)?)
            }
            Expr::Round(d, a) => {
                let v = self.expr(slot, memo, *a)?;
                from_scalar(elem, to_scalar(*d, elem, v).rounded(*d))
            }
            Expr::Bits(d, a) => {
                let v = self.expr(slot, memo, *a)?;
                scalar::encode_float(*d, ops::float_value(k.elem(*a), v))
            }
            Expr::OfBits(d, a) => {
                let v = self.expr(slot, memo, *a)?;
                ops::float_bits(elem, scalar::decode_float(*d, v))
            }
            Expr::Math(f, args) => {
                let args = args.iter().map(|&a| self.expr(slot, memo, a)).collect::<Res<Vec<_>>>()?;
                math(*f, elem, &args)?
            }
        })
    }
}

/// A register value as an element of that type.
fn to_scalar(dtype: DType, elem: Elem, bits: u64) -> Scalar {
    if dtype.is_bool() {
        Scalar::Bool(bits == 1)
    } else if dtype.is_signed_int() {
        Scalar::Int(ops::signed(elem, bits))
    } else if dtype.is_unsigned_int() {
        Scalar::UInt(bits)
    } else {
        Scalar::Float(ops::float_value(elem, bits))
    }
}

fn from_scalar(elem: Elem, s: Scalar) -> u64 {
    match s {
        Scalar::Bool(b) => b.into(),
        Scalar::Int(i) => ops::clip(elem, i as u64),
        Scalar::UInt(u) => u,
        Scalar::Float(x) | Scalar::Complex(x, _) => ops::float_bits(elem, x),
    }
}

fn math(f: MathFn, elem: Elem, args: &[u64]) -> Res<u64> {
    use MathFn as M;
    let (signed, unsigned) = match elem {
        Elem::I8 => (DType::I8, DType::U8),
        Elem::I16 => (DType::I16, DType::U16),
        Elem::I32 => (DType::I32, DType::U32),
        Elem::F32 => (DType::F32, DType::F32),
        Elem::F64 => (DType::F64, DType::F64),
        _ => (DType::I64, DType::U64),
    };
    let unary = |op: UnaryOp, d: DType| {
        scalar::unary(op, d, to_scalar(d, elem, args[0])).map(|s| from_scalar(elem, s)).map_err(|e| e.to_string())
    };
    let binary = |op: BinaryOp, d: DType| {
        scalar::binary(op, d, to_scalar(d, elem, args[0]), to_scalar(d, elem, args[1]))
            .map(|s| from_scalar(elem, s))
            .map_err(|e| e.to_string())
    };
    let u = |op| unary(op, signed);
    match f {
        M::Exp => u(UnaryOp::Exponential),
        M::Expm1 => u(UnaryOp::ExponentialMinusOne),
        M::Exp2 => u(UnaryOp::Exp2),
        M::Log => u(UnaryOp::Log),
        M::Log2 => u(UnaryOp::Log2),
        M::Log1p => u(UnaryOp::LogPlusOne),
        M::Rsqrt => u(UnaryOp::Rsqrt),
        M::Cbrt => u(UnaryOp::Cbrt),
        M::Sin => u(UnaryOp::Sine),
        M::Cos => u(UnaryOp::Cosine),
        M::Tan => u(UnaryOp::Tan),
        M::Tanh => u(UnaryOp::Tanh),
        M::Logistic => u(UnaryOp::Logistic),
        M::Acos => u(UnaryOp::Acos),
        M::Acosh => u(UnaryOp::Acosh),
        M::Asin => u(UnaryOp::Asin),
        M::Asinh => u(UnaryOp::Asinh),
        M::Atan => u(UnaryOp::Atan),
        M::Atanh => u(UnaryOp::Atanh),
        M::Sinh => u(UnaryOp::Sinh),
        M::Cosh => u(UnaryOp::Cosh),
        M::Erf => u(UnaryOp::Erf),
        M::Erfc => u(UnaryOp::Erfc),
        M::ErfInv => u(UnaryOp::ErfInv),
        M::Lgamma => u(UnaryOp::Lgamma),
        M::Digamma => u(UnaryOp::Digamma),
        M::BesselI1e => u(UnaryOp::BesselI1e),
        M::FSign | M::SSign => u(UnaryOp::Sign),
        M::USign => unary(UnaryOp::Sign, unsigned),
        M::RoundAfz => u(UnaryOp::RoundNearestAfz),
        M::SAbs => u(UnaryOp::Abs),
        M::PowHalves(n) => {
            let exponent = Scalar::Float(f64::from(n) / 2.0);
            scalar::binary(BinaryOp::Power, signed, to_scalar(signed, elem, args[0]), exponent)
                .map(|s| from_scalar(elem, s))
                .map_err(|e| e.to_string())
        }
        M::Pow | M::SPow => binary(BinaryOp::Power, signed),
        M::UPow => binary(BinaryOp::Power, unsigned),
        M::Atan2 => binary(BinaryOp::Atan2, signed),
        M::FRem | M::SRem => binary(BinaryOp::Remainder, signed),
        M::URem => binary(BinaryOp::Remainder, unsigned),
        M::NextAfter => binary(BinaryOp::NextAfter, signed),
        M::Polygamma => binary(BinaryOp::Polygamma, signed),
        M::Zeta => binary(BinaryOp::Zeta, signed),
        M::SDiv => binary(BinaryOp::Divide, signed),
        M::UDiv => binary(BinaryOp::Divide, unsigned),
        M::Shl => binary(BinaryOp::ShiftLeft, unsigned),
        M::LShr => binary(BinaryOp::ShiftRightLogical, unsigned),
        M::AShr => binary(BinaryOp::ShiftRightArithmetic, signed),
    }
}
