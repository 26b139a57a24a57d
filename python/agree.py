"""What the agreement scripts share: our side as one process for many programs, jaxlib's side, and the programs.

Our side is the example `agree` of the crate hloom-stablehlo:

    cargo build --release -p hloom-stablehlo --example agree
"""

import os
import pathlib
import re
import subprocess

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Ours:
    """The reader, verifier and printers of Hloom."""

    def __init__(self, path=None):
        target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        self.path = path or target / "release/examples/agree"
        self.process = None

    def __call__(self, command, program):
        """Status and text of the answer; status `crash` if the process ended."""
        if self.process is None:
            self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if isinstance(program, str):
            program = program.encode()
        try:
            self.process.stdin.write(b"%s %d\n" % (command.encode(), len(program)) + program)
            self.process.stdin.flush()
            status, length = self.process.stdout.readline().split()
            return status.decode(), self.process.stdout.read(int(length)).decode()
        except (BrokenPipeError, ValueError):
            self.process.kill()
            self.process = None
            return "crash", ""


def context():
    """A context of jaxlib with the dialects that JAX knows; others are read and not checked."""
    ctx = jax_mlir.make_ir_context()
    ctx.allow_unregistered_dialects = True
    return ctx


def theirs(text, ctx):
    """The module, or the first error as text."""
    try:
        return ir.Module.parse(text, ctx), None
    except ir.MLIRError as error:
        found = error.error_diagnostics
        return None, found[0].message if found else str(error)
    except ValueError as error:
        return None, str(error)


def split(text):
    """The programs of a test file."""
    return re.split(r"^// -----.*$", text, flags=re.MULTILINE)


def corpus(paths):
    """All `.mlir` files below the paths, sorted."""
    found = []
    for path in map(pathlib.Path, paths):
        found += [path] if path.is_file() else sorted(path.rglob("*.mlir"))
    return found
