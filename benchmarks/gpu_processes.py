"""Measures rows one after the other in a process of its own, for `benchmarks.gpu`.

A kernel that breaks its process's context of the GPU, ends the process, or takes longer than it may, is the failure of
one row: another process goes on with the next.  The caller must not have touched the GPU, since processes that do are
not to be forked.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

import torch

Measure = Callable[[int], "dict | None"]


def results(count: int, measure: Measure, limit: int) -> Iterator[tuple[int, dict | None]]:
    """The number of each row below ``count`` that is measured within ``limit`` seconds, and what `measure` says of it.

    A row that ended its process has ``failed`` in the place of results.
    """
    context, number = multiprocessing.get_context("fork"), 0
    while number < count:
        receiving, sending = context.Pipe(duplex=False)
        child = context.Process(target=_measure_from, args=(number, count, measure, limit, sending))
        child.start()
        sending.close()
        try:
            while True:
                number, result = receiving.recv()
                yield number, result
                number += 1
        except EOFError:
            child.join()
        if child.exitcode:
            yield number, {"failed": f"its process ended with {child.exitcode}"}
            number += 1


def _measure_from(first: int, count: int, measure: Measure, limit: int, sending: Connection) -> None:
    """Send what is measured, until a row has broken the context."""
    for number in range(first, count):
        signal.alarm(limit)  # which ends the process, also where it waits for the GPU
        result = measure(number)
        sending.send((number, result))
        if result and "failed" in result and not _works():
            return
    signal.alarm(0)


def _works() -> bool:
    """Whether the context of this process can be used."""
    try:
        torch.cuda.synchronize()
    except Exception:  # whatever it was broken by
        return False
    return True
