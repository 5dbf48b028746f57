"""Kernels whose results depend on the order of their programs where ``WRONG``, and not else."""

from __future__ import annotations

import torch
import triton
import triton.language as tl

from tests.check.kernels.case import Cases, numbers, ones, zeros

CASES = Cases("order")
case = CASES.case


@case("writes", "out", (8,), zeros(1, dtype=torch.int32))
@triton.jit
def last_one_wins(out, WRONG: tl.constexpr):
    if WRONG:
        tl.store(out, tl.program_id(0))  # wrong
    else:
        tl.atomic_max(out, tl.program_id(0))


@case("writes", "out", (8,), numbers(0), zeros(8, dtype=torch.int32))
@triton.jit
def ticket_for_a_place(count, out, WRONG: tl.constexpr):
    """Who comes first stores first; the right twin stores what nobody can tell apart."""
    ticket = tl.atomic_add(count, 1)
    tl.store(out + ticket, tl.program_id(0) if WRONG else 1)  # wrong


@case("updates", "out", (8,), zeros(1, dtype=torch.int32))
@triton.jit
def exchange(out, WRONG: tl.constexpr):
    v = tl.program_id(0) + 1
    tl.atomic_xchg(out, v if WRONG else 7)  # wrong


@case("updates", "out", (8,), ones(8), zeros(1))
@triton.jit
def product_and_sum(x, out, WRONG: tl.constexpr):
    """Sums may be taken in any order, up to rounding; sums of what was there before may not."""
    v = tl.load(x + tl.program_id(0)) + tl.program_id(0)
    old = tl.atomic_add(out, v)
    if WRONG:
        tl.atomic_add(out, old)  # wrong


@case("updates", "count", (64,), zeros(1, dtype=torch.int32))
@triton.jit
def counted_in_two_steps(count, WRONG: tl.constexpr):
    """In any order of whole programs the count is right; where two threads take turns counts are lost."""
    if WRONG:
        n = tl.atomic_add(count, 0)
        tl.atomic_xchg(count, n + 1)  # wrong
    else:
        tl.atomic_add(count, 1)


@case("updates", "most", (64,), zeros(1, dtype=torch.int32))
@triton.jit
def greatest_of_two_steps(most, WRONG: tl.constexpr):
    v = 63 - tl.program_id(0)
    if WRONG:
        if tl.atomic_add(most, 0) < v:  # wrong
            tl.atomic_xchg(most, v)  # wrong
    else:
        tl.atomic_max(most, v)
