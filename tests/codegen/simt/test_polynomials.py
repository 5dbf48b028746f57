"""Scalars as sums of products: what loops hand on in closed form, and what is divided."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from triton_shared import dialects
from triton_shared.codegen.simt.analysis.polynomials import (
    ITERATION,
    MOST_TERMS,
    LoopPolynomial,
    Polynomials,
    TooLong,
)
from triton_shared.ir.product import Product
from triton_shared.ir.walk import all_ops

LOOP = """
func.func @k(%n: index, %s: index, %m: i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %true = arith.constant true
  %wide = arith.index_cast %m : i32 to index
  %step = arith.muli %s, %c64 : index
  %r:3 = scf.for %i = %c3 to %n step %c2 iter_args(%a = %wide, %b = %n, %c = %c2) -> (index, index, index) {
    %left = arith.subi %n, %i : index
    %twice = arith.muli %left, %c2 : index
    %both = arith.select %true, %twice, %twice : index
    %moved = arith.addi %a, %step : index
    %other = arith.addi %c, %a : index
    %rest = arith.remsi %i, %n : index
    %used = arith.addi %rest, %both : index
    scf.yield %moved, %b, %other : index, index, index
  }
  return
}
"""


@pytest.fixture
def loop():
    module = dialects.parse(LOOP)
    (found,) = all_ops(module, {"scf.for"})
    with found.context:
        yield found, module


def product(factor: int, *factors) -> LoopPolynomial:
    out = LoopPolynomial.number(factor)
    for one in factors:
        out = out * LoopPolynomial({Product((one,)): 1})
    return out


def test_turns_in_closed_form(loop):
    op, _ = loop
    body, scalars = op.regions[0].blocks[0], Polynomials(op)
    n, s, m = op.parent.operation.regions[0].blocks[0].arguments
    at, moved, same, summed = body.arguments
    ops = {inner.operation.name: inner.operation.result for inner in list(body.operations)[:-1]}
    assert scalars.of(at) == LoopPolynomial.number(3) + product(2, ITERATION)
    assert scalars.of(moved) == product(1, m) + product(64, s, ITERATION)
    assert scalars.of(same) == product(1, n)
    assert scalars.of(ops["arith.select"]) == product(2, n) - product(4, ITERATION) - LoopPolynomial.number(6)
    # what is added is another number in each turn, and a remainder is no polynomial
    assert scalars.of(summed) == product(1, summed) and scalars.varies(summed)
    assert scalars.of(ops["arith.remsi"]) == product(1, ops["arith.remsi"])
    assert not scalars.varies(n) and scalars.varies(ITERATION) and scalars.varies(ops["arith.remsi"])


def test_scalars_that_are_told_to_be_zero(loop):
    op, _ = loop
    n, _, m = op.parent.operation.regions[0].blocks[0].arguments
    moved = op.regions[0].blocks[0].arguments[1]
    assert m not in Polynomials(op, [m]).of(moved).factors
    assert Polynomials(op, [n]).of(n) == LoopPolynomial.number(0)


def test_products_without_a_part():
    left = product(6, "a", "b") + product(4, "a") + product(5, "b")
    assert left.divided(product(2, "a")) == product(3, "b") + LoopPolynomial.number(2)
    assert left.divided(product(1, "a") + LoopPolynomial.number(1)) is None
    assert (left - left) == LoopPolynomial.number(0) and left.only(lambda one: "b" not in one) == product(
        4, "a"
    )


def test_sums_end_somewhere():
    with pytest.raises(TooLong):
        sum((product(1, str(i)) for i in range(MOST_TERMS + 1)), LoopPolynomial.number(0))


def test_factors_commute_and_stay_in_the_order_that_they_are_written_in():
    for names in itertools.permutations("abcde", 3):
        (kept,) = product(1, *names).terms
        assert tuple(kept) == names
        assert product(1, *names) == product(1, *sorted(names))
        assert hash(product(1, *names)) == hash(product(1, *sorted(names)))
        assert product(1, *names) - product(1, *sorted(names)) == LoopPolynomial.number(0)


def wrapped(number: int, width: int) -> int:
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


@pytest.mark.parametrize("seed", range(40))
def test_integers_of_fewer_than_32_bits_wrap(seed):
    """Sums, products and casts of all widths; those of 32 bits and more do not leave their types here."""
    rng, lines = random.Random(seed), []
    values = {f"%{'abcd'[n]}": (width, rng.randrange(-100, 100)) for n, width in enumerate((8, 16, 32, 64))}
    arguments = ", ".join(f"{name}: i{width}" for name, (width, _) in values.items())
    for n in range(12):
        name, (width, left) = rng.choice(list(values.items()))
        if rng.random() < 0.4:
            to = rng.choice([w for w in (8, 16, 32, 64) if w != width])
            what = "extsi" if to > width else "trunci"
            lines.append(f"%v{n} = arith.{what} {name} : i{width} to i{to}")
            values[f"%v{n}"] = to, wrapped(left, to)
            continue
        other, (_, right) = rng.choice([(k, v) for k, v in values.items() if v[0] == width])
        what, result = rng.choice([("addi", left + right), ("subi", left - right), ("muli", left * right)])
        if abs(result) < 1 << 30:
            lines.append(f"%v{n} = arith.{what} {name}, {other} : i{width}")
            values[f"%v{n}"] = width, wrapped(result, width)
    body = "\n".join(lines)
    module = dialects.parse(f"func.func @k({arguments}) {{\n{body}\nreturn\n}}")
    (function,) = all_ops(module, {"func.func"})
    made = [*function.regions[0].blocks[0].arguments, *(op.result for op in all_ops(function) if op.results)]
    known = dict(zip(made, values.values(), strict=True))
    with module.context:
        for value, (_, expected) in known.items():
            terms = Polynomials().of(value).terms.items()
            total = sum(factor * math.prod(known[one][1] for one in product) for product, factor in terms)
            assert total == expected, f"{value}\n{module}"
