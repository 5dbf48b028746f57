"""What callers and the environment hand over, checked where it comes in.

A value of a wrong kind is a TypeError and one out of range a ValueError, with the parameter's name.  A function has a
table of `Parameter`\\ s; tests hand wrong values to each of them.
"""

from __future__ import annotations

import numbers
import os
import re
from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from triton_shared.records import dataclass

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Parameter:
    """What a parameter takes.

    Attributes:
        kind: the class of its values; integers of other packages are integers, a truth value is none.
        what: ``kind`` in words.
        least: what numbers are at least.
        optional: whether it may be None.
        among: the values that there are; empty for any.
    """

    kind: type | tuple[type, ...]
    what: str
    least: int | None = None
    optional: bool = True
    among: tuple[Any, ...] = ()

    def check(self, name: str, value: Any) -> None:
        """Raise a TypeError or ValueError unless the parameter ``name`` may be ``value``."""
        if value is None and self.optional:
            return
        is_truth = isinstance(value, bool) and self.kind is numbers.Integral
        if is_truth or not isinstance(value, self.kind):
            raise TypeError(f"{name} must be {self.what}, got {value!r}")
        if self.least is not None and value < self.least:  # type: ignore[operator]
            raise ValueError(f"{name} must be at least {self.least}, got {value!r}")
        if self.among and value not in self.among:
            raise ValueError(f"{name}={value!r}: expected {', '.join(map(repr, self.among))}")
        if isinstance(value, str):
            check_text(name, value)


FLAG = Parameter(bool, "True or False")
COUNT = Parameter(numbers.Integral, "an integer", least=1)
NAME = Parameter(str, "a string")


def required(parameter: Parameter) -> Parameter:
    """``parameter``, which may not be None."""
    return Parameter(parameter.kind, parameter.what, parameter.least, False, parameter.among)


@dataclass(frozen=True)
class Option:
    """What is said of an option: ``help``, and ``metavar`` where a command line takes it, "on" for a switch."""

    help: str
    metavar: str = ""


def option(default: Any, parameter: Parameter, said: Option | None = None) -> Any:
    """A field of a dataclass of options, which takes what ``parameter`` says; callers may set it if it is ``said``."""
    return field(default=default, metadata={"parameter": parameter} | ({"said": said} if said else {}))


def options_of(kind: type) -> dict[str, Option]:
    """What is said of each option that the dataclass ``kind`` has."""
    return {one.name: one.metadata["said"] for one in fields(kind) if "said" in one.metadata}


def parameters_of(kind: type) -> dict[str, Parameter]:
    """What each option takes that the dataclass ``kind`` has, those that callers may not set among them."""
    return {one.name: one.metadata["parameter"] for one in fields(kind) if "parameter" in one.metadata}


def check(table: Mapping[str, Parameter], given: Mapping[str, Any]) -> None:
    """Raise a TypeError or ValueError unless the parameters of ``table`` may have the values that are ``given``."""
    for name, parameter in table.items():
        parameter.check(name, given[name])


def check_text(name: str, text: str) -> None:
    """Raise a ValueError unless ``text`` can be written as UTF-8."""
    if not text.isascii() and (found := _SURROGATE.search(text)):
        raise ValueError(f"{name} is no text: it has half of a character at index {found.start()}")


def from_environment(name: str, default: int, least: int = 0) -> int:
    """The number that the environment variable ``name`` holds, else ``default``.

    Raises:
        ValueError: it holds none, or one below ``least``.
    """
    text = os.environ.get(name)
    if text is None:
        return default
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < least:
        what = "a positive integer" if least else "an integer, 0 or more"
        raise ValueError(f"{name} must be {what}, got {text!r}")
    return int(text)
