"""Puts the compiled plugin and command (`build_wheel.sh`) into the wheel, without debug information, and names the platform.

The library does not depend on a version of Python, so one wheel serves all.
"""

import os
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

FILES = ["libhloom_pjrt.so", "hloom"]


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        root = Path(__file__).resolve().parent.parent
        target = Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
        # `build_wheel.sh` says where it has put files with LLVM inside; others need this machine's LLVM.
        directory = Path(os.environ.get("HLOOM_WHEEL_FILES", target / "release"))
        for name in FILES:
            built = directory / name
            if not built.exists():
                raise SystemExit(f"{built} is missing: run python/build_wheel.sh, or `cargo build --release`")
            subprocess.run(["strip", "-o", Path(self.build_lib) / "hloom" / name, built], check=True)


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}, distclass=BinaryDistribution)
