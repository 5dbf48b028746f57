"""Kernels to be compiled ahead of time."""

import triton
import triton.language as tl


@triton.jit
def relu(x):
    return tl.maximum(x, 0.0)


@triton.jit
def scale(
    x, out, n, factor, block: tl.constexpr, activation: tl.constexpr, type: tl.constexpr, name: tl.constexpr
):
    tl.static_assert(name == "a, b")
    offsets = tl.program_id(0) * block + tl.arange(0, block)
    values = tl.load(x + offsets, mask=offsets < n)
    values = activation(values.to(tl.float32)) * factor
    tl.store(out + offsets, values.to(type), mask=offsets < n)
