//! Equal kernels are one: twelve equal layers call one kernel twelve times.

use crate::program::{Command, Plan, Work};
use hloom_tile::Target;
use hloom_tile::kernel::Kernel;
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A `Hasher` over a cryptographic hash: equal digests mean equal kernels.
struct Digest(blake3::Hasher);

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        let h = self.0.finalize();
        let mut b = [0; 8];
        b.copy_from_slice(&h.as_bytes()[..8]);
        u64::from_le_bytes(b)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }
}

/// A cryptographic hash of a value: equal digests mean equal values.
pub fn digest(value: &impl Hash) -> [u8; 32] {
    let mut d = Digest(blake3::Hasher::new());
    value.hash(&mut d);
    *d.0.finalize().as_bytes()
}

/// What a kernel computes, without the names in it.
fn work_digest(work: &Work) -> [u8; 32] {
    let mut d = Digest(blake3::Hasher::new());
    match work {
        Work::Nest(k) => {
            let k: &Kernel = k;
            0u8.hash(&mut d);
            k.axes.iter().for_each(|a| a.extent.hash(&mut d));
            k.bufs.hash(&mut d);
            k.exprs.hash(&mut d);
            for x in &k.defs {
                (&x.axes, &x.tys, &x.body).hash(&mut d);
            }
            k.outs.hash(&mut d);
            k.own.hash(&mut d);
        }
        Work::Template(t) => {
            1u8.hash(&mut d);
            // The text of the function says all of it; its name is the template's.
            format!("{:?}", t.func).hash(&mut d);
            t.tasks.hash(&mut d);
        }
    }
    *d.0.finalize().as_bytes()
}

/// A symbol for a kernel on a target: a word of what it does, and a hash of everything.
pub(crate) fn symbol(work: &Work, ops: &str, target: &Target) -> String {
    let mut h = blake3::Hasher::new();
    h.update(&work_digest(work));
    h.update(format!("{target:?}").as_bytes());
    let word: String = ops.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let hex = h.finalize().to_hex();
    format!("{word}_{}", &hex[..16])
}

/// Makes equal kernels and equal host calls of a plan one.
pub(crate) fn dedup(plan: &mut Plan) {
    let mut seen: FxHashMap<[u8; 32], u32> = FxHashMap::default();
    let mut kept = Vec::new();
    let mut rename = Vec::new();
    for k in std::mem::take(&mut plan.kernels) {
        let id = *seen.entry(work_digest(&k.work)).or_insert(kept.len() as u32);
        if id as usize == kept.len() {
            kept.push(k);
        }
        rename.push(id);
    }
    plan.kernels = kept;
    let mut calls: Vec<crate::program::HostCall> = Vec::new();
    let mut names = Vec::new();
    for h in std::mem::take(&mut plan.host_calls) {
        let id = calls.iter().position(|c| c.call == h.call && c.place == h.place).unwrap_or(calls.len());
        if id == calls.len() {
            calls.push(h);
        }
        names.push(id as u32);
    }
    plan.host_calls = calls;
    fn apply(commands: &mut [Command], rename: &[u32], names: &[u32]) {
        for c in commands {
            match c {
                Command::Kernel { kernel, .. } => *kernel = rename[*kernel as usize],
                Command::Host { call, .. } => *call = names[*call as usize],
                Command::While { cond, body, .. } => {
                    apply(cond, rename, names);
                    apply(body, rename, names);
                }
                Command::Case { branches, .. } => branches.iter_mut().for_each(|b| apply(b, rename, names)),
                Command::Copy { .. } => {}
            }
        }
    }
    apply(&mut plan.commands, &rename, &names);
}
