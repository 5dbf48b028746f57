"""Arithmetic, logic, comparisons and moves of PTX.

Shifts by more than the width have the values that PTX gives.  Approximate functions are those of the math dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from triton_shared.conversions.assembly.registers import Registers, Type, bits_of, type_of
from triton_shared.conversions.assembly.text import Instruction, Unknown
from triton_shared.conversions.triton_arith_to_linalg import floats
from triton_shared.ir.builder import build, integer
from triton_shared.mlir import ir
from triton_shared.records import dataclass

Rule = Callable[[Registers, Instruction], None]
apply, compare, select, constant = build.apply, build.compare, build.select, build.constant

#: signs, exponents and the smallest normal number of an f32
SIGN, EXPONENT = 1 << 31, 0x7F800000


def flushed(value: ir.Value) -> ir.Value:
    """An f32, zero of its sign where it is subnormal."""
    bits = bits_of(value)
    subnormal = compare("eq", apply("arith.andi", bits, EXPONENT), 0)
    return build.convert(
        "arith.bitcast", select(subnormal, apply("arith.andi", bits, SIGN), bits), value.type
    )


def saturated(value: ir.Value) -> ir.Value:
    """Within [0, 1], NaN as 0."""
    return select(compare("ogt", value, 0.0), select(compare("olt", value, 1.0), value, 1.0), 0.0)


def types_of(it: Instruction) -> list[Type]:
    """The types among the modifiers, which end them."""
    return [found for name in it.modifiers if (found := type_of(name))]


def unknown_modifiers(it: Instruction, known: Sequence[str]) -> None:
    """Refuse what is neither a type nor ``known``."""
    for name in it.modifiers:
        if name not in known and not type_of(name):
            raise Unknown(f"'.{name}' of '{it.text}'")


@dataclass(frozen=True)
class Op:
    """An instruction of one type: ``compute(it, type, *numbers)`` on each lane of ``count`` operands.

    It is for types that ``kinds`` begin, as "f" or "u32"; ``modifiers`` are all that it may have, beside those of
    roundings and flushes of floats.
    """

    count: int
    kinds: tuple[str, ...]
    compute: Callable[..., ir.Value]
    modifiers: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()

    def __call__(self, registers: Registers, it: Instruction) -> None:
        """Compute the destination, or refuse what the instruction says."""
        types = types_of(it)
        if len(types) != 1 or not types[0].name.startswith(self.kinds):
            raise Unknown(f"'{it.text}'")
        (type_,) = types
        if type_.is_float != (self.kinds[0] == "f"):
            raise Unknown(f"'{it.text}'")
        floating = ("rn", "ftz", "sat") if type_.is_float else ()
        unknown_modifiers(it, (*self.modifiers, *floating))
        if len(it.operands) != self.count + 1:
            raise Unknown(f"'{it.text}', which has not {self.count + 1} operands")
        flushes = "ftz" in it.modifiers and str(type_.kind) == "f32"
        read_as = [type_of(name) or type_ for name in self.reads] or [type_] * self.count
        lanes = [registers.read(o, t) for o, t in zip(it.operands[1:], read_as, strict=True)]
        results = []
        for numbers in zip(*lanes, strict=True):
            result = self.compute(it, type_, *(map(flushed, numbers) if flushes else numbers))
            result = flushed(result) if flushes else result
            results.append(saturated(result) if type_.is_float and "sat" in it.modifiers else result)
        registers.write(it, it.operands[0], type_, results)


def _as(name: str) -> Callable[..., ir.Value]:
    return lambda it, type_, *numbers: apply(name, *numbers)


def in_f32(function: Callable[..., ir.Value]) -> Callable[..., ir.Value]:
    """``function`` of numbers, computed in f32 where these are narrower."""

    def compute(it: Instruction, type_: Type, *numbers: ir.Value) -> ir.Value:
        if type_.kind.width >= 32:
            return function(*numbers)
        wide = [build.convert("arith.extf", number, ir.F32Type.get()) for number in numbers]
        return build.convert("arith.truncf", function(*wide), type_.kind)

    return compute


def _math(name: str) -> Callable[..., ir.Value]:
    return in_f32(lambda x: apply(f"math.{name}", x))


def _exact(name: str, *known: float) -> Callable[..., ir.Value]:
    """The op ``name`` of ``known`` and the operands, to the last bit unless the instruction says that it is not."""

    def compute(it: Instruction, type_: Type, *numbers: ir.Value) -> ir.Value:
        marked = floats.precise if not set(APPROXIMATE) & set(it.modifiers) else apply
        return in_f32(lambda *wide: marked(name, *known, *wide))(it, type_, *numbers)

    return compute


def _extreme(it: Instruction, type_: Type, x: ir.Value, y: ir.Value) -> ir.Value:
    """The lesser or greater; of floats the one that is a number, unless ``.NaN`` asks for a NaN."""
    if not type_.is_float:
        return apply(f"arith.{it.opcode}{'s' if type_.signed else 'u'}i", x, y)
    signs = None
    if "xorsign" in it.modifiers:
        flips = apply("arith.xori", bits_of(x), bits_of(y))
        signs = apply("arith.andi", flips, 1 << (type_.kind.width - 1))
        x, y = apply("math.absf", x), apply("math.absf", y)
    both = apply("arith.minimumf" if it.opcode == "min" else "arith.maximumf", x, y)
    if "NaN" not in it.modifiers:
        both = select(compare("uno", x, x), y, select(compare("uno", y, y), x, both))
    if signs is None:
        return both
    return build.convert("arith.bitcast", apply("arith.ori", bits_of(both), signs), type_.kind)


def _shift(it: Instruction, type_: Type, x: ir.Value, amount: ir.Value) -> ir.Value:
    """What is shifted out is gone, by however many bits."""
    width = type_.kind.width
    name = "shli" if it.opcode == "shl" else "shrsi" if type_.signed else "shrui"
    near = build.resize(apply("arith.minui", amount, width - 1), type_.kind)
    moved = apply(f"arith.{name}", x, near)
    if name == "shrsi":
        return moved
    return select(compare("ult", amount, width), moved, constant(type_.kind, 0))


def _product(it: Instruction, type_: Type, x: ir.Value, y: ir.Value) -> ir.Value:
    """The low or high half of a product of integers."""
    if "lo" in it.modifiers:
        return apply("arith.muli", x, y)
    if "hi" not in it.modifiers:
        raise Unknown(f"'{it.text}'")
    name = f"arith.mul{'s' if type_.signed else 'u'}i_extended"
    return build.op(name, [x.type, x.type], [x, y]).results[1]


def _sum_of_product(it: Instruction, type_: Type, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    return apply("arith.addi", _product(it, type_, x, y), z)


def _permuted(it: Instruction, type_: Type, x: ir.Value, y: ir.Value, chosen: ir.Value) -> ir.Value:
    """Bytes of both, which four bits each choose: three for the place, one for its sign instead."""
    wide, byte = integer(64), integer(8)
    both = apply("arith.ori", build.resize(x, wide), apply("arith.shli", build.resize(y, wide), 32))
    found = []
    for place in range(4):
        choice = apply("arith.andi", apply("arith.shrui", chosen, 4 * place), 15)
        shift = build.resize(apply("arith.shli", apply("arith.andi", choice, 7), 3), wide)
        part = build.resize(apply("arith.shrui", both, shift), byte)
        part = select(compare("ult", choice, 8), part, apply("arith.shrsi", part, 7))
        found.append(apply("arith.shli", build.resize(part, x.type), 8 * place))
    return reduce(lambda a, b: apply("arith.ori", a, b), found)


def _looked_up(registers: Registers, it: Instruction) -> None:
    """``lop3.b32 d, a, b, c, table``: the bit of the table that those of a, b and c are the number of."""
    word = type_of("b32")
    if it.modifiers != ("b32",) or len(it.operands) != 5 or word is None:
        raise Unknown(f"'{it.text}'")
    try:
        table = int(str(it.operands[4]), 0)
    except ValueError:
        raise Unknown(f"'{it.text}', whose table is no number") from None
    numbers = [registers.read(operand, word)[0] for operand in it.operands[1:4]]
    result = constant(word.kind, 0)
    for row in range(8):
        if table >> row & 1:
            terms = [n if row >> (2 - i) & 1 else apply("arith.xori", n, -1) for i, n in enumerate(numbers)]
            result = apply("arith.ori", result, reduce(lambda a, b: apply("arith.andi", a, b), terms))
    registers.write(it, it.operands[0], word, [result])


def _move(registers: Registers, it: Instruction) -> None:
    """Between registers, or the parts of one."""
    types = types_of(it)
    if len(types) != 1 or len(it.modifiers) != 1 or len(it.operands) != 2:
        raise Unknown(f"'{it.text}'")
    registers.write(it, it.operands[0], types[0], registers.read(it.operands[1], types[0]))


#: comparisons of PTX: that of integers, of which "s" or "u" is the sign, and that of floats
COMPARISONS = {
    name: (name if name in ("eq", "ne") else f"%{name}", f"o{name}")
    for name in ("eq", "lt", "le", "gt", "ge")
}
COMPARISONS |= {"ne": ("ne", "one")} | {
    f"{name}u": ("", f"u{name}") for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
COMPARISONS |= {"lo": ("ult", ""), "ls": ("ule", ""), "hi": ("ugt", ""), "hs": ("uge", "")}
COMPARISONS |= {"num": ("", "ord"), "nan": ("", "uno")}


def _compared(registers: Registers, it: Instruction) -> None:
    """``setp.lt.f32 p, a, b``."""
    types, predicate = types_of(it), type_of("pred")
    how = COMPARISONS.get(it.modifiers[0]) if it.modifiers else None
    if len(types) != 1 or types[0].lanes != 1 or how is None or len(it.operands) != 3 or predicate is None:
        raise Unknown(f"'{it.text}'")
    (type_,) = types
    unknown_modifiers(it, (it.modifiers[0], *(["ftz"] if type_.is_float else [])))
    name = how[1] if type_.is_float else how[0].replace("%", "s" if type_.signed else "u")
    if not name:
        raise Unknown(f"'{it.text}'")
    x, y = (registers.read(operand, type_)[0] for operand in it.operands[1:])
    if "ftz" in it.modifiers and type_.name == "f32":
        x, y = flushed(x), flushed(y)
    registers.write(it, it.operands[0], predicate, [compare(name, x, y)])


def _selected(registers: Registers, it: Instruction) -> None:
    """``selp.b32 d, a, b, p``."""
    types = types_of(it)
    if len(types) != 1 or len(it.modifiers) != 1 or len(it.operands) != 4:
        raise Unknown(f"'{it.text}'")
    x, y = (registers.read(operand, types[0])[0] for operand in it.operands[1:3])
    registers.write(it, it.operands[0], types[0], [select(registers.condition(str(it.operands[3])), x, y)])


def _barrier(registers: Registers, it: Instruction) -> None:
    """``bar.sync 0``: where one thread runs a program, its accesses are in their order anyway."""
    if it.modifiers not in (("sync",), ("cta", "sync"), ("warp", "sync")) or it.guard is not None:
        raise Unknown(f"'{it.text}'")


def by_kind(floating: Rule, whole: Rule) -> Rule:
    """Of floats one rule, of integers another."""

    def rule(registers: Registers, it: Instruction) -> None:
        types = types_of(it)
        (floating if types and types[0].is_float else whole)(registers, it)

    return rule


def mixed(rule: Op) -> Rule:
    """``add.f32.f16 d, a, c``: all operands but the last are widened."""

    def compute(registers: Registers, it: Instruction) -> None:
        types = types_of(it)
        if not (len(types) == 2 and types[0].name == "f32" and types[1].name in ("f16", "bf16")):
            rule(registers, it)
            return
        unknown_modifiers(it, ("rn", "sat"))
        if len(it.operands) != rule.count + 1:
            raise Unknown(f"'{it.text}', which has not {rule.count + 1} operands")
        (narrow,), wide = types[1:], types[0]
        numbers = [registers.read(operand, narrow)[0] for operand in it.operands[1:-1]]
        numbers = [build.convert("arith.extf", number, wide.kind) for number in numbers]
        result = rule.compute(it, wide, *numbers, *registers.read(it.operands[-1], wide))
        registers.write(it, it.operands[0], wide, [saturated(result) if "sat" in it.modifiers else result])

    return compute


FLOAT, WHOLE, BITS = ("f", "bf"), ("s", "u"), ("b", "pred")
APPROXIMATE = ("approx", "full")

RULES: dict[str, Rule] = {
    "add": by_kind(mixed(Op(2, FLOAT, _as("arith.addf"))), Op(2, WHOLE, _as("arith.addi"))),
    "sub": by_kind(mixed(Op(2, FLOAT, _as("arith.subf"))), Op(2, WHOLE, _as("arith.subi"))),
    "mul": by_kind(Op(2, FLOAT, _as("arith.mulf")), Op(2, WHOLE, _product, ("lo", "hi"))),
    "mad": by_kind(Op(3, FLOAT, _as("math.fma")), Op(3, WHOLE, _sum_of_product, ("lo", "hi"))),
    "fma": mixed(Op(3, FLOAT, _as("math.fma"))),
    "div": Op(2, ("f",), _exact("arith.divf"), APPROXIMATE),
    "min": by_kind(Op(2, FLOAT, _extreme, ("NaN", "xorsign", "abs")), Op(2, WHOLE, _extreme)),
    "max": by_kind(Op(2, FLOAT, _extreme, ("NaN", "xorsign", "abs")), Op(2, WHOLE, _extreme)),
    "abs": by_kind(Op(1, FLOAT, _as("math.absf")), Op(1, ("s",), _as("math.absi"))),
    "neg": by_kind(
        Op(1, FLOAT, _as("arith.negf")), Op(1, ("s",), lambda it, type_, x: apply("arith.subi", 0, x))
    ),
    "and": Op(2, BITS, _as("arith.andi")),
    "or": Op(2, BITS, _as("arith.ori")),
    "xor": Op(2, BITS, _as("arith.xori")),
    "not": Op(1, BITS, lambda it, type_, x: apply("arith.xori", x, -1)),
    "shl": Op(2, ("b",), _shift, reads=("", "u32")),
    "shr": Op(2, ("b", "u", "s"), _shift, reads=("", "u32")),
    "popc": Op(1, ("b32",), _as("math.ctpop")),
    "clz": Op(1, ("b32",), _as("math.ctlz")),
    "prmt": Op(3, ("b32",), _permuted),
    "lop3": _looked_up,
    "mov": _move,
    "bar": _barrier,
    "barrier": _barrier,
    "setp": _compared,
    "selp": _selected,
    "copysign": Op(2, ("f",), lambda it, type_, sign, x: apply("math.copysign", x, sign)),
    "ex2": Op(1, FLOAT, _math("exp2"), APPROXIMATE),
    "lg2": Op(1, FLOAT, _math("log2"), APPROXIMATE),
    "sin": Op(1, FLOAT, _math("sin"), APPROXIMATE),
    "cos": Op(1, FLOAT, _math("cos"), APPROXIMATE),
    "tanh": Op(1, FLOAT, _math("tanh"), APPROXIMATE),
    "sqrt": Op(1, FLOAT, _exact("math.sqrt"), APPROXIMATE),
    "rsqrt": Op(1, FLOAT, _exact("math.rsqrt"), APPROXIMATE),
    "rcp": Op(1, FLOAT, _exact("arith.divf", 1.0), APPROXIMATE),
}
