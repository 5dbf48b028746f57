"""The pictures of docs are what the programs that draw them write, and the README's figures those of the tables."""

import re
from math import exp, log
from pathlib import Path

import pytest

from website import accesses, pipeline, plots

ROOT = Path(__file__).parents[1]
DRAWN = [
    (pipeline.FILE, pipeline.draw()),
    *plots.pictures(),
    *((accesses.FOLDER / f"{picture.name}.svg", picture.svg()) for picture in accesses.PICTURES),
]


@pytest.mark.parametrize("path, text", DRAWN, ids=[path.stem for path, _ in DRAWN])
def test_a_picture_is_up_to_date(path, text):
    assert path.read_text(encoding="utf-8") == text


def geometric_mean(numbers: list[float]) -> float:
    return exp(sum(map(log, numbers)) / len(numbers))


def test_the_numbers_of_the_readme_are_those_of_the_tables():
    cpu = plots.fair_ratios()
    gpu = plots.rows_of("gpu_benchmarks.md", "## Matrix products and attention").values()
    triton = geometric_mean([float(cells[3].split()[0]) for cells in gpu])
    torch = geometric_mean([float(cells[0]) / float(cells[2]) for cells in gpu])
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [table] = re.findall(r"^## How fast.*?\n\n(.*?)\n\n", readme, re.M | re.S)
    passed = re.search(
        r"\| all +\| +(\d+) \| +0 \|", (ROOT / "docs/conformance.md").read_text(encoding="utf-8")
    )
    assert f"| {len(cpu)} kernels" in table and f"{len(plots.slow_rivals())} rows" in table
    assert f"{geometric_mean(cpu):.2f} times torch" in table
    assert f"faster in {sum(n > 1 for n in cpu)} of {len(cpu)}" in table
    assert f"| {len(gpu)} matrix products" in table
    assert f"{triton:.2f} times Triton" in table and f"{torch:.2f} times torch (cuBLAS" in table
    assert passed and f"{int(passed[1]):,} pass, none fails" in table
