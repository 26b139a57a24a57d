//! What custom calls say about themselves.

use crate::attrs::Fields;
use crate::{Graph, Op, OpData};
use hloom_mlir::Attr;

/// A layout a value: its dimensions from the one that varies fastest to the slowest.
pub type Layouts = Vec<Vec<u32>>;

impl Op {
    /// The functions that a custom call names, as it states them; none if that is no array.
    pub fn called_computations(&self) -> Option<&[Attr]> {
        match self {
            Op::CustomCall { called_computations: Some(called), .. } => match &**called {
                Attr::Array(names) => Some(names),
                _ => None,
            },
            _ => None,
        }
    }
}

impl OpData {
    /// The attributes that may hold the call's configuration.
    pub fn backend_configs(&self) -> impl Iterator<Item = &Attr> {
        let own = match &self.op {
            Op::CustomCall { backend_config, .. } => backend_config.as_deref(),
            _ => None,
        };
        let extra = self.extra.iter().flat_map(|e| e.iter()).filter(|(k, _)| &**k == "mhlo.backend_config");
        own.into_iter().chain(extra.map(|(_, a)| a))
    }

    /// An entry of the call's configuration, from either attribute that may hold it.
    pub fn backend_config(&self, key: &str) -> Option<&Attr> {
        self.backend_configs().find_map(|a| match a {
            Attr::Dict(pairs) => pairs.iter().find(|(k, _)| &**k == key).map(|(_, v)| v),
            _ => None,
        })
    }

    /// As [`OpData::backend_config`], for integers; a boolean is 0 or 1. The keys of a list as text, `"1,1,100,1e-6"`, are
    /// its places from 0 on.
    pub fn backend_config_int(&self, key: &str) -> Option<i64> {
        match self.backend_config(key) {
            Some(Attr::Int(v, _)) => i64::try_from(*v).ok(),
            Some(Attr::Bool(b)) => Some(i64::from(*b)),
            _ => {
                let place: usize = key.parse().ok()?;
                let list = self.backend_configs().find_map(|a| if let Attr::String(s) = a { Some(s) } else { None })?;
                list.split(',').nth(place)?.trim().parse().ok()
            }
        }
    }

    /// The layouts of a call's operands and results, dimensions from the one that varies fastest to the slowest; row-major
    /// for what it does not state.
    pub fn layouts(&self, g: &Graph) -> Option<(Layouts, Layouts)> {
        let Op::CustomCall { operand_layouts, result_layouts, .. } = &self.op else { return None };
        let of = |stated: &Option<Box<Attr>>, values: &[crate::Value]| {
            let stated = match stated.as_deref() {
                Some(Attr::Array(a)) if a.len() == values.len() => Some(a),
                _ => None,
            };
            let one = |(i, &v): (usize, &crate::Value)| match stated {
                Some(a) => Some(layout(&a[i])?.iter().map(|&d| d as u32).collect()),
                None => Some((0..g.ty(v).as_tensor().map_or(0, |t| t.rank()) as u32).rev().collect()),
            };
            values.iter().enumerate().map(one).collect::<Option<Layouts>>()
        };
        Some((of(operand_layouts, &self.operands)?, of(result_layouts, &self.results)?))
    }

    /// Result and operand, by position, of a call that share their memory.
    ///
    /// # Errors
    /// An alias inside a tuple, or one that cannot be read.
    pub fn output_aliases(&self) -> Result<Vec<(u32, u32)>, String> {
        let Op::CustomCall { output_operand_aliases: Some(aliases), .. } = &self.op else { return Ok(Vec::new()) };
        let Attr::Array(items) = &**aliases else { return Ok(Vec::new()) };
        let keys = ["output_tuple_indices", "operand_index", "operand_tuple_indices"];
        let alias = |item: &Attr| {
            let fields = Fields::parse(item, "output_operand_alias", &keys)?;
            let (output, operand) = (fields.list(keys[0])?, fields.int(keys[1])?);
            match (&output[..], &fields.list(keys[2])?[..]) {
                ([], []) => Ok((0, operand as u32)),
                ([result], []) => Ok((*result as u32, operand as u32)),
                _ => Err("reaches into a tuple".to_string()),
            }
        };
        items.iter().map(|item| alias(item).map_err(|e| format!("an alias {e}"))).collect()
    }

    /// True if the layouts that a call states make its operands and results of the highest rank column-major matrices
    /// and leave the others row-major, as calls of LAPACK do. Stating none is row-major.
    pub fn matrices_are_column_major(&self, g: &Graph) -> bool {
        let Some((operands, results)) = self.layouts(g) else { return false };
        let rank = |v: &crate::Value| g.ty(*v).as_tensor().map_or(0, |t| t.rank());
        let highest = self.operands.iter().map(rank).max().unwrap_or(0);
        let fits = |layouts: &[Vec<u32>], values: &[crate::Value]| {
            values.iter().zip(layouts).all(|(v, layout)| {
                let n = rank(v);
                let mut wanted: Vec<u32> = (0..n as u32).rev().collect();
                if n >= 2 && n == highest {
                    wanted.swap(0, 1);
                }
                *layout == wanted
            })
        };
        fits(&operands, &self.operands) && fits(&results, &self.results)
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
