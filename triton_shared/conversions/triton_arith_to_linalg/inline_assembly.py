"""``tt.elementwise_inline_asm``: assembly on scalars, in the body of an elementwise op.

::

    %1 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", …} %0 : tensor<16xi32> -> tensor<16xi32>

becomes

    %1 = linalg.generic ins(%0) {
      ^bb0(%x: i32, %y: i32):
        %r = llvm.inline_asm "shl.b32 $0, $1, 3;", "=r,r" %x : (i32) -> i32
        linalg.yield %r
    }

Assembly that takes ``packed_element`` neighbours has those of less than 32 bits in words, the first in the low bits,
and others in an operand each; pointers are words of 64 bits.  All results come before all operands.  What the letter of
a constraint asks for, an operand is cast to, or zero-extended.  Assembly that is not pure is marked
``has_side_effects``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from triton_shared.conversions.triton_arith_to_linalg.map_elementwise import in_packs
from triton_shared.dialects.tt.types import is_pointer
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import build, element_of, indices, integer, is_float
from triton_shared.mlir import ir

WORD = 32
#: registers of PTX by the letter of a constraint: the bits of an integer, or a float
REGISTERS = {"h": 16, "r": 32, "l": 64, "f": "f32", "d": "f64"}


def lower(op: ir.Operation) -> list[ir.Value]:
    """The rule for ``tt.elementwise_inline_asm``, on scalars and on tensors."""
    pack = op.attributes["packed_element"].value
    for value in (*op.operands, *op.results):
        element = element_of(value.type)
        is_address = is_pointer(element) and value in op.operands
        if not isinstance(element, ir.IntegerType | ir.FloatType) and not is_address:
            raise LoweringError(op, f"gives assembly elements of '{element}', which are no numbers")
        if value.type != element and prod(value.type.shape) % pack:
            raise LoweringError(
                op, f"takes {pack} elements at once, which do not divide those of '{value.type}'"
            )
    assemble = lambda *elements: _assembled(op, pack, [*map(_number, elements)])  # noqa: E731
    if not any(isinstance(r.type, ir.RankedTensorType) for r in op.results):
        if pack != 1:
            raise LoweringError(op, f"takes {pack} elements of scalars at once")
        return assemble(*op.operands)
    return in_packs(list(op.operands), [r.type for r in op.results], pack, assemble)


def _number(element: ir.Value) -> ir.Value:
    """A scalar, pointers as their addresses."""
    return build.one("tt.ptr_to_int", integer(64), element) if is_pointer(element.type) else element


def _assembled(op: ir.Operation, pack: int, elements: Sequence[ir.Value]) -> list[ir.Value]:
    """The results, ``pack`` elements of each, of ``pack`` elements of each operand."""
    constraints = [c.strip() for c in op.attributes["constraints"].value.split(",")]
    outputs = [c for c in constraints if c.startswith("=")]
    inputs = [c for c in constraints if c and c[0] not in "=~"]
    words = [w for i in range(0, len(elements), pack) for w in _packed(elements[i : i + pack])]
    kinds = [element_of(r.type) for r in op.results]
    made = [kind for kind in kinds for _ in range(_registers(kind, pack))]
    if (len(made), len(words)) != (len(outputs), len(inputs)):
        raise LoweringError(
            op,
            f"has {len(made)} registers of results and {len(words)} of operands, "
            f"its constraints are of {len(outputs)} and {len(inputs)}",
        )
    types = [_register(c, _word(kind, pack)) for c, kind in zip(outputs, made, strict=True)]
    tied = [outputs[int(c)] if c.isdigit() and int(c) < len(outputs) else c for c in inputs]
    operands = [_cast(w, _register(c, w.type)) for c, w in zip(tied, words, strict=True)]
    results = iter(_inline_asm(op, types, operands))
    out = []
    for kind in kinds:
        registers = [_cast(next(results), _word(kind, pack)) for _ in range(_registers(kind, pack))]
        out += _unpacked(registers, kind, pack)
    return out


def _inline_asm(op: ir.Operation, types: Sequence[ir.Type], operands: Sequence[ir.Value]) -> list[ir.Value]:
    """The op of the llvm dialect, whose results come as one struct if there are several."""
    attributes = {name: op.attributes[name] for name in ("asm_string", "constraints")}
    if not op.attributes["pure"].value:
        attributes["has_side_effects"] = ir.UnitAttr.get()
    if len(types) == 1:
        return [build.one("llvm.inline_asm", types[0], *operands, **attributes)]
    struct = ir.Type.parse(f"!llvm.struct<({', '.join(map(str, types))})>")
    whole = build.one("llvm.inline_asm", struct, *operands, **attributes)
    return [build.one("llvm.extractvalue", t, whole, position=indices([i])) for i, t in enumerate(types)]


def _registers(kind: ir.Type, pack: int) -> int:
    """How many registers ``pack`` elements are in."""
    return pack if kind.width >= WORD else -(-pack * kind.width // WORD)


def _word(kind: ir.Type, pack: int) -> ir.Type:
    """The type of one of these."""
    return kind if kind.width >= WORD or pack == 1 else integer(WORD)


def _register(constraint: str, type_: ir.Type) -> ir.Type:
    """The type of a register of ``constraint``; ``type_`` where its letter says nothing."""
    match REGISTERS.get(constraint.lstrip("=&")):
        case int(width):
            return integer(width)
        case str(name):
            return ir.Type.parse(name)
    return type_


def _cast(value: ir.Value, type_: ir.Type) -> ir.Value:
    """The bits of ``value`` as ``type_``: integers zero-extended or truncated."""
    if value.type == type_:
        return value
    if is_float(value.type):
        value = build.one("arith.bitcast", integer(value.type.width), value)
    bits = build.resize(value, integer(type_.width)) if value.type.width != type_.width else value
    return build.convert("arith.bitcast", bits, type_)


def _packed(elements: Sequence[ir.Value]) -> list[ir.Value]:
    """Neighbours as registers."""
    width = elements[0].type.width
    if width >= WORD or len(elements) == 1:
        return list(elements)
    words = []
    for first in range(0, len(elements), WORD // width):
        word = None
        for place, element in enumerate(elements[first : first + WORD // width]):
            bits = _cast(element, integer(WORD))
            moved = build.apply("arith.shli", bits, place * width) if place else bits
            word = moved if word is None else build.apply("arith.ori", word, moved)
        words.append(word)
    return words


def _unpacked(registers: Sequence[ir.Value], kind: ir.Type, pack: int) -> list[ir.Value]:
    """The neighbours in registers."""
    if kind.width >= WORD or pack == 1:
        return list(registers)
    each = WORD // kind.width
    shifted = (
        build.apply("arith.shrui", registers[i // each], i % each * kind.width)
        if i % each
        else registers[i // each]
        for i in range(pack)
    )
    return [_cast(word, kind) for word in shifted]


RULES = {"tt.elementwise_inline_asm": lower}
