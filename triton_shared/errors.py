"""Errors that carry source locations, printed in MLIR's manner.

Everything that can go wrong with an input program is a `CompileError`: a list of
`Diagnostic`\\ s, each of which renders as::

    add.mlir:7:10: error: 'tt.addptr' op the pointer and the offset differ in shape
        %8 = tt.addptr %7, %4 : tensor<64x!tt.ptr<f32>>, tensor<32xi32>
             ^
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from triton_shared import names
from triton_shared.coded import Coded
from triton_shared.mlir import ir

#: bytes of a source file that is shown
LONGEST_SOURCE = 16 << 20


@dataclass(frozen=True)
class Diagnostic:
    """One message at one place.

    Attributes:
        message: the text, without place and severity.
        file: the source file; "-" for text that has none.
        line, column: counted from 1; 0 means unknown.
        severity: "error", "warning", "remark" or "note".
        notes: further messages that explain this one.
    """

    message: str
    file: str = "-"
    line: int = 0
    column: int = 0
    severity: str = "error"
    notes: tuple[Diagnostic, ...] = field(default=())

    def render(self, source: str | None = None) -> str:
        """The message with the offending line of ``source`` and a caret below it."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = f"{names.one_line(place)}: {self.severity}: {names.lines(self.message)}"
        lines = source.splitlines() if source is not None else []
        if 0 < self.line <= len(lines):
            shown = lines[self.line - 1]
            indent = "".join(c if c == "\t" else " " for c in shown[: max(self.column - 1, 0)])
            text += f"\n{names.lines(shown)}\n{indent}^"
        return "\n".join([text, *(note.render(source) for note in self.notes)])


def source_of(file: str) -> str | None:
    """The text of the Python file that a place names; None where it names no such file, which nobody reads.

    Places come from the program: they may name devices, pipes and whatever else is no source.
    """
    try:
        status = os.stat(file)
        if file.endswith(".py") and stat.S_ISREG(status.st_mode) and status.st_size <= LONGEST_SOURCE:
            return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):  # also of what is no UTF-8, and of a name with a zero
        pass
    return None


class CompileError(Coded, Exception):
    """A program was refused.

    Attributes:
        diagnostics: what was refused, where and why; the first one is the cause.
        source: the text whose lines the message shows; None if it is not known.
    """

    def __init__(self, diagnostics: list[Diagnostic] | tuple[Diagnostic, ...], source: str | None = None):
        self.diagnostics = tuple(diagnostics)
        self.source = source
        super().__init__("\n".join(d.render(source) for d in self.diagnostics))

    def __reduce__(self) -> tuple:
        return _restored, (type(self), vars(self), self.args)

    def with_source(self, source: str) -> CompileError:
        """This error, whose message shows the lines of ``source`` unless it shows others."""
        if self.source is None:
            self.source = source
            self.args = ("\n".join(d.render(source) for d in self.diagnostics),)
        return self


def _restored(kind: type[CompileError], state: dict, args: tuple) -> CompileError:
    """A copied error: its class may be made of an op, which no other process has."""
    error = kind.__new__(kind, *args)
    vars(error).update(state)
    return error


class LoweringError(CompileError):
    """A pass met an op that it cannot lower.

    Args:
        op: the op; the message has its name and its line of the source.
        reason: why it cannot be lowered, as the end of a sentence that begins with the op.
    """

    def __init__(self, op: ir.Operation, reason: str):
        super().__init__([Diagnostic(f"'{op.name}' op {reason}", *place_near(op))])


class SharedMemoryError(LoweringError):
    """A program needs more shared memory than a block of the GPU has: ``needed`` bytes, where there are ``limit``."""

    def __init__(self, op: ir.Operation, reason: str, needed: int, limit: int):
        super().__init__(op, reason)
        self.needed, self.limit = needed, limit


def place_near(op: ir.Operation) -> tuple[str, int, int]:
    """The `place` of ``op``, of what uses or feeds it, or of what it is in: ops that passes make may have none."""
    users = (use.owner for result in op.results for use in result.uses)
    feeding = (operand.owner for operand in op.operands if isinstance(operand.owner, ir.Operation))
    places = (place(near.location) for near in chain((op,), users, feeding, _around(op)))
    return next((found for found in places if found[1]), ("-", 0, 0))


def _around(op: ir.Operation) -> Iterator[ir.Operation]:
    while op.operation.attached and (op := op.operation.parent):
        yield op


def placed(diagnostics: Iterable[Diagnostic], op: ir.Operation) -> list[Diagnostic]:
    """``diagnostics``, those that name no place with that of ``op``."""
    file, line, column = place_near(op)
    return [d if d.line else replace(d, file=file, line=line, column=column) for d in diagnostics]


_MASK = 0xFFFFFFFF  # the bindings give numbers without a sign one


def place(location: ir.Location) -> tuple[str, int, int]:
    """File, line and column of ``location``: the innermost place that names a file, else ``("-", 0, 0)``."""
    match location:
        case ir.FileLineColLoc():
            file = location.filename
            return getattr(file, "value", file), location.start_line & _MASK, location.start_col & _MASK
        case ir.NameLoc():
            return place(location.child_loc)
        case ir.CallSiteLoc():
            return place(location.callee)
        case ir.FusedLoc():
            return next((p for p in map(place, location.locations) if p[1]), ("-", 0, 0))
    return "-", 0, 0


_SEVERITY = {"ERROR": "error", "WARNING": "warning", "REMARK": "remark", "NOTE": "note"}


def as_diagnostic(found: ir.Diagnostic | ir.DiagnosticInfo) -> Diagnostic:
    """What MLIR reported, as our `Diagnostic`: without the printed ops, which the source line stands for."""
    location = ir.Location.from_attr(found.location.attr, found.location.context)  # of the class that it is
    first, *rest = found.message.splitlines() or [""]
    notes = tuple(as_diagnostic(n) for n in found.notes if not n.message.startswith("see current operation"))
    return Diagnostic(first + " …" * bool(rest), *place(location), _SEVERITY[found.severity.name], notes)
