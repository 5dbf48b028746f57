"""Root mean square norm of the rows of a matrix, on numpy arrays: torch is not needed."""

import numpy as np
import triton
import triton.language as tl

from triton_shared import HostArray


@triton.jit
def rms_norm(x_ptr, weight_ptr, out_ptr, n_cols, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    scale = 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / n_cols + epsilon)
    tl.store(out_ptr + row * n_cols + cols, (x * scale * weight).to(out_ptr.dtype.element_ty), mask=mask)


def normalized(x: np.ndarray, weight: np.ndarray, epsilon: float = 1e-6) -> np.ndarray:
    """Rows of the contiguous matrix ``x`` over their root mean square, times ``weight`` of a row's size."""
    out = np.empty_like(x)
    n_rows, n_cols = x.shape
    arrays = map(HostArray, (x, weight, out))
    rms_norm[(n_rows,)](*arrays, n_cols, epsilon, BLOCK=triton.next_power_of_2(n_cols))
    return out


def check() -> None:
    """Compare with numpy, which computes in 64 bits."""
    random = np.random.default_rng(0)
    for dtype, tolerance in ((np.float32, 1e-5), (np.float16, 1e-3)):
        x = random.standard_normal((517, 781)).astype(dtype)
        weight = random.standard_normal(781).astype(dtype)
        wide = x.astype(np.float64)
        expected = wide / np.sqrt((wide**2).mean(axis=1, keepdims=True) + 1e-6) * weight
        np.testing.assert_allclose(normalized(x, weight), expected, rtol=tolerance, atol=1e-6)


if __name__ == "__main__":
    check()
    print("the norm agrees with numpy")
