"""Concatenations that are computed where they are read: right for any axis, kind and sizes, in one kernel."""

import pytest
import torch

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*torch.jit.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
]


def turned(x):
    left, right = x.chunk(2, -1)
    return torch.cat([-right, left], -1)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("sizes", [(3, 3), (1, 6), (5, 0, 2), (2, 3, 1, 7)], ids=str)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_pieces_of_any_sizes_along_any_axis(kernels, dim, sizes, dynamic):
    def function(*pieces):
        return torch.cat([piece * 2 for piece in pieces], dim) + 1

    shapes = [[n if d == dim % 3 else 4 for d in range(3)] for n in sizes]
    pieces = [torch.randn(shape) for shape in shapes]
    compiled = torch.compile(function, backend="triton_shared", dynamic=dynamic)
    torch.testing.assert_close(compiled(*pieces), function(*pieces))
    assert len(kernels) == 1


@pytest.mark.parametrize(
    "dtype", [torch.bool, torch.int32, torch.int64, torch.bfloat16, torch.float64], ids=str
)
def test_pieces_of_any_kind(dtype):
    def function(x, y):
        return torch.cat([x == y, y != 0], -1) if dtype is torch.bool else torch.cat([x + y, y], -1).abs()

    x, y = (torch.randint(-3, 3, (5, 9)).to(dtype) for _ in range(2))
    torch.testing.assert_close(torch.compile(function, backend="triton_shared")(x, y), function(x, y))


def test_what_is_not_read_stays_unseen():
    """Infinite and undefined elements of one piece do not reach those of another."""
    x = torch.tensor([[torch.inf, torch.nan, 1.0, -torch.inf]])
    function = lambda x: turned(x) * 2  # noqa: E731
    torch.testing.assert_close(
        torch.compile(function, backend="triton_shared")(x), function(x), equal_nan=True, rtol=0, atol=0
    )


def test_a_norm_and_rotary_positions_are_one_kernel(kernels):
    def function(x, cos, sin):
        x = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)
        return x * cos + turned(x) * sin

    x, cos, sin = torch.randn(12, 3, 16), torch.randn(12, 1, 16), torch.randn(12, 1, 16)
    torch.testing.assert_close(
        torch.compile(function, backend="triton_shared")(x, cos, sin), function(x, cos, sin)
    )
    assert len(kernels) == 1


def test_gradients_pass_through(kernels):
    def function(x):
        return (turned(x) * x).sin().sum()

    x = torch.randn(6, 8, requires_grad=True)
    (found,) = torch.autograd.grad(torch.compile(function, backend="triton_shared")(x), x)
    torch.testing.assert_close(found, *torch.autograd.grad(function(x), x))
    assert kernels
