//! Attributes that the table has no field for but the spec does.

use crate::attrs::{AttrValue, ResultAccuracy};
use crate::{Op, OpData};
use hloom_num::UnaryOp as U;

/// Code and message if the requested accuracy of an op's result makes no sense.
pub(super) fn mismatch(data: &OpData) -> Option<(String, String)> {
    let extra = data.extra.as_ref()?;
    let Op::Unary(
        U::Cbrt
        | U::Cosine
        | U::Exponential
        | U::ExponentialMinusOne
        | U::Exp2
        | U::Log
        | U::Log2
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
    let why = match ResultAccuracy::from_attr(Some(attr)) {
        Ok(accuracy) => accuracy.problem()?.to_string(),
        Err(why) => why,
    };
    let name = data.op.name();
    Some((format!("{}_i2", name.split_once('.').map_or(name, |(_, n)| n)), format!("result_accuracy {why}")))
}
