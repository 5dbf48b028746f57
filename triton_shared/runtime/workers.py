"""Kernels that are compiled at the same time are compiled in parallel, by processes: Python's threads would take turns.

The first runs in this process.  While it does, another waits for it, or for a *worker*, whichever is free first::

    thread 1   run(compiled, …)  ────────── here ──────────▸ header, code
    thread 2   run(compiled, …)  ─ waits ─▸ JSON ─▸ worker ─▸ header, code

A worker is ``python`` with this process's path and environment, which does nothing but compile.  It is started when
somebody waits, takes a request as a line of JSON on its standard input, answers on its standard output, and ends when
nobody has asked for `IDLE_SECONDS`, or with this process.  What it cannot do is done here, so that errors are raised
where they are expected.  ``TRITON_SHARED_COMPILE_WORKERS`` says how many there may be; the default is one less than
the cores that this process may run on, and at most `MOST`.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from triton_shared import plugins
from triton_shared.parameters import from_environment

IDLE_SECONDS, MOST = 60.0, 7
_START = "import sys; sys.path[:] = sys.argv[1:]; from triton_shared.runtime import workers; workers.serve()"
_READY = b"ready\n"
#: what a worker compiles before its first request: it imports what all kernels need
_WARM_UP = "tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.return\n}\n"

#: what is made of a kernel: a header, as JSON can hold it, and code
Made = tuple[dict, bytes]


def run(function: Callable[..., Made], *arguments: Any) -> Made:
    """What ``function(*arguments)`` returns, or raises, here or in a worker.

    The function is one of a module of this package; JSON can hold its arguments.
    """
    with _pool.slot() as worker:
        made = worker and worker.ask(function, arguments)
        return made or here(function, *arguments)


def here(function: Callable[..., Made], *arguments: Any) -> Made:
    """What ``function(*arguments)`` returns, while nobody else in this process compiles or loads."""
    from triton_shared.runtime import jit  # imports LLVM, which a kernel from the cache does not need

    with jit.exclusive:
        return function(*arguments)


@contextmanager
def once(key: object) -> Iterator[None]:
    """No two threads make ``key`` at the same time: the second finds what the first has made."""
    with _guard:
        making = _making.setdefault(key, [threading.Lock(), 0])
        making[1] += 1
    try:
        with making[0]:
            yield
    finally:
        with _guard:
            making[1] -= 1
            if not making[1]:
                del _making[key]


class Worker:
    """A process that compiles; ``is_ready`` is called when it does, or never."""

    def __init__(self, is_ready: Callable[[Worker], None]):
        import subprocess  # once a process is started: a launch from the cache starts none

        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, *sys.path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        threading.Thread(target=self._await, args=[is_ready], daemon=True).start()

    def _await(self, is_ready: Callable[[Worker], None]) -> None:
        if self._answers.readline() == _READY:
            is_ready(self)

    @property
    def is_alive(self) -> bool:
        """Whether it still takes requests."""
        return self._process.poll() is None

    @property
    def _answers(self) -> Any:
        return self._process.stdout

    def ask(self, function: Callable[..., Made], arguments: tuple) -> Made | None:
        """What the function makes in the worker; None where it fails there."""
        request = [function.__module__, function.__qualname__, arguments]
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            header, length = json.loads(self._answers.readline())
            code = self._answers.read(length)
        except (OSError, ValueError, TypeError):  # it has ended, or JSON cannot hold what is asked
            return None
        return None if header is None or len(code) != length else (header, code)


class _Pool:
    """The places where kernels are compiled: this process, and workers."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_free = True  # this process
        self._idle: list[Worker] = []
        self._workers = 0
        self._inside = threading.local()

    @contextmanager
    def slot(self) -> Iterator[Worker | None]:
        """A worker, or None for this process, as soon as one is free."""
        if getattr(self._inside, "yes", False):  # compiling asks for a kernel
            yield None
            return
        self._inside.yes, worker = True, self._take()
        try:
            yield worker
        finally:
            self._inside.yes = False
            self._give(worker)

    def _take(self) -> Worker | None:
        with self._changed:
            while True:
                if self._is_free:
                    self._is_free = False
                    return None
                limit = most()
                while self._idle and self._workers - len(self._idle) < limit:
                    if (worker := self._idle.pop()).is_alive:
                        return worker
                    self._workers -= 1
                if self._workers < limit:
                    self._workers += 1
                    Worker(self._give)
                self._changed.wait()

    def _give(self, worker: Worker | None) -> None:
        with self._changed:
            if worker is None:
                self._is_free = True
            else:
                self._idle.append(worker)
            self._changed.notify()


_pool, _guard = _Pool(), threading.Lock()
_making: dict[object, list[Any]] = {}  # key -> its lock, and how many threads want it


def most() -> int:
    """How many workers there may be: none where they would not compile as this process does."""
    if plugins.tables().plugins or not sys.executable:
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return from_environment("TRITON_SHARED_COMPILE_WORKERS", min(cores - 1, MOST))


def _after_fork() -> None:
    """A child has none of its parent's threads, and its workers answer the parent."""
    global _pool, _guard
    _pool, _guard = _Pool(), threading.Lock()
    _making.clear()


os.register_at_fork(after_in_child=_after_fork)


def serve() -> None:
    """Answer requests until there are none."""
    requests, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what compiling prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    from triton_shared.runtime.compilation import build

    build(_WARM_UP, "warm-up", "k")
    answers.write(_READY)
    answers.flush()
    while select.select([requests], [], [], IDLE_SECONDS)[0] and (line := requests.readline()):
        module, name, arguments = json.loads(line)
        try:
            header, code = getattr(importlib.import_module(module), name)(*arguments)
        except Exception:  # it is raised again where it was asked for
            header, code = None, b""
        answers.write(json.dumps([header, len(code)]).encode() + b"\n" + code)
        answers.flush()
