"""Each public name may be the first that a process asks for, before it has imported Triton."""

import subprocess
import sys

import pytest

import triton_shared

NAMES = [name for name, module in triton_shared._EXPORTS.items() if ".triton." in module]


@pytest.mark.parametrize("name", NAMES)
def test_a_driver_is_there_before_triton_is_imported(name):
    program = f"import triton_shared; assert triton_shared.{name}.__name__ == {name!r}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
