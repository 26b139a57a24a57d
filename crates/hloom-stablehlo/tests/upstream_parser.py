"""Reads StableHLO text with the parser of jaxlib and compares it with the program it was printed from.

Reads requests from standard input, one a line: two paths, the original and the printed text. Both are read and printed
by jaxlib in generic form without locations; the texts must be equal. Prints one line for each request: `ok`, or what
went wrong.
"""

import sys

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir


def canonical(path):
    with jax_mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        with open(path, encoding="utf-8") as file:
            module = ir.Module.parse(file.read())
        return module.operation.get_asm(print_generic_op_form=True, enable_debug_info=False)


def compare(original, printed):
    expected = canonical(original)
    try:
        got = canonical(printed)
    except Exception as error:  # jaxlib raises its own kind of error, with the diagnostics as text
        return "refused: " + str(error).replace("\n", " ")[:600]
    if got == expected:
        return "ok"
    for a, b in zip(expected.splitlines(), got.splitlines()):
        if a != b:
            return f"differs: {a[:300]} | {b[:300]}"
    return "differs in length"


for line in sys.stdin:
    print(compare(*line.split()), flush=True)
