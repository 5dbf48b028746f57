"""Which checks there are, and which are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from triton_shared import abi

#: names of checks with commas between, or ``all``, of kernels that say nothing of their own
VARIABLE = "TRITON_SHARED_CHECK"
#: whether what these checks find is an error, and no text on standard error alone
RAISE = "TRITON_SHARED_CHECK_RAISE"
#: what can be checked, and the passes that do: over Triton's IR, and over the shared form
CHECKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "bounds": (("note-masks",), ()),
    "races": (("note-touches", "check-stores", "separate-checks"), ("check-races",)),
    "promises": (("check-promises", "separate-checks"), ()),
    "values": (("check-values", "separate-checks"), ()),
    "initialised": (("check-initialised", "separate-checks"), ("check-races",)),
    "order": (("note-touches",), ("check-races", "check-order")),
}
KINDS = tuple(CHECKS)
#: the passes over Triton's IR in their order
_BEFORE = (
    "note-masks",
    "note-touches",
    "check-promises",
    "check-values",
    "check-initialised",
    "check-stores",
    "separate-checks",
)


def selected(asked: Iterable[str] | str | None = None) -> tuple[str, ...]:
    """The checks that ``asked`` names, sorted; of None those of ``TRITON_SHARED_CHECK``.

    Raises:
        TypeError: ``asked`` are no texts.
        ValueError: there is no such check.
    """
    if asked is None:
        asked = os.environ.get(VARIABLE, "")
    texts = [asked] if isinstance(asked, str) or not isinstance(asked, Iterable) else [*asked]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"checks must be names, got {asked!r}")
    names = {name for text in texts for name in text.replace(",", " ").split()}
    if "all" in names:
        return KINDS
    if unknown := sorted(names - set(KINDS)):
        raise ValueError(f"there is no check {unknown[0]!r}: they are {', '.join(KINDS)}, or all")
    return tuple(sorted(names))


def before(checks: Iterable[str]) -> list[str]:
    """The passes over Triton's IR that instrument a kernel for ``checks``."""
    asked = {name for check in checks for name in CHECKS[check][0]}
    return [name for name in _BEFORE if name in asked]


def after(checks: Iterable[str], lanes: str) -> list[str]:
    """The passes over the shared form that do, the one that all need last; none where there are no ``checks``.

    ``lanes`` is the target's option of that pass (`codegen.targets.check_lanes_for`).
    """
    checks = list(checks)
    own = [name for check in checks for name in CHECKS[check][1]]
    return [*dict.fromkeys(own), *([f"check-accesses{{lanes={lanes}}}"] if checks else [])]


def raises() -> bool:
    """Whether ``TRITON_SHARED_CHECK_RAISE`` is set to anything but 0."""
    return os.environ.get(RAISE, "0") not in ("", "0")


def is_checked(params: Sequence[abi.Param]) -> bool:
    """Whether a kernel with ``params`` takes a record."""
    return bool(params) and abi.CHECKS in params[-1].attributes
