//! What x86-64 processors have, by LLVM's names for them. LLVM has this in its tables, but no function of its C API tells it.

/// Features of x86-64-v2, and what each level adds to the one below it (System V ABI, AMD64 supplement, section 3.1.1).
const V2: &str = "+cx16,+popcnt,+sahf,+sse3,+sse4.1,+sse4.2,+ssse3";
const V3: &str = "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave";
const V4: &str = "+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl";

const VNNI: &str = "+avx512vnni";
const BF16: &str = "+avx512bf16";
const ICE_LAKE: &str = "+avx512bitalg,+avx512ifma,+avx512vbmi,+avx512vbmi2,+avx512vnni,+avx512vpopcntdq,+gfni";
const SAPPHIRE_RAPIDS: &str = "+amx-bf16,+amx-int8,+amx-tile,+avx512fp16,+avxvnni";
const ALDER_LAKE: &str = "+avxvnni,+gfni";
const ARROW_LAKE: &str = "+avxifma,+avxneconvert,+avxvnniint8";

/// What some of them have too, and LLVM would use: code for AMD's processors is for all others with what is listed here. And `insertq`
/// of SSE4a has no form for AVX: on a Zen 3 a row with six of them, beside vectors of 32 bytes, took 960 cycles instead of 110.
const LEFT_OUT: &str = "-sse4a";

/// Names, and what they have.
const KNOWN: &[(&str, &[&str])] = &[
    ("x86-64-v2 nehalem westmere", &[V2]),
    ("sandybridge", &[V2, "+avx,+xsave"]),
    ("ivybridge", &[V2, "+avx,+f16c,+xsave"]),
    ("x86-64-v3 haswell broadwell skylake znver1 znver2 znver3", &[V2, V3]),
    ("alderlake raptorlake meteorlake gracemont", &[V2, V3, ALDER_LAKE]),
    ("arrowlake sierraforest", &[V2, V3, ALDER_LAKE, ARROW_LAKE]),
    ("arrowlake-s lunarlake", &[V2, V3, ALDER_LAKE, ARROW_LAKE, "+avxvnniint16"]),
    ("x86-64-v4 skylake-avx512", &[V2, V3, V4]),
    ("cascadelake", &[V2, V3, V4, VNNI]),
    ("cooperlake", &[V2, V3, V4, VNNI, BF16]),
    ("cannonlake", &[V2, V3, V4, "+avx512ifma,+avx512vbmi"]),
    ("icelake-client icelake-server tigerlake rocketlake", &[V2, V3, V4, ICE_LAKE]),
    ("sapphirerapids emeraldrapids graniterapids", &[V2, V3, V4, ICE_LAKE, BF16, SAPPHIRE_RAPIDS]),
    ("znver4", &[V2, V3, V4, ICE_LAKE, BF16]),
    ("znver5", &[V2, V3, V4, ICE_LAKE, BF16, "+avxvnni"]),
];

/// The features (`+avx2`, …) of a processor that schedulers read or code may need, and those that code must not use (`-…`); none of
/// one that is not known.
pub(crate) fn features<'a>(cpu: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let known = KNOWN.iter().find(|(names, _)| names.split(' ').any(|n| n == cpu));
    known.into_iter().flat_map(|(_, parts)| [&LEFT_OUT].into_iter().chain(*parts)).flat_map(|part| part.split(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::process::Command;

    /// What rustc's LLVM says of a processor.
    fn in_rustc(cpu: &str) -> Option<BTreeSet<String>> {
        let target = ["--target=x86_64-unknown-linux-gnu", "--print=cfg"];
        let cfg = Command::new("rustc").args(target).arg(format!("-Ctarget-cpu={cpu}")).output().expect("rustc runs");
        let text = String::from_utf8(cfg.stdout).expect("text");
        let name = |line: &str| Some(line.strip_prefix("target_feature=\"")?.trim_end_matches('"').to_owned());
        let known = !String::from_utf8_lossy(&cfg.stderr).contains("is not a recognized processor");
        known.then(|| text.lines().filter_map(name).collect())
    }

    #[test]
    fn as_the_tables_of_llvm() {
        // Features that rustc does not print, and those that it calls otherwise.
        const SILENT: [&str; 4] = ["sahf", "amx-bf16", "amx-int8", "amx-tile"];
        // Part of every 64-bit processor, and what LLVM uses for intrinsics alone, or not at all.
        const UNUSED: &str = "fxsr sse sse2 adx aes avx512vp2intersect kl pclmulqdq rdrand rdseed sha sha512 sm3 sm4 vaes vpclmulqdq widekl \
            xsave xsavec xsaveopt xsaves";
        let renamed = |f: &'static str| match f {
            "cx16" => "cmpxchg16b",
            "bmi" => "bmi1",
            other => other,
        };
        let of = |parts: &[&'static str]| -> BTreeSet<String> {
            let all = parts.iter().flat_map(|p| p.split(',')).map(|f| f.trim_start_matches('+'));
            all.filter(|f| !SILENT.contains(f)).map(|f| renamed(f).to_owned()).collect()
        };
        let ours: BTreeSet<String> = KNOWN.iter().flat_map(|(_, parts)| of(parts)).collect();
        let mut compared = 0;
        for (names, parts) in KNOWN {
            for cpu in names.split(' ') {
                let Some(theirs) = in_rustc(cpu) else { continue };
                let known = |f: &&String| {
                    ours.contains(*f)
                        || UNUSED.split(' ').any(|u| u == **f)
                        || LEFT_OUT.split(',').any(|l| l[1..] == **f)
                };
                assert_eq!(theirs.iter().find(|f| !known(f)), None, "{cpu}");
                let theirs: BTreeSet<String> = theirs.intersection(&ours).cloned().collect();
                assert_eq!(of(parts), theirs, "{cpu}");
                compared += 1;
            }
        }
        assert!(compared > 30, "{compared} processors");
        assert_eq!(features("8086").count(), 0);
    }
}
