"""What a Triton program may use, each feature once and checked: ``python -m tests.versions.smoke``.

Runs on every release of Triton that the package supports, needs torch, and prints a line a feature.  The exit status is
the number of features that failed.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
import typing
from collections.abc import Callable
from pathlib import Path

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice
from triton.tools.tensor_descriptor import TensorDescriptor

import triton_shared

RELEASE = tuple(map(int, triton.__version__.split(".")[:2]))
FEATURES: list[Callable[[], None]] = []


def feature(check: Callable[[], None]) -> Callable[[], None]:
    """Note ``check``, which raises if the feature that its name tells does not work."""
    FEATURES.append(check)
    return check


def equal(got: object, expected: object) -> None:
    """Raise unless two tensors (or numbers) agree within float32's accuracy."""
    torch.testing.assert_close(torch.as_tensor(got), torch.as_tensor(expected), rtol=1e-4, atol=1e-4)


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(out_ptr + at, x + tl.load(y_ptr + at, mask=at < n), mask=at < n)


@feature
def masked_loads_and_stores():
    x, y, out = torch.randn(1000), torch.randn(1000), torch.zeros(1003)
    add_kernel[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, y, out, 1000, BLOCK=128)
    equal(out, torch.cat([x + y, torch.zeros(3)]))


@triton.jit
def rows_kernel(x_ptr, out_ptr, best_ptr, sums_ptr, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n, other=-float("inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(out_ptr + row * n + at, e / tl.sum(e, 0), mask=at < n)
    tl.store(best_ptr + row, tl.argmax(x, 0))
    tl.store(sums_ptr + row * n + at, tl.cumsum(e, 0), mask=at < n)


@feature
def reductions_and_scans():
    x = torch.randn(9, 50)
    out, best, sums = torch.empty_like(x), torch.empty(9, dtype=torch.int32), torch.empty_like(x)
    rows_kernel[(9,)](x, out, best, sums, 50, BLOCK=64)
    equal(out, x.softmax(1))
    equal(best, x.argmax(1).int())
    equal(sums, (x - x.amax(1, keepdim=True)).exp().cumsum(1))


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)[:, None]
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)[None, :]
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for start in range(0, k, BLOCK):
        down, across = start + tl.arange(0, BLOCK)[:, None], start + tl.arange(0, BLOCK)[None, :]
        a = tl.load(a_ptr + rows * k + across, mask=(rows < m) & (across < k), other=0)
        b = tl.load(b_ptr + down * n + cols, mask=(down < k) & (cols < n), other=0)
        total = tl.dot(a, b, total)
    tl.store(c_ptr + rows * n + cols, total, mask=(rows < m) & (cols < n))


@feature
def dot():
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        a, b, c = torch.randn(50, 40).to(dtype), torch.randn(40, 70).to(dtype), torch.zeros(50, 70)
        matmul_kernel[(2, 3)](a, b, c, 50, 70, 40, BLOCK=32)
        equal(c, a.float() @ b.float())


@triton.jit
def scaled_kernel(a_ptr, scale_ptr, b_ptr, c_ptr):
    i, j, k = tl.arange(0, 32)[:, None], tl.arange(0, 32)[None, :], tl.arange(0, 64)
    a = tl.load(a_ptr + i * 64 + k[None, :])
    scale = tl.load(scale_ptr + i * 2 + tl.arange(0, 2)[None, :])
    b = tl.load(b_ptr + k[:, None] * 32 + j)
    tl.store(c_ptr + i * 32 + j, tl.dot_scaled(a, scale, "e4m3", b, None, "bf16"))


@feature
def dot_scaled():
    a, b = torch.randn(32, 64).to(torch.float8_e4m3fn), torch.randn(64, 32).bfloat16()
    scale, c = torch.randint(125, 130, (32, 2), dtype=torch.uint8), torch.zeros(32, 32)
    scaled_kernel[(1,)](a.view(torch.uint8), scale, b, c)
    equal(c, (a.float() * torch.exp2(scale.float() - 127).repeat_interleave(32, 1)) @ b.float())


@triton.jit
def count_kernel(x_ptr, counts_ptr, top_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(counts_ptr + x, 1)
    tl.atomic_max(top_ptr, tl.max(x, 0))


@feature
def atomics():
    x, counts, top = (
        torch.randint(0, 9, (512,), dtype=torch.int32),
        torch.zeros(9, dtype=torch.int32),
        torch.zeros(1),
    )
    top = top.int()
    count_kernel[(8,)](x, counts, top, BLOCK=64)
    equal(counts, x.bincount(minlength=9).int())
    equal(top[0], x.max())


@triton.jit
def transpose_kernel(x_ptr, out, m, n, BLOCK: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, shape=[m, n], strides=[n, 1], block_shape=[BLOCK, BLOCK])
    i, j = tl.program_id(0) * BLOCK, tl.program_id(1) * BLOCK
    out.store([j, i], x.load([i, j]).T)


@feature
def descriptors():
    x, out = torch.randn(20, 36), torch.zeros(36, 20)
    transpose_kernel[(2, 3)](x, TensorDescriptor.from_tensor(out, [16, 16]), 20, 36, BLOCK=16)
    equal(out, x.T)


if RELEASE < (3, 9):

    @triton.jit
    def block_pointer_kernel(x_ptr, out_ptr, m, n, BLOCK: tl.constexpr):
        x = tl.make_block_ptr(x_ptr, (m, n), (n, 1), (0, 0), (BLOCK, BLOCK), (1, 0))
        out = tl.make_block_ptr(out_ptr, (m, n), (n, 1), (0, 0), (BLOCK, BLOCK), (1, 0))
        for _ in range(0, n, BLOCK):
            tl.store(out, 2 * tl.load(x, boundary_check=(0, 1)), boundary_check=(0, 1))
            x, out = tl.advance(x, (0, BLOCK)), tl.advance(out, (0, BLOCK))

    @feature
    def block_pointers():
        x, out = torch.randn(13, 50), torch.zeros(13, 50)
        block_pointer_kernel[(1,)](x, out, 13, 50, BLOCK=16)
        equal(out, 2 * x)


class Pair(typing.NamedTuple):
    """A pointer and a stride."""

    pointer: object
    stride: object


@triton.jit
def arguments_kernel(pair, numbers, nothing, flag, out_ptr, KIND: tl.constexpr):
    tl.static_assert(nothing is None)
    x = tl.load(pair.pointer + tl.arange(0, 4) * pair.stride)
    y = x * numbers[0] + numbers[1]
    if flag:
        y = -y
    tl.store(out_ptr + tl.arange(0, 4), y.to(KIND))


@feature
def tuples_none_and_constants():
    x, out = torch.arange(8.0), torch.zeros(4, dtype=torch.float16)
    arguments_kernel[(1,)](Pair(x, 2), (3, 0.5), None, True, out, tl.float16)
    equal(out.float(), -(3 * x[::2] + 0.5))


@triton.jit
def functions_kernel(x_ptr, out_ptr):
    at = tl.arange(0, 16)
    x = tl.load(x_ptr + at)
    tl.store(out_ptr + at, libdevice.asin(x) + tl.sqrt(x) + libdevice.pow(x, x))


@feature
def extern_functions():
    x, out = torch.rand(16), torch.zeros(16)
    functions_kernel[(1,)](x, out)
    equal(out, x.asin() + x.sqrt() + x.pow(x))


@triton.jit(noinline=True)
def collatz(n):
    steps = 0
    while n > 1:
        n = tl.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


@triton.jit
def control_kernel(out_ptr, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    tl.store(out_ptr + pid, collatz(pid))


@feature
def control_flow_and_calls():
    out = torch.full((12,), -1, dtype=torch.int32)
    control_kernel[(12,)](out, 10)
    equal(out, torch.tensor([0, 0, 1, 7, 2, 5, 8, 16, 3, 19, -1, -1], dtype=torch.int32))


@triton.jit
def print_kernel(x_ptr):
    tl.device_print("value", tl.load(x_ptr + tl.arange(0, 2)))


@feature
def device_print():
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        print_kernel[(1,)](torch.tensor([1.5, -2.0]))
    lines = ["pid (0, 0, 0) idx (0) value: 1.500000", "pid (0, 0, 0) idx (1) value: -2.000000"]
    assert printed.getvalue().splitlines() == lines, printed.getvalue()


@triton.jit(debug=True)
def assert_kernel(x_ptr):
    tl.device_assert(tl.load(x_ptr) > 0, "must be positive")


@feature
def device_assert():
    assert_kernel[(1,)](torch.ones(1))
    try:
        assert_kernel[(1,)](torch.zeros(1))
    except AssertionError as error:
        assert "must be positive" in str(error)
    else:
        raise AssertionError("nothing was raised")
    assert_kernel[(1,)](torch.ones(1))


CONFIGS = [triton.Config({"BLOCK": 16, "num_threads": 1}), triton.Config({"BLOCK": 1024})]


@triton.autotune(CONFIGS, key=["n"], restore_value=["x_ptr"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def tuned_kernel(x_ptr, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(x_ptr + at, tl.load(x_ptr + at) + 1)
    else:
        tl.store(x_ptr + at, tl.load(x_ptr + at, mask=at < n) + 1, mask=at < n)


@feature
def autotune_and_heuristics():
    x = torch.zeros(100_000)
    for times in (1, 2):
        tuned_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, x.numel())
        equal(x, torch.full_like(x, times))
    assert tuned_kernel.best_config in CONFIGS


@feature
def benchmarks():
    x = torch.ones(1000)
    times = triton.testing.do_bench(lambda: add_kernel[(8,)](x, x, x, 1000, BLOCK=128), warmup=1, rep=5)
    assert 0 < times < 100, times


@feature
def hooks_and_warmup():
    calls = []
    with triton.knobs.runtime.scope():
        triton.knobs.runtime.launch_enter_hook = lambda metadata: calls.append(metadata.get()["name"])
        kernel = add_kernel.warmup(torch.float32, torch.float32, torch.float32, 100, BLOCK=32, grid=(1,))
        x = torch.ones(100)
        kernel[(4, 1, 1)](x, x, x, 100, 32)
    assert calls == ["add_kernel"], calls
    equal(x, torch.full_like(x, 2))
    assert {"ttir", "linalg", "llir", "asm", "o"} <= set(kernel.asm)


@feature
def numpy_and_bad_arguments():
    array = triton_shared.HostArray(torch.ones(64).numpy())
    add_kernel[(1,)](array, array, array, 64, BLOCK=64)
    assert (array.array == 2).all()
    try:
        add_kernel[(1,)](torch.ones(4, device="meta"), array, array, 4, BLOCK=4)
    except ValueError as error:
        assert "'x_ptr'" in str(error)
    else:
        raise AssertionError("nothing was raised")


@feature
def caches():
    x = torch.ones(64)
    with tempfile.TemporaryDirectory() as directory, triton.knobs.cache.scope():
        triton.knobs.cache.dir = directory
        for _ in range(2):  # the second time from the disk
            add_kernel.device_caches.clear()
            add_kernel[(1,)](x, x, x, 64, BLOCK=64)
        assert len(list(Path(directory).glob("*/add_kernel.o"))) == 1
    equal(x, torch.full_like(x, 4))


def main() -> int:
    """Check all features; returns how many failed."""
    failures = 0
    triton.runtime.driver.set_active(triton_shared.CPUDriver())
    for check in FEATURES:
        try:
            check()
            print(f"ok      {check.__name__}", flush=True)
        except Exception:
            failures += 1
            print(f"FAILED  {check.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"Triton {triton.__version__}: {len(FEATURES) - failures} passed, {failures} failed")
    return failures


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        os.environ.setdefault("TRITON_CACHE_DIR", place)
        sys.exit(main())
