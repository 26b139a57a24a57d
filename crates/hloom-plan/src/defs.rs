//! Ops that become Defs of a kernel: reductions, contractions, windows, and the outs of a kernel's roots.

use crate::read::{DefRef, KernelBuilder, Param, buffer_dims};
use crate::scalar::{self, Comps, Exprs, Res};
use crate::templates::iota_dimension;
use hloom_ir::attrs::{ConvDims, I64s, Padding};
use hloom_ir::{Op, OpData, OpId, Region, TensorType, Value, ValueDef};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, DTypeKind};
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{Atom, AxisId, Body, Comb, DefId, Expr, ExprId, Kernel, Out, Pred, Role};
use hloom_tile::loop_ir::{BinOp, CmpOp, Elem};
use smallvec::smallvec;

/// A name for printing.
pub(crate) fn short_name(op: &Op, v: Value) -> String {
    let full = op.name();
    format!("{}{}", full.rsplit('.').next().unwrap_or(full), v.0)
}

/// A reduction's parts before they become a Def.
struct Fold {
    over: Vec<AxisId>,
    comb: Comb,
    init: Vec<ExprId>,
    args: Vec<ExprId>,
    when: Vec<Atom>,
    /// The body, if combining with `init` more than once might change the result.
    once: Option<Region>,
}

impl KernelBuilder<'_> {
    /// Gives `v` a Def over these axes.
    pub(crate) fn define(&mut self, v: Value, axes: Vec<AxisId>, which: Vec<usize>) -> Res<()> {
        let g = self.g;
        let ValueDef::Result(id, _) = g.value(v).def else { return Err("a parameter has no Def".into()) };
        let op = g.op(id);
        self.note(id);
        let t = g.tensor(v).clone();
        let ix = Self::axes_ix(t.rank(), &axes, &which);
        let fold = match &op.op {
            Op::Reduce { dimensions } => self.reduce(op, dimensions, &axes, &ix)?,
            Op::DotGeneral { .. } => self.dot(op, &t, &axes, &ix)?,
            Op::Convolution { .. } => self.convolution(op, &t, &axes, &ix)?,
            Op::ReduceWindow { .. } => self.reduce_window(op, &axes, &ix)?,
            _ => {
                self.define_map(v, axes, which)?;
                return Ok(());
            }
        };
        self.fold_def(op, fold, axes, which)
    }

    /// Adds the Def of a reduction, and a Def that rounds if an element type asks for it.
    fn fold_def(&mut self, op: &OpData, mut fold: Fold, axes: Vec<AxisId>, which: Vec<usize>) -> Res<()> {
        let name = short_name(&op.op, op.results[0]);
        let empty = fold.over.iter().any(|&a| self.k.extent(a) == 0);
        fold.when.retain(|a| !self.proven(a));
        let tys: Vec<Elem> = fold.init.iter().map(|&e| self.k.elem(e)).collect();
        let mut def = match fold.once {
            _ if empty => self.k.add_def(name.clone(), axes.clone(), tys.clone(), Body::Map(fold.init)),
            Some(region) => self.fold_from_nothing(&name, fold, region, &axes)?,
            None => {
                let Fold { over, comb, init, args, when, .. } = fold;
                let body = Body::Reduce { over, comb, init, args, when: Pred(when) };
                self.k.add_def(name.clone(), axes.clone(), tys.clone(), body)
            }
        };
        let types: Vec<DType> = op.results.iter().map(|&r| self.g.tensor(r).dtype).collect();
        if types.iter().any(|&t| scalar::is_narrow(t)) {
            let index: Vec<Ix> = axes.iter().map(|&a| Ix::axis(a)).collect();
            let parts: Vec<DType> =
                types.iter().flat_map(|t| std::iter::repeat_n(*t, if t.is_complex() { 2 } else { 1 })).collect();
            let rounded: Vec<ExprId> = parts
                .iter()
                .enumerate()
                .map(|(c, &t)| {
                    let x = self.k.add_expr(tys[c], Expr::Read(def, c as u32, index.clone()));
                    self.k.round(t, x)
                })
                .collect();
            def = self.k.add_def(format!("{name}r"), axes, tys, Body::Map(rounded));
        }
        let mut first = 0;
        for (&r, t) in op.results.iter().zip(&types) {
            self.defs.insert(r, DefRef { def, first, dims: which.clone() });
            first += if t.is_complex() { 2 } else { 1 };
        }
        Ok(())
    }

    /// A fold that has one more component, whether there is a value yet, and starts without one; then a Def that combines
    /// `init` with what came out.
    fn fold_from_nothing(&mut self, name: &str, fold: Fold, region: Region, axes: &[AxisId]) -> Res<DefId> {
        let Fold { over, comb, init, mut args, when, .. } = fold;
        let n = init.len();
        let mut tys: Vec<Elem> = init.iter().map(|&e| self.k.elem(e)).collect();
        tys.push(Elem::I1);
        let param = |b: &mut Self, i: usize| b.k.add_expr(tys[i % (n + 1)], Expr::Param(i as u32));
        let all: Vec<ExprId> = (0..2 * (n + 1)).map(|i| param(self, i)).collect();
        let (acc, new) = all.split_at(n + 1);
        let (a, b) = (Comps::from_slice(&acc[..n]), Comps::from_slice(&new[..n]));
        let both = self.unguarded(|k| k.inline_region(region, &[a, b]))?.concat();
        let k = &mut self.k;
        let mut results: Vec<ExprId> = (0..n)
            .map(|i| {
                let some = k.select(new[n], both[i], acc[i]);
                k.select(acc[n], some, new[i])
            })
            .collect();
        results.push(k.bin(BinOp::Or, acc[n], new[n]));
        let commutes = !matches!(comb, Comb::Custom { commutes: false, .. });
        let mut nothing: Vec<ExprId> = tys[..n].iter().map(|&t| k.zero(t)).collect();
        nothing.push(k.int(Elem::I1, 0));
        args.push(k.int(Elem::I1, 1));
        let body =
            Body::Reduce { over, comb: Comb::Custom { results, commutes }, init: nothing, args, when: Pred(when) };
        let def = k.add_def(name, axes.to_vec(), tys.clone(), body);
        let index: Vec<Ix> = axes.iter().map(|&a| Ix::axis(a)).collect();
        let read: Vec<ExprId> = (0..=n).map(|i| k.add_expr(tys[i], Expr::Read(def, i as u32, index.clone()))).collect();
        let total = [Comps::from_slice(&init), Comps::from_slice(&read[..n])];
        let total = self.inline_region(region, &total)?.concat();
        let value = (0..n).map(|i| self.k.select(read[n], total[i], init[i])).collect();
        tys.pop();
        Ok(self.k.add_def(format!("{name}i"), axes.to_vec(), tys, Body::Map(value)))
    }

    /// The body of a fold of one operand, unless combining with `init` any number of times is known to change nothing.
    /// Bodies of several operands, and unknown ones that start at a constant, are taken for the monoids that the
    /// specification asks for.
    fn once(&self, region: Region, operands: &[Value], comb: &Comb, init: &[ExprId]) -> Option<Region> {
        let ([operand], Comb::Custom { .. }) = (operands, comb) else { return None };
        let t = self.g.tensor(*operand).dtype;
        let constant = |e: &ExprId| match self.k.expr(*e) {
            Expr::Float(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        };
        let single = single_binary(self.g, region);
        // Not associative, so results are open: in order from `init`, as the interpreter and XLA's CPU compiler have it.
        if matches!(single, Some(BinaryOp::Subtract | BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::Power)) {
            return None;
        }
        let neutral = match single {
            Some(BinaryOp::Maximum | BinaryOp::Minimum) => true,
            Some(b) if t.is_complex() => match init.iter().map(constant).collect::<Option<Vec<f64>>>().as_deref() {
                Some([x, y]) => *y == 0.0 && matches!((b, *x), (BinaryOp::Add, 0.0) | (BinaryOp::Multiply, 1.0)),
                _ => false,
            },
            Some(b) => bin_op(b, t).is_some_and(|b| is_identity(&self.k, b, t, init[0])),
            None => init.iter().all(|e| matches!(self.k.expr(*e), Expr::Float(_) | Expr::Int(_))),
        };
        (!neutral).then_some(region)
    }

    /// An axis to reduce dimension `d` of `v` over: the one that `v`'s own Def has there, else any of that extent.
    fn over_axis(&mut self, v: Value, d: usize, taken: &[AxisId]) -> AxisId {
        let extent = self.g.tensor(v).dims[d];
        let own = self.defs.get(&v).and_then(|r| {
            let n = r.dims.iter().position(|&x| x == d)?;
            Some(self.k.def(r.def).axes[n])
        });
        match own {
            Some(a) if !taken.contains(&a) => a,
            _ => self.axis_like(extent, taken),
        }
    }

    fn reduce(&mut self, op: &OpData, dimensions: &I64s, axes: &[AxisId], ix: &[Ix]) -> Res<Fold> {
        let n = op.operands.len() / 2;
        let rank = self.g.tensor(op.operands[0]).rank();
        let (mut over, mut at) = (Vec::new(), vec![Ix::constant(0); rank]);
        let mut kept = ix.iter();
        for d in 0..rank {
            if dimensions.contains(&(d as i64)) {
                if self.g.tensor(op.operands[0]).dims[d] != 1 {
                    let taken: Vec<AxisId> = axes.iter().chain(&over).copied().collect();
                    let a = self.over_axis(op.operands[0], d, &taken);
                    over.push(a);
                    at[d] = Ix::axis(a);
                }
            } else {
                at[d] = kept.next().cloned().unwrap_or_default();
            }
        }
        let args = self.read_all(&op.operands[..n], &at)?;
        let init = self.read_all(&op.operands[n..], &[])?;
        let counted = n == 2 && self.counts_up(op.operands[1], dimensions);
        let comb = self.combiner(op.regions[0], &op.operands[..n], counted)?;
        let once = self.once(op.regions[0], &op.operands[..n], &comb, &init);
        Ok(Fold { over, comb, init, args, when: Vec::new(), once })
    }

    /// True if the elements of `v` grow in the order in which these dimensions are reduced.
    fn counts_up(&self, v: Value, dimensions: &I64s) -> bool {
        let t = self.g.tensor(v);
        let axis = match self.g.def_op(v) {
            Some((_, OpData { op: Op::BroadcastInDim { broadcast_dimensions }, operands, .. })) => {
                iota_dimension(self.g, operands[0]).map(|d| broadcast_dimensions[d as usize])
            }
            _ => iota_dimension(self.g, v),
        };
        let Some(axis) = axis else { return false };
        let size = |d: i64| t.dims[d as usize];
        let last = Scalar::highest(t.dtype).and_then(Scalar::as_i64).unwrap_or(i64::MAX);
        size(axis) - 1 <= last && dimensions.iter().all(|&d| d == axis || size(d) == 1)
    }

    fn read_all(&mut self, vs: &[Value], ix: &[Ix]) -> Res<Vec<ExprId>> {
        let mut out = Vec::new();
        for &v in vs {
            out.extend(self.read(v, ix)?);
        }
        Ok(out)
    }

    /// The combiner of a region over `(acc.., new..)` of the operands' element types. `counted`: the second operand counts
    /// up, so that the first of several elements is the one of the smallest index.
    fn combiner(&mut self, region: Region, operands: &[Value], counted: bool) -> Res<Comb> {
        let types: Vec<DType> = operands.iter().map(|&v| self.g.tensor(v).dtype).collect();
        if let [t] = types[..]
            && let Some(op) = single_binary(self.g, region)
            && let Some(b) = bin_op(op, t)
        {
            return Ok(Comb::Bin(b));
        }
        self.general_combiner(region, &types, counted)
    }

    /// As [`KernelBuilder::combiner`], the region as it stands: it rounds where its ops do.
    fn general_combiner(&mut self, region: Region, types: &[DType], counted: bool) -> Res<Comb> {
        let mut next = 0;
        let mut set = |b: &mut Self| -> Vec<Comps> {
            types
                .iter()
                .map(|t| {
                    (0..if t.is_complex() { 2 } else { 1 })
                        .map(|_| {
                            next += 1;
                            b.k.add_expr(Kernel::compute_elem(*t), Expr::Param(next - 1))
                        })
                        .collect()
                })
                .collect()
        };
        let (acc, new) = (set(self), set(self));
        if let Some(arg) = crate::body::arg_extreme(self.g, region, types)
            && (counted || !types[0].is_float())
        {
            let results = crate::body::arg_extreme_results(&mut self.k, arg, types, &acc, &new);
            return Ok(Comb::Custom { results, commutes: true });
        }
        let both: Vec<Comps> = acc.iter().chain(&new).cloned().collect();
        let swapped: Vec<Comps> = new.iter().chain(&acc).cloned().collect();
        let results = self.unguarded(|b| b.inline_region(region, &both))?.concat();
        let other = self.unguarded(|b| b.inline_region(region, &swapped))?.concat();
        let commutes = {
            let mut memo = crate::body::Canon::default();
            let a: Vec<_> = results.iter().map(|&e| crate::body::canonical(&self.k, e, &mut memo)).collect();
            let b: Vec<_> = other.iter().map(|&e| crate::body::canonical(&self.k, e, &mut memo)).collect();
            a == b
        };
        Ok(Comb::Custom { results, commutes })
    }

    fn dot(&mut self, op: &OpData, t: &TensorType, axes: &[AxisId], ix: &[Ix]) -> Res<Fold> {
        let Op::DotGeneral { dims, .. } = &op.op else { return Err("not a product".into()) };
        let (lhs, rhs) = (op.operands[0], op.operands[1]);
        let (lt, rt) = (self.g.tensor(lhs).clone(), self.g.tensor(rhs).clone());
        let mut li = vec![Ix::constant(0); lt.rank()];
        let mut ri = vec![Ix::constant(0); rt.rank()];
        let mut result = ix.iter().cloned();
        for (&l, &r) in dims.lhs_batching.iter().zip(&dims.rhs_batching) {
            let x = result.next().unwrap_or_default();
            li[l as usize] = x.clone();
            ri[r as usize] = x;
        }
        let mut over = Vec::new();
        for (&l, &r) in dims.lhs_contracting.iter().zip(&dims.rhs_contracting) {
            if lt.dims[l as usize] != 1 {
                let taken: Vec<AxisId> = axes.iter().chain(&over).copied().collect();
                let a = self.over_axis(lhs, l as usize, &taken);
                over.push(a);
                li[l as usize] = Ix::axis(a);
                ri[r as usize] = Ix::axis(a);
            }
        }
        let free = |batching: &I64s, contracting: &I64s, d: usize| {
            !batching.contains(&(d as i64)) && !contracting.contains(&(d as i64))
        };
        for d in (0..lt.rank()).filter(|&d| free(&dims.lhs_batching, &dims.lhs_contracting, d)) {
            li[d] = result.next().unwrap_or_default();
        }
        for d in (0..rt.rank()).filter(|&d| free(&dims.rhs_batching, &dims.rhs_contracting, d)) {
            ri[d] = result.next().unwrap_or_default();
        }
        let a = self.read(lhs, &li)?;
        let b = self.read(rhs, &ri)?;
        self.product(t.dtype, (lt.dtype, a), (rt.dtype, b), over, Vec::new())
    }

    /// Sum of products over axes, in the kind that accumulates the result type.
    fn product(
        &mut self,
        out: DType,
        a: (DType, Comps),
        b: (DType, Comps),
        over: Vec<AxisId>,
        when: Vec<Atom>,
    ) -> Res<Fold> {
        let k = &mut self.k;
        // Factors are exact in the accumulator's kind; narrow floats stay as they are loaded.
        let factor = |k: &mut Kernel, (t, x): (DType, Comps)| {
            if t.is_float() && out.is_float() && Kernel::compute_elem(t) == Kernel::compute_elem(out) {
                x
            } else {
                scalar::convert(k, t, if scalar::is_narrow(out) && out.is_float() { DType::F32 } else { out }, &x)
            }
        };
        let (x, y) = (factor(k, a), factor(k, b));
        let elem = Kernel::compute_elem(out);
        if out.is_complex() {
            let p = scalar::binary(k, BinaryOp::Multiply, out, &x, &y)?;
            let zero = k.float(elem, 0.0);
            let params: Vec<ExprId> = (0..4).map(|i| k.add_expr(elem, Expr::Param(i))).collect();
            let results = vec![k.fadd(params[0], params[2]), k.fadd(params[1], params[3])];
            let comb = Comb::Custom { results, commutes: true };
            return Ok(Fold { over, comb, init: vec![zero, zero], args: p.to_vec(), when, once: None });
        }
        if out.is_bool() {
            let p = k.bin(BinOp::And, x[0], y[0]);
            let init = k.int(Elem::I1, 0);
            return Ok(Fold { over, comb: Comb::Bin(BinOp::Or), init: vec![init], args: vec![p], when, once: None });
        }
        let zero = k.zero(elem);
        Ok(Fold { over, comb: Comb::Fma, init: vec![zero], args: vec![x[0], y[0]], when, once: None })
    }

    fn convolution(&mut self, op: &OpData, t: &TensorType, axes: &[AxisId], ix: &[Ix]) -> Res<Fold> {
        let Op::Convolution {
            window_strides,
            padding,
            lhs_dilation,
            rhs_dilation,
            window_reversal,
            dims,
            feature_group_count,
            batch_group_count,
            ..
        } = &op.op
        else {
            return Err("not a convolution".into());
        };
        let d: &ConvDims = dims;
        let (lhs, rhs) = (op.operands[0], op.operands[1]);
        let (lt, rt) = (self.g.tensor(lhs).clone(), self.g.tensor(rhs).clone());
        let (mut li, mut ri) = (vec![Ix::constant(0); lt.rank()], vec![Ix::constant(0); rt.rank()]);
        let (mut over, mut when) = (Vec::new(), Vec::new());
        let taken = |over: &[AxisId]| -> Vec<AxisId> { axes.iter().chain(over).copied().collect() };
        for s in 0..d.input_spatial.len() {
            let (l, r) = (d.input_spatial[s] as usize, d.kernel_spatial[s] as usize);
            let get = |v: &Option<I64s>| v.as_ref().and_then(|v| v.get(s).copied()).unwrap_or(1);
            let (stride, ld, rd) = (get(window_strides), get(lhs_dilation), get(rhs_dilation));
            let low = padding.as_ref().and_then(|p| p.0.get(s)).map_or(0, |p| p.0);
            let size = rt.dims[r];
            let tap = if size == 1 {
                Ix::constant(0)
            } else {
                let a = self.axis_like(size, &taken(&over));
                over.push(a);
                Ix::axis(a)
            };
            let reversed = window_reversal.as_ref().is_some_and(|w| w.get(s) == Some(&true));
            ri[r] = if reversed { tap.scale(-1).offset(size - 1) } else { tap.clone() };
            let x = ix[d.output_spatial[s] as usize].scale(stride).add(&tap.scale(rd)).offset(-low);
            when.push(Atom::Range(x.clone(), 0, (lt.dims[l] - 1) * ld + 1));
            when.push(Atom::Divides(x.clone(), ld));
            li[l] = self.div_mod(&x, ld).0;
        }
        let (i, o) = (d.kernel_input_feature as usize, d.kernel_output_feature as usize);
        let feature = ix[d.output_feature as usize].clone();
        let channel = if rt.dims[i] == 1 {
            Ix::constant(0)
        } else {
            let a = self.axis_like(rt.dims[i], &taken(&over));
            over.push(a);
            Ix::axis(a)
        };
        ri[i] = channel.clone();
        ri[o] = feature.clone();
        li[d.input_feature as usize] = if *feature_group_count > 1 {
            let group = self.div_mod(&feature, rt.dims[o] / feature_group_count).0;
            group.scale(rt.dims[i]).add(&channel)
        } else {
            channel
        };
        let batch = ix[d.output_batch as usize].clone();
        li[d.input_batch as usize] = if *batch_group_count > 1 {
            let group = self.div_mod(&feature, rt.dims[o] / batch_group_count).0;
            group.scale(lt.dims[d.input_batch as usize] / batch_group_count).add(&batch)
        } else {
            batch
        };
        let a = self.read(lhs, &li)?;
        let b = self.read(rhs, &ri)?;
        self.product(t.dtype, (lt.dtype, a), (rt.dtype, b), over, when)
    }

    fn reduce_window(&mut self, op: &OpData, axes: &[AxisId], ix: &[Ix]) -> Res<Fold> {
        let Op::ReduceWindow { window_dimensions, window_strides, base_dilations, window_dilations, padding } = &op.op
        else {
            return Err("not a reduce_window".into());
        };
        let n = op.operands.len() / 2;
        let dims = self.g.tensor(op.operands[0]).dims.to_vec();
        let window = Window::new(window_dimensions, window_strides, base_dilations, window_dilations, padding);
        let (mut over, mut when, mut at) = (Vec::new(), Vec::new(), Vec::new());
        for d in 0..dims.len() {
            let tap = if window.size[d] == 1 {
                Ix::constant(0)
            } else {
                let taken: Vec<AxisId> = axes.iter().chain(&over).copied().collect();
                let a = self.axis_like(window.size[d], &taken);
                over.push(a);
                Ix::axis(a)
            };
            let x = ix[d].scale(window.stride[d]).add(&tap.scale(window.dilation[d])).offset(-window.low[d]);
            when.push(Atom::Range(x.clone(), 0, (dims[d] - 1) * window.base[d] + 1));
            when.push(Atom::Divides(x.clone(), window.base[d]));
            at.push(self.div_mod(&x, window.base[d]).0);
        }
        let init = self.read_all(&op.operands[n..], &[])?;
        let dtype = self.g.tensor(op.operands[0]).dtype;
        let single = single_binary(self.g, op.regions[0]).filter(|_| n == 1).and_then(|b| bin_op(b, dtype));
        // A sliding sum of narrow floats is rounded at each step, as the body says: windows are short.
        let comb = match single {
            Some(b) if rounds(b, dtype) => self.general_combiner(op.regions[0], &[dtype], false)?,
            _ => self.combiner(op.regions[0], &op.operands[..n], false)?,
        };
        // Padding holds the init value: it may be left out only where combining with it changes nothing.
        if single.is_some_and(|b| is_identity(&self.k, b, dtype, init[0])) {
            let args = self.read_all(&op.operands[..n], &at)?;
            return Ok(Fold { over, comb, init, args, when, once: None });
        }
        let (args, cond) = self.guarded(&when, |b| b.read_all(&op.operands[..n], &at))?;
        let args = args.iter().zip(&init).map(|(&a, &i)| self.k.select(cond, a, i)).collect();
        let once = self.once(op.regions[0], &op.operands[..n], &comb, &init);
        Ok(Fold { over, comb, init, args, when: Vec::new(), once })
    }

    /// The index of the element that each window of `select_and_scatter` selects (I64, -1 for none), as a kernel whose
    /// only out is `index`; first of its two kernels.
    pub(crate) fn select_index(&mut self, id: OpId, index: Param) -> Res<()> {
        let g = self.g;
        let op = g.op(id);
        let Op::SelectAndScatter { window_dimensions, window_strides, padding } = &op.op else {
            return Err("not a select_and_scatter".into());
        };
        let (operand, source) = (op.operands[0], op.operands[1]);
        let (ot, st) = (g.tensor(operand).clone(), g.tensor(source).clone());
        let w = Window::of_scatter(window_dimensions, window_strides, padding, ot.rank());
        let (axes, which) = self.def_axes(&st.dims, &[]);
        let ix = Self::axes_ix(st.rank(), &axes, &which);
        let (mut over, mut when, mut at) = (Vec::new(), Vec::new(), Vec::new());
        for d in 0..ot.rank() {
            let tap = if w.size[d] == 1 {
                Ix::constant(0)
            } else {
                let taken: Vec<AxisId> = axes.iter().chain(&over).copied().collect();
                let a = self.axis_like(w.size[d], &taken);
                over.push(a);
                Ix::axis(a)
            };
            let x = ix[d].scale(w.stride[d]).add(&tap).offset(-w.low[d]);
            when.push(Atom::Range(x.clone(), 0, ot.dims[d]));
            at.push(x);
        }
        let mut args: Vec<ExprId> = self.read(operand, &at)?.to_vec();
        let linear =
            at.iter().zip(crate::read::strides(&ot.dims)).fold(Ix::constant(0), |a, (x, s)| a.add(&x.scale(s)));
        args.push(self.coord(&linear));
        let elem = Kernel::compute_elem(ot.dtype);
        let parts = args.len() as u32 - 1;
        let mut init: Vec<ExprId> = (0..parts).map(|_| self.k.zero(elem)).collect();
        init.push(self.k.int(Elem::I64, -1));
        let param = |b: &mut Self, i: u32| {
            let e = if i % (parts + 1) == parts { Elem::I64 } else { elem };
            b.k.add_expr(e, Expr::Param(i))
        };
        let acc: Vec<ExprId> = (0..=parts).map(|i| param(self, i)).collect();
        let new: Vec<ExprId> = (parts + 1..2 * parts + 2).map(|i| param(self, i)).collect();
        let value = |v: &[ExprId]| Comps::from_slice(&v[..parts as usize]);
        let keep = self.unguarded(|b| b.inline_region(op.regions[0], &[value(&acc), value(&new)]))?[0][0];
        let zero = self.k.int(Elem::I64, 0);
        let some = |k: &mut Kernel, i: ExprId| k.cmp(CmpOp::SLe, zero, i);
        let (old_some, new_some) = (some(&mut self.k, acc[parts as usize]), some(&mut self.k, new[parts as usize]));
        let new_none = self.k.un(hloom_tile::loop_ir::UnOp::Not, new_some);
        let keep = self.k.bin(BinOp::Or, new_none, keep);
        let keep = self.k.bin(BinOp::And, old_some, keep);
        let results = acc.iter().zip(&new).map(|(&a, &n)| self.k.select(keep, a, n)).collect();
        let tys: Vec<Elem> = init.iter().map(|&e| self.k.elem(e)).collect();
        let when = Pred(when.into_iter().filter(|a| !self.proven(a)).collect());
        let comb = Comb::Custom { results, commutes: false };
        let def = self.k.add_def("selected", axes, tys, Body::Reduce { over, comb, init, args, when });
        let buf = self.buffer(index, DType::I64, &st.dims, Role::Out);
        self.k.outs.push(Out { buf, index: ix, def, component: parts, when: Pred::default() });
        Ok(())
    }

    /// Second kernel of `select_and_scatter`: each element combines the sources of the windows that selected it.
    pub(crate) fn select_sum(&mut self, id: OpId, index: Param) -> Res<()> {
        let g = self.g;
        let op = g.op(id);
        let Op::SelectAndScatter { window_dimensions, window_strides, padding } = &op.op else {
            return Err("not a select_and_scatter".into());
        };
        let (source, v) = (op.operands[1], op.results[0]);
        let (ot, st) = (g.tensor(v).clone(), g.tensor(source).clone());
        let w = Window::of_scatter(window_dimensions, window_strides, padding, ot.rank());
        let (axes, which) = self.def_axes(&ot.dims, &[]);
        let ix = Self::axes_ix(ot.rank(), &axes, &which);
        let (mut over, mut when, mut at) = (Vec::new(), Vec::new(), Vec::new());
        for d in 0..ot.rank() {
            // Windows y with 0 <= x + low - y*stride < size: y = (x + low)/stride - tap for few taps.
            let (last, _) = self.div_mod(&ix[d].offset(w.low[d]), w.stride[d]);
            let taps = (w.size[d] + w.stride[d] - 1) / w.stride[d];
            let tap = if taps == 1 {
                Ix::constant(0)
            } else {
                let taken: Vec<AxisId> = axes.iter().chain(&over).copied().collect();
                let a = self.axis_like(taps, &taken);
                over.push(a);
                // Ascending windows: the first tap is the earliest.
                Ix::axis(a).scale(-1).offset(taps - 1)
            };
            let y = last.add(&tap.scale(-1));
            when.push(Atom::Range(y.clone(), 0, st.dims[d]));
            at.push(y);
        }
        let comb = self.combiner(op.regions[1], &[source], false)?;
        let init = self.read_all(&op.operands[2..], &[])?;
        let linear =
            ix.iter().zip(crate::read::strides(&ot.dims)).fold(Ix::constant(0), |a, (x, s)| a.add(&x.scale(s)));
        let here = self.coord(&linear);
        let neutral = matches!(&comb, Comb::Bin(b) if is_identity(&self.k, *b, ot.dtype, init[0]));
        let it = TensorType::new(DType::I64, &st.dims);
        let fold = if neutral || over.is_empty() {
            let ((selected, args), cond) = self.guarded(&when, |b| {
                let selected = b.load_value(index, &it, &at)[0];
                Ok((selected, b.read_all(&[source], &at)?))
            })?;
            let same = self.k.cmp(CmpOp::Eq, selected, here);
            let hit = self.k.bin(BinOp::And, cond, same);
            if over.is_empty() {
                let combined = self.combine_once(op.regions[1], &comb, ot.dtype, &init, &args)?;
                let value: Vec<ExprId> = combined.iter().zip(&init).map(|(&c, &i)| self.k.select(hit, c, i)).collect();
                let tys: Vec<Elem> = value.iter().map(|&e| self.k.elem(e)).collect();
                let def = self.k.add_def("scattered", axes, tys, Body::Map(value));
                self.defs.insert(v, DefRef { def, first: 0, dims: which.clone() });
                return self.out(v);
            }
            let args = args.iter().zip(&init).map(|(&a, &i)| self.k.select(hit, a, i)).collect();
            Fold { over, comb, init, args, when: Vec::new(), once: None }
        } else {
            let selected = self.load_value(index, &it, &at)[0];
            let args = self.read_all(&[source], &at)?;
            let same = self.k.cmp(CmpOp::Eq, selected, here);
            when.push(Atom::Cond(same));
            let once = self.once(op.regions[1], &[source], &comb, &init);
            Fold { over, comb, init, args, when, once }
        };
        self.fold_def(op, fold, axes, which)?;
        self.out(v)
    }

    fn combine_once(&mut self, region: Region, _: &Comb, t: DType, a: &[ExprId], b: &[ExprId]) -> Res<Vec<ExprId>> {
        let r = self.inline_region(region, &[Comps::from_slice(a), Comps::from_slice(b)])?.concat();
        Ok(r.into_iter().map(|e| if t.is_complex() { e } else { self.k.round(t, e) }).collect())
    }

    /// Stores `v`, which has a Def, to its buffer.
    pub(crate) fn out(&mut self, v: Value) -> Res<()> {
        let t = self.g.tensor(v).clone();
        let r = self.defs.get(&v).cloned().ok_or("an out without Def")?;
        let axes = self.k.def(r.def).axes.clone();
        let ix = Self::axes_ix(t.rank(), &axes, &r.dims);
        let base = self.places.base(v);
        self.store(Param::Value(base), &t, r.def, r.first, ix)
    }

    /// Stores components of a Def as elements of a tensor.
    pub(crate) fn store(&mut self, to: Param, t: &TensorType, def: DefId, first: u32, ix: Vec<Ix>) -> Res<()> {
        let t = &self.viewed(t);
        let buf = self.buffer(to, t.dtype.real_part(), &buffer_dims(t), Role::Out);
        for c in 0..if t.dtype.is_complex() { 2 } else { 1 } {
            let mut index = ix.clone();
            if t.dtype.is_complex() {
                index.push(Ix::constant(c));
            }
            self.k.outs.push(Out { buf, index, def, component: first + c as u32, when: Pred::default() });
        }
        Ok(())
    }

    /// Computes and stores the results of the root `id`, and the values with a buffer among the `members` of its kernel.
    pub(crate) fn roots(&mut self, id: OpId, members: &[Value]) -> Res<()> {
        let (g, places) = (self.g, self.places);
        self.move_words(g.op(id));
        let own = g.op(id).results.iter().filter(|v| places.is_live(**v));
        for &v in own.chain(members.iter().filter(|v| places.has_buffer(**v))) {
            self.root(v)?;
        }
        Ok(())
    }

    /// A root that computes `v` and stores it.
    pub(crate) fn root(&mut self, v: Value) -> Res<()> {
        let g = self.g;
        let t = g.tensor(v).clone();
        if let Some((_, op)) = g.def_op(v)
            && let Op::Concatenate { dimension } = op.op
            && !self.members.contains_key(&v)
        {
            return self.concatenate_root(v, op, dimension as usize, &t);
        }
        if !self.defs.contains_key(&v) {
            let (axes, which) = self.def_axes(&t.dims, &[]);
            self.define(v, axes, which)?;
        }
        self.out(v)
    }

    /// Each operand writes its own part of the result.
    fn concatenate_root(&mut self, v: Value, op: &OpData, d: usize, t: &TensorType) -> Res<()> {
        let (base, t) = (self.places.base(v), &self.viewed(t));
        let buf = self.buffer(Param::Value(base), t.dtype.real_part(), &buffer_dims(t), Role::Out);
        let mut start = 0;
        for (n, &piece) in op.operands.iter().enumerate() {
            let pt = self.g.tensor(piece).clone();
            if pt.num_elements() > 0 {
                let (axes, which) = self.def_axes(&pt.dims, &[]);
                let mut ix = Self::axes_ix(pt.rank(), &axes, &which);
                let comps = self.read(piece, &ix)?;
                let tys = comps.iter().map(|&c| self.k.elem(c)).collect();
                let def = self.k.add_def(format!("part{n}"), axes, tys, Body::Map(comps.to_vec()));
                ix[d] = ix[d].offset(start);
                for c in 0..comps.len() {
                    let mut index = ix.clone();
                    if t.dtype.is_complex() {
                        index.push(Ix::constant(c as i64));
                    }
                    self.k.outs.push(Out { buf, index, def, component: c as u32, when: Pred::default() });
                }
            }
            start += pt.dims[d];
        }
        Ok(())
    }

    /// Writes the update of a `dynamic_update_slice` into the buffer `to`; it is computed, or lies in `from`.
    pub(crate) fn update_root(&mut self, op: &OpData, to: Param, from: Option<Param>) -> Res<()> {
        self.move_words(op);
        let (update, result) = (op.operands[1], op.results[0]);
        let (t, ut) = (self.g.tensor(result).clone(), self.g.tensor(update).clone());
        let (def, mut ix) = self.value_def("update", update, from)?;
        for d in 0..ut.rank() {
            let start = self.start_index(op.operands[2 + d], &[], t.dims[d] - ut.dims[d])?;
            ix[d] = ix[d].add(&start);
        }
        self.store(to, &t, def, 0, ix)
    }

    /// Computes a value and stores it there.
    pub(crate) fn value_root(&mut self, v: Value, to: Param) -> Res<()> {
        let t = self.g.tensor(v).clone();
        let (def, ix) = self.value_def("value", v, None)?;
        self.store(to, &t, def, 0, ix)
    }

    /// A Map that computes a value, or loads it `from` where it has been computed; with its coordinates.
    fn value_def(&mut self, name: &str, v: Value, from: Option<Param>) -> Res<(DefId, Vec<Ix>)> {
        let t = self.g.tensor(v).clone();
        let (axes, which) = self.def_axes(&t.dims, &[]);
        let ix = Self::axes_ix(t.rank(), &axes, &which);
        let comps = match from {
            Some(p) => self.load_value(p, &t, &ix),
            None => self.read(v, &ix)?,
        };
        let tys = comps.iter().map(|&c| self.k.elem(c)).collect();
        Ok((self.k.add_def(name, axes, tys, Body::Map(comps.to_vec())), ix))
    }
}

/// A sliding window with every list written out.
pub(crate) struct Window {
    pub(crate) size: Vec<i64>,
    pub(crate) stride: Vec<i64>,
    pub(crate) base: Vec<i64>,
    pub(crate) dilation: Vec<i64>,
    pub(crate) low: Vec<i64>,
}

impl Window {
    pub(crate) fn new(
        size: &I64s,
        stride: &Option<I64s>,
        base: &Option<I64s>,
        dilation: &Option<I64s>,
        padding: &Option<Padding>,
    ) -> Window {
        let n = size.len();
        let list = |v: &Option<I64s>| v.as_ref().filter(|v| v.len() == n).map_or(vec![1; n], |v| v.to_vec());
        let low = padding.as_ref().filter(|p| p.0.len() == n).map_or(vec![0; n], |p| p.0.iter().map(|p| p.0).collect());
        Window { size: size.to_vec(), stride: list(stride), base: list(base), dilation: list(dilation), low }
    }
    fn of_scatter(size: &Option<I64s>, stride: &Option<I64s>, padding: &Option<Padding>, rank: usize) -> Window {
        let size = size.clone().unwrap_or_else(|| smallvec![1; rank]);
        Window::new(&size, stride, &None, &None, padding)
    }
}

/// The binary op that a region `(a, b) -> op(a, b)` consists of.
pub(crate) fn single_binary(g: &hloom_ir::Graph, region: Region) -> Option<BinaryOp> {
    let r = g.region(region);
    let (_, op) = g.def_op(*r.results.first()?)?;
    let Op::Binary(b) = op.op else { return None };
    let direct = op.operands[..] == r.params[..];
    let swapped =
        op.operands.len() == 2 && r.params.len() == 2 && op.operands[0] == r.params[1] && op.operands[1] == r.params[0];
    (r.results.len() == 1 && (direct || swapped)).then_some(b)
}

/// The commuting machine operation of a combiner on that type.
pub(crate) fn bin_op(op: BinaryOp, t: DType) -> Option<BinOp> {
    use BinaryOp as B;
    Some(match (t.kind(), op) {
        (DTypeKind::Float, B::Add) => BinOp::FAdd,
        (DTypeKind::Float, B::Multiply) => BinOp::FMul,
        (DTypeKind::Float, B::Maximum) => BinOp::FMax,
        (DTypeKind::Float, B::Minimum) => BinOp::FMin,
        (DTypeKind::Bool, B::Add | B::Or | B::Maximum) => BinOp::Or,
        (DTypeKind::Bool, B::Multiply | B::And | B::Minimum) => BinOp::And,
        (DTypeKind::Bool, B::Xor) => BinOp::Xor,
        (DTypeKind::Signed | DTypeKind::Unsigned, B::Add) => BinOp::Add,
        (DTypeKind::Signed | DTypeKind::Unsigned, B::Multiply) => BinOp::Mul,
        (DTypeKind::Signed, B::Maximum) => BinOp::SMax,
        (DTypeKind::Signed, B::Minimum) => BinOp::SMin,
        (DTypeKind::Unsigned, B::Maximum) => BinOp::UMax,
        (DTypeKind::Unsigned, B::Minimum) => BinOp::UMin,
        (DTypeKind::Signed | DTypeKind::Unsigned, B::And) => BinOp::And,
        (DTypeKind::Signed | DTypeKind::Unsigned, B::Or) => BinOp::Or,
        (DTypeKind::Signed | DTypeKind::Unsigned, B::Xor) => BinOp::Xor,
        _ => return None,
    })
}

/// True if the op on elements of type `t` gives numbers that the type may not have.
pub(crate) fn rounds(op: BinOp, t: DType) -> bool {
    t.is_float() && t.bits() < 32 && matches!(op, BinOp::FAdd | BinOp::FMul)
}

/// True if combining with the constant `e` changes nothing.
pub(crate) fn is_identity(k: &Kernel, op: BinOp, t: DType, e: ExprId) -> bool {
    use hloom_num::scalar::{read, write};
    let mut bytes = [0u8; 16];
    let extreme = |s: Option<Scalar>| s;
    match (k.expr(e), op) {
        (Expr::Float(b), _) => {
            let x = f64::from_bits(*b);
            match op {
                // +0.0 changes a sum of negative zeros only; reductions start from it anyway.
                BinOp::FAdd => x == 0.0,
                BinOp::FMul => x == 1.0,
                BinOp::FMax => Some(Scalar::Float(x)) == extreme(Scalar::lowest(t)),
                BinOp::FMin => Some(Scalar::Float(x)) == extreme(Scalar::highest(t)),
                _ => false,
            }
        }
        (Expr::Int(i), _) => {
            let s = match t.kind() {
                DTypeKind::Bool => Scalar::Bool(*i != 0),
                DTypeKind::Signed => Scalar::Int(*i),
                _ => Scalar::UInt(*i as u64),
            }
            .rounded(t);
            write(t, s, &mut bytes);
            let s = read(t, &bytes);
            match op {
                BinOp::Add | BinOp::Or | BinOp::Xor => s == Scalar::zero(t),
                BinOp::Mul => s == Scalar::one(t),
                BinOp::And => *i == -1 || t.is_bool() && *i == 1,
                BinOp::SMax | BinOp::UMax => Some(s) == Scalar::lowest(t),
                BinOp::SMin | BinOp::UMin => Some(s) == Scalar::highest(t),
                _ => false,
            }
        }
        _ => false,
    }
}
