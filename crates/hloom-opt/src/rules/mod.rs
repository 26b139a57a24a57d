//! The rules: one named line each, `name: pattern if condition => replacement;`.
//!
//! A pattern is the table's variant with its attributes and operands: `Transpose { permutation: q }(x)`;
//! `Unary[Negate]` and `Binary[Add]` are the ops of the elementwise enums, `Constant { value: c }()` is a literal, `_`
//! any operand, `name @ pattern` binds what a pattern matches, `(..)` any operands. The replacement is a value, or an
//! option of one.
//!
//! Laws
//! * Bit-exact: for all inputs with NaN, infinities, zeros of both signs and subnormals the result has the same bits.
//!   What holds only for some element types says so in its condition.
//! * Never worse: no more elements are computed or moved than before.
//! * Directional: no chain of rules leads back, so the fold ends.
//! * Each fires in `filetests/opt` and survives the interpreter there; a test holds the table to that.

use crate::builder::{Builder, Expr};
use hloom_ir::{Op, Region, Value};
use hloom_num::BinaryOp;

/// The pattern of an op: see the module's text.
macro_rules! op_pattern {
    (Unary [$k:ident]) => { Op::Unary(UnaryOp::$k) };
    (Binary [$k:ident]) => { Op::Binary(BinaryOp::$k) };
    (Unary (_)) => { Op::Unary(_) };
    (Binary (_)) => { Op::Binary(_) };
    ($variant:ident $fields:tt) => { Op::$variant $fields };
}

/// Binds operands, or returns `None` from the rule.
macro_rules! operands {
    ($b:ident, $args:expr, $i:expr;) => {};
    ($b:ident, $args:expr, $i:expr; ..) => {};
    ($b:ident, $args:expr, $i:expr; _ $(, $($rest:tt)*)?) => {
        $( operands!($b, $args, $i + 1; $($rest)*); )?
    };
    ($b:ident, $args:expr, $i:expr; $name:ident @ $head:ident $fields:tt ( $($inner:tt)* ) $(, $($rest:tt)*)?) => {
        let $name = *$args.get($i)?;
        operands!($b, $args, $i; $head $fields ( $($inner)* ) $(, $($rest)*)?);
    };
    ($b:ident, $args:expr, $i:expr; $head:ident $fields:tt ( $($inner:tt)* ) $(, $($rest:tt)*)?) => {
        let def = $b.graph.def_op(*$args.get($i)?)?.1;
        let op_pattern!($head $fields) = &def.op else { return None };
        operands!($b, def.operands, 0; $($inner)*);
        $( operands!($b, $args, $i + 1; $($rest)*); )?
    };
    ($b:ident, $args:expr, $i:expr; $name:ident $(, $($rest:tt)*)?) => {
        let $name = *$args.get($i)?;
        $( operands!($b, $args, $i + 1; $($rest)*); )?
    };
}

/// Groups of rules; a group becomes a module whose `apply` tries its rules in order.
macro_rules! rules {
    ($( $(#[doc = $doc:literal])* $group:ident |$b:ident, $e:ident| { $(
        $name:ident: $head:ident $fields:tt ( $($args:tt)* ) $(if $cond:expr)? => $out:expr;
    )* } )*) => { $(
        $(#[doc = $doc])*
        pub(super) mod $group {
            #[allow(unused_imports)]
            use super::*;
            pub(in crate::rules) const NAMES: &[&str] = &[$(stringify!($name)),*];
            $(
                fn $name($b: &mut Builder<'_, '_>, $e: &Expr<'_>) -> Option<Value> {
                    let op_pattern!($head $fields) = $e.op else { return None };
                    operands!($b, $e.args, 0; $($args)*);
                    $( if !($cond) { return None; } )?
                    if !$b.rewrites.take(stringify!($name)) { return None; }
                    Into::<Option<Value>>::into($out)
                }
            )*
            pub(in crate::rules) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>) -> Option<Value> {
                $( if let Some(v) = crate::rules::attempt(b, stringify!($name), |b| $name(b, e)) { return Some(v); } )*
                None
            }
        }
    )* };
}

mod algebra;
mod index;
mod logic;
mod movement;
mod products;
mod progression;
mod reduce;
mod scatter;
mod spread;
mod strided;
pub(crate) mod util;

/// Tries one rule; what it paid for an attempt that came to nothing is given back.
#[inline]
fn attempt<'r, 'o>(
    b: &mut Builder<'r, 'o>,
    name: &'static str,
    rule: impl FnOnce(&mut Builder<'r, 'o>) -> Option<Value>,
) -> Option<Value> {
    let used = b.rewrites.used();
    let out = rule(b);
    match out {
        Some(_) => b.rewrites.count(name),
        None => b.rewrites.refund(used),
    }
    out
}

/// What the op that is about to be built is, if a rule knows something simpler.
pub(crate) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>) -> Option<Value> {
    use {algebra as a, index as i, logic as l, movement as m};
    let found = match e.op {
        Op::Transpose { .. } => return m::transpose::apply(b, e),
        Op::Reshape {} => return m::reshape::apply(b, e),
        Op::BroadcastInDim { .. } => return m::broadcast::apply(b, e),
        Op::Slice { .. } => return m::slice::apply(b, e),
        Op::Concatenate { .. } => return m::concatenate::apply(b, e),
        Op::Pad { .. } => return m::pad::apply(b, e),
        Op::Reverse { .. } => return m::reverse::apply(b, e),
        Op::BitcastConvert {} => return m::bitcast::apply(b, e),
        Op::Iota { .. } | Op::GetDimensionSize { .. } => return m::sizes::apply(b, e),
        Op::DynamicSlice { .. } => return i::dynamic_slice::apply(b, e),
        Op::DynamicUpdateSlice {} => return i::dynamic_update_slice::apply(b, e),
        Op::Gather { .. } => return i::gather::apply(b, e),
        Op::DotGeneral { .. } => return products::apply(b, e),
        Op::Unary(_) => a::unary::apply(b, e),
        Op::Binary(op) => match op {
            BinaryOp::Add => a::add::apply(b, e),
            BinaryOp::Subtract => a::subtract::apply(b, e),
            BinaryOp::Multiply => a::multiply::apply(b, e),
            BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::Power => a::divide::apply(b, e),
            BinaryOp::Maximum | BinaryOp::Minimum => l::extremes::apply(b, e),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => l::bits::apply(b, e),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRightArithmetic | BinaryOp::ShiftRightLogical => {
                l::shifts::apply(b, e)
            }
            BinaryOp::Complex => a::complex::apply(b, e),
            _ => None,
        },
        Op::Compare { .. } => l::compare::apply(b, e),
        Op::Select {} => l::select::apply(b, e),
        Op::Clamp {} => l::clamp::apply(b, e),
        Op::Convert {} => a::convert::apply(b, e),
        Op::ReducePrecision { .. } => a::convert::apply(b, e),
        _ => return None,
    };
    found.or_else(|| spread::elementwise::apply(b, e))
}

/// As [`apply`], for an op with closed regions that have been built.
pub(crate) fn apply_region(b: &mut Builder<'_, '_>, e: &Expr<'_>, regions: &[Region]) -> Option<Value> {
    match (e.op, regions) {
        (Op::Reduce { .. }, [r]) => reduce::apply(b, e, *r),
        (Op::Scatter { .. }, [r]) => scatter::apply(b, e, *r),
        _ => None,
    }
}

/// Names of all rules and other rewrites, as reports and options use them.
pub fn names() -> Vec<&'static str> {
    let groups = [
        movement::transpose::NAMES,
        movement::reshape::NAMES,
        movement::broadcast::NAMES,
        movement::slice::NAMES,
        movement::concatenate::NAMES,
        movement::pad::NAMES,
        movement::reverse::NAMES,
        movement::bitcast::NAMES,
        movement::sizes::NAMES,
        index::dynamic_slice::NAMES,
        index::dynamic_update_slice::NAMES,
        index::gather::NAMES,
        algebra::unary::NAMES,
        algebra::add::NAMES,
        algebra::subtract::NAMES,
        algebra::multiply::NAMES,
        algebra::divide::NAMES,
        algebra::complex::NAMES,
        algebra::convert::NAMES,
        logic::extremes::NAMES,
        logic::bits::NAMES,
        logic::shifts::NAMES,
        logic::compare::NAMES,
        logic::select::NAMES,
        logic::clamp::NAMES,
        spread::elementwise::NAMES,
        products::NAMES,
        reduce::NAMES,
        scatter::NAMES,
        crate::control::NAMES,
        crate::pieces::NAMES,
        crate::single::NAMES,
        &["constant_fold", "cse", crate::networks::NAME],
    ];
    groups.concat()
}
