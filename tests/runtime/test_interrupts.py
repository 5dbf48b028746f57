"""A signal ends a launch or a compilation soon; what comes after it is as if nothing had happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from tests.support.amount import some
from tests.support.programs import COUNT
from triton_shared import interrupts

PROGRAMS = 100_000
FOREVER = 1_000_000  # rounds of a program; the whole grid would take more than a minute
SOON = 4.0  # seconds of cores, of which a busy machine gives few at a time


class Interrupt(Exception):
    """What the handler of a signal raises here."""


@pytest.fixture
def alarm():
    """``alarm(handler, seconds)`` has ``handler()`` called then, as a signal's handler."""

    def set_alarm(handler, seconds):
        signal.signal(signal.SIGALRM, lambda number, frame: handler())
        signal.setitimer(signal.ITIMER_REAL, seconds)

    before = signal.getsignal(signal.SIGALRM)
    yield set_alarm
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def interrupt():
    raise Interrupt


def arrays(programs=PROGRAMS):
    return np.zeros(programs, np.int32), np.zeros(programs, np.int32)


def runs_once(kernel) -> bool:
    count, result = arrays()
    kernel[PROGRAMS](count, result, 1)
    return bool((count == 1).all())


@pytest.mark.parametrize("num_threads", [1, 2, 5])
@pytest.mark.parametrize("delay", [1e-4, 1e-2, 0.15])
def test_a_signal_ends_a_launch(alarm, num_threads, delay):
    kernel = triton_shared.compile(COUNT, num_threads=num_threads)
    for work in (FOREVER, 1, FOREVER):  # what a program costs changes from launch to launch
        count, result = arrays()
        if work == FOREVER:
            began = time.process_time()
            with pytest.raises(Interrupt):
                alarm(interrupt, delay)
                kernel[PROGRAMS](count, result, work)
            assert time.process_time() - began < SOON
            done = count.copy()
            time.sleep(0.01)
            assert (count == done).all() and done.max() <= 1, "a thread works on, or a program ran twice"
        assert runs_once(kernel)


def test_a_grid_whose_last_programs_take_long(alarm):
    """The caller has nothing left to do and waits for others."""
    kernel = triton_shared.compile(COUNT, num_threads=4)
    count, result = arrays(8)
    with pytest.raises(Interrupt):
        alarm(interrupt, 0.05)
        while True:
            kernel[8](count, result, 5 * FOREVER)
    assert runs_once(kernel)


def test_a_handler_that_raises_nothing_lets_a_launch_go_on(alarm):
    kernel, calls = triton_shared.compile(COUNT, num_threads=2), []
    count, result = arrays(1000)
    alarm(lambda: calls.append(int(count.sum())), 0.05)
    kernel[1000](count, result, FOREVER // 2)
    assert (count == 1).all() and len(calls) == 1 and calls[0] < 1000


def test_a_handler_that_launches(alarm):
    kernel, right = triton_shared.compile(COUNT, num_threads=2), []
    count, result = arrays(1000)
    alarm(lambda: right.append(runs_once(kernel)), 0.05)
    kernel[1000](count, result, FOREVER // 2)
    assert (count == 1).all() and right == [True]


def test_another_thread_launches_on(alarm):
    """Signals are the main thread's."""
    kernel = triton_shared.compile(COUNT, num_threads=2)
    count, result = arrays(400)
    thread = threading.Thread(target=lambda: kernel[400](count, result, FOREVER // 2))
    thread.start()
    with pytest.raises(Interrupt):
        alarm(interrupt, 0.02)
        kernel[PROGRAMS](*arrays(), FOREVER)
    thread.join()
    assert (count == 1).all() and runs_once(kernel)


# Every program waits until %flag is set.
WAIT = """
tt.func public @wait(%flag: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  scf.while : () -> () {
    %value = tt.atomic_cas acq_rel, gpu, %flag, %zero, %zero : (!tt.ptr<i32>, i32, i32) -> i32
    %go = arith.cmpi eq, %value, %zero : i32
    scf.condition(%go)
  } do {
    scf.yield
  }
  tt.return
}
"""


@pytest.mark.parametrize("programs", [1, 2, 50])
def test_a_signal_ends_waits(alarm, programs):
    kernel = triton_shared.compile(WAIT, num_threads=2)
    began = time.process_time()
    with pytest.raises(Interrupt):
        alarm(interrupt, 0.1)
        kernel[programs](np.zeros(1, np.int32))
    assert time.process_time() - began < SOON
    kernel[programs](np.ones(1, np.int32))
    assert runs_once(triton_shared.compile(COUNT, num_threads=2))


PRINTS = """
tt.func public @prints() {
  %pid = tt.get_program_id x : i32
  tt.print " pid: " {hex = false, isSigned = array<i32: 1>} : %pid : i32
  tt.return
}
"""

#: Ctrl-C as in a terminal: a process that `nohup` or a shell started behind `&` ignores it
LISTEN = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)"

CTRL_C_AMID_PRINTS = f"""
{LISTEN}
import os, sys, threading, triton_shared
kernel = triton_shared.compile('''{PRINTS}''')
out, sys.stdout = sys.stdout, open(os.devnull, "w")
for number in range(8):
    try:
        threading.Timer(0.01 + 0.013 * number, os.kill, (os.getpid(), signal.SIGINT)).start()
        kernel[10**7]()
    except KeyboardInterrupt:
        print("interrupted", file=out)
sys.stdout = out
kernel[3]()
"""


@pytest.mark.parametrize("threads", ["1", "3"])
def test_ctrl_c_amid_prints(python, threads):
    lines = python(CTRL_C_AMID_PRINTS, TRITON_SHARED_NUM_THREADS=threads).splitlines()
    assert lines[:8] == ["interrupted"] * 8 and len(lines) == 11


CTRL_C = """
import os, signal, sys, threading
import numpy as np, triton_shared
from tests.support.programs import COUNT
kernel = triton_shared.compile(COUNT)
count, result = np.zeros((2, 100_000), np.int32)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    kernel[int(sys.argv[1])](count, result, 1_000_000)
    print(count.sum())
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c(python):
    assert python(f"import sys\nsys.argv = ['', '100_000']\n{LISTEN}\n{CTRL_C}") == "interrupted\n"


def test_a_process_that_ignores_ctrl_c_goes_on(python):
    ignore = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
    assert python(f"import sys\nsys.argv = ['', '600']\n{ignore}\n{CTRL_C}") == "600\n"


FIRST = """
import os, signal, sys, traceback
import numpy as np

text = open(sys.argv[1]).read()

def first_compilation(seconds):
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    interrupted = False
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        import triton_shared
        triton_shared.compile(text)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        interrupted = True
    import triton_shared
    from tests.support.programs import COUNT
    triton_shared.compile(text)
    count, result = np.zeros((2, 100), np.int32)
    triton_shared.compile(COUNT)[100](count, result, 1)
    assert (count == 1).all()
    return interrupted

for number, seconds in enumerate(map(float, sys.argv[2:])):
    if not (child := os.fork()):
        status = 99
        os.environ["TRITON_SHARED_CACHE_DIR"] += str(number)
        try:
            status = int(first_compilation(seconds))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_the_first_compilation(fresh_cache):
    """Bindings are imported, dialects defined, passes run."""
    delays = [0.02, *sorted(some([0.06, 0.11, 0.17, 0.25, 0.35, 0.5, 0.7, 1.0]))]
    here = Path(__file__).parent
    command = [
        sys.executable,
        "-c",
        FIRST,
        str(here.parents[1] / "examples/softmax.f32.mlir"),
        *map(str, delays),
    ]
    environment = {**os.environ, "PYTHONPATH": str(here.parents[1])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert not done.stderr
    ended = list(map(int, done.stdout.split()))
    assert len(ended) == len(delays) and set(ended) <= {0, 1} and ended[0] == 1


def test_later_compilations(alarm, fresh_cache):
    """Whenever the signal comes, its exception comes out as it is, or what was begun is done."""
    text = (Path(__file__).parents[2] / "examples/softmax.f32.mlir").read_text()
    began = time.perf_counter()
    triton_shared.compile(text + "\n// timed")
    whole = time.perf_counter() - began
    interrupted = 0
    for number in range(20):
        try:
            alarm(interrupt, whole * (number + 0.5) / 20 if number else 0.001)
            triton_shared.compile(f"{text}\n// {number}")
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Interrupt:
            interrupted += 1
    assert interrupted
    assert runs_once(triton_shared.compile(COUNT))


def test_passes_that_embedders_run(alarm):
    from triton_shared import dialects
    from triton_shared.passes.manager import run_pipeline

    text = (Path(__file__).parents[2] / "examples/attention.f32.mlir").read_text()
    interrupted = 0
    for number in range(20):
        module = dialects.parse(text)
        try:
            alarm(interrupt, 0.0005 + 0.003 * number)
            run_pipeline(module, ["triton-to-linalg"])
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Interrupt:
            interrupted += 1
    assert interrupted
    run_pipeline(dialects.parse(text), ["triton-to-linalg"])


def test_deferred_signals_come_in_the_end(alarm):
    """All of them, through nested sections, collections and handlers that launch."""
    seen = []
    handler = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    try:
        with interrupts.deferred:
            with interrupts.deferred:
                signal.raise_signal(signal.SIGUSR1)
                signal.raise_signal(signal.SIGUSR1)
            assert not seen
            interrupts.check()
            assert len(seen) == 1
            signal.raise_signal(signal.SIGUSR1)
            assert len(seen) == 1
        assert len(seen) == 2
        alarm(interrupt, 0)
        with pytest.raises(Interrupt), interrupts.deferred:
            signal.raise_signal(signal.SIGALRM)
            signal.raise_signal(signal.SIGUSR1)
        assert len(seen) == 3
        assert not interrupts._handlers and not interrupts._depth
    finally:
        signal.signal(signal.SIGUSR1, handler)
