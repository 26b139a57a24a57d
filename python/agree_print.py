#!/usr/bin/env python3
"""Prints programs in all forms and asks jaxlib whether they are still the same, and whether it writes the same text.

    agree_print.py [--list] [--diff=N] [--only=FORM] PATH…

PATH: folders or files of StableHLO text. Each program is printed from the syntax tree and by way of the graph IR, in pretty
and in generic form, with and without locations. `stable`: jaxlib reads the text and prints it again as it is. `same program`:
jaxlib prints of the text what it prints of the original. `same text`: ours is what jaxlib prints of the original, byte for
byte. `--list` names the differing files, `--diff` shows the first differing line of N programs a form. Ops of the test
dialects, which jaxlib lacks, are taken out of programs that it cannot read.
"""

import argparse
import collections
import sys

from agree import Ours, context, corpus, split, theirs

FORMS = [f"{road}:{form}{loc}" for road in ("print", "ir") for form in ("pretty", "generic") for loc in ("", ":loc")]


def text_of(module, generic, locations):
    return module.operation.get_asm(print_generic_op_form=generic, enable_debug_info=locations).rstrip("\n")


def first_difference(a, b):
    for x, y in zip(a.splitlines(), b.splitlines()):
        if x != y:
            at = next((i for i, (c, d) in enumerate(zip(x, y)) if c != d), min(len(x), len(y)))
            return f"    jaxlib: {x[max(0, at - 60) : at + 120]}\n    ours:   {y[max(0, at - 60) : at + 120]}"
    return f"    {len(a.splitlines())} and {len(b.splitlines())} lines"


def without_checks(module, ctx):
    """The text without ops of the test dialects whose results nothing uses."""
    with ctx:
        for function in module.body.operations:
            for block in (b for r in function.regions for b in r.blocks):
                for op in reversed([o.operation for o in block.operations]):
                    if op.name.startswith(("check.", "interpreter.")) and not any(list(r.uses) for r in op.results):
                        op.erase()
    return str(module)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--diff", type=int, default=0)
    parser.add_argument("--only")
    args = parser.parse_args()
    ctx, ours = context(), Ours()
    counts = {form: collections.Counter() for form in FORMS if args.only in (None, form)}
    differing = collections.defaultdict(list)
    refused = 0
    for path in corpus(args.paths):
        for number, program in enumerate(split(path.read_text())):
            if "RUN: not" in program or not program.strip():
                continue
            module, _ = theirs(program, ctx)
            if module is None or "check." in program or "interpreter." in program:
                status, generic = ours("print:generic", program)
                module, _ = theirs(generic, ctx) if status == "ok" else (None, None)
                program = without_checks(module, ctx) if module else ""
                module, _ = theirs(program, ctx) if module else (None, None)
            if module is None:
                refused += 1
                continue
            where = f"{path}#{number}"
            for form, count in counts.items():
                # Positions in a text are no part of a program: with locations, the program states them.
                generic, locations = "generic" in form, form.endswith("loc")
                status, text = ours(form, text_of(module, generic, True) if locations else program)
                if status == "unimplemented":
                    count["not supported"] += 1
                    continue
                count["programs"] += 1
                if status != "ok":
                    differing[form, "not printed"].append((where, f"    {status} {text[:200]}"))
                    continue
                text = text.rstrip("\n")
                expected = text_of(module, generic, locations)
                again, error = theirs(text, ctx)
                if again is None:
                    differing[form, "refused"].append((where, f"    {error[:200]}"))
                    continue
                got = text_of(again, generic, locations)
                count["stable"] += got == text
                count["same program"] += got == expected
                count["same text"] += text == expected
                if got != text:
                    differing[form, "not stable"].append((where, first_difference(got, text)))
                elif got != expected:
                    differing[form, "stable, another program"].append((where, first_difference(expected, text)))
    columns = ["programs", "stable", "same program", "same text", "not supported"]
    print(f"{'form':18}", *(f"{c:>13}" for c in columns))
    for form, count in counts.items():
        print(f"{form:18}", *(f"{count[c]:13}" for c in columns))
    print(f"{refused} programs that jaxlib refuses are left out")
    for key, found in sorted(differing.items()):
        print(f"{key[0]}: {key[1]}: {len(found)}")
        for where, why in found if args.list else found[: args.diff]:
            print(f"  {where}")
            if args.diff:
                print(why)
    return 1 if any(kind != "stable, another program" for _, kind in differing) else 0


if __name__ == "__main__":
    sys.exit(main())
