"""Programs whose blocks are cut into tiles do what they did: loops of reductions, what stays, and memory in order."""

from __future__ import annotations

import numpy as np
import pytest

from triton_shared import dialects, reference
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

SIZE, ROWS, COLUMNS = 1024, 32, 32
ADD = "^bb0(%a: i32, %b: i32): %s = arith.addi %a, %b : i32  tt.reduce.return %s : i32"
MAX = "^bb0(%a: i32, %b: i32): %s = arith.maxsi %a, %b : i32  tt.reduce.return %s : i32"
#: the greatest element and its place, the first of those that are equal
PLACE = """^bb0(%a: i32, %i: i32, %b: i32, %j: i32):
  %more = arith.cmpi sgt, %a, %b : i32
  %same = arith.cmpi eq, %a, %b : i32
  %before = arith.cmpi slt, %i, %j : i32
  %tie = arith.andi %same, %before : i1
  %take = arith.ori %more, %tie : i1
  %m = arith.select %take, %a, %b : i32
  %k = arith.select %take, %i, %j : i32
  tt.reduce.return %m, %k : i32, i32"""


def block(shape: str) -> tuple[str, str]:
    """The types of numbers and of pointers of ``shape``."""
    return f"tensor<{shape}xi32>", f"tensor<{shape}x!tt.ptr<i32>>"


LINE, POINTERS = block(f"{SIZE}")
GRID, CELLS = block(f"{ROWS}x{COLUMNS}")


def at(name: str, base: str, index: str = "%r", types: tuple[str, str] = (LINE, POINTERS)) -> str:
    """``name``, the pointers from ``base`` on."""
    numbers, pointers = types
    return f"""%{name}s = tt.splat {base} : !tt.ptr<i32> -> {pointers}
      %{name} = tt.addptr %{name}s, {index} : {pointers}, {numbers}"""


def load(name: str, pointers: str, type_: str = POINTERS) -> str:
    return f"%{name} = tt.load %{pointers} : {type_}"


def store(value: str, pointers: str, type_: str = POINTERS) -> str:
    return f"tt.store %{pointers}, %{value} : {type_}"


def reduce(result: str, operand: str, body: str, axis: int, from_: str, to: str) -> str:
    return f'%{result} = "tt.reduce"(%{operand}) <{{axis = {axis} : i32}}> ({{ {body} }}) : ({from_}) -> {to}'


def along(size: int, axis: int) -> str:
    """Numbers of a row or of a column of the grid."""
    flat = f"tensor<{size}xi32>"
    thin = f"tensor<{f'1x{size}' if axis == 0 else f'{size}x1'}xi32>"
    return f"""%n{axis} = tt.make_range {{end = {size} : i32, start = 0 : i32}} : {flat}
      %e{axis} = tt.expand_dims %n{axis} {{axis = {axis} : i32}} : {flat} -> {thin}
      %b{axis} = tt.broadcast %e{axis} : {thin} -> {GRID}"""


#: a block of rows: %cell are the places of its elements, %v what is there
CELL = f"""{along(ROWS, 1)}
      {along(COLUMNS, 0)}
      %width = arith.constant dense<{COLUMNS}> : {GRID}
      %begin = arith.muli %b1, %width : {GRID}
      %cell = arith.addi %begin, %b0 : {GRID}
      {at("p", "%x", "%cell", (GRID, CELLS))}
      {load("v", "p", CELLS)}"""
FLAT = {n: block(f"{n}") for n in (ROWS, COLUMNS)}
FIRST = f"{at('p', '%x')}\n{load('v', 'p')}"
NEXT = "%n = tt.addptr %x, %one : !tt.ptr<i32>, i32"

#: programs, and how many loops each becomes
PROGRAMS = {
    "in place": (FIRST, f"%w = arith.muli %v, %r : {LINE}", store("w", "p"), 1),
    "moved": (FIRST, NEXT, at("q", "%n"), store("v", "q"), 0),
    "moved and added up": (
        FIRST, NEXT, reduce("m", "v", ADD, 0, LINE, "i32"), "tt.store %n, %m : !tt.ptr<i32>", 1,
    ),
    "stored before it is loaded": (at("p", "%x"), store("r", "p"), load("v", "p"), at("q", "%y"), store("v", "q"), 0),
    "stored elsewhere before": (at("q", "%y"), store("r", "q"), FIRST, at("t", "%z"), store("v", "t"), 1),
    "stored twice": (FIRST, at("q", "%y"), store("v", "q"), store("r", "q"), 0),
    "two stores": (FIRST, at("q", "%y"), at("t", "%z"), store("v", "q"), store("r", "t"), 1),
    "one element for all": (
        f"%zero = arith.constant dense<0> : {LINE}", at("p", "%x", "%zero"), load("v", "p"),
        f"%w = arith.addi %v, %r : {LINE}", store("w", "p"), 0,
    ),
    "deviations": (
        FIRST, reduce("m", "v", MAX, 0, LINE, "i32"), f"%ms = tt.splat %m : i32 -> {LINE}",
        f"%d = arith.subi %v, %ms : {LINE}", f"%e = arith.muli %d, %d : {LINE}", reduce("t", "e", ADD, 0, LINE, "i32"),
        f"%ts = tt.splat %t : i32 -> {LINE}", f"%f = arith.xori %e, %ts : {LINE}", at("q", "%y"), store("f", "q"),
        "tt.store %z, %t : !tt.ptr<i32>", 3,
    ),
    "two reductions": (
        FIRST, reduce("m", "v", MAX, 0, LINE, "i32"), reduce("t", "v", ADD, 0, LINE, "i32"),
        "%u = arith.subi %m, %t : i32", "tt.store %z, %u : !tt.ptr<i32>", 1,
    ),
    "place": (
        FIRST, f'%m:2 = "tt.reduce"(%v, %r) <{{axis = 0 : i32}}> ({{ {PLACE} }}) : ({LINE}, {LINE}) -> (i32, i32)',
        "tt.store %y, %m#1 : !tt.ptr<i32>", "tt.store %z, %m#0 : !tt.ptr<i32>", 1,
    ),
    "sums of rows": (
        CELL, reduce("m", "v", ADD, 1, GRID, FLAT[ROWS][0]), at("q", "%y", "%n1", FLAT[ROWS]),
        store("m", "q", FLAT[ROWS][1]), 1,
    ),
    "sums of columns": (
        CELL, reduce("m", "v", ADD, 0, GRID, FLAT[COLUMNS][0]), at("q", "%y", "%n0", FLAT[COLUMNS]),
        store("m", "q", FLAT[COLUMNS][1]), 1,
    ),
    "less the sums of columns": (
        CELL, reduce("m", "v", ADD, 0, GRID, FLAT[COLUMNS][0]),
        f"%k = tt.expand_dims %m {{axis = 0 : i32}} : {FLAT[COLUMNS][0]} -> tensor<1x{COLUMNS}xi32>",
        f"%l = tt.broadcast %k : tensor<1x{COLUMNS}xi32> -> {GRID}", f"%d = arith.subi %v, %l : {GRID}",
        at("q", "%y", "%cell", (GRID, CELLS)), store("d", "q", CELLS), 2,
    ),
    "transposed": (
        CELL, f"%d = tt.trans %v {{order = array<i32: 1, 0>}} : {GRID} -> {GRID}",
        at("q", "%y", "%cell", (GRID, CELLS)), store("d", "q", CELLS), 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_tiles_do_what_blocks_do(name):
    *lines, loops = PROGRAMS[name]
    body = "\n      ".join(map(str, lines))
    text = f"""tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %z: !tt.ptr<i32>) {{
      %one = arith.constant 1 : i32
      %r = tt.make_range {{end = {SIZE} : i32, start = 0 : i32}} : {LINE}
      {body}
      tt.return
    }}"""
    numbers = np.random.default_rng(5).integers(-40, 40, (3, SIZE + 1), np.int32)
    wanted, got = list(numbers.copy()), list(numbers.copy())
    reference.run(dialects.parse(text), 1, *wanted)
    module = dialects.parse(text)
    run_pipeline(module, [f"tile-large-blocks{{large-blocks={SIZE}}}"])
    assert len(all_ops(module.operation, {"scf.for"})) == loops
    reference.run(module, 1, *got)
    for a, b in zip(got, wanted, strict=True):
        np.testing.assert_array_equal(a, b)
