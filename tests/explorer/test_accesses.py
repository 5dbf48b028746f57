"""What programs touch, beside numpy; what is outside of tensors; how much is kept at most."""

import numpy as np
import pytest

from tests.explorer import kernels
from triton_shared import dialects
from triton_shared.explorer import accesses


def decoded(data, access, program: str, execution: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The element and the mask of each lane."""
    return accesses.lanes(data, access, access["runs"][program][execution])


def touched(text: str, grid, *args) -> accesses.Touched:
    module = dialects.parse(text, "k.mlir")
    names = [f"x{n}" for n in range(len(args))]
    return accesses.touched(module, "f", accesses.Launch(grid, args, names, "told"))


@pytest.mark.parametrize("seed", range(16))
def test_random_kernels_touch_what_numpy_says(seed):
    """Of one to three dimensions, each plain, wrapped, clamped or gathered, and masked."""
    rng = np.random.default_rng(seed)
    dims = kernels.drawn(rng)
    table = rng.integers(0, 20, kernels.TABLE).astype(np.int32)
    found = touched(kernels.text(dims), (3,), np.zeros(kernels.SOURCE, np.float32), table)
    assert not found.errors
    access = found.data["accesses"][-1]
    assert tuple(access["block"]) == tuple(dim.size for dim in dims) and access["does"] == "reads"
    for program in range(3):
        elements, kept = decoded(found.data, access, f"{program},0,0")
        expected, mask = kernels.truth(dims, program, table)
        assert (elements == expected).all() and (kept == mask).all()


BLOCK_POINTER = """\
tt.func public @f(%x: !tt.ptr<f32>) {
  %c0 = arith.constant 4 : i32
  %c1 = arith.constant 6 : i32
  %rows = arith.constant 6 : i64
  %columns = arith.constant 10 : i64
  %one = arith.constant 1 : i64
  %p = tt.make_tensor_ptr %x, [%rows, %columns], [%columns, %one], [%c0, %c1]
       {order = array<i32: 1, 0>} : !tt.ptr<tensor<4x8xf32>>
  %0 = tt.load %p {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<4x8xf32>>
  tt.return
}
"""
DESCRIPTOR = """\
tt.func public @f(%x: !tt.ptr<f32>) {
  %c0 = arith.constant 4 : i32
  %c1 = arith.constant 6 : i32
  %rows = arith.constant 6 : i32
  %columns = arith.constant 10 : i32
  %stride = arith.constant 10 : i64
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %x, [%rows, %columns], [%stride, %one] : !tt.ptr<f32>, !tt.tensordesc<4x8xf32>
  %0 = tt.descriptor_load %d[%c0, %c1] : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>
  tt.descriptor_store %d[%c0, %c1], %0 : !tt.tensordesc<4x8xf32>, tensor<4x8xf32>
  tt.return
}
"""


@pytest.mark.parametrize("text", [BLOCK_POINTER, DESCRIPTOR], ids=["block pointer", "descriptor"])
def test_blocks_at_the_edge_of_a_tensor_are_masked(text):
    found = touched(text, (1,), np.zeros((6, 10), np.float32))
    assert found.data["tensors"][0]["shape"] == (6, 10) and not found.errors
    rows, columns = np.arange(4, 8)[:, None], np.arange(6, 14)[None, :]
    for access in found.data["accesses"]:
        elements, kept = decoded(found.data, access, "0,0,0")
        assert (elements == rows * 10 + columns).all()
        assert (kept == ((rows < 6) & (columns < 10))).all()


LOOP = """\
tt.func public @f(%x: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = arith.constant 1.0 : f32
  %pid = tt.get_program_id x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %o = arith.addi %i, %pid : i32
    %p = tt.addptr %x, %o : !tt.ptr<f32>, i32
    tt.store %p, %v : !tt.ptr<f32>
  }
  tt.return
}
"""


def test_of_many_programs_and_executions_some_are_shown_and_the_page_says_so():
    found = touched(LOOP, (600, 7), np.zeros(1000, np.float32), 66)
    [access] = found.data["accesses"]
    x, y, z = found.data["axes"]
    assert z == [0] and y[-1] == 6 and x[0] == 0 and x[-1] == 599 and len(x) * len(y) <= accesses.PROGRAMS
    assert {len(runs) for runs in access["runs"].values()} == {accesses.EXECUTIONS}
    assert access["block"] == () and decoded(found.data, access, f"{x[1]},0,0", 5)[0] == [x[1] + 5]
    assert "of 4200 programs are shown" in found.data["told"] and "executions" in found.data["told"]


def test_what_leaves_a_tensor_is_kept_and_told():
    found = touched(LOOP, (2,), np.zeros(8, np.float32), 9)
    [access] = found.data["accesses"]
    assert [decoded(found.data, access, "1,0,0", n)[0][0] for n in range(8)] == list(range(1, 9))
    [error] = found.errors
    assert (error.file, error.line) == ("k.mlir", 9) and "program (0, 0, 0)" in error.message
