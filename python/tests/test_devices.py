"""JAX on eight devices of Hloom, compared with the same program on one and with numpy.

`python tests/test_devices.py [-k PATTERN]`; see `test_jax.py`.
"""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from functools import partial
from pathlib import Path

N = 8
os.environ["HLOOM_NUM_DEVICES"] = str(N)
os.environ.pop("JAX_PLATFORMS", None)
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import hloom  # noqa: F401: makes the plugin known
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import serialize_executable
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

DEVICES = jax.devices("hloom")
RNG = np.random.default_rng(0)


def arr(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def mesh(*sizes, devices=DEVICES):
    return Mesh(np.array(devices).reshape(sizes), ("x", "y", "z")[: len(sizes)])


LINE, GRID, CUBE = mesh(8), mesh(4, 2), mesh(2, 2, 2)
MIXED = mesh(4, 2, devices=[DEVICES[i] for i in (5, 0, 3, 7, 1, 2, 6, 4)])


def put(x, mesh, *spec):
    return jax.device_put(x, NamedSharding(mesh, P(*spec)))


def mlp(params, x):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def loss(params, x, y):
    return jnp.mean((mlp(params, x) - y) ** 2)


def close(got, expected, tolerance=2e-5):
    for g, e in zip(jax.tree.leaves(got), jax.tree.leaves(expected), strict=True):
        g, e = np.asarray(g), np.asarray(e)
        assert (g.shape, g.dtype) == (e.shape, e.dtype), (g.shape, e.shape)
        np.testing.assert_allclose(g, e, rtol=tolerance, atol=tolerance * max(1, np.abs(e).max(initial=0)))


class Sharded(unittest.TestCase):
    """`jit` of arguments that are cut: results are those of one device, and lie where they should."""

    def check(self, function, *args, out=None):
        """Each argument is an array, a mesh and a specification."""
        whole = jax.jit(function)(*[x for x, *_ in args])
        parts = [put(*a) for a in args]
        options = {} if out is None else {"out_shardings": NamedSharding(args[0][1], P(*out))}
        got = jax.jit(function, **options)(*parts)
        close(got, whole)
        for r in jax.tree.leaves(got):
            self.assertEqual(len(r.sharding.device_set), N)
        return got

    def test_elementwise(self):
        for m in (GRID, MIXED):
            r = self.check(lambda x: jnp.exp(x) * 2, (arr(8, 6), m, "x", "y"))
            self.assertTrue(r.sharding.is_equivalent_to(NamedSharding(m, P("x", "y")), 2))
            self.assertEqual(r.addressable_shards[3].data.shape, (2, 3))

    def test_where_parts_lie(self):
        x = arr(8, 6)
        r = jax.jit(lambda x: x + 1)(put(x, MIXED, "y", None))
        for shard in r.addressable_shards:
            np.testing.assert_array_equal(shard.data, x[shard.index] + 1)
        self.assertEqual({s.device for s in r.addressable_shards}, set(DEVICES))

    def test_reductions(self):
        self.check(lambda x: (x.sum(), x.sum(0), x.max(1), x.mean()), (arr(16, 8), GRID, "x", "y"))

    def test_matmul(self):
        a, b = arr(16, 32), arr(32, 24)
        for left, right in [(("x", "y"), ("y", None)), (("x", None), (None, "y")), ((None, "x"), ("x", "y"))]:
            self.check(jnp.matmul, (a, GRID, *left), (b, GRID, *right))

    def test_out_shardings(self):
        r = self.check(lambda x: x.T * 2, (arr(8, 16), GRID, "x", None), out=("x", "y"))
        self.assertEqual(r.sharding.spec, P("x", "y"))
        r = self.check(lambda x: x + 1, (arr(8, 16), GRID, "x", "y"), out=())
        self.assertTrue(r.sharding.is_fully_replicated)

    def test_constraint(self):
        constraint = lambda x: lax.with_sharding_constraint(x, NamedSharding(GRID, P("y", "x")))
        got = jax.jit(lambda x: constraint(x * 2) + 1)(put(x := arr(8, 8), GRID, "x", "y"))
        close(got, x * 2 + 1)

    def test_gradients(self):
        params = [(arr(8, 16), arr(16)), (arr(16, 4), arr(4))]
        x, y = arr(32, 8), arr(32, 4)
        expected = jax.jit(jax.value_and_grad(loss))(params, x, y)
        with self.subTest("data parallel"):
            whole = jax.tree.map(lambda p: put(p, LINE), params)
            close(jax.jit(jax.value_and_grad(loss))(whole, put(x, LINE, "x"), put(y, LINE, "x")), expected)
        with self.subTest("data and tensors"):
            cut = [(put(params[0][0], GRID, None, "y"), put(params[0][1], GRID, "y"))]
            cut += [(put(params[1][0], GRID, "y"), put(params[1][1], GRID))]
            close(jax.jit(jax.value_and_grad(loss))(cut, put(x, GRID, "x"), put(y, GRID, "x")), expected)

    def test_loop(self):
        step = lambda x: lax.fori_loop(0, 5, lambda i, x: x / (1 + x.sum(0, keepdims=True) ** 2), x)
        self.check(step, (arr(8, 4), LINE, "x"))

    def test_random(self):
        self.check(lambda k: jax.random.normal(k, (8, 4)), (np.asarray(jax.random.PRNGKey(3)), LINE), out=("x",))

    def test_no_arguments(self):
        made = jax.jit(lambda: jnp.arange(16.0), out_shardings=NamedSharding(LINE, P("x")))()
        np.testing.assert_array_equal(made, np.arange(16.0))

    def test_reshard(self):
        x = arr(8, 8)
        a = put(x, GRID, "x", "y")
        for spec in [("y", "x"), (None, ("x", "y")), ()]:
            np.testing.assert_array_equal(jax.device_put(a, NamedSharding(GRID, P(*spec))), x)

    def test_some_devices(self):
        m = mesh(2, devices=[DEVICES[6], DEVICES[1]])
        r = jax.jit(lambda x: (x.sum(), x * 2))(put(np.arange(4.0, dtype=np.float32), m, "x"))
        self.assertEqual(float(r[0]), 6)
        self.assertEqual(r[1].addressable_shards[0].device, DEVICES[6])


class Manual(unittest.TestCase):
    """`shard_map`."""

    def check(self, function, x, expected, in_specs, out_specs, m=LINE):
        # What a function gives to all devices need not be known to be equal there.
        mapped = jax.shard_map(function, mesh=m, in_specs=in_specs, out_specs=out_specs, check_vma=False)
        close(jax.jit(mapped)(put(x, m, *in_specs)), expected)

    def test_psum(self):
        x = arr(8, 4)
        self.check(lambda x: lax.psum(x, "x"), x, x.sum(0, keepdims=True), P("x"), P())
        self.check(lambda x: lax.pmax(x, "x"), x, x.max(0, keepdims=True), P("x"), P())
        self.check(lambda x: lax.pmean(x, "x"), x, x.mean(0, keepdims=True), P("x"), P())
        self.check(lambda x: lax.psum(x, "y"), x, x[:, :2] + x[:, 2:], P("x", "y"), P("x"), GRID)

    def test_all_gather(self):
        x = arr(8, 4)
        self.check(lambda x: lax.all_gather(x, "x", tiled=True) * 2, x, x * 2, P("x"), P())

    def test_psum_scatter(self):
        x = arr(64, 2)
        expected = x.reshape(8, 8, 2).sum(0)
        self.check(lambda x: lax.psum_scatter(x, "x", tiled=True), x, expected, P("x"), P("x"))

    def test_ppermute(self):
        x = arr(8, 3)
        shift = [(i, (i + 3) % 8) for i in range(8)]
        self.check(lambda x: lax.ppermute(x, "x", shift), x, np.roll(x, 3, 0), P("x"), P("x"))
        some = np.zeros_like(x)
        some[5] = x[2]
        self.check(lambda x: lax.ppermute(x, "x", [(2, 5)]), x, some, P("x"), P("x"))

    def test_all_to_all(self):
        x = arr(8, 8)
        self.check(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True), x, x.T.reshape(64, 1), P("x"), P("x"))

    def test_axis_index(self):
        index = lambda x: x + lax.axis_index("x") * 10 + lax.axis_index("y")
        expected = np.add.outer(np.arange(4) * 10, np.arange(2)).astype(np.float32)
        for m in (GRID, MIXED):
            self.check(index, np.zeros((4, 2), np.float32), expected, P("x", "y"), P("x", "y"), m)

    def test_loop(self):
        def ring(x):
            step = lambda _, c: (c[0] + c[1], lax.ppermute(c[1], "x", [(i, (i + 1) % 8) for i in range(8)]))
            return lax.fori_loop(0, 8, step, (jnp.zeros_like(x), x))[0]

        x = arr(8, 5)
        self.check(ring, x, np.broadcast_to(x.sum(0), (8, 5)), P("x"), P("x"))

    def test_gradient(self):
        body = lambda w, x: lax.pmean((x @ w).sum(), "x")
        mapped = jax.shard_map(body, mesh=LINE, in_specs=(P(), P("x")), out_specs=P())
        w, x = arr(4), arr(16, 4)
        close(jax.jit(jax.grad(mapped))(put(w, LINE), put(x, LINE, "x")), x.sum(0) / 8)

    def test_pmap(self):
        x = arr(8, 4)
        close(jax.pmap(lambda x: x / lax.psum(x, "i"), axis_name="i")(x), x / x.sum(0), 1e-4)


class Calls(unittest.TestCase):
    """What happens around programs."""

    def test_donation(self):
        x = arr(64, 64)
        # What comes from numpy is numpy's memory.
        a = jax.jit(lambda x: x + 1)(put(x - 1, GRID, "x", "y"))
        x = np.asarray(put(a, GRID)).copy()
        places = {s.device: s.data.unsafe_buffer_pointer() for s in a.addressable_shards}
        r = jax.jit(lambda x: x * 2, donate_argnums=0)(a)
        np.testing.assert_array_equal(r, x * 2)
        self.assertTrue(a.is_deleted())
        self.assertEqual({s.device: s.data.unsafe_buffer_pointer() for s in r.addressable_shards}, places)
        # A view of the result keeps its contents when the result is given away in turn.
        view = np.asarray(r.addressable_shards[0].data)
        before = view.copy()
        jax.block_until_ready(jax.jit(lambda x: x - 7, donate_argnums=0)(r))
        np.testing.assert_array_equal(view, before)

    def test_chain(self):
        step = jax.jit(lambda x: x / (1 + jnp.abs(x).sum()), donate_argnums=0)
        x = arr(16, 8)
        a, e = put(x, GRID, "x", "y"), x
        for _ in range(50):
            a, e = step(a), e / (1 + np.abs(e).sum())
        close(a, e)

    def test_analysis(self):
        program = jax.jit(lambda x: x @ x.T, out_shardings=NamedSharding(LINE, P("x")))
        program = program.lower(put(arr(16, 8), LINE, "x")).compile()
        memory = program.memory_analysis()
        self.assertEqual((memory.argument_size_in_bytes, memory.output_size_in_bytes), (2 * 8 * 4, 2 * 16 * 4))
        self.assertGreaterEqual(program.cost_analysis()["flops"], 2 * 2 * 16 * 8)
        self.assertRegex(program.as_text(), r"f32\[2,8\].*->f32\[2,16\].*num_partitions=8")

    def test_serialization(self):
        x = arr(16, 8)
        program = jax.jit(lambda x: (x.sum(0), x * 2)).lower(put(x, GRID, "x", "y")).compile()
        loaded = serialize_executable.deserialize_and_load(*serialize_executable.serialize(program), backend="hloom")
        got = loaded(put(x, GRID, "x", "y"))
        close(got, (x.sum(0), x * 2))
        self.assertEqual([r.sharding for r in got], [r.sharding for r in program(put(x, GRID, "x", "y"))])

    def test_compile_cache(self):
        code = f"""
import sys; sys.path[:0] = {[str(Path(__file__).resolve().parent.parent)]}
import hloom, jax, numpy as np
jax.config.update("jax_compilation_cache_dir", sys.argv[1])
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
hits = []
jax.monitoring.register_event_listener(lambda name, **_: hits.append(name) if name.endswith("cache_hits") else None)
for order in (1, -1):
    mesh = jax.sharding.Mesh(np.array(jax.devices("hloom"))[::order], "x")
    x = jax.device_put(np.arange(16.0), jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x")))
    before = len(hits)
    print(float(jax.jit(lambda x: (x + 7).sum())(x)), len(hits) - before)
"""
        env = {**os.environ, "JAX_PLATFORMS": "hloom,cpu"}
        with tempfile.TemporaryDirectory() as directory:
            run = lambda: subprocess.run(
                [sys.executable, "-c", code, directory], capture_output=True, text=True, check=True, env=env
            ).stdout.split()
            self.assertEqual(run()[::2], ["232.0", "232.0"])
            self.assertEqual(run(), ["232.0", "1", "232.0", "1"])

    def test_errors(self):
        def fail(x):
            if x.ravel()[0] == 3:
                raise ValueError("three is too much")
            return x

        def body(x):
            return lax.psum(jax.pure_callback(fail, jax.ShapeDtypeStruct(x.shape, x.dtype), x), "x")

        mapped = jax.jit(jax.shard_map(body, mesh=LINE, in_specs=P("x"), out_specs=P()))
        with self.assertRaisesRegex(Exception, "three is too much"):
            jax.block_until_ready(mapped(put(np.arange(8, dtype=np.float32), LINE, "x")))
        close(mapped(put(np.full(8, 2, np.float32), LINE, "x")), np.full(1, 16, np.float32))

    def test_callbacks(self):
        seen = []

        def body(x):
            jax.debug.callback(lambda v: seen.append(float(v[0])), x)
            return x * 2

        mapped = jax.jit(jax.shard_map(body, mesh=LINE, in_specs=P("x"), out_specs=P("x")))
        x = np.arange(8, dtype=np.float32)
        np.testing.assert_array_equal(mapped(put(x, LINE, "x")), x * 2)
        jax.effects_barrier()
        self.assertEqual(sorted(seen), list(range(8)))

    def test_callback_of_the_whole(self):
        out = io.StringIO()

        def f(x):
            jax.debug.print("sum {}", x.sum())
            return jax.pure_callback(lambda v: np.asarray(v) * 3, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

        x = np.arange(16, dtype=np.float32)
        with contextlib.redirect_stdout(out):
            got = jax.jit(f)(put(x, LINE, "x"))
            jax.effects_barrier()
        np.testing.assert_array_equal(got, x * 3)
        self.assertEqual(out.getvalue().split(), ["sum", "120.0"])

    def test_profile(self):
        """Each device has its plane, with its part of the program and the collective in it."""
        f = jax.jit(lambda x: x + x.sum())
        x = put(np.arange(8, dtype=np.float32), LINE, "x")
        f(x).block_until_ready()
        with tempfile.TemporaryDirectory() as directory:
            with jax.profiler.trace(directory):
                f(x).block_until_ready()
            [file] = Path(directory).rglob("*.xplane.pb")
            data = jax.profiler.ProfileData.from_file(str(file))
            seen = {p.name: [e.name for line in p.lines for e in line.events] for p in data.planes}
        for i in range(N):
            names = seen[f"/device:CUSTOM:Hloom:{i}"]
            self.assertEqual(names.count("jit__lambda"), 1, names)
            self.assertTrue(any("all_reduce" in name for name in names), names)

    def test_launches_from_two_threads(self):
        x = np.arange(32, dtype=np.float32)
        forth, back = mesh(8), mesh(8, devices=DEVICES[::-1])
        programs = [(lambda x: x / (1 + x.sum()), forth), (lambda x: x - x.mean(), back)]
        failures = []

        def work(function, m):
            try:
                step, a, e = jax.jit(function), put(x, m, "x"), x
                for _ in range(200):
                    a, e = step(a), function(e)
                close(a, e, 1e-4)
            except Exception as error:  # noqa: BLE001: reported below
                failures.append(error)

        threads = [threading.Thread(target=partial(work, *p)) for p in programs]
        for t in threads:
            t.start()
        for t in threads:
            t.join(120)
        self.assertFalse(any(t.is_alive() for t in threads), "programs wait for each other")
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
