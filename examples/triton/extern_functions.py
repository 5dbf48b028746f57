"""A function of libdevice in a kernel: ``out = asin(x)``."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def arc_sine(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, libdevice.asin(x), mask=mask)


def asin(x: torch.Tensor) -> torch.Tensor:
    """The arc sine of the f32 or f64 tensor ``x``, which is contiguous."""
    out = torch.empty_like(x)
    arc_sine[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
    return out


def check() -> None:
    """Compare with torch."""
    for dtype in (torch.float32, torch.float64):
        x = torch.rand(98432, dtype=dtype) * 2 - 1
        torch.testing.assert_close(asin(x), torch.asin(x))


if __name__ == "__main__":
    check()
    print("asin agrees with torch")
