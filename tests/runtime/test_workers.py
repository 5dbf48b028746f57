"""Kernels that are compiled at the same time are compiled by several processes, and come out as by one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import triton_shared
from benchmarks.gpu_compile import shared_form
from triton_shared import CompileError
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.runtime import compiler, workers
from triton_shared.runtime.cuda import cuda_stages

SCALE = """
tt.func public @scale(%x: !tt.ptr<f32>) {{
  %i = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32>
  %f = arith.constant dense<{factor}.0> : tensor<64xf32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %b, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %w = arith.mulf %v, %f : tensor<64xf32>
  tt.store %p, %w : tensor<64x!tt.ptr<f32>>
  tt.return
}}
"""
WRONG = "tt.func public @wrong(%x: !tt.ptr<f32>) {\n  %0 = tt.load %x : !tt.ptr<i32>\n  tt.return\n}\n"


@pytest.fixture
def made(monkeypatch, tmp_path):
    """Who made kernels, by whether it was a worker, with one worker that is ready, a new pool and an empty cache."""
    count = Counter()
    pool = workers._Pool()
    ask, here = workers.Worker.ask, workers.here

    def counted_ask(self, function, arguments):
        answer = ask(self, function, arguments)
        count["worker" if answer else "failed"] += 1
        return answer

    def counted_here(function, *arguments):
        count["here"] += 1
        return here(function, *arguments)

    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", "1")
    monkeypatch.setattr(workers, "_pool", pool)
    monkeypatch.setattr(workers.Worker, "ask", counted_ask)
    monkeypatch.setattr(workers, "here", counted_here)
    ready = threading.Event()
    pool._workers = 1
    worker = workers.Worker(lambda one: (pool._give(one), ready.set()))
    assert ready.wait(600)
    pool._is_free = True
    yield count
    worker._process.kill()
    worker._process.wait()


def scaled(factor):
    x = np.ones(64, np.float32)
    triton_shared.compile(SCALE.format(factor=factor))[1](x)
    return x[0]


def test_kernels_of_several_threads_are_right_whoever_makes_them(made):
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(scaled, range(1, 13))) == list(range(1, 13))
    assert made["worker"] + made["here"] == 12


def test_while_this_process_compiles_a_worker_does(made):
    with workers._pool.slot(), ThreadPoolExecutor(2) as threads:
        assert list(threads.map(scaled, range(1, 5))) == list(range(1, 5))
    assert made == {"worker": 4}


def test_one_thread_needs_no_worker(made):
    assert [scaled(factor) for factor in (1, 2, 3)] == [1, 2, 3]
    assert made == {"here": 3}


def test_a_kernel_is_made_once(made):
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(scaled, [7] * 12)) == {7}
    assert sum(made.values()) == 1


def test_what_a_worker_refuses_is_an_error_where_it_was_asked_for(made):
    def refused(number):
        with pytest.raises(CompileError) as caught:
            triton_shared.compile(WRONG + f"// {number}\n")
        return caught.value.diagnostics[0].line

    with workers._pool.slot(), ThreadPoolExecutor(2) as threads:
        assert list(threads.map(refused, range(4))) == [2] * 4
    assert made == {"failed": 4, "here": 4}


def test_a_worker_that_dies_is_done_without(made):
    first = workers._pool._idle[0]
    first._process.kill()
    with workers._pool.slot(), ThreadPoolExecutor(2) as threads:
        assert list(threads.map(scaled, range(1, 5))) == list(range(1, 5))
    (second,) = workers._pool._idle
    assert second is not first and sum(made.values()) >= 4
    second._process.kill()


@pytest.mark.parametrize("idle", [0, 1])
def test_zero_workers_are_none(made, monkeypatch, idle):
    """Also where one that was started before is idle."""
    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", "0")
    if not idle:
        monkeypatch.setattr(workers, "_pool", workers._Pool())
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(scaled, range(1, 9))) == list(range(1, 9))
    assert made == {"here": 8} and workers._pool._workers == idle


@pytest.mark.parametrize("most", range(4))
def test_no_more_workers_are_busy_than_there_may_be(monkeypatch, most):
    """Of three idle ones, which the number of an hour ago allowed."""

    class Idle:
        is_alive = True

    pool, taken = workers._Pool(), []
    pool._idle, pool._workers = [Idle() for _ in range(3)], 3
    monkeypatch.setenv("TRITON_SHARED_COMPILE_WORKERS", str(most))
    monkeypatch.setattr(pool._changed, "wait", lambda: taken.append("waits") or pool._give(None))
    while "waits" not in taken:
        taken.append(pool._take())
    assert taken[0] is None and sum(isinstance(one, Idle) for one in taken) == most


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_child_asks_no_worker_of_its_parent(made):
    before = workers._pool
    child = os.fork()
    if child == 0:
        os._exit(0 if workers._pool is not before and scaled(5) == 5 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_worker_makes_what_this_process_makes(made):
    asked = "cpu", {}, SCALE.format(factor=3), "-", None, True, []
    assert workers._pool._idle[0].ask(compiler.build, asked) == compiler.build(*asked)


def test_a_worker_makes_the_stages_of_kernels_for_gpus(made):
    text = str(shared_form(SCALE.format(factor=3), "gpu"))
    target = vars(GpuTarget("sm_90a", num_warps=8, wgmma=False))
    asked = text, "scale", [], target
    header, code = workers._pool._idle[0].ask(cuda_stages.llvm_ir, asked)
    assert (header, code) == cuda_stages.llvm_ir(*asked) and header["threads"] == 256
    asked = code.decode(), target, header["reduce_strength"], header["threads"]
    assert workers._pool._idle[0].ask(cuda_stages.ptx, asked) == cuda_stages.ptx(*asked)


def test_workers_end_with_the_process_that_started_them():
    script = (
        "from triton_shared.runtime import workers\n"
        "import threading\n"
        "ready = threading.Event()\n"
        "worker = workers.Worker(lambda one: ready.set())\n"
        "assert ready.wait(600)\n"
        "print(worker._process.pid)\n"
    )
    pid = int(subprocess.check_output([sys.executable, "-c", script], text=True))
    for _ in range(6000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker is still there")
