"""Which blocks in memory are TMA tiles of a tensor that a launch can describe to the GPU, and which TMA tiles.

    %left = arith.subi %K, %at ; %some = minsi %left, 64 ; %size = maxsi %some, 0
    copy %a[%row * %stride + %at …][%rows, %size]    ->    the TMA tile at (%at, %row) of a tensor of K x M elements

Nothing is known of descriptors: a block in memory is a TMA tile where its address is a sum of *coordinates* times
strides, and its masks cut it where coordinates reach *extents*.  What a mask leaves, ``extent - coordinate``, is taken
apart by
what each product consists of: of kernels' arguments alone, then a launch knows it, or of more, then it is a part of the
coordinate.  Dimensions without a mask have coordinates by what is left of the address, and extents without end.

The hardware leaves out what is below 0, too, as the blocks of descriptors do.  Other masks do not say so, hence a
`Dimension` may have to be ``checked`` before the loop.  TMA tiles are padded with zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from triton_shared.abi import Sum, TensorMap
from triton_shared.codegen.simt.analysis.polynomials import ITERATION, LoopPolynomial, Polynomials, TooLong
from triton_shared.codegen.simt.analysis.views import Part, View
from triton_shared.codegen.simt.analysis.wraps import Wrap
from triton_shared.codegen.simt.build.emitter import Emitter, I32Like
from triton_shared.codegen.simt.build.shared_layout import CHUNK, REPEAT, SharedLayout
from triton_shared.codegen.simt.build.storage_types import bytes_of
from triton_shared.codegen.simt.pipeline import copy_chunks
from triton_shared.codegen.simt.pipeline.pipelinable_loads import LoopScalars, TileLoad
from triton_shared.codegen.simt.target import SimtTarget
from triton_shared.ir.builder import Index
from triton_shared.ir.product import Product
from triton_shared.ir.walk import made_by
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what a TMA tile has along a dimension at most
MAX_BOX_EXTENT = 256
#: bytes of the shortest row whose chunks change places
MIN_SWIZZLED_ROW = 32


def are_wanted(target: SimtTarget) -> bool:
    """Whether staged loads, and stores of products, are copied as TMA tiles where they can be."""
    return obstacle(target) is None


def obstacle(target: SimtTarget) -> str | None:
    """Why nothing is copied as TMA tiles; None where what can be is."""
    if not target.has_tma:
        return f"{target.chip} copies no TMA tiles here"
    return None if target.tensor_copies else "the kernel's 'simt.plan' has no 'tensor_copies'"


@dataclass(frozen=True)
class Dimension:
    """Where a TMA tile begins along one dimension: at ``first`` in the iteration 0, and by ``step`` further in each
    iteration.

    If it is ``checked`` it must not begin below 0.
    """

    first: LoopPolynomial
    step: int
    checked: bool


@dataclass(frozen=True)
class TmaTile:
    """A block in memory as a TMA tile, or as several that lie one behind the other in its tile.

    Attributes:
        base: the argument that is the tensor's memory.
        form: that of its tile.
        map: what a launch says of the tensor; its dimensions are those of the block in the ``order`` of `order`.
        dimensions: where the TMA tile begins, by the dimensions of the block.
    """

    base: ir.Value
    form: SharedLayout
    map: TensorMap
    dimensions: tuple[Dimension, ...]

    @property
    def order(self) -> list[int]:
        """The dimensions of the block, the fastest in memory first."""
        return order_of(self.form)


class _Bound(NamedTuple):
    """Where a TMA tile begins along a dimension, where the tensor ends, and whether a mask says what is below 0."""

    coordinate: LoopPolynomial
    extent: LoopPolynomial
    is_masked_below: bool


class _Refused(Exception):
    """Why a load is no TMA tile."""


def order_of(form: SharedLayout) -> list[int]:
    """The dimensions of a block, the fastest in memory first."""
    rest = [d for d in reversed(range(len(form.shape))) if d not in (form.contiguous_dim, form.row_dim)]
    return [form.contiguous_dim, form.row_dim, *rest]


def loaded(load: TileLoad, loop_scalars: LoopScalars, arguments: Sequence[ir.Value]) -> TmaTile | str:
    """The block that ``load`` loads as a TMA tile, where ``arguments`` are the kernel's; else why it is none.

    One whose address wraps is a TMA tile where all of it lies in the segment 0, or where what wraps is unstored.
    """
    wrapped, zero = None, []
    if load.rows is not None:
        return "its rows lie at indices"
    if load.guards or not load.is_plain or len(load.segments) > 1:
        return "a condition says whether it is loaded, or its address wraps more than once"
    if load.segments:
        if not copy_chunks.is_simple(load, loop_scalars):
            return "what wraps may be another address in each iteration"
        wrapped = copy_chunks.wrapped(load)
        low = load.target.window.begin[wrapped]
        zero = [
            load.segments[0].regions[0].blocks[0].arguments[0],
            *([low] if isinstance(low, ir.Value) else []),
        ]
    block = _Block(load.source, load.target, copy_chunks.form_of(load), load.pad, wrapped, load.unstored)
    return _tma_tile_of(block, Polynomials(loop_scalars.loop, zero), arguments)


def stored(target: Part, arguments: Sequence[ir.Value]) -> TmaTile | str:
    """The block ``target`` of memory, to which as much of a tensor is stored, as a TMA tile; else why it is none."""
    view = target.root
    assert isinstance(view, View)
    ones = [d for d, stride in enumerate(view.strides) if stride == 1]
    shape = tuple(view.shape)
    if len(shape) not in (2, 3) or not ones or ones[-1] < len(shape) - 2:
        return "no 16 bytes of it lie together"
    form = SharedLayout(shape, bytes_of(view.element), ones[-1])
    return _tma_tile_of(_Block(target, target, form), Polynomials(), arguments)


def _tma_tile_of(block: _Block, scalars: Polynomials, arguments: Sequence[ir.Value]) -> TmaTile | str:
    try:
        return _Analysis(block, scalars, arguments).tma_tile()
    except _Refused as reason:
        return str(reason)
    except TooLong:
        return "its address is too long a sum"


class _Block(NamedTuple):
    """A part of memory, the part of a tile that it is copied from or to, the tile's form, and what is outside.

    Along the dimension that is ``wrapped`` nothing is outside, unless what is there is ``unstored``.
    """

    memory: Part
    tile: Part
    form: SharedLayout
    pad: ir.Value | None = None
    wrapped: int | None = None
    unstored: Wrap | None = None

    @property
    def windows(self) -> tuple[list, list]:
        """What of memory and of the tile is copied, by the dimensions that are not wrapped."""
        kept = [d for d in range(len(self.form.shape)) if d != self.wrapped]
        memory, tile = (
            [(w.begin[d], w.size[d]) for d in kept] for w in (self.memory.window, self.tile.window)
        )
        return memory, tile

    @property
    def view(self) -> View:
        """The block of memory."""
        assert isinstance(self.memory.root, View)
        return self.memory.root


class _Analysis:
    """One block."""

    def __init__(self, block: _Block, scalars: Polynomials, arguments: Sequence[ir.Value]):
        self.block, self.scalars, self.form = block, scalars, block.form
        self.numbers = {argument: number for number, argument in enumerate(arguments)}
        self.shape = block.form.shape

    def tma_tile(self) -> TmaTile:
        """The TMA tile; raises `_Refused`."""
        form, rank, view = self.form, len(self.shape), self.block.view
        self._check()
        strides = [self.scalars.of(stride) for stride in view.strides]
        bounds = [self._bounds(d) for d in range(rank)]
        offset, places = self._placed(strides, bounds)
        order = order_of(form)
        sizes = [1] * rank
        sizes[form.contiguous_dim], sizes[form.row_dim] = _extents(form)
        map_ = TensorMap(
            self.numbers[view.base],
            form.size,
            self._sum(offset),
            tuple(self._sum(bound.extent) if (bound := bounds[d]) else None for d in order),
            tuple(self._sum(strides[d]) for d in order[1:]),
            tuple(sizes[d] for d in order),
            form.width if form.width >= MIN_SWIZZLED_ROW else 0,
            self._zeros(self.block.pad),
        )
        dimensions = tuple(map(self._dimension, places, bounds))
        return TmaTile(view.base, form, map_, dimensions)

    def _check(self) -> None:
        block, form, whole = self.block, self.form, tuple(range(len(self.shape)))
        if block.view.base not in self.numbers:
            raise _Refused("it goes through a pointer that is no argument")
        memory, tile = block.windows
        if block.memory.kept != whole or block.tile.kept != whole or memory != tile:
            raise _Refused("its window is not that of a TMA tile")
        if (
            len(block.view.strides) != len(whole)
            or block.view.strides[form.contiguous_dim] != 1
            or form.width < CHUNK
        ):
            raise _Refused("no 16 bytes of it lie together")
        if form.rows % REPEAT and form.bytes > form.panel_bytes:
            raise _Refused("its panels begin where the order of chunks does not")

    def _bounds(self, dim: int) -> _Bound | None:
        """What the mask says along ``dim``; None where there is none."""
        window, extent = self.block.tile.window, self.shape[dim]
        begin, size = window.begin[dim], window.size[dim]
        if dim == self.block.wrapped and (unstored := self.block.unstored) is not None:
            return _Bound(self.scalars.of(unstored.start), self.scalars.of(unstored.size), False)
        if (begin, size) == (0, extent) or dim == self.block.wrapped:
            return None
        below = None
        if begin != 0:
            below = self._operand(begin, "arith.minsi", extent - 1)
            size = self._high(size, below)
        left = self.scalars.of(
            self._operand(self._operand(size, "arith.maxsi", below or 0), "arith.minsi", extent)
        )
        if below is None:
            bound = left.only(self._is_known)
            return _Bound(bound - left, bound, False)
        shifted = self._operand(self._operand(below, "arith.minsi", extent), "arith.maxsi", 0)
        coordinate = -self.scalars.of(shifted)
        bound = left + coordinate
        if not all(map(self._is_known, bound.terms)):
            raise _Refused("where its mask ends is not known before the launch")
        return _Bound(coordinate, bound, True)

    def _high(self, size: Index, low: ir.Value) -> ir.Value:
        """What ``size`` is, and ``low``."""
        maker = None if isinstance(size, int) else made_by(size, "arith.subi")
        if maker is None or maker.operands[1] != low:
            raise _Refused("its mask is not that of a TMA tile")
        return maker.operands[0]

    def _operand(self, value: Index, name: str, other: int | ir.Value) -> ir.Value:
        """The operand of the op ``name``, which ``value`` is the result of, next to ``other``."""
        maker = None if isinstance(value, int) else made_by(value, name)
        if maker is not None:
            for one, two in (maker.operands, reversed(maker.operands)):
                if (
                    two == other
                    if isinstance(other, ir.Value)
                    else self.scalars.of(two) == LoopPolynomial.number(other)
                ):
                    return one
        raise _Refused("its mask is not that of a TMA tile")

    def _placed(
        self, strides: list[LoopPolynomial], bounds: list[_Bound | None]
    ) -> tuple[LoopPolynomial, list[LoopPolynomial]]:
        """Where the tensor begins, in elements, and the coordinates, which with it make up the address."""
        rest = self.scalars.of(self.block.view.offset)
        places = []
        for bound, stride in zip(bounds, strides, strict=True):
            places.append(bound.coordinate if bound else LoopPolynomial({}))
            rest = rest - places[-1] * stride
        free = [d for d, bound in enumerate(bounds) if bound is None]
        for d in sorted(free, key=lambda d: strides[d] == LoopPolynomial.number(1)):
            part = self._placed_along(rest, strides[d])
            if part is not None:
                places[d] = part
                rest = rest - part * strides[d]
        if not all(map(self._is_known, rest.terms)):
            raise _Refused("where its tensor begins is not known before the launch")
        if not all(self._is_known(product) for stride in strides for product in stride.terms):
            raise _Refused("its strides are not known before the launch")
        return rest, places

    def _placed_along(self, rest: LoopPolynomial, stride: LoopPolynomial) -> LoopPolynomial | None:
        """The coordinate that makes up what no launch knows of ``rest``; all of it, if it falls, so it is positive."""
        part = rest.only(lambda product: not self._is_known(product)).divided(stride)
        falls = part is not None and part.terms.get(Product((ITERATION,)), 0) < 0
        return rest.divided(stride) if falls else part

    def _dimension(self, place: LoopPolynomial, bound: _Bound | None) -> Dimension:
        """How the coordinate ``place`` moves."""
        moving = place.only(lambda product: ITERATION in product)
        first = place - moving
        step = moving.terms.get(Product((ITERATION,)), 0)
        is_inside = bound is None or bound.is_masked_below or step >= 0
        if moving.terms.keys() - {Product((ITERATION,))} or not is_inside:
            raise _Refused("its place moves by what is not known")
        if any(self.scalars.varies(factor) for factor in first.factors):
            raise _Refused("its place moves by what is not known")
        return Dimension(first, step, bound is None or not bound.is_masked_below)

    def _zeros(self, pad: ir.Value | None) -> tuple[int, ...]:
        """The arguments that must be 0 for ``pad`` to be zero."""
        if copy_chunks.is_zero(pad):
            return ()
        chosen = None if pad is None else made_by(pad, "arith.select")
        if (
            chosen is not None
            and copy_chunks.is_zero(chosen.operands[2])
            and chosen.operands[0] in self.numbers
        ):
            return (self.numbers[chosen.operands[0]],)
        raise _Refused("it is padded with another number than 0")

    def _is_known(self, product: Product) -> bool:
        return all(factor in self.numbers for factor in product)

    def _sum(self, value: LoopPolynomial) -> Sum:
        return tuple(
            sorted(
                (factor, *sorted(self.numbers[one] for one in product))
                for product, factor in value.terms.items()
            )
        )


def _extents(form: SharedLayout) -> tuple[int, int]:
    """Elements of a row of one copy of a tile, and its rows."""
    return form.width // form.size, min(form.rows, MAX_BOX_EXTENT)


def moved_by(b: Emitter, tma_tile: TmaTile, places: Sequence[I32Like], moved: Sequence[int]) -> ir.Value:
    """The coordinates of a copy that begins ``moved`` behind ``places``, the fastest dimension first."""
    return b.collect([b.value32(b.i32_op("arith.addi", places[d], moved[d])) for d in tma_tile.order])


def copies_of(tma_tile: TmaTile) -> list[tuple[int, tuple[int, ...]]]:
    """The TMA copies that make up a tile: the offset of each in bytes, and what it adds to the block's coordinates."""
    form, rank = tma_tile.form, len(tma_tile.form.shape)
    width, rows = _extents(form)
    out = []
    for matrix in range(prod(form.shape[:-2])):
        for along in range(0, form.shape[form.contiguous_dim], width):
            for row in range(0, form.rows, rows):
                moved = [0] * rank
                moved[form.contiguous_dim], moved[form.row_dim] = along, row
                rest = matrix
                for d in reversed(range(rank - 2)):
                    rest, moved[d] = divmod(rest, form.shape[d])
                at = matrix * form.matrix_bytes + along // width * form.panel_bytes + row * form.width
                out.append((at, tuple(moved)))
    return out
