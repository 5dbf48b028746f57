"""Makes a program that shows something smaller, as long as it still shows it: ``--reduce``.

Greedy delta debugging: each edit of `EDITS` is tried wherever it applies, from the last op to the first, and kept where
the program is still *interesting*; until none is kept, or the time is over.  An edit works on a module that is read
from the text, so what it leaves is always printed, read and checked again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from triton_shared import dialects
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: ops that stay where nobody uses their results
KEPT = re.compile(
    r"tt\.(store|atomic|assert|print|return|func|call|descriptor_(store|scatter|reduce)|elementwise_inline)"
    r"|tt\.(reduce|scan|map_elementwise)\.return|func\.|scf\.|cf\.|builtin\."
)
_RANGE = re.compile(r"\bend = (\d+)")
_EXTENT = re.compile(r"(?<=[<x])(\d+)(?=x)")


def reduce(text: str, interesting: Callable[[str], bool], seconds: float = 60.0) -> str:
    """The smallest program that was found to be ``interesting``, which ``text`` is, in ``seconds`` of this process.

    Raises:
        ValueError: ``text`` itself is not interesting.
    """
    if not interesting(text):
        raise ValueError("the program does not show what it is reduced for")
    end, before = time.process_time() + seconds, None
    while text != before and time.process_time() < end:
        before = text
        for edit in EDITS:
            text = _all_of(edit, text, interesting, end)
    return text


def _all_of(edit: Edit, text: str, interesting: Callable[[str], bool], end: float) -> str:
    """``text`` after all of an ``edit`` that may be kept."""
    number = 0
    while time.process_time() < end and (candidate := edit(text, number)) is not None:
        if candidate != text and len(candidate) <= len(text) and interesting(candidate):
            text = candidate
        else:
            number += 1
    return text


#: the text with the edit made at place number N; the text itself where that is impossible, None behind the last place
Edit = Callable[[str, int], str | None]


def _places(module: ir.Operation) -> list[ir.Operation]:
    return [op.operation for op in all_ops(module) if op.operation.parent is not None][::-1]


def _at(change: Callable[[ir.Operation], Iterator[None]]) -> Edit:
    """The edit that makes ``change``, in each of the ways that it yields after, at each op from the last one on."""

    def edit(text: str, number: int) -> str | None:
        module = dialects.parse(text)
        with module.context, ir.Location.unknown():
            for op in _places(module):
                for _ in change(op):
                    if number == 0:
                        return _clean(module)
                    number -= 1
                    break
        return None

    return edit


def _clean(module: ir.Operation) -> str:
    """The text of ``module`` without ops that nobody uses, or "" where it is no valid program."""
    while dead := [op for op in _places(module) if not KEPT.match(op.name) and not _is_used(op)]:
        for op in dead:
            op.erase()
    try:
        module.verify()
    except ir.MLIRError:
        return ""
    return dialects.print_module(module)


def _is_used(op: ir.Operation) -> bool:
    is_end = op.parent is not None and not len(op.results) and not KEPT.match(op.name)
    return is_end or any(True for result in op.results for _ in result.uses)


def _drop(op: ir.Operation) -> Iterator[None]:
    """Drop an op that has no results, but what ends a block."""
    is_end = op.name.endswith((".return", ".yield", ".condition", ".br", ".cond_br"))
    if not len(op.results) and not is_end and not op.name.endswith(("func", "module")):
        op.erase()
        yield


def _by_operand(op: ir.Operation) -> Iterator[None]:
    """Use an operand in place of an op."""
    if len(op.results) == 1 and not KEPT.match(op.name):
        for operand in op.operands:
            if operand.type == op.results[0].type and _is_used(op):
                op.results[0].replace_all_uses_with(operand)
                yield


def _by_constant(op: ir.Operation) -> Iterator[None]:
    """Use a constant in place of an op."""
    if len(op.results) != 1 or op.name == "arith.constant" or KEPT.match(op.name) or not _is_used(op):
        return
    type_, before = op.results[0].type, ir.InsertionPoint(op)
    if (value := _constant(type_)) is not None:
        made = ir.Operation.create("arith.constant", results=[type_], attributes={"value": value}, ip=before)
        op.results[0].replace_all_uses_with(made.result)
        yield


def _constant(type_: ir.Type) -> ir.Attribute | None:
    element = type_.element_type if isinstance(type_, ir.RankedTensorType) else type_
    value: Any
    if isinstance(element, ir.IntegerType | ir.IndexType):
        value = ir.IntegerAttr.get(element, 1)
    elif isinstance(element, ir.FloatType):
        value = ir.FloatAttr.get(element, 1.0)
    else:
        return None
    return ir.DenseElementsAttr.get_splat(type_, value) if element is not type_ else value


def _straighten(op: ir.Operation) -> Iterator[None]:
    """Put the first branch of an if, or one iteration of a loop, in its place; or let a loop hand on what enters it."""
    if op.name == "scf.for":
        entering = list(op.operands)[3:]
        block = op.regions[0].blocks[0]
        for argument, value in zip(block.arguments, [op.operands[0], *entering], strict=True):
            argument.replace_all_uses_with(value)
        _inline(op, block)
        yield
    elif op.name == "scf.if":
        _inline(op, op.regions[0].blocks[0])
        yield


def _inline(op: ir.Operation, block: ir.Block) -> None:
    """Move the ops of ``block`` before ``op``, whose results are what the block yields."""
    *inner, end = [inner.operation for inner in block.operations]
    for one in inner:
        one.move_before(op)
    for result, value in zip(op.results, list(end.operands), strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def _shrink(text: str, number: int) -> str | None:
    """Halve one extent in all types of tensors, and all ranges of that length."""
    extents = sorted({int(n) for n in _EXTENT.findall(text) + _RANGE.findall(text)} - {0, 1}, reverse=True)
    if number >= len(extents):
        return None
    old, new = extents[number], extents[number] // 2
    swap = lambda match: match[0].replace(str(old), str(new)) if int(match[1]) == old else match[0]  # noqa: E731
    return _RANGE.sub(swap, _EXTENT.sub(swap, text))


EDITS: tuple[Edit, ...] = (_shrink, _at(_drop), _at(_straighten), _at(_by_operand), _at(_by_constant))


def checked(interesting: Callable[[str], bool]) -> Callable[[str], bool]:
    """``interesting``, but not of what is no program."""

    def is_so(text: str) -> bool:
        try:
            return bool(text.strip()) and interesting(text)
        except CompileError:
            return False

    return is_so
