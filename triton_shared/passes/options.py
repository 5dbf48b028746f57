"""Options of passes, as pipelines give them in MLIR's syntax: ``name{option=value switch}``.

An `Option` is a row of a pass: its name, what it decides, the value that holds where the pipeline says nothing.  The
function of the pass takes it as a keyword, ``buffer-memory-space`` as ``buffer_memory_space``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from triton_shared.coded import Coded

Value = bool | int | str

_TRUTH = {"": True, "true": True, "1": True, "false": False, "0": False}


class OptionError(Coded, ValueError):
    """An option that a pass does not have, or that has no such value; the message is what is to be said of the pass."""


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes:
        help: what it decides, in a line.
        default: the value where nothing is said; its type is that of every value.
        values: those that there are; empty for any of the type.
    """

    name: str
    help: str
    default: Value = False
    values: tuple[str, ...] = ()

    @property
    def keyword(self) -> str:
        """What the function of a pass calls it."""
        return self.name.replace("-", "_")

    @property
    def spelling(self) -> str:
        """How a pipeline writes it: ``switch``, ``option=one|other``, ``option=VALUE``."""
        if isinstance(self.default, bool):
            return self.name
        return f"{self.name}={'|'.join(self.values) or 'VALUE'}"

    def read(self, text: str) -> Value:
        """The value that ``text`` spells; nothing turns a switch on.  Raises `OptionError`."""
        match self.default:
            case bool():
                if text.lower() in _TRUTH:
                    return _TRUTH[text.lower()]
                raise OptionError(f"has the switch '{self.name}': true or false, not '{text}'")
            case int():
                if re.fullmatch(r"-?\d+", text):
                    return int(text)
                raise OptionError(f"has the option '{self.name}': a number, not '{text}'")
        if not text or (self.values and text not in self.values):
            known = ", ".join(self.values) or "a value"
            raise OptionError(f"has the option '{self.name}': {known}, not '{text}'")
        return text


_PIECE = re.compile(r"""[{<(\[]|[}>)\]]|\s+|"(?:\\.|[^"\\])*"|'[^']*'|[^\s{}<>()\[\]"']+""")
_QUOTES = {"'": "'", '"': '"', "{": "}"}


def parse(text: str) -> dict[str, str]:
    """What ``{option=value switch}`` says, by name; a switch has an empty text.

    Spaces part options, but not within brackets and quotes; quotes and braces around a whole value are not part of it.
    """
    words, depth = [""], 0
    for piece in _PIECE.findall(text[1:-1]):
        depth += (piece in "{<([") - (piece in "}>)]")
        if piece.isspace() and not depth:
            words.append("")
        else:
            words[-1] += piece
    return {name: _bare(value) for name, _, value in (word.partition("=") for word in words if word)}


def _bare(value: str) -> str:
    return value[1:-1] if len(value) > 1 and _QUOTES.get(value[0]) == value[-1] else value


def values(options: Iterable[Option], given: Mapping[str, str]) -> dict[str, Value]:
    """The values of ``options`` that are ``given``, by name.  Raises `OptionError`."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(f"has no option '{name}'; it has {', '.join(known) or 'none'}")
    return {name: known[name].read(text) for name, text in given.items()}


def spelled(given: Mapping[str, Value]) -> str:
    """``{option=value …}`` as `parse` reads it, or nothing where nothing is given."""
    words = (f"{name}={{{str(v).lower() if isinstance(v, bool) else v}}}" for name, v in given.items())
    return f"{{{' '.join(words)}}}" if given else ""
