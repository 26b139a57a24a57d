//! Building one kernel: values of the graph read at coordinates.
//!
//! [`KernelBuilder::read`] gives the expressions of a value at a point. A value with a buffer is a load; a value that has
//! a Def in this kernel is a read of it; any other value is computed where it is read: movement ops change the
//! coordinates, elementwise ops become expressions.
//!
//! Guards. Padding reads its operand only inside the operand. While the operand is being built, its conditions stand in
//! `guards`, and every load made meanwhile carries them, so no load leaves its buffer.

use crate::affine;
use crate::fuse::Placement;
use crate::scalar::{self, Comps, Exprs, Res};
use hloom_ir::attrs::{CompareType, GatherDims};
use hloom_ir::{Graph, Kind, Op, OpData, OpId, Region, TensorType, Value, ValueDef};
use hloom_num::{DType, Literal};
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{Atom, AxisId, Body, BufId, DefId, Expr, ExprId, Kernel, Pred, Role};
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

/// What a buffer parameter of a kernel stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Param {
    /// The buffer of this value (a base, see [`Placement::base`]).
    Value(Value),
    /// A literal.
    Const(Literal),
    /// A buffer between the kernels of one op.
    Temp(crate::program::BufferId),
}

/// A value that has a Def: component and the result dimension of each Def axis.
#[derive(Clone, Debug)]
pub(crate) struct DefRef {
    pub(crate) def: DefId,
    pub(crate) first: u32,
    pub(crate) dims: Vec<usize>,
}

/// One kernel being built.
pub(crate) struct KernelBuilder<'a> {
    pub(crate) g: &'a Graph,
    pub(crate) places: &'a Placement,
    pub(crate) k: Kernel,
    /// One entry a buffer parameter.
    pub(crate) params: Vec<Param>,
    bufs: FxHashMap<(Param, DType, Vec<i64>), BufId>,
    /// Values computed in this kernel that have, or shall have when first read, a Def.
    pub(crate) defs: FxHashMap<Value, DefRef>,
    /// Values that become a Def of this kernel rather than a load or an inlined expression.
    pub(crate) members: FxHashMap<Value, ()>,
    memo: FxHashMap<(Value, Vec<Ix>, Pred), Comps>,
    env: FxHashMap<Value, Comps>,
    guards: Vec<Atom>,
    /// Ops computed here, for reports.
    pub(crate) ops: Vec<OpId>,
    seen: FxHashSet<OpId>,
    /// Complex numbers of two F32 are moved as words of 64 bits: see [`KernelBuilder::move_words`].
    words: bool,
}

/// Which operands an op moves, if it does nothing else: not what says where from or whether, and of an update, not what is there
/// already.
fn moved(op: &OpData) -> Option<std::ops::Range<usize>> {
    match op.op {
        Op::Transpose { .. } | Op::Reshape {} | Op::Slice { .. } | Op::Reverse { .. } => Some(0..1),
        Op::BroadcastInDim { .. } | Op::Concatenate { .. } | Op::Pad { .. } => Some(0..op.operands.len()),
        Op::DynamicSlice { .. } | Op::Gather { .. } => Some(0..1),
        Op::Select {} => Some(1..3),
        Op::DynamicUpdateSlice {} => Some(1..2),
        _ => None,
    }
}

/// Row-major strides.
pub(crate) fn strides(dims: &[i64]) -> Vec<i64> {
    let mut s = vec![1; dims.len()];
    for i in (0..dims.len().saturating_sub(1)).rev() {
        s[i] = s[i + 1] * dims[i + 1].max(1);
    }
    s
}

/// Dimensions of a buffer of that type: complex numbers have an innermost pair.
pub(crate) fn buffer_dims(t: &TensorType) -> Vec<i64> {
    let mut d = t.dims.to_vec();
    if t.dtype.is_complex() {
        d.push(2);
    }
    d
}

impl<'a> KernelBuilder<'a> {
    pub(crate) fn new(g: &'a Graph, places: &'a Placement) -> Self {
        KernelBuilder {
            g,
            places,
            k: Kernel::default(),
            params: Vec::new(),
            bufs: FxHashMap::default(),
            defs: FxHashMap::default(),
            members: FxHashMap::default(),
            memo: FxHashMap::default(),
            env: FxHashMap::default(),
            guards: Vec::new(),
            ops: Vec::new(),
            seen: FxHashSet::default(),
            words: false,
        }
    }

    /// Lets the kernel of `op`, which computes nothing else, move complex numbers as words, if it does nothing but move them: half
    /// as many elements, which lie next to each other.
    pub(crate) fn move_words(&mut self, op: &OpData) {
        let Some(from) = moved(op) else { return };
        let is_complex = |v: Value| self.g.tensor(v).dtype == DType::C64;
        if !is_complex(op.results[0]) || !self.members.is_empty() {
            return;
        }
        let written = usize::from(matches!(op.op, Op::DynamicUpdateSlice {}));
        let operands = |op: &OpData, from: std::ops::Range<usize>| -> Vec<(Value, bool)> {
            op.operands.iter().enumerate().map(|(i, &v)| (v, from.contains(&i))).collect()
        };
        let mut left = operands(op, from).split_off(written);
        let mut seen = FxHashSet::default();
        while let Some((v, moves)) = left.pop() {
            // What is not moved is computed with.
            if is_complex(v) != moves {
                return;
            }
            if !seen.insert(v) || self.places.stored(v).is_some() || equal_element(self.g, v).is_some() {
                continue;
            }
            let Some((_, below)) = self.g.def_op(v) else { return };
            match moved(below) {
                Some(from) if moves => left.extend(operands(below, from)),
                _ if moves => return,
                _ => left.extend(operands(below, 0..0)),
            }
        }
        self.words = true;
    }

    /// The type that the kernel sees.
    pub(crate) fn viewed(&self, t: &TensorType) -> TensorType {
        let mut t = t.clone();
        if self.words && t.dtype == DType::C64 {
            t.dtype = DType::I64;
        }
        t
    }

    /// The buffer parameter for `param` seen as a tensor of that type.
    pub(crate) fn buffer(&mut self, param: Param, dtype: DType, dims: &[i64], role: Role) -> BufId {
        let key = (param.clone(), dtype, dims.to_vec());
        if role == Role::In
            && let Some(b) = self.bufs.get(&key)
        {
            return *b;
        }
        // Arguments are aligned to one element only; a kernel does not care where its inputs come from, so that calls of
        // equal kernels share code.
        let align = if role == Role::In { dtype.byte_size() as u32 } else { 64 };
        let b = self.k.add_buf(dtype, dims, role, align);
        self.params.push(param);
        if role == Role::In {
            self.bufs.insert(key, b);
        }
        b
    }

    pub(crate) fn extent_of(&self) -> impl Fn(AxisId) -> i64 + use<> {
        let extents: Vec<i64> = self.k.axes.iter().map(|a| a.extent).collect();
        move |a: AxisId| extents[a.0 as usize]
    }

    fn range(&self, ix: &Ix) -> Option<(i64, i64)> {
        ix.range(&|a| (0, (self.k.extent(a) - 1).max(0)))
    }

    pub(crate) fn div_mod(&self, ix: &Ix, d: i64) -> (Ix, Ix) {
        let e = self.extent_of();
        (ix.div(d, &e), ix.rem(d, &e))
    }

    /// Coordinates in `dims` of the element with row-major position `linear`.
    pub(crate) fn delinearise(&self, linear: Ix, dims: &[i64]) -> Vec<Ix> {
        let mut out = vec![Ix::constant(0); dims.len()];
        let mut rest = linear;
        for d in (0..dims.len()).rev() {
            // (There is no element if a dimension is 0.)
            if dims[d] <= 1 {
                continue;
            }
            if dims[..d].iter().all(|&x| x == 1) {
                out[d] = rest;
                break;
            }
            let (q, r) = self.div_mod(&rest, dims[d]);
            out[d] = r;
            rest = q;
        }
        out
    }

    fn reshape_ix(&self, ix: &[Ix], from: &[i64], to: &[i64]) -> Vec<Ix> {
        // Groups of dimensions with equal products are renumbered on their own: smaller coordinates, fewer divisions.
        let (mut i, mut j) = (0, 0);
        let mut out = Vec::with_capacity(to.len());
        while i < from.len() || j < to.len() {
            let (i0, j0) = (i, j);
            let (mut a, mut b) = (1i64, 1i64);
            if i < from.len() {
                a = from[i];
                i += 1;
            }
            if j < to.len() {
                b = to[j];
                j += 1;
            }
            while a != b {
                if a < b && i < from.len() {
                    a *= from[i];
                    i += 1;
                } else if j < to.len() {
                    b *= to[j];
                    j += 1;
                } else {
                    break;
                }
            }
            // Trailing unit dimensions belong to the last group.
            while i < from.len() && from[i..].iter().all(|&d| d == 1) {
                i += 1;
            }
            while j < to.len() && to[j..].iter().all(|&d| d == 1) {
                j += 1;
            }
            let s = strides(&from[i0..i]);
            let linear = (i0..i).fold(Ix::constant(0), |acc, d| acc.add(&ix[d].scale(s[d - i0])));
            out.extend(self.delinearise(linear, &to[j0..j]));
        }
        out
    }

    /// Adds conditions while `f` runs; what intervals prove is left out. The condition as an expression.
    pub(crate) fn guarded<T>(&mut self, atoms: &[Atom], f: impl FnOnce(&mut Self) -> Res<T>) -> Res<(T, ExprId)> {
        let atoms: Vec<Atom> = atoms.iter().filter(|a| !self.proven(a)).cloned().collect();
        let mut cond = self.k.int(Elem::I1, 1);
        for a in &atoms {
            let c = self.atom_expr(a);
            cond = self.k.bin(BinOp::And, cond, c);
        }
        let n = self.guards.len();
        self.guards.extend(atoms);
        let r = f(self);
        self.guards.truncate(n);
        Ok((r?, cond))
    }

    pub(crate) fn proven(&self, a: &Atom) -> bool {
        match a {
            Atom::Range(ix, lo, hi) => self.range(ix).is_some_and(|(a, b)| *lo <= a && b < *hi),
            Atom::Divides(ix, d) => *d == 1 || ix.c % d == 0 && ix.terms.iter().all(|(_, k)| k % d == 0),
            Atom::Cond(_) => false,
        }
    }

    fn atom_expr(&mut self, a: &Atom) -> ExprId {
        match a {
            Atom::Range(ix, lo, hi) => {
                let x = self.coord(ix);
                let (r, mut c) = (self.range(ix), self.k.int(Elem::I1, 1));
                if r.is_none_or(|r| r.0 < *lo) {
                    let lo = self.k.int(Elem::I64, *lo);
                    c = self.k.cmp(CmpOp::SLe, lo, x);
                }
                if r.is_none_or(|r| r.1 >= *hi) {
                    let hi = self.k.int(Elem::I64, *hi);
                    let below = self.k.cmp(CmpOp::SLt, x, hi);
                    c = self.k.bin(BinOp::And, c, below);
                }
                c
            }
            Atom::Divides(ix, d) => {
                let rem = self.div_mod(ix, *d).1;
                let (x, zero) = (self.coord(&rem), self.k.int(Elem::I64, 0));
                self.k.cmp(CmpOp::Eq, x, zero)
            }
            Atom::Cond(e) => *e,
        }
    }

    /// A coordinate as an I64 expression.
    pub(crate) fn coord(&mut self, ix: &Ix) -> ExprId {
        match ix.as_const() {
            Some(c) => self.k.int(Elem::I64, c),
            None => self.k.add_expr(Elem::I64, Expr::Coord(ix.clone())),
        }
    }

    fn load(&mut self, buf: BufId, dtype: DType, index: Vec<Ix>) -> ExprId {
        let elem = Kernel::compute_elem(dtype);
        let when = Pred(self.guards.clone());
        let other = if when.0.is_empty() { None } else { Some(self.k.zero(elem)) };
        self.k.add_expr(elem, Expr::Load { buf, index, when, other })
    }

    /// The element of a buffer parameter at coordinates of the tensor type.
    pub(crate) fn load_value(&mut self, param: Param, t: &TensorType, ix: &[Ix]) -> Comps {
        let t = &self.viewed(t);
        let buf = self.buffer(param, t.dtype.real_part(), &buffer_dims(t), Role::In);
        if !t.dtype.is_complex() {
            return smallvec![self.load(buf, t.dtype, ix.to_vec())];
        }
        (0..2)
            .map(|c| {
                let mut index = ix.to_vec();
                index.push(Ix::constant(c));
                self.load(buf, t.dtype, index)
            })
            .collect()
    }

    /// The expressions of `v` at these coordinates.
    pub(crate) fn read(&mut self, v: Value, ix: &[Ix]) -> Res<Comps> {
        if let Some(c) = self.env.get(&v) {
            return Ok(c.clone());
        }
        // Unit dimensions have one coordinate: one spelling for one element.
        let t = self.g.tensor(v).clone();
        let ix: Vec<Ix> =
            ix.iter().zip(&t.dims).map(|(x, &d)| if d == 1 { Ix::constant(0) } else { x.clone() }).collect();
        let key = (v, ix.clone(), Pred(self.guards.clone()));
        if let Some(c) = self.memo.get(&key) {
            return Ok(c.clone());
        }
        let c = self.read_new(v, &t, &ix)?;
        self.memo.insert(key, c.clone());
        Ok(c)
    }

    fn read_new(&mut self, v: Value, t: &TensorType, ix: &[Ix]) -> Res<Comps> {
        if self.members.contains_key(&v) || self.defs.contains_key(&v) {
            if !self.defs.contains_key(&v) {
                self.make_def(v, ix)?;
            }
            return Ok(self.read_def(v, ix));
        }
        let computed = |base: &Value| self.members.contains_key(base) || self.defs.contains_key(base);
        if let Some(base) = self.places.stored(v)
            && !computed(&base)
        {
            // An immediate costs less than a load of what has to be in memory for others.
            if let Some(c) = self.equal_elements(base, t) {
                return Ok(c);
            }
            // What a buffer lacks, nothing reads: indices stay as they are.
            let cut = self.places.kept(base).filter(|_| base == v);
            let t = cut.map_or_else(|| t.clone(), |_| self.places.buffer_type(self.g, base));
            return Ok(self.load_value(Param::Value(base), &t, ix));
        }
        let ValueDef::Result(op, index) = self.g.value(v).def else {
            return Err("a region parameter without a buffer is read".into());
        };
        self.note(op);
        let g = self.g;
        self.read_op(g.op(op), index, t, ix)
    }

    /// Lists an op as computed here.
    pub(crate) fn note(&mut self, op: OpId) {
        let kind = self.g.op(op).op.kind();
        if !matches!(kind, Kind::Movement | Kind::Constant) && self.seen.insert(op) {
            self.ops.push(op);
        }
    }

    /// Reads a value that has a Def.
    pub(crate) fn read_def(&mut self, v: Value, ix: &[Ix]) -> Comps {
        let r = self.defs[&v].clone();
        let index: Vec<Ix> = r.dims.iter().map(|&d| ix[d].clone()).collect();
        let n = if self.viewed(self.g.tensor(v)).dtype.is_complex() { 2 } else { 1 };
        (0..n)
            .map(|c| {
                let elem = self.k.def(r.def).tys[(r.first + c) as usize];
                self.k.add_expr(elem, Expr::Read(r.def, r.first + c, index.clone()))
            })
            .collect()
    }

    /// Runs `f` without the guards around (a Def stands by itself).
    pub(crate) fn unguarded<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let saved = std::mem::take(&mut self.guards);
        let r = f(self);
        self.guards = saved;
        r
    }

    /// The kernel axes for a Def of `dims` that is first read at `ix`, and the dimensions that they are (unit ones have
    /// none).
    pub(crate) fn def_axes(&mut self, dims: &[i64], ix: &[Ix]) -> (Vec<AxisId>, Vec<usize>) {
        let (mut axes, mut which) = (Vec::new(), Vec::new());
        let direct: Vec<Option<AxisId>> =
            (0..dims.len()).map(|d| ix.get(d).and_then(Ix::as_axis).filter(|&a| self.k.extent(a) == dims[d])).collect();
        for d in 0..dims.len() {
            if dims[d] == 1 {
                continue;
            }
            let mut axis = direct[d].filter(|a| !axes.contains(a));
            if axis.is_none() {
                let reserved: Vec<AxisId> = axes.iter().copied().chain(direct.iter().flatten().copied()).collect();
                axis = Some(self.axis_like(dims[d], &reserved));
            }
            axes.extend(axis);
            which.push(d);
        }
        (axes, which)
    }

    /// An axis of that extent that is not among `taken`: bound variables of different Defs share axes.
    pub(crate) fn axis_like(&mut self, extent: i64, taken: &[AxisId]) -> AxisId {
        let found =
            (0..self.k.axes.len() as u32).map(AxisId).find(|a| self.k.extent(*a) == extent && !taken.contains(a));
        found.unwrap_or_else(|| {
            let n = self.k.axes.len();
            let name = char::from(b'i' + (n % 16) as u8).to_string();
            self.k.add_axis(if n < 16 { name } else { format!("{name}{}", n / 16) }, extent)
        })
    }

    /// Coordinates of a tensor whose non-unit dimensions are these axes.
    pub(crate) fn axes_ix(rank: usize, axes: &[AxisId], which: &[usize]) -> Vec<Ix> {
        let mut ix = vec![Ix::constant(0); rank];
        for (&a, &d) in axes.iter().zip(which) {
            ix[d] = Ix::axis(a);
        }
        ix
    }

    /// Gives `v` a Def, with axes as first read.
    fn make_def(&mut self, v: Value, ix: &[Ix]) -> Res<()> {
        let dims = self.g.tensor(v).dims.to_vec();
        let (axes, which) = self.def_axes(&dims, ix);
        self.unguarded(|b| b.define(v, axes, which))
    }

    /// A `Map` Def of `v` over these axes.
    pub(crate) fn define_map(&mut self, v: Value, axes: Vec<AxisId>, which: Vec<usize>) -> Res<DefId> {
        let (g, t) = (self.g, self.g.tensor(v).clone());
        let ix = Self::axes_ix(t.rank(), &axes, &which);
        let ValueDef::Result(op, index) = g.value(v).def else { return Err("a parameter has no Def".into()) };
        let comps = self.read_op(g.op(op), index, &t, &ix)?;
        let tys = comps.iter().map(|&c| self.k.elem(c)).collect();
        let name = crate::defs::short_name(&g.op(op).op, v);
        let def = self.k.add_def(name, axes, tys, Body::Map(comps.to_vec()));
        self.defs.insert(v, DefRef { def, first: 0, dims: which });
        Ok(def)
    }

    /// Values of a region's results for these parameters.
    pub(crate) fn inline_region(&mut self, region: Region, args: &[Comps]) -> Res<Vec<Comps>> {
        let g = self.g;
        let data = g.region(region);
        if data.params.len() != args.len() {
            return Err("the region has another number of parameters".into());
        }
        let memo = std::mem::take(&mut self.memo);
        let saved: Vec<Option<Comps>> = data.params.iter().map(|p| self.env.get(p).cloned()).collect();
        for (p, a) in data.params.iter().zip(args) {
            self.env.insert(*p, a.clone());
        }
        let r = data.results.iter().map(|&v| self.read(v, &[])).collect();
        for (p, s) in data.params.iter().zip(saved) {
            match s {
                Some(s) => self.env.insert(*p, s),
                None => self.env.remove(p),
            };
        }
        self.memo = memo;
        r
    }

    fn one(&mut self, v: Value, ix: &[Ix]) -> Res<ExprId> {
        Ok(self.read(v, ix)?[0])
    }

    /// Result `index` of `op`, of type `t`, at coordinates `ix`.
    pub(crate) fn read_op(&mut self, op: &OpData, index: u32, t: &TensorType, ix: &[Ix]) -> Res<Comps> {
        let arg = |i: usize| op.operands[i];
        let g = self.g;
        let arg_ty = |i: usize| g.tensor(op.operands[i]).clone();
        // Scalars broadcast in select and clamp.
        let at = |v: Value| if g.tensor(v).rank() == 0 { Vec::new() } else { ix.to_vec() };
        match &op.op {
            Op::Unary(u) => {
                let x = self.read(arg(0), ix)?;
                scalar::unary(&mut self.k, *u, arg_ty(0).dtype, &x)
            }
            Op::Binary(o) => {
                let (x, y) = (self.read(arg(0), ix)?, self.read(arg(1), ix)?);
                scalar::binary(&mut self.k, *o, arg_ty(0).dtype, &x, &y)
            }
            Op::Compare { direction, compare_type } => {
                let (x, y) = (self.read(arg(0), ix)?, self.read(arg(1), ix)?);
                let total = *compare_type == Some(CompareType::TotalOrder);
                Ok(smallvec![scalar::compare(&mut self.k, *direction, total, arg_ty(0).dtype, &x, &y)])
            }
            Op::Select {} => {
                let c = self.one(arg(0), &at(arg(0)))?;
                let (x, y) = (self.read(arg(1), ix)?, self.read(arg(2), ix)?);
                Ok(x.iter().zip(&y).map(|(&x, &y)| self.k.select(c, x, y)).collect())
            }
            Op::Clamp {} => {
                let lo = self.read(arg(0), &at(arg(0)))?;
                let x = self.read(arg(1), ix)?;
                let hi = self.read(arg(2), &at(arg(2)))?;
                scalar::clamp(&mut self.k, t.dtype, &lo, &x, &hi)
            }
            Op::Fma {} => {
                let (a, b, c) = (self.read(arg(0), ix)?, self.read(arg(1), ix)?, self.read(arg(2), ix)?);
                Ok(smallvec![scalar::fma(&mut self.k, t.dtype, a[0], b[0], c[0])])
            }
            Op::Convert {} => {
                let x = self.read(arg(0), ix)?;
                Ok(scalar::convert(&mut self.k, arg_ty(0).dtype, t.dtype, &x))
            }
            Op::ReducePrecision { exponent_bits, mantissa_bits } => {
                let x = self.read(arg(0), ix)?;
                let part = t.dtype.real_part();
                Ok(x.iter()
                    .map(|&x| scalar::reduce_precision(&mut self.k, part, *exponent_bits, *mantissa_bits, x))
                    .collect())
            }
            Op::Map { .. } => {
                let args = op.operands.iter().map(|&v| self.read(v, ix)).collect::<Res<Vec<_>>>()?;
                let r = self.inline_region(op.regions[0], &args)?;
                Ok(r[index as usize].clone())
            }
            Op::BitcastConvert {} => self.bitcast(arg(0), t, ix),
            Op::Constant { value } => Ok(self.literal(value, t, ix)),
            Op::Iota { iota_dimension } => {
                let x = self.coord(&ix[*iota_dimension as usize]);
                Ok(scalar::convert(&mut self.k, DType::I64, t.dtype, &smallvec![x]))
            }
            Op::GetDimensionSize { dimension } => {
                let n = arg_ty(0).dims[*dimension as usize];
                Ok(smallvec![self.k.int(Elem::I32, n)])
            }
            Op::BroadcastInDim { broadcast_dimensions } => {
                let dims = arg_ty(0).dims;
                let at: Vec<Ix> = (0..dims.len())
                    .map(|i| if dims[i] == 1 { Ix::constant(0) } else { ix[broadcast_dimensions[i] as usize].clone() })
                    .collect();
                self.read(arg(0), &at)
            }
            Op::Reshape {} => {
                let at = self.reshape_ix(ix, &t.dims, &arg_ty(0).dims);
                self.read(arg(0), &at)
            }
            Op::OptimizationBarrier {} => self.read(arg(index as usize), ix),
            Op::Transpose { permutation } => {
                let mut at = vec![Ix::constant(0); ix.len()];
                for (i, &p) in permutation.iter().enumerate() {
                    at[p as usize] = ix[i].clone();
                }
                self.read(arg(0), &at)
            }
            Op::Slice { start_indices, strides, .. } => {
                let at: Vec<Ix> =
                    ix.iter().enumerate().map(|(d, x)| x.scale(strides[d]).offset(start_indices[d])).collect();
                self.read(arg(0), &at)
            }
            Op::Reverse { dimensions } => {
                let mut at = ix.to_vec();
                for &d in dimensions {
                    let d = d as usize;
                    at[d] = ix[d].scale(-1).offset(t.dims[d] - 1);
                }
                self.read(arg(0), &at)
            }
            Op::Pad { edge_padding_low, interior_padding, .. } => {
                let dims = arg_ty(0).dims;
                let (mut atoms, mut at) = (Vec::new(), Vec::new());
                for (d, x) in ix.iter().enumerate() {
                    let step = interior_padding[d] + 1;
                    let x = x.offset(-edge_padding_low[d]);
                    atoms.push(Atom::Range(x.clone(), 0, (dims[d] - 1) * step + 1));
                    atoms.push(Atom::Divides(x.clone(), step));
                    at.push(self.div_mod(&x, step).0);
                }
                let (v, pad) = (arg(0), arg(1));
                if dims.contains(&0) {
                    return self.read(pad, &[]);
                }
                self.read_or(&atoms, v, &at, pad)
            }
            Op::Concatenate { dimension } => self.concatenate(op, *dimension as usize, ix),
            Op::DynamicSlice { slice_sizes } => {
                let dims = arg_ty(0).dims;
                let mut at = ix.to_vec();
                for d in 0..dims.len() {
                    let start = self.start_index(arg(1 + d), &[], dims[d] - slice_sizes[d])?;
                    at[d] = ix[d].add(&start);
                }
                self.read(arg(0), &at)
            }
            Op::Gather { dims, slice_sizes, .. } => self.gather(op, dims, slice_sizes, ix),
            other => Err(format!("{} cannot be read in place", other.name())),
        }
    }

    /// `v` at `at` where the atoms hold, else the scalar `other`.
    fn read_or(&mut self, atoms: &[Atom], v: Value, at: &[Ix], other: Value) -> Res<Comps> {
        let pad = self.read(other, &[])?;
        let atoms: Vec<Atom> = atoms.iter().filter(|a| !self.proven(a)).cloned().collect();
        let when = Pred(self.guards.iter().chain(&atoms).cloned().collect());
        let (x, cond) = self.guarded(&atoms, |b| b.read(v, at))?;
        Ok(x.iter()
            .zip(&pad)
            .map(|(&x, &p)| match self.k.expr(x).clone() {
                // A plain load takes the value itself.
                Expr::Load { buf, index, when: w, .. } if w == when && !atoms.is_empty() => {
                    let elem = self.k.elem(x);
                    self.k.add_expr(elem, Expr::Load { buf, index, when: w, other: Some(p) })
                }
                _ => self.k.select(cond, x, p),
            })
            .collect())
    }

    fn concatenate(&mut self, op: &OpData, d: usize, ix: &[Ix]) -> Res<Comps> {
        let mut start = 0;
        let mut pieces = Vec::new();
        let known = ix[d].as_const().filter(|c| (0..self.g.tensor(op.results[0]).dims[d]).contains(c));
        for &v in &op.operands {
            let n = self.g.tensor(v).dims[d];
            let here = known.is_none_or(|c| (start..start + n).contains(&c));
            if n > 0 && here {
                let mut at = ix.to_vec();
                at[d] = ix[d].offset(-start);
                let (x, _) = self.guarded(&[Atom::Range(at[d].clone(), 0, n)], |b| b.read(v, &at))?;
                pieces.push((start + n, x));
            }
            start += n;
        }
        let Some((_, mut r)) = pieces.pop() else { return Err("an empty concatenation is read".into()) };
        let x = self.coord(&ix[d]);
        for (end, piece) in pieces.into_iter().rev() {
            let end = self.k.int(Elem::I64, end);
            let before = self.k.cmp(CmpOp::SLt, x, end);
            r = piece.iter().zip(&r).map(|(&p, &r)| self.k.select(before, p, r)).collect();
        }
        Ok(r)
    }

    /// The run-time integer `v` at `ix`, clamped to `[0, max]`.
    pub(crate) fn start_index(&mut self, v: Value, ix: &[Ix], max: i64) -> Res<Ix> {
        let dtype = self.g.tensor(v).dtype;
        let max = max.max(0);
        if max == 0 {
            return Ok(Ix::constant(0));
        }
        if let Some(start) = self.known_start(v) {
            return Ok(Ix::constant(start.clamp(0, max)));
        }
        // In its own type, of which vectors have more lanes than of I64; a bound that it cannot exceed is none.
        let mut x = self.one(v, ix)?;
        if let Some(known) = affine::coordinate(&self.k, &self.guards, x, max) {
            return Ok(known);
        }
        let elem = self.k.elem(x);
        let (signed, bits) = (dtype.is_signed_int(), elem.bytes() * 8 - u32::from(dtype.is_signed_int()));
        if signed {
            let zero = self.k.int(elem, 0);
            x = self.k.bin(BinOp::SMax, x, zero);
        }
        if bits >= 63 || max >> bits == 0 {
            let hi = self.k.int(elem, max);
            x = self.k.bin(if signed { BinOp::SMin } else { BinOp::UMin }, x, hi);
        }
        Ok(Ix::value(self.k.cast(CastOp::ZExt, x, Elem::I64)))
    }

    /// An element of a constant of that type, if all are equal.
    fn equal_elements(&mut self, v: Value, t: &TensorType) -> Option<Comps> {
        let (dtype, bytes) = equal_element(self.g, v)?;
        (dtype == t.dtype).then(|| self.constant(t, bytes))
    }

    /// An element with these bytes, as the kernel sees it.
    fn constant(&mut self, t: &TensorType, bytes: &[u8]) -> Comps {
        let dtype = self.viewed(t).dtype;
        scalar::constant(&mut self.k, dtype, bytes)
    }

    /// A start index that is the same everywhere and known.
    fn known_start(&self, v: Value) -> Option<i64> {
        let (dtype, bytes) = equal_element(self.g, v)?;
        hloom_num::scalar::read(dtype, bytes).as_index()
    }

    fn gather(&mut self, op: &OpData, d: &GatherDims, sizes: &[i64], ix: &[Ix]) -> Res<Comps> {
        let (operand, indices) = (op.operands[0], op.operands[1]);
        let from = self.g.tensor(operand);
        if sizes.contains(&0) || from.num_elements() == 0 {
            // There is nothing to read: zeros, as XLA gives.
            return Ok(self.constant(from, &[0; 16][..from.dtype.byte_size()]));
        }
        let (dims, index_rank) = (self.g.tensor(operand).dims.to_vec(), self.g.tensor(indices).rank());
        let batch: Vec<Ix> =
            (0..ix.len()).filter(|i| !d.offset_dims.contains(&(*i as i64))).map(|i| ix[i].clone()).collect();
        let vector = d.index_vector_dim as usize;
        // Coordinates in start_indices of component `c` of the index vector.
        let index_at = |c: i64| -> Vec<Ix> {
            let mut rest = batch.iter().cloned();
            (0..index_rank)
                .map(|i| if i == vector { Ix::constant(c) } else { rest.next().unwrap_or_default() })
                .collect()
        };
        let mut at = vec![Ix::constant(0); dims.len()];
        for (c, &o) in d.start_index_map.iter().enumerate() {
            let o = o as usize;
            at[o] = self.start_index(indices, &index_at(c as i64), dims[o] - sizes[o])?;
        }
        for (&o, &i) in d.operand_batching_dims.iter().zip(&d.start_indices_batching_dims) {
            let n = i as usize - usize::from(i as usize > vector);
            at[o as usize] = batch[n].clone();
        }
        let dropped =
            |o: usize| d.collapsed_slice_dims.contains(&(o as i64)) || d.operand_batching_dims.contains(&(o as i64));
        let mut offsets = d.offset_dims.iter();
        for o in (0..dims.len()).filter(|&o| !dropped(o)) {
            let i = *offsets.next().ok_or("gather has too few offset dimensions")? as usize;
            at[o] = at[o].add(&ix[i]);
        }
        self.read(operand, &at)
    }

    fn bitcast(&mut self, v: Value, t: &TensorType, ix: &[Ix]) -> Res<Comps> {
        let from = self.g.tensor(v).dtype;
        if from == t.dtype {
            return self.read(v, ix);
        }
        let (from_bits, to_bits) = (from.bits(), t.dtype.bits());
        let x = if from_bits == to_bits {
            let x = self.one(v, ix)?;
            scalar::bitcast(&mut self.k, from, t.dtype, x)
        } else if let (true, Some((part, at))) = (from_bits > to_bits, ix.split_last()) {
            let x = self.one(v, at)?;
            let part = self.coord(part);
            scalar::bits_part(&mut self.k, from, t.dtype, x, part)
        } else {
            let parts = (0..i64::from(to_bits / from_bits))
                .map(|i| {
                    let mut at = ix.to_vec();
                    at.push(Ix::constant(i));
                    self.one(v, &at)
                })
                .collect::<Res<Vec<_>>>()?;
            scalar::bits_join(&mut self.k, from, t.dtype, &parts)
        };
        Ok(smallvec![x])
    }

    /// A literal at coordinates.
    fn literal(&mut self, value: &Literal, t: &TensorType, ix: &[Ix]) -> Comps {
        if let Some(bytes) = value.splat_bytes() {
            return self.constant(t, bytes);
        }
        if let Some(at) = ix.iter().map(Ix::as_const).collect::<Option<Vec<i64>>>() {
            let linear: i64 = at.iter().zip(strides(&t.dims)).map(|(x, s)| x * s).sum();
            // Under a guard the coordinates may lie outside.
            if (0..value.num_elements() as i64).contains(&linear) {
                return self.constant(t, value.element_bytes(linear as usize));
            }
        }
        self.load_value(Param::Const(value.clone()), t, ix)
    }
}

/// The type and the bytes of each element of a constant whose elements are equal.
pub(crate) fn equal_element(g: &Graph, v: Value) -> Option<(DType, &[u8])> {
    let Op::Constant { value } = &g.def_op(v)?.1.op else { return None };
    Some((value.dtype(), value.splat_bytes()?))
}
