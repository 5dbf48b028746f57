"""Blocks in memory as the shared form writes them: a strided view of global memory, or a window of one.

    %view = memref.reinterpret_cast %x to offset: [%o], sizes: [64, 32], strides: [%s, 1]
    %part = memref.subview %view[0, 0] [%m, 32] [1, 1]

is the `Part` of the `View` that holds its elements ``[0, %m) x [0, 32)``.  A part of a `memref.alloc` has that as its
root.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.nests.nest import Window, subview
from triton_shared.dialects.tts import DESCRIPTOR
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, Index
from triton_shared.ir.effects import is_view
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

ALLOCATIONS = ("memref.alloc", "memref.alloca")


@dataclass(frozen=True)
class View:
    """The elements at ``offset + Σ strides[d] * i[d]`` of what ``base`` points to; sizes and strides count elements.

    ``is_descriptor`` is whether a tensor descriptor describes them, whose rows are likely to be aligned.
    """

    base: ir.Value
    offset: Index
    shape: tuple[Index, ...]
    strides: tuple[Index, ...]
    element: ir.Type
    is_descriptor: bool = False


@dataclass(frozen=True)
class Part:
    """The elements of a window of ``root``, a `View` or the result of an allocation.

    ``kept`` names the dimensions of the root that the part has; in the others it is one element thick.
    """

    root: View | ir.Value
    window: Window
    kept: tuple[int, ...]

    @property
    def element(self) -> ir.Type:
        """The type of an element in memory."""
        return self.root.element if isinstance(self.root, View) else self.root.type.element_type

    @property
    def shape(self) -> tuple[Index, ...]:
        """Extents of the root."""
        return self.root.shape if isinstance(self.root, View) else tuple(self.root.type.shape)


def root_of(memref: ir.Value) -> ir.Value:
    """The allocation, the argument or the address that ``memref`` is a view of."""
    while (op := owner_of(memref)) is not None and is_view(op) and _is_memref(op.operands[0]):
        memref = op.operands[0]
    return memref


def _is_memref(value: ir.Value) -> bool:
    return isinstance(value.type, ir.MemRefType | ir.UnrankedMemRefType)


def view_of(op: ir.Operation) -> View:
    """What the `memref.reinterpret_cast` ``op`` makes."""
    (offset,), sizes, strides = _numbers(op, list(op.operands)[1:], "offsets", "sizes", "strides")
    element = op.result.type.element_type
    return View(op.operands[0], offset, sizes, strides, element, DESCRIPTOR in op.attributes)


def _numbers(op: ir.Operation, dynamic: Sequence[ir.Value], *names: str) -> list[tuple[Index, ...]]:
    """What ``op`` has called ``names``: the static numbers, and ``dynamic`` operands, in order, for the others."""
    rest = iter(dynamic)
    return [
        tuple(next(rest) if n == DYNAMIC else n for n in op.attributes[f"static_{name}"]) for name in names
    ]


def part_of(op: ir.Operation, memref: ir.Value) -> Part:
    """``memref``, which ``op`` accesses, as a part of its root.

    Raises `LoweringError` where ``op`` goes through a memref of another kind.
    """
    source = owner_of(memref)
    if source is None:
        raise LoweringError(op, f"goes through a {memref.type} that no strided view of memory makes")
    match source.name:
        case "memref.reinterpret_cast":
            view = view_of(source)
            return _whole(view, view.shape)
        case "memref.alloc" | "memref.alloca":
            return _whole(memref, tuple(memref.type.shape))
        case "memref.cast":
            return part_of(op, source.operands[0])
        case "memref.subview":
            taken = subview(source)
            outer = part_of(op, taken.source)
            if all(s == 1 for s in taken.strides) and len(outer.kept) == len(outer.shape):
                return Part(outer.root, _inner(op, outer, taken.window), kept_dims(taken.size, memref.type))
    raise LoweringError(op, f"goes through a {memref.type} that no strided view of memory makes")


def _whole(root: View | ir.Value, shape: tuple[Index, ...]) -> Part:
    return Part(root, whole(shape), tuple(range(len(shape))))


def whole(shape: Sequence[Index]) -> Window:
    """The window that is all of a block of ``shape``."""
    return Window((0,) * len(shape), tuple(shape))


def _inner(op: ir.Operation, outer: Part, window: Window) -> Window:
    """A window of a part as a window of its root."""
    if any(b != 0 for b in outer.window.begin):
        raise LoweringError(op, "goes through a window of a window")
    return window


def kept_dims(sizes: Sequence[Index], type_: ir.ShapedType) -> tuple[int, ...]:
    """The dimensions of a window of ``sizes`` that its ``type_`` has: of those of one element, it may lack some."""
    shape = list(type_.shape)
    dims, at = [], 0
    for d, size in enumerate(sizes):
        spare = len(sizes) - d - (len(shape) - at)
        if size == 1 and spare > 0 and (at == len(shape) or shape[at] != 1):
            continue
        dims.append(d)
        at += 1
    return tuple(dims)


def slice_of(op: ir.Operation) -> tuple[ir.Value, Window, tuple[int, ...]]:
    """The source, the window and the kept dimensions of the `tensor.extract_slice` ``op``.

    Raises `LoweringError` for strides other than 1.
    """
    taken = subview(op)
    if any(s != 1 for s in taken.strides):
        raise LoweringError(op, "takes a slice of a tensor with strides")
    return taken.source, taken.window, kept_dims(taken.size, op.result.type)


def replaced_by(op: ir.Operation) -> Window:
    """The window of its second operand that the `tensor.insert_slice` ``op`` replaces."""
    return Window(*_numbers(op, list(op.operands)[2:], "offsets", "sizes"))
