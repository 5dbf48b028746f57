"""Matrix products of operands that lie in memory in any order: rows, columns, steps that are known or not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import triton_shared

SIZE = 16
LAYOUTS = {
    "rows": "strided<[40, 1]>",
    "columns": "strided<[1, 40]>",
    "unknown": "strided<[?, ?], offset: ?>",
    "spread": "strided<[40, 2]>",
    "repeated": "strided<[0, 1]>",
}
STEPS = {"rows": (40, 1), "columns": (1, 40), "unknown": (1, 40), "spread": (40, 2), "repeated": (0, 1)}
WRITTEN = [layout for layout in LAYOUTS if layout != "repeated"]


def kernel(layouts: tuple[str, ...], element: str) -> str:
    """``c += a @ b`` on views of the three arguments with these layouts."""
    elements = (element, element, "f32")
    types = [
        f"memref<{SIZE}x{SIZE}x{e}, {LAYOUTS[layout]}>" for layout, e in zip(layouts, elements, strict=True)
    ]
    views = []
    for name, layout, type_, e in zip("abc", layouts, types, elements, strict=True):
        row, column = STEPS[layout]
        strides = "%one, %forty" if layout == "unknown" else f"{row}, {column}"
        offset = "%zero" if layout == "unknown" else "0"
        views.append(
            f"%{name}v = memref.reinterpret_cast %{name} to offset: [{offset}], sizes: [{SIZE}, {SIZE}], "
            f"strides: [{strides}] : memref<*x{e}> to {type_}"
        )
    body = "\n  ".join(views)
    return f"""
func.func @k(%a: memref<*x{element}>, %b: memref<*x{element}>, %c: memref<*xf32>, %n: i64,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
  %forty = arith.index_cast %n : i64 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  {body}
  linalg.matmul ins(%av, %bv : {types[0]}, {types[1]}) outs(%cv : {types[2]})
  return
}}"""


def seen(array: np.ndarray, layout: str) -> np.ndarray:
    steps = tuple(s * array.itemsize for s in STEPS[layout])
    return np.lib.stride_tricks.as_strided(array, (SIZE, SIZE), steps)


@pytest.mark.parametrize("element", ["f32", "f16"])
@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS, WRITTEN)), ids="-".join)
def test_products(layouts, element):
    rng = np.random.default_rng(0)
    dtype = {"f32": np.float32, "f16": np.float16}[element]
    a, b = (rng.integers(-4, 5, 41 * SIZE + 40).astype(dtype) for _ in range(2))
    c = rng.integers(-4, 5, 41 * SIZE + 40).astype(np.float32)
    before = c.copy()
    triton_shared.compile(kernel(layouts, element))[(1,)](a, b, c, 40)
    expected = before.copy()
    left, right = (seen(x, layout).astype(np.float32) for x, layout in zip((a, b), layouts, strict=False))
    seen(expected, layouts[2])[:] += left @ right
    np.testing.assert_array_equal(c, expected)
