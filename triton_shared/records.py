"""`dataclass`: that of the standard library, where a class costs a fourth.

The standard library compiles six methods for each frozen class, in every process anew: a tenth of what it took to
compile a small kernel.  Here ``__init__`` is all that is compiled; ``__eq__``, ``__hash__`` and ``__repr__`` read the
fields by their names, with the same results on every Python: those of 3.12, where records with one and the same NaN are
equal, as tuples with it are.  That nobody assigns to the fields of a ``frozen`` class is for type
checkers to see, as nothing hinders it at run time; so records that users of the package get are the standard library's.
Neither inherits from the other where the class is frozen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        """As `dataclasses.dataclass`; of its other parameters ``slots``, ``kw_only``, ``init`` and ``match_args``."""

        def made(cls):
            own = set(vars(cls))
            cls = dataclasses.dataclass(cls, eq=False, repr=False, **options)
            fields = dataclasses.fields(cls)
            methods = {"__repr__": _repr(tuple(f.name for f in fields if f.repr))}
            if eq:
                methods |= _comparison(fields, frozen)
            for name in methods.keys() - own:
                setattr(cls, name, methods[name])
            return cls

        return made(cls) if cls else made


def _repr(names: tuple[str, ...]) -> Callable[[Any], str]:
    """``__repr__`` that shows the fields ``names``."""

    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{type(self).__qualname__}({shown})"

    return __repr__


def _comparison(fields: tuple[dataclasses.Field, ...], hashes: bool) -> dict[str, Callable | None]:
    """``__eq__`` of records with these ``fields``, and ``__hash__``, None where there is to be none."""
    compared = _values(tuple(f.name for f in fields if f.compare))
    hashed = _values(tuple(f.name for f in fields if (f.compare if f.hash is None else f.hash)))

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(hashed(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if hashes else None}


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple]:
    """What makes a tuple of the fields ``names`` of a record."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple([getattr(record, name) for name in names])
