//! What a custom call says about itself: layouts, aliases of outputs and operands, its configuration.

use crate::attrs::{Fields, I64s};
use crate::{Op, Type};
use hloom_mlir::{Attr, Type as SynType};
use hloom_num::DType;

type Finding = Result<(), (&'static str, String)>;

/// Code and message if what the custom call says does not fit its types.
pub(super) fn mismatch(op: &Op, operands: &[&Type], results: &[Type]) -> Option<(&'static str, String)> {
    let Op::CustomCall { backend_config, api_version, operand_layouts, result_layouts, output_operand_aliases, .. } =
        op
    else {
        return None;
    };
    layouts(operand_layouts.as_deref(), result_layouts.as_deref(), operands, results)
        .and_then(|()| aliases(output_operand_aliases.as_deref(), operands, results))
        .and_then(|()| config(backend_config.as_deref(), api_version.as_deref()))
        .err()
}

/// Either both operands and results have layouts, or none; each is a permutation of the dimensions.
fn layouts(of_operands: Option<&Attr>, of_results: Option<&Attr>, operands: &[&Type], results: &[Type]) -> Finding {
    let wrong = |message: String| Err(("custom-call-layout", message));
    let (a, b) = match (of_operands, of_results) {
        (None, None) => return Ok(()),
        (Some(Attr::Array(a)), Some(Attr::Array(b))) => (a, b),
        _ => return wrong("layouts must be given for operands and results, as arrays, or for neither".into()),
    };
    // The layouts of a lone tuple are those of its members.
    let results: Vec<&Type> = match results {
        [Type::Tuple(items)] => items.iter().collect(),
        _ => results.iter().collect(),
    };
    for (what, types, layouts) in [("operand", operands, a), ("result", &results[..], b)] {
        if types.len() != layouts.len() {
            return wrong(format!("{} {what}s but {what} layouts for {}", types.len(), layouts.len()));
        }
        for (i, (ty, layout)) in types.iter().zip(layouts.iter()).enumerate() {
            let Some(mut order) = index_list(layout) else {
                return wrong(format!("the layout of {what} {i} is no list of dimensions"));
            };
            let rank = match ty {
                Type::Tensor(t) | Type::Buffer(t) => t.rank(),
                Type::Tuple(_) => return wrong(format!("{what} {i} is a tuple, which cannot have a layout")),
                _ => 0,
            };
            let stated = format!("{order:?}");
            order.sort_unstable();
            if order.len() != rank || order.iter().zip(0..).any(|(&d, i)| d != i) {
                return wrong(format!("layout {stated} of {what} {i} of type {ty}"));
            }
        }
    }
    Ok(())
}

/// The elements of a `dense` list of type `index`.
fn index_list(attr: &Attr) -> Option<I64s> {
    let Attr::Dense(d) = attr else { return None };
    match &d.ty {
        SynType::RankedTensor(t) if matches!(t.elem, SynType::Index | SynType::Scalar(DType::I64)) => {
            let [Some(n)] = t.dims[..] else { return None };
            let (words, _) = d.data.as_chunks::<8>();
            if d.splat {
                let n = usize::try_from(n).ok().filter(|n| *n <= crate::MAX_RANK)?;
                return Some(I64s::from_elem(i64::from_le_bytes(*words.first()?), n));
            }
            Some(words.iter().map(|w| i64::from_le_bytes(*w)).collect())
        }
        _ => None,
    }
}

/// Each alias names a part of an operand and a part of the output, of one type.
fn aliases(attr: Option<&Attr>, operands: &[&Type], results: &[Type]) -> Finding {
    let wrong = |message: String| Err(("custom-call-alias", message));
    let Some(attr) = attr else { return Ok(()) };
    let Attr::Array(items) = attr else { return wrong("output_operand_aliases must be an array".into()) };
    for item in items.iter() {
        let keys = ["output_tuple_indices", "operand_index", "operand_tuple_indices"];
        let read = Fields::parse(item, "output_operand_alias", &keys)
            .and_then(|f| Ok((f.list(keys[0])?, f.int(keys[1])?, f.list(keys[2])?)));
        let (output, index, operand) = match read {
            Ok(read) => read,
            Err(why) => return wrong(format!("an alias {why}")),
        };
        let Some(from) = usize::try_from(index).ok().and_then(|i| operands.get(i)) else {
            return wrong(format!("an alias names operand {index} of {}", operands.len()));
        };
        let all = match results {
            [one] => one.clone(),
            several => Type::Tuple(several.into()),
        };
        let (Some(from), Some(to)) = (part(from, &operand), part(&all, &output)) else {
            return wrong(format!(
                "an alias names a part that does not exist: {output:?} of the output, {operand:?} of operand {index}"
            ));
        };
        if from != to {
            return wrong(format!("an alias of an operand of type {from} and an output of type {to}"));
        }
    }
    Ok(())
}

/// The member of a nest of tuples.
fn part<'a>(ty: &'a Type, indices: &[i64]) -> Option<&'a Type> {
    indices.iter().try_fold(ty, |ty, &i| match ty {
        Type::Tuple(items) => items.get(usize::try_from(i).ok()?),
        _ => None,
    })
}

/// Calls of the typed interface are configured by a dictionary, all others by a string.
fn config(config: Option<&Attr>, version: Option<&Attr>) -> Finding {
    const TYPED: i128 = 4;
    let typed = match version {
        None => false,
        Some(Attr::Int(v @ 0..=TYPED, SynType::Scalar(DType::I32))) => *v == TYPED,
        Some(_) => return Err(("custom-call-config", "api_version must be an i32 within 0..=4".into())),
    };
    match (config, typed) {
        (None, _) | (Some(Attr::Dict(_)), true) | (Some(Attr::String(_)), false) => Ok(()),
        (_, true) => Err(("custom-call-config", "backend_config of api_version 4 must be a dictionary".into())),
        (_, false) => Err(("custom-call-config", "backend_config of this api_version must be a string".into())),
    }
}
