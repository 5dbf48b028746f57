"""Products of f32 on GPUs may be as inexact as a program asks for, and not more so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support import validated
from triton_shared import reference, validation
from triton_shared.reference.noise import BITS

SAMPLES = Path(__file__).parents[1] / "ttir" / "3.9"
#: a precision, and one that is worse
WORSE = {"bf16x6": "bf16x3", "tf32x3": "tf32", "bf16x3": "tf32"}


def validate(precision: str, execute):
    text = (SAMPLES / f"dot_f32_{precision}.mlir").read_text()
    return validation.validate(text, precision, ("triton-to-linalg",), execute=execute)


@pytest.mark.cpu("it is the executor and the emulator that are compared")
@pytest.mark.parametrize("precision", BITS)
def test_a_product_is_as_inexact_as_it_may_be(precision):
    report = validate(precision, validated.sm_80)
    assert (report.difference, report.failure, report.blind) == (None, "", []), report
    assert report.checks == report.changed * len(report.cases) + len(report.cases)


@pytest.mark.cpu("it is the executor and the emulator that are compared")
@pytest.mark.parametrize("precision", WORSE)
@pytest.mark.usefixtures("as_found")
def test_a_product_that_is_less_exact_than_asked_for_is_found(precision):
    def less(text: str, kernel: str | None):
        return validated.sm_80(
            text.replace(f"inputPrecision = {precision}", f"inputPrecision = {WORSE[precision]}"), kernel
        )

    found = validate(precision, less).difference
    assert found is not None and found.name == "(compiled kernel)"


@pytest.mark.parametrize("precision", BITS)
@pytest.mark.parametrize("seed", range(3))
def test_factors_move_by_less_than_a_unit_and_exact_ones_not_at_all(precision, seed):
    rng, noise = np.random.default_rng(seed), reference.Noise(seed, asked=True)
    x = rng.standard_normal(1000) * 2.0 ** rng.integers(-60, 60, 1000)
    moved = noise.factor(x, precision)
    assert (np.abs(moved - x) <= 2.0 ** (1 - BITS[precision][0]) * np.abs(x)).all()
    assert (moved == x).all() == (seed == 2)
    exact = rng.integers(-255, 256, 1000) * 2.0 ** rng.integers(-60, 60, 1000)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan])
    for same in (exact, special):
        np.testing.assert_array_equal(noise.factor(same, precision), same)
    np.testing.assert_array_equal(reference.Noise(seed).factor(x, precision), x)
    np.testing.assert_array_equal(noise.factor(x, "ieee"), x)


@pytest.mark.parametrize("precision", BITS)
@pytest.mark.parametrize("seed", range(3))
def test_subnormal_factors_have_the_digits_that_subnormal_words_hold(precision, seed):
    rng, unit = np.random.default_rng(seed), 2.0 ** BITS[precision][1]
    x = np.ldexp(rng.integers(-(2**23), 2**23, 1000).astype(np.float64), -149)
    moved = reference.Noise(seed, asked=True).factor(x, precision)
    assert (np.abs(moved - x) <= (0.5, 1, 0)[seed] * unit).all()
    assert seed == 2 or (moved % unit == 0).all()
    words = np.rint(x / unit) * unit
    np.testing.assert_array_equal(reference.Noise(seed, asked=True).factor(words, precision), words)
