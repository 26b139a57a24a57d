"""The command `hloom` of the wheel: the binary beside this file."""

import os
import sys
from pathlib import Path


def main() -> None:
    binary = Path(__file__).resolve().parent / "hloom"
    os.execv(binary, [str(binary), *sys.argv[1:]])
