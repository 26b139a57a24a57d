"""Artifacts that JAX keeps to test its compatibility guarantees, as cases for `hloom check`.

    python back_compat.py OUT [HLOOM [BACKEND]]

Writes one case a module of the installed jax wheel under OUT (artifact, inputs, expected outputs), reads and verifies each
artifact with `hloom translate --deserialize`, and checks those for CPUs with `hloom check`, or by what makes eigen- and
singular vectors right ones, as JAX's own test does. Prints the counts; exits with 1 if an
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


def eigenvectors(w, left, right):
    """The matrix whose eigenvalues and right eigenvectors are given, and whether the left ones are its own."""
    a = right @ np.diag(w) @ np.linalg.inv(right)
    return [a, np.diag(w) @ left.conj().T - left.conj().T @ a, np.sort_complex(w), np.linalg.norm(right, axis=0)]


def hermitian_eigenvectors(v, w):
    return [v @ np.diag(w) @ v.conj().T, v.conj().T @ v, w]


def singular_vectors(u, s, vh):
    unitary = [m.conj().swapaxes(-1, -2) @ m for m in (u, vh)]
    return [u @ (s[..., None] * vh), s, *unitary]


def schur(t, z):
    below = np.tril(t, -1 if np.iscomplexobj(t) else -2)
    return [z @ t @ z.conj().T, z.conj().T @ z, below, np.sort_complex(np.linalg.eigvals(t))]


# Results that are determined up to signs, phases or bases: what the right ones have in common. Each of our results and of
# the expected ones must give the same.
INVARIANTS = {
    "cpu_eig_lapack_geev": eigenvectors,
    "cpu_eigh_lapack_syev": hermitian_eigenvectors,
    "cpu_svd_lapack_gesdd": singular_vectors,
    "cpu_schur_lapack_gees": schur,
}


def same_invariants(hloom, backend, directory, meta, invariants):
    """Runs a case; why its results are wrong, or None."""
    command = [hloom, "run", directory / "module.mlirbc", f"--backend={backend}"]
    command += [f"--input=@{directory / entry['file']}" for entry in meta["inputs"]]
    found = [directory / f"found_{i}.npy" for i in range(len(meta["outputs"]))]
    command += [f"--output=@{file}" for file in found]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return run.stderr.strip()
    narrow = any(entry["dtype"] in ("float32", "complex64") for entry in meta["outputs"])
    expected = invariants(*(np.load(directory / entry["file"]) for entry in meta["outputs"]))
    for ours, theirs in zip(invariants(*map(np.load, found)), expected, strict=True):
        scale = 1 + np.abs(theirs).max()
        tolerance = (1e-5 if narrow else 1e-12) * scale
        difference = np.abs(ours - theirs).max()
        if not difference <= tolerance:
            return f"an invariant differs by {difference:.3g}, allowed {tolerance:.3g}"
    return None


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
    unread, checked, mismatches = [], [], []
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
                "compare": "allclose",
                "inputs": arrays(directory, "in", case["inputs"]),
                "outputs": arrays(directory, "out", case["expected_outputs"]),
            }
        except (TypeError, ValueError, KeyError) as e:
            counts[f"no arrays: {type(e).__name__}"] += 1
            continue
        (directory / "meta.json").write_text(json.dumps(meta))
        invariants = next((f for prefix, f in INVARIANTS.items() if name.startswith(prefix)), None)
        if invariants is None:
            checked.append(directory)
            continue
        why = same_invariants(hloom, backend, directory, meta, invariants)
        counts["with the expected outputs"] += why is None
        if why is not None:
            mismatches.append(f"{name}: {why}")
    command = [hloom, "check", f"--backend={backend}", "--form=artifact", "--json", *checked]
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
