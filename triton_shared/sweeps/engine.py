"""Tasks to outcomes: what is not in the journal is submitted, a few at a time, and written to it as it comes.

The journal alone counts: a task that another process has done meanwhile is not submitted, and a second result of a task
is dropped.  So nothing is counted twice, and what a machine takes with it when it is lost is submitted once more.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from triton_shared.sweeps import workers
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.executors import ClusterError
from triton_shared.sweeps.journal import Journal
from triton_shared.sweeps.spec import Spec

#: tasks that are submitted for each one that runs, so that nobody waits for the next
AHEAD = 2
#: how often a task is submitted that the executor loses
SUBMISSIONS = 4


@dataclass(frozen=True)
class Task:
    """What is to be done: a ``kind`` of `runner.KINDS`, the case, and what the kind needs besides."""

    kind: str
    case: Case
    more: tuple[tuple[str, Any], ...] = ()

    @property
    def key(self) -> str:
        """What the journal calls it."""
        text = json.dumps([self.kind, self.case.to_json(), self.more], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def to_json(self) -> dict[str, Any]:
        """This task as workers take it."""
        return {"kind": self.kind, "case": self.case.to_json(), **dict(self.more)}


class Engine:
    """Runs tasks of ``spec`` on ``executor``, ``width`` at a time, each for at most ``seconds`` where that is not 0.

    ``told`` hears of each that is done, and its result.
    """

    def __init__(
        self,
        spec: Spec,
        journal: Journal,
        executor: Executor,
        width: int,
        seconds: float = 0.0,
        told: Callable[[Task, dict[str, Any]], None] = lambda task, result: None,
    ):
        self.spec, self.journal, self._executor, self._width = spec, journal, executor, width
        self._seconds, self._told = seconds, told
        self._submissions: Counter[str] = Counter()

    def run(self, tasks: Sequence[Task]) -> None:
        """Run what the journal does not know, and write it there as it comes.

        Raises:
            ClusterError: the executor takes no more tasks.
        """
        left = deque(task for task in tasks if task.key not in self.journal.known)
        running: dict[Future, Task] = {}
        try:
            while left or running:
                self._submit(left, running)
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    task = running.pop(future)
                    if (result := self._result(task, future)) is None:
                        left.append(task)
                    else:
                        self._record(task, result)
        finally:
            for future in running:
                future.cancel()

    def _submit(self, left: deque[Task], running: dict[Future, Task]) -> None:
        self.journal.refresh()
        while left and len(running) < self._width * AHEAD:
            task = left.popleft()
            if task.key in self.journal.known:  # another process has done it
                self._told(task, self.journal.known[task.key]["result"])
                continue
            self._submissions[task.key] += 1
            try:
                running[self._executor.submit(workers.attend, json.dumps(self._request(task)))] = task
            except RuntimeError as error:  # broken, or shut down
                raise ClusterError(
                    f"the executor takes no more tasks: {error}; go on with --resume"
                ) from None

    def _request(self, task: Task) -> dict[str, Any]:
        known = {"spec": str(self.spec.path), "digest": self.spec.digest, "seconds": self._seconds}
        return {**known, "task": task.to_json()}

    def _result(self, task: Task, future: Future) -> dict[str, Any] | None:
        """What came of ``task``; None where it is to be submitted again."""
        try:
            result = json.loads(future.result())
        except CancelledError:
            result = {"outcome": "stopped"}
        except Exception as error:  # an executor's own: it has lost the task
            if self._submissions[task.key] < SUBMISSIONS:
                return None
            result = {"outcome": "lost", "detail": f"{SUBMISSIONS} times: {type(error).__name__}: {error}"}
        return None if result["outcome"] == "stopped" else result

    def _record(self, task: Task, result: dict[str, Any]) -> None:
        self.journal.add(task.key, task.kind, task.case.to_json(), result)
        self._told(task, self.journal.known[task.key]["result"])
