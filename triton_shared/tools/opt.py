"""``triton-shared-opt``: reads MLIR text, runs passes, prints MLIR text, with mlir-opt's manners."""

from __future__ import annotations

import importlib
import io
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TextIO

from triton_shared import error_codes, plugins
from triton_shared.tools import files, reports
from triton_shared.tools.arguments import (
    PROGRAM,
    Arguments,
    UsageError,
    help_text,
    optional_text,
    parse,
    suggestion,
    version_text,
)

if TYPE_CHECKING:
    from triton_shared.errors import Diagnostic
    from triton_shared.mlir import ir


def main() -> int:
    """The command ``triton-shared-opt``; returns the exit code."""
    try:
        code = _command(sys.argv[1:], _stdin, sys.stdout, sys.stderr, is_alone=True)
        sys.stdout.flush()
    except OSError as error:
        code = files.stdout_failed(PROGRAM, error)
    return code


def _import_bindings() -> None:
    """Import the bindings with a NumPy that comes when it is used: some of their builders want it, and no pass does."""
    if "numpy" in sys.modules:
        return
    module = types.ModuleType("numpy")
    vars(module)["__getattr__"] = lambda name: getattr(importlib.import_module("numpy"), name)
    sys.modules["numpy"] = module
    try:
        importlib.import_module("triton_shared.mlir")
    finally:
        del sys.modules["numpy"]


def run(argv: list[str], stdin_text: str | None = None) -> tuple[int, str, str]:
    """Run the tool within this process: ``argv`` without the program's name; (exit code, stdout, stderr)."""
    out, err = io.StringIO(), io.StringIO()
    code = _command(argv, lambda: (stdin_text or "").encode(), out, err)
    return code, out.getvalue(), err.getvalue()


def _stdin() -> bytes:
    if sys.stdin.isatty():
        print(f"{PROGRAM}: reading standard input; end it with control-D", file=sys.stderr)
    return sys.stdin.buffer.read()


def _command(
    argv: list[str], stdin: Callable[[], bytes], out: TextIO, err: TextIO, *, is_alone: bool = False
) -> int:
    """The whole tool, which may be alone in its process.

    Returns 0, 1 if the input or the command line is wrong, or 2 after a bug of ours.
    """
    try:
        return _answered(parse(argv), stdin, out, err, is_alone)
    except OSError:
        raise
    except (UsageError, plugins.PluginError, ImportError) as error:  # the last one is of the bindings
        if isinstance(error, plugins.PluginError):
            traceback.print_exc(file=err)
        reports.tell(PROGRAM, error, err, as_json="--json" in argv)
        return 1
    except Exception:
        traceback.print_exc(file=err)
        print(
            f"{PROGRAM}: this is a bug in the tool; please report it with the input and the above", file=err
        )
        return 2


def _answered(
    arguments: Arguments, stdin: Callable[[], bytes], out: TextIO, err: TextIO, is_alone: bool
) -> int:
    """Write what ``arguments`` ask for; returns the exit code."""
    for name, text in (("help", help_text), ("list-optional", optional_text), ("version", version_text)):
        if arguments[name]:
            out.write(text())
            return 0
    if is_alone:
        _import_bindings()
    if arguments["validate-passes"] or arguments["bisect"] or arguments["reduce"]:
        from triton_shared.tools import validating

        return validating.main(arguments, out)
    result = Optimizer(arguments, err).optimize(files.read(arguments.input, stdin))
    if result is None:
        return 1
    if arguments.text("o") != "-":
        files.write(arguments.text("o"), result.encode() if isinstance(result, str) else result)
    elif isinstance(result, str):
        out.write(result)
    else:
        out.buffer.write(result)  # type: ignore[attr-defined]
    return 0


@dataclass
class Optimizer:
    """One use of the tool: its ``arguments``, and ``err`` for diagnostics, dumps and timings.

    Raises `UsageError` when a pass is unknown or its options are wrong.
    """

    arguments: Arguments
    err: TextIO
    timing: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        with self._timed("(start)"):
            from triton_shared import dialects

            self.context = dialects.context()
        self._check_passes()
        self._check_output()

    def optimize(self, text: str) -> str | bytes | None:
        """What the passes make of the input ``text``, or None after errors, which are printed."""
        begin = time.perf_counter()
        from triton_shared.ir.statistics import collected

        with collected() as counts:
            results = [self._part(part) for part in self._parts(text)]
        if self.arguments["pass-statistics"]:
            print(
                *(f"{number:8} {rewrite}" for rewrite, number in sorted(counts.items())),
                sep="\n",
                file=self.err,
            )
        if self.arguments["mlir-timing"]:
            self._print_timing(time.perf_counter() - begin + self.timing[0][1])
        if self._emits_bytecode or self.arguments["run"]:
            return results[0]
        done = [result for result in results if isinstance(result, str)]
        return (
            f"{self.arguments.text('split-input-file')}\n".join(done) if len(done) == len(results) else None
        )

    @property
    def _emits_bytecode(self) -> bool:
        return self.arguments.holds("emit-bytecode") or bool(self.arguments["emit-bytecode-version"])

    def _check_output(self) -> None:
        from triton_shared.interop import releases

        version = self.arguments.number("mlir-version")
        self.arguments.number("emit-bytecode-version")
        if version is not None:
            try:
                releases.check_version(version)
            except ValueError as error:
                raise UsageError(f"--mlir-version: {error}") from None
        if (self._emits_bytecode or self.arguments["run"]) and self.arguments["split-input-file"]:
            raise UsageError("bytecode holds one module, and one is run: not with --split-input-file")

    def _check_passes(self) -> None:
        from triton_shared.passes.base import PipelineError
        from triton_shared.passes.manager import Bisection, check_pipeline
        from triton_shared.passes.registry import left_out

        try:
            self.without = left_out(self.arguments.text("without"))
        except PipelineError as error:
            raise UsageError(f"--without: {error}") from None
        limit = self.arguments.number("bisect-limit")
        self.bisection = None if limit is None else Bisection(limit, lambda line: print(line, file=self.err))
        try:
            part = {name: self.arguments.text(name) or None for name in ("after", "until")}
            running = check_pipeline(self.arguments.pipeline, self.context, **part)
            for option in ("mlir-print-ir-before", "mlir-print-ir-after"):
                for name in self._printed(option):
                    if name not in running:
                        raise UsageError(f"--{option}: no pass '{name}' is run")
        except PipelineError as error:
            if error.unknown is None:
                raise UsageError(str(error), error_codes.of(error).code) from None
            what = str(error) if self.arguments["pass-pipeline"] else f"unknown flag '--{error.unknown}'"
            raise UsageError(what + suggestion(error.unknown)) from None

    def _printed(self, option: str) -> set[str]:
        """The single passes that an option such as --mlir-print-ir-after names."""
        from triton_shared.passes.manager import expand

        names = self.arguments.text(option).split(",")
        end = -1 if option.endswith("after") else 0
        return {expand([name])[end].name for name in names if name}

    def _parts(self, text: str) -> Iterator[str]:
        """The input, or its parts with --split-input-file, each on the lines where it stands in the whole."""
        marker = self.arguments["split-input-file"]
        lines = text.splitlines(keepends=True)
        start = 0
        for end, line in enumerate(lines):
            if marker and line.strip() == marker:
                yield "\n" * start + "".join(lines[start:end])
                start = end + 1
        yield "\n" * start + "".join(lines[start:])

    def _part(self, text: str) -> str | bytes | None:
        """What the passes make of one part of the input, or None after errors, which are printed."""
        from triton_shared.errors import CompileError

        name = "<stdin>" if self.arguments.input == "-" else self.arguments.input
        reported: list[Diagnostic] = []
        result, code = None, ""
        with self._diagnostics(reported):
            try:
                result = self._transform(text, name, reported)
            except CompileError as error:
                reported += error.diagnostics
                code = error_codes.of(error).code
        if self.arguments["verify-diagnostics"]:
            from triton_shared.tools.expected import mismatches

            reported = mismatches(text, name, reported)
            result = None if reported else result or ""
        for found in reported:
            its_code = code if found.severity == "error" else ""
            reports.tell_diagnostic(
                found, rendered(found, text, name), its_code, self.err, as_json=self.arguments.holds("json")
            )
        if code:
            reports.hint(PROGRAM, code, self.err)
        return result

    @contextmanager
    def _diagnostics(self, reported: list[Diagnostic]) -> Iterator[None]:
        """Apply the arguments to the context and append warnings and remarks to ``reported`` for a while."""
        from triton_shared.errors import as_diagnostic

        context = self.context
        unregistered = context.allow_unregistered_dialects
        context.allow_unregistered_dialects = unregistered or self.arguments["allow-unregistered-dialect"]

        def keep(found: ir.Diagnostic) -> bool:
            reported.append(as_diagnostic(found))
            return True

        handler = context.attach_diagnostic_handler(keep)
        try:
            yield
        finally:
            handler.detach()
            context.allow_unregistered_dialects = unregistered

    def _transform(self, text: str, name: str, reported: list[Diagnostic]) -> str | bytes:
        """Parse, append remarks to ``reported`` if asked for, run the passes, print.  Raises `CompileError`."""
        from triton_shared.passes.manager import leaving_out, run_pipeline

        with self._timed("(parse)"):
            module = self._parser()(text, name, self.context)
        if self.arguments["remarks"]:
            from triton_shared.analyses.remarks import remarks

            reported += [r.diagnostic() for r in remarks(module, text, name)]
        with leaving_out(self.without):
            run_pipeline(
                module,
                self.arguments.pipeline,
                verify_each=self.arguments.holds("verify-each"),
                print_before=self._dump("before"),
                print_after=self._dump("after"),
                timing=self.timing if self.arguments["mlir-timing"] else None,
                bisection=self.bisection,
                after=self.arguments.text("after") or None,
                until=self.arguments.text("until") or None,
            )
        with self._timed("(print)"):
            return self._written(module)

    def _written(self, module: ir.Operation) -> str | bytes:
        """``module`` as the options ask for it.  Raises `CompileError` and `UsageError`."""
        from triton_shared.interop import releases

        if launch := self.arguments.text("run"):
            from triton_shared.tools import launch_file

            return launch_file.read(launch).run(module)
        version = self.arguments.number("mlir-version")
        if self._emits_bytecode:
            try:
                return releases.bytecode_for(module, version, self.arguments.number("emit-bytecode-version"))
            except ValueError as error:
                raise UsageError(str(error)) from None
        if version is None:
            return self._print(module)
        generic, debug_info = map(self.arguments.holds, ("mlir-print-op-generic", "mlir-print-debuginfo"))
        return releases.text_for(module, version, generic=generic, debug_info=debug_info)

    def _parser(self) -> Callable[[str, str, ir.Context], ir.Operation]:
        """What reads the input: the notation is MLIR unless ``--import`` names another."""
        match self.arguments["import"]:
            case None:
                from triton_shared import dialects

                return dialects.parse
            case "babylon":
                from triton_shared.interop.importers import babylon

                return babylon.parse
            case unknown:
                raise UsageError(f"--import: unknown notation '{unknown}'; known is: babylon")

    def _print(self, module: ir.Operation) -> str:
        from triton_shared.dialects import print_module

        generic = self.arguments.holds("mlir-print-op-generic")
        debug_info = self.arguments.holds("mlir-print-debuginfo")
        return print_module(module, generic=generic, debug_info=debug_info).rstrip("\n") + "\n"

    def _dump(self, when: str) -> Callable[[str, ir.Operation], None] | None:
        """What prints the module ``before`` or ``after`` a pass; None if no such dump is asked for."""
        everything = self.arguments[f"mlir-print-ir-{when}-all"]
        chosen = self._printed(f"mlir-print-ir-{when}")

        def dump(name: str, module: ir.Operation) -> None:
            if everything or name in chosen:
                header = f"// -----// IR Dump {when.capitalize()} {name} //----- //"
                print(header, self._print(module), sep="\n", file=self.err)

        return dump if everything or chosen else None

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.timing.append((name, time.perf_counter() - begin))

    def _print_timing(self, total: float) -> None:
        rest = total - sum(seconds for _, seconds in self.timing)
        rows = [*self.timing, ("(rest)", rest), ("total", total)]
        print("milliseconds        %  pass", file=self.err)
        for name, seconds in rows:
            print(f"{seconds * 1e3:12.3f} {seconds / total:8.1%}  {name}", file=self.err)


def rendered(diagnostic: Diagnostic, text: str, name: str) -> str:
    """``diagnostic`` with its line of the input ``text``, or of the Python file that it names."""
    from triton_shared.errors import source_of

    if diagnostic.file == "-":
        diagnostic = replace(diagnostic, file=name)
    source = text if diagnostic.file == name else source_of(diagnostic.file)
    shown = replace(diagnostic, notes=()).render(source)
    return "\n".join([shown, *(rendered(note, text, name) for note in diagnostic.notes)])


if __name__ == "__main__":
    sys.exit(main())
