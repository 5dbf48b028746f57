"""Which layouts the ops of a function name by `simt.layout`, and of what each speaks.

| op | its layout is that of |
|---|---|
| an op with one tensor result; `memref.alloc` | the result |
| one with several; `scf.if`, `scf.for` | each result, and what is carried for it, in an array; `unit` of scalars |
| `scf.while` | what each of its blocks takes, in such arrays: `{before = […], after = […]}` |
| `linalg.reduce`, a loop that scans | the block that is reduced, or scanned |
| `scf.parallel` | the block that it walks |
| `memref.copy` to memory, `bufferization.materialize_in_destination` there | the block, as it is written |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from triton_shared.codegen.simt.analysis.views import ALLOCATIONS, View, part_of, slice_of
from triton_shared.codegen.simt.layouts.layout_attributes import LAYOUT, Misfit, parsed, text_of
from triton_shared.codegen.simt.layouts.linear_layout import Layout
from triton_shared.codegen.simt.layouts.slices import is_static
from triton_shared.codegen.simt.layouts.spaces import PARALLEL, is_block, is_sequential, walked
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.errors import LoweringError
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir

#: ops whose results are computed in whatever layout is wanted
ANYWHERE = frozenset({"tensor.empty", "arith.constant", "linalg.fill"})
REDUCE, SCAN = "linalg.reduce", "tt.scan"
_STORES = ("memref.copy", "bufferization.materialize_in_destination")

#: where a layout stands in an attribute: in which part of a dictionary, and at which place of an array
Place: TypeAlias = tuple[str | None, int | None]
ALL: Place = (None, None)


class Subject(NamedTuple):
    """What one layout speaks of: a block of ``shape``, and the ``values`` that have it; none, of an op's own block."""

    shape: tuple[int, ...]
    values: tuple[ir.Value, ...] = ()


class NamedLayouts:
    """The layouts that the ops of a function name.

    Attributes:
        values: those of tensors and buffers.
        own: by op, those of its own block.
    """

    def __init__(self) -> None:
        self.values: dict[ir.Value, Layout] = {}
        self.own: dict[ir.Operation, Layout] = {}

    def note(self, op: ir.Operation, subject: Subject, layout: Layout) -> None:
        """Let ``layout`` be that of ``subject``, which ``op`` speaks of."""
        for value in subject.values:
            self.values[value] = layout
        if not subject.values:
            self.own[op] = layout
            if op.name == REDUCE:
                left = layout.reduced(list(op.attributes["dimensions"]))
                self.values.update(dict.fromkeys(op.results, left))
            elif op.name == "scf.for":
                self.values.update(dict.fromkeys(list(op.results)[len(op.results) // 2 :], layout))


def read(ops: Sequence[ir.Operation], block: BlockShape) -> NamedLayouts:
    """What ``ops``, all those of a function, name, for a ``block`` of threads.

    Raises:
        LoweringError: an attribute is no layout of what it speaks of, or speaks of nothing.
    """
    out = NamedLayouts()
    seen: dict[tuple[ir.Attribute, tuple[int, ...]], Layout] = {}
    for op in ops:
        if LAYOUT not in op.attributes:
            continue
        attribute = op.attributes[LAYOUT]
        for place, subject in _named(op, attribute):
            found = _at(op, attribute, place)
            if isinstance(found, ir.UnitAttr):
                continue
            layout = seen.get((found, subject.shape))
            if layout is None:
                layout = seen[found, subject.shape] = _parsed(op, found, subject.shape, block)
            out.note(op, subject, layout)
    return out


def _parsed(op: ir.Operation, attribute: ir.Attribute, shape: tuple[int, ...], block: BlockShape) -> Layout:
    try:
        return parsed(str(attribute), shape, block)
    except Misfit as error:
        raise LoweringError(op, f"has a '{LAYOUT}' that {error}") from None


def _named(op: ir.Operation, attribute: ir.Attribute) -> list[tuple[Place, Subject]]:
    """What the parts of ``attribute`` on ``op`` speak of; raises `LoweringError` where it is of another form."""
    is_scan = SCAN in op.attributes and isinstance(attribute, ir.DictAttr)
    found = list(subjects(op, is_scan))
    if not found:
        raise LoweringError(op, f"has a '{LAYOUT}', but no block that one could be of")
    return found


def _at(op: ir.Operation, attribute: ir.Attribute, place: Place) -> ir.Attribute:
    """What ``attribute`` has at ``place``."""
    part, number = place
    if part is not None:
        if not isinstance(attribute, ir.DictAttr) or part not in attribute:
            raise LoweringError(op, f"has a '{LAYOUT}' that is not {{after = [...], before = [...]}}")
        attribute = attribute[part]
    if number is not None:
        count = len(op.operands if part == "before" else op.results)
        if not isinstance(attribute, ir.ArrayAttr) or len(attribute) != count:
            raise LoweringError(
                op, f"has a '{LAYOUT}' that is no array of {count}, a layout or unit for each value"
            )
        attribute = attribute[number]
    return attribute


def attribute_text(op: ir.Operation, layouts: dict[Place, Layout]) -> str:
    """The text of the attribute of ``op`` that says ``layouts``."""
    if ALL in layouts:
        return text_of(layouts[ALL])
    counts = {part: len(op.operands if part == "before" else op.results) for part, _ in layouts}
    arrays = {
        part: f"[{', '.join(text_of(layouts[part, n]) if (part, n) in layouts else 'unit' for n in range(count))}]"
        for part, count in counts.items()
    }
    return arrays.get(None) or "{" + ", ".join(f"{part} = {array}" for part, array in arrays.items()) + "}"


def subjects(op: ir.Operation, is_scan: bool = False) -> Iterator[tuple[Place, Subject]]:
    """What the parts of `simt.layout` on ``op`` speak of; ``is_scan`` if it is a loop that is known to scan."""
    if is_scan or op.name in (REDUCE, PARALLEL, *_STORES):
        shape = list(op.results)[-1].type.shape if is_scan else _own_shape(op)
        if shape is not None:
            yield ALL, Subject(tuple(shape))
    elif op.name == "scf.while":
        before, after = (list(region.blocks[0].arguments) for region in op.regions)
        yield from _listed("after", list(zip(op.results, after, strict=True)))
        yield from _listed("before", [(value,) for value in before])
    elif op.name == "scf.for":
        carried = list(op.regions[0].blocks[0].arguments)[1:]
        yield from _listed(None, list(zip(op.results, carried, strict=True)))
    elif op.name in ALLOCATIONS:
        if op.result.type.has_static_shape:
            yield ALL, Subject(tuple(op.result.type.shape), (op.result,))
    elif op.name not in ANYWHERE and not _is_read_elsewhere(op):
        listed = list(_listed(None, [(result,) for result in op.results]))
        is_single = len(op.results) == 1 and op.name != "scf.if"
        yield from [(ALL, subject) for _, subject in listed] if is_single else listed


def _listed(part: str | None, several: list[tuple[ir.Value, ...]]) -> Iterator[tuple[Place, Subject]]:
    for number, values in enumerate(several):
        if isinstance(values[0].type, ir.RankedTensorType) and values[0].type.has_static_shape:
            yield (part, number), Subject(tuple(values[0].type.shape), values)


def _is_read_elsewhere(op: ir.Operation) -> bool:
    """Whether ``op`` takes a slice that is read in shared memory, in whatever layout is wanted."""
    return op.name == "tensor.extract_slice" and not is_static(op)


def _own_shape(op: ir.Operation) -> tuple[int, ...] | None:
    """The shape of the block of its own that ``op`` has; None where it has none."""
    if op.name == REDUCE:
        return tuple(op.operands[0].type.shape)
    if is_sequential(op):
        return None
    if op.name == PARALLEL:
        space = walked(op)
        return None if space is None else space.shape
    stored = stored_block(op)
    return None if stored is None else tuple(stored[0].type.shape)


def stored_block(op: ir.Operation) -> tuple[ir.Value, View] | None:
    """The tensor or buffer of which ``op`` writes a block to memory, and where to; None where it writes none."""
    view = part_of(op, op.operands[1]).root
    if not isinstance(view, View) or is_sequential(op):
        return None
    value = op.operands[0]
    if op.name == "memref.copy":
        root = part_of(op, value).root
        return None if isinstance(root, View) else (root, view)
    maker = owner_of(value)
    return value if maker is None or is_block(value) else slice_of(maker)[0], view
