"""The choices of an embedder that decide what is computed, docs/choices.md: against numpy, and the executor."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.amount import examples
from tests.support.choice_kernels import DOT, LOADS, MASKED, SELECTS, along_rows, elementwise
from triton_shared import dialects, reference, to_linalg
from triton_shared.ir import predicates
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

SPECIAL = (float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1.0, -2.5)
DTYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32}


def form(text, **options):
    """The shared form of ``text`` that ``options`` choose, as text."""
    return to_linalg(text, options={name.replace("_", "-"): value for name, value in options.items()})


def executed(text, *args, seed=1, **options):
    reference.run(text, 1, *args, seed=seed, **options)


def reduced(text, x, **options):
    y = np.zeros(2 * len(x), x.dtype)
    executed(text, x, y, **options)
    return y[::2]


def bits(array):
    """``array`` as integers, all NaNs as one."""
    wide = array.astype(np.float64)
    return np.where(np.isnan(wide), np.nan, wide).view(np.int64)


def in_order(x, dtype):
    """The sums of rows, each rounded to ``dtype``."""
    total = np.zeros(len(x), dtype)
    for column in x.T:
        total = (total.astype(np.float32) + column.astype(np.float32)).astype(dtype)
    return total


@pytest.mark.parametrize("element", DTYPES)
@pytest.mark.parametrize("seed", range(4))
def test_sums_are_made_in_the_type_that_is_chosen(element, seed):
    dtype = DTYPES[element]
    x = np.random.default_rng(seed).standard_normal((4, 16)).astype(dtype)
    text = along_rows("reduce", element, f"%z = arith.addf %a, %b : {element}")
    for sums, total in (("f32", np.float32), ("element", dtype)):
        lowered = form(text, sums=sums)
        assert ("arith.extf" in lowered) == (sums == "f32" and element != "f32")
        wanted = in_order(x, total).astype(dtype)
        assert np.array_equal(reduced(lowered, x, order="sequential"), wanted)
        assert np.array_equal(reduced(text, x, order="sequential", sums=sums), wanted)


def test_sums_of_eight_bits_stay_in_f32():
    text = along_rows("reduce", "f8E5M2", "%z = arith.addf %a, %b : f8E5M2")
    assert form(text, sums="element") == form(text)


COMBINERS = {"addf": np.add, "maxnumf": np.fmax, "minnumf": np.fmin, "maximumf": np.maximum}
STARTS = {"addf": 0.0, "maxnumf": -np.inf, "minnumf": np.inf, "maximumf": -np.inf}


@given(
    st.sampled_from(list(COMBINERS)),
    st.lists(st.lists(st.sampled_from(SPECIAL), min_size=4, max_size=4), min_size=4, max_size=4),
)
@settings(max_examples=examples(60), deadline=None)
def test_neutral_elements_change_what_is_combined_alone(name, rows):
    x = np.array(rows, np.float32)
    text = along_rows("reduce", "f32", f"%z = arith.{name} %a, %b : f32", 4, 4)
    lowered = form(text, neutral="ordinary")
    with np.errstate(all="ignore"):
        wanted = COMBINERS[name].reduce(x, axis=1, initial=STARTS[name], dtype=np.float32)
    found = reduced(lowered, x, order="sequential")
    same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
    assert same.all() and (name != "addf" or (np.signbit(found) == np.signbit(wanted))[found == 0].all())
    meant = reduced(text, x, order="sequential", neutral="ordinary")
    assert np.array_equal(bits(meant), bits(found))


def test_neutral_elements_are_ordinary_numbers():
    for name, start in (("addf", "0.000000e+00"), ("maxnumf", "0xFF800000"), ("minnumf", "0x7F800000")):
        lowered = form(along_rows("reduce", "f32", f"%z = arith.{name} %a, %b : f32"), neutral="ordinary")
        assert f"arith.constant {start} : f32" in lowered and "0x7FC00000" not in lowered


@pytest.mark.parametrize("kind", LOADS)
@pytest.mark.parametrize("loads", ["copies", "tensors"])
@pytest.mark.parametrize("keep_tts", ["none", "all"])
def test_masked_off_elements_may_be_anything(kind, loads, keep_tts):
    lowered = form(
        MASKED.replace("LOADED", LOADS[kind]), undefined="unwritten", loads=loads, keep_tts=keep_tts
    )
    undefined = kind in ("nothing", "volatile")
    x, runs = np.arange(1, 6, dtype=np.float32), []
    for seed in (1, 2):
        y = np.zeros(16, np.float32)
        executed(lowered, x, y, 5, seed=seed)
        assert np.array_equal(y[:5], x)
        runs.append(y[5:])
    if undefined:
        assert not np.array_equal(bits(runs[0]), bits(runs[1]))
    else:
        assert (np.array(runs) == (7.0 if kind == "other" else 0.0)).all()


SCANS = {
    "sum": ("i32", "%z = arith.addi %a, %b : i32"),
    "last": (
        "i32",
        "%t = arith.trunci %b : i32 to i1\n%z = arith.select %t, %b, %a : i32",
    ),  # not commutative
    "max": ("f32", "%z = arith.maximumf %a, %b : f32"),
    "half": ("f16", "%z = arith.addf %a, %b : f16"),
}


@pytest.mark.parametrize("name", SCANS)
@pytest.mark.parametrize("reverse", ["false", "true"])
@pytest.mark.parametrize("sums", ["f32", "element"])
def test_scans_that_are_kept_compute_the_same(name, reverse, sums):
    element, op = SCANS[name]
    text = along_rows("scan", element, op, reverse=reverse)
    dtype = DTYPES.get(element, np.int32)
    x = (np.random.default_rng(1).standard_normal((4, 16)) * 5).astype(dtype)
    wanted, found, later = (np.zeros_like(x) for _ in range(3))
    executed(text, x, wanted, sums=sums)
    kept = form(text, keep_scans=True, sums=sums)
    assert kept.count('"tts.scan"') == 1 and "scf.for" not in kept
    executed(kept, x, found)
    assert np.array_equal(found, wanted)
    module = dialects.parse(kept, "kept.mlir")
    run_pipeline(module, ["triton-arith-to-linalg", "verify-shared-form"])
    assert not all_ops(module, {"tts.scan"}) and all_ops(module, {"scf.for"})
    executed(module, x, later)
    rounds = (
        name == "half" and sums == "element"
    )  # the loop groups elements as its chunks are, and f16 sums round
    np.testing.assert_allclose(later, wanted, rtol=0, atol=16 * 2.0**-8 if rounds else 0)


@pytest.mark.parametrize("element", ["f32", "f16"])
def test_products_start_from_zero_and_accumulators_are_added(element):
    text = DOT.replace("ACC", element)
    lowered = form(text, keep_products=True)
    module = dialects.parse(lowered, "k.mlir")
    for product in all_ops(module, {"linalg.matmul"}):
        start = product.operands[2].owner
        assert start.name == "linalg.fill" and "0.000000e+00" in str(start.operands[0].owner)
    assert form(text).count("linalg.matmul") == lowered.count("linalg.matmul") == 2
    assert (
        lowered.count("arith.addf") == form(text).count("arith.addf") + 1
    )  # beside those of the products' bodies
    rng, dtype = np.random.default_rng(3), DTYPES[element]
    x, y = rng.integers(-4, 5, (16, 16)).astype(np.float16), rng.integers(-9, 9, (16, 16)).astype(dtype)
    wanted = 3 * (x.astype(np.float64) @ x.astype(np.float64)) + y
    executed(lowered, x, y)
    assert np.array_equal(y, wanted)


@pytest.mark.parametrize("name", SELECTS)
def test_selects_that_hand_on_nan_are_folded(name):
    select, op = SELECTS[name]
    lowered = form(along_rows("reduce", "f32", select), fold_nan_select=True)
    assert ("arith.select" in lowered) == (op is None)
    assert op is None or f"arith.{op}" in lowered
    assert op is None or "tensor<4x16xf32>) outs(%" in lowered  # with a neutral element


LEAF = st.tuples(st.sampled_from(predicates.FLOATS), st.sampled_from("ab"), st.sampled_from("ab"))
CONDITION = st.recursive(
    LEAF, lambda inner: st.tuples(st.sampled_from(["andi", "ori", "xori"]), inner, inner), max_leaves=3
)


def written(condition, lines):
    """The name of the value of ``condition``, of which ``lines`` get the ops."""
    what, left, right = condition
    if what in predicates.FLOATS:
        lines.append(f"%t{len(lines)} = arith.cmpf {what}, %{left}, %{right} : f32")
    else:
        sides = written(left, lines), written(right, lines)
        lines.append(f"%t{len(lines)} = arith.{what} {sides[0]}, {sides[1]} : i1")
    return f"%t{len(lines) - 1}"


@given(CONDITION, CONDITION)
@settings(max_examples=examples(150), deadline=None)
def test_any_select_gives_the_same_numbers_where_it_is_folded(first, second):
    lines: list[str] = []
    tests = [written(first, lines), written(second, lines)]
    lines += [f"%m = arith.select {tests[0]}, %a, %b : f32", f"%z = arith.select {tests[1]}, %m, %b : f32"]
    text = elementwise("\n  ".join(lines))
    pairs = list(itertools.product(SPECIAL, repeat=2))
    a, b = (np.array([pair[n] for pair in pairs] + [0.0] * (64 - len(pairs)), np.float32) for n in (0, 1))
    wanted, found = np.zeros(64, np.float32), np.zeros(64, np.float32)
    executed(text, a, b, wanted)
    executed(form(text, fold_nan_select=True), a, b, found)
    assert ((found == wanted) | (np.isnan(found) & np.isnan(wanted))).all()


def test_zeros_of_both_signs_have_the_sign_that_the_op_gives():
    a, b = np.array([0.0, -0.0] * 32, np.float32), np.array([-0.0, 0.0] * 32, np.float32)
    for name, sign in (("greater", False), ("less", True)):
        y = np.zeros(64, np.float32)
        executed(form(elementwise(SELECTS[name][0]), fold_nan_select=True), a, b, y)
        assert (np.signbit(y) == sign).all()
