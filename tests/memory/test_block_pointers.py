"""Block pointers: bounds, padding, order, and their way through loops, branches and functions."""

import itertools

import numpy as np
import pytest

from tests.support.blocks import block_at, make_block_pointer, row_major, write_block
from tests.support.ttir import run

WHOLE = {1: (11,), 2: (5, 7), 3: (3, 5, 7)}
BLOCK = {1: (8,), 2: (4, 8), 3: (2, 4, 8)}


def block_pointer(shape):
    return f"!tt.ptr<tensor<{'x'.join(map(str, (*shape, 'f32')))}>>"


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_every_boundary_check(rank, transposed):
    """Each subset of the dimensions is checked; the others lie inside."""
    whole, block = WHOLE[rank], BLOCK[rank]
    strides = row_major(whole) if not transposed else row_major(whole[::-1])[::-1]
    order = range(rank) if transposed else None
    pointer, lines, cases = block_pointer(block), [], []
    for checked in itertools.chain.from_iterable(
        itertools.combinations(range(rank), k) for k in range(rank + 1)
    ):
        for place in ((-2,) * rank, (1,) * rank, tuple(n - 3 for n in whole)):
            offsets = [p if d in checked else 0 for d, p in enumerate(place)]
            n = len(cases)
            # What is not checked must be there: the memory around is.
            lines += make_block_pointer(f"%a{n}", "%x", whole, strides, offsets, block, order)
            lines += make_block_pointer(
                f"%b{n}", "%y", (99, *block[1:]), row_major(block), [n * block[0], *[0] * (rank - 1)], block
            )
            check = f"boundaryCheck = array<i32{': ' if checked else ''}{', '.join(map(str, checked))}>"
            padding = 1 + n % 2
            lines.append(f"%v{n} = tt.load %a{n} {{{check}, padding = {padding} : i32}} : {pointer}")
            lines.append(f"tt.store %b{n}, %v{n} : {pointer}")
            cases.append((offsets, checked, np.nan if padding == 2 else 0))
    text = f"tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {{ {chr(10).join(lines)} tt.return }}"
    memory = np.arange(600, dtype=np.float32)
    x, y = memory[100:], np.zeros((len(cases) * block[0], *block[1:]), np.float32)
    run(text, x, y)
    for n, (offsets, checked, pad) in enumerate(cases):
        expected = np.empty(block, np.float32)
        for index in np.ndindex(*block):
            at = [o + i for o, i in zip(offsets, index, strict=True)]
            inside = all(0 <= at[d] < whole[d] for d in checked)
            expected[index] = x[np.dot(at, strides)] if inside else pad
        np.testing.assert_array_equal(y[n * block[0] :][: block[0]], expected, err_msg=str(cases[n]))


WALK = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i64, %n: i64, %s: i64, %rows: i32, %cols: i32, %up: i32) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %a = tt.make_tensor_ptr %x, [%m, %n], [%s, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<4x8xf32>>
  %b = tt.make_tensor_ptr %y, [%m, %n], [%n, %one], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<4x8xf32>>
  %r:2 = scf.for %i = %c0 to %rows step %c1
      iter_args(%p = %a, %q = %b) -> (!tt.ptr<tensor<4x8xf32>>, !tt.ptr<tensor<4x8xf32>>) : i32 {
    %t:2 = scf.for %j = %c0 to %cols step %c1
        iter_args(%u = %p, %w = %q) -> (!tt.ptr<tensor<4x8xf32>>, !tt.ptr<tensor<4x8xf32>>) : i32 {
      %v = tt.load %u {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<4x8xf32>>
      tt.store %w, %v {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<4x8xf32>>
      %u2 = tt.advance %u, [%c0, %c8] : <tensor<4x8xf32>>
      %w2 = tt.advance %w, [%c0, %c8] : <tensor<4x8xf32>>
      scf.yield %u2, %w2 : !tt.ptr<tensor<4x8xf32>>, !tt.ptr<tensor<4x8xf32>>
    }
    %odd = arith.andi %i, %c1 : i32
    %is = arith.cmpi eq, %odd, %c1 : i32
    %p2 = scf.if %is -> !tt.ptr<tensor<4x8xf32>> {
      %f = tt.advance %p, [%up, %c0] : <tensor<4x8xf32>>
      scf.yield %f : !tt.ptr<tensor<4x8xf32>>
    } else {
      %g = tt.advance %p, [%c4, %c1] : <tensor<4x8xf32>>
      scf.yield %g : !tt.ptr<tensor<4x8xf32>>
    }
    %q2 = tt.advance %q, [%c4, %c0] : <tensor<4x8xf32>>
    scf.yield %p2, %q2 : !tt.ptr<tensor<4x8xf32>>, !tt.ptr<tensor<4x8xf32>>
  }
  tt.return
}
"""


@pytest.mark.parametrize(("rows", "cols", "up"), [(4, 3, 2), (0, 3, 1), (3, 0, 1), (5, 2, -3)])
def test_loops_and_branches(rows, cols, up):
    m, n = 14, 20
    memory = np.arange(m * 25, dtype=np.float32).reshape(m, 25)
    x, y = memory[:, :n], np.zeros((m, n), np.float32)
    expected = y.copy()
    run(WALK, memory, y, m, n, 25, rows, cols, up)
    at = [0, 0]
    for i in range(rows):
        for j in range(cols):
            write_block(expected, (4 * i, 8 * j), block_at(x, (at[0], at[1] + 8 * j), (4, 8), 0))
        at = [at[0] + up, at[1]] if i % 2 else [at[0] + 4, at[1] + 1]
    np.testing.assert_array_equal(y, expected)


FUNCTIONS = """
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i64, %k: i32) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = tt.make_tensor_ptr %x, [%n], [%one], [%c0] {order = array<i32: 0>} : <tensor<8xf32>>
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%p = %a) -> (!tt.ptr<tensor<8xf32>>) : i32 {
    %at = tt.addptr %y, %i : !tt.ptr<f32>, i32
    tt.call @first(%p, %at) : (!tt.ptr<tensor<8xf32>>, !tt.ptr<f32>) -> ()
    %q = tt.advance %p, [%c1] : <tensor<8xf32>>
    scf.yield %q : !tt.ptr<tensor<8xf32>>
  }
  tt.return
}
tt.func private @first(%p: !tt.ptr<tensor<8xf32>>, %at: !tt.ptr<f32>) attributes {noinline = true} {
  %v = tt.load %p {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  %s = "tt.reduce"(%v) ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) {axis = 0 : i32} : (tensor<8xf32>) -> f32
  tt.store %at, %s : !tt.ptr<f32>
  tt.return
}
"""


def test_passed_to_functions():
    x, y = np.arange(20, dtype=np.float32), np.zeros(12, np.float32)
    run(FUNCTIONS, x, y, 15, 10)
    np.testing.assert_array_equal(y, [*(x[i : min(i + 8, 15)].sum() for i in range(10)), 0, 0])


OLDER = """
tt.func public @k(%x: !tt.ptr<f32, 1>, %y: !tt.ptr<f32, 1>) {
  %n = arith.constant 10 : i64
  %s = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %o = arith.constant 3 : i32
  %z = arith.constant 0 : i32
  %a = tt.make_tensor_ptr %x, [%n, %n], [%s, %one], [%o, %z] {order = array<i32: 1, 0>} : <tensor<8x16xf32>, 1>
  %b = tt.make_tensor_ptr %y, [%n, %n], [%one, %s], [%z, %o] {order = array<i32: 0, 1>} : <tensor<8x16xf32>, 1>
  %v = tt.load %a {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32,
      isVolatile = false, padding = 1 : i32}
      : !tt.ptr<tensor<8x16xf32>, 1> -> tensor<8x16xf32>
  tt.store %b, %v {boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32}
      : !tt.ptr<tensor<8x16xf32>, 1>, tensor<8x16xf32>
  tt.return
}
"""


def test_older_syntax_and_transposed_strides():
    memory, y = np.arange(256, dtype=np.float32).reshape(16, 16), np.full((16, 16), -1, np.float32)
    run(OLDER, memory, y)
    expected = np.full((16, 16), -1, np.float32)
    write_block(expected.T[:10, :10], (0, 3), block_at(memory[:10, :10], (3, 0), (8, 16), 0))
    np.testing.assert_array_equal(y, expected)
