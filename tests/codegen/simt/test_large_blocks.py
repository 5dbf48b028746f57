"""Blocks that shared memory has no room for change their layout in parts."""

import numpy as np
import pytest

from tests.support import emulated
from tests.support.program import DTYPES
from triton_shared.codegen.nvidia.target import GpuTarget


def text(element: str, rows: int, columns: int) -> str:
    """``y`` is ``x`` transposed."""

    def block(name: str, shape: tuple[int, int]) -> str:
        n, m = shape
        return f"""
  %{name}r = tt.make_range {{start = 0 : i32, end = {n} : i32}} : tensor<{n}xi32>
  %{name}r2 = tt.expand_dims %{name}r {{axis = 1 : i32}} : tensor<{n}xi32> -> tensor<{n}x1xi32>
  %{name}w = arith.constant dense<{m}> : tensor<{n}x1xi32>
  %{name}r3 = arith.muli %{name}r2, %{name}w : tensor<{n}x1xi32>
  %{name}r4 = tt.broadcast %{name}r3 : tensor<{n}x1xi32> -> tensor<{n}x{m}xi32>
  %{name}c = tt.make_range {{start = 0 : i32, end = {m} : i32}} : tensor<{m}xi32>
  %{name}c2 = tt.expand_dims %{name}c {{axis = 0 : i32}} : tensor<{m}xi32> -> tensor<1x{m}xi32>
  %{name}c3 = tt.broadcast %{name}c2 : tensor<1x{m}xi32> -> tensor<{n}x{m}xi32>
  %{name}i = arith.addi %{name}r4, %{name}c3 : tensor<{n}x{m}xi32>
  %{name}s = tt.splat %{name} : !tt.ptr<{element}> -> tensor<{n}x{m}x!tt.ptr<{element}>>
  %{name}p = tt.addptr %{name}s, %{name}i : tensor<{n}x{m}x!tt.ptr<{element}>>, tensor<{n}x{m}xi32>"""

    turned = f"tensor<{columns}x{rows}x{element}>"
    return f"""
tt.func public @k(%x: !tt.ptr<{element}>, %y: !tt.ptr<{element}>) {{
  {block("x", (rows, columns))}
  {block("y", (columns, rows))}
  %v = tt.load %xp : tensor<{rows}x{columns}x!tt.ptr<{element}>>
  %t = tt.trans %v {{order = array<i32: 1, 0>}} : tensor<{rows}x{columns}x{element}> -> {turned}
  tt.store %yp, %t : tensor<{columns}x{rows}x!tt.ptr<{element}>>
  tt.return
}}"""


@pytest.mark.parametrize("ptx", [False, True], ids=["llvm", "ptx"])
@pytest.mark.parametrize(
    ("element", "shape", "chip"),
    [("f64", (128, 128), "sm_86"), ("i64", (64, 256), "sm_89"), ("f32", (256, 128), "sm_86")],
    ids=str,
)
def test_transposed(element, shape, chip, ptx):
    dtype = np.dtype(DTYPES[element])
    x = np.arange(shape[0] * shape[1]).astype(dtype).reshape(shape)
    y = np.zeros(shape[::-1], dtype)
    settings = emulated.Settings(num_warps=8, chip=chip, ptx=ptx)
    kernel = emulated.compile(text(element, *shape), settings=settings)
    assert x.nbytes > GpuTarget(chip).max_shared
    kernel[(1,)](x, y)
    np.testing.assert_array_equal(y, x.T)
