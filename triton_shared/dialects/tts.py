"""The tts dialect: memory accesses with structured addresses, between the tt dialect and the shared form.

A tts op names a scalar ``base`` pointer and says where each element lies, counted in elements::

    offset + Σ strides[d] * index(d) + gather

``index(d)`` is ``i`` itself, or, where ``cuts`` holds ``d``, ``i`` counted from the first of its segment: the elements
that share ``(starts[c] + i) / divisors[c]`` for all ``c`` with ``cuts[c] == d`` (it truncates; divisors are positive).
Where there are ``edges``, they are four numbers a dimension, ``first``, ``last``, ``before`` and ``after``: elements
``i < first`` lie at ``before`` in place of ``strides[d] * index(d)``, and elements ``i >= last`` at ``after``.
``0 <= first <= last <= size``, and a dimension without edges has all of itself between.
Element ``i`` of dimension ``d`` is kept if ``lows[d] <= i < highs[d]`` and ``condition`` holds; lists that are empty
keep all.  Masked-off elements of a load read ``other``, or zero; anything, where it is marked ``tts.unwritten``.

The dimensions in ``loops`` are indirect: the region, given their indices, those at which segments begin (both by
dimension) and the quotients, yields the ``gather`` offset and whether the element or segment is kept, and the range of
elements that is kept of each segment.  Without a base the gather is the byte address.
"""

from collections.abc import Sequence
from typing import Any

from triton_shared import compat
from triton_shared.dialects.effects import OfRegions, Reads, ReadsWrites, Speculatable, Writes
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
IndexOperand = ext.Operand[ir.IndexType]
Condition = ext.Operand[ir.IntegerType[1]]


#: marks a load whose masked-off elements are whatever they are
UNWRITTEN = "tts.unwritten"
#: marks an access by a tensor descriptor, and its view: rows are likely to be aligned to 16 bytes, as Triton asks for
DESCRIPTOR = "tt.descriptor"


class TTS(ext.Dialect, name="tts"):
    """Structured accesses."""


class Addressed(TTS.Operation):
    """What every access says: where its elements lie and which of them are kept."""

    cuts: Any = ext.attribute(kw_only=True)
    loops: Any = ext.attribute(kw_only=True)
    base: Operand[Any] | None = None
    offset: IndexOperand = ext.operand(kw_only=True)
    strides: Sequence[IndexOperand] = ext.operand(kw_only=True)
    starts: Sequence[IndexOperand] = ext.operand(kw_only=True)
    divisors: Sequence[IndexOperand] = ext.operand(kw_only=True)
    edges: Sequence[IndexOperand] = ext.operand(kw_only=True)
    lows: Sequence[IndexOperand] = ext.operand(kw_only=True)
    highs: Sequence[IndexOperand] = ext.operand(kw_only=True)
    condition: Condition | None = None
    gather: ext.Region


class LoadOp(Addressed, name="load", traits=[Reads]):
    """The elements in memory; ``other`` (zero without it) where masked off."""

    other: Operand[Any] | None = None
    result: Result[Any] = ext.result(kw_only=True)


class VolatileLoadOp(Addressed, name="volatile_load", traits=[ReadsWrites]):
    """As ``tts.load``; each kept element is read once each time, whatever was read before, used or not."""

    other: Operand[Any] | None = None
    result: Result[Any] = ext.result(kw_only=True)


class StoreOp(Addressed, name="store", traits=[Writes]):
    """Writes the kept elements of ``value``."""

    value: Operand[Any] = ext.operand(kw_only=True)


class AtomicRMWOp(Addressed, name="atomic_rmw", traits=[ReadsWrites]):
    """Combines ``value`` with memory, element by element, and gives the old elements.

    ``kind`` names an AtomicRMWKind of arith, or is ``inc`` or ``dec``, which count up to ``value`` and from it.
    """

    kind: ir.StringAttr = ext.attribute(kw_only=True)
    value: Operand[Any] = ext.operand(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class AtomicCASOp(Addressed, name="atomic_cas", traits=[ReadsWrites]):
    """Stores ``value`` where memory holds ``expected``, element by element, and gives the old elements."""

    expected: Operand[Any] = ext.operand(kw_only=True)
    value: Operand[Any] = ext.operand(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class AtomicLoadOp(Addressed, name="atomic_load", traits=[ReadsWrites]):
    """The elements in memory, each read atomically; other threads' earlier writes are seen."""

    result: Result[Any] = ext.result(kw_only=True)


class AtomicStoreOp(Addressed, name="atomic_store", traits=[ReadsWrites]):
    """Writes each kept element of ``value`` atomically, after all earlier writes."""

    value: Operand[Any] = ext.operand(kw_only=True)


class AtomicPollOp(Addressed, name="atomic_poll", traits=[ReadsWrites]):
    """Waits until memory holds ``expected``, element by element; the result is true."""

    expected: Operand[Any] = ext.operand(kw_only=True)
    result: Result[Any] = ext.result(kw_only=True)


class YieldOp(TTS.Operation, name="yield", traits=[ir.IsTerminatorTrait]):
    """Ends a gather region: the offset (index), whether the element or segment is kept (i1), and which elements of it.

    ``ranges`` are two bounds a segmented dimension, ``low <= i < high``, or none at all.
    """

    offset: IndexOperand
    keep: Condition
    ranges: Sequence[IndexOperand]


class CheckOp(TTS.Operation, name="check", traits=[Writes]):
    """Notes each lane in which ``holds``, a boolean or a tensor of these, is false, with values of the lane.

    ``told`` is JSON for reports: the kind of check, what the kernel does, and the names of as many values as count.
    """

    holds: Operand[Any]
    first: Operand[Any]
    second: Operand[Any]
    third: Operand[Any]
    told: ir.StringAttr = ext.attribute(kw_only=True)


class FillOp(TTS.Operation, name="fill", traits=[Writes]):
    """Which value a checked launch asks for in lanes that a load leaves undefined: 0, 1 or 2; ``told`` is JSON."""

    told: ir.StringAttr = ext.attribute(kw_only=True)
    result: Result[ir.IntegerType[64]] = ext.result(kw_only=True)


class ScanOp(TTS.Operation, name="scan", traits=[OfRegions, Speculatable]):
    """Running results along ``axis``, from the end if ``reverse``, of several tensors at once.

    The region is given the results so far and the next elements, and ends with the next results.
    """

    sources: Sequence[Operand[Any]]
    results_: Sequence[Result[Any]]
    axis: Any = ext.attribute(kw_only=True)
    reverse: Any = ext.attribute(kw_only=True)
    combine: ext.Region


class ScanYieldOp(TTS.Operation, name="scan_yield", traits=[ir.IsTerminatorTrait]):
    """Ends the region of a scan."""

    next: Sequence[Operand[Any]]


class MaskedViewOp(TTS.Operation, name="masked_view", traits=[ext.Pure]):
    """A block in memory of which only ``[offsets[d], offsets[d] + sizes[d])`` of each dimension may be touched.

    Reads of other elements give ``pad``, or anything without it; writes to them are dropped.  Code generation makes
    these ops, when it lets what reads or writes a buffer work on the memory that the buffer was copied from or to.
    """

    source: Operand[Any]
    offsets: Sequence[IndexOperand] = ext.operand(kw_only=True)
    sizes: Sequence[IndexOperand] = ext.operand(kw_only=True)
    pad: Operand[Any] | None = None
    result: Result[Any] = ext.result(kw_only=True)


def operand_names(name: str) -> list[str]:
    """The operands of tts op ``name`` in order."""
    cls = next(c for c in TTS.operations if name == c.OPERATION_NAME)
    return [f.name for f in compat.fields_of(cls) if isinstance(f, ext.OperandDef)]


def parts_of(op: ir.Operation) -> dict[str, list[ir.Value]]:
    """The operands of tts op ``op`` by name, each a list."""
    operands, parts = iter(op.operands), {}
    for name, count in zip(operand_names(op.name), op.attributes["operandSegmentSizes"], strict=True):
        parts[name] = [next(operands) for _ in range(count)]
    return parts
