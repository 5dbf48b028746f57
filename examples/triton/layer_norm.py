"""Layer norm ``y = (x - mean) / sqrt(var + eps) * w + b`` over the rows of a matrix, forward and backward.

The backward pass takes two kernels.  The first computes dx and adds every row's share of dw and db to
one of ``GROUP`` partial sums, each guarded by a spin lock; the second adds the partial sums up.
"""

import torch
import triton
import triton.language as tl


@triton.jit
def layer_norm(
    x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, rstd_ptr, row_stride, N, eps, BLOCK: tl.constexpr
):  # fmt: skip
    row = tl.program_id(0)
    x_ptr += row * row_stride
    y_ptr += row * row_stride

    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / N

    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + cols, mask=cols < N, other=0.0).to(tl.float32)
        centred = tl.where(cols < N, x - mean, 0.0)
        squares += centred * centred
    rstd = 1 / tl.sqrt(tl.sum(squares, axis=0) / N + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)

    for start in range(0, N, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < N
        w = tl.load(w_ptr + cols, mask=mask).to(tl.float32)
        b = tl.load(b_ptr + cols, mask=mask).to(tl.float32)
        x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean) * rstd * w + b
        tl.store(y_ptr + cols, y.to(y_ptr.dtype.element_ty), mask=mask)


@triton.jit
def layer_norm_backward_dx(
    dx_ptr, dy_ptr, dw_ptr, db_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, lock_ptr,
    row_stride, N, GROUP: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < N
    x = tl.load(x_ptr + row * row_stride + cols, mask=mask, other=0.0).to(tl.float32)
    dy = tl.load(dy_ptr + row * row_stride + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    rstd = tl.load(rstd_ptr + row)

    x_hat = tl.where(mask, (x - mean) * rstd, 0.0)
    wdy = w * dy
    c1 = tl.sum(x_hat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    dx = (wdy - (x_hat * c1 + c2)) * rstd
    tl.store(dx_ptr + row * row_stride + cols, dx.to(dx_ptr.dtype.element_ty), mask=mask)

    group = row % GROUP
    lock_ptr += group
    filled_ptr = lock_ptr + GROUP
    dw_ptrs = dw_ptr + group * N + cols
    db_ptrs = db_ptr + group * N + cols
    dw = dy * x_hat
    db = dy
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    if tl.load(filled_ptr) == 0:
        tl.atomic_xchg(filled_ptr, 1)
    else:
        dw += tl.load(dw_ptrs, mask=mask)
        db += tl.load(db_ptrs, mask=mask)
    tl.store(dw_ptrs, dw, mask=mask)
    tl.store(db_ptrs, db, mask=mask)
    tl.debug_barrier()  # the lock is released when all of the program has stored
    tl.atomic_xchg(lock_ptr, 0)


@triton.jit
def layer_norm_backward_dwdb(
    partial_dw_ptr, partial_db_ptr, dw_ptr, db_ptr, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr
):  # fmt: skip
    cols = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    dw = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    db = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, M, BLOCK_M):
        rows = start + tl.arange(0, BLOCK_M)
        mask = (rows[:, None] < M) & (cols[None, :] < N)
        offsets = rows[:, None] * N + cols[None, :]
        dw += tl.load(partial_dw_ptr + offsets, mask=mask, other=0.0)
        db += tl.load(partial_db_ptr + offsets, mask=mask, other=0.0)
    tl.store(dw_ptr + cols, tl.sum(dw, axis=0).to(dw_ptr.dtype.element_ty), mask=cols < N)
    tl.store(db_ptr + cols, tl.sum(db, axis=0).to(db_ptr.dtype.element_ty), mask=cols < N)


def forward(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, eps: float = 1e-5):
    """``(y, mean, rstd)`` for a contiguous matrix ``x`` and rows ``w`` and ``b``; the last two are f32."""
    m, n = x.shape
    y = torch.empty_like(x)
    mean, rstd = (torch.empty(m, dtype=torch.float32, device=x.device) for _ in range(2))
    layer_norm[(m,)](x, y, w, b, mean, rstd, x.stride(0), n, eps, BLOCK=1024)
    return y, mean, rstd


def backward(dy: torch.Tensor, x: torch.Tensor, w: torch.Tensor, mean: torch.Tensor, rstd: torch.Tensor):
    """``(dx, dw, db)``; ``mean`` and ``rstd`` are what `forward` returned."""
    m, n = x.shape
    group = 64
    dx, dw, db = torch.empty_like(dy), torch.empty_like(w), torch.empty_like(w)
    partial_dw, partial_db = (torch.empty((group, n), dtype=torch.float32, device=x.device) for _ in range(2))
    locks = torch.zeros(2 * group, dtype=torch.int32, device=x.device)
    layer_norm_backward_dx[(m,)](
        dx, dy, partial_dw, partial_db, x, w, mean, rstd, locks, x.stride(0), n,
        GROUP=group, BLOCK=triton.next_power_of_2(n),
    )  # fmt: skip
    layer_norm_backward_dwdb[(triton.cdiv(n, 128),)](
        partial_dw, partial_db, dw, db, min(group, m), n, BLOCK_M=32, BLOCK_N=128
    )
    return dx, dw, db


def check() -> None:
    """Compare output and gradients with torch's."""
    for m, n in ((151, 1024), (77, 781)):
        x, w, b = (torch.randn(*shape, requires_grad=True) for shape in ((m, n), (n,), (n,)))
        dy = torch.randn(m, n)
        expected = torch.nn.functional.layer_norm(x, (n,), w, b)
        expected.backward(dy)
        y, mean, rstd = forward(x.detach(), w.detach(), b.detach())
        torch.testing.assert_close(y, expected.detach(), rtol=1e-4, atol=1e-4)
        gradients = backward(dy, x.detach(), w.detach(), mean, rstd)
        for found, leaf in zip(gradients, (x, w, b), strict=True):
            torch.testing.assert_close(found, leaf.grad, rtol=1e-4, atol=1e-3)


if __name__ == "__main__":
    check()
    print("layer norm and its gradients agree with torch")
