//! What a program needs of memory, known before it runs.

use crate::Executable;
use crate::abi::ALIGN;
use std::fmt;

/// Blocks and buffers of so many bytes begin at different places of their first pages, where there is room ([`spread`]): first-level
/// caches choose the place of a line by the address within a page, and arrays that are gone through in step would have all their
/// lines in one. (Six rows, 4 KiB apart, of three arrays of 4 MiB, read and written on a Zen 2: 3.0 ms; with the arrays 320 bytes and
/// more apart in that sense, 0.3.)
pub const SPREAD_FROM: u64 = 64 << 10;
/// What the places are in: pages of any system are multiples of it.
pub const SPREAD_OVER: u64 = 4096;

/// Where in its first page the `k`-th of them begins. A golden section apart, any few that follow each other are far apart.
pub const fn spread(k: u64) -> u64 {
    k.wrapping_mul(25 * ALIGN as u64) % SPREAD_OVER
}

/// Bytes by use at the worst moment of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryPlan {
    /// Arguments.
    pub arguments: u64,
    /// Results but those in the memory of an argument.
    pub results: u64,
    /// Constants.
    pub constants: u64,
    /// Temporary memory.
    pub arena: u64,
    /// Scratch memory of each thread.
    pub scratch: u64,
}

impl MemoryPlan {
    /// All of it, with the scratch memory of one thread.
    pub fn peak(&self) -> u64 {
        [self.arguments, self.results, self.constants, self.arena, self.scratch]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

impl Executable {
    /// What it needs of memory.
    pub fn memory(&self) -> MemoryPlan {
        let results = self.results.iter().filter(|r| r.alias.is_none());
        MemoryPlan {
            arguments: self.args.iter().filter_map(|a| a.tensor.bytes()).sum(),
            results: results.filter_map(|r| r.tensor.bytes()).sum(),
            constants: self.constants.iter().map(|c| c.len() as u64).sum(),
            arena: self.arena_bytes,
            scratch: self.scratch_bytes,
        }
    }
}

/// `12.3 MB (arguments 1.0 MB, results 512 B, constants 0 B, arena 11.3 MB, scratch 64 B a thread)`.
impl fmt::Display for MemoryPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryPlan { arguments, results, constants, arena, scratch } = *self;
        write!(f, "{} (arguments {}, results {}, ", Bytes(self.peak()), Bytes(arguments), Bytes(results))?;
        write!(f, "constants {}, arena {}, scratch {} a thread)", Bytes(constants), Bytes(arena), Bytes(scratch))
    }
}

/// A number of bytes for people: `512 B`, `1.5 kB`, `38.6 MB`, by powers of ten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
        // What would be written as 1000.0 of a unit is written as 1.0 of the next.
        match units.iter().find(|u| self.0 as f64 >= 0.99995 * u.0) {
            Some((scale, unit)) => write!(f, "{:.1} {unit}", self.0 as f64 / scale),
            None => write!(f, "{} B", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_short() {
        let text = |n: u64| Bytes(n).to_string();
        assert_eq!([text(0), text(999), text(1000), text(38_597_376)], ["0 B", "999 B", "1.0 kB", "38.6 MB"]);
        assert_eq!([text(999_940), text(999_999), text(u64::MAX)], ["999.9 kB", "1.0 MB", "18446744.1 TB"]);
    }
}
