"""Passes of ours and of upstream MLIR, run in the order given by one pass manager.

A `Pass` is a Python function over a ``builtin.module``; `run_pipeline` takes passes and pipeline text alike::

    run_pipeline(module, ["triton-to-linalg", "func.func(canonicalize,cse)", my_pass])

Pipeline text is MLIR's: ``name``, ``name{option=value}``, ``anchor(...)``, separated by commas.  Names of
`triton_shared.conversions.PASSES` may stand in it wherever a module is the anchor.  MLIR itself is
imported by the first run, so that listing the passes costs nothing.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from triton_shared import interrupts

if TYPE_CHECKING:
    from triton_shared.mlir import ir

# Upstream passes over whatever implements FunctionOpInterface: at the module they are nested below func.func.
FUNCTION_PASSES = {
    "acc-bind-routine",
    "acc-cg-to-gpu",
    "affine-loop-unroll",
    "affine-loop-unroll-jam",
    "affine-simplify-min-max",
    "convert-affine-for-to-gpu",
    "convert-arm-sme-to-llvm",
    "shard-partition",
    "sharding-propagation",
    "static-memory-planner-analysis",
    "tosa-to-linalg",
    "tosa-to-linalg-named",
}

Observer = Callable[[str, "ir.Operation"], None]


class PipelineError(ValueError):
    """Pipeline text that cannot be run; ``unknown`` is the name that nobody registered, if that is why."""

    def __init__(self, message: str, unknown: str | None = None):
        super().__init__(message)
        self.unknown = unknown


@dataclass(frozen=True)
class Pass:
    """One named pass.

    ``run`` is a function that changes a ``builtin.module`` in place, or ``"package.module:function"``,
    imported when first run, or a sequence of passes and pipeline texts that stand for this one.  The
    function refuses a program by raising `LoweringError`; what it returns is ignored.
    """

    name: str
    run: Callable[[ir.Operation], object] | str | Sequence[str | Pass]
    aliases: tuple[str, ...] = ()

    @property
    def is_pipeline(self) -> bool:
        """Whether this pass only stands for other passes."""
        return not callable(self.run) and not isinstance(self.run, str)

    @cached_property
    def function(self) -> Callable[[ir.Operation], object]:
        """The function itself, imported if it is given by name."""
        if not isinstance(self.run, str):
            return self.run
        module, _, name = self.run.partition(":")
        return getattr(importlib.import_module(module), name)

    @property
    def summary(self) -> str:
        """One line: the first of the defining module's docstring, which is read without importing it."""
        if self.is_pipeline:
            return "Runs " + ", ".join(p if isinstance(p, str) else p.name for p in self.run) + "."
        if isinstance(self.run, str):
            spec = importlib.util.find_spec(self.run.partition(":")[0])
            text = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
        else:
            text = sys.modules[self.run.__module__].__doc__
        return (text or self.name).strip().splitlines()[0]


def table(*passes: Pass) -> dict[str, Pass]:
    """``passes`` by name and by alias."""
    return {name: p for p in passes for name in (p.name, *p.aliases)}


@dataclass(frozen=True)
class Step:
    """One pass where it stands: ``ours``, or an upstream one with its ``{options}`` below ``anchors``."""

    name: str
    ours: Pass | None = None
    options: str = ""
    anchors: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Pipeline text of an upstream step, relative to the module."""
        return "".join(f"{a}(" for a in self.anchors) + self.name + self.options + ")" * len(self.anchors)


def expand(passes: Iterable[str | Pass]) -> list[Step]:
    """The single steps that ``passes`` (pipeline texts and `Pass`\\ es) stand for.

    An outermost ``builtin.module(...)`` or ``any(...)`` means the module itself.  Raises `PipelineError` on
    text that is no pipeline and on a pass of ours given options or nested below anything but the module.
    """
    return [step for item in passes for step in _expand_one(item)]


def _expand_one(item: str | Pass) -> Iterator[Step]:
    if isinstance(item, Pass):
        if item.is_pipeline:
            yield from expand(item.run)
        else:
            yield Step(item.name, ours=item)
        return
    known = importlib.import_module("triton_shared.conversions").PASSES
    for step in _parse(item):
        anchors = step.anchors[1:] if step.anchors[:1] in (("builtin.module",), ("any",)) else step.anchors
        if step.name not in known:
            nested = not anchors and step.name in FUNCTION_PASSES
            yield replace(step, anchors=("func.func",) if nested else anchors)
        elif anchors:
            raise PipelineError(f"pass '{step.name}' runs on the whole module, not inside '{anchors[-1]}'")
        elif step.options:
            raise PipelineError(f"pass '{step.name}' has no options, but got '{step.options}'")
        else:
            yield from _expand_one(known[step.name])


_WORD = re.compile(r"[^\s,(){}]+")
_SPACE = re.compile(r"\s*")
_OPTION_TOKEN = re.compile(r"""[{}]|"(?:\\.|[^"\\])*"|'[^']*'""")


def _parse(text: str) -> list[Step]:
    """The leaves of pipeline ``text``, nothing resolved."""
    steps: list[Step] = []
    anchors: list[str] = []
    at = 0

    def fail(what: str) -> PipelineError:
        return PipelineError(f"expected {what} at column {at + 1} of the pipeline:\n{text}\n{' ' * at}^")

    def skip(where: int) -> int:
        return _SPACE.match(text, where).end()

    while True:
        at = skip(at)
        if not (word := _WORD.match(text, at)):
            raise fail("the name of a pass")
        at = skip(word.end())
        if text.startswith("(", at):
            anchors.append(word[0])
            at += 1
            continue
        options = _options(text, at) if text.startswith("{", at) else ""
        if options is None:
            raise fail("a closing '}' for the '{'")
        steps.append(Step(word[0], None, options, tuple(anchors)))
        at = skip(at + len(options))
        while anchors and text.startswith(")", at):
            anchors.pop()
            at = skip(at + 1)
        if at == len(text) and not anchors:
            return steps
        if not text.startswith(",", at):
            raise fail("',' or ')'" if anchors else "',' or the end")
        at += 1


def _options(text: str, start: int) -> str | None:
    """The balanced ``{...}`` that begins at ``start``; None when it never closes."""
    depth = 0
    for token in _OPTION_TOKEN.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return text[start : token.end()]
    return None


def check_pipeline(passes: Iterable[str | Pass], context: ir.Context) -> set[str]:
    """The names of the single passes that ``passes`` stand for; raises `PipelineError` if one cannot run."""
    from triton_shared.mlir import PassManager

    steps = expand(passes)
    manager = PassManager("builtin.module", context)
    for step in steps:
        if not step.ours:
            _add_upstream(manager, step)
    return {step.name for step in steps}


def run_pipeline(
    module: ir.Operation,
    passes: Iterable[str | Pass],
    *,
    verify_each: bool = True,
    print_before: Observer | None = None,
    print_after: Observer | None = None,
    timing: list[tuple[str, float]] | None = None,
) -> None:
    """Run ``passes`` over ``module``, in place and in order.

    ``print_before`` and ``print_after`` are called with a pass's name and the module, around every pass;
    ``timing`` receives ``(name, seconds)`` of every pass.  Raises `CompileError` when a pass refuses the
    program or leaves invalid IR (the module is then in an unspecified state), `PipelineError` when a pass is
    unknown or its options are wrong; any other exception of a Python pass comes out as it is.
    """
    run = _Run()
    for step in expand(passes):
        if print_before:
            run.call(f"print-before-{step.name}", lambda op, n=step.name: print_before(n, op))
        if timing is not None:
            run.call(f"start-{step.name}", run.start_clock)
        run.add(step)
        if timing is not None:
            run.call(f"stop-{step.name}", lambda op, n=step.name: timing.append((n, run.stop_clock())))
        if print_after:
            run.call(f"print-after-{step.name}", lambda op, n=step.name: print_after(n, op))
    with interrupts.deferred:
        run.execute(module.operation, verify_each)


def modules_in(module: ir.Operation) -> list[ir.Operation]:
    """``module`` itself, or the modules that it consists of, as a file with several of them does."""
    inner = [op.operation for op in module.operation.regions[0].blocks[0]]
    if not inner or any(op.name != "builtin.module" for op in inner):
        return [module]
    return [found for op in inner for found in modules_in(op)]


class _Run:
    """One run of a pass manager: what is in it, where it stands, and the exception that ended it."""

    def __init__(self):
        self.items: list[Step | tuple[str, Callable]] = []  # upstream steps and Python functions
        self.steps: list[str] = []  # names, in order
        self.calls: list[int] = []  # how many steps stood before each Python function
        self.reached = 0  # that of the Python function called last
        self.error: BaseException | None = None
        self.started = 0.0

    def start_clock(self, _op: ir.Operation) -> None:
        self.started = time.perf_counter()

    def stop_clock(self) -> float:
        return time.perf_counter() - self.started

    def add(self, step: Step) -> None:
        """Append ``step``."""
        if step.ours:
            self.call(step.name, lambda op: [step.ours.function(module) for module in modules_in(op)])
        else:
            self.items.append(step)
        self.steps.append(step.name)

    def call(self, name: str, function: Callable[[ir.Operation], object]) -> None:
        """Append a Python function; its exception is kept and ends the run (it must not cross C++ frames)."""
        position = len(self.steps)
        self.calls.append(position)

        def guarded(op: ir.Operation, handle) -> None:
            self.reached = position
            try:
                interrupts.check()
                function(op)
            except BaseException as error:
                self.error = error
                handle.signal_pass_failure()

        self.items.append((name, guarded))

    def execute(self, module: ir.Operation, verify_each: bool) -> None:
        """Run everything appended; raises what a pass raised, or a `CompileError` of MLIR's diagnostics."""
        from triton_shared.errors import CompileError, Diagnostic, as_diagnostic, placed
        from triton_shared.mlir import PassManager, ir

        manager = PassManager(module.name, module.context)
        try:
            manager.enable_verifier(verify_each)
            for item in self.items:
                if isinstance(item, Step):
                    _add_upstream(manager, item)
                else:
                    name, function = item
                    # No op_name: the binding would keep a reference to its text, but not the text.
                    manager.add(function, name=name, argument=name)
            with module.context:
                manager.run(module)
        except ir.MLIRError as failure:
            if self.error is not None and not isinstance(self.error, ir.MLIRError):
                raise self.error from None
            found = [as_diagnostic(d) for d in (self.error or failure).error_diagnostics]
            if not found:
                found = [Diagnostic(f"{self.suspects()} failed and gave no reason")]
            else:
                note = Diagnostic(f"while running {self.suspects()}", found[-1].file, severity="note")
                found[-1] = replace(found[-1], notes=(*found[-1].notes, note))
            raise CompileError(placed(found, module)) from None
        finally:
            del manager  # a traceback would hold it, and it holds our functions where no collector sees them

    def suspects(self) -> str:
        """The steps that may have failed: from the Python function called last up to the next one."""
        if self.error is not None:
            end = self.reached + 1
        else:
            end = min((c for c in self.calls if c > self.reached), default=None)
        return " or ".join(f"'{name}'" for name in self.steps[self.reached : end])


_UNKNOWN = re.compile(r"'([^']+)' does not refer to a registered pass")
_ANCHORED = re.compile(r"Can't add pass '[^']*' restricted to '([^']+)'")
_NO_OPTION = re.compile(r"no such option (\S+)")


def _add_upstream(manager, step: Step) -> None:
    """Append an upstream step; if it stands at the module but insists on another op, nest it below that."""
    try:
        manager.add(step.text)
    except ValueError as error:
        reason = str(error)
        if (anchor := _ANCHORED.search(reason)) and not step.anchors:
            manager.add(replace(step, anchors=(anchor[1],)).text)
        elif unknown := _UNKNOWN.search(reason):
            raise PipelineError(f"no pass is called '{unknown[1]}'", unknown[1]) from None
        elif option := _NO_OPTION.search(reason):
            raise PipelineError(f"pass '{step.name}' has no option '{option[1]}'") from None
        elif step.options:
            raise PipelineError(f"pass '{step.name}' does not accept the options '{step.options}'") from None
        else:
            raise PipelineError(f"pass '{step.name}' cannot be run here: {reason.strip()}") from None
