//! `#stablehlo.dot_algorithm`: how a product is asked to be computed.

use crate::attrs::{AttrValue, Fields};
use hloom_mlir::{Attr, Str};
use hloom_num::DType;

/// A dot algorithm. Kept as its text, which the planner matches on; [`DotAlgorithm::problem`] reads it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DotAlgorithm(pub Str);

/// Combinations that some hardware has: types of the operands, of the sum, and numbers of primitive products.
const KNOWN: &[(&str, &str, &[i64])] = &[
    ("f16", "f16", &[1]),
    ("f16", "f32", &[1]),
    ("bf16", "bf16", &[1]),
    ("bf16", "f32", &[1, 3, 6, 9]),
    ("tf32", "f32", &[1, 3]),
    ("f32", "f32", &[1]),
    ("f64", "f64", &[1]),
];

const KEYS: &[&str] = &[
    "lhs_precision_type",
    "rhs_precision_type",
    "accumulation_type",
    "lhs_component_count",
    "rhs_component_count",
    "num_primitive_operations",
    "allow_imprecise_accumulation",
];

/// How an operand is rounded before it is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To a type.
    To(DType),
    /// To f32 with 10 bits of mantissa.
    Tf32,
}

/// What computing by an algorithm is: operands rounded, one product of theirs, its result rounded.
///
/// An algorithm of several primitive products approximates the product of the operands as f32, which is computed itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DotSteps {
    /// Rounding of both operands.
    pub operands: [Rounding; 2],
    /// The type in which the sum is, at the end if not at every step.
    pub sum: DType,
}

/// The fields of an algorithm.
struct Parts<'a> {
    /// Types of the operands and of the sum.
    types: [&'a str; 3],
    /// Components of the operands, primitive products.
    counts: [i64; 3],
    imprecise: bool,
}

impl DotAlgorithm {
    fn with_fields<R>(&self, use_them: impl FnOnce(Parts<'_>) -> R) -> Result<R, String> {
        let attr = Attr::Dialect("stablehlo".into(), "dot_algorithm".into(), self.0.clone());
        let f = Fields::parse(&attr, "dot_algorithm", KEYS)?;
        for key in KEYS {
            f.get(key).ok_or_else(|| format!("has no {key}"))?;
        }
        let types = ["lhs_precision_type", "rhs_precision_type", "accumulation_type"].map(|k| f.get(k).unwrap_or(""));
        let mut counts = [0; 3];
        for (n, key) in counts.iter_mut().zip(&KEYS[3..6]) {
            *n = f.int(key)?;
        }
        Ok(use_them(Parts { types, counts, imprecise: f.get("allow_imprecise_accumulation") == Some("true") }))
    }

    /// How to compute by it; `None` of what [`DotAlgorithm::problem`] refuses.
    pub fn steps(&self) -> Option<DotSteps> {
        let dtype = |name: &str| DType::ALL.iter().copied().find(|t| t.mlir_name() == name);
        let steps = self.with_fields(|f| {
            let [lhs, rhs, sum] = f.types;
            let sum = dtype(sum)?;
            let operand = |name: &str| match name {
                _ if f.counts[2] > 1 => Some(Rounding::To(sum)),
                "tf32" => Some(Rounding::Tf32),
                name => dtype(name).map(Rounding::To),
            };
            Some(DotSteps { operands: [operand(lhs)?, operand(rhs)?], sum })
        });
        steps.ok().flatten().filter(|_| self.problem().is_none())
    }

    /// Constraint and message if the fields contradict the spec or name a combination that nothing implements.
    pub fn problem(&self) -> Option<(&'static str, String)> {
        let found = self.with_fields(|f| {
            for ((n, key), code) in f.counts.iter().zip(&KEYS[3..6]).zip(["c22", "c23", "c24"]) {
                if *n < 1 {
                    return Some((code, format!("{key} must be positive, not {n}")));
                }
            }
            let [lhs, rhs, sum] = f.types;
            let eight = |t: &str| t.starts_with("f8") && t != "f8E8M0FNU";
            let known = f.counts[..2] == [1, 1]
                && if eight(lhs) && eight(rhs) {
                    sum == "f32" && f.counts[2] == 1
                } else {
                    !f.imprecise
                        && lhs == rhs
                        && KNOWN.iter().any(|(t, s, n)| *t == lhs && *s == sum && n.contains(&f.counts[2]))
                };
            (!known).then(|| ("i8", format!("no hardware is known to have the algorithm <{}>", self.0)))
        });
        found.unwrap_or_else(|why| Some(("i8", why)))
    }
}

impl AttrValue for DotAlgorithm {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        match attr {
            Some(Attr::Dialect(_, m, body)) if &**m == "dot_algorithm" => Ok(DotAlgorithm(body.trim().into())),
            _ => Err("must be #stablehlo.dot_algorithm<…>".into()),
        }
    }
    fn to_attr(&self) -> Option<Attr> {
        Some(Attr::Dialect("stablehlo".into(), "dot_algorithm".into(), self.0.clone()))
    }
}
