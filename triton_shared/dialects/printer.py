"""Prints a module as Triton 3.9 prints it: MLIR's text, with the ops of our dialects turned into custom syntax.

MLIR prints an op of ours in generic form, one line for each piece between regions::

    %4:2 = "tt.reduce"(%2, %3) ({
    ^bb0(%arg4: f32, …):
      …
    }) {axis = 0 : i32, …} : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) loc(#loc3)

so that one pass over the lines is enough.  A line that waits for what follows the regions is held back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import field

from triton_shared.dialects import lexer, registry
from triton_shared.dialects.assembly import SEGMENTS, Assembly, assembly_of
from triton_shared.dialects.lexer import join_attrs, split_attrs
from triton_shared.dialects.statement import Cursor, Statement, parenthesized, results_of
from triton_shared.mlir import ext, ir
from triton_shared.records import dataclass


def print_module(op: ir.Operation, *, generic: bool = False, debug_info: bool = False) -> str:
    """The text of ``op``, a module or any other operation.

    ``generic`` prints every op in generic form, ``debug_info`` prints locations.
    """
    text = op.operation.get_asm(enable_debug_info=debug_info, print_generic_op_form=generic)
    if not generic:
        text = _name_results(text)
    return _Printer(generic).translate(text)


@dataclass
class _Open:
    """An op of ours whose regions are being printed; ``held`` is the number of its first line."""

    start: re.Match
    held: int
    arguments: list[tuple[str, str]] = field(
        default_factory=list
    )  # of the entry block of a function: name, location
    fresh: bool = True


class _Printer:
    def __init__(self, generic: bool):
        self.generic = generic
        self.lines: list[str] = []
        self.open: list[_Open | None] = []

    def translate(self, text: str) -> str:
        """``text``, as MLIR prints it, with our ops as Triton prints them."""
        start = _start_pattern(tuple(registry.DIALECTS))
        for line in text.split("\n"):
            if self.open and line.lstrip().startswith("})"):
                self._close(line)
            elif not self._entry_block(line) and not self._start(start.match(line), line):
                self.lines.append(registry.to_text(line) if "tt" in line else line)
                if line.endswith("({"):
                    self.open.append(None)
        return "\n".join(self.lines)

    def _start(self, found: re.Match | None, line: str) -> bool:
        if not found:
            return False
        if line.endswith("({"):
            self.open.append(_Open(found, len(self.lines)))
            self.lines.append("")
        else:
            self.lines.append(self._op(found, line[found.end() :]))
        return True

    def _close(self, line: str) -> None:
        opened = self.open.pop()
        if opened is None:
            self.lines.append(registry.to_text(line))
            return
        indent, tail = line.split("})", 1)
        assembly = assembly_of(registry.OPERATIONS[opened.start["name"]])
        attrs, types, location = _tail(tail)
        if print_custom := not self.generic and getattr(assembly.op, "print_custom", None):
            head, end = print_custom(attrs, types, opened.arguments, len(self.lines) == opened.held + 1)
            self.lines[opened.held] = f"{indent}{opened.start['results']}{registry.to_text(head)}"
            if end:
                self.lines.append(f"{indent}{end}{location}")
            else:
                self.lines[opened.held] += location
            return
        properties, rest = _properties(assembly, attrs)
        self.lines[opened.held] = f"{_generic_start(opened.start, assembly)}{properties} ({{"
        self.lines.append(f"{indent}}}){rest} : {registry.to_text(types)}{location}")

    def _entry_block(self, line: str) -> bool:
        """Hold back the arguments of a function that is about to be printed in custom syntax."""
        if not (self.open and self.open[-1] and self.open[-1].fresh):
            return False
        self.open[-1].fresh = False
        op = registry.OPERATIONS[self.open[-1].start["name"]]
        if self.generic or not hasattr(op, "print_custom") or not line.lstrip().startswith("^bb0("):
            return False
        cursor = Cursor(line, line.index("("), str)
        cursor.need(_OPEN, "'('")

        def argument() -> tuple[str, str]:
            name = cursor.need(lexer.VALUE, "an argument")
            cursor.need(_COLON, "':'")
            cursor.type()
            return name, cursor.take(lexer.LOCATION) or ""

        self.open[-1].arguments = cursor.sequence(argument, lexer.VALUE)
        return True

    def _op(self, found: re.Match, tail: str) -> str:
        """One line: an op without regions."""
        assembly = assembly_of(registry.OPERATIONS[found["name"]])
        attrs, types, location = _tail(tail)
        if not self.generic and (text := _custom(assembly, found, attrs, types)) is not None:
            name = f"{assembly.op._dialect_obj.DIALECT_NAMESPACE}.{registry.mnemonic(assembly.op)}"
            return f"{found['indent']}{found['results']}{name}{text}{location}"
        properties, rest = _properties(assembly, attrs)
        return f"{_generic_start(found, assembly)}{properties}{rest} : {registry.to_text(types)}{location}"


def _custom(assembly: Assembly, found: re.Match, attrs: dict[str, str], types: str) -> str | None:
    cursor = Cursor(types, 0, str)
    operand_types, _, result_types = parenthesized(cursor), cursor.need(_ARROW, "'->'"), results_of(cursor)
    statement = Statement(attrs=attrs)
    names = [(name, 0) for name in found["operands"].split(", ") if name]
    by_field = assembly.split(
        assembly.operands, list(zip(names, operand_types, strict=True)), attrs, SEGMENTS[0]
    )
    for name, members in zip(assembly.operands, by_field, strict=True):
        statement.operands[name] = [value for value, _ in members]
        statement.types[name] = [type_ for _, type_ in members]
    statement.types |= zip(
        assembly.results, assembly.split(assembly.results, result_types, attrs, SEGMENTS[1]), strict=True
    )
    return assembly.print(statement)


def _tail(text: str) -> tuple[dict[str, str], str, str]:
    """Attributes, function type and location (with its blank) behind the operands or the regions of an op."""
    cursor = Cursor(text, 0, str)
    attrs = split_attrs(cursor.take(lexer.ATTR_DICT) or "{}")
    cursor.need(_COLON, "':'")
    types = cursor.need(lexer.TYPE, "a function type")
    return dict(attrs), types, text[cursor.end :]


def _properties(assembly: Assembly, attrs: dict[str, str]) -> tuple[str, str]:
    """The inherent attributes as ``<{…}>`` and the others as ``{…}``, each with a blank before it if not empty."""
    shown = set(attrs) - {s for s in SEGMENTS if not assembly.shows_segments(s)}
    inherent = join_attrs({n: attrs[n] for n in shown & (assembly.inherent | set(SEGMENTS))})
    others = join_attrs({n: attrs[n] for n in shown - assembly.inherent - set(SEGMENTS)})
    inherent, others = registry.to_text(inherent), registry.to_text(others)
    return f" <{inherent}>" if inherent else "", f" {others}" if others else ""


def _generic_start(found: re.Match, assembly: Assembly) -> str:
    name = f"{assembly.op._dialect_obj.DIALECT_NAMESPACE}.{registry.mnemonic(assembly.op)}"
    return f'{found["indent"]}{found["results"]}"{name}"({found["operands"]}){found["successors"] or ""}'


def _start_pattern(dialects: tuple[str, ...]) -> re.Pattern:
    return re.compile(
        rf'(?P<indent>\s*)(?P<results>(?:%[^="]* = )?)"(?P<name>(?:{"|".join(dialects)})\.[\w.]+)"'
        r"\((?P<operands>[^()]*)\)(?P<successors>\[[^\]]*\])?"
    )


# -- names of results


def _name_results(text: str) -> str:
    """Give results the names of Triton (``%outLHS, %outRHS = tt.split``) and close the gap in the numbers."""
    named = {f'"{op.OPERATION_NAME}"': op.result_names for op in registry.OPERATIONS.values() if _names(op)}
    if not any(name in text for name in named):
        return text
    lines = text.split("\n")
    scopes = _scopes(lines)
    names: dict[int, dict[int, list[str]]] = defaultdict(dict)  # scope -> number -> names
    used = set(re.findall(r"%([A-Za-z_][\w$.-]*)", text))
    for line, path in zip(lines, scopes, strict=True):
        if (found := _NUMBERED.match(line)) and found[2] in named:
            names[path[-1]][int(found[1])] = [_unused(name, used) for name in named[found[2]]]

    def rename(path: tuple[int, ...]) -> Callable[[re.Match], str]:
        known = {number: given for scope in path for number, given in names[scope].items()}

        def replace(found: re.Match) -> str:
            if found[1] is None:
                return found[0]
            number = int(found[1])
            if number not in known:
                return f"%{number - sum(n < number for n in known)}{found[2]}"
            if found[2].startswith("#"):
                return f"%{known[number][int(found[2][1:])]}"
            return ", ".join(f"%{name}" for name in known[number])

        return replace

    return "\n".join(_NUMBER.sub(rename(path), line) for line, path in zip(lines, scopes, strict=True))


def _names(op: type[ext.Operation]) -> bool:
    return hasattr(op, "result_names")


def _unused(name: str, used: set[str]) -> str:
    candidates = (name, *(f"{name}_{i}" for i in range(len(used) + 1)))
    found = next(c for c in candidates if c not in used)
    used.add(found)
    return found


def _scopes(lines: list[str]) -> list[tuple[int, ...]]:
    """For each line the regions that it is in, outermost first, as the numbers of the lines that open them."""
    path: list[int] = [-1]
    scopes = []
    for number, line in enumerate(lines):
        if line.lstrip().startswith("}") and len(path) > 1:
            path.pop()
        scopes.append(tuple(path))
        if line.endswith("{"):
            path.append(number)
    return scopes


_NUMBERED = re.compile(r'\s*%(\d+)(?::\d+)? = ("[\w.]+")')
_NUMBER = re.compile(rf"{lexer.STRING.pattern}|%(\d+)\b((?:#\d+|:\d+(?= =))?)")
_OPEN, _COLON, _ARROW = (re.compile(p) for p in (r"\(", ":", "->"))
