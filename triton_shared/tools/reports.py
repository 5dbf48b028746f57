"""How the tools tell what went wrong: text with codes, coloured on a terminal, or a line of JSON for each.

A diagnostic ends its first line with the code of its error::

    add.mlir:7:10: error: 'tt.addptr' op the pointer and the offset differ in shape [TS0100]

In JSON it is an object with ``code``, ``severity``, ``message``, ``file``, ``line``, ``column`` and ``notes``.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, TextIO

from triton_shared import error_codes
from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.errors import Diagnostic

COLOURS = {"error": 31, "warning": 35, "remark": 36, "note": 36, "ok": 32, "missing": 33, "wrong": 31}
_SEVERITY = re.compile(r"\b(error|warning|remark|note):")


def has_colours(stream: TextIO) -> bool:
    """Whether ``stream`` is a terminal whose user has not asked for plain text (``NO_COLOR``)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, kind: str, stream: TextIO) -> str:
    """``text`` in the colour of `COLOURS` for ``kind``; plain where ``stream`` is no terminal."""
    return f"\x1b[1;{COLOURS[kind]}m{text}\x1b[0m" if has_colours(stream) else text


def coded(text: str, code: str) -> str:
    """``text`` whose first line ends with the code, if there is one."""
    first, *rest = text.split("\n", 1)
    said, colon = (first[:-1], ":") if first.endswith(":") else (first, "")
    return "\n".join([f"{said} [{code}]{colon}" if code else first, *rest])


def tell(program: str, error: BaseException, stream: TextIO, *, as_json: bool = False) -> None:
    """Write what ended ``program``: a line or a few, or a line of JSON."""
    code = (error.code if isinstance(error, UsageError) else "") or error_codes.of(error).code
    if as_json:
        _write(stream, {"code": code, "severity": "error", "message": str(error)})
        return
    print(coded(f"{program}: {error}", code), file=stream)
    hint(program, code, stream)


def tell_diagnostic(
    found: Diagnostic, text: str, code: str, stream: TextIO, *, as_json: bool = False
) -> None:
    """Write a diagnostic, whose rendering is ``text``."""
    if as_json:
        _write(stream, {"code": code or None} | record(found))
        return
    shown = coded(text, code)
    if has_colours(stream):
        shown = _SEVERITY.sub(lambda m: painted(m[0], m[1], stream), shown)
    print(shown, file=stream)


def hint(program: str, code: str, stream: TextIO) -> None:
    """On a terminal, say how to learn more."""
    if stream.isatty():
        print(f"{program}: `triton-shared explain-error {code}` says what to do", file=stream)


def record(found: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON has it."""
    return {
        "severity": found.severity,
        "message": found.message,
        "file": found.file,
        "line": found.line,
        "column": found.column,
        "notes": [record(note) for note in found.notes],
    }


def _write(stream: TextIO, value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), file=stream)
