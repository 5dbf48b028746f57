"""`dataclass`: that of the standard library, where a class costs a fourth.

The standard library compiles six methods for each frozen class, in every process anew: a tenth of what it took to
compile a small kernel.  Here ``__init__`` is all that is compiled, of a text without types; ``__eq__``, ``__hash__``
and ``__repr__`` read the fields by their names, with the same results on every Python: those of 3.12, where records
with one and the same NaN are equal, as tuples with it are.  That nobody assigns to the fields of a ``frozen`` class is
for type checkers to see, as nothing hinders it at run time; so records that users of the package get are the standard
library's.
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

    def dataclass(cls=None, /, *, frozen=False, eq=True, init=True, **options):
        """As `dataclasses.dataclass`; of its other parameters ``slots``, ``kw_only``, ``init`` and ``match_args``."""

        def made(cls):
            own = set(vars(cls))
            cls = dataclasses.dataclass(cls, eq=False, repr=False, init=False, **options)
            fields = dataclasses.fields(cls)
            methods = {"__repr__": _repr(tuple(f.name for f in fields if f.repr))}
            if init:
                methods["__init__"] = _init(cls, fields)
            if eq:
                methods |= _comparison(fields, frozen)
            for name in methods.keys() - own:
                setattr(cls, name, methods[name])
            return cls

        return made(cls) if cls else made


def _init(cls: type, fields: tuple[dataclasses.Field, ...]) -> Callable[..., None]:
    """``__init__`` of records with these ``fields``."""
    given = sorted((f for f in fields if f.init), key=lambda f: f.kw_only is True)
    parameters = [f.name if _default(f) is _NONE else f"{f.name}=_default_{f.name}" for f in given]
    if any(f.kw_only for f in given):
        parameters.insert(sum(not f.kw_only for f in given), "*")
    lines = [f"_self.{line}" for f in fields if (line := _assignment(f, "__slots__" in vars(cls)))]
    lines += ["_self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    known: dict[str, Any] = {f"_default_{f.name}": _default(f) for f in fields}
    known |= {f"_make_{f.name}": f.default_factory for f in fields} | {"_new": _NEW}
    exec(f"def __init__({', '.join(['_self', *parameters])}):\n " + "\n ".join(lines or ["pass"]), known)
    init = known["__init__"]
    init.__module__, init.__qualname__ = cls.__module__, f"{cls.__qualname__}.__init__"
    init.__annotations__ = {f.name: f.type for f in given} | {"return": None}
    return init


class _New:
    """The default of a field that a factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


_NONE, _NEW = dataclasses.MISSING, _New()


def _default(field: dataclasses.Field) -> Any:
    return field.default if field.default_factory is _NONE else _NEW


def _assignment(field: dataclasses.Field, slots: bool) -> str:
    """How ``__init__`` sets ``field``; empty where the class has its value."""
    name = field.name
    if _default(field) is _NEW:
        return f"{name} = _make_{name}()" + (f" if {name} is _new else {name}" if field.init else "")
    if field.init:
        return f"{name} = {name}"
    return f"{name} = _default_{name}" if slots and field.default is not _NONE else ""


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
