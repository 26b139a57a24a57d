"""Artifacts that JAX keeps to test its compatibility guarantees, as cases for `hloom check`.

    python back_compat.py OUT [HLOOM [BACKEND]]

Writes one case a module of the installed jax wheel under OUT (artifact, inputs, expected outputs), reads and verifies each
artifact with `hloom translate --deserialize`, and checks those for CPUs with `hloom check`. Prints the counts; exits with 1 if an
artifact cannot be read or gives other outputs. HLOOM is the command, BACKEND `interp` (the default) or `cpu`.
"""

import collections
import importlib
import json
import pathlib
import pkgutil
import subprocess
import sys

import numpy as np
from jax._src.internal_test_util import export_back_compat_test_data as data_package

# Results that are determined up to signs, phases or order, so that other correct values are no mismatch.
NOT_UNIQUE = ("eig", "eigh", "qr", "svd", "schur", "hessenberg", "tridiagonal_lapack")


def modules():
    """Every dictionary with an artifact: name, dictionary."""
    for info in pkgutil.walk_packages(data_package.__path__, data_package.__name__ + "."):
        module = importlib.import_module(info.name)
        short = info.name.removeprefix(data_package.__name__ + ".")
        for attr, value in sorted(vars(module).items()):
            found = value if isinstance(value, dict) else {}
            if "mlir_module_serialized" in found:
                found = {"": found}
            for key, case in found.items():
                if isinstance(case, dict) and "mlir_module_serialized" in case:
                    yield "-".join(filter(None, [short, attr, str(key)])).replace(" ", "_"), case


def arrays(directory, prefix, values):
    entries = []
    for i, value in enumerate(values):
        value = np.asarray(value)
        file = f"{prefix}_{i:03}.npy"
        stored = value
        if value.dtype.name == "bfloat16":
            stored = value.view(np.uint16)
        np.save(directory / file, stored)
        entries.append({"file": file, "dtype": value.dtype.name, "shape": list(value.shape), "stored": stored.dtype.name})
    return entries


def main():
    out = pathlib.Path(sys.argv[1])
    hloom = sys.argv[2] if len(sys.argv) > 2 else "hloom"
    backend = sys.argv[3] if len(sys.argv) > 3 else "interp"
    counts = collections.Counter()
    unread, checked = [], []
    for name, case in modules():
        directory = out / name
        directory.mkdir(parents=True, exist_ok=True)
        artifact = directory / "module.mlirbc"
        artifact.write_bytes(case["mlir_module_serialized"])
        counts["artifacts"] += 1
        read = subprocess.run([hloom, "translate", "--deserialize", artifact], capture_output=True, text=True)
        if read.returncode != 0:
            unread.append(f"{name}: {read.stderr.strip().splitlines()[:2]}")
            continue
        counts["read"] += 1
        if case["platform"] != "cpu" and case["custom_call_targets"] or case.get("nr_devices", 1) > 1:
            counts["not run: for another machine"] += 1
            continue
        try:
            meta = {
                "name": name,
                "platforms": ["cpu"],
                "compare": "shape-only" if any(word in name for word in NOT_UNIQUE) else "allclose",
                "inputs": arrays(directory, "in", case["inputs"]),
                "outputs": arrays(directory, "out", case["expected_outputs"]),
            }
        except (TypeError, ValueError, KeyError) as e:
            counts[f"no arrays: {type(e).__name__}"] += 1
            continue
        (directory / "meta.json").write_text(json.dumps(meta))
        checked.append(directory)
    command = [hloom, "check", f"--backend={backend}", "--form=artifact", "--json", *checked]
    mismatches = []
    for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[:-1]:
        result = json.loads(line)
        reason = result["reason"] or ""
        if result["status"] != "FAIL":
            counts["with the expected outputs" if result["status"] == "ok" else "skipped"] += 1
        elif "unimplemented[" in reason or "?" in reason:
            counts["not run: an op is not supported"] += 1
        else:
            mismatches.append(f"{result['name']}: {reason}")
    for what, lines in (("unread", unread), ("mismatch", mismatches)):
        for line in lines:
            print(what, line)
    counts["other outputs"] = len(mismatches)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if unread or mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
