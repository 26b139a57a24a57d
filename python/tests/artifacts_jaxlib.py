"""Portable artifacts and bytecode of Hloom beside those of jaxlib: the same bytes for the same program and version.

    python artifacts_jaxlib.py WRITER TARGET WORDS FILE.mlir...

WRITER is the example `serialize` of hloom-stablehlo (`cargo build --example serialize -p hloom-stablehlo`), TARGET a version that
jaxlib knows or, for unversioned bytecode, `bytecode:N` with a version of the container (0 to 6), WORDS any of `strip` (no
locations), `mixed` (other dialects allowed) and `plain` (Hloom reads what jaxlib writes as bytecode of the module, not its
text), joined by commas. Files that jaxlib cannot parse are skipped; what both refuse is counted.
Exits with 1 if bytes differ or only one of the two refuses.
"""

import collections
import io
import pathlib
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo


def main():
    writer, target, words, *files = sys.argv[1:]
    words = words.split(",")
    context = mlir.make_ir_context()
    out = pathlib.Path(tempfile.mkdtemp())
    lines, expected = [], {}
    counts = collections.Counter()
    for i, file in enumerate(files):
        source = file
        with context:
            try:
                module = ir.Module.parse(pathlib.Path(file).read_text())
            except ir.MLIRError:
                counts["skipped"] += 1
                continue
            if "plain" in words:
                plain = io.BytesIO()
                module.operation.write_bytecode(plain)
                source = out / f"{i}.mlirbc"
                source.write_bytes(plain.getvalue())
            if "strip" in words:
                passmanager.PassManager.parse("builtin.module(strip-debuginfo)").run(module.operation)
            asked = target
            try:
                if target.startswith("bytecode:"):
                    written = io.BytesIO()
                    module.operation.write_bytecode(written, desired_version=int(target.removeprefix("bytecode:")))
                    expected[i] = written.getvalue()
                    # Behind the magic number and the version, which takes a byte.
                    asked = f"{target}:{expected[i][5:].split(bytes(1))[0].decode()}"
                else:
                    expected[i] = bytes(stablehlo.serialize_portable_artifact(module, target, "mixed" in words))
            except Exception:  # pylint: disable=broad-except
                expected[i] = None
        # jaxlib names a text without a file `-`.
        newest = stablehlo.get_current_version()
        lines.append("\t".join(map(str, (source, "-", out / f"{i}.out", asked, newest, " ".join(words)))))
    (out / "list").write_text("\n".join(lines) + "\n")
    subprocess.run([writer, out / "list"], check=True, stdout=subprocess.DEVNULL)
    for i, reference in expected.items():
        ours = out / f"{i}.out"
        ours = ours.read_bytes() if ours.exists() else None
        verdict = "refused by both" if ours is reference is None else "the same" if ours == reference else "different"
        counts[verdict] += 1
        if verdict == "different":
            print("different", files[i])
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
