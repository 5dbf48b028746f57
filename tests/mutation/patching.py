"""Passes with a mistake in them: a function of the package is compiled anew with a piece of its source replaced."""

from __future__ import annotations

import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: what may catch a mutant
GENERATOR, VALIDATION = "generator", "validation"


class Stale(Exception):
    """The source no longer has what a mutant replaces."""


@dataclass(frozen=True)
class Mutant:
    """A mistake in ``place``, ``module:function`` or ``module:Class.method`` below ``triton_shared``.

    Attributes:
        of: the pass.
        what: what is dropped or swapped.
        old: source that stands once in the function.
        new: what stands there instead.
        forms: the kernels that have what the pass rewrites, if not all may.
        target: what kernels are compiled for.
        after: a piece of source behind which ``old`` is looked for, where it stands twice.
        by: what has to catch it: the generator's oracle, or validation of sums of narrow floats.
    """

    of: str
    what: str
    place: str
    old: str
    new: str
    forms: tuple[str, ...] = ()
    target: str = "cpu"
    after: str = ""
    by: str = GENERATOR

    @property
    def name(self) -> str:
        """The pass and what is wrong with it."""
        return f"{self.of}: {self.what}"

    def apply(self) -> Callable[[], None]:
        """Put the mistake in; what is returned takes it out again.  Raises `Stale`."""
        module_name, _, path = self.place.partition(":")
        module: Any = importlib.import_module(f"triton_shared.{module_name}")
        *classes, name = path.split(".")
        owner = module
        for one in classes:
            owner = getattr(owner, one)
        original = inspect.getattr_static(owner, name)
        made = self._made(original, module, name)
        if classes:
            setattr(owner, name, made)
            return lambda: setattr(owner, name, original)
        return _replace_everywhere(name, original, made)

    def _made(self, original: Any, module: Any, name: str) -> Any:
        source = textwrap.dedent(inspect.getsource(original))
        start = source.index(self.after) if self.after in source else -1
        if start < 0 or source[start:].count(self.old) != 1:
            raise Stale(f"{self.name}: {self.place} has {source.count(self.old)} times {self.old!r}")
        source = source[:start] + source[start:].replace(self.old, self.new)
        scope: dict[str, Any] = {}
        code = compile("from __future__ import annotations\n" + source, f"<mutant of {self.place}>", "exec")
        exec(code, module.__dict__ | {"__name__": module.__name__}, scope)
        made = scope[name]
        if inspect.isfunction(made):  # which sees what else is replaced later
            made = type(made)(made.__code__, module.__dict__, name, made.__defaults__, made.__closure__)
            made.__kwdefaults__ = getattr(original, "__kwdefaults__", None)
        return made


def _replace_everywhere(name: str, original: Any, made: Any) -> Callable[[], None]:
    """Let every module that knows ``original``, by name or in a table, know ``made``."""
    modules = [vars(m) for n, m in sys.modules.items() if n.startswith("triton_shared") and m is not None]
    tables = [value for names in modules for value in names.values() if type(value) is dict]
    changed = [
        (table, known) for table in [*modules, *tables] for known, value in table.items() if value is original
    ]

    def replace(value: Any) -> None:
        for table, known in changed:
            table[known] = value

    replace(made)
    return lambda: replace(original)
