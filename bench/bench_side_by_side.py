#!/usr/bin/env python3
"""Hloom, XLA:CPU and IREE on zoo cases, side by side on one machine in one run.

  bench_side_by_side.py [--zoo DIR] [--out DIR] [--filter REGEX] [--systems hloom,xla,xla-reuse[,iree]]
                        [--seconds 1.5] [--rounds 2] [--resume]
  bench_side_by_side.py --compile DIR… [--filter REGEX] [--rounds 2]

Protocol: for each case the systems take turns (A B C A B C), each turn in a fresh process of at least --seconds; the better
of a system's medians counts. `xla` is XLA as users run it; `xla-reuse` is XLA with a malloc that keeps freed memory, which
takes the page faults of fresh outputs out of memory-bound cases. Variables that tune a numerics library (OPENBLAS_*, MKL_*, OMP_*)
are not passed on. Missing bench cases are made first (make_zoo.py).

Outputs must be within the zoo's tolerances of XLA's. Where they are not, which happens where XLA's own are as far from the truth (training
steps of Adam divide moments near zero), both are compared with a run in f64 (f64_error.py): with a mean error of at most 1.2 times XLA's a
case counts, and its row says so.

Writes OUT/bench.json, OUT/bench.md and OUT/bench.svg: run times, ratios (XLA / Hloom: above 1, Hloom is faster), compile times,
and the fraction of the machine's roof: the larger of flops over measured peak and bytes over measured bandwidth, over run time.

With --compile only compile times, of the cases in the given directories: each side compiles all of them in one process a round, the best
of its rounds counts. Prints the geometric mean, the cases over the larger of 1.5 times XLA's time and 60 ms, and the worst ratios.
"""
import argparse, functools, json, math, os, re, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
REUSE = dict(MALLOC_MMAP_MAX_="0", MALLOC_TRIM_THRESHOLD_="17179869184", MALLOC_TOP_PAD_="1073741824")

# Cases with a threshold (XLA ms / Hloom ms) that the project holds itself to.
THRESHOLDS = {
    "resnet50_b1": 1.3, "bert_base_s128_b1": 1.3, "gpt2_prefill128": 1.2, "matmul_f32_256": 1.0, "matmul_f32_1024": 1.1,
    "matmul_f32_2048": 1.1, "batch_matmul_96x128x64": 1.3, "matvec_f32_4096": 1.0, "mlp_fwd_b64": 1.3, "attention_t512_h8": 2.0,
    "conv3x3_56_64": 1.2, "conv1x1_56_256": 1.1, "depthwise3x3_112_96": 40, "elementwise_chain_16m": 5, "softmax_4096x4096": 5,
    "layernorm_8192x1024": 5, "transpose_4096": 6, "reduce_all_16m": 1.0, "argmax_4096": 12, "black_scholes_4m": 5,
    "small_ops_chain_200": 2, "lstm_t128_b32_h256": 1.5, "jacobi_1024_s100": 3, "nbody_1024_s10": 3,
}
# Cases with a limit of their own, in ms: what is measured is the cost of a call. XLA is called through Python here, Hloom through
# Rust, so the ratio says nothing about the two and is left out of the means.
LIMITS_MS = {"dispatch_tiny_add": 0.001}


def clean_env(extra=None):
    drop = re.compile(r"^(OPENBLAS|MKL|OMP|GOTO|MALLOC|XLA)_")
    env = {k: v for k, v in os.environ.items() if not drop.match(k)}
    return dict(env, JAX_PLATFORMS="cpu", **(extra or {}))


def hloom_binary():
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    return os.path.join(ROOT, target, "release", "hloom")


def run_hloom(case, seconds):
    p = subprocess.run([hloom_binary(), "bench", "--json", f"--seconds={seconds}", case], capture_output=True, text=True, env=clean_env(), timeout=600)
    lines = [l for l in p.stdout.splitlines() if l.startswith("{")]
    if not lines:
        return dict(error=(p.stderr.strip().splitlines() or [f"exit code {p.returncode}"])[0][:200])
    result = json.loads(lines[-1])
    if result.get("outputs_ok") is False:
        result["f64_ratio"] = f64_ratio(case)
        # (Also if the ratio is none, or no number: integers, and results that are not finite.)
        if not (result["f64_ratio"] and result["f64_ratio"] <= 1.2):
            result["error"] = "wrong outputs"
    return result


@functools.cache
def f64_ratio(case):
    """Mean error of Hloom's outputs over XLA's, against a run in f64; None if there is none."""
    p = subprocess.run([sys.executable, f"{HERE}/f64_error.py", "--mean", hloom_binary(), case], capture_output=True, text=True, env=clean_env())
    return float(p.stdout.split()[-1]) if p.returncode == 0 else None


def run_peer(system, case, seconds, vmfb):
    env = clean_env(REUSE if system == "xla-reuse" else None)
    command = [sys.executable, f"{HERE}/peers.py", system.split("-")[0], case, str(seconds), vmfb]
    try:
        p = subprocess.run(command, capture_output=True, text=True, env=env, timeout=900)
    except subprocess.TimeoutExpired:
        return dict(error="timeout")
    lines = [l for l in p.stdout.splitlines() if l.startswith("@@")]
    return json.loads(lines[-1][2:]) if lines else dict(error=(p.stderr.strip().splitlines() or [f"exit code {p.returncode}"])[-1][:200])


def run_jax(script, platforms, *args, cache="off"):
    """Runs a JAX program of this directory with JAX_PLATFORMS as given; its last line, which is JSON, and the seconds of the process.
    Each process compiles for itself, unless `cache` is a directory for Hloom's objects."""
    env = dict(clean_env(), JAX_PLATFORMS=platforms, HLOOM_CACHE_DIR=cache)
    if platforms != "cpu":  # finds the plugin of this checkout as an installed one
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [f"{ROOT}/python", os.environ.get("PYTHONPATH")]))
        env.setdefault("HLOOM_PJRT_LIBRARY", f"{os.path.dirname(hloom_binary())}/libhloom_pjrt.so")
    start = time.perf_counter()
    p = subprocess.run([sys.executable, f"{HERE}/{script}", *args], capture_output=True, text=True, env=env)
    seconds = time.perf_counter() - start
    if p.returncode:
        sys.exit(f"{script} with JAX_PLATFORMS={platforms} failed (exit code {p.returncode}):\n{p.stderr.strip()[-2000:]}")
    return dict(json.loads(p.stdout.splitlines()[-1]), total_s=seconds)


def apart(a, b, steps):
    """How far the first losses of two runs differ, at most, as a part of the losses."""
    return max(abs(x - y) / max(abs(x), 1e-30) for x, y in zip(a["losses"][:steps], b["losses"][:steps]))


def show(head, rows):
    """Prints a table for people."""
    widths = [max(len(r[k]) for r in [head, *rows]) for k in range(len(head))]
    for r in [head, ["-" * w for w in widths], *rows]:
        print("  ".join(t.ljust(w) if k == 0 else t.rjust(w) for k, (t, w) in enumerate(zip(r, widths))))


def best(results):
    """The turn with the better median; compile time is the better of both, wherever it was measured."""
    good = [r for r in results if r.get("run_ms") is not None and "error" not in r]
    if not good:
        return results[0]
    pick = dict(min(good, key=lambda r: r["run_ms"]))
    compiles = [total_compile(r) for r in good if r.get("compile_ms") is not None]
    pick["compile_total_ms"] = min(compiles) if compiles else None
    return pick


def total_compile(r):
    return r["compile_ms"] + (r.get("parse_ms") or 0)


def measure_roof():
    """Flops and bytes a second of the best f32 product and the best read or copy that NumPy gives on one and on all cores.

    It is what some program reached, so a lower bound of the roof: a kernel may come out at more than 100 %."""
    probe = """
import json, os, threading, time, numpy as np
def best(f, n):
    ts = []
    for _ in range(n):
        t = time.perf_counter(); f(); ts.append(time.perf_counter() - t)
    return min(ts)
a = np.random.rand(2048, 2048).astype(np.float32)
peak = 2 * 2048**3 / best(lambda: a @ a, 8)
x = np.ones(1 << 26, np.float32); y = np.ones_like(x)
def together(f, parts):
    ts = [threading.Thread(target=f, args=p) for p in zip(np.array_split(x, parts), np.array_split(y, parts))]
    [t.start() for t in ts]; [t.join() for t in ts]
rates = []
for parts in {1, os.cpu_count()}:
    rates.append(2 * x.nbytes / best(lambda: together(lambda p, q: np.copyto(q, p), parts), 6))
    rates.append(x.nbytes / best(lambda: together(lambda p, q: p.max(), parts), 6))
print(json.dumps(dict(flops_per_s=peak, bytes_per_s=max(rates))))
"""
    p = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, env=clean_env(), timeout=120)
    return json.loads(p.stdout) if p.returncode == 0 else None


def work_of(case, hloom):
    """(flops, bytes): what the plan counts, but bytes at least those of inputs and outputs, and XLA's count of flops where there is no plan."""
    meta = json.load(open(f"{case}/meta.json"))
    flops = hloom.get("flops") or meta.get("xla_flops") or 0
    size = sum(os.path.getsize(f"{case}/{e['file']}") for k in ("inputs", "outputs") for e in meta.get(k) or [])
    return flops, size


def roof_ms(case, hloom, roof):
    """The shorter of what the probe and what Hloom says: of two measured roofs the higher one is nearer the truth."""
    known = [hloom["roof_ms"]] if hloom.get("roof_ms") else []
    if roof:
        flops, size = work_of(case, hloom)
        known.append(1e3 * max(flops / roof["flops_per_s"], size / roof["bytes_per_s"]))
    return min(known, default=None)


def geomean(xs):
    xs = [x for x in xs if x]
    return math.exp(statistics.fmean(map(math.log, xs))) if xs else None


def cell(x, digits=3, suffix=""):
    return "–" if x is None else f"{x:.{digits}f}{suffix}"


def sound_ms(r):
    """Run time of a system that ran and, where that is known, computed the right values; a wrong result has no speed."""
    return None if not r or r.get("error") else r.get("run_ms")


def ratio(a, b):
    a, b = sound_ms(a), sound_ms(b)
    return a / b if a and b else None


def reuse_bar(r):
    """What the ratio to XLA with a malloc that keeps memory has to be: 1 for products and convolutions; for what memory bounds 1.2,
    or 1 where XLA itself is within a quarter of the roof."""
    x = sound_ms(r.get("xla-reuse"))
    if not x or not r.get("roof_ms"):
        return None
    return 1.2 if r.get("memory_bound") and r["roof_ms"] < 0.75 * x else 1.0


def rows_of(data):
    for name, r in sorted(data["cases"].items()):
        h, x, y, i = (r.get(s) or {} for s in ("hloom", "xla", "xla-reuse", "iree"))
        yield dict(name=name.removeprefix("bench_"), h=h, x=x, y=y, i=i, vs_xla=ratio(x, h), vs_reuse=ratio(y, h), vs_iree=ratio(i, h),
                   bar=reuse_bar(r),
                   roof=r["roof_ms"] / sound_ms(h) if r.get("roof_ms") and sound_ms(h) else None)


def write_table(data, path):
    with open(path, "w") as f:
        roof = data.get("roof")
        f.write(f"Measured {data['when']} on {data['machine']}. Best of {data['rounds']} medians of fresh processes taking turns, "
                f"at least {data['seconds']} s each. Ratios above 1: Hloom is faster.\n")
        if roof:
            f.write(f"Roof: {roof['flops_per_s'] / 1e9:.0f} GFLOP/s, {roof['bytes_per_s'] / 1e9:.0f} GB/s (NumPy's best on all cores).\n")
        f.write("\n| case | Hloom ms | XLA ms | ratio | goal | XLA, reusing malloc, ms | ratio | IREE ms | ratio | of roof | Hloom compile ms | XLA compile ms | Hloom peak MB |\n")
        f.write("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
        rows = list(rows_of(data))
        for r in rows:
            goal = THRESHOLDS.get(r["name"]) or (f"≤ {LIMITS_MS[r['name']]} ms" if r["name"] in LIMITS_MS else None)
            rss = r["h"].get("max_rss_bytes")
            error = r["h"].get("error")
            judged = r["h"].get("f64_ratio")
            f.write(f"| {r['name']}{f' (error {judged:.2f} of XLA’s)' if judged else ''} | {error or cell(r['h'].get('run_ms'), 4)} | {cell(r['x'].get('run_ms'))} | {cell(r['vs_xla'], 2)} | {goal or ''} "
                    f"| {cell(r['y'].get('run_ms'))} | {cell(r['vs_reuse'], 2)} | {'fails' if r['i'].get('error') else cell(r['i'].get('run_ms'))} | {cell(r['vs_iree'], 2)} "
                    f"| {cell(r['roof'] and 100 * r['roof'], 0, ' %')} | {cell(r['h'].get('compile_total_ms'), 1)} | {cell(r['x'].get('compile_total_ms'), 1)} "
                    f"| {cell(rss and rss / 1e6, 0)} |\n")
        fair = [r for r in rows if r["name"] not in LIMITS_MS]
        mean = lambda key: cell(geomean([r[key] for r in fair]), 2)
        pairs = [(r["x"].get("compile_total_ms"), r["h"].get("compile_total_ms")) for r in rows]
        count = lambda key: sum(r[key] is not None for r in fair)
        f.write(f"\nGeometric means: XLA / Hloom {mean('vs_xla')} (of {count('vs_xla')} cases), "
                f"reusing malloc {mean('vs_reuse')} ({count('vs_reuse')}), "
                f"IREE / Hloom {mean('vs_iree')} ({count('vs_iree')}), "
                f"compile time XLA / Hloom {cell(geomean([x / h for x, h in pairs if x and h]), 2)} "
                f"(XLA: compile of a parsed module; Hloom: artifact bytes to callable code).\n")
        broken = [f"{r['name']} ({r['h']['error']})" for r in rows if r["h"].get("error")]
        f.write(f"\nNot measured, and in no mean: {', '.join(broken) or 'none'}.\n")
        # A case without a ratio has not reached its goal.
        missed = [f"{r['name']} {cell(r['vs_xla'], 2)} < {THRESHOLDS[r['name']]}" for r in rows
                  if r["name"] in THRESHOLDS and (r["vs_xla"] is None or r["vs_xla"] < THRESHOLDS[r["name"]])]
        missed += [f"{r['name']} {cell(sound_ms(r['h']), 4)} ms > {LIMITS_MS[r['name']]} ms" for r in rows
                   if r["name"] in LIMITS_MS and (sound_ms(r["h"]) is None or sound_ms(r["h"]) > LIMITS_MS[r["name"]])]
        missed += [f"{r['name']} {r['vs_reuse']:.2f} < {r['bar']} against XLA reusing malloc" for r in fair
                   if r["name"] in THRESHOLDS and r["vs_reuse"] is not None and r["bar"] and r["vs_reuse"] < r["bar"]]
        absent = sorted((THRESHOLDS.keys() | LIMITS_MS.keys()) - {r["name"] for r in rows})
        f.write(f"\nGoals missed: {', '.join(missed) or 'none'}. Cases with a goal that were not part of this run: {', '.join(absent) or 'none'}.\n")
        if busy := data.get("load"):
            f.write(f"\nOther work on the machine: load {busy:.1f} at the start; over about 0.5 these figures are not fit to be quoted.\n")


def write_plot(data, path):
    """Bars of the ratios on a logarithmic axis, as SVG."""
    rows = sorted((r for r in rows_of(data) if r["vs_xla"]), key=lambda r: r["vs_xla"])
    series = [("vs_xla", "#2f6f9f", "XLA / Hloom"), ("vs_reuse", "#8fbbd9", "XLA, reusing malloc / Hloom"), ("vs_iree", "#d9a441", "IREE / Hloom")]
    series = [s for s in series if any(r[s[0]] for r in rows)]
    values = [r[k] for r in rows for k, *_ in series if r[k]] or [1.0]
    low, high = math.floor(math.log2(min(values + [0.5]))), math.ceil(math.log2(max(values + [2])))
    left, width, bar = 190, 620, 6
    step = bar * len(series) + 6
    height = 60 + step * len(rows)
    x = lambda v: left + width * (math.log2(v) - low) / (high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 40}" height="{height}" font-family="sans-serif" font-size="10">',
           '<rect width="100%" height="100%" fill="white"/>']
    for e in range(low, high + 1):
        out.append(f'<line x1="{x(2**e):.1f}" y1="34" x2="{x(2**e):.1f}" y2="{height - 18}" stroke="{"#333" if e == 0 else "#ddd"}"/>'
                   f'<text x="{x(2**e):.1f}" y="{height - 6}" text-anchor="middle">{2**e:g}</text>')
    for k, (_, colour, label) in enumerate(series):
        out.append(f'<rect x="{left + 190 * k}" y="10" width="10" height="10" fill="{colour}"/><text x="{left + 190 * k + 14}" y="19">{label}</text>')
    for n, r in enumerate(rows):
        y = 40 + n * step
        out.append(f'<text x="{left - 6}" y="{y + step / 2}" text-anchor="end">{r["name"]}</text>')
        for k, (key, colour, _) in enumerate(series):
            if r[key]:
                a, b = sorted((x(1), x(r[key])))
                out.append(f'<rect x="{a:.1f}" y="{y + k * bar}" width="{max(b - a, 1):.1f}" height="{bar - 1}" fill="{colour}"><title>{r[key]:.2f}</title></rect>')
    out.append("</svg>\n")
    open(path, "w").write("\n".join(out))


def compile_times(directories, wanted, rounds):
    """Milliseconds by case: Hloom from artifact bytes to callable code, XLA's compile of a parsed module."""
    cases = [f"{d}/{c}" for d in directories for c in sorted(os.listdir(d)) if re.search(wanted, c) and os.path.exists(f"{d}/{c}/module.mlir")]
    best = {"hloom": {}, "xla": {}}
    for _ in range(rounds):
        for system, command in [("hloom", [hloom_binary(), "bench", "--json", "--seconds=0"]), ("xla", [sys.executable, f"{HERE}/peers.py", "compile"])]:
            out = subprocess.run([*command, *cases], capture_output=True, text=True, env=clean_env()).stdout
            for r in (json.loads(l.removeprefix("@@")) for l in out.splitlines() if l.startswith(("{", "@@"))):
                if r.get("compile_ms") is not None:
                    best[system][r["case"]] = min(total_compile(r), best[system].get(r["case"], math.inf))
    return len(cases), best["hloom"], best["xla"]


def compile_report(directories, wanted, rounds):
    count, hloom, xla = compile_times(directories, wanted, rounds)
    rows = sorted(((hloom[c] / xla[c], c) for c in hloom.keys() & xla.keys()), reverse=True)
    slow = [f"{c} {hloom[c]:.0f} ms against {xla[c]:.0f}" for _, c in rows if hloom[c] > max(1.5 * xla[c], 60)]
    print(f"{len(rows)} of {count} cases compiled by both. Geometric mean of XLA / Hloom: {cell(geomean([1 / r for r, _ in rows]), 2)}. "
          f"Over the larger of 1.5 times XLA's time and 60 ms: {', '.join(slow) or 'none'}.\n\n"
          "| case | Hloom ms | XLA ms | XLA / Hloom |\n|---|---|---|---|")
    for r, c in rows[:20]:
        print(f"| {c} | {hloom[c]:.1f} | {xla[c]:.1f} | {1 / r:.2f} |")


def machine():
    models = [l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")] if os.path.exists("/proc/cpuinfo") else []
    return f"{os.cpu_count()} x {models[0] if models else os.uname().machine}"


def make_missing(zoo, wanted):
    names = [n for n in wanted if not os.path.exists(f"{zoo}/{n}/meta.json")]
    if names:
        print(f"making {len(names)} cases in {zoo}", file=sys.stderr)
        subprocess.run([sys.executable, f"{HERE}/zoo/make_zoo.py", "--group", "bench", "--out", zoo, "--skip-existing", "--reps-s", "0.2",
                        "--only", "^(" + "|".join(names) + ")$"], env=clean_env(), stdout=sys.stderr, check=False)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--zoo", default=os.environ.get("HLOOM_ZOO", f"{ROOT}/target/data/zoo"))
    ap.add_argument("--out", default=f"{ROOT}/target/bench")
    ap.add_argument("--filter", default="")
    ap.add_argument("--systems", default="hloom,xla,xla-reuse")
    ap.add_argument("--seconds", type=float, default=1.5)
    ap.add_argument("--rounds", type=int, default=2)
    ap.add_argument("--resume", action="store_true", help="keep the cases of an earlier run in OUT")
    ap.add_argument("--compile", nargs="+", metavar="DIR", help="compile times only, of the cases in these directories")
    a = ap.parse_args()
    if a.compile:
        return compile_report(a.compile, a.filter, a.rounds)
    systems = a.systems.split(",")
    known = {"hloom", "xla", "xla-reuse", "iree"}
    if bad := set(systems) - known:
        ap.error(f"unknown system {', '.join(sorted(bad))}")
    # Named cases are made when missing; others only if they are there.
    make_missing(a.zoo, [f"bench_{n}" for n in [*THRESHOLDS, *LIMITS_MS] if re.search(a.filter, f"bench_{n}")])
    cases = sorted(c for c in os.listdir(a.zoo) if c.startswith("bench_") and re.search(a.filter, c) and os.path.exists(f"{a.zoo}/{c}/module.mlir"))
    if not cases:
        sys.exit(f"no bench case in {a.zoo} matches '{a.filter}'")
    os.makedirs(a.out, exist_ok=True)
    data = dict(when=time.strftime("%Y-%m-%d %H:%M"), machine=machine(), seconds=a.seconds, rounds=a.rounds, cases={})
    if a.resume and os.path.exists(f"{a.out}/bench.json"):
        data["cases"] = json.load(open(f"{a.out}/bench.json"))["cases"]
    data["load"] = os.getloadavg()[0]
    if data["load"] > 0.5:
        print(f"warning: the machine is busy (load {data['load']:.1f}); the figures will not be fit to be quoted", file=sys.stderr)
    data["roof"] = measure_roof()
    with tempfile.TemporaryDirectory() as tmp:
        for n, name in enumerate(cases):
            if name in data["cases"]:
                continue
            case = f"{a.zoo}/{name}"
            turns = {s: [] for s in systems}
            for _ in range(a.rounds):
                for s in systems:
                    failed = turns[s] and turns[s][0].get("error")
                    if not failed:
                        turns[s].append(run_hloom(case, a.seconds) if s == "hloom" else run_peer(s, case, a.seconds, f"{tmp}/{name}.vmfb"))
            result = {s: best(t) for s, t in turns.items()}
            result["roof_ms"] = roof_ms(case, result.get("hloom", {}), data["roof"])
            if data["roof"]:
                flops, size = work_of(case, result.get("hloom", {}))
                result["memory_bound"] = size / data["roof"]["bytes_per_s"] > flops / data["roof"]["flops_per_s"]
            data["cases"][name] = result
            line = "  ".join(f"{s} {result[s].get('error') or cell(result[s].get('run_ms')) + ' ms'}" for s in systems)
            print(f"[{n + 1}/{len(cases)}] {name.removeprefix('bench_'):28} {line}", file=sys.stderr, flush=True)
            json.dump(data, open(f"{a.out}/bench.json", "w"), indent=1)
    write_table(data, f"{a.out}/bench.md")
    write_plot(data, f"{a.out}/bench.svg")
    sys.stdout.write(open(f"{a.out}/bench.md").read())
    print(f"\nwritten: {a.out}/bench.json, bench.md, bench.svg", file=sys.stderr)


if __name__ == "__main__":
    main()
