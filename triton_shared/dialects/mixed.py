"""Ops whose lists of operands or results mix types.

IRDL lets all members of a variadic operand have one type only.  An op with a mixed list is therefore declared
with `RUNS` variadic operands in its place, each of which holds a run of neighbours of one type; its segment
sizes are the lengths of the runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from triton_shared import compat
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
    return [_renamed(field, f"{field.name}_{i}") for i in range(RUNS)]


def _renamed(field: ext.FieldDef, name: str) -> ext.FieldDef:
    """``field`` by another name: `dataclasses.replace` in a tenth of its time, of a thousand fields."""
    made = object.__new__(type(field))
    vars(made).update(vars(field), name=name)
    return made


if TYPE_CHECKING:
    Hooked = ext.Operation
else:
    Hooked = compat.with_hooks(ext.Operation)


class Mixed(Hooked):
    """Base of these ops, as in ``class CallOp(Mixed, dialect=TT, name="call")``.

    A variadic field is the only one of its sort: ``op.args`` are all operands, ``op.outputs`` all results.
    """

    @classmethod
    def declared(cls, fields: list[ext.FieldDef]) -> list[ext.FieldDef]:
        """Each variadic field as its runs."""
        return [declared for field in fields for declared in _declared(field)]

    @classmethod
    def initializer(cls) -> Callable:
        """The constructor, which counts the runs."""

        def __init__(  # noqa: N807
            self: ext.Operation,
            operands: Sequence[ir.Value],
            results: Sequence[ir.Type] = (),
            attributes: Mapping[str, ir.Attribute] | None = None,
            *,
            loc: ir.Location | None = None,
            ip: ir.InsertionPoint | None = None,
        ) -> None:
            sizes = {
                "operandSegmentSizes": [o.type for o in operands] if cls._variadic(ext.OperandDef) else None,
                "resultSegmentSizes": results if cls._variadic(ext.ResultDef) else None,
            }
            segments = {
                k: ir.DenseI32ArrayAttr.get(run_lengths(v)) for k, v in sizes.items() if v is not None
            }
            regions = compat.regions_of(cls)
            super(ext.Operation, self).__init__(
                cls.OPERATION_NAME,
                regions,
                None,
                None,
                attributes={**(attributes or {}), **segments},
                results=list(results),
                operands=list(operands),
                regions=regions[0] or None,
                loc=loc,
                ip=ip,
            )

        return __init__

    @classmethod
    def _variadic(cls, sort: type[ext.FieldDef]) -> bool:
        return any(
            isinstance(f, sort) and f.variadicity == irdl.Variadicity.variadic for f in compat.fields_of(cls)
        )

    @classmethod
    def getter(cls, field: ext.FieldDef) -> property:
        """All operands or results, or the one result."""
        if isinstance(field, ext.OperandDef):
            return property(lambda self: self.operation.operands)
        if field.variadicity == irdl.Variadicity.single:
            return property(lambda self: self.operation.results[0])
        return property(lambda self: self.operation.results)
