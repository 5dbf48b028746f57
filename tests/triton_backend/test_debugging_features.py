"""What Triton offers to find errors: prints and assertions, while compiling and while running."""

import linecache
import re

import pytest
import torch
import triton
import triton.language as tl
from triton import knobs
from triton.compiler.errors import CompileTimeAssertionFailure

from tests.triton_backend import kernels
from tests.triton_backend.kernels import scatter, scattered

N = 16


def lines(capsys):
    return capsys.readouterr().out.splitlines()


@triton.jit
def show(x_ptr, scalar, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.device_print("x: ", x)
    tl.device_print("scalar", scalar)
    tl.device_print("pair: ", i, tl.program_id(1))
    tl.device_print("nothing")
    print("flags", x > 1)


DTYPES = [
    torch.int8, torch.uint8, torch.int16, torch.uint16, torch.int32, torch.int64,
    torch.float16, torch.bfloat16, torch.float32, torch.float64,
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_device_print(dtype, capsys):
    x = torch.arange(-2, 2).to(dtype)
    show[(1, 2)](x, 42, 4)
    program = [line for line in lines(capsys) if line.startswith("pid (0, 1, 0)")]
    values = [f"{v:.6f}" if dtype.is_floating_point else str(v) for v in x.tolist()]
    pid = "pid (0, 1, 0)"
    assert program == [
        *(f"{pid} idx ({i}) x: {value}" for i, value in enumerate(values)),
        f"{pid} idx () scalar: 42",
        *(f"{pid} idx ({i}) pair: (operand 0) {i}" for i in range(4)),
        f"{pid} idx () pair: (operand 1) 1",
        f"{pid} nothing",
        *(f"{pid} idx ({i}) flags: {int(v > 1)}" for i, v in enumerate(x.tolist())),
    ]


@triton.jit
def show_hexadecimal(x_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.device_print("x: ", tl.load(x_ptr + i), hex=True)
    tl.device_print("at: ", x_ptr, hex=True)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_device_print_in_hexadecimal(bits, capsys):
    x = torch.arange(-2, 22).to(getattr(torch, f"int{bits}"))
    show_hexadecimal[(1,)](x[:16], 1, 16)
    expected = [
        f"pid (0, 0, 0) idx (0, {i:2}) x: {value % 2**bits:#0{2 + bits // 4}x}"
        for i, value in enumerate(x[:16].tolist())
    ]
    assert lines(capsys) == [*expected, f"pid (0, 0, 0) idx () at: {x.data_ptr():#018x}"]


@pytest.mark.parametrize("dtype", [t for t in DTYPES if t.is_floating_point], ids=str)
def test_device_print_of_floats_in_hexadecimal(dtype, capsys):
    """Their bits: 4 digits of f16, as Triton says."""
    x = torch.tensor([0.0, 1.0, -1.5, 0.1, 3.14159, 1e-7, torch.inf, -torch.inf]).to(dtype)
    show_hexadecimal[(1,)](x, 1, 8)
    bits = 8 * x.itemsize
    patterns = x.view(getattr(torch, f"int{bits}")).tolist()
    expected = [f"{pattern % 2**bits:#0{2 + bits // 4}x}" for pattern in patterns]
    assert [line.split(" ")[-1] for line in lines(capsys)[:-1]] == expected


def test_the_size_of_a_buffer_of_prints_may_be_set():
    triton.runtime.driver.active.utils.set_printf_fifo_size(1 << 20)


@pytest.mark.parametrize("error", [AssertionError, RuntimeError])
def test_device_assert(error):
    """It is both: what Triton's interpreter raises, and what programs for GPUs expect."""
    with pytest.raises(error) as raised:
        scattered(10, [1 << 30] * N, debug=True)  # a store there would crash
    message = str(raised.value)
    assert "index out of range" in message and "program (0, 0, 0) of kernel 'scatter'" in message
    (line,) = re.findall(r"kernels.py:(\d+)", message)
    assert "tl.device_assert(at < n" in linecache.getline(kernels.__file__, int(line))
    assert scattered(10, range(N), debug=True)[:10] == list(range(10))  # the next launch works


def test_masked_elements_and_release_builds_are_not_asserted():
    assert scattered(4, [0, 1, 2, 3] + [99] * 12, debug=True)[:4] == [0, 1, 2, 3]
    assert scattered(4, [12, 13, 14, 15] + [99] * 12)[12:] == [0, 1, 2, 3]  # debug=False is the default
    with knobs.runtime.scope():
        knobs.runtime.debug = True
        with pytest.raises(AssertionError, match="index out of range"):
            scattered(4, [12, 13, 14, 15] + [99] * 12)


def test_debug_as_property_of_a_kernel():
    asserting = triton.jit(scatter.fn, debug=True)
    out, at = torch.zeros(N, dtype=torch.int32), torch.full((N,), 15, dtype=torch.int32)
    with pytest.raises(AssertionError, match="index out of range"):
        asserting[(1,)](out, at, 4, N)


@triton.jit
def arithmetic(x_ptr, y_ptr, out_ptr, OP: tl.constexpr):
    x, y = tl.load(x_ptr), tl.load(y_ptr)
    if OP == "add":
        z = x + y
    elif OP == "sub":
        z = x - y
    else:
        z = x * y
    tl.store(out_ptr, z)


OVERFLOWS = [
    ("add", 2**31 - 1, 1), ("sub", -(2**31), 1), ("mul", 2**16, 2**15), ("add", -(2**31), -1),
]  # fmt: skip


@pytest.mark.parametrize(("op", "x", "y"), OVERFLOWS)
def test_integer_overflow(op, x, y):
    def run(x, y, **options):
        out = torch.zeros(1, dtype=torch.int32)
        x, y = (torch.tensor([v], dtype=torch.int32) for v in (x, y))
        arithmetic[(1,)](x, y, out, op, **options)
        return out.item()

    exact = {"add": x + y, "sub": x - y, "mul": x * y}[op]
    wrapped = (exact + 2**31) % 2**32 - 2**31
    with pytest.raises(AssertionError, match=r"int32 overflow detected for operation"):
        run(x, y, debug=True)
    assert run(x, y) == run(x, y, debug=True, sanitize_overflow=False) == wrapped
    assert run(3, 2, debug=True) == {"add": 5, "sub": 1, "mul": 6}[op]


@triton.jit
def checked(out_ptr, SIZE: tl.constexpr):
    tl.static_print("SIZE is", SIZE)
    tl.static_assert(SIZE % 4 == 0, "SIZE must be a multiple of 4")
    tl.store(out_ptr + tl.arange(0, SIZE), SIZE)


def test_static_print_and_assert(capsys, fresh_triton_cache):
    x = torch.zeros(8)
    checked[(1,)](x, 8)
    assert "SIZE is 8" in " ".join(lines(capsys)).replace("constexpr[8]", "8") and (x == 8).all()
    with pytest.raises(CompileTimeAssertionFailure, match="SIZE must be a multiple of 4"):
        checked[(1,)](x, 2)


@pytest.mark.parametrize("debug", [False, True])
def test_assume_and_debug_barrier(debug):
    @triton.jit
    def kernel(out_ptr, n, BLOCK: tl.constexpr):
        tl.assume(n > 0)
        tl.debug_barrier()
        i = tl.arange(0, BLOCK)
        tl.store(out_ptr + i, i // n, mask=i < n * 4)

    out = torch.full((N,), -1, dtype=torch.int32)
    kernel[(1,)](out, 3, N, debug=debug)
    assert out.tolist() == [i // 3 if i < 12 else -1 for i in range(N)]


def test_an_unsupported_program_shows_its_line():
    @triton.jit
    def kernel(x_ptr, out_ptr):
        x = tl.load(x_ptr + tl.arange(0, 4))
        y = tl.inline_asm_elementwise("frobnicate $0, $1", "=r,r", [x], tl.int32, is_pure=True, pack=1)
        tl.store(out_ptr + tl.arange(0, 4), y)

    with pytest.raises(Exception, match="inline_asm_elementwise"):
        kernel[(1,)](*torch.zeros(2, 4, dtype=torch.int32))
