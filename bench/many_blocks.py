#!/usr/bin/env python3
"""Compile time of many transformer blocks in one module, Hloom's beside XLA's.

  many_blocks.py [--blocks 200] [--width 64] [--limit SECONDS] [--out DIR]

The blocks are written out, not a loop, and their weights are arguments. Both sides are warm processes: Hloom from
artifact bytes to callable code, XLA from a parsed module; XLA is stopped at the limit. Ends with 1 if Hloom is slower.
"""
import argparse, json, os, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))


def export(blocks, width, out):
    """Writes DIR/module.mlir; how many ops it has."""
    import jax, jax.numpy as jnp

    def norm(x, gain):
        return gain * (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    def block(x, w):
        b, t, _ = x.shape
        q, k, v = jnp.split(norm(x, w["gain1"]) @ w["qkv"] + w["bias1"], 3, axis=-1)
        q, k, v = (a.reshape(b, t, 4, width // 4).transpose(0, 2, 1, 3) for a in (q, k, v))
        scores = jnp.where(jnp.tril(jnp.ones((t, t), bool)), q @ k.transpose(0, 1, 3, 2) / (width // 4) ** 0.5, -1e9)
        x = x + (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(b, t, width) @ w["out"] + w["bias2"]
        return x + jax.nn.gelu(norm(x, w["gain2"]) @ w["up"] + w["bias3"]) @ w["down"] + w["bias4"]

    def model(x, weights):
        for w in weights:
            x = block(x, w)
        return x

    f32 = lambda *dims: jax.ShapeDtypeStruct(dims, jnp.float32)
    shapes = dict(qkv=(width, 3 * width), out=(width, width), up=(width, 4 * width), down=(4 * width, width), bias1=(3 * width,),
                  bias2=(width,), bias3=(4 * width,), bias4=(width,), gain1=(width,), gain2=(width,))
    weights = [{name: f32(*dims) for name, dims in shapes.items()} for _ in range(blocks)]
    text = jax.jit(model).lower(f32(2, 32, width), weights).as_text()
    os.makedirs(out, exist_ok=True)
    with open(f"{out}/module.mlir", "w") as f:
        f.write(text)
    return sum(" = " in line for line in text.splitlines())


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--blocks", type=int, default=200)
    ap.add_argument("--width", type=int, default=64)
    ap.add_argument("--limit", type=float, default=120)
    ap.add_argument("--out", default=f"{HERE}/../target/bench/many_blocks")
    a = ap.parse_args()
    ops = export(a.blocks, a.width, a.out)
    sys.path.insert(0, HERE)
    from bench_side_by_side import clean_env, hloom_binary

    p = subprocess.run([hloom_binary(), "bench", "--json", "--seconds=0", f"{a.out}/module.mlir"], capture_output=True, text=True, env=clean_env())
    ours = [json.loads(line) for line in p.stdout.splitlines() if line.startswith("{")]
    if p.returncode or not ours or ours[-1].get("compile_ms") is None:
        sys.exit(p.stderr or p.stdout)
    ours = ours[-1]
    hloom = ours.get("parse_ms", 0) + ours["compile_ms"]
    print(f"{a.blocks} blocks, {ops} ops\nHloom: {hloom / 1e3:.2f} s (of which reading {ours.get('parse_ms', 0) / 1e3:.2f})")
    try:
        p = subprocess.run([sys.executable, f"{HERE}/peers.py", "compile", a.out], capture_output=True, text=True, env=clean_env(), timeout=a.limit)
        xla = next(json.loads(line[2:]) for line in p.stdout.splitlines() if line.startswith("@@"))
        if "error" in xla:
            sys.exit(f"XLA: {xla['error']}")
        print(f"XLA: {xla['compile_ms'] / 1e3:.2f} s, {xla['compile_ms'] / hloom:.1f} times as long")
        sys.exit(xla["compile_ms"] < hloom)
    except subprocess.TimeoutExpired:
        print(f"XLA: stopped after {a.limit:g} s")


if __name__ == "__main__":
    main()
