"""Compiles or runs programs in child processes, each under a limit of time and memory, and tells how that ended.

An outcome of a text is ``"compiled"``, ``"converted"`` (there is no kernel to compile), ``"diagnosed"`` (an error
that names a place in the text), or what must not be: an exception, a diagnostic without a place, a crash, a limit that
was reached.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait

GOOD = ("compiled", "converted", "diagnosed")
FILE = "k.mlir"
#: what one program may take
CPU_SECONDS, MEMORY, DEADLINE = 30, 8 << 30, 300


@dataclass(frozen=True)
class Outcome:
    """How program number ``number`` ended: ``kind``, and where and why if it is not good.

    ``counts`` is what else was counted meanwhile.
    """

    number: int
    kind: str
    details: str = ""
    counts: dict[str, int] = field(default_factory=dict)


def attempt(text: str, target: str = "cpu") -> tuple[str, str]:
    """Take ``text`` to machine code, or to PTX of a chip, in this process: kind and details of the outcome."""
    from triton_shared.errors import CompileError

    try:
        return _compile(text, target), ""
    except CompileError as error:
        first = error.diagnostics[0]
        if first.line > 0 and (first.file == FILE or first.file in text):
            return "diagnosed", str(error)
        return "error without a place", str(error)
    except (Exception, RecursionError) as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        name = f"{type(error).__name__} in {os.path.basename(where.filename)}:{where.name}"
        return name, traceback.format_exc()


def _compile(text: str, target: str) -> str:
    from triton_shared import dialects
    from triton_shared.analyses.remarks import remarks
    from triton_shared.codegen.cpu import stages as cpu
    from triton_shared.codegen.nvidia import stages as gpu
    from triton_shared.codegen.nvidia.target import GpuTarget
    from triton_shared.passes.manager import run_pipeline

    module = dialects.parse(text, FILE)
    dialects.print_module(module)
    for remark in remarks(module, text, FILE):
        str(remark)
    run_pipeline(module, ["triton-to-linalg"])
    dialects.print_module(module)
    kernels = [k for k in map(_kernel, module.regions[0].blocks[0].operations) if k]
    if not kernels:
        return "converted"
    if target == "cpu":
        cpu.compile_module(module, kernels[0])
    else:
        gpu.compile_module(module, kernels[0], options=gpu.Options(GpuTarget(target)))
    return "compiled"


def _kernel(op) -> str | None:
    attributes = op.operation.attributes
    visibility = attributes["sym_visibility"].value if "sym_visibility" in attributes else "public"
    if op.operation.name != "func.func" or visibility != "public" or not op.operation.regions[0].blocks:
        return None
    return attributes["sym_name"].value


def compiling(target: str = "cpu") -> Callable[[str], tuple[str, str]]:
    """`attempt` for ``target``."""
    return partial(attempt, target=target)


def _work(inbox: Connection, prepare: Callable[[], Callable[..., tuple]]) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # LLVM's last words
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits for this one
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    do = prepare()
    while (program := inbox.recv()) is not None:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(usage.ru_utime + usage.ru_stime) + CPU_SECONDS, hard))
        inbox.send(do(program))


class _Worker:
    """A child process and the number of the program that it is at."""

    def __init__(self, prepare: Callable[[], Callable[..., tuple]]):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, prepare), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None
        self.done = 0

    def give(self, number: int, program: object) -> None:
        self.number, self.done = number, self.done + 1
        self.pipe.send(program)

    def outcome(self) -> Outcome:
        """What came back; a worker that has died says why by its exit code."""
        try:
            return Outcome(self.number, *self.pipe.recv())
        except (EOFError, ConnectionResetError):
            self.process.join()
            code = self.process.exitcode or 0
            reason = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            return Outcome(self.number, "too slow" if reason == "SIGXCPU" else f"crash: {reason}")

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def outcomes(
    programs: Iterable[object],
    processes: int = 2,
    prepare: Callable[[], Callable[..., tuple]] = compiling,
    most: int = 1 << 30,
) -> Iterator[Outcome]:
    """The outcome of each of ``programs``, as they come.

    Each process does ``prepare()(program)`` of ``most`` programs, one after the other, which gives the parts of an
    `Outcome` behind the number.
    """
    waiting = iter(enumerate(programs))
    workers = [_Worker(prepare) for _ in range(processes)]
    try:
        for worker in list(workers):
            _next(worker, waiting, workers)
        while workers:
            ready = wait([w.pipe for w in workers], DEADLINE)
            for worker in [w for w in workers if w.pipe in ready or not ready]:
                found = worker.outcome() if ready else Outcome(worker.number, "too slow")
                yield found
                if found.kind.startswith("crash") or found.kind == "too slow" or worker.done >= most:
                    workers.remove(worker)
                    worker.end()
                    worker = _Worker(prepare)
                    workers.append(worker)
                _next(worker, waiting, workers)
    finally:
        for worker in workers:
            worker.end()


def _next(worker: _Worker, waiting: Iterator[tuple[int, object]], workers: list[_Worker]) -> None:
    """Give ``worker`` the next program, or send it home."""
    if (program := next(waiting, None)) is not None:
        worker.give(*program)
    else:
        workers.remove(worker)
        worker.end()


def report(counts: Counter) -> str:
    """``counts`` of kinds in one line, the most frequent first."""
    return ", ".join(f"{number} {kind}" for kind, number in counts.most_common())


if __name__ == "__main__":
    kind, details = attempt(sys.stdin.read())
    print(kind, details, sep="\n")
