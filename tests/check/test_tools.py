"""The command and the pytest plugin find what `check` finds, and are silent about programs that are right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
import numpy as np
import triton_shared

add = triton_shared.compile("examples/vector_add.f32.mlir")
x, y, out = (np.ones(1000, np.float32) for _ in range(3))
for _ in range(2):
    add[(1,)](x, y, out, int(sys.argv[1]))
print(out.sum())
"""
TESTS = """
import numpy as np
import pytest
import triton_shared

@pytest.mark.parametrize("n", [1000, 1001])
def test_add(n):
    x, y, out = (np.ones(1000, np.float32) for _ in range(3))
    triton_shared.compile("examples/vector_add.f32.mlir")[(1,)](x, y, out, n)
"""
ROOT = Path(__file__).parents[2]


def run(*command: str, **environment: str) -> subprocess.CompletedProcess:
    known = {name: text for name, text in os.environ.items() if not name.startswith("TRITON_SHARED_CHECK")}
    environment = {**known, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600
    )


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return str(path)


@pytest.mark.parametrize(("n", "status"), [(1000, 0), (1001, 1)])
def test_command(program, n, status):
    done = run("-m", "triton_shared.tools.check", program, str(n))
    assert (done.returncode, done.stdout) == (status, "2000.0\n"), done.stderr
    places = [line for line in done.stderr.splitlines() if ": out of bounds: " in line]
    assert len(places) == 3 * status, "each access is told of once"
    assert all(line.startswith("examples/vector_add.f32.mlir:") or "vector_add" in line for line in places)


def test_command_raises(program):
    done = run("-m", "triton_shared.tools.check", "--raise", program, "1001")
    assert done.returncode == 1 and "CheckError: " in done.stderr and not done.stdout


def test_the_environment(program):
    done = run(program, "1001", TRITON_SHARED_CHECK="bounds")
    assert done.returncode == 0 and done.stderr.count("out of bounds") == 3
    assert not run(program, "1001").stderr


@pytest.mark.parametrize("wrong", [["--checks", "colour", "x.py"], ["nowhere.py"], []])
def test_wrong_use(wrong):
    assert run("-m", "triton_shared.tools.check", *wrong).returncode == 2


def test_plugin(tmp_path):
    tests = tmp_path / "test_add.py"
    tests.write_text(TESTS)
    plugin = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "triton_shared.tools.pytest_plugin")
    options = ("-c", os.devnull, "--rootdir", str(tmp_path))
    done = run(*plugin, *options, "--triton-check", str(tests))
    assert "1 failed, 1 passed" in done.stdout and "out of bounds" in done.stdout, done.stdout
    assert "2 passed" in run(*plugin, *options, str(tests)).stdout
    assert run(*plugin, *options, "--triton-checks=colour", str(tests)).returncode == 4
