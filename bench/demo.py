#!/usr/bin/env python3
"""The demo behind ./demo: two models from JAX to native code, and JAX itself on Hloom, checked and timed against XLA:CPU.

  demo.py [--zoo DIR] [--seconds 2] [--steps 100]

Exports ResNet-50 and GPT-2 124M (random weights) from JAX as portable artifacts, compiles each with Hloom to an executable
file, runs that file in a fresh process, compares with what XLA gave, and times both in turns. Then runs one training program,
demo_jax.py, twice: with JAX_PLATFORMS=cpu and with JAX_PLATFORMS=hloom,cpu.
"""
import argparse, json, os, subprocess, sys, tempfile, time

import bench_side_by_side as side

MODELS = [("ResNet-50, batch 1", "bench_resnet50_b1"), ("GPT-2 124M, 128 tokens", "bench_gpt2_prefill128")]


def hloom(*args):
    p = subprocess.run([side.hloom_binary(), *args], capture_output=True, text=True, env=side.clean_env())
    if p.returncode:
        sys.exit(f"hloom {args[0]} failed (exit code {p.returncode}):\n{(p.stderr + p.stdout).strip()[-2000:]}")
    return p.stdout


def load(case, entry, path=None):
    import ml_dtypes, numpy as np
    a = np.load(path or f"{case}/{entry['file']}")
    if str(a.dtype) != entry["dtype"]:
        a = a.view(np.dtype(getattr(ml_dtypes, entry["dtype"], entry["dtype"])))
    return a.astype(np.float64)


def largest_error(case, meta, paths):
    """Largest difference over all results, over the largest value of that result."""
    import numpy as np
    worst = 0.0
    for entry, path in zip(meta["outputs"], paths):
        want, got = load(case, entry), load(case, entry, path)
        worst = max(worst, float(np.max(np.abs(got - want)) / max(float(np.max(np.abs(want))), 1e-30)) if want.size else 0.0)
    return worst


def demo(title, name, zoo, seconds, tmp):
    case = f"{zoo}/{name}"
    meta = json.load(open(f"{case}/meta.json"))
    artifact, exe = f"{case}/module.mlirbc", f"{tmp}/{name}.hloom"
    print(f"demo: {title}: compiling a portable artifact of {os.path.getsize(artifact) / 1e3:.0f} kB", file=sys.stderr)
    hloom("compile", artifact, "-o", exe)
    outputs = [f"{tmp}/{name}_{k}.npy" for k in range(len(meta["outputs"]))]
    hloom("run", exe, *[f"--input=@{case}/{i['file']}" for i in meta["inputs"]], *[f"--output=@{o}" for o in outputs])
    error = largest_error(case, meta, outputs)
    verdict = hloom("check", "--form=artifact", case).strip().splitlines()[-1]
    print(f"demo: {title}: {verdict}; timing", file=sys.stderr)
    h, x = [], []
    for _ in range(2):
        h.append(side.run_hloom(case, seconds))
        x.append(side.run_peer("xla", case, seconds, ""))
    h, x = side.best(h), side.best(x)
    for system, r in (("hloom", h), ("XLA", x)):
        if "error" in r:
            sys.exit(f"{title}: {system}: {r['error']}")
    mb = lambda r: f"{r['max_rss_bytes'] / 1e6:.0f}" if r.get("max_rss_bytes") else "–"
    return [title, f"{error:.1e}", f"{h['run_ms']:.1f}", f"{x['run_ms']:.1f}", f"{x['run_ms'] / h['run_ms']:.2f}",
            f"{h['compile_total_ms'] / 1e3:.2f}", f"{x['compile_total_ms'] / 1e3:.2f}", mb(h), mb(x)]


def demo_jax(steps):
    """A row for each platform, and how far the losses are apart."""
    print("demo: training a small GPT, once with JAX_PLATFORMS=cpu, once with JAX_PLATFORMS=hloom,cpu", file=sys.stderr)
    runs = {platforms: side.run_jax("demo_jax.py", platforms, f"--steps={steps}") for platforms in ("cpu", "hloom,cpu")}
    head = ["JAX_PLATFORMS", "device", "first loss", "last loss", "first step s", "steps/s", "whole process s"]
    rows = [[platforms, r["device"], f"{r['losses'][0]:.5f}", f"{r['losses'][-1]:.5f}", f"{r['first_step_s']:.2f}",
             f"{r['steps_per_s']:.1f}", f"{r['total_s']:.1f}"] for platforms, r in runs.items()]
    x, h = runs.values()
    return head, rows, f"Losses of all {steps} steps differ by at most {side.apart(x, h, steps):.1e} of their value."


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--zoo", default=os.environ.get("HLOOM_ZOO", f"{side.ROOT}/target/data/zoo"))
    ap.add_argument("--seconds", type=float, default=2.0)
    ap.add_argument("--steps", type=int, default=100, help="of the training program")
    a = ap.parse_args()
    start = time.time()
    print("demo: exporting the models from JAX", file=sys.stderr)
    side.make_missing(a.zoo, [name for _, name in MODELS])
    head = ["model", "largest error", "Hloom ms", "XLA ms", "XLA / Hloom", "Hloom compile s", "XLA compile s", "Hloom peak MB", "XLA peak MB"]
    with tempfile.TemporaryDirectory() as tmp:
        rows = [demo(title, name, a.zoo, a.seconds, tmp) for title, name in MODELS]
    jax_head, jax_rows, agreement = demo_jax(a.steps)
    side.show(head, rows)
    print()
    side.show(jax_head, jax_rows)
    print(f"\n{agreement} The error is relative to the largest value of the result; XLA:CPU {json.load(open(f'{a.zoo}/{MODELS[0][1]}/meta.json'))['jaxlib']} as users run it. "
          f"{time.time() - start:.0f} s.")


if __name__ == "__main__":
    main()
