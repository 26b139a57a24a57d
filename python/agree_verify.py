#!/usr/bin/env python3
"""Changes programs in small ways and compares who refuses the result: Hloom's verifier or jaxlib's.

    agree_verify.py [--count=5000] [--seed=1] [--state=FILE] [--summary] PATH…

PATH: folders or files of StableHLO text. A mutant depends on the paths, the seed and its index only. Verdicts go to FILE,
one JSON object a line; a run continues where the file ends, so that it can be stopped at any time. At the end, or with
`--summary`, the counts and the classes of differences are printed, the most frequent first. `--show=INDEX` prints a mutant.
`--again` asks our side again about the mutants that the file has.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from agree import Ours, context, corpus, ir, split, theirs

LARGEST = 60_000
ELEMENTS = "i1 i4 i8 i32 i64 ui8 ui32 ui64 f16 bf16 f32 f64 complex<f32> complex<f64> f8E4M3FN".split()
NUMBERS = [-2, -1, 0, 1, 2, 3, 5, 64]
WORDS = [
    ["EQ", "NE", "GE", "GT", "LE", "LT"],
    ["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE"],
    ["DEFAULT", "HIGH", "HIGHEST"],
    ["FFT", "IFFT", "RFFT", "IRFFT"],
    ["DEFAULT", "THREE_FRY", "PHILOX"],
    ["UNIFORM", "NORMAL"],
    ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
    ["true", "false"],
    ["i32", "i64", "ui32", "f32", "i1", "f64"],
]


class NoMutant(Exception):
    """The choice does not apply to this program."""


def below(op):
    """The ops in the regions of `op`, at any depth."""
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation
                yield from below(inner.operation)


def index_of_ops(paths, ctx):
    """For each op name the programs that use it."""
    users = collections.defaultdict(list)
    for path in paths:
        text = path.read_text()
        for number, program in enumerate(split(text)):
            if len(program) > LARGEST or "stablehlo." not in program and "chlo." not in program:
                continue
            module, _ = theirs(program, ctx)
            if module is None:
                continue
            for name in sorted({op.name for op in below(module.operation)}):
                if name.startswith(("stablehlo.", "chlo.", "func.", "sdy.")):
                    users[name].append((str(path), number))
    return users


def one_function(module, op):
    """Keeps only the function around `op` and those it names, if there are many."""
    while op.parent.name != "builtin.module":
        op = op.parent
    functions = {f.attributes["sym_name"].value: f.operation for f in module.body.operations if f.operation.name == "func.func"}
    if len(functions) < 4:
        return
    wanted, todo = set(), [op]
    while todo:
        op = todo.pop()
        wanted.add(op.attributes["sym_name"].value)
        for name in re.findall(r"@([\w.$-]+)", str(op)):
            if name in functions and name not in wanted:
                todo.append(functions[name])
    for name, f in functions.items():
        if name not in wanted:
            f.erase()


def changed_tensor(rng, ty):
    """A tensor type a little different."""
    if not ir.RankedTensorType.isinstance(ty):
        return ir.Type.parse(rng.choice(["tensor<f32>", "tensor<2xf32>", "!stablehlo.token", "tuple<tensor<f32>>"]))
    t = ir.RankedTensorType(ty)
    dims = ["?" if t.is_dynamic_dim(i) else t.get_dim_size(i) for i in range(t.rank)]
    elem = str(t.element_type)
    choice = rng.random()
    if dims and choice < 0.45:
        i = rng.randrange(len(dims))
        d = dims[i] if dims[i] != "?" else 2
        dims[i] = rng.choice([d + 1, max(d - 1, 0), d + 1, "?", 1, 0, 2 * d])
    elif choice < 0.75:
        elem = rng.choice(ELEMENTS)
    elif choice < 0.85:
        dims.insert(rng.randint(0, len(dims)), rng.choice([1, 2, 3, "?"]))
    elif dims and choice < 0.95:
        dims.pop(rng.randrange(len(dims)))
    elif len(dims) > 1:
        rng.shuffle(dims)
    else:
        return ir.Type.parse(rng.choice(["!stablehlo.token", "tensor<*xf32>", "tuple<tensor<f32>>", "f32", "index"]))
    return ir.Type.parse("tensor<" + "".join(f"{d}x" for d in dims) + elem + ">")


def rebuilt(op, operands=None, results=None, regions=None):
    """Replaces `op` by one with other operands, result types or number of regions."""
    operands = list(op.operands) if operands is None else operands
    types = [r.type for r in op.results] if results is None else results
    count = len(op.regions) if regions is None else regions
    attributes = {a.name: a.attr for a in op.attributes} if op.attributes and not isinstance(next(iter(op.attributes)), str) else {
        a: op.attributes[a] for a in op.attributes
    }
    used = [i for i, r in enumerate(op.results) if list(r.uses)]
    if used and used[-1] >= len(types):
        raise NoMutant
    with ir.Location.unknown(), ir.InsertionPoint(op):
        new = ir.Operation.create(op.name, results=types, operands=operands, attributes=attributes, regions=count)
    for old_region, new_region in zip(op.regions, new.regions):
        for block in list(old_region.blocks):
            block.append_to(new_region)
    for old, value in zip(op.results, new.results):
        old.replace_all_uses_with(value)
    op.erase()
    return new


def signatures(module):
    """States for each function the types that it has."""
    for f in module.body.operations:
        if f.operation.name == "func.func" and len(f.regions[0].blocks):
            block = f.regions[0].blocks[0]
            results = [v.type for v in block.operations[len(block.operations) - 1].operands]
            f.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get([a.type for a in block.arguments], results))


def visible(op):
    """Values that `op` could use: of its block before it, of the blocks around."""
    found = []
    while op.name != "func.func" and op.name != "builtin.module":
        block = op.block if hasattr(op, "block") else None
        if block is None:
            break
        found += list(block.arguments)
        for other in block.operations:
            if other.operation == op:
                break
            found += list(other.results)
        op = op.parent
    return found


def change_type(rng, op, module):
    values = list(op.results) + list(op.operands)
    for region in op.regions:
        for block in region.blocks:
            values += list(block.arguments) + list(block.operations[len(block.operations) - 1].operands)
    if not values:
        raise NoMutant
    value = rng.choice(values)
    new = changed_tensor(rng, value.type)
    if new == value.type:
        raise NoMutant
    value.set_type(new)
    # An op whose result follows its operand is often made consistent, so that what is deeper gets tested.
    if len(values) == 2 and rng.random() < 0.3:
        values[0].set_type(new), values[1].set_type(new)
    if rng.random() < 0.95:
        signatures(module)


def change_element(rng, op, module):
    """Another element type for all values that have that of one."""
    values = [v for v in list(op.results) + list(op.operands) if ir.RankedTensorType.isinstance(v.type)]
    for region in op.regions:
        for block in region.blocks:
            values += [v for v in block.arguments if ir.RankedTensorType.isinstance(v.type)]
            for inner in block.operations:
                values += [v for v in inner.results if ir.RankedTensorType.isinstance(v.type)]
    if not values:
        raise NoMutant
    old = ir.RankedTensorType(rng.choice(values).type).element_type
    new = ir.Type.parse(rng.choice(ELEMENTS))
    if new == old:
        raise NoMutant
    for v in values:
        t = ir.RankedTensorType(v.type)
        if t.element_type == old:
            v.set_type(ir.RankedTensorType.get(t.shape, new, t.encoding))
    signatures(module)


def change_operands(rng, op, module):
    operands = list(op.operands)
    choice = rng.random()
    if operands and choice < 0.25:
        operands.pop(rng.randrange(len(operands)))
    elif operands and choice < 0.4:
        operands.insert(rng.randint(0, len(operands)), rng.choice(operands))
    elif len(operands) > 1 and choice < 0.7:
        i, j = rng.sample(range(len(operands)), 2)
        if operands[i] == operands[j]:
            raise NoMutant
        operands[i], operands[j] = operands[j], operands[i]
    else:
        others = [v for v in visible(op) if v not in operands]
        if not operands or not others:
            raise NoMutant
        operands[rng.randrange(len(operands))] = rng.choice(others)
    rebuilt(op, operands=operands)
    if rng.random() < 0.9:
        signatures(module)


def change_results(rng, op, module):
    types = [r.type for r in op.results]
    if types and rng.random() < 0.5:
        types.pop()
    else:
        types.append(rng.choice(types) if types else ir.Type.parse("tensor<f32>"))
    rebuilt(op, results=types)


def change_regions(rng, op, module):
    """The signature, the number or the terminator of regions."""
    if not len(op.regions) or op.name == "func.func":
        raise NoMutant
    choice = rng.random()
    if choice < 0.15:
        rebuilt(op, regions=len(op.regions) + rng.choice([-1, 1]))
        return
    region = rng.choice(list(op.regions))
    if not len(region.blocks):
        raise NoMutant
    block = region.blocks[0]
    if choice < 0.35:
        block.add_argument(rng.choice([a.type for a in block.arguments] or [ir.Type.parse("tensor<f32>")]), ir.Location.unknown())
    elif choice < 0.5:
        unused = [i for i, a in enumerate(block.arguments) if not list(a.uses)]
        if not unused:
            raise NoMutant
        block.erase_argument(rng.choice(unused))
    else:
        last = block.operations[len(block.operations) - 1].operation
        change_operands(rng, last, module)


TEXT_OP = '"{}"('


def change_attribute(rng, op, module):
    """Changes the text of the attributes of `op`; the text of the program."""
    name = op.name
    same = [o for o in below(module.operation) if o.name == name]
    nth = same.index(op)
    text = printed(module)
    at = -1
    for _ in range(nth + 1):
        at = text.index(TEXT_OP.format(name), at + 1)
    end = text.index("\n", at)
    line = text[at:end]
    opening = line.find(" <{")
    if opening < 0:
        raise NoMutant
    closing = line.index("}>", opening)
    items = pieces(line[opening + 3 : closing])
    i = rng.randrange(len(items))
    choice = rng.random()
    if choice < 0.1:
        items.pop(i)
    elif choice < 0.13:
        items.append("extra = 1 : i64")
    else:
        items[i] = changed_text(rng, items[i])
    body = " <{" + ", ".join(items) + "}>" if items else ""
    return text[:at] + line[:opening] + body + line[closing + 2 :] + text[end:]


def pieces(text):
    """`text` at its outer commas."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            pass
        elif c in "<[({":
            depth += 1
        elif c in "])}" or c == ">" and text[i - 1] != "-":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + [text[start:].strip()]


def changed_text(rng, text):
    key, equals, value = text.partition(" = ")
    changes = []
    for m in re.finditer(r"(?<![\w.\"])-?\d+(?![\w.])", value):
        changes.append((m, lambda m: str(rng.choice(NUMBERS + [int(m.group()) + 1, int(m.group()) - 1]))))
    for m in re.finditer(r"(?<![\w.\"])(\d+), (\d+)", value):
        changes.append((m, lambda m: f"{m.group(2)}, {m.group(1)}"))
        changes.append((m, lambda m: m.group(1)))
        changes.append((m, lambda m: f"{m.group()}, {rng.choice(NUMBERS)}"))
    for m in re.finditer(r"(?<!\w)[A-Za-z_]\w*", value):
        for words in WORDS:
            if m.group() in words:
                changes.append((m, lambda m, words=words: rng.choice(words)))
    for m in re.finditer(r"\[[\d, ]+\]", value):
        changes.append((m, lambda m: "[]"))
    for m in re.finditer(r"array<i64: [^>]*>", value):
        changes.append((m, lambda m: "array<i64>"))
        changes.append((m, lambda m: m.group()[:-1] + f", {rng.choice(NUMBERS)}>"))
    if not changes:
        raise NoMutant
    m, change = rng.choice(changes)
    new = value[: m.start()] + change(m) + value[m.end() :]
    if new == value:
        raise NoMutant
    return key + equals + new


def printed(module):
    return module.operation.get_asm(print_generic_op_form=True, assume_verified=True)


CHANGES = [change_type] * 5 + [change_element] * 2 + [change_attribute] * 5 + [change_operands] * 3 + [change_results] + [change_regions] * 3


def mutant(users, names, seed, index, ctx):
    """The text of a mutant, and what was done to which op."""
    rng = random.Random(seed * 1_000_003 + index)
    while True:
        name = rng.choice(names)
        path, number = rng.choice(users[name])
        module, _ = theirs(split(pathlib.Path(path).read_text())[number], ctx)
        with ctx, ir.Location.unknown():
            try:
                op = rng.choice([o for o in below(module.operation) if o.name == name])
                one_function(module, op)
                change = rng.choice(CHANGES)
                text = change(rng, op, module)
                return text or printed(module), name, change.__name__
            except NoMutant:
                continue
            except (ir.MLIRError, ValueError, TypeError, IndexError, RuntimeError, AttributeError):
                continue


def judge(text, ours, ctx):
    status, found = ours("verify", text)
    module, error = theirs(text, ctx)
    codes = re.findall(r"^(?:error|unimplemented)\[([^\]]+)\]", found, flags=re.MULTILINE)
    return {"ours": status, "codes": codes, "found": found[:300], "theirs": "ok" if module else "error", "error": (error or "")[:300]}


def agrees(r):
    if r["ours"] == "unimplemented" or r["theirs"] == "crash":
        return None
    return (r["ours"] == "ok") == (r["theirs"] == "ok")


def general(message):
    message = re.sub(r"'[^']*'|\"[^\"]*\"", "_", message)
    return re.sub(r"-?\d+", "N", message)[:110]


def summary(records):
    counts = collections.Counter()
    classes = collections.defaultdict(list)
    for r in records:
        a = agrees(r)
        if a is None:
            counts["not judged: " + ("jaxlib ended" if r["theirs"] == "crash" else "not supported here")] += 1
        elif a:
            counts["both accept" if r["theirs"] == "ok" else "both refuse"] += 1
        elif r["ours"] == "ok":
            counts["only jaxlib refuses"] += 1
            classes["accepted here", r["op"], general(r["error"])].append(r["index"])
        else:
            counts["only Hloom refuses"] += 1
            classes["refused here", r["op"], ",".join(r["codes"]) or r["ours"] + " " + general(r["found"])].append(r["index"])
    for key in sorted(counts):
        print(f"{counts[key]:6} {key}")
    print(f"{len(records):6} mutants")
    for (side, op, what), where in sorted(classes.items(), key=lambda c: (-len(c[1]), c[0])):
        print(f"{len(where):4} {side}: {op}: {what} {where[:4]}")


def read(state):
    return [json.loads(line) for line in state.read_text().splitlines()] if state.exists() else []


def work(args):
    """Judges mutants from where the file ends."""
    ctx, ours = context(), Ours()
    users = index_of_ops(corpus(args.paths), ctx)
    names = sorted(n for n in users if args.op in (None, n))
    if args.show is not None:
        text, name, change = mutant(users, names, args.seed, args.show, ctx)
        print(text, f"// {name} {change}", json.dumps(judge(text, ours, ctx), indent=1), sep="\n")
        return
    with args.state.open("a") as out:
        for index in range(len(read(args.state)), args.count):
            text, name, change = mutant(users, names, args.seed, index, ctx)
            record = {"index": index, "op": name, "change": change, **judge(text, ours, ctx), "text": text}
            print(json.dumps(record), file=out, flush=True)
            if index % 1000 == 999:
                print(f"{index + 1} …", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=pathlib.Path)
    parser.add_argument("--op", help="only this op")
    parser.add_argument("--show", type=int)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child or args.show is not None:
        work(args)
        return 0
    scratch = tempfile.TemporaryDirectory()
    state = args.state or pathlib.Path(scratch.name) / "state"
    if not args.summary and args.paths:
        # jaxlib ends the process on some mutants; they are noted and left out.
        while len(read(state)) < args.count:
            child = subprocess.run([sys.executable, __file__, *sys.argv[1:], f"--state={state}", "--child"])
            if child.returncode > 0:
                return child.returncode
            if child.returncode < 0:
                with state.open("a") as out:
                    died = {"index": len(read(state)), "op": "?", "ours": "?", "theirs": "crash", "codes": [], "text": ""}
                    print(json.dumps(died), file=out)
    records = read(state)
    if args.again:
        ours = Ours()
        for r in records:
            status, found = ours("verify", r["text"])
            r["ours"], r["found"] = status, found[:300]
            r["codes"] = re.findall(r"^(?:error|unimplemented)\[([^\]]+)\]", found, flags=re.MULTILINE)
    summary(records)
    return 1 if any(agrees(r) is False for r in records) else 0


if __name__ == "__main__":
    sys.exit(main())
