//! Test data that is not in the repository: the model zoo, and the public StableHLO test programs.

use crate::command::{logged, python, root};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cases that every back end has to pass in every form.
pub(crate) const CASES: &[&str] = &[
    "binary_f32",
    "bert_tiny_fwd",
    "cnn_fwd",
    "conv_grads",
    "conv_varieties",
    "dot_varieties",
    "embedding_grad_scatter",
    "flax_cnn_optax_train",
    "gpt_tiny_fwd",
    "gpt_tiny_grad",
    "maxpool_avgpool_bwd",
    "mixer_tiny_fwd",
    "mlp_fwd",
    "mlp_fwd_baked",
    "mlp_train_adam",
    "reductions",
    "resnet18_small_fwd",
    "resnet_block_train",
    "shape_ops",
    "softmax_layernorm",
    "transformer_block_fwd",
    "unary_f32",
    "unet_tiny_fwd",
    "vit_tiny_fwd",
];

/// Where `./test` puts what it makes.
pub(crate) fn local() -> PathBuf {
    root().join("target/data")
}

/// The zoo: `HLOOM_ZOO`, else `$HLOOM_SHARED/zoo` or `../shared/zoo` if they hold cases, else `target/data/zoo`.
pub(crate) fn zoo() -> PathBuf {
    if let Some(dir) = std::env::var_os("HLOOM_ZOO") {
        return root().join(dir);
    }
    let shared = shared_dirs().into_iter().map(|d| d.join("zoo"));
    shared.into_iter().find(|d| has_case(d, CASES[0])).unwrap_or_else(|| local().join("zoo"))
}

fn shared_dirs() -> Vec<PathBuf> {
    let given = std::env::var_os("HLOOM_SHARED").map(|d| root().join(d));
    given.into_iter().chain([root().join("../shared")]).collect()
}

fn has_case(zoo: &Path, case: &str) -> bool {
    zoo.join(case).join("meta.json").exists()
}

/// The cases of [`CASES`] that are there.
pub(crate) fn present_cases(zoo: &Path) -> Vec<PathBuf> {
    CASES.iter().filter(|c| has_case(zoo, c)).map(|c| zoo.join(c)).collect()
}

/// Makes the zoo's correctness cases unless they are there. Without Python this does nothing.
pub(crate) fn make_zoo(log: &Path) -> Result<usize> {
    let zoo = zoo();
    if present_cases(&zoo).len() < CASES.len() {
        std::fs::create_dir_all(&zoo)?;
        for group in ["conf", "x64"] {
            let mut c = python();
            // Other settings than the generator's own would change the programs that JAX writes.
            c.env_remove("XLA_FLAGS").env_remove("JAX_ENABLE_X64").env("JAX_PLATFORMS", "cpu");
            c.args(["bench/zoo/make_zoo.py", "--group", group, "--skip-existing", "--out"]).arg(&zoo);
            // A case that this version of JAX cannot make is reported where it is missed.
            let (_, _) = crate::command::log_of(&mut c, log)?;
        }
    }
    Ok(present_cases(&zoo).len())
}

/// The StableHLO repository and the commit whose tests are used.
const STABLEHLO: (&str, &str) = ("https://github.com/openxla/stablehlo", "3c9301c116f97fbaf696959a0ede32712aec587b");

/// The directory that holds `conformance/stablehlo`, fetched if it is nowhere.
pub(crate) fn conformance(log: &Path) -> Option<PathBuf> {
    let local = local();
    let found = shared_dirs().into_iter().chain([local.clone()]).find(|d| d.join(PROBE).is_file());
    found.or_else(|| fetch(&local, log).ok().filter(|()| local.join(PROBE).is_file()).map(|()| local))
}

const PROBE: &str = "conformance/stablehlo/tests/interpret/add.mlir";

/// A shallow and sparse clone: only the test directories, only one commit.
fn fetch(local: &Path, log: &Path) -> Result<()> {
    let dir = local.join("conformance");
    std::fs::create_dir_all(&dir)?;
    let git = |args: &[&str]| {
        let mut c = Command::new("timeout");
        c.args(["300", "git", "-c", "advice.detachedHead=false"]).args(args).current_dir(&dir);
        c.env("GIT_TERMINAL_PROMPT", "0");
        logged(&mut c, log)
    };
    git(&["init", "--quiet"])?;
    git(&[
        "sparse-checkout",
        "set",
        "stablehlo/testdata",
        "stablehlo/tests/interpret",
        "stablehlo/tests/math",
        "stablehlo/tests/vhlo",
    ])?;
    git(&["config", "remote.origin.url", STABLEHLO.0])?;
    git(&["fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", STABLEHLO.1])?;
    git(&["checkout", "--quiet", STABLEHLO.1])?;
    Ok(())
}
