"""Every library function that is known, and what is said of others."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.ops.libdevice import library_ops
from tests.support.program import Program

OPS = library_ops()
BATCH = 8


@pytest.mark.parametrize("start", range(0, len(OPS), BATCH), ids=lambda i: f"{i}-{i + BATCH}")
def test_functions(start):
    """Some functions a kernel; a failure names its function."""
    failures = []
    for op in OPS[start : start + BATCH]:
        program = Program()
        op.build(program)
        try:
            program.check()
        except Exception as error:
            failures.append(f"{op.types}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("symbol", ["__nv_no_such_function", "__nv_fadd_rx", "__nv_fmod_rd"])
def test_unknown_function(symbol):
    program = Program()
    x = program.op("arith.constant 1.0 : f32")
    y = program.op(
        f'tt.extern_elementwise {x} {{libname = "", libpath = "", pure = true, symbol = "{symbol}"}} : (f32) -> f32'
    )
    program.expect(y, np.float32(0))
    with pytest.raises(triton_shared.LoweringError, match=f"calls '{symbol}'"):
        triton_shared.compile(program.text)
