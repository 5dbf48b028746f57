"""Buffers that share bytes of scratch memory: masked rows, computed with, summed, and computed with again."""

from __future__ import annotations

import numpy as np
import pytest

import triton_shared
from tests.support.lifetimes import Lifetimes
from tests.support.memory import guarded
from tests.support.rows import Rows
from triton_shared import dialects
from triton_shared.codegen.cpu import STAGES
from triton_shared.codegen.cpu.stages import Options, prepare
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

ROWS = (16, 128, 256, 512, 1024, 4096)


@pytest.mark.parametrize("width", ROWS)
@pytest.mark.parametrize("seed", range(16))
def test_random_rows(seed, width):
    rows = Rows(seed, width)
    launch = triton_shared.compile(rows.text)
    got = [guarded(np.zeros_like(row), True) for row in rows.outputs]
    launch[(1,)](*(guarded(row, True) for row in rows.inputs), *got, rows.length)
    for actual, expected in zip(got, rows.outputs, strict=True):
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("width", (256, 2048))
@pytest.mark.parametrize("seed", range(12))
def test_what_is_read_was_written(seed, width):
    assert not mistakes(Rows(seed, width).text)


def mistakes(text: str) -> list[str]:
    """What is wrong with the buffers' places in scratch memory."""
    module = dialects.parse(text)
    run_pipeline(module, ["triton-to-linalg"])
    with module.context, ir.Location.unknown():
        prepare(module, "k", Options())
        passes = [name for stage in ("fused", "bufferized", "vector") for name in STAGES[stage]]
        run_pipeline(module, passes[: passes.index("assign-buffers") + 1])
        return Lifetimes(next(iter(module.regions[0].blocks[0].operations)).operation).mistakes
