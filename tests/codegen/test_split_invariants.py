"""What rows and columns of a block share is computed once: as if it were computed for each element."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.ir import statistics
from triton_shared.passes.manager import run_pipeline

ROWS, COLUMNS = 16, 32
#: what is made of elements %a of a block, %r of a row and %c of a column, exact whatever rounds together: ops, in numpy
BODIES = {
    "of a row": (["math.sqrt {r}", "arith.maxnumf {a}, {0}"], lambda a, r, c: np.maximum(a, np.sqrt(r))),
    "of a column": (
        ["arith.divf {a}, {c}", "math.sqrt {c}", "arith.minnumf {0}, {1}"],
        lambda a, r, c: np.minimum(a / c, np.sqrt(c)),
    ),
    "of both": (
        ["math.sqrt {r}", "math.sqrt {c}", "arith.divf {0}, {1}", "arith.maxnumf {2}, {a}"],
        lambda a, r, c: np.maximum(np.sqrt(r) / np.sqrt(c), a),
    ),
    "of what was": (
        [
            "math.sqrt {r}",
            "arith.maxnumf {0}, {c}",
            "math.sqrt {1}",
            "arith.minnumf {2}, {a}",
            "arith.maxnumf {3}, {0}",
        ],
        lambda a, r, c: np.maximum(np.minimum(np.sqrt(np.maximum(np.sqrt(r), c)), a), np.sqrt(r)),
    ),
    "alone": (["math.sqrt {r}"], lambda a, r, c: np.sqrt(r) + 0 * a),
}
SPLIT = {"of a row": 1, "of a column": 1, "of both": 2, "of what was": 1, "alone": 1}


def text(body: list[str]) -> str:
    """``body`` of the block at ``%x``, the row at ``%v`` and the column at ``%w``, into ``%o``."""
    block = f"tensor<{ROWS}x{COLUMNS}x"
    parts = {"row": (f"tensor<1x{COLUMNS}x", COLUMNS, 0), "column": (f"tensor<{ROWS}x1x", ROWS, 1)}
    lines = []
    for name, (type_, size, axis) in parts.items():
        lines += [
            f"%{name}0 = tt.make_range {{start = 0 : i32, end = {size} : i32}} : tensor<{size}xi32>",
            f"%{name}1 = tt.expand_dims %{name}0 {{axis = {axis} : i32}} : tensor<{size}xi32> -> {type_}i32>",
            f"%{name}2 = tt.broadcast %{name}1 : {type_}i32> -> {block}i32>",
        ]
    lines += [
        f"%width = arith.constant dense<{COLUMNS}> : {block}i32>",
        f"%begin = arith.muli %column2, %width : {block}i32>",
        f"%at = arith.addi %begin, %row2 : {block}i32>",
    ]
    for name, pointer, at in (("a", "x", "at"), ("r", "v", "row2"), ("c", "w", "column2"), ("p", "o", "at")):
        lines += [
            f"%{name}s = tt.splat %{pointer} : !tt.ptr<f32> -> {block}!tt.ptr<f32>>",
            f"%{name}p = tt.addptr %{name}s, %{at} : {block}!tt.ptr<f32>>, {block}i32>",
        ]
        lines += [f"%{name} = tt.load %{name}p : {block}!tt.ptr<f32>>"] if name != "p" else []
    for i, op in enumerate(body):
        lines.append(
            f"%y{i} = {op.format(*(f'%y{j}' for j in range(i)), a='%a', r='%r', c='%c')} : {block}f32>"
        )
    lines.append(f"tt.store %pp, %y{len(body) - 1} : {block}!tt.ptr<f32>>")
    arguments = ", ".join(f"%{name}: !tt.ptr<f32>" for name in ("x", "v", "w", "o"))
    return "\n".join([f"tt.func public @k({arguments}) {{", *lines, "tt.return", "}"])


@pytest.mark.parametrize("name", BODIES)
def test_results_are_those_of_each_element(name):
    body, compute = BODIES[name]
    rng = np.random.default_rng(3)
    x = rng.standard_normal((ROWS, COLUMNS)).astype(np.float32)
    v, w = (rng.uniform(0.5, 4, size).astype(np.float32) for size in (COLUMNS, ROWS))
    o = np.zeros_like(x)
    triton_shared.compile(text(body))[1](x, v, w, o)
    np.testing.assert_array_max_ulp(o, compute(x, v[None, :], w[:, None]).astype(np.float32), 1)


@pytest.mark.parametrize("name", BODIES)
def test_how_often_a_block_is_split(name):
    with statistics.collected() as counts:
        run_pipeline(dialects.parse(text(BODIES[name][0])), ["triton-to-linalg", "shared-to-cpu"])
    assert counts["split-invariants: split"] == SPLIT[name]
