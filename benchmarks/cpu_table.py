"""The table and the plot of docs, of a run's ``--json``: ``python -m benchmarks.cpu_table RESULT.json [--svg FILE]``.

A rival with a star reaches less than a tenth of what the machine does (`UNOPTIMISED` of `benchmarks.cpu`), with every
number of threads.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import plot


def draw(path: Path, results: list[dict]) -> None:
    """The ratios as bars, one a number of threads.

    A rival that is not the obvious call is named, and one that is not optimised has a star.
    """
    counts = _counts(results)
    known = {(result["name"], result["threads"]): result["ratio"] for result in results}
    names = list(dict.fromkeys(result["name"] for result in results))
    detours = {result["name"]: result["rival"] for result in results if result["detour"]}
    stars = _stars(results)
    series = [f"{count} thread{'s' * (count > 1)}" for count in counts]
    labels = {
        name: (f"{name}: {detours[name]}" if name in detours else name) + " *" * (name in stars)
        for name in names
    }
    bars = [(labels[name], [known.get((name, count)) for count in counts]) for name in names]
    title = "speed as a multiple of the fastest of torch and numpy (CPU; *: a rival that is not optimised)"
    plot.bars(path, title, series, bars)


def table(results: list[dict]) -> str:
    """A row a kernel: what the rivals call, then for each number of threads our time, the share and the ratio."""
    counts, stars = _counts(results), _stars(results)
    known = {(result["name"], result["threads"]): result for result in results}
    head = [f"ms, {n} thread{'s' * (n > 1)} | share | of rival" for n in counts]
    lines = [f"| row | rival | {' | '.join(head)} |", f"|---|---|{'---:|' * 3 * len(counts)}"]
    for name in dict.fromkeys(result["name"] for result in results):
        found = [known.get((name, count)) for count in counts]
        calls = dict.fromkeys(f"`{result['rival']}`" for result in found if result)
        cells = [_cells(result) if result else " |  | " for result in found]
        lines.append(f"| {name} | {', '.join(calls)}{' *' * (name in stars)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cells(result: dict) -> str:
    return f"{result['seconds']['ours'] * 1e3:.3g} | {result['share']:.0%} | {result['ratio']:.2f}"


def _counts(results: list[dict]) -> list[int]:
    return sorted({result["threads"] for result in results})


def _stars(results: list[dict]) -> set[str]:
    """Rows whose rivals are not optimised, with any number of threads."""
    fast = {result["name"] for result in results if not result["unoptimised"]}
    return {result["name"] for result in results} - fast


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cpu_table", description=__doc__)
    parser.add_argument("result", type=Path, help="the --json of benchmarks.cpu")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the ratios there")
    options = parser.parse_args(arguments)
    results = json.loads(options.result.read_text(encoding="utf-8"))
    print(table(results))
    if options.svg:
        draw(options.svg, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
