"""The page of figures over commits: for each benchmark and machine of benchmarks/history a plot and a table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks import history
from triton_shared.names import file_name
from triton_shared.records import dataclass

COLUMNS, CELL, HIGH, TOP = 2, 270, 102, 64
LINE, TEXT, PALE = "#1b6ca8", "#1e293b", "#64748b"


@dataclass(frozen=True)
class Lines:
    """A small plot for each row: its figures over ``commits``, from 0 to the row's largest; None has no point."""

    title: str
    note: str
    commits: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]

    def _points(self, figures: tuple[float | None, ...]) -> list[tuple[float, float]]:
        most = max(f for f in figures if f is not None) or 1
        step = (CELL - 90) / max(1, len(figures) - 1)
        return [(n * step, 36 * (1 - f / most)) for n, f in enumerate(figures) if f is not None]

    def _cell(self, number: int, name: str, figures: tuple[float | None, ...]) -> str:
        x, y = 16 + number % COLUMNS * CELL, TOP + number // COLUMNS * HIGH
        points = self._points(figures)
        known = [f for f in figures if f is not None]
        (last_x, last_y), change = points[-1], known[-1] / known[0] - 1 if known[0] else 0
        drawn = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        dots = "".join(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2.5" fill="{LINE}"/>' for px, py in points)
        changed = f" ({change:+.1%})" if len(known) > 1 else ""
        return (
            f'<g transform="translate({x},{y})"><text y="0" font-size="12">{escape(name)}</text>'
            f'<g transform="translate(0,14)"><line x2="{CELL - 90}" y1="36" y2="36" stroke="#cbd5e1"/>'
            f'<polyline points="{drawn}" fill="none" stroke="{LINE}" stroke-width="1.5"/>{dots}'
            f'<text x="{last_x + 6:.1f}" y="{min(last_y + 4, 34):.1f}" font-size="11">{known[-1]:.4g}</text></g>'
            f'<text y="66" font-size="10" fill="{PALE}">first {known[0]:.4g}{changed}</text></g>'
        )

    def svg(self) -> str:
        """The plot as SVG text; empty where no row has two figures."""
        rows = [row for row in self.rows if sum(figure is not None for figure in row[1]) > 1]
        high = TOP + -(-len(rows) // COLUMNS) * HIGH
        cells = (self._cell(number, *row) for number, row in enumerate(rows))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * CELL + 20} {high}" role="img" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="13" fill="{TEXT}">',
            f"<title>{escape(self.title)}</title>",
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="12" y="22" font-size="15" font-weight="bold">{escape(self.title)}</text>',
            f'<text x="12" y="40" font-size="12" fill="{PALE}">{escape(self.note)}</text>',
        )
        return "\n".join((*head, *cells, "</svg>\n")) if rows else ""


def pages() -> dict[str, str]:
    """The text of the page and of each plot by its path below docs."""
    texts, plots = [_HEAD], {}
    for (kind, machine), files in _grouped().items():
        name = f"{kind}-{file_name(machine)}.svg"
        plot = _plot(kind, files)
        texts += [f"## {plot.title}\n", f"Machine: {machine}.\n"]
        if drawn := plot.svg():
            plots[f"history/{name}"] = drawn
            texts.append(f"![{plot.title}]({name})\n")
        texts += _table(kind, plot, files)
    return {"history/figures.md": "\n".join(texts), **plots}


_HEAD = """# Figures over commits

Each plot has the figures of one benchmark on one machine, from the oldest commit on the left to the newest on the
right. Its axis starts at 0. The number at the last point is the newest figure. Below it are the first figure and the
change since then. Rows with one figure are in the table only.

The figures are files of `benchmarks/history`, one for each machine and commit. To add some, run a benchmark with
`--json`:

```
python -m benchmarks.cpu --json result.json
python -m benchmarks.history add result.json --machine "two cores of an AMD EPYC (Zen 5)"
```
"""
TITLES = {
    "cpu": "Kernels on a CPU",
    "gpu": "Kernels on a GPU",
    "compile": "Compilation times",
    "instructions": "Instructions of compilations",
}


def _grouped() -> dict[tuple[str, str], list[dict]]:
    """The files by benchmark and machine, in the order of `history.KINDS`."""
    found: dict[tuple[str, str], list[dict]] = {}
    files = list(history.read())
    for kind in history.KINDS:
        for file in files:
            if kind in file["benchmarks"]:
                found.setdefault((kind, file["machine"]), []).append(file)
    return found


def _plot(kind: str, files: list[dict]) -> Lines:
    unit, more, _ = history.KINDS[kind]
    rows = [file["benchmarks"][kind]["rows"] for file in files]
    names = dict.fromkeys(name for one in rows for name in one)
    note = f"{unit}; {'higher' if more else 'lower'} is better; commits {files[0]['commit']} to {files[-1]['commit']}"
    lines = tuple((name, tuple(one.get(name) for one in rows)) for name in names)
    return Lines(TITLES[kind], note, tuple(file["commit"] for file in files), lines)


def _table(kind: str, plot: Lines, files: list[dict]) -> Iterator[str]:
    """Where the figures are from, and all of them."""
    yield "| commit | date | from |\n|---|---|---|"
    yield from (f"| `{f['commit']}` | {f['date']} | {f['benchmarks'][kind]['origin']} |" for f in files)
    yield f"\n| {history.KINDS[kind][0]} | {' | '.join(f'`{c}`' for c in plot.commits)} |"
    yield "|---|" + "---:|" * len(plot.commits)
    for name, figures in plot.rows:
        yield f"| {name} | {' | '.join('' if f is None else f'{f:.4g}' for f in figures)} |"
    yield ""
