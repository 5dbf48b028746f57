"""What ``triton-shared-opt`` does with ``--validate-passes``, ``--bisect`` and ``--reduce``: docs/validation.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from triton_shared import validation
from triton_shared.passes.manager import leaving_out
from triton_shared.passes.registry import left_out
from triton_shared.tools import files
from triton_shared.tools.arguments import BARE, PROGRAM, Arguments, UsageError
from triton_shared.validation import bisection, reduction
from triton_shared.validation.__main__ import files_in, run
from triton_shared.validation.cases import Case
from triton_shared.validation.report import COMPILED

#: what `--bisect` is where there is no command
BY_VALIDATION = BARE["bisect"]


def main(arguments: Arguments, out: TextIO) -> int:
    """Do what ``arguments`` ask for, and print to ``out``; the exit code is 1 where something differs.

    Raises:
        UsageError: a file cannot be used for that.
    """
    passes = tuple(arguments.pipeline) or validation.DEFAULT_PIPELINE
    command = arguments.text("bisect")
    with leaving_out(left_out(arguments.text("without"))):
        if command and command != BY_VALIDATION:
            return _bisect_command(command, out)
        paths = files_in(arguments.inputs)
        if not paths:
            raise UsageError("name the files to validate")
        if not command and not arguments["reduce"] and not arguments["validation-arguments"]:
            return run(paths, passes, 0, out)
        return max(_one(path, passes, arguments, out) for path in paths)


def _bisect_command(command: str, out: TextIO) -> int:
    found = bisection.culprit(bisection.fails(command))
    if found is None:
        print("no optional pass decides whether the command fails", file=out)
        return 0
    print(f"the command fails with '{found}'; leave it out with TRITON_SHARED_WITHOUT={found}", file=out)
    return 1


def _one(path: Path, passes: tuple[str, ...], arguments: Arguments, out: TextIO) -> int:
    """Validate a file, with the arguments given; then say which pass it is, or make it smaller."""
    text, cases = path.read_text(encoding="utf-8"), _cases(arguments.text("validation-arguments"))
    report = validation.validate(text, str(path), passes, cases=cases)
    print(report, file=out)
    difference = report.difference
    if difference is None:
        return 0
    if arguments["bisect"]:
        print(_way_out(text, str(path), passes, difference), file=out)
    if arguments["reduce"]:
        smaller = _reduced(text, passes, difference)
        target = arguments.text("o")
        name = "reduced.mlir" if target == "-" else target
        head = (
            f"// {PROGRAM} --validate-passes {_flags(passes)}{name}\n// differs after '{difference.name}'\n"
        )
        files.write(target, (head + smaller).encode()) if target != "-" else out.write(head + smaller)
    return 1


def _flags(passes: Sequence[str]) -> str:
    return "" if tuple(passes) == validation.DEFAULT_PIPELINE else f"--pass-pipeline='{','.join(passes)}' "


def _cases(file: str) -> list[Case] | None:
    """The launch, or the list of launches, in ``file``."""
    if not file:
        return None
    try:
        data = json.loads(Path(file).read_text(encoding="utf-8"))
        return [
            Case.from_json(one, f"{file}[{n}]")
            for n, one in enumerate(data if isinstance(data, list) else [data])
        ]
    except (ValueError, OverflowError) as error:
        raise UsageError(f"--validation-arguments: {file}: {error}") from None


def _way_out(text: str, file: str, passes: tuple[str, ...], difference: validation.Difference) -> str:
    """Which optional pass the difference depends on."""

    def is_wrong(without: list[str]) -> bool:
        with leaving_out(without):
            report = validation.validate(text, file, passes, cases=[difference.case])
        return report.difference is not None

    found = bisection.culprit(is_wrong)
    if found is None:
        return "no optional pass decides whether results differ"
    return (
        f"results differ with '{found}' alone among the optional passes: leave it out with --without={found}"
    )


def _reduced(text: str, passes: tuple[str, ...], difference: validation.Difference) -> str:
    """The smallest program found after whose pass of that name something differs."""
    return reduction.reduce(text, reduction.checked(shows(passes, difference)))


def shows(passes: tuple[str, ...], difference: validation.Difference) -> Callable[[str], bool]:
    """Whether a program shows a difference after the same pass, with its arguments or with others."""

    def interesting(text: str) -> bool:
        for cases in ([difference.case], None):
            only = None if difference.name == COMPILED else difference.name
            try:
                report = validation.validate(text, "-", passes, cases=cases, only=only)
            except (TypeError, ValueError):  # the arguments do not fit
                continue
            if report.difference and report.difference.name == difference.name:
                return True
        return False

    return interesting
