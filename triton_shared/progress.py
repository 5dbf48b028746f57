"""A line of progress on a terminal, for what takes more than two seconds; elsewhere nothing is written.

::

    [##########----------] 12/24 softmax.f32, 3.1 s
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from typing import TextIO

#: seconds before anything is shown, and between two updates
PATIENCE, INTERVAL = 2.0, 0.1
WIDTH = 20


class Progress:
    """Progress of ``total`` steps, or of an unknown number where that is 0, on ``stream``.

    Other output to the terminal goes between `clear` and the next `step`.
    """

    def __init__(self, total: int = 0, stream: TextIO | None = None):
        self.total, self.stream = total, sys.stderr if stream is None else stream
        self.done = 0
        self.begin = self.updated = time.monotonic()
        self.is_shown = False

    def step(self, label: str = "", done: int = 1) -> None:
        """Count ``done`` steps; ``label`` says what is at work."""
        self.done += done
        now = time.monotonic()
        if now - self.begin < PATIENCE or now - self.updated < INTERVAL or not self.stream.isatty():
            return
        self.updated = now
        columns = shutil.get_terminal_size().columns - 1
        self.stream.write(f"\r\x1b[K{self._line(label, now)[:columns]}")
        self.stream.flush()
        self.is_shown = True

    @contextlib.contextmanager
    def ticking(self, label: str) -> Iterator[Progress]:
        """Show ``label`` and the seconds while a block of unknown steps lasts, and take the line away at its end."""
        over = threading.Event()

        def tick() -> None:
            while not over.wait(INTERVAL):
                self.step(label, 0)

        ticker = threading.Thread(target=tick, daemon=True)
        if self.stream.isatty():
            ticker.start()
        try:
            yield self
        finally:
            over.set()
            if ticker.is_alive():
                ticker.join()
            self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self.is_shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.is_shown = False

    def _line(self, label: str, now: float) -> str:
        count = f"{self.done} " if self.done else ""
        if self.total:
            full = WIDTH * min(self.done, self.total) // self.total
            count = f"[{'#' * full}{'-' * (WIDTH - full)}] {self.done}/{self.total} "
        return f"{count}{label}, {now - self.begin:.1f} s"
