"""``triton-shared explain -o``: the page on a kernel, written from what the command line asks for."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triton_shared import dialects
from triton_shared.runtime.kernel import read_source
from triton_shared.tools import files
from triton_shared.tools.ahead import Source
from triton_shared.tools.arguments import UsageError

if TYPE_CHECKING:
    from triton_shared.errors import Diagnostic
    from triton_shared.explorer.accesses import Launch, Touched
    from triton_shared.explorer.levels import Input, Level
    from triton_shared.explorer.lines import Place
    from triton_shared.explorer.page import Note
    from triton_shared.mlir import ir


def read(given: argparse.Namespace, file: str) -> Source:
    """The kernel in ``file`` as Triton IR, or the shared form.

    Raises:
        UsageError: the command line does not fit the file.
        OSError, UnicodeDecodeError: it cannot be read.
    """
    from triton_shared.tools import python_source, signature

    if file.endswith(".py"):
        entries = None if given.signature is None else signature.parse(given.signature)
        return Source(*python_source.ttir(file, given.kernel, entries))
    if given.signature is not None:
        raise UsageError(f"--signature is for Python files: in '{file}' the types are set already")
    return Source(*read_source(file), given.kernel, None)


def write(given: argparse.Namespace) -> int:
    """Write the page that the command line asks for; 0.

    Raises:
        UsageError, CompileError, OSError, UnicodeDecodeError: there is nothing to show.
    """
    if len(given.files) != 1:
        raise UsageError(f"-o takes one file, got {len(given.files)}")
    text = page(given, given.files[0])
    if given.output == "-":
        sys.stdout.write(text)
    else:
        files.write(given.output, text.encode())
    return 0


def page(given: argparse.Namespace, file: str) -> str:
    """The page of the kernel in ``file``; errors are those of `write`."""
    from triton_shared.explorer import coalescing
    from triton_shared.explorer import levels as of
    from triton_shared.explorer.page import Page
    from triton_shared.tools import targets
    from triton_shared.validation.arguments import kernels_of

    row, machine = targets.parse(given.target)
    source = read(given, file)
    known = list(kernels_of(dialects.parse(source.text, source.file)))
    kernel = source.kernel or (known[0] if len(known) == 1 else "")
    if kernel not in known:
        raise UsageError(f"'{file}' has the kernels {', '.join(known) or '(none)'}: say which with --kernel")
    shown = of.Input(source.text, source.file, kernel, row, machine, not given.no_fp_fusion)
    found, touched = of.levels(shown), _touched(source, kernel, given.arguments)
    if touched:
        coalescing.add_sectors(touched.data, coalescing.layouts(shown))
    errors = [*found.errors, *(touched.errors if touched else ())]
    notes = [*_notes(source, errors), *_banks(shown), *_found(given, source, kernel)]
    times = {} if given.profile is None else _times(given.profile, found.found, source.file)
    told = f"{file}, for {given.target}" + (f", time of {given.profile}" if times else "")
    return Page(kernel, told, found.found, notes, touched.data if touched else None, times).html()


def _banks(shown: Input) -> Iterator[Note]:
    """What requests to shared memory take, of code for a GPU."""
    from triton_shared.explorer import banks
    from triton_shared.explorer.page import Note

    for where, requests in banks.requests(shown).items():
        for one in requests:
            yield Note(where, "remark", str(one))


def _times(file: str, levels: Sequence[Level], main: str) -> dict[Place, float]:
    """The share of each line of the source in the profile in ``file``.  Raises `UsageError`."""
    from triton_shared.explorer.profile import instructions, shares

    names = dict.fromkeys(name for line in levels[0].lines for name, _ in line.places)
    sass = instructions(line for level in levels if level.name == "sass" for line in level.lines)
    try:
        return shares(files.read(file, sys.stdin.buffer.read), names, main, sass)
    except ValueError as error:
        raise UsageError(f"--profile: {file}: {error}") from None


def _found(given: argparse.Namespace, source: Source, kernel: str) -> Iterator[Note]:
    """What the checks find.  Raises `UsageError` where there is no launch to check, or its program fails."""
    from triton_shared.explorer.page import Note

    if given.check is None:
        return
    findings = _found_in_program(given.check) if given.check else _found_in_launch(given, source, kernel)
    for place, text in findings:
        yield Note(place, "finding", text)


def _found_in_program(program: str) -> Iterator[tuple[Place, str]]:
    command = [sys.executable, "-m", "triton_shared.tools.check", "--json", program]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    lines = (json.loads(line) for line in ran.stderr.splitlines() if line.startswith('{"code": '))
    told = [line for line in lines if "file" in line]  # others say why the program cannot be run
    if ran.returncode and not told:
        raise UsageError(
            f"--check: {program} ends with status {ran.returncode}:\n{ran.stderr[-2000:].strip()}"
        )
    yield from (((one["file"], one["line"]), one["message"]) for one in told)


def _found_in_launch(given: argparse.Namespace, source: Source, kernel: str) -> Iterator[tuple[Place, str]]:
    from triton_shared.runtime import compiler
    from triton_shared.runtime.checks.check import check
    from triton_shared.runtime.checks.findings import CheckError

    module = dialects.parse(source.text, source.file)
    launch = _launch(module, kernel, [], given.arguments)
    if launch is None:
        raise UsageError("--check: no arguments were found that fit the kernel: give them with --arguments")
    what = (
        given.files[0] if source.file == given.files[0] and not source.file.endswith(".py") else source.text
    )
    try:
        compiled = compiler.compile(what, kernel=kernel, checks="all")
        check(compiled)[launch.grid](*launch.args)
    except CheckError as error:
        yield from (((one.file, one.line), str(one)) for one in error.findings)
    except (TypeError, ValueError) as error:
        raise UsageError(f"--check: {error}") from None


def _touched(source: Source, kernel: str, file: str | None) -> Touched | None:
    """What accesses touch in the launch in ``file``, or in one that is drawn; None where there is none.

    Raises:
        UsageError: the file has no arguments of the kernel.
    """
    from triton_shared.explorer import accesses, levels
    from triton_shared.runtime.kernel import parameter_names

    module = dialects.parse(source.text, source.file)
    if not levels.is_triton(module):
        return None
    try:
        launch = _launch(module, kernel, parameter_names(source.text, kernel), file)
        return accesses.touched(module, kernel, launch) if launch else None
    except (TypeError, ValueError) as error:
        raise UsageError(f"--arguments: {error}") from None


def _launch(module: ir.Operation, kernel: str, names: list[str], file: str | None) -> Launch | None:
    from triton_shared.explorer.accesses import Launch
    from triton_shared.tools import launch_file
    from triton_shared.validation.arguments import NoArguments, cases_of

    if file is not None:
        try:
            read = launch_file.read(file)
        except UsageError as error:
            raise UsageError(str(error).replace("--run:", "--arguments:", 1)) from None
        grid, args, told = read.grid, read.args, f"arguments of {file}"
    else:
        try:
            cases = cases_of(module, kernel)
        except NoArguments:
            return None
        case = next((one for one in cases if "partial" in one.label), cases[0])
        grid, args, told = case.grid, case.make()[0], "arguments that were drawn: --arguments gives others"
    sizes = (grid,) if isinstance(grid, int) else tuple(grid)
    labels = names if len(names) == len(args) else [f"argument {n}" for n in range(len(args))]
    return Launch(sizes, args, labels, told)


def _notes(source: Source, errors: Sequence[Diagnostic]) -> Iterator[Note]:
    """What the analyses say of accesses, and what was refused."""
    from triton_shared.analyses.remarks import remarks
    from triton_shared.explorer.page import Note

    module = dialects.parse(source.text, source.file)
    for one in remarks(module, source.text, source.file):
        yield Note(one.location[:2], "remark", one.message)
    for error in errors:
        yield Note((error.file, error.line), "error", error.message)
