//! What the compiler knows of a machine. Data only: nothing asks the host; `hloom-llvm` describes the host.

use crate::loop_ir::DotOp;

/// A machine to compile for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// LLVM target triple, e.g. `x86_64-unknown-linux-gnu`.
    pub triple: String,
    /// LLVM CPU name, e.g. `znver5`.
    pub cpu: String,
    /// LLVM feature string, e.g. `+avx2,+fma`. Sorted, explicit; checked at load.
    pub features: Vec<String>,
    /// Bytes of a vector register: 16, 32 or 64.
    pub vector_bytes: u32,
    /// Number of vector registers.
    pub vector_regs: u32,
    /// Masked loads and stores are as cheap as plain ones (AVX-512, SVE).
    pub cheap_masks: bool,
    /// Fused multiply-add exists.
    pub fma: bool,
    /// Vectors are better multiplied by the inverse of a number than divided by it ([`crate::quotient`]); wants [`Target::fma`].
    pub slow_division: bool,
    /// A product that makes or reads subnormal numbers takes much longer than others (`sched::contract::tiny`).
    pub slow_subnormals: bool,
    /// Loads of a vector's lanes from all over a table that the caches do not hold are better scalar ones.
    pub slow_gathers: bool,
    /// A gather of the words around elements of a byte or two is better than their loads one by one, also where their places are known.
    pub gathers_words: bool,
    /// An instruction that reads memory at a base and an index takes more room in the core than one that reads at a base.
    pub wide_indices: bool,
    /// L1 data cache, bytes per core.
    pub l1_bytes: u64,
    /// L2 cache, bytes per core.
    pub l2_bytes: u64,
    /// Last-level cache, bytes.
    pub l3_bytes: u64,
    /// True for programs whose arguments and constants are more than the last-level cache holds: what they read once comes from
    /// memory.
    pub cold: bool,
    /// Cores that the schedulers aim at when they choose how many tasks to cut. The result does not depend on how many
    /// threads run.
    pub cores: u32,
    /// Least time in nanoseconds for which a core is given a task of its own.
    pub task_ns: u32,
}

impl Target {
    /// Bytes of a way of the first-level cache, after which its sets come again: 4 KiB on every x86.
    pub const L1_WAY_BYTES: i64 = 4096;
    /// [`Target::task_ns`] of kernels whose threads are woken for them.
    pub const TASK_NS: u32 = 2_500;

    /// Lanes of an element of `bytes` bytes in one vector register (at least 1).
    pub fn lanes(&self, bytes: u32) -> u32 {
        (self.vector_bytes / bytes.max(1)).max(1)
    }
    /// Estimated time of so many multiply-adds in vectors of so many lanes, in nanoseconds.
    pub fn multiply_adds_ns(&self, count: f64, lanes: i64) -> f64 {
        const CYCLES_PER_NS: f64 = 3.5;
        // A Zen 4 computes with halves of its longest vectors.
        let vectors_per_cycle = if self.cpu == "znver4" && self.vector_bytes == 64 { 1.0 } else { 2.0 };
        count / (vectors_per_cycle * lanes as f64 * CYCLES_PER_NS)
    }
    /// Cycles from the start of a multiply-add to its result.
    pub fn multiply_add_cycles(&self) -> u32 {
        if matches!(&self.cpu[..], "haswell" | "broadwell" | "znver1" | "znver2") { 5 } else { 4 }
    }
    /// True if asking for a matrix that is read line by line, a page ahead, helps: the prefetchers of a Zen 5 and a Golden Cove
    /// stop where a page ends (4 to 8 % of the time of a model that decodes), a Zen 4's are disturbed by it (12 to 15 %).
    /// Others were not measured, and are left alone.
    pub fn asks_for_lines(&self) -> bool {
        self.cpu == "znver5" || self.is_golden_cove()
    }
    /// True if lines of a few KiB may be read side by side, a part of each at a time, where they come from memory. A Zen 4 gets a third
    /// of the bytes so, a Zen 2 some percent more. Others were not measured.
    pub fn reads_lines_together(&self) -> bool {
        self.cpu == "znver2"
    }
    /// A processor with cores of the kind Golden Cove.
    pub fn is_golden_cove(&self) -> bool {
        matches!(&self.cpu[..], "sapphirerapids" | "emeraldrapids" | "graniterapids")
    }
    /// True if there is an instruction for it on vectors of a whole register that is faster than multiply-adds. (A Golden
    /// Cove multiplies BF16 once a lane and cycle with its own, twice with those of F32.)
    pub fn has_dot(&self, op: DotOp) -> bool {
        let has = |name: &str| self.features.iter().any(|f| f == name);
        match (op, self.vector_bytes) {
            (DotOp::U8S8, 64) => has("+avx512vnni"),
            (DotOp::U8S8, 32) => has("+avxvnni"),
            (DotOp::S16, 64) => has("+avx512bw"),
            (DotOp::S16, 32) => has("+avx2"),
            (DotOp::BF16, 64) => has("+avx512bf16") && !self.is_golden_cove(),
            _ => false,
        }
    }
    /// Bytes of a register whose elements, of so many bytes, one instruction takes by index, if there is one.
    pub fn table_register(&self, bytes: u32) -> Option<u32> {
        let has = |name: &str| self.features.iter().any(|f| f == name);
        match (self.vector_bytes, bytes) {
            (64, 1) => has("+avx512vbmi").then_some(64),
            (64, 2) => has("+avx512bw").then_some(64),
            (64, 4 | 8) => Some(64),
            (_, 4) => has("+avx2").then_some(32),
            _ => None,
        }
    }
    /// Bytes of a table whose elements, of so many bytes, are better taken from registers than from memory. (An index has the size of
    /// an element: bytes count to 256.)
    pub fn table_bytes(&self, bytes: u32) -> u32 {
        match self.table_register(bytes) {
            Some(64) if bytes == 1 => 256,
            Some(64) => 512,
            Some(register) => 2 * register,
            None => 0,
        }
    }
    /// True if there is a matrix unit ([`crate::loop_ir::TileOp`]) that multiplies such words.
    pub fn has_tiles(&self, op: DotOp) -> bool {
        let has = |name: &str| self.features.iter().any(|f| f == name);
        has("+amx-tile")
            && match op {
                DotOp::BF16 => has("+amx-bf16"),
                DotOp::S16 => false,
                _ => has("+amx-int8"),
            }
    }
}
