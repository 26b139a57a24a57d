#!/usr/bin/env python3
"""Cases with expected values from the dynamic test programs of StableHLO, which have none.

  dynamic_reference.py OUT PROGRAM.mlir...      then: hloom check OUT  and  hloom check --backend=interp OUT

A program takes its sizes as leading i64 scalars, then tensors with `?`. For each of two choices of sizes, jaxlib refines
the program (`refine_polymorphic_shapes`) behind a @main of static types that calls it, and XLA runs the result on random
inputs. OUT/NAME is a case as the zoo has them: the program as text and as portable artifact, and the two sets of inputs
and outputs. Hloom runs the program itself, with all sizes open.

Which `?` is which size is not written in a program: assignments are tried until jaxlib accepts one. Prints a line for
each program that gives no case.
"""
import itertools, json, os, re, sys
import case_files

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import jax
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)
from jax._src import compiler, xla_bridge
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

CHOICES = [(3, 2, 4), (5, 4, 7)]
TRIES = 200
NUMPY = {"i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "ui8": "uint8", "ui16": "uint16",
         "ui32": "uint32", "ui64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "bf16": "bfloat16",
         "complex<f32>": "complex64", "complex<f64>": "complex128"}


def dtype(element):
    name = NUMPY[element]
    return np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)


def parameters(module):
    """(element type, sizes with None for `?`) of each argument of @main, and the result types as text."""
    for op in module.body.operations:
        if op.operation.name == "func.func" and op.attributes["sym_name"].value == "main":
            ty = ir.FunctionType(op.attributes["function_type"].value)
            shape = lambda t: [None if t.is_dynamic_dim(i) else t.get_dim_size(i) for i in range(t.rank)]
            tensors = [ir.RankedTensorType(t) for t in ty.inputs]
            return [(str(t.element_type), shape(t)) for t in tensors], [str(t) for t in ty.results]
    raise ValueError("no @main")


def tensor(element, shape):
    return "tensor<" + "".join(f"{'?' if d is None else d}x" for d in shape) + element + ">"


def wrapped(text, params, results, sizes, static):
    """The program behind a @main of static types; sizes are constants there."""
    text = re.sub(r"@main\b", "@open_main", text)
    text = re.sub(r"func\.func public @open_main", "func.func private @open_main", text)
    body, args, given = [], [], []
    for i, (element, shape) in enumerate(params):
        if i < len(sizes):
            body.append(f"%s{i} = stablehlo.constant dense<{sizes[i]}> : tensor<i64>")
            args.append(f"%s{i}")
            continue
        fixed = static[i - len(sizes)]
        given.append(f"%a{i}: {tensor(element, fixed)}")
        if None in shape:
            body.append(f"%o{i} = stablehlo.convert %a{i} : ({tensor(element, fixed)}) -> {tensor(element, shape)}")
            args.append(f"%o{i}")
        else:
            args.append(f"%a{i}")
    types = ", ".join(tensor(e, s) for e, s in params)
    names = [f"%r{i}" for i in range(len(results))]
    called = f"%r:{len(results)}" if len(results) > 1 else "%r"
    if len(results) > 1:
        names = [f"%r#{i}" for i in range(len(results))]
    else:
        names = ["%r"]
    body.append(f"{called} = call @open_main({', '.join(args)}) : ({types}) -> ({', '.join(results)})")
    body.append(f"return {', '.join(names)} : {', '.join(results)}")
    main = f"func.func public @main({', '.join(given)}) -> ({', '.join(results)}) {{\n" + "\n".join(body) + "\n}\n"
    return re.sub(r"(module\b[^{]*(?:attributes\s*\{[^}]*\}\s*)?\{)", lambda m: m.group(1) + "\n" + main, text, count=1)


def refine(text):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        return _jax.mlir.refine_polymorphic_shapes(
            mlir_module=mlir.module_to_bytecode(module), enable_shape_assertions=True, validate_static_shapes=True,
            enable_shardy=True)


def execute(refined, inputs):
    backend = xla_bridge.get_backend("cpu")
    with mlir.make_ir_context():
        module = ir.Module.parse(refined)
        options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
        exe = backend.compile_and_load(module, _jax.DeviceList(tuple(backend.devices()[:1])), options)
    args = [jax.device_put(a) for a in inputs]
    out = exe.execute_sharded(args).disassemble_into_single_device_arrays()
    return [np.asarray(o[0]) for o in out]


def random(rng, element, shape):
    d = dtype(element)
    if element == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if "i" == element[0] or element.startswith("ui"):
        return rng.integers(0, 3, shape).astype(d)
    x = rng.standard_normal(shape)
    if element.startswith("complex"):
        x = x + 1j * rng.standard_normal(shape)
    return np.asarray(x).astype(d)


def assignments(params, count, choice):
    """Sizes of the `?`, likely ones first: each a size of the choice, then simple functions of one."""
    sizes = choice[:count]
    open_dims = [(i, k) for i, (_, s) in enumerate(params) for k, d in enumerate(s) if d is None]
    n = sizes[0] if sizes else choice[0]
    likely = list(dict.fromkeys(sizes or [n]))
    wide = list(dict.fromkeys(likely + [n + 1, 2 * n, n - 1, n * n, 1, 3 * n, 2 * n + 1, 2, n + 2, 4 * n, 8]))
    seen = set()
    for values in itertools.chain(itertools.product(likely, repeat=len(open_dims)),
                                  itertools.islice(itertools.product(wide, repeat=len(open_dims)), TRIES)):
        if values not in seen:
            seen.add(values)
            static = [list(s) for _, s in params]
            for (i, k), v in zip(open_dims, values):
                static[i][k] = v
            yield sizes, static[count:]


def case(path, out):
    text = open(path).read()
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        params, results = parameters(module)
        artifact = bytes(_jax.mlir.serialize_portable_artifact(module, stablehlo.get_current_version(), False))
    count = 0
    while count < len(params) and params[count] == ("i64", []) and count < 3:
        count += 1
    name = os.path.splitext(os.path.basename(path))[0]
    directory = os.path.join(out, name)
    sets, why = [], "no assignment of sizes"
    for n, choice in enumerate(CHOICES):
        for sizes, static in assignments(params, count, choice):
            try:
                refined = refine(wrapped(text, params, results, sizes, static))
                break
            except Exception as e:
                why = str(e)
        else:
            raise ValueError(why.strip().splitlines()[-1][:200] if why.strip() else "refinement fails")
        rng = np.random.default_rng([n, len(name)])
        inputs = [random(rng, e, s) for (e, _), s in zip(params[count:], static)]
        sets.append(([np.asarray(s, np.int64) for s in sizes] + inputs, execute(refined, inputs)))
    os.makedirs(directory, exist_ok=True)
    open(os.path.join(directory, "module.mlir"), "w").write(text)
    open(os.path.join(directory, "module.mlirbc"), "wb").write(artifact)
    meta = {"name": name, "compare": "allclose", "tags": ["dynamic"], "sets": []}
    for n, (inputs, outputs) in enumerate(sets):
        named = lambda kind, arrays: [case_files.save(os.path.join(directory, f"s{n}_{kind}_{i:03d}.npy"), np.asarray(a)) for i, a in enumerate(arrays)]
        meta["sets"].append({"inputs": named("in", inputs), "outputs": named("out", outputs)})
    json.dump(meta, open(os.path.join(directory, "meta.json"), "w"), indent=1)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    made = 0
    for path in sys.argv[2:]:
        try:
            case(path, sys.argv[1])
            made += 1
        except Exception as e:
            lines = str(e).strip().splitlines() or [type(e).__name__]
            lines = [line for line in lines if "error" in line.lower()] or lines
            print(f"no case {os.path.basename(path)}: {lines[0][:200]}", flush=True)
    print(f"{made} cases of {len(sys.argv) - 2} programs")


main()
