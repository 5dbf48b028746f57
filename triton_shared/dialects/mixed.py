"""Ops whose lists of operands or results mix types.

IRDL lets all members of a variadic operand have one type only.  An op with a mixed list is therefore declared
with `RUNS` variadic operands in its place, each of which holds a run of neighbours of one type; its segment
sizes are the lengths of the runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from triton_shared.mlir import ext, ir, irdl

RUNS = 64


def run_lengths(types: Sequence) -> list[int]:
    """The segment sizes of a mixed list of ``types``; raises ValueError for more than `RUNS` runs."""
    runs = [sum(1 for _ in run) for _, run in groupby(types)]
    if len(runs) > RUNS:
        raise ValueError(f"expected at most {RUNS} runs of operands of one type, not {len(runs)}")
    return runs + [0] * (RUNS - len(runs))


def _declared(field: ext.FieldDef) -> list[ext.FieldDef]:
    if getattr(field, "variadicity", None) != irdl.Variadicity.variadic:
        return [field]
    return [replace(field, name=f"{field.name}_{i}") for i in range(RUNS)]


class Mixed(ext.Operation):
    """Base of these ops, as in ``class CallOp(Mixed, dialect=TT, name="call")``.

    A variadic field is the only one of its sort: ``op.args`` are all operands, ``op.outputs`` all results.
    """

    @classmethod
    def _emit_operation(cls) -> None:
        fields = cls._fields
        cls._fields = [declared for field in fields for declared in _declared(field)]
        try:
            super()._emit_operation()
        finally:
            cls._fields = fields

    @classmethod
    def _generate_init_method(cls, fields: list) -> None:
        def __init__(self, operands, results=(), attributes=None, *, loc=None, ip=None):  # noqa: N807
            sizes = {
                "operandSegmentSizes": [o.type for o in operands] if cls._variadic(ext.OperandDef) else None,
                "resultSegmentSizes": results if cls._variadic(ext.ResultDef) else None,
            }
            segments = {
                k: ir.DenseI32ArrayAttr.get(run_lengths(v)) for k, v in sizes.items() if v is not None
            }
            super(ext.Operation, self).__init__(
                cls.OPERATION_NAME,
                cls._ODS_REGIONS,
                None,
                None,
                attributes={**(attributes or {}), **segments},
                results=list(results),
                operands=list(operands),
                regions=cls._ODS_REGIONS[0] or None,
                loc=loc,
                ip=ip,
            )

        cls.__init__ = __init__

    @classmethod
    def _variadic(cls, sort: type) -> bool:
        return any(isinstance(f, sort) and f.variadicity == irdl.Variadicity.variadic for f in cls._fields)

    @classmethod
    def _generate_operand_properties(cls, operands: list) -> None:
        for field in operands:
            setattr(cls, field.name, property(lambda self: self.operation.operands))

    @classmethod
    def _generate_result_properties(cls, results: list) -> None:
        for field in results:
            single = field.variadicity == irdl.Variadicity.single
            getter = (
                (lambda self: self.operation.results[0]) if single else (lambda self: self.operation.results)
            )
            setattr(cls, field.name, property(getter))
