"""Any two choices of an embedder together, of a kernel on which both matter: against numpy, by the executor."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

import numpy as np
import pytest

from triton_shared import CompileError, reference, to_linalg
from triton_shared.conversions.choices import BUFFER_MEMORY_SPACE, LARGE_BLOCKS, REFUSE_UNSTRUCTURED
from triton_shared.passes.manager import options_of
from triton_shared.passes.registry import PASSES

KERNEL = (Path(__file__).parent / "every_choice.mlir").read_text()
OPTIONS = options_of(PASSES["triton-to-linalg"])
VALUES = {option.name: [v for v in option.values if v != option.default] or [True] for option in OPTIONS}
VALUES[BUFFER_MEMORY_SPACE.name] = ["1"]
del VALUES[LARGE_BLOCKS.name]  # which leaves a kernel with scans and products as it is
CHOICES = [(name, value) for name, values in VALUES.items() for value in values]
PAIRS = [(a, b) for a, b in itertools.combinations(CHOICES, 2) if a[0] != b[0]]
REFUSED = REFUSE_UNSTRUCTURED.name
#: choices that decide nothing where accesses stay ops, or one decides for the other
COVERED = {
    ("keep-tts", "structured"): {"loads", "pad"},
    ("keep-tts", "all"): {"clamped", "indirect", "loads", "pad", "undefined", BUFFER_MEMORY_SPACE.name},
}
#: choices that leave accesses to elements, which are refused
UNSTRUCTURED = {"clamped", "indirect"}


@functools.cache
def form(*chosen):
    """The shared form of the kernel, which has a gather unless that is refused."""
    options = dict(chosen)
    indices = "%i" if REFUSED in options and "indirect" not in options else "%indices"
    return to_linalg(KERNEL.replace("%GATHERED", indices), options=options)


def elements():
    """Numbers of which sums are exact in f32 and not in f16; a NaN, and a row of negative zeros."""
    x = np.random.default_rng(5).integers(-8, 9, (16, 16)).astype(np.float16) / 4
    x[:, 2], x[3, 5], x[7] = 512, np.nan, -0.0
    return x


def wanted(x, at, n, program, sums, neutral):
    """What a program stores: by columns sums, maxima, elements at clamped and at loaded indices, scans, products."""
    i = np.arange(16)
    v = np.where(i < n, x, np.float16(program))
    total = np.full(16, 0.0 if neutral == "ordinary" else -0.0, sums)
    for column in v.T:
        total = total + column.astype(sums)
    scans = np.cumsum(v.astype(sums), axis=1, dtype=sums).astype(np.float16)
    flat = x.ravel()
    y = (v.astype(np.float64) @ v.astype(np.float64) + scans).astype(np.float32)
    y[:, 3:9] = scans[:, 3:9]
    y[:, 2] = flat[np.clip(i + program - 2, 0, 9)] + flat[at]
    y[:, 1], y[:, 0] = v.max(1), total.astype(np.float16)
    return y[:n]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice[0]}={choice[1]}")
def test_every_choice_matters(choice):
    if choice[0] != REFUSED:
        assert form(choice) != form()


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: ",".join(f"{name}={value}" for name, value in pair))
def test_any_two_choices_compute_what_numpy_computes(pair):
    options = dict(pair)
    if REFUSED in options and options.keys() & UNSTRUCTURED:
        with pytest.raises(CompileError, match="is unstructured"):
            form(*pair)
        return
    text = form(*pair)
    for one, other in (pair, pair[::-1]):
        if REFUSED not in options and other[0] not in COVERED.get(one, ()):
            assert text != form(one), "both matter"
    x = elements()
    at = np.arange(16) if REFUSED in options else np.random.default_rng(1).permutation(256)[:16]
    sums = np.float16 if "sums" in options else np.float32
    for n in (11, 16):
        y = np.full((2, 16, 16), 77, np.float32)
        reference.run(text, 2, x.copy(), at.astype(np.int32), y, n, seed=1, order="sequential")
        assert (y[:, n:] == 77).all()
        for program, found in enumerate(y[:, :n]):
            numbers = wanted(x, at, n, program, sums, options.get("neutral"))
            near = 16.0 if sums is np.float16 else 0  # chunks of a scan are added up in an order of their own
            np.testing.assert_allclose(found[:, 3:], numbers[:, 3:], rtol=0, atol=near)
            assert np.array_equal(found[:, :3], numbers[:, :3], equal_nan=True)
            assert np.array_equal(np.signbit(found[:, 0]), np.signbit(numbers[:, 0]))
