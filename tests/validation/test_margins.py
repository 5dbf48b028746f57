"""Margins hold whatever order a sum is added up in, and not one element of 4,096 that is forgotten."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.validation.narrow_sums import COUNT, NARROW, products, sums
from triton_shared import validation
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.base import Pass
from triton_shared.reference import Noise, floats
from triton_shared.reference import products as products_of_matrices
from triton_shared.reference.elements import element_of_name
from triton_shared.validation.comparison import Expected
from triton_shared.validation.levels import Levels
from triton_shared.validation.report import Report


def forgetting(number: int) -> Pass:
    """A pass that forgets one element, under the name of one whose sums may be rounded otherwise."""

    def run(module):
        for op in all_ops(module, {"arith.constant"}):
            type_, value = op.results[0].type, str(op.attributes["value"])
            with module.context:
                if value.startswith("dense<-1>"):
                    at = ir.IntegerAttr.get(type_.element_type, number)
                    op.attributes["value"] = ir.DenseElementsAttr.get_splat(type_, at)
                elif value == "-1 : i32":  # in the shared form
                    op.attributes["value"] = ir.IntegerAttr.get(type_, number)

    return Pass("vectorize-nests", run)


@pytest.mark.parametrize("number", [0, 1234, COUNT - 1])
@pytest.mark.parametrize("element", NARROW)
@pytest.mark.usefixtures("as_found")
def test_one_of_many_elements_of_a_sum_is_not_forgotten(element, number):
    report = validation.validate(sums(element), "f", [forgetting(number)])
    assert report.difference is not None, report


@pytest.mark.parametrize("number", [0, 5, 15])
@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.usefixtures("as_found")
def test_one_of_few_elements_of_a_sum_of_narrow_partial_sums_is_not_forgotten(element, number):
    """With ``sums=element``: margins are those of any order, in which partial sums of many terms lose whole terms."""
    text = sums(element, 16)
    choice = "triton-to-linalg{sums=element}"
    assert validation.validate(text, "f", [choice]).difference is None
    report = validation.validate(text, "f", [choice, forgetting(number)])
    assert report.difference is not None, report


@pytest.mark.parametrize("number", [0, 1234, COUNT - 1])
@pytest.mark.parametrize(
    ("element", "total"),
    [("bf16", "bf16"), ("f16", "f16"), ("bf16", "f32"), ("f8E5M2", "f16"), ("f8E4M3FN", "f32")],
)
@pytest.mark.usefixtures("as_found")
def test_one_of_many_elements_of_a_product_is_not_forgotten(element, total, number):
    report = validation.validate(products(element, total), "f", [forgetting(number)])
    assert report.difference is not None, report


@pytest.mark.parametrize("total", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("seed", range(5))
def test_sums_in_any_order_are_between_those_of_two_runs_amid_noise(total, seed):
    rng, element = np.random.default_rng(seed), element_of_name(total)
    held = np.float64 if total == "f64" else np.float32
    terms = (rng.standard_normal(COUNT) * 2.0 ** rng.integers(-12, 12, COUNT)).astype(held)
    ends = [
        floats.numbers(Noise(seed, sign).sums(terms.astype(np.float64), element), element) for sign in (1, -1)
    ]
    for _ in range(20):
        mixed = rng.permutation(terms).reshape(-1, int(rng.choice([1, 2, 8, 16, 64])))
        lanes = np.add.accumulate(mixed, dtype=held)[-1]
        found = floats.rounded(np.add.accumulate(lanes, dtype=held)[-1].astype(np.float64), element)
        assert min(ends) <= floats.numbers(found, element) <= max(ends)


def test_a_sum_that_no_order_rounds_does_not_move_and_one_that_overflows_in_some_order_is_nothing():
    f32 = element_of_name("f32")
    whole = np.random.default_rng(0).integers(-4, 5, COUNT).astype(np.float64)
    assert Noise(0).sums(whole, f32) == whole.sum()
    assert np.isnan(Noise(0).sums(np.array([3e38, 3e38, -3e38]), f32))
    assert Noise(0, -1).sums(np.array([3e38, 3e38, -3e38]), f32) == pytest.approx(3e38)
    assert Noise(0).sums(np.array([np.inf, 3e38]), f32) == np.inf
    running = Noise(0).sums(np.array([1.0, 2.0**-30, 1.0]), f32, running=True)
    assert running[0] == 1
    assert running[1:] == pytest.approx([1, 2], rel=1e-6)


@pytest.mark.parametrize(("exact", "by"), [(np.multiply, 1 / 3), (np.divide, 3.0)])
@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
def test_products_and_quotients_move_where_they_are_rounded(element, exact, by):
    one = element_of_name(element)
    plain = floats.arithmetic(one, exact)
    noisy = Noise(0).inexact(exact, one, plain)
    x = floats.rounded(np.arange(1.0, 200.0), one)
    two, other = (floats.rounded(np.full(x.shape, n), one) for n in (2.0, by))
    assert (noisy(x, two) == plain(x, two)).all()
    assert (noisy(x, other) != plain(x, other)).mean() > 0.2


@pytest.mark.parametrize("element", ["f16", "bf16", "f32", "f64"])
def test_a_product_that_overflows_is_nothing_as_it_may_be_fused_with_a_sum(element):
    """In ``x + (y - x) * k`` the product may be -inf while the fused sum is finite."""
    one = element_of_name(element)
    largest = one.float_format.number(one.float_format.largest)
    x = floats.rounded(np.array([largest, 4.0, np.inf]), one)
    y = floats.rounded(np.array([-2.0, 1.5, -2.0]), one)
    noisy = Noise(0).inexact(np.multiply, one, floats.arithmetic(one, np.multiply))
    with np.errstate(all="ignore"):
        found = floats.numbers(noisy(x, y), one)
        other = Noise(0, -1).inexact(np.multiply, one, floats.arithmetic(one, np.multiply))(x, y)
    assert np.isnan(found[0])
    assert list(found[1:]) == [6.0, -np.inf]
    assert list(floats.numbers(other, one)) == [-largest, 6.0, -np.inf]


@pytest.mark.parametrize("seed", range(4))
def test_a_product_of_a_subnormal_bf16_may_be_missing(seed):
    """Matrix units of CPUs take 0 for it, however large the other factor is; those of f16 and f32 are exact."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(-3, 4, (5, 8)).astype(np.float64), rng.integers(-3, 4, (8, 6)).astype(np.float64)
    a[:, 2], b[2, :] = [0, 2.0**-133, 0, 0, 0], [2.0**126, -(2.0**125), 1, 3, 0, -(2.0**120)]
    total = element_of_name("f32")
    sums = floats.rounded(np.zeros((5, 6)), total)
    flushed = np.where(np.abs(a) < 2.0**-126, 0.0, a) @ b
    ends = [
        floats.numbers(Noise(seed, sign).products(a, b, sums, total, 2.0**-126), total) for sign in (1, -1)
    ]
    assert (np.minimum(*ends) <= flushed).all() and (flushed <= np.maximum(*ends)).all()
    wide = np.abs(ends[0] - ends[1])
    assert wide[1, 0] > 2.0**-7 and (np.delete(wide, 1, 0) < 2.0**-15).all()


@pytest.mark.parametrize(("left", "is_moved"), [("bf16", True), ("f32", False)])
def test_only_factors_of_bf16_may_be_taken_for_nothing(left, is_moved):
    elements = [element_of_name(name) for name in (left, left, "f32")]
    a, b, sums = (np.array([[n]]) for n in (2.0**-133, 2.0**126, 0.0))
    given = tuple(floats.rounded(x, element) for x, element in zip((a, b, sums), elements, strict=True))
    ends = []
    for sign in (1, -1):
        machine = SimpleNamespace(noise=Noise(1, sign), sequential=False)
        ends.append(
            floats.numbers(products_of_matrices.multiply_add(given, elements, machine), elements[2]).item()
        )
    assert (min(ends) <= 0 < max(ends)) == is_moved and min(ends) <= 2.0**-7 <= max(ends)


@pytest.mark.parametrize("flips", [2, 11, 90, None])
def test_a_rare_other_number_is_no_difference(flips):
    """A result that one run amid noise among a hundred gives, too, as where it is near the middle of two f16."""

    class OfOneElement(Levels):
        def run(self, module, case, seed, order="tree", ordinary=False, noise=None):
            return [np.array([65.25 if noise._seed == flips else 65.1875], np.float16)]

    levels = OfOneElement("k", Report("k"), 1, asked=False)
    levels._first = object()
    expected = Expected([np.array([65.1875], np.float16)], [np.array([True])])
    found = levels._beyond_margins(None, expected, 0, np.array([65.25], np.float16))
    assert found.tolist() == ([] if flips is not None else [0])


@pytest.mark.parametrize(
    ("total", "asked", "is_moved"), [("f16", True, True), ("f16", False, False), ("f32", True, True)]
)
def test_a_sum_in_f16_is_as_inexact_as_the_program_asks(total, asked, is_moved):
    """GPUs round each sum of a product to its accumulator, CPUs those of f16 to f32."""
    element = element_of_name(total)
    a, b = np.ones((1, 64)), np.linspace(-1, 1.5, 64).reshape(64, 1) ** 3
    sums = floats.rounded(np.zeros((1, 1)), element)
    ends = [floats.numbers(Noise(1, sign, asked).products(a, b, sums, element), element) for sign in (1, -1)]
    unit = 2.0 ** (int(np.log2(np.sum(b))) - element.float_format.mantissa)
    assert (np.abs(ends[0] - ends[1]).item() / unit > 2) == is_moved


@pytest.mark.parametrize("seed", range(4))
def test_a_subnormal_bf16_by_infinity_is_infinity_or_no_number(seed):
    a, b = np.array([[2.0**-130, 1.0]]), np.array([[np.inf], [1.0]])
    ends = [
        Noise(seed, sign).products(a, b, np.zeros((1, 1)), element_of_name("f32"), 2.0**-126)
        for sign in (1, -1)
    ]
    assert np.isnan(ends[0]).all() and np.isposinf(ends[1]).all()


@pytest.mark.parametrize(
    ("asked", "element", "lost"), [(True, "f32", True), (False, "f32", False), (True, "f64", False)]
)
def test_a_subnormal_result_of_a_function_may_be_nothing_on_a_gpu(asked, element, lost):
    kind = element_of_name(element)
    x = np.array([-130.0, -20.0])
    found = [Noise(3, sign, asked).function(np.exp2, kind)(x) for sign in (1, -1)]
    assert any(one[0] == 0 for one in found) == lost and all(one[1] > 0 for one in found)
