"""Make predicated accesses PTX instructions with a predicate, and updates of neighbours one instruction.

    simt.predicated_store %v, %p, %kept : vector<4xf32>, !llvm.ptr<1>

becomes

    llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};", "r,r,r,r,l,b" …

and ``simt.atomic_add %v, %p {scope = "device"} : vector<4xf32>, …`` ``red.relaxed.gpu.global.add.v4.f32``, of which
LLVM knows no vectors.

Branches would do, but LLVM moves what only they need into them, so that it lives longer.  What is loaded
piece by piece, as far as it is `given`, is one text, and one value for LLVM: its instructions share a predicate's name.
`simt.optimization_barrier` is a move that LLVM does not see through.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.codegen.nvidia.nvvm import assembly
from triton_shared.codegen.simt.build.emitter import Emitter, count_of
from triton_shared.codegen.simt.build.words import register_bits, regrouped, ungrouped
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

#: the constraint of a register that holds this many bits
_CONSTRAINTS = {8: "h", 16: "h", 32: "r", 64: "l"}
#: bytes of a word
WORD = 4


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    for op in all_ops(function, _RULES):
        substitute(op, *_RULES[op.name](Emitter(op, op.location), op))


def _opaque(b: Emitter, op: ir.Operation) -> list[ir.Value]:
    (value,) = op.operands
    word = "f" if isinstance(value.type, ir.F32Type) else _pointer(value)
    text = f"mov.b{64 if word == 'l' else 32} $0, $1;"
    return list(assembly(b, text, [f"={word}", word], [value], [value.type], is_pure=True).results)


def _load(b: Emitter, op: ir.Operation) -> list[ir.Value]:
    pointer, predicate, other = op.operands
    type_ = op.result.type
    words, bits = _words(b, other)
    count = len(words)
    word = words[0].type
    moves = " ".join(f"mov.b{max(bits, 16)} ${i}, ${count + i};" for i in range(count))
    where = 2 * count
    text = f"{moves} @${where + 1} ld.{_space(pointer)}{_hints(op)}{_width(count)}.b{bits} {_list(count)}, [${where}];"
    constraints = [f"=&{_CONSTRAINTS[bits]}"] * count + [_CONSTRAINTS[bits]] * count
    operands = [*words, pointer, predicate]
    parts = _results(b, word, count, operands, text, [*constraints, _pointer(pointer), "b"])
    if bits == 8:
        parts = [b.one("arith.trunci", ir.IntegerType.get_signless(8), part) for part in parts]
    return [ungrouped(b, b.collect(parts), type_)]


def _load_first(b: Emitter, op: ir.Operation) -> list[ir.Value]:
    given, *pointers = op.operands
    type_, piece = op.result.type, op.attributes["alignment"].value
    total = register_bits(type_) * type_.shape[0] // 8
    count, pieces, each = total // WORD, total // piece // len(pointers), WORD // piece
    register, is_all = "b16" if piece == 2 else "b32", given.type == b.i1
    kept = f"${count}" if is_all else "p"
    lines = [f".reg .pred p; .reg .{register} h<{total // piece}>;"]
    lines += [f"mov.{register} h{i}, 0;" for i in range(total // piece)]
    for at in range(pieces):
        if not is_all:
            lines.append(f"setp.gt.s32 p, ${count}, {at * piece};")
        for number, pointer in enumerate(pointers):
            where = f"${count + 1 + number}+{at * piece}"
            lines.append(f"@{kept} ld.{_space(pointer)}.b{8 * piece} h{number * pieces + at}, [{where}];")
    lines += [_PACKED[piece](i, *(f"h{i * each + k}" for k in range(each))) for i in range(count)]
    text = f"{{ {' '.join(lines)} }}"
    constraints = ["=&r"] * count + ["b" if is_all else "r", *map(_pointer, pointers)]
    words = _results(b, b.i32, count, [given, *pointers], text, constraints)
    return [ungrouped(b, b.collect(words), type_)]


#: by the bytes of pieces, how registers of them become the word ``$i``
_PACKED: dict[int, Callable[..., str]] = {
    1: lambda i, a, b, c, d: (
        f"prmt.b32 {a}, {a}, {b}, 0x3340; prmt.b32 {c}, {c}, {d}, 0x3340; prmt.b32 ${i}, {a}, {c}, 0x5410;"
    ),
    2: lambda i, a, b: f"mov.b32 ${i}, {{{a}, {b}}};",
}


def _store(b: Emitter, op: ir.Operation) -> list[ir.Value]:
    value, pointer, predicate = op.operands
    words, bits = _words(b, value)
    count = len(words)
    text = (
        f"@${count + 1} st.{_space(pointer)}{_hints(op)}{_width(count)}.b{bits} [${count}], {_list(count)};"
    )
    constraints = [_CONSTRAINTS[bits]] * count
    assembly(b, text, [*constraints, _pointer(pointer), "b"], [*words, pointer, predicate])
    return []


def _add(b: Emitter, op: ir.Operation) -> list[ir.Value]:
    value, pointer = op.operands
    words, bits = _words(b, value)
    count, scope = len(words), _SCOPES[op.attributes["scope"].value]
    element = str(value.type.element_type)
    kind = f"{_width(count)}.f32" if element == "f32" else f".noftz{_width(count)}.{element}x2"
    text = f"red.relaxed.{scope}.global.add{kind} [${count}], {_list(count)};"
    assembly(b, text, [*[_CONSTRAINTS[bits]] * count, "l"], [*words, pointer])
    return []


#: PTX's names of LLVM's scopes
_SCOPES = {"block": "cta", "device": "gpu", "": "sys"}

_RULES = {
    "simt.atomic_add": _add,
    "simt.predicated_load": _load,
    "simt.predicated_store": _store,
    "simt.load_first": _load_first,
    "simt.optimization_barrier": _opaque,
}


def _results(
    b: Emitter, word: ir.Type, count: int, operands: list[ir.Value], text: str, constraints: list[str]
) -> list[ir.Value]:
    """The ``count`` registers of type ``word`` that the assembly ``text`` writes."""
    result = word if count == 1 else b.struct_of(count, word)
    made = assembly(b, text, constraints, operands, [result]).result
    return [made] if count == 1 else b.fields(made, count, word)


def _space(pointer: ir.Value) -> str:
    return "shared" if str(pointer.type) == "!llvm.ptr<3>" else "global"


def _pointer(pointer: ir.Value) -> str:
    return "r" if _space(pointer) == "shared" else "l"


def _hints(op: ir.Operation) -> str:
    return ".volatile" if "tt.volatile" in op.attributes else ""


def _width(count: int) -> str:
    return f".v{count}" if count > 1 else ""


def _list(count: int) -> str:
    names = ", ".join(f"${i}" for i in range(count))
    return f"{{{names}}}" if count > 1 else names


def _words(b: Emitter, vector: ir.Value) -> tuple[list[ir.Value], int]:
    """``vector`` as the fewest words that one instruction moves, and the bits of each; bytes are moved as 16 bits."""
    total = register_bits(vector.type) * count_of(vector)
    bits = 64 if register_bits(vector.type) == 64 else min(32, total)
    words = regrouped(b, vector, bits)
    scalars = [b.extract(words, i) for i in range(total // bits)]
    if bits == 8:  # which no register has
        scalars = [b.one("arith.extui", ir.IntegerType.get_signless(16), scalar) for scalar in scalars]
    return scalars, bits
