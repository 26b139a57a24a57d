"""JAX on Hloom, compared with JAX's built-in CPU device.

`python tests/test_jax.py [-k PATTERN]` runs everything on the plugin that `hloom.library_path()` finds; the environment
variables of the plugin apply (`HLOOM_BACKEND=interp` tests all but the compiler).
"""

import contextlib
import ctypes
import gc
import gzip
import io
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.pop("JAX_PLATFORMS", None)

import hloom
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax
from jax.experimental import io_callback

jax.config.update("jax_enable_x64", False)

PLATFORM = os.environ.get("HLOOM_PLATFORM_NAME") or "cpu"
RNG = np.random.default_rng(0)


def arr(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def ints(*shape, high=10, dtype=np.int32):
    return RNG.integers(0, high, shape).astype(dtype)


X, Y, V = arr(4, 5), arr(4, 5), arr(7)
SQUARE = arr(4, 4)
SPD = SQUARE @ SQUARE.T + 4 * np.eye(4, dtype=np.float32)


def scan_cumulative(xs):
    return lax.scan(lambda c, x: (c * 0.5 + x, c), jnp.zeros(xs.shape[1:]), xs)


def collatz(n):
    def step(state):
        n, k = state
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), k + 1

    return lax.while_loop(lambda s: s[0] != 1, step, (n, 0))


def mlp_loss(params, x, y):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = params[-1]
    return jnp.mean((x @ w + b - y) ** 2)


PARAMS = [(arr(5, 8), arr(8)), (arr(8, 3), arr(3))]
IMAGE, KERNEL = arr(1, 8, 8, 3), arr(3, 3, 3, 4)
CONV = partial(
    lax.conv_general_dilated,
    window_strides=(1, 1),
    padding="SAME",
    dimension_numbers=("NHWC", "HWIO", "NHWC"),
)

FUNCTIONS = {
    "add": (lambda x, y: x + y, X, Y),
    "no_arguments": (lambda: jnp.arange(12.0).reshape(3, 4),),
    "no_results": (lambda x: (), X),
    "tuple": (lambda x, y: (x, {"sum": x + y, "none": None}), X, Y),
    "elementwise": (lambda x: jnp.exp(jnp.sin(x)) * jnp.tanh(x) + jnp.sqrt(jnp.abs(x)), X),
    "special": (lambda x: (jax.scipy.special.erf(x), jax.scipy.special.gammaln(jnp.abs(x) + 1)), X),
    "where": (lambda x, y: jnp.where(x > y, x, -y), X, Y),
    "integers": (lambda a, b: (a // b, a % b, a ^ b, a << (b % 4)), ints(9, high=99), ints(9) + 1),
    "booleans": (lambda x, y: (x > 0) & ~(y > 0), X, Y),
    "matmul": (lambda x, y: x @ y.T, X, Y),
    "einsum": (lambda a, b: jnp.einsum("bij,bjk->bki", a, b), arr(2, 3, 4), arr(2, 4, 5)),
    "reductions": (lambda x: (x.sum(0), x.max(1), x.min(), x.prod(), x.mean(), x.argmax(1)), X),
    "softmax": (jax.nn.softmax, X),
    "layer_norm": (lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5), X),
    "broadcast": (lambda x, v: x[:, :, None] + v, X, V),
    "transpose_reshape": (lambda x: x.T.reshape(2, 10)[:, ::-1], X),
    "slices": (lambda x: (x[1:3, ::2], x[-1], lax.dynamic_slice(x, (1, 2), (2, 2))), X),
    "gather": (lambda x, i: x[:, i], X, ints(6, high=5)),
    "scatter": (lambda x, i: (x.at[i].add(1.0), x.at[i].set(2.0)), X, np.array([0, 3])),
    "scatter_of_one_number": (lambda i: (jnp.bincount(i, length=5), jnp.zeros((5, 3), jnp.complex64).at[i].add(1)), np.array([3, 0, 3, 4, 7])),
    "concatenate_pad": (lambda x, y: jnp.pad(jnp.concatenate([x, y]), ((1, 2), (0, 1))), X, Y),
    "sort": (lambda v: (jnp.sort(v), jnp.argsort(v), lax.top_k(v, 3)), V),
    "cumsum": (lambda x: (jnp.cumsum(x, 0), lax.cummax(x, axis=1)), X),
    "cumsum_of_product": (lambda v: jnp.cumsum(v * 2), np.arange(100, dtype=np.float32)),
    "conv": (CONV, IMAGE, KERNEL),
    "max_pool": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), IMAGE),
    "scan": (scan_cumulative, X),
    "while": (collatz, np.int32(27)),
    "cond": (lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), True, X),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), np.int32(2), X),
    "fori": (lambda x: lax.fori_loop(0, 5, lambda i, x: x * 0.5 + i, x), X),
    "vmap": (jax.vmap(lambda x, y: jnp.dot(x, y)), X, Y),
    "grad": (jax.grad(lambda x: jnp.sum(jnp.sin(x) ** 2)), X),
    "hessian": (jax.hessian(lambda v: jnp.sum(v**3) + jnp.prod(v)), arr(3)),
    "mlp_grad": (jax.value_and_grad(mlp_loss), PARAMS, X, arr(4, 3)),
    "conv_grad": (jax.grad(lambda k: jnp.sum(CONV(IMAGE, k) ** 2)), KERNEL),
    "scan_grad": (jax.grad(lambda x: jnp.sum(scan_cumulative(x)[1] ** 2)), X),
    "remat": (jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.sin(jnp.cos(x))))), X),
    "random": (lambda k: (jax.random.uniform(k, (5,)), jax.random.normal(k, (5,))), jax.random.PRNGKey(1)),
    "fft": (lambda x: jnp.abs(jnp.fft.fft(x)), arr(8)),
    "complex": (lambda x, y: jnp.abs((x + 1j * y) * jnp.exp(1j * x)), X, Y),
    "cholesky": (jnp.linalg.cholesky, SPD),
    "triangular_solve": (lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True), np.tril(SPD), arr(4, 2)),
    "bfloat16": (lambda x: (x * x + 1), X.astype(ml_dtypes.bfloat16)),
    "float16": (lambda x: x * x + x, X.astype(np.float16)),
    "empty": (lambda x: jnp.concatenate([x, x]) + 1, arr(0, 3)),
}

TOLERANCE = {"float32": 2e-5, "complex64": 2e-5, "float16": 2e-3, "bfloat16": 1.6e-2}

NARROW = ["int4", "uint4", "int2", "uint2", "float4_e2m1fn"]
DTYPES = (
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    + ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
    + ["float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz"]
    + ["float8_e4m3", "float8_e3m4", "float8_e8m0fnu"]
    + NARROW
)


def sample(name, shape=(3, 4)):
    """Values that the type has."""
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    values = ints(*shape, high=2) if name in ("bool", "uint2", "int2") else ints(*shape, high=4) + 1
    if name.startswith("int"):
        values = -values
    if name.startswith("complex"):
        return (values + 2j * values.T.reshape(shape)).astype(dtype)
    return values.astype(dtype)


class OnHloom(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.device = jax.devices("hloom")[0]
        cls.cpu = jax.devices("cpu")[0]

    def compare(self, function, *args):
        """Runs compiled on both devices."""
        got = jax.tree.map(np.asarray, jax.jit(function)(*jax.device_put(args, self.device)))
        with jax.default_device(self.cpu):
            expected = jax.tree.map(np.asarray, jax.jit(function)(*jax.device_put(args, self.cpu)))
        self.assertEqual(jax.tree.structure(got), jax.tree.structure(expected))
        for g, e in zip(jax.tree.leaves(got), jax.tree.leaves(expected), strict=True):
            self.assertEqual((g.dtype, g.shape), (e.dtype, e.shape))
            # XLA may keep more bits of a bfloat16 between operations than the program says.
            tolerance = TOLERANCE.get(e.dtype.name)
            if tolerance:
                g, e = (x if x.dtype.kind == "c" else x.astype(np.float64) for x in (g, e))
                np.testing.assert_allclose(g, e, rtol=tolerance, atol=tolerance * max(1, np.abs(e).max(initial=0)))
            else:
                np.testing.assert_array_equal(g, e)


class Functions(OnHloom):
    pass


for name, (function, *args) in FUNCTIONS.items():
    setattr(Functions, f"test_{name}", (lambda f, a: lambda self: self.compare(f, *a))(function, args))


class Platform(OnHloom):
    def test_default(self):
        self.assertEqual(jax.default_backend(), PLATFORM)
        self.assertEqual(self.device.platform, PLATFORM)
        self.assertEqual((self.device.id, self.device.process_index), (0, 0))
        self.assertIn("hloom", self.device.client.platform_version)
        self.assertEqual(jnp.ones(3).devices(), {self.device})

    def test_memory(self):
        kinds = [m.kind for m in self.device.addressable_memories()]
        self.assertEqual(kinds, ["device", "pinned_host", "unpinned_host"])
        before = self.device.memory_stats()["bytes_in_use"]
        x = jax.device_put(np.zeros(1 << 20, np.uint8), self.device)
        self.assertGreaterEqual(self.device.memory_stats()["bytes_in_use"], before + (1 << 20))
        del x
        gc.collect()
        self.assertLess(self.device.memory_stats()["bytes_in_use"], before + (1 << 20))

    def test_memory_kinds(self):
        there = jax.sharding.SingleDeviceSharding(self.device, memory_kind="pinned_host")
        x = jax.device_put(X, there)
        self.assertEqual(x.sharding.memory_kind, "pinned_host")
        y = jax.jit(lambda x: x + 1, out_shardings=there)(X)
        self.assertEqual(y.sharding.memory_kind, "pinned_host")
        np.testing.assert_array_equal(y, X + 1)

    def test_eager(self):
        x = jnp.arange(5) * 2 + 1
        self.assertEqual(x.devices(), {self.device})
        np.testing.assert_array_equal(x, [1, 3, 5, 7, 9])


class Transfers(OnHloom):
    def check(self, x):
        y = jax.device_put(x, self.device)
        back = np.asarray(y)
        self.assertEqual((back.dtype, back.shape), (x.dtype, x.shape))
        # The unused bits of elements narrower than a byte are undefined.
        if x.dtype.name not in NARROW:
            self.assertEqual(back.tobytes(), x.tobytes())
        return y

    def test_types(self):
        with jax.enable_x64(True):
            for name in DTYPES:
                with self.subTest(name):
                    x = sample(name)
                    np.testing.assert_array_equal(np.asarray(self.check(x)).astype(np.complex64), x.astype(np.complex64))

    def test_one_bit_integers(self):
        for name in ("int1", "uint1"):
            dtype = getattr(ml_dtypes, name, None)
            if dtype is None or not hasattr(jnp, name):
                self.skipTest(f"no {name} here")
            with self.subTest(name):
                self.check(np.zeros(4, dtype))

    def test_through_a_program(self):
        """What a program returns unchanged comes back unchanged."""
        with jax.enable_x64(True):
            for name in DTYPES:
                with self.subTest(name):
                    x = sample(name)
                    got = np.asarray(jax.jit(lambda x: jnp.transpose(x))(jax.device_put(x, self.device)))
                    self.assertEqual(got.dtype, x.dtype)
                    np.testing.assert_array_equal(got.astype(np.complex64), x.T.astype(np.complex64))

    def test_strides(self):
        base = np.arange(2 * 3 * 4, dtype=np.float32).reshape(2, 3, 4)
        for x in (base.T, base[:, ::2], base[::-1, :, ::-1], np.broadcast_to(base[0], (5, 3, 4)), base[..., :1]):
            np.testing.assert_array_equal(np.asarray(jax.device_put(x, self.device)), x)

    def test_shapes(self):
        for shape in ((), (0,), (3, 0, 2), (1,) * 8, (1 << 20,)):
            self.check(np.ones(shape, np.float32))

    def test_between_devices(self):
        x = arr(3, 4)
        there = jax.device_put(jax.device_put(x, self.cpu), self.device)
        self.assertEqual(there.devices(), {self.device})
        np.testing.assert_array_equal(np.asarray(jax.device_put(there, self.cpu)), x)

    def test_copies_are_independent(self):
        x = arr(1000)
        y = jax.device_put(x, self.device)
        expected = x.copy()
        x[:] = 0
        np.testing.assert_array_equal(y, expected)
        z = jnp.array(y, copy=True)
        y.delete()
        np.testing.assert_array_equal(z, expected)

    def test_views_outlive_arrays(self):
        y = jax.device_put(np.arange(1000), self.device) + 1
        view = np.asarray(y)
        y.delete()
        del y
        gc.collect()
        for _ in range(4):
            (jax.device_put(np.zeros(1000, view.dtype), self.device) + 0).block_until_ready()
        np.testing.assert_array_equal(view, np.arange(1000) + 1)


class Lifetimes(OnHloom):
    def test_delete(self):
        x = jnp.ones(3)
        x.delete()
        self.assertTrue(x.is_deleted())
        with self.assertRaisesRegex(RuntimeError, "deleted"):
            np.asarray(x)

    def test_donation(self):
        step = jax.jit(lambda x, y: (x + y, y * 2), donate_argnums=0)
        x, y = jax.device_put((X, Y), self.device)
        a, b = step(x, y)
        self.assertTrue(x.is_deleted())
        self.assertFalse(y.is_deleted())
        np.testing.assert_allclose(a, X + Y)
        np.testing.assert_allclose(b, Y * 2)
        np.testing.assert_allclose(y, Y)

    def test_donation_of_viewed_memory(self):
        x = jax.device_put(X, self.device)
        view = np.asarray(x)
        jax.jit(lambda x: x * 0, donate_argnums=0)(x).block_until_ready()
        np.testing.assert_array_equal(view, X)

    def test_donation_twice(self):
        step = jax.jit(lambda x, y: (x + y, x * y), donate_argnums=(0, 1))
        x = jax.device_put(X, self.device)
        with self.assertRaisesRegex(Exception, "donate"):
            step(x, x)

    def test_results_outlive_programs(self):
        f = jax.jit(lambda x: x + 1).lower(jnp.ones(3)).compile()
        y = f(jnp.ones(3))
        del f
        jax.clear_caches()
        gc.collect()
        np.testing.assert_array_equal(y, [2, 2, 2])

    def test_ready(self):
        y = jax.jit(lambda x: x + 1)(jnp.ones(3))
        self.assertTrue(y.block_until_ready().is_ready())


class Programs(OnHloom):
    def test_analysis(self):
        x = jax.device_put(X, self.device)
        program = jax.jit(lambda x: x @ x.T).lower(x).compile()
        memory = program.memory_analysis()
        self.assertEqual((memory.argument_size_in_bytes, memory.output_size_in_bytes), (80, 64))
        self.assertIn("dot", program.as_text())
        program.cost_analysis()

    def test_serialization(self):
        from jax.experimental import serialize_executable

        x = jax.device_put(X, self.device)
        program = jax.jit(lambda x: {"y": x @ x.T}).lower(x).compile()
        payload, ins, outs = serialize_executable.serialize(program)
        again = serialize_executable.deserialize_and_load(pickle.loads(pickle.dumps(payload)), ins, outs)
        np.testing.assert_array_equal(again(x)["y"], program(x)["y"])

    def test_compiler_options(self):
        x = jax.device_put(X, self.device)
        lowered = jax.jit(lambda x: jnp.sin(x) + 1).lower(x)
        interpreted = lowered.compile(compiler_options={"hloom_backend": "interp"})
        np.testing.assert_allclose(interpreted(x), np.sin(X) + 1, rtol=1e-5)
        with self.assertRaisesRegex(Exception, "hloom_warp"):
            lowered.compile(compiler_options={"hloom_warp": "9"})

    def test_device_layouts(self):
        from jax.experimental.layout import Format, Layout

        here = jax.sharding.SingleDeviceSharding(self.device)
        column, row = Format(Layout((0, 2, 1)), here), Format(Layout((0, 1, 2)), here)
        value = arr(3, 4, 5)
        x = jax.device_put(value, column)
        self.assertEqual(x.format.layout.major_to_minor, (0, 2, 1))
        np.testing.assert_array_equal(x, value)
        np.testing.assert_array_equal(jax.device_put(x, row), value)
        # From one layout to another, by a program that is written and read again.
        from jax.experimental import serialize_executable

        f = lambda x, y: (x - y, (x + y).sum(0))  # noqa: E731
        program = jax.jit(f, in_shardings=(column, row), out_shardings=(column, None)).lower(value, value).compile()
        y = jax.device_put(value * 2, row)
        for run in (program, serialize_executable.deserialize_and_load(*serialize_executable.serialize(program))):
            difference, total = run(x, y)
            self.assertEqual(difference.format.layout.major_to_minor, (0, 2, 1))
            np.testing.assert_array_equal(difference, -value)
            np.testing.assert_allclose(total, (value * 3).sum(0), rtol=1e-6, atol=1e-6)
        self.assertEqual(program.input_formats[0][0].layout.major_to_minor, (0, 2, 1))

    def test_mesh_of_one_device(self):
        mesh = jax.make_mesh((1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,), devices=[self.device])
        sharding = jax.NamedSharding(mesh, jax.P("x"))
        x = jax.device_put(np.arange(4.0, dtype=np.float32), sharding)
        constrained = jax.jit(lambda x: lax.with_sharding_constraint(x * 2, sharding) + 1, out_shardings=sharding)
        np.testing.assert_array_equal(constrained(x), [1, 3, 5, 7])

    def test_errors_are_exceptions(self):
        with self.assertRaisesRegex(Exception, "UNIMPLEMENTED"):
            target = jax.ffi.ffi_call("hloom_no_such_function", jax.ShapeDtypeStruct((3,), np.float32))
            jax.jit(lambda x: target(x))(jnp.ones(3)).block_until_ready()
        # The device works as before.
        np.testing.assert_array_equal(jnp.ones(3) + 1, [2, 2, 2])

    def test_threads(self):
        failures = []

        def work(k):
            try:
                f = jax.jit(lambda x: jnp.sum(x * k) + k)
                for i in range(20):
                    x = jax.device_put(np.full((8, 8), i, np.float32), self.device)
                    self.assertEqual(float(f(x)), 64 * i * k + k)
            except BaseException as e:
                failures.append(e)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 7)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])

    def test_threads_share_a_program(self):
        f = jax.jit(lambda x: jnp.cumsum(x * 2))
        x = jax.device_put(np.arange(100, dtype=np.float32), self.device)
        expected = np.asarray(f(x))
        failures = []

        def work():
            for _ in range(20):
                if not np.array_equal(f(x), expected):
                    failures.append("different")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])


class Callbacks(OnHloom):
    """Python functions that programs call."""

    def test_pure(self):
        def f(x):
            # The function's result is column-major.
            y = jax.pure_callback(lambda a: np.sin(a).T, jax.ShapeDtypeStruct(x.shape[::-1], x.dtype), x)
            return y * 2

        np.testing.assert_allclose(jax.jit(f)(X), np.sin(X).T * 2, rtol=1e-6)

    def test_every_type(self):
        with jax.enable_x64(True):
            for name in DTYPES:
                with self.subTest(name):
                    x = sample(name)
                    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
                    got = jax.jit(lambda x, s=shape: jax.pure_callback(lambda a: a, s, x))(x)
                    np.testing.assert_array_equal(np.asarray(got).astype(np.complex64), x.astype(np.complex64))

    def test_shapes(self):
        for shape in ((), (0,), (3, 0), (1, 1)):
            x = np.ones(shape, np.float32)
            got = jax.jit(lambda x: jax.pure_callback(lambda a: a + 1, jax.ShapeDtypeStruct(x.shape, x.dtype), x))(x)
            np.testing.assert_array_equal(got, x + 1)

    def test_order(self):
        seen = []

        def body(carry, x):
            io_callback(lambda v: seen.append(int(v)), None, x, ordered=True)
            return carry + x, ()

        total, _ = jax.jit(lambda xs: lax.scan(body, 0, xs))(np.arange(20, dtype=np.int32))
        io_callback(lambda v: seen.append(int(v)), None, total, ordered=True)
        jax.effects_barrier()
        self.assertEqual(seen, [*range(20), 190])

    def test_branches(self):
        seen = []

        def f(p):
            def say(what):
                io_callback(lambda: seen.append(what), None, ordered=True)

            lax.cond(p, lambda: say("yes"), lambda: say("no"))
            return p

        for p in (True, False, True):
            jax.jit(f)(p)
        jax.effects_barrier()
        self.assertEqual(seen, ["yes", "no", "yes"])

    def test_print(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            jax.jit(lambda x: jax.debug.print("x is {x}", x=x))(3)
            jax.effects_barrier()
        self.assertEqual(out.getvalue(), "x is 3\n")

    def test_programs_inside(self):
        """A function may run programs of the same device, and wait for them."""

        def inner(x):
            return np.asarray(jax.jit(lambda x: jnp.sin(x) * 2)(jax.device_put(x, self.device)))

        f = jax.jit(lambda x: jax.pure_callback(inner, jax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1)
        np.testing.assert_allclose(f(X), np.sin(X) * 2 + 1, rtol=1e-6)

    def test_arguments_may_be_kept(self):
        kept = []
        f = jax.jit(lambda x: io_callback(lambda a: kept.append(np.asarray(a)), None, x * 2, ordered=True))
        for i in range(10):
            f(np.full(1000, i, np.float32))
        jax.effects_barrier()
        self.assertEqual([float(a[0]) for a in kept], [2.0 * i for i in range(10)])

    def test_errors(self):
        def bad(x):
            raise ValueError("no such luck")

        f = jax.jit(lambda x: jax.pure_callback(bad, jax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1)
        with self.assertRaisesRegex(Exception, "(?s)no such luck.*test_jax.py"):
            jax.block_until_ready(f(X))
        wrong = jax.jit(lambda x: jax.pure_callback(lambda a: a[:1], jax.ShapeDtypeStruct(x.shape, x.dtype), x))
        with self.assertRaisesRegex(Exception, "shape"):
            jax.block_until_ready(wrong(X))

    def test_threads(self):
        def work(k, failures):
            f = jax.jit(lambda x: jax.pure_callback(lambda a: a * k, jax.ShapeDtypeStruct(x.shape, x.dtype), x))
            for i in range(20):
                if float(f(np.float32(i))) != i * k:
                    failures.append((i, k))

        failures = []
        threads = [threading.Thread(target=work, args=(k, failures)) for k in range(1, 5)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])


HANDLER = r"""
#include <stdexcept>
#include "xla/ffi/api/ffi.h"
namespace ffi = xla::ffi;
struct Count { static ffi::TypeId id; int runs = 0; };
ffi::TypeId Count::id = {};
static ffi::ErrorOr<std::unique_ptr<Count>> Start() { return std::make_unique<Count>(); }
static ffi::Error Axpy(float a, int64_t shift, std::string_view mode, ffi::Span<const int32_t> terms,
                       ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y) {
  if (mode != "add") return ffi::Error::InvalidArgument("mode is not add");
  float sum = shift;
  for (int32_t t : terms) sum += t;
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = a * x.typed_data()[i] + sum;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(hloom_axpy, Axpy, ffi::Ffi::Bind().Attr<float>("a").Attr<int64_t>("shift")
    .Attr<std::string_view>("mode").Attr<ffi::Span<const int32_t>>("terms").Arg<ffi::Buffer<ffi::F32>>()
    .Ret<ffi::Buffer<ffi::F32>>());
static ffi::Error Bump(ffi::AnyBuffer x, ffi::Result<ffi::AnyBuffer> y, ffi::ScratchAllocator scratch) {
  if (!scratch.Allocate(64)) return ffi::Error::Internal("no scratch");
  if (x.untyped_data() != y->untyped_data()) return ffi::Error::Internal("not in place");
  reinterpret_cast<float*>(y->untyped_data())[0] += 1;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(hloom_bump, Bump, ffi::Ffi::Bind().Arg<ffi::AnyBuffer>().Ret<ffi::AnyBuffer>()
    .Ctx<ffi::ScratchAllocator>());
using Matrix = ffi::Buffer<ffi::F32, 2>;
static ffi::Error Second(Matrix x, ffi::ResultBuffer<ffi::F32> y) {
  y->typed_data()[0] = x.typed_data()[1];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(hloom_second, Second, ffi::Ffi::Bind().Arg<Matrix>()
    .Ret<ffi::Buffer<ffi::F32>>());
static ffi::Error Throw(ffi::AnyBuffer x, ffi::Result<ffi::AnyBuffer> y, bool standard) {
  if (standard) throw std::runtime_error("thrown on purpose");
  throw 7;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(hloom_throw, Throw, ffi::Ffi::Bind().Arg<ffi::AnyBuffer>().Ret<ffi::AnyBuffer>()
    .Attr<bool>("standard"));
"""


@unittest.skipIf(shutil.which("g++") is None, "no C++ compiler")
class Handlers(OnHloom):
    """Handlers that users compile against XLA's headers."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.directory = tempfile.TemporaryDirectory()
        source, library = Path(cls.directory.name) / "handler.cc", Path(cls.directory.name) / "handler.so"
        source.write_text(HANDLER)
        include = f"-I{jax.ffi.include_dir()}"
        command = ["g++", "-std=c++17", "-O0", "-w", "-fPIC", "-shared", include, source, "-o", library]
        subprocess.run(command, check=True)
        cls.library = ctypes.CDLL(str(library))
        for name in ("hloom_axpy", "hloom_bump", "hloom_second", "hloom_throw"):
            jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(getattr(cls.library, name)), platform="cpu")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def axpy(self, x, mode="add"):
        call = jax.ffi.ffi_call("hloom_axpy", jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method="broadcast_all")
        return call(x, a=np.float32(2), shift=3, mode=mode, terms=np.array([10, 20], np.int32))

    def test_attributes(self):
        np.testing.assert_allclose(jax.jit(lambda x: self.axpy(x * 2) + 1)(X), 4 * X + 34, rtol=1e-6)
        np.testing.assert_allclose(jax.jit(jax.vmap(self.axpy))(X), 2 * X + 33, rtol=1e-6)

    def test_errors(self):
        with self.assertRaisesRegex(Exception, "(?s)mode is not add.*test_jax.py"):
            jax.block_until_ready(jax.jit(lambda x: self.axpy(x, mode="sub"))(X))

    def test_exceptions(self):
        """As on XLA: the process goes on."""
        call = jax.ffi.ffi_call("hloom_throw", jax.ShapeDtypeStruct(X.shape, X.dtype))
        for standard, text in ((True, "thrown on purpose"), (False, "exception")):
            with self.assertRaisesRegex(Exception, f"(?s){text}.*test_jax.py"):
                jax.block_until_ready(jax.jit(lambda x, s=standard: call(x, standard=s))(X))
        np.testing.assert_allclose(self.axpy(X), 2 * X + 33, rtol=1e-6)

    def test_in_place(self):
        shape = jax.ShapeDtypeStruct((3,), np.float32)
        call = jax.ffi.ffi_call("hloom_bump", shape, input_output_aliases={0: 0})
        x = jnp.zeros(3)
        np.testing.assert_array_equal(jax.jit(lambda x: call(x) + x)(x), [1, 0, 0])
        np.testing.assert_array_equal(x, [0, 0, 0])

    def test_layouts(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        for layout, expected in (((0, 1), 1), ((1, 0), 3)):
            call = jax.ffi.ffi_call("hloom_second", jax.ShapeDtypeStruct((), np.float32), input_layouts=[layout])
            self.assertEqual(float(jax.jit(call)(x)), expected)


class Background(OnHloom):
    """Execution that nobody waits for."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.slow = staticmethod(jax.jit(lambda x: lax.fori_loop(0, 300, lambda i, x: jnp.sin(x) + 1, x)))
        # The first run is measured.
        cls.x = jax.device_put(np.zeros(20000, np.float32), cls.device)
        cls.expected = np.asarray(cls.slow(cls.x))

    def test_returns_early(self):
        slower = jax.jit(lambda x: lax.fori_loop(0, 10000, lambda i, x: jnp.sin(x) + 1, x))
        expected = np.asarray(slower(self.x))
        _ = self.x + 1  # compiled before the clock runs
        y = slower(self.x)
        self.assertFalse(y.is_ready())
        z = y + 1  # a short program that waits for a long one
        self.assertFalse(z.is_ready())
        np.testing.assert_array_equal(z, expected + 1)
        self.assertTrue(y.is_ready())

    def test_results_may_go_first(self):
        for _ in range(5):
            self.slow(self.x)
        y = self.slow(self.x)
        view = np.asarray(y)
        del y
        gc.collect()
        np.testing.assert_array_equal(view, self.expected)

    def test_donation(self):
        step = jax.jit(lambda x: lax.fori_loop(0, 300, lambda i, x: x + 1, x), donate_argnums=0)
        x = jax.device_put(np.zeros(20000, np.float32), self.device)
        x = step(x)
        at = x.unsafe_buffer_pointer()
        held = []
        for i in range(4):
            if i == 2:
                held.append(np.asarray(x))  # from here on a view keeps the contents
            x = step(x)
        self.assertNotEqual(x.unsafe_buffer_pointer(), at)
        np.testing.assert_array_equal(x, np.full(20000, 1500))
        np.testing.assert_array_equal(held[0], np.full(20000, 900))

    def test_many(self):
        x = self.x
        for _ in range(50):
            x = self.slow(x) * 0
        np.testing.assert_array_equal(x, np.zeros(20000))

    def test_threads(self):
        failures = []

        def work():
            for _ in range(3):
                if not np.array_equal(self.slow(self.x) + 1, self.expected + 1):
                    failures.append("different")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])


class Neighbours(OnHloom):
    """What JAX does around programs."""

    def test_dlpack(self):
        y = jax.jit(lambda x: x + 1)(X)
        view = np.from_dlpack(y)
        self.assertEqual(view.ctypes.data, y.unsafe_buffer_pointer())
        np.testing.assert_array_equal(view, X + 1)
        host = np.arange(64, dtype=np.float32)
        x = jnp.from_dlpack(host)
        np.testing.assert_array_equal(x + 1, host + 1)

    def test_analysis_names_what_xla_names(self):
        program = jax.jit(lambda x: x @ x.T).lower(X).compile()
        costs = program.cost_analysis()
        self.assertEqual(costs["flops"], 2 * 4 * 4 * 5)
        self.assertGreater(costs["bytes accessed"], 0)

    def test_errors_name_the_line(self):
        call = jax.ffi.ffi_call("hloom_no_such_function", jax.ShapeDtypeStruct((3,), np.float32))
        with self.assertRaisesRegex(Exception, "(?s)hloom_no_such_function.*test_jax.py:"):
            jax.jit(lambda x: call(x))(jnp.ones(3))

    def test_compile_cache(self):
        code = """
import os, sys, jax, jax.numpy as jnp
jax.config.update("jax_compilation_cache_dir", sys.argv[1])
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
hits = []
jax.monitoring.register_event_listener(lambda name, **_: hits.append(name) if name.endswith("cache_hits") else None)
print(float(jax.jit(lambda x: jnp.cos(x) + 7)(0.0)), len(hits))
"""
        with tempfile.TemporaryDirectory() as directory:
            run = lambda: subprocess.run(
                [sys.executable, "-c", code, directory], capture_output=True, text=True, check=True, env=environment()
            ).stdout.split()
            self.assertEqual(run(), ["8.0", "0"])
            self.assertEqual(run(), ["8.0", "1"])

    def test_subnormals(self):
        """They are kept, and flushed where a program or the process asks for it, as XLA does."""
        x, half = np.float32([1e-38, -1e-40, 3]), lambda x: x * np.float32(0.5)
        kept = [np.float32(5e-39), np.float32(-5e-41), 1.5]
        lowered = jax.jit(half).lower(x)
        relaxed = lowered.compile(compiler_options={"hloom_relax": "flush-subnormals"})
        self.assertEqual(lowered.compile()(x).tolist(), kept)
        xla = jax.jit(half)(jax.device_put(x, jax.devices("cpu")[0]))
        for y in (relaxed(x), xla):
            self.assertEqual((y.tolist(), np.signbit(y).tolist()), ([0, 0, 1.5], [False, True, False]))
        with self.assertRaisesRegex(Exception, "unknown relaxation `fast`; known: flush-subnormals"):
            lowered.compile(compiler_options={"hloom_relax": "fast"})
        program = jax.jit(half).lower(x).as_text()
        self.assertEqual(hloom.compile(program)(x)[0].tolist(), kept)
        self.assertEqual(hloom.compile(program, relax="flush-subnormals")(x)[0].tolist(), [0, 0, 1.5])
        code = "import sys, jax; print(jax.jit(lambda x: x * 0.5)(float(sys.argv[1])), jax.devices()[0].client.platform_version)"
        relax = environment(HLOOM_RELAX="flush-subnormals")
        run = lambda env: subprocess.run([sys.executable, "-c", code, "1e-38"], capture_output=True, text=True, env=env)
        self.assertRegex(run(relax).stdout, r"^0.0 PJRT C API\nhloom .*flush-subnormals")
        self.assertRegex(run(environment()).stdout, r"^5e-39 PJRT C API\nhloom (?!.*flush)")
        self.assertIn("unknown relaxation `fast`", run(environment(HLOOM_RELAX="fast")).stderr)

    def test_several_devices(self):
        code = """
import jax, jax.numpy as jnp, numpy as np
a, b, c = jax.devices("hloom")
x = jax.device_put(np.arange(3.0), b)
y = jax.jit(lambda x: x + 1)(x)
assert y.devices() == {b}, y.devices()
z = jax.device_put(y, c) * 2
assert z.devices() == {c} and list(z) == [2, 4, 6], z
mesh = jax.make_mesh((3,), ("i",), axis_types=(jax.sharding.AxisType.Auto,), devices=[a, b, c])
s = jax.device_put(np.arange(6.0), jax.NamedSharding(mesh, jax.P("i")))
assert list(np.asarray(s)) == [0, 1, 2, 3, 4, 5]
assert jax.jit(lambda x: x.sum())(s) == 15
"""
        env = environment(HLOOM_NUM_DEVICES="3")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)


def environment(**more):
    """The environment of a process that finds Hloom as this one does."""
    path = os.pathsep.join([str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep), "JAX_PLATFORMS": "hloom,cpu", **more}


class Profiles(OnHloom):
    """Traces of `jax.profiler`, as its own reader has them."""

    @contextlib.contextmanager
    def trace(self, **options):
        """The events on Hloom's devices, once the block is over."""
        with tempfile.TemporaryDirectory() as directory:
            found = types.SimpleNamespace()
            began = time.perf_counter_ns()
            with jax.profiler.trace(directory, **options):
                yield found
            found.took_ns = time.perf_counter_ns() - began
            [file] = Path(directory).rglob("*.xplane.pb")
            data = jax.profiler.ProfileData.from_file(str(file))
            # A plane's events are valid while the data are.
            found.lines = {}
            for plane in data.planes:
                if plane.name.startswith("/device:CUSTOM:Hloom:"):
                    for line in plane.lines:
                        events = [(e.name, e.start_ns, e.end_ns, dict(e.stats)) for e in line.events]
                        found.lines[plane.name, line.name] = events
            found.events = [e for events in found.lines.values() for e in events]
            if options:
                [text] = Path(directory).rglob("perfetto_trace.json.gz")
                found.perfetto = json.loads(gzip.decompress(text.read_bytes()))

    def test_kernels(self):
        @jax.jit
        def product_then_fft(x):
            with jax.named_scope("layer"):
                y = jnp.tanh(x @ x).astype(jnp.complex64)
            return jnp.fft.fft(y)

        @jax.jit
        def looped(x):
            return lax.fori_loop(0, 50_000, lambda i, v: v * 1.0001 + jnp.sin(v), x)

        @jax.jit
        def stepped(w, x):
            return lax.fori_loop(0, 5_000, lambda i, v: jnp.tanh(w @ v), x)

        x, v, w = arr(512, 512), arr(8), arr(32, 32)
        run = lambda: jax.block_until_ready((product_then_fft(x), looped(v), stepped(w, w[0])))
        run()
        with self.trace() as t:
            [run() for _ in range(10)]
        names = [name for name, *_ in t.events]
        for module in ("product_then_fft", "looped", "stepped"):
            self.assertEqual(names.count("jit_" + module), 10)
        [product] = {name for name in names if "dot_general" in name and not name.startswith("while")}
        self.assertIn("tanh", product)
        self.assertEqual(names.count(product), 10)
        self.assertEqual(names.count("hloom.fft"), 10)
        # A loop that is one kernel, and one that is compiled whole.
        [kernel, loop] = sorted({name for name in names if name.startswith("while")}, key=len)
        self.assertIn("dot_general", loop)
        stats = next(stats for name, *_, stats in t.events if name == product)
        self.assertEqual(stats["hlo_module"], "jit_product_then_fft")
        self.assertGreaterEqual(stats["flops"], 2 * 512**3)
        self.assertGreaterEqual(stats["bytes_accessed"], 2 * 4 * 512**2)
        self.assertIn("test_jax.py", stats["source"])
        # The names that JAX gives ops: that of the op that heads a kernel and of all in it, the scopes that a loop's have in common.
        self.assertEqual(stats["tf_op"], "jit(product_then_fft)/layer/convert_element_type")
        self.assertIn("jit(product_then_fft)/layer/dot_general", stats["long_name"].split("; "))
        stats = next(stats for name, *_, stats in t.events if name == loop)
        self.assertEqual(stats["tf_op"], "jit(stepped)/while")
        self.assertRegex(stats["long_name"], r"(^|; )jit\(stepped\)/while/body/(\w+/)?dot_general(; |$)")
        for _, start, end, _ in t.events:
            self.assertTrue(0 <= start <= end <= t.took_ns, (start, end, t.took_ns))
        # Most of a program's time is in the steps that are shown, unless other processes had the machine meanwhile.
        for module in ("jit_product_then_fft", "jit_looped", "jit_stepped"):
            steps = [e for e in t.events if e[0] != module and e[3]["hlo_module"] == module]
            shares = []
            for name, start, end, _ in t.events:
                if name == module:
                    inside = sum(e[2] - e[1] for e in steps if start <= e[1] and e[2] <= end)
                    shares.append(inside / (end - start))
            self.assertTrue(0.7 <= max(shares) <= 1, (module, shares))

    def test_nested_on_each_thread(self):
        """On each thread's line events are one in another or one after another; executions are all there."""
        f = jax.jit(lambda x: jnp.tanh(x @ x).sum())
        x = arr(256, 256)
        f(x).block_until_ready()
        with self.trace() as t:
            threads = [threading.Thread(target=lambda: [f(x).block_until_ready() for _ in range(20)]) for _ in range(4)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
        self.assertEqual(sum(name == "jit__lambda" for name, *_ in t.events), 80)
        for events in t.lines.values():
            open_until = []
            for _, start, end, _ in sorted(events, key=lambda e: (e[1], -e[2])):
                while open_until and open_until[-1] <= start:
                    open_until.pop()
                self.assertTrue(not open_until or end <= open_until[-1])
                open_until.append(end)

    def test_other_programs(self):
        """Programs without kernels, of no elements, and that fail: a trace still has them; without executions there is none."""
        with self.trace() as t:
            pass
        self.assertEqual(t.events, [])

        def fail(_):
            raise ValueError("on purpose")

        failing = jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((), jnp.float32), x) + 1)
        with self.trace() as t:
            jax.jit(lambda x: x)(jnp.float32(1)).block_until_ready()
            jax.jit(lambda x: x + 1)(jnp.zeros((0, 3))).block_until_ready()
            with self.assertRaisesRegex(Exception, "on purpose"):
                failing(jnp.float32(1)).block_until_ready()
            jax.jit(lambda x: x + 2)(jnp.float32(1)).block_until_ready()
        self.assertGreaterEqual(sum(name == "jit__lambda" for name, *_ in t.events), 3)

    def test_viewer(self):
        """What converts traces for viewers shows devices and kernels."""
        f = jax.jit(lambda x: jnp.tanh(x @ x))
        x = arr(512, 512)
        f(x).block_until_ready()
        with self.trace(create_perfetto_trace=True) as t:
            f(x).block_until_ready()
        events = t.perfetto["traceEvents"]
        devices = {e["pid"] for e in events if "Hloom" in str(e.get("args", {}).get("name"))}
        self.assertTrue(devices, "no device")
        self.assertTrue(any(e.get("pid") in devices and "dot_general" in e.get("name", "") for e in events))


class WithoutJax(unittest.TestCase):
    """`hloom.compile`: numpy arrays in, numpy arrays out."""

    TEXT = """func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> (tensor<3x2xf32>, tensor<i32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.add %n, %n : tensor<i32>
  return %0, %1 : tensor<3x2xf32>, tensor<i32>
}"""

    def test_text(self):
        program = hloom.compile(self.TEXT)
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        for given in (x, np.asfortranarray(x), jax.device_put(x, jax.devices("cpu")[0])):
            y, n = program(given, np.int32(4))
            np.testing.assert_array_equal(y, x.T)
            self.assertEqual(n, 8)
        self.assertEqual(program.arguments, [(np.dtype(np.float32), (2, 3)), (np.dtype(np.int32), ())])

    def test_results_outlive_programs(self):
        (y,) = hloom.compile(jax.jit(lambda x: (x * 2).astype(jnp.bfloat16)).lower(np.arange(3.0, dtype=np.float32)))(
            np.arange(3.0, dtype=np.float32)
        )
        gc.collect()
        self.assertEqual((y.dtype, y.tolist()), (np.dtype(ml_dtypes.bfloat16), [0, 2, 4]))

    def test_decompositions(self):
        """Of Hloom's own, for here is no host that has LAPACK; rows of 1 KiB and of multiples of it."""

        def rebuilt(a):
            adjoint = lambda x: x.T.conj()
            u, s, v = jnp.linalg.svd(a, full_matrices=False)
            w, q = jnp.linalg.eigh(a + adjoint(a))
            h, p = jax.scipy.linalg.hessenberg(a, calc_q=True)
            return (u * s) @ v, (q * w) @ adjoint(q), p @ h @ adjoint(p), s, w

        for a in (arr(256, 256), arr(512, 512), arr(128, 128) + 1j * arr(128, 128)):
            with jax.default_device(jax.devices("cpu")[0]):
                program = hloom.compile(jax.jit(rebuilt).lower(a))
            exact = a.astype(np.complex128)
            hermitian = exact + exact.T.conj()
            values = np.linalg.svd(exact, compute_uv=False), np.linalg.eigvalsh(hermitian)
            for got, expected in zip(program(a), (exact, hermitian, exact, *values), strict=True):
                np.testing.assert_allclose(got, expected, rtol=2e-5, atol=2e-5 * np.abs(expected).max())

    def test_files(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "p.hloom"
            hloom.compile(self.TEXT).save(path)
            with self.assertRaisesRegex(hloom.Error, "relaxations it was compiled with"):
                hloom.compile(path.read_bytes(), relax="flush-subnormals")
            self.assertEqual(hloom.load(path)(np.zeros((2, 3), np.float32), np.int32(1))[1], 2)

    def test_errors(self):
        with self.assertRaisesRegex(hloom.Error, "program:1"):
            hloom.compile("func.func @main() { nonsense }")
        program = hloom.compile(self.TEXT)
        with self.assertRaisesRegex(TypeError, "2 arguments"):
            program(1)
        with self.assertRaisesRegex(TypeError, "float32"):
            program(np.zeros((2, 3)), np.int32(1))


if __name__ == "__main__":
    unittest.main()
