"""Which chunks a staged load has that asynchronous copies move: bytes that lie together in memory and in a tile.

A *chunk* is 16 bytes, or as many as a row has.  There are none where a load is padded with other numbers than zero,
where its address wraps more than once or its segments are others in each iteration, where a mask may leave other
elements of a chunk than its first ones, or where threads are more than chunks.  The analysis is pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from triton_shared.codegen.simt.analysis.divisibility import Divisibility
from triton_shared.codegen.simt.analysis.wraps import WRAPPED, Wrap
from triton_shared.codegen.simt.build import shared_layout
from triton_shared.codegen.simt.build.shared_layout import SharedLayout
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.layouts.access_layouts import WIDEST
from triton_shared.codegen.simt.layouts.linear_layout import Layout, blocked
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, TileLoad
from triton_shared.codegen.simt.target import BlockShape
from triton_shared.ir.builder import Index
from triton_shared.ir.walk import owner_of
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bytes of the smallest asynchronous copy
LEAST = 4


def form_of(load: TileLoad) -> SharedLayout:
    """The form of the tile for ``load``: neighbours in memory are neighbours in the tile."""
    type_ = load.tensor.type
    return shared_layout.form_of(type_.shape, type_.element_type, _fast(load))


def _fast(load: TileLoad) -> int:
    """The dimension, one of the last two, along which neighbours in memory lie."""
    rank = load.tensor.type.rank
    if load.rows is not None:
        return load.target.kept[0]
    ones = [d for d in (rank - 1, rank - 2) if len(load.view.strides) == rank and load.view.strides[d] == 1]
    return max(ones, key=lambda d: load.tensor.type.shape[d], default=rank - 1)


class StageTiles:
    """The tiles that one iteration's ``loads`` take: one behind the other, in ``bytes`` of an ``alignment``."""

    def __init__(self, loads: Sequence[TileLoad]):
        self.loads = loads
        self.forms = [form_of(load) for load in loads]
        self.alignment = max(form.alignment for form in self.forms)
        self.places, at = [], 0
        for form in self.forms:
            at = -(-at // form.alignment) * form.alignment
            self.places.append(at)
            at += form.bytes
        self.bytes = -(-at // self.alignment) * self.alignment


@dataclass(frozen=True)
class Chunks:
    """The chunks of a load: ``width`` bytes, ``count`` elements each, one after the other in a thread's registers."""

    layout: Layout
    fast: int
    size: int
    width: int

    @property
    def count(self) -> int:
        """Elements of a chunk."""
        return self.width // self.size

    @property
    def first(self) -> range:
        """The first register of each chunk."""
        return range(0, self.layout.registers, self.count)

    def moved(self, register: int, dim: int) -> int:
        """What ``register`` adds to the coordinate along ``dim``."""
        return self.layout.coordinate(self.layout.positions[register], dim)


def chunks_of(
    load: TileLoad, loop_scalars: LoopScalars, known: Divisibility, block: BlockShape
) -> Chunks | str:
    """The chunks of ``load``; why it has none, where it has none that could be copied asynchronously."""
    shape, rank, view = tuple(load.tensor.type.shape), load.tensor.type.rank, load.view
    fast, size = _fast(load), bytes_of(load.tensor.type.element_type)
    width = min(WIDEST, shape[fast] * size)
    whole = tuple(range(rank))
    if load.rows is None and (
        load.source.kept != whole or load.target.kept != whole or view.strides[fast] != 1
    ):
        return f"no {LEAST} bytes of it lie together"
    if width < LEAST or (load.rows is not None and aligned_bytes(load, known) < LEAST):
        return f"no {LEAST} bytes of it lie together"
    if not is_zero(load.pad):
        return "it is padded with another number than 0"
    if len(load.segments) > 1 or not load.is_plain:
        return "its address wraps more than once, or a condition stands inside of its segments"
    if any(isinstance(s, ir.Value) and loop_scalars.varies(s) for s in view.strides):
        return "its strides may be others in each iteration"
    if load.segments and not is_simple(load, loop_scalars):
        return "what wraps may be another address in each iteration"
    if not all(_is_cut_well(load, d, fast, width // size, known) for d in whole):
        return "a mask may leave other elements of a chunk than its first ones"
    order = [fast, *(d for d in reversed(whole) if d != fast)]
    layout = blocked(shape, block, width // size, order)
    if list(layout.reg[: (width // size).bit_length() - 1]) != [
        layout.weights[fast] << i for i in range((width // size).bit_length() - 1)
    ]:
        return "threads are more than its chunks"
    return Chunks(layout, fast, size, width)


def aligned_bytes(load: TileLoad, known: Divisibility) -> int:
    """How many bytes divisibility promises to divide where each row of ``load`` and its mask begin."""
    size, (fast,) = bytes_of(load.tensor.type.element_type), load.target.kept
    begins = [load.view.offset, load.source.window.begin[0], load.target.window.begin[fast]]
    return min(WIDEST, known.of(load.view.base), *(known.of(begin) * size for begin in begins))


def _is_cut_well(load: TileLoad, dim: int, fast: int, count: int, known: Divisibility) -> bool:
    """Whether what a mask along ``dim`` leaves of each chunk of ``count`` elements are its first ones."""
    if dim != fast or (load.segments and dim == wrapped(load)):
        return True
    window = load.target.window
    return window.begin[dim] == 0 or known.common((window.begin[dim], window.size[dim])) % count == 0


def is_zero(pad: ir.Value | None) -> bool:
    """Whether ``pad`` is zero, of which all bits are."""
    if pad is None:
        return True
    maker = owner_of(pad)
    if maker is None or maker.name != "arith.constant":
        return False
    number = maker.attributes["value"].value
    return number == 0 and str(number)[0] != "-"


def is_simple(load: TileLoad, loop_scalars: LoopScalars) -> bool:
    """Whether segments are loop-invariant, and addresses sums of what an iteration and a segment add."""
    (loop,), dim = load.segments, wrapped(load)
    block = loop.regions[0].blocks[0]
    window = load.target.window
    same = [*list(loop.operands)[:3], window.begin[dim], window.size[dim]]
    if any(isinstance(v, ir.Value) and loop_scalars.varies(v) for v in same):
        return False
    others = [v for d in range(len(window.begin)) if d != dim for v in (window.begin[d], window.size[d])]
    others += list(load.source.window.begin)
    if any(isinstance(v, ir.Value) and loop_scalars.depends(v, block) for v in others):
        return False
    return not any(loop_scalars.depends(v, block) for v in moving(load, loop_scalars))


def wrapped(load: TileLoad) -> int:
    """The dimension that ``load`` has segments of."""
    return load.segments[0].attributes[WRAPPED].value


def masked_wrap(load: TileLoad) -> Wrap | None:
    """What ``load`` counts along its chunks, if nothing is needed that wraps: that is masked off then."""
    return load.unstored if load.segments and wrapped(load) == _fast(load) else None


def moving(load: TileLoad, loop_scalars: LoopScalars) -> list[ir.Value]:
    """The terms of the offset that may be others in each iteration."""
    return [v for v in _terms(load.view.offset) if loop_scalars.varies(v)]


def resting(load: TileLoad, loop_scalars: LoopScalars) -> list[Index]:
    """The terms of the offset that are the same in all iterations."""
    offset = load.view.offset
    if isinstance(offset, int):
        return [offset]
    return [v for v in _terms(offset) if not loop_scalars.varies(v)]


def _terms(offset: Index) -> list[ir.Value]:
    """What ``offset`` is the sum of."""
    if isinstance(offset, int):
        return []
    maker = owner_of(offset)
    if maker is not None and maker.name == "arith.addi":
        return [term for operand in maker.operands for term in _terms(operand)]
    return [offset]
