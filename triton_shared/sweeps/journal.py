"""The journal of a sweep: a line of JSON for each task that has an outcome, which nobody changes again.

    {"task": "3f…", "spec": "9f86…", "package": "…", "kind": "check", "case": {…}, "result": {"outcome": "passed", …}}

A line is written at once, under a lock, behind a line break: what a process left that was ended in the middle of a line
stays a line of its own, which counts as nothing.  Before it writes, each process reads what others have written; of a
task the first line counts, and there is no second one.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

#: what a line has
FIELDS = {"task": str, "spec": str, "package": str, "kind": str, "case": dict, "result": dict}


class Journal:
    """A journal for the spec and the state of this package that ``spec`` and ``package`` tell; None keeps no file.

    Attributes:
        known: lines by task.
        others: how many lines another spec or another state of the package left.
        damaged: how many lines are none.
    """

    def __init__(self, path: Path | None, spec: str, package: str):
        self.path, self.spec, self.package = path, spec, package
        self.known: dict[str, dict[str, Any]] = {}
        self.others = self.damaged = 0
        self._read_to = 0
        self._file = None if path is None else os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        self.refresh()

    def refresh(self) -> None:
        """Read what has been written since the last time; a line without an end is left for the next."""
        if self._file is None:
            return
        data = b""
        while piece := os.pread(self._file, 1 << 20, self._read_to + len(data)):
            data += piece
        whole, _, _ = data.rpartition(b"\n")
        self._read_to += len(whole) + (b"\n" in data)
        for text in whole.splitlines():
            if text.strip():
                self._take(text)

    def _take(self, text: bytes) -> None:
        try:
            line = json.loads(text)
        except ValueError:  # where a process was ended
            self.damaged += 1
            return
        if not isinstance(line, dict) or any(not isinstance(line.get(n), kind) for n, kind in FIELDS.items()):
            self.damaged += 1
        elif (line["spec"], line["package"]) != (self.spec, self.package):
            self.others += 1
        else:
            self.known.setdefault(line["task"], line)

    def add(self, task: str, kind: str, case: dict[str, Any], result: dict[str, Any]) -> bool:
        """Write the line of ``task``; False where there is one already, which counts in its place."""
        line = {
            "task": task,
            "spec": self.spec,
            "package": self.package,
            "kind": kind,
            "case": case,
            "result": result,
        }
        if self._file is None:
            return self.known.setdefault(task, line) is line
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            self.refresh()
            if os.fstat(self._file).st_size > self._read_to:  # what a process left that was ended
                os.write(self._file, b"\n")
                self.refresh()
            if task in self.known:
                return False
            data = json.dumps(line).encode() + b"\n"
            while data:
                data = data[os.write(self._file, data) :]
            self.refresh()
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        return True

    def close(self) -> None:
        """Let the disk have it all."""
        if self._file is not None:
            os.fsync(self._file)
            os.close(self._file)
            self._file = None
