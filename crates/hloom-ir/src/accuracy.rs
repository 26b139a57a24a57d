//! `#stablehlo.result_accuracy`: how exact an elementwise function is asked to be.

use crate::OpData;
use crate::attrs::{AttrValue, F64Attr, Fields};
use hloom_mlir::Attr;
use hloom_mlir::text::{parse_float_bits, write_float};
use hloom_num::DType;
use std::fmt::Write;

/// Tolerances, and what they are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResultAccuracy {
    atol: F64Attr,
    rtol: F64Attr,
    ulps: i64,
    mode: &'static str,
}

const MODES: [&str; 3] = ["DEFAULT", "HIGHEST", "TOLERANCE"];

impl ResultAccuracy {
    /// What an op asks for, if it is well-formed.
    pub fn of(op: &OpData) -> Option<ResultAccuracy> {
        let (_, attr) = op.extra.iter().flatten().find(|(name, _)| &**name == "result_accuracy")?;
        ResultAccuracy::from_attr(Some(attr)).ok()
    }

    /// True for the mode `HIGHEST`.
    pub fn is_highest(&self) -> bool {
        self.mode == "HIGHEST"
    }

    /// True if it asks for nothing.
    pub fn is_default(&self) -> bool {
        self.mode == "DEFAULT" && !self.has_tolerances()
    }

    /// In mode `TOLERANCE`: the absolute and the relative error that are allowed, and the units in the last place.
    pub fn tolerance(&self) -> Option<(f64, f64, f64)> {
        (self.mode == "TOLERANCE").then(|| (self.atol.get(), self.rtol.get(), self.ulps as f64))
    }

    fn has_tolerances(&self) -> bool {
        self.atol.get() != 0.0 || self.rtol.get() != 0.0 || self.ulps != 0
    }

    /// What contradicts the spec: tolerances are not negative, and there are none but in mode `TOLERANCE`.
    pub fn problem(&self) -> Option<&'static str> {
        if self.atol.get() < 0.0 || self.rtol.get() < 0.0 || self.ulps < 0 {
            Some("has a negative tolerance")
        } else if self.mode != "TOLERANCE" && self.has_tolerances() {
            Some("has tolerances but not the mode TOLERANCE")
        } else {
            None
        }
    }
}

impl AttrValue for ResultAccuracy {
    fn from_attr(attr: Option<&Attr>) -> Result<Self, String> {
        let attr = attr.ok_or("is required")?;
        let f = Fields::parse(attr, "result_accuracy", &["atol", "rtol", "ulps", "mode"])?;
        let number = |key: &str| match f.get(key) {
            None => Ok(F64Attr::new(0.0)),
            Some(v) => parse_float_bits(DType::F64, v)
                .map(|bits| F64Attr::new(f64::from_bits(bits)))
                .ok_or_else(|| format!("has an {key} that is no number: {v}")),
        };
        let text = f.get("mode").ok_or("has no mode")?;
        let word = text.strip_prefix('#').and_then(|m| m.split_once('<')).and_then(|(name, word)| {
            let word = word.strip_suffix('>')?;
            match name {
                "stablehlo.result_accuracy_mode" => Some(word.trim()),
                "stablehlo" => word.trim().strip_prefix("result_accuracy_mode").map(str::trim),
                _ => None,
            }
        });
        let mode = MODES.into_iter().find(|m| Some(*m) == word).ok_or_else(|| format!("has the mode {text}"))?;
        Ok(ResultAccuracy { atol: number("atol")?, rtol: number("rtol")?, ulps: f.int("ulps")?, mode })
    }

    fn to_attr(&self) -> Option<Attr> {
        let mut body = String::new();
        for (key, x) in [("atol", self.atol.get()), ("rtol", self.rtol.get())] {
            if x != 0.0 {
                let _ = write!(body, "{key} = ");
                write_float(&mut body, DType::F64, x.to_bits());
                body.push_str(", ");
            }
        }
        if self.ulps != 0 {
            let _ = write!(body, "ulps = {}, ", self.ulps);
        }
        let _ = write!(body, "mode = #stablehlo.result_accuracy_mode<{}>", self.mode);
        Some(Attr::Dialect("stablehlo".into(), "result_accuracy".into(), body.into()))
    }
}
