"""Fused attention, forward: ``out = softmax(q @ k.T * scale) @ v`` without the matrix of scores in memory.

A program keeps ``BLOCK_M`` queries and walks over the keys, holding each row's running maximum ``top`` and
running sum ``total``.  Blocks of keys that every query sees come first and need no mask; the block on the
diagonal (causal) or the last, partial one follows with a mask.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def attend(
    acc, total, top, q, k_ptrs, v_ptrs, stride_kn, stride_vn, first_key, last_key, rows, N_CTX, scale,
    MASKED: tl.constexpr, CAUSAL: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    for start in range(first_key, last_key, BLOCK_N):
        keys = start + tl.arange(0, BLOCK_N)
        if MASKED:
            k = tl.load(k_ptrs + start * stride_kn, mask=keys[None, :] < N_CTX, other=0.0)
            v = tl.load(v_ptrs + start * stride_vn, mask=keys[:, None] < N_CTX, other=0.0)
        else:
            k = tl.load(k_ptrs + start * stride_kn)
            v = tl.load(v_ptrs + start * stride_vn)
        scores = tl.dot(q, k, input_precision="ieee") * scale
        if MASKED:
            seen = keys[None, :] < N_CTX
            if CAUSAL:
                seen = seen & (keys[None, :] <= rows[:, None])
            scores = tl.where(seen, scores, -float("inf"))
        new_top = tl.maximum(top, tl.max(scores, axis=1))
        p = tl.exp2(scores - new_top[:, None])
        alpha = tl.exp2(top - new_top)
        total = total * alpha + tl.sum(p, axis=1)
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None], input_precision="ieee")
        top = new_top
    return acc, total, top


@triton.jit
def attention(
    q_ptr, k_ptr, v_ptr, lse_ptr, out_ptr, sm_scale,
    stride_qz, stride_qh, stride_qm, stride_kz, stride_kh, stride_kn,
    stride_vz, stride_vh, stride_vn, stride_oz, stride_oh, stride_om,
    H, N_CTX,
    HEAD_DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, STAGE: tl.constexpr,
):  # fmt: skip
    z = (tl.program_id(1) // H).to(tl.int64)
    h = (tl.program_id(1) % H).to(tl.int64)
    first_row = tl.program_id(0) * BLOCK_M
    rows = first_row + tl.arange(0, BLOCK_M)
    keys = tl.arange(0, BLOCK_N)
    dims = tl.arange(0, HEAD_DIM)
    k_ptrs = k_ptr + z * stride_kz + h * stride_kh + keys[None, :] * stride_kn + dims[:, None]
    v_ptrs = v_ptr + z * stride_vz + h * stride_vh + keys[:, None] * stride_vn + dims[None, :]
    q_ptrs = q_ptr + z * stride_qz + h * stride_qh + rows[:, None] * stride_qm + dims[None, :]
    out_ptrs = out_ptr + z * stride_oz + h * stride_oh + rows[:, None] * stride_om + dims[None, :]

    q = tl.load(q_ptrs, mask=rows[:, None] < N_CTX, other=0.0)
    top = tl.full([BLOCK_M], -float("inf"), dtype=tl.float32)
    total = tl.zeros([BLOCK_M], dtype=tl.float32)
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    scale = sm_scale * 1.4426950408889634  # log2(e): powers of two are cheaper than powers of e

    CAUSAL: tl.constexpr = STAGE == 3
    if CAUSAL:
        whole = first_row
        last = min(first_row + BLOCK_M, N_CTX)
    else:
        whole = N_CTX // BLOCK_N * BLOCK_N
        last = N_CTX
    acc, total, top = attend(
        acc, total, top, q, k_ptrs, v_ptrs, stride_kn, stride_vn, 0, whole, rows, N_CTX, scale,
        False, CAUSAL, BLOCK_N,
    )  # fmt: skip
    acc, total, top = attend(
        acc, total, top, q, k_ptrs, v_ptrs, stride_kn, stride_vn, whole, last, rows, N_CTX, scale,
        True, CAUSAL, BLOCK_N,
    )  # fmt: skip

    tl.store(lse_ptr + tl.program_id(1) * N_CTX + rows, top + tl.log2(total), mask=rows < N_CTX)
    out = acc / total[:, None]
    tl.store(out_ptrs, out.to(out_ptr.dtype.element_ty), mask=rows[:, None] < N_CTX)


def attend_forward(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, causal: bool, sm_scale: float):
    """``(out, lse)`` of (batch, heads, length, 64) tensors; ``lse`` is f32 and in powers of two."""
    z, h, n, d = q.shape
    out = torch.empty_like(q)
    lse = torch.empty((z, h, n), dtype=torch.float32, device=q.device)
    strides = [s for t in (q, k, v, out) for s in t.stride()[:3]]
    attention[(triton.cdiv(n, 64), z * h)](
        q, k, v, lse, out, sm_scale, *strides, h, n,
        HEAD_DIM=d, BLOCK_M=64, BLOCK_N=64, STAGE=3 if causal else 1,
    )  # fmt: skip
    return out, lse


def check() -> None:
    """Compare with torch, causal and not, on lengths that blocks do not divide too."""
    for dtype, tolerance in ((torch.float32, 1e-4), (torch.float16, 1e-2)):
        for length in (128, 201):
            q, k, v = (torch.randn(2, 3, length, 64).to(dtype) for _ in range(3))
            for causal in (False, True):
                out, _ = attend_forward(q, k, v, causal, 0.125)
                wide = (t.float() for t in (q, k, v))
                expected = torch.nn.functional.scaled_dot_product_attention(
                    *wide, is_causal=causal, scale=0.125
                )
                torch.testing.assert_close(out, expected.to(dtype), rtol=tolerance, atol=tolerance)


if __name__ == "__main__":
    check()
    print("attention agrees with torch")
