//! The evaluator of loop IR: slow, obvious, and free of unsafe code. It is the oracle for what back ends make of it.
//!
//! * Memory is a list of regions. The address of byte `o` of region `r` is `(r + 1) << 40 | o`, so address 0 is no
//!   region, regions never touch, and every access is checked: bounds, stated alignment, I1 bytes being 0 or 1.
//! * Functions have addresses too ([`Machine::func_addr`]); calls through an address reach functions of the program and
//!   host functions registered by name.
//! * What the writer of loop IR must exclude (division by zero, wide shifts) is an error here, as is running out of fuel.

pub mod ops;
mod tiles;

use crate::loop_ir::*;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Bits of the lanes of one value; bits above the width of the kind are zero.
pub type Lanes = SmallVec<[u64; 16]>;

const REGION_SHIFT: u32 = 40;
const FUNC_BASE: u64 = 1 << 62;

/// Simulated memory.
#[derive(Default, Debug)]
pub struct Memory {
    regions: Vec<Vec<u8>>,
}

impl Memory {
    /// A new region with these bytes; its address.
    pub fn add(&mut self, bytes: Vec<u8>) -> u64 {
        self.regions.push(bytes);
        (self.regions.len() as u64) << REGION_SHIFT
    }

    /// The bytes of the region that starts at `addr`.
    pub fn region(&self, addr: u64) -> Option<&[u8]> {
        self.regions.get(((addr >> REGION_SHIFT) as usize).checked_sub(1)?).map(Vec::as_slice)
    }

    fn locate(&self, addr: u64, len: usize) -> Result<(usize, usize), String> {
        let (r, o) = ((addr >> REGION_SHIFT) as usize, (addr & ((1 << REGION_SHIFT) - 1)) as usize);
        match r.checked_sub(1).and_then(|r| Some((r, self.regions.get(r)?.len()))) {
            Some((r, size)) if o + len <= size => Ok((r, o)),
            Some((r, size)) => Err(format!("{len} bytes at {o} of region {r}, which has {size}")),
            None => Err(format!("no memory at {addr:#x}")),
        }
    }

    /// `len` bytes at an address.
    pub fn read(&self, addr: u64, len: usize) -> Result<&[u8], String> {
        let (r, o) = self.locate(addr, len)?;
        Ok(&self.regions[r][o..o + len])
    }

    /// `len` bytes at an address, to write.
    pub fn write(&mut self, addr: u64, len: usize) -> Result<&mut [u8], String> {
        let (r, o) = self.locate(addr, len)?;
        Ok(&mut self.regions[r][o..o + len])
    }

    fn load(&self, elem: Elem, addr: u64) -> Result<u64, String> {
        let bytes = self.read(addr, elem.bytes() as usize)?;
        let mut x = [0; 8];
        x[..bytes.len()].copy_from_slice(bytes);
        match (elem, u64::from_le_bytes(x)) {
            (Elem::I1, b @ 2..) => Err(format!("truth value {b} at {addr:#x}")),
            (_, x) => Ok(x),
        }
    }

    fn store(&mut self, elem: Elem, addr: u64, bits: u64) -> Result<(), String> {
        let n = elem.bytes() as usize;
        self.write(addr, n)?.copy_from_slice(&bits.to_le_bytes()[..n]);
        Ok(())
    }
}

/// A host function: memory and argument lanes to result lanes.
pub type Hook<'a> = Box<dyn FnMut(&mut Memory, &[Lanes]) -> Result<Option<Lanes>, String> + 'a>;

/// Runs functions of a program.
pub struct Machine<'a> {
    functions: Vec<&'a Func>,
    /// The simulated memory.
    pub memory: Memory,
    /// Statements that may still be executed.
    pub fuel: u64,
    by_name: FxHashMap<&'a str, usize>,
    hooks: Vec<(String, Hook<'a>)>,
    tiles: tiles::Tiles,
}

/// How a block ended.
enum Flow {
    Next,
    Return(Option<Lanes>),
}

/// Values of one activation.
struct Env<'a> {
    f: &'a Func,
    vals: Vec<Lanes>,
}

impl Env<'_> {
    fn get(&self, v: Val) -> &Lanes {
        &self.vals[v.0 as usize]
    }
    fn scalar(&self, v: Val) -> u64 {
        self.get(v)[0]
    }
    fn set(&mut self, v: Val, x: Lanes) {
        self.vals[v.0 as usize] = x;
    }
    /// Simultaneous assignment.
    fn assign(&mut self, to: impl Iterator<Item = Val>, from: &[Val]) {
        let new: Vec<Lanes> = from.iter().map(|&v| self.get(v).clone()).collect();
        for (v, x) in to.zip(new) {
            self.set(v, x);
        }
    }
    fn on(&self, mask: Option<Val>, lane: usize) -> bool {
        mask.is_none_or(|m| self.get(m)[lane] == 1)
    }
}

impl<'a> Machine<'a> {
    /// A machine with empty memory. The program must have passed [`crate::verify::verify_program`].
    pub fn new(program: &'a Program) -> Machine<'a> {
        let functions = program.functions();
        let by_name = functions.iter().enumerate().map(|(i, f)| (f.name.as_str(), i)).collect();
        Machine {
            functions,
            memory: Memory::default(),
            fuel: 100_000_000,
            by_name,
            hooks: Vec::new(),
            tiles: tiles::Tiles::default(),
        }
    }

    /// Registers a host function under a name; its address, for `CallPtr`.
    pub fn hook(&mut self, name: impl Into<String>, hook: Hook<'a>) -> u64 {
        self.hooks.push((name.into(), hook));
        FUNC_BASE + (self.functions.len() + self.hooks.len() - 1) as u64
    }

    /// Address of a function of the program or of a hook.
    pub fn func_addr(&self, name: &str) -> Option<u64> {
        let n = self.functions.len();
        let i = self.by_name.get(name).copied();
        i.or_else(|| self.hooks.iter().position(|h| h.0 == name).map(|i| i + n)).map(|i| FUNC_BASE + i as u64)
    }

    /// Calls a function with scalar arguments.
    pub fn call(&mut self, name: &str, args: &[u64]) -> Result<Option<Lanes>, String> {
        let addr = self.func_addr(name).ok_or_else(|| format!("no function {name}"))?;
        self.call_addr(addr, args.iter().map(|&a| smallvec![a]).collect())
    }

    fn call_addr(&mut self, addr: u64, args: Vec<Lanes>) -> Result<Option<Lanes>, String> {
        let i = addr.checked_sub(FUNC_BASE).ok_or_else(|| format!("call of {addr:#x}"))? as usize;
        let Some(&f) = self.functions.get(i) else {
            let hook = self.hooks.get_mut(i - self.functions.len()).ok_or_else(|| format!("call of {addr:#x}"))?;
            return (hook.1)(&mut self.memory, &args).map_err(|e| format!("{}: {e}", hook.0));
        };
        if args.len() != f.params.len() {
            return Err(format!("{} takes {} arguments, not {}", f.name, f.params.len(), args.len()));
        }
        let mut env = Env { f, vals: vec![Lanes::new(); f.tys.len()] };
        for (&(v, _), x) in f.params.iter().zip(args) {
            env.set(v, x);
        }
        // Frames are freed by truncation: what was allocated later is gone when the function returns.
        let regions = self.memory.regions.len();
        let flow = self.block(&mut env, &f.body).map_err(|e| format!("in {}: {e}", f.name))?;
        if has_alloca(f) {
            self.memory.regions.truncate(regions);
        }
        Ok(match flow {
            Flow::Return(v) => v,
            Flow::Next => None,
        })
    }

    fn block(&mut self, env: &mut Env<'a>, b: &'a Block) -> Result<Flow, String> {
        for s in &b.stmts {
            self.fuel = self.fuel.checked_sub(1).ok_or("out of fuel")?;
            if let Flow::Return(v) = self.stmt(env, s)? {
                return Ok(Flow::Return(v));
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, env: &mut Env<'a>, s: &'a Stmt) -> Result<Flow, String> {
        match s {
            Stmt::Let(v, e) => {
                let x = self.expr(env, env.f.ty(*v), e).map_err(|m| format!("{v} = {e}: {m}"))?;
                env.set(*v, x);
            }
            Stmt::Store { ptr, val, align, mask, .. } => {
                let (addr, elem) = (env.scalar(*ptr), env.f.ty(*val).elem);
                aligned(addr, *align)?;
                for (i, &bits) in env.get(*val).iter().enumerate() {
                    if env.on(*mask, i) {
                        self.memory.store(elem, lane_addr(addr, elem, i as i64), bits)?;
                    }
                }
            }
            Stmt::Scatter { base, index, val, mask } => {
                let (elem, it) = (env.f.ty(*val).elem, env.f.ty(*index).elem);
                for (i, &bits) in env.get(*val).iter().enumerate() {
                    if env.on(*mask, i) {
                        let at = lane_addr(env.scalar(*base), elem, ops::signed(it, env.get(*index)[i]));
                        self.memory.store(elem, at, bits)?;
                    }
                }
            }
            Stmt::For { iv, lo, hi, step, carry, body, next, results } => {
                let inits: Vec<Val> = carry.iter().map(|c| c.1).collect();
                env.assign(carry.iter().map(|c| c.0), &inits);
                let (mut i, hi) = (env.scalar(*lo) as i64, env.scalar(*hi) as i64);
                while i < hi {
                    env.set(*iv, smallvec![i as u64]);
                    if let Flow::Return(v) = self.block(env, body)? {
                        return Ok(Flow::Return(v));
                    }
                    env.assign(carry.iter().map(|c| c.0), next);
                    i = i.checked_add(*step).ok_or("the induction variable overflows")?;
                }
                let names: Vec<Val> = carry.iter().map(|c| c.0).collect();
                env.assign(results.iter().copied(), &names);
            }
            Stmt::While { carry, before, cond, body, next, results } => {
                let inits: Vec<Val> = carry.iter().map(|c| c.1).collect();
                env.assign(carry.iter().map(|c| c.0), &inits);
                loop {
                    if let Flow::Return(v) = self.block(env, before)? {
                        return Ok(Flow::Return(v));
                    }
                    if env.scalar(*cond) == 0 {
                        break;
                    }
                    if let Flow::Return(v) = self.block(env, body)? {
                        return Ok(Flow::Return(v));
                    }
                    env.assign(carry.iter().map(|c| c.0), next);
                    self.fuel = self.fuel.checked_sub(1).ok_or("out of fuel")?;
                }
                let names: Vec<Val> = carry.iter().map(|c| c.0).collect();
                env.assign(results.iter().copied(), &names);
            }
            Stmt::If { cond, then, els, results } => {
                let (block, vals) = if env.scalar(*cond) == 1 { then } else { els };
                if let Flow::Return(v) = self.block(env, block)? {
                    return Ok(Flow::Return(v));
                }
                env.assign(results.iter().copied(), vals);
            }
            Stmt::Call { func, args, result } => {
                let addr = self.func_addr(func).ok_or_else(|| format!("no function {func}"))?;
                self.finish_call(env, addr, args, *result)?;
            }
            Stmt::CallPtr { ptr, args, result } => {
                let addr = env.scalar(*ptr);
                self.finish_call(env, addr, args, *result)?;
            }
            Stmt::Alloca(v, bytes, _) => {
                // Not zero: code must not count on what a fresh frame holds.
                let addr = self.memory.add(vec![0xA5; *bytes as usize]);
                env.set(*v, smallvec![addr]);
            }
            Stmt::Prefetch(_) => {}
            Stmt::Tile(op) => self.tiles.run(op, &mut self.memory, |v| env.scalar(v))?,
            Stmt::Return(v) => return Ok(Flow::Return(v.map(|v| env.get(v).clone()))),
        }
        Ok(Flow::Next)
    }

    fn finish_call(&mut self, env: &mut Env<'a>, addr: u64, args: &[Val], result: Option<Val>) -> Result<(), String> {
        let args = args.iter().map(|&a| env.get(a).clone()).collect();
        let r = self.call_addr(addr, args)?;
        if let Some(v) = result {
            env.set(v, r.ok_or("the callee gave no result")?);
        }
        Ok(())
    }

    fn expr(&self, env: &Env<'a>, ty: Ty, e: &Expr) -> Result<Lanes, String> {
        let n = ty.lanes as usize;
        let zip = |a: Val, b: Val, f: &dyn Fn(u64, u64) -> Result<u64, String>| {
            env.get(a).iter().zip(env.get(b)).map(|(&x, &y)| f(x, y)).collect::<Result<Lanes, String>>()
        };
        Ok(match e {
            Expr::Int(i) => smallvec![ops::clip(ty.elem, *i as u64); n],
            Expr::Float(b) => smallvec![ops::float_bits(ty.elem, f64::from_bits(*b)); n],
            Expr::Null => smallvec![0],
            Expr::Un(op, a) => env.get(*a).iter().map(|&x| ops::un(*op, ty.elem, x)).collect(),
            Expr::Bin(op, a, b) => zip(*a, *b, &|x, y| ops::bin(*op, ty.elem, x, y))?,
            Expr::Cmp(op, a, b) => {
                let from = env.f.ty(*a).elem;
                zip(*a, *b, &|x, y| Ok(u64::from(ops::cmp(*op, from, x, y))))?
            }
            Expr::Select(c, a, b) => {
                let c = env.get(*c);
                let pick = |i: usize| if c[i.min(c.len() - 1)] == 1 { env.get(*a)[i] } else { env.get(*b)[i] };
                (0..n).map(pick).collect()
            }
            Expr::Fma(a, b, c) => {
                (0..n).map(|i| ops::fma(ty.elem, env.get(*a)[i], env.get(*b)[i], env.get(*c)[i])).collect()
            }
            Expr::Dot(op, a, b, c) => {
                (0..n).map(|i| ops::dot(*op, env.get(*a)[i], env.get(*b)[i], env.get(*c)[i])).collect()
            }
            Expr::Quotient { x, by, .. } => zip(*x, *by, &|x, y| ops::bin(BinOp::FDiv, ty.elem, x, y))?,
            Expr::Cast(CastOp::Bitcast, a) => bitcast(env.get(*a), env.f.ty(*a).elem, ty),
            Expr::Cast(op, a) => {
                let from = env.f.ty(*a).elem;
                env.get(*a).iter().map(|&x| ops::cast(*op, from, ty.elem, x)).collect()
            }
            Expr::Splat(a) => smallvec![env.scalar(*a); n],
            Expr::Lanes => (0..n as u64).map(|i| ops::clip(ty.elem, i)).collect(),
            Expr::Shuffle(a, b, idx) => {
                let both: Lanes = env.get(*a).iter().chain(env.get(*b)).copied().collect();
                idx.iter().map(|&i| if i < 0 { 0 } else { both[i as usize] }).collect()
            }
            Expr::Lookup(table, i) => env.get(*i).iter().map(|&i| u64::from(table[(i & 7) as usize])).collect(),
            Expr::Permute(a, i) => {
                let table = env.get(*a);
                env.get(*i).iter().map(|&i| table[i as usize % table.len()]).collect()
            }
            Expr::Extract(a, i) => smallvec![env.get(*a)[*i as usize]],
            Expr::Insert(a, b, i) => {
                let mut v = env.get(*a).clone();
                v[*i as usize] = env.scalar(*b);
                v
            }
            Expr::Reduce(HReduce::Bin(op), a) => {
                let mut v = env.get(*a).clone();
                while v.len() > 1 {
                    let half = v.len() / 2;
                    v = (0..half).map(|i| ops::bin(*op, ty.elem, v[i], v[i + half])).collect::<Result<_, _>>()?;
                }
                v
            }
            Expr::Load { ptr, align, mask, other, .. } => {
                let addr = env.scalar(*ptr);
                aligned(addr, *align)?;
                let lane = |i: usize| match env.on(*mask, i) {
                    true => self.memory.load(ty.elem, lane_addr(addr, ty.elem, i as i64)),
                    false => Ok(other.map_or(0, |o| env.get(o)[i])),
                };
                (0..n).map(lane).collect::<Result<_, _>>()?
            }
            Expr::Gather { base, index, mask } => {
                let it = env.f.ty(*index).elem;
                let lane = |i: usize| match env.on(*mask, i) {
                    true => {
                        let at = ops::signed(it, env.get(*index)[i]);
                        self.memory.load(ty.elem, lane_addr(env.scalar(*base), ty.elem, at))
                    }
                    false => Ok(0),
                };
                (0..n).map(lane).collect::<Result<_, _>>()?
            }
            Expr::PtrAdd(a, b) => smallvec![env.scalar(*a).wrapping_add(env.scalar(*b))],
            Expr::FuncAddr(name) => smallvec![self.func_addr(name).ok_or_else(|| format!("no function {name}"))?],
        })
    }
}

fn has_alloca(f: &Func) -> bool {
    f.body.stmts.iter().any(|s| matches!(s, Stmt::Alloca(..)))
}

fn lane_addr(base: u64, elem: Elem, index: i64) -> u64 {
    base.wrapping_add(index.wrapping_mul(i64::from(elem.bytes())) as u64)
}

fn aligned(addr: u64, align: u32) -> Result<(), String> {
    if addr.is_multiple_of(u64::from(align)) { Ok(()) } else { Err(format!("{addr:#x} is not aligned to {align}")) }
}

/// Same bits in other lanes, little end first.
fn bitcast(v: &Lanes, from: Elem, to: Ty) -> Lanes {
    if from == Elem::I1 {
        return v.clone();
    }
    let bytes: Vec<u8> = v.iter().flat_map(|x| x.to_le_bytes().into_iter().take(from.bytes() as usize)).collect();
    let lane = |c: &[u8]| c.iter().rev().fold(0, |acc, &b| acc << 8 | u64::from(b));
    bytes.chunks_exact(to.elem.bytes() as usize).map(lane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FuncBuilder;

    #[test]
    fn sums_memory_and_checks_bounds() {
        let attrs = ParamAttrs::default();
        let mut b = FuncBuilder::new("sum", &[(Ty::PTR, attrs), (Ty::I64, attrs)], Some(Ty::I64));
        let (p, n) = (b.param(0), b.param(1));
        let zero = b.i64(0);
        let r = b.for_loop(zero, n, 1, &[zero], |b, iv, c| {
            let q = b.ptr_add(p, iv);
            let x = b.load(Ty::scalar(Elem::I8), q, 1);
            let x = b.cast(CastOp::SExt, x, Elem::I64);
            vec![b.add(c[0], x)]
        });
        b.push(Stmt::Return(Some(r[0])));
        let program = Program { funcs: vec![b.finish(true, false)], externs: vec![] };
        let mut m = Machine::new(&program);
        let p = m.memory.add(vec![1, 2, 3, 0xff]);
        assert_eq!(m.call("sum", &[p, 4]), Ok(Some(smallvec![5])));
        assert!(m.call("sum", &[p, 5]).is_err_and(|e| e.contains("1 bytes at 4 of region 0, which has 4")));
        m.fuel = 10;
        assert!(m.call("sum", &[p, 4]).is_err_and(|e| e.contains("fuel")));
    }

    #[test]
    fn calls_hooks_by_name_and_address() {
        let mut b = FuncBuilder::new("f", &[(Ty::PTR, ParamAttrs::default())], Some(Ty::I64));
        let p = b.param(0);
        let (one, r, s) = (b.i64(1), b.fresh_here(Ty::I64), b.fresh_here(Ty::I64));
        b.push(Stmt::Call { func: "inc".into(), args: vec![one], result: Some(r) });
        b.push(Stmt::CallPtr { ptr: p, args: vec![r], result: Some(s) });
        b.push(Stmt::Return(Some(s)));
        let externs = vec![("inc".to_string(), vec![Ty::I64], Some(Ty::I64))];
        let program = Program { funcs: vec![b.finish(true, false)], externs };
        crate::verify::verify_program(&program).expect("valid");
        let mut m = Machine::new(&program);
        let inc = m.hook("inc", Box::new(|_, a| Ok(Some(smallvec![a[0][0] + 1]))));
        assert_eq!(m.call("f", &[inc]), Ok(Some(smallvec![3])));
    }
}
