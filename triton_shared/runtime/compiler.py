"""``compile`` makes a `Kernel` of a program, or takes it from the cache.

A kernel that was compiled before, by this process or another, comes from the cache: then neither is MLIR
imported nor the source parsed.  With ``TRITON_SHARED_DUMP_PATH`` every kernel is compiled anew, and its
stages are written to files there.
"""

from __future__ import annotations

import inspect
import itertools
import os
import weakref
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from triton_shared import interrupts
from triton_shared.coded import with_codes
from triton_shared.codegen import targets
from triton_shared.codegen.targets import DEFAULT
from triton_shared.parameters import FLAG, NAME, Option, Parameter, check, options_of, parameters_of, required
from triton_shared.runtime import cache, stage_files, workers
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.kernel import Kernel, parameter_names, read_source

F = TypeVar("F", bound=Callable[..., Any])


class Plan(Protocol):
    """How a kernel is compiled for a kind of machine, and loaded; a key of dictionaries."""

    @property
    def target(self) -> str:
        """A row of `codegen.targets`."""

    @property
    def key(self) -> tuple[str, ...]:
        """What determines the code, besides the source."""

    def options(self) -> dict:
        """Those of ``compile_module`` of the target's stages."""

    def entry(self, compiled: Any, names: list[str]) -> tuple[dict, bytes]:
        """Header, as JSON can hold it, and code of what was ``compiled``, for the cache."""

    def fits(self, header: dict) -> bool:
        """Whether ``header`` is one that `entry` makes."""

    def load(self, header: dict, code: bytes) -> Kernel:
        """The kernel; raises RuntimeError or LookupError where the code is none, or lacks the entry."""


#: what is said of the options that our targets have, and what each takes
OPTIONS: dict[str, Option] = {}
#: what `compile` takes besides the source and lists of names
PARAMETERS: dict[str, Parameter] = {
    "kernel": NAME,
    "target": required(NAME),
    "enable_fp_fusion": required(FLAG),
}
for _name in filter(lambda name: targets.has(name, "runtime"), targets.TARGETS):
    _options = targets.module_of(_name, "runtime").Options
    OPTIONS |= options_of(_options)
    PARAMETERS |= parameters_of(_options)

# Kernels that somebody still holds, by their cache key and plan.
_alive: weakref.WeakValueDictionary[tuple[str, Plan], Kernel] = weakref.WeakValueDictionary()


def _with_options(function: F) -> F:
    """``function``, of whose ``options`` signature and docstring tell, by the `OPTIONS` of our targets."""
    signature = inspect.signature(function)
    named = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    named += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in OPTIONS]
    function.__signature__ = signature.replace(parameters=named)  # type: ignore[attr-defined]
    lines = [f"            {name}: {said.help}." for name, said in OPTIONS.items()]
    function.__doc__ = (function.__doc__ or "").replace("            OPTIONS", "\n".join(lines))
    return function


@with_codes
@_with_options
def compile(
    source: Any,
    *,
    kernel: str | None = None,
    target: str = DEFAULT,
    enable_fp_fusion: bool = True,
    without: Iterable[str] | str = (),
    checks: Iterable[str] | str | None = None,
    **options: Any,
) -> Kernel:
    """Compile a kernel, or take it from the cache.

    Args:
        source: Triton IR or the shared form, as text, as an MLIR module, or as the path of a file.  A string with a
            line break or a brace is text, unless there is a file of that name.
        kernel: the name of the public function; may be left out where there is but one.
        target: "cpu" is the machine that this process runs on, "cuda" the current GPU, "sm_90a" and the like are
            NVIDIA's chips by name; or another row of `codegen.targets`.
        enable_fp_fusion: whether a product and a sum of floats may become one op that rounds once.
        without: optional passes to leave out, by name, beside those of ``TRITON_SHARED_WITHOUT``
            (``triton-shared-opt --list-optional``): a workaround where one of them makes a program wrong.
        checks: what launches check: "bounds", and on a CPU other checks (docs/validation.md), or "all"; default
            ``TRITON_SHARED_CHECK``, else nothing.
        options: those of the target; a heuristic chooses those that are left out (docs/gpu.md).
            OPTIONS

    Returns:
        A kernel, launched by ``kernel[grid](*args)``; equal calls give the same object while it is alive.

    Raises:
        CompileError: the program was refused; the message shows where and why.
        ValueError: the target is unknown, or ends before machine code, or an option is out of range, or not for it, or
            a pass that is to be left out is unknown, or needed, or a check is unknown, or not for the target.
        PluginError: a package that adds to this one is broken.
        OSError: the file cannot be read.
        CudaError: the target is "cuda", and there is no GPU.
    """
    check(PARAMETERS, {**dict.fromkeys(OPTIONS), **options, **locals()})
    given = {name: value for name, value in options.items() if value is not None}
    return _compiled(source, target, given, kernel, enable_fp_fusion, without, checks)


def _compiled(
    source: Any,
    target: str,
    given: dict[str, Any],
    kernel: str | None,
    enable_fp_fusion: bool,
    without: Iterable[str] | str,
    checks: Iterable[str] | str | None,
) -> Kernel:
    """`compile`, with the options ``given`` that are not None, and arguments that have been checked."""
    runtime, target = _runtime(target)
    plan = _plan(runtime, target, given)
    text, file = read_source(source)
    place = "" if file == "-" else os.path.abspath(file)  # code knows the lines that it was made from
    asked = kernel, enable_fp_fusion, _left_out(without), _checks(checks, target, plan.target)
    key = cache.shared_key(text, place, repr(asked), *plan.key)
    stages = os.environ.get(stage_files.VARIABLE)
    if not stages and (found := _alive.get((key, plan))):
        return found
    if stages:
        return plan.load(*workers.here(_build, plan, text, file, *asked, Path(stages)))
    with interrupts.deferred, workers.once((key, plan)):
        if (found := _alive.get((key, plan))) is None:  # another thread may have made it meanwhile
            if (found := _cached(plan, key)) is None:
                header, code = workers.run(build, target, given, text, file, *asked)
                cache.store(key, header, code)
                found = plan.load(header, code)
            _alive[key, plan] = found
        return found


def _plan(runtime: Any, machine: str, given: dict[str, Any]) -> Plan:
    """How ``runtime`` compiles for ``machine`` with these options."""
    known = parameters_of(runtime.Options) if hasattr(runtime, "Options") else {}
    if unknown := sorted(given.keys() - known.keys()):
        error = ValueError if OPTIONS.keys() >= {*unknown} else TypeError
        raise error(f"{', '.join(unknown)}: not an option of target {machine!r}")
    for name, value in given.items():
        known[name].check(name, value)
    return runtime.plan(machine, **given)


def _runtime(target: str) -> tuple[Any, str]:
    """What plans, loads and launches kernels for ``target``, and the machine that it names.

    Raises ValueError where there is no such target.
    """
    known = []
    others = (
        row for row in sorted(targets.names(), key=lambda row: row != target) if row not in targets.TARGETS
    )
    for row in itertools.chain(targets.TARGETS, others):
        runtime = targets.module_of(row if targets.has(row, "runtime") else DEFAULT, "runtime")
        named = getattr(runtime, "machine", lambda name, row=row: name if name == row else None)
        if (machine := named(target)) is not None:
            return runtime, machine
        known.append(getattr(runtime, "KNOWN", repr(row)))
    raise ValueError(f"unknown target {target!r}: expected {', '.join(known)}")


def _left_out(without: Iterable[str] | str) -> tuple[str, ...]:
    """The passes to leave out; what lists them is not imported for a kernel from the cache that leaves none out."""
    if without == () and not os.environ.get("TRITON_SHARED_WITHOUT"):
        return ()
    from triton_shared.passes import registry

    return registry.left_out(without)


def _checks(asked: Iterable[str] | str | None, machine: str, target: str) -> tuple[str, ...]:
    """The checks that are ``asked`` for, of a kernel for ``machine``, which is of a row of `codegen.targets`.

    Of kernels for machines that have none the environment asks for none.
    """
    if target not in targets.TARGETS and asked is None:
        return ()
    checks = kinds.selected(asked)
    if checks and target not in targets.TARGETS:
        raise ValueError(
            f"kernels are checked on CPUs and GPUs: checks={asked!r} is not for target {machine!r}"
        )
    return checks


def _cached(plan: Plan, key: str) -> Kernel | None:
    """The kernel that the cache holds; None where it holds none that can be loaded."""
    entry = cache.load(key, plan.fits)
    try:
        return entry and plan.load(*entry)
    except (RuntimeError, LookupError):  # not an object, or one without the entry
        return None


def build(
    target: str,
    options: dict[str, Any],
    text: str,
    file: str,
    kernel: str | None,
    fusion: bool,
    without: Iterable[str],
    checks: Sequence[str] = (),
) -> tuple[dict, bytes]:
    """Header and code of a kernel of ``text``, for the target by name and with the options of `compile`."""
    return _build(_plan(*_runtime(target), options), text, file, kernel, fusion, without, checks)


def _build(
    plan: Plan,
    text: str,
    file: str,
    kernel: str | None,
    fusion: bool,
    without: Iterable[str],
    checks: Sequence[str],
    stages: Path | None = None,
) -> tuple[dict, bytes]:
    from triton_shared.passes.manager import leaving_out
    from triton_shared.runtime import compilation  # imports MLIR

    with leaving_out(without):
        artifact = compilation.build(text, file, kernel, fusion, plan.target, plan.options(), stages, checks)
    return plan.entry(artifact, parameter_names(text, artifact.name)[: len(artifact.params)])
