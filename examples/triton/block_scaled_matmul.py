"""Matrix product of blocks with common scales: ``c = (a * a_scale) @ (b * b_scale).T`` by `tl.dot_scaled`.

32 neighbours of a row share one scale, a power of two of 8 bits (the MX formats).  Elements are e4m3, or e2m1,
of which a byte holds two.  Sizes are multiples of the blocks.
"""

import torch
import triton
import triton.language as tl

#: neighbours that share a scale
GROUP = 32


@triton.jit
def block_scaled_matmul(
    a_ptr, a_scale_ptr, b_ptr, b_scale_ptr, c_ptr, M, N, K, FORMAT: tl.constexpr, PER_BYTE: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    cols = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    bytes_ = tl.arange(0, BLOCK_K // PER_BYTE)
    groups = tl.arange(0, BLOCK_K // 32)
    a_ptrs = a_ptr + rows[:, None] * (K // PER_BYTE) + bytes_[None, :]
    b_ptrs = b_ptr + cols[None, :] * (K // PER_BYTE) + bytes_[:, None]
    a_scale_ptrs = a_scale_ptr + rows[:, None] * (K // 32) + groups[None, :]
    b_scale_ptrs = b_scale_ptr + cols[:, None] * (K // 32) + groups[None, :]
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K, BLOCK_K):
        a, a_scale = tl.load(a_ptrs), tl.load(a_scale_ptrs)
        b, b_scale = tl.load(b_ptrs), tl.load(b_scale_ptrs)
        acc = tl.dot_scaled(a, a_scale, FORMAT, b, b_scale, FORMAT, acc)
        a_ptrs += BLOCK_K // PER_BYTE
        b_ptrs += BLOCK_K // PER_BYTE
        a_scale_ptrs += BLOCK_K // 32
        b_scale_ptrs += BLOCK_K // 32
    tl.store(c_ptr + rows[:, None] * N + cols[None, :], acc)


def multiply(
    a: torch.Tensor, a_scale: torch.Tensor, b: torch.Tensor, b_scale: torch.Tensor, kind: str, block: int = 64
) -> torch.Tensor:
    """The product of bytes ``[M, K]`` and ``[N, K]`` of ``kind`` "e4m3" (of "e2m1" half as many), and their scales."""
    per_byte = 2 if kind == "e2m1" else 1
    (m, n), k = (a.shape[0], b.shape[0]), a.shape[1] * per_byte
    c = torch.empty((m, n), dtype=torch.float32, device=a.device)
    block_scaled_matmul[(m // block, n // block)](
        a,
        a_scale,
        b,
        b_scale,
        c,
        m,
        n,
        k,
        FORMAT=kind,
        PER_BYTE=per_byte,
        BLOCK_M=block,
        BLOCK_N=block,
        BLOCK_K=64,
    )
    return c


#: the values of e2m1 by their bits
E2M1 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


def values(data: torch.Tensor, scale: torch.Tensor, kind: str) -> torch.Tensor:
    """What the bytes ``data`` and the scales stand for, in f64."""
    if kind == "e2m1":
        numbers = torch.stack([E2M1[(data & 15).long()], E2M1[(data >> 4).long()]], -1).flatten(1)
    else:
        numbers = data.view(torch.float8_e4m3fn).float()
    return numbers.double() * torch.exp2(scale.double() - 127).repeat_interleave(GROUP, 1)


def check() -> None:
    """Compare with torch's product in f64."""
    for kind in ("e4m3", "e2m1"):
        sides = []
        for rows in (128, 192):
            if kind == "e2m1":
                data = torch.randint(0, 256, (rows, 64), dtype=torch.uint8)
            else:
                data = torch.randn(rows, 128).to(torch.float8_e4m3fn).view(torch.uint8)
            sides.append((data, torch.randint(124, 130, (rows, 128 // GROUP), dtype=torch.uint8)))
        (a, a_scale), (b, b_scale) = sides
        got = multiply(a, a_scale, b, b_scale, kind)
        expected = values(a, a_scale, kind) @ values(b, b_scale, kind).T
        torch.testing.assert_close(got.double(), expected, rtol=1e-5, atol=1e-3)


if __name__ == "__main__":
    check()
    print("the products agree with torch")
