"""Dropout with a given mask, and with a mask that is drawn anew from a seed wherever it is needed."""

import torch
import triton
import triton.language as tl


@triton.jit
def dropout(x_ptr, keep_ptr, out_ptr, n, p, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)
    keep = tl.load(keep_ptr + offsets, mask=mask)
    y = tl.where(keep != 0, x / (1 - p), 0.0)
    tl.store(out_ptr + offsets, y.to(out_ptr.dtype.element_ty), mask=mask)


@triton.jit
def seeded_dropout(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)
    y = tl.where(tl.rand(seed, offsets) > p, x / (1 - p), 0.0)
    tl.store(out_ptr + offsets, y.to(out_ptr.dtype.element_ty), mask=mask)


def drop(x: torch.Tensor, keep: torch.Tensor, p: float) -> torch.Tensor:
    """``x / (1 - p)`` where the int32 tensor ``keep`` is not 0, else 0."""
    out = torch.empty_like(x)
    dropout[(triton.cdiv(x.numel(), 1024),)](x, keep, out, x.numel(), p, BLOCK=1024)
    return out


def drop_seeded(x: torch.Tensor, p: float, seed: int) -> torch.Tensor:
    """``x / (1 - p)`` with probability ``1 - p``, else 0; the same seed drops the same elements."""
    out = torch.empty_like(x)
    seeded_dropout[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), p, seed, BLOCK=1024)
    return out


def check() -> None:
    """Compare with torch; what is dropped must be near the expected share, and the same for the same seed."""
    x, p = torch.randn(98432), 0.25
    keep = (torch.rand(x.shape) > p).to(torch.int32)
    torch.testing.assert_close(drop(x, keep, p), torch.where(keep != 0, x / (1 - p), 0.0))
    y = drop_seeded(x, p, seed=123)
    torch.testing.assert_close(y, torch.where(y != 0, x / (1 - p), 0.0))
    assert abs((y == 0).float().mean().item() - p) < 0.01
    assert torch.equal(y, drop_seeded(x, p, seed=123))
    assert not torch.equal(y, drop_seeded(x, p, seed=124))


if __name__ == "__main__":
    check()
    print("dropout agrees with torch")
