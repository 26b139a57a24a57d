//! Writing loop IR: a function builder that hash-conses pure expressions per block, folds integer constants, and gives
//! short names to the operations.

use crate::loop_ir::*;
use crate::math::MathFn;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key(Ty, KeyExpr);

/// [`Expr`] without loads, or a function that is written as several, in hashable form.
#[derive(Clone, PartialEq, Eq, Hash)]
enum KeyExpr {
    Int(i64),
    Float(u64),
    Null,
    Un(UnOp, Val),
    Bin(BinOp, Val, Val),
    Cmp(CmpOp, Val, Val),
    Select(Val, Val, Val),
    Fma(Val, Val, Val),
    Dot(DotOp, Val, Val, Val),
    Quotient(Val, Val),
    Cast(CastOp, Val),
    Splat(Val),
    Lanes,
    Shuffle(Val, Val, Box<[i32]>),
    Lookup(Box<[u32; 8]>, Val),
    Permute(Val, Val),
    Extract(Val, u32),
    Insert(Val, Val, u32),
    Reduce(HReduce, Val),
    PtrAdd(Val, Val),
    FuncAddr(Box<str>),
    InvariantLoad(Val, u32, Option<Val>, Option<Val>),
    Function(MathFn, Box<[Val]>),
}

fn key(e: &Expr) -> Option<KeyExpr> {
    Some(match e {
        Expr::Int(i) => KeyExpr::Int(*i),
        Expr::Float(b) => KeyExpr::Float(*b),
        Expr::Null => KeyExpr::Null,
        Expr::Un(o, a) => KeyExpr::Un(*o, *a),
        Expr::Bin(o, a, b) => KeyExpr::Bin(*o, *a, *b),
        Expr::Cmp(o, a, b) => KeyExpr::Cmp(*o, *a, *b),
        Expr::Select(c, a, b) => KeyExpr::Select(*c, *a, *b),
        Expr::Fma(a, b, c) => KeyExpr::Fma(*a, *b, *c),
        Expr::Dot(o, a, b, c) => KeyExpr::Dot(*o, *a, *b, *c),
        // The rest follows from the divisor.
        Expr::Quotient { x, by, .. } => KeyExpr::Quotient(*x, *by),
        Expr::Cast(o, a) => KeyExpr::Cast(*o, *a),
        Expr::Splat(a) => KeyExpr::Splat(*a),
        Expr::Lanes => KeyExpr::Lanes,
        Expr::Shuffle(a, b, i) => KeyExpr::Shuffle(*a, *b, i.clone()),
        Expr::Lookup(t, a) => KeyExpr::Lookup(t.clone(), *a),
        Expr::Permute(a, i) => KeyExpr::Permute(*a, *i),
        Expr::Extract(a, i) => KeyExpr::Extract(*a, *i),
        Expr::Insert(a, b, i) => KeyExpr::Insert(*a, *b, *i),
        Expr::Reduce(o, a) => KeyExpr::Reduce(*o, *a),
        Expr::PtrAdd(a, b) => KeyExpr::PtrAdd(*a, *b),
        Expr::FuncAddr(n) => KeyExpr::FuncAddr(n.clone()),
        Expr::Load { ptr, align, mask, other, invariant: true } => KeyExpr::InvariantLoad(*ptr, *align, *mask, *other),
        Expr::Load { .. } | Expr::Gather { .. } => return None,
    })
}

/// One open block: its statements, and the expressions already computed in it.
#[derive(Default)]
struct Frame {
    stmts: Vec<Stmt>,
    seen: FxHashMap<Key, Val>,
}

/// Blocks set aside by [`FuncBuilder::aside`].
pub struct Aside(Vec<Frame>);

/// Builds one [`Func`]. Blocks nest: a value computed in an outer block is found again in an inner one.
///
/// Invariants: integer constants are placed in the outermost block (always visible); an expression is placed in the
/// innermost open block in which one of its operands was defined (own loop-invariant code motion), loads excepted.
pub struct FuncBuilder {
    name: String,
    params: Vec<(Val, ParamAttrs)>,
    ret: Option<Ty>,
    tys: Vec<Ty>,
    /// Depth of the block that defines each value.
    depth: Vec<u32>,
    ints: FxHashMap<Val, i64>,
    casts: FxHashMap<Val, (CastOp, Val)>,
    /// F32 values that are values of narrower types: `[bf16, f16]`.
    narrow: FxHashMap<Val, [bool; 2]>,
    frames: Vec<Frame>,
    helpers: Vec<Func>,
}

/// Index of a type in what is known of values.
fn half(elem: Elem) -> Option<usize> {
    [Elem::BF16, Elem::F16].iter().position(|e| *e == elem)
}

impl FuncBuilder {
    /// A function with parameters of these types; their values are 0, 1, 2, ….
    pub fn new(name: impl Into<String>, params: &[(Ty, ParamAttrs)], ret: Option<Ty>) -> FuncBuilder {
        let mut b = FuncBuilder {
            name: name.into(),
            params: Vec::new(),
            ret,
            tys: Vec::new(),
            depth: Vec::new(),
            ints: FxHashMap::default(),
            casts: FxHashMap::default(),
            narrow: FxHashMap::default(),
            frames: vec![Frame::default()],
            helpers: Vec::new(),
        };
        for &(ty, attrs) in params {
            let v = b.fresh(ty, 0);
            b.params.push((v, attrs));
        }
        b
    }

    /// Parameter `i`.
    pub fn param(&self, i: usize) -> Val {
        self.params[i].0
    }

    /// The finished function.
    ///
    /// # Panics
    /// If a block is still open.
    pub fn finish(mut self, export: bool, inline: bool) -> Func {
        assert_eq!(self.frames.len(), 1, "unbalanced blocks");
        let stmts = self.frames.pop().map(|f| f.stmts).unwrap_or_default();
        Func {
            name: self.name,
            params: self.params,
            ret: self.ret,
            tys: self.tys,
            body: Block { stmts },
            export,
            inline,
            helpers: self.helpers,
        }
    }

    /// The value, of type `ret`, of a helper of some arguments, which `write` writes where none has the name yet. The name says what it
    /// computes, and types: code that is long and seldom runs is compiled once so, and takes no registers where it is called.
    pub fn call_helper(
        &mut self,
        name: &str,
        args: &[Val],
        ret: Ty,
        write: impl FnOnce(&mut FuncBuilder, &[Val]) -> Val,
    ) -> Val {
        if !self.helpers.iter().any(|h| h.name == name) {
            let params: Vec<(Ty, ParamAttrs)> = args.iter().map(|a| (self.ty(*a), ParamAttrs::default())).collect();
            let mut b = FuncBuilder::new(name, &params, Some(ret));
            let params: Vec<Val> = (0..params.len()).map(|i| b.param(i)).collect();
            let result = write(&mut b, &params);
            b.push(Stmt::Return(Some(result)));
            let mut helper = b.finish(false, false);
            for inner in std::mem::take(&mut helper.helpers) {
                if !self.helpers.iter().any(|h| h.name == inner.name) {
                    self.helpers.push(inner);
                }
            }
            self.helpers.push(helper);
        }
        let result = self.fresh_here(ret);
        self.push(Stmt::Call { func: name.into(), args: args.to_vec(), result: Some(result) });
        result
    }

    /// The same for a function of each lane of `x`, and of a scalar, with results of the type of `x`: one for more lanes does, if there
    /// is one. `write` gets its arguments and the type of the first one.
    pub fn call_helper_in_lanes(
        &mut self,
        name: &str,
        (x, scalar): (Val, Val),
        write: impl FnOnce(&mut FuncBuilder, Ty, &[Val]) -> Val,
    ) -> Val {
        let ty = self.ty(x);
        let in_lanes = |lanes: u32| format!("{name}x{lanes}");
        let wider = |h: &&Func| {
            let lanes = h.ty(h.params[0].0).lanes;
            lanes > ty.lanes && h.name == in_lanes(lanes)
        };
        let lanes = self.helpers.iter().find(wider).map_or(ty.lanes, |h| h.ty(h.params[0].0).lanes);
        let wide = Ty::vector(ty.elem, lanes);
        // Lanes again, not any bits: what they hold may decide whether more is to be done.
        let again = |from: u32, to: u32| (0..to).map(|i| (i % from) as i32).collect();
        let x = match ty.lanes {
            n if n == lanes => x,
            1 => self.splat(x, lanes),
            n => self.expr(wide, Expr::Shuffle(x, x, again(n, lanes))),
        };
        let y = self.call_helper(&in_lanes(lanes), &[x, scalar], wide, |b, args| write(b, wide, args));
        match ty.lanes {
            n if n == lanes => y,
            1 => self.expr(ty, Expr::Extract(y, 0)),
            n => self.expr(ty, Expr::Shuffle(y, y, again(lanes, n))),
        }
    }

    fn fresh(&mut self, ty: Ty, depth: usize) -> Val {
        self.tys.push(ty);
        self.depth.push(depth as u32);
        Val((self.tys.len() - 1) as u32)
    }

    /// A new value of the current block, to be defined by a statement that the caller pushes (loop variable, result).
    pub fn fresh_here(&mut self, ty: Ty) -> Val {
        self.fresh(ty, self.frames.len() - 1)
    }

    /// Type of `v`.
    pub fn ty(&self, v: Val) -> Ty {
        self.tys[v.0 as usize]
    }

    /// The value of an integer constant.
    pub fn as_int(&self, v: Val) -> Option<i64> {
        self.ints.get(&v).copied()
    }

    /// A truth value that is a constant.
    pub fn as_truth(&self, v: Val) -> Option<bool> {
        self.as_int(v).filter(|_| self.ty(v).elem == Elem::I1).map(|i| i & 1 == 1)
    }

    /// Appends a statement to the current block.
    pub fn push(&mut self, s: Stmt) {
        self.top().stmts.push(s);
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a block is open")
    }

    /// Opens a nested block; statements go there until [`FuncBuilder::close`].
    pub fn open(&mut self) {
        self.frames.push(Frame::default());
    }

    /// Closes the innermost block.
    ///
    /// # Panics
    /// If only the function's own block is open.
    pub fn close(&mut self) -> Block {
        assert!(self.frames.len() > 1, "unbalanced blocks");
        Block { stmts: self.frames.pop().map(|f| f.stmts).unwrap_or_default() }
    }

    /// Number of open blocks, the function's own included.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Number of blocks that must be open for `v` to be visible.
    pub fn depth_of(&self, v: Val) -> usize {
        self.depth[v.0 as usize] as usize + 1
    }

    /// A function of values, which `write` writes (or finds it already computed: the expressions inside branches are not looked up).
    pub(crate) fn once(&mut self, f: MathFn, args: &[Val], write: impl FnOnce(&mut FuncBuilder) -> Val) -> Val {
        let k = Key(self.ty(args[0]), KeyExpr::Function(f, args.into()));
        self.seen(&k).unwrap_or_else(|| {
            let v = write(self);
            self.top().seen.insert(k, v);
            v
        })
    }

    /// What was computed already, in this block or around it.
    fn seen(&self, k: &Key) -> Option<Val> {
        self.frames.iter().rev().find_map(|f| f.seen.get(k)).copied()
    }

    /// Leaves only the outermost `depth` blocks open, until [`FuncBuilder::back`]: what is written meanwhile stands before
    /// the statements that will hold the blocks set aside.
    pub fn aside(&mut self, depth: usize) -> Aside {
        Aside(self.frames.split_off(depth))
    }

    /// Opens the blocks again that were set aside.
    pub fn back(&mut self, aside: Aside) {
        self.frames.extend(aside.0);
    }

    /// A load of memory that is not written while the function runs, from an address that is valid whenever the block at
    /// depth `inside` runs and it can be computed: placed in the block of its address, but not further out than that. Lanes from
    /// `lanes` on are any.
    pub fn load_hoisted(&mut self, ty: Ty, ptr: Val, align: u32, inside: usize, lanes: u32) -> Val {
        let depth = self.depth_of(ptr).max(inside);
        let aside = self.aside(depth);
        let mask = (lanes < ty.lanes).then(|| {
            let ints = Ty::vector(Elem::I32, ty.lanes);
            let (lane, n) = (self.expr(ints, Expr::Lanes), self.int(ints, lanes.into()));
            self.cmp(CmpOp::SLt, lane, n)
        });
        let v = self.expr(ty, Expr::Load { ptr, align, mask, other: None, invariant: true });
        self.back(aside);
        v
    }

    fn operands_depth(&self, e: &Expr) -> usize {
        let mut depth = 0;
        e.operands(&mut |v| depth = depth.max(self.depth[v.0 as usize]));
        depth as usize
    }

    /// Computes `e` (or finds it already computed).
    ///
    /// Scalars, and integer arithmetic, move out to the block of their innermost operand. Vector floating-point work
    /// stays in the current block unless it is a constant or a splat: hoisting it could cost registers.
    pub fn expr(&mut self, ty: Ty, e: Expr) -> Val {
        let Some(k) = key(&e) else {
            let v = self.fresh_here(ty);
            self.push(Stmt::Let(v, e));
            return v;
        };
        let k = Key(ty, k);
        if let Some(v) = self.seen(&k) {
            return v;
        }
        let hoist = match &e {
            Expr::Int(_) | Expr::Float(_) | Expr::Null | Expr::Lanes | Expr::FuncAddr(_) => Some(0),
            Expr::Splat(_) | Expr::PtrAdd(..) => Some(self.operands_depth(&e)),
            Expr::Bin(o, ..) if !matches!(o, BinOp::SDiv | BinOp::UDiv | BinOp::SRem | BinOp::URem) => {
                (!ty.elem.is_float() || ty.lanes == 1).then(|| self.operands_depth(&e))
            }
            Expr::Un(..) | Expr::Select(..) | Expr::Fma(..) if ty.lanes == 1 => Some(self.operands_depth(&e)),
            Expr::Cast(..) | Expr::Cmp(..) if !ty.elem.is_float() || ty.lanes == 1 => Some(self.operands_depth(&e)),
            _ => None,
        };
        let depth = hoist.unwrap_or(self.frames.len() - 1);
        let v = self.fresh(ty, depth);
        if let Expr::Int(i) = e {
            self.ints.insert(v, i);
        }
        if ty.elem == Elem::F32 {
            let of = self.narrow_kinds(&e);
            if of != [false; 2] {
                self.narrow.insert(v, of);
            }
        }
        self.frames[depth].stmts.push(Stmt::Let(v, e));
        self.frames[depth].seen.insert(k, v);
        v
    }

    /// Which narrower types have the values of an F32 expression: it takes them from its operands, or was widened.
    fn narrow_kinds(&self, e: &Expr) -> [bool; 2] {
        let of = |v: &Val| self.narrow.get(v).copied().unwrap_or_default();
        let both = |a: &Val, b: &Val| std::array::from_fn(|i| of(a)[i] && of(b)[i]);
        match e {
            // Of constants, bf16 is the one that is asked for.
            Expr::Float(bits) => [(f64::from_bits(*bits) as f32).to_bits() & 0xffff == 0, false],
            Expr::Cast(CastOp::FloatExt, h) => std::array::from_fn(|i| half(self.ty(*h).elem) == Some(i)),
            Expr::Un(UnOp::Neg | UnOp::FAbs | UnOp::Floor | UnOp::Ceil | UnOp::RoundEven | UnOp::Trunc, a)
            | Expr::Splat(a) => of(a),
            Expr::Bin(BinOp::FMin | BinOp::FMax, a, b) | Expr::Select(_, a, b) => both(a, b),
            _ => [false; 2],
        }
    }

    /// True if an F32 value is known to be one of bf16 or f16.
    fn is_value_of(&self, v: Val, elem: Elem) -> bool {
        half(elem).is_some_and(|i| self.narrow.get(&v).is_some_and(|of| of[i]))
    }

    /// An F32 value rounded to bf16 or f16 and widened again.
    pub fn round(&mut self, x: Val, to: Elem) -> Val {
        if self.is_value_of(x, to) {
            return x;
        }
        if to != Elem::BF16 {
            let h = self.cast(CastOp::FloatTrunc, x, to);
            return self.cast(CastOp::FloatExt, h, Elem::F32);
        }
        // Without going through 16 bits.
        let ty = self.ty(x).with_elem(Elem::I32);
        let bits = self.cast(CastOp::Bitcast, x, Elem::I32);
        let [half, one, below, quiet, upper] = [16, 1, 0x7fff, 0x40_0000, 0xffff_0000].map(|i| self.int(ty, i));
        let odd = self.bin(BinOp::LShr, bits, half);
        let odd = self.bin(BinOp::And, odd, one);
        let up = self.bin(BinOp::Add, bits, below);
        let up = self.bin(BinOp::Add, up, odd);
        let quiet = self.bin(BinOp::Or, bits, quiet);
        let nan = self.cmp(CmpOp::FNe, x, x);
        let all = self.select(nan, quiet, up);
        let all = self.bin(BinOp::And, all, upper);
        let rounded = self.cast(CastOp::Bitcast, all, Elem::F32);
        self.narrow.insert(rounded, [true, false]);
        rounded
    }

    /// I64 constant.
    pub fn i64(&mut self, i: i64) -> Val {
        self.expr(Ty::I64, Expr::Int(i))
    }
    /// Integer or truth constant of any type.
    pub fn int(&mut self, ty: Ty, i: i64) -> Val {
        self.expr(ty, Expr::Int(i))
    }
    /// Float constant of any float type.
    pub fn float(&mut self, ty: Ty, x: f64) -> Val {
        self.expr(ty, Expr::Float(x.to_bits()))
    }
    /// One operand.
    pub fn un(&mut self, op: UnOp, a: Val) -> Val {
        self.expr(self.ty(a), Expr::Un(op, a))
    }
    /// Two operands; scalar I64 arithmetic and logic with constants are folded.
    pub fn bin(&mut self, op: BinOp, a: Val, b: Val) -> Val {
        let ty = self.ty(a);
        debug_assert_eq!(ty, self.ty(b), "operands of {op:?}");
        if ty == Ty::I64 {
            let (x, y) = (self.as_int(a), self.as_int(b));
            let folded = match (op, x, y) {
                (BinOp::Add, Some(x), Some(y)) => Some(x.wrapping_add(y)),
                (BinOp::Sub, Some(x), Some(y)) => Some(x.wrapping_sub(y)),
                (BinOp::Mul, Some(x), Some(y)) => Some(x.wrapping_mul(y)),
                (BinOp::SMin, Some(x), Some(y)) => Some(x.min(y)),
                (BinOp::SMax, Some(x), Some(y)) => Some(x.max(y)),
                (BinOp::Mul, Some(0), _) | (BinOp::Mul, _, Some(0)) => Some(0),
                (BinOp::SDiv | BinOp::UDiv, Some(x), Some(y)) if x >= 0 && y > 0 => Some(x / y),
                (BinOp::SRem | BinOp::URem, Some(x), Some(y)) if x >= 0 && y > 0 => Some(x % y),
                (BinOp::SRem | BinOp::URem, _, Some(1)) => Some(0),
                _ => None,
            };
            if let Some(i) = folded {
                return self.i64(i);
            }
            match (op, x, y) {
                (BinOp::Add, Some(0), _) | (BinOp::Mul, Some(1), _) => return b,
                (BinOp::Add | BinOp::Sub | BinOp::Shl | BinOp::LShr | BinOp::AShr, _, Some(0))
                | (BinOp::Mul | BinOp::SDiv | BinOp::UDiv, _, Some(1)) => return a,
                _ => {}
            }
        }
        match (op, self.as_truth(a), self.as_truth(b)) {
            (BinOp::And, Some(false), _) | (BinOp::Or, Some(true), _) => return a,
            (BinOp::And, _, Some(false)) | (BinOp::Or, _, Some(true)) => return b,
            (BinOp::And, Some(true), _) | (BinOp::Or, Some(false), _) => return b,
            (BinOp::And, _, Some(true)) | (BinOp::Or, _, Some(false)) => return a,
            _ => {}
        }
        self.expr(ty, Expr::Bin(op, a, b))
    }
    /// I64 addition.
    pub fn add(&mut self, a: Val, b: Val) -> Val {
        self.bin(BinOp::Add, a, b)
    }
    /// I64 multiplication by a constant.
    pub fn mul_const(&mut self, a: Val, c: i64) -> Val {
        let c = self.i64(c);
        self.bin(BinOp::Mul, a, c)
    }
    /// Comparison.
    pub fn cmp(&mut self, op: CmpOp, a: Val, b: Val) -> Val {
        let ty = self.ty(a).with_elem(Elem::I1);
        self.expr(ty, Expr::Cmp(op, a, b))
    }
    /// `cond ? a : b`.
    pub fn select(&mut self, c: Val, a: Val, b: Val) -> Val {
        if a == b {
            return a;
        }
        self.expr(self.ty(a), Expr::Select(c, a, b))
    }
    /// Fused multiply-add.
    pub fn fma(&mut self, a: Val, b: Val, c: Val) -> Val {
        self.expr(self.ty(a), Expr::Fma(a, b, c))
    }
    /// Conversion of each lane.
    pub fn cast(&mut self, op: CastOp, a: Val, to: Elem) -> Val {
        let ty = self.ty(a).with_elem(to);
        if ty == self.ty(a) && matches!(op, CastOp::Bitcast) {
            return a;
        }
        match (op, self.casts.get(&a).copied()) {
            (CastOp::Bitcast, Some((CastOp::Bitcast, x))) => return self.cast(op, x, to),
            // Bits that were put on are taken away.
            (CastOp::Trunc, Some((ext @ (CastOp::ZExt | CastOp::SExt), x))) => {
                return match self.ty(x).elem.bits().cmp(&to.bits()) {
                    Ordering::Less => self.cast(ext, x, to),
                    Ordering::Equal => x,
                    Ordering::Greater => self.cast(op, x, to),
                };
            }
            // What was rounded is not changed by being rounded again.
            (CastOp::FloatTrunc, Some((CastOp::FloatExt, x)))
                if self.ty(x) == ty && matches!(self.casts.get(&x), Some((CastOp::FloatTrunc, _))) =>
            {
                return x;
            }
            (CastOp::FloatTrunc, _) if to == Elem::BF16 && self.is_value_of(a, to) => {
                let bits = self.cast(CastOp::Bitcast, a, Elem::I32);
                let half = self.int(self.ty(bits), 16);
                let upper = self.bin(BinOp::LShr, bits, half);
                let short = self.cast(CastOp::Trunc, upper, Elem::I16);
                return self.cast(CastOp::Bitcast, short, to);
            }
            _ => {}
        }
        let v = self.expr(ty, Expr::Cast(op, a));
        self.casts.insert(v, (op, a));
        v
    }
    /// Scalar to `lanes` lanes (itself if 1).
    pub fn splat(&mut self, a: Val, lanes: u32) -> Val {
        let ty = self.ty(a);
        if lanes == 1 || ty.lanes == lanes {
            return a;
        }
        let wide = Ty::vector(ty.elem, lanes);
        match self.as_int(a) {
            Some(i) => self.int(wide, i),
            None => self.expr(wide, Expr::Splat(a)),
        }
    }
    /// Address + bytes.
    pub fn ptr_add(&mut self, p: Val, bytes: Val) -> Val {
        if self.as_int(bytes) == Some(0) { p } else { self.expr(Ty::PTR, Expr::PtrAdd(p, bytes)) }
    }
    /// Elements of type `ty` from `base` at these indices, where the mask is true; truth values are gathered as bytes.
    pub fn gather(&mut self, ty: Ty, base: Val, index: Val, mask: Option<Val>) -> Val {
        if ty.elem != Elem::I1 {
            return self.expr(ty, Expr::Gather { base, index, mask });
        }
        let bytes = self.expr(ty.with_elem(Elem::I8), Expr::Gather { base, index, mask });
        self.truth(bytes)
    }
    /// Values as they lie in memory: truth values as bytes.
    pub fn in_memory(&mut self, v: Val) -> Val {
        if self.ty(v).elem == Elem::I1 { self.cast(CastOp::ZExt, v, Elem::I8) } else { v }
    }
    /// Truth values that lie as bytes.
    pub fn truth(&mut self, bytes: Val) -> Val {
        let zero = self.int(self.ty(bytes), 0);
        self.cmp(CmpOp::Ne, bytes, zero)
    }
    /// Plain load.
    pub fn load(&mut self, ty: Ty, ptr: Val, align: u32) -> Val {
        self.expr(ty, Expr::Load { ptr, align, mask: None, other: None, invariant: false })
    }
    /// Plain store.
    pub fn store(&mut self, ptr: Val, val: Val, align: u32) {
        self.push(Stmt::Store { ptr, val, align, mask: None, stream: false });
    }
    /// A counted loop: `body(builder, iv, carried) -> next`. Returns the carried values after the loop.
    pub fn for_loop(
        &mut self,
        lo: Val,
        hi: Val,
        step: i64,
        init: &[Val],
        body: impl FnOnce(&mut FuncBuilder, Val, &[Val]) -> Vec<Val>,
    ) -> Vec<Val> {
        self.open();
        let iv = self.fresh_here(Ty::I64);
        let names: Vec<Val> = init.iter().map(|&v| self.fresh_here(self.ty(v))).collect();
        let next = body(self, iv, &names);
        let body = self.close();
        let results: Vec<Val> = init.iter().map(|&v| self.fresh_here(self.ty(v))).collect();
        let carry = names.into_iter().zip(init.iter().copied()).collect();
        self.push(Stmt::For { iv, lo, hi, step, carry, body, next, results: results.clone() });
        results
    }
    /// A two-way branch giving values.
    pub fn if_else(
        &mut self,
        cond: Val,
        then: impl FnOnce(&mut FuncBuilder) -> Vec<Val>,
        els: impl FnOnce(&mut FuncBuilder) -> Vec<Val>,
    ) -> Vec<Val> {
        self.open();
        let t = then(self);
        let tb = self.close();
        self.open();
        let e = els(self);
        let eb = self.close();
        let results: Vec<Val> = t.iter().map(|&v| self.fresh_here(self.ty(v))).collect();
        self.push(Stmt::If { cond, then: (tb, t), els: (eb, e), results: results.clone() });
        results
    }
    /// A `while` loop: `before(builder, carried) -> cond`, `body(builder, carried) -> next`.
    pub fn while_loop(
        &mut self,
        init: &[Val],
        before: impl FnOnce(&mut FuncBuilder, &[Val]) -> Val,
        body: impl FnOnce(&mut FuncBuilder, &[Val]) -> Vec<Val>,
    ) -> Vec<Val> {
        self.open();
        let names: Vec<Val> = init.iter().map(|&v| self.fresh_here(self.ty(v))).collect();
        let cond = before(self, &names);
        // The body sees what `before` computed: its block nests inside.
        self.open();
        let next = body(self, &names);
        let body = self.close();
        let before = self.close();
        let results: Vec<Val> = init.iter().map(|&v| self.fresh_here(self.ty(v))).collect();
        let carry = names.into_iter().zip(init.iter().copied()).collect();
        self.push(Stmt::While { carry, before, cond, body, next, results: results.clone() });
        results
    }
}
