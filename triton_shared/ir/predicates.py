"""The predicates of comparisons by their names, which stand in IR as their positions here."""

from __future__ import annotations

from triton_shared.mlir import ir

#: of ``arith.cmpi``
INTEGERS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
#: of ``arith.cmpf``: o(rdered) ones are false where an operand is NaN, u(nordered) ones are true
FLOATS = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)


def integers(name: str) -> ir.IntegerAttr:
    """The attribute ``predicate`` of an ``arith.cmpi``."""
    return _attribute(INTEGERS.index(name))


def floats(name: str) -> ir.IntegerAttr:
    """The attribute ``predicate`` of an ``arith.cmpf``."""
    return _attribute(FLOATS.index(name))


def _attribute(number: int) -> ir.IntegerAttr:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
