"""What a kernel that fails leaves behind: a crash tells its name, everything else a process that goes on."""

from __future__ import annotations

import gc
import os
import platform
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from tests.support import programs
from triton_shared.runtime.cpu.diagnostics import crash
from triton_shared.runtime.cpu.diagnostics.crash import Kernel

pytestmark = pytest.mark.skipif(crash.handler() is None, reason="crashes are not reported on this system")

#: divisions by zero are no faults elsewhere
X86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="is so on x86-64 only")

PRELUDE = """
import ctypes, faulthandler, os, resource, signal, threading
import numpy as np
import triton_shared
from tests.support import programs

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

class Wild:
    dtype = "float32"
    def data_ptr(self): return 0x10000

def double(name="double"): return triton_shared.compile(programs.located("/somewhere/double.py", name))
"""


@pytest.fixture
def crashed():
    """Runs a program that has to die by a signal, and returns that signal and the lines on stderr."""

    def run(program: str, **environment: str) -> tuple[int, list[str]]:
        here = Path(__file__).parent
        done = subprocess.run(
            [sys.executable, "-c", PRELUDE + program],
            env={
                **os.environ,
                "PYTHONPATH": str(here.parents[1]),
                **environment,
            },
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode < 0, f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
        return -done.returncode, done.stderr.splitlines()

    return run


REPORT = r"triton_shared: SIGSEGV in kernel 'double' at /somewhere/double.py:3 \(address 0x10000, code \+0x[0-9a-f]+\)"


def reports(lines: list[str]) -> list[str]:
    """Those of ``lines`` that the handler wrote."""
    return [line for line in lines if line.startswith("triton_shared: ")]


@pytest.mark.parametrize(
    "launch",
    [
        "double()[1](Wild())",
        "faulthandler.enable(); double()[1](Wild())",
        "k = double(); faulthandler.enable(); double('other'); k[1](Wild())",
        "k = double(); t = threading.Thread(target=lambda: k[1](Wild())); t.start(); t.join()",
        "k = double()\nif pid := os.fork(): os.kill(os.getpid(), os.waitpid(pid, 0)[1])\nk[1](Wild())",
    ],
    ids=["plain", "faulthandler before", "another kernel after", "thread", "fork"],
)
def test_a_bad_pointer_names_kernel_and_line(crashed, launch):
    number, lines = crashed(launch)
    assert number == signal.SIGSEGV
    assert len(reports(lines)) == 1
    assert re.fullmatch(REPORT, reports(lines)[0])
    assert ("Fatal Python error: Segmentation fault" in lines) == ("faulthandler" in launch)


def test_a_handler_before_ours_hides_the_fault(crashed):
    """What it sends again is no fault, and the process ends by it."""
    number, lines = crashed("k = double(); faulthandler.enable(); k[1](Wild())")
    assert number == signal.SIGSEGV
    assert not reports(lines)
    assert lines.count("Fatal Python error: Segmentation fault") == 1


@pytest.mark.parametrize("name", ["b.mlir", "ä b.mlir"])
def test_a_kernel_from_the_cache_names_its_own_file(crashed, tmp_path, name):
    """Though it was compiled from a file with the same text."""
    text = "\n".join(line.split(" loc(")[0] for line in programs.located("x").splitlines() if line[:1] != "#")
    for file in ("a.mlir", name):
        (tmp_path / file).write_text(text)
    program = f"""
os.chdir({str(tmp_path)!r})
triton_shared.compile('a.mlir')
triton_shared.compile({name!r})[1](Wild())
"""
    for _ in range(2):  # compiled, and from the cache
        _, lines = crashed(program, TRITON_SHARED_CACHE_DIR=str(tmp_path / "cache"))
        assert re.search(rf"kernel 'double' at {re.escape(name)}:\d+ ", reports(lines)[0])


def test_workers_crash_like_the_caller(crashed):
    number, lines = crashed("double()[10000](Wild())", TRITON_SHARED_NUM_THREADS="4")
    assert number == signal.SIGSEGV
    assert reports(lines)
    assert all(re.fullmatch(REPORT, line) for line in lines)


def test_a_crash_in_a_function_that_the_kernel_called(crashed):
    """memcpy copies the kept elements of a masked load."""
    program = """
text = programs.located("/somewhere/double.py").replace("(%p: !tt.ptr<f32>)", "(%p: !tt.ptr<f32>, %n: i32)")
text = text.replace("  %x = tt.load %at :", '''
  %ns = tt.splat %n : i32 -> tensor<64xi32>
  %mask = arith.cmpi slt, %range, %ns : tensor<64xi32>
  %x = tt.load %at, %mask :''').replace("tt.store %at, %twice :", "tt.store %at, %twice, %mask :")
triton_shared.compile(text)[1](Wild(), 50)
"""
    number, lines = crashed(program)
    assert number == signal.SIGSEGV
    assert re.fullmatch(REPORT.replace("in kernel", "in (kernel|a function called by kernel)"), lines[0])


@X86
def test_a_division_by_zero_names_the_kernel(crashed):
    number, lines = crashed("triton_shared.compile(programs.DIVIDE)[1](np.zeros(1, np.int32), 1, 0)")
    assert number == signal.SIGFPE
    assert lines[0].startswith("triton_shared: SIGFPE in kernel 'divide' at ")


@pytest.mark.parametrize("crash", ["ctypes.string_at(0)", "os.kill(os.getpid(), signal.SIGSEGV)"])
@pytest.mark.parametrize("before", ["", "faulthandler.enable()"])
@pytest.mark.parametrize("after", ["", "faulthandler.enable(); double('other')"])
def test_crashes_of_others_are_left_alone(crashed, crash, before, after):
    number, lines = crashed(f"{before}\nk = double(); k[1](np.ones(64, np.float32))\n{after}\n{crash}")
    assert number == signal.SIGSEGV
    assert not reports(lines)
    assert ("Fatal Python error: Segmentation fault" in lines) == bool(before or after)


def test_a_handler_in_python_goes_on_handling(python):
    program = """
import os, signal
import triton_shared
from tests.support import programs
signal.signal(signal.SIGSEGV, lambda number, frame: print("handled", number))
triton_shared.compile(programs.located("/somewhere/double.py"))
os.kill(os.getpid(), signal.SIGSEGV)
os.kill(os.getpid(), signal.SIGSEGV)
signal.signal(signal.SIGBUS, signal.SIG_IGN)
triton_shared.compile(programs.located("/somewhere/double.py", "other"))
os.kill(os.getpid(), signal.SIGBUS)
"""
    assert python(program) == f"handled {int(signal.SIGSEGV)}\n" * 2


def test_no_report_where_none_is_wanted(crashed):
    number, lines = crashed("double()[1](Wild())", TRITON_SHARED_CRASH_REPORT="0")
    assert (number, lines) == (signal.SIGSEGV, [])


def listed() -> list[bytes]:
    """The names of the kernels that the handler knows."""
    at, names = crash.handler()._head.value, []
    while at:
        kernel = Kernel.from_address(at)
        names.append(kernel.name)
        at = kernel.next
    return names


def test_the_handler_knows_the_kernels_that_are_loaded():
    kernels = {name: triton_shared.compile(programs.located("f.py", name)) for name in ("a1", "b1", "c1")}
    names = [name.encode() for name in kernels]
    assert [name for name in listed() if name in names] == names[::-1]
    for gone in ("b1", "c1", "a1"):
        del kernels[gone]
        gc.collect()
        assert [n for n in listed() if n in names] == [n for n in names[::-1] if n.decode() in kernels]


def in_threads(work) -> None:
    """Run ``work`` in four threads at a time."""
    failures = []

    def guarded():
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_after_an_assertion_kernels_run_on():
    kernel = triton_shared.compile(programs.POSITIVE)

    def work():
        out = np.zeros(100, np.int32)
        for x in (-1, 1, -2, 2):
            if x < 0:
                with pytest.raises(
                    AssertionError, match=r"x must be positive.*: program .* of kernel 'positive'"
                ):
                    kernel[100](out, x)
            else:
                kernel[100](out, x)
                np.testing.assert_array_equal(out, x)

    work()
    in_threads(work)


def test_without_memory_kernels_run_on():
    huge = triton_shared.compile(programs.reversed_block(1 << 46))
    small = triton_shared.compile(programs.reversed_block(64))
    x = np.arange(128, dtype=np.int32)

    def work():
        for _ in range(3):
            out = np.zeros_like(x)
            with pytest.raises(MemoryError, match="kernel 'reverse' needs 281474976710656 bytes"):
                huge[2](x, out)
            small[2](x, out)
            np.testing.assert_array_equal(out, x.reshape(2, 64)[:, ::-1].ravel())

    work()
    in_threads(work)
