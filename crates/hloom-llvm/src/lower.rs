//! Functions and statements of loop IR to LLVM IR.
//!
//! * Values map one to one; loops and branches become blocks with phis. Nothing goes through memory.
//! * A `For` is rotated: `lo < hi` is tested once before it, then the body ends with the test of the next iteration.
//! * Statements after a `Return` are emitted into a block that nothing reaches.
//! * No pass that unrolls or vectorises runs afterwards, so loops carry no metadata to forbid it.
//! * Every symbol is hidden: references are PC-relative, never through a table of addresses.

use crate::llvm_sys::core::*;
use crate::llvm_sys::prelude::LLVMAttributeRef;
use crate::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMAttributeReturnIndex, LLVMIntPredicate::LLVMIntSLT, LLVMLinkage,
    LLVMOpcode::LLVMMul, LLVMVisibility,
};
use crate::pointers::{self, Moving};
use crate::unit::{Type, Unit, Value, c_name, ll};
use hloom_tile::Target;
use hloom_tile::loop_ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the code may use.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) x86: bool,
    pub(crate) fma: bool,
    pub(crate) f16: bool,
    /// With its forms for short vectors.
    pub(crate) avx512: bool,
    /// Gathers are loads of elements one by one: there is no instruction, or it is no faster, as LLVM sees it too.
    pub(crate) scalar_gathers: bool,
    /// There is no instruction for a scatter.
    pub(crate) scalar_scatters: bool,
    pub(crate) vector_bytes: u32,
    /// Number of vector registers.
    pub(crate) vector_regs: u32,
    /// Of [`Target::table_register`], by the logarithm of an element's bytes.
    table_registers: [Option<u32>; 4],
    /// With a matrix unit.
    pub(crate) tiles: bool,
    /// An instruction that makes a subnormal number takes much longer than others.
    pub(crate) slow_subnormals: bool,
    /// An instruction that reads at a base and an index takes more room than one that reads at a base.
    pub(crate) wide_indices: bool,
}

impl Machine {
    pub(crate) fn new(t: &Target) -> Machine {
        let has = |f: &str| t.features.iter().any(|x| x == f);
        let x86 = t.triple.starts_with("x86_64");
        let avx512 = x86 && has("+avx512f") && has("+avx512vl");
        let avx2 = x86 && has("+avx2");
        let no_faster = matches!(&t.cpu[..], "x86-64-v3" | "haswell" | "broadwell" | "znver1" | "znver2" | "znver3");
        Machine {
            x86,
            fma: t.fma,
            f16: !x86 || has("+f16c"),
            avx512,
            scalar_gathers: x86 && (!avx2 || no_faster),
            scalar_scatters: x86 && !avx512,
            vector_bytes: t.vector_bytes,
            vector_regs: t.vector_regs,
            table_registers: [1, 2, 4, 8].map(|bytes| t.table_register(bytes)),
            tiles: x86 && has("+amx-tile"),
            slow_subnormals: t.slow_subnormals,
            wide_indices: t.wide_indices,
        }
    }

    /// Bytes of a register whose elements of so many bytes can be permuted by index.
    pub(crate) fn table_register(&self, bytes: u32) -> Option<u32> {
        self.table_registers[bytes.ilog2() as usize]
    }
}

/// A function that can be called.
pub(crate) struct Symbol {
    pub(crate) value: Value,
    fn_type: Type,
    /// Seldom called, and without effects.
    helper: bool,
}

pub(crate) type Symbols<'a> = FxHashMap<&'a str, Symbol>;

/// Lowers one function.
pub(crate) struct Lower<'a> {
    pub(crate) unit: &'a mut Unit,
    pub(crate) machine: &'a Machine,
    pub(crate) symbols: &'a Symbols<'a>,
    pub(crate) func: &'a Func,
    /// LLVM value of each value defined so far; null before that.
    vals: Vec<Value>,
    /// Conditions that nearly always hold.
    pub(crate) likely: FxHashSet<Val>,
    pub(crate) llvm_func: Value,
    /// Some store is non-temporal: every return fences.
    streams: bool,
    /// By the variable of a loop: what waits in memory while it runs, and the memory of each value.
    parking: FxHashMap<Val, Vec<(Val, Value)>>,
    /// The values that are there.
    parked: FxHashMap<Val, Value>,
    /// Memory for the shapes of tiles, if the function gives them any.
    pub(crate) tile_config: Option<Value>,
}

/// Writes a whole program into the unit's module.
pub(crate) fn program(unit: &mut Unit, p: &Program, machine: &Machine) -> Result<(), String> {
    let mut symbols = Symbols::default();
    for (name, params, ret) in &p.externs {
        symbols.insert(name, declare(unit, name, params, *ret, machine));
    }
    let functions = p.functions();
    let helpers: FxHashSet<&str> = p.funcs.iter().flat_map(|f| &f.helpers).map(|h| h.name.as_str()).collect();
    for f in &functions {
        let params: Vec<Ty> = f.params.iter().map(|p| f.ty(p.0)).collect();
        let helper = helpers.contains(f.name.as_str());
        let s = Symbol { helper, ..declare(unit, &f.name, &params, f.ret, machine) };
        define_attrs(unit, &s, f);
        symbols.insert(&f.name, s);
    }
    for f in functions {
        let llvm_func = symbols[f.name.as_str()].value;
        let streams = any_stream(&f.body);
        let vals = vec![std::ptr::null_mut(); f.tys.len()];
        let mut l = Lower {
            unit,
            machine,
            symbols: &symbols,
            func: f,
            vals,
            likely: FxHashSet::default(),
            llvm_func,
            streams,
            parking: FxHashMap::default(),
            parked: FxHashMap::default(),
            tile_config: None,
        };
        l.body().map_err(|e| format!("{}: {e}", f.name))?;
    }
    Ok(())
}

fn fn_type(unit: &Unit, params: &[Ty], ret: Option<Ty>) -> Type {
    let mut params: Vec<Type> = params.iter().map(|&t| unit.ty(t)).collect();
    unit.function_type(ret.map_or_else(|| unit.void(), |t| unit.ty(t)), &mut params)
}

/// Alignment of the stack where a function begins.
const ABI_STACK_BYTES: u32 = 16;

fn declare(unit: &Unit, name: &str, params: &[Ty], ret: Option<Ty>, machine: &Machine) -> Symbol {
    let fn_type = fn_type(unit, params, ret);
    let value = ll!(LLVMAddFunction(unit.module, c_name(name).as_ptr(), fn_type));
    ll!(LLVMSetVisibility(value, LLVMVisibility::LLVMHiddenVisibility));
    common_attrs(unit, value, machine);
    for (i, a) in abi_attrs(unit, params, ret) {
        unit.func_attr(value, i, a);
    }
    Symbol { value, fn_type, helper: false }
}

/// What all functions have.
pub(crate) fn common_attrs(unit: &Unit, value: Value, machine: &Machine) {
    let bits = (machine.vector_bytes * 8).to_string();
    unit.func_attr(value, LLVMAttributeFunctionIndex, unit.enum_attr("nounwind", 0));
    if machine.vector_bytes > ABI_STACK_BYTES {
        // Vectors that find no register would lie across cache lines: LLVM aligns no stack for them later.
        let align = unit.enum_attr("alignstack", u64::from(machine.vector_bytes));
        unit.func_attr(value, LLVMAttributeFunctionIndex, align);
    }
    for (k, v) in [
        ("prefer-vector-width", bits.as_str()),
        // No wider registers than asked for, even where the machine has them.
        ("min-legal-vector-width", "0"),
        // There is no C library to call.
        ("no-builtins", "true"),
        // Tables of code addresses would need relocations in data.
        ("no-jump-tables", "true"),
    ] {
        unit.func_attr(value, LLVMAttributeFunctionIndex, unit.string_attr(k, v));
    }
}

/// C passes a `bool` as a zero-extended byte.
fn abi_attrs(unit: &Unit, params: &[Ty], ret: Option<Ty>) -> Vec<(u32, LLVMAttributeRef)> {
    let params = params.iter().enumerate().map(|(i, &t)| (i as u32 + 1, t));
    let all = ret.map(|t| (LLVMAttributeReturnIndex, t)).into_iter().chain(params);
    all.filter(|&(_, t)| t == Ty::I1).map(|(i, _)| (i, unit.enum_attr("zeroext", 0))).collect()
}

/// The value of LLVM's attribute `memory` for what touches none.
const NO_MEMORY: u64 = 0;

fn define_attrs(unit: &Unit, s: &Symbol, f: &Func) {
    for (i, (_, attrs)) in f.params.iter().enumerate() {
        for (on, name) in [(attrs.noalias, "noalias"), (attrs.readonly, "readonly")] {
            if on {
                unit.func_attr(s.value, i as u32 + 1, unit.enum_attr(name, 0));
            }
        }
    }
    if s.helper {
        for (name, value) in [("memory", NO_MEMORY), ("willreturn", 0)] {
            unit.func_attr(s.value, LLVMAttributeFunctionIndex, unit.enum_attr(name, value));
        }
    }
    if f.inline {
        unit.func_attr(s.value, LLVMAttributeFunctionIndex, unit.enum_attr("alwaysinline", 0));
    }
    if !f.export {
        // Local symbols have default visibility.
        ll!(LLVMSetVisibility(s.value, LLVMVisibility::LLVMDefaultVisibility));
        ll!(LLVMSetLinkage(s.value, LLVMLinkage::LLVMInternalLinkage));
    }
}

/// Does some statement store past the caches?
fn any_stream(b: &Block) -> bool {
    b.stmts.iter().any(|s| matches!(s, Stmt::Store { stream: true, .. }) || s.blocks().any(any_stream))
}

impl Lower<'_> {
    pub(crate) fn get(&self, v: Val) -> Value {
        if let Some(&memory) = self.parked.get(&v) {
            return self.unit.reload(self.unit.ty(self.func.ty(v)), memory, self.machine.vector_bytes);
        }
        let v = self.vals[v.0 as usize];
        debug_assert!(!v.is_null(), "used before its definition");
        v
    }

    fn set(&mut self, v: Val, x: Value) {
        self.vals[v.0 as usize] = x;
    }

    fn body(&mut self) -> Result<(), String> {
        let func = self.func;
        for (i, &(v, _)) in func.params.iter().enumerate() {
            self.set(v, ll!(LLVMGetParam(self.llvm_func, i as u32)));
        }
        let entry = self.unit.new_block(self.llvm_func);
        self.unit.at_end(entry);
        // In the entry block frames are static, wherever the statement stands.
        for s in &func.body.stmts {
            if let Stmt::Alloca(v, bytes, align) = s {
                let x = self.unit.alloca(*bytes, *align);
                self.set(*v, x);
            }
        }
        let parked = crate::parked::parked(func, self.machine.vector_bytes, self.machine.vector_regs);
        for (iv, values) in parked {
            let bytes = self.machine.vector_bytes;
            let memory = |v: Val| {
                let ty = func.ty(v);
                (v, self.unit.alloca(ty.lanes * ty.elem.bytes(), bytes))
            };
            let slots = values.into_iter().map(memory).collect();
            self.parking.insert(iv, slots);
        }
        if crate::tiles::any_shape(&func.body) {
            self.tile_config();
        }
        self.block(&func.body)?;
        if func.ret.is_none() {
            self.fence();
            self.unit.ret(None);
        } else {
            // The block after the final return.
            ll!(LLVMDeleteBasicBlock(self.unit.here()));
        }
        Ok(())
    }

    fn fence(&mut self) {
        if self.streams && self.machine.x86 {
            self.unit.intrinsic("llvm.x86.sse.sfence", &[], &mut []);
        }
    }

    fn block(&mut self, b: &Block) -> Result<(), String> {
        b.stmts.iter().try_for_each(|s| self.stmt(s))
    }

    /// Phis for carried values, with their first incoming edge.
    fn carry(&mut self, carry: &[(Val, Val)], from: crate::unit::BasicBlock) -> Vec<Value> {
        let inits: Vec<Value> = carry.iter().map(|c| self.get(c.1)).collect();
        let phis: Vec<Value> = carry.iter().map(|c| self.unit.phi(self.unit.ty(self.func.ty(c.0)))).collect();
        for ((&phi, init), c) in phis.iter().zip(inits).zip(carry) {
            self.unit.incoming(phi, init, from);
            self.set(c.0, phi);
        }
        phis
    }

    fn stmt(&mut self, s: &Stmt) -> Result<(), String> {
        match s {
            // A pointer that its loop moves on.
            Stmt::Let(v, Expr::PtrAdd(..)) if !self.vals[v.0 as usize].is_null() => {}
            Stmt::Let(v, e) => {
                if let Expr::Un(UnOp::Likely, _) = e {
                    self.likely.insert(*v);
                }
                let x = self.expr(self.func.ty(*v), e)?;
                self.set(*v, x);
            }
            Stmt::Store { ptr, val, align, mask, stream } => {
                let mask = mask.map(|m| self.get(m));
                self.store(self.func.ty(*val), self.get(*ptr), self.get(*val), *align, mask, *stream);
            }
            Stmt::Scatter { base, index, val, mask } => {
                let mask = mask.map(|m| self.get(m));
                let index = (self.func.ty(*index), self.get(*index));
                self.scatter(self.func.ty(*val), self.get(*base), index, self.get(*val), mask);
            }
            Stmt::For { iv, lo, hi, step, carry, body, next, results } => {
                let parking = self.parking.remove(iv).unwrap_or_default();
                for (v, memory) in &parking {
                    self.unit.store(self.get(*v), *memory, self.machine.vector_bytes);
                }
                self.for_loop(*iv, *lo, *hi, *step, carry, body, next, results)?;
                self.parked.extend(parking);
            }
            Stmt::While { carry, before, cond, body, next, results } => {
                let pre = self.unit.here();
                let [header, inside, exit] = [(); 3].map(|()| self.unit.new_block(self.llvm_func));
                self.unit.jump(header);
                self.unit.at_end(header);
                let phis = self.carry(carry, pre);
                self.block(before)?;
                self.unit.branch(self.get(*cond), inside, exit);
                self.unit.at_end(inside);
                self.block(body)?;
                let latch = self.unit.here();
                for (&phi, &n) in phis.iter().zip(next) {
                    self.unit.incoming(phi, self.get(n), latch);
                }
                self.unit.jump(header);
                self.unit.at_end(exit);
                for (&r, &phi) in results.iter().zip(&phis) {
                    self.set(r, phi);
                }
            }
            Stmt::If { cond, then, els, results } => self.branch(*cond, then, els, results)?,
            Stmt::Call { func, args, result } => {
                let s = self.symbols.get(&**func).ok_or_else(|| format!("no function {func}"))?;
                let call = self.call(s.fn_type, s.value, args, *result);
                if s.helper {
                    // Whatever is in registers around it is better stored beside the call than where it is not made.
                    self.unit.call_attr(call, LLVMAttributeFunctionIndex, self.unit.enum_attr("cold", 0));
                }
            }
            Stmt::CallPtr { ptr, args, result } => {
                let params: Vec<Ty> = args.iter().map(|&a| self.func.ty(a)).collect();
                let t = fn_type(self.unit, &params, result.map(|r| self.func.ty(r)));
                self.call(t, self.get(*ptr), args, *result);
            }
            // Emitted at entry.
            Stmt::Alloca(..) => {}
            Stmt::Prefetch(p) => {
                let p = self.get(*p);
                let [read, keep, data] = [0, 3, 1].map(|i| self.unit.int(Ty::scalar(Elem::I32), i));
                let t = self.unit.type_of(p);
                self.unit.intrinsic("llvm.prefetch", &[t], &mut [p, read, keep, data]);
            }
            Stmt::Tile(op) => self.tile(op)?,
            Stmt::Return(v) => {
                self.fence();
                self.unit.ret(v.map(|v| self.get(v)));
                let dead = self.unit.new_block(self.llvm_func);
                self.unit.at_end(dead);
            }
        }
        Ok(())
    }

    /// Addresses that a loop moves on.
    fn moving(&self, iv: Val, body: &Block) -> Vec<Moving> {
        let outside = |v: Val| !self.vals[v.0 as usize].is_null();
        let constant = |v: Val| if outside(v) { self.unit.constant_int(self.get(v)) } else { None };
        pointers::moving(iv, body, constant, |v| self.func.ty(v).lanes > 1, outside)
    }

    fn for_loop(
        &mut self,
        iv: Val,
        lo: Val,
        hi: Val,
        step: i64,
        carry: &[(Val, Val)],
        body: &Block,
        next: &[Val],
        results: &[Val],
    ) -> Result<(), String> {
        let (lo, hi) = (self.get(lo), self.get(hi));
        let pre = self.unit.here();
        let [inside, exit] = [(); 2].map(|()| self.unit.new_block(self.llvm_func));
        let inits: Vec<Value> = carry.iter().map(|c| self.get(c.1)).collect();
        let moving = if self.machine.wide_indices { self.moving(iv, body) } else { Vec::new() };
        let moved = |l: &Self, from: Value, bytes: i64, by: Value| {
            let by = l.unit.binary(LLVMMul, by, l.unit.int(Ty::I64, bytes as u64));
            l.unit.gep(l.unit.elem(Elem::I8), from, by)
        };
        let starts: Vec<Value> = moving.iter().map(|m| moved(self, self.get(m.base), m.bytes, lo)).collect();
        let enters = self.unit.icmp(LLVMIntSLT, lo, hi);
        let skippable = match self.unit.known(enters) {
            Some(true) => {
                self.unit.jump(inside);
                false
            }
            _ => {
                self.unit.branch(enters, inside, exit);
                true
            }
        };
        self.unit.at_end(inside);
        let i = self.unit.phi(self.unit.elem(Elem::I64));
        self.unit.incoming(i, lo, pre);
        self.set(iv, i);
        let phis = self.carry(carry, pre);
        let pointers: Vec<Value> = starts.iter().map(|_| self.unit.phi(self.unit.ty(Ty::PTR))).collect();
        for ((m, &start), &p) in moving.iter().zip(&starts).zip(&pointers) {
            self.unit.incoming(p, start, pre);
            self.set(m.pointer, p);
        }
        self.block(body)?;
        let latch = self.unit.here();
        let i_next = self.unit.nsw_add(i, self.unit.int(Ty::I64, step as u64));
        self.unit.incoming(i, i_next, latch);
        for (m, &p) in moving.iter().zip(&pointers) {
            let step = self.unit.int(Ty::I64, step as u64);
            self.unit.incoming(p, moved(self, p, m.bytes, step), latch);
        }
        let nexts: Vec<Value> = next.iter().map(|&n| self.get(n)).collect();
        for (&phi, &n) in phis.iter().zip(&nexts) {
            self.unit.incoming(phi, n, latch);
        }
        let trips = match (self.unit.constant_int(lo), self.unit.constant_int(hi)) {
            (Some(lo), Some(hi)) => Some((hi - lo + step - 1).div_euclid(step) as u64),
            _ => None,
        };
        self.unit.branch_back(self.unit.icmp(LLVMIntSLT, i_next, hi), inside, exit, trips);
        self.unit.at_end(exit);
        for ((&r, init), n) in results.iter().zip(inits).zip(nexts) {
            let v = self.unit.phi(self.unit.ty(self.func.ty(r)));
            self.unit.incoming(v, n, latch);
            if skippable {
                self.unit.incoming(v, init, pre);
            }
            self.set(r, v);
        }
        Ok(())
    }

    fn branch(
        &mut self,
        cond: Val,
        then: &(Block, Vec<Val>),
        els: &(Block, Vec<Val>),
        results: &[Val],
    ) -> Result<(), String> {
        let blocks = [(); 2].map(|()| self.unit.new_block(self.llvm_func));
        let exit = self.unit.new_block(self.llvm_func);
        self.unit.branch(self.get(cond), blocks[0], blocks[1]);
        let mut edges = Vec::with_capacity(2);
        for (start, (block, vals)) in blocks.into_iter().zip([then, els]) {
            self.unit.at_end(start);
            self.block(block)?;
            let vals: Vec<Value> = vals.iter().map(|&v| self.get(v)).collect();
            edges.push((self.unit.here(), vals));
            self.unit.jump(exit);
        }
        self.unit.at_end(exit);
        for (k, &r) in results.iter().enumerate() {
            let phi = self.unit.phi(self.unit.ty(self.func.ty(r)));
            for (from, vals) in &edges {
                self.unit.incoming(phi, vals[k], *from);
            }
            self.set(r, phi);
        }
        Ok(())
    }

    fn call(&mut self, t: Type, callee: Value, args: &[Val], result: Option<Val>) -> Value {
        let params: Vec<Ty> = args.iter().map(|&a| self.func.ty(a)).collect();
        let mut args: Vec<Value> = args.iter().map(|&a| self.get(a)).collect();
        let call = self.unit.call(t, callee, &mut args);
        self.unit.call_attr(call, LLVMAttributeFunctionIndex, self.unit.enum_attr("nounwind", 0));
        for (i, a) in abi_attrs(self.unit, &params, result.map(|r| self.func.ty(r))) {
            self.unit.call_attr(call, i, a);
        }
        if let Some(r) = result {
            self.set(r, call);
        }
        call
    }
}
