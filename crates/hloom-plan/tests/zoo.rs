//! Plans of the model zoo against the expected results: by the plan evaluator, and by the loop IR of entry and kernels.

mod support;

use hloom_mlir::Limits;
use std::path::Path;

/// Plans and evaluates one case; number of commands and worst relative difference.
fn case(dir: &Path) -> Result<(usize, f64), String> {
    let bytes = std::fs::read(dir.join("module.mlirbc")).map_err(|e| e.to_string())?;
    let m = hloom_stablehlo::parse(&bytes, "module.mlirbc", &Limits::default()).map_err(|e| e.to_string())?;
    let optimized = hloom_opt::optimize(&m, "main", &hloom_opt::Options::default()).map_err(|d| d.render(&m.locs))?;
    let func = optimized.module.func("main").ok_or("no main")?;
    let plan = hloom_plan::plan(func, &support::target(), &Default::default(), hloom_ir::Processes::ONE)
        .map_err(|d| d.render(&optimized.module.locs))?;
    if std::env::var_os("HLOOM_DUMP").is_some() {
        println!("{}", plan.dump());
    }
    if std::env::var_os("HLOOM_PLAN_ONLY").is_some() {
        let start = std::time::Instant::now();
        let n = plan.num_commands();
        let c = hloom_plan::compile(plan, &support::target(), &hloom_plan::Options::default());
        let c = c.map_err(|d| d.render(&optimized.module.locs))?;
        let peak = c.memory().peak() >> 20;
        println!("{}: {n} commands, {} kernels, peak {peak} MB, {:?}", dir.display(), c.kernels.len(), start.elapsed());
        return Ok((n, 0.0));
    }
    let args: Vec<Vec<u8>> = (0..plan.args.len()).map(|i| support::npy(&dir.join(format!("in_{i:03}.npy")))).collect();
    let start = std::time::Instant::now();
    let got = hloom_plan::eval::run(&plan, &args)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut worst = 0f64;
    for (i, (g, r)) in got.iter().zip(&plan.results).enumerate() {
        let want = support::npy(&dir.join(format!("out_{i:03}.npy")));
        let tolerance = match r.ty.dtype.bits() {
            ..=16 => 4e-2,
            _ => 2e-3,
        };
        worst = worst.max(support::compare(r.ty.dtype, g, &want, tolerance).map_err(|e| format!("result {i}: {e}"))?);
    }
    let options = hloom_plan::Options {
        direct_ns: f64::INFINITY,
        direct_products_ns: f64::INFINITY,
        direct_awake_ns: f64::INFINITY,
        ..hloom_plan::Options::default()
    };
    let planned = hloom_plan::compile(plan.clone(), &support::target(), &options)
        .map_err(|d| d.render(&optimized.module.locs))?;
    let native = planned.evaluate(&args)?;
    for (i, ((g, r), n)) in got.iter().zip(&plan.results).zip(&native).enumerate() {
        support::compare(r.ty.dtype, n, g, 1e-3).map_err(|e| format!("native result {i}: {e}"))?;
    }
    println!("{}: {} commands, worst {worst:.1e}, {seconds:.1} s", dir.display(), plan.num_commands());
    Ok((plan.num_commands(), worst))
}

fn all(names: &[&str]) {
    let Some(zoo) = support::zoo() else { return };
    let only = std::env::var("HLOOM_CASE").ok();
    let mut failed = Vec::new();
    for name in names {
        if only.as_deref().is_some_and(|o| !name.contains(o)) {
            continue;
        }
        if let Err(e) = case(&zoo.join(name)) {
            failed.push(format!("{name}: {e}"));
        }
    }
    assert!(failed.is_empty(), "{} of {} failed:\n{}", failed.len(), names.len(), failed.join("\n"));
}

#[test]
fn models() {
    all(&[
        "mlp_fwd",
        "mlp_train_adam",
        "cnn_fwd",
        "resnet_block_train",
        "maxpool_avgpool_bwd",
        "transformer_block_fwd",
        "gpt_tiny_fwd",
        "gpt_tiny_grad",
        "bert_tiny_fwd",
        "vit_tiny_fwd",
        "mixer_tiny_fwd",
        "unet_tiny_fwd",
        "embedding_grad_scatter",
        "flax_cnn_optax_train",
    ]);
}

#[test]
fn ops() {
    all(&[
        "softmax_layernorm",
        "reductions",
        "shape_ops",
        "dot_varieties",
        "conv_varieties",
        "conv_grads",
        "unary_f32",
        "binary_f32",
    ]);
}

/// Any cases by name, for work on one: `HLOOM_CASES=a,b`.
#[test]
fn named() {
    let Ok(names) = std::env::var("HLOOM_CASES") else { return };
    all(&names.split(',').collect::<Vec<_>>());
}
