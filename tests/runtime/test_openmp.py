"""Where torch is in the process, launches run on the threads of its OpenMP, and on as many as torch has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: what programs begin with: ``ran(kernel, seconds)`` runs a grid whose programs take so long, and returns the threads
START = """
import ctypes, os, signal, threading, time
import numpy as np, torch, triton_shared
from tests.support.programs import COUNT
from tests.support.teams import never_asleep
from triton_shared.runtime.cpu import pool

def kernel_of(**options):
    return triton_shared.compile(COUNT, **options)

def check(kernel, programs=40, work=3000):
    count, result = np.zeros(programs, np.int32), np.zeros(programs, np.int32)
    kernel[programs](count, result, work)
    assert (count == 1).all(), count

def tasks():
    return set(os.listdir("/proc/self/task"))

def torch_works(threads):
    torch.set_num_threads(threads)
    torch.ones(1 << 20).add(1)
    never_asleep()

@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
def entry(_, begin, end, __):
    seen.add(str(threading.get_native_id()))
    time.sleep(0.02 * (end - begin))

def threads_of(kernel, programs=24):
    seen.clear()
    before, kernel.how.entry = kernel.how.entry, ctypes.cast(entry, ctypes.c_void_p)
    kernel.how.cost = pool.UNKNOWN_COST
    kernel.launch(b"", programs)
    kernel.how.entry = before
    return set(seen)

seen = set()
"""


@pytest.mark.parametrize(
    "file", ["test_pool.py", "test_interrupts.py", "test_waits.py", "test_thread_counts.py"]
)
def test_what_holds_without_torch(file):
    """Forks, signals, waits, many callers: all as the pool's own threads have it, by a team of 16."""
    program = (
        "import sys, torch, pytest; torch.set_num_threads(16); torch.ones(1 << 20).add(1); "
        "from tests.support.teams import never_asleep; never_asleep(); "
        f"sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {str(HERE / file)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_other_threads_are_made(python):
    python(f"""{START}
torch_works(3)
kernel, before = kernel_of(), tasks()
assert len(threads_of(kernel)) == 3
assert threads_of(kernel) <= before and tasks() == before, (before, tasks())
""")


def test_a_library_that_is_preloaded_goes_first(python, tmp_path):
    """As torch's own calls have it: a second library would have threads of its own."""
    found = python(
        "import torch; print(*{line.split()[-1] for line in open('/proc/self/maps') if 'libgomp' in line})"
    )
    if len(found.split()) != 1:
        pytest.skip("torch does not call one library of GNU's")
    other = tmp_path / "other.so"
    other.write_bytes(Path(found.strip()).read_bytes().replace(b"libgomp.so", b"libother.s"))
    python(
        f"""{START}
torch_works(3)
assert {str(other)!r} in open("/proc/self/maps").read()
kernel, before = kernel_of(), tasks()
assert len(threads_of(kernel)) == 3
assert threads_of(kernel) <= before and tasks() == before, (before, tasks())
""",
        LD_PRELOAD=str(other),
    )


def test_a_team_that_sleeps_is_left_alone(python):
    """Its threads have used no processor time meanwhile, but in the one launch that finds out who they are."""
    python(
        f"""{START}
torch.set_num_threads(3)
torch.ones(1 << 20).add(1)
team = tasks()
kernel = kernel_of()
check(kernel)
for _ in range(3):
    time.sleep(0.5)
    assert len(threads_of(kernel)) == 3
    assert len(seen & team) == 1, (seen, team)
""",
        OMP_WAIT_POLICY="passive",
    )


def test_as_many_threads_as_torch_has_at_each_launch(python):
    python(f"""{START}
kernel, two = kernel_of(), kernel_of(num_threads=2)
for number in (3, 1, 2, 5, 2):
    torch_works(number)
    check(kernel)
    assert len(threads_of(kernel)) == number, number
    assert len(threads_of(two)) == 2, number
""")


def test_a_number_that_the_user_sets_holds(python):
    python(
        f"""{START}
kernel = kernel_of()
for number in (1, 3, 7):
    torch_works(number)
    assert len(threads_of(kernel)) == 3
""",
        TRITON_SHARED_NUM_THREADS="3",
    )


def test_torch_is_imported_later(python):
    python(
        START.replace("torch, ", "").replace("import ctypes", "import sys, ctypes", 1)
        + """
check(kernel_of())
assert "torch" not in sys.modules
import torch
torch_works(3)
later = kernel_of(num_threads=3)
before = tasks()
assert threads_of(later) <= before and tasks() == before
"""
    )


@pytest.mark.parametrize("limit", ["OMP_THREAD_LIMIT=1", "OMP_THREAD_LIMIT=2", "OMP_DYNAMIC=true"])
def test_a_team_that_is_smaller_than_asked_for(python, limit):
    name, _, value = limit.partition("=")
    python(
        f"""{START}
torch_works(6)
kernel = kernel_of()
for _ in range(20):
    check(kernel)
assert len(threads_of(kernel)) <= 6
""",
        **{name: value},
    )


def test_launches_inside_of_a_parallel_region(python):
    python(f"""{START}
torch_works(4)
kernel, errors = kernel_of(), []
check(kernel)
team = ctypes.CDLL(pool.TORCH)

@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def body(_):
    try:
        for _ in range(5):
            check(kernel)
    except BaseException as error:
        errors.append(error)

for _ in range(5):
    team.GOMP_parallel(body, None, 4, 0)
assert not errors
check(kernel)
""")


def test_callers_at_once_beside_operators(python):
    python(f"""{START}
torch_works(3)
kernels, errors = [kernel_of(), kernel_of(num_threads=2), kernel_of(num_threads=9)], []
x = torch.randn(256, 256)
expected = x @ x

def body(number):
    try:
        for turn in range(30):
            check(kernels[(number + turn) % 3], 10 + number)
            torch.testing.assert_close(x @ x, expected)
            if turn % 10 == number:
                torch.set_num_threads(1 + number)
    except BaseException as error:
        errors.append(error)

threads = [threading.Thread(target=body, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not errors, errors
""")


def test_a_child_of_a_fork_follows_torch_without_its_threads(python):
    python(f"""{START}
torch_works(3)
kernel = kernel_of()
check(kernel)
for number in (1, 3):
    child = os.fork()
    if not child:
        signal.alarm(60)
        torch.set_num_threads(number)
        check(kernel)
        os._exit(len(threads_of(kernel)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == number
check(kernel)
""")


def test_exit_while_a_daemon_thread_launches(python):
    python(f"""{START}
torch_works(3)
kernel = kernel_of()
def forever():
    while True:
        check(kernel, work=5000)
threading.Thread(target=forever, daemon=True).start()
time.sleep(0.05)
""")
