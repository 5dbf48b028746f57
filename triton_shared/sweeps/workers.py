"""`attend` runs one task in a process of its own, wherever it is called: on a thread here, or on another machine.

::

    engine ─ submit(attend, request) ─▸ executor ─▸ thread ─ a line of JSON ─▸ worker
                                                           ◂ a line of JSON ─

A worker is ``python`` with this process's path, which imports the spec.  Each thread that attends has one.  A worker
that dies is started again, and its task with it; a task over which workers die `ATTEMPTS` times has crashed them.  A
worker ends when its standard input does, so none outlives who attends to it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

from triton_shared import names
from triton_shared.sweeps import reducing

#: how often a task is begun whose worker dies
ATTEMPTS = 3
#: what a worker said last, of that much is told
LAST_LINES = 6
_START = "import sys; sys.path[:] = sys.argv[1:]; from triton_shared.sweeps import workers; workers.serve()"
_mine = threading.local()
_all: set[Worker] = set()
_lock = threading.Lock()
_stopped = threading.Event()


class WorkerDied(Exception):
    """A worker has ended; the message says how."""


class Worker:
    """A process that runs tasks, one after the other."""

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # of which it shares the place
        with _lock:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, *sys.path],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, start_new_session=True,
            )  # fmt: skip
            _all.add(self)
        self._left = b""

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The result of ``request``; "timeout" after so many ``seconds``, where that is not 0.

        Raises:
            WorkerDied: the process ended.
        """
        assert self._process.stdin is not None
        self._said.seek(0)
        self._said.truncate()
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._line(time.monotonic() + seconds if seconds else None)
        except OSError:
            raise WorkerDied(self._end()) from None
        if line is None:
            self.kill()
            return {"outcome": "timeout", "detail": f"took more than {seconds:g} s", "seconds": seconds}
        return json.loads(line)

    def _line(self, until: float | None) -> bytes | None:
        """The next line; None where time is over before it comes.  Raises BrokenPipeError where none comes."""
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        while b"\n" not in self._left:
            left = None if until is None else max(until - time.monotonic(), 0)
            if not select.select([handle], [], [], left)[0]:
                return None
            piece = os.read(handle, 1 << 16)
            if not piece:
                raise BrokenPipeError
            self._left += piece
        line, _, self._left = self._left.partition(b"\n")
        return line

    def _end(self) -> str:
        code = self._process.wait()
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()[-LAST_LINES:]
        self.kill()
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with {code}"
        return "\n".join([f"the process ended {how}", *map(names.one_line, lines)])

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._said):
            with contextlib.suppress(OSError):
                file.close()  # type: ignore[union-attr]
        with _lock:
            _all.discard(self)

    @property
    def is_alive(self) -> bool:
        """Whether it takes requests."""
        return self._process.poll() is None


def ask(request: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The result of ``request`` by this thread's worker."""
    said = ""
    for _ in range(ATTEMPTS):
        if _stopped.is_set():
            return {"outcome": "stopped", "detail": "the sweep has ended", "seconds": 0.0}
        worker = getattr(_mine, "worker", None)
        if worker is None or not worker.is_alive:
            worker = _mine.worker = Worker()
        try:
            return worker.ask(request, seconds)
        except WorkerDied as error:
            said = str(error)
    return {"outcome": "crashed", "detail": f"{ATTEMPTS} times: {said}", "seconds": 0.0}


def attend(text: str) -> str:
    """The result of the request ``text``, both JSON."""
    request = json.loads(text)
    seconds = request["seconds"]
    if request["task"]["kind"] == "reduce":
        return json.dumps(reducing.reduced(request, lambda one: ask(one, seconds)))
    return json.dumps(ask(request, seconds))


def stop() -> None:
    """End the workers of this process, and let nobody start more until `begin`."""
    _stopped.set()
    with _lock:
        running = list(_all)
    for worker in running:
        worker.kill()


def begin() -> None:
    """Let workers be started."""
    _stopped.clear()


def serve() -> None:
    """Be a worker: a request for each line of standard input, a result for each on standard output.

    What a spec or a kernel prints goes nowhere.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever attends ends this process
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    from triton_shared.sweeps import runner

    for line in sys.stdin:
        answers.write(json.dumps(runner.run(json.loads(line))) + "\n")
        answers.flush()
