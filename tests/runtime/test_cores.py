"""A worker that is woken is kept off its caller's core until it runs, and may use the same cores as before then."""

from __future__ import annotations

import copy
import ctypes
import os
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from triton_shared.runtime.cpu import pool

BITS = 1024
EVERY = (1 << BITS) - 1
PATIENCE = 500  #: attempts: on a busy machine a worker that gets no time is not asleep yet
CORES = st.sets(st.one_of(st.integers(0, 7), st.integers(60, 70), st.integers(0, BITS - 1)), min_size=1)


def mask(cores) -> int:
    return sum(1 << core for core in cores)


@dataclass
class System:
    """What Linux does with the cores of one thread: where ``present`` ones are, it may use those of ``chosen`` among
    them, or all of them where that is none. ``calls`` are what has been chosen, and by which thread."""

    present: int
    chosen: int
    core: int
    refuses: bool = False
    calls: list[tuple[int, int]] = field(default_factory=list)

    def allowed(self, present: int | None = None) -> int:
        present = self.present if present is None else present
        return present & self.chosen or present


AT = ctypes.POINTER(ctypes.c_uint8)


class Cores:
    """`pool._CORES` as functions in C, which ask ``system``."""

    def __init__(self):
        self.system = System(1, EVERY, -1)
        kinds = [(ctypes.c_int,), (ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, AT)]
        self.functions = [
            ctypes.CFUNCTYPE(*kinds[0])(lambda: self.system.core),
            ctypes.CFUNCTYPE(*kinds[1])(self._get),
            ctypes.CFUNCTYPE(*kinds[1])(self._set),
        ]

    def _get(self, _: int, size: int, cores) -> int:
        ctypes.memmove(cores, self.system.allowed().to_bytes(BITS // 8, "little"), size)
        return 22 * self.system.refuses

    def _set(self, _: int, size: int, cores) -> int:
        wanted = int.from_bytes(bytes(cores[:size]), "little")
        if not wanted & self.system.present:
            return 22
        self.system.chosen = wanted
        self.system.calls.append((threading.get_ident(), wanted))
        return 0


@contextmanager
def pool_with(functions: list):
    """A pool of its own, for which a system has these functions."""
    pointers = [ctypes.cast(function, ctypes.c_void_p) for function in functions]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "_functions", lambda names: pointers)
        threads = pool.Pool()
    yield threads
    threads.stop()


@pytest.fixture(scope="module")
def cores():
    """`Cores`, with a pool that asks them."""
    cores = Cores()
    with pool_with(cores.functions) as cores.threads:
        yield cores


def launch(threads: pool.Pool, look=lambda: None) -> None:
    """Launch when the worker sleeps; it calls ``look`` in each of its programs."""
    caller = threading.get_ident()

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    def entry(*_):
        if threading.get_ident() != caller:
            look()
        time.sleep(0.001)

    description = pool.Launch(ctypes.cast(entry, ctypes.c_void_p), 2, 64, pool.UNKNOWN_COST)
    time.sleep(0.01)
    assert threads.run(threads.handle, ctypes.addressof(description), b"", 8) == 0


def wake(cores: Cores, system: System) -> list[int]:
    """Wake the worker where ``system`` holds; the cores that it might use in its programs."""
    seen: list[int] = []
    steers = 0 <= system.core < BITS and not system.refuses and system.allowed() & ~(1 << system.core)
    for _ in range(PATIENCE if steers else 3):
        cores.system = copy.deepcopy(system)
        seen.clear()
        launch(cores.threads, lambda: seen.append(cores.system.allowed()))
        if cores.system.calls:
            break
    for _ in range(PATIENCE):  # a worker that comes too late for the programs is released all the same
        if cores.system.allowed() == system.allowed():
            break
        time.sleep(0.05)
    return seen


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CORES, st.one_of(st.none(), CORES), CORES, st.data())
def test_a_worker_is_kept_off_the_core_until_it_runs(cores, present, chosen, more, data):
    core = data.draw(st.sampled_from(sorted(present)))
    before = System(mask(present), EVERY if chosen is None else mask(chosen), core)
    others = before.allowed() & ~(1 << core)
    seen = wake(cores, before)
    after = cores.system
    steered = {wanted for thread, wanted in after.calls if thread == threading.get_ident()}
    assert steered == ({others} if others else set())
    assert set(seen) <= {before.allowed()} and after.allowed() == before.allowed()
    if (
        before.allowed() == before.present and others
    ):  # a thread that might use all uses what there will be, too
        assert after.allowed(mask(present | more)) == mask(present | more)


@pytest.mark.parametrize("core, refuses", [(-1, False), (BITS, False), (5000, False), (0, True)])
def test_where_the_system_does_not_tell_nothing_is_changed(cores, core, refuses):
    wake(cores, System(mask(range(4)), EVERY, core, refuses))
    assert not cores.system.calls


def test_a_system_without_cores():
    with pool_with([]) as threads:
        for _ in range(2):
            launch(threads)
    assert pool._functions(("sched_getcpu", "there_is_no_such_function")) == []


def wakes(cores: Cores, work: float, launches: int = 1) -> bool:
    """Whether launches, one right after the other, of ``work`` microseconds each wake the worker, which sleeps.

    The pool is told how long programs take; of less than 20 microseconds it would measure some itself.
    """
    entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)(
        lambda *_: None
    )
    threads, cores.system = cores.threads, System(mask(range(4)), EVERY, 0)
    time.sleep(0.02)
    for _ in range(launches):
        known = pool.Launch(ctypes.cast(entry, ctypes.c_void_p), 2, 64, work * 1000 / 8)
        assert threads.run(threads.handle, ctypes.addressof(known), b"", 8) == 0
    time.sleep(0.01)
    return bool(cores.system.calls)


def test_a_worker_that_sleeps_is_woken_where_it_pays(cores):
    launch(cores.threads)
    assert not any(wakes(cores, work) for work in (30, 50, 70))
    assert any(wakes(cores, 100) for _ in range(PATIENCE))
    assert any(wakes(cores, 30, launches=20) for _ in range(PATIENCE))


PROGRAM = """
import os, time, numpy as np, triton_shared
from tests.support.programs import COUNT
kernel = triton_shared.compile(COUNT, num_threads=3)
count, result = np.zeros(400, np.int32), np.zeros(400, np.int32)

def check(chosen):
    "All threads may use the cores `chosen`, at once or as soon as a worker that came too late has run."
    end = time.monotonic() + 300
    while time.monotonic() < end:
        threads = map(int, os.listdir("/proc/self/task"))
        if {frozenset(os.sched_getaffinity(thread)) for thread in threads} == {frozenset(chosen)}:
            return
        time.sleep(0.01)
    raise AssertionError(chosen)

cores = sorted(os.sched_getaffinity(0))
for chosen in (cores, cores[-1:], cores, cores[:1]):
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), chosen)
    for _ in range(6):
        kernel[400](count, result, 3000)
        time.sleep(0.01)
    check(chosen)
print(int(count.sum()))
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no such call")
def test_what_a_user_chooses_holds(python):
    assert python(PROGRAM) == f"{400 * 24}\n"
