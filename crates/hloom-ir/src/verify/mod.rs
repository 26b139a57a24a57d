//! Verification: everything that later stages rely on.
//!
//! After [`verify`] succeeds
//! * every id in the module names something, definitions precede uses, every region and op stands in one place;
//! * operands, regions and results of an op are as many and of such types as the table and [`mod@crate::infer`] say;
//! * axes, window sizes, slice bounds, group counts and the like are in range for the (static) operand types, and
//!   arithmetic on them and on sizes fits 64 bits;
//! * calls have a callee with their signature and no function reaches itself;
//! * shapes have at most [`MAX_RANK`] dimensions and [`MAX_BYTES`] bytes.
//!
//! Bounds that depend on a dynamic size cannot be checked before that size is known: verify again then.

pub(crate) use results::mismatch as result_mismatch;

mod calls;
mod custom;
mod extras;
mod known_calls;
mod known_values;
mod parallel;
mod regions;
mod results;
mod scope;
mod sdy_collectives;
mod sdy_rules;
mod sharding;

use crate::{Diagnostics, Module, TensorType, Type};
use hloom_mlir::{Attr, Str};
use rustc_hash::FxHashMap;

/// Most dimensions of a tensor.
pub const MAX_RANK: usize = 64;
/// Most elements and most bytes of a tensor, sizes of zero left out: what an x86-64 process can address.
pub const MAX_BYTES: i64 = 1 << 47;
/// Attributes that sizes are computed from stay below this, so that sums of a few of them fit 64 bits.
const MAX_EXTENT: i64 = 1 << 48;

/// Checks a module.
///
/// # Errors
/// All findings.
pub fn verify(module: &Module) -> Result<(), Diagnostics> {
    let mut diags = Diagnostics::default();
    let mut symbols: FxHashMap<&str, usize> = FxHashMap::default();
    for (i, f) in module.funcs.iter().enumerate() {
        if symbols.insert(&f.name, i).is_some() {
            diags.error("duplicate-symbol", format!("there are two functions @{}", f.name), f.loc);
        }
    }
    sharding::meshes(module, &symbols, &mut diags);
    let mut edges = Vec::with_capacity(module.funcs.len());
    for f in &module.funcs {
        if f.body.0 as usize >= f.graph.num_regions() {
            diags.error("malformed-graph", format!("function @{} has no body", f.name), f.loc);
            edges.push(Vec::new());
            continue;
        }
        for (what, attrs, n) in
            [("parameter", &f.param_attrs, f.params().len()), ("result", &f.result_attrs, f.results().len())]
        {
            if !attrs.is_empty() && attrs.len() != n {
                let message = format!("function @{} has {n} {what}s but attributes for {}", f.name, attrs.len());
                diags.error("bad-attribute", message, f.loc);
            }
        }
        for attr in f.param_attrs.iter().flatten() {
            aliasing(attr, f, &mut diags);
        }
        sharding::function(module, f, &mut diags);
        if f.declared {
            declaration(f, &mut diags);
            edges.push(Vec::new());
            continue;
        }
        edges.push(scope::check(module, &symbols, f, &mut diags));
    }
    calls::no_recursion(module, &edges, &mut diags);
    if diags.0.is_empty() { Ok(()) } else { Err(diags) }
}

/// A declaration is private and has nothing in its body.
fn declaration(f: &crate::Func, diags: &mut Diagnostics) {
    if f.public {
        diags.error("public-declaration", format!("function @{} has no body, so it must be private", f.name), f.loc);
    }
    for &v in f.params().iter().chain(f.results()) {
        if v.0 as usize >= f.graph.num_values() || !f.graph.region(f.body).ops.is_empty() {
            diags.error("malformed-graph", format!("function @{} is no sound declaration", f.name), f.loc);
            return;
        }
        if let Some((code, message)) = absurd(f.graph.ty(v)) {
            diags.error(code, message, f.loc);
        }
    }
}

/// `tf.aliasing_output` names a result.
fn aliasing((name, attr): &(Str, Attr), f: &crate::Func, diags: &mut Diagnostics) {
    if &**name != "tf.aliasing_output" {
        return;
    }
    let n = f.results().len();
    let fits = matches!(attr, Attr::Int(i, _) if *i >= 0 && *i < n as i128);
    if !fits {
        diags.error(
            "aliasing-output",
            format!("tf.aliasing_output must name one of {n} results of @{}", f.name),
            f.loc,
        );
    }
}

/// What is absurd about a type, if anything: code and message.
pub(crate) fn absurd(ty: &Type) -> Option<(&'static str, String)> {
    match ty {
        Type::Token | Type::Mlir(_) => None,
        Type::Tuple(items) | Type::Future(items) => items.iter().find_map(absurd),
        Type::Tensor(t) | Type::Buffer(t) if t.rank() > MAX_RANK => {
            Some(("rank-too-large", format!("a tensor of {} dimensions; {MAX_RANK} are possible", t.rank())))
        }
        Type::Tensor(t) | Type::Buffer(t) if too_large(t) => {
            Some(("shape-too-large", format!("{t} does not fit in memory")))
        }
        Type::Tensor(t) | Type::Buffer(t) => match &t.quantized {
            Some(q) => q.error(t.dtype, &t.dims),
            None => None,
        }
        .or_else(|| bad_bounds(t).map(|why| ("bounds", why))),
    }
}

/// What is wrong with the bounds of a type, if anything.
fn bad_bounds(t: &TensorType) -> Option<String> {
    let bounds = t.bounds.as_ref()?;
    if bounds.len() != t.rank() {
        return Some(format!("{} bounds for {} dimensions", bounds.len(), t.rank()));
    }
    let (i, b) = bounds.iter().enumerate().find(|&(i, &b)| b != TensorType::DYNAMIC && (t.dims[i] >= 0 || b < 0))?;
    Some(if t.dims[i] >= 0 { format!("dimension {i} is static and has a bound") } else { format!("the bound {b}") })
}

fn too_large(t: &TensorType) -> bool {
    let mut n = t.dtype.byte_size() as i64;
    for &d in t.dims.iter().filter(|&&d| d > 0) {
        match n.checked_mul(d) {
            Some(m) if m <= MAX_BYTES => n = m,
            _ => return true,
        }
    }
    false
}
