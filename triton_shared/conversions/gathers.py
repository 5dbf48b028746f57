"""The rules that turn accesses with indirect dimensions into one gather or scatter each.

::

    %v = tts.load %x[%o] loops [0] {            %at, %keep = linalg.generic {        // for each element
    ^bb0(%i: index):                              %i = linalg.index 0
      %row = tensor.extract %rows[%i]    ->       %row = tensor.extract %rows[%i]
      tts.yield %row, %true                       linalg.yield (%o + %row), %true
    }                                           }
                                                %v = vector.gather %x[0][%at], %keep, %other

The block is one vector.  Masked-off elements touch nothing.  An access without a base, one that is cut into segments
besides, and one to elements of less than a byte have no such form: `applies` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from triton_shared.conversions.access_boxes import TtsAccess, inline_body, memory, reinterpret
from triton_shared.conversions.loads_and_stores import numbers_of, zero_or_other
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.dialects.tts import parts_of
from triton_shared.ir.builder import Condition, build, integer
from triton_shared.mlir import ir

#: of the form besides
OPS = {f"vector.{name}" for name in ("gather", "scatter", "broadcast", "transfer_read", "transfer_write")}

#: elements of the view that a gather counts in: more than there are addresses, so it says nothing
EVERYWHERE = 1 << 48


def applies(op: ir.Operation) -> bool:
    """Whether the tts op ``op`` has a form as a gather or scatter."""
    if op.name not in RULES or not parts_of(op)["base"] or list(op.attributes["cuts"]):
        return False
    transfer = _access(op)
    return bool(transfer.loops) and getattr(transfer.memory_type, "width", 0) >= 8


def _access(op: ir.Operation) -> TtsAccess:
    return TtsAccess(op, (parts_of(op)["value"][0] if op.name == "tts.store" else op.results[0]).type)


def gather(op: ir.Operation) -> list[ir.Value]:
    """``tts.load`` becomes a ``vector.gather``."""
    transfer, result = _access(op), op.results[0].type
    base, offsets, kept = _addressed(transfer)
    other = zero_or_other(transfer)
    type_ = _vector_type(transfer, transfer.memory_type)
    if isinstance(other.type, ir.RankedTensorType):
        default = _vector(transfer, other)
    else:
        default = build.one("vector.broadcast", type_, other)
    read = build.one("vector.gather", type_, base, build.value(0), offsets, kept, default, **transfer.hints)
    target = build.empty(ir.RankedTensorType.get(type_.shape, transfer.memory_type))
    written = build.one("vector.transfer_write", target.type, read, target, build.value(0), **_whole())
    tensor = _reshaped(written, transfer.shape)
    return [build.one("tt.int_to_ptr", result, tensor) if is_pointer(result) else tensor]


def scatter(op: ir.Operation) -> list[ir.Value]:
    """``tts.store`` becomes a ``vector.scatter``."""
    transfer = _access(op)
    base, offsets, kept = _addressed(transfer)
    values = _vector(transfer, numbers_of(parts_of(op)["value"][0]))
    build.op("vector.scatter", (), [base, build.value(0), offsets, kept, values], transfer.hints)
    return []


def _addressed(transfer: TtsAccess) -> tuple[ir.Value, ir.Value, ir.Value]:
    """The memory, where in it each element lies, and whether it is kept.

    That is a byte in tensors, since a vector of i1 is packed into bits in memory.
    """

    def element() -> list[ir.Value]:
        at = [build.linalg_index(d) for d in range(transfer.rank)]
        offset, keep = (
            inline_body(transfer, [at[d] for d in transfer.loops]) if transfer.has_body else (0, True)
        )
        steps = [transfer.at(d, i) for d, i in enumerate(at)]
        keep = reduce(build.both, [_in_range(transfer, d, i) for d, i in enumerate(at)], keep)
        return [
            build.value(reduce(build.add, steps, build.add(transfer.offset, offset))),
            build.one("arith.extui", integer(8), build.value(build.both(transfer.condition, keep))),
        ]

    types = [ir.RankedTensorType.get(transfer.shape, element) for element in (build.index, integer(8))]
    offsets, kept = build.elementwise([], types, element)
    pointer, first = memory(transfer, 0)
    base = reinterpret(pointer, first, [EVERYWHERE], [1], transfer.memory_type)
    return base, _vector(transfer, offsets), build.compare("ne", _vector(transfer, kept), 0)


def _in_range(transfer: TtsAccess, dim: int, index: ir.Value) -> Condition:
    low, high = transfer.range_of(dim)
    above = True if low == 0 else build.compare("sle", low, index)
    below = True if high == transfer.shape[dim] else build.compare("slt", index, high)
    return build.both(above, below)


def _vector_type(transfer: TtsAccess, element: ir.Type) -> ir.VectorType:
    return ir.VectorType.get([reduce(lambda a, b: a * b, transfer.shape)], element)


def _vector(transfer: TtsAccess, tensor: ir.Value) -> ir.Value:
    """The elements of ``tensor`` as one vector."""
    element = tensor.type.element_type
    type_ = _vector_type(transfer, element)
    tensor, padding = _reshaped(tensor, type_.shape), build.constant(element, 0)
    return build.one("vector.transfer_read", type_, tensor, build.value(0), padding, **_whole())


def _reshaped(tensor: ir.Value, shape: Sequence[int]) -> ir.Value:
    type_ = ir.RankedTensorType.get(shape, tensor.type.element_type)
    return build.convert("tt.reshape", tensor, type_)


def _whole() -> dict[str, ir.Attribute]:
    """What a transfer of a whole vector says, without a mask."""
    return {
        "in_bounds": ir.ArrayAttr.get([ir.BoolAttr.get(True)]),
        "permutation_map": ir.AffineMapAttr.get(ir.AffineMap.get_identity(1)),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1, 1, 0]),
    }


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {"tts.load": gather, "tts.store": scatter}
