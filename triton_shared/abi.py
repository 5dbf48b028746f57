"""The kernel ABI: what conversions make of a kernel's arguments, code generation reads and launches pack.

A kernel's arguments are a C struct: the user's in order, then the grid's three ``i32``, each at its natural
alignment.  A tensor descriptor of rank r is `descriptor_parts` of them: a pointer, whose attributes hold the block's
shape under `BLOCK_SHAPE`, r ``i64`` sizes, r ``i64`` strides, and an ``i1`` that tells whether elements outside of the
tensor read NaN.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from triton_shared.types import ARGUMENTS

#: products, each a factor and what it is multiplied by
Sum: TypeAlias = tuple[tuple[int, ...], ...]

BLOCK_SHAPE = "tt.block_shape"
DIVISIBILITY = "tt.divisibility"
#: marks the last argument of a kernel that is checked: a record of the launch (`runtime/checks`); how many accesses
CHECKS = "tt.checks"
#: marks the same argument where the launch logs what its programs touch; how many places of the code do
VISITS = "tt.visits"
#: mark it where a launch may run its programs in another order, and choose what loads leave undefined
ORDERS, FILLS = "tt.orders", "tt.fills"
#: marks it with what programs touch, as JSON (`proofs/touches.py`), where a launch may prove that they do not race
TOUCHES = "tt.touches"
#: marks it with a JSON list of what the source says of each access, where the code hands on numbers alone
SITES = "tt.sites"
#: words of 64 bits in front of the extents of a record, and of each extent (`runtime/checks/extents.py`)
RECORD_HEADER = EXTENT_WORDS = 16
#: attribute of an integer that its source says is signed: without it, ``i32`` stands for Triton's ``u32``, too
SIGNED = "signed"


class Param(NamedTuple):
    """One argument: ``type`` is "ptr" or a scalar's MLIR type, ``element`` what a pointer points to.

    ``written`` says that the kernel stores through the pointer; of the ``attributes``, ``tt.divisibility`` (of the
    address in bytes, or of the integer) is checked at every launch.
    """

    type: str
    element: str | None = None
    written: bool = False
    attributes: Mapping[str, Any] = {}


class TensorMap(NamedTuple):
    """What a launch tells the GPU of a tensor in memory, of which it copies boxes; dimensions from the fastest on.

    Numbers that differ between launches are sums of products of arguments: each product a factor and the numbers of
    arguments, counted as `Param` are.

    Attributes:
        base: the number of the argument that points to memory.
        size: bytes of an element.
        offset: elements from there to the tensor.
        extents: of the tensor; what is outside of these is zero.  None for as many as there may be.
        strides: elements from one index to the next, from the second dimension on.
        box: extents of what is copied at once.
        swizzle: bytes of a row in shared memory whose chunks of 16 bytes change places; 0 for none.
        zeros: the numbers of arguments that must be 0.
    """

    base: int
    size: int
    offset: Sum
    extents: tuple[Sum | None, ...]
    strides: tuple[Sum, ...]
    box: tuple[int, ...]
    swizzle: int
    zeros: tuple[int, ...]

    @classmethod
    def of(cls, values: Sequence[Any]) -> TensorMap:
        """The one whose fields are ``values``, lists as JSON has them."""
        return cls(*map(_tuples, values))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def layout(params: Sequence[Param]) -> tuple[list[int], int]:
    """Byte offset of every argument in the struct, and of the grid behind them."""
    offsets, at = [], 0
    for param in params:
        size = ARGUMENTS[param.type].bytes
        at = -(-at // size) * size
        offsets.append(at)
        at += size
    return offsets, -(-at // 4) * 4


def descriptor_parts(rank: int) -> int:
    """How many arguments a tensor descriptor of ``rank`` is."""
    return 2 * rank + 2


def first_parts(params: Sequence[Param]) -> list[int]:
    """The position of the first part of each of the user's arguments."""
    firsts, at = [], 0
    while at < len(params):
        firsts.append(at)
        block = params[at].attributes.get(BLOCK_SHAPE)
        at += 1 if block is None else descriptor_parts(len(block))
    return firsts
