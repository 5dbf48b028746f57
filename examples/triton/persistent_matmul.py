"""Matrix product ``c = a @ b.T`` by a fixed number of programs that walk over the tiles, through tensor descriptors."""

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def persistent_matmul(
    a_desc, b_desc, c_desc, M, N, K,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    blocks_m = tl.cdiv(M, BLOCK_M)
    blocks_n = tl.cdiv(N, BLOCK_N)
    blocks_in_group = GROUP_M * blocks_n
    for tile in tl.range(tl.program_id(0), blocks_m * blocks_n, tl.num_programs(0)):
        first_m = tile // blocks_in_group * GROUP_M
        group_m = min(blocks_m - first_m, GROUP_M)
        row = (first_m + tile % blocks_in_group % group_m) * BLOCK_M
        column = tile % blocks_in_group // group_m * BLOCK_N
        acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k in range(0, K, BLOCK_K):
            a = a_desc.load([row, k])
            b = b_desc.load([column, k])
            acc = tl.dot(a, b.T, acc, input_precision="ieee")
        c_desc.store([row, column], acc.to(c_desc.dtype))


def multiply(a: torch.Tensor, b: torch.Tensor, programs: int = 16) -> torch.Tensor:
    """``a @ b.T`` for contiguous matrices of one dtype whose rows are multiples of 16 bytes."""
    (m, k), n = a.shape, b.shape[0]
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    blocks = {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 32}
    descriptors = (
        TensorDescriptor.from_tensor(a, [64, 32]),
        TensorDescriptor.from_tensor(b, [64, 32]),
        TensorDescriptor.from_tensor(c, [64, 64]),
    )
    persistent_matmul[(programs,)](*descriptors, m, n, k, **blocks, GROUP_M=8)
    return c


def check() -> None:
    """Compare with torch, on sizes that blocks do not divide too."""
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 1e-2), (torch.bfloat16, 5e-2)):
        for m, n, k in ((256, 192, 128), (200, 136, 72)):
            a, b = torch.randn(m, k).to(dtype), torch.randn(n, k).to(dtype)
            expected = (a.float() @ b.float().T).to(dtype)
            torch.testing.assert_close(multiply(a, b), expected, rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    check()
    print("a @ b.T agrees with torch")
