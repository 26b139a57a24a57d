#!/usr/bin/env python3
"""What JAX pays Hloom for calls and compilations, beside XLA:CPU: dispatch, threads, memory, compile caches.

  dispatch.py [--systems hloom,cpu] [--rounds 2] [--what call,threads,memory,cache,eager] [--calls 100000] [--compilations 2000]

  call     microseconds of a jitted x + 1 on three floats: the median of batches of 1,000 calls, the better of the rounds
  threads  the same from 8 Python threads at once; results are checked
  memory   growth of the resident memory, in MB, from after the first 20 % to the end of --calls calls and of --compilations
           compilations of programs that are all different and die at once
  cache    compiling a training step of demo_jax.py, in ms, without JAX's compile cache and, in the next process, from it
  eager    260 operations on arrays, each compiled by itself, in seconds: without any cache; for Hloom also with its own, first
           empty and then in the next process

Systems take turns in fresh processes (A B A B). A system is what JAX_PLATFORMS names; other plugins can be added with
PJRT_NAMES_AND_LIBRARY_PATHS, for example the one of the package xla-cpu-pjrt.
"""
import argparse, json, statistics, tempfile, threading, time

import bench_side_by_side as side


def batches(f, x, count):
    """Microseconds a call, for each batch of 1,000."""
    for _ in range(count):
        start = time.perf_counter()
        for _ in range(1000):
            y = f(x)
        y.block_until_ready()
        yield (time.perf_counter() - start) * 1e3


def add_one():
    import jax, numpy as np
    return jax.jit(lambda x: x + 1), jax.device_put(np.arange(3, dtype=np.float32))


def measure_call(_):
    f, x = add_one()
    list(batches(f, x, 5))
    return dict(us=statistics.median(batches(f, x, 50)))


def measure_threads(_):
    import numpy as np
    f, x = add_one()
    list(batches(f, x, 5))
    wrong = []

    def work():
        list(batches(f, x, 5))
        for k in range(1000):
            if not np.array_equal(f(x), [1, 2, 3]):
                wrong.append(k)

    threads = [threading.Thread(target=work) for _ in range(8)]
    start = time.perf_counter()
    [t.start() for t in threads]
    [t.join() for t in threads]
    if wrong:
        raise SystemExit(f"{len(wrong)} wrong results")
    return dict(us=(time.perf_counter() - start) * 1e6 / (8 * 6000))


def resident_mb():
    import gc
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6


def growth(count, work):
    for k in range(count):
        if k == count // 5:
            before = resident_mb()
        work(k)
    return resident_mb() - before


def measure_memory(a):
    import jax
    f, x = add_one()
    calls = growth(a.calls, lambda _: f(x))
    compilations = growth(a.compilations, lambda k: jax.jit(lambda x: x * k + 1).lower(x).compile()(x).block_until_ready())
    return dict(calls=calls, compilations=compilations)


def measure_cache(a):
    import jax, demo_jax
    jax.config.update("jax_compilation_cache_dir", a.directory)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    params = demo_jax.init(jax.random.key(0))
    lowered = demo_jax.step.lower((params, params, params, 0), jax.numpy.arange(5000), jax.random.key(1))
    start = time.perf_counter()
    lowered.compile()
    return dict(ms=(time.perf_counter() - start) * 1e3)


def measure_eager(_):
    import jax.numpy as jnp, numpy as np
    operations = (jnp.sin, jnp.cos, jnp.exp, jnp.tanh, jnp.abs, lambda a: a.sum(0), lambda a: a.max(1), lambda a: a @ a.T, lambda a: a.T,
                  lambda a: jnp.sort(a, 0), lambda a: a + a, lambda a: a[1:], lambda a: jnp.concatenate([a, a]))
    arrays = [jnp.asarray(np.linspace(-1, 1, 8 * k, dtype=np.float32).reshape(k, 8)) for k in range(3, 23)]
    start = time.perf_counter()
    for f in operations:
        for a in arrays:
            f(a).block_until_ready()
    return dict(s=time.perf_counter() - start)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--systems", default="hloom,cpu")
    ap.add_argument("--rounds", type=int, default=2)
    ap.add_argument("--what", default="call,threads,memory,cache,eager")
    ap.add_argument("--calls", type=int, default=100_000)
    ap.add_argument("--compilations", type=int, default=2000)
    ap.add_argument("--measure", help=argparse.SUPPRESS)
    ap.add_argument("--directory", help=argparse.SUPPRESS)
    a = ap.parse_args()
    if a.measure:
        return print(json.dumps(globals()[f"measure_{a.measure}"](a)))
    systems = a.systems.split(",")
    # `cpu` beside `hloom`: JAX wants its own client for what it computes on the host.
    platforms = lambda s: s if s == "cpu" else f"{s},cpu"
    run = lambda s, what, *more: side.run_jax("dispatch.py", platforms(s), f"--measure={what}", f"--calls={a.calls}",
                                              f"--compilations={a.compilations}", *more)
    rows = []
    for what in a.what.split(","):
        if what in ("call", "threads"):
            turns = [[run(s, what)["us"] for s in systems] for _ in range(a.rounds)]
            rows.append([f"{what}, µs"] + [f"{min(t):.2f}" for t in zip(*turns)])
        elif what == "memory":
            results = [run(s, what) for s in systems]
            rows.append([f"growth over {a.calls} calls, MB"] + [f"{r['calls']:.1f}" for r in results])
            rows.append([f"growth over {a.compilations} compilations, MB"] + [f"{r['compilations']:.1f}" for r in results])
        elif what == "cache":
            found = []
            for s in systems:
                pairs = []
                for _ in range(a.rounds):
                    with tempfile.TemporaryDirectory() as directory:
                        pairs.append([run(s, what, f"--directory={directory}")["ms"] for _ in range(2)])
                found.append([min(p) for p in zip(*pairs)])
            rows += [[f"{name}, ms"] + [f"{f[k]:.0f}" for f in found] for k, name in enumerate(("compile", "from the cache"))]
            rows.append(["ratio"] + [f"{f[0] / f[1]:.1f}" for f in found])
        elif what == "eager":
            turns = [[run(s, what)["s"] for s in systems] for _ in range(a.rounds)]
            rows.append(["eager, s"] + [f"{min(t):.2f}" for t in zip(*turns)])
            with tempfile.TemporaryDirectory() as directory:
                kept = lambda s: side.run_jax("dispatch.py", platforms(s), "--measure=eager", cache=directory)["s"]
                pairs = [[kept(s) if s == "hloom" else None for s in systems] for _ in range(2)]
            for name, times in zip(("own cache, empty", "own cache"), pairs):
                rows.append([f"eager, {name}, s"] + ["–" if t is None else f"{t:.2f}" for t in times])
    side.show(["", *systems], rows)


if __name__ == "__main__":
    main()
