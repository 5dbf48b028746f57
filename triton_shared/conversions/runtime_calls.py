"""``tt.print`` and ``tt.assert`` become calls of functions that the runtime provides.

::

    tt.print " x: " {…} : %x : tensor<16xf32>

    scf.for %i = … {
      func.call @triton_shared_print(%pidX, %pidY, %pidZ, %format, %i, %bits)
    }

    tt.assert %ok, "positive" : tensor<16xi1>

    scf.if (not all of %ok) {
      func.call @triton_shared_assert(%pidX, %pidY, %pidZ, %message)
    }

Texts are constant globals of bytes that end with 0, passed as addresses.  docs/architecture.md says what the functions
promise; `rule(op) -> replacement values` are found by name in `RULES`.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions import build
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.errors import place
from triton_shared.ir.walk import declare_once, module_of
from triton_shared.mlir import ir

PRINT, ASSERT = "triton_shared_print", "triton_shared_assert"


def _print(op: ir.Operation) -> list[ir.Value]:
    """One call an element, with its row-major position and its bits."""
    operands, prefix = list(op.operands), op.attributes["prefix"].value
    base = "hex" if "hex" in op.attributes and op.attributes["hex"].value else "dec"
    signed = list(op.attributes["isSigned"]) if "isSigned" in op.attributes else []
    if not operands:
        _call(op, PRINT, [_text(op, f":{prefix}"), _i64(0), _i64(0)])
    for number, operand in enumerate(operands):
        is_signed = signed[number] if number < len(signed) else 1
        tag = f"(operand {number}) " if len(operands) > 1 else ""
        shape = list(operand.type.shape) if isinstance(operand.type, ir.RankedTensorType) else []
        head = f"{'x'.join(map(str, shape)) or '-'} {_type_name(operand.type, is_signed)} {base}"
        _print_elements(op, operand, shape, _text(op, f"{head}:{prefix}{tag}"))
    return []


def _type_name(type_: ir.Type, is_signed: int) -> str:
    """The element type as the runtime reads it: ``f32``, ``si8``, ``ui64``."""
    element = type_.element_type if isinstance(type_, ir.RankedTensorType) else type_
    match element:
        case ir.IntegerType():
            return f"{'si' if is_signed and element.width > 1 else 'ui'}{element.width}"
        case ir.FloatType() if element.width >= 16:
            return str(element)
        case ir.FloatType():
            return "f32"
    return "ui64"


def _print_elements(op: ir.Operation, operand: ir.Value, shape: list[int], text: ir.Value) -> None:
    def dimension(indices: list[ir.Value], position: ir.Value) -> None:
        if len(indices) == len(shape):
            element = (
                build.value("tensor.extract", [operand, *indices], operand.type.element_type)
                if indices
                else operand
            )
            number = build.value("arith.index_cast", [position], build.integer(64))
            _call(op, PRINT, [text, number, _bits(element)])
            return
        size = build.index(shape[len(indices)])

        def body(index: ir.Value) -> list[ir.Value]:
            row = build.value("arith.muli", [position, size], build.index_type())
            dimension([*indices, index], build.value("arith.addi", [row, index], build.index_type()))
            return []

        build.for_loop(build.index(0), size, build.index(1), [], body)

    dimension([], build.index(0))


def _bits(element: ir.Value) -> ir.Value:
    """The bits of a scalar, zero-extended to i64."""
    i64 = build.integer(64)
    if is_pointer(element.type):
        return build.value("tt.ptr_to_int", [element], i64)
    if isinstance(element.type, ir.FloatType):
        if element.type.width < 16:
            element = build.value("arith.extf", [element], ir.F32Type.get())
        element = build.value("arith.bitcast", [element], build.integer(element.type.width))
    if element.type == build.index_type():
        return build.value("arith.index_cast", [element], i64)
    return element if element.type == i64 else build.value("arith.extui", [element], i64)


def _assert(op: ir.Operation) -> list[ir.Value]:
    """A call unless the condition holds in every element."""
    i1, message = build.integer(1), op.attributes["message"].value
    file, line, _ = place(op.location)
    if "line" in op.attributes:
        file, line = op.attributes["file"].value, op.attributes["line"].value
    holds = _all(op.operands[0])
    true = build.constant(ir.IntegerAttr.get(i1, 1))
    where = f" ({file}:{line})" if line else ""

    def fail() -> None:
        _call(op, ASSERT, [_text(op, f"{message}{where}")])

    build.if_then(build.value("arith.xori", [holds, true], i1), fail)
    return []


def _all(condition: ir.Value) -> ir.Value:
    """Whether an i1 or every element of a tensor of i1 is true."""
    if not isinstance(condition.type, ir.RankedTensorType):
        return condition
    scalar = ir.RankedTensorType.get([], build.integer(1))
    true = build.constant(ir.IntegerAttr.get(build.integer(1), 1))
    dims = list(range(condition.type.rank))
    operands = [condition, build.fill(true, build.empty(scalar))]
    reduce = build.create("linalg.reduce", operands, [scalar], regions=1, dimensions=build.indices(dims))
    block = reduce.regions[0].blocks.append(
        build.integer(1), build.integer(1), arg_locs=[reduce.location] * 2
    )
    with ir.InsertionPoint(block):
        both = build.value("arith.andi", list(block.arguments), build.integer(1))
        build.create("linalg.yield", [both])
    return build.value("tensor.extract", [reduce.results[0]], build.integer(1))


def _call(op: ir.Operation, name: str, operands: list[ir.Value]) -> None:
    """Call the runtime's function ``name`` with the program id and ``operands``, all i64."""
    i32 = build.integer(32)
    axes = (ir.IntegerAttr.get(i32, axis) for axis in range(3))
    pids = [build.value("tt.get_program_id", [], i32, axis=axis) for axis in axes]
    types = ir.FunctionType.get([i32] * 3 + [build.integer(64)] * len(operands), [])
    build.declare(op, name, types)
    build.create("func.call", [*pids, *operands], callee=ir.FlatSymbolRefAttr.get(name))


def _text(op: ir.Operation, text: str) -> ir.Value:
    """The address of a constant text, as i64."""
    data = [b - 256 if b > 127 else b for b in (*text.encode(), 0)]
    byte = build.integer(8)
    type_ = ir.MemRefType.get([len(data)], byte)
    numbers = [ir.IntegerAttr.get(byte, b) for b in data]
    value = ir.DenseElementsAttr.get(numbers, ir.RankedTensorType.get([len(data)], byte))
    count = sum(1 for o in module_of(op).regions[0].blocks[0] if o.operation.name == "memref.global")
    name = f"triton_shared_text_{count}"
    declare_once(
        op,
        name,
        lambda: build.create(
            "memref.global",
            sym_name=ir.StringAttr.get(name),
            sym_visibility=ir.StringAttr.get("private"),
            type=ir.TypeAttr.get(type_),
            initial_value=value,
            constant=ir.UnitAttr.get(),
        ),
    )
    view = build.value("memref.get_global", [], type_, name=ir.FlatSymbolRefAttr.get(name))
    address = build.value("memref.extract_aligned_pointer_as_index", [view], build.index_type())
    return build.value("arith.index_cast", [address], build.integer(64))


def _i64(number: int) -> ir.Value:
    return build.constant(ir.IntegerAttr.get(build.integer(64), number))


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tt.print": _print,
    "tt.assert": _assert,
}
