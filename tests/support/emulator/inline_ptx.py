"""Inline PTX assembly, statement by statement, as the body of a function in LLVM IR.

    @$2 st.global.v2.b32 [$0], {$1, $1};                   ; "l,r,b"

becomes, of a function of ``ptr %0, i32 %1, i1 %2, i32 %site``,

      br i1 %t1, label %do1, label %skip1
    do1:
      ...
      call void @emu_write_generic(ptr %t4, ptr %slot, i32 3145736, i32 %site)
      br label %skip1
    skip1:

Each register is a variable on the stack, of bits: LLVM makes values of them.  This file knows statements, labels and
predicates, `ptx_body` registers and operands; `RULES` know what instructions do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.support.emulator import ptx_arithmetic, ptx_bulk, ptx_conversions, ptx_matrices, ptx_memory
from tests.support.emulator.ptx_body import Body, Instruction, PTXError, Rule, Type, type_of
from tests.support.emulator.text import split

#: what instructions do, by opcode; whoever adds one adds a row to the table of its kind
RULES = ptx_arithmetic.RULES | ptx_conversions.RULES | ptx_memory.RULES | ptx_matrices.RULES | ptx_bulk.RULES

_CONSTRAINT_BITS = {"b": 1, "c": 16, "h": 16, "r": 32, "f": 32, "l": 64, "d": 64, "q": 128}
_STATEMENT = re.compile(
    r"(?:@(?P<not>!?)(?P<guard>[%$\w]+)\s+)?(?P<opcode>[a-z]\w*)(?P<modifiers>(?:[.:]+\w+)*)\s*(?P<operands>.*)",
    re.S,
)
_REGISTER = re.compile(r"([%$\w]+)(?:<(\d+)>)?")


# ---- Statements ----


def _unescaped(text: str) -> str:
    """Assembly as it is meant, of a string in LLVM IR."""
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), text)


def _operand_names(text: str) -> str:
    """``$1`` and ``${1}`` become the registers' name ``$1``, ``$$`` a dollar, and ``${:uid}`` nothing."""
    text = text.replace("${:uid}", "")
    return re.sub(r"\$\{(\d+)(?::\w+)?\}", r"$\1", text).replace("$$", "%dollar")


def statements(text: str) -> list[str]:
    """The statements of ``text``: instructions and directives, labels with their colon, and braces."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    found, at = [], 0
    while at < len(text):
        if text[at].isspace() or text[at] == ";":
            at += 1
        elif text[at] in "{}":
            found.append(text[at])
            at += 1
        elif label := re.compile(r"([$\w%]+)\s*:(?!:)").match(text, at):
            found.append(f"{label[1]}:")
            at = label.end()
        else:
            end = text.find(";", at)
            end = len(text) if end < 0 else end
            found.append(" ".join(text[at:end].split()))
            at = end
    return found


def parse(statement: str) -> tuple[str | None, bool, Instruction]:
    """The guard of an instruction, whether it is negated, and the instruction."""
    match = _STATEMENT.fullmatch(statement)
    if not match:
        raise PTXError(f"`{statement}` is no instruction")
    modifiers = [m for m in re.split(r"[.:]+", match["modifiers"]) if m]
    operands = split(match["operands"])
    return match["guard"], bool(match["not"]), Instruction(statement, match["opcode"], modifiers, operands)


def _guarded(body: Body, rule: Rule, guard: str | None, negated: bool, instruction: Instruction) -> None:
    if guard is None:
        rule(body, instruction)
        return
    kept = body.get_bits(f"!{guard}" if negated else guard, Type("pred", 1))
    number = body.name("")
    body.do(f"br i1 {kept}, label %do{number}, label %skip{number}")
    body.do(f"do{number}:")
    rule(body, instruction)
    body.label(f"skip{number}")


def _directive(body: Body, statement: str) -> None:
    """``.reg .b32 a, b<4>``; a ``.param`` is a register, too"""
    match = re.fullmatch(r"\.(?:reg|param)\s+\.(\w+)\s+(.*)", statement)
    type = match and type_of(match[1])
    if not type:
        raise PTXError(f"`{statement}`")
    for name in split(match[2]):
        one = _REGISTER.fullmatch(name)
        if not one:
            raise PTXError(f"`{statement}`")
        names = [one[1]] if one[2] is None else [f"{one[1]}{k}" for k in range(int(one[2]))]
        for each in names:
            body.declare(each, type.bits)


def emit(body: Body, statement: str, rules: Mapping[str, Rule] = RULES) -> None:
    """Append what ``statement`` does to ``body``.

    Raises:
        PTXError: the statement, or an operand of it, is not known.
    """
    if statement == "{":
        body.scopes.append({})
    elif statement == "}":
        body.scopes.pop()
    elif statement.endswith(":"):
        body.label(ptx_memory.label_of(statement[:-1]))
    elif statement.startswith("."):
        _directive(body, statement)
    else:
        guard, negated, instruction = parse(statement)
        rule = rules.get(instruction.opcode)
        if rule is None:
            raise PTXError(f"the emulator does not know `{statement}`")
        _guarded(body, rule, guard, negated, instruction)


# ---- The function ----


def _widths(constraints: list[str]) -> list[tuple[str, bool]]:
    return [(c.lstrip("=+&"), c.startswith("=")) for c in constraints if not c.startswith("~")]


def translate(text: str, constraints: str, type: str, parameters: list[str]) -> str:
    """The body of a function of ``parameters`` that does what the assembly does, and returns ``type``.

    Raises:
        PTXError: a statement, an operand or a constraint that is not known.
    """
    body = Body()
    outputs = [] if type == "void" else split(type[1:-1]) if type.startswith("{") else [type]
    number = 0
    values = iter(enumerate(parameters))
    names = body.outputs
    for letters, is_output in _widths(split(constraints)):
        name = f"${number}"
        number += 1
        if is_output:
            body.declare(name, _CONSTRAINT_BITS[letters[-1]])
            names.append(name)
            continue
        index, parameter = next(values)
        if letters.isdigit():  # tied to an output
            source, _ = body.register(f"${letters}")
            body.scopes[0][name] = body.register(f"${letters}")
            _copy_in(body, source, body.register(name)[1], index, parameter)
        else:
            bits = _CONSTRAINT_BITS.get(letters[-1]) or _bits(parameter)
            body.declare(name, bits)
            _copy_in(body, body.register(name)[0], bits, index, parameter)
    for statement in statements(_operand_names(_unescaped(text))):
        try:
            emit(body, statement)
        except PTXError as error:
            raise PTXError(f"{error}" if statement in f"{error}" else f"{error} in `{statement}`") from None
    _give_back(body, names, outputs, type)
    return "\n".join([*body.slots, *body.lines])


def _bits(type: str) -> int:
    if type == "ptr":
        return 64
    if type.startswith("<"):
        count, _, element = type[1:-1].partition(" x ")
        return int(count) * _bits(element)
    named = {"half": 16, "bfloat": 16, "float": 32, "double": 64}
    return named.get(type) or int(type[1:])


def _copy_in(body: Body, slot: str, bits: int, index: int, type: str) -> None:
    """Give an operand's register the argument ``index``."""
    width, value = _bits(type), f"%{index}"
    is_pointer = type == "ptr"
    value = body.op(f"ptrtoint ptr {value} to i64") if is_pointer else body.cast(value, type, f"i{width}")
    body.do(f"store i{bits} {body.resize(value, width, bits)}, ptr {slot}")


def _give_back(body: Body, names: list[str], outputs: list[str], type: str) -> None:
    """Return what the output registers hold."""
    values = []
    for name, output in zip(names, outputs, strict=True):
        width = _bits(output)
        bits = body.get_bits(name, Type("b", width))
        how = f"inttoptr i64 {bits} to ptr" if output == "ptr" else None
        values.append(body.op(how) if how else body.cast(bits, f"i{width}", output))
    if not type.startswith("{"):
        body.do(f"ret {type} {values[0]}" if values else "ret void")
        return
    whole = "poison"
    for number, (value, output) in enumerate(zip(values, outputs, strict=True)):
        whole = body.op(f"insertvalue {type} {whole}, {output} {value}, {number}")
    body.do(f"ret {type} {whole}")
