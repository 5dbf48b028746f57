"""tl.dot: integers and floats that hold small integers, so that no order of summation matters."""

import triton
import triton.language as tl

from tests.differential.cases import case, cases, integers, random, zeros

SHAPES = [(16, 16, 16), (32, 16, 64), (1, 16, 32), (64, 64, 32), (8, 4, 2), (16, 128, 16), (1, 1, 1)]
TYPES = [
    ("int8", "int32"), ("float16", "float32"), ("float16", "float16"), ("float32", "float32"), ("float64", "float64"),
]  # fmt: skip


def by_numpy(a, b, c, **others):
    """The interpreter multiplies the bits of bfloat16 and rounds 8-bit floats as it should not."""
    wide = a.astype("float32"), b.astype("float32")
    c[:] = (wide[0] @ wide[1] + c.astype("float32")).astype(c.dtype)


def operands(m, n, k, a, c):
    return {
        "a": integers(-4, 5, m, k, dtype=a), "b": integers(-4, 5, k, n, dtype=a), "c": integers(-9, 9, m, n, dtype=c),
        "M": m, "N": n, "K": k,
    }  # fmt: skip


@cases(
    {
        f"{a}_{c}_{m}x{n}x{k}": operands(m, n, k, a, c)
        for a, c in TYPES for m, n, k in SHAPES[: 2 if a != "float32" else None]
    }
    | {
        f"{a}_{m}x{n}x{k}": operands(m, n, k, a, "float32") | {"oracle": by_numpy}
        for a in ("bfloat16", "float8_e4m3fn", "float8_e5m2") for m, n, k in SHAPES[:2]
    }
)  # fmt: skip
@triton.jit
def dot(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)[:, None]
    n = tl.arange(0, N)[None, :]
    a = tl.load(a + m * K + tl.arange(0, K)[None, :])
    b = tl.load(b + tl.arange(0, K)[:, None] * N + n)
    old = tl.load(c + m * N + n)
    tl.store(c + m * N + n, tl.dot(a, b, old, out_dtype=c.dtype.element_ty, input_precision="ieee"))


@case(a=random("float32", 32, 32), b=random("float32", 32, 32), c=zeros("float32", 32, 32), ulps=4096)
@triton.jit
def dot_of_random_numbers(a, b, c):
    at = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at), input_precision="ieee"))


@cases(
    {
        t: dict(
            a=integers(-4, 5, 2, 8, 16, dtype=t),
            b=integers(-4, 5, 2, 16, 4, dtype=t),
            c=zeros("float32", 2, 8, 4),
        )
        for t in ("float16", "float32")
    }
)
@triton.jit
def batched(a, b, c):
    z = tl.arange(0, 2)[:, None, None]
    m = tl.arange(0, 8)[None, :, None]
    n = tl.arange(0, 4)[None, None, :]
    k = tl.arange(0, 16)
    a = tl.load(a + z * 128 + m * 16 + k[None, None, :])
    b = tl.load(b + z * 64 + k[None, :, None] * 4 + n)
    tl.store(c + z * 32 + m * 4 + n, tl.dot(a, b, out_dtype=tl.float32, input_precision="ieee"))


@cases(
    {
        f"{t}_{m}x{n}x{k}": dict(
            a=integers(-4, 5, m, k, dtype=t),
            b=integers(-4, 5, k, n, dtype=t),
            c=zeros("float32", m, n),
            m=m,
            n=n,
            k=k,
            BM=16,
            BN=32,
            BK=16,
            grid=(-(-m // 16), -(-n // 32)),
        )
        for t in ("float16", "float32")
        for m, n, k in [(40, 50, 37), (16, 32, 16), (5, 3, 1)]
    }
)
@triton.jit
def matmul(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    j = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    at = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, tl.cdiv(k, BK)):
        rest = k - start * BK
        x = tl.load(a + i * k + (start * BK + at)[None, :], mask=(i < m) & (at[None, :] < rest), other=0.0)
        y = tl.load(b + (start * BK + at)[:, None] * n + j, mask=(at[:, None] < rest) & (j < n), other=0.0)
        total = tl.dot(x, y, total, input_precision="ieee")
    total = tl.where(total > 0, total, total * 0.5)
    tl.store(c + i * n + j, total, mask=(i < m) & (j < n))


@case(
    a=integers(-4, 5, 16, 32, dtype="float32"),
    b=integers(-4, 5, 16, 32, dtype="float32"),
    c=zeros("float32", 16, 16),
)
@triton.jit
def transposed(a, b, c):
    i = tl.arange(0, 16)
    k = tl.arange(0, 32)
    a = tl.load(a + i[:, None] * 32 + k[None, :])
    b = tl.load(b + i[:, None] * 32 + k[None, :])
    tl.store(c + i[:, None] * 16 + i[None, :], tl.dot(a, tl.trans(b), input_precision="ieee"))
