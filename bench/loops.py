#!/usr/bin/env python3
"""Loops of many small steps, Hloom and XLA:CPU side by side on one machine in one run.

  loops.py [--out DIR] [--filter REGEX] [--seconds 1.5] [--rounds 2] [--steps 10000]

What is measured is the cost of a step: of a `while` over scalars, of scans, of branches, sorts and small products in a loop.
The protocol is that of bench_side_by_side.py: fresh processes that take turns (A B A B), the better of two medians. Each case is
written to OUT/NAME in the zoo's form, with XLA's results beside it, so `hloom check OUT` tests what is timed here; a case with
wrong results has no time. Functions are contractive or exact, so that results can be compared after all their steps.

Writes OUT/loops.json and OUT/loops.md.
"""
import argparse, json, os, re, subprocess, sys, time
import bench_side_by_side as side
import case_files

# XLA ms / Hloom ms that the project holds itself to.
GOALS = {
    "while_u32_1e8": 1.0, "scan_elementwise_128": 1.0, "scan_stacked_128": 2.0, "matvec_tanh_128": 2.0, "gru_32": 2.0,
    "cond_sin_affine_128": 3.0, "sort_128": 5.0, "elementwise_256x256": 1.5, "nested_tanh_roll_128": 2.0, "lorenz_rk4": 1.0,
}


def cases(steps):
    """name -> (function, arguments)"""
    import numpy as np, jax, jax.numpy as jnp
    from jax import lax
    g = np.random.default_rng(7)
    normal = lambda *shape, scale=1.0: (g.standard_normal(shape) * scale).astype(np.float32)

    def while_u32(x, start, limit):
        step = lambda s: (s[0] + 1, (s[1] * np.uint32(1664525) + np.uint32(1013904223)) ^ (s[1] >> 7))
        return lax.while_loop(lambda s: s[0] < limit, step, (start, x))[1]

    def chain(x, v):  # 20 operations an element
        for k in range(5):
            x = jnp.minimum(jnp.maximum(x * np.float32(0.9 - 0.01 * k) + v, np.float32(-2 - 0.1 * k)), np.float32(2 + 0.1 * k))
        return x

    def elementwise(x, v):
        return lax.fori_loop(0, steps, lambda _, x: chain(x, v), x)

    def stacked(x, v):
        def step(x, _):
            y = chain(x, v)
            return y, y
        return lax.scan(step, x, None, length=steps)

    def matvec(w, x):
        return lax.fori_loop(0, steps, lambda _, x: jnp.tanh(w @ x), x)

    def gru(w, u, b, h, xs):
        def step(h, x):
            a, c = w @ x + b, u @ h
            r, z = jax.nn.sigmoid(a[:32] + c[:32]), jax.nn.sigmoid(a[32:64] + c[32:64])
            h = (1 - z) * jnp.tanh(a[64:] + r * c[64:]) + z * h
            return h, h
        return lax.scan(step, h, xs)

    def branches(x):
        step = lambda i, x: lax.cond(i % 3 == 0, jnp.sin, lambda x: np.float32(0.9) * x + np.float32(0.1), x)
        return lax.fori_loop(0, steps, step, x)

    def sorts(x):  # multiples of 1 below 4096: exact, and in no order
        def step(_, x):
            t = x * np.float32(37) + np.float32(11)
            return jnp.sort(t - np.float32(4096) * jnp.floor(t * np.float32(1 / 4096)))
        return lax.fori_loop(0, steps, step, x)

    def nested(x):
        inner = lambda _, x: np.float32(0.5) * jnp.tanh(x) + np.float32(0.4) * jnp.roll(x, 1) + np.float32(0.1)
        return lax.fori_loop(0, 100, lambda _, x: lax.fori_loop(0, 100, inner, x), x)

    def lorenz(s):
        def f(x, y, z):
            return np.float32(10) * (y - x), x * (np.float32(28) - z) - y, x * y - np.float32(8 / 3) * z
        def step(_, s):
            h = np.float32(1e-4)
            at = lambda k, c: tuple(a + c * b for a, b in zip(s, k))
            k1 = f(*s)
            k2 = f(*at(k1, h / 2))
            k3 = f(*at(k2, h / 2))
            k4 = f(*at(k3, h))
            return tuple(a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(s, k1, k2, k3, k4))
        return lax.fori_loop(0, steps, step, s)

    u32 = np.uint32
    return {
        "while_u32_1e8": (while_u32, (u32(12345), u32(0), u32(10**4 * steps))),
        "scan_elementwise_128": (elementwise, (normal(128), normal(128))),
        "scan_stacked_128": (stacked, (normal(128), normal(128))),
        "matvec_tanh_128": (matvec, (normal(128, 128, scale=0.05), normal(128))),
        "gru_32": (gru, (normal(96, 32, scale=0.2), normal(96, 32, scale=0.1), normal(96, scale=0.1), normal(32), normal(steps, 32))),
        "cond_sin_affine_128": (branches, (normal(128),)),
        "sort_128": (sorts, (g.integers(0, 4096, 128).astype(np.float32),)),
        "elementwise_256x256": (elementwise, (normal(256, 256), normal(256, 256))),
        "nested_tanh_roll_128": (nested, (normal(128),)),
        "lorenz_rk4": (lorenz, (tuple(np.float32(v) for v in (1, 2, 20)),)),
    }


def write_case(path, name, f, args):
    """A zoo case: the module as text, inputs, XLA's outputs."""
    import jax, numpy as np
    f = jax.jit(f)
    arrays = lambda tree: map(np.asarray, jax.tree.leaves(tree))
    case_files.write(path, name, "loops", f.lower(*args).as_text(), arrays(args), arrays(f(*args)), ["loop"])


def write_cases(out, wanted, steps):
    for name, (f, args) in cases(steps).items():
        if re.search(wanted, name):
            write_case(f"{out}/{name}", name, f, args)


def table(data):
    lines = [f"Measured {data['when']} on {data['machine']}. Better of {data['rounds']} medians of fresh processes taking turns, at least "
             f"{data['seconds']} s each; {data['steps']} steps. Ratio: XLA / Hloom.", "",
             "| loop | Hloom ms | XLA ms | ratio | goal | Hloom compile ms | XLA compile ms |", "|---|---|---|---|---|---|---|"]
    for name in [n for n in GOALS if n in data["cases"]]:
        h, x = data["cases"][name]["hloom"], data["cases"][name]["xla"]
        lines.append(f"| {name} | {h.get('error') or side.cell(h.get('run_ms'))} | {x.get('error') or side.cell(x.get('run_ms'))} "
                     f"| {side.cell(side.ratio(x, h), 2)} | {GOALS[name]} | {side.cell(h.get('compile_total_ms'), 1)} | {side.cell(x.get('compile_total_ms'), 1)} |")
    missed = [n for n, r in data["cases"].items() if (side.ratio(r["xla"], r["hloom"]) or 0) < GOALS[n]]
    lines += ["", f"Goals missed: {', '.join(missed) or 'none'}."]
    return "\n".join(lines) + "\n"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", default=f"{side.ROOT}/target/loops")
    ap.add_argument("--filter", default="")
    ap.add_argument("--seconds", type=float, default=1.5)
    ap.add_argument("--rounds", type=int, default=2)
    ap.add_argument("--steps", type=int, default=10_000, help="of each scan; the scalar while makes 10,000 times as many")
    ap.add_argument("--write-only", action="store_true", help="write the cases, measure nothing")
    ap.add_argument("--keep", action="store_true", help="measure the cases that an earlier run wrote to OUT")
    ap.add_argument("--resume", action="store_true", help="keep the results of an earlier run in OUT; implies --keep")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    if not (a.keep or a.resume):
        # In a process of its own: what is measured must not share it with JAX's threads.
        code = "import sys, loops; loops.write_cases(sys.argv[1], sys.argv[2], int(sys.argv[3]))"
        subprocess.run([sys.executable, "-c", code, a.out, a.filter, str(a.steps)], cwd=side.HERE, env=side.clean_env(), check=True)
    if a.write_only:
        return
    data = dict(when=time.strftime("%Y-%m-%d %H:%M"), machine=side.machine(), rounds=a.rounds, seconds=a.seconds, steps=a.steps, cases={})
    if a.resume and os.path.exists(f"{a.out}/loops.json"):
        data["cases"] = json.load(open(f"{a.out}/loops.json"))["cases"]
    for name in [n for n in GOALS if re.search(a.filter, n) and n not in data["cases"]]:
        case = f"{a.out}/{name}"
        turns = {"hloom": [], "xla": []}
        for _ in range(a.rounds):
            turns["hloom"].append(side.run_hloom(case, a.seconds))
            turns["xla"].append(side.run_peer("xla", case, a.seconds, ""))
        data["cases"][name] = {s: side.best(t) for s, t in turns.items()}
        json.dump(data, open(f"{a.out}/loops.json", "w"), indent=1)
    text = table(data)
    open(f"{a.out}/loops.md", "w").write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
