"""jaxlib's side of `cargo xtask bench reader`: makes the artifact of constants, and times jaxlib's parser.

    reader_peer.py --make BYTES SEED FILE     an artifact that holds constants of that many bytes
    reader_peer.py --time RUNS FILE           milliseconds of the best run, from the file to a verified module
"""

import sys
import time

import numpy as np
from jax._src.interpreters.mlir import make_ir_context as context
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func, stablehlo


def make(size, seed, path):
    rng = np.random.default_rng(seed)
    with context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            @func.FuncOp.from_py_func(name="main")
            def main():
                first = None
                for _ in range(size // (4 << 20)):
                    x = rng.standard_normal((1024, 1024), dtype=np.float32)
                    c = stablehlo.constant(ir.DenseElementsAttr.get(x))
                    first = first or c
                return first
            # The versioned form of a function has both lists, which the builder leaves out.
            main.func_op.attributes["arg_attrs"] = ir.ArrayAttr.get([])
            main.func_op.attributes["res_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get({})])
        artifact = stablehlo.serialize_portable_artifact(module, stablehlo.get_current_version())
    with open(path, "wb") as f:
        f.write(artifact)


def measure(runs, path):
    best = float("inf")
    for _ in range(runs):
        with context() as c:
            start = time.perf_counter()
            with open(path, "rb") as f:
                data = f.read()
            if data[:4] == b"ML\xefR":
                module = stablehlo.deserialize_portable_artifact(c, data)
            else:
                module = ir.Module.parse(data.decode())
            best = min(best, time.perf_counter() - start)
            del module
    print(f"{best * 1e3:.1f}")


if __name__ == "__main__":
    if sys.argv[1] == "--make":
        make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        measure(int(sys.argv[2]), sys.argv[3])
