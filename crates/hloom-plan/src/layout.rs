//! What a loop only reads, laid out as its products read it.
//!
//! A matrix times a vector, summed along the rows of the matrix, needs the lanes of every row's sum added up. If a loop
//! does that with the same matrix in every step, its transpose is made once before the loop: then lanes are results.

use crate::program::{Command, PlanKernel, Work};
use hloom_tile::depends;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{AxisId, Body, BufId, Comb, Expr, ExprId, Kernel, Role};
use rustc_hash::FxHashSet;

/// Larger matrices stay: reading them is what takes the time.
const MAX_BYTES: u64 = 1 << 20;
/// Longer sums stay: they are more exact in lanes.
const MAX_SUM: i64 = 1024;
/// Fewer results do not fill vectors.
const MIN_RESULTS: i64 = 16;

/// A matrix to transpose before a loop.
pub(crate) struct Transposed {
    /// Index of the command in the body.
    pub(crate) command: usize,
    /// The parameter of its kernel.
    pub(crate) param: BufId,
    /// The kernel, if it finds the matrix transposed there.
    pub(crate) kernel: Kernel,
}

/// Products of the body whose matrix does not change in the loop.
pub(crate) fn transposed(body: &[Command], kernels: &[PlanKernel]) -> Vec<Transposed> {
    let mut written = FxHashSet::default();
    body.iter().for_each(|c| {
        c.writes(&mut |b| {
            written.insert(b);
        })
    });
    let mut found = Vec::new();
    for (command, c) in body.iter().enumerate() {
        let Command::Kernel { kernel, args, .. } = c else { continue };
        let Work::Nest(k) = &kernels[*kernel as usize].work else { continue };
        for d in &k.defs {
            let Body::Reduce { over, comb: Comb::Fma, args: factors, when, .. } = &d.body else { continue };
            let ([sum], [x, y], true) = (&over[..], &factors[..], when.0.is_empty()) else { continue };
            for (matrix, vector) in [(*x, *y), (*y, *x)] {
                let Some(param) = matrix_of(k, matrix, *sum, &d.axes) else { continue };
                let fits = !written.contains(&args[param.0 as usize])
                    && k.extent(*sum) <= MAX_SUM
                    && !d.axes.iter().any(|a| depends(k, vector, *a))
                    && !found.iter().any(|t: &Transposed| t.command == command);
                if fits {
                    found.push(Transposed { command, param, kernel: transpose(k, param) });
                }
            }
        }
    }
    found
}

/// The buffer of a factor that is an element of a matrix, results along its rows and terms along its columns, that
/// nothing else of the kernel reads.
fn matrix_of(k: &Kernel, factor: ExprId, sum: AxisId, axes: &[AxisId]) -> Option<BufId> {
    let Expr::Load { buf, index, when, .. } = k.expr(factor) else { return None };
    let [row, column] = &index[..] else { return None };
    let b = &k.bufs[buf.0 as usize];
    let row = row.as_axis().filter(|a| axes.contains(a))?;
    let bytes = (b.dims[0] * b.dims[1]) as u64 * b.dtype.byte_size() as u64;
    let loads = k.exprs.iter().filter(|e| matches!(&e.0, Expr::Load { buf: x, .. } if x == buf)).count();
    let fits = b.role == Role::In
        && when.0.is_empty()
        && column.as_axis() == Some(sum)
        && (k.extent(row), k.extent(sum)) == (b.dims[0], b.dims[1])
        && k.extent(row) >= MIN_RESULTS
        && bytes <= MAX_BYTES
        && loads == 1;
    fits.then_some(*buf)
}

/// The kernel with a matrix parameter transposed.
fn transpose(k: &Kernel, param: BufId) -> Kernel {
    let mut k = k.clone();
    let b = &mut k.bufs[param.0 as usize];
    b.dims.reverse();
    b.strides = vec![b.dims[1], 1];
    for (e, _) in &mut k.exprs {
        if let Expr::Load { buf, index, .. } = e
            && *buf == param
        {
            index.reverse();
        }
    }
    k
}

/// The kernel that transposes a matrix parameter of `k`.
pub(crate) fn transposition(k: &Kernel, param: BufId) -> Kernel {
    let b = &k.bufs[param.0 as usize];
    let mut t = Kernel::default();
    let from = t.add_buf(b.dtype, &b.dims, Role::In, b.align);
    let to = t.add_buf(b.dtype, &[b.dims[1], b.dims[0]], Role::Out, 64);
    let (i, j) = (t.add_axis("i", b.dims[0]), t.add_axis("j", b.dims[1]));
    let (row, column) = (Ix::axis(i), Ix::axis(j));
    let elem = Kernel::compute_elem(b.dtype);
    let index = vec![row.clone(), column.clone()];
    let x = t.add_expr(elem, Expr::Load { buf: from, index, when: Default::default(), other: None });
    let def = t.add_def("transposed", vec![j, i], vec![elem], Body::Map(vec![x]));
    t.outs.push(hloom_tile::kernel::Out {
        buf: to,
        index: vec![column, row],
        def,
        component: 0,
        when: Default::default(),
    });
    t
}
