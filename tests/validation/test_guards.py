"""Arrays of a launch lie so far apart that what leaves one meets no other; a kernel that writes beside one is found."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import numpy as np
import pytest

from triton_shared import dialects, reference, validation
from triton_shared.validation import NoArguments, cases_of
from triton_shared.validation.cases import Array, Case
from triton_shared.validation.guards import EDGE, guarded, left

#: each of 16 elements is moved by %by
MOVED = """
tt.func public @moved(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %by: i32) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tt.splat %by : i32 -> tensor<16xi32>
  %at = arith.addi %r, %b : tensor<16xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %p, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %q : tensor<16x!tt.ptr<i32>>
  %o = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %t = tt.addptr %o, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %t, %v : tensor<16x!tt.ptr<i32>>
  tt.return
}
"""


@pytest.mark.parametrize("seed", range(3))
def test_no_offset_of_32_bits_leads_from_one_array_into_another(seed):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(16, 5000, 6)
    arrays = [Array("i32", rng.integers(0, 9, size).astype(np.int32)) for size in sizes]
    _, made = Case("apart", (1,), tuple(arrays)).make()
    places = sorted(array.ctypes.data for array in made)
    assert min(np.diff(places)) > (1 << 31) * 8
    for array, one in zip(made, arrays, strict=True):
        np.testing.assert_array_equal(array, one.values)
    far = int(rng.integers(sizes[0], 1 << 31))
    for by in (int(sizes[0]) - 15, far, -1, -far):
        with pytest.raises(reference.OutOfBounds):
            reference.run(MOVED, 1, *made[:2], by)


def test_an_index_into_a_neighbour_makes_a_launch_undefined():
    """The distance of two arrays that were made one after the other, before there were zones."""
    text = MOVED.replace("%at = arith.addi %r, %b", "%at = arith.addi %r, %far").replace(
        "  %b =", "  %far = arith.constant dense<1048600> : tensor<16xi32>\n  %b ="
    )
    with pytest.raises(NoArguments, match=r"'tt.load' op accesses address"):
        cases_of(dialects.parse(text))


LIMITED = """
import resource
from triton_shared.validation.guards import guarded
import numpy as np
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
made = [guarded(np.zeros(1000, np.float32)) for _ in range(48)]
bytearray(1 << 30)
print(len(made))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of addresses are Linux's")
def test_arrays_leave_addresses_to_others_where_a_process_has_a_limit():
    run = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True)
    assert run.stdout.strip() == "48", run.stderr


@pytest.mark.parametrize("element", [np.uint8, np.float16, np.int64])
@pytest.mark.parametrize("size", [0, 1, 7, 4096, 5000])
def test_a_write_on_either_side_is_found(element, size):
    values = np.arange(size).astype(element)
    for at in (-EDGE, -1, values.nbytes, values.nbytes + EDGE - 1):
        arrays = [guarded(values), guarded(values)]
        assert left(arrays) == []
        ctypes.memset(arrays[1].ctypes.data + at, 1, 1)
        assert left(arrays) == [1]


class _OneTooFar:
    """A kernel that copies, and then one more."""

    def __getitem__(self, grid):
        def run(x, out, by):
            out[:16] = x[by : by + 16]
            ctypes.memset(out.ctypes.data + out.nbytes, 1, 1)

        return run


@pytest.mark.cpu("it is the validator that is tested")
def test_a_compiled_kernel_that_leaves_its_array_differs():
    case = Case(
        "x", (1,), (Array("i32", np.arange(32, dtype=np.int32)), Array("i32", np.zeros(16, np.int32)), 3)
    )
    report = validation.validate(MOVED, "f", cases=[case], execute=lambda text, kernel: _OneTooFar())
    assert report.difference is not None and "writes beside array 1" in report.difference.what
    assert validation.validate(MOVED, "f", cases=[case]).difference is None
