"""Two kernels after each other, of which the second may begin before the first has ended: ``out = (x + y) + y``.

On GPUs from Hopper on, with ``launch_pdl``, a kernel's blocks start while those of the kernel before still run.
`gdc_wait` waits until what that kernel has written can be read; `gdc_launch_dependents` lets the next kernel start.
On a CPU a kernel ends before the next one begins, so the kernel is compiled without both.
"""

import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait


@triton.jit
def dependent_add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(y_ptr + at, mask=at < n)  # no kernel writes it
    if DEPENDENT:
        gdc_wait()
        gdc_launch_dependents()
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(out_ptr + at, x + y, mask=at < n)


def add_twice(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """``x + y + y``."""
    once, twice = torch.empty_like(x), torch.empty_like(x)
    on_gpu = x.is_cuda and torch.cuda.get_device_capability()[0] >= 9
    more = {"launch_pdl": True} if on_gpu else {}
    grid = (triton.cdiv(x.numel(), 1024),)
    dependent_add[grid](x, y, once, x.numel(), BLOCK=1024, DEPENDENT=on_gpu, **more)
    dependent_add[grid](once, y, twice, x.numel(), BLOCK=1024, DEPENDENT=on_gpu, **more)
    return twice


def check() -> None:
    """Compare with torch."""
    x, y = torch.rand(98432), torch.rand(98432)
    assert torch.equal(add_twice(x, y), x + y + y)


if __name__ == "__main__":
    check()
    print("the sums agree with torch")
