"""Matrix product ``c = a @ b`` with block pointers, which Triton offers up to release 3.8."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul_block_ptr(
    a_ptr, b_ptr, c_ptr,
    M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    first_m = tl.program_id(0) * BLOCK_M
    first_n = tl.program_id(1) * BLOCK_N
    a_block = tl.make_block_ptr(
        a_ptr, (M, K), (stride_am, stride_ak), (first_m, 0), (BLOCK_M, BLOCK_K), (1, 0)
    )
    b_block = tl.make_block_ptr(
        b_ptr, (K, N), (stride_bk, stride_bn), (0, first_n), (BLOCK_K, BLOCK_N), (1, 0)
    )
    acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for _ in range(0, K, BLOCK_K):
        a = tl.load(a_block, boundary_check=(0, 1), padding_option="zero")
        b = tl.load(b_block, boundary_check=(0, 1), padding_option="zero")
        acc = tl.dot(a, b, acc, input_precision="ieee")
        a_block = tl.advance(a_block, (0, BLOCK_K))
        b_block = tl.advance(b_block, (BLOCK_K, 0))
    c_block = tl.make_block_ptr(
        c_ptr, (M, N), (stride_cm, stride_cn), (first_m, first_n), (BLOCK_M, BLOCK_N), (1, 0)
    )
    tl.store(c_block, acc.to(c_ptr.dtype.element_ty), boundary_check=(0, 1))


def multiply(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """``a @ b`` for matrices of one dtype and any strides, accumulated in f32."""
    (m, k), n = a.shape, b.shape[1]
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(m, 64), triton.cdiv(n, 64))
    blocks = {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64}
    matmul_block_ptr[grid](a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride(), **blocks)
    return c


def check() -> None:
    """Compare with torch."""
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 1e-2), (torch.bfloat16, 5e-2)):
        for m, n, k in ((256, 192, 128), (101, 130, 77)):
            a, b = torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)
            expected = (a.float() @ b.float()).to(dtype)
            torch.testing.assert_close(multiply(a, b), expected, rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    check()
    print("a @ b agrees with torch")
