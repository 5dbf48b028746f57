"""Ops in functions of their own, which fusion leaves as they are; ``inline`` takes them back.

    %d = linalg.matmul ins(%a, %b) outs(%c)            becomes            %d = func.call @k.product.0(%a, %b, %c)

Where an op is to write what is not written yet, its function shows that: the `tensor.empty` is there, too.
"""

from __future__ import annotations

from triton_shared.ir.builder import Builder
from triton_shared.ir.walk import all_ops, cloned, made_by, substitute
from triton_shared.mlir import ir


def outline(function: ir.Operation, ops: list[ir.Operation], what: str) -> None:
    """Put a call in the place of each of ``ops``, to a function that is named ``what`` and holds it."""
    for number, op in enumerate(ops):
        b = Builder(ir.InsertionPoint(function), op.location)
        name = f"{function.attributes['sym_name'].value}.{what}.{number}"
        operands = [*op.operands, *_captured(op)]
        unwritten = dict.fromkeys(v for v in operands if _is_unwritten(v))
        values = [v for v in operands if v not in unwritten]
        inputs, types = [v.type for v in values], [r.type for r in op.results]
        attributes = {
            "sym_name": ir.StringAttr.get(name),
            "sym_visibility": ir.StringAttr.get("private"),
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, types)),
        }
        block = (
            b.op("func.func", (), (), attributes, regions=1)
            .regions[0]
            .blocks.append(*inputs, arg_locs=[op.location] * len(inputs))
        )
        b.ip = ir.InsertionPoint(block)
        known = {v: b.empty(v.type) for v in unwritten} | dict(zip(values, block.arguments, strict=True))
        inner = cloned(op, known, b.ip)
        b.op("func.return", (), list(inner.results))
        callee = {"callee": ir.FlatSymbolRefAttr.get(name)}
        call = Builder.before(op).op("func.call", types, values, callee)
        substitute(op, *call.results)


def _is_unwritten(value: ir.Value) -> bool:
    maker = made_by(value, "tensor.empty")
    return maker is not None and not maker.operands


def _captured(op: ir.Operation) -> list[ir.Value]:
    """The values from outside that the regions of ``op`` use."""
    inside = all_ops(op)
    blocks = [block for o in (op, *inside) for region in o.regions for block in region.blocks]
    made = {v for o in inside for v in o.results} | {v for block in blocks for v in block.arguments}
    return list(dict.fromkeys(v for o in inside for v in o.operands if v not in made))
