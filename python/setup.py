"""Puts the compiled plugin (`cargo build --release -p hloom-pjrt`) into the wheel and names the platform.

The library does not depend on a version of Python, so one wheel serves all.
"""

import os
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

LIBRARY = "libhloom_pjrt.so"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        root = Path(__file__).resolve().parent.parent
        target = Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
        library = target / "release" / LIBRARY
        if not library.exists():
            raise SystemExit(f"{library} is missing: run `cargo build --release -p hloom-pjrt` first")
        shutil.copy2(library, Path(self.build_lib) / "hloom" / LIBRARY)


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}, distclass=BinaryDistribution)
