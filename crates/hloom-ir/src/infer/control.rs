//! Regions, reductions, sorting, random numbers, tokens and tuples, test ops.

use super::*;
use crate::attrs::{RngAlgorithm, RngDistribution, Segments};
use hloom_num::Literal;

pub(super) fn reduce(a: &Args<'_>, dimensions: &[i64]) -> Inferred {
    let count = a.types.len();
    ensure!(
        a,
        "c3",
        count >= 2 && count.is_multiple_of(2),
        "{count} operands; as many init_values as inputs are needed"
    );
    let n = count / 2;
    let (inputs, inits) = (a.tensors(0..n)?, a.tensors(n..count)?);
    let x = inputs[0];
    for (t, i) in inputs.iter().zip(&inits) {
        ensure!(a, "c1", same_shape(&t.dims, &x.dims), "inputs of types {x} and {t}");
        ensure!(a, "i2", i.rank() == 0, "init_values must be scalars, not {i}");
        ensure!(a, "c2", t.dtype == i.dtype, "input of type {t} with init value of type {i}");
    }
    a.axes("c4", "dimensions", dimensions, x.rank())?;
    ensure!(a, "c5", is_unique(dimensions), "dimensions {dimensions:?} must be unique");
    let dtypes = a.scalars_of_region(0, n, "c6")?;
    for (t, &e) in inputs.iter().zip(&dtypes) {
        ensure!(a, "c6", promotable(t.dtype, e), "the region returns {e} for an input of {}", t.dtype);
    }
    Ok(inputs.iter().zip(dtypes).map(|(t, e)| tensor(e, others(&t.dims, dimensions))).collect())
}

pub(super) fn sort(a: &Args<'_>, dimension: i64) -> Inferred {
    let inputs = a.tensors(0..a.types.len())?;
    let Some(&first) = inputs.first() else { return Err(a.fail("c1", "there must be an input")) };
    for t in &inputs {
        ensure!(a, "c3", same_shape(&t.dims, &first.dims), "inputs of types {first} and {t}");
    }
    let rank = first.rank() as i64;
    ensure!(a, "c4", -rank <= dimension && dimension < rank, "dimension {dimension} of {first}");
    let e = a.scalars_of_region(0, 1, "c5")?;
    ensure!(a, "c5", e[0].is_bool(), "the comparator must return i1, not {}", e[0]);
    Ok(inputs.iter().map(|&t| Type::Tensor(t.clone())).collect())
}

pub(super) fn top_k(a: &Args<'_>, k: i64) -> Inferred {
    let x = a.tensor_of(0, BOOL | INT | FLOAT)?;
    let Some(&last) = x.dims.last() else { return Err(a.fail("c1", "the operand must have a dimension")) };
    ensure!(a, "c2", k >= 0 && (last < 0 || k <= last), "k = {k} of {last} elements");
    let mut dims = x.dims.clone();
    dims[x.rank() - 1] = k;
    Ok(vec![tensor(x.dtype, dims.clone()), tensor(DType::I32, dims)])
}

/// What the branches return; they must agree.
fn branches(a: &Args<'_>, agree: &str) -> Inferred {
    let first = &a.regions[0];
    for r in &a.regions[1..] {
        let fits = r.len() == first.len() && r.iter().zip(first).all(|(a, b)| compatible(a, b));
        ensure!(a, agree, fits, "the branches return different types");
    }
    // A size that differs between branches, one of them dynamic, is dynamic.
    let mut types = first.clone();
    for r in &a.regions[1..] {
        for (t, b) in types.iter_mut().zip(r) {
            if let (Type::Tensor(t), Type::Tensor(b)) = (t, b) {
                t.dims.iter_mut().zip(&b.dims).filter(|(x, y)| x != y).for_each(|(x, _)| *x = TensorType::DYNAMIC);
            }
        }
    }
    Ok(types)
}

pub(super) fn case(a: &Args<'_>) -> Inferred {
    let index = a.tensor(0)?;
    ensure!(a, "i1", index.rank() == 0 && index.dtype == DType::I32, "index must be tensor<i32>, not {index}");
    ensure!(a, "c1", !a.regions.is_empty(), "there must be a branch");
    branches(a, "c3")
}

pub(super) fn if_(a: &Args<'_>) -> Inferred {
    let pred = a.tensor(0)?;
    ensure!(a, "i1", pred.rank() == 0 && pred.dtype.is_bool(), "pred must be tensor<i1>, not {pred}");
    branches(a, "c2")
}

pub(super) fn while_(a: &Args<'_>) -> Inferred {
    let cond = a.scalars_of_region(0, 1, "c1")?;
    ensure!(a, "c1", cond[0].is_bool(), "the condition must return i1, not {}", cond[0]);
    let body = &a.regions[1];
    ensure!(a, "c2", body.len() == a.types.len(), "the body returns {} of {} values", body.len(), a.types.len());
    for (i, (r, t)) in body.iter().zip(a.types).enumerate() {
        ensure!(a, "c2", compatible(r, t), "the body returns {r} for operand {i} of type {t}");
    }
    Ok(a.types.iter().map(|&t| t.clone()).collect())
}

pub(super) fn get_tuple_element(a: &Args<'_>, index: i64) -> Inferred {
    let Type::Tuple(items) = a.types[0] else { return Err(a.fail("i1", "the operand must be a tuple")) };
    match usize::try_from(index).ok().and_then(|i| items.get(i)) {
        Some(t) => Ok(vec![t.clone()]),
        None => Err(a.fail("c1", format!("index {index} of a tuple of {}", items.len()))),
    }
}

pub(super) fn after_all(a: &Args<'_>) -> Inferred {
    ensure!(a, "i1", a.types.iter().all(|t| **t == Type::Token), "the operands must be tokens");
    Ok(vec![Type::Token])
}

pub(super) fn rng_bit_generator(a: &Args<'_>, algorithm: RngAlgorithm) -> Inferred {
    let state = a.tensor(0)?;
    ensure!(a, "i2", state.rank() == 1 && state.dtype == DType::U64, "initial_state must be ui64s, not {state}");
    let n = state.dims[0];
    let fits = match algorithm {
        RngAlgorithm::Default => true,
        RngAlgorithm::ThreeFry => same_dim(n, 2),
        RngAlgorithm::Philox => same_dim(n, 2) || n == 3,
    };
    ensure!(a, "c2", fits, "{algorithm:?} has no state of {n} numbers");
    let output = a.stated_tensor(1)?;
    ensure!(a, "output", output.is_static(), "the output must have a static shape, not {output}");
    ensure!(a, "output", super::sort(output.dtype) & (INT | FLOAT) != 0, "the output must hold numbers, not {output}");
    Ok(vec![Type::Tensor(state.clone()), Type::Tensor(output.clone())])
}

pub(super) fn rng(a: &Args<'_>, distribution: RngDistribution) -> Inferred {
    let (x, y, shape) = (a.tensor_of(0, BOOL | INT | FLOAT)?, a.tensor(1)?, a.tensor_of(2, INT)?);
    let r = a.stated_tensor(0)?;
    ensure!(a, "i1", x.rank() == 0, "a must be a scalar, not {x}");
    ensure!(a, "i2", y.rank() == 0, "b must be a scalar, not {y}");
    ensure!(
        a,
        "c1",
        x.dtype == y.dtype && x.dtype == r.dtype,
        "a, b and result of {}, {}, {}",
        x.dtype,
        y.dtype,
        r.dtype
    );
    let normal = distribution == RngDistribution::Normal;
    ensure!(a, "c2", !normal || x.dtype.is_float(), "no normal distribution of {}", x.dtype);
    let fits = shape.rank() == 1 && same_dim(shape.dims[0], r.rank() as i64);
    ensure!(a, "c3", fits, "shape of type {shape} for a result of type {r}");
    Ok(vec![Type::Tensor(r.clone())])
}

pub(super) fn check_pair(a: &Args<'_>) -> Inferred {
    let (x, y) = (a.tensor(0)?, a.tensor(1)?);
    ensure!(a, "c1", x.dtype == y.dtype && same_shape(&x.dims, &y.dims), "operands of types {x} and {y}");
    Ok(Vec::new())
}

pub(super) fn check_const(a: &Args<'_>, value: &Literal) -> Inferred {
    let x = a.tensor(0)?;
    let fits = x.dtype == value.dtype() && same_shape(&x.dims, value.shape());
    ensure!(a, "c1", fits, "operand of type {x}, value of type {}", TensorType::new(value.dtype(), value.shape()));
    Ok(Vec::new())
}

pub(super) fn scan(a: &Args<'_>, dimension: i64, operands: Segments, results: Segments) -> Inferred {
    let (inputs, inits) = (operands.0, operands.1);
    let fits = inputs.checked_add(inits) == Some(a.types.len());
    ensure!(a, "i1", fits && inputs > 0, "{inputs} inputs and {inits} inits of {} operands", a.types.len());
    let inputs = a.tensors(0..inputs)?;
    let x = inputs[0];
    ensure!(a, "i2", 0 <= dimension && dimension < x.rank() as i64, "dimension {dimension} of {x}");
    let length = x.dims[dimension as usize];
    for t in &inputs {
        let d = t.dims.get(dimension as usize);
        ensure!(a, "i3", d.is_some_and(|&d| same_dim(d, length)), "inputs of types {x} and {t}");
    }
    let returned: &[Type] = a.regions.first().map_or(&[], |r| &r[..]);
    let fits = results.1 == inits && results.0.checked_add(inits) == Some(returned.len());
    ensure!(a, "i4", fits, "{} results of the body for {} outputs and {inits} carries", returned.len(), results.0);
    returned
        .iter()
        .enumerate()
        .map(|(i, t)| match t.as_tensor() {
            Some(t) if i < results.0 => {
                let mut dims = t.dims.clone();
                ensure!(a, "i5", dimension as usize <= dims.len(), "dimension {dimension} of an output {t}");
                dims.insert(dimension as usize, length);
                Ok(tensor(t.dtype, dims))
            }
            Some(_) => {
                let init = &a.types[inputs.len() + i - results.0];
                ensure!(a, "i6", compatible(init, t), "a carry of {init} becomes {t}");
                Ok((*init).clone())
            }
            None => Err(a.fail("i7", "the body must return tensors")),
        })
        .collect()
}
