"""What reruns leave behind is what the first launch left, and what nobody has written is told byte by byte."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from triton_shared.runtime.arguments import Address
from triton_shared.runtime.checks import uninitialised
from triton_shared.runtime.checks.extents import view_of
from triton_shared.runtime.checks.findings import collected
from triton_shared.runtime.checks.reruns import Reruns

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


STORES_NUMBERS = """
tt.func public @store(%p: !tt.ptr<i8>) {
  %at = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32>
  %base = tt.splat %p : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>>
  %place = tt.addptr %base, %at : tensor<4096x!tt.ptr<i8>>, tensor<4096xi32>
  %small = arith.constant dense<SCALE> : tensor<4096xi32>
  %scaled = arith.divsi %at, %small : tensor<4096xi32>
  %x = arith.trunci %scaled : tensor<4096xi32> to tensor<4096xi8>
  tt.store %place, %x : tensor<4096x!tt.ptr<i8>>
  tt.return
}
"""


@pytest.mark.parametrize("scale", [1, 16])
def test_bytes_that_are_those_of_the_pattern_may_be_stored(scale):
    """Every byte is stored, the pattern's among them, alone and 16 in a row; nothing unwritten is read."""
    array = triton_shared.uninitialised(np.empty(4096, np.int8))
    checked = triton_shared.check(STORES_NUMBERS.replace("SCALE", str(scale)), checks="initialised")
    checked[(1,)](array)
    wanted = (np.arange(4096) // scale).astype(np.int8)
    assert np.array_equal(array, wanted) and (wanted == uninitialised.PATTERN).any()


#: the count is read, and written one higher, each atomically
_TWO_STEPS = """
tt.func @k(%x: !tt.ptr<i32>) {
  %yes = arith.constant true
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %was = tt.atomic_rmw add, acq_rel, gpu, %x, %none, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  %next = arith.addi %was, %one : i32
  %old = tt.atomic_rmw exch, acq_rel, gpu, %x, %next, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
"""


@pytest.mark.cpu("launches kernels on the CPU")
def test_threads_take_turns():
    """Each access of one thread comes after one of the other, so counts are lost, more or fewer of them."""
    kernel = triton_shared.compile(_TWO_STEPS, checks="order", num_threads=1)
    x = np.zeros(1, np.int32)
    with pytest.raises(triton_shared.CheckError, match=r"by 2 threads that take turns") as caught:
        triton_shared.check(kernel)[(40,)](x)
    (finding,) = caught.value.findings
    assert x.tolist() == [40] and finding.index == (0,) and kernel.how.width == 1
    values = dict(finding.values)
    assert values["value"] == 40 and 0 < values["other value"] < 40


@pytest.mark.cpu("launches kernels on the CPU")
@pytest.mark.parametrize(("n", "again"), [(2048, 0), (2047, 3)])
def test_masks_that_switch_nothing_off_cost_no_launch(n, again, monkeypatch):
    launches, run = [], Reruns._again
    monkeypatch.setattr(Reruns, "_again", lambda *given: launches.append(1) or run(*given))
    x, out = np.ones(2048, np.float32), np.zeros(2048, np.float32)
    triton_shared.check("examples/vector_add.f32.mlir", "initialised")[(2,)](x, x, out, n)
    assert len(launches) == again and out.tolist() == [2.0] * n + [0.0] * (2048 - n)


#: the undefined lane of a masked load is added to a sum, in an argument or where an address in memory leads
_SUM = """
tt.func @k(%x: !tt.ptr<i32>, %to: !tt.ptr<TYPE>) {
  %yes = arith.constant true
  %no = arith.constant false
  %one = arith.constant 1 : i32
  PLACE
  %v = tt.load %x, %no : !tt.ptr<i32>
  %old = tt.atomic_rmw add, acq_rel, gpu, %p, %one, %yes : (!tt.ptr<i32>, i32, i1) -> i32
  %s = arith.addi %old, %v : i32
  tt.store %x, %s : !tt.ptr<i32>
  tt.return
}
"""
_ADDRESS = "%a = tt.load %to : !tt.ptr<i64>  %p = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>"
_ARGUMENT = "%zero = arith.constant 0 : i32  %p = tt.addptr %to, %zero : !tt.ptr<i32>, i32"


@pytest.mark.cpu("launches kernels on the CPU")
@pytest.mark.parametrize(("kind", "launches"), [("known", 1), ("no extent", 0), ("an address in memory", 0)])
def test_what_cannot_be_put_back_is_written_once(kind, launches):
    total, x = np.zeros(1, np.int32), np.zeros(1, np.int32)
    to, type_, place = total, "i32", _ARGUMENT
    if kind == "no extent":
        to = Address(total.ctypes.data, "int32")
    elif kind == "an address in memory":
        to, type_, place = np.array([total.ctypes.data], np.int64), "i64", _ADDRESS
    text = _SUM.replace("TYPE", type_).replace("PLACE", place)
    kernel = triton_shared.compile(text, checks="order,initialised", num_threads=1)
    with collected() as found:
        kernel[(1,)](x, to)
    assert (total.tolist(), x.tolist(), len(found)) == ([1], [0], launches)
