//! What custom calls say about themselves.

use crate::{Graph, Op, OpData};
use hloom_mlir::Attr;

impl OpData {
    /// An entry of the call's configuration, from either attribute that may hold it.
    pub fn backend_config(&self, key: &str) -> Option<&Attr> {
        let own = match &self.op {
            Op::CustomCall { backend_config, .. } => backend_config.as_ref(),
            _ => None,
        };
        let extra = self.extra.iter().flat_map(|e| e.iter()).filter(|(k, _)| &**k == "mhlo.backend_config");
        own.into_iter().chain(extra.map(|(_, a)| a)).find_map(|a| match a {
            Attr::Dict(pairs) => pairs.iter().find(|(k, _)| &**k == key).map(|(_, v)| v),
            _ => None,
        })
    }

    /// As [`OpData::backend_config`], for integers; a boolean is 0 or 1.
    pub fn backend_config_int(&self, key: &str) -> Option<i64> {
        match self.backend_config(key)? {
            Attr::Int(v, _) => i64::try_from(*v).ok(),
            Attr::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }

    /// True if the layouts that a call states make its operands and results of the highest rank column-major matrices
    /// and leave the others row-major, as calls of LAPACK do. Stating none is row-major.
    pub fn matrices_are_column_major(&self, g: &Graph) -> bool {
        let Op::CustomCall { operand_layouts, result_layouts, .. } = &self.op else { return false };
        let rank = |v: &crate::Value| g.ty(*v).as_tensor().map_or(0, |t| t.rank());
        let highest = self.operands.iter().map(rank).max().unwrap_or(0);
        let fits = |layouts: &Option<Attr>, values: &[crate::Value]| {
            let stated = match layouts {
                Some(Attr::Array(a)) => a.len() == values.len(),
                _ => false,
            };
            values.iter().enumerate().all(|(i, v)| {
                let n = rank(v) as i64;
                let mut wanted: Vec<i64> = (0..n).rev().collect();
                if n >= 2 && n as usize == highest {
                    wanted.swap(0, 1);
                }
                let found = match layouts {
                    Some(Attr::Array(a)) if stated => layout(&a[i]),
                    _ => Some((0..n).rev().collect()),
                };
                found == Some(wanted)
            })
        };
        fits(operand_layouts, &self.operands) && fits(result_layouts, &self.results)
    }
}

/// Dimensions from the one that varies fastest to the slowest.
fn layout(a: &Attr) -> Option<Vec<i64>> {
    match a {
        Attr::DenseArray(_, v) => Some(v.to_vec()),
        Attr::Dense(d) => crate::attrs::dense_ints(d).ok().map(|(_, v)| v),
        _ => None,
    }
}
