"""No pass changes what the examples do.

``TRITON_SHARED_TEST_VALIDATION=all`` is all of the examples and of the samples of Triton IR, some ten minutes.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from triton_shared import validation

ROOT = Path(__file__).parents[2]
FEW = ("softmax.f32", "vector_add.bf16")
IS_WHOLE = os.environ.get("TRITON_SHARED_TEST_VALIDATION") == "all"
FILES = [
    path
    for path in sorted((ROOT / "examples").glob("*.mlir")) + sorted((ROOT / "tests/ttir").rglob("*.mlir"))
    if IS_WHOLE or path.stem in FEW
]


@pytest.mark.cpu("the executor goes as far as code for CPUs")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_pass_leaves_an_example_as_it_is(path):
    report = validation.validate(path.read_text(encoding="utf-8"), path.name)
    assert report.difference is None, report
    if path.stem in FEW:
        assert not report.failure
        assert report.checks > 60
