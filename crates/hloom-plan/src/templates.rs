//! Ops that no nest describes, as templates of `hloom_tile`.

use crate::fuse::Placement;
use crate::read::{KernelBuilder, equal_element};
use crate::scalar::{Comps, Res};
use hloom_ir::{Graph, Op, OpData, Region, Value};
use hloom_num::{BinaryOp, DType};
use hloom_tile::Target;
use hloom_tile::kernel::{Expr, ExprId, Kernel};
use hloom_tile::loop_ir::BinOp;
use hloom_tile::templates::{self, Scalars, Scan, ScanSpec, Scatter, ScatterSpec, SortSpec, Template};

/// Parameters of these types, numbered from `next` on.
fn params(k: &mut Kernel, types: &[DType], next: &mut u32) -> Vec<Comps> {
    types
        .iter()
        .map(|t| {
            (0..if t.is_complex() { 2 } else { 1 })
                .map(|_| {
                    *next += 1;
                    k.add_expr(Kernel::compute_elem(*t), Expr::Param(*next - 1))
                })
                .collect()
        })
        .collect()
}

fn types(g: &Graph, vs: &[Value]) -> Vec<DType> {
    vs.iter().map(|&v| g.tensor(v).dtype).collect()
}

/// Dimensions before, at and after `d`.
fn around(dims: &[i64], d: usize) -> (i64, i64, i64) {
    (dims[..d].iter().product(), dims[d], dims[d + 1..].iter().product())
}

/// Scatter: buffers are results, or what it has in their place, indices, and the updates that are not
/// [uniform](is_uniform_update).
pub(crate) fn scatter(g: &Graph, p: &Placement, op: &OpData, target: &Target) -> Res<Scatter> {
    let Op::Scatter { dims: d, unique_indices, .. } = &op.op else { return Err("not a scatter".into()) };
    let n = op.results.len();
    let input = g.tensor(op.operands[0]);
    let (indices, update) = (g.tensor(op.operands[n]), g.tensor(op.operands[n + 1]));
    let dtypes = types(g, &op.operands[..n]);
    let mut b = KernelBuilder::new(g, p);
    let mut next = 0;
    let mut both = params(&mut b.k, &dtypes, &mut next);
    let mut updates = params(&mut b.k, &dtypes, &mut next);
    let uniform: Vec<_> = op.operands[n + 1..].iter().map(|&v| equal_element(g, v)).collect();
    for (u, element) in updates.iter_mut().zip(&uniform) {
        if let Some((dtype, bytes)) = element {
            *u = crate::scalar::constant(&mut b.k, *dtype, bytes);
        }
    }
    both.extend(updates);
    let results = b.inline_region(op.regions[0], &both)?.concat();
    let list = |v: &[i64]| -> Vec<usize> { v.iter().map(|&x| x as usize).collect() };
    let inserted = list(&d.inserted_window_dims);
    let batching = list(&d.input_batching_dims);
    let mut spec = ScatterSpec {
        dtypes,
        dims: input.dims.to_vec(),
        index_dtype: indices.dtype,
        index_dims: indices.dims.to_vec(),
        index_vector_dim: d.index_vector_dim as usize,
        update_dims: update.dims.to_vec(),
        uniform: uniform.iter().map(Option::is_some).collect(),
        window_dims: list(&d.update_window_dims),
        window_to_input: (0..input.rank()).filter(|x| !inserted.contains(x) && !batching.contains(x)).collect(),
        index_to_input: list(&d.scatter_dims_to_operand_dims),
        batching: batching.iter().copied().zip(list(&d.scatter_indices_batching_dims)).collect(),
        unique: *unique_indices,
        op: crate::defs::single_binary(g, op.regions[0]).and_then(|o| crate::defs::bin_op(o, input.dtype)),
        target,
        combine: Scalars { kernel: &b.k, results: &results },
    };
    let parts = parts_alone(&b.k, &results, input.dtype).filter(|_| n == 1 && !spec.uniform[0]);
    let Some((dtype, op)) = parts else { return templates::scatter(&spec) };
    if dtype.bits() < input.dtype.bits() {
        spec.window_dims.push(update.rank());
        spec.window_to_input.push(input.rank());
        spec.dims.push(2);
        spec.update_dims.push(2);
    }
    let (mut k, elem) = (Kernel::default(), Kernel::compute_elem(dtype));
    let [old, new] = [0, 1].map(|i| k.add_expr(elem, Expr::Param(i)));
    let result = op.map_or(new, |op| k.add_expr(elem, Expr::Bin(op, old, new)));
    templates::scatter(&ScatterSpec {
        dtypes: vec![dtype],
        op,
        combine: Scalars { kernel: &k, results: &[result] },
        ..spec
    })
}

/// If a combiner of complex numbers does the same to both parts, add them up or take the new ones: what it does to numbers of
/// which type, a part or a word of both.
fn parts_alone(k: &Kernel, results: &[ExprId], dtype: DType) -> Option<(DType, Option<BinOp>)> {
    let &[re, im] = results else { return None };
    let is_param = |e: ExprId, i: u32| matches!(k.expr(e), Expr::Param(p) if *p == i);
    let is_sum = |e: ExprId, i: u32| match k.expr(e) {
        Expr::Bin(BinOp::FAdd, x, y) => {
            is_param(*x, i) && is_param(*y, i + 2) || is_param(*x, i + 2) && is_param(*y, i)
        }
        _ => false,
    };
    match dtype {
        DType::C64 if is_param(re, 2) && is_param(im, 3) => Some((DType::I64, None)),
        DType::C64 | DType::C128 if is_sum(re, 0) && is_sum(im, 1) => Some((dtype.real_part(), Some(BinOp::FAdd))),
        _ => None,
    }
}

/// The steps of a sort. Buffers are results, of the size that [`kept`] says, and operands, of the first step without
/// [positions](is_position).
pub(crate) fn sort(g: &Graph, p: &Placement, op: &OpData, target: &Target) -> Res<Vec<Template>> {
    let d = sorted_dim(g, op).ok_or("not a sort")?;
    let dims = g.tensor(op.operands[0]).dims.to_vec();
    let (outer, len, inner) = if dims.is_empty() { (1, 1, 1) } else { around(&dims, d) };
    let dtypes = types(g, &op.operands);
    let mut b = KernelBuilder::new(g, p);
    let pairs: Vec<DType> = dtypes.iter().flat_map(|&t| [t, t]).collect();
    let args = params(&mut b.k, &pairs, &mut 0);
    let less = b.inline_region(op.regions[0], &args)?.concat();
    let keep = p.kept(op.results[0]).map_or(len, |k| k.1);
    let positions = op.operands.iter().map(|&v| is_position(g, op, v)).collect();
    let less = Scalars { kernel: &b.k, results: &less };
    templates::sort(&SortSpec { dtypes, positions, outer, len, inner, keep, less, cores: i64::from(target.cores) })
}

/// The dimension that a sort sorts.
fn sorted_dim(g: &Graph, op: &OpData) -> Option<usize> {
    let Op::Sort { dimension, .. } = op.op else { return None };
    let rank = g.tensor(op.operands[0]).rank() as i64;
    Some(if dimension < 0 { dimension + rank } else { dimension } as usize)
}

/// The dimension along which a value counts from 0, as `iota` does.
pub(crate) fn iota_dimension(g: &Graph, v: Value) -> Option<i64> {
    match g.def_op(v)?.1.op {
        Op::Iota { iota_dimension } => Some(iota_dimension),
        _ => None,
    }
}

/// True if operand `i` of a scatter is an update of equal elements: the scatter has it without memory.
pub(crate) fn is_uniform_update(g: &Graph, scatter: &OpData, i: usize) -> bool {
    matches!(scatter.op, Op::Scatter { .. })
        && i > scatter.results.len()
        && equal_element(g, scatter.operands[i]).is_some()
}

/// True if an operand of a sort is the number of each element in its line: the sort knows it without memory.
pub(crate) fn is_position(g: &Graph, sort: &OpData, v: Value) -> bool {
    let counted = matches!(g.tensor(v).dtype, DType::I32 | DType::I64 | DType::U32 | DType::U64);
    counted && iota_dimension(g, v).zip(sorted_dim(g, sort)).is_some_and(|(i, d)| i as usize == d)
}

/// The sorted dimension, and how many of the first elements along it are read, if that is not all of them: the results'
/// buffers have no more.
pub(crate) fn kept(g: &Graph, op: &OpData) -> Option<(usize, i64)> {
    let d = sorted_dim(g, op)?;
    let most = read_along(g, op, d)?;
    let len = *g.tensor(op.operands[0]).dims.get(d)?;
    (most > 0 && most < len).then_some((d, most))
}

/// How many of the first elements along `d` of an op's results are read, if slices alone read them.
fn read_along(g: &Graph, op: &OpData, d: usize) -> Option<i64> {
    let mut most = 0;
    for r in (0..g.num_regions()).map(|r| g.region(Region(r as u32))) {
        if r.results.iter().any(|v| op.results.contains(v)) {
            return None;
        }
        for user in r.ops.iter().map(|&o| g.op(o)).filter(|u| u.operands.iter().any(|v| op.results.contains(v))) {
            let Op::Slice { limit_indices, .. } = &user.op else { return None };
            most = most.max(limit_indices[d]);
        }
    }
    Some(most)
}

/// Dimension and direction (true: from the end) of a `reduce_window` with the shape of a scan. Its operands must be in
/// memory.
pub(crate) fn scan_axis(g: &Graph, op: &OpData) -> Option<(usize, bool)> {
    let Op::ReduceWindow { window_dimensions, window_strides, base_dilations, window_dilations, padding } = &op.op
    else {
        return None;
    };
    let t = g.tensor(*op.operands.first()?);
    let ones = |v: &Option<hloom_ir::attrs::I64s>| v.as_ref().is_none_or(|v| v.iter().all(|&x| x == 1));
    let long: Vec<usize> = (0..t.rank()).filter(|&d| window_dimensions[d] != 1).collect();
    let ([d], Some(pad)) = (&long[..], padding) else { return None };
    let (d, n) = (*d, t.dims[*d]);
    let others = pad.0.iter().enumerate().all(|(i, &p)| i == d || p == (0, 0));
    let reverse = match pad.0.get(d) {
        Some(&p) if p == (n - 1, 0) => false,
        Some(&p) if p == (0, n - 1) => true,
        _ => return None,
    };
    // Short windows are as well done as windows.
    let scan = window_dimensions[d] == n
        && n >= 16
        && others
        && ones(window_strides)
        && ones(base_dilations)
        && ones(window_dilations);
    scan.then_some((d, reverse))
}

/// A `reduce_window` that is a scan: `None` if it is not.
pub(crate) fn scan(g: &Graph, p: &Placement, op: &OpData) -> Res<Option<Scan>> {
    let Some((d, reverse)) = scan_axis(g, op) else { return Ok(None) };
    let (operands, init) = op.operands.split_at(op.operands.len() / 2);
    let dtypes = types(g, operands);
    let fold = match (crate::defs::single_binary(g, op.regions[0]), &dtypes[..], init) {
        (Some(single), &[t], &[init]) => identity_fold(g, p, single, t, init)?,
        _ => any_fold(g, p, op.regions[0], &dtypes, init),
    };
    let Some(Fold { kernel, op, results }) = fold else { return Ok(None) };
    let (outer, len, inner) = around(&g.tensor(operands[0]).dims, d);
    let combine = Scalars { kernel: &kernel, results: &results };
    templates::scan(&ScanSpec { dtypes: &dtypes, outer, len, inner, reverse, op, combine }).map(Some)
}

/// What a scan combines with: the operation, if it is a single one; parts of the neutral element and of the combined one over those of
/// (accumulated, new).
struct Fold {
    kernel: Kernel,
    op: Option<BinOp>,
    results: Vec<ExprId>,
}

/// A combiner of several operations that starts at constants, which is taken for the monoid that the specification asks for; none that
/// reads what is no parameter of it.
fn any_fold(g: &Graph, p: &Placement, r: Region, dtypes: &[DType], init: &[Value]) -> Option<Fold> {
    let mut b = KernelBuilder::new(g, p);
    let mut results = Vec::new();
    for &v in init {
        results.extend(b.read(v, &[]).ok()?);
    }
    let is_constant = |e: &ExprId| matches!(b.k.expr(*e), Expr::Float(_) | Expr::Int(_));
    if !results.iter().all(is_constant) {
        return None;
    }
    let args = params(&mut b.k, &[dtypes, dtypes].concat(), &mut 0);
    results.extend(b.inline_region(r, &args).ok()?.concat());
    let is_outside = |e: &Expr| matches!(e, Expr::Load { .. } | Expr::Read(..) | Expr::Coord(_));
    if b.k.exprs.iter().any(|e| is_outside(&e.0)) {
        return None;
    }
    Some(Fold { kernel: b.k, op: None, results })
}

/// A single binary op that starts from its identity.
fn identity_fold(g: &Graph, p: &Placement, single: BinaryOp, t: DType, init: Value) -> Res<Option<Fold>> {
    let mut b = KernelBuilder::new(g, p);
    let start = b.read(init, &[])?;
    let Some(op) = crate::defs::bin_op(single, t.real_part()) else { return Ok(None) };
    let is = |b: &KernelBuilder<'_>, op, e| crate::defs::is_identity(&b.k, op, t.real_part(), e);
    let neutral = match (single, &start[..]) {
        // One part is.
        (BinaryOp::Multiply, &[re, im]) => is(&b, BinOp::FMul, re) && is(&b, BinOp::FAdd, im),
        (BinaryOp::Add, _) | (_, [_]) => start.iter().all(|&e| is(&b, op, e)),
        _ => false,
    };
    if !neutral {
        return Ok(None);
    }
    let args = params(&mut b.k, &[t, t], &mut 0);
    let all = crate::scalar::binary(&mut b.k, single, t, &args[0], &args[1])?;
    // The parts of a product are no products.
    let op = Some(op).filter(|_| all.len() == 1 || single == BinaryOp::Add);
    Ok(Some(Fold { kernel: b.k, op, results: [start, all].concat() }))
}
