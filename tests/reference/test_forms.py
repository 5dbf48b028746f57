"""The executor runs the shared form with every choice of an embedder."""

from __future__ import annotations

import pytest

import triton_shared
from examples.tutorials import cases
from tests.support.launches import arguments, assert_same
from tests.support.stages import SAMPLES
from triton_shared import dialects, reference
from triton_shared.passes.manager import run_pipeline

CHOICES = (
    "keep-tts=structured", "keep-tts=all", "pointers=ranked", "pointers=strided", "program=calls", "program=gpu",
    "program=parallel", "program=forall", "loads=tensors", "indirect=gathers", "buffer-memory-space=1",
    "clamped=elements", "sums=element", "neutral=ordinary",
    "undefined=unwritten", "keep-scans", "keep-products", "fold-nan-select", "pad", "large-blocks=64",
)  # fmt: skip
#: strided, masked and indirect accesses, segments, descriptors, atomics, functions
NAMES = ("atomics", "descriptor_gather_scatter", "gather", "load_store", "call_early_return", "histogram")
EXAMPLES = {
    case.name: case for case in cases() if case.element == "f32" and case.name in ("matmul", "softmax")
}


def chosen(path, choice):
    module = dialects.parse(path.read_text(), str(path))
    run_pipeline(module, [f"triton-to-linalg{{{choice}}}"])
    return module


@pytest.mark.parametrize("choice", CHOICES)
def test_samples(choice):
    for path in (p for p in SAMPLES if p.stem in NAMES):
        kernel = triton_shared.compile(path)
        wanted, got = arguments(kernel), arguments(kernel)
        kernel[(1,)](*wanted)
        reference.run(chosen(path, choice), 1, *got)
        assert_same(kernel, got, wanted, path.stem)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name, choice):
    launch = EXAMPLES[name].launch(seed=1)
    reference.run(chosen(EXAMPLES[name].path, choice), launch.grid, *launch.args)
    assert launch.errors()[1] <= 1
