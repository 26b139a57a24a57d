"""The wheel, as a user gets it: into an empty environment, with the JAX of one's choice.

`python tests/test_wheel.py WHEEL [JAX_VERSION]` makes an environment for the Python that runs it, and fails if anything does.
Everything runs with `env -i`, outside this checkout.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ADD = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""

WITHOUT_JAX = """
import importlib.util, sys
assert importlib.util.find_spec("jax") is None
import hloom, numpy as np
program = hloom.compile(open("add.mlir").read())
y, = program(np.array([1, 2, 3], np.float32))
assert y.tolist() == [2, 4, 6], y
assert "libLLVM" not in open("/proc/self/maps").read()
"""

WITH_JAX = """
import jax, jax.numpy as jnp, numpy as np, sys
assert "hloom" in jax.devices()[0].client.platform_version, jax.devices()
def model(params, x):
    for w, b in params:
        x = jax.nn.gelu(x @ w + b)
    return jnp.linalg.norm(x, axis=-1).sum()
keys = jax.random.split(jax.random.key(0), 6)
params = [(jax.random.normal(keys[i], (16, 16)), jax.random.normal(keys[i + 3], (16,))) for i in range(3)]
x = jax.random.normal(jax.random.key(1), (8, 16))
f = lambda params, x: jax.value_and_grad(model)(params, x)
got = jax.jit(f)(params, x)
assert next(iter(got[0].devices())) == jax.devices("hloom")[0]
cpu = jax.devices("cpu")[0]
expected = jax.jit(f)(*jax.device_put((params, x), cpu))
jax.tree.map(lambda g, e: np.testing.assert_allclose(g, e, rtol=1e-4, atol=1e-4), got, expected)
assert "libLLVM" not in open("/proc/self/maps").read()
print("JAX", jax.__version__, jax.devices()[0])
"""


def main():
    wheel, jax = Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        venv.create(root / "env", with_pip=True)
        binaries = root / "env" / "bin"
        (root / "add.mlir").write_text(ADD)

        def run(*command, **variables):
            settings = [f"{name}={value}" for name, value in variables.items()]
            subprocess.run(["env", "-i", *settings, *map(str, command)], cwd=root, check=True)

        def install(*what):  # with the variables that say where packages come from
            subprocess.run([binaries / "python", "-m", "pip", "install", "-q", *what], cwd=root, check=True)

        install(wheel)
        run(binaries / "python", "-c", WITHOUT_JAX)
        run(binaries / "hloom", "compile", "add.mlir", "-o", "add.hloom")
        run(binaries / "hloom", "run", "add.hloom", "--input=3xf32=1,2,3", "--output=@y.npy")
        run(binaries / "python", "-c", "import numpy as np; assert np.load('y.npy').tolist() == [2, 4, 6]")
        install(f"jax=={jax}" if jax else "jax")
        run(binaries / "python", "-c", WITH_JAX)
        run(binaries / "python", "-c", WITH_JAX, JAX_PLATFORMS="hloom,cpu")
        # The built-in client is there for those who want it.
        run(binaries / "python", "-c", "import jax; assert 'hloom' not in jax.devices()[0].client.platform_version", JAX_PLATFORMS="cpu")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, works with Python {sys.version.split()[0]}, JAX {jax or 'of today'}")


if __name__ == "__main__":
    main()
