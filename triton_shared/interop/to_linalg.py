"""``triton_shared.to_linalg``: Triton IR in, the shared form out, for compilers that go on from there.

See docs/embedding.md.  Calls may come from several threads; nothing is left behind but caches.
"""

from __future__ import annotations

import importlib
import numbers
import os
from collections.abc import Mapping, Sequence
from typing import Any

from triton_shared import compat, dialects, interrupts
from triton_shared.coded import with_codes
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.html import IRText
from triton_shared.interop import releases
from triton_shared.interop.releases.table import BREAKS
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import PACKAGE, ir
from triton_shared.parameters import NAME, Parameter, check, check_text, required
from triton_shared.passes import options as pass_options
from triton_shared.passes.base import Pass
from triton_shared.passes.manager import leaving_out, run_pipeline
from triton_shared.passes.options import Value
from triton_shared.passes.registry import left_out

PIPELINE = "triton-to-linalg"
EMITS = ("text", "bytecode", "module")
OPTION = Parameter((bool, int, str), "a truth value, a number or a string", optional=False)
#: what `to_linalg` takes besides the source, the options and the context
PARAMETERS = {
    "mlir_version": Parameter(numbers.Integral, "an integer"),
    "emit": Parameter(str, "a string", optional=False, among=EMITS),
    "file": required(NAME),
}


@with_codes
def to_linalg(
    source: Any,
    *,
    mlir_version: int | None = None,
    options: Mapping[str, Value] | Sequence[str | Pass] = (),
    emit: str = "text",
    into: Any = None,
    file: str = "-",
) -> Any:
    """The shared form of a program.

    Args:
        source: Triton IR of any release, as text, as the path of a file, or as a module of our bindings, which stays
            as it is.  A string with a line break or a brace is text.
        mlir_version: the release of MLIR that is to read the result, 16 to 24; None is the release of our bindings.
        options: the options of ``triton-to-linalg`` by name, as ``{"refuse-unstructured": True}`` (docs/choices.md);
            or passes that follow it, as pipeline texts or `Pass`\\ es, upstream's and an embedder's own.  A text that
            names ``triton-to-linalg`` itself, with options or without, stands for the whole pipeline.
        emit: ``"text"``, ``"bytecode"``, or ``"module"``, which is in a context of its own.
        into: a context of any package of MLIR bindings: the result is a module of that package in that context.
            Its release need not be told: text of older releases is tried until one is read.
        file: the name that locations and errors give to ``source``, if that is text.

    Returns:
        ``str``, which a notebook shows in colours, ``bytes``, or a module.

    Raises:
        CompileError: the program was refused, or the release or the context cannot express it; ``diagnostics`` is a
            tuple of `Diagnostic`\\ s: message, file, line, column, severity, notes.
        PipelineError: a pass or an option in ``options`` is unknown, or has no such value.
        TypeError: an argument is of a wrong kind.
        ValueError: nothing is known of the version, or ``emit`` is none of the three.
        OSError: the file cannot be read.
    """
    check(PARAMETERS, locals())
    return _emitted(source, mlir_version, options, emit, into, file)


def _emitted(
    source: Any,
    mlir_version: int | None,
    options: Mapping[str, Value] | Sequence[str | Pass],
    emit: str,
    into: Any,
    file: str,
) -> Any:
    """`to_linalg`, whose arguments have been checked one by one."""
    if mlir_version is not None:
        releases.check_version(mlir_version)
    text, file = _read(source, file)
    with interrupts.one_at_a_time, interrupts.deferred:
        is_owned = emit == "module" and into is None
        context = dialects.register(ir.Context()) if is_owned else dialects.context()
        try:
            module = dialects.parse(text, file, context)
            with leaving_out(left_out()):
                run_pipeline(module, _pipeline(options))
            if into is not None:
                return _handed_over(module, into, mlir_version)
            if emit == "module":
                return module
            if emit == "bytecode":
                return releases.bytecode_for(module, mlir_version)
            return IRText(releases.text_for(module, mlir_version))
        except CompileError as error:
            raise error.with_source(text) from None


def _pipeline(options: Mapping[str, Value] | Sequence[str | Pass]) -> list[str | Pass]:
    if isinstance(options, Mapping):
        for name, value in options.items():
            required(NAME).check("a name in options", name)
            OPTION.check(f"option {name!r}", value)
        return [PIPELINE + pass_options.spelled(options)]
    if (
        isinstance(options, str)
        or not isinstance(options, Sequence)
        or not all(isinstance(one, (str, Pass)) for one in options)
    ):
        raise TypeError(
            f"options must be a dictionary, or a list of pipeline texts and passes, got {options!r}"
        )
    is_whole = any(PIPELINE in one for one in options if isinstance(one, str))
    return list(options) if is_whole else [PIPELINE, *options]


def _read(source: Any, file: str) -> tuple[str, str]:
    """Text and file name of ``source``."""
    if isinstance(source, str) and ("\n" in source or "{" in source):
        check_text("source", source)
        return source, file
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8") as opened:
            return opened.read(), os.fspath(source)
    if isinstance(getattr(source, "operation", None), ir.Operation):
        return dialects.print_module(source.operation, debug_info=True), file
    raise TypeError(f"source must be MLIR text, a module of {PACKAGE} or a path, got {type(source).__name__}")


# Into another context


def _handed_over(module: ir.Operation, context: Any, version: int | None) -> Any:
    """``module`` as one of the bindings that ``context`` is of."""
    package = compat.package_of_context(context)
    theirs = importlib.import_module(f"{package}.ir")
    generic = _lacks_dialects(module, context, package)
    failure = None
    for release in [version] if version is not None else [None, *BREAKS]:
        try:
            text = releases.text_for(module, release, generic=generic)
        except CompileError as error:
            failure = failure or error
            break
        try:
            return theirs.Module.parse(text, context)
        except (getattr(theirs, "MLIRError", ValueError), ValueError) as error:
            failure = failure or _as_compile_error(error, package)
    assert failure is not None
    raise failure


def _lacks_dialects(module: ir.Operation, context: Any, package: str) -> bool:
    """Whether ``context`` takes some dialect of ``module`` unregistered; raises `CompileError` if it may not.

    Its parser would say so of the first op alone.
    """
    used = {op.name.partition(".")[0] for op in all_ops(module)}
    missing = sorted(name for name in used if not _has_dialect(context, name))
    if missing and not context.allow_unregistered_dialects:
        names = ", ".join(missing)
        what = f"the context of {package} has no dialects {names}: load them, or let it allow unregistered dialects"
        raise CompileError([Diagnostic(what)])
    return bool(missing)


def _has_dialect(context: Any, name: str) -> bool:
    try:
        context.get_dialect_descriptor(name)
    except (ValueError, IndexError, KeyError):
        return False
    return True


def _as_compile_error(error: Exception, package: str) -> CompileError:
    """What the parser of other bindings said."""
    found = getattr(error, "error_diagnostics", None)
    messages = [str(d.message) for d in found] if found else [str(error)]
    return CompileError([Diagnostic(f"{package} refuses the shared form: {message}") for message in messages])
