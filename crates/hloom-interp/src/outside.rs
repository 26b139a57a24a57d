//! What programs of the test dialects do outside of themselves: print, and write values down to compare them later.

use crate::tensor::Tensor;
use hloom_ir::{Func, Value};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The world around a program.
pub trait Outside: Send + Sync {
    /// `interpreter.print`.
    fn print(&self, func: &Func, value: Value, tensor: &Tensor);
    /// `interpreter.probe`.
    ///
    /// # Errors
    /// Why the value cannot be kept.
    fn probe(&self, id: &str, tensor: &Tensor) -> Result<(), String>;
    /// What a probe saw in its run number `iteration`, from 0.
    ///
    /// # Errors
    /// Why there is no such value.
    fn probed(&self, id: &str, iteration: u64) -> Result<Tensor, String>;
}

/// Keeps probes in memory and prints nothing.
#[derive(Default)]
pub struct Memory(Mutex<BTreeMap<String, Vec<Tensor>>>);

impl Outside for Memory {
    fn print(&self, _: &Func, _: Value, _: &Tensor) {}
    fn probe(&self, id: &str, tensor: &Tensor) -> Result<(), String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(id.into()).or_default().push(tensor.clone());
        Ok(())
    }
    fn probed(&self, id: &str, iteration: u64) -> Result<Tensor, String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = usize::try_from(iteration).ok().and_then(|i| all.get(id)?.get(i).cloned());
        found.ok_or_else(|| format!("probe \"{id}\" has not run {} times", iteration.saturating_add(1)))
    }
}
