"""What a pass is: a name, a function or what stands for it, what it runs on, and its options.

Packages list theirs in ``PASSES``; a row names its function, so that a list imports neither it nor MLIR.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from triton_shared.coded import Coded
from triton_shared.passes.options import Option

MODULE, FUNCTION = "builtin.module", "func.func"


class PipelineError(Coded, ValueError):
    """Pipeline text that cannot be run; ``unknown`` is the name that nobody registered, if that is why."""

    def __init__(self, message: str, unknown: str | None = None):
        super().__init__(message)
        self.unknown = unknown


@dataclass(frozen=True)
class Pass:
    """One named pass.

    Attributes:
        name: its flag without dashes, as ``canonicalize``.
        aliases: other names of it.
        run: a function that changes an op called ``anchor`` in place, or ``"package.module:function"``, imported when
            first run, or a sequence of passes and pipeline texts that stand for this one.  The function refuses a
            program by raising `LoweringError`.
        anchor: what the function is called with: the module, or each function of it that has a body.
        then: what is run over the module where the function has returned true.
        options: what the function takes beside the op, by keyword; a pass that stands for others has theirs.
        choice: one of ``options``: where it has its default, the pass does nothing, and is not imported.
        translate: ``"package.module:function"``, which makes of the pass's name and options, by name and as text, those
            that the pass has; it may raise `OptionError`.
        optional: whether programs are right without it: an optimisation, which `leaving_out` leaves out.
    """

    name: str
    run: Callable[..., object] | str | Sequence[str | Pass]
    aliases: tuple[str, ...] = ()
    anchor: str = MODULE
    then: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    choice: Option | None = None
    optional: bool = False
    translate: str = ""

    @property
    def is_pipeline(self) -> bool:
        """Whether this pass only stands for other passes."""
        return not callable(self.run) and not isinstance(self.run, str)

    @cached_property
    def function(self) -> Callable[..., object]:
        """The function itself, imported if it is given by name."""
        if callable(self.run):
            return self.run
        if not isinstance(self.run, str):
            raise TypeError(f"{self.name} is a pipeline")
        return _imported(self.run)

    def translated(self, given: Mapping[str, str]) -> Mapping[str, str]:
        """The options that the options ``given``, by name and as text, stand for; may raise `OptionError`."""
        return _imported(self.translate)(self.name, given) if self.translate and given else given

    @property
    def documentation(self) -> str:
        """The docstring of the function, or of its module if it is called ``run``, which it leads."""
        if isinstance(self.run, str):
            text = _docstring(*self.run.split(":"))
        elif callable(self.run):
            text = sys.modules[self.run.__module__].__doc__
        else:
            return "Runs " + ", ".join(p if isinstance(p, str) else p.name for p in self.run) + "."
        return (text or self.name).strip()

    @property
    def summary(self) -> str:
        """The first line of `documentation`."""
        return self.documentation.splitlines()[0]


def _imported(place: str) -> Callable:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def each(
    name: str, run: str, then: tuple[str, ...] = (), *, aliases: tuple[str, ...] = (), optional: bool = False
) -> Pass:
    """The pass ``name`` over every function."""
    return Pass(name, run, aliases, FUNCTION, then, optional=optional)


@cache
def _docstring(module: str, function: str) -> str | None:
    """The docstring of ``function``, or of its ``module``, which is not imported, if it is called ``run``."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    found = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function != "run")
    return ast.get_docstring(next(found, tree))


def table(*passes: Pass) -> dict[str, Pass]:
    """``passes`` by name and by alias."""
    return {name: p for p in passes for name in (p.name, *p.aliases)}
