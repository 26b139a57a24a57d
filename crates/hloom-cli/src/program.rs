//! A program to measure or explain: a zoo case, or a module with made-up arguments.

use crate::array::Array;
use crate::engine::{parse, read_file};
use crate::failure::Failure;
use crate::zoo::{Case, Set};
use anyhow::anyhow;
use hloom_ir::{Module, Type};
use std::path::Path;
use std::time::{Duration, Instant};

/// A program.
pub(crate) struct Program {
    /// The case's name, else the path.
    pub(crate) name: String,
    /// As parsed.
    pub(crate) module: Module,
    /// How long that took.
    pub(crate) parse: Duration,
    /// The case that it is of.
    pub(crate) case: Option<Case>,
    /// The case's first set of inputs and outputs.
    pub(crate) set: Option<Set>,
}

impl Program {
    /// Reads a case (the artifact is what a framework hands over) or a module.
    pub(crate) fn open(path: &Path) -> Result<Program, Failure> {
        let case = if path.join("meta.json").exists() { Some(Case::open(path)?) } else { None };
        let file = match &case {
            Some(c) => {
                let mut forms = c.modules("artifact");
                forms.extend(c.modules("text"));
                forms.into_iter().next().map(|f| f.1).ok_or_else(|| anyhow!("{} has no module", path.display()))?
            }
            None => path.to_owned(),
        };
        let bytes = read_file(&file)?;
        if hloom::is_executable(&bytes) {
            return Err(anyhow!("{} holds native code; a module is needed", path.display()).into());
        }
        let start = Instant::now();
        let module = parse(&bytes, &file.to_string_lossy())?;
        let parse = start.elapsed();
        let set = match &case {
            Some(c) => c.sets()?.into_iter().next(),
            None => None,
        };
        let name = case.as_ref().map_or_else(|| path.display().to_string(), |c| c.name.clone());
        Ok(Program { name, module, parse, case, set })
    }

    /// The case's arguments, else zeros.
    pub(crate) fn inputs(&self, function: &str) -> Result<Vec<Array>, Failure> {
        if let Some(s) = &self.set {
            return Ok(s.inputs.clone());
        }
        let f = self.module.func(function).ok_or_else(|| anyhow!("the module has no @{function}"))?;
        f.params()
            .iter()
            .map(|&p| match f.graph.ty(p) {
                Type::Tensor(t) if t.is_static() => Ok(Array { bytes: vec![0; t.num_bytes()], ty: t.clone() }),
                t => Err(anyhow!("cannot make an argument of type {t}").into()),
            })
            .collect()
    }

    /// The module for arguments of the case's types, whatever sizes it leaves open.
    pub(crate) fn static_module(&self, function: &str) -> Result<Module, Failure> {
        match &self.set {
            Some(s) if hloom::is_dynamic(&self.module, function) => {
                let types: Vec<Type> = s.inputs.iter().map(|a| Type::Tensor(a.ty.clone())).collect();
                Ok(hloom::remove_dynamism(&self.module, function, &types, &[])?)
            }
            _ => Ok(self.module.clone()),
        }
    }
}
