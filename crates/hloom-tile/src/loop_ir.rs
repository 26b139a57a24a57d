//! Loop IR: structured statements in SSA form, one for every target.
//!
//! * A [`Func`] is a list of typed values and a tree of [`Stmt`]s. Every value is defined once, before its uses, in the
//!   same or an enclosing block. Loops and branches carry values explicitly; there is no phi and no mutable variable.
//! * Types are a scalar kind and a lane count. `lanes == 1` is a scalar; any other count is a vector, of any power of
//!   two: the back end splits or scalarises. Integers have no sign: operations do.
//! * Arithmetic is IEEE, one rounding an operation: nothing is contracted or reassociated; [`Expr::Fma`] is fused where it
//!   stands. Integer arithmetic wraps. Integer division by zero, and MIN / -1, are the *writer's* duty to exclude (see
//!   `scalar_ops`); shifts by the width or more likewise.
//! * Pointers are opaque addresses; `PtrAdd` counts bytes.
//! * Nothing here can trap or unwind.

use rustc_hash::FxHashSet;
use std::fmt;

/// Kind of one lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Elem {
    /// Truth value; a vector of them is a mask. In memory one byte, 0 or 1 (load/store converts).
    I1,
    /// 8-bit integer.
    I8,
    /// 16-bit integer. bf16 and f16 travel as this in memory and are widened by `Cast`.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// IEEE binary16 (only as operand of `FloatExt`/result of `FloatTrunc`, through a bitcast from I16).
    F16,
    /// bfloat16 (as F16).
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// Address; never a vector.
    Ptr,
}

impl Elem {
    /// Bytes in memory.
    pub const fn bytes(self) -> u32 {
        match self {
            Elem::I1 | Elem::I8 => 1,
            Elem::I16 | Elem::F16 | Elem::BF16 => 2,
            Elem::I32 | Elem::F32 => 4,
            Elem::I64 | Elem::F64 | Elem::Ptr => 8,
        }
    }
    /// Bits of a value.
    pub const fn bits(self) -> u32 {
        match self {
            Elem::I1 => 1,
            _ => 8 * self.bytes(),
        }
    }
    /// The integer of that size.
    pub const fn integer(self) -> Elem {
        match self.bytes() {
            1 => Elem::I8,
            2 => Elem::I16,
            4 => Elem::I32,
            _ => Elem::I64,
        }
    }
    /// F16, BF16, F32 or F64.
    pub const fn is_float(self) -> bool {
        matches!(self, Elem::F16 | Elem::BF16 | Elem::F32 | Elem::F64)
    }
}

/// Type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty {
    /// Kind of a lane.
    pub elem: Elem,
    /// Number of lanes; 1 is a scalar.
    pub lanes: u32,
}

impl Ty {
    /// Address.
    pub const PTR: Ty = Ty::scalar(Elem::Ptr);
    /// 64-bit integer, the type of indices.
    pub const I64: Ty = Ty::scalar(Elem::I64);
    /// Truth value.
    pub const I1: Ty = Ty::scalar(Elem::I1);
    /// One lane.
    pub const fn scalar(elem: Elem) -> Ty {
        Ty { elem, lanes: 1 }
    }
    /// `lanes` lanes.
    pub const fn vector(elem: Elem, lanes: u32) -> Ty {
        Ty { elem, lanes }
    }
    /// The same lanes of another kind.
    pub const fn with_elem(self, elem: Elem) -> Ty {
        Ty { elem, lanes: self.lanes }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{:?}", self.elem).to_lowercase();
        if self.lanes == 1 { f.write_str(&name) } else { write!(f, "<{}x{name}>", self.lanes) }
    }
}

/// A value of a [`Func`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Val(pub u32);

/// One operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    /// Float: sign flip (also of NaN). Integer: two's complement.
    Neg,
    /// Bitwise complement; logical not of I1.
    Not,
    /// Float: clear the sign. Integers do not have it.
    FAbs,
    /// Correctly rounded.
    Sqrt,
    /// Round to integral, down.
    Floor,
    /// Round to integral, up.
    Ceil,
    /// Round to integral, to nearest, ties to even.
    RoundEven,
    /// Round to integral, toward zero.
    Trunc,
    /// Leading zeros; width for 0.
    Clz,
    /// One bits.
    Popcnt,
    /// Bytes reversed.
    Bswap,
    /// I1, the same: nearly always true, so that a [`Expr::Select`] by one of these is better a branch, and nobody waits for
    /// the condition.
    Likely,
}

/// Two operands of equal type; comparisons are [`Expr::Cmp`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// Integer, wrapping.
    Add,
    /// Integer, wrapping.
    Sub,
    /// Integer, wrapping.
    Mul,
    /// Signed quotient toward zero. Divisor 0 and MIN/-1 excluded by the writer.
    SDiv,
    /// Unsigned quotient.
    UDiv,
    /// Signed remainder (sign of the dividend).
    SRem,
    /// Unsigned remainder.
    URem,
    /// Bitwise and; logical for I1.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left shift; amount < width.
    Shl,
    /// Logical right shift; amount < width.
    LShr,
    /// Arithmetic right shift; amount < width.
    AShr,
    /// Signed minimum.
    SMin,
    /// Signed maximum.
    SMax,
    /// Unsigned minimum.
    UMin,
    /// Unsigned maximum.
    UMax,
    /// Float.
    FAdd,
    /// Float.
    FSub,
    /// Float.
    FMul,
    /// Float.
    FDiv,
    /// IEEE 754-2019 minimum: NaN if either is NaN, -0 < +0.
    FMin,
    /// IEEE 754-2019 maximum: NaN if either is NaN, -0 < +0.
    FMax,
    /// `a * 2^b` with one rounding, for integral `b`. Writers see to it that `a` is at least 1/2 and less than 2 and |b| at
    /// most 1.5 times the exponents' bias, or both are NaN.
    FScale,
}

/// Comparisons; the result has kind I1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CmpOp {
    /// Integer equality.
    Eq,
    /// Integer inequality.
    Ne,
    /// Signed less.
    SLt,
    /// Signed less or equal.
    SLe,
    /// Unsigned less.
    ULt,
    /// Unsigned less or equal.
    ULe,
    /// Float, ordered (false with NaN).
    FEq,
    /// Float, true with NaN (the negation of `FEq`).
    FNe,
    /// Float, ordered.
    FLt,
    /// Float, ordered.
    FLe,
}

/// Conversions to the value's type (same lane count, but for `Bitcast`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// Integer to narrower: low bits.
    Trunc,
    /// Integer to wider, zero fill. Also I1 to integer.
    ZExt,
    /// Integer to wider, sign fill.
    SExt,
    /// Signed integer to float, rounded to nearest even.
    SToF,
    /// Unsigned integer to float.
    UToF,
    /// Float to signed integer toward zero, saturating, NaN to 0.
    FToS,
    /// Float to unsigned integer toward zero, saturating, NaN to 0.
    FToU,
    /// Float to wider float (exact).
    FloatExt,
    /// Float to narrower float, to nearest even.
    FloatTrunc,
    /// Same bits; total sizes are equal, lane counts may differ (I1 excluded).
    Bitcast,
}

/// Sums of products of the parts of 32-bit words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DotOp {
    /// Four bytes a word, those of the first operand unsigned, of the second signed; added to an I32, wrapping.
    U8S8,
    /// The same, those of the first operand signed, of the second unsigned.
    S8U8,
    /// The same, all signed.
    S8S8,
    /// The same, all unsigned.
    U8U8,
    /// Two signed numbers of 16 bits a word, added to an I32, wrapping.
    S16,
    /// Two bf16 a word, added to an F32: the high ones first, each product with the sum rounded once. Subnormal operands
    /// and sums count as zero.
    BF16,
}

impl DotOp {
    /// Parts of a word.
    pub const fn parts(self) -> i64 {
        match self {
            DotOp::U8S8 | DotOp::S8U8 | DotOp::S8S8 | DotOp::U8U8 => 4,
            DotOp::S16 | DotOp::BF16 => 2,
        }
    }
    /// Kind of the sum.
    pub const fn sum(self) -> Elem {
        match self {
            DotOp::BF16 => Elem::F32,
            _ => Elem::I32,
        }
    }
}

/// What a matrix unit does with its eight registers (Intel's AMX). A register holds a tile: up to 16 rows of up to 16 words of
/// 32 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TileOp {
    /// Gives the tiles their shapes: rows, and words a row. All words become zero. Comes before any other.
    Shape(Box<[(u8, u8); TileOp::TILES]>),
    /// Makes all words of a tile zero.
    Zero(u8),
    /// Loads a tile.
    Load {
        /// Which.
        tile: u8,
        /// Address of its first row.
        ptr: Val,
        /// Bytes from a row to the next, I64.
        step: Val,
    },
    /// Stores a tile.
    Store {
        /// Which.
        tile: u8,
        /// Address of its first row.
        ptr: Val,
        /// Bytes from a row to the next, I64.
        step: Val,
    },
    /// Adds to word (i, j) of `sum` the products of the parts of words (i, k) of `a` and (k, j) of `b`, for all k. BF16: the products
    /// of low parts and those of high parts make a sum each from zero on, in the order of k, each added with one rounding; the sum
    /// of both is added to the word. Subnormal operands and sums count as zero.
    Dot {
        /// What the parts are.
        op: DotOp,
        /// Tile of F32 or I32.
        sum: u8,
        /// First operands.
        a: u8,
        /// Second operands.
        b: u8,
    },
    /// The tiles are not needed any more: follows whatever else the function does with them.
    Release,
}

impl TileOp {
    /// Number of tiles.
    pub const TILES: usize = 8;
    /// Most rows of a tile, and most words of a row.
    pub const SIDE: i64 = 16;
}

/// Reductions over the lanes of a vector, in the fixed tree order: halves combined until one lane is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HReduce {
    /// Combine with this operator.
    Bin(BinOp),
}

/// Pure expressions and loads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// Integer constant (splat for vectors), low bits taken. Truth values: 0 or 1.
    Int(i64),
    /// Float constant by the bits of its f64 value (exact in the value's type), splat for vectors.
    Float(u64),
    /// Zero address.
    Null,
    /// One operand.
    Un(UnOp, Val),
    /// Two operands of the value's type.
    Bin(BinOp, Val, Val),
    /// Compare; result I1 of the same lanes.
    Cmp(CmpOp, Val, Val),
    /// `cond ? a : b`; cond is I1 of the same lanes, or scalar I1.
    Select(Val, Val, Val),
    /// `a * b + c`, one rounding.
    Fma(Val, Val, Val),
    /// The third operand, of the value's type, plus the sum of the products of parts of the first two, which are I32.
    Dot(DotOp, Val, Val, Val),
    /// `x / by` of floats, with what makes it faster where `by` is one number for all lanes ([`crate::quotient`]).
    Quotient {
        /// Dividend.
        x: Val,
        /// Divisor.
        by: Val,
        /// The rounded inverse of the divisor, or NaN: then it is not used.
        inverse: Val,
        /// Integers of as many bits: where the bits of `x`, doubled and less one, are below, the inverse is not used.
        least: Val,
    },
    /// Convert to the value's type.
    Cast(CastOp, Val),
    /// Scalar to all lanes.
    Splat(Val),
    /// Integer vector 0, 1, 2, ….
    Lanes,
    /// Lanes of `a ++ b` by static index; `None` indices are not needed (any value): -1.
    Shuffle(Val, Val, Box<[i32]>),
    /// Lane `index mod 8` of a table of F32 by their bits, for each lane of an I32.
    Lookup(Box<[u32; 8]>, Val),
    /// Lane `index mod lanes` of a vector of `lanes`, a power of two, for each lane of an index: integers of the elements' size.
    Permute(Val, Val),
    /// One lane.
    Extract(Val, u32),
    /// `a` with one lane replaced by the scalar.
    Insert(Val, Val, u32),
    /// All lanes to one scalar.
    Reduce(HReduce, Val),
    /// Scalar or contiguous vector load. Masked-off lanes give `other` (zero if absent) and touch no memory.
    Load {
        /// Address of lane 0.
        ptr: Val,
        /// Alignment in bytes that is certain.
        align: u32,
        /// I1 of the same lanes.
        mask: Option<Val>,
        /// Value of masked-off lanes.
        other: Option<Val>,
        /// Memory that is not written while the function runs (may be hoisted).
        invariant: bool,
    },
    /// Lanes from `base + index * elem_bytes` (index: vector I64 or I32, signed).
    Gather {
        /// Address of element 0.
        base: Val,
        /// Element indices.
        index: Val,
        /// I1 of the same lanes.
        mask: Option<Val>,
    },
    /// Address + bytes (I64).
    PtrAdd(Val, Val),
    /// Address of a function of the same program.
    FuncAddr(Box<str>),
}

impl Expr {
    /// Every value that is read.
    pub fn operands(&self, f: &mut impl FnMut(Val)) {
        match self {
            Expr::Int(_) | Expr::Float(_) | Expr::Null | Expr::Lanes | Expr::FuncAddr(_) => {}
            Expr::Un(_, a)
            | Expr::Cast(_, a)
            | Expr::Splat(a)
            | Expr::Lookup(_, a)
            | Expr::Extract(a, _)
            | Expr::Reduce(_, a) => f(*a),
            Expr::Bin(_, a, b)
            | Expr::Cmp(_, a, b)
            | Expr::PtrAdd(a, b)
            | Expr::Shuffle(a, b, _)
            | Expr::Permute(a, b)
            | Expr::Insert(a, b, _) => [a, b].into_iter().for_each(|v| f(*v)),
            Expr::Select(a, b, c) | Expr::Fma(a, b, c) | Expr::Dot(_, a, b, c) => {
                [a, b, c].into_iter().for_each(|v| f(*v))
            }
            Expr::Quotient { x, by, inverse, least } => [x, by, inverse, least].into_iter().for_each(|v| f(*v)),
            Expr::Load { ptr, mask, other, .. } => [Some(*ptr), *mask, *other].into_iter().flatten().for_each(f),
            Expr::Gather { base, index, mask } => [Some(*base), Some(*index), *mask].into_iter().flatten().for_each(f),
        }
    }
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stmt {
    /// Defines a value.
    Let(Val, Expr),
    /// Stores a scalar or contiguous vector. I1 is stored as bytes 0/1.
    Store {
        /// Address of lane 0.
        ptr: Val,
        /// What to store.
        val: Val,
        /// Alignment in bytes that is certain.
        align: u32,
        /// I1 of the same lanes: only these lanes are written.
        mask: Option<Val>,
        /// Non-temporal hint; a fence is placed at the end of the function.
        stream: bool,
    },
    /// Lanes to `base + index * elem_bytes`, in lane order (the last of equal indices wins).
    Scatter {
        /// Address of element 0.
        base: Val,
        /// Element indices, vector I64 or I32.
        index: Val,
        /// What to store.
        val: Val,
        /// I1 of the same lanes.
        mask: Option<Val>,
    },
    /// `for iv in (lo..hi).step_by(step)`, step > 0, lo/hi of type I64.
    For {
        /// Induction variable, defined for the body.
        iv: Val,
        /// First value.
        lo: Val,
        /// Bound, exclusive.
        hi: Val,
        /// Static step.
        step: i64,
        /// Carried values: name in the body, value on entry.
        carry: Vec<(Val, Val)>,
        /// Body.
        body: Block,
        /// Values for the next iteration, defined in the body (or outside).
        next: Vec<Val>,
        /// Carried values after the loop, defined for what follows.
        results: Vec<Val>,
    },
    /// `while cond`: `before` is evaluated with the carried values, then `cond` tested, then `body` runs.
    While {
        /// Carried values: name in both blocks, value on entry.
        carry: Vec<(Val, Val)>,
        /// Computes the condition.
        before: Block,
        /// Scalar I1, defined in `before`.
        cond: Val,
        /// Body (sees `before`'s values).
        body: Block,
        /// Values for the next iteration.
        next: Vec<Val>,
        /// Carried values after the loop.
        results: Vec<Val>,
    },
    /// Two-way branch.
    If {
        /// Scalar I1.
        cond: Val,
        /// Taken if true, with the values it gives.
        then: (Block, Vec<Val>),
        /// Taken if false, with the values it gives.
        els: (Block, Vec<Val>),
        /// The values of the taken branch, for what follows.
        results: Vec<Val>,
    },
    /// Call of a function of the same program (by name).
    Call {
        /// Callee.
        func: Box<str>,
        /// Arguments.
        args: Vec<Val>,
        /// Result, if the callee returns one.
        result: Option<Val>,
    },
    /// Call through an address, C calling convention.
    CallPtr {
        /// Address of the function.
        ptr: Val,
        /// Arguments.
        args: Vec<Val>,
        /// Result, if there is one.
        result: Option<Val>,
    },
    /// Memory of the function's frame: address, bytes, alignment. Only at the top of a function's body.
    Alloca(Val, u32, u32),
    /// Ask for the cache line at the address.
    Prefetch(Val),
    /// An operation of the matrix unit.
    Tile(TileOp),
    /// Leave the function (allowed anywhere).
    Return(Option<Val>),
}

impl Stmt {
    /// Every value that is read, but for those that blocks inside read.
    pub fn operands(&self, f: &mut impl FnMut(Val)) {
        match self {
            Stmt::Let(_, e) => e.operands(f),
            Stmt::Store { ptr, val, mask, .. } => [Some(*ptr), Some(*val), *mask].into_iter().flatten().for_each(f),
            Stmt::Scatter { base, index, val, mask } => {
                [Some(*base), Some(*index), Some(*val), *mask].into_iter().flatten().for_each(f);
            }
            Stmt::For { lo, hi, carry, next, .. } => {
                f(*lo);
                f(*hi);
                carry.iter().for_each(|c| f(c.1));
                next.iter().for_each(|v| f(*v));
            }
            Stmt::While { carry, cond, next, .. } => {
                carry.iter().for_each(|c| f(c.1));
                f(*cond);
                next.iter().for_each(|v| f(*v));
            }
            Stmt::If { cond, then, els, .. } => {
                f(*cond);
                then.1.iter().chain(&els.1).for_each(|v| f(*v));
            }
            Stmt::Call { args, .. } => args.iter().for_each(|v| f(*v)),
            Stmt::CallPtr { ptr, args, .. } => {
                f(*ptr);
                args.iter().for_each(|v| f(*v));
            }
            Stmt::Alloca(..) => {}
            Stmt::Prefetch(p) => f(*p),
            Stmt::Tile(TileOp::Load { ptr, step, .. } | TileOp::Store { ptr, step, .. }) => {
                f(*ptr);
                f(*step);
            }
            Stmt::Tile(_) => {}
            Stmt::Return(v) => v.iter().for_each(|v| f(*v)),
        }
    }

    /// Every value that is read, by blocks inside too.
    pub fn uses(&self, f: &mut impl FnMut(Val)) {
        self.operands(f);
        self.blocks().flat_map(|b| &b.stmts).for_each(|s| s.uses(f));
    }

    /// The blocks inside.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (a, b) = match self {
            Stmt::For { body, .. } => (Some(body), None),
            Stmt::While { before, body, .. } => (Some(before), Some(body)),
            Stmt::If { then, els, .. } => (Some(&then.0), Some(&els.0)),
            _ => (None, None),
        };
        a.into_iter().chain(b)
    }

    /// As [`Stmt::blocks`], to change them.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (a, b) = match self {
            Stmt::For { body, .. } => (Some(body), None),
            Stmt::While { before, body, .. } => (Some(before), Some(body)),
            Stmt::If { then, els, .. } => (Some(&mut then.0), Some(&mut els.0)),
            _ => (None, None),
        };
        a.into_iter().chain(b)
    }
}

/// A list of statements.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
}

/// What the back end may assume of a pointer parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParamAttrs {
    /// No other parameter reaches the same memory.
    pub noalias: bool,
    /// Not written through.
    pub readonly: bool,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Func {
    /// Symbol.
    pub name: String,
    /// Parameters.
    pub params: Vec<(Val, ParamAttrs)>,
    /// Return type.
    pub ret: Option<Ty>,
    /// Type of each value.
    pub tys: Vec<Ty>,
    /// Body.
    pub body: Block,
    /// Visible outside its module (kernels, the entry).
    pub export: bool,
    /// Ask the back end to inline it where it is called.
    pub inline: bool,
    /// Functions of values, without effects, that it calls, each behind those that it calls itself. They seldom run. Those of
    /// one name are the same, whatever function has them.
    pub helpers: Vec<Func>,
}

impl Func {
    /// Type of `v`.
    pub fn ty(&self, v: Val) -> Ty {
        self.tys[v.0 as usize]
    }
}

/// Functions that call each other by name; what is not defined here is external and must be defined in another module
/// of the same program (declared in `externs`).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Program {
    /// Definitions.
    pub funcs: Vec<Func>,
    /// Functions of other modules: name, parameter types, return type.
    pub externs: Vec<(String, Vec<Ty>, Option<Ty>)>,
}

impl Program {
    /// All functions that are defined here, each behind its helpers; a helper that several have is there once.
    pub fn functions(&self) -> Vec<&Func> {
        let mut all: Vec<&Func> = Vec::with_capacity(self.funcs.len());
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for f in &self.funcs {
            all.extend(f.helpers.iter().filter(|h| seen.insert(&h.name)));
            all.push(f);
        }
        all
    }
}
