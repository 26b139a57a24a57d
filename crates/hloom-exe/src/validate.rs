//! What must hold of every executable, whoever made it.

use crate::{ExeError, Executable, MAX_MEMORY, TensorSig, abi};

impl Executable {
    /// Checks everything that loader and runtime rely on: ranges, sizes, aliases.
    ///
    /// # Errors
    /// [`ExeError::Malformed`] that says what is wrong.
    pub fn validate(&self) -> Result<(), ExeError> {
        let bad = |what: String| Err(ExeError::Malformed(what));
        if self.abi == 0 || self.abi > abi::VERSION {
            return bad(format!("the code obeys ABI version {}; this build knows 1 to {}", self.abi, abi::VERSION));
        }
        if let Some(defect) = self.image.defect() {
            return bad(defect.to_owned());
        }
        let text = self.image.text_end.min(self.image.bytes.len() as u64);
        if self.entry >= text {
            return bad("the entry is outside the code".into());
        }
        if let Some(k) = self.kernels.iter().find(|k| k.offset >= text) {
            return bad(format!("kernel {} is outside the code", k.symbol));
        }
        if [self.arena_bytes, self.scratch_bytes].iter().any(|&b| b > MAX_MEMORY) {
            return bad("the memory plan is too large".into());
        }
        let tensors = self.args.iter().map(|a| &a.tensor).chain(self.results.iter().map(|r| &r.tensor));
        let host = self.host_calls.iter().flat_map(|h| h.operands.iter().chain(&h.results));
        if let Some(t) = tensors.chain(host).find(|t| t.bytes().is_none()) {
            return bad(format!("a tensor {}{:?} is too large", t.dtype, t.dims));
        }
        self.validate_aliases()?;
        if !self.notes.windows(2).all(|w| w[0].0 < w[1].0) {
            return bad("notes are not sorted by key".into());
        }
        Ok(())
    }

    fn validate_aliases(&self) -> Result<(), ExeError> {
        let pair = |a: usize, r: u32| -> Option<(&TensorSig, Option<u32>)> {
            let result = self.results.get(r as usize)?;
            (u32::try_from(a).ok()? == result.alias?).then_some((&result.tensor, result.alias))
        };
        for (a, arg) in self.args.iter().enumerate() {
            if let Some(r) = arg.alias
                && pair(a, r).is_none_or(|(tensor, _)| *tensor != arg.tensor)
            {
                return Err(ExeError::Malformed(format!("argument {a} is not a proper alias of result {r}")));
            }
        }
        for (r, result) in self.results.iter().enumerate() {
            if let Some(a) = result.alias
                && self.args.get(a as usize).and_then(|arg| arg.alias).map(|x| x as usize) != Some(r)
            {
                return Err(ExeError::Malformed(format!("result {r} is not a proper alias of argument {a}")));
            }
        }
        Ok(())
    }
}
