//! Targets: the machine we run on, and others by name.

use crate::emit::init;
use crate::llvm_sys::target_machine::{LLVMGetHostCPUFeatures, LLVMGetHostCPUName};
use crate::unit::take_message;
use hloom_tile::Target;
use std::fs;

/// What a core has of the last cache at most, in the machines that have most of it for each.
const CORE_L3_BYTES: u64 = 16 << 20;

/// The machine this process runs on: CPU and features from LLVM, caches from the kernel, cores by affinity. A processor may
/// have a matrix unit whose registers the system keeps from a process: `given` tells of such a feature (`amx-tile`, …) if it is
/// there to be used.
pub fn host_target(given: impl Fn(&str) -> bool) -> Target {
    init();
    // SAFETY: both return a string that we own.
    let (cpu, features) = unsafe { (take_message(LLVMGetHostCPUName()), take_message(LLVMGetHostCPUFeatures())) };
    let mut features: Vec<String> = features.split(',').filter(|f| !f.is_empty()).filter_map(relevant).collect();
    for f in features.iter_mut().filter(|f| f.starts_with("+amx")) {
        if !given(&f[1..]) {
            f.replace_range(..1, "-");
        }
    }
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let cpu = unmasked(&cpu, &features).to_string();
    let mut t = describe(&triple, &cpu, features);
    for (level, size) in sysfs_caches() {
        match level {
            1 => t.l1_bytes = size,
            2 => t.l2_bytes = size,
            _ => t.l3_bytes = size,
        }
    }
    t.cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    // A few cores of a large machine see the whole machine's last cache, which others fill.
    t.l3_bytes = t.l3_bytes.min(u64::from(t.cores) * CORE_L3_BYTES);
    t
}

/// The name of a processor that has such features. A virtual machine may tell the model number of an older processor than it
/// runs on, so that it can move between both, and the features of the newer one: code is for the core that has them.
pub(crate) fn unmasked<'a>(cpu: &'a str, features: &[String]) -> &'a str {
    const BEFORE_FP16: [&str; 8] = [
        "skylake-avx512",
        "cannonlake",
        "cascadelake",
        "cooperlake",
        "icelake-client",
        "icelake-server",
        "rocketlake",
        "tigerlake",
    ];
    let fp16 = features.iter().any(|f| f == "+avx512fp16");
    if fp16 && BEFORE_FP16.contains(&cpu) { "sapphirerapids" } else { cpu }
}

/// A feature of the host as the target states it: those that LLVM has no use for unless asked (system instructions), that a
/// loader cannot check, or that processors by name are without ([`crate::processors`]) are turned off, whatever the CPU's name implies.
fn relevant(feature: &str) -> Option<String> {
    const USED: &str = " 64bit adx aes amx-bf16 amx-int8 amx-tile avx avx2 avx512bf16 avx512bitalg avx512bw avx512cd avx512dq \
        avx512f avx512fp16 avx512ifma avx512vbmi avx512vbmi2 avx512vl avx512vnni avx512vpopcntdq avxifma avxneconvert \
        avxvnni avxvnniint16 avxvnniint8 bmi bmi2 cmov crc32 cx16 cx8 f16c fma fxsr gfni lzcnt mmx movbe pclmul popcnt \
        prfchw sahf sha sse sse2 sse3 sse4.1 sse4.2 ssse3 tbm vaes vpclmulqdq x87 xsave ";
    let name = feature.trim_start_matches(['+', '-']);
    // LLVM 19 has a feature for 512-bit registers that goes with the rest of AVX-512 by itself.
    if name == "evex512" {
        return None;
    }
    let keep = cfg!(not(target_arch = "x86_64")) || USED.contains(&format!(" {name} "));
    Some(if keep { feature.to_string() } else { format!("-{name}") })
}

/// A target by LLVM triple, CPU and features (`+avx2`, `-fma`, …), which are added to what the CPU is known to have.
/// Caches and cores are those of a common machine.
///
/// Names are LLVM's: the x86-64 levels (`x86-64-v2`, `x86-64-v3`, `x86-64-v4`), processors (`znver4`, `sapphirerapids`, …) and, on
/// AArch64, any. With an x86-64 processor that is not in our table the features must be listed, because the schedulers read them
/// here and not from LLVM.
pub fn target_for(triple: &str, cpu: &str, features: &[&str]) -> Target {
    let aarch64 = triple.starts_with("aarch64").then_some("+neon");
    let implied = aarch64.into_iter().chain(crate::processors::features(cpu));
    let mut all: Vec<String> = Vec::new();
    for f in implied.chain(features.iter().copied()) {
        // The last word on a feature counts.
        let name = f.trim_start_matches(['+', '-']);
        all.retain(|x| x.trim_start_matches(['+', '-']) != name);
        all.push(f.to_string());
    }
    describe(triple, cpu, all)
}

/// The rest of a target, from its features.
fn describe(triple: &str, cpu: &str, mut features: Vec<String>) -> Target {
    features.sort_unstable();
    let has = |f: &str| features.iter().any(|x| x == f);
    let x86 = triple.starts_with("x86_64");
    let wide = has("+avx512f") && has("+avx512vl") && has("+avx512bw") && has("+avx512dq");
    let vector_bytes = match () {
        () if x86 && wide => 64,
        () if x86 && has("+avx2") => 32,
        () => 16,
    };
    let mut t = Target {
        vector_bytes,
        vector_regs: if x86 && !wide { 16 } else { 32 },
        cheap_masks: x86 && wide,
        fma: !x86 || has("+fma"),
        slow_division: false,
        slow_subnormals: false,
        slow_gathers: false,
        gathers_words: false,
        wide_indices: false,
        l1_bytes: 32 << 10,
        l2_bytes: 1 << 20,
        l3_bytes: 32 << 20,
        cold: false,
        cores: 8,
        task_ns: Target::TASK_NS,
        triple: triple.to_string(),
        cpu: cpu.to_string(),
        features,
    };
    // Nine cycles for a vector of F32, and four for multiplications. On a Zen 4 most programs are 1 to 8 % slower so; others were not measured.
    t.slow_division = t.fma && t.is_golden_cove();
    // 150 to 200 cycles instead of one half.
    t.slow_subnormals = t.is_golden_cove();
    // 4 M numbers from a table of 16 MiB in C on two cores: 6.2 to 6.9 ms, with gathers 7.5 to 8.6.
    t.slow_gathers = t.is_golden_cove();
    // 2000 boards of 6 x 7 bytes, searched for rows of four: 0.13 ms, with gathers 0.08; others were not measured.
    t.gathers_words = t.is_golden_cove();
    // (`pointers.rs`)
    t.wide_indices = t.is_golden_cove();
    t
}

/// Level and size of the data caches of the first CPU; empty where the kernel does not tell.
fn sysfs_caches() -> Vec<(u32, u64)> {
    let Ok(dir) = fs::read_dir("/sys/devices/system/cpu/cpu0/cache") else { return Vec::new() };
    let mut caches: Vec<(u32, u64)> = dir
        .flatten()
        .filter_map(|e| {
            let read = |name: &str| fs::read_to_string(e.path().join(name)).ok();
            if read("type")?.trim() == "Instruction" {
                return None;
            }
            let size = read("size")?;
            let (digits, unit) =
                size.trim().split_at(size.trim().find(char::is_alphabetic).unwrap_or(size.trim().len()));
            let scale = match unit {
                "K" => 10,
                "M" => 20,
                "G" => 30,
                _ => 0,
            };
            Some((read("level")?.trim().parse().ok()?, digits.parse::<u64>().ok()? << scale))
        })
        .collect();
    caches.sort_unstable();
    caches
}
