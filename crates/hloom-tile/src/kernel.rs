//! Kernels: what is computed, without how.
//!
//! A kernel is a short list of *Defs*: pure named functions from coordinates to a tuple of scalars. An axis has no kind:
//! it is reduced in one Def and a coordinate of another (softmax reduces `j` in `m[i]` and `s[i]`, and stores at `j`).
//! *Outs* write Defs to buffers. One kernel is one parallel region; a dependence between parallel tasks ends it.
//!
//! Meaning. `Map`: the value at a point is the expressions at that point. `Reduce`: the ordered fold of `args` over the
//! `over` axes (row-major order of that list, the last fastest) starting from `init`, skipping points where `when` is
//! false; a schedule may regroup it into contiguous chunks (StableHLO `reduce` allows any binary tree), and reorder it
//! only if the combiner commutes. `init` of further chunks is the combiner's identity (or `init`, if unknown).
//!
//! Types. Expressions have loop-IR scalar kinds. A load widens: bf16, f16 and narrower floats arrive as F32 (exactly);
//! i1 as I1; integers narrower than 8 bits as I8 (sign- or zero-extended by their type). A store narrows back. Rounding
//! to the element type after each op of the program is explicit ([`Expr::Round`]), so fusing never changes bits.
//! Complex numbers are two components: buffers hold them interleaved, an extra innermost dimension of 2 over the real type.

use crate::ix::Ix;
use crate::loop_ir::{BinOp, CastOp, CmpOp, DotOp, Elem, UnOp};
use crate::math::MathFn;
use hloom_num::DType;
use rustc_hash::FxHashMap;

/// An axis of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AxisId(pub u32);
/// An expression of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(pub u32);
/// A Def of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefId(pub u32);
/// A buffer parameter of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufId(pub u32);

/// An axis: coordinates 0 ≤ x < extent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisData {
    /// For printing.
    pub name: String,
    /// Number of coordinates.
    pub extent: i64,
}

/// How a kernel uses a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Read only; no out of the kernel overlaps it.
    In,
    /// Written only.
    Out,
    /// Read and written in place: each point is read before, or at, the point that overwrites it.
    InOut,
}

/// A buffer parameter, row-major (complex: innermost dimension 2 of the real type).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BufData {
    /// Stored element type (never complex).
    pub dtype: DType,
    /// Sizes.
    pub dims: Vec<i64>,
    /// Strides in elements; those of dense memory, but for rows that were laid out further apart.
    pub strides: Vec<i64>,
    /// Use.
    pub role: Role,
    /// Alignment in bytes of element 0.
    pub align: u32,
}

impl BufData {
    /// Bytes of its elements, without what lies between its rows.
    pub fn bytes(&self) -> i64 {
        self.dims.iter().product::<i64>() * self.dtype.byte_size() as i64
    }
    /// The place of an element, counted from the first one.
    pub fn offset(&self, index: &[Ix]) -> Ix {
        index.iter().zip(&self.strides).fold(Ix::constant(0), |sum, (x, s)| sum.add(&x.scale(*s)))
    }
    /// Elements from the first to the last, with what lies between its rows.
    pub fn span(&self) -> i64 {
        if self.dims.contains(&0) {
            return 0;
        }
        self.dims.iter().zip(&self.strides).map(|(n, s)| (n - 1) * s).sum::<i64>() + 1
    }
}

/// A condition that holds when all atoms hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pred(pub Vec<Atom>);

/// One condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// `lo ≤ x < hi`.
    Range(Ix, i64, i64),
    /// The positive constant divides `x`.
    Divides(Ix, i64),
    /// An I1 expression.
    Cond(ExprId),
}

/// A scalar expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    /// Integer or truth constant.
    Int(i64),
    /// Float constant (f64 bits, exact in the type).
    Float(u64),
    /// A coordinate, as I64.
    Coord(Ix),
    /// An element. Where `when` is false, memory is not touched and the value is `other`.
    Load {
        /// From.
        buf: BufId,
        /// One coordinate a dimension.
        index: Vec<Ix>,
        /// Guard.
        when: Pred,
        /// Value where the guard is false (needed if `when` is not empty).
        other: Option<ExprId>,
    },
    /// Component `1` of a Def at coordinates `2` (one per axis of the Def).
    Read(DefId, u32, Vec<Ix>),
    /// Parameter of a [`Comb::Custom`]: accumulated components first, then the new ones.
    Param(u32),
    /// One operand.
    Un(UnOp, ExprId),
    /// Two operands.
    Bin(BinOp, ExprId, ExprId),
    /// Comparison, I1.
    Cmp(CmpOp, ExprId, ExprId),
    /// Choice.
    Select(ExprId, ExprId, ExprId),
    /// Fused multiply-add.
    Fma(ExprId, ExprId, ExprId),
    /// Conversion to the expression's type.
    Cast(CastOp, ExprId),
    /// Rounded to that element type and widened again: bf16, f16, f8… (F32 to F32), i2/i4/u2/u4 (I8 to I8, wrapping).
    Round(DType, ExprId),
    /// The pattern (I8) of an F32 value that is one of a float type of 4, 6 or 8 bits; bits above its width are 0.
    Bits(DType, ExprId),
    /// The F32 value of a pattern (I8) of a float type of 4, 6 or 8 bits; bits above its width must be 0.
    OfBits(DType, ExprId),
    /// Transcendental or otherwise expanded function.
    Math(MathFn, Vec<ExprId>),
}

/// How a reduction combines.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Comb {
    /// One component; FAdd, FMul, FMin, FMax, Add, Mul, SMin, SMax, UMin, UMax, And, Or, Xor: all commute.
    Bin(BinOp),
    /// Two args a, b: `acc = fma(a, b, acc)`, or `acc + a*b` in integers.
    Fma,
    /// Two args a, b of I32: `acc = acc + the products of their parts`.
    Dot(DotOp),
    /// `results` over [`Expr::Param`]s.
    Custom {
        /// One expression a component.
        results: Vec<ExprId>,
        /// Swapping old and new gives the same.
        commutes: bool,
    },
}

/// What a Def computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// The expressions at the point.
    Map(Vec<ExprId>),
    /// Fold of `args` over axes.
    Reduce {
        /// Reduced axes, slowest first.
        over: Vec<AxisId>,
        /// Combiner.
        comb: Comb,
        /// Start (over the Def's axes).
        init: Vec<ExprId>,
        /// New elements (over the Def's and the reduced axes).
        args: Vec<ExprId>,
        /// Points that take part.
        when: Pred,
    },
}

/// A named function from coordinates to scalars.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DefData {
    /// For printing.
    pub name: String,
    /// Its coordinates.
    pub axes: Vec<AxisId>,
    /// Kinds of its components.
    pub tys: Vec<Elem>,
    /// What it computes.
    pub body: Body,
}

impl DefData {
    /// The axes that it reduces; none of a Map.
    pub fn over(&self) -> &[AxisId] {
        match &self.body {
            Body::Reduce { over, .. } => over,
            Body::Map(_) => &[],
        }
    }
}

/// `buf[index] = def.component` at every point of the Def's axes where `when` holds. Different points write different
/// elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Out {
    /// To.
    pub buf: BufId,
    /// One coordinate a dimension.
    pub index: Vec<Ix>,
    /// What.
    pub def: DefId,
    /// Which component.
    pub component: u32,
    /// Points that are stored.
    pub when: Pred,
}

/// A kernel. Build it with the `add_*` methods: expressions are shared (hash-consed).
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Axes.
    pub axes: Vec<AxisData>,
    /// Buffer parameters, in the order of the kernel function's `bufs`.
    pub bufs: Vec<BufData>,
    /// Expressions; operands stand before users.
    pub exprs: Vec<(Expr, Elem)>,
    /// Defs; a Def reads only earlier ones.
    pub defs: Vec<DefData>,
    /// Outs. Those of one point are stored in this order.
    pub outs: Vec<Out>,
    /// A vector, read at one place, that tasks like these wrote before, each as many of its elements as it has results now: where
    /// threads work as a team, those of its own are known to a task earlier than the others ([`crate::nest::Bind::Own`]).
    pub own: Option<BufId>,
    interned: FxHashMap<(Expr, Elem), ExprId>,
}

impl Kernel {
    /// Adds an axis.
    pub fn add_axis(&mut self, name: impl Into<String>, extent: i64) -> AxisId {
        self.axes.push(AxisData { name: name.into(), extent });
        AxisId((self.axes.len() - 1) as u32)
    }
    /// Adds a dense row-major buffer parameter.
    pub fn add_buf(&mut self, dtype: DType, dims: &[i64], role: Role, align: u32) -> BufId {
        let mut strides = vec![1; dims.len()];
        for i in (0..dims.len().saturating_sub(1)).rev() {
            strides[i] = strides[i + 1] * dims[i + 1].max(1);
        }
        self.bufs.push(BufData { dtype, dims: dims.to_vec(), strides, role, align });
        BufId((self.bufs.len() - 1) as u32)
    }
    /// Adds (or finds) an expression of that kind.
    pub fn add_expr(&mut self, elem: Elem, e: Expr) -> ExprId {
        let key = (e, elem);
        if let Some(id) = self.interned.get(&key) {
            return *id;
        }
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(key.clone());
        self.interned.insert(key, id);
        id
    }
    /// Puts another expression of another kind in the place of one; its operands must stand before it, and its users must
    /// be of that kind too.
    pub fn retype(&mut self, id: ExprId, elem: Elem, e: Expr) {
        let new = (e, elem);
        let old = std::mem::replace(&mut self.exprs[id.0 as usize], new.clone());
        self.interned.remove(&old);
        self.interned.entry(new).or_insert(id);
    }
    /// Adds a Def.
    pub fn add_def(&mut self, name: impl Into<String>, axes: Vec<AxisId>, tys: Vec<Elem>, body: Body) -> DefId {
        self.defs.push(DefData { name: name.into(), axes, tys, body });
        DefId((self.defs.len() - 1) as u32)
    }
    /// An expression.
    pub fn expr(&self, e: ExprId) -> &Expr {
        &self.exprs[e.0 as usize].0
    }
    /// Kind of an expression.
    pub fn elem(&self, e: ExprId) -> Elem {
        self.exprs[e.0 as usize].1
    }
    /// A Def.
    pub fn def(&self, d: DefId) -> &DefData {
        &self.defs[d.0 as usize]
    }
    /// Size of an axis.
    pub fn extent(&self, a: AxisId) -> i64 {
        self.axes[a.0 as usize].extent
    }
    /// True for sums of floats: each addition rounds, so that errors grow with the length of a chain of them.
    pub fn rounds(&self, d: DefId) -> bool {
        let data = self.def(d);
        let sums = matches!(&data.body, Body::Reduce { comb: Comb::Bin(BinOp::FAdd) | Comb::Fma | Comb::Dot(_), .. });
        sums && data.tys[0].is_float()
    }
    /// The kind in memory of floats of 16 bits, which casts widen.
    pub fn half_elem(dtype: DType) -> Option<Elem> {
        match dtype {
            DType::BF16 => Some(Elem::BF16),
            DType::F16 => Some(Elem::F16),
            _ => None,
        }
    }
    /// The integer that has the bits of a stored element.
    pub fn bits_elem(dtype: DType) -> Elem {
        match dtype.byte_size() {
            1 => Elem::I8,
            2 => Elem::I16,
            4 => Elem::I32,
            _ => Elem::I64,
        }
    }
    /// The element type in which values are stored that are computed in a kind; of integers, the one with a sign.
    pub fn dtype_of(elem: Elem) -> Option<DType> {
        Some(match elem {
            Elem::I1 => DType::Bool,
            Elem::I8 => DType::I8,
            Elem::I16 => DType::I16,
            Elem::I32 => DType::I32,
            Elem::I64 => DType::I64,
            Elem::F32 => DType::F32,
            Elem::F64 => DType::F64,
            Elem::F16 | Elem::BF16 | Elem::Ptr => return None,
        })
    }
    /// The kind in which a stored element type is computed with.
    pub fn compute_elem(dtype: DType) -> Elem {
        use DType::*;
        match dtype {
            Bool => Elem::I1,
            I2 | I4 | I8 | U2 | U4 | U8 => Elem::I8,
            I16 | U16 => Elem::I16,
            I32 | U32 => Elem::I32,
            I64 | U64 | Index => Elem::I64,
            F64 | C128 => Elem::F64,
            _ => Elem::F32,
        }
    }
}
