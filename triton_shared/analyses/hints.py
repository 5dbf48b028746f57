"""What a program says of an access beside its meaning: for caches, for the order of atomics, of its alignment.

>>> hints_of(load, MEMORY_OPS[load.name](load), Pointers())                     # doctest: +SKIP
{'tt.cache': 'cg', 'tt.eviction': 'evict_last', 'tt.divisibility': (16, 1)}

``tl.multiple_of``, ``tl.max_contiguous`` and ``tl.max_constancy`` speak of a tensor of indices or pointers; the address
of an access is a sum of such tensors times strides.  The numbers of a dimension are those of the only term of the
address that varies along it: of the index, or of the index times its stride.  Where several terms vary, nothing is
said.  1 says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from triton_shared.analyses.access import Operands
from triton_shared.analyses.expr import Expr
from triton_shared.analyses.index_analysis import Integer, incoming, shape_of
from triton_shared.analyses.pointer import Pointers
from triton_shared.dialects.discardable import NUMBERS
from triton_shared.dialects.tt.base import MemSemantic, MemSyncScope
from triton_shared.dialects.tt.types import TensorDescType, is_block
from triton_shared.dialects.tts import DESCRIPTOR
from triton_shared.mlir import ir

_NOTHING = {"none", "evict_normal"}

Hints = dict[str, "str | tuple[int, ...] | bool"]
#: for each dimension of a tensor the one of the access that it is; None where others have a part in the index
Dims = tuple["int | None", ...]


def hints_of(op: ir.Operation, operands: Operands, pointers: Pointers) -> Hints:
    """The hints of memory op ``op``, by the names that they have in the shared form."""
    found: Hints = {}
    if "cachePolicy" in op.attributes:
        modifier, eviction = (
            ir.StringAttr(p).value for p in ir.DynamicAttr(op.attributes["cachePolicy"]).params
        )
        found |= {"tt.cache": modifier, "tt.eviction": eviction}
    for name, enum in (("sem", MemSemantic), ("scope", MemSyncScope)):
        if name in op.attributes:
            found[f"tt.{name}"] = enum.decode(str(op.attributes[name]))
    if isinstance(operands.pointer.type, TensorDescType):
        found[DESCRIPTOR] = True
    return {k: v for k, v in found.items() if v not in _NOTHING} | _numbers(operands.pointer, pointers)


def _numbers(pointer: ir.Value, pointers: Pointers) -> Hints:
    """The `NUMBERS` of the terms of the tensor ``pointer``, along its dimensions."""
    rank = 0 if is_block(pointer.type) else len(shape_of(pointer.type))
    found = {name: [1] * rank for name in NUMBERS}
    pending: list[tuple[ir.Value, Dims]] = [(pointer, tuple(range(rank)))]
    seen: set[tuple[ir.Value, Dims]] = set()
    while pending:
        value, dims = term = pending.pop()
        if term in seen or all(d is None for d in dims):
            continue
        seen.add(term)
        for name, numbers in _said(value, len(dims)):
            for dim, number in zip(dims, numbers, strict=True):
                if dim is not None:
                    found[name][dim] = max(found[name][dim], number)
        pending += _terms(value, dims, pointers)
    return {name: tuple(numbers) for name, numbers in found.items() if max(numbers, default=1) > 1}


def _said(value: ir.Value, rank: int) -> Iterator[tuple[str, list[int]]]:
    """The `NUMBERS` that the op which makes ``value`` has, those with ``rank`` of them."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return
    for name in NUMBERS:
        match owner.attributes.get(name):
            case ir.DenseIntElementsAttr() as numbers if len(numbers) == rank:
                yield name, list(numbers)


def _terms(value: ir.Value, dims: Dims, pointers: Pointers) -> Iterator[tuple[ir.Value, Dims]]:
    """The tensors that ``value`` is the sum or the product of, and of which dimension each alone has the index."""
    if (arriving := incoming(value)) is not None:
        varying = _offset(value, pointers).varying
        yield from ((v, dims) for v in arriving[1] if _offset(v, pointers).varying == varying)
        return
    owner = value.owner
    if isinstance(owner, ir.Block):
        return
    match owner.name:
        case "tt.expand_dims":
            axis = owner.attributes["axis"].value
            yield owner.operands[0], dims[:axis] + dims[axis + 1 :]
        case "tt.trans":
            order = list(owner.attributes["order"])
            yield owner.operands[0], tuple(dims[order.index(d)] for d in range(len(order)))
        case "tt.broadcast" | "arith.extsi":
            yield owner.operands[0], dims
        case "arith.addi" | "arith.subi" | "arith.muli" | "tt.addptr":
            along = [_offset(v, pointers).dims for v in owner.operands]
            for v, others in zip(owner.operands, reversed(along), strict=True):
                yield v, tuple(None if d in others else dim for d, dim in enumerate(dims))


def _offset(value: ir.Value, pointers: Pointers) -> Expr:
    state = pointers.state(value)
    return state.expr if isinstance(state, Integer) else state.offset
