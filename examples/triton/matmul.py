"""Matrix product ``c = a @ b``: programs in groups of rows for locality, wrapped offsets, masked K tail."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(
    a_ptr, b_ptr, c_ptr,
    M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(0)
    blocks_m = tl.cdiv(M, BLOCK_M)
    blocks_n = tl.cdiv(N, BLOCK_N)
    blocks_in_group = GROUP_M * blocks_n
    first_m = pid // blocks_in_group * GROUP_M
    group_m = min(blocks_m - first_m, GROUP_M)
    pid_m = first_m + pid % blocks_in_group % group_m
    pid_n = pid % blocks_in_group // group_m

    # Rows and columns past the end wrap around: their loads need no mask, and what they give is not stored.
    offs_am = (pid_m * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    offs_bn = (pid_n * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    offs_k = tl.arange(0, BLOCK_K)
    a_ptrs = a_ptr + offs_am[:, None] * stride_am + offs_k[None, :] * stride_ak
    b_ptrs = b_ptr + offs_k[:, None] * stride_bk + offs_bn[None, :] * stride_bn

    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        left = K - k * BLOCK_K
        a = tl.load(a_ptrs, mask=offs_k[None, :] < left, other=0.0)
        b = tl.load(b_ptrs, mask=offs_k[:, None] < left, other=0.0)
        acc = tl.dot(a, b, acc, input_precision="ieee")
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk

    offs_m = pid_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = pid_n * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c_ptr + stride_cm * offs_m[:, None] + stride_cn * offs_n[None, :]
    tl.store(c_ptrs, acc.to(c_ptr.dtype.element_ty), mask=(offs_m[:, None] < M) & (offs_n[None, :] < N))


def multiply(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """``a @ b`` for matrices of one dtype and any strides, accumulated in f32."""
    (m, k), n = a.shape, b.shape[1]
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(m, 64) * triton.cdiv(n, 64),)
    blocks = {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64, "GROUP_M": 8}
    matmul[grid](a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride(), **blocks)
    return c


def check() -> None:
    """Compare with torch, transposed operands and sizes that blocks do not divide among them."""
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 1e-2), (torch.bfloat16, 5e-2)):
        for a, b in (
            (torch.randn(256, 192), torch.randn(192, 128)),
            (torch.randn(101, 77), torch.randn(77, 130)),
            (torch.randn(77, 101).T, torch.randn(130, 77).T),
        ):
            a, b = a.to(dtype), b.to(dtype)
            expected = (a.float() @ b.float()).to(dtype)
            torch.testing.assert_close(multiply(a, b), expected, rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    check()
    print("a @ b agrees with torch")
