"""Loops with products of what comes of products, in the emulator, and what each wait is for."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulated, emulator
from tests.support.chain import Chain
from tests.support.emulated import Settings
from tests.support.mutants import Mutants

KINDS = {
    "plain": Chain(),
    "not scaled": Chain(scaled=False),
    "bf16": Chain(element="bf16"),
    "columns": Chain(order="cc"),
    "rows and columns": Chain(order="cr", d=64),
    "masked": Chain(masked=True),
    "two": Chain(again=True),
    "two, not scaled": Chain(again=True, scaled=False),
    "early": Chain(early=True),
    "two blocks of rows": Chain(m=128, n=16, k=32, d=16),
}


def check(chain: Chain, length: int, settings: Settings) -> None:
    values, wanted = chain.arguments(length)
    emulated.compile(chain.text(), settings=settings)[(1,)](*values)
    np.testing.assert_array_equal(values[3], wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_products_are_those_of_numpy(kind):
    chain = KINDS[kind]
    for length in (0, chain.n, 4 * chain.n + 8) if chain.masked else (0, chain.n, 5 * chain.n):
        check(chain, length, Settings(seed=length, ptx=length > chain.n))


def test_two_groups_of_warps():
    check(Chain(m=128), 128, Settings(num_warps=8, optimized=True))


# Waits and barriers


@pytest.mark.parametrize(
    ("chain", "stages", "num_warps", "ptx"),
    [
        (Chain(), 2, 4, False),
        (Chain(), 3, 4, True),
        (Chain(again=True, scaled=False), 2, 4, False),
        (Chain(early=True), 2, 4, True),
        (Chain(m=128), 2, 8, False),
    ],
)
def test_no_wait_and_no_barrier_is_too_much(chain, stages, num_warps, ptx):
    mutants = Mutants(chain.text(), Settings(num_stages=stages, num_warps=num_warps, ptx=ptx))

    def check(without: int = 0) -> None:
        for length in (0, 5 * chain.n):
            values, wanted = chain.arguments(length)
            mutants.run((1, 1), values, without)
            np.testing.assert_array_equal(values[3], wanted)

    check()
    assert len(mutants.waits) >= 5
    for without in mutants.waits:
        with pytest.raises((emulator.EmulationError, AssertionError)):
            check(without)
