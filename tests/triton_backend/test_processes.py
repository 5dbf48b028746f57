"""Threads and processes: launches from several at once, forks, shared caches, what importing Triton costs."""

import ast
import contextvars
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import ProcessPoolExecutor

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

from tests.triton_backend.kernels import add, fill
from triton_shared.runtime.cpu import pool

N = 1 << 14
WORKERS = 4
TIMEOUT = 600


def is_right(kernel=add, n=N, **options):
    """Launch 128 programs on several threads, and compare with torch."""
    x, y, out = torch.randn(n), torch.randn(n), torch.zeros(n)
    kernel[(triton.cdiv(n, 128),)](x, y, out, n, 128, num_threads=2, **options)
    return torch.equal(out, x + y)


@pytest.fixture
def parsed_in_turn(monkeypatch):
    """Python 3.11's ast.parse, which Triton calls, may raise a SystemError where several threads are in it."""
    parse, lock = ast.parse, threading.Lock()

    def parse_in_turn(*args, **kwargs):
        with lock:
            return parse(*args, **kwargs)

    monkeypatch.setattr(ast, "parse", parse_in_turn)


def in_child(work):
    """What ``work()`` returns in a fork of this process, as its exit status; a signal's if it hangs or crashes.

    Where other threads are inside of torch, ``work`` calls none of its functions: its locks do not survive a fork.
    """
    child = os.fork()
    if not child:
        status = 99
        signal.alarm(TIMEOUT)
        try:
            status = int(work())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("ready", [False, True], ids=["not compiled", "compiled"])
def test_threads_launch_at_once(ready, fresh_triton_cache, parsed_in_turn):
    kernel = triton.runtime.JITFunction(add.fn)
    if ready:
        assert is_right(kernel)
    barrier = threading.Barrier(WORKERS)

    def work(_):
        barrier.wait(TIMEOUT)
        try:
            first = is_right(kernel)
        except (
            SystemError
        ) as error:  # Python 3.11's ast.parse, that Triton calls, may fail on several threads at once
            assert "AST constructor recursion depth" in str(error)
            first = is_right(kernel)
        return [first, *(is_right(kernel) for _ in range(20))]

    with ThreadPoolExecutor(WORKERS) as threads:
        assert all(map(all, threads.map(work, range(WORKERS))))


def test_threads_compile_different_kernels(fresh_triton_cache, parsed_in_turn):
    barrier = threading.Barrier(WORKERS)

    def work(i):
        barrier.wait(TIMEOUT)
        x = torch.zeros(16 << i)
        kernel = fill[(1,)](x, float(i), 16 << i)
        return kernel.name == "fill" and bool((x == i).all())

    with ThreadPoolExecutor(WORKERS) as threads:
        assert all(threads.map(work, range(WORKERS)))


def test_a_fork_launches():
    """What was launched before, and what has to be compiled; the parent goes on."""
    assert is_right()
    fresh = triton.runtime.JITFunction(add.fn)
    assert in_child(lambda: all(is_right() for _ in range(10))) == 1
    assert in_child(lambda: is_right(fresh, num_stages=7)) == 1
    assert is_right()


def test_a_fork_makes_threads_of_its_own():
    assert is_right()
    before = pool.current()
    assert (
        in_child(lambda: pool.current() is not before and is_right() and pool.current() is pool.current())
        == 1
    )
    assert pool.current() is before


def test_forks_while_others_launch_and_compile(fresh_triton_cache, parsed_in_turn):
    assert is_right(
        triton.runtime.JITFunction(add.fn)
    )  # a fork amid the first imports may wait for them for ever
    done, failed = threading.Event(), []

    def work(seed):
        i = 0
        while not done.is_set():
            kernel = triton.runtime.JITFunction(add.fn)
            if not is_right(kernel, num_stages=1 + (seed + i) % 8):
                failed.append(seed)
            i += 1

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    tensors = torch.randn(N), torch.randn(N), torch.zeros(N)
    x, y, out = (tensor.numpy() for tensor in tensors)

    def is_right_without_torch():
        add[(N // 128,)](*tensors, N, 128, num_threads=2)
        return np.array_equal(out, x + y)

    try:
        assert [in_child(is_right_without_torch) for _ in range(20)] == [1] * 20
    finally:
        done.set()
        for thread in threads:
            thread.join(TIMEOUT)
    assert not failed


def work_in_pool(num_stages):
    """Compiles what no process has compiled, at the same time as others do, and returns the kernel's hash."""
    x, y, out = torch.randn(N), torch.randn(N), torch.zeros(N)
    kernel = add[(N // 128,)](x, y, out, N, 128, num_stages=num_stages)
    return torch.equal(out, x + y), kernel.hash


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_share_a_cache(method, fresh_triton_cache, monkeypatch):
    monkeypatch.setenv("TRITON_CACHE_DIR", str(fresh_triton_cache / "cache"))
    monkeypatch.setenv("TRITON_DEFAULT_BACKEND", "triton_shared")
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as processes:
        results = list(processes.map(work_in_pool, [9, 9, 10, 10], timeout=TIMEOUT))
    assert all(right for right, _ in results)
    hashes = {hash for _, hash in results}
    assert len(hashes) == 2
    objects = list((fresh_triton_cache / "cache").rglob("add.o"))
    assert len(objects) == 2
    kernel = add.warmup(*[torch.float32] * 3, N, 128, num_stages=9, grid=(1,))
    assert kernel.hash in hashes and len(list((fresh_triton_cache / "cache").rglob("add.o"))) == 2


def test_async_compilation(fresh_triton_cache, parsed_in_turn):
    kernel = triton.runtime.JITFunction(fill.fn)
    with ThreadPoolExecutor(WORKERS) as threads, triton.AsyncCompileMode(threads):
        futures = {size: kernel.warmup(torch.float32, 1.0, size, grid=(1,)) for size in (16, 32, 64)}
    for size, future in futures.items():
        compiled = future.result()
        x = torch.zeros(size)
        assert kernel[(1,)](x, 2.0, size).hash == compiled.hash
        assert (x == 2).all()


def test_async_compilation_tells_errors(fresh_triton_cache):
    @triton.jit
    def wrong(out_ptr, SIZE: tl.constexpr):
        tl.static_assert(SIZE == 0, "never")
        tl.store(out_ptr, SIZE)

    def compile_wrong():
        with ThreadPoolExecutor(1) as threads, triton.AsyncCompileMode(threads):
            wrong.warmup(torch.float32, 4, grid=(1,))

    with pytest.raises(triton.CompilationError, match="never"):
        contextvars.copy_context().run(compile_wrong)  # Triton 3.6 stays in this mode after an error


@triton.jit
def descriptor_add(x_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [ROWS, COLUMNS], [COLUMNS, 1], [4, 16])
    out = tl.make_tensor_descriptor(out_ptr, [ROWS, COLUMNS], [COLUMNS, 1], [4, 16])
    row = tl.program_id(0) * 4
    out.store([row, 0], x.load([row, 0]) + 1)


def test_allocators_may_be_set_and_are_not_needed():
    def launch():
        x, out = torch.randn(8, 16), torch.zeros(8, 16)
        descriptor_add[(2,)](x, out, 8, 16)
        assert torch.equal(out, x + 1)

    def with_allocator():
        triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8))
        launch()

    launch()
    contextvars.copy_context().run(with_allocator)


def run_python(program, **environment):
    """What a new process prints; the names that decide which back end is active come from ``environment`` only."""
    inherited = {
        k: v for k, v in os.environ.items() if k not in ("TRITON_DEFAULT_BACKEND", "TRITON_INTERPRET")
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=inherited | environment, capture_output=True, text=True, timeout=TIMEOUT
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return done.stdout.split()


IMPORT = """
import sys
import triton
backend = "triton_shared.triton"
assert {f"{backend}.compiler", f"{backend}.driver"} <= set(sys.modules)
print(*{"torch", "torch_mlir", "llvmlite", "triton_shared.mlir"} & set(sys.modules))
"""


@pytest.mark.parametrize(
    "environment", [{}, {"TRITON_DEFAULT_BACKEND": "triton_shared"}], ids=["unset", "set"]
)
def test_importing_triton_stays_light(environment):
    assert run_python(IMPORT, **environment) == []


CHOOSE = """
import triton
from triton.backends import backends
class GPU(backends["nvidia"].driver):
    is_active = classmethod(lambda cls: True)
print(type(triton.runtime.driver.active).__name__)
backends["nvidia"] = type(backends["nvidia"])(compiler=backends["nvidia"].compiler, driver=GPU)
print([name for name, b in backends.items() if b.driver.is_active()])
"""


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU, whose driver is active")
def test_active_where_there_is_no_gpu_or_where_chosen():
    active, *after = run_python(CHOOSE)
    assert active == "CPUDriver" and after == ["['nvidia']"]
    active, *after = run_python(CHOOSE, TRITON_DEFAULT_BACKEND="triton_shared")
    assert active == "CPUDriver" and "'triton_shared'" in "".join(after)


LAUNCH = """
import torch, triton
from tests.triton_backend.kernels import scattered
try:
    scattered(4, [15] * 16)
except AssertionError:
    print("AssertionError")
"""


def test_debug_by_environment(fresh_triton_cache):
    output = run_python(
        LAUNCH,
        TRITON_DEBUG="1",
        TRITON_CACHE_DIR=str(fresh_triton_cache),
        TRITON_DEFAULT_BACKEND="triton_shared",
    )
    assert output == ["AssertionError"]


INTERPRET = """
import sys, torch, triton
from tests.triton_backend.kernels import add
x, y, out = torch.ones(100), torch.ones(100), torch.zeros(100)
add[(1,)](x, y, out, 100, BLOCK=128)
print(type(add).__name__, out.sum().item(), "torch_mlir" in sys.modules)
"""


def test_the_interpreter_is_unaffected():
    assert run_python(INTERPRET, TRITON_INTERPRET="1") == ["InterpretedFunction", "200.0", "False"]
