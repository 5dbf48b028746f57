"""What a launch must know of a kernel besides its code: a dataclass, of whose fields its JSON is made and read.

A kind of kernel has a class of its own; each field says how it is read, so what stands in a cache is checked by the
same list that it was written by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import Any, TypeVar

from triton_shared.abi import Param
from triton_shared.records import dataclass
from triton_shared.types import ARGUMENTS, ELEMENTS

Read = Callable[[Any], Any]
H = TypeVar("H", bound="Header")


def read_by(read: Read) -> Any:
    """A field that ``read`` reads from what JSON has of it; ``read`` raises ValueError where that is another thing."""
    return field(metadata={"read": read})


def a(kind: type, among: range | None = None) -> Read:
    """Reads a value of ``kind``, ``among`` these numbers."""

    def read(value: Any) -> Any:
        if type(value) is not kind or (among is not None and value not in among):
            raise ValueError(f"{value!r} is no {kind.__name__}")
        return value

    return read


def many(one: Read) -> Read:
    """Reads a list of what ``one`` reads."""
    return lambda value: tuple(map(one, value if isinstance(value, tuple) else a(list)(value)))


def param(value: Any) -> Param:
    """Reads a `Param`."""
    match value:
        case ["ptr", str(element), bool(), dict()] if element in ELEMENTS:
            return Param(*value)
        case [str(kind), None, bool(), dict()] if kind in ARGUMENTS:
            return Param(*value)
    raise ValueError(f"{value!r} is no parameter")


@dataclass(frozen=True)
class Header:
    """What all kernels have.

    Attributes:
        name: the kernel's name in the source.
        params: what it takes.
        names: the names of its parameters, where the source tells them, else ``()``.
    """

    name: str = read_by(a(str))
    params: tuple[Param, ...] = read_by(many(param))
    names: tuple[str, ...] = read_by(many(a(str)))

    @classmethod
    def of(cls: type[H], compiled: Any, names: list[str], **more: Any) -> H:
        """The header of what a target's stages ``compiled``, of whose attributes it is made, and of ``more``."""
        known = {"names": tuple(names), **more}
        return cls(
            **{f.name: known[f.name] if f.name in known else getattr(compiled, f.name) for f in fields(cls)}
        )

    @classmethod
    def read(cls: type[H], header: Mapping[str, Any]) -> H:
        """The header of which this is the JSON, which may say more.  Raises ValueError where it is another thing."""
        try:
            return cls(**{f.name: f.metadata["read"](header[f.name]) for f in fields(cls)})
        except KeyError as error:
            raise ValueError(f"there is no {error}") from None

    @classmethod
    def fits(cls, header: Mapping[str, Any]) -> bool:
        """Whether ``header`` is one that `read` takes."""
        try:
            cls.read(header)
        except ValueError:
            return False
        return True

    def to_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _plain(value: Any) -> Any:
    match value:
        case tuple():
            return list(map(_plain, value))
        case Mapping():
            return dict(value)
    return value
