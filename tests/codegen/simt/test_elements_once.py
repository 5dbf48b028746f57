"""What a loop over elements does to memory is done once for each element, however many threads hold its block.

A mask that leaves one index along some dimensions of a block makes the loop one over the other dimensions alone, while
threads share all of the block.
"""

import itertools

import numpy as np
import pytest

from tests.support import emulated
from tests.support.emulated import Settings
from tests.support.ttir import Body

SHAPE = (2, 4, 8)
COUNT = int(np.prod(SHAPE))
ONLY = (1, 2, 5)  # the index that the mask leaves along a dimension


def _index(body: Body, dim: int) -> str:
    """The index along ``dim`` of each element."""
    value = body.op(f"tt.make_range {{start = 0 : i32, end = {SHAPE[dim]} : i32}} : tensor<{SHAPE[dim]}xi32>")
    shape = [SHAPE[dim]]
    for axis in range(len(SHAPE)):
        if axis != dim:
            old = "x".join(map(str, shape))
            shape.insert(axis, 1)
            new = "x".join(map(str, shape))
            value = body.op(
                f"tt.expand_dims {value} {{axis = {axis} : i32}} : tensor<{old}xi32> -> tensor<{new}xi32>"
            )
    old = "x".join(map(str, shape))
    return body.op(f"tt.broadcast {value} : tensor<{old}xi32> -> {body.type('i32')}")


def _inside(body: Body, fixed: tuple[int, ...], rows: str) -> str:
    """Where indices of the ``fixed`` dimensions are `ONLY`'s, and those of others are below ``rows``."""
    tests = [("eq", _index(body, d), body.constant(ONLY[d], "i32")) for d in fixed]
    tests += [("slt", _index(body, d), body.splat(rows, "i32")) for d in range(3) if d not in fixed]
    masks = [body.op(f"arith.cmpi {how}, {a}, {b} : {body.type('i32')}") for how, a, b in tests]
    inside = masks[0]
    for mask in masks[1:]:
        inside = body.op(f"arith.andi {inside}, {mask} : {body.type('i1')}")
    return inside


@pytest.mark.parametrize("warps", [1, 2, 4])
@pytest.mark.parametrize("fixed", [d for n in range(4) for d in itertools.combinations(range(3), n)], ids=str)
def test_updates_are_done_once(fixed, warps):
    body = Body(SHAPE)
    value = body.load("%x", "i32")
    value = body.op(f"arith.muli {value}, {value} : {body.type('i32')}")
    pointers = body.pointers("%y", "i32")
    inside = _inside(body, fixed, "%n")
    types = ", ".join(map(body.type, ("!tt.ptr<i32>", "i32", "i1")))
    body.op(
        f"tt.atomic_rmw add, acq_rel, gpu, {pointers}, {value}, {inside} : ({types}) -> {body.type('i32')}"
    )
    text = body.kernel("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32")
    x, y = np.arange(1, COUNT + 1, dtype=np.int32), np.zeros(COUNT, np.int32)
    emulated.compile(text, settings=Settings(warps))[(1,)](x, y, 6)
    at = np.indices(SHAPE)
    held = np.ones(SHAPE, bool)
    for d in range(3):
        held &= at[d] == ONLY[d] if d in fixed else at[d] < 6
    np.testing.assert_array_equal(y.reshape(SHAPE), np.where(held, x.reshape(SHAPE) ** 2, 0))


#: stores rows of twice ``x`` to the rows of ``y`` that ``idx`` tells, ``n`` columns of them
ROWS = """tt.func public @k(%x: !tt.ptr<f32>, %idx: !tt.ptr<i32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %j = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %pi = tt.splat %idx : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %ai = tt.addptr %pi, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %r = tt.load %ai : tensor<8x!tt.ptr<i32>>
  %c64 = arith.constant dense<64> : tensor<8xi32>
  %ro = arith.muli %r, %c64 : tensor<8xi32>
  %io = arith.muli %i, %c64 : tensor<8xi32>
  %re = tt.expand_dims %ro {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %ie = tt.expand_dims %io {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %je = tt.expand_dims %j {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rb = tt.broadcast %re : tensor<8x1xi32> -> tensor<8x64xi32>
  %ib = tt.broadcast %ie : tensor<8x1xi32> -> tensor<8x64xi32>
  %jb = tt.broadcast %je : tensor<1x64xi32> -> tensor<8x64xi32>
  %ao = arith.addi %rb, %jb : tensor<8x64xi32>
  %bo = arith.addi %ib, %jb : tensor<8x64xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<8x64x!tt.ptr<f32>>
  %ax = tt.addptr %px, %bo : tensor<8x64x!tt.ptr<f32>>, tensor<8x64xi32>
  %v = tt.load %ax : tensor<8x64x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<8x64xf32>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<8x64x!tt.ptr<f32>>
  %ay = tt.addptr %py, %ao : tensor<8x64x!tt.ptr<f32>>, tensor<8x64xi32>
  %ns = tt.splat %n : i32 -> tensor<8x64xi32>
  %m = arith.cmpi slt, %jb, %ns : tensor<8x64xi32>
  tt.store %ay, %w, %m : tensor<8x64x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize("warps", [1, 2, 4])
@pytest.mark.parametrize("columns", [0, 1, 50, 64])
def test_rows_are_moved_by_all_who_hold_them(columns, warps):
    dice = np.random.default_rng(columns)
    x, rows = dice.normal(0, 1, (8, 64)).astype(np.float32), dice.permutation(8).astype(np.int32)
    y, wanted = np.zeros((8, 64), np.float32), np.zeros((8, 64), np.float32)
    emulated.compile(ROWS, settings=Settings(warps))[(1,)](x, rows, y, columns)
    wanted[rows, :columns] = 2 * x[:, :columns]
    np.testing.assert_array_equal(y, wanted)
