"""Reads MLIR text with ops of our dialects: they are rewritten into generic form, the rest is MLIR's own to parse.

Before (a file)::

    %2 = tt.load %1, %0 : tensor<64x!tt.ptr<f32>> loc(#loc3)

after (what MLIR parses)::

    %2 = "tt.load"(%1, %0) {…} : (tensor<64x!tt.ptr<f32, 1 : i32>>, tensor<64xi1>) -> tensor<64xf32> loc(#loc3)

Lines stay lines, and every piece remembers where it came from, so that locations and diagnostics are those of
the file.

What MLIR's parser must not see is refused before (see `guards.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

from triton_shared.dialects import guards, lexer, registry
from triton_shared.dialects.assembly import assembly_of
from triton_shared.dialects.lexer import Rewritten, join_attrs, line_and_column, split_attrs
from triton_shared.dialects.statement import Cursor, Unexpected, parenthesized, results_of
from triton_shared.errors import CompileError, Diagnostic, place
from triton_shared.mlir import ext, ir


def parse(text: str, file: str, context: ir.Context, *, several: bool = False) -> ir.Operation:
    """The verified module in ``text``; ``file`` names it in locations. Raises `CompileError`.

    A text without a module, and one with several, which ``several`` says, is the body of a module.
    """
    reader = _Reader(text, file)
    out = reader.rewrite(several)
    try:
        op = ir.Operation.parse(out.text, source_name=file, context=context)
    except ir.MLIRError as error:
        if not several and _SEVERAL_OPS in str(error):
            return parse(text, file, context, several=True)
        found = [_diagnostic(d, file, out, context) for d in error.error_diagnostics]
        found = found or [Diagnostic(str(error), file)]
        raise CompileError([d if d.line else _near_body(d, file, text) for d in found], text) from None
    if op.name != "builtin.module":
        raise CompileError([Diagnostic(f"expected a module, not a '{op.name}'", file, 1, 1)], text)
    if reader.moves_ops and "loc(" not in text:
        _restore_locations(op, file, out)
    return op


def _diagnostic(
    d: ir.DiagnosticInfo, file: str, out: Rewritten, context: ir.Context, severity: str = "error"
) -> Diagnostic:
    name, line, column = place(ir.Location.from_attr(d.location.attr, context))
    if name == file:
        line, column = out.place_of(line, column) if line else (1, 1)
    notes = (n for n in d.notes if not n.message.startswith("see current operation"))
    return Diagnostic(
        registry.to_text(d.message),
        name,
        line,
        column,
        severity,
        tuple(_diagnostic(n, file, out, context, "note") for n in notes),
    )


_SHORT_OP = rf"//[^\n]*|{lexer.STRING.pattern}|(?<![\w$.@%^#!-])(?P<op>linalg\.\w+)"
_QUOTED = r"'([^'\n]+)'"


def _near_body(d: Diagnostic, file: str, text: str) -> Diagnostic:
    """``d``, which names no place, at the op in short form whose body, without a place, MLIR has made.

    It is the first ``linalg`` op followed by most of the types that ``d`` quotes; without any, the text's begin.
    """
    starts = [found.start() for found in re.finditer(_SHORT_OP, text) if found["op"]]
    types = [
        re.compile(rf"(?:(?<![\w$.-])|(?<=[\d?]x)){re.escape(quoted)}(?![\w$.-])")
        for quoted in re.findall(_QUOTED, d.message)
    ]
    followed = {s: sum(bool(t.search(text, s, e)) for t in types) for s, e in pairwise([*starts, len(text)])}
    line, column = line_and_column(text, max(followed, key=followed.__getitem__, default=0))
    return replace(d, file=file, line=line, column=column)


def _restore_locations(module: ir.Operation, file: str, out: Rewritten) -> None:
    """Give ops that the rewriting moved to another column their places in the file."""

    def restore(op: ir.Operation) -> ir.WalkResult:
        name, line, column = place(op.location)
        if name == file:
            op.location = ir.Location.file(file, *out.place_of(line, column), module.context)
        return ir.WalkResult.ADVANCE

    module.operation.walk(restore)


class _Reader:
    """One pass over a text: copies it, rewriting the ops and types of our dialects."""

    def __init__(self, text: str, file: str):
        self.text, self.file = text, file
        self.out = Rewritten(text)
        self.copied = 0
        self.moves_ops = False  # whether ops may stand at another column than in the text
        self.braces: list[
            Callable[[re.Match], int] | None
        ] = []  # the open ones; what to do at the end of our regions
        self.aliases = (
            dict(re.findall(r"^\s*!(\w+)\s*=\s*(\S.*)$", text, re.MULTILINE)) if "!" in text else {}
        )

    def rewrite(self, several: bool) -> Rewritten:
        """The whole text, as one module; ``several`` says that there are more than one.  Raises `CompileError`."""
        try:
            if wrong := guards.wrong_with(self.text):
                raise Unexpected(*wrong)
            if bounds := self._missing_module(several):
                self._scan(0, bounds[0])
                self.replace(bounds[0], bounds[0], "module {")
                self._scan(*bounds)
                self.replace(bounds[1], bounds[1], "}" if self.text.endswith("\n", 0, bounds[1]) else "\n}")
                self._scan(bounds[1], len(self.text))
            else:
                self._scan(0, len(self.text))
            self._copy(len(self.text))
        except Unexpected as error:
            at = line_and_column(self.text, error.offset)
            raise CompileError([Diagnostic(error.message, self.file, *at)], self.text) from None
        return self.out

    # -- copying

    def _copy(self, to: int) -> None:
        """Copy the source as it is up to ``to``."""
        if to > self.copied:
            self.out.add(self.text[self.copied : to], self.copied)
            self.copied = to

    def replace(self, start: int, end: int, *pieces: str | tuple[str, int]) -> int:
        """Put ``pieces`` in place of ``[start, end)``, and as many line breaks as that had; returns ``end``."""
        self._copy(start)
        origin = start
        for piece in pieces:
            text, origin = piece if isinstance(piece, tuple) else (piece, origin)
            self.out.add(text, origin)
        self.moves_ops = self.moves_ops or bool(_OP_FOLLOWS.match(self.text, end))
        if breaks := self.text.count("\n", start, end):
            self.out.add("\n" * breaks, start)
        self.copied = end
        return end

    def spell(self, text: str) -> str:
        """``text`` with our types and attributes, and type aliases, in MLIR's spelling."""
        if self.aliases:
            text = re.sub(r"!(\w+)\b(?![.\w])", lambda m: self.aliases.get(m[1], m[0]), text)
        return registry.to_mlir(text)

    def location(self, offset: int) -> str:
        """The ``loc(…)`` of what stands at ``offset``."""
        line, column = line_and_column(self.text, offset)
        return f"loc({lexer.quoted(self.file)}:{line}:{column})"

    def _missing_module(self, several: bool) -> tuple[int, int] | None:
        """Where a ``module { … }`` has to be put around the ops; None if the text has one."""
        head = found.end() if (found := _ALIASES.match(self.text)) else 0
        if not several and _MODULE.match(self.text, head):
            return None
        end = len(self.text)
        while end > head and _IS_TRAILING.fullmatch(
            self.text, start := max(self.text.rfind("\n", 0, end - 1) + 1, head), end
        ):
            end = start
        return head, end

    # -- the scan

    def _scan(self, pos: int, end: int) -> None:
        pattern = _scan_pattern(tuple(registry.DIALECTS))
        while found := pattern.search(self.text, pos, end):
            pos = getattr(self, f"_on_{found.lastgroup}")(found)

    def _on_skip(self, found: re.Match) -> int:
        return found.end()

    _on_string = _on_skip

    def _on_spelled(self, found: re.Match) -> int:
        body = lexer.ABBREVIATED_TYPE.match(self.text, found.end())
        if not body and self.text.startswith("<", found.end()):
            raise Unexpected("expected balanced '<' and '>'", found.end())
        end = body.end() if body else found.end()
        try:
            spelled = self.spell(self.text[found.start() : end])
        except registry.UnknownName as error:
            raise Unexpected(str(error), found.start()) from None
        return self.replace(found.start(), end, spelled)

    def _on_open(self, found: re.Match) -> int:
        self.braces.append(None)
        return found.end()

    def _on_close(self, found: re.Match) -> int:
        on_close = self.braces.pop() if self.braces else None
        return on_close(found) if on_close else found.end()

    def _on_generic(self, found: re.Match) -> int:
        """``"tt.reduce"(%0) <{axis = 0 : i32}> ({``: the properties move behind the regions."""
        name = found[0][1:-1]
        cursor = Cursor(self.text, found.end(), self.spell)
        if not self.text.startswith("(", cursor.pos):
            return found.end()
        op = self._known(name, found.start())
        if name != op.OPERATION_NAME:
            self.replace(found.start(), found.end(), f'"{op.OPERATION_NAME}"')
        cursor.need(_OPERANDS, "operands")
        cursor.take(lexer.SUCCESSORS)
        start = cursor.end
        properties = ""
        if self.text.startswith("<", cursor.pos):
            properties = cursor.spelled(lexer.PROPERTIES, "'<{' and '}>'")[1:-1].strip()
            self.replace(start, cursor.end, "")
        if cursor.take(_OPEN_REGIONS):
            self.braces.append(partial(self._after_region, name, properties))
            return cursor.end
        return self._attributes(cursor, name, properties)

    def _after_region(self, name: str, properties: str, found: re.Match) -> int:
        cursor = Cursor(self.text, found.end(), self.spell)
        if cursor.take(_NEXT_REGION):
            self.braces.append(partial(self._after_region, name, properties))
            return cursor.end
        cursor.need(_END_REGIONS, "')' behind the regions")
        return self._attributes(cursor, name, properties)

    def _attributes(self, cursor: Cursor, name: str, properties: str) -> int:
        """The attribute dictionary of a generic op, joined with its ``properties`` and brought up to date."""
        attrs = registry.IMPLIED[name] | (split_attrs(properties) if properties else {})
        start = cursor.end
        if self.text.startswith("{", cursor.pos):
            attrs |= split_attrs(cursor.spelled(lexer.ATTR_DICT, "an attribute dictionary"))
        end = cursor.end
        cursor.need(_COLON, "':' and a function type")
        assembly = assembly_of(registry.OPERATIONS[name])
        assembly.complete_attrs(attrs, start)
        operands, _, results = parenthesized(cursor), cursor.need(_ARROW, "'->'"), results_of(cursor)
        try:
            attrs |= assembly.segments_of(operands, results, attrs)
        except ValueError as error:
            raise Unexpected(f"'{name}' op {error}", start) from None
        self.replace(start, end, f" {join_attrs(attrs)}")
        return end

    def _on_op(self, found: re.Match) -> int:
        name = found[0]
        if self._is_attribute(name, found):
            return found.end()
        op = self._known(name, found.start())
        if read_custom := getattr(op, "read_custom", None):
            return read_custom(self, found.start(), found.end())
        assembly = assembly_of(op)
        try:
            statement, end = assembly.read(self.text, found.end(), self.spell)
        except Unexpected as error:
            raise Unexpected(f"custom op '{name}' {error.message}", error.offset) from None
        statement.attrs = registry.IMPLIED[name] | statement.attrs
        operands, rest = assembly.generic(statement)
        pieces: list[str | tuple[str, int]] = [f'"{op.OPERATION_NAME}"(']
        for i, operand in enumerate(operands):
            pieces += [", ", operand] if i else [operand]
        self.replace(found.start(), end, *pieces, (rest, end))
        return end

    def _is_attribute(self, name: str, found: re.Match) -> bool:
        """Whether ``tt.divisibility``, say, is the name of an entry of an attribute dictionary."""
        if _IS_ENTRY.match(self.text, found.end()):
            before = _BEFORE.search(self.text, max(found.start() - 200, 0), found.start())
            return before is not None and before[0][0] in "{,"
        return name not in registry.OPERATIONS and bool(_IS_UNIT.match(self.text, found.end()))

    def _known(self, name: str, offset: int) -> type[ext.Operation]:
        if op := registry.OPERATIONS.get(name):
            return op
        import difflib  # for this error alone

        dialect = name.partition(".")[0]
        near = difflib.get_close_matches(
            name, [n for n in registry.OPERATIONS if n.startswith(f"{dialect}.")], 2, 0.8
        )
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise Unexpected(f"unknown op '{name}'{hint}", offset)


@cache
def _scan_pattern(dialects: tuple[str, ...]) -> re.Pattern:
    """Finds what the reader has to look at; everything between is copied."""
    names = "|".join(dialects)
    return re.compile(
        rf'(?P<skip>//[^\n]*)|(?P<generic>"(?:{names})\.[\w.]+"(?=\s*\())|(?P<string>{lexer.STRING.pattern})'
        rf"|(?P<spelled>{registry.spelling()})|(?P<open>\{{)|(?P<close>\}})"
        rf"|(?P<op>(?<![\w$.@%^#!-])(?:{names})\.[\w.]+)"
    )


_ALIAS = r"(?:[#!][\w$.-]+\s*=[^\n]*\n?)"
_ALIASES = re.compile(rf"(?:\s+|//[^\n]*|{_ALIAS})*")
_SEVERAL_OPS = "source must contain a single top-level operation"
_IS_TRAILING = re.compile(rf"[^\S\n]*(?://[^\n]*)?\n?|{_ALIAS}")
_MODULE = re.compile(r'(?:"?builtin\.)?module\b')
_OP_FOLLOWS = re.compile(r'[ \t]*(?:[A-Za-z_]\w*\.\w|"\w+\.)|[^\n"]*%[\w$.-]+(?::\d+)?\s*=\s')
_OPERANDS = re.compile(r"\([^()]*\)")
_OPEN_REGIONS, _NEXT_REGION, _END_REGIONS = (re.compile(p) for p in (r"\(\s*\{", r",\s*\{", r"\)"))
_COLON, _ARROW = re.compile(":"), re.compile("->")
_IS_ENTRY = re.compile(r"\s*=(?!=)")
_BEFORE = re.compile(r"\S\s*\Z")
_IS_UNIT = re.compile(r"\s*[,}]")
