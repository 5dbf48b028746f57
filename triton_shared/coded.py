"""The base of this package's exceptions: the last line of a traceback has the error's code.

Before Python 3.11 tracebacks have no notes.
"""

from __future__ import annotations


class Coded:
    """A base of exceptions whose note is made of `triton_shared.error_codes` when somebody asks for it."""

    @property
    def __notes__(self) -> list[str]:
        from triton_shared import error_codes

        return self.__dict__.setdefault("_notes", [error_codes.note(self)])  # type: ignore[arg-type]

    @__notes__.setter
    def __notes__(self, notes: list[str]) -> None:
        self.__dict__["_notes"] = notes
