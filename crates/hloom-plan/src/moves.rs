//! Elements that are only moved, as bits.
//!
//! Kernels compute with narrow floats in F32: what is loaded is widened, what is stored is rounded. Where a kernel only
//! moves them (slices, transposes, concatenations, choices) that would cost time, and make quiet NaNs of signalling ones,
//! which `bitcast_convert` shows. So buffers of such elements whose values meet no arithmetic become buffers of integers of
//! the same size.

use crate::program::{Plan, Work};
use hloom_num::{DType, scalar};
use hloom_tile::kernel::{Body, Expr, ExprId, Kernel};
use hloom_tile::loop_ir::Elem;
use hloom_tile::operands;

/// Turns the kernels of a plan into those that move bits.
pub(crate) fn replace(plan: &mut Plan) {
    for kernel in &mut plan.kernels {
        if let Work::Nest(k) = &mut kernel.work {
            as_bits(k);
        }
    }
}

/// A float type that is computed with in a wider one.
fn is_narrow(dtype: DType) -> bool {
    dtype.is_float() && crate::scalar::is_narrow(dtype)
}

/// What holds values of one type: expressions, components of Defs, buffers; an edge joins two of the same value.
struct Values {
    /// Of the first component of each Def.
    def: Vec<usize>,
    buf: usize,
    edges: Vec<Vec<usize>>,
    /// Computed with, or from elsewhere.
    computed: Vec<bool>,
}

impl Values {
    fn of(k: &Kernel) -> Values {
        let mut n = k.exprs.len();
        let mut def = Vec::new();
        for d in &k.defs {
            def.push(n);
            n += d.tys.len();
        }
        let (buf, n) = (n, n + k.bufs.len());
        let mut v = Values { def, buf, edges: vec![Vec::new(); n], computed: vec![false; n] };
        let at = |e: &ExprId| e.0 as usize;
        for (i, (e, _)) in k.exprs.iter().enumerate() {
            match e {
                Expr::Float(_) => {}
                Expr::Load { buf, other, .. } => {
                    v.join(i, v.buf + buf.0 as usize);
                    other.iter().for_each(|o| v.join(i, at(o)));
                }
                Expr::Read(d, c, _) => v.join(i, v.def[d.0 as usize] + *c as usize),
                Expr::Select(cond, a, b) => {
                    v.computed[at(cond)] = true;
                    [a, b].into_iter().for_each(|x| v.join(i, at(x)));
                }
                e => {
                    v.computed[i] = true;
                    operands(e, &mut |o| v.computed[o.0 as usize] = true);
                }
            }
        }
        for (d, data) in k.defs.iter().enumerate() {
            let first = v.def[d];
            match &data.body {
                Body::Map(results) => results.iter().enumerate().for_each(|(c, e)| v.join(first + c, at(e))),
                Body::Reduce { init, args, .. } => {
                    (first..first + data.tys.len()).for_each(|c| v.computed[c] = true);
                    init.iter().chain(args).for_each(|e| v.computed[at(e)] = true);
                }
            }
        }
        for o in &k.outs {
            v.join(v.def[o.def.0 as usize] + o.component as usize, v.buf + o.buf.0 as usize);
        }
        for (b, data) in k.bufs.iter().enumerate() {
            v.computed[buf + b] = !is_narrow(data.dtype);
        }
        v
    }

    fn join(&mut self, a: usize, b: usize) {
        self.edges[a].push(b);
        self.edges[b].push(a);
    }

    /// All that holds the values of `start`.
    fn all(&self, start: usize, seen: &mut [bool]) -> Vec<usize> {
        let (mut found, mut at) = (vec![start], 0);
        seen[start] = true;
        while at < found.len() {
            for &next in &self.edges[found[at]] {
                if !std::mem::replace(&mut seen[next], true) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
}

fn as_bits(k: &mut Kernel) {
    if !k.bufs.iter().any(|b| is_narrow(b.dtype)) {
        return;
    }
    let v = Values::of(k);
    let mut seen = vec![false; v.edges.len()];
    for b in 0..k.bufs.len() {
        let dtype = k.bufs[b].dtype;
        if seen[v.buf + b] || !is_narrow(dtype) {
            continue;
        }
        let all = v.all(v.buf + b, &mut seen);
        let other_type = |x: &usize| *x >= v.buf && k.bufs[x - v.buf].dtype != dtype;
        if all.iter().any(|x| v.computed[*x] || other_type(x)) {
            continue;
        }
        let (bits, elem) = if dtype.byte_size() == 2 { (DType::U16, Elem::I16) } else { (DType::U8, Elem::I8) };
        for x in all {
            if x >= v.buf {
                k.bufs[x - v.buf].dtype = bits;
            } else if x >= k.exprs.len() {
                let d = v.def.partition_point(|first| *first <= x) - 1;
                k.defs[d].tys[x - v.def[d]] = elem;
            } else {
                let e = match &k.exprs[x].0 {
                    Expr::Float(value) => Expr::Int(scalar::encode_float(dtype, f64::from_bits(*value)) as i64),
                    other => other.clone(),
                };
                k.retype(ExprId(x as u32), elem, e);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_tile::ix::Ix;
    use hloom_tile::kernel::{Out, Role};
    use hloom_tile::loop_ir::UnOp;

    /// `out = cond ? in : 1.0` of eight elements, and if asked for, the negative of `in` to another buffer.
    fn choice(from: DType, to: DType, negative: bool) -> Kernel {
        let mut k = Kernel::default();
        let types = [from, DType::Bool, to, from].into_iter().take(3 + usize::from(negative));
        let bufs: Vec<_> = types.map(|t| k.add_buf(t, &[8], Role::In, 64)).collect();
        let i = k.add_axis("i", 8);
        let mut load = |buf, elem| {
            k.add_expr(elem, Expr::Load { buf, index: vec![Ix::axis(i)], when: Default::default(), other: None })
        };
        let (x, cond) = (load(bufs[0], Elem::F32), load(bufs[1], Elem::I1));
        let one = k.add_expr(Elem::F32, Expr::Float(1f64.to_bits()));
        let y = k.add_expr(Elem::F32, Expr::Select(cond, x, one));
        let z = k.add_expr(Elem::F32, Expr::Un(UnOp::Neg, x));
        for (&buf, e) in bufs[2..].iter().zip([y, z]) {
            let def = k.add_def("d", vec![i], vec![Elem::F32], Body::Map(vec![e]));
            k.bufs[buf.0 as usize].role = Role::Out;
            k.outs.push(Out { buf, index: vec![Ix::axis(i)], def, component: 0, when: Default::default() });
        }
        if !negative {
            k.exprs.pop();
        }
        k
    }

    #[test]
    fn what_is_only_moved_becomes_integers() {
        for (dtype, bits, elem, one) in [
            (DType::BF16, DType::U16, Elem::I16, 0x3f80),
            (DType::F16, DType::U16, Elem::I16, 0x3c00),
            (DType::F8E5M2, DType::U8, Elem::I8, 0x3c),
            (DType::F4E2M1FN, DType::U8, Elem::I8, 0x2),
        ] {
            let mut k = choice(dtype, dtype, false);
            as_bits(&mut k);
            assert_eq!(k.bufs.iter().map(|b| b.dtype).collect::<Vec<_>>(), [bits, DType::Bool, bits]);
            assert_eq!(k.exprs.iter().map(|e| e.1).collect::<Vec<_>>(), [elem, Elem::I1, elem, elem]);
            assert_eq!(k.exprs[2].0, Expr::Int(one));
            assert_eq!(k.defs[0].tys, [elem]);
        }
    }

    #[test]
    fn what_is_computed_with_or_converted_stays() {
        for k in [
            choice(DType::BF16, DType::BF16, true),
            choice(DType::F8E5M2, DType::F16, false),
            choice(DType::BF16, DType::F32, false),
            choice(DType::F32, DType::F32, false),
        ] {
            let mut after = k.clone();
            as_bits(&mut after);
            assert_eq!((&after.bufs, &after.exprs, &after.defs), (&k.bufs, &k.exprs, &k.defs));
        }
    }
}
