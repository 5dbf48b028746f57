"""Products whose accumulator is filled, or scaled by rows, before: who else sees it decides whether that may go.

Operands are small integers, so that every order of sums is exact.  Buffers hold garbage before they are written.
"""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

from tests.support.native import Native
from tests.support.tiles import Tiles
from triton_shared.codegen.cpu.stages import Options
from triton_shared.codegen.cpu.target import native_target
from triton_shared.codegen.llvm import machine

M, N, K = 16, 32, 32
TILES = "+amx-tile,+amx-bf16,+amx-int8"

#: what stands between the fill of %c and what is stored; it may use %d, another buffer, and the product as {product}
PLACES = {
    "nobody sees it": "linalg.fill ins(%start : f32) outs(%c : {c})\n{product}",
    "it is copied before": "linalg.fill ins(%start : f32) outs(%c : {c})\nmemref.copy %c, %d : {c} to {c}\n{product}",
    "a view of it is copied before": """
      %v = memref.subview %c[0, 0] [16, 32] [1, 1] : {c} to memref<16x32xf32, strided<[32, 1]>>
      linalg.fill ins(%start : f32) outs(%c : {c})
      memref.copy %v, %d : memref<16x32xf32, strided<[32, 1]>> to {c}
      {product}""",
    "it is changed before": """linalg.fill ins(%start : f32) outs(%c : {c})
      %i = arith.constant 3 : index
      memref.store %five, %c[%i, %i] : {c}
      {product}""",
    "two products follow": "linalg.fill ins(%start : f32) outs(%c : {c})\n{product}\n{product}",
    "the product has turns": """linalg.fill ins(%start : f32) outs(%c : {c})
      scf.for %t = %zero to %three step %one {{
        {product}
      }}""",
    "both have turns": """scf.for %t = %zero to %three step %one {{
        linalg.fill ins(%start : f32) outs(%c : {c})
        {product}
      }}""",
    "it is filled before the turns, too": """linalg.fill ins(%five : f32) outs(%c : {c})
      scf.for %t = %zero to %three step %one {{
        memref.copy %c, %d : {c} to {c}
        linalg.fill ins(%start : f32) outs(%c : {c})
        {product}
      }}""",
    "its rows are scaled": "{filled}\n{scaled}\n{product}",
    "its rows are scaled, and it is copied": "{filled}\n{scaled}\nmemref.copy %c, %d : {c} to {c}\n{product}",
    "its rows are scaled, and it is changed": """{filled}
      {scaled}
      %i = arith.constant 3 : index
      memref.store %five, %c[%i, %i] : {c}
      {product}""",
    "its rows are scaled, and the scales are changed": """{filled}
      {scaled}
      linalg.fill ins(%five : f32) outs(%s : memref<16xf32>)
      {product}""",
    "its rows are scaled in each turn": """{filled}
      scf.for %t = %zero to %three step %one {{
        {scaled}
        {product}
      }}""",
    "its columns are scaled": "{filled}\n{columns}\n{product}",
    "another buffer is scaled into it": """linalg.fill ins(%start : f32) outs(%d : {c})
      {into}
      {product}""",
}
#: what multiplies rows of %c by the numbers of %s, or columns by those of %l, in place or from %d
SCALED = """linalg.generic {{indexing_maps = [#whole, {of}, #whole], iterator_types = ["parallel", "parallel"]}}
    ins({source}, {by} : {c}, {line}) outs(%c : {c}) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    %w = arith.mulf {first}, {second} : f32
    linalg.yield %w : f32
  }}"""
MAPS = """#whole = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
"""
SCALES, LINE = np.arange(M, dtype=np.float32) % 4 - 1, np.arange(N, dtype=np.float32) % 3


def expected(place: str, start: float, product: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What %c and %d hold at the end, in the words of `PLACES`."""
    full, nothing = np.full((M, N), start, np.float32), np.zeros((M, N), np.float32)
    match place:
        case "it is copied before" | "a view of it is copied before":
            return full + product, full
        case "it is changed before":
            full[3, 3] = 5
            return full + product, nothing
        case "two products follow":
            return full + 2 * product, nothing
        case "the product has turns":
            return full + 3 * product, nothing
        case "it is filled before the turns, too":
            return full + product, full + product
    if "scaled" not in place:
        return full + product, nothing
    by = LINE[None] if "columns" in place else SCALES[:, None]
    scaled = full * by
    match place:
        case "its rows are scaled, and it is copied":
            return scaled + product, scaled
        case "its rows are scaled, and it is changed":
            scaled[3, 3] = 5
        case "its rows are scaled in each turn":
            scaled = (scaled + product) * by + product
            scaled = scaled * by
        case "another buffer is scaled into it":
            return scaled + product, full
    return scaled + product, nothing


def kernel(element: str, place: str, start: float) -> str:
    """A kernel with the buffers %c and %d, which it stores at the end."""
    a, b, c = (
        f"memref<{shape}x{e}>"
        for shape, e in ((f"{M}x{K}", element), (f"{K}x{N}", element), (f"{M}x{N}", "f32"))
    )
    loads = "".join(
        f"""
  %{name}v = memref.reinterpret_cast %{name} to offset: [0], sizes: [{m}, {n}], strides: [{n}, 1]
    : memref<*x{e}> to memref<{m}x{n}x{e}, strided<[{n}, 1]>>
  %{name}b = memref.alloc() : memref<{m}x{n}x{e}>"""
        for name, m, n, e in (
            ("a", M, K, element),
            ("b", K, N, element),
            ("o", M, N, "f32"),
            ("p", M, N, "f32"),
        )
    )
    row = "strided<[32, 1]>"
    product = f"linalg.matmul ins(%ab, %bb : {a}, {b}) outs(%c : {c})"
    filled = f"linalg.fill ins(%start : f32) outs(%c : {c})"
    order = {"c": c, "first": "%x", "second": "%y"}
    if start:
        order |= {"first": "%y", "second": "%x"}
    by_rows = order | {"of": "#rows", "by": "%s", "line": f"memref<{M}xf32>"}
    scaled, into = (SCALED.format(**by_rows, source=name) for name in ("%c", "%d"))
    columns = SCALED.format(**order, of="#columns", by="%l", line=f"memref<{N}xf32>", source="%c")
    forms = {"filled": filled, "scaled": scaled, "into": into, "columns": columns}
    return f"""{MAPS}
func.func @k(%a: memref<*x{element}>, %b: memref<*x{element}>, %o: memref<*xf32>, %p: memref<*xf32>,
             %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {{{loads}
  memref.copy %av, %ab : {a[:-1]}, {row}> to {a}
  memref.copy %bv, %bb : {b[:-1]}, {row}> to {b}
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %start = arith.constant {start:e} : f32
  %five = arith.constant 5.0 : f32
  %nothing = arith.constant 0.0 : f32
  %c = memref.alloc() : {c}
  %d = memref.alloc() : {c}
  linalg.fill ins(%nothing : f32) outs(%d : {c})
  {"".join(_line(name, numbers) for name, numbers in (("s", SCALES), ("l", LINE)))}
  {PLACES[place].format(c=c, product=product, **forms)}
  memref.copy %c, %ov : {c} to {c[:-1]}, {row}>
  memref.copy %d, %pv : {c} to {c[:-1]}, {row}>
  return
}}"""


def _line(name: str, numbers: np.ndarray) -> str:
    """A buffer of ``numbers``."""
    stores = (
        f"%{name}{i} = arith.constant {i} : index\n%{name}n{i} = arith.constant {float(x)} : f32\n"
        f"memref.store %{name}n{i}, %{name}[%{name}{i}] : memref<{len(numbers)}xf32>\n"
        for i, x in enumerate(numbers)
    )
    return f"%{name} = memref.alloc() : memref<{len(numbers)}xf32>\n{''.join(stores)}"


def check(element: str, place: str, start: float, options: Options) -> None:
    """Run the kernel and compare with numpy."""
    rng, dtype = np.random.default_rng(0), np.float32 if element == "f32" else ml_dtypes.bfloat16
    a, b = (rng.integers(-8, 9, shape).astype(dtype) for shape in ((M, K), (K, N)))
    o, p = (np.full((M, N), 99, np.float32) for _ in range(2))
    native_target()  # makes the machine known to LLVM
    Native(kernel(element, place, start), options=options).run((1,), a, b, o, p)
    c, d = expected(place, start, a.astype(np.float32) @ b.astype(np.float32))
    np.testing.assert_array_equal(o, c)
    np.testing.assert_array_equal(p, d)


@pytest.mark.parametrize("start", [0.0, 3.0])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("element", ["f32", "bf16"])
def test_filled_accumulators(element, place, start):
    check(element, place, start, Options())


@pytest.mark.parametrize("start", [0.0, 3.0])
@pytest.mark.parametrize("place", PLACES)
def test_filled_accumulators_on_tiles(monkeypatch, place, start):
    unit, clean_up, to_object = Tiles(), machine.clean_up, machine.to_object
    monkeypatch.setattr(machine, "clean_up", lambda text, _: clean_up(unit.emulated(text), native_target()))
    monkeypatch.setattr(machine, "to_object", lambda module, _: to_object(module, native_target()))
    features = f"{native_target().features},{TILES}".replace("-amx", "+amx")
    check("bf16", place, start, Options(target=replace(native_target(), features=features)))
    assert unit.products
