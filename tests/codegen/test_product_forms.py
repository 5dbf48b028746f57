"""Matrix products on each kind of machine, forced: every form of multiplying bytes and bf16, and what has none.

Operands are small integers, so that every order of sums is exact.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import ml_dtypes
import numpy as np
import pytest

from tests.support.native import Native
from tests.support.tiles import Tiles
from tests.support.vector_machines import MACHINES, lacking
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import CpuTarget, native_target
from triton_shared.codegen.llvm import machine

ELEMENTS = {
    "bf16": ("bf16", ml_dtypes.bfloat16, -8, 9),
    "s8": ("i8", np.int8, -128, 128),
    "u8": ("i8", np.uint8, 0, 256),
}

TILES = "+amx-tile,+amx-bf16,+amx-int8"
SHAPES = [
    (1, 16, 32),
    (16, 16, 64),
    (32, 64, 128),
    (48, 16, 64),
    (64, 48, 32),
    (5, 4, 8),
    (3, 7, 5),
    (2, 8, 6),
]


def kernel(element: str, shape: tuple[int, int, int], batch: int) -> str:
    """``c += a @ b`` of blocks of this shape, ``batch`` of them if that is not 0."""
    m, n, k = shape
    x = ELEMENTS[element][0]
    z = "i32" if x == "i8" else "f32"
    blocks = {name: [*[batch] * bool(batch), *s] for name, s in (("a", (m, k)), ("b", (k, n)), ("c", (m, n)))}
    views, types = [], {}
    for name, sizes in blocks.items():
        strides = [int(np.prod(sizes[d + 1 :])) for d in range(len(sizes))]
        e = z if name == "c" else x
        block = f"memref<{'x'.join(map(str, sizes))}x{e}"
        types[name] = f"{block}>"
        views.append(f"""
  %{name}v = memref.reinterpret_cast %{name} to offset: [0], sizes: {sizes}, strides: {strides}
    : memref<*x{e}> to {block}, strided<{strides}>>
  %{name}b = memref.alloc() : {types[name]}
  memref.copy %{name}v, %{name}b : {block}, strided<{strides}>> to {types[name]}""")
    cast = "{cast = #linalg.type_fn<cast_unsigned>} " if element == "u8" else ""
    strides = [int(np.prod(blocks["c"][d + 1 :])) for d in range(len(blocks["c"]))]
    return f"""
func.func @k(%a: memref<*x{x}>, %b: memref<*x{x}>, %c: memref<*x{z}>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{{"".join(views)}
  linalg.{"batch_" * bool(batch)}matmul {cast}ins(%ab, %bb : {types["a"]}, {types["b"]}) outs(%cb : {types["c"]})
  memref.copy %cb, %cv : {types["c"]} to {types["c"][:-1]}, strided<{strides}>>
  return
}}"""


def check(target: CpuTarget, element: str, shape: tuple[int, int, int], batch: int) -> None:
    """Compile for ``target`` and compare with numpy."""
    _, dtype, low, high = ELEMENTS[element]
    wide = np.int32 if element in ("s8", "u8") else np.float32
    rng, (m, n, k) = np.random.default_rng(0), shape
    lead = (batch,) * bool(batch)
    a, b = (rng.integers(low, high, (*lead, *s)).astype(dtype) for s in ((m, k), (k, n)))
    c = rng.integers(-100, 100, (*lead, m, n)).astype(wide)
    want = c + (a.astype(np.int64) @ b.astype(np.int64)).astype(wide)
    native_target()  # makes the machine known to LLVM
    Native(kernel(element, shape, batch), options=Options(target=target)).run((1,), a, b, c)
    np.testing.assert_array_equal(c, want)


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("element", ["bf16", "s8", "u8"])
def test_products_on_vectors(name, element):
    target = MACHINES[name]
    if missing := lacking(target):
        pytest.skip(f"this machine has no {missing}")
    for shape in SHAPES:
        check(target, element, shape, 0)
    check(target, element, (4, 16, 16), 3)


@pytest.fixture
def tiles(monkeypatch):
    """A matrix unit for whatever is compiled, in place of the machine's."""
    found, clean_up = Tiles(), machine.clean_up
    monkeypatch.setattr(machine, "clean_up", lambda text, _: clean_up(found.emulated(text), native_target()))
    monkeypatch.setattr(machine, "to_object", partial(_for_this_machine, machine.to_object))
    return found


def _for_this_machine(to_object, module, _):
    return to_object(module, native_target())


@pytest.mark.parametrize("element", ["bf16", "s8", "u8"])
@pytest.mark.parametrize("shape", [s for s in SHAPES if s[0] % 16 == 0 and s[2] >= 64])
def test_products_on_tiles(tiles, element, shape):
    m, n, k = shape
    target = replace(native_target(), features=f"{native_target().features},{TILES}".replace("-amx", "+amx"))
    check(target, element, shape, 0)
    assert tiles.products == m * n * k / (16 * 16 * (32 if element == "bf16" else 64))
    assert tiles.tiles is None
    check(target, element, shape, 2)
