"""Commands of this package in README and docs run as they stand; ops that blocks of MLIR name are there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.pages import PAGES, ROOT, blocks
from triton_shared import dialects
from triton_shared.tools.upstream_passes import UPSTREAM

#: pages whose commands need what only other tests build -> these tests
ELSEWHERE = {"docs/embedding.md": "tests/releases", "docs/importers.md": "tests/importers"}
PROGRAM = """\
import numpy as np
import triton_shared
x, out = np.ones(5000, np.float32), np.empty(5000, np.float32)
triton_shared.compile("kernel.mlir")[(5,)](x, x, out, x.size)
"""
KERNEL = """\
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at, mask=at < n) + tl.load(y_ptr + at, mask=at < n), mask=at < n)
"""


def fenced(page: Path) -> Iterator[tuple[str, list[str]]]:
    """The language and the lines of each block of a page."""
    inside: list[str] | None = None
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```") and inside is None:
            language, inside = line[3:], []
        elif line.startswith("```"):
            yield language, inside
            inside = None
        elif inside is not None:
            inside.append(line)


COMMANDS = [
    pytest.param(line, id=f"{page}:{re.sub(r'[^-.a-z]+', ' ', line)[:60]}")
    for page in PAGES
    if str(page) not in ELSEWHERE
    for language, lines in fenced(page)
    if language in ("", "sh")
    for line in lines
    if re.match(r"(\w+=\S+ )*triton-shared", line)
]


@pytest.fixture
def folder(tmp_path):
    """A directory with the files that commands name, and the tools."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "examples" / "vector_add.f32.mlir", tmp_path / "kernel.mlir")
    shutil.copy(ROOT / "examples" / "softmax.f32.mlir", tmp_path / "softmax.mlir")
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "add.py").write_text(KERNEL)
    (tmp_path / "spec.py").write_text("\n".join(blocks(Path("docs/sweeps.md"), "python")))
    (tmp_path / "bin").mkdir()
    for name in ("", "-opt", "-compile", "-check", "-explain", "-sweep", "-tune"):
        tool = tmp_path / "bin" / f"triton-shared{name}"
        module = f"triton_shared.tools.{name[1:] or 'main'}"
        tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m {module} "$@"\n')
        tool.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command, folder):
    if re.search(r"\b(add|spec)\.py", command) and find_spec("triton") is None:
        pytest.skip("Triton, which compiles kernels of Python files, is not installed")
    if "--emit shared" in command and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("there is no C compiler, which links a shared library")
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=600,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_there_are_commands():
    assert len(COMMANDS) > 10


def test_modules_that_blocks_of_shell_run_take_these_arguments():
    """What runs for hours, or in other directories, has options of these names."""
    wrong = []
    for page in PAGES:
        for line in (line for language, lines in fenced(page) if language == "sh" for line in lines):
            for module, rest in re.findall(r"python -m ((?:triton_shared|tests)\.\w+)([^#|]*)", line):
                text = subprocess.check_output([sys.executable, "-m", module, "--help"], text=True, cwd=ROOT)
                wrong += [f"{module} {flag}" for flag in re.findall(r"--[\w-]+", rest) if flag not in text]
    assert not wrong


def test_ops_that_blocks_of_mlir_name_are_known():
    context = dialects.context()
    flags = {name for group in UPSTREAM.values() for name in group}
    unknown = set()
    for page in PAGES:
        for language, lines in fenced(page):
            text = re.sub(r"//.*|\"", " ", "\n".join(lines)) if language == "mlir" else ""
            names = (
                set(re.findall(r"(?<![\w.%@!#<])([a-z_]+\.[a-z_][a-z_.]*)(?![\w-]| *[=,}])", text)) - flags
            )
            unknown |= {f"{page}: {name}" for name in names if not context.is_registered_operation(name)}
    assert not unknown
