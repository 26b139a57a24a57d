//! VHLO to an older version: ops become their retired versions where nothing is lost by it.
//!
//! MLIR's conversion leaves the uses of replaced values in another order, which the container records, so this keeps
//! account of them.

use super::WriteError;
use super::casts::UseLists;
use super::encode::{future, i64_tensor};
use super::ops::{self, Version, VhloOp};
use super::rules::{Default, rules};
use super::since::{check_attr, check_type};
use super::upgrade::is_default;
use hloom_mlir::bytecode::{UseOrder, UseOrders};
use hloom_mlir::{Attr, RawModule, RawOp, RawValue, Type};
use hloom_num::DType;

/// Brings `module` to version `target`.
///
/// `lists` are the uses that are not in their natural order before.
pub(super) fn downgrade(module: &mut RawModule, target: Version, lists: &UseLists) -> Result<UseOrders, WriteError> {
    let mut pass = Downgrade { types: &module.value_types, target, replaced: Vec::new() };
    pass.op(&mut module.op)?;
    let replaced = pass.replaced;
    Ok(use_orders(module, &replaced, lists))
}

struct Downgrade<'a> {
    types: &'a [Type],
    target: Version,
    /// For each op, parents before children: whether an older version took its place.
    replaced: Vec<bool>,
}

/// Ops whose results had the element types of their operands before version 0.17.
const SAME_ELEMENTS: [&str; 6] =
    ["all_reduce", "reduce", "reduce_scatter", "reduce_window", "scatter", "select_and_scatter"];
/// Ops whose first version has one operand.
const ONE_OPERAND: [&str; 4] = ["all_gather", "all_reduce", "all_to_all", "collective_broadcast"];

impl Downgrade<'_> {
    fn op(&mut self, op: &mut RawOp) -> Result<(), WriteError> {
        let replaced = match op.name.strip_prefix("vhlo.").map(ops::find) {
            None => false,
            Some(None) => return Err(WriteError::illegal(op, "VHLO has no such op")),
            Some(Some(entry)) => self.one(op, entry).map_err(|reason| WriteError::too_new(op, self.target, &reason))?,
        };
        self.replaced.push(replaced);
        for block in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
            block.ops.iter_mut().try_for_each(|op| self.op(op))?;
        }
        Ok(())
    }

    /// Brings one op to the target: true if that has another version of it.
    fn one(&self, op: &mut RawOp, entry: &VhloOp) -> Result<bool, String> {
        let fits = |e: &VhloOp| e.since <= self.target && self.target <= e.until;
        let replaced = !fits(entry);
        let mut is = *entry;
        if replaced {
            is = *ops::at_version(entry.name, self.target).ok_or_else(|| {
                let first = ops::OPS.iter().find(|o| o.name == entry.name).map_or(entry.since, |o| o.since);
                format!("the op exists since version {}.{}.0", first.0, first.1)
            })?;
            self.replace(op, entry, &is)?;
        }
        self.check(op, &is)?;
        for (name, attr) in &op.attrs {
            check_attr(attr, self.target).map_err(|reason| format!("attribute '{name}': {reason}"))?;
        }
        for value in op.operands.iter().chain(&op.results) {
            check_type(self.ty(*value), self.target, true)?;
        }
        if replaced {
            op.name = format!("vhlo.{}_v{}", is.name, is.version).into();
        }
        Ok(replaced)
    }

    fn ty(&self, value: RawValue) -> &Type {
        self.types.get(value.0 as usize).unwrap_or(&Type::None)
    }

    /// Attributes of the older version: those that it lacks must say what it means without them.
    fn replace(&self, op: &mut RawOp, from: &VhloOp, to: &VhloOp) -> Result<(), String> {
        let since = (from.since.0, from.since.1);
        let newer = |what: &str| format!("{what} exists since version {}.{}.0", since.0, since.1);
        if ONE_OPERAND.contains(&to.name) && op.operands.len() != 1 {
            return Err(newer("a number of operands other than one"));
        }
        if to.name == "composite" && !op.regions.is_empty() {
            return Err(newer("a composite with regions"));
        }
        for name in from.attrs.iter().filter(|name| !to.attrs.contains(name)) {
            let at = op.attrs.iter().position(|(n, _)| &**n == *name);
            let at = at.ok_or_else(|| format!("attribute '{name}' is missing"))?;
            let rule = rules(from.name).iter().find(|r| r.attr == *name);
            let default = match rule {
                Some(rule) => rule.default,
                // The batching dimensions of gathers and scatters have no rule; StableHLO has them in a structure.
                None if name.ends_with("_batching_dims") => Default::EmptyTensor,
                None => Default::None,
            };
            let (_, attr) = &op.attrs[at];
            let none = matches!(attr, Attr::Type(Type::None)) && from.name == "dot_general";
            if !none && !is_default(attr, default) {
                return Err(newer(&format!("attribute '{name}' with a value other than its default")));
            }
            op.attrs.remove(at);
        }
        for name in to.attrs.iter().filter(|name| !from.attrs.contains(name)) {
            // Only `dynamic_conv` had one more: padding, next to the operand of that name.
            let attr = match (to.name, *name, op.operands.first().map(|v| self.ty(*v))) {
                ("dynamic_conv", "padding", Some(Type::RankedTensor(t))) if t.dims.len() >= 2 => {
                    let spatial = t.dims.len() - 2;
                    i64_tensor(&[spatial as i64, 2], &vec![0; 2 * spatial])
                }
                _ => return Err(format!("the older version of the op has the attribute '{name}'")),
            };
            op.attrs.push(((*name).into(), attr));
        }
        Ok(())
    }

    /// What an op of the right version may not have yet.
    fn check(&self, op: &RawOp, is: &VhloOp) -> Result<(), String> {
        if self.target < (0, 17) && SAME_ELEMENTS.contains(&is.name) {
            let elem = |v: &RawValue| match self.ty(*v) {
                Type::RankedTensor(t) => Some(t.elem.clone()),
                Type::UnrankedTensor(elem) => Some((**elem).clone()),
                _ => None,
            };
            if !op.operands.iter().zip(&op.results).all(|(a, b)| elem(a) == elem(b)) {
                return Err("a reduction to another element type exists since version 0.17.0".into());
            }
        }
        if self.target < (1, 21) && is.name == "dot_general" {
            let float8 = |name| op.attr(name) == Some(&Attr::Type(Type::Scalar(DType::F8E4M3FN)));
            let several = matches!(op.attr("num_primitive_operations"), Some(Attr::Int(3 | 4, _)));
            if several && float8("lhs_precision_type") && float8("rhs_precision_type") {
                return Err("an algorithm of several f8E4M3FN products exists since version 1.21.0".into());
            }
        }
        if is.name == "custom_call" {
            let is_future = |v: &RawValue| matches!(self.ty(*v), Type::Dialect(d, b) if future(d, b).is_some());
            if self.target < (1, 17) && op.operands.iter().any(is_future) {
                return Err("an operand that is a future exists since version 1.17.0".into());
            }
            if self.target < (1, 3) {
                let typed_ffi = matches!(op.attr("api_version"), Some(Attr::Dialect(_, _, v)) if &**v == "4");
                if typed_ffi || matches!(op.attr("backend_config"), Some(Attr::Dict(_))) {
                    return Err("a typed foreign function interface exists since version 1.3.0".into());
                }
            }
        }
        Ok(())
    }
}

/// The orders of uses after ops have been replaced: new ops are made while the old ones still are there, and put
/// their uses in front of the list; then the uses of each replaced value move to the new one, first to last, each to
/// the front; then the old ops go.
fn use_orders(module: &RawModule, replaced: &[bool], lists: &UseLists) -> UseOrders {
    let mut orders = UseOrders::default();
    if !replaced.contains(&true) && lists.is_empty() {
        return orders;
    }
    let n = module.value_types.len();
    let (old, new) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    let mut walk = Uses { replaced, next: 0, old, new, moved: vec![false; n] };
    walk.op(&module.op);
    for (i, ((old, new), moved)) in walk.old.iter().zip(&walk.new).zip(&walk.moved).enumerate() {
        // The uses that stay, from front to back.
        let value = RawValue(i as u32);
        let old: Vec<u32> = match lists.get(&value) {
            Some(list) => list.iter().filter(|id| new.binary_search(id).is_err()).copied().collect(),
            None => old.iter().rev().copied().collect(),
        };
        let list: Vec<u32> = match moved {
            false => new.iter().rev().chain(&old).copied().collect(),
            true => old.iter().rev().chain(new).copied().collect(),
        };
        orders.0.extend(order(&list).map(|order| (value, order)));
    }
    orders
}

/// What the container says of a list of uses; `None` if it is in its natural order.
pub(super) fn order(list: &[u32]) -> Option<UseOrder> {
    let mut places: Vec<(u32, u32)> = list.iter().enumerate().map(|(place, &id)| (id, place as u32)).collect();
    places.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
    let places: Vec<u32> = places.into_iter().map(|(_, place)| place).collect();
    UseOrder::new(&places)
}

/// The uses of each value, numbered in the order of the text.
struct Uses<'a> {
    replaced: &'a [bool],
    next: usize,
    /// Uses by ops that stay, and by ops that take the place of others.
    old: Vec<Vec<u32>>,
    new: Vec<Vec<u32>>,
    moved: Vec<bool>,
}

impl Uses<'_> {
    fn op(&mut self, root: &RawOp) {
        let mut count = 0;
        let mut work = vec![root];
        while let Some(op) = work.pop() {
            let replaced = self.replaced.get(self.next).copied().unwrap_or(false);
            self.next += 1;
            let lists = if replaced { &mut self.new } else { &mut self.old };
            for v in &op.operands {
                lists[v.0 as usize].push(count);
                count += 1;
            }
            for v in &op.results {
                self.moved[v.0 as usize] = replaced;
            }
            work.extend(op.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops).rev());
        }
    }
}
