"""What Triton IR costs to compile to a cubin by this package and by Triton: ``benchmarks.gpu_compile --triton``.

Both run in this process, and take turns; what ptxas takes, each has its own, is that of its processes.  Triton may end
the process of what it cannot compile, so a copy of this process tries first.
"""

from __future__ import annotations

import importlib
import os
import resource
import signal
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.errors import CompileError
from triton_shared.records import dataclass
from triton_shared.runtime import compilation


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processors, of all threads.

    Attributes:
        ptx: of this process.
        ptxas: of the processes that it started.
    """

    ptx: float
    ptxas: float

    @property
    def total(self) -> float:
        """Of all."""
        return self.ptx + self.ptxas


@dataclass(frozen=True)
class Row:
    """What one file costs, the first time and at least: by this package, and by Triton."""

    name: str
    first: tuple[Cost, Cost]
    later: tuple[Cost, Cost]

    @property
    def text(self) -> str:
        """The row of the table."""
        (mine, other), (first, others) = self.later, self.first
        parts = (cost for both in ((mine.ptx, other.ptx), (mine.ptxas, other.ptxas)) for cost in both)
        numbers = " | ".join(f"{cost:.0f}" for cost in (*parts, mine.total, other.total))
        return (
            f"| {self.name} | {numbers} | {mine.total / other.total:.2f} | {first.total / others.total:.2f} |"
        )


HEAD = (
    "| kernel | to PTX, ms | Triton's | ptxas, ms | Triton's | sum, ms | Triton's | ratio | the first time |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def ours(text: str, target: GpuTarget) -> bytes:
    """The cubin that this package makes."""
    options = stages.Options(target, assembles=True)
    made = compilation.build(text, "kernel.mlir", None, target="gpu", options={"options": options})
    return made.cubin.data


class Refused(Exception):
    """One of the two refuses a file."""


def of_triton(path: Path, target: GpuTarget, simplifies: bool = False) -> bytes:
    """The cubin that Triton makes of the TTIR of the file, as `triton.compile` does, without its cache.

    That takes TTIR to be simplified, and may refuse other, so it may be asked to do so: a millisecond or two.

    Raises:
        Refused: it does not.  It may end the process, too: `ends`.
    """
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import IRSource, make_backend

    backend, context = make_backend(GPUTarget("cuda", target.capability, 32)), ir.context()
    options = backend.parse_options({"num_warps": target.num_warps, "num_stages": target.num_stages})
    steps: dict[str, Callable] = {}
    try:
        source = IRSource(str(path), context, backend)
        backend.add_stages(steps, options, source.language)
        made, metadata = source.module, {"target": backend.target, **vars(options)}
        made.context = context
        for name, step in steps.items():
            if name != "ttir" or simplifies:
                made = step(made, metadata)
    except Exception as error:  # whatever it raises: its bindings raise RuntimeError, its assertions others
        raise Refused(f"Triton: {type(error).__name__}") from None
    return made


def ends(run: Callable[[], object]) -> str:
    """How a copy of this process ends that does ``run``, in silence: empty where well."""
    sys.stdout.flush()
    if not (child := os.fork()):
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = 1
        try:
            run()
            status = 0
        finally:
            os._exit(status)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return f"ends by {signal.Signals(os.WTERMSIG(status)).name}"
    return "refuses it" if status else ""


def cost(run: Callable[[], object]) -> Cost:
    """What it costs to ``run`` this once."""
    before = _spent()
    run()
    return Cost(*(after - start for after, start in zip(_spent(), before, strict=True)))


def _spent() -> tuple[float, float]:
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    mine, children = ((usage.ru_utime + usage.ru_stime) * 1e3 for usage in usages)
    return mine, children


def tried(path: Path, copy: Path, target: GpuTarget) -> Callable[[], bytes]:
    """How Triton compiles the file of ``path``, from a ``copy`` by whose ending it knows what it is.

    Raises:
        Refused: it does not, simplified or not.
    """
    copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    for simplifies in (False, True):
        run = partial(of_triton, copy, target, simplifies)
        if not (said := ends(run)):
            return run
    raise Refused(f"Triton {said}")


def row(path: Path, other: Callable[[], bytes], target: GpuTarget, rounds: int) -> Row:
    """What the file costs here and by the ``other``: both take turns.

    Raises:
        Refused: it is not compiled here.
    """
    text = path.read_text(encoding="utf-8")
    try:
        pairs = [(cost(lambda: ours(text, target)), cost(other)) for _ in range(rounds)]
    except (CompileError, ptxas.PtxasError) as error:
        raise Refused(f"this package: {error}".partition("\n")[0]) from None
    mine, others = (min(costs, key=lambda one: one.total) for costs in zip(*pairs, strict=True))
    return Row(f"{path.parent.name}/{path.stem}", pairs[0], (mine, others))


def compare(paths: Sequence[Path], target: GpuTarget, rounds: int) -> list[Row]:
    """Print the table of ``paths``, what is left out of it, and the geometric means of the ratios.

    All are tried before any is measured: a process that has been copied has its memory copied piece by piece.
    """
    importlib.import_module("triton.compiler.compiler")
    rows, others, left_out = list[Row](), dict[Path, Callable[[], bytes]](), dict[Path, Refused]()
    with tempfile.TemporaryDirectory() as directory:
        for number, path in enumerate(paths):
            try:
                others[path] = tried(path, Path(directory, f"{number}.ttir"), target)
            except Refused as error:
                left_out[path] = error
        print(HEAD)
        for path, other in others.items():
            try:
                rows.append(row(path, other, target, rounds))
                print(rows[-1].text, flush=True)
            except Refused as error:
                left_out[path] = error
    for path, error in left_out.items():
        print(f"left out: {path.parent.name}/{path.name}: {error}")
    print(f"{len(rows)} of {len(paths)} files; ratios, geometric means and the largest:")
    for when, pairs in (("first", [row.first for row in rows]), ("later", [row.later for row in rows])):
        for part in ("ptx", "ptxas", "total"):
            ratios = [getattr(mine, part) / getattr(other, part) for mine, other in pairs]
            print(f"{when}, {part}: {statistics.geometric_mean(ratios):.3f}, {max(ratios):.2f}")
    return rows
