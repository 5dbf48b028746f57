"""Kernels that several tests launch."""

import torch
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + tl.load(y_ptr + offsets, mask=mask), mask=mask)


@triton.jit
def fill(out_ptr, value, BLOCK: tl.constexpr):
    tl.store(out_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), value)


@triton.jit
def copy_one(out_ptr, value):
    tl.store(out_ptr, value)


@triton.jit
def scatter(out_ptr, at_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.load(at_ptr + i, mask=i < n)
    tl.device_assert(at < n, "index out of range", mask=i < n)
    tl.store(out_ptr + at, i, mask=i < n)


def scattered(n, at, **options):
    """What `scatter` leaves of -1 at ``len(at)`` places."""
    out = torch.full((len(at),), -1, dtype=torch.int32)
    scatter[(1,)](out, torch.tensor(at, dtype=torch.int32), n, len(at), **options)
    return out.tolist()
