"""Every program of a grid runs exactly once, whatever threads there are and whoever launches."""

from __future__ import annotations

import ctypes
import itertools
import os
import signal
import threading
import time

import numpy as np
import pytest

import triton_shared
from tests.support.programs import COUNT, reversed_block
from triton_shared.runtime.cpu import pool

ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
#: seconds of a program, by attempt: a worker that gets no core for a while finds its part begun by others
LONGER = [0.004 * 2**attempt for attempt in range(8)]


def launch(kernel, grid, work, launches=1) -> None:
    """Launch COUNT and check both its results."""
    programs = int(np.prod(grid))
    count, result = np.zeros(programs + 1, np.int32), np.zeros(programs + 1, np.int32)
    for _ in range(launches):
        kernel[grid](count, result, work)
    assert (count[:-1] == launches).all() and count[-1] == 0
    expected = np.arange(programs, dtype=np.uint32)
    for _ in range(work):
        expected = expected * np.uint32(1664525) + np.uint32(1)
    assert (result[:-1].view(np.uint32) == expected).all()


@pytest.mark.parametrize("num_threads", [1, 2, 3, 16])
@pytest.mark.parametrize("work", [0, 10, 3000])
@pytest.mark.parametrize("grid", [(1,), (2,), (7,), (1000,), (3, 5), (2, 3, 7), (1, 1, 100)])
def test_every_program_runs_once(num_threads, grid, work):
    launch(triton_shared.compile(COUNT, num_threads=num_threads), grid, work, launches=3)


def ranges_of(total, width, seconds, launches=1):
    """What threads ran in each of some launches of a grid whose programs take ``seconds(program)``, in order.

    For each launch: programs by the thread that ran them.
    """
    ran = []

    @ENTRY
    def entry(_, begin, end, __):
        ran[-1].setdefault(threading.get_ident(), []).extend(range(begin, end))
        time.sleep(sum(map(seconds, range(begin, end))))

    threads = pool.current()
    grid = pool.Launch(ctypes.cast(entry, ctypes.c_void_p), width, 64, pool.UNKNOWN_COST)
    for _ in range(launches):
        ran.append({})
        assert threads.run(threads.handle, ctypes.addressof(grid), b"", total) == 0
    return ran


@pytest.mark.parametrize("total, width", [(64, 4), (37, 3), (5, 16), (2, 2)])
def test_threads_begin_with_the_same_programs_in_each_launch(total, width):
    """Their parts are neighbouring programs, and the first is the caller's."""
    shares = [total // width + (place < total % width) for place in range(width)]
    parts = {sum(shares[:place]) for place in range(width)} - {total}

    def attempt(seconds):
        found = ranges_of(total, width, lambda program: seconds, launches=3)
        for launch in found:
            assert sorted(itertools.chain(*launch.values())) == list(range(total))
            assert launch[threading.get_ident()][0] == 0
        firsts = [{thread: programs[0] for thread, programs in launch.items()} for launch in found]
        return set(firsts[0].values()) == parts and firsts[0] == firsts[1] == firsts[2]

    assert any(map(attempt, LONGER))


def test_threads_take_what_others_have_left():
    """All programs that take time are in one thread's part."""

    def attempt(seconds):
        (launch,) = ranges_of(64, 4, lambda program: seconds * (program >= 48))
        assert sorted(itertools.chain(*launch.values())) == list(range(64))
        return sum(max(programs) >= 48 for programs in launch.values()) == 4

    assert any(map(attempt, LONGER))


def test_work_that_changes_between_launches():
    kernel = triton_shared.compile(COUNT, num_threads=4)
    for work in (0, 20_000, 0, 0, 20_000, 1, 20_000):
        launch(kernel, (50,), work)


def test_many_threads_launch_at_once():
    kernel = triton_shared.compile(COUNT, num_threads=3)
    failures = []

    def body(number):
        try:
            for round in range(20):
                launch(kernel, (10 + number, 7), 50 * (round % 3) * number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=body, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_gil_is_released():
    kernel = triton_shared.compile(COUNT, num_threads=1)
    count, result = np.zeros(1, np.int32), np.zeros(1, np.int32)
    thread = threading.Thread(target=lambda: kernel[1](count, result, 1_000_000_000))
    began = time.perf_counter()
    thread.start()
    turns = 0
    while thread.is_alive() and turns < 5:
        time.sleep(0.001)
        turns += 1
    held = time.perf_counter() - began
    thread.join()
    assert turns == 5 and held < time.perf_counter() - began


@pytest.mark.parametrize("size", [16, 1 << 12, 1 << 18])
def test_arenas_are_private_and_grow(size):
    programs = 12
    kernel = triton_shared.compile(reversed_block(size), num_threads=4)
    x = np.arange(programs * size, dtype=np.int32)
    for _ in range(3):
        out = np.zeros_like(x)
        kernel[programs](x, out)
        assert (out == x.reshape(programs, size)[:, ::-1].ravel()).all()


def test_concurrent_launches_have_arenas_of_their_own():
    size = 1 << 14
    kernel = triton_shared.compile(reversed_block(size), num_threads=2)
    right = []

    def body(number):
        x = np.arange(number, number + 8 * size, dtype=np.int32)
        out = np.zeros_like(x)
        for _ in range(30):
            out[:] = 0
            kernel[8](x, out)
            right.append((out == x.reshape(8, size)[:, ::-1].ravel()).all())

    threads = [threading.Thread(target=body, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(right) == 120 and all(right)


def test_a_forked_child_launches():
    kernel = triton_shared.compile(COUNT, num_threads=2)
    launch(kernel, (100,), 3000)
    for _ in range(5):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                launch(kernel, (100,), 3000, launches=3)
                launch(triton_shared.compile(COUNT.replace("@count", "@child"), num_threads=3), (100,), 3000)
                status = 0
            finally:
                os._exit(status)
        launch(kernel, (100,), 3000)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_fork_amid_launches():
    kernel = triton_shared.compile(COUNT, num_threads=2)
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            launch(kernel, (64,), 2000)

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    launch(kernel, (64,), 2000)
                    status = 0
                finally:
                    os._exit(status)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("lone", [0, 1])
def test_a_child_does_not_count_threads_of_its_parent(lone):
    """A thread of the parent is inside a program, and may be told that it is alone; so is a thread of the child."""
    begun, ended, told = threading.Event(), threading.Event(), []

    @ENTRY
    def hold(*_):
        begun.set()
        ended.wait()

    @ENTRY
    def tell(_, begin, *__):
        told.append(bool(begin >> 62))

    def run(entry, lone):
        threads = pool.current()
        grid = pool.Launch(ctypes.cast(entry, ctypes.c_void_p), 1, 64, pool.UNKNOWN_COST, lone)
        return threads.run(threads.handle, ctypes.addressof(grid), b"", 1)

    thread = threading.Thread(target=run, args=(hold, lone))
    thread.start()
    try:
        begun.wait()
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # ends a child that waits for a thread of its parent
            try:
                os._exit(0 if run(tell, 1) == 0 and told == [True] else 1)
            finally:
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        ended.set()
        thread.join()


def test_a_slow_first_launch_is_soon_forgotten():
    """Programs that a thread runs alone take less time, but in the first launch."""
    launches, alone = 0, []

    @ENTRY
    def work(_, begin, *__):
        told = bool(begin >> 62)
        alone.append(told)
        time.sleep(0.03 if not launches else 0.002 if told else 0.02)

    grid = pool.Launch(ctypes.cast(work, ctypes.c_void_p), 2, 64, pool.UNKNOWN_COST, 1)
    threads = pool.current()
    for launches in range(30):  # more than a few where the machine is busy
        alone.clear()
        assert threads.run(threads.handle, ctypes.addressof(grid), b"", 16) == 0
        if launches and all(alone):
            return
    pytest.fail("launches do not come back to one thread")


EXIT = """
import atexit, threading
import numpy as np, triton_shared
from tests.support.programs import COUNT
count, result = np.zeros(64, np.int32), np.zeros(64, np.int32)
kernel = triton_shared.compile(COUNT, num_threads=4)
def again():
    kernel[64](count, result, 20000)
    print(int(count.sum()), flush=True)
atexit.register(again)  # runs after the pool has stopped, when registered before the first launch
kernel[64](count, result, 20000)
"""


def test_exit_is_clean(python):
    for _ in range(3):
        assert python(EXIT) == "128\n"


def test_exit_while_a_daemon_thread_launches(python):
    program = EXIT + "\ndef forever():\n  while True: kernel[64](count * 0, result, 5000)\n"
    program += "threading.Thread(target=forever, daemon=True).start()\nimport time; time.sleep(0.05)\n"
    assert python(program) == "128\n"


def test_number_of_threads_from_the_environment(python):
    program = "import triton_shared.runtime.cpu.pool as p; print(p.default_width())"
    assert python(program, TRITON_SHARED_NUM_THREADS="3") == "3\n"
    assert python(program) == f"{len(os.sched_getaffinity(0))}\n"


def test_a_small_grid_wakes_nobody(python):
    program = """
import os, numpy as np, triton_shared
from tests.support.programs import COUNT
kernel = triton_shared.compile(COUNT, num_threads=8)
count, result = np.zeros(4000, np.int32), np.zeros(4000, np.int32)
threads = lambda: len(os.listdir("/proc/self/task"))
before = threads()
kernel[1](count, result, 10)
for _ in range(100): kernel[4](count, result, 10)
print(threads() - before)
for _ in range(2): kernel[4000](count, result, 10000)
print(threads() - before)
"""
    # a launch that loses its core for a while looks like much work: of some processes one is left in peace
    assert any(python(program) == "0\n7\n" for _ in range(20))


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", ""])
def test_bad_number_of_threads(text, monkeypatch):
    monkeypatch.setenv("TRITON_SHARED_NUM_THREADS", text)
    with pytest.raises(ValueError, match=f"NUM_THREADS must be a positive integer, got {text!r}"):
        triton_shared.compile(COUNT)


@pytest.mark.parametrize("number", [0, -1, 1.5, "2"])
def test_bad_num_threads(number):
    with pytest.raises((TypeError, ValueError), match=r"num_threads must be (an integer|at least 1)"):
        triton_shared.compile(COUNT, num_threads=number)


@pytest.mark.parametrize("width", [1, 4])
def test_nobody_runs_programs_while_a_thread_is_told_that_it_is_alone(width):
    """Several callers launch at once, of whom some could make use of it."""
    running, crowded, told = set(), [], []

    @ENTRY
    def entry(_, begin, end, __):
        alone, me = bool(begin >> 62), threading.get_ident()
        running.add(me)
        time.sleep(0.0002)
        if alone and running != {me}:
            crowded.append(set(running))
        told.append(alone)
        running.discard(me)

    threads = pool.current()

    def body(lone):
        launch = pool.Launch(ctypes.cast(entry, ctypes.c_void_p), width, 64, pool.UNKNOWN_COST, lone)
        for _ in range(6):
            assert threads.run(threads.handle, ctypes.addressof(launch), b"", 20) == 0
            time.sleep(0.001)

    callers = [threading.Thread(target=body, args=(number % 2,)) for number in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    body(1)
    assert not crowded
    assert True in told and False in told
