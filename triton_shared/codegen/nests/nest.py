"""Linalg ops on buffers seen as loop nests: extents, accesses and a scalar body.

`linalg.generic`, `linalg.reduce`, `linalg.fill`, `linalg.transpose`, `linalg.broadcast`,
`linalg.map`, `linalg.copy` and `memref.copy` all become one `Nest`, so the vectorizer knows a
single shape of program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property

from triton_shared.dialects.tts import parts_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, Builder, Index, bit_width, element_of, strided_type, strides_of
from triton_shared.ir.effects import is_view
from triton_shared.ir.walk import made_by, owner_of, terminator
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: a block of which only a window may be touched
MASKED_VIEW = "tts.masked_view"

#: marks a reduction whose outputs start from the first slice along the axis: see `Nest.from_first`
FROM_FIRST = "tts.from_first"
#: of such a reduction the number of the operand that stands for positions along the axis, and is not read itself
POSITION = "tts.position"


@dataclass(frozen=True)
class Window:
    """The part of a block that exists in memory: per dimension the indices ``[begin, begin + size)``."""

    begin: tuple[Index, ...]
    size: tuple[Index, ...]


@dataclass(frozen=True)
class Access:
    """One operand of a nest.

    ``dims`` gives for each memref dimension the number of the loop that indexes it, or an affine
    expression of the loops.  With a ``window`` only its elements are touched; reads of the others give ``pad``.
    A ``loose`` window is all that anyone reads of a buffer of the kernel, which may hold anything elsewhere.
    A scalar operand has no dims and is not a memref.  Of an operand that stands for positions ``along`` a loop
    nothing is read.
    """

    value: ir.Value
    dims: tuple[int | ir.AffineExpr, ...]
    window: Window | None = None
    pad: ir.Value | None = None
    loose: bool = False
    along: int | None = None

    @cached_property
    def is_memref(self) -> bool:
        """Whether the operand lives in memory."""
        return isinstance(self.value.type, ir.MemRefType)

    @property
    def origin(self) -> ir.Location | None:
        """Where the source makes this access: that of the view it goes through, None without one."""
        maker = owner_of(self.value)
        if maker is None or not is_view(maker) or maker.name == "memref.view":  # which makes a buffer
            return None
        return maker.location

    def uses(self, dim: int) -> bool:
        """Whether loop ``dim`` moves this access."""
        return any(d == dim if isinstance(d, int) else mentions(d, dim) for d in self.dims)

    @cached_property
    def row(self) -> int | None:
        """The memref dimension along which elements are neighbours, the last one if there are several."""
        if not self.is_memref:
            return None
        strides = strides_of(self.value.type)[0]
        return next((i for i in reversed(range(len(strides))) if strides[i] == 1), None)

    def contiguous(self, dim: int) -> bool:
        """Whether a step of loop ``dim`` is a step to the next element."""
        row = self.row
        return row is not None and self.dims[row] == dim and self.dims.count(dim) == 1

    def with_row_last(self, b: Builder) -> Access:
        """The same access through a view whose last dimension is the row, as vector ops want it."""
        row = self.row
        if row is None or row == len(self.dims) - 1:
            return self
        order = [*(i for i in range(len(self.dims)) if i != row), row]
        type = self.value.type
        strides, offset = strides_of(type)
        pick = lambda values: tuple(values[i] for i in order)  # noqa: E731
        turned = strided_type(pick(type.shape), pick(strides), offset, type.element_type)
        permutation = ir.AffineMapAttr.get(ir.AffineMap.get_permutation(order))
        view = b.one("memref.transpose", turned, self.value, permutation=permutation)
        window = self.window and Window(pick(self.window.begin), pick(self.window.size))
        return replace(self, value=view, dims=pick(self.dims), window=window)


@dataclass(frozen=True)
class Nest:
    """A perfect loop nest: at every point of ``extents`` the ``body`` maps inputs and outputs to new outputs.

    ``body`` is None for an op that only moves its one input.  A nest ``from_first`` has one reduced
    dimension, along which its body combines elements, in order, with what has been combined before them; its outputs
    are only written.  ``members`` are values of the body that say whether an element is in the windows
    (see `members.py`).  A reduction may store ``stored`` blocks, too, element by element: the body's first results.
    """

    op: ir.Operation
    extents: tuple[Index, ...]
    parallel: tuple[bool, ...]
    inputs: tuple[Access, ...]
    outputs: tuple[Access, ...]
    body: ir.Block | None = None
    from_first: bool = False
    members: tuple[ir.Value, ...] = ()
    stored: tuple[Access, ...] = ()
    accesses: tuple[Access, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "accesses", self.inputs + self.stored + self.outputs)

    @property
    def arguments(self) -> list[ir.Value]:
        """What the body takes: elements of the accesses."""
        return [] if self.body is None else list(self.body.arguments)

    @property
    def results(self) -> list[ir.Value]:
        """What the body gives: new elements of the stored blocks and of the outputs."""
        return [] if self.body is None else list(terminator(self.body).operands)

    @property
    def yielded(self) -> list[ir.Value]:
        """What the body gives: new elements of the outputs."""
        return self.results[len(self.stored) :]

    @cached_property
    def widest(self) -> int:
        """The bits of the widest kind of elements that the nest moves or computes; of bytes where all are narrower."""
        types = [element_of(a.value.type) for a in self.accesses]
        if self.body is not None:
            types += [result.type for op in self.body.operations for result in op.results]
        return max(8, *(bit_width(type_) for type_ in types if not isinstance(type_, ir.IndexType)))

    def mapped(self, change: Callable[[Access], Access]) -> Nest:
        """The same nest with ``change`` applied to every access."""
        inputs, stored, outputs = (
            tuple(map(change, some)) for some in (self.inputs, self.stored, self.outputs)
        )
        if all(new is old for new, old in zip(inputs + stored + outputs, self.accesses, strict=True)):
            return self
        return replace(self, inputs=inputs, stored=stored, outputs=outputs)

    def uses_old(self, number: int) -> bool:
        """Whether the body reads what output ``number`` held before."""
        if self.body is None or self.from_first:
            return False
        return any(True for _ in self.body.arguments[len(self.inputs + self.stored) + number].uses)


def mentions(expr: ir.AffineExpr, dim: int) -> bool:
    """Whether the value of ``expr`` depends on loop ``dim``."""
    if isinstance(expr, ir.AffineDimExpr):
        return expr.position == dim
    return isinstance(expr, ir.AffineBinaryExpr) and (mentions(expr.lhs, dim) or mentions(expr.rhs, dim))


def _dims(affine_map: ir.AffineMap) -> tuple[int | ir.AffineExpr, ...]:
    return tuple(e.position if isinstance(e, ir.AffineDimExpr) else e for e in affine_map.results)


def shape_of(b: Builder, value: ir.Value) -> tuple[Index, ...]:
    """Sizes of a memref, known ones as numbers."""
    shape = value.type.shape
    if DYNAMIC not in shape:
        return tuple(shape)
    if (part := made_by(value, "memref.subview")) is not None:
        return _kept_sizes(subview(part).size, shape)
    return tuple(
        n if n != DYNAMIC else b.one("memref.dim", b.index, value, b.value(i)) for i, n in enumerate(shape)
    )


def _kept_sizes(sizes: tuple[Index, ...], shape: Sequence[int]) -> tuple[Index, ...]:
    """The sizes of a subview without those (of 1) that its type ``shape`` drops."""
    kept: list[Index] = []
    for size in sizes:
        dropped = size == 1 and (len(kept) == len(shape) or shape[len(kept)] != 1)
        kept += [] if dropped else [size]
    return tuple(kept)


@dataclass(frozen=True)
class Subview:
    """The operands of a `memref.subview`, numbers where static."""

    source: ir.Value
    begin: tuple[Index, ...]
    size: tuple[Index, ...]
    strides: tuple[Index, ...]

    @property
    def window(self) -> Window:
        """The part of the source that the subview keeps."""
        return Window(self.begin, self.size)


def subview(op: ir.Operation) -> Subview:
    """The operands of the `memref.subview` ``op``."""
    dynamic = iter(list(op.operands)[1:])
    offsets, sizes, strides = (
        tuple(next(dynamic) if n == DYNAMIC else n for n in op.attributes[name])
        for name in ("static_offsets", "static_sizes", "static_strides")
    )
    return Subview(op.operands[0], offsets, sizes, strides)


def masked_view(op: ir.Operation) -> tuple[ir.Value, Window, ir.Value | None]:
    """The source, the window and the pad of a `tts.masked_view`."""
    parts = parts_of(op)
    source, *pad = parts["source"] + parts["pad"]
    window = Window(tuple(map(_known, parts["offsets"])), tuple(map(_known, parts["sizes"])))
    return source, window, pad[0] if pad else None


def _known(value: ir.Value) -> Index:
    """``value`` as a number if it is a constant."""
    constant = made_by(value, "arith.constant")
    return value if constant is None else constant.attributes["value"].value


def _block_of(value: ir.Value) -> Subview | None:
    """``value`` as a unit-stride part, of the same rank, of a block of static shape."""
    if (view := made_by(value, "memref.subview")) is None:
        return None
    part = subview(view)
    same_rank = part.source.type.rank == value.type.rank
    if same_rank and part.source.type.has_static_shape and all(s == 1 for s in part.strides):
        return part
    return None


def _copy(b: Builder, op: ir.Operation) -> Nest:
    """A copy; between equal parts of two blocks it is a nest over the block with a window."""
    source, target = op.operands[0], op.operands[1]
    dims = tuple(range(source.type.rank))
    parallel = (True,) * len(dims)
    from_part, to_part = _block_of(source), _block_of(target)
    if (
        from_part
        and to_part
        and from_part.window == to_part.window
        and from_part.source.type.shape == to_part.source.type.shape
    ):
        read = Access(from_part.source, dims, from_part.window)
        write = Access(to_part.source, dims, to_part.window)
        return Nest(op, tuple(to_part.source.type.shape), parallel, (read,), (write,))
    static = source if source.type.has_static_shape else target
    return Nest(op, shape_of(b, static), parallel, (Access(source, dims),), (Access(target, dims),))


def _generic(b: Builder, op: ir.Operation) -> Nest:
    count = op.attributes["operandSegmentSizes"][0]
    maps = [attr.value for attr in op.attributes["indexing_maps"]]
    iterators = [str(attr) == "#linalg.iterator_type<parallel>" for attr in op.attributes["iterator_types"]]
    accesses = tuple(Access(v, _dims(m)) for v, m in zip(op.operands, maps, strict=True))
    nest = _assemble(b, op, iterators, accesses, count, op.regions[0].blocks[0])
    reduced = [d for d, is_parallel in enumerate(iterators) if not is_parallel]
    stored = tuple(access for access in nest.outputs if any(map(access.uses, reduced)))
    return replace(nest, stored=stored, outputs=nest.outputs[len(stored) :])


def _assemble(
    b: Builder,
    op: ir.Operation,
    parallel: Sequence[bool],
    accesses: tuple[Access, ...],
    count: int,
    body: ir.Block,
) -> Nest:
    extents: list[Index | None] = [None] * len(parallel)
    for access in accesses:
        if access.is_memref:
            for dim, size in zip(access.dims, shape_of(b, access.value), strict=True):
                if isinstance(dim, int) and not isinstance(extents[dim], int):
                    extents[dim] = size
    return Nest(op, tuple(extents), tuple(parallel), accesses[:count], accesses[count:], body)


def _reduce(b: Builder, op: ir.Operation) -> Nest:
    count = len(op.operands) // 2
    reduced = set(op.attributes["dimensions"])
    rank = op.operands[0].type.rank
    kept = tuple(d for d in range(rank) if d not in reduced)
    accesses = tuple(Access(v, tuple(range(rank)) if i < count else kept) for i, v in enumerate(op.operands))
    if POSITION in op.attributes:
        place, axis = op.attributes[POSITION].value, min(reduced)
        accesses = tuple(replace(a, along=axis) if i == place else a for i, a in enumerate(accesses))
    parallel = [d not in reduced for d in range(rank)]
    nest = _assemble(b, op, parallel, accesses, count, op.regions[0].blocks[0])
    return replace(nest, from_first=FROM_FIRST in op.attributes)


def _moved(b: Builder, op: ir.Operation) -> Nest:
    """`linalg.fill`, `linalg.transpose`, `linalg.broadcast` and `linalg.copy` move their one input."""
    rank = op.operands[1].type.rank
    dims: tuple[int, ...]
    match op.name:
        case "linalg.fill":
            dims = ()
        case "linalg.transpose":
            permutation = list(op.attributes["permutation"])
            dims = tuple(permutation.index(d) for d in range(rank))
        case "linalg.broadcast":
            added = set(op.attributes["dimensions"])
            dims = tuple(d for d in range(rank) if d not in added)
        case _:
            dims = tuple(range(rank))
    accesses = (Access(op.operands[0], dims), Access(op.operands[1], tuple(range(rank))))
    return _assemble(b, op, [True] * rank, accesses, 1, None)


def _map(b: Builder, op: ir.Operation) -> Nest:
    rank = op.operands[-1].type.rank
    accesses = tuple(Access(v, tuple(range(rank))) for v in op.operands)
    return _assemble(b, op, [True] * rank, accesses, len(accesses) - 1, op.regions[0].blocks[0])


READERS = {
    "linalg.generic": _generic,
    "linalg.reduce": _reduce,
    "linalg.map": _map,
    "linalg.fill": _moved,
    "linalg.transpose": _moved,
    "linalg.broadcast": _moved,
    "linalg.copy": _moved,
    "memref.copy": _copy,
}


def check_on_buffers(op: ir.Operation) -> None:
    """Raise `LoweringError` where the linalg op ``op`` works on tensors, as before bufferization."""
    if op.results:
        raise LoweringError(op, "works on tensors: code is made for what works on buffers")


def nest_of(b: Builder, op: ir.Operation) -> Nest:
    """``op``, one of `READERS`, as a nest; sizes are read before ``op``."""
    return READERS[op.name](b, op).mapped(_unmasked)


def _unmasked(access: Access) -> Access:
    """An access through a `tts.masked_view` as one with a window."""
    if (view := made_by(access.value, MASKED_VIEW)) is None:
        return access
    source, window, pad = masked_view(view)
    return replace(access, value=source, window=window, pad=pad, loose=source.type.has_static_shape)
