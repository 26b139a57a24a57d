"""Hloom in Python.

The package holds the PJRT plugin, with which JAX runs its programs on Hloom. JAX loads it by itself when the package
is installed; `register` does it by hand, for example under another name. `compile` needs no JAX: it makes a function of
numpy or DLPack arrays from StableHLO.
"""

import os
from pathlib import Path

from ._program import Error, Program, compile, load  # noqa: A004

__all__ = ["Error", "Program", "compile", "library_path", "load", "register"]
__version__ = "0.1.0"

_LIBRARY = "libhloom_pjrt.so"


def library_path() -> str:
    """The plugin: `HLOOM_PJRT_LIBRARY`, else the one in this package, else the one that cargo built in the checkout."""
    override = os.environ.get("HLOOM_PJRT_LIBRARY")
    if override:
        return override
    here = Path(__file__).resolve().parent
    candidates = [here / _LIBRARY, here.parent.parent / "target" / "release" / _LIBRARY]
    for candidate in candidates:
        if candidate.exists():
            return str(candidate)
    raise FileNotFoundError("no Hloom plugin at " + " or ".join(map(str, candidates)))


def register(name: str = "hloom", priority: int = 500, **options) -> None:
    """Makes Hloom a back end of JAX; the one with the highest priority is the default (the built-in CPU has 0).

    Options go to the plugin: `platform_name`, what the devices call their platform ("cpu", under which JAX uses what
    it has for CPUs; or a name of its own, with less); `backend`, "cpu" for native code or "interp" for the reference
    interpreter; `threads`, how many threads an execution may use, 0 for all; `num_devices`, how many devices share
    the machine.
    """
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir

    from . import _foreign

    # JAX keeps what it knows of platforms in private tables; without an entry it works, with less.
    # Not to warn that the plugin is experimental:
    known = getattr(xla_bridge, "_nonexperimental_plugins", None)
    if isinstance(known, set):
        known.add(name)
    # To pass on which arguments are donated:
    platform = options.get("platform_name") or os.environ.get("HLOOM_PLATFORM_NAME") or "cpu"
    donors = getattr(mlir, "_platforms_with_donation", None)
    if isinstance(donors, list) and platform not in donors:
        donors.append(platform)
    library = library_path()
    _foreign.install(library)
    xla_bridge.register_plugin(name, priority=priority, library_path=library, options=options)
