"""Reductions from the first slice beside reshapes that upstream fuses: none is left that has lost where it starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

import pytest

from triton_shared import dialects
from triton_shared.codegen.nests.nest import FROM_FIRST
from triton_shared.codegen.passes import FUSION
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

UPSTREAM = tuple(step for step in FUSION if step != "verify-reductions")
REDUCTIONS = {"linalg.reduce", "linalg.generic"}


def tensor(shape: list[int]) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"


def reshape(value: str, small: list[int], large: list[int], expands: bool) -> str:
    """``value`` of shape ``small`` as ``large``, of which neighbours make up each dimension, or the other way."""
    groups: list[list[int]] = [[] for _ in small]
    at = 0
    for dim, size in enumerate(large):
        if small and groups[at] and prod(large[d] for d in groups[at]) == small[at] and at + 1 < len(small):
            at += size > 1
        if small:
            groups[at].append(dim)
    if expands:
        types = f"output_shape {large} : {tensor(small)} into {tensor(large)}"
        return f"tensor.expand_shape {value} {groups} {types}"
    return f"tensor.collapse_shape {value} {groups} : {tensor(large)} into {tensor(small)}"


def kernel(large: list[int], small: list[int], axis: int, math: bool, out: list[int]) -> str:
    """Reduce ``large`` seen as ``small``, after ``math`` maybe, along ``axis``; the result is seen as ``out``."""
    kept = small[:axis] + small[axis + 1 :]
    whole, part = tensor(small), tensor(kept)
    lines = [f"%v = {reshape('%x', small, large, expands=False)}" if large != small else ""]
    value = "%v" if large != small else "%x"
    if math:
        lines.append(f"%room = tensor.empty() : {whole}")
        lines.append(f"%w = linalg.exp ins({value} : {whole}) outs(%room : {whole}) -> {whole}")
        value = "%w"
    lines.append(f"%empty = tensor.empty() : {part}")
    lines.append(
        f"%r = linalg.reduce ins({value} : {whole}) outs(%empty : {part}) dimensions = [{axis}] {{{FROM_FIRST}}} "
        "(%a: f32, %b: f32) {\n%p = arith.mulf %b, %a : f32\n%q = arith.addf %p, %a : f32\nlinalg.yield %q : f32\n}"
    )
    if out != kept:
        lines.append(f"%s = {reshape('%r', kept, out, expands=True)}")
    body, result = "\n".join(lines), "%s" if out != kept else "%r"
    return (
        f"func.func @k(%x: {tensor(large)}) -> {tensor(out)} {{\n{body}\nreturn {result} : {tensor(out)}\n}}"
    )


#: by what they are seen as, shapes
SHAPES = {
    (8,): [[8], [1, 8], [8, 1], [1, 8, 1], [2, 4]],
    (4, 8): [[4, 8], [1, 4, 8], [4, 1, 8], [4, 8, 1], [2, 2, 8], [4, 2, 4], [1, 4, 1, 8]],
    (1, 8): [[1, 8], [1, 1, 8], [1, 8, 1]],
}


def kernels() -> Iterator[str]:
    for small, larges in SHAPES.items():
        for large, axis, math in product(larges, range(len(small)), (False, True)):
            if small[axis] > 1:
                kept = [n for d, n in enumerate(small) if d != axis]
                for out in ([*kept], [*kept, 1], [1, *kept]):
                    yield kernel(large, list(small), axis, math, out)


def found(text: str) -> str:
    """What becomes of the mark of ``text``: "kept", or "lost", as the check must say."""
    module = dialects.parse(text)
    run_pipeline(module, UPSTREAM)
    marks = [
        FROM_FIRST in op.attributes
        for op in all_ops(module, REDUCTIONS)
        if op.name == "linalg.reduce" or "reduction" in str(op.attributes["iterator_types"])
    ]
    assert len(marks) == 1
    return "kept" if marks[0] else "lost"


def test_what_loses_its_mark_is_an_error_and_nothing_else_is():
    seen = Counter[str]()
    for text in kernels():
        what = found(text)
        seen[what] += 1
        if what == "kept":
            run_pipeline(dialects.parse(text), FUSION)
        else:
            with pytest.raises(CompileError, match="starts from values that have not been written"):
                run_pipeline(dialects.parse(text), FUSION)
    assert seen["kept"] > 10 and seen["lost"] > 20


def test_code_generation_keeps_what_is_beside_from_such_reductions():
    """They stand in functions of their own meanwhile."""
    for text in kernels():
        module = dialects.parse(text)
        run_pipeline(module, ("outline-reductions", *FUSION, "inline", "symbol-dce"))
        assert [op.name for op in all_ops(module) if FROM_FIRST in op.attributes] == ["linalg.reduce"]
