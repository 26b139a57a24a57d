#!/usr/bin/env python3
"""Temporary memory: the arena that Hloom plans beside what XLA:CPU allocates, for zoo cases.

  memory.py [--filter REGEX] [--out FILE] [--all] [--compile] GROUP_DIR…

Hloom's figures are those of `hloom explain --json`: the arena, what of it are matrices packed before loops (all at once, counted
apart), and the scratch memory of one thread (packed operands, lines being sorted). XLA's is `temp_size_in_bytes`: what make_zoo.py noted, or with --compile that of the same text compiled now. The bar: on the models below
at most 1.05 times XLA's, elsewhere at most XLA's and 8 MiB a thread; scratch and packed memory at most 8 MiB a thread. The table has the models
and, with --all, every other case, else those where Hloom takes more. Exit code 1 if a case is over its bar.
"""
import argparse, json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
MODELS = re.compile(r"^bench_(resnet|bert|gpt2_|gpt_train|mlp_train|lstm)")
ROOM = 8 << 20


def hloom_plan(case):
    """Arena and scratch bytes of a case."""
    binary = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"), "release", "hloom")
    p = subprocess.run([binary, "explain", "--json", "--roof=1,1", case], capture_output=True, text=True)
    if p.returncode:
        return dict(error=(p.stderr.strip().splitlines() or [f"exit code {p.returncode}"])[0][:120])
    plan = json.loads(p.stdout)
    memory, packed = plan["memory"], sum(s["bytes"] for s in plan["spans"] if s["name"].startswith("packed"))
    return dict(arena=memory["arena"] - packed, packed=packed, scratch=memory["scratch"])


def xla_client():
    """A function from module text to XLA's temporary bytes."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    from jax._src import compiler, xla_bridge
    from jax._src.interpreters import mlir
    from jax._src.lib import _jax
    from jaxlib.cpu import _lapack
    from jaxlib.mlir import ir
    _lapack.initialize()
    backend = xla_bridge.get_backend("cpu")
    devices = _jax.DeviceList(tuple(backend.devices()[:1]))
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)

    def temp_bytes(text):
        with mlir.make_ir_context():
            exe = backend.compile_and_load(ir.Module.parse(text), devices, options)
        return exe.get_compiled_memory_stats().temp_size_in_bytes

    return temp_bytes


def cell(n):
    return f"{n:,}"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--filter", default="")
    p.add_argument("--out")
    p.add_argument("--all", action="store_true")
    p.add_argument("--compile", action="store_true")
    p.add_argument("groups", nargs="+")
    a = p.parse_args()
    temp_bytes, threads = xla_client() if a.compile else None, os.cpu_count()
    rows, failed = [], []
    for group in a.groups:
        for name in sorted(os.listdir(group)):
            case = os.path.join(group, name)
            text, meta = os.path.join(case, "module.mlir"), os.path.join(case, "meta.json")
            if not re.search(a.filter, name) or not os.path.exists(text):
                continue
            meta = json.load(open(meta))
            if meta.get("sets"):
                continue  # sizes that only a run decides: XLA has one program for each
            try:
                xla = temp_bytes(open(text).read()) if temp_bytes else meta["xla_temp_bytes"]
            except Exception as e:
                failed.append((name, f"XLA: {(str(e) or type(e).__name__).splitlines()[0][:120]}"))
                continue
            h = hloom_plan(case)
            if "error" in h:
                failed.append((name, h["error"]))
                continue
            model = bool(MODELS.match(name))
            bar = int(1.05 * xla) if model else xla + ROOM * threads
            rows.append(dict(name=name, xla=xla, model=model, over=h["arena"] > bar or h["scratch"] + h["packed"] / threads > ROOM, **h))
    shown = [r for r in rows if a.all or r["model"] or r["over"] or r["arena"] > xla_at_least(r)]
    lines = ["| case | Hloom's arena | XLA's temporaries | ratio | scratch a thread | packed | |", "|---|---|---|---|---|---|---|"]
    for r in shown:
        ratio = f"{r['arena'] / r['xla']:.2f}" if r["xla"] else "–"
        lines.append(f"| {r['name']} | {cell(r['arena'])} | {cell(r['xla'])} | {ratio} | {cell(r['scratch'])} "
                     f"| {cell(r['packed'])} | {'over' if r['over'] else ''} |")
    over = sum(r["over"] for r in rows)
    lines += ["", f"{len(rows)} cases, {over} over the bar, {sum(r['arena'] <= r['xla'] for r in rows)} with at most XLA's bytes; "
                  f"sums: {cell(sum(r['arena'] for r in rows))} against {cell(sum(r['xla'] for r in rows))}."]
    lines += [f"Not measured: {name} ({why})." for name, why in failed]
    text = "\n".join(lines) + "\n"
    sys.stdout.write(text)
    if a.out:
        open(a.out, "w").write(text)
    sys.exit(1 if over else 0)


def xla_at_least(r):
    """A page more than XLA's is no difference that anybody would see."""
    return r["xla"] + 4096


if __name__ == "__main__":
    main()
