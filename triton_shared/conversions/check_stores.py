"""Instrument a program of Triton's: lanes of one store that write different numbers to one address are noted.

::

    tt.store %p, %v, %mask      ->      tt.store %p, %v, %mask
                                        gpu.barrier
                                        %kept = tt.load %p, %mask
                                        tts.check %same_bits_or_masked, %v, %kept {told = "… to one address …"}

Which lane comes last is anybody's, so such a store leaves what nobody can tell.  What is read back is what the last one
wrote; another lane of that address finds another number than its own.  Equal numbers are no matter.  Stores whose
lanes have addresses of their own, as far as constant strides tell, are left alone.

The load's location says that it is one of these (`checks_of_ops.ECHO`): no check counts it as an access of the program.
"""

from __future__ import annotations

from triton_shared.conversions.checks_of_ops import ECHO, behind, check, constant_of, is_program
from triton_shared.dialects.tt.types import is_block
from triton_shared.ir.builder import bit_width, build, element_of, integer, with_element
from triton_shared.ir.walk import all_ops, owner_of
from triton_shared.mlir import ir

#: ops that hand strides on as they are
_SAME = ("arith.extsi", "arith.extui", "tt.broadcast")
_DEEPEST = 40


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in all_ops(module, {"tt.store"}):
        pointer, value = op.operands[0], op.operands[1]
        if is_block(pointer.type) or not isinstance(value.type, ir.RankedTensorType) or not is_program(op):
            continue
        is_number = isinstance(element_of(value.type), ir.IntegerType | ir.FloatType)
        if is_number and bit_width(element_of(value.type)) >= 8 and not _are_apart(pointer):
            with behind(op), ir.Location.name(ECHO, op.location):
                _read_back(op)


def _read_back(op: ir.Operation) -> None:
    pointer, value, *mask = op.operands
    build.op("gpu.barrier", (), ())
    sizes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, len(mask), 0])}
    kept = build.op("tt.load", [value.type], [pointer, *mask], sizes).result
    bits = with_element(value.type, integer(bit_width(element_of(value.type))))
    stored, read = (v if v.type == bits else build.one("tt.bitcast", bits, v) for v in (value, kept))
    holds = build.compare("eq", stored, read)
    if mask:
        holds = build.apply("arith.ori", holds, build.apply("arith.xori", mask[0], 1))
    check(holds, "races", "stores different numbers to one address", [("number", value), ("kept", kept)])


def _are_apart(pointer: ir.Value) -> bool:
    """Whether constant strides tell that no two lanes have one address."""
    strides = _strides(pointer, 0)
    if strides is None:
        return False
    reach = 0
    for stride, size in sorted(
        (abs(s), n) for s, n in zip(strides, pointer.type.shape, strict=True) if n > 1
    ):
        if stride <= reach:
            return False
        reach += stride * (size - 1)
    return True


def _strides(value: ir.Value, depth: int) -> list[int] | None:
    """How far neighbours along each dimension of a block of integers or pointers are apart, if these are constants."""
    op = owner_of(value)
    if op is None or depth > _DEEPEST:
        return None
    rank = value.type.rank
    if op.name == "tt.make_range":
        return [1]
    if op.name == "tt.splat" or (op.name == "arith.constant" and constant_of(value) is not None):
        return [0] * rank
    operands = [_strides(operand, depth + 1) for operand in op.operands]
    if any(strides is None for strides in operands):
        return None
    match op.name:
        case "tt.addptr" | "arith.addi":
            return [a + b for a, b in zip(*operands, strict=True)]  # type: ignore[arg-type]
        case "arith.subi":
            return [a - b for a, b in zip(*operands, strict=True)]  # type: ignore[arg-type]
        case "arith.muli":
            return _scaled(op, operands)  # type: ignore[arg-type]
        case "tt.expand_dims":
            axis = op.attributes["axis"].value
            return [*operands[0][:axis], 0, *operands[0][axis:]]  # type: ignore[index]
        case name if name in _SAME:
            return operands[0]
    return None


def _scaled(op: ir.Operation, operands: list[list[int]]) -> list[int] | None:
    for n, other in ((0, 1), (1, 0)):
        if (factor := constant_of(op.operands[n])) is not None:
            return [factor * stride for stride in operands[other]]
    return None
