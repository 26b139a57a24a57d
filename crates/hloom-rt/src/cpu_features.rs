//! Whether this processor has what an executable needs.

/// Those of the LLVM feature names that this processor lacks. Names that only steer tuning are ignored; names unknown here
/// count as lacking, because running on hope would end in an illegal instruction. The first question about a matrix unit asks the
/// system for its registers; where it refuses, the processor counts as one without.
pub fn missing_features<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let needed = names.into_iter().map(|n| n.strip_prefix('+').unwrap_or(n)).filter(|n| !n.is_empty());
    let needed = needed.filter(|n| !n.starts_with('-') && !is_tuning(n));
    needed.filter(|n| !has(n)).map(str::to_owned).collect()
}

/// LLVM's flags about speed rather than instructions.
fn is_tuning(name: &str) -> bool {
    ["fast-", "slow-", "prefer-", "false-deps-", "tuning-", "idivl-", "idivq-", "allow-", "inc-dec-", "no-", "use-"]
        .iter()
        .any(|p| name.starts_with(p))
}

#[cfg(target_arch = "x86_64")]
fn has(name: &str) -> bool {
    macro_rules! known {
        ($($llvm:literal $rust:tt)*) => {
            match name {
                $($llvm => std::arch::is_x86_feature_detected!($rust),)*
                // Part of every 64-bit processor.
                "64bit" | "cmov" | "cx8" | "fxsr" | "mmx" | "x87" | "sse" | "sse2" => true,
                "crc32" => std::arch::is_x86_feature_detected!("sse4.2"),
                "amx-tile" | "amx-bf16" | "amx-int8" => bit(name) && crate::sys::allow_tiles(),
                _ => bit(name),
            }
        };
    }
    known! {
        "sse3" "sse3" "ssse3" "ssse3" "sse4.1" "sse4.1" "sse4.2" "sse4.2" "sse4a" "sse4a" "popcnt" "popcnt"
        "avx" "avx" "avx2" "avx2" "fma" "fma" "f16c" "f16c" "bmi" "bmi1" "bmi2" "bmi2" "lzcnt" "lzcnt" "tbm" "tbm"
        "adx" "adx" "aes" "aes" "pclmul" "pclmulqdq" "sha" "sha" "movbe" "movbe" "cx16" "cmpxchg16b" "ermsb" "ermsb"
        "rdrnd" "rdrand" "rdseed" "rdseed" "xsave" "xsave" "xsavec" "xsavec" "xsaveopt" "xsaveopt" "xsaves" "xsaves"
        "gfni" "gfni" "vaes" "vaes" "vpclmulqdq" "vpclmulqdq"
        "avx512f" "avx512f" "avx512cd" "avx512cd" "avx512bw" "avx512bw" "avx512dq" "avx512dq" "avx512vl" "avx512vl"
        "avx512ifma" "avx512ifma" "avx512vbmi" "avx512vbmi" "avx512vbmi2" "avx512vbmi2" "avx512vnni" "avx512vnni"
        "avx512bitalg" "avx512bitalg" "avx512vpopcntdq" "avx512vpopcntdq" "avx512bf16" "avx512bf16"
        "avx512fp16" "avx512fp16" "avx512vp2intersect" "avx512vp2intersect"
        "avxvnni" "avxvnni" "avxifma" "avxifma" "avxneconvert" "avxneconvert" "avxvnniint8" "avxvnniint8"
        "avxvnniint16" "avxvnniint16"
    }
}

/// Features straight from `cpuid`: those that need no system, and those that it is asked for.
#[cfg(target_arch = "x86_64")]
fn bit(name: &str) -> bool {
    // Leaf, subleaf, register (eax, ebx, ecx, edx), bit.
    let (leaf, subleaf, register, bit) = match name {
        "sahf" => (0x8000_0001, 0, 2, 0),
        "prfchw" => (0x8000_0001, 0, 2, 8),
        "mwaitx" => (0x8000_0001, 0, 2, 29),
        "fsgsbase" => (7, 0, 1, 0),
        "invpcid" => (7, 0, 1, 10),
        "clflushopt" => (7, 0, 1, 23),
        "clwb" => (7, 0, 1, 24),
        "waitpkg" => (7, 0, 2, 5),
        "rdpid" => (7, 0, 2, 22),
        "movdiri" => (7, 0, 2, 27),
        "movdir64b" => (7, 0, 2, 28),
        "serialize" => (7, 0, 3, 14),
        "amx-bf16" => (7, 0, 3, 22),
        "amx-tile" => (7, 0, 3, 24),
        "amx-int8" => (7, 0, 3, 25),
        "clzero" => (0x8000_0008, 0, 1, 0),
        "rdpru" => (0x8000_0008, 0, 1, 4),
        "wbnoinvd" => (0x8000_0008, 0, 1, 9),
        _ => return false,
    };
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let highest = __cpuid(leaf & 0x8000_0000).eax;
    if leaf > highest {
        return false;
    }
    let r = __cpuid_count(leaf, subleaf);
    [r.eax, r.ebx, r.ecx, r.edx][register] >> bit & 1 == 1
}

#[cfg(target_arch = "aarch64")]
fn has(name: &str) -> bool {
    macro_rules! known {
        ($($llvm:literal $rust:tt)*) => {
            match name {
                $($llvm => std::arch::is_aarch64_feature_detected!($rust),)*
                "v8a" => true,
                _ => false,
            }
        };
    }
    known! {
        "neon" "neon" "fp-armv8" "neon" "fullfp16" "fp16" "fp16fml" "fhm" "dotprod" "dotprod" "bf16" "bf16" "i8mm" "i8mm"
        "lse" "lse" "rdm" "rdm" "crc" "crc" "aes" "aes" "sha2" "sha2" "sha3" "sha3" "jsconv" "jsconv" "complxnum" "fcma"
        "rcpc" "rcpc" "sve" "sve" "sve2" "sve2"
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn has(_: &str) -> bool {
    false
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn names_are_llvms() {
        assert!(missing_features(["+sse2", "-avx512f", "fast-gather", "64bit", "", "cmov"]).is_empty());
        assert_eq!(missing_features(["sse2", "no_such_feature", "amx-complex"]), ["no_such_feature", "amx-complex"]);
        assert_eq!(missing_features(["bmi"]).is_empty(), std::arch::is_x86_feature_detected!("bmi1"));
        // All of a matrix unit's, or none.
        let unit = missing_features(["amx-tile"]);
        assert!(!unit.is_empty() || bit("amx-tile"));
        assert!(unit.is_empty() || missing_features(["amx-bf16", "amx-int8"]).len() == 2);
    }
}
