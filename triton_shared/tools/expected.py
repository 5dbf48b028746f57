"""``--verify-diagnostics``: compares what was reported with the comments of the input.

A comment ``// expected-error {{text}}`` wants an error on its line whose message contains ``text``; the
severities are error, warning, remark and note; ``@+N``, ``@-N``, ``@above`` and ``@below`` move the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from triton_shared.errors import Diagnostic

_EXPECTED = re.compile(r"expected-(error|warning|remark|note)\s*(?:@([+-]\d+|above|below))?\s*\{\{(.*?)\}\}")
_OFFSETS = {None: 0, "above": -1, "below": 1}


@dataclass(frozen=True)
class _Comment:
    """One expectation: about ``target``, a line, written at ``line`` and ``column``."""

    severity: str
    text: str
    target: int
    line: int
    column: int

    def meets(self, diagnostic: Diagnostic) -> bool:
        return (diagnostic.severity, diagnostic.line) == (self.severity, self.target) and (
            self.text in diagnostic.message
        )


def mismatches(text: str, file: str, reported: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors for what ``text`` expects and ``reported`` lacks, and for what is reported but not expected."""
    missing = list(_comments(text))
    surplus = []
    for diagnostic in _flat(reported):
        met = next((comment for comment in missing if comment.meets(diagnostic)), None)
        if met is not None:
            missing.remove(met)
        elif diagnostic.severity != "note":
            message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
            surplus.append(Diagnostic(message, diagnostic.file, diagnostic.line, diagnostic.column))
    return surplus + [
        Diagnostic(f'expected {c.severity} "{c.text}" was not produced', file, c.line, c.column)
        for c in missing
    ]


def _comments(text: str) -> Iterator[_Comment]:
    for number, line in enumerate(text.splitlines(), start=1):
        for found in _EXPECTED.finditer(line):
            severity, where, message = found.groups()
            offset = _OFFSETS[where] if where in _OFFSETS else int(where)
            yield _Comment(severity, message, number + offset, number, found.start() + 1)


def _flat(reported: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for diagnostic in reported:
        yield diagnostic
        yield from _flat(diagnostic.notes)
