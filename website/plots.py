"""The README's plots, of rows of the tables in docs: ``python -m website.plots`` writes docs/{cpu,gpu}_summary.svg."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2
from pathlib import Path

from triton_shared.records import dataclass

DOCS = Path(__file__).parents[1] / "docs"
LEFT, WIDTH, BAR, GAP, TOP = 225, 500, 13, 9, 76
#: the width of a bar's number
NUMBER = 34
#: characters of a name that has room in the usual size
LONG = 26
COLOURS = ("#1b6ca8", "#f2a541")


def rows_of(page: str, heading: str) -> dict[str, list[str]]:
    """The rows of the first table behind ``heading`` of a page of docs, by their first cell."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = text[text.index(heading) :].splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("|"))
    found = {}
    for line in lines[start + 2 :]:  # behind the header and the rule
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        found[name] = cells
    return found


@dataclass(frozen=True)
class Plot:
    """Ratios on a logarithmic axis from ``2**low`` to ``2**high``; ``rows`` are names and a ratio a series."""

    title: str
    note: str
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    low: int
    high: int

    def _x(self, ratio: float) -> float:
        return LEFT + WIDTH * (log2(ratio) - self.low) / (self.high - self.low)

    def _axis(self, bottom: int) -> list[str]:
        parts = []
        for power in range(self.low, self.high + 1):
            x = self._x(2.0**power)
            name = f"{2**power}×" if power >= 0 else f"1/{2**-power}"
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{bottom}" '
                f'stroke="{"#1e293b" if power == 0 else "#e2e8f0"}"/>'
                f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{name}</text>'
            )
        return parts

    def _bar(self, ratio: float, y: int, colour: str) -> str:
        one, end = self._x(1.0), self._x(ratio)
        is_left = LEFT + NUMBER < end < one
        at, anchor = (end - 4, "end") if is_left else (end + 4, "start")
        is_inside = ratio < 1 and not is_left  # beside the bar there is no room
        white = ' fill="white"' if is_inside else ""
        return (
            f'<rect x="{min(one, end):.1f}" y="{y}" width="{abs(end - one):.1f}" height="{BAR - 1}" fill="{colour}"/>'
            f'<text x="{at:.1f}" y="{y + BAR - 3}" font-size="11" text-anchor="{anchor}"{white}>{ratio:.2f}</text>'
        )

    def svg(self) -> str:
        """The plot as SVG text."""
        parts, y = [], TOP
        for name, ratios in self.rows:
            middle = y + BAR * len(self.series) // 2
            small = f' font-size="{LEFT / len(name) / 0.7:.1f}"' if len(name) > LONG else ""
            parts.append(
                f'<text x="{LEFT - 12}" y="{middle + 4}"{small} text-anchor="end">{escape(name)}</text>'
            )
            for ratio, colour in zip(ratios, COLOURS, strict=False):
                parts.append(self._bar(ratio, y, colour))
                y += BAR
            y += GAP
        legend = [
            f'<rect x="{LEFT + 150 * n}" y="50" width="12" height="12" fill="{colour}"/>'
            f'<text x="{LEFT + 150 * n + 18}" y="61">{escape(name)}</text>'
            for n, (name, colour) in enumerate(zip(self.series, COLOURS, strict=False))
        ]
        head = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 50} {y + 26}" role="img" '
            'font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#1e293b">',
            f"<title>{escape(self.title)}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="12" y="22" font-size="15" font-weight="bold">{escape(self.title)}</text>',
            f'<text x="12" y="40" font-size="12" fill="#475569">{escape(self.note)}</text>',
        ]
        return "\n".join((*head, *legend, *self._axis(y), *parts, "</svg>\n"))


#: what stands in the cell of a rival that is not optimised; README's mean and plot leave these rows out
STAR = "*"
CPU_ROWS = (
    "add f32",
    "softmax 1024 f32",
    "layer norm 1024 f32",
    "matmul 1024 f32",
    "matmul 1024 bf16",
    "matvec 4096 f32",
    "attention f32",
    "convolution f32",
    "transpose f32",
    "gather 1024 f32",
    "cumsum f32",
    "index add f32",
)
GPU_ROWS = {
    "## Kernels bound by memory": (
        "add 2^27 f32",
        "softmax 4096 f32",
        "layer norm 1024 f16",
        "layer norm 4096 f16",
        "argmax 1024 f32",
    ),
    "## Matrix products and attention": (
        "matmul f16 4096 rr",
        "matmul tf32 4096 rr",
        "matmul e4m3 4096 rc",
        "attention f16 128",
        "attention f16 128 causal",
        "attention backward f16 128",
        "batched matmul f16 32x1024",
    ),
}


def slow_rivals() -> list[str]:
    """The rows of docs/benchmarks.md whose rivals are not optimised."""
    table = rows_of("benchmarks.md", "## Beside torch")
    return [name for name, cells in table.items() if cells[0].endswith(STAR)]


def fair_ratios() -> list[float]:
    """How much faster than its rival each row of docs/benchmarks.md is on two threads, without `slow_rivals`."""
    table, slow = rows_of("benchmarks.md", "## Beside torch"), slow_rivals()
    return [float(cells[-1]) for name, cells in table.items() if name not in slow]


def cpu() -> Plot:
    """Two threads beside torch: the last column of the first table in docs/benchmarks.md."""
    table = rows_of("benchmarks.md", "## Beside torch")
    rows = tuple((name, (float(table[name][-1]),)) for name in CPU_ROWS)
    note = "two threads of an Intel Xeon with AMX, torch 2.13; longer is faster; rows of docs/benchmarks.md"
    title = "Speed on a CPU, as a multiple of the fastest of torch and numpy"
    return Plot(title, note, ("the fastest of torch and numpy = 1",), rows, -1, 3)


def gpu() -> Plot:
    """An H200 beside Triton and torch: rows of docs/gpu_benchmarks.md, cells ours, Triton, torch, ours/Triton."""
    rows: list[tuple[str, tuple[float, ...]]] = []
    for heading, names in GPU_ROWS.items():
        table = rows_of("gpu_benchmarks.md", heading)
        for name in names:
            ours, _, torch, ratio = table[name][:4]
            rows.append((name, (float(ratio.split()[0]), float(ours) / float(torch))))
    note = "NVIDIA H200, Triton 3.6, torch 2.11; longer is faster; rows of docs/gpu_benchmarks.md"
    title = "Speed on a GPU, as a multiple of Triton’s and torch’s"
    return Plot(title, note, ("Triton = 1", "torch = 1"), tuple(rows), -1, 3)


def pictures() -> Sequence[tuple[Path, str]]:
    """The files and their texts."""
    return ((DOCS / "cpu_summary.svg", cpu().svg()), (DOCS / "gpu_summary.svg", gpu().svg()))


if __name__ == "__main__":
    for path, text in pictures():
        path.write_text(text, encoding="utf-8")
