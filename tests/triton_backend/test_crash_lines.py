"""A Triton kernel that crashes names itself and the line of the Python program."""

import os
import re
import signal
import subprocess
import sys

import pytest

from triton_shared.runtime.cpu.diagnostics import crash

PROGRAM = """\
import torch, triton
import triton.language as tl

@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)

class Wild:
    dtype = torch.float32
    def data_ptr(self): return 0x10000

x, out = torch.ones(1000), torch.empty(1000)
add[(8,)](x, x, out, 1000, BLOCK=128)
assert (out == 2).all()
add[(8,)](Wild(), x, out, 1000, BLOCK=128)
"""


@pytest.mark.skipif(crash.handler() is None, reason="crashes are not reported on this system")
def test_a_bad_pointer_names_kernel_and_line(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "TRITON_DEFAULT_BACKEND": "triton_shared", "TRITON_SHARED_NUM_THREADS": "1"}
    environment |= {"TRITON_CACHE_DIR": str(tmp_path), "TRITON_SHARED_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, program], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == -signal.SIGSEGV, done.stderr
    place = r"triton_shared: SIGSEGV in (kernel|a function called by kernel) 'add' at .*program\.py:8 \(address 0x10"
    assert re.match(place, done.stderr)
