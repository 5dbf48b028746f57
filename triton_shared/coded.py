"""The base of this package's exceptions: the last line of a traceback has the error's code.

Before Python 3.11 tracebacks have no notes.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
#: exceptions of Python that this package raises, too
PYTHONS = (TypeError, ValueError, RuntimeError, OSError, ImportError, MemoryError)
#: modules of Python's by which this package reads and writes files
FILES = ("pathlib", "os", "shutil", "tempfile", "codecs")


class Coded:
    """A base of exceptions whose note is made of `triton_shared.error_codes` when somebody asks for it."""

    @property
    def __notes__(self) -> list[str]:
        from triton_shared import error_codes

        return self.__dict__.setdefault("_notes", [error_codes.note(self)])  # type: ignore[arg-type]

    @__notes__.setter
    def __notes__(self, notes: list[str]) -> None:
        self.__dict__["_notes"] = notes


def add_code(error: BaseException) -> None:
    """Give ``error``, an exception of Python that this package has raised, its code as a note, if it has one.

    Where Python's own modules of files have raised it, for this package, it counts as this package's.
    """
    if sys.version_info < (3, 11) or isinstance(error, Coded):
        return
    frames, traceback = ["nobody"], error.__traceback__
    while traceback:
        frames.append(traceback.tb_frame.f_globals.get("__name__", ""))
        traceback = traceback.tb_next
    raised_by = next(name for name in reversed(frames) if name.partition(".")[0] not in FILES)
    if not raised_by.startswith("triton_shared"):
        return
    from triton_shared import error_codes

    row = error_codes.of(error)
    known, note = getattr(error, "__notes__", ()), error_codes.note(error)
    if row.errors not in ("Exception", "NotImplementedError") and note not in known:
        error.add_note(note)


def with_codes(function: F) -> F:
    """``function``, whose exceptions have their codes as notes."""

    @functools.wraps(function)
    def coded(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except PYTHONS as error:
            add_code(error)
            raise

    return coded  # type: ignore[return-value]
