#!/usr/bin/env python3
"""Runs one zoo case on XLA:CPU or IREE and says in one line of JSON how long it took.

  peers.py xla|iree CASE SECONDS [VMFB]
  peers.py compile CASE...                (XLA's compile times only, a line a case)

Meant for a process of its own each time. Outputs of a run are held until the next one has made its own, donated inputs
are refreshed outside the clock, and one small program is compiled first, so that compile time is that of a warm process.
"""
import json, os, re, resource, statistics, subprocess, sys, time


def load_inputs(case, meta):
    import ml_dtypes, numpy as np
    arrays = []
    for entry in meta["inputs"]:
        a = np.load(f"{case}/{entry['file']}")
        if str(a.dtype) != entry["dtype"]:
            a = a.view(np.dtype(getattr(ml_dtypes, entry["dtype"], entry["dtype"])))
        arrays.append(a)
    return arrays


def xla_compiler():
    """A function from a module's text to an executable and the seconds that compiling it took, warmed up."""
    from jax._src import compiler, xla_bridge
    from jax._src.interpreters import mlir
    from jax._src.lib import _jax
    from jaxlib.mlir import ir
    try:
        from jaxlib.cpu import _lapack
        _lapack.initialize()
    except ImportError:
        pass  # only programs with LAPACK calls need it
    backend = xla_bridge.get_backend("cpu")
    devices = _jax.DeviceList(tuple(backend.devices()[:1]))
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)

    def compile_text(text):
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            t = time.perf_counter()
            exe = backend.compile_and_load(module, devices, options)
            return exe, time.perf_counter() - t

    compile_text("func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                 "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n")
    return compile_text


def xla_compile(cases):
    compile_text = xla_compiler()
    for case in cases:
        try:
            result = dict(compile_ms=1e3 * compile_text(open(f"{case}/module.mlir").read())[1])
        except Exception as e:
            result = dict(error=str(e).splitlines()[0][:200])
        print("@@" + json.dumps(dict(result, case=os.path.basename(case))), flush=True)


def xla(case, seconds):
    import jax
    compile_text = xla_compiler()
    text = open(f"{case}/module.mlir").read()
    exe, compile_s = compile_text(text)
    meta = json.load(open(f"{case}/meta.json"))
    args = [jax.device_put(a) for a in load_inputs(case, meta)]
    donates = re.search(r"tf\.aliasing_output|jax\.buffer_donor", text) is not None
    times, held, end = [], None, time.perf_counter() + seconds
    while len(times) < 6 or (time.perf_counter() < end and len(times) < 1_000_000):
        fresh = [a.copy() for a in args] if donates else args
        for a in fresh:
            a.block_until_ready()
        t = time.perf_counter()
        outputs = exe.execute_sharded(fresh).disassemble_into_single_device_arrays()
        for shards in outputs:
            for a in shards:
                a.block_until_ready()
        times.append(time.perf_counter() - t)
        held = outputs  # the previous ones are let go only now
    del held
    return dict(compile_ms=1e3 * compile_s, run_ms=1e3 * statistics.median(times[1:]), min_ms=1e3 * min(times), runs=len(times),
                max_rss_bytes=1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


# IREE packs the operands of products only if it is asked to; what helps one program slows another, so both are tried.
IREE_FLAGS = dict(plain=[], tiled=["--iree-opt-data-tiling"])


def iree_compile(case, vmfb, flags):
    tools = os.path.dirname(sys.executable)
    command = [f"{tools}/iree-compile", f"{case}/module.mlir", "--iree-input-type=stablehlo", "--iree-hal-target-device=local",
               "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", *flags, "-o", vmfb]
    t = time.perf_counter()
    p = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if p.returncode:
        return dict(error=(p.stderr.strip().splitlines() or ["iree-compile failed"])[0][:200])
    return dict(compile_ms=1e3 * (time.perf_counter() - t))


def iree_run(case, seconds, vmfb, flags):
    result = {} if os.path.exists(vmfb) else iree_compile(case, vmfb, flags)
    if "error" in result:
        return result
    tools = os.path.dirname(sys.executable)
    meta = json.load(open(f"{case}/meta.json"))
    inputs = [f"--input=@{case}/{i['file']}" for i in meta["inputs"]]
    p = subprocess.run([f"{tools}/iree-benchmark-module", f"--module={vmfb}", "--device=local-task", "--function=main", *inputs,
                        f"--benchmark_min_time={seconds}s", "--benchmark_format=json"], capture_output=True, text=True, timeout=600)
    if p.returncode:
        return dict(result, error=(p.stderr.strip().splitlines() or ["iree-benchmark-module failed"])[-1][:200])
    b = json.loads(p.stdout[p.stdout.index("{"):])["benchmarks"][0]
    unit = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[b["time_unit"]]
    return dict(result, run_ms=b["real_time"] * unit, runs=b.get("iterations"),
                max_rss_bytes=1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def iree(case, seconds, vmfb):
    """The faster of the ways to compile the case."""
    tried = [dict(iree_run(case, seconds, f"{vmfb}.{name}", flags), flags=name) for name, flags in IREE_FLAGS.items()]
    return min(tried, key=lambda r: r.get("run_ms", float("inf")))


if __name__ == "__main__":
    if sys.argv[1] == "compile":
        xla_compile(sys.argv[2:])
        sys.exit()
    system, case, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    print("@@" + json.dumps(xla(case, seconds) if system == "xla" else iree(case, seconds, sys.argv[4])))
