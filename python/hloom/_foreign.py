"""What the plugin asks Python for: handlers of custom calls that were registered with JAX, and calls of Python functions.

`install` hands two C functions to the plugin. They may be called on any thread; ctypes takes the interpreter's lock.
"""

import ctypes
import threading
import traceback

import ml_dtypes
import numpy as np

from ._program import open_library

# Numbers of XLA's foreign function interface.
_TYPES = {
    1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64",
    10: "float16", 11: "float32", 12: "float64", 15: "complex64", 16: "bfloat16", 18: "complex128",
    19: "float8_e5m2", 20: "float8_e4m3fn", 21: "int4", 22: "uint4", 23: "float8_e4m3b11fnuz",
    24: "float8_e5m2fnuz", 25: "float8_e4m3fnuz", 26: "int2", 27: "uint2", 28: "float8_e4m3", 29: "float8_e3m4",
    32: "float4_e2m1fn", 33: "float8_e8m0fnu",
}  # fmt: skip
_TOKEN = 17
_STAGES = ("instantiate", "prepare", "initialize", "execute")


class _Buffer(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("extension_start", ctypes.c_void_p),
        ("dtype", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
    ]


_Buffers = ctypes.POINTER(ctypes.POINTER(_Buffer))
_Resolver = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
_Caller = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    _Buffers,
    ctypes.c_size_t,
    _Buffers,
    ctypes.c_size_t,
    ctypes.c_void_p,
    ctypes.c_size_t,
)

# Handlers by name, as they were registered while the plugin was there: {stage: capsule} or one capsule.
_registered: dict = {}
_lock = threading.Lock()
# What C holds on to.
_keep: list = []


def _array(buffer) -> np.ndarray | None:
    """The tensor's memory as an array; None for a token."""
    if buffer.dtype == _TOKEN:
        return None
    name = _TYPES[buffer.dtype]
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    shape = tuple(buffer.dims[i] for i in range(buffer.rank))
    size = int(np.prod(shape)) * dtype.itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_char * size).from_address(buffer.data)
    return np.frombuffer(memory, dtype).reshape(shape)


def _call(function, args, num_args, results, num_results, message, capacity) -> int:
    try:
        # The function may keep its arguments; their memory is the program's.
        arguments = [_array(args[i].contents) for i in range(num_args)]
        arguments = [None if a is None else a.copy() for a in arguments]
        returned = ctypes.cast(function, ctypes.py_object).value(*arguments)
        targets = [_array(results[i].contents) for i in range(num_results)]
        if len(returned) != len(targets):
            raise RuntimeError(f"{len(targets)} results expected from a callback, {len(returned)} returned")
        for target, value in zip(targets, returned, strict=True):
            if target is not None:
                np.copyto(target, value, casting="equiv")
        return 0
    except BaseException:
        text = traceback.format_exc().encode()[-(capacity - 1) :]
        ctypes.memmove(message, text + b"\0", len(text) + 1)
        return 1


def _address(capsule) -> int:
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return pointer(capsule, name(capsule))


def _resolve(name, stage) -> int | None:
    try:
        from jaxlib import _jax

        name = name.decode()
        with _lock:
            found = _registered.get(name)
        if found is None:
            found = _jax.custom_call_targets("cpu").get(name)
        if found is not None and name.startswith("lapack_"):
            from jaxlib.cpu import _lapack

            # The handlers call scipy's routines, which are looked up once.
            _lapack.initialize()
        # One capsule is the execute stage alone.
        capsule = found.get(_STAGES[stage]) if isinstance(found, dict) else found if stage == 3 else None
        return _address(capsule) if capsule is not None else None
    except Exception:
        traceback.print_exc()
        return None


def _observe_registrations() -> None:
    """Remembers what is registered from now on: jaxlib's own list leaves out the instantiate stage."""
    from jaxlib import xla_client

    handlers = getattr(xla_client, "_custom_callback_handler", None)
    platform = getattr(xla_client, "xla_platform_names", {}).get("cpu", "cpu")
    original = handlers.get(platform) if isinstance(handlers, dict) else None
    if original is None:
        return

    def register(name, fn, platform, api_version=1, traits=0):
        if api_version >= 1:
            with _lock:
                _registered[name] = fn
        return original(name, fn, platform, api_version, traits)

    handlers[platform] = register


def install(library_path: str) -> None:
    """Connects the plugin with this process's Python; once."""
    if _keep:
        return
    library = open_library(library_path)
    _keep.extend([library, _Resolver(_resolve), _Caller(_call)])
    hooks = library.hloom_set_ffi_hooks
    hooks.argtypes, hooks.restype = [_Resolver, _Caller], None
    hooks(_keep[1], _keep[2])
    _observe_registrations()
