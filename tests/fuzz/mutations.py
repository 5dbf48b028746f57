"""Random damage to MLIR text: each mutation takes a `Damage` and gives the text anew.

Mutations know tokens, lines and braces, and nothing of the grammar; what they put in are the numbers, types and
names that programs trip over.  A program is damaged as it is written, in generic form, where every attribute of every
op stands in the text, or in the shared form that it becomes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%@#!^]?[\w$.-]+|->|\S')
NUMBER = re.compile(r"(?<![\w.%@#^!])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\w)")
DIMENSION = re.compile(r"(?<=[<x])(?:\d+|\?)(?=x)")
ELEMENT = re.compile(r"(?<![\w%@#^.!-])(?:i\d+|f\d+\w*|bf16|index)\b|(?<=x)(?:i\d+|f\d+\w*|bf16|index)\b")
TYPE = re.compile(r"!tt\.ptr<[^<>]*>|(?:tensor|memref|vector)<[^<>]*(?:<[^<>]*>)?[^<>]*>")
OP = re.compile(r"(?<![\w%@#^!.-])(?:tt|arith|math|scf|cf|func|linalg|tensor|memref)\.[\w.]+")
VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
ENTRY = re.compile(r"([\w.]+) = ((?:[^,}{<(\[\n]|<[^<>\n]*>|\([^()\n]*\)|\[[^\[\]\n]*\])+)")
DICTIONARY = re.compile(r"(?<=\{)(?=[\w.\"]+ = )|(?<=<\{)")
OPERANDS = re.compile(r"%[\w$.-]+(?:#\d+)?(?=[,) ])")

NUMBERS = (
    *("0", "1", "-1", "2", "3", "5", "7", "127", "128", "255", "-128", "65535", "65536", "1048576"),
    *("2147483647", "-2147483648", "4294967296", "9223372036854775807", "-9223372036854775808"),
    *("18446744073709551616", "99999999999999999999999", "0.0", "-0.0", "1e400", "0x7FC00000", "0xFF"),
)
DIMENSIONS = ("0", "1", "2", "3", "4", "7", "16", "64", "1000", "4096", "1048576", "?", "4611686018427387904")
ELEMENTS = (
    *(
        "i0",
        "i1",
        "i2",
        "i4",
        "i7",
        "i8",
        "i16",
        "i24",
        "i32",
        "i64",
        "i65",
        "i128",
        "i1024",
        "index",
        "none",
    ),
    *("f16", "bf16", "f32", "f64", "f80", "f128", "tf32", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E5M2"),
    *("f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"),
    *("si32", "ui8", "complex<f32>", "vector<4xf32>", "tuple<i32, f32>", "tensor<4xf32>", "memref<4xf32>"),
    *("!tt.ptr<f32>", "!tt.ptr<i32, 3>", "!tt.ptr<!tt.ptr<i8>>", "!tt.ptr<tensor<4xf32>>", "!llvm.ptr"),
    *("!tt.tensordesc<4x4xf32>", "memref<*xf32>", "() -> i32"),
)
ATTRIBUTES = (
    *(
        "unit",
        "true",
        "false",
        '"text"',
        '"\\00"',
        "[]",
        "[1, 2]",
        "{}",
        "dense<0> : tensor<4xi32>",
        "@f",
        "i32",
    ),
    *(
        "array<i32>",
        "array<i32: 0, 0>",
        "array<i32: 5, 1, 0>",
        "array<i64: 1>",
        "65536 : i32",
        "-1 : i32",
        "0 : i32",
    ),
    *(
        "2147483647 : i32",
        "1 : i64",
        "1.5 : f32",
        "-9223372036854775808 : i64",
        "99999999999999999999 : i128",
        "0x7FC00000 : f32",
        "-1 : index",
        "array<i1: true>",
        "array<i64: -1, 9223372036854775807>",
        "array<f32: 1.0>",
        "dense_resource<x> : tensor<4xi32>",
        "sparse<[[0]], 5> : tensor<4xi32>",
        "dense<> : tensor<0xi32>",
        "dense<1.5> : tensor<2x2xf32>",
        "[[1], [unit]]",
        '{a = 1, "b c" = unit}',
        '"reduction"',
        "#arith.fastmath<fast>",
        "#arith.overflow<nsw>",
        "f32",
        "(i32) -> i32",
        "@f::@g",
        "affine_map<(d0) -> (d0)>",
        "#tt.cache_policy<>",
        "loc(unknown)",
    ),
)
_NAMES = """
tt.divisibility tt.contiguity tt.constancy tt.num_stages tt.warp_specialize tt.flatten tt.loop_unroll_factor tt.wrapped
tt.scan tt.disallow_acc_multi_buffer operandSegmentSizes resultSegmentSizes boundaryCheck padding cache evict
isVolatile sem scope axis order start end value allowReorder allow_reorder efficient_layout inputPrecision
maxNumImpreciseAcc reverse hex isSigned message prefix fastmath overflowFlags predicate static_offsets static_sizes
static_strides indexing_maps iterator_types dimensions callee sym_name sym_visibility function_type arg_attrs alignment
nontemporal tts.target tts.role tts.pointee tts.written llvm.loop_annotation noinline initial_value type
"""
#: attributes that passes ask ops for
NAMES = tuple(_NAMES.split())
JUNK = (
    *(
        "\0",
        "\xff",
        "é",
        "€",
        "\U0001f4a5",
        "\u2028",
        "\r",
        "\t",
        '"',
        "\\",
        "{",
        "}",
        "<",
        ">",
        "(",
        ")",
        "[",
        "]",
    ),
    *(
        "%",
        "!",
        "#",
        "^",
        "@",
        "//",
        "->",
        ":",
        ",",
        "=",
        "...",
        "0x",
        "1e",
        "-",
        "loc(",
        "!tt.ptr<",
        "tensor<",
    ),
)


class Damage:
    """One text to be damaged, with the dice."""

    def __init__(self, text: str, dice: random.Random):
        self.text, self.dice = text, dice

    def spot(self, pattern: re.Pattern) -> re.Match | None:
        """A random place where ``pattern`` matches."""
        found = list(pattern.finditer(self.text))
        return self.dice.choice(found) if found else None

    def put(self, found: re.Match | None, new: str, group: int = 0) -> str:
        """The text with ``new`` in place of what was found."""
        if found is None:
            return self.text
        return self.text[: found.start(group)] + new + self.text[found.end(group) :]

    def replace(self, pattern: re.Pattern, choices: Sequence[str]) -> str:
        """One place of ``pattern`` becomes one of ``choices``."""
        return self.put(self.spot(pattern), self.dice.choice(choices))

    def replace_all(self, pattern: re.Pattern, choices: Sequence[str]) -> str:
        """All places that read as one of ``pattern`` does become one of ``choices``."""
        if (found := self.spot(pattern)) is None:
            return self.text
        new = self.dice.choice(choices)
        return pattern.sub(lambda m: new if m[0] == found[0] else m[0], self.text)

    def swap(self, pattern: re.Pattern) -> str:
        """Two neighbours among the places of ``pattern`` change places."""
        found = list(pattern.finditer(self.text))
        if len(found) < 2:
            return self.text
        at = self.dice.randrange(len(found) - 1)
        a, b = found[at], found[at + 1]
        return self.text[: a.start()] + b[0] + self.text[a.end() : b.start()] + a[0] + self.text[b.end() :]

    def lines(self) -> tuple[list[str], int, int]:
        """The lines, and the bounds of a few neighbours among them."""
        lines = self.text.splitlines(keepends=True)
        start = self.dice.randrange(len(lines)) if lines else 0
        return lines, start, min(start + self.dice.choice((1, 1, 2, 5)), len(lines))

    def braces(self) -> tuple[int, int]:
        """The bounds of a balanced ``{...}``, with what stands before it on its line."""
        opens = [m.start() for m in re.finditer(r"\{", self.text)]
        if not opens:
            return 0, 0
        start, depth = self.dice.choice(opens), 0
        for found in re.finditer(r"[{}]", self.text[start:]):
            depth += 1 if found[0] == "{" else -1
            if depth == 0:
                return self.text.rfind("\n", 0, start) + 1, start + found.end()
        return start, len(self.text)


def _attribute(d: Damage) -> str:
    return d.put(d.spot(ENTRY), d.dice.choice(ATTRIBUTES + NUMBERS), 2)


def _add_attribute(d: Damage) -> str:
    entry = f"{d.dice.choice(NAMES)} = {d.dice.choice(ATTRIBUTES + NUMBERS)}, "
    return d.put(d.spot(DICTIONARY), entry)


def _swap_attributes(d: Damage) -> str:
    other = d.spot(ENTRY)
    return d.put(d.spot(ENTRY), other[2], 2) if other else d.text


def _operand_twice(d: Damage) -> str:
    found = d.spot(OPERANDS)
    return d.put(found, f"{found[0]}, {found[0]}") if found else d.text


def _drop_attribute(d: Damage) -> str:
    return d.put(d.spot(re.compile(r",? ?[\w.]+ = [^,}{<]+")), "")


def _other_value(d: Damage) -> str:
    return d.put(d.spot(VALUE), found[0] if (found := d.spot(VALUE)) else "")


def _other_op(d: Damage) -> str:
    return d.put(d.spot(OP), found[0] if (found := d.spot(OP)) else "")


def _other_type(d: Damage) -> str:
    return d.put(d.spot(TYPE), found[0] if (found := d.spot(TYPE)) else "")


def _delete_token(d: Damage) -> str:
    return d.put(d.spot(TOKEN), "")


def _duplicate_token(d: Damage) -> str:
    found = d.spot(TOKEN)
    return d.put(found, f"{found[0]} {found[0]}") if found else d.text


def _delete_lines(d: Damage) -> str:
    lines, start, end = d.lines()
    return "".join(lines[:start] + lines[end:])


def _duplicate_lines(d: Damage) -> str:
    lines, start, end = d.lines()
    return "".join(lines[:end] + lines[start:])


def _move_lines(d: Damage) -> str:
    lines, start, end = d.lines()
    rest = lines[:start] + lines[end:]
    at = d.dice.randrange(len(rest) + 1)
    return "".join(rest[:at] + lines[start:end] + rest[at:])


def _duplicate_block(d: Damage) -> str:
    start, end = d.braces()
    return d.text[:end] + d.text[start:end] + d.text[end:]


def _empty_block(d: Damage) -> str:
    start, end = d.braces()
    opened = d.text.find("{", start, end)
    return d.text[: opened + 1] + d.text[end - 1 :] if opened >= 0 else d.text


def _truncate(d: Damage) -> str:
    return d.text[: d.dice.randrange(len(d.text) + 1)]


def _junk(d: Damage) -> str:
    at = d.dice.randrange(len(d.text) + 1)
    piece = d.dice.choice(JUNK) * d.dice.choice((1, 1, 1, 2, 40))
    return d.text[:at] + piece + d.text[at + d.dice.choice((0, 0, 1, 3)) :]


Mutation = Callable[[Damage], str]

MUTATIONS: dict[str, Mutation] = {
    "number": lambda d: d.replace(NUMBER, NUMBERS),
    "numbers": lambda d: d.replace_all(NUMBER, NUMBERS),
    "dimension": lambda d: d.replace(DIMENSION, DIMENSIONS),
    "dimensions": lambda d: d.replace_all(DIMENSION, DIMENSIONS),
    "element": lambda d: d.replace(ELEMENT, ELEMENTS),
    "elements": lambda d: d.replace_all(ELEMENT, ELEMENTS),
    "type": _other_type,
    "types": lambda d: d.replace_all(TYPE, ELEMENTS),
    "attribute": _attribute,
    "another attribute": _add_attribute,
    "swapped attributes": _swap_attributes,
    "no attribute": _drop_attribute,
    "operand twice": _operand_twice,
    "value": _other_value,
    "swapped values": lambda d: d.swap(VALUE),
    "op": _other_op,
    "swapped tokens": lambda d: d.swap(TOKEN),
    "no token": _delete_token,
    "token twice": _duplicate_token,
    "no line": _delete_lines,
    "line twice": _duplicate_lines,
    "line elsewhere": _move_lines,
    "block twice": _duplicate_block,
    "empty block": _empty_block,
    "truncated": _truncate,
    "junk": _junk,
}
#: these leave most programs valid: what they find lies deeper
_LIKELY = ("numbers", "dimensions", "elements", "types", "attribute", "value", "op", "swapped values")
_LIKELY += ("another attribute", "swapped attributes", "operand twice")


def mutant(text: str, dice: random.Random) -> str:
    """``text`` after one to three mutations."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        name = dice.choice((*MUTATIONS, *_LIKELY * 4))
        text = MUTATIONS[name](Damage(text, dice))
    return text


def samples(*directories: Path) -> list[str]:
    """The programs below ``directories``, in an order that does not depend on where these are."""
    paths = (p for d in directories for p in sorted(d.rglob("*")) if p.suffix in (".mlir", ".ttir"))
    return [path.read_text(encoding="utf-8") for path in paths]


@cache
def form(text: str, shared: bool, generic: bool) -> str:
    """``text`` in generic form, in the shared form, or in both; as it is where it has none."""
    from triton_shared import dialects
    from triton_shared.errors import CompileError
    from triton_shared.passes.manager import run_pipeline

    try:
        module = dialects.parse(text, "k.mlir")
        if shared:
            run_pipeline(module, ["triton-to-linalg"])
    except CompileError:
        return text
    return dialects.print_module(module, generic=generic)


#: a program as it is, and its forms: whether it is the shared form, and generic
FORMS = (None, None, None, (False, True), (False, True), (True, False), (True, True))


def mutants(programs: Sequence[str], seed: int, count: int, start: int = 0) -> list[str]:
    """Mutants number ``start`` to ``start + count``, short programs more often than long ones."""
    weights, found = [1 / (200 + len(text)) for text in programs], []
    for number in range(start, start + count):
        dice = random.Random(f"{seed}/{number}")
        text, chosen = dice.choices(programs, weights)[0], dice.choice(FORMS)
        found.append(mutant(form(text, *chosen) if chosen else text, dice))
    return found
