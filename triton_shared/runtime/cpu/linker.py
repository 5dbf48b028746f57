"""Shared libraries from object code, by this system's C++ compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

#: what is looked for where ``CXX`` names no compiler
COMPILERS = ("c++", "g++", "clang++")


def compiler() -> str:
    """The C++ compiler: what ``CXX`` names, or the first of `COMPILERS` that there is.

    Raises:
        RuntimeError: there is none.
    """
    named = os.environ.get("CXX")
    names = (named,) if named else COMPILERS
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        what = f"CXX={named!r} names none" if named else f"there is no {', '.join(COMPILERS)}"
        raise RuntimeError(f"no C++ compiler that links shared libraries: {what}")
    return found


def link(program: str, files: dict[str, bytes], *options: str) -> bytes:
    """The shared library that the compiler ``program`` makes of ``files``: names with suffixes, and contents.

    Raises:
        RuntimeError: the compiler refused; the message has its own.
    """
    with tempfile.TemporaryDirectory() as directory:
        for name, content in files.items():
            Path(directory, name).write_bytes(content)
        return _run([program, "-shared", *options, "-o", "library.so", *files, "-lm", "-ldl"], directory)


def _run(command: Sequence[str], directory: str) -> bytes:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=directory)
    if done.returncode:
        raise RuntimeError(f"linking failed: {' '.join(command)}\n{done.stderr.strip()}")
    return Path(directory, "library.so").read_bytes()
