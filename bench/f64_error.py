#!/usr/bin/env python3
"""Error of Hloom and of XLA against a run in f64.

  f64_error.py [--draws N] HLOOM ZOO [CASE...]
  f64_error.py --mean HLOOM CASE

The case's module is rewritten to f64 and run by XLA on the same inputs. Of each f32 output two errors are compared, in units of
the root mean square of the exact values: the root mean square, and the largest. Hloom's may be 1.2 and 2 times XLA's; errors of
half a unit in the last place count as none on either side, since what is rounded correctly has them. Without cases: all of ZOO
that sum (products, convolutions, reductions) and can be run in f64; what cannot is listed.

The errors of one run are one sample: where an output is a few numbers, or most of its error comes from a few roundings, luck
decides the ratio. With --draws the case is run on N sets of inputs that differ from the given ones by up to 2^-20 of each float, and the
squares of the errors are averaged over the sets; of the largest errors too, which are the means of their sets' largest.

Prints one row a case, of its worst output, and fails if an output is over its bar. With --mean only the geometric mean of Hloom's
root mean square over XLA's, of all outputs of one case.
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

SUMS = re.compile(r"stablehlo\.(dot_general|convolution|reduce|reduce_window|select_and_scatter|scatter)\b")
# What has other results in f64 than rounding explains.
BITS = re.compile(r"bitcast_convert|rng|reduce_precision|custom_call|bf16|f16|f8E|bessel|sort|round_nearest|floor|fft")
FLOOR = 2.0**-24


def in_f64(text):
    """The module with f64 for f32; constants that are given by their bits are converted."""
    wide = lambda data: np.frombuffer(data, "<f4").astype("<f8").tobytes().hex().upper()
    blob = lambda m: f'dense<"0x{wide(bytes.fromhex(m[1]))}"> : tensor<{m[2]}f32>'
    text = re.sub(r'dense<"0x([0-9A-F]+)"> : tensor<((?:\d+x)*)f32>', blob, text)
    # A single number is written with its highest digit first.
    number = lambda m: "0x" + bytes.fromhex(wide(bytes.fromhex(m[1])[::-1]))[::-1].hex().upper()
    text = re.sub(r"\b0x([0-9A-F]{8})\b(?![^<>]*\">)", number, text)
    return re.sub(r"\bf32\b|(?<=x)f32\b", "f64", text)


def run(text, args):
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        exe = backend.compile_and_load(module, _jax.DeviceList(tuple(backend.devices()[:1])), options)
    out = exe.execute_sharded([jax.device_put(a) for a in args]).disassemble_into_single_device_arrays()
    return [np.asarray(o[0]) for o in out]


def errors(got, exact):
    """Root mean square and largest error, in units of the root mean square of the exact values."""
    scale = np.sqrt(np.mean(exact**2))
    e = np.abs(got.astype(np.float64) - exact) / scale
    return np.sqrt(np.mean(e**2)), e.max()


def outputs(hloom, case, inputs, count):
    with tempfile.TemporaryDirectory() as tmp:
        given = [f"{tmp}/in_{i}.npy" for i in range(len(inputs))]
        files = [f"{tmp}/{i}.npy" for i in range(count)]
        for f, a in zip(given, inputs):
            np.save(f, a)
        command = [hloom, "run", f"{case}/module.mlir"] + [f"--input=@{f}" for f in given] + [f"--output=@{f}" for f in files]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return [np.load(f) for f in files]


def nearby(a, seed):
    """Floats moved by up to 2^-20 of themselves."""
    if a.dtype != np.float32:
        return a
    return (a * (1 + np.random.default_rng(seed).uniform(-1, 1, a.shape) * 2.0**-20)).astype(np.float32)


def rows_of(hloom, case, draws=1):
    """(output, XLA's errors, Hloom's errors) of each f32 output; its exact values are finite and not all zero."""
    meta = json.load(open(f"{case}/meta.json"))
    text = open(f"{case}/module.mlir").read()
    wide = in_f64(text)
    given = [np.load(f"{case}/{i['file']}") for i in meta["inputs"]]
    found = {}
    for draw in range(draws):
        # The first set is the case's own, with its expected outputs.
        inputs = [nearby(a, (draw, i)) for i, a in enumerate(given)] if draw else given
        exact = run(wide, [a.astype(np.float64) if a.dtype == np.float32 else a for a in inputs])
        ours = outputs(hloom, case, inputs, len(exact))
        theirs = run(text, inputs) if draw else [np.load(f"{case}/{entry['file']}") for entry in meta["outputs"]]
        for n, (e, x, h) in enumerate(zip(exact, theirs, ours)):
            if x.dtype == np.float32 and e.dtype == np.float64 and e.size and np.isfinite(e).all() and e.any():
                found.setdefault(n, []).append((errors(x, e), errors(h, e)))
    for n, each in found.items():
        each = np.array(each)
        yield n, *((np.sqrt(np.mean(each[:, who, 0] ** 2)), np.mean(each[:, who, 1])) for who in (0, 1))


def over(x, h):
    """How far Hloom's errors are over XLA's: at most 1 is within the bars."""
    ratio = lambda i: max(h[i], FLOOR) / max(x[i], FLOOR)
    return max(ratio(0) / 1.2, ratio(1) / 2)


def mean(hloom, case):
    ratios = [max(h[0], FLOOR) / max(x[0], FLOOR) for _, x, h in rows_of(hloom, case)]
    print(np.exp(np.mean(np.log(ratios))))


def main():
    args = sys.argv[1:]
    if args[0] == "--mean":
        return mean(*args[1:])
    draws = int(args[1]) if args[0] == "--draws" else 1
    hloom, zoo, *cases = args[2:] if args[0] == "--draws" else args
    chosen = bool(cases)
    cases = cases or sorted(os.listdir(zoo))
    bad, skipped, count = [], [], 0
    print("| case | output | XLA rms | Hloom rms | ratio | XLA largest | Hloom largest | ratio |\n|---|---|---|---|---|---|---|---|")
    for name in cases:
        case = os.path.join(zoo, name)
        if not os.path.exists(f"{case}/module.mlir"):
            continue
        text = open(f"{case}/module.mlir").read()
        if not chosen and (not SUMS.search(text) or "f32" not in text):
            continue
        if not chosen and BITS.search(text):
            skipped.append(name)
            continue
        try:
            rows = list(rows_of(hloom, case, draws))
        except subprocess.CalledProcessError as e:
            sys.exit(f"{name}: {e.stderr.decode().strip()}")
        except Exception as e:  # jaxlib refuses what the rewriting has made
            skipped.append(f"{name} ({str(e).splitlines()[0][:60]})")
            continue
        if not rows:
            skipped.append(f"{name} (no f32 output)")
            continue
        count += len(rows)
        bad += [f"{name} output {n}" for n, x, h in rows if over(x, h) > 1]
        n, x, h = max(rows, key=lambda r: over(*r[1:]))
        ratio = lambda i: h[i] / x[i] if x[i] else float("inf") if h[i] else 1.0
        print(f"| {name} | {n} of {len(rows)} | {x[0]:.2e} | {h[0]:.2e} | {ratio(0):.2f} | {x[1]:.2e} | {h[1]:.2e} | {ratio(1):.2f} |", flush=True)
    print(f"\n{count} outputs, {len(bad)} over a bar: {', '.join(bad) or 'none'}.\nNot compared: {', '.join(skipped) or 'none'}.")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(int(main() or 0))
