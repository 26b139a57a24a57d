#!/usr/bin/env python3
"""Error of Hloom and of XLA against a run in f64, for deep models.

  f64_error.py HLOOM ZOO CASE...

The case's module is rewritten to f64 and run by XLA on the same inputs. For each float output the error is the largest
absolute difference over the largest absolute value. Fails unless Hloom's is at most twice XLA's own.
"""
import json, os, re, subprocess, sys, tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np

jax.config.update("jax_enable_x64", True)
from jax._src import compiler, xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jaxlib.mlir import ir

# Non-finite f32 constants are written as bits; wider ones need the bits of f64.
BITS = {"0xFF800000": "0xFFF0000000000000", "0x7F800000": "0x7FF0000000000000", "0x7FC00000": "0x7FF8000000000000"}


def in_f64(text):
    for a, b in BITS.items():
        text = text.replace(a, b)
    if re.search(r'dense<"0x', text):
        sys.exit("constants given as bytes cannot be rewritten")
    return re.sub(r"\bf32\b|(?<=x)f32\b", "f64", text)


def run(text, args):
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        exe = backend.compile_and_load(module, _jax.DeviceList(tuple(backend.devices()[:1])), options)
    out = exe.execute_sharded([jax.device_put(a) for a in args]).disassemble_into_single_device_arrays()
    return [np.asarray(o[0]) for o in out]


def main():
    hloom, zoo, *cases = sys.argv[1:]
    bad = 0
    print(f"{'case':32} {'XLA error':>12} {'Hloom error':>12} {'ratio':>7}")
    for name in cases:
        d = os.path.join(zoo, name)
        meta = json.load(open(f"{d}/meta.json"))
        inputs = [np.load(f"{d}/{i['file']}") for i in meta["inputs"]]
        exact = run(in_f64(open(f"{d}/module.mlir").read()), [a.astype(np.float64) if a.dtype == np.float32 else a for a in inputs])
        xla = [np.load(f"{d}/{o['file']}") for o in meta["outputs"]]
        with tempfile.TemporaryDirectory() as tmp:
            files = [f"{tmp}/{i}.npy" for i in range(len(xla))]
            cmd = [hloom, "run", f"{d}/module.mlirbc"] + [f"--input=@{d}/{i['file']}" for i in meta["inputs"]] + [f"--output=@{f}" for f in files]
            subprocess.run(cmd, check=True)
            ours = [np.load(f) for f in files]
        worst = lambda got: max((np.abs(g - e).max() / np.abs(e).max() for g, e in zip(got, exact) if e.dtype == np.float64), default=0.0)
        ex, eh = worst(xla), worst(ours)
        bad |= eh > 2 * ex
        print(f"{name:32} {ex:12.3e} {eh:12.3e} {eh / ex:7.2f}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(int(main()))
