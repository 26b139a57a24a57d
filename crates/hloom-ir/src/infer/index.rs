//! Ops whose positions are known at run time.

use super::*;
use crate::attrs::{GatherDims, ScatterDims};

/// Checks scalar integer start indices of one type, operands `from..`.
fn starts(a: &Args<'_>, from: usize, label: &str, same: &str) -> Result<(), InferError> {
    let starts = a.tensors(from..a.types.len())?;
    for t in &starts {
        ensure!(a, label, t.rank() == 0 && t.dtype.is_int(), "start indices must be integer scalars, not {t}");
        ensure!(a, same, t.dtype == starts[0].dtype, "start indices of types {} and {t}", starts[0]);
    }
    Ok(())
}

pub(super) fn dynamic_slice(a: &Args<'_>, sizes: &[i64]) -> Inferred {
    let x = a.tensor(0)?;
    let n = a.types.len() - 1;
    ensure!(
        a,
        "c2",
        n == x.rank() && sizes.len() == x.rank(),
        "{n} start indices and {} slice_sizes for {x}",
        sizes.len()
    );
    starts(a, 1, "i2", "c3")?;
    for (i, &s) in sizes.iter().enumerate() {
        let d = x.dims[i];
        ensure!(a, "c4", s >= 0 && (d < 0 || s <= d), "slice size {s} of dimension {i} of {x}");
    }
    one(x.dtype, sizes.iter().copied().collect())
}

pub(super) fn dynamic_update_slice(a: &Args<'_>) -> Inferred {
    let (x, u) = (a.tensor(0)?, a.tensor(1)?);
    ensure!(a, "c2", x.dtype == u.dtype, "operand of type {x}, update of type {u}");
    ensure!(a, "c3", x.rank() == u.rank(), "operand of type {x}, update of type {u}");
    let n = a.types.len() - 2;
    ensure!(a, "c4", n == x.rank(), "{n} start indices for {x}");
    starts(a, 2, "i3", "c5")?;
    let fits = x.dims.iter().zip(&u.dims).all(|(&d, &s)| d < 0 || s <= d);
    ensure!(a, "c6", fits, "update {u} is larger than operand {x}");
    one(x.dtype, x.dims.clone())
}

/// Number of components of an index vector.
fn index_vector_len(indices: &TensorType, index_vector_dim: i64) -> i64 {
    if index_vector_dim as usize == indices.rank() { 1 } else { indices.dims[index_vector_dim as usize] }
}

fn chain(a: &[i64], b: &[i64]) -> Dims {
    a.iter().chain(b).copied().collect()
}

/// With `dynamic` a size may be [`TensorType::DYNAMIC`].
pub(super) fn gather(a: &Args<'_>, g: &GatherDims, sizes: &[i64], dynamic: bool) -> Inferred {
    let unknown = |s: i64| dynamic && s == TensorType::DYNAMIC;
    let (x, ix) = (a.tensor(0)?, a.tensor_of(1, INT)?);
    ensure!(
        a,
        "c1",
        x.rank() == g.offset_dims.len() + g.collapsed_slice_dims.len() + g.operand_batching_dims.len(),
        "offset_dims, collapsed_slice_dims and operand_batching_dims must be as many as the dimensions of {x}"
    );
    let ivd = g.index_vector_dim;
    ensure!(a, "c2", ivd >= 0 && ivd as u64 <= ix.rank() as u64, "index_vector_dim {ivd} for {ix}");
    let components = index_vector_len(ix, ivd);
    ensure!(
        a,
        "c3",
        same_dim(components, g.start_index_map.len() as i64),
        "{} entries of start_index_map for index vectors of {components}",
        g.start_index_map.len()
    );
    ensure!(a, "c4", is_unique(&g.offset_dims) && is_sorted(&g.offset_dims), "offset_dims must be unique and sorted");
    let batch = others(&ix.dims, &[ivd]);
    let rank = batch.len() + g.offset_dims.len();
    a.axes("c5", "offset_dims", &g.offset_dims, rank)?;
    let dropped = chain(&g.collapsed_slice_dims, &g.operand_batching_dims);
    ensure!(a, "c6", is_unique(&dropped), "collapsed_slice_dims and operand_batching_dims must be unique");
    ensure!(a, "c7", is_sorted(&g.collapsed_slice_dims), "collapsed_slice_dims must be sorted");
    a.axes("c8", "collapsed_slice_dims", &g.collapsed_slice_dims, x.rank())?;
    ensure!(a, "c10", is_sorted(&g.operand_batching_dims), "operand_batching_dims must be sorted");
    a.axes("c11", "operand_batching_dims", &g.operand_batching_dims, x.rank())?;
    ensure!(a, "c20", sizes.len() == x.rank(), "{} slice_sizes for {x}", sizes.len());
    for (code, dims) in [("c9", &g.collapsed_slice_dims), ("c12", &g.operand_batching_dims)] {
        ensure!(a, code, dims.iter().all(|&d| sizes[d as usize] <= 1), "slice_sizes of dropped dimensions exceed 1");
    }
    ensure!(a, "c13", is_unique(&g.start_indices_batching_dims), "start_indices_batching_dims must be unique");
    a.axes("c14", "start_indices_batching_dims", &g.start_indices_batching_dims, ix.rank())?;
    ensure!(
        a,
        "c15",
        !g.start_indices_batching_dims.contains(&ivd),
        "start_indices_batching_dims must not contain index_vector_dim"
    );
    ensure!(
        a,
        "c16",
        g.operand_batching_dims.len() == g.start_indices_batching_dims.len(),
        "operand_batching_dims and start_indices_batching_dims must be as many"
    );
    for (&d, &s) in g.operand_batching_dims.iter().zip(&g.start_indices_batching_dims) {
        ensure!(a, "c17", same_dim(x.dims[d as usize], ix.dims[s as usize]), "batching sizes of {x} and {ix} differ");
    }
    let mapped = chain(&g.start_index_map, &g.operand_batching_dims);
    ensure!(a, "c18", is_unique(&mapped), "start_index_map and operand_batching_dims must be unique");
    a.axes("c19", "start_index_map", &g.start_index_map, x.rank())?;
    for (i, &s) in sizes.iter().enumerate() {
        let d = x.dims[i];
        ensure!(a, "c21", unknown(s) || s >= 0 && (d < 0 || s <= d), "slice size {s} of dimension {i} of {x}");
    }
    let offsets = others(sizes, &dropped);
    let (mut batch, mut offsets) = (batch.into_iter(), offsets.into_iter());
    let mut dims = Dims::with_capacity(rank);
    for i in 0..rank as i64 {
        let next = if g.offset_dims.contains(&i) { offsets.next() } else { batch.next() };
        dims.push(next.ok_or_else(|| a.fail("c22", "offset_dims do not fit the slices"))?);
    }
    one(x.dtype, dims)
}

pub(super) fn scatter(a: &Args<'_>, s: &ScatterDims) -> Inferred {
    let count = a.types.len();
    ensure!(a, "c5", count >= 3 && count % 2 == 1, "{count} operands; as many updates as inputs are needed");
    let n = count / 2;
    let (inputs, updates) = (a.tensors(0..n)?, a.tensors(n + 1..count)?);
    let ix = a.tensor(n)?;
    ensure!(a, "i2", ix.dtype.is_int(), "scatter_indices must hold integers, not {ix}");
    let (x, u) = (inputs[0], updates[0]);
    for i in 0..n {
        ensure!(a, "c1", same_shape(&inputs[i].dims, &x.dims), "inputs of types {x} and {}", inputs[i]);
        ensure!(a, "c3", same_shape(&updates[i].dims, &u.dims), "updates of types {u} and {}", updates[i]);
        ensure!(a, "c6", inputs[i].dtype == updates[i].dtype, "input {} with update {}", inputs[i], updates[i]);
    }
    ensure!(
        a,
        "c2",
        x.rank() == s.update_window_dims.len() + s.inserted_window_dims.len() + s.input_batching_dims.len(),
        "update_window_dims, inserted_window_dims and input_batching_dims must be as many as the dimensions of {x}"
    );
    let sorted = is_unique(&s.update_window_dims) && is_sorted(&s.update_window_dims);
    ensure!(a, "c7", sorted, "update_window_dims must be unique and sorted");
    a.axes("c8", "update_window_dims", &s.update_window_dims, u.rank())?;
    let dropped = chain(&s.inserted_window_dims, &s.input_batching_dims);
    ensure!(a, "c9", is_unique(&dropped), "inserted_window_dims and input_batching_dims must be unique");
    ensure!(a, "c10", is_sorted(&s.inserted_window_dims), "inserted_window_dims must be sorted");
    a.axes("c11", "inserted_window_dims", &s.inserted_window_dims, x.rank())?;
    ensure!(a, "c12", is_sorted(&s.input_batching_dims), "input_batching_dims must be sorted");
    a.axes("c13", "input_batching_dims", &s.input_batching_dims, x.rank())?;
    ensure!(a, "c14", is_unique(&s.scatter_indices_batching_dims), "scatter_indices_batching_dims must be unique");
    a.axes("c15", "scatter_indices_batching_dims", &s.scatter_indices_batching_dims, ix.rank())?;
    let ivd = s.index_vector_dim;
    ensure!(
        a,
        "c16",
        !s.scatter_indices_batching_dims.contains(&ivd),
        "scatter_indices_batching_dims must not contain index_vector_dim"
    );
    ensure!(
        a,
        "c17",
        s.input_batching_dims.len() == s.scatter_indices_batching_dims.len(),
        "input_batching_dims and scatter_indices_batching_dims must be as many"
    );
    for (&d, &i) in s.input_batching_dims.iter().zip(&s.scatter_indices_batching_dims) {
        ensure!(a, "c18", same_dim(x.dims[d as usize], ix.dims[i as usize]), "batching sizes of {x} and {ix} differ");
    }
    ensure!(a, "c22", ivd >= 0 && ivd as u64 <= ix.rank() as u64, "index_vector_dim {ivd} for {ix}");
    let components = index_vector_len(ix, ivd);
    ensure!(
        a,
        "c19",
        same_dim(components, s.scatter_dims_to_operand_dims.len() as i64),
        "{} entries of scatter_dims_to_operand_dims for index vectors of {components}",
        s.scatter_dims_to_operand_dims.len()
    );
    let mapped = chain(&s.scatter_dims_to_operand_dims, &s.input_batching_dims);
    ensure!(a, "c20", is_unique(&mapped), "scatter_dims_to_operand_dims and input_batching_dims must be unique");
    a.axes("c21", "scatter_dims_to_operand_dims", &s.scatter_dims_to_operand_dims, x.rank())?;

    let scattered = others(&ix.dims, &[ivd]);
    let window = others(&x.dims, &dropped);
    let rank = scattered.len() + window.len();
    ensure!(a, "c4", u.rank() == rank, "updates of type {u} must have rank {rank}");
    let (mut scattered, mut window) = (scattered.into_iter(), window.into_iter());
    for (i, &d) in (0i64..).zip(&u.dims) {
        let in_window = s.update_window_dims.contains(&i);
        let Some(limit) = (if in_window { window.next() } else { scattered.next() }) else {
            return Err(a.fail("c4", "update_window_dims do not fit the updates"));
        };
        let fits = same_dim(d, limit) || (in_window && d <= limit);
        ensure!(a, "c4", fits, "size {d} of dimension {i} of updates {u} does not fit {limit}");
    }
    let dtypes = a.scalars_of_region(0, n, "c23")?;
    for (t, &e) in inputs.iter().zip(&dtypes) {
        ensure!(a, "c23", promotable(t.dtype, e), "the region returns {e} for an input of {}", t.dtype);
    }
    Ok(inputs.iter().zip(dtypes).map(|(t, e)| tensor(e, t.dims.clone())).collect())
}

pub(super) fn torch_index_select(a: &Args<'_>, dim: i64, batch_dims: i64) -> Inferred {
    let (x, index) = (a.tensor(0)?, a.tensor_of(1, INT)?);
    a.axes("i1", "dim", &[dim], x.rank())?;
    let (d, b) = (dim as usize, batch_dims);
    let fits = 0 <= b && b as usize <= index.rank() && b <= dim;
    ensure!(a, "i2", fits, "batch_dims {b} of {x} and {index}");
    let b = b as usize;
    ensure!(a, "i3", same_shape(&x.dims[..b], &index.dims[..b]), "batches of {x} and {index}");
    let dims: Dims = x.dims[..d].iter().chain(&index.dims[b..]).chain(&x.dims[d + 1..]).copied().collect();
    ensure!(
        a,
        "i4",
        x.dims[d] != 0 || dims.contains(&0),
        "dimension {dim} of {x}, from which {index} selects, is empty"
    );
    one(x.dtype, dims)
}
