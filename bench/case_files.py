"""Cases on disk as `hloom check` and `hloom bench` read them: a module as text, its inputs, the expected outputs."""
import json, os, re, sys


def save(path, a):
    """Writes a NumPy array; what a case's description says of it."""
    import numpy as np
    # What NumPy has no type for is stored as integers.
    stored = a if a.dtype.isbuiltin == 1 else a.view(f"u{a.dtype.itemsize}")
    np.save(path, stored, allow_pickle=False)
    return dict(file=os.path.basename(path), dtype=str(a.dtype), shape=list(a.shape), stored=str(stored.dtype))


def write(path, name, group, text, inputs, outputs, tags=()):
    """`inputs` and `outputs` are NumPy arrays."""
    os.makedirs(path, exist_ok=True)
    with open(f"{path}/module.mlir", "w") as file:
        file.write(text)

    named = lambda stem, arrays: [save(f"{path}/{stem}_{i:03d}.npy", a) for i, a in enumerate(arrays)]
    meta = dict(name=name, group=group, tags=list(tags), compare="allclose", inputs=named("in", inputs), outputs=named("out", outputs))
    with open(f"{path}/meta.json", "w") as file:
        json.dump(meta, file, indent=1)


def write_all(group, cases, seed, lower):
    """For a script `OUT [REGEX]`: writes each of `cases` (a name, a function that builds a program and its arguments) as `lower` gives it, text,
    inputs and outputs; after `seed()`. What cannot be lowered is said."""
    out, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    for name, build in cases.items():
        if re.search(wanted, name):
            seed()
            try:
                write(f"{out}/{name}", name, group, *lower(*build()))
                print(f"ok   {name}", flush=True)
            except Exception as e:
                print(f"skip {name}: {str(e).splitlines()[0][:160]}", flush=True)
