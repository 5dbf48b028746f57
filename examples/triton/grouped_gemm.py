"""Several matrix products of different sizes in one launch of a fixed number of programs.

Addresses, sizes and row strides of the matrices are read from device arrays; program ``p`` computes the
tiles ``p``, ``p + programs``, … of all products taken together.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def grouped_gemm(
    a_addresses, b_addresses, c_addresses, sizes_ptr, strides_ptr, count,
    DTYPE: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    tile = tl.program_id(0)
    first_tile = 0
    for g in range(count):
        M = tl.load(sizes_ptr + 3 * g)
        N = tl.load(sizes_ptr + 3 * g + 1)
        K = tl.load(sizes_ptr + 3 * g + 2)
        tiles_n = tl.cdiv(N, BLOCK_N)
        end_tile = first_tile + tl.cdiv(M, BLOCK_M) * tiles_n
        while tile >= first_tile and tile < end_tile:
            stride_a = tl.load(strides_ptr + 3 * g)
            stride_b = tl.load(strides_ptr + 3 * g + 1)
            stride_c = tl.load(strides_ptr + 3 * g + 2)
            a_ptr = tl.load(a_addresses + g).to(tl.pointer_type(DTYPE))
            b_ptr = tl.load(b_addresses + g).to(tl.pointer_type(DTYPE))
            c_ptr = tl.load(c_addresses + g).to(tl.pointer_type(DTYPE))
            rows = (tile - first_tile) // tiles_n * BLOCK_M + tl.arange(0, BLOCK_M)
            cols = (tile - first_tile) % tiles_n * BLOCK_N + tl.arange(0, BLOCK_N)
            ks = tl.arange(0, BLOCK_K)
            a_ptrs = a_ptr + rows[:, None] * stride_a + ks[None, :]
            b_ptrs = b_ptr + ks[:, None] * stride_b + cols[None, :]
            acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
            for k in range(0, K, BLOCK_K):
                a = tl.load(a_ptrs, mask=(rows[:, None] < M) & (ks[None, :] < K - k), other=0.0)
                b = tl.load(b_ptrs, mask=(ks[:, None] < K - k) & (cols[None, :] < N), other=0.0)
                acc = tl.dot(a, b, acc, input_precision="ieee")
                a_ptrs += BLOCK_K
                b_ptrs += BLOCK_K * stride_b
            c_ptrs = c_ptr + rows[:, None] * stride_c + cols[None, :]
            tl.store(c_ptrs, acc.to(DTYPE), mask=(rows[:, None] < M) & (cols[None, :] < N))
            tile += tl.num_programs(0)
        first_tile = end_tile


def multiply_all(pairs: list[tuple[torch.Tensor, torch.Tensor]], programs: int = 64) -> list[torch.Tensor]:
    """``[a @ b for a, b in pairs]`` for f32, f16 or bf16 matrices of one dtype with contiguous rows."""
    cs = [torch.empty((a.shape[0], b.shape[1]), dtype=a.dtype, device=a.device) for a, b in pairs]
    device = cs[0].device
    triples = [(a, b, c) for (a, b), c in zip(pairs, cs, strict=True)]
    addresses = [
        torch.tensor([t.data_ptr() for t in ts], dtype=torch.int64, device=device)
        for ts in zip(*triples, strict=True)
    ]
    sizes = torch.tensor([(*c.shape, a.shape[1]) for a, _, c in triples], dtype=torch.int32, device=device)
    strides = torch.tensor([[t.stride(0) for t in ts] for ts in triples], dtype=torch.int32, device=device)
    dtype = {torch.float32: tl.float32, torch.float16: tl.float16, torch.bfloat16: tl.bfloat16}[cs[0].dtype]
    grouped_gemm[(programs,)](
        *addresses, sizes, strides, len(cs), DTYPE=dtype, BLOCK_M=64, BLOCK_N=64, BLOCK_K=64
    )
    return cs


def check() -> None:
    """Compare with torch."""
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 1e-2)):
        sizes = ((128, 64, 192), (65, 130, 77), (1, 200, 33))
        pairs = [(torch.randn(m, k).to(dtype), torch.randn(k, n).to(dtype)) for m, n, k in sizes]
        for (a, b), c in zip(pairs, multiply_all(pairs), strict=True):
            expected = (a.float() @ b.float()).to(dtype)
            torch.testing.assert_close(c, expected, rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    check()
    print("all products agree with torch")
