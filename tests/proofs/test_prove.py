"""`prove` proves right kernels, and tells the smallest launch of wrong ones, which the checker confirms."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="Triton's kernels take tensors")
triton = pytest.importorskip("triton", reason="the kernels are Triton's")

import triton.language as tl  # noqa: E402

import triton_shared  # noqa: E402
from triton_shared.proofs import solver  # noqa: E402
from triton_shared.proofs.constraints import ConstraintError  # noqa: E402


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):  # noqa: N803
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n)
    tl.store(out + i, v, mask=i < n)


@triton.jit
def scaled_rows(x, out, stride, columns, N: tl.constexpr):  # noqa: N803
    row, j = tl.program_id(0), tl.arange(0, N)
    v = tl.load(x + row * stride + j, mask=j < columns, other=0.0)
    tl.store(out + row * stride + j, v / tl.sum(v), mask=j < columns)


@triton.jit
def product(a, b, c, m, n, k, B: tl.constexpr):  # noqa: N803
    i, j = tl.program_id(0) * B + tl.arange(0, B), tl.program_id(1) * B + tl.arange(0, B)
    r = tl.arange(0, B)
    ap, bp = a + i[:, None] * k + r[None, :], b + r[:, None] * n + j[None, :]
    acc = tl.zeros((B, B), tl.float32)
    for start in range(0, k, B):
        x = tl.load(ap, mask=(i[:, None] < m) & (r[None, :] < k - start), other=0.0)
        y = tl.load(bp, mask=(r[:, None] < k - start) & (j[None, :] < n), other=0.0)
        acc = tl.dot(x, y, acc)
        ap += B
        bp += B * n
    tl.store(c + i[:, None] * n + j[None, :], acc, mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def gathered(x, at, out, N: tl.constexpr):  # noqa: N803
    i = tl.program_id(0) * N + tl.arange(0, N)
    k = tl.load(at + i)
    tl.store(out + i, tl.load(x + k, mask=(k >= 0) & (k < 10), other=0.0))


@triton.jit
def gathered_unchecked(x, at, out, N: tl.constexpr):  # noqa: N803
    i = tl.program_id(0) * N + tl.arange(0, N)
    k = tl.load(at + i)
    tl.store(out + i, tl.load(x + k, mask=k < 10, other=0.0))


@triton.jit
def counted(x, out, by, N: tl.constexpr):  # noqa: N803
    """Offsets of 8 bits wrap soon."""
    i = (tl.arange(0, N) + by.to(tl.int8)).to(tl.int8)
    tl.store(out + tl.arange(0, N), tl.load(x + i, mask=i >= 0, other=0.0))


FLOATS = dict.fromkeys(("x", "y", "out", "a", "b", "c"), "*fp32")
ADD = {**FLOATS, "n": "i32", "BLOCK": 128}
IN_BOUNDS = ["size(x) >= n", "size(y) >= n", "size(out) >= n"]
ROWS = {**FLOATS, "stride": "i32", "columns": "i32", "N": 64}
IN_ROWS = ["0 < columns <= 64", "stride <= 1000", "grid[0] <= 1000000"]
IN_ROWS += [f"size({x}) >= grid[0] * stride" for x in ("x", "out")]
PRODUCT = {**FLOATS, **dict.fromkeys("mnk", "i32"), "B": 16}
IN_PRODUCT = ["grid[0] == cdiv(m, B)", "grid[1] == cdiv(n, B)", *(f"0 < {s} <= 4096" for s in "mnk")]
IN_PRODUCT += ["size(a) == m * k", "size(b) == k * n", "size(c) == m * n"]
GATHER = {**FLOATS, "at": "*i32", "N": 16}
IN_GATHER = ["size(x) == 10", "size(at) == 16 * grid[0]", "size(out) == 16 * grid[0]", "grid[0] <= 1000"]

PROVED = {
    "add": (add, ADD, ["grid[0] == cdiv(n, BLOCK)", "0 < n", *IN_BOUNDS]),
    "scaled_rows": (scaled_rows, ROWS, [*IN_ROWS, "stride >= columns"]),
    "gathered": (gathered, GATHER, IN_GATHER),
}


@pytest.fixture(autouse=True)
def cpu():
    triton.runtime.driver.set_active(triton_shared.CPUDriver())


def proof(kernel, signature: dict, constraints: list[str], **options) -> triton_shared.Proof:
    known = {name: signature[name] for name in kernel.arg_names}
    return triton_shared.prove(kernel, known, constraints, **options)


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize("name", PROVED)
def test_right_kernels_without_a_solver(monkeypatch, name):
    monkeypatch.setattr(solver, "is_there", lambda: False)
    found = proof(*PROVED[name])
    assert found and found.verdict == "proved" and not found.counterexample, str(found)
    assert {one.by for one in found.statements} == {"substitution"}


@pytest.mark.cpu("checks kernels on the CPU")
def test_product():
    pytest.importorskip("z3", reason="tiles of two dimensions that do not overlap take a solver")
    found = proof(product, PRODUCT, IN_PRODUCT, checks="bounds")
    assert found, str(found)


REFUTED = {
    "a size too small": (
        add,
        ADD,
        ["grid[0] == cdiv(n, BLOCK)", "0 < n", *IN_BOUNDS[:2], "size(out) >= n - 1"],
    ),
    "rows that overlap": (scaled_rows, ROWS, [*IN_ROWS, "stride >= 1"]),
    "indices from memory": (gathered_unchecked, GATHER, IN_GATHER),
    "sums that wrap": (
        counted,
        {**FLOATS, "by": "i32", "N": 64},
        ["0 <= by <= 200", "size(x) == 127", "size(out) == 64", "grid[0] == 1"],
    ),
}


@pytest.mark.cpu("checks kernels on the CPU")
@pytest.mark.parametrize("name", REFUTED)
def test_wrong_kernels(name):
    pytest.importorskip("z3", reason="launches that fail are found by a solver")
    kernel, signature, constraints = REFUTED[name]
    found = proof(kernel, signature, constraints)
    assert not found and found.verdict == "refuted"
    assert found.counterexample and found.findings, str(found)
    assert str(found.findings[0]) in str(found)


def test_smallest():
    pytest.importorskip("z3", reason="launches that fail are found by a solver")
    found = proof(add, ADD, ["grid[0] == cdiv(n, BLOCK)", "n >= 300", *IN_BOUNDS[:2], "size(out) >= n - 1"])
    assert found.counterexample.arguments["n"] == 300 and found.counterexample.grid == (3, 1, 1)


def test_a_grid_that_is_too_large_wraps():
    """The mask keeps all programs in bounds whose offsets are numbers of 32 bits: 2^24 blocks of 128."""
    pytest.importorskip("z3", reason="launches that fail are found by a solver")
    assert proof(add, ADD, ["0 < n <= 100", *IN_BOUNDS, "grid[0] <= 16777216"])
    found = proof(add, ADD, ["0 < n <= 100", *IN_BOUNDS])
    assert found.verdict == "refuted" and found.counterexample.grid == (16777217, 1, 1)
    assert found.findings == (), "it is too large to be run"


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ("n <", "no expression"),
        ("m == 1", "'m' is no integer argument"),
        ("x == 1", "'x' is no integer argument"),
        ("size(n) == 1", r"'size\(n\)' is no integer argument"),
        ("n + 1", "a number where a condition"),
        ("n is 1", "has a comparison"),
        ("__import__('os')", "a number where a condition"),
        ("n == 1.5", "'1.5' is no integer argument"),
        ("grid[3] == 1", "grid"),
    ],
)
def test_constraints_that_are_none(constraint, said):
    with pytest.raises(ConstraintError, match=said):
        proof(add, ADD, [constraint])


def test_wrong_use():
    with pytest.raises(ValueError, match="there is no proof of 'values'"):
        proof(add, ADD, [], checks="values")
    with pytest.raises(ValueError, match="signature lacks the parameter 'n'"):
        triton_shared.prove(add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "BLOCK": 128})


@triton.jit
def assembled(x, out, n, PURE: tl.constexpr, BLOCK: tl.constexpr):  # noqa: N803
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    v = tl.inline_asm_elementwise("mov $0, $1;", "=r,r", [v], dtype=tl.float32, is_pure=PURE, pack=1)
    tl.store(out + i, v, mask=i < n)


@pytest.mark.parametrize(("pure", "verdict"), [(True, "proved"), (False, "unknown")])
def test_of_assembly_that_may_touch_memory_nothing_is_known(monkeypatch, pure, verdict):
    monkeypatch.setattr(solver, "is_there", lambda: False)
    signature = {**FLOATS, "n": "i32", "PURE": pure, "BLOCK": 128}
    constraints = ["grid[0] == cdiv(n, BLOCK)", "0 < n", "size(x) >= n", "size(out) >= n"]
    assert proof(assembled, signature, constraints).verdict == verdict
