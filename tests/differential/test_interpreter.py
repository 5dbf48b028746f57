"""Every case of ``kernels/``: this package and Triton's interpreter (or numpy where that is wrong) agree."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="Triton's interpreter runs on torch tensors")
pytest.importorskip("triton", reason="the kernels are compiled and interpreted by Triton")

from tests.differential.cases import module_of
from tests.differential.harness import check

FAMILIES = sorted(path.stem for path in (Path(__file__).parent / "kernels").glob("*.py"))


SOURCES = [f"tests.differential.kernels.{family}" for family in FAMILIES]
CASES = [
    pytest.param(source, name, id=f"{family}.{name}")
    for family, source in zip(FAMILIES, SOURCES, strict=True)
    for name in module_of(source).CASES
]


@pytest.mark.parametrize(("source", "name"), CASES)
def test_agrees(source, name, interpreter):
    check(source, name, interpreter)
