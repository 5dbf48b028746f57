"""``tt.print`` and ``tt.assert`` become calls of functions that the runtime provides.

::

    tt.print " x: " {…} : %x : tensor<16xf32>

    scf.parallel (%i) = … {
      func.call @triton_shared_print(%pidX, %pidY, %pidZ, %format, %i, %bits)
    }

    tt.assert %ok, "positive" : tensor<16xi1>

    scf.if (not all of %ok) {
      func.call @triton_shared_assert(%pidX, %pidY, %pidZ, %message)
    }

Texts are constant globals of bytes that end with 0, passed as addresses.  docs/shared_form.md says what the functions
promise; `rule(op) -> replacement values` are found by name in `RULES`.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.dialects.tt.types import is_pointer
from triton_shared.errors import place
from triton_shared.ir.builder import Index, build, declare, indices, integer
from triton_shared.ir.walk import declare_once, module_of
from triton_shared.mlir import ir

PRINT, ASSERT = "triton_shared_print", "triton_shared_assert"


def _print(op: ir.Operation) -> list[ir.Value]:
    """One call an element, with its row-major position and its bits."""
    operands, prefix = list(op.operands), op.attributes["prefix"].value
    base = "hex" if "hex" in op.attributes and op.attributes["hex"].value else "dec"
    signed = list(op.attributes["isSigned"]) if "isSigned" in op.attributes else []
    if not operands:
        call(op, PRINT, [text_address(op, f":{prefix}"), _i64(0), _i64(0)])
    for number, operand in enumerate(operands):
        is_signed = signed[number] if number < len(signed) else 1
        tag = f"(operand {number}) " if len(operands) > 1 else ""
        shape = list(operand.type.shape) if isinstance(operand.type, ir.RankedTensorType) else []
        head = f"{'x'.join(map(str, shape)) or '-'} {type_name(operand.type, is_signed)} {base}"
        _print_elements(op, operand, shape, text_address(op, f"{head}:{prefix}{tag}"))
    return []


def type_name(type_: ir.Type, is_signed: int) -> str:
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
    def element(*indices: ir.Value) -> None:
        position: Index = 0
        for index, size in zip(indices, shape, strict=True):
            position = build.add(build.mul(position, size), index)
        scalar = (
            build.one("tensor.extract", operand.type.element_type, operand, *indices) if shape else operand
        )
        number = build.one("arith.index_cast", integer(64), build.value(position))
        call(op, PRINT, [text, number, bits_of(scalar)])

    if shape:
        build.parallel([0] * len(shape), shape, element)
    else:
        element()


def bits_of(element: ir.Value) -> ir.Value:
    """The bits of a scalar, zero-extended to i64."""
    i64 = integer(64)
    if is_pointer(element.type):
        return build.one("tt.ptr_to_int", i64, element)
    if isinstance(element.type, ir.FloatType):
        if element.type.width < 16:
            element = build.one("arith.extf", ir.F32Type.get(), element)
        element = build.one("arith.bitcast", integer(element.type.width), element)
    if element.type == build.index:
        return build.one("arith.index_cast", i64, element)
    return element if element.type == i64 else build.one("arith.extui", i64, element)


def _assert(op: ir.Operation) -> list[ir.Value]:
    """A call unless the condition holds in every element."""
    assert_holds(op, op.operands[0])
    return []


def assert_holds(op: ir.Operation, condition: ir.Value) -> None:
    """What the `tt.assert` ``op`` says, unless ``condition`` holds in every element."""
    message = op.attributes["message"].value
    file, line, _ = place(op.location)
    if "line" in op.attributes:
        file, line = op.attributes["file"].value, op.attributes["line"].value
    holds = all_hold(condition)
    where = f" ({file}:{line})" if line else ""

    def fail() -> None:
        call(op, ASSERT, [text_address(op, f"{message}{where}")])

    build.branch(build.negated(holds), fail)


def all_hold(condition: ir.Value) -> ir.Value:
    """Whether an i1 or every element of a tensor of i1 is true."""
    if not isinstance(condition.type, ir.RankedTensorType):
        return condition
    init = build.filled(ir.RankedTensorType.get([], integer(1)), build.value(True))
    dims = indices(range(condition.type.rank))
    reduced = build.linalg(
        "linalg.reduce", [condition], [init], lambda x, y: [build.both(x, y)], dimensions=dims
    )
    return build.one("tensor.extract", integer(1), reduced.result)


def call(op: ir.Operation, name: str, operands: list[ir.Value]) -> None:
    """Call the runtime's function ``name`` with the program id and ``operands``, all i64."""
    i32 = integer(32)
    axes = (ir.IntegerAttr.get(i32, axis) for axis in range(3))
    pids = [build.one("tt.get_program_id", i32, axis=axis) for axis in axes]
    types = ir.FunctionType.get([i32] * 3 + [integer(64)] * len(operands), [])
    declare(op, name, types)
    build.op("func.call", (), [*pids, *operands], {"callee": ir.FlatSymbolRefAttr.get(name)})


def text_address(op: ir.Operation, text: str) -> ir.Value:
    """The address of a constant text, as i64."""
    data = [b - 256 if b > 127 else b for b in (*text.encode(), 0)]
    byte = integer(8)
    type_ = ir.MemRefType.get([len(data)], byte)
    numbers = [ir.IntegerAttr.get(byte, b) for b in data]
    value = ir.DenseElementsAttr.get(numbers, ir.RankedTensorType.get([len(data)], byte))
    count = sum(1 for o in module_of(op).regions[0].blocks[0] if o.operation.name == "memref.global")
    name = f"triton_shared_text_{count}"
    declare_once(
        op,
        name,
        lambda: build.op(
            "memref.global",
            (),
            (),
            {
                "sym_name": ir.StringAttr.get(name),
                "sym_visibility": ir.StringAttr.get("private"),
                "type": ir.TypeAttr.get(type_),
                "initial_value": value,
                "constant": ir.UnitAttr.get(),
            },
        ),
    )
    view = build.one("memref.get_global", type_, name=ir.FlatSymbolRefAttr.get(name))
    address = build.one("memref.extract_aligned_pointer_as_index", build.index, view)
    return build.one("arith.index_cast", integer(64), address)


def _i64(number: int) -> ir.Value:
    return build.constant(integer(64), number)


RULES: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    "tt.print": _print,
    "tt.assert": _assert,
}
