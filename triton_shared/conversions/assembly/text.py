"""The statements of inline PTX: instructions, declarations of registers, and braces."""

from __future__ import annotations

import re

from triton_shared.records import dataclass

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_INSTRUCTION = re.compile(
    r"(?:@(?P<guard>!?[%$\w]+)\s+)?(?P<opcode>[a-z]\w*)(?P<modifiers>(?:(?:\.|::)\w+)*)(?:\s+(?P<operands>.+))?",
    re.S,
)
_REGISTERS = re.compile(r"\.reg\s*\.(\w+)\s+(.+)", re.S)
_NAME = re.compile(r"([%$\w]+)(?:<(\d+)>)?")


class Unknown(ValueError):
    """Assembly that has no meaning here; the message names it."""


@dataclass(frozen=True)
class Instruction:
    """``@guard opcode.modifiers operands``; operands in braces are tuples."""

    text: str
    guard: str | None
    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[str | tuple[str, ...], ...]


def statements(text: str) -> list[str]:
    """The statements of ``text`` in order, the braces of blocks among them."""
    text = _COMMENT.sub(" ", text.replace("${:uid}", ""))
    text = re.sub(r"\$\{(\d+)(?::\w+)?\}", r"$\1", text).replace("$$", "%dollar")
    found: list[str] = []
    for part in text.split(";"):
        part = part.strip()
        while part[:1] in ("{", "}") and part:
            found.append(part[0])
            part = part[1:].strip()
        if part:
            found.append(" ".join(part.split()))
    return found


def instruction(statement: str) -> Instruction:
    """What ``statement`` says."""
    if not (match := _INSTRUCTION.fullmatch(statement)):
        raise Unknown(f"'{statement}'")
    modifiers = tuple(m for m in re.split(r"\.|::", match["modifiers"]) if m)
    operands = [
        tuple(o.strip() for o in o[1:-1].split(",")) if o[0] == "{" else o
        for o in re.findall(r"\{[^}]*\}|[^\s,{}][^,{}]*", match["operands"] or "")
    ]
    stripped = tuple(o.strip() if isinstance(o, str) else o for o in operands)
    return Instruction(statement, match["guard"], match["opcode"], modifiers, stripped)


def declared(statement: str) -> tuple[str, list[str]]:
    """The type and the names of registers that ``.reg .type names`` declares; ``r<3>`` is r0, r1 and r2."""
    if not (match := _REGISTERS.fullmatch(statement)):
        raise Unknown(f"'{statement}'")
    names: list[str] = []
    for part in match[2].split(","):
        if not (name := _NAME.fullmatch(part.strip())):
            raise Unknown(f"'{statement}'")
        names += [name[1]] if name[2] is None else [f"{name[1]}{i}" for i in range(int(name[2]))]
    return match[1], names
