"""Give integer division a value for every pair of operands.

::

    %q = arith.divsi %x, %y : i32

becomes

    %zero = arith.cmpi eq, %y, %c0 : i32
    %minus = arith.cmpi eq, %y, %c-1 : i32
    %odd = arith.ori %zero, %minus : i1
    %divisor = arith.select %odd, %c1, %y : i32
    %plain = arith.divsi %x, %divisor : i32
    %negated = arith.subi %c0, %x : i32
    %special = arith.select %zero, %c-1, %negated : i32
    %q = arith.select %odd, %special, %plain : i32

Division by zero, and of the smallest number by -1, means nothing in arith and ends the process on many machines, in
elements that a mask switches off too.  It is given the values that NVIDIA's GPUs compute:

* ``x / 0`` has all bits set; of 64 bits only the lower 32, if ``x`` is an unsigned number of 32 bits;
* ``x % 0`` is ``x``;
* the smallest number divided by -1 is itself, and the remainder is 0;
* on one bit, ``x / y`` is ``x`` and ``x % y`` is 0;
* ``floordivsi``, ``ceildivsi`` and ``ceildivui`` round such a quotient (of all bits) as they round any other.

A constant divisor costs nothing.  The pass promises that no divisor is 0, nor -1 if it is signed.  It takes
scalars: `triton-arith-to-linalg` leaves no others.  What divides either has a constant divisor, one that a select
replaces by 1, or an unsigned one that a loop goes on with only where it is not 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from triton_shared.conversions.promises import none_left
from triton_shared.errors import LoweringError
from triton_shared.ir import predicates
from triton_shared.ir.builder import at, build, integer
from triton_shared.ir.walk import all_ops, terminator
from triton_shared.mlir import ir

apply, compare, constant, select = build.apply, build.compare, build.constant, build.select

Number: TypeAlias = ir.Value | int
DIVISIONS = {
    f"arith.{name}i" for name in ["divs", "divu", "rems", "remu", "ceildivs", "ceildivu", "floordivs"]
}
SIGNED = {"arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi"}


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    for op in all_ops(module, RULES):
        if not _has_value(op):
            if isinstance(op.results[0].type, ir.ShapedType):
                raise LoweringError(op, "divides tensors: 'triton-arith-to-linalg' takes them apart first")
            with at(op):
                result = RULES[op.name](*op.operands)
            op.results[0].replace_all_uses_with(result)
            op.erase()
    none_left(module, "guard-divisions", may_trap, DIVISIONS)


def may_trap(op: ir.Operation) -> bool:
    """Whether ``op`` divides integers by what may be any number."""
    if op.name not in DIVISIONS or _has_value(op):
        return False
    return not (_is_guarded(op.operands[1]) or (op.name not in SIGNED and _is_tested(op.operands[1])))


def _is_tested(divisor: ir.Value) -> bool:
    """Whether ``divisor`` is what a loop hands on to an iteration only where it is not 0: its guard is folded there."""
    block = divisor.owner
    if not isinstance(block, ir.Block) or block.owner.name != "scf.while":
        return False
    before, after = (region.blocks[0] for region in block.owner.regions)
    condition, *handed = terminator(before).operands
    test = condition.owner
    if block != after or isinstance(test, ir.Block) or test.name != "arith.cmpi":
        return False
    is_unequal = test.attributes["predicate"].value == predicates.INTEGERS.index("ne")
    return is_unequal and test.operands[0] == handed[divisor.arg_number] and _number(test.operands[1]) == 0


def _is_guarded(divisor: ir.Value) -> bool:
    owner = divisor.owner
    return (
        not isinstance(owner, ir.Block) and owner.name == "arith.select" and _number(owner.operands[1]) == 1
    )


def _has_value(op: ir.Operation) -> bool:
    """Whether the divisor is a constant that divides every number."""
    divisor = _number(op.operands[1])
    return divisor is not None and divisor != 0 and not (divisor == -1 and op.name in SIGNED)


def _number(operand: ir.Value) -> int | None:
    """The number that ``operand`` holds in every element, if it is constant."""
    owner = operand.owner
    if isinstance(owner, ir.Block):
        generic, number = owner.owner, operand.arg_number
        return _number(generic.operands[number]) if generic.name == "linalg.generic" else None
    match owner.name:
        case "arith.constant":
            attribute = owner.attributes["value"]
            if not isinstance(attribute, ir.DenseElementsAttr):
                return attribute.value
            return attribute.get_splat_value().value if attribute.is_splat else None
        case "linalg.fill" | "tensor.expand_shape" | "tensor.collapse_shape":
            return _number(owner.operands[0])
        case "linalg.generic" if len(owner.results) == 1:
            return _number(terminator(owner.regions[0].blocks[0]).operands[0])
    return None


def _is_bit(x: ir.Value) -> bool:
    return x.type == integer(1)


def _all_ones(x: ir.Value) -> Number:
    return -1


def _by_zero(x: ir.Value) -> Number:
    """``x / 0``."""
    if x.type not in (integer(64), build.index):
        return -1
    return select(compare("ult", x, 1 << 32), constant(x.type, (1 << 32) - 1), -1)


def _divui(x: ir.Value, y: ir.Value) -> ir.Value:
    if _is_bit(x):
        return x
    zero = compare("eq", y, 0)
    return select(zero, _by_zero(x), apply("arith.divui", x, select(zero, 1, y)))


def _remui(x: ir.Value, y: ir.Value) -> ir.Value:
    if _is_bit(x):
        return constant(x.type, 0)
    zero = compare("eq", y, 0)
    return select(zero, x, apply("arith.remui", x, select(zero, 1, y)))


def _divsi(x: ir.Value, y: ir.Value, by_zero: Callable[[ir.Value], Number] = _by_zero) -> ir.Value:
    if _is_bit(x):
        return x
    zero = compare("eq", y, 0)
    odd = apply("arith.ori", zero, compare("eq", y, -1))
    special = select(zero, by_zero(x), apply("arith.subi", 0, x))
    return select(odd, special, apply("arith.divsi", x, select(odd, 1, y)))


def _remsi(x: ir.Value, y: ir.Value) -> ir.Value:
    if _is_bit(x):
        return constant(x.type, 0)
    zero = compare("eq", y, 0)
    odd = apply("arith.ori", zero, compare("eq", y, -1))
    return select(zero, x, apply("arith.remsi", x, select(odd, 1, y)))


def _rounded(x: ir.Value, y: ir.Value, predicate: str, step: int) -> ir.Value:
    """The quotient, moved by ``step`` where it is inexact and the operands' signs differ (slt) or agree (sge)."""
    quotient = _divsi(x, y, _all_ones)
    inexact = compare("ne", apply("arith.muli", quotient, y), x)
    moves = apply("arith.andi", inexact, compare(predicate, apply("arith.xori", x, y), 0))
    return select(moves, apply("arith.addi", quotient, step), quotient)


def _floordivsi(x: ir.Value, y: ir.Value) -> ir.Value:
    return _rounded(x, y, "slt", -1)


def _ceildivsi(x: ir.Value, y: ir.Value) -> ir.Value:
    return _rounded(x, y, "sge", 1)


def _ceildivui(x: ir.Value, y: ir.Value) -> ir.Value:
    above = apply("arith.addi", _divui(apply("arith.subi", x, 1), y), 1)
    return select(compare("eq", x, 0), 0, above)


RULES: dict[str, Callable[[ir.Value, ir.Value], ir.Value]] = {
    "arith.divui": _divui,
    "arith.remui": _remui,
    "arith.divsi": _divsi,
    "arith.remsi": _remsi,
    "arith.ceildivui": _ceildivui,
    "arith.ceildivsi": _ceildivsi,
    "arith.floordivsi": _floordivsi,
}
