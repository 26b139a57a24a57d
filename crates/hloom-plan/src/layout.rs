//! What a loop only reads, laid out as its products read it.
//!
//! A matrix times a vector, summed along the rows of the matrix, needs the lanes of every row's sum added up. If a loop
//! does that with the same matrix in every step, its transpose is made once before the loop: then lanes are results.
//!
//! A matrix whose rows lie a multiple of 4 KiB apart is read down its columns in a few sets of the caches only, and is gone
//! before the next rows of the product read it again. It is copied before the loop into rows that lie further apart.

use crate::memory::ALIGN;
use crate::program::{Command, PlanKernel, Work};
use hloom_ir::TensorType;
use hloom_num::DType;
use hloom_tile::Target;
use hloom_tile::depends;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{AxisId, Body, BufId, Comb, Expr, ExprId, Kernel, Out, Pred, Role};
use rustc_hash::FxHashSet;

/// Larger matrices are not transposed: reading them is what takes the time.
const MAX_BYTES: u64 = 1 << 20;
/// Longer sums stay: they are more exact in lanes.
const MAX_SUM: i64 = 1024;
/// Fewer results do not fill vectors.
const MIN_RESULTS: i64 = 16;
/// Larger matrices are not padded: they come from further away than the caches in any case.
const MAX_PADDED: u64 = 4 << 20;
/// Bytes of all that are padded for one loop.
const MAX_ALL_PADDED: u64 = 8 << 20;
/// Rows of a product that make a matrix worth padding: fewer read it once.
const MIN_ROWS: i64 = 4;
/// Steps of a loop that make it worth it: a copy takes the time of some.
const MIN_TRIPS: u64 = 8;
/// Bytes between padded rows: a panel of four lines has other sets in each of sixteen rows. (64 to 2112 were measured: alike.)
const PAD: i64 = 256;
/// Bytes of a line, which keeps parts of the rows of a transpose from having the same sets: each of two threads has half of each
/// row in its first-level cache.
const LINE: i64 = 64;

/// How a matrix lies before the loop's products.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    /// Columns as rows.
    Transposed,
    /// Rows further apart.
    Padded,
}

impl Form {
    /// What is done to the matrix.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Transposed => "transposed",
            Form::Padded => "padded",
        }
    }
}

/// A matrix to lay out before a loop.
pub(crate) struct LaidOut {
    /// Index of the command in the body.
    pub(crate) command: usize,
    /// The parameter of its kernel.
    pub(crate) param: BufId,
    /// How it lies.
    pub(crate) form: Form,
    /// The kernel that finds it there so.
    pub(crate) kernel: Kernel,
}

/// Products of the body, which runs that often if that is known, whose matrix does not change in the loop.
pub(crate) fn laid_out(body: &[Command], kernels: &[PlanKernel], trips: Option<u64>) -> Vec<LaidOut> {
    let mut written = FxHashSet::default();
    body.iter().for_each(|c| {
        c.writes(&mut |b| {
            written.insert(b);
        })
    });
    let mut found: Vec<LaidOut> = Vec::new();
    let (mut padded, mut room) = (FxHashSet::default(), MAX_ALL_PADDED);
    let worth_padding = trips.is_none_or(|n| n >= MIN_TRIPS);
    for (command, c) in body.iter().enumerate() {
        let Command::Kernel { kernel, args, .. } = c else { continue };
        let Work::Nest(k) = &kernels[*kernel as usize].work else { continue };
        for d in &k.defs {
            let Body::Reduce { over, comb: Comb::Fma, args: factors, when, .. } = &d.body else { continue };
            let ([sum], [x, y], true) = (&over[..], &factors[..], when.0.is_empty()) else { continue };
            for (matrix, other) in [(*x, *y), (*y, *x)] {
                let Some((param, form)) = matrix_of(k, matrix, other, *sum, &d.axes) else { continue };
                let matrix = args[param.0 as usize];
                if written.contains(&matrix) || found.iter().any(|x| x.command == command) {
                    continue;
                }
                let x = LaidOut { command, param, form, kernel: with(k, param, form) };
                if form == Form::Padded && !padded.contains(&matrix) {
                    let bytes = x.ty().num_bytes() as u64;
                    if !worth_padding || bytes > room {
                        continue;
                    }
                    room -= bytes;
                    padded.insert(matrix);
                }
                found.push(x);
            }
        }
    }
    found
}

/// The buffer of a factor that is an element of a matrix, which nothing else of the kernel reads, and how it should lie.
fn matrix_of(k: &Kernel, factor: ExprId, other: ExprId, sum: AxisId, axes: &[AxisId]) -> Option<(BufId, Form)> {
    let Expr::Load { buf, index, when, .. } = k.expr(factor) else { return None };
    let [row, column] = &index[..] else { return None };
    let (row, column) = (row.as_axis()?, column.as_axis()?);
    let b = &k.bufs[buf.0 as usize];
    let row_bytes = b.dims[1] * b.dtype.byte_size() as i64;
    let bytes = b.dims[0] as u64 * row_bytes as u64;
    let loads = k.exprs.iter().filter(|e| matches!(&e.0, Expr::Load { buf: x, .. } if x == buf)).count();
    if b.role != Role::In
        || !when.0.is_empty()
        || (k.extent(row), k.extent(column)) != (b.dims[0], b.dims[1])
        || loads != 1
    {
        return None;
    }
    let rows_of_other = || axes.iter().filter(|a| depends(k, other, **a)).map(|a| k.extent(*a)).product::<i64>();
    let transposed = axes.contains(&row)
        && column == sum
        && k.extent(row) >= MIN_RESULTS
        && k.extent(sum) <= MAX_SUM
        && bytes <= MAX_BYTES
        && !axes.iter().any(|a| depends(k, other, *a));
    // Narrow numbers are packed by their products.
    let padded = row == sum
        && axes.contains(&column)
        && matches!(b.dtype, DType::F32 | DType::F64)
        && row_bytes % Target::L1_WAY_BYTES == 0
        && bytes > Target::L1_WAY_BYTES as u64
        && bytes <= MAX_PADDED
        && !depends(k, other, column)
        && rows_of_other() >= MIN_ROWS;
    match (transposed, padded) {
        (true, _) => Some((*buf, Form::Transposed)),
        (_, true) => Some((*buf, Form::Padded)),
        _ => None,
    }
}

/// The kernel with a matrix parameter in another form.
fn with(k: &Kernel, param: BufId, form: Form) -> Kernel {
    let mut k = k.clone();
    let b = &mut k.bufs[param.0 as usize];
    match form {
        Form::Padded => b.strides = vec![b.dims[1] + PAD / b.dtype.byte_size() as i64, 1],
        Form::Transposed => {
            b.dims.reverse();
            b.strides = vec![b.dims[1] + LINE / b.dtype.byte_size() as i64, 1];
            for (e, _) in &mut k.exprs {
                if let Expr::Load { buf, index, .. } = e
                    && *buf == param
                {
                    index.reverse();
                }
            }
        }
    }
    k
}

impl LaidOut {
    /// The memory that the matrix takes.
    pub(crate) fn ty(&self) -> TensorType {
        let b = &self.kernel.bufs[self.param.0 as usize];
        TensorType::new(b.dtype, &[b.dims[0], b.strides[0]])
    }

    /// The kernel that lays the matrix out.
    pub(crate) fn copy(&self) -> Kernel {
        let b = &self.kernel.bufs[self.param.0 as usize];
        let (mut dims, mut strides) = (b.dims.clone(), b.strides.clone());
        if self.form == Form::Transposed {
            dims.reverse();
            strides.reverse();
        }
        copy(self.form.name(), &TensorType::new(b.dtype, &dims), None, Some(strides))
    }
}

/// A kernel that copies a tensor to where it lies otherwise; strides of one side or the other, if they are not those of dense memory.
pub(crate) fn copy(name: &str, ty: &TensorType, from: Option<Vec<i64>>, to: Option<Vec<i64>>) -> Kernel {
    let mut k = Kernel::default();
    let mut buf = |role, align, strides: Option<Vec<i64>>| {
        let b = k.add_buf(ty.dtype, &ty.dims, role, align as u32);
        if let Some(strides) = strides {
            k.bufs[b.0 as usize].strides = strides;
        }
        b
    };
    let (from, to) = (buf(Role::In, ty.dtype.byte_size() as u64, from), buf(Role::Out, ALIGN, to));
    let axes: Vec<AxisId> = ty.dims.iter().enumerate().map(|(i, n)| k.add_axis(format!("i{i}"), *n)).collect();
    let index: Vec<Ix> = axes.iter().map(|a| Ix::axis(*a)).collect();
    let elem = Kernel::compute_elem(ty.dtype);
    let x = k.add_expr(elem, Expr::Load { buf: from, index: index.clone(), when: Pred::default(), other: None });
    let def = k.add_def(name, axes, vec![elem], Body::Map(vec![x]));
    k.outs.push(Out { buf: to, index, def, component: 0, when: Pred::default() });
    k
}
