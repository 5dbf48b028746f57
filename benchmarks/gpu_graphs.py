"""What small kernels take one after the other, in a graph of many launches: ours, Triton's and torch's; microseconds.

``python -m benchmarks.gpu_graphs``, where there is a GPU.  "Alone" is ours by launches that wait for the end of the one
before (``launch_pdl=False``).
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import torch

import triton_shared
from benchmarks import gpu, gpu_products
from benchmarks.gpu_row import Row

LAUNCHES, ROUNDS = 50, 15


def rows() -> Iterator[tuple[Row, dict[str, int]]]:
    """The rows, and the configuration of each, the same for both sides."""
    yield gpu._add(1 << 20, torch.float32), {"B": 1024, "num_warps": 4}
    yield gpu._softmax(1024, 1024), {"B": 1024, "num_warps": 4}
    for size, columns in ((512, 64), (1024, 128)):
        blocks = {"BM": 64, "BN": columns, "BK": 64, "num_warps": 4, "num_stages": 5}
        yield gpu_products._matmul("f16", (size,) * 3, "rr"), blocks


def sides(row: Row, chosen: dict[str, int]) -> dict[str, Callable[[], object]]:
    """A function for each side that launches it once."""
    text, arguments, options = gpu.source(row, chosen)
    ours, alone = (
        triton_shared.compile(text, target="cuda", launch_pdl=wanted, **options) for wanted in (None, False)
    )
    return {
        "ours": lambda: ours[row.grid(chosen)](*arguments),
        "alone": lambda: alone[row.grid(chosen)](*arguments),
        "triton": lambda: row.kernel[row.grid(chosen)](*row.arguments, **chosen),
        "torch": row.oracle,
    }


def captured(call: Callable[[], object]) -> torch.cuda.CUDAGraph:
    """A graph of `LAUNCHES` calls."""
    with torch.cuda.stream(torch.cuda.Stream()):
        call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(LAUNCHES):
            call()
    return graph


def duration(graph: torch.cuda.CUDAGraph) -> float:
    """Microseconds of a launch in ``graph``, behind a run of it."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    graph.replay()
    begin.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / LAUNCHES * 1e3


def main() -> None:
    """Print the median of the rounds for each row and side."""
    for row, chosen in rows():
        calls = sides(row, chosen)
        error = gpu.check(row, {"ours": gpu.Side(calls["ours"])})
        graphs = {name: captured(call) for name, call in calls.items()}
        times: dict[str, list[float]] = {name: [] for name in graphs}
        for _ in range(ROUNDS):
            for name, graph in graphs.items():
                times[name].append(duration(graph))
        text = ", ".join(f"{name} {statistics.median(found):6.2f}" for name, found in times.items())
        print(f"{row.name:24} {text}{'' if error <= row.tolerance else f'  WRONG by {error:.2g}'}")


if __name__ == "__main__":
    main()
