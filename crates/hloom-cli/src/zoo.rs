//! Zoo cases: a directory with `meta.json`, modules in up to four forms, inputs and expected outputs.

use crate::array::Array;
use crate::compare::Rule;
use anyhow::{Context, Result, bail};
use hloom_num::DType;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// One case.
pub(crate) struct Case {
    /// Directory.
    pub(crate) dir: PathBuf,
    /// `meta.name`, else the directory's name.
    pub(crate) name: String,
    meta: Json,
}

/// One set of inputs and expected outputs.
pub(crate) struct Set {
    /// In the order of `@main`'s arguments.
    pub(crate) inputs: Vec<Array>,
    /// In the order of `@main`'s results.
    pub(crate) outputs: Vec<Array>,
}

/// The files a case may have, with the name of the form.
pub(crate) const FORMS: [(&str, &str, &str); 4] = [
    ("text", "module.mlir", "module.mlir"),
    ("artifact", "module.mlirbc", "module.mlirbc"),
    ("generic", "generic.mlir", "generic.mlir"),
    ("generic", "generic.mlirbc", "generic.mlirbc"),
];

impl Case {
    /// Reads `meta.json`.
    pub(crate) fn open(dir: &Path) -> Result<Case> {
        let path = dir.join("meta.json");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let meta: Json =
            serde_json::from_str(&text).with_context(|| format!("{} is not valid JSON", path.display()))?;
        let fallback = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let name = meta["name"].as_str().map_or(fallback, str::to_owned);
        Ok(Case { dir: dir.to_owned(), name, meta })
    }
    /// Why the case could not be made, if so.
    pub(crate) fn error(&self) -> Option<&str> {
        self.meta["error"].as_str()
    }
    fn has_tag(&self, tag: &str) -> bool {
        self.meta["tags"].as_array().is_some_and(|t| t.iter().any(|x| x == tag))
    }
    /// The modules present that belong to `form` (`all`, `text`, `artifact`, `generic`).
    pub(crate) fn modules(&self, form: &str) -> Vec<(&'static str, PathBuf)> {
        FORMS
            .iter()
            .filter(|(f, ..)| form == "all" || form == *f)
            .map(|(_, label, file)| (*label, self.dir.join(file)))
            .filter(|(_, p)| p.exists())
            .collect()
    }
    /// The comparison of output `k`.
    pub(crate) fn rule(&self) -> Rule {
        match self.meta["compare"].as_str().unwrap_or("allclose") {
            "shape-only" => Rule::ShapeOnly,
            "int-few-mismatch" => Rule::IntFewMismatch,
            _ if self.has_tag("elementwise") => Rule::AllCloseElementwise,
            _ => Rule::AllClose,
        }
    }
    /// The index of "cpu" in `meta.platforms`, the value of a `_platform_index` argument.
    pub(crate) fn platform_index(&self) -> i64 {
        let platforms = self.meta["platforms"].as_array();
        platforms.and_then(|p| p.iter().position(|x| x == "cpu")).unwrap_or(0) as i64
    }
    /// All sets of inputs and outputs (one but for dynamic cases).
    pub(crate) fn sets(&self) -> Result<Vec<Set>> {
        match self.meta["sets"].as_array() {
            Some(sets) => sets.iter().map(|s| self.set(s)).collect(),
            None => Ok(vec![self.set(&self.meta)?]),
        }
    }
    fn set(&self, meta: &Json) -> Result<Set> {
        Ok(Set { inputs: self.arrays(&meta["inputs"])?, outputs: self.arrays(&meta["outputs"])? })
    }
    fn arrays(&self, list: &Json) -> Result<Vec<Array>> {
        let Some(list) = list.as_array() else { bail!("meta.json of {} lists no arrays", self.name) };
        list.iter()
            .map(|entry| {
                let file = entry["file"].as_str().context("an array of meta.json has no file")?;
                let dtype = entry["dtype"].as_str().unwrap_or_default();
                let dtype = DType::from_numpy_name(dtype).with_context(|| format!("unknown dtype '{dtype}'"))?;
                let array = Array::read_npy(&self.dir.join(file), Some(dtype))?;
                let shape: Vec<i64> =
                    entry["shape"].as_array().into_iter().flatten().filter_map(Json::as_i64).collect();
                if array.ty.dims[..] != shape[..] {
                    bail!("{file} has shape {:?}, meta.json says {shape:?}", array.ty.dims);
                }
                Ok(array)
            })
            .collect()
    }
}
