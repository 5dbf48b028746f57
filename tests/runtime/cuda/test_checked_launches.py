"""Kernels that are checked on a GPU, from the source to the report, by a driver whose kernels the emulator runs."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support.fake_cuda import FakeArray
from triton_shared.runtime.checks import kinds

SOURCE = "examples/vector_add.f32.mlir"


def given(emulated_cuda, size):
    """Three arrays of ``size`` ones in memory that is longer, and what kernels take for them."""
    arrays = {name: np.ones(size + 24, np.float32) for name in ("x", "y", "out")}
    emulated_cuda.visible = arrays
    emulated_cuda.memory |= {(a.ctypes.data, a.nbytes): 0 for a in arrays.values()}
    return arrays["out"], [FakeArray(a.ctypes.data, a.dtype.str, size) for a in arrays.values()]


def test_an_access_out_of_bounds_is_reported_and_not_made(emulated_cuda, monkeypatch):
    asked = triton_shared.check(SOURCE, "bounds", target="sm_90a")
    monkeypatch.setenv(kinds.VARIABLE, "bounds")
    monkeypatch.setenv(kinds.RAISE, "1")
    for kernel in (asked, triton_shared.compile(SOURCE, target="sm_90a")):
        out, arrays = given(emulated_cuda, 1000)
        kernel[(1,)](*arrays, 1000)
        np.testing.assert_array_equal(out, [2] * 1000 + [1] * 24)
        with pytest.raises(triton_shared.CheckError) as caught:
            kernel[(1,)](*arrays, 1010)
        np.testing.assert_array_equal(out[1000:], 1)
        assert {(one.line, one.does, one.lane, one.index, one.lanes) for one in caught.value.findings} == {
            (14, "reads", (1000,), (1000,), 10),
            (17, "reads", (1000,), (1000,), 10),
            (21, "writes", (1000,), (1000,), 10),
        }
    assert emulated_cuda.calls.count("cuMemAlloc") == 1 and not emulated_cuda.calls.count("cuMemFree"), (
        "the next launch has it"
    )


def test_large_records_are_given_back(emulated_cuda):
    kernel = triton_shared.check(SOURCE, "races,initialised", target="sm_90a")
    size = 1 << 16
    out, arrays = given(emulated_cuda, size)
    kernel[(size // 1024,)](*arrays, size)
    np.testing.assert_array_equal(out[:size], 2)
    assert emulated_cuda.calls.count("cuMemAlloc") == 2 and emulated_cuda.calls.count("cuMemFree") == 1
