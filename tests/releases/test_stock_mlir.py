"""The examples are compiled by nothing but a release's own passes and llc, from text that is written for it.

Some run always; ``TRITON_SHARED_ALL_RELEASES=1`` runs all, on every release that is installed.
"""

import itertools
import os

import pytest

from examples.tutorials import TUTORIALS, cases
from tests.support import stock_mlir

WHOLE = bool(os.environ.get("TRITON_SHARED_ALL_RELEASES"))
RELEASES = stock_mlir.COMPLETE if WHOLE else stock_mlir.COMPLETE[-1:]
#: between them, every op that the examples have, and every element type
CHOSEN = {
    "vector_add.bf16": 2,
    "softmax.f16": 2,
    "matmul.f16": 1,
    "grouped_gemm.f32": 1,
    "layer_norm_backward_dx.f32": 2,
    "attention_causal.f16": 1,
}
GROUPS = {path.stem: list(group) for path, group in itertools.groupby(cases(), key=lambda case: case.path)}


@pytest.mark.skipif(not RELEASES, reason="no release of MLIR is installed with mlir-translate and llc")
@pytest.mark.parametrize("name", GROUPS if WHOLE else CHOSEN)
@pytest.mark.parametrize("release", RELEASES)
def test_an_example_runs_right(name, release, tmp_path):
    group = GROUPS[name]
    kernel = stock_mlir.StockKernel(group[0].path, release, tmp_path)
    for case in group if WHOLE else group[: CHOSEN[name]]:
        data = case.launch()
        kernel[data.grid](*data.args)
        _, part = data.errors()
        assert part <= 1, case.shape


def test_the_examples_are_150_cases():
    assert sum(map(len, GROUPS.values())) == 150 and set(TUTORIALS) == {
        c.name for g in GROUPS.values() for c in g
    }
