"""JAX's own tests on Hloom, counted beside XLA:CPU.

    python tests/jax_suites.py CHECKOUT [FILE…] [--reference] [--out DIR] [--jobs N]

CHECKOUT is a checkout of the jax repository at the tag of the installed jax; FILE a name as `lax_test`, all of `COUNTS`
if none is given. Nothing is fetched. For jax 0.11.1 the counts of XLA:CPU are below; `--reference` runs XLA:CPU too, for
any version. What fails is listed by name; logs go to DIR. Exit code 1 if a file passes fewer tests than XLA:CPU, or
fails one that XLA:CPU passes.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

# Passed and failed on XLA:CPU: jax 0.11.1, JAX_NUM_GENERATED_CASES=3.
COUNTS = {
    "lax_test": (984, 0),
    "lax_control_flow_test": (1016, 0),
    "lax_autodiff_test": (260, 0),
    "lax_vmap_op_test": (135, 0),
    "lax_numpy_reducers_test": (227, 0),
    "lax_numpy_indexing_test": (172, 0),
    "lax_scipy_test": (46, 0),
    "linalg_test": (354, 0),
    "fft_test": (41, 0),
    "nn_test": (237, 0),
    "random_lax_test": (373, 0),
    "image_test": (25, 0),
    "array_test": (202, 0),
    "export_test": (147, 2),
    "ffi_test": (65, 0),
    "python_callback_test": (179, 0),
    "layout_test": (28, 0),
}
VERSION = "0.11.1"


def run(checkout: Path, name: str, platforms: str, log: Path) -> tuple[dict[str, int], list[str]]:
    """Counts by outcome, and the tests that failed."""
    root = Path(__file__).resolve().parent.parent
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    env = {"JAX_NUM_GENERATED_CASES": "3", **os.environ, "JAX_PLATFORMS": platforms, "PYTHONPATH": path}
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider", f"tests/{name}.py"]
    with open(log, "w") as out:
        subprocess.run(command, cwd=checkout, env=env, stdout=out, stderr=subprocess.STDOUT, check=False)
    text = log.read_text(errors="replace")
    # The last line of pytest; without one the process died.
    summary = [line for line in text.splitlines() if re.search(r"\d+ (passed|failed|error|skipped).* in [\d.]+s", line)]
    counts = {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|skipped|errors?)", (summary or [""])[-1])}
    failed = sorted(set(re.findall(r"^(?:FAILED|ERROR) \S+?::(\S+)", text, re.MULTILINE)))
    return counts, failed if summary else [*failed, f"(the process died: see {log})"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("files", nargs="*", default=list(COUNTS))
    parser.add_argument("--reference", action="store_true", help="run XLA:CPU as well")
    parser.add_argument("--out", type=Path, default=Path("jax_suites"), help="directory for logs")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time")
    args = parser.parse_args()
    import jax

    known = COUNTS if jax.__version__ == VERSION else {}
    args.out.mkdir(parents=True, exist_ok=True)
    out = args.out.resolve()
    print(f"jax {jax.__version__}; passed, failed, skipped\n{'file':26} {'Hloom':>18} {'XLA:CPU':>18}")

    def both(name: str):
        mine = run(args.checkout, name, "hloom,cpu", out / f"{name}.log")
        theirs = run(args.checkout, name, "cpu", out / f"{name}.xla.log") if args.reference else None
        return name, mine, theirs

    good = True
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, (counts, failed), reference in pool.map(both, args.files):
            if reference:
                expected, excused = reference[0].get("passed", 0), set(reference[1])
                text = " ".join(str(reference[0].get(k, 0)) for k in ("passed", "failed", "skipped"))
            else:
                (expected, allowed), excused = known.get(name, (0, 0)), set()
                text = f"{expected} {allowed}" if name in known else "?"
            mine = " ".join(str(counts.get(k, 0)) for k in ("passed", "failed", "skipped"))
            print(f"{name:26} {mine:>18} {text:>18}", flush=True)
            worse = [test for test in failed if test not in excused]
            for test in worse:
                print(f"    {test}")
            enough = counts.get("passed", 0) >= expected
            good &= enough and (not worse or (not reference and len(worse) <= known.get(name, (0, 0))[1]))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
