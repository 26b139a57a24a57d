//! Attributes that the table has no field for but the spec does.

use crate::attrs::Fields;
use crate::{Op, OpData};
use hloom_mlir::Attr;
use hloom_num::UnaryOp as U;

/// Code and message if the requested accuracy of an op's result makes no sense.
pub(super) fn mismatch(data: &OpData) -> Option<(String, String)> {
    let extra = data.extra.as_ref()?;
    let Op::Unary(
        U::Cbrt
        | U::Cosine
        | U::Exponential
        | U::ExponentialMinusOne
        | U::Log
        | U::LogPlusOne
        | U::Logistic
        | U::Rsqrt
        | U::Sine
        | U::Sqrt
        | U::Tan
        | U::Tanh,
    ) = data.op
    else {
        return None;
    };
    let (_, attr) = extra.iter().find(|(n, _)| &**n == "result_accuracy")?;
    let why = result_accuracy(attr).err()?;
    let name = data.op.name();
    Some((format!("{}_i2", name.split_once('.').map_or(name, |(_, n)| n)), format!("result_accuracy {why}")))
}

/// The tolerances must not be negative and, but in mode `TOLERANCE`, must be zero.
fn result_accuracy(attr: &Attr) -> Result<(), String> {
    let f = Fields::parse(attr, "result_accuracy", &["atol", "rtol", "ulps", "mode"])?;
    let number = |key: &str| match f.get(key) {
        None => Ok(0.0),
        Some(v) => v.parse::<f64>().map_err(|_| format!("has an {key} that is no number: {v}")),
    };
    let tolerances = [number("atol")?, number("rtol")?, f.int("ulps")? as f64];
    let mode = f.get("mode").ok_or("has no mode")?;
    let word = mode.strip_prefix('#').and_then(|m| m.split_once('<')).and_then(|(name, m)| {
        let m = m.strip_suffix('>')?;
        match name {
            "stablehlo.result_accuracy_mode" => Some(m),
            "stablehlo" => m.trim().strip_prefix("result_accuracy_mode"),
            _ => None,
        }
    });
    let exact = match word.map(str::trim) {
        Some("DEFAULT" | "HIGHEST") => true,
        Some("TOLERANCE") => false,
        _ => return Err(format!("has the mode {mode}")),
    };
    if tolerances.iter().any(|&t| t < 0.0) {
        return Err("has a negative tolerance".into());
    }
    if exact && tolerances.iter().any(|&t| t != 0.0) {
        return Err("has tolerances but not the mode TOLERANCE".into());
    }
    Ok(())
}
