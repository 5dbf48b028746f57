"""Triton's own tool for kernels ahead of time ends with the command that makes the same kernel here."""

from __future__ import annotations

import re

import pytest
import triton
from triton.tools import compile as tool

from triton_shared import error_codes
from triton_shared.tools import compile as ours

SOURCE = """\
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x, y = tl.load(x_ptr + at, mask=at < n), tl.load(y_ptr + at, mask=at < n)
    tl.store(out_ptr + at, x + y, mask=at < n)
"""
SIGNATURE = "*fp32:16, *fp32:16, *fp32:16, i32, 1024"


def test_the_tool_names_the_command(tmp_path, monkeypatch):
    source = tmp_path / "kernels.py"
    source.write_text(SOURCE)
    given = tool.CompileArgs(
        path=str(source),
        kernel_name="add",
        signature=SIGNATURE,
        grid="(n+1023)/1024,1,1",
        out_path=tmp_path / "out",
    )
    with pytest.raises(RuntimeError, match=r"triton-shared compile FILE --kernel-name NAME") as caught:
        tool.compile_kernel(given)
    assert error_codes.of(caught.value).code == "TS0608"
    assert [path for path in tmp_path.iterdir() if path.is_file()] == [source]

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "sys.argv", ["triton-shared", str(source), "--kernel-name", "add", "--signature", SIGNATURE]
    )
    assert not ours.main()
    assert re.search(r"\bint add\(uint32_t gridX.*int32_t n\);", (tmp_path / "add.h").read_text())
    assert (tmp_path / "add.o").stat().st_size


def test_that_of_gpus_is_refused_too():
    """Its C text gives a cubin the launch of Triton's own back end, which is another one."""
    from triton_shared.triton.cuda.driver import CUDADriver

    with pytest.raises(RuntimeError, match="triton-shared compile"):
        CUDADriver.map_python_to_cpp_type(triton.runtime.driver.active, "*fp32")
