"""What a launch computes does not depend on what runs before it or beside it: chains of mixed kernels on two streams.

Each chain is a random sequence of steps from one matrix to the next.  Launches of a chain may begin before
those ahead of them have ended, and write where a step before has read.  The results must be bit for bit those of the
same steps one at a time.
"""

from __future__ import annotations

import random

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import triton.language as tl  # noqa: E402

import triton_shared  # noqa: E402

pytestmark = pytest.mark.gpu

SIZE, STEPS, BUFFERS = 512, 48, 3


@triton.jit
def mixed(x, new):
    """Numbers of [0, 1) that keep apart however many steps there are."""
    sum = 3 * x + new
    return sum - tl.floor(sum)


@triton.jit
def softmax(x, y, half, counts, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    row = tl.load(x + at)
    e = tl.exp(4 * (row - tl.max(row, 0)))
    tl.store(y + at, mixed(row, e / tl.sum(e, 0)))


@triton.jit
def scan(x, y, half, counts, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    row = tl.load(x + at)
    tl.store(y + at, mixed(row, tl.cumsum(row, 0)))


@triton.jit
def transpose(x, y, half, counts, SIZE: tl.constexpr):
    blocks: tl.constexpr = SIZE // 32
    rows = tl.program_id(0) // blocks * 32 + tl.arange(0, 32)
    columns = tl.program_id(0) % blocks * 32 + tl.arange(0, 32)
    tile = tl.load(x + rows[:, None] * SIZE + columns[None, :])
    tl.store(y + columns[:, None] * SIZE + rows[None, :], mixed(tl.trans(tile), 0.125))


@triton.jit
def shuffle(x, y, half, counts, SIZE: tl.constexpr):
    at, row = tl.arange(0, SIZE), tl.program_id(0)
    from_row = (row * 37 + 11) % SIZE
    tl.store(y + row * SIZE + at, tl.load(x + from_row * SIZE + (at * 5 + 3) % SIZE))


@triton.jit
def narrow(x, y, half, counts, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    tl.store(half + at, tl.load(x + at).to(tl.float16))


@triton.jit
def product(x, y, half, counts, SIZE: tl.constexpr):
    blocks: tl.constexpr = SIZE // 64
    rows = tl.program_id(0) // blocks * 64 + tl.arange(0, 64)
    columns = tl.program_id(0) % blocks * 64 + tl.arange(0, 64)
    inner = tl.arange(0, 64)
    total = tl.zeros((64, 64), tl.float32)
    for k in range(0, SIZE, 64):
        left = tl.load(half + rows[:, None] * SIZE + (k + inner)[None, :])
        right = tl.load(half + (k + inner)[:, None] * SIZE + columns[None, :])
        total = tl.dot(left, right, total)
    at = rows[:, None] * SIZE + columns[None, :]
    tl.store(y + at, mixed(tl.load(x + at), total))


@triton.jit
def clear(x, y, half, counts, SIZE: tl.constexpr):
    tl.store(counts + tl.program_id(0), 0)


@triton.jit
def count(x, y, half, counts, SIZE: tl.constexpr):
    row = tl.load(x + tl.program_id(0) * SIZE + tl.arange(0, SIZE))
    tl.atomic_add(counts + (row * SIZE).to(tl.int32) % SIZE, 1)


@triton.jit
def look_up(x, y, half, counts, SIZE: tl.constexpr):
    at = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    row = tl.load(x + at)
    share = tl.load(counts + (row * SIZE).to(tl.int32) % SIZE) / (SIZE * SIZE)
    tl.store(y + at, mixed(row, share))


#: a step is some launches, each of a kernel by so many programs
PRODUCTS, TILES = (SIZE // 64) ** 2, (SIZE // 32) ** 2
KINDS = (
    ((softmax, SIZE),),
    ((scan, SIZE),),
    ((transpose, TILES),),
    ((shuffle, SIZE),),
    ((narrow, SIZE), (product, PRODUCTS)),
    ((clear, SIZE), (count, SIZE), (look_up, SIZE)),
)


@pytest.fixture(autouse=True)
def driver():
    """Launches go through our driver."""
    before = triton.runtime.driver.active
    triton.runtime.driver.set_active(triton_shared.CUDADriver())
    yield
    triton.runtime.driver.set_active(before)


class Chain:
    """Steps of random kinds and numbers of warps, and the memory that they use."""

    def __init__(self, seed: int, device):
        draw = random.Random(seed)
        self.steps = [(draw.choice(KINDS), draw.choice((1, 2, 4, 8))) for _ in range(STEPS)]
        generator = torch.Generator(device).manual_seed(seed)
        self.start = torch.rand(SIZE, SIZE, device=device, generator=generator)
        self.buffers = [torch.empty_like(self.start) for _ in range(BUFFERS)]
        self.half = torch.empty_like(self.start, dtype=torch.float16)
        self.counts = torch.empty(SIZE, dtype=torch.int32, device=device)

    def launch(self, number: int) -> None:
        """The launches of step ``number``."""
        kind, warps = self.steps[number]
        x, y = (self.buffers[n % BUFFERS] for n in (number, number + 1))
        for kernel, programs in kind:
            kernel[(programs,)](
                x, y, self.half, self.counts, SIZE, num_warps=4 if kernel is product else warps
            )

    def alone(self) -> torch.Tensor:
        """What the chain computes with nothing before or beside any launch."""
        self.buffers[0].copy_(self.start)
        for number in range(STEPS):
            self.launch(number)
            torch.cuda.synchronize()
        return self.buffers[STEPS % BUFFERS].clone()


def beside(chains: list[Chain], streams: list) -> None:
    """All chains, each on its stream, their launches in turns."""
    for number in range(-1, STEPS):
        for chain, stream in zip(chains, streams, strict=True):
            with torch.cuda.stream(stream):
                chain.launch(number) if number >= 0 else chain.buffers[0].copy_(chain.start)


def captured(chains: list[Chain], streams: list):
    """A graph of all chains, a branch each."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        here = torch.cuda.current_stream()
        for stream in streams:
            stream.wait_stream(here)
        beside(chains, streams)
        for stream in streams:
            here.wait_stream(stream)
    return graph


@pytest.mark.parametrize("by_graph", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_mixed_kernels_on_two_streams_compute_what_each_computes_alone(gpu, seed, by_graph):
    chains = [Chain(2 * seed + n, gpu) for n in range(2)]
    expected = [chain.alone() for chain in chains]
    assert all(torch.isfinite(one).all() and one.unique().numel() > 64 * SIZE for one in expected)
    streams = [torch.cuda.Stream() for _ in chains]
    torch.cuda.synchronize()
    again = captured(chains, streams).replay if by_graph else lambda: beside(chains, streams)
    for _ in range(5):
        again()
        torch.cuda.synchronize()
        for chain, one in zip(chains, expected, strict=True):
            assert torch.equal(chain.buffers[STEPS % BUFFERS], one)
