//! `#stablehlo.dot_algorithm`: how a product is asked to be computed.

use crate::attrs::{AttrValue, Fields};
use hloom_mlir::{Attr, Str};

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

impl DotAlgorithm {
    /// Constraint and message if the fields contradict the spec or name a combination that nothing implements.
    pub fn problem(&self) -> Option<(&'static str, String)> {
        let attr = Attr::Dialect("stablehlo".into(), "dot_algorithm".into(), self.0.clone());
        let found = (|| {
            let f = Fields::parse(&attr, "dot_algorithm", KEYS)?;
            for key in KEYS {
                f.get(key).ok_or_else(|| format!("has no {key}"))?;
            }
            let types =
                ["lhs_precision_type", "rhs_precision_type", "accumulation_type"].map(|k| f.get(k).unwrap_or(""));
            let mut counts = [0; 3];
            for (n, key) in counts.iter_mut().zip(&KEYS[3..6]) {
                *n = f.int(key)?;
            }
            Ok((types, counts, f.get("allow_imprecise_accumulation") == Some("true")))
        })();
        let ([lhs, rhs, sum], counts, imprecise) = match found {
            Ok(found) => found,
            Err(why) => return Some(("i8", String::clone(&why))),
        };
        for ((n, key), code) in counts.iter().zip(&KEYS[3..6]).zip(["c22", "c23", "c24"]) {
            if *n < 1 {
                return Some((code, format!("{key} must be positive, not {n}")));
            }
        }
        let eight = |t: &str| t.starts_with("f8") && t != "f8E8M0FNU";
        let known = counts[..2] == [1, 1]
            && if eight(lhs) && eight(rhs) {
                sum == "f32" && counts[2] == 1
            } else {
                !imprecise
                    && lhs == rhs
                    && KNOWN.iter().any(|(t, s, n)| *t == lhs && *s == sum && n.contains(&counts[2]))
            };
        (!known).then(|| ("i8", format!("no hardware is known to have the algorithm <{}>", self.0)))
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
