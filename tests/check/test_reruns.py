"""What reruns leave behind is what the first launch left, and what nobody has written is told byte by byte."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from triton_shared.runtime.checks import uninitialised
from triton_shared.runtime.checks.extents import view_of

#: atomic exchanges: each program leaves its number, and the old one beside it
_KERNEL = """
tt.func @k(%x: !tt.ptr<i32>, %old: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %yes = arith.constant true
  %was = tt.atomic_rmw exch, acq_rel, gpu, %x, %pid, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  %at = tt.addptr %old, %pid : !tt.ptr<i32>, i32
  tt.store %at, %was : !tt.ptr<i32>
  tt.return
}
"""


@pytest.mark.cpu("launches kernels on the CPU")
def test_memory_is_put_back():
    results = []
    for checks in ("", "order,initialised"):
        kernel = triton_shared.compile(_KERNEL, checks=checks, num_threads=1)
        x, old = np.array([-1], np.int32), np.zeros(5, np.int32)
        if checks:
            with pytest.raises(triton_shared.CheckError, match="depends on the order of programs"):
                triton_shared.check(kernel)[(5,)](x, old)
        else:
            kernel[(5,)](x, old)
        results.append((x.tolist(), old.tolist()))
    assert results == [([4], [-1, 0, 1, 2, 3])] * 2


def test_bytes_that_nobody_wrote():
    array = triton_shared.uninitialised(np.zeros(100, np.float32))
    array[:10], array[50] = 1.0, 2.0
    found = uninitialised.of(view_of(array))
    written = {n // 4 for n in np.flatnonzero(~found.bytes)}
    assert written >= {*range(10), 50} and len(written) < 20, (
        "written, and at most what shares 16 bytes with it"
    )
    assert uninitialised.of(view_of(np.ones(4))) is None, "what is not marked"
    array[:] = 0
    assert uninitialised.of(view_of(array)) is None


def test_arrays_without_memory_are_refused():
    with pytest.raises(TypeError, match="expected a tensor or an array"):
        triton_shared.uninitialised(7)
