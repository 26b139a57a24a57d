"""JAX's own tests on Hloom, counted beside XLA:CPU.

    python tests/jax_suites.py CHECKOUT [FILE…] [--reference] [--select TEXT] [--timeout SECONDS] [--out DIR] [--resume]

CHECKOUT is a checkout of the jax repository at the tag of the installed jax; FILE a name as `lax_test`, all of `COUNTS`
if none is given. Nothing is fetched. For jax 0.11.1 the counts of XLA:CPU are below; `--reference` runs XLA:CPU too, for
any version.

The tests of a file share one process. Where a test ends it, by a crash or by taking longer than `--timeout`, that is its
outcome, and a new process goes on behind it. Outcomes go to DIR/FILE.jsonl, one a line with the first lines of the error;
output to DIR/FILE.log. Exit code 1 if a file passes fewer tests than XLA:CPU, or fails one that XLA:CPU passes.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

# Passed and failed on XLA:CPU: jax 0.11.1, JAX_NUM_GENERATED_CASES=3, eight devices.
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
    "multi_device_test": (19, 0),
    "shard_map_test": (384, 0),
    "pjit_test": (817, 0),
}
VERSION = "0.11.1"
# Outcomes that are failures.
BAD = ("failed", "crashed", "timeout")
# Where the process of pytest writes outcomes.
SINK = "HLOOM_JAX_SUITES_SINK"


class Recorder:
    """The part in pytest's process: appends what begins and what it came to, and leaves out what is known already."""

    def __init__(self, path: str):
        self.done = {test for test, outcome in outcomes(Path(path)).items() if outcome != "started"}
        self.file = open(path, "a", buffering=1)  # noqa: SIM115: open as long as the process

    def write(self, **line) -> None:
        self.file.write(json.dumps(line) + "\n")

    def pytest_collection_modifyitems(self, items) -> None:
        items[:] = [item for item in items if name_of(item.nodeid) not in self.done]

    def pytest_runtest_logstart(self, nodeid) -> None:
        self.write(test=name_of(nodeid), outcome="started")

    def pytest_runtest_logreport(self, report) -> None:
        # Set-up and tear-down count if they fail, the set-up also if it skips.
        if report.when == "call" or report.failed or (report.when == "setup" and report.skipped):
            lines = [line[2:] for line in report.longreprtext.splitlines() if line.startswith("E ")]
            text = [line.strip() for line in lines if line.strip()][:12]
            self.write(test=name_of(report.nodeid), outcome=report.outcome, seconds=report.duration, error=text)


def name_of(nodeid: str) -> str:
    return nodeid.split("::", 1)[-1]


def read(path: Path) -> list[dict]:
    """The lines of a file of outcomes; the last one may be cut."""
    lines = []
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            pass
    return lines


def outcomes(path: Path) -> dict[str, str]:
    """Outcome by test; of several lines the last counts, but a failure stays one."""
    found: dict[str, str] = {}
    for line in read(path):
        if found.get(line["test"]) not in BAD:
            found[line["test"]] = line["outcome"]
    return found


def run(args, name: str, platforms: str, stem: str) -> dict[str, str]:
    """Outcome by test of one file."""
    sink, log = args.out / f"{stem}.jsonl", args.out / f"{stem}.log"
    if not args.resume:
        sink.unlink(missing_ok=True)
        log.unlink(missing_ok=True)
    here = Path(__file__).resolve().parent
    path = os.pathsep.join(filter(None, [str(here), str(here.parent), os.environ.get("PYTHONPATH")]))
    # XLA's counts are those of eight devices, which tests that want several ask its client for.
    env = {"JAX_NUM_GENERATED_CASES": "3", "HLOOM_CACHE_DIR": "off", "HLOOM_NUM_DEVICES": "8", **os.environ}
    env |= {"JAX_PLATFORMS": platforms, "PYTHONPATH": path, SINK: str(sink)}
    command = [sys.executable, "-X", "faulthandler", "-m", "pytest", "-q", "-p", "jax_suites", "-p", "no:cacheprovider"]
    command += [f"tests/{name}.py", *(["-k", args.select] if args.select else [])]
    while True:
        with open(log, "a") as out:
            child = subprocess.Popen(command, cwd=args.checkout, env=env, stdout=out, stderr=subprocess.STDOUT)
            slow = watch(child, sink, args.timeout)
        current = [test for test, outcome in outcomes(sink).items() if outcome == "started"]
        if child.returncode >= 0 and not current:
            break
        with open(sink, "a") as file:
            for test in current or ["(before the first test)"]:
                outcome = "timeout" if slow else "crashed"
                line = {"test": test, "outcome": outcome, "error": [f"exit status {child.returncode}; see {log}"]}
                file.write(json.dumps(line) + "\n")
        if not current:
            break
    return outcomes(sink)


def watch(child: subprocess.Popen, sink: Path, timeout: float) -> bool:
    """Waits for the end; true if a test took too long and the process was killed, which prints the stacks."""
    size, since = 0, time.monotonic()
    while child.poll() is None:
        time.sleep(0.2)
        now = sink.stat().st_size if sink.exists() else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > timeout:
            child.send_signal(signal.SIGABRT)
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            return True
    return False


def summary(found: dict[str, str]) -> str:
    count = Counter(found.values())
    text = f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"
    return text + "".join(f", {count[what]} {what}" for what in ("crashed", "timeout") if count[what])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("files", nargs="*", default=list(COUNTS))
    parser.add_argument("--reference", action="store_true", help="run XLA:CPU as well")
    parser.add_argument("--select", help="only tests that match: pytest's -k")
    parser.add_argument("--timeout", type=float, default=300, help="seconds that one test may take; collecting, too")
    parser.add_argument("--out", type=Path, default=Path("jax_suites"), help="directory for outcomes and logs")
    parser.add_argument("--resume", action="store_true", help="go on with what is in DIR")
    args = parser.parse_args()
    import jax

    known = COUNTS if jax.__version__ == VERSION and not args.select else {}
    args.out.mkdir(parents=True, exist_ok=True)
    args.out = args.out.resolve()
    print(f"jax {jax.__version__}")
    good = True
    for name in args.files:
        mine = run(args, name, "hloom,cpu", name)
        bad = [test for test, outcome in mine.items() if outcome in BAD]
        passed = sum(outcome == "passed" for outcome in mine.values())
        if args.reference:
            theirs = run(args, name, "cpu", f"{name}.xla")
            expected, text = sum(outcome == "passed" for outcome in theirs.values()), summary(theirs)
            worse = [test for test in bad if theirs.get(test) not in BAD]
        else:
            expected, allowed = known.get(name, (0, 0))
            text = f"{expected} passed, {allowed} failed" if name in known else "not known"
            worse = bad[allowed:]
        print(f"{name:26} {summary(mine)}; XLA:CPU {text}", flush=True)
        for test in bad:
            print(f"    {mine[test]:8} {test}", flush=True)
        good &= passed >= expected and not worse
    return 0 if good else 1


def pytest_configure(config) -> None:
    """This file is also the plugin that pytest's process loads."""
    if SINK in os.environ:
        config.pluginmanager.register(Recorder(os.environ[SINK]))


if __name__ == "__main__":
    sys.exit(main())
