"""OpenMP's threads, as the thread pool sees them."""

from __future__ import annotations

import ctypes
import time

from triton_shared.runtime.cpu import pool


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.POINTER(ctypes.c_int))
def _running(_thread, clock):
    clock[0] = time.CLOCK_MONOTONIC
    return 0


def never_asleep() -> None:
    """From now on the pool takes the threads of torch's OpenMP for running: their clock is that of the day."""
    threads = pool.current()
    threads.meet_torch()
    assert threads._python.parallel
    threads._python.clock_of = ctypes.cast(_running, ctypes.c_void_p)
