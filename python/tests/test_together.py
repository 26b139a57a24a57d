"""Several frameworks in one process: imported in every order, each computes.

`python tests/test_together.py` runs with those of jax, torch and tensorflow that are installed; `--pairs`: orders of two instead of all.
Each order is a process of its own. Hloom is there twice: as `hloom.compile` and, when JAX is, as JAX's device. JAX's own client
is used, too.
"""

import importlib.util
import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
X = np.linspace(-1, 1, 64 * 64, dtype=np.float32).reshape(64, 64)
EXPECTED = np.tanh(X @ X).sum()

PRODUCT = """func.func @main(%x: tensor<64x64xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}"""


def hloom():
    import hloom

    return lambda: hloom.compile(PRODUCT)(X)[0]


def jax():
    import jax
    import jax.numpy as jnp

    f = lambda x: jnp.tanh(x @ x).sum()  # noqa: E731
    mine, theirs = jax.devices("hloom")[0], jax.devices("cpu")[0]
    assert mine != theirs

    def compute():
        results = [float(jax.jit(f)(jax.device_put(X, d))) for d in (mine, theirs)]
        np.testing.assert_allclose(*results, rtol=1e-5)
        return results[0]

    return compute


def torch():
    import torch

    return lambda: float(torch.tanh(torch.from_numpy(X) @ torch.from_numpy(X)).sum())


def tensorflow():
    import tensorflow as tf

    # XLA of TensorFlow's own, beside JAX's.
    return lambda: float(tf.function(lambda x: tf.reduce_sum(tf.tanh(x @ x)), jit_compile=True)(X))


def run(names):
    """Imports in this order, computes in this order, then in the other."""
    functions = [globals()[name]() for name in names]
    for f in [*functions, *reversed(functions)]:
        np.testing.assert_allclose(f(), EXPECTED, rtol=1e-4)


def main():
    arguments = sys.argv[1:]
    if arguments and arguments != ["--pairs"]:
        return run(arguments)
    present = ["hloom"] + [name for name in ("jax", "torch", "tensorflow") if importlib.util.find_spec(name)]
    orders = list(itertools.permutations(present, 2 if arguments else len(present)))
    # The repository's own package, unless the wheel is installed.
    path = os.environ.get("PYTHONPATH", "") if importlib.util.find_spec("hloom") else str(ROOT)
    for order in orders:
        done = subprocess.run(
            [sys.executable, __file__, *order],
            env={**os.environ, "PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "2"},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.exit(f"{' '.join(order)}: exit code {done.returncode}\n{done.stderr[-3000:]}")
        print("ok:", *order, flush=True)
    print(f"{len(orders)} passed, 0 failed")


if __name__ == "__main__":
    main()
