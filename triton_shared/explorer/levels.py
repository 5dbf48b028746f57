"""The text of a kernel at each level of the compiler, its lines with the places of the source that they come from."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from triton_shared import dialects
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.targets import conversion_for, module_of, package_of
from triton_shared.errors import CompileError, Diagnostic, source_of
from triton_shared.explorer.lines import Line, of_assembly, of_llvm, of_mlir, of_sass
from triton_shared.mlir import ir
from triton_shared.passes.manager import expand, run_pipeline
from triton_shared.records import dataclass

#: lines of a file of the source that are shown around those that a kernel comes from, and of the main file in any case
AROUND, WHOLE = 6, 400
#: lines of one level at most
MOST = 12_000
#: the last pass from Triton IR to ops on whole blocks with strides
STRUCTURED = "triton-to-structured"


@dataclass(frozen=True)
class Level:
    """A kernel at one level: ``name`` is short, ``title`` says what the text is; ``language`` is "mlir", "python" ….

    ``cut`` is the number of lines that are not shown.
    """

    name: str
    title: str
    language: str
    lines: list[Line]
    cut: int = 0


@dataclass(frozen=True)
class Input:
    """A kernel to be shown: Triton IR or the shared form as ``text`` of ``file``, for a machine of the target ``row``.

    ``kernel`` is the function; None where there is but one.  Without ``fusion`` no multiply-add stands for two ops.
    """

    text: str
    file: str
    kernel: str | None
    row: str
    machine: Any
    fusion: bool = True


@dataclass(frozen=True)
class Levels:
    """The levels that were reached, the source first, and what was said where one was not."""

    found: list[Level]
    errors: tuple[Diagnostic, ...] = ()


def levels(given: Input) -> Levels:
    """All levels of a kernel.

    Raises:
        CompileError: the text is no valid module; what is refused later is among the result's ``errors``.
    """
    module = dialects.parse(given.text, given.file)
    found: list[Level] = []
    errors: tuple[Diagnostic, ...] = ()
    try:
        for level in _of(module, given):
            found.append(level)
    except CompileError as error:
        errors = error.diagnostics
    return Levels([source(found, given.file, given.text), *map(_shortened, found)], errors)


def _of(module: ir.Operation, given: Input) -> Iterator[Level]:
    if is_triton(module):
        lines = _printed(module)
        others = (file != given.file for line in lines for file, _ in line.places)
        if given.file.endswith(".py") or any(others):  # else it is the source
            yield Level("ttir", "Triton IR", "mlir", lines)
        steps = expand([conversion_for(given.row)])
        behind = next(n for n, step in enumerate(steps, start=1) if step.name == STRUCTURED)
        for part, name, title in (
            (steps[:behind], "tts", "structured accesses (tts)"),
            (steps[behind:], "shared", "shared form (linalg and memref)"),
        ):
            run_pipeline(
                module, [f"{step.name}{{{step.options}}}" if step.options else step.name for step in part]
            )
            yield Level(name, title, "mlir", _printed(module))
    else:
        yield Level("shared", "shared form (linalg and memref)", "mlir", _printed(module))
    if given.fusion:
        run_pipeline(module, ["allow-contraction"])
    yield from _BY_TARGET.get(given.row, _by_dump)(module, given)


def is_triton(module: ir.Operation) -> bool:
    """Whether ``module`` holds functions of Triton's."""
    return any(op.operation.name.startswith("tt.") for op in module.regions[0].blocks[0])


def _printed(module: ir.Operation) -> list[Line]:
    return of_mlir(dialects.print_module(module, debug_info=True))


def _for_cpus(module: ir.Operation, given: Input) -> Iterator[Level]:
    from triton_shared.codegen.llvm import machine

    stages = module_of(given.row, "stages")
    with module.context, ir.Location.unknown():
        kernel = pick_kernel(module, given.kernel)
        stages.prepare(module, kernel, stages.Options(target=given.machine))
    for stage, passes in package_of(given.row).STAGES.items():
        run_pipeline(module, passes, verify_each=False)
        if stage == "vector":
            yield Level("vector", "vectors, loops and buffers", "mlir", _printed(module))
    with module.context, ir.Location.unknown():
        compiled = stages.translated(module, kernel)
    optimized = machine.clean_up(compiled.text, compiled.target)
    yield Level("llvm", "LLVM IR, optimized", "llvm", of_llvm(str(optimized)))
    yield Level("asm", "assembly", "asm", of_assembly(machine.to_assembly(optimized, compiled.target)))


def _for_gpus(module: ir.Operation, given: Input) -> Iterator[Level]:
    package = package_of(given.row)
    stages, emit = module_of(given.row, "stages"), module_of(given.row, "ptx.emit")
    with module.context, ir.Location.unknown():
        kernel = pick_kernel(module, given.kernel)
        stages.prepare(module, kernel, given.machine)
    for stage, passes in package.STAGES.items():
        run_pipeline(module, passes, verify_each=False)
        if stage == "threads":
            yield Level("threads", "one thread’s code", "mlir", _printed(module))
    # directives alone: PTX and what ptxas makes of it stay what they are
    run_pipeline(module, ["ensure-debug-info-scope-on-llvm-func{emission-kind=DebugDirectivesOnly}"])
    with module.context, ir.Location.unknown():
        compiled = stages.translated(module, kernel)
    optimized, ptx = emit.to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)
    yield Level("llvm", "LLVM IR, optimized", "llvm", of_llvm(optimized))
    yield Level("ptx", "PTX", "ptx", of_assembly(ptx))
    if text := _disassembled(ptx, given):
        yield Level("sass", "SASS", "sass", of_sass(text))


def _disassembled(ptx: str, given: Input) -> str | None:
    """SASS of ``ptx`` with lines, where there are ptxas and nvdisasm."""
    ptxas = module_of(given.row, "ptx.ptxas")
    program = shutil.which("nvdisasm")
    if program is None:
        return None
    with (
        suppress(ptxas.PtxasError, OSError, subprocess.SubprocessError),
        tempfile.TemporaryDirectory() as folder,
    ):
        cubin = Path(folder, "kernel.cubin")
        cubin.write_bytes(ptxas.assemble(ptx, given.machine).data)
        ran = subprocess.run(
            [program, "--print-code", "--print-line-info-inline", str(cubin)],
            capture_output=True, text=True, errors="replace", check=True, timeout=60,
        )  # fmt: skip
        return ran.stdout
    return None


def _by_dump(module: ir.Operation, given: Input) -> Iterator[Level]:
    """The texts that the compiler of another package's target tells of, which may name no places."""
    texts: dict[str, str] = {}
    with suppress(ValueError):  # the target ends at its passes
        stages = module_of(given.row, "stages")
        stages.compile_module(
            module, given.kernel, options=stages.Options(given.machine), dump=texts.__setitem__
        )
    for name, text in texts.items():
        if name != "shared":
            yield Level(name, name, "mlir", of_mlir(text))


_BY_TARGET = {"cpu": _for_cpus, "gpu": _for_gpus}


def _shortened(level: Level) -> Level:
    if len(level.lines) <= MOST:
        return level
    return Level(level.name, level.title, level.language, level.lines[:MOST], len(level.lines) - MOST)


# -- the source


def source(found: Sequence[Level], file: str, text: str) -> Level:
    """The lines of the source that ``found`` come from, with a few around them, the main file's first.

    That is the Python file that most of the first level's lines come from; without such a file ``text`` itself.
    """
    used: dict[str, list[int]] = {}
    for _, number_of in ((line, place) for level in found for line in level.lines for place in line.places):
        used.setdefault(number_of[0], []).append(number_of[1])
    # a Python file's text is its own, that of its IR is given
    own = {} if file.endswith(".py") else {file: text}
    texts = {name: said for name in used if (said := own.get(name) or source_of(name)) is not None}
    if not texts:
        texts, used = {file: text}, {file: []}
    first = [place[0] for level in found[:1] for line in level.lines for place in line.places]
    order = sorted(texts, key=lambda name: -first.count(name))
    if order[0] != file:  # which is the first level itself
        order = [name for name in order if name != file]
    lines = [
        line
        for name in order
        for line in _excerpt(name, texts[name], used[name], len(order) > 1, name == order[0])
    ]
    is_python = order[0].endswith(".py")
    return _shortened(Level("source", "source", "python" if is_python else "mlir", lines))


def _excerpt(name: str, text: str, used: Sequence[int], is_headed: bool, is_main: bool) -> Iterator[Line]:
    """The lines of a file around the lines ``used``; numbers tell where some are left out."""
    told = text.split("\n")
    while told and not told[-1].strip():
        told.pop()
    if is_headed:
        yield Line(f"# {name}" if name.endswith(".py") else f"// {name}")
    shown = {n for line in used for n in range(line - AROUND, line + AROUND + 1)}
    for number, line in enumerate(told, start=1):
        if number in shown or (is_main and len(told) <= WHOLE):
            yield Line(line.rstrip("\r"), ((name, number),), number)
