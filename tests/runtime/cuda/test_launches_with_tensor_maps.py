"""Kernels that copy boxes of tensors, from the source to the launch, by a driver whose kernels the emulator runs."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support.fake_cuda import FakeArray
from tests.support.gemm import Gemm

ROLES = ("warp_specialize", "persistent", "multicast")


@pytest.mark.parametrize("options", [(), ROLES[:1], ROLES[:2], ROLES])
def test_products_are_those_of_numpy(emulated_cuda, options):
    gemm = Gemm(64, 64, 32)
    (m, n, k), maps = (72, 80, 96), 3
    kernel = triton_shared.compile(
        gemm.text(), target="cuda", tensor_copies=True, **dict.fromkeys(options, True)
    )
    blocks = (2, 1, 1) if "persistent" in options else (2, 2, 1)
    cluster = 2 if "multicast" in options else 1
    kept = []
    for gap in (8, 1):  # the second time rows are no multiples of 16 bytes
        (a, b), wanted = gemm.arrays(m, n, k, gap)
        out = np.zeros((m, n), np.float32)
        arrays = {"a": a, "b": b, "out": out}
        kept.append(arrays)  # so that none lies where another one did
        emulated_cuda.visible = arrays
        emulated_cuda.memory |= {(x.ctypes.data, x.nbytes): 0 for x in arrays.values()}
        given = [FakeArray(x.ctypes.data, x.dtype.str, x.size) for x in arrays.values()]
        kernel[(2, 2)](*given, m, n, k, a.shape[1], b.shape[1])
        np.testing.assert_array_equal(out, wanted)
        launch = emulated_cuda.launches[-1]
        assert (launch.grid, launch.cluster) == (blocks, cluster)
        assert emulated_cuda.calls.count("cuTensorMapEncodeTiled") == maps
        maps += 1  # for what is stored, and lies elsewhere
