"""Programs without JAX: StableHLO to a function of arrays."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from functools import cache
from pathlib import Path

import numpy as np


class Error(Exception):
    """A program that cannot be compiled or run; the text names the place."""


def open_library(path: str) -> ctypes.CDLL:
    """The plugin, in this process from now on.

    Its names, and those of a shared LLVM that it may need, come before others': tensorflow exports an LLVM of its own to
    all that is loaded after it.
    """
    return ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL | getattr(os, "RTLD_DEEPBIND", 0))


@cache
def _library() -> ctypes.CDLL:
    from . import library_path

    lib = open_library(library_path())
    pointer, size, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
    message = ctypes.POINTER(pointer)
    for name, result, arguments in [
        ("hloom_program_new", pointer, [text, size, text, size, text, size, message]),
        ("hloom_program_signature", text, [pointer]),
        ("hloom_program_bytes", pointer, [pointer, ctypes.POINTER(size)]),
        ("hloom_program_execute", ctypes.c_int, [pointer, pointer, size, pointer, message]),
        ("hloom_result_data", pointer, [pointer]),
        ("hloom_result_free", None, [pointer]),
        ("hloom_program_free", None, [pointer]),
        ("hloom_text_free", None, [pointer]),
    ]:
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def _fail(message: ctypes.c_void_p) -> Error:
    text = ctypes.cast(message, ctypes.c_char_p).value or b"unknown error"
    _library().hloom_text_free(message)
    return Error(text.decode(errors="replace"))


def _dtype(name: str) -> np.dtype:
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))


class _Memory:
    """A result's memory, which arrays view."""

    def __init__(self, handle: int, dtype: np.dtype, shape: tuple[int, ...]):
        self.handle = handle
        address = _library().hloom_result_data(handle)
        # Types that numpy does not know by itself are bytes until they are viewed.
        plain = dtype.kind in "biufc"
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": dtype.str if plain else f"|V{dtype.itemsize}",
            "data": (address, False),
        }

    def __del__(self):
        _library().hloom_result_free(self.handle)


class Program:
    """A compiled program. Calling it with one array per argument gives the list of its results.

    Arguments are anything that numpy or DLPack reads; dense arrays in row-major order are not copied. Element types must
    be the program's. Results are numpy arrays.
    """

    def __init__(self, source: bytes, name: str, relax: str = ""):
        message = ctypes.c_void_p()
        texts = [part for t in (source, name.encode(), relax.encode()) for part in (t, len(t))]
        self._handle = _library().hloom_program_new(*texts, ctypes.byref(message))
        if not self._handle:
            raise _fail(message)
        signature = json.loads(_library().hloom_program_signature(self._handle))
        self.name: str = signature["name"]
        read = lambda entries: [(_dtype(e["dtype"]), tuple(e["shape"])) for e in entries]  # noqa: E731
        #: Element type and shape of each argument.
        self.arguments = read(signature["arguments"])
        #: Element type and shape of each result.
        self.results = read(signature["results"])

    def __del__(self):
        if getattr(self, "_handle", None):
            _library().hloom_program_free(self._handle)

    def __call__(self, *args) -> list[np.ndarray]:
        if len(args) != len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arguments, {len(args)} given")
        arrays = []
        for i, (arg, (dtype, shape)) in enumerate(zip(args, self.arguments, strict=True)):
            numpy_array = isinstance(arg, np.ndarray) or not hasattr(arg, "__dlpack__")
            array = np.asarray(arg) if numpy_array else np.from_dlpack(arg)
            if array.dtype != dtype or array.shape != shape:
                given, wanted = f"{array.dtype}{list(array.shape)}", f"{dtype}{list(shape)}"
                raise TypeError(f"{self.name}: argument {i} is {given}, {wanted} expected")
            arrays.append(np.require(array, requirements=["C", "A"]))
        pointers = (ctypes.c_void_p * len(arrays))(*[a.ctypes.data for a in arrays])
        handles = (ctypes.c_void_p * max(1, len(self.results)))()
        message = ctypes.c_void_p()
        status = _library().hloom_program_execute(
            self._handle, pointers, len(arrays), handles, ctypes.byref(message)
        )
        if status:
            raise _fail(message)
        results = []
        for handle, (dtype, shape) in zip(handles, self.results, strict=False):
            memory = _Memory(handle, dtype, shape)
            results.append(np.asarray(memory).view(dtype) if 0 not in shape else np.zeros(shape, dtype))
        return results

    def save(self, path: str | os.PathLike) -> None:
        """Writes the executable to a file that `load` and the command `hloom run` take.

        The file is there as a whole or not at all; one that was there before stays until then.
        """
        size = ctypes.c_size_t()
        start = _library().hloom_program_bytes(self._handle, ctypes.byref(size))
        path = Path(path)
        part = path.with_name(f".{os.getpid()}-{threading.get_ident()}-{path.name}")
        try:
            part.write_bytes(ctypes.string_at(start, size.value))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def compile(stablehlo, name: str = "program", relax: str = "") -> Program:  # noqa: A001
    """Compiles StableHLO: text, a portable artifact (bytes), or what has a method `as_text` or `mlir_module_serialized`.

    The last two are `jax.jit(f).lower(…)` and `jax.export.export(jax.jit(f))(…)`. `relax` names relaxations of IEEE arithmetic,
    with commas between: `flush-subnormals`. Raises `Error`.
    """
    if hasattr(stablehlo, "mlir_module_serialized"):
        stablehlo = stablehlo.mlir_module_serialized
    elif hasattr(stablehlo, "as_text"):
        stablehlo = stablehlo.as_text()
    source = stablehlo.encode() if isinstance(stablehlo, str) else bytes(stablehlo)
    return Program(source, name, relax)


def load(path: str | os.PathLike) -> Program:
    """A program from a file that `Program.save` or `hloom compile` wrote."""
    return Program(Path(path).read_bytes(), Path(path).name)
