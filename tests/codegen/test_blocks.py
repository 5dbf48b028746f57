"""Random blocks: loads and stores under windows, any strides, any layout, reductions, against numpy.

Arrays end right before a page that cannot be read or written (or begin right behind one), so an element that
is masked off but touched ends the process.
"""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support.memory import guarded

DTYPES = {
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i32": np.int32,
    "i8": np.int8,
    "i64": np.int64,
    "i1": np.bool_,
}
SIZES = (1, 2, 3, 5, 8, 16, 17, 32, 64, 100)


@dataclass(frozen=True)
class Plan:
    """A block of ``shape`` in memory: what exists of it, and where its elements lie."""

    shape: tuple[int, int]
    begin: tuple[int, int]
    size: tuple[int, int]
    strides: tuple[int, int]

    @classmethod
    def random(cls, rng: np.random.Generator, shape: tuple[int, int], masked: bool) -> Plan:
        begin, size = (0, 0), shape
        if masked:
            begin = tuple(int(rng.choice([0, rng.integers(0, n)])) for n in shape)
            size = tuple(
                int(rng.choice([n - b, rng.integers(0, n - b + 1)]))
                for n, b in zip(shape, begin, strict=True)
            )
        rows, columns = shape
        pad = int(rng.integers(0, 3))
        strides = [(columns + pad, 1), (1, rows + pad), (-(columns + pad), 1), (2 * columns + pad, 2)]
        return cls(shape, begin, size, tuple(int(s) for s in strides[rng.integers(0, len(strides))]))

    def offsets(self) -> np.ndarray:
        """Element offset of every element of the block, before the base is added."""
        grid = np.indices(self.shape)
        return grid[0] * self.strides[0] + grid[1] * self.strides[1]

    def kept(self) -> np.ndarray:
        """Which elements exist."""
        grid = np.indices(self.shape)
        inside = [(b <= g) & (g < b + n) for g, b, n in zip(grid, self.begin, self.size, strict=True)]
        return inside[0] & inside[1]

    def memory(self, values: np.ndarray, at_end: bool) -> tuple[np.ndarray, int]:
        """The existing elements of ``values`` in guarded memory, and the offset of the block's element (0, 0)."""
        where, kept = self.offsets(), self.kept()
        used = where[kept] if kept.any() else np.zeros(1, int)
        flat = np.zeros(used.max() - used.min() + 1, values.dtype)
        if kept.any():
            flat[where[kept] - used.min()] = values[kept]
        return guarded(flat, at_end), int(-used.min())


def view(name: str, of: str, number: int, plan: Plan, dtype: str, dynamic: bool) -> str:
    """A view of the whole block and, when it is masked, of its window (``%<name>s``)."""
    rows, columns = plan.shape
    outer, inner = plan.strides
    shown = ["?" if dynamic else str(outer), "?" if dynamic else str(inner)]
    operands = [
        f"%s{number}0" if dynamic else str(outer),
        f"%s{number}1" if dynamic else str(inner),
    ]
    layout = f"strided<[{shown[0]}, {shown[1]}], offset: ?>"
    return (
        f"""
    %{name} = memref.reinterpret_cast %{of} to offset: [%o{number}], sizes: [{rows}, {columns}],
      strides: [{operands[0]}, {operands[1]}] : memref<*x{dtype}> to memref<{rows}x{columns}x{dtype}, {layout}>
    %{name}s = memref.subview %{name}[%b{number}0, %b{number}1] [%n{number}0, %n{number}1] [1, 1]
      : memref<{rows}x{columns}x{dtype}, {layout}> to memref<?x?x{dtype}, {layout}>
    """,
        layout,
    )


def program(source: Plan, target: Plan, dtype: str, operation: str, dynamic: bool) -> triton_shared.Kernel:
    rows, columns = source.shape
    block = f"{rows}x{columns}x{dtype}"
    scalars = [f"%{kind}{number}{d}" for number in (0, 1) for kind in "bns" for d in (0, 1)]
    arguments = ", ".join(f"%a{s[1:]}: i64" for s in [*scalars, "%o0", "%o1"])
    casts = "\n".join(
        f"    {s} = arith.index_cast %a{s[1:]} : i64 to index" for s in [*scalars, "%o0", "%o1"]
    )
    load, layout = view("x", "src", 0, source, dtype, dynamic)
    store, out_layout = view("y", "dst", 1, target, dtype, dynamic)
    zero = "0.0" if dtype.startswith(("f", "b")) else "0"
    pad = {"f32": "2.0", "f16": "2.0", "bf16": "2.0", "i1": "1"}.get(dtype, "2")
    add = "arith.addf" if zero == "0.0" else "arith.ori" if dtype == "i1" else "arith.addi"
    out_rows, out_columns = target.shape
    out = f"{out_rows}x{out_columns}x{dtype}"
    combine = f"""
      (%p: {dtype}, %q: {dtype}) {{
        %s = {add} %p, %q : {dtype}
        linalg.yield %s : {dtype}
      }}"""
    bodies = {
        "twice": f"""
    %e = tensor.empty() : tensor<{block}>
    %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]}} ins(%t : tensor<{block}>) outs(%e : tensor<{block}>) {{
    ^bb0(%a: {dtype}, %u: {dtype}):
      %s = {add} %a, %a : {dtype}
      linalg.yield %s : {dtype}
    }} -> tensor<{block}>""",
        "transpose": f"""
    %e = tensor.empty() : tensor<{out}>
    %r = linalg.transpose ins(%t : tensor<{block}>) outs(%e : tensor<{out}>) permutation = [1, 0]""",
        "sum0": f"""
    %z = arith.constant {zero} : {dtype}
    %e = tensor.empty() : tensor<{columns}x{dtype}>
    %f = linalg.fill ins(%z : {dtype}) outs(%e : tensor<{columns}x{dtype}>) -> tensor<{columns}x{dtype}>
    %v = linalg.reduce ins(%t : tensor<{block}>) outs(%f : tensor<{columns}x{dtype}>) dimensions = [0]{combine}
    %r = tensor.expand_shape %v [[0, 1]] output_shape [1, {columns}] : tensor<{columns}x{dtype}> into tensor<{out}>""",
        "sum1": f"""
    %z = arith.constant {zero} : {dtype}
    %e = tensor.empty() : tensor<{rows}x{dtype}>
    %f = linalg.fill ins(%z : {dtype}) outs(%e : tensor<{rows}x{dtype}>) -> tensor<{rows}x{dtype}>
    %v = linalg.reduce ins(%t : tensor<{block}>) outs(%f : tensor<{rows}x{dtype}>) dimensions = [1]{combine}
    %r = tensor.expand_shape %v [[0, 1]] output_shape [{rows}, 1] : tensor<{rows}x{dtype}> into tensor<{out}>""",
    }
    return triton_shared.compile(f"""
module {{
  func.func @block(%src: memref<*x{dtype}>, %dst: memref<*x{dtype}>, {arguments},
                   %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{
{casts}
{load}
    %pad = arith.constant {pad} : {dtype}
    %buf = memref.alloc() : memref<{block}>
    linalg.fill ins(%pad : {dtype}) outs(%buf : memref<{block}>)
    %to = memref.subview %buf[%b00, %b01] [%n00, %n01] [1, 1]
      : memref<{block}> to memref<?x?x{dtype}, strided<[{columns}, 1], offset: ?>>
    memref.copy %xs, %to : memref<?x?x{dtype}, {layout}> to memref<?x?x{dtype}, strided<[{columns}, 1], offset: ?>>
    %t = bufferization.to_tensor %buf restrict writable : memref<{block}> to tensor<{block}>
{bodies[operation]}
{store}
    %slice = tensor.extract_slice %r[%b10, %b11] [%n10, %n11] [1, 1] : tensor<{out}> to tensor<?x?x{dtype}>
    bufferization.materialize_in_destination %slice in writable %ys
      : (tensor<?x?x{dtype}>, memref<?x?x{dtype}, {out_layout}>) -> ()
    return
  }}
}}
""")


def expected(values: np.ndarray, operation: str) -> np.ndarray:
    total = np.logical_or.reduce if values.dtype == np.bool_ else np.add.reduce
    match operation:
        case "twice":
            return values | values if values.dtype == np.bool_ else values + values
        case "transpose":
            return values.T
        case "sum0":
            return total(values, axis=0, keepdims=True, dtype=values.dtype)
    return total(values, axis=1, keepdims=True, dtype=values.dtype)


@pytest.mark.parametrize("seed", range(120))
def test_block(seed):
    rng = np.random.default_rng(seed)
    dtype = list(DTYPES)[seed % len(DTYPES)]
    operation = ("twice", "transpose", "sum0", "sum1")[rng.integers(0, 4)]
    shape = tuple(int(n) for n in rng.choice(SIZES, 2))
    out_shape = {"transpose": shape[::-1], "sum0": (1, shape[1]), "sum1": (shape[0], 1)}.get(operation, shape)
    source = Plan.random(rng, shape, bool(rng.integers(0, 4)))
    target = Plan.random(rng, out_shape, bool(rng.integers(0, 3)))
    # few small integers, so that sums are exact in every type and order
    values = rng.integers(0, 2, shape).astype(DTYPES[dtype])
    memory, base = source.memory(values, bool(rng.integers(0, 2)))
    result, result_base = target.memory(np.zeros(out_shape, DTYPES[dtype]), bool(rng.integers(0, 2)))
    scalars = [n for p in (source, target) for part in (p.begin, p.size, p.strides) for n in part]
    run = program(source, target, dtype, operation, bool(rng.integers(0, 2)))
    run[(1,)](memory, result, *scalars, base, result_base)
    loaded = np.where(source.kept(), values, np.array(2).astype(values.dtype))
    exact, kept = expected(loaded, operation), target.kept()
    np.testing.assert_array_equal(result[target.offsets()[kept] + result_base], exact[kept])
    untouched = np.ones(len(result), bool)
    untouched[target.offsets()[kept] + result_base] = False
    assert not result[untouched].any()
