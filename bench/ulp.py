#!/usr/bin/env python3
"""Measures the error of every transcendental function of native code against multi-precision arithmetic.

    PYTHONPATH=... python bench/ulp.py --hloom PATH [--points N] [--only NAME,...] [--markdown]

Needs numpy and mpmath (gmpy2 makes it faster). Arguments are patterns of the type drawn evenly (so of all magnitudes,
subnormal numbers included), more around where a function is interesting, and all special values; types of 16 bits are
taken whole with --points 65536. The error is in units in the last place of the exact result in the result's type; what
overflows must be infinite, what is not defined NaN. A line says how large it was at most, and where. Exit code 1: a
special value is wrong, or an error is above the declared one.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import mpmath
import numpy as np
from mpmath import mp, mpf

mp.prec = 160
INF = float("inf")


def real(f, low=-INF, high=INF):
    """`f` where it is defined, NaN elsewhere."""
    return lambda x: f(x) if low <= x <= high else mpmath.nan


def erfinv(x):
    return mpmath.sign(x) * mpmath.inf if abs(x) == 1 else mpmath.erfinv(x) if abs(x) < 1 else mpmath.nan


def at_poles(f):
    """NaN at the poles of gamma."""
    return lambda x: mpmath.nan if x <= 0 and x == mpmath.floor(x) else f(x)


def lgamma(x):
    if x <= 0 and x == mpmath.floor(x):
        return mpmath.inf
    return mpmath.re(mpmath.loggamma(x)) if x > 0 else mpmath.log(abs(mpmath.gamma(x)))


# Each function, its name in `ULP_TABLE` (square roots are exact, and not in it), and the ranges where more points are taken.
FUNCTIONS = {
    "stablehlo.exponential": (mpmath.exp, "Exp", [(-110, 90), (-1, 1)]),
    "stablehlo.exponential_minus_one": (mpmath.expm1, "Expm1", [(-40, 90), (-1, 1)]),
    "stablehlo.log": (real(mpmath.log, 0), "Log", [(0, 4), (0.9, 1.1)]),
    "stablehlo.log_plus_one": (real(mpmath.log1p, -1), "Log1p", [(-1, 4), (-0.1, 0.1)]),
    "stablehlo.rsqrt": (real(lambda x: 1 / mpmath.sqrt(x), 0), "Rsqrt", [(0, 4)]),
    "stablehlo.sqrt": (real(mpmath.sqrt, 0), None, [(0, 4)]),
    "stablehlo.cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), "Cbrt", [(-8, 8)]),
    "stablehlo.sine": (mpmath.sin, "Sin", [(-10, 10), (-1e5, 1e5)]),
    "stablehlo.cosine": (mpmath.cos, "Cos", [(-10, 10), (-1e5, 1e5)]),
    "stablehlo.tan": (mpmath.tan, "Tan", [(-10, 10), (-1e5, 1e5)]),
    "stablehlo.tanh": (mpmath.tanh, "Tanh", [(-20, 20), (-1, 1)]),
    "stablehlo.logistic": (lambda x: 1 / (1 + mpmath.exp(-x)), "Logistic", [(-100, 40), (-1, 1)]),
    "chlo.acos": (real(mpmath.acos, -1, 1), "Acos", [(-1, 1)]),
    "chlo.acosh": (real(mpmath.acosh, 1), "Acosh", [(1, 10), (1, 1.01)]),
    "chlo.asin": (real(mpmath.asin, -1, 1), "Asin", [(-1, 1)]),
    "chlo.asinh": (mpmath.asinh, "Asinh", [(-10, 10), (-0.5, 0.5)]),
    "chlo.atan": (mpmath.atan, "Atan", [(-10, 10)]),
    "chlo.atanh": (real(mpmath.atanh, -1, 1), "Atanh", [(-1, 1)]),
    "chlo.sinh": (mpmath.sinh, "Sinh", [(-90, 90), (-1, 1)]),
    "chlo.cosh": (mpmath.cosh, "Cosh", [(-90, 90), (-1, 1)]),
    "chlo.erf": (mpmath.erf, "Erf", [(-6, 6), (-1, 1)]),
    "chlo.erfc": (lambda x: mpmath.erfc(x) if abs(x) < 1e6 else mpf(0 if x > 0 else 2), "Erfc", [(-6, 27), (-1, 1)]),
    "chlo.erf_inv": (erfinv, "ErfInv", [(-1, 1), (0.99, 1)]),
    "chlo.lgamma": (lgamma, "Lgamma", [(0, 10), (0.9, 2.1)]),
    "chlo.digamma": (at_poles(mpmath.digamma), "Digamma", [(2, 20), (0, 1)]),
    "chlo.bessel_i1e": (lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)), "BesselI1e", [(-20, 20)]),
}


def declared():
    """Errors of f32 and f64 by name: `ULP_TABLE` of hloom-tile's math module."""
    source = Path(__file__).parents[1] / "crates/hloom-tile/src/math/mod.rs"
    entries = re.findall(r"\(MathFn::(\w+), ([\d.]+), ([\d.]+)\)", source.read_text(encoding="utf-8"))
    return {name: (float(f32), float(f64)) for name, f32, f64 in entries} | {None: (0.5, 0.5)}


# Exact results at infinities that mpmath does not have.
AT_INFINITY = {
    "stablehlo.exponential": (0, INF),
    "stablehlo.exponential_minus_one": (-1, INF),
    "stablehlo.log": (None, INF),
    "stablehlo.log_plus_one": (None, INF),
    "stablehlo.rsqrt": (None, 0),
    "stablehlo.sqrt": (None, INF),
    "stablehlo.cbrt": (-INF, INF),
    "stablehlo.tanh": (-1, 1),
    "stablehlo.logistic": (0, 1),
    "chlo.acosh": (None, INF),
    "chlo.asinh": (-INF, INF),
    "chlo.atan": (-mp.pi / 2, mp.pi / 2),
    "chlo.sinh": (-INF, INF),
    "chlo.cosh": (INF, INF),
    "chlo.erf": (-1, 1),
    "chlo.erfc": (2, 0),
    "chlo.lgamma": (INF, INF),
    "chlo.digamma": (None, INF),
    "chlo.bessel_i1e": (0, 0),
}

# Bits of the mantissa, least exponent of a normal number, greatest exponent.
TYPES = {"bf16": (7, -126, 127), "f16": (10, -14, 15), "f32": (23, -126, 127), "f64": (52, -1022, 1023)}


def terms(op, x):
    """Where f64 results are differences of larger numbers: their size. Errors are in units of those."""
    x = mpf(float(x))
    if op == "chlo.digamma" and mpmath.isfinite(x):
        # Near its zero the difference of what it is some steps further on and a sum of reciprocals.
        positive = lambda y: mpmath.digamma(y + 8) if 0.5 < y < 3 else mpf(0)
        if x > 0:
            return positive(x)
        if x != mpmath.floor(x):
            return max(positive(1 - x), abs(mpmath.digamma(1 - x)), abs(mp.pi * mpmath.cot(mp.pi * x)))
    if op == "chlo.lgamma" and -mpmath.inf < x < 0 and x != mpmath.floor(x):
        return max(abs(mpmath.loggamma(1 - x)), abs(mpmath.log(mp.pi / abs(mpmath.sin(mp.pi * x)))))
    return mpf(0)


def numpy_type(t):
    return np.float64 if t == "f64" else np.float32


def patterns(t, n, rng):
    """Values of the type, drawn evenly from its patterns (all of them, of 16 bits, if `n` is large), as numpy floats."""
    if t in ("bf16", "f16"):
        p = np.arange(1 << 16, dtype=np.uint32) if n >= 1 << 16 else rng.integers(0, 1 << 16, n).astype(np.uint32)
        return (p << 16).view(np.float32) if t == "bf16" else p.astype(np.uint16).view(np.float16).astype(np.float32)
    bits = np.uint64 if t == "f64" else np.uint32
    return rng.integers(0, np.iinfo(bits).max, n, dtype=bits, endpoint=True).view(numpy_type(t))


def rounded(t, x):
    """The values in the type."""
    if t == "f16":
        with np.errstate(over="ignore"):
            return x.astype(np.float16).astype(np.float32)
    if t == "bf16":
        return (x.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    return x.astype(numpy_type(t))


def native(hloom, op, t, xs):
    wide = "f64" if t == "f64" else "f32"
    n = len(xs)
    inner = f"tensor<{n}x{t}>"
    outer = f"tensor<{n}x{wide}>"
    if t == wide:
        body = f'  %r = "{op}"(%x) : ({outer}) -> {outer}\n'
    else:
        body = (
            f"  %a = stablehlo.convert %x : ({outer}) -> {inner}\n"
            f'  %b = "{op}"(%a) : ({inner}) -> {inner}\n'
            f"  %r = stablehlo.convert %b : ({inner}) -> {outer}\n"
        )
    text = f"func.func @main(%x: {outer}) -> {outer} {{\n{body}  return %r : {outer}\n}}\n"
    with tempfile.TemporaryDirectory() as d:
        with open(f"{d}/m.mlir", "w") as f:
            f.write(text)
        np.save(f"{d}/x.npy", xs)
        subprocess.run([hloom, "run", f"{d}/m.mlir", f"--input=@{d}/x.npy", f"--output=@{d}/y.npy"], check=True)
        return np.load(f"{d}/y.npy")


def exact(op, f, x):
    """The exact result, NaN where there is none."""
    if np.isnan(x):
        return mpmath.nan
    if np.isinf(x):
        v = AT_INFINITY.get(op, (None, None))[int(x > 0)]
        return mpmath.nan if v is None else mpf(v)
    try:
        return mpf(f(mpf(float(x))))
    except (ZeroDivisionError, ValueError):
        return mpf(float(np.copysign(INF, x))) if op == "stablehlo.rsqrt" else mpmath.nan


def error(t, got, want, size=0):
    """In units in the last place (of a number of that size, if it is larger); infinite if it is no such value at all."""
    mantissa, low, high = TYPES[t]
    if mpmath.isnan(want):
        return 0.0 if np.isnan(got) else INF
    if np.isnan(got):
        return INF
    limit = (2 - mpf(2) ** -(mantissa + 1)) * mpf(2) ** high
    if mpmath.isinf(want) or abs(want) >= limit:
        return 0.0 if np.isinf(got) and (got > 0) == (want > 0) else (1.0 if abs(want) < 2 * limit and not np.isinf(got) else INF)
    size = max(abs(want), size)
    exponent = low if size == 0 else max(int(mpmath.floor(mpmath.log(size, 2))), low)
    ulp = mpf(2) ** (exponent - mantissa)
    if np.isinf(got):
        # Rounded up from the largest number.
        return float(abs(limit - abs(want)) / ulp) if (got > 0) == (want > 0) else INF
    return float(abs(mpf(float(got)) - want) / ulp)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--hloom", default=os.environ.get("HLOOM", "target/release/hloom"))
    p.add_argument("--points", type=int, default=2000, help="patterns of each type")
    p.add_argument("--only", default="", help="functions, by the name behind the dot")
    p.add_argument("--types", default="bf16,f16,f32,f64")
    p.add_argument("--markdown", action="store_true", help="a table")
    a = p.parse_args()
    bad = 0
    types = a.types.split(",")
    if a.markdown:
        print("| function | " + " | ".join(f"{t}: declared | measured" for t in types) + " |")
        print("|---|" + "---|---|" * len(types))
    table = declared()
    for op, (f, name, ranges) in FUNCTIONS.items():
        d32, d64 = table[name]
        if a.only and op.split(".")[1] not in a.only.split(","):
            continue
        cells = []
        for t in types:
            rng = np.random.default_rng(7)
            xs = [patterns(t, a.points, rng)]
            xs += [rounded(t, rng.uniform(lo, hi, a.points // 4)) for lo, hi in ranges]
            special = [0.0, -0.0, 1.0, -1.0, INF, -INF, np.nan, 0.5, -0.5, 2.0]
            mantissa, low, high = TYPES[t]
            tiny = 2.0 ** (low - mantissa)
            special += [tiny, -tiny, 2.0**low, (2 - 2.0**-mantissa) * 2.0**high]
            xs.append(np.array(special, dtype=numpy_type(t)))
            xs = np.concatenate(xs).astype(numpy_type(t))
            ys = native(a.hloom, op, t, xs)
            # 16 bits are computed in f32 and rounded once more.
            bound = d64 if t == "f64" else d32 if t == "f32" else 0.52
            worst, where = 0.0, None
            for x, y in zip(xs, ys):
                e = error(t, y, exact(op, f, x), terms(op, x) if t == "f64" else 0)
                if e > worst:
                    worst, where = e, (x, y)
            if worst > bound:
                bad += 1
                print(f"{op} {t}: {worst:.3g} ulp at {where[0]!r}, which gives {where[1]!r}", file=sys.stderr)
            cells.append(f"{bound} | {worst:.2f}")
        print(f"| `{op}` | " + " | ".join(cells) + " |", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
