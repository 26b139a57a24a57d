//! What fusion decided, as data: which values share a kernel, which do not, and why.

use hloom_ir::{Graph, Loc, Value};
use std::borrow::Cow;
use std::fmt;

/// A value of the planned function as reports name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Its number in the function.
    pub value: Value,
    /// The op that computes it, without its dialect.
    pub op: &'static str,
    /// Where the op stands in the source.
    pub loc: Loc,
}

impl Origin {
    pub(crate) fn of(g: &Graph, value: Value) -> Origin {
        match g.def_op(value) {
            Some((_, op)) => {
                let name = op.op.name();
                Origin { value, op: name.rsplit('.').next().unwrap_or(name), loc: op.loc }
            }
            None => Origin { value, op: "v", loc: Loc::UNKNOWN },
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.op, self.value.0)
    }
}

/// What was decided.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It has a buffer, though it could be computed where it is read.
    Stored {
        /// The reason.
        why: &'static str,
        /// How often each element would be computed otherwise.
        repeat: f64,
        /// Work of one element, in cheap operations.
        cost: f64,
        /// Kernels that read it.
        kernels: u32,
    },
    /// It is computed by the kernel that reads it first.
    Joins {
        /// What heads that kernel.
        into: Origin,
        /// The form that the kernel has with it.
        form: &'static str,
    },
    /// Its kernel is not that of what reads it first.
    Apart {
        /// What heads the kernel that reads it first, if one does.
        reader: Option<Origin>,
        /// The reason.
        why: Cow<'static, str>,
    },
}

/// A decision about one value.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The value.
    pub value: Origin,
    /// What was decided.
    pub verdict: Verdict,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v = &self.value;
        match &self.verdict {
            Verdict::Stored { why, repeat, cost, kernels } => {
                write!(f, "{v}: stored, {why} (reads {repeat:.1}x, cost {cost}, kernels {kernels})")
            }
            Verdict::Joins { into, form } => write!(f, "{v}: joins the kernel of {into} ({form})"),
            Verdict::Apart { reader: Some(r), why } => write!(f, "{v}: not in the kernel of {r}, {why}"),
            Verdict::Apart { reader: None, why } => write!(f, "{v}: a kernel of its own, {why}"),
        }
    }
}
