"""Loops, branches, returns, calls, tuples and constexprs."""

import triton
import triton.language as tl

from tests.differential.cases import case, cases, integers, iota, random, zeros

COUNTS = (0, 1, 5, -3)


@cases({f"{n}": dict(x=iota("int32", 16), out=zeros("int32", 16), n=n) for n in COUNTS})
@triton.jit
def nested_loops(x, out, n):
    i = tl.arange(0, 16)
    total = tl.load(x + i)
    scalar = 1
    for a in range(n):
        for b in range(a, n, 2):
            total = total * 3 + b - a * i
            scalar += b
        total += scalar
    tl.store(out + i, total + scalar)


@cases({f"{n}": dict(out=zeros("int32", 4), n=n) for n in (1, 6, 27, 0)})
@triton.jit
def while_loop(out, n):
    steps = 0
    value = n + 0
    while value > 1:
        if value % 2 == 0:
            value = value // 2
        else:
            value = 3 * value + 1
        steps += 1
    tl.store(out, steps)
    tl.store(out + 1, value)


@cases({f"{n}": dict(x=integers(0, 9, 64), out=zeros("int32", 16), n=n) for n in (0, 7, 40)})
@triton.jit
def while_over_blocks(x, out, n):
    i = tl.arange(0, 16)
    total = tl.zeros((16,), tl.int32)
    p = x + i
    rest = n + 0
    while rest > 0:
        total += tl.load(p, mask=i < rest, other=0)
        p += 16
        rest -= 16
    tl.store(out + i, total)


@cases({f"{n}": dict(x=iota("int32", 16), out=zeros("int32", 16), n=n) for n in (-2, 0, 2, 7)})
@triton.jit
def branches(x, out, n):
    i = tl.arange(0, 16)
    x = tl.load(x + i)
    if n < 0:
        y = x * 2
        s = 1
    elif n == 0:
        y = x + 100
        s = 2
    else:
        if n > 5 and n < 10:
            y = x - n
        else:
            y = x ^ n
        s = 3
    tl.store(out + i, y * s, mask=i < (10 if n > 0 else 16))


@cases({f"{n}": dict(x=iota("int32", 64), out=zeros("int32", 64), n=n, grid=(4,)) for n in (0, 2, 9)})
@triton.jit
def early_return(x, out, n):
    p = tl.program_id(0)
    if p >= n:
        return
    i = p * 16 + tl.arange(0, 16)
    tl.store(out + i, tl.load(x + i) + 1)


@triton.jit(noinline=True)
def collatz(n):
    if n <= 1:
        return 0
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@triton.jit(noinline=True)
def scaled(x, factor):
    return x * factor, x + factor


@triton.jit(noinline=True)
def write(out, value, N: tl.constexpr):
    tl.store(out + tl.arange(0, N), value)


@cases({f"{n}": dict(x=iota("int32", 16), out=zeros("int32", 48), n=n) for n in (2, 9)})
@triton.jit
def calls(x, out, n):
    i = tl.arange(0, 16)
    a, b = scaled(tl.load(x + 5), n + 3)
    tl.store(out + i, a + i)
    write(out + 16, b, 16)
    tl.store(out + 32, collatz(n))


@triton.jit
def pick(values, K: tl.constexpr):
    return values[K]


@cases(
    {
        f"{k}_{flag}": dict(x=iota("int32", 16), out=zeros("int32", 16), K=k, FLAG=flag)
        for k in (0, 2)
        for flag in (True, False)
    }
)
@triton.jit
def constants(x, out, K: tl.constexpr, FLAG: tl.constexpr):
    i = tl.arange(0, 16)
    values = (tl.load(x + i), i * 5, 7)
    y = pick(values, K)
    if FLAG:
        y += K
    for k in tl.static_range(4):
        y = y * 2 + k
    tl.store(out + i, y)


@case(pair=(iota("int32", 16), zeros("int32", 16)), sizes=(13, (3, 1)))
@triton.jit
def tuples(pair, sizes):
    i = tl.arange(0, 16)
    n, (a, b) = sizes
    tl.store(pair[1] + i, tl.load(pair[0] + i, mask=i < n, other=-1) * a + b, mask=i < sizes[0])


@cases({f"{v}": dict(out=zeros("float32", 16), a=v, b=3, flag=v > 1, wide=1 << 40) for v in (0.5, 2.5)})
@triton.jit
def scalar_arguments(out, a, b, flag, wide):
    tl.store(out, a * b)
    tl.store(out + 1, tl.where(flag, 1.0, 2.0))
    tl.store(out + 2, (wide >> 38) + b)
    tl.store(out + 3, a if flag else -a)


@cases({f"{n}": dict(x=random("float32", 16), out=zeros("float32", 16), n=n) for n in (0, 3)})
@triton.jit
def swapped_in_a_loop(x, out, n):
    i = tl.arange(0, 16)
    a = tl.load(x + i)
    b = tl.load(x + 15 - i)
    for _ in range(n):
        a, b = b, a
    tl.store(out + i, a - 2 * b)


@cases({f"{n}": dict(x=iota("int32", 16), out=zeros("int32", 16), n=n) for n in (0, 1, 3)})
@triton.jit
def loop_yields_a_loop(x, out, n):
    i = tl.arange(0, 16)
    a = tl.load(x + i)
    b = a
    for _ in range(n):
        for _ in range(n):
            a = a + a
    for _ in range(n):
        a = a ^ (b + 1)
        b = a
    tl.store(out + i, a * 3 + b)


@cases({f"{n}": dict(out=zeros("int32", 8), n=n) for n in (0, 1, 8)})
@triton.jit
def stored_in_a_loop(out, n):
    for k in range(n):
        if k % 3 != 1:
            tl.store(out + k, k * k)
        else:
            tl.store(out + k, tl.load(out + k - 1) + 100)


@case(x=integers(0, 100, 4, 16), out=zeros("int32", 4), grid=(4,))
@triton.jit
def first_match(x, out):
    p = tl.program_id(0)
    k = 0
    found = -1
    while k < 16 and found < 0:
        if tl.load(x + p * 16 + k) % 5 == 0:
            found = k
        k += 1
    tl.store(out + p, found)
