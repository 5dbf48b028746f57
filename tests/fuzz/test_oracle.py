"""The random kernels' oracle knows nothing of what is computed from numbers that nothing is known of."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fuzz.kernels import forms, generate
from tests.fuzz.kernels.elementwise import TABLE, Rounding
from tests.fuzz.kernels.nodes import Histogram, Type
from tests.fuzz.kernels.values import DTYPES, Value, matches
from tests.support.amount import examples

UNARY = ("tanh", "erf", "sin", "cos", "exp", "exp2", "log", "log2", "sqrt", "rsqrt", "absf", "floor", "ceil")


@pytest.mark.parametrize("gpu", [False, True])
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_the_unknown_may_be_nan(name: str, gpu: bool):
    """Those whose numbers are bounded, too."""
    x = np.float32([-2.5, 0, 0.5, 3])
    unknown = Value(x, np.full(4, np.inf))
    with np.errstate(all="ignore"):
        found = TABLE[f"math.{name}"].rule(Rounding(fusion=False, gpu=gpu), Type("f32", (4,)), [unknown])
    assert matches(np.full(4, np.nan, np.float32), found).all()


@pytest.mark.parametrize("profile", [generate.CPU, generate.GPU], ids=["cpu", "gpu"])
def test_kernels_of_every_form_mean_something(profile: generate.Profile):
    """No programs race, no store writes one place twice, and all addresses are known."""
    weights = forms.GPU_FORMS if profile.gpu else forms.FORMS
    for form in (name for name, weight in weights.items() if weight):
        for number in range(examples(4)):
            with np.errstate(all="ignore"):
                generate.kernel(4, number, profile, (form,)).expected(profile.gpu)


def test_numbers_that_are_not_known_may_be_in_any_bin():
    """But for those that a mask leaves out."""
    x = Value(np.int32([0, 3, 3, 9]), np.float64([0, 0, np.inf, 0]))
    histogram = Histogram(Type("i32", (4,)), [])
    assert np.isinf(histogram.compute(None, x).errors()).all()
    known = histogram.compute(None, x, Value(np.array([True, True, False, True])))
    assert known.array.tolist() == [1, 0, 0, 1] and not known.errors().any()


@pytest.mark.parametrize("element", ["bf16", "f16", "f8E4M3FN", "f8E5M2"])
def test_conversions_of_f64_round_once(element: str):
    """Also beside the middle of two neighbours, by less than f32 can tell."""
    kind = np.dtype(DTYPES[element])
    with np.errstate(invalid="ignore"):
        patterns = (
            np.arange(1 << 8 * kind.itemsize - 1, dtype=f"u{kind.itemsize}").view(kind).astype(np.float64)
        )
    numbers = patterns[np.isfinite(patterns)]
    low, high = numbers[:-1], numbers[1:]
    middle = (low + high) / 2
    even = np.where(np.arange(len(low)) % 2, high, low)
    for x, nearest in ((np.nextafter(middle, 0), low), (middle, even), (np.nextafter(middle, np.inf), high)):
        for sign in (1, -1):
            given = Value(sign * x, np.zeros(len(x)))
            found = TABLE["arith.truncf"].rule(
                Rounding(fusion=False, gpu=False), Type(element, x.shape), [given]
            )
            np.testing.assert_array_equal(found.array.astype(np.float64), sign * nearest)
