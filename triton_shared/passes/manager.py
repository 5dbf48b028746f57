"""Passes of ours and of upstream MLIR, run in the order given.

A `Pass` is a Python function over a ``builtin.module`` or a ``func.func``; `run_pipeline` takes passes and pipeline
text alike::

    run_pipeline(module, ["triton-to-linalg", "func.func(canonicalize,cse)", my_pass])

Pipeline text is MLIR's: ``name``, ``name{option=value}``, ``anchor(...)``, separated by commas.  Names of
`registry.py` may stand in it wherever their anchor is; what plug-ins add to such a pass runs before and after
it.  A pass that stands for others has the options of all of these, and gives each to whichever has one of that name.
MLIR itself is imported by the first run, so that listing the passes costs nothing.
"""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from triton_shared import interrupts, plugins
from triton_shared.passes import options as pass_options
from triton_shared.passes.base import FUNCTION, MODULE, Pass, PipelineError
from triton_shared.passes.options import Option, Value
from triton_shared.records import dataclass

if TYPE_CHECKING:
    from triton_shared.errors import CompileError
    from triton_shared.mlir import PassManager, ir

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

# Upstream pipelines over the whole module: MLIR aborts the process where one stands elsewhere.
MODULE_PIPELINES = {
    "gpu-lower-to-nvvm-pipeline",
    "gpu-lower-to-rocdl-pipeline",
    "gpu-lower-to-xevm-pipeline",
    "sparsifier",
    "tosa-to-linalg-pipeline",
}

#: where this is 1 the IR is verified, too, where passes of ours hand it over to upstream's, and between stages
VERIFY = "TRITON_SHARED_VERIFY"

_left_out: ContextVar[frozenset[str]] = ContextVar("left_out", default=frozenset())


class Validation(Protocol):
    """What looks at a module before and after each pass, with the pass's name."""

    def before(self, name: str, module: ir.Operation, given: Mapping[str, Value]) -> None:
        """Pass ``name`` is next, ``given`` these options."""

    def after(self, name: str, module: ir.Operation) -> None:
        """Pass ``name`` has run."""


Observer = Callable[[str, "ir.Operation"], None]


@dataclass(frozen=True)
class Step:
    """One pass where it stands: ``ours`` with the options it is ``given``, or an upstream one with its ``{options}``
    below ``anchors``.  ``plugin`` is what has it, or added it there.
    """

    name: str
    ours: Pass | None = None
    options: str = ""
    anchors: tuple[str, ...] = ()
    given: dict[str, Value] = field(default_factory=dict)
    plugin: plugins.Plugin | None = None

    @property
    def text(self) -> str:
        """Pipeline text of an upstream step, relative to the module."""
        return "".join(f"{a}(" for a in self.anchors) + self.name + self.options + ")" * len(self.anchors)


def expand(passes: Iterable[str | Pass]) -> list[Step]:
    """The single steps that ``passes`` (pipeline texts and `Pass`\\ es) stand for.

    An outermost ``builtin.module(...)`` or ``any(...)`` means the module itself.  Raises `PipelineError` on
    text that is no pipeline, on options that a pass of ours does not have, and on one nested below what it does not
    run on.
    """
    added = plugins.tables()
    return [
        step
        for item in passes
        for step in (_expand_text(item, added) if isinstance(item, str) else _expand_one(item, added))
    ]


def options_of(one: Pass) -> list[Option]:
    """The options of a pass; of one that stands for others those of all of these."""
    return list({o.name: o for step in expand([one]) if step.ours for o in step.ours.options}.values())


@lru_cache(maxsize=256)
def _expand_text(text: str, added: plugins.Tables) -> tuple[Step, ...]:
    """`_expand_one` of pipeline text, once."""
    return tuple(_expand_one(text, added))


def _expand_one(item: str | Pass, added: plugins.Tables) -> Iterator[Step]:
    """The steps of ``item``, and those ``added`` before and after the passes that it names."""
    if isinstance(item, Pass):
        if callable(item.run) or isinstance(item.run, str):
            yield Step(item.name, ours=item, plugin=plugins.owner(item))
        else:
            yield from (step for inner in item.run for step in _expand_one(inner, added))
        return
    from triton_shared.passes import registry  # once it is asked for: it imports all lists of passes

    known = registry.known()
    for step in _parse(item):
        anchors = step.anchors[1:] if step.anchors[:1] in (("builtin.module",), ("any",)) else step.anchors
        if step.name not in known:
            if step.name in MODULE_PIPELINES and anchors and anchors[-1] != MODULE:
                raise PipelineError(
                    f"pass '{step.name}' runs on the whole module, not inside '{anchors[-1]}'"
                )
            nested = not anchors and step.name in FUNCTION_PASSES
            yield replace(step, anchors=("func.func",) if nested else anchors)
        elif anchors and anchors != (known[step.name].anchor,):
            where = "the whole module" if known[step.name].anchor == MODULE else "functions of the module"
            raise PipelineError(f"pass '{step.name}' runs on {where}, not inside '{anchors[-1]}'")
        else:
            yield from _added(added.before, known[step.name])
            yield from _given(step, known[step.name], list(_expand_one(known[step.name], added)))
            yield from _added(added.after, known[step.name])


def _added(table: Mapping[str, list[tuple[plugins.Plugin, str]]], one: Pass) -> Iterator[Step]:
    """What plug-ins add at the pass ``one``, by any of its names; to that nothing is added."""
    for point in (one.name, *one.aliases):
        for plugin, text in table.get(point, ()):
            with plugins.blamed(plugin, f"what it adds to '{point}'"):
                yield from [replace(step, plugin=plugin) for step in _expand_one(text, plugins.NONE)]


def _given(named: Step, one: Pass, steps: list[Step]) -> Iterator[Step]:
    """``steps``, which the pass ``one`` stands for, with the options that it is ``named`` with."""
    options = {o.name: o for step in steps if step.ours for o in step.ours.options}
    try:
        given = one.translated(pass_options.parse(named.options))
        values = pass_options.values(options.values(), given)
    except pass_options.OptionError as error:
        raise PipelineError(f"pass '{named.name}' {error}") from None
    for step in steps:
        mine = {o.name for o in step.ours.options} if step.ours else set()
        yield replace(step, given=step.given | {n: v for n, v in values.items() if n in mine})


_WORD = re.compile(r"[^\s,(){}]+")
_SPACE = re.compile(r"\s*")
_OPTION_TOKEN = re.compile(r"""[{}]|"(?:\\.|[^"\\])*"|'[^']*'""")


def _parse(text: str) -> list[Step]:
    """The leaves of pipeline ``text``, nothing resolved."""
    if not_text := re.search("[\ud800-\udfff]", text):
        raise PipelineError(f"the pipeline is no UTF-8 at column {not_text.start() + 1}: {text!a}")
    steps: list[Step] = []
    anchors: list[str] = []
    at = 0

    def fail(what: str) -> PipelineError:
        return PipelineError(f"expected {what} at column {at + 1} of the pipeline:\n{text}\n{' ' * at}^")

    def skip(where: int) -> int:
        found = _SPACE.match(text, where)
        return found.end() if found else where

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


def part_of(steps: list[Step], after: str | None, until: str | None) -> list[Step]:
    """Those of ``steps`` behind the first one called ``after``, up to the first of these called ``until``.

    Raises:
        PipelineError: there is none of that name.
    """
    if after is not None:
        steps = steps[_number(steps, after) + 1 :]
    return steps if until is None else steps[: _number(steps, until) + 1]


def _number(steps: list[Step], name: str) -> int:
    names = ((step.name, *step.ours.aliases) if step.ours else (step.name,) for step in steps)
    found = next((number for number, known in enumerate(names) if name in known), None)
    if found is None:
        raise PipelineError(f"no pass '{name}' is run")
    return found


def check_pipeline(
    passes: Iterable[str | Pass], context: ir.Context, *, after: str | None = None, until: str | None = None
) -> set[str]:
    """The names of the single passes that ``passes`` stand for, or a part of them as for `run_pipeline`.

    Raises:
        PipelineError: one cannot run.
    """
    from triton_shared.mlir import PassManager

    steps = part_of(expand(passes), after, until)
    manager = PassManager("builtin.module", context)
    for step in steps:
        if not step.ours:
            with plugins.blamed(step.plugin, f"pass '{step.name}'"):
                _add_upstream(manager, step)
    return {step.name for step in steps}


def run_pipeline(
    module: ir.Operation,
    passes: Iterable[str | Pass],
    *,
    verify_each: bool | None = None,
    print_before: Observer | None = None,
    print_after: Observer | None = None,
    timing: list[tuple[str, float]] | None = None,
    validate: Validation | None = None,
    bisection: Bisection | None = None,
    after: str | None = None,
    until: str | None = None,
) -> None:
    """Run ``passes`` over ``module``, in place and in order: all of them, or those behind the first one called
    ``after``, up to the first of these called ``until``.

    The IR is verified after passes of others, and at the end; with ``verify_each`` after every pass, and where that is
    False never.  `VERIFY` has it verified where passes of ours hand it over to upstream's, too.  ``print_before`` and
    ``print_after`` are called with a pass's name and the module, around every pass; so are the methods of ``validate``,
    such as a `triton_shared.validation.Validator`, which runs the module; ``timing`` receives ``(name, seconds)`` of
    every pass; ``bisection`` keeps later optional passes from doing anything.  Threads may call it at once, and take
    turns.

    Raises `CompileError` when a pass refuses the program or leaves invalid IR (the module is then in an unspecified
    state), `PipelineError` when a pass is unknown or its options are wrong, `PluginError` for any other exception of a
    plug-in's pass; that of another Python pass comes out as it is.
    """
    from triton_shared.mlir import ir

    module = module.operation
    observers = _Observers(print_before, print_after, timing, validate, bisection)
    with interrupts.one_at_a_time, interrupts.deferred, module.context, ir.Location.unknown():
        _run_steps(module, deque(_remaining(passes, after, until)), verify_each, observers)


def _run_steps(
    module: ir.Operation, pending: deque[Step], verify_each: bool | None, observers: _Observers
) -> None:
    """Run the ``pending`` steps, and those that they ask for."""
    unverified: list[Step] = []
    while pending:
        interrupts.check()
        step = pending.popleft()
        follow = observers.run(module, step, verify=bool(verify_each))
        if follow:
            pending.extendleft(reversed(_remaining(follow)))
        unverified.append(step)
        if verify_each is None and (not pending or _hands_over(step, pending[0])):
            verify(module, unverified)
            unverified.clear()


@dataclass(frozen=True)
class _Observers:
    """What `run_pipeline` was asked to tell of each pass, and which passes it may run."""

    print_before: Observer | None
    print_after: Observer | None
    timing: list[tuple[str, float]] | None
    validate: Validation | None
    bisection: Bisection | None

    def run(self, module: ir.Operation, step: Step, *, verify: bool) -> tuple[str, ...]:
        """Run ``step``; returns the texts of what is to follow it."""
        if self.print_before:
            self.print_before(step.name, module)
        if self.validate:
            self.validate.before(step.name, module, step.given)
        begin = time.perf_counter()
        skipped = self.bisection is not None and not self.bisection.allows(step.name)
        follow = () if skipped else _run_one(module, step, verify=verify)
        if self.timing is not None:
            self.timing.append((step.name, time.perf_counter() - begin))
        if self.validate:
            self.validate.after(step.name, module)
        if self.print_after:
            self.print_after(step.name, module)
        return follow


class Bisection:
    """Lets the first ``limit`` optional passes be run, and none after them: LLVM's ``-opt-bisect-limit``.

    With any smaller limit a program is compiled as right as with all; so halving finds the one run of a pass that makes
    a difference.  ``tell`` is given a line for each: ``BISECT: running pass (3) move-rows``.
    """

    def __init__(self, limit: int, tell: Callable[[str], object]):
        self.limit, self.tell, self.met = limit, tell, 0

    def allows(self, name: str) -> bool:
        """Whether the pass ``name``, which is next, may be run."""
        from triton_shared.passes import registry  # once it is asked for: it imports all lists of passes

        if name not in registry.optional():
            return True
        self.met += 1
        runs = self.met <= self.limit
        self.tell(f"BISECT: {'' if runs else 'NOT '}running pass ({self.met}) {name}")
        return runs


@contextmanager
def leaving_out(names: Iterable[str]) -> Iterator[None]:
    """Leave passes out of all pipelines that this thread runs meanwhile.

    Args:
        names: single passes that `triton_shared.passes.registry.left_out` has found to be optional.
    """
    token = _left_out.set(_left_out.get() | frozenset(names))
    try:
        yield
    finally:
        _left_out.reset(token)


def being_left_out() -> tuple[str, ...]:
    """The names of the passes that this thread leaves out of all pipelines now, sorted."""
    return tuple(sorted(_left_out.get()))


def _remaining(
    passes: Iterable[str | Pass], after: str | None = None, until: str | None = None
) -> list[Step]:
    """The steps of ``passes``, or that `part_of` them, without those that are left out."""
    left_out = _left_out.get()
    return [step for step in part_of(expand(passes), after, until) if step.name not in left_out]


def verifies_between() -> bool:
    """Whether IR that only passes of this package have changed is verified before the end: a tenth of the conversion's
    time, and as much of a stage's."""
    return os.environ.get(VERIFY) == "1"


def _hands_over(step: Step, following: Step) -> bool:
    """Whether the IR between both is verified: others have made it or take it."""
    if step.plugin or following.plugin:
        return True
    return step.ours is not None and not following.ours and (callable(step.ours.run) or verifies_between())


def modules_in(module: ir.Operation) -> list[ir.Operation]:
    """``module`` itself, or the modules that it consists of, as a file with several of them does."""
    inner = [op.operation for op in module.operation.regions[0].blocks[0]]
    if not inner or any(op.name != MODULE for op in inner):
        return [module.operation]
    return [found for op in inner for found in modules_in(op)]


def verify(module: ir.Operation, after: Sequence[Step] = ()) -> None:
    """Raise a `CompileError` unless ``module`` is valid, which names the steps ``after`` which it is not."""
    from triton_shared.mlir import ir

    try:
        module.verify()
    except ir.MLIRError as failure:
        raise _refused(module, failure, _names(after)) from None


def _run_one(module: ir.Operation, step: Step, verify: bool) -> tuple[str, ...]:
    """Run ``step``; gives what is to follow it."""
    from triton_shared.errors import CompileError
    from triton_shared.mlir import ir

    try:
        with (
            plugins.blamed(step.plugin, f"pass '{step.name}'", CompileError, ir.MLIRError)
            if step.plugin
            else nullcontext()
        ):
            if step.ours:
                return _run_ours(module, step.ours, step.given, verify)
            _run_upstream(module, step, verify)
            return ()
    except ir.MLIRError as failure:
        raise _refused(module, failure, _names([step])) from None


def _names(steps: Sequence[Step]) -> str:
    return " or ".join(
        f"'{step.name}'" + (f" of plug-in {plugins.described(step.plugin)}" if step.plugin else "")
        for step in steps
    )


def _refused(module: ir.Operation, failure: ir.MLIRError, names: str = "") -> CompileError:
    """What MLIR reported, while passes with these ``names`` ran, as an exception."""
    from triton_shared.errors import CompileError, Diagnostic, as_diagnostic, placed

    found = [as_diagnostic(d) for d in failure.error_diagnostics]
    if not found:
        found = [Diagnostic(f"{names} failed and gave no reason")]
    elif names:
        note = Diagnostic(f"while running {names}", found[-1].file, severity="note")
        found[-1] = replace(found[-1], notes=(*found[-1].notes, note))
    return CompileError(placed(found, module))


def _run_ours(module: ir.Operation, ours: Pass, given: dict[str, Value], verify: bool) -> tuple[str, ...]:
    options = {o.keyword: given.get(o.name, o.default) for o in ours.options}
    if ours.choice and options[ours.choice.keyword] == ours.choice.default:
        return ()
    anchors = modules_in(module)
    if ours.anchor == FUNCTION:
        inside = [op.operation for inner in anchors for op in inner.regions[0].blocks[0]]
        anchors = [op for op in inside if op.name == FUNCTION and op.regions[0].blocks]
    changed = [ours.function(anchor, **options) for anchor in anchors]
    if verify:
        module.verify()
    return ours.then if any(changed) else ()


#: MLIR's pass managers by context, and by what is run on what.  To make one takes as long as to run its pass over a
#: small module: `canonicalize` collects the patterns of all dialects.
_managers: WeakKeyDictionary[ir.Context, dict[tuple[str, str], PassManager]] = WeakKeyDictionary()
#: how many are kept of a context: more than there are passes on the way of a kernel
_KEPT = 256


def _run_upstream(module: ir.Operation, step: Step, verify: bool) -> None:
    from triton_shared.mlir import PassManager

    kept, key = _managers.setdefault(module.context, {}), (module.name, step.text)
    if key not in kept:
        if len(kept) == _KEPT:
            kept.clear()
        manager = PassManager(module.name, module.context)
        _add_upstream(manager, step)
        kept[key] = manager
    kept[key].enable_verifier(verify)
    kept[key].run(module)


_UNKNOWN = r"'([^']+)' does not refer to a registered pass"
_ANCHORED = r"Can't add pass '[^']*' restricted to '([^']+)'"
_NO_OPTION = r"no such option (\S+)"


def _add_upstream(manager: PassManager, step: Step) -> None:
    """Append an upstream step; if it stands at the module but insists on another op, nest it below that."""
    try:
        manager.add(step.text)
    except ValueError as error:
        reason = str(error)
        if (anchor := re.search(_ANCHORED, reason)) and not step.anchors:
            _add_upstream(manager, replace(step, anchors=(anchor[1],)))
        elif unknown := re.search(_UNKNOWN, reason):
            raise PipelineError(f"no pass is called '{unknown[1]}'", unknown[1]) from None
        elif option := re.search(_NO_OPTION, reason):
            raise PipelineError(f"pass '{step.name}' has no option '{option[1]}'") from None
        elif step.options:
            raise PipelineError(f"pass '{step.name}' does not accept the options '{step.options}'") from None
        else:
            raise PipelineError(f"pass '{step.name}' cannot be run here: {reason.strip()}") from None
