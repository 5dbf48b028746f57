"""``--verify-diagnostics``: compares what was reported with the comments of the input.

A comment ``// expected-error {{text}}`` wants an error on its line whose message contains ``text``; the
severities are error, warning, remark and note; ``@+N``, ``@-N``, ``@above`` and ``@below`` move the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from triton_shared.errors import Diagnostic

_EXPECTED = re.compile(r"expected-(error|warning|remark|note)\s*(?:@([+-]\d+|above|below))?\s*\{\{(.*?)\}\}")
_OFFSETS = {None: 0, "above": -1, "below": 1}


def mismatches(text: str, file: str, reported: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors for what ``text`` expects and ``reported`` lacks, and for what is reported but not expected."""
    missing = list(_expectations(text, file))
    surplus = []
    for diagnostic in _flat(reported):
        match = next((wanted for wanted in missing if _meets(diagnostic, wanted)), None)
        if match is not None:
            missing.remove(match)
        elif diagnostic.severity != "note":
            message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
            surplus.append(Diagnostic(message, diagnostic.file, diagnostic.line, diagnostic.column))
    lacking = [
        Diagnostic(f'expected {d.severity} "{d.message}" was not produced', file, d.line, d.column)
        for d in missing
    ]
    return surplus + lacking


def _expectations(text: str, file: str) -> Iterator[Diagnostic]:
    for number, line in enumerate(text.splitlines(), start=1):
        for found in _EXPECTED.finditer(line):
            severity, where, message = found.groups()
            offset = _OFFSETS[where] if where in _OFFSETS else int(where)
            yield Diagnostic(message, file, number + offset, found.start() + 1, severity)


def _flat(reported: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for diagnostic in reported:
        yield diagnostic
        yield from _flat(diagnostic.notes)


def _meets(diagnostic: Diagnostic, wanted: Diagnostic) -> bool:
    return (
        diagnostic.severity == wanted.severity
        and diagnostic.line == wanted.line
        and wanted.message in diagnostic.message
    )
