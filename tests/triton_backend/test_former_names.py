"""What programs for other builds of triton-shared name is found here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from triton_shared.conversions.foreign_options import OTHERWISE, TABLE, translated
from triton_shared.passes.options import OptionError

PROGRAM = """
import sys, warnings
from triton.backends.triton_shared.driver import CPUDriver
import triton, torch
import triton.language as tl
import triton.backends.triton_shared.compiler as theirs
import triton_shared.triton.driver, triton_shared.triton.compiler

assert CPUDriver is triton_shared.triton.driver.CPUDriver
assert theirs is triton_shared.triton.compiler is triton.backends.triton_shared.compiler
triton.runtime.driver.set_active(CPUDriver())

@triton.jit
def double(x, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    tl.store(x + at, tl.load(x + at) * 2)

x = torch.ones(16)
kernel = double[(1,)](x, SIZE=16)
assert x.tolist() == [2.0] * 16
assert kernel.asm["ttsharedir"] == kernel.asm["linalg"] and "memref.copy" in kernel.asm["ttsharedir"]
try:
    kernel.asm["nothing"]
except KeyError:
    print("ran")
"""


def run(tmp_path, **variables):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    environment = os.environ | {"TRITON_CACHE_DIR": str(tmp_path / "cache"), **variables}
    done = subprocess.run(
        [sys.executable, file], env=environment, capture_output=True, text=True, timeout=100
    )
    assert done.stdout == "ran\n", done.stderr
    return done.stderr


def test_programs_start_by_their_own_imports(tmp_path):
    assert "is not read" not in run(tmp_path)


def test_variables_are_answered_and_stages_written(tmp_path):
    said = run(
        tmp_path,
        TRITON_SHARED_OPT_PATH="/no/opt",
        LLVM_BINARY_DIR="/no/bin",
        TRITON_SHARED_DUMP_PATH=str(tmp_path / "stages"),
    )
    assert said.count("TRITON_SHARED_OPT_PATH is not read") == said.count("LLVM_BINARY_DIR is not read") == 1
    assert {p.name for p in (tmp_path / "stages/double").iterdir()} == {"tt.mlir", "ttshared.mlir", "ll.ir"}


@pytest.mark.parametrize("name", TABLE)
def test_what_has_no_equal_says_what_to_use(name):
    assert OTHERWISE.keys() == TABLE.keys()
    for value, equal in TABLE[name].items():
        assert translated({name: value, "sums": "element"}) == {**equal, "sums": "element"}
    with pytest.raises(OptionError, match=f"'{name}=7' here; use"):
        translated({name: "7"})


ROOT = Path(__file__).parents[2]


def test_the_commands_of_the_page_run():
    [commands] = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs/migrating.md").read_text(), re.M | re.S)
    path = os.pathsep.join(
        [sysconfig.get_path("scripts"), os.environ["PATH"]]
    )  # the environment may not be activated
    for command in commands.splitlines():
        done = subprocess.run(
            command,
            shell=True,
            cwd=ROOT,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert not done.returncode, done.stderr
